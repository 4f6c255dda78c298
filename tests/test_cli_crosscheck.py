"""`ecref crosscheck`: tables, files, the object of JSON, and exit statuses."""

from __future__ import annotations

import json
import shlex
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Any
from xml.etree import ElementTree as ET

import pytest

import planted
from command_line import runner
from ecref.cli import crosscheck, main, progress
from ecref.referee.crosscheck import cases, shrinking
from ecref.referee.implementations import Chosen

if TYPE_CHECKING:
    from collections.abc import Callable

    Run = Callable[..., tuple[int, str, str]]

POLICY = "k-not-reduced"  # on small orders it differs from others as it says
COLUMNS = "implementation version asked agreed unsupported faults policies"


@pytest.fixture
def run(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> Run:
    """A command line, for which the planted faults are implementations by name."""
    known = Chosen.open

    def make(chosen: Chosen) -> Any:
        return planted.planted(chosen.name) if chosen.name in planted.MAKERS else known(chosen)

    monkeypatch.setattr(Chosen, "open", make)
    monkeypatch.setattr(shrinking, "ATTEMPTS", 20)
    return runner(monkeypatch, capsys)


def test_nothing_found(run: Run) -> None:
    status, out, err = run("crosscheck ecref --cases 20 -j 1")
    lines = out.splitlines()
    assert (status, err) == (0, "")
    assert " ".join(lines[0].split()) == COLUMNS
    assert lines[1].split()[0] == "ecref"
    assert lines[1].split()[-5:] == ["20", "20", "0", "0", "0"]
    assert lines[-2].startswith("20 cases in ")
    assert lines[-2].endswith(" s, seed 0")
    assert lines[-1] == "ecref: nothing found"


def test_a_fault(run: Run) -> None:
    status, out, err = run("crosscheck S-not-checked ecref --cases 4 --seed 3 --curve ed25519 --kind S-range -j 1")
    lines = out.splitlines()
    assert (status, err) == (1, "")
    assert lines[4] == (
        "1. S-not-checked departs from the standard: S-range, s-out-of-range: "
        "accepts what it must refuse: S is not below L"
    )
    assert lines.pop(7).startswith("   first value that differs: S (step 5.1.7-1): got ")
    assert lines[5:9] == [
        "   times: 4",
        "   standard: RFC 8032, 5.1.7, step 1",
        "   others: ecref refuses",
        "   on: Ed25519 (2), Ed25519ctx (1), Ed25519ph (1)",
    ]
    assert lines[10].startswith("   smallest case (")
    assert json.loads(lines[10].partition("): ")[2])["message"] == ""
    assert lines[-4] == "S-not-checked and ecref differ on 4 requests"
    assert lines[-2:] == ["S-not-checked: departs from the standard in 1 way", "ecref: nothing found"]


def test_a_policy_is_no_fault(run: Run) -> None:
    status, out, _ = run(f"crosscheck {POLICY} --cases 6 --curve ed25519 --kind small-order,honest -j 1")
    assert status == 0
    assert f"{POLICY} differs from others by policy: small-order, mismatch: refuses: [S]B != R + [k]A" in out
    assert out.splitlines()[-1] == f"{POLICY}: differs from others by policy in 1 way"


def test_json_is_the_same_for_the_same_seed(run: Run) -> None:
    told = []
    for jobs in 1, 2:
        status, out, _ = run(f"crosscheck S-not-checked --cases 60 --kind S-range,signing --seed 9 --json -j {jobs}")
        assert status == 1
        told.append(json.loads(out))
        told[-1].pop("seconds")
    assert told[0] == told[1]
    assert told[0]["seed"] == 9
    assert told[0]["cases"] == 60
    assert [each["reason"] for each in told[0]["findings"]] == ["s-out-of-range"]


def test_files(run: Run, tmp_path: Path) -> None:
    names = [str(tmp_path / name) for name in ("junit.xml", "page.html", "found.json")]
    files = "--junit {} --html {} --save {}".format(*names)
    line = f"crosscheck S-not-checked --cases 3 --kind S-range -j 1 {files}"
    assert run(line)[0] == 1
    root = ET.parse(names[0]).getroot()
    assert (root.get("tests"), root.get("failures")) == ("1", "1")
    assert "<h1>" in Path(names[1]).read_text("utf-8")
    assert run(line) == (2, "", f"ecref: {names[0]}: File exists\n")
    assert run(f"{line} --force")[0] == 1

    status, out, _ = run(f"crosscheck S-not-checked ecref --replay {names[2]} --json")
    told = json.loads(out)
    assert status == 1
    assert (told["seed"], told["cases"]) == (None, 1)
    assert told["implementations"][1]["agreed"] == 1
    status, out, _ = run(f"crosscheck ecref --replay {names[2]}")
    assert status == 0
    assert out.splitlines()[-2].startswith("1 cases in ")
    assert out.splitlines()[-2].endswith(" s")


def test_a_program(capsys: pytest.CaptureFixture[str]) -> None:
    command = shlex.join([sys.executable, str(Path(planted.__file__)), "x-not-reduced"])
    arguments = ["crosscheck", "ecref", "--command", command, "--cases", "2", "--kind", "x-above-n", "-j", "1"]
    assert main(arguments) == 1
    out = capsys.readouterr().out
    assert "command departs from the standard: x-above-n, refuses-valid: refuses what is valid" in out
    assert "   standard: FIPS 186-5, 6.4.2, step 8: r1 = x(R) mod n\n" in out


@pytest.mark.parametrize(
    ("arguments", "complaint"),
    [
        ("", "name an implementation (ecref, cryptography, "),
        ("ecref ecref", "an implementation is named twice"),
        ("nobody", "no implementation 'nobody'; there are ecref, "),
        ("ecref --kind dar", "no kind 'dar'; there are honest, tampered, "),
        ("ecref --kind der --curve ed448", "no case of kind der is on Ed448"),
        ("ecref --seed -1", "wanted a whole number below 10^18, not '-1'"),
        ("ecref --seed 1e3", "wanted a whole number below 10^18, not '1e3'"),
        ("ecref --cases 0", "wanted 1 case or more"),
        ("ecref --budget 5d", "wanted a time such as 60s, 10m or 2h, not '5d'"),
        ("ecref --budget 0s", "wanted a time such as 60s, 10m or 2h, not '0s'"),
        ("ecref --budget s", "wanted a time such as 60s, 10m or 2h, not 's'"),
        ("ecref --html /nowhere/page.html", "/nowhere/page.html: No such file or directory"),
        ("ecref --cases 1 --force", "--force has no meaning without a file"),
        ("ecref --replay FILE --seed 1", "--seed has no meaning with --replay"),
        ("ecref --replay /nowhere", "/nowhere: No such file or directory"),
    ],
)
def test_what_can_t_be_used_is_said_in_one_line(run: Run, arguments: str, complaint: str) -> None:
    status, out, err = run(f"crosscheck {arguments}")
    assert (status, out) == (2, "")
    assert complaint in err
    assert err.count("\n") == 1


def test_a_file_that_is_no_file_of_vectors(run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    file = tmp_path / "file"
    file.write_text("[]")
    message = "no file of vectors as vectors/README.md describes it"
    assert run(f"crosscheck ecref --replay {file}") == (2, "", f"ecref: {file}: {message}\n")
    monkeypatch.setattr("ecref.formats.strict_json.MAX_LENGTH", 1)
    assert run(f"crosscheck ecref --replay {file}") == (2, "", f"ecref: {file}: longer than 1 octets\n")


@pytest.mark.parametrize(("text", "wanted"), [("60s", 60), ("90", 90), ("10m", 600), ("2h", 7200)])
def test_times(text: str, wanted: float) -> None:
    assert crosscheck.duration(text) == wanted


def test_the_bar(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys.stderr, "isatty", lambda: True, raising=False)
    monkeypatch.setattr(progress, "BAR", 10)
    _, _, err = run("crosscheck ecref --cases 50 -j 1 --kind parsing-keys")
    assert err == "\r[#####     ] 25 of 50\r[##########] 50 of 50\r\x1b[K\r[##########] 1 of 1\r\x1b[K"
    _, _, err = run("crosscheck ecref --cases 50 --budget 60m -j 1 --kind parsing-keys")
    assert err.startswith("\r[#####     ] 25 cases, 0 of 3600 s\r[#########")
    assert err.endswith("\r[##########] 1 of 1\r\x1b[K")


def test_a_budget_alone_ends_it(run: Run) -> None:
    status, out, _ = run("crosscheck ecref --budget 1s -j 1 --kind parsing-keys --json")
    told = json.loads(out)
    assert status == 0
    assert told["cases"] % 25 == 0
    assert 1 <= told["seconds"] < 30


def test_every_core_is_used_unless_it_is_told_otherwise(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    from ecref.referee import vector_run
    from ecref.referee.crosscheck import campaign

    seen: list[campaign.Plan] = []
    monkeypatch.setattr(vector_run, "cores", lambda: 1)
    real = campaign.run

    def campaign_run(plan: campaign.Plan, *rest: Any) -> campaign.Report:
        seen.append(plan)
        return real(plan, *rest)

    monkeypatch.setattr(campaign, "run", campaign_run)
    assert run("crosscheck ecref --cases 2")[0] == 0
    assert run("crosscheck ecref --cases 2 --budget 1m --seed 4 --curve p384")[0] == 0
    assert [(plan.seed, plan.cases, plan.seconds, plan.jobs) for plan in seen] == [(0, 2, None, 1), (4, 2, 60.0, 1)]
    assert {cases.TABLE[place].scheme for place in seen[1].choice.places} == {"P-384"}
