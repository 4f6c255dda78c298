"""Which key is meant: the one container of the kind that is wanted, or octets that a named curve makes a key.

What detection.py finds is held against what the caller wants, and whatever doesn't fit is an error that says what was
got and what was wanted. Nothing is guessed: where two containers would do, somebody has to say which.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, TypeAlias

from ecref.ecdsa import ECDSA
from ecref.eddsa import EdDSA, ed25519
from ecref.errors import UnusableInput

from . import text
from .detection import BOM, PRIVATE, PUBLIC, Container, described, find, find_damaged, spelt_out, unhexed
from .faults import wrong_key
from .names import WANTED
from .schemes import CURVES

if TYPE_CHECKING:
    from .names import Scheme

EXPANDED = "ed25519-expanded"
HEX = "hex"
PRIVATE_FORMATS = ("raw", "pkcs8-der", "pkcs8-pem", "sec1-der", "sec1-pem", "jwk", "openssh", EXPANDED)
PUBLIC_FORMATS = (
    *("raw", "sec1", "spki-der", "spki-pem", "jwk", "openssh"),
    *("certificate-pem", "certificate-der", "csr-pem", "csr-der"),
)

Located: TypeAlias = tuple[Container, tuple[str, ...]]  # the container, and notes on it


def locate(octets: bytes, kind: str, scheme: Scheme | None, format: str | None) -> Located:
    """The one container of this kind of key, PRIVATE or PUBLIC, and in this format where one is named."""
    if format is not None and _has_no_marks(format, kind):
        return _named_raw(octets, kind, scheme, format)
    found = find(octets)
    if not found and format is None and scheme is not None and _may_be_raw(octets, kind, scheme):
        return _raw(octets, kind, scheme)
    found = found or _damaged(octets)
    if not found:
        return _without_marks(octets, kind, scheme, format)
    fitting = [container for container in found if kind in container.holds and format in (None, container.format)]
    if len(fitting) == 1:
        return fitting[0], _notes(octets, [container for container in found if container is not fitting[0]])
    if fitting:
        raise UnusableInput("unsupported", f"got {len(fitting)} keys, {_listed(fitting)}; wanted one")
    if any(container.holds for container in found):
        raise wrong_key(_listed(found) + _in_format(found, format), _wanted(kind, format))
    raise wrong_key(_listed(found), WANTED)


def _wanted(kind: str, format: str | None) -> str:
    return f"a {kind} key" + (f" in the format {format}" if format else "")


def _damaged(octets: bytes) -> list[Container]:
    """The containers that octets may be. UnusableInput "bad-encoding" where only a line's end is too much."""
    bare = text.without_line_end(octets)
    whole = find(bare) if bare != octets else []
    if whole:
        raise UnusableInput("bad-encoding", f"got {_listed(whole)} with a line's end behind it, wanted it without")
    return find_damaged(octets)


def _has_no_marks(format: str, kind: str) -> bool:
    """Whether data in this format can't be told by its marks; UnusableInput "unsupported" for a name of no format."""
    check_format(format, kind)
    return format in ("raw", "sec1", EXPANDED, HEX)


def check_format(format: str, kind: str) -> None:
    """Refuse a name of no format: UnusableInput "unsupported"."""
    known = (*(PRIVATE_FORMATS if kind == PRIVATE else PUBLIC_FORMATS), HEX)
    if not isinstance(format, str):
        raise TypeError(f"a key format is named by a str, not {type(format).__name__}")
    if format not in known:
        there = ", ".join(known)
        raise UnusableInput("unsupported", f"no {kind} key has the format {format[:40]!r}; there are {there}")


def _named_raw(octets: bytes, kind: str, scheme: Scheme | None, format: str) -> Located:
    """Octets without marks, which somebody says are a raw key."""
    if scheme is None:
        raise UnusableInput("bad-request", f"a key in the format {format} needs a curve named")
    name = raw_name(kind, scheme)
    if format == HEX:
        digits = unhexed(octets)
        if digits is None:
            got = described(octets) or f"{len(octets)} octets"
            raise UnusableInput("bad-encoding", f"got {got}, wanted hex digits")
        return Container(name, (kind,), f"a {kind} key in hex", digits), _notes(octets, [])
    if format == EXPANDED and scheme.curve == ed25519.curve:
        name = EXPANDED
    if format != name:
        raise UnusableInput("unsupported", f"no {kind} key of {scheme.name} has the format {format}")
    return Container(name, (kind,), f"a raw {kind} key", octets), ()


