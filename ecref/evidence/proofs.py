"""The shipped formulas proved: run over symbols in place of numbers, they are the affine laws. Needs sympy.

Over the integers a formula gives polynomials; an identity of rational functions with integer coefficients holds modulo
every p that divides no denominator, and the denominators' only prime is 2. A proof gets the functions that it speaks of
by name, so that the tests can show that it fails for others.

    t           d*x1*x2*y1*y2
    F           the functions, by name
    extended, jacobian      the coordinates of the affine point (x, y), for any Z != 0
"""

from __future__ import annotations

from dataclasses import dataclass
from types import SimpleNamespace
from typing import TYPE_CHECKING, Any, TypeAlias

from sympy import Expr, cancel, expand, factor, fraction, reduced, symbols, together

from ecref.edwards import EdwardsCurve

from .formulas import FORMULAS, NO_MODULUS, SHIPPED

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence

Functions: TypeAlias = Any  # whose attributes are the functions

a, d = symbols("a d")
x1, y1, Z1, x2, y2, Z2, X1, Y1 = symbols("x1 y1 Z1 x2 y2 Z2 X1 Y1")
t = d * x1 * x2 * y1 * y2
p = NO_MODULUS


@dataclass(frozen=True)
class Proof:
    """What is proved of a formula, in which case, and the calculation that shows it."""

    formula: str
    case: str
    statement: str
    calculation: Callable[[Functions], bool]

    def holds(self, functions: Mapping[str, Callable[..., Any]] = SHIPPED) -> bool:
        """Whether the calculation comes out."""
        return self.calculation(SimpleNamespace(**functions))

    def as_object(self) -> dict[str, object]:
        """The proof for --json."""
        return {"formula": self.formula, "case": self.case, "statement": self.statement, "holds": self.holds()}


PROOFS: list[Proof] = []


def proof(
    formula: str, case: str, statement: str
) -> Callable[[Callable[[Functions], bool]], Callable[[Functions], bool]]:
    """Have a calculation prove a statement."""

    def add(calculation: Callable[[Functions], bool]) -> Callable[[Functions], bool]:
        PROOFS.append(Proof(formula, case, statement, calculation))
        return calculation

    return add


# ---------------------------------------------------------------- points and equations


def extended(x: Expr, y: Expr, Z: Expr) -> tuple[Expr, Expr, Expr, Expr]:
    """(X, Y, Z, T) of (x, y)."""
    return x * Z, y * Z, Z, x * y * Z


def factored(x: Expr, y: Expr, Z: Expr) -> tuple[Expr, Expr, Expr, Expr, int]:
    """The same with T = T * 1; that its factors don't matter is proved too."""
    return *extended(x, y, Z), 1


def prepared(x: Expr, y: Expr, Z: Expr, a: Expr | int) -> Any:  # noqa: ANN401 -- of symbols
    """The entry that the shipped curves make of (x, y)."""
    curve: Any = SimpleNamespace(p=p, a=a, d=d)
    return EdwardsCurve.prepare(curve, [extended(x, y, Z)])


def jacobian(x: Expr, y: Expr, Z: Expr) -> tuple[Expr, Expr, Expr]:
    """(X, Y, Z) of (x, y)."""
    return x * Z**2, y * Z**3, Z


def are_equal(first: Sequence[Any], second: Sequence[Any]) -> bool:
    """Whether the coordinates are the same polynomials, one by one."""
    return all(expand(v - w) == 0 for v, w in zip(first, second, strict=True))


def vanishes_on(equation: Expr, value: Expr) -> bool:
    """Whether the value's numerator is a multiple of the equation, so that it is 0 wherever the equation holds."""
    numerator, _ = fraction(together(value))
    _, remainder = reduced(expand(numerator), [equation], d, x1, y1, Z1, a)
    return bool(remainder == 0)


def edwards_sum(X: Expr, Y: Expr, Z: Expr, a: Expr | int) -> bool:
    """Whether X/Z and Y/Z are the affine law's x3 and y3. [textbook.py]"""
    x3 = (x1 * y2 + y1 * x2) / (1 + t)
    y3 = (y1 * y2 - a * x1 * x2) / (1 - t)
    return bool(cancel(X / Z - x3) == 0 and cancel(Y / Z - y3) == 0)


