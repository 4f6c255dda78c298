"""Whether an implementation's answer is the one that was expected."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from ecref import signatures
from ecref.ecdsa import SCHEMES
from ecref.errors import InvalidSignature

from ..protocol import answer
from .interface import accepts

if TYPE_CHECKING:
    from collections.abc import Mapping

    from .interface import Answer

    Request = Mapping[str, Any]


def fault(request: Request, expected: Answer, got: Answer, nonce: str | None) -> str | None:
    """What is wrong with a checked answer, as a clause; None where nothing is.

    Of verify and of keys that are refused it matters whether, not why. nonce is what the implementation says of its k.
    """
    if "crash" in got:
        return f"crash: {got['crash']}"
    if accepts(got) != accepts(expected):
        if accepts(got):
            return f"accepted in spite of {expected.get('reason') or expected['error']}"
        return f"refused, {got.get('detail') or got.get('reason') or 'though valid'}"
    if not accepts(got) or request["op"] == "verify":
        return None
    if request["op"] == "sign":
        return signature_fault(request, expected["signature"], got["signature"], nonce)
    return None if got["public_key"] == expected["public_key"] else "another public key"


def signature_fault(request: Request, expected: str, got: str, nonce: str | None) -> str | None:
    """What is wrong with a signature. ECDSA's s may be n - s, and its k any, unless it is said to be RFC 6979's."""
    if got == expected:
        return None
    if request["scheme"] != "ECDSA":
        return "another signature than RFC 8032's"
    if same_but_for_sign(request, expected, got):
        return None
    if "nonce" in request:
        return "another signature than the one that follows from k"
    return "another signature than RFC 6979's" if nonce == "rfc6979" else hold_fault(request, got)


def same_but_for_sign(request: Request, one: str, other: str) -> bool:
    """Whether two signatures of ECDSA have the same r, and s or n - s."""
    n, form = SCHEMES[request["curve"]].curve.n, request.get("signature_format", "der")
    try:
        (r, s, _), (r2, s2, _) = (signatures.decode(bytes.fromhex(each), form, n) for each in (one, other))
    except InvalidSignature:
        return False
    return r == r2 and s2 in (s, n - s)


def hold_fault(request: Request, signature: str) -> str | None:
    """Why a signature that was made doesn't hold; None where it does."""
    key = {name: request[name] for name in ("scheme", "curve", "private_key", "private_key_format")}
    public_key = answer({"op": "public_key", **key})["public_key"]
    signed = {name: request[name] for name in request if name not in ("op", "nonce", "low_s", *key)}
    how = {"scheme": key["scheme"], "curve": key["curve"], "public_key": public_key, "public_key_format": "sec1"}
    verdict = answer({"op": "verify", **how, **signed, "signature": signature})
    return None if verdict.get("valid") is True else f"its own signature doesn't hold: {verdict.get('reason')}"
