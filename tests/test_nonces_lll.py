"""LLL: the lattice stays the same, its basis gets short, and what is near is found."""

from __future__ import annotations

from fractions import Fraction
from random import Random

import pytest

from ecref.referee.nonces import lll
from ecref.referee.nonces.lll import Lattice


def determinant(rows: list[list[int]]) -> Fraction:
    """By elimination."""
    matrix = [list(map(Fraction, row)) for row in rows]
    found = Fraction(1)
    for i in range(len(matrix)):
        pivot = next(j for j in range(i, len(matrix)) if matrix[j][i])
        if pivot != i:
            matrix[i], matrix[pivot] = matrix[pivot], matrix[i]
            found = -found
        found *= matrix[i][i]
        for j in range(i + 1, len(matrix)):
            factor = matrix[j][i] / matrix[i][i]
            matrix[j] = [a - factor * b for a, b in zip(matrix[j], matrix[i], strict=True)]
    return found


def hidden_number_basis(n: int, d: int, rnd: Random) -> list[list[int]]:
    first = [1, *(rnd.randrange(n) for _ in range(d - 1))]
    return [first, *([n if i == j else 0 for j in range(d)] for i in range(1, d))]


def is_in(v: list[int], basis: list[list[int]], n: int) -> bool:
    """Whether v is in the lattice of a hidden_number_basis."""
    return all((x - v[0] * t) % n == 0 for x, t in zip(v, basis[0], strict=True))


@pytest.mark.parametrize(("bits", "d"), [(8, 2), (64, 3), (256, 12), (446, 8), (20, 20)])
def test_a_reduced_basis_spans_the_same_lattice_and_is_short(bits: int, d: int) -> None:
    rnd = Random(bits * d)
    n = rnd.getrandbits(bits) | 1 << bits - 1 | 1
    basis = hidden_number_basis(n, d, rnd)
    reduced = Lattice(basis).b
    assert all(is_in(v, basis, n) for v in reduced)
    assert abs(determinant(reduced)) == n ** (d - 1)
    first = sum(x * x for x in reduced[0])
    assert first**d <= 4 ** (d * (d - 1) // 2) * n ** (2 * (d - 1))  # |b_1| <= (4/3 + little)^((d-1)/4) det^(1/d)


def test_one_vector_is_reduced() -> None:
    lattice = Lattice([[7]])
    assert lattice.b == [[7]]
    assert lattice.near([24]) == [3]
    assert lattice.near([25]) == [-3]


def test_near_gives_what_is_left_of_a_vector_near_the_lattice() -> None:
    rnd = Random(1)
    n = 2**127 - 1
    basis = hidden_number_basis(n, 8, rnd)
    lattice = Lattice(basis)
    for _ in range(20):
        z = rnd.randrange(n)
        error = [rnd.randrange(-(2**100), 2**100) for _ in range(8)]
        near = [(z * t) % n + e for t, e in zip(basis[0], error, strict=True)]
        assert lattice.near(near) == error


def test_the_limit_of_steps_leaves_a_lattice_that_can_be_used(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(lll, "STEPS", 0)
    rnd = Random(2)
    n = 2**61 - 1
    basis = hidden_number_basis(n, 6, rnd)
    lattice = Lattice(basis)
    assert all(is_in(v, basis, n) for v in lattice.b)
    assert abs(determinant(lattice.b)) == n**5
    v = [rnd.randrange(n) for _ in range(6)]
    assert is_in([a - b for a, b in zip(v, lattice.near(v), strict=True)], basis, n)


def test_the_rounds_of_a_size_reduction_are_limited(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(lll, "MOST_ROUNDS", 1)
    basis = hidden_number_basis(2**89 - 1, 5, Random(3))
    assert abs(determinant(Lattice(basis).b)) == (2**89 - 1) ** 4
