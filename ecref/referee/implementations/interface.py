"""What an implementation under test is: something that answers requests of docs/protocol.md.

Requests use the ops verify, sign, public_key and parse_public_key, keys as `raw` or `sec1`, signatures as `raw`, `der`
or `p1363`, and no `rules`, `steps` or `id`. An answer is one of

    {"valid": bool}                    verify
    {"signature": hex}                 sign
    {"public_key": hex}                public_key, parse_public_key: raw, or SEC 1 uncompressed
    {"error": code, "detail": text}    refused as unusable: to verify as good as {"valid": false}
    {"unsupported": true}              what it doesn't have
    {"crash": sentence}                it fell over, hung, or answered nonsense
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Protocol

if TYPE_CHECKING:
    from collections.abc import Mapping

Answer = dict[str, Any]

UNSUPPORTED: Answer = {"unsupported": True}

RESULTS = {  # by op, the key of the result and its type
    "verify": ("valid", bool),
    "sign": ("signature", str),
    "public_key": ("public_key", str),
    "parse_public_key": ("public_key", str),
}


class Implementation(Protocol):
    """An implementation under test; `close` ends what it started."""

    name: str

    def version(self) -> str:
        """What is judged: name and version."""

    def rules(self, scheme: str, curve: str | None) -> str | None:
        """The name of the rule set that it declares for a scheme (ECDSA: on a curve); None where nobody knows."""

    def nonce(self, curve: str) -> str | None:
        """How it chooses ECDSA's k: "rfc6979" (s may be replaced by n - s) or "random"; None where nobody knows."""

    def answer(self, request: Mapping[str, Any]) -> Answer:
        """The answer to a request. It never raises."""

    def close(self) -> None:
        """End what it started."""


def crash(why: str) -> Answer:
    """The answer of an implementation that gave none."""
    return {"crash": why}


def checked(op: str, answer: object) -> Answer:
    """An answer to a request with this op, or a crash where it is none that the table above has."""
    if isinstance(answer, dict):
        key, kind = RESULTS[op]
        known = isinstance(answer.get(key), kind) and (kind is bool or _is_hex(answer[key]))
        if known or isinstance(answer.get("error"), str) or isinstance(answer.get("crash"), str):
            return answer
        if answer.get("unsupported") is True:
            return UNSUPPORTED
    return crash(f"it answered {ascii(answer)[:200]}")


def is_unsupported(answer: Answer) -> bool:
    """Whether the implementation doesn't have what was asked for."""
    return answer.get("unsupported") is True or answer.get("error") == "unsupported"


def accepts(answer: Answer) -> bool:
    """Whether a checked answer takes the signature or the key."""
    return "error" not in answer and "crash" not in answer and answer.get("valid", True) is True


def _is_hex(text: str) -> bool:
    return len(text) % 2 == 0 and set(text) <= set("0123456789abcdef")
