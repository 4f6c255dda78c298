"""JWS: what RFCs print, what others write and read, and every refusal by its name."""

from __future__ import annotations

import json
from base64 import urlsafe_b64decode, urlsafe_b64encode
from time import process_time
from typing import TYPE_CHECKING, Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

import ecref
from ecref.curves import P256
from ecref.formats import jwk, jws
from ecref.formats.jws import read_header, sign, verify

if TYPE_CHECKING:
    from collections.abc import Callable

    from ecref.formats.names import PrivateKey, PublicKey

ED25519 = ecref.ed25519.private_key(b"\x01" * 32)
KEYS: dict[str, PrivateKey] = {
    "ES256": ecref.p256.private_key(12345),
    "ES384": ecref.p384.private_key(12345),
    "ES256K": ecref.secp256k1.private_key(12345),
    "Ed25519": ED25519,
    "Ed448": ecref.ed448.private_key(b"\x01" * 57),
}
PAYLOAD = b'{"iss":"joe"}\xff'
TOKEN = sign(ED25519, PAYLOAD)
P_TOKEN = sign(KEYS["ES256"], PAYLOAD)


def b64(octets: bytes) -> str:
    return urlsafe_b64encode(octets).rstrip(b"=").decode()


def unb64(text: str) -> bytes:
    return urlsafe_b64decode(text + "=" * (-len(text) % 4))


def signed(header: str | bytes, key: PrivateKey = ED25519) -> str:
    """A token of this header, whatever it holds, with a signature that is right."""
    octets = header if isinstance(header, bytes) else header.encode()
    message = f"{b64(octets)}.{b64(PAYLOAD)}"
    how = {} if isinstance(key, type(ED25519)) else {"format": "p1363"}
    return f"{message}.{b64(key.sign(message.encode(), **how))}"  # type: ignore[arg-type]


def refused(token: str | bytes, reason: str, detail: str, key: PublicKey = ED25519.public_key) -> None:
    with pytest.raises(ecref.InvalidSignature) as caught:
        verify(key, token)
    assert (caught.value.reason, caught.value.detail) == (reason, detail)


# ---------------------------------------------------------------- what the RFCs print

ES256_TOKEN = (  # RFC 7515, A.3.1
    "eyJhbGciOiJFUzI1NiJ9"
    ".eyJpc3MiOiJqb2UiLA0KICJleHAiOjEzMDA4MTkzODAsDQogImh0dHA6Ly9leGFtcGxlLmNvbS9pc19yb290Ijp0cnVlfQ"
    ".DtEhU3ljbEg8L38VWAfUAqOyKAM6-Xx-F4GawxaepmXFCgfTjDxw5djxLa8ISlSApmWQxfKTUJqPP3-Kg6NU1Q"
)
ES256_KEY = {
    "kty": "EC",
    "crv": "P-256",
    "x": "f83OJ3D2xF1Bg8vub9tLe1gHMzV76e8Tus9uPHvRVEU",
    "y": "x_FEzRu9m36HLN_tue659LNpXW6pCyStikYjKIWI5a0",
    "d": "jpsQnnGQmL-YBIffH1136cspYG6-0iY7X1fCE9-E9LI",
}
EDDSA_TOKEN = (  # RFC 8037, A.4
    "eyJhbGciOiJFZERTQSJ9"
    ".RXhhbXBsZSBvZiBFZDI1NTE5IHNpZ25pbmc"
    ".hgyY0il_MGCjP0JzlnLWG1PPOt7-09PGcvMg3AIbQR6dWbhijcNR4ki4iylGjg5BhVsPt9g7sVvpAr_MuM0KAg"
)
EDDSA_KEY = {  # A.1
    "kty": "OKP",
    "crv": "Ed25519",
    "x": "11qYAYKxCrfVS_7TyWQHOg7hcvPapiMlrwIaaPcHURo",
    "d": "nWGxne_9WmC6hEr0kuwsxERJxWl7MmkZcDusAxyuf2A",
}


def test_rfc_7515_a_3() -> None:
    key = jwk.read_private(ES256_KEY)
    payload = b'{"iss":"joe",\r\n "exp":1300819380,\r\n "http://example.com/is_root":true}'
    assert verify(key.public_key, ES256_TOKEN) == payload
    mine = sign(key, payload)  # the RFC's k was random, RFC 6979's is not: only the signature differs
    assert mine.rpartition(".")[0] == ES256_TOKEN.rpartition(".")[0]
    assert verify(key.public_key, mine) == payload


