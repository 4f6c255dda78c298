"""The fast ways of multiplication: over the integers, on toy curves completely, on the five curves at random.

What is right on a toy curve is said by a table of each point's multiples, made by the textbook's addition.
"""

from __future__ import annotations

import pickle
import random
import sys
from concurrent.futures import ThreadPoolExecutor
from functools import cache
from itertools import product
from typing import TYPE_CHECKING, Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import toy_curves as toy
from ecref import EdwardsCurve, multiples
from ecref.curves import P256, P384, SECP256K1, edwards448, edwards25519
from ecref.multiples import MANY, WIDTH, Comb, Curve, GrowingComb, odd_multiples, pippenger, straus
from ecref.recoding import places, signed_digits

if TYPE_CHECKING:
    from collections.abc import Iterable

FIVE: tuple[toy.Curve, ...] = (edwards25519, edwards448, P256, P384, SECP256K1)
each_toy = pytest.mark.parametrize("curve", toy.CURVES, ids=toy.name_of)
each_curve = pytest.mark.parametrize("curve", FIVE, ids=toy.name_of)
scalars = st.integers(-(2**460), 2**460)


def multiple(curve: toy.Curve, k: int, P: Any, way: str, m: int) -> toy.Affine:
    """[k]P by one of the ways; [m]P = O."""
    E: Curve = curve
    Q = P.coordinates
    found = {
        "straus": lambda: run(E, straus(E, [(k, odd_multiples(E, Q))])),
        "split": lambda: run(E, straus(E, E.split(k, Q))),
        "pippenger": lambda: pippenger(E, [(k, Q)]),
        "comb": lambda: total(E, comb_of(E, Q, m, 3).entries(k)),
    }[way]()
    return toy.affine(type(P)(curve, found))


def run(E: Curve, steps: Any) -> Any:
    """What a chain of these steps makes."""
    return E.chain(steps, E.O)


def total(E: Curve, entries: Any) -> Any:
    """What the entries add up to."""
    return E.chain([(entries, 0)], E.O)


@cache
def comb_of(E: Curve, P: Any, m: int, w: int) -> Comb:
    return Comb(E, P, m, w)


# ---------------------------------------------------------------- the integers, where [k]1 = k


class Integers(Curve):
    """A group that a reader can check in his head; it counts what is done in it."""

    __slots__ = ("additions", "doublings")
    O = 0
    additions: int
    doublings: int

    def __init__(self) -> None:
        self._set(additions=0, doublings=0)

    def add(self, Q: int, P: int) -> int:
        self._set(additions=self.additions + 1)
        return Q + P

    def prepare(self, points: list[int]) -> list[int]:
        return points

    prepare_normalized = prepare

    def negative(self, entry: int) -> int:
        return -entry

    def chain(self, steps: Iterable[tuple[list[int], int]], Q: int) -> int:
        for entries, times in steps:
            self._set(doublings=self.doublings + times, additions=self.additions + len(entries))
            Q = Q + sum(entries) << times
        return Q


terms_of_integers = st.lists(st.tuples(scalars, st.integers()), max_size=12)


@given(P=st.integers())
def test_odd_multiples_over_the_integers(P: int) -> None:
    assert odd_multiples(Integers(), P) == [d * P for d in range(1, 1 << WIDTH - 1, 2)]


@given(terms=terms_of_integers)
def test_straus_over_the_integers(terms: list[tuple[int, int]]) -> None:
    E = Integers()
    tables = [(k, odd_multiples(E, P)) for k, P in terms]
    before = E.doublings
    assert run(E, straus(E, tables)) == sum(k * P for k, P in terms)
    assert E.doublings - before <= max((abs(k).bit_length() for k, _ in terms), default=0)  # one chain for all


@given(terms=terms_of_integers.filter(bool))
def test_pippenger_over_the_integers(terms: list[tuple[int, int]]) -> None:
    assert pippenger(Integers(), terms) == sum(k * P for k, P in terms)


