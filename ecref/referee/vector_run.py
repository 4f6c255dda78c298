"""Running the vectors over the processor's cores, and counting them by suite and curve.

They are asked of ecref, or of an implementation under test, which each process makes for itself.
"""

from __future__ import annotations

import os
import signal
from contextlib import closing
from dataclasses import asdict, dataclass, field
from itertools import islice
from typing import TYPE_CHECKING, Any

from . import vector_judge, vectors
from .vectors import FAILED, SKIPPED

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator

    from .implementations import Chosen
    from .implementations.interface import Implementation
    from .vectors import Outcome, Vector

    Task = tuple[Chosen | None, str, list[Vector]]

CHUNK = 32  # vectors that a process takes at a time

_OPEN: dict[Chosen, Implementation] = {}  # what this process asks; it ends with the process, or when the work is done


@dataclass
class Tally:
    """How many vectors of one suite on one curve: by result, and by what the input is."""

    suite: str
    curve: str
    total: int = 0
    passed: int = 0
    failed: int = 0
    skipped: int = 0
    valid: int = 0
    invalid: int = 0
    policy: int = 0
    unsupported: int = 0

    def add(self, outcome: Outcome) -> None:
        """Count one vector."""
        self.total += 1
        for name in (outcome.result, outcome.kind):
            setattr(self, name, getattr(self, name) + 1)


@dataclass
class Report:
    """The tallies, the failures, and how many vectors were skipped for which reason; of which implementation."""

    implementation: str | None = None
    tallies: dict[tuple[str, str], Tally] = field(default_factory=dict)
    failures: list[Outcome] = field(default_factory=list)
    skips: dict[str, int] = field(default_factory=dict)

    def add(self, suite: str, outcome: Outcome) -> None:
        """Count one vector."""
        self.tallies.setdefault((suite, outcome.curve), Tally(suite, outcome.curve)).add(outcome)
        if outcome.result == FAILED:
            self.failures.append(outcome)
        if outcome.result == SKIPPED:
            self.skips[str(outcome.reason)] = self.skips.get(str(outcome.reason), 0) + 1

    def total(self, name: str) -> int:
        """The sum of one count over all tallies."""
        return sum(getattr(tally, name) for tally in self.tallies.values())

    def as_json(self) -> dict[str, Any]:
        """The shape of `ecref vectors --json`."""
        suites = [asdict(tally) for tally in self.tallies.values()]
        totals = {name: self.total(name) for name in ("total", "passed", "failed", "skipped")}
        if self.implementation is None:
            for suite in suites:
                del suite["unsupported"]
            return {**totals, "suites": suites}
        failures = [
            {"id": each.id, "expected": each.expected, "got": each.got, "reason": each.reason}
            for each in self.failures
        ]
        totals["unsupported"] = self.total("unsupported")
        return {"implementation": self.implementation, **totals, "suites": suites, "failures": failures}


def run(
    suites: list[str],
    curve: str | None = None,
    jobs: int = 1,
    progress: Callable[[int], object] = lambda _: None,
    chosen: Chosen | None = None,
) -> Report:
    """Check every vector of the suites, or those on one curve; `progress` is told how many are done.

    UnusableInput "unsupported" where there is no such implementation here.
    """
    report = Report(None if chosen is None else _version(chosen))
    tasks = ((chosen, *task) for task in _tasks(suites, curve))
    try:
        for suite, outcomes in _outcomes(tasks, jobs):
            for outcome in outcomes:
                report.add(suite, outcome)
            progress(report.total("total"))
    finally:
        _close()
    return report


def count(suites: list[str], curve: str | None = None) -> int:
    """How many vectors run would check."""
    return sum(len(chunk) for _, chunk in _tasks(suites, curve))


def cores() -> int:
    """How many processors this process may use."""
    if hasattr(os, "sched_getaffinity"):
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1


def _version(chosen: Chosen) -> str:
    with closing(chosen.open()) as implementation:
        return implementation.version()


def _tasks(suites: list[str], curve: str | None) -> Iterator[tuple[str, list[Vector]]]:
    """Chunks of vectors, read suite by suite, so that only one is in memory."""
    for suite in suites:
        chosen = (vector for vector in vectors.load(suite) if curve in (None, vector.curve))
        while chunk := list(islice(chosen, CHUNK)):
            yield suite, chunk


def _check(task: Task) -> tuple[str, list[Outcome]]:
    chosen, suite, chunk = task
    if chosen is None:
        return suite, [vectors.check(vector) for vector in chunk]
    implementation = _opened(chosen)
    return suite, [vector_judge.judge(implementation, vector) for vector in chunk]


def _opened(chosen: Chosen) -> Implementation:
    if chosen not in _OPEN:
        _OPEN[chosen] = chosen.open()
    return _OPEN[chosen]


def _close() -> None:
    while _OPEN:
        _OPEN.popitem()[1].close()


def _outcomes(tasks: Iterable[Task], jobs: int) -> Iterator[tuple[str, list[Outcome]]]:
    """The outcomes in the order of the tasks, from `jobs` processes, or this one where there are no others."""
    pool = None
    if jobs > 1:
        try:
            from multiprocessing import Pool

            pool = Pool(jobs, signal.signal, (signal.SIGINT, signal.SIG_IGN))  # an interrupt is the parent's to handle
        except (ImportError, OSError):
            pool = None
    if pool is None:
        yield from map(_check, tasks)
        return
    with pool:
        yield from pool.imap(_check, tasks)
        pool.close()
        pool.join()
