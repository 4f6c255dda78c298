"""The study curves: what its tables and sentences make of figures, and a run that hardly measures."""

from __future__ import annotations

from math import nan
from typing import TYPE_CHECKING, Any

import pytest

from ecref.errors import UnusableInput
from ecref.measure.cold import Cold
from ecref.measure.rounds import Cell, Effort, Round
from ecref.measure.unit import Unit
from ecref.referee.adapters import adapter
from ecref.studies import (
    available,
    curves,
    curves_algorithms,
    curves_certificates,
    curves_figures,
    curves_findings,
    curves_first,
    curves_hashes,
    curves_many,
    curves_operations,
    curves_parallel,
    curves_scenarios,
    curves_stages,
)
from ecref.studies.curves_algorithms import ALGORITHMS, NATIVE, OWN, Subject, subjects
from ecref.studies.curves_figures import Figures, compared, long, ratio, seconds_of, wall_ratio
from ecref.studies.interval import Interval
from ecref.studies.model import Plan, Table
from measured import a_row

if TYPE_CHECKING:
    from collections.abc import Sequence

    from ecref.referee.adapters.interface import Adapter
    from ecref.studies.model import Study

M = 1e-6
TINY = Effort(rounds=1, slice=0.0, warm_up=0.0)


def timed(who: str, name: str, operation: str, us: Sequence[float], size: int | None = None, calls: int = 3) -> Cell:
    """A cell as if it had been measured: microseconds of each round, where M is one."""
    cell = Cell(who, name, operation, size, 1, lambda _: ([], 0.0), curves_figures.unit())
    cell.rounds = [Round(each * M, each * M, M) for each in us]
    cell.seconds = [each * M for each in us for _ in range(calls)]
    return cell


def a_subject(who: str, name: str) -> Subject:
    (algorithm,) = [each for each in ALGORITHMS if each.name == name]
    return Subject(who, algorithm, None, [])  # type: ignore[arg-type]  # tables don't ask it


# ---------------------------------------------------------------- figures


def test_a_ratio_is_taken_round_by_round() -> None:
    figures = Figures([timed(OWN, "a", "verify", [2.0, 6.0]), timed(OWN, "b", "verify", [1.0, 2.0])])
    one, other = figures.get(OWN, "a", "verify"), figures.get(OWN, "b", "verify")
    found = ratio(one, other)
    assert found is not None
    assert found.mean == pytest.approx(2.5)
    assert found.error == pytest.approx(318.3, rel=1e-3)  # Student's t of one degree of freedom, by 1/2
    assert one is not None
    assert other is not None
    assert wall_ratio(one, other) == pytest.approx(found)
    assert ratio(one, None) is None
    assert ratio(None, one) is None
    assert figures.get(OWN, "c", "verify") is None


def test_rounds_of_their_own_are_compared_with_a_mean() -> None:
    figures = Figures([timed(OWN, "a", "verify", [4.0, 8.0, 12.0]), timed(OWN, "b", "verify", [1.0, 3.0])])
    found = ratio(figures.get(OWN, "a", "verify"), figures.get(OWN, "b", "verify"))
    assert found is not None
    assert found.mean == pytest.approx(4.0)


def test_times_for_a_table() -> None:
    assert seconds_of(None, 1e6) == (None, None)
    assert seconds_of(a_row(mean=0.5, error=0.25), 1e3) == (500.0, 250.0)
    assert seconds_of(a_row(mean=0.5, error=nan), 1e3) == (500.0, None)


def test_what_intervals_do_not_tell_apart_is_not_ranked() -> None:
    assert compared("a", "b", Interval(2.0, 0.5)) == "a takes 2.00 ± 0.50 times as long as b"
    assert compared("a", "b", Interval(1.2, 0.3)) == "a and b can't be told apart (1.20 ± 0.30 times)"
    assert compared("a", "b", Interval(2.0, nan)) == "a and b can't be told apart (2.00 ± ? times)"


def test_what_takes_long_has_fewer_rounds() -> None:
    assert long(Effort(25, 0.5, 0.25)) == Effort(10, 0.5, 0.25)
    assert long(Effort(2, 0.5, 0.25)) == Effort(2, 0.5, 0.25)