def line_through(X: Expr, Y: Expr, Z: Expr, slope: Expr, x2: Expr) -> bool:
    """Whether X/Z^2 and Y/Z^3 are the third point of the line through (x1, y1), reflected. [textbook.py]"""
    x3 = slope**2 - x1 - x2
    return bool(cancel(X / Z**2 - x3) == 0 and cancel(Y / Z**3 - (slope * (x1 - x3) - y1)) == 0)


# ---------------------------------------------------------------- additions on Edwards curves

ANY = "any P1, P2"
COMPLETE = (
    "t^2 != 1, for t^2 = 1 gives d x1^2 y1^2 (r x2 + y2)^2 = (r x1 + t y1)^2 with r^2 = a, for both signs of r: "
    "d would be a square, or x2 = y2 = 0 and so t = 0"
)


@proof("add_2008_hwcd", ANY, "X3/Z3 and Y3/Z3 are the affine sum, and E*H*Z3 = X3*Y3")
def _(F: Functions) -> bool:
    X, Y, Z, E, H = F.add_2008_hwcd(*factored(x1, y1, Z1), prepared(x2, y2, Z2, a), p, a)
    return edwards_sum(X, Y, Z, a) and bool(expand(E * H * Z - X * Y) == 0)


@proof("add_2008_hwcd", ANY, "Z3 = (Z1*Z2)^2 (1 + t)(1 - t), which is 0 only where the affine law divides by 0")
def _(F: Functions) -> bool:
    _, _, Z, _, _ = F.add_2008_hwcd(*factored(x1, y1, Z1), prepared(x2, y2, Z2, a), p, a)
    return bool(expand(Z - (Z1 * Z2) ** 2 * (1 + t) * (1 - t)) == 0)


@proof("add_2008_hwcd_3", ANY, "X3/Z3 and Y3/Z3 are the affine sum for a = -1, and E*H*Z3 = X3*Y3")
def _(F: Functions) -> bool:
    X, Y, Z, E, H = F.add_2008_hwcd_3(*factored(x1, y1, Z1), prepared(x2, y2, Z2, -1), p)
    return edwards_sum(X, Y, Z, -1) and bool(expand(E * H * Z - X * Y) == 0)


@proof("add_2008_hwcd_3", ANY, "Z3 = 4 (Z1*Z2)^2 (1 + t)(1 - t)")
def _(F: Functions) -> bool:
    _, _, Z, _, _ = F.add_2008_hwcd_3(*factored(x1, y1, Z1), prepared(x2, y2, Z2, -1), p)
    return bool(expand(Z - 4 * (Z1 * Z2) ** 2 * (1 + t) * (1 - t)) == 0)


def no_exceptions(_: Functions) -> bool:
    """The difference of both sides is (1 - y1^2)(1 - t^2), up to multiples of the two points' equations.

    [Bernstein, Birkner, Joye, Lange, Peters, 2008, section 6]
    """
    r = symbols("r")
    difference = (r * x1 + t * y1) ** 2 - d * x1**2 * y1**2 * (r * x2 + y2) ** 2
    first, second = (r**2 * x**2 + y**2 - 1 - d * x**2 * y**2 for x, y in ((x1, y1), (x2, y2)))
    return bool(expand(difference - first + d * x1**2 * y1**2 * second - (1 - y1**2) * (1 - t**2)) == 0)


def t_of_any_factors(name: str) -> Callable[[Functions], bool]:
    """The calculation for the formula of this name."""
    *coordinates, E, H, points = (symbols(letters) for letters in ("X1", "Y1", "Z1", "E", "H", "X2 Y2 Z2 C2"))
    rest = [p] if name.endswith("_3") else [p, a]

    def calculation(F: Functions) -> bool:
        add = getattr(F, name)
        return are_equal(add(*coordinates, E, H, [points], *rest), add(*coordinates, E * H, 1, [points], *rest))

    return calculation


