"""JWKs: the RFCs' keys, exact lengths, what a JWK that isn't one of ours is called, and that nothing else is raised."""

from __future__ import annotations

import json
import time
from typing import TYPE_CHECKING, Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ecref import ECDSA, InvalidPoint, UnusableInput, ed448, ed25519, ed25519ph, p256, p384, secp256k1
from ecref.formats import jwk
from ecref.formats.strict_json import MAX_DEPTH, MAX_LENGTH, read_object
from ecref.formats.text import encode

if TYPE_CHECKING:
    from collections.abc import Callable

    from ecref.formats.names import PrivateKey

SCHEMES: list[Any] = [ed25519, ed448, p256, p384, secp256k1]
every_scheme = pytest.mark.parametrize("scheme", SCHEMES, ids=lambda scheme: scheme.name)
CURVES: list[ECDSA] = [p256, p384, secp256k1]

RFC_7517_A2 = {  # the first key, without its use and kid
    "kty": "EC",
    "crv": "P-256",
    "x": "MKBCTNIcKUSDii11ySs3526iDZ8AiTo7Tu6KPAqv7D4",
    "y": "4Etl6SRW2YiLUrN5vfvVHuhp7x8PxltmWWlbbM4IFyM",
    "d": "870MB6gfuTJ4HtUnUvYMyJpr5eUZNP4Bk43bVdj3eAE",
}
RFC_7515_A3 = {
    "kty": "EC",
    "crv": "P-256",
    "x": "f83OJ3D2xF1Bg8vub9tLe1gHMzV76e8Tus9uPHvRVEU",
    "y": "x_FEzRu9m36HLN_tue659LNpXW6pCyStikYjKIWI5a0",
    "d": "jpsQnnGQmL-YBIffH1136cspYG6-0iY7X1fCE9-E9LI",
}
RFC_8037_A1 = {
    "kty": "OKP",
    "crv": "Ed25519",
    "x": "11qYAYKxCrfVS_7TyWQHOg7hcvPapiMlrwIaaPcHURo",
    "d": "nWGxne_9WmC6hEr0kuwsxERJxWl7MmkZcDusAxyuf2A",
}
LEADING_ZEROS = {  # what to add to n >> 16 for an x, and for a y, that begins with a zero octet
    "P-256": {"x": 164, "y": 10},
    "P-384": {"x": 34, "y": 105},
    "secp256k1": {"x": 46, "y": 231},
}


def base64url(octets: bytes) -> str:
    return encode(octets, "base64url").decode()


def key_of(scheme: Any) -> PrivateKey:
    key: PrivateKey = scheme.private_key(bytes(range(1, 1 + scheme.curve.size)))
    return key


def public(members: dict[str, str]) -> dict[str, str]:
    return {name: value for name, value in members.items() if name != "d"}


def refused(read: Callable[[Any], object], data: object, code: str, detail: str) -> None:
    """Assert that this is the error, word for word."""
    with pytest.raises(UnusableInput) as caught:
        read(data)
    assert (caught.value.code, caught.value.detail) == (code, f"in a JWK: {detail}")


# ---------------------------------------------------------------- what is written


@pytest.mark.parametrize("members", [RFC_7517_A2, RFC_7515_A3, RFC_8037_A1], ids=["7517", "7515", "8037"])
def test_the_keys_of_the_rfcs(members: dict[str, str]) -> None:
    key = jwk.read_private(members)
    assert jwk.to_object(key) == members
    assert jwk.write_private(key) == json.dumps(members, separators=(",", ":")).encode() + b"\n"
    assert jwk.read_public(public(members)) == key.public_key
    assert jwk.write_public(key.public_key) == json.dumps(public(members), separators=(",", ":")).encode() + b"\n"


def test_the_scalar_of_rfc_8037() -> None:
    seed = bytes.fromhex("9d61b19deffd5a60ba844af492ec2cc44449c5697b326919703bac031cae7f60")  # RFC 8032, 7.1, test 1
    assert jwk.read_private(RFC_8037_A1) == ed25519.private_key(seed)


