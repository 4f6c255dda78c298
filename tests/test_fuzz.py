"""Every target of tests/fuzz for a moment: on its seeds, on damaged seeds, and on any octets."""

from __future__ import annotations

import ast
import random
import re
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from ecref.errors import EcrefError
from fuzz_targets import TARGETS, Target

ROOT = Path(__file__).parent.parent
FORMATS = {path.stem for path in (ROOT / "ecref/formats").glob("[a-z]*.py")}


@pytest.mark.parametrize("target", TARGETS.values(), ids=TARGETS)
def test_most_seeds_are_read(target: Target) -> None:
    """So that fuzzing begins behind the first check, and a parser that refuses everything is seen."""
    read = 0
    for seed in target.seeds():
        try:
            target.parse(seed)
        except EcrefError:
            continue
        read += 1
    assert read > 0


@pytest.mark.parametrize("target", TARGETS.values(), ids=TARGETS)
@given(data=st.data())
@settings(max_examples=60, deadline=None)
def test_nothing_else_leaves_a_parser(target: Target, data: st.DataObject) -> None:
    seeds = list(target.seeds())
    octets = data.draw(st.sampled_from(seeds))
    rng = random.Random(data.draw(st.integers(0, 2**32)))
    for _ in range(data.draw(st.integers(0, 4))):
        octets = damaged(octets, rng, seeds)
    target.run(octets)


@given(octets=st.binary(max_size=300))
@settings(max_examples=300, deadline=None)
def test_any_octets(octets: bytes) -> None:
    for target in TARGETS.values():
        target.run(octets)


def damaged(octets: bytes, rng: random.Random, seeds: list[bytes]) -> bytes:
    """Octets with one change: some flipped, dropped, doubled, put in, or taken from another seed."""
    start = rng.randrange(len(octets) + 1)
    stop = min(len(octets), start + rng.choice((1, 1, 1, 2, 4, 30)))
    middle = octets[start:stop]
    change = rng.randrange(6)
    if change == 0:
        middle = bytes(octet ^ 1 << rng.randrange(8) for octet in middle)
    elif change == 1:
        middle = b""
    elif change == 2:
        middle += middle
    elif change == 3:
        middle = rng.choice((b"\0", b"\x80", b"\xff" * 8, b"\n", b" ", b"=", b"-", b'"', b"{")) + middle
    elif change == 4:
        middle = rng.randbytes(len(middle))
    else:
        other = rng.choice(seeds)
        middle = other[start:stop]
    return octets[:start] + middle + octets[stop:]


def test_every_format_is_fuzzed() -> None:
    """By a target that names its module, or through a module that imports it."""
    targets = (ROOT / "tests/fuzz/fuzz_targets.py").read_text("utf-8")
    reached = {name for name in FORMATS if re.search(rf"\b{name}\b", targets)}
    while more := {name for module in reached for name in imported(module)} - reached:
        reached |= more
    assert reached == FORMATS


def imported(module: str) -> set[str]:
    """What a module of formats/ imports of the others."""
    tree = ast.parse((ROOT / f"ecref/formats/{module}.py").read_text("utf-8"))
    imports = [node for node in ast.walk(tree) if isinstance(node, ast.ImportFrom) and node.level == 1]
    return {node.module or alias.name for node in imports for alias in node.names}
