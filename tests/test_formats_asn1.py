"""OBJECT IDENTIFIERs, AlgorithmIdentifiers, curves; and the names that errors use."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from containers import ECDSA, EDDSA, HUGE_INTEGER, SCHEMES, fault, key_of, needs_openssl, openssl, seq
from ecref import UnusableInput, der, ecdsa, ed448, ed448ph, ed25519, ed25519ctx, ed25519ph, eddsa, p256, with_ints
from ecref.formats import asn1, names, pem
from ecref.hashes import shake256
from toy_curves import EDWARDS, WEIERSTRASS

if TYPE_CHECKING:
    from ecref.formats.names import Scheme

OIDS = {
    "Ed25519": ("1.3.101.112", "06032b6570"),
    "Ed448": ("1.3.101.113", "06032b6571"),
    "P-256": ("1.2.840.10045.3.1.7", "06082a8648ce3d030107"),
    "P-384": ("1.3.132.0.34", "06052b81040022"),
    "secp256k1": ("1.3.132.0.10", "06052b8104000a"),
}
NULL = b"\5\0"

# ---------------------------------------------------------------- OBJECT IDENTIFIER


@pytest.mark.parametrize(("dotted", "written"), [*OIDS.values(), ("2.999.3", "0603883703"), ("0.0", "060100")])
def test_oids(dotted: str, written: str) -> None:
    """2.999.3 is X.690's own example, in 8.19.5."""
    assert asn1.write_oid(dotted).hex() == written
    assert asn1.read_oid(bytes.fromhex(written)[2:]) == dotted


@given(a=st.integers(0, 2), b=st.integers(0, 39), more=st.lists(st.integers(0, 2**64), max_size=5))
def test_any_oid(a: int, b: int, more: list[int]) -> None:
    dotted = ".".join(map(str, [a, b, *more]))
    assert asn1.read_oid(der.read_only(der.OID, asn1.write_oid(dotted))) == dotted


@given(st.binary(max_size=6))
def test_an_oid_has_one_encoding(content: bytes) -> None:
    try:
        dotted = asn1.read_oid(content)
    except der.Malformed:
        return
    assert asn1.write_oid(dotted) == der.write(der.OID, content)


@pytest.mark.parametrize(
    ("content", "detail"),
    [
        (b"", "a truncated OBJECT IDENTIFIER"),
        (b"\x2b\x81", "a truncated OBJECT IDENTIFIER"),
        (b"\x80", "a truncated OBJECT IDENTIFIER"),
        (b"\x80\1", "a number of an OBJECT IDENTIFIER in more octets than it needs"),
        (b"\x2b\x80\1", "a number of an OBJECT IDENTIFIER in more octets than it needs"),
        (b"\1" * 65, "an OBJECT IDENTIFIER of 65 octets"),
        (b"\xff" * 10**6 + b"\1", "an OBJECT IDENTIFIER of 1000001 octets"),
    ],
)
def test_what_is_no_oid(content: bytes, detail: str) -> None:
    assert fault(asn1.read_oid, content) == f"bad-encoding: {detail}"


def test_the_longest_oid() -> None:
    assert len(asn1.read_oid(b"\xff" * 63 + b"\x7f")) < 140


# ---------------------------------------------------------------- BIT STRING, version


def test_bit_strings() -> None:
    assert asn1.write_bit_string(b"ab").hex() == "0303006162"
    assert asn1.read_bit_string(b"\0ab") == b"ab"
    assert asn1.read_bit_string(b"\0") == b""
    assert fault(asn1.read_bit_string, b"") == "bad-encoding: a BIT STRING without octets"
    for unused in range(1, 256):
        detail = f"bad-encoding: a BIT STRING with {unused} unused bits, wanted whole octets"
        assert fault(asn1.read_bit_string, bytes([unused]) + b"a") == detail


def test_versions() -> None:
    assert [asn1.read_version(bytes([version]), 0, 1) for version in (0, 1)] == [0, 1]
    assert fault(asn1.read_version, b"\2", 0, 1) == "bad-encoding: got version 2, wanted 0 or 1"
    assert fault(asn1.read_version, b"\xff", 0) == "bad-encoding: got version -1, wanted 0"
    assert fault(asn1.read_version, b"\0\1", 1) == "bad-encoding: an INTEGER in more octets than it needs"
    huge, _ = der.read(der.INTEGER, HUGE_INTEGER)
    assert fault(asn1.read_version, huge, 0) == "bad-encoding: got version of 415242 octets, wanted 0"


# ---------------------------------------------------------------- AlgorithmIdentifier


def content_of(name: str) -> bytes:
    return der.read_only(der.SEQUENCE, asn1.write_algorithm(SCHEMES[name]))


