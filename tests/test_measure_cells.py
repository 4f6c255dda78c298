"""What is measured, and what is found out about it beside its time."""

from __future__ import annotations

import json
import sys
from typing import TYPE_CHECKING, Any

import pytest

import ecref
from ecref.errors import UnusableInput
from ecref.measure import bench, tables
from ecref.measure import cells as measured_cells
from ecref.measure.algorithms import WAYS, algorithm
from ecref.measure.cells import Plan, cells
from ecref.measure.cold import Cold, cold, first_call
from ecref.measure.count import count_algorithm, counting_scheme
from ecref.measure.memory import kept, peak
from ecref.measure.operations import (
    BATCH,
    BY_NAME,
    OPERATIONS,
    calls,
    digest_samples,
    is_a_pair,
    is_right,
    samples,
    signatures_in,
)
from ecref.measure.rounds import Effort
from ecref.measure.tables import base_point, of_base_point, of_prepared_key
from ecref.measure.unit import LOOPS, Unit
from ecref.referee.adapters.interface import CURVES
from ecref.referee.adapters.own import Ecref
from ecref.referee.adapters.program import Program
from measured import ticking

if TYPE_CHECKING:
    from collections.abc import Iterator

TINY = Effort(rounds=2, slice=0.0, warm_up=0.0)
UNIT = Unit(2**255 - 19, ticking([LOOPS * 1e-6]))  # M is a microsecond


@pytest.mark.parametrize("curve", CURVES)
def test_samples_are_the_same_each_time_and_hold(curve: str) -> None:
    first, second = samples(curve, 32, 2)
    assert [first, second] == samples(curve, 32, 2)
    assert first.secret != second.secret
    for sample in (first, second):
        key = CURVES[curve].public_key(sample.public)
        verdict = key.verdict(sample.signature, sample.message)
        assert verdict
        assert verdict.warnings == ()
        assert len(sample.message) == 32


@pytest.mark.parametrize("operation", BY_NAME)
def test_operations_that_are_measured_by_name(operation: str) -> None:
    suite = Ecref().suite("p256")
    chosen = digest_samples("p256", 33, 2)
    todo = calls(suite, operation, chosen)
    assert todo is not None
    assert len(todo) == 2
    result = todo[0]()
    assert is_right("p256", operation, chosen[0], is_a_pair(suite, result) if operation == "generate" else result)
    assert not is_right("p256", operation, chosen[0], chosen[1].signature)
    bare = suite._replace(generate=None, sign_digest=None, verify_digest=None)
    assert calls(bare, operation, chosen) is None


def test_samples_of_digests() -> None:
    for sample in digest_samples("p384", 64, 2):
        assert len(sample.message) == 64
        verdict = ecref.p384.public_key(sample.public).verdict_digest(sample.signature, sample.message, hash=None)
        assert verdict
        assert verdict.warnings == ()
    for size in (0, 65):
        with pytest.raises(UnusableInput, match=f"got a digest of {size} octets, wanted 1 to 64"):
            digest_samples("p256", size)


def test_cells_of_operations_by_name() -> None:
    found = cells(Plan(("ed25519", "p256"), ("sign", *BY_NAME), (8, 32)), [Ecref()])
    assert [(each.cell.curve, each.cell.operation, each.cell.size) for each in found] == [
        ("ed25519", "sign", 8),
        ("ed25519", "generate", None),
        ("ed25519", "sign", 32),
        ("p256", "sign", 8),
        ("p256", "generate", None),
        ("p256", "sign-digest", 8),
        ("p256", "verify-digest", 8),
        ("p256", "sign", 32),
        ("p256", "sign-digest", 32),
        ("p256", "verify-digest", 32),
    ]


def test_key_pairs_that_do_not_belong_together_are_not_timed(monkeypatch: pytest.MonkeyPatch) -> None:
    wrong = Ecref()
    suite = wrong.suite("ed25519")
    pair = ecref.ed25519.generate(), ecref.ed25519.generate().public_key
    monkeypatch.setattr(wrong, "suite", lambda _: suite._replace(generate=lambda: pair))
    with pytest.raises(UnusableInput, match="ecref: generate on ed25519 gives a wrong result"):
        cells(Plan(("ed25519",), ("generate",)), [wrong])


