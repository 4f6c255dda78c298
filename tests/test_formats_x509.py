"""Certificates and requests: the key inside is read, and nothing else is believed or checked."""

from __future__ import annotations

from datetime import datetime, timezone
from functools import cache
from typing import TYPE_CHECKING, Any

import pytest
from cryptography import x509 as pyca
from cryptography.hazmat.primitives import hashes
from cryptography.hazmat.primitives.serialization import Encoding
from cryptography.x509.oid import NameOID
from hypothesis import given, settings
from hypothesis import strategies as st

from containers import (
    ECDSA,
    EDDSA,
    HOSTILE,
    HUGE_INTEGER,
    SCHEMES,
    bit_string,
    damaged,
    fault,
    flipped,
    key_of,
    key_or_none,
    needs_openssl,
    openssl,
    pyca_key,
    seq,
)
from ecref import der
from ecref.formats import asn1, pem, pkcs8, spki, x509

if TYPE_CHECKING:
    from collections.abc import Callable

NAME = pyca.Name([pyca.NameAttribute(NameOID.COMMON_NAME, "ecref")])
TIME = seq(der.write(0x17, b"260101000000Z"), der.write(0x17, b"270101000000Z"))
SUBJECT = seq()
SPKI = spki.write_public(key_of("Ed25519").public_key)
ALGORITHM = asn1.write_algorithm(SCHEMES["Ed25519"])
SIGNATURE = bit_string(bytes(64))
VERSION_3 = der.write(0xA0, b"\2\1\2")


def certificate(fields: list[bytes], more: bytes = b"") -> bytes:
    return seq(seq(*fields), ALGORITHM, SIGNATURE, more)


FIELDS = [VERSION_3, b"\2\1\1", ALGORITHM, SUBJECT, TIME, SUBJECT, SPKI]
REQUEST_FIELDS = [b"\2\1\0", SUBJECT, SPKI, b"\xa0\0"]


@cache
def pyca_certificate(name: str) -> bytes:
    key = pyca_key(key_of(name))
    builder = pyca.CertificateBuilder(NAME, NAME, key.public_key(), 1)
    builder = builder.not_valid_before(datetime(2026, 1, 1, tzinfo=timezone.utc))
    builder = builder.not_valid_after(datetime(2027, 1, 1, tzinfo=timezone.utc))
    builder = builder.add_extension(pyca.BasicConstraints(ca=True, path_length=None), critical=True)
    return builder.sign(key, None if name in EDDSA else hashes.SHA256()).public_bytes(Encoding.DER)


@cache
def pyca_request(name: str) -> bytes:
    builder = pyca.CertificateSigningRequestBuilder(NAME)
    builder = builder.add_extension(pyca.BasicConstraints(ca=False, path_length=None), critical=False)
    signed = builder.sign(pyca_key(key_of(name)), None if name in EDDSA else hashes.SHA256())
    return signed.public_bytes(Encoding.DER)


BOTH = pytest.mark.parametrize(
    ("read", "made_for"),
    [(x509.read_certificate, pyca_certificate), (x509.read_request, pyca_request)],
    ids=["certificate", "request"],
)


@BOTH
@pytest.mark.parametrize("name", SCHEMES)
def test_the_key_inside(read: Callable[[Any], object], made_for: Callable[[str], bytes], name: str) -> None:
    assert read(made_for(name)) == key_of(name).public_key
    assert read(bytearray(made_for(name))) == key_of(name).public_key


@needs_openssl
@pytest.mark.parametrize("name", SCHEMES)
def test_as_openssl_makes_them(name: str, tmp_path: Any) -> None:
    (tmp_path / "key").write_bytes(pem.write("PRIVATE KEY", pkcs8.write_private(key_of(name))))
    arguments = ["req", "-new", "-key", str(tmp_path / "key"), "-subj", "/CN=ecref", "-outform", "DER"]
    request = openssl(*arguments)
    assert x509.read_request(request) == key_of(name).public_key
    assert x509.read_certificate(openssl(*arguments, "-x509")) == key_of(name).public_key
    arguments = ["-req", "-inform", "DER", "-signkey", str(tmp_path / "key"), "-outform", "DER"]
    version_1 = openssl("x509", *arguments, data=request)
    assert x509.read_certificate(version_1) == key_of(name).public_key


