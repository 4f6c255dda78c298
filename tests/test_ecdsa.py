"""ECDSA: RFC 6979's examples, hashes, digests, nonces, formats, verdicts, recovery, and the rare cases."""

from __future__ import annotations

import hashlib
import io
from itertools import islice
from typing import TYPE_CHECKING, Any, NamedTuple

import pytest

from ecref import ECDSA, InvalidPoint, InvalidSignature, UnusableInput, WeierstrassCurve, p256, p384, secp256k1
from ecref.ecdsa import SCHEMES
from ecref.hashes import HASH_NAMES, hash_named
from ecref.rfc6979 import bits2int, nonces
from ecref.signatures import FORMATS, decode, encode
from ecref.textbook import textbook
from ecref.verdict import Notes

if TYPE_CHECKING:
    from collections.abc import Iterable
    from typing import Any

    from ecref.ecdsa_keys import ECDSAPrivateKey, ECDSAPublicKey
    from ecref.scalarmult import Point

ALL = list(SCHEMES.values())
SHAKES = ("SHAKE128", "SHAKE256")
WITH_HMAC = [name for name in HASH_NAMES if name not in SHAKES]


def name_of(scheme: ECDSA) -> str:
    return scheme.name


every_curve = pytest.mark.parametrize("scheme", ALL, ids=name_of)


def key_of(scheme: ECDSA) -> ECDSAPrivateKey:
    return scheme.private_key(0xC0FFEE << 64 | 12345)


def pair(key: ECDSAPrivateKey, message: Any, **how: Any) -> tuple[int, int]:
    """The signature as (r, s)."""
    signature = key.sign(message, format=None, **how)
    assert isinstance(signature, tuple)
    return signature


def octets(key: ECDSAPrivateKey, message: Any, **how: Any) -> bytes:
    """The signature as octets."""
    signature = key.sign(message, **how)
    assert isinstance(signature, bytes)
    return signature


def is_x(scheme: ECDSA, x: int) -> bool:
    try:
        scheme.curve.lift_x(x, 0)
    except InvalidPoint:
        return False
    return True


def e_of(scheme: ECDSA, digest: bytes) -> int:
    return bits2int(digest, scheme.curve.n.bit_length())


# ---------------------------------------------------------------- published examples


class Example(NamedTuple):
    """A deterministic signature that somebody published."""

    scheme: ECDSA
    d: str
    hash: str
    message: bytes
    k: str
    r: str
    s: str


X256 = "C9AFA9D845BA75166B5C215767B1D6934E50C3DB36E89B127B8A622B120F6721"
X384 = "6B9D3DAD2E1B8C1C05B19875B6659F4DE23C3B667BF297BA9AA47740787137D896D5724E4C70A825F872C9EA60D2EDF5"

EXAMPLES = {
    "RFC 6979 A.2.5 SHA-1": Example(
        p256,
        X256,
        "SHA-1",
        b"sample",
        "882905F1227FD620FBF2ABF21244F0BA83D0DC3A9103DBBEE43A1FB858109DB4",
        "61340C88C3AAEBEB4F6D667F672CA9759A6CCAA9FA8811313039EE4A35471D32",
        "6D7F147DAC089441BB2E2FE8F7A3FA264B9C475098FDCF6E00D7C996E1B8B7EB",
    ),
    "RFC 6979 A.2.5 SHA-256": Example(
        p256,
        X256,
        "SHA-256",
        b"sample",
        "A6E3C57DD01ABE90086538398355DD4C3B17AA873382B0F24D6129493D8AAD60",
        "EFD48B2AACB6A8FD1140DD9CD45E81D69D2C877B56AAF991C34D0EA84EAF3716",
        "F7CB1C942D657C41D436C7A1B6E29F65F3E900DBB9AFF4064DC4AB2F843ACDA8",
    ),
    "RFC 6979 A.2.5 SHA-512": Example(
        p256,
        X256,
        "SHA-512",
        b"sample",
        "5FA81C63109BADB88C1F367B47DA606DA28CAD69AA22C4FE6AD7DF73A7173AA5",
        "8496A60B5E9B47C825488827E0495B0E3FA109EC4568FD3F8D1097678EB97F00",
        "2362AB1ADBE2B8ADF9CB9EDAB740EA6049C028114F2460F96554F61FAE3302FE",
    ),
    "RFC 6979 A.2.6 SHA-384": Example(
        p384,
        X384,
        "SHA-384",
        b"sample",
        "94ED910D1A099DAD3254E9242AE85ABDE4BA15168EAF0CA87A555FD56D10FBCA2907E3E83BA95368623B8C4686915CF9",
        "94EDBB92A5ECB8AAD4736E56C691916B3F88140666CE9FA73D64C4EA95AD133C81A648152E44ACF96E36DD1E80FABE46",
        "99EF4AEB15F178CEA1FE40DB2603138F130E740A19624526203B6351D0A3A94FA329C145786E679E7B82C71A38628AC8",
    ),
    "Bitcoin's, low s": Example(
        secp256k1,
        "1".zfill(64),
        "SHA-256",
        b"Satoshi Nakamoto",
        "8F8A276C19F4149656B280621E358CCE24F5F52542772691EE69063B74F15D15",
        "934B1EA10A4B3C1757E2B0C017D0B6143CE3C9A7E6A4A49860D7A6AB210EE3D8",
        "2442CE9D2B916064108014783E923EC36B49743E2FFA1C4496F01A512AAFD9E5",
    ),
}


