"""PKCS#8: what openssl and pyca/cryptography write is read and written alike; version, halves and forms are held."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest
from cryptography.hazmat.primitives.serialization import Encoding, NoEncryption, PrivateFormat
from hypothesis import given, settings
from hypothesis import strategies as st

from containers import (
    ECDSA,
    EDDSA,
    HOSTILE,
    HUGE_INTEGER,
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
from ecref import der, ecdsa, ed25519, ed25519ph, p256
from ecref.formats import asn1, pem, pkcs8, sec1, spki
from toy_curves import WEIERSTRASS

if TYPE_CHECKING:
    from ecref.formats.names import PrivateKey

V1, V2 = b"\2\1\0", b"\2\1\1"
ATTRIBUTES = der.write(0xA0, seq(asn1.write_oid("1.2.840.113549.1.9.9"), der.write(der.SET, b"\x0c\1x")))
OTHER_HALVES = "invalid-key: the public half is not that of the private half"


def private_octets(key: PrivateKey) -> bytes:
    """What stands within the OCTET STRING privateKey."""
    if key.scheme.name in EDDSA:
        return octet_string(key.private_bytes())
    return sec1.write_structure(key, b"")  # type: ignore[arg-type]


def structure(
    key: PrivateKey,
    version: bytes = V1,
    algorithm: bytes | None = None,
    private: bytes | None = None,
    more: bytes = b"",
) -> bytes:
    """A OneAsymmetricKey, field by field."""
    algorithm = asn1.write_algorithm(key.scheme) if algorithm is None else algorithm
    return seq(version, algorithm, octet_string(private_octets(key) if private is None else private), more)


def half(octets: bytes, tag: int = 0x81) -> bytes:
    """publicKey, [1] IMPLICIT BIT STRING."""
    return der.write(tag, b"\0" + octets)


def refused(data: bytes) -> str:
    """The error, without the container's name, which it always begins with."""
    code, _, detail = fault(pkcs8.read_private, data).partition(": in a PKCS#8 private key: ")
    return f"{code}: {detail}"


# ---------------------------------------------------------------- as others write


@needs_openssl
@pytest.mark.parametrize("name", SCHEMES)
@pytest.mark.parametrize("program", [["pkey"], ["pkcs8", "-topk8", "-nocrypt"]], ids=lambda program: program[0])
def test_as_openssl_writes(name: str, program: list[str]) -> None:
    written = openssl(*program, data=openssl("genpkey", *curve_option(name)))
    (block,) = pem.read(written)
    key = pkcs8.read_private(block.octets)
    assert key.scheme is SCHEMES[name]
    assert pem.write("PRIVATE KEY", pkcs8.write_private(key)) == written
    assert pem.write("PUBLIC KEY", spki.write_public(key.public_key)) == openssl("pkey", "-pubout", data=written)


@needs_openssl
@pytest.mark.parametrize("name", SCHEMES)
def test_openssl_reads_ours_and_writes_the_same(name: str) -> None:
    ours = pkcs8.write_private(key_of(name))
    assert openssl("pkcs8", "-topk8", "-nocrypt", "-inform", "DER", "-outform", "DER", data=ours) == ours


@pytest.mark.parametrize("name", SCHEMES)
@given(data=st.data())
@settings(max_examples=25)
def test_as_pyca_writes(name: str, data: st.DataObject) -> None:
    key: PrivateKey = data.draw(private_keys(name))
    written = pkcs8.write_private(key)
    assert written == pyca_key(key).private_bytes(Encoding.DER, PrivateFormat.PKCS8, NoEncryption())
    assert pkcs8.read_private(written) == key
    assert pkcs8.read_noted(memoryview(written)) == (key, ())


# RFC 8410, 10.3: a key in version 1, and in version 2 with an attribute and the public half; 10.1: its public key.
RFC8410_V1 = b"""\
-----BEGIN PRIVATE KEY-----
MC4CAQAwBQYDK2VwBCIEINTuctv5E1hK1bbY8fdp+K06/nwoy/HU++CXqI9EdVhC
-----END PRIVATE KEY-----
"""
RFC8410_V2 = b"""\
-----BEGIN PRIVATE KEY-----
MHICAQEwBQYDK2VwBCIEINTuctv5E1hK1bbY8fdp+K06/nwoy/HU++CXqI9EdVhC
oB8wHQYKKoZIhvcNAQkJFDEPDA1DdXJkbGUgQ2hhaXJzgSEAGb9ECWmEzf6FQbrB
Z9w7lshQhqowtrbLDFw4rXAxZuE=
-----END PRIVATE KEY-----
"""
RFC8410_PUBLIC = b"""\
-----BEGIN PUBLIC KEY-----
MCowBQYDK2VwAyEAGb9ECWmEzf6FQbrBZ9w7lshQhqowtrbLDFw4rXAxZuE=
-----END PUBLIC KEY-----
"""


