"""Keys in every container on every curve: what is found and written, and what each refusal says, to the letter."""

from __future__ import annotations

import base64
import json
import pickle
import shutil
import subprocess
from datetime import datetime, timezone
from functools import cache
from typing import TYPE_CHECKING, Any

import pytest
from cryptography import x509
from cryptography.hazmat.primitives import hashes
from cryptography.hazmat.primitives.asymmetric import dsa, ec, rsa, x448, x25519
from cryptography.hazmat.primitives.serialization import (
    BestAvailableEncryption,
    Encoding,
    NoEncryption,
    PrivateFormat,
    PublicFormat,
    load_der_private_key,
    pkcs7,
    pkcs12,
)
from cryptography.x509.oid import NameOID
from hypothesis import given, settings
from hypothesis import strategies as st

import ecref
from containers import (
    ECDSA,
    EDDSA,
    HOSTILE,
    SCHEMES,
    damaged,
    flipped,
    key_of,
    needs_openssl,
    openssl,
    pyca_key,
    seq,
)
from ecref import UnusableInput, der, ed448ph, ed25519, ed25519ctx, ed25519ph, p256
from ecref.formats import (
    PRIVATE_FORMATS,
    PUBLIC_FORMATS,
    asn1,
    detection,
    dump_private_key,
    dump_public_key,
    load_private_key,
    load_public_key,
    pem,
    pkcs8,
    read_private_key,
    read_public_key,
    sshsig,
)
from ecref.formats.finding import HEX
from ecref.formats.names import oid_of
from ecref.hashes import shake256
from toy_curves import EDWARDS

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

WANTED = "an Ed25519, Ed448 or ECDSA key"
OPENSSH = ["Ed25519", "P-256", "P-384"]
BOM = b"\xef\xbb\xbf"
CODES = {"bad-encoding", "bad-length", "bad-request", "invalid-key", "unsupported", "wrong-key", "encrypted-key"}
ENCODINGS = (("der", Encoding.DER), ("pem", Encoding.PEM))
NAME = x509.Name([x509.NameAttribute(NameOID.COMMON_NAME, "ecref")])

every_scheme = pytest.mark.parametrize("name", SCHEMES)
needs_ssh_keygen = pytest.mark.skipif(shutil.which("ssh-keygen") is None, reason="ssh-keygen is not installed")


def refused(call: Callable[..., object], *arguments: Any, **named: Any) -> str:
    with pytest.raises(UnusableInput) as caught:
        call(*arguments, **named)
    assert caught.value.code in CODES
    assert len(str(caught.value)) < 250
    return str(caught.value)


def with_article(name: str) -> str:
    return f"an {name}" if name.startswith("Ed") else f"a {name}"


# ---------------------------------------------------------------- every container, by other programs where they have it


@cache
def certificate(name: str) -> Any:
    key = pyca_key(key_of(name))
    builder = x509.CertificateBuilder(NAME, NAME, key.public_key(), 1)
    builder = builder.not_valid_before(datetime(2026, 1, 1, tzinfo=timezone.utc))
    builder = builder.not_valid_after(datetime(2027, 1, 1, tzinfo=timezone.utc))
    return builder.sign(key, None if name in EDDSA else hashes.SHA256())


@cache
def request(name: str) -> Any:
    builder = x509.CertificateSigningRequestBuilder(NAME)
    return builder.sign(pyca_key(key_of(name)), None if name in EDDSA else hashes.SHA256())


@cache
def private_containers(name: str) -> dict[str, bytes]:
    """The key of a scheme in every container that has marks."""
    key = key_of(name)
    by_pyca = pyca_key(key)
    found = {"jwk": dump_private_key(key, "jwk")}
    for suffix, form in ENCODINGS:
        found[f"pkcs8-{suffix}"] = by_pyca.private_bytes(form, PrivateFormat.PKCS8, NoEncryption())
        if name in ECDSA:
            found[f"sec1-{suffix}"] = by_pyca.private_bytes(form, PrivateFormat.TraditionalOpenSSL, NoEncryption())
    if name in OPENSSH:
        found["openssh"] = by_pyca.private_bytes(Encoding.PEM, PrivateFormat.OpenSSH, NoEncryption())
    return found


@cache
def public_containers(name: str) -> dict[str, bytes]:
    key = key_of(name).public_key
    by_pyca = pyca_key(key_of(name)).public_key()
    found = {"jwk": dump_public_key(key, "jwk")}
    for suffix, form in ENCODINGS:
        found[f"spki-{suffix}"] = by_pyca.public_bytes(form, PublicFormat.SubjectPublicKeyInfo)
        found[f"certificate-{suffix}"] = certificate(name).public_bytes(form)
        found[f"csr-{suffix}"] = request(name).public_bytes(form)
    if name in OPENSSH:
        found["openssh"] = by_pyca.public_bytes(Encoding.OpenSSH, PublicFormat.OpenSSH)
    return found


WHAT = {
    "pkcs8": "a PKCS#8 private key",
    "sec1": "a SEC 1 private key",
    "openssh": "an OpenSSH {} key",
    "spki": "a public key (SubjectPublicKeyInfo)",
    "certificate": "an X.509 certificate",
    "csr": "a certificate request",
}


def what(format: str, kind: str) -> str:
    return WHAT[format.removesuffix("-der").removesuffix("-pem")].format(kind)


def test_no_container_is_left_out() -> None:
    private = {name for scheme in SCHEMES for name in private_containers(scheme)}
    public = {name for scheme in SCHEMES for name in public_containers(scheme)}
    assert private == {*PRIVATE_FORMATS} - {"raw", "ed25519-expanded"}
    assert public == {*PUBLIC_FORMATS} - {"raw", "sec1"}


@every_scheme
def test_every_private_container_is_found(name: str) -> None:
    key, scheme = key_of(name), SCHEMES[name]
    for form, data in private_containers(name).items():
        found = read_private_key(data)
        assert (found.key, found.format, found.comment, found.notes) == (key, form, "", ())
        assert found.key.scheme is scheme
        for arguments in ({}, {"curve": name}, {"curve": scheme}, {"format": form}, {"format": form, "curve": name}):
            assert load_private_key(data, **arguments) == key
            assert load_private_key(bytearray(data), **arguments) == key
            assert load_private_key(memoryview(data), **arguments) == key


@every_scheme
def test_every_public_container_is_found(name: str) -> None:
    key, scheme = key_of(name).public_key, SCHEMES[name]
    for form, data in public_containers(name).items():
        found = read_public_key(data)
        assert (found.key, found.format, found.comment, found.notes) == (key, form, "", ())
        assert found.key.scheme is scheme
        for arguments in ({}, {"curve": name}, {"curve": scheme}, {"format": form}, {"format": form, "curve": name}):
            assert load_public_key(data, **arguments) == key
            assert load_public_key(bytearray(data), **arguments) == key


@every_scheme
def test_another_curve_is_named(name: str) -> None:
    for other in set(SCHEMES) - {name}:
        for data in private_containers(name).values():
            wanted = f"wrong-key: got {with_article(name)} private key, wanted {with_article(other)} private key"
            assert refused(load_private_key, data, curve=other) == wanted
        for data in public_containers(name).values():
            wanted = f"wrong-key: got {with_article(name)} public key, wanted {with_article(other)} public key"
            assert refused(load_public_key, data, curve=SCHEMES[other]) == wanted


