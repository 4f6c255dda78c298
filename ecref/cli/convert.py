"""`ecref convert`: a key or a signature in another format."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ecref.errors import InvalidSignature, UnusableInput
from ecref.formats import SIGNATURE_FORMATS, convert_signature, dump_private_key, dump_public_key, read_signature
from ecref.formats.detection import BOM, PRIVATE, PUBLIC
from ecref.formats.either import kinds_of, read_keys
from ecref.formats.finding import EXPANDED
from ecref.formats.jwk import to_object
from ecref.formats.names import key_kind
from ecref.formats.strict_json import quoted, read_object
from ecref.frozen import Secret

from .arguments import OPTIONS, OUTPUT_OPTIONS, WRITTEN_PRIVATE, WRITTEN_PUBLIC, add_command, offer
from .files import deliver, read_small
from .keys import WITHOUT_MARKS
from .readings import format_of
from .streams import note
from .texts import as_file, as_text

if TYPE_CHECKING:
    from argparse import Namespace
    from collections.abc import Iterator

    from ecref.formats.either import Found
    from ecref.formats.signatures import ReadSignature

    from .arguments import Commands

SIGNED = ("certificate", "csr")  # containers that hold more than the key, and are read only

ABOUT = """\
Write a key or a signature in another format: text as it is, octets as one line of hex, or in the file
of --out as they are.

A key's container is found by its own marks. A private key stays private (`ecref pubkey` writes its public
key), and the file of --out is readable by its owner only. What the other format can't hold, such as a
comment, is said on standard error. A signature needs --curve, and --format where it fits two."""


def add_parser(commands: Commands) -> None:
    """Add this command."""
    parser = add_command(
        commands,
        "convert",
        "--key-format",
        "--curve",
        "--format",
        *OUTPUT_OPTIONS,
        help="a key or a signature in another format",
        about=ABOUT,
        example="ecref convert --key key.pem --to jwk --out key.jwk",
    )
    what = parser.add_mutually_exclusive_group(required=True)
    for option in "--key", "--signature":
        what.add_argument(option, metavar="FILE", help=OPTIONS[option]["help"])
    to = parser.add_argument(
        "--to",
        metavar="NAME",
        required=True,
        help="the format to write: "
        f"of a private key {', '.join(WRITTEN_PRIVATE)}; of a public key {', '.join(WRITTEN_PUBLIC)}; "
        "of a signature one of --format",
    )
    offer(to, dict.fromkeys((*WRITTEN_PRIVATE, *WRITTEN_PUBLIC, *SIGNATURE_FORMATS)))


def run(args: Namespace) -> int:
    """Convert the key or the signature."""
    return _key(args) if args.signature is None else _signature(args)


# ---------------------------------------------------------------- keys


def _key(args: Namespace) -> int:
    if args.format is not None:
        raise UnusableInput("bad-request", "--format is that of a signature; a key has --key-format")
    data = read_small(args.key)
    try:
        found = _found(args, data)
        octets = _dumped(found, args.to)
    except UnusableInput as error:
        raise UnusableInput(error.code, f"{args.key}: {error.detail}") from None
    remarkable = () if found.format in WITHOUT_MARKS else found.notes
    for sentence in (*remarkable, *_losses(found, data, args.to)):
        note(f"{args.key}: {sentence}")
    private = isinstance(found.key, Secret)
    text = as_text(octets, args.to)
    shown: dict[str, object] = {"curve": found.key.scheme.name, "format": args.to}
    if args.out is None or not private:
        shown["private_key" if private else "public_key"] = text
    deliver(args, as_file(octets, args.to), text, shown, mode=0o600 if private else 0o666)
    return 0


def _found(args: Namespace, data: bytes) -> Found:
    """The key in the data; where it may be a private or a public one, that which --to can hold."""
    wanted = kinds_of(args.to)
    found = read_keys(data, curve=args.curve, format=args.key_format)
    fitting = [key for key in found if _kind(key) in wanted]
    if len(fitting) > 1:
        detail = f"it may be a private or a public key, which {args.to} both holds"
        raise UnusableInput("bad-request", f"{detail}: convert it to pkcs8-pem or to spki-pem first")
    if not fitting:
        hint = "; ecref pubkey writes its public key" if _kind(found[0]) == PRIVATE else ""
        raise UnusableInput("wrong-key", f"got {key_kind(found[0].key)}, which {args.to} doesn't hold{hint}")
    return fitting[0]


def _kind(found: Found) -> str:
    return PRIVATE if isinstance(found.key, Secret) else PUBLIC


def _dumped(found: Found, to: str) -> bytes:
    comment = found.comment if to == "openssh" else ""
    if isinstance(found.key, Secret):
        return dump_private_key(found.key, to, comment=comment)
    return dump_public_key(found.key, to, comment=comment)


def _losses(found: Found, data: bytes, to: str) -> Iterator[str]:
    """Sentences on what the other format doesn't hold."""
    if found.comment and to != "openssh":
        yield f"the comment {found.comment!r} is lost: {to} has no place for it"
    if found.format == "jwk":
        members = read_object(data.removeprefix(BOM).strip())
        others = [quoted(name) for name in members if name not in to_object(found.key)]
        if others:
            more = f" and {len(others) - 8} more" if len(others) > 8 else ""
            yield f"of the JWK these members are lost: {', '.join(others[:8])}{more}"
    if found.format.startswith(SIGNED):
        yield "only the key was read: neither the signature nor the dates beside it were checked, and they are lost"
    if to == EXPANDED and found.format != EXPANDED:
        yield "the seed is lost: the expanded form doesn't give it back"


# ---------------------------------------------------------------- signatures


def _signature(args: Namespace) -> int:
    if args.key_format is not None:
        raise UnusableInput("bad-request", "--key-format is that of a key; a signature has --format")
    if args.curve is None:
        raise UnusableInput("bad-request", "a signature doesn't tell its curve; name it by --curve")
    signature = read_small(args.signature)
    form = format_of(signature, args.format, args.curve)
    try:
        read = read_signature(signature, form, args.curve)
        octets = convert_signature(signature, form, args.to, args.curve)
    except InvalidSignature as fault:
        raise UnusableInput("bad-signature", f"{args.signature}: {fault}") from None
    except UnusableInput as error:
        raise UnusableInput(error.code, f"{args.signature}: {error.detail}") from None
    for sentence in _losses_of_signature(read, form, args.to):
        note(f"{args.signature}: {sentence}")
    text = as_text(octets, args.to)
    deliver(args, as_file(octets, args.to), text, {"signature": text, "format": args.to})
    return 0


def _losses_of_signature(read: ReadSignature, form: str, to: str) -> Iterator[str]:
    """Sentences on what the other format doesn't hold."""
    if read.recid is not None and to.partition("-")[0] not in ("compact", "eth"):
        yield f"the recid {read.recid} is lost: {to} has no place for it"
    if read.departures:
        yield f"the encoding was not DER: {', '.join(read.departures)}"
    if form == "sshsig":
        yield "what is left of the SSHSIG signs a structure around the message, not the message"
