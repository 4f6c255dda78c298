"""The values that SSH's messages and files are made of. [RFC 4251, 5]

    uint32    four octets, big-endian
    string    its length as a uint32, then as many octets
    mpint     an integer as a string: two's complement, big-endian, in as few octets as possible (0: none)

OpenSSH's armor is PEM, but in lines of 70 characters where RFC 7468 wants 64.
"""

from __future__ import annotations

from contextlib import suppress

from ecref.der import Malformed
from ecref.errors import UnusableInput

ARMOR_COLUMNS = 70


class Reader:
    """Takes one value after the other off octets; `what` names a value in the error, UnusableInput "bad-encoding"."""

    def __init__(self, octets: bytes) -> None:
        self._octets = octets
        self._at = 0

    def take(self, length: int, what: str) -> bytes:
        """The next octets, as many as that."""
        left = len(self._octets) - self._at
        if length > left:
            raise Malformed(f"{what}: {left} octets are left, wanted {length}")
        self._at += length
        return self._octets[self._at - length : self._at]

    def uint32(self, what: str) -> int:
        """The next uint32."""
        return int.from_bytes(self.take(4, what), "big")

    def string(self, what: str) -> bytes:
        """The next string's octets."""
        return self.take(self.uint32(what), what)

    def text(self, what: str) -> str:
        """The next string, in UTF-8 and without NUL, which would end it in C."""
        octets = self.string(what)
        if b"\0" in octets:
            raise Malformed(f"{what}: a NUL in it")
        with suppress(UnicodeDecodeError):  # which holds the octets, and would be the error's context
            return octets.decode()
        raise Malformed(f"{what}: no UTF-8")

    def mpint(self, what: str) -> int:
        """The next mpint, if it isn't negative."""
        octets = self.string(what)
        if octets[:1] > b"\x7f":
            raise Malformed(f"{what}: a negative mpint")
        if octets[:1] == b"\0" and octets[1:2] <= b"\x7f":
            raise Malformed(f"{what}: an mpint longer than needed")
        return int.from_bytes(octets, "big")

    def rest(self) -> bytes:
        """All that is left."""
        return self.take(len(self._octets) - self._at, "")

    def end(self, what: str) -> None:
        """Refuse that anything is left after what was read."""
        left = len(self._octets) - self._at
        if left:
            raise Malformed(f"{left} octets after {what}")


def string(octets: bytes) -> bytes:
    """Octets as a string."""
    return len(octets).to_bytes(4, "big") + octets


def utf8(what: str, value: object) -> bytes:
    """The octets of a text that a caller gives; UnusableInput "bad-request" if `Reader.text` would refuse them."""
    if not isinstance(value, str):
        raise TypeError(f"{what} must be a str, not {type(value).__name__}")
    try:
        octets = value.encode()
    except UnicodeEncodeError:
        raise UnusableInput("bad-request", f"{what} has a lone surrogate, which UTF-8 can't write") from None
    if b"\0" in octets:
        raise UnusableInput("bad-request", f"{what} has a NUL in it")
    return octets


def mpint(x: int) -> bytes:
    """x >= 0 as an mpint: its highest bit is the sign, so that a multiple of 8 bits takes another octet."""
    return string(x.to_bytes((x.bit_length() + 8) // 8 if x else 0, "big"))