def test_thumbprints() -> None:
    """RFC 8037, A.3; for EC, the members of RFC 7638, 3.2 in their order."""
    assert jwk.thumbprint(jwk.read_private(RFC_8037_A1)) == "kPrK_qmxVWaYVA9wwBF6Iuo3vVzz7TxHCTwXBygrS4k"
    assert jwk.thumbprint(jwk.read_public(public(RFC_7517_A2))) == "cn-I_WNMClehiVp51i_0VpOENW1upEerA8sEam5hn-s"


@every_scheme
def test_a_round_trip(scheme: Any) -> None:
    key = key_of(scheme)
    private, public_ = jwk.write_private(key), jwk.write_public(key.public_key)
    for data in private, private.decode(), json.loads(private), bytearray(private), memoryview(private):
        assert jwk.read_private(data) == key
    assert jwk.read_public(public_) == key.public_key
    assert list(json.loads(private)) == [*json.loads(public_), "d"]
    assert list(json.loads(public_)) == ["kty", "crv", "x", *(["y"] if scheme in CURVES else [])]
    assert jwk.thumbprint(key) == jwk.thumbprint(key.public_key)


@given(st.sampled_from(SCHEMES), st.data())
def test_a_round_trip_of_any_key(scheme: Any, data: st.DataObject) -> None:
    n = getattr(scheme.curve, "n", 256**scheme.curve.size)
    key = scheme.private_key(data.draw(st.integers(1, n - 1)).to_bytes(scheme.curve.size, "big"))
    assert jwk.read_private(jwk.write_private(key)) == key
    assert jwk.read_public(jwk.write_public(key.public_key)) == key.public_key


def test_the_variants_share_their_keys() -> None:
    key = ed25519ph.private_key(bytes(32))
    assert jwk.to_object(key) == jwk.to_object(ed25519.private_key(bytes(32)))


def test_a_key_without_a_seed_has_no_jwk() -> None:
    key = ed25519.expanded_key(bytes(31) + b"\x40" + bytes(32))
    with pytest.raises(UnusableInput, match="unsupported"):
        jwk.write_private(key)
    assert jwk.read_public(jwk.write_public(key.public_key)) == key.public_key


# ---------------------------------------------------------------- members


@pytest.mark.parametrize("more", [{"use": "enc"}, {"key_ops": ["deriveKey"]}, {"alg": "RS256", "kid": 1}, {"z": [{}]}])
def test_other_members_are_passed_over(more: dict[str, object]) -> None:
    assert jwk.to_object(jwk.read_private({**RFC_7517_A2, **more})) == RFC_7517_A2
    assert jwk.to_object(jwk.read_public({**public(RFC_8037_A1), **more, "y": "?"})) == public(RFC_8037_A1)


@pytest.mark.parametrize("name", ["kty", "crv", "x", "y"])
@pytest.mark.parametrize("members", [RFC_7517_A2, RFC_8037_A1], ids=["EC", "OKP"])
def test_a_member_is_missing_or_no_string(members: dict[str, str], name: str) -> None:
    for read, given_ in (jwk.read_private, members), (jwk.read_public, public(members)):
        if name not in members:
            continue
        others = {key: value for key, value in given_.items() if key != name}
        refused(read, others, "bad-encoding", f"{name} is missing")
        for value in None, 1, ["P-256"], b"x":
            refused(read, {**given_, name: value}, "bad-encoding", f"{name} is no string")


def test_a_d_that_is_no_string() -> None:
    refused(jwk.read_private, {**RFC_7517_A2, "d": None}, "bad-encoding", "d is no string")


A_BIT_TOO_MANY = RFC_7517_A2["x"][:-1] + "5"
NO_BASE64URL = ["=", "M", "MKB=", "+", "/", A_BIT_TOO_MANY, "MKBC TNI", "\u00e9", "\ud800", "?"]


@pytest.mark.parametrize("value", NO_BASE64URL)
@pytest.mark.parametrize("name", ["x", "y", "d"])
def test_what_is_no_base64url(name: str, value: str) -> None:
    for given_ in {**RFC_7517_A2, name: value}, {**RFC_8037_A1, name if name != "y" else "x": value}:
        with pytest.raises(UnusableInput, match=r"^bad-encoding: in a JWK: in [xyd]: "):
            jwk.read_private(given_)


