"""Signatures to order: any R, any A, written with any octets, over a message that suits.

For edge_cases.py: signatures whose R and A are no accident. The letters are RFC 8032's, but for T:

    s, A    secret scalar and public key of the forger
    r, R    nonce and its point
    T       a point of order h: [i]T, 0 <= i < h, are all points of small order (`torsion`)
    k       the challenge: the hash of R, A and the message, modulo L; `wide` is the hash before it is reduced
    S       r + k*s
"""

from __future__ import annotations

import hashlib
from dataclasses import dataclass
from typing import TYPE_CHECKING

from ecref import eddsa
from ecref.referee.torsion import encodings, small_order_points

from .vector import Vector

if TYPE_CHECKING:
    from collections.abc import Callable

MESSAGES = 1000  # candidates; a condition on k modulo h holds for one in eight of them, or for none


@dataclass(frozen=True)
class Case:
    """What a verifier is given, and flags that say what is odd about it."""

    flags: tuple[str, ...]
    public_key: bytes
    message: bytes
    signature: bytes

    def vector(self, scheme: str, name: str, more: dict[str, object]) -> Vector:
        """The vector that asks for its verification, under a name of ours and with more in its request."""
        request: dict[str, object] = {
            "op": "verify",
            "scheme": scheme,
            "public_key": self.public_key.hex(),
            "public_key_format": "raw",
            "message": self.message.hex(),
            "signature": self.signature.hex(),
            "signature_format": "raw",
        }
        return Vector(f"edge-cases/{name}", {**request, **more}, flags=self.flags)


class Forger:
    """The keys and tools of one scheme, Ed25519 or Ed448; every secret follows from its label."""

    def __init__(self, scheme: str) -> None:
        self.scheme = scheme
        self.E = eddsa.SCHEMES[scheme].curve
        self.torsion = small_order_points(self.E)
        self.s = self.secret("s")
        self.r = self.secret("r")
        self.A = self.s * self.E.B
        self.R = self.r * self.E.B

    def secret(self, label: str) -> int:
        """A scalar modulo L."""
        octets = hashlib.shake_256(f"ecref edge cases/{self.scheme}/{label}".encode()).digest(2 * self.E.size)
        return int.from_bytes(octets, "little") % self.E.L

    def wide(self, R: bytes, A: bytes, message: bytes) -> int:
        """The hash of RFC 8032, 5.1.7 or 5.2.7, step 2."""
        if self.scheme == "Ed25519":
            digest = hashlib.sha512(R + A + message).digest()
        else:
            digest = hashlib.shake_256(b"SigEd448\0\0" + R + A + message).digest(114)
        return int.from_bytes(digest, "little")

    def message(
        self, R: bytes, A: bytes, suits: Callable[[int], bool], *, reduced: bool = True
    ) -> bytes | None:
        """The first of the messages "0", "1", ... whose k suits, or whose hash if that is asked for."""
        for message in (str(i).encode() for i in range(MESSAGES)):
            wide = self.wide(R, A, message)
            if suits(wide % self.E.L if reduced else wide):
                return message
        return None

    def sign(self, R: bytes, r: int, A: bytes, s: int, message: bytes) -> bytes:
        """R, and S = r + k*s, whatever R and A are."""
        k = self.wide(R, A, message) % self.E.L
        return R + self.scalar((r + k * s) % self.E.L)

    def scalar(self, S: int) -> bytes:
        """S as it stands in a signature, in range or not."""
        return S.to_bytes(self.E.size, "little")

    def small_orders(self) -> list[tuple[int, bytes, tuple[str, ...]]]:
        """Every encoding of every [i]T: i, the octets, and "non-canonical" or nothing."""
        return [
            (i, octets, () if octets == P.encode() else ("non-canonical",))
            for i, P in enumerate(self.torsion)
            for octets in encodings(self.E, P)
        ]