def test_the_keys_of_rfc_8410() -> None:
    keys = [pkcs8.read_private(pem.read(text)[0].octets) for text in (RFC8410_V1, RFC8410_V2)]
    assert keys[0] == keys[1]
    assert pem.write("PRIVATE KEY", pkcs8.write_private(keys[0])) == RFC8410_V1
    assert pem.write("PUBLIC KEY", spki.write_public(keys[0].public_key)) == RFC8410_PUBLIC


# ---------------------------------------------------------------- version and public half


@pytest.mark.parametrize("name", SCHEMES)
def test_version_2_holds_the_public_half(name: str) -> None:
    key = key_of(name)
    point = key.public_key.to_bytes()
    assert pkcs8.read_private(structure(key, V2, more=half(point))) == key
    assert pkcs8.read_private(structure(key, V2, more=ATTRIBUTES + half(point))) == key
    other = SCHEMES[name].private_key(key.private_bytes()[::-1]).public_key.to_bytes()
    assert refused(structure(key, V2, more=half(other))) == OTHER_HALVES
    assert refused(structure(key, V2, more=ATTRIBUTES + half(other))) == OTHER_HALVES
    assert refused(structure(key, V2, more=half(point + b"\0"))).startswith("bad-length: ")
    assert refused(structure(key, V2, more=half(b""))).startswith("bad-length: ")


@pytest.mark.parametrize("name", ECDSA)
def test_the_public_half_may_be_compressed_but_not_hybrid(name: str) -> None:
    key = key_of(name)
    point = key.public_key.to_bytes()
    assert pkcs8.read_private(structure(key, V2, more=half(key.public_key.to_bytes(compressed=True)))) == key
    hybrid = bytes([6 + point[-1] % 2]) + point[1:]
    detail = "bad-encoding: a hybrid point; wanted one that begins with 02, 03 or 04"
    assert refused(structure(key, V2, more=half(hybrid))) == detail


@pytest.mark.parametrize("name", SCHEMES)
def test_the_version_says_whether_there_is_a_public_half(name: str) -> None:
    key = key_of(name)
    point = key.public_key.to_bytes()
    detail = "bad-encoding: version 0 with a public key [RFC 5958, 2]"
    assert refused(structure(key, V1, more=half(point))) == detail
    assert refused(structure(key, V1, more=ATTRIBUTES + half(point))) == detail
    assert refused(structure(key, V2)) == "bad-encoding: version 1 without a public key [RFC 5958, 2]"
    assert refused(structure(key, V2, more=ATTRIBUTES)) == "bad-encoding: version 1 without a public key [RFC 5958, 2]"


@pytest.mark.parametrize(
    ("version", "detail"),
    [
        (b"\2\1\2", "got version 2, wanted 0 or 1"),
        (b"\2\1\x20", "got version 32, wanted 0 or 1"),
        (b"\2\1\xff", "got version -1, wanted 0 or 1"),
        (b"\2\2\1\0", "got version 256, wanted 0 or 1"),
        (b"\2\2\0\0", "an INTEGER in more octets than it needs"),
        (b"\2\0", "an INTEGER without octets"),
        (b"\x0a\1\0", "got the tag 0a, wanted an INTEGER"),
        (HUGE_INTEGER, "got version of 415242 octets, wanted 0 or 1"),
    ],
)
def test_versions(version: bytes, detail: str) -> None:
    assert refused(structure(key_of("Ed25519"), version)) == f"bad-encoding: {detail}"