@pytest.mark.parametrize("operation", OPERATIONS)
@pytest.mark.parametrize("curve", ["ed25519", "p256"])
def test_each_operation_is_right_and_a_wrong_result_is_seen(curve: str, operation: str) -> None:
    chosen = samples(curve, 8, 3)
    todo = calls(Ecref().suite(curve), operation, chosen)
    if operation == "verify-batch" and curve == "p256":
        assert todo is None
        return
    assert todo is not None
    assert len(todo) == (1 if operation == "verify-batch" else 3)
    assert is_right(curve, operation, chosen[0], todo[0]())
    assert not is_right(curve, operation, chosen[0], b"\4" + bytes(64))
    assert signatures_in(operation) == (BATCH if operation == "verify-batch" else 1)


def test_what_an_implementation_has_not_got_is_no_cell() -> None:
    bare = Ecref().suite("p256")._replace(load_public=None, verify_loaded=None, verify_batch=None)
    assert calls(bare, "verify-prepared", samples("p256", 8, 1)) is None
    assert calls(bare, "verify-batch", samples("p256", 8, 1)) is None


def test_cells_to_be_compared_stand_side_by_side() -> None:
    another = Ecref()
    another.name = "another"
    found = cells(Plan(("ed25519", "p256"), ("keygen", "verify-batch"), (8,)), [Ecref(), another])
    assert [(each.cell.curve, each.cell.operation, each.cell.implementation) for each in found] == [
        ("ed25519", "keygen", "ecref"),
        ("ed25519", "keygen", "another"),
        ("ed25519", "verify-batch", "ecref"),
        ("ed25519", "verify-batch", "another"),
        ("p256", "keygen", "ecref"),
        ("p256", "keygen", "another"),
    ]