@pytest.mark.step("RFC 6979", "2.4-4 s")
@pytest.mark.step("FIPS 186-5", "6.4.2-7", "6.4.2-6 R1")
@pytest.mark.parametrize("name", EXAMPLES)
@pytest.mark.parametrize("way", ["fast", "textbook"])
def test_published_examples(name: str, way: str) -> None:
    example = EXAMPLES[name]
    scheme = textbook(example.scheme) if way == "textbook" else example.scheme
    r, s = int(example.r, 16), int(example.s, 16)
    key = scheme.private_key(bytes.fromhex(example.d))
    steps: list[tuple[str, str, bytes]] = []
    assert pair(key, example.message, hash=example.hash, low_s="low s" in name, steps=steps) == (r, s)
    assert next(value for _, letter, value in steps if letter == "k").hex().upper() == example.k
    assert pair(key, example.message, hash=example.hash, unsafe_k=int(example.k, 16), low_s="low s" in name) == (r, s)
    key.public_key.verify((r, s), example.message, hash=example.hash, format=None)


def test_the_public_key_of_a_2_5() -> None:
    assert p256.private_key(int(X256, 16)).public_key.to_bytes().hex().upper() == (
        "0460FED4BA255A9D31C961EB74C6356D68C049B8923B61FA6CE669622E60F29FB6"
        "7903FE1008B8BC99A41AE9E95628BC64F2F1B20C2D7E9F5177A3C294D4462299"
    )


# ---------------------------------------------------------------- hashes and digests


@pytest.mark.step("RFC 6979", "3.2-a")
@pytest.mark.step("FIPS 186-5", "6.4.1-1", "6.4.2-2")
@every_curve
@pytest.mark.parametrize("name", WITH_HMAC)
def test_every_hash(scheme: ECDSA, name: str) -> None:
    key, digest = key_of(scheme), hash_named(name).digest(b"message")
    signature = octets(key, b"message", hash=name)
    assert signature == key.sign_digest(digest, hash=name)
    key.public_key.verify(signature, b"message", hash=name)
    key.public_key.verify_digest(signature, digest, hash=name)
    n = scheme.curve.n
    k = next(nonces(0xC0FFEE << 64 | 12345, digest, n, hash_named(name)))
    assert pair(key, b"message", hash=name) == pair(key, b"message", hash=name, unsafe_k=k)
    other = "SHA-256" if name != "SHA-256" else "SHA3-256"
    assert key.public_key.verdict(signature, b"message", hash=other).reason == "mismatch"


@every_curve
@pytest.mark.parametrize("name", SHAKES)
def test_a_shake_has_no_rfc6979_but_random_nonces(scheme: ECDSA, name: str) -> None:
    key, digest = key_of(scheme), hash_named(name).digest(b"message")
    for how in {}, {"nonce": "rfc6979"}, {"nonce": "hedged"}, {"nonce": "hedged", "extra_entropy": b"x"}:
        with pytest.raises(UnusableInput, match=rf"^unsupported: .*HMAC over {name}$"):
            key.sign(b"message", hash=name, **how)
    signature = octets(key, b"message", hash=name, nonce="random")
    key.public_key.verify(signature, b"message", hash=name)
    key.public_key.verify_digest(signature, digest, hash=name)
    key.public_key.verify(octets(key, b"message", hash=name, unsafe_k=7), b"message", hash=name)


def test_default_hashes() -> None:
    assert [scheme.hash for scheme in (p256, p384, secp256k1)] == ["SHA-256", "SHA-384", "SHA-256"]
    for scheme in ALL:
        key = key_of(scheme)
        assert key.sign(b"m") == key.sign(b"m", hash=scheme.hash) == key.sign(b"m", hash=None)
        key.public_key.verify(octets(key, b"m"), b"m", hash=scheme.hash)


@every_curve
def test_digests_of_1_to_64_octets_without_a_hash(scheme: ECDSA) -> None:
    key = key_of(scheme)
    for length in range(1, 65):
        digest = bytes(range(1, length + 1))
        signature = key.sign_digest(digest, hash=None)
        key.public_key.verify_digest(signature, digest, hash=None)
    for length in 0, 65, 66, 1000:
        with pytest.raises(UnusableInput, match=rf"^bad-digest: got a digest of {length} octets, wanted 1 to 64$"):
            key.sign_digest(bytes(length), hash=None)
        with pytest.raises(UnusableInput, match=r"^bad-digest: "):
            key.public_key.verify_digest(signature, bytes(length), hash=None)
        with pytest.raises(UnusableInput, match=r"^bad-digest: "):
            key.public_key.verdict_digest(signature, bytes(length), hash=None)


@pytest.mark.parametrize("name", HASH_NAMES)
def test_a_digest_has_the_length_of_its_hash(name: str) -> None:
    key, size = key_of(p256), hash_named(name).size
    signature = octets(key, b"", hash=name, unsafe_k=7)
    for length in {*range(66)} - {size}:
        with pytest.raises(UnusableInput, match=rf"^bad-digest: got {length} octets, wanted {size} of {name}$"):
            key.sign_digest(bytes(length), hash=name, unsafe_k=7)
        with pytest.raises(UnusableInput, match=r"^bad-digest: "):
            key.public_key.verify_digest(signature, bytes(length), hash=name)
        with pytest.raises(UnusableInput, match=r"^bad-digest: "):
            p256.recover_digest(signature, bytes(length), hash=name)
    key.public_key.verify_digest(signature, hash_named(name).digest(b""), hash=name)