def test_rfc_8037_a_4_and_5() -> None:
    key = jwk.read_private(EDDSA_KEY)
    assert verify(key.public_key, EDDSA_TOKEN) == b"Example of Ed25519 signing"
    assert sign(key, b"Example of Ed25519 signing", alg="EdDSA") == EDDSA_TOKEN


def test_rfc_7515_a_5_is_refused() -> None:
    token = f"eyJhbGciOiJub25lIn0.{ES256_TOKEN.split('.')[1]}."
    refused(token, "jws-algorithm", "alg is none, which signs nothing")


def test_rfc_7515_e_is_refused_for_its_extension() -> None:
    token = (
        "eyJhbGciOiJub25lIiwNCiAiY3JpdCI6WyJodHRwOi8vZXhhbXBsZS5jb20vVU5ERUZJTkVEIl0sDQogImh0dHA6Ly9leGFtcGxlLmNvbS9V"
        "TkRFRklORUQiOnRydWUNCn0.RkFJTA."
    )
    assert read_header(token)["crit"] == ["http://example.com/UNDEFINED"]
    refused(token, "jws-header", "crit asks for 'http://example.com/UNDEFINED', and no extension is understood")


def test_rfc_7515_f_the_payload_is_detached() -> None:
    key = jwk.read_public({name: ES256_KEY[name] for name in ("kty", "crv", "x", "y")})
    first, second, third = ES256_TOKEN.split(".")
    assert verify(key, f"{first}..{third}", payload=unb64(second)) == unb64(second)


# ---------------------------------------------------------------- the algorithm follows from the key


@pytest.mark.parametrize(
    ("alg", "octets"), [("ES256", 64), ("ES384", 96), ("ES256K", 64), ("Ed25519", 64), ("Ed448", 114)]
)
def test_each_key_has_its_algorithm(alg: str, octets: int) -> None:
    token = sign(KEYS[alg], PAYLOAD)
    first, second, third = token.split(".")
    assert unb64(first) == f'{{"alg":"{alg}"}}'.encode()
    assert unb64(second) == PAYLOAD
    assert len(unb64(third)) == octets
    assert verify(KEYS[alg].public_key, token) == PAYLOAD
    assert verify(KEYS[alg].public_key, token.encode()) == PAYLOAD
    assert verify(KEYS[alg].public_key, bytearray(token.encode())) == PAYLOAD
    assert verify(KEYS[alg].public_key.prepare(), token) == PAYLOAD


@pytest.mark.parametrize("alg", ["Ed25519", "Ed448"])
def test_eddsa_is_written_on_request(alg: str) -> None:
    token = sign(KEYS[alg], PAYLOAD, alg="EdDSA")
    assert read_header(token) == {"alg": "EdDSA"}
    assert verify(KEYS[alg].public_key, token) == PAYLOAD
    assert sign(KEYS[alg], PAYLOAD, alg=alg) == sign(KEYS[alg], PAYLOAD)


@pytest.mark.parametrize("given", [*KEYS, "EdDSA", "HS256", "RS256", "none", "None", "es256", "ES512", ""])
@pytest.mark.parametrize("alg", KEYS)
def test_any_other_algorithm_is_refused(alg: str, given: str) -> None:
    key = KEYS[alg]
    if given == alg or (given == "EdDSA" and alg in ("Ed25519", "Ed448")):
        assert verify(key.public_key, signed(f'{{"alg":"{given}"}}', key)) == PAYLOAD
        return
    wanted, of = {
        "ES256": ("ES256", "a P-256"),
        "ES384": ("ES384", "a P-384"),
        "ES256K": ("ES256K", "a secp256k1"),
        "Ed25519": ("Ed25519 or EdDSA", "an Ed25519"),
        "Ed448": ("Ed448 or EdDSA", "an Ed448"),
    }[alg]
    detail = f"got alg {given!r}, wanted {wanted} of {of} %s key"
    if given == "none":
        detail = "alg is none, which signs nothing%.0s"
    refused(signed(f'{{"alg":"{given}"}}', key), "jws-algorithm", detail % "public", key.public_key)
    with pytest.raises(ecref.UnusableInput) as caught:
        sign(key, PAYLOAD, alg=given)
    assert (caught.value.code, caught.value.detail) == ("wrong-key", detail % "private")


