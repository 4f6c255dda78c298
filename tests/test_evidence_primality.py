"""The verifier of primality proofs: what is shipped holds, what is damaged doesn't, and no composite is certified."""

from __future__ import annotations

from itertools import product
from math import gcd, isqrt
from typing import Any

import pytest
from sympy import isprime

import write_certificates
from ecref.evidence import primality
from ecref.evidence.certificates import FIELDS, certificates
from ecref.evidence.primality import BOUND, CurveModulo, NotProved, PointModulo, Step, is_prime, prove
from ecref.textbook import AffineWeierstrassPoint, TextbookWeierstrassCurve

NUMBERS = sorted(certificates())
SHORTEST = min(NUMBERS, key=lambda N: len(certificates()[N]))


def bits(N: int) -> str:
    return f"{N.bit_length()} bits, {hex(N)[-8:]}"


# ---------------------------------------------------------------- what is shipped


def test_every_number_that_is_claimed_to_be_prime_has_a_certificate() -> None:
    assert sorted(write_certificates.numbers()) == NUMBERS
    assert len(NUMBERS) == 15


@pytest.mark.parametrize("N", NUMBERS, ids=bits)
def test_the_certificates_prove_what_another_test_says(N: int) -> None:
    steps = prove(N, certificates()[N])
    assert [step.N for step in steps] == [N, *(step.q for step in steps[:-1])]
    assert isprime(N)
    assert steps[-1].q < BOUND
    assert steps[-1].N >= BOUND


def proves(N: int, rows: Any) -> bool:
    try:
        prove(N, rows)
    except NotProved:
        return False
    return True


@pytest.mark.parametrize("field", FIELDS)
def test_a_damaged_field_is_refused(field: str) -> None:
    """In every step of a certificate, by one, by a bit, by a sign, by N, and by being another step's.

    Where a = 0, another x or y gives another b, and the curve is isomorphic to the one that was meant if b'/b is a
    sixth power: then what was to be damage is a certificate.
    """
    rows = certificates()[SHORTEST]
    place = FIELDS.index(field)
    steps = prove(SHORTEST, rows)
    for number, row in enumerate(rows):
        value, N = row[place], steps[number].N
        others = {value + 1, value - 1, value ^ 1 << 40, value + N, value - N, -value}
        for other in (others | {other[place] for other in rows}) - {value}:
            damaged = [*row]
            damaged[place] = other
            as_good = isomorphic(steps[number], Step(N, *damaged)) and 0 <= other < N
            assert proves(N, [damaged, *rows[number + 1 :]]) == as_good


