"""Signatures in every format: read, listed, converted, verified; with a literal answer for each refusal."""

from __future__ import annotations

import base64
import io
from typing import TYPE_CHECKING, Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

import ecref
from ecref import (
    InvalidSignature,
    UnusableInput,
    ed448,
    ed448ph,
    ed25519,
    ed25519ctx,
    ed25519ph,
    p256,
    p384,
    secp256k1,
)
from ecref.formats import (
    SIGNATURE_FORMATS,
    convert_signature,
    read_signature,
    readings,
    sshsig,
    verdict,
)
from ecref.formats.signatures import ECDSA_FORMATS, EDDSA_FORMATS, ReadSignature
from ecref.signatures import encode
from ecref.verdict import WARNINGS

if TYPE_CHECKING:
    from collections.abc import Callable

ECDSA = [p256, p384, secp256k1]
EDDSA = [ed25519, ed25519ctx, ed25519ph, ed448, ed448ph]
ENCODINGS: dict[str, Callable[[bytes], bytes]] = {
    "": bytes,
    "-hex": lambda octets: octets.hex().encode(),
    "-base64": base64.b64encode,
    "-base64url": lambda octets: base64.urlsafe_b64encode(octets).rstrip(b"="),
}
SCHEMES: list[Any] = [*ECDSA, *EDDSA]
KEYS: dict[Any, Any] = {scheme: scheme.private_key(bytes(range(1, scheme.curve.size + 1))) for scheme in SCHEMES}
KEY, PUBLIC = KEYS[p256], KEYS[p256].public_key
LAX = "the encoding is not DER: "

every_ecdsa = pytest.mark.parametrize("scheme", ECDSA, ids=lambda scheme: scheme.name)
every_eddsa = pytest.mark.parametrize("scheme", EDDSA, ids=lambda scheme: scheme.name)
every_scheme = pytest.mark.parametrize("scheme", SCHEMES, ids=lambda scheme: scheme.name)
every_text = pytest.mark.parametrize("suffix", ENCODINGS)


def context_of(scheme: Any) -> bytes | None:
    return b"context" if scheme in (ed25519ctx, ed25519ph, ed448, ed448ph) else None


def signed(scheme: Any, message: bytes = b"message") -> bytes:
    """A signature in the scheme's usual format."""
    key = KEYS[scheme]
    found = key.sign(message) if scheme in ECDSA else key.sign(message, context=context_of(scheme))
    assert isinstance(found, bytes)
    return found


def refused(call: Callable[[], object]) -> str:
    with pytest.raises(UnusableInput) as caught:
        call()
    return str(caught.value)


def malformed(call: Callable[[], object]) -> str:
    with pytest.raises(InvalidSignature) as caught:
        call()
    return str(caught.value)


# ---------------------------------------------------------------- names


def test_the_formats() -> None:
    assert list(ECDSA_FORMATS) == [
        *("der", "p1363", "compact", "eth", "ber", "sshsig"),
        *("der-hex", "p1363-hex", "compact-hex", "eth-hex", "ber-hex"),
        *("der-base64", "p1363-base64", "compact-base64", "eth-base64", "ber-base64"),
        *("der-base64url", "p1363-base64url", "compact-base64url", "eth-base64url", "ber-base64url"),
    ]
    assert EDDSA_FORMATS == ("raw", "sshsig", "raw-hex", "raw-base64", "raw-base64url")
    assert set(SIGNATURE_FORMATS) == {*ECDSA_FORMATS, *EDDSA_FORMATS}
    assert len(SIGNATURE_FORMATS) == len(set(SIGNATURE_FORMATS)) == 25


@every_scheme
def test_a_format_of_another_scheme_is_refused_by_name(scheme: Any) -> None:
    ours = EDDSA_FORMATS if scheme in EDDSA else ECDSA_FORMATS
    listed = "raw, sshsig" if scheme in EDDSA else "der, p1363, compact, eth, ber, sshsig"
    for name in (*set(SIGNATURE_FORMATS).difference(ours), "DER", "der-base32", "", "sshsig-hex"):
        if name not in ours:
            wanted = (
                f"unsupported: {scheme.name} has no signature format {name!r}; there are {listed}, "
                "as text with -hex, -base64, -base64url"
            )
            assert refused(lambda name=name: read_signature(b"", name, scheme)) == wanted  # type: ignore[misc]


