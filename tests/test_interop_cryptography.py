"""Beside pyca/cryptography: all of its serialization, and signatures over messages and digests."""

from __future__ import annotations

import datetime as dt
from typing import TYPE_CHECKING, Any

import pytest
from cryptography import x509
from cryptography.exceptions import InvalidSignature
from cryptography.hazmat.primitives import hashes, serialization
from cryptography.hazmat.primitives.asymmetric import ec, ed448, ed25519
from cryptography.hazmat.primitives.asymmetric.utils import Prehashed, decode_dss_signature, encode_dss_signature
from cryptography.hazmat.primitives.serialization import Encoding, NoEncryption, PrivateFormat, PublicFormat

from containers import ECDSA, EDDSA, SCHEMES, key_of, pyca_key
from ecref import UnusableInput
from ecref.formats import (
    convert_signature,
    dump_private_key,
    dump_public_key,
    load_private_key,
    load_public_key,
    read_signature,
    verdict,
)
from interop import EDGES, MESSAGES, USUAL_HASHES, counted_messages, edge_key, halves, hashed, shell

if TYPE_CHECKING:
    from pathlib import Path

HASHES: dict[str, hashes.HashAlgorithm] = {
    "SHA-1": hashes.SHA1(),
    "SHA-224": hashes.SHA224(),
    "SHA-256": hashes.SHA256(),
    "SHA-384": hashes.SHA384(),
    "SHA-512": hashes.SHA512(),
    "SHA-512/256": hashes.SHA512_256(),
    "SHA3-256": hashes.SHA3_256(),
    "SHA3-512": hashes.SHA3_512(),
}
PRIVATE: dict[str, tuple[Encoding, PrivateFormat]] = {
    "pkcs8-der": (Encoding.DER, PrivateFormat.PKCS8),
    "pkcs8-pem": (Encoding.PEM, PrivateFormat.PKCS8),
    "sec1-der": (Encoding.DER, PrivateFormat.TraditionalOpenSSL),
    "sec1-pem": (Encoding.PEM, PrivateFormat.TraditionalOpenSSL),
    "openssh": (Encoding.PEM, PrivateFormat.OpenSSH),
    "raw": (Encoding.Raw, PrivateFormat.Raw),
}
PUBLIC: dict[str, tuple[Encoding, PublicFormat]] = {
    "spki-der": (Encoding.DER, PublicFormat.SubjectPublicKeyInfo),
    "spki-pem": (Encoding.PEM, PublicFormat.SubjectPublicKeyInfo),
    "openssh": (Encoding.OpenSSH, PublicFormat.OpenSSH),
    "sec1": (Encoding.X962, PublicFormat.UncompressedPoint),
    "raw": (Encoding.Raw, PublicFormat.Raw),
}
ENCODINGS = {"pem": Encoding.PEM, "der": Encoding.DER}
CURVES = {"P-256": ec.SECP256R1(), "P-384": ec.SECP384R1(), "secp256k1": ec.SECP256K1()}
RAW: dict[str, tuple[Any, Any]] = {
    "Ed25519": (ed25519.Ed25519PrivateKey, ed25519.Ed25519PublicKey),
    "Ed448": (ed448.Ed448PrivateKey, ed448.Ed448PublicKey),
}


FORMS = {  # that keys of a curve have in common with it
    "Ed25519": ["pkcs8-der", "pkcs8-pem", "spki-der", "spki-pem", "raw", "openssh"],
    "Ed448": ["pkcs8-der", "pkcs8-pem", "spki-der", "spki-pem", "raw"],
    "P-256": ["pkcs8-der", "pkcs8-pem", "sec1-der", "sec1-pem", "spki-der", "spki-pem", "sec1", "openssh"],
    "P-384": ["pkcs8-der", "pkcs8-pem", "sec1-der", "sec1-pem", "spki-der", "spki-pem", "sec1", "openssh"],
    "secp256k1": ["pkcs8-der", "pkcs8-pem", "sec1-der", "sec1-pem", "spki-der", "spki-pem", "sec1"],
}
PRIVATE_FORMS = [(name, form) for name, forms in FORMS.items() for form in forms if form in PRIVATE]


def loaded_private(name: str, form: str, octets: bytes) -> Any:
    if form == "raw":
        return RAW[name][0].from_private_bytes(octets)
    if form == "openssh":
        return serialization.load_ssh_private_key(octets, None)
    load = serialization.load_pem_private_key if form.endswith("pem") else serialization.load_der_private_key
    return load(octets, None)


