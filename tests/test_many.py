"""verify_many: verdicts in order, whatever the schemes, the repeated keys and the number of processes."""

from __future__ import annotations

import multiprocessing
import random
from functools import cache
from typing import TYPE_CHECKING, Any

import pytest

import toy_curves as toy
from ecref import (
    ECDSA,
    EdDSA,
    UnusableInput,
    Verdict,
    Verdicts,
    ed448,
    ed448ph,
    ed25519,
    ed25519ctx,
    ed25519ph,
    many,
    p256,
    p384,
    secp256k1,
    verify_many,
)
from ecref.ecdsa_keys import ECDSAPublicKey
from ecref.eddsa_keys import EdDSAPublicKey
from ecref.hashes import shake256
from ecref.many import break_even

if TYPE_CHECKING:
    from typing_extensions import Self

SCHEMES = (ed25519, ed25519ctx, ed25519ph, ed448, ed448ph, p256, p384, secp256k1)
each_scheme = pytest.mark.parametrize("scheme", SCHEMES, ids=toy.name_of)


@cache
def private_key(scheme: Any, number: int) -> Any:
    return scheme.private_key(bytes(scheme.curve.size - 1) + bytes([number + 1]))


@cache
def signed(scheme: Any, number: int, key: int = 0) -> tuple[Any, ...]:
    """A valid item; contexts where the scheme has them."""
    context = () if isinstance(scheme, ECDSA) or scheme is ed25519 else (b"context %d" % number,)
    message = b"message %d" % number
    named = {"context": context[0]} if context else {}
    holder = private_key(scheme, key)
    return (holder.public_key, holder.sign(message, **named), message, *context)


def spoilt(item: tuple[Any, ...]) -> tuple[Any, ...]:
    """The item with another message."""
    key, signature, message, *context = item
    return (key, signature, message + b"!", *context)


def alone(item: tuple[Any, ...]) -> tuple[str | None, str]:
    """The reason and detail that the key's own verdict gives."""
    key, signature, message, *context = item
    verdict = key.verdict(signature, message, **({"context": context[0]} if context else {}))
    return verdict.reason, verdict.detail


def mixed() -> list[tuple[Any, ...]]:
    """Items of every scheme, good, bad and malformed, in any order; two keys of each."""
    items = [signed(scheme, number, number % 2) for scheme in SCHEMES for number in range(4)]
    for i in range(0, len(items), 3):
        items[i] = spoilt(items[i])
    items += [(key, signature[:-1], *rest) for key, signature, *rest in items[::5]]
    random.Random(1).shuffle(items)
    return items


# ---------------------------------------------------------------- order


def test_mixed_schemes_are_judged_in_order() -> None:
    items = mixed()
    verdicts = verify_many(iter(items))
    assert isinstance(verdicts, Verdicts)
    assert [(verdict.reason, verdict.detail) for verdict in verdicts] == [*map(alone, items)]
    assert {verdict.reason for verdict in verdicts} > {None, "mismatch", "signature-length"}
    assert all(verdict.warnings == () and verdict.steps is None for verdict in verdicts)
    assert not verdicts


@each_scheme
def test_all_valid_is_true_and_one_bad_is_false(scheme: Any) -> None:
    items = [signed(scheme, number, number % 2) for number in range(5)]
    assert verify_many(items)
    for bad in range(5):
        some = [*items[:bad], spoilt(items[bad]), *items[bad + 1 :]]
        verdicts = verify_many(some)
        assert not verdicts
        assert [*map(bool, verdicts)] == [i != bad for i in range(5)]


@pytest.mark.parametrize("processes", [1, 2, 100])
def test_nothing_is_not_valid(processes: int) -> None:
    verdicts = verify_many([], processes=processes)
    assert isinstance(verdicts, Verdicts)
    assert len(verdicts) == 0
    assert not verdicts


# ---------------------------------------------------------------- processes


@pytest.mark.parametrize("processes", [2, 3, 5])
def test_processes_give_the_same(processes: int) -> None:
    items = mixed()
    verdicts = verify_many(items, processes=processes)
    assert verdicts == verify_many(items)
    assert [verdict.reason for verdict in verdicts] == [reason for reason, _ in map(alone, items)]


