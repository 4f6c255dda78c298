"""Inputs that fuzzing begins from: valid ones of every kind, always the same."""

from __future__ import annotations

import datetime as dt
import json
from contextlib import suppress
from functools import lru_cache
from typing import TYPE_CHECKING, Any

from cryptography import x509
from cryptography.hazmat.primitives import hashes
from cryptography.hazmat.primitives.asymmetric.ec import EllipticCurvePrivateKey
from cryptography.hazmat.primitives.serialization import Encoding, load_pem_private_key

import ecref
from ecref import formats
from ecref.errors import EcrefError
from ecref.formats import jws, sshsig, text
from ecref.signatures import encode

if TYPE_CHECKING:
    from collections.abc import Callable

SCHEMES: tuple[Any, ...] = (ecref.ed25519, ecref.ed448, ecref.p256, ecref.p384, ecref.secp256k1)
SSH_SCHEMES: tuple[Any, ...] = (ecref.ed25519, ecref.p256, ecref.p384)
MESSAGE = b"message"
NAME = x509.Name([x509.NameAttribute(x509.NameOID.COMMON_NAME, "ecref")])


@lru_cache
def private_keys(schemes: tuple[Any, ...] = SCHEMES) -> list[Any]:
    """One of each scheme."""
    return [
        scheme.private_key(bytes(range(scheme.curve.size)) if isinstance(scheme, ecref.EdDSA) else 0x1234567)
        for scheme in schemes
    ]


@lru_cache
def dumped(format: str, *, private: bool) -> list[bytes]:
    """The keys in a format, of every curve that has it."""
    dump: Callable[[Any, str], bytes] = formats.dump_private_key if private else formats.dump_public_key
    found = []
    for key in private_keys():
        with suppress(EcrefError):
            found.append(dump(key if private else key.public_key, format))
    assert found, format
    return found


def files(*, private: bool) -> list[bytes]:
    """Keys in every format that says what it is."""
    if private:
        names = ["pkcs8-der", "pkcs8-pem", "sec1-der", "sec1-pem", "jwk", "openssh"]
        return [data for name in names for data in dumped(name, private=True)]
    names = ["spki-der", "spki-pem", "jwk", "openssh"]
    return [data for name in names for data in dumped(name, private=False)] + certificates() + requests()


def signatures(format: str) -> list[bytes]:
    """P-256's, valid and at the edges of what fits."""
    n = int(ecref.p256.curve.n)
    form, _, encoding = format.partition("-")
    pairs = [(1, 1), (n - 1, n - 1), (1 << 255, 127), (0, 0)]
    octets = [encode(r, s, 0, form, n) for r, s in pairs]
    return [text.encode(each, encoding) for each in octets] if encoding else octets


@lru_cache
def sshsigs() -> list[bytes]:
    """Armored ones."""
    return [sshsig.sign(key, MESSAGE, "file") for key in private_keys(SSH_SCHEMES)]


@lru_cache
def tokens() -> list[bytes]:
    """JWS of each algorithm; ECDSA's signatures are the same each time."""
    return [jws.sign(key, MESSAGE).encode() for key in private_keys()]


@lru_cache
def certificates() -> list[bytes]:
    """Self-signed certificates, whose signatures differ each time."""
    day = dt.datetime(2026, 1, 1, tzinfo=dt.timezone.utc)
    found = []
    for key in their_keys():
        builder = x509.CertificateBuilder(NAME, NAME, key.public_key(), 1, day, day + dt.timedelta(1))
        found.append(builder.sign(key, hash_for(key)).public_bytes(Encoding.DER))
    return found


@lru_cache
def requests() -> list[bytes]:
    """Requests for one."""
    return [
        x509.CertificateSigningRequestBuilder(NAME).sign(key, hash_for(key)).public_bytes(Encoding.DER)
        for key in their_keys()
    ]


def their_keys() -> list[Any]:
    """The private keys, as pyca/cryptography's."""
    return [load_pem_private_key(pem, None) for pem in dumped("pkcs8-pem", private=True)]


def hash_for(key: object) -> Any:
    """The hash that a certificate's signature names; EdDSA's names none."""
    return hashes.SHA256() if isinstance(key, EllipticCurvePrivateKey) else None


def request_lines() -> list[bytes]:
    """Requests of the line protocol."""
    key = private_keys()[0]
    signature = key.sign(MESSAGE).hex()
    public = {"scheme": "Ed25519", "public_key_format": "raw", "public_key": key.public_key.to_bytes().hex()}
    signed = {**public, "message": MESSAGE.hex(), "signature": signature}
    requests = [
        {"id": 1, "op": "verify", **signed},
        {"id": 2, "op": "parse_public_key", **public},
        {"id": 3, "op": "convert", "to": "spki-pem", **public},
        {"id": 4, "op": "describe"},
        {"id": 5, "op": "parse_signature", "scheme": "ECDSA", "curve": "P-256", "signature": "3006020101020101"},
    ]
    return [json.dumps(request).encode() for request in requests]