@every_curve
def test_a_digest_without_a_hash_takes_the_nonce_of_the_default(scheme: ECDSA) -> None:
    digest = hash_named(scheme.hash).digest(b"m")
    assert key_of(scheme).sign_digest(digest, hash=None) == key_of(scheme).sign(b"m")


def test_the_digest_calls_want_the_hash_said() -> None:
    key = key_of(p256)
    sign: Any = key.sign_digest
    others: list[Any] = [key.public_key.verify_digest, key.public_key.verdict_digest, p256.recover_digest]
    with pytest.raises(TypeError, match="'hash'"):
        sign(bytes(32))
    for call in others:
        with pytest.raises(TypeError, match="'hash'"):
            call(b"", bytes(32))


@every_curve
def test_only_the_leftmost_bits_of_a_digest_count(scheme: ECDSA) -> None:
    key, width = key_of(scheme), scheme.curve.size
    digest = hashlib.sha512(b"m").digest()
    signature = key.sign_digest(digest, hash="SHA-512")
    key.public_key.verify_digest(signature, digest[:width], hash=None)
    key.public_key.verify_digest(signature, digest[:width] + bytes(64 - width), hash=None)
    changed = bytes([*digest[: width - 1], digest[width - 1] ^ 1])
    assert key.public_key.verdict_digest(signature, changed, hash=None).reason == "mismatch"


def test_a_digest_may_be_all_zeros_or_all_ones() -> None:
    """e = 0 and e >= n: u counts modulo n."""
    for scheme in ALL:
        key = key_of(scheme)
        for digest in bytes(scheme.curve.size), b"\xff" * scheme.curve.size:
            key.public_key.verify_digest(key.sign_digest(digest, hash=None), digest, hash=None)
            again = textbook(scheme).public_key(key.public_key.to_bytes())
            again.verify_digest(key.sign_digest(digest, hash=None), digest, hash=None)


@pytest.mark.parametrize("wrong", ["text", None, 5, True, [1]], ids=lambda w: type(w).__name__)
def test_a_digest_of_a_wrong_type(wrong: Any) -> None:
    for hash_ in None, "SHA-256":
        with pytest.raises(TypeError, match=rf"^a digest must be bytes, not {type(wrong).__name__}$"):
            key_of(p256).sign_digest(wrong, hash=hash_)
        with pytest.raises(TypeError, match=r"^a digest must be bytes"):
            key_of(p256).public_key.verify_digest(b"", wrong, hash=hash_)


@pytest.mark.parametrize("name", ["", "sha256", "SHA-257", "MD5", "x" * 10**6], ids=lambda n: n[:8])
def test_an_unknown_hash_is_unsupported(name: str) -> None:
    key = key_of(p256)
    for use in "sign", "sign_digest":
        with pytest.raises(UnusableInput, match=r"^unsupported: no hash ") as caught:
            getattr(key, use)(bytes(32), hash=name)
        assert len(str(caught.value)) < 300
    for use in "verify", "verify_digest", "verdict", "verdict_digest":
        with pytest.raises(UnusableInput, match=r"^unsupported: no hash "):
            getattr(key.public_key, use)(b"", bytes(32), hash=name)
    for use in "recover", "recover_digest":
        with pytest.raises(UnusableInput, match=r"^unsupported: no hash "):
            getattr(p256, use)(b"", bytes(32), hash=name)


def test_a_message_comes_in_any_form() -> None:
    key, message = key_of(p256), bytes(range(256)) * 600
    signature = octets(key, message)
    forms: list[Any] = [
        bytearray(message),
        memoryview(message),
        io.BytesIO(message),
        [message[:1], message[1:]],
        (message[at : at + 999] for at in range(0, len(message), 999)),
    ]
    for form in forms:
        key.public_key.verify(signature, form)
    assert octets(key, io.BytesIO(message)) == signature
    assert key.public_key.verdict(signature, [message])
    assert p256.recover(signature, io.BytesIO(message)) == p256.recover(signature, message)


@pytest.mark.parametrize("wrong", ["text", None, 5, True], ids=lambda w: type(w).__name__)
def test_a_message_of_a_wrong_type(wrong: Any) -> None:
    key = key_of(p256)
    for use in key.sign, lambda m: key.public_key.verify(b"", m), lambda m: p256.recover(b"", m):
        with pytest.raises(TypeError, match=rf"^a message must be bytes.*, not {type(wrong).__name__}$"):
            use(wrong)


# ---------------------------------------------------------------- nonces


@pytest.mark.step("FIPS 186-5", "6.3.1", "6.3.2")
def test_rfc6979_says_the_same_twice_and_random_does_not() -> None:
    key = key_of(p256)
    assert key.sign(b"m") == key.sign(b"m", nonce="rfc6979")
    randoms = {octets(key, b"m", nonce="random") for _ in range(3)}
    hedged = {octets(key, b"m", nonce="hedged") for _ in range(3)}
    assert len(randoms | hedged | {octets(key, b"m")}) == 7
    for signature in randoms | hedged:
        key.public_key.verify(signature, b"m")


@every_curve
def test_hedged_is_3_6_with_the_entropy_given(scheme: ECDSA) -> None:
    key = key_of(scheme)
    H = hash_named(scheme.hash)
    for extra in b"", b"x", bytes(32), bytes(200):
        k = next(nonces(0xC0FFEE << 64 | 12345, H.digest(b"m"), scheme.curve.n, H, extra))
        signature = pair(key, b"m", nonce="hedged", extra_entropy=extra)
        assert signature == pair(key, b"m", unsafe_k=k)
        assert signature == pair(key, b"m", nonce="hedged", extra_entropy=bytearray(extra))
    assert key.sign(b"m", nonce="hedged", extra_entropy=b"") == key.sign(b"m")


