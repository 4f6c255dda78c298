"""The study pure-native: a run over implementations made for it, and what tables and sentences say of given figures."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest

from ecref.errors import UnusableInput
from ecref.measure import cells as measured_cells
from ecref.measure.rounds import Cell, Effort, in_process, measure
from ecref.measure.unit import Unit
from ecref.referee.adapters.java import Java, Memory
from ecref.referee.adapters.own import Ecref
from ecref.referee.adapters.program import Program
from ecref.studies import available, pure_native, study
from ecref.studies.model import Plan
from ecref.studies.pure_native_findings import findings
from ecref.studies.pure_native_tables import ALL, CURVES, NAMES, OPERATIONS, PEAK, SIZES, Figure, charts, tables
from measured import a_row

if TYPE_CHECKING:
    from collections.abc import Sequence

    from ecref.measure.operations import Call
    from ecref.referee.adapters.interface import Sample
    from ecref.studies.model import Study, Table
    from ecref.studies.pure_native_tables import Key

TINY = Effort(rounds=2, slice=0.0, warm_up=0.0)
LINES = [(curve, operation, size) for curve in CURVES for operation in OPERATIONS for size in SIZES]


class Told(Program):
    """A program that is right, and says that everything takes half a second."""

    name = "node"
    program = "none"
    curves: tuple[str, ...] = CURVES

    def __init__(self) -> None:
        self.closed = False

    def arguments(self) -> list[str]:
        return []

    def version(self) -> str:
        return f"{self.name} 1"

    def load(self, curve: str, operation: str, samples: Sequence[Sample]) -> tuple[int, str] | None:
        assert curve in CURVES
        return 0, "01" if operation == "verify" else samples[0].signature.hex()

    def run(self, number: int, count: int) -> tuple[list[float], float]:
        assert number == 0
        return [0.5] * count, 0.25 * count

    def notes(self) -> list[str]:
        return [f"{self.name}: a note"]

    def close(self) -> None:
        self.closed = True


class ToldJava(Told, Java):
    """The same, in which each operation allocates 1,000 octets, and makes a collection of 2 ms."""

    name = "java"
    ran = 0

    def run(self, number: int, count: int) -> tuple[list[float], float]:
        self.ran += count
        return super().run(number, count)

    def memory(self) -> Memory:
        return Memory(1000 * self.ran, self.ran, 0.002 * self.ran)


class Command(Told):
    name = "command"


class Wrong(Told):
    """One that refuses valid signatures."""

    def load(self, curve: str, operation: str, samples: Sequence[Sample]) -> tuple[int, str] | None:
        return (0, "00") if operation == "verify" else super().load(curve, operation, samples)


@pytest.fixture
def here(monkeypatch: pytest.MonkeyPatch) -> dict[str, Any]:
    """What adapters are here: ecref, and in the native library's place ecref under its name."""
    monkeypatch.setattr(measured_cells, "GROWN", 1)
    library = Ecref()
    library.name = "cryptography"
    found: dict[str, Any] = {"ecref": Ecref(), "cryptography": library}

    def adapter(name: str, *_: object, **__: object) -> object:
        if name not in found:
            raise UnusableInput("unsupported", f"{name} isn't here")
        return found[name]

    monkeypatch.setattr(available, "adapter", adapter)
    return found


def run(**choices: Any) -> Study:
    steps: list[tuple[int, int]] = []
    made = pure_native.run(Plan(effort=TINY, **choices), lambda done, of: steps.append((done, of)))
    assert steps[-1][0] == steps[-1][1] > 0
    return made


def column(table: Table, head: str) -> list[Any]:
    return [row[table.heads.index(head)] for row in table.rows]


def lines_of(table: Table, implementation: str) -> list[dict[str, Any]]:
    return [dict(zip(table.heads, row, strict=True)) for row in table.rows if implementation in row]


