"""The line protocol's frame: what a line may be, which keys an op takes, and which fault is named first."""

from __future__ import annotations

import json
import time
from typing import Any

import pytest

from ecref import __version__, ed25519, p256
from ecref.formats.strict_json import MAX_DEPTH, MAX_NUMBER
from ecref.referee import protocol
from ecref.referee.lines import MAX_LINE
from ecref.referee.protocol import answer, answer_line

Json = dict[str, Any]

KEY = ed25519.private_key(bytes(32))
VERIFY = {
    "op": "verify",
    "scheme": "Ed25519",
    "public_key": KEY.public_key.to_bytes().hex(),
    "public_key_format": "raw",
    "message": "",
    "signature": KEY.sign(b"").hex(),
}
CONVERT = {
    "op": "convert",
    "scheme": "Ed25519",
    "public_key": KEY.public_key.to_bytes().hex(),
    "public_key_format": "raw",
    "to": "jwk",
}
SIGN = {"op": "sign", "scheme": "Ed25519", "private_key": "00" * 32, "private_key_format": "raw", "message": ""}
ECDSA_SIGN = {**SIGN, "scheme": "ECDSA", "curve": "P-256", "private_key": "01" * 32}
ECDSA_VERIFY = {
    "op": "verify",
    "scheme": "ECDSA",
    "curve": "P-256",
    "public_key": p256.private_key(1).public_key.to_bytes().hex(),
    "public_key_format": "sec1",
    "message": "",
    "signature": "",
}

every_request = pytest.mark.parametrize(
    "request_", [VERIFY, CONVERT, SIGN, ECDSA_SIGN, ECDSA_VERIFY], ids=lambda r: f"{r['scheme']} {r['op']}"
)


def refused(answered: Json, code: str, *, names: str, id_: object = None) -> None:
    """Assert that this is the error, and that its detail names the culprit."""
    assert answered.keys() == {"id", "error", "detail"}
    assert (answered["id"], answered["error"]) == (id_, code)
    assert names in answered["detail"]


# ---------------------------------------------------------------- describe


def test_describe_tells_what_is_there() -> None:
    assert answer({"op": "describe", "id": 7}) == {
        "id": 7,
        "name": "ecref",
        "version": __version__,
        "schemes": ["Ed25519", "Ed25519ctx", "Ed25519ph", "Ed448", "Ed448ph", "ECDSA"],
        "curves": ["P-256", "P-384", "secp256k1"],
        "hashes": [
            *["SHA-1", "SHA-224", "SHA-256", "SHA-384", "SHA-512", "SHA-512/224", "SHA-512/256"],
            *["SHA3-224", "SHA3-256", "SHA3-384", "SHA3-512", "SHAKE128", "SHAKE256", "Keccak-256"],
        ],
        "ops": [
            *["verify", "sign", "public_key", "parse_public_key", "parse_private_key", "parse_signature"],
            *["convert", "diagnose", "recover", "describe"],
        ],
        "rules": [
            *["rfc8032", "rfc8032-cofactorless", "ref10", "no-small-order", "cofactored-no-small-order", "zip215"],
            *["openssl-ed448", "fips186-5", "low-s"],
        ],
        "formats": [
            *["sec1", "spki-der", "spki-pem", "jwk", "openssh", "certificate-pem", "certificate-der", "csr-pem"],
            *["csr-der", "raw", "pkcs8-der", "pkcs8-pem", "sec1-der", "sec1-pem", "der", "p1363", "compact", "eth"],
            *["ber", "sshsig", "ed25519-expanded"],
        ],
        "nonces": ["rfc6979", "random", "hedged", "unsafe_k"],
    }


# ---------------------------------------------------------------- lines


@pytest.mark.parametrize(
    ("line", "names"),
    [
        (b"", "blank"),
        (b"\n", "blank"),
        (b" \t\r\n", "blank"),
        (b"{", "JSON"),
        (b"{}{}", "JSON"),
        (b"'op'", "JSON"),
        (b"\xef\xbb\xbf{}", "JSON"),  # a byte order mark
        (b'{"op": "describe",}', "JSON"),
        (b'{"op": "a\nb"}', "JSON"),  # a control character in a string
        (b'{"id": 01}', "JSON"),
        (b"[]", "object"),
        (b'"describe"', "object"),
        (b"null", "object"),
        (b"1", "object"),
        (b"NaN", "object"),
        (b'{"op": "\xff"}', "UTF-8"),
        (b'{"op": "\xed\xa0\x80"}', "UTF-8"),  # a surrogate
        (b'{"op": "\xc0\x80"}', "UTF-8"),  # longer than needed
        ('{"op": "\ud800"}', "UTF-8"),
        (b'{"id":' + b"[" * 100_000, "nested"),
        (b'{"id":' * 100_000, "nested"),
        (b"[" * MAX_DEPTH + b"]" * MAX_DEPTH, "object"),
        (b" " * MAX_LINE + b"1", "longer"),
        (b"[" * MAX_LINE, "nested"),
        (b'{"op": 1, "op": 1}', "'op'"),
        (b'{"a": {"b": 1, "b": 2}}', "'b'"),
        (b'{"op": NaN}', "NaN"),
        (b'{"op": Infinity}', "Infinity"),
        (b'{"op": [-Infinity]}', "-Infinity"),
        (b'{"op": 1e999}', "1e999"),
        (b'{"op": ' + b"9" * (MAX_NUMBER + 1) + b"}", f"{MAX_NUMBER + 1} characters"),
        (b'{"op": 0.' + b"9" * MAX_NUMBER + b"}", "characters"),
        (b'{"op": ' + b"9" * (MAX_LINE - 10) + b"}", "characters"),
        (b'{"id": {"a": NaN}}', "NaN"),  # and the id can't be echoed
        (b'{"id": 1, "id": 2}', "'id'"),
    ],
)
def test_a_line_that_is_no_request(line: str | bytes, names: str) -> None:
    begin = time.monotonic()
    refused(answer_line(line), "bad-request", names=names)
    assert time.monotonic() - begin < 5


