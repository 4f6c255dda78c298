"""EdDSA: RFC 8032's examples, contexts, prehashed messages, verdicts and what they warn of."""

from __future__ import annotations

import hashlib
import pickle
from typing import TYPE_CHECKING, NamedTuple

import pytest

import toy_curves as toy
from ecref import (
    EdDSA,
    EdwardsCurve,
    InvalidPoint,
    InvalidSignature,
    UnusableInput,
    Verdict,
    ed448,
    ed448ph,
    ed25519,
    ed25519ctx,
    ed25519ph,
)
from ecref.curves import edwards448, edwards25519
from ecref.eddsa import SCHEMES
from ecref.hashes import hash_named, shake256
from ecref.rules import EDDSA_RULES
from ecref.textbook import textbook

if TYPE_CHECKING:
    from typing import Any

    from ecref.eddsa_keys import EdDSAPrivateKey, EdDSAPublicKey
    from ecref.edwards import EdwardsPoint

ALL = list(SCHEMES.values())
PURE, PREHASHED = [ed25519, ed25519ctx, ed448], [ed25519ph, ed448ph]
WITH_CONTEXT = [ed25519ctx, ed25519ph, ed448, ed448ph]


def name_of(scheme: EdDSA) -> str:
    return scheme.name


def needed(scheme: EdDSA) -> bytes | None:
    """The context that a scheme can't do without."""
    return b"" if scheme.context_required else None


def key_of(scheme: EdDSA) -> EdDSAPrivateKey:
    return scheme.private_key(bytes(range(scheme.curve.size)))


class Example(NamedTuple):
    """One of RFC 8032's test vectors."""

    scheme: EdDSA
    seed: str
    public_key: str
    message: str
    context: str | None
    signature: str


