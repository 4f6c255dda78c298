"""Verifying, signing and making keys: what each costs, and against P-256 in the same implementation.

    verify      from octets, under a key that wasn't seen before
    sign        with a key that is loaded
    generate    a new key pair from the system's random numbers

RSA's keys are searched for, so that their times scatter widely, and a key of 7,680 bits takes many seconds: RSA
generates in rounds of its own, one key in each.
"""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

from ecref.errors import UnusableInput
from ecref.measure.operations import calls, is_a_pair
from ecref.measure.rounds import Effort
from ecref.referee.adapters.interface import require

from .curves_algorithms import BASE, NATIVE, STRENGTH_NOTE, Subject
from .curves_figures import ENOUGH, Figures, cell, cells_of, ratio, seconds_of
from .curves_rsa import PADDING
from .model import Table

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from ecref.measure.operations import Call
    from ecref.measure.rounds import Cell

    from .model import Cell as Shown
    from .model import Plan

OPERATIONS = {"verify": "Verifying", "sign": "Signing", "generate": "Key generation"}
HEADS = ("implementation", "algorithm", "strength", "ops/s", "mean us", "± 99.9 %", "median us", "p99 us",
         "times P-256", "±", "calls")  # fmt: skip
FORMS = dict.fromkeys(("ops/s", "mean us", "± 99.9 %", "median us", "p99 us"), ",.1f")
FORMS |= {"times P-256": ",.3f", "±": ",.3f"}
SLOW_KEYS = 4096  # bits of a modulus, beyond which a key takes many seconds
KEYS, SLOW = 10, 3  # generated


def fault(subject: Subject) -> str | None:
    """Why a subject can't be timed: a wrong result, or a library that was built without the curve; None: it can."""
    unsupported: type[Exception] = UnusableInput
    if subject.implementation == NATIVE:
        unsupported = require("cryptography.exceptions", "cryptography").UnsupportedAlgorithm
    try:
        for operation in OPERATIONS:
            check(subject, operation)
    except UnusableInput as error:
        return error.detail
    except unsupported as error:
        return f"{subject.implementation}: {subject.algorithm.name}: {error}"
    return None


def cells(subject: Subject) -> Iterator[Cell]:
    """A subject's operations but RSA's generation."""
    for operation in OPERATIONS:
        if operation != "generate" or subject.algorithm.curve is not None:
            todo = _calls(subject, operation)
            for call in todo:
                call()  # the first signature by one of RSA's keys also draws its blinding
            yield cell(subject.implementation, subject.algorithm.name, operation, todo)


def _calls(subject: Subject, operation: str) -> list[Call]:
    todo = calls(subject.suite, operation, subject.samples)
    assert todo is not None
    return todo


def check(subject: Subject, operation: str) -> None:
    """UnusableInput where a call gives a wrong result: who gets it wrong isn't timed. RSA makes no keys for that."""
    _, algorithm, suite, samples = subject
    if operation == "generate" and algorithm.curve is None:
        return
    for call, sample in zip(_calls(subject, operation), samples, strict=True):
        result = call()
        if operation == "sign":
            result = suite.verify(sample.public, sample.message, result)  # type: ignore[arg-type]  # it is bytes
        elif operation == "generate":
            result = is_a_pair(suite, result)
        if result is not True:
            detail = f"{subject.implementation}: {operation} with {algorithm.name} gives a wrong result"
            raise UnusableInput("unsupported", detail)


def key_cells(subjects: Sequence[Subject], plan: Plan) -> list[tuple[Cell, Effort]]:
    """RSA's generation, with the number of rounds that each is worth."""
    found = []
    for each in subjects:
        bits = each.algorithm.modulus
        if bits == 0 or (plan.quick and bits > SLOW_KEYS):
            continue
        assert each.suite.generate is not None
        rounds = min(plan.effort.rounds, SLOW if bits > SLOW_KEYS else KEYS)
        made = cell(each.implementation, each.algorithm.name, "generate", [each.suite.generate])
        found.append((made, Effort(rounds, 0, 0)))
    return found


def tables(subjects: Sequence[Subject], figures: Figures, plan: Plan) -> list[Table]:
    """One for each operation."""
    return [
        Table(title, HEADS, list(map(partial(_row, figures, operation), subjects)), FORMS, _note(operation, plan))
        for operation, title in OPERATIONS.items()
    ]


def _row(figures: Figures, operation: str, subject: Subject) -> tuple[Shown, ...]:
    who, algorithm = subject.implementation, subject.algorithm
    found = figures.get(who, algorithm.name, operation)
    named = who, f"{algorithm.name}, {algorithm.hash}", algorithm.strength
    if found is None:
        return *named, *[None] * (len(HEADS) - len(named))
    p99 = 1e6 * found.p99 if found.operations >= ENOUGH else None
    against = cells_of(ratio(found, figures.get(who, BASE, operation)))
    times = found.per_second, *seconds_of(found, 1e6), 1e6 * found.median, p99
    return *named, *times, *against, found.operations


def _note(operation: str, plan: Plan) -> str:
    note = f"p99 is left out where there were fewer than {ENOUGH} calls. "
    if operation == "verify":
        return note + f"From octets: the key is decoded and validated each time. {STRENGTH_NOTE}"
    if operation == "sign":
        return note + f"RSA signs by {PADDING}. ECDSA's nonces are RFC 6979's in ecref and random in cryptography."
    note += "The time to find RSA's primes is random: the mean of so few keys says little more than its error does."
    if plan.quick:
        note += " RSA-7680 is left out of a quick run, since a key takes many seconds."
    return note
