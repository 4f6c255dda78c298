"""Departures from DER: what parsers of (r, s) have taken for a signature. [X.690, 8.1, 8.3, 8.9, 10.1; RFC 3279, 2.2.3]

Each takes r and s and gives octets; the name says what is odd. The value 8.1.3.5 of X.690 calls long form is a length
of more than one octet.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from ecref.der import INTEGER, SEQUENCE, write, write_integer

if TYPE_CHECKING:
    from collections.abc import Callable

    Flaw = Callable[[int, int], bytes]


def pair(r: int, s: int) -> bytes:
    """The content of the SEQUENCE."""
    return write_integer(r) + write_integer(s)


def long_form(tag: int, content: bytes, octets: int, more: int = 0) -> bytes:
    """A value whose length is written in so many octets, or is so much more than the content's."""
    return bytes([tag, 0x80 | octets]) + (len(content) + more).to_bytes(octets, "big") + content


def padded(x: int, octet: bytes = b"\0") -> bytes:
    """An INTEGER with a superfluous octet in front."""
    return write(INTEGER, octet + _content(x))


def unsigned(x: int) -> bytes:
    """An INTEGER without the zero octet that keeps it positive: it reads as negative if x's first bit is set."""
    return write(INTEGER, x.to_bytes((x.bit_length() + 7) // 8, "big"))


def _content(x: int) -> bytes:
    return write_integer(x)[2:]


FLAWS: dict[str, Flaw] = {
    "an octet behind the SEQUENCE": lambda r, s: write(SEQUENCE, pair(r, s)) + b"\0",
    "a whole value behind the SEQUENCE": lambda r, s: write(SEQUENCE, pair(r, s)) + b"\5\0",
    "an octet behind s": lambda r, s: write(SEQUENCE, pair(r, s) + b"\0"),
    "a NULL behind s": lambda r, s: write(SEQUENCE, pair(r, s) + b"\5\0"),
    "a third INTEGER": lambda r, s: write(SEQUENCE, pair(r, s) + write_integer(1)),
    "a long-form length of the SEQUENCE": lambda r, s: long_form(SEQUENCE, pair(r, s), 1),
    "a length of the SEQUENCE with a leading zero": lambda r, s: long_form(SEQUENCE, pair(r, s), 2),
    "a length of the SEQUENCE in four octets": lambda r, s: long_form(SEQUENCE, pair(r, s), 4),
    "a length of the SEQUENCE in eight octets": lambda r, s: long_form(SEQUENCE, pair(r, s), 8),
    "a length of the SEQUENCE, and 2^8": lambda r, s: long_form(SEQUENCE, pair(r, s), 2, 1 << 8),
    "a length of the SEQUENCE, and 2^32": lambda r, s: long_form(SEQUENCE, pair(r, s), 5, 1 << 32),
    "a length of the SEQUENCE, and 2^64": lambda r, s: long_form(SEQUENCE, pair(r, s), 9, 1 << 64),
    "an indefinite length": lambda r, s: bytes([SEQUENCE, 0x80]) + pair(r, s) + b"\0\0",
    "a long-form length of r": lambda r, s: write(SEQUENCE, long_form(INTEGER, _content(r), 1) + write_integer(s)),
    "a long-form length of s": lambda r, s: write(SEQUENCE, write_integer(r) + long_form(INTEGER, _content(s), 1)),
    "a length of s with a leading zero": lambda r, s: write(
        SEQUENCE, write_integer(r) + long_form(INTEGER, _content(s), 2)
    ),
    "a length of r, and 2^8": lambda r, s: write(
        SEQUENCE, long_form(INTEGER, _content(r), 2, 1 << 8) + write_integer(s)
    ),
    "r with a superfluous zero octet": lambda r, s: write(SEQUENCE, padded(r) + write_integer(s)),
    "s with a superfluous zero octet": lambda r, s: write(SEQUENCE, write_integer(r) + padded(s)),
    "r without its zero octet": lambda r, s: write(SEQUENCE, unsigned(r) + write_integer(s)),
    "s without its zero octet": lambda r, s: write(SEQUENCE, write_integer(r) + unsigned(s)),
    "-r": lambda r, s: write(SEQUENCE, pair(-r, s)),
    "-s": lambda r, s: write(SEQUENCE, pair(r, -s)),
    "-s with a superfluous octet ff": lambda r, s: write(SEQUENCE, write_integer(r) + padded(-s, b"\xff")),
    "an empty r": lambda _, s: write(SEQUENCE, write(INTEGER, b"") + write_integer(s)),
    "an empty s": lambda r, _: write(SEQUENCE, write_integer(r) + write(INTEGER, b"")),
    "no s": lambda r, _: write(SEQUENCE, write_integer(r)),
    "an empty SEQUENCE": lambda _r, _s: write(SEQUENCE, b""),
    "no octets": lambda _r, _s: b"",
    "a tag alone": lambda _r, _s: bytes([SEQUENCE]),
    "a SET": lambda r, s: write(0x31, pair(r, s)),
    "a primitive SEQUENCE": lambda r, s: write(0x10, pair(r, s)),
    "r a BIT STRING": lambda r, s: write(SEQUENCE, write(0x03, _content(r)) + write_integer(s)),
    "s an OCTET STRING": lambda r, s: write(SEQUENCE, write_integer(r) + write(0x04, _content(s))),
    "a SEQUENCE in a SEQUENCE": lambda r, s: write(SEQUENCE, write(SEQUENCE, pair(r, s))),
    "an octet lost at the end": lambda r, s: write(SEQUENCE, pair(r, s))[:-1],
    "a length one too small": lambda r, s: bytes([SEQUENCE, len(pair(r, s)) - 1]) + pair(r, s),
    "a length one too great": lambda r, s: bytes([SEQUENCE, len(pair(r, s)) + 1]) + pair(r, s),
    "r and s without DER": lambda r, s: _content(r) + _content(s),
}
