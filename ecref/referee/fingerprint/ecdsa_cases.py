"""ECDSA's cases about signatures, their range, and digests. The letters are ecdsa_forger's, and FIPS 186-5's (6.4.2).

Each maker gives (key of a question, the request in one form or several). Nothing is judged here.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from ecref.hashes import hash_named
from ecref.signatures import encode

from .ecdsa_encodings import near_der, near_p1363
from .ecdsa_forger import FORMS, SMALL_S

if TYPE_CHECKING:
    from collections.abc import Iterator

    from .case import Request
    from .ecdsa_forger import Forger

    Asked = tuple[str, list[Request]]


def signatures(f: Forger) -> Iterator[Asked]:
    """Signatures that hold, and what was changed in them."""
    small_r, Q = f.forged(beyond_n=False)
    for form in FORMS:
        yield form, [f.verify(encode(f.r, f.s, 0, form, f.n), form)]
        yield form, [f.verify(encode(small_r, SMALL_S, 0, form, f.n), form, public_key=Q.hex())]
    other = f.private_key("other").public_key.to_bytes()
    yield "changed", f.verify_pair(f.r, f.s, message=f.message.hex() + "00")
    yield "changed", f.verify_pair(f.r, f.s, public_key=other.hex())
    yield "changed", f.verify_pair(f.r ^ 2, f.s)
    yield "changed", f.verify_pair(f.r, f.s ^ 2)
    yield "high-s", f.verify_pair(f.r, f.n - f.s)


def encodings(f: Forger) -> Iterator[Asked]:
    """Signatures that hold, but aren't written as DER or P1363 are."""
    for key, octets in near_der(f.r, f.s, f.n):
        yield key, [f.verify(octets, "der")]
    small_r, Q = f.forged(beyond_n=False)
    for key, octets in near_p1363(small_r, SMALL_S, f.n):
        yield key, [f.verify(octets, "p1363", public_key=Q.hex())]


def ranges(f: Forger) -> Iterator[Asked]:
    """r and s at the ends of [1, n-1] and beyond; x(R1) from n on."""
    n, r, s = f.n, f.r, f.s
    for pair in ((0, 0), (0, s), (r, 0), (n, s), (r, n), (n, n)):
        yield "zero", f.verify_pair(*pair)
    small_r, Q = f.forged(beyond_n=False)
    yield "r-plus-n", f.verify_pair(small_r + n, SMALL_S, public_key=Q.hex())
    yield "r-plus-n", f.verify_pair(r + n, s)
    yield "s-plus-n", f.verify_pair(small_r, SMALL_S + n, public_key=Q.hex())
    yield "s-plus-n", f.verify_pair(r, s + n)
    small_r, Q = f.forged(beyond_n=True)
    yield "x-beyond-n", f.verify_pair(small_r, SMALL_S, public_key=Q.hex())
    yield "r-plus-n", f.verify_pair(small_r + n, SMALL_S, public_key=Q.hex())
    e = -r * int.from_bytes(f.key.private_bytes(), "big") % n  # [e/s]G + [r/s]Q = O
    yield "identity-result", f.verify_pair(r, s, digest=f"{e:0{2 * f.width}x}")


def digests(f: Forger) -> Iterator[Asked]:
    """Digests that are longer than n, or shorter; of zeros; of ones, which is more than n."""
    longer, shorter = "SHA-512", "SHA-224" if f.width == 32 else "SHA-256"
    for key, name in (("digest-longer", longer), ("digest-shorter", shorter)):
        yield key, f.verify_pair(*f.pair(f.message, hash=name), hash=name)
    for key, size in (("digest-longer", 64), ("digest-shorter", 20), ("digest-shorter", 1)):
        digest = bytes(range(1, size + 1))
        yield key, f.verify_pair(*f.pair_of_digest(digest), hash=None, digest=digest.hex())
    whole = int.from_bytes(hash_named(longer).digest(f.message), "big") % f.n
    yield "digest-modulo-n", f.verify_pair(*f.pair_of_digest(whole.to_bytes(f.width, "big")), hash=longer)
    for key, octet in (("digest-zero", b"\0"), ("digest-ones", b"\xff")):
        digest = octet * f.width
        yield key, f.verify_pair(*f.pair_of_digest(digest), digest=digest.hex())
