"""Whether known nonces look uniform: tests that are stated, each with how often chance alone looks like that or worse.

Where the private key is known, each nonce is k = a + t x (signed.py), or n - k where a low s hid that. So ECDSA's are
looked at twice, as they come and as the smaller of k and n - k. A sound k is uniform in [1, n-1], the smaller of the
two in [1, (n-1)/2]: the probabilities below are those of uniform in [1, limit], and exact.

    length         the largest has as few bits as that        P = (its value / limit)^m
    bit i          so many have bit i set, or so few          the tails of the binomial distribution
    top w, low w   so many share one value of these bits      cells times the binomial tail, which bounds P from above
    chi-square     how all values of the top or low bits are spread; P is the distribution's that the figure has in the
                   limit, so it is taken only where a cell expects EXPECTED of them, and half as many at least

A test's P is multiplied by what it tried (positions, cells) and by the number of tests; below ALARM it is a finding.
So a sound key is reported at most once in 1/ALARM keys. Memory doesn't grow with the number of nonces.
"""

from __future__ import annotations

from collections import Counter
from math import exp, log
from typing import TYPE_CHECKING, NamedTuple

from .statistics import CERTAIN, binomial_tail, chi_square_tail

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

ALARM = 1e-6  # the probability that a sound key is reported
WIDTHS = (4, 8, 16)  # bits of a value that nonces may share; 16 make 65,536 cells at most
EXPECTED = 20  # nonces in a cell of chi-square
_CHUNK = 1024  # nonces whose bits are counted together


class Outcome(NamedTuple):
    """What a test found: its name, what it measured, and the natural logarithm of the probability of that."""

    name: str
    measured: str
    log_p: float

    @property
    def probability(self) -> str:
        """The probability, in decimal, however small."""
        exponent = self.log_p / log(10)
        return f"{exp(self.log_p):.3g}" if exponent > -300 else f"1e{round(exponent)}"


