"""ECDSA beside other implementations: pyca/cryptography on all three curves, PyCryptodome on the NIST curves."""

from __future__ import annotations

import hashlib
from typing import TYPE_CHECKING, Any

import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from ecref import ECDSA, EcrefError, ecdsa, p256, p384
from ecref.hashes import hash_named
from ecref.signatures import decode, encode

if TYPE_CHECKING:
    from collections.abc import Callable

ALL = list(ecdsa.SCHEMES.values())
HASHES = (  # those that cryptography has too; it lacks Keccak-256
    "SHA-1",
    "SHA-224",
    "SHA-256",
    "SHA-384",
    "SHA-512",
    "SHA-512/224",
    "SHA-512/256",
    "SHA3-224",
    "SHA3-256",
    "SHA3-384",
    "SHA3-512",
)


def name_of(scheme: ECDSA) -> str:
    return scheme.name


every_curve = pytest.mark.parametrize("scheme", ALL, ids=name_of)
nist_curves = pytest.mark.parametrize("scheme", [p256, p384], ids=name_of)
messages = st.binary(max_size=200)


def scalars(scheme: ECDSA) -> st.SearchStrategy[int]:
    """Private keys, those at the ends of the range more often."""
    n = scheme.curve.n
    return st.integers(1, n - 1) | st.integers(1, 20) | st.integers(n - 20, n - 1)


def tampered(data: st.DataObject, octets: bytes) -> bytes:
    """The octets with one bit flipped, one octet changed, a few dropped or added."""
    how = data.draw(st.sampled_from(["flip", "change", "drop", "add"]), "how")
    at = data.draw(st.integers(0, len(octets) - 1), "at")
    if how == "flip":
        return octets[:at] + bytes([octets[at] ^ 1 << data.draw(st.integers(0, 7), "bit")]) + octets[at + 1 :]
    if how == "change":
        return octets[:at] + data.draw(st.binary(min_size=1, max_size=1), "octet") + octets[at + 1 :]
    if how == "drop":
        return octets[:at] + octets[at + data.draw(st.integers(1, 3), "count") :]
    return octets[:at] + data.draw(st.binary(min_size=1, max_size=3), "more") + octets[at:]


