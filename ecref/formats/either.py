"""A key of which nobody says whether it is private or public.

A container's marks or a JWK's members tell it, and mostly the length of raw octets; but 32 octets are both a seed and a
public key of Ed25519, and a PEM file may hold a certificate beside its key. So both readings are given, if both hold.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from ecref.errors import UnusableInput

from .detection import PRIVATE, PUBLIC, find
from .finding import HEX, PRIVATE_FORMATS, PUBLIC_FORMATS
from .keys import read_private_key, read_public_key
from .strict_json import quoted

if TYPE_CHECKING:
    from typing import TypeAlias

    from .keys import FoundKey
    from .names import PrivateKey, PublicKey, Scheme

    Found: TypeAlias = FoundKey[PrivateKey] | FoundKey[PublicKey]

KEY_FORMATS = {PRIVATE: (*PRIVATE_FORMATS, HEX), PUBLIC: (*PUBLIC_FORMATS, HEX)}

_LESS_TELLING = {"bad-encoding": 1, "wrong-key": 2}  # than what a reader finds in a key of its own kind


def read_keys(data: bytes, *, curve: str | Scheme | None = None, format: str | None = None) -> list[Found]:
    """The private key, the public key, or both, that data may be read as; UnusableInput as read_private_key."""
    kinds = _kinds(data) if format is None else kinds_of(format)
    found: list[Found] = []
    faults = []
    for kind in kinds:
        read = read_private_key if kind == PRIVATE else read_public_key
        try:
            found.append(read(data, curve=curve, format=format))
        except UnusableInput as fault:
            faults.append(fault)
    if not found:
        raise min(faults, key=lambda fault: _LESS_TELLING.get(fault.code, 0))
    return found


def kinds_of(format: str) -> list[str]:
    """PRIVATE, PUBLIC, or both, which a format may hold; UnusableInput "unsupported" for a name of none."""
    kinds = [kind for kind, formats in KEY_FORMATS.items() if format in formats]
    if not kinds:
        known = ", ".join(dict.fromkeys(name for formats in KEY_FORMATS.values() for name in formats))
        raise UnusableInput("unsupported", f"no key has the format {quoted(format)}; there are {known}")
    return kinds


def _kinds(data: bytes) -> list[str]:
    """The kinds that the containers in data hold, or both where nothing tells."""
    containers = find(data)
    return [kind for kind in (PRIVATE, PUBLIC) if any(kind in found.holds for found in containers)] or [PRIVATE, PUBLIC]