EXAMPLES = {
    "7.1 test 1": Example(
        ed25519,
        "9d61b19deffd5a60ba844af492ec2cc44449c5697b326919703bac031cae7f60",
        "d75a980182b10ab7d54bfed3c964073a0ee172f3daa62325af021a68f707511a",
        "",
        None,
        "e5564300c360ac729086e2cc806e828a84877f1eb8e5d974d873e065224901555fb8821590a33bacc61e39701cf9b46b"
        "d25bf5f0595bbe24655141438e7a100b",
    ),
    "7.1 test 2": Example(
        ed25519,
        "4ccd089b28ff96da9db6c346ec114e0f5b8a319f35aba624da8cf6ed4fb8a6fb",
        "3d4017c3e843895a92b70aa74d1b7ebc9c982ccf2ec4968cc0cd55f12af4660c",
        "72",
        None,
        "92a009a9f0d4cab8720e820b5f642540a2b27b5416503f8fb3762223ebdb69da085ac1e43e15996e458f3613d0f11d8c"
        "387b2eaeb4302aeeb00d291612bb0c00",
    ),
    "7.2 foo": Example(
        ed25519ctx,
        "0305334e381af78f141cb666f6199f57bc3495335a256a95bd2a55bf546663f6",
        "dfc9425e4f968f7f0c29f0259cf5f9aed6851c2bb4ad8bfb860cfee0ab248292",
        "f726936d19c800494e3fdaff20b276a8",
        "666f6f",
        "55a4cc2f70a54e04288c5f4cd1e45a7bb520b36292911876cada7323198dd87a8b36950b95130022907a7fb7c4e9b2d5"
        "f6cca685a587b4b21f4b888e4e7edb0d",
    ),
    "7.2 bar": Example(
        ed25519ctx,
        "0305334e381af78f141cb666f6199f57bc3495335a256a95bd2a55bf546663f6",
        "dfc9425e4f968f7f0c29f0259cf5f9aed6851c2bb4ad8bfb860cfee0ab248292",
        "f726936d19c800494e3fdaff20b276a8",
        "626172",
        "fc60d5872fc46b3aa69f8b5b4351d5808f92bcc044606db097abab6dbcb1aee3216c48e8b3b66431b5b186d1d28f8ee1"
        "5a5ca2df6668346291c2043d4eb3e90d",
    ),
    "7.3 abc": Example(
        ed25519ph,
        "833fe62409237b9d62ec77587520911e9a759cec1d19755b7da901b96dca3d42",
        "ec172b93ad5e563bf4932c70e1245034c35467ef2efd4d64ebf819683467e2bf",
        "616263",
        None,
        "98a70222f0b8121aa9d30f813d683f809e462b469c7ff87639499bb94e6dae4131f85042463c2a355a2003d062adf5aa"
        "a10b8c61e636062aaad11c2a26083406",
    ),
    "7.4 blank": Example(
        ed448,
        "6c82a562cb808d10d632be89c8513ebf6c929f34ddfa8c9f63c9960ef6e348a3528c8a3fcc2f044e39a3fc5b94492f8f"
        "032e7549a20098f95b",
        "5fd7449b59b461fd2ce787ec616ad46a1da1342485a70e1f8a0ea75d80e96778edf124769b46c7061bd6783df1e50f6c"
        "d1fa1abeafe8256180",
        "",
        None,
        "533a37f6bbe457251f023c0d88f976ae2dfb504a843e34d2074fd823d41a591f2b233f034f628281f2fd7a22ddd47d78"
        "28c59bd0a21bfd3980ff0d2028d4b18a9df63e006c5d1c2d345b925d8dc00b4104852db99ac5c7cdda8530a113a0f4db"
        "b61149f05a7363268c71d95808ff2e652600",
    ),
    "7.4 1 octet with context": Example(
        ed448,
        "c4eab05d357007c632f3dbb48489924d552b08fe0c353a0d4a1f00acda2c463afbea67c5e8d2877c5e3bc397a659949e"
        "f8021e954e0a12274e",
        "43ba28f430cdff456ae531545f7ecd0ac834a55d9358c0372bfa0c6c6798c0866aea01eb00742802b8438ea4cb82169c"
        "235160627b4c3a9480",
        "03",
        "666f6f",
        "d4f8f6131770dd46f40867d6fd5d5055de43541f8c5e35abbcd001b32a89f7d2151f7647f11d8ca2ae279fb842d60721"
        "7fce6e042f6815ea000c85741de5c8da1144a6a1aba7f96de42505d7a7298524fda538fccbbb754f578c1cad10d54d0d"
        "5428407e85dcbc98a49155c13764e66c3c00",
    ),
    "7.5 abc": Example(
        ed448ph,
        "833fe62409237b9d62ec77587520911e9a759cec1d19755b7da901b96dca3d42ef7822e0d5104127dc05d6dbefde69e3"
        "ab2cec7c867c6e2c49",
        "259b71c19f83ef77a7abd26524cbdb3161b590a48f7d17de3ee0ba9c52beb743c09428a131d6b1b57303d90d8132c276"
        "d5ed3d5d01c0f53880",
        "616263",
        None,
        "822f6901f7480f3d5f562c592994d9693602875614483256505600bbc281ae381f54d6bce2ea911574932f52a4e6cadd"
        "78769375ec3ffd1b801a0d9b3f4030cd433964b6457ea39476511214f97469b57dd32dbc560a9a94d00bff07620464a3"
        "ad203df7dc7ce360c3cd3696d9d9fab90f00",
    ),
    "7.5 abc with context": Example(
        ed448ph,
        "833fe62409237b9d62ec77587520911e9a759cec1d19755b7da901b96dca3d42ef7822e0d5104127dc05d6dbefde69e3"
        "ab2cec7c867c6e2c49",
        "259b71c19f83ef77a7abd26524cbdb3161b590a48f7d17de3ee0ba9c52beb743c09428a131d6b1b57303d90d8132c276"
        "d5ed3d5d01c0f53880",
        "616263",
        "666f6f",
        "c32299d46ec8ff02b54540982814dce9a05812f81962b649d528095916a2aa481065b1580423ef927ecf0af5888f90da"
        "0f6a9a85ad5dc3f280d91224ba9911a3653d00e484e2ce232521481c8658df304bb7745a73514cdb9bf3e15784ab7128"
        "4f8d0704a608c54a6b62d97beb511d132100",
    ),
}


