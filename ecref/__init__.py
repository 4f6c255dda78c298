"""ecref: the executable reference for EdDSA and ECDSA, in plain Python.

Not for secrets: Python's integers take time that depends on their values, so whoever can measure how long a
signature takes learns about the key. Use it to learn, to audit, and to check other implementations.

    from ecref import ed25519

    key = ed25519.generate()
    signature = key.sign(b"message")
    key.public_key.verify(signature, b"message")  # None, or raises InvalidSignature with .reason

ed25519, ed25519ctx, ed25519ph, ed448, ed448ph are records of EdDSA [RFC 8032]; p256, p384, secp256k1 of ECDSA
[FIPS 186-5, SEC 1]. EdwardsCurve, WeierstrassCurve, EdDSA and ECDSA make others, toy curves among them.
"""

from __future__ import annotations

from .ecdsa import ECDSA, p256, p384, secp256k1
from .eddsa import EdDSA, ed448, ed448ph, ed25519, ed25519ctx, ed25519ph
from .edwards import EdwardsCurve
from .errors import EcrefError, InvalidPoint, InvalidSignature, UnusableInput
from .verdict import Verdict
from .weierstrass import WeierstrassCurve

__version__ = "0.1.0"

__all__ = [
    "ECDSA",
    "EcrefError",
    "EdDSA",
    "EdwardsCurve",
    "InvalidPoint",
    "InvalidSignature",
    "UnusableInput",
    "Verdict",
    "WeierstrassCurve",
    "ed448",
    "ed448ph",
    "ed25519",
    "ed25519ctx",
    "ed25519ph",
    "p256",
    "p384",
    "secp256k1",
]