def test_keys_that_cannot_serve() -> None:
    for key, half, detail in [
        (ED25519, "public", "got an Ed25519 private key, wanted a public key"),
        (KEYS["ES256"].public_key, "private", "got a P-256 public key, wanted a private key"),
    ]:
        with pytest.raises(ecref.UnusableInput) as caught:
            verify(key, TOKEN) if half == "public" else sign(key, PAYLOAD)  # type: ignore[arg-type]
        assert (caught.value.code, caught.value.detail) == ("wrong-key", detail)


@pytest.mark.parametrize(
    ("key", "name"),
    [
        (ecref.ed25519ph.private_key(bytes(32)), "an Ed25519ph"),
        (ecref.ed448ph.private_key(bytes(57)), "an Ed448ph"),
        (ecref.ECDSA(P256, "SHA-512").private_key(1), "a P-256"),
    ],
)
def test_keys_without_an_algorithm(key: PrivateKey, name: str) -> None:
    with pytest.raises(ecref.UnusableInput, match=f"unsupported: no JWS algorithm has {name} private key"):
        sign(key, b"")
    with pytest.raises(ecref.UnusableInput, match=f"unsupported: no JWS algorithm has {name} public key"):
        verify(key.public_key, TOKEN)


def test_wrong_types() -> None:
    calls: list[Callable[[], object]] = [
        lambda: sign(bytes(32), b""),  # type: ignore[arg-type]
        lambda: verify("key", TOKEN),  # type: ignore[arg-type]
        lambda: sign(ED25519, "text"),  # type: ignore[arg-type]
        lambda: sign(ED25519, b"", header={"x": b"1"}),
        lambda: sign(ED25519, b"", header="{}"),  # type: ignore[arg-type]
        lambda: sign(ED25519, b"", alg=b"EdDSA"),  # type: ignore[arg-type]
        lambda: verify(ED25519.public_key, None),  # type: ignore[arg-type]
        lambda: verify(ED25519.public_key, "", payload=""),  # type: ignore[arg-type]
        lambda: read_header(1),  # type: ignore[arg-type]
    ]
    for call in calls:
        with pytest.raises(TypeError):
            call()


# ---------------------------------------------------------------- the header

NOT_TRUE = "b64 is not true: unencoded payloads (RFC 7797) are not read"
BRINGS_A_KEY = "brings a key or its address, but a verifier chooses the key itself"


@pytest.mark.parametrize(
    ("header", "detail"),
    [
        ('{"alg":"Ed25519","crit":["exp"],"exp":1}', "crit asks for 'exp', and no extension is understood"),
        ('{"alg":"Ed25519","crit":["alg"]}', "crit asks for 'alg', and no extension is understood"),
        ('{"alg":"Ed25519","crit":["b64"],"b64":true}', "crit asks for 'b64', and no extension is understood"),
        ('{"alg":"Ed25519","crit":[]}', "crit is no list of names"),
        ('{"alg":"Ed25519","crit":null}', "crit is no list of names"),
        ('{"alg":"Ed25519","crit":"exp"}', "crit is no list of names"),
        ('{"alg":"Ed25519","crit":{"exp":1}}', "crit is no list of names"),
        ('{"alg":"Ed25519","crit":["exp",1]}', "crit is no list of names"),
        ('{"alg":"Ed25519","crit":["b64"],"b64":false}', NOT_TRUE),
        ('{"alg":"Ed25519","b64":false}', NOT_TRUE),
        ('{"alg":"Ed25519","b64":"true"}', NOT_TRUE),
        ('{"alg":"Ed25519","b64":1}', NOT_TRUE),
        *[
            (f'{{"alg":"Ed25519","{name}":{value}}}', f"{name} {BRINGS_A_KEY}")
            for name in ("jku", "jwk", "x5u", "x5c")
            for value in ('""', "null", "[]", '{"kty":"OKP"}')
        ],
        *[
            (f'{{"alg":"Ed25519","{name}":{value}}}', f"{name} is no string")
            for name in ("kid", "x5t", "x5t#S256", "typ", "cty")
            for value in ("1", "null", '["a"]')
        ],
        ('{"alg":null}', "alg is no string"),
        ('{"alg":["Ed25519"]}', "alg is no string"),
        ('{"alg":{"Ed25519":1}}', "alg is no string"),
    ],
)  # fmt: skip
def test_members_that_are_refused(header: str, detail: str) -> None:
    refused(signed(header), "jws-header", detail)