@pytest.mark.step("RFC 6979", "3.6 random octets")
def test_hedged_draws_32_octets_where_none_are_given(monkeypatch: pytest.MonkeyPatch) -> None:
    key, drawn = key_of(p256), []

    def token_bytes(size: int) -> bytes:
        drawn.append(size)
        return b"r" * size

    monkeypatch.setattr("secrets.token_bytes", token_bytes)
    assert key.sign(b"m", nonce="hedged") == key.sign(b"m", nonce="hedged", extra_entropy=b"r" * 32)
    assert drawn == [32]


@every_curve
@pytest.mark.parametrize("k", [0, -1, 2**1000, -(2**1000)])
def test_unsafe_k_out_of_range(scheme: ECDSA, k: int) -> None:
    for outside in k, scheme.curve.n + k % 2:
        with pytest.raises(UnusableInput, match=r"^bad-request: the given k lies outside \[1, n-1\]$"):
            key_of(scheme).sign(b"m", unsafe_k=outside)


@every_curve
def test_unsafe_k_at_both_ends(scheme: ECDSA) -> None:
    """k = 1 and k = n - 1 share x(R): Gx."""
    key = key_of(scheme)
    n, Gx = scheme.curve.n, scheme.curve.base[0]
    for k in 1, n - 1:
        r, s = pair(key, b"m", unsafe_k=k)
        assert r == Gx % n
        key.public_key.verify((r, s), b"m", format=None)


@pytest.mark.parametrize("wrong", ["7", 7.0, True, b"\7"], ids=lambda w: type(w).__name__)
def test_unsafe_k_of_a_wrong_type(wrong: Any) -> None:
    with pytest.raises(TypeError, match=rf"^unsafe_k must be an int, not {type(wrong).__name__}$"):
        key_of(p256).sign(b"m", unsafe_k=wrong)


@every_curve
def test_a_k_that_gives_s_0_is_refused_or_passed_over(scheme: ECDSA) -> None:
    """s = (e + r*d)/k = 0 for the digest e = -r*d: a given k is refused, a generator asked for the next."""
    n, size, d = scheme.curve.n, scheme.curve.size, 0xC0FFEE << 64 | 12345
    k = 4321
    r = (k * scheme.curve.G).affine()[0] % n
    H = (-r * d % n).to_bytes(size, "big")
    with pytest.raises(UnusableInput, match=r"^bad-request: no candidate for k gives r and s other than 0$"):
        key_of(scheme).sign_digest(H, hash=None, unsafe_k=k)
    steps: list[tuple[str, str, bytes]] = []
    found_r, found_s, recid = scheme.sign(d, H, iter([k, n - k, k + 1]), scheme.notes(steps, "6.4.1"))
    assert [name for _, name, _ in steps] == ["H", "e", *["k", "R", "r", "s"] * 3]
    key_of(scheme).public_key.verify_digest((found_r, found_s), H, hash=None, format=None)
    assert found_r == ((k + 1) * scheme.curve.G).affine()[0] % n
    assert recid == (((k + 1) * scheme.curve.G).affine()[1] & 1)


def test_a_nonce_goes_by_its_name_whatever_object_it_is() -> None:
    """Such as one that was read from a file, which is not the literal of the code."""
    key = key_of(p256)
    rfc6979, hedged, random = ("".join([*name]) for name in ("rfc6979", "hedged", "random"))
    assert key.sign(b"m", nonce=rfc6979) == key.sign(b"m")
    assert key.sign(b"m", nonce=rfc6979, unsafe_k=7) == key.sign(b"m", unsafe_k=7)
    assert key.sign(b"m", nonce=hedged, extra_entropy=b"x") == key.sign(b"m", nonce="hedged", extra_entropy=b"x")
    assert key.sign(b"m", nonce=random) != key.sign(b"m", nonce=random)


def test_extra_entropy_goes_with_hedged_alone() -> None:
    key = key_of(p256)
    for nonce in "rfc6979", "random":
        with pytest.raises(UnusableInput, match=r"^bad-request: extra entropy goes with a hedged nonce"):
            key.sign(b"m", nonce=nonce, extra_entropy=b"")
    for wrong in "text", 5, [1]:
        with pytest.raises(TypeError, match=r"^extra entropy must be bytes"):
            key.sign(b"m", nonce="hedged", extra_entropy=wrong)  # type: ignore[arg-type]


@pytest.mark.parametrize("nonce", ["", "RFC6979", "deterministic", "unsafe_k"])
def test_an_unknown_nonce_is_unsupported(nonce: str) -> None:
    with pytest.raises(UnusableInput, match=r"^unsupported: no nonce .*; there are rfc6979, hedged, random$"):
        key_of(p256).sign(b"m", nonce=nonce)


# ---------------------------------------------------------------- low s


@every_curve
def test_low_s_is_the_smaller_of_s_and_n_minus_s(scheme: ECDSA) -> None:
    key, n = key_of(scheme), scheme.curve.n
    was_high = set()
    for number in range(8):
        message = b"%d" % number
        r, s = pair(key, message)
        was_high.add(scheme.is_high(s))
        assert pair(key, message, low_s=True) == (r, min(s, n - s))
        key.public_key.verify((r, min(s, n - s)), message, format=None, rules="low-s")
        high = max(s, n - s)
        key.public_key.verify((r, high), message, format=None)
        assert key.public_key.verdict((r, high), message, format=None, rules="low-s").reason == "high-s"
    assert was_high == {True, False}


