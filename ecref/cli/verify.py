"""`ecref verify`: whether a signature is that of a file."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from ecref.eddsa_keys import EdDSAPublicKey

from .arguments import add_command
from .files import from_hex, opened, read_small
from .keys import public_key
from .messages import digest_of, whole_or_file
from .names import refuse_foreign, scheme_of
from .streams import print_json, refuse_sharing, say, warn

if TYPE_CHECKING:
    from argparse import Namespace
    from typing import BinaryIO

    from ecref import Verdict
    from ecref.ecdsa_keys import ECDSAPublicKey

    from .arguments import Commands

ABOUT = """\
Say whether a signature is that of a file (- is standard input) under a public key: prints "valid",
or "invalid", the reason and a sentence. The exit status is 0 for valid, 1 for invalid."""


def add_parser(commands: Commands) -> None:
    """Add this command."""
    parser = add_command(
        commands,
        "verify",
        "--key",
        "--key-format",
        "--signature",
        "--curve",
        "--scheme",
        "--context",
        "--hash",
        "--digest",
        "--format",
        "--rules",
        "--json",
        help="verify the signature of a file",
        about=ABOUT,
        example="ecref verify --curve ed25519 --key public-key --signature signature FILE",
    )
    parser.add_argument("file", metavar="FILE", help="the message")


def run(args: Namespace) -> int:
    """Verify the signature."""
    scheme = scheme_of(args)
    refuse_foreign(args, scheme)
    refuse_sharing(args.key, args.signature, args.file)
    key = public_key(args.key, scheme, args.key_format)
    data = read_small(args.signature)
    decoded = from_hex(data)
    signature = data if decoded is None else decoded
    with opened(args.file) as file:
        if isinstance(key, EdDSAPublicKey):
            verdict = key.verdict(
                signature, whole_or_file(file, key.scheme), context=args.context, rules=args.rules or "rfc8032"
            )
        else:
            verdict = _ecdsa(key, signature, file, args)
    _report(verdict, as_json=args.json)
    return 0 if verdict else 1


def _ecdsa(key: ECDSAPublicKey, signature: bytes, file: BinaryIO, args: Namespace) -> Verdict:
    how: dict[str, Any] = {"hash": args.hash, "format": args.format or "der", "rules": args.rules or "fips186-5"}
    if args.digest:
        return key.verdict_digest(signature, digest_of(file), **how)
    return key.verdict(signature, file, **how)


def _report(verdict: Verdict, *, as_json: bool) -> None:
    if as_json:
        print_json(
            {
                "valid": verdict.valid,
                "reason": verdict.reason,
                "detail": verdict.detail,
                "warnings": verdict.warnings,
            }
        )
        return
    say("valid" if verdict else f"invalid: {verdict.reason}: {verdict.detail}")
    for warning in verdict.warnings:
        warn(warning)