def isomorphic(meant: Step, other: Step) -> bool:
    """Whether both steps are about curves with a = 0 that are the same up to x -> u^2 x, y -> u^3 y."""
    N = meant.N
    if not meant.a == other.a == 0 or (meant.t, meant.s) != (other.t, other.s):
        return False
    return pow(other.b * pow(meant.b, -1, N), (N - 1) // 6, N) == 1


def test_the_opposite_point_is_as_good() -> None:
    """What the damages above must not be confused with: a certificate isn't unique."""
    (t, s, a, x, y), *rest = certificates()[SHORTEST]
    assert proves(SHORTEST, [(t, s, a, x, SHORTEST - y), *rest])


def test_a_chain_with_a_step_too_few_too_many_or_in_another_place_is_refused() -> None:
    rows = certificates()[SHORTEST]
    assert proves(SHORTEST, rows)
    for i in range(len(rows)):
        assert not proves(SHORTEST, rows[:i] + rows[i + 1 :])
        assert not proves(SHORTEST, [*rows[:i], rows[i], *rows[i:]])
    assert not proves(SHORTEST, rows[::-1])
    for N in (SHORTEST + 2, SHORTEST - 2, SHORTEST * 5, 5 * 7, 1, 0, -SHORTEST):
        assert not proves(N, rows)


@pytest.mark.parametrize(
    ("N", "row", "reason"),
    [
        (2 * 31, (0, 1, 1, 1, 1), "N is below 5, or a multiple of 2 or 3"),
        (1, (0, 1, 1, 1, 1), "N is below 5, or a multiple of 2 or 3"),
        (3 * 37, (0, 1, 1, 1, 1), "N is below 5, or a multiple of 2 or 3"),
        (35, (19, 1, 0, 0, 5), r"4a\^3 \+ 27b\^2 has a divisor in common with N"),  # b = 25: 0 modulo 5 alone
        (101, (102 + 29, -1, 1, 1, 1), "s does not divide m"),  # m = -29
        (101, (0, 6, 1, 1, 1), "q is not over"),  # 102 = 6 * 17 and 17 < 25
        (101, (0, 5, 1, 1, 1), "s does not divide m"),
        (101, (0, 0, 1, 1, 1), "s does not divide m"),
        (101, (0, -1, 1, 1, 1), "s does not divide m"),
        (101, (0, 1, -1, 1, 1), "negative or not below N"),
        (101, (0, 1, 1, 101, 1), "negative or not below N"),
        (101, (0, 1, 1, 1, 101), "negative or not below N"),
        (101, (0, 1, 0, 0, 0), r"4a\^3 \+ 27b\^2 has a divisor in common with N"),  # y^2 = x^3
        (101, (0, 3, 1, 1, 1), r"\[m\]P is not O"),
        (101, (101 + 1 - 2 * 101, 2, 100, 1, 0), r"\[s\]P is O"),  # y = 0: of order 2
    ],
)
def test_each_condition_has_its_reason(N: int, row: tuple[int, ...], reason: str) -> None:
    with pytest.raises(NotProved, match=reason):
        prove(N, [row])


def test_the_end_of_a_chain_is_decided_by_trial_division() -> None:
    assert prove(97, []) == []
    with pytest.raises(NotProved, match="97, too large"):
        prove(97, [], bound=97)
    with pytest.raises(NotProved, match="91, which is not prime"):
        prove(91, [])
    assert prove(BOUND - 41, []) == []  # the largest below
    with pytest.raises(NotProved, match="too large"):
        prove(BOUND + 25, [])  # a prime


def test_trial_division_knows_the_primes_below_3000() -> None:
    sieve = [n for n in range(2, 3000) if all(n % f for f in range(2, n))]
    assert [n for n in range(-3, 3000) if is_prime(n)] == sieve


# ---------------------------------------------------------------- composites


def steps_for(N: int, sizes: range, *, every: int = 1) -> list[Step]:
    """All steps that name a prime q of this size; s = 1 and 2, any curve, and one of each pair of opposite points."""
    primes = [q for q in sizes if is_prime(q)]
    points = list(product(range(N), range(N), range(N // 2 + 1)))[::every]
    orders = [(s, q) for s in (1, 2) for q in primes if s * q <= sizes[-1]]
    return [Step(N, N + 1 - s * q, s, a, x, y) for a, x, y in points for s, q in orders]


def accepted(step: Step) -> bool:
    try:
        step.check()
    except NotProved:
        return False
    return True


@pytest.mark.parametrize(("N", "every"), [(25, 5), (35, 61), (49, 301), (77, 1601), (91, 2801)])
def test_no_step_certifies_a_composite(N: int, every: int) -> None:
    """Every so many of them, with q up to what a curve modulo a prime N could have."""
    sizes = range((isqrt(isqrt(N)) + 2) ** 2 + 1, N + 2 + isqrt(4 * N))
    steps = steps_for(N, sizes, every=every)
    assert len(steps) > 400
    assert not [step for step in steps if accepted(step)]


def test_no_point_modulo_25_has_an_order_that_the_bound_allows() -> None:
    """All curves and points: what a step would have to name. Each order is reached, or an addition is refused."""
    orders = set()
    for a, x, y in product(range(25), range(25), range(13)):
        b = (y * y - x**3 - a * x) % 25
        if (4 * a**3 + 27 * b * b) % 5 == 0:
            continue
        P = Q = CurveModulo(25, a, b, 0, (x, y)).G
        order = 1
        while not Q.is_identity():
            try:
                Q = Q + P
            except NotProved:
                break
            order += 1
        else:
            orders.add(order)
    assert max(filter(is_prime, orders)) <= (25**0.25 + 1) ** 2


def test_without_the_bound_on_q_composites_would_pass(monkeypatch: pytest.MonkeyPatch) -> None:
    """So the test above could fail: 35 has curves with points of the same order modulo 5 and 7."""
    steps = steps_for(35, range(2, 8), every=7)
    assert not any(map(accepted, steps))
    monkeypatch.setattr(primality, "isqrt", lambda _: -2)
    assert any(map(accepted, steps))


@pytest.mark.parametrize("N", [N for N in range(101, 200) if is_prime(N)])
def test_primes_can_be_certified_by_the_first_curve_whose_order_allows_it(N: int) -> None:
    roots = {x: [y for y in range(N) if y * y % N == x] for x in range(N)}
    for a, b in product(range(1, 30), repeat=2):
        points = [(x, y) for x in range(N) for y in roots[(x**3 + a * x + b) % N]]
        m = len(points) + 1
        q = max(q for q in range(2, m + 1) if m % q == 0 and is_prime(q))
        if q > (isqrt(isqrt(N)) + 2) ** 2 and (4 * a**3 + 27 * b**2) % N:
            x, y = points[-1]
            row = (N + 1 - m, m // q, a, x, y)
            if proves(N, [row]):
                assert prove(N, [row], bound=2 * N)[0].q == q
                assert not proves(N, [(row[0] - 1, *row[1:])])
                return
    raise AssertionError


# ---------------------------------------------------------------- points over Z/N


def points_modulo(N: int, a: int, b: int, kind: Any) -> list[Any]:
    """Every pair that satisfies the equation modulo N, as points of one curve."""
    pairs = [(x, y) for x, y in product(range(N), repeat=2) if (y * y - x**3 - a * x - b) % N == 0]
    curve = kind(N, a, b, 0, pairs[0])
    return [curve.point(x, y) for x, y in pairs]


def reduced(P: Any, curve: Any) -> Any:
    return curve.identity if P.is_identity() else curve.point(*(v % curve.p for v in P.affine()))


@pytest.mark.parametrize(("a", "b"), [(1, 1), (-3, 1), (0, 2)])
def test_a_sum_modulo_35_is_the_sum_modulo_5_and_7_or_refused(a: int, b: int) -> None:
    assert gcd(4 * a**3 + 27 * b**2, 35) == 1
    points = points_modulo(35, a, b, CurveModulo)
    fields = [points_modulo(r, a, b, TextbookWeierstrassCurve)[0].curve for r in (5, 7)]
    sums = refusals = 0
    for P, Q in product([points[0].curve.identity, *points], repeat=2):
        try:
            R = P + Q
        except NotProved:
            refusals += 1
            continue
        sums += 1
        for E in fields:
            assert reduced(R, E) == reduced(P, E) + reduced(Q, E)
    assert min(sums, refusals) > 100


def test_the_textbook_alone_would_add_two_points_with_one_x_and_four_y_wrongly() -> None:
    """(x, y) and (x, y') with y' = y modulo 5 and -y modulo 7: the sum is O modulo 7, and no tangent's point."""
    plain = points_modulo(35, 1, 1, TextbookWeierstrassCurve)
    P, Q = next((P, Q) for P, Q in product(plain, repeat=2) if P.x == Q.x and Q.y not in (P.y, -P.y) and P.y.value % 7)
    assert isinstance(P, AffineWeierstrassPoint)
    assert not (P + Q).is_identity()
    (R,) = [R for R in points_modulo(35, 1, 1, CurveModulo) if R.affine() == P.affine()]
    (S,) = [S for S in points_modulo(35, 1, 1, CurveModulo) if S.affine() == Q.affine()]
    assert isinstance(R, PointModulo)
    with pytest.raises(NotProved, match="more than two y"):
        R + S


def test_a_denominator_that_is_not_invertible_is_refused() -> None:
    points = points_modulo(35, 1, 1, CurveModulo)
    P, Q = next((P, Q) for P, Q in product(points, repeat=2) if P.x != Q.x and P.x.value % 5 == Q.x.value % 5)
    with pytest.raises(NotProved, match="a denominator"):
        P + Q
