"""The shipped formulas proved: run over symbols in place of numbers, they are the affine laws.

Over the integers a formula gives polynomials; an identity of rational functions with integer coefficients holds
modulo every p that divides no denominator. Run over operands that count, they cost what their docstrings say.
"""

from __future__ import annotations

import re
from collections import Counter
from types import SimpleNamespace
from typing import TYPE_CHECKING, Any

import pytest
from sympy import Expr, cancel, expand, factor, fraction, reduced, symbols, together

from ecref import edwards, weierstrass
from ecref.edwards import EdwardsCurve, add_2008_hwcd, add_2008_hwcd_3, dbl_2008_hwcd
from ecref.weierstrass import add_1998_cmo_2, dbl_1998_cmo_2, dbl_2001_b, dbl_2009_l, madd_1998_cmo_2

if TYPE_CHECKING:
    from collections.abc import Callable

a, d = symbols("a d")
x1, y1, Z1, x2, y2, Z2 = symbols("x1 y1 Z1 x2 y2 Z2")


class NoModulus:
    """Passed as p: `v % p` is v, so that a formula runs over any ring."""

    def __rmod__(self, v: Any) -> Any:
        return v


p: Any = NoModulus()
FORMULAS: dict[Callable[..., Any], tuple[Any, ...]] = {  # each with its arguments
    add_2008_hwcd: (*symbols("X1 Y1 Z1 E H"), [symbols("X2 Y2 Z2 C2")], p, a),
    add_2008_hwcd_3: (*symbols("X1 Y1 Z1 E H"), [symbols("M2 P2 D2 C2")], p),
    dbl_2008_hwcd: (*symbols("X1 Y1 Z1"), p, a),
    add_1998_cmo_2: (*symbols("X1 Y1 Z1 X2 Y2 Z2"), p),
    madd_1998_cmo_2: (*symbols("X1 Y1 Z1"), [symbols("X2 Y2")], p, a),
    dbl_1998_cmo_2: (*symbols("X1 Y1 Z1"), p, a),
    dbl_2001_b: (*symbols("X1 Y1 Z1"), p),
    dbl_2009_l: (*symbols("X1 Y1 Z1"), p),
}


def name_of(formula: Callable[..., object]) -> str:
    return formula.__name__


each_doubling = pytest.mark.parametrize(
    "formula", [dbl_2008_hwcd, dbl_1998_cmo_2, dbl_2001_b, dbl_2009_l], ids=name_of
)
each_edwards_addition = pytest.mark.parametrize("formula", [add_2008_hwcd, add_2008_hwcd_3], ids=name_of)
each_chain_of_additions = pytest.mark.parametrize(
    "formula", [add_2008_hwcd, add_2008_hwcd_3, madd_1998_cmo_2], ids=name_of
)


def differences(first: tuple[Expr, ...], second: tuple[Expr, ...]) -> set[Expr]:
    """What is left of each coordinate: {0} where two formulas are the same polynomials."""
    return {expand(v - w) for v, w in zip(first, second, strict=True)}


def extended(x: Expr, y: Expr, Z: Expr) -> tuple[Expr, Expr, Expr, Expr]:
    return x * Z, y * Z, Z, x * y * Z


def factored(x: Expr, y: Expr, Z: Expr) -> tuple[Expr, Expr, Expr, Expr, int]:
    """T = T * 1; a test below says that the factors of T don't matter."""
    return *extended(x, y, Z), 1


def prepared(x: Expr, y: Expr, Z: Expr, a: Expr | int) -> Any:
    """The entry that the shipped curves make of the point."""
    curve: Any = SimpleNamespace(p=p, a=a, d=d)
    return EdwardsCurve.prepare(curve, [extended(x, y, Z)])


def jacobian(x: Expr, y: Expr, Z: Expr) -> tuple[Expr, Expr, Expr]:
    return x * Z**2, y * Z**3, Z


def vanishes_on(equation: Expr, value: Expr) -> bool:
    """Whether the value's numerator is a multiple of the equation, so that it is 0 wherever the equation holds."""
    numerator, _ = fraction(together(value))
    _, remainder = reduced(expand(numerator), [equation], d, x1, y1, Z1, a)
    return bool(remainder == 0)


def test_edwards_addition_is_the_affine_law() -> None:
    X, Y, Z, E, H = add_2008_hwcd(*factored(x1, y1, Z1), prepared(x2, y2, Z2, a), p, a)
    t = d * x1 * x2 * y1 * y2
    assert cancel(X / Z - (x1 * y2 + y1 * x2) / (1 + t)) == 0
    assert cancel(Y / Z - (y1 * y2 - a * x1 * x2) / (1 - t)) == 0
    assert expand(E * H * Z - X * Y) == 0