def test_a_long_name_is_cut() -> None:
    assert refused(lambda: read_signature(b"", "x" * 50, p256)).startswith(
        f"unsupported: P-256 has no signature format '{'x' * 40}'; "
    )


def test_wrong_types() -> None:
    with pytest.raises(TypeError, match=r"^a signature format is named by a str, not NoneType$"):
        read_signature(b"", None, "p256")  # type: ignore[arg-type]
    with pytest.raises(TypeError, match=r"^a signature must be bytes, not str$"):
        read_signature("00", "der-hex", "p256")  # type: ignore[arg-type]
    with pytest.raises(TypeError, match=r"^a curve is named by a str or a scheme, not int$"):
        read_signature(b"", "der", 256)  # type: ignore[arg-type]
    with pytest.raises(TypeError, match=r"^got ECDSAPrivateKey, wanted a public key$"):
        verdict(KEY, b"", b"")


@pytest.mark.parametrize(
    ("name", "scheme"),
    [
        *(("p256", p256), ("P-256", p256), ("prime256v1", p256), ("secp256r1", p256), ("NIST P-256", p256)),
        *(("p384", p384), ("secp384r1", p384), ("nistp384", p384), ("secp256k1", secp256k1), ("K-256", secp256k1)),
        *(("ed25519", ed25519), ("Ed25519", ed25519), ("edwards25519", ed25519), ("ED448", ed448)),
        *(("Ed25519ph", ed25519ph), ("ed25519ctx", ed25519ctx), ("Ed448ph", ed448ph)),
    ],
)
def test_a_scheme_by_any_usual_name(name: str, scheme: Any) -> None:
    first = "p1363" if scheme in ECDSA else "raw"
    assert readings(bytes(2 * scheme.curve.size), name)[0] == first
    assert readings(bytes(2 * scheme.curve.size), scheme)[0] == first


def test_a_curve_that_is_none() -> None:
    there = "there are ed25519, ed448, p256, p384, secp256k1"
    assert refused(lambda: readings(b"", "p521")) == f"unsupported: no curve 'p521'; {there}"
    assert refused(lambda: readings(b"", "x" * 100)) == f"unsupported: no curve '{'x' * 40}'; {there}"


# ---------------------------------------------------------------- reading


@every_text
@every_ecdsa
def test_ecdsa_is_read_in_every_format(scheme: Any, suffix: str) -> None:
    r, s, recid = 5, scheme.curve.n - 7, 1
    for form in ("der", "p1363", "compact", "eth", "ber"):
        octets = encode(r, s, recid, "der" if form == "ber" else form, scheme.curve.n)
        found = read_signature(ENCODINGS[suffix](octets), form + suffix, scheme)
        assert found == ReadSignature((r, s), recid if form in ("compact", "eth") else None, ())


@every_text
@every_eddsa
def test_eddsa_is_read_in_every_format(scheme: Any, suffix: str) -> None:
    octets = bytes(range(2 * scheme.curve.size))
    assert read_signature(ENCODINGS[suffix](octets), "raw" + suffix, scheme) == ReadSignature(octets)
    short = ENCODINGS[suffix](octets[1:])
    wanted = f"signature-length: got {len(octets) - 1} octets, wanted {len(octets)}"
    assert malformed(lambda: read_signature(short, "raw" + suffix, scheme)) == wanted


def test_what_the_core_refuses_is_refused_with_its_reason() -> None:
    assert malformed(lambda: read_signature(bytes(63), "p1363", p256)) == "signature-length: got 63 octets, wanted 64"
    assert malformed(lambda: read_signature(b"30", "der", p256)).startswith("signature-encoding: no strict DER: ")
    assert malformed(lambda: read_signature(b"30", "ber-hex", p256)) == (
        "signature-encoding: no BER: truncated before the length of the SEQUENCE"
    )