@every_curve
def test_where_high_begins(scheme: ECDSA) -> None:
    n = scheme.curve.n
    half = n // 2
    edges = {0: False, 1: False, half: False, half + 1: True, n - 1: True, n: False, n + half + 1: False, -1: False}
    assert {s: scheme.is_high(s) for s in edges} == edges


@every_curve
def test_low_s_flips_the_recid(scheme: ECDSA) -> None:
    key = key_of(scheme)
    flipped = 0
    for number in range(8):
        message = b"%d" % number
        plain, low = octets(key, message, format="compact"), octets(key, message, format="compact", low_s=True)
        high = scheme.is_high(pair(key, message)[1])
        flipped += high
        assert (plain[0] - 31) ^ (low[0] - 31) == high
        for signature in plain, low:
            assert [Q for _, Q in scheme.recover(signature, message, format="compact")] == [key.public_key]
    assert 0 < flipped < 8


# ---------------------------------------------------------------- formats


@every_curve
@pytest.mark.parametrize("format", FORMATS)
def test_every_format_carries_the_same_signature(scheme: ECDSA, format: str) -> None:
    key = key_of(scheme)
    signature = octets(key, b"m", format=format)
    r, s = pair(key, b"m")
    assert decode(signature, format, scheme.curve.n)[:2] == (r, s)
    key.public_key.verify(signature, b"m", format=format)
    key.public_key.verify(bytearray(signature), b"m", format=format)
    key.public_key.verify(memoryview(signature), b"m", format=format)
    assert key.public_key.verdict(signature, b"m", format=format)
    assert key.public_key in [Q for _, Q in scheme.recover(signature, b"m", format=format)]
    digest = hash_named(scheme.hash).digest(b"m")
    assert key.sign_digest(digest, hash=scheme.hash, format=format) == signature


@pytest.mark.parametrize("header", range(27, 35))
def test_verify_ignores_the_recid(header: int) -> None:
    key = key_of(secp256k1)
    signature = bytes([header]) + octets(key, b"m", format="compact")[1:]
    key.public_key.verify(signature, b"m", format="compact")


@pytest.mark.parametrize("v", [0, 1, 27, 28])
def test_verify_ignores_v(v: int) -> None:
    key = key_of(secp256k1)
    key.public_key.verify(octets(key, b"m", format="eth")[:-1] + bytes([v]), b"m", format="eth")


def test_an_unknown_format_is_unsupported_before_anything_is_signed() -> None:
    key = key_of(p256)
    steps: list[tuple[str, str, bytes]] = []
    with pytest.raises(UnusableInput, match=r"^unsupported: no signature format 'ber'"):
        key.sign(b"m", format="ber", steps=steps)
    assert steps == []
    for use in key.public_key.verify, key.public_key.verdict, p256.recover:
        with pytest.raises(UnusableInput, match=r"^unsupported: no signature format 'ber'"):
            use(b"", b"m", format="ber")


@pytest.mark.parametrize(
    "wrong", [b"\x30\x06\2\1\1\2\1\1", [1, 2], (1,), (1, 2, 3), (), None, 5, "rs"], ids=lambda w: repr(w)[:12]
)
def test_without_a_format_a_signature_is_a_pair(wrong: Any) -> None:
    for use in p256.recover, key_of(p256).public_key.verify, key_of(p256).public_key.verdict:
        with pytest.raises(TypeError, match=r"^without a format, a signature must be a tuple \(r, s\)$"):
            use(wrong, b"m", format=None)


@pytest.mark.parametrize("wrong", ["1", 1.0, None, True, b"\1"], ids=lambda w: type(w).__name__)
def test_the_halves_of_a_pair_are_ints(wrong: Any) -> None:
    key = key_of(p256).public_key
    with pytest.raises(TypeError, match=rf"^r must be an int, not {type(wrong).__name__}$"):
        key.verify((wrong, 1), b"m", format=None)
    with pytest.raises(TypeError, match=rf"^s must be an int, not {type(wrong).__name__}$"):
        key.verify((1, wrong), b"m", format=None)


@pytest.mark.parametrize("wrong", [(1, 2), "text", None, 5], ids=lambda w: type(w).__name__)
@pytest.mark.parametrize("format", FORMATS)
def test_with_a_format_a_signature_is_octets(wrong: Any, format: str) -> None:
    with pytest.raises(TypeError, match=rf"^a signature must be bytes, not {type(wrong).__name__}$"):
        key_of(p256).public_key.verify(wrong, b"m", format=format)


# ---------------------------------------------------------------- verdicts


@pytest.mark.step("FIPS 186-5", "6.4.2-1 r", "6.4.2-1 s")
@every_curve
def test_reasons_in_their_order(scheme: ECDSA) -> None:
    key, n = key_of(scheme).public_key, scheme.curve.n
    r, s = pair(key_of(scheme), b"m", low_s=True)

    def reason(r: int, s: int, rules: str = "fips186-5", message: bytes = b"m") -> str | None:
        return key.verdict((r, s), message, format=None, rules=rules).reason

    assert reason(r, s) is None
    assert reason(r, s, "low-s") is None
    assert reason(r, s, message=b"n") == "mismatch"
    assert reason(r, s + 1) == "mismatch"
    assert reason(s, r) == "mismatch"
    assert reason(r, n - s, "low-s") == "high-s"
    assert reason(r, n - s, "low-s", b"n") == "high-s"
    for outside in 0, -1, n, n + 1, -(2**300), 2**10000:
        assert reason(outside, s) == "r-out-of-range"
        assert reason(r, outside) == "s-out-of-range"
        assert reason(outside, outside, "low-s") == "r-out-of-range"
        assert reason(r, outside, "low-s") == "s-out-of-range"
    assert reason(r + n, s) == "r-out-of-range"
    assert reason(r, s + n) == "s-out-of-range"
    assert key.verdict(b"", b"m").reason == "signature-encoding"
    assert key.verdict(b"", b"m", format="p1363").reason == "signature-length"


