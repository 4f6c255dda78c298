"""NEM's Ed25519: as nem-ed25519 and NEM's own vectors have it, under the rule set ref10, and not Ed25519."""

from __future__ import annotations

import io
import json
import pickle
from typing import TYPE_CHECKING, Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import ecref
from ecref import nem
from ecref.eddsa import SCHEMES
from ecref.errors import InvalidSignature, UnusableInput
from ecref.formats import dump_private_key, dump_public_key
from ecref.formats.schemes import scheme_named
from ecref.hashes import HASH_NAMES, hash_named
from ecref.nem.signing import private_key
from write_nem_values import FILE, Library, cases, octets, secret, text, values

if TYPE_CHECKING:
    from collections.abc import Callable

VALUES: dict[str, list[list[Any]]] = json.loads(FILE.read_text("utf-8"))
JUDGED = {name: (message, signature, pk, accepted) for name, message, signature, pk, accepted in VALUES["judged"]}
REASONS = {  # of ecref, under ref10; None: valid
    "valid": None,
    "another message": "mismatch",
    "another R": "mismatch",
    "another S": "mismatch",
    "S + L": "s-out-of-range",
    "S = 0 and A = O": None,
    "R = O, not canonical, and A = O": "mismatch",
    "no point": "A-not-on-curve",
    "A = 0, of order 4": None,
    "A of mixed order, 8 divides k mod L only": None,
    "A of mixed order, 8 divides k only": "mismatch",
}
# nem-ed25519 takes S modulo L, hashes R as it would encode it, and doesn't reduce k: docs/nem.md says so.
DIFFERENT = {
    "S + L",
    "R = O, not canonical, and A = O",
    "A of mixed order, 8 divides k mod L only",
    "A of mixed order, 8 divides k only",
}


def judgement(message: bytes, signature: bytes, pk: bytes) -> str | None:
    """The reason why nem.verify refuses a signature; None where it accepts."""
    try:
        nem.verify(message, signature, pk)
    except InvalidSignature as fault:
        return fault.reason
    return None


# ---------------------------------------------------------------- other implementations


def test_values_that_nem_published() -> None:
    """One of 1.test-keys.dat and one of 2.test-sign.dat, of NEM's test vectors."""
    sk = bytes.fromhex("575dbb3062267eff57c970a336ebbc8fbcfe12c5bd3ed7bc11eb0481d7704ced")
    assert nem.secret2public(sk).hex() == "c5f54ba980fcbb657dbaaa42700539b207873e134d2375efeab5f1ab52f87844"
    sk = bytes.fromhex("abf4cf55a2b3f742d7543d9cc17f50447b969e6e06f5ea9195d428ab12b7318d")
    message = "8ce03cd60514233b86789729102ea09e867fc6d964dea8c2018ef7d0a2e0e24bf7e348e917116690b9"
    assert nem.sign(bytes.fromhex(message), sk).hex() == (
        "d9cec0cc0e3465fab229f8e1d6db68ab9cc99a18cb0435f70deb6100948576cd"
        "5c0aa1feb550bdd8693ef81eb10a556a622db1f9301986827b96716a7134230c"
    )


@pytest.mark.parametrize(("sk", "pk"), VALUES["keys"])
def test_keys_are_those_of_nem_ed25519(sk: str, pk: str) -> None:
    assert nem.secret2public(bytes.fromhex(sk)).hex() == pk


@pytest.mark.parametrize(("message", "sk", "signature"), VALUES["signed"])
def test_signatures_are_those_of_nem_ed25519(message: str, sk: str, signature: str) -> None:
    assert nem.sign(bytes.fromhex(message), bytes.fromhex(sk)).hex() == signature
    pk = nem.secret2public(bytes.fromhex(sk))
    assert nem.verify(bytes.fromhex(message), bytes.fromhex(signature), pk) is None  # type: ignore[func-returns-value]


