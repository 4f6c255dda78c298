"""SubjectPublicKeyInfo: what openssl and pyca/cryptography write is read and written alike; every fault is named."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest
from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat
from hypothesis import given, settings
from hypothesis import strategies as st

from containers import (
    ECDSA,
    EDDSA,
    HOSTILE,
    SCHEMES,
    bit_string,
    curve_option,
    damaged,
    fault,
    flipped,
    key_of,
    key_or_none,
    needs_openssl,
    octet_string,
    openssl,
    private_keys,
    pyca_key,
    seq,
)
from ecref import der, ecdsa, ed448, ed448ph, ed25519, p256
from ecref.formats import asn1, pem, pkcs8, spki
from toy_curves import WEIERSTRASS

if TYPE_CHECKING:
    from ecref.formats.names import PrivateKey

POINT = key_of("P-256").public_key.to_bytes()
X = POINT[1:33]


def structure(name: str, octets: bytes, unused: int = 0) -> bytes:
    return seq(asn1.write_algorithm(SCHEMES[name]), bit_string(octets, unused))


def refused(data: bytes) -> str:
    """The error, without the container's name, which it always begins with."""
    code, _, detail = fault(spki.read_public, data).partition(": in a SubjectPublicKeyInfo: ")
    return f"{code}: {detail}"


# ---------------------------------------------------------------- as others write


@needs_openssl
@pytest.mark.parametrize("name", SCHEMES)
def test_as_openssl_writes(name: str) -> None:
    written = openssl("pkey", "-pubout", data=openssl("genpkey", *curve_option(name)))
    (block,) = pem.read(written)
    key = spki.read_public(block.octets)
    assert key.scheme is SCHEMES[name]
    assert pem.write("PUBLIC KEY", spki.write_public(key)) == written
    assert openssl("pkey", "-pubin", "-inform", "DER", "-pubout", data=block.octets) == written


@pytest.mark.parametrize("name", SCHEMES)
@given(data=st.data())
@settings(max_examples=25)
def test_as_pyca_writes(name: str, data: st.DataObject) -> None:
    key: PrivateKey = data.draw(private_keys(name))
    written = spki.write_public(key.public_key)
    theirs = pyca_key(key).public_key().public_bytes(Encoding.DER, PublicFormat.SubjectPublicKeyInfo)
    assert written == theirs
    assert spki.read_public(written) == key.public_key
    assert spki.read_public(bytearray(written)) == key.public_key


def test_as_rfc_8410_prints_it() -> None:
    text = "302a300506032b657003210019bf44096984cdfe8541bac167dc3b96c85086aa30b6b6cb0c5c38ad703166e1"
    key = ed25519.public_key(bytes.fromhex(text[24:]))
    assert spki.read_public(bytes.fromhex(text)) == key
    assert spki.write_public(key).hex() == text


@needs_openssl
@pytest.mark.parametrize("name", ECDSA)
def test_a_compressed_point(name: str) -> None:
    key = key_of(name).public_key
    written = openssl(
        *("ec", "-pubin", "-inform", "DER", "-conv_form", "compressed", "-outform", "DER"),
        data=spki.write_public(key),
    )
    assert written == structure(name, key.to_bytes(compressed=True))
    assert spki.read_public(written) == key


@needs_openssl
@pytest.mark.parametrize("name", ECDSA)
def test_a_hybrid_point(name: str) -> None:
    written = openssl(
        *("ec", "-pubin", "-inform", "DER", "-conv_form", "hybrid", "-outform", "DER"),
        data=spki.write_public(key_of(name).public_key),
    )
    assert refused(written) == "bad-encoding: a hybrid point; wanted one that begins with 02, 03 or 04"