def test_a_verdict_is_true_or_false() -> None:
    key = key_of(p256)
    signature = octets(key, b"m", low_s=True)
    valid, invalid = key.public_key.verdict(signature, b"m"), key.public_key.verdict(signature, b"n")
    assert valid
    assert (valid.valid, valid.reason, valid.detail, valid.warnings) == (True, None, "the signature is valid", ())
    assert valid.steps is None
    digest = hashlib.sha256(b"m").digest()
    assert key.public_key.verdict_digest(signature, digest, hash="SHA-256") == valid  # without steps too
    assert not invalid
    assert (invalid.valid, invalid.reason) == (False, "mismatch")
    assert invalid.detail == "x([u]G + [v]Q) mod n != r"
    with pytest.raises(InvalidSignature) as caught:
        key.public_key.verify(signature, b"n")
    assert (caught.value.reason, caught.value.detail) == (invalid.reason, invalid.detail)


HIGH, SHORT = "high-s", "hash-shorter-than-curve"


@every_curve
def test_warnings(scheme: ECDSA) -> None:
    key, n = key_of(scheme), scheme.curve.n
    r, s = pair(key, b"m", low_s=True)
    short = "SHA-1"
    r1, s1 = pair(key, b"m", hash=short, low_s=True)
    warnings = key.public_key.verdict
    assert warnings((r, s), b"m", format=None).warnings == ()
    assert warnings((r, n - s), b"m", format=None).warnings == (HIGH,)
    assert warnings((r1, s1), b"m", hash=short, format=None).warnings == (SHORT,)
    assert warnings((r1, n - s1), b"m", hash=short, format=None).warnings == (HIGH, SHORT)
    # they describe what was read, valid or not
    assert warnings((r, n - 1), b"m", hash=short, format=None).warnings == (HIGH, SHORT)
    assert warnings((0, n - 1), b"m", format=None).warnings == (HIGH,)
    assert warnings((r, n), b"m", format=None).warnings == ()
    assert warnings(b"", b"m", hash=short).warnings == (SHORT,)
    assert warnings(b"", b"m").warnings == ()
    assert warnings((r, n - s), b"m", format=None, rules="low-s").warnings == (HIGH,)


@every_curve
def test_a_digest_is_short_below_the_bits_of_n(scheme: ECDSA) -> None:
    key = key_of(scheme)
    for length in range(1, 65):
        signature = key.sign_digest(bytes(length), hash=None, low_s=True)
        verdict = key.public_key.verdict_digest(signature, bytes(length), hash=None)
        assert verdict.warnings == ((SHORT,) if length < scheme.curve.size else ()), length


# ---------------------------------------------------------------- the rare cases


def one_with_x_not_below_n(scheme: ECDSA) -> tuple[int, Point]:
    """A j >= 1 and a point R with x(R) = n + j < p, so that r = j."""
    n = scheme.curve.n
    j = next(j for j in range(1, 100) if is_x(scheme, n + j))
    return j, scheme.curve.lift_x(n + j, 0)


@pytest.mark.step("FIPS 186-5", "6.4.2-9 r + n")
@every_curve
@pytest.mark.parametrize("way", ["fast", "textbook"])
def test_x_of_R_between_n_and_p(scheme: ECDSA, way: str) -> None:
    """No k is known for such an R, but a key is: Q = (s*R - e*G)/r. The signature holds, with recid 2."""
    if way == "textbook":
        scheme = textbook(scheme)
    n, G = scheme.curve.n, scheme.curve.G
    r, R = one_with_x_not_below_n(scheme)
    s, digest = 12345, hash_named(scheme.hash).digest(b"m")
    Q = pow(r, -1, n) * (s * R - e_of(scheme, digest) * G)
    key = scheme.public_key(Q.encode())
    key.verify((r, s), b"m", format=None)
    assert key.verdict((r, s + 1), b"m", format=None).reason == "mismatch"
    assert (2, key) in scheme.recover((r, s), b"m", format=None)
    for header in 29, 33:
        signature = bytes([header]) + encode(r, s, 0, "p1363", n)
        assert scheme.recover(signature, b"m", format="compact") == [(2, key)]
    odd = scheme.recover(encode(r, s, 3, "compact", n), b"m", format="compact")
    assert [recid for recid, _ in odd] == [3]
    assert odd[0][1] != key
    odd[0][1].verify((r, s), b"m", format=None)


@every_curve
def test_r_that_is_x_but_for_n_is_a_mismatch(scheme: ECDSA) -> None:
    """r + n < p, but x(R) = r + n only for other keys: reduced modulo n, and only once."""
    n = scheme.curve.n
    r, _ = one_with_x_not_below_n(scheme)
    assert key_of(scheme).public_key.verdict((r, 12345), b"m", format=None).reason == "mismatch"
    assert r + n < scheme.curve.p


