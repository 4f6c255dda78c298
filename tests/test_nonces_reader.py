"""What the fields of a record mean, and what is said of those that mean nothing."""

from __future__ import annotations

import hashlib
from contextlib import suppress
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ecref import ed448, ed25519, ed25519ctx, ed25519ph, p256, p384, secp256k1
from ecref.errors import UnusableInput
from ecref.formats import convert_signature, dump_public_key, sshsig
from ecref.formats.jwk import to_object
from ecref.referee.nonces import reader
from ecref.referee.nonces.reader import Defaults, Reader
from ecref.referee.nonces.signed import Signed, identity
from ecref.signatures import encode

KEY = p256.private_key(7)
PUBLIC = KEY.public_key
TWISTED = ed25519.private_key(bytes(32))
R, S = 5, 6
SIGNATURE = encode(R, S, 0, "der", p256.curve.n).hex()
RECORD = {"key": PUBLIC.to_bytes().hex(), "curve": "P-256", "message": "616263", "signature": SIGNATURE}
EDDSA = {
    "key": TWISTED.public_key.to_bytes().hex(),
    "scheme": "Ed25519",
    "message": "616263",
    "signature": TWISTED.sign(b"abc").hex(),
}
ABC = hashlib.sha256(b"abc").digest()


def read(fields: dict[str, Any], **defaults: Any) -> Signed:
    return Reader(Defaults(**defaults)).read(fields)


def changed(fields: dict[str, Any], **changes: Any) -> dict[str, Any]:
    """The fields with others; ... takes one out."""
    return {name: value for name, value in {**fields, **changes}.items() if value is not ...}


def test_an_ecdsa_signature() -> None:
    expected = Signed(PUBLIC, ("P-256", PUBLIC.to_bytes()), R.to_bytes(32, "big"), S, ABC)
    assert read(RECORD) == expected
    assert read(changed(RECORD, id=1, scheme="ECDSA")) == expected
    assert read(changed(RECORD, message=..., digest=ABC.hex().upper())) == expected
    assert read(changed(RECORD, curve="prime256v1")) == expected
    assert read(changed(RECORD, curve=...), scheme=p256) == expected
    assert read(changed(RECORD, hash="SHA-1")).content == hashlib.sha1(b"abc").digest()
    assert read(RECORD, hash="SHA-1").content == hashlib.sha1(b"abc").digest()
    assert read(changed(RECORD, message=..., digest="abcd")).content == b"\xab\xcd"


@pytest.mark.parametrize("form", ["der", "p1363", "compact", "eth", "ber"])
@pytest.mark.parametrize("encoding", ["", "-hex", "-base64", "-base64url"])
def test_a_signature_in_each_format(form: str, encoding: str) -> None:
    octets = encode(R, S, 0, form.replace("ber", "der"), p256.curve.n)
    if encoding in ("", "-hex"):
        written = octets.hex()
    else:
        written = convert_signature(octets, form, form + encoding, p256).decode() if form != "ber" else ""
    if written:
        assert read(changed(RECORD, signature=written, signature_format=form + encoding)) == read(RECORD)
        assert read(changed(RECORD, signature=written), format=form + encoding) == read(RECORD)


@pytest.mark.parametrize("form", ["sec1", "spki-der", "spki-pem", "openssh"])
def test_a_key_in_each_format(form: str) -> None:
    octets = dump_public_key(PUBLIC, form)
    value = octets.hex() if form in ("sec1", "spki-der") else octets.decode()
    fields = changed(RECORD, key=..., public_key=value, public_key_format=form)
    assert read(fields) == read(RECORD)
    if form != "sec1":
        assert read(changed(fields, curve=...)) == read(RECORD)


def test_a_key_as_jwk_and_found_by_its_marks() -> None:
    assert read(changed(RECORD, key=to_object(PUBLIC), curve=...)) == read(RECORD)
    assert read(changed(RECORD, key=dump_public_key(PUBLIC, "spki-pem").decode(), curve=...)) == read(RECORD)
    assert read(changed(RECORD, key=PUBLIC.to_bytes(compressed=True).hex())) == read(RECORD)