@pytest.mark.parametrize(
    ("format", "text", "detail"),
    [
        ("p1363-hex", b"0", "no hex: got 1 characters of hex, wanted two an octet"),
        ("p1363-base64", b"*", "no base64: got a character that base64 doesn't have"),
        ("p1363-base64url", b"AA==", "no base64url: got base64url with padding, wanted it without"),
    ],
)
def test_a_fault_of_the_text_is_one_of_the_signature(format: str, text: bytes, detail: str) -> None:
    assert malformed(lambda: read_signature(text, format, p256)) == f"signature-encoding: {detail}"


def test_departures_are_told() -> None:
    found = read_signature(b"\x30\x06\x02\x01\x81\x02\x01\x01\n", "ber", p256)
    assert found.value == (0x81, 1)
    assert found.departures == ("r has no leading zero octet and would be negative", "1 octet after the SEQUENCE")


def test_what_was_read_shows_itself_in_hex() -> None:
    assert repr(ReadSignature((255, 16), 1)) == "<signature (0xff, 0x10), recid 1, departures ()>"
    assert repr(ReadSignature(b"\xab\xcd")) == "<signature abcd, recid None, departures ()>"
    huge = b"\x30\x80\x02\x84\0\0\x40\0" + bytes([1] * 0x4000) + b"\x02\x01\x01\0\0"  # more digits than str() writes
    assert repr(read_signature(huge, "ber", p256)).startswith("<signature (0x10101")


# ---------------------------------------------------------------- sshsig


@pytest.mark.parametrize("scheme", [ed25519, p256, p384], ids=lambda scheme: scheme.name)
def test_the_signature_in_an_sshsig(scheme: Any) -> None:
    key = KEYS[scheme]
    armored = sshsig.sign(key, b"message", "file")
    inner = sshsig.read(armored)
    assert read_signature(armored, "sshsig", scheme) == ReadSignature(inner.signature)
    form = "p1363" if scheme in ECDSA else "raw"
    taken = convert_signature(armored, "sshsig", form, scheme)
    assert verdict(key.public_key, taken, inner.signed_data(b"message"), format=form).valid
    assert not verdict(key.public_key, taken, b"message", format=form)


def test_an_sshsig_of_another_scheme() -> None:
    armored = sshsig.sign(KEYS[ed25519], b"", "file")
    wanted = "wrong-key: got an SSH signature by an Ed25519 public key, wanted one of P-256"
    assert refused(lambda: read_signature(armored, "sshsig", p256)) == wanted
    assert refused(lambda: convert_signature(armored, "sshsig", "der", p256)) == wanted
    assert readings(armored, p256) == []
    assert readings(armored, ed25519) == ["sshsig"]


@pytest.mark.parametrize("scheme", [ed25519, p256, p384], ids=lambda scheme: scheme.name)
def test_verdicts_on_sshsigs(scheme: Any) -> None:
    key = KEYS[scheme]
    for name in ("sha256", "sha512"):
        armored = sshsig.sign(key, b"message", "file", name)
        found = verdict(key.public_key, armored, b"message", format="sshsig", namespace="file", steps=True)
        assert found.valid
        assert set(found.warnings) <= {"high-s"}
        assert found.steps
        assert verdict(key.public_key, armored, io.BytesIO(b"message"), format="sshsig", namespace="file")
        other = verdict(key.public_key, armored, b"other", format="sshsig", namespace="file")
        assert other.reason == "mismatch"
    for_git = verdict(key.public_key, armored, b"message", format="sshsig", namespace="git")
    assert (for_git.reason, for_git.detail) == (
        "mismatch",
        "the signature is for another namespace: 'file', wanted 'git'",
    )
    stranger = scheme.private_key(bytes([7] * scheme.curve.size)).public_key
    by_other = verdict(stranger, armored, b"message", format="sshsig", namespace="file", steps=True)
    assert by_other.reason == "mismatch"
    assert by_other.detail.startswith("the signature is by another key: ")
    assert by_other.steps == ()
    nothing = verdict(key.public_key, b"", b"message", format="sshsig", namespace="file")
    assert nothing.reason == "signature-encoding"


