"""Where formulas reduce: no product is multiplied again before `% p`, and coordinates end up in range(p).

A sum may stay unreduced until the next product (field.py), so a factor may have a few bits more than p has.
"""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

from ecref.curves import P256, P384, SECP256K1, edwards448, edwards25519
from ecref.evidence.formulas import FORMULAS, NO_MODULUS, Formula
from ecref.field import inverse, inverses

SMALL = 16  # a product with a smaller number is no more than a sum
SPARE = 2  # bits: no factor is over 4p


class Sized(int):
    """An int that refuses to be a factor when it is long."""

    limit = 0

    def __mul__(self, other: int) -> Sized:
        if abs(other) >= SMALL:
            assert max(abs(self), abs(other)).bit_length() <= self.limit
        return Sized(int(self) * int(other))

    __rmul__ = __mul__

    def __add__(self, other: int) -> Sized:
        return Sized(int(self) + int(other))

    def __sub__(self, other: int) -> Sized:
        return Sized(int(self) - int(other))

    def __mod__(self, p: int) -> Sized:
        return Sized(int(self) % p)


@pytest.mark.parametrize("times", [1, 2])
@pytest.mark.parametrize("curve", [edwards25519, edwards448, P256, P384, SECP256K1], ids=lambda curve: curve.name)
@pytest.mark.parametrize("formula", FORMULAS, ids=lambda formula: formula.name)
def test_factors_are_short_and_coordinates_reduced(
    formula: Formula, curve: Any, times: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    p = curve.p
    monkeypatch.setattr(Sized, "limit", p.bit_length() + SPARE)
    draw = Random(1)

    def make(name: str) -> int:
        return curve.a if name == "a" else Sized(draw.randrange(p))

    for _ in range(8):
        arguments = [p if each is NO_MODULUS else each for each in formula.arguments(make)]
        if formula.name.startswith("dbl"):
            arguments.append(times)
        else:
            arguments = [times * each if isinstance(each, list) else each for each in arguments]
        results = formula.function(*arguments)
        assert all(0 <= result < p for result in results[:3])
        assert all(abs(result) <= 4 * p for result in results[3:])


@pytest.mark.parametrize("curve", [edwards25519, edwards448, P256, P384, SECP256K1], ids=lambda curve: curve.name)
def test_the_factors_of_many_inverses_are_short(curve: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    p, draw = curve.p, Random(2)
    monkeypatch.setattr(Sized, "limit", p.bit_length())
    xs = [draw.randrange(1, p) for _ in range(8)]
    assert inverses([Sized(x) for x in xs], p) == [inverse(x, p) for x in xs]


def test_a_long_factor_is_seen(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Sized, "limit", 5)
    assert (17 * Sized(31), Sized(31) * -17, Sized(31) * Sized(-31)) == (527, -527, -961)
    assert 15 * Sized(32) == 480
    for x, y in (32, 16), (16, -32), (-32, 16):
        with pytest.raises(AssertionError):
            Sized(x) * Sized(y)
