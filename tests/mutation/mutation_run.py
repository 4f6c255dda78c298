"""Whether the tests notice a mutant: it is written into a copy of the code, and the module's kill set is run there.

cosmic-ray would start Python, pytest and what the tests load anew for each mutant, which costs more than the tests.
Here pytest is loaded once and forked for each; the quickest tests come first, and the first that fails ends it.
"""

from __future__ import annotations

import compileall
import hashlib
import os
import resource
import shutil
import signal
import sys
import time
from typing import TYPE_CHECKING

import pytest
from hypothesis import Phase, settings

from mutation_key import Outcome

if TYPE_CHECKING:
    from collections.abc import Callable, Generator
    from pathlib import Path

COPIED = ("ecref", "tests", "vectors", "docs", "pyproject.toml", "README.md")
OPTIONS = ["-q", "-x", "-p", "no:cacheprovider", "--assert=plain", "--tb=no"]
MEMORY = 4 << 30  # octets of address space; a number such as 2^(2^256) asks for more
LOADING = "loading"  # the name that its time has among those of the tests
SLACK = 1.0  # seconds of the processor's time that each test has, beside ten times what it takes unharmed


class Order:
    """A plugin of pytest: measured durations give the order, quickest first, and the limits of time.

    Which test failed first is written down. What takes too long ends its process: no exception could be raised amid a
    product of huge numbers.
    """

    def __init__(self, durations: dict[str, float]) -> None:
        self.measuring = not durations
        self.durations = durations
        self.failed = ""

    @pytest.hookimpl(trylast=True)
    def pytest_sessionstart(self) -> None:
        """Neither shrink examples nor keep them, and draw the same ones each time."""
        quick = settings(deadline=None, database=None, derandomize=True, phases=[Phase.explicit, Phase.generate])
        settings.register_profile("mutation", quick)
        settings.load_profile("mutation")

    @pytest.hookimpl(trylast=True)
    def pytest_collection_modifyitems(self, items: list[pytest.Item]) -> None:
        """Quickest first; those without a duration, if any, last."""
        self.durations.setdefault(LOADING, time.process_time())
        items.sort(key=lambda item: self.durations.get(item.nodeid, 1e9))

    @pytest.hookimpl(wrapper=True)
    def pytest_runtest_protocol(self, item: pytest.Item) -> Generator[None, object, object]:
        """Set the limit for the test."""
        if not self.measuring:
            signal.setitimer(signal.ITIMER_PROF, SLACK + 10 * self.durations.get(item.nodeid, 0))
        return (yield)

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        """Add up a test's phases, and note the first that fails."""
        self.durations[report.nodeid] = self.durations.get(report.nodeid, 0) + report.duration
        if report.failed:
            self.failed = self.failed or report.nodeid


