"""Build the sdist and the wheel in three ways, and keep them if they agree: `python -m release.dist [FOLDER]` (dist).

Built is what is committed, and what each build finds around it differs: the folder's name, the order in which its files
were made, their times and permissions, the clock, the time zone, the language, the seed of Python's hashes. The third
wheel is built from the sdist. FOLDER gets the archives, with the SHA-256 of each in SHA256SUMS; if it has them already,
from another Python or another machine, they are only compared: `--compare`.

All times in the archives are the commit's, or SOURCE_DATE_EPOCH. The builder's version is the one of locks/build.txt.
"""

from __future__ import annotations

import argparse
import hashlib
import io
import os
import subprocess
import sys
import tarfile
import tempfile
import zipfile
from dataclasses import dataclass
from pathlib import Path

ROOT = Path(__file__).parent.parent
SUMS = "SHA256SUMS"

Files = dict[str, tuple[bytes, bool]]  # by name: the content, and whether it can be run


@dataclass(frozen=True)
class Conditions:
    """What a build must not depend on."""

    folder: str
    umask: int
    later: int  # seconds that its clock is fast, and its files are old
    reverse: bool  # whether the files are made in reverse order
    variables: dict[str, str]


ONE = Conditions("a", 0o022, 0, reverse=False, variables={"TZ": "UTC0", "LC_ALL": "C", "PYTHONHASHSEED": "1"})
ANOTHER = Conditions(
    "another name, with spaces", 0o077, 10**8, reverse=True,
    variables={"TZ": "XXX-14", "LC_ALL": "C.UTF-8", "PYTHONHASHSEED": "2"},
)  # fmt: skip

# Runs hatchling with a clock that is fast by the first argument.
PROGRAM = """
import runpy, sys, time
later, now = int(sys.argv.pop(1)), time.time
time.time = lambda: now() + later
sys.argv[0] = "hatchling"
runpy.run_module("hatchling", run_name="__main__")
"""


def git(root: Path, *arguments: str) -> bytes:
    """What git prints of a tree, whoever owns it."""
    command = ["git", "-c", f"safe.directory={root}", *arguments]
    return subprocess.run(command, cwd=root, stdout=subprocess.PIPE, check=True).stdout  # noqa: S603  constants


def committed(root: Path) -> Files:
    """The files of the last commit."""
    return unpacked(git(root, "archive", "HEAD"))


def unpacked(archive: bytes, strip: int = 0) -> Files:
    """The files in a tar archive, without the first `strip` folders of their names."""
    files: Files = {}
    with tarfile.open(fileobj=io.BytesIO(archive)) as tar:
        for member in tar:
            content = tar.extractfile(member) if member.isfile() else None
            if content is not None:
                files["/".join(member.name.split("/")[strip:])] = content.read(), bool(member.mode & 0o100)
    return files


def epoch(root: Path) -> int:
    """The time that the archives bear: SOURCE_DATE_EPOCH, or the last commit's."""
    return int(os.environ.get("SOURCE_DATE_EPOCH") or git(root, "log", "-1", "--format=%ct"))


def build(files: Files, folder: Path, time: int, conditions: Conditions, *targets: str) -> dict[str, bytes]:
    """The archives that hatchling makes of some files in an empty folder, by name; targets: sdist, wheel."""
    tree, out = folder / conditions.folder, folder / "out"
    before = os.umask(conditions.umask)
    try:
        for name in sorted(files, reverse=conditions.reverse):
            content, runs = files[name]
            path = tree / name
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_bytes(content)
            path.chmod((0o777 if runs else 0o666) & ~conditions.umask)
            os.utime(path, (time - conditions.later, time - conditions.later))
        command = [sys.executable, "-c", PROGRAM, str(conditions.later), "build", "-d", str(out)]
        command += [option for target in targets for option in ("-t", target)]
        environment = {**os.environ, **conditions.variables, "SOURCE_DATE_EPOCH": str(time)}
        done = subprocess.run(command, cwd=tree, env=environment, capture_output=True, text=True, check=False)  # noqa: S603  PROGRAM
    finally:
        os.umask(before)
    if done.returncode:
        sys.exit(done.stderr)
    return {path.name: path.read_bytes() for path in sorted(out.iterdir())}


def members(archive: bytes) -> dict[str, object]:
    """Each member of a wheel or an sdist: its content, and all else that is kept of it."""
    if zipfile.is_zipfile(io.BytesIO(archive)):
        with zipfile.ZipFile(io.BytesIO(archive)) as wheel:
            return {
                info.filename: (info.date_time, info.external_attr, info.compress_type, wheel.read(info))
                for info in wheel.infolist()
            }
    with tarfile.open(fileobj=io.BytesIO(archive)) as tar:
        return {
            member.name: (member.get_info(), content.read() if (content := tar.extractfile(member)) else b"")
            for member in tar
        }


def differences(one: dict[str, bytes], other: dict[str, bytes]) -> list[str]:
    """How two builds differ: a line for each archive or member that does."""
    if one.keys() != other.keys():
        return [f"got {', '.join(other)}, wanted {', '.join(one)}"]
    lines = []
    for name, archive in one.items():
        if archive != other[name]:
            left, right = members(archive), members(other[name])
            differing = [member for member in {**left, **right} if left.get(member) != right.get(member)]
            lines += [f"{name}: {member}" for member in differing] or [f"{name}: the order or the compression"]
    return lines


def reproduced(files: Files, time: int) -> tuple[dict[str, bytes], list[str]]:
    """The archives, and in what the other builds of them differ."""
    with tempfile.TemporaryDirectory() as first, tempfile.TemporaryDirectory() as second:
        archives = build(files, Path(first), time, ONE, "sdist", "wheel")
        again = build(files, Path(second), time, ANOTHER, "sdist", "wheel")
    lines = differences(archives, again)
    (sdist,) = (archive for name, archive in archives.items() if name.endswith(".tar.gz"))
    with tempfile.TemporaryDirectory() as third:
        wheel = build(unpacked(sdist, strip=1), Path(third), time, ANOTHER, "wheel")
    lines += [f"from the sdist: {line}" for line in differences({name: archives[name] for name in wheel}, wheel)]
    return archives, lines


def sums(archives: dict[str, bytes]) -> str:
    """The SHA-256 of each archive, as sha256sum prints them."""
    return "".join(f"{hashlib.sha256(archives[name]).hexdigest()}  {name}\n" for name in sorted(archives))


def main(arguments: list[str] | None = None) -> int:
    """Build, compare, and write or compare again; the exit status is 1 where something differs."""
    parser = argparse.ArgumentParser(prog="python -m release.dist", description="build sdist and wheel reproducibly")
    parser.add_argument("folder", nargs="?", type=Path, default=ROOT / "dist")
    parser.add_argument("--compare", action="store_true", help=f"with the {SUMS} in the folder; write nothing")
    options = parser.parse_args(arguments)
    archives, lines = reproduced(committed(ROOT), epoch(ROOT))
    if options.compare and (wanted := (options.folder / SUMS).read_text("utf-8")) != sums(archives):
        lines += ["got", *sums(archives).splitlines(), "wanted", *wanted.splitlines()]
    if lines:
        print(*["not reproducible:", *lines], sep="\n", file=sys.stderr)
        return 1
    if not options.compare:
        options.folder.mkdir(parents=True, exist_ok=True)
        for name, archive in archives.items():
            (options.folder / name).write_bytes(archive)
        (options.folder / SUMS).write_text(sums(archives), "utf-8")
    print(sums(archives), end="")
    return 0


if __name__ == "__main__":
    sys.exit(main())