def _without_marks(octets: bytes, kind: str, scheme: Scheme | None, format: str | None) -> Located:
    """Data that is no container: a raw key whose length its reader refuses, or an error that says what the data is."""
    digits, form = unhexed(octets), described(octets)
    if form is None and format is None and scheme is not None:
        return _raw(octets, kind, scheme)
    count = len(octets if digits is None else digits)
    got = form or f"{count} octets{'' if digits is None else ' in hex'} without a container"
    fitting = [name for name, curve in CURVES.items() if count in _raw_lengths(kind, curve)]
    if form is None and format is None and fitting:
        raise UnusableInput("bad-request", f"got {got}, wanted a curve named: they fit {', '.join(fitting)}")
    raise UnusableInput("bad-encoding", f"got {got}, wanted {_wanted(kind, format)}")


def _raw(octets: bytes, kind: str, scheme: Scheme) -> Located:
    """Octets without marks as a raw key, or the octets of their hex digits where these have the better length."""
    name, sizes, digits = raw_name(kind, scheme), _raw_lengths(kind, scheme), unhexed(octets)
    if digits is not None and (len(digits) in sizes or len(octets) not in sizes):
        notes = (*_notes(octets, []), "written in hex digits")
        return Container(name, (kind,), f"a {kind} key in hex", digits), notes
    notes = () if digits is None else ("its octets are hex digits themselves",)
    return Container(name, (kind,), f"a raw {kind} key{_hint(octets, kind, scheme)}", octets), notes


def _hint(octets: bytes, kind: str, scheme: Scheme) -> str:
    """What explains that octets don't have the length of a key of this kind."""
    if len(octets) in _raw_lengths(kind, scheme):
        return ""
    if len(text.without_line_end(octets)) in _raw_lengths(kind, scheme):
        return " with a line's end behind it"
    other = PUBLIC if kind == PRIVATE else PRIVATE
    return f" of the length of a {other} one" if len(octets) in _raw_lengths(other, scheme) else ""


def raw_name(kind: str, scheme: Scheme) -> str:
    """What protocol.md calls the form without a container."""
    return "sec1" if kind == PUBLIC and isinstance(scheme, ECDSA) else "raw"


def _may_be_raw(octets: bytes, kind: str, scheme: Scheme) -> bool:
    """Whether there are as many octets as a raw key has, and they aren't the text of a container.

    In base64, Ed25519's PKCS#8 has 64 characters, as a seed with its public half has octets. Hex digits have no marks
    of anything, so that they come to _raw in any case.
    """
    return len(octets) in _raw_lengths(kind, scheme) and spelt_out(octets) is None


def _raw_lengths(kind: str, scheme: Scheme) -> tuple[int, ...]:
    """How many octets raw.py reads."""
    size = scheme.curve.size
    if isinstance(scheme, EdDSA):
        return (size, 2 * size) if kind == PRIVATE else (size,)
    return ((scheme.curve.n.bit_length() + 7) // 8,) if kind == PRIVATE else (1 + size, 1 + 2 * size)


def _notes(octets: bytes, others: list[Container]) -> tuple[str, ...]:
    """What is remarkable about data in which one container was found among others."""
    bom = ("a UTF-8 byte order mark stands before it",) if octets.startswith(BOM) else ()
    return (*bom, f"beside it: {_listed(others)}") if others else bom


def _in_format(found: list[Container], format: str | None) -> str:
    """The format of the one container that isn't in the format that was named."""
    return f" ({found[0].format})" if format and len(found) == 1 and found[0].format else ""


def _listed(containers: list[Container]) -> str:
    """What containers are, the first three of them."""
    names = [container.what for container in containers]
    return " and ".join(names[:3]) + (f" and {len(names) - 3} more" if len(names) > 3 else "")
