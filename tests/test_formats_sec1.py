"""SEC 1 private keys: what openssl and pyca/cryptography write is read and written alike; every fault is named."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest
from cryptography.hazmat.primitives.serialization import Encoding, NoEncryption, PrivateFormat
from hypothesis import given, settings
from hypothesis import strategies as st

from containers import (
    ECDSA,
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
from ecref import der, ecdsa, p256
from ecref.formats import asn1, pem, sec1
from ecref.formats.names import oid_of
from toy_curves import WEIERSTRASS

if TYPE_CHECKING:
    from ecref.ecdsa_keys import ECDSAPrivateKey

KEY = key_of("P-256")
POINT = KEY.public_key.to_bytes()
OTHER = p256.private_key(7)
CURVE = asn1.write_oid("1.2.840.10045.3.1.7")
P384 = asn1.write_oid("1.3.132.0.34")


def structure(
    scalar: bytes = KEY.private_bytes(),
    curve: bytes | None = CURVE,
    point: bytes | None = POINT,
    version: bytes = b"\2\1\1",
    more: bytes = b"",
) -> bytes:
    """An ECPrivateKey, field by field."""
    parameters = b"" if curve is None else der.write(0xA0, curve)
    public = b"" if point is None else der.write(0xA1, bit_string(point))
    return seq(version, octet_string(scalar), parameters, public, more)


def refused(data: bytes, parameters: bytes | None = None) -> str:
    """The error, without the container's name, which it always begins with."""
    code, _, detail = fault(sec1.read_private, data, parameters).partition(": in a SEC 1 private key: ")
    return f"{code}: {detail}"


# ---------------------------------------------------------------- as others write


@needs_openssl
@pytest.mark.parametrize("name", ECDSA)
@pytest.mark.parametrize("program", [["ec"], ["pkey", "-traditional"]], ids=lambda program: program[0])
def test_as_openssl_writes(name: str, program: list[str]) -> None:
    written = openssl(*program, data=openssl("genpkey", *curve_option(name)))
    (block,) = pem.read(written)
    key = sec1.read_private(block.octets)
    assert key.scheme is SCHEMES[name]
    assert pem.write("EC PRIVATE KEY", sec1.write_private(key)) == written


@needs_openssl
@pytest.mark.parametrize("name", ECDSA)
def test_openssl_reads_ours_and_writes_the_same(name: str) -> None:
    ours = sec1.write_private(key_of(name))
    assert openssl("ec", "-inform", "DER", "-outform", "DER", data=ours) == ours


@needs_openssl
@pytest.mark.parametrize("name", ECDSA)
def test_with_ecparam_genkeys_block_before_it(name: str) -> None:
    parameters, key = pem.read(openssl("ecparam", "-name", ECDSA[name], "-genkey"))
    found = sec1.read_private(key.octets, parameters.octets)
    assert found == sec1.read_private(key.octets)
    assert sec1.write_private(found) == key.octets


@needs_openssl
@pytest.mark.parametrize("name", ECDSA)
def test_without_a_public_half_or_with_a_compressed_one(name: str) -> None:
    key = key_of(name)
    for option in ["-no_public"], ["-conv_form", "compressed"]:
        written = openssl("ec", "-inform", "DER", *option, "-outform", "DER", data=sec1.write_private(key))
        assert len(written) < len(sec1.write_private(key))
        assert sec1.read_private(written) == key


@needs_openssl
@pytest.mark.parametrize("name", ECDSA)
def test_explicit_parameters_that_equal_a_named_curve_are_refused(name: str) -> None:
    ours = sec1.write_private(key_of(name))
    written = openssl("ec", "-inform", "DER", "-param_enc", "explicit", "-outform", "DER", data=ours)
    assert refused(written) == "unsupported: got explicit curve parameters (specifiedCurve), wanted a named curve"


@pytest.mark.parametrize("name", ECDSA)
@given(data=st.data())
@settings(max_examples=25)
def test_as_pyca_writes(name: str, data: st.DataObject) -> None:
    key: ECDSAPrivateKey = data.draw(private_keys(name))
    written = sec1.write_private(key)
    theirs = pyca_key(key).private_bytes(Encoding.DER, PrivateFormat.TraditionalOpenSSL, NoEncryption())
    assert written == theirs
    assert sec1.read_private(written) == key


# ---------------------------------------------------------------- the curve


def test_the_curve_within_or_outside_or_both() -> None:
    for data, parameters in (structure(), None), (structure(), CURVE), (structure(curve=None), CURVE):
        assert sec1.read_private(data, parameters) == KEY
        assert sec1.read_private(bytearray(data), parameters and memoryview(parameters)) == KEY


