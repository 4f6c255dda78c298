"""NEM's variant of Ed25519, and its encrypted messages: the API of the Python binding to NEM's fork of ed25519-dalek.

    from ecref import nem

    sk, pk = nem.generate_keypair()
    signature = nem.sign(b"message", sk)
    nem.verify(b"message", signature, pk)  # None, or raises InvalidSignature

It is here to check signatures and read messages of the NEM block chain (NIS1), and it isn't Ed25519: neither verifies
what the other signs. Keys, signatures and data are octets, never hex. docs/nem.md tells what differs.
"""

from __future__ import annotations

from .messages import decrypt, encrypt
from .signing import ed25519, generate_keypair, secret2public, sign, verify

__all__ = ["decrypt", "ed25519", "encrypt", "generate_keypair", "secret2public", "sign", "verify"]
