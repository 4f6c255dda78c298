"""NEM's Ed25519: RFC 8032's text over edwards25519, with Keccak-512 for SHA-512, and private keys back to front.

NEM chose its hash before FIPS 202 changed SHA-3's padding, and keeps a private key as a number whose hex digits it
prints from the highest on; what is hashed is its little-endian octets. [NEM Technical Reference, 3; NEM's core,
org.nem.core.crypto: Hashes, Ed25519Utils, Ed25519DsaSigner]

    sk      a private key as NEM keeps it: a seed of RFC 8032 with its octets reversed
    pk      a public key: A, encoded
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from ..curves import edwards25519
from ..eddsa import EdDSA
from ..hashes import KECCAK_512
from ..inputs import as_bytes

if TYPE_CHECKING:
    from ..eddsa_keys import EdDSAPrivateKey
    from ..inputs import Message, Octets

ed25519 = EdDSA("Ed25519-NEM", edwards25519, KECCAK_512, n=254)
RULES = "ref10"  # NEM's core compares R as octets, after S < L [Ed25519DsaSigner.verify]


def generate_keypair() -> tuple[bytes, bytes]:
    """(sk, pk): a new key from the system's random numbers."""
    key = ed25519.generate()
    return key.private_bytes()[::-1], key.public_key.to_bytes()


def secret2public(sk: Octets) -> bytes:
    """The public key of a private one. UnusableInput "bad-length"."""
    return private_key(sk).public_key.to_bytes()


def sign(message: Message, sk: Octets) -> bytes:
    """The signature, 64 octets. UnusableInput as of `sign` of a key of ed25519."""
    return private_key(sk).sign(message)


def verify(message: Message, signature: Octets, pk: Octets) -> None:
    """Raise InvalidSignature, with .reason, unless the signature is valid under the rule set ref10.

    UnusableInput "bad-length" for a public key that hasn't 32 octets; one that encodes no point is a reason.
    """
    ed25519.public_key(pk).verify(signature, message, rules=RULES)


def private_key(sk: Octets) -> EdDSAPrivateKey:
    """The key of ed25519 that NEM writes as sk."""
    return ed25519.private_key(as_bytes("a private key", sk)[::-1])
