"""The judge: from what an answer departs, with the reason and the section."""

from __future__ import annotations

from typing import Any

import pytest

from ecref import ed25519, ed25519ctx, p256, secp256k1
from ecref.referee.crosscheck import judge, sections
from ecref.referee.crosscheck.judge import CRASH, OWN_RULES, POLICY, STANDARD, Declared, Difference, compare
from ecref.signatures import decode, encode

KEY = ed25519.private_key(bytes(32))
SIGNATURE = KEY.sign(b"m")
IDENTITY = bytes([1, *bytes(31)])


def eddsa(public_key: bytes, signature: bytes, scheme: str = "Ed25519") -> dict[str, Any]:
    return {
        "op": "verify",
        "scheme": scheme,
        "public_key": public_key.hex(),
        "public_key_format": "raw",
        "message": b"m".hex(),
        "signature": signature.hex(),
        "signature_format": "raw",
    }


def ecdsa(signature: bytes, *, compressed: bool = False, **more: str) -> dict[str, Any]:
    key = p256.private_key(1).public_key.to_bytes(compressed=compressed)
    return {
        "op": "verify",
        "scheme": "ECDSA",
        "curve": "P-256",
        "public_key": key.hex(),
        "public_key_format": "sec1",
        "hash": "SHA-256",
        "message": b"m".hex(),
        "signature": signature.hex(),
        "signature_format": "der",
        **more,
    }


def signed(s_is_high: bool) -> bytes:
    """A signature by the key 1."""
    pair = p256.private_key(1).sign(b"m", format=None)
    assert isinstance(pair, tuple)
    r, s = pair
    n = p256.curve.n
    return encode(r, max(s, n - s) if s_is_high else min(s, n - s), 0, "der", n)


HONEST = eddsa(KEY.public_key.to_bytes(), SIGNATURE)
BEYOND = SIGNATURE[:32] + (int.from_bytes(SIGNATURE[32:], "little") + ed25519.curve.L).to_bytes(32, "little")
TOO_GREAT = eddsa(KEY.public_key.to_bytes(), BEYOND)
SMALL = eddsa(IDENTITY, IDENTITY + bytes(32))  # valid under the cofactored rules and ref10, not under no-small-order
HIGH = ecdsa(signed(s_is_high=True))
COMPRESSED = ecdsa(signed(s_is_high=False), compressed=True)
CTX = ed25519ctx.private_key(bytes(32))
EMPTY = eddsa(CTX.public_key.to_bytes(), CTX.sign(b"m", context=b""), "Ed25519ctx")
YES, NO = {"valid": True}, {"valid": False}


def judged(request: dict[str, Any], got: dict[str, Any], rules: str | None = None) -> tuple[str, str] | None:
    found = compare("any", request, got, Declared(rules))
    return found and (found.verdict, found.reason)


@pytest.mark.parametrize(
    ("request_", "got", "rules", "wanted"),
    [
        (HONEST, YES, "rfc8032", None),
        (HONEST, YES, None, None),
        (HONEST, {"unsupported": True}, "rfc8032", None),
        (HONEST, {"error": "unsupported"}, "rfc8032", None),
        (HONEST, NO, "rfc8032", (STANDARD, "refuses-valid")),
        (HONEST, {"error": "invalid-key"}, "zip215", (STANDARD, "refuses-valid")),
        (HONEST, {"crash": "it died"}, "rfc8032", (CRASH, "crash")),
        (TOO_GREAT, NO, "rfc8032", None),
        (TOO_GREAT, {"error": "bad-encoding"}, "rfc8032", None),
        (TOO_GREAT, YES, "rfc8032", (STANDARD, "s-out-of-range")),
        (TOO_GREAT, YES, "ref10", (STANDARD, "s-out-of-range")),
        (TOO_GREAT, YES, None, (STANDARD, "s-out-of-range")),
        (SMALL, NO, "no-small-order", (POLICY, "R-small-order")),
        (SMALL, YES, "no-small-order", (OWN_RULES, "R-small-order")),
        (SMALL, NO, "zip215", (OWN_RULES, "R-small-order")),
        (SMALL, NO, None, (POLICY, "R-small-order")),
        (SMALL, NO, "rfc8032", (STANDARD, "refuses-valid")),
        (HIGH, YES, "fips186-5", None),
        (HIGH, NO, "low-s", (POLICY, "high-s")),
        (HIGH, YES, "low-s", (OWN_RULES, "high-s")),
        (HIGH, NO, "fips186-5", (STANDARD, "refuses-valid")),
        (HIGH, NO, "of-nobody", (POLICY, "high-s")),
        (ecdsa(signed(s_is_high=False)), NO, "low-s", (STANDARD, "refuses-valid")),
        (COMPRESSED, {"error": "bad-encoding"}, "fips186-5", (POLICY, "refuses-valid")),
        ({**EMPTY, "context": ""}, NO, "rfc8032", (POLICY, "refuses-valid")),
        ({**EMPTY, "context": "00"}, YES, "rfc8032", (STANDARD, "mismatch")),
        (ecdsa(b"\0", compressed=True), YES, "fips186-5", (STANDARD, "signature-encoding")),
        (ecdsa(b"\0", public_key="00"), YES, "fips186-5", (STANDARD, "invalid-key")),
        (ecdsa(b"\0", hash="MD5"), YES, "fips186-5", None),
    ],
)
def test_a_verification(
    request_: dict[str, Any], got: dict[str, Any], rules: str | None, wanted: tuple[str, str] | None
) -> None:
    assert judged(request_, got, rules) == wanted


