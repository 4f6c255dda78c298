"""What is done to a message before it is signed: hashed once with some hash, twice, not at all, behind a prefix.

A way is a list of steps, each the name of a hash or one of

    hex         the octets' lower-case hex digits
    eip-191     Ethereum's signed message: its prefix, the number of octets in decimal [EIP-191, version 45]
    bitcoin     Bitcoin's signed message: its prefix, the number of octets as a compact size [Bitcoin Core]
"""

from __future__ import annotations

from typing import TYPE_CHECKING, TypeAlias

from ecref.errors import UnusableInput
from ecref.hashes import HASH_NAMES, hash_named

from .changes import Change

if TYPE_CHECKING:
    from collections.abc import Iterator

    from .changes import Changes

Way: TypeAlias = tuple[str, ...]

_COST = {"SHA-256": 1, "SHA-512": 1, "SHA-384": 1, "SHA-1": 1, "Keccak-256": 1, "SHA3-256": 2, "SHA-224": 2}
_RARE = 3
_SLOW = 1000  # an octet of our own Keccak costs as much as so many of hashlib's


def hashes_here() -> list[str]:
    """The hashes that this Python has."""
    return [name for name in HASH_NAMES if _is_here(name)]


def ecdsa_ways(asked: str, *, is_digest: bool) -> list[tuple[Way, Changes]]:
    """From a message, or from what was given as a digest, to the digest that was signed."""
    if is_digest:
        unhashed: Changes = ()
        before: Changes = (_message("not-a-digest", "take the digest for a message and hash it", 1),)
    else:
        unhashed = (_message("digest", "take the message for its digest and don't hash it", 1),)
        before = ()
    found: list[tuple[Way, Changes]] = [((), unhashed)]
    for name in hashes_here():
        for way, changes in _through(name, asked):
            hashed = () if name == asked else (_hash(name),)
            found.append((way, (*before, *changes, *hashed)))
    return found


def eddsa_ways() -> list[tuple[Way, Changes]]:
    """From a message to what was signed as the message: itself, or its digest."""
    found: list[tuple[Way, Changes]] = [((), ())]
    for name in hashes_here():
        digest = f"the message's {name} digest"
        found.append(((name,), (_message("digest-of", f"take {digest} for the message", 2),)))
        hex_digits = _message("hex-of-digest", f"take the hex digits of {digest} for the message", 3)
        found.append(((name, "hex"), (hex_digits,)))
    return found


def _through(name: str, asked: str) -> Iterator[tuple[Way, Changes]]:
    """The ways that end with this hash."""
    yield (name,), ()
    yield (name, name), (_message("hashed-twice", "hash the message twice", 2),)
    yield (name, "hex", name), (_message("hex-of-digest", "hash the hex digits of the message's digest", 2),)
    if name == asked:
        for first in hashes_here():
            yield (first, name), (_message("hashed-first", f"hash the message with {first} first", 3),)
            digits = f"hash the hex digits of the message's {first} digest"
            yield (first, "hex", name), (_message("hex-of-digest", digits, 3),)
    if name == "Keccak-256":
        prefix = "put Ethereum's prefix (EIP-191) before the message"
        yield ("eip-191", name), (_message("eip-191", prefix, 1),)
        prefix = "put Ethereum's prefix (EIP-191) before the message's Keccak-256 digest"
        yield (name, "eip-191", name), (_message("eip-191-of-digest", prefix, 2),)
    if name == "SHA-256":
        prefix = "put Bitcoin's prefix before the message and hash twice"
        yield ("bitcoin", name, name), (_message("bitcoin", prefix, 1),)


class Hashing:
    """Goes a way, within a budget of octets hashed, so that a message of any length costs no more than that."""

    def __init__(self, budget: int = 1 << 28) -> None:
        self.left = {"hashlib": budget, "Keccak-256": budget // _SLOW}
        self.left_out = 0  # ways not gone for lack of budget

    def __call__(self, octets: bytes, way: Way) -> bytes | None:
        """What the way makes of octets; None where the budget doesn't reach."""
        for step in way:
            if not self.spend(len(octets), step):
                return None
            octets = _step(step, octets)
        return octets

    def spend(self, octets: int, step: str = "hashlib") -> bool:
        """Whether so many octets may still be hashed; then they count as hashed."""
        purse = step if step in self.left else "hashlib"
        if octets > self.left[purse]:
            self.left_out += 1
            return False
        self.left[purse] -= octets
        return True


def _step(name: str, octets: bytes) -> bytes:
    if name == "hex":
        return octets.hex().encode()
    if name == "eip-191":
        return b"\x19Ethereum Signed Message:\n" + str(len(octets)).encode() + octets
    if name == "bitcoin":
        return b"\x18Bitcoin Signed Message:\n" + _compact_size(len(octets)) + octets
    return hash_named(name).digest(octets)


def _compact_size(number: int) -> bytes:
    """Bitcoin's integer of variable length."""
    if number < 0xFD:
        return bytes([number])
    mark, width = (0xFD, 2) if number < 1 << 16 else (0xFE, 4)
    return bytes([mark]) + number.to_bytes(width, "little")


def _is_here(name: str) -> bool:
    try:
        hash_named(name)
    except UnusableInput:
        return False
    return True


def _hash(name: str) -> Change:
    return Change("hash", name, f"hash with {name}", _COST.get(name, _RARE))


def _message(name: str, detail: str, cost: int) -> Change:
    return Change("message", name, detail, cost)
