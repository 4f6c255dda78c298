"""Batches of EdDSA signatures: each item gets the verdict that it gets by itself."""

from __future__ import annotations

import random
from functools import cache
from itertools import product
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import toy_curves as toy
from ecref import (
    EdDSA,
    InvalidSignature,
    UnusableInput,
    Verdict,
    Verdicts,
    batch,
    ed448,
    ed448ph,
    ed25519,
    ed25519ctx,
    ed25519ph,
    multiples,
    p256,
)
from ecref.hashes import shake256
from ecref.rules import EDDSA_RULES
from ecref.textbook import textbook

SCHEMES = (ed25519, ed25519ctx, ed25519ph, ed448, ed448ph)
both_curves = pytest.mark.parametrize("scheme", [ed25519, ed448], ids=toy.name_of)
each_scheme = pytest.mark.parametrize("scheme", SCHEMES, ids=toy.name_of)


def rule_sets(scheme: EdDSA) -> list[str]:
    return [name for name, rules in EDDSA_RULES.items() if scheme.name not in rules.foreign_to]


@cache
def signed(scheme: EdDSA, number: int) -> tuple[Any, ...]:
    """A valid item, by one of three keys; contexts where the scheme has them."""
    context = None if scheme is ed25519 else b"context %d" % number
    key = scheme.private_key(bytes([number % 3]) * scheme.curve.size)
    message = b"message %d" % number
    item = key.public_key, key.sign(message, context=context), message
    return item if context is None else (*item, context)


def valid(scheme: EdDSA, length: int) -> list[tuple[Any, ...]]:
    return [signed(scheme, number) for number in range(length)]


def spoilt(item: tuple[Any, ...]) -> tuple[Any, ...]:
    """The item with another message."""
    key, signature, message, *context = item
    return (key, signature, message + b"!", *context)


def failure(scheme: EdDSA, items: Any, rules: str = "rfc8032") -> InvalidSignature:
    with pytest.raises(InvalidSignature) as caught:
        scheme.verify_batch(items, rules=rules)
    return caught.value


def verdicts_of(fault: InvalidSignature) -> Verdicts:
    assert fault.verdicts is not None
    return fault.verdicts


def judged(scheme: EdDSA, items: Any, rules: str = "rfc8032") -> list[bool]:
    """Which items of a batch with a bad one are valid."""
    return [verdict.valid for verdict in verdicts_of(failure(scheme, items, rules))]


# ---------------------------------------------------------------- good and bad


@each_scheme
@pytest.mark.parametrize("length", [1, 2, 3, 50])
def test_a_valid_batch(scheme: EdDSA, length: int) -> None:
    scheme.verify_batch(valid(scheme, length))


def test_a_valid_batch_of_many_and_one_with_a_bad_signature() -> None:
    """Over MANY terms, so that Pippenger's buckets add them up."""
    items = valid(ed25519, multiples.MANY + 30)
    ed25519.verify_batch(iter(items))
    items[97] = spoilt(items[97])
    assert judged(ed25519, items) == [i != 97 for i in range(len(items))]


