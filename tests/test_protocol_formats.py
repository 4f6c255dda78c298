"""The line protocol's formats: keys and signatures in every container, the ops convert and diagnose."""

from __future__ import annotations

import json
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

from ecref import ed448, ed25519, ed25519ph, p256, p384, secp256k1
from ecref.formats import dump_private_key, dump_public_key, sshsig
from ecref.referee import ecdsa_ops, eddsa_ops, protocol

if TYPE_CHECKING:
    from ecref.formats.names import PrivateKey

Json = dict[str, Any]

ROOT = Path(__file__).parent.parent
MESSAGE = b"message"
KEYS: dict[str, PrivateKey] = {
    "Ed25519": ed25519.private_key(bytes(32)),
    "Ed25519ph": ed25519ph.private_key(bytes(32)),
    "Ed448": ed448.private_key(bytes(57)),
    "P-256": p256.private_key(7),
    "P-384": p384.private_key(7),
    "secp256k1": secp256k1.private_key(7),
}
TEXTS = ("spki-pem", "pkcs8-pem", "sec1-pem", "openssh")


def answer(request: Json) -> Json:
    """The answer to a request."""
    return protocol.answer(request)


def on(key: PrivateKey) -> Json:
    """The scheme and the curve of a request about this key."""
    name = key.scheme.name
    return {"scheme": name} if name.startswith("Ed") else {"scheme": "ECDSA", "curve": name}


def shown(octets: bytes, format_: str) -> Any:
    """What a request or an answer holds of a key in this format."""
    if format_ == "jwk":
        return json.loads(octets)
    return octets.decode() if format_ in TEXTS else octets.hex()


def public(key: PrivateKey, format_: str | None = None) -> Json:
    """The keys of a request that give a public key."""
    format_ = format_ or ("sec1" if "curve" in on(key) else "raw")
    octets = dump_public_key(plain(key).public_key, format_)
    return {"public_key": shown(octets, format_), "public_key_format": format_}


def private(key: PrivateKey, format_: str = "raw") -> Json:
    """The keys of a request that give a private key."""
    return {"private_key": shown(dump_private_key(plain(key), format_), format_), "private_key_format": format_}


def plain(key: PrivateKey) -> PrivateKey:
    """The key as a container holds it: one of Ed25519 for one of Ed25519ph."""
    return KEYS["Ed25519"] if key.scheme is ed25519ph else key


def formats(key: PrivateKey, kind: str) -> list[str]:
    """The formats in which a key of this kind can be written."""
    ops = ecdsa_ops if "curve" in on(key) else eddsa_ops
    every = ops.PUBLIC_KEY_FORMATS if kind == "public" else ops.PRIVATE_KEY_FORMATS
    without = {"certificate-pem", "certificate-der", "csr-pem", "csr-der", "ed25519-expanded"}
    if key.scheme in (ed448, secp256k1):
        without.add("openssh")
    return [name for name in every if name not in without]


@pytest.fixture(params=KEYS)
def key(request: pytest.FixtureRequest) -> PrivateKey:
    return KEYS[request.param]


# ---------------------------------------------------------------- keys


def test_a_private_key_in_every_format(key: PrivateKey) -> None:
    for name in formats(key, "private"):
        request = {**on(key), **private(key, name)}
        described = answer({"op": "public_key", **request})
        assert described["public_key"] == key.public_key.to_bytes().hex()
        assert answer({"op": "parse_private_key", **request}) == {**described, "format": name}
        signature = answer({"op": "sign", "message": MESSAGE.hex(), **request})["signature"]
        assert signature == answer({"op": "sign", "message": MESSAGE.hex(), **on(key), **private(key)})["signature"]


def test_a_public_key_in_every_format(key: PrivateKey) -> None:
    signature = answer({"op": "sign", "message": MESSAGE.hex(), **on(key), **private(key)})["signature"]
    for name in formats(key, "public"):
        request = {**on(key), **public(key, name)}
        parsed = answer({"op": "parse_public_key", **request})
        assert parsed["public_key"] == key.public_key.to_bytes().hex()
        assert parsed["scheme"] == on(key)["scheme"]
        assert answer({"op": "verify", "message": MESSAGE.hex(), "signature": signature, **request})["valid"]


def test_a_jwk_may_be_text() -> None:
    key = KEYS["P-256"]
    text = json.dumps(public(key, "jwk")["public_key"])
    parsed = answer({"op": "parse_public_key", **on(key), "public_key": text, "public_key_format": "jwk"})
    assert parsed["public_key"] == key.public_key.to_bytes().hex()


