"""The verdict on one answer: whether it differs from ecref's, and from what it departs.

    STANDARD    no known rule set answers so, or the implementation declares the standard's own and departs from it
    OWN_RULES   it departs from the rule set that it declares; some other rule set answers so
    POLICY      it does as it declares (or declares nothing), and other rule sets differ: a choice, no fault
    CRASH       it gave no answer

What counts of a verification is whether it accepts. Octets must be equal where a standard leaves no choice.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple

from ecref import signatures
from ecref.ecdsa import SCHEMES
from ecref.errors import InvalidSignature
from ecref.referee.implementations.agreement import same_but_for_sign
from ecref.referee.implementations.interface import accepts, is_unsupported
from ecref.referee.protocol import answer
from ecref.referee.vectors import rule_sets

from .sections import section

if TYPE_CHECKING:
    from ecref.referee.implementations.interface import Answer

    Request = dict[str, Any]

STANDARD, OWN_RULES, POLICY, CRASH = "standard", "own-rules", "policy", "crash"
FAULTS = (STANDARD, OWN_RULES, CRASH)
VERDICTS = (*FAULTS, POLICY)
STANDARDS = {"ECDSA": "fips186-5"}  # other schemes: rfc8032
REFUSES = "refuses-valid"


class Declared(NamedTuple):
    """What an implementation says of itself: its rule set for a scheme and curve, and how it chooses k."""

    rules: str | None = None
    nonce: str | None = None


class Difference(NamedTuple):
    """One answer that isn't as ecref's.

    reason    why it is refused, where one of both refuses; else what differs
    verdict   STANDARD, OWN_RULES, POLICY or CRASH
    detail    a sentence
    section   of the standard
    expected  ecref's answer
    agrees    the rule sets that answer as the implementation does
    first     the first value of the computation that differs, where that is known
    """

    reason: str
    verdict: str
    detail: str
    section: str
    expected: Answer
    agrees: tuple[str, ...] = ()
    first: str | None = None


def expected(request: Request, rules: str | None = None) -> Answer:
    """ecref's answer, under a rule set where one decides."""
    ruled = request["op"] == "verify" and rules is not None
    return answer({**request, "rules": rules} if ruled else request)


def compare(kind: str, request: Request, got: Answer, declared: Declared) -> Difference | None:
    """In what the answer differs, or None. The kind says which section of the standard it is about."""
    if is_unsupported(got):
        return None
    if "crash" in got:
        return Difference("crash", CRASH, str(got["crash"]), "", expected(request))
    found = _verify(request, got, declared) if request["op"] == "verify" else _made(request, got, declared)
    return found and found._replace(section=section(request, kind, found.reason))


def _verify(request: Request, got: Answer, declared: Declared) -> Difference | None:
    """Who accepts what the implementation accepts."""
    names = rule_sets(request["scheme"])
    standard = STANDARDS.get(request["scheme"], names[0])
    own = declared.rules if declared.rules in names else None
    ours = expected(request, own or standard)
    if is_unsupported(ours):  # this Python lacks the hash
        return None
    taken, theirs = accepts(got), ours
    if own not in (None, standard):
        theirs = expected(request, standard)
    if taken == accepts(ours) == accepts(theirs):
        return None
    answers = {name: expected(request, name) for name in names}
    agrees = tuple(name for name in names if accepts(answers[name]) == taken)
    if taken == accepts(ours):
        verdict, against = POLICY, theirs
    else:
        verdict, against = _departure(request, own, standard, agrees), ours
    refusal = against if taken else None
    if verdict != STANDARD and agrees:  # then a rule set's refusal says why; under the standard it would be chance
        refusal = refusal or answers[agrees[0]]
    reason = _reason(refusal)
    why = f": {refusal['detail']}" if refusal else ""
    what = "accepts what it must refuse" if taken else "refuses what is valid"
    if verdict == POLICY:
        what = "accepts" if taken else "refuses"
    return Difference(reason, verdict, f"{what}{why}", "", against, agrees)