def test_an_inner_signature_of_a_wrong_length() -> None:
    key = KEYS[ed25519]
    octets = base64.b64decode(b"".join(sshsig.sign(key, b"", "file").splitlines()[1:-1]))
    inner = b"\0\0\0\x0bssh-ed25519" + b"\0\0\0\x40"  # the type, and the length of what follows
    before = octets[: -64 - len(inner) - 4]
    assert octets[:-64] == before + b"\0\0\0\x53" + inner
    cut = before + b"\0\0\0\x52" + inner[:-1] + b"\x3f" + bytes(63)
    assert malformed(lambda: read_signature(cut, "sshsig", ed25519)) == "signature-length: got 63 octets, wanted 64"
    found = verdict(key.public_key, cut, b"", format="sshsig", namespace="file")
    assert (found.reason, found.detail) == ("signature-length", "got 63 octets, wanted 64")


# ---------------------------------------------------------------- readings


@every_text
@every_ecdsa
def test_a_signature_is_listed_in_its_format(scheme: Any, suffix: str) -> None:
    key = KEYS[scheme]
    for form in ("der", "p1363", "compact", "eth"):
        assert readings(ENCODINGS[suffix](key.sign(b"m", format=form)), scheme)[0] == form + suffix


def test_der_is_not_also_listed_as_ber_and_lax_is_only_ber() -> None:
    strict = KEY.sign(b"m")
    assert readings(strict, p256) == ["der"]
    assert readings(strict + b"\n", p256) == ["ber"]
    assert readings(strict.hex().encode() + b"\n", p256) == ["der-hex"]
    assert readings((strict + b"\n").hex().encode(), p256) == ["ber-hex"]
    assert readings(b"", p256) == []


def test_base64_that_is_also_base64url_is_listed_once() -> None:
    octets = bytes(96)
    assert readings(base64.b64encode(octets), p384) == ["p1363-base64"]
    assert readings(base64.b64encode(b"\xff" * 96), p384) == ["p1363-base64"]
    assert readings(base64.urlsafe_b64encode(b"\xff" * 96), p384) == ["p1363-base64url"]


def both_ways() -> tuple[bytes, Any, bytes]:
    """64 octets that are P1363 and strict DER of two other numbers, and a key with a message that the first signs.

    r begins with 30 3e 02 1e, the tag and the length of all and of a first INTEGER of 30 octets. Only r has to be
    found: for any R whose x is such a number, and any s, there is a key [SEC 1, 4.1.6]. s holds the end of the
    first INTEGER, and a second one.
    """
    n = p256.curve.n
    s = int.from_bytes(b"\x11\x22" + b"\x02\x1c" + b"\x33" * 28, "big")
    for filler in range(1, 100):
        r = int.from_bytes(b"\x30\x3e\x02\x1e" + bytes([filler]) + b"\x44" * 27, "big")
        octets = r.to_bytes(32, "big") + s.to_bytes(32, "big")
        found = p256.recover((r, s), b"message", format=None) if r < n and s < n else []
        if found:
            return octets, found[0][1], b"message"
    raise AssertionError


def test_a_p1363_signature_that_is_also_der() -> None:
    octets, key, message = both_ways()
    assert len(octets) == 64
    assert readings(octets, p256) == ["der", "p1363"]
    assert verdict(key, octets, message, format="p1363").valid
    assert verdict(key, octets, message, format="der").reason == "mismatch"
    assert read_signature(octets, "der", p256) != read_signature(octets, "p1363", p256)


def test_65_octets_that_are_compact_and_eth() -> None:
    octets = b"\x1b" + bytes(63) + b"\x1b"
    assert readings(octets, secp256k1) == ["compact", "eth"]