@pytest.mark.parametrize("end", ["\n", "\r\n"])
@pytest.mark.parametrize("name", ["x", "y", "d"])
def test_a_line_end_in_a_member(name: str, end: str) -> None:
    with_end = {**RFC_7517_A2, name: RFC_7517_A2[name] + end}
    refused(jwk.read_private, with_end, "bad-encoding", f"in {name}: a line's end behind base64url")


@pytest.mark.parametrize("scheme", CURVES, ids=lambda scheme: scheme.name)
@pytest.mark.parametrize("name", ["x", "y"])
def test_a_coordinate_with_a_missing_or_an_additional_zero_octet(scheme: ECDSA, name: str) -> None:
    key = scheme.private_key((scheme.curve.n >> 16) + LEADING_ZEROS[scheme.name][name])
    members, size = jwk.to_object(key), scheme.curve.size
    point = key.public_key.to_bytes()
    octets = point[1 : 1 + size] if name == "x" else point[1 + size :]
    assert octets[0] == 0
    assert members[name] == base64url(octets)
    assert jwk.read_private(members) == key
    for changed, detail in {
        octets[1:]: f"{name} has {size - 1} octets, wanted {size}: zero octets at its front may not be left out",
        b"\0" + octets: f"{name} has {size + 1} octets, wanted {size}: it begins with a zero octet",
        octets + b"\1": f"{name} has {size + 1} octets, wanted {size}: it begins with a zero octet",
        b"\1" + octets: f"{name} has {size + 1} octets, wanted {size}",
        b"": f"{name} has 0 octets, wanted {size}: zero octets at its front may not be left out",
    }.items():
        given_ = {**members, name: base64url(changed)}
        refused(jwk.read_private, given_, "bad-length", detail)
        refused(jwk.read_public, public(given_), "bad-length", detail)


@pytest.mark.parametrize("scheme", CURVES, ids=lambda scheme: scheme.name)
def test_an_octet_that_moves_from_x_to_y(scheme: ECDSA) -> None:
    """Together they would still be a point."""
    members, size = jwk.to_object(key_of(scheme)), scheme.curve.size
    point = key_of(scheme).public_key.to_bytes()
    members |= {"x": base64url(point[1:size]), "y": base64url(point[size:])}
    with pytest.raises(UnusableInput, match=f"^bad-length: in a JWK: x has {size - 1} octets"):
        jwk.read_private(members)


@every_scheme
def test_lengths_of_d(scheme: Any) -> None:
    members, size = jwk.to_object(key_of(scheme)), scheme.curve.size
    d = key_of(scheme).private_bytes()
    kind = "scalar" if scheme in CURVES else "seed"
    for changed in d[1:], b"\0" + d, d + d, b"":
        given_ = {**members, "d": base64url(changed)}
        detail = f"got a {kind} of {len(changed)} octets, wanted {size}"
        refused(jwk.read_private, given_, "bad-length", detail)


def test_lengths_of_an_okp_key() -> None:
    members = public(jwk.to_object(key_of(ed448)))
    detail = "got 56 octets, wanted 57 of Ed448; 56 are a key of X448"
    refused(jwk.read_public, {**members, "x": base64url(bytes(56))}, "bad-length", detail)
    detail = "got 33 octets, wanted 32 of Ed25519"
    refused(jwk.read_public, {**members, "crv": "Ed25519", "x": base64url(bytes(33))}, "bad-length", detail)


# ---------------------------------------------------------------- halves


@every_scheme
def test_the_public_half_is_checked(scheme: Any) -> None:
    other = scheme.private_key(b"\1" * scheme.curve.size)
    given_ = {**jwk.to_object(key_of(scheme)), "d": jwk.to_object(other)["d"]}
    refused(jwk.read_private, given_, "invalid-key", "the public half is not that of the private half")


def test_the_other_y_is_another_key() -> None:
    point = p256.public_key(b"\2" + key_of(p256).public_key.to_bytes()[1:33])
    other = p256.public_key(b"\3" + key_of(p256).public_key.to_bytes()[1:33])
    y = {jwk.to_object(point)["y"], jwk.to_object(other)["y"]} - {jwk.to_object(key_of(p256))["y"]}
    given_ = {**jwk.to_object(key_of(p256)), "y": y.pop()}
    refused(jwk.read_private, given_, "invalid-key", "the public half is not that of the private half")


