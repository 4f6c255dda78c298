"""The definition of [k]P, and the window: over the integers, on toy curves completely, on the five at random."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import toy_curves as toy
from ecref.curves import P256, P384, SECP256K1, edwards448, edwards25519
from ecref.scalarmult import Point, double_and_add, window

if TYPE_CHECKING:
    from collections.abc import Callable

    Way = Callable[[int, Any], Any]

FIVE = (edwards25519, edwards448, P256, P384, SECP256K1)
each_way = pytest.mark.parametrize("way", [double_and_add, window], ids=lambda way: way.__name__)


class Integers:
    """The integers under addition, where [k]1 = k: no curve is needed to see whether a way is right."""

    def __init__(self) -> None:
        self.doublings = self.additions = 0

    @property
    def identity(self) -> Integer:
        return Integer(self, 0)

    def multiply(self, k: int, P: Any) -> Any:
        return double_and_add(k, P)


class Integer(Point):
    __slots__ = ("value",)
    fields = ("value",)
    value: int

    def __init__(self, curve: Integers, value: int) -> None:
        self._set(curve=curve, value=value)

    def _count(self) -> Integers:
        group: Any = self.curve
        assert isinstance(group, Integers)
        return group

    def __add__(self, other: Integer) -> Integer:
        self._count().additions += 1
        return Integer(self._count(), self.value + other.value)

    def __neg__(self) -> Integer:
        return Integer(self._count(), -self.value)

    def double(self) -> Integer:
        self._count().doublings += 1
        return Integer(self._count(), 2 * self.value)


SCALARS = st.one_of(
    st.integers(-(2**600), 2**600),
    st.builds(lambda sign, i, j: sign * (2**i + j), st.sampled_from([-1, 1]), st.integers(0, 600), st.integers(-1, 1)),
)


# ---------------------------------------------------------------- the integers


@pytest.mark.step("RFC 8032", "5.1.4 multiple")
@each_way
@given(k=SCALARS, value=st.integers())
def test_over_the_integers(way: Way, k: int, value: int) -> None:
    assert way(k, Integer(Integers(), value)).value == k * value


@given(k=st.integers(0, 2**600))
def test_double_and_add_doubles_for_each_bit_and_adds_for_each_1(k: int) -> None:
    group = Integers()
    double_and_add(k, Integer(group, 1))
    assert group.doublings == len(f"{k:b}")
    assert group.additions == f"{k:b}".count("1")


@given(k=st.integers(0, 2**600))
def test_window_adds_once_for_four_bits_and_14_times_for_its_table(k: int) -> None:
    group = Integers()
    window(k, Integer(group, 1))
    assert group.doublings == 4 * len(f"{k:x}")
    assert group.additions == 14 + len(f"{k:x}")


@pytest.mark.parametrize("call", ["__add__", "__neg__", "double", "is_identity", "affine", "encode"])
def test_a_point_without_a_law_says_so(call: str) -> None:
    with pytest.raises(NotImplementedError):
        getattr(Point(), call)(*[Point()] * (call == "__add__"))


def test_what_follows_from_a_groups_law() -> None:
    class Named(Integer):
        def encode(self) -> bytes:
            return b"7"

    group = Integers()
    P, Q = Integer(group, 7), Integer(group, 5)
    assert ((P - Q).value, (3 * P).value, (P * -3).value, P.zero().value) == (2, 21, -21, 0)
    assert hash(Named(group, 7)) == hash(b"7")
    for scalar in 1.5, "1", None:
        with pytest.raises(TypeError, match=r"unsupported operand|can't multiply"):
            scalar * P  # type: ignore[operator]


def test_x_is_compared_modulo_n() -> None:
    class Place(Point):
        def affine(self) -> tuple[int, int]:
            return 1000, 300

    found = [(r, n) for n in (699, 700, 1000, 1001) for r in (0, 299, 300, 301, 1000) if Place().has_x(r, n)]
    assert found == [(301, 699), (300, 700), (0, 1000), (1000, 1001)]


def test_points_share_a_curve_that_is_the_same_or_equal() -> None:
    curve, equal, other = [Integers()], [], [Integers()]  # type: tuple[Any, Any, Any]
    equal += curve
    P = Integer(curve, 1)
    assert P.shares_curve(Integer(curve, 2)) is True
    assert P.shares_curve(Integer(equal, 2)) is True
    assert P.shares_curve(1) is False
    assert P.shares_curve(Point()) is False
    with pytest.raises(TypeError, match=r"^points of different curves have no sum$"):
        P.shares_curve(Integer(other, 1))


# ---------------------------------------------------------------- toy curves: every scalar of every point


@pytest.mark.parametrize("curve", toy.CURVES, ids=toy.name_of)
def test_every_scalar_of_every_point(curve: toy.Curve) -> None:
    for P in toy.points(curve):
        table = toy.multiples(P)
        for k in range(-2 * len(table), 2 * len(table) + 2):
            expected = table[k % len(table)]
            assert toy.affine(double_and_add(k, P)) == expected
            assert toy.affine(window(k, P)) == expected


@pytest.mark.parametrize("curve", toy.CURVES, ids=toy.name_of)
def test_every_scalar_of_the_base_point_counts_modulo_its_order(curve: toy.Curve) -> None:
    B, n = toy.base(curve), toy.order(curve)
    table = toy.multiples(B)
    assert len(table) == n
    for k in (*range(-2 * n, 2 * n + 2), -(2**600), 2**600):
        assert toy.affine(k * B) == toy.affine(B * k) == table[k % n]
        assert toy.affine(k * toy.scaled(B, 2)) == table[k % n]


# ---------------------------------------------------------------- the five curves


def edges(n: int) -> list[int]:
    """Scalars where a way might stumble."""
    powers = [2**i + j for i in (1, 2, 3, 4, 5, 8, 64, 127, 128, 255, 256, n.bit_length()) for j in (-1, 0, 1)]
    return sorted({0, 1, 15, 16, 17, n // 2, n - 2, n - 1, n, n + 1, 2 * n, n * n, *powers})


@pytest.mark.parametrize("curve", FIVE, ids=toy.name_of)
def test_edge_scalars_on_the_five_curves(curve: toy.Curve) -> None:
    """With the textbook's double-and-add; multiples of the base point itself come from its table."""
    B, over, n = toy.base(curve), toy.base(toy.definition(curve)), toy.order(curve)
    P = toy.scaled(B, 5)
    for k in edges(n):
        expected = toy.affine(k % n * over)
        ways = [double_and_add(k, P), window(k, P), k * P, k * B]
        assert [toy.affine(Q) for Q in ways] == [expected] * len(ways)
        negatives = [double_and_add(-k, P), window(-k, P), -k * P, -k * B]
        assert negatives == [-Q for Q in ways]


@pytest.mark.parametrize("curve", FIVE, ids=toy.name_of)
@settings(max_examples=15)
@given(data=st.data())
def test_any_scalar_on_the_five_curves(curve: toy.Curve, data: st.DataObject) -> None:
    n = toy.order(curve)
    m, k = data.draw(st.integers(1, n - 1)), data.draw(st.integers(-(2**460), 2**460))
    P = m * toy.base(curve)
    expected = toy.affine(k % n * toy.point(toy.definition(curve), toy.affine(P)))
    ways = [double_and_add(k, P), window(k, P), k * P, k * m * toy.base(curve)]
    assert [toy.affine(Q) for Q in ways] == [expected] * len(ways)
