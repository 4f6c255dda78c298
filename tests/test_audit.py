"""docs/audit.md: it is up to date, what is missing is named, and tests that don't need their step are found."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

import audit
from audit_errata import ERRATA
from audit_marks import Citation, citations, in_code, in_tests
from audit_mutants import Workspace, needless, passing
from audit_page import PAGE, ROOT, TABLES, Audit, faults, page, rows
from audit_step import Left, Row, Step

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path


@pytest.fixture(scope="module")
def ours() -> Audit:
    return Audit.of(ROOT)


# ---------------------------------------------------------------- the page


def test_every_step_has_code_and_a_test(ours: Audit) -> None:
    assert list(faults(ours)) == []


def test_the_page_is_up_to_date(ours: Audit) -> None:
    assert PAGE.read_text() == page(ours), "run make audit"


def test_a_step_is_on_the_page_with_its_line_and_its_tests(ours: Audit) -> None:
    (line,) = [line for line in page(ours).splitlines() if line.startswith("| 5.1.7/5.2.7-1 S < L |")]
    number = next(n for n, code in enumerate(ours.sources["eddsa"].splitlines(), 1) if "if S >= L:" in code)
    assert f"[eddsa.EdDSA.read, {number}](../ecref/eddsa.py#L{number})" in line
    assert "`if S >= L:` as `if False:`" in line
    assert "[test_verdict_under_every_rule_set](../tests/test_rules.py)" in line
    assert "`a=-1,` as `a=1,`; nothing loads then |" in page(ours)


def test_all_rows_are_on_the_page(ours: Audit) -> None:
    lines = page(ours).splitlines()
    parts = [part for table in TABLES.values() for part in table.values()]
    tables = len(parts) + len(ERRATA) + 1
    assert sum(line.startswith("|---") for line in lines) == tables
    in_tables = sum(map(len, parts)) + sum(map(len, ERRATA.values())) + len(TABLES)
    assert sum(line.startswith("| ") for line in lines) == in_tables + tables
    assert all(line.count(" | ") >= 2 and line.endswith(" |") for line in lines if line.startswith("| "))


def test_errata_are_in_order_and_cite_steps_that_are_there() -> None:
    for standard, errata in ERRATA.items():
        keys = {row.key for row in rows(TABLES[standard])}
        numbers = [erratum.number for erratum in errata]
        assert numbers == sorted(set(numbers))
        assert any(f"{key}." in erratum.done for erratum in errata for key in keys)


# ---------------------------------------------------------------- marks


@pytest.mark.parametrize(
    ("text", "wanted"),
    [
        ("RFC 8032, 5.1.7 and 5.2.7", [("RFC 8032", "5.1.7", ()), ("RFC 8032", "5.2.7", ())]),
        ("FIPS 186-5, A.2.2 and A.3.2", [("FIPS 186-5", "A.2.2", ()), ("FIPS 186-5", "A.3.2", ())]),
        ("SEC 1, 2.3.4, step 3.5; 2.3.6", [("SEC 1", "2.3.4", ("3.5",)), ("SEC 1", "2.3.6", ())]),
        ("RFC 6979, 2.4, steps 1 to 4", [("RFC 6979", "2.4", ("1", "2", "3", "4"))]),
        ("RFC 6979, 3.2, steps d and f", [("RFC 6979", "3.2", ("d", "f"))]),
        ("RFC 8032, 5.1.6, step 1, for the prefix", [("RFC 8032", "5.1.6", ("1",))]),
        ("RFC 8032, 5.1.3, with its step numbers", [("RFC 8032", "5.1.3", ())]),
        ("RFC 8032, 5.1; RFC 7748, 4.1", [("RFC 8032", "5.1", ())]),
        ("SEC 1, 2.3.4; the second case after Atkin, 1992", [("SEC 1", "2.3.4", ())]),
        ("1, n-1", []),
        ("h", []),
        ("RFC 2104, 2.1", []),
    ],
)
def test_a_citation_names_sections_and_steps(text: str, wanted: list[tuple[str, str, tuple[str, ...]]]) -> None:
    assert list(citations(text)) == [Citation(*citation) for citation in wanted]


CODE = '''\
from . import note

START = 7  # RFC 8032, 5.1


class Toy:
    def sign(self, x):
        """[x]B. [RFC 8032, 5.1.6
        and 5.2.6]
        """
        y = x + 1                                                                            # 1
        z = note(y * 2,                                                                  "z", 2)  # a word # 3
        if z > 9:
            z = 9  # RFC 8032, 5.1.7, step 1
        return z


def bare(x):
    return x  # no number
'''

TEST = """\
import pytest

from ecref.toy import START, Toy


@pytest.mark.step("RFC 8032", "5.1")
def test_start():
    assert START == 7


@pytest.mark.parametrize("x", [1, 2, 20])
@pytest.mark.step("RFC 8032", "5.1.6-1", "5.1.6-3 double")
@pytest.mark.step("RFC 6979", "5.1.6-1")
def test_sign(x):
    assert Toy().sign(x) == min(9, 2 * x + 2)