def der(*numbers: int) -> bytes:
    """A SEQUENCE of INTEGERs, of less than 128 octets."""
    content = b""
    for x in numbers:
        octets = x.to_bytes(x.bit_length() // 8 + 1, "big")
        content += bytes([2, len(octets)]) + octets
    return bytes([0x30, len(content)]) + content


def holds(verify: Callable[[], object], *errors: type[Exception]) -> bool:
    try:
        verify()
    except errors:
        return False
    return True


# ---------------------------------------------------------------- pyca/cryptography


class Pyca:
    """One curve of pyca/cryptography."""

    def __init__(self, scheme: ECDSA) -> None:
        pytest.importorskip("cryptography", reason="pyca/cryptography is not installed")
        from cryptography.exceptions import InvalidSignature, UnsupportedAlgorithm
        from cryptography.hazmat.primitives import hashes
        from cryptography.hazmat.primitives.asymmetric import ec, utils

        self.ec, self.utils, self.InvalidSignature, self.Unsupported = ec, utils, InvalidSignature, UnsupportedAlgorithm
        curves: dict[str, ec.EllipticCurve] = {
            "P-256": ec.SECP256R1(),
            "P-384": ec.SECP384R1(),
            "secp256k1": ec.SECP256K1(),
        }
        self.curve = curves[scheme.name]
        self.hashes: dict[str, hashes.HashAlgorithm] = {
            "SHA-1": hashes.SHA1(),
            "SHA-224": hashes.SHA224(),
            "SHA-256": hashes.SHA256(),
            "SHA-384": hashes.SHA384(),
            "SHA-512": hashes.SHA512(),
            "SHA-512/224": hashes.SHA512_224(),
            "SHA-512/256": hashes.SHA512_256(),
            "SHA3-224": hashes.SHA3_224(),
            "SHA3-256": hashes.SHA3_256(),
            "SHA3-384": hashes.SHA3_384(),
            "SHA3-512": hashes.SHA3_512(),
        }

    def private_key(self, d: int) -> Any:
        return self.ec.derive_private_key(d, self.curve)

    def public_octets(self, key: Any, *, compressed: bool = False) -> bytes:
        from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat

        form = PublicFormat.CompressedPoint if compressed else PublicFormat.UncompressedPoint
        octets: bytes = key.public_key().public_bytes(Encoding.X962, form)
        return octets

    def public_key(self, octets: bytes) -> Any:
        return self.ec.EllipticCurvePublicKey.from_encoded_point(self.curve, octets)

    def verifies(self, key: Any, signature: bytes, message: bytes, hash_name: str) -> bool:
        algorithm = self.ec.ECDSA(self.hashes[hash_name])
        return holds(lambda: key.verify(signature, message, algorithm), self.InvalidSignature)


@every_curve
@given(data=st.data())
@settings(max_examples=40)
def test_cryptography_has_the_same_public_keys(scheme: ECDSA, data: st.DataObject) -> None:
    pyca, d = Pyca(scheme), data.draw(scalars(scheme), "d")
    theirs, ours = pyca.private_key(d), scheme.private_key(d).public_key
    assert ours.to_bytes() == pyca.public_octets(theirs)
    assert ours.to_bytes(compressed=True) == pyca.public_octets(theirs, compressed=True)
    for octets in ours.to_bytes(), ours.to_bytes(compressed=True):
        assert pyca.public_key(octets) == theirs.public_key()
        assert scheme.public_key(octets) == ours


@every_curve
@given(data=st.data())
@settings(max_examples=80)
def test_cryptography_reads_the_same_points(scheme: ECDSA, data: st.DataObject) -> None:
    """Any x, any octets of about the right length; it takes hybrid points, which SEC 1 leaves to the reader."""
    pyca, size = Pyca(scheme), scheme.curve.size
    near_p = st.integers(scheme.curve.p - 40, scheme.curve.p + 40).map(lambda x: x.to_bytes(size, "big"))
    x = data.draw(st.binary(min_size=size, max_size=size) | near_p, "x")
    forms = [b"\2" + x, b"\3" + x, b"\4" + x + x, b"\0", b"", b"\5" + x, b"\2" + x[1:], b"\4" + x]
    octets = data.draw(st.sampled_from(forms), "octets")
    if octets[:1] == b"\4" and data.draw(st.booleans(), "valid"):
        valid = scheme.private_key(1 + int.from_bytes(x, "big") % (scheme.curve.n - 1)).public_key.to_bytes()
        octets = tampered(data, valid)
        assume(octets[:1] not in (b"\6", b"\7"))
    ours = holds(lambda: scheme.public_key(octets), EcrefError)
    assert ours == holds(lambda: pyca.public_key(octets), ValueError)


@every_curve
@given(data=st.data())
@settings(max_examples=60)
def test_what_ecref_signs_cryptography_verifies(scheme: ECDSA, data: st.DataObject) -> None:
    pyca, d, message = Pyca(scheme), data.draw(scalars(scheme), "d"), data.draw(messages, "message")
    hash_name = data.draw(st.sampled_from(HASHES), "hash")
    nonce = data.draw(st.sampled_from(["rfc6979", "hedged", "random"]), "nonce")
    low_s = data.draw(st.booleans(), "low_s")
    key = scheme.private_key(d)
    signature = key.sign(message, hash=hash_name, nonce=nonce, low_s=low_s)
    assert isinstance(signature, bytes)
    theirs = pyca.public_key(key.public_key.to_bytes())
    assert pyca.verifies(theirs, signature, message, hash_name)
    assert not pyca.verifies(theirs, signature, message + b"\0", hash_name)


@every_curve
@given(data=st.data())
@settings(max_examples=40)
def test_what_cryptography_signs_ecref_verifies(scheme: ECDSA, data: st.DataObject) -> None:
    pyca, d, message = Pyca(scheme), data.draw(scalars(scheme), "d"), data.draw(messages, "message")
    hash_name = data.draw(st.sampled_from(HASHES), "hash")
    theirs = pyca.private_key(d)
    signature = theirs.sign(message, pyca.ec.ECDSA(pyca.hashes[hash_name]))
    key = scheme.public_key(pyca.public_octets(theirs))
    key.verify(signature, message, hash=hash_name)
    assert key.verdict(signature, message + b"\0", hash=hash_name).reason == "mismatch"
    assert key in [Q for _, Q in scheme.recover(signature, message, hash=hash_name)]


@every_curve
@given(data=st.data())
@settings(max_examples=60)
def test_cryptography_signs_the_same_with_rfc6979(scheme: ECDSA, data: st.DataObject) -> None:
    pyca, d, message = Pyca(scheme), data.draw(scalars(scheme), "d"), data.draw(messages, "message")
    hash_name = data.draw(st.sampled_from(HASHES), "hash")
    try:
        algorithm = pyca.ec.ECDSA(pyca.hashes[hash_name], deterministic_signing=True)
    except pyca.Unsupported:
        pytest.skip("deterministic signing needs OpenSSL 3.2")
    theirs = pyca.private_key(d).sign(message, algorithm)
    assert theirs == scheme.private_key(d).sign(message, hash=hash_name)


@every_curve
@pytest.mark.parametrize("hash_name", HASHES)
def test_every_hash_with_cryptography(scheme: ECDSA, hash_name: str) -> None:
    pyca, key = Pyca(scheme), scheme.private_key(0xC0FFEE)
    signature = key.sign(b"message", hash=hash_name)
    assert isinstance(signature, bytes)
    theirs = pyca.private_key(0xC0FFEE)
    assert pyca.verifies(theirs.public_key(), signature, b"message", hash_name)
    theirs = theirs.sign(b"message", pyca.ec.ECDSA(pyca.hashes[hash_name]))
    key.public_key.verify(theirs, b"message", hash=hash_name)


@every_curve
@given(data=st.data())
@settings(max_examples=120)
def test_cryptography_agrees_on_tampered_signatures(scheme: ECDSA, data: st.DataObject) -> None:
    pyca, key = Pyca(scheme), scheme.private_key(0xC0FFEE)
    n = scheme.curve.n
    r, s = decode(der_of(key, b"m"), "der", n)[:2]
    values = st.sampled_from([r, s, n - s, 0, 1, n - r, n - 1, n, n + 1, r + n, s + n]) | st.integers(0, n + 5)
    signature = der_of(key, b"m")
    if data.draw(st.booleans(), "octets"):
        signature = tampered(data, signature)
    else:
        signature = der(data.draw(values, "r"), data.draw(values, "s"))
    theirs = pyca.public_key(key.public_key.to_bytes())
    valid = bool(key.public_key.verdict(signature, b"m", hash="SHA-256"))
    assert pyca.verifies(theirs, signature, b"m", "SHA-256") == valid


def der_of(key: Any, message: bytes) -> bytes:
    signature: bytes = key.sign(message, hash="SHA-256")
    return signature


@every_curve
@given(data=st.data())
@settings(max_examples=40)
def test_cryptography_agrees_on_other_keys_and_messages(scheme: ECDSA, data: st.DataObject) -> None:
    pyca, d = Pyca(scheme), data.draw(scalars(scheme), "d")
    other = data.draw(st.sampled_from([d, scheme.curve.n - d, 1 + d % (scheme.curve.n - 1)]), "other")
    message = data.draw(st.sampled_from([b"m", b"", b"n"]), "message")
    hash_name = data.draw(st.sampled_from(HASHES), "hash")
    signature = der_of(scheme.private_key(d), b"m")
    ours = bool(scheme.private_key(other).public_key.verdict(signature, message, hash=hash_name))
    assert pyca.verifies(pyca.private_key(other).public_key(), signature, message, hash_name) == ours
    assert ours == (other == d and message == b"m" and hash_name == "SHA-256")


@every_curve
@given(data=st.data())
@settings(max_examples=40)
def test_cryptography_agrees_on_digests(scheme: ECDSA, data: st.DataObject) -> None:
    """Prehashed: also digests that are all zeros or ones, so that e = 0 or e >= n."""
    pyca, hash_name = Pyca(scheme), data.draw(st.sampled_from(HASHES), "hash")
    size = hash_named(hash_name).size
    extremes = st.sampled_from([bytes(size), b"\xff" * size])
    digest = data.draw(st.binary(min_size=size, max_size=size) | extremes, "digest")
    algorithm = pyca.ec.ECDSA(pyca.utils.Prehashed(pyca.hashes[hash_name]))
    key, theirs = scheme.private_key(12345), pyca.private_key(12345)
    theirs.public_key().verify(key.sign_digest(digest, hash=hash_name), digest, algorithm)
    key.public_key.verify_digest(theirs.sign(digest, algorithm), digest, hash=hash_name)


# ---------------------------------------------------------------- PyCryptodome


class Cryptodome:
    """One NIST curve of PyCryptodome, with RFC 6979's nonces."""

    def __init__(self, scheme: ECDSA) -> None:
        pytest.importorskip("Crypto", reason="PyCryptodome is not installed")
        from Crypto.Hash import SHA1, SHA3_256, SHA3_512, SHA224, SHA256, SHA384, SHA512
        from Crypto.PublicKey import ECC
        from Crypto.Signature import DSS

        self.ECC, self.curve = ECC, scheme.name
        self.new: Any = DSS.new
        self.new_hash: dict[str, Callable[[bytes], Any]] = {
            "SHA-1": SHA1.new,
            "SHA-224": SHA224.new,
            "SHA-256": SHA256.new,
            "SHA-384": SHA384.new,
            "SHA-512": SHA512.new,
            "SHA3-256": SHA3_256.new,
            "SHA3-512": SHA3_512.new,
        }

    def sign(self, d: int, message: bytes, hash_name: str, encoding: str) -> bytes:
        key = self.ECC.construct(curve=self.curve, d=d)
        signer = self.new(key, "deterministic-rfc6979", encoding=encoding)
        return bytes(signer.sign(self.new_hash[hash_name](message)))

    def verifies(self, octets: bytes, signature: bytes, message: bytes, hash_name: str, encoding: str) -> bool:
        key = self.ECC.import_key(octets, curve_name=self.curve)
        verifier = self.new(key, "deterministic-rfc6979", encoding=encoding)
        return holds(lambda: verifier.verify(self.new_hash[hash_name](message), signature), ValueError)


ENCODINGS = {"der": "der", "binary": "p1363"}


@nist_curves
@pytest.mark.parametrize("encoding", ENCODINGS)
@given(data=st.data())
@settings(max_examples=40)
def test_pycryptodome_signs_the_same_with_rfc6979(scheme: ECDSA, encoding: str, data: st.DataObject) -> None:
    other, d, message = Cryptodome(scheme), data.draw(scalars(scheme), "d"), data.draw(messages, "message")
    hash_name = data.draw(st.sampled_from([*other.new_hash]), "hash")
    key = scheme.private_key(d)
    signature = key.sign(message, hash=hash_name, format=ENCODINGS[encoding])
    assert isinstance(signature, bytes)
    assert other.sign(d, message, hash_name, encoding) == signature
    assert other.verifies(key.public_key.to_bytes(), signature, message, hash_name, encoding)
    assert not other.verifies(key.public_key.to_bytes(), signature, message + b"\0", hash_name, encoding)


@nist_curves
@pytest.mark.parametrize("encoding", ENCODINGS)
@given(data=st.data())
@settings(max_examples=60)
def test_pycryptodome_agrees_on_tampered_signatures(scheme: ECDSA, encoding: str, data: st.DataObject) -> None:
    other, n, size = Cryptodome(scheme), scheme.curve.n, scheme.curve.size
    key, form = scheme.private_key(0xC0FFEE), ENCODINGS[encoding]
    r, s = decode(der_of(key, b"m"), "der", n)[:2]
    values = st.sampled_from([r, s, n - s, 0, 1, n - 1, n, n + 1, (1 << 8 * size) - 1]) | st.integers(0, n + 5)
    if data.draw(st.booleans(), "octets"):
        signature = tampered(data, encode(r, s, 0, form, n))
    else:
        r, s = data.draw(values, "r"), data.draw(values, "s")
        signature = der(r, s) if form == "der" else r.to_bytes(size, "big") + s.to_bytes(size, "big")
    ours = bool(key.public_key.verdict(signature, b"m", hash="SHA-256", format=form))
    assert other.verifies(key.public_key.to_bytes(), signature, b"m", "SHA-256", encoding) == ours


def test_the_hashes_compared_are_hashlibs() -> None:
    for name in HASHES:
        assert hash_named(name).digest(b"m") == hashlib.new(hash_named(name).algorithm, b"m").digest()
