"""JSON, read strictly: in UTF-8, no key of an object twice, nothing that RFC 8259 doesn't know.

Python's json also takes NaN, Infinity, numbers too large for it, and the last of two equal keys, and it
recurses as deep as a text nests. Here all of these are refused, at once and with a sentence that names them.
"""

from __future__ import annotations

import json
import math
from itertools import accumulate

from ecref.errors import UnusableInput

MAX_LENGTH = 4 << 20  # octets
MAX_DEPTH = 64  # brackets open at once
MAX_NUMBER = 640  # characters: the least that any Python reads as an int (sys.set_int_max_str_digits)

_NESTING = {"[": 1, "{": 1, "]": -1, "}": -1}
_FAULT = object()  # stands where a value could not be read; json.dumps refuses it


def quoted(text: object) -> str:
    """A name that somebody else chose, fit to be shown in an error: ASCII, and not long."""
    shown = str(text)
    return ascii(shown if len(shown) <= 40 else shown[:40] + "...")


def read_object(octets: bytes) -> dict[str, object]:
    """The object that octets hold; UnusableInput "bad-encoding" if they hold another value or a fault."""
    value, faults = read(octets)
    if faults:
        raise _bad_encoding(faults[0])
    if not isinstance(value, dict):
        raise _bad_encoding("no JSON object")
    return value


def read(octets: bytes) -> tuple[object, list[str]]:
    """The value that octets hold, and the faults within it; UnusableInput "bad-encoding" if they hold none."""
    text = _text(octets)
    if _depth(text) > MAX_DEPTH:
        raise _bad_encoding(f"nested deeper than {MAX_DEPTH}")
    hooks = _Hooks()
    try:
        value = json.loads(
            text,
            parse_constant=hooks.constant,
            parse_int=hooks.integer,
            parse_float=hooks.real,
            object_pairs_hook=hooks.members,
        )
    except json.JSONDecodeError as error:
        fault = f"no JSON: {error.msg.removesuffix(' at')}, at character {error.pos + 1}"
    else:
        return value, hooks.faults
    raise _bad_encoding(fault)  # raised above, it would have json's error for context, which holds all the text


class _Hooks:
    """What json.loads calls for each kind of value; a value that isn't taken is noted, and _FAULT stands for it."""

    def __init__(self) -> None:
        self.faults: list[str] = []

    def refuse(self, detail: str) -> object:
        self.faults.append(detail)
        return _FAULT

    def constant(self, name: str) -> object:
        return self.refuse(f"{name} is no JSON number")

    def integer(self, digits: str) -> object:
        return int(digits) if len(digits) <= MAX_NUMBER else self.refuse(f"a number of {len(digits)} characters")

    def real(self, digits: str) -> object:
        if len(digits) > MAX_NUMBER:
            return self.refuse(f"a number of {len(digits)} characters")
        value = float(digits)
        return self.refuse(f"{digits} is out of a double's range") if math.isinf(value) else value

    def members(self, pairs: list[tuple[str, object]]) -> dict[str, object]:
        found: dict[str, object] = {}
        for key, value in pairs:
            found[key] = self.refuse(f"duplicate key {quoted(key)}") if key in found else value
        return found


def _bad_encoding(detail: str) -> UnusableInput:
    return UnusableInput("bad-encoding", detail)


def _text(octets: bytes) -> str:
    if len(octets) > MAX_LENGTH:
        raise _bad_encoding(f"longer than {MAX_LENGTH} octets")
    try:
        return octets.decode()
    except UnicodeDecodeError as error:
        fault = f"no UTF-8, at octet {error.start + 1}"
    raise _bad_encoding(fault)  # as in `read`


def _depth(text: str) -> int:
    """How many brackets are open at once, at most. What is no JSON may give any number."""
    outside_strings = text.replace("\\\\", "").replace('\\"', "").split('"')[::2]
    steps = map(_NESTING.get, filter(_NESTING.__contains__, "".join(outside_strings)))
    return max(accumulate(filter(None, steps)), default=0)
