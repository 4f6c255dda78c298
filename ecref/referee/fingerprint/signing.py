"""What an implementation's own signatures tell: whether they are the standard's, how the nonce is chosen, if s is low.

n, r, s   as in ecref.ecdsa
"""

from __future__ import annotations

from dataclasses import replace
from itertools import count, islice
from typing import TYPE_CHECKING

from ecref import signatures
from ecref.ecdsa import SCHEMES as ECDSA_SCHEMES
from ecref.eddsa import SCHEMES as EDDSA_SCHEMES
from ecref.errors import InvalidSignature

from ..implementations.agreement import hold_fault, same_but_for_sign
from ..protocol import answer
from .case import NO, YES, Case, property_of
from .ecdsa_forger import FORMS, Forger

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence

    from .case import Property, Reply, Request

MESSAGES = 16  # with a high s by RFC 6979; a random nonce gives only low ones once in 2^16 times
AGAIN = "again"  # the flag of a case that stands behind its like


def eddsa_cases(scheme: str) -> list[Case]:
    """Messages to sign."""
    key = bytes(range(EDDSA_SCHEMES[scheme].curve.size)).hex()
    request = {"op": "sign", "scheme": scheme, "private_key": key, "private_key_format": "raw"}
    return [
        Case(f"{scheme}/sign/{size}", (), ({**request, "message": bytes(size).hex(), "signature_format": "raw"},))
        for size in (0, 1, 200)
    ]


def ecdsa_cases(curve: str) -> list[Case]:
    """Messages to sign with the curve's hash, the first of them once more, and one with another hash."""
    forger, scheme = Forger(curve), ECDSA_SCHEMES[curve]
    messages = (b"sign %d" % number for number in count())
    found = list(islice((each for each in messages if scheme.is_high(forger.pair(each, low_s=False)[1])), MESSAGES))
    other = "SHA-512" if scheme.hash == "SHA-256" else "SHA-256"
    asked = [(found[0], scheme.hash, ()), (found[0], scheme.hash, (AGAIN,)), (found[0], other, ())]
    asked += [(message, scheme.hash, ()) for message in found[1:]]
    return [
        Case(f"{curve}/sign/{number}", flags, tuple(_request(forger, message, name, form) for form in FORMS))
        for number, (message, name, flags) in enumerate(asked, 1)
    ]


def eddsa_properties(replies: Sequence[Reply]) -> Iterator[Property]:
    """The answer to the one question that RFC 8032 leaves."""
    yield property_of("sign", "Are its signatures those of RFC 8032?", _judged(replies, _is_ours))


def ecdsa_properties(replies: Sequence[Reply]) -> Iterator[Property]:
    """The answers to the questions about ECDSA's."""

    def is_repeated(reply: Reply) -> bool:
        return reply.answer == replies[0].answer

    again = [reply for reply in replies if AGAIN in reply.case.flags]
    low = list(_judged(replies, _is_low))
    high = [reply for reply in low if reply.state == NO]  # one is enough for the answer
    yield property_of("sign", "Do its signatures hold?", _judged(replies, _holds))
    yield property_of("deterministic", "Does it sign a message twice alike?", _judged(again, is_repeated))
    yield property_of("rfc6979", "Is the nonce that of RFC 6979?", _judged(replies, _has_our_nonce))
    yield property_of("low-s", "Does it give s <= n/2 only?", high or low)


def _request(forger: Forger, message: bytes, hash: str, form: str) -> Request:
    return {
        "op": "sign",
        "scheme": "ECDSA",
        "curve": forger.scheme.name,
        "hash": hash,
        "message": message.hex(),
        "private_key": forger.key.private_bytes().hex(),
        "private_key_format": "raw",
        "signature_format": form,
    }


def _judged(replies: Sequence[Reply], judge: Callable[[Reply], bool]) -> Iterator[Reply]:
    """The replies, those that hold a signature with what is asked about it."""
    for reply in replies:
        yield reply if reply.state != YES else replace(reply, state=YES if judge(reply) else NO)


def _is_ours(reply: Reply) -> bool:
    return bool(reply.answer["signature"] == answer(reply.request)["signature"])


def _holds(reply: Reply) -> bool:
    return hold_fault(reply.request, reply.answer["signature"]) is None


def _has_our_nonce(reply: Reply) -> bool:
    return same_but_for_sign(reply.request, str(answer(reply.request)["signature"]), reply.answer["signature"])


def _is_low(reply: Reply) -> bool:
    scheme = ECDSA_SCHEMES[reply.request["curve"]]
    try:
        octets = bytes.fromhex(reply.answer["signature"])
        _, s, _ = signatures.decode(octets, reply.request["signature_format"], scheme.curve.n)
    except InvalidSignature:
        return False
    return s <= scheme.curve.n // 2
