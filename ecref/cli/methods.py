"""How a file is signed or was signed: which options have a meaning for which scheme and format."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ecref.eddsa import EdDSA
from ecref.errors import UnusableInput
from ecref.formats.signatures import formats_of

if TYPE_CHECKING:
    from argparse import Namespace

    from .names import Scheme

SSHSIG = "sshsig"
NAMESPACE = "file"  # what ssh-keygen's manual advises for files


def format_to_write(args: Namespace, scheme: Scheme) -> str:
    """The format that --format names, or the scheme's usual one."""
    known = formats_of(scheme)
    if args.format is not None and args.format not in known:
        named = ", ".join(name for name in known if "-" not in name)
        got = f"no format {args.format[:40]!r} of {scheme.name}"
        raise UnusableInput("unsupported", f"{got}; there are {named}, and text forms such as {known[-1]}")
    return args.format or known[0]


def refuse_foreign(args: Namespace, scheme: Scheme, format: str) -> None:
    """Refuse an option that has no meaning for the scheme, or for the format."""
    if format == SSHSIG:
        _refuse(args, ("context", "digest", "low_s", "nonce"), format)
    else:
        _refuse(args, ("hash", "digest", "low_s", "nonce") if isinstance(scheme, EdDSA) else ("context",), scheme.name)
        _refuse(args, ("namespace",), f"the format {format}")


def _refuse(args: Namespace, names: tuple[str, ...], what: str) -> None:
    for name in names:
        if getattr(args, name, None) not in (None, False):
            raise UnusableInput("bad-request", f"--{name.replace('_', '-')} has no meaning for {what}")