def test_nothing():
    assert Toy
"""


def test_the_marks_of_a_module() -> None:
    places = in_code(CODE, "toy")
    assert set(places) == {"toy.START", "toy.Toy.sign", "toy.bare"}
    assert places["toy.START"].cited == [Citation("RFC 8032", "5.1", ())]
    sign = places["toy.Toy.sign"]
    assert sign.cited == [Citation("RFC 8032", "5.1.6", ()), Citation("RFC 8032", "5.2.6", ())]
    assert (sign.first, sign.last) == (7, 15)
    assert sign.margin == {11: ["1"], 12: ["3", "2"]}
    assert sign.cited_at == {11: [], 12: [], 14: [Citation("RFC 8032", "5.1.7", ("1",))]}
    assert places["toy.bare"].margin == {}


# ---------------------------------------------------------------- a toy audit


@pytest.fixture
def root(tmp_path: Path) -> Path:
    """A tree with one module and one file of tests."""
    for name, text in {
        "ecref/__init__.py": "def note(value, name, step):\n    return value\n",
        "ecref/toy.py": CODE,
        "tests/test_toy.py": TEST,
        "vectors/none": "",
        "pyproject.toml": '[tool.pytest.ini_options]\nmarkers = ["step"]\n',
    }.items():
        (tmp_path / name).parent.mkdir(exist_ok=True)
        (tmp_path / name).write_text(text)
    return tmp_path


BOTH = ("5.1.6", "5.2.6")
STEPS: list[Row] = [
    Step(("5.1",), "", "", "7", "toy.START", "7", "8"),
    Step(BOTH, "1", "", "x + 1", "toy.Toy.sign", "x + 1", "x"),
    Step(BOTH, "3", "double", "twice", "toy.Toy.sign", "y * 2", "y"),
    Left(BOTH, "2", "", "z", "why not", ("5.1.6-1",)),
]


def test_the_marks_of_tests(root: Path) -> None:
    assert in_tests(root / "tests") == {
        ("RFC 8032", "5.1"): ["test_toy.py::test_start"],
        ("RFC 8032", "5.1.6-1"): ["test_toy.py::test_sign"],
        ("RFC 8032", "5.1.6-3 double"): ["test_toy.py::test_sign"],
        ("RFC 6979", "5.1.6-1"): ["test_toy.py::test_sign"],
    }


def missing(root: Path, steps: list[Row]) -> list[str]:
    return [fault for fault in faults(Audit.of(root), {"RFC 8032": {"": steps}}) if "of RFC 6979" not in fault]


def test_nothing_is_missing(root: Path) -> None:
    assert missing(root, STEPS) == []
    assert list(faults(Audit.of(root), {"RFC 8032": {"": STEPS}})) == [
        "test_toy.py::test_sign: there is no step 5.1.6-1 of RFC 6979"
    ]


ONE = Step(BOTH, "1", "", "x + 1", "toy.Toy.sign", "x + 1", "x")


@pytest.mark.parametrize(
    ("step", "wanted"),
    [
        (ONE._replace(place="toy.Toy.gone"), "there is no toy.Toy.gone"),
        (ONE._replace(code="x - 1"), "'x - 1' stands 0 times in toy.Toy.sign"),
        (ONE._replace(code="z"), "'z' stands 5 times in toy.Toy.sign"),
        (ONE._replace(code="z", nth=6), "'z' stands only 5 times in toy.Toy.sign"),
        (ONE._replace(code="y * 2"), "toy.Toy.sign has no mark of it at 'y * 2'"),
        (ONE._replace(code="return z"), "toy.Toy.sign has no mark of it at 'return z'"),
        (ONE._replace(sections=("5.1.6", "5.3.6")), "toy.Toy.sign has no mark of it at 'x + 1'"),
        (ONE._replace(place="toy.bare", code="return x"), "toy.bare has no mark of it at 'return x'"),
    ],
)
def test_a_step_without_its_code_or_mark_is_named(root: Path, step: Step, wanted: str) -> None:
    assert missing(root, [STEPS[0], step, *STEPS[2:]]) == [f"RFC 8032, 5.1.6-1: {wanted}"]


def test_a_mark_may_stand_on_the_line_with_its_section(root: Path) -> None:
    capped = Step(("5.1.7",), "1", "", "9", "toy.Toy.sign", "z = 9", "z = z")
    assert missing(root, [*STEPS, capped]) == ["RFC 8032, 5.1.7-1: no test is marked with it"]
    other = capped._replace(step="2")
    assert missing(root, [*STEPS, other]) == [
        "RFC 8032, 5.1.7-2: toy.Toy.sign has no mark of it at 'z = 9'",
        "RFC 8032, 5.1.7-2: no test is marked with it",
        "toy.Toy.sign: there is no step 1 of RFC 8032, 5.1.7",
    ]


def test_a_step_without_a_test_or_twice_or_a_stray_mark_is_named(root: Path) -> None:
    assert missing(root, [*STEPS, ONE]) == ["RFC 8032, 5.1.6-1: it is there twice"]
    assert missing(root, [*STEPS, ONE._replace(part="more")]) == ["RFC 8032, 5.1.6-1 more: no test is marked with it"]
    assert missing(root, [STEPS[0], STEPS[1], STEPS[3]]) == [
        "test_toy.py::test_sign: there is no step 5.1.6-3 double of RFC 8032",
        "toy.Toy.sign, line 12: no section that it cites has a step 3",
    ]
    lost = Left(BOTH, "2", "", "z", "why not", ("5.1.6-9",))
    assert missing(root, [*STEPS[:3], lost]) == ["RFC 8032, 5.1.6-2: there is no 5.1.6-9"]


# ---------------------------------------------------------------- the proof


def test_a_test_that_does_not_need_its_step_is_found(root: Path) -> None:
    """Where nothing loads, no test has failed, unless the table says so."""
    audit = Audit.of(root)
    broken = ONE._replace(without="(")
    steps = [("RFC 8032", step) for step in (ONE, ONE._replace(without="1 + x"), broken, broken._replace(loads=False))]
    found = [tests for _, _, tests in needless(audit, root, steps, jobs=2)]
    assert found == [[], ["test_toy.py::test_sign"], ["test_toy.py::test_sign"], []]
    assert (root / "ecref/toy.py").read_text() == CODE


def test_tests_that_fail_anyway_prove_nothing(root: Path) -> None:
    (root / "tests/test_toy.py").write_text(TEST.replace("START == 7", "START == 8"))
    marks = [("RFC 8032", "5.1"), ("RFC 8032", "5.1.6-1")]
    assert list(passing(Audit.of(root), root, marks)) == [("RFC 8032", "5.1", "test_toy.py::test_start")]


def test_a_test_that_is_not_there_is_no_failure(root: Path, tmp_path_factory: pytest.TempPathFactory) -> None:
    with pytest.raises(RuntimeError, match="pytest ended with status 4"):
        Workspace(root, tmp_path_factory.mktemp("copy")).failing(["test_toy.py::test_gone"])


def test_tests_that_do_not_end_prove_nothing(root: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("audit_mutants.SECONDS", 0.01)
    ((_, _, tests),) = needless(Audit.of(root), root, [("RFC 8032", ONE)])
    assert tests == ["test_toy.py::test_sign"]


def test_a_step_of_ours_by_lot_is_needed(ours: Audit) -> None:
    """CI takes more of them."""
    for standard, step, tests in needless(ours, ROOT, audit.chosen("5.1.3", 1)):
        assert tests == [], (standard, step.key)


def test_which_steps_are_left_out() -> None:
    every = audit.chosen("", 0)
    assert len(every) == sum(isinstance(row, Step) for table in TABLES.values() for row in rows(table))
    assert [step.part for _, step in audit.chosen("RFC 6979, 3.2-d", 0)] == ["V", "00", "x", "h1"]
    assert len(audit.chosen("", 5)) == 5
    assert len(audit.chosen("RFC 6979, 3.2-d", 5)) == 4


# ---------------------------------------------------------------- the command


@pytest.fixture
def command(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Callable[..., int]:
    """`audit.py` with these arguments, and a page of its own."""
    monkeypatch.setattr("audit.PAGE", tmp_path / "audit.md")

    def call(*arguments: str) -> int:
        monkeypatch.setattr("sys.argv", ["audit.py", *arguments])
        return audit.main()

    return call


def test_the_command_writes_the_page_and_compares_it(
    command: Callable[..., int], tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert command() == 0
    assert (tmp_path / "audit.md").read_text() == PAGE.read_text()
    assert command("--check") == 0
    (tmp_path / "audit.md").write_text("old")
    assert command("--check") == 1
    assert (tmp_path / "audit.md").read_text() == "old"
    assert capsys.readouterr().out == "docs/audit.md isn't what `make audit` writes\n"


def test_the_command_names_what_is_missing(
    command: Callable[..., int], monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr("audit.faults", lambda _: iter(["one", "two"]))
    assert command("--prove") == 1
    assert capsys.readouterr().out == "one\ntwo\n"


def test_the_command_proves(
    command: Callable[..., int], monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr("audit.passing", lambda *_: iter(()))
    monkeypatch.setattr("audit.needless", lambda _, __, steps, jobs: [(*steps[0], []), (*steps[1], ["a", "b"])][:jobs])
    assert command("--prove", "--only", "RFC 6979, 3.2-d") == 0
    assert capsys.readouterr().out == "RFC 6979, 3.2-d V: needed\n"
    assert command("--prove", "--only", "RFC 6979, 3.2-d", "-j", "2") == 1
    assert capsys.readouterr().out.endswith("\nRFC 6979, 3.2-d 00: a, b doesn't fail without it\n")
    monkeypatch.setattr("audit.passing", lambda *_: iter([("RFC 6979", "3.2-d V", "a")]))
    assert command("--prove", "--only", "RFC 6979, 3.2-d") == 1
    assert capsys.readouterr().out.startswith("RFC 6979, 3.2-d V: a fails although nothing is left out\n")