def test_no_curve() -> None:
    detail = "bad-encoding: the curve is not named: no parameters, and no EC PARAMETERS block before the key"
    assert refused(structure(curve=None)) == detail


def test_curves_that_disagree() -> None:
    detail = "invalid-key: the curve is P-256 within the key, P-384 outside"
    assert refused(structure(), P384) == detail


@pytest.mark.parametrize(
    ("parameters", "detail"),
    [
        (b"", "bad-encoding: in EC PARAMETERS: nothing where a value should begin"),
        (b"\5\0", "unsupported: in EC PARAMETERS: got an implicit curve (implicitCurve), wanted a named curve"),
        (CURVE + b"\0", "bad-encoding: in EC PARAMETERS: octets after the curve's parameters"),
        (
            asn1.write_oid("1.3.132.0.35"),
            "unsupported: in EC PARAMETERS: got the curve P-521, wanted P-256, P-384 or secp256k1",
        ),
    ],
)
def test_a_block_that_names_no_curve(parameters: bytes, detail: str) -> None:
    assert fault(sec1.read_private, structure(), parameters) == detail


# ---------------------------------------------------------------- the other fields


def test_a_scalar_of_another_width() -> None:
    """RFC 5915, 3: the octets are ceil(log2(n) / 8); writers that drop leading zeros make shorter ones."""
    scalar = KEY.private_bytes()
    assert scalar[0] == 0
    assert refused(structure(scalar[1:])) == "bad-length: got a scalar of 31 octets, wanted 32"
    assert refused(structure(b"\0" + scalar)) == "bad-length: got a scalar of 33 octets, wanted 32"
    assert refused(structure(b"")) == "bad-length: got a scalar of 0 octets, wanted 32"
    assert refused(structure(bytes(1 << 20))) == "bad-length: got a scalar of 1048576 octets, wanted 32"


@pytest.mark.parametrize("name", ECDSA)
def test_a_scalar_out_of_range(name: str) -> None:
    n, width = SCHEMES[name].curve.n, len(key_of(name).private_bytes())  # type: ignore[union-attr]
    curve = asn1.write_oid(oid_of(SCHEMES[name]))
    for scalar in 0, n, n + 1, (1 << 8 * width) - 1:
        data = structure(scalar.to_bytes(width, "big"), curve, None)
        assert refused(data) == "invalid-key: the private key lies outside [1, n-1]"
    for scalar in 1, n - 1:
        data = structure(scalar.to_bytes(width, "big"), curve, None)
        assert sec1.read_private(data) == SCHEMES[name].private_key(scalar.to_bytes(width, "big"))


@pytest.mark.parametrize(
    ("version", "detail"),
    [
        (b"\2\1\0", "got version 0, wanted 1"),
        (b"\2\1\2", "got version 2, wanted 1"),
        (b"\2\1\x20", "got version 32, wanted 1"),
        (b"\2\2\0\1", "an INTEGER in more octets than it needs"),
        (b"\2\0", "an INTEGER without octets"),
        (b"", "got an OCTET STRING, wanted an INTEGER"),
        (HUGE_INTEGER, "got version of 415242 octets, wanted 1"),
    ],
)
def test_versions(version: bytes, detail: str) -> None:
    assert refused(structure(version=version)) == f"bad-encoding: {detail}"


X = POINT[1:33]
HYBRID = bytes([6 + POINT[-1] % 2]) + POINT[1:]


@pytest.mark.parametrize(
    ("point", "detail"),
    [
        (OTHER.public_key.to_bytes(), "invalid-key: the public half is not that of the private half"),
        (OTHER.public_key.to_bytes(compressed=True), "invalid-key: the public half is not that of the private half"),
        (bytes([2 + (POINT[-1] + 1) % 2]) + X, "invalid-key: the public half is not that of the private half"),
        (HYBRID, "bad-encoding: a hybrid point; wanted one that begins with 02, 03 or 04"),
        (b"\2" + bytes(31) + b"\1", "invalid-key: no point of the curve has this x"),
        (POINT[:-1] + bytes([POINT[-1] ^ 1]), "invalid-key: x and y don't satisfy the curve's equation"),
        (b"\0", "invalid-key: the point at infinity"),
        (b"", "bad-length: got 0 octets of a point, wanted 33 or 65"),
        (POINT[1:], f"bad-encoding: a point begins with 02, 03 or 04, not {POINT[1]:02x}"),
        (POINT + b"\0", "bad-length: got 66 octets of a point, wanted 33 or 65"),
    ],
)
def test_public_halves(point: bytes, detail: str) -> None:
    assert refused(structure(point=point)) == detail


