"""The vectors through the switch: results, refusals, reasons and warnings are ecref's under the library's rule set."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING, Any

import pytest

import ecref
from ecref import UnusableInput, formats
from ecref.ecdsa import SCHEMES as CURVES
from ecref.eddsa import SCHEMES as EDDSA
from ecref.foreign.schemes import NAMES, Implementation
from ecref.referee import vectors
from ecref.referee.implementations.agreement import same_but_for_sign
from ecref.referee.implementations.library import NO_SHAKE
from libraries import DEPART, departing, made

if TYPE_CHECKING:
    from ecref.referee.vectors import Vector

SCHEMES: dict[str, Any] = {**EDDSA, **CURVES}
OCTETS = ("raw", "sec1", "ed25519-expanded", "pkcs8-der", "sec1-der", "spki-der")
SMALL_S = ("coincurve", "ecc", "eth-keys", "starkbank-ecdsa")  # they always take the smaller of s and n - s
SAME, LACKING = "the same", "lacking"
SUITES = [suite for suite in vectors.suites() if suite != "edge-cases-nonces"]  # these are about toy curves


def key_in(request: dict[str, Any], half: str, scheme: Any) -> Any:
    text, form = request[f"{half}_key"], request[f"{half}_key_format"]
    data = bytes.fromhex(text) if form in OCTETS else text
    return getattr(formats, f"load_{half}_key")(data, curve=scheme, format=form)


def octets(request: dict[str, Any], name: str) -> bytes | None:
    return bytes.fromhex(request[name]) if name in request else None


def answer(implementation: Implementation, request: dict[str, Any]) -> dict[str, Any]:
    """What its keys answer to a request of the line protocol."""
    scheme = implementation.scheme(SCHEMES[request.get("curve", request["scheme"])])
    is_ecdsa = request["scheme"] == "ECDSA"
    message, digest, context = (octets(request, name) for name in ("message", "digest", "context"))
    try:
        if request["op"] == "verify":
            key = key_in(request, "public", scheme)
            how: dict[str, Any] = {"format": request.get("signature_format"), "context": context}
            if is_ecdsa:
                how |= {"digest": digest, "hash": request.get("hash")}
            verdict = formats.verdict(key, bytes.fromhex(request["signature"]), message, **how)
            return {"valid": verdict.valid, "reason": verdict.reason, "warnings": list(verdict.warnings)}
        if request["op"] == "parse_public_key":
            key = key_in(request, "public", scheme)
            if not is_ecdsa:
                key.validate()
            return {"public_key": key.to_bytes().hex()}
        key = key_in(request, "private", scheme)
        if request["op"] == "sign":
            return {"signature": signed(key, request, message, digest, context).hex()}
        return {"public_key": key.public_key.to_bytes().hex()}
    except UnusableInput as error:
        return {"error": error.code, "detail": error.detail}


def signed(
    key: Any, request: dict[str, Any], message: bytes | None, digest: bytes | None, context: bytes | None
) -> bytes:
    if request["scheme"] != "ECDSA":
        return bytes(key.sign(message, context=context))
    nonce = request.get("nonce", "rfc6979")
    how: dict[str, Any] = {"unsafe_k": int(nonce["unsafe_k"], 16)} if isinstance(nonce, dict) else {"nonce": nonce}
    how |= {"format": request.get("signature_format", "der"), "hash": request.get("hash")}
    return bytes(key.sign(message, **how) if digest is None else key.sign_digest(digest, **how))


def lacking(vector: Vector) -> str | None:
    """Why cryptography can't be asked a vector's question."""
    request = vector.request
    if request["scheme"] in ("Ed25519ctx", "Ed25519ph", "Ed448ph"):
        return "the scheme"
    if request.get("context") and "error" not in vector.expect:
        return "contexts"
    if request.get("private_key_format") == "ed25519-expanded":
        return "keys without a seed"
    nonce = request.get("nonce", "rfc6979")
    if isinstance(nonce, dict) or nonce == "hedged":
        return "a given k"
    if request["op"] == "sign" and nonce == "rfc6979" and request.get("hash", "SHA-256") not in (None, *NO_SHAKE):
        return "RFC 6979 with the hash"
    return None


def agrees(name: str, request: dict[str, Any], got: dict[str, Any], expect: dict[str, Any]) -> bool:
    """Whether an answer has what is expected; of some libraries, but for the sign of s."""
    if name in SMALL_S and request["op"] == "sign" and {"signature"} <= got.keys() & expect.keys():
        return same_but_for_sign(request, got["signature"], expect["signature"])
    return all(got.get(key) == value for key, value in expect.items() if key not in ("steps", "detail"))


def compared(name: str, suite: str, step: int = 1) -> Counter[str]:
    """How many of a suite's vectors are answered alike or can't be asked; the others by their names."""
    made(name)
    implementation = ecref.implementation(name)
    found: Counter[str] = Counter()
    for vector in vectors.load(suite)[::step]:
        try:
            rules = implementation.rules(SCHEMES[vector.request.get("curve", vector.request["scheme"])])
        except UnusableInput:
            found[LACKING] += 1
            continue
        expect = vector.expect["rules"][rules] if "rules" in vector.expect else vector.expect
        got = answer(implementation, vector.request)
        if got.get("error") == "unsupported" != expect.get("error"):
            found[LACKING] += 1
        else:
            found[SAME if agrees(name, vector.request, got, expect) else vector.id] += 1
    return found


@pytest.mark.parametrize("suite", SUITES)
def test_cryptography_is_ecref_under_its_rules(suite: str) -> None:
    """Every vector is answered alike but those that it can't be asked, of which each is known by its request."""
    found = compared("cryptography", suite)
    unasked = sum(lacking(vector) is not None for vector in vectors.load(suite))
    assert found == Counter({SAME: len(vectors.load(suite)) - unasked, LACKING: unasked})


@pytest.mark.parametrize("name", [name for name in NAMES if name not in ("ecref", "cryptography", *DEPART)])
def test_another_library_is_too(name: str) -> None:
    total: Counter[str] = Counter()
    for suite in SUITES:
        total += compared(name, suite, 37)
    assert total[SAME] >= 10
    assert set(total) <= {SAME, LACKING}


@pytest.mark.parametrize("name", DEPART)
def test_a_library_that_departs_departs_here_too(name: str) -> None:
    """docs/findings.md names the cases; all others are as ecref's."""
    departing(name)
    total: Counter[str] = Counter()
    for suite in SUITES:
        total += compared(name, suite, 37)
    assert total[SAME] > 10 * (total.total() - total[SAME] - total[LACKING])


def test_a_library_that_takes_the_smaller_s_signs_as_ecref_with_low_s() -> None:
    made("ecc")
    foreign = ecref.implementation("ecc")
    for vector in vectors.load("cavp-siggen")[::17]:
        request = vector.request
        own = CURVES[request["curve"]]
        octets_ = bytes.fromhex(request["private_key"])
        k = int(request["nonce"]["unsafe_k"], 16)
        how: dict[str, Any] = {"hash": request["hash"], "unsafe_k": k}
        message = bytes.fromhex(request["message"])
        signature = foreign.scheme(own).private_key(octets_).sign(message, **how)
        assert signature == own.private_key(octets_).sign(message, **how, low_s=True)
