"""Integers that count: the shipped formulas cost what their docstrings say, and nothing is left changed."""

from __future__ import annotations

import builtins
import re
from typing import Any

import pytest

from ecref import ed25519, p256
from ecref.hashes import Hash, hash_named
from ecref.measure.counting import Counting, Counts, counting
from ecref.scalarmult import double_and_add, window

p = ed25519.curve.p
x, y = Counting(p // 3), Counting(p // 5)


def test_products_of_full_size_are_counted() -> None:
    with counting(p) as counts:
        assert x * y == p // 3 * (p // 5)
        assert int(x) * y == y * int(x)
        assert x * x == int(x) ** 2
        assert x * -y == -(x * y)
    assert counts == Counts(M=5, S=1)


def test_products_with_small_integers_are_not() -> None:
    with counting(p) as counts:
        assert 2 * x * 3 == 6 * int(x)
        assert Counting(2**126) * x == int(x) << 126
    assert counts == Counts()


def test_powers() -> None:
    with counting(p) as counts:
        assert x**1 == x
        assert x**3 == int(x) * int(x) * int(x)
    assert counts == Counts(S=1, M=1)


def test_inversions_and_exponentiations_whatever_the_type_of_the_base() -> None:
    with counting(p) as counts:
        for base in (x, int(x)):
            assert type(pow(base, -1, Counting(p))) is Counting
            assert int(pow(base, -1, p)) * int(x) % p == 1
            assert pow(base, p - 1, p) == 1
    assert counts == Counts(inversions=4, exponentiations=2)


def test_two_arguments_of_pow_are_left_alone() -> None:
    with counting(p) as counts:
        assert pow(2, 10) == 1024
        assert pow(x, 2) == x * x
    assert counts.S == 2


def test_hashes_and_what_goes_into_them() -> None:
    with counting(p) as counts:
        assert hash_named("SHA-256").digest(b"ab", b"c").hex().startswith("ba7816bf")
    assert counts == Counts(hashes=1, hashed_octets=3)


def test_every_other_operator_gives_an_integer_that_counts() -> None:
    results = [x + 1, 1 + x, x - 1, 1 - x, x % 7, 10**80 % y, x // 3, p // y, x << 1, 1 << Counting(3)]
    results += [x >> 1, p >> Counting(3), x & 7, 7 & x, x | 1, 1 | x, x ^ 1, 1 ^ x, -x, +x, abs(x), ~x]
    assert {type(result) for result in results} == {Counting}
    text: Any = ""
    assert x.__add__(text) is NotImplemented
    assert x.__mul__(text) is NotImplemented
    assert type(x * 1.5) is float


def test_all_is_as_before_when_counting_ends() -> None:
    before = builtins.pow, Hash.new
    with pytest.raises(ZeroDivisionError), counting(p) as counts:
        x % 0
    assert (builtins.pow, Hash.new) == before
    _ = x * y
    assert counts == Counts()


def test_counts_divide() -> None:
    assert Counts(M=3, hashes=1) / 2 == Counts(M=1.5, hashes=0.5)


@pytest.mark.parametrize("scheme", [ed25519, p256])
def test_ways_differ_as_their_docstrings_say(scheme: object) -> None:
    """Double-and-add takes about as many doublings as the window, and twice as many additions."""
    import ecref

    over_counting = ecref.with_ints(Counting)
    name = re.sub("[^a-z0-9]", "", scheme.name.lower())  # type: ignore[attr-defined]
    E = getattr(over_counting, name).curve
    B = E.B if hasattr(E, "B") else E.G
    total = []
    for way in (double_and_add, window):
        with counting(E.p) as counts:
            way(2**255 // 3, B)
        total.append(counts.M + counts.S)
    assert total[1] < total[0]
