"""`ecref study`: a published benchmark, redone on this machine."""

from __future__ import annotations

import json
import os
from argparse import ArgumentTypeError
from pathlib import Path
from typing import TYPE_CHECKING

from ecref.errors import UnusableInput
from ecref.studies import STUDIES

from .arguments import TESTED, add_command, offer
from .files import write
from .progress import draw
from .streams import note, print_json, say

if TYPE_CHECKING:
    from argparse import Namespace

    from ecref.studies.model import Plan, Study

    from .arguments import Commands

ABOUT = """\
Redo a published benchmark on this machine, with the mistakes of its method mended. Prints tables and what
they support, writes every figure to study-NAME.json, and draws study-NAME.svg where matplotlib is installed.

studies:
  pure-native    EdDSA in the interpreter against native code: operations a second, what is allocated
  curves         which curve costs what, beside RSA of equal strength, and where the time goes
  batch          EdDSA signatures one by one, or many at once; what a bad one among them costs
  providers      P-256 over a raw digest, in every implementation that is here
  side-channels  what the time of a signature tells of its nonce and its key

An implementation that isn't here leaves its column empty, and the reason is told; --command puts one
of your own beside the others in batch and providers. A study takes minutes; --quick is for a glance.
Nothing else should run meanwhile: a restless machine is told of."""

TAKE_A_COMMAND = ("batch", "providers")


def add_parser(commands: Commands) -> None:
    """Add this command."""
    parser = add_command(
        commands,
        "study",
        "--command",
        "--node-modules",
        "--java-jar",
        "--json",
        help="redo a published benchmark on this machine",
        about=ABOUT,
        example="ecref study batch --quick --node-modules node_modules",
    )
    parser.group(TESTED).title = "other implementations"
    offer(parser.add_argument("name", type=_name, metavar="NAME", help="one of the studies above"), STUDIES)
    parser.add_argument("--quick", action="store_true", help="short rounds and few sizes: for a glance")
    parser.add_argument("--markdown", action="store_true", help="print markdown, as in docs/studies.md")
    parser.add_argument("--directory", default=".", metavar="DIR", help="where the files go (default: here)")
    parser.add_argument("--force", action="store_true", help="replace the files where they exist")


def run(args: Namespace) -> int:
    """Measure, write the files and print."""
    from ecref.studies import study

    if args.json and args.markdown:
        raise UnusableInput("bad-request", "--json and --markdown exclude each other")
    if args.command_line is not None and args.name not in TAKE_A_COMMAND:
        raise UnusableInput("bad-request", f"--command has no meaning for {args.name}, which names its implementations")
    data, picture = _files(args)
    found = study(args.name)(_plan(args), draw)
    try:
        _write(found, data, picture, force=args.force)
    finally:
        _print(found, args)  # whatever became of the files, what was measured isn't lost
    return 0


def _name(text: str) -> str:
    if text not in STUDIES:
        raise ArgumentTypeError(f"no study {text[:40]!r}; there are {', '.join(STUDIES)}")
    return text


def _files(args: Namespace) -> tuple[Path, Path]:
    """Where JSON and picture go. UnusableInput where they can't, before minutes are spent on measuring."""
    folder = Path(args.directory)
    if not folder.is_dir():
        raise UnusableInput("bad-request", f"{args.directory}: no such folder")
    if not os.access(folder, os.W_OK):
        raise UnusableInput("bad-request", f"{args.directory}: nothing can be written there")
    files = folder / f"study-{args.name}.json", folder / f"study-{args.name}.svg"
    for file in files:
        if file.exists() and not args.force:
            raise UnusableInput("bad-request", f"{file} exists; --force replaces it, --directory puts it elsewhere")
    return files


def _plan(args: Namespace) -> Plan:
    from ecref.measure.rounds import FULL, QUICK
    from ecref.studies.model import Plan

    return Plan(
        effort=QUICK if args.quick else FULL,
        quick=args.quick,
        command=args.command_line,
        node_modules=args.node_modules,
        java_jars=tuple(args.java_jar),
    )


def _write(found: Study, data: Path, picture: Path, *, force: bool) -> None:
    from ecref.studies import json_file
    from ecref.studies.picture import to_svg

    text = json.dumps(json_file.to_json(found), indent=2)
    write(str(data), f"{text}\n".encode(), force=force)
    try:
        svg = to_svg(found)
    except UnusableInput as error:
        note(f"{picture} was not drawn: {error.detail}")
    else:
        write(str(picture), svg, force=force)


def _print(found: Study, args: Namespace) -> None:
    from ecref.studies import json_file, markdown, text

    if args.json:
        print_json(json_file.to_json(found))
    else:
        for line in (markdown if args.markdown else text).report(found):
            say(line)
