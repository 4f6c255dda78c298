"""What else here takes a time that depends on a secret: pairs of operations on P-256 that differ in one thing."""

from __future__ import annotations

from functools import partial
from statistics import fmean
from typing import TYPE_CHECKING, NamedTuple

from ecref import p256
from ecref.field import inverse
from ecref.hashes import hash_named
from ecref.measure import processor
from ecref.rfc6979 import int2octets, nonces
from ecref.signatures import encode

from .interval import Interval
from .side_channels_signers import LARGE, drawn, signer
from .side_channels_turns import by_turns

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from ecref.measure.operations import Call
    from ecref.measure.unit import Unit

WIDTH, PLACES = 9, 29  # of the digits of a nonce in its large table
NUMBERS = 256  # of each kind
AGAIN = 8  # uses of a nonce in a row
LOOPS = 50  # of what is shorter than a look at the clock
N = p256.curve.n
DIGEST = bytes(range(32))
NOTHING = Interval(0.0, 0.0)


class Pair(NamedTuple):
    """Two operations: what is done, how one differs from the other, their calls, and how often a call does it."""

    what: str
    one: str
    other: str
    calls: Sequence[Call]
    other_calls: Sequence[Call]
    loops: int = 1


class Difference(NamedTuple):
    """What the two of a pair took: M in each round."""

    pair: Pair
    rounds: list[float]
    other_rounds: list[float]

    def means(self) -> tuple[float, float]:
        """M of each."""
        return fmean(self.rounds), fmean(self.other_rounds)

    @property
    def more(self) -> Interval:
        """M that the other takes more."""
        return Interval.of([other - one for one, other in zip(self.rounds, self.other_rounds, strict=True)])

    @property
    def is_seen(self) -> bool:
        """Whether the two are told apart."""
        return self.more.is_apart(NOTHING)


def difference(
    pair: Pair, rounds: int, count: int, unit: Unit, clock: Callable[[], float] = processor.seconds
) -> Difference:
    """Time so many calls of each in every round, by turns."""
    timed = by_turns([pair.calls, pair.other_calls], rounds, count, unit, clock)
    one, other = ([M / pair.loops for M in figures] for figures in timed.rounds)
    return Difference(pair, one, other)


def pairs() -> list[Pair]:
    """All of them."""
    return [*_arithmetic(), *_digits(), *_around()]


def _arithmetic() -> list[Pair]:
    """Operands of half the length: a nonce or a key that begins with so many zero bits."""
    short, full = _numbers(128), _numbers(256)
    r = full[0]

    def of_each(what: str, letter: str, make: Callable[[int], Call], loops: int = 1) -> Pair:
        ends = f"a {letter} of 128 bits", f"a {letter} of 256 bits"
        return Pair(what, *ends, [make(x) for x in short], [make(x) for x in full], loops)

    return [
        of_each("1/k mod n", "k", lambda k: partial(inverse, k, N)),
        of_each("r*d mod n", "d", lambda d: partial(_products, r, d), LOOPS),
        of_each("d to octets", "d", lambda d: partial(_octets, d), LOOPS),
        of_each("loading a private key", "d", lambda d: partial(p256.private_key, d)),
    ]


def _digits() -> list[Pair]:
    """What the table does with the digits of a nonce."""
    make = signer("p256", LARGE).sign

    def sign(one: str, other: str, nonces: list[int], others: list[int]) -> Pair:
        return Pair("signing", one, other, [make(k) for k in nonces], [make(k) for k in others])

    positive = [with_digits(number) for number in range(NUMBERS)]
    others = range(NUMBERS, 2 * NUMBERS)  # of other digits, or one would find the other's entries in the cache
    negative = [with_digits(number, sign=-1) for number in others]
    with_zero = [with_digits(number, zero=number % (PLACES - 1)) for number in others]
    again = [k for k in positive for _ in range(AGAIN)]
    return [
        sign("a k with a digit 0", "a k without a digit 0", with_zero, positive),
        sign("a k of positive digits", "a k of negative digits", positive, negative),
        sign("the same k as before", "another k", again, positive),
    ]


def _around() -> list[Pair]:
    """What stands around the arithmetic."""
    keys = _numbers(256)
    first = [partial(_candidates, d, 1) for d in keys]
    second = [partial(_candidates, d, 2) for d in keys]
    key, same = p256.private_key(keys[0]), p256.private_key(keys[0])
    others = p256.private_key(keys[0] ^ 1 << 250), p256.private_key(keys[0] ^ 1)
    assert key == same
    high, low = ([partial(_compared, key, other)] for other in others)
    bits = "a difference in a high bit", "a difference in the lowest bit"
    short, padded = ([partial(encode, r, r, 0, "der", N) for r in _numbers(bits)] for bits in (247, 256))
    return [
        Pair("RFC 6979", "one candidate for k", "two candidates for k", first, second),
        Pair("comparing private keys", *bits, high, low, LOOPS),
        Pair("writing DER", "r and s of 31 octets", "r and s of 33", short, padded),
    ]


def with_digits(number: int, sign: int = 1, zero: int | None = None) -> int:
    """A nonce whose digits have this sign, but for the highest, which is positive; the one in place `zero` is 0."""
    half = 1 << WIDTH - 1
    digits = [sign * (1 + drawn(f"digit {i}", number, half - 1)) for i in range(PLACES - 1)]
    digits.append(2 + drawn("highest digit", number, half // 32))
    if zero is not None:
        digits[zero] = 0
    return sum(digit << WIDTH * i for i, digit in enumerate(digits))


def _numbers(bits: int) -> list[int]:
    """Numbers of exactly so many bits, below n."""
    half = 1 << bits - 1
    return [half + drawn(f"{bits} bits", number, half) for number in range(NUMBERS)]


def _products(r: int, d: int) -> None:
    for _ in range(LOOPS):
        r * d % N


def _octets(d: int) -> None:
    for _ in range(LOOPS):
        int2octets(d, N)


def _candidates(d: int, count: int) -> None:
    candidates = nonces(d, DIGEST, N, hash_named(p256.hash))
    for _ in range(count):
        next(candidates)


def _compared(key: object, other: object) -> None:
    for _ in range(LOOPS):
        _ = key == other