@given(octets=st.binary(max_size=140))
def test_random_octets_have_readings_that_can_be_read(octets: bytes) -> None:
    for scheme in (p256, p384, ed25519, ed448):
        listed = readings(octets, scheme)
        found = [read_signature(octets, name, scheme) for name in listed]
        assert len(set(found)) == len(found)
        for name in ECDSA_FORMATS if scheme in ECDSA else EDDSA_FORMATS:
            read = reading(octets, name, scheme)
            assert read is None or read in found


def reading(octets: bytes, name: str, scheme: Any) -> ReadSignature | None:
    try:
        return read_signature(octets, name, scheme)
    except (InvalidSignature, UnusableInput):
        return None


# ---------------------------------------------------------------- converting


@every_ecdsa
def test_every_conversion_gives_the_same_signature(scheme: Any) -> None:
    r, s = 3, scheme.curve.n // 2 + 9
    for form in ("der", "p1363", "compact", "eth", "ber"):
        for suffix, text in ENCODINGS.items():
            given_ = text(encode(r, s, 1, "der" if form == "ber" else form, scheme.curve.n))
            for to in ("der", "p1363", "compact", "eth"):
                for to_suffix, to_text in ENCODINGS.items():
                    if to in ("compact", "eth") and form not in ("compact", "eth"):
                        continue
                    wanted = to_text(encode(r, s, 1, to, scheme.curve.n))
                    assert convert_signature(given_, form + suffix, to + to_suffix, scheme) == wanted


@every_eddsa
def test_eddsa_converts_between_octets_and_text(scheme: Any) -> None:
    octets = bytes(range(2 * scheme.curve.size))
    for suffix, text in ENCODINGS.items():
        for to_suffix, to_text in ENCODINGS.items():
            assert convert_signature(text(octets), "raw" + suffix, "raw" + to_suffix, scheme) == to_text(octets)


def test_within_one_form_the_octets_stay() -> None:
    """A header of an uncompressed key, v without 27: convert rewrites neither where only the text is another."""
    r_s = bytes(31) + b"\1" + bytes(31) + b"\2"
    assert convert_signature(b"\x1c" + r_s, "compact", "compact-hex", p256) == b"1c" + r_s.hex().encode()
    assert convert_signature(r_s + b"\1", "eth", "eth-hex", p256) == r_s.hex().encode() + b"01"
    assert convert_signature(b"\x1c" + r_s, "compact", "eth", p256) == r_s + b"\x1c"
    assert convert_signature(r_s + b"\1", "eth", "compact", p256) == b"\x20" + r_s


def test_lax_becomes_strict() -> None:
    lax = b"\x30\x80\x02\x02\0\1\x02\1\xff\0\0"
    assert convert_signature(lax, "ber", "der", p256).hex() == "30070201010202" + "00ff"


@pytest.mark.parametrize("to", ["ber", "ber-hex", "sshsig"])
def test_what_is_read_only(to: str) -> None:
    form = to.removesuffix("-hex")
    wanted = f"unsupported: {form} is read only, and never written"
    assert refused(lambda: convert_signature(KEY.sign(b""), "der", to, p256)) == wanted


@pytest.mark.parametrize("to", ["compact", "eth", "eth-hex"])
@pytest.mark.parametrize("form", ["der", "p1363", "ber"])
def test_a_recid_is_not_made_up(form: str, to: str) -> None:
    octets = encode(1, 2, 0, "der" if form == "ber" else form, p256.curve.n)
    wanted = f"unsupported: {to.removesuffix('-hex')} names which key is meant, and {form} does not say"
    assert refused(lambda: convert_signature(octets, form, to, p256)) == wanted


def test_eth_has_no_v_for_a_recid_over_1() -> None:
    octets = encode(1, 2, 2, "compact", p256.curve.n)
    assert refused(lambda: convert_signature(octets, "compact", "eth", p256)).startswith("unsupported: v has no value")


