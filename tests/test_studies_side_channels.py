"""`ecref study side-channels`: a dependence that is planted is found, and none is found where there is none."""

from __future__ import annotations

import re
from functools import partial
from itertools import pairwise
from math import isnan
from random import Random
from typing import TYPE_CHECKING, Any

import pytest

from ecref import EdDSA, ecdsa, ed448, ed25519, eddsa, p256
from ecref.measure.rounds import Effort
from ecref.measure.tables import base_point
from ecref.referee.adapters.interface import CURVES
from ecref.studies import side_channels, side_channels_lengths, side_channels_rest, side_channels_signers
from ecref.studies.interval import Interval
from ecref.studies.model import Plan
from ecref.studies.regression import rank_correlation, ranks, slope
from ecref.studies.side_channels import Size
from ecref.studies.side_channels_findings import findings
from ecref.studies.side_channels_lengths import FEW, MISSING, ByLength, time_lengths
from ecref.studies.side_channels_rest import PLACES, WIDTH, Difference, N, Pair, difference, pairs, with_digits
from ecref.studies.side_channels_signers import LARGE, NONE, SMALL, TABLES, Signer, drawn, signer
from ecref.studies.side_channels_tables import LONGEST, Figures, charts, tables
from ecref.studies.side_channels_turns import by_turns
from ecref.studies.side_channels_uniform import BLOCK, Uniform, time_each, time_uniform
from write_studies import PAGES, page, picture_of

if TYPE_CHECKING:
    from collections.abc import Callable

    from ecref.measure.operations import Call
    from ecref.studies.model import Study

NOTHING = Interval(0.0, 0.0)


class Machine:
    """A machine whose time goes on by what is computed. One M takes a millisecond, times how slow it is."""

    def __init__(self, seed: int = 1) -> None:
        self.now = 0.0
        self.slow = 1.0
        self.rnd = Random(seed)

    def clock(self) -> float:
        return self.now

    def seconds(self) -> float:
        return 0.001 * self.slow

    def spend(self, M: float, noise: float = 0.0) -> None:
        self.now += (M + self.rnd.uniform(-noise, noise)) * self.seconds()

    def signer(self, per_bit: float, noise: float = 3.0) -> Signer:
        """A signer of 256 bits that takes 300 M, and so many for each bit of the nonce."""

        def sign(k: int) -> Call:
            return lambda: self.spend(300 + per_bit * k.bit_length(), noise)

        return Signer(p256.curve.p, N, sign, lambda k: k.bit_length())


# ---------------------------------------------------------------- lines and ranks


def test_the_slope_of_a_line() -> None:
    assert slope({0: 1.0, 1: 3.0, 2: 5.0}) == 2.0
    assert slope({0: 0.0, 1: 1.0, 2: 0.0}) == 0.0
    assert slope({-2: 1.0, 0: 0.0}) == -0.5


def test_equal_values_share_a_rank() -> None:
    assert ranks([10, 30, 20]) == [1, 3, 2]
    assert ranks([5, 7, 5, 9, 5]) == [2, 4, 2, 5, 2]


def test_the_correlation_of_ranks() -> None:
    iq = [106, 100, 86, 101, 99, 103, 97, 113, 112, 110]
    hours = [7, 27, 2, 50, 28, 29, 20, 12, 6, 17]
    found = rank_correlation(iq, hours)
    assert found.mean == pytest.approx(-29 / 165)  # 1 - 6 * 194 / (10 * 99)
    assert found.error == pytest.approx(3.2905 * (1.06 / 7) ** 0.5 * (1 - (29 / 165) ** 2), rel=1e-4)
    assert rank_correlation([1, 2, 3, 4], [1, 10, 100, 10**9]) == pytest.approx((1.0, 0.0))


def test_nothing_goes_with_what_is_the_same() -> None:
    assert rank_correlation([1, 1, 1, 1], [1, 2, 3, 4]) == NOTHING
    assert rank_correlation([1, 2, 3, 4], [2, 2, 2, 2]) == NOTHING


