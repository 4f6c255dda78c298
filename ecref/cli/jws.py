"""`ecref jws`: sign and verify tokens in the compact form of RFC 7515."""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING

from ecref.errors import InvalidSignature, UnusableInput
from ecref.formats import jws, text
from ecref.formats.faults import within
from ecref.formats.strict_json import read_object
from ecref.verdict import Verdict

from .arguments import KEY_OPTIONS, OUTPUT_OPTIONS, add_command
from .files import deliver, opened, write
from .keys import private_key, public_key
from .streams import note, print_json, refuse_sharing

if TYPE_CHECKING:
    from argparse import Namespace

    from .arguments import Commands

ABOUT = """\
Sign and verify JSON Web Signatures in their compact form: ES256, ES384, ES256K, Ed25519, Ed448 and
EdDSA. The algorithm is the key's; what a header says can only agree with it."""

ABOUT_SIGN = """\
Sign a file (- is standard input): prints the token, or writes it to the file of --out."""

ABOUT_VERIFY = """\
Verify a token (- is standard input). If it is valid its payload, and nothing else, is written to
standard output or to the file of --out; else standard error says why not."""

MAX_PAYLOAD = 4 << 20  # octets; base64url takes a third more in a token
MAX_TOKEN = 2 * MAX_PAYLOAD


def add_parser(commands: Commands) -> None:
    """Add this command, and its two actions."""
    parser = add_command(
        commands,
        "jws",
        help="sign and verify JSON Web Signatures",
        about=ABOUT,
        example="ecref jws verify --key public-key.pem TOKENFILE",
    )
    actions = parser.add_subparsers(dest="action", metavar="ACTION", title="actions", required=True)
    _add_sign(actions)
    _add_verify(actions)


def _add_sign(actions: Commands) -> None:
    parser = add_command(
        actions,
        "sign",
        *KEY_OPTIONS,
        *OUTPUT_OPTIONS,
        help="sign a file",
        about=ABOUT_SIGN,
        example="""ecref jws sign --key key.pem --header '{"kid":"1"}' FILE""",
    )
    parser.add_argument("--alg", metavar="NAME", help="EdDSA, in place of Ed25519 or Ed448: what older readers know")
    parser.add_argument("--header", metavar="JSON", help="an object whose members follow alg in the header")
    parser.add_argument("--detached", action="store_true", help="leave the payload out of the token")
    parser.add_argument("file", metavar="FILE", help="the payload")


def _add_verify(actions: Commands) -> None:
    parser = add_command(
        actions,
        "verify",
        *KEY_OPTIONS,
        *OUTPUT_OPTIONS,
        help="verify a token",
        about=ABOUT_VERIFY,
        example="ecref jws verify --key public-key.pem TOKENFILE",
    )
    parser.add_argument("--payload", metavar="FILE", help="the payload of a token that was signed --detached")
    parser.add_argument("file", metavar="TOKENFILE", help="the token; a newline may follow it")


def run(args: Namespace) -> int:
    """Sign or verify."""
    return _sign(args) if args.action == "sign" else _verify(args)


def _sign(args: Namespace) -> int:
    refuse_sharing(args.key, args.file)
    header = None if args.header is None else _header(args.header)
    key = private_key(args)
    payload = _read(args.file, MAX_PAYLOAD)
    token = jws.sign(key, payload, alg=args.alg, header=header, detached=args.detached)
    deliver(args, f"{token}\n".encode(), token, {"token": token})
    return 0


def _verify(args: Namespace) -> int:
    refuse_sharing(args.key, args.file, args.payload)
    key = public_key(args)
    token = text.without_line_end(_read(args.file, MAX_TOKEN))
    detached = None if args.payload is None else _read(args.payload, MAX_PAYLOAD)
    try:
        payload = jws.verify(key, token, payload=detached)
    except InvalidSignature as fault:
        _refuse(fault, token, args)
        return 1
    if args.out is None and not (args.json or args.force):
        write("-", payload, force=False)
    else:
        deliver(args, payload, "", _shown(Verdict.of(None), token, payload))
    return 0


def _refuse(fault: InvalidSignature, token: bytes, args: Namespace) -> None:
    """Say why a token is invalid."""
    if args.json:
        print_json(_shown(Verdict.of(fault), token, None))
    elif sys.stderr is not None:  # without it print would take standard output, where payloads go
        print(f"invalid: {fault}", file=sys.stderr)
    if b".." in token and args.payload is None:
        note("the token holds no payload; if it was detached, say where it is: --payload FILE")


def _shown(verdict: Verdict, token: bytes, payload: bytes | None) -> dict[str, object]:
    """The object of --json: the header as it was read, valid or not; the payload in base64url, and only if valid."""
    try:
        header = jws.read_header(token)
    except InvalidSignature:
        header = None
    encoded = None if payload is None else text.encode(payload, "base64url").decode()
    shown = {"valid": verdict.valid, "reason": verdict.reason, "detail": verdict.detail}
    return {**shown, "header": header, "payload": encoded}


def _header(argument: str) -> dict[str, object]:
    with within("--header"):
        return read_object(argument.encode("utf-8", "surrogatepass"))  # what wasn't UTF-8 isn't here either


def _read(path: str, limit: int) -> bytes:
    """All octets of a file, which are at most limit."""
    with opened(path) as file:
        data = file.read(limit + 1)
    if len(data) > limit:
        raise UnusableInput("bad-length", f"{path}: longer than {limit} octets")
    return data
