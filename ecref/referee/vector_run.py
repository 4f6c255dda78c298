"""Running the vectors over the processor's cores, and counting them by suite and curve."""

from __future__ import annotations

import os
import signal
from dataclasses import asdict, dataclass, field
from itertools import islice
from typing import TYPE_CHECKING, Any

from . import vectors
from .vectors import FAILED, SKIPPED

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator

    from .vectors import Outcome, Vector

    Task = tuple[str, list[Vector]]

CHUNK = 32  # vectors that a process takes at a time


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

    def add(self, outcome: Outcome) -> None:
        """Count one vector."""
        self.total += 1
        for name in (outcome.result, outcome.kind):
            setattr(self, name, getattr(self, name) + 1)


@dataclass
class Report:
    """The tallies, the failures, and how many vectors were skipped for which reason."""

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
        return {
            **{name: self.total(name) for name in ("total", "passed", "failed", "skipped")},
            "suites": [asdict(tally) for tally in self.tallies.values()],
        }


def run(
    suites: list[str],
    curve: str | None = None,
    jobs: int = 1,
    progress: Callable[[int], object] = lambda _: None,
) -> Report:
    """Check every vector of the suites, or those on one curve; `progress` is told how many are done."""
    report = Report()
    for suite, outcomes in _outcomes(_tasks(suites, curve), jobs):
        for outcome in outcomes:
            report.add(suite, outcome)
        progress(report.total("total"))
    return report


def count(suites: list[str], curve: str | None = None) -> int:
    """How many vectors run would check."""
    return sum(len(chunk) for _, chunk in _tasks(suites, curve))


def cores() -> int:
    """How many processors this process may use."""
    if hasattr(os, "sched_getaffinity"):
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1


def _tasks(suites: list[str], curve: str | None) -> Iterator[Task]:
    """Chunks of vectors, read suite by suite, so that only one is in memory."""
    for suite in suites:
        chosen = (vector for vector in vectors.load(suite) if curve in (None, vector.curve))
        while chunk := list(islice(chosen, CHUNK)):
            yield suite, chunk


def _check(task: Task) -> tuple[str, list[Outcome]]:
    suite, chunk = task
    return suite, [vectors.check(vector) for vector in chunk]


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