@pytest.mark.parametrize("end", [b"", b"\n", b"\r\n"])
def test_a_line_may_be_as_long_as_that(end: bytes) -> None:
    request = b'{"op": "describe", "id": "'
    line = request + b"x" * (MAX_LINE - len(request) - 2 - end.count(b"\r")) + b'"}' + end
    assert answer_line(line)["name"] == "ecref"
    refused(answer_line(b" " + line), "bad-request", names="longer")


def test_brackets_in_a_string_are_no_nesting() -> None:
    text = '[{"\\' * 1000
    assert answer_line(json.dumps({"op": "describe", "id": text}))["id"] == text


# ---------------------------------------------------------------- id


@pytest.mark.parametrize(
    "text",
    [
        *["null", "true", "0", "-1", "1.5", '""', '"id"', '"\\u00e9"', '"\\ud800"', '"\\ud83d\\ude00"', "[]", "{}"],
        *['[1, {"a": [null]}]', '{"op": "sign", "x": {"id": 2}}', "9" * 600, "-" + "9" * 600],
        "[" * (MAX_DEPTH - 1) + "]" * (MAX_DEPTH - 1),
    ],
)
def test_any_id_is_echoed(text: str) -> None:
    for line in [f'{{"id": {text}, "op": "describe"}}', f'{{"id": {text}, "op": 1}}', f'{{"id": {text}, "a": NaN}}']:
        answered = json.dumps(answer_line(line))
        assert answered.isascii()
        assert json.loads(answered)["id"] == json.loads(text)


def test_no_id_is_null() -> None:
    for request in [{"op": "describe"}, {}, VERIFY]:
        assert answer(request)["id"] is None


def test_a_name_in_a_detail_is_ascii_and_short() -> None:
    answered = answer_line(b'{"\\ud800' + b"x" * 1000 + b'": 1}')
    refused(answered, "bad-request", names="'\\ud800xxx")
    assert len(str(answered["detail"])) < 100


# ---------------------------------------------------------------- keys


@pytest.mark.parametrize(
    ("request_", "code", "names"),
    [
        ({}, "bad-request", "'op'"),
        ({"op": None}, "bad-request", "op"),
        ({"op": ["sign"]}, "bad-request", "op"),
        ({"op": "Sign"}, "unsupported", "'Sign'"),
        ({"op": "crosscheck"}, "unsupported", "'crosscheck'"),
        ({"op": "convert"}, "bad-request", "'scheme'"),
        ({"op": "convert", "scheme": "Ed25519"}, "bad-request", "'to'"),
        ({"op": "convert", "scheme": "Ed25519", "to": "jwk"}, "bad-request", "'private_key', 'signature'"),
        ({**VERIFY, "op": "convert"}, "bad-request", "'message'"),
        ({**CONVERT, "signature": "00"}, "bad-request", "exactly one"),
        ({**CONVERT, "signature_format": "raw"}, "bad-request", "'signature'"),
        ({**CONVERT, "private_key_format": "raw"}, "bad-request", "'private_key'"),
        ({**CONVERT, "public_key_format": "pem"}, "unsupported", "'pem'"),
        ({**CONVERT, "to": "pem"}, "unsupported", "'pem'"),
        ({**CONVERT, "curve": "P-256"}, "bad-request", "'curve'"),
        ({"op": "diagnose", "scheme": "Ed25519"}, "bad-request", "'public_key'"),
        ({**VERIFY, "op": "diagnose", "steps": True}, "bad-request", "'steps'"),
        ({**VERIFY, "namespace": "file"}, "bad-request", "'namespace'"),
        ({**VERIFY, "namespace": "\ud800"}, "bad-request", "surrogates"),
        ({**VERIFY, "public_key_format": "openssh", "public_key": "\ud800"}, "bad-request", "surrogates"),
        ({"op": "describe", "scheme": "Ed25519"}, "bad-request", "'scheme'"),
        ({"op": "describe", "steps": True}, "bad-request", "'steps'"),
        ({"op": "sign"}, "bad-request", "'scheme'"),
        ({"op": "sign", "scheme": 25519}, "bad-request", "scheme"),
        ({"op": "sign", "scheme": "ed25519"}, "unsupported", "'ed25519'"),
        ({"op": "recover", "scheme": "Ed448"}, "unsupported", "'recover'"),
        ({**VERIFY, "mesage": ""}, "bad-request", "'mesage'"),
        ({**VERIFY, "to": "raw"}, "bad-request", "'to'"),
        ({**VERIFY, "private_key": "00"}, "bad-request", "'private_key'"),
        ({**SIGN, "rules": "rfc8032"}, "bad-request", "'rules'"),
        ({**SIGN, "nonce": "rfc6979"}, "bad-request", "'nonce'"),
        ({**SIGN, "low_s": False}, "bad-request", "'low_s'"),
        ({**ECDSA_SIGN, "rules": "low-s"}, "bad-request", "'rules'"),
        ({**ECDSA_VERIFY, "extra_entropy": ""}, "bad-request", "'extra_entropy'"),
        ({**ECDSA_VERIFY, "op": "parse_public_key"}, "bad-request", "'message'"),
        ({"op": "parse_public_key", "scheme": "ECDSA", "rules": "low-s"}, "bad-request", "'rules'"),
        ({"op": "parse_signature", "scheme": "ECDSA", "hash": "SHA-1"}, "bad-request", "'hash'"),
        ({"op": "parse_private_key", "scheme": "Ed25519", "steps": True}, "bad-request", "'steps'"),
        (["op"], "bad-request", "object"),
        (None, "bad-request", "object"),
        ({1: 2}, "bad-request", "'1'"),
        ({"op": "describe", None: 2}, "bad-request", "'None'"),
    ],
)
def test_a_key_that_is_not_as_it_should_be(request_: Any, code: str, names: str) -> None:
    refused(answer(request_), code, names=names)


