"""`make mutation`: mutants are made by rule, judged by their kill set, kept, and written onto docs/mutation.md."""

from __future__ import annotations

import os
import subprocess
import sys
from typing import TYPE_CHECKING

import pytest

import mutation_page
from mutation_key import Key, Outcome, digest
from mutation_modules import KILL_SETS
from mutation_page import PAGE, ROOT, Result, page, reasons, results, stale
from mutation_state import State

if TYPE_CHECKING:
    from pathlib import Path

KEY = Key("f", "return x | 1", "return x + 1", 0)
TWICE = KEY._replace(number=1)


# ---------------------------------------------------------------- the page


def test_the_page_is_up_to_date() -> None:
    assert PAGE.read_text() == page(results()), "run make mutation ARGS=--page"


def test_no_reason_is_stale() -> None:
    assert list(stale(results())) == []


def test_every_survivor_has_a_reason() -> None:
    assert {each.module: each.without_reason() for each in results().values() if each.without_reason()} == {}


def test_kill_sets_name_modules_and_tests() -> None:
    for module, tests in KILL_SETS.items():
        assert (ROOT / "ecref" / f"{module}.py").exists()
        assert tests
        assert all((ROOT / "tests" / test).exists() for test in tests)


@pytest.fixture
def one_reason(monkeypatch: pytest.MonkeyPatch) -> None:
    entries = [("field.f", "return x | 1", ["return x + 1"]), ("field", "a = 1", ["a = 2"])]
    monkeypatch.setattr(mutation_page, "EQUIVALENT", [("The bit is free.", entries)])


def result(*, run: int = 1000, survived: tuple[Key, ...] = (KEY, TWICE), code: str | None = None) -> Result:
    now = digest(ROOT / "ecref" / "field.py")
    return Result("field", code or now, 1000, run, run - len(survived), 3, list(survived))


@pytest.mark.usefixtures("one_reason")
def test_a_module_on_the_page() -> None:
    text = page({"field": result()})
    assert "\n| [field](../ecref/field.py) | 1,000 | 998 (99.8 %) | 3 | 2 | 0 | [test_field](../tests/" in text
    assert "\n| all | 1,000 run | 998 (99.8 %) | 3 | 2 | 0 | |\n" in text
    assert "\n## field\n\nThe bit is free.\n\n| function | line | as |\n" in text
    assert text.count("\n| f | `return x \\| 1` | `return x + 1` |\n") == 1
    assert "\n| [der](../ecref/der.py) | | not run yet | | | | [test_der]" in text


@pytest.mark.usefixtures("one_reason")
def test_what_is_missing_is_on_the_page() -> None:
    other = Key("g", "y = 1", "", 0)
    text = page({"field": result(run=400, survived=(other,), code="0")})
    assert "| 400 run of 1,000; the code has changed since | 399 (99.7 %) | 3 | 1 | 1 |" in text
    assert "\nNo reason yet.\n" in text
    assert "\n| g | `y = 1` | (nothing) |\n" in text
    assert "| all | 0 run |  | 0 | 0 | 0 | |" in page({})


@pytest.mark.usefixtures("one_reason")
def test_reasons_and_survivors_belong_together(monkeypatch: pytest.MonkeyPatch) -> None:
    assert reasons("field") == {KEY.texts(): "The bit is free.", ("", "a = 1", "a = 2"): "The bit is free."}
    assert reasons("der") == {}
    assert result().without_reason() == []
    assert result(survived=(Key("", "return x | 1", "return x + 1", 0),)).without_reason() != []
    assert list(stale({"field": result()})) == ["field ('', 'a = 1', 'a = 2') has a reason, but doesn't survive"]
    assert list(stale({"field": result(run=400)})) == []
    assert list(stale({})) == []
    monkeypatch.setattr(mutation_page, "EQUIVALENT", [("Why not.", [("cli.f", "x", ["y"])])])
    assert list(stale({})) == ["a reason for a mutant of cli, which is not mutated"]


def test_a_digest_is_of_what_the_code_does(tmp_path: Path) -> None:
    path = tmp_path / "code.py"
    digests = []
    commented, other_doc = "def f():\n    'One.'\n    return 1  # 2\n", "def f():\n\n    'Two.'\n    return 1\n"
    for text in commented, other_doc, "def f(): return 2":
        path.write_text(text)
        digests.append(digest(path))
    assert digests[0] == digests[1] != digests[2]


def test_what_is_known_is_kept(tmp_path: Path) -> None:
    state = State(tmp_path / "new", "field", "abc")
    assert state.read() == {}
    state.add(KEY, Outcome(killed=False, by=""), "tests 1")
    state.add(TWICE, Outcome(killed=True, by="time"), "tests 1")
    assert state.read() == {KEY: (False, ""), TWICE: (True, "time")}
    assert state.read("tests 1") == state.read()
    assert state.read("tests 2") == {TWICE: (True, "time")}  # a survivor is asked again
    state.add(KEY, Outcome(killed=True, by="test"), "tests 2")
    assert state.read("tests 1")[KEY].killed
    assert State(tmp_path / "new", "field", "def").read() == {}


# ---------------------------------------------------------------- mutants, where cosmic-ray is there


