"""The shipped formulas proved: run over symbols in place of numbers, they are the affine laws.

Over the integers a formula gives polynomials; an identity of rational functions with integer coefficients holds
modulo every p that divides no denominator. Run over operands that count, they cost what their docstrings say.
"""

from __future__ import annotations

import re
from collections import Counter
from typing import TYPE_CHECKING, Any

import pytest
from sympy import Expr, cancel, expand, factor, fraction, reduced, symbols, together

from ecref import edwards, weierstrass
from ecref.edwards import add_2008_hwcd, dbl_2008_hwcd
from ecref.weierstrass import add_1998_cmo_2, dbl_1998_cmo_2

if TYPE_CHECKING:
    from collections.abc import Callable

a, d = symbols("a d")
x1, y1, Z1, x2, y2, Z2 = symbols("x1 y1 Z1 x2 y2 Z2")


class NoModulus:
    """Passed as p: `v % p` is v, so that a formula runs over any ring."""

    def __rmod__(self, v: Any) -> Any:
        return v


p: Any = NoModulus()


def extended(x: Expr, y: Expr, Z: Expr) -> tuple[Expr, Expr, Expr, Expr]:
    return x * Z, y * Z, Z, x * y * Z


def jacobian(x: Expr, y: Expr, Z: Expr) -> tuple[Expr, Expr, Expr]:
    return x * Z**2, y * Z**3, Z


def vanishes_on(equation: Expr, value: Expr) -> bool:
    """Whether the value's numerator is a multiple of the equation, so that it is 0 wherever the equation holds."""
    numerator, _ = fraction(together(value))
    _, remainder = reduced(expand(numerator), [equation], d, x1, y1, Z1, a)
    return bool(remainder == 0)


def test_edwards_addition_is_the_affine_law() -> None:
    X, Y, Z, T = add_2008_hwcd(*extended(x1, y1, Z1), *extended(x2, y2, Z2), p, a, d)
    t = d * x1 * x2 * y1 * y2
    assert cancel(X / Z - (x1 * y2 + y1 * x2) / (1 + t)) == 0
    assert cancel(Y / Z - (y1 * y2 - a * x1 * x2) / (1 - t)) == 0
    assert expand(T * Z - X * Y) == 0


def test_edwards_addition_vanishes_only_where_the_law_does() -> None:
    """Z3 = (Z1*Z2)^2 (1 + t)(1 - t), and neither factor is 0 on a complete curve."""
    *_, Z, _ = add_2008_hwcd(*extended(x1, y1, Z1), *extended(x2, y2, Z2), p, a, d)
    t = d * x1 * x2 * y1 * y2
    assert expand(Z - (Z1 * Z2) ** 2 * (1 + t) * (1 - t)) == 0


def test_edwards_doubling_is_the_affine_law_on_the_curve() -> None:
    X, Y, Z, T = dbl_2008_hwcd(*extended(x1, y1, Z1)[:3], p, a)
    equation = a * x1**2 + y1**2 - 1 - d * x1**2 * y1**2
    t = d * x1**2 * y1**2
    assert vanishes_on(equation, X / Z - 2 * x1 * y1 / (1 + t))
    assert vanishes_on(equation, Y / Z - (y1**2 - a * x1**2) / (1 - t))
    assert vanishes_on(equation, Z + Z1**4 * (1 + t) * (1 - t))
    assert expand(T * Z - X * Y) == 0


def test_edwards_doubling_needs_the_curve() -> None:
    """Off the curve it is another map: what the proof above reduces by is used."""
    X, _, Z, _ = dbl_2008_hwcd(*extended(x1, y1, Z1)[:3], p, a)
    assert cancel(X / Z - 2 * x1 * y1 / (1 + d * x1**2 * y1**2)) != 0


def test_weierstrass_addition_is_the_chord() -> None:
    X, Y, Z = add_1998_cmo_2(*jacobian(x1, y1, Z1), *jacobian(x2, y2, Z2), p)
    m = (y2 - y1) / (x2 - x1)
    x3 = m**2 - x1 - x2
    assert cancel(X / Z**2 - x3) == 0
    assert cancel(Y / Z**3 - (m * (x1 - x3) - y1)) == 0


def test_weierstrass_addition_gives_the_identity_exactly_where_x1_is_x2() -> None:
    *_, Z = add_1998_cmo_2(*jacobian(x1, y1, Z1), *jacobian(x2, y2, Z2), p)
    assert factor(Z) == factor((Z1 * Z2) ** 3 * (x2 - x1))


