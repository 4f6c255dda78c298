"""Many signatures by 1, 2 and 4 threads, and by 1 and 2 processes, timed on the wall.

Threads help only where the interpreter is free while native code works; processes always work side by side, but have
to be started, which is counted. ecref's processes are verify_many's.
"""

from __future__ import annotations

from functools import partial
from os import cpu_count
from typing import TYPE_CHECKING

from ecref import verify_many
from ecref.referee.adapters import adapter
from ecref.referee.adapters.interface import CURVES, Library

from .curves_algorithms import OWN
from .curves_figures import Figures, cell, cells_of, seconds_of, wall_ratio
from .model import Table

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence

    from ecref.measure.rounds import Cell
    from ecref.referee.adapters.interface import Sample

    from .curves_algorithms import Subject
    from .model import Cell as Shown
    from .model import Plan

THREADS = {"1 thread": 1, "2 threads": 2, "4 threads": 4}
PROCESSES = {"1 process": 1, "2 processes": 2}
ALONE = "1 thread"
SIGNATURES, QUICK_SIGNATURES = 200, 20
FASTER = 10  # times as many for native code, so that starting doesn't decide alone
QUICK_CURVES = ("p256", "ed25519")
HEADS = ("implementation", "algorithm", "signatures", "by", "mean ms", "± 99.9 %", "signatures/s", "speed-up", "±")
FORMS = {"mean ms": ",.2f", "± 99.9 %": ",.2f", "speed-up": ".2f", "±": ".2f"}


def chosen(subject: Subject, plan: Plan) -> bool:
    """Whether this subject is measured: RSA isn't, since how work is shared doesn't depend on the algorithm."""
    curve = subject.algorithm.curve
    return curve is not None and (not plan.quick or curve in QUICK_CURVES)


def signatures(implementation: str, plan: Plan) -> int:
    """How many are verified at a time."""
    return (QUICK_SIGNATURES if plan.quick else SIGNATURES) * (1 if implementation == OWN else FASTER)


def cells(subject: Subject, plan: Plan) -> Iterator[Cell]:
    """A subject's work, shared out in each way."""
    who, algorithm, suite, samples = subject
    work = [samples[i % len(samples)] for i in range(signatures(who, plan))]
    assert algorithm.curve is not None
    ways = {name: partial(by_threads, suite.verify, work, n) for name, n in THREADS.items()}
    ways |= {name: partial(by_processes, who, algorithm.curve, work, n) for name, n in PROCESSES.items()}
    for name, call in ways.items():
        assert call() is True
        yield cell(who, algorithm.name, name, [call])


def all_hold(verify: Callable[[bytes, bytes, bytes], bool], samples: Sequence[Sample]) -> bool:
    """One signature after the other."""
    return all(verify(each.public, each.message, each.signature) for each in samples)


def by_threads(verify: Callable[[bytes, bytes, bytes], bool], samples: Sequence[Sample], n: int) -> bool:
    """Each thread verifies its share."""
    from concurrent.futures import ThreadPoolExecutor

    with ThreadPoolExecutor(n) as pool:
        return all(pool.map(partial(all_hold, verify), shares(samples, n)))


def by_processes(implementation: str, curve: str, samples: Sequence[Sample], n: int) -> bool:
    """Each process verifies its share."""
    if implementation == OWN:
        return many_hold(curve, samples, n)
    if n == 1:
        return share_holds(implementation, curve, samples)
    from multiprocessing import Pool

    with Pool(n) as pool:
        return all(pool.starmap(share_holds, [(implementation, curve, share) for share in shares(samples, n)]))


def many_hold(curve: str, samples: Sequence[Sample], processes: int) -> bool:
    """ecref's way."""
    scheme = CURVES[curve]
    items = [(scheme.public_key(each.public), each.signature, each.message) for each in samples]
    return all(verify_many(items, processes=processes))


def share_holds(implementation: str, curve: str, samples: Sequence[Sample]) -> bool:
    """A process' part."""
    library = adapter(implementation)
    assert isinstance(library, Library)
    return all_hold(library.suite(curve).verify, samples)


def shares(samples: Sequence[Sample], n: int) -> list[Sequence[Sample]]:
    """n shares, as equal as can be."""
    return [samples[i::n] for i in range(n)]


def table(subjects: Sequence[Subject], figures: Figures, plan: Plan) -> Table:
    """Each way against one thread."""
    note = (
        f"On the wall, with the start of threads and processes; this machine has {cpu_count()} processors. The "
        "speed-up is against one thread."
    )
    rows = [row for each in subjects if chosen(each, plan) for row in _rows(each, figures, plan)]
    return Table("Threads and processes", HEADS, rows, FORMS, note)


def _rows(subject: Subject, figures: Figures, plan: Plan) -> Iterator[tuple[Shown, ...]]:
    who, name = subject.implementation, subject.algorithm.name
    count = signatures(who, plan)
    alone = figures.get(who, name, ALONE)
    assert alone is not None
    for way in (*THREADS, *PROCESSES):
        found = figures.get(who, name, way)
        assert found is not None
        yield who, name, count, way, *seconds_of(found, 1e3), count / found.mean, *cells_of(wall_ratio(alone, found))