@needs_openssl
@pytest.mark.parametrize("name", ECDSA)
def test_explicit_parameters_that_equal_a_named_curve_are_refused(name: str) -> None:
    written = openssl(
        *("ec", "-pubin", "-inform", "DER", "-param_enc", "explicit", "-outform", "DER"),
        data=spki.write_public(key_of(name).public_key),
    )
    assert refused(written) == "unsupported: got explicit curve parameters (specifiedCurve), wanted a named curve"


# ---------------------------------------------------------------- the key


@pytest.mark.parametrize(
    ("point", "detail"),
    [
        (b"\0", "invalid-key: the point at infinity"),
        (b"", "bad-length: got 0 octets of a point, wanted 33 or 65"),
        (b"\2" + bytes(31) + b"\1", "invalid-key: no point of the curve has this x"),
        (b"\2" + b"\xff" * 32, "invalid-key: x is not below p"),
        (b"\4" + b"\xff" * 64, "invalid-key: a coordinate is negative or not below p"),
        (b"\4" + X + X, "invalid-key: x and y don't satisfy the curve's equation"),
        (b"\6" + POINT[1:], "bad-encoding: a hybrid point; wanted one that begins with 02, 03 or 04"),
        (b"\7" + POINT[1:], "bad-encoding: a hybrid point; wanted one that begins with 02, 03 or 04"),
        (b"\5" + POINT[1:], "bad-encoding: a point begins with 02, 03 or 04, not 05"),
        (POINT + b"\0", "bad-length: got 66 octets of a point, wanted 33 or 65"),
        (bytes(1 << 20), "bad-encoding: a point begins with 02, 03 or 04, not 00"),
    ],
)
def test_points(point: bytes, detail: str) -> None:
    assert refused(structure("P-256", point)) == detail


@pytest.mark.parametrize("name", EDDSA)
def test_eddsa_keys_of_another_length(name: str) -> None:
    size = SCHEMES[name].curve.size
    for length in 0, 1, size - 1, size + 1, 2 * size, 1 << 20:
        detail = f"bad-length: got a public key of {length} octets, wanted {size}"
        assert refused(structure(name, bytes(length))) == detail


def test_an_eddsa_key_keeps_its_octets_whatever_they_encode() -> None:
    """Whether they decode depends on the rule set."""
    for scheme in ed25519, ed448:
        octets = b"\xff" * scheme.curve.size
        assert spki.read_public(structure(scheme.name, octets)) == scheme.public_key(octets)


@pytest.mark.parametrize("name", SCHEMES)
def test_unused_bits(name: str) -> None:
    octets = key_of(name).public_key.to_bytes()
    for unused in 1, 7, 8, 255:
        detail = f"bad-encoding: a BIT STRING with {unused} unused bits, wanted whole octets"
        assert refused(structure(name, octets, unused)) == detail


def test_a_null_for_parameters_is_refused() -> None:
    data = seq(seq(asn1.write_oid("1.3.101.112"), b"\5\0"), bit_string(bytes(32)))
    assert refused(data) == "bad-encoding: Ed25519 with a NULL for parameters, wanted none [RFC 8410, 3]"


def test_a_key_for_ecdh_only_is_named() -> None:
    data = seq(seq(asn1.write_oid("1.3.132.1.12"), asn1.write_oid("1.2.840.10045.3.1.7")), bit_string(POINT))
    assert refused(data) == "wrong-key: got an id-ecDH (for ECDH only) key, wanted an Ed25519, Ed448 or ECDSA key"


@needs_openssl
def test_another_algorithm_is_named() -> None:
    key = openssl("pkey", "-pubout", "-outform", "DER", data=openssl("genpkey", "-algorithm", "X25519"))
    assert refused(key) == "wrong-key: got an X25519 key, wanted an Ed25519, Ed448 or ECDSA key"


VALID = structure("P-256", POINT)