@pytest.mark.parametrize("name", REASONS)
def test_verdicts_beside_those_of_nem_ed25519(name: str) -> None:
    message, signature, pk, accepted = JUDGED[name]
    assert judgement(bytes.fromhex(message), bytes.fromhex(signature), bytes.fromhex(pk)) == REASONS[name]
    assert (accepted == (REASONS[name] is None)) == (name not in DIFFERENT)


def test_the_recorded_cases_are_all_of_them() -> None:
    assert list(JUDGED) == list(REASONS) == [name for name, *_ in cases()]


@pytest.fixture
def library() -> Library:
    """nem-ed25519 itself."""
    try:
        return Library()
    except ImportError:
        pytest.skip("nem-ed25519 0.0.11 isn't here; it builds on Python 3.10 only")


def test_the_values_are_what_nem_ed25519_gives(library: Library) -> None:
    assert text(values(library)) == FILE.read_text("utf-8")


def test_new_keys_and_messages_both_ways(library: Library) -> None:
    for size in range(100):
        sk, pk = nem.generate_keypair()
        message = octets("new message", size, size)
        signature = nem.sign(message, sk)
        assert library.public_key(sk) == pk
        assert library.sign(message, sk, pk) == signature
        assert library.verify(message, signature, pk)


# ---------------------------------------------------------------- what it is


def test_a_private_key_is_a_seed_back_to_front(monkeypatch: pytest.MonkeyPatch) -> None:
    seed = bytes(range(32))
    monkeypatch.setattr("secrets.token_bytes", lambda size: seed[:size])
    sk, pk = nem.generate_keypair()
    assert sk == seed[::-1]
    assert pk == nem.secret2public(sk) == nem.ed25519.private_key(seed).public_key.to_bytes()


def test_key_pairs_are_new() -> None:
    pairs = [nem.generate_keypair() for _ in range(3)]
    assert len(set(pairs)) == 3
    assert all(nem.secret2public(sk) == pk for sk, pk in pairs)
    assert {(len(sk), len(pk), type(sk), type(pk)) for sk, pk in pairs} == {(32, 32, bytes, bytes)}


@settings(max_examples=20)
@given(st.binary(min_size=32, max_size=32), st.binary(max_size=200), st.integers(0, 511))
def test_what_is_signed_verifies_and_what_is_changed_does_not(sk: bytes, message: bytes, bit: int) -> None:
    signature, pk = nem.sign(message, sk), nem.secret2public(sk)
    assert judgement(message, signature, pk) is None
    changed = (int.from_bytes(signature, "little") ^ 1 << bit).to_bytes(64, "little")
    assert judgement(message, changed, pk) in {"mismatch", "s-out-of-range"}
    assert judgement(message + b"\0", signature, pk) == "mismatch"


def test_neither_ed25519_verifies_what_the_other_signs() -> None:
    sk, message = secret(0), b"message"
    ours, theirs = ecref.ed25519.private_key(sk[::-1]), private_key(sk)
    assert ours.public_key.to_bytes() != theirs.public_key.to_bytes()
    assert judgement(message, ours.sign(message), ours.public_key.to_bytes()) == "mismatch"
    standard = ecref.ed25519.public_key(theirs.public_key.to_bytes())
    assert standard.verdict(theirs.sign(message), message, rules="ref10").reason == "mismatch"
    assert ours != theirs
    assert ours.public_key != nem.ed25519.public_key(ours.public_key.to_bytes())


def test_the_record_has_all_that_a_scheme_has() -> None:
    key = private_key(secret(1))
    steps: list[tuple[str, str, bytes]] = []
    signature = key.sign(b"message", steps=steps)
    assert [name for _, name, _ in steps] == ["s", "prefix", "A", "r", "R", "k", "S"]
    assert key.public_key.prepare().verdict(signature, b"message", rules="ref10")
    nem.ed25519.verify_batch([(key.public_key, signature, b"message")] * 2)
    assert pickle.loads(pickle.dumps(key.public_key)) == key.public_key
    assert pickle.loads(pickle.dumps(nem.ed25519)) == nem.ed25519
    assert repr(key) == f"<Ed25519-NEM private key of {key.public_key.to_bytes().hex()}>"


