"""The line protocol on anything: every line gets one well-formed answer, and nothing is raised."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from ecref import ed448ph, ed25519, p256, secp256k1
from ecref.formats import sshsig
from ecref.referee import ecdsa_ops, eddsa_ops
from ecref.referee.diagnosis import ecdsa_search, eddsa_search
from ecref.referee.protocol import answer, answer_line
from ecref.referee.requests import KEYS

if TYPE_CHECKING:
    from collections.abc import Iterator

Json = dict[str, Any]

ERRORS = {
    *("bad-request", "unsupported", "bad-encoding", "bad-length", "invalid-key", "wrong-key", "encrypted-key"),
    *("bad-context", "bad-digest", "bad-signature"),
}
ANSWERS: dict[str, set[str]] = {
    "verify": {"valid", "reason", "detail", "warnings"},
    "sign": {"signature"},
    "public_key": {"public_key", "scheme", "warnings"},
    "parse_public_key": {"public_key", "scheme", "warnings"},
    "parse_private_key": {"public_key", "scheme", "warnings", "format"},
    "recover": {"public_keys"},
    "parse_signature": set(),
    "convert": set(),
    "diagnose": {"readings", "advice", "left_out"},
    "describe": {"name", "version"},
}
EDDSA = {"scheme": "Ed25519"}
PH = {"scheme": "Ed448ph", "context": "00"}
ECDSA = {"scheme": "ECDSA", "curve": "P-256"}
KOBLITZ = {"scheme": "ECDSA", "curve": "secp256k1"}
ONE = p256.private_key(1)
KEY_ONE = {"public_key": ONE.public_key.to_bytes().hex(), "public_key_format": "sec1"}
SEED = {"private_key": "00" * 32, "private_key_format": "raw"}
REQUESTS: list[Json] = [
    {"op": "describe", "id": 1},
    {**EDDSA, "op": "sign", "private_key": "00" * 32, "private_key_format": "raw", "message": "00", "steps": True},
    {**EDDSA, "op": "parse_signature", "signature": "00" * 64, "signature_format": "raw"},
    {**EDDSA, "op": "parse_public_key", "public_key": "01" + "00" * 31, "public_key_format": "raw", "rules": "zip215"},
    {
        **EDDSA,
        "op": "verify",
        "public_key": ed25519.private_key(bytes(32)).public_key.to_bytes().hex(),
        "public_key_format": "raw",
        "message": "",
        "signature": ed25519.private_key(bytes(32)).sign(b"").hex(),
        "rules": "ref10",
    },
    {
        **PH,
        "op": "verify",
        "public_key": ed448ph.private_key(bytes(57)).public_key.to_bytes().hex(),
        "public_key_format": "raw",
        "message": "",
        "signature": ed448ph.private_key(bytes(57)).sign(b"", context=b"\0").hex(),
    },
    {
        **ECDSA,
        "op": "verify",
        "public_key": ONE.public_key.to_bytes().hex(),
        "public_key_format": "sec1",
        "message": "",
        "signature": bytes(ONE.sign(b"")).hex(),
        "signature_format": "der",
        "hash": "SHA-256",
        "steps": True,
    },
    {
        **KOBLITZ,
        "op": "sign",
        "private_key": "01" * 32,
        "private_key_format": "raw",
        "digest": "00" * 32,
        "hash": None,
        "nonce": "hedged",
        "extra_entropy": "00",
        "low_s": True,
    },
    {**ECDSA, "op": "public_key", "private_key": "01" * 32, "private_key_format": "raw"},
    {**ECDSA, "op": "parse_private_key", "private_key": "01" * 32, "private_key_format": "raw"},
    {
        **KOBLITZ,
        "op": "recover",
        "message": "",
        "signature": bytes(secp256k1.private_key(1).sign(b"", format="compact")).hex(),
        "signature_format": "compact",
    },
]
REQUESTS += [
    {**ECDSA, "op": "convert", **KEY_ONE, "to": "jwk"},
    {**EDDSA, "op": "convert", **SEED, "to": "openssh"},
    {**ECDSA, "op": "convert", "signature": bytes(ONE.sign(b"")).hex(), "to": "p1363"},
    *(
        {**ECDSA, "op": "parse_public_key", "public_key": converted["public_key"], "public_key_format": name}
        for name in ("spki-der", "spki-pem", "jwk", "openssh")
        for converted in [answer({**ECDSA, "op": "convert", **KEY_ONE, "to": name})]
    ),
    *(
        {**EDDSA, "op": "sign", "private_key": converted["private_key"], "private_key_format": name, "message": ""}
        for name in ("pkcs8-der", "pkcs8-pem", "jwk", "openssh")
        for converted in [answer({**EDDSA, "op": "convert", **SEED, "to": name})]
    ),
    {
        **EDDSA,
        "op": "verify",
        "public_key": ed25519.private_key(bytes(32)).public_key.to_bytes().hex(),
        "public_key_format": "raw",
        "message": "",
        "signature": sshsig.sign(ed25519.private_key(bytes(32)), b"", "git").decode(),
        "signature_format": "sshsig",
        "namespace": "git",
    },
    {
        **ECDSA,
        "op": "diagnose",
        **KEY_ONE,
        "message": "",
        "signature": bytes(ONE.sign(b"")).hex() + "00",
        "signature_format": "ber",
    },
    {
        **PH,
        "op": "diagnose",
        "public_key": ed448ph.private_key(bytes(57)).public_key.to_bytes().hex(),
        "public_key_format": "raw",
        "message": "",
        "signature": ed448ph.private_key(bytes(57)).sign(b"").hex(),
    },
]
VALUES_SEEN = sorted({json.dumps(value) for request in REQUESTS for value in request.values()})

FORMATS = sorted({*ecdsa_ops.TO, *eddsa_ops.TO})

anything = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text() | st.sampled_from([*KEYS, *FORMATS]),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(), inner, max_size=3),
    max_leaves=5,
)
hex_text = st.binary(max_size=140).map(bytes.hex)
a_value = anything | hex_text | st.sampled_from(VALUES_SEEN).map(json.loads)


@st.composite
def mutated(draw: st.DrawFn) -> Json:
    """A request that is answered, with some of its keys changed, added or taken away."""
    request = dict(draw(st.sampled_from(REQUESTS)))
    for key in draw(st.lists(st.sampled_from(sorted(KEYS)), max_size=3)):
        if draw(st.booleans()):
            request[key] = draw(a_value)
        else:
            request.pop(key, None)
    return request


@st.composite
def spoilt(draw: st.DrawFn) -> bytes:
    """The line of such a request, with some of its octets replaced."""
    line = bytearray(json.dumps(draw(mutated())).encode())
    for _ in range(draw(st.integers(0, 3))):
        place = draw(st.integers(0, len(line)))
        line[place : place + draw(st.integers(0, 2))] = draw(st.binary(max_size=3))
    return bytes(line)


@pytest.fixture(autouse=True, scope="module")
def few() -> Iterator[None]:
    """Make each diagnosis short."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(ecdsa_search, "MOST_DIGESTS", 20)
        patch.setattr(eddsa_search, "MOST_CHECKS", 20)
        yield


