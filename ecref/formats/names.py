"""Object identifiers and names: of the keys read here, and of those that errors only call by their names.

1.3.101.112, .113               id-Ed25519, id-Ed448 [RFC 8410, 3]
1.2.840.10045.2.1               id-ecPublicKey; the curve stands in its parameters [RFC 5480, 2.1.1]
1.2.840.10045.3.1.7, 1.3.132.0  the named curves [RFC 5480, 2.1.1.1; SEC 2, A.2]
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from ecref.ecdsa import ECDSA, p256, p384, secp256k1
from ecref.ecdsa_keys import ECDSAPrivateKey, ECDSAPublicKey
from ecref.eddsa import EdDSA, ed448, ed25519
from ecref.eddsa_keys import EdDSAPrivateKey, EdDSAPublicKey
from ecref.errors import UnusableInput
from ecref.frozen import Secret

if TYPE_CHECKING:
    from typing import TypeAlias

    Scheme: TypeAlias = EdDSA | ECDSA
    PrivateKey: TypeAlias = EdDSAPrivateKey | ECDSAPrivateKey
    PublicKey: TypeAlias = EdDSAPublicKey | ECDSAPublicKey

EC_PUBLIC_KEY = "1.2.840.10045.2.1"
EDDSA: dict[str, EdDSA] = {"1.3.101.112": ed25519, "1.3.101.113": ed448}
CURVES: dict[str, ECDSA] = {"1.2.840.10045.3.1.7": p256, "1.3.132.0.34": p384, "1.3.132.0.10": secp256k1}

WANTED = "an Ed25519, Ed448 or ECDSA key"

_OTHER_ALGORITHMS = {
    "1.2.840.113549.1.1.1": "RSA",
    "1.2.840.113549.1.1.10": "RSASSA-PSS",
    "1.2.840.113549.1.3.1": "DH",
    "1.2.840.10040.4.1": "DSA",
    "1.2.840.10046.2.1": "DH",
    "1.3.101.110": "X25519",
    "1.3.101.111": "X448",
    "1.3.132.1.12": "id-ecDH (for ECDH only)",
    "1.3.132.1.13": "id-ecMQV (for ECMQV only)",
    "2.16.840.1.101.3.4.3.17": "ML-DSA-44",
    "2.16.840.1.101.3.4.3.18": "ML-DSA-65",
    "2.16.840.1.101.3.4.3.19": "ML-DSA-87",
}
_OTHER_CURVES = {
    "1.2.840.10045.3.1.1": "P-192",
    "1.3.132.0.33": "P-224",
    "1.3.132.0.35": "P-521",
    "1.2.156.10197.1.301": "SM2",
    "1.3.36.3.3.2.8.1.1.7": "brainpoolP256r1",
    "1.3.36.3.3.2.8.1.1.11": "brainpoolP384r1",
    "1.3.36.3.3.2.8.1.1.13": "brainpoolP512r1",
}
_SCHEMES: dict[str, Scheme] = {**EDDSA, **CURVES}
_NAMES = {
    **{oid: scheme.name for oid, scheme in _SCHEMES.items()},
    EC_PUBLIC_KEY: "ECDSA",
    **_OTHER_ALGORITHMS,
    **_OTHER_CURVES,
}


def algorithm_name(oid: str) -> str:
    """An algorithm's or a curve's name for errors; the OID itself where it has none here."""
    return _NAMES.get(oid, oid)


def plain(scheme: Scheme) -> Scheme:
    """The scheme whose keys a container names: Ed25519 also for its ctx and ph variants, whose keys are the same.

    UnusableInput "unsupported" for a scheme that no container names, such as a toy.
    """
    for known in _SCHEMES.values():
        if _group(known) == _group(scheme):
            return known
    raise UnusableInput("unsupported", f"no container names keys of {scheme.name}")


def oid_of(scheme: Scheme) -> str:
    """The OID of the algorithm (EdDSA) or of the curve (ECDSA)."""
    known = plain(scheme)
    return next(oid for oid, named in _SCHEMES.items() if named is known)


def key_kind(key: PrivateKey | PublicKey) -> str:
    """What a key is, for errors: "an Ed25519 private key"."""
    return f"{with_article(key.scheme.name)} {'private' if isinstance(key, Secret) else 'public'} key"


def as_private_key(value: object) -> PrivateKey:
    """value, if it is a private key; otherwise TypeError."""
    if isinstance(value, EdDSAPrivateKey | ECDSAPrivateKey):
        return value
    raise TypeError(f"got {type(value).__name__}, wanted a private key")


def as_public_key(value: object) -> PublicKey:
    """value, if it is a public key; otherwise TypeError."""
    if isinstance(value, EdDSAPublicKey | ECDSAPublicKey):
        return value
    raise TypeError(f"got {type(value).__name__}, wanted a public key")


def with_article(name: str) -> str:
    """The name after "a" or "an", by how its first letter or word is spoken: an RSA, an X448, a P-256, a secp256k1."""
    return f"{'an' if name[0] in 'aeioAEFHILMNORSX' else 'a'} {name}"


def _group(scheme: Scheme) -> tuple[object, ...]:
    """What makes a key: the curve, and in EdDSA how a seed becomes a scalar."""
    return (scheme.curve, scheme.hash, scheme.n) if isinstance(scheme, EdDSA) else (scheme.curve,)
