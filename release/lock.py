"""Write locks/ anew: `make lock`, after a change of the extras in pyproject.toml; `make lock ARGS=--upgrade` for newer.

uv resolves once for every Python and system, keeps what is pinned as long as pyproject.toml allows it, and notes the
SHA-256 of every file of a release. Each lock takes the versions of the one before, beside which it is installed. Since
a release may lack the wheels of one Python (pyproject.toml then asks for another release there), all of them are then
looked for, in what uv has read to resolve: for each Python, on each system that the tests may run on.
"""

from __future__ import annotations

import subprocess
import sys
import tempfile
from pathlib import Path

from .dist import ROOT

PYTHONS = ("3.10", "3.11", "3.12", "3.13")
SYSTEMS = ("x86_64-manylinux_2_28", "aarch64-manylinux_2_28", "aarch64-apple-darwin", "x86_64-pc-windows-msvc")
BUILD = ("hatchling>=1.27", "setuptools", "wheel")  # what builds ecref, and what the tests need that has no wheel
BUILT = ("pure25519", "yattag")  # that
EXTRAS = {"test": "build", "lint": "test", "fuzz": "test", "mutation": "test", "release": "test"}  # beside which

COMPILE = ("pip", "compile", "--quiet")
WRITE = (*COMPILE, "--universal", "--python-version", PYTHONS[0], "--generate-hashes")
LOOK = (*COMPILE, "--offline", "--no-deps", "--only-binary", ":all:")
HEADER = ("--custom-compile-command", "make lock")


def uv(*arguments: str, stdin: str = "") -> str | None:
    """Run uv in the root of the tree; what it complains of, or None."""
    command = [str(Path(sys.executable).with_name("uv")), *arguments]
    done = subprocess.run(command, cwd=ROOT, input=stdin, capture_output=True, text=True, check=False)  # noqa: S603  uv
    return done.stderr or f"status {done.returncode}" if done.returncode else None


def write(options: list[str]) -> str | None:
    """Write each lock; what uv complains of, or None."""
    error = uv(*WRITE, *HEADER, *options, "--output-file", "locks/build.txt", "-", stdin="\n".join(BUILD))
    for extra, before in EXTRAS.items():
        of = ("--extra", extra, "--constraints", f"locks/{before}.txt", "pyproject.toml")
        error = error or uv(*WRITE, *HEADER, *options, "--output-file", f"locks/{extra}.txt", *of)
    return error


def without_wheels(lock: str) -> list[str]:
    """What uv complains of where a pin of a lock has no wheel for a Python on a system."""
    built = [option for name in BUILT for option in ("--no-binary", name)]
    complaints = []
    with tempfile.TemporaryDirectory() as folder:
        out = ("--output-file", str(Path(folder) / "lock.txt"))
        for python in PYTHONS:
            for system in SYSTEMS:
                target = ("--python-version", python, "--python-platform", system)
                error = uv(*LOOK, *built, *target, *out, f"locks/{lock}.txt")
                complaints += [f"locks/{lock}.txt, Python {python}, {system}: {error}"] if error else []
    return complaints


def main(arguments: list[str] | None = None) -> int:
    """Write and look; the arguments are uv's. The exit status is 1 for anything that uv complains of."""
    error = write(sys.argv[1:] if arguments is None else arguments)
    complaints = [error] if error else [line for lock in ("build", *EXTRAS) for line in without_wheels(lock)]
    for line in complaints:
        print(line.rstrip(), file=sys.stderr)
    return 1 if complaints else 0


if __name__ == "__main__":
    sys.exit(main())
