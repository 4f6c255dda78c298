"""A study's implementations: those that are here are opened and closed, others leave their reason."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from ecref.errors import UnusableInput
from ecref.measure import cells
from ecref.referee.adapters.interface import External, Suite
from ecref.referee.adapters.own import Ecref
from ecref.studies import available as module
from ecref.studies.available import Available, available
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
    def adapter(
        name: str, node_modules: str | None, *, java_jars: tuple[str, ...], command: str | None
    ) -> Fake:
        if name == "none":
            raise UnusableInput("unsupported", "there is none")
        return Fake("-".join(filter(None, [name, node_modules, *java_jars, command])), closed)

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


def test_programs_are_told_what_they_need(closed: list[str]) -> None:
    with available(["a"], Plan(command="c", node_modules="n", java_jars=("j", "k"))) as found:
        assert [each.name for each in found.adapters] == ["a-n-j-k-c"]
    assert closed == ["a-n-j-k-c"]


def test_ecref_is_always_here() -> None:
    with available(["ecref", "no-such"], Plan()) as found:
        assert [each.name for each in found.adapters] == ["ecref"]
        assert found.missing["no-such"].startswith("no implementation 'no-such'; there are ecref, ")


class Wrong(Ecref):
    """It signs with another key."""

    name = "wrong"

    def suite(self, curve: str) -> Suite:
        suite = super().suite(curve)
        return suite._replace(sign=lambda _, message: suite.sign(suite.load_private(bytes(32)), message))


class Program(External):
    """It has an operation, and a sentence to say of it."""

    name = "program"

    def load(self, *_: object) -> tuple[int, str]:
        return 0, ""

    def run(self, *_: object) -> tuple[list[float], float]:
        return [1.0], 1.0

    def notes(self) -> list[str]:
        return ["it took its time"]

    def version(self) -> str:
        return "1"

    def supports(self, curve: str) -> bool:
        return curve == "ed25519"

    def close(self) -> None:
        pass


def test_whoever_is_wrong_counts_as_missing_and_ends_nobody_else() -> None:
    found = Available([Wrong(), Ecref(), Program()], {}, {})
    prepared = found.cells(cells.Plan(("ed448", "ed25519"), ("keygen", "verify"), (8, 4)))
    assert [(each.cell.curve, each.cell.operation, each.cell.size, each.cell.implementation) for each in prepared] == [
        ("ed448", "keygen", None, "wrong"),
        ("ed448", "keygen", None, "ecref"),
        ("ed448", "verify", 8, "wrong"),
        ("ed448", "verify", 8, "ecref"),
        ("ed448", "verify", 4, "wrong"),
        ("ed448", "verify", 4, "ecref"),
        ("ed25519", "keygen", None, "wrong"),
        ("ed25519", "keygen", None, "ecref"),
        ("ed25519", "verify", 8, "wrong"),
        ("ed25519", "verify", 8, "ecref"),
        ("ed25519", "verify", 4, "wrong"),
        ("ed25519", "verify", 4, "ecref"),
    ]
    assert found.missing == {"program": "program: verify on ed25519 gives a wrong result"}
    found.cells(cells.Plan(("ed25519",), ("sign",), (8,)))
    assert found.missing["wrong"] == "wrong: sign on ed25519 gives a wrong result"
    assert [each.name for each in found.adapters] == ["ecref"]


def test_what_programs_say_of_their_times() -> None:
    assert Available([Ecref(), Program()], {}, {}).notes() == ["it took its time"]
