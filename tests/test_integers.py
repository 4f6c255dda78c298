"""The schemes over other integers: the same octets, the same verdicts, and the arithmetic done by the type."""

from __future__ import annotations

import operator
from functools import cache
from typing import TYPE_CHECKING, Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import ecref
import toy_curves as toy
from ecref import EdDSA, InvalidSignature, UnusableInput, verify_many, with_ints
from ecref.rules import EDDSA_RULES
from ecref.signatures import FORMATS

if TYPE_CHECKING:
    from collections.abc import Callable

EDDSA = ("ed25519", "ed25519ctx", "ed25519ph", "ed448", "ed448ph")
ECDSA_ = ("p256", "p384", "secp256k1")


class Counting(int):
    """An int whose results are of its own type, which counts its products."""

    products = 0


def _operator(name: str) -> Callable[..., Any]:
    method = getattr(int, name)

    def apply(self: Counting, *others: Any) -> Any:
        Counting.products += name in {"__mul__", "__rmul__"}
        value = method(self, *others)
        return value if value is NotImplemented else Counting(value)

    return apply


for _name in (
    *("add", "sub", "mul", "floordiv", "mod", "pow", "and", "or", "xor", "lshift", "rshift"),
    *("radd", "rsub", "rmul", "rfloordiv", "rmod", "rand", "ror", "rxor", "rlshift", "rrshift"),
    *("neg", "abs", "invert"),
):
    setattr(Counting, f"__{_name}__", _operator(f"__{_name}__"))


@cache
def schemes_over(name: str) -> Any:
    if name == "Counting":
        return with_ints(Counting)
    gmpy2: Any = pytest.importorskip("gmpy2", reason="gmpy2 is not installed")
    return with_ints(gmpy2.mpz)


each_kind = pytest.mark.parametrize("kind", ["Counting", "mpz"])


@pytest.fixture(params=["Counting", "mpz"])
def over(request: pytest.FixtureRequest) -> Any:
    return schemes_over(request.param)


def pair(over: Any, name: str) -> tuple[Any, Any]:
    """The scheme as it ships, and over the other integers."""
    return getattr(ecref, name), getattr(over, name)


each_eddsa = pytest.mark.parametrize("name", EDDSA)
each_ecdsa = pytest.mark.parametrize("name", ECDSA_)
each_name = pytest.mark.parametrize("name", [*EDDSA, *ECDSA_])


def context_of(name: str) -> dict[str, bytes]:
    return {"context": b"C"} if name in EDDSA and name != "ed25519" else {}


# ---------------------------------------------------------------- the records


def test_ints_count_for_the_same_schemes() -> None:
    schemes = with_ints(int)
    assert sorted(vars(schemes)) == sorted([*EDDSA, *ECDSA_])
    for name in (*EDDSA, *ECDSA_):
        assert getattr(schemes, name) == getattr(ecref, name)


@each_name
def test_nothing_but_the_constants_of_the_curve_is_another(over: Any, name: str) -> None:
    ours, theirs = pair(over, name)
    assert type(theirs) is type(ours)
    assert theirs == ours
    assert hash(theirs) == hash(ours)
    kind = type(theirs.curve.p)
    assert kind is not int
    constants = ("p", "a", "d", "L") if isinstance(ours, EdDSA) else ("p", "a", "b", "n")
    assert {type(getattr(theirs.curve, constant)) for constant in constants} == {kind}
    assert {*map(type, theirs.curve.base)} == {kind}


def test_the_variants_share_their_curve(over: Any) -> None:
    """So that they share its table."""
    assert over.ed25519.curve is over.ed25519ctx.curve is over.ed25519ph.curve
    assert over.ed448.curve is over.ed448ph.curve


