"""EdDSA over other libraries: signatures, refusals and reasons are ecref's under the library's rule set."""

from __future__ import annotations

import io
from concurrent.futures import ThreadPoolExecutor
from typing import TYPE_CHECKING

import pytest

import ecref
from ecref import InvalidSignature
from ecref.hashes import hash_named
from ecref.rules import ECDSA_RULES, EDDSA_RULES
from libraries import made
from switched import MESSAGE, NATIVE, code_of, outcome, pair, secret

if TYPE_CHECKING:
    from ecref.foreign.schemes import Implementation


@pytest.fixture(scope="module")
def cryptography() -> Implementation:
    made("cryptography")
    return ecref.implementation("cryptography")


EDWARDS = {
    **dict.fromkeys(("cryptography", "fastecdsa", "ecdsa"), ("ed25519", "ed448")),
    **dict.fromkeys(("pynacl", "pure25519"), ("ed25519",)),
    "pycryptodome": ("ed25519", "ed25519ctx", "ed25519ph", "ed448", "ed448ph"),
}


@pytest.mark.parametrize(("name", "attribute"), [(name, each) for name, have in EDWARDS.items() for each in have])
def test_eddsa_signs_and_verifies_as_ecref(name: str, attribute: str) -> None:
    made(name)
    key, own = pair(ecref.implementation(name), attribute)
    contexts: list[bytes | None] = [b"c0"] if attribute == "ed25519ctx" else [None]
    if name == "pycryptodome" and attribute != "ed25519":
        contexts.append(bytes(255))
    for context in contexts:
        for message in (b"", MESSAGE, bytes(5000)):
            signature = key.sign(message, context=context)
            assert signature == own.sign(message, context=context)
            key.public_key.verify(signature, message, context=context)
            assert key.public_key.verdict(signature, message, context=context) == own.public_key.verdict(
                signature, message, context=context
            )
            with pytest.raises(InvalidSignature, match="mismatch"):
                key.public_key.verify(signature, message + b".", context=context)


def test_messages_are_files_and_pieces_too(cryptography: Implementation) -> None:
    for attribute in ("ed25519", "p256"):
        key, own = pair(cryptography, attribute)
        signature = own.sign(MESSAGE)
        for form in (io.BytesIO, bytearray, memoryview, lambda octets: iter([octets[:3], bytearray(octets[3:])])):
            assert key.sign(form(MESSAGE)) == signature
            key.public_key.verify(signature, form(MESSAGE))
            assert key.public_key.verdict(bytearray(signature), form(MESSAGE))
        with pytest.raises(TypeError, match="a message must be bytes"):
            key.sign("text")
        with pytest.raises(TypeError, match="a signature must be bytes"):
            key.public_key.verify("text", MESSAGE)


def test_contexts(cryptography: Implementation) -> None:
    key, own = pair(cryptography, "ed448")
    signature = own.sign(MESSAGE)
    assert key.sign(MESSAGE, context=b"") == signature
    wanted = "unsupported: cryptography has no contexts"
    assert code_of(key.sign, MESSAGE, context=b"c0") == wanted
    assert code_of(key.public_key.verify, signature, MESSAGE, context=b"c0") == wanted
    for call in (key.sign, lambda *more, **named: key.public_key.verify(signature, *more, **named)):
        assert code_of(call, MESSAGE, context=bytes(256)).startswith("bad-context: got a context of 256")
    short, _ = pair(cryptography, "ed25519")
    assert code_of(short.sign, MESSAGE, context=b"") == "bad-context: Ed25519 has no context"


def test_the_reason_is_ecrefs(cryptography: Implementation) -> None:
    for attribute in ("ed25519", "ed448"):
        key, own = pair(cryptography, attribute)
        signature = own.sign(MESSAGE)
        size = own.public_key.scheme.curve.size
        L = own.public_key.scheme.curve.L
        beyond = int.from_bytes(signature[size:], "little") + L
        bad = [b"", signature[:-1], signature + b"\0", signature[:size] + beyond.to_bytes(size, "little")]
        bad += [b"\xff" * size + signature[size:], b"\2" + bytes(size - 1) + signature[size:]]
        rules = cryptography.rules(own.scheme)
        for each in bad:
            found = key.public_key.verdict(each, MESSAGE)
            assert found == own.public_key.verdict(each, MESSAGE, rules=rules)
            assert found.reason is not None
        for octets in (b"\2" + bytes(size - 1), b"\xff" * size, b"\1" + bytes(size - 1)):
            odd = getattr(cryptography, attribute).public_key(octets)
            plain = own.scheme.public_key(octets)
            assert odd.verdict(signature, MESSAGE) == plain.verdict(signature, MESSAGE, rules=rules)
            assert odd.warnings() == plain.warnings()
            assert outcome(odd.validate) == outcome(plain.validate, rules)


