"""Raw keys: every length, the halves of 64 and 114 octets, and points in each form of SEC 1."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from containers import ECDSA, EDDSA, SCHEMES, fault, key_of, key_or_none
from ecref import ed448, ed448ph, ed25519, ed25519ctx, ed25519ph
from ecref.formats import raw

# ---------------------------------------------------------------- private


@pytest.mark.parametrize("name", SCHEMES)
def test_a_seed_or_a_scalar(name: str) -> None:
    key = key_of(name)
    assert raw.read_private(key.private_bytes(), SCHEMES[name]) == key
    assert raw.read_private(memoryview(key.private_bytes()), SCHEMES[name]) == key


@pytest.mark.parametrize("scheme", [ed25519, ed25519ctx, ed25519ph, ed448, ed448ph], ids=lambda s: str(s.name))
def test_a_seed_with_its_public_half(scheme: Any) -> None:
    size = scheme.curve.size
    seed = bytes(range(size))
    key = scheme.private_key(seed)
    public = key.public_key.to_bytes()
    assert raw.read_private(seed + public, scheme) == key
    assert raw.read_private(seed + public, scheme).scheme is scheme
    for bit in range(8 * size):
        wrong = bytearray(public)
        wrong[bit // 8] ^= 1 << bit % 8
        assert fault(raw.read_private, seed + bytes(wrong), scheme) == (
            "invalid-key: the public half is not that of the private half"
        )


def test_a_key_of_libsodium() -> None:
    """RFC 8032, 7.1, TEST 2, as crypto_sign_keypair gives it."""
    seed = bytes.fromhex("4ccd089b28ff96da9db6c346ec114e0f5b8a319f35aba624da8cf6ed4fb8a6fb")
    public = bytes.fromhex("3d4017c3e843895a92b70aa74d1b7ebc9c982ccf2ec4968cc0cd55f12af4660c")
    assert raw.read_private(seed + public, ed25519).public_key.to_bytes() == public


@pytest.mark.parametrize("name", EDDSA)
def test_other_lengths_of_eddsa(name: str) -> None:
    size = {"Ed25519": 32, "Ed448": 57}[name]
    for length in {*range(4 * size), 1 << 20} - {size, 2 * size}:
        hint = "; 56 are a key of X448" if (name, length) == ("Ed448", 56) else ""
        wanted = f"wanted {size} or {2 * size} of {name}{hint}"
        assert fault(raw.read_private, bytes(length), SCHEMES[name]) == f"bad-length: got {length} octets, {wanted}"


@pytest.mark.parametrize("name", ECDSA)
def test_other_lengths_and_values_of_a_scalar(name: str) -> None:
    n = SCHEMES[name].curve.n  # type: ignore[union-attr]
    width = {"P-256": 32, "P-384": 48, "secp256k1": 32}[name]
    for length in {*range(4 * width), 1 << 20} - {width}:
        detail = f"bad-length: got a scalar of {length} octets, wanted {width}"
        assert fault(raw.read_private, bytes(length), SCHEMES[name]) == detail
    for d in 0, n, (1 << 8 * width) - 1:
        assert fault(raw.read_private, d.to_bytes(width, "big"), SCHEMES[name]) == (
            "invalid-key: the private key lies outside [1, n-1]"
        )


# ---------------------------------------------------------------- expanded


@pytest.mark.parametrize("name", EDDSA)
def test_an_expanded_key_signs_as_its_seed_does(name: str) -> None:
    key, size = key_of(name), SCHEMES[name].curve.size
    expanded = raw.read_expanded(key.s.to_bytes(size, "little") + key.prefix, SCHEMES[name])
    assert expanded.public_key == key.public_key
    assert expanded.sign(b"message") == key.sign(b"message")
    with pytest.raises(TypeError, match=r"^an expanded key must be bytes, not str$"):
        raw.read_expanded("00", SCHEMES[name])  # type: ignore[arg-type]


@pytest.mark.parametrize("name", EDDSA)
def test_an_expanded_key_is_never_taken_for_a_seed_with_its_public_half(name: str) -> None:
    key, size = key_of(name), SCHEMES[name].curve.size
    octets = key.s.to_bytes(size, "little") + key.prefix
    assert fault(raw.read_private, octets, SCHEMES[name]) == (
        "invalid-key: the public half is not that of the private half"
    )


@pytest.mark.parametrize("name", ECDSA)
def test_ecdsa_has_no_expanded_keys(name: str) -> None:
    assert fault(raw.read_expanded, bytes(64), SCHEMES[name]) == f"unsupported: {name} has no expanded keys"


# ---------------------------------------------------------------- public


@pytest.mark.parametrize("name", EDDSA)
def test_public_keys_of_eddsa(name: str) -> None:
    key, size = key_of(name).public_key, SCHEMES[name].curve.size
    assert raw.read_public(key.to_bytes(), SCHEMES[name]) == key
    assert raw.read_public(bytearray(key.to_bytes()), SCHEMES[name]) == key
    for length in {*range(4 * size), 1 << 20} - {size}:
        hint = "; 56 are a key of X448" if (name, length) == ("Ed448", 56) else ""
        detail = f"bad-length: got {length} octets, wanted {size} of {name}{hint}"
        assert fault(raw.read_public, bytes(length), SCHEMES[name]) == detail


@pytest.mark.parametrize("name", ECDSA)
def test_points(name: str) -> None:
    key = key_of(name).public_key
    point = key.to_bytes()
    assert raw.read_public(point, SCHEMES[name]) == key
    assert raw.read_public(key.to_bytes(compressed=True), SCHEMES[name]) == key
    for hybrid in b"\6", b"\7":
        assert fault(raw.read_public, hybrid + point[1:], SCHEMES[name]) == (
            "bad-encoding: a hybrid point; wanted one that begins with 02, 03 or 04"
        )
    assert fault(raw.read_public, point[:-1] + bytes([point[-1] ^ 1]), SCHEMES[name]).startswith("invalid-key: ")
    assert fault(raw.read_public, b"\0", SCHEMES[name]) == "invalid-key: the point at infinity"


@pytest.mark.parametrize("name", ECDSA)
def test_a_compressed_point_with_no_root(name: str) -> None:
    """Half of all x have none, by Euler's criterion."""
    scheme: Any = SCHEMES[name]
    E, roots = scheme.curve, []
    for x in range(1, 41):
        roots.append(pow(x**3 + E.a * x + E.b, E.p // 2, E.p) == 1)
        octets = b"\2" + x.to_bytes(E.size, "big")
        if roots[-1]:
            assert raw.read_public(octets, scheme).to_bytes(compressed=True) == octets  # type: ignore[call-arg]
        else:
            assert fault(raw.read_public, octets, scheme) == "invalid-key: no point of the curve has this x"
    assert len(set(roots)) == 2


@given(octets=st.binary(max_size=130), name=st.sampled_from(list(SCHEMES)))
def test_any_octets(octets: bytes, name: str) -> None:
    for read in raw.read_private, raw.read_public:
        key_or_none(lambda data, read=read: read(data, SCHEMES[name]), octets)  # type: ignore[misc]


@pytest.mark.parametrize("wrong", ["00" * 32, None, 32], ids=lambda wrong: type(wrong).__name__)
def test_wrong_types(wrong: Any) -> None:
    for scheme in SCHEMES.values():
        with pytest.raises(TypeError, match=r"^a private key must be bytes, not "):
            raw.read_private(wrong, scheme)
        with pytest.raises(TypeError, match=r"^a public key must be bytes, not "):
            raw.read_public(wrong, scheme)
