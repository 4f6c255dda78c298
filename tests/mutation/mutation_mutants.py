"""The mutants of a module: its source with one small fault each, by the operators of cosmic-ray and one of our own.

cosmic-ray replaces an operator of arithmetic by each other one, a comparison by another, adds or takes away a `not` or
a sign, raises or lowers a number by 1, swaps True and False, `and` and `or`, `break` and `continue`, empties a loop,
takes off a decorator and catches nothing. Ours leaves a statement of a function out.

By rule these are not counted: what stands in an annotation or behind TYPE_CHECKING, which is never run; a message's
text, which is what an f-string in a `raise` makes; the * and / between parameters; and what is no Python.
"""

from __future__ import annotations

import copy
import re
import warnings
from typing import TYPE_CHECKING, Any, NamedTuple, TypeAlias

import parso
from cosmic_ray.plugins import get_operator, operator_names

from mutation_key import Key

if TYPE_CHECKING:
    from collections.abc import Iterator

ARGUMENTS_WANTED = {"core/VariableReplacer", "core/VariableInserter"}  # they are told which names to put where
Node: TypeAlias = Any  # of parso's tree, whose types say too little
STATEMENTS = {"expr_stmt", "atom_expr", "raise_stmt", "return_stmt", "del_stmt", "yield_expr"}


class Mutant(NamedTuple):
    """A fault: the source with the text from start to end replaced."""

    key: Key
    start: int
    end: int
    text: str

    def of(self, source: str) -> str:
        """The source with the fault."""
        return source[: self.start] + self.text + source[self.end :]


class LeaveOut:
    """A statement of a function is left out."""

    def mutation_positions(self, node: Node) -> Iterator[tuple[tuple[int, int], tuple[int, int]]]:
        """Where there is one: (start, end)."""
        if node.type == "simple_stmt" and node.children[0].type in STATEMENTS and _in_function(node):
            yield node.start_pos, node.end_pos

    def mutate(self, node: Node, index: int) -> Node:
        """The statement `pass` in its place."""
        assert index == 0
        return _parsed(f"{node.get_first_leaf().prefix}pass\n")


def mutants(source: str) -> list[Mutant]:
    """All of a module's, in the order of its text."""
    operators = [get_operator(name)() for name in sorted(operator_names()) if name not in ARGUMENTS_WANTED]
    lines = [0]
    for line in source.splitlines(keepends=True):
        lines.append(lines[-1] + len(line))
    found: list[Mutant] = []
    seen: set[str] = set()
    numbers: dict[tuple[str, str, str], int] = {}
    for node in _nodes(_parsed(source)):
        if not _counts(node):
            continue
        start, end = (lines[row - 1] + column for row, column in (node.get_start_pos_of_prefix(), node.end_pos))
        for operator in [*operators, LeaveOut()]:
            for index, _ in enumerate(list(operator.mutation_positions(node))):
                parent = node.parent
                changed = operator.mutate(copy.deepcopy(node, {id(parent): parent}), index)
                text = "" if changed is None else changed.get_code()
                mutant = Mutant(Key(_function(node), "", "", 0), start, end, text)
                if (whole := mutant.of(source)) in seen or whole == source:
                    continue
                seen.add(whole)
                place = (_function(node), *_lines(source, whole))
                number = numbers[place] = numbers.get(place, -1) + 1
                found.append(mutant._replace(key=Key(*place, number)))
    return sorted(found, key=lambda mutant: mutant.start)


def is_code(source: str) -> bool:
    """Whether a mutant is Python at all."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # of `is` beside a literal
        try:
            compile(source, "mutant", "exec", dont_inherit=True)
        except (SyntaxError, ValueError):
            return False
    return True


def _parsed(source: str) -> Node:
    return parso.parse(source)


def _nodes(node: Node) -> Iterator[Node]:
    yield node
    for child in getattr(node, "children", ()):
        yield from _nodes(child)


def _counts(node: Node) -> bool:
    """Whether what stands here is run, and is no message's text."""
    in_text = False
    child = node
    while (parent := child.parent) is not None:
        in_text |= parent.type == "fstring"
        if in_text and parent.type == "raise_stmt":
            return False
        if _only_for_readers(child, parent):
            return False
        child = parent
    return not _is_type_checking(node)


def _only_for_readers(child: Node, parent: Node) -> bool:
    """An annotation, a mark between parameters, or what is for type checkers."""
    if parent.type in {"parameters", "param"}:
        return bool(child.type == "operator")
    if parent.type == "tfpdef":  # name: annotation
        return child is not parent.children[0]
    if parent.type == "annassign":  # : annotation = value
        return len(parent.children) < 4 or child is not parent.children[3]
    if parent.type == "funcdef":
        return child is parent.annotation
    return _is_type_checking(parent)


def _is_type_checking(node: Node) -> bool:
    """TYPE_CHECKING = False, and if TYPE_CHECKING: ..."""
    place = {"if_stmt": 1, "expr_stmt": 0}.get(node.type)
    return place is not None and node.children[place].get_code().strip() == "TYPE_CHECKING"


def _function(node: Node) -> str:
    """The function that a node stands in, with its class: "EdwardsPoint.encode"; "" where it stands in none."""
    names = []
    while node is not None:
        if node.type in {"funcdef", "classdef"}:
            names.append(node.name.value)
        node = node.parent
    return ".".join(reversed(names))


def _in_function(statement: Node) -> bool:
    """Whether it is a function that runs it, and not its class or module."""
    node = statement.parent
    while node is not None and node.type not in {"funcdef", "classdef"}:
        node = node.parent
    return node is not None and node.type == "funcdef"


def _lines(before: str, after: str) -> tuple[str, str]:
    """The lines that differ, without comments at the margin, each as one line."""
    old, new = before.splitlines(), after.splitlines()
    start = next((i for i, (a, b) in enumerate(zip(old, new, strict=False)) if a != b), min(len(old), len(new)))
    end = 0
    while end < min(len(old), len(new)) - start and old[-1 - end] == new[-1 - end]:
        end += 1
    return _one(old[start : len(old) - end]), _one(new[start : len(new) - end])


def _one(lines: list[str]) -> str:
    return " ".join(re.sub(r"\s{2,}#.*$", "", line).strip() for line in lines)
