"""Steps: names, order and values, against computations that share no line with the schemes.

Expected values are made here with hashlib, plain integers, and points of the textbook multiplied by adding;
octets as docs/protocol.md says: EdDSA's as RFC 8032 encodes them, ECDSA's big-endian and SEC 1.
"""

from __future__ import annotations

import hashlib
from typing import TYPE_CHECKING, Any

import pytest

from ecref import ECDSA, EdDSA, UnusableInput, ecdsa, ed448, ed448ph, ed25519, ed25519ctx, ed25519ph, eddsa, p256
from ecref.hashes import hash_named
from ecref.rfc6979 import nonces
from ecref.textbook import textbook

if TYPE_CHECKING:
    from collections.abc import Sequence

    from ecref.ecdsa_keys import ECDSAPrivateKey
    from ecref.eddsa_keys import EdDSAPrivateKey

EDDSA, WEIERSTRASS = list(eddsa.SCHEMES.values()), list(ecdsa.SCHEMES.values())
M = b"a message"
Expected = list[tuple[str, str, bytes]]


def name_of(scheme: Any) -> str:
    return str(scheme.name)


every_eddsa = pytest.mark.parametrize("scheme", EDDSA, ids=name_of)
every_ecdsa = pytest.mark.parametrize("scheme", WEIERSTRASS, ids=name_of)
every_scheme = pytest.mark.parametrize("scheme", [*EDDSA, *WEIERSTRASS], ids=name_of)


def key_of(scheme: Any) -> Any:
    return scheme.private_key(bytes(range(1, scheme.curve.size + 1)))


# ---------------------------------------------------------------- EdDSA, by hand


class Ed:
    """One of RFC 8032's schemes, by hashlib and the textbook's points."""

    def __init__(self, scheme: EdDSA) -> None:
        self.on_448 = scheme.name.startswith("Ed448")
        self.section = "5.2" if self.on_448 else "5.1"
        self.size = 57 if self.on_448 else 32
        self.curve = textbook(scheme).curve
        self.C = None if scheme is ed25519 else b"context"
        flag = scheme.name.endswith("ph")
        self.dom = b""
        if self.C is not None:
            start = b"SigEd448" if self.on_448 else b"SigEd25519 no Ed25519 collisions"
            self.dom = start + bytes([flag, len(self.C)]) + self.C
        self.PH = M
        if flag:
            self.PH = hashlib.shake_256(M).digest(64) if self.on_448 else hashlib.sha512(M).digest()
        self.h = self.H(bytes(range(1, self.size + 1)))
        s = bytearray(self.h[: self.size])
        if self.on_448:  # 5.2.5
            s[0] &= 0xFC
            s[56] = 0
            s[55] |= 0x80
        else:  # 5.1.5
            s[0] &= 0xF8
            s[31] &= 0x7F
            s[31] |= 0x40
        self.s_octets, self.prefix = bytes(s), self.h[self.size :]
        self.s = int.from_bytes(s, "little")
        self.A = self.point(self.s)

    def H(self, data: bytes) -> bytes:
        return hashlib.shake_256(data).digest(114) if self.on_448 else hashlib.sha512(data).digest()

    def point(self, k: int) -> bytes:
        return (k * self.curve.B).encode()

    def number(self, x: int) -> bytes:
        return x.to_bytes(self.size, "little")

    def k(self, R: bytes, A: bytes) -> int:
        return int.from_bytes(self.H(self.dom + R + A + self.PH), "little") % self.curve.L

    def signing(self) -> Expected:
        r = int.from_bytes(self.H(self.dom + self.prefix + self.PH), "little") % self.curve.L
        R = self.point(r)
        k = self.k(R, self.A)
        S = (r + k * self.s) % self.curve.L
        return [
            (f"{self.section}.6-1", "s", self.s_octets),
            (f"{self.section}.6-1", "prefix", self.prefix),
            (f"{self.section}.6-1", "A", self.A),
            (f"{self.section}.6-2", "r", self.number(r)),
            (f"{self.section}.6-3", "R", R),
            (f"{self.section}.6-4", "k", self.number(k)),
            (f"{self.section}.6-5", "S", self.number(S)),
        ]

    def verifying(self, signature: bytes) -> Expected:
        R, S = signature[: self.size], signature[self.size :]
        k = self.k(R, self.A)
        return [
            (f"{self.section}.7-1", "R", R),
            (f"{self.section}.7-1", "S", S),
            (f"{self.section}.7-1", "A", self.A),
            (f"{self.section}.7-2", "k", self.number(k)),
            (f"{self.section}.7-3", "SB", self.point(int.from_bytes(S, "little"))),
            (f"{self.section}.7-3", "kA", (k * self.curve.decode(self.A)).encode()),
        ]