for _name, _a in (("add_2008_hwcd", a), ("add_2008_hwcd_3", -1)):
    proof(_name, "P1, P2 on a complete curve", COMPLETE)(no_exceptions)
    proof(_name, "T1 = E*H", "the sum is that of T1 = (E*H)*1")(t_of_any_factors(_name))


@proof("add_2008_hwcd", "-P2", "the entry that EdwardsCurve.negative makes is that of (-x2, y2)")
@proof("add_2008_hwcd_3", "-P2", "the entry that EdwardsCurve.negative makes is that of (-x2, y2)")
def _(_: Functions) -> bool:
    def fits(coefficient: Expr | int) -> bool:
        curve: Any = SimpleNamespace(a=coefficient)
        (entry,), (opposite,) = prepared(x2, y2, Z2, coefficient), prepared(-x2, y2, Z2, coefficient)
        return are_equal(EdwardsCurve.negative(curve, entry), opposite)

    return fits(a) and fits(-1)


@proof("dbl_2008_hwcd", "P1 on the curve", "X3/Z3 and Y3/Z3 are the affine law for P1 + P1, and E*H*Z3 = X3*Y3")
def _(F: Functions) -> bool:
    X, Y, Z, E, H = F.dbl_2008_hwcd(*extended(x1, y1, Z1)[:3], p, a)
    equation = a * x1**2 + y1**2 - 1 - d * x1**2 * y1**2
    u = d * x1**2 * y1**2
    law = vanishes_on(equation, X / Z - 2 * x1 * y1 / (1 + u)) and vanishes_on(
        equation, Y / Z - (y1**2 - a * x1**2) / (1 - u)
    )
    return law and vanishes_on(equation, Z + Z1**4 * (1 + u) * (1 - u)) and bool(expand(E * H * Z - X * Y) == 0)


# ---------------------------------------------------------------- Weierstrass curves


@proof("add_1998_cmo_2", "x1 != x2", "X3/Z3^2 and Y3/Z3^3 are the chord's third point, reflected")
def _(F: Functions) -> bool:
    X, Y, Z = F.add_1998_cmo_2(*jacobian(x1, y1, Z1), *jacobian(x2, y2, Z2), p)
    return line_through(X, Y, Z, (y2 - y1) / (x2 - x1), x2)


@proof("add_1998_cmo_2", "P1, P2 != O", "Z3 = (Z1*Z2)^3 (x2 - x1): O comes out exactly where x1 = x2")
def _(F: Functions) -> bool:
    *_, Z = F.add_1998_cmo_2(*jacobian(x1, y1, Z1), *jacobian(x2, y2, Z2), p)
    return bool(factor(Z) == factor((Z1 * Z2) ** 3 * (x2 - x1)))


@proof("add_1998_cmo_2", "x1 = x2", "(r^2, -r^3, 0) with r = (y2 - y1)(Z1*Z2)^3: O if P1 = -P2, (0, 0, 0) if P1 = P2")
def _(F: Functions) -> bool:
    r = (y2 - y1) * (Z1 * Z2) ** 3
    return are_equal(F.add_1998_cmo_2(*jacobian(x1, y1, Z1), *jacobian(x1, y2, Z2), p), (r**2, -(r**3), 0))


@proof("madd_1998_cmo_2", "P1 != O, P1 != P2", "the sum is that of add_1998_cmo_2 for Z2 = 1, O for P1 = -P2 included")
def _(F: Functions) -> bool:
    mixed = F.madd_1998_cmo_2(*jacobian(x1, y1, Z1), [(x2, y2)], p, a)
    return are_equal(mixed, F.add_1998_cmo_2(*jacobian(x1, y1, Z1), x2, y2, 1, p))


@proof("madd_1998_cmo_2", "P1 = O", "the sum is P2")
def _(F: Functions) -> bool:
    return bool(F.madd_1998_cmo_2(X1, Y1, 0, [(x2, y2)], p, a) == (x2, y2, 1))


@proof("madd_1998_cmo_2", "P1 = P2", "the sum is that of dbl_1998_cmo_2")
def _(F: Functions) -> bool:
    P1 = jacobian(x1, y1, Z1)
    return bool(F.madd_1998_cmo_2(*P1, [(x1, y1)], p, a) == F.dbl_1998_cmo_2(*P1, p, a))