@pytest.fixture
def small_tables(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """Tables in their first stage only, since those of the last take a second to build."""
    monkeypatch.setattr(tables, "GROWN", 5)
    monkeypatch.setattr(measured_cells, "GROWN", 5)
    counting_scheme.cache_clear()
    yield
    counting_scheme.cache_clear()


class Told(Program):
    """A program that is told what to answer."""

    name = "told"
    curves = ("ed25519",)

    def __init__(self, answers: dict[str, str | None]) -> None:
        self.answers = answers
        self.closed = False

    def arguments(self) -> list[str]:
        return []

    def version(self) -> str:
        return "told 1"

    def load(self, curve: str, operation: str, samples: object) -> tuple[int, str] | None:
        assert curve == "ed25519"
        assert samples
        answer = self.answers[operation]
        return None if answer is None else (7, answer)

    def run(self, number: int, count: int) -> tuple[list[float], float]:
        assert number == 7
        return [0.5] * count, 0.5 * count

    def close(self) -> None:
        self.closed = True


def test_a_program_is_a_cell_too(monkeypatch: pytest.MonkeyPatch) -> None:
    chosen = samples("ed25519", 8, 1)[0]
    told = Told({"keygen": "", "sign": chosen.signature.hex(), "verify": "01", "verify-batch": None, "generate": "01"})
    monkeypatch.setattr(bench, "adapter", lambda *_, **__: told)
    plan = Plan(("ed25519", "p256"), tuple(told.answers), (8,), ("told",), effort=TINY)
    result = bench.run(plan, lambda *_: None)
    assert [(row.operation, row.median, row.peak_octets) for row in result.rows] == [
        ("keygen", 0.5, None),
        ("sign", 0.5, None),
        ("verify", 0.5, None),
        ("generate", 0.5, None),
    ]
    assert result.versions == {"told": "told 1"}
    assert told.closed


def test_who_gives_a_wrong_result_is_not_timed() -> None:
    told = Told({"verify": "00"})
    with pytest.raises(UnusableInput, match="told: verify on ed25519 gives a wrong result"):
        cells(Plan(("ed25519",), ("verify",)), [told])


def test_nothing_to_measure_is_unusable() -> None:
    with pytest.raises(UnusableInput, match="none of these"):
        bench.run(Plan(("p256",), ("verify-batch",), effort=TINY), lambda *_: None)


@pytest.mark.usefixtures("small_tables")
def test_a_row_of_ecref_says_everything(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(bench, "cold", lambda *_: Cold(1000.0, 10.0))
    plan = Plan(("ed25519",), ("keygen", "sign", "verify-prepared"), (8, 16), effort=TINY)
    result = bench.run(plan, lambda *_: None)
    assert [(row.operation, row.size) for row in result.rows] == [
        ("keygen", None),
        *((operation, size) for size in (8, 16) for operation in ("sign", "verify-prepared")),
    ]
    for row in result.rows:
        assert row.counts is not None
        assert row.floor is not None
        assert row.floor > row.counts.M
        assert row.over_floor == row.M_per_operation / row.floor
        assert row.peak_octets is not None
        assert 0 < row.peak_octets < 64 << 10
        assert row.table_octets is not None
        assert 10_000 < row.table_octets < 1_700_000
        assert row.cold_first == (None if row.size == 16 else 10.0)
    assert result.rows[0].table_octets == result.rows[1].table_octets


def test_another_library_has_no_counts(monkeypatch: pytest.MonkeyPatch) -> None:
    another = Ecref()
    another.name = "another"
    monkeypatch.setattr(bench, "cold", lambda *_: None)
    monkeypatch.setattr(bench, "adapter", lambda *_, **__: another)
    (row,) = bench.run(Plan(("ed25519",), ("keygen",), effort=TINY), lambda *_: None).rows
    assert (row.counts, row.table_octets, row.cold_first) == (None, None, None)
    assert row.peak_octets is not None


@pytest.mark.parametrize("curve", ["ed448", "secp256k1"])
def test_every_way_to_multiply_gives_the_same(curve: str) -> None:
    found = {way: [call() for call in algorithm(CURVES[curve], way)] for way in WAYS}
    assert found["double-and-add"] == found["window"] == found["k * P"]
    assert len(set(found["k * B"])) == len(found["k * B"]) > 1


def test_algorithms_are_cells() -> None:
    result = bench.run(Plan(("ed25519",), algorithms=True, effort=TINY), lambda *_: None)
    assert [row.operation for row in result.rows] == list(WAYS)
    floors = [row.floor for row in result.rows]
    assert None not in floors
    assert floors == sorted(floors, reverse=True)  # type: ignore[type-var]
    assert {row.size for row in result.rows} == {None}
    assert count_algorithm("ed25519", "k * B") == result.rows[-1].counts


def test_counts_are_of_tables_at_their_final_size() -> None:
    scheme = counting_scheme("ed25519")
    assert counting_scheme("ed25519") is scheme
    assert base_point(scheme) is scheme.curve.B
    assert base_point(ecref.p256) is ecref.p256.curve.G


def test_peaks_and_what_is_kept() -> None:
    assert 100_000 <= (peak([lambda: bytes(100_000)]) or 0) < 110_000
    result, octets = kept(lambda: bytes(50_000))
    assert result == bytes(50_000)
    assert octets is not None
    assert 50_000 <= octets < 60_000


def test_an_interpreter_without_tracemalloc_tells_no_memory(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "tracemalloc", None)
    assert peak([lambda: None]) is None
    assert kept(lambda: 7) == (7, None)


@pytest.mark.usefixtures("small_tables")
def test_tables() -> None:
    base = of_base_point("p256", UNIT, ticking([1.0, 0.5]))
    assert pytest.approx(0.5e6) == base.M
    assert base.octets is not None
    assert 10_000 < base.octets < 1_600_000
    prepared = of_prepared_key("p256", samples("p256", 8, 1)[0].public, UNIT, ticking([1.0, 0.25]))
    assert pytest.approx(0.25e6) == prepared.M
    assert prepared.octets is not None
    assert 10_000 < prepared.octets < 1_600_000


def test_a_fresh_process_tells_its_first_call() -> None:
    found = cold(Ecref(), "p256", "sign", samples("p256", 8, 1), 1)
    assert found is not None
    assert found.importing > 100
    assert found.first > 100


def test_the_childs_part(capsys: pytest.CaptureFixture[str]) -> None:
    words = [word.hex() for word in samples("ed25519", 8, 1)[0]]
    first_call(["ecref", "ed25519", "verify", *words], 0.5, ticking([1.0]))
    importing, first = json.loads(capsys.readouterr().out)
    assert first == pytest.approx(2 * importing)


def test_where_no_process_can_start_there_is_no_first_call(monkeypatch: pytest.MonkeyPatch) -> None:
    nothing: Any = ()
    assert cold(Ecref(), "p256", "sign", nothing, 0) is None
    monkeypatch.setattr(sys, "platform", "emscripten")
    assert cold(Ecref(), "p256", "sign", nothing, 1) is None
