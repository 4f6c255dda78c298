"""PKCS#8 private keys of any algorithm: what PEM calls PRIVATE KEY. [RFC 5958, 2; RFC 8410, 7; RFC 5915]

    OneAsymmetricKey ::= SEQUENCE {
        version      INTEGER { v1(0), v2(1) },         v2 if, and only if, there is a public key
        algorithm    AlgorithmIdentifier,
        privateKey   OCTET STRING,                     EdDSA: the seed, again an OCTET STRING; ECDSA: an ECPrivateKey
        attributes   [0] IMPLICIT SET OPTIONAL,        not looked into
        publicKey    [1] IMPLICIT BIT STRING OPTIONAL }

    EncryptedPrivateKeyInfo ::= SEQUENCE { algorithm AlgorithmIdentifier, data OCTET STRING }     recognised, not read

Before its version 0.17, ring wrote the public half of an Ed25519 key as [1] EXPLICIT: that form too is read, and named.
Written is v1, as OpenSSL and pyca/cryptography write it.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from ecref import der
from ecref.ecdsa_keys import ECDSAPrivateKey
from ecref.eddsa import EdDSA, ed25519
from ecref.inputs import as_bytes

from . import asn1, sec1
from .faults import check_halves, encrypted, within
from .names import as_private_key

if TYPE_CHECKING:
    from ecref.inputs import Octets

    from .names import PrivateKey, Scheme

RING = "the public half is tagged as ring wrote it before its version 0.17 ([1] EXPLICIT)"


def read_private(data: Octets) -> PrivateKey:
    """The key of a OneAsymmetricKey.

    UnusableInput: "bad-encoding"; "encrypted-key"; "wrong-key" (another algorithm); "unsupported" (the curve, or
    explicit parameters); "bad-length"; "invalid-key" (out of range; halves or curves that don't match).
    """
    return read_noted(data)[0]


def read_noted(data: Octets) -> tuple[PrivateKey, tuple[str, ...]]:
    """`read_private`, with sentences on what is remarkable about the container: RING or nothing."""
    data = as_bytes("a private key", data)
    with within("a PKCS#8 private key"):
        content = der.read_only(der.SEQUENCE, data)
        _refuse_encrypted(content)
        number, content = der.read(der.INTEGER, content)
        version = asn1.read_version(number, 0, 1)
        algorithm, content = der.read(der.SEQUENCE, content)
        private, content = der.read(der.OCTET_STRING, content)
        _, content = der.read_optional(der.context(0), content)
        scheme = asn1.read_algorithm(algorithm)
        public, notes = _public_half(content, scheme)
        if (public is None) != (version == 0):
            raise der.Malformed(f"version {version} {'without' if version else 'with'} a public key [RFC 5958, 2]")
        key = _private_half(private, scheme)
        if public is not None:
            check_halves(key, scheme.public_key(public))
        return key, notes


def _refuse_encrypted(content: bytes) -> None:
    """Raise UnusableInput "encrypted-key" if these are the fields of an EncryptedPrivateKeyInfo."""
    algorithm, rest = der.read_optional(der.SEQUENCE, content)
    if algorithm is not None and rest[:1] == bytes([der.OCTET_STRING]):
        raise encrypted("an encrypted one", "openssl pkey -inform DER -in FILE -out DECRYPTED")


def _private_half(octets: bytes, scheme: Scheme) -> PrivateKey:
    if isinstance(scheme, EdDSA):
        return scheme.private_key(der.read_only(der.OCTET_STRING, octets))
    return sec1.read_structure(octets, scheme)


def _public_half(content: bytes, scheme: Scheme) -> tuple[bytes | None, tuple[str, ...]]:
    """The octets of the public half, if it is there, and the note on its form."""
    if not content:
        return None, ()
    notes: tuple[str, ...] = ()
    if scheme is ed25519 and content[0] == der.context(1):
        bits, notes = der.read_only(der.BIT_STRING, der.read_only(der.context(1), content)), (RING,)
    else:
        bits = der.read_only(der.context(1, constructed=False), content)
    return asn1.read_bit_string(bits), notes


def write_private(key: PrivateKey) -> bytes:
    """The key as a OneAsymmetricKey; UnusableInput "unsupported" for a toy's, or one without its seed."""
    key = as_private_key(key)
    algorithm = asn1.write_algorithm(key.scheme)
    if isinstance(key, ECDSAPrivateKey):
        private = sec1.write_structure(key, b"")
    else:
        private = der.write(der.OCTET_STRING, key.private_bytes())
    return der.write(der.SEQUENCE, der.write_integer(0) + algorithm + der.write(der.OCTET_STRING, private))
