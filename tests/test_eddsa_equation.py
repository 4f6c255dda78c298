"""EdDSA's equation with half-size scalars: the plain one's verdict, whatever the orders of A and R are.

On toy curves whose group is cyclic, points are told by their logarithms to a generator, from a table made by the
textbook's addition: D = [S]B - R - [k]A has the logarithm S*b - r - k*a.
"""

from __future__ import annotations

from itertools import product
from math import gcd
from typing import TYPE_CHECKING, Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import toy_curves as toy
from ecref import EdwardsCurve, ed448, ed25519
from ecref.eddsa_equation import half_size_difference
from ecref.recoding import half_size

if TYPE_CHECKING:
    from collections.abc import Iterator

ALL_OF_IT = [curve for curve in toy.EDWARDS if curve.cofactor * curve.L <= 40]
LARGER = [
    EdwardsCurve(name="p109h8", p=109, a=-1, d=11, L=13, c=3, B=(14, 54)),  # 104 points
    EdwardsCurve(name="p103h4", p=103, a=1, d=3, L=23, c=2, B=(2, 88)),  # 92 points
]


class Logarithms:
    """A toy curve's points by their logarithms."""

    def __init__(self, E: EdwardsCurve) -> None:
        self.E, self.h, self.L, self.N = E, E.cofactor, E.L, E.cofactor * E.L
        table = next(table for table in map(toy.multiples, toy.points(E)) if len(table) == self.N)
        self.points = [toy.point(E, xy) for xy in table]
        self.b = table.index(E.base)

    def everything(self) -> Iterator[tuple[int, int, int, int]]:
        """All (S, r, k, a)."""
        return product(range(self.L), range(self.N), range(self.L), range(self.N))

    def every_key_and_residue(self) -> Iterator[tuple[int, int, int, int]]:
        """(S, r, k, a) for all k and a, and R that leave D = each point of small order and some others."""
        small = range(0, self.N, self.L)
        for k, a, D in product(range(self.L), range(self.N), {*small, 1, self.h, self.L + self.h}):
            S = (3 * k + a) % self.L
            yield S, (S * self.b - k * a - D) % self.N, k, a

    def cases(self) -> Iterator[tuple[int, int, int, int]]:
        return self.everything() if self.E in ALL_OF_IT else self.every_key_and_residue()


@pytest.mark.parametrize("E", [*ALL_OF_IT, *LARGER], ids=toy.name_of)
def test_the_verdict_is_that_of_the_plain_equation(E: EdwardsCurve) -> None:
    log = Logarithms(E)
    seen = set()
    for S, r, k, a in log.cases():
        D = S * log.b - r - k * a
        found = half_size_difference(E, S, log.points[r], k, log.points[a])
        assert found.is_identity() == (D % log.N == 0)
        assert E.is_small_order(found) == (log.h * D % log.N == 0)
        seen.add((D % log.N == 0, log.h * D % log.N == 0))
    assert seen == {(True, True), (False, True), (False, False)}


@pytest.mark.parametrize("E", toy.EDWARDS, ids=toy.name_of)
def test_the_difference_is_a_multiple_of_the_plain_one_by_a_c_that_is_invertible(E: EdwardsCurve) -> None:
    log = Logarithms(E)
    for k, a, r in product(range(log.L), range(log.N), range(0, log.N, 3)):
        c, _ = half_size(k, log.N)
        assert gcd(c, log.N) == 1
        found = half_size_difference(E, 2, log.points[r], k, log.points[a])
        assert found == log.points[c * (2 * log.b - r - k * a) % log.N]


# ---------------------------------------------------------------- what goes wrong otherwise


def modulo_L_alone(k: int, L: int, h: int) -> tuple[int, int]:  # noqa: ARG001  # the cofactor is what it forgets
    return half_size(k, L)


def with_any_c(k: int, L: int, h: int) -> tuple[int, int]:
    """Euclid's algorithm modulo h*L, stopped half-way, whether c is odd or not."""
    r0, r1, t0, t1 = h * L, k, 0, 1
    while r1 * r1 > h * L:
        q = r0 // r1
        r0, r1, t0, t1 = r1, r0 - q * r1, t1, t0 - q * t1
    return t1, r1


