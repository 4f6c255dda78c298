"""EdDSA beside other implementations, each against the rule set that describes it.

PyCryptodome is `rfc8032` throughout, on any octets; PyNaCl is `no-small-order`; pyca/cryptography is asked about
honest keys and tampered signatures, and on Ed448 is `openssl-ed448`.
"""

from __future__ import annotations

import functools
from typing import TYPE_CHECKING, Any, NamedTuple

import pytest
from hypothesis import Phase, find, given, settings
from hypothesis import strategies as st

import toy_curves as toy
from ecref import EdDSA, InvalidPoint, InvalidSignature, ed448, ed448ph, ed25519, ed25519ctx, ed25519ph, eddsa

if TYPE_CHECKING:
    from collections.abc import Callable

    from ecref.scalarmult import Point

ALL = list(eddsa.SCHEMES.values())


def name_of(scheme: EdDSA) -> str:
    return scheme.name


every_scheme = pytest.mark.parametrize("scheme", ALL, ids=name_of)
both_curves = pytest.mark.parametrize("scheme", [ed25519, ed448], ids=name_of)
messages = st.binary(max_size=200)


def seeds(scheme: EdDSA) -> st.SearchStrategy[bytes]:
    size = scheme.curve.size
    return st.binary(min_size=size, max_size=size)


def contexts(scheme: EdDSA) -> st.SearchStrategy[bytes | None]:
    """Contexts that the scheme takes. PyCryptodome writes Ed25519ctx as Ed25519 with a context that isn't empty."""
    if scheme is ed25519:
        return st.none()
    if scheme is ed25519ctx:
        return st.binary(min_size=1, max_size=255)
    return st.none() | st.binary(max_size=255)


def holds(verify: Callable[[], object], *errors: type[Exception]) -> bool:
    try:
        verify()
    except errors:
        return False
    return True


# ---------------------------------------------------------------- cases that no signer makes


class Case(NamedTuple):
    """A key, a message, a context and a signature, of any provenance."""

    A: bytes
    M: bytes
    C: bytes | None
    signature: bytes


@functools.cache
def torsion(scheme: EdDSA) -> Point:
    """A point of order h."""
    T: Point = toy.torsion(scheme.curve)[1]
    return T


def encodings(scheme: EdDSA, P: Point) -> list[bytes]:
    """Every octets that mean P to some decoder."""
    E = scheme.curve
    x, y = P.affine()
    top = 8 * E.size - 1
    return [
        (other | sign << top).to_bytes(E.size, "little")
        for other in (y, y + E.p)
        for sign in ((0, 1) if x == 0 else (x & 1,))
        if other >> top == 0
    ]