def test_edwards_addition_vanishes_only_where_the_law_does() -> None:
    """Z3 = (Z1*Z2)^2 (1 + t)(1 - t), and neither factor is 0 on a complete curve."""
    _, _, Z, _, _ = add_2008_hwcd(*factored(x1, y1, Z1), prepared(x2, y2, Z2, a), p, a)
    t = d * x1 * x2 * y1 * y2
    assert expand(Z - (Z1 * Z2) ** 2 * (1 + t) * (1 - t)) == 0


def test_edwards_addition_of_a_prepared_point_is_the_affine_law_for_a_minus_1() -> None:
    X, Y, Z, E, H = add_2008_hwcd_3(*factored(x1, y1, Z1), prepared(x2, y2, Z2, -1), p)
    t = d * x1 * x2 * y1 * y2
    assert cancel(X / Z - (x1 * y2 + y1 * x2) / (1 + t)) == 0
    assert cancel(Y / Z - (y1 * y2 + x1 * x2) / (1 - t)) == 0
    assert expand(E * H * Z - X * Y) == 0
    assert expand(Z - 4 * (Z1 * Z2) ** 2 * (1 + t) * (1 - t)) == 0


@each_edwards_addition
def test_edwards_additions_read_T_whatever_its_factors_are(formula: Callable[..., Any]) -> None:
    X1, Y1, Z1, E, H, *rest = FORMULAS[formula]
    assert differences(formula(X1, Y1, Z1, E, H, *rest), formula(X1, Y1, Z1, E * H, 1, *rest)) == {0}


def test_edwards_entries_of_minus_a_point_are_prepared_from_minus_x() -> None:
    for coefficient in (a, -1):
        curve: Any = SimpleNamespace(a=coefficient)
        (entry,), (opposite,) = prepared(x2, y2, Z2, coefficient), prepared(-x2, y2, Z2, coefficient)
        assert differences(EdwardsCurve.negative(curve, entry), opposite) == {0}


def test_edwards_doubling_is_the_affine_law_on_the_curve() -> None:
    X, Y, Z, E, H = dbl_2008_hwcd(*extended(x1, y1, Z1)[:3], p, a)
    equation = a * x1**2 + y1**2 - 1 - d * x1**2 * y1**2
    t = d * x1**2 * y1**2
    assert vanishes_on(equation, X / Z - 2 * x1 * y1 / (1 + t))
    assert vanishes_on(equation, Y / Z - (y1**2 - a * x1**2) / (1 - t))
    assert vanishes_on(equation, Z + Z1**4 * (1 + t) * (1 - t))
    assert expand(E * H * Z - X * Y) == 0


def test_edwards_doubling_needs_the_curve() -> None:
    """Off the curve it is another map: what the proof above reduces by is used."""
    X, _, Z, _, _ = dbl_2008_hwcd(*extended(x1, y1, Z1)[:3], p, a)
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


def test_weierstrass_mixed_addition_is_the_addition_where_Z2_is_1() -> None:
    mixed = madd_1998_cmo_2(*jacobian(x1, y1, Z1), [(x2, y2)], p, a)
    assert differences(mixed, add_1998_cmo_2(*jacobian(x1, y1, Z1), x2, y2, 1, p)) == {0}


def test_weierstrass_doubling_is_the_tangent() -> None:
    X, Y, Z = dbl_1998_cmo_2(*jacobian(x1, y1, Z1), p, a)
    m = (3 * x1**2 + a) / (2 * y1)
    x3 = m**2 - 2 * x1
    assert cancel(X / Z**2 - x3) == 0
    assert cancel(Y / Z**3 - (m * (x1 - x3) - y1)) == 0


def test_weierstrass_doublings_for_one_a_are_the_general_one() -> None:
    X1, Y1 = symbols("X1 Y1")
    assert differences(dbl_2001_b(X1, Y1, Z1, p), dbl_1998_cmo_2(X1, Y1, Z1, p, -3)) == {0}
    assert differences(dbl_2009_l(X1, Y1, Z1, p), dbl_1998_cmo_2(X1, Y1, Z1, p, 0)) == {0}


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


@pytest.mark.parametrize("times", [2, 3, 4])
@each_doubling
def test_repeated_doublings_are_doublings_of_doublings(formula: Callable[..., Any], times: int) -> None:
    """The same expressions, not only the same values: no step reads what the one before it has replaced."""
    X, Y, Z, *rest = FORMULAS[formula]
    step = X, Y, Z
    for _ in range(times):
        step = formula(*step[:3], *rest)
    assert formula(X, Y, Z, *rest, times=times) == step