def test_it_is_no_default_scheme_and_its_hash_none_of_ecdsas() -> None:
    assert nem.ed25519.name not in SCHEMES
    assert "nem" not in ecref.__all__
    assert "Keccak-512" not in HASH_NAMES
    for call in (lambda: hash_named("Keccak-512"), lambda: scheme_named(nem.ed25519.name)):
        with pytest.raises(UnusableInput) as error:
            call()
        assert error.value.code == "unsupported"


def test_no_container_takes_its_keys() -> None:
    key = private_key(secret(2))
    for form in ("pkcs8-pem", "jwk", "openssh"):
        with pytest.raises(UnusableInput, match="no container names keys of Ed25519-NEM"):
            dump_private_key(key, form)
    for form in ("spki-pem", "jwk", "openssh"):
        with pytest.raises(UnusableInput, match="no container names keys of Ed25519-NEM"):
            dump_public_key(key.public_key, form)


# ---------------------------------------------------------------- arguments


def test_a_message_may_be_a_file() -> None:
    sk, message = secret(3), octets("file", 0, 1000)
    signature = nem.sign(io.BytesIO(message), sk)
    assert signature == nem.sign(message, sk)
    nem.verify(io.BytesIO(message), signature, nem.secret2public(sk))


def test_octets_may_stand_in_a_buffer() -> None:
    sk = secret(4)
    pk = nem.secret2public(bytearray(sk))
    signature = nem.sign(bytearray(b"message"), memoryview(sk))
    nem.verify(memoryview(b"message"), bytearray(signature), memoryview(pk))


@pytest.mark.parametrize("size", [0, 31, 33, 64])
@pytest.mark.parametrize(
    "call",
    [
        nem.secret2public,
        lambda key: nem.sign(b"", key),
        lambda key: nem.verify(b"", bytes(64), key),
        lambda key: nem.encrypt(key, bytes(32), b""),
        lambda key: nem.encrypt(bytes(32), key, b""),
        lambda key: nem.decrypt(key, bytes(32), bytes(64)),
        lambda key: nem.decrypt(bytes(32), key, bytes(64)),
    ],
)
def test_a_key_of_another_length(call: Callable[[bytes], object], size: int) -> None:
    with pytest.raises(UnusableInput, match=f"got a (seed|public key) of {size} octets, wanted 32") as error:
        call(b"\x5a" * size)
    assert error.value.code == "bad-length"
    assert "5a5a" not in str(error.value)


@pytest.mark.parametrize("size", [0, 32, 63, 65])
def test_a_signature_of_another_length(size: int) -> None:
    assert judgement(b"", bytes(size), nem.secret2public(secret(0))) == "signature-length"


@pytest.mark.parametrize("wrong", ["00" * 32, None, 7, [0] * 32])
@pytest.mark.parametrize(
    "call",
    [
        nem.secret2public,
        lambda wrong: nem.sign(b"", wrong),
        lambda wrong: nem.verify(b"", bytes(64), wrong),
        lambda wrong: nem.verify(b"", wrong, bytes(32)),
        lambda wrong: nem.encrypt(wrong, bytes(32), b""),
        lambda wrong: nem.encrypt(secret(0), wrong, b""),
        lambda wrong: nem.encrypt(secret(0), nem.secret2public(secret(1)), wrong),
        lambda wrong: nem.decrypt(wrong, bytes(32), bytes(64)),
        lambda wrong: nem.decrypt(secret(0), wrong, bytes(64)),
        lambda wrong: nem.decrypt(secret(0), bytes(32), wrong),
    ],
)
def test_another_type_is_a_type_error(call: Callable[[Any], object], wrong: object) -> None:
    with pytest.raises(TypeError):
        call(wrong)