class Bias:
    """The nonces of a key, as they come; `folded` is there where their signs may be hidden."""

    def __init__(self, n: int, *, hidden: bool) -> None:
        self._n = n
        self._as_they_come = _Sample("k", n - 1)
        self._folded = _Sample("the smaller of k and n - k", (n - 1) // 2) if hidden else None
        self.count = 0

    def add(self, k: int) -> None:
        """Take in a nonce, 0 < k < n."""
        self.count += 1
        self._as_they_come.add(k)
        if self._folded is not None:
            self._folded.add(min(k, self._n - k))

    def tests(self) -> list[Outcome]:
        """Every test, with its probability among all of them, the least likely first."""
        samples = [self._as_they_come] + ([] if self._folded is None else [self._folded])
        found = [test for sample in samples for test in sample.tests()]
        corrected = [test._replace(log_p=min(CERTAIN, test.log_p + log(len(found)))) for test in found]
        return sorted(corrected, key=lambda test: test.log_p)


def is_alarm(test: Outcome) -> bool:
    """Whether chance would hardly look like that."""
    return test.log_p < log(ALARM)


class _Sample:
    """Numbers that are uniform in [1, limit], or not: counts of their bits, and of their top and low bits."""

    def __init__(self, name: str, limit: int) -> None:
        self._name = name
        self._limit = limit
        self._bits = limit.bit_length()
        self._ones = [0] * self._bits
        self._top: dict[int, Counter[int]] = {w: Counter() for w in WIDTHS if w < self._bits}
        self._low: dict[int, Counter[int]] = {w: Counter() for w in self._top}
        self._waiting: list[int] = []
        self._count = 0
        self._largest = 0

    def add(self, k: int) -> None:
        self._count += 1
        self._largest = max(self._largest, k)
        self._waiting.append(k)
        if len(self._waiting) == _CHUNK:
            self._take_in()

    def _take_in(self) -> None:
        """Count what waits: bit i of each is a character of one text, so counting is a matter of slices."""
        digits = "".join(format(k, f"0{self._bits}b") for k in self._waiting)
        for i in range(self._bits):
            self._ones[i] += digits[self._bits - 1 - i :: self._bits].count("1")
        for w in self._top:
            self._top[w].update(k >> self._bits - w for k in self._waiting)
            self._low[w].update(k % (1 << w) for k in self._waiting)
        self._waiting.clear()

    def tests(self) -> Iterator[Outcome]:
        self._take_in()
        if self._count:
            yield self._length()
            yield self._single_bits()
            for w, cells in self._top.items():
                yield self._shared(f"top {w} bits", cells, 1 << self._bits - w, 1 << w)
            for w, cells in self._low.items():
                yield self._shared(f"low {w} bits", cells, self._limit // (1 << w) + 1, 1 << w)
            yield from self._spread("top", self._top, self._top_cells)
            yield from self._spread("low", self._low, self._low_cells)

    def _test(self, name: str, measured: str, log_p: float) -> Outcome:
        return Outcome(f"{self._name}: {name}", measured, min(CERTAIN, log_p))

    def _length(self) -> Outcome:
        measured = f"the longest has {self._largest.bit_length()} of {self._bits} bits"
        return self._test("length", measured, self._count * (log(self._largest) - log(self._limit)))

    def _single_bits(self) -> Outcome:
        """The bit that is furthest from chance, of all positions."""
        log_p, i = min((self._one_bit(i), i) for i in range(self._bits))
        measured = f"bit {i} is set in {self._ones[i]:,} of {self._count:,}"
        return self._test("single bits", measured, log_p + log(self._bits))

    def _one_bit(self, i: int) -> float:
        """Twice the smaller tail. Of 0 ... limit, every second run of 2^i numbers has bit i."""
        runs, rest = divmod(self._limit + 1, 1 << i + 1)
        p = (runs * (1 << i) + max(0, rest - (1 << i))) / self._limit
        ones, zeros = self._ones[i], self._count - self._ones[i]
        tails = binomial_tail(self._count, p, ones), binomial_tail(self._count, 1 - p, zeros)
        return min(CERTAIN, min(tails) + log(2))

    def _shared(self, name: str, cells: Counter[int], most: int, number: int) -> Outcome:
        """The value that most nonces share; at most `most` of 1 ... limit have the same, and there are `number`."""
        value, count = max(cells.items(), key=lambda cell: (cell[1], -cell[0]))
        measured = f"{count:,} of {self._count:,} have the value {value:#x}"
        return self._test(name, measured, binomial_tail(self._count, most / self._limit, count) + log(number))

    def _spread(
        self, name: str, by_width: dict[int, Counter[int]], sizes: Callable[[int], Iterator[int]]
    ) -> Iterator[Outcome]:
        """Chi-square over the values of as many bits as there are nonces for."""
        w = max((w for w in by_width if self._count >= EXPECTED << w), default=None)
        if w is not None:
            x, cells = self._chi_square(by_width[w], sizes(w))
            yield self._test(
                f"{name} {w} bits, chi-square", f"{x:.1f} over {cells} cells", chi_square_tail(x, cells - 1)
            )

    def _chi_square(self, counts: Counter[int], sizes: Iterator[int]) -> tuple[float, int]:
        """The figure, and its cells: neighbours are one cell where each alone would expect too few."""
        cells = [(0.0, 0)]
        for value, size in enumerate(sizes):
            expected, count = cells.pop() if cells[-1][0] < EXPECTED / 2 else (0.0, 0)
            cells.append((expected + self._count * (size / self._limit), count + counts[value]))
        expected, count = cells.pop()
        if expected < EXPECTED / 2:
            before, count_before = cells.pop()
            expected, count = before + expected, count_before + count
        cells.append((expected, count))
        return sum((count - expected) ** 2 / expected for expected, count in cells), len(cells)

    def _top_cells(self, w: int) -> Iterator[int]:
        """How many of 1 ... limit have each value of the top w bits."""
        size = 1 << self._bits - w
        return (min(self._limit + 1, start + size) - max(1, start) for start in range(0, self._limit + 1, size))

    def _low_cells(self, w: int) -> Iterator[int]:
        """How many of 1 ... limit have each value of the low w bits."""
        return ((self._limit - value) // (1 << w) + (value > 0) for value in range(1 << w))