def test_weierstrass_addition_gives_0_0_0_exactly_where_the_points_are_equal() -> None:
    """Where x1 = x2, it gives (r^2, -r^3, 0) with r = (y2 - y1)(Z1*Z2)^3."""
    X, Y, Z = add_1998_cmo_2(*jacobian(x1, y1, Z1), *jacobian(x1, y2, Z2), p)
    r = (y2 - y1) * (Z1 * Z2) ** 3
    assert (expand(X - r**2), expand(Y + r**3), expand(Z)) == (0, 0, 0)


def test_weierstrass_doubling_is_the_tangent() -> None:
    X, Y, Z = dbl_1998_cmo_2(*jacobian(x1, y1, Z1), p, a)
    m = (3 * x1**2 + a) / (2 * y1)
    x3 = m**2 - 2 * x1
    assert cancel(X / Z**2 - x3) == 0
    assert cancel(Y / Z**3 - (m * (x1 - x3) - y1)) == 0


def test_the_tangent_meets_the_curve_twice_there_and_once_in_minus_the_double() -> None:
    """On y = m(x - x1) + y1 the equation becomes (x - x1)^2 (x - x3): the law itself is the geometry."""
    x = symbols("x")
    m = (3 * x1**2 + a) / (2 * y1)
    on_the_line = x**3 + a * x + (y1**2 - x1**3 - a * x1) - (m * (x - x1) + y1) ** 2
    assert cancel(on_the_line - (x - x1) ** 2 * (x - (m**2 - 2 * x1))) == 0


def test_weierstrass_doubling_gives_the_identity_exactly_for_the_identity_and_y_0() -> None:
    X1, Y1 = symbols("X1 Y1")
    *_, Z = dbl_1998_cmo_2(X1, Y1, Z1, p, a)
    assert expand(Z - 2 * Y1 * Z1) == 0


class Operand:
    """A ring element that counts its products: S for a square, M otherwise, or a curve constant's letter.

    Products with small integers are free, as in the EFD.
    """

    def __init__(self, value: Expr, count: Counter[str]) -> None:
        self.value = value
        self.count = count

    def __mul__(self, other: Operand | int) -> Operand:
        if isinstance(other, int):
            return Operand(other * self.value, self.count)
        constants = [str(v.value) for v in (self, other) if v.value in {a, d}]
        self.count[constants[0] if constants else "S" if self.value == other.value else "M"] += 1
        return Operand(self.value * other.value, self.count)

    __rmul__ = __mul__

    def __add__(self, other: Operand) -> Operand:
        return Operand(self.value + other.value, self.count)

    def __sub__(self, other: Operand) -> Operand:
        return Operand(self.value - other.value, self.count)


FORMULAS = {  # each with its coordinates, and the constants after p
    add_2008_hwcd: (symbols("X1 Y1 Z1 T1 X2 Y2 Z2 T2"), (a, d)),
    dbl_2008_hwcd: (symbols("X1 Y1 Z1"), (a,)),
    add_1998_cmo_2: (symbols("X1 Y1 Z1 X2 Y2 Z2"), ()),
    dbl_1998_cmo_2: (symbols("X1 Y1 Z1"), (a,)),
}


def test_every_shipped_formula_is_here() -> None:
    """A name that ends as the EFD's do, in year and authors, is a formula."""
    shipped = {name for module in (edwards, weierstrass) for name in vars(module) if re.search("_[0-9]{4}_", name)}
    assert shipped == {formula.__name__ for formula in FORMULAS}


@pytest.mark.parametrize("formula", FORMULAS, ids=lambda formula: formula.__name__)
def test_a_formula_costs_what_its_docstring_says(formula: Callable[..., object]) -> None:
    count: Counter[str] = Counter()
    coordinates, constants = ([Operand(v, count) for v in given] for given in FORMULAS[formula])
    formula(*coordinates, p, *constants)
    assert documented(formula) == count


def documented(formula: Callable[..., object]) -> dict[str, int]:
    """The cost in a docstring such as "EFD shortw/jacobian, dbl-1998-cmo-2: 3M + 6S + 1a."."""
    cited = re.search(r"^ *EFD \S+, ([\w-]+): (\d+[MSad](?: \+ \d+[MSad])*)\. ", formula.__doc__ or "", re.MULTILINE)
    assert cited
    name, cost = cited.groups()
    assert name.replace("-", "_") == formula.__name__
    return {term[-1]: int(term[:-1]) for term in cost.split(" + ")}
