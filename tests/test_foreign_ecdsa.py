"""ECDSA over other libraries: every hash, digest, format and nonce is ecref's, or refused by name."""

from __future__ import annotations

import io
from typing import TYPE_CHECKING, Any

import pytest

import ecref
from ecref import InvalidSignature, formats
from ecref.formats import sshsig
from ecref.formats.signatures import ECDSA_FORMATS, EDDSA_FORMATS
from ecref.hashes import HASH_NAMES, hash_named
from libraries import made
from switched import MESSAGE, code_of, pair

if TYPE_CHECKING:
    from ecref.foreign.schemes import Implementation


@pytest.fixture(scope="module")
def cryptography() -> Implementation:
    made("cryptography")
    return ecref.implementation("cryptography")


@pytest.mark.parametrize("attribute", ["p256", "p384", "secp256k1"])
@pytest.mark.parametrize("hash", HASH_NAMES)
def test_every_hash(cryptography: Implementation, attribute: str, hash: str) -> None:
    """Any hash verifies. A nonce of RFC 6979 needs the library to have it; a random one doesn't."""
    key, own = pair(cryptography, attribute)
    digest = hash_named(hash).digest(MESSAGE)
    for signature in (
        own.sign(MESSAGE, hash=hash, nonce="random"),
        key.sign(MESSAGE, hash=hash, nonce="random"),
        key.sign_digest(digest, hash=hash, nonce="random"),
    ):
        for judged in (key.public_key, own.public_key):
            judged.verify(signature, MESSAGE, hash=hash)
            judged.verify_digest(signature, digest, hash=hash)
        found = key.public_key.verdict(signature, MESSAGE, hash=hash)
        assert found == own.public_key.verdict(signature, MESSAGE, hash=hash)
        assert key.public_key.verdict_digest(signature, digest, hash=hash) == found
        assert key.public_key.verdict(signature, b"", hash=hash) == own.public_key.verdict(signature, b"", hash=hash)
    if "SHAKE" in hash:
        assert code_of(key.sign, MESSAGE, hash=hash) == f"unsupported: cryptography has no hash {hash}"
    elif hash == "Keccak-256":
        assert code_of(key.sign_digest, digest, hash=hash) == "unsupported: cryptography has no hash Keccak-256"
    else:
        assert key.sign(MESSAGE, hash=hash) == own.sign(MESSAGE, hash=hash)
        assert key.sign_digest(digest, hash=hash) == own.sign_digest(digest, hash=hash)


DIGESTS = {
    **dict.fromkeys(("cryptography", "ecdsa", "fastecdsa", "ecc"), ("p256", "p384", "secp256k1")),
    **dict.fromkeys(("coincurve", "eth-keys"), ("secp256k1",)),
}


@pytest.mark.parametrize(("name", "attribute"), [(name, each) for name, have in DIGESTS.items() for each in have])
def test_digests_of_every_length(name: str, attribute: str) -> None:
    """Without a hash, a digest's leftmost bits are what counts, for the nonce of RFC 6979 too."""
    made(name)
    key, own = pair(ecref.implementation(name), attribute)
    for length in (1, 20, 31, 32, 33, 47, 48, 49, 64):
        for digest in (bytes(range(200, 200 + length)) if length < 56 else bytes(length - 1) + b"\1", b"\xff" * length):
            wanted = own.sign_digest(digest, hash=None, low_s=True)
            assert key.sign_digest(digest, hash=None, low_s=True) == wanted
            key.public_key.verify_digest(wanted, digest, hash=None)
            damaged = bytes([digest[0] ^ 1]) + digest[1:]
            with pytest.raises(InvalidSignature, match="mismatch"):
                key.public_key.verify_digest(wanted, damaged, hash=None)
    for wrong in (b"", bytes(65)):
        assert code_of(key.sign_digest, wrong, hash=None).startswith("bad-digest")
    assert code_of(key.public_key.verify_digest, wanted, bytes(31), hash="SHA-256").startswith("bad-digest")


@pytest.mark.parametrize("attribute", ["p256", "p384", "secp256k1"])
def test_every_format(cryptography: Implementation, attribute: str) -> None:
    key, own = pair(cryptography, attribute)
    for message in (b"a", b"b", b"c"):  # until both parities were there
        for low_s in (False, True):
            for form in (*ecref.signatures.FORMATS, None):
                signature = key.sign(message, format=form, low_s=low_s)
                assert signature == own.sign(message, format=form, low_s=low_s)
                key.public_key.verify(signature, message, format=form)
                found = key.scheme.recover(signature, message, format=form)
                assert found[0][0] in range(4)
                assert key.public_key in [each for _, each in found]
                recids = [recid for recid, _ in own.scheme.recover(signature, message, format=form)]
                assert [recid for recid, _ in found] == recids
    digest = hash_named(own.scheme.hash).digest(MESSAGE)
    signature = key.sign_digest(digest, hash=own.scheme.hash, format="compact")
    assert [each for _, each in key.scheme.recover_digest(signature, digest, hash=None, format="compact")] == [
        key.public_key
    ]
    assert code_of(key.sign, MESSAGE, format="raw").startswith("unsupported: no signature format 'raw'")


