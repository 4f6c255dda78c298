"""EdDSA's edge cases on both curves: where verifiers that pass every honest test disagree.

Nobody publishes such vectors for Ed448. "Taming the Many EdDSAs" (Chalkias, Garillot, Nikolaenko, 2020) and ZIP
215 say what they are about. Nothing is judged here; the verdicts come from judge.py. The letters are forger.py's.

With A = [s]B + [a]T, R = [r]B + [b]T and S = r + k*s, a signature leaves the residue

    R + [k]A - [S]B = [b + k*a]T

which is O, or a point of small order that only multiplication by the cofactor h removes.
"""

from __future__ import annotations

import hashlib
from itertools import count, product
from typing import TYPE_CHECKING

from ecref import eddsa
from ecref.errors import InvalidPoint
from ecref.referee.torsion import encodings, write

from .forger import Case, Forger
from .vector import Suite, Vector

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from ecref.edwards import EdwardsCurve

VARIANTS = {"Ed25519": ("Ed25519ctx", "Ed25519ph"), "Ed448": ("Ed448", "Ed448ph")}


def suite(scheme: str) -> Suite:
    """All edge cases of Ed25519 or Ed448, and controls for the schemes with a context."""
    forger = Forger(scheme)
    groups = []
    for make in MAKERS:
        name = make.__name__.replace("_", "-")
        cases = enumerate(make(forger), 1)
        groups.append([case.vector(scheme, f"{scheme}/{name}/{number}", {}) for number, case in cases])
    groups += [_contexts(variant) for variant in VARIANTS[scheme]]
    return Suite(f"edge-cases-{scheme.lower()}", groups)


def honest(forger: Forger) -> Iterator[Case]:
    """Controls: signatures that hold, and each part of one changed."""
    E, A, R = forger.E, forger.A.encode(), forger.R.encode()
    for message in (b"", b"a", b"ecref" * 40):
        yield Case(("honest",), A, message, forger.sign(R, forger.r, A, forger.s, message))
    signature = forger.sign(R, forger.r, A, forger.s, b"signed")
    other = (forger.secret("other") * E.B).encode()
    yield Case(("message-changed",), A, b"Signed", signature)
    yield Case(("A-changed",), other, b"signed", signature)
    yield Case(("R-changed",), A, b"signed", other + signature[E.size :])
    S = int.from_bytes(signature[E.size :], "little")
    for changed in (0, 1, S ^ 1, E.L - S, E.L - 1):
        yield Case(("S-changed",), A, b"signed", R + forger.scalar(changed))


def small_order_pairs(forger: Forger) -> Iterator[Case]:
    """Every encoding of a small-order A with every one of a small-order R, and S = 0: no secret is needed."""
    for (_, A, odd_A), (_, R, odd_R) in product(forger.small_orders(), repeat=2):
        flags = ("A-small-order", "R-small-order", *(f"A-{odd}" for odd in odd_A), *(f"R-{odd}" for odd in odd_R))
        yield Case(flags, A, b"small order", R + forger.scalar(0))


def one_of_small_order(forger: Forger) -> Iterator[Case]:
    """A of small order with an honest R (S = r), leaving a residue or none; R of small order with an honest A."""
    A, R = forger.A.encode(), forger.R.encode()
    for a, octets, odd in forger.small_orders():
        flags = ("A-small-order", *(f"A-{each}" for each in odd))
        for residue, message in _residues(forger, R, octets, a, 0):
            yield Case((*flags, *residue), octets, message, forger.sign(R, forger.r, octets, 0, message))
    for _, octets, odd in forger.small_orders():
        flags = ("R-small-order", *(f"R-{each}" for each in odd))
        yield Case(flags, A, b"small R", forger.sign(octets, 0, A, forger.s, b"small R"))


def mixed_order(forger: Forger) -> Iterator[Case]:
    """All pairs a, b but 0, 0: once without a residue, if that can be, and once with one."""
    for (a, T_A), (b, T_R) in product(enumerate(forger.torsion), repeat=2):
        if a or b:
            A, R = (forger.A + T_A).encode(), (forger.R + T_R).encode()
            flags = ("A-mixed-order",) * (a != 0) + ("R-mixed-order",) * (b != 0)
            for residue, message in _residues(forger, R, A, a, b):
                yield Case((*flags, *residue), A, message, forger.sign(R, forger.r, A, forger.s, message))


def _residues(forger: Forger, R: bytes, A: bytes, a: int, b: int) -> Iterator[tuple[tuple[str, ...], bytes]]:
    """A flag and a message for either kind of k, if there is one: b + k*a = 0 (mod h), or not."""
    for flags in ((), ("residue",)):
        message = forger.message(R, A, lambda k: bool((b + k * a) % forger.E.cofactor) == bool(flags))  # noqa: B023  called at once
        if message is not None:
            yield flags, message


def reduction_of_k(forger: Forger) -> Iterator[Case]:
    """A of mixed order, where it matters whether k is reduced, and whether h multiplies a point or a scalar."""
    L, h = forger.E.L, forger.E.cofactor
    A, R = (forger.A + forger.torsion[1]).encode(), forger.R.encode()
    conditions: dict[str, Callable[[int], bool]] = {  # on the hash; what the residue vanishes for
        "reduced-k-only": lambda wide: wide % L % h == 0 and wide % h != 0,
        "unreduced-k-only": lambda wide: wide % L % h != 0 and wide % h == 0,
        "neither-k": lambda wide: wide % L % h != 0 and wide % h != 0,
        "cofactor-times-point-only": lambda wide: h * wide % L % h != 0,
        "cofactor-times-scalar-too": lambda wide: h * wide % L % h == 0,
    }
    for flag, suits in conditions.items():
        message = forger.message(R, A, suits, reduced=False)
        assert message is not None
        yield Case(("A-mixed-order", flag), A, message, forger.sign(R, forger.r, A, forger.s, message))