@every_ecdsa
@pytest.mark.parametrize("to", ["der", "p1363", "p1363-hex"])
def test_what_no_key_could_verify_is_not_converted(scheme: Any, to: str) -> None:
    n = scheme.curve.n
    for r, s, letter in ((0, 1, "r"), (1, 0, "s"), (n, 1, "r"), (1, n, "s"), (-1, 1, "r"), (1 << 5000, 1, "r")):
        octets = encode(r, s, 0, "der", n)
        wanted = f"bad-signature: {letter} lies outside [1, n-1] of {scheme.name}"
        assert refused(lambda octets=octets: convert_signature(octets, "der", to, scheme)) == wanted  # type: ignore[misc]
    largest = encode(n - 1, n - 1, 0, "p1363", n)
    assert convert_signature(largest, "p1363", "p1363", scheme) == largest


def test_what_is_malformed_is_not_converted() -> None:
    wanted = "bad-signature: signature-length: got 1 octets, wanted 64"
    assert refused(lambda: convert_signature(b"0", "p1363", "der", "p256")) == wanted
    wanted = "bad-signature: signature-encoding: no hex: got 1 characters of hex, wanted two an octet"
    assert refused(lambda: convert_signature(b"0", "p1363-hex", "der", "p256")) == wanted
    wanted = "bad-signature: signature-length: got 0 octets, wanted 64"
    assert refused(lambda: convert_signature(b"", "raw", "raw-hex", "ed25519")) == wanted


# ---------------------------------------------------------------- verdicts


@every_text
@every_ecdsa
def test_a_verdict_in_every_format_of_ecdsa(scheme: Any, suffix: str) -> None:
    key = KEYS[scheme]
    for form in ("der", "p1363", "compact", "eth", "ber"):
        octets = key.sign(b"message", format="der" if form == "ber" else form)
        for message, valid in ((b"message", True), (b"massage", False)):
            core = key.public_key.verdict(octets, message, format="der" if form == "ber" else form)
            assert core.valid is valid
            assert verdict(key.public_key, ENCODINGS[suffix](octets), message, format=form + suffix) == core


@every_text
@every_eddsa
def test_a_verdict_in_every_format_of_eddsa(scheme: Any, suffix: str) -> None:
    public, octets = KEYS[scheme].public_key, signed(scheme)
    for message, valid in ((b"message", True), (b"massage", False)):
        core = public.verdict(octets, message, context=context_of(scheme))
        assert core.valid is valid
        found = verdict(public, ENCODINGS[suffix](octets), message, format="raw" + suffix, context=context_of(scheme))
        assert found == core


@every_scheme
def test_the_usual_format_need_not_be_named(scheme: Any) -> None:
    assert verdict(KEYS[scheme].public_key, signed(scheme), b"message", context=context_of(scheme)).valid


@every_scheme
def test_steps_are_the_cores(scheme: Any) -> None:
    public, octets, context = KEYS[scheme].public_key, signed(scheme), context_of(scheme)
    extra = {} if scheme in ECDSA else {"context": context}
    core = public.verdict(octets, b"message", steps=True, **extra)
    assert len(core.steps) > 5
    assert verdict(public, octets, b"message", steps=True, context=context) == core
    assert verdict(public, octets, b"message", context=context).steps is None


@every_ecdsa
def test_a_digest_in_place_of_the_message(scheme: Any) -> None:
    key, digest = KEYS[scheme], bytes(range(20))
    octets = key.sign_digest(digest, hash="SHA-1", format="p1363")
    for name in ("SHA-1", None):
        found = verdict(key.public_key, octets, digest=digest, hash=name, format="p1363")
        assert found.valid
        assert found.warnings[-1:] == ("hash-shorter-than-curve",)
    assert refused(lambda: verdict(key.public_key, octets, digest=digest, hash="SHA-256")) == (
        "bad-digest: got 20 octets, wanted 32 of SHA-256"
    )


def test_messages_come_as_files_and_in_pieces() -> None:
    for scheme in (ed25519, ed448ph, p256):
        public, octets, context = KEYS[scheme].public_key, signed(scheme), context_of(scheme)
        assert verdict(public, octets, io.BytesIO(b"message"), context=context).valid
        assert verdict(public, octets, [b"mess", b"age"], context=context).valid