def test_a_point_off_the_curve_and_a_scalar_out_of_range() -> None:
    with pytest.raises(UnusableInput, match=r"^invalid-key: in a JWK: "):
        jwk.read_public({**public(RFC_7517_A2), "y": RFC_7517_A2["x"]})
    with pytest.raises(UnusableInput, match=r"^invalid-key: in a JWK: "):
        jwk.read_private({**RFC_7517_A2, "d": base64url(p256.curve.n.to_bytes(32, "big"))})
    with pytest.raises(UnusableInput, match=r"^invalid-key: in a JWK: "):
        jwk.read_private({**RFC_7517_A2, "d": base64url(bytes(32))})


def test_an_eddsa_key_that_is_no_point_is_a_key() -> None:
    """Which octets decode is for the rule set to say."""
    octets = b"\2" + bytes(31)
    key = jwk.read_public({**public(RFC_8037_A1), "x": base64url(octets)})
    assert key == ed25519.public_key(octets)
    with pytest.raises(InvalidPoint):
        key.validate()  # type: ignore[union-attr]


# ---------------------------------------------------------------- other keys


@every_scheme
def test_private_where_public_is_wanted_and_the_reverse(scheme: Any) -> None:
    members, name = jwk.to_object(key_of(scheme)), scheme.name
    article = "an" if name[0] == "E" else "a"
    detail = f"got {article} {name} private key (with d), wanted a public key"
    refused(jwk.read_public, members, "wrong-key", detail)
    refused(jwk.read_public, {**members, "d": None}, "wrong-key", detail)
    detail = f"got {article} {name} public key (without d), wanted a private key"
    refused(jwk.read_private, public(members), "wrong-key", detail)


WANTED = "wanted an Ed25519, Ed448 or ECDSA key"


@pytest.mark.parametrize(
    ("members", "code", "detail"),
    [
        ({"kty": "RSA", "n": "AQAB", "e": "AQAB"}, "wrong-key", f"got an RSA key, {WANTED}"),
        ({"kty": "oct", "k": "AA"}, "wrong-key", f"got a symmetric key (kty oct), {WANTED}"),
        ({"kty": "AKP", "alg": "ML-DSA-44"}, "wrong-key", f"got a post-quantum key (kty AKP), {WANTED}"),
        ({"kty": "ec", "crv": "P-256"}, "wrong-key", f"got a key of kty 'ec', {WANTED}"),
        ({"kty": "OKP", "crv": "X25519", "x": "AA"}, "wrong-key", f"got an X25519 key, {WANTED}"),
        ({"kty": "OKP", "crv": "X448", "x": "AA"}, "wrong-key", f"got an X448 key, {WANTED}"),
        ({"kty": "EC", "crv": "P-521"}, "unsupported", "got the curve 'P-521', wanted P-256 or P-384 or secp256k1"),
        ({"kty": "EC", "crv": "p256"}, "unsupported", "got the curve 'p256', wanted P-256 or P-384 or secp256k1"),
        ({"kty": "OKP", "crv": "ed25519"}, "unsupported", "got the curve 'ed25519', wanted Ed25519 or Ed448"),
        ({"kty": "OKP", "crv": "P-256"}, "bad-encoding", "got the curve P-256 with kty OKP, where it doesn't belong"),
        ({"kty": "EC", "crv": "Ed448"}, "bad-encoding", "got the curve Ed448 with kty EC, where it doesn't belong"),
        ({"keys": [RFC_8037_A1]}, "wrong-key", "got a JWK Set, wanted one of its keys"),
        ({}, "bad-encoding", "kty is missing"),
    ],
)
def test_other_keys_are_named(members: dict[str, object], code: str, detail: str) -> None:
    for read in jwk.read_private, jwk.read_public:
        refused(read, members, code, detail)
        refused(read, json.dumps(members), code, detail)


@pytest.mark.parametrize("value", [None, 1, ["kty"], jwk, ("kty", "EC")])
def test_wrong_types(value: Any) -> None:
    for call in (
        *(jwk.read_private, jwk.read_public, jwk.write_private, jwk.write_public),
        *(jwk.to_object, jwk.thumbprint),
    ):
        with pytest.raises(TypeError):
            call(value)