def test_three_ranks_say_nothing_of_their_error() -> None:
    found = rank_correlation([1, 2, 3], [1, 2, 3])
    assert found.mean == pytest.approx(1.0)
    assert isnan(found.error)


# ---------------------------------------------------------------- signers


@pytest.mark.parametrize("table", TABLES)
@pytest.mark.parametrize("curve", CURVES)
def test_a_signature_has_the_nonce_that_is_given_and_is_valid(curve: str, table: str) -> None:
    scheme, chosen = CURVES[curve], signer(curve, table)
    B = base_point(scheme)
    for k in chosen.nonce(0, 1), chosen.nonce(100, 2), chosen.uniform_nonce(3), 1:
        call = chosen.sign(k)
        signature: Any = call()
        key = call.func.__self__.public_key  # type: ignore[attr-defined]
        if isinstance(scheme, EdDSA):
            (message,) = call.args  # type: ignore[attr-defined]
            R, S = signature[: scheme.curve.size], int.from_bytes(signature[scheme.curve.size :], "little")
            assert (k * B).encode() == R
            challenge = scheme.hash_to_int(b"", R, key.to_bytes(), message)
            assert scheme.curve.decode(R) + challenge % scheme.curve.L * scheme.curve.decode(key.to_bytes()) == S * B
            assert len(message) == scheme.hash.size
            assert message[-2:] != bytes(2)  # it is reduced, as a hash is
        else:
            assert signature[0] == (k * B).affine()[0] % scheme.curve.n
            scheme.public_key(key.to_bytes()).verify_digest(
                signature, call.args[0], hash=None, format=None  # type: ignore[attr-defined]
            )


def test_nothing_of_the_schemes_is_replaced() -> None:
    signer("ed25519", LARGE)
    signer("p256", NONE)
    assert CURVES["ed25519"] is eddsa.SCHEMES["Ed25519"]
    assert type(ed25519) is EdDSA
    assert CURVES["p256"] is ecdsa.SCHEMES["P-256"]


def test_each_table_is_what_it_is_called() -> None:
    for curve in CURVES:
        assert signer(curve, NONE).additions is None
        large, small = (signer(curve, table) for table in (LARGE, SMALL))
        assert large.additions is not None
        assert small.additions is not None
        k = large.nonce(0, 1)
        assert 28 <= large.additions(k) <= 64 < 2 * large.additions(k) + 20
        assert large.additions(k) < small.additions(k)
        assert small.additions(1) == large.additions(1) == 1


@pytest.mark.parametrize(
    ("curve", "length"), [("ed25519", 252), ("ed448", 446), ("p256", 256), ("p384", 384), ("secp256k1", 256)]
)
def test_a_nonce_has_its_length(curve: str, length: int) -> None:
    chosen = signer(curve, NONE)
    assert chosen.length == length
    for missing in MISSING:
        some = {chosen.nonce(missing, number) for number in range(20)}
        assert len(some) == 20
        assert {k.bit_length() for k in some} == {length - missing}
        assert {chosen.missing(k) for k in some} == {missing}
        assert max(some) < chosen.order
    assert len({chosen.nonce(missing, number) % 2**32 for missing in MISSING for number in range(20)}) > 330
    drawn_ones = [chosen.uniform_nonce(number) for number in range(1000)]
    assert all(1 <= k < chosen.order for k in drawn_ones)
    assert 0.9 < sum(map(chosen.missing, drawn_ones)) / 1000 < 1.1
    assert chosen.missing(chosen.order - 1) == 0
    assert chosen.nonce(3, 4) == signer(curve, SMALL).nonce(3, 4)


def test_what_is_drawn_stays_the_same() -> None:
    assert drawn("a", 1, 1000) == drawn("a", 1, 1000)
    assert len({drawn("a", number, 2**64) for number in range(100)} | {drawn("b", 1, 2**64)}) == 101
    assert {drawn("small", number, 3) for number in range(100)} == {0, 1, 2}