def lax() -> tuple[bytes, bytes]:
    """A message and its signature over SHA-1 in BER: r lacks its zero octet, s is over n/2."""
    for counter in range(100):
        message = b"%d" % counter
        r, s = KEY.sign(message, hash="SHA-1", format=None)
        if s > p256.curve.n // 2 and r >> 255 == 1:
            content = b"\x02\x20" + r.to_bytes(32, "big") + b"\x02\x21\0" + s.to_bytes(32, "big")
            return message, b"\x30\x80" + content + b"\0\0"
    raise AssertionError


def test_lax_encoding_is_a_warning_in_its_place_with_the_departures_in_the_detail() -> None:
    message, octets = lax()
    found = verdict(PUBLIC, octets, message, format="ber", hash="SHA-1")
    assert found.valid
    assert found.warnings == ("high-s", "lax-encoding", "hash-shorter-than-curve")
    departures = read_signature(octets, "ber", p256).departures
    assert departures[:2] == (
        "the length of the SEQUENCE is indefinite",
        "r has no leading zero octet and would be negative",
    )
    assert found.detail == f"the signature is valid; {LAX}{', '.join(departures)}"


def test_lax_encoding_is_told_of_an_invalid_signature_too() -> None:
    found = verdict(PUBLIC, KEY.sign(b"message") + b"\n", b"other", format="ber")
    assert found.reason == "mismatch"
    assert "lax-encoding" in found.warnings
    assert found.detail.endswith(f"; {LAX}1 octet after the SEQUENCE")
    assert verdict(PUBLIC, KEY.sign(b"message"), b"message", format="ber").detail == "the signature is valid"


def test_a_warning_goes_where_the_protocol_puts_it() -> None:
    assert list(WARNINGS) == [
        *("high-s", "small-order-key", "mixed-order-key", "non-canonical-key", "lax-encoding"),
        *("hash-shorter-than-curve", "signature-also-verifies-for-any-message"),
    ]
    whole = ecref.Verdict(None, "d", ())
    for name in reversed(WARNINGS):
        whole = whole.warning_of(name, name[0])
    assert whole.warnings == WARNINGS
    assert whole.detail == "d; s; h; l; n; m; s; h"
    assert whole.valid


@every_scheme
def test_a_malformed_signature_keeps_the_warnings_about_key_and_hash(scheme: Any) -> None:
    public = KEYS[scheme].public_key
    if scheme in ECDSA:
        core = public.verdict(b"", b"message", hash="SHA-1", steps=True)
        assert core.warnings == ("hash-shorter-than-curve",)
        assert verdict(public, b"", b"message", hash="SHA-1", steps=True) == core
        text = verdict(public, b"!", b"message", hash="SHA-1", format="der-base64")
        assert (text.reason, text.warnings) == ("signature-encoding", core.warnings)
        by_digest = verdict(public, b"", digest=bytes(20), hash="SHA-1")
        assert (by_digest.reason, by_digest.warnings) == ("signature-encoding", core.warnings)
        return
    order_1 = scheme.public_key(b"\1".ljust(scheme.curve.size, b"\0"))
    core = order_1.verdict(b"", b"message", context=context_of(scheme), steps=True)
    assert (core.reason, core.warnings) == ("signature-length", ("small-order-key",))
    assert verdict(order_1, b"", b"message", context=context_of(scheme), steps=True) == core
    text = verdict(order_1, b"!", b"message", context=context_of(scheme), format="raw-base64")
    assert (text.reason, text.warnings, text.steps) == ("signature-encoding", ("small-order-key",), None)


