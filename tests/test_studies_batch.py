"""The study batch: what is timed gives the right result, and what is said follows from the figures."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest

from ecref import EdDSA
from ecref.errors import UnusableInput
from ecref.measure.operations import samples
from ecref.measure.rounds import Effort
from ecref.referee.adapters import adapter
from ecref.referee.adapters.interface import CURVES as SCHEMES
from ecref.referee.adapters.interface import External, Library, Suite
from ecref.studies import batch
from ecref.studies.batch_cells import bad_cells, bad_ones, batch_cells, cofactorless_cell, with_one_bad
from ecref.studies.batch_findings import findings
from ecref.studies.batch_rules import IDENTITY, KINDS, R_PLUS_T, S_PLUS_L, Answers, answers, crafted, table
from ecref.studies.batch_tables import CURVES, Figures, bearable, charts, tables
from ecref.studies.clock import hertz
from ecref.studies.model import Plan
from measured import a_row

if TYPE_CHECKING:
    from collections.abc import Sequence
    from pathlib import Path

    from ecref.studies.model import Study

SIZES = (4, 8)
HOLDS = {  # S + L, R + T, A = R = O
    "rfc8032": (False, True, True),
    "rfc8032-cofactorless": (False, False, True),
    "ref10": (False, False, True),
    "no-small-order": (False, False, False),
    "cofactored-no-small-order": (False, True, False),
    "zip215": (False, True, True),
    "openssl-ed448": (False, True, False),
}
NOT_OF = {"ed25519": "openssl-ed448", "ed448": "ref10"}


@pytest.fixture(scope="module")
def study() -> Study:
    """A study that was hardly measured."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(batch, "NAMES", ("ecref", "no-such"))
        patch.setattr(batch, "QUICK_SIZES", SIZES)
        steps: list[int] = []
        found = batch.run(Plan(Effort(2, 0.0, 0.0), quick=True), lambda done, _: steps.append(done))
    assert steps[-1] == max(steps) == 3 * len(CURVES) * (3 + 2 + 2 + 1)
    return found


def test_every_operation_of_every_curve_has_its_line(study: Study) -> None:
    (whole, beside, bad), rules = study.tables[:3], study.tables[-2:]
    assert [row[:2] for row in whole.rows] == [
        ("ecref", "keygen"),
        ("ecref", "sign"),
        ("ecref", "verify"),
        ("ecref", "batch of 4"),
        ("ecref", "batch of 8"),
        ("ecref", "batch of 4, one bad"),
        ("ecref", "batch of 8, one bad"),
        ("ecref", "batch of 64, rfc8032-cofactorless"),
    ]
    assert [row[-1] is None for row in whole.rows] == [True, True, True, False, False, True, True, True]
    assert beside.heads == ("operation", "ecref", "no-such")
    assert [row[0] for row in beside.rows] == ["keygen", "sign", "verify", "batch of 4", "batch of 8"]
    assert {row[2] for row in beside.rows} == {None}
    assert [row[0] for row in bad.rows] == [4, 8]
    assert [each.title for each in rules] == ["Ed25519: which signatures hold", "Ed448: which signatures hold"]
    assert list(study.missing) == ["no-such"]
    assert list(study.versions) == ["ecref"]
    assert study.name == "batch"
    assert len(study.findings) == 2 + 2 + 2 + 2


def test_a_program_of_the_users_gets_a_column(monkeypatch: pytest.MonkeyPatch) -> None:
    asked: list[Sequence[str]] = []

    def available(names: Sequence[str], _: Plan) -> None:
        asked.append(names)
        raise UnusableInput("unsupported", "enough")

    monkeypatch.setattr(batch, "available", available)
    for plan in (Plan(), Plan(command="/bin/true")):
        with pytest.raises(UnusableInput, match="enough"):
            batch.run(plan, lambda *_: None)
    assert asked == [batch.NAMES, (*batch.NAMES, "command")]


def test_a_glance_has_fewer_sizes() -> None:
    assert batch.SIZES == (4, 8, 16, 32, 64, 128, 256)
    assert set(batch.QUICK_SIZES) < set(batch.SIZES)


# ---------------------------------------------------------------- what is timed