@pytest.mark.step(
    "RFC 8032", "5.1 H", "5.1 n", "5.1 PH", "5.1 dom2", "5.1 phflag", "5.1 context", "5.1 PH of the others",
    "5.1 no dom2", "5.2 H", "5.2 n", "5.2 PH", "5.2 dom4", "5.1.5-1", "5.1.5-2 lowest bits", "5.1.5-2 highest bits",
    "5.1.5-2 bit n", "5.1.5-3 s", "5.1.5-3 multiple", "5.1.5-4",
)
@pytest.mark.parametrize("name", EXAMPLES)
@pytest.mark.parametrize("way", ["fast", "textbook"])
def test_examples_of_rfc8032(name: str, way: str) -> None:
    example = EXAMPLES[name]
    scheme = textbook(example.scheme) if way == "textbook" else example.scheme
    context = None if example.context is None else bytes.fromhex(example.context)
    message, signature = bytes.fromhex(example.message), bytes.fromhex(example.signature)
    key = scheme.private_key(bytes.fromhex(example.seed))
    assert key.public_key.to_bytes().hex() == example.public_key
    assert key.sign(message, context=context) == signature
    key.public_key.verify(signature, message, context=context)
    scheme.public_key(bytes.fromhex(example.public_key)).verify(signature, message, context=context)


def test_the_example_of_a_digest_as_message() -> None:
    """7.1's last, SHA(abc)."""
    message = hashlib.sha512(b"abc").digest()
    key = ed25519.private_key(
        bytes.fromhex("833fe62409237b9d62ec77587520911e9a759cec1d19755b7da901b96dca3d42"),
    )
    assert key.sign(message).hex() == (
        "dc2a4459e7369633a52b1bf277839a00201009a3efbf3ecb69bea2186c26b58909351fc9ac90b3ecfdfbc7c66431e030"
        "3dca179c138ac17ad9bef1177331a704"
    )


# ---------------------------------------------------------------- contexts


@pytest.mark.parametrize("scheme", WITH_CONTEXT, ids=name_of)
def test_every_length_of_context_that_fits_an_octet(scheme: EdDSA) -> None:
    key = key_of(scheme)
    contexts = [b"", b"\0", b"\0\0", b"c" * 254, b"c" * 255]
    signatures = [key.sign(b"m", context=context) for context in contexts]
    assert len(set(signatures)) == len(contexts)
    for context, signature in zip(contexts, signatures, strict=True):
        key.public_key.verify(signature, b"m", context=context)
        other = context + b"x" if len(context) < 255 else context[1:]
        assert key.public_key.verdict(signature, b"m", context=other).reason == "mismatch"


@pytest.mark.step("RFC 8032", "5.1 255 octets")
@pytest.mark.parametrize("scheme", WITH_CONTEXT, ids=name_of)
def test_a_context_of_256_octets_is_unusable(scheme: EdDSA) -> None:
    key = key_of(scheme)
    signature = bytes(2 * scheme.curve.size)
    with pytest.raises(UnusableInput, match=r"^bad-context: got a context of 256 octets, wanted at most 255$"):
        key.sign(b"", context=bytes(256))
    with pytest.raises(UnusableInput, match=r"^bad-context: "):
        key.public_key.verify(signature, b"", context=bytes(256))
    with pytest.raises(UnusableInput, match=r"^bad-context: "):
        key.public_key.verdict(signature, b"", context=bytes(256))


@pytest.mark.step("RFC 8032", "5.1 default")
@pytest.mark.parametrize("scheme", [ed25519ph, ed448, ed448ph], ids=name_of)
def test_no_context_is_the_empty_one(scheme: EdDSA) -> None:
    key = key_of(scheme)
    assert key.sign(b"m") == key.sign(b"m", context=b"") == key.sign(b"m", context=None)
    key.public_key.verify(key.sign(b"m"), b"m", context=bytearray())


def test_ed25519ctx_needs_a_context() -> None:
    key = key_of(ed25519ctx)
    with pytest.raises(UnusableInput, match=r"^bad-context: Ed25519ctx needs a context, if an empty one$"):
        key.sign(b"")
    with pytest.raises(UnusableInput, match=r"^bad-context: "):
        key.public_key.verify(bytes(64), b"")
    key.public_key.verify(key.sign(b"", context=b""), b"", context=b"")