# ---------------------------------------------------------------- lengths


def measured(machine: Machine, chosen: Signer, missing: tuple[int, ...] = MISSING, rounds: int = 8) -> ByLength:
    unit: Any = machine
    return time_lengths(chosen, missing, rounds, 16, unit, machine.clock)


@pytest.mark.parametrize("planted", [0.2, 1.25, 12.0])
def test_a_planted_slope_is_found(planted: float) -> None:
    machine = Machine()
    found = measured(machine, machine.signer(planted))
    assert found.slope().mean == pytest.approx(planted, abs=0.02)
    assert found.slope().is_above(NOTHING)
    assert abs(found.slope().mean - planted) < 1.5 * found.slope().error
    assert found.saved(128).mean == pytest.approx(100 * 128 * planted / (300 + 256 * planted), abs=0.5)
    assert found.mean(0).mean == pytest.approx(300 + 256 * planted, abs=1.5)


@pytest.mark.parametrize("seed", range(5))
def test_no_slope_is_found_where_there_is_none(seed: int) -> None:
    machine = Machine(seed)
    found = measured(machine, machine.signer(0.0))
    assert not found.slope().is_apart(NOTHING)
    assert abs(found.slope().mean) < 0.01
    assert not found.saved(128).is_apart(NOTHING)


def test_a_slow_machine_is_no_hindrance_but_told() -> None:
    machine = Machine()
    plain = machine.signer(1.25, noise=0.0)
    made = [0]

    def sign(k: int) -> Call:
        def call() -> None:
            plain.sign(k)()
            made[0] += 1
            machine.slow = 1.0 + made[0] // (16 * len(FEW)) % 2  # every other round, as it begins

        return call

    found = measured(machine, plain._replace(sign=sign), FEW)
    assert found.slope() == pytest.approx((1.25, 0.0), abs=1e-6)
    assert found.unrest == pytest.approx(1 / 1.5)
    assert measured(machine, plain, FEW).unrest == 0.0


def test_additions_are_counted_at_every_length() -> None:
    machine = Machine()
    found = measured(machine, machine.signer(1.0), (0,), rounds=2)
    assert list(found.rounds) == [0]
    assert list(found.additions) == list(MISSING)
    assert (found.additions[0], found.additions[7], found.additions[8], found.additions[128]) == (256, 249, 248, 128)
    assert found.first_step() == 1
    assert side_channels_lengths.additions(signer("p256", NONE)) == {}


@pytest.mark.parametrize(
    ("curve", "step"), [("ed25519", 5), ("ed448", 6), ("p256", 5), ("p384", 1), ("secp256k1", 5)]
)
def test_the_first_step_follows_from_the_table(curve: str, step: int) -> None:
    assert ByLength({}, side_channels_lengths.additions(signer(curve, LARGE))).first_step() == step


# ---------------------------------------------------------------- an onlooker


def watched(machine: Machine, chosen: Signer, count: int = 1024, repeats: int = 5) -> Uniform:
    return time_uniform(chosen, count, repeats, machine.clock)


def test_an_onlooker_sees_what_is_planted_and_more_the_more_often() -> None:
    machine = Machine()
    found = watched(machine, machine.signer(8.0, noise=40.0))
    once, often = found.correlation(1), found.correlation(5)
    assert found.repeats == 5
    assert once.is_above(NOTHING)
    assert often.mean > once.mean + 0.1
    assert found.of_fastest(5).is_above(found.of_all())
    assert found.of_all().mean == pytest.approx(1.0, abs=0.1)
    assert found.correlation_of_additions() == pytest.approx((1.0, 0.0))
    assert (found.missing[0], found.additions[0]) == (4, 252)


@pytest.mark.parametrize("seed", range(3))
def test_an_onlooker_sees_nothing_where_nothing_is(seed: int) -> None:
    machine = Machine(seed)
    found = watched(machine, machine.signer(0.0, noise=40.0))
    for repeats in 1, 5:
        assert not found.correlation(repeats).is_apart(NOTHING)
        assert not found.of_fastest(repeats).is_apart(found.of_all())