@pytest.mark.step("FIPS 186-5", "6.4.2-6 identity")
@every_curve
@pytest.mark.parametrize("way", ["fast", "textbook"])
def test_the_result_may_be_the_identity(scheme: ECDSA, way: str) -> None:
    """u*G + v*Q = (e + r*d)/s * G: whoever knows d chooses the digest e = -r*d."""
    if way == "textbook":
        scheme = textbook(scheme)
    n, d = scheme.curve.n, 0xC0FFEE << 64 | 12345
    for r, s in (1, 1), (12345, 678), (n - 1, n - 2):
        digest = (-r * d % n).to_bytes(scheme.curve.size, "big")
        verdict = key_of(scheme).public_key.verdict_digest((r, s), digest, hash=None, format=None, steps=True)
        assert verdict.reason == "result-is-identity"
        assert verdict.detail == "[u]G + [v]Q is the identity"
        assert verdict.steps is not None
        assert verdict.steps[-1] == ("6.4.2-6", "R1", b"\0")


@every_curve
def test_u_or_v_times_its_point_may_meet_the_other(scheme: ECDSA) -> None:
    """[u]G = [v]Q: the sum is a doubling. It is so for e = r*d; the signature holds with s = 2*r*d/k."""
    n, d, k = scheme.curve.n, 0xC0FFEE << 64 | 12345, 777
    r = (k * scheme.curve.G).affine()[0] % n
    digest = (r * d % n).to_bytes(scheme.curve.size, "big")
    s = 2 * r * d * pow(k, -1, n) % n
    key_of(scheme).public_key.verify_digest((r, s), digest, hash=None, format=None)


@every_curve
def test_a_made_up_digest_verifies(scheme: ECDSA) -> None:
    """Why verify_digest proves nothing unless the caller hashed: R = [u]G + [v]Q gives r, s = r/v and e = u*s."""
    E, n = scheme.curve, scheme.curve.n
    key = scheme.private_key(2**200 + 1).public_key  # its secret isn't used below
    u, v = 1234567, 7654321
    r = (u * E.G + v * key.Q).affine()[0] % n
    s = r * pow(v, -1, n) % n
    digest = (u * s % n).to_bytes(E.size, "big")
    key.verify_digest((r, s), digest, hash=scheme.hash, format=None)
    assert not key.verdict((r, s), digest, format=None)  # no message of that hash is known


# ---------------------------------------------------------------- recovery


@pytest.mark.step("SEC 1", "4.1.6-1.5", "4.1.6-1.6.1", "4.1.6-1.6.3")
@every_curve
def test_recover_gives_every_key_under_which_the_signature_holds(scheme: ECDSA) -> None:
    key = key_of(scheme)
    for number in range(3):
        message = b"%d" % number
        signature = octets(key, message)
        found = scheme.recover(signature, message)
        assert [recid for recid, _ in found] == [0, 1]  # r + n < p is all but impossible
        assert len({Q for _, Q in found}) == 2
        for _, Q in found:
            Q.verify(signature, message)
        recid = octets(key, message, format="compact")[0] - 31
        assert (recid, key.public_key) in found
        digest = hash_named(scheme.hash).digest(message)
        assert scheme.recover_digest(signature, digest, hash=scheme.hash) == found
        assert scheme.recover_digest(signature, digest, hash=None) == found
        r, s = pair(key, message)
        assert scheme.recover((r, s), message, format=None) == found
        assert scheme.recover(encode(r, s, 0, "p1363", scheme.curve.n), message, format="p1363") == found


@every_curve
@pytest.mark.parametrize("format", ["compact", "eth"])
def test_recover_answers_the_headers_candidate(scheme: ECDSA, format: str) -> None:
    key = key_of(scheme)
    signature = octets(key, b"m", format=format)
    ((recid, Q),) = scheme.recover(signature, b"m", format=format)
    assert key.public_key == Q
    place = 0 if format == "compact" else -1
    other = bytearray(signature)
    other[place] += 1 if recid == 0 else -1
    ((other_recid, other_Q),) = scheme.recover(other, b"m", format=format)
    assert {recid, other_recid} == {0, 1}
    assert other_Q != Q
    other_Q.verify(signature, b"m", format=format)


def test_a_signature_of_eth_whose_v_is_0_or_1() -> None:
    key = key_of(secp256k1)
    signature = octets(key, b"m", format="eth")
    again = signature[:-1] + bytes([signature[-1] - 27])
    assert secp256k1.recover(again, b"m", format="eth") == secp256k1.recover(signature, b"m", format="eth")


@every_curve
def test_an_r_that_is_no_x_has_no_candidate(scheme: ECDSA) -> None:
    r = next(x for x in range(1, 100) if not is_x(scheme, x))
    found = scheme.recover((r, 1), b"m", format=None)
    assert [recid for recid, _ in found] in ([], [2, 3])  # r + n may be an x
    for _, Q in found:
        Q.verify((r, 1), b"m", format=None)


@every_curve
def test_the_identity_is_no_candidate(scheme: ECDSA) -> None:
    """Q = (s*R - e*G)/r = O for R = [k]G and e = s*k; -R leaves its candidate."""
    n, k, s = scheme.curve.n, 4321, 99
    x, y = (k * scheme.curve.G).affine()
    digest = (s * k % n).to_bytes(scheme.curve.size, "big")
    found = scheme.recover_digest((x % n, s), digest, hash=None, format=None)
    assert [recid for recid, _ in found] == [1 - y % 2]
    found[0][1].verify_digest((x % n, s), digest, hash=None, format=None)