def loaded_public(name: str, form: str, octets: bytes) -> Any:
    if form == "raw":
        return RAW[name][1].from_public_bytes(octets)
    if form == "sec1":
        return ec.EllipticCurvePublicKey.from_encoded_point(CURVES[name], octets)
    if form == "openssh":
        return serialization.load_ssh_public_key(octets)
    return (serialization.load_pem_public_key if form.endswith("pem") else serialization.load_der_public_key)(octets)


def secret(key: Any) -> bytes | int:
    """The number or seed of its private key."""
    if isinstance(key, ec.EllipticCurvePrivateKey):
        return key.private_numbers().private_value
    return bytes(key.private_bytes_raw())


def made(name: str) -> Any:
    """A new key that it makes."""
    return ec.generate_private_key(CURVES[name]) if name in ECDSA else RAW[name][0].generate()


# ---------------------------------------------------------------- keys


@pytest.mark.parametrize(("name", "edge"), EDGES)
def test_private_keys_of_ours(name: str, edge: str) -> None:
    key = edge_key(name, edge)
    for form in filter(PRIVATE.get, FORMS[name]):
        theirs = loaded_private(name, form, dump_private_key(key, form))
        assert secret(theirs) == secret(pyca_key(key))
        assert theirs.public_key() == pyca_key(key).public_key()


@pytest.mark.parametrize(("name", "form"), PRIVATE_FORMS)
def test_private_keys_of_its(name: str, form: str) -> None:
    """We write them again as it does, but for the check numbers of OpenSSH, which are random."""
    for _ in range(4):
        key = made(name)
        theirs = key.private_bytes(*PRIVATE[form], NoEncryption())
        ours = load_private_key(theirs, format=form, curve=name)
        assert load_private_key(theirs, curve=name) == ours
        assert secret(pyca_key(ours)) == secret(key)
        if form != "openssh":
            assert dump_private_key(ours, form) == theirs


@pytest.mark.parametrize(("name", "edge"), EDGES)
def test_public_keys(name: str, edge: str) -> None:
    key = edge_key(name, edge)
    for form in filter(PUBLIC.get, FORMS[name]):
        ours, theirs = dump_public_key(key.public_key, form), pyca_key(key).public_key()
        assert loaded_public(name, form, ours) == theirs
        written = theirs.public_bytes(*PUBLIC[form])
        assert written + (b"\n" if form == "openssh" else b"") == ours
        assert load_public_key(written, curve=name) == key.public_key


@pytest.mark.parametrize("edge", ["secret", "x", "y"])
@pytest.mark.parametrize("name", ECDSA)
def test_compressed_points(name: str, edge: str) -> None:
    key = edge_key(name, edge)
    written = pyca_key(key).public_key().public_bytes(Encoding.X962, PublicFormat.CompressedPoint)
    assert written == key.public_key.to_bytes(compressed=True)
    assert load_public_key(written, curve=name) == key.public_key
    assert loaded_public(name, "sec1", written) == pyca_key(key).public_key()


@pytest.mark.parametrize(
    ("name", "form"), [case for case in PRIVATE_FORMS if case[1] in ("pkcs8-der", "pkcs8-pem", "sec1-pem")]
)
def test_encrypted_keys(name: str, form: str) -> None:
    """As far as it encrypts without bcrypt."""
    theirs = pyca_key(key_of(name)).private_bytes(*PRIVATE[form], serialization.BestAvailableEncryption(b"secret"))
    command = "decrypt it first: openssl pkey .*-in FILE -out DECRYPTED"
    with pytest.raises(UnusableInput, match=f"^encrypted-key: .*{command}$"):
        load_private_key(theirs)


@pytest.mark.parametrize("encoding", ENCODINGS)
@pytest.mark.parametrize("name", SCHEMES)
def test_keys_in_certificates_and_requests(name: str, encoding: str) -> None:
    """Whose signatures we verify, too."""
    key: Any = pyca_key(key_of(name))
    used: Any = HASHES[USUAL_HASHES[name]] if name in ECDSA else None
    subject = x509.Name([x509.NameAttribute(x509.NameOID.COMMON_NAME, "ecref")])
    day = dt.datetime(2026, 11, 30, tzinfo=dt.timezone.utc)
    request = x509.CertificateSigningRequestBuilder(subject).sign(key, used)
    certificate = x509.CertificateBuilder(subject, subject, key.public_key(), 1, day, day).sign(key, used)
    signed: dict[str, tuple[Any, bytes]] = {"csr": (request, request.tbs_certrequest_bytes)}
    signed |= {"certificate": (certificate, certificate.tbs_certificate_bytes)}
    for kind, (theirs, fields) in signed.items():
        octets = theirs.public_bytes(ENCODINGS[encoding])
        ours = load_public_key(octets, format=f"{kind}-{encoding}")
        assert load_public_key(octets) == ours == key_of(name).public_key
        assert verdict(ours, theirs.signature, fields)


