"""More edge cases of EdDSA, each with its steps: what is hashed, where S ends, other contexts, points written oddly.

edge_cases.py has those of small and mixed order. The letters are forger.py's; nothing is judged here.

A point that isn't of small order and whose y is not below p has a discrete logarithm that nobody knows on Ed25519,
where y is one of p ... p + 18; so no signature of such a key holds, and what can be tested is how its octets decode.
On Ed448 all 455 bits below the sign are read, so every point has 127 encodings with y >= p, honest ones too.
"""

from __future__ import annotations

import hashlib
from itertools import product
from typing import TYPE_CHECKING

from ecref import eddsa
from ecref.errors import InvalidPoint
from ecref.referee.torsion import write

from .forger import MESSAGES, Case, Forger
from .vector import Suite, Vector

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from ecref.eddsa_keys import EdDSAPrivateKey
    from ecref.edwards import EdwardsPoint

MULTIPLES = (1, 2, 3, 63, 64, 126)  # of p, added to y on Ed448; y + 126p < 2^455 for every y
RECEIVED, CANONICAL = "k-of-received-octets", "k-of-canonical-octets"
LENGTHS = (0, 1, 2, 127, 128, 254, 255)  # of contexts
FAMILIES = {"Ed25519": ("Ed25519", "Ed25519ctx", "Ed25519ph"), "Ed448": ("Ed448", "Ed448ph")}


def suite() -> Suite:
    """The cases of both curves, and of the schemes with a context."""
    groups = []
    for scheme, family in FAMILIES.items():
        forger = Forger(scheme)
        for make in MAKERS:
            name = make.__name__.replace("_", "-")
            cases = enumerate(make(forger), 1)
            groups.append([case.vector(scheme, f"{scheme}/{name}/{number}", {"steps": True}) for number, case in cases])
        groups += [_contexts(each) for each in family if each != "Ed25519"]
        groups.append(_other_schemes(family))
    return Suite("edge-cases-eddsa", groups)


# ---------------------------------------------------------------- k hashes the octets as they were received


def octets_of_a_small_A(forger: Forger) -> Iterator[Case]:
    """A of small order, written oddly: without the cofactor, [k]A vanishes for one k and not for the other."""
    R = forger.R.encode()
    h = forger.E.cofactor
    for i, received, odd in forger.small_orders():
        if odd and i:
            canonical = forger.torsion[i].encode()
            for flag in (RECEIVED, CANONICAL):
                for message in (str(number).encode() for number in range(MESSAGES)):
                    k = [forger.wide(R, A, message) % forger.E.L * i % h for A in (received, canonical)]
                    if (k[0] == 0) == (flag == RECEIVED) and (k[1] == 0) == (flag == CANONICAL):
                        signature = R + forger.scalar(forger.r)
                        yield Case(("A-small-order", "A-non-canonical", flag), received, message, signature)
                        break


def octets_of_a_small_R(forger: Forger) -> Iterator[Case]:
    """R of small order, written oddly; S = k*s for either k."""
    A = forger.A.encode()
    for i, received, odd in forger.small_orders():
        if odd:
            for flag, hashed in ((RECEIVED, received), (CANONICAL, forger.torsion[i].encode())):
                k = forger.wide(hashed, A, b"R") % forger.E.L
                signature = received + forger.scalar(k * forger.s % forger.E.L)
                yield Case(("R-small-order", "R-non-canonical", flag), A, b"R", signature)


def honest_points_with_a_large_y(forger: Forger) -> Iterator[Case]:
    """Ed448: A, R or both written with y + mp, and k of the octets received, or of canonical ones."""
    if forger.scheme == "Ed448":
        A, R = forger.A.encode(), forger.R.encode()
        for m in MULTIPLES:
            large_A, large_R = _raised(forger, forger.A, m), _raised(forger, forger.R, m)
            for received_A, received_R in ((large_A, R), (A, large_R), (large_A, large_R)):
                odd = ("A-non-canonical",) * (received_A != A) + ("R-non-canonical",) * (received_R != R)
                for flag, hashed_A, hashed_R in ((RECEIVED, received_A, received_R), (CANONICAL, A, R)):
                    signature = forger.sign(hashed_R, forger.r, hashed_A, forger.s, b"455 bits")
                    signature = received_R + signature[forger.E.size :]
                    yield Case((*odd, "455-bit-y", flag), received_A, b"455 bits", signature)


def _raised(forger: Forger, P: EdwardsPoint, m: int) -> bytes:
    x, y = P.affine()
    return write(forger.E, y + m * forger.E.p, x & 1)


# ---------------------------------------------------------------- points that nobody has the logarithm of


