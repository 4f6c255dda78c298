"""Strict DER: the one encoding of a value that X.690 allows, read and written.

A value is a tag (what it is), a length, and a content of that many octets; a constructed value's content is values
again. Nothing here recurses: one call reads one value, and whoever knows the structure goes down into it. So the depth
of the input costs nothing, a length that promises more than there is ends at once, and an INTEGER of a million digits
is read in linear time (only to print it would take longer: no error does).

    tag    the identifier octet: class (bits 8 and 7), constructed or not (bit 6), number (bits 5 to 1)

Numbers in brackets are sections of X.690.
"""

from __future__ import annotations

from .errors import UnusableInput

INTEGER, BIT_STRING, OCTET_STRING, NULL, OID = 0x02, 0x03, 0x04, 0x05, 0x06
SEQUENCE, SET = 0x30, 0x31

_NAMES = {
    INTEGER: "an INTEGER",
    BIT_STRING: "a BIT STRING",
    OCTET_STRING: "an OCTET STRING",
    NULL: "a NULL",
    OID: "an OBJECT IDENTIFIER",
    SEQUENCE: "a SEQUENCE",
    SET: "a SET",
}


class Malformed(UnusableInput):
    """Octets that are no strict DER, or not of the structure wanted: code "bad-encoding"."""

    def __init__(self, detail: str) -> None:
        super().__init__("bad-encoding", detail)
        self.args = (detail,)  # what pickle and copy call __init__ with


def context(number: int, *, constructed: bool = True) -> int:
    """The tag [number] of the context's class; number < 31. [8.1.2]"""
    return (0xA0 if constructed else 0x80) | number


def name(tag: int) -> str:
    """A tag as an error calls it."""
    if tag & 0xC0 == 0x80:
        return f"a {'constructed' if tag & 0x20 else 'primitive'} [{tag & 0x1F}]"
    return _NAMES.get(tag, f"the tag {tag:02x}")


def read(tag: int, data: bytes) -> tuple[bytes, bytes]:
    """The content of the value that data begins with, which must have this tag, and what follows the value."""
    found, content, rest = read_any(data)
    if found != tag:
        raise Malformed(f"got {name(found)}, wanted {name(tag)}")
    return content, rest


def read_only(tag: int, data: bytes) -> bytes:
    """The content of the one value that data is."""
    content, rest = read(tag, data)
    end(rest, f"after {name(tag)}")
    return content


def read_optional(tag: int, data: bytes) -> tuple[bytes | None, bytes]:
    """`read`, or (None, data) where data is empty or begins with another tag."""
    return read(tag, data) if data[:1] == bytes([tag]) else (None, data)


def read_any(data: bytes) -> tuple[int, bytes, bytes]:
    """Tag and content of the value that data begins with, and what follows the value. [8.1 and 10.1]"""
    if len(data) < 2:
        raise Malformed("truncated" if data else "nothing where a value should begin")
    tag, length, start = data[0], data[1], 2
    if tag & 0x1F == 0x1F:
        raise Malformed("a tag of several octets")
    if length == 0x80:
        raise Malformed("an indefinite length, which BER has and DER doesn't")
    if length > 0x80:
        start += length & 0x7F
        if len(data) < start:
            raise Malformed("truncated")
        length = int.from_bytes(data[2:start], "big")
        if length < 0x80 or data[2] == 0:
            raise Malformed("a length in more octets than it needs, which BER allows and DER doesn't")
    if len(data) - start < length:
        raise Malformed("truncated")
    return tag, data[start : start + length], data[start + length :]


def end(rest: bytes, where: str) -> None:
    """Refuse what is left over."""
    if rest:
        raise Malformed(f"octets {where}")


def integer(content: bytes) -> int:
    """The INTEGER with this content: two's complement in as few octets as possible. [8.3]"""
    if not content:
        raise Malformed("an INTEGER without octets")
    if len(content) > 1 and (content[0], content[1] >> 7) in ((0x00, 0), (0xFF, 1)):
        raise Malformed("an INTEGER in more octets than it needs")
    return int.from_bytes(content, "big", signed=True)


def write(tag: int, content: bytes) -> bytes:
    """The value with this tag and content."""
    length = len(content)
    if length < 0x80:
        return bytes([tag, length]) + content
    octets = length.to_bytes((length.bit_length() + 7) // 8, "big")
    return bytes([tag, 0x80 | len(octets)]) + octets + content


def write_integer(x: int) -> bytes:
    """x as an INTEGER."""
    return write(INTEGER, x.to_bytes(max(x, ~x).bit_length() // 8 + 1, "big", signed=True))
