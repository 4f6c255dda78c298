"""`ecref vectors`: the whole run, the table, the object of JSON, and exit statuses."""

from __future__ import annotations

import json
import shutil
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from ecref.cli import main
from ecref.referee import vector_run, vectors

ROOT = Path(__file__).parents[1]
COUNTS = ("total", "passed", "failed", "skipped", "valid", "invalid", "policy")


def test_every_vector_passes() -> None:
    """The main job, as a user gives it."""
    command = [sys.executable, "-m", "ecref", "vectors", "--json", "-j", "2"]
    ran = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)
    assert ran.stderr == ""
    assert ran.returncode == 0
    report = json.loads(ran.stdout)
    assert list(report) == ["total", "passed", "failed", "skipped", "suites"]
    assert report["total"] == report["passed"] == 14_593
    assert {each["suite"] for each in report["suites"]} == set(vectors.suites())
    assert {each["curve"] for each in report["suites"]} == {"ed25519", "ed448", "p256", "p384", "secp256k1", "toy"}
    for each in report["suites"]:
        assert list(each) == ["suite", "curve", *COUNTS]
        assert each["total"] == each["passed"] + each["failed"] + each["skipped"]
        assert each["total"] == each["valid"] + each["invalid"] + each["policy"]


def test_one_process_and_two_print_the_same(capsys: pytest.CaptureFixture[str]) -> None:
    printed = []
    for jobs in ("1", "2"):
        assert main(["vectors", "--suite", "rfc6979", "-j", jobs]) == 0
        printed.append(capsys.readouterr())
    assert printed[0] == printed[1]
    assert printed[0].out.splitlines()[1].split() == ["rfc6979", "p256", "10", "10", "0", "0", "10", "0", "0"]
    assert printed[0].out.splitlines()[-1].split() == ["all", "20", "20", "0", "0", "20", "0", "0"]


@pytest.mark.parametrize("name", ["P-384", "secp384r1", "p384"])
def test_a_curve_by_any_usual_name(name: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["vectors", "--curve", name, "--suite", "rfc6979", "--json"]) == 0
    [suite] = json.loads(capsys.readouterr().out)["suites"]
    assert (suite["suite"], suite["curve"], suite["total"]) == ("rfc6979", "p384", 10)


@pytest.mark.parametrize(
    ("arguments", "complaint"),
    [
        (["--suite", "rfc1149"], "no suite 'rfc1149'; there are cavp-keypair, cavp-pkv, "),
        (["--curve", "p521"], "no curve 'p521'; there are ed25519, ed448, p256, p384, secp256k1"),
        (["--suite", "rfc6979", "--curve", "ed448"], "no vector of suite rfc6979 is on curve ed448"),
        (["-j", "0"], "wanted a number of processes from 1 to 999, not '0'"),
        (["-j", "two"], "wanted a number of processes from 1 to 999, not 'two'"),
        (["file"], "unrecognized arguments: file"),
    ],
)
def test_bad_arguments_are_named_in_one_line(
    arguments: list[str], complaint: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["vectors", *arguments]) == 2
    out, err = capsys.readouterr()
    assert out == ""
    assert complaint in err
    assert err.count("\n") == 1


def test_a_broken_vector_is_named_and_the_status_is_1(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    text = (ROOT / "vectors" / "rfc8032.json").read_text()
    (tmp_path / "rfc8032.json").write_text(text.replace('"signature":"e5564300', '"signature":"f5564300'))
    monkeypatch.setattr(vectors, "FOLDERS", (tmp_path,))
    assert main(["vectors", "--json"]) == 1
    out, err = capsys.readouterr()
    assert json.loads(out)["failed"] == 1
    assert err.startswith("failed: rfc8032/7.1/TEST 1: expected {")
    assert err.count("\n") == 1


def test_skipped_vectors_are_said_with_the_reason(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def answer(request: dict[str, Any]) -> dict[str, Any]:
        assert request
        return {"error": "unsupported", "detail": "this Python has no SHA-256"}

    monkeypatch.setattr(vectors, "answer", answer)
    monkeypatch.setattr(vectors, "missing_hash", lambda _: "this Python has no SHA-256")
    assert main(["vectors", "--suite", "rfc6979", "-j", "1"]) == 0
    out, err = capsys.readouterr()
    assert out.splitlines()[-1].split() == ["all", "20", "20", "0", "0", "0", "0", "20"]
    assert err == "skipped: 20 vectors: this Python has no SHA-256\n"


def test_no_files_is_unusable(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(vectors, "FOLDERS", (tmp_path,))
    assert main(["vectors"]) == 2
    assert capsys.readouterr().err == f"ecref: no vector files in {tmp_path}\n"


def test_the_bar_is_drawn_on_a_terminal_only(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(vector_run, "CHUNK", 10)
    assert main(["vectors", "--suite", "rfc6979", "-j", "1"]) == 0
    assert capsys.readouterr().err == ""
    monkeypatch.setattr(sys.stderr, "isatty", lambda: True, raising=False)
    assert main(["vectors", "--suite", "rfc6979", "-j", "1"]) == 0
    half, whole = "#" * 20 + " " * 20, "#" * 40
    assert capsys.readouterr().err == f"\r[{half}] 10 of 20\r[{whole}] 20 of 20\r\x1b[K"


def test_an_installed_package_brings_its_own_files(tmp_path: Path) -> None:
    """ecref/_vectors, where the wheel puts them, and nothing beside the package."""
    shutil.copytree(ROOT / "ecref", tmp_path / "ecref", ignore=shutil.ignore_patterns("__pycache__"))
    (tmp_path / "ecref" / "_vectors").mkdir()
    shutil.copy(ROOT / "vectors" / "rfc8032.json", tmp_path / "ecref" / "_vectors")
    command = [sys.executable, "-m", "ecref", "vectors", "--json"]
    ran = subprocess.run(command, cwd=tmp_path, capture_output=True, text=True, check=True)
    assert json.loads(ran.stdout)["passed"] == 21
