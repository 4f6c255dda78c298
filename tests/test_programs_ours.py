"""Our programs around other languages' libraries, and openssl: they agree with ecref, except where it is known."""

from __future__ import annotations

import os
import shutil
from collections import Counter
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

import ecref
from ecref.referee import vector_judge, vectors
from ecref.referee.implementations import program
from ecref.referee.implementations.interface import accepts, is_unsupported
from ecref.referee.implementations.openssl import HASHES, OpenSSL
from ecref.referee.implementations.program import Program
from ecref.referee.protocol import answer

if TYPE_CHECKING:
    from collections.abc import Iterator

    from ecref.referee.implementations.interface import Implementation

NODE_MODULES = os.environ.get("ECREF_NODE_MODULES", str(Path(__file__).parents[1] / "node_modules"))
JAR = os.environ.get("ECREF_BCPROV_JAR", "/usr/share/java/bcprov.jar")  # where Debian's libbcprov-java puts it
NAMES = ("node", "noble", "java", "bouncycastle", "go", "openssl")
ASKED = {"openssl": 3}  # vectors of each kind; of the others that many:
USUALLY_ASKED = 8

SIZES = {"Ed25519": 32, "Ed25519ctx": 32, "Ed25519ph": 32, "Ed448": 57, "Ed448ph": 57}
SCALARS = {"P-256": 32, "P-384": 48, "secp256k1": 32}


def start(name: str) -> Implementation:
    """The program, or a skip; what .ci/run doesn't install is skipped by another sentence than the others."""
    needs = {"noble": "node", "bouncycastle": "java"}.get(name, name)
    if shutil.which(needs) is None:
        pytest.skip("there is no Go" if name == "go" else f"{needs} is not installed")
    if name == "noble" and not Path(NODE_MODULES, "@noble", "curves").exists():
        pytest.skip("@noble/curves is not installed")
    if name == "bouncycastle" and not Path(JAR).exists():
        pytest.skip(f"there is no {JAR}")
    return program.program(name, node_modules=NODE_MODULES, java_jars=[JAR], timeout=60)


@pytest.fixture(scope="module")
def running() -> Iterator[dict[str, Implementation]]:
    """The programs that are there, each started once."""
    started: dict[str, Implementation] = {}
    yield started
    for each in started.values():
        each.close()


@pytest.fixture(params=NAMES)
def tested(request: pytest.FixtureRequest, running: dict[str, Implementation]) -> Implementation:
    """Each program in turn."""
    return one(request.param, running)


def one(name: str, running: dict[str, Implementation]) -> Implementation:
    if name not in running:
        running[name] = start(name)
    return running[name]


# ---------------------------------------------------------------- what they have

WITHOUT_CONTEXT = {"Ed25519", "Ed448"}
CURVES = {"P-256", "P-384", "secp256k1"}
SCHEMES = {
    "node": WITHOUT_CONTEXT | CURVES,
    "noble": {*SIZES} | CURVES,
    "java": {*SIZES, "P-256", "P-384"},
    "bouncycastle": WITHOUT_CONTEXT | CURVES,
    "go": {"Ed25519", "P-256", "P-384"},
    "openssl": WITHOUT_CONTEXT | CURVES,
}


def about(name: str, op: str, **more: Any) -> dict[str, Any]:
    """A request on a scheme, or a curve of ECDSA."""
    scheme = {"scheme": name} if name in SIZES else {"scheme": "ECDSA", "curve": name}
    if name == "Ed25519ctx" and op in ("sign", "verify"):
        scheme["context"] = "61"
    return {"op": op, **scheme, **more}


def secret(name: str) -> dict[str, str]:
    return {"private_key": "5a" * {**SIZES, **SCALARS}[name], "private_key_format": "raw"}


def public(name: str) -> dict[str, str]:
    key = answer(about(name, "public_key", **secret(name)))["public_key"]
    return {"public_key": str(key), "public_key_format": "raw" if name in SIZES else "sec1"}


