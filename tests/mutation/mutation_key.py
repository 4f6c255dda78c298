"""What names a mutant, what became of it, and what names the code that it was made of."""

from __future__ import annotations

import ast
import hashlib
import re
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
    """What stays while a module does the same: its text without comments, docstrings and empty lines, as a short hash.

    Of the text, and not of its tree, which each Python writes otherwise.
    """
    text = path.read_text()
    lines = text.splitlines()
    for node in ast.walk(ast.parse(text)):
        if isinstance(node, ast.Module | ast.ClassDef | ast.FunctionDef) and ast.get_docstring(node) is not None:
            docstring = node.body[0]
            for number in range(docstring.lineno - 1, docstring.end_lineno or 0):
                lines[number] = ""
    kept = [re.sub(r"(^|\s)\s*# .*$", "", line).rstrip() for line in lines]
    return hashlib.sha256("\n".join(filter(None, kept)).encode()).hexdigest()[:16]