def test_no_alg() -> None:
    detail = "got no alg, wanted Ed25519 or EdDSA of an Ed25519 public key"
    refused(signed("{}"), "jws-algorithm", detail)
    refused(signed('{"Alg":"Ed25519"}'), "jws-algorithm", detail)


def test_what_is_shown_of_a_header_is_short_and_ascii() -> None:
    refused(
        signed(json.dumps({"alg": "é\n" + "x" * 99})),
        "jws-algorithm",
        rf"got alg '\xe9\n{'x' * 38}...', wanted Ed25519 or EdDSA of an Ed25519 public key",
    )


def test_members_that_are_taken() -> None:
    header = {"kid": "1", "typ": "JWT", "cty": "x", "x5t": "a", "x5t#S256": "b", "é": [1.5, None, {"a": True}]}
    token = sign(ED25519, PAYLOAD, header=header)
    written = '{"alg":"Ed25519","kid":"1","typ":"JWT","cty":"x","x5t":"a","x5t#S256":"b",'
    assert unb64(token.split(".")[0]) == f'{written}"\\u00e9":[1.5,null,{{"a":true}}]}}'.encode()
    assert read_header(token) == {"alg": "Ed25519", **header}
    assert verify(ED25519.public_key, token) == PAYLOAD
    for spaced in ['\t{ "alg" :\n"Ed25519" }\r ', '{"alg":"Ed25519","b64":true}', r'{"\u0061lg":"Ed25519"}']:
        assert verify(ED25519.public_key, signed(spaced)) == PAYLOAD


@pytest.mark.parametrize(
    ("header", "detail"),
    [
        ({"alg": "Ed25519"}, "alg can't be given as a member of the header"),
        ({"b64": True}, "b64 can't be given as a member of the header"),
        ({"b64": False, "crit": ["b64"]}, "b64 can't be given as a member of the header"),
        ({"crit": ["exp"], "exp": 1}, "crit asks for 'exp', and no extension is understood"),
        ({"crit": ()}, "crit is no list of names"),
        ({"jwk": {}}, f"jwk {BRINGS_A_KEY}"),
        ({"x5u": ""}, f"x5u {BRINGS_A_KEY}"),
        ({"kid": 1}, "kid is no string"),
    ],
)
def test_members_that_are_not_written(header: dict[str, Any], detail: str) -> None:
    with pytest.raises(ecref.UnusableInput) as caught:
        sign(ED25519, PAYLOAD, header=header)
    assert (caught.value.code, caught.value.detail) == ("bad-request", detail)


def nested(depth: int) -> object:
    value: object = 0
    for _ in range(depth):
        value = [value]
    return value


def circle() -> object:
    value: list[object] = []
    value.append(value)
    return value


@pytest.mark.parametrize(
    ("value", "says"),
    [
        (nested(64), "bad-encoding: nested deeper than 64"),
        (nested(100_000), "bad-request: the header can't be written: "),
        (circle(), "bad-request: the header can't be written: Circular reference detected"),
        (float("nan"), "bad-encoding: NaN is no JSON number"),
        (10**640, "bad-encoding: a number of 641 characters"),
        (10**5000, "bad-request: the header can't be written: "),
        ({1: 0, "1": 0}, "bad-encoding: duplicate key '1'"),
    ],
    ids=["depth 64", "depth 100,000", "circle", "NaN", "641 digits", "5001 digits", "duplicate"],
)
def test_what_could_not_be_read_is_not_written(value: object, says: str) -> None:
    with pytest.raises(ecref.UnusableInput) as caught:
        sign(ED25519, PAYLOAD, header={"x": value})
    assert str(caught.value).startswith(says)


# ---------------------------------------------------------------- three parts of base64url

HEADER, BODY, SIGNATURE = TOKEN.split(".")