@each_name
def test_the_field_arithmetic_is_done_by_the_type(name: str) -> None:
    _, scheme = pair(schemes_over("Counting"), name)
    key = scheme.private_key(bytes([1]) * scheme.curve.size)
    signature = key.sign(b"m", **context_of(name))
    Counting.products = 0
    key.public_key.verify(signature, b"m", **context_of(name))
    assert Counting.products > 1500  # what the fastest curve's verification takes


@each_name
def test_points_stay_of_the_type(over: Any, name: str) -> None:
    _, scheme = pair(over, name)
    E: Any = scheme.curve
    B = toy.base(E)
    for P in (B + B, B.double(), -B, 5 * B, 5 * B.double(), E.decode(B.encode()) + B, 3 * E.prepared(B)):
        assert {*map(type, P.coordinates[:2]), *map(type, P.affine())} == {type(E.p)}


# ---------------------------------------------------------------- the same results


@each_eddsa
@each_kind
@settings(max_examples=2)
@given(data=st.data())
def test_eddsa_signs_and_verifies_the_same(name: str, kind: str, data: st.DataObject) -> None:
    ours, theirs = pair(schemes_over(kind), name)
    size = ours.curve.size
    seed, message = data.draw(st.binary(min_size=size, max_size=size)), data.draw(st.binary())
    key, other = ours.private_key(seed), theirs.private_key(seed)
    assert other.public_key.to_bytes() == key.public_key.to_bytes()
    signature = other.sign(message, **context_of(name))
    assert signature == key.sign(message, **context_of(name))
    assert type(signature) is bytes
    prepared = other.public_key.prepare()
    for changed in (signature, signature[::-1], signature[:-1], bytes(2 * size), signature[:size] + bytes(size)):
        for rules, record in EDDSA_RULES.items():
            if ours.name not in record.foreign_to:
                expected = key.public_key.verdict(changed, message, rules=rules, **context_of(name))
                for public in (other.public_key, prepared):
                    assert public.verdict(changed, message, rules=rules, **context_of(name)) == expected


@each_ecdsa
@each_kind
@settings(max_examples=2)
@given(data=st.data())
def test_ecdsa_signs_verifies_and_recovers_the_same(name: str, kind: str, data: st.DataObject) -> None:
    ours, theirs = pair(schemes_over(kind), name)
    d, message = data.draw(st.integers(1, ours.curve.n - 1)), data.draw(st.binary())
    key, other = ours.private_key(d), theirs.private_key(d)
    assert other.private_bytes() == key.private_bytes()
    for compressed in (False, True):
        octets = key.public_key.to_bytes(compressed=compressed)
        assert other.public_key.to_bytes(compressed=compressed) == octets
        assert theirs.public_key(octets) == other.public_key
    for form in FORMATS:
        signature = other.sign(message, format=form, low_s=True)
        assert signature == key.sign(message, format=form, low_s=True)
        assert type(signature) is bytes
        for public in (other.public_key, other.public_key.prepare()):
            public.verify(signature, message, format=form, rules="low-s")
            for changed in (signature[::-1], signature[:-1], bytes(len(signature))):
                expected = key.public_key.verdict(changed, message, format=form)
                assert public.verdict(changed, message, format=form) == expected
        recovered = [(recid, key.to_bytes()) for recid, key in theirs.recover(signature, message, format=form)]
        assert recovered == [(i, key.to_bytes()) for i, key in ours.recover(signature, message, format=form)]


@each_name
def test_the_steps_are_the_same(over: Any, name: str) -> None:
    ours, theirs = pair(over, name)
    found = []
    for scheme in (ours, theirs):
        steps: list[Any] = []
        key = scheme.private_key(bytes([5]) * scheme.curve.size, steps=steps)
        signature = key.sign(b"m", steps=steps, **context_of(name))
        key.public_key.verify(signature, b"m", steps=steps, **context_of(name))
        found.append(steps)
    assert found[0] == found[1]