@pytest.mark.parametrize("length", [1, 15, 16, 31, 32, 300, 1000])
def test_pippenger_over_many_integers(length: int) -> None:
    numbers = random.Random(length)
    terms = [(numbers.randrange(-(2**64), 2**64), numbers.randrange(-(2**64), 2**64)) for _ in range(length)]
    terms += [(0, 5), (7, 0)]
    assert pippenger(Integers(), terms) == sum(k * P for k, P in terms)


@pytest.mark.parametrize(
    ("length", "w"), [(1, 2), (15, 2), (31, 2), (32, 3), (63, 3), (64, 4), (127, 4), (128, 5), (500, 6), (1024, 8)]
)
def test_what_pippenger_costs(length: int, w: int) -> None:
    """At each place w doublings, an addition for each digit that isn't 0, and one for the sum from each bucket up."""
    numbers = random.Random(length)
    terms = [(numbers.randrange(2**63, 2**64), 1) for _ in range(length)]
    E = Integers()
    assert pippenger(E, terms) == sum(k for k, _ in terms)
    digits = [signed_digits(k, w, 64) for k, _ in terms]
    assert E.doublings == w * places(64, w)
    assert E.additions == sum(d != 0 for each in digits for d in each) + (places(64, w) << w - 1)


def test_what_is_chosen_where_every_choice_would_be_right() -> None:
    assert (MANY, WIDTH) == (120, 5)
    assert len(odd_multiples(Integers(), 1)) == 8


@given(P=st.integers(), m=st.integers(1, 2**300), w=st.integers(2, 9), k=st.integers())
def test_comb_over_the_integers(P: int, m: int, w: int, k: int) -> None:
    E = Integers()
    comb = Comb(E, P, m, w)
    before = E.doublings, E.additions
    assert total(E, comb.entries(k)) == k % m * P
    assert E.doublings == before[0]  # by additions alone
    assert E.additions - before[1] <= places(m.bit_length(), w)


# ---------------------------------------------------------------- toy curves: every scalar of every point


@each_toy
@pytest.mark.parametrize("way", ["straus", "pippenger", "comb"])
def test_every_scalar_of_every_point(curve: toy.Curve, way: str) -> None:
    """The identity and points of small and mixed order are points too."""
    m = toy.cofactor(curve) * toy.order(curve)
    for P in toy.points(curve):
        table = toy.multiples(P)
        for k in range(-m - 3, m + 4):
            assert multiple(curve, k, P, way, m) == table[k % len(table)]


@each_toy
def test_every_multiple_by_the_operator_and_by_a_prepared_point(curve: toy.Curve) -> None:
    m = toy.cofactor(curve) * toy.order(curve)
    for P in toy.points(curve):
        table = toy.multiples(P)
        Q: Any = toy.scaled(P, 2)
        ways = [Q]
        if can_be_prepared(P):
            ways.append(curve.prepared(Q))
            assert (ways[1].comb is None, ways[1] == P, hash(ways[1]) == hash(P)) == (False, True, True)
        for k, way in product((*range(-m - 3, m + 4), -(2**200), 2**200), ways):
            assert toy.affine(k * way) == toy.affine(way * k) == table[k % len(table)]


def can_be_prepared(P: Any) -> bool:
    """An Edwards point of any order can be prepared, a Weierstrass point if its order is n (or 1)."""
    return isinstance(P.curve, EdwardsCurve) or toy.order(P.curve) % len(toy.multiples(P)) == 0


@each_toy
@pytest.mark.parametrize("w", range(2, 9))
def test_every_comb_of_the_base_point(curve: toy.Curve, w: int) -> None:
    """Rows longer than the group is large hold the identity and points that are equal."""
    B, n = toy.base(curve), toy.order(curve)
    table = toy.multiples(B)
    for m in (n, 2 * n, toy.cofactor(curve) * n, 100 * n):
        comb = Comb(curve, B.coordinates, m, w)
        for k in range(-2 * n, 2 * n):
            assert toy.affine(type(B)(curve, total(curve, comb.entries(k)))) == table[k % n]


