"""What verifiers disagree about, asked of each here: three signatures that no signer makes; NOTE says which."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from ecref import EdDSA
from ecref.errors import UnusableInput
from ecref.measure.operations import samples
from ecref.referee.adapters.interface import CURVES as SCHEMES
from ecref.referee.adapters.interface import External, Library
from ecref.referee.torsion import small_order_points
from ecref.rules import EDDSA_RULES

from .batch_cells import OCTETS, OWN, bad_ones
from .model import Table

if TYPE_CHECKING:
    from collections.abc import Sequence

    from ecref.referee.adapters.interface import Adapter, Sample
    from ecref.rules import EdDSARules

    from .model import Cell

S_PLUS_L, R_PLUS_T, IDENTITY = "S + L", "R + T", "A = R = O"
KINDS = (S_PLUS_L, R_PLUS_T, IDENTITY)
SAID = {True: "holds", False: "refused"}
COMPANY = 3  # honest signatures around one in a batch
NOTE = (
    f"{S_PLUS_L}: an honest signature with the order L added to S. {R_PLUS_T}: a point of order 2 added to R, S made "
    f"to fit, so that the equation holds with the cofactor only. {IDENTITY}, S = 0: a key of order 1, under which the "
    "equation holds for every message. Lines with a rule set are ecref's; a batch there says of each the same as a "
    "single verification. Other lines are what this run's implementations answered."
)


def crafted(curve: str) -> dict[str, Sample]:
    """The three signatures, by KINDS."""
    scheme = SCHEMES[curve]
    assert isinstance(scheme, EdDSA)
    E, size = scheme.curve, scheme.curve.size
    (honest,) = samples(curve, OCTETS, 1)
    S = int.from_bytes(honest.signature[size:], "little")
    T = small_order_points(E)[E.cofactor // 2]
    R = (E.B + T).encode()
    k = scheme.hash_to_int(b"", R, honest.public, honest.message) % E.L
    fitting = 1 + k * scheme.private_key(honest.secret).s
    neutral = E.point(0, 1).encode()
    return {
        S_PLUS_L: honest._replace(signature=honest.signature[:size] + (S + E.L).to_bytes(size, "little")),
        R_PLUS_T: honest._replace(signature=R + (fitting % E.L).to_bytes(size, "little")),
        IDENTITY: honest._replace(public=neutral, signature=neutral + bytes(size)),
    }


class Answers(NamedTuple):
    """Who was asked, and whether each of KINDS holds there (None: no answer); one_equation: of a batch, if any."""

    who: str
    holds: tuple[bool | None, ...]
    one_equation: bool | None = None


def answers(curve: str, adapters: Sequence[Adapter]) -> list[Answers]:
    """Those of ecref under each rule set of the curve, alone and in company, and of the other implementations."""
    cases = crafted(curve)
    found = [_of_rules(curve, rules, cases) for rules in EDDSA_RULES.values() if _fits(curve, rules)]
    others = [each for each in adapters if each.supports(curve) and not each.name.startswith(OWN)]
    return found + [Answers(each.name, tuple(_ask(each, curve, case) for case in cases.values())) for each in others]


def table(curve: str, found: Sequence[Answers]) -> Table:
    """A line for each."""
    rows: list[tuple[Cell, ...]] = []
    for each in found:
        kind = None if each.one_equation is None else "one equation" if each.one_equation else "one by one"
        rows.append((each.who, *(None if holds is None else SAID[holds] for holds in each.holds), kind))
    return Table(f"{SCHEMES[curve].name}: which signatures hold", ("who", *KINDS, "a batch is"), rows, note=NOTE)


def _fits(curve: str, rules: EdDSARules) -> bool:
    return SCHEMES[curve].name not in rules.foreign_to


def _of_rules(curve: str, rules: EdDSARules, cases: dict[str, Sample]) -> Answers:
    """A verdict alone and the one in company must agree: that a batch decides nothing else is what it is made for."""
    company = samples(curve, OCTETS, COMPANY)
    found = []
    for case in cases.values():
        holds = bool(SCHEMES[curve].public_key(case.public).verdict(case.signature, case.message, rules=rules.name))
        assert bad_ones(curve, [*company, case], rules.name) == ([] if holds else [COMPANY])
        found.append(holds)
    return Answers(rules.name, tuple(found), rules.cofactored)


def _ask(adapter: Adapter, curve: str, case: Sample) -> bool | None:
    """An implementation's verdict; refusing to read the key is a refusal."""
    if isinstance(adapter, Library):
        try:
            return adapter.suite(curve).verify(case.public, case.message, case.signature)
        except ValueError:  # the key isn't read
            return False
    assert isinstance(adapter, External)
    try:
        loaded = adapter.load(curve, "verify", [case])
    except UnusableInput:
        return False
    return None if loaded is None else loaded[1] == "01"
