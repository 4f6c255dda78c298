"""Ways to write (r, s) that are near DER or P1363: each departs in one point, and a strict reader refuses it.

Numbers in brackets are sections of X.690. r has its first bit set and s hasn't, so that DER writes one zero octet
before r and none before s.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from ecref.der import INTEGER, SEQUENCE, write, write_integer

if TYPE_CHECKING:
    from collections.abc import Iterator

OCTET_STRING = 0x04


def near_der(r: int, s: int, n: int) -> Iterator[tuple[str, bytes]]:
    """(key, octets): what isn't DER."""
    R, S = write_integer(r), write_integer(s)
    content = R + S
    whole = write(SEQUENCE, content)
    unsigned, digits = r.to_bytes((r.bit_length() + 7) // 8, "big"), S[2:]
    yield "der-long-length", _long(SEQUENCE, content)                                                # [10.1]
    yield "der-long-length", write(SEQUENCE, _long(INTEGER, R[2:]) + S)
    yield "der-long-length", write(SEQUENCE, R + _long(INTEGER, digits))
    yield "der-zeros-in-length", _long(SEQUENCE, content, zeros=1)
    yield "der-zeros-in-length", write(SEQUENCE, R + _long(INTEGER, digits, zeros=3))
    yield "der-indefinite", bytes([SEQUENCE, 0x80]) + content + b"\0\0"                              # [8.1.3.6]
    yield "der-padded", write(SEQUENCE, write(INTEGER, b"\0" + R[2:]) + S)                           # [8.3.2]
    yield "der-padded", write(SEQUENCE, R + write(INTEGER, b"\0" + digits))
    yield "der-unsigned", write(SEQUENCE, write(INTEGER, unsigned) + S)                              # [8.3.3]
    yield "der-negative", write(SEQUENCE, R + write_integer(s - n))
    yield "der-negative", write(SEQUENCE, write_integer(r - n) + S)
    yield "der-negative", write(SEQUENCE, R + write_integer(-s))
    yield "der-after", whole + b"\0"
    yield "der-after", whole + b"\0\0"
    yield "der-after", whole + whole
    yield "der-inside", write(SEQUENCE, content + b"\0")
    yield "der-inside", write(SEQUENCE, content + write_integer(1))
    yield "der-inside", write(SEQUENCE, content + b"\x05\0")
    yield "der-truncated", whole[:-1]
    yield "der-truncated", bytes([SEQUENCE, len(content) + 1]) + content
    yield "der-truncated", bytes([SEQUENCE, len(content) - 1]) + content
    yield "der-truncated", write(SEQUENCE, R + bytes([INTEGER, len(digits) + 1]) + digits)
    yield "der-tag", write(SEQUENCE | 1, content)
    yield "der-tag", write(SEQUENCE, R + write(OCTET_STRING, digits))
    yield "der-tag", write(SEQUENCE, write(OCTET_STRING, R[2:]) + S)
    yield "der-p1363", p1363(r, s, n)


def near_p1363(r: int, s: int, n: int) -> Iterator[tuple[str, bytes]]:
    """(key, octets): what isn't P1363; r and s must fit in an octet less than n has."""
    width = _width(n)
    yield "p1363-short", _halves(r, s, width - 1)
    yield "p1363-short", p1363(r, s, n)[1:]
    yield "p1363-short", _halves(r, s, width)[:width] + s.to_bytes(width - 1, "big")
    yield "p1363-long", _halves(r, s, width + 1)
    yield "p1363-after", p1363(r, s, n) + b"\0"
    yield "p1363-after", p1363(r, s, n) + b"\0\0"
    yield "p1363-after", p1363(r, s, n) + b"\x01"
    yield "p1363-der", write(SEQUENCE, write_integer(r) + write_integer(s))


def p1363(r: int, s: int, n: int) -> bytes:
    """r and s in the width of n."""
    return _halves(r, s, _width(n))


def _halves(r: int, s: int, width: int) -> bytes:
    return r.to_bytes(width, "big") + s.to_bytes(width, "big")


def _width(n: int) -> int:
    return (n.bit_length() + 7) // 8


def _long(tag: int, content: bytes, zeros: int = 0) -> bytes:
    """A value whose length stands in the long form, though the short one would do."""
    return bytes([tag, 0x81 + zeros]) + bytes(zeros) + bytes([len(content)]) + content
