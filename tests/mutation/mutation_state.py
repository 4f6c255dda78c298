"""What is known of each mutant: written down as soon as it is known, so that a run that is stopped goes on."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

from mutation_key import Key, Outcome

if TYPE_CHECKING:
    from pathlib import Path


class State:
    """One line for each mutant, in a file for each module, and for each state that the module was in."""

    def __init__(self, folder: Path, module: str, code: str) -> None:
        folder.mkdir(exist_ok=True)
        self.path = folder / f"{module}-{code}.jsonl"

    def add(self, key: Key, outcome: Outcome, tests: str) -> None:
        """Write one down. Lines this short are written whole, also by several processes at once."""
        with self.path.open("a") as file:
            file.write(json.dumps([*key, *outcome, tests]) + "\n")

    def read(self, tests: str | None = None) -> dict[Key, Outcome]:
        """The last that is known of each; only where the tests are these ones of those that survived them."""
        found: dict[Key, Outcome] = {}
        for line in self.path.read_text().splitlines() if self.path.exists() else ():
            *key, killed, by, with_tests = json.loads(line)
            if killed or tests in {None, with_tests}:
                found[Key(*key)] = Outcome(killed, by)
        return found
