"""The sdist and the wheel are the same octets whatever a build finds around it, and a difference would be seen."""

from __future__ import annotations

import io
import os
import re
import subprocess
import sys
import tarfile
import zipfile
from dataclasses import replace
from pathlib import Path

import pytest

from ecref import __version__
from interop import needs
from release import dist

ROOT = Path(__file__).parent.parent
NAMES = [f"ecref-{__version__}-py3-none-any.whl", f"ecref-{__version__}.tar.gz"]
TIME = 1_700_000_000

# As much of this tree as hatchling has to have, and what could betray the folder that it lies in.
SMALL = ["pyproject.toml", "README.md", "LICENSE", ".gitignore", "ecref/__init__.py", "vectors/rfc6979.json", ".ci/run"]


@pytest.fixture(scope="module")
def small() -> dist.Files:
    """A few files of this tree."""
    return {name: ((ROOT / name).read_bytes(), os.access(ROOT / name, os.X_OK)) for name in SMALL}


@pytest.fixture(scope="module")
def archives(small: dist.Files) -> dict[str, bytes]:
    """What is built of them, once nothing differs."""
    built, lines = dist.reproduced(small, TIME)
    assert lines == []
    return built


def test_both_are_built(archives: dict[str, bytes]) -> None:
    assert list(archives) == NAMES


def test_the_archives_bear_the_time_and_nothing_of_the_builder(archives: dict[str, bytes]) -> None:
    with zipfile.ZipFile(io.BytesIO(archives[NAMES[0]])) as wheel:
        assert {info.date_time for info in wheel.infolist()} == {(2023, 11, 14, 22, 13, 20)}
        assert {info.external_attr >> 16 & 0o777 for info in wheel.infolist()} == {0o644}
    with tarfile.open(fileobj=io.BytesIO(archives[NAMES[1]])) as sdist:
        assert {(info.mtime, info.uid, info.gid, info.uname, info.gname) for info in sdist} == {(TIME, 0, 0, "", "")}
        assert {info.name.partition("/")[2]: info.mode for info in sdist} == {
            **dict.fromkeys([*SMALL, "PKG-INFO"], 0o644),
            ".ci/run": 0o755,
        }
    assert all(dist.ANOTHER.folder.encode() not in archive for archive in archives.values())


def test_the_conditions_differ_in_all() -> None:
    one, another = vars(dist.ONE), vars(dist.ANOTHER)
    assert all(one[name] != another[name] for name in one)
    assert dist.ONE.variables.keys() == dist.ANOTHER.variables.keys()
    assert all(dist.ONE.variables[name] != dist.ANOTHER.variables[name] for name in dist.ONE.variables)


def test_the_clock_that_a_build_sees_is_fast(tmp_path: Path) -> None:
    (tmp_path / "hatchling.py").write_text("import sys, time\nprint(int(time.time()), *sys.argv)")
    command = [sys.executable, "-c", dist.PROGRAM, str(10**8), "build"]
    environment = {**os.environ, "PYTHONPATH": str(tmp_path)}
    done = subprocess.run(command, cwd=tmp_path, env=environment, capture_output=True, text=True, check=True)
    now, *arguments = done.stdout.split()
    assert int(now) > 10**8 + TIME
    assert arguments == ["hatchling", "build"]


HOOK = """
import os, time
from hatchling.builders.hooks.plugin.interface import BuildHookInterface

class Planted(BuildHookInterface):
    def initialize(self, version, build_data):
        for name, value in {
            "clock": time.time(),
            "folder": os.getcwd(),
            "file's time": os.stat("LICENSE").st_mtime,
            "file's permissions": os.stat("LICENSE").st_mode,
            "order of the files": os.stat("LICENSE").st_ino < os.stat("README.md").st_ino,
            "order of a set": list(set("abcdefgh")),
            "time zone": time.timezone,
            "language": os.environ["LC_ALL"],
            "nothing": 0,
        }.items():
            with open(f"ecref/{name}", "w", encoding="utf-8") as file:
                print(value, file=file)
"""
PLANTED = re.findall(r'^            "([a-z\' ]+)": ', HOOK, re.MULTILINE)


