"""The vectors through the switch: results, refusals, reasons and warnings are ecref's under the library's rule set."""

from __future__ import annotations

from collections import Counter
from typing import Any

import pytest

import ecref
from ecref import UnusableInput, formats
from ecref.ecdsa import SCHEMES as CURVES
from ecref.eddsa import SCHEMES as EDDSA
from ecref.foreign.schemes import NAMES, Implementation
from ecref.referee import vectors
from libraries import DEPART, departing, made

SCHEMES: dict[str, Any] = {**EDDSA, **CURVES}
OCTETS = ("raw", "sec1", "ed25519-expanded", "pkcs8-der", "sec1-der", "spki-der")
SUITES = vectors.suites()


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


def compared(name: str, suite: str, step: int = 1) -> Counter[str]:
    """How many of a suite's vectors are answered alike, differ, or are refused as unsupported."""
    made(name)
    implementation = ecref.implementation(name)
    found: Counter[str] = Counter()
    for vector in vectors.load(suite)[::step]:
        try:
            rules = implementation.rules(SCHEMES[vector.request.get("curve", vector.request["scheme"])])
        except UnusableInput:
            found["without"] += 1
            continue
        expect = vector.expect["rules"][rules] if "rules" in vector.expect else vector.expect
        got = answer(implementation, vector.request)
        if got.get("error") == "unsupported" != expect.get("error"):
            found["unsupported"] += 1
        else:
            same = all(got[key] == value for key, value in expect.items() if key not in ("steps", "detail"))
            found["same" if same else vector.id] += 1
    return found


LACKING = {  # what cryptography hasn't got, by suite; it has all the rest
    "cavp-siggen": {"unsupported": 180},  # it takes no k
    "edge-cases-ed25519": {"without": 18},  # Ed25519ctx and Ed25519ph
    "edge-cases-ed448": {"without": 9, "unsupported": 6},  # Ed448ph; contexts
    "rfc8032": {"without": 7, "unsupported": 1},
}


@pytest.mark.parametrize("suite", SUITES)
def test_cryptography_is_ecref_under_its_rules(suite: str) -> None:
    found = compared("cryptography", suite)
    same = found.pop("same", 0)
    lacking = LACKING.get(suite, {})
    assert found == lacking
    assert same == len(vectors.load(suite)) - sum(lacking.values())


@pytest.mark.parametrize("name", [name for name in NAMES if name not in ("ecref", "cryptography", "ecc", *DEPART)])
def test_another_library_is_too(name: str) -> None:
    total: Counter[str] = Counter()
    for suite in SUITES:
        total += compared(name, suite, 37)
    assert total["same"] >= 10
    assert set(total) <= {"same", "without", "unsupported"}


@pytest.mark.parametrize("name", DEPART)
def test_a_library_that_departs_departs_here_too(name: str) -> None:
    """docs/findings.md names the cases; all others are as ecref's."""
    departing(name)
    total: Counter[str] = Counter()
    for suite in SUITES:
        total += compared(name, suite, 37)
    kept = sum(total[each] for each in ("same", "without", "unsupported"))
    assert total["same"] > 10 * (total.total() - kept)


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