def test_it_says_who_it_is(tested: Implementation) -> None:
    assert any(digit in tested.version() for digit in "0123456789")
    for name in (*SIZES, *SCALARS):
        rules = tested.rules("ECDSA" if name in SCALARS else name, name if name in SCALARS else None)
        assert (rules is not None) is (name in SCHEMES[tested.name])
    assert tested.nonce("P-256") == ("rfc6979" if tested.name in ("noble", "bouncycastle") else "random")


@pytest.mark.parametrize("name", [*SIZES, *SCALARS])
def test_it_signs_and_verifies_what_it_declares(tested: Implementation, name: str) -> None:
    signing = about(name, "sign", message="00ff", **secret(name))
    got = tested.answer(signing)
    if name not in SCHEMES[tested.name]:
        assert got == {"unsupported": True}
        return
    verifying = about(name, "verify", message="00ff", signature=got["signature"], **public(name))
    assert answer(verifying)["valid"] is True
    if name in SIZES or tested.nonce(name) == "rfc6979":
        exact = answer({**signing, "low_s": True} if tested.rules("ECDSA", name) == "low-s" else signing)
        assert got == {"signature": exact["signature"]}
    assert tested.answer(verifying) == {"valid": True}
    assert tested.answer({**verifying, "message": "00fe"}) == {"valid": False}
    changed = {**verifying, "context": "62"}
    if name in ("Ed25519ctx", "Ed25519ph", "Ed448", "Ed448ph"):
        expected = {"unsupported": True} if tested.name in ("node", "bouncycastle", "openssl") else {"valid": False}
        assert tested.answer(changed) == expected


@pytest.mark.parametrize("name", [*SIZES, *SCALARS])
def test_it_gives_public_keys(tested: Implementation, name: str) -> None:
    got = tested.answer(about(name, "public_key", **secret(name)))
    if name in SCHEMES[tested.name]:
        assert got == {"public_key": public(name)["public_key"]}
    else:
        assert got == {"unsupported": True} or got == {"public_key": public(name)["public_key"]}


KEEPS_OCTETS = ("node", "go", "openssl")  # of EdDSA's public keys, until it verifies
NO_COMPRESSED_POINT = ("java",)


@pytest.mark.parametrize("name", [*WITHOUT_CONTEXT, *SCALARS])
def test_it_reads_public_keys(tested: Implementation, name: str) -> None:
    if name not in SCHEMES[tested.name]:
        return
    key = public(name)
    got = tested.answer(about(name, "parse_public_key", **key))
    kept = name in SIZES and tested.name in KEEPS_OCTETS
    assert got == ({"unsupported": True} if kept else {"public_key": key["public_key"]})
    short = tested.answer(about(name, "parse_public_key", **{**key, "public_key": key["public_key"][:-2]}))
    assert not accepts(short) or is_unsupported(short)
    if name in SIZES:
        return
    octets = bytes.fromhex(key["public_key"])
    middle = len(octets) // 2 + 1
    compressed = bytes([2 + octets[-1] % 2]) + octets[1:middle]
    got = tested.answer(about(name, "parse_public_key", **{**key, "public_key": compressed.hex()}))
    assert got == ({"unsupported": True} if tested.name in NO_COMPRESSED_POINT else {"public_key": key["public_key"]})


FORMATS = {"bouncycastle": ("der",), "openssl": ("der",)}  # in which it signs
HASHED = {
    "go": {"SHA-1", "SHA-224", "SHA-256", "SHA-384", "SHA-512", "SHA-512/224", "SHA-512/256"},
    "java": {*HASHES} - {"SHA-512/224", "SHA-512/256"},
    "bouncycastle": {*HASHES} - {"SHA-512/224", "SHA-512/256"} | {"SHAKE128", "SHAKE256"},
    "noble": {*HASHES, "SHAKE128", "SHAKE256", "Keccak-256"},
    "node": {*HASHES},
    "openssl": {*HASHES},
}