@every_scheme
@pytest.mark.parametrize("curve", [None, "right"])
def test_public_where_private_is_wanted_and_the_reverse(name: str, curve: str | None) -> None:
    curve = curve and name
    for form, data in public_containers(name).items():
        wanted = f"wrong-key: got {what(form, 'public')}, wanted a private key" if form != "jwk" else (
            f"wrong-key: in a JWK: got {with_article(name)} public key (without d), wanted a private key"
        )
        assert refused(load_private_key, data, curve=curve) == wanted
    for form, data in private_containers(name).items():
        wanted = f"wrong-key: got {what(form, 'private')}, wanted a public key" if form != "jwk" else (
            f"wrong-key: in a JWK: got {with_article(name)} private key (with d), wanted a public key"
        )
        assert refused(load_public_key, data, curve=curve) == wanted


@every_scheme
def test_a_format_that_is_forced_is_the_only_one_read(name: str) -> None:
    for form, data in private_containers(name).items():
        for forced in set(private_containers(name)) - {form}:
            got = "a JWK" if form == "jwk" else what(form, "private")
            wanted = f"wrong-key: got {got} ({form}), wanted a private key in the format {forced}"
            assert refused(load_private_key, data, format=forced) == wanted
    for form, data in public_containers(name).items():
        for forced in set(public_containers(name)) - {form}:
            got = "a JWK" if form == "jwk" else what(form, "public")
            wanted = f"wrong-key: got {got} ({form}), wanted a public key in the format {forced}"
            assert refused(load_public_key, data, format=forced) == wanted


def test_a_format_that_nothing_is_in() -> None:
    wanted = "bad-encoding: got 32 octets without a container, wanted a private key in the format pkcs8-der"
    assert refused(load_private_key, bytes(32), format="pkcs8-der") == wanted
    assert refused(load_private_key, bytes(32), format="pkcs8-der", curve="p256") == wanted
    wanted = "bad-encoding: got text that is no container, wanted a public key in the format jwk"
    assert refused(load_public_key, b"hello", format="jwk") == wanted


def test_a_format_that_is_none() -> None:
    wanted = (
        "unsupported: no private key has the format 'pem'; there are raw, pkcs8-der, pkcs8-pem, sec1-der, sec1-pem, "
        "jwk, openssh, ed25519-expanded, hex"
    )
    assert refused(load_private_key, b"", format="pem") == wanted
    assert refused(dump_private_key, key_of("P-256"), "pem") == wanted
    wanted = (
        "unsupported: no public key has the format 'pkcs8-pem'; there are raw, sec1, spki-der, spki-pem, jwk, openssh, "
        "certificate-pem, certificate-der, csr-pem, csr-der, hex"
    )
    assert refused(load_public_key, b"", format="pkcs8-pem") == wanted
    assert refused(dump_public_key, key_of("P-256").public_key, "pkcs8-pem") == wanted


def test_a_long_name_is_cut() -> None:
    assert refused(load_private_key, b"", format="x" * 50).startswith(
        f"unsupported: no private key has the format '{'x' * 40}'; "
    )


# ---------------------------------------------------------------- JWKs as objects, text


@every_scheme
def test_a_jwk_may_be_an_object_or_text(name: str) -> None:
    private, public = private_containers(name)["jwk"], public_containers(name)["jwk"]
    for read, data, key in (
        (read_private_key, private, key_of(name)),
        (read_public_key, public, key_of(name).public_key),
    ):
        for given_ in (json.loads(data), data.decode()):
            found: Any = read(given_)
            assert (found.key, found.format) == (key, "jwk")
            assert read(given_, curve=name, format="jwk").key == key
    wanted = "bad-encoding: got the members of a JWK, wanted the format raw"
    assert refused(load_private_key, json.loads(private), format="raw") == wanted
    assert refused(load_public_key, json.loads(public), format="raw") == wanted
    other = "P-384" if name != "P-384" else "P-256"
    got = f"wrong-key: got {with_article(name)} private key, wanted {with_article(other)} private key"
    assert refused(load_private_key, json.loads(private), curve=other) == got


@every_scheme
def test_text_is_read_like_its_octets(name: str) -> None:
    for form, data in private_containers(name).items():
        if not form.endswith("-der"):
            assert load_private_key(data.decode()) == key_of(name)
    for form, data in public_containers(name).items():
        if not form.endswith("-der"):
            assert load_public_key(data.decode()) == key_of(name).public_key
    assert load_private_key(key_of(name).private_bytes().hex(), curve=name) == key_of(name)


def test_text_that_is_no_text() -> None:
    wanted = "bad-encoding: got 3 octets without a container, wanted a private key"
    assert refused(load_private_key, "\ud800") == wanted


@pytest.mark.parametrize("wrong", [None, 5, ["x"]])
def test_wrong_types(wrong: Any) -> None:
    with pytest.raises(TypeError, match=r"^a key must be bytes, not "):
        load_private_key(wrong)
    with pytest.raises(TypeError, match=r"^a key must be bytes, not "):
        load_public_key(wrong)
    for call in (load_private_key, load_public_key):
        with pytest.raises(TypeError, match=r"^a key format is named by a str, not "):
            call(b"", format=5)  # type: ignore[arg-type]
        with pytest.raises(TypeError, match=r"^a curve is named by a str or a scheme, not "):
            call(b"", curve=5)  # type: ignore[arg-type]
    with pytest.raises(TypeError, match=r", wanted a private key$"):
        dump_private_key(wrong, "raw")
    with pytest.raises(TypeError, match=r", wanted a public key$"):
        dump_public_key(key_of("P-256"), "sec1")


# ---------------------------------------------------------------- raw octets and hex


@every_scheme
def test_raw_octets_need_a_curve(name: str) -> None:
    key = key_of(name)
    for text in (False, True):
        secret, point = key.private_bytes(), key.public_key.to_bytes()
        if text:
            secret, point = secret.hex().encode(), point.hex().encode()
        notes = ("written in hex digits",) if text else ()
        found = read_private_key(secret, curve=name)
        assert (found.key, found.format, found.notes) == (key, "raw", notes)
        public = read_public_key(point, curve=name)
        assert (public.key, public.format, public.notes) == (key.public_key, "raw" if name in EDDSA else "sec1", notes)
        assert refused(load_private_key, secret).startswith("bad-request: got ")
        assert refused(load_public_key, point).startswith("bad-request: got ")


@pytest.mark.parametrize(
    ("load", "octets", "fitting"),
    [
        (load_private_key, 32, "ed25519, p256, secp256k1"),
        (load_private_key, 48, "p384"),
        (load_private_key, 57, "ed448"),
        (load_private_key, 64, "ed25519"),
        (load_private_key, 114, "ed448"),
        (load_public_key, 32, "ed25519"),
        (load_public_key, 33, "p256, secp256k1"),
        (load_public_key, 49, "p384"),
        (load_public_key, 57, "ed448"),
        (load_public_key, 65, "p256, secp256k1"),
        (load_public_key, 97, "p384"),
    ],
)
def test_what_a_length_would_fit(load: Callable[..., object], octets: int, fitting: str) -> None:
    got = f"bad-request: got {octets} octets without a container, wanted a curve named: they fit {fitting}"
    assert refused(load, bytes(octets)) == got
    got = f"bad-request: got {octets} octets in hex without a container, wanted a curve named: they fit {fitting}"
    assert refused(load, b"00" * octets + b"\n") == got


