"""locks/ pins all that the extras of pyproject.toml ask for, on every Python and system, by version and SHA-256."""

from __future__ import annotations

import re
import sys
from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from packaging.requirements import Requirement

from release import lock as command

if sys.version_info >= (3, 11):
    import tomllib
else:
    import tomli as tomllib

if TYPE_CHECKING:
    from collections.abc import Iterator

ROOT = Path(__file__).parent.parent
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))
EXTRAS = PROJECT["project"]["optional-dependencies"]
LOCKS = sorted(path.stem for path in (ROOT / "locks").iterdir())
ENVIRONMENTS = [
    {
        "python_version": version,
        "python_full_version": f"{version}.1",
        "implementation_name": "cpython",
        "platform_python_implementation": "CPython",
        "sys_platform": system,
        "platform_system": {"linux": "Linux", "darwin": "Darwin", "win32": "Windows"}[system],
        "platform_machine": machine,
        "os_name": "nt" if system == "win32" else "posix",
    }
    for version in ("3.10", "3.11", "3.12", "3.13")
    for system, machine in (("linux", "x86_64"), ("linux", "aarch64"), ("darwin", "arm64"), ("win32", "AMD64"))
]


def name(requirement: Requirement) -> str:
    """A project's name as PyPI normalizes it."""
    return re.sub(r"[-_.]+", "-", requirement.name).lower()


def asked(extra: str) -> Iterator[Requirement]:
    """What an extra asks for, and the extras that it names."""
    for line in EXTRAS[extra]:
        requirement = Requirement(line)
        if requirement.name == "ecref":
            for other in sorted(requirement.extras):
                yield from asked(other)
        else:
            yield requirement


def pins(text: str) -> Iterator[tuple[Requirement, int]]:
    """The requirements of a lock file with the number of their hashes; anything else in it is an error."""
    for line in re.sub(r" *\\\n *", " ", re.sub(r"^ *#.*\n", "", text, flags=re.MULTILINE)).splitlines():
        requirement, *hashes = line.split(" --hash=sha256:")
        assert all(re.fullmatch("[0-9a-f]{64}", value) for value in hashes), line
        yield Requirement(requirement), len(hashes)


def holds(requirement: Requirement, environment: dict[str, str]) -> bool:
    """Whether a requirement is meant for an environment."""
    return requirement.marker is None or requirement.marker.evaluate(dict(environment))


def pinned(text: str, environment: dict[str, str]) -> dict[str, str]:
    """The version of each project that a lock file pins in an environment."""
    found: dict[str, str] = {}
    for requirement, _ in pins(text):
        (specifier,) = requirement.specifier
        assert specifier.operator == "=="
        if holds(requirement, environment):
            assert name(requirement) not in found, requirement
            found[name(requirement)] = specifier.version
    return found


def missing(wanted: list[Requirement], versions: dict[str, str], environment: dict[str, str]) -> list[str]:
    """The requirements that the versions do not meet."""
    return [
        str(requirement)
        for requirement in wanted
        if holds(requirement, environment)
        and not requirement.specifier.contains(versions.get(name(requirement), "0"), prereleases=True)
    ]


def lock(file: str) -> str:
    """The text of a lock file."""
    return (ROOT / "locks" / f"{file}.txt").read_text("utf-8")


@pytest.mark.parametrize("file", LOCKS)
def test_every_pin_has_a_hash(file: str) -> None:
    counts = [count for _, count in pins(lock(file))]
    assert counts
    assert all(counts)


@pytest.mark.parametrize("file", LOCKS)
@pytest.mark.parametrize("environment", ENVIRONMENTS, ids=lambda e: f"{e['python_version']}-{e['sys_platform']}")
def test_it_pins_what_is_asked_for(file: str, environment: dict[str, str]) -> None:
    build = map(Requirement, [*PROJECT["build-system"]["requires"], "setuptools", "wheel"])
    wanted = list(build if file == "build" else asked(file))
    assert wanted
    versions = pinned(lock(file), environment)
    assert missing(wanted, versions, environment) == [], "make lock"
    together = pinned(lock("test"), environment)  # what the others are installed beside
    assert {name: versions[name] for name in versions.keys() & together.keys()}.items() <= together.items()


def test_every_extra_is_in_a_lock() -> None:
    locked = {str(requirement) for file in LOCKS if file != "build" for requirement in asked(file)}
    assert {str(requirement) for extra in EXTRAS for requirement in asked(extra)} == locked


def test_a_lock_that_is_behind_is_seen() -> None:
    environment = ENVIRONMENTS[0]
    text = "one==1.0 \\\n    --hash=sha256:" + 64 * "0" + "\n    # via ecref (pyproject.toml)\n"
    versions = pinned(text, environment)
    assert versions == {"one": "1.0"}
    wanted = ["One>=1", "one>=2", "two>=1", "three>=1; python_version >= '3.11'"]
    assert missing(list(map(Requirement, wanted)), versions, environment) == ["one>=2", "two>=1"]


@pytest.mark.parametrize("line", ["--index-url https://index.invalid/simple", "one==1 --hash=md5:00", "-e ."])
def test_anything_else_in_a_lock_is_seen(line: str) -> None:
    with pytest.raises((AssertionError, ValueError)):
        list(pins(line))


def uv(monkeypatch: pytest.MonkeyPatch, complains: str | None) -> list[str]:
    """The command lines that uv is asked; it complains where one of them holds a text."""
    asked: list[str] = []

    def run(*arguments: str, stdin: str = "") -> str | None:
        asked.append(" ".join([*arguments, *stdin.splitlines()]))
        return "no" if complains and complains in asked[-1] else None

    monkeypatch.setattr(command, "uv", run)
    return asked


def test_make_lock_writes_each_and_looks_for_wheels(monkeypatch: pytest.MonkeyPatch) -> None:
    asked = uv(monkeypatch, None)
    assert command.main(["--upgrade"]) == 0
    written = [re.findall(r"--upgrade --output-file locks/(\w+)\.txt", line) for line in asked[: len(LOCKS)]]
    assert sorted(written) == [[name] for name in LOCKS]
    assert all(line.count("--universal") == line.count("--generate-hashes") == 1 for line in asked[: len(LOCKS)])
    assert len(set(asked)) == len(asked) == len(LOCKS) * (1 + 4 * 4)


@pytest.mark.parametrize(
    ("complains", "count", "said"),
    [
        ("--extra lint", 3, "no"),
        ("macos", 102, ""),
        ("3.12 --python-platform aarch64-apple-darwin", 102, "locks/build.txt, Python 3.12, aarch64-apple-darwin: no"),
    ],
)
def test_make_lock_says_what_uv_complains_of(
    complains: str, count: int, said: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    asked = uv(monkeypatch, complains)
    assert command.main([]) == (1 if said else 0)
    assert len(asked) == count
    assert capsys.readouterr().err.partition("\n")[0] == said


@pytest.mark.parametrize(
    ("status", "said"), [("true", None), ("exit 2", "status 2"), ("echo why >&2; exit 1", "why\n")]
)
def test_uv_is_the_one_beside_python(
    status: str, said: str | None, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "uv").write_text(f"#!/bin/sh\n[ $1 = pip ] && [ $(cat) = in ] || exit 9\n{status}\n")
    (tmp_path / "uv").chmod(0o755)
    monkeypatch.setattr(sys, "executable", str(tmp_path / "python"))
    assert command.uv("pip", stdin="in") == said