@each_toy
def test_every_odd_multiple_is_an_entry(curve: Any) -> None:
    for P in toy.points(curve):
        table = toy.multiples(P)
        for d, entry in zip(range(1, 1 << WIDTH - 1, 2), odd_multiples(curve, P.coordinates), strict=True):
            assert (entry is None) <= (table[d % len(table)] is None)
            if entry is not None:
                for e, k in ((entry, d), (curve.negative(entry), -d)):
                    Q = curve.chain([([e], 0)], toy.base(curve).coordinates)
                    assert toy.affine(type(P)(curve, Q) - toy.base(curve)) == table[k % len(table)]


@pytest.mark.step("SEC 1", "2.2.1-2 O + P, affine P", "2.2.1-4 affine", "2.2.1-5 P + P, affine P")
@each_toy
def test_every_chain_of_two_steps(curve: Any) -> None:
    """[2^j]([2^i](Q + P - P') + P') for every Q and P; P' is P, or its double, or nothing."""
    every = toy.points(curve)
    for Q, P in product(every, repeat=2):
        (entry,) = curve.prepare_normalized([toy.scaled(P, 2).coordinates])
        (twice,) = curve.prepare([(P + P).coordinates])
        for (i, j), other in product(((0, 0), (0, 1), (2, 0), (1, 3)), (entry, twice, None)):
            added = [e for e in (entry, other and curve.negative(other)) if e is not None]
            after = [other] if other else []
            found = curve.chain(iter([(added, i), (after, j)]), Q.coordinates)
            R = P if other is entry else P + P if other is twice else curve.identity
            assert type(Q)(curve, found) == 2**j * (2**i * (Q + P - R) + R)


SMALLEST = [toy.named(name) for name in ("p7n11", "p13n7", "p17n11", "p17n13h2", "p7h4", "p17h8")]