@pytest.mark.parametrize("load", [load_private_key, load_public_key])
def test_a_length_that_fits_nothing(load: Callable[..., object]) -> None:
    kind = load.__name__.split("_")[1]
    for octets in (1, 31, 47, 56, 63, 66, 128):
        wanted = f"bad-encoding: got {octets} octets without a container, wanted a {kind} key"
        assert refused(load, bytes(octets)) == wanted
        wanted = f"bad-encoding: got {octets} octets in hex without a container, wanted a {kind} key"
        assert refused(load, b"00" * octets) == wanted


@pytest.mark.parametrize("scheme", [ed25519ctx, ed25519ph, ed448ph], ids=lambda scheme: scheme.name)
def test_a_key_of_a_variant(scheme: Any) -> None:
    """A container knows of no context and no prehash: who names the variant gets a key of it."""
    name = "Ed448" if scheme is ed448ph else "Ed25519"
    wanted = scheme.private_key(key_of(name).private_bytes())
    for data in (*private_containers(name).values(), wanted.private_bytes(), wanted.private_bytes().hex().encode()):
        assert load_private_key(data, curve=scheme) == load_private_key(data, curve=scheme.name) == wanted
    for data in (*public_containers(name).values(), wanted.public_key.to_bytes()):
        assert load_public_key(data, curve=scheme) == wanted.public_key
    assert load_private_key(json.loads(private_containers(name)["jwk"]), curve=scheme) == wanted
    other = with_article("Ed25519" if name == "Ed448" else "Ed448")
    for data in private_containers("Ed25519" if name == "Ed448" else "Ed448").values():
        got = f"wrong-key: got {other} private key, wanted {with_article(name)} private key"
        assert refused(load_private_key, data, curve=scheme) == got
    for form in PRIVATE_FORMATS:
        if "sec1" not in form and (name != "Ed448" or form not in ("openssh", "ed25519-expanded")):
            written: Any = load_private_key(dump_private_key(wanted, form), curve=scheme, format=form)
            assert written.sign(b"", context=b"") == wanted.sign(b"", context=b"")
    assert dump_public_key(wanted.public_key, "spki-der") == public_containers(name)["spki-der"]


def test_a_scheme_over_other_integers_keeps_its_integers() -> None:
    class Integer(int):
        pass

    schemes = ecref.with_ints(Integer)
    for name, scheme in (("Ed25519", schemes.ed25519), ("P-256", schemes.p256)):
        for data in private_containers(name).values():
            assert load_private_key(data, curve=scheme).scheme is scheme
        for data in public_containers(name).values():
            assert load_public_key(data, curve=scheme).scheme is scheme


def test_a_toy_has_raw_keys_only() -> None:
    curve = EDWARDS[0]
    toy = ecref.EdDSA("toy", curve, shake256(2 * curve.size), n=curve.p.bit_length() - 1)
    key = toy.private_key(bytes(curve.size))
    assert load_private_key(bytes(curve.size), curve=toy) == key
    assert dump_private_key(key, "raw") == bytes(curve.size)
    wanted = "unsupported: no container names keys of toy"
    assert refused(load_private_key, private_containers("P-256")["jwk"], curve=toy) == wanted
    assert refused(dump_private_key, key, "pkcs8-der") == wanted


@pytest.mark.parametrize("name", EDDSA)
def test_seed_and_public_half(name: str) -> None:
    key, other = key_of(name), SCHEMES[name].private_key(bytes(SCHEMES[name].curve.size))
    both = key.private_bytes() + key.public_key.to_bytes()
    assert load_private_key(both, curve=name) == key
    assert load_private_key(both.hex().upper().encode(), curve=name) == key
    assert refused(load_private_key, key.private_bytes() + other.public_key.to_bytes(), curve=name) == (
        "invalid-key: in a raw private key: the public half is not that of the private half"
    )


def test_114_hex_digits_are_a_seed_and_not_a_seed_with_its_public_half() -> None:
    digits = key_of("Ed448").private_bytes().hex().encode()
    assert len(digits) == 114
    assert load_private_key(digits, curve="ed448") == key_of("Ed448")
    digits = key_of("Ed25519").private_bytes().hex().encode()
    assert len(digits) == 64
    assert load_private_key(digits, curve="ed25519") == key_of("Ed25519")


def test_32_hex_digits_with_a_curve_are_32_octets_with_a_note() -> None:
    digits = b"0123456789abcdef" * 2
    found = read_private_key(digits, curve="ed25519")
    assert found.key == ed25519.private_key(digits)
    assert found.notes == ("its octets are hex digits themselves",)


@pytest.mark.parametrize(
    ("load", "data", "curve", "detail"),
    [
        (load_private_key, bytes(31), "ed25519", "raw private key: got 31 octets, wanted 32 or 64 of Ed25519"),
        (load_private_key, bytes(56), "ed25519", "raw private key: got 56 octets, wanted 32 or 64 of Ed25519"),
        (
            load_private_key,
            bytes(56),
            "ed448",
            "raw private key: got 56 octets, wanted 57 or 114 of Ed448; 56 are a key of X448",
        ),
        (
            load_public_key,
            bytes(56),
            "ed448",
            "raw public key: got 56 octets, wanted 57 of Ed448; 56 are a key of X448",
        ),
        (
            load_private_key,
            b"00" * 56,
            "ed448",
            "private key in hex: got 56 octets, wanted 57 or 114 of Ed448; 56 are a key of X448",
        ),
        (load_private_key, b"00" * 31, "p256", "private key in hex: got a scalar of 31 octets, wanted 32"),
        (load_private_key, bytes(47), "p384", "raw private key: got a scalar of 47 octets, wanted 48"),
        (
            load_private_key,
            bytes(32) + b"\n",
            "ed25519",
            "raw private key with a line's end behind it: got 33 octets, wanted 32 or 64 of Ed25519",
        ),
        (
            load_private_key,
            bytes(48) + b"\r\n",
            "p384",
            "raw private key with a line's end behind it: got a scalar of 50 octets, wanted 48",
        ),
        (
            load_private_key,
            b"\4" + bytes(64),
            "secp256k1",
            "raw private key of the length of a public one: got a scalar of 65 octets, wanted 32",
        ),
        (
            load_public_key,
            bytes(64),
            "ed25519",
            "raw public key of the length of a private one: got 64 octets, wanted 32 of Ed25519",
        ),
        (load_public_key, b"\4" + bytes(63), "p256", "raw public key: got 64 octets of a point, wanted 33 or 65"),
    ],
)
def test_raw_lengths(load: Callable[..., object], data: bytes, curve: str, detail: str) -> None:
    assert refused(load, data, curve=curve) == f"bad-length: in a {detail}"


@pytest.mark.parametrize(
    ("data", "detail"),
    [
        (b"\6" + bytes(64), "bad-encoding: in a raw public key: "),
        (b"\4" + bytes(64), "invalid-key: in a raw public key: "),
        (b"\2" + b"\xff" * 32, "invalid-key: in a raw public key: "),
    ],
)
def test_points_that_are_none(data: bytes, detail: str) -> None:
    assert refused(load_public_key, data, curve="p256").startswith(detail)