@pytest.mark.parametrize("name", SCHEMES)
def test_attributes_are_stepped_over(name: str) -> None:
    key = key_of(name)
    for attributes in ATTRIBUTES, der.write(0xA0, b""), der.write(0xA0, b"\xff" * 1000):
        assert pkcs8.read_private(structure(key, more=attributes)) == key
    for attributes in b"\xa0", b"\xa0\x80\0\0", b"\xa0\1", b"\xa0\x81\0":
        assert refused(structure(key, more=attributes)).startswith("bad-encoding: ")
    assert refused(structure(key, more=ATTRIBUTES + ATTRIBUTES)) == (
        "bad-encoding: got a constructed [0], wanted a primitive [1]"
    )


# ---------------------------------------------------------------- the form that ring wrote


def ring(octets: bytes, version: bytes = V2) -> bytes:
    return structure(key_of("Ed25519"), version, more=der.write(0xA1, octets))


def test_the_old_form_of_ring_is_read_and_named() -> None:
    key = key_of("Ed25519")
    point = key.public_key.to_bytes()
    data = ring(bit_string(point))
    assert data[48:53].hex() == "a123032100"
    assert pkcs8.read_noted(data) == (key, (pkcs8.RING,))
    assert pkcs8.read_private(data) == key
    assert pkcs8.RING == "the public half is tagged as ring wrote it before its version 0.17 ([1] EXPLICIT)"
    assert refused(ring(bit_string(point[::-1]))) == OTHER_HALVES
    assert refused(ring(bit_string(point), V1)) == "bad-encoding: version 0 with a public key [RFC 5958, 2]"
    assert refused(ring(bit_string(point, 1))) == "bad-encoding: a BIT STRING with 1 unused bits, wanted whole octets"
    assert refused(ring(octet_string(point))) == "bad-encoding: got an OCTET STRING, wanted a BIT STRING"
    assert refused(ring(bit_string(point) + b"\0")) == "bad-encoding: octets after a BIT STRING"
    assert refused(ring(b"")) == "bad-encoding: nothing where a value should begin"


@pytest.mark.parametrize("name", [name for name in SCHEMES if name != "Ed25519"])
def test_ring_wrote_it_for_ed25519_only(name: str) -> None:
    key = key_of(name)
    data = structure(key, V2, more=der.write(0xA1, bit_string(key.public_key.to_bytes())))
    assert refused(data) == "bad-encoding: got a constructed [1], wanted a primitive [1]"


# ---------------------------------------------------------------- the private half


@pytest.mark.parametrize("name", EDDSA)
def test_a_seed(name: str) -> None:
    key = key_of(name)
    seed, size = key.private_bytes(), len(key.private_bytes())
    for octets in seed[1:], seed + b"\0", seed + key.public_key.to_bytes(), b"":
        detail = f"bad-length: got a seed of {len(octets)} octets, wanted {size}"
        assert refused(structure(key, private=octet_string(octets))) == detail
    assert refused(structure(key, private=octet_string(seed) + b"\0")) == "bad-encoding: octets after an OCTET STRING"
    assert refused(structure(key, private=bit_string(seed))).startswith("bad-encoding: got a BIT STRING")
    assert refused(structure(key, private=seed)).startswith("bad-encoding: ")  # a draft of RFC 8410 had it bare
    assert refused(structure(key, private=private_octets(key_of("P-256")))) == (
        "bad-encoding: got a SEQUENCE, wanted an OCTET STRING"
    )


@pytest.mark.parametrize("name", ECDSA)
def test_an_ec_private_key_within(name: str) -> None:
    key, scheme = key_of(name), SCHEMES[name]
    width, n = len(key.private_bytes()), key.scheme.curve.n
    full = sec1.write_private(key)
    assert pkcs8.read_private(structure(key, private=full)) == key
    bare = seq(b"\2\1\1", octet_string(key.private_bytes()))
    assert pkcs8.read_private(structure(key, private=bare)) == key
    for other in set(ECDSA) - {name}:
        detail = f"invalid-key: the curve is {name} within the key, {other} outside"
        assert refused(structure(key_of(other), private=full)) == detail
    short = seq(b"\2\1\1", octet_string(key.private_bytes()[1:]))
    assert refused(structure(key, private=short)) == f"bad-length: got a scalar of {width - 1} octets, wanted {width}"
    for scalar in 0, n, n + 1:
        out_of_range = seq(b"\2\1\1", octet_string(scalar.to_bytes(width, "big")))
        assert refused(structure(key, private=out_of_range)) == "invalid-key: the private key lies outside [1, n-1]"
    other_half = scheme.private_key(key.private_bytes()[::-1]).public_key.to_bytes()
    wrong = seq(b"\2\1\1", octet_string(key.private_bytes()), der.write(0xA1, bit_string(other_half)))
    assert refused(structure(key, private=wrong)) == OTHER_HALVES
    assert refused(structure(key, private=octet_string(key.private_bytes()))).startswith("bad-encoding: ")
    assert refused(structure(key, private=full + b"\0")) == "bad-encoding: octets after a SEQUENCE"


