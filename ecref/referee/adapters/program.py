"""Adapters to programs in other languages, which time their own operations, so that the pipe's time is not counted.

A line of words goes out, a line comes back; words are separated by single spaces, octets are hex.

    version                             version TEXT
    load CURVE OPERATION SAMPLE...      loaded OCTETS, what the operation gives for the first sample (none: not told),
                                        or unsupported
    run NUMBER COUNT                    ns TOTAL N N N ...: of the processor for all of COUNT operations, and on the
                                        wall for each; what was loaded is numbered from 0
    memory                              memory OCTETS COLLECTIONS MS, totals so far (java only: see java.py)

Anything else that comes back is an error's text. A sample is six words: secret, public, message, signature, and the
two keys as PKCS #8 and SubjectPublicKeyInfo, which many languages can read.
"""

from __future__ import annotations

import shutil
import subprocess
from abc import abstractmethod
from typing import TYPE_CHECKING

from ecref.errors import UnusableInput

from .der import pkcs8, spki
from .interface import External

if TYPE_CHECKING:
    from collections.abc import Sequence

    from .interface import Sample


class Program(External):
    """A running program. A subclass names the program, and gives its arguments and the curves that it has."""

    name: str
    program: str
    curves: tuple[str, ...]

    def __init__(self) -> None:
        found = shutil.which(self.program)
        if found is None:
            raise UnusableInput("unsupported", f"{self.name} needs the program {self.program}, which isn't found")
        self._process = subprocess.Popen(  # noqa: S603 -- our own script, by an interpreter of the user's PATH
            [found, *self.arguments()],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
        )
        self._loaded = 0

    @abstractmethod
    def arguments(self) -> list[str]:
        """What follows the program's name."""

    def version(self) -> str:
        """What the program says of itself."""
        return self._ask("version", "version")

    def supports(self, curve: str) -> bool:
        """Whether it has this curve."""
        return curve in self.curves

    def load(self, curve: str, operation: str, samples: Sequence[Sample]) -> tuple[int, str] | None:
        """The number under which an operation runs, and what it gave for the first sample; None: it has none such."""
        words = [word.hex() for s in samples for word in (*s, pkcs8(curve, s.secret), spki(curve, s.public))]
        answer = self._ask(" ".join(["load", curve, operation, *words]), "loaded", "unsupported")
        if answer == "unsupported":
            return None
        self._loaded += 1
        return self._loaded - 1, answer

    def run(self, number: int, count: int) -> tuple[list[float], float]:
        """Seconds that each of `count` operations took on the wall, and the processor for all of them."""
        spent, *times = (int(ns) / 1e9 for ns in self._ask(f"run {number} {count}", "ns").split())
        return times, spent

    def close(self) -> None:
        """End the program."""
        self._process.communicate()

    def _ask(self, line: str, *expected: str) -> str:
        """The rest of an answer that begins with one of the expected words; UnusableInput for any other."""
        process = self._process
        assert process.stdin is not None
        assert process.stdout is not None
        try:
            process.stdin.write(line + "\n")
            process.stdin.flush()
            answer = process.stdout.readline()
        except (BrokenPipeError, ValueError):  # it has ended, now or when it was asked before
            answer = ""
        word, _, rest = answer.rstrip("\n").partition(" ")
        if word in expected:
            return rest if word != "unsupported" else word
        why = answer.removeprefix("error ").strip() or process.communicate()[1].strip() or "it ended without a word"
        raise UnusableInput("unsupported", f"{self.name}: {why.splitlines()[-1]}")
