"""Listings of an algorithm's values: each with its step, its letter, its meaning, and itself in hex."""

from __future__ import annotations

import shutil
import textwrap
from typing import TYPE_CHECKING, TypedDict

from ecref import EdDSA

from .sentences import SENTENCES, is_secret

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from .names import Scheme

NARROW = 40  # columns that a line is given at least
INDENT = "    "
GROUP = 8  # hex digits
INPUT = "input"  # in place of a step's number


class Value(TypedDict):
    """A value as --json shows it."""

    step: str
    name: str
    value: str
    meaning: str
    secret: bool


def described(section: str, values: Iterable[tuple[str, str, bytes]]) -> list[Value]:
    """(step, letter, octets) in a section of its standard, with what each of them means."""
    return [
        {
            "step": step,
            "name": letter,
            "value": octets.hex(),
            "meaning": SENTENCES[section][letter],
            "secret": is_secret(section, letter),
        }
        for step, letter, octets in values
    ]


def standard(scheme: Scheme, *, signing: bool) -> tuple[str, str]:
    """The standard that the steps follow, and its section."""
    if isinstance(scheme, EdDSA):
        return "RFC 8032", f"{scheme.section}.{6 if signing else 7}"
    return "FIPS 186-5", "6.4.1" if signing else "6.4.2"


def functions(scheme: Scheme, hash: str | None, context: bytes | None, *, digest: bool) -> str:
    """What the letters of the sentences stand for."""
    if not isinstance(scheme, EdDSA):
        return "H is given" if digest else f"H is {hash or scheme.hash} of the message"
    size = f"{scheme.hash.name} with {scheme.hash.size} octets"
    prehash = "M" if scheme.prehash is None else f"{scheme.prehash.name}(M) with {scheme.prehash.size} octets"
    dom = "is empty"
    if scheme.dom is not None:
        C = context.hex() if context else "empty"
        dom = f'is "{scheme.dom.decode()}" || {int(scheme.prehash is not None)} || len(C) || C, where C is {C}'
    return f"H is {size}, PH(M) is {prehash}, dom {dom}"


def equation(scheme: Scheme, *, cofactored: bool) -> str:
    """What holds for a valid signature."""
    if not isinstance(scheme, EdDSA):
        return "x(R1) mod n = r"
    h = f"[{scheme.curve.cofactor}]" if cofactored else ""
    return f"{h}[S]B = {h}R + {h}[k]A"


def listing(values: Iterable[Value]) -> Iterator[str]:
    """The lines of a listing."""
    for value in values:
        secret = " [secret]" if value["secret"] else ""
        yield from wrapped(f"{value['step']:<7}  {value['name']:<6}  {value['meaning']}{secret}")
        yield from grouped(value["value"])


def grouped(value: str) -> list[str]:
    """Hex in groups, as many on a line as fit."""
    groups = " ".join(value[start : start + GROUP] for start in range(0, len(value), GROUP))
    return textwrap.wrap(groups, _width(), initial_indent=INDENT, subsequent_indent=INDENT)


def wrapped(text: str, indent: str = INDENT) -> list[str]:
    """A sentence on as many lines as it takes; all but the first are indented. Names with hyphens stay whole."""
    return textwrap.wrap(text, _width(), subsequent_indent=indent, break_on_hyphens=False)


def _width() -> int:
    """Columns: the terminal's, or COLUMNS, or 80 where there is neither."""
    return max(NARROW, shutil.get_terminal_size().columns)