def assert_well_formed(answered: Json) -> None:
    """Assert that an answer is one of protocol.md's, and that a line of ASCII holds it."""
    text = json.dumps(answered, allow_nan=False)
    assert text.isascii()
    assert "\n" not in text
    assert "id" in answered
    if "error" in answered:
        assert answered.keys() == {"id", "error", "detail"}
        assert answered["error"] in ERRORS, answered
        assert isinstance(answered["detail"], str)
        assert len(answered["detail"]) < 500


def assert_answers(request: Json, answered: Json) -> None:
    """Assert that this is the answer to an op, or an error."""
    assert_well_formed(answered)
    assert answered["id"] == request.get("id")
    if "error" not in answered:
        assert answered.keys() >= ANSWERS[request["op"]]
        assert ("steps" in answered) is (request.get("steps") is True)


def test_the_requests_that_are_mutated_are_answered() -> None:
    for request in REQUESTS:
        answered = answer_line(json.dumps(request))
        assert "error" not in answered
        assert_answers(request, answered)


@given(st.binary() | st.text())
def test_random_lines(line: str | bytes) -> None:
    assert_well_formed(answer_line(line))


@given(anything)
def test_random_values(value: Any) -> None:
    assert_well_formed(answer_line(json.dumps(value)))


@settings(max_examples=500)
@given(mutated())
def test_mutated_requests(request: Json) -> None:
    line = json.dumps(request)
    answered = answer_line(line)
    assert_well_formed(answered)
    if "NaN" not in line and "Infinity" not in line:
        assert_answers(json.loads(line), answered)


@settings(max_examples=500)
@given(spoilt())
def test_spoilt_lines(line: bytes) -> None:
    assert_well_formed(answer_line(line))
