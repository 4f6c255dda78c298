"""The options: each is described once, and means the same in every command that has it."""

from __future__ import annotations

import argparse
from typing import TYPE_CHECKING, Any, NoReturn

from ecref.eddsa import SCHEMES
from ecref.errors import UnusableInput
from ecref.formats.finding import HEX, PRIVATE_FORMATS, PUBLIC_FORMATS
from ecref.formats.schemes import CURVES
from ecref.formats.signatures import SIGNATURE_FORMATS
from ecref.hashes import HASH_NAMES
from ecref.referee.implementations import LIBRARIES, PROGRAMS, TIMEOUT
from ecref.rules import ECDSA_RULES, EDDSA_RULES

from .implementations import seconds
from .names import curve, hash_name, hex_octets, scheme

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    Commands = argparse._SubParsersAction["Parser"]  # noqa: SLF001 -- argparse has no other name for it

IMPLEMENTATIONS = (*LIBRARIES, *PROGRAMS)

KEY, SIGNATURE, METHOD, RESULT = "the key", "the signature", "how it is signed", "the result"
TESTED = "the implementation under test"

OPTIONS: dict[str, dict[str, Any]] = {
    "--key": {
        "group": KEY,
        "metavar": "FILE",
        "required": True,
        "help": "the key, in any container (raw octets and hex need --curve); - is standard input",
    },
    "--key-format": {
        "group": KEY,
        "metavar": "NAME",
        "completes": dict.fromkeys((*PRIVATE_FORMATS, *PUBLIC_FORMATS, HEX)),
        "help": "read the key as this and nothing else, such as pkcs8-pem, jwk, openssh, raw, hex or ed25519-expanded",
    },
    "--curve": {
        "group": KEY,
        "type": curve,
        "metavar": "NAME",
        "completes": CURVES,
        "help": "ed25519, ed448, p256, p384 or secp256k1, or another usual name, such as prime256v1",
    },
    "--scheme": {
        "group": METHOD,
        "type": scheme,
        "metavar": "NAME",
        "completes": SCHEMES,
        "help": "a variant of EdDSA: Ed25519ctx, Ed25519ph or Ed448ph",
    },
    "--context": {
        "group": METHOD,
        "type": hex_octets,
        "metavar": "HEX",
        "help": "EdDSA: the context, 0 to 255 octets",
    },
    "--hash": {
        "group": METHOD,
        "type": hash_name,
        "metavar": "NAME",
        "completes": [name.lower() for name in HASH_NAMES],
        "help": "ECDSA: the hash of the message, such as sha256 (default: SHA-256, for P-384 SHA-384)",
    },
    "--digest": {
        "group": METHOD,
        "action": "store_true",
        "help": "ECDSA: FILE is the digest itself, of --hash's length, or of 1 to 64 octets without --hash",
    },
    "--low-s": {
        "group": METHOD,
        "action": "store_true",
        "help": "ECDSA: answer the smaller of s and n - s",
    },
    "--nonce": {
        "group": METHOD,
        "choices": ("rfc6979", "random", "hedged"),
        "metavar": "NAME",
        "help": "ECDSA: how k is chosen: rfc6979 (default; the same for the same message), random or hedged",
    },
    "--rules": {
        "group": METHOD,
        "metavar": "NAME",
        "completes": (*EDDSA_RULES, *ECDSA_RULES),
        "help": f"the rule set that decides. EdDSA: {', '.join(EDDSA_RULES)}; ECDSA: {', '.join(ECDSA_RULES)} "
        "(default: the first)",
    },
    "--textbook": {
        "group": METHOD,
        "action": "store_true",
        "help": "compute on the definitions: affine points, and double-and-add",
    },
    "--signature": {
        "group": SIGNATURE,
        "metavar": "FILE",
        "required": True,
        "help": "the signature; - is standard input. A file of nothing but hex digits (a newline may follow) is hex",
    },
    "--format": {
        "group": SIGNATURE,
        "metavar": "NAME",
        "completes": SIGNATURE_FORMATS,
        "help": "ECDSA: der, p1363, compact, eth; EdDSA: raw; as text with -hex, -base64 or -base64url behind, such as "
        "p1363-base64url; sshsig (OpenSSH's). Read only: ber (lax)",
    },
    "--namespace": {
        "group": SIGNATURE,
        "metavar": "NAME",
        "help": "sshsig: what the signature is for, such as git (default: file)",
    },
    "--implementation": {
        "group": TESTED,
        "metavar": "NAME",
        "completes": IMPLEMENTATIONS,
        "help": f"one of {', '.join(IMPLEMENTATIONS)}, or the name of an entry point of the group "
        "ecref.implementations",
    },
    "--command": {
        "group": TESTED,
        "dest": "command_line",
        "metavar": "COMMAND",
        "help": "a program that speaks the line protocol (docs/protocol.md), with its arguments; no shell reads them",
    },
    "--node-modules": {
        "group": TESTED,
        "metavar": "DIR",
        "help": "where node finds @noble/curves (default: node_modules)",
    },
    "--java-jar": {
        "group": TESTED,
        "action": "append",
        "default": [],
        "metavar": "FILE",
        "help": "a jar for java, such as BouncyCastle's; may be given several times",
    },
    "--timeout": {
        "group": TESTED,
        "type": seconds,
        "default": TIMEOUT,
        "metavar": "SECONDS",
        "help": "how long a program may take for an answer (default: 10)",
    },
    "--out": {
        "group": RESULT,
        "metavar": "FILE",
        "help": "write to this file, which must not exist, instead of standard output",
    },
    "--force": {"group": RESULT, "action": "store_true", "help": "replace the file of --out where it exists"},
    "--json": {"group": RESULT, "action": "store_true", "help": "print an object of JSON"},
}