def test_an_expanded_key() -> None:
    key = ed25519.private_key(bytes(32))
    expanded = key.s.to_bytes(32, "little") + key.prefix
    how = {"private_key": expanded.hex(), "private_key_format": "ed25519-expanded"}
    for scheme in ["Ed25519", "Ed25519ph"]:
        signed = answer({"op": "sign", "scheme": scheme, "message": "", **how})
        assert signed == answer({"op": "sign", "scheme": scheme, "message": "", **private(key)})
    parsed = answer({"op": "parse_private_key", "scheme": "Ed25519", **how})
    assert (parsed["public_key"], parsed["format"]) == (key.public_key.octets.hex(), "ed25519-expanded")
    assert answer({"op": "public_key", "scheme": "Ed25519", **how})["public_key"] == key.public_key.octets.hex()
    converted = answer({"op": "convert", "scheme": "Ed25519", **private(key), "to": "ed25519-expanded"})
    assert converted["private_key"] == expanded.hex()
    assert answer({"op": "convert", "scheme": "Ed25519", **how, "to": "ed25519-expanded"}) == converted
    assert answer({"op": "convert", "scheme": "Ed25519", **how, "to": "raw"})["error"] == "unsupported"
    assert answer({"op": "public_key", "scheme": "Ed25519", "steps": True, **how})["error"] == "unsupported"
    assert answer({"op": "sign", "scheme": "Ed448", "message": "", **how})["error"] == "unsupported"


SPKI = public(KEYS["P-256"], "spki-pem")["public_key"]
ENCRYPTED = "-----BEGIN ENCRYPTED PRIVATE KEY-----\nMAA=\n-----END ENCRYPTED PRIVATE KEY-----\n"


@pytest.mark.parametrize(
    ("scheme", "change", "code"),
    [
        ("Ed25519", private(KEYS["Ed448"], "pkcs8-pem"), "wrong-key"),
        ("Ed25519ph", private(KEYS["P-256"], "jwk"), "wrong-key"),
        ("P-256", private(KEYS["secp256k1"], "sec1-der"), "wrong-key"),
        ("P-256", {"private_key": SPKI, "private_key_format": "pkcs8-pem"}, "wrong-key"),
        ("P-256", {"private_key": ENCRYPTED, "private_key_format": "pkcs8-pem"}, "encrypted-key"),
        ("P-256", {"private_key": "no key", "private_key_format": "openssh"}, "bad-encoding"),
        ("P-256", {"private_key": "00", "private_key_format": "sec1-der"}, "bad-encoding"),
        ("P-256", {"private_key": {}, "private_key_format": "jwk"}, "bad-encoding"),
        ("P-256", {"private_key": {}, "private_key_format": "pkcs8-pem"}, "bad-request"),
        ("P-256", {"private_key": [], "private_key_format": "jwk"}, "bad-request"),
        ("P-256", {"private_key": "xyz", "private_key_format": "pkcs8-der"}, "bad-request"),
    ],
)
def test_a_private_key_that_cannot_be_used(scheme: str, change: Json, code: str) -> None:
    answered = answer({"op": "parse_private_key", **on(KEYS[scheme]), **change})
    assert answered["error"] == code
    assert answered["detail"]


# ---------------------------------------------------------------- signatures


def test_lax_ber_is_read_where_it_is_named() -> None:
    key = KEYS["P-256"]
    strict = bytes.fromhex(answer({"op": "sign", "message": "", **on(key), **private(key)})["signature"])
    request = {"op": "verify", "message": "", **on(key), **public(key), "signature": strict.hex() + "00"}
    assert answer(request)["reason"] == "signature-encoding"
    lax = answer({**request, "signature_format": "ber"})
    assert (lax["valid"], lax["warnings"]) == (True, ["lax-encoding"])
    assert "1 octet after the SEQUENCE" in lax["detail"]
    parsed = {"op": "parse_signature", **on(key), "signature": strict.hex() + "00", "signature_format": "ber"}
    assert answer(parsed) == answer({**parsed, "signature": strict.hex(), "signature_format": "der"})
    recovered = answer({**parsed, "op": "recover", "message": ""})
    assert key.public_key.to_bytes().hex() in [found["public_key"] for found in recovered["public_keys"]]