def test_the_rest_is_what_the_stages_leave() -> None:
    figures = Figures(
        [
            timed(OWN, "Ed25519", "verify", [100.0, 100.0]),
            timed(OWN, "Ed25519", "hash", [1.0, 3.0]),
            timed(OWN, "Ed25519", "key", [10.0, 10.0]),
            timed(OWN, "Ed25519", "R", [11.0, 11.0]),
            timed(OWN, "Ed25519", "multiplication", [70.0, 70.0]),
        ]
    )
    shares = curves_stages.shares(a_subject(OWN, "Ed25519"), figures)
    assert {name: share.mean for name, share in shares.items()} == pytest.approx(
        {"hash": 2, "key": 10, "R": 11, "multiplication": 70, "rest": 7}
    )
    assert shares["rest"].error == pytest.approx(shares["hash"].error)


def test_a_hundredth_needs_a_hundred_calls() -> None:
    cells = [timed(OWN, "P-256", "verify", [10.0] * 10, calls=9), timed(OWN, "P-384", "verify", [20.0] * 10, calls=10)]
    found = [a_subject(OWN, "P-256"), a_subject(OWN, "P-384"), a_subject(OWN, "Ed448")]
    table, *_ = curves_operations.tables(found, Figures(cells), Plan())
    assert table.title == "Verifying"
    assert [row[7] for row in table.rows] == [None, pytest.approx(20.0), None]
    assert [row[-1] for row in table.rows] == [90, 100, None]
    assert [row[8] for row in table.rows] == [1.0, pytest.approx(2.0), None]
    assert table.rows[0][:3] == (OWN, "P-256, SHA-256", 128)


# ---------------------------------------------------------------- findings


def against(name: str, times: float, *, who: str = NATIVE) -> list[Cell]:
    """An algorithm that takes so many times P-256's ten."""
    return [timed(who, name, operation, [10 * times] * 2) for operation in ("verify", "sign")]


def test_rsa_is_compared_at_equal_strength_and_the_mismatches_are_named() -> None:
    figures = Figures([*against("P-256", 1), *against("RSA-3072", 3), *against("RSA-2048", 0.5)])
    assert curves_findings.against_rsa(figures) == (
        "RSA in cryptography. RSA-3072 and P-256 are of equal strength: "
        "to verify, RSA-3072 takes 3.00 ± 0.00 times as long as P-256; "
        "to sign, RSA-3072 takes 3.00 ± 0.00 times as long as P-256. "
        "RSA-2048 has 112 bits of strength to P-256's 128: "
        "to verify, RSA-2048 takes 0.50 ± 0.00 times as long as P-256; "
        "to sign, RSA-2048 takes 0.50 ± 0.00 times as long as P-256."
    )
    assert curves_findings.against_rsa(Figures([])) == ""


def test_curves_are_compared_with_p256() -> None:
    figures = Figures([*against("P-256", 1, who=OWN), *against("Ed25519", 0.75, who=OWN)])
    found = [a_subject(OWN, name) for name in ("P-256", "Ed25519", "RSA-2048", "Ed448")]
    assert curves_findings.curves(OWN, found, figures) == (
        "To verify in ecref, Ed25519 takes 0.75 ± 0.00 times as long as P-256. "
        "To sign in ecref, Ed25519 takes 0.75 ± 0.00 times as long as P-256."
    )
    assert curves_findings.curves(OWN, found, Figures([])) == ""


