"""A run of `ecref bench`: the rounds, and what else is found out about ecref's own operations."""

from __future__ import annotations

from contextlib import ExitStack
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from ecref import EdDSA
from ecref.errors import UnusableInput
from ecref.hashes import hash_named
from ecref.referee.adapters import adapter
from ecref.referee.adapters.interface import CURVES, External, Library

from .cells import OWN, cells
from .cold import cold
from .count import count_algorithm, count_operation
from .environment import environment
from .floor import Costs
from .memory import peak
from .results import Row, row
from .rounds import measure
from .tables import Table, of_base_point, of_prepared_key

if TYPE_CHECKING:
    from collections.abc import Callable

    from .cells import Plan, Prepared
    from .unit import Unit


@dataclass
class Result:
    """The rows, and what they were measured on; notes say what could not be measured."""

    environment: dict[str, str | int]
    versions: dict[str, str]
    rows: list[Row]
    notes: list[str] = field(default_factory=list)


def run(plan: Plan, progress: Callable[[int, int], None]) -> Result:
    """Measure. UnusableInput where an implementation is missing, gives wrong results, or nothing is left."""
    with ExitStack() as stack:
        adapters = []
        for name in plan.implementations:
            adapters.append(adapter(name, plan.node_modules, java_jars=plan.java_jars, command=plan.command))
            stack.callback(adapters[-1].close)
        prepared = cells(plan, adapters)
        if not prepared:
            raise UnusableInput("unsupported", "none of these implementations has such an operation on such a curve")
        measure([each.cell for each in prepared], plan.effort, progress)
        details = _Details(plan)
        rows = [details.of(each) for each in prepared]
        notes = [note for each in adapters if isinstance(each, External) for note in each.notes()]
        return Result(environment(), {each.name: each.version() for each in adapters}, rows, notes)


class _Details:
    """What a row says beyond its times. Costs and tables of a curve are measured once."""

    def __init__(self, plan: Plan) -> None:
        self._plan = plan
        self._costs: dict[str, Costs] = {}
        self._tables: dict[tuple[str, bool], Table] = {}

    def of(self, prepared: Prepared) -> Row:
        """The row of a measured cell."""
        cell = prepared.cell
        found = row(cell)
        if prepared.calls is not None:
            found.peak_octets = self._divide(peak(prepared.calls), cell.signatures)
        if prepared.adapter is None:
            counts = count_algorithm(cell.curve, cell.operation)
        elif isinstance(prepared.adapter, Library):
            if cell.size in (None, self._plan.sizes[0]):
                starts = self._plan.cold_starts
                found.add_cold(cold(prepared.adapter, cell.curve, cell.operation, prepared.samples, starts))
            if cell.implementation != OWN:
                return found
            counts = count_operation(cell.curve, cell.operation, prepared.samples)
            found.add_table(self._table(prepared))
        else:
            return found
        found.add_counts(counts, self._cost(cell.curve, cell.unit).floor(counts))
        return found

    @staticmethod
    def _divide(octets: int | None, by: int) -> float | None:
        return None if octets is None else octets / by

    def _cost(self, curve: str, unit: Unit) -> Costs:
        if curve not in self._costs:
            scheme = CURVES[curve]
            hash_ = scheme.hash if isinstance(scheme, EdDSA) else hash_named(scheme.hash)
            self._costs[curve] = Costs(unit, hash_)
        return self._costs[curve]

    def _table(self, prepared: Prepared) -> Table:
        cell = prepared.cell
        key = cell.curve, cell.operation == "verify-prepared"
        if key not in self._tables:
            if key[1]:
                self._tables[key] = of_prepared_key(cell.curve, prepared.samples[0].public, cell.unit)
            else:
                self._tables[key] = of_base_point(cell.curve, cell.unit)
        return self._tables[key]