def decoding(forger: Forger) -> Iterator[Case]:
    """y = p + 2 ... p + 18 with both signs, where the curve has such a point: it is read, but no signature holds."""
    E, A, R = forger.E, forger.A.encode(), forger.R.encode()
    for y, sign in product(range(2, 19), (0, 1)):
        try:
            P = E.decode(write(E, y, sign))
        except InvalidPoint:
            continue
        assert not E.is_small_order(P)
        octets = write(E, E.p + y, sign)
        signature = forger.sign(R, forger.r, octets, forger.s, b"y")
        yield Case(("A-non-canonical", "decoding-only"), octets, b"y", signature)
        yield Case(("R-non-canonical", "decoding-only"), A, b"y", forger.sign(octets, forger.r, A, forger.s, b"y"))


# ---------------------------------------------------------------- S


def bounds_of_S(forger: Forger) -> Iterator[Case]:
    """Any S at all, with A = O and R = [S]B: the equation holds, so that it is the bound alone that decides.

    S = L +- 2^(32i) differs from L in one limb; S = 2^i + 5 has a bit of the last octets that some only look at.
    """
    E = forger.E
    identity, bits = E.identity.encode(), 8 * E.size
    near = [E.L + sign * (1 << i) for i in range(0, E.L.bit_length() - 1, 32) for sign in (-1, 1)]
    top = [(1 << i) + 5 for i in range(E.L.bit_length() - 2, bits)]
    ends = [1, 2, (1 << E.L.bit_length() - 1) - 1, 1 << E.L.bit_length() - 1, E.L - 2]
    for S in (*ends, *near, *top):
        flags = ("A-small-order", "bound-of-S") + ("S-out-of-range",) * (S >= E.L)
        yield Case(flags, identity, b"S", (S * E.B).encode() + forger.scalar(S))


MAKERS: tuple[Callable[[Forger], Iterator[Case]], ...] = (
    octets_of_a_small_A,
    octets_of_a_small_R,
    honest_points_with_a_large_y,
    decoding,
    bounds_of_S,
)


# ---------------------------------------------------------------- contexts


def _contexts(scheme: str) -> list[Vector]:
    """Contexts of many lengths; cut, lengthened, taken for a part of the message; one that is too long."""
    key = _key(scheme)
    cases: list[tuple[str, bytes, bytes, bytes, bytes]] = []  # flag; signed context, message; verified ones
    for length in LENGTHS:
        C = bytes(range(length))
        cases.append(("honest", C, b"message", C, b"message"))
        if length:
            cases.append(("context-cut", C, b"message", C[:-1], b"message"))
            cases.append(("context-in-message", C, b"message", C[:-1], C[-1:] + b"message"))
        if length < 255:
            cases.append(("context-lengthened", C, b"message", C + b"\0", b"message"))
    cases.append(("context-in-message", b"", b"ab", b"ab", b""))
    cases.append(("context-too-long", b"", b"message", bytes(256), b"message"))
    return [
        Case((flag,), key.public_key.to_bytes(), verified, key.sign(signed, context=C)).vector(
            scheme, f"{scheme}/more-contexts/{number}", {"steps": True, "context": verified_C.hex()}
        )
        for number, (flag, C, signed, verified_C, verified) in enumerate(cases, 1)
    ]


def _other_schemes(family: tuple[str, ...]) -> list[Vector]:
    """Signatures of each scheme of a curve, verified as another's; and what was prehashed twice, or not at all."""
    vectors = []
    M = b"message"
    for signer, verifier in product(family, repeat=2):
        key, C = _key(family[0], signer), b"" if signer != "Ed25519" else None
        A, verified_C = key.public_key.to_bytes(), b"" if verifier != "Ed25519" else None
        if signer != verifier:
            vectors.append((verifier, Case(("other-scheme",), A, M, key.sign(M, context=C)), verified_C))
        if signer.endswith("ph") != verifier.endswith("ph"):
            PH = hashlib.sha512(M).digest() if family[0] == "Ed25519" else hashlib.shake_256(M).digest(64)
            signed, verified = (M, PH) if signer.endswith("ph") else (PH, M)
            case = Case(("other-scheme", "prehashed-by-hand"), A, verified, key.sign(signed, context=C))
            vectors.append((verifier, case, verified_C))
    return [
        case.vector(
            verifier,
            f"{family[0]}/other-schemes/{number}",
            {"steps": True} if C is None else {"steps": True, "context": C.hex()},
        )
        for number, (verifier, case, C) in enumerate(vectors, 1)
    ]


def _key(name: str, scheme: str | None = None) -> EdDSAPrivateKey:
    """A key of the scheme, whose seed follows from the name."""
    record = eddsa.SCHEMES[scheme or name]
    return record.private_key(hashlib.shake_256(f"ecref edge cases/{name}".encode()).digest(record.curve.size))