@pytest.mark.parametrize(
    ("token", "detail"),
    [
        ("", "got 1 part, wanted 3"),
        (HEADER, "got 1 part, wanted 3"),
        (f"{HEADER}.{BODY}", "got 2 parts, wanted 3"),
        (f"{TOKEN}.", "got 4 parts, wanted 3"),
        (f"{TOKEN}..", "got 5 parts, a JWE, wanted 3"),
        ("." * 9, "got 10 parts, wanted 3"),
        (json.dumps({"payload": BODY, "protected": HEADER}), "got the JSON serialization, wanted the compact one"),
        (f".{BODY}.{SIGNATURE}", "the header: no JSON: Expecting value, at character 1"),
        (f"{HEADER}=.{BODY}.{SIGNATURE}", "the header: got base64url with padding, wanted it without"),
        (f"{HEADER}.{BODY}=.{SIGNATURE}", "the payload: got base64url with padding, wanted it without"),
        (f"{TOKEN}==", "the signature: got base64url with padding, wanted it without"),
        (f"{TOKEN}\n", "the signature: a line's end behind it"),
        (f"{TOKEN}\r\n", "the signature: a line's end behind it"),
        (f"{HEADER}\n.{BODY}.{SIGNATURE}", "the header: a line's end behind it"),
        (f"{HEADER}.{BODY}\n.{SIGNATURE}", "the payload: a line's end behind it"),
        (f" {TOKEN}", "the header: got a character that base64url doesn't have"),
        (f"{TOKEN} ", "the signature: got a character that base64url doesn't have"),
        (f"{TOKEN}B", "the signature: got bits behind the last whole octet of base64url"),
        (f"{HEADER}.{BODY[:4]}\n{BODY}.{SIGNATURE}", "the payload: got line breaks within base64url, wanted one line"),
        (f"{HEADER}.+{BODY[1:]}.{SIGNATURE}", "the payload: got a character that base64url doesn't have"),
        (f"{HEADER}.{BODY}.{SIGNATURE[:-1]}/", "the signature: got a character that base64url doesn't have"),
        (f"{HEADER}.é{BODY[1:]}.{SIGNATURE}", "the payload: got a character that base64url doesn't have"),
        (f"{HEADER}.\ud800{BODY[1:]}.{SIGNATURE}", "the payload: got a character that base64url doesn't have"),
        (f"{HEADER}.\0{BODY[1:]}.{SIGNATURE}", "the payload: got a character that base64url doesn't have"),
        (f"{HEADER}.A.{SIGNATURE}", "the payload: got 1 characters of base64url, which are no whole octets"),
        (f"{HEADER}.AB.{SIGNATURE}", "the payload: got bits behind the last whole octet of base64url"),
        (f"{HEADER}.AAB.{SIGNATURE}", "the payload: got bits behind the last whole octet of base64url"),
    ],
)
def test_encodings_that_are_refused(token: str, detail: str) -> None:
    refused(token, "jws-encoding", detail)


@pytest.mark.parametrize(
    ("header", "detail"),
    [
        ("", "no JSON: Expecting value, at character 1"),
        ("[]", "no JSON object"),
        ('"alg"', "no JSON object"),
        ("null", "no JSON object"),
        ('{"alg":"Ed25519"', "no JSON: Expecting ',' delimiter, at character 17"),
        ('{"alg":"Ed25519"}{}', "no JSON: Extra data, at character 18"),
        ('{"alg":"Ed25519', "no JSON: Unterminated string starting, at character 8"),
        ('{"alg":"Ed25519","alg":"Ed25519"}', "duplicate key 'alg'"),
        ('{"alg":"none","alg":"Ed25519"}', "duplicate key 'alg'"),
        ('{"alg":"Ed25519","x":{"a":1,"\\u0061":2}}', "duplicate key 'a'"),
        ('{"alg":"Ed25519","x":NaN}', "NaN is no JSON number"),
        ('{"alg":"Ed25519","x":' + "[" * 64 + "]" * 64 + "}", "nested deeper than 64"),
        (b'{"alg":"Ed25519\xff"}', "no UTF-8, at octet 16"),
        ('{"alg":"Ed25519"}'.encode("utf-16"), "no UTF-8, at octet 1"),
    ],
)
def test_headers_that_are_no_strict_json(header: str | bytes, detail: str) -> None:
    refused(signed(header), "jws-encoding", f"the header: {detail}")
    with pytest.raises(ecref.InvalidSignature, match="jws-encoding: the header: "):
        read_header(signed(header))


