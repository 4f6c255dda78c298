"""Keys as most languages read them: PKCS #8 [RFC 5958; RFC 8410, 7], SubjectPublicKeyInfo [RFC 5280; RFC 8410, 4]."""

from __future__ import annotations

SEQUENCE, INTEGER, BITS, OCTETS = 0x30, 0x02, 0x03, 0x04

ALGORITHMS = {  # the AlgorithmIdentifier's content: object identifiers, encoded
    "ed25519": bytes.fromhex("06032b6570"),  # 1.3.101.112
    "ed448": bytes.fromhex("06032b6571"),  # 1.3.101.113
    "p256": bytes.fromhex("06072a8648ce3d0201 06082a8648ce3d030107"),  # 1.2.840.10045.2.1, then the curve's
    "p384": bytes.fromhex("06072a8648ce3d0201 06052b81040022"),
    "secp256k1": bytes.fromhex("06072a8648ce3d0201 06052b8104000a"),
}


def element(tag: int, *parts: bytes) -> bytes:
    """An element of DER, of up to 255 octets."""
    content = b"".join(parts)
    return bytes([tag, len(content)] if len(content) < 128 else [tag, 0x81, len(content)]) + content


def spki(curve: str, public: bytes) -> bytes:
    """A public key."""
    return element(SEQUENCE, element(SEQUENCE, ALGORITHMS[curve]), element(BITS, b"\0", public))


def pkcs8(curve: str, secret: bytes) -> bytes:
    """A private key, without its public half."""
    inner = element(OCTETS, secret)
    if not curve.startswith("ed"):
        inner = element(SEQUENCE, element(INTEGER, b"\1"), inner)  # ECPrivateKey [RFC 5915]
    version = element(INTEGER, b"\0")
    return element(SEQUENCE, version, element(SEQUENCE, ALGORITHMS[curve]), element(OCTETS, inner))
