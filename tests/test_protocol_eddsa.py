"""The line protocol on EdDSA: every op, every reason and warning, the steps."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest

from ecref import ed448, ed25519
from ecref.eddsa import SCHEMES
from ecref.referee.protocol import answer

if TYPE_CHECKING:
    from ecref import EdDSA

Json = dict[str, Any]

MESSAGE = b"message"
CURVES = {"Ed25519": ed25519, "Ed448": ed448}
COFACTORED = {"rfc8032", "cofactored-no-small-order", "zip215", "openssl-ed448"}

# RFC 8032, 7.1, TEST 3, and 7.4, "1 octet".
RFC_8032 = {
    "Ed25519": {
        "seed": "c5aa8df43f9f837bedb7442f31dcb7b166d38535076f094b85ce3a2e0b4458f7",
        "A": "fc51cd8e6218a1a38da47ed00230f0580816ed13ba3303ac5deb911548908025",
        "message": "af82",
        "R": "6291d657deec24024827e69c3abe01a30ce548a284743a445e3680d7db5ac3ac",
        "S": "18ff9b538d16f290ae67f760984dc6594a7c15e9716ed28dc027beceea1ec40a",
    },
    "Ed448": {
        "seed": "c4eab05d357007c632f3dbb48489924d552b08fe0c353a0d4a1f00acda2c463afbea67c5e8d2877c5e3bc397a659949ef802"
        "1e954e0a12274e",
        "A": "43ba28f430cdff456ae531545f7ecd0ac834a55d9358c0372bfa0c6c6798c0866aea01eb00742802b8438ea4cb82169c235160"
        "627b4c3a9480",
        "message": "03",
        "R": "26b8f91727bd62897af15e41eb43c377efb9c610d48f2335cb0bd0087810f4352541b143c4b981b7e18f62de8ccdf633fc1bf0"
        "37ab7cd77980",
        "S": "5e0dbcc0aae1cbcee1afb2e027df36bc04dcecbf154336c19f0af7e0a6472905e799f1953d2a0ff3348ab21aa4adafd1d23444"
        "1cf807c03a00",
    },
}


class Maker:
    """Makes signatures that no honest signer makes, for a curve."""

    def __init__(self, scheme: EdDSA) -> None:
        self.scheme, self.curve = scheme, scheme.curve
        self.key = scheme.private_key(bytes(scheme.curve.size))
        self.A = self.key.public_key.to_bytes()
        self.signature = self.key.sign(MESSAGE)
        self.order_2 = self.curve.point(0, -1 % self.curve.p)
        self.identity = self.y(1)

    def y(self, y: int, *, sign: bool = False) -> bytes:
        """The encoding that holds this y, whether or not there is such a point."""
        octets = bytearray(y.to_bytes(self.curve.size, "little"))
        octets[-1] |= 0x80 * sign
        return bytes(octets)

    def sign(self, r: int, R: bytes, s: int, A: bytes) -> bytes:
        """R and r + k*s: a signature under A if R = [r]B and A = [s]B, up to what the cofactor clears."""
        k = self.scheme.hash_to_int(b"", R, A, MESSAGE)
        return R + self.S((r + k * s) % self.curve.L)

    def S(self, S: int) -> bytes:
        """S, encoded."""
        return S.to_bytes(self.curve.size, "little")

    def verify(self, signature: bytes, A: bytes | None = None, **more: Any) -> Json:
        """The answer on a signature under A (default: the honest key)."""
        request = {
            "op": "verify",
            "scheme": self.scheme.name,
            "public_key": (A or self.A).hex(),
            "public_key_format": "raw",
            "signature": signature.hex(),
            "message": MESSAGE.hex(),
            **more,
        }
        return answer(request)


@pytest.fixture(params=CURVES)
def maker(request: pytest.FixtureRequest) -> Maker:
    return Maker(CURVES[request.param])


def reason(answered: Json) -> str:
    assert answered["valid"] is False
    assert answered["detail"]
    return str(answered["reason"])


# ---------------------------------------------------------------- the ops


@pytest.mark.parametrize("scheme", RFC_8032)
def test_every_op_on_a_vector_of_the_rfc(scheme: str) -> None:
    vector = RFC_8032[scheme]
    A, message, signature = vector["A"], vector["message"], vector["R"] + vector["S"]
    private = {"scheme": scheme, "private_key": vector["seed"], "private_key_format": "raw"}
    public = {"scheme": scheme, "public_key": A, "public_key_format": "raw"}
    described: Json = {"id": None, "public_key": A, "scheme": scheme, "warnings": []}
    assert answer({"op": "public_key", **private}) == described
    assert answer({"op": "parse_private_key", **private}) == {**described, "format": "raw"}
    assert answer({"op": "parse_public_key", **public}) == described
    assert answer({"op": "sign", "message": message, **private}) == {"id": None, "signature": signature}
    assert answer({"op": "verify", "message": message, "signature": signature, **public}) == {
        "id": None,
        "valid": True,
        "reason": None,
        "detail": "the signature is valid",
        "warnings": [],
    }
    assert answer({"op": "parse_signature", "scheme": scheme, "signature": signature}) == {
        "id": None,
        "R": vector["R"],
        "S": vector["S"],
    }


@pytest.mark.parametrize("scheme", [name for name in SCHEMES if name != "Ed25519"])
@pytest.mark.parametrize("context", ["", "00" * 255])
def test_what_is_signed_with_a_context_verifies_with_it_alone(scheme: str, context: str) -> None:
    key = SCHEMES[scheme].private_key(bytes(SCHEMES[scheme].curve.size))
    message = {"scheme": scheme, "message": "00", "context": context}
    signed = answer({"op": "sign", "private_key": key.private_bytes().hex(), "private_key_format": "raw", **message})
    verify = {
        "op": "verify",
        "public_key": key.public_key.to_bytes().hex(),
        "public_key_format": "raw",
        "signature": signed["signature"],
        **message,
    }
    assert answer(verify)["valid"]
    assert reason(answer({**verify, "context": "ff"})) == "mismatch"
    if scheme != "Ed25519ctx":  # which needs a context
        del verify["context"]
        assert answer(verify)["valid"] is (context == "")


# ---------------------------------------------------------------- reasons


def test_a_signature_of_another_length(maker: Maker) -> None:
    size = maker.curve.size
    for length in [0, 1, size, 2 * size - 1, 2 * size + 1, 4 * size]:
        assert reason(maker.verify(bytes(length))) == "signature-length"


@pytest.mark.parametrize("rules", ["rfc8032", "rfc8032-cofactorless", "no-small-order", "cofactored-no-small-order"])
def test_R_and_A_that_are_not_canonical(maker: Maker, rules: str) -> None:
    S = maker.signature[maker.curve.size :]
    for octets in [maker.y(maker.curve.p), maker.y(maker.curve.p + 1), maker.y(1, sign=True)]:
        assert reason(maker.verify(octets + S, rules=rules)) == "R-non-canonical"
        assert reason(maker.verify(maker.signature, octets, rules=rules)) == "A-non-canonical"


def test_R_and_A_that_are_on_no_curve(maker: Maker) -> None:
    S = maker.signature[maker.curve.size :]
    for rules in ["rfc8032", "zip215"]:
        assert reason(maker.verify(maker.y(2) + S, rules=rules)) == "R-not-on-curve"
        assert reason(maker.verify(maker.signature, maker.y(2), rules=rules)) == "A-not-on-curve"


def test_ref10_does_not_decode_R() -> None:
    maker = Maker(ed25519)
    for R in [maker.y(2), maker.y(maker.curve.p), maker.y(1, sign=True)]:
        assert reason(maker.verify(R + maker.signature[32:], rules="ref10")) == "mismatch"


def test_S_out_of_range(maker: Maker) -> None:
    R = maker.signature[: maker.curve.size]
    S = int.from_bytes(maker.signature[maker.curve.size :], "little")
    for value in [maker.curve.L, S + maker.curve.L, 256**maker.curve.size - 1]:
        assert reason(maker.verify(R + maker.S(value))) == "s-out-of-range"


def test_small_order_is_refused_by_the_rule_sets_that_say_so(maker: Maker) -> None:
    small_R = maker.sign(0, maker.identity, maker.key.s, maker.A)
    small_A = maker.sign(1, maker.curve.B.encode(), 0, maker.identity)
    assert maker.verify(small_R)["valid"]
    assert maker.verify(small_A, maker.identity)["valid"]
    for rules in ["no-small-order", "cofactored-no-small-order"]:
        assert reason(maker.verify(small_R, rules=rules)) == "R-small-order"
        assert reason(maker.verify(small_A, maker.identity, rules=rules)) == "A-small-order"


def test_openssl_ed448_refuses_x_0_only() -> None:
    maker = Maker(ed448)
    order_4 = maker.y(0)
    assert reason(maker.verify(maker.signature, maker.identity, rules="openssl-ed448")) == "A-small-order"
    assert reason(maker.verify(maker.identity + maker.S(0), rules="openssl-ed448")) == "R-small-order"
    assert maker.verify(maker.sign(1, maker.curve.B.encode(), 0, order_4), order_4, rules="openssl-ed448")["valid"]


@pytest.mark.parametrize("rules", ["rfc8032", "rfc8032-cofactorless", "zip215"])
def test_another_message_is_a_mismatch(maker: Maker, rules: str) -> None:
    assert reason(maker.verify(maker.signature, message="00", rules=rules)) == "mismatch"


def test_the_cofactor_decides_on_a_residue_of_small_order(maker: Maker) -> None:
    R = (maker.curve.B + maker.order_2).encode()
    signature = maker.sign(1, R, maker.key.s, maker.A)
    for rules in ["rfc8032", "zip215", "cofactored-no-small-order"]:
        assert maker.verify(signature, rules=rules)["valid"]
    for rules in ["rfc8032-cofactorless", "no-small-order"]:
        assert reason(maker.verify(signature, rules=rules)) == "mismatch"


def test_the_first_fault_is_the_reason(maker: Maker) -> None:
    size, p = maker.curve.size, maker.curve.p
    off, high = maker.y(2), maker.S(maker.curve.L)
    honest_R, honest_S = maker.signature[:size], maker.signature[size:]
    for signature, A, expected in [
        (off + high + b"\0", off, "signature-length"),
        (maker.y(p) + high, off, "R-non-canonical"),
        (off + high, off, "R-not-on-curve"),
        (maker.identity + high, maker.identity, "s-out-of-range"),
        (maker.identity + honest_S, maker.y(p), "A-non-canonical"),
        (maker.identity + honest_S, off, "A-not-on-curve"),
        (maker.identity + honest_S, maker.identity, "R-small-order"),
        (honest_R + honest_S, maker.identity, "A-small-order"),
        (honest_R + maker.S(0), maker.A, "mismatch"),
    ]:
        assert reason(maker.verify(signature, A, rules="no-small-order")) == expected


# ---------------------------------------------------------------- warnings


def test_warnings_about_the_key(maker: Maker) -> None:
    p, order_2 = maker.curve.p, maker.order_2
    mixed = (maker.curve.decode(maker.A) + order_2).encode()
    for A, expected in [
        (maker.A, []),
        (maker.y(2), []),
        (order_2.encode(), ["small-order-key"]),
        (mixed, ["mixed-order-key"]),
        (maker.y(p + 1), ["small-order-key", "non-canonical-key"]),
    ]:
        assert maker.verify(maker.signature, A)["warnings"] == expected
        parse = {"scheme": maker.scheme.name, "public_key": A.hex(), "public_key_format": "raw"}
        parsed = answer({"op": "parse_public_key", "rules": "zip215", **parse})
        assert parsed.get("warnings", []) == expected


def test_a_signature_that_fits_any_message(maker: Maker) -> None:
    any_message, order_2 = "signature-also-verifies-for-any-message", maker.order_2.encode()
    for A, rules in [(maker.identity, "rfc8032"), (maker.identity, "rfc8032-cofactorless"), (order_2, "rfc8032")]:
        signature = maker.sign(1, maker.curve.B.encode(), 0, A)
        answered = maker.verify(signature, A, rules=rules)
        assert answered["valid"]
        assert answered["warnings"] == ["small-order-key", any_message]
        assert maker.verify(signature, A, rules=rules, message="ff")["valid"]


# ---------------------------------------------------------------- steps


def test_the_steps_of_signing_and_verifying_agree(maker: Maker) -> None:
    section = "5.1" if maker.scheme is ed25519 else "5.2"
    private = {"scheme": maker.scheme.name, "private_key": bytes(maker.curve.size).hex(), "private_key_format": "raw"}
    signed: Json = answer({"op": "sign", "message": MESSAGE.hex(), "steps": True, **private})
    verified = maker.verify(maker.signature, steps=True)
    derived: Json = answer({"op": "public_key", "steps": True, **private})
    named = [
        {step["name"]: step["value"] for step in answered["steps"]} for answered in (derived, signed, verified)
    ]
    assert [list(names) for names in named] == [
        ["s", "A"],
        ["s", "prefix", "A", "r", "R", "k", "S"],
        ["R", "S", "A", "k", "SB", "kA"],
    ]
    for name in ["R", "S", "A", "k"]:
        assert named[1][name] == named[2][name]
    assert named[0] == {name: named[1][name] for name in ["s", "A"]}
    assert signed["signature"] == named[1]["R"] + named[1]["S"]
    for answered, algorithm in zip((derived, signed, verified), "567", strict=True):
        assert all(step["step"].startswith(f"{section}.{algorithm}-") for step in answered["steps"])


def test_steps_end_where_the_verification_does(maker: Maker) -> None:
    answered = maker.verify(maker.y(2) + maker.S(0), steps=True)
    assert (reason(answered), answered["steps"]) == ("R-not-on-curve", [])


def test_no_steps_unless_asked(maker: Maker) -> None:
    assert "steps" not in maker.verify(maker.signature)
    assert "steps" not in maker.verify(maker.signature, steps=False)


# ---------------------------------------------------------------- errors


@pytest.mark.parametrize(
    ("change", "code"),
    [
        ({"public_key": "00"}, "bad-length"),
        ({"context": ""}, "bad-context"),
        ({"context": "00"}, "bad-context"),
        ({"scheme": "Ed25519ph", "context": "00" * 256}, "bad-context"),
        ({"scheme": "Ed25519ctx"}, "bad-request"),
        ({"rules": "openssl-ed448"}, "unsupported"),
        ({"rules": "low-s"}, "unsupported"),
        ({"public_key_format": "sec1"}, "unsupported"),
        ({"public_key_format": "spki-pem", "public_key": "-----BEGIN PUBLIC KEY-----"}, "bad-encoding"),
        ({"public_key_format": "jwk", "public_key": {"kty": "OKP"}}, "bad-encoding"),
        ({"signature_format": "der"}, "unsupported"),
        ({"signature_format": "sshsig", "context": "00"}, "bad-request"),
        ({"signature_format": "sshsig", "namespace": ""}, "bad-request"),
        ({"digest": "00"}, "bad-request"),
        ({"hash": "SHA-512"}, "bad-request"),
        ({"curve": "P-256"}, "bad-request"),
    ],
)
def test_what_verify_cannot_use_is_an_error(change: Json, code: str) -> None:
    maker = Maker(ed25519)
    answered = maker.verify(maker.signature, **change)
    assert answered["error"] == code
    assert answered["detail"]


@pytest.mark.parametrize(
    ("request_", "code"),
    [
        ({"op": "parse_public_key", "public_key": "02" + "00" * 31, "public_key_format": "raw"}, "invalid-key"),
        ({"op": "parse_public_key", "public_key": "ff" * 32, "public_key_format": "raw"}, "invalid-key"),
        ({"op": "parse_public_key", "public_key": "01", "public_key_format": "raw"}, "bad-length"),
        ({"op": "parse_private_key", "private_key": "", "private_key_format": "raw"}, "bad-length"),
        ({"op": "public_key", "private_key": "00" * 33, "private_key_format": "raw"}, "bad-length"),
        ({"op": "sign", "private_key": "00", "private_key_format": "raw", "message": ""}, "bad-length"),
        ({"op": "sign", "private_key": "00", "private_key_format": "pkcs8-der", "message": ""}, "bad-encoding"),
        ({"op": "parse_signature", "signature": "00"}, "bad-signature"),
        ({"op": "recover", "signature": "00", "message": ""}, "unsupported"),
    ],
)
def test_what_the_other_ops_cannot_use_is_an_error(request_: Json, code: str) -> None:
    assert answer({"scheme": "Ed25519", **request_})["error"] == code


def test_ref10_is_of_ed25519_only() -> None:
    maker = Maker(ed448)
    assert maker.verify(maker.signature, rules="ref10")["error"] == "unsupported"


def test_how_a_public_key_is_decoded_is_for_the_rule_set() -> None:
    parse = {"op": "parse_public_key", "scheme": "Ed25519", "public_key_format": "raw"}
    parse["public_key"] = (2**255 - 18).to_bytes(32, "little").hex()  # y = p + 1
    assert answer(parse)["error"] == "invalid-key"
    assert answer({**parse, "rules": "zip215"})["public_key"] == parse["public_key"]