@pytest.mark.step("RFC 8032", "5.1.5-1", "5.1.5-3 s", "5.1.5-3 multiple", "5.1.5-4")
@every_eddsa
def test_steps_of_an_eddsa_key(scheme: EdDSA) -> None:
    steps: Expected = []
    key = scheme.private_key(bytes(range(1, scheme.curve.size + 1)), steps=steps)
    ed = Ed(scheme)
    assert steps == [(f"{ed.section}.5-3", "s", ed.s_octets), (f"{ed.section}.5-4", "A", ed.A)]
    assert key == key_of(scheme)


@pytest.mark.step(
    "RFC 8032", "5.1.6-1 prefix", "5.1.6-1 s", "5.1.6-1 A", "5.1.6-2 prefix", "5.1.6-2 PH(M)", "5.1.6-2 little-endian",
    "5.1.6-3", "5.1.6-4 R", "5.1.6-4 A", "5.1.6-4 PH(M)", "5.1.6-5 S", "5.1.6-5 mod L", "5.1.6-6",
)
@every_eddsa
def test_steps_of_an_eddsa_signature(scheme: EdDSA) -> None:
    key: EdDSAPrivateKey = key_of(scheme)
    steps: Expected = []
    ed = Ed(scheme)
    signature = key.sign(M, context=ed.C, steps=steps)
    assert steps == ed.signing()
    assert signature == steps[4][2] + steps[6][2] == key.sign(M, context=ed.C)


@pytest.mark.step("RFC 8032", "5.1.7-1 S", "5.1.7-2 R", "5.1.7-2 PH(M)", "5.1.7-3 equation")
@every_eddsa
def test_steps_of_an_eddsa_verification(scheme: EdDSA) -> None:
    key: EdDSAPrivateKey = key_of(scheme)
    ed = Ed(scheme)
    signature = key.sign(M, context=ed.C)
    verdict = key.public_key.verdict(signature, M, context=ed.C, steps=True)
    assert verdict
    assert verdict.steps == tuple(ed.verifying(signature))
    steps: Expected = []
    key.public_key.verify(signature, M, context=ed.C, steps=steps)
    assert steps == ed.verifying(signature)


@every_eddsa
def test_steps_of_a_mismatch_are_all_there(scheme: EdDSA) -> None:
    key: EdDSAPrivateKey = key_of(scheme)
    ed = Ed(scheme)
    signature = key.sign(b"another", context=ed.C)
    verdict = key.public_key.verdict(signature, M, context=ed.C, steps=True)
    assert verdict.reason == "mismatch"
    assert verdict.steps == tuple(ed.verifying(signature))


