"""Frozen: the base of records, keys and points."""

from __future__ import annotations

import copy
import pickle

import pytest

from ecref.frozen import Frozen


class Pair(Frozen):
    __slots__ = ("left", "right", "total")
    fields = ("left", "right")
    left: int
    right: int
    total: int

    def __init__(self, left: int, right: int) -> None:
        self._set(left=left, right=right, total=left + right)


class Twin(Pair):
    __slots__ = ()


PAIR = Pair(1, 2)


@pytest.mark.parametrize("name", ["left", "total", "unknown"])
def test_an_attribute_cannot_be_set(name: str) -> None:
    with pytest.raises(AttributeError, match=f"^Pair is immutable: {name} can't be set$"):
        setattr(PAIR, name, 3)
    assert (PAIR.left, PAIR.right, PAIR.total) == (1, 2, 3)


@pytest.mark.parametrize("name", ["left", "total", "unknown"])
def test_an_attribute_cannot_be_deleted(name: str) -> None:
    with pytest.raises(AttributeError, match=f"^Pair is immutable: {name} can't be deleted$"):
        delattr(PAIR, name)
    assert (PAIR.left, PAIR.right, PAIR.total) == (1, 2, 3)


def test_there_is_no_dict_to_write_to() -> None:
    assert not hasattr(PAIR, "__dict__")


def test_equality_and_hash_go_by_the_fields() -> None:
    assert Pair(1, 2) == PAIR
    assert hash(Pair(1, 2)) == hash(PAIR)
    assert Pair(2, 1) != PAIR
    assert len({PAIR, Pair(1, 2), Pair(2, 1)}) == 2


def test_another_class_is_never_equal() -> None:
    assert Twin(1, 2) != PAIR
    assert PAIR != (1, 2)


def test_repr_is_the_call_that_makes_it() -> None:
    assert repr(PAIR) == "Pair(left=1, right=2)"


@pytest.mark.parametrize("protocol", range(pickle.HIGHEST_PROTOCOL + 1))
def test_pickle_calls_init_again(protocol: int) -> None:
    again = pickle.loads(pickle.dumps(PAIR, protocol))
    assert again == PAIR
    assert again.total == 3


def test_copy_and_deepcopy_are_equal() -> None:
    assert copy.copy(PAIR) == copy.deepcopy(PAIR) == PAIR