@each_ecdsa
def test_a_pair_of_integers_is_a_signature(over: Any, name: str) -> None:
    ours, theirs = pair(over, name)
    key, other = ours.private_key(99), theirs.private_key(99)
    signature = other.sign(b"m", format=None)
    assert signature == key.sign(b"m", format=None)
    other.public_key.verify(signature, b"m", format=None)
    key.public_key.verify(signature, b"m", format=None)
    with pytest.raises(InvalidSignature):
        other.public_key.verify(signature, b"n", format=None)


@each_ecdsa
@pytest.mark.parametrize("nonce", ["rfc6979", "hedged", "random"])
def test_any_nonce_will_do(over: Any, name: str, nonce: str) -> None:
    _, scheme = pair(over, name)
    key = scheme.generate()
    key.public_key.verify(key.sign(b"m", nonce=nonce), b"m")
    assert key.sign(b"m", unsafe_k=7) == getattr(ecref, name).private_key(key.private_bytes()).sign(b"m", unsafe_k=7)


@each_name
def test_bad_keys_are_refused_alike(over: Any, name: str) -> None:
    ours, theirs = pair(over, name)
    size = ours.curve.size
    for octets in (b"", bytes(size), bytes([2]) + bytes(size), bytes([4]) + bytes(2 * size), b"\xff" * (1 + size)):
        assert refusal(theirs, octets) == refusal(ours, octets)


def refusal(scheme: Any, octets: bytes) -> str | None:
    try:
        key = scheme.public_key(octets)
        if isinstance(scheme, EdDSA):
            key.validate()
    except UnusableInput as error:
        return str(error)
    return None


@each_eddsa
def test_batches_find_the_same(over: Any, name: str) -> None:
    _, scheme = pair(over, name)
    context = tuple(context_of(name).values())
    keys = [scheme.private_key(bytes([i]) * scheme.curve.size) for i in range(3)]
    items = [(key.public_key, key.sign(b"m", **context_of(name)), b"m", *context) for key in keys]
    scheme.verify_batch(items)
    items[1] = (*items[1][:2], b"n", *context)
    with pytest.raises(InvalidSignature) as caught:
        scheme.verify_batch(items)
    assert [*map(bool, caught.value.verdicts)] == [True, False, True]  # type: ignore[arg-type]


def test_batches_of_many_find_the_same(over: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("ecref.multiples.MANY", 2)
    for name in EDDSA:
        test_batches_find_the_same(over, name)


def test_they_can_be_verified_with_others_and_in_other_processes(over: Any) -> None:
    keys = [scheme.private_key(bytes([9]) * scheme.curve.size) for scheme in (over.ed25519, over.p256, ecref.ed448)]
    items = [(key.public_key, key.sign(b"m"), b"m") for key in keys]
    items += [(key, signature, b"n") for key, signature, _ in items]
    for processes in (1, 2):
        assert [*map(bool, verify_many(items, processes=processes))] == [True] * 3 + [False] * 3


@each_name
def test_a_table_of_any_stage_gives_the_same(over: Any, name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("ecref.multiples.GrowingComb.LARGE", 8)
    ours, _ = pair(over, name)
    fresh = getattr(with_ints(type(pair(over, name)[1].curve.p)), name)
    for use in range(12):
        k = pow(7, use, toy.order(ours.curve)) - 5
        assert toy.affine(k * toy.base(fresh.curve)) == toy.affine(k * toy.base(ours.curve))


def test_the_counting_type_counts() -> None:
    """Every operator gives the type again, whatever stands on the other side."""
    for apply in (operator.add, operator.sub, operator.mul, operator.floordiv, operator.mod, operator.and_):
        for result in (apply(Counting(7), 3), apply(7, Counting(3)), apply(Counting(7), Counting(3))):
            assert (type(result), result) == (Counting, apply(7, 3))
    assert type(pow(3, 2, Counting(5))) is int  # pow goes by its base
    assert type(pow(Counting(3), 2, 5)) is Counting
