"""What it costs to decode and validate a public key, which a verification from octets does each time.

    uncompressed    SEC 1's x and y: both below p, and on the curve. The cofactor is 1, so that the order is n
    compressed      SEC 1's x and a bit of y, or EdDSA's y and a bit of x: a square root
    order           EdDSA: that [L]A = O, which no rule set asks for; ecref tells it as a warning
    prepared        a verification under a key that was decoded before, and in ecref has a table

`cryptography` reads EdDSA's keys as octets, and decodes them only while it verifies.
"""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

from ecref.measure.operations import calls
from ecref.referee.adapters.interface import CURVES

from . import curves_stages
from .curves_algorithms import OWN
from .curves_figures import Figures, cell, cells_of, ratio, seconds_of
from .model import Table

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from ecref.edwards import EdwardsPoint
    from ecref.measure.rounds import Cell

    from .curves_algorithms import Subject
    from .model import Cell as Shown

PREPARED = "verify-prepared"
HEADS = ("implementation", "algorithm", "decoding us", "± 99.9 %", "% of a verification", "± %", "compressed us",
         "± compressed", "order us", "± order", "prepared / from octets", "±")  # fmt: skip
FORMS = dict.fromkeys(HEADS[2:], ",.2f")


def cells(subject: Subject) -> Iterator[Cell]:
    """What curves_stages.py doesn't measure: compressed points, the order, and prepared keys."""
    who, algorithm, suite, samples = subject
    todo = calls(suite, PREPARED, samples)
    assert todo is not None
    assert all(call() is True for call in todo)
    yield cell(who, algorithm.name, PREPARED, todo)
    if algorithm.is_eddsa:
        if who == OWN:
            yield cell(who, algorithm.name, "order", [partial(_has_order_L, P) for P in _points(subject)])
    elif algorithm.curve is not None:
        load = CURVES[algorithm.curve].public_key if who == OWN else suite.load_public
        assert load is not None
        octets = [_compressed(each.public) for each in samples]
        yield cell(who, algorithm.name, "compressed", [partial(load, each) for each in octets])


def _points(subject: Subject) -> list[EdwardsPoint]:
    assert subject.algorithm.curve is not None
    decode = CURVES[subject.algorithm.curve].curve.decode
    return [decode(each.public) for each in subject.samples]  # type: ignore[misc]  # the curve is Edwards'


def _has_order_L(P: EdwardsPoint) -> bool:
    return (P.curve.L * P).is_identity()


def _compressed(octets: bytes) -> bytes:
    """The compressed form of an uncompressed point. [SEC 1, 2.3.3]"""
    return bytes([2 + octets[-1] % 2]) + octets[1 : len(octets) // 2 + 1]


def table(subjects: Sequence[Subject], figures: Figures) -> Table:
    """All keys."""
    note = (
        "Decoding: an uncompressed point of SEC 1, EdDSA's point, or RSA's SubjectPublicKeyInfo. cryptography reads "
        "EdDSA's keys as octets, and decodes them only while it verifies. Prepared: under a key that was decoded "
        "before; ecref's has a table then."
    )
    return Table("What key validation costs", HEADS, [_row(each, figures) for each in subjects], FORMS, note)


def _row(subject: Subject, figures: Figures) -> tuple[Shown, ...]:
    who, name = subject.implementation, subject.algorithm.name
    get = partial(figures.get, who, name)
    share = cells_of(curves_stages.shares(subject, figures).get("key"))
    times = [value for what in ("compressed", "order") for value in seconds_of(get(what), 1e6)]
    prepared = cells_of(ratio(get(PREPARED), get("verify")))
    return who, name, *seconds_of(get("key"), 1e6), *share, *times, *prepared
