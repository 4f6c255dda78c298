"""Public keys of any algorithm: what PEM calls PUBLIC KEY. [RFC 5280, 4.1; RFC 5480, 2; RFC 8410, 4]

    SubjectPublicKeyInfo ::= SEQUENCE {
        algorithm           AlgorithmIdentifier,
        subjectPublicKey    BIT STRING }               EdDSA: RFC 8032's octets; ECDSA: a SEC 1 point

The point may be compressed; it is written uncompressed, as OpenSSL and pyca/cryptography do.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from ecref import der
from ecref.inputs import as_bytes

from . import asn1
from .faults import within
from .names import as_public_key

if TYPE_CHECKING:
    from ecref.inputs import Octets

    from .names import PublicKey


def read_public(data: Octets) -> PublicKey:
    """The key of a SubjectPublicKeyInfo.

    UnusableInput: "bad-encoding"; "wrong-key" (another algorithm); "unsupported" (the curve, or explicit parameters);
    "bad-length"; "invalid-key" (a point that is none).
    """
    with within("a SubjectPublicKeyInfo"):
        return read_fields(der.read_only(der.SEQUENCE, as_bytes("a public key", data)))


def read_fields(content: bytes) -> PublicKey:
    """The key of a SubjectPublicKeyInfo with this content."""
    algorithm, content = der.read(der.SEQUENCE, content)
    bits = der.read_only(der.BIT_STRING, content)
    return asn1.read_algorithm(algorithm).public_key(asn1.read_bit_string(bits))


def write_public(key: PublicKey) -> bytes:
    """The key as a SubjectPublicKeyInfo; UnusableInput "unsupported" for a toy's."""
    key = as_public_key(key)
    return der.write(der.SEQUENCE, asn1.write_algorithm(key.scheme) + asn1.write_bit_string(key.to_bytes()))
