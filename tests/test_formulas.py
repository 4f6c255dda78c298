"""The shipped formulas: their proofs hold and can fail, and run over operands that count they cost what is said."""

from __future__ import annotations

import re
from collections import Counter
from typing import Any

import pytest
from sympy import Expr, cancel, symbols

from ecref import edwards, weierstrass
from ecref.edwards import add_2008_hwcd_3, dbl_2008_hwcd
from ecref.errors import UnusableInput
from ecref.evidence.formulas import FORMULAS, NO_MODULUS, SHIPPED, Formula, Operand, as_counter, as_text
from ecref.evidence.proofs import PROOFS, Proof, all_proofs

NAMES = [formula.name for formula in FORMULAS]
DOUBLINGS = [formula for formula in FORMULAS if formula.name.startswith("dbl")]


def name_of(value: Formula | Proof) -> str:
    return value.name if isinstance(value, Formula) else f"{value.formula}: {value.case}"


def test_every_shipped_formula_is_here() -> None:
    """A name that ends as the EFD's do, in year and authors, is a formula."""
    shipped = {name for module in (edwards, weierstrass) for name in vars(module) if re.search("_[0-9]{4}_", name)}
    assert shipped == {*NAMES} == {*SHIPPED}
    assert all(getattr(edwards, name, None) or getattr(weierstrass, name) is SHIPPED[name] for name in NAMES)


# ---------------------------------------------------------------- proofs


@pytest.mark.parametrize("proof", PROOFS, ids=name_of)
def test_the_proofs_hold(proof: Proof) -> None:
    assert proof.holds()


def test_every_formula_is_proved() -> None:
    assert len(all_proofs()) == len(PROOFS) == 30
    assert list(dict.fromkeys(proof.formula for proof in all_proofs())) == NAMES
    assert len({(proof.formula, proof.case, proof.statement) for proof in PROOFS}) == 30


def test_a_proof_as_an_object() -> None:
    assert all_proofs()[-1].as_object() == {
        "formula": "dbl_2009_l",
        "case": "times > 1",
        "statement": "2, 3, 4 doublings are doublings of doublings",
        "holds": True,
    }


def shifted(formula: Formula, place: int, which: int) -> Any:
    """The formula with more in one of its results: by one of its arguments."""

    def wrong(*arguments: Any, **how_often: int) -> Any:
        results = list(formula.function(*arguments, **how_often))
        results[place] += arguments[which]
        return tuple(results)

    return wrong


def wrong_ones(formula: Formula) -> list[dict[str, Any]]:
    """All functions, with one of the formula's results spoilt in one way."""
    size = 5 if "twisted" in formula.coordinates else 3
    amounts = [i for i, argument in enumerate(formula.arguments(symbols)) if i in {0, 3} and isinstance(argument, Expr)]
    return [
        {**SHIPPED, formula.name: shifted(formula, place, which)} for place in range(size) for which in amounts
    ]


@pytest.mark.parametrize("formula", FORMULAS, ids=name_of)
def test_a_formula_with_another_result_is_not_proved(formula: Formula) -> None:
    """Each coordinate counts."""
    for functions in wrong_ones(formula):
        assert not all(proof.holds(functions) for proof in PROOFS if proof.formula == formula.name)


OF_NO_FORMULA = {"P1, P2 on a complete curve", "-P2", "the law itself"}  # of the law, and of a curve's entries


@pytest.mark.parametrize("proof", [proof for proof in PROOFS if proof.case not in OF_NO_FORMULA], ids=name_of)
def test_each_proof_can_fail(proof: Proof) -> None:
    (formula,) = [formula for formula in FORMULAS if formula.name == proof.formula]
    assert not all(proof.holds(functions) for functions in wrong_ones(formula))


