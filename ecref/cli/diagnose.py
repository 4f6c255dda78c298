"""`ecref diagnose`: why a signature doesn't verify, and what to change."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ecref.eddsa import EdDSA
from ecref.errors import UnusableInput
from ecref.formats import read_private_key, read_public_key, readings

from .arguments import KEY_OPTIONS, METHOD_OPTIONS, add_command
from .colours import GREEN, RED, coloured
from .files import opened, read_small
from .methods import NAMESPACE
from .names import named_scheme
from .readings import format_of
from .streams import note, print_json, refuse_sharing, say, warn

if TYPE_CHECKING:
    from argparse import Namespace

    from ecref.referee.diagnosis import Case, Diagnosis, Reading

    from .arguments import Commands
    from .names import Scheme

ABOUT = """\
Say why a signature of a file (- is standard input) doesn't verify. The signature, the message, the hash,
the key and the scheme are read in every way that explains what people really report: in another format
or order, with a newline more or less, hashed twice or not at all, with the key's octets reversed, and so
on. Every reading under which the signature holds is listed, the likeliest first, and the last line says
in one sentence what to change.

A reading is listed only if the signature verifies under it. The exit status is 0 only if the signature
holds as given, as `ecref verify` reads it."""

LONGEST = 16 << 20  # octets of a message, which is kept in memory in many versions


def add_parser(commands: Commands) -> None:
    """Add this command."""
    parser = add_command(
        commands,
        "diagnose",
        *KEY_OPTIONS,
        "--signature",
        "--format",
        "--namespace",
        *METHOD_OPTIONS,
        "--rules",
        "--json",
        help="why a signature doesn't verify, and what to change",
        about=ABOUT,
        example="ecref diagnose --key public-key.pem --signature signature FILE",
    )
    parser.add_argument("file", metavar="FILE", help="the message")


def run(args: Namespace) -> int:
    """Diagnose the case."""
    from ecref.referee.diagnosis import diagnose

    refuse_sharing(args.key, args.signature, args.file)
    found = diagnose(_case(args))
    if args.json:
        print_json({"valid": found.holds_as_given, **found.to_dict()})
    else:
        _report(found)
    if found.left_out:
        note("not every reading was tried, since the message is long")
    return 0 if found.holds_as_given else 1


def _case(args: Namespace) -> Case:
    """The case that the arguments describe."""
    from ecref.referee.diagnosis import Case, GivenKey

    data, signature = read_small(args.key), read_small(args.signature)
    scheme = named_scheme(args) or _scheme_of(data, args)
    eddsa = isinstance(scheme, EdDSA)
    for name in ("hash", "digest") if eddsa else ("context",):
        if getattr(args, name):
            raise UnusableInput("bad-request", f"--{name} has no meaning for {scheme.name}")
    return Case(
        scheme=scheme,
        key=GivenKey(data, args.key_format),
        signature=signature,
        format=_format(signature, args.format, scheme),
        message=_message(args.file),
        rules=args.rules or ("rfc8032" if eddsa else "fips186-5"),
        is_digest=args.digest,
        hash=args.hash,
        context=args.context,
        namespace=NAMESPACE if args.namespace is None else args.namespace,
    )


def _scheme_of(data: bytes, args: Namespace) -> Scheme:
    """The scheme of a key in a container, whichever of the two it is."""
    try:
        return read_public_key(data, format=args.key_format).key.scheme
    except UnusableInput as error:
        try:
            return read_private_key(data).key.scheme
        except UnusableInput:
            raise UnusableInput(error.code, f"{args.key}: {error.detail}") from None


def _format(signature: bytes, named: str | None, scheme: Scheme) -> str:
    """The format that `ecref verify` reads the signature in; the first of two that fit, since all are tried."""
    try:
        return format_of(signature, named, scheme)
    except UnusableInput:
        return readings(signature, scheme)[0]


def _message(path: str) -> bytes:
    """The whole message."""
    with opened(path) as file:
        message = file.read(LONGEST + 1)
    if len(message) > LONGEST:
        instead = "for ECDSA, its digest will do (--digest)"
        raise UnusableInput("bad-length", f"{path}: longer than {LONGEST:,} octets; {instead}")
    return message


def _report(found: Diagnosis) -> None:
    """Print the readings, and what to change."""
    for number, reading in enumerate(found.readings, 1):
        say(f"reading {number} of {len(found.readings)}: {_how(reading)}")
        for change in reading.changes:
            say(f"  {change.what}: {change.name}: {change.detail}")
        for warning in reading.warnings:
            warn(f"reading {number}: {warning}")
    say(coloured(found.advice, GREEN if found.holds_as_given else RED))


def _how(reading: Reading) -> str:
    """With what a reading's signature holds."""
    if isinstance(reading.scheme, EdDSA):
        return f"{reading.scheme.name}, rules {', '.join(reading.rules)}"
    return f"ECDSA on {reading.scheme.name}, {reading.hash or 'a digest'}, rules {', '.join(reading.rules)}"