@pytest.mark.parametrize("curve", CURVES)
def test_the_bad_signature_is_found_wherever_it_stands(curve: str) -> None:
    (cell,) = bad_cells(curve, [5])
    assert (cell.operation, cell.signatures, cell.size) == (with_one_bad(5), 5, 64)
    good = samples(curve, 64, 5)
    assert bad_ones(curve, good) == []
    for number in range(5):
        items = [sample._replace(message=b"another") if i == number else sample for i, sample in enumerate(good)]
        assert bad_ones(curve, items) == [number]
    times, _ = cell.timer(4)
    assert len(times) == 4


def test_the_batch_without_the_cofactor() -> None:
    cell = cofactorless_cell("ed25519", 2)
    assert (cell.operation, cell.signatures) == ("batch of 2, rfc8032-cofactorless", 2)


class Fake(Library):
    """ecref's own suite with another batch."""

    name = "fake"
    distribution = "ecref"
    modules = ("ecref",)
    curves = ("ed25519",)
    verdict: bool | None = True

    def suite(self, curve: str) -> Suite:
        own = adapter("ecref")
        assert isinstance(own, Library)
        verdict = self.verdict
        return own.suite(curve)._replace(verify_batch=None if verdict is None else lambda _: bool(verdict))


def fake(*, verdict: bool | None) -> Fake:
    made = Fake()
    made.verdict = verdict
    return made


class FakeProgram(External):
    """A program that answers verifications in turn."""

    name = "program"

    def __init__(self, *answers: object) -> None:
        self._answers = iter(answers)

    def load(self, *_: object) -> Any:
        answer = next(self._answers)
        if isinstance(answer, Exception):
            raise answer
        return answer

    def run(self, *_: object) -> Any:
        raise AssertionError

    def version(self) -> str:
        return "1"

    def supports(self, curve: str) -> bool:
        return curve == "ed448"

    def close(self) -> None:
        pass


def test_only_libraries_with_batches_have_batches() -> None:
    cells = batch_cells(fake(verdict=True), "ed25519", SIZES)
    assert [cell.operation for cell in cells] == ["batch of 4", "batch of 8"]
    assert batch_cells(fake(verdict=None), "ed25519", SIZES) == []
    assert batch_cells(fake(verdict=True), "ed448", SIZES) == []
    assert batch_cells(FakeProgram(), "ed448", SIZES) == []


def test_whoever_refuses_a_valid_batch_is_not_timed() -> None:
    with pytest.raises(UnusableInput, match="fake: a valid batch of 4 on ed25519 is refused"):
        batch_cells(fake(verdict=False), "ed25519", SIZES)


# ---------------------------------------------------------------- which signatures hold


@pytest.mark.parametrize("curve", CURVES)
def test_each_rule_set_says_what_it_is_made_for(curve: str) -> None:
    found = answers(curve, [])
    assert {each.who: each.holds for each in found} == {
        name: holds for name, holds in HOLDS.items() if name != NOT_OF[curve]
    }
    assert {each.who for each in found if each.one_equation} == {
        name for name in HOLDS if HOLDS[name][1] and name != NOT_OF[curve]
    }


@pytest.mark.parametrize("curve", CURVES)
def test_the_textbook_says_the_same_of_the_crafted_signatures(curve: str) -> None:
    scheme = SCHEMES[curve]
    assert isinstance(scheme, EdDSA)
    E = scheme.curve
    for kind, case in crafted(curve).items():
        R, A = E.decode(case.signature[: E.size]), E.decode(case.public)
        S = int.from_bytes(case.signature[E.size :], "little")
        k = scheme.hash_to_int(b"", case.signature[: E.size], case.public, case.message)
        D = S * E.B - R - k * A
        assert (S >= E.L) == (kind == S_PLUS_L)
        assert D.is_identity() == (kind != R_PLUS_T)
        assert (2 * D).is_identity()
        assert A.is_identity() == R.is_identity() == (kind == IDENTITY)


def test_other_implementations_are_asked() -> None:
    class Choosy(Fake):
        name = "choosy"

        def suite(self, curve: str) -> Suite:
            def verify(public: bytes, _: bytes, signature: bytes) -> bool:
                if public == crafted(curve)[IDENTITY].public:
                    raise ValueError("no such key")
                return signature == crafted(curve)[R_PLUS_T].signature

            return super().suite(curve)._replace(verify=verify)

    own = adapter("ecref")
    assert answers("ed25519", [own, Choosy(), FakeProgram()])[-1] == Answers("choosy", (False, True, False))
    program = FakeProgram((0, "01"), UnusableInput("unsupported", "no such key"), None)
    assert answers("ed448", [program])[-1] == Answers("program", (True, False, None))