def as_shipped(k: int, L: int, h: int) -> tuple[int, int]:
    return half_size(k, h * L)


@pytest.mark.parametrize("E", LARGER, ids=toy.name_of)
@pytest.mark.parametrize("way", [modulo_L_alone, with_any_c, as_shipped], ids=lambda way: way.__name__)
def test_where_the_verdicts_of_other_scalars_are_wrong(E: EdwardsCurve, way: Any) -> None:
    """Without the cofactor: only the shipped scalars are always right. With it: all of them are."""
    log = Logarithms(E)
    wrong = wrong_with_cofactor = 0
    for S, r, k, a in log.every_key_and_residue():
        c, d = way(k, log.L, log.h)
        D, found = S * log.b - r - k * a, c * S % log.L * log.b - c * r - d * a
        wrong += (D % log.N == 0) != (found % log.N == 0)
        wrong_with_cofactor += (log.h * D % log.N == 0) != (log.h * found % log.N == 0)
    assert (wrong > 0) == (way is not as_shipped)
    assert wrong_with_cofactor == 0


def test_an_even_c_accepts_and_modulo_L_refuses_what_it_should_not() -> None:
    """One case of each on 104 points: D of order 2 is hidden by an even c; [c*k - d]A is left over modulo L."""
    log = Logarithms(LARGER[0])
    k = next(k for k in range(log.L) if with_any_c(k, log.L, log.h)[0] % 2 == 0)
    (c, d), R, A = with_any_c(k, log.L, log.h), log.N // 2, 0
    assert (-R - k * A) % log.N != 0
    assert (-c * R - d * A) % log.N == 0
    k = next(k for k in range(log.L) if (half_size(k, log.L)[0] * k - half_size(k, log.L)[1]) % log.N)
    (c, d), A = half_size(k, log.L), 1
    R = -k * A
    assert (-R - k * A) % log.N == 0
    assert (-c * R - d * A) % log.N != 0


# ---------------------------------------------------------------- the two curves


@pytest.mark.parametrize("scheme", [ed25519, ed448], ids=toy.name_of)
@settings(max_examples=40)
@given(data=st.data())
def test_the_verdict_is_that_of_the_plain_equation_on_the_two_curves(scheme: Any, data: st.DataObject) -> None:
    """A and R of any order, D of small order or not: A = [a]B + [t]T, R = [S]B - [k]A - [u]T - [v]B."""
    E = scheme.curve
    T = toy.torsion(E)[1]
    scalar = st.one_of(st.integers(0, E.L - 1), st.sampled_from([0, 1, 2, E.L - 1, E.L // 2, E.cofactor]))
    S, k, a = (data.draw(scalar) for _ in range(3))
    t, u = (data.draw(st.integers(0, E.cofactor - 1)) for _ in range(2))
    v = data.draw(st.sampled_from([0, 0, 1, E.L // 3]))
    A = a * E.B + t * T
    R = S * E.B - k * A - u * T - v * E.B
    found = half_size_difference(E, S, R, k, A)
    assert found.is_identity() == (u == v == 0)
    assert E.is_small_order(found) == (v == 0)



@pytest.mark.parametrize("E", [ed25519.curve, ed448.curve], ids=toy.name_of)
def test_the_scalars_are_of_half_the_length_and_that_of_B_is_below_L(
    E: EdwardsCurve, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Longer ones would give the same verdicts, but more doublings."""
    taken: list[int] = []
    of_curve = EdwardsCurve.combination

    def spy(E: EdwardsCurve, terms: Any) -> Any:
        taken[:] = [k for k, _ in terms]
        return of_curve(E, terms)

    monkeypatch.setattr(EdwardsCurve, "combination", spy)
    for i in range(1, 20):
        S, k = pow(3, 300 + i, E.L), pow(5, 300 + i, E.L)
        half_size_difference(E, S, E.B, k, E.B)
        assert 0 <= taken[0] < E.L
        assert max(map(abs, taken[1:])).bit_length() < E.L.bit_length() // 2 + 10