@pytest.mark.parametrize(
    ("header", "payload", "signature", "reason"),
    [
        ('{"alg":"none","crit":[]}', "?", "?", "jws-header"),
        ('{"alg":"none"}', "?", "", "jws-encoding"),
        ('{"alg":"none"}', "", "?", "jws-encoding"),
        ('{"alg":"none"}', "", "", "jws-algorithm"),
        ('{"alg":"EdDSA"}', "", "", "signature-length"),
    ],
)
def test_the_first_step_that_fails_gives_the_reason(header: str, payload: str, signature: str, reason: str) -> None:
    with pytest.raises(ecref.InvalidSignature) as caught:
        verify(ED25519.public_key, f"{b64(header.encode())}.{payload}.{signature}")
    assert caught.value.reason == reason


# ---------------------------------------------------------------- the signature


@pytest.mark.parametrize("alg", KEYS)
def test_a_signature_has_one_length(alg: str) -> None:
    key = KEYS[alg].public_key
    message, _, text = sign(KEYS[alg], PAYLOAD).rpartition(".")
    octets = unb64(text)
    for wrong in [b"", octets[:-1], octets + b"\0", b"\0" + octets, octets[1:], octets * 2]:
        detail = f"got {len(wrong)} octets, wanted {len(octets)}"
        refused(f"{message}.{b64(wrong)}", "signature-length", detail, key)


def test_der_is_no_signature_of_a_token() -> None:
    key = KEYS["ES256"]
    message = P_TOKEN.rpartition(".")[0]
    der = key.sign(message.encode())
    refused(f"{message}.{b64(der)}", "signature-length", f"got {len(der)} octets, wanted 64", key.public_key)  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("alg", "octets", "reason"),
    [
        ("ES256", bytes(64), "r-out-of-range"),
        ("ES384", bytes(95) + b"\1", "r-out-of-range"),
        ("ES256K", bytes(31) + b"\1" + bytes(32), "s-out-of-range"),
        ("ES256", (bytes(31) + b"\1") * 2, "mismatch"),
        ("Ed25519", b"\xff" * 64, "R-non-canonical"),
        ("Ed25519", b"\1" + bytes(31) + b"\xff" * 32, "s-out-of-range"),
        ("Ed448", b"\1" + bytes(113), "mismatch"),
    ],
)
def test_signatures_that_do_not_hold(alg: str, octets: bytes, reason: str) -> None:
    message = sign(KEYS[alg], PAYLOAD).rpartition(".")[0]
    with pytest.raises(ecref.InvalidSignature) as caught:
        verify(KEYS[alg].public_key, f"{message}.{b64(octets)}")
    assert caught.value.reason == reason


@pytest.mark.parametrize("alg", KEYS)
def test_another_key_or_payload(alg: str) -> None:
    key = KEYS[alg]
    other = key.scheme.generate()
    first, _, third = sign(key, PAYLOAD).split(".")
    for public, token in [
        (other.public_key, sign(key, PAYLOAD)),
        (key.public_key, f"{first}.{b64(b'other')}.{third}"),
        (key.public_key, f"{b64(b'{' + unb64(first)[1:-1] + b' }')}.{b64(PAYLOAD)}.{third}"),
    ]:
        with pytest.raises(ecref.InvalidSignature, match="mismatch"):
            verify(public, token)


# ---------------------------------------------------------------- detached payloads


@pytest.mark.parametrize("alg", KEYS)
def test_a_detached_payload(alg: str) -> None:
    key = KEYS[alg]
    token = sign(key, PAYLOAD, detached=True)
    first, _, third = sign(key, PAYLOAD).split(".")
    assert token == f"{first}..{third}"
    assert verify(key.public_key, token, payload=bytearray(PAYLOAD)) == PAYLOAD
    for payload in [None, b"", b"other"]:
        with pytest.raises(ecref.InvalidSignature, match="mismatch"):
            verify(key.public_key, token, payload=payload)


