"""ECDSA signatures in lax BER: what verifiers take that don't insist on DER. Read by its name only, never written.

X.690 allows more encodings of a value in BER than the one that DER picks, and old verifiers took more still. Read here
are a length in the long form where a shorter one does (8.1.3.5), a SEQUENCE of indefinite length (8.1.3.6), an INTEGER
with more zero octets than needed and one whose first bit is set, taken as unsigned though it means a negative number
(8.3), and whatever follows the SEQUENCE. Each such departure from DER has a sentence. Everything else is refused.

r, s      the signature; read as they stand, their range is the scheme's business
"""

from __future__ import annotations

from ecref.errors import InvalidSignature

_SEQUENCE, _INTEGER = 0x30, 0x02
_END_OF_CONTENTS = b"\0\0"


def decode(signature: bytes) -> tuple[int, int, tuple[str, ...]]:
    """(r, s, departures from DER); InvalidSignature "signature-encoding" for what isn't BER even so."""
    departures: list[str] = []
    length, content = _header(_SEQUENCE, "the SEQUENCE", signature, departures)
    if length is None:
        departures.append("the length of the SEQUENCE is indefinite")
    else:
        content, after = content[:length], content[length:]
    r, content = _integer("r", content, departures)
    s, content = _integer("s", content, departures)
    if length is None:
        if not content.startswith(_END_OF_CONTENTS):
            raise _malformed("got no end of the contents after two INTEGERs")
        content, after = b"", content[2:]
    if content:
        raise _malformed("got more than two INTEGERs in the SEQUENCE")
    if after:
        departures.append(f"{_counted(len(after), 'octet')} after the SEQUENCE")
    return r, s, tuple(departures)


def _integer(letter: str, data: bytes, departures: list[str]) -> tuple[int, bytes]:
    """The INTEGER that data begins with, as an unsigned number, and what follows it."""
    length, rest = _header(_INTEGER, letter, data, departures)
    if not length:
        raise _malformed(f"{letter} is an INTEGER " + ("of indefinite length" if length is None else "without octets"))
    content, rest = rest[:length], rest[length:]
    digits = content.lstrip(b"\0") or b"\0"
    zeros = length - len(digits)
    if content[0] >= 0x80:
        departures.append(f"{letter} has no leading zero octet and would be negative")
    elif padding := zeros - (digits[0] >= 0x80):
        departures.append(f"{letter} is padded with {_counted(padding, 'zero octet')}")
    return int.from_bytes(digits, "big"), rest


def _header(tag: int, name: str, data: bytes, departures: list[str]) -> tuple[int | None, bytes]:
    """The length of the value that data begins with, None where it is indefinite, and what follows the length."""
    if len(data) < 2:
        raise _malformed(f"truncated before the length of {name}")
    if data[0] != tag:
        raise _malformed(f"got tag {data[0]:02x} in place of {name}, wanted {tag:02x}")
    if data[1] == 0x80:
        return None, data[2:]
    if data[1] == 0xFF:
        raise _malformed(f"the length of {name} begins with ff, which X.690 reserves")
    length, start = data[1], 2
    if length > 0x80:
        start += length & 0x7F
        length = int.from_bytes(data[2:start], "big")
        needed = 0 if length < 0x80 else (length.bit_length() + 7) // 8
        if start <= len(data) and start - 2 > needed:
            departures.append(f"the length of {name} takes {start - 1} octets where {1 + needed} would do")
    if len(data) - start < length:
        raise _malformed(f"truncated within {name}")
    return length, data[start:]


def _counted(count: int, noun: str) -> str:
    return f"{count} {noun}" if count == 1 else f"{count} {noun}s"


def _malformed(detail: str) -> InvalidSignature:
    return InvalidSignature("signature-encoding", f"no BER: {detail}")
