"""The constants of the five curves recomputed from what their standards derive them from; bad parameters refused."""

from __future__ import annotations

import hashlib
from typing import Any

import pytest
from cryptography.hazmat.primitives.asymmetric import ec
from sympy import integer_nthroot, isprime

import toy_curves as toy
from ecref import EdwardsCurve, InvalidPoint, UnusableInput, WeierstrassCurve
from ecref.curves import P256, P384, SECP256K1, edwards448, edwards25519
from ecref.field import inverse, sqrt

EDWARDS = (edwards25519, edwards448)
WEIERSTRASS = (P256, P384, SECP256K1)
FIVE = (*EDWARDS, *WEIERSTRASS)

# ---------------------------------------------------------------- what holds for all


@pytest.mark.parametrize("curve", FIVE, ids=toy.name_of)
def test_p_and_the_order_are_different_primes(curve: toy.Curve) -> None:
    assert isprime(curve.p)
    assert isprime(toy.order(curve))
    assert curve.p != toy.order(curve)


@pytest.mark.step("RFC 8032", "5.1 L", "5.2 L")
@pytest.mark.parametrize("curve", FIVE, ids=toy.name_of)
def test_the_base_point_has_the_order(curve: toy.Curve) -> None:
    """n is prime, so B != O and [n]B = O say it all; the scaled point keeps clear of the table that reduces mod n."""
    B = toy.scaled(toy.base(curve), 2)
    assert not B.is_identity()
    assert (toy.order(curve) * B).is_identity()
    assert (toy.order(curve) * toy.base(toy.definition(curve))).is_identity()


@pytest.mark.step("RFC 8032", "5.1 c", "5.2 c")
@pytest.mark.parametrize("curve", FIVE, ids=toy.name_of)
def test_the_cofactor_is_the_only_one_that_hasse_allows(curve: toy.Curve) -> None:
    """The number of points is a multiple of n and differs from p + 1 by at most 2 sqrt(p)."""
    p, n = curve.p, toy.order(curve)
    width, _ = integer_nthroot(4 * p, 2)
    assert (p + 1 + width) // n == (p + 1 - width - 1) // n + 1 == toy.cofactor(curve)


@pytest.mark.parametrize("curve", [*WEIERSTRASS, *toy.WEIERSTRASS], ids=toy.name_of)
def test_the_equation_has_no_double_root(curve: WeierstrassCurve) -> None:
    assert (4 * curve.a**3 + 27 * curve.b**2) % curve.p != 0