def test_a_machine_that_slows_down_is_no_hindrance() -> None:
    machine = Machine()
    plain = machine.signer(8.0, noise=4.0)

    def sign(k: int) -> Call:
        def call() -> None:
            machine.slow = 1.0 + calls // BLOCK % 3
            plain.sign(k)()

        calls = len(made)
        made.append(k)
        return call

    made: list[int] = []
    found = watched(machine, plain._replace(sign=sign))
    assert found.correlation(1).mean > 0.8


def test_each_call_is_timed_in_each_round() -> None:
    machine = Machine()
    calls = [partial(machine.spend, 1.0 + number % 3) for number in range(BLOCK + 3)]
    found = time_each(calls, 2, machine.clock)
    assert [len(times) for times in found] == [2] * (BLOCK + 3)
    assert found[:3] == [pytest.approx([0.5, 0.5]), pytest.approx([1.0, 1.0]), pytest.approx([1.5, 1.5])]
    assert found[BLOCK:] == [pytest.approx([1.0, 1.0]), pytest.approx([1.5, 1.5]), pytest.approx([0.5, 0.5])]


# ---------------------------------------------------------------- turns, and pairs


def test_every_operation_has_its_turn_and_goes_first() -> None:
    machine = Machine()
    seen: list[str] = []
    operations = [[partial(seen.append, f"{name}{number}") for number in range(2)] for name in "abc"]
    unit: Any = machine
    found = by_turns(operations, 1, 3, unit, machine.clock)
    assert " ".join(seen[:9]) == "a0 b0 c0 b1 c1 a1 c0 a0 b0"  # which warm up
    assert " ".join(seen[9:]) == "a1 b1 c1 b0 c0 a0 c1 a1 b1"
    assert found == ([[0.0], [0.0], [0.0]], [0.001])


def test_a_round_takes_medians_in_M() -> None:
    machine = Machine()
    spent = iter([9, 9, 9, 9, 9, 9, 5, 1, 2, 90, 3, 3])
    operations: list[list[Call]] = [[lambda: machine.spend(next(spent))], [lambda: machine.spend(next(spent))]]
    machine.slow = 3.0
    unit: Any = machine
    found = by_turns(operations, 1, 3, unit, machine.clock)
    assert [figures for (figures,) in found.rounds] == pytest.approx([5.0, 2.0])  # of 5, 90, 3 and of 1, 2, 3
    assert found.units == [0.003]


def differing(machine: Machine, one: Callable[[], None], other: Callable[[], None], loops: int = 1) -> Difference:
    unit: Any = machine
    return difference(Pair("a", "b", "c", [one], [other], loops), 8, 20, unit, machine.clock)


def test_a_difference_that_is_planted_is_found() -> None:
    machine = Machine()
    found = differing(machine, lambda: machine.spend(50, 2.0), lambda: machine.spend(60, 2.0), loops=10)
    assert found.is_seen
    assert found.more.mean == pytest.approx(1.0, abs=0.2)
    assert found.means() == pytest.approx((5.0, 6.0), abs=0.2)
    assert len(found.rounds) == len(found.other_rounds) == 8


@pytest.mark.parametrize("seed", range(3))
def test_no_difference_is_found_where_there_is_none(seed: int) -> None:
    machine = Machine(seed)
    assert not differing(machine, lambda: machine.spend(50, 2.0), lambda: machine.spend(50, 2.0)).is_seen


def test_it_makes_no_difference_who_goes_first() -> None:
    machine, turns = Machine(), [0]

    def call() -> None:
        turns[0] += 1
        machine.spend(50 + 10 * (turns[0] % 2))  # the first of two is dearer

    found = differing(machine, call, call)
    assert found.means() == pytest.approx((55.0, 55.0))


