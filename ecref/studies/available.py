"""The implementations that are here: a study leaves out those that are not, and says why."""

from __future__ import annotations

from contextlib import ExitStack, contextmanager
from typing import TYPE_CHECKING, NamedTuple

from ecref.errors import UnusableInput
from ecref.referee.adapters import adapter

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from ecref.referee.adapters.interface import Adapter

    from .model import Plan


class Available(NamedTuple):
    """Adapters that answer, in the order in which they were named; and by name, why others are missing.

    versions   by name, what each says of itself
    """

    adapters: list[Adapter]
    missing: dict[str, str]
    versions: dict[str, str]


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
        made = adapter(name, plan.node_modules)
        stack.callback(made.close)
        found.versions[name] = made.version()
    except UnusableInput as error:
        found.missing[name] = error.detail
    else:
        found.adapters.append(made)