@pytest.mark.parametrize("hash", [*HASHES, "SHAKE128", "SHAKE256", "Keccak-256"])
@pytest.mark.parametrize("format", ["der", "p1363"])
def test_it_hashes(tested: Implementation, hash: str, format: str) -> None:
    how = {"message": "6162", "hash": hash, "signature_format": format}
    key = ecref.p384.private_key(bytes.fromhex(secret("P-384")["private_key"]))
    try:
        signature = key.sign(b"ab", hash=hash, format=format, nonce="random", low_s=True)
    except ecref.UnusableInput:
        pytest.skip(f"this Python lacks {hash}")
    assert isinstance(signature, bytes)
    got = tested.answer(about("P-384", "verify", signature=signature.hex(), **how, **public("P-384")))
    known = hash in HASHED[tested.name] and (tested.name, format) != ("openssl", "p1363")
    if tested.name == "bouncycastle" and format == "p1363" and hash.startswith("SHAKE"):
        known = False
    assert got == ({"valid": True} if known else {"unsupported": True})
    got = tested.answer(about("P-384", "sign", **how, **secret("P-384")))
    if known and format in FORMATS.get(tested.name, (format,)) and (tested.name, hash[:5]) != ("bouncycastle", "SHAKE"):
        assert answer(about("P-384", "verify", signature=got["signature"], **how, **public("P-384")))["valid"] is True
    else:
        assert got == {"unsupported": True}


@pytest.mark.parametrize("size", [1, 20, 32, 33, 64])
@pytest.mark.parametrize("fill", ["00", "80"])
def test_it_takes_digests(tested: Implementation, size: int, fill: str) -> None:
    how = {"digest": fill * size, "hash": None, "signature_format": "der"}
    name = "P-256"
    signature = str(answer(about(name, "sign", low_s=True, **how, **secret(name)))["signature"])
    got = tested.answer(about(name, "verify", signature=signature, **how, **public(name)))
    assert got == ({"unsupported": True} if tested.name == "node" else {"valid": True})
    got = tested.answer(about(name, "sign", **how, **secret(name)))
    if tested.name in ("node", "bouncycastle"):
        assert got == {"unsupported": True}
    else:
        assert answer(about(name, "verify", signature=got["signature"], **how, **public(name)))["valid"] is True


@pytest.mark.parametrize(
    "change",
    [
        {"nonce": {"unsafe_k": "01"}},
        {"curve": "P-521"},
        {"scheme": "Ed25519x", "curve": None},
        {"private_key_format": "pkcs8-der"},
        {"signature_format": "compact"},
        {"hash": "MD5"},
        {"nonce": [[{'"]\u00e9\\': "]"}], None, 1.5]},
    ],
)
def test_what_it_does_not_have(tested: Implementation, change: dict[str, Any]) -> None:
    request = about("P-256", "sign", message="00", **secret("P-256"))
    changed = {key: value for key, value in {**request, **change}.items() if value is not None}
    assert is_unsupported(tested.answer(changed))


@pytest.mark.parametrize("name", ["P-521", "Ed25519x"])
@pytest.mark.parametrize("op", ["public_key", "parse_public_key"])
def test_what_it_does_not_have_of_keys(tested: Implementation, op: str, name: str) -> None:
    key = public("P-256") if op == "parse_public_key" else secret("P-256")
    scheme = {"scheme": "ECDSA", "curve": name} if name == "P-521" else {"scheme": name}
    assert is_unsupported(tested.answer({"op": op, **scheme, **key}))


