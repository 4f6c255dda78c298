"""The field: inverses and roots, for every element of small fields and at random in the curves' own."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st
from sympy import primerange

from ecref.curves import P256, P384, SECP256K1, edwards448, edwards25519
from ecref.field import inverse, sqrt

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
