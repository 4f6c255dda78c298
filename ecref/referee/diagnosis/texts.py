"""Octets that may be text: hex or base64, read as it was meant to be read, or else as loosely as it is pasted."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ecref.errors import UnusableInput
from ecref.formats import text

if TYPE_CHECKING:
    from collections.abc import Iterator


def decoded(data: bytes) -> list[tuple[str, bytes]]:
    """What the text stands for: the name of the encoding that fits, "loose-" before it if it only fits loosely.

    Loosely, white space, the colons that openssl writes, a 0x before hex and missing or needless padding are passed
    over.
    """
    found: dict[bytes, str] = {}
    for name, spelling in _spellings(data):
        try:
            octets = text.decode(spelling, name.removeprefix("loose-"))
        except UnusableInput:
            continue
        if octets:
            found.setdefault(octets, name)
    return [(name, octets) for octets, name in found.items()]


def _spellings(data: bytes) -> Iterator[tuple[str, bytes]]:
    """The names of the encodings, and the text as each would have to be written."""
    for encoding in text.ENCODINGS:
        yield encoding, data
    plain = b"".join(data.split())
    digits = plain.rstrip(b"=")
    yield "loose-hex", plain.replace(b":", b"").removeprefix(b"0x")
    yield "loose-base64", digits + b"=" * (-len(digits) % 4)
    yield "loose-base64url", digits


def described(name: str) -> str:
    """An encoding's name in a sentence."""
    encoding = name.removeprefix("loose-")
    return encoding if encoding == name else f"{encoding}, passing over what doesn't belong to it"