@each_chain_of_additions
def test_additions_one_after_the_other_are_additions_to_the_sum(formula: Callable[..., Any]) -> None:
    """Likewise; and no addition is none."""
    arguments = FORMULAS[formula]
    i = next(i for i, argument in enumerate(arguments) if isinstance(argument, list))
    P, ((*points,), *rest) = arguments[:i], arguments[i:]
    points.append(symbols("X3 Y3 Z3 T3")[: len(points[0])])
    assert formula(*P, points, *rest) == formula(*formula(*P, points[:1], *rest), points[1:], *rest)
    assert formula(*P, [], *rest) == P


def test_weierstrass_mixed_additions_see_the_identity_and_equal_points() -> None:
    X1, Y1 = symbols("X1 Y1")
    assert madd_1998_cmo_2(X1, Y1, 0, [(x2, y2)], p, a) == (x2, y2, 1)
    affine: Any = x1, y1
    assert madd_1998_cmo_2(x1, y1, 1, [affine], p, a) == dbl_1998_cmo_2(x1, y1, 1, p, a)
    X, Y, Z = madd_1998_cmo_2(x1, y1, 1, [(x1, -y1)], p, a)
    assert (X != 0, Y != 0, Z) == (True, True, 0)


class Operand:
    """A ring element that counts its products: S for a square, M otherwise, or a curve constant's letter.

    Products with small integers are free, as in the EFD; so (2*Z)*Z is a square, and so is Z*(2*Z).
    """

    def __init__(self, value: Expr, count: Counter[str], root: object = None) -> None:
        self.value = value
        self.count = count
        self.root = root or object()  # the same for all small multiples of a value

    def __mul__(self, other: Operand | int) -> Operand:
        if isinstance(other, int):
            return Operand(other * self.value, self.count, self.root)
        constants = [str(v.value) for v in (self, other) if v.value in {a, d}]
        self.count[constants[0] if constants else "S" if self.root is other.root else "M"] += 1
        return Operand(self.value * other.value, self.count)

    __rmul__ = __mul__

    def __add__(self, other: Operand) -> Operand:
        return Operand(self.value + other.value, self.count, self.root if self.root is other.root else None)

    def __sub__(self, other: Operand) -> Operand:
        return Operand(self.value - other.value, self.count)


def test_every_shipped_formula_is_here() -> None:
    """A name that ends as the EFD's do, in year and authors, is a formula."""
    shipped = {name for module in (edwards, weierstrass) for name in vars(module) if re.search("_[0-9]{4}_", name)}
    assert shipped == {formula.__name__ for formula in FORMULAS}


@pytest.mark.parametrize("formula", FORMULAS, ids=name_of)
def test_a_formula_costs_what_its_docstring_says(formula: Callable[..., object]) -> None:
    assert cost(formula) == documented(formula)


@pytest.mark.parametrize("times", [2, 3])
@each_doubling
def test_repeated_doublings_cost_as_much_each(formula: Callable[..., object], times: int) -> None:
    assert cost(formula, times=times) == {letter: times * count for letter, count in documented(formula).items()}


def test_edwards_addition_of_a_normalized_point_costs_a_multiplication_less() -> None:
    """D2 = 2 * Z2 is then 2, and a product with a small integer is free."""
    assert "8M, and 7M where Z2 = 1." in (add_2008_hwcd_3.__doc__ or "")
    count: Counter[str] = Counter()
    X1, Y1, Z1, E, H, ((M2, P2, _, C2),), _ = operands(FORMULAS[add_2008_hwcd_3], count)
    add_2008_hwcd_3(X1, Y1, Z1, E, H, [(M2, P2, 2, C2)], p)
    assert count == {"M": 7}


def cost(formula: Callable[..., object], **how_often: int) -> Counter[str]:
    """The operations that the formula takes when it runs."""
    count: Counter[str] = Counter()
    formula(*operands(FORMULAS[formula], count), **how_often)
    return count


def operands(arguments: Any, count: Counter[str]) -> Any:
    """The arguments with operands that count in place of symbols."""
    if isinstance(arguments, list | tuple):
        return [operands(argument, count) for argument in arguments]
    return arguments if arguments is p else Operand(arguments, count)


def documented(formula: Callable[..., object]) -> dict[str, int]:
    """The cost of one doubling or addition: "EFD shortw/jacobian-3, dbl-2001-b, with Z3 = 2*Y1*Z1: 4M + 4S."."""
    named = r"^ *(?:EFD \S+, )?([\w-]+?)(?:,? (?:with|where) [^:]+)?"
    cited = re.search(named + r": (\d+[MSad](?: \+ \d+[MSad])*)[.,] ", formula.__doc__ or "", re.MULTILINE)
    assert cited
    name, cost = cited.groups()
    assert formula.__name__.removeprefix("m") == name.replace("-", "_")  # m for mixed: Z2 = 1
    return {term[-1]: int(term[:-1]) for term in cost.split(" + ")}
