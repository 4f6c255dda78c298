"""SEC 1 private keys of ECDSA: what PEM calls EC PRIVATE KEY, and PKCS#8 holds within. [RFC 5915, 3; SEC 1, C.4]

    ECPrivateKey ::= SEQUENCE {
        version        INTEGER { ecPrivkeyVer1(1) },
        privateKey     OCTET STRING,                   the scalar d, big-endian in the width of n: no octet less
        parameters [0] ECParameters OPTIONAL,
        publicKey  [1] BIT STRING OPTIONAL }           the point Q

The curve stands in the parameters, or outside: in the EC PARAMETERS block that `openssl ecparam -genkey` writes before
the key, or in PKCS#8's AlgorithmIdentifier. Where both name it they must agree.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from ecref import der
from ecref.ecdsa_keys import ECDSAPrivateKey
from ecref.errors import UnusableInput
from ecref.inputs import as_bytes

from . import asn1
from .faults import check_halves, within
from .names import as_private_key, key_kind, oid_of

if TYPE_CHECKING:
    from ecref.ecdsa import ECDSA
    from ecref.inputs import Octets


def read_private(data: Octets, parameters: Octets | None = None) -> ECDSAPrivateKey:
    """The key of an ECPrivateKey; `parameters` are the octets of an EC PARAMETERS block.

    UnusableInput: "bad-encoding"; "unsupported" (the curve, or explicit parameters); "bad-length" (the scalar);
    "invalid-key" (out of range; halves or curves that don't match).
    """
    outside = None
    if parameters is not None:
        with within("EC PARAMETERS"):
            outside = asn1.read_curve(as_bytes("parameters", parameters))
    with within("a SEC 1 private key"):
        return read_structure(as_bytes("a private key", data), outside)


def read_structure(data: bytes, outside: ECDSA | None) -> ECDSAPrivateKey:
    """The key of an ECPrivateKey over the curve that is named outside of it, or within."""
    content = der.read_only(der.SEQUENCE, data)
    version, content = der.read(der.INTEGER, content)
    asn1.read_version(version, 1)
    scalar, content = der.read(der.OCTET_STRING, content)
    parameters, content = der.read_optional(der.context(0), content)
    public, content = der.read_optional(der.context(1), content)
    der.end(content, "after the last field")
    scheme = _scheme(parameters, outside)
    key = scheme.private_key(scalar)
    if public is not None:
        check_halves(key, scheme.public_key(asn1.read_bit_string(der.read_only(der.BIT_STRING, public))))
    return key


def _scheme(parameters: bytes | None, outside: ECDSA | None) -> ECDSA:
    inside = outside if parameters is None else asn1.read_curve(parameters)
    if inside is None:
        raise der.Malformed("the curve is not named: no parameters, and no EC PARAMETERS block before the key")
    if outside not in (None, inside):
        raise UnusableInput("invalid-key", f"the curve is {inside.name} within the key, {outside.name} outside")
    return inside


def write_private(key: ECDSAPrivateKey) -> bytes:
    """The key as an ECPrivateKey with parameters and public half; UnusableInput "unsupported" for other keys."""
    if not isinstance(as_private_key(key), ECDSAPrivateKey):
        raise UnusableInput("unsupported", f"SEC 1 has no form for {key_kind(key)}")
    return write_structure(key, der.write(der.context(0), asn1.write_oid(oid_of(key.scheme))))


def write_structure(key: ECDSAPrivateKey, parameters: bytes) -> bytes:
    """The key as an ECPrivateKey with these parameters, which are empty where the curve is named outside."""
    public = der.write(der.context(1), asn1.write_bit_string(key.public_key.to_bytes()))
    fields = der.write_integer(1) + der.write(der.OCTET_STRING, key.private_bytes()) + parameters + public
    return der.write(der.SEQUENCE, fields)
