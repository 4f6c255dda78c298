"""A hundred signatures: one by one, or given to what verifies many.

    keys          100, or 1 that signed all
    one by one    each from octets
    prepared      the one key is decoded once, and gets a table in ecref; that is counted
    verify_batch  EdDSA: one equation for all
    verify_many   a loop that prepares keys which repeat; in one process, or in two that share the work

Two processes are compared on the wall, since they have clocks of their own, the others by the processor's time.
"""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

from ecref.referee.adapters.interface import CURVES, Sample

from .curves_algorithms import OWN, SIZE
from .curves_figures import Figures, cell, cells_of, ratio, seconds_of, wall_ratio
from .curves_parallel import all_hold, many_hold
from .model import Table

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence

    from ecref.measure.rounds import Cell

    from .curves_algorithms import Algorithm, Subject
    from .interval import Interval
    from .model import Cell as Shown

SIGNATURES = 100
ALONE, SHARED = "one by one", "verify_many, 2 processes"
WAYS = (ALONE, "prepared", "verify_batch", "verify_many", SHARED)
HEADS = ("implementation", "algorithm", "keys", "way", "mean ms", "± 99.9 %", "us each", "times as fast", "±")
FORMS = {"mean ms": ",.2f", "± 99.9 %": ",.2f", "us each": ",.1f", "times as fast": ",.2f", "±": ",.2f"}


class Hundreds:
    """The samples of all curves, made once: under as many keys, and under one."""

    def __init__(self) -> None:
        self._samples: dict[str, dict[int, list[Sample]]] = {}

    def cells(self, subject: Subject) -> Iterator[Cell]:
        """A subject's ways; none for RSA, which has but one."""
        who, algorithm, _, _ = subject
        if algorithm.curve is None:
            return
        if algorithm.name not in self._samples:
            self._samples[algorithm.name] = {
                SIGNATURES: algorithm.samples(SIGNATURES),
                1: _of_one_key(algorithm),
            }
        for keys, chosen in self._samples[algorithm.name].items():
            for way, call in _ways(subject, chosen, keys).items():
                assert call() is True
                yield cell(who, algorithm.name, way, [call], keys)


def _of_one_key(algorithm: Algorithm) -> list[Sample]:
    (first,) = algorithm.samples(1)
    assert algorithm.curve is not None
    key = CURVES[algorithm.curve].private_key(first.secret)
    messages = [i.to_bytes(SIZE, "big") for i in range(SIGNATURES)]
    return [Sample(first.secret, first.public, each, key.sign(each)) for each in messages]  # type: ignore[arg-type]


def _ways(subject: Subject, chosen: Sequence[Sample], keys: int) -> dict[str, Callable[[], bool]]:
    suite = subject.suite
    ways: dict[str, Callable[[], bool]] = {ALONE: partial(all_hold, suite.verify, chosen)}
    if keys == 1:
        ways["prepared"] = partial(_prepared, subject, chosen)
    if suite.verify_batch is not None:
        ways["verify_batch"] = partial(suite.verify_batch, chosen)
    if subject.implementation == OWN:
        assert subject.algorithm.curve is not None
        ways["verify_many"] = partial(many_hold, subject.algorithm.curve, chosen, 1)
        ways[SHARED] = partial(many_hold, subject.algorithm.curve, chosen, 2)
    return ways


def _prepared(subject: Subject, chosen: Sequence[Sample]) -> bool:
    load, holds = subject.suite.load_public, subject.suite.verify_loaded
    assert load is not None
    assert holds is not None
    key = load(chosen[0].public)
    return all(holds(key, each.message, each.signature) for each in chosen)


def table(subjects: Sequence[Subject], figures: Figures) -> Table:
    """Each way against one by one."""
    rows = [row for each in subjects if each.algorithm.curve for row in _rows(each, figures)]
    note = (
        "Times are on the wall; how many times as fast is told by the processor's time, but for two processes. "
        "Preparing a key is counted, and so is starting processes. cryptography has no batches."
    )
    return Table(f"{SIGNATURES} signatures, one by one or together", HEADS, rows, FORMS, note)


def gain(figures: Figures, who: str, name: str, keys: int, way: str) -> Interval | None:
    """How many times as fast as one by one a way is: by the processor's time, where one process does it all."""
    alone, found = figures.get(who, name, ALONE, keys), figures.get(who, name, way, keys)
    if alone is None or found is None:
        return None
    return wall_ratio(alone, found) if way == SHARED else ratio(alone, found)


def _rows(subject: Subject, figures: Figures) -> Iterator[tuple[Shown, ...]]:
    who, name = subject.implementation, subject.algorithm.name
    for keys in (SIGNATURES, 1):
        for way in WAYS:
            found = figures.get(who, name, way, keys)
            if found is not None:
                against = cells_of(gain(figures, who, name, keys, way))
                yield who, name, keys, way, *seconds_of(found, 1e3), 1e6 * found.mean / SIGNATURES, *against
