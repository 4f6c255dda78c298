"""`ecref describe`: what ecref can do, the derivations, the formulas and their proofs."""

from __future__ import annotations

import json
import sys
from typing import TYPE_CHECKING

import pytest

from command_line import runner
from ecref.evidence import derive, formulas
from ecref.evidence.derivation import Derivation, Section
from ecref.referee.protocol import answer

if TYPE_CHECKING:
    from collections.abc import Callable

    Run = Callable[..., tuple[int, str, str]]


@pytest.fixture
def run(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> Run:
    monkeypatch.setenv("COLUMNS", "80")
    return runner(monkeypatch, capsys)


# ---------------------------------------------------------------- what ecref can do


def test_it_says_what_the_protocols_describe_says(run: Run) -> None:
    status, out, err = run("describe --json")
    assert (status, err) == (0, "")
    assert {"id": None, **json.loads(out)} == answer({"op": "describe"})


def test_as_a_table(run: Run) -> None:
    status, out, err = run("describe")
    assert (status, err) == (0, "")
    abilities = answer({"op": "describe"})
    del abilities["id"]
    names = [line.split()[0] for line in out.splitlines() if not line.startswith(" ")]
    assert names == list(abilities)
    assert "schemes   Ed25519, Ed25519ctx, Ed25519ph, Ed448, Ed448ph, ECDSA\n" in out
    assert "\n          cofactored-no-small-order, zip215, openssl-ed448, fips186-5, low-s\n" in out
    assert max(map(len, out.splitlines())) <= 80
    assert " ".join(out.split()) == " ".join(
        f"{name} {', '.join(value) if isinstance(value, list) else value}" for name, value in abilities.items()
    )


@pytest.mark.parametrize(
    ("line", "message"),
    [
        ("describe --prove", "--prove belongs to --formulas"),
        ("describe --derive --prove", "--prove belongs to --formulas"),
        ("describe --curve p256", "--curve belongs to --derive"),
        ("describe --formulas --curve ed25519", "--curve belongs to --derive"),
    ],
)
def test_options_that_do_not_belong_together(run: Run, line: str, message: str) -> None:
    assert run(line) == (2, "", f"ecref: {message}\n")


def test_one_subject_at_a_time(run: Run) -> None:
    status, out, err = run("describe --derive --formulas")
    assert (status, out) == (2, "")
    assert "not allowed with argument --derive" in err
    assert err.count("\n") == 1


# ---------------------------------------------------------------- derivations


def test_one_curve(run: Run) -> None:
    status, out, err = run("describe --derive --curve secp256k1")
    assert (status, err) == (0, "")
    assert out.startswith(
        "secp256k1\n=========\n\nField\n  p = 2^256 - 2^32 - 977 [SEC 2, 2.4.1] =\n"
        "    ffffffff ffffffff ffffffff ffffffff ffffffff ffffffff fffffffe fffffc2f\n"
        "  ok  it is the p of curves.py\n"
    )
    assert "\n  a = -\n    3086d221 a7d46bcd e86c90e4 9284eb15\n" in out
    assert "FAILED" not in out
    assert out.endswith("\n29 checks: ok\n")
    headings = [line for line in out.splitlines()[2:] if line and not line.startswith(" ")]
    assert headings == [
        *("Field", "Primes", "Coefficients", "Base point", "Endomorphism", "Order and cofactor"),
        *("Conditions [SEC 1, 3.1.1.2.1]", "Twist", "29 checks: ok"),
    ]


def test_a_small_value_stands_in_its_line(run: Run) -> None:
    _, out, _ = run("describe --derive --curve ed448")
    assert "\n  d = (2 - A)/4 = -39081 = -39081\n" in out


def test_everything(run: Run) -> None:
    status, out, err = run("describe --derive --json")
    assert (status, err) == (0, "")
    shown = json.loads(out)
    assert shown["holds"] is True
    names = [each["name"] for each in shown["derivations"]]
    assert names == ["edwards25519", "edwards448", "P-256", "P-384", "secp256k1", "hashes"]
    assert {each["holds"] for each in shown["derivations"]} == {True}


def failing() -> Derivation:
    section = Section("Numbers")
    section.let("x", 2**32)
    section.let("y", 2**32 - 1)
    section.check("1 = 1", holds=True)
    section.check("1 = 2", holds=False)
    return Derivation("toy", [section])


def test_a_check_that_fails_is_exit_1(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(derive, "derivations", lambda _: iter([failing()]))
    status, out, err = run("describe --derive")
    assert (status, err) == (1, "")
    assert out == (
        "toy\n===\n\nNumbers\n  x =\n    10000000 0\n  y = 4294967295\n  ok  1 = 1\n  FAILED  1 = 2\n\n"
        "1 of 2 checks FAILED\n"
    )
    status, out, _ = run("describe --derive --json")
    assert (status, json.loads(out)["holds"]) == (1, False)


# ---------------------------------------------------------------- formulas

TABLE = """\
function         EFD              coordinates              counted     docstring         EFD's
add_2008_hwcd    add-2008-hwcd    twisted/extended         9M + 1a       9M + 1a  9M + 1a + 1d
add_2008_hwcd_3  add-2008-hwcd-3  twisted/extended-1            8M            8M       8M + 1k
dbl_2008_hwcd    dbl-2008-hwcd    twisted/extended    4M + 3S + 1a  4M + 3S + 1a  4M + 4S + 1a
add_1998_cmo_2   add-1998-cmo-2   shortw/jacobian         12M + 4S      12M + 4S      12M + 4S
madd_1998_cmo_2  add-1998-cmo-2   shortw/jacobian          8M + 3S       8M + 3S       8M + 3S
dbl_1998_cmo_2   dbl-1998-cmo-2   shortw/jacobian     3M + 6S + 1a  3M + 6S + 1a  3M + 6S + 1a
dbl_2001_b       dbl-2001-b       shortw/jacobian-3        4M + 4S       4M + 4S       3M + 5S
dbl_2009_l       dbl-2009-l       shortw/jacobian-0        3M + 4S       3M + 4S       2M + 5S
"""


def test_the_table_of_formulas(run: Run) -> None:
    status, out, err = run("describe --formulas")
    assert (status, err) == (0, "")
    assert out.startswith(TABLE)
    assert "\nadd_2008_hwcd_3: Complete when -1 is a square and d is not.\n" in out
    assert "\n  not the EFD's cost: 2*Y1*Z1 for (Y1 + Z1)^2 - gamma - delta, a product for a\n" in out
    assert "\nedwards448\n  ok  a^((p-1)/2) = 1: a is a square (Euler's criterion)\n" in out
    assert out.endswith("\n12 checks: ok\n")


def test_the_proofs(run: Run) -> None:
    status, out, err = run("describe --formulas --prove")
    assert (status, err) == (0, "")
    assert "\nmadd_1998_cmo_2\n" in out
    assert "\n  ok  P1 = P2: the sum is that of dbl_1998_cmo_2\n" in out
    assert out.endswith("\n42 checks and proofs: ok\n")


def test_formulas_as_an_object(run: Run) -> None:
    status, out, _ = run("describe --formulas --json")
    shown = json.loads(out)
    assert (status, shown["holds"], list(shown)) == (0, True, ["holds", "formulas", "completeness"])
    assert [each["name"] for each in shown["formulas"]] == list(formulas.SHIPPED)
    assert [each["title"] for each in shown["completeness"]["sections"]] == ["edwards25519", "edwards448"]
    status, out, _ = run("describe --formulas --prove --json")
    shown = json.loads(out)
    assert (status, shown["holds"]) == (0, True)
    assert {each["holds"] for each in shown["proofs"]} == {True}
    assert len(shown["proofs"]) == 30


def test_a_formula_that_costs_something_else_is_exit_1(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    def dear(X1: int, Y1: int, Z1: int, p: int) -> int:
        """2*P1. EFD shortw/jacobian-0, dbl-2009-l: 3M + 3S. Valid never."""
        return (X1 * Y1 + Z1) % p

    monkeypatch.setattr(formulas, "FORMULAS", (formulas.Formula(dear, "shortw/jacobian-0", "2M + 5S"),))
    status, out, _ = run("describe --formulas")
    assert status == 1
    assert "\ndear: FAILED: it doesn't cost what its docstring says. Valid never.\n" in out
    assert out.endswith("\n1 of 5 checks FAILED\n")
    status, out, _ = run("describe --formulas --json")
    assert (status, json.loads(out)["holds"]) == (1, False)


def test_without_sympy(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "sympy", None)
    monkeypatch.delitem(sys.modules, "ecref.evidence.proofs", raising=False)
    message = "--prove needs sympy; pip install 'ecref[evidence]' brings it"
    assert run("describe --formulas --prove") == (2, "", f"ecref: {message}\n")
    assert run("describe --formulas")[0] == 0
