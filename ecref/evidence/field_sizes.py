"""p from the formula that its standard prints, and how roots are taken modulo it."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from ecref.field import sqrt

from .derivation import Section

if TYPE_CHECKING:
    from .order import Curve

FORMULAS = {
    "edwards25519": ("2^255 - 19", "RFC 7748, 4.1"),
    "edwards448": ("2^448 - 2^224 - 1", "RFC 7748, 4.2"),
    "P-256": ("2^256 - 2^224 + 2^192 + 2^96 - 1", "SP 800-186, 3.2.1.3"),
    "P-384": ("2^384 - 2^128 - 2^96 + 2^32 - 1", "SP 800-186, 3.2.1.4"),
    "secp256k1": ("2^256 - 2^32 - 977", "SEC 2, 2.4.1"),
}


def field_size(E: Curve) -> Section:
    """The prime p, and square roots modulo it."""
    section = Section("Field")
    formula, source = FORMULAS[E.name]
    p = section.let(f"p = {formula} [{source}]", evaluated(formula))
    section.check("it is the p of curves.py", p == E.p)
    if p % 4 == 3:
        section.check("p = 3 (mod 4): a square x has the root x^((p+1)/4), and -1 is no square", sqrt(-1, p) is None)
        return section
    section.check("p = 5 (mod 8): a square x has the root x^((p+3)/8), or that times sqrt(-1)", p % 8 == 5)
    section.say("2 is no square modulo such a p, so 2^((p-1)/2) = -1 [RFC 8032, 5.1.3]")
    i = section.let("sqrt(-1) = 2^((p-1)/4)", pow(2, (p - 1) // 4, p))
    section.check("its square is -1", (i * i + 1) % p == 0)
    section.check("field.py, which holds no such constant, finds it or its negative", sqrt(-1, p) in {i, p - i})
    return section


def evaluated(formula: str) -> int:
    """A sum of powers of 2 and small numbers, such as 2^255 - 19."""
    total = 0
    for sign, base, exponent in re.findall(r"([+-]?) ?(\d+)(?:\^(\d+))?", formula):
        total += int(sign + "1") * int(base) ** int(exponent or 1)
    return total
