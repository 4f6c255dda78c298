"""A case asked of every implementation, and everything that is found."""

from __future__ import annotations

from itertools import combinations
from typing import TYPE_CHECKING, Any, NamedTuple

from ecref.referee.implementations.interface import accepts, checked, is_unsupported

from .cases import EXCHANGE
from .findings import Finding, Result
from .judge import POLICY, Declared, compare, derivation_of, expected, verification

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from ecref.referee.implementations.interface import Answer, Implementation

    from .cases import Case


class Asked(NamedTuple):
    """A request, and the answers to it by the names of the implementations."""

    request: dict[str, Any]
    answers: dict[str, Answer]


def check(case: Case, implementations: Sequence[Implementation]) -> Result:
    """Ask a case, judge each answer, and count."""
    result = Result(cases=1)
    by_name = {each.name: each for each in implementations}
    for request, answers in ask(case, implementations):
        words = {name: word(request, got) for name, got in answers.items()}
        for name, got in answers.items():
            found = compare(case.kind, request, got, declared(by_name[name], request))
            tally = result.tally(name, case.kind)
            tally.asked += 1
            tally.unsupported += is_unsupported(got)
            if found is not None:
                tally.policies += found.verdict == POLICY
                tally.faults += found.verdict != POLICY
                others = {other: said for other, said in words.items() if other != name}
                result.add(Finding.of(name, case, request, got, found, others))
        given = [(name, said) for name, said in words.items() if said is not None]
        for (one, said), (other, said_too) in combinations(given, 2):
            if said != said_too:
                result.disagreements[one, other] += 1
    return result


def declared(implementation: Implementation, request: dict[str, Any]) -> Declared:
    """What the implementation says of itself on the request's scheme and curve."""
    curve = request.get("curve")
    nonce = None if curve is None else implementation.nonce(curve)
    return Declared(implementation.rules(request["scheme"], curve), nonce)


def ask(case: Case, implementations: Sequence[Implementation]) -> Iterator[Asked]:
    """The request of a case; then, where keys are exchanged, those that come of the answers."""
    answers = {each.name: _answer(each, case.request) for each in implementations}
    yield Asked(case.request, answers)
    if case.kind != EXCHANGE or case.request["op"] != "sign":
        return
    derivation = derivation_of(case.request)
    for implementation in implementations:
        signature = answers[implementation.name].get("signature")
        if signature is None:
            continue
        derived = _answer(implementation, derivation)
        yield Asked(derivation, {implementation.name: derived})
        key = derived.get("public_key") or expected(derivation)["public_key"]
        request = verification(case.request, signature, key)
        yield Asked(request, {each.name: _answer(each, request) for each in implementations})


def word(request: dict[str, Any], got: Answer) -> str | None:
    """An answer in a word or two, by which answers are compared; None for what isn't supported."""
    if is_unsupported(got):
        return None
    if "crash" in got:
        return "crashes"
    if not accepts(got):
        return "refuses"
    if request["op"] == "verify":
        return "accepts"
    return "signs" if request["op"] == "sign" else str(got["public_key"])


def _answer(implementation: Implementation, request: dict[str, Any]) -> Answer:
    """An answer of a known shape."""
    return checked(request["op"], implementation.answer(request))