def test_cryptographys_rule_sets() -> None:
    pytest.importorskip("cryptography", reason="cryptography is not installed")
    library = adapter("cryptography")
    assert answers("ed25519", [library])[-1] == Answers("cryptography", HOLDS["ref10"])
    assert answers("ed448", [library])[-1] == Answers("cryptography", HOLDS["openssl-ed448"])


def test_the_table_of_answers() -> None:
    found = table("ed448", [Answers("a", (True, False, None), one_equation=True), Answers("b", (True,) * 3)])
    assert found.heads == ("who", *KINDS, "a batch is")
    assert found.rows == [("a", "holds", "refused", None, "one equation"), ("b", "holds", "holds", "holds", None)]
    assert table("ed448", [Answers("a", (), one_equation=False)]).rows == [("a", "one by one")]


# ---------------------------------------------------------------- what is said of the figures

M_PER_SIGNATURE = {  # three rounds that differ a little
    "keygen": 100.0,
    "sign": 110.0,
    "verify": 1000.0,
    "batch of 4": 700.0,
    "batch of 8": 500.0,
    "batch of 4, one bad": 2000.0,
    "batch of 8, one bad": 1500.0,
    "batch of 64, rfc8032-cofactorless": 950.0,
}


def figures(hertz: float | None = 1e9, others: dict[str, float] | None = None, **changes: float) -> Figures:
    """ecref's figures with changes (batch_of_4=...), and other implementations' single verifications."""
    changed = {name.replace("__", ", ").replace("_", " "): value for name, value in changes.items()}
    rows: dict[tuple[str, str, str], Any] = {}
    for curve in CURVES:
        for operation, M in {**M_PER_SIGNATURE, **changed}.items():
            rows["ecref", curve, operation] = _row("ecref", curve, operation, M)
        for name, M in (others or {}).items():
            rows[name, curve, "verify"] = _row(name, curve, "verify", M)
    return Figures(rows, SIZES, hertz)


def _row(name: str, curve: str, operation: str, M: float) -> Any:
    return a_row(
        implementation=name,
        curve=curve,
        operation=operation,
        rounds_M=[0.9999 * M, M, 1.0001 * M][:: 1 if operation == "batch of 4" else -1],
        M_per_operation=M,
        M=1e-6,
        mean=M / 1e6,
        error=1e-6,
    )


ANSWERS = {
    "ed25519": [Answers("a", (True, True, False), one_equation=True), Answers("b", (False, None, False))],
    "ed448": [Answers("a", (False, True, False), one_equation=True)],
}


def test_the_best_size_and_whether_batches_pay() -> None:
    best = findings(figures(), ANSWERS)[0]
    assert best == (
        "Ed25519, ecref: batches of 8 take the least here, 500.0 us or 500 M per signature, 0.50 ± 0.00 of a single "
        "verification's time; the whole batch takes 4.0 ms, before which no signature of it is known to be good. "
        "Quicker than one by one, beyond the error: each of the sizes."
    )


def test_what_cannot_be_told_apart() -> None:
    best = findings(figures(batch_of_4=500.01, batch_of_8=500.0), ANSWERS)[0]
    assert "Batches of 4 can't be told apart from it." in best
    worse = findings(figures(batch_of_4=1100.0, batch_of_8=1200.0), ANSWERS)
    assert "batches of 4 take the least" in worse[0]
    assert worse[0].endswith("beyond the error: none of the sizes.")
    assert worse[4].endswith("So batches of 4 don't pay here at all.")
    assert findings(figures(batch_of_4=1100.0), ANSWERS)[0].endswith("Quicker than one by one, beyond the error: 8.")


def test_others_beside_the_best_batch() -> None:
    alone = findings(figures(), ANSWERS)[2]
    assert alone == "Ed25519: no other implementation is here to stand beside ecref's batches."
    beside = findings(figures(others={"go": 50.0, "noble": 2000.0}), ANSWERS)[3]
    assert beside == (
        "Ed448: a single verification elsewhere takes so many times what a signature takes in ecref's batches of 8: go "
        "0.10 ± 0.00; noble 4.00 ± 0.00. None of these has batches to offer here."
    )


