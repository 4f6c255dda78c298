"""A study's implementations: those that are here are opened and closed, others leave their reason."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from ecref.errors import UnusableInput
from ecref.studies import available as module
from ecref.studies.available import available
from ecref.studies.model import Plan

if TYPE_CHECKING:
    from collections.abc import Callable


class Fake:
    """An adapter that may start and then fail."""

    def __init__(self, name: str, closed: list[str]) -> None:
        self.name = name
        self._closed = closed

    def version(self) -> str:
        if self.name == "empty":
            raise UnusableInput("unsupported", "empty: its library is not there")
        return f"{self.name} 1"

    def supports(self, curve: str) -> bool:
        return curve == "p256"

    def close(self) -> None:
        self._closed.append(self.name)


@pytest.fixture
def closed(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """The names of the adapters that were closed."""
    names: list[str] = []
    monkeypatch.setattr(module, "adapter", _maker(names))
    return names


def _maker(closed: list[str]) -> Callable[..., Fake]:
    def adapter(name: str, node_modules: str | None) -> Fake:
        if name == "none":
            raise UnusableInput("unsupported", "there is none")
        return Fake(f"{name}{node_modules or ''}", closed)

    return adapter


def test_what_is_missing_leaves_its_reason(closed: list[str]) -> None:
    with available(["a", "none", "empty", "b"], Plan()) as found:
        assert [each.name for each in found.adapters] == ["a", "b"]
        assert found.missing == {"none": "there is none", "empty": "empty: its library is not there"}
        assert found.versions == {"a": "a 1", "b": "b 1"}
        assert closed == []
    assert sorted(closed) == ["a", "b", "empty"]


def test_all_are_closed_after_an_error(closed: list[str]) -> None:
    with pytest.raises(ZeroDivisionError), available(["a"], Plan()):
        raise ZeroDivisionError
    assert closed == ["a"]


def test_node_js_is_told_where_packages_are(closed: list[str]) -> None:
    with available(["a"], Plan(node_modules="dir")) as found:
        assert [each.name for each in found.adapters] == ["adir"]
    assert closed == ["adir"]


def test_ecref_is_always_here() -> None:
    with available(["ecref", "no-such"], Plan()) as found:
        assert [each.name for each in found.adapters] == ["ecref"]
        assert found.missing["no-such"].startswith("no implementation 'no-such'; there are ecref, ")