@every_request
def test_a_key_that_is_missing(request_: Json) -> None:
    for key in request_:
        rest = {name: value for name, value in request_.items() if name != key}
        refused(answer(rest), "bad-request", names=f"'{key}'")


@every_request
def test_a_value_of_the_wrong_type(request_: Json) -> None:
    for key in request_:
        wrong: list[Any] = [None, True, 0, 1.5, [], {}, [request_[key]]]
        for value in wrong:
            refused(answer({**request_, key: value}), "bad-request", names=key)


@pytest.mark.parametrize("key", ["message", "public_key", "signature", "context"])
@pytest.mark.parametrize(
    "text", ["0", "0g", "AB", "aB", " 00", "00 ", "00 00", "0x00", "\uff10\uff10", "é", "\ud800", "0\n"]
)
def test_octets_are_lower_case_hex(key: str, text: str) -> None:
    refused(answer({**VERIFY, key: text}), "bad-request", names=f"{key}: ")


def test_a_flag_is_true_or_false() -> None:
    wrong: list[Any] = [None, 0, 1, "true", []]
    for value in wrong:
        refused(answer({**VERIFY, "steps": value}), "bad-request", names="steps")
    assert answer({**VERIFY, "steps": False})["valid"]


def test_no_secret_shows_in_an_error() -> None:
    for secret in ["5ec2e7" * 11, "5EC2E7" * 10, "5ec2e7" * 10 + "g"]:
        for request in [SIGN, {**SIGN, "op": "public_key"}, ECDSA_SIGN]:
            answered = answer({**request, "private_key": secret})
            assert "error" in answered
            assert "5ec2e7" not in str(answered).lower()


def test_the_order_in_which_faults_are_found() -> None:
    request: Json = {
        "unknown": 1,
        "op": "nothing",
        "scheme": "RSA",
        "context": "00",
        "signature_format": "pem",
        "message": "XX",
        "public_key": "00",
    }
    corrections: list[tuple[str, str, Json | str]] = [
        ("bad-request", "'unknown'", "unknown"),
        ("unsupported", "op: 'nothing'", {"op": "verify"}),
        ("unsupported", "scheme: 'RSA'", {"scheme": "ECDSA"}),
        ("bad-request", "'context'", {"scheme": "Ed25519"}),
        ("bad-request", "'public_key_format'", {"public_key_format": "der"}),
        ("bad-request", "'signature'", {"signature": ""}),
        ("unsupported", "public_key_format", {"public_key_format": "raw"}),
        ("unsupported", "signature_format", {"signature_format": "raw"}),
        ("bad-request", "message", {"message": "00"}),
        ("bad-length", "public key", {"public_key": VERIFY["public_key"]}),
        ("bad-context", "Ed25519", "context"),
    ]
    for code, names, correction in corrections:
        refused(answer(request), code, names=names)
        if isinstance(correction, str):
            del request[correction]
        else:
            request |= correction
    assert answer(request)["reason"] == "signature-length"


def test_a_fault_of_ours_shows_and_ends_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    def fail(*_: object) -> None:
        raise RuntimeError("a mistake")

    monkeypatch.setattr(protocol, "check", fail)
    assert answer({"id": 1}) == {"id": 1, "error": "internal", "detail": "RuntimeError: a mistake"}
