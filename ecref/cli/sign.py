"""`ecref sign`: the signature of a file."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, BinaryIO

from ecref.eddsa_keys import EdDSAPrivateKey

from .arguments import add_command
from .files import deliver, opened
from .keys import private_key
from .messages import digest_of, whole_or_file
from .names import refuse_foreign, scheme_of
from .streams import refuse_sharing

if TYPE_CHECKING:
    from argparse import Namespace

    from ecref.ecdsa_keys import ECDSAPrivateKey

    from .arguments import Commands

ABOUT = """\
Sign a file (- is standard input). The signature is printed as one line of hex, or its octets are
written to the file of --out."""


def add_parser(commands: Commands) -> None:
    """Add this command."""
    parser = add_command(
        commands,
        "sign",
        "--key",
        "--key-format",
        "--curve",
        "--scheme",
        "--context",
        "--hash",
        "--digest",
        "--format",
        "--low-s",
        "--nonce",
        "--out",
        "--force",
        "--json",
        help="sign a file",
        about=ABOUT,
        example="ecref sign --curve p256 --key key --format p1363 --out signature FILE",
    )
    parser.add_argument("file", metavar="FILE", help="the message")


def run(args: Namespace) -> int:
    """Sign the file."""
    scheme = scheme_of(args)
    refuse_foreign(args, scheme)
    refuse_sharing(args.key, args.file)
    key = private_key(args.key, scheme, args.key_format)
    with opened(args.file) as file:
        if isinstance(key, EdDSAPrivateKey):
            signature = key.sign(whole_or_file(file, key.scheme), context=args.context)
        else:
            signature = _ecdsa(key, file, args)
    deliver(args, signature, signature.hex(), {"signature": signature.hex()})
    return 0


def _ecdsa(key: ECDSAPrivateKey, file: BinaryIO, args: Namespace) -> bytes:
    how: dict[str, Any] = {"hash": args.hash, "format": args.format or "der", "low_s": args.low_s}
    how["nonce"] = args.nonce or "rfc6979"
    signature = key.sign_digest(digest_of(file), **how) if args.digest else key.sign(file, **how)
    assert isinstance(signature, bytes)  # a pair only where there is no format
    return signature
