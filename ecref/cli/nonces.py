"""`ecref nonces`: what many signatures give away about the numbers that should be secret and used once."""

from __future__ import annotations

import shutil
from argparse import ArgumentTypeError
from tempfile import TemporaryFile
from typing import TYPE_CHECKING

from ecref import formats
from ecref.errors import UnusableInput

from .arguments import KEY, METHOD, add_command
from .colours import GREEN, RED, coloured
from .files import opened
from .keys import read_key
from .names import named_scheme
from .streams import complain, print_json, refuse_sharing, say, warn

if TYPE_CHECKING:
    from argparse import Namespace
    from collections.abc import Callable

    from ecref.formats.names import PublicKey
    from ecref.referee.nonces import Finding, Report

    from .arguments import Commands

ABOUT = """\
Audit the nonces of many signatures: a file (- is standard input) of JSON, an object a line, or of CSV
with a header. The fields have the names of the line protocol: key (or public_key), signature, message
or digest, and where needed curve, scheme, hash, context, public_key_format, signature_format. Octets
are hex. Options say what the file doesn't.

Found are a nonce that a key used for different messages, a nonce that several keys used, nonces of the
key of --key that are not uniform, and without it those that are short, or have high or low bits in
common, as far as a lattice finds them. A private key that follows is checked against the public one,
so nothing is found by mistake; it is shown only with --show-secrets. That a signature stands there
twice, as it is or with n - s for s, is no finding.

A line that can't be read is counted and named, and so is what can't be judged, as a repeated nonce
that no key explains: then the exit status is 2, if nothing was found."""


def add_parser(commands: Commands) -> None:
    """Add this command."""
    parser = add_command(
        commands,
        "nonces",
        "--key-format",
        "--curve",
        "--scheme",
        "--context",
        "--hash",
        "--format",
        "--json",
        help="repeated and biased nonces in many signatures",
        about=ABOUT,
        example="ecref nonces SIGNATURES",
    )
    parser.group(KEY).add_argument(
        "--key", metavar="FILE", help="a private key: its nonces are computed, and tested whether they are uniform"
    )
    test = parser.group(METHOD)
    test.add_argument(
        "--lattice",
        type=_number(100),
        default=60,
        metavar="N",
        help="signatures of a key that the lattice test takes at most, up to 100 (default: 60, some 12 s a key; "
        "0: no such test)",
    )
    test.add_argument(
        "--lattice-keys",
        type=_number(999),
        default=4,
        metavar="N",
        help="keys that it is made for, those with the most signatures first (default: 4)",
    )
    parser.add_argument("--show-secrets", action="store_true", help="show the private keys that were found")
    parser.add_argument("file", metavar="FILE", help="the signatures")


def run(args: Namespace) -> int:
    """Audit the file."""
    refuse_sharing(args.key, args.file)
    report = _audit(args)
    if args.show_secrets and any(finding.secrets for finding in report.findings):
        warn("the output shows private keys")
    if args.json:
        print_json(report.to_dict(show_secrets=args.show_secrets))
    else:
        _print(report, show_secrets=args.show_secrets)
    if report.findings:
        return 1
    unclear = len(report.doubts) + report.bad
    return complain(f"{args.file}: nothing was found, but not all could be judged{_first(report)}") if unclear else 0


def _audit(args: Namespace) -> Report:
    from ecref.referee.nonces import Defaults, audit

    key = None if args.key is None else read_key(args, formats.read_private_key, args.key_format).key
    if key is None and args.key_format is not None:
        raise UnusableInput("bad-request", "--key-format has no meaning without --key")
    defaults = Defaults(named_scheme(args), args.hash, args.format, args.context)
    with opened(args.file) as file, TemporaryFile() as copy:
        if not file.seekable():  # a pipe
            shutil.copyfileobj(file, copy)
            copy.seek(0)
        source = file if file.seekable() else copy
        try:
            return audit(source, defaults, private_key=key, signatures=args.lattice, keys=args.lattice_keys)
        except UnusableInput as error:
            raise UnusableInput(error.code, f"{args.file}: {error.detail}") from None


def _number(most: int) -> Callable[[str], int]:
    def read(text: str) -> int:
        if not (text.isascii() and text.isdecimal() and len(text) < 4 and int(text) <= most):
            raise ArgumentTypeError(f"wanted a number from 0 to {most}, not {text[:40]!r}")
        return int(text)

    return read


def _first(report: Report) -> str:
    """The first thing that could not be judged."""
    if report.faults:
        line, error = report.faults[0]
        return f": {report.bad:,} lines could not be read, first line {line}: {error.detail}"
    return f": {report.doubts[0]}"


def _print(report: Report, *, show_secrets: bool) -> None:
    say(f"{report.signatures:,} signatures, {report.duplicates:,} of them duplicates")
    for finding in report.findings:
        _print_finding(finding, show_secrets=show_secrets)
    if report.outcomes:
        say("tests of the nonces of the key, and how likely chance alone gives that or worse:")
    for test in report.outcomes:
        say(f"  {test.probability:>9}  {test.name}: {test.measured}")
    if report.enough:
        say(f"lattice test of {report.searched:,} of the {report.enough:,} keys with signatures enough")
    for line, error in report.faults:
        say(f"line {line} could not be read: {error.code}: {error.detail}")
    if report.bad > len(report.faults):
        say(f"and {report.bad - len(report.faults):,} more lines could not be read")
    for doubt in report.doubts:
        say(f"not judged: {doubt}")
    if not (report.findings or report.bad or report.doubts):
        say(coloured("nothing found", GREEN))


def _print_finding(finding: Finding, *, show_secrets: bool) -> None:
    say(coloured(f"{finding.kind}: {finding.detail}", RED))
    for key in finding.keys:
        say(f"  key: {_shown(key)}")
    say(f"  lines: {', '.join(map(str, finding.lines))}; nonces: {finding.nonces:,}")
    for key, secret in finding.written_secrets():
        more = f": {secret}" if show_secrets else " (--show-secrets)"
        say(f"  the private key of {_shown(key)} was found and checked{more}")


def _shown(key: PublicKey) -> str:
    return f"{key.scheme.curve.name} {key.to_bytes().hex()}"
