"""Beside Node.js' crypto: keys in PEM, DER and as JWK, and signatures in both of its encodings."""

from __future__ import annotations

import json
import shutil
from typing import TYPE_CHECKING, Any

import pytest

from containers import ECDSA, EDDSA, SCHEMES, key_of
from ecref.formats import dump_private_key, dump_public_key, load_private_key, load_public_key, verdict
from ecref.formats.jwk import to_object
from interop import (
    EDGES,
    MESSAGES,
    SCRIPTS,
    USUAL_HASHES,
    counted_messages,
    edge_key,
    halves,
    hashed,
    needs,
    shell,
    worker,
)

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from interop import Worker

pytestmark = needs("node")

NAMES = {"Ed25519": "ed25519", "Ed448": "ed448", **ECDSA}
HASHES = {"SHA-1": "sha1", "SHA-256": "sha256", "SHA-384": "sha384", "SHA-512": "sha512", "SHA3-256": "sha3-256"}
ENCODINGS = {"der": "der", "p1363": "ieee-p1363"}  # our names, and its
PUBLIC = ("spki-der", "spki-pem", "jwk")


def private_forms(name: str) -> list[str]:
    """The forms of private keys that Node.js has."""
    return ["pkcs8-der", "pkcs8-pem", "jwk", *(["sec1-der", "sec1-pem"] if name in ECDSA else [])]


@pytest.fixture(scope="module")
def node() -> Iterator[Worker]:
    yield from worker(str(shutil.which("node")), SCRIPTS / "interop.mjs")


def same(form: str, theirs: bytes, ours: bytes) -> bool:
    """Whether two containers are the same: octet by octet, and JWKs member by member."""
    return json.loads(theirs) == json.loads(ours) if form == "jwk" else theirs == ours


# ---------------------------------------------------------------- keys


@pytest.mark.parametrize(("name", "edge"), EDGES)
def test_private_keys_of_ours(node: Worker, name: str, edge: str) -> None:
    key = edge_key(name, edge)
    ours = {form: dump_private_key(key, form) for form in private_forms(name)}
    for form, written in ours.items():
        for to, expected in ours.items():
            (theirs,) = node.ask("private", form, to, written)
            assert same(to, theirs, expected)
            assert load_private_key(theirs) == key
        for to in PUBLIC:
            (theirs,) = node.ask("public", form, to, written)
            assert same(to, theirs, dump_public_key(key.public_key, to))


@pytest.mark.parametrize(("name", "edge"), EDGES)
def test_public_keys_of_ours(node: Worker, name: str, edge: str) -> None:
    key = edge_key(name, edge).public_key
    for form in PUBLIC:
        for to in PUBLIC:
            (theirs,) = node.ask("public", form, to, dump_public_key(key, form))
            assert same(to, theirs, dump_public_key(key, to))
            assert load_public_key(theirs) == key


@pytest.mark.parametrize("name", SCHEMES)
def test_keys_of_its(node: Worker, name: str) -> None:
    for _ in range(8):
        (made,) = node.ask("make", NAMES[name])
        (members,) = node.ask("private", "pkcs8-der", "jwk", made)
        key = load_private_key(json.loads(members))
        assert to_object(key) == json.loads(members)
        for form in private_forms(name):
            (theirs,) = node.ask("private", "pkcs8-der", form, made)
            assert load_private_key(theirs, format=form) == key
            assert same(form, theirs, dump_private_key(key, form))
        for form in PUBLIC:
            (theirs,) = node.ask("public", "pkcs8-pem", form, dump_private_key(key, "pkcs8-pem"))
            assert load_public_key(theirs, format=form) == key.public_key
            assert same(form, theirs, dump_public_key(key.public_key, form))


# ---------------------------------------------------------------- signatures


def pems(name: str) -> tuple[bytes, bytes]:
    key = key_of(name)
    return dump_private_key(key, "pkcs8-pem"), dump_public_key(key.public_key, "spki-pem")


