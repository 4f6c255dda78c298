"""What a message may have been when it was signed: with other ends of its lines, decoded, encoded again.

Three kinds of change follow each other: at the message's end, at the ends of its lines, and of the encoding of the
whole. Each may happen or not.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from ecref.formats import text

from .changes import Change, likeliest
from .texts import decoded, described

if TYPE_CHECKING:
    from collections.abc import Iterator

    from .changes import Changes

LONG = 1 << 16  # octets: a longer message is changed once, and not taken for a text in some encoding

_CODECS = {  # the mark before the characters, what it is called, what it costs
    "utf-8": (b"", "UTF-8 without a byte order mark", 1),
    "utf-8-bom": (b"\xef\xbb\xbf", "UTF-8 with a byte order mark", 2),
    "utf-16-le": (b"", "UTF-16, little-endian", 3),
    "utf-16-le-bom": (b"\xff\xfe", "UTF-16, little-endian, with a byte order mark", 3),
    "utf-16-be": (b"", "UTF-16, big-endian", 3),
    "utf-16-be-bom": (b"\xfe\xff", "UTF-16, big-endian, with a byte order mark", 3),
    "latin-1": (b"", "Latin-1", 3),
}


def readings(message: bytes) -> list[tuple[bytes, Changes]]:
    """What the message may have been, the likeliest first: the message itself."""
    found: list[tuple[bytes, Changes]] = [(message, ())]
    if len(message) > LONG:
        found += [(octets, (change,)) for stage in (_end, _lines) for change, octets in stage(message)]
        return likeliest(found)
    for stage in (_end, _lines, _encoding):
        found += [(octets, (*before, change)) for m, before in found for change, octets in stage(m)]
    empty = _change("empty", "sign the message itself, since what was signed is empty", 4)
    return likeliest([*found, (b"", (empty,))])


def _end(m: bytes) -> Iterator[tuple[Change, bytes]]:
    """Other ends of the message: a newline more or less, a zero octet of C's strings, white space."""
    if m.endswith(b"\n"):
        bare = m.removesuffix(b"\n").removesuffix(b"\r")
        yield _change("without-newline", "take the final newline off the message", 1), bare
    else:
        yield _change("with-newline", "add a final newline to the message", 1), m + b"\n"
        yield _change("with-crlf", "add a final CRLF to the message", 2), m + b"\r\n"
    if m.endswith(b"\0"):
        yield _change("without-nul", "take the final zero octet off the message", 3), m[:-1]
    else:
        yield _change("with-nul", "add a zero octet to the message, as C ends its strings", 3), m + b"\0"
    yield _change("stripped", "strip the white space around the message", 2), m.strip()


def _lines(m: bytes) -> Iterator[tuple[Change, bytes]]:
    """The ends of all lines, in the other convention."""
    unix = m.replace(b"\r\n", b"\n")
    yield _change("crlf-as-lf", "turn CRLF into LF in the message", 1), unix
    yield _change("lf-as-crlf", "turn LF into CRLF in the message", 1), unix.replace(b"\n", b"\r\n")


def _encoding(m: bytes) -> Iterator[tuple[Change, bytes]]:
    """What the message stands for as a text, and the texts that stand for it."""
    for encoding, octets in decoded(m):
        yield _change(f"{encoding}-decoded", f"decode the message from {described(encoding)}", 1), octets
    for encoding in text.ENCODINGS:
        yield _change(encoding, f"write the message in {encoding}", 3), text.encode(m, encoding)
    yield _change("upper-case-hex", "write the message in upper-case hex", 4), m.hex().upper().encode()
    yield _change("0x-hex", "write the message in hex with 0x before it", 4), b"0x" + m.hex().encode()
    yield from _characters(m)


def _characters(m: bytes) -> Iterator[tuple[Change, bytes]]:
    """The message's characters in other codecs."""
    characters = _read_characters(m)
    for codec, (mark, name, cost) in _CODECS.items():
        try:
            octets = mark + characters.encode(codec.removesuffix("-bom"))
        except UnicodeEncodeError:
            continue
        yield _change(codec, f"write the message's characters in {name}", cost), octets


def _read_characters(m: bytes) -> str:
    """The characters of UTF-16 where a mark or zero octets tell, else of UTF-8, else of Latin-1."""
    if m[:2] in (b"\xff\xfe", b"\xfe\xff"):
        codec = "utf-16"
    elif b"\0" in m:
        codec = "utf-16-be" if m[:1] == b"\0" else "utf-16-le"
    else:
        codec = "utf-8-sig"
    try:
        return m.decode(codec)
    except UnicodeDecodeError:
        return m.decode("latin-1")


def _change(name: str, detail: str, cost: int) -> Change:
    return Change("message", name, detail, cost)