SOURCE = '''"""Doc 1."""
TYPE_CHECKING = False
if TYPE_CHECKING:
    A = 1 | 2
MASK: int | None = 3


def f(x: int | str, *, y: int = 1) -> int | None:
    if x == y:
        raise ValueError(f"got {x + 1}")
    return x - 2  # 3
'''


def test_mutants_by_rule() -> None:
    made = pytest.importorskip("mutation_mutants", reason="make mutation installs cosmic-ray", exc_type=ImportError)
    found = made.mutants(SOURCE)
    sources = [mutant.of(SOURCE) for mutant in found]
    assert len(set(sources)) == len(found)
    texts = {mutant.key.texts() for mutant in found}
    assert {after for _, before, after in texts if "MASK" in before} == {"MASK: int | None = 4", "MASK: int | None = 2"}
    afters = {after for function, before, after in texts if (function, before) == ("f", "return x - 2")}
    operators = ["+", "*", "/", "//", "%", "**", "<<", ">>", "&", "|", "^"]
    others = {f"return x {operator} 2" for operator in operators}
    assert afters == {*others, "return x - 3", "return x - 1", "pass"}
    assert ("f", "if x == y:", "if not x == y:") in texts
    assert ("f", "if x == y:", "if x <= y:") in texts
    assert ("f", 'raise ValueError(f"got {x + 1}")', "pass") in texts
    assert not [texts for texts in texts if "x - 1}" in texts[2] or "TYPE_CHECKING" in texts[1] or "A = " in texts[1]]
    heads = {after for _, before, after in texts if before.startswith("def")}
    assert heads == {f"def f(x: int | str, *, y: int = {n}) -> int | None:" for n in (0, 2)}
    assert all(map(made.is_code, sources))
    assert not made.is_code("def")


def test_mutants_with_the_same_text_have_numbers() -> None:
    made = pytest.importorskip("mutation_mutants", reason="make mutation installs cosmic-ray", exc_type=ImportError)
    keys = [mutant.key for mutant in made.mutants("x = 1\nx = 1\n")]
    assert [(after, number) for _, _, after, number in keys] == [("x = 2", 0), ("x = 0", 0), ("x = 2", 1), ("x = 0", 1)]


# ---------------------------------------------------------------- kill sets


CODE = """
def double(x):
    return x + x
"""

TESTS = """
import time
from ecref import toy

def test_slow():
    time.sleep(0.05)
    assert toy.double(2) == 4

def test_quick():
    assert toy.double(0) == 0
"""


@pytest.fixture
def toy(tmp_path: Path) -> Path:
    for folder in "ecref", "tests", "copy":
        (tmp_path / folder).mkdir()
    (tmp_path / "ecref" / "__init__.py").touch()
    (tmp_path / "ecref" / "toy.py").write_text(CODE)
    (tmp_path / "tests" / "test_toy.py").write_text(TESTS)
    return tmp_path


def forked(toy: Path, *mutated: str) -> list[str]:
    """What each is killed by, in a Python without this one's ecref; "" for one that survives."""
    program = f"""
import sys
sys.path[:0] = [{str(ROOT / "tests" / "mutation")!r}]
from pathlib import Path
from mutation_run import Workspace
space = Workspace(Path({str(toy)!r}), Path({str(toy / "copy")!r}), "toy", ["test_toy.py"])
space.unharmed()
for mutated in {mutated!r}:
    outcome = space.judge(mutated)
    print("killed" if outcome.killed else "survived", outcome.by)
    assert space.path.read_text() == space.source
"""
    environment = {name: value for name, value in os.environ.items() if not name.startswith(("COV", "ECREF_", "PYTE"))}
    environment["PYTEST_DISABLE_PLUGIN_AUTOLOAD"] = "1"
    done = subprocess.run(
        [sys.executable, "-c", program], cwd=toy, env=environment, capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stderr
    return done.stdout.splitlines()


def test_a_kill_set_judges(toy: Path) -> None:
    assert forked(
        toy,
        CODE.replace("x + x", "x * x"),  # 0 and 4 all the same
        CODE.replace("x + x", "x - x"),
        CODE.replace("x + x", "x + 1"),  # the quickest test that fails is named
        "1 / 0",
        "while True: pass",
        CODE.replace("return x + x", "while True: pass"),
        "raise SystemExit",
    ) == [
        "survived ",
        "killed tests/test_toy.py::test_slow",
        "killed tests/test_toy.py::test_quick",
        "killed import",
        "killed time",
        "killed time",
        "killed import",
    ]


def test_a_kill_set_must_pass_unharmed(toy: Path) -> None:
    (toy / "ecref" / "toy.py").write_text(CODE.replace("x + x", "x"))
    with pytest.raises(AssertionError, match=r"the kill set fails on the unharmed code: tests/test_toy\.py::test_slow"):
        forked(toy)


def test_a_kill_set_must_pass_unharmed_in_any_order(toy: Path) -> None:
    (toy / "tests" / "test_toy.py").write_text(
        TESTS.replace("time.sleep(0.05)", "time.sleep(0.05); toy.slept = True").replace("(0) == 0", "(0) != toy.slept")
    )
    with pytest.raises(AssertionError, match=r"unharmed code, the quickest test first: tests/test_toy\.py::test_quick"):
        forked(toy)
