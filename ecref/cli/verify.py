"""`ecref verify`: whether a signature is that of a file."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from ecref.foreign import implementation as implementation_named
from ecref.formats.signatures import verdict

from .arguments import KEY_OPTIONS, METHOD_OPTIONS, add_command
from .colours import GREEN, RED, coloured
from .files import opened, read_small
from .keys import public_key
from .messages import digest_of
from .methods import NAMESPACE, SSHSIG
from .readings import format_of
from .streams import print_json, refuse_sharing, say, warn
from .switch import add_implementation, chosen

if TYPE_CHECKING:
    from argparse import Namespace

    from ecref import Verdict
    from ecref.formats.names import PublicKey

    from .arguments import Commands

ABOUT = """\
Say whether a signature is that of a file (- is standard input) under a public key: prints "valid",
or "invalid", the reason and a sentence.

Without --format the signature is read in the format that it fits: --format must choose where it fits
two. Lax BER is read only when asked for, by --format ber.

With --implementation the verdict is that of another library's code, under the rule set that it follows,
and both are named; ecref says why it refused. ECREF_IMPLEMENTATION has no effect here by itself."""


def add_parser(commands: Commands) -> None:
    """Add this command."""
    parser = add_command(
        commands,
        "verify",
        *KEY_OPTIONS,
        "--signature",
        "--format",
        "--namespace",
        *METHOD_OPTIONS,
        "--rules",
        "--json",
        help="verify the signature of a file",
        about=ABOUT,
        example="ecref verify --key public-key.pem --signature signature FILE",
    )
    add_implementation(parser, "ecref")
    parser.add_argument("file", metavar="FILE", help="the message")


def run(args: Namespace) -> int:
    """Verify the signature."""
    refuse_sharing(args.key, args.signature, args.file)
    implementation = chosen(args) or (implementation_named("ecref") if args.json else None)
    key = public_key(args)
    if implementation is not None:
        key = implementation.public_key(key)
    signature = read_small(args.signature)
    form = format_of(signature, args.format, key.scheme)
    found = verdict_of(key, signature, form, args)
    whose = {}
    if implementation is not None:
        whose = {"implementation": implementation.version(), "rules": args.rules or implementation.rules(key.scheme)}
    if args.json:
        print_json({**as_object(found, form), **whose})
    else:
        report(found, " ({implementation}, rules {rules})".format(**whose) if whose else "")
    return 0 if found else 1


def verdict_of(key: PublicKey, signature: bytes, format: str, args: Namespace, *, steps: bool = False) -> Verdict:
    """The verdict on a signature of the file, as the options say."""
    namespace = NAMESPACE if format == SSHSIG and args.namespace is None else args.namespace
    how: dict[str, Any] = {"hash": args.hash, "rules": args.rules, "context": args.context, "namespace": namespace}
    with opened(args.file) as file:
        what: dict[str, Any] = {"digest": digest_of(file)} if args.digest else {"message": file}
        return verdict(key, signature, **what, **how, format=format, steps=steps)


def as_object(found: Verdict, format: str) -> dict[str, object]:
    """A verdict as --json prints it."""
    shown = {"valid": found.valid, "reason": found.reason, "detail": found.detail}
    return {**shown, "warnings": found.warnings, "format": format}


def report(found: Verdict, whose: str) -> None:
    """Print a verdict and whose it is, and warn of what is remarkable."""
    valid, invalid = coloured("valid", GREEN), coloured("invalid", RED)
    say(f"{valid}{whose}" if found else f"{invalid}{whose}: {found.reason}: {found.detail}")
    warn_of(found)


def warn_of(found: Verdict) -> None:
    """Warn of what is remarkable, whether valid or not."""
    for warning in found.warnings:
        warn(f"{warning}: {found.detail}" if found and warning == "lax-encoding" else warning)