@pytest.mark.parametrize("name", ["Ed25519ctx", "Ed25519ph", "Ed448", "Ed448ph"])
def test_a_context_that_is_too_long(tested: Implementation, name: str) -> None:
    context = {"context": "00" * 256, "message": ""}
    signing = tested.answer(about(name, "sign", **secret(name)) | context)
    signature = "00" * 2 * SIZES[name]
    verifying = tested.answer(about(name, "verify", signature=signature, **public(name)) | context)
    for got in (signing, verifying):
        assert is_unsupported(got) or got["error"] == "bad-context"


@pytest.mark.parametrize("length", [0, 1, 200])
def test_a_key_of_another_length(tested: Implementation, length: int) -> None:
    name = "Ed25519"
    key = {**public(name), "public_key": "00" * length}
    verifying = about(name, "verify", message="00", signature="00" * 64, **key)
    assert not accepts(tested.answer(verifying))  # Java 17 falls over where there is no octet
    signing = about(name, "sign", message="00", **{**secret(name), "private_key": "11" * length})
    assert tested.answer(signing)["error"] == "invalid-key"


@pytest.mark.parametrize("name", ["node", "noble", "java", "bouncycastle", "go"])
def test_it_describes_itself(name: str, running: dict[str, Implementation]) -> None:
    found = one(name, running)
    assert isinstance(found, Program)
    told = found._about
    curves = set(told["curves"])
    assert {*told["schemes"]} - {"ECDSA"} | curves == SCHEMES[name] == {*told["rules"]}
    assert {*told["hashes"]} == HASHED[name]
    assert told["ops"] == ["verify", "sign", "public_key", "parse_public_key"]
    assert told["formats"] == ["raw", "sec1", "der", "p1363"]


def test_openssl_is_of_one_version(running: dict[str, Implementation]) -> None:
    found = one("openssl", running)
    assert isinstance(found, OpenSSL)
    assert found.version().startswith(("OpenSSL ", "LibreSSL "))


# ---------------------------------------------------------------- the vectors

# Where a program departs from its own rule set: kinds of vectors, and the reason by ecref (None: it is valid).
DEPARTS: dict[str, set[Any]] = {
    "java": {
        ("Ed25519", "verify", "signature-length"),  # an octet after the signature
        ("Ed448", "verify", "signature-length"),
        ("P-256", "verify", None),  # x(kG) >= n
        ("P-384", "verify", None),
        ("P-256", "verify", "r-out-of-range"),  # negative INTEGERs, read as unsigned
        ("P-256", "verify", "s-out-of-range"),
        ("P-384", "verify", "r-out-of-range"),
        ("P-384", "verify", "s-out-of-range"),
        ("P-256", "verify", "signature-length"),  # of the form of fixed width, in less or more
        ("P-384", "verify", "signature-length"),
        ("P-256", "parse_public_key", "invalid-key"),  # a point off the curve
        ("P-384", "parse_public_key", "invalid-key"),
        ("P-256", "parse_public_key", "bad-length"),
        ("P-384", "parse_public_key", "bad-length"),
    },
    "noble": {("Ed448", "verify", "R-small-order")},  # it refuses only a public key of small order
}


def sampled(name: str) -> list[vectors.Vector]:
    """A few vectors of each kind, and fewer of openssl, which starts anew for each."""
    found, count = [], Counter[Any]()
    for suite in vectors.suites():
        for vector in vectors.load(suite):
            if vector.curve == "toy":
                continue  # no program knows it by a name
            kind = (vector.curve, vector.request["op"], vector.kind, str(vector.expect.get("reason")))
            kind += () if name == "openssl" else (suite, vector.flags, vector.request.get("signature_format"))
            count[kind] += 1
            if count[kind] <= ASKED.get(name, USUALLY_ASKED):
                found.append(vector)
    return found


