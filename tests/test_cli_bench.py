"""`ecref bench`: options, formats, and one line for whatever goes wrong."""

from __future__ import annotations

import json
import shlex
import sys
from typing import TYPE_CHECKING

import pytest

from ecref.cli import main
from ecref.measure import bench, rounds
from ecref.measure.cells import Plan
from ecref.measure.cold import Cold
from ecref.measure.environment import environment
from ecref.measure.operations import OPERATIONS

if TYPE_CHECKING:
    from pathlib import Path

FEW = ["bench", "--quick", "--curve", "ed25519", "--operation", "keygen"]


@pytest.fixture(autouse=True)
def tiny(monkeypatch: pytest.MonkeyPatch) -> None:
    effort = rounds.Effort(rounds=2, slice=0.0, warm_up=0.0)
    monkeypatch.setattr(rounds, "QUICK", effort)
    monkeypatch.setattr(rounds, "FULL", effort)
    monkeypatch.setattr(bench, "cold", lambda *_: Cold(1.0, 1.0))


def test_the_table(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(FEW) == 0
    lines = capsys.readouterr().out.splitlines()
    assert lines[0].startswith(f"{sys.implementation.name} {sys.version.split()[0]} ")
    assert sum(line.startswith("ed25519  keygen") for line in lines) == 3


def test_json_is_one_object(capsys: pytest.CaptureFixture[str]) -> None:
    assert main([*FEW, "--operation", "sign", "--json", "--size", "8,16"]) == 0
    told = json.loads(capsys.readouterr().out)
    assert [each["metadata"]["name"] for each in told["benchmarks"]] == [
        "ecref ed25519 sign 8",
        "ecref ed25519 sign 16",
    ]


def test_algorithms_in_csv(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["bench", "--algorithms", "--csv", "--curve", "p256"]) == 0
    lines = capsys.readouterr().out.splitlines()
    assert len(lines) == 1 + 4
    assert lines[1].startswith("ecref,p256,double-and-add,,")


@pytest.fixture
def plans(monkeypatch: pytest.MonkeyPatch) -> list[Plan]:
    """The plans of runs that measure nothing."""
    seen: list[Plan] = []

    def run(plan: Plan, _: object) -> bench.Result:
        seen.append(plan)
        return bench.Result(environment(), {}, [])

    monkeypatch.setattr(bench, "run", run)
    return seen


def test_what_is_measured_by_default(plans: list[Plan]) -> None:
    assert main(["bench"]) == 0
    assert main(["bench", "--curve", "secp384r1", "--implementation", "ecdsa,ecref", "--quick", "--size", "0"]) == 0
    assert plans == [
        Plan(effort=rounds.FULL, node_modules="node_modules"),
        Plan(
            ("p384",), OPERATIONS, (0,), ("ecref", "ecdsa"), effort=rounds.QUICK, cold_starts=1,
            node_modules="node_modules",
        ),
    ]  # fmt: skip


def test_programs_and_operations_by_name(plans: list[Plan]) -> None:
    command = ["--command", "./adapter -x", "--implementation", "bouncycastle", "--java-jar", "a.jar"]
    assert main(["bench", "--operation", "generate,sign-digest,verify-digest", *command]) == 0
    assert plans[0].operations == ("generate", "sign-digest", "verify-digest")
    assert plans[0].implementations == ("ecref", "bouncycastle", "command")
    assert (plans[0].command, plans[0].java_jars) == ("./adapter -x", ("a.jar",))


def test_a_note_of_a_program_is_a_warning(capsys: pytest.CaptureFixture[str]) -> None:
    serve = shlex.join([sys.executable, "-m", "ecref", "serve"])
    assert main([*FEW, "--csv", "--command", serve]) == 0
    out, err = capsys.readouterr()
    assert [line.partition(",")[0] for line in out.splitlines()[1:]] == ["ecref", "command"]
    assert "warning: command: an empty trip to the program and back took " in err


def test_jmhs_layout(capsys: pytest.CaptureFixture[str]) -> None:
    assert main([*FEW, "--jmh"]) == 0
    heads, line = capsys.readouterr().out.splitlines()
    assert heads.split() == ["Benchmark", "(curve)", "(size)", "Mode", "Cnt", "Score", "Error", "Units"]
    assert line.startswith("ecref.keygen  ed25519     N/A  thrpt    2  ")


@pytest.mark.usefixtures("plans")
def test_interpreters_get_the_same_arguments(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    from ecref.measure import interpreters

    asked = []

    def add(result: bench.Result, path: str, arguments: list[str], node_modules: str) -> None:
        result.notes.append(f"{path}: no")
        asked.append((path, arguments, node_modules))

    monkeypatch.setattr(interpreters, "add_interpreter", add)
    assert main([*FEW, "--interpreter", "a,b", "--node-modules", "dir"]) == 0
    assert "warning: a: no\nwarning: b: no\n" in capsys.readouterr().err
    same = ["--size", "64", "--curve", "Ed25519", "--operation", "keygen", "--quick"]
    assert asked == [("a", same, "dir"), ("b", same, "dir")]
    assert main(["bench", "--algorithms", "--interpreter", "a"]) == 0
    assert asked[-1] == ("a", ["--size", "64", "--algorithms"], "node_modules")


def test_the_plot_does_not_overwrite(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    pytest.importorskip("matplotlib", reason="matplotlib is not installed")
    file = tmp_path / "plot.svg"
    assert main([*FEW, "--plot", str(file)]) == 0
    assert file.read_bytes().startswith(b"<?xml")
    assert main([*FEW, "--plot", str(file)]) == 2
    assert "File exists" in capsys.readouterr().err
    assert main([*FEW, "--plot", str(file), "--force"]) == 0


@pytest.mark.parametrize(
    ("arguments", "complaint"),
    [
        (["--operation", "sing"], "no operation 'sing'; there are keygen, sign, "),
        (["--implementation", "openssl"], "no implementation 'openssl'; there are ecref, "),
        (["--size", "64,big"], "wanted numbers of octets below 10,000,000, such as 64,1024, not '64,big'"),
        (["--operation", "sign-digest", "--curve", "p256", "--size", "65"], "got a digest of 65 octets, wanted 1 to"),
        (["--implementation", "command"], "command is the program of --command, and none is given"),
        (["--size", ","], "wanted numbers of octets"),
        (["--json", "--csv"], "--json, --jmh and --csv exclude each other"),
        (["--curve", "p256", "--operation", "verify-batch"], "none of these implementations has such an operation"),
        (["--curve", "p521"], "no curve 'p521'"),
    ],
)
def test_bad_arguments_are_named_in_one_line(
    arguments: list[str], complaint: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["bench", *arguments]) == 2
    out, err = capsys.readouterr()
    assert out == ""
    assert complaint in err
    assert err.count("\n") == 1


def test_the_bar_is_drawn_on_a_terminal_only(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main([*FEW, "--jmh"]) == 0
    assert "[" not in capsys.readouterr().err
    monkeypatch.setattr(sys.stderr, "isatty", lambda: True, raising=False)
    assert main([*FEW, "--jmh"]) == 0
    err = capsys.readouterr().err
    assert f"\r[{' ' * 40}] 0 of 3" in err
    assert f"\r[{'#' * 40}] 3 of 3\r\x1b[K" in err
