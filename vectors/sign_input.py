"""The 1,024 signatures that Ed25519's authors published beside their software.

Source: sign.input of cryptography-vectors; a line is `seed public_key : public_key : message : signature
message :`, in hex, without the spaces. The message of line n has n - 1 octets.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from .packages import CRYPTOGRAPHY
from .vector import Suite, Vector

if TYPE_CHECKING:
    from .packages import Wheels


def lines(wheels: Wheels) -> list[tuple[str, str, str, str]]:
    """(seed, public key, message, signature) of each line."""
    found = []
    for line in wheels.text(CRYPTOGRAPHY, "asymmetric/Ed25519/sign.input").splitlines():
        keys, public_key, message, signed, _ = line.split(":")
        if keys[64:] != public_key or signed[128:] != message:
            raise ValueError("a line of sign.input contradicts itself")
        found.append((keys[:64], public_key, message, signed[:128]))
    return found


def suite(wheels: Wheels) -> Suite:
    """Each line as a request to sign."""
    vectors = [
        Vector(
            id=f"sign.input/{number}",
            request={
                "op": "sign",
                "scheme": "Ed25519",
                "private_key": seed,
                "private_key_format": "raw",
                "message": message,
            },
            published={"signature": signature},
        )
        for number, (seed, _, message, signature) in enumerate(lines(wheels), 1)
    ]
    return Suite("sign-input", [vectors])
