"""The endomorphism of y^2 = x^3 + b: toy curves completely, secp256k1 with its constants recomputed.

beta and lambda are found here by trying: the cube roots of 1, and the multiple of G that phi maps it to.
"""

from __future__ import annotations

from functools import cache
from itertools import product
from math import gcd

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import toy_curves as toy
from ecref import WeierstrassCurve
from ecref.curves import P256, SECP256K1
from ecref.endomorphism import Endomorphism, short_basis
from ecref.field import inverse, sqrt

CURVES: tuple[WeierstrassCurve, ...] = (  # p = 1 (mod 3), a = 0, prime order n
    *(toy.named(name) for name in ("p13n7", "p19n13", "p31n43")),
    WeierstrassCurve(name="p73n67", p=73, a=0, b=13, n=67, G=(4, 2)),
)
each_toy = pytest.mark.parametrize("curve", CURVES, ids=toy.name_of)


@cache
def endomorphism(curve: WeierstrassCurve) -> Endomorphism:
    """By trying all: beta != 1 with beta^3 = 1, and the lambda with [lambda]G = phi(G)."""
    x, y = curve.base
    beta = next(beta for beta in range(2, curve.p) if beta**3 % curve.p == 1)
    lambda_ = toy.multiples(curve.G).index((beta * x % curve.p, y))
    return Endomorphism(beta, lambda_, curve.n)


def fast(curve: WeierstrassCurve) -> WeierstrassCurve:
    """The same curve with its endomorphism."""
    return WeierstrassCurve(curve.p, 0, curve.b, curve.n, curve.base, 1, curve.name, endomorphism(curve))


@each_toy
def test_the_toys_have_the_order_they_claim(curve: WeierstrassCurve) -> None:
    assert len(toy.points(curve)) == curve.n == len(toy.multiples(curve.G))


@each_toy
def test_phi_maps_every_point_to_its_multiple_by_lambda(curve: WeierstrassCurve) -> None:
    phi, table = endomorphism(curve), toy.multiples(curve.G)
    assert (phi.lambda_**2 + phi.lambda_ + 1) % curve.n == 0
    for i, (x, y) in enumerate(table[1:], start=1):  # type: ignore[misc]  # only the first has no coordinates
        assert table[i * phi.lambda_ % curve.n] == (phi.beta * x % curve.p, y)


@each_toy
def test_every_multiple_of_every_point(curve: WeierstrassCurve) -> None:
    with_phi = fast(curve)
    assert with_phi.endomorphism is not None
    for P in toy.points(with_phi):
        table = toy.multiples(P)
        for k in range(-curve.n - 2, 2 * curve.n + 3):
            assert toy.affine(k * toy.scaled(P, 2)) == table[k % len(table)]


@pytest.mark.parametrize("curve", CURVES[:2], ids=toy.name_of)
def test_every_sum_of_two_multiples(curve: WeierstrassCurve) -> None:
    with_phi = fast(curve)
    table = toy.multiples(curve.G)
    for (i, P), (j, Q) in product(enumerate(toy.point(with_phi, xy) for xy in table), repeat=2):
        for k, m in product(range(curve.n), range(3)):
            assert toy.affine(with_phi.combination([(k, P), (m, Q)])) == table[(k * i + m * j) % curve.n]


def orders() -> list[tuple[int, int]]:
    """(n, lambda) for every prime n = 1 (mod 3) below 700, and either root of x^2 + x + 1."""
    primes = [n for n in range(7, 700, 6) if all(n % q for q in range(2, 27) if q < n)]
    return [(n, x) for n in primes for x in range(2, n) if (x * x + x + 1) % n == 0]


def test_every_scalar_is_split_within_the_bounds() -> None:
    """2|k1| <= |a1| + |a2| and 2|k2| <= |b1| + |b2|, as derived."""
    assert len(orders()) == 2 * 59
    for n, lambda_ in orders():
        phi = Endomorphism(0, lambda_, n)
        (a1, b1), (a2, b2) = phi.basis
        for k in range(-n, 2 * n):
            k1, k2 = phi.split(k)
            assert (k1 + k2 * lambda_ - k) % n == 0
            assert 2 * abs(k1) <= abs(a1) + abs(a2)
            assert 2 * abs(k2) <= abs(b1) + abs(b2)


def test_every_basis_spans_the_lattice() -> None:
    """For all lambda, whether they come from an endomorphism or not."""
    every = [(n, lambda_) for n in range(2, 100) for lambda_ in range(1, n) if gcd(n, lambda_) == 1]
    for n, lambda_ in [*every, *orders()]:
        (a1, b1), (a2, b2) = short_basis(lambda_, n)
        assert a1 * b2 - a2 * b1 == n
        assert (a1 + b1 * lambda_) % n == (a2 + b2 * lambda_) % n == 0


# ---------------------------------------------------------------- secp256k1

PHI = SECP256K1.endomorphism


def test_the_constants_of_secp256k1_are_roots_that_belong_together() -> None:
    """beta and lambda are (-1 + sqrt(-3))/2 modulo p and n; of two roots each, two pairs fit."""
    assert PHI is not None
    p, n = SECP256K1.p, SECP256K1.n
    for root, q in ((PHI.beta, p), (PHI.lambda_, n)):
        s = sqrt(-3, q)
        assert s is not None
        assert root in {(-1 + s) * inverse(2, q) % q, (-1 - s) * inverse(2, q) % q}
    assert PHI.n == n
    x, y = SECP256K1.base
    over = toy.definition(SECP256K1)
    assert toy.affine(PHI.lambda_ * toy.base(over)) == (PHI.beta * x % p, y)
    assert toy.affine(PHI.lambda_ ** 2 % n * toy.base(over)) != (PHI.beta * x % p, y)


def test_the_lattice_of_secp256k1() -> None:
    assert PHI is not None
    (a1, b1), (a2, b2) = PHI.basis
    assert a1 * b2 - a2 * b1 == SECP256K1.n
    for a, b in PHI.basis:
        assert (a + b * PHI.lambda_) % SECP256K1.n == 0
        assert max(abs(a), abs(b)).bit_length() <= 129


@given(k=st.one_of(st.integers(0, SECP256K1.n - 1), st.integers(-(2**300), 2**300)))
def test_scalars_of_secp256k1_are_split_within_the_bounds(k: int) -> None:
    assert PHI is not None
    (a1, b1), (a2, b2) = PHI.basis
    k1, k2 = PHI.split(k)
    assert (k1 + k2 * PHI.lambda_ - k) % SECP256K1.n == 0
    assert 2 * abs(k1) <= abs(a1) + abs(a2)
    assert 2 * abs(k2) <= abs(b1) + abs(b2)
    assert max(abs(k1), abs(k2)).bit_length() <= 128


@settings(max_examples=20)
@given(m=st.integers(1, SECP256K1.n - 1))
def test_phi_is_the_multiple_by_lambda_on_secp256k1(m: int) -> None:
    assert PHI is not None
    P = m * SECP256K1.G
    x, y = P.affine()
    assert (PHI.lambda_ * P).affine() == (PHI.beta * x % SECP256K1.p, y)


def test_a_term_is_split_in_two_only_where_there_is_an_endomorphism() -> None:
    P = SECP256K1.G.coordinates
    (k1, _), (k2, _) = SECP256K1.split(SECP256K1.n // 3, P)
    assert PHI is not None
    assert (k1, k2) == PHI.split(SECP256K1.n // 3)
    ((k, _),) = P256.split(P256.n // 3, P256.G.coordinates)
    assert k == P256.n // 3