def test_a_scenario_is_done_soonest_by_what_is_strong_enough() -> None:
    cells = [
        timed(OWN, "P-256", "chain", [10.0, 10.0]),
        timed(OWN, "RSA-2048", "chain", [1.0, 1.0]),
        timed(OWN, "Ed448", "chain", [20.0, 20.0]),
        timed(OWN, "P-256", "block", [10.0, 10.0]),
        timed(OWN, "Ed448", "block", [20.0, 20.0]),
        timed(OWN, "Ed448", "block, batch", [5.0, 5.0]),
    ]
    found = [a_subject(OWN, name) for name in ("P-256", "RSA-2048", "Ed448")]
    begin = "In ecref, of the algorithms of 128 bits and more, a"
    chain, block = curves_findings.scenarios(OWN, found, Figures(cells))
    assert chain == (
        f"{begin} chain of certificates is verified soonest under P-256: "
        "Ed448 takes 2.00 ± 0.00 times as long as P-256."
    )
    assert block == (
        f"{begin} block is verified soonest under Ed448 in one batch: "
        "P-256 takes 2.00 ± 0.00 times as long as Ed448 in one batch; "
        "Ed448 takes 4.00 ± 0.00 times as long as Ed448 in one batch."
    )
    assert list(curves_findings.scenarios(OWN, found, Figures([]))) == []


def test_threads_and_processes_are_judged_by_their_intervals() -> None:
    way = {"1 thread": [10.0, 10.0], "2 threads": [10.0, 10.0], "4 threads": [20.0, 20.0], "2 processes": [5.0, 5.0]}
    figures = Figures([timed(OWN, "P-256", name, us) for name, us in way.items()])
    (said,) = curves_findings.sharing(OWN, [a_subject(OWN, "P-256")], figures)
    assert said == (
        "In ecref, against one thread: "
        "2 threads 1.00 (P-256) times as fast (0 of 1 are clearly faster, 0 clearly slower); "
        "4 threads 0.50 (P-256) times as fast (0 of 1 are clearly faster, 1 clearly slower); "
        "2 processes 2.00 (P-256) times as fast (1 of 1 are clearly faster, 0 clearly slower)."
    )
    assert list(curves_findings.sharing(OWN, [], figures)) == []


def test_what_giving_a_hundred_together_brings() -> None:
    figures = Figures(
        [
            timed(OWN, "P-256", "one by one", [10.0, 10.0], 100),
            timed(OWN, "P-256", "verify_many", [5.0, 5.0], 100),
            timed(OWN, "Ed25519", "one by one", [10.0, 10.0], 100),
            timed(OWN, "Ed25519", "verify_many", [2.0, 2.0], 100),
            timed(OWN, "P-256", "one by one", [10.0, 10.0], 1),
            timed(OWN, "P-256", "prepared", [20.0, 20.0], 1),
        ]
    )
    found = [a_subject(OWN, name) for name in ("P-256", "Ed25519")]
    (said,) = curves_findings.together(OWN, found, figures)
    assert said == (
        "Of 100 signatures in ecref, against one by one: "
        "verify_many under 100 keys 2.00 (P-256) to 5.00 (Ed25519) times as fast "
        "(2 of 2 are clearly faster, 0 clearly slower); "
        "prepared under 1 key 0.50 (P-256) times as fast (0 of 1 are clearly faster, 1 clearly slower)."
    )
    assert list(curves_findings.together(OWN, found, Figures([]))) == []


def test_one_process_is_compared_by_its_own_time_and_two_on_the_wall() -> None:
    cells = [
        timed(OWN, "P-256", way, [10.0, 10.0], 100)
        for way in ("one by one", "verify_many", "verify_many, 2 processes")
    ]
    for cell, on_the_wall, of_the_processor in zip(cells, (40.0, 40.0, 10.0), (10.0, 5.0, 1.0), strict=True):
        cell.rounds = [Round(on_the_wall * M, of_the_processor * M, M)] * 2
    figures = Figures(cells)
    gains = [curves_many.gain(figures, OWN, "P-256", 100, cell.operation) for cell in cells[1:]]
    assert [each.mean for each in gains if each is not None] == pytest.approx([2.0, 4.0])
    assert curves_many.gain(figures, OWN, "P-384", 100, "verify_many") is None


def test_first_calls_that_were_not_measured_are_not_told() -> None:
    rows: list[tuple[str | float | None, ...]] = [
        (OWN, "P-256", "verify", 1.0, 2.0, 1.0, 2.0),
        (OWN, "P-256", "sign", 1.0, 9.0, 1.0, 9.0),
        (NATIVE, "P-256", "sign", None, None, 1.0, None),
    ]
    first = Table("first", curves_first.HEADS, rows)
    (said,) = curves_findings.first_calls(OWN, first)
    assert said == (
        "The first call of a fresh process takes in ecref 2.0 (P-256 verify) to 9.0 (P-256 sign) times as long as a "
        "warm one."
    )
    assert list(curves_findings.first_calls(NATIVE, first)) == []


