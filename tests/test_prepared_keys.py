"""Prepared keys: equal to what they were made of, in every verdict; the table is all that they have more."""

from __future__ import annotations

import copy
import pickle
from itertools import product
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import toy_curves as toy
from ecref import (
    ECDSA,
    EdDSA,
    InvalidSignature,
    ed448,
    ed448ph,
    ed25519,
    ed25519ctx,
    ed25519ph,
    p256,
    p384,
    secp256k1,
)
from ecref.multiples import Comb
from ecref.recoding import places
from ecref.rules import ECDSA_RULES, EDDSA_RULES
from ecref.textbook import textbook

EDDSA = (ed25519, ed25519ctx, ed25519ph, ed448, ed448ph)
ECDSA_ = (p256, p384, secp256k1)
each_scheme = pytest.mark.parametrize("scheme", [*EDDSA, *ECDSA_], ids=toy.name_of)
both_curves = pytest.mark.parametrize("scheme", [ed25519, ed448], ids=toy.name_of)
each_ecdsa = pytest.mark.parametrize("scheme", ECDSA_, ids=toy.name_of)


def key_of(scheme: Any, number: int = 1) -> Any:
    return scheme.private_key(bytes(scheme.curve.size - 1) + bytes([number]))


def table_of(key: Any) -> Any:
    """The comb of the key's point, None where it has none."""
    point = key.point if isinstance(key.scheme, EdDSA) else key.Q
    return None if point is None else point.comb


# ---------------------------------------------------------------- an equal key with a table


@each_scheme
def test_a_prepared_key_is_equal_and_has_a_table(scheme: Any) -> None:
    key = key_of(scheme).public_key
    prepared = key.prepare()
    assert type(prepared) is type(key)
    assert prepared == key
    assert hash(prepared) == hash(key)
    assert prepared != key_of(scheme, 2).public_key.prepare()
    assert prepared.to_bytes() == key.to_bytes()
    assert repr(prepared) == repr(key)
    assert {key: 1}[prepared] == 1
    assert table_of(key) is None
    assert isinstance(table_of(prepared), Comb)


@each_scheme
def test_the_table_has_rows_of_6_or_7_bits(scheme: Any) -> None:
    """32 or 64 entries in each; an EdDSA key's for all scalars modulo h*L, since it may have any order."""
    w = 7 if scheme in {p256, p384, secp256k1} else 6
    whole = toy.order(scheme.curve) * toy.cofactor(scheme.curve)
    rows = table_of(key_of(scheme).public_key.prepare())._rows
    assert [*map(len, rows)] == [1 << w - 1] * places(whole.bit_length(), w)


@each_scheme
def test_a_table_is_not_pickled(scheme: Any) -> None:
    key = key_of(scheme).public_key
    prepared = key.prepare()
    assert pickle.dumps(prepared) == pickle.dumps(key)
    for again in (pickle.loads(pickle.dumps(prepared)), copy.deepcopy(prepared)):
        assert again == copy.copy(prepared) == prepared
        assert table_of(again) is None
        assert table_of(again.prepare()) is not None


@each_scheme
def test_preparing_twice_gives_an_equal_key(scheme: Any) -> None:
    prepared = key_of(scheme).public_key.prepare()
    again = prepared.prepare()
    assert again == prepared
    assert table_of(again) is not None


@each_scheme
def test_a_prepared_key_is_frozen(scheme: Any) -> None:
    prepared = key_of(scheme).public_key.prepare()
    with pytest.raises(AttributeError):
        prepared.scheme = None


@pytest.mark.parametrize("scheme", [ed25519, p256], ids=toy.name_of)
def test_the_textbook_has_no_tables(scheme: Any) -> None:
    private = key_of(textbook(scheme))
    prepared = private.public_key.prepare()
    assert prepared == private.public_key
    prepared.verify(private.sign(b"m"), b"m")
    assert prepared.verdict(private.sign(b"m"), b"n").reason == "mismatch"


# ---------------------------------------------------------------- EdDSA: the same verdicts