def test_a_compressed_point() -> None:
    key = key_of("P-256").public_key
    assert load_public_key(key.to_bytes(compressed=True), curve=p256) == key


@every_scheme
def test_raw_by_its_name(name: str) -> None:
    key = key_of(name)
    raw_public = "raw" if name in EDDSA else "sec1"
    assert load_private_key(key.private_bytes(), curve=name, format="raw") == key
    assert load_public_key(key.public_key.to_bytes(), curve=name, format=raw_public) == key.public_key
    assert load_private_key(key.private_bytes().hex().encode() + b"\n", curve=name, format=HEX) == key
    assert read_public_key(key.public_key.to_bytes().hex(), curve=name, format=HEX).format == raw_public
    assert refused(load_private_key, key.private_bytes(), format="raw") == (
        "bad-request: a key in the format raw needs a curve named"
    )
    other = "sec1" if name in EDDSA else "raw"
    wanted = f"unsupported: no public key of {name} has the format {other}"
    assert refused(load_public_key, key.public_key.to_bytes(), curve=name, format=other) == wanted
    hex_as_raw = refused(load_private_key, key.private_bytes().hex().encode() + b"\n", curve=name, format="raw")
    assert hex_as_raw.startswith("bad-length: in a raw private key: got ")


@pytest.mark.parametrize(
    ("data", "got"),
    [
        (b"0g", "text that is no container"),
        (b"0", "text that is no container"),
        (b"\xff" * 5, "5 octets"),
        (b"", "no octets"),
    ],
)
def test_no_hex(data: bytes, got: str) -> None:
    assert refused(load_private_key, data, curve="p256", format=HEX) == f"bad-encoding: got {got}, wanted hex digits"


@pytest.mark.parametrize("scheme", [None, ed25519, ed25519ph])
def test_the_expanded_form_by_its_name_only(scheme: Any) -> None:
    key = key_of("Ed25519")
    expanded = dump_private_key(key, "ed25519-expanded")
    assert expanded == key.s.to_bytes(32, "little") + key.prefix
    found = read_private_key(expanded, format="ed25519-expanded", curve=scheme)
    assert found.format == "ed25519-expanded"
    assert found.key.public_key.to_bytes() == key.public_key.to_bytes()
    if scheme is not ed25519ph:
        assert found.key.sign(b"m") == key.sign(b"m")
    assert refused(load_private_key, expanded, curve=ed25519).startswith("invalid-key: in a raw private key: ")
    for form in PRIVATE_FORMATS:
        if "sec1" in form:
            continue
        if form == "ed25519-expanded":
            assert dump_private_key(found.key, form) == expanded
        else:
            assert refused(dump_private_key, found.key, form) == "unsupported: an expanded key has no seed"


@pytest.mark.parametrize("name", ["Ed448", *ECDSA])
def test_other_curves_have_no_expanded_form(name: str) -> None:
    wanted = f"unsupported: no private key of {name} has the format ed25519-expanded"
    assert refused(load_private_key, bytes(64), curve=name, format="ed25519-expanded") == wanted
    assert refused(dump_private_key, key_of(name), "ed25519-expanded") == wanted


def test_raw_octets_that_begin_like_a_container() -> None:
    """A seed may begin with any octets; with its curve named, and in its length, it is a seed."""
    begins_like_der = (b"\x30\x82\x01\x00", b"\x30\x1f\x02\x01\x01\x04")
    for begin in (*begins_like_der, b"{", b"SSHSIG", b"\xfe\xed\xfe\xed", b"\xff\xfe", b"\x99"):
        seed = begin.ljust(31, b"\1") + b"\xff"
        assert load_private_key(seed, curve="ed25519") == ed25519.private_key(seed)
        assert load_private_key(seed, curve="secp256k1").private_bytes() == seed
    assert detection.find(b"\x30\x1e\x30\x02\5\0\3\x18" + bytes(24))[0].format == "spki-der"  # one seed of 2^43


# ---------------------------------------------------------------- white space, byte order marks, line ends


@every_scheme
def test_white_space_and_a_byte_order_mark_around_text(name: str) -> None:
    texts = {form: data for form, data in private_containers(name).items() if not form.endswith("-der")}
    texts["raw"] = key_of(name).private_bytes().hex().encode()
    for form, data in texts.items():
        spaced = b"\r\n\t " + data + b" \n\n"
        for changed, marked in ((spaced, False), (BOM + data, True), (BOM + b"\n" + data, True)):
            found = read_private_key(changed, curve=name)
            notes = ("written in hex digits",) if form == "raw" else ()
            assert found.key == key_of(name)
            assert found.notes == (("a UTF-8 byte order mark stands before it",) if marked else ()) + notes
        assert load_private_key(data.replace(b"\n", b"\r\n"), curve=name) == key_of(name)
    for form, data in public_containers(name).items():
        if not form.endswith("-der"):
            assert load_public_key(b"\n " + data + b"\n\n") == key_of(name).public_key
            assert read_public_key(BOM + data).notes == ("a UTF-8 byte order mark stands before it",)


def test_text_around_pem() -> None:
    before, after = b"Bag Attributes\n    friendlyName: ssh-ed25519 {\n", b"and more\n"
    assert load_private_key(before + private_containers("P-256")["pkcs8-pem"] + after) == key_of("P-256")


@every_scheme
def test_der_ends_where_it_ends(name: str) -> None:
    for form, data in {**private_containers(name), **public_containers(name)}.items():
        load = load_private_key if form in private_containers(name) and form != "jwk" else load_public_key
        if form.endswith("-der"):
            for end in (b"\n", b"\r\n"):
                kind = "private" if load is load_private_key else "public"
                got = f"bad-encoding: got {what(form, kind)} with a line's end behind it, wanted it without"
                assert refused(load, data + end) == got
            assert refused(load, data + b"\0").startswith("bad-encoding: in a")
            assert refused(load, data + b"\0").endswith(": octets after a SEQUENCE")
            for changed in (b"\n" + data, BOM + data):
                assert refused(load, changed).startswith("bad-encoding: got ")
            assert "begins as DER does (truncated)" in refused(load, data[:-1])


# ---------------------------------------------------------------- several in one file


def test_ec_parameters_before_the_key() -> None:
    for name in ECDSA:
        before = pem.write("EC PARAMETERS", asn1.write_oid(oid_of(SCHEMES[name])))
        found = read_private_key(before + private_containers(name)["sec1-pem"])
        assert (found.key, found.format, found.notes) == (key_of(name), "sec1-pem", ())
    assert refused(load_private_key, before) == f"wrong-key: got EC parameters without a key, wanted {WANTED}"
    other = pem.write("EC PARAMETERS", asn1.write_oid(oid_of(p256)))
    assert refused(load_private_key, other + private_containers("P-384")["sec1-pem"]) == (
        "invalid-key: in a SEC 1 private key: the curve is P-384 within the key, P-256 outside"
    )