def test_a_run_over_all_of_them(here: dict[str, Any]) -> None:
    java, node, command = here["java"], here["node"], here["command"] = ToldJava(), Told(), Command()
    made = run(command="./other")
    assert (made.name, made.missing) == ("pure-native", {})
    assert list(made.versions) == ["ecref", "java", "cryptography", "node", "command"]
    assert java.closed
    assert node.closed
    assert command.closed

    throughput, over_ecref, over_java, memory, published = made.tables
    assert throughput.heads[:3] == ("curve", "operation", "message")
    assert throughput.heads[3::2] == ("ecref", "java", "cryptography", "node", "command")
    assert throughput.heads[4::2] == ("± ecref", "± java", "± cryptography", "± node", "± command")
    assert [row[:3] for row in throughput.rows] == [
        (curve, operation, size)
        for curve in ("Ed25519", "Ed448")
        for operation in ("sign", "verify")
        for size in (64, 1024, 16384)
    ]
    assert column(throughput, "java") == column(throughput, "command") == [2.0] * 12
    assert column(throughput, "± java") == [0.0] * 12
    assert all(rate > 2 for rate in column(throughput, "ecref"))
    assert over_ecref.heads[3:] == over_java.heads[3:] == ("cryptography", "± cryptography", "node", "± node")
    assert all(ratio > 1 for ratio in column(over_java, "cryptography"))  # half a second is longer than any takes here

    assert column(memory, "implementation") == ["ecref", "java", "cryptography"] * 12
    for line in lines_of(memory, "java"):
        assert (line["octets"], line["counted"], line["10^6 octets/s"]) == (1000, "all", 0.002)
        assert (line["in operations"], line["collections"]) == (2, 2)
        assert line["their time, ms"] == pytest.approx(4.0)
        assert line["of the time"] == pytest.approx(0.004)
    own = lines_of(memory, "ecref")
    assert {line["counted"] for line in own} == {"at the peak"}
    assert all(64 < line["octets"] < 64 << 10 for line in own)
    assert memory.note is not None
    assert memory.note.startswith("tracemalloc sees no native allocation")

    assert column(published, "native, published") == [13_800, 10_300, 2_560, 4_780]
    assert column(published, "java") == [2.0] * 4
    assert made.notes[:3] == ["java: a note", "node: a note", "command: a note"]
    assert len(made.findings) == 4 + 1 + 3


def test_what_is_missing_or_wrong_leaves_its_columns_empty(here: dict[str, Any]) -> None:
    del here["cryptography"]
    here["node"] = Wrong()
    made = study("pure-native")(Plan(effort=TINY), lambda *_: None)
    assert made.missing == {
        "java": "java isn't here",
        "cryptography": "cryptography isn't here",
        "node": "node: verify on ed25519 gives a wrong result",
    }
    for table in made.tables:
        for name in made.missing:
            if name in table.heads:
                assert set(column(table, name)) == {None}
    assert column(made.tables[3], "implementation") == ["ecref"] * 12
    assert [list(chart.series) for chart in made.charts] == [["ecref"]] * 4
    (memory,) = made.findings
    assert memory.startswith("ecref: an operation holds at its peak")