def test_more_processes_than_items() -> None:
    items = [signed(p256, 0), spoilt(signed(ed25519, 0)), signed(ed448, 0)]
    assert [*map(bool, verify_many(items, processes=10))] == [True, False, True]


def test_toy_schemes_and_prepared_keys_reach_other_processes() -> None:
    """Whatever can be verified can be pickled; a table stays behind."""
    eddsa = EdDSA("toy", toy.named("p29h8"), shake256(2), n=6)
    ecdsa = ECDSA(toy.named("p31n43"))
    keys = eddsa.private_key(b"\1"), ecdsa.private_key(5), p256.private_key(7)
    items: list[Any] = [(key.public_key.prepare(), key.sign(b"m"), b"m") for key in keys]
    items += [(key, signature, memoryview(message)) for key, signature, message in items]
    items += [(key, bytearray(signature), bytearray(b"other")) for key, signature, _ in items]
    reasons = [verdict.reason for verdict in verify_many(items, processes=3)]
    assert reasons == [reason for reason, _ in map(alone, items)]
    assert reasons[:6] == [None] * 6


class Shares:
    """Stands in for multiprocessing.Pool: what would be shared out, to be looked at in this process."""

    def __init__(self) -> None:
        self.shares: list[list[Any]] = []

    def __call__(self, processes: int) -> Self:
        self.processes = processes
        return self

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        pass

    def map(self, judge: Any, shares: list[list[Any]], chunksize: int) -> list[Any]:
        self.shares, self.chunksize = shares, chunksize
        return [judge(share) for share in shares]


