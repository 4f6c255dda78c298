"""The line protocol on ECDSA: every op, every reason and warning, nonces, recovery, the steps."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest

from ecref import p256
from ecref.ecdsa import SCHEMES
from ecref.hashes import HASH_NAMES, hash_named
from ecref.referee.protocol import answer
from ecref.signatures import FORMATS, encode

if TYPE_CHECKING:
    from ecref import ECDSA

Json = dict[str, Any]

MESSAGE = b"sample"
D = 0x123456789  # a private key on every curve


class Asker:
    """Asks about one key of a curve."""

    def __init__(self, scheme: ECDSA) -> None:
        self.scheme, self.n, self.size = scheme, scheme.curve.n, scheme.curve.size
        self.key = scheme.private_key(D)
        self.Q = self.key.public_key.to_bytes().hex()
        self.private = {"private_key": D.to_bytes(self.size, "big").hex(), "private_key_format": "raw"}
        self.public = {"public_key": self.Q, "public_key_format": "sec1"}

    def ask(self, op: str, **more: Any) -> Json:
        """The answer to a request on this curve."""
        return answer({"op": op, "scheme": "ECDSA", "curve": self.scheme.name} | more)

    def sign(self, **more: Any) -> str:
        """A signature."""
        return str(self.ask("sign", **self.private | {"message": MESSAGE.hex()} | more)["signature"])

    def verify(self, signature: str, **more: Any) -> Json:
        """The answer on a signature of MESSAGE."""
        return self.ask("verify", signature=signature, **self.public | {"message": MESSAGE.hex()} | more)

    def verify_p1363(self, r: int, s: int, **more: Any) -> Json:
        """The answer on r and s."""
        signature = r.to_bytes(self.size, "big") + s.to_bytes(self.size, "big")
        return self.verify(signature.hex(), signature_format="p1363", **more)


@pytest.fixture(params=SCHEMES)
def asker(request: pytest.FixtureRequest) -> Asker:
    return Asker(SCHEMES[request.param])


def reason(answered: Json) -> str:
    assert answered["valid"] is False
    assert answered["detail"]
    return str(answered["reason"])


# ---------------------------------------------------------------- the ops


def test_a_vector_of_rfc_6979() -> None:
    # RFC 6979, A.2.5: P-256 with SHA-256, message "sample"
    private = {
        "scheme": "ECDSA",
        "curve": "P-256",
        "private_key": "c9afa9d845ba75166b5c215767b1d6934e50c3db36e89b127b8a622b120f6721",
        "private_key_format": "raw",
    }
    Q = (
        "0460fed4ba255a9d31c961eb74c6356d68c049b8923b61fa6ce669622e60f29fb6"
        "7903fe1008b8bc99a41ae9e95628bc64f2f1b20c2d7e9f5177a3c294d4462299"
    )
    described: Json = {"id": None, "public_key": Q, "scheme": "ECDSA", "curve": "P-256", "warnings": []}
    assert answer({"op": "public_key", **private}) == described
    assert answer({"op": "parse_private_key", **private}) == {**described, "format": "raw"}
    assert answer({"op": "sign", "message": MESSAGE.hex(), "signature_format": "p1363", **private}) == {
        "id": None,
        "signature": "efd48b2aacb6a8fd1140dd9cd45e81d69d2c877b56aaf991c34d0ea84eaf3716"
        "f7cb1c942d657c41d436c7a1b6e29f65f3e900dbb9aff4064dc4ab2f843acda8",
    }


@pytest.mark.parametrize("format_", FORMATS)
def test_every_format_signs_verifies_and_parses(asker: Asker, format_: str) -> None:
    signature = asker.sign(signature_format=format_)
    assert asker.verify(signature, signature_format=format_) == {
        "id": None,
        "valid": True,
        "reason": None,
        "detail": "the signature is valid",
        "warnings": ["high-s"] if asker.ask("parse_signature", signature=asker.sign())["high_s"] else [],
    }
    parsed = asker.ask("parse_signature", signature=signature, signature_format=format_)
    assert parsed == asker.ask("parse_signature", signature=asker.sign())
    assert parsed["r"] + parsed["s"] == asker.sign(signature_format="p1363")
    assert len(parsed["r"]) == len(parsed["s"]) == 2 * asker.size


def test_der_is_the_default_format(asker: Asker) -> None:
    assert asker.sign() == asker.sign(signature_format="der")


def test_the_default_hash_is_the_curves(asker: Asker) -> None:
    default = "SHA-384" if asker.scheme.name == "P-384" else "SHA-256"
    assert asker.sign() == asker.sign(hash=default)
    digest = hash_named(default).digest(MESSAGE).hex()
    hashes: list[Json] = [{}, {"hash": default}, {"hash": None}]
    for hash_ in hashes:
        assert asker.ask("sign", digest=digest, **asker.private, **hash_)["signature"] == asker.sign()


@pytest.mark.parametrize("name", HASH_NAMES)
def test_every_hash(name: str) -> None:
    asker = Asker(p256)
    nonce = "random" if name.startswith("SHAKE") else "rfc6979"
    signature = asker.sign(hash=name, nonce=nonce, low_s=True)
    answered = asker.verify(signature, hash=name)
    assert answered["valid"]
    assert answered["warnings"] == (["hash-shorter-than-curve"] if hash_named(name).size < 32 else [])


@pytest.mark.parametrize("name", ["SHAKE128", "SHAKE256"])
def test_rfc_6979_is_not_defined_over_shake(name: str) -> None:
    asker = Asker(p256)
    for nonce in ["rfc6979", "hedged"]:
        answered = asker.ask("sign", message="", hash=name, nonce=nonce, **asker.private)
        assert answered["error"] == "unsupported"


def test_a_hash_that_python_lacks_is_unsupported(monkeypatch: pytest.MonkeyPatch) -> None:
    def lacking(name: str) -> None:
        raise ValueError(name)

    monkeypatch.setattr("hashlib.new", lacking)
    monkeypatch.delattr("hashlib.sha1")
    described: Json = answer({"op": "describe"})
    assert "SHA-1" not in described["hashes"]
    assert "SHAKE128" in described["hashes"]
    asker = Asker(p256)
    assert asker.ask("sign", message="", hash="SHA-1", **asker.private)["error"] == "unsupported"


def test_public_keys_in_both_forms(asker: Asker) -> None:
    compressed = asker.key.public_key.to_bytes(compressed=True).hex()
    for octets in [asker.Q, compressed]:
        assert asker.ask("parse_public_key", public_key=octets, public_key_format="sec1") == {
            "id": None,
            "public_key": asker.Q,
            "scheme": "ECDSA",
            "curve": asker.scheme.name,
            "warnings": [],
        }
        assert asker.verify(asker.sign(), public_key=octets)["valid"]


# ---------------------------------------------------------------- nonces


def test_low_s_gives_n_minus_s(asker: Asker) -> None:
    for message in map(bytes, ([1], [2], [3], [4])):
        s, low = (
            int(asker.sign(message=message.hex(), low_s=low, signature_format="p1363")[2 * asker.size :], 16)
            for low in (False, True)
        )
        assert low == min(s, asker.n - s)


def test_a_given_k_signs_as_the_one_of_rfc_6979(asker: Asker) -> None:
    steps = asker.ask("sign", message=MESSAGE.hex(), steps=True, **asker.private)["steps"]
    (k,) = (step["value"] for step in steps if step["name"] == "k")
    assert asker.sign(nonce={"unsafe_k": k}) == asker.sign()


def test_a_given_k_out_of_range(asker: Asker) -> None:
    for k in [0, asker.n, 256**asker.size - 1]:
        nonce = {"unsafe_k": k.to_bytes(asker.size, "big").hex()}
        assert asker.ask("sign", message="", nonce=nonce, **asker.private)["error"] == "bad-request"


def test_hedged_and_random_nonces(asker: Asker) -> None:
    fixed = {asker.sign(nonce="hedged", extra_entropy="00") for _ in range(2)}
    drawn = {asker.sign(nonce=nonce) for nonce in ["rfc6979", "hedged", "hedged", "random", "random"]}
    assert len(fixed) == 1
    assert len(drawn) == 5
    assert all(asker.verify(signature)["valid"] for signature in fixed | drawn)


# ---------------------------------------------------------------- reasons


def test_a_signature_of_another_length(asker: Asker) -> None:
    for format_, right in [("p1363", 2 * asker.size), ("compact", 1 + 2 * asker.size), ("eth", 1 + 2 * asker.size)]:
        for length in {0, 1, right - 1, right + 1, 2 * right}:
            answered = asker.verify("1b" * length, signature_format=format_)
            assert reason(answered) == "signature-length"


@pytest.mark.parametrize(
    ("format_", "signature"),
    [
        ("der", ""),
        ("der", "30"),
        ("der", "3006020101020101ff"),  # an octet after it
        ("der", "308106020101020101"),  # a long length that could be short
        ("der", "30800201010201010000"),  # an indefinite length
        ("der", "300702020001020101"),  # an INTEGER longer than needed
        ("der", "3003020101"),  # s is missing
        ("der", "3009020101020101020101"),  # a third INTEGER
        ("der", "300502000201" + "01"),  # an INTEGER without octets
        ("der", "3106020101020101"),  # a SET
        ("der", "3084ffffffff020101020101"),  # a length beyond the end
        ("compact", "00" * 65),
        ("compact", "23" + "01" * 64),  # 35
        ("eth", "01" * 64 + "02"),
    ],
)
def test_a_signature_that_is_malformed(format_: str, signature: str) -> None:
    asker = Asker(p256)
    assert reason(asker.verify(signature, signature_format=format_)) == "signature-encoding"
    parsed = asker.ask("parse_signature", signature=signature, signature_format=format_)
    assert parsed["error"] == "bad-signature"


def test_r_and_s_out_of_range(asker: Asker) -> None:
    for value in [0, asker.n, asker.n + 1, 256**asker.size - 1]:
        assert reason(asker.verify_p1363(value, value)) == "r-out-of-range"
        assert reason(asker.verify_p1363(1, value)) == "s-out-of-range"


@pytest.mark.parametrize("integer", ["0201ff", "0203800000", "0281c8" + "01" * 200])
def test_an_integer_of_der_out_of_range(asker: Asker, integer: str) -> None:
    for content, expected in [(integer + "020101", "r-out-of-range"), ("020101" + integer, "s-out-of-range")]:
        length = len(content) // 2
        signature = "30" + (f"{length:02x}" if length < 128 else f"81{length:02x}") + content
        assert reason(asker.verify(signature)) == expected
        assert asker.ask("parse_signature", signature=signature)["error"] == "bad-signature"


def test_a_high_s_where_the_rule_set_refuses_it(asker: Asker) -> None:
    low = bytes.fromhex(asker.sign(low_s=True, signature_format="p1363"))
    r, s = (int.from_bytes(half, "big") for half in (low[: asker.size], low[asker.size :]))
    high = asker.verify_p1363(r, asker.n - s)
    assert (high["valid"], high["warnings"]) == (True, ["high-s"])
    refused = asker.verify_p1363(r, asker.n - s, rules="low-s")
    assert (reason(refused), refused["warnings"]) == ("high-s", ["high-s"])
    for rules in ["fips186-5", "low-s"]:
        answered = asker.verify_p1363(r, s, rules=rules)
        assert (answered["valid"], answered["warnings"]) == (True, [])


def test_a_result_that_is_the_identity(asker: Asker) -> None:
    digest = (-5 * D % asker.n).to_bytes(asker.size, "big").hex()  # e = -r*d
    signature = encode(5, 7, 0, "der", asker.n).hex()
    answered = asker.ask("verify", signature=signature, digest=digest, hash=None, **asker.public)
    assert reason(answered) == "result-is-identity"


def test_another_message_is_a_mismatch(asker: Asker) -> None:
    assert reason(asker.verify(asker.sign(), message="00")) == "mismatch"
    assert reason(asker.verify(asker.sign(), hash="SHA-512")) == "mismatch"


def test_the_first_fault_is_the_reason(asker: Asker) -> None:
    n = asker.n
    for r, s, expected in [
        (0, 0, "r-out-of-range"),
        (1, 0, "s-out-of-range"),
        (1, n - 1, "high-s"),
        (1, 1, "mismatch"),
    ]:
        assert reason(asker.verify_p1363(r, s, rules="low-s")) == expected


def test_a_short_digest_is_warned_of(asker: Asker) -> None:
    short = asker.size - 1
    for size, expected in [(1, True), (short, True), (asker.size, False), (64, False)]:
        digest = bytes(size).hex()
        answered = asker.ask("verify", signature="", digest=digest, hash=None, **asker.public)
        assert answered["warnings"] == ["hash-shorter-than-curve"] * expected


# ---------------------------------------------------------------- recovery


def test_recovery_answers_every_candidate_in_order(asker: Asker) -> None:
    found = asker.ask("recover", signature=asker.sign(), message=MESSAGE.hex())["public_keys"]
    assert [key["recid"] for key in found] == sorted({key["recid"] for key in found})
    assert asker.Q in [key["public_key"] for key in found]
    for key in found:
        assert asker.verify(asker.sign(), public_key=key["public_key"])["valid"]


@pytest.mark.parametrize("low_s", [False, True])
def test_recovery_with_a_header_answers_its_candidate(asker: Asker, *, low_s: bool) -> None:
    digest = {"digest": hash_named(asker.scheme.hash).digest(MESSAGE).hex()}
    for message in [{"message": MESSAGE.hex()}, digest]:
        for format_, place, base in [("compact", 0, 31), ("eth", -1, 27)]:
            how = {"signature_format": format_, **message}
            signature = asker.ask("sign", low_s=low_s, **asker.private, **how)["signature"]
            recid = bytes.fromhex(signature)[place] - base
            found = asker.ask("recover", signature=signature, **how)
            assert found["public_keys"] == [{"recid": recid, "public_key": asker.Q}]


def test_verification_ignores_the_header(asker: Asker) -> None:
    halves = asker.sign(signature_format="p1363")
    for header in range(27, 35):
        assert asker.verify(f"{header:02x}{halves}", signature_format="compact")["valid"]
    for v in [0, 1, 27, 28]:
        assert asker.verify(f"{halves}{v:02x}", signature_format="eth")["valid"]


def test_no_recovery_from_what_is_no_signature(asker: Asker) -> None:
    for signature in ["", "3006020100020101", "3006020101020100", "3006020101020101ff"]:
        assert asker.ask("recover", signature=signature, message="")["error"] == "bad-signature"


def test_parse_signature_tells_high_s(asker: Asker) -> None:
    half = asker.n // 2
    for s, high in [(1, False), (half, False), (half + 1, True), (asker.n, True)]:
        parsed = asker.ask("parse_signature", signature=encode(asker.n, s, 0, "der", asker.n).hex())
        assert parsed == {
            "id": None,
            "r": f"{asker.n:0{2 * asker.size}x}",
            "s": f"{s:0{2 * asker.size}x}",
            "high_s": high,
        }


# ---------------------------------------------------------------- steps


def test_the_steps_of_signing_and_verifying_agree(asker: Asker) -> None:
    signed = asker.ask("sign", message=MESSAGE.hex(), steps=True, signature_format="p1363", **asker.private)
    verified = asker.verify(asker.sign(), steps=True)
    derived = asker.ask("public_key", steps=True, **asker.private)
    named = [
        {step["name"]: step["value"] for step in answered["steps"]} for answered in (derived, signed, verified)
    ]
    assert [list(names) for names in named] == [
        ["Q"],
        ["H", "e", "k", "R", "r", "s"],
        ["H", "e", "w", "u", "v", "R1", "r1"],
    ]
    assert named[0]["Q"] == asker.Q
    assert named[1]["r"] + named[1]["s"] == signed["signature"]
    assert (named[1]["H"], named[1]["e"], named[1]["R"]) == (named[2]["H"], named[2]["e"], named[2]["R1"])
    assert int(named[1]["s"], 16) * int(named[2]["w"], 16) % asker.n == 1
    assert {len(value) for name, value in named[2].items() if name not in ("H", "R1")} == {2 * asker.size}


# ---------------------------------------------------------------- errors


@pytest.mark.parametrize(
    ("change", "code"),
    [
        ({"curve": "P-521"}, "unsupported"),
        ({"curve": "p256"}, "unsupported"),
        ({"hash": "MD5"}, "unsupported"),
        ({"rules": "rfc8032"}, "unsupported"),
        ({"public_key_format": "raw"}, "unsupported"),
        ({"public_key_format": "jwk", "public_key": {"kty": "EC"}}, "bad-encoding"),
        ({"public_key_format": "spki-pem", "public_key": "00"}, "bad-encoding"),
        ({"signature_format": "raw"}, "unsupported"),
        ({"signature_format": "der-hex"}, "unsupported"),
        ({"signature_format": "sshsig", "hash": "SHA-256"}, "bad-request"),
        ({"hash": None}, "bad-request"),
        ({"digest": "00" * 32}, "bad-request"),
        ({"context": ""}, "bad-request"),
        ({"nonce": "rfc6979"}, "bad-request"),
        ({"public_key": ""}, "bad-length"),
        ({"public_key": "04" + "00" * 63}, "bad-length"),
        ({"public_key": "05" + "00" * 64}, "bad-encoding"),
        ({"public_key": "06" + "00" * 64}, "bad-encoding"),
        ({"public_key": "00"}, "invalid-key"),
        ({"public_key": "04" + "01" * 64}, "invalid-key"),
        ({"public_key": "02" + "ff" * 32}, "invalid-key"),
    ],
)
def test_what_verify_cannot_use_is_an_error(change: Json, code: str) -> None:
    answered = Asker(p256).verify("00", **change)
    assert answered["error"] == code
    assert answered["detail"]


@pytest.mark.parametrize(
    ("change", "code"),
    [
        ({"hash": "SHA-256", "digest": "00" * 31}, "bad-digest"),
        ({"hash": "SHA-1", "digest": "00" * 32}, "bad-digest"),
        ({"digest": "00" * 20}, "bad-digest"),  # the default hash's length is wanted
        ({"hash": None, "digest": ""}, "bad-digest"),
        ({"hash": None, "digest": "00" * 65}, "bad-digest"),
        ({}, "bad-request"),
        ({"digest": "00" * 32, "private_key": "00" * 32}, "invalid-key"),
        ({"digest": "00" * 32, "private_key": f"{p256.curve.n:x}"}, "invalid-key"),
        ({"digest": "00" * 32, "private_key": "00" * 31 + "01" + "00"}, "bad-length"),
        ({"digest": "00" * 32, "private_key_format": "sec1-pem"}, "bad-encoding"),
        ({"digest": "00" * 32, "private_key_format": "ed25519-expanded"}, "unsupported"),
        ({"digest": "00" * 32, "signature_format": "ber"}, "unsupported"),
        ({"digest": "00" * 32, "signature_format": "sshsig"}, "bad-request"),
        ({"digest": "00" * 32, "nonce": "zero"}, "unsupported"),
        ({"digest": "00" * 32, "nonce": 1}, "bad-request"),
        ({"digest": "00" * 32, "nonce": {}}, "bad-request"),
        ({"digest": "00" * 32, "nonce": {"unsafe_k": "01", "k": "01"}}, "bad-request"),
        ({"digest": "00" * 32, "nonce": {"unsafe_k": 1}}, "bad-request"),
        ({"digest": "00" * 32, "extra_entropy": "00"}, "bad-request"),
        ({"digest": "00" * 32, "nonce": "random", "extra_entropy": "00"}, "bad-request"),
        ({"digest": "00" * 32, "nonce": {"unsafe_k": "01"}, "extra_entropy": "00"}, "bad-request"),
        ({"digest": "00" * 32, "low_s": 1}, "bad-request"),
    ],
)
def test_what_sign_cannot_use_is_an_error(change: Json, code: str) -> None:
    asker = Asker(p256)
    answered = asker.ask("sign", **asker.private | change)
    assert answered["error"] == code
    assert answered["detail"]