def test_a_difference_says_all_of_it() -> None:
    found = compare("S-range", TOO_GREAT, YES, Declared("rfc8032"))
    assert found == Difference(
        reason="s-out-of-range",
        verdict=STANDARD,
        detail="accepts what it must refuse: S is not below L",
        section="RFC 8032, 5.1.7, step 1",
        expected={
            "id": None,
            "valid": False,
            "reason": "s-out-of-range",
            "detail": "S is not below L",
            "warnings": [],
        },
    )
    found = compare("small-order", SMALL, NO, Declared("no-small-order"))
    assert found is not None
    assert found.agrees == ("no-small-order", "cofactored-no-small-order")
    assert found.detail == "refuses: R has a small order"


# ---------------------------------------------------------------- octets


def signing(scheme: str, **more: Any) -> dict[str, Any]:
    key = "01".rjust(64, "0") if scheme == "ECDSA" else "00" * 32
    head = {"op": "sign", "scheme": scheme, "private_key": key, "private_key_format": "raw", "message": b"m".hex()}
    how = {"curve": "P-256", "hash": "SHA-256", "signature_format": "der"} if scheme == "ECDSA" else {}
    return {**head, **how, **more}


ECDSA = signing("ECDSA")
OURS = bytes(p256.private_key(1).sign(b"m"))
r, s, _ = decode(OURS, "der", p256.curve.n)
NEGATED = encode(r, p256.curve.n - s, 0, "der", p256.curve.n)
ANOTHER_K = bytes(p256.private_key(1).sign(b"m", unsafe_k=7))
WRONG_S = encode(r, s ^ 1, 0, "der", p256.curve.n)
WRONG_R = encode(r ^ 1, s, 0, "der", p256.curve.n)


@pytest.mark.parametrize(
    ("signature", "declared", "wanted"),
    [
        (OURS, Declared("fips186-5", "rfc6979"), None),
        (NEGATED, Declared("fips186-5", "rfc6979"), None),
        (ANOTHER_K, Declared("fips186-5", "random"), None),
        (ANOTHER_K, Declared("fips186-5"), None),
        (ANOTHER_K, Declared("fips186-5", "rfc6979"), (STANDARD, "nonce-not-rfc6979", "k")),
        (WRONG_S, Declared("fips186-5", "random"), (STANDARD, "mismatch", "s")),
        (WRONG_R, Declared("fips186-5", "random"), (STANDARD, "mismatch", "r")),
        (b"\0", Declared("fips186-5", "random"), (STANDARD, "signature-encoding", None)),
    ],
)
def test_signatures_of_ecdsa(signature: bytes, declared: Declared, wanted: tuple[str, str, str | None] | None) -> None:
    found = compare("signing", ECDSA, {"signature": signature.hex()}, declared)
    assert (found and (found.verdict, found.reason, found.first)) == wanted


def test_a_high_s_where_a_low_one_is_declared() -> None:
    """For a message whose own s is low, so that the high one isn't ours."""
    for number in range(20):
        message = str(number).encode()
        pair = secp256k1.private_key(1).sign(message, format=None)
        assert isinstance(pair, tuple)
        n = secp256k1.curve.n
        if pair[1] <= n // 2:
            break
    request = {**ECDSA, "curve": "secp256k1", "message": message.hex()}
    got = {"signature": encode(pair[0], n - pair[1], 0, "der", n).hex()}
    found = compare("signing", request, got, Declared("low-s", "rfc6979"))
    assert found is not None
    assert (found.verdict, found.reason) == (OWN_RULES, "high-s")