def test_what_a_bad_signature_costs() -> None:
    bad = findings(figures(), ANSWERS)[4]
    assert bad == (
        "Ed25519: with one bad signature in a batch of 8, finding it takes 3.00 ± 0.00 times what the valid batch "
        "takes, and 1.50 ± 0.00 times what verifying one by one takes, which finds it, too. Dearer than one by one, "
        "beyond the error, with one bad signature: batches of 4 and 8. So batches of 8 pay here while fewer than 50% "
        "of them hold a bad signature, which is one in 16 signatures if they come singly; where whoever sends them can "
        "choose to send bad ones, 1.50 times one by one is what to reckon with."
    )
    cheap = findings(figures(batch_of_4__one_bad=900.0, batch_of_8__one_bad=900.0), ANSWERS)[4]
    assert "With one bad signature no size is dearer than one by one beyond the error." in cheap


def test_the_share_of_bad_batches_that_batches_bear() -> None:
    assert bearable(0.5, 1.5) == 0.5
    assert bearable(0.5, 0.9) == 1.0
    assert bearable(0.5, 0.5) == 1.0
    assert bearable(1.0, 1.0) == 0.0
    assert bearable(1.1, 1.5) == 0.0


def test_who_takes_what() -> None:
    malleability, rule_sets = findings(figures(), ANSWERS)[-2:]
    assert "which anybody can add: Ed25519 taken by a, refused by b; Ed448 taken by none of 1." in malleability
    assert "which fits every message: Ed25519 taken by none of 2; Ed448 taken by none of 1." in malleability
    assert "with the cofactor only: Ed25519 taken by a; Ed448 taken by a." in rule_sets
    assert "takes 0.95 ± 0.00 (Ed25519) and 0.95 ± 0.00 (Ed448) of a single verification's time" in rule_sets


def test_cycles_where_the_clock_is_known() -> None:
    known, unknown = (tables(figures(clock), ["ecref"])[0] for clock in (2e9, None))
    place = known.heads.index("cycles")
    assert known.rows[0][place] == pytest.approx(100 * 1e-6 * 2e9)
    assert known.note is not None
    assert "Cycles are counted at 2,000 MHz, the clock that the system told right after the rounds." in known.note
    assert {row[place] for row in unknown.rows} == {None}
    assert unknown.note is not None
    assert unknown.note.endswith("The system doesn't tell the processor's clock, so there are no cycles.")


def test_batches_that_never_pay_have_empty_cells() -> None:
    bad = tables(figures(batch_of_4=1100.0), ["ecref"])[2]
    assert [row[-2:] for row in bad.rows] == [(None, None), (pytest.approx(0.5), pytest.approx(16))]


def test_the_picture() -> None:
    lines, bars = charts(figures(others={"go": 50.0}), ["ecref", "go", "none"])[:2]
    assert lines.series["ecref"] == [(1, 1000.0), (4, 700.0), (8, 500.0)]
    assert lines.series["go"] == [(1, 50.0), (4, 50.0), (8, 50.0)]
    assert lines.series["none"] == [(1, None), (4, None), (8, None)]
    assert lines.series["ecref, one bad"] == [(4, 2000.0), (8, 1500.0)]
    assert bars.series["go"] == [("keygen", None), ("sign", None), ("verify", 50.0)]


# ---------------------------------------------------------------- the clock


def test_the_clock(tmp_path: Path) -> None:
    cpuinfo = tmp_path / "cpuinfo"
    cpuinfo.write_text("model name : x\ncpu MHz\t\t: 1200.000\ncpu MHz\t\t: 2596.122\ncpu MHz\t\t: ?\n")
    assert hertz(str(cpuinfo), str(tmp_path)) == 2596.122e6
    cpuinfo.write_text("processor : 0\n")
    assert hertz(str(cpuinfo), str(tmp_path)) is None
    for number, text in enumerate(["600000\n", "1800000\n"]):
        folder = tmp_path / f"cpu{number}" / "cpufreq"
        folder.mkdir(parents=True)
        (folder / "scaling_cur_freq").write_text(text)
    assert hertz(str(cpuinfo), str(tmp_path)) == 1.8e9
    assert hertz(str(tmp_path / "none"), str(tmp_path)) == 1.8e9