def test_an_eddsa_signature() -> None:
    signed = read(EDDSA)
    octets = TWISTED.sign(b"abc")
    expected = octets[:32], int.from_bytes(octets[32:], "little"), b"abc", b""
    assert signed == Signed(TWISTED.public_key, ("edwards25519", TWISTED.public_key.octets), *expected)
    assert read(changed(EDDSA, scheme=..., curve="ed25519")) == signed
    assert read(changed(EDDSA, curve="ed25519")) == signed
    assert read(changed(EDDSA, scheme=...), scheme=ed25519) == signed
    assert read(changed(EDDSA, signature_format="raw")) == signed
    assert read(EDDSA, context=b"C") == signed  # where the scheme has none, a default isn't for it


def test_contexts_and_prehashes() -> None:
    context = changed(EDDSA, scheme="Ed25519ctx", context="43")
    assert read(context).context == b"C"
    assert read(context).key.scheme is ed25519ctx
    assert read(changed(context, context=...), context=b"D").context == b"D"
    assert read(changed(context, context="")).context == b""
    prehashed = read(changed(EDDSA, scheme="Ed25519ph"))
    assert (prehashed.key.scheme, prehashed.content) == (ed25519ph, hashlib.sha512(b"abc").digest())
    assert prehashed.owner == identity(TWISTED.public_key)
    key = ed448.private_key(bytes(57))
    fields = {"key": key.public_key.octets.hex(), "curve": "ed448", "message": "", "signature": key.sign(b"").hex()}
    assert read(fields).holds()
    assert not read(changed(fields, message="00")).holds()


@pytest.mark.parametrize(
    ("changes", "code", "says"),
    [
        ({"hsh": "SHA-1"}, "bad-request", "unknown key 'hsh'"),
        ({"key": ...}, "bad-request", "exactly one of the keys 'key', 'public_key' is wanted"),
        ({"public_key": "00"}, "bad-request", "exactly one of the keys 'key', 'public_key' is wanted"),
        ({"key": 5}, "bad-request", "public_key: must be a string or an object"),
        ({"key": "zz"}, "bad-encoding", "public_key: "),
        ({"key": "abc", "public_key_format": "sec1"}, "bad-encoding", "public_key: got 3 characters of hex"),
        ({"curve": ...}, "bad-request", "public_key: "),
        ({"curve": "P-255"}, "unsupported", "no curve 'P-255'"),
        ({"curve": 5}, "bad-request", "curve: must be a string"),
        ({"curve": "P-384"}, "bad-length", "public_key: "),
        ({"curve": "ed25519", "scheme": "ECDSA"}, "bad-request", "scheme: ECDSA has no curve edwards25519"),
        ({"scheme": "Ed25519"}, "bad-request", "scheme: Ed25519 is no scheme of the curve P-256"),
        ({"scheme": "RSA"}, "unsupported", "no curve 'RSA'"),
        ({"context": "00"}, "bad-request", "context: ECDSA has none"),
        ({"message": ...}, "bad-request", "exactly one of the keys 'message', 'digest' is wanted"),
        ({"digest": "00"}, "bad-request", "exactly one of the keys 'message', 'digest' is wanted"),
        ({"message": ..., "digest": ""}, "bad-digest", "got a digest of 0 octets, wanted 1 to 64"),
        ({"message": ..., "digest": "00", "hash": "SHA-1"}, "bad-digest", "got 1 octets, wanted 20 of SHA-1"),
        ({"message": "0"}, "bad-encoding", "message: got 1 characters of hex, wanted two an octet"),
        ({"message": 0}, "bad-request", "message: must be a string of hex"),
        ({"hash": "MD5"}, "unsupported", "no hash 'MD5'"),
        ({"signature": ...}, "bad-request", "key 'signature' is missing"),
        ({"signature": "3000"}, "bad-signature", "signature: no strict DER"),
        ({"signature": "\ud800"}, "bad-signature", "signature: no hex"),
        ({"signature_format": "raw"}, "unsupported", "P-256 has no signature format 'raw'"),
        ({"signature_format": "sshsig"}, "unsupported", "signature_format: sshsig signs a structure"),
        ({"signature": "3006020100020101"}, "bad-signature", "signature: r or s lies outside [1, n-1]"),
        ({"signature": "3006020101020100"}, "bad-signature", "signature: r or s lies outside [1, n-1]"),
        ({"signature": "30060201ff020101"}, "bad-signature", "signature: r or s lies outside [1, n-1]"),
    ],
)
def test_an_ecdsa_record_that_cannot_be_used(changes: dict[str, Any], code: str, says: str) -> None:
    with pytest.raises(UnusableInput) as error:
        read(changed(RECORD, **changes))
    assert error.value.code == code
    assert error.value.detail.startswith(says)


