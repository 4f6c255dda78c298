"""Values that do not change: the base of every record, key and point."""

from __future__ import annotations


class Frozen:
    """Attributes are set once, by __init__ through `_set`; afterwards assignment is an AttributeError.

    `fields` names the arguments of __init__ in their order; they decide equality, hash and copying.
    """

    __slots__ = ()
    fields: tuple[str, ...] = ()

    def _set(self, **values: object) -> None:
        for name, value in values.items():
            object.__setattr__(self, name, value)

    def _values(self) -> tuple[object, ...]:
        return tuple(getattr(self, name) for name in self.fields)

    def __setattr__(self, name: str, value: object) -> None:
        raise AttributeError(f"{type(self).__name__} is immutable: {name} can't be set")

    def __delattr__(self, name: str) -> None:
        raise AttributeError(f"{type(self).__name__} is immutable: {name} can't be deleted")

    def __eq__(self, other: object) -> bool:
        if type(other) is not type(self):
            return NotImplemented
        return self._values() == other._values()

    def __hash__(self) -> int:
        return hash(self._values())

    def __reduce__(self) -> tuple[object, ...]:
        return type(self), self._values()

    def __repr__(self) -> str:
        shown = ", ".join(f"{name}={getattr(self, name)!r}" for name in self.fields)
        return f"{type(self).__name__}({shown})"


class Secret(Frozen):
    """A private key: a value that refuses to be pickled or copied."""

    __slots__ = ()

    def __reduce__(self) -> tuple[object, ...]:
        raise TypeError("private keys refuse to be pickled or copied; use private_bytes()")
