"""A campaign: cases by their numbers, in this process or shared out to others, and what comes of them all.

A part of a campaign is a range of numbers; its Result is the same whoever computes it.
"""

from __future__ import annotations

import signal
import time
from collections import deque
from concurrent.futures import BrokenExecutor
from dataclasses import dataclass
from itertools import islice
from typing import TYPE_CHECKING, NamedTuple

from ecref.errors import UnusableInput

from .asking import check
from .cases import Case, Choice, case
from .findings import Result
from .judge import VERDICTS
from .shrinking import first_step, shrink

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Sequence
    from concurrent.futures import Executor

    from ecref.referee.implementations import Chosen
    from ecref.referee.implementations.interface import Implementation

    from .findings import Finding, Key

    Make = Callable[[], Sequence[Implementation]]  # starts them: each process has its own

CHUNK = 25  # cases that a process takes at a time


@dataclass(frozen=True)
class Opened:
    """Makes these implementations; if one can't be made, those before it are closed."""

    wanted: tuple[Chosen, ...]

    def __call__(self) -> list[Implementation]:
        """Make them; the caller closes them."""
        made: list[Implementation] = []
        try:
            made.extend(chosen.open() for chosen in self.wanted)
        except BaseException:
            close(made)
            raise
        return made


@dataclass(frozen=True)
class Plan:
    """What is to be done: so many cases (None: until the time is up), within so many seconds (None: however long).

    jobs         processes
    scheduler    the address of a Dask cluster's, which does it in their place
    """

    seed: int
    choice: Choice
    cases: int | None
    seconds: float | None = None
    jobs: int = 1
    scheduler: str | None = None


class Task(NamedTuple):
    """A part of a campaign: the cases with these numbers."""

    seed: int
    choice: Choice
    numbers: range

    def cases(self) -> Iterator[Case]:
        """The cases."""
        for number in self.numbers:
            yield case(self.seed, self.choice.index(number))


@dataclass
class Report:
    """A campaign's result, and who was asked: versions by name."""

    seed: int | None
    result: Result
    versions: dict[str, str]
    seconds: float


def run(plan: Plan, make: Make, progress: Callable[[int, float], object] = lambda _done, _seconds: None) -> Report:
    """Make a campaign; `progress` is told how many cases are done, and after how many seconds."""
    start = time.monotonic()
    implementations = make()
    try:
        result = Result()
        for part in _results(plan, start, make, implementations):
            result.merge(part)
            progress(result.cases, time.monotonic() - start)
        return _report(plan.seed, result, implementations, start)
    finally:
        close(implementations)


def replay(cases: Iterable[Case], make: Make) -> Report:
    """Ask cases again that were saved: they have no numbers to be shrunk by."""
    start = time.monotonic()
    implementations = make()
    try:
        return _report(None, check_all(cases, implementations), implementations, start)
    finally:
        close(implementations)


def check_all(cases: Iterable[Case], implementations: Sequence[Implementation]) -> Result:
    """The result of these cases."""
    result = Result()
    for each in cases:
        result.merge(check(each, implementations))
    return result


def close(implementations: Iterable[Implementation]) -> None:
    """End what they started."""
    for implementation in implementations:
        implementation.close()


def _report(seed: int | None, result: Result, implementations: Sequence[Implementation], start: float) -> Report:
    """The report, with each finding's example made small and looked into."""
    by_name = {each.name: each for each in implementations}
    for finding in result.findings.values():
        shrink(finding, implementations)
        first = first_step(finding, by_name[finding.implementation])
        if first is not None:
            finding.difference = finding.difference._replace(first=first)
    result.findings = {found.key: found for found in sorted(result.findings.values(), key=_order(by_name))}
    versions = {each.name: each.version() for each in implementations}
    return Report(seed, result, versions, time.monotonic() - start)


def _order(by_name: dict[str, Implementation]) -> Callable[[Finding], tuple[int, int, Key]]:
    """Findings of the first implementation first, the worst of them before others."""
    names = list(by_name)
    return lambda found: (names.index(found.implementation), VERDICTS.index(found.difference.verdict), found.key)


def _tasks(plan: Plan, start: float) -> Iterator[Task]:
    """The parts of a campaign, until all cases are shared out or the time is up."""
    number = 0
    while plan.cases is None or number < plan.cases:
        if plan.seconds is not None and time.monotonic() - start >= plan.seconds:
            return
        stop = number + CHUNK if plan.cases is None else min(number + CHUNK, plan.cases)
        yield Task(plan.seed, plan.choice, range(number, stop))
        number = stop


def _results(plan: Plan, start: float, make: Make, implementations: Sequence[Implementation]) -> Iterator[Result]:
    """The results of the campaign's parts in their order, from wherever the plan says."""
    tasks = _tasks(plan, start)
    if plan.scheduler is None:
        return _local_results(tasks, plan.jobs, make, implementations)
    from .cluster import results

    return results(plan.scheduler, tasks, make, implementations)


def _local_results(
    tasks: Iterator[Task], jobs: int, make: Make, implementations: Sequence[Implementation]
) -> Iterator[Result]:
    """The results in the order of the tasks, from `jobs` processes, or this one where there are no others."""
    pool = _pool(jobs, make) if jobs > 1 else None
    if pool is None:
        for task in tasks:
            yield check_all(task.cases(), implementations)
        return
    try:
        waiting = deque(pool.submit(_work, task) for task in islice(tasks, 2 * jobs))
        while waiting:
            yield waiting.popleft().result()
            waiting.extend(pool.submit(_work, task) for task in islice(tasks, 1))
    except BrokenExecutor:
        detail = "a process died with the implementation in it; a smaller --cases with -j 1 shows where"
        raise UnusableInput("unsupported", detail) from None
    finally:
        pool.shutdown(cancel_futures=True)


def _pool(jobs: int, make: Make) -> Executor | None:
    """Processes that have implementations of their own; None where Python has none to give."""
    try:
        from concurrent.futures import ProcessPoolExecutor

        return ProcessPoolExecutor(jobs, initializer=_begin, initargs=(make,))
    except (ImportError, NotImplementedError, OSError):
        return None


def _begin(make: Make) -> None:
    """Make a process ready for tasks. An interrupt is the parent's to handle."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    _HERE[:] = make()


def _work(task: Task) -> Result:
    return check_all(task.cases(), _HERE)


_HERE: list[Implementation] = []  # of this process, which has begun
