"""What the keys over a library have in common."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from typing import Any


class Foreign:
    """A key that a library holds. It is equal to no key of another library's, nor to ecref's own."""

    __slots__ = ()
    scheme: Any

    @property
    def by(self) -> str:
        """The library's name."""
        name: str = self.scheme.library.name
        return name

    def _values(self) -> tuple[object, ...]:
        return self.by, *super()._values()  # type: ignore[misc]  # every key's base has it

    def __repr__(self) -> str:
        return f"{super().__repr__()[:-1]}, by {self.by}>"