@both_curves
def test_buckets_give_the_same(scheme: EdDSA, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(multiples, "MANY", 2)
    items = valid(scheme, 5)
    scheme.verify_batch(items)
    items[3] = spoilt(items[3])
    assert judged(scheme, items) == [True, True, True, False, True]


@both_curves
@pytest.mark.parametrize("rules", ["rfc8032", "rfc8032-cofactorless"])
@pytest.mark.parametrize("length", [1, 2, 3, 7])
def test_one_bad_signature_is_found_wherever_it_is(scheme: EdDSA, rules: str, length: int) -> None:
    for bad in range(length):
        items = valid(scheme, length)
        items[bad] = spoilt(items[bad])
        fault = failure(scheme, items, rules)
        assert fault.reason == "mismatch"
        assert fault.detail == (
            f"1 of {length} signatures; the first, number {bad}: the verification equation does not hold"
        )
        assert isinstance(fault.verdicts, Verdicts)
        assert [verdict.valid for verdict in fault.verdicts] == [i != bad for i in range(length)]


@both_curves
def test_every_pattern_of_bad_signatures_is_found(scheme: EdDSA) -> None:
    items = valid(scheme, 4)
    for pattern in product([True, False], repeat=4):
        some = [item if good else spoilt(item) for item, good in zip(items, pattern, strict=True)]
        if all(pattern):
            scheme.verify_batch(some)
        else:
            assert judged(scheme, some) == [*pattern]


@each_scheme
def test_all_bad(scheme: EdDSA) -> None:
    fault = failure(scheme, [spoilt(item) for item in valid(scheme, 5)])
    assert str(fault).startswith("mismatch: 5 of 5 signatures; the first, number 0: ")
    assert [*map(bool, verdicts_of(fault))] == [False] * 5


@both_curves
def test_what_cannot_be_read_has_its_own_reason_and_the_rest_is_verified(scheme: EdDSA) -> None:
    E, items = scheme.curve, valid(scheme, 9)
    size = E.size
    key, signature, message, *context = items[0]
    R, S = signature[:size], signature[size:]
    y_is_p = E.p.to_bytes(size, "little")  # y = 0
    off_curve = next(y for y in (bytes([y]) + bytes(size - 1) for y in range(2, 99)) if not decodes(scheme, y))
    items[1] = (key, signature[:-1], message, *context)
    items[2] = (key, R + E.L.to_bytes(size, "little"), message, *context)
    items[4] = (key, y_is_p + S, message, *context)
    items[5] = (key, off_curve + S, message, *context)
    items[6] = (scheme.public_key(y_is_p), signature, message, *context)
    items[7] = (scheme.public_key(off_curve), signature, message, *context)
    items[8] = spoilt(items[8])
    fault = failure(scheme, items)
    alone = [verdict_of(item, "rfc8032") for item in items]
    assert [(verdict.reason, verdict.detail) for verdict in verdicts_of(fault)][:8] == [
        (verdict.reason, verdict.detail) for verdict in alone
    ][:8]
    assert [verdict.reason for verdict in verdicts_of(fault)] == [
        *(None, "signature-length", "s-out-of-range", None, "R-non-canonical", "R-not-on-curve"),
        *("A-non-canonical", "A-not-on-curve", "mismatch"),
    ]
    assert fault.reason == "signature-length"
    assert fault.detail.startswith("7 of 9 signatures; the first, number 1: got ")
    assert judged(scheme, items[1:2]) == [False]


def decodes(scheme: EdDSA, octets: bytes) -> bool:
    try:
        scheme.curve.decode(octets)
    except UnusableInput:
        return False
    return True


def verdict_of(item: tuple[Any, ...], rules: str) -> Verdict:
    key, signature, message, *context = item
    found: Verdict = key.verdict(signature, message, context=context[0] if context else None, rules=rules)
    return found


def test_the_verdicts_are_a_sequence_without_warnings() -> None:
    items = valid(ed25519, 3)
    items[1] = spoilt(items[1])
    verdicts = verdicts_of(failure(ed25519, items))
    assert (len(verdicts), bool(verdicts), bool(verdicts[0]), bool(verdicts[1])) == (3, False, True, False)
    assert verdicts[-1] == verdicts[0] == Verdict(None, "the signature is valid", ())
    assert [*verdicts] == [verdicts[0], verdicts[1], verdicts[2]]


# ---------------------------------------------------------------- what is no batch


@each_scheme
@pytest.mark.parametrize("rules", ["rfc8032", "rfc8032-cofactorless"])
def test_an_empty_batch_is_unusable(scheme: EdDSA, rules: str) -> None:
    empty: Any
    for empty in ([], (), iter([])):
        with pytest.raises(ValueError, match="an empty batch") as caught:
            scheme.verify_batch(empty, rules=rules)
        assert isinstance(caught.value, UnusableInput)


@each_scheme
def test_a_key_of_another_scheme_is_a_type_error(scheme: EdDSA) -> None:
    for other in {*SCHEMES} - {scheme}:
        with pytest.raises(TypeError, match=f"{scheme.name} public key"):
            scheme.verify_batch([signed(scheme, 0), (signed(other, 0)[0], *signed(scheme, 1)[1:])])
    foreign: Any = [p256.private_key(1).public_key, b"key", None, ed25519.private_key(bytes(32))]
    for key in foreign:
        with pytest.raises(TypeError, match="public key, signature, message"):
            scheme.verify_batch([(key, *signed(scheme, 0)[1:])])


def test_an_item_has_three_or_four_parts_of_the_right_types() -> None:
    key, signature, message = signed(ed25519, 0)
    wrong: Any
    for wrong in [
        (key, signature, message, b"", b""),
        *[(key, "signature", message), (key, signature, "message"), (key, signature), (key,), (), None],
    ]:
        with pytest.raises(TypeError):
            ed25519.verify_batch([signed(ed25519, 1), wrong])


@pytest.mark.parametrize(
    ("scheme", "context"), [(ed25519, b""), (ed25519ctx, None), (ed448, bytes(256)), (ed25519ph, bytes(256))]
)
def test_a_context_that_does_not_fit_is_unusable(scheme: EdDSA, context: bytes | None) -> None:
    item = signed(scheme, 0)[:3] + (() if context is None else (context,))
    with pytest.raises(UnusableInput) as caught:
        scheme.verify_batch([item])
    assert caught.value.code == "bad-context"


@pytest.mark.parametrize("scheme", [ed25519ph, ed448, ed448ph], ids=toy.name_of)
def test_a_context_that_is_left_out_is_empty(scheme: EdDSA) -> None:
    key = scheme.private_key(bytes(scheme.curve.size))
    signature = key.sign(b"m")
    scheme.verify_batch([(key.public_key, signature, b"m"), (key.public_key, signature, b"m", b"")])
    assert judged(scheme, [(key.public_key, signature, b"m", b"C"), (key.public_key, signature, b"m")]) == [False, True]


@pytest.mark.parametrize("scheme", [ed25519ph, ed448ph], ids=toy.name_of)
def test_a_prehashed_message_may_come_in_pieces(scheme: EdDSA) -> None:
    key = scheme.private_key(bytes(scheme.curve.size))
    signature = key.sign(b"message")
    scheme.verify_batch([(key.public_key, signature, [b"mes", b"sage"]), (key.public_key, signature, b"message")])


@pytest.mark.parametrize(("scheme", "rules"), [(ed25519, "openssl-ed448"), (ed448, "ref10"), (ed25519, "none such")])
def test_a_rule_set_that_is_not_there_is_unsupported(scheme: EdDSA, rules: str) -> None:
    with pytest.raises(UnusableInput) as caught:
        scheme.verify_batch(valid(scheme, 2), rules=rules)
    assert caught.value.code == "unsupported"


@both_curves
def test_prepared_keys_and_octets_of_any_kind(scheme: EdDSA) -> None:
    items = [
        (key.prepare(), bytearray(signature), memoryview(message), *rest)
        for key, signature, message, *rest in valid(scheme, 3)
    ]
    scheme.verify_batch(items)
    items[2] = spoilt((*items[2][:2], b"", *items[2][3:]))
    assert judged(scheme, items) == [True, True, False]


def test_by_the_textbook() -> None:
    over = textbook(ed25519)
    items = [(over.public_key(key.to_bytes()), *rest) for key, *rest in valid(ed25519, 2)]
    over.verify_batch(items)
    assert judged(over, [items[0], spoilt(items[1])]) == [True, False]


# ---------------------------------------------------------------- the same verdicts as one by one


class Edges:
    """Items with points of any order: A = [a]B + [t]T, R = [r]B + [u]T, S = r + k*a, perhaps wrong."""

    def __init__(self, scheme: EdDSA) -> None:
        self.scheme, self.E, self.T = scheme, scheme.curve, toy.torsion(scheme.curve)
        order = st.integers(0, self.E.cofactor - 1)
        scalar = st.sampled_from([0, 1, 5, self.E.L - 1])
        wrong = st.sampled_from([0, 0, 0, 1])
        self.items = st.builds(self.item, scalar, order, scalar, order, wrong, st.integers(0, 9))

    def item(self, a: int, t: int, r: int, u: int, wrong: int, message: int) -> tuple[Any, ...]:
        A, R = ((k * self.E.B + self.T[i]).encode() for k, i in ((a, t), (r, u)))
        M = b"%d" % message
        k = self.scheme.hash_to_int(b"", R, A, M) % self.E.L
        S = (r + k * a + wrong) % self.E.L
        return self.scheme.public_key(A), R + S.to_bytes(self.E.size, "little"), M


EDGES = {scheme.name: Edges(scheme) for scheme in (ed25519, ed448)}


@both_curves
@settings(max_examples=15)
@given(data=st.data())
def test_every_item_has_the_verdict_that_it_has_alone(scheme: EdDSA, data: st.DataObject) -> None:
    items = data.draw(st.lists(EDGES[scheme.name].items, min_size=1, max_size=6))
    for rules in rule_sets(scheme):
        alone = [verdict_of(item, rules).reason for item in items]
        if any(alone):
            fault = failure(scheme, items, rules)
            assert [verdict.reason for verdict in verdicts_of(fault)] == alone
            assert fault.reason == next(filter(None, alone))
        else:
            scheme.verify_batch(items, rules=rules)


@both_curves
@pytest.mark.parametrize("rules", ["rfc8032-cofactorless", "ref10", "no-small-order"])
def test_without_the_cofactor_no_even_coefficient_hides_a_point_of_order_2(
    scheme: EdDSA, rules: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """D = [h/2]T for one item: with coefficients that are all even, the batch equation would hold."""
    if rules not in rule_sets(scheme):
        return
    edges, h = EDGES[scheme.name], scheme.curve.cofactor
    items = [edges.item(5, 0, 1, 0, 0, 1), edges.item(5, 0, 1, h // 2, 0, 2)]
    monkeypatch.setattr("secrets.randbits", lambda bits: 1 << bits - 1)
    assert judged(scheme, items, rules) == [True, False]
    scheme.verify_batch(items)  # the cofactored equation holds
    read: Any = [(i, scheme.read_item(item, EDDSA_RULES["rfc8032-cofactorless"])) for i, item in enumerate(items)]
    assert batch.combination(scheme, read, [1 << 127, 1 << 127]).is_identity()


@both_curves
def test_the_coefficients_are_128_random_bits_each_and_new_for_each_half(
    scheme: EdDSA, monkeypatch: pytest.MonkeyPatch
) -> None:
    from secrets import randbits

    drawn = []

    def spy(bits: int) -> int:
        drawn.append((bits, z := randbits(bits)))
        return z

    monkeypatch.setattr("secrets.randbits", spy)
    items = valid(scheme, 4)
    scheme.verify_batch(items)
    assert len(drawn) == 4
    failure(scheme, [*items[:3], spoilt(items[3])])
    assert len(drawn) == 4 + 4 + 2 + 2
    assert {bits for bits, _ in drawn} == {128}
    assert len({z for _, z in drawn}) == len(drawn)


# ---------------------------------------------------------------- every coefficient on toy curves

TOYS = [EdDSA(name, toy.named(name), shake256(2), n=6) for name in ("p13h4", "p29h8", "p29h8s")]


def random_item(scheme: EdDSA, numbers: random.Random, bad: bool) -> Any:
    """(number, (R, S, A, k)) with D of small order, or with one whose multiple [h]D has order L."""
    E = scheme.curve
    every = toy.points(E)
    small = [P for P in every if E.is_small_order(P)]
    S, k, A = numbers.randrange(E.L), numbers.randrange(E.L), numbers.choice(every)
    D = numbers.choice([P for P in every if P not in small] if bad else small)
    return 0, (S * E.B - k * A - D, S, A, k)


@pytest.mark.parametrize("scheme", TOYS, ids=toy.name_of)
@pytest.mark.parametrize("bad", range(3))
def test_one_coefficient_in_L_hides_a_bad_signature(scheme: EdDSA, bad: int) -> None:
    """For all coefficients of the others, and whatever the others are."""
    L, numbers = scheme.curve.L, random.Random(bad)
    for others_are_bad in (False, True, True):
        read = [random_item(scheme, numbers, i == bad or others_are_bad) for i in range(3)]
        for others in product(range(L), repeat=2):
            held = 0
            for z in range(L):
                zs = [*others[:bad], z, *others[bad:]]
                held += scheme.curve.is_small_order(batch.combination(scheme, read, zs))
            assert held == 1


@pytest.mark.parametrize("scheme", TOYS, ids=toy.name_of)
def test_all_coefficients_accept_valid_signatures(scheme: EdDSA) -> None:
    L, numbers = scheme.curve.L, random.Random(0)
    for _ in range(5):
        read = [random_item(scheme, numbers, bad=False) for _ in range(3)]
        for zs in product(range(L), repeat=3):
            assert scheme.curve.is_small_order(batch.combination(scheme, read, zs))


@pytest.mark.parametrize("scheme", TOYS, ids=toy.name_of)
def test_the_combination_is_the_sum_of_the_multiples_up_to_small_order(scheme: EdDSA) -> None:
    """Also where keys repeat, whose multiples are put together."""
    E, numbers = scheme.curve, random.Random(1)
    for _ in range(200):
        read = [random_item(scheme, numbers, bad=True) for _ in range(3)]
        _, (R, S, A, k) = read[0]
        read.append((0, (toy.scaled(R, 2), S, A, k + 1)))
        zs = [numbers.getrandbits(128) for _ in read]
        plain = E.identity
        for z, (_, (R, S, A, k)) in zip(zs, read, strict=True):
            plain = plain + z * (S * E.B - R - k * A)
        assert E.is_small_order(batch.combination(scheme, read, zs) - plain)


@pytest.mark.parametrize("scheme", TOYS, ids=toy.name_of)
def test_the_scalars_of_B_and_the_keys_are_reduced_modulo_L(scheme: EdDSA, monkeypatch: pytest.MonkeyPatch) -> None:
    """Longer ones would give the same sum, but more doublings."""
    taken: list[int] = []
    of_curve = type(scheme.curve).combination

    def spy(E: Any, terms: Any) -> Any:
        taken[:] = [k for k, _ in terms]
        return of_curve(E, terms)

    monkeypatch.setattr(type(scheme.curve), "combination", spy)
    numbers = random.Random(2)
    for _ in range(20):
        read = [random_item(scheme, numbers, bad=False) for _ in range(3)]
        zs = [numbers.getrandbits(128) for _ in read]
        batch.combination(scheme, read, zs)
        assert taken[1:4] == [-z for z in zs]
        assert all(0 <= k < scheme.curve.L for k in (taken[0], *taken[4:]))


def test_there_is_a_coefficient_for_each_signature() -> None:
    """One that is left out would hide its signature."""
    numbers = random.Random(3)
    read = [random_item(TOYS[0], numbers, bad=False), random_item(TOYS[0], numbers, bad=True)]
    with pytest.raises(ValueError, match="longer"):
        batch.combination(TOYS[0], read, [1])
