"""The field: inverses and roots, for every element of small fields and at random in the curves' own."""

from __future__ import annotations

from itertools import product

import pytest
from hypothesis import given
from hypothesis import strategies as st
from sympy import primerange

from ecref import field
from ecref.curves import P256, P384, SECP256K1, edwards448, edwards25519
from ecref.field import inverse, inverses, sqrt, sqrt_ratio

ODD_PRIMES = tuple(primerange(3, 200))
FIELDS = {curve.name: curve.p for curve in (edwards25519, edwards448, P256, P384, SECP256K1)}
elements = st.integers(0, 2**512)


def test_the_small_primes_have_every_form_that_sqrt_tells_apart() -> None:
    assert {p % 8 for p in ODD_PRIMES} == {1, 3, 5, 7}
    two_adicity = {(p - 1 & 1 - p).bit_length() - 1 for p in ODD_PRIMES}  # the s of Tonelli and Shanks
    assert two_adicity >= {1, 2, 3, 4, 5, 6}


@pytest.mark.parametrize("p", ODD_PRIMES)
def test_every_inverse(p: int) -> None:
    for x in range(1, p):
        for representative in (x, x - p, x + 5 * p):
            y = inverse(representative, p)
            assert 0 < y < p
            assert x * y % p == 1


@pytest.mark.parametrize("p", [*ODD_PRIMES, *FIELDS.values()])
@pytest.mark.parametrize("multiple", [-1, 0, 1, 7])
def test_zero_has_no_inverse(p: int, multiple: int) -> None:
    with pytest.raises(ZeroDivisionError, match=r"^0 has no inverse$"):
        inverse(multiple * p, p)


@pytest.mark.step("RFC 8032", "5.1.1 root", "5.2.1 root")
@pytest.mark.parametrize("p", ODD_PRIMES)
def test_every_root(p: int) -> None:
    squares = {x * x % p for x in range(p)}
    for x in range(p):
        for representative in (x, x - p, x + 5 * p):
            r = sqrt(representative, p)
            if x in squares:
                assert r is not None
                assert 0 <= r < p
                assert r * r % p == x
            else:
                assert r is None


@pytest.mark.step("RFC 8032", "5.1.1 inverse")
@pytest.mark.parametrize("p", FIELDS.values(), ids=FIELDS)
@given(x=elements)
def test_inverse_in_the_fields_of_the_curves(p: int, x: int) -> None:
    if x % p:
        y = inverse(x, p)
        assert 0 < y < p
        assert x * y % p == 1


@pytest.mark.parametrize("p", FIELDS.values(), ids=FIELDS)
@given(x=elements)
def test_a_square_has_its_two_roots(p: int, x: int) -> None:
    assert sqrt(x * x, p) in {x % p, -x % p}