@needs_openssl
@pytest.mark.parametrize("name", ECDSA)
def test_explicit_parameters_that_equal_a_named_curve_are_refused(name: str) -> None:
    arguments = [*curve_option(name), "-pkeyopt", "ec_param_enc:explicit"]
    (block,) = pem.read(openssl("genpkey", *arguments))
    detail = "unsupported: got explicit curve parameters (specifiedCurve), wanted a named curve"
    assert refused(block.octets) == detail


@needs_openssl
@pytest.mark.parametrize(
    ("algorithm", "detail"),
    [
        ("X25519", "wrong-key: got an X25519 key, wanted an Ed25519, Ed448 or ECDSA key"),
        ("X448", "wrong-key: got an X448 key, wanted an Ed25519, Ed448 or ECDSA key"),
        ("RSA", "wrong-key: got an RSA key, wanted an Ed25519, Ed448 or ECDSA key"),
    ],
)
def test_other_algorithms(algorithm: str, detail: str) -> None:
    bits = ["-pkeyopt", "rsa_keygen_bits:1024"] if algorithm == "RSA" else []
    (block,) = pem.read(openssl("genpkey", "-algorithm", algorithm, *bits))
    assert refused(block.octets) == detail


@pytest.mark.parametrize("name", EDDSA)
def test_a_null_for_parameters_is_refused(name: str) -> None:
    algorithm = seq(der.read_only(der.SEQUENCE, asn1.write_algorithm(SCHEMES[name])), b"\5\0")
    detail = f"bad-encoding: {name} with a NULL for parameters, wanted none [RFC 8410, 3]"
    assert refused(structure(key_of(name), algorithm=algorithm)) == detail


# ---------------------------------------------------------------- encrypted, and other forms

COMMAND = "decrypt it first: openssl pkey -inform DER -in FILE -out DECRYPTED"


@needs_openssl
@pytest.mark.parametrize("scheme", [["-v2", "aes256"], ["-v2", "aes256", "-scrypt"]], ids=["PBKDF2", "scrypt"])
def test_encrypted_keys(scheme: list[str], tmp_path: Any) -> None:
    key = openssl("genpkey", *curve_option("Ed25519"))
    encrypted = openssl("pkcs8", "-topk8", "-outform", "DER", "-passout", "pass:secret", *scheme, data=key)
    assert refused(encrypted) == f"encrypted-key: got an encrypted one; {COMMAND}"
    (tmp_path / "FILE").write_bytes(encrypted)
    command = [str(tmp_path / word) if word in ("FILE", "DECRYPTED") else word for word in COMMAND.split()[4:]]
    openssl(*command, "-passin", "pass:secret")
    assert (tmp_path / "DECRYPTED").read_bytes() == key


@pytest.mark.parametrize(
    ("data", "detail"),
    [
        (structure(key_of("P-256")) + b"\0", "octets after a SEQUENCE"),
        (structure(key_of("Ed25519"), more=b"\5\0"), "got a NULL, wanted a primitive [1]"),
        (structure(key_of("Ed25519"), V2, more=half(key_of("Ed25519").public_key.to_bytes()) + b"\0\0"),
         "octets after a primitive [1]"),
        (structure(key_of("Ed25519"), V2, more=der.write(0x81, b"\1" + bytes(32))),
         "a BIT STRING with 1 unused bits, wanted whole octets"),
        (structure(key_of("Ed25519"), V2, more=b"\x81\0"), "a BIT STRING without octets"),
        (b"\x30\x80" + structure(key_of("Ed25519"))[2:] + b"\0\0",
         "an indefinite length, which BER has and DER doesn't"),
        (b"\x30\x81" + structure(key_of("Ed25519"))[1:],
         "a length in more octets than it needs, which BER allows and DER doesn't"),
        (sec1.write_private(key_of("P-256")), "got an OCTET STRING, wanted a SEQUENCE"),
        (spki.write_public(key_of("P-256").public_key), "got a SEQUENCE, wanted an INTEGER"),
        (seq(seq()), "got a SEQUENCE, wanted an INTEGER"),
        (seq(), "nothing where a value should begin"),
    ],
)
def test_the_form(data: bytes, detail: str) -> None:
    assert refused(data) == f"bad-encoding: {detail}"


