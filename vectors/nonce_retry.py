"""ECDSA on toy curves, where RFC 6979's first candidate for k often doesn't serve: out of range, or r = 0, or s = 0.

On the real curves a candidate is out of range once in 2^32 (P-256) to 2^190 (P-384) signatures, and r or s is 0 never
in practice, so that no test of those reaches the loop of RFC 6979, 3.2, step h, or the return of FIPS 186-5, 6.4.1.

The signatures are computed here from the definitions alone: HMAC by the standard library, and a table of [k]G that
is made by the affine laws. The letters are rfc6979.py's and ecdsa.py's.
"""

from __future__ import annotations

import hashlib
import hmac
from collections import Counter
from dataclasses import dataclass, field
from itertools import count
from typing import TYPE_CHECKING

from .vector import Suite, Vector

if TYPE_CHECKING:
    from collections.abc import Iterator

HASHES = {"SHA-1": "sha1", "SHA-256": "sha256", "SHA-512": "sha512"}
OF_EACH_KIND = 2
MESSAGES = 400


@dataclass(frozen=True)
class Toy:
    """y^2 = x^3 + a*x + b modulo p, where G = (Gx, Gy) generates all points, a prime number n of them."""

    p: int
    a: int
    b: int
    n: int
    Gx: int
    Gy: int
    xs: list[int] = field(init=False, compare=False)

    def __post_init__(self) -> None:
        """xs[k] is x([k]G) for 0 < k < n."""
        object.__setattr__(self, "xs", [-1, *(x for x, _ in self._multiples())])

    def _multiples(self) -> Iterator[tuple[int, int]]:
        p, x, y = self.p, self.Gx, self.Gy
        for k in range(1, self.n):
            yield x, y
            if k == 1:
                m = (3 * x * x + self.a) * pow(2 * y, -1, p)
            elif k < self.n - 1:
                m = (y - self.Gy) * pow(x - self.Gx, -1, p)
            x, y = (x3 := (m * m - x - self.Gx) % p), (m * (self.Gx - x3) - self.Gy) % p

    def parameters(self) -> dict[str, int]:
        """The curve as it stands in a vector."""
        return {name: getattr(self, name) for name in ("p", "a", "b", "n", "Gx", "Gy")}


TOYS = (
    Toy(p=13, a=0, b=7, n=7, Gx=8, Gy=5),  # n < p, and x = n is on the curve: r = 0
    Toy(p=11, a=8, b=1, n=17, Gx=2, Gy=5),  # n > p, 5 bits of 32; x = 0 is on the curve: r = 0
    Toy(p=17, a=2, b=6, n=11, Gx=1, Gy=3),  # n < p, 4 bits of 16
    Toy(p=31, a=0, b=3, n=43, Gx=1, Gy=2),  # 6 bits of 64
)


def suite() -> Suite:
    """On each curve some signatures of every kind: which candidates were passed over, and why."""
    return Suite("edge-cases-nonces", [list(_of_curve(toy)) for toy in TOYS])


def _of_curve(toy: Toy) -> Iterator[Vector]:
    kinds: Counter[tuple[str, ...]] = Counter()
    number = count(1)
    for i in range(MESSAGES):
        message, name = str(i).encode(), list(HASHES)[i % len(HASHES)]
        d = i % (toy.n - 1) + 1
        flags, signature = signed(toy, d, message, HASHES[name])
        kinds[flags] += 1
        if kinds[flags] <= OF_EACH_KIND and len(flags) <= 3:
            request: dict[str, object] = {
                "op": "sign",
                "scheme": "ECDSA",
                "parameters": toy.parameters(),
                "hash": name,
                "private_key": f"{d:02x}",
                "private_key_format": "raw",
                "message": message.hex(),
                "signature_format": "p1363",
                "steps": True,
            }
            id_ = f"edge-cases/p{toy.p}n{toy.n}/nonces/{next(number)}"
            yield Vector(id_, request, flags=flags, published={"signature": signature.hex()})


def signed(toy: Toy, d: int, message: bytes, algorithm: str) -> tuple[tuple[str, ...], bytes]:
    """A flag for each candidate that didn't serve, in order, or "first-nonce"; and r, s in P1363."""
    h1 = hashlib.new(algorithm, message).digest()
    size, qlen = len(h1), toy.n.bit_length()
    e = int.from_bytes(h1, "big") >> 8 * size - qlen
    secret = bytes([d, e % toy.n])
    V, K = b"\1" * size, b"\0" * size
    for octet in b"\0", b"\1":
        K = hmac.digest(K, V + octet + secret, algorithm)
        V = hmac.digest(K, V, algorithm)
    flags: list[str] = []
    while True:
        V = hmac.digest(K, V, algorithm)
        k = int.from_bytes(V, "big") >> 8 * size - qlen
        if not 1 <= k < toy.n:
            flags.append("k-zero" if k == 0 else "k-over-n")
        else:
            r = toy.xs[k] % toy.n
            s = pow(k, -1, toy.n) * (e + r * d) % toy.n
            if r and s:
                return tuple(flags) or ("first-nonce",), bytes([r, s])
            flags.append("r-zero" if r == 0 else "s-zero")
        K = hmac.digest(K, V + b"\0", algorithm)
        V = hmac.digest(K, V, algorithm)

