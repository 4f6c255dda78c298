"""ECDSA on toy curves, completely: every key, every digest, every (r, s), every nonce.

What is right is said here by brute force, from a table of the multiples of G made by the textbook's addition:
(r, s) signs e under [d]G exactly if signing with some nonce k would have given it. [FIPS 186-5, 6.4.1]
"""

from __future__ import annotations

import hashlib
import hmac
from itertools import count, islice, product
from typing import TYPE_CHECKING

import pytest

import toy_curves as toy
from ecref import ECDSA, InvalidSignature, UnusableInput
from ecref.hashes import hash_named
from ecref.rfc6979 import nonces
from ecref.rules import ECDSA_RULES
from ecref.textbook import textbook

if TYPE_CHECKING:
    from collections.abc import Iterator

    from ecref.ecdsa_keys import ECDSAPublicKey


class Truth:
    """What brute force knows of a curve with h = 1."""

    def __init__(self, scheme: ECDSA) -> None:
        self.n = n = scheme.curve.n
        self.bits = n.bit_length()
        self.multiples = [xy for xy in toy.multiples(scheme.curve.G) if xy is not None]  # [1]G, [2]G, ..., [n-1]G
        self.k_by_r: dict[int, list[int]] = {r: [] for r in range(n)}
        for k, (x, _) in enumerate(self.multiples, 1):
            self.k_by_r[x % n].append(k)
        self.digests = [(e, bytes([e << 8 - self.bits])) for e in range(1 << self.bits)]  # e >= n among them

    def signed(self, d: int, k: int, e: int) -> tuple[int, int]:
        """(r, s), either of which may be 0."""
        x, _ = self.multiples[k - 1]
        s = next(s for s in range(self.n) if s * k % self.n == (e + x % self.n * d) % self.n)
        return x % self.n, s

    def recid(self, k: int) -> int:
        """Bit 0: y is odd; above: how often n was taken off x."""
        x, y = self.multiples[k - 1]
        return 2 * (x // self.n) + y % 2

    def reason(self, d: int, e: int, r: int, s: int, *, low_s: bool) -> str | None:
        """The first reason of the line protocol, None for a valid signature."""
        n = self.n
        if not 0 < r < n:
            return "r-out-of-range"
        if not 0 < s < n:
            return "s-out-of-range"
        if low_s and 2 * s > n:
            return "high-s"
        if (e + r * d) % n == 0:  # s*R = e*G + r*Q = O
            return "result-is-identity"
        return None if any(s * k % n == (e + r * d) % n for k in self.k_by_r[r]) else "mismatch"


ALL = [ECDSA(curve) for curve in toy.WEIERSTRASS]
FAST = [ECDSA(toy.named(name)) for name in ("p7n11", "p13n7", "p17n11", "p19n13")]
SLOW = [ECDSA(toy.named(name)) for name in ("p7n11", "p13n7")]
SIGN = [scheme for scheme in ALL if scheme.curve.n < 20]


def reason(key: ECDSAPublicKey, signature: tuple[int, int], digest: bytes, rules: str) -> str | None:
    try:
        key.verify_digest(signature, digest, hash=None, format=None, rules=rules)
    except InvalidSignature as fault:
        return fault.reason
    return None


# ---------------------------------------------------------------- verification


def check_every_signature(judge: ECDSA, truth: Truth, rules: str) -> set[str | None]:
    """Every key, every digest, every r and s from -1 to n + 1: verdicts against brute force. The reasons seen."""
    seen = set()
    for d in range(1, truth.n):
        key = judge.private_key(d).public_key
        for (e, digest), r, s in product(truth.digests, range(-1, truth.n + 2), range(-1, truth.n + 2)):
            expected = truth.reason(d, e, r, s, low_s=ECDSA_RULES[rules].low_s)
            assert reason(key, (r, s), digest, rules) == expected
            seen.add(expected)
    return seen


EVERY_REASON = {None, "r-out-of-range", "s-out-of-range", "result-is-identity", "mismatch"}


@pytest.mark.parametrize("scheme", FAST, ids=toy.name_of)
def test_every_signature_of_every_digest_under_every_key(scheme: ECDSA) -> None:
    assert check_every_signature(scheme, Truth(scheme), "fips186-5") == EVERY_REASON


@pytest.mark.parametrize("scheme", SLOW, ids=toy.name_of)
def test_every_signature_by_the_textbook(scheme: ECDSA) -> None:
    assert check_every_signature(textbook(scheme), Truth(scheme), "fips186-5") == EVERY_REASON


@pytest.mark.parametrize("judge", [SLOW[1], textbook(SLOW[1])], ids=["fast", "textbook"])
def test_every_signature_under_low_s(judge: ECDSA) -> None:
    assert check_every_signature(judge, Truth(SLOW[1]), "low-s") == EVERY_REASON | {"high-s"}


@pytest.mark.parametrize("scheme", SLOW, ids=toy.name_of)
def test_every_verdict_says_what_verify_raises(scheme: ECDSA) -> None:
    truth = Truth(scheme)
    n, high = truth.n, 0
    for d in (1, n - 1):
        key = scheme.private_key(d).public_key
        for (e, digest), r, s in product(truth.digests, range(n + 1), range(n + 1)):
            verdict = key.verdict_digest((r, s), digest, hash=None, format=None)
            assert verdict.reason == truth.reason(d, e, r, s, low_s=False)
            assert bool(verdict) is verdict.valid is (verdict.reason is None)
            assert ("high-s" in verdict.warnings) == (n < 2 * s < 2 * n)
            high += "high-s" in verdict.warnings
    assert high


# ---------------------------------------------------------------- signing


@pytest.mark.step("RFC 6979", "2.4-3 r")
@pytest.mark.step("FIPS 186-5", "6.4.1-8", "6.4.1-11 r = 0", "6.4.1-11 s = 0")
@pytest.mark.parametrize("scheme", SIGN, ids=toy.name_of)
def test_every_nonce_of_every_digest_under_every_key(scheme: ECDSA) -> None:
    truth = Truth(scheme)
    n, zeros = truth.n, set()
    for d in range(1, n):
        key = scheme.private_key(d)
        for k, (e, digest) in product(range(1, n), truth.digests):
            r, s = truth.signed(d, k, e)
            if r == 0 or s == 0:
                zeros.add((r == 0, s == 0))
                with pytest.raises(UnusableInput, match="no candidate for k") as caught:
                    key.sign_digest(digest, hash=None, unsafe_k=k)
                assert caught.value.code == "bad-request"
                continue
            assert key.sign_digest(digest, hash=None, unsafe_k=k, format=None) == (r, s)
            low = key.sign_digest(digest, hash=None, unsafe_k=k, format=None, low_s=True)
            assert low == (r, min(s, n - s))
            assert truth.reason(d, e, *low, low_s=True) is None
    assert (False, True) in zeros
    assert ((True, False) in zeros) == any(x % n == 0 for x, _ in truth.multiples)


def test_a_toy_curve_reaches_r_0() -> None:
    reach = {scheme.name for scheme in SIGN if Truth(scheme).k_by_r[0]}
    assert reach >= {"p11n17", "p13n7"}  # by x = 0, and by x = n


@pytest.mark.parametrize("scheme", SIGN, ids=toy.name_of)
def test_every_recid_leads_back_to_the_key(scheme: ECDSA) -> None:
    """Written by compact's header, also where low_s negates s and with it R."""
    truth = Truth(scheme)
    seen = set()
    for d, k, (e, digest) in product((1, 2, truth.n - 1), range(1, truth.n), truth.digests[::3]):
        if 0 in truth.signed(d, k, e):
            continue
        key = scheme.private_key(d)
        for low_s in (False, True):
            signature = key.sign_digest(digest, hash=None, unsafe_k=k, format="compact", low_s=low_s)
            assert isinstance(signature, bytes)
            negated = low_s and 2 * truth.signed(d, k, e)[1] > truth.n
            recid = truth.recid(truth.n - k if negated else k)
            assert signature[0] == 31 + recid
            found = scheme.recover_digest(signature, digest, hash=None, format="compact")
            assert found == [(recid, key.public_key)]
            seen.add(recid)
    assert seen == {truth.recid(k) for k in range(1, truth.n) if truth.multiples[k - 1][0] % truth.n}


@pytest.mark.step("SEC 1", "4.1.6-1", "4.1.6-1.1", "4.1.6-1.3", "4.1.6-1.6.1", "4.1.6-1.6.3")
@pytest.mark.parametrize("scheme", FAST, ids=toy.name_of)
def test_recovery_finds_exactly_the_keys_that_verify(scheme: ECDSA) -> None:
    truth = Truth(scheme)
    n, several = truth.n, set()
    keys = {d: scheme.private_key(d).public_key for d in range(1, n)}
    for (e, digest), r, s in product(truth.digests, range(1, n), range(1, n)):
        found = scheme.recover_digest((r, s), digest, hash=None, format=None)
        fitting = {d for d in keys if truth.reason(d, e, r, s, low_s=False) is None}
        assert {key for _, key in found} == {keys[d] for d in fitting}
        by_recid = sorted((truth.recid(k), (s * k - e) * pow(r, -1, n) % n) for k in truth.k_by_r[r])
        assert found == [(recid, keys[d]) for recid, d in by_recid if d != 0]
        several.add(len(found))
    assert several >= {0, 1, 2}


@pytest.mark.parametrize("scheme", FAST, ids=toy.name_of)
def test_recovery_refuses_what_is_out_of_range(scheme: ECDSA) -> None:
    n = scheme.curve.n
    for r, s in product((-1, 0, 1, n - 1, n, n + 1), repeat=2):
        if not (0 < r < n and 0 < s < n):
            with pytest.raises(UnusableInput) as caught:
                scheme.recover_digest((r, s), b"\0", hash=None, format=None)
            assert caught.value.code == "bad-signature"


# ---------------------------------------------------------------- trying again


def hmac_drbg(x: int, h1: bytes, q: int, extra: bytes = b"") -> Iterator[int]:
    """RFC 6979, 3.2, with the standard library's HMAC: every candidate, those that are 0 or q and above too."""
    bits, width = q.bit_length(), (q.bit_length() + 7) // 8

    def mac(*parts: bytes) -> bytes:
        return hmac.digest(K, b"".join(parts), "sha256")

    z = (int.from_bytes(h1, "big") >> max(0, 8 * len(h1) - bits)) % q
    secret = x.to_bytes(width, "big") + z.to_bytes(width, "big") + extra
    V, K = b"\1" * 32, b"\0" * 32
    for octet in (b"\0", b"\1"):
        K = mac(V, octet, secret)
        V = mac(V)
    while True:
        T = b""
        while len(T) < width:
            V = mac(V)
            T += V
        yield int.from_bytes(T, "big") >> 8 * len(T) - bits
        K = mac(V, b"\0")
        V = mac(V)


@pytest.mark.parametrize("q", [7, 11, 13, 17, 2**255 - 19, 2**257 + 1, 2**521 - 1])
def test_nonces_are_the_candidates_in_range(q: int) -> None:
    """The orders just over a power of two lose half of the candidates; the widest needs three HMACs for one."""
    SHA256, dropped = hash_named("SHA-256"), set()
    for x, extra in product((1, 2, q // 2, q - 1), (b"", b"extra")):
        h1 = hashlib.sha256(bytes([x % 251])).digest()
        candidates = list(islice(hmac_drbg(x, h1, q, extra), 200))
        wanted = [k for k in candidates if 1 <= k < q]
        assert list(islice(nonces(x, h1, q, SHA256, extra), len(wanted))) == wanted
        dropped |= {k for k in candidates if k not in wanted}
    assert dropped == {0, *range(q, 1 << q.bit_length())} if q < 100 else (q == 2**257 + 1) == bool(dropped)


@pytest.mark.step("RFC 6979", "2.4-3 r = 0", "2.4-4 s = 0")
@pytest.mark.parametrize("scheme", SIGN, ids=toy.name_of)
def test_signing_takes_the_first_nonce_that_serves(scheme: ECDSA) -> None:
    truth = Truth(scheme)
    n, skipped = truth.n, set()
    for d, i in product(range(1, n), range(12)):
        message = bytes([i])
        h1 = hashlib.sha256(message).digest()
        e = int.from_bytes(h1, "big") >> 256 - truth.bits
        for k in hmac_drbg(d, h1, n):
            if 0 < k < n and 0 not in truth.signed(d, k, e):
                break
            skipped.add("k" if not 0 < k < n else "rs"[truth.signed(d, k, e)[0] != 0])
        key = scheme.private_key(d)
        signature = key.sign(message, format=None)
        assert signature == truth.signed(d, k, e)
        key.public_key.verify(signature, message, format=None)
    assert skipped == {"k", "s"} | ({"r"} if truth.k_by_r[0] else set())


@pytest.mark.parametrize("scheme", SIGN, ids=toy.name_of)
@pytest.mark.parametrize("nonce", ["hedged", "random"])
def test_random_nonces_end_too(scheme: ECDSA, nonce: str) -> None:
    key = scheme.private_key(2)
    signatures = {key.sign(b"", nonce=nonce, format=None) for _ in range(100)}
    for signature in signatures:
        key.public_key.verify(signature, b"", format=None)
    assert len(signatures) > 1


def test_candidates_end() -> None:
    """Where no nonce is left, signing says so; with endless candidates it would go on."""
    scheme = ECDSA(toy.named("p11n17"))
    truth = Truth(scheme)
    note = scheme.notes(None, "6.4.1")
    r_0 = truth.k_by_r[0]
    s_0 = next(k for k in range(1, 17) if truth.signed(3, k, 5)[1] == 0)
    good = next(k for k in range(1, 17) if 0 not in truth.signed(3, k, 5))
    digest = dict(truth.digests)[5]
    assert scheme.sign(3, digest, [*r_0, s_0, good], note)[:2] == truth.signed(3, good, 5)
    endless = (k for ks in ([*r_0, s_0], count(good)) for k in ks)
    assert scheme.sign(3, digest, endless, note) == (*truth.signed(3, good, 5), truth.recid(good))
    for candidates in ([], r_0, [s_0], [*r_0, s_0]):
        with pytest.raises(UnusableInput, match="no candidate for k"):
            scheme.sign(3, digest, candidates, note)


def test_generated_keys_are_all_scalars_but_0() -> None:
    scheme = ECDSA(toy.named("p7n11"))
    keys = {scheme.generate().private_bytes() for _ in range(1000)}
    assert keys == {bytes([d]) for d in range(1, 11)}


# ---------------------------------------------------------------- with a cofactor


@pytest.mark.step("SEC 1", "3.2.2.1-4")
@pytest.mark.parametrize("curve", toy.WEIERSTRASS_WITH_COFACTOR, ids=toy.name_of)
def test_a_public_key_has_the_order_n(curve: toy.Curve) -> None:
    scheme = ECDSA(toy.named(curve.name))
    good = set(toy.multiples(toy.base(curve)))
    for P in toy.points(curve):
        if P.is_identity():
            continue
        if toy.affine(P) in good:
            assert scheme.public_key(P.encode()).Q == P
        else:
            with pytest.raises(UnusableInput, match="order is not n") as caught:
                scheme.public_key(P.encode())
            assert caught.value.code == "invalid-key"


@pytest.mark.step("SEC 1", "4.1.6-1.4")
@pytest.mark.parametrize("curve", toy.WEIERSTRASS_WITH_COFACTOR, ids=toy.name_of)
def test_recovery_gives_keys_of_order_n_that_verify(curve: toy.Curve) -> None:
    """Of the points with a fitting x, those outside the subgroup of G are passed over. [SEC 1, 4.1.6, step 1.4]"""
    scheme = ECDSA(toy.named(curve.name))
    n = scheme.curve.n
    keys = [scheme.private_key(d).public_key for d in range(1, n)]
    for digest, r, s in product((b"\0", b"\x30"), range(1, n), range(1, n)):
        found = [key for _, key in scheme.recover_digest((r, s), digest, hash=None, format=None)]
        fitting = [key for key in keys if key.verdict_digest((r, s), digest, hash=None, format=None)]
        assert set(found) == set(fitting)
