"""Beside the JDK's own provider, SunEC: key files, and signatures of every algorithm that it has for our curves."""

from __future__ import annotations

import shutil
from typing import TYPE_CHECKING, Any

import pytest

import ecref
from containers import EDDSA, key_of
from ecref.formats import dump_private_key, dump_public_key, load_private_key, load_public_key, verdict
from ecref.hashes import hash_named
from interop import EDGES, MESSAGES, SCRIPTS, counted_messages, edge_key, halves, hashed, needs, shell, worker

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from interop import Worker

pytestmark = needs("java")

KINDS = {  # without secp256k1, whose keys SunEC decodes, and which it doesn't sign with
    "Ed25519": ("EdDSA", "Ed25519"),
    "Ed448": ("EdDSA", "Ed448"),
    "P-256": ("EC", "secp256r1"),
    "P-384": ("EC", "secp384r1"),
}
HASHES = {
    "SHA-1": "SHA1",
    "SHA-224": "SHA224",
    "SHA-256": "SHA256",
    "SHA-384": "SHA384",
    "SHA-512": "SHA512",
    "SHA3-256": "SHA3-256",
}
ECDSA = [name for name in KINDS if name not in EDDSA]
ENDINGS = {"der": "", "p1363": "inP1363Format"}  # of an algorithm's name, by our name of the encoding


@pytest.fixture(scope="module")
def java() -> Iterator[Worker]:
    yield from worker(str(shutil.which("java")), SCRIPTS / "Interop.java")


# ---------------------------------------------------------------- keys


def in_java(key: Any) -> tuple[int, int]:
    """x and y of a public key, as Java has them; of Edwards curves, the lowest bit of x. [RFC 8032, 5.1.2 and 5.2.2]"""
    octets = key.to_bytes()
    if key.scheme.name in EDDSA:
        number = int.from_bytes(octets, "little")
        sign = 8 * len(octets) - 1
        return number >> sign, number & ((1 << sign) - 1)
    x, y = halves(octets[1:])
    return int.from_bytes(x, "big"), int.from_bytes(y, "big")


@pytest.mark.parametrize(("name", "edge"), [(name, edge) for name, edge in EDGES if name in KINDS])
def test_keys_of_ours(java: Worker, name: str, edge: str) -> None:
    """Which Java encodes again as we do."""
    key, (factory, _) = edge_key(name, edge), KINDS[name]
    ours = dump_private_key(key, "pkcs8-der")
    encoded, secret = java.ask("private", factory, ours)
    assert encoded == ours
    if name in EDDSA:
        assert secret == key.private_bytes()
    else:
        assert int.from_bytes(secret, "big") == int.from_bytes(key.private_bytes(), "big")
    ours = dump_public_key(key.public_key, "spki-der")
    encoded, x, y = java.ask("public", factory, ours)
    assert encoded == ours
    assert (int.from_bytes(x, "big"), int.from_bytes(y, "big")) == in_java(key.public_key)


@pytest.mark.parametrize("name", KINDS)
def test_keys_of_its(java: Worker, name: str) -> None:
    """Which have no public half, so that of ECDSA we write more."""
    factory, curve = KINDS[name]
    for _ in range(8):
        private, public = java.ask("make", factory, curve)
        key = load_private_key(private, format="pkcs8-der")
        assert load_public_key(public, format="spki-der") == key.public_key
        assert dump_public_key(key.public_key, "spki-der") == public
        ours = dump_private_key(key, "pkcs8-der")
        assert java.ask("private", factory, ours)[1:] == java.ask("private", factory, private)[1:]
        if name in EDDSA:
            assert ours == private


# ---------------------------------------------------------------- signatures


def ders(key: Any) -> tuple[bytes, bytes]:
    return dump_private_key(key, "pkcs8-der"), dump_public_key(key.public_key, "spki-der")


@pytest.mark.parametrize("encoding", ENDINGS)
@pytest.mark.parametrize(("name", "hash", "text"), [case for case in hashed(HASHES) if case[0] in ECDSA])
def test_ecdsa(java: Worker, name: str, hash: str, text: str, encoding: str) -> None:
    key, message = key_of(name), MESSAGES[text]
    private, public = ders(key)
    how = "EC", f"{HASHES[hash]}withECDSA{ENDINGS[encoding]}", "plain"
    ours = key.sign(message, hash=hash, format=encoding)
    assert java.ask("verify", *how, public, message, ours) == [b"\1"]
    assert java.ask("verify", *how, public, message + b"\n", ours) == [b"\0"]
    (theirs,) = java.ask("sign", *how, private, message, "1")
    assert verdict(key.public_key, theirs, message, hash=hash, format=encoding)
    assert verdict(key.public_key, theirs, message + b"\n", hash=hash, format=encoding).reason == "mismatch"


@pytest.mark.parametrize("encoding", ENDINGS)
@pytest.mark.parametrize("octets", [20, 32, 48, 64])
@pytest.mark.parametrize("name", ECDSA)
def test_ecdsa_over_digests(java: Worker, name: str, octets: int, encoding: str) -> None:
    key, digest = key_of(name), (bytes(range(0xF0, 0x100)) * 4)[:octets]
    private, public = ders(key)
    how = "EC", f"NONEwithECDSA{ENDINGS[encoding]}", "plain"
    ours: Any = key.sign_digest(digest, hash=None, format=encoding)
    assert java.ask("verify", *how, public, digest, ours) == [b"\1"]
    assert java.ask("verify", *how, public, bytes(octets), ours) == [b"\0"]
    (theirs,) = java.ask("sign", *how, private, digest, "1")
    assert verdict(key.public_key, theirs, digest=digest, format=encoding)
    assert verdict(key.public_key, theirs, digest=bytes(octets), format=encoding).reason == "mismatch"