# RFC 8410, 10.2: a key of X25519, signed with Ed25519.
RFC8410 = b"""\
-----BEGIN CERTIFICATE-----
MIIBLDCB36ADAgECAghWAUdKKo3DMDAFBgMrZXAwGTEXMBUGA1UEAwwOSUVURiBUZX
N0IERlbW8wHhcNMTYwODAxMTIxOTI0WhcNNDAxMjMxMjM1OTU5WjAZMRcwFQYDVQQD
DA5JRVRGIFRlc3QgRGVtbzAqMAUGAytlbgMhAIUg8AmJMKdUdIt93LQ+91oNvzoNJj
ga9OukqY6qm05qo0UwQzAPBgNVHRMBAf8EBTADAQEAMA4GA1UdDwEBAAQEAwIDCDAg
BgNVHQ4BAQAEFgQUmx9e7e0EM4Xk97xiPFl1uQvIuzswBQYDK2VwA0EAryMB/t3J5v
/BzKc9dNZIpDmAgs3babFOTQbs+BolzlDUwsPrdGxO3YNGhW7Ibz3OGhhlxXrCe1Cg
w1AH9efZBw==
-----END CERTIFICATE-----
"""


def test_a_certificate_for_another_algorithm() -> None:
    assert fault(x509.read_certificate, pem.read(RFC8410)[0].octets) == (
        "wrong-key: in an X.509 certificate: got an X25519 key, wanted an Ed25519, Ed448 or ECDSA key"
    )


@needs_openssl
@pytest.mark.parametrize("name", ECDSA)
def test_explicit_parameters_that_equal_a_named_curve_are_refused(name: str) -> None:
    explicit = openssl(
        *("ec", "-pubin", "-inform", "DER", "-param_enc", "explicit", "-outform", "DER"),
        data=spki.write_public(key_of(name).public_key),
    )
    detail = "got explicit curve parameters (specifiedCurve), wanted a named curve"
    assert fault(x509.read_certificate, certificate([*FIELDS[:-1], explicit])) == (
        f"unsupported: in an X.509 certificate: {detail}"
    )


def test_nothing_else_is_looked_into() -> None:
    """Neither names nor dates nor the signature; of what follows the key only the tag is."""
    key = key_of("Ed25519").public_key
    assert x509.read_certificate(certificate(FIELDS)) == key
    assert x509.read_certificate(certificate(FIELDS[1:])) == key
    assert x509.read_certificate(certificate([*FIELDS, b"\xa3\x80 no DER"])) == key
    assert x509.read_certificate(certificate([VERSION_3, HUGE_INTEGER, *FIELDS[2:]])) == key
    assert x509.read_certificate(certificate([der.write(0xA0, b"?"), *FIELDS[1:]])) == key
    assert x509.read_request(certificate(REQUEST_FIELDS)) == key
    assert x509.read_request(certificate(REQUEST_FIELDS[:-1])) == key
    assert x509.read_request(certificate([HUGE_INTEGER, *REQUEST_FIELDS[1:]])) == key


