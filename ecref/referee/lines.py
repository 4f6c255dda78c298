"""One line of the protocol, read strictly: a JSON object (formats/strict_json.py says how)."""

from __future__ import annotations

import json

from ecref.errors import UnusableInput
from ecref.formats.strict_json import MAX_LENGTH, read

MAX_LINE = MAX_LENGTH  # octets, without the line's end


def bad_request(detail: str) -> UnusableInput:
    """The error of a request that is not what protocol.md describes."""
    return UnusableInput("bad-request", detail)


def read_line(line: bytes) -> tuple[dict[str, object], list[str]]:
    """The object that a line holds, and the faults within it; UnusableInput if the line holds no object."""
    line = line.removesuffix(b"\n")
    if len(line) > MAX_LINE:
        raise bad_request(f"a line longer than {MAX_LINE} octets")
    if not line.strip():
        raise bad_request("a blank line")
    try:
        value, faults = read(line)
    except UnusableInput as error:
        raise bad_request(error.detail) from None
    if not isinstance(value, dict):
        raise bad_request("a request is a JSON object")
    return value, faults


def echoed(value: object) -> object:
    """An id as the answer repeats it: null where the id itself holds a fault."""
    try:
        json.dumps(value)
    except TypeError:
        return None
    return value