def test_a_payload_cannot_be_in_two_places() -> None:
    with pytest.raises(ecref.InvalidSignature) as caught:
        verify(ED25519.public_key, TOKEN, payload=PAYLOAD)
    assert str(caught.value) == "jws-encoding: the payload is in the token; wanted it detached"


def test_an_empty_payload_is_a_payload() -> None:
    token = sign(ED25519, b"")
    assert token == sign(ED25519, b"", detached=True)
    assert verify(ED25519.public_key, token) == b""
    assert verify(ED25519.public_key, token, payload=b"") == b""


# ---------------------------------------------------------------- damage

DAMAGE = st.sampled_from([b"", b".", b"A", b"=", b"\n", b"\xff", b"-", b"{", b"eyJ"])


@given(st.data(), st.sampled_from(sorted(KEYS)))
def test_a_damaged_token_never_verifies(data: st.DataObject, alg: str) -> None:
    token = sign(KEYS[alg], PAYLOAD).encode()
    at = data.draw(st.integers(0, len(token)))
    end = data.draw(st.integers(at, min(len(token), at + 3)))
    damaged = token[:at] + data.draw(DAMAGE | st.binary(max_size=3)) + token[end:]
    if damaged != token:
        with pytest.raises(ecref.InvalidSignature):
            verify(KEYS[alg].public_key, damaged)


@given(st.binary() | st.text())
def test_what_is_no_token_is_invalid(token: bytes | str) -> None:
    with pytest.raises(ecref.InvalidSignature):
        verify(ED25519.public_key, token)


JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False, allow_infinity=False) | st.text(),
    lambda inner: st.lists(inner) | st.dictionaries(st.text(), inner),
    max_leaves=5,
)
NAMES = st.sampled_from([*jws.KEY_MEMBERS, *jws.STRING_MEMBERS, "b64", "crit"]) | st.text()


@given(st.dictionaries(NAMES, JSON, max_size=4))
def test_what_is_written_is_read(header: dict[str, object]) -> None:
    try:
        token = sign(ED25519, PAYLOAD, header=header)
    except ecref.UnusableInput:
        refusable = {*jws.KEY_MEMBERS, *jws.STRING_MEMBERS, "b64", "crit"}
        assert refusable & {*header}
    else:
        assert verify(ED25519.public_key, token) == PAYLOAD
        assert read_header(token) == {"alg": "Ed25519", **header}


@given(st.dictionaries(NAMES, JSON, max_size=4) | JSON)
def test_any_header_is_valid_or_invalid(header: object) -> None:
    token = signed(json.dumps(header))
    try:
        assert verify(ED25519.public_key, token) == PAYLOAD
    except ecref.InvalidSignature as error:
        assert error.reason in {"jws-encoding", "jws-header", "jws-algorithm"}  # noqa: PT017


# ---------------------------------------------------------------- long input

LONG = 4 << 20  # octets


@pytest.mark.parametrize(
    "token",
    [
        "." * LONG,
        "A" * LONG,
        f"{'A' * LONG}.{BODY}.{SIGNATURE}",
        f"{b64(b'[' * LONG)}.{BODY}.{SIGNATURE}",
        f"{b64(b'{' + b'1' * LONG)}.{BODY}.{SIGNATURE}",
        f"{b64(json.dumps({'alg': 'Ed25519', 'crit': ['x' * LONG]}).encode())}.{BODY}.{SIGNATURE}",
        f"{b64(json.dumps({'alg': 'x' * (LONG - 99)}).encode())}.{BODY}.{SIGNATURE}",
        f"{HEADER}.{BODY}.{'A' * LONG}",
    ],
    ids=["dots", "one part", "header of zeros", "brackets", "digits", "crit", "alg", "signature"],
)
def test_a_long_token_is_refused_at_once(token: str) -> None:
    start = process_time()
    with pytest.raises(ecref.InvalidSignature) as caught:
        verify(ED25519.public_key, token)
    assert process_time() - start < 10  # quadratic work would take hours
    assert len(caught.value.detail) < 200


def test_a_long_payload_is_signed_and_verified() -> None:
    start = process_time()
    for key in [ED25519, KEYS["ES256"]]:
        assert verify(key.public_key, sign(key, bytes(LONG))) == bytes(LONG)
    assert process_time() - start < 10
