"""docs/nem.md: its examples run as it shows them, and its figures are counted."""

from __future__ import annotations

import doctest
from pathlib import Path
from typing import TYPE_CHECKING

from ecref import keccak, nem

if TYPE_CHECKING:
    import pytest

PAGE = Path(__file__).parent.parent / "docs" / "nem.md"


def test_the_examples_run_as_they_are_shown() -> None:
    found = doctest.testfile(str(PAGE), module_relative=False, encoding="utf-8", optionflags=doctest.REPORT_NDIFF)
    assert found.failed == 0
    assert found.attempted == PAGE.read_text("utf-8").count(">>>") > 15


def test_the_blocks_that_a_message_of_64_octets_takes(monkeypatch: pytest.MonkeyPatch) -> None:
    blocks = 0
    permute = keccak.permute

    def counted(A: list[int]) -> list[int]:
        nonlocal blocks
        blocks += 1
        return permute(A)

    monkeypatch.setattr(keccak, "permute", counted)
    sk, message = bytes(32), bytes(64)
    signature = nem.sign(message, sk)
    assert blocks == 5
    pk = nem.secret2public(sk)
    assert blocks == 5 + 1
    nem.verify(message, signature, pk)
    assert blocks == 5 + 1 + 2