def test_what_stands_beside_the_key_is_a_note() -> None:
    private, public = private_containers("P-256"), public_containers("P-384")
    both = private["pkcs8-pem"] + public["certificate-pem"]
    found = read_private_key(both)
    assert (found.key, found.notes) == (key_of("P-256"), ("beside it: an X.509 certificate",))
    assert read_public_key(BOM + both).notes == (
        "a UTF-8 byte order mark stands before it",
        "beside it: a PKCS#8 private key",
    )
    assert load_public_key(both) == key_of("P-384").public_key
    three = f"beside it: {' and '.join(3 * ['an X.509 certificate'])}"
    for count, note in ((3, three), (4, f"{three} and 1 more"), (5, f"{three} and 2 more")):
        assert read_private_key(private["pkcs8-pem"] + count * public["certificate-pem"]).notes == (note,)


def test_two_that_would_fit_are_refused() -> None:
    certificates = 2 * public_containers("P-256")["certificate-pem"]
    wanted = "unsupported: got 2 keys, an X.509 certificate and an X.509 certificate; wanted one"
    assert refused(load_public_key, certificates) == wanted
    keys = private_containers("P-256")["pkcs8-pem"] + private_containers("P-256")["sec1-pem"]
    wanted = "unsupported: got 2 keys, a PKCS#8 private key and a SEC 1 private key; wanted one"
    assert refused(load_private_key, keys) == wanted
    assert load_private_key(keys, format="sec1-pem") == key_of("P-256")
    assert refused(load_private_key, certificates) == (
        "wrong-key: got an X.509 certificate and an X.509 certificate, wanted a private key"
    )


def test_an_openssh_file_keeps_its_comment() -> None:
    key = key_of("Ed25519")
    for data in (dump_private_key(key, "openssh", comment="me@here"),):
        found = read_private_key(data)
        assert (found.key, found.comment) == (key, "me@here")
        octets = base64.b64decode(b"".join(data.splitlines()[1:-1]))
        assert read_private_key(octets) == found
    line = dump_public_key(key.public_key, "openssh", comment="me@here")
    assert line == b"ssh-ed25519 AAAAC3NzaC1lZDI1NTE5AAAAI" + line[37:]
    assert read_public_key(line).comment == "me@here"


def test_the_old_form_of_ring_is_a_note() -> None:
    key = key_of("Ed25519")
    algorithm = asn1.write_algorithm(ed25519)
    public = der.write(der.BIT_STRING, b"\0" + key.public_key.to_bytes())
    octets = der.write(der.OCTET_STRING, der.write(der.OCTET_STRING, key.private_bytes()))
    found = read_private_key(seq(b"\2\1\1", algorithm, octets, der.write(0xA1, public)))
    assert (found.key, found.format, found.notes) == (key, "pkcs8-der", (pkcs8.RING,))


# ---------------------------------------------------------------- what is no key of ours, by its name


@cache
def others() -> dict[str, tuple[bytes, str]]:
    """Files that aren't read, and what their error says."""
    rsa_key, dsa_key = rsa.generate_private_key(65537, 2048), dsa.generate_private_key(1024)
    p521 = ec.generate_private_key(ec.SECP521R1())
    brainpool = ec.generate_private_key(ec.BrainpoolP256R1())
    plain = NoEncryption()
    key = pyca_key(key_of("P-256"))
    begin, end = (datetime(year, 1, 1, tzinfo=timezone.utc) for year in (2026, 2027))
    crl = x509.CertificateRevocationListBuilder(NAME, begin, end).sign(key, hashes.SHA256())
    cms = pkcs7.serialize_certificates([certificate("P-256")], Encoding.PEM)
    p12 = pkcs12.serialize_key_and_certificates(b"x", key, certificate("P-256"), None, BestAvailableEncryption(b"x"))
    named = f", wanted {WANTED}"
    old = PrivateFormat.TraditionalOpenSSL
    return {
        "RSA PKCS#1 PEM": (rsa_key.private_bytes(Encoding.PEM, old, plain), "got an RSA private key (PKCS#1)" + named),
        "RSA PKCS#1 DER": (rsa_key.private_bytes(Encoding.DER, old, plain), "got an RSA private key (PKCS#1)" + named),
        "RSA PKCS#8": (
            rsa_key.private_bytes(Encoding.DER, PrivateFormat.PKCS8, plain),
            "in a PKCS#8 private key: got an RSA key" + named,
        ),
        "RSA public PKCS#1 PEM": (
            rsa_key.public_key().public_bytes(Encoding.PEM, PublicFormat.PKCS1),
            "got an RSA public key (PKCS#1)" + named,
        ),
        "RSA public PKCS#1 DER": (
            rsa_key.public_key().public_bytes(Encoding.DER, PublicFormat.PKCS1),
            "got an RSA public key (PKCS#1), or an ECDSA signature" + named,
        ),
        "ECDSA signature": (
            key_of("P-256").sign(b""),
            "got an RSA public key (PKCS#1), or an ECDSA signature" + named,
        ),
        "RSA OpenSSH": (
            rsa_key.private_bytes(Encoding.PEM, PrivateFormat.OpenSSH, plain),
            "in an OpenSSH private key: got an RSA key",
        ),
        "DSA PEM": (dsa_key.private_bytes(Encoding.PEM, old, plain), "got a DSA private key" + named),
        "DSA DER": (dsa_key.private_bytes(Encoding.DER, old, plain), "got a DSA private key" + named),
        "X25519": (
            x25519.X25519PrivateKey.generate().private_bytes(Encoding.PEM, PrivateFormat.PKCS8, plain),
            "in a PKCS#8 private key: got an X25519 key" + named,
        ),
        "X448": (
            x448.X448PrivateKey.generate().private_bytes(Encoding.DER, PrivateFormat.PKCS8, plain),
            "in a PKCS#8 private key: got an X448 key" + named,
        ),
        "P-521": (
            p521.private_bytes(Encoding.PEM, old, plain),
            "in a SEC 1 private key: got the curve P-521, wanted P-256, P-384 or secp256k1",
        ),
        "brainpool": (
            brainpool.private_bytes(Encoding.DER, PrivateFormat.PKCS8, plain),
            "in a PKCS#8 private key: got the curve brainpoolP256r1, wanted P-256, P-384 or secp256k1",
        ),
        "CRL PEM": (crl.public_bytes(Encoding.PEM), "got a certificate revocation list" + named),
        "CRL DER": (
            crl.public_bytes(Encoding.DER),
            "got a signed structure that is neither a certificate nor a request" + named,
        ),
        "PKCS#7 PEM": (cms, "got a PKCS#7 structure" + named),
        "PKCS#7 DER": (
            pkcs7.serialize_certificates([certificate("P-256")], Encoding.DER),
            "got a CMS or PKCS#7 structure" + named,
        ),
        "PKCS#12": (p12, "got a PKCS#12 keystore (openssl pkcs12 -in FILE -out KEYS takes the keys out)" + named),
        "PKCS#12 without MAC": (
            seq(b"\2\1\3", seq(asn1.write_oid("1.2.840.113549.1.7.1"))),
            "got a PKCS#12 keystore (openssl pkcs12 -in FILE -out KEYS takes the keys out)" + named,
        ),
        "explicit parameters": (
            seq(b"\2\1\1", seq(), seq(), b"\4\1\0", b"\2\1\1"),
            "got explicit EC parameters" + named,
        ),
        "PuTTY": (
            b"PuTTY-User-Key-File-3: ssh-ed25519\nEncryption: none\nComment: x\n",
            "got a PuTTY private key (puttygen FILE -O private-openssh-new -o NEW converts it)" + named,
        ),
        "SSH2": (
            b'---- BEGIN SSH2 PUBLIC KEY ----\nComment: "ssh-ed25519"\nAAAA\n---- END SSH2 PUBLIC KEY ----\n',
            "got an SSH2 public key of RFC 4716 (ssh-keygen -i -f FILE converts it)" + named,
        ),
        "minisign": (b"untrusted comment: x\nRWQf6LRC\n", "got a signify or minisign file" + named),
        "SSH signature": (sshsig.sign(key_of("Ed25519"), b"", "file"), "got an SSH signature" + named),
        "SSH signature, binary": (b"SSHSIG\0\0\0\1", "got an SSH signature" + named),
        "Java": (b"\xfe\xed\xfe\xed\0\0\0\2", f"got {detection.JAVA}{named}"),
        "UTF-16": ("﻿-----BEGIN PRIVATE KEY-----".encode("utf-16-le"), "got text in UTF-16" + named),
        "SSH blob": (
            b"\0\0\0\x0bssh-ed25519\0\0\0\x20" + bytes(32),
            "got an OpenSSH public key without its line" + named,
        ),
        "PGP armor": (
            b"-----BEGIN PGP PUBLIC KEY BLOCK-----\n\nmDMEZ\n-----END PGP PUBLIC KEY BLOCK-----\n",
            "in PEM: got OpenPGP's PGP PUBLIC KEY BLOCK, wanted a key or signature in PEM",
        ),
        "another label": (
            b"-----BEGIN SECRET-----\nAAAA\n-----END SECRET-----\n",
            "got a PEM block 'SECRET'" + named,
        ),
        "JWK Set": (b'{"keys": []}', "in a JWK: got a JWK Set, wanted one of its keys"),
        "JWK RSA": (b'{"kty": "RSA"}', "in a JWK: got an RSA key" + named),
        "JWK oct": (b'{"kty": "oct"}', "in a JWK: got a symmetric key (kty oct)" + named),
    }


