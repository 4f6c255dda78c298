"""Two scenarios: a chain of three certificates, and a block of 1,000 signatures under as many keys.

    chain    three signatures, each under a key that is decoded from SubjectPublicKeyInfo (curves_certificates.py)
    block    each signature from octets, one by one, or all in one batch where there is such an equation

In both all signatures are valid, so that none of the work is cut short.
"""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

from . import curves_certificates
from .curves_algorithms import BASE, NATIVE, STRENGTH_NOTE
from .curves_figures import Figures, cell, cells_of, ratio, seconds_of
from .curves_parallel import all_hold
from .model import Table

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Sequence

    from ecref.measure.rounds import Cell
    from ecref.referee.adapters.interface import Sample

    from .curves_algorithms import Subject
    from .curves_certificates import Certificate
    from .model import Cell as Shown
    from .model import Plan

SIGNATURES, QUICK_SIGNATURES = 1000, 50
NAMES = ("implementation", "algorithm", "strength")
COMPARED = ("± 99.9 %", "times P-256", "±")
CHAIN = (*NAMES, "key octets", "signature octets", "chain octets", "mean us", *COMPARED)
BLOCK = (*NAMES, "mean ms", *COMPARED, "in one batch ms", "± in one batch")
FORM = ",.2f"  # of what is measured; octets and strength are counted


def signatures(plan: Plan) -> int:
    """How many make a block."""
    return QUICK_SIGNATURES if plan.quick else SIGNATURES


class Chains:
    """The chains of all algorithms, made once; none without `cryptography`."""

    def __init__(self, subjects: Iterable[Subject]) -> None:
        chosen = {each.algorithm.name: each.algorithm for each in subjects if each.implementation == NATIVE}
        self._chains = {name: curves_certificates.chain(algorithm) for name, algorithm in chosen.items()}

    def cells(self, subject: Subject) -> Iterator[Cell]:
        """The check of a chain."""
        certificates = self._chains.get(subject.algorithm.name)
        if certificates is not None:
            check = partial(
                _check, curves_certificates.verifier(subject.implementation, subject.algorithm), certificates
            )
            check()  # it raises unless all is well
            yield cell(subject.implementation, subject.algorithm.name, "chain", [check])

    def octets(self, name: str) -> int | None:
        """All of an algorithm's certificates together."""
        return sum(each.octets for each in self._chains[name]) if name in self._chains else None


def _check(verify: Callable[[Certificate], object], certificates: Sequence[Certificate]) -> None:
    for each in certificates:
        verify(each)


class Blocks:
    """The blocks of all algorithms, made once."""

    def __init__(self, plan: Plan) -> None:
        self._count = signatures(plan)
        self._blocks: dict[str, Sequence[Sample]] = {}

    def cells(self, subject: Subject) -> Iterator[Cell]:
        """The verification of a block, one by one and at once."""
        _, algorithm, suite, samples = subject
        if algorithm.name not in self._blocks:
            # RSA's few signatures come again and again: nothing remembers them, and a thousand take long to make
            repeated = [samples[i % len(samples)] for i in range(self._count)]
            self._blocks[algorithm.name] = algorithm.samples(self._count) if algorithm.curve else repeated
        block = self._blocks[algorithm.name]
        ways = {"block": partial(all_hold, suite.verify, block)}
        if suite.verify_batch is not None:
            ways["block, batch"] = partial(suite.verify_batch, block)
        for operation, call in ways.items():
            assert call() is True
            yield cell(subject.implementation, algorithm.name, operation, [call])


def tables(subjects: Sequence[Subject], figures: Figures, chains: Chains, plan: Plan) -> list[Table]:
    """One for each scenario."""
    chain_note = (
        "Each signature under a key decoded from its issuer's certificate; the root signs itself. A key's octets are "
        f"a point's, or RSA's SubjectPublicKeyInfo. {STRENGTH_NOTE}"
    )
    block_note = "Signatures from octets, each under a key of its own; RSA's under one, decoded each time."
    return [
        Table(
            f"A chain of {curves_certificates.DEPTH} certificates",
            CHAIN,
            [(*_names(each), *_sizes(each, chains), *_times(each, figures, "chain", 1e6)) for each in subjects],
            dict.fromkeys(CHAIN[6:], FORM),
            chain_note,
        ),
        Table(
            f"A block of {signatures(plan):,} signatures",
            BLOCK,
            [(*_names(each), *_times(each, figures, "block", 1e3), *_batch(each, figures)) for each in subjects],
            dict.fromkeys(BLOCK[3:], FORM),
            block_note,
        ),
    ]


def _names(subject: Subject) -> tuple[Shown, ...]:
    return subject.implementation, subject.algorithm.name, subject.algorithm.strength


def _sizes(subject: Subject, chains: Chains) -> tuple[Shown, ...]:
    sample = subject.samples[0]
    return len(sample.public), len(sample.signature), chains.octets(subject.algorithm.name)


def _times(subject: Subject, figures: Figures, operation: str, scale: float) -> tuple[Shown, ...]:
    found = figures.get(subject.implementation, subject.algorithm.name, operation)
    against = ratio(found, figures.get(subject.implementation, BASE, operation))
    return *seconds_of(found, scale), *cells_of(against)


def _batch(subject: Subject, figures: Figures) -> tuple[Shown, ...]:
    return seconds_of(figures.get(subject.implementation, subject.algorithm.name, "block, batch"), 1e3)