@pytest.mark.parametrize(
    ("data", "detail"),
    [
        (VALID + b"\0", "octets after a SEQUENCE"),
        (seq(asn1.write_algorithm(p256), bit_string(POINT), b"\5\0"), "octets after a BIT STRING"),
        (seq(asn1.write_algorithm(p256), octet_string(POINT)), "got an OCTET STRING, wanted a BIT STRING"),
        (seq(asn1.write_algorithm(p256), b"\3\0"), "a BIT STRING without octets"),
        (seq(asn1.write_algorithm(p256)), "nothing where a value should begin"),
        (seq(), "nothing where a value should begin"),
        (b"\x30\x80" + VALID[2:] + b"\0\0", "an indefinite length, which BER has and DER doesn't"),
        (b"\x30\x81" + VALID[1:], "a length in more octets than it needs, which BER allows and DER doesn't"),
        (pkcs8.write_private(key_of("P-256")), "got an INTEGER, wanted a SEQUENCE"),
    ],
)
def test_the_form(data: bytes, detail: str) -> None:
    assert refused(data) == f"bad-encoding: {detail}"


def test_a_bare_point_is_no_spki() -> None:
    """Its 04 is DER's tag of an OCTET STRING, and x begins with the length."""
    assert refused(POINT).startswith("bad-encoding: ")


# ---------------------------------------------------------------- writing


def test_what_it_does_not_write() -> None:
    toy = ecdsa.ECDSA(WEIERSTRASS[0]).private_key(3).public_key
    assert fault(spki.write_public, toy) == "unsupported: no container names keys of p7n11"
    wrong: Any
    for wrong in key_of("Ed25519"), b"", None:
        with pytest.raises(TypeError, match="wanted a public key"):
            spki.write_public(wrong)


def test_the_variants_have_the_keys_of_the_plain_scheme() -> None:
    octets = bytes(57)
    assert spki.write_public(ed448ph.public_key(octets)) == spki.write_public(ed448.public_key(octets))
    assert spki.read_public(spki.write_public(ed448ph.public_key(octets))).scheme is ed448


# ---------------------------------------------------------------- damage


@pytest.mark.parametrize("name", ["Ed25519", "Ed448", "P-256", "secp256k1"])
def test_only_an_eddsa_key_may_change(name: str) -> None:
    """Nothing tells one encoded point from another; every other bit counts, and off the curve there is no key."""
    data = spki.write_public(key_of(name).public_key)
    key_at = 8 * (len(data) - (SCHEMES[name].curve.size if name in EDDSA else 0))
    for bit in range(8 * len(data)):
        found = key_or_none(spki.read_public, flipped(data, bit))
        assert (found is not None) == (bit >= key_at), bit
    for end in range(len(data)):
        assert refused(data[:end])


@pytest.mark.parametrize("name", SCHEMES)
@given(data=st.data())
@settings(max_examples=60)
def test_damage(name: str, data: st.DataObject) -> None:
    written = spki.write_public(key_of(name).public_key)
    found = key_or_none(spki.read_public, data.draw(damaged(written)))
    if name in ECDSA:
        assert found in (None, key_of(name).public_key)


@given(st.binary(max_size=60))
def test_any_octets(octets: bytes) -> None:
    for data in octets, seq(octets), seq(asn1.write_algorithm(ed25519), octets):
        key_or_none(spki.read_public, data)
    for name in SCHEMES:
        key_or_none(spki.read_public, structure(name, octets))


@pytest.mark.parametrize("name", HOSTILE)
def test_hostile_octets(name: str) -> None:
    hostile = HOSTILE[name]
    key = der.write(der.BIT_STRING, b"\0" + POINT)
    for data in hostile, seq(hostile), seq(seq(hostile), key), seq(asn1.write_algorithm(p256), hostile):
        assert refused(data).startswith("bad-encoding: ")


@pytest.mark.parametrize("wrong", ["30", None, 1], ids=lambda wrong: type(wrong).__name__)
def test_wrong_types(wrong: Any) -> None:
    with pytest.raises(TypeError, match=r"^a public key must be bytes, not "):
        spki.read_public(wrong)