@pytest.mark.parametrize("name", ["Ed25519", "P-256", "P-384"])
def test_ssh_signatures(name: str) -> None:
    key = KEYS[name]
    how: Json = {**on(key), "message": MESSAGE.hex(), "signature_format": "sshsig"}
    for namespace in [{}, {"namespace": "git"}]:
        signature = answer({"op": "sign", **how, **private(key), **namespace})["signature"]
        assert signature.startswith("-----BEGIN SSH SIGNATURE-----\n")
        sshsig.verify(key.public_key, signature.encode(), MESSAGE, namespace.get("namespace", "file"))
        request = {"op": "verify", **how, **public(key), "signature": signature}
        assert answer({**request, **namespace})["valid"]
        assert answer({**request, **namespace, "message": ""})["reason"] == "mismatch"
        assert answer({**request, "namespace": "other"})["reason"] == "mismatch"
    binary = sshsig.MAGIC + bytes(4)
    assert answer({**request, "signature": binary.hex()})["reason"] == "signature-encoding"
    parsed = answer({"op": "parse_signature", **on(key), "signature": signature, "signature_format": "sshsig"})
    assert parsed.keys() == ({"id", "R", "S"} if name == "Ed25519" else {"id", "r", "s", "high_s"})


@pytest.mark.parametrize(
    "change",
    [
        *[{"steps": True}, {"low_s": True}, {"nonce": "random"}, {"hash": "SHA-256"}, {"hash": None}],
        {"nonce": "hedged", "extra_entropy": ""},
    ],
)
def test_an_ssh_signature_leaves_nothing_to_choose(change: Json) -> None:
    key = KEYS["P-256"]
    request = {"op": "sign", **on(key), **private(key), "message": "", "signature_format": "sshsig"}
    answered = answer({**request, **change})
    assert answered["error"] == "bad-request"
    assert f"'{next(iter(change))}'" in answered["detail"]


def test_an_ssh_signature_names_its_key() -> None:
    key = KEYS["P-256"]
    request = {"op": "recover", **on(key), "message": "", "signature_format": "sshsig"}
    assert answer({**request, "signature": sshsig.sign(key, b"", "file").decode()})["error"] == "unsupported"
    armored = sshsig.sign(KEYS["P-384"], b"", "file").decode()
    wrong = {"op": "parse_signature", **on(key), "signature": armored, "signature_format": "sshsig"}
    assert answer(wrong)["error"] == "wrong-key"
    assert answer({**request, "op": "parse_signature", "message": None, "signature": armored})["error"] == "bad-request"
    for name in ["Ed448", "secp256k1", "Ed25519ph"]:
        other = KEYS[name]
        unsupported = {"op": "sign", **on(other), **private(other), "message": "", "signature_format": "sshsig"}
        assert answer(unsupported)["error"] == "unsupported"


# ---------------------------------------------------------------- convert


def test_every_key_converts_into_every_format(key: PrivateKey) -> None:
    for kind, request_of in [("public", public), ("private", private)]:
        for from_ in formats(key, kind):
            for to in formats(key, kind):
                answered = answer({"op": "convert", **on(key), **request_of(key, from_), "to": to})
                assert answered.keys() == {"id", f"{kind}_key"}
                converted = answered[f"{kind}_key"]
                if (kind, to) != ("private", "openssh"):  # which holds random check numbers
                    assert converted == request_of(key, to)[f"{kind}_key"]
                request = {"op": f"parse_{kind}_key", **on(key), f"{kind}_key": converted, f"{kind}_key_format": to}
                assert answer(request)["public_key"] == key.public_key.to_bytes().hex()


@pytest.mark.parametrize("name", ["P-256", "P-384", "secp256k1"])
def test_every_signature_converts_into_every_format(name: str) -> None:
    key = KEYS[name]
    names = ["der", "p1363", "compact", "eth"]
    signed = {
        to: answer({"op": "sign", **on(key), **private(key), "message": "", "signature_format": to})["signature"]
        for to in names
    }
    for from_ in names:
        for to in names:
            request = {"op": "convert", **on(key), "signature": signed[from_], "signature_format": from_, "to": to}
            if from_ in ("compact", "eth") or to in ("der", "p1363"):
                assert answer(request) == {"id": None, "signature": signed[to]}
            else:
                assert answer(request)["error"] == "unsupported"  # where would the recid come from?
    lax = {"op": "convert", **on(key), "signature": signed["der"] + "00", "signature_format": "ber", "to": "der"}
    assert answer(lax)["signature"] == signed["der"]
    assert answer({**lax, "signature_format": "der", "to": "p1363"})["error"] == "bad-signature"
    for never_written in ["ber", "sshsig"]:
        assert answer({**lax, "to": never_written})["error"] == "unsupported"


