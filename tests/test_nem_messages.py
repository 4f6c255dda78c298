"""NEM's encrypted messages: as nem-ed25519 and NEM have them, and what can't be read told with one text."""

from __future__ import annotations

import json
import re
import sys
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from ecref import nem
from ecref.errors import InvalidPoint, UnusableInput
from ecref.nem import messages
from ecref.nem.messages import encrypted
from write_nem_values import ENCRYPTED, FILE, Library, octets, point_of_order_8, secret

VALUES: dict[str, list[list[Any]]] = json.loads(FILE.read_text("utf-8"))
CURVE = nem.ed25519.curve
SK, PK = secret(0), nem.secret2public(secret(1))


def refusal(data: bytes, sk: bytes = SK, pk: bytes = PK, padding: str = "pkcs7") -> tuple[str, str] | None:
    """Code and detail with which a message isn't read; None where it is."""
    try:
        nem.decrypt(sk, pk, data, padding=padding)
    except UnusableInput as fault:
        return fault.code, fault.detail
    return None


# ---------------------------------------------------------------- other implementations


def test_a_value_that_nem_published() -> None:
    """Of AesCbcCipherTest in Symbol's SDK, for NEM's messages of this form."""
    sk = bytes.fromhex("3140f94c79f249787d1ec75a97a885980eb8f0a7d9b7aa03e7200296e422b2b6")
    pk = bytes.fromhex("9791eccfa059dc3aaf27189a18b130fb592159bb8e87491640c30f0945b0433c")
    salt = bytes.fromhex("ac6c43d4ecb3e9bc1753218d5c5ad0b91b053a2b7ffa3a0e0e65d0085fb38d79")
    iv = bytes.fromhex("f15e192b633554afdc2eda91fc1ead4e")
    message = bytes.fromhex("86ddb9e713a8ebf67a51830eff03b837e147c20d75e67b2a54aa29e98c")
    blocks = bytes.fromhex("ecfb59733e063f2c2666e1fa77ce6449e8540b74f398395e9f06a683b72c246e")
    assert encrypted(sk, pk, message, salt, iv) == salt + iv + blocks
    assert nem.decrypt(sk, pk, salt + iv + blocks) == message


@pytest.mark.parametrize(("sk", "pk", "message", "data"), VALUES["written"])
def test_what_nem_ed25519_writes(sk: str, pk: str, message: str, data: str) -> None:
    own, other, written = bytes.fromhex(sk), bytes.fromhex(pk), bytes.fromhex(data)
    assert nem.decrypt(own, other, written, padding="nem-ed25519").hex() == message
    if len(message) // 2 % 32 >= 16:
        assert nem.decrypt(own, other, written).hex() == message
        assert encrypted(own, other, bytes.fromhex(message), written[:32], written[32:48]) == written
    else:
        assert refusal(written, own, other) == refusal(b"")