@pytest.mark.parametrize("p", FIELDS.values(), ids=FIELDS)
@given(x=elements)
def test_a_non_square_has_no_root(p: int, x: int) -> None:
    non_square = next(z for z in range(2, p) if pow(z, (p - 1) // 2, p) == p - 1)
    if x % p:
        assert sqrt(x * x * non_square, p) is None


# ---------------------------------------------------------------- many inverses at once


@pytest.mark.parametrize("p", [3, 5, 7, 11])
@pytest.mark.parametrize("length", range(4))
def test_every_list_of_inverses(p: int, length: int) -> None:
    for xs in product(range(1, p), repeat=length):
        assert inverses(list(xs), p) == [inverse(x, p) for x in xs]


@pytest.mark.parametrize("p", ODD_PRIMES)
def test_all_inverses_of_a_field_at_once(p: int) -> None:
    xs = [x + multiple * p for x in range(1, p) for multiple in (-1, 0, 5)]
    assert inverses(xs, p) == [inverse(x, p) for x in xs]


@pytest.mark.parametrize("p", [7, *FIELDS.values()])
@pytest.mark.parametrize("place", range(3))
@pytest.mark.parametrize("multiple", [-1, 0, 1])
def test_one_zero_among_them_has_no_inverse(p: int, place: int, multiple: int) -> None:
    xs = [1, 2, 3]
    xs[place] = multiple * p
    with pytest.raises(ZeroDivisionError, match=r"^0 has no inverse$"):
        inverses(xs, p)


@pytest.mark.parametrize("p", FIELDS.values(), ids=FIELDS)
@given(xs=st.lists(elements, max_size=20))
def test_many_inverses_in_the_fields_of_the_curves(p: int, xs: list[int]) -> None:
    units = [x for x in xs if x % p]
    assert inverses(units, p) == [inverse(x, p) for x in units]


# ---------------------------------------------------------------- roots of fractions


@pytest.fixture
def powers(monkeypatch: pytest.MonkeyPatch) -> list[tuple[int, int]]:
    """What the field raises to which exponents."""
    found = []

    def power(x: int, e: int, m: int) -> int:
        found.append((x, e))
        return pow(x, e, m)

    monkeypatch.setattr(field, "pow", power, raising=False)
    return found


@pytest.mark.parametrize("p", [*(p for p in ODD_PRIMES if p % 8 != 1), *FIELDS.values()])
def test_a_root_costs_one_exponentiation_and_no_inversion(p: int, powers: list[tuple[int, int]]) -> None:
    for u in 0, 1, 2, p - 1:
        powers.clear()
        sqrt_ratio(u, p // 2, p)
        assert [e for _, e in powers] == [(p - 3) // 4 if p % 4 == 3 else (p - 5) // 8]


@pytest.mark.parametrize("p", [*(p for p in ODD_PRIMES if p % 4 == 1), edwards25519.p])
def test_what_is_raised_to_a_power_is_reduced(p: int, powers: list[tuple[int, int]]) -> None:
    """Where p = 3 (mod 4), `pow` reduces a product of four for nothing."""
    for u in range(0, p, p // 5):
        sqrt_ratio(u, p // 2, p)
    assert powers
    assert all(0 <= x < p for x, _ in powers)


@pytest.mark.parametrize("p", ODD_PRIMES[:30])
def test_every_root_of_every_fraction(p: int) -> None:
    squares = {x * x % p for x in range(p)}
    for u, v in product(range(p), range(1, p)):
        r = sqrt_ratio(u, v, p)
        if u * inverse(v, p) % p in squares:
            assert r is not None
            assert 0 <= r < p
            assert v * r * r % p == u
        else:
            assert r is None


@pytest.mark.parametrize("p", [3, 5, 7, 13, 17, 29])
def test_the_root_of_a_fraction_depends_on_residues_only(p: int) -> None:
    for u, v in product(range(p), range(1, p)):
        assert {sqrt_ratio(u + i * p, v + j * p, p) for i in (-3, -1, 0, 2) for j in (-1, 0, 4)} == {
            sqrt_ratio(u, v, p)
        }


@pytest.mark.step("RFC 8032", "5.1.3-2 root", "5.2.3-2 root", "5.1.3-3 two roots")
@pytest.mark.parametrize("p", FIELDS.values(), ids=FIELDS)
@given(x=elements, v=elements)
def test_a_fraction_that_is_a_square_has_its_two_roots(p: int, x: int, v: int) -> None:
    if v % p:
        assert sqrt_ratio(x * x * v, v, p) in {x % p, -x % p}


@pytest.mark.step("RFC 8032", "5.1.3-3 check")
@pytest.mark.parametrize("p", FIELDS.values(), ids=FIELDS)
@given(x=elements, v=elements)
def test_a_fraction_that_is_no_square_has_no_root(p: int, x: int, v: int) -> None:
    non_square = next(z for z in range(2, p) if pow(z, (p - 1) // 2, p) == p - 1)
    if x * v % p:
        assert sqrt_ratio(x * x * v * non_square, v, p) is None