def _departure(request: Request, own: str | None, standard: str, agrees: tuple[str, ...]) -> str:
    """From what an answer departs that isn't the one of the implementation's rule set."""
    if may_be_refused(request) and accepts(expected(request)):
        return POLICY
    if not agrees or own == standard:
        return STANDARD
    return POLICY if own is None else OWN_RULES


def _made(request: Request, got: Answer, declared: Declared) -> Difference | None:
    """The octets that sign, public_key and parse_public_key answer."""
    ours = expected(request)
    if "error" in ours:
        detail = f"accepts what it must refuse: {ours['detail']}"
        wrong = accepts(got) and not is_unsupported(ours)
        return Difference(ours["error"], STANDARD, detail, "", ours) if wrong else None
    if not accepts(got):
        verdict = POLICY if may_be_refused(request) else STANDARD
        return Difference(REFUSES, verdict, f"refuses what it should take: {got.get('detail', '')}", "", ours)
    if request["op"] == "sign":
        return _signature(request, got, ours, declared)
    if got["public_key"] == ours["public_key"]:
        return None
    first = {"public_key": "Q" if request["scheme"] == "ECDSA" else "A"}.get(request["op"])
    return Difference("public-key-differs", STANDARD, "gives another public key", "", ours, first=first)


def _signature(request: Request, got: Answer, ours: Answer, declared: Declared) -> Difference | None:
    """A signature: the only one there is, or one that holds."""
    if got["signature"] == ours["signature"]:
        return None
    if request["scheme"] != "ECDSA":
        half = len(ours["signature"]) // 2
        first = "R" if got["signature"][:half] != ours["signature"][:half] else "S"
        return Difference("signature-differs", STANDARD, "makes another signature", "", ours, first=first)
    key = expected(derivation_of(request))["public_key"]
    judged = expected(verification(request, got["signature"], key), declared.rules)
    if judged.get("valid") is not True:
        verdict = OWN_RULES if judged["reason"] == "high-s" else STANDARD
        detail = f"makes a signature that doesn't hold: {judged['detail']}"
        return Difference(judged["reason"], verdict, detail, "", ours, first=_first(request, got, ours))
    if declared.nonce != "rfc6979" or same_but_for_sign(request, ours["signature"], got["signature"]):
        return None
    return Difference("nonce-not-rfc6979", STANDARD, "chooses another k than RFC 6979", "", ours, first="k")


def _first(request: Request, got: Answer, ours: Answer) -> str | None:
    """r or s, whichever is the first to differ; None where no r can be read."""
    n, form = SCHEMES[request["curve"]].curve.n, request["signature_format"]
    try:
        r, _, _ = signatures.decode(bytes.fromhex(got["signature"]), form, n)
    except InvalidSignature:
        return None
    return "s" if r == signatures.decode(bytes.fromhex(ours["signature"]), form, n)[0] else "r"


def derivation_of(signing: Request) -> Request:
    """The request for the public key of a request's private one."""
    keys = ("scheme", "curve", "private_key", "private_key_format")
    return {"op": "public_key", **{key: signing[key] for key in keys if key in signing}}


def verification(signing: Request, signature: str, public_key: str) -> Request:
    """The request to verify what a request to sign gave."""
    kept = {key: value for key, value in signing.items() if key not in ("op", "private_key", "private_key_format")}
    ecdsa = signing["scheme"] == "ECDSA"
    form = signing["signature_format"] if ecdsa else "raw"
    key = {"public_key": public_key, "public_key_format": "sec1" if ecdsa else "raw"}
    return {"op": "verify", **kept, **key, "signature": signature, "signature_format": form}


def _reason(refusal: Answer | None) -> str:
    """Why an answer refuses."""
    return REFUSES if refusal is None else str(refusal.get("error") or refusal["reason"])


def may_be_refused(request: Request) -> bool:
    """Whether a standard leaves it open to refuse what is valid.

    Compressed keys are optional [RFC 5480, 2.2]; a context of Ed25519ctx should not be empty [RFC 8032, 8.3].
    """
    compressed = request.get("public_key_format") == "sec1" and request["public_key"][:2] in ("02", "03")
    return compressed or (request["scheme"] == "Ed25519ctx" and request["context"] == "")
