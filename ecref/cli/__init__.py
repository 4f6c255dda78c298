"""The command `ecref`: one module a command, each with add_parser(subparsers) and run(args) -> exit status.

Exit status: 0 valid or done, 1 invalid or a finding, 2 unusable input or arguments, with one line on standard
error. A command imports what is slow to load only when it runs.
"""

from __future__ import annotations

import os
from contextlib import suppress
from importlib import import_module
from typing import TYPE_CHECKING

from ecref import __version__
from ecref.errors import UnusableInput

from . import (
    bench,
    convert,
    crosscheck,
    describe,
    diagnose,
    explain,
    fingerprint,
    inspect,
    jws,
    keygen,
    nonces,
    pubkey,
    recover,
    serve,
    sign,
    study,
    vectors,
    verify,
)
from .arguments import Parser
from .streams import abandon_output, complain, print_notes

if TYPE_CHECKING:
    from collections.abc import Sequence

COMMANDS = {
    "vectors": vectors,
    "keygen": keygen,
    "pubkey": pubkey,
    "sign": sign,
    "verify": verify,
    "convert": convert,
    "inspect": inspect,
    "recover": recover,
    "explain": explain,
    "diagnose": diagnose,
    "crosscheck": crosscheck,
    "jws": jws,
    "nonces": nonces,
    "fingerprint": fingerprint,
    "serve": serve,
    "describe": describe,
    "bench": bench,
    "study": study,
}

ABOUT = """\
The executable reference for EdDSA (Ed25519, Ed448) and ECDSA (P-256, P-384, secp256k1).

NOT FOR SECRETS: its arithmetic is plain Python and takes a time that depends on the values.
Use it to learn, to check other implementations, and as the oracle of a test suite; keep keys
that matter to a library made for them.

Begin with:
  ecref vectors                                     check every test vector
  ecref keygen --curve ed25519 --out key.pem        make a key, and sign and verify with it:
  ecref pubkey --key key.pem --out public-key.pem
  ecref sign   --key key.pem --out signature FILE
  ecref verify --key public-key.pem --signature signature FILE

`ecref COMMAND --help` tells more of each."""

COMPLETION = """\
A shell completes commands, options and names after `pip install 'ecref[completion]'` and, in bash or zsh,
  eval "$(register-python-argcomplete ecref)\""""


def parser() -> Parser:
    """The parser of the whole command line."""
    whole = Parser(prog="ecref", description=ABOUT, epilog=COMPLETION)
    whole.add_argument("--version", action="version", version=f"ecref {__version__}")
    commands = whole.add_subparsers(dest="command", metavar="COMMAND", title="commands", required=True)
    for command in COMMANDS.values():
        command.add_parser(commands)
    return whole


def complete(whole: Parser) -> None:
    """Answer a shell that asks how a command line may go on, if argcomplete is installed; that ends the process."""
    if "_ARGCOMPLETE" in os.environ:
        with suppress(ImportError):
            import_module("argcomplete").autocomplete(whole)


def main(argv: Sequence[str] | None = None) -> int:
    """Run a command line (default: the process's own) and return its exit status."""
    status = _run(argv)
    try:
        print(end="", flush=True)
    except OSError as error:
        abandon_output()
        return status or complain(f"standard output: {error.strerror}")
    return status


def _run(argv: Sequence[str] | None) -> int:
    try:
        whole = parser()
        complete(whole)
        args = whole.parse_args(argv)
        status: int = COMMANDS[args.command].run(args)
        print_notes()
    except SystemExit as end:  # --help and --version
        return int(end.code or 0)
    except UnusableInput as error:
        return complain(error.detail)
    except OSError as error:
        where = f"{error.filename}: " if error.filename is not None else ""
        return complain(f"{where}{error.strerror or error}")
    except MemoryError:
        return complain("out of memory")
    except KeyboardInterrupt:
        return complain("interrupted")
    return status