def departure(tested: Implementation, vector: vectors.Vector) -> tuple[str, str, Any] | None:
    """What kind of vector it is that the program judges otherwise than its own rule set."""
    request = {key: value for key, value in vector.request.items() if key != "steps"}
    got, scheme, curve = tested.answer(request), request["scheme"], request.get("curve")
    if is_unsupported(got):
        return None
    assert "crash" not in got, (vector.id, got)
    op, expected = request["op"], vector_judge.expected(vector, tested.rules(scheme, curve))
    assert expected is not None, (vector.id, "the rule sets differ, and none is declared")
    if accepts(got) is accepts(expected) and got.get("public_key") == expected.get("public_key"):
        return None
    return curve or scheme, op, expected.get("error", expected.get("reason"))


def test_the_vectors(tested: Implementation) -> None:
    found = {departure(tested, vector) for vector in sampled(tested.name)} - {None}
    if tested.name == "java" and "Java 17." not in tested.version():
        assert found <= DEPARTS["java"]
    else:
        assert found == DEPARTS.get(tested.name, set())


# ---------------------------------------------------------------- known departures


def vector_named(suite: str, id: str) -> vectors.Vector:
    return next(vector for vector in vectors.load(suite) if vector.id == id)


@pytest.mark.parametrize(
    ("suite", "id", "valid"),
    [
        ("wycheproof-ecdsa", "ecdsa_secp256r1_sha256/350", True),  # x(kG) = r + n
        ("wycheproof-ecdsa", "ecdsa_secp256r1_sha256/6", False),  # r without the octet 00 that makes it positive
        ("wycheproof-ed25519", "ed25519/37", False),  # an octet after S
    ],
)
def test_java_17_judges_otherwise(suite: str, id: str, valid: bool, running: dict[str, Implementation]) -> None:
    found = one("java", running)
    if "Java 17." not in found.version():
        pytest.skip(f"this is {found.version()}")
    vector = vector_named(suite, id)
    expected = vector.expect["rules"]["fips186-5"] if "rules" in vector.expect else vector.expect
    assert expected["valid"] is valid
    assert found.answer(vector.request) == {"valid": not valid}


def test_node_20_aborts_over_the_identity(running: dict[str, Implementation]) -> None:
    found = one("node", running)
    if not found.version().startswith("Node.js crypto 20."):
        pytest.skip(f"this is {found.version()}")
    request = about("P-256", "parse_public_key", public_key="00", public_key_format="sec1")
    assert found.answer(request)["crash"].startswith("it was ended by SIG")
    assert found.answer({**request, **public("P-256")}) == {"public_key": public("P-256")["public_key"]}


def test_noble_refuses_a_high_s_on_p256(running: dict[str, Implementation]) -> None:
    found = one("noble", running)
    key = ecref.p256.private_key(5)
    r, s = key.sign(b"", format=None, low_s=True)
    for value, valid in ((s, True), (ecref.p256.curve.n - s, False)):
        signature = r.to_bytes(32, "big") + value.to_bytes(32, "big")
        octets = key.public_key.to_bytes().hex()
        request = about("P-256", "verify", message="", public_key=octets, public_key_format="sec1")
        request |= {"signature": signature.hex(), "signature_format": "p1363"}
        assert answer(request)["valid"] is True
        assert answer({**request, "rules": "low-s"})["valid"] is valid
        assert found.answer(request) == {"valid": valid}


def test_bad_lines_do_not_end_our_java(running: dict[str, Implementation]) -> None:
    found = one("java", running)
    assert isinstance(found, Program)
    process = found._process
    assert process is not None
    bad = [b"", b"[]", b"{", b'{"a" 1}', b'{"a": 1, "a": 2}', b'{"a": "\\x"}', b'{"a": "\t"}', b'{"a": 01}', b"{} {}"]
    for line in (*bad, b'{"a": "', b'{"a": "\\'):
        assert b'"error": "bad-request"' in process.ask([line + b"\n"], 60)[0][0]
    for line in (b"{}", b' { "id" : 1.5e3 , "op" : "\\u0073ign\\n" } ', b'{"op": null, "id": {"x": ["}"]}}'):
        assert b'"unsupported": true' in process.ask([line + b"\n"], 60)[0][0]
