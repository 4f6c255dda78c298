"""Tests of known nonces: what is planted raises the alarm, what is uniform doesn't, and probabilities are honest."""

from __future__ import annotations

from collections import Counter
from math import log
from random import Random

import pytest

from ecref import p256
from ecref.referee.nonces import bias
from ecref.referee.nonces.bias import Bias, Outcome, is_alarm
from nonce_files import nonce_with

N = p256.curve.n


def alarms(nonces: list[int], *, n: int = N, hidden: bool = True) -> set[str]:
    """The names of the tests that raise the alarm."""
    tested = Bias(n, hidden=hidden)
    for k in nonces:
        tested.add(k)
    assert tested.count == len(nonces)
    return {test.name for test in tested.tests() if is_alarm(test)}


def low_s(nonces: list[int], rnd: Random) -> list[int]:
    return [rnd.choice((k, N - k)) for k in nonces]


def test_uniform_nonces_raise_no_alarm() -> None:
    for seed in range(30):
        rnd = Random(seed)
        nonces = [rnd.randrange(1, N) for _ in range(3 + 17 * seed)]
        assert alarms(nonces) == alarms(low_s(nonces, rnd)) == set()


def test_no_nonce_is_no_test() -> None:
    assert Bias(N, hidden=True).tests() == []


def test_one_short_nonce_is_enough() -> None:
    assert alarms([1 << 200]) == {"k: length", "the smaller of k and n - k: length"}
    assert alarms([N - (1 << 200)]) == {"the smaller of k and n - k: length"}
    assert alarms([N - (1 << 200)], hidden=False) == set()


@pytest.mark.parametrize("count", [12, 400])
def test_short_nonces_behind_a_low_s(count: int) -> None:
    rnd = Random(count)
    nonces = [nonce_with(N, rnd, high=(0, 8)) for _ in range(count)]
    assert "k: length" in alarms(nonces)
    assert "the smaller of k and n - k: length" in alarms(low_s(nonces, rnd))


def test_fixed_bits_at_either_end() -> None:
    rnd = Random(1)
    high = [nonce_with(N, rnd, high=(0x5A5A, 16)) for _ in range(5)]
    assert alarms(high, hidden=False) == {"k: top 16 bits", "k: top 8 bits"}
    low = [nonce_with(N, rnd, low=(0x1234, 16)) for _ in range(5)]
    assert alarms(low, hidden=False) == {"k: low 16 bits", "k: low 8 bits"}


def test_one_bit_that_is_set_too_often_or_too_rarely() -> None:
    rnd = Random(2)
    sound = [rnd.randrange(1, N) for _ in range(2000)]
    assert alarms([k | 1 << 100 for k in sound[:60]], hidden=False) == {"k: single bits"}
    assert alarms([k & ~(1 << 100) for k in sound[:60]], hidden=False) == {"k: single bits"}
    assert alarms([k | (rnd.random() < 0.2) << 77 for k in sound], hidden=False) == {"k: single bits"}
    tested = Bias(N, hidden=False)
    for k in sound[:60]:
        tested.add(k | 1 << 100)
    worst = tested.tests()[0]
    assert worst.measured == "bit 100 is set in 60 of 60"
    assert worst.log_p == pytest.approx(log(2) - 60 * log(2) + log(256) + log(8))  # 2 tails, 256 bits, 8 tests


def test_a_slope_over_all_values_shows_in_chi_square() -> None:
    rnd = Random(3)
    nonces = [max(rnd.randrange(1, N), rnd.randrange(1, N)) for _ in range(400)]
    assert "k: top 4 bits, chi-square" in alarms(nonces, hidden=False)
    spread = [(rnd.randrange(1, N) >> 8 << 8) + min(rnd.randrange(256), rnd.randrange(256)) for _ in range(6000)]
    assert "k: low 8 bits, chi-square" in alarms(spread, hidden=False)


def test_more_nonces_than_are_counted_at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    rnd = Random(4)
    nonces = [rnd.randrange(1, N) for _ in range(50)]
    whole, parts = Bias(N, hidden=True), Bias(N, hidden=True)
    for k in nonces:
        whole.add(k)
    expected = whole.tests()
    monkeypatch.setattr(bias, "_CHUNK", 7)
    for k in nonces:
        parts.add(k)
    assert parts.tests() == expected


@pytest.mark.parametrize("limit", [*range(16, 90), 127, 128, 256, 1000])
def test_cells_and_bits_have_the_numbers_that_counting_gives(limit: int) -> None:
    sample = bias._Sample("k", limit)
    values = range(1, limit + 1)
    bits = limit.bit_length()
    for w in (1, 2, 3, 4):
        top, low = Counter(k >> bits - w for k in values), Counter(k % (1 << w) for k in values)
        assert list(sample._top_cells(w)) == [top[value] for value in range(max(top) + 1)]
        assert list(sample._low_cells(w)) == [low[value] for value in range(1 << w)]
        assert max(top.values()) <= 1 << bits - w
        assert max(low.values()) <= limit // (1 << w) + 1
    for i in range(bits):  # all values once: as many as expected, which no tail calls rare
        sample._count, sample._ones[i] = limit, sum(k >> i & 1 for k in values)
        assert sample._one_bit(i) > log(0.9)


def test_probabilities_are_honest() -> None:
    """Of sound keys, no more than p of them get p or less."""
    found: Counter[str] = Counter()
    keys = 200
    for seed in range(keys):
        rnd = Random(seed)
        tested = Bias(2**61 - 1, hidden=True)
        for _ in range(330):
            tested.add(rnd.randrange(1, 2**61 - 1))
        samples = [tested._as_they_come, tested._folded]
        for test in (test for sample in samples if sample for test in sample.tests()):
            found[test.name] += test.log_p < log(0.05)
            found[f"{test.name}, all"] += 1
    assert len(found) == 2 * 2 * 10
    assert found["k: top 4 bits, chi-square, all"] == keys
    for name in [name for name in found if not name.endswith("all")]:
        assert found[name] < 0.09 * keys, name


def test_uneven_cells_are_joined() -> None:
    sample = bias._Sample("k", 99)
    sample._count = 100
    figure, cells = sample._chi_square(Counter({0: 30, 1: 30, 2: 40}), iter([30, 30, 30, 1, 8]))
    assert cells == 3
    expected = [(30, 3000 / 99), (30, 3000 / 99), (40, 3900 / 99)]
    assert figure == pytest.approx(sum((count - e) ** 2 / e for count, e in expected))
    figure, cells = sample._chi_square(Counter({0: 30, 3: 70}), iter([1, 29, 30, 39]))
    assert cells == 3


def test_a_probability_is_shown_however_small() -> None:
    assert Outcome("", "", log(0.25)).probability == "0.25"
    assert Outcome("", "", -1e6).probability == "1e-434294"