@pytest.mark.parametrize("context", [b"", b"c"])
def test_ed25519_has_no_context(context: bytes) -> None:
    key = key_of(ed25519)
    with pytest.raises(UnusableInput, match=r"^bad-context: Ed25519 has no context$"):
        key.sign(b"", context=context)
    with pytest.raises(UnusableInput, match=r"^bad-context: Ed25519 has no context$"):
        key.public_key.verify(bytes(64), b"", context=context)


@pytest.mark.parametrize("context", ["text", 0, False, ["c"]], ids=lambda c: type(c).__name__)
@pytest.mark.parametrize("scheme", ALL, ids=name_of)
def test_a_context_of_a_wrong_type(scheme: EdDSA, context: Any) -> None:
    key = key_of(scheme)
    with pytest.raises(TypeError, match=rf"^a context must be bytes, not {type(context).__name__}$"):
        key.sign(b"", context=context)
    with pytest.raises(TypeError, match="a context must be bytes"):
        key.public_key.verdict(bytes(2 * scheme.curve.size), b"", context=context)


def test_the_variants_separate_their_domains() -> None:
    """The same key, message and context give three unlike signatures, none valid for another variant."""
    seed = bytes(range(32))
    signatures = {
        scheme.name: scheme.private_key(seed).sign(b"m", context=needed(scheme))
        for scheme in (ed25519, ed25519ctx, ed25519ph)
    }
    for scheme in ed25519, ed25519ctx, ed25519ph:
        key = scheme.private_key(seed).public_key
        valid = [name for name, s in signatures.items() if key.verdict(s, b"m", context=needed(scheme))]
        assert valid == [scheme.name]


# ---------------------------------------------------------------- messages (more of them: test_passes.py)


@pytest.mark.parametrize("scheme", PREHASHED, ids=name_of)
def test_the_prehash_is_the_rfcs(scheme: EdDSA) -> None:
    """PH is SHA-512, or 64 octets of SHAKE256; the pure scheme with flag 1 would say the same."""
    ph = hashlib.sha512(b"m").digest() if scheme is ed25519ph else hashlib.shake_256(b"m").digest(64)
    assert scheme.message(b"m") == ph


# ---------------------------------------------------------------- signatures


@pytest.mark.step("RFC 8032", "5.1.7-1 length")
@pytest.mark.parametrize("scheme", ALL, ids=name_of)
def test_every_length_but_one_is_a_wrong_length(scheme: EdDSA) -> None:
    key, size = key_of(scheme), scheme.curve.size
    signature = key.sign(b"", context=needed(scheme)) + bytes(2 * size + 2)
    key.public_key.verify(signature[: 2 * size], b"", context=needed(scheme))
    for length in {*range(4 * size + 3)} - {2 * size}:
        with pytest.raises(InvalidSignature, match=rf"^signature-length: got {length} octets, wanted {2 * size}$"):
            key.public_key.verify(signature[:length], b"", context=needed(scheme))


