"""Where a verification's time goes: the functions that it is made of, in the same rounds as the whole.

    hash             of the message; EdDSA's of R, A and the message
    key              decoding and validating it
    R                EdDSA: decoding the signature's point
    multiplication   ECDSA: [u]G + [v]Q; EdDSA: the equation, with half-size scalars
    rest             what is left of the whole: the signature's encoding, inversions modulo n, calls

OpenSSL's multiplication can't be called by itself through `cryptography`: there it is a part of the rest, and so is
decoding EdDSA's points, which it leaves to the verification. Its hash is called from Python here, which costs more
than the same hash inside.
"""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

import ecref
from ecref.eddsa_keys import EdDSAPublicKey
from ecref.errors import InvalidSignature
from ecref.field import inverse
from ecref.referee.adapters.interface import CURVES, require
from ecref.rfc6979 import bits2int
from ecref.rules import eddsa_rules

from .curves_algorithms import OWN
from .curves_certificates import hashing
from .curves_figures import Figures, cell, cells_of
from .interval import Interval
from .model import Table

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from ecref.ecdsa import ECDSA
    from ecref.eddsa import EdDSA
    from ecref.measure.operations import Call
    from ecref.measure.rounds import Cell
    from ecref.referee.adapters.interface import Sample

    from .curves_algorithms import Subject
    from .model import Cell as Shown

STAGES = ("hash", "key", "R", "multiplication")
HEADS = ("implementation", "algorithm", "whole us", *(part for name in (*STAGES, "rest")
         for part in (f"{name} %", f"{name} ±")))  # fmt: skip
FORMS = dict.fromkeys(HEADS[2:], ",.1f")
RULES = "rfc8032"


def cells(subject: Subject) -> Iterator[Cell]:
    """The stages that can be called by themselves."""
    parts = [_stages(subject, sample) for sample in subject.samples]
    for name in parts[0]:
        yield cell(subject.implementation, subject.algorithm.name, name, [part[name] for part in parts])


def _stages(subject: Subject, sample: Sample) -> dict[str, Call]:
    if subject.implementation != OWN:
        return _foreign(subject, sample)
    assert subject.algorithm.curve is not None
    scheme = CURVES[subject.algorithm.curve]
    return _eddsa(scheme, sample) if isinstance(scheme, ecref.EdDSA) else _ecdsa(scheme, sample)


def _ecdsa(scheme: ECDSA, sample: Sample) -> dict[str, Call]:
    """As ECDSA.check does."""
    n, G, Q = scheme.curve.n, scheme.curve.G, scheme.public_key(sample.public).Q
    hash_ = scheme.hash_or_default(None)
    r, s, _ = scheme.read_signature(sample.signature, "der")
    w = inverse(s, n)
    u = bits2int(hash_.of(sample.message), n.bit_length()) * w % n
    v = r * w % n
    assert (u * G + v * Q).has_x(r, n)
    return {
        "hash": partial(hash_.of, sample.message),
        "key": partial(scheme.public_key, sample.public),
        "multiplication": lambda: u * G + v * Q,
    }


def _eddsa(scheme: EdDSA, sample: Sample) -> dict[str, Call]:
    """As EdDSA.read and EdDSA.check do."""
    rules = eddsa_rules(RULES, scheme.name)
    key = EdDSAPublicKey(scheme, sample.public)
    read = scheme.read_item((key, sample.signature, sample.message), rules)
    assert not isinstance(read, InvalidSignature)
    assert scheme.holds(*read, rules)
    R = sample.signature[: scheme.curve.size]
    return {
        "hash": partial(scheme.hash_to_int, b"", R, sample.public, sample.message),
        "key": partial(scheme.decode, "A", sample.public, rules.canonical_A),
        "R": partial(scheme.decode, "R", R, rules.decode_R == "canonical"),
        "multiplication": partial(scheme.holds, *read, rules),
    }


def _foreign(subject: Subject, sample: Sample) -> dict[str, Call]:
    """What `cryptography` lets do by itself."""
    new = require("cryptography.hazmat.primitives.hashes", "cryptography").Hash
    algorithm = hashing(subject.algorithm)
    hashed = sample.message
    if subject.algorithm.is_eddsa:
        hashed = sample.signature[: len(sample.public)] + sample.public + sample.message

    def digest() -> object:
        h = new(algorithm)
        h.update(hashed)
        return h.finalize()

    assert subject.suite.load_public is not None
    return {"hash": digest, "key": partial(subject.suite.load_public, sample.public)}


def shares(subject: Subject, figures: Figures) -> dict[str, Interval]:
    """By stage, and of the rest: its part of the whole, in per cent, round by round."""
    get = partial(figures.get, subject.implementation, subject.algorithm.name)
    whole = get("verify")
    assert whole is not None
    left = [100.0] * len(whole.rounds_M)
    found = {}
    for name in STAGES:
        part = get(name)
        if part is not None:
            parts = [100 * a / b for a, b in zip(part.rounds_M, whole.rounds_M, strict=True)]
            left = [a - b for a, b in zip(left, parts, strict=True)]
            found[name] = Interval.of(parts)
    found["rest"] = Interval.of(left)
    return found


def table(subjects: Sequence[Subject], figures: Figures) -> Table:
    """The shares of all."""
    note = (
        "Per cent of a verification from octets of 64. Where a column is empty, the rest holds it: OpenSSL's "
        "multiplication can't be called by itself, and it decodes EdDSA's points only while it verifies. R is the "
        "decoding of EdDSA's signature point. A rest that is negative is one within its error."
    )
    return Table("Where a verification's time goes", HEADS, [_row(each, figures) for each in subjects], FORMS, note)


def _row(subject: Subject, figures: Figures) -> tuple[Shown, ...]:
    found = shares(subject, figures)
    whole = figures.get(subject.implementation, subject.algorithm.name, "verify")
    assert whole is not None
    parts = [value for name in (*STAGES, "rest") for value in cells_of(found.get(name))]
    return subject.implementation, subject.algorithm.name, 1e6 * whole.mean, *parts
