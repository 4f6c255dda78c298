"""A vector as its source states it: a request of the line protocol, and what the source says of the answer."""

from __future__ import annotations

from dataclasses import dataclass, field


@dataclass(frozen=True)
class Vector:
    """One request and the source's word on it.

    `valid` is the source's verdict, which holds under the rule set `rules`; None where the source leaves it
    open ("acceptable"). `published` are the parts of the answer that the source prints, and for a signature the
    public key (`key`).
    """

    id: str
    request: dict[str, object]
    flags: tuple[str, ...] = ()
    valid: bool | None = None
    rules: str | None = None
    published: dict[str, object] = field(default_factory=dict)


@dataclass(frozen=True)
class Suite:
    """What one file holds: vectors in the groups in which their source prints them."""

    name: str
    groups: list[list[Vector]]

    def vectors(self) -> list[Vector]:
        """All vectors, in order."""
        return [vector for group in self.groups for vector in group]