def test_der_is_the_default_format_to_convert_from() -> None:
    key = KEYS["P-256"]
    signature = answer({"op": "sign", **on(key), **private(key), "message": ""})["signature"]
    assert answer({"op": "convert", **on(key), "signature": signature, "to": "der"})["signature"] == signature


def test_what_is_not_converted() -> None:
    key = KEYS["Ed448"]
    for to in ["openssh", "certificate-pem", "csr-der"]:
        assert answer({"op": "convert", **on(key), **public(key), "to": to})["error"] == "unsupported"
    for to in ["pkcs8-pem", "openssh"]:
        assert answer({"op": "convert", **on(key), **public(key), "to": to})["error"] == "unsupported"
    assert answer({"op": "convert", **on(key), **private(key), "to": "spki-pem"})["error"] == "unsupported"
    assert answer({"op": "convert", **on(key), **public(key)})["error"] == "bad-request"


# ---------------------------------------------------------------- diagnose


def test_diagnose_ecdsa() -> None:
    key = KEYS["secp256k1"]
    how = {**on(key), "message": "00"}
    signature = answer({"op": "sign", **how, **private(key), "signature_format": "p1363"})["signature"]
    request = {"op": "diagnose", **how, **public(key), "signature": signature}
    advice = "Read the signature as p1363 (r||s)."
    assert answer({**request, "id": 1}) == {
        "id": 1,
        "readings": [
            {
                "changes": [{"what": "signature", "name": "p1363", "detail": "read the signature as p1363 (r||s)"}],
                "advice": advice,
                "scheme": "ECDSA",
                "curve": "secp256k1",
                "hash": "SHA-256",
                "public_key": key.public_key.to_bytes().hex(),
                "rules": ["fips186-5", "low-s"],
                "warnings": [],
            }
        ],
        "advice": advice,
        "left_out": 0,
    }
    as_given = answer({**request, "signature_format": "p1363"})
    assert (as_given["readings"][0]["changes"], as_given["advice"]) == (
        [],
        "Change nothing: the signature holds as given.",
    )
    assert answer({**request, "message": "01"})["readings"] == []
    wrong_curve = answer({**request, "curve": "P-256", "signature_format": "p1363"})
    assert wrong_curve["advice"] == "Take secp256k1 for the curve."
    hashed = answer({**request, "signature_format": "p1363", "hash": "SHA-512"})
    assert hashed["advice"] == "Hash with SHA-256."
    del request["message"]
    digest = {"digest": "00", "hash": None, "signature_format": "p1363"}
    assert answer({**request, **digest})["advice"] == "Take the digest for a message and hash it."


def test_diagnose_eddsa() -> None:
    key = KEYS["Ed25519"]
    what = {"message": "00", "context": "63"}
    signature = answer({"op": "sign", "scheme": "Ed25519ph", **private(key), **what})["signature"]
    request = {"op": "diagnose", **on(key), **public(key, "openssh"), "message": "00", "signature": signature}
    assert answer({**request, "context": "63"})["advice"] == "Verify with Ed25519ph."
    assert answer({**request, "scheme": "Ed25519ctx", "context": "63"})["advice"] == "Verify with Ed25519ph."
    assert answer(request)["readings"] == []
    assert answer({**request, "public_key": "ssh-rsa AAAA"})["error"] == "wrong-key"
    raw = {"public_key": key.public_key.to_bytes()[::-1].hex(), "public_key_format": "raw", "context": "63"}
    assert answer({**request, **raw})["advice"] == "Reverse the octets of the key, and verify with Ed25519ph."


def test_diagnose_an_ssh_signature() -> None:
    key = KEYS["Ed25519"]
    armored = sshsig.sign(key, MESSAGE, "git").decode()
    request = {"op": "diagnose", **on(key), **public(key), "message": MESSAGE.hex(), "signature": armored}
    found = answer({**request, "signature_format": "sshsig"})
    assert found["advice"] == "Verify for the namespace 'git'."
    assert answer({**request, "signature_format": "sshsig", "namespace": "git"})["readings"][0]["changes"] == []
    assert answer(request)["error"] == "bad-request"  # the text of an armor is no hex


# ---------------------------------------------------------------- the page


def test_the_page_names_every_op_format_and_key() -> None:
    page = (ROOT / "docs" / "protocol.md").read_text("utf-8")
    described = answer({"op": "describe"})
    for names in ("ops", "formats", "rules", "hashes", "curves", "schemes"):
        for name in described[names]:
            assert f"`{name}`" in page, name