@pytest.mark.parametrize("scheme", EDDSA, ids=toy.name_of)
@settings(max_examples=5)
@given(data=st.data())
def test_an_honest_signature_is_accepted_without_decoding_R(scheme: EdDSA, data: st.DataObject) -> None:
    size = scheme.curve.size
    private = scheme.private_key(data.draw(st.binary(min_size=size, max_size=size)))
    message, context = data.draw(st.binary()), None if scheme is ed25519 else data.draw(st.binary(max_size=255))
    prepared, signature = private.public_key.prepare(), private.sign(message, context=context)
    C, M = scheme.context(context), scheme.message(message)
    assert isinstance(M, bytes)  # as the message is, which a file's would not be
    for rules in EDDSA_RULES.values():
        assert scheme.accepts(prepared, M, signature, C, rules)
        assert not scheme.accepts(private.public_key, M, signature, C, rules)  # not prepared
        for wrong in (signature[:-1], signature + b"\0", b"", bytes(2 * size), signature[:size] + b"\xff" * size):
            assert not scheme.accepts(prepared, M, wrong, C, rules)
        assert not scheme.accepts(prepared, M + b"!", signature, C, rules)
    prepared.verify(signature, message, context=context)


@both_curves
def test_a_key_that_is_not_canonical_or_no_point_gets_no_table(scheme: EdDSA) -> None:
    E = scheme.curve
    sign = 1 << 8 * E.size - 1
    off_curve = next(y for y in range(2, 99) if not on_curve(E, y))
    for y in (E.p, E.p + 1, 1 | sign, (E.p - 1) | sign, off_curve):
        key = scheme.public_key(little(E, y))
        assert key.prepare() is key
        assert key.point is None


def little(E: Any, y: int) -> bytes:
    return y.to_bytes(E.size, "little")


