"""The lattice test: each hypothesis finds the key whose nonces it describes, and none finds an honest one's."""

from __future__ import annotations

from random import Random

import pytest

from ecref import ECDSA, ed25519, p256, p384
from ecref.referee.nonces import lattice
from ecref.referee.nonces.lattice import HIDDEN, HIGH, LOW, LOW_ZERO, SHORT, search
from nonce_files import SECP112R1, equation, nonce_with, scalar

PLANTED = {  # hypothesis: the first bits, the last bits, whether a low s hides the sign
    SHORT: (0, None, False),
    SHORT + HIDDEN: (0, None, True),
    HIGH: (0xA5A5A5A5, None, False),
    LOW_ZERO: (None, 0, False),
    LOW_ZERO + HIDDEN: (None, 0, True),
    LOW: (None, 0x5A5A5A5B, False),
}


def planted(hypothesis: str, n: int, x: int, bits: int, count: int) -> list[tuple[int, int]]:
    """Equations of signatures whose nonces share bits."""
    rnd = Random(hypothesis)
    first, last, hidden = PLANTED[hypothesis]
    high = (0, 0) if first is None else (first >> 32 - bits, bits)
    low = (0, 0) if last is None else (last % (1 << bits), bits)
    return [equation(x, nonce_with(n, rnd, high=high, low=low), n, rnd, hidden=hidden) for _ in range(count)]


def test_the_small_curve_is_one() -> None:
    E = SECP112R1.curve
    assert (E.n * E.G).is_identity()


@pytest.mark.parametrize("hypothesis", PLANTED)
@pytest.mark.parametrize(
    ("scheme", "bits", "count"),
    [(SECP112R1, 8, 24), (SECP112R1, 28, 6), (p256, 24, 16), (p256, 32, 12), (p384, 32, 16)],
)
def test_each_hypothesis_gives_the_key_away(hypothesis: str, scheme: ECDSA, bits: int, count: int) -> None:
    n = scheme.curve.n
    key = scheme.private_key(Random(bits).randrange(1, n))
    found = search(key.public_key, planted(hypothesis, n, scalar(key), bits, count))
    assert found is not None
    assert found.x == scalar(key)
    if not hypothesis.endswith(HIDDEN):  # strong ones are found as if nothing were hidden
        assert found.hypothesis == hypothesis
    assert found.hypothesis.removesuffix(HIDDEN) == hypothesis.removesuffix(HIDDEN)
    assert found.signatures == count


def test_eight_bits_and_forty_signatures_are_enough_on_p256() -> None:
    key = p256.private_key(0xC0FFEE)
    found = search(key.public_key, planted(SHORT, p256.curve.n, 0xC0FFEE, 8, 40))
    assert found == (SHORT, 40, 0xC0FFEE)


@pytest.mark.parametrize("hypothesis", PLANTED)
def test_a_hypothesis_alone_leads_to_the_key(hypothesis: str) -> None:
    n = SECP112R1.curve.n
    equations = planted(hypothesis, n, 12345, 8, 24)
    candidates = list(lattice._candidates(equations, n, hidden=True))
    assert 12345 in [x for name, x in candidates if name == hypothesis]
    assert {name for name, _ in candidates} == set(lattice.HYPOTHESES) == set(PLANTED)


def test_the_short_scalars_of_eddsa_are_found_without_hidden_signs() -> None:
    key, L = ed25519.private_key(bytes(32)), ed25519.curve.L
    rnd = Random(4)
    equations = [equation(scalar(key), rnd.getrandbits(220), L, rnd) for _ in range(12)]
    assert search(key.public_key, equations) == (SHORT, 12, scalar(key))
    honest = [equation(scalar(key), rnd.randrange(L), L, rnd) for _ in range(12)]
    assert search(key.public_key, honest) is None


@pytest.mark.parametrize("scheme", [SECP112R1, p256])
@pytest.mark.parametrize("count", [3, 12, 20])
def test_honest_nonces_give_nothing(scheme: ECDSA, count: int) -> None:
    n, rnd = scheme.curve.n, Random(count)
    key = scheme.private_key(rnd.randrange(1, n))
    equations = [equation(scalar(key), rnd.randrange(1, n), n, rnd, hidden=True) for _ in range(count)]
    assert search(key.public_key, equations) is None


def test_few_signatures_are_left_alone() -> None:
    key = p256.private_key(5)
    equations = planted(SHORT, p256.curve.n, 5, 32, 2)
    assert search(key.public_key, []) is None
    assert search(key.public_key, equations) is None
    assert search(key.public_key, equations * 9) is None  # the same again tells nothing new
    assert search(key.public_key, [(1, 0)] * 9) is None


def test_three_signatures_with_half_of_the_bits_are_enough() -> None:
    key = p256.private_key(5)
    equations = [equation(5, Random(i).getrandbits(120), p256.curve.n, Random(i + 9)) for i in range(3)]
    assert search(key.public_key, equations) == (SHORT, 3, 5)


def test_a_strong_bias_takes_the_first_signatures_only(monkeypatch: pytest.MonkeyPatch) -> None:
    key = SECP112R1.private_key(77)
    equations = planted(SHORT, SECP112R1.curve.n, 77, 28, 20)
    monkeypatch.setattr(lattice, "FIRST", 8)
    assert search(key.public_key, equations) == (SHORT, 8, 77)
    monkeypatch.setattr(lattice, "FIRST", 3)
    assert search(key.public_key, equations) == (SHORT, 20, 77)


def test_a_hundred_signatures_are_taken_at_most(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(lattice, "MOST", 6)
    key = SECP112R1.private_key(77)
    assert search(key.public_key, planted(SHORT, SECP112R1.curve.n, 77, 28, 200)) == (SHORT, 6, 77)
