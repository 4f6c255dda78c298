"""Digits: for all small scalars and widths completely, for the sizes of the five curves at random."""

from __future__ import annotations

import random
from math import gcd
from typing import TYPE_CHECKING

import pytest
from hypothesis import given
from hypothesis import strategies as st
from sympy import primerange

import toy_curves as toy
from ecref.curves import edwards448, edwards25519
from ecref.recoding import half_size, places, signed_digits, wnaf

if TYPE_CHECKING:
    from ecref import EdwardsCurve

WIDTHS = range(2, 9)
scalars = st.integers(-(2**600), 2**600)
each_curve = pytest.mark.parametrize("E", [edwards25519, edwards448], ids=toy.name_of)

# ---------------------------------------------------------------- the non-adjacent form


def is_wnaf(digits: list[tuple[int, int]], w: int) -> bool:
    """Odd digits below 2^(w-1), at ascending places of which each is w or more above the last."""
    positions = [i for i, _ in digits]
    apart = all(above - i >= w for i, above in zip([-w, *positions], positions, strict=False))
    return apart and all(d % 2 == 1 and abs(d) < 1 << w - 1 for _, d in digits)


@pytest.mark.parametrize("w", WIDTHS)
def test_every_small_scalar_has_its_wnaf(w: int) -> None:
    for k in range(-2000, 2001):
        digits = wnaf(k, w)
        assert sum(d << i for i, d in digits) == k
        assert is_wnaf(digits, w)


@pytest.mark.parametrize("w", WIDTHS)
@given(k=scalars)
def test_any_scalar_has_its_wnaf(w: int, k: int) -> None:
    digits = wnaf(k, w)
    assert sum(d << i for i, d in digits) == k
    assert is_wnaf(digits, w)
    assert not digits or digits[-1][0] <= abs(k).bit_length()


@pytest.mark.parametrize("w", WIDTHS)
def test_one_position_in_w_plus_1_has_a_digit(w: int) -> None:
    numbers = random.Random(w)
    found = sum(len(wnaf(numbers.getrandbits(256), w)) for _ in range(1000))
    assert found == pytest.approx(256_000 / (w + 1), rel=0.03)


# ---------------------------------------------------------------- signed digits in every place


@pytest.mark.parametrize("w", WIDTHS)
def test_places_are_the_fewest_that_cover_two_bits_more(w: int) -> None:
    for bits in range(600):
        assert w * places(bits, w) >= bits + 2 > w * (places(bits, w) - 1)


@pytest.mark.parametrize("w", WIDTHS)
def test_every_small_number_has_its_signed_digits(w: int) -> None:
    half = 1 << w - 1
    for bits in range(11):
        for k in range(1 << bits):
            digits = signed_digits(k, w, bits)
            assert len(digits) == places(bits, w)
            assert all(-half <= d < half for d in digits)
            assert sum(d << w * i for i, d in enumerate(digits)) == k


@pytest.mark.parametrize("w", WIDTHS)
@given(bits=st.integers(0, 600), data=st.data())
def test_any_number_has_its_signed_digits(w: int, bits: int, data: st.DataObject) -> None:
    half = 1 << w - 1
    for k in (0, (1 << bits) - 1, data.draw(st.integers(0, (1 << bits) - 1))):
        digits = signed_digits(k, w, bits)
        assert len(digits) == places(bits, w)
        assert all(-half <= d < half for d in digits)
        assert sum(d << w * i for i, d in enumerate(digits)) == k


# ---------------------------------------------------------------- half-size scalars


@pytest.mark.parametrize("m", range(1, 200))
def test_every_half_size_pair_is_right_and_nearly_the_shortest(m: int) -> None:
    """c*k = d (mod m) with c odd; and no pair with an odd c is four times as short, found by trying all c."""
    for k in range(m):
        c, d = half_size(k, m)
        assert c % 2 == 1
        assert (c * k - d) % m == 0
        assert 0 <= d <= m
        shortest = min(max(odd, min(odd * k % m, -odd * k % m)) for odd in range(1, 2 * m, 2))
        assert max(abs(c), d) < 4 * shortest


@pytest.mark.parametrize("h", [4, 8])
def test_no_c_is_a_multiple_of_the_odd_prime_in_m(h: int) -> None:
    """So that c is invertible modulo h*L."""
    for L in primerange(3, 400):
        for k in range(L):
            assert gcd(half_size(k, h * L)[0], h * L) == 1


def special(L: int, h: int) -> list[int]:
    """Challenges near 0, L and the fractions of L, powers of 2, and multiples of h."""
    near = [i * L // j for j in (1, 2, 3, 4, 5, 7, 8, 9, 16) for i in range(j + 1)]
    powers = [1 << i for i in range(L.bit_length())]
    around = {k + e for k in (*near, *powers) for e in (-9, -8, -4, -2, -1, 0, 1, 2, 4, 8, 9)}
    return sorted({k for each in around for k in (each, each - each % h) if 0 <= k < L})


@each_curve
def test_special_challenges_have_their_pairs(E: EdwardsCurve) -> None:
    m = E.L << E.c
    for k in special(E.L, E.cofactor):
        c, d = half_size(k, m)
        assert gcd(c, m) == 1
        assert (c * k - d) % m == 0
        assert 0 <= d < m


@each_curve
@given(data=st.data())
def test_any_challenge_has_its_pair(E: EdwardsCurve, data: st.DataObject) -> None:
    m = E.L << E.c
    k = data.draw(st.integers(0, m - 1))
    c, d = half_size(k, m)
    assert c % 2 == 1
    assert (c * k - d) % m == 0
    assert 0 <= d < m


@pytest.mark.parametrize(("E", "most", "mean"), [(edwards25519, 140, 128), (edwards448, 236, 224.5)], ids=toy.name_of)
def test_challenges_as_a_hash_makes_them_are_halved(E: EdwardsCurve, most: int, mean: float) -> None:
    numbers = random.Random(E.L)
    sizes = []
    for _ in range(20_000):
        c, d = half_size(numbers.randrange(E.L), E.L << E.c)
        sizes.append(max(abs(c), d).bit_length())
    assert max(sizes) <= most
    assert sum(sizes) / len(sizes) < mean


@each_curve
def test_a_few_challenges_can_not_be_halved(E: EdwardsCurve) -> None:
    """With k = -1 (mod L) and k = 7 (mod h), d = j*L - c where an odd c makes j other than 0."""
    c, d = half_size(E.L - 1, E.L << E.c)
    assert abs(c) + d >= E.L