@every_ecdsa
def test_rules_are_passed_on(scheme: Any) -> None:
    key, n = KEYS[scheme], scheme.curve.n
    r, s = key.sign(b"m", format=None, low_s=True)
    high = encode(r, n - s, 0, "p1363", n)
    assert verdict(key.public_key, high, b"m", format="p1363").warnings == ("high-s",)
    assert verdict(key.public_key, high, b"m", format="p1363", rules="low-s").reason == "high-s"
    assert verdict(key.public_key, encode(r, s, 0, "p1363", n), b"m", format="p1363", rules="low-s").valid


def test_arguments_are_refused_before_a_malformed_signature_is_judged() -> None:
    assert refused(lambda: verdict(PUBLIC, b"", b"", rules="zip215")).startswith("unsupported: no rule set 'zip215'")
    assert refused(lambda: verdict(PUBLIC, b"", b"", hash="MD5")).startswith("unsupported: no hash 'MD5'")
    ed = KEYS[ed25519].public_key
    assert refused(lambda: verdict(ed, b"", b"", context=b"")) == "bad-context: Ed25519 has no context"


@pytest.mark.parametrize(
    ("scheme", "format", "given_", "detail"),
    [
        (p256, "der", {"context": b""}, "a signature of P-256 in the format der takes no context"),
        (p256, "der", {"namespace": "file"}, "a signature of P-256 in the format der takes no namespace"),
        (ed25519, "raw", {"hash": "SHA-512"}, "a signature of Ed25519 in the format raw takes no hash"),
        (ed25519, "raw-hex", {"digest": b""}, "a signature of Ed25519 in the format raw takes no digest"),
        (p256, "sshsig", {"hash": "SHA-256"}, "a signature of P-256 in the format sshsig takes no hash"),
        (p256, "sshsig", {"digest": bytes(32)}, "a signature of P-256 in the format sshsig takes no digest"),
        (ed25519, "sshsig", {"context": b""}, "a signature of Ed25519 in the format sshsig takes no context"),
        (ed25519, "sshsig", {}, "wanted the namespace of an SSH signature, such as file"),
        (p256, "der", {"digest": bytes(32)}, "wanted a message or, of ECDSA, its digest; got both or neither"),
        (p256, "der", {"message": None}, "wanted a message or, of ECDSA, its digest; got both or neither"),
    ],
)
def test_arguments_that_do_not_go_together(scheme: Any, format: str, given_: dict[str, Any], detail: str) -> None:
    arguments = {"message": b"", **given_}
    public = KEYS[scheme].public_key
    assert refused(lambda: verdict(public, b"", format=format, **arguments)) == f"bad-request: {detail}"


@pytest.mark.parametrize("scheme", [ed448, ed25519ph, secp256k1], ids=lambda scheme: scheme.name)
def test_openssh_does_not_sign_so(scheme: Any) -> None:
    public = KEYS[scheme].public_key
    wanted = f"unsupported: OpenSSH has no signatures of {scheme.name}"
    assert refused(lambda: verdict(public, b"", b"", format="sshsig", namespace="file")) == wanted


@given(octets=st.binary(max_size=140), text=st.sampled_from(["", "-hex", "-base64", "-base64url"]))
def test_random_octets_are_invalid_with_a_reason(octets: bytes, text: str) -> None:
    for scheme in (p256, ed25519):
        for name in ECDSA_FORMATS if scheme in ECDSA else EDDSA_FORMATS:
            given_ = octets if name == "sshsig" else ENCODINGS[text](octets)
            namespace = "file" if name == "sshsig" else None
            found = verdict(KEYS[scheme].public_key, given_, b"m", format=name, namespace=namespace)
            assert found.reason in {
                *("signature-length", "signature-encoding", "r-out-of-range", "s-out-of-range", "mismatch"),
                *("R-non-canonical", "R-not-on-curve"),
            }


def test_a_million_octets_are_judged_at_once() -> None:
    million = b"\x30\x80" * (1 << 19)
    for name in ECDSA_FORMATS:
        namespace = "file" if name == "sshsig" else None
        assert verdict(PUBLIC, million, b"", format=name, namespace=namespace).reason in (
            "signature-length",
            "signature-encoding",
        )
    digits = b"30" * (1 << 19)
    assert readings(digits, p256) == []