@pytest.mark.parametrize("name", SCHEMES)
def test_algorithms(name: str) -> None:
    key = "06072a8648ce3d0201" if name in ECDSA else ""
    assert content_of(name).hex() == key + OIDS[name][1]
    assert asn1.read_algorithm(content_of(name)) is SCHEMES[name]


@pytest.mark.parametrize("name", EDDSA)
def test_eddsa_has_no_parameters(name: str) -> None:
    """RFC 8410, 3: the parameters field MUST be absent; a NULL is what RSA has there."""
    detail = f"bad-encoding: {name} with a NULL for parameters, wanted none [RFC 8410, 3]"
    assert fault(asn1.read_algorithm, content_of(name) + NULL) == detail
    for more in b"\0", b"\5", b"\xff" * 9:
        assert fault(asn1.read_algorithm, content_of(name) + more).startswith("bad-encoding: ")
    assert "with an OBJECT IDENTIFIER" in fault(asn1.read_algorithm, content_of(name) + asn1.write_oid("1.2.3"))


@pytest.mark.parametrize("name", ECDSA)
def test_octets_after_the_curve(name: str) -> None:
    for more in NULL, b"\0", content_of(name):
        detail = "bad-encoding: octets after the curve's parameters"
        assert fault(asn1.read_algorithm, content_of(name) + more) == detail


EC = asn1.write_oid("1.2.840.10045.2.1")


@pytest.mark.parametrize(
    ("parameters", "detail"),
    [
        (b"", "bad-encoding: id-ecPublicKey without parameters, wanted a named curve"),
        (NULL, "unsupported: got an implicit curve (implicitCurve), wanted a named curve"),
        (seq(), "unsupported: got explicit curve parameters (specifiedCurve), wanted a named curve"),
        (b"\2\1\1", "bad-encoding: got an INTEGER, wanted a named curve"),
        (b"\6\0", "bad-encoding: a truncated OBJECT IDENTIFIER"),
        (asn1.write_oid("1.3.132.0.35"), "unsupported: got the curve P-521, wanted P-256, P-384 or secp256k1"),
        (
            asn1.write_oid("1.3.36.3.3.2.8.1.1.7"),
            "unsupported: got the curve brainpoolP256r1, wanted P-256, P-384 or secp256k1",
        ),
        (asn1.write_oid("1.2.3.4"), "unsupported: got the curve 1.2.3.4, wanted P-256, P-384 or secp256k1"),
        (asn1.write_oid("1.3.101.112"), "unsupported: got the curve Ed25519, wanted P-256, P-384 or secp256k1"),
    ],
)
def test_parameters_of_ecdsa(parameters: bytes, detail: str) -> None:
    assert fault(asn1.read_algorithm, EC + parameters) == detail


WANTED = "wanted an Ed25519, Ed448 or ECDSA key"


@pytest.mark.parametrize(
    ("oid", "named"),
    [
        ("1.2.840.113549.1.1.1", "an RSA key"),
        ("1.2.840.113549.1.1.10", "an RSASSA-PSS key"),
        ("1.2.840.10040.4.1", "a DSA key"),
        ("1.2.840.113549.1.3.1", "a DH key"),
        ("1.2.840.10046.2.1", "a DH key"),
        ("1.3.101.110", "an X25519 key"),
        ("1.3.101.111", "an X448 key"),
        ("1.3.132.1.12", "an id-ecDH (for ECDH only) key"),
        ("1.3.132.1.13", "an id-ecMQV (for ECMQV only) key"),
        ("2.16.840.1.101.3.4.3.17", "an ML-DSA-44 key"),
        ("2.16.840.1.101.3.4.3.18", "an ML-DSA-65 key"),
        ("2.16.840.1.101.3.4.3.19", "an ML-DSA-87 key"),
        ("1.3.132.0.34", "a P-384 key"),
        ("2.5.4.3", "a 2.5.4.3 key"),
    ],
)
def test_other_algorithms_are_named(oid: str, named: str) -> None:
    for parameters in b"", NULL, asn1.write_oid("1.2.840.10045.3.1.7"):
        assert fault(asn1.read_algorithm, asn1.write_oid(oid) + parameters) == f"wrong-key: got {named}, {WANTED}"


@pytest.mark.parametrize("content", [b"", NULL, b"\6", b"\6\x80", b"\6\1\x80"])
def test_what_is_no_algorithm(content: bytes) -> None:
    assert fault(asn1.read_algorithm, content).startswith("bad-encoding: ")