def test_a_build_that_depends_on_what_is_around_it_is_seen(small: dist.Files) -> None:
    project, runs = small["pyproject.toml"]
    planted = project + b'\n[tool.hatch.build.hooks.custom]\npath = "hook.py"\n'
    files = {**small, "pyproject.toml": (planted, runs), "hook.py": (HOOK.encode(), False)}
    _, lines = dist.reproduced(files, TIME)
    for archive, folder in zip(NAMES, ["", f"ecref-{__version__}/"], strict=True):
        found = {line for line in lines if line.startswith(f"{archive}: {folder}ecref/")}
        assert found == {f"{archive}: {folder}ecref/{name}" for name in PLANTED if name != "nothing"}


def test_a_wheel_that_the_sdist_gives_otherwise_is_seen(small: dist.Files) -> None:
    project, runs = small["pyproject.toml"]
    planted = project + b'\n[tool.hatch.build.targets.sdist]\nexclude = ["vectors"]\n'
    _, lines = dist.reproduced({**small, "pyproject.toml": (planted, runs)}, TIME)
    assert f"from the sdist: {NAMES[0]}: ecref/_vectors/rfc6979.json" in lines


def test_differences(archives: dict[str, bytes]) -> None:
    one = {NAMES[0]: archives[NAMES[0]]}
    assert dist.differences(one, archives) == [f"got {NAMES[0]}, {NAMES[1]}, wanted {NAMES[0]}"]
    packed = io.BytesIO()
    with zipfile.ZipFile(io.BytesIO(one[NAMES[0]])) as old, zipfile.ZipFile(packed, "w") as new:
        for info in old.infolist():
            new.writestr(info, old.read(info), zipfile.ZIP_DEFLATED, 1)
    assert dist.differences(one, {NAMES[0]: packed.getvalue()}) == [f"{NAMES[0]}: the order or the compression"]


def test_a_build_that_fails_says_why(small: dist.Files, tmp_path: Path) -> None:
    without = {name: file for name, file in small.items() if name != "README.md"}
    with pytest.raises(SystemExit, match=r"README\.md"):
        dist.build(without, tmp_path, TIME, replace(dist.ONE), "wheel")


def git(folder: Path, *arguments: str) -> None:
    """Run git in a folder, whatever its user has set."""
    options = ["user.name=a", "user.email=a@example.org", "commit.gpgsign=false", f"core.hooksPath={os.devnull}"]
    command = ["git", *(word for option in options for word in ("-c", option)), *arguments]
    subprocess.run(command, cwd=folder, capture_output=True, check=True)


@needs("git")
def test_the_command(
    small: dist.Files, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    tree = tmp_path / "tree"
    for name, (content, runs) in small.items():
        (tree / name).parent.mkdir(parents=True, exist_ok=True)
        (tree / name).write_bytes(content)
        (tree / name).chmod(0o755 if runs else 0o644)
    git(tmp_path, "init", "--quiet", "tree")
    git(tree, "add", "--all")
    git(tree, "commit", "--quiet", "--message", "All", "--date", "2000-01-01T00:00:00Z")
    (tree / "ecref" / "__init__.py").write_text("not committed")
    monkeypatch.setattr(dist, "ROOT", tree)
    monkeypatch.setenv("SOURCE_DATE_EPOCH", str(TIME))
    assert dist.epoch(tree) == TIME
    out = tmp_path / "out"
    assert dist.main([str(out)]) == 0
    printed = capsys.readouterr().out
    assert printed == (out / dist.SUMS).read_text("utf-8")
    assert [line.split("  ")[1] for line in printed.splitlines()] == NAMES
    assert dist.sums({name: (out / name).read_bytes() for name in NAMES}) == printed
    assert dist.committed(tree) == small
    assert dist.main([str(out), "--compare"]) == 0

    monkeypatch.delenv("SOURCE_DATE_EPOCH")  # the commit's time is another
    assert dist.main([str(out), "--compare"]) == 1
    assert capsys.readouterr().err.startswith("not reproducible:\ngot\n")
    assert (out / dist.SUMS).read_text("utf-8") == printed