@pytest.mark.parametrize("name", others())
def test_others_are_called_by_their_names(name: str) -> None:
    data, detail = others()[name]
    code = "unsupported" if name in ("P-521", "brainpool") else "wrong-key"
    private_only = ("PKCS#8" in detail or "SEC 1" in detail or "OpenSSH private" in detail) and "in a" in detail
    for curve in (None, "ed25519", "p256"):
        assert refused(load_private_key, data, curve=curve).startswith(f"{code}: {detail}")
        if not private_only:
            assert refused(load_public_key, data, curve=curve).startswith(f"{code}: {detail}")


PEM_AMID = "text in which -----BEGIN doesn't begin its line"
HEX_AMONG = "hex digits with 0x, colons or white space among them"


@pytest.mark.parametrize(
    ("data", "got"),
    [
        (b"", "no octets"),
        (b" \r\n\t", "white space only"),
        (BOM, "white space only"),
        (b"hello", "text that is no container"),
        ("ключ".encode(), "text that is no container"),
        (b"[1]", "text that is no container"),
        (b"aGVsbG8gd29ybGQ=\n", "base64 without a container around it"),
        (b'"-----BEGIN PRIVATE KEY-----\nAAAA\n-----END PRIVATE KEY-----\n"', PEM_AMID),
        (b"key: -----BEGIN X-----", PEM_AMID),
        (b"0x" + b"ab" * 32, HEX_AMONG),
        (b"ab cd\r\n\tef", HEX_AMONG),
        (b"AB:CD:EF\n", HEX_AMONG),
        (b"0x", "text that is no container"),
        (b"\x30\x80\0\0", "what begins as DER does (an indefinite length, which BER has and DER doesn't)"),
        (b"\x30\x05\x02\x01", "what begins as DER does (truncated)"),
        (b"\x30\x03\x02\x01\0", "what begins as DER does (a SEQUENCE that is no container)"),
        (b"\x30\x00\xff", "what begins as DER does (octets after a SEQUENCE)"),
        (b"\x30\xff", "what begins as DER does (truncated)"),
        (b"\x99\1\x0d\4\xff\xff", "what begins as an OpenPGP key does"),
        (b"\xc6\x33\4\xff", "what begins as an OpenPGP key does"),
    ],
)
def test_what_is_no_container_is_described(data: bytes, got: str) -> None:
    for curve in (None, "p256"):
        assert refused(load_private_key, data, curve=curve) == f"bad-encoding: got {got}, wanted a private key"
        assert refused(load_public_key, data, curve=curve) == f"bad-encoding: got {got}, wanted a public key"


@pytest.mark.parametrize("comment", [b"J\xfcrgen", b"\x1b[31m", b"\xff", b"\0"])
def test_a_line_is_known_by_its_type_whatever_its_comment(comment: bytes) -> None:
    """ssh-keygen reads such lines, and writes a comment in the encoding of the terminal."""
    key = p256.private_key(7).public_key
    line = dump_public_key(key, "openssh")
    found = read_public_key(line.rstrip() + b" " + comment + b"\n")
    assert (found.key, found.comment) == (key, comment.decode("utf-8", "backslashreplace"))
    assert refused(load_private_key, line + comment) == "wrong-key: got an OpenSSH public key, wanted a private key"


@pytest.mark.parametrize("name", SCHEMES)
def test_containers_in_hex_or_base64_are_named(name: str) -> None:
    """Ed25519's PKCS#8 has as many octets as P-384's scalar, and in base64 as many as a seed with its public half."""
    key = SCHEMES[name].private_key(b"\1" * {"P-384": 48, "Ed448": 57}.get(name, 32))
    names = {"pkcs8-der": "a PKCS#8 private key", "pkcs8-pem": "a PKCS#8 private key", "jwk": "a JWK"}
    for container, what in names.items():
        octets = dump_private_key(key, container)
        for curve in (None, name, "p384"):
            for data in (octets.hex(), octets.hex().upper() + "\n", BOM + octets.hex().encode()):
                wanted = f"bad-encoding: got the hex digits of {what}, not its octets, wanted a private key"
                assert refused(load_private_key, data, curve=curve) == wanted
            for data in (base64.b64encode(octets), base64.encodebytes(octets), BOM + base64.b64encode(octets)):
                wanted = f"bad-encoding: got the base64 of {what}, not its octets, wanted a private key"
                assert refused(load_private_key, data, curve=curve) == wanted
    octets = dump_public_key(key.public_key, "spki-der")
    wanted = "bad-encoding: got the base64 of a public key (SubjectPublicKeyInfo), not its octets, wanted a public key"
    assert refused(load_public_key, base64.b64encode(octets)) == wanted


@needs_openssl
def test_explicit_parameters_made_by_openssl() -> None:
    key = openssl("ecparam", "-name", "prime256v1", "-param_enc", "explicit", "-genkey", "-noout")
    assert refused(load_private_key, key) == (
        "unsupported: in a SEC 1 private key: got explicit curve parameters (specifiedCurve), wanted a named curve"
    )
    public = openssl("ec", "-pubout", data=key)
    assert refused(load_public_key, public) == (
        "unsupported: in a SubjectPublicKeyInfo: got explicit curve parameters (specifiedCurve), wanted a named curve"
    )
    block = openssl("ecparam", "-name", "prime256v1", "-param_enc", "explicit")
    assert refused(load_private_key, block) == f"wrong-key: got EC parameters without a key, wanted {WANTED}"
    octets = openssl("ecparam", "-name", "prime256v1", "-param_enc", "explicit", "-outform", "DER")
    assert refused(load_private_key, octets) == f"wrong-key: got explicit EC parameters, wanted {WANTED}"