@pytest.mark.parametrize(
    ("changes", "code", "says"),
    [
        ({"digest": "00"}, "bad-request", "digest: EdDSA has none"),
        ({"hash": "SHA-512"}, "bad-request", "hash: EdDSA has none"),
        ({"message": ...}, "bad-request", "key 'message' is missing"),
        ({"context": ""}, "bad-context", "Ed25519 has no context"),
        ({"scheme": "Ed25519ctx"}, "bad-context", "Ed25519ctx needs a context"),
        ({"signature": "00"}, "bad-signature", "signature: got 1 octets, wanted 64"),
        ({"signature": "ff" * 64}, "bad-signature", "signature: S is not below L"),
    ],
)
def test_an_eddsa_record_that_cannot_be_used(changes: dict[str, Any], code: str, says: str) -> None:
    with pytest.raises(UnusableInput) as error:
        read(changed(EDDSA, **changes))
    assert error.value.code == code
    assert error.value.detail.startswith(says)


def test_keys_that_were_read_are_kept_but_not_all(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(reader, "_KEPT", 2)
    reading = Reader(Defaults())
    fields = [
        changed(RECORD, key=scheme.private_key(i + 1).public_key.to_bytes().hex(), curve=scheme.name)
        for scheme in (p256, p384, secp256k1)
        for i in range(3)
    ]
    first = [reading.read(record) for record in fields]
    assert len(reading._keys) <= 2
    assert [reading.read(record) for record in fields] == first
    again = reading.read(fields[0])
    assert reading.read(fields[0]).key is again.key
    monkeypatch.setattr(reader, "_LONG", 100)
    assert reading.read(fields[1]).key is not reading.read(fields[1]).key


def test_an_equation_holds_of_the_nonce() -> None:
    n, k = p256.curve.n, 12345
    r, s = KEY.sign(b"abc", unsafe_k=k, format=None)
    assert isinstance(r, int)
    assert isinstance(s, int)
    signed = read(changed(RECORD, signature=encode(r, s, 0, "der", n).hex()))
    a, t = signed.equation()
    assert (a + t * 7) % n == k
    assert signed.holds()
    assert not read(RECORD).holds()
    a, t = read(EDDSA).equation()
    r = (a + t * TWISTED.s) % ed25519.curve.L
    assert (r * ed25519.curve.B).encode() == TWISTED.sign(b"abc")[:32]


def test_an_ssh_signature_is_refused_whatever_it_is() -> None:
    armor = sshsig.sign(TWISTED, b"abc", "file").decode()
    with pytest.raises(UnusableInput, match="sshsig signs a structure"):
        read(changed(EDDSA, signature=armor, signature_format="sshsig"))


VALUES = st.one_of(st.text(max_size=20), st.integers(), st.booleans(), st.lists(st.none()), st.just({"kty": "EC"}))


@given(st.sampled_from([RECORD, EDDSA]), st.dictionaries(st.sampled_from(sorted(reader.NAMES)), VALUES, max_size=3))
def test_no_values_break_it(fields: dict[str, Any], changes: dict[str, Any]) -> None:
    with suppress(UnusableInput):
        assert read({**fields, **changes}).equation()
