"""Requests to be made: the parts that the makers of cases share.

Each case has a name:

    flaw    what is odd about a case, in a few words; "honest" where nothing is
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple

if TYPE_CHECKING:
    from ecref.ecdsa import ECDSA
    from ecref.eddsa import EdDSA

HONEST = "honest"


class Made(NamedTuple):
    """A request of docs/protocol.md, and what is odd about it."""

    flaw: str
    request: dict[str, Any]


def head(op: str, scheme: EdDSA | ECDSA) -> dict[str, Any]:
    """What a request begins with."""
    if hasattr(scheme, "section"):
        return {"op": op, "scheme": scheme.name}
    return {"op": op, "scheme": "ECDSA", "curve": scheme.name}


def private_key(octets: bytes) -> dict[str, str]:
    """A private key's part of a request."""
    return {"private_key": octets.hex(), "private_key_format": "raw"}


def public_key(octets: bytes, format: str) -> dict[str, str]:
    """A public key's part of a request."""
    return {"public_key": octets.hex(), "public_key_format": format}


def signature(octets: bytes, format: str) -> dict[str, str]:
    """A signature's part of a request."""
    return {"signature": octets.hex(), "signature_format": format}


def flipped(octets: bytes, bit: int) -> bytes:
    """The octets with one bit changed, counted from the first octet's lowest, modulo their number."""
    number = int.from_bytes(octets, "little") ^ 1 << bit % (8 * len(octets))
    return number.to_bytes(len(octets), "little")