def test_without_tracemalloc_there_are_no_octets(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(pure_native, "peak", lambda _: None)
    calls: list[Call] = [object]
    cell = Cell("ecref", "ed25519", "sign", 64, 1, in_process(calls), Unit(2**255 - 19))
    measure([cell], TINY, lambda *_: None)
    found = pure_native._figure(measured_cells.Prepared(cell, Ecref(), (), calls))
    assert found.counted == ""
    key: Key = ("ecref", "ed25519", "sign", 64)
    assert tables({key: found})[3].rows == []
    assert findings({key: found}) == []


def figure(M: Sequence[float], seconds: float, counted: str = "", octets: float = 0, **changes: Any) -> Figure:
    row = a_row(rounds=[seconds] * 3, rounds_M=list(M), mean=seconds, **changes)
    return Figure(row, octets, counted)


def made_figures() -> dict[Key, Figure]:
    """Of all, with 300 operations in each line and in ecref's 3 collections of 6 ms together."""
    found: dict[Key, Figure] = {}
    quiet = {"collections": 0, "collection_seconds": 0.0}
    for curve, operation, size in LINES:
        M = {"ed25519 sign": 10.0, "ed25519 verify": 20.0 + size / 4096}.get(f"{curve} {operation}", 100.0)
        restless = (curve, operation, size) == ("ed25519", "sign", 16384)
        own = [198.0, 200.0, 202.0] if restless else [200.0 if M == 10 else 100.0] * 3
        figures = {
            "ecref": figure(own, 0.002, PEAK, size),
            "java": figure([200.0] * 3, 0.004, ALL, 50_000, **quiet),
            "cryptography": figure([M] * 3, 0.0001, PEAK, 97, **quiet),
            "node": figure([0.5 * M, M, 1.5 * M], 0.0002),
        }
        found |= {(name, curve, operation, size): each for name, each in figures.items()}
    return found


def test_what_the_figures_support() -> None:
    found = findings(made_figures())
    assert found[0] == (
        "Speed of cryptography in multiples of ecref, with messages of 64 and of 16,384 octets: "
        "Ed25519 sign 20.00 ± 0.00 and 20.00 ± 3.65; Ed25519 verify 5.00 ± 0.00 and 4.17 ± 0.00; "
        "Ed448 sign 1.00 ± 0.00 and 1.00 ± 0.00; Ed448 verify 1.00 ± 0.00 and 1.00 ± 0.00. "
        "The ratio falls with the length: Ed25519 verify. "
        "No influence of the length can be told, since the intervals overlap: Ed25519 sign, Ed448 sign, Ed448 verify. "
        "At one of the lengths the two implementations can't be told apart: Ed448 sign, Ed448 verify."
    )
    assert [text.partition(",")[0] for text in found[1:4]] == [
        "Speed of Node.js' crypto (node) in multiples of ecref",
        "Speed of cryptography in multiples of SunEC (java)",
        "Speed of Node.js' crypto (node) in multiples of SunEC (java)",
    ]
    assert found[4] == (
        "cryptography and Node.js' crypto (node) both call OpenSSL, each its own version through its own layers. Of 12 "
        "lines the first is faster in 0, slower in 0, and in 12 the two can't be told apart; it is 1.00 to 1.00 times "
        "as fast."
    )
    assert found[5:] == [
        (
            "ecref: an operation holds at its peak, outside native code, 64 to 16,384 octets; at its throughput that "
            "is at least 0.03 to 8.19 million octets a second. Collections in 3,600 operations: 36, which took 1.00% "
            "of the time."
        ),
        (
            "SunEC (java): an operation allocates 50,000 to 50,000 octets; at its throughput that is 12.50 to 12.50 "
            "million octets a second. Collections in 3,600 operations: 0, which took 0.00% of the time."
        ),
        (
            "cryptography: an operation holds at its peak, outside native code, 97 to 97 octets; at its throughput "
            "that is at least 0.97 to 0.97 million octets a second. Collections in 3,600 operations: 0, which took "
            "0.00% of the time."
        ),
    ]


def test_a_ratio_that_grows_and_the_two_ways_to_openssl_told_apart() -> None:
    figures = made_figures()
    for curve, operation, size in LINES:
        figures["node", curve, operation, size] = figure([50.0 if size == 64 else 5.0] * 3, 0.0002)
    found = findings(figures)
    assert "The ratio grows with the length: Ed25519 sign, Ed25519 verify, Ed448 sign, Ed448 verify." in found[1]
    assert "told apart" not in found[1]
    assert "the first is faster in 2, slower in 10, and in 0 the two can't be told apart;" in found[4]
    assert found[4].endswith("it is 0.05 to 5.00 times as fast.")


def test_one_round_has_no_error() -> None:
    figures: dict[Key, Figure] = {("ecref", *line): Figure(a_row(rounds=[0.002], rounds_M=[100.0])) for line in LINES}
    figures |= {("node", *line): Figure(a_row(rounds=[0.001], rounds_M=[50.0])) for line in LINES}
    throughput, over_ecref, *_ = tables(figures)
    assert throughput.rows[0] == ("Ed25519", "sign", 64, 500.0, None, None, None, None, None, 1000.0, None)
    assert over_ecref.rows[0] == ("Ed25519", "sign", 64, None, None, 2.0, None)
    (text,) = findings(figures)
    assert text.startswith("Speed of Node.js' crypto (node) in multiples of ecref")
    assert "Ed25519 sign 2.00 ± ? and 2.00 ± ?;" in text
    assert text.endswith("can't be told apart: Ed25519 sign, Ed25519 verify, Ed448 sign, Ed448 verify.")


def test_every_figure_is_drawn() -> None:
    *lines, bars = charts(made_figures())
    kinds = ["Ed25519 sign", "Ed25519 verify", "Ed448 sign", "Ed448 verify"]
    assert [chart.title for chart in lines] == kinds
    for chart in lines:
        assert chart.lines
        assert set(chart.series) == set(NAMES)
        assert chart.series["java"] == [(64, 250.0), (1024, 250.0), (16384, 250.0)]
    assert list(bars.series) == ["cryptography / ecref", "node / ecref", "cryptography / java", "node / java"]
    assert bars.series["cryptography / java"][0] == ("Ed25519 sign", 20.0)
    assert [x for x, _ in bars.series["node / java"]] == kinds
