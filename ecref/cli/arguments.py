"""The options: each is described once, and means the same in every command that has it."""

from __future__ import annotations

import argparse
from typing import TYPE_CHECKING, Any, NoReturn

from ecref.errors import UnusableInput
from ecref.rules import ECDSA_RULES, EDDSA_RULES

from .names import curve, hash_name, hex_octets, scheme

if TYPE_CHECKING:
    Commands = argparse._SubParsersAction["Parser"]  # noqa: SLF001 -- argparse has no other name for it

OPTIONS: dict[str, dict[str, Any]] = {
    "--key": {"metavar": "FILE", "required": True, "help": "the key, as raw octets or hex; - is standard input"},
    "--signature": {
        "metavar": "FILE",
        "required": True,
        "help": "the signature; a file of nothing but hex digits (a newline may follow) is hex, any other the octets",
    },
    "--out": {"metavar": "FILE", "help": "write to this file, which must not exist, instead of standard output"},
    "--force": {"action": "store_true", "help": "replace the file of --out where it exists"},
    "--curve": {
        "type": curve,
        "metavar": "NAME",
        "help": "ed25519, ed448, p256, p384 or secp256k1, or another usual name, such as prime256v1",
    },
    "--scheme": {
        "type": scheme,
        "metavar": "NAME",
        "help": "a variant of EdDSA: Ed25519ctx, Ed25519ph or Ed448ph",
    },
    "--context": {"type": hex_octets, "metavar": "HEX", "help": "EdDSA: the context, 0 to 255 octets"},
    "--hash": {
        "type": hash_name,
        "metavar": "NAME",
        "help": "ECDSA: the hash of the message, such as sha256 (default: SHA-256, for P-384 SHA-384)",
    },
    "--digest": {
        "action": "store_true",
        "help": "ECDSA: FILE is the digest itself, of --hash's length, or of 1 to 64 octets without --hash",
    },
    "--format": {
        "metavar": "NAME",
        "help": "of the signature. ECDSA: der (default), p1363, compact or eth; EdDSA: raw",
    },
    "--key-format": {
        "choices": ("raw", "hex", "sec1"),
        "help": "how to read the key file, which is else found out: raw octets, hex, or sec1 (a point, in either)",
    },
    "--rules": {
        "metavar": "NAME",
        "help": f"the rule set that decides. EdDSA: {', '.join(EDDSA_RULES)}; ECDSA: {', '.join(ECDSA_RULES)} "
        "(default: the first)",
    },
    "--low-s": {"action": "store_true", "help": "ECDSA: answer the smaller of s and n - s"},
    "--nonce": {
        "choices": ("rfc6979", "random", "hedged"),
        "help": "ECDSA: how k is chosen (default: rfc6979, the same for the same message)",
    },
    "--json": {"action": "store_true", "help": "print an object of JSON"},
}


class Parser(argparse.ArgumentParser):
    """argparse, with errors of one line, no abbreviations, and descriptions as they are written."""

    def __init__(self, **settings: Any) -> None:  # noqa: ANN401 -- argparse's own
        super().__init__(allow_abbrev=False, formatter_class=argparse.RawDescriptionHelpFormatter, **settings)

    def error(self, message: str) -> NoReturn:
        """Refuse the arguments, in one line."""
        raise UnusableInput("bad-request", f"{message}; see {self.prog} --help")


def add_command(
    commands: Commands, name: str, *options: str, help: str, about: str, example: str
) -> Parser:
    """A command's parser with these of OPTIONS, and an example under its help."""
    parser = commands.add_parser(name, help=help, description=about, epilog=f"example:\n  {example}")
    for option in options:
        parser.add_argument(option, **OPTIONS[option])
    return parser
