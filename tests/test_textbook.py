"""The textbook, the oracle of all else, against the definitions of a field and of a group."""

from __future__ import annotations

import copy
import pickle
from itertools import product
from typing import Any

import pytest

import toy_curves as toy
from ecref import (
    ECDSA,
    EdDSA,
    EdwardsCurve,
    UnusableInput,
    ed448,
    ed448ph,
    ed25519,
    ed25519ctx,
    ed25519ph,
    p256,
    p384,
    secp256k1,
)
from ecref.hashes import shake256
from ecref.textbook import (
    AffineEdwardsPoint,
    AffineWeierstrassPoint,
    FieldElement,
    TextbookEdwardsCurve,
    TextbookWeierstrassCurve,
    textbook,
)

SMALL = [toy.named(name) for name in ("p7n11", "p13n7", "p17n13h2", "p19n7h4", "p7h4", "p13h4", "p17h8")]


@pytest.mark.parametrize("p", [3, 7, 13])
def test_field_elements_are_the_integers_modulo_p(p: int) -> None:
    for x, y in product(range(p), repeat=2):
        X, Y = FieldElement(x, p), FieldElement(y - p, p)
        assert (X + Y).value == (x + y) % p
        assert (X - Y).value == (x - y) % p
        assert (X * Y).value == x * y % p
        assert (-X).value == -x % p
        if y == 0:
            with pytest.raises(ZeroDivisionError):
                X / Y
        else:
            assert X / Y * Y == X
    assert FieldElement(p + 1, p) == FieldElement(1, p)
    assert FieldElement(1, p) != FieldElement(1, 5)


@pytest.mark.parametrize("curve", SMALL, ids=toy.name_of)
def test_the_law_makes_a_commutative_group(curve: toy.Curve) -> None:
    over = toy.definition(curve)
    every = toy.points(over)
    O = over.identity
    on_the_curve = {None, *toy.solutions(curve)}
    total = {(P, Q): P + Q for P, Q in product(every, repeat=2)}
    for (P, Q), S in total.items():
        assert toy.affine(S) in on_the_curve
        assert total[Q, P] == S
        for R in every:
            assert total[S, R] == total[P, total[Q, R]]
    for P in every:
        assert total[P, O] == P
        assert total[P, -P] == O
        assert P.double() == total[P, P]
        assert P.is_identity() == (P == O)


@pytest.mark.parametrize("curve", toy.WEIERSTRASS[:5], ids=toy.name_of)
def test_three_points_of_a_line_add_up_to_the_identity(curve: toy.Curve) -> None:
    """The definition itself: x and y of P, Q and -(P + Q) satisfy one equation of a line."""
    p = curve.p
    over = toy.definition(curve)
    for P, Q in product(toy.points(over), repeat=2):
        if P not in {Q, -Q} and not P.is_identity() and not Q.is_identity():
            (x1, y1), (x2, y2), (x3, y3) = P.affine(), Q.affine(), (-(P + Q)).affine()
            assert ((x2 - x1) * (y3 - y1) - (x3 - x1) * (y2 - y1)) % p == 0


@pytest.mark.parametrize("curve", toy.EDWARDS[:5], ids=toy.name_of)
def test_an_edwards_sum_clears_the_denominators_of_its_law(curve: EdwardsCurve) -> None:
    """x3 (1 + t) = x1*y2 + y1*x2 and y3 (1 - t) = y1*y2 - a*x1*x2 on ints, and neither factor is ever 0."""
    p, a, d = curve.p, curve.a, curve.d
    over = toy.definition(curve)
    for P, Q in product(toy.points(over), repeat=2):
        (x1, y1), (x2, y2), (x3, y3) = P.affine(), Q.affine(), (P + Q).affine()
        t = d * x1 * x2 * y1 * y2
        assert t % p not in {1, p - 1}
        assert (x3 * (1 + t) - x1 * y2 - y1 * x2) % p == 0
        assert (y3 * (1 - t) - y1 * y2 + a * x1 * x2) % p == 0


@pytest.mark.parametrize("curve", toy.CURVES, ids=toy.name_of)
def test_the_toy_curves_have_the_orders_they_claim(curve: toy.Curve) -> None:
    over = toy.definition(curve)
    assert len(toy.points(over)) == toy.cofactor(curve) * toy.order(curve)
    P, count = toy.base(over), 1
    while not P.is_identity():
        P, count = P + toy.base(over), count + 1
    assert count == toy.order(curve)