def on_curve(E: Any, y: int) -> bool:
    x_squared = (y * y - 1) * pow(E.d * y * y - E.a, -1, E.p) % E.p
    return pow(x_squared, (E.p - 1) // 2, E.p) in {0, 1}


def keys_of_any_order(scheme: EdDSA) -> list[tuple[int, bytes]]:
    """(a, encoding) of [a]B + [t]T: every torsion point with and without a part of order L, and not canonical ones."""
    E = scheme.curve
    found = [(a, (a * E.B + T).encode()) for a, T in product((0, 5), toy.torsion(E))]
    return [*found, *((0, little(E, y)) for y in (E.p + 1, 1 | 1 << 8 * E.size - 1, 2, 7))]


def signatures(scheme: EdDSA, a: int, A: bytes) -> list[bytes]:
    """What holds, or nearly holds, for a key of logarithm a up to small order."""
    E = scheme.curve
    found = []
    points = [*((9, T) for T in toy.torsion(E)), *((0, T) for T in toy.torsion(E)[:2])]
    for r, T in points:
        R = (r * E.B + T).encode()
        k = scheme.hash_to_int(b"", R, A, b"m") % E.L
        found.append(R + little(E, (r + k * a) % E.L))
    R, S = found[0][: E.size], found[0][E.size :]
    again = little(E, int.from_bytes(S, "little") + E.L)  # the same S but for L
    others = [R + little(E, 1), R + little(E, E.L), R + again, R, R + S + S]
    return [*found, *others, *(little(E, y) + S for y in (E.p + 1, E.p, 2))]


@pytest.mark.step("RFC 8032", "5.1.7-1 S < L, prepared key", "5.1.7-3 equation, prepared key")
@both_curves
def test_every_verdict_on_edge_cases_is_the_unprepared_keys(scheme: EdDSA) -> None:
    reasons = set()
    for a, A in keys_of_any_order(scheme):
        key = scheme.public_key(A)
        prepared = key.prepare()
        for signature, (rules, record) in product(signatures(scheme, a, A), EDDSA_RULES.items()):
            if scheme.name not in record.foreign_to:
                fault = fault_of(prepared, signature, rules)
                assert fault == fault_of(key, signature, rules)
                reasons.add(fault and fault[0])
    assert reasons >= {None, "mismatch", "s-out-of-range", "signature-length", "R-small-order", "A-small-order"}
    assert reasons >= {"R-non-canonical", "A-non-canonical", "R-not-on-curve", "A-not-on-curve"}


def fault_of(key: Any, signature: bytes, rules: str) -> tuple[str, str] | None:
    try:
        key.verify(signature, b"m", rules=rules)
    except InvalidSignature as fault:
        return fault.reason, fault.detail
    return None


@both_curves
def test_the_steps_are_those_of_the_unprepared_key(scheme: EdDSA) -> None:
    private = key_of(scheme)
    signature = private.sign(b"m")
    verdicts = [key.verdict(signature, b"m", steps=True) for key in (private.public_key, private.public_key.prepare())]
    assert verdicts[0] == verdicts[1]
    assert [name for _, name, _ in verdicts[1].steps or ()] == ["R", "S", "A", "k", "SB", "kA"]


# ---------------------------------------------------------------- ECDSA: the same verdicts


@each_ecdsa
@settings(max_examples=5)
@given(d=st.integers(1, 2**256 - 2**225), message=st.binary())
def test_a_prepared_ecdsa_key_verifies_the_same(scheme: ECDSA, d: int, message: bytes) -> None:
    private = scheme.private_key(d % scheme.curve.n)
    prepared = private.public_key.prepare()
    signature: Any = private.sign(message)
    prepared.verify(signature, message)
    with pytest.raises(InvalidSignature, match="mismatch"):
        prepared.verify(signature, message + b"!")


@each_ecdsa
def test_every_verdict_on_ecdsa_edge_cases_is_the_unprepared_keys(scheme: ECDSA) -> None:
    n, G = scheme.curve.n, scheme.curve.G
    reasons = set()
    for d in (1, 2, n - 1, n // 2, 12345):
        private = scheme.private_key(d)
        key = private.public_key
        prepared = key.prepare()
        good: Any = private.sign_digest(b"digest", hash=None, format=None)
        e = int.from_bytes(b"digest", "big")
        cancels = -e * pow(d, -1, n) % n, 5  # [e/s]G + [r/s]Q = O
        r_of_G = G.affine()[0] % n
        pairs = [good, (good[0], n - good[1]), (good[1], good[0]), cancels, (r_of_G, 1), (0, 1), (1, 0), (n, 1), (1, n)]
        for pair, rules in product(pairs, ECDSA_RULES):
            verdicts = [
                each.verdict_digest(pair, b"digest", hash=None, format=None, rules=rules, steps=steps)
                for each, steps in product((key, prepared), (False, True))
            ]
            assert verdicts[:2] == verdicts[2:]
            reasons.add(verdicts[2].reason)
    assert reasons == {None, "mismatch", "r-out-of-range", "s-out-of-range", "high-s", "result-is-identity"}


@pytest.mark.parametrize("curve", toy.WEIERSTRASS, ids=toy.name_of)
def test_every_r_under_every_prepared_toy_key(curve: Any) -> None:
    scheme, rules = ECDSA(curve), ECDSA_RULES["fips186-5"]
    n = curve.n
    for d in range(1, n):
        key = scheme.private_key(d).public_key
        prepared = key.prepare()
        for r, s, e in product(range(1, n), (1, 2, n // 2, n - 1), (b"\0", b"\x50")):
            found = [reason(scheme, each.Q, e, r, s, rules) for each in (key, prepared)]
            assert found[0] == found[1]


def reason(scheme: ECDSA, Q: Any, H: bytes, r: int, s: int, rules: Any) -> str | None:
    try:
        scheme.check(Q, H, r, s, rules, scheme.notes(None, "6.4.2"))
    except InvalidSignature as fault:
        return fault.reason
    return None


@each_scheme
def test_a_prepared_key_is_prepared(scheme: Any) -> None:
    prepared = key_of(scheme).public_key.prepare()
    assert table_of(prepared.prepare()) is table_of(prepared)
