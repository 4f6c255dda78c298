"""The marks of a standard's steps, in the code and in the tests.

In the code a function cites the sections that it follows in its docstring, in square brackets:
"[RFC 8032, 5.1.6 and 5.2.6]". Numbers of steps stand at the right margin, in a comment or as the last argument of
`note`, and count for each section that the function cites. A citation with "step 2" or "steps 1 to 3" needs no margin.
A comment that begins with the name of a standard is a citation for its line, and on an assignment's first line for all
of it.

A test has a mark of pytest: @pytest.mark.step("RFC 8032", "5.1.7-1 S < L"). It is no comment, so that pytest refuses a
misspelt one, and `pytest -m step` runs the marked tests.
"""

from __future__ import annotations

import ast
import io
import re
import tokenize
from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

STANDARDS = ("RFC 8032", "RFC 6979", "FIPS 186-5", "SEC 1")
_STANDARD = "|".join(STANDARDS)
_OTHER = re.compile(r"\s*(?:[A-Z]{2,}|and )\b")  # a piece that begins so cites something else
_SECTION = re.compile(r"(?<![\w.])(?:[A-Z]\.)?\d+(?:\.\d+)+(?!\w)|(?<![\w.])[A-Z](?:\.\d+)+(?!\w)")
_NUMBER = r"(?:\d+|[a-h])(?:\.\d+)*(?!\w)"
_NUMBERS = re.compile(rf"{_NUMBER}(?:, {_NUMBER})*")


class Citation(NamedTuple):
    """A section of a standard, with the steps that are named beside it."""

    standard: str
    section: str
    steps: tuple[str, ...]


class Place(NamedTuple):
    """A function or an assignment: its lines, what it cites, and the marks in it by line."""

    first: int
    last: int
    cited: list[Citation]
    cited_at: dict[int, list[Citation]]
    margin: dict[int, list[str]]


def citations(text: str) -> Iterator[Citation]:
    """The sections in the inside of one pair of brackets; what isn't one of STANDARDS is passed over."""
    standard = None
    for piece in text.split(";"):
        rest = piece
        if found := re.match(rf"\s*({_STANDARD})\b", piece):
            standard, rest = found[1], piece[found.end() :]
        elif _OTHER.match(piece):
            standard = None
        if standard is None:
            continue
        head, _, named = rest.partition("step")
        for section in _SECTION.findall(head):
            yield Citation(standard, section, tuple(_steps(named)))


def _steps(text: str) -> Iterator[str]:
    """The numbers in "s 1 to 3", "s d and f" or " 2"; none in other text."""
    if found := re.match(rf"s? ({_NUMBER})((?:(?:,| and| to) {_NUMBER})*)", text):
        yield found[1]
        last = found[1]
        for word, number in re.findall(rf"(,| and| to) ({_NUMBER})", found[2]):
            yield from map(str, range(int(last) + 1, int(number))) if word == " to" else ()
            yield number
            last = number


def in_code(source: str, module: str) -> dict[str, Place]:
    """The functions and assignments of a module, by dotted names that begin with the module's."""
    comments = dict(_comments(source))
    places = {}
    for name, node in _named(ast.parse(source), module):
        if isinstance(node, ast.ClassDef):
            continue
        docstring = ast.get_docstring(node) or "" if isinstance(node, ast.FunctionDef) else ""
        inside = re.findall(r"\[([^\[\]]*)\]", docstring)
        cited = [citation for text in inside for citation in citations(" ".join(text.split()))]
        last = node.end_lineno or node.lineno
        lines = range(node.lineno, last + 1)
        cited_at = {line: list(citations(comments[line])) for line in lines if line in comments}
        margin = {line: comments[line].split(", ") for line in lines if _NUMBERS.fullmatch(comments.get(line, ""))}
        for line, number in _noted(node):
            margin.setdefault(line, []).append(number)
        if isinstance(node, ast.Assign | ast.AnnAssign):
            cited += cited_at.get(node.lineno, [])
        places[name] = Place(node.lineno, last, cited, cited_at, margin)
    return places


def _comments(source: str) -> Iterator[tuple[int, str]]:
    for token in tokenize.generate_tokens(io.StringIO(source).readline):
        if token.type == tokenize.COMMENT:
            yield token.start[0], token.string.rpartition("# ")[2]


def _named(node: ast.AST, name: str) -> Iterator[tuple[str, ast.stmt]]:
    for child in ast.iter_child_nodes(node):
        if isinstance(child, ast.FunctionDef | ast.ClassDef):
            yield f"{name}.{child.name}", child
            yield from _named(child, f"{name}.{child.name}")
        elif isinstance(child, ast.Assign | ast.AnnAssign):
            target = child.targets[0] if isinstance(child, ast.Assign) else child.target
            if isinstance(target, ast.Name) and not isinstance(node, ast.FunctionDef):
                yield f"{name}.{target.id}", child


def _noted(node: ast.AST) -> Iterator[tuple[int, str]]:
    """The lines and numbers of note(value, name, step)."""
    for call in ast.walk(node):
        if isinstance(call, ast.Call) and isinstance(call.func, ast.Name) and call.func.id == "note":
            step = call.args[-1]
            if isinstance(step, ast.Constant) and isinstance(step.value, int):
                yield step.lineno, str(step.value)


def in_tests(folder: Path) -> dict[tuple[str, str], list[str]]:
    """For each standard and key that a test of the folder is marked with, the tests: "test_eddsa.py::test_x"."""
    found: dict[tuple[str, str], list[str]] = {}
    for path in sorted(folder.glob("test_*.py")):
        source = path.read_text()
        if "mark.step(" not in source:
            continue
        for node in ast.parse(source).body:
            if isinstance(node, ast.FunctionDef):
                for standard, key in _marked(node):
                    found.setdefault((standard, key), []).append(f"{path.name}::{node.name}")
    return found


def _marked(test: ast.FunctionDef) -> Iterator[tuple[str, str]]:
    for decorator in test.decorator_list:
        if isinstance(decorator, ast.Call) and ast.unparse(decorator.func) == "pytest.mark.step":
            standard, *keys = (ast.literal_eval(argument) for argument in decorator.args)
            yield from ((standard, key) for key in keys)