@pytest.mark.parametrize("encoding", ENCODINGS)
@pytest.mark.parametrize(("name", "hash", "text"), hashed(HASHES))
def test_ecdsa(node: Worker, name: str, hash: str, text: str, encoding: str) -> None:
    key, how, message = key_of(name), (HASHES[hash], ENCODINGS[encoding]), MESSAGES[text]
    private, public = pems(name)
    ours = key.sign(message, hash=hash, format=encoding)
    assert node.ask("verify", *how, public, message, ours) == [b"\1"]
    assert node.ask("verify", *how, public, message + b"\n", ours) == [b"\0"]
    (theirs,) = node.ask("sign", *how, private, message, "1")
    assert verdict(key.public_key, theirs, message, hash=hash, format=encoding)
    assert verdict(key.public_key, theirs, message + b"\n", hash=hash, format=encoding).reason == "mismatch"


@pytest.mark.parametrize("encoding", ENCODINGS)
@pytest.mark.parametrize("name", ECDSA)
def test_ecdsa_of_ours_with_a_00_in_r_or_s(node: Worker, name: str, encoding: str) -> None:
    how = HASHES[USUAL_HASHES[name]], ENCODINGS[encoding]
    _, public = pems(name)
    for message in counted_messages(name).values():
        assert node.ask("verify", *how, public, message, key_of(name).sign(message, format=encoding)) == [b"\1"]


@pytest.mark.parametrize("name", ECDSA)
def test_ecdsa_of_its_with_a_00_in_r_or_s(node: Worker, name: str) -> None:
    """Its nonces are random, so it signs until there is one."""
    key: Any = key_of(name)
    private, _ = pems(name)
    missing = {0, 1}
    while missing:
        for theirs in node.ask("sign", HASHES[USUAL_HASHES[name]], "ieee-p1363", private, b"hello", "64"):
            found = {number for number, half in enumerate(halves(theirs)) if half[0] == 0}
            if found & missing:
                missing -= found
                assert verdict(key.public_key, theirs, b"hello", format="p1363")


@pytest.mark.parametrize("name", EDDSA)
def test_eddsa(node: Worker, name: str) -> None:
    """Signatures are the same octets."""
    key = key_of(name)
    private, public = pems(name)
    for message in [*MESSAGES.values(), *counted_messages(name).values()]:
        signature = key.sign(message)
        assert node.ask("sign", "none", "der", private, message, "1") == [signature]
        assert node.ask("verify", "none", "der", public, message, signature) == [b"\1"]
        assert node.ask("verify", "none", "der", public, message + b"\n", signature) == [b"\0"]


# ---------------------------------------------------------------- the command line

VERIFY = """
const { verify } = require("node:crypto"), { readFileSync: read } = require("node:fs");
const [hash, dsaEncoding] = process.argv.slice(1);
const key = { key: JSON.parse(read("public.jwk")), format: "jwk", dsaEncoding };
console.log(verify(hash || null, read("message"), key, read("signature")));
"""
SIGN = """
const { sign, generateKeyPairSync } = require("node:crypto"), { writeFileSync: write } = require("node:fs");
const [type, namedCurve, hash, dsaEncoding] = process.argv.slice(1);
const { privateKey, publicKey } = generateKeyPairSync(type, { namedCurve });
write("public.jwk", JSON.stringify(publicKey.export({ format: "jwk" })));
write("signature", sign(hash || null, "hello", { key: privateKey, dsaEncoding }).toString("base64url"));
write("message", "hello");
"""


@pytest.mark.parametrize("name", SCHEMES)
def test_in_a_shell(name: str, tmp_path: Path) -> None:
    form = "p1363" if name in ECDSA else "raw"
    script = f"""
    echo hello > message
    ecref keygen --curve {name} --to jwk --out private.jwk
    ecref pubkey --key private.jwk --to jwk --out public.jwk
    ecref sign --key private.jwk --format {form} --out signature message
    node -e "$VERIFY" "$HASH" ieee-p1363
    node -e "$SIGN" {"ec" if name in ECDSA else NAMES[name]} {NAMES[name]} "$HASH" ieee-p1363
    ecref verify --key public.jwk --format {form}-base64url --signature signature message
    """
    used = HASHES[USUAL_HASHES[name]] if name in ECDSA else ""
    assert shell(tmp_path, script, SIGN=SIGN, VERIFY=VERIFY, HASH=used) == "true\nvalid\n"