@pytest.mark.parametrize("scheme", [ed25519, ed448], ids=name_of)
def test_steps_end_where_the_verification_does(scheme: EdDSA) -> None:
    key: EdDSAPrivateKey = key_of(scheme)
    ed = Ed(scheme)
    signature = key.sign(M, context=ed.C)
    R, S = signature[: ed.size], signature[ed.size :]
    not_a_point = b"\xff" * ed.size
    whole = ed.verifying(signature)

    def steps(A: bytes, signature: bytes, rules: str = "rfc8032") -> Sequence[tuple[str, str, bytes]]:
        verdict = scheme.public_key(A).verdict(signature, M, context=ed.C, rules=rules, steps=True)
        assert not verdict
        assert verdict.steps is not None
        return verdict.steps

    assert steps(ed.A, signature[:-1]) == ()
    assert steps(ed.A, not_a_point + S) == ()
    too_large = (int.from_bytes(S, "little") + ed.curve.L).to_bytes(ed.size, "little")
    assert steps(ed.A, R + too_large) == (whole[0], (f"{ed.section}.7-1", "S", too_large))
    assert steps(not_a_point, signature) == tuple(whole[:2])
    identity = b"\1" + bytes(ed.size - 1)
    refused = steps(identity, signature, "no-small-order")
    assert refused == (*whole[:2], (f"{ed.section}.7-1", "A", identity))


def test_ref10_has_no_point_R() -> None:
    key: EdDSAPrivateKey = key_of(ed25519)
    ed = Ed(ed25519)
    signature = key.sign(M)
    verdict = key.public_key.verdict(signature, M, rules="ref10", steps=True)
    assert verdict
    assert verdict.steps == tuple(ed.verifying(signature)[1:])


@pytest.mark.step("RFC 8032", "5.1.7-2 A")
def test_points_are_shown_as_decoded() -> None:
    """Under zip215 y = p + 1 is the point (0, 1); k hashes what was received."""
    alias = (ed25519.curve.p + 1).to_bytes(32, "little")
    verdict = ed25519.public_key(alias).verdict(alias + bytes(32), M, rules="zip215", steps=True)
    assert verdict
    assert verdict.steps is not None
    identity = b"\1" + bytes(31)
    k = int.from_bytes(hashlib.sha512(alias + alias + M).digest(), "little") % ed25519.curve.L
    assert [value for _, _, value in verdict.steps] == [
        identity,
        bytes(32),
        identity,
        k.to_bytes(32, "little"),
        identity,
        identity,
    ]


# ---------------------------------------------------------------- ECDSA, by hand


class Ec:
    """A Weierstrass curve with a key, by plain integers and the textbook's points."""

    def __init__(self, scheme: ECDSA, hash_name: str) -> None:
        self.size = scheme.curve.size
        self.n, self.p = scheme.curve.n, scheme.curve.p
        self.curve = textbook(scheme).curve
        self.d = int.from_bytes(bytes(range(1, self.size + 1)), "big")
        self.hash = hash_name
        self.digest = hash_named(hash_name).digest(M)
        bits = "".join(f"{octet:08b}" for octet in self.digest)
        self.e = int(bits[: self.n.bit_length()], 2)

    def point(self, k: int) -> tuple[int, bytes]:
        """x and the octets of [k]G."""
        x, y = (k * self.curve.G).affine()
        return x, b"\4" + self.number(x) + self.number(y)

    def number(self, x: int) -> bytes:
        return x.to_bytes(self.size, "big")

    def signing(self, k: int) -> Expected:
        x, R = self.point(k)
        r = x % self.n
        s = pow(k, -1, self.n) * (self.e + r * self.d) % self.n
        return [
            ("6.4.1-1", "H", self.digest),
            ("6.4.1-2", "e", self.number(self.e)),
            ("6.4.1-3", "k", self.number(k)),
            ("6.4.1-5", "R", R),
            ("6.4.1-8", "r", self.number(r)),
            ("6.4.1-9", "s", self.number(s)),
        ]

    def verifying(self, r: int, s: int) -> Expected:
        w = pow(s, self.n - 2, self.n)
        u, v = self.e * w % self.n, r * w % self.n
        x, R1 = self.point((u + v * self.d) % self.n)
        return [
            ("6.4.2-2", "H", self.digest),
            ("6.4.2-3", "e", self.number(self.e)),
            ("6.4.2-4", "w", self.number(w)),
            ("6.4.2-5", "u", self.number(u)),
            ("6.4.2-5", "v", self.number(v)),
            ("6.4.2-6", "R1", R1),
            ("6.4.2-8", "r1", self.number(x)),
        ]