@pytest.mark.step("RFC 8032", "5.1.7-3 equation, fast")
@pytest.mark.parametrize("scheme", [ed25519, ed448], ids=name_of)
def test_a_flipped_bit_anywhere_is_invalid(scheme: EdDSA) -> None:
    key = key_of(scheme)
    signature = key.sign(b"m")
    for bit in range(0, 8 * len(signature), 7):
        flipped = bytearray(signature)
        flipped[bit // 8] ^= 1 << bit % 8
        with pytest.raises(InvalidSignature):
            key.public_key.verify(flipped, b"m")


@pytest.mark.parametrize("wrong", ["text", None, 7, True, ["R", "S"]], ids=lambda w: type(w).__name__)
def test_a_signature_of_a_wrong_type(wrong: Any) -> None:
    key = key_of(ed25519).public_key
    with pytest.raises(TypeError, match=rf"^a signature must be bytes, not {type(wrong).__name__}$"):
        key.verify(wrong, b"")
    with pytest.raises(TypeError, match=r"^a signature must be bytes"):
        key.verdict(wrong, b"")


def test_verify_raises_the_reason() -> None:
    key = key_of(ed25519)
    signature = key.sign(b"m")
    key.public_key.verify(signature, b"m")
    with pytest.raises(InvalidSignature) as caught:
        key.public_key.verify(signature, b"n")
    assert caught.value.reason == "mismatch"
    assert caught.value.detail == "[h][S]B != [h]R + [h][k]A"
    with pytest.raises(InvalidSignature, match=r"^mismatch: \[S\]B != R \+ \[k\]A$"):
        key.public_key.verify(signature, b"n", rules="rfc8032-cofactorless")


# ---------------------------------------------------------------- verdicts


def test_a_verdict_is_true_or_false() -> None:
    key = key_of(ed25519)
    signature = key.sign(b"m")
    valid, invalid = key.public_key.verdict(signature, b"m"), key.public_key.verdict(signature, b"n")
    assert valid
    assert (valid.valid, valid.reason, valid.detail) == (True, None, "the signature is valid")
    assert (valid.warnings, valid.steps) == ((), None)
    assert not invalid
    assert (invalid.valid, invalid.reason, invalid.detail) == (False, "mismatch", "[h][S]B != [h]R + [h][k]A")
    assert valid == key.public_key.verdict(signature, b"m")
    assert valid != invalid
    assert len({valid, invalid, key.public_key.verdict(signature, b"m")}) == 2


def test_a_verdict_is_frozen_and_shows_itself() -> None:
    verdict = Verdict("mismatch", "no", ("small-order-key",))
    with pytest.raises(AttributeError, match="immutable"):
        verdict.reason = None
    assert repr(verdict) == "Verdict(reason='mismatch', detail='no', warnings=('small-order-key',), steps=None)"


# ---------------------------------------------------------------- warnings

SMALL, MIXED, CANONICAL = "small-order-key", "mixed-order-key", "non-canonical-key"
ANY = "signature-also-verifies-for-any-message"


def torsion(scheme: EdDSA) -> EdwardsPoint:
    """A point of order h."""
    T: EdwardsPoint = toy.torsion(scheme.curve)[1]
    return T


@pytest.mark.parametrize("scheme", [ed25519, ed448], ids=name_of)
def test_what_keys_are_warned_of(scheme: EdDSA) -> None:
    E, T = scheme.curve, torsion(scheme)
    sign = 1 << 8 * E.size - 1
    octets = {
        key_of(scheme).public_key.to_bytes(): (),
        T.encode(): (SMALL,),
        E.identity.encode(): (SMALL,),
        (E.B + T).encode(): (MIXED,),
        (1 + E.p).to_bytes(E.size, "little"): (SMALL, CANONICAL),
        (1 | sign).to_bytes(E.size, "little"): (SMALL, CANONICAL),
        (E.p - 1 | sign).to_bytes(E.size, "little"): (SMALL, CANONICAL),
        b"\xff" * E.size: (MIXED, CANONICAL) if scheme is ed25519 else (),  # y = 18; no point
    }
    found = {key: scheme.public_key(key).warnings() for key in octets}
    assert {key.hex(): warnings for key, warnings in found.items()} == {
        key.hex(): warnings for key, warnings in octets.items()
    }


def test_no_key_of_order_L_has_a_second_encoding_on_edwards25519() -> None:
    """y + p fits 255 bits for y in 0 .. 18 only, and those are of small or mixed order, or no points."""
    found = [
        ed25519.public_key((edwards25519.p + y | sign << 255).to_bytes(32, "little")).warnings()
        for y in range(19)
        for sign in (0, 1)
    ]
    assert set(found) == {(), (SMALL, CANONICAL), (MIXED, CANONICAL)}


def test_every_key_has_other_encodings_on_edwards448() -> None:
    x, y = edwards448.base
    octets = (y + edwards448.p | (x & 1) << 455).to_bytes(57, "little")
    assert ed448.public_key(octets).warnings() == (CANONICAL,)


@pytest.mark.parametrize("scheme", [ed25519, ed448], ids=name_of)
def test_warnings_stand_beside_any_verdict(scheme: EdDSA) -> None:
    E, T = scheme.curve, torsion(scheme)
    bad = key_of(scheme).sign(b"other")
    for octets, warnings in ((E.B + T).encode(), (MIXED,)), ((E.p + 1).to_bytes(E.size, "little"), (SMALL, CANONICAL)):
        key = scheme.public_key(octets)
        assert key.verdict(bad, b"m", rules="zip215").warnings == warnings
        assert key.verdict(bad, b"m").warnings == warnings
        assert key.verdict(b"", b"m").warnings == warnings


@pytest.mark.parametrize("scheme", [ed25519, ed448], ids=name_of)
def test_a_valid_signature_may_fit_any_message(scheme: EdDSA) -> None:
    """A of small order drops out of the cofactored equation, A = O out of any: then R = [S]B signs everything."""
    E, T = scheme.curve, torsion(scheme)
    r = 12345
    signature = (r * E.B).encode() + r.to_bytes(E.size, "little")
    identity, small = scheme.public_key(E.identity.encode()), scheme.public_key(T.encode())
    alias = scheme.public_key((E.p + 1).to_bytes(E.size, "little"))

    for message in b"one", b"two", b"three":
        assert identity.verdict(signature, message).warnings == (SMALL, ANY)
        assert identity.verdict(signature, message, rules="rfc8032-cofactorless").warnings == (SMALL, ANY)
        assert small.verdict(signature, message).warnings == (SMALL, ANY)
        assert alias.verdict(signature, message, rules="zip215").warnings == (SMALL, CANONICAL, ANY)
        assert alias.verdict(signature, message).warnings == (SMALL, CANONICAL)  # refused, so it fits none

    verdicts = [small.verdict(signature, b"%d" % i, rules="rfc8032-cofactorless") for i in range(40)]
    assert {verdict.valid for verdict in verdicts} == {True, False}  # the message matters: [k]A = O or not
    assert {verdict.warnings for verdict in verdicts} == {(SMALL,)}


def test_ref10_warns_of_the_identity_by_its_other_names() -> None:
    r = 12345
    signature = (r * edwards25519.B).encode() + r.to_bytes(32, "little")
    for y, sign in (1, 1), (edwards25519.p + 1, 0), (edwards25519.p + 1, 1):
        key = ed25519.public_key((y | sign << 255).to_bytes(32, "little"))
        assert key.verdict(signature, b"m", rules="ref10").warnings == (SMALL, CANONICAL, ANY)


@pytest.mark.parametrize("scheme", [ed25519ctx, ed25519ph, ed448ph], ids=name_of)
def test_the_variants_warn_alike(scheme: EdDSA) -> None:
    E = scheme.curve
    signature = E.B.encode() + (1).to_bytes(E.size, "little")
    verdict = scheme.public_key(E.identity.encode()).verdict(signature, b"m", context=b"c")
    assert verdict
    assert verdict.warnings == (SMALL, ANY)


def test_a_key_with_no_small_order_never_fits_any_message() -> None:
    key = key_of(ed25519)
    for rules in "rfc8032", "zip215", "ref10", "no-small-order":
        verdict = key.public_key.verdict(key.sign(b""), b"", rules=rules)
        assert verdict
        assert verdict.warnings == ()


# ---------------------------------------------------------------- keys that no rule set, or not every one, decodes


@pytest.mark.parametrize("scheme", ALL, ids=name_of)
def test_any_octets_make_a_key_and_verification_judges_them(scheme: EdDSA) -> None:
    size = scheme.curve.size
    signature = key_of(scheme).sign(b"", context=needed(scheme))
    off_curve = next(o for y in range(2, 50) if not decodes(scheme, o := y.to_bytes(size, "little")))
    reasons = {
        bytes([1]) + bytes(size - 1): "mismatch",
        (scheme.curve.p + 1).to_bytes(size, "little"): "A-non-canonical",
        off_curve: "A-not-on-curve",
        b"\xff" * size: "A-non-canonical",
    }
    for octets, reason in reasons.items():
        key = scheme.public_key(octets)
        assert key.to_bytes() == octets
        assert key.verdict(signature, b"", context=needed(scheme)).reason == reason


def decodes(scheme: EdDSA, octets: bytes) -> bool:
    try:
        scheme.curve.decode(octets)
    except InvalidPoint:
        return False
    return True


@pytest.mark.parametrize("scheme", [ed25519, ed448], ids=name_of)
def test_validate_decodes_under_the_rule_set(scheme: EdDSA) -> None:
    E, size = scheme.curve, scheme.curve.size
    alias = scheme.public_key((E.p + 1).to_bytes(size, "little"))
    identity = scheme.public_key(E.identity.encode())
    order_4 = scheme.public_key((E.cofactor // 4 * torsion(scheme)).encode())
    nowhere = scheme.public_key(next(o for y in range(2, 50) if not decodes(scheme, o := y.to_bytes(size, "little"))))

    def fault(key: EdDSAPublicKey, rules: str) -> str:
        try:
            key.validate(rules)
        except InvalidPoint as error:
            return error.fault
        return ""

    own = "openssl-ed448" if scheme is ed448 else "ref10"
    rules = ("rfc8032", "rfc8032-cofactorless", "no-small-order", "cofactored-no-small-order", "zip215", own)
    assert [fault(alias, name) for name in rules] == [
        *["non-canonical"] * 4,
        "",
        "non-canonical" if scheme is ed448 else "",
    ]
    assert [fault(identity, name) for name in rules] == [*[""] * 5, "small-order" if scheme is ed448 else ""]
    assert [fault(order_4, name) for name in rules] == [""] * 6
    assert [fault(nowhere, name) for name in rules] == ["not-on-curve"] * 6
    key_of(scheme).public_key.validate()
    with pytest.raises(UnusableInput, match="unsupported"):
        identity.validate("ref10" if scheme is ed448 else "openssl-ed448")


def test_a_rule_set_from_a_pickle_validates_the_same() -> None:
    """Its texts are equal, and other objects."""
    identity = ed448.public_key(ed448.curve.identity.encode())
    for rules in EDDSA_RULES["openssl-ed448"], pickle.loads(pickle.dumps(EDDSA_RULES["openssl-ed448"])):
        with pytest.raises(InvalidPoint, match=r"x = 0$"):
            identity.validate(rules)


# ---------------------------------------------------------------- records


def test_a_record_checks_that_its_sizes_fit() -> None:
    with pytest.raises(UnusableInput, match=r"^bad-request: H has 32 octets; wanted twice a point's 32$"):
        EdDSA("toy", edwards25519, hash_named("SHA-256"), n=254)
    with pytest.raises(UnusableInput, match=r"^bad-request: n = 2 lies outside c <= n < b$"):
        EdDSA("toy", edwards25519, hash_named("SHA-512"), n=2)
    with pytest.raises(UnusableInput, match=r"^bad-request: n = 456 lies outside c <= n < b$"):
        EdDSA("toy", edwards448, shake256(114), n=456)
    assert EdDSA("toy", edwards25519, hash_named("SHA-512"), n=3).n == 3


def test_a_scheme_of_ones_own_signs() -> None:
    """Ed25519 with another hash, which is no standard: SHA3-512 for SHA-512."""
    own = EdDSA("Ed25519-SHA3", edwards25519, hash_named("SHA3-512"), n=254)
    key = own.private_key(bytes(32))
    signature = key.sign(b"m")
    key.public_key.verify(signature, b"m")
    assert ed25519.public_key(key.public_key.to_bytes()).verdict(signature, b"m").reason == "mismatch"
    assert repr(key.public_key) == f"<Ed25519-SHA3 public key {key.public_key.to_bytes().hex()}>"


def test_the_toy_of_the_docstring() -> None:
    assert "EdwardsCurve(p=13, a=1, d=7, L=5, c=2, B=(2, 9))" in " ".join((EdDSA.__doc__ or "").split())
    E = EdwardsCurve(p=13, a=1, d=7, L=5, c=2, B=(2, 9))
    scheme = EdDSA("toy", E, shake256(2 * E.size), n=E.p.bit_length() - 1)
    for seed in range(256):
        key = scheme.private_key(bytes([seed]))
        key.public_key.verify(key.sign(b"hello"), b"hello")
