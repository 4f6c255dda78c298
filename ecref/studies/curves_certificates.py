"""A chain of three X.509 certificates under each kind of key, made by `cryptography`: a root, an authority, a server.

What a client checks of its cryptography: each certificate's signature, under its issuer's key, which is decoded from
the issuer's certificate; the root's is its own. Names, dates and extensions cost nothing beside that, and aren't timed.
"""

from __future__ import annotations

from datetime import datetime, timedelta
from typing import TYPE_CHECKING, Any, NamedTuple

from ecref.formats import spki
from ecref.referee.adapters.interface import require

from . import curves_rsa
from .curves_algorithms import OWN

if TYPE_CHECKING:
    from collections.abc import Callable

    from .curves_algorithms import Algorithm

DEPTH = 3
DAY = datetime(2026, 1, 1)  # noqa: DTZ001 -- cryptography takes it as UTC
X509 = "cryptography.x509"
PRIMITIVES = "cryptography.hazmat.primitives"


class Certificate(NamedTuple):
    """What is verified: the signed octets, the signature, the issuer's SubjectPublicKeyInfo; and its length in all."""

    signed: bytes
    signature: bytes
    issuer: bytes
    octets: int


def chain(algorithm: Algorithm) -> list[Certificate]:
    """The root first."""
    issuer = key = generated(algorithm)
    found = []
    for depth in range(DEPTH):
        made = _certificate(algorithm, depth, key, issuer)
        octets = made.public_bytes(require(f"{PRIMITIVES}.serialization", "cryptography").Encoding.DER)
        spki_octets = curves_rsa.public_octets(issuer)
        found.append(Certificate(made.tbs_certificate_bytes, made.signature, spki_octets, len(octets)))
        issuer, key = key, generated(algorithm)
    return found


def generated(algorithm: Algorithm) -> Any:  # noqa: ANN401 -- cryptography's
    """A new private key; RSA's is the same each time, since nothing depends on it."""
    if algorithm.curve is None:
        return curves_rsa.private_key(algorithm.modulus)
    if algorithm.is_eddsa:
        module = require(f"{PRIMITIVES}.asymmetric.{algorithm.curve}", "cryptography")
        return getattr(module, f"{algorithm.name}PrivateKey").generate()
    ec = require(f"{PRIMITIVES}.asymmetric.ec", "cryptography")
    names = {"p256": "SECP256R1", "p384": "SECP384R1", "secp256k1": "SECP256K1"}
    return ec.generate_private_key(getattr(ec, names[algorithm.curve])())


def hashing(algorithm: Algorithm) -> Any:  # noqa: ANN401
    """cryptography's object for the hash."""
    hashes = require(f"{PRIMITIVES}.hashes", "cryptography")
    return hashes.SHAKE256(114) if algorithm.hash == "SHAKE256" else getattr(hashes, algorithm.hash.replace("-", ""))()


def _certificate(algorithm: Algorithm, depth: int, key: Any, issuer: Any) -> Any:  # noqa: ANN401
    x509 = require(X509, "cryptography")

    def name(depth: int) -> Any:  # noqa: ANN401
        return x509.Name([x509.NameAttribute(x509.NameOID.COMMON_NAME, f"ecref study, level {depth}")])

    builder = (
        x509.CertificateBuilder()
        .subject_name(name(depth))
        .issuer_name(name(max(0, depth - 1)))
        .public_key(key.public_key())
        .serial_number(depth + 1)
        .not_valid_before(DAY)
        .not_valid_after(DAY + timedelta(days=365))
        .add_extension(x509.BasicConstraints(ca=depth < DEPTH - 1, path_length=None), critical=True)
    )
    return builder.sign(issuer, None if algorithm.is_eddsa else hashing(algorithm))


def verifier(implementation: str, algorithm: Algorithm) -> Callable[[Certificate], object]:
    """What verifies one certificate's signature with an implementation: it raises where the signature doesn't hold."""
    if implementation == OWN:
        return lambda each: spki.read_public(each.issuer).verify(each.signature, each.signed)
    load = require(f"{PRIMITIVES}.serialization", "cryptography").load_der_public_key
    how: tuple[Any, ...] = ()
    if algorithm.curve is None:
        how = require(f"{PRIMITIVES}.asymmetric.padding", "cryptography").PKCS1v15(), hashing(algorithm)
    elif not algorithm.is_eddsa:
        how = (require(f"{PRIMITIVES}.asymmetric.ec", "cryptography").ECDSA(hashing(algorithm)),)
    return lambda each: load(each.issuer).verify(each.signature, each.signed, *how)
