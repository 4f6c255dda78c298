"""What each speed-up gains: the operation with it and without it, interleaved, in multiples of M. `make gains`.

Prints the table of docs/performance.md. A gain is 1 - with/without.
"""

from __future__ import annotations

import sys
from functools import partial
from operator import mul
from statistics import median
from typing import TYPE_CHECKING, Any, NamedTuple

from ecref import EdDSA, WeierstrassCurve, ed448, ed25519, p256, p384, secp256k1
from ecref import multiples as ways
from ecref.edwards import add_2008_hwcd, add_2008_hwcd_3, dbl_2008_hwcd
from ecref.field import inverse, inverses, sqrt, sqrt_ratio
from ecref.measure import processor
from ecref.measure.tables import grow
from ecref.measure.unit import Unit
from ecref.rules import EDDSA_RULES
from ecref.scalarmult import double_and_add, window
from ecref.weierstrass import (
    WeierstrassPoint,
    add_1998_cmo_2,
    dbl_1998_cmo_2,
    dbl_2001_b,
    dbl_2009_l,
    madd_1998_cmo_2,
)

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    Call = Callable[[], object]

ROUNDS = 15
MESSAGE = bytes(64)


class Idea(NamedTuple):
    """A speed-up; the two ways; and the field whose M is the unit."""

    name: str
    what: str
    fast: Call
    plain: Call
    p: int


def scalars(n: int) -> list[int]:
    """Two of full size."""
    return [pow(7, 12345, n), pow(11, 54321, n)]


def formulas() -> Iterator[Idea]:
    """Of doubling and addition."""
    E, W, J = ed25519.curve, p256.curve, secp256k1.curve
    Q = (scalars(E.L)[0] * E.B).coordinates
    P = (scalars(E.L)[1] * E.B).coordinates
    (entry,) = E.prepare_normalized([P])
    X, Y, Z, T = Q
    yield Idea(
        "T on demand",
        "edwards25519, 128 doublings, 32 additions",
        lambda: by_calls([([entry], 4)] * 32, Q, always_T=False),
        lambda: by_calls([([entry], 4)] * 32, Q, always_T=True),
        E.p,
    )
    yield Idea(
        "doublings in one call",
        "edwards25519, 128 doublings",
        lambda: E.chain([([], 128)], Q),
        lambda: by_calls([([], 128)], Q),
        E.p,
    )
    yield Idea(
        "prepared addition for a = -1",
        "edwards25519, 32 additions",
        lambda: add_2008_hwcd_3(X, Y, Z, T, 1, [entry] * 32, E.p),
        lambda: add_2008_hwcd(X, Y, Z, T, 1, ((*P[:3], E.d * P[3] % E.p) for _ in range(32)), E.p, E.a),
        E.p,
    )
    yield Idea(
        "additions in one call",
        "edwards25519, 32 additions",
        lambda: E.chain([([entry] * 32, 0)], Q),
        lambda: by_calls([([entry] * 32, 0)], Q),
        E.p,
    )
    yield Idea(
        "2P prepared once",
        "edwards25519, 8 odd multiples",
        lambda: E.progression(P, Q, 8),
        lambda: ways.Curve.progression(E, P, Q, 8),
        E.p,
    )
    R, V = ((k * W.G).coordinates for k in scalars(W.n))
    affine = WeierstrassPoint(W, V).affine()
    yield Idea(
        "mixed addition",
        "P-256, 32 additions",
        lambda: madd_1998_cmo_2(*R, [affine] * 32, W.p, W.a),
        lambda: [add_1998_cmo_2(*R, *V, W.p) for _ in range(32)],
        W.p,
    )
    yield Idea(
        "doubling for a = -3",
        "P-256, 128 doublings",
        lambda: dbl_2001_b(*R, W.p, 128),
        lambda: dbl_1998_cmo_2(*R, W.p, W.a, 128),
        W.p,
    )
    S = (scalars(J.n)[0] * J.G).coordinates
    yield Idea(
        "doubling for a = 0",
        "secp256k1, 128 doublings",
        lambda: dbl_2009_l(*S, J.p, 128),
        lambda: dbl_1998_cmo_2(*S, J.p, J.a, 128),
        J.p,
    )


