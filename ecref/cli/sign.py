"""`ecref sign`: the signature of a file."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from ecref.eddsa_keys import EdDSAPrivateKey
from ecref.errors import UnusableInput
from ecref.formats import sshsig
from ecref.formats.signatures import convert_signature

from .arguments import KEY_OPTIONS, METHOD_OPTIONS, OUTPUT_OPTIONS, add_command
from .files import deliver, opened
from .keys import private_key
from .messages import digest_of, message_to_sign
from .methods import NAMESPACE, SSHSIG, format_to_write, refuse_foreign
from .streams import refuse_sharing
from .switch import add_implementation, chosen
from .texts import as_file, as_text

if TYPE_CHECKING:
    from argparse import Namespace

    from ecref.ecdsa_keys import ECDSAPrivateKey
    from ecref.formats.names import PrivateKey
    from ecref.verdict import Steps

    from .arguments import Commands

ABOUT = """\
Sign a file (- is standard input). The signature is printed, text as it is and octets as one line of
hex; the file of --out gets the text or the octets themselves.

Ed25519 and Ed448 read the message twice: a file that changes meanwhile is not signed, and a pipe is
kept, beyond 16 MiB in an unnamed temporary file. Another implementation's code takes a message whole,
into memory."""


def add_parser(commands: Commands) -> None:
    """Add this command."""
    parser = add_command(
        commands,
        "sign",
        *KEY_OPTIONS,
        *METHOD_OPTIONS,
        "--low-s",
        "--nonce",
        "--format",
        "--namespace",
        *OUTPUT_OPTIONS,
        help="sign a file",
        about=ABOUT,
        example="ecref sign --key key.pem --out signature FILE",
    )
    add_implementation(parser, "what ECREF_IMPLEMENTATION names, or else ecref")
    parser.add_argument("file", metavar="FILE", help="the message")


def run(args: Namespace) -> int:
    """Sign the file."""
    refuse_sharing(args.key, args.file)
    implementation = chosen(args, ambient=True)
    key = private_key(args)
    if implementation is not None:
        key = implementation.private_key(key)
    form = format_to_write(args, key.scheme)
    refuse_foreign(args, key.scheme, form)
    signature = signature_of(key, form, args)
    text = as_text(signature, form)
    shown = {"signature": text, "format": form}
    if implementation is not None:
        shown["implementation"] = implementation.version()
    deliver(args, as_file(signature, form), text, shown)
    return 0


def signature_of(key: PrivateKey, format: str, args: Namespace, steps: Steps | None = None) -> bytes:
    """The file's signature in a format; a text form is made of its binary one. steps: a list to fill, not in sshsig."""
    form = format.partition("-")[0]
    if form == SSHSIG:
        return _sshsig(key, args)
    if isinstance(key, EdDSAPrivateKey):
        with message_to_sign(args.file, key.scheme) as message:
            signature = key.sign(message, context=args.context, steps=steps)
    else:
        signature = _ecdsa(key, form, args, steps)
    return signature if form == format else convert_signature(signature, form, format, key.scheme)


def _ecdsa(key: ECDSAPrivateKey, form: str, args: Namespace, steps: Steps | None) -> bytes:
    how: dict[str, Any] = {"hash": args.hash, "format": form, "low_s": args.low_s, "nonce": args.nonce or "rfc6979"}
    with opened(args.file) as file:
        if args.digest:
            signature = key.sign_digest(digest_of(file), **how, steps=steps)
        else:
            signature = key.sign(file, **how, steps=steps)
    assert isinstance(signature, bytes)  # a pair only where there is no format
    return signature


def _sshsig(key: PrivateKey, args: Namespace) -> bytes:
    names = {name: short for short, name in sshsig.HASHES.items()}
    if args.hash not in (None, *names):
        raise UnusableInput("unsupported", f"an SSHSIG hashes with {' or '.join(names)}")
    namespace = NAMESPACE if args.namespace is None else args.namespace
    with opened(args.file) as file:
        return sshsig.sign(key, file, namespace, names[args.hash or "SHA-512"])
