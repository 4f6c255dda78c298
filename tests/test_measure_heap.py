"""What another virtual machine tells of its heap."""

from __future__ import annotations

import shutil

import pytest

from ecref.measure.heap import Heap
from ecref.measure.operations import samples
from ecref.referee.adapters.java import Java, Memory


def test_what_happened_inside_is_added_up() -> None:
    totals = iter([Memory(100, 2, 0.5), Memory(160, 3, 0.75), Memory(1000, 9, 2.0), Memory(1001, 9, 2.0)])
    heap = Heap(lambda: next(totals))
    for _ in range(2):
        with heap:
            pass
    assert (heap.octets, heap.count, heap.seconds) == (61, 1, 0.25)


def test_java_tells_its_totals(monkeypatch: pytest.MonkeyPatch) -> None:
    java = Java.__new__(Java)
    monkeypatch.setattr(java, "_ask", lambda *words: {("memory", "memory"): "4096 7 1250"}[words])
    assert java.memory() == Memory(octets=4096, collections=7, seconds=1.25)


@pytest.mark.skipif(shutil.which("java") is None, reason="java isn't installed here")
def test_octets_are_those_of_the_operations_that_ran() -> None:
    java = Java()
    try:
        loaded = java.load("ed25519", "sign", samples("ed25519", 64, 2))
        assert loaded is not None
        before = java.memory()
        assert before.octets == 0  # neither what the program itself allocated, nor the loading
        java.run(loaded[0], 3)
        few = java.memory()
        java.run(loaded[0], 30)
        more = java.memory()
        assert java.memory().octets == more.octets  # asking allocates nothing that counts
        assert few.octets >= 3 * 64  # each gives a signature of 64 octets
        assert more.octets - few.octets >= 30 * 64
        assert more.collections >= few.collections
    finally:
        java.close()