def test_signatures_of_eddsa_are_unique() -> None:
    request = signing("Ed25519")
    assert compare("signing", request, {"signature": SIGNATURE.hex()}, Declared()) is None
    for octets, first in (BEYOND, "S"), (bytes(64), "R"):
        found = compare("signing", request, {"signature": octets.hex()}, Declared())
        assert found is not None
        assert (found.verdict, found.reason, found.first) == (STANDARD, "signature-differs", first)
        assert found.section == "RFC 8032, 5.1.6"


def test_refusals_of_what_makes_octets() -> None:
    unusable = signing("ECDSA", private_key="00" * 32)
    assert compare("signing", unusable, {"error": "invalid-key"}, Declared()) is None
    found = compare("signing", unusable, {"signature": OURS.hex()}, Declared())
    assert found is not None
    assert (found.verdict, found.reason) == (STANDARD, "invalid-key")
    assert found.section == "FIPS 186-5, A.2.2: Q = [d]G, 1 <= d < n"
    found = compare("signing", ECDSA, {"error": "invalid-key", "detail": "no"}, Declared())
    assert found is not None
    assert (found.verdict, found.reason, found.detail) == (STANDARD, "refuses-valid", "refuses what it should take: no")
    assert compare("signing", {**ECDSA, "hash": "SHAKE128"}, {"signature": "00"}, Declared()) is None  # not ours to say


def test_public_keys() -> None:
    point = p256.private_key(1).public_key
    request = judge.derivation_of(ECDSA)
    right, wrong = point.to_bytes().hex(), p256.private_key(2).public_key.to_bytes().hex()
    assert compare("deriving-keys", request, {"public_key": right}, Declared()) is None
    found = compare("deriving-keys", request, {"public_key": wrong}, Declared())
    assert found is not None
    assert (found.reason, found.first) == ("public-key-differs", "Q")
    parsing = {"op": "parse_public_key", "scheme": "ECDSA", "curve": "P-256", "public_key_format": "sec1"}
    parsing["public_key"] = point.to_bytes(compressed=True).hex()
    assert compare("parsing-keys", parsing, {"public_key": right}, Declared()) is None
    found = compare("parsing-keys", parsing, {"public_key": wrong}, Declared())
    assert found is not None
    assert (found.first, found.section) == (None, "SEC 1, 2.3.4")
    found = compare("parsing-keys", parsing, {"error": "bad-encoding"}, Declared())
    assert found is not None
    assert found.verdict == POLICY
    key = {"op": "public_key", "scheme": "Ed448", "private_key": "00" * 57, "private_key_format": "raw"}
    found = compare("deriving-keys", key, {"public_key": "00"}, Declared())
    assert found is not None
    assert (found.first, found.section) == ("A", "RFC 8032, 5.2.5")


def test_requests_follow_from_a_request_to_sign() -> None:
    assert judge.derivation_of(ECDSA).keys() == {"op", "scheme", "curve", "private_key", "private_key_format"}
    made = judge.verification(signing("Ed25519"), SIGNATURE.hex(), KEY.public_key.to_bytes().hex())
    assert made == HONEST
    public_key = p256.private_key(1).public_key.to_bytes().hex()
    assert judge.expected(judge.verification(ECDSA, OURS.hex(), public_key))["valid"]


@pytest.mark.parametrize(
    ("request_", "kind", "reason", "wanted"),
    [
        (HONEST, "contexts", "mismatch", "RFC 8032, 2: dom2 and dom4"),
        (HONEST, "long-contexts", "bad-context", "RFC 8032, 2: dom2 and dom4"),
        (HONEST, "honest", "refuses-valid", "RFC 8032, 5.1.7"),
        ({**HONEST, "scheme": "Ed448ph"}, "honest", "mismatch", "RFC 8032, 5.2.7, step 3"),
        (HIGH, "x-above-n", "refuses-valid", "FIPS 186-5, 6.4.2, step 8: r1 = x(R) mod n"),
        (HIGH, "honest", "refuses-valid", "FIPS 186-5, 6.4.2"),
        (ECDSA, "signing", "nonce-not-rfc6979", "RFC 6979, 3.2"),
        (ECDSA, "signing", "signature-encoding", "RFC 3279, 2.2.3; X.690, 8.1, 8.3 and 10.1"),
        (ECDSA, "signing", "mismatch", "FIPS 186-5, 6.4.1"),
    ],
)
def test_sections(request_: dict[str, Any], kind: str, reason: str, wanted: str) -> None:
    assert sections.section(request_, kind, reason) == wanted