@pytest.mark.parametrize("wrong", ["negative", "prepare"])
def test_the_proof_of_an_entrys_negative_can_fail(wrong: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """For another curve's negative, or entries that aren't made of x."""
    others: Any = {"negative": lambda _, entry: entry, "prepare": lambda _, points: [(*each, 1)[1:] for each in points]}
    proofs = [proof for proof in PROOFS if proof.case == "-P2"]
    monkeypatch.setattr(edwards.EdwardsCurve, wrong, others[wrong])
    assert [proof.holds() for proof in proofs] == [False, False]


def test_edwards_doubling_needs_the_curve() -> None:
    """Off the curve it is another map: what its proof reduces by is used."""
    a, d, x1, y1, Z1 = symbols("a d x1 y1 Z1")
    X, _, Z, _, _ = dbl_2008_hwcd(x1 * Z1, y1 * Z1, Z1, NO_MODULUS, a)
    assert cancel(X / Z - 2 * x1 * y1 / (1 + d * x1**2 * y1**2)) != 0


# ---------------------------------------------------------------- counts


@pytest.mark.parametrize("formula", FORMULAS, ids=name_of)
def test_a_formula_costs_what_its_docstring_says(formula: Formula) -> None:
    name, cost, domain = formula.stated()
    assert formula.counted() == cost
    assert formula.holds
    assert formula.name.removeprefix("m") == name.replace("-", "_")  # m for mixed: Z2 = 1
    assert domain


COSTS = {  # counted by hand: products, squares, and those with a
    "add_2008_hwcd": ("9M + 1a", "9M + 1a + 1d"),
    "add_2008_hwcd_3": ("8M", "8M + 1k"),
    "dbl_2008_hwcd": ("4M + 3S + 1a", "4M + 4S + 1a"),
    "add_1998_cmo_2": ("12M + 4S", "12M + 4S"),
    "madd_1998_cmo_2": ("8M + 3S", "8M + 3S"),
    "dbl_1998_cmo_2": ("3M + 6S + 1a", "3M + 6S + 1a"),
    "dbl_2001_b": ("4M + 4S", "3M + 5S"),
    "dbl_2009_l": ("3M + 4S", "2M + 5S"),
}


@pytest.mark.parametrize("formula", FORMULAS, ids=name_of)
def test_the_table(formula: Formula) -> None:
    counted, efd = COSTS[formula.name]
    shown = formula.as_object()
    assert (shown["counted"], shown["stated"], shown["efd"]) == (counted, counted, efd)
    assert (shown["name"], shown["holds"]) == (formula.name, True)
    assert (shown["differs"] is None) == (counted == efd)
    assert f"EFD {shown['coordinates']}" in (formula.function.__doc__ or "") or formula.name.startswith("madd")


@pytest.mark.parametrize("times", [2, 3])
@pytest.mark.parametrize("formula", DOUBLINGS, ids=name_of)
def test_repeated_doublings_cost_as_much_each(formula: Formula, times: int) -> None:
    _, cost, _ = formula.stated()
    assert formula.counted(times=times) == {letter: times * count for letter, count in cost.items()}


def test_edwards_addition_of_a_normalized_point_costs_a_multiplication_less() -> None:
    """D2 = 2 * Z2 is then 2, and a product with a small integer is free."""
    assert "8M, and 7M where Z2 = 1." in (add_2008_hwcd_3.__doc__ or "")
    count: Counter[str] = Counter()
    points: Any = [(Operand(count), Operand(count), 2, Operand(count))]
    X1, Y1, Z1, E, H = [Operand(count) for _ in range(5)]
    function: Any = add_2008_hwcd_3
    function(X1, Y1, Z1, E, H, points, NO_MODULUS)
    assert count == {"M": 7}


def test_what_an_operand_counts() -> None:
    count: Counter[str] = Counter()
    x, y, a = Operand(count), Operand(count), Operand(count, "a")
    _ = (x + y) * 2, 3 * x, x - y, (x + x) - y
    assert count == {}
    _ = x * x, (2 * x) * x, (x + x) * x
    assert count == {"S": 3}
    _ = x * y, (x + y) * x, (x - x) * x, (x * y) * x
    assert count == {"S": 3, "M": 5}
    _ = a * x, x * a, (2 * a) * x
    assert count == {"S": 3, "M": 5, "a": 3}


def test_a_formula_that_costs_more_than_it_says_is_seen() -> None:
    def dear(X1: Any, Y1: Any, Z1: Any, p: Any, times: int = 1) -> Any:
        """2*P1. EFD shortw/jacobian-0, dbl-2009-l, with a square more: 3M + 3S. Valid never."""
        return SHIPPED["dbl_2009_l"](X1, Y1, Z1, p, times)

    formula = Formula(dear, "shortw/jacobian-0", "2M + 5S")
    assert formula.stated() == ("dbl-2009-l", {"M": 3, "S": 3}, "Valid never.")
    assert not formula.holds
    assert formula.as_object()["holds"] is False


def test_a_formula_without_a_docstring_is_named() -> None:
    """As under python -OO."""
    with pytest.raises(UnusableInput, match="bare has no docstring that states its cost"):
        Formula(bare, "shortw/jacobian-0", "2M + 5S").stated()


def bare(X1: Any, p: Any) -> Any:
    return X1 % p


def test_costs_as_text() -> None:
    assert as_counter("4M + 3S + 1a") == {"M": 4, "S": 3, "a": 1}
    assert as_text(Counter(a=1, S=3, M=4, d=2)) == "4M + 3S + 1a + 2d"
    assert as_text(Counter()) == ""