def test_only_the_declared_rule_set(cryptography: Implementation) -> None:
    key, own = pair(cryptography, "ed25519")
    signature = own.sign(MESSAGE)
    for rules in ("ref10", EDDSA_RULES["ref10"], None):
        key.public_key.verify(signature, MESSAGE, rules=rules)
        assert key.public_key.verdict(signature, MESSAGE, rules=rules)
        key.public_key.validate(rules)
        key.scheme.verify_batch([(key.public_key, signature, MESSAGE)], rules=rules)
    wanted = "unsupported: cryptography follows the rule set ref10 on Ed25519, not rfc8032"
    for call in (key.public_key.verify, key.public_key.verdict):
        assert code_of(call, signature, MESSAGE, rules="rfc8032") == wanted
    assert code_of(key.public_key.validate, "rfc8032") == wanted
    assert code_of(key.scheme.verify_batch, [], rules="rfc8032") == wanted
    unknown = code_of(key.public_key.verify, signature, MESSAGE, rules="mine")
    assert unknown.startswith("unsupported: no rule set 'mine'")


def test_only_the_declared_rule_set_of_ecdsa(cryptography: Implementation) -> None:
    key, own = pair(cryptography, "p384")
    signature, digest = own.sign(MESSAGE), hash_named("SHA-384").digest(MESSAGE)
    public = key.public_key
    for rules in ("fips186-5", ECDSA_RULES["fips186-5"], None):
        public.verify(signature, MESSAGE, rules=rules)
        assert public.verdict(signature, MESSAGE, rules=rules)
        public.verify_digest(signature, digest, hash="SHA-384", rules=rules)
        assert public.verdict_digest(signature, digest, hash="SHA-384", rules=rules)
    wanted = "unsupported: cryptography follows the rule set fips186-5 on P-384, not low-s"
    for call in (public.verify, public.verdict):
        assert code_of(call, signature, MESSAGE, rules="low-s") == wanted
    for call in (public.verify_digest, public.verdict_digest):
        assert code_of(call, signature, digest, hash="SHA-384", rules="low-s") == wanted


def test_steps_are_not_told(cryptography: Implementation) -> None:
    steps: list[tuple[str, str, bytes]] = []
    wanted = "unsupported: cryptography doesn't tell its steps; ecref's own schemes do"
    for attribute in ("ed25519", "p256"):
        key, own = pair(cryptography, attribute)
        signature = own.sign(MESSAGE)
        assert code_of(key.sign, MESSAGE, steps=steps) == wanted
        assert code_of(key.scheme.private_key, secret(own.scheme), steps=steps) == wanted
        assert code_of(key.public_key.verify, signature, MESSAGE, steps=steps) == wanted
        assert code_of(key.public_key.verdict, signature, MESSAGE, steps=True) == wanted
        assert key.public_key.verdict(signature, MESSAGE).steps is None
    digest = bytes(32)
    assert code_of(key.sign_digest, digest, hash="SHA-256", steps=steps) == wanted
    assert code_of(key.public_key.verify_digest, signature, digest, hash="SHA-256", steps=steps) == wanted
    assert code_of(key.public_key.verdict_digest, signature, digest, hash="SHA-256", steps=True) == wanted
    assert steps == []


def test_a_batch_is_verified_one_by_one(cryptography: Implementation) -> None:
    key, own = pair(cryptography, "ed448")
    items = [(key.public_key, own.sign(bytes([i])), bytes([i])) for i in range(4)]
    scheme = key.scheme
    scheme.verify_batch(items)
    scheme.verify_batch([(*item, b"") for item in items])
    bad = [items[0], (key.public_key, items[1][1], b"x"), (key.public_key, b"", b"x"), items[3]]
    plain = [(own.public_key, *rest) for _, *rest in bad]
    with pytest.raises(InvalidSignature) as ours:
        own.scheme.verify_batch(plain)
    with pytest.raises(InvalidSignature) as theirs:
        scheme.verify_batch(bad)
    assert theirs.value.verdicts is not None
    assert ours.value.verdicts is not None
    assert [each.reason for each in theirs.value.verdicts] == [each.reason for each in ours.value.verdicts]
    assert theirs.value.reason == "mismatch"
    assert theirs.value.detail.startswith("2 of 4 signatures; the first, number 1: ")
    assert code_of(scheme.verify_batch, []) == "bad-request: an empty batch: nothing was verified"
    other, _ = pair(cryptography, "ed25519")
    for wrong in ((own.public_key, b"", b""), (key.public_key, b""), (1, 2, 3), (other.public_key, b"", b"")):
        with pytest.raises(TypeError, match="an item of a batch is here \\(Ed448 public key over cryptography, "):
            scheme.verify_batch([wrong])


def test_many_in_threads_and_processes(cryptography: Implementation) -> None:
    keys = [pair(cryptography, attribute)[0] for attribute in NATIVE]
    items = [(key.public_key, key.sign(bytes([i])), bytes([i])) for i in range(4) for key in keys]
    items[7] = (*items[7][:2], b"another")
    for processes in (1, 2):
        verdicts = ecref.verify_many(items, processes=processes)
        assert [number for number, verdict in enumerate(verdicts) if not verdict] == [7]

    def judge(number: int) -> tuple[bool, bytes]:
        key, signature, message = items[number % len(items)]
        return bool(key.verdict(signature, message)), keys[number % 5].sign(MESSAGE)

    with ThreadPoolExecutor(4) as pool:
        found = list(pool.map(judge, range(80)))
    assert [valid for valid, _ in found] == [number % 20 != 7 for number in range(80)]
    assert [signature for _, signature in found] == [keys[number % 5].sign(MESSAGE) for number in range(80)]