# ---------------------------------------------------------------- writing


def test_what_it_does_not_write() -> None:
    toy = ecdsa.ECDSA(WEIERSTRASS[0]).private_key(3)
    assert fault(pkcs8.write_private, toy) == "unsupported: no container names keys of p7n11"
    expanded = ed25519.expanded_key(bytes(31) + b"\x40" + bytes(32))
    assert fault(pkcs8.write_private, expanded).startswith("unsupported: ")
    wrong: Any
    for wrong in key_of("Ed25519").public_key, b"", None:
        with pytest.raises(TypeError, match="wanted a private key"):
            pkcs8.write_private(wrong)


def test_the_variants_have_the_keys_of_the_plain_scheme() -> None:
    key = ed25519ph.private_key(bytes(32))
    assert pkcs8.write_private(key) == pkcs8.write_private(ed25519.private_key(bytes(32)))
    assert pkcs8.read_private(pkcs8.write_private(key)).scheme is ed25519


# ---------------------------------------------------------------- damage


@pytest.mark.parametrize("name", EDDSA)
def test_only_the_seed_of_version_1_may_change(name: str) -> None:
    """Without a public half nothing tells one seed from another; every other bit counts."""
    key = key_of(name)
    data = structure(key)
    seed_at = 8 * (len(data) - len(key.private_bytes()))
    for bit in range(8 * len(data)):
        found = key_or_none(pkcs8.read_private, flipped(data, bit))
        assert (found is not None) == (bit >= seed_at), bit
    for end in range(len(data)):
        assert refused(data[:end])


@pytest.mark.parametrize("name", ["Ed25519", "P-256"])
@pytest.mark.parametrize("tag", [0x81, 0xA1])
def test_no_bit_of_version_2_may_change(name: str, tag: int) -> None:
    key = key_of(name)
    point = key.public_key.to_bytes()
    more = half(point) if tag == 0x81 or name == "P-256" else der.write(tag, bit_string(point))
    data = structure(key, V2, more=more)
    assert pkcs8.read_private(data) == key
    for bit in range(8 * len(data)):
        assert key_or_none(pkcs8.read_private, flipped(data, bit)) is None, bit
    for end in range(len(data)):
        assert refused(data[:end])


@pytest.mark.parametrize("name", SCHEMES)
@given(data=st.data())
@settings(max_examples=60)
def test_damage(name: str, data: st.DataObject) -> None:
    key = key_of(name)
    octets = data.draw(damaged(structure(key, V2, more=ATTRIBUTES + half(key.public_key.to_bytes()))))
    assert key_or_none(pkcs8.read_private, octets) in (None, key)


@given(st.binary(max_size=60))
def test_any_octets(octets: bytes) -> None:
    for data in octets, seq(octets), seq(V1, octets):
        assert key_or_none(pkcs8.read_private, data) is None
    for scheme in ed25519, p256:
        key_or_none(pkcs8.read_private, seq(V1, asn1.write_algorithm(scheme), octet_string(octets)))
        key_or_none(pkcs8.read_private, seq(V1, asn1.write_algorithm(scheme), octets))


@pytest.mark.parametrize("name", HOSTILE)
def test_hostile_octets(name: str) -> None:
    hostile = HOSTILE[name]
    key = key_of("P-256")
    for data in (
        hostile,
        seq(V1, hostile),
        structure(key, algorithm=hostile),
        structure(key, algorithm=seq(hostile)),
        structure(key, private=hostile),
        structure(key, more=hostile or b"\0"),
    ):
        assert refused(data).startswith("bad-encoding: ")


@pytest.mark.parametrize("wrong", ["30", None, 1], ids=lambda wrong: type(wrong).__name__)
def test_wrong_types(wrong: Any) -> None:
    with pytest.raises(TypeError, match=r"^a private key must be bytes, not "):
        pkcs8.read_private(wrong)
