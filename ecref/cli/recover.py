"""`ecref recover`: the public keys under which an ECDSA signature holds."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from ecref import ECDSA
from ecref.errors import InvalidSignature, UnusableInput
from ecref.formats import dump_public_key, read_signature

from .arguments import WRITTEN_PUBLIC, add_command, add_written_format
from .files import opened, read_small
from .messages import digest_of
from .methods import SSHSIG
from .readings import format_of
from .streams import note, print_json, refuse_sharing, say
from .texts import as_text

if TYPE_CHECKING:
    from argparse import Namespace

    from ecref.formats.names import PublicKey

    from .arguments import Commands

ABOUT = """\
Print every public key under which an ECDSA signature of a file (- is standard input) holds: the number
by which signatures call it (recid, 0 to 3), and the key. A signature that names its recid, in the format
compact or eth, leaves one key. The exit status is 1 where no key fits.

A RECOVERED KEY PROVES NOTHING BY ITSELF: every signature fits some key for any message. Compare it with
a key that you know."""


def add_parser(commands: Commands) -> None:
    """Add this command."""
    parser = add_command(
        commands,
        "recover",
        "--curve",
        "--signature",
        "--format",
        "--hash",
        "--digest",
        "--json",
        help="the public keys that an ECDSA signature fits",
        about=ABOUT,
        example="ecref recover --curve secp256k1 --signature signature FILE",
    )
    add_written_format(parser, WRITTEN_PUBLIC, "sec1")
    parser.add_argument("file", metavar="FILE", help="the message")


def run(args: Namespace) -> int:
    """Print the keys."""
    refuse_sharing(args.signature, args.file)
    scheme = args.curve
    if not isinstance(scheme, ECDSA):
        got = "none was named" if scheme is None else f"{scheme.name} has no recovery"
        raise UnusableInput("unsupported", f"recover needs --curve with a curve of ECDSA; {got}")
    form = args.to
    found = [(recid, as_text(dump_public_key(key, form), form)) for recid, key in _keys(args, scheme)]
    if args.json:
        print_json({"public_keys": [{"recid": recid, "public_key": text} for recid, text in found]})
        return 0 if found else 1
    for recid, text in found:
        say(f"{recid}:\n{text}" if "\n" in text else f"{recid}  {text}")
    if found:
        note("a recovered key proves nothing by itself; compare it with one that you know")
    else:
        say("no key fits the signature")
    return 0 if found else 1


def _keys(args: Namespace, scheme: ECDSA) -> list[tuple[int, PublicKey]]:
    """(recid, key) for each key, or the one that the signature names."""
    signature = read_small(args.signature)
    form = format_of(signature, args.format, scheme)
    if form == SSHSIG:
        raise UnusableInput("unsupported", "an SSHSIG holds its key; ecref inspect shows it")
    try:
        read = read_signature(signature, form, scheme)
    except InvalidSignature as fault:
        raise UnusableInput("bad-signature", f"{args.signature}: {fault}") from None
    how: dict[str, Any] = {"hash": args.hash, "format": None}
    with opened(args.file) as file:
        pair = read.value
        keys = scheme.recover_digest(pair, digest_of(file), **how) if args.digest else scheme.recover(pair, file, **how)
    return [(recid, key) for recid, key in keys if read.recid in (None, recid)]