class Workspace:
    """A copy of the code and the tests, with one module to damage."""

    def __init__(self, root: Path, folder: Path, module: str, tests: list[str]) -> None:
        for name in COPIED:
            if (root / name).is_dir():
                shutil.copytree(root / name, folder / name, ignore=shutil.ignore_patterns("__pycache__", ".*"))
            elif (root / name).exists():
                shutil.copy(root / name, folder / name)
        self.folder = folder
        self.path = folder / "ecref" / f"{module}.py"
        self.source = self.path.read_text()
        self.tests = tests
        self.durations: dict[str, float] = {}
        self.seconds = 0.0

    def unharmed(self) -> None:
        """Run the kill set without a fault: it must pass; its durations give the order, its time the limit.

        It must pass in that order too: a test that needs another one before it would seem to notice every mutant.
        """
        for name in "ecref", "tests":
            compileall.compile_dir(self.folder / name, quiet=2)
        start = sum(os.times()[2:4])
        outcome = self._fork(600, lambda: self._pytest(measured=self.folder / "durations"), bytecode=True)
        if outcome.killed:
            raise RuntimeError(f"the kill set fails on the unharmed code: {outcome.by}")
        self.seconds = sum(os.times()[2:4]) - start
        for line in (self.folder / "durations").read_text().splitlines():
            seconds, _, name = line.partition(" ")
            self.durations[name] = float(seconds)
        for cache in (self.folder / "ecref" / "__pycache__").glob(f"{self.path.stem}.*"):
            cache.unlink()  # by its time and size alone, a mutant could be taken for it
        if (outcome := self.judge(self.source)).killed:
            raise RuntimeError(f"the kill set fails on the unharmed code, the quickest test first: {outcome.by}")

    def judge(self, mutated: str) -> Outcome:
        """Whether the kill set notices."""
        self.path.write_text(mutated)
        try:
            return self._fork(int(10 * (self.seconds + SLACK)), self._pytest)
        finally:
            self.path.write_text(self.source)

    def digest(self) -> str:
        """Of the tests' text: a survivor is asked again when it has changed."""
        texts = (path.read_bytes() for path in sorted((self.folder / "tests").glob("*.py")))
        return hashlib.sha256(b"".join(texts)).hexdigest()[:16]

    def _pytest(self, measured: Path | None = None) -> tuple[int, str]:
        """In the forked process: pytest's status and the first test that failed."""
        order = Order({} if measured else self.durations)
        status = pytest.main([*OPTIONS, *(f"tests/{test}" for test in self.tests)], plugins=[order])
        if measured:
            measured.write_text("".join(f"{seconds} {name}\n" for name, seconds in order.durations.items()))
        return int(status), order.failed

    def _fork(self, seconds: int, run: Callable[[], tuple[int, str]], *, bytecode: bool = False) -> Outcome:
        """Run it in a process of its own, with so many seconds of the processor's time."""
        assert not any(name.split(".")[0] == "ecref" for name in sys.modules), "the fork would have the unharmed code"
        reader, writer = os.pipe()
        child = os.fork()
        if child == 0:
            self._child(writer, seconds, run, bytecode=bytecode)
        os.close(writer)
        limit = time.monotonic() + 60 + 20 * seconds  # for what sleeps; a busy machine makes a second of work long
        while (ended := os.waitpid(child, os.WNOHANG))[0] == 0:
            time.sleep(0.005)
            if time.monotonic() > limit:
                os.killpg(child, signal.SIGKILL)
        with os.fdopen(reader) as pipe:
            told = pipe.read()
        if os.WIFSIGNALED(ended[1]):
            return Outcome(killed=True, by="time")
        status, _, name = told.partition(" ")
        if status not in {"0", "1", "2", "3"}:  # 2 and 3: what the tests load doesn't, or ends Python
            raise RuntimeError(f"pytest ended with status {status or ended[1]}")
        return Outcome(killed=status != "0", by=name or ("" if status == "0" else "import"))

    def _child(self, writer: int, seconds: int, run: Callable[[], tuple[int, str]], *, bytecode: bool) -> None:
        told = b"?"
        try:
            os.setpgid(0, 0)
            resource.setrlimit(resource.RLIMIT_CPU, (seconds, seconds))
            resource.setrlimit(resource.RLIMIT_AS, (MEMORY, MEMORY))
            os.chdir(self.folder)
            nowhere = os.open(os.devnull, os.O_RDWR)
            for stream in 0, 1, 2:
                os.dup2(nowhere, stream)
            sys.dont_write_bytecode = not bytecode
            if not bytecode:
                signal.setitimer(signal.ITIMER_PROF, SLACK + 10 * self.durations[LOADING])
                os.environ["PYTHONDONTWRITEBYTECODE"] = "1"
            sys.path[:0] = [str(self.folder), str(self.folder / "tests")]
            status, name = run()
            told = f"{status} {name}".encode()
        except BaseException as error:  # noqa: BLE001  # a mutant may raise anything, and this process must end
            told = f"1 {type(error).__name__}".encode()
        finally:
            os.write(writer, told)
            os._exit(0)