KEY_OPTIONS = ("--key", "--key-format", "--curve")
METHOD_OPTIONS = ("--scheme", "--context", "--hash", "--digest")
OUTPUT_OPTIONS = ("--out", "--force", "--json")

WRITTEN_PRIVATE = (*PRIVATE_FORMATS, HEX)
WRITTEN_PUBLIC = (*(name for name in PUBLIC_FORMATS if not name.startswith(("certificate", "csr"))), HEX)

STATUS = """\
exit status:
  0 valid or done, 1 invalid or a finding, 2 unusable input or arguments"""


class Help(argparse.RawDescriptionHelpFormatter):
    """argparse's, which forgets the indentation of commands when it makes room for the longest."""

    def add_argument(self, action: argparse.Action) -> None:
        """Add an argument, and see how much room it takes."""
        super().add_argument(action)
        if isinstance(action, argparse._SubParsersAction):  # noqa: SLF001 -- argparse has no other name for it
            indent = self._current_indent + self._indent_increment
            self._action_max_length = max(self._action_max_length, *(indent + len(name) for name in action.choices))


class Parser(argparse.ArgumentParser):
    """argparse, with errors of one line, no abbreviations, and descriptions as they are written."""

    def __init__(self, **settings: Any) -> None:  # noqa: ANN401 -- argparse's own
        super().__init__(allow_abbrev=False, formatter_class=Help, **settings)
        self._groups: dict[str, argparse._ArgumentGroup] = {}

    def group(self, title: str) -> argparse._ArgumentGroup:
        """The group of options with this title."""
        if title not in self._groups:
            self._groups[title] = self.add_argument_group(title)
        return self._groups[title]

    def error(self, message: str) -> NoReturn:
        """Refuse the arguments, in one line."""
        raise UnusableInput("bad-request", f"{message}; see {self.prog} --help")


def add_command(
    commands: Commands, name: str, *options: str, help: str, about: str, example: str
) -> Parser:
    """A command's parser with these of OPTIONS in their groups, the exit status and an example under its help."""
    parser = commands.add_parser(name, help=help, description=about, epilog=f"{STATUS}\n\nexample:\n  {example}")
    for option in options:
        settings = dict(OPTIONS[option])
        title, completes = settings.pop("group"), settings.pop("completes", None)
        offer(parser.group(title).add_argument(option, **settings), completes)
    return parser


def add_written_format(parser: Parser, formats: Sequence[str], usual: str) -> None:
    """--to of a command that writes a key."""
    parser.group(RESULT).add_argument(
        "--to",
        choices=formats,
        default=usual,
        metavar="NAME",
        help=f"the container to write: {', '.join(formats)} (default: {usual})",
    )


def offer(action: argparse.Action, names: Iterable[str] | None) -> None:
    """Have a shell complete an argument with these names. [argcomplete's documentation, "Specifying completers"]"""
    if names is not None:
        action.completer = lambda **_: list(names)  # type: ignore[attr-defined]