def fields() -> Iterator[Idea]:
    """Of inverses and roots."""
    E = ed25519.curve
    xs = [pow(3, i + 1000, E.p) for i in range(8)]
    yield Idea(
        "one inversion for all",
        "8 inverses modulo 2^255 - 19",
        lambda: inverses(xs, E.p),
        lambda: [inverse(x, E.p) for x in xs],
        E.p,
    )
    u, v = 4 * xs[0] % E.p * xs[0] % E.p * xs[1] % E.p, xs[1]
    yield Idea(
        "the root of a ratio",
        "decoding's root modulo 2^255 - 19",
        lambda: sqrt_ratio(u, v, E.p),
        lambda: sqrt(u * inverse(v, E.p), E.p),
        E.p,
    )


def multiplications() -> Iterator[Idea]:
    """Of [k]P."""
    for scheme in (ed25519, p256):
        E: Any = scheme.curve
        base = E.B if isinstance(scheme, EdDSA) else E.G
        order = E.L if isinstance(scheme, EdDSA) else E.n
        k, m = scalars(order)
        P, Q = E.decode((m * base).encode()), E.decode((k * base).encode())
        name = scheme.name
        yield Idea("window", f"{name}, [k]P", partial(window, k, P), partial(double_and_add, k, P), E.p)
        yield Idea("wNAF on coordinates", f"{name}, [k]P", partial(mul, k, P), partial(window, k, P), E.p)
        yield Idea("comb", f"{name}, [k]B", partial(mul, k, base), partial(mul, k, P), E.p)
        yield Idea(
            "joint (Straus)",
            f"{name}, [k]P + [m]Q",
            partial(E.combination, [(k, P), (m, Q)]),
            partial(separately, k, P, m, Q),
            E.p,
        )
    J = secp256k1.curve
    plain = WeierstrassCurve(J.p, J.a, J.b, J.n, J.base)
    k, m = scalars(J.n)
    P = J.decode((m * J.G).encode())
    yield Idea("endomorphism", "secp256k1, [k]P", lambda: k * P, lambda: k * plain.decode(P.encode()), J.p)


def verifications() -> Iterator[Idea]:
    """Of whole verifications."""
    scheme: Any
    for scheme in (ed25519, ed448):
        key = scheme.private_key(bytes(scheme.curve.size))
        public, signature = key.public_key, key.sign(MESSAGE)
        yield Idea(
            "half-size scalars",
            f"{scheme.name}, verify",
            partial(public.verify, signature, MESSAGE),
            partial(standard, scheme, public, signature),
            scheme.curve.p,
        )
    each: tuple[Any, ...] = (ed25519, ed448, p256, secp256k1, p384)
    for scheme in each:
        pair = scheme.generate()
        public, signature = pair.public_key, pair.sign(MESSAGE)
        prepared = public.prepare()
        yield Idea(
            "prepared key",
            f"{scheme.name}, verify",
            partial(prepared.verify, signature, MESSAGE),
            partial(public.verify, signature, MESSAGE),
            scheme.curve.p,
        )
    prepared = ed25519.private_key(bytes(32)).public_key.prepare()
    signature = ed25519.private_key(bytes(32)).sign(MESSAGE)
    yield Idea(
        "comparing octets before decoding R",
        "Ed25519, verify, prepared",
        lambda: prepared.verify(signature, MESSAGE),
        lambda: standard(ed25519, prepared, signature),
        ed25519.curve.p,
    )
    ecdsa = p256.private_key(7).public_key.prepare()
    signed = p256.private_key(7).sign(MESSAGE)
    P = ecdsa.Q + p256.curve.G

    def with_inversion() -> None:
        ecdsa.verify(signed, MESSAGE)
        P.affine()

    yield Idea(
        "comparing x without an inversion",
        "P-256, verify, prepared",
        lambda: ecdsa.verify(signed, MESSAGE),
        with_inversion,
        p256.curve.p,
    )


