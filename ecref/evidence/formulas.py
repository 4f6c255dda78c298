"""The formulas of edwards.py and weierstrass.py: what the EFD calls them, what they cost, and where they hold.

The cost is counted: the shipped function runs over operands that count their products. Name, cost and domain stand in
the function's docstring too, and are read there, so that the table shows both. EFD is the Explicit-Formulas Database.

    M, S    a product, a square; products with small integers are free, as in the EFD
    a, d    a product with this coefficient of the curve; k = 2*d
"""

from __future__ import annotations

import inspect
import re
from collections import Counter
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from ecref.edwards import add_2008_hwcd, add_2008_hwcd_3, dbl_2008_hwcd
from ecref.errors import UnusableInput
from ecref.weierstrass import add_1998_cmo_2, dbl_1998_cmo_2, dbl_2001_b, dbl_2009_l, madd_1998_cmo_2

if TYPE_CHECKING:
    from collections.abc import Callable

COEFFICIENTS = ("a", "d")


class NoModulus:
    """Passed as p: `v % p` is v, so that a formula runs over any ring."""

    def __rmod__(self, v: Any) -> Any:  # noqa: ANN401 -- of whatever ring it is
        return v


NO_MODULUS: Any = NoModulus()


class Operand:
    """A ring element that counts its products: S for a square, M otherwise, or a coefficient's letter.

    Products with small integers are free, as in the EFD; so (2*Z)*Z is a square, and so is Z*(2*Z).
    """

    def __init__(self, count: Counter[str], letter: str | None = None, root: object = None) -> None:
        self.count = count
        self.letter = letter  # of a coefficient
        self.root = root or object()  # the same for all small multiples of a value

    def __mul__(self, other: Operand | int) -> Operand:
        if isinstance(other, int):
            return Operand(self.count, self.letter, self.root)
        product = "S" if self.root is other.root else "M"
        self.count[self.letter or other.letter or product] += 1
        return Operand(self.count)

    __rmul__ = __mul__

    def __add__(self, other: Operand) -> Operand:
        return Operand(self.count, root=self.root if self.root is other.root else None)

    def __sub__(self, other: Operand) -> Operand:
        return Operand(self.count)


@dataclass(frozen=True)
class Formula:
    """A shipped formula.

    entry       the names of what it reads of a point to be added; empty for a doubling and for two full points
    coordinates the EFD's name of the coordinates
    efd         the cost there
    differs     why it isn't the cost here, if so
    """

    function: Callable[..., Any]
    coordinates: str
    efd: str
    entry: str = ""
    differs: str = ""

    @property
    def name(self) -> str:
        """The function's name."""
        return self.function.__name__

    def arguments(self, make: Callable[[str], Any]) -> list[Any]:
        """What the function is called with: make(name) for each coordinate and coefficient."""
        found: list[Any] = []
        for name in inspect.signature(self.function).parameters:
            if name == "points":
                found.append([tuple(make(letter) for letter in self.entry.split())])
            elif name != "times":
                found.append(NO_MODULUS if name == "p" else make(name))
        return found

    def counted(self, **how_often: int) -> Counter[str]:
        """The operations that it takes when it runs."""
        count: Counter[str] = Counter()

        def operand(name: str) -> Operand:
            return Operand(count, name if name in COEFFICIENTS else None)

        self.function(*self.arguments(operand), **how_often)
        return count

    def stated(self) -> tuple[str, Counter[str], str]:
        """The EFD's name, the cost and the domain, as the docstring has them.

        Such as "EFD shortw/jacobian-3, dbl-2001-b, with Z3 = 2*Y1*Z1: 4M + 4S. Valid as dbl-1998-cmo-2 is ..."
        UnusableInput "unsupported" without a docstring.
        """
        text = re.sub(r" \[[^]]*\]$", "", " ".join((self.function.__doc__ or "").split()))  # without a citation
        named = r"(?:EFD \S+, |\. )([a-z]+-\d{4}-[\w-]+)(?:,? (?:with|where) [^:]+)?"
        cited = re.search(named + r": (\d+[MSad](?: \+ \d+[MSad])*)([.,] .*)", text)
        if cited is None:  # python -OO drops docstrings
            raise UnusableInput("unsupported", f"{self.name} has no docstring that states its cost")
        name, cost, rest = cited.groups()
        return name, as_counter(cost), rest.partition(". ")[2]

    @property
    def holds(self) -> bool:
        """Whether it costs what its docstring says."""
        return self.counted() == self.stated()[1]

    def as_object(self) -> dict[str, object]:
        """The formula for --json."""
        name, cost, domain = self.stated()
        return {
            "name": self.name,
            "efd_name": name,
            "coordinates": self.coordinates,
            "counted": as_text(self.counted()),
            "stated": as_text(cost),
            "efd": self.efd,
            "differs": self.differs or None,
            "domain": domain,
            "holds": self.holds,
        }


def as_counter(cost: str) -> Counter[str]:
    """A cost such as 4M + 3S + 1a."""
    return Counter({term[-1]: int(term[:-1]) for term in cost.split(" + ")})


def as_text(count: Counter[str]) -> str:
    """The same as text, in the order of the letters M, S, a, d."""
    return " + ".join(f"{count[letter]}{letter}" for letter in "MSad" if count[letter])


FORMULAS = (
    Formula(
        add_2008_hwcd,
        "twisted/extended",
        "9M + 1a + 1d",
        entry="X2 Y2 Z2 C2",
        differs="d*T2 is prepared; T1 comes as two factors, and T3 is left as two",
    ),
    Formula(
        add_2008_hwcd_3,
        "twisted/extended-1",
        "8M + 1k",
        entry="M2 P2 D2 C2",
        differs="Y2 - X2, Y2 + X2, 2*Z2 and k*T2 are prepared; T1 comes as two factors, and T3 is left as two",
    ),
    Formula(
        dbl_2008_hwcd,
        "twisted/extended",
        "4M + 4S + 1a",
        differs="2*X1*Y1 for (X1 + Y1)^2 - A - B, a product for a square and fewer sums; T3 is left as two factors",
    ),
    Formula(add_1998_cmo_2, "shortw/jacobian", "12M + 4S"),
    Formula(madd_1998_cmo_2, "shortw/jacobian", "8M + 3S", entry="X2 Y2"),
    Formula(dbl_1998_cmo_2, "shortw/jacobian", "3M + 6S + 1a"),
    Formula(
        dbl_2001_b,
        "shortw/jacobian-3",
        "3M + 5S",
        differs="2*Y1*Z1 for (Y1 + Z1)^2 - gamma - delta, a product for a square and fewer sums",
    ),
    Formula(
        dbl_2009_l,
        "shortw/jacobian-0",
        "2M + 5S",
        differs="4*X1*B for 2*((X1 + B)^2 - A - C), a product for a square and fewer sums",
    ),
)
SHIPPED = {formula.name: formula.function for formula in FORMULAS}
