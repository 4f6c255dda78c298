"""ecref's keys over other libraries, for the tests of the switch."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest

import ecref
from ecref import UnusableInput

if TYPE_CHECKING:
    from ecref.foreign.schemes import Implementation

NATIVE = ("ed25519", "ed448", "p256", "p384", "secp256k1")  # what cryptography has
SECRET = 0x5EC2E7
MESSAGE = b"what is signed"


def secret(scheme: Any) -> bytes:
    size: int = scheme.curve.size
    return SECRET.to_bytes(size, "big")


def pair(implementation: Implementation, attribute: str) -> tuple[Any, Any]:
    """The same private key, there and in ecref."""
    own = getattr(ecref, attribute)
    return getattr(implementation, attribute).private_key(secret(own)), own.private_key(secret(own))


def code_of(call: Any, *arguments: Any, **named: Any) -> str:
    """The UnusableInput that a call raises."""
    with pytest.raises(UnusableInput) as error:
        call(*arguments, **named)
    return f"{error.value.code}: {error.value.detail}"


def outcome(call: Any, *arguments: Any) -> Any:
    """What a call gives, a key as its octets; or what it raises, as text."""
    try:
        found = call(*arguments)
    except (UnusableInput, TypeError) as error:
        return f"{type(error).__name__} {error}"
    found = getattr(found, "public_key", found)
    return found.to_bytes() if hasattr(found, "to_bytes") else found