def multiples_of_p(forger: Forger) -> Iterator[Case]:
    """An honest A or R written with y + p and y + mp (where there is room), and each bit of its last octet flipped."""
    E, A, R = forger.E, forger.A.encode(), forger.R.encode()
    last = 8 * E.size - 8
    for octets in encodings(E, forger.A)[1:]:
        yield Case(("A-non-canonical",), octets, b"A", forger.sign(R, forger.r, octets, forger.s, b"A"))
    for octets in encodings(E, forger.R)[1:]:
        yield Case(("R-non-canonical",), A, b"R", forger.sign(octets, forger.r, A, forger.s, b"R"))
    for bit in range(last, last + 8):
        octets = _flip(A, bit)
        yield Case(("A-last-octet",), octets, b"A", forger.sign(R, forger.r, octets, forger.s, b"A"))
        octets = _flip(R, bit)
        yield Case(("R-last-octet",), A, b"R", forger.sign(octets, forger.r, A, forger.s, b"R"))
        signature = forger.sign(R, forger.r, A, forger.s, b"S")
        yield Case(("S-last-octet",), A, b"S", R + _flip(signature[E.size :], bit))


def unlikely_y(forger: Forger) -> Iterator[Case]:
    """y = p - 2 ... p + 18 with both signs, as A and as R: on the curve or off it, in range or not."""
    E, A, R = forger.E, forger.A.encode(), forger.R.encode()
    for y, sign in product(range(E.p - 2, E.p + 19), (0, 1)):
        octets = write(E, y, sign)
        yield Case(("A-unlikely-y",), octets, b"y", forger.sign(R, forger.r, octets, forger.s, b"y"))
        yield Case(("R-unlikely-y",), A, b"y", forger.sign(octets, forger.r, A, forger.s, b"y"))


def range_of_S(forger: Forger) -> Iterator[Case]:
    """S + mL of a signature that holds; and L, its neighbours and multiples where A = R = O."""
    E, A, R = forger.E, forger.A.encode(), forger.R.encode()
    top = 1 << 8 * E.size
    S = int.from_bytes(forger.sign(R, forger.r, A, forger.s, b"S")[E.size :], "little")
    most = (top - 1 - S) // E.L
    for m in sorted({m for m in (1, 2, 3, 4, 8, most // 2, most) if m <= most}):
        yield Case(("S-out-of-range",), A, b"S", R + forger.scalar(S + m * E.L))
    O = E.identity.encode()
    for S in (E.L - 1, E.L, E.L + 1, 2 * E.L, E.cofactor * E.L, top - 1):
        odd = ("S-out-of-range",) * (S >= E.L)
        yield Case(("A-small-order", "R-small-order", *odd), O, b"S", O + forger.scalar(S))


def order_of_reasons(forger: Forger) -> Iterator[Case]:
    """Faults of R, S and A together: each rule set names the first that it looks at."""
    E = forger.E
    identity, second_name_of_it = E.identity.encode(), write(E, E.p + 1, 0)
    points = (identity, second_name_of_it, _off_curve(E))
    for R, S, A in product((forger.R.encode(), *points), (forger.r, E.L), (forger.A.encode(), *points)):
        yield Case(("several-faults",), A, b"faults", R + forger.scalar(S))


def lengths(forger: Forger) -> Iterator[Case]:
    """Signatures that are too short or too long."""
    A, R = forger.A.encode(), forger.R.encode()
    signature = forger.sign(R, forger.r, A, forger.s, b"length")
    for wrong in (b"", signature[:1], R, signature[:-1], signature + b"\0", signature + signature):
        yield Case(("length",), A, b"length", wrong)


MAKERS: tuple[Callable[[Forger], Iterator[Case]], ...] = (
    honest,
    small_order_pairs,
    one_of_small_order,
    mixed_order,
    reduction_of_k,
    multiples_of_p,
    unlikely_y,
    range_of_S,
    order_of_reasons,
    lengths,
)


def _contexts(scheme: str) -> list[Vector]:
    """Signatures under three contexts, each verified under all three."""
    record = eddsa.SCHEMES[scheme]
    key = record.private_key(hashlib.shake_256(f"ecref edge cases/{scheme}".encode()).digest(record.curve.size))
    A = key.public_key.to_bytes()
    contexts = (b"", b"ecref", bytes(range(255)))
    vectors = []
    for number, (signed, verified) in enumerate(product(contexts, repeat=2), 1):
        flag = "honest" if signed == verified else "context-changed"
        case = Case((flag,), A, b"context", key.sign(b"context", context=signed))
        vectors.append(case.vector(scheme, f"{scheme}/contexts/{number}", {"context": verified.hex()}))
    return vectors


def _flip(octets: bytes, bit: int) -> bytes:
    return (int.from_bytes(octets, "little") ^ 1 << bit).to_bytes(len(octets), "little")


def _off_curve(E: EdwardsCurve) -> bytes:
    """The least y > 1 that no point has."""
    for y in count(2):
        octets = write(E, y, 0)
        try:
            E.decode(octets)
        except InvalidPoint:
            return octets
    raise AssertionError