def test_digits_are_what_they_are_called() -> None:
    chosen = signer("p256", LARGE)
    assert chosen.additions is not None
    for number in range(64):
        positive, negative = with_digits(number), with_digits(number, sign=-1)
        zeros = [with_digits(number, zero=place) for place in range(PLACES - 1)]
        assert all(1 <= k < N for k in (positive, negative, *zeros))
        assert chosen.additions(positive) == chosen.additions(negative) == PLACES
        assert {chosen.additions(k) for k in zeros} == {PLACES - 1}
        highest = 1 << WIDTH * (PLACES - 1)
        assert positive % highest + negative % highest == highest
        assert {(positive - k) % 2 ** (WIDTH * place) for place, k in enumerate(zeros)} == {0}


def test_the_pairs_do_what_they_say(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(side_channels_rest, "NUMBERS", 16)
    found = pairs()
    assert len({(pair.what, pair.one, pair.other) for pair in found}) == len(found) == 10
    for pair in found:
        for call in *pair.calls, *pair.other_calls:
            call()
    inverse, *_, der = found
    k, n = inverse.calls[0].args  # type: ignore[attr-defined]
    assert (inverse.calls[0]() * k % n, k.bit_length(), n) == (1, 128, N)
    sizes = [{len(call()) for call in calls} for calls in (der.calls, der.other_calls)]  # type: ignore[arg-type]
    assert sizes == [{6 + 2 * 31}, {6 + 2 * 33}]
    again = next(pair for pair in found if pair.one == "the same k as before")
    ks = [call.keywords["unsafe_k"] for call in again.calls]  # type: ignore[attr-defined]
    others = [call.keywords["unsafe_k"] for call in again.other_calls]  # type: ignore[attr-defined]
    assert ks == sorted(others * 8, key=others.index)
    assert len(set(others)) == 16


# ---------------------------------------------------------------- tables and sentences

ROUNDS = [1.0, 1.01, 0.99]


def by_length(full: float, per_bit: float, missing: tuple[int, ...] = FEW) -> ByLength:
    return ByLength(
        {bits: [each * full - per_bit * bits for each in ROUNDS] for bits in missing},
        {bits: 32.0 - bits // 4 for bits in MISSING},
    )


def some_figures(**changes: Any) -> Figures:
    """Two curves; ed448 has no slope without a table, and an onlooker sees nothing of it."""
    nonces = Machine()
    seen = watched(nonces, nonces.signer(8.0, noise=20.0), 256, 3)
    unseen = watched(nonces, nonces.signer(0.0, noise=20.0), 256, 3)
    lengths = {(curve, table): by_length(500.0, 1.5) for curve in ("p256", "ed448") for table in TABLES}
    lengths["ed448", NONE] = ByLength({bits: [3000.0, 3010.0, 2990.0] for bits in FEW}, {})
    rest = [
        Difference(Pair("signing", "a short k", "a long k", [], []), [1.0, 1.1, 0.9], [3.0, 3.1, 2.9]),
        Difference(Pair("reading", "a short d", "a long d", [], []), [3.0, 3.1, 2.9], [1.0, 1.1, 0.9]),
        Difference(Pair("writing", "this", "that", [], []), [1.0, 2.0, 3.0], [1.1, 1.9, 3.0]),
    ]
    values: dict[str, Any] = {"lengths": lengths, "uniform": {"p256": seen, "ed448": unseen}, "rest": rest}
    return Figures(**{**values, **changes})


def test_the_tables() -> None:
    figures = some_figures()
    slopes, lengths, additions, uniform, rest = tables(figures)
    assert [row[:2] for row in slopes.rows] == [(curve, table) for table in TABLES for curve in ("p256", "ed448")]
    figures_shown: Any = slopes.rows[0][2:]
    assert figures_shown == pytest.approx((500.0, 308.0, 38.4, 7.0, 1.5, 0.0), abs=0.1)
    assert slopes.rows[5][2:] == (3000.0, 3000.0, 0.0, 0.0, 0.0, 0.0)
    assert lengths.rows[1] == (16, 476.0, 476.0)
    assert lengths.note is not None
    assert lengths.note.endswith("at most ± 7.01 % of the time.")
    assert additions.rows[5] == (5, 31.0, 31.0)
    assert [row[:3] for row in uniform.rows] == [
        ("p256", 256, 1),
        ("p256", 256, 3),
        ("ed448", 256, 1),
        ("ed448", 256, 3),
    ]
    assert len(uniform.rows[0]) == len(uniform.heads)
    assert rest.rows[0][:5] == ("signing", "a short k", "a long k", 1.0, 3.0)
    assert rest.rows[0][5:7] == pytest.approx((2.0, 0.0), abs=1e-9)
    assert rest.rows[0][7] == "yes"
    assert rest.rows[2][-1] == "no"


def test_a_signature_that_was_made_once_stands_once() -> None:
    once = Uniform([0, 1, 2, 0, 1], [3, 2, 1, 3, 2], [[1.0], [0.9], [0.8], [1.1], [0.95]])
    rows = tables(some_figures(uniform={"p256": once}))[3].rows
    assert [row[:3] for row in rows] == [("p256", 5, 1)]


def test_the_charts() -> None:
    large, none = charts(some_figures())
    assert large.title == "what a shorter nonce saves: large table"
    assert none.title == "what a shorter nonce saves: no table"
    assert [bits for bits, _ in large.series["p256"]] == list(FEW)
    assert [y for _, y in large.series["p256"]] == pytest.approx([1.5 * bits for bits in FEW])
    assert none.series["ed448"] == [(bits, 0.0) for bits in FEW]
    assert large.lines
    assert not large.log_y


def test_the_sentences() -> None:
    large, small, none, steps, onlooker, rest, last = findings(some_figures())
    assert large == (
        "With the large table, from a process' 300th multiplication of the base point on, each bit that a nonce lacks "
        "saves 1.50 ± 0.00 M on p256 (38 % for 128 bits) and 1.50 ± 0.00 M on ed448 (38 % for 128 bits)."
    )
    assert small.startswith("With the small table, from the 4th on, each bit ")
    assert none == (
        "Without a table, as in the first three, so in each `ecref sign`, each bit that a nonce lacks saves "
        "1.50 ± 0.00 M on p256 (38 % for 128 bits); no such slope is told apart from none on ed448."
    )
    assert steps.endswith("lack this many bits: 4 on p256 (one nonce in 16) and 4 on ed448 (one nonce in 16).")
    once, often = onlooker.split(" Timed once, ")[1].split(" By the median of 3 times each, ")
    for sentence in once, often:
        assert sentence.startswith("longer nonces take longer on p256 (0.")
        assert "; no such correlation is told apart from chance on ed448 (" in sentence
    assert "The nonces of the fastest 1/32 are shorter than most: in the mean they lack 5.8 ± " in often
    assert often.endswith(" on p256.")
    assert rest == (
        "What else depends on a secret: signing takes 2.00 ± 0.00 M more with a long k than with a short k; reading "
        "takes 2.00 ± 0.00 M more with a short d than with a long d. Not told apart: writing with this or that."
    )
    assert last.startswith("How many signatures an attack on ecref needs was not measured")


def test_the_sentences_where_everything_or_nothing_is_seen() -> None:
    figures = some_figures()
    seen, unseen = figures.uniform["p256"], figures.uniform["ed448"]
    flat = {(curve, table): by_length(500.0, 0.0) for curve, table in figures.lengths}
    large, *_, onlooker, rest, _ = findings(some_figures(lengths=flat, uniform={"p256": unseen}, rest=figures.rest[2:]))
    assert large.endswith("base point on, no such slope is told apart from none on p256.")
    assert "longer" not in onlooker
    assert "fastest" not in onlooker
    assert rest == "Not told apart: writing with this or that."
    *_, onlooker, rest, _ = findings(some_figures(uniform={"p256": seen}, rest=figures.rest[:1]))
    assert "chance" not in onlooker
    assert rest == "What else depends on a secret: signing takes 2.00 ± 0.00 M more with a long k than with a short k."


# ---------------------------------------------------------------- the study


@pytest.fixture(scope="module")
def run_of_little() -> tuple[Study, list[tuple[int, int]]]:
    """A study that measured hardly anything, and the progress that it told."""
    steps: list[tuple[int, int]] = []
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(side_channels_lengths, "NONCES", 4)
        patch.setattr(side_channels_rest, "NUMBERS", 16)
        patch.setattr(side_channels, "QUICK", Size(calls=1, pairs=2, signatures=40, repeats=3))
        patch.setattr(side_channels, "TOO_WIDE", -1.0)
        plan = Plan(Effort(rounds=2, slice=1.0, warm_up=1.0), quick=True)
        found = side_channels.run(plan, lambda done, total: steps.append((done, total)))
    return found, steps


def test_a_whole_run(run_of_little: tuple[Study, list[tuple[int, int]]]) -> None:
    found, steps = run_of_little
    assert found.name == "side-channels"
    slopes, lengths, additions, uniform, rest = found.tables
    assert [row[:2] for row in slopes.rows] == [(curve, table) for table in TABLES for curve in CURVES]
    assert [row[0] for row in lengths.rows] == [0, 64, LONGEST]
    assert [row[0] for row in additions.rows] == list(MISSING)
    assert [row[:3] for row in uniform.rows] == [(curve, 40, repeats) for curve in CURVES for repeats in (1, 3)]
    assert len(rest.rows) == 10
    assert all(len(row) == len(table.heads) for table in found.tables for row in table.rows)
    assert len(found.findings) == 7
    assert steps == [(done, 16) for done in range(17)]
    assert len(found.notes) == 15
    assert re.match(r"ed25519, large table: the machine was restless: M's quartiles lie \d+% apart", found.notes[0])
    figures = some_figures()
    assert side_channels._notes(figures) == []


def test_a_full_run_measures_every_length_with_the_large_table() -> None:
    assert side_channels._missing(LARGE, quick=False) == MISSING
    assert side_channels._missing(NONE, quick=False) == FEW
    assert side_channels._missing(LARGE, quick=True) == (0, 64, 128)
    assert {0, LONGEST} <= {*MISSING} & {*FEW}
    assert ed448.curve.L.bit_length() - LONGEST > 0
    assert side_channels_signers.SMALL_WIDTH == 4


# ---------------------------------------------------------------- the page

PAGE = PAGES["side-channels"]
TEXT = PAGE.read_text("utf-8")


def test_the_page_is_of_this_study(run_of_little: tuple[Study, list[tuple[int, int]]]) -> None:
    """Its figures are of another run; its chapters, tables and method are these."""
    found, _ = run_of_little
    assert chapters(TEXT) == chapters(page(TEXT, found))
    said = " ".join(TEXT.split())
    assert found.method in said
    assert said.count(found.findings[-1]) == 1
    assert picture_of("side-channels").read_bytes().startswith(b"<?xml")


def chapters(text: str) -> list[str]:
    """Headings, and the heads of tables."""
    lines = text.splitlines()
    heads = [before for before, line in pairwise(lines) if line.startswith("| ---")]
    return [line for line in lines if line.startswith("#")] + heads


def test_the_page_names_what_is_there() -> None:
    cells = [line.split("|")[2] for line in TEXT.splitlines() if line.startswith("| ")]
    rows = [re.findall(r"`(?:[A-Z]\w+\.)?(\w+)(\.py)?`", cell) for cell in cells if ".py`" in cell]
    assert len(rows) == 7
    for row in rows:
        modules = [PAGE.parents[1] / "ecref" / f"{name}.py" for name, suffix in row if suffix]
        for name in (name for name, suffix in row if not suffix):
            assert all(f"def {name}(" in module.read_text("utf-8") for module in modules), name
    for link in re.findall(r"\]\((\w[\w.-]*)\)", TEXT):
        assert (PAGE.parent / link).exists(), link