@pytest.mark.parametrize(
    ("data", "detail"),
    [
        (certificate(FIELDS) + b"\0", "octets after a SEQUENCE"),
        (certificate(FIELDS, b"\0"), "octets after a BIT STRING"),
        (seq(seq(*FIELDS), ALGORITHM), "nothing where a value should begin"),
        (seq(seq(*FIELDS), SIGNATURE), "got a BIT STRING, wanted a SEQUENCE"),
        (seq(seq(*FIELDS)), "nothing where a value should begin"),
        (certificate(FIELDS[:-1]), "nothing where a value should begin"),
        (certificate([*FIELDS[:-1], b"\5\0"]), "got a NULL, wanted a SEQUENCE"),
        (certificate([VERSION_3, *FIELDS]), "got a constructed [0], wanted an INTEGER"),
        (certificate(REQUEST_FIELDS), "got a constructed [0], wanted a SEQUENCE"),
        (certificate([*FIELDS, SPKI]), "got a SEQUENCE behind the SubjectPublicKeyInfo"),
        (certificate([*FIELDS, b"\xa0\0"]), "got a constructed [0] behind the SubjectPublicKeyInfo"),
        (SPKI, "got a BIT STRING, wanted a SEQUENCE"),
        (pkcs8.write_private(key_of("Ed25519")), "got an INTEGER, wanted a SEQUENCE"),
        (b"\x30\x80" + certificate(FIELDS)[4:] + b"\0\0", "an indefinite length, which BER has and DER doesn't"),
    ],
)
def test_the_form_of_a_certificate(data: bytes, detail: str) -> None:
    assert fault(x509.read_certificate, data) == f"bad-encoding: in an X.509 certificate: {detail}"


@pytest.mark.parametrize(
    ("data", "detail"),
    [
        (certificate(REQUEST_FIELDS) + b"\0", "octets after a SEQUENCE"),
        (certificate(FIELDS), "got a constructed [0], wanted an INTEGER"),
        (certificate(FIELDS[1:]), "got a SEQUENCE behind the SubjectPublicKeyInfo"),  # the issuer for the key
        (pyca_certificate("Ed25519"), "got a constructed [0], wanted an INTEGER"),
        (certificate(REQUEST_FIELDS[:2]), "nothing where a value should begin"),
        (certificate([*REQUEST_FIELDS[:3], SPKI, b"\xa0\0"]), "got a SEQUENCE behind the SubjectPublicKeyInfo"),
        (certificate([*REQUEST_FIELDS[:3], b"\xa3\0"]), "got a constructed [3] behind the SubjectPublicKeyInfo"),
    ],
)
def test_the_form_of_a_request(data: bytes, detail: str) -> None:
    assert fault(x509.read_request, data) == f"bad-encoding: in a certificate request: {detail}"


# ---------------------------------------------------------------- damage


@BOTH
def test_truncated_anywhere(read: Callable[[Any], object], made_for: Callable[[str], bytes]) -> None:
    data = made_for("P-256")
    for end in range(len(data)):
        assert fault(read, data[:end]).startswith("bad-encoding: ")


@BOTH
def test_every_bit_flipped(read: Callable[[Any], object], made_for: Callable[[str], bytes]) -> None:
    """Elsewhere than in the key a change may go unseen, but it gives no other key."""
    data = made_for("P-256")
    for bit in range(8 * len(data)):
        assert key_or_none(read, flipped(data, bit)) in (None, key_of("P-256").public_key)


@BOTH
@given(data=st.data())
@settings(max_examples=100)
def test_damage(read: Callable[[Any], object], made_for: Callable[[str], bytes], data: st.DataObject) -> None:
    octets = data.draw(damaged(made_for("secp256k1")))
    assert key_or_none(read, octets) in (None, key_of("secp256k1").public_key)


@BOTH
@given(octets=st.binary(max_size=60))
def test_any_octets(read: Callable[[Any], object], made_for: Callable[[str], bytes], octets: bytes) -> None:
    del made_for
    for data in octets, seq(octets), certificate([octets]), certificate([*FIELDS[:4], octets, *FIELDS[5:]]):
        key_or_none(read, data)


@BOTH
@pytest.mark.parametrize("name", HOSTILE)
def test_hostile_octets(read: Callable[[Any], object], made_for: Callable[[str], bytes], name: str) -> None:
    del made_for
    hostile = HOSTILE[name]
    for data in hostile, seq(hostile), certificate([hostile]), certificate([VERSION_3, hostile]):
        assert fault(read, data).startswith("bad-encoding: ")


@BOTH
@pytest.mark.parametrize("wrong", ["30", None, 1], ids=lambda wrong: type(wrong).__name__)
def test_wrong_types(read: Callable[[Any], object], made_for: Callable[[str], bytes], wrong: Any) -> None:
    del made_for
    with pytest.raises(TypeError, match=r"^a certificate( request)? must be bytes, not "):
        read(wrong)