def test_a_private_key_is_not_written_as_a_public_one() -> None:
    with pytest.raises(TypeError):
        jwk.write_public(key_of(p256))  # type: ignore[arg-type]
    with pytest.raises(TypeError):
        jwk.write_private(key_of(p256).public_key)  # type: ignore[arg-type]


# ---------------------------------------------------------------- JSON


@pytest.mark.parametrize(
    ("octets", "detail"),
    [
        (b"", "no JSON: Expecting value, at character 1"),
        (b"[]", "no JSON object"),
        (b'"EC"', "no JSON object"),
        (b'{"kty": "EC", "kty": "OKP"}', "duplicate key 'kty'"),
        (b'{"kty": "EC", "x": {"a": 1, "a": 1}}', "duplicate key 'a'"),
        (b'{"kty": 0.' + b"9" * 640 + b"}", "a number of 642 characters"),
        (b'{"kty": NaN}', "NaN is no JSON number"),
        (b'{"kty": "\xff"}', "no UTF-8, at octet 10"),
        (b'{"kty": ' + b"[" * 100_000, f"nested deeper than {MAX_DEPTH}"),
        (b" " * MAX_LENGTH + b"1", f"longer than {MAX_LENGTH} octets"),
    ],
)
def test_what_is_no_json_object(octets: bytes, detail: str) -> None:
    begin = time.monotonic()
    refused(jwk.read_public, octets, "bad-encoding", detail)
    assert time.monotonic() - begin < 5


@pytest.mark.parametrize("octets", [b'{"d": "secret"', b'{"d": "secret\xff"}'])
def test_no_error_holds_the_text_in_its_context(octets: bytes) -> None:
    with pytest.raises(UnusableInput) as caught:
        jwk.read_private(octets)
    error: BaseException | None = caught.value
    while error is not None:
        assert "secret" not in repr((error.args, vars(error), getattr(error, "doc", ""), getattr(error, "object", "")))
        error = error.__context__


def test_a_lone_surrogate_in_a_str() -> None:
    refused(jwk.read_private, '{"kty": "\ud800"}', "bad-encoding", "no UTF-8, at octet 10")


def test_members_of_4_mib_take_linear_time() -> None:
    begin = time.monotonic()
    for name in RFC_7517_A2:
        with pytest.raises(UnusableInput) as caught:
            jwk.read_private(json.dumps({**RFC_7517_A2, name: "A" * (MAX_LENGTH - 300)}))
        assert len(caught.value.detail) < 200
    assert time.monotonic() - begin < 10


def test_a_strict_object() -> None:
    assert read_object(b' {"a": [1, {"a": null}]}\r\n') == {"a": [1, {"a": None}]}


def key_or_fault(read: Callable[[Any], Any], data: object) -> str:
    """The error's text, or nothing where a key is read."""
    try:
        jwk.to_object(read(data))
    except UnusableInput as error:
        return str(error)
    return ""


json_values = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=5) | st.sampled_from([*RFC_8037_A1]),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=3), inner, max_size=3),
    max_leaves=5,
)
names = st.sampled_from(["kty", "crv", "x", "y", "d", "keys"])


@given(st.dictionaries(names, json_values), st.sampled_from([{}, RFC_7517_A2, RFC_8037_A1]))
def test_any_members_give_a_key_or_unusable_input(changes: dict[str, Any], members: dict[str, str]) -> None:
    for data in {**members, **changes}, json.dumps({**members, **changes}):
        fault = key_or_fault(jwk.read_private, data) + key_or_fault(jwk.read_public, data)
        assert fault
        assert members.get("d", "no d") not in fault


@given(st.binary() | st.text().map(str.encode))
def test_any_octets_give_unusable_input(octets: bytes) -> None:
    for read in jwk.read_private, jwk.read_public:
        with pytest.raises(UnusableInput):
            read(octets)


@given(st.data())
def test_a_damaged_jwk_gives_a_key_or_unusable_input(data: st.DataObject) -> None:
    written = bytearray(jwk.write_private(key_of(data.draw(st.sampled_from(SCHEMES)))))
    at = data.draw(st.integers(0, len(written) - 1))
    written[at : at + data.draw(st.integers(0, 3))] = data.draw(st.binary(max_size=2))
    assert key_or_fault(jwk.read_private, bytes(written)) + key_or_fault(jwk.read_public, bytes(written))