@needs_openssl
@pytest.mark.parametrize(
    ("curve", "called"),
    [
        ("prime192v1", "P-192"),
        ("secp224r1", "P-224"),
        ("secp521r1", "P-521"),
        ("brainpoolP256r1", "brainpoolP256r1"),
        ("brainpoolP384r1", "brainpoolP384r1"),
        ("brainpoolP512r1", "brainpoolP512r1"),
        ("SM2", "SM2"),
    ],
)
def test_openssl_calls_the_curves_alike(curve: str, called: str) -> None:
    parameters = openssl("ecparam", "-name", curve, "-outform", "DER")
    assert names.algorithm_name(asn1.read_oid(der.read_only(der.OID, parameters))) == called


@needs_openssl
@pytest.mark.parametrize("called", ["RSA", "RSASSA-PSS", "X25519", "X448", "DH"])
def test_openssl_calls_the_algorithms_alike(called: str) -> None:
    options = {
        "RSA": ["RSA", "-pkeyopt", "rsa_keygen_bits:1024"],
        "RSASSA-PSS": ["RSA-PSS", "-pkeyopt", "rsa_keygen_bits:1024"],
        "DH": ["DH", "-pkeyopt", "group:ffdhe2048"],
    }
    (key,) = pem.read(openssl("genpkey", "-algorithm", *options.get(called, [called])))
    _, fields = der.read(der.INTEGER, der.read_only(der.SEQUENCE, key.octets))
    oid, _ = der.read(der.OID, der.read(der.SEQUENCE, fields)[0])
    assert names.algorithm_name(asn1.read_oid(oid)) == called


@needs_openssl
@pytest.mark.parametrize("name", ECDSA)
def test_explicit_parameters_that_equal_a_named_curve_are_refused(name: str) -> None:
    parameters = openssl("ecparam", "-name", ECDSA[name], "-param_enc", "explicit", "-outform", "DER")
    assert len(parameters) > 200
    detail = "unsupported: got explicit curve parameters (specifiedCurve), wanted a named curve"
    assert fault(asn1.read_curve, parameters) == detail
    assert asn1.read_curve(openssl("ecparam", "-name", ECDSA[name], "-outform", "DER")) is SCHEMES[name]


# ---------------------------------------------------------------- names


def test_names_of_keys() -> None:
    assert names.key_kind(key_of("Ed25519")) == "an Ed25519 private key"
    assert names.key_kind(key_of("Ed448").public_key) == "an Ed448 public key"
    assert names.key_kind(key_of("P-256").public_key) == "a P-256 public key"
    assert names.key_kind(key_of("secp256k1")) == "a secp256k1 private key"


def test_a_container_names_the_plain_scheme() -> None:
    schemes: list[Scheme] = [*eddsa.SCHEMES.values(), *ecdsa.SCHEMES.values()]
    assert {scheme.name: names.plain(scheme).name for scheme in schemes} == {
        "Ed25519": "Ed25519",
        "Ed25519ctx": "Ed25519",
        "Ed25519ph": "Ed25519",
        "Ed448": "Ed448",
        "Ed448ph": "Ed448",
        "P-256": "P-256",
        "P-384": "P-384",
        "secp256k1": "secp256k1",
    }
    for variant, plain in (ed25519ctx, ed25519), (ed25519ph, ed25519), (ed448ph, ed448):
        assert asn1.write_algorithm(variant) == asn1.write_algorithm(plain)


class Integer(int):
    """Another type of integer."""


def test_over_another_integer_it_is_the_same_scheme() -> None:
    schemes = with_ints(Integer)
    assert names.plain(schemes.ed448ph) is ed448
    assert names.plain(schemes.p256) is p256


def test_a_toy_has_no_name() -> None:
    toys: list[Any] = [ecdsa.ECDSA(WEIERSTRASS[0])]
    E = EDWARDS[0]
    toys += [eddsa.EdDSA("toy", E, shake256(2 * E.size), n=E.p.bit_length() - 1)]
    toys += [eddsa.EdDSA("Ed25519", ed25519.curve, shake256(64), n=254)]  # another hash: other keys
    for toy in toys:
        assert fault(asn1.write_algorithm, toy).startswith("unsupported: no container names keys of ")


@pytest.mark.parametrize("wrong", [None, b"", ed25519, UnusableInput])
def test_what_is_no_key(wrong: Any) -> None:
    for check in names.as_private_key, names.as_public_key:
        with pytest.raises(TypeError, match=f"^got {type(wrong).__name__}, wanted a (private|public) key$"):
            check(wrong)


@pytest.mark.parametrize("name", SCHEMES)
def test_private_and_public_keys_are_told_apart(name: str) -> None:
    key = key_of(name)
    assert names.as_private_key(key) is key
    assert names.as_public_key(key.public_key) is key.public_key
    with pytest.raises(TypeError, match=r"PublicKey, wanted a private key$"):
        names.as_private_key(key.public_key)
    with pytest.raises(TypeError, match=r"PrivateKey, wanted a public key$"):
        names.as_public_key(key)