@pytest.mark.step("FIPS 186-5", "A.2.2-5")
@every_ecdsa
def test_steps_of_an_ecdsa_key(scheme: ECDSA) -> None:
    steps: Expected = []
    key = scheme.private_key(bytes(range(1, scheme.curve.size + 1)), steps=steps)
    ec = Ec(scheme, "SHA-256")
    assert steps == [("A.2.2-5", "Q", ec.point(ec.d)[1])]
    assert key == key_of(scheme)


@pytest.mark.step("RFC 6979", "2.4-1", "2.4-4 s")
@pytest.mark.step("FIPS 186-5", "6.4.1-1", "6.4.1-2", "6.4.1-3", "6.4.1-4", "6.4.1-5", "6.4.1-6", "6.4.1-9", "6.4.1-12")
@every_ecdsa
@pytest.mark.parametrize("hash_name", ["SHA-1", "SHA-256", "SHA-384", "SHA-512", "Keccak-256"])
def test_steps_of_an_ecdsa_signature(scheme: ECDSA, hash_name: str) -> None:
    key: ECDSAPrivateKey = key_of(scheme)
    ec = Ec(scheme, hash_name)
    k = next(nonces(ec.d, ec.digest, ec.n, hash_named(hash_name)))
    wanted = ec.signing(k)
    steps: Expected = []
    pair = key.sign(M, hash=hash_name, format=None, steps=steps)
    assert steps == wanted
    assert pair == tuple(int.from_bytes(steps[at][2], "big") for at in (4, 5))
    of_digest: Expected = []
    assert key.sign_digest(ec.digest, hash=hash_name, format=None, steps=of_digest) == pair
    assert of_digest == wanted
    given: Expected = []
    assert key.sign(M, hash=hash_name, format=None, unsafe_k=k, steps=given) == pair
    assert given == wanted


@pytest.mark.step("FIPS 186-5", "6.4.2-2", "6.4.2-3", "6.4.2-4", "6.4.2-5 u", "6.4.2-5 v", "6.4.2-6 R1", "6.4.2-8")
@every_ecdsa
@pytest.mark.parametrize("hash_name", ["SHA-1", "SHA-512", "SHAKE128"])
def test_steps_of_an_ecdsa_verification(scheme: ECDSA, hash_name: str) -> None:
    key: ECDSAPrivateKey = key_of(scheme)
    ec = Ec(scheme, hash_name)
    r, s = key.sign(M, hash=hash_name, format=None, unsafe_k=99)
    assert isinstance(r, int)
    wanted = ec.verifying(r, s)
    verdict = key.public_key.verdict((r, s), M, hash=hash_name, format=None, steps=True)
    assert verdict
    assert verdict.steps == tuple(wanted)
    assert key.public_key.verdict_digest((r, s), ec.digest, hash=None, format=None, steps=True) == verdict
    for steps in [], [("before", "x", b"")]:
        before = list(steps)
        key.public_key.verify((r, s), M, hash=hash_name, format=None, steps=steps)
        assert steps == [*before, *wanted]
    of_digest: Expected = []
    key.public_key.verify_digest((r, s), ec.digest, hash=hash_name, format=None, steps=of_digest)
    assert of_digest == wanted


@pytest.mark.step("FIPS 186-5", "6.4.2-9")
@every_ecdsa
def test_steps_of_an_ecdsa_mismatch_are_all_there(scheme: ECDSA) -> None:
    key: ECDSAPrivateKey = key_of(scheme)
    verdict = key.public_key.verdict((5, 7), M, hash="SHA-256", format=None, steps=True)
    assert verdict.reason == "mismatch"
    assert verdict.steps == tuple(Ec(scheme, "SHA-256").verifying(5, 7))


@every_ecdsa
def test_steps_end_where_r_and_s_are_refused(scheme: ECDSA) -> None:
    key, n = key_of(scheme).public_key, scheme.curve.n
    for pair, rules in ((0, 1), "fips186-5"), ((1, n), "fips186-5"), ((1, n - 1), "low-s"):
        assert key.verdict(pair, M, format=None, rules=rules, steps=True).steps == ()
    assert key.verdict(b"\x30", M, steps=True).steps == ()


