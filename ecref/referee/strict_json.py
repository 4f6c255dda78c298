"""One line of the protocol, read strictly: a JSON object in UTF-8, no key of it twice. [RFC 8259]

Python's json also takes NaN, Infinity, numbers too large for it, and the last of two equal keys, and it
recurses as deep as a line nests. Here all of these are refused, at once and with a sentence that names them.
"""

from __future__ import annotations

import json
import math
from itertools import accumulate

from ecref.errors import UnusableInput

MAX_LINE = 4 << 20  # octets, without the line's end
MAX_DEPTH = 64  # brackets open at once
MAX_NUMBER = 640  # characters: the least that any Python reads as an int (sys.set_int_max_str_digits)

_NESTING = {"[": 1, "{": 1, "]": -1, "}": -1}
_FAULT = object()  # stands where a value could not be read; json.dumps refuses it


def bad_request(detail: str) -> UnusableInput:
    """The error of a request that is not what protocol.md describes."""
    return UnusableInput("bad-request", detail)


def quoted(text: object) -> str:
    """A name that a request holds, fit to be shown in an answer: ASCII, and not long."""
    shown = str(text)
    return ascii(shown if len(shown) <= 40 else shown[:40] + "...")


def read_object(line: bytes) -> tuple[dict[str, object], list[str]]:
    """The object that a line holds, and the faults within it; UnusableInput if the line holds no object."""
    text = _text(line)
    if _depth(text) > MAX_DEPTH:
        raise bad_request(f"nested deeper than {MAX_DEPTH}")
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
        raise bad_request(f"no JSON: {error.msg}, at character {error.pos + 1}") from None
    if not isinstance(value, dict):
        raise bad_request("a request is a JSON object")
    return value, hooks.faults


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


def echoed(value: object) -> object:
    """An id as the answer repeats it: null where the id itself holds a fault."""
    try:
        json.dumps(value)
    except TypeError:
        return None
    return value


def _text(line: bytes) -> str:
    line = line.removesuffix(b"\n")
    if len(line) > MAX_LINE:
        raise bad_request(f"a line longer than {MAX_LINE} octets")
    if not line.strip():
        raise bad_request("a blank line")
    try:
        return line.decode()
    except UnicodeDecodeError as error:
        raise bad_request(f"no UTF-8, at octet {error.start + 1}") from None


def _depth(text: str) -> int:
    """How many brackets are open at once, at most. What is no JSON may give any number."""
    outside_strings = text.replace("\\\\", "").replace('\\"', "").split('"')[::2]
    steps = map(_NESTING.get, filter(_NESTING.__contains__, "".join(outside_strings)))
    return max(accumulate(filter(None, steps)), default=0)