@pytest.mark.parametrize("encoding", ENDINGS)
@pytest.mark.parametrize(("name", "hash"), [("P-256", "SHA256"), ("P-384", "SHA384")])
def test_ecdsa_of_ours_with_a_00_in_r_or_s(java: Worker, name: str, hash: str, encoding: str) -> None:
    _, public = ders(key_of(name))
    how = "EC", f"{hash}withECDSA{ENDINGS[encoding]}", "plain"
    for message in counted_messages(name).values():
        assert java.ask("verify", *how, public, message, key_of(name).sign(message, format=encoding)) == [b"\1"]


@pytest.mark.parametrize(("name", "hash"), [("P-256", "SHA256"), ("P-384", "SHA384")])
def test_ecdsa_of_its_with_a_00_in_r_or_s(java: Worker, name: str, hash: str) -> None:
    """Its nonces are random, so it signs until there is one."""
    key = key_of(name)
    private, _ = ders(key)
    missing = {0, 1}
    while missing:
        for theirs in java.ask("sign", "EC", f"{hash}withECDSAinP1363Format", "plain", private, b"hello", "64"):
            found = {number for number, half in enumerate(halves(theirs)) if half[0] == 0}
            if found & missing:
                missing -= found
                assert verdict(key.public_key, theirs, b"hello", format="p1363")


@pytest.mark.parametrize("name", EDDSA)
def test_eddsa(java: Worker, name: str) -> None:
    """Signatures are the same octets."""
    key = key_of(name)
    private, public = ders(key)
    how = "EdDSA", name, "plain"
    for message in [*MESSAGES.values(), *counted_messages(name).values()]:
        signature = key.sign(message)
        assert java.ask("sign", *how, private, message, "1") == [signature]
        assert java.ask("verify", *how, public, message, signature) == [b"\1"]
        assert java.ask("verify", *how, public, message + b"\n", signature) == [b"\0"]


@pytest.mark.parametrize("context", [b"", b"\0", b"context", b"x" * 255])
@pytest.mark.parametrize("variant", ["Ed25519ctx", "Ed25519ph", "Ed448", "Ed448ph"])
def test_contexts_and_prehashes(java: Worker, variant: str, context: bytes) -> None:
    """The variants of RFC 8032, 5, whose signatures are the same octets too."""
    name = "Ed448" if variant.startswith("Ed448") else "Ed25519"
    mode = "ph:" if variant.endswith("ph") else "pure:"
    how, other = ("EdDSA", name, mode + context.hex()), ("EdDSA", name, mode + (context + b"\0")[-255:].hex())
    key = getattr(ecref, variant.lower()).private_key(key_of(name).private_bytes())
    private, public = ders(key_of(name))
    for message in MESSAGES.values():
        signature = key.sign(message, context=context)
        assert java.ask("sign", *how, private, message, "1") == [signature]
        assert java.ask("verify", *how, public, message, signature) == [b"\1"]
        assert java.ask("verify", *other, public, message, signature) == [b"\0"]


# ---------------------------------------------------------------- the command line


@pytest.mark.parametrize("name", KINDS)
def test_in_a_shell(java: Worker, name: str, tmp_path: Path) -> None:
    factory, _ = KINDS[name]
    algorithm, form = (name, "raw") if name in EDDSA else ("SHA256withECDSAinP1363Format", "p1363")
    options = "" if name in EDDSA else "--hash sha256"
    script = f"""
    printf hello > message
    ecref keygen --curve {name} --to pkcs8-der --out private.der
    ecref pubkey --key private.der --to spki-der --out public.der
    ecref sign --key private.der --format {form} {options} --out signature message
    """
    assert shell(tmp_path, script) == ""
    private, public, signature = ((tmp_path / each).read_bytes() for each in ("private.der", "public.der", "signature"))
    how = factory, algorithm, "plain"
    assert java.ask("verify", *how, public, b"hello", signature) == [b"\1"]
    (theirs,) = java.ask("sign", *how, private, b"hello", "1")
    (tmp_path / "theirs").write_bytes(theirs)
    script = f"ecref verify --key public.der --format {form} {options} --signature theirs message"
    assert shell(tmp_path, script) == "valid\n"


@pytest.mark.parametrize("name", ECDSA)
def test_in_a_shell_over_a_digest(java: Worker, name: str, tmp_path: Path) -> None:
    private, public = ders(key_of(name))
    digest = hash_named("SHA-256").of(b"hello")
    for file, octets in {"private": private, "public": public, "digest": digest}.items():
        (tmp_path / file).write_bytes(octets)
    assert shell(tmp_path, "ecref sign --key private --digest --out ours digest") == ""
    how = "EC", "NONEwithECDSA", "plain"
    assert java.ask("verify", *how, public, digest, (tmp_path / "ours").read_bytes()) == [b"\1"]
    (theirs,) = java.ask("sign", *how, private, digest, "1")
    (tmp_path / "theirs").write_bytes(theirs)
    assert shell(tmp_path, "ecref verify --key public --digest --signature theirs digest") == "valid\n"