@every_ecdsa
def test_low_s_comes_after_the_last_step(scheme: ECDSA) -> None:
    """s is noted as 6.4.1 step 9 makes it; n - s stands in the signature alone."""
    key: ECDSAPrivateKey = key_of(scheme)
    k = next(k for k in range(1, 100) if scheme.is_high(as_pair(key, k)[1]))
    steps: Expected = []
    _, s = key.sign(M, format=None, unsafe_k=k, low_s=True, steps=steps)
    assert isinstance(s, int)
    assert steps[-1] == ("6.4.1-9", "s", (scheme.curve.n - s).to_bytes(scheme.curve.size, "big"))


def as_pair(key: ECDSAPrivateKey, k: int) -> tuple[int, int]:
    r, s = key.sign(M, format=None, unsafe_k=k)
    assert isinstance(r, int)
    assert isinstance(s, int)
    return r, s


# ---------------------------------------------------------------- the list


@every_scheme
def test_steps_change_no_result(scheme: Any) -> None:
    key = key_of(scheme)
    context = {} if scheme is ed25519 or scheme in WEIERSTRASS else {"context": b"c"}
    signature = key.sign(M, **context)
    assert key.sign(M, steps=[], **context) == signature
    for message in M, b"another":
        without = key.public_key.verdict(signature, message, **context)
        with_steps = key.public_key.verdict(signature, message, steps=True, **context)
        assert without.steps is None
        assert (without.reason, without.detail, without.warnings) == (
            with_steps.reason,
            with_steps.detail,
            with_steps.warnings,
        )


@every_scheme
def test_steps_are_the_textbooks(scheme: Any) -> None:
    key, by_definition = key_of(scheme), key_of(textbook(scheme))
    context = {} if scheme is ed25519 or scheme in WEIERSTRASS else {"context": b"c"}
    one: Expected = []
    two: Expected = []
    signature = key.sign(M, steps=one, **context)
    by_definition.sign(M, steps=two, **context)
    assert one == two
    assert (
        key.public_key.verdict(signature, M, steps=True, **context).steps
        == by_definition.public_key.verdict(signature, M, steps=True, **context).steps
    )


@pytest.mark.parametrize("wrong", [(), "text", True, 1, {}, iter([])], ids=lambda w: type(w).__name__)
@every_scheme
def test_steps_go_to_a_list(scheme: Any, wrong: Any) -> None:
    key = key_of(scheme)
    context = {} if scheme is ed25519 or scheme in WEIERSTRASS else {"context": b"c"}
    signature = key.sign(M, **context)
    name = type(wrong).__name__
    with pytest.raises(TypeError, match=rf"^steps must be a list to fill, not {name}$"):
        key.sign(M, steps=wrong, **context)
    with pytest.raises(TypeError, match=rf"^steps must be a list to fill, not {name}$"):
        key.public_key.verify(signature, M, steps=wrong, **context)
    with pytest.raises(TypeError, match=rf"^steps must be a list to fill, not {name}$"):
        scheme.private_key(key.private_bytes(), steps=wrong)


def test_a_verdict_does_not_share_its_steps() -> None:
    key = key_of(p256)
    verdict = key.public_key.verdict(key.sign(M), M, steps=True)
    assert isinstance(verdict.steps, tuple)
    assert hash(verdict) == hash(key.public_key.verdict(key.sign(M), M, steps=True))


def test_refused_input_leaves_the_list_as_it_was() -> None:
    steps: Expected = []
    for scheme in ed25519, ed25519ctx, ed25519ph, ed448, ed448ph, p256:
        with pytest.raises(UnusableInput):
            scheme.private_key(b"", steps=steps)
    with pytest.raises(UnusableInput):
        key_of(ed25519).sign(M, context=b"", steps=steps)
    with pytest.raises(UnusableInput):
        key_of(p256).sign(M, hash="none", steps=steps)
    assert steps == []
