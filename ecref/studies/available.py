"""The implementations that are here: a study leaves out those that are not, and says why."""

from __future__ import annotations

from contextlib import ExitStack, contextmanager
from typing import TYPE_CHECKING, NamedTuple

from ecref.errors import UnusableInput
from ecref.measure import cells
from ecref.referee.adapters import adapter
from ecref.referee.adapters.interface import External

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from ecref.measure.cells import Prepared
    from ecref.referee.adapters.interface import Adapter

    from .model import Plan


class Available(NamedTuple):
    """Adapters that answer, in the order in which they were named; and by name, why others are missing.

    versions   by name, what each says of itself
    """

    adapters: list[Adapter]
    missing: dict[str, str]
    versions: dict[str, str]

    def cells(self, plan: cells.Plan) -> list[Prepared]:
        """The cells of a plan, those to be compared one after the other.

        An implementation that gives a wrong result or fails is taken out and counts as missing.
        """
        found: list[Prepared] = []
        for each in tuple(self.adapters):
            try:
                found += cells.cells(plan, [each])
            except UnusableInput as error:  # noqa: PERF203 -- one must not end the others
                self.missing[each.name] = error.detail
                self.adapters.remove(each)

        def place(prepared: Prepared) -> tuple[int, int, int]:
            cell = prepared.cell
            size = 0 if cell.size is None else plan.sizes.index(cell.size)
            return plan.curves.index(cell.curve), size, plan.operations.index(cell.operation)

        return sorted(found, key=place)

    def notes(self) -> list[str]:
        """What programs say of how their times came about, after they have run."""
        return [note for each in self.adapters if isinstance(each, External) for note in each.notes()]


@contextmanager
def available(names: Iterable[str], plan: Plan) -> Iterator[Available]:
    """Open the adapters of these names; all are closed when the context ends.

    Each is asked for its version, since a program may start and then not find its library.
    """
    found = Available([], {}, {})
    with ExitStack() as stack:
        for name in names:
            _add(found, name, plan, stack)
        yield found


def _add(found: Available, name: str, plan: Plan, stack: ExitStack) -> None:
    try:
        made = adapter(name, plan.node_modules, java_jars=plan.java_jars, command=plan.command)
        stack.callback(made.close)
        found.versions[name] = made.version()
    except UnusableInput as error:
        found.missing[name] = error.detail
    else:
        found.adapters.append(made)
