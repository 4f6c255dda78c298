"""What names a mutant, what became of it, and what names the code that it was made of."""

from __future__ import annotations

import ast
import hashlib
from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from pathlib import Path


class Key(NamedTuple):
    """What names a mutant as long as its lines stay: also where others are written above them."""

    function: str
    before: str
    after: str
    number: int  # 0, or that of the further mutants with the same text in the function

    def texts(self) -> tuple[str, str, str]:
        """What a reason names: it holds for all mutants with the same text."""
        return self[:3]


class Outcome(NamedTuple):
    """What became of a mutant."""

    killed: bool
    by: str  # the test's name; "time" or "memory" for what didn't end, "import" where nothing loads, "" if it survived


def digest(path: Path) -> str:
    """What stays while a module does the same: its tree without comments and docstrings, as a short hash."""
    tree = ast.parse(path.read_text())
    for node in ast.walk(tree):
        if isinstance(node, ast.Module | ast.ClassDef | ast.FunctionDef) and ast.get_docstring(node) is not None:
            node.body[0] = ast.Pass()
    return hashlib.sha256(ast.unparse(tree).encode()).hexdigest()[:16]