@pytest.mark.parametrize("curve", [*EDWARDS, *toy.EDWARDS], ids=toy.name_of)
def test_the_edwards_law_is_complete(curve: EdwardsCurve) -> None:
    """By Euler's criterion a is a square and d is not."""
    assert pow(curve.a, (curve.p - 1) // 2, curve.p) == 1
    assert pow(curve.d, (curve.p - 1) // 2, curve.p) == curve.p - 1


@pytest.mark.parametrize("curve", FIVE, ids=toy.name_of)
def test_constants_are_reduced(curve: toy.Curve) -> None:
    """All but a small negative a or d, which the standards print so."""
    x, y = curve.base
    assert 0 <= x < curve.p
    assert 0 <= y < curve.p
    other = curve.d if isinstance(curve, EdwardsCurve) else curve.b
    assert 0 <= other < curve.p or other == -39081
    assert -3 <= curve.a <= 1


@pytest.mark.step("RFC 8032", "5.1 b")
@pytest.mark.parametrize(
    ("curve", "name", "size"),
    [
        (edwards25519, "edwards25519", 32),
        (edwards448, "edwards448", 57),
        (P256, "P-256", 32),
        (P384, "P-384", 48),
        (SECP256K1, "secp256k1", 32),
    ],
)
def test_names_and_sizes(curve: toy.Curve, name: str, size: int) -> None:
    assert (curve.name, curve.size) == (name, size)


# ---------------------------------------------------------------- edwards25519 and edwards448: RFC 7748, 4


@pytest.mark.step("RFC 8032", "5.1 p", "5.1 d", "5.1 a", "5.1 B")
def test_edwards25519_is_curve25519() -> None:
    """v^2 = u^3 + A u^2 + u with A = 486662 has a = -1 and d = -(A - 2)/(A + 2), y = (u - 1)/(u + 1), u(B) = 9."""
    p, A = 2**255 - 19, 486662
    assert (edwards25519.p, edwards25519.a) == (p, -1)
    assert edwards25519.d * (A + 2) % p == -(A - 2) % p
    x, y = edwards25519.base
    assert (9 + 1) * y % p == 9 - 1
    assert 5 * y % p == 4  # as RFC 8032 has it
    assert x % 2 == 0
    root = sqrt(-(A + 2), p)  # the birational map has x = sqrt(-(A + 2)) u/v
    v = sqrt(9**3 + A * 9**2 + 9, p)
    assert root is not None
    assert v is not None
    assert x in {root * 9 * inverse(v, p) % p, -root * 9 * inverse(v, p) % p}


@pytest.mark.step("RFC 8032", "5.2 p", "5.2 d", "5.2 a", "5.2 B")
def test_edwards448_is_4_isogenous_to_curve448() -> None:
    """v^2 = u^3 + A u^2 + u with A = 156326: the maps of RFC 7748, 4.2, take B to u = 5, and that to [4]B."""
    p, A, u = 2**448 - 2**224 - 1, 156326, 5
    assert (edwards448.p, edwards448.a) == (p, 1)
    assert edwards448.d == (2 - A) // 4
    x, y = edwards448.base
    v = (2 - x**2 - y**2) * y * inverse(x**3, p) % p
    assert y**2 * inverse(x**2, p) % p == u
    assert (v**2 - u**3 - A * u**2 - u) % p == 0
    assert v % 2 == 0  # of the two v, RFC 7748 prints the even one
    x = 4 * v * (u**2 - 1) * inverse(u**4 - 2 * u**2 + 4 * v**2 + 1, p) % p
    y = -(u**5 - 2 * u**3 - 4 * u * v**2 + u) * inverse(u**5 - 2 * u**2 * v**2 - 2 * u**3 - 2 * v**2 + u, p) % p
    assert inverse(4, edwards448.L) * edwards448.point(x, y) == edwards448.B


# ---------------------------------------------------------------- P-256, P-384, secp256k1


@pytest.mark.parametrize(
    ("curve", "seed"),
    [
        (P256, "c49d360886e704936a6678e1139d26b7819f7e90"),
        (P384, "a335926aa319a27a1d00896a6773a4827acdac73"),
    ],
    ids=toy.name_of,
)
def test_b_comes_from_its_seed(curve: WeierstrassCurve, seed: str) -> None:
    """FIPS 186-4, D.5 (ANSI X9.62, A.3.3.1): c from SHA-1 of the seed, and b^2 c = -27, which is b^2 c = a^3."""
    length = curve.p.bit_length()
    v, w = (length - 1) // 160, (length - 1) % 160
    z = int(seed, 16)
    hashes = [hashlib.sha1((z + i & 2**160 - 1).to_bytes(20, "big")).digest() for i in range(v + 1)]
    first = int.from_bytes(hashes[0], "big") % 2**w
    c = int.from_bytes(first.to_bytes(20, "big") + b"".join(hashes[1:]), "big")
    assert (curve.b * curve.b * c + 27) % curve.p == 0
    assert curve.a == -3


def test_secp256k1_is_the_koblitz_curve() -> None:
    """a = 0 and b = 7 with p = 1 (mod 3): a cube root of 1 times x gives another point, [lambda]P."""
    assert (SECP256K1.a, SECP256K1.b) == (0, 7)
    p, n = SECP256K1.p, SECP256K1.n
    beta, lambda_ = (next(z for g in range(2, 9) if (z := pow(g, (m - 1) // 3, m)) != 1) for m in (p, n))
    x, y = SECP256K1.base
    P = SECP256K1.point(beta * x % p, y)
    assert P in {lambda_ * SECP256K1.G, lambda_ * lambda_ * SECP256K1.G}


def test_secp256k1s_base_point_is_the_double_of_a_point_whose_x_has_166_bits() -> None:
    """SEC 2 doesn't say where it comes from; a wrong digit in G would not leave it."""
    x, _ = (inverse(2, SECP256K1.n) * SECP256K1.G).affine()
    assert x == 0x3B78CE563F89A0ED9414F5AA28AD0D96D6795F9C63


@pytest.mark.parametrize(
    ("curve", "theirs"),
    [(P256, ec.SECP256R1()), (P384, ec.SECP384R1()), (SECP256K1, ec.SECP256K1())],
    ids=toy.name_of,
)
def test_another_library_has_the_same_base_point(curve: WeierstrassCurve, theirs: ec.EllipticCurve) -> None:
    numbers = ec.derive_private_key(1, theirs).public_key().public_numbers()
    assert (numbers.x, numbers.y) == curve.base
    last = ec.derive_private_key(curve.n - 1, theirs).public_key().public_numbers()
    assert (last.x, last.y) == (-curve.G).affine()


# ---------------------------------------------------------------- records of one's own

E13: dict[str, Any] = {"p": 13, "a": 1, "d": 7, "L": 5, "c": 2, "B": (6, 8)}
W13: dict[str, Any] = {"p": 13, "a": -3, "b": 1, "n": 19, "G": (1, 5)}


def test_the_parameters_below_are_good_before_they_are_spoilt() -> None:
    assert EdwardsCurve(**E13).B.affine() == (6, 8)
    assert WeierstrassCurve(**W13).G.affine() == (1, 5)
    assert (EdwardsCurve(**E13).name, WeierstrassCurve(**W13).name) == ("toy", "toy")


@pytest.mark.parametrize("d", [d for d in range(-13, 14) if pow(d, 6, 13) != 12])
def test_a_square_d_is_refused(d: int) -> None:
    with pytest.raises(UnusableInput, match="square") as caught:
        EdwardsCurve(**{**E13, "d": d})
    assert caught.value.code == "bad-request"


@pytest.mark.parametrize("a", [a for a in range(-13, 14) if pow(a, 6, 13) != 1])
def test_an_a_that_is_0_or_no_square_is_refused(a: int) -> None:
    with pytest.raises(UnusableInput, match="square") as caught:
        EdwardsCurve(**{**E13, "a": a})
    assert caught.value.code == "bad-request"


@pytest.mark.parametrize(("a", "b"), [(0, 0), (-3, 2), (-3, -2), (10, 11), (13, 13), (-27, 54)])
def test_a_double_root_is_refused(a: int, b: int) -> None:
    with pytest.raises(UnusableInput, match="double root") as caught:
        WeierstrassCurve(**{**W13, "a": a, "b": b})
    assert caught.value.code == "bad-request"


@pytest.mark.parametrize(
    ("curve", "parameters", "base"), [(EdwardsCurve, E13, "B"), (WeierstrassCurve, W13, "G")], ids=["B", "G"]
)
def test_a_base_point_off_the_curve_or_out_of_range_is_refused(curve: Any, parameters: Any, base: str) -> None:
    x, y = parameters[base]
    for xy in (x, y + 1), (5, 5), (0, 0):
        with pytest.raises(InvalidPoint) as caught:
            curve(**{**parameters, base: xy})
        assert (caught.value.code, caught.value.fault) == ("invalid-key", "not-on-curve")
    for xy in (x + 13, y), (x, y + 13), (x - 13, y), (x, y - 13), (13, 13), (-1, -1):
        with pytest.raises(InvalidPoint) as caught:
            curve(**{**parameters, base: xy})
        assert (caught.value.code, caught.value.fault) == ("invalid-key", "non-canonical")


@pytest.mark.parametrize("curve", [toy.named("p13h4"), toy.named("p13n19")], ids=toy.name_of)
def test_point_takes_exactly_the_solutions_of_the_equation(curve: toy.Curve) -> None:
    solutions = toy.solutions(curve)
    for x in range(-1, 15):
        for y in range(-1, 15):
            if (x, y) in solutions:
                assert curve.point(x, y).affine() == (x, y)
            else:
                with pytest.raises(InvalidPoint) as caught:
                    curve.point(x, y)
                in_range = 0 <= x < 13 and 0 <= y < 13
                assert caught.value.fault == ("not-on-curve" if in_range else "non-canonical")


@pytest.mark.parametrize("curve", [*FIVE, *toy.CURVES], ids=toy.name_of)
def test_a_record_tells_its_parameters(curve: toy.Curve) -> None:
    shown = repr(curve)
    for name in curve.fields:
        assert f"{name}={getattr(curve, name)!r}" in shown
