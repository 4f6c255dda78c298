"""The wheel: built without a network, pure Python, with the vectors and their licences, and it runs."""

from __future__ import annotations

import email
import json
import os
import subprocess
import sys
import zipfile
from pathlib import Path

import pytest

from ecref import __version__

ROOT = Path(__file__).parent.parent
DIST_INFO = f"ecref-{__version__}.dist-info"
VECTORS = [path.name for path in (ROOT / "vectors").iterdir() if path.is_file() and path.suffix != ".py"]
LICENCES = {"LICENSE", *(f"vectors/{name}" for name in VECTORS if name.startswith("LICENSE"))}
SUITE = "rfc6979"  # a small one
# Without coverage's variables: what runs from the wheel is another copy of the code.
ENVIRONMENT = {name: value for name, value in os.environ.items() if not name.startswith(("COV", "PYTHON"))}


def run(folder: Path, *arguments: str) -> str:
    """What this Python prints with these arguments in the folder; it must end with status 0."""
    command = [sys.executable, *arguments]
    done = subprocess.run(command, cwd=folder, env=ENVIRONMENT, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    return done.stdout


@pytest.fixture(scope="module")
def wheel(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A wheel built from this tree."""
    folder = tmp_path_factory.mktemp("wheel")
    run(ROOT, "-m", "hatchling", "build", "-t", "wheel", "-d", str(folder))
    (path,) = folder.iterdir()
    return path


@pytest.fixture(scope="module")
def files(wheel: Path) -> dict[str, bytes]:
    """The files in the wheel by name."""
    with zipfile.ZipFile(wheel) as archive:
        return {name: archive.read(name) for name in archive.namelist()}


def headers(files: dict[str, bytes], name: str) -> email.message.Message:
    """The fields of a file of the wheel's dist-info."""
    return email.message_from_bytes(files[f"{DIST_INFO}/{name}"])


def test_it_is_pure_python(wheel: Path, files: dict[str, bytes]) -> None:
    assert wheel.name == f"ecref-{__version__}-py3-none-any.whl"
    assert headers(files, "WHEEL")["Root-Is-Purelib"] == "true"
    assert {name.split("/")[0] for name in files} == {"ecref", DIST_INFO}


def test_it_holds_the_package_and_no_other_program(files: dict[str, bytes]) -> None:
    sources = {path.relative_to(ROOT).as_posix() for path in (ROOT / "ecref").rglob("*.py")}
    assert "ecref/py.typed" in files
    assert {name for name in files if name.endswith(".py")} == sources


def test_it_holds_the_programs_in_other_languages(files: dict[str, bytes]) -> None:
    folder = "ecref/referee/programs"
    held = {name: content for name, content in files.items() if name.startswith(folder)}
    assert held == {f"{folder}/{path.name}": path.read_bytes() for path in (ROOT / folder).iterdir()}
    assert {name.rpartition(".")[2] for name in held} == {"go", "java", "mjs"}


def test_it_holds_every_file_of_the_vectors(files: dict[str, bytes]) -> None:
    held = {name for name in files if name.startswith("ecref/_vectors/")}
    assert f"{SUITE}.json" in VECTORS
    assert held == {f"ecref/_vectors/{name}" for name in VECTORS}


def test_it_holds_the_licences(files: dict[str, bytes]) -> None:
    assert set(headers(files, "METADATA").get_all("License-File", [])) == LICENCES
    assert all(files[f"{DIST_INFO}/licenses/{name}"] == (ROOT / name).read_bytes() for name in LICENCES)
    ours, *theirs = headers(files, "METADATA")["License-Expression"].split(" AND ")
    assert ours == "MIT"
    assert {f"vectors/LICENSE.{name}" for name in theirs} == LICENCES - {"LICENSE"}


def test_its_summary_warns(files: dict[str, bytes]) -> None:
    assert headers(files, "METADATA")["Summary"].startswith("Not for secrets")


def test_it_depends_on_nothing(files: dict[str, bytes]) -> None:
    required = headers(files, "METADATA").get_all("Requires-Dist", [])
    assert [line for line in required if "extra ==" not in line] == []


def test_it_runs_where_there_is_nothing_else(wheel: Path, tmp_path: Path) -> None:
    here, there = tmp_path / "empty", tmp_path / "installed"
    here.mkdir()
    run(here, "-m", "pip", "install", "-q", "--no-index", "--no-deps", "--target", str(there), str(wheel))
    assert (there / "bin" / "ecref").exists()
    start = f"import sys; sys.path.insert(0, {str(there)!r}); from ecref.cli import main; sys.exit(main())"
    report = json.loads(run(here, "-I", "-S", "-c", start, "vectors", "--suite", SUITE, "--json"))
    assert report["total"] == report["passed"] > 0
    assert (report["failed"], report["skipped"]) == (0, 0)
    assert list(here.iterdir()) == []