@needs_openssl
def test_a_certificate_with_trust_settings() -> None:
    data = public_containers("P-256")["certificate-pem"]
    trusted = openssl("x509", "-trustout", "-addtrust", "serverAuth", data=data)
    assert refused(load_public_key, trusted) == (
        "wrong-key: got a certificate with OpenSSL's trust settings (openssl x509 -in FILE drops them), "
        f"wanted {WANTED}"
    )


@needs_openssl
@pytest.mark.parametrize("name", [*ECDSA, *EDDSA])
def test_a_certificate_of_version_1(name: str, tmp_path: Path) -> None:
    path = tmp_path / "key"
    path.write_bytes(private_containers(name)["pkcs8-pem"])
    signed = openssl("x509", "-req", "-signkey", str(path), data=public_containers(name)["csr-pem"])
    assert (read_public_key(signed).key, read_public_key(signed).format) == (key_of(name).public_key, "certificate-pem")
    octets = openssl("x509", "-outform", "DER", data=signed)
    assert read_public_key(octets).format == "certificate-der"


@pytest.mark.parametrize(
    ("form", "detail"),
    [
        ("pkcs8-pem", "in PEM: got an encrypted PRIVATE KEY; decrypt it first: openssl pkey -in FILE -out DECRYPTED"),
        (
            "pkcs8-der",
            (
                "in a PKCS#8 private key: got an encrypted one; "
                "decrypt it first: openssl pkey -inform DER -in FILE -out DECRYPTED"
            ),
        ),
        ("sec1-pem", "in PEM: got an encrypted EC PRIVATE KEY; decrypt it first: openssl pkey -in FILE -out DECRYPTED"),
    ],
)
def test_encrypted_keys_come_with_the_command_that_decrypts_them(form: str, detail: str) -> None:
    encoding = Encoding.DER if form == "pkcs8-der" else Encoding.PEM
    chosen = PrivateFormat.TraditionalOpenSSL if form == "sec1-pem" else PrivateFormat.PKCS8
    data = pyca_key(key_of("P-256")).private_bytes(encoding, chosen, BestAvailableEncryption(b"x"))
    assert refused(load_private_key, data) == f"encrypted-key: {detail}"
    assert refused(load_private_key, data, curve="p256") == f"encrypted-key: {detail}"


@needs_ssh_keygen
def test_encrypted_keys_of_openssh(tmp_path: Path) -> None:
    subprocess.run(["ssh-keygen", "-q", "-t", "ed25519", "-N", "secret", "-f", tmp_path / "key"], check=True)
    assert refused(load_private_key, (tmp_path / "key").read_bytes()) == (
        "encrypted-key: in an OpenSSH private key: got one encrypted with 'aes256-ctr'; "
        "decrypt it first: ssh-keygen -p -f FILE"
    )


def test_a_label_that_is_another_containers() -> None:
    octets = private_containers("P-256")
    sec1, public = octets["sec1-der"], public_containers("P-256")["spki-der"]
    rsa_key = others()["RSA PKCS#1 DER"][0]
    for label, data, got in (
        ("PRIVATE KEY", sec1, "a SEC 1 private key under the label PRIVATE KEY, which is that of a PKCS#8 private key"),
        (
            "EC PRIVATE KEY",
            octets["pkcs8-der"],
            "a PKCS#8 private key under the label EC PRIVATE KEY, which is that of a SEC 1 private key",
        ),
        (
            "PRIVATE KEY",
            rsa_key,
            "an RSA private key (PKCS#1) under the label PRIVATE KEY, which is that of a PKCS#8 private key",
        ),
        (
            "CERTIFICATE",
            public,
            "a public key (SubjectPublicKeyInfo) under the label CERTIFICATE, which is that of an X.509 certificate",
        ),
    ):
        for load in (load_private_key, load_public_key):
            assert refused(load, pem.write(label, data)) == f"wrong-key: got {got}, wanted {WANTED}"


def test_pem_labels_that_mean_the_same() -> None:
    containers = public_containers("P-256")
    for form, label in (("certificate", "X509 CERTIFICATE"), ("csr", "NEW CERTIFICATE REQUEST")):
        found = read_public_key(pem.write(label, containers[f"{form}-der"]))
        assert (found.key, found.format) == (key_of("P-256").public_key, f"{form}-pem")


def test_pkcs8_without_its_octet_string_is_no_pkcs12() -> None:
    data = private_containers("Ed25519")["pkcs8-der"]
    changed = data.replace(b"\4\x22\4\x20", b"\5\x22\4\x20")
    assert refused(load_private_key, changed) == (
        "bad-encoding: in a PKCS#8 private key: got a NULL, wanted an OCTET STRING"
    )


def test_pkcs8_version_32_is_named() -> None:
    data = private_containers("P-256")["pkcs8-der"].replace(b"\2\1\0", b"\2\1\x20", 1)
    assert refused(load_private_key, data) == "bad-encoding: in a PKCS#8 private key: got version 32, wanted 0 or 1"


# ---------------------------------------------------------------- writing


@every_scheme
def test_what_is_written_is_what_others_write(name: str) -> None:
    """Of OpenSSH's private files only what isn't random."""
    for form, data in private_containers(name).items():
        if form != "openssh":
            assert dump_private_key(key_of(name), form) == data
    for form, data in public_containers(name).items():
        if form.startswith("spki"):
            assert dump_public_key(key_of(name).public_key, form) == data
        if form == "openssh":
            assert dump_public_key(key_of(name).public_key, form) == data + b"\n"


@every_scheme
def test_every_format_that_is_written_is_read_again(name: str) -> None:
    key = key_of(name)
    has_not = {
        *(["sec1-der", "sec1-pem"] if name in EDDSA else []),
        *([] if name in OPENSSH else ["openssh"]),
        *([] if name == "Ed25519" else ["ed25519-expanded"]),
    }
    for form in (*PRIVATE_FORMATS, HEX):
        if form in has_not:
            assert refused(dump_private_key, key, form).startswith("unsupported: ")
        else:
            found = load_private_key(dump_private_key(key, form), curve=name, format=form)
            assert found.public_key == key.public_key
            assert found.sign(b"m") == key.sign(b"m")
    has_not |= {"certificate-pem", "certificate-der", "csr-pem", "csr-der", "sec1" if name in EDDSA else "raw"}
    for form in (*PUBLIC_FORMATS, HEX):
        if form in has_not:
            assert refused(dump_public_key, key.public_key, form).startswith("unsupported: ")
        else:
            assert load_public_key(dump_public_key(key.public_key, form), curve=name, format=form) == key.public_key


def test_what_cannot_be_written() -> None:
    key = key_of("P-256")
    wanted = "unsupported: a public key of P-256 can't be written as certificate-pem"
    assert refused(dump_public_key, key.public_key, "certificate-pem") == wanted
    wanted = "unsupported: a public key of P-256 can't be written as raw"
    assert refused(dump_public_key, key.public_key, "raw") == wanted
    assert refused(dump_private_key, key_of("Ed448"), "openssh") == "unsupported: OpenSSH has no Ed448 keys"
    assert refused(dump_private_key, key_of("Ed448"), "sec1-pem") == (
        "unsupported: SEC 1 has no form for an Ed448 private key"
    )


