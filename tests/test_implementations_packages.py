"""Implementations that another package adds by its entry points: found, asked, and kept from raising."""

from __future__ import annotations

from importlib import invalidate_caches
from typing import TYPE_CHECKING

import pytest

from ecref.errors import UnusableInput
from ecref.referee.implementations import Chosen, implementation, names

if TYPE_CHECKING:
    from pathlib import Path

MODULE = """
import os

class Mine:
    name = "third"
    closed = False

    def version(self):
        return "third 3.0"

    def rules(self, scheme, curve):
        return {"Ed25519": "zip215", "P-256": "low-s"}.get(curve or scheme)

    def nonce(self, curve):
        return "random"

    def answer(self, request):
        message = request["message"]
        if message == "":
            raise RuntimeError("nothing to sign, nothing to verify")
        if message == "ff":
            os._exit(3)
        return {"valid": message == "00"} if len(message) == 2 else None

    def close(self):
        type(self).closed = True

def broken():
    raise OSError("no such device")
"""
ENTRY_POINTS = """
[ecref.implementations]
third = third_party:Mine
broken = third_party:broken
absent = third_party:no_such_name
ecdsa = third_party:broken
"""
VERIFY = {"op": "verify", "scheme": "Ed25519", "public_key": "", "public_key_format": "raw", "signature": ""}


@pytest.fixture(autouse=True)
def installed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A package of that name, installed."""
    (tmp_path / "third_party.py").write_text(MODULE)
    about = tmp_path / "third_party-3.0.dist-info"
    about.mkdir()
    (about / "METADATA").write_text("Metadata-Version: 2.1\nName: third-party\nVersion: 3.0\n")
    (about / "entry_points.txt").write_text(ENTRY_POINTS)
    monkeypatch.syspath_prepend(tmp_path)
    invalidate_caches()


def test_its_names_stand_behind_ours_and_ours_first() -> None:
    assert names()[:2] == ["ecref", "cryptography"]
    assert names()[-3:] == ["third", "broken", "absent"]
    assert names().count("ecdsa") == 1


def test_it_says_what_it_is() -> None:
    found = implementation("third")
    assert (found.name, found.version(), found.nonce("P-256")) == ("third", "third 3.0", "random")
    assert [found.rules("Ed25519", None), found.rules("ECDSA", "P-256"), found.rules("Ed448", None)] == [
        *("zip215", "low-s"),
        None,
    ]
    found.close()
    assert found.close.__self__.closed  # type: ignore[attr-defined]


def test_it_is_asked_and_what_it_raises_or_makes_up_is_a_crash() -> None:
    found = implementation("third")
    assert found.answer({**VERIFY, "message": "00"}) == {"valid": True}
    assert found.answer({**VERIFY, "message": "01"}) == {"valid": False}
    assert found.answer({**VERIFY, "message": ""}) == {"crash": "RuntimeError: nothing to sign, nothing to verify"}
    assert found.answer({**VERIFY, "message": "0000"}) == {"crash": "it answered None"}


def test_commands_run_it_in_a_process_of_its_own_which_it_may_end() -> None:
    found = Chosen("third").open()
    try:
        assert found.version() == "third 3.0"
        assert (found.rules("Ed25519", None), found.rules("ECDSA", "P-256")) == ("zip215", "low-s")
        assert found.answer({**VERIFY, "message": "00"}) == {"valid": True}
        assert found.answer({**VERIFY, "message": "ff"}) == {"crash": "it ended with status 3"}
        assert found.answer({**VERIFY, "message": "01"}) == {"valid": False}
    finally:
        found.close()


@pytest.mark.parametrize("name", ["broken", "absent", "fourth"])
def test_commands_tell_the_same_of_what_cannot_be_made(name: str) -> None:
    with pytest.raises(UnusableInput) as here:
        implementation(name)
    with pytest.raises(UnusableInput) as apart:
        Chosen(name).open()
    assert (apart.value.code, apart.value.detail) == (here.value.code, here.value.detail)


@pytest.mark.parametrize(
    ("name", "why"),
    [
        ("broken", "broken: OSError: no such device"),
        ("absent", "absent: AttributeError: module 'third_party' has no attribute 'no_such_name'"),
        ("fourth", r"no implementation 'fourth'; there are ecref, .*, third, broken, absent"),
    ],
)
def test_what_cannot_be_made_is_told_in_one_line(name: str, why: str) -> None:
    with pytest.raises(UnusableInput, match=why) as caught:
        implementation(name)
    assert caught.value.code == "unsupported"


def test_a_name_of_ours_stays_ours() -> None:
    pytest.importorskip("ecdsa", reason="ecdsa is not installed")
    assert implementation("ecdsa").version().startswith("ecdsa 0.")