@pytest.mark.parametrize(("sk", "pk", "data", "message"), VALUES["read"])
def test_what_nem_ed25519_reads(sk: str, pk: str, data: str, message: str) -> None:
    own, other, written = bytes.fromhex(sk), bytes.fromhex(pk), bytes.fromhex(data)
    assert message == octets("message", len(message) // 2, len(message) // 2).hex()
    assert nem.decrypt(own, other, written).hex() == message
    assert encrypted(own, other, bytes.fromhex(message), written[:32], written[32:48]) == written


def test_the_values_reach_every_kind_of_padding() -> None:
    assert [len(row[2]) // 2 for row in VALUES["written"]] == [len(row[3]) // 2 for row in VALUES["read"]] == ENCRYPTED
    assert {size % 32 >= 16 for size in ENCRYPTED} == {True, False}


def test_new_messages_both_ways() -> None:
    try:
        library = Library()
    except ImportError:
        pytest.skip("nem-ed25519 0.0.11 isn't here; it builds on Python 3.10 only")
    (one, one_public), (other, other_public) = nem.generate_keypair(), nem.generate_keypair()
    for size in range(100):
        message = octets("new message", size, size)
        assert library.decrypt(other, one_public, nem.encrypt(one, other_public, message)) == message
        data = library.encrypt(one, other_public, message, octets("salt", size, 32), octets("iv", size, 16))
        assert nem.decrypt(other, one_public, data, padding="nem-ed25519") == message
        assert (refusal(data, other, one_public) is None) == (size % 32 >= 16)


# ---------------------------------------------------------------- writing and reading


@settings(max_examples=20)
@given(st.binary(max_size=100))
def test_a_message_is_read_by_both_sides(message: bytes) -> None:
    (one, one_public), (other, other_public) = nem.generate_keypair(), nem.generate_keypair()
    data = nem.encrypt(one, other_public, message)
    assert len(data) == 48 + len(message) // 16 * 16 + 16
    assert nem.decrypt(other, one_public, bytearray(data)) == nem.decrypt(one, other_public, data) == message


def test_salt_and_iv_are_new_for_each_message() -> None:
    written = [nem.encrypt(SK, PK, b"message") for _ in range(3)]
    assert len({data[:32] for data in written}) == len({data[32:48] for data in written}) == 3


def test_each_octet_of_the_salt_counts() -> None:
    salt = bytes(range(32))
    keys = {messages._key(SK, PK, salt[:i] + b"\xff" + salt[i + 1 :]) for i in range(32)}
    assert len(keys) == 32


def forged(padded: bytes) -> bytes:
    """The data of a message whose padding is already there."""
    salt, iv = bytes(32), bytes(16)
    cipher = messages._cipher(messages._key(SK, PK, salt), iv).encryptor()
    return salt + iv + cipher.update(padded)


@pytest.mark.parametrize(("padding", "longest"), [("pkcs7", 16), ("nem-ed25519", 32)])
def test_paddings_are_exact(padding: str, longest: int, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(messages, "_key", lambda *arguments: arguments[2])  # the salt: quick
    for n in range(256):
        data = forged(bytes([n]) * 64)
        if 1 <= n <= longest:
            assert nem.decrypt(SK, PK, data, padding=padding) == bytes([n]) * (64 - n)
        else:
            assert refusal(data, padding=padding) == refusal(b"")
    for n in range(1, longest + 1):
        for i in range(1, n):
            padded = bytearray([n] * 64)
            padded[63 - i] ^= 1
            assert refusal(forged(bytes(padded)), padding=padding) == refusal(b"")
            assert nem.decrypt(SK, PK, forged(bytes([n + 1]) * (64 - n) + bytes([n]) * n), padding=padding)[-1] == n + 1


def test_nem_ed25519s_padding_comes_to_a_multiple_of_32() -> None:
    assert nem.decrypt(SK, PK, forged(b"\1" * 48)) == b"\1" * 47
    assert refusal(forged(b"\1" * 48), padding="nem-ed25519") == refusal(b"")


@pytest.mark.parametrize("padding", ["", "PKCS7", "none", "x" * 10**6])
def test_a_padding_that_is_not_there(padding: str) -> None:
    with pytest.raises(UnusableInput, match="there are pkcs7, nem-ed25519") as error:
        nem.decrypt(SK, PK, bytes(64), padding=padding)
    assert error.value.code == "unsupported"
    assert len(str(error.value)) < 200


@pytest.mark.parametrize("padding", [None, b"pkcs7", 16, ["pkcs7"]])
def test_a_padding_is_named_by_a_str(padding: Any) -> None:
    with pytest.raises(TypeError):
        nem.decrypt(SK, PK, bytes(64), padding=padding)


# ---------------------------------------------------------------- what can't be read


def test_one_text_for_all_that_can_not_be_read() -> None:
    message = octets("message", 0, 40)
    data = encrypted(SK, PK, message, octets("salt", 0, 32), octets("iv", 0, 16))
    sk, pk, _, theirs = map(bytes.fromhex, VALUES["written"][0])
    assert refusal(data) is None
    refusals = {
        refusal(b""),
        refusal(data[:47]),
        refusal(data[:48]),
        refusal(data[:63]),
        refusal(data[:-1]),
        refusal(data[:-16]),
        refusal(data + b"\0"),
        refusal(data + bytes(16)),
        refusal(octets("other salt", 0, 32) + data[32:]),
        refusal(data[:-1] + bytes([data[-1] ^ 1])),
        refusal(data, sk=secret(2)),
        refusal(data, pk=nem.secret2public(secret(2))),
        refusal(data, padding="nem-ed25519"),
        refusal(theirs, sk, pk),
    }
    text = "this is no message between these keys with this padding, or it is damaged"
    assert refusals == {("bad-encoding", text)}


def test_nothing_authenticates_a_message() -> None:
    """The documentation warns of it: a change of the IV is a change of the first block."""
    data = bytearray(encrypted(SK, PK, b"pay 1", bytes(32), bytes(16)))
    data[32 + 4] ^= ord("1") ^ ord("9")
    assert nem.decrypt(SK, PK, data) == b"pay 9"


@settings(max_examples=50)
@given(st.binary(max_size=200), st.binary(min_size=30, max_size=34), st.sampled_from(["pkcs7", "nem-ed25519"]))
def test_any_octets_are_read_or_refused(data: bytes, pk: bytes, padding: str) -> None:
    found = refusal(data, pk=pk, padding=padding)
    assert found is None or found[0] in {"bad-encoding", "bad-length", "invalid-key"}


# ---------------------------------------------------------------- public keys


def test_a_key_of_small_order_is_refused() -> None:
    T, P, p = point_of_order_8(), CURVE.identity, CURVE.p
    encodings = set()
    for _ in range(8):
        P += T
        canonical = P.encode()
        encodings.add(canonical)
        y = int.from_bytes(canonical, "little")
        if P.affine()[0] == 0:
            encodings.add((y | 1 << 255).to_bytes(32, "little"))
        if P.affine()[1] < 19:
            encodings.add((y + p).to_bytes(32, "little"))
    assert len(encodings) == 8 + 2 + 3  # each point; x = 0 with the sign; y = 0 and 1 with p added
    for pk in encodings:
        with pytest.raises(InvalidPoint, match="invalid-key: the public key has a small order") as error:
            nem.encrypt(SK, pk, b"")
        assert error.value.fault == "small-order"
        assert refusal(bytes(64), pk=pk) == ("invalid-key", error.value.detail)


def test_a_key_that_is_no_point_is_refused() -> None:
    with pytest.raises(InvalidPoint, match="invalid-key: no point of the curve has this y"):
        nem.encrypt(SK, (2).to_bytes(32, "little"), b"")


def test_a_key_of_mixed_order_shares_the_point_of_its_part_of_order_L() -> None:
    A = CURVE.decode(PK)
    mixed = (A + point_of_order_8()).encode()
    assert mixed != PK
    assert messages._key(SK, mixed, bytes(32)) == messages._key(SK, PK, bytes(32))


def test_a_key_is_decoded_as_ref10_decodes_it() -> None:
    """y + p for y, of the points that have such an encoding and no small order."""
    points = []
    for y in range(2, 19):
        try:
            CURVE.decode(y.to_bytes(32, "little"))
        except InvalidPoint:
            continue
        points.append((y.to_bytes(32, "little"), (y + CURVE.p).to_bytes(32, "little")))
    assert points
    for canonical, other in points:
        assert messages._key(SK, other, bytes(32)) == messages._key(SK, canonical, bytes(32))


def test_8_L_is_longer_than_a_scalar() -> None:
    """What the proof that only keys of small order share the identity rests on."""
    assert 8 * CURVE.L > 2**255 > 2 ** (nem.ed25519.n + 1) - 1


# ---------------------------------------------------------------- AES


def test_without_cryptography_the_error_names_an_extra(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "cryptography.hazmat.primitives.ciphers", None)
    with pytest.raises(UnusableInput, match="NEM's messages need AES") as error:
        nem.encrypt(SK, PK, b"")
    assert refusal(bytes(64)) == (error.value.code, error.value.detail)
    assert error.value.code == "unsupported"
    named = re.search(r"pip install 'ecref\[(\w+)\]'", error.value.detail)
    assert named is not None
    project = (Path(__file__).parent.parent / "pyproject.toml").read_text("utf-8")
    extra = re.search(rf"^{named[1]} = \[.*?^\]", project, re.DOTALL | re.MULTILINE)
    assert extra is not None
    assert '"cryptography>=' in extra[0]
    nem.verify(b"", nem.sign(b"", SK), nem.secret2public(SK))