# ---------------------------------------------------------------- signatures


def refused(name: str, signature: bytes, message: bytes, *how: Any) -> None:
    """Assert that it refuses a signature by key_of."""
    public: Any = pyca_key(key_of(name)).public_key()
    with pytest.raises(InvalidSignature):
        public.verify(signature, message, *how)


@pytest.mark.parametrize(("name", "hash", "text"), hashed(HASHES))
def test_ecdsa(name: str, hash: str, text: str) -> None:
    key, message, how = key_of(name), MESSAGES[text], ec.ECDSA(HASHES[hash])
    theirs: Any = pyca_key(key)
    signature = key.sign(message, hash=hash)
    theirs.public_key().verify(signature, message, how)
    refused(name, signature, message + b"\n", how)
    signature = theirs.sign(message, how)
    assert verdict(key.public_key, signature, message, hash=hash)
    assert verdict(key.public_key, signature, message + b"\n", hash=hash).reason == "mismatch"


@pytest.mark.parametrize("name", ECDSA)
@pytest.mark.parametrize("hash", HASHES)
def test_ecdsa_over_digests(name: str, hash: str) -> None:
    key, how = key_of(name), ec.ECDSA(Prehashed(HASHES[hash]))
    digest = b"\xa5" * HASHES[hash].digest_size
    theirs: Any = pyca_key(key)
    signature: Any = key.sign_digest(digest, hash=hash)
    theirs.public_key().verify(signature, digest, how)
    refused(name, signature, bytes(len(digest)), how)
    assert verdict(key.public_key, theirs.sign(digest, how), digest=digest, hash=hash)


@pytest.mark.parametrize("name", ECDSA)
def test_both_encodings(name: str) -> None:
    """Ours, with a 00 in r or s, and its, whose nonces are random, until they have one."""
    key, how = key_of(name), ec.ECDSA(HASHES[USUAL_HASHES[name]])
    theirs: Any = pyca_key(key)
    for message in counted_messages(name).values():
        signature = key.sign(message)
        r, s = halves(key.sign(message, format="p1363"))
        assert decode_dss_signature(signature) == (int.from_bytes(r, "big"), int.from_bytes(s, "big"))
        assert encode_dss_signature(*key.sign(message, format=None)) == signature
        theirs.public_key().verify(signature, message, how)
    missing = {0, 1}
    while missing:
        signature = theirs.sign(b"hello", how)
        p1363 = convert_signature(signature, "der", "p1363", name)
        found = {number for number, half in enumerate(halves(p1363)) if half[0] == 0}
        if found & missing:
            missing -= found
            assert read_signature(p1363, "p1363", name).value == decode_dss_signature(signature)
            assert verdict(key.public_key, signature, b"hello")
            assert verdict(key.public_key, p1363, b"hello", format="p1363")


@pytest.mark.parametrize("name", EDDSA)
def test_eddsa(name: str) -> None:
    """Signatures are the same octets."""
    theirs: Any = pyca_key(key_of(name))
    for message in [*MESSAGES.values(), *counted_messages(name).values()]:
        signature = key_of(name).sign(message)
        assert theirs.sign(message) == signature
        theirs.public_key().verify(signature, message)
        refused(name, signature, message + b"\n")


# ---------------------------------------------------------------- the command line


@pytest.mark.parametrize("name", SCHEMES)
def test_in_a_shell(name: str, tmp_path: Path) -> None:
    how = (ec.ECDSA(hashes.SHA3_256()),) if name in ECDSA else ()
    option = "--hash sha3-256" if name in ECDSA else ""
    script = f"""
    printf hello > message
    ecref keygen --curve {name} --out private.pem
    ecref pubkey --key private.pem --out public.pem
    ecref sign --key private.pem {option} --out signature message
    """
    assert shell(tmp_path, script) == ""
    public: Any = serialization.load_pem_public_key((tmp_path / "public.pem").read_bytes())
    public.verify((tmp_path / "signature").read_bytes(), b"hello", *how)
    private: Any = serialization.load_pem_private_key((tmp_path / "private.pem").read_bytes(), None)
    (tmp_path / "theirs").write_bytes(private.sign(b"hello", *how))
    assert shell(tmp_path, f"ecref verify --key public.pem {option} --signature theirs message") == "valid\n"
