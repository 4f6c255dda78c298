"""Counting what an operation computes, by giving it integers that count.

    M    a product of two integers of field size
    S    a square: a product of an object of field size with itself

Products with smaller integers (a curve's a and d, the 2 and 8 of a formula, half-size scalars) are not counted.
"""

from __future__ import annotations

import builtins
import operator
from contextlib import contextmanager
from dataclasses import astuple, dataclass
from typing import TYPE_CHECKING, Any

from ecref.hashes import Hash

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from ecref.hashes import Hasher

SMALL = 0.75  # a fraction of the field's bits; what has fewer is no operand of field size


@dataclass
class Counts:
    """How often each was computed: per operation or in all."""

    M: float = 0
    S: float = 0
    inversions: float = 0
    exponentiations: float = 0
    hashes: float = 0
    hashed_octets: float = 0

    def __truediv__(self, n: int) -> Counts:
        return Counts(*(value / n for value in astuple(self)))


class Tally:
    """Where the counting integers count at the moment."""

    counts = Counts()
    bits = 0.0  # of the smallest integer of field size


class Counting(int):
    """An integer whose products and powers are counted, and whose results count likewise."""

    __slots__ = ()

    def __mul__(self, other: object) -> Any:  # noqa: ANN401
        if not isinstance(other, int):
            return NotImplemented
        if self.bit_length() >= Tally.bits and other.bit_length() >= Tally.bits:
            if self is other:
                Tally.counts.S += 1
            else:
                Tally.counts.M += 1
        return Counting(int.__mul__(self, other))

    __rmul__ = __mul__

    def __pow__(self, e: int, modulus: int | None = None) -> Any:  # noqa: ANN401
        if modulus is not None:
            return _power(self, e, modulus)
        power = self
        for _ in range(e - 1):
            power = power * self
        return power


def _power(base: int, e: int, modulus: int) -> Counting:
    """base^e modulo an integer, counted as one inversion or one exponentiation."""
    if e == -1:
        Tally.counts.inversions += 1
    else:
        Tally.counts.exponentiations += 1
    return Counting(int.__pow__(int(base), int(e), int(modulus)))


def _uncounted(name: str) -> Callable[..., Any]:
    plain = getattr(int, name)

    def method(*operands: int) -> Any:  # noqa: ANN401
        result = plain(*operands)
        return Counting(result) if result is not NotImplemented else result

    return method


for _name in ("add", "sub", "mod", "floordiv", "lshift", "rshift", "and", "or", "xor"):
    setattr(Counting, f"__{_name}__", _uncounted(f"__{_name}__"))
    setattr(Counting, f"__r{_name}__", _uncounted(f"__r{_name}__"))
for _name in ("neg", "pos", "abs", "invert"):
    setattr(Counting, f"__{_name}__", _uncounted(f"__{_name}__"))


class _CountingHasher:
    """A hash in progress; the octets that go in are counted, and the digests that come out."""

    def __init__(self, hasher: Hasher) -> None:
        self._hasher = hasher

    def update(self, data: bytes) -> None:
        Tally.counts.hashed_octets += len(data)
        self._hasher.update(data)

    def digest(self) -> bytes:
        Tally.counts.hashes += 1
        return self._hasher.digest()


@contextmanager
def counting(p: int) -> Iterator[Counts]:
    """Count what Counting integers of the field modulo p compute, and all hashes, until the context ends.

    `pow` is replaced meanwhile, since it asks the type of its first argument only, which may be a plain int. So
    nothing else should run in the process.
    """
    plain_pow, plain_new = builtins.pow, Hash.new
    counts = Counts()
    Tally.counts, Tally.bits = counts, int(p).bit_length() * SMALL

    def counted_pow(base: int, e: int, modulus: int | None = None) -> Any:  # noqa: ANN401
        return operator.pow(base, e) if modulus is None else _power(base, e, modulus)

    def counted_new(self: Hash) -> Hasher:
        return _CountingHasher(plain_new(self))

    builtins.pow, Hash.new = counted_pow, counted_new  # type: ignore[assignment, method-assign]
    try:
        yield counts
    finally:
        builtins.pow, Hash.new = plain_pow, plain_new  # type: ignore[method-assign]
        Tally.counts, Tally.bits = Counts(), 0.0