@pytest.mark.parametrize(("length", "processes", "sizes"), [(10, 3, [4, 4, 2]), (9, 3, [3, 3, 3]), (2, 5, [1, 1])])
def test_the_items_are_shared_out_evenly_those_of_one_key_together(
    length: int, processes: int, sizes: list[int], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(multiprocessing, "Pool", shares := Shares())
    items = [signed(ed25519, number, number % 2) for number in range(length)]
    assert verify_many(items, processes=processes)
    assert [*map(len, shares.shares)] == sizes
    assert shares.processes == len(sizes)
    order = [key for share in shares.shares for key, *_ in share]
    assert order == [key for parity in (0, 1) for key, *_ in items[parity::2]]


def test_one_process_is_this_one(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delattr(multiprocessing, "Pool")
    assert verify_many([signed(ed25519, 0), signed(p256, 0)])
    assert verify_many([signed(ed25519, 0)], processes=4)  # a single item


# ---------------------------------------------------------------- repeated keys


@pytest.fixture
def prepared(monkeypatch: pytest.MonkeyPatch) -> list[Any]:
    """The keys for which a table was made."""
    keys: list[Any] = []
    for kind in (EdDSAPublicKey, ECDSAPublicKey):

        def spy(self: Any, prepare: Any = kind.prepare) -> Any:
            keys.append(self)
            return prepare(self)

        monkeypatch.setattr(kind, "prepare", spy)
    return keys


@each_scheme
def test_a_key_that_repeats_is_prepared_once(scheme: Any, prepared: list[Any]) -> None:
    enough = break_even(scheme.generate().public_key)
    often = [signed(scheme, number) for number in range(enough)]
    seldom = [signed(scheme, number, 1) for number in range(enough - 1)]
    items = [item for pair in zip(often[1:], seldom, strict=True) for item in pair] + [spoilt(often[0])]
    verdicts = verify_many(items)
    assert [*map(bool, verdicts)] == [True] * (len(items) - 1) + [False]
    assert prepared == [private_key(scheme, 0).public_key]


def test_each_of_the_keys_that_repeat_is_prepared(monkeypatch: pytest.MonkeyPatch, prepared: list[Any]) -> None:
    monkeypatch.setattr(many, "break_even", lambda _: 2)
    items = mixed()
    verdicts = verify_many(items)
    assert [verdict.reason for verdict in verdicts] == [reason for reason, _ in map(alone, items)]
    assert len(prepared) == len(set(prepared)) == 2 * len(SCHEMES)
    assert set(prepared) == {private_key(scheme, number).public_key for scheme in SCHEMES for number in (0, 1)}


def test_a_key_that_can_not_be_prepared_is_verified_all_the_same(prepared: list[Any]) -> None:
    key = ed25519.public_key(ed25519.curve.p.to_bytes(32, "little"))  # y = p
    verdicts = verify_many([(key, bytes(64), b"")] * break_even(key))
    assert [verdict.reason for verdict in verdicts] == ["A-non-canonical"] * break_even(key)
    assert prepared == [key]


# ---------------------------------------------------------------- what is no item


@pytest.mark.parametrize("processes", [0, -1])
def test_there_is_a_process_at_least(processes: int) -> None:
    with pytest.raises(UnusableInput, match=f"got {processes} processes, wanted 1 or more") as caught:
        verify_many([signed(ed25519, 0)], processes=processes)
    assert caught.value.code == "bad-request"


@pytest.mark.parametrize("processes", ["2", 2.0, None, True])
def test_the_number_of_processes_is_an_int(processes: Any) -> None:
    with pytest.raises(TypeError, match="processes must be an int"):
        verify_many([signed(ed25519, 0)], processes=processes)


KEY, SIGNATURE, MESSAGE = signed(ed25519, 0)


@pytest.mark.parametrize(
    "item",
    [
        (SIGNATURE, KEY, MESSAGE),
        (private_key(ed25519, 0), SIGNATURE, MESSAGE),
        (KEY.to_bytes(), SIGNATURE, MESSAGE),
        (KEY, SIGNATURE.hex(), MESSAGE),
        (KEY, SIGNATURE, "message"),
        (KEY, SIGNATURE, [b"mes", b"sage"]),
        (KEY, SIGNATURE, MESSAGE, "context"),
        (KEY, SIGNATURE, MESSAGE, b"", b""),
        (signed(p256, 0)[0], (1, 1), MESSAGE),
        (KEY, SIGNATURE),
        (KEY,),
        (),
        None,
    ],
)
def test_an_item_of_another_shape_is_a_type_error(item: Any) -> None:
    with pytest.raises(TypeError):
        verify_many([signed(ed25519, 1), item])


@pytest.mark.parametrize(
    "item",
    [
        (KEY, SIGNATURE, MESSAGE, b""),
        (signed(ed25519ctx, 0)[:3]),
        (*signed(ed448, 0)[:3], bytes(256)),
        (*signed(p256, 0), b""),
    ],
)
def test_a_context_that_does_not_fit_is_unusable(item: Any) -> None:
    with pytest.raises(UnusableInput) as caught:
        verify_many([signed(ed25519, 1), item])
    assert caught.value.code == "bad-context"


# ---------------------------------------------------------------- Verdicts

GOOD, BAD = Verdict(None, "the signature is valid", ()), Verdict("mismatch", "a sentence", ())


def test_verdicts_are_a_sequence() -> None:
    verdicts: Any = Verdicts(iter([GOOD, BAD, GOOD]))
    assert len(verdicts) == 3
    assert (verdicts[0], verdicts[1], verdicts[-1], verdicts[-2]) == (GOOD, BAD, GOOD, BAD)
    assert [*verdicts] == [*verdicts] == [GOOD, BAD, GOOD]
    assert [*reversed(verdicts)] == [GOOD, BAD, GOOD]
    slices = verdicts[1:], verdicts[::-1], verdicts[3:]
    assert [[*each] for each in slices] == [[BAD, GOOD], [GOOD, BAD, GOOD], []]
    assert BAD in verdicts
    for index in (3, -4):
        with pytest.raises(IndexError):
            verdicts[index]


def test_verdicts_are_true_only_if_there_are_any_and_all_are_valid() -> None:
    cases = {(): False, (GOOD,): True, (BAD,): False, (GOOD, GOOD): True, (GOOD, BAD): False, (BAD, GOOD): False}
    for verdicts, expected in cases.items():
        assert bool(Verdicts(verdicts)) is expected


def test_verdicts_are_values() -> None:
    verdicts: Any = Verdicts([GOOD, BAD])
    assert verdicts == Verdicts((GOOD, BAD)) != Verdicts([BAD, GOOD])
    assert hash(verdicts) == hash(Verdicts([GOOD, BAD]))
    assert verdicts != [GOOD, BAD]
    assert repr(verdicts).startswith("Verdicts(")
    assert repr(GOOD) in repr(verdicts)
    assert repr(BAD) in repr(verdicts)
    with pytest.raises(AttributeError):
        verdicts._verdicts = ()
