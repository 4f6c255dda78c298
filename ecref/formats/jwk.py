"""JSON Web Keys. [RFC 7517; RFC 7518, 6.2; RFC 8037, 2; RFC 8812, 3.1]

    {"kty": "EC",  "crv": "P-256", "x": ..., "y": ..., "d": ...}     also P-384 and secp256k1
    {"kty": "OKP", "crv": "Ed25519", "x": ..., "d": ...}             also Ed448

x, y are the affine coordinates and d the scalar, big-endian, in base64url without padding; of an Edwards curve, x is
RFC 8032's public key and d its private key. Their lengths are exact: a writer that drops zero octets at the front, or
adds one for the sign, makes another JWK. A key with d is private, and x (and y) must be those of d. All other members
are passed over [RFC 7517, 4], use, key_ops and alg among them.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from hashlib import sha256
from typing import TYPE_CHECKING

from ecref.der import Malformed
from ecref.ecdsa import p256, p384, secp256k1
from ecref.ecdsa_keys import ECDSAPrivateKey
from ecref.eddsa import EdDSA, ed448, ed25519
from ecref.eddsa_keys import EdDSAPrivateKey, EdDSAPublicKey
from ecref.errors import UnusableInput
from ecref.inputs import as_bytes

from . import raw, text
from .faults import check_halves, within, wrong_key
from .names import WANTED, as_private_key, as_public_key, plain, with_article
from .strict_json import quoted, read_object

if TYPE_CHECKING:
    from ecref.inputs import Octets

    from .names import PrivateKey, PublicKey, Scheme

CURVES: dict[str, dict[str, Scheme]] = {
    "EC": {scheme.name: scheme for scheme in (p256, p384, secp256k1)},
    "OKP": {scheme.name: scheme for scheme in (ed25519, ed448)},
}
_OTHER_KEYS = {"RSA": "an RSA key", "oct": "a symmetric key (kty oct)", "AKP": "a post-quantum key (kty AKP)"}
_AGREEMENT = ("X25519", "X448")


def read_private(data: Octets | str | Mapping[str, object]) -> PrivateKey:
    """The key of a JWK that has d, checked against its public half.

    UnusableInput: "bad-encoding", "bad-length", "invalid-key", "wrong-key" (another algorithm's, a public key, a JWK
    Set), "unsupported" (another curve).
    """
    with within("a JWK"):
        jwk = _members(data)
        scheme = _scheme(jwk)
        if "d" not in jwk:
            raise wrong_key(f"{with_article(scheme.name)} public key (without d)", "a private key")
        public_key = _public_key(jwk, scheme)
        key = scheme.private_key(_octets(jwk, "d"))
        check_halves(key, public_key)
        return key


def read_public(data: Octets | str | Mapping[str, object]) -> PublicKey:
    """The key of a JWK that has no d. UnusableInput as for read_private, "wrong-key" for a private key."""
    with within("a JWK"):
        jwk = _members(data)
        scheme = _scheme(jwk)
        if "d" in jwk:
            raise wrong_key(f"{with_article(scheme.name)} private key (with d)", "a public key")
        return _public_key(jwk, scheme)


def write_private(key: PrivateKey) -> bytes:
    """The JWK of a private key: one line of JSON. UnusableInput "unsupported" for a toy, or a key without a seed."""
    return _json(to_object(as_private_key(key))) + b"\n"


def write_public(key: PublicKey) -> bytes:
    """The JWK of a public key: one line of JSON. UnusableInput "unsupported" for a toy."""
    return _json(to_object(as_public_key(key))) + b"\n"


def to_object(key: PrivateKey | PublicKey) -> dict[str, str]:
    """The members of a key's JWK: kty, crv, x, y, d, those that it has, in this order."""
    if isinstance(key, EdDSAPrivateKey | ECDSAPrivateKey):
        return {**to_object(key.public_key), "d": _base64url(key.private_bytes())}
    key = as_public_key(key)
    crv, octets = plain(key.scheme).name, key.to_bytes()
    if isinstance(key, EdDSAPublicKey):
        return {"kty": "OKP", "crv": crv, "x": _base64url(octets)}
    size = key.scheme.curve.size
    return {"kty": "EC", "crv": crv, "x": _base64url(octets[1 : 1 + size]), "y": _base64url(octets[1 + size :])}


def thumbprint(key: PrivateKey | PublicKey) -> str:
    """The SHA-256 of the public key's members in the order of their names, in base64url. [RFC 7638, 3; RFC 8037, 2]"""
    members = {name: value for name, value in sorted(to_object(key).items()) if name != "d"}
    return _base64url(sha256(_json(members)).digest())


# ---------------------------------------------------------------- what a JWK holds


def _members(data: Octets | str | Mapping[str, object]) -> Mapping[str, object]:
    """The members of a JWK, which may be JSON still."""
    if isinstance(data, Mapping):
        return data
    return read_object(data.encode("utf-8", "surrogatepass") if isinstance(data, str) else as_bytes("a JWK", data))


def _scheme(jwk: Mapping[str, object]) -> Scheme:
    """The scheme that kty and crv name."""
    if "keys" in jwk and "kty" not in jwk:
        raise wrong_key("a JWK Set", "one of its keys")
    kty = _string(jwk, "kty")
    if kty not in CURVES:
        raise wrong_key(_OTHER_KEYS.get(kty, f"a key of kty {quoted(kty)}"), WANTED)
    crv = _string(jwk, "crv")
    if crv in CURVES[kty]:
        return CURVES[kty][crv]
    if any(crv in curves for curves in CURVES.values()):
        raise Malformed(f"got the curve {crv} with kty {kty}, where it doesn't belong")
    if crv in _AGREEMENT:
        raise wrong_key(f"an {crv} key", WANTED)
    raise UnusableInput("unsupported", f"got the curve {quoted(crv)}, wanted {' or '.join(CURVES[kty])}")


def _public_key(jwk: Mapping[str, object], scheme: Scheme) -> PublicKey:
    """The public key that x, or x and y, are."""
    if isinstance(scheme, EdDSA):
        return raw.read_public(_octets(jwk, "x"), scheme)
    size = scheme.curve.size
    return scheme.public_key(b"\4" + _coordinate(jwk, "x", size) + _coordinate(jwk, "y", size))


def _coordinate(jwk: Mapping[str, object], name: str, size: int) -> bytes:
    """x or y, in the full size of a coordinate. [RFC 7518, 6.2.1.2]"""
    octets = _octets(jwk, name)
    hint = ""
    if len(octets) < size:
        hint = ": zero octets at its front may not be left out"
    elif octets.startswith(b"\0"):
        hint = ": it begins with a zero octet"
    if len(octets) != size:
        raise UnusableInput("bad-length", f"{name} has {len(octets)} octets, wanted {size}{hint}")
    return octets


def _octets(jwk: Mapping[str, object], name: str) -> bytes:
    """The octets of a member."""
    value = _string(jwk, name).encode("ascii", "replace")  # "?" is no character of base64url
    with within(name):
        octets = text.decode(value, "base64url")
        if text.encode(octets, "base64url") != value:
            raise Malformed("a line's end behind base64url")
    return octets


def _string(jwk: Mapping[str, object], name: str) -> str:
    """A member that must be there, as a string."""
    value = jwk.get(name)
    if not isinstance(value, str):
        raise Malformed(f"{name} is no string" if name in jwk else f"{name} is missing")
    return value


def _base64url(octets: bytes) -> str:
    return text.encode(octets, "base64url").decode()


def _json(members: Mapping[str, str]) -> bytes:
    return json.dumps(members, separators=(",", ":")).encode()
