"""The first call of a fresh process: what it costs to import an implementation, and to do one operation from octets.

The interpreter's own start isn't counted. What is loaded here to measure with is imported after the implementation,
whose import is timed first.
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path
from statistics import median
from typing import TYPE_CHECKING, NamedTuple

from ecref.referee.adapters import adapter
from ecref.referee.adapters.interface import CURVES, Library, Sample

from . import processor
from .operations import BATCH, calls
from .unit import Unit

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

PROGRAM = """
import sys
from time import process_time
start = process_time()
for name in sys.argv[1].split():
    __import__(name)
imported = process_time() - start
from ecref.measure.cold import first_call
first_call(sys.argv[2:], imported)
"""


class Cold(NamedTuple):
    """Both in M of the same process, by the processor's time; an operation includes loading its keys."""

    importing: float
    first: float


def first_call(words: Sequence[str], imported: float, clock: Callable[[], float] = processor.seconds) -> None:
    """The child's part: print, in M, the import's time and the first call's. words: who, curve, operation, samples."""
    name, curve, operation, *octets = words
    parts = [bytes.fromhex(word) for word in octets]
    samples = [Sample(*parts[i : i + 4]) for i in range(0, len(parts), 4)]
    library = adapter(name)
    assert isinstance(library, Library)
    suite = library.suite(curve)
    start = clock()
    first = calls(suite, operation, samples)
    assert first is not None
    first[0]()
    seconds = clock() - start
    M = Unit(CURVES[curve].curve.p).seconds()
    sys.stdout.write(json.dumps([imported / M, seconds / M]))


def cold(library: Library, curve: str, operation: str, samples: Sequence[Sample], times: int) -> Cold | None:
    """The median of a few fresh processes; None for no process, or where this interpreter cannot start any."""
    if times == 0 or sys.platform in ("emscripten", "wasi"):
        return None
    chosen = samples[: BATCH if operation == "verify-batch" else 1]
    octets = [word.hex() for sample in chosen for word in sample]
    command = [sys.executable, "-c", PROGRAM, " ".join(library.imports(curve)), library.name, curve, operation, *octets]
    root = str(Path(__file__).parents[2])
    path = os.pathsep.join([root, *filter(None, [os.environ.get("PYTHONPATH")])])
    found = []
    for _ in range(times):
        ran = subprocess.run(  # noqa: S603 -- this interpreter, and the program above
            command, env={**os.environ, "PYTHONPATH": path}, stdout=subprocess.PIPE, check=True
        )
        found.append(json.loads(ran.stdout))
    return Cold(*(median(values) for values in zip(*found, strict=True)))