def test_the_form_of_the_public_half() -> None:
    for bits, detail in [
        (bit_string(POINT, 7), "a BIT STRING with 7 unused bits, wanted whole octets"),
        (bit_string(POINT) + b"\0", "octets after a BIT STRING"),
        (octet_string(POINT), "got an OCTET STRING, wanted a BIT STRING"),
        (b"\3\0", "a BIT STRING without octets"),
        (b"", "nothing where a value should begin"),
    ]:
        assert refused(structure(point=None, more=der.write(0xA1, bits))) == f"bad-encoding: {detail}"


@pytest.mark.parametrize(
    ("data", "detail"),
    [
        (structure() + b"\0", "octets after a SEQUENCE"),
        (structure(more=b"\0\0"), "octets after the last field"),
        (structure(more=der.write(0xA1, bit_string(POINT))), "octets after the last field"),
        (structure(point=None, more=der.write(0x81, b"\0" + POINT)), "octets after the last field"),
        (structure(curve=None, more=der.write(0xA0, CURVE)), "octets after the last field"),
        (structure(curve=CURVE + b"\0"), "octets after the curve's parameters"),
        (b"\x30\x80" + structure()[2:] + b"\0\0", "an indefinite length, which BER has and DER doesn't"),
        (
            b"\x30\x81" + structure()[1:],
            "a length in more octets than it needs, which BER allows and DER doesn't",
        ),
        (octet_string(b""), "got an OCTET STRING, wanted a SEQUENCE"),
        (seq(b"\2\1\1", b"\x24\4" + octet_string(b"ab")), "got the tag 24, wanted an OCTET STRING"),
    ],
)
def test_the_form(data: bytes, detail: str) -> None:
    assert refused(data) == f"bad-encoding: {detail}"


# ---------------------------------------------------------------- writing


def test_what_it_does_not_write() -> None:
    assert fault(sec1.write_private, key_of("Ed25519")) == "unsupported: SEC 1 has no form for an Ed25519 private key"
    toy = ecdsa.ECDSA(WEIERSTRASS[0]).private_key(3)
    assert fault(sec1.write_private, toy) == "unsupported: no container names keys of p7n11"
    wrong: Any
    for wrong in KEY.public_key, b"", None:
        with pytest.raises(TypeError, match="wanted a private key"):
            sec1.write_private(wrong)


# ---------------------------------------------------------------- damage


@pytest.mark.parametrize("data", [structure(), structure(curve=None)])
def test_no_bit_flips_unseen_and_nothing_may_lack(data: bytes) -> None:
    """The public half holds the scalar."""
    outside = CURVE if data == structure(curve=None) else None
    assert sec1.read_private(data, outside) == KEY
    for bit in range(8 * len(data)):
        assert key_or_none(lambda damage: sec1.read_private(damage, outside), flipped(data, bit)) is None, bit
    for end in range(len(data)):
        assert refused(data[:end], outside)


@pytest.mark.parametrize("name", ECDSA)
@given(data=st.data())
@settings(max_examples=60)
def test_damage(name: str, data: st.DataObject) -> None:
    octets = data.draw(damaged(sec1.write_private(key_of(name))))
    assert key_or_none(sec1.read_private, octets) in (None, key_of(name))


@given(st.binary(max_size=60))
def test_any_octets(octets: bytes) -> None:
    for data in octets, seq(b"\2\1\1", octets):
        assert key_or_none(sec1.read_private, data) is None
        key_or_none(lambda data: sec1.read_private(data, CURVE), data)


@pytest.mark.parametrize("name", HOSTILE)
def test_hostile_octets(name: str) -> None:
    hostile = HOSTILE[name]
    for data in hostile, seq(b"\2\1\1", hostile), structure(point=None, more=hostile or b"\0"):
        assert refused(data).startswith("bad-encoding: ")
    assert fault(sec1.read_private, structure(), hostile).startswith("bad-encoding: in EC PARAMETERS: ")


@pytest.mark.parametrize("wrong", ["30", None, 1], ids=lambda wrong: type(wrong).__name__)
def test_wrong_types(wrong: Any) -> None:
    with pytest.raises(TypeError, match=r"^a private key must be bytes, not "):
        sec1.read_private(wrong)
    if wrong is not None:
        with pytest.raises(TypeError, match=r"^parameters must be bytes, not "):
            sec1.read_private(structure(), wrong)
