"""EdDSA: the edge cases of vectors/, and the questions of "Taming the Many EdDSAs", which they answer.

A, R, S, k, L   as in RFC 8032, 5.1.7; S is an integer, k is reduced modulo L
residue         [S]B - R - [k]A where that isn't the identity, but has an order that divides the cofactor
"""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, NamedTuple

from ecref import InvalidSignature
from ecref.eddsa import SCHEMES
from ecref.rules import ALLOWED, EdDSARules

from .. import vectors
from .case import Case, property_of

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from .case import Property, Reply

SUITES = {"Ed25519": "edge-cases-ed25519", "Ed448": "edge-cases-ed448"}
CONTEXTS = {  # honest signatures with a context; one of Ed25519ctx "SHOULD NOT be empty" [RFC 8032, 5.1]
    "Ed25519": {
        "Ed25519ctx": "Does it accept Ed25519ctx with a context?",
        "Ed25519ctx-empty": "Does it accept Ed25519ctx with an empty context?",
        "Ed25519ph": "Does it accept Ed25519ph with a context?",
    },
    "Ed448": {
        "Ed448": "Does it accept Ed448 with a context?",
        "Ed448ph": "Does it accept Ed448ph with a context?",
    },
}

WITHOUT_RESIDUE = EdDSARules("", canonical_A=False, decode_R="any", cofactored=False, small_order=ALLOWED)


class Question(NamedTuple):
    """A question about verification, and the flags of the cases that belong to it; exact says that no residue may be.

    Every case with a residue fails for that under a cofactorless equation; so it can't tell of anything else.
    """

    key: str
    text: str
    flags: tuple[str, ...]
    exact: bool = False


QUESTIONS = (
    Question("valid", "Does it accept honest signatures?", ("honest",)),
    Question(
        "changed",
        "Does it accept what was changed after signing?",
        ("message-changed", "A-changed", "R-changed", "S-changed", "context-changed"),
    ),
    Question(
        "cofactored",
        "Is the equation cofactored, so that a residue passes?",
        ("A-mixed-order residue", "R-mixed-order residue", "A-mixed-order R-mixed-order residue"),
    ),
    Question("A-mixed-order", "Does it accept a key of mixed order?", ("A-mixed-order",)),
    Question("A-small-order", "Does it accept a key of small order?", ("A-small-order",)),
    Question("R-small-order", "Does it accept R = O?", ("R-small-order",), exact=True),
    Question("both-small-order", "Does it accept both of small order?", ("A-small-order R-small-order",), exact=True),
    Question(
        "A-non-canonical",
        "Does it accept a key that is not canonical?",
        ("A-non-canonical", "A-small-order A-non-canonical"),
    ),
    Question(
        "R-non-canonical",
        "Does it accept an R that is not canonical?",
        ("R-non-canonical", "R-small-order R-non-canonical"),
        exact=True,
    ),
    Question(
        "S-out-of-range",
        "Does it accept S >= L?",
        ("S-out-of-range", "A-small-order R-small-order S-out-of-range"),
    ),
    Question("reduced-k", "Does it accept what holds only for k mod L?", ("A-mixed-order reduced-k-only",)),
    Question("length", "Does it accept a signature of another length?", ("length",)),
)


def cases(scheme: str) -> list[Case]:
    """The edge cases of Ed25519 or Ed448, with the controls of the schemes that take a context."""
    made = [Case(each.id, each.flags, (each.request,), _verdicts(each)) for each in vectors.load(SUITES[scheme])]
    return [replace(case, verdicts={}) if _kind(case) == "Ed25519ctx-empty" else case for case in made]


def properties(scheme: str, replies: Iterable[Reply]) -> Iterator[Property]:
    """The answers to the questions."""
    found: dict[str, list[Reply]] = {}
    for reply in replies:
        found.setdefault(_kind(reply.case), []).append(reply)
    for question in QUESTIONS:
        chosen = [reply for kind in question.flags for reply in found.get(kind, ())]
        told = [reply for reply in chosen if not question.exact or _exact(reply.case)]
        yield property_of(question.key, question.text, told)
    for kind, text in CONTEXTS[scheme].items():
        yield property_of(kind, text, found[kind])


def _kind(case: Case) -> str:
    """The key in CONTEXTS, or the flags of a question."""
    request, flags = case.requests[0], " ".join(case.flags)
    if flags == "honest" and request.get("context"):
        return str(request["scheme"])
    if flags == "honest" and request["scheme"] == "Ed25519ctx":
        return "Ed25519ctx-empty"
    return flags


def _verdicts(vector: vectors.Vector) -> dict[str, bool]:
    return {
        rules: vector.expect.get("rules", {}).get(rules, vector.expect).get("valid", False)
        for rules in vectors.rule_sets(vector.request["scheme"])
    }


def _exact(case: Case) -> bool:
    """Whether [S]B = R + [k]A holds, whichever points they are and however they are written."""
    request = case.requests[0]
    key = SCHEMES[request["scheme"]].public_key(bytes.fromhex(request["public_key"]))
    try:
        key.verify(bytes.fromhex(request["signature"]), bytes.fromhex(request["message"]), rules=WITHOUT_RESIDUE)
    except InvalidSignature:
        return False
    return True
