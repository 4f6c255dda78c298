"""Which format a signature has. Two may fit the same octets, so what isn't clear is asked for, and never guessed."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ecref.errors import UnusableInput
from ecref.formats import sshsig
from ecref.formats.signatures import formats_of, readings

from .files import from_hex
from .methods import SSHSIG
from .streams import note

if TYPE_CHECKING:
    from .names import Scheme

SSHSIG_MARKS = (sshsig.MAGIC, f"-----BEGIN {sshsig.LABEL}".encode())


def format_of(signature: bytes, named: str | None, scheme: Scheme) -> str:
    """The format to read a signature in: the one that is named, or else the only one that it fits.

    Octets may stand in a file as they are or as hex. What fits no format is judged in the scheme's first.
    """
    as_hex = "-hex" if from_hex(signature) is not None else ""
    if named is not None:
        return f"{named}{as_hex}" if f"{named}-hex" in formats_of(scheme) else named
    default = SSHSIG if signature.startswith(SSHSIG_MARKS) else formats_of(scheme)[0] + as_hex
    found = readings(signature, scheme)
    strict = [name for name in found if not _is_lax(name)]
    if len(strict) > 1:
        raise UnusableInput("bad-request", f"the signature fits {' and '.join(strict)}; say by --format which it is")
    for name in found:
        if name not in strict:
            note(f"the signature could be read as lax BER, by --format {name}")
    if strict and strict[0] != default:
        note(f"the signature is read as {strict[0]}")
    return strict[0] if strict else default


def _is_lax(format: str) -> bool:
    return format.partition("-")[0] == "ber"
