"""`ecref study`: its files, its formats, and one line for whatever goes wrong."""

from __future__ import annotations

import json
import sys
from types import ModuleType
from typing import TYPE_CHECKING

import pytest

from command_line import runner
from ecref import studies
from ecref.measure.rounds import FULL, QUICK
from ecref.studies import picture
from ecref.studies.model import Plan
from studied import a_study

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    from ecref.studies.model import Progress, Study

    Run = Callable[..., tuple[int, str, str]]


@pytest.fixture
def run(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], tmp_path: Path) -> Run:
    """A command line in an empty folder."""
    monkeypatch.chdir(tmp_path)
    return runner(monkeypatch, capsys)


@pytest.fixture
def plans(monkeypatch: pytest.MonkeyPatch) -> list[Plan]:
    """The plans of studies that measure nothing."""
    seen: list[Plan] = []

    def fake(plan: Plan, progress: Progress) -> Study:
        progress(1, 1)
        seen.append(plan)
        return a_study()

    module = ModuleType("ecref.studies.batch")
    module.run = fake  # type: ignore[attr-defined]
    monkeypatch.setitem(sys.modules, "ecref.studies.batch", module)
    monkeypatch.setattr(studies, "batch", module, raising=False)
    monkeypatch.setattr(picture, "to_svg", lambda _: b"<svg/>")
    return seen


def test_tables_are_printed_and_files_written(run: Run, plans: list[Plan], tmp_path: Path) -> None:
    status, out, err = run("study batch")
    assert (status, err) == (0, "")
    assert out.startswith("batch: Is it quick?\n")
    assert (tmp_path / "study-batch.svg").read_bytes() == b"<svg/>"
    text = (tmp_path / "study-batch.json").read_text("utf-8")
    assert json.loads(text)["findings"] == ["It is quick."]
    assert text.endswith("\n}\n")
    assert plans == [Plan(effort=FULL)]


def test_what_a_study_is_told(run: Run, plans: list[Plan]) -> None:
    line = "study batch --quick --command /bin/true --node-modules n --java-jar a.jar --java-jar b.jar"
    assert run(line)[0] == 0
    assert plans == [Plan(QUICK, quick=True, command="/bin/true", node_modules="n", java_jars=("a.jar", "b.jar"))]


@pytest.mark.usefixtures("plans")
def test_the_json_that_is_printed_is_that_of_the_file(run: Run, tmp_path: Path) -> None:
    (tmp_path / "there").mkdir()
    _, out, _ = run("study batch --json --directory there")
    assert json.loads(out) == json.loads((tmp_path / "there" / "study-batch.json").read_text("utf-8"))
    assert out.count("\n") == 1


@pytest.mark.usefixtures("plans")
def test_markdown(run: Run) -> None:
    assert run("study batch --markdown")[1].startswith("## batch\n")


@pytest.mark.usefixtures("plans")
def test_without_matplotlib_the_json_is_written(run: Run, monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.undo()  # of what stands for the picture; and of the folder
    monkeypatch.chdir(tmp_path)
    monkeypatch.setitem(sys.modules, "matplotlib.figure", None)
    monkeypatch.setitem(studies.STUDIES, "batch", "fake")
    module = ModuleType("ecref.studies.fake")
    module.run = lambda *_: a_study()  # type: ignore[attr-defined]
    monkeypatch.setitem(sys.modules, "ecref.studies.fake", module)
    status, out, err = run("study batch")
    assert status == 0
    assert out.startswith("batch: ")
    assert err == "note: study-batch.svg was not drawn: it needs matplotlib; pip install 'ecref[bench]' brings it\n"
    assert [path.name for path in tmp_path.iterdir()] == ["study-batch.json"]


@pytest.mark.parametrize("name", ["study-batch.json", "study-batch.svg"])
def test_nothing_is_overwritten_and_nothing_measured_for_it(
    name: str, run: Run, plans: list[Plan], tmp_path: Path
) -> None:
    (tmp_path / name).write_text("mine")
    status, out, err = run("study batch")
    assert (status, out) == (2, "")
    assert err == f"ecref: {name} exists; --force replaces it, --directory puts it elsewhere\n"
    assert plans == []
    assert (tmp_path / name).read_text() == "mine"
    assert run("study batch --force")[0] == 0
    assert (tmp_path / name).read_text() != "mine"


def test_what_was_measured_is_printed_even_where_the_files_fail(run: Run, plans: list[Plan], tmp_path: Path) -> None:
    def vanish(_: int, __: int) -> None:
        (tmp_path / "there").rmdir()

    (tmp_path / "there").mkdir()
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("ecref.cli.study.draw", vanish)
        status, out, err = run("study batch --directory there")
    assert (status, len(plans)) == (2, 1)
    assert "It is quick." in out
    assert err == "ecref: there/study-batch.json: No such file or directory\n"


@pytest.mark.parametrize(
    ("arguments", "complaint"),
    [
        ("nothing", "argument NAME: no study 'nothing'; there are pure-native, curves, batch, providers"),
        ("batch --directory none", "none: no such folder"),
        ("curves --command x", "--command has no meaning for curves, which names its implementations"),
        ("batch --json --markdown", "--json and --markdown exclude each other"),
    ],
)
def test_bad_arguments_are_named_in_one_line(arguments: str, complaint: str, run: Run) -> None:
    status, out, err = run(f"study {arguments}")
    assert (status, out) == (2, "")
    assert complaint in err
    assert err.count("\n") == 1


def test_a_folder_that_is_read_only(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("os.access", lambda *_: False)
    assert run("study batch")[::2] == (2, "ecref: .: nothing can be written there\n")


def test_the_help_lists_every_study(run: Run) -> None:
    _, out, _ = run("study --help")
    for name in studies.STUDIES:
        assert f"\n  {name}  " in out


@pytest.mark.parametrize("name", studies.STUDIES)
def test_every_name_has_a_study(name: str) -> None:
    assert callable(studies.study(name))