@proof("madd_1998_cmo_2", "P1 = -P2", "Z3 = 0 and X3, Y3 != 0")
def _(F: Functions) -> bool:
    X, Y, Z = F.madd_1998_cmo_2(*jacobian(x1, y1, Z1), [(x1, -y1)], p, a)
    return bool(X != 0 and Y != 0 and Z == 0)


@proof("dbl_1998_cmo_2", "y1 != 0", "X3/Z3^2 and Y3/Z3^3 are the tangent's other point, reflected")
def _(F: Functions) -> bool:
    X, Y, Z = F.dbl_1998_cmo_2(*jacobian(x1, y1, Z1), p, a)
    return line_through(X, Y, Z, (3 * x1**2 + a) / (2 * y1), x1)


@proof("dbl_1998_cmo_2", "the law itself", "on the tangent the equation is (x - x1)^2 (x - x3)")
def _(_: Functions) -> bool:
    x = symbols("x")
    m = (3 * x1**2 + a) / (2 * y1)
    on_the_line = x**3 + a * x + (y1**2 - x1**3 - a * x1) - (m * (x - x1) + y1) ** 2
    return bool(cancel(on_the_line - (x - x1) ** 2 * (x - (m**2 - 2 * x1))) == 0)


@proof("dbl_1998_cmo_2", "any P1", "Z3 = 2*Y1*Z1: O comes out exactly for O and y1 = 0")
def _(F: Functions) -> bool:
    *_, Z = F.dbl_1998_cmo_2(X1, Y1, Z1, p, a)
    return bool(expand(Z - 2 * Y1 * Z1) == 0)


@proof("dbl_2001_b", "any P1", "the result is that of dbl_1998_cmo_2 for a = -3")
def _(F: Functions) -> bool:
    return are_equal(F.dbl_2001_b(X1, Y1, Z1, p), F.dbl_1998_cmo_2(X1, Y1, Z1, p, -3))


@proof("dbl_2009_l", "any P1", "the result is that of dbl_1998_cmo_2 for a = 0")
def _(F: Functions) -> bool:
    return are_equal(F.dbl_2009_l(X1, Y1, Z1, p), F.dbl_1998_cmo_2(X1, Y1, Z1, p, 0))


# ---------------------------------------------------------------- several at once


def repeated(name: str) -> Callable[[Functions], bool]:
    """Whether 2, 3, 4 doublings at once are the same expressions as one after the other."""
    X, Y, Z, *rest = next(formula for formula in FORMULAS if formula.name == name).arguments(symbols)

    def calculation(F: Functions) -> bool:
        double = getattr(F, name)
        steps = [double(X, Y, Z, *rest)]
        while len(steps) < 4:
            steps.append(double(*steps[-1][:3], *rest))
        return all(double(X, Y, Z, *rest, times=times) == step for times, step in enumerate(steps, 1))

    return calculation


def one_by_one(name: str) -> Callable[[Functions], bool]:
    """Whether two points at once are the same expressions as one after the other; and no point leaves P1."""
    arguments = next(formula for formula in FORMULAS if formula.name == name).arguments(symbols)
    i = next(i for i, argument in enumerate(arguments) if isinstance(argument, list))
    P, points, rest = tuple(arguments[:i]), arguments[i], arguments[i + 1 :]
    more = symbols("X3 Y3 Z3 T3")[: len(points[0])]

    def calculation(F: Functions) -> bool:
        add = getattr(F, name)
        both = add(*P, [*points, more], *rest) == add(*add(*P, points, *rest), [more], *rest)
        return bool(both and add(*P, [], *rest) == P)

    return calculation


for _formula in FORMULAS:
    if _formula.entry:
        proof(_formula.name, "several P2", "one after the other, and none leaves P1")(one_by_one(_formula.name))
    elif _formula.name.startswith("dbl"):
        proof(_formula.name, "times > 1", "2, 3, 4 doublings are doublings of doublings")(repeated(_formula.name))


def all_proofs() -> list[Proof]:
    """The proofs, in the order of the formulas."""
    return sorted(PROOFS, key=lambda each: list(SHIPPED).index(each.formula))