@pytest.mark.parametrize("curve", toy.CURVES, ids=toy.name_of)
def test_multiples_are_repeated_additions(curve: toy.Curve) -> None:
    over = toy.definition(curve)
    Q = over.identity
    for k in range(2 * toy.order(curve)):
        assert k * toy.base(over) == Q
        assert -k * toy.base(over) == -Q
        Q = Q + toy.base(over)


@pytest.mark.parametrize("curve", SMALL, ids=toy.name_of)
def test_a_combination_is_a_sum_of_multiples(curve: toy.Curve) -> None:
    over: Any = toy.definition(curve)
    assert over.combination([]) == over.identity
    for P, Q in product(toy.points(over), repeat=2):
        assert over.combination(iter([(2, P), (-1, Q), (3, P)])) == P + P + P + P + P - Q


def test_the_identities() -> None:
    over = toy.definition(toy.WEIERSTRASS[0])
    assert over.identity.encode() == b"\0"
    with pytest.raises(UnusableInput, match="no affine coordinates") as caught:
        over.identity.affine()
    assert caught.value.code == "invalid-key"
    assert toy.definition(toy.EDWARDS[0]).identity.affine() == (0, 1)


@pytest.mark.parametrize("curve", SMALL, ids=toy.name_of)
def test_points_encode_as_the_fast_ones_do_and_hash_by_it(curve: toy.Curve) -> None:
    over = toy.definition(curve)
    for P in toy.points(curve):
        Q = toy.point(over, toy.affine(P))
        assert Q.encode() == P.encode()
        assert hash(Q) == hash(P)
        assert Q != P  # another class: a test that compares the two must say what it compares


@pytest.mark.parametrize("curve", SMALL, ids=toy.name_of)
def test_points_copy_and_pickle(curve: toy.Curve) -> None:
    for P in toy.points(toy.definition(curve)):
        for again in (copy.copy(P), copy.deepcopy(P), pickle.loads(pickle.dumps(P))):
            assert again == P
            assert again + P == P.double()


SCHEMES = (
    ed25519,
    ed25519ctx,
    ed25519ph,
    ed448,
    ed448ph,
    p256,
    p384,
    secp256k1,
    EdDSA("toy", toy.EDWARDS[0], shake256(2), n=5, section="5.2"),
    ECDSA(toy.WEIERSTRASS[0], "SHA-512"),
)


@pytest.mark.parametrize("scheme", SCHEMES, ids=toy.name_of)
def test_a_textbook_scheme_is_the_same_scheme_over_affine_points(scheme: Any) -> None:
    over = textbook(scheme)
    assert type(over) is type(scheme)
    if isinstance(over, EdDSA):
        assert type(over.curve) is TextbookEdwardsCurve
        assert type(toy.base(over.curve)) is AffineEdwardsPoint
    else:
        assert type(over.curve) is TextbookWeierstrassCurve
        assert type(toy.base(over.curve)) is AffineWeierstrassPoint
    for name in scheme.fields:
        if name != "curve":
            assert getattr(over, name) == getattr(scheme, name)
    for name in scheme.curve.fields:
        assert getattr(over.curve, name) == getattr(scheme.curve, name)


@pytest.mark.parametrize("scheme", [ed25519, ed25519ctx, ed25519ph, ed448, ed448ph], ids=toy.name_of)
def test_a_textbook_scheme_makes_and_checks_the_same_eddsa_signatures(scheme: EdDSA) -> None:
    seed, context = bytes(range(scheme.curve.size)), None if scheme is ed25519 else b"context"
    key, over = scheme.private_key(seed), textbook(scheme).private_key(seed)
    assert over.public_key.to_bytes() == key.public_key.to_bytes()
    signature = over.sign(b"message", context=context)
    assert signature == key.sign(b"message", context=context)
    over.public_key.verify(signature, b"message", context=context)
    assert over.public_key.verdict(signature, b"massage", context=context).reason == "mismatch"


@pytest.mark.parametrize("scheme", [p256, p384, secp256k1], ids=toy.name_of)
def test_a_textbook_scheme_makes_and_checks_the_same_ecdsa_signatures(scheme: ECDSA) -> None:
    d = scheme.curve.n // 3
    key, over = scheme.private_key(d), textbook(scheme).private_key(d)
    assert over.public_key.to_bytes() == key.public_key.to_bytes()
    signature = over.sign(b"message")
    assert isinstance(signature, bytes)
    assert signature == key.sign(b"message")
    over.public_key.verify(signature, b"message")
    assert over.public_key.verdict(signature, b"massage").reason == "mismatch"