def test_every_format_is_read_as_by_ecref(cryptography: Implementation) -> None:
    for attribute, names in (("ed25519", EDDSA_FORMATS), ("p256", ECDSA_FORMATS)):
        key, own = pair(cryptography, attribute)
        first = own.sign(MESSAGE)
        for form in names:
            how = {"format": form, "namespace": "file"} if form == "sshsig" else {"format": form}
            if form == "sshsig":
                signature = sshsig.sign(own, MESSAGE, "file")
            elif form.startswith("ber"):
                signature = formats.convert_signature(first, "der", form.replace("ber", "der"), own.scheme)
            elif form.startswith(("compact", "eth")):
                plain = own.sign(MESSAGE, format=form.split("-")[0])
                signature = formats.convert_signature(plain, form.split("-")[0], form, own.scheme)
            else:
                usual = "raw" if attribute == "ed25519" else "der"
                signature = formats.convert_signature(first, usual, form, own.scheme)
            rules = cryptography.rules(own.scheme)
            for octets in (signature, signature[:-1], b"", signature + b"\0"):
                found = formats.verdict(key.public_key, octets, MESSAGE, **how)  # type: ignore[arg-type]
                assert found == formats.verdict(own.public_key, octets, MESSAGE, rules=rules, **how)  # type: ignore[arg-type]
            assert formats.verdict(key.public_key, signature, MESSAGE, **how)  # type: ignore[arg-type]


def test_the_reason_of_a_pair_out_of_range(cryptography: Implementation) -> None:
    key, own = pair(cryptography, "p256")
    n = own.scheme.curve.n
    r, s = own.sign(MESSAGE, format=None)
    for bad in ((0, s), (r, 0), (n, s), (r, n), (-r, s), (r, s + n), (r << 2048, s), (1, 1), (r, n - s)):
        found = key.public_key.verdict(bad, MESSAGE, format=None)
        assert found == own.public_key.verdict(bad, MESSAGE, format=None)


def test_nonces(cryptography: Implementation) -> None:
    key, own = pair(cryptography, "secp256k1")
    assert key.sign(MESSAGE, nonce="random") != key.sign(MESSAGE, nonce="random")
    assert key.sign(MESSAGE, nonce="rfc6979") == key.sign(MESSAGE) == own.sign(MESSAGE)
    wanted = "unsupported: cryptography has no nonce hedged, only rfc6979 and random"
    assert code_of(key.sign, MESSAGE, nonce="hedged") == wanted
    assert code_of(key.sign, MESSAGE, nonce="hedged", extra_entropy=b"e") == wanted
    assert code_of(key.sign, MESSAGE, unsafe_k=5) == "unsupported: cryptography has no way to be given k"
    for how in ({"nonce": "mine"}, {"extra_entropy": b""}, {"unsafe_k": 0}, {"unsafe_k": 5, "nonce": "random"}):
        assert code_of(key.sign, MESSAGE, **how) == code_of(own.sign, MESSAGE, **how)
    with pytest.raises(TypeError, match="a nonce is named by a str"):
        key.sign(MESSAGE, nonce=5)


@pytest.mark.parametrize("name", ["ecdsa", "ecc"])
def test_a_given_k(name: str) -> None:
    made(name)
    key, own = pair(ecref.implementation(name), "p256")
    how: dict[str, Any] = {"unsafe_k": 5, "low_s": True}
    for hash_ in ("SHA-256", "SHA-512", "SHAKE128"):
        assert key.sign(MESSAGE, hash=hash_, **how) == own.sign(MESSAGE, hash=hash_, **how)
    assert key.sign_digest(b"\1\2\3", hash=None, **how) == own.sign_digest(b"\1\2\3", hash=None, **how)


@pytest.mark.parametrize("name", ["pycryptodome", "starkbank-ecdsa"])
def test_a_library_that_hashes_itself(name: str) -> None:
    made(name)
    key, own = pair(ecref.implementation(name), "p256")
    digest = hash_named("SHA-256").digest(MESSAGE)
    nonce = "random" if name == "starkbank-ecdsa" else "rfc6979"
    for hash_ in ("SHA-256", "SHA-512", "SHA3-256"):
        signature = key.sign(MESSAGE, hash=hash_, nonce=nonce)
        own.public_key.verify(signature, MESSAGE, hash=hash_)
        key.public_key.verify(signature, io.BytesIO(MESSAGE), hash=hash_)
        with pytest.raises(InvalidSignature, match="mismatch"):
            key.public_key.verify(signature, b"", hash=hash_)
    wanted = f"unsupported: {name} has no ECDSA of digests, only of messages"
    assert code_of(key.sign_digest, digest, hash="SHA-256", nonce=nonce) == wanted
    assert code_of(key.public_key.verify_digest, signature, digest, hash=None) == wanted
    wanted = f"unsupported: {name} has no hash SHAKE128"
    assert code_of(key.public_key.verify, signature, MESSAGE, hash="SHAKE128") == wanted
    other = "rfc6979" if nonce == "random" else "random"
    assert code_of(key.sign, MESSAGE, nonce=other) == f"unsupported: {name} has no nonce {other}, only {nonce}"


@pytest.mark.parametrize("name", ["coincurve", "eth-keys"])
def test_a_library_of_one_curve_and_one_hash(name: str) -> None:
    made(name)
    key, own = pair(ecref.implementation(name), "secp256k1")
    assert key.sign(MESSAGE) == own.sign(MESSAGE, low_s=True)
    assert code_of(key.sign, MESSAGE, hash="SHA-512") == f"unsupported: {name} has no nonces with SHA-512"
    for hash_ in ("SHA-512", "SHA-1", "Keccak-256"):
        key.public_key.verify(own.sign(MESSAGE, hash=hash_, low_s=True), MESSAGE, hash=hash_)
    r, s = own.sign(MESSAGE, format=None, low_s=True)
    n = own.scheme.curve.n
    rules = ecref.implementation(name).rules(own.scheme)
    for bad in ((0, s), (r, 0), (r << 256, s), (-r, s), (r, n - s) if name == "coincurve" else (r, n)):
        found = key.public_key.verdict(bad, MESSAGE, format=None)
        assert found == own.public_key.verdict(bad, MESSAGE, format=None, rules=rules)
        assert not found