def batches() -> Iterator[Idea]:
    """Of batches, each signature of them."""
    for count in (64, 256):
        keys = [ed25519.generate() for _ in range(count)]
        items = [(key.public_key, key.sign(MESSAGE), MESSAGE) for key in keys]
        yield Idea(
            "batch equation",
            f"Ed25519, {count} signatures",
            partial(ed25519.verify_batch, items),
            partial(one_by_one, items),
            ed25519.curve.p,
        )
        yield Idea(
            "buckets (Pippenger)",
            f"Ed25519, batch of {count}",
            partial(with_many, 1, items),
            partial(with_many, sys.maxsize, items),
            ed25519.curve.p,
        )


def by_calls(steps: Any, Q: Any, *, always_T: bool = False) -> object:
    """edwards25519's chain with a call for each addition and doubling, and with T after each or on demand."""
    p, a = ed25519.curve.p, ed25519.curve.a
    X, Y, Z, E = Q
    H = 1
    for entries, times in steps:
        for entry in entries:
            X, Y, Z, E, H = add_2008_hwcd_3(X, Y, Z, E, H, [entry], p)
            if always_T:
                E, H = E * H % p, 1
        for _ in range(times):
            X, Y, Z, E, H = dbl_2008_hwcd(X, Y, Z, p, a)
            if always_T:
                E, H = E * H % p, 1
    return X, Y, Z, E * H % p


def separately(k: int, P: Any, m: int, Q: Any) -> object:
    """[k]P + [m]Q by two multiplications."""
    return k * P + m * Q


def one_by_one(items: list[Any]) -> None:
    """Each signature by itself."""
    for key, signature, message in items:
        key.verify(signature, message)


def standard(scheme: EdDSA, key: Any, signature: bytes) -> bool:
    """A verification by the standard's own equation: decode R, then two full multiplications."""
    rules = EDDSA_RULES["rfc8032"]
    R, S, A, k = scheme.read(key, MESSAGE, signature, b"", rules, scheme.notes(None, 7))
    return scheme.is_nothing(S * scheme.curve.B - (R + k * A), rules)


def with_many(many: int, items: list[Any]) -> None:
    """A batch with another bound for Pippenger's buckets."""
    before, ways.MANY = ways.MANY, many
    try:
        ed25519.verify_batch(items)
    finally:
        ways.MANY = before


def cost(idea: Idea) -> tuple[float, float]:
    """Median multiples of M of both ways, in interleaved rounds."""
    unit = Unit(idea.p)
    found: list[tuple[float, float]] = []
    idea.fast()
    idea.plain()
    for _ in range(ROUNDS):
        pair = []
        for call in (idea.fast, idea.plain):
            M = unit.seconds()
            start = processor.seconds()
            call()
            pair.append((processor.seconds() - start) / M)
        found.append((pair[0], pair[1]))
    return median(fast for fast, _ in found), median(plain for _, plain in found)


def write(line: str) -> None:
    """A line on standard output, at once."""
    sys.stdout.write(line + "\n")
    sys.stdout.flush()


def main() -> None:
    """Print the table."""
    for scheme in (ed25519, ed448, p256, p384, secp256k1):
        grow(scheme)
    write(f"CPython {sys.version.split()[0]}; M of each row's own field; median of {ROUNDS} interleaved rounds\n")
    write("| idea | of | without, M | with, M | gain |\n|---|---|---:|---:|---:|")
    for group in (formulas, fields, multiplications, verifications, batches):
        for idea in group():
            fast, plain = cost(idea)
            write(f"| {idea.name} | {idea.what} | {plain:,.0f} | {fast:,.0f} | {1 - fast / plain:.0%} |")


if __name__ == "__main__":
    main()
