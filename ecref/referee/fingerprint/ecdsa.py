"""ECDSA: the questions about what a verifier accepts, and their cases on a curve, with the verdict of each rule set."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ecref.rules import ECDSA_RULES

from ..implementations.interface import accepts
from ..protocol import answer
from . import ecdsa_cases, ecdsa_points
from .case import Case, property_of
from .ecdsa_forger import Forger

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from ..implementations.interface import Answer
    from .case import Property, Reply, Request

MAKERS = (
    ecdsa_cases.signatures,
    ecdsa_cases.ranges,
    ecdsa_cases.digests,
    ecdsa_cases.encodings,
    ecdsa_points.forms,
    ecdsa_points.no_keys,
)

OTHER_FORMS = ("compressed", "hybrid", "bare")  # which forms of a point are read is no matter of ECDSA's rule sets

QUESTIONS = {
    "der": "Does it read DER?",
    "p1363": "Does it read P1363?",
    "changed": "Does it accept what was changed after signing?",
    "high-s": "Does it accept s > n/2?",
    "zero": "Does it accept r or s of 0 or n?",
    "x-beyond-n": "Does it accept r = x - n, where x(R) >= n?",
    "r-plus-n": "Does it accept r + n?",
    "s-plus-n": "Does it accept s + n?",
    "identity-result": "Does it accept where [u]G + [v]Q = O?",
    "digest-longer": "Does it take the leftmost bits of a longer digest?",
    "digest-modulo-n": "Does it take the whole of a longer digest?",
    "digest-shorter": "Does it accept a shorter digest?",
    "digest-zero": "Does it accept a digest of zeros?",
    "digest-ones": "Does it accept a digest of ones, beyond n?",
    "der-long-length": "DER: a length in the long form?",
    "der-zeros-in-length": "DER: zero octets in a length?",
    "der-indefinite": "DER: an indefinite length?",
    "der-padded": "DER: r or s with a needless zero octet?",
    "der-unsigned": "DER: r without its zero octet?",
    "der-negative": "DER: a negative r or s?",
    "der-after": "DER: octets after the SEQUENCE?",
    "der-inside": "DER: more than two INTEGERs?",
    "der-truncated": "DER: lengths that don't fit?",
    "der-tag": "DER: other tags?",
    "der-p1363": "DER: P1363 in its place?",
    "p1363-short": "P1363: shorter halves?",
    "p1363-long": "P1363: longer halves?",
    "p1363-after": "P1363: octets after s?",
    "p1363-der": "P1363: DER in its place?",
    "compressed": "Key: a compressed point?",
    "hybrid": "Key: a hybrid point?",
    "hybrid-other-y": "Key: a hybrid point that names the other y?",
    "bare": "Key: x and y without 04?",
    "key-length": "Key: an octet more or less?",
    "off-curve": "Key: a point off the curve?",
    "identity": "Key: the identity?",
    "x-beyond-p": "Key: x + p in place of x?",
}


def cases(curve: str) -> list[Case]:
    """The cases on a curve, by the name that the protocol has for it."""
    forger = Forger(curve)
    asked: dict[str, list[list[Request]]] = {}
    for make in MAKERS:
        for key, requests in make(forger):
            asked.setdefault(key, []).append(requests)
    return [
        _case(f"{curve}/{key}/{number}", key, requests)
        for key, all_requests in asked.items()
        for number, requests in enumerate(all_requests, 1)
    ]


def properties(replies: Iterable[Reply]) -> Iterator[Property]:
    """The answers to the questions."""
    found: dict[str, list[Reply]] = {}
    for reply in replies:
        found.setdefault(reply.case.flags[0], []).append(reply)
    for key, question in QUESTIONS.items():
        yield property_of(key, question, found.get(key, ()))


def _case(id: str, key: str, requests: list[Request]) -> Case:
    """A case, judged in its first form; the others hold the same r, s and key."""
    request, rule_sets = requests[0], () if key in OTHER_FORMS else ECDSA_RULES
    if request["op"] == "parse_public_key":
        found: Answer = answer(request)
        return Case(id, (key,), tuple(requests), dict.fromkeys(rule_sets, accepts(found)), found.get("public_key"))
    verdicts = {rules: accepts(answer({**request, "rules": rules})) for rules in rule_sets}
    return Case(id, (key,), tuple(requests), verdicts)