def test_hex_is_a_line() -> None:
    key = key_of("Ed25519")
    assert dump_private_key(key, HEX) == key.private_bytes().hex().encode() + b"\n"
    assert dump_public_key(key_of("P-256").public_key, HEX).startswith(b"04")


def test_only_openssh_has_comments() -> None:
    key = key_of("Ed25519")
    for form in (*PRIVATE_FORMATS, HEX):
        if form != "openssh":
            wanted = f"bad-request: the format {form} has no place for a comment"
            assert refused(dump_private_key, key, form, comment="x") == wanted
    for form in (*PUBLIC_FORMATS, HEX):
        if form != "openssh":
            wanted = f"bad-request: the format {form} has no place for a comment"
            assert refused(dump_public_key, key.public_key, form, comment="x") == wanted
    assert refused(dump_public_key, key.public_key, "openssh", comment="a\nb").startswith("bad-request: ")


# ---------------------------------------------------------------- secrets, bounds, damage


def test_secrets_do_not_show() -> None:
    key = key_of("Ed25519")
    for data in (*private_containers("Ed25519").values(), key.private_bytes().hex().encode()):
        found = read_private_key(data, curve="ed25519")
        assert repr(key.private_bytes())[2:-1] not in repr(found)
        assert key.private_bytes().hex() not in repr(found)
        with pytest.raises(TypeError, match="private keys refuse to be pickled"):
            pickle.dumps(found)
    container = detection.find(private_containers("Ed25519")["pkcs8-pem"])[0]
    assert repr(container) == "<container pkcs8-pem: a PKCS#8 private key>"
    assert repr(detection.find_damaged(b"SSHSIG")[0]) == "<container not read: an SSH signature>"
    with pytest.raises(TypeError, match="refuse to be pickled"):
        pickle.dumps(container)


def test_too_much_is_refused_unseen() -> None:
    assert detection.MAX_OCTETS == 1 << 20
    for data in (bytes((1 << 20) + 1), "x" * ((1 << 20) + 1), bytearray((1 << 20) + 1)):
        for load in (load_private_key, load_public_key):
            wanted = "bad-length: got 1048577 octets, wanted at most 1048576"
            assert refused(load, data) == wanted
            assert refused(load, data, curve="p256", format="raw") == wanted
    text = private_containers("P-256")["pkcs8-pem"]
    assert load_private_key(text + b"\n" * ((1 << 20) - len(text))) == key_of("P-256")


@pytest.mark.parametrize("hostile", HOSTILE)
@pytest.mark.parametrize("load", [load_private_key, load_public_key])
def test_hostile_octets(load: Callable[..., object], hostile: str) -> None:
    refused(load, HOSTILE[hostile])
    refused(load, HOSTILE[hostile], curve="ed25519")


@pytest.mark.parametrize(
    "data",
    [
        b"\n" * (1 << 20),
        b"{" * (1 << 20),
        b'{"a":' * 200_000,
        b"ssh-ed25519 " * 87_000,
        b"-----BEGIN X-----\n" * 58_000,
        b"-----BEGIN X-----\n" + b"A" * 1_000_000 + b"\n-----END X-----\n",
        b"-----BEGIN CERTIFICATE-----\n-----END CERTIFICATE-----\n" * 19_000,
        b"00" * (1 << 19),
        b"A" * (1 << 20),
        b"\r" * (1 << 20),
    ],
    ids=range(10),
)
def test_hostile_text(data: bytes) -> None:
    for load in (load_private_key, load_public_key):
        refused(load, data)
        refused(load, data, curve="p384")


def outcome(load: Callable[..., Any], data: bytes, **named: Any) -> Any:
    """The key, or the error as text, which shows none of the data's secrets."""
    try:
        return load(data, **named)
    except UnusableInput as fault:
        error = fault
    assert error.code in CODES
    assert len(str(error)) < 250
    return str(error)


@given(
    octets=st.binary(max_size=200) | st.text(max_size=60).map(str.encode),
    curve=st.sampled_from([None, *SCHEMES, "Ed25519ph"]),
    data=st.data(),
)
def test_random_octets(octets: bytes, curve: str | None, data: st.DataObject) -> None:
    outcome(load_private_key, octets, curve=curve)
    outcome(load_public_key, octets, curve=curve)
    private = data.draw(st.sampled_from([*PRIVATE_FORMATS, HEX]))
    public = data.draw(st.sampled_from([*PUBLIC_FORMATS, HEX]))
    outcome(load_private_key, octets, curve=curve, format=private)
    outcome(load_public_key, octets, curve=curve, format=public)


@every_scheme
@given(data=st.data())
@settings(max_examples=60)
def test_damaged_containers(name: str, data: st.DataObject) -> None:
    """No damage shows a secret, and none makes another private key of it but by a change of that key."""
    form = data.draw(st.sampled_from(sorted(private_containers(name))))
    original = private_containers(name)[form]
    octets = data.draw(damaged(original))
    found = outcome(load_private_key, octets, curve=data.draw(st.sampled_from([None, name])))
    if isinstance(found, str):
        secret = key_of(name).private_bytes()
        for shown in (secret.hex()[:16], base64.b64encode(secret).decode()[:12], repr(secret)[2:20]):
            assert shown not in found
    outcome(load_public_key, octets)
    form = data.draw(st.sampled_from(sorted(public_containers(name))))
    outcome(load_public_key, data.draw(damaged(public_containers(name)[form])))
    outcome(load_private_key, data.draw(damaged(public_containers(name)[form])))


@pytest.mark.parametrize("name", ["Ed25519", "P-256"])
def test_every_flipped_bit_of_the_binary_containers(name: str) -> None:
    for load, containers in ((load_private_key, private_containers(name)), (load_public_key, public_containers(name))):
        for form in ("pkcs8-der", "sec1-der", "spki-der"):
            data = containers.get(form, b"")
            for bit in range(8 * len(data)):
                outcome(load, flipped(data, bit))


def test_pyca_reads_what_is_written() -> None:
    for name in SCHEMES:
        octets = dump_private_key(key_of(name), "pkcs8-der")
        again = load_der_private_key(octets, None)
        assert again.private_bytes(Encoding.DER, PrivateFormat.PKCS8, NoEncryption()) == octets


@needs_ssh_keygen
@pytest.mark.parametrize("name", OPENSSH)
def test_ssh_keygen_reads_what_is_written(name: str, tmp_path: Path) -> None:
    path = tmp_path / "key"
    path.write_bytes(dump_private_key(key_of(name), "openssh", comment="x"))
    path.chmod(0o600)
    line = subprocess.run(["ssh-keygen", "-y", "-f", path], capture_output=True, check=True).stdout
    assert load_public_key(line) == key_of(name).public_key
    exported = subprocess.run(["ssh-keygen", "-e", "-f", path], capture_output=True, check=True).stdout
    assert refused(load_public_key, exported) == (
        f"wrong-key: got an SSH2 public key of RFC 4716 (ssh-keygen -i -f FILE converts it), wanted {WANTED}"
    )
