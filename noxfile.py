"""One environment for each Python from 3.10 to 3.13, with what locks/ pins: `make interpreters`, or nox by itself.

A Python that is not on this machine is an error of its session, and the others run all the same.
"""

from __future__ import annotations

import nox

PYTHONS = ["3.10", "3.11", "3.12", "3.13"]

nox.needs_version = ">=2026.10"
nox.options.download_python = "never"
nox.options.default_venv_backend = "venv"
nox.options.error_on_external_run = True
nox.options.error_on_missing_interpreters = True
nox.options.sessions = ["quick", "vectors"]


def install(session: nox.Session, *locks: str) -> None:
    """What the locks pin, and ecref from this tree; nothing is built in an environment where it is not pinned."""
    for lock in locks:
        session.install("--no-build-isolation", "--require-hashes", "-r", f"locks/{lock}.txt")
    session.install("--no-build-isolation", "--no-deps", "--editable", ".")


@nox.session(python=PYTHONS)
def tests(session: nox.Session) -> None:
    """All tests; arguments after -- are pytest's."""
    install(session, "build", "test")
    session.run("python", "-m", "pytest", *session.posargs)


@nox.session(python=PYTHONS)
def quick(session: nox.Session) -> None:
    """The tests with the mark `quick`."""
    install(session, "build", "test")
    session.run("python", "-m", "pytest", "-m", "quick", *session.posargs)


@nox.session(python=PYTHONS)
def vectors(session: nox.Session) -> None:
    """All vectors, with nothing installed but Python; warnings are errors."""
    session.run("python", "-S", "-W", "error", "-m", "ecref", "vectors")


@nox.session(python=PYTHONS)
def dist(session: nox.Session) -> None:
    """The sdist and the wheel, the same octet by octet as those that `make dist` left in dist."""
    session.install("--no-build-isolation", "--require-hashes", "-r", "locks/build.txt")
    session.run("python", "-m", "release.dist", "--compare")