def test_hashes_are_compared_with_a_verification() -> None:
    sizes = (64, 1024, 65536)
    cells = [timed("hashlib", name, "hash", [2.0 if name == "SHA-512" else 1.0] * 2, size)
             for size in sizes for name in ("SHA-256", "SHA-384", "SHA-512", "SHA3-256", "SHAKE256")]  # fmt: skip
    figures = Figures([*cells, *against("P-256", 1, who=OWN)])
    said = curves_findings.hashes([OWN, NATIVE], figures, Plan(quick=True))
    assert "Over 1,024 octets, SHA-384 and SHA-256 can't be told apart (1.00 ± 0.00 times); SHA-512 takes 2.00" in said
    assert said.endswith("A verification on P-256 in ecref takes as long as SHA-256 over 655,360 octets.")


def test_where_no_process_starts_there_is_no_first_call(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(curves_first, "cold", lambda *_: None)
    figures = Figures([*against("P-256", 1, who=OWN)])
    table = curves_first.table([adapter(OWN)], [a_subject(OWN, "P-256")], figures, Plan(), lambda *_: None)
    assert [row[:3] for row in table.rows] == [(OWN, "P-256", "verify"), (OWN, "P-256", "sign")]
    assert [row[3:5] + row[6:] for row in table.rows] == [(None, None, None)] * 2
    assert [row[5] for row in table.rows] == pytest.approx([0.01, 0.01])
    assert "5 fresh processes" in (table.note or "")


def test_first_calls_are_counted_in_the_warm_ones_time(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(curves_first, "cold", lambda *_: Cold(importing=1000.0, first=40.0))
    monkeypatch.setattr(curves_first, "M_of", lambda _: 2.0)
    figures = Figures([*against("P-256", 1, who=OWN)])
    table = curves_first.table([adapter(OWN)], [a_subject(OWN, "P-256")], figures, Plan(quick=True), lambda *_: None)
    assert table.rows[0] == (OWN, "P-256", "verify", *map(pytest.approx, (2.0, 0.08, 0.01, 8.0)))


def test_what_is_not_to_be_believed() -> None:
    calm = a_row(rounds=[0.002] * 5)
    assert curves.notes([calm], [calm]) == []
    wild = a_row(rounds=[0.001, 0.002, 0.003, 0.004])
    (busy, wall) = curves.notes([wild], [wild, calm])
    assert busy.startswith("the machine was busy")
    assert "in 1 of 2 lines" in wall


# ---------------------------------------------------------------- a run

CHOSEN = ("P-256", "Ed25519", "RSA-2048", "RSA-7680")


@pytest.fixture
def small(monkeypatch: pytest.MonkeyPatch) -> None:
    """Few algorithms, few signatures, no fresh processes."""
    pytest.importorskip("cryptography")
    monkeypatch.setattr(curves_algorithms, "ALGORITHMS", tuple(each for each in ALGORITHMS if each.name in CHOSEN))
    monkeypatch.setattr(Unit, "seconds", lambda _: M)
    monkeypatch.setattr(curves_algorithms, "SAMPLES", 2)
    monkeypatch.setattr(curves_scenarios, "QUICK_SIGNATURES", 3)
    monkeypatch.setattr(curves_parallel, "QUICK_SIGNATURES", 2)
    monkeypatch.setattr(curves_parallel, "FASTER", 1)
    monkeypatch.setattr(curves_many, "SIGNATURES", 3)
    monkeypatch.setattr(curves_first, "cold", lambda *_: Cold(1000.0, 10.0))


def study(steps: list[tuple[int, int]] | None = None) -> Study:
    told = [] if steps is None else steps
    return curves.run(Plan(TINY, quick=True), lambda *step: told.append(step))


@pytest.mark.usefixtures("small")
def test_a_run_fills_every_table() -> None:
    steps: list[tuple[int, int]] = []
    found = study(steps)
    assert steps == sorted(steps)
    assert steps[-1] == (4000, 4000)
    titles = [
        "Verifying",
        "Signing",
        "Key generation",
        "A chain of 3 certificates",
        "A block of 3 signatures",
        "Where a verification's time goes",
        "What key validation costs",
        "Hashes",
        "The first call against warm ones",
        "Threads and processes",
        "3 signatures, one by one or together",
    ]
    assert [each.title for each in found.tables] == titles
    subjects_ = [(OWN, "P-256"), (OWN, "Ed25519"), *((NATIVE, name) for name in CHOSEN)]
    for table in found.tables[:7]:
        assert [(row[0], str(row[1]).partition(",")[0]) for row in table.rows] == subjects_
    for table in found.tables:
        assert all(len(row) == len(table.heads) for row in table.rows)
        assert set(table.forms) <= set(table.heads)
    generated = {row[1]: row[3] for row in found.tables[2].rows if row[0] == NATIVE}
    assert generated["RSA-7680, SHA-384"] is None
    assert generated["RSA-2048, SHA-256"] is not None
    octets = {row[1]: row[3:6] for row in found.tables[3].rows if row[0] == NATIVE}
    assert octets["Ed25519"][:2] == (32, 64)
    assert octets["RSA-7680"][1] == 960
    assert [row[3] for row in found.tables[9].rows[:5]] == [
        *("1 thread", "2 threads", "4 threads", "1 process", "2 processes"),
    ]
    assert [each.title for each in found.charts] == [
        *("Verifying", "Signing", "Key generation", "Where ecref's verification spends its time", "Hashes"),
    ]
    assert list(found.charts[3].series) == ["hash", "key", "R", "multiplication", "rest"]
    assert found.charts[3].series["R"][0] == ("P-256", None)
    assert found.charts[2].series[NATIVE][-1] == ("RSA-7680", None)
    assert found.name == "curves"
    assert found.missing == {}
    assert list(found.versions) == [OWN, NATIVE]
    assert found.findings


@pytest.mark.usefixtures("small")
def test_without_cryptography_its_rows_are_missing_with_the_reason(monkeypatch: pytest.MonkeyPatch) -> None:
    def without(name: str, *arguments: Any, **options: Any) -> Adapter:
        if name == NATIVE:
            raise UnusableInput("unsupported", "cryptography is not installed here")
        return adapter(name, *arguments, **options)

    monkeypatch.setattr(available, "adapter", without)
    found = study()
    assert found.missing == {NATIVE: "cryptography is not installed here"}
    for table in found.tables:
        assert {row[0] for row in table.rows} <= {OWN, *curves_hashes.HASHES}
    assert [row[5:7] for row in found.tables[3].rows] == [(None, None)] * 2
    assert not any("RSA in" in each or NATIVE in each for each in found.findings)


@pytest.mark.usefixtures("small")
def test_who_is_wrong_is_missing_with_the_reason(monkeypatch: pytest.MonkeyPatch) -> None:
    def one_is_wrong(adapters: Sequence[Adapter]) -> list[Subject]:
        found = subjects(adapters)
        wrong = [each for each in found if each[:2] == (NATIVE, curves_algorithms.ALGORITHMS[0])]
        suite = wrong[0].suite._replace(verify=lambda *_: False)
        return [each._replace(suite=suite) if each is wrong[0] else each for each in found]

    monkeypatch.setattr(curves, "subjects", one_is_wrong)
    found = study()
    reason = "cryptography: verify with P-256 gives a wrong result"
    assert found.missing == {"cryptography P-256": reason}
    assert (NATIVE, "P-256") not in {row[:2] for row in found.tables[3].rows}
    assert (NATIVE, "Ed25519") in {row[:2] for row in found.tables[3].rows}
    assert {row[6] for row in found.tables[3].rows} != {None}


def test_chains_name_curves_as_cryptography_does() -> None:
    pytest.importorskip("cryptography")
    key = curves_certificates.generated(ALGORITHMS[1])
    assert key.curve.name == "secp384r1"