@st.composite
def cases(draw: st.DrawFn, scheme: EdDSA, context: st.SearchStrategy[bytes | None] | None = None) -> Case:
    """[a]B + [t]T with S = r + k*a, any of a, t, r, u often 0, encoded canonically or not; then maybe changed."""
    E, T = scheme.curve, torsion(scheme)
    M, C = draw(st.binary(max_size=3)), draw(contexts(scheme) if context is None else context)
    scalars = st.sampled_from([0, 0, 1]) | st.integers(0, E.L - 1)
    torsions = st.sampled_from([0, 0, 0, *range(E.cofactor), E.cofactor // 2])

    def octets(k: int) -> bytes:
        P = k * E.B + draw(torsions) * T
        known = encodings(scheme, P)
        chosen: bytes = draw(st.sampled_from([P.encode()] * 2 * len(known) + known))
        return chosen

    a, r = draw(scalars), draw(scalars)
    A, R = octets(a), octets(r)
    k = scheme.hash_to_int(C or b"", R, A, scheme.message(M)) % E.L
    S = ((r + k * a) % E.L + draw(st.sampled_from([0, 0, 0, 0, 0, 1, E.L]))).to_bytes(E.size, "little")
    changed = draw(st.sampled_from(["", "", "", "", "A", "R", "S"]))
    if changed:
        bit = draw(st.integers(0, 8 * E.size - 1))
        A, R, S = (flipped(part, bit) if name == changed else part for name, part in zip("ARS", (A, R, S), strict=True))
    return Case(A, M, C, R + S)


def flipped(octets: bytes, bit: int) -> bytes:
    return (int.from_bytes(octets, "little") ^ 1 << bit).to_bytes(len(octets), "little")


def ours(scheme: EdDSA, case: Case, rules: str) -> str:
    """The reason, or "" where the signature is valid."""
    try:
        scheme.public_key(case.A).verify(case.signature, case.M, context=case.C, rules=rules)
    except InvalidSignature as fault:
        return fault.reason
    return ""


REASONS = (
    *("R-non-canonical", "A-non-canonical", "R-not-on-curve", "A-not-on-curve", "R-small-order", "A-small-order"),
    *("s-out-of-range", "mismatch", ""),
)


@both_curves
@pytest.mark.parametrize("reason", REASONS, ids=lambda reason: reason or "valid")
def test_the_cases_reach_every_reason(scheme: EdDSA, reason: str) -> None:
    """Otherwise the comparisons below would compare little."""
    enough = settings(max_examples=20_000, database=None, phases=[Phase.generate])
    found = find(cases(scheme), lambda case: ours(scheme, case, "no-small-order") == reason, settings=enough)
    assert ours(scheme, found, "no-small-order") == reason


# ---------------------------------------------------------------- PyCryptodome: rfc8032


class Cryptodome:
    """PyCryptodome's EdDSA: the scheme follows from curve, context and kind of message."""

    def __init__(self, scheme: EdDSA) -> None:
        pytest.importorskip("Crypto.Signature.eddsa", reason="PyCryptodome is not installed")
        from Crypto.Hash import SHA512, SHAKE256
        from Crypto.Signature import eddsa as other

        self.eddsa: Any = other
        prehashes: dict[EdDSA, Callable[[bytes], Any]] = {ed25519ph: SHA512.new, ed448ph: SHAKE256.new}
        self.message = prehashes.get(scheme, bytes)

    def sign(self, seed: bytes, message: bytes, context: bytes | None) -> bytes:
        key = self.eddsa.import_private_key(seed)
        return bytes(self.eddsa.new(key, "rfc8032", context).sign(self.message(message)))

    def public_key(self, seed: bytes) -> bytes:
        return bytes(self.eddsa.import_private_key(seed).public_key().export_key(format="raw"))

    def verifies(self, A: bytes, message: bytes, context: bytes | None, signature: bytes) -> bool:
        def verify() -> None:
            key = self.eddsa.import_public_key(A)
            self.eddsa.new(key, "rfc8032", context).verify(self.message(message), signature)

        return holds(verify, ValueError)


@every_scheme
@given(data=st.data())
@settings(max_examples=40)
def test_pycryptodome_signs_the_same(scheme: EdDSA, data: st.DataObject) -> None:
    other = Cryptodome(scheme)
    seed, message, context = data.draw(seeds(scheme)), data.draw(messages), data.draw(contexts(scheme))
    key = scheme.private_key(seed)
    signature = key.sign(message, context=context)
    assert key.public_key.to_bytes() == other.public_key(seed)
    assert signature == other.sign(seed, message, context)
    assert other.verifies(key.public_key.to_bytes(), message, context, signature)
    assert not other.verifies(key.public_key.to_bytes(), message + b"\0", context, signature)


@every_scheme
@given(data=st.data())
@settings(max_examples=100)
def test_pycryptodome_is_rfc8032_throughout(scheme: EdDSA, data: st.DataObject) -> None:
    case = data.draw(cases(scheme))
    theirs = Cryptodome(scheme).verifies(case.A, case.M, case.C, case.signature)
    assert theirs == (ours(scheme, case, "rfc8032") == "")


@both_curves
@given(data=st.data())
@settings(max_examples=60)
def test_pycryptodome_decodes_the_same_keys(scheme: EdDSA, data: st.DataObject) -> None:
    other, size = Cryptodome(scheme), scheme.curve.size
    near_p = st.integers(scheme.curve.p - 30, scheme.curve.p + 30)
    edges = st.builds(lambda y, sign: (y | sign << 8 * size - 1).to_bytes(size, "little"), near_p, st.integers(0, 1))
    octets = data.draw(st.binary(min_size=size, max_size=size) | edges)
    theirs = holds(lambda: other.eddsa.import_public_key(octets), ValueError)
    assert theirs == holds(scheme.public_key(octets).validate, InvalidPoint)


# ---------------------------------------------------------------- PyNaCl: no-small-order


class NaCl:
    """libsodium's Ed25519."""

    def __init__(self) -> None:
        pytest.importorskip("nacl", reason="PyNaCl is not installed")
        from nacl import exceptions, signing

        self.SigningKey, self.VerifyKey = signing.SigningKey, signing.VerifyKey
        self.errors = (exceptions.BadSignatureError, exceptions.ValueError)

    def verifies(self, A: bytes, message: bytes, signature: bytes) -> bool:
        return holds(lambda: self.VerifyKey(A).verify(message, signature), *self.errors)


@given(seed=seeds(ed25519), message=messages)
@settings(max_examples=60)
def test_pynacl_signs_the_same(seed: bytes, message: bytes) -> None:
    theirs = NaCl().SigningKey(seed)
    key = ed25519.private_key(seed)
    assert bytes(theirs.verify_key) == key.public_key.to_bytes()
    assert theirs.sign(message).signature == key.sign(message)


@given(case=cases(ed25519))
@settings(max_examples=300)
def test_pynacl_refuses_small_orders(case: Case) -> None:
    theirs = NaCl().verifies(case.A, case.M, case.signature)
    assert theirs == (ours(ed25519, case, "no-small-order") == "")


# ---------------------------------------------------------------- pyca/cryptography: honest keys


class Pyca:
    """OpenSSL's Ed25519 and Ed448."""

    def __init__(self, scheme: EdDSA) -> None:
        pytest.importorskip("cryptography", reason="pyca/cryptography is not installed")
        from cryptography.exceptions import InvalidSignature
        from cryptography.hazmat.primitives.asymmetric import ed448 as on_448
        from cryptography.hazmat.primitives.asymmetric import ed25519 as on_25519

        self.InvalidSignature = InvalidSignature
        self.rules = "openssl-ed448" if scheme is ed448 else "ref10"
        self.private_key: Callable[[bytes], Any] = (
            on_448.Ed448PrivateKey if scheme is ed448 else on_25519.Ed25519PrivateKey
        ).from_private_bytes
        self.public_key: Callable[[bytes], Any] = (
            on_448.Ed448PublicKey if scheme is ed448 else on_25519.Ed25519PublicKey
        ).from_public_bytes

    def verifies(self, A: bytes, message: bytes, signature: bytes) -> bool:
        return holds(lambda: self.public_key(A).verify(signature, message), self.InvalidSignature)


@both_curves
@given(data=st.data())
@settings(max_examples=60)
def test_cryptography_signs_the_same(scheme: EdDSA, data: st.DataObject) -> None:
    pyca, seed, message = Pyca(scheme), data.draw(seeds(scheme)), data.draw(messages)
    key, theirs = scheme.private_key(seed), pyca.private_key(seed)
    signature = key.sign(message)
    assert theirs.public_key().public_bytes_raw() == key.public_key.to_bytes()
    assert theirs.sign(message) == signature
    assert pyca.verifies(key.public_key.to_bytes(), message, signature)
    assert not pyca.verifies(key.public_key.to_bytes(), message + b"\0", signature)


@both_curves
@given(data=st.data())
@settings(max_examples=100)
def test_cryptography_agrees_on_tampered_signatures(scheme: EdDSA, data: st.DataObject) -> None:
    """Of a key that somebody made: changed bits, halves exchanged, S + L, other lengths, other keys."""
    pyca, E = Pyca(scheme), scheme.curve
    key = scheme.private_key(data.draw(seeds(scheme)))
    signature, A = key.sign(b"m"), key.public_key.to_bytes()
    R, S = signature[: E.size], int.from_bytes(signature[E.size :], "little")
    bit = data.draw(st.integers(0, 16 * E.size - 1))
    ways = {
        "nothing": signature,
        "a bit": (int.from_bytes(signature, "big") ^ 1 << bit).to_bytes(2 * E.size, "big"),
        "S + L": R + (S + E.L).to_bytes(E.size, "little"),
        "L - S": R + (E.L - S).to_bytes(E.size, "little"),
        "-R": bytes([*R[:-1], R[-1] ^ 0x80]) + signature[E.size :],
        "exchanged": signature[E.size :] + R,
        "shorter": signature[: data.draw(st.integers(0, 2 * E.size - 1))],
        "longer": signature + b"\0",
        "another message": key.sign(b"n"),
        "another key": scheme.private_key(bytes(E.size)).sign(b"m"),
    }
    changed = ways[data.draw(st.sampled_from([*ways]))]
    valid = bool(key.public_key.verdict(changed, b"m", rules=pyca.rules))
    assert pyca.verifies(A, b"m", changed) == valid
    assert valid == (changed == signature)


@given(case=cases(ed448, st.none()))
@settings(max_examples=150)
def test_cryptography_is_openssl_ed448_on_any_case(case: Case) -> None:
    theirs = Pyca(ed448).verifies(case.A, case.M, case.signature)
    assert theirs == (ours(ed448, case, "openssl-ed448") == "")