@pytest.mark.parametrize("curve", SMALLEST, ids=toy.name_of)
@pytest.mark.parametrize("many", [MANY, 1])
def test_every_sum_of_two_multiples(curve: toy.Curve, many: int, monkeypatch: pytest.MonkeyPatch) -> None:
    """Of all points, without and with a table; by one chain, and by buckets."""
    monkeypatch.setattr(multiples, "MANY", many)
    tables = {P: curve.prepared(P) for P in toy.points(curve) if can_be_prepared(P)}
    every = {P: [toy.point(curve, xy) for xy in toy.multiples(P)] for P in toy.points(curve)}
    for (P, of_P), (Q, of_Q) in product(every.items(), repeat=2):
        for k, j in product((-2, -1, 0, 3, len(of_P) // 2), (-1, 1, 2, len(of_Q), 35)):
            expected = of_P[k % len(of_P)] + of_Q[j % len(of_Q)]
            assert curve.combination([(k, P), (j, Q)]) == expected
            if P in tables:
                assert curve.combination([(k, tables[P]), (j, Q)]) == expected


@each_toy
def test_sums_of_any_number_of_multiples(curve: toy.Curve) -> None:
    numbers = random.Random(curve.p)
    every = toy.points(curve)
    tables = [curve.prepared(P) for P in every if can_be_prepared(P)] + [toy.base(curve)]
    for length in (0, 1, 2, 3, 10, MANY - 1, MANY, MANY + 1, 2 * MANY):
        terms = [(numbers.randrange(-99, 100), numbers.choice([*every, *tables])) for _ in range(length)]
        expected = curve.identity
        for k, P in terms:
            table = toy.multiples(P)
            expected = expected + toy.point(curve, table[k % len(table)])
        assert curve.combination(iter(terms)) == expected


def test_many_terms_are_added_up_in_buckets_and_few_by_a_chain(monkeypatch: pytest.MonkeyPatch) -> None:
    curve, taken = toy.EDWARDS[0], []
    P = curve.B + curve.B  # not B, whose comb takes its time to grow
    prepared = curve.prepared(P)

    def spy(E: Curve, terms: list[tuple[int, Any]]) -> Any:
        taken.append(len(terms))
        return pippenger(E, terms)

    monkeypatch.setattr(multiples, "pippenger", spy)
    for length in (1, MANY - 1, MANY, MANY + 5):
        assert curve.combination([(1, P), (1, prepared)] * length) == length * 4 * curve.B
    assert taken == [MANY, MANY + 5]


# ---------------------------------------------------------------- the comb that grows


@each_toy
def test_each_stage_of_the_growing_comb_is_right(curve: toy.Curve, monkeypatch: pytest.MonkeyPatch) -> None:
    """None before the 4th multiplication, a small one then, a large one from LARGE on: every scalar in each."""
    n, B = toy.order(curve), toy.base(curve)
    monkeypatch.setattr(GrowingComb, "SMALL", 2 * n + 1)
    monkeypatch.setattr(GrowingComb, "LARGE", 4 * n + 1)
    comb, table = GrowingComb(curve, B.coordinates, n, 5), toy.multiples(B)
    widths = []
    for k in (*range(-n, n), *range(-n, n), *range(-n, n)):
        entries = comb.entries(k)
        assert entries is None or toy.affine(type(B)(curve, total(curve, entries))) == table[k % n]
        assert (entries is None) == (comb._comb is None)
        widths.append(comb._comb and comb._comb._w)
    assert widths == [None] * 2 * n + [4] * 2 * n + [5] * 2 * n


@pytest.mark.parametrize(("curve", "w"), [*zip(FIVE, (8, 7, 9, 8, 9), strict=True)], ids=toy.name_of)
def test_the_base_points_of_the_five_curves_grow(curve: toy.Curve, w: int) -> None:
    """The stages as they ship; the large table has at most 1.6 MB."""
    fresh = pickle.loads(pickle.dumps(curve))
    B, over, n = toy.base(fresh), toy.base(toy.definition(curve)), toy.order(curve)
    assert (GrowingComb.SMALL, GrowingComb.LARGE) == (4, 300)
    for use in range(1, 304):
        k = pow(3, use, n) - n // 2
        Q = k * B
        if use % 50 in {0, 1, 2, 3, 4}:
            assert toy.affine(Q) == toy.affine(k % n * over)
        width = B.comb._comb and B.comb._comb._w
        assert width == (None if use < 4 else 4 if use < 300 else w)
    entries = [entry for row in B.comb._comb._rows for entry in row]
    assert len(entries) == places(n.bit_length(), w) << w - 1
    assert sum(sys.getsizeof(entry) + sum(map(sys.getsizeof, entry)) for entry in entries) < 1.6e6


def test_a_growing_comb_serves_many_threads(monkeypatch: pytest.MonkeyPatch) -> None:
    """However they interleave, every product is right, and the large comb is there at the end."""
    monkeypatch.setattr(GrowingComb, "LARGE", 60)
    curve = toy.named("p31n43")
    table = [toy.point(curve, xy) for xy in toy.multiples(curve.G)]
    interval = sys.getswitchinterval()
    sys.setswitchinterval(1e-6)
    try:
        for _ in range(10):
            G: Any = pickle.loads(pickle.dumps(curve)).G
            with ThreadPoolExecutor(8) as pool:
                assert list(pool.map(lambda k, G=G: k * G, range(43 * 5))) == table * 5
            assert G.comb._comb._w == 9
    finally:
        sys.setswitchinterval(interval)


@pytest.mark.parametrize("others", [GrowingComb.LARGE - GrowingComb.SMALL, GrowingComb.LARGE])
def test_a_small_comb_that_is_late_does_not_replace_the_large_one(
    others: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    """While the 4th multiplication makes the small comb, other threads get on to the 300th, or past it."""
    curve = toy.named("p31n43")
    comb = GrowingComb(curve, curve.G.coordinates, curve.n, 8)

    def late(E: Curve, P: Any, m: int, w: int) -> Comb:
        if w == 4:
            for _ in range(others):
                comb.entries(2)
        return Comb(E, P, m, w)

    monkeypatch.setattr(multiples, "Comb", late)
    for _ in range(GrowingComb.SMALL):
        comb.entries(2)
    assert comb._comb is not None
    assert comb._comb._w == 8


# ---------------------------------------------------------------- the five curves


def by_definition(curve: toy.Curve, k: int, m: int, t: int) -> toy.Affine:
    """[k]([m]B + T), T the t-th point of small order, by the textbook's double-and-add."""
    over = toy.definition(curve)
    T = toy.point(over, toy.affine(toy.torsion(curve)[t]))
    return toy.affine(k * m % toy.order(curve) * toy.base(over) + k % toy.cofactor(curve) * T)


@each_curve
@settings(max_examples=12)
@given(data=st.data())
def test_any_multiple_of_any_point(curve: toy.Curve, data: st.DataObject) -> None:
    """The order of a point of mixed order isn't n: its scalars count modulo h*n."""
    m, t = data.draw(st.integers(0, toy.order(curve) - 1)), data.draw(st.integers(0, len(toy.torsion(curve)) - 1))
    P = toy.scaled(m * toy.base(curve) + toy.torsion(curve)[t], 3)
    k = data.draw(st.one_of(scalars, st.integers(-20, 20), st.sampled_from([toy.order(curve), 2**446 - 1])))
    expected = by_definition(curve, k, m, t)
    assert toy.affine(k * P) == expected
    whole = toy.order(curve) * toy.cofactor(curve)
    for way in ("straus", "split", "pippenger", "comb"):
        assert multiple(curve, k, P, way, whole) == expected
    assert toy.affine(k * curve.prepared(P)) == expected


@each_curve
@settings(max_examples=12)
@given(data=st.data())
def test_any_sum_of_multiples(curve: toy.Curve, data: st.DataObject) -> None:
    n = toy.order(curve)
    term = st.tuples(scalars, st.integers(0, n - 1), st.integers(0, len(toy.torsion(curve)) - 1))
    drawn = data.draw(st.lists(term, max_size=5))
    terms = [(k, m * toy.base(curve) + toy.torsion(curve)[t]) for k, m, t in drawn]
    with_tables = [(k, curve.prepared(P)) if i % 2 else (k, P) for i, (k, P) in enumerate(terms)]
    over = toy.definition(curve)
    expected = over.identity
    for k, m, t in drawn:
        expected = expected + toy.point(over, by_definition(curve, k, m, t))
    found = curve.combination(terms)
    assert toy.affine(found) == toy.affine(expected)
    assert pippenger_of(curve, [*terms, (0, curve.identity)]) == found
    assert curve.combination([*with_tables, (7, toy.base(curve))]) == found + 7 * toy.base(curve)


def pippenger_of(curve: toy.Curve, terms: list[tuple[int, Any]]) -> Any:
    return type(toy.base(curve))(curve, pippenger(curve, [(k, P.coordinates) for k, P in terms]))


@each_curve
def test_a_sum_of_many_multiples(curve: toy.Curve) -> None:
    numbers = random.Random(curve.p)
    n, B = toy.order(curve), toy.base(curve)
    total, terms = 0, []
    P, m = B, 1
    for i in range(MANY + 20):
        k = numbers.randrange(-n, n)
        terms.append((k, P + toy.torsion(curve)[i % len(toy.torsion(curve))]))
        total += k * m
        P, m = P + P + B, 2 * m + 1
    small = sum((k * toy.torsion(curve)[i % len(toy.torsion(curve))] for i, (k, _) in enumerate(terms)), curve.identity)
    assert curve.combination(terms) == total * B + small