@every_curve
def test_recover_wants_r_and_s_in_range(scheme: ECDSA) -> None:
    n = scheme.curve.n
    for r, s in (0, 1), (1, 0), (n, 1), (1, n), (-1, 1), (1, -1), (2**5000, 1):
        with pytest.raises(UnusableInput, match=r"^bad-signature: r or s lies outside \[1, n-1\]$"):
            scheme.recover((r, s), b"m", format=None)


def test_recover_wants_a_well_formed_signature() -> None:
    with pytest.raises(UnusableInput, match=r"^bad-signature: signature-encoding: no strict DER"):
        p256.recover(b"\x30", b"m")
    with pytest.raises(UnusableInput, match=r"^bad-signature: signature-length: "):
        p256.recover(bytes(63), b"m", format="p1363")
    with pytest.raises(UnusableInput, match=r"^bad-signature: signature-encoding: 35 is no recovery header"):
        p256.recover(b"\x23" + bytes(64), b"m", format="compact")


def test_every_signature_fits_some_key_for_any_message() -> None:
    """Why a recovered key must be compared with one that is known."""
    key = key_of(secp256k1)
    signature = octets(key, b"m")
    for message in b"another", b"a third":
        found: Iterable[ECDSAPublicKey] = [Q for _, Q in secp256k1.recover(signature, message)]
        assert key.public_key not in found
        for Q in found:
            Q.verify(signature, message)


# ---------------------------------------------------------------- records


def test_names() -> None:
    assert [scheme.name for scheme in (p256, p384, secp256k1)] == ["P-256", "P-384", "secp256k1"]
    assert [*SCHEMES.values()] == [p256, p384, secp256k1]
    assert [*SCHEMES] == ["P-256", "P-384", "secp256k1"]


def test_a_record_of_ones_own() -> None:
    own = ECDSA(p256.curve, "SHA3-512")
    key = own.private_key(7)
    assert key.sign(b"m") == p256.private_key(7).sign(b"m", hash="SHA3-512")
    with pytest.raises(UnusableInput, match="unsupported"):
        ECDSA(p256.curve, "MD5")
    with pytest.raises(TypeError, match="named by a str"):
        ECDSA(p256.curve, None)  # type: ignore[arg-type]
    assert ECDSA(p256.curve).hash == "SHA-256"


# y^2 = x^3 + 2x + 6 modulo 17 has 11 points: n < p, so that x(R) is often not below n
TOY = ECDSA(WeierstrassCurve(p=17, a=2, b=6, n=11, G=(1, 3)))


def test_recid_counts_how_often_n_was_taken_off_x() -> None:
    key, seen = TOY.private_key(7), set()
    for k in range(1, 11):
        x, y = (k * TOY.curve.G).affine()
        for digest in range(1, 16):
            try:
                signature = octets(key, bytes([digest]), unsafe_k=k, format="compact")
            except UnusableInput:
                continue  # r = 0 or s = 0
            recid = signature[0] - 31
            assert recid == 2 * (x // 11) + y % 2
            assert TOY.recover(signature, bytes([digest]), format="compact") == [(recid, key.public_key)]
            if recid < 2:
                assert octets(key, bytes([digest]), unsafe_k=k, format="eth")[-1] == 27 + recid
            else:
                with pytest.raises(UnusableInput, match=r"^unsupported: v has no value"):
                    key.sign(bytes([digest]), unsafe_k=k, format="eth")
            seen.add(recid)
    assert seen == {0, 1, 2, 3}


def test_steps_of_the_loop_are_kept_apart() -> None:
    """Each candidate's values follow one another."""
    notes: list[tuple[str, str, bytes]] = []
    note = p256.notes(notes, "6.4.1")
    assert isinstance(note, Notes)
    p256.sign(7, bytes(32), islice([5, 6], 2), note)
    assert [step for step, _, _ in notes] == [f"6.4.1-{i}" for i in (1, 2, 3, 5, 8, 9)]


# ---------------------------------------------------------------- the choice of the nonce


@pytest.mark.parametrize("nonce", [None, 1, ["rfc6979"], b"rfc6979"])
def test_a_nonce_of_a_wrong_type_is_a_type_error(nonce: Any) -> None:
    with pytest.raises(TypeError, match="a nonce is named by a str"):
        p256.private_key(1).sign(b"", nonce=nonce)


def test_an_unknown_nonce_is_named_but_not_at_length() -> None:
    with pytest.raises(UnusableInput, match="unsupported: no nonce") as error:
        p256.private_key(1).sign(b"", nonce="x" * 1000, unsafe_k=5)
    assert len(str(error.value)) < 120


@pytest.mark.parametrize("nonce", ["hedged", "random"])
def test_a_given_k_goes_without_another_nonce(nonce: str) -> None:
    with pytest.raises(UnusableInput, match="bad-request: a given k"):
        p256.private_key(1).sign(b"", nonce=nonce, unsafe_k=5)


def test_a_step_may_be_wider_than_n() -> None:
    """On a toy curve x(R1) < p may take more octets than n."""
    scheme = ECDSA(WeierstrassCurve(257, 7, 40, 251, (2, 24)))
    widths = set()
    for k in range(1, 251):
        key = scheme.private_key(7)
        signature = key.sign(b"", format=None, unsafe_k=k)
        steps = key.public_key.verdict(signature, b"", format=None, steps=True).steps
        assert steps is not None
        (r1,) = (value for _, name, value in steps if name == "r1")
        widths.add(len(r1))
    assert widths == {1, 2}
