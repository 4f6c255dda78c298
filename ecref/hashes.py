"""The hashes by name and size, and HMAC over any of them.

SHA-1, SHA-2, SHA-3 and SHAKE are hashlib's, Keccak is keccak.py's. A SHAKE has a fixed output length here:
32 and 64 octets in ECDSA [RFC 8692, 3], 114 and 64 in Ed448 [RFC 8032, 5.2].
"""

from __future__ import annotations

import hashlib

from .errors import UnusableInput
from .frozen import Frozen
from .inputs import pieces
from .keccak import keccak_256, keccak_512

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Protocol

    from .inputs import Message

    class Hasher(Protocol):
        """What hashlib's objects and Keccak have in common."""

        def update(self, data: bytes, /) -> None:
            """Take in more octets."""

        def digest(self) -> bytes:
            """The hash of all octets so far."""


_IPAD = bytes(octet ^ 0x36 for octet in range(256))  # the exclusive or of every octet, as a table
_OPAD = bytes(octet ^ 0x5C for octet in range(256))


class Hash(Frozen):
    """A hash function: `size` octets out, `block_size` octets a block of HMAC (None: no HMAC is defined)."""

    __slots__ = ("algorithm", "block_size", "name", "size")
    fields = ("name", "size", "block_size", "algorithm")
    name: str
    size: int
    block_size: int | None
    algorithm: str

    def __init__(self, name: str, size: int, block_size: int | None, algorithm: str) -> None:
        self._set(name=name, size=size, block_size=block_size, algorithm=algorithm)

    def new(self) -> Hasher:
        """A hash in progress, of no octets so far; ValueError where hashlib doesn't have it."""
        if self.algorithm == "keccak_256":
            return keccak_256()
        if self.algorithm == "keccak_512":
            return keccak_512()
        if self.algorithm.startswith("shake_"):
            return _Shake(self.algorithm, self.size)
        return hashlib.new(self.algorithm)

    def digest(self, *parts: bytes) -> bytes:
        """The hash of the parts, one after the other."""
        h = self.new()
        for part in parts:
            h.update(part)
        return h.digest()

    def of(self, message: Message) -> bytes:
        """The hash of a message: octets, a binary file, or octets in pieces."""
        h = self.new()
        for piece in pieces(message):
            h.update(piece)
        return h.digest()

    def hmac(self, key: bytes, data: bytes) -> bytes:
        """HMAC of data under key. [RFC 2104, 2] UnusableInput "unsupported" over a SHAKE."""
        if self.block_size is None:
            raise UnusableInput("unsupported", f"no standard defines HMAC over {self.name}")
        if len(key) > self.block_size:
            key = self.digest(key)
        key = key.ljust(self.block_size, b"\0")
        inner = self.digest(key.translate(_IPAD), data)
        return self.digest(key.translate(_OPAD), inner)


class _Shake:
    """A SHAKE whose output has a fixed length, so that it looks like a hash."""

    def __init__(self, algorithm: str, size: int) -> None:
        self._shake = hashlib.shake_128() if algorithm == "shake_128" else hashlib.shake_256()
        self._size = size

    def update(self, data: bytes) -> None:
        self._shake.update(data)

    def digest(self) -> bytes:
        return self._shake.digest(self._size)


def shake256(size: int) -> Hash:
    """SHAKE256 with `size` octets of output."""
    return Hash("SHAKE256", size, None, "shake_256")


KECCAK_512 = Hash("Keccak-512", 64, 72, "keccak_512")  # NEM's alone: no name of HASH_NAMES, which are ECDSA's

_HASHES = {
    hash_.name: hash_
    for hash_ in (
        Hash("SHA-1", 20, 64, "sha1"),
        Hash("SHA-224", 28, 64, "sha224"),
        Hash("SHA-256", 32, 64, "sha256"),
        Hash("SHA-384", 48, 128, "sha384"),
        Hash("SHA-512", 64, 128, "sha512"),
        Hash("SHA-512/224", 28, 128, "sha512_224"),
        Hash("SHA-512/256", 32, 128, "sha512_256"),
        Hash("SHA3-224", 28, 144, "sha3_224"),
        Hash("SHA3-256", 32, 136, "sha3_256"),
        Hash("SHA3-384", 48, 104, "sha3_384"),
        Hash("SHA3-512", 64, 72, "sha3_512"),
        Hash("SHAKE128", 32, None, "shake_128"),
        shake256(64),
        Hash("Keccak-256", 32, 136, "keccak_256"),
    )
}
HASH_NAMES = tuple(_HASHES)


def hash_named(name: str) -> Hash:
    """The hash with this name of HASH_NAMES; UnusableInput "unsupported" where it isn't one or Python lacks it."""
    if not isinstance(name, str):
        raise TypeError(f"a hash is named by a str, not {type(name).__name__}")
    if name not in _HASHES:
        raise UnusableInput("unsupported", f"no hash {name[:40]!r}; there are {', '.join(HASH_NAMES)}")
    try:
        _HASHES[name].new()
    except ValueError:
        raise UnusableInput("unsupported", f"this Python has no {name}") from None
    return _HASHES[name]
