"""The expected answers, computed by the textbook path: the affine laws and double-and-add, nothing faster.

A source says whether a vector is valid, or prints the signature or key; that must agree with what is computed
here, or the build stops. Reasons, verdicts under the other rule sets and steps are ours.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from ecref import ecdsa, eddsa
from ecref.errors import InvalidSignature, UnusableInput
from ecref.referee import toys
from ecref.referee.answers import with_steps
from ecref.referee.vectors import rule_sets
from ecref.textbook import textbook

if TYPE_CHECKING:
    from .vector import Vector

    Request = dict[str, Any]
    Answer = dict[str, Any]
    Steps = list[tuple[str, str, bytes]]

SCHEMES: dict[str, Any] = {
    **{name: textbook(scheme) for name, scheme in eddsa.SCHEMES.items()},
    **{name: textbook(scheme) for name, scheme in ecdsa.SCHEMES.items()},
}


def expectation(vector: Vector) -> Answer:
    """What the vector expects; ValueError where its source says otherwise."""
    request = vector.request
    answer = _verdicts(request) if request["op"] == "verify" else OPS[str(request["op"])](request)
    if contradiction := disagreement(vector, answer):
        raise ValueError(f"{vector.id}: {contradiction}")
    answer.pop("key", None)
    return answer


def disagreement(vector: Vector, answer: Answer) -> str | None:
    """In which point the source says otherwise, or None."""
    for name, value in vector.published.items():
        if answer.get(name, value) != value:
            return f"{name} is {answer[name]}, the source prints {value}"
    if vector.valid is not None:
        stated = answer["rules"][str(vector.rules)] if "rules" in answer else answer
        if vector.valid != ("error" not in stated and stated.get("valid", True)):
            return f"the source says valid = {vector.valid}, here it is {stated}"
    return None


def verify(request: Request, rules: str) -> Answer:
    """The verdict under a rule set, with the steps if they are asked for, or the error of what is unusable."""
    steps: Steps | None = [] if request.get("steps") else None
    how = {**_arguments(request), "rules": rules, "steps": steps}
    try:
        key = _scheme(request).public_key(_octets(request, "public_key"))
        signature = _octets(request, "signature")
        if "digest" in request:
            key.verify_digest(signature, _octets(request, "digest"), **how)
        else:
            key.verify(signature, _octets(request, "message"), **how)
    except UnusableInput as unusable:
        return {"error": unusable.code}
    except InvalidSignature as invalid:
        return with_steps({"valid": False, "reason": invalid.reason}, steps)
    return with_steps({"valid": True, "reason": None}, steps)


def _verdicts(request: Request) -> Answer:
    """The verdicts under all rule sets, said once where they are the same; of the steps, the most that one needs."""
    if request["scheme"] == "ECDSA":
        answers = _ecdsa_verdicts(request)
    else:
        answers = {rules: verify(request, rules) for rules in rule_sets(request["scheme"])}
    steps = max((each.pop("steps", []) for each in answers.values()), key=len)
    first, *others = answers.values()
    verdicts = {"rules": answers} if any(other != first for other in others) else first
    return {**verdicts, "steps": steps} if request.get("steps") and "error" not in first else verdicts


def _ecdsa_verdicts(request: Request) -> dict[str, Answer]:
    """low-s asks for s <= n/2 and for nothing else more; so what it says on any other ground holds for both."""
    low_s = verify(request, "low-s")
    fips186_5 = verify(request, "fips186-5") if low_s.get("reason") == "high-s" else dict(low_s)
    return {"fips186-5": fips186_5, "low-s": low_s}


def sign(request: Request) -> Answer:
    """The signature, the steps if they are asked for, and the public key, which is no part of the answer."""
    steps: Steps | None = [] if request.get("steps") else None
    arguments = _arguments(request)
    if "nonce" in request:
        arguments["unsafe_k"] = int(request["nonce"]["unsafe_k"], 16)
    key = _scheme(request).private_key(_octets(request, "private_key"))
    if "digest" in request:
        signature = key.sign_digest(_octets(request, "digest"), steps=steps, **arguments)
    else:
        signature = key.sign(_octets(request, "message"), steps=steps, **arguments)
    return with_steps({"signature": signature.hex(), "key": key.public_key.to_bytes().hex()}, steps)


def public_key(request: Request) -> Answer:
    """The public key of a private one."""
    key = _scheme(request).private_key(_octets(request, "private_key")).public_key
    return {"public_key": key.to_bytes().hex()}


def parse_public_key(request: Request) -> Answer:
    """The public key decoded and written uncompressed, or the error."""
    try:
        key = _scheme(request).public_key(_octets(request, "public_key"))
    except UnusableInput as unusable:
        return {"error": unusable.code}
    return {"public_key": key.to_bytes().hex()}


OPS = {"sign": sign, "public_key": public_key, "parse_public_key": parse_public_key}


def _scheme(request: Request) -> Any:  # noqa: ANN401  one of two classes with the same methods
    if toys.PARAMETERS in request:
        return textbook(toys.scheme(request[toys.PARAMETERS]))
    return SCHEMES[str(request.get("curve", request["scheme"]))]


def _octets(request: Request, name: str) -> bytes:
    return bytes.fromhex(request[name])


def _arguments(request: Request) -> dict[str, Any]:
    """What sign and verdict take beside key, message and signature."""
    if request["scheme"] == "ECDSA":
        return {"hash": request["hash"], "format": request["signature_format"]}
    return {"context": bytes.fromhex(request["context"]) if "context" in request else None}
