"""`ecref vectors`: check ecref against every test vector."""

from __future__ import annotations

import json
import os
import sys
from typing import TYPE_CHECKING

from ecref.errors import UnusableInput

from .arguments import add_command
from .files import write
from .implementations import PROGRAM_OPTIONS, chosen
from .names import processes
from .progress import draw
from .streams import print_json

if TYPE_CHECKING:
    from argparse import Namespace

    from ecref.referee.vector_run import Report

    from .arguments import Commands

ABOUT = """\
Check every published test vector and every edge case that ships with ecref, under each rule set that
applies. Policy-dependent vectors are those whose verdict differs between rule sets; each has its
expectation under every one. The exit status is 0 if all passed, 1 if any failed.

With --implementation or --command the vectors are another implementation's to answer. It passes one that it
accepts or refuses as the rule set that it declares does, and a signature that is the one expected (ECDSA's s
may be n - s, and k any that it doesn't say to be RFC 6979's). What it doesn't have counts as unsupported.

--export wycheproof checks nothing: it writes our own edge cases as files of Wycheproof's format, version 1, into the
folder of --out. A test's flags say under which rule sets it is valid, its comment has the intermediate values."""

COLUMNS = ("total", "valid", "invalid", "policy", "passed", "failed", "skipped")
HEADINGS = {"policy": "policy-dependent"}


def add_parser(commands: Commands) -> None:
    """Add this command."""
    parser = add_command(
        commands,
        "vectors",
        "--curve",
        "--implementation",
        *PROGRAM_OPTIONS,
        "--json",
        help="check every test vector",
        about=ABOUT,
        example="ecref vectors --suite rfc8032",
    )
    parser.add_argument("--suite", metavar="NAME", help="this suite only, such as rfc8032; the table names them")
    parser.add_argument("--export", choices=("wycheproof",), help="write our own vectors in this format to --out")
    parser.add_argument("--out", metavar="DIR", help="the folder that --export writes to; made where it is missing")
    parser.add_argument("--force", action="store_true", help="replace files in --out that exist")
    parser.add_argument("-j", dest="jobs", type=processes, metavar="N", help="processes (default: one a core)")


def run(args: Namespace) -> int:
    """Check the vectors and print the table, or export them."""
    from ecref.referee import vector_run, vectors

    if args.export is not None:
        return _export(args)
    if args.out is not None or args.force:
        raise UnusableInput("bad-request", "--out and --force have no meaning without --export")
    tested = chosen(args, args.implementation) if args.implementation or args.command_line else None
    names = vectors.suites()
    if args.suite not in (None, *names):
        raise UnusableInput("bad-request", f"no suite {args.suite!r}; there are {', '.join(names)}")
    suites = names if args.suite is None else [args.suite]
    curve = None if args.curve is None else vectors.CURVES[args.curve.name]
    total = vector_run.count(suites, curve)
    if total == 0:
        raise UnusableInput("bad-request", f"no vector of suite {args.suite} is on curve {curve}")
    report = vector_run.run(suites, curve, args.jobs or vector_run.cores(), lambda done: draw(done, total), tested)
    if args.json:
        print_json(report.as_json())
    else:
        _print_table(report)
    for failure in report.failures:
        reason = "" if failure.reason is None else f": {failure.reason}"
        differ = f"expected {_json(failure.expected)}, got {_json(failure.got)}"
        print(f"failed: {failure.id}: {differ}{reason}", file=sys.stderr)
    for reason, count in report.skips.items():
        print(f"skipped: {count} vectors: {reason}", file=sys.stderr)
    return 1 if report.failures else 0


def _export(args: Namespace) -> int:
    """Write the files of Wycheproof's format."""
    from ecref.referee import vectors, wycheproof

    if args.out is None:
        raise UnusableInput("bad-request", "--export needs --out, the folder to write to")
    if args.implementation or args.command_line:
        raise UnusableInput("bad-request", "--export asks no implementation")
    names = wycheproof.suites()
    if args.suite not in (None, *names):
        raise UnusableInput("bad-request", f"{args.suite!r} is no suite of ours; there are {', '.join(names)}")
    curve = None if args.curve is None else vectors.CURVES[args.curve.name]
    made = wycheproof.export(names if args.suite is None else [args.suite], curve)
    os.makedirs(args.out, exist_ok=True)  # noqa: PTH103 -- a path as the user wrote it
    for name, content in made.files.items():
        text = json.dumps(content, indent=2) + "\n"
        write(os.path.join(args.out, name), text.encode(), force=args.force)  # noqa: PTH118
    counts = {name: content["numberOfTests"] for name, content in made.files.items()}
    if args.json:
        print_json({"files": counts, "left_out": dict(made.left_out)})
        return 0
    for name, count in counts.items():
        print(f"{name}: {count} tests")
    for reason, count in made.left_out.items():
        print(f"left out: {count} vectors: {reason}", file=sys.stderr)
    return 0


def _print_table(report: Report) -> None:
    columns = COLUMNS if report.implementation is None else (*COLUMNS, "unsupported")
    total = {name: report.total(name) for name in columns}
    lines = [*map(vars, report.tallies.values()), {"suite": "all", "curve": "", **total}]
    rows = [("suite", "curve", *(HEADINGS.get(name, name) for name in columns))]
    rows += [(line["suite"], line["curve"], *(f"{line[name]:,}" for name in columns)) for line in lines]
    widths = [max(map(len, column)) for column in zip(*rows, strict=True)]
    for row in rows:
        names = [f"{cell:<{width}}" for cell, width in zip(row[:2], widths[:2], strict=True)]
        counts = [f"{cell:>{width}}" for cell, width in zip(row[2:], widths[2:], strict=True)]
        print("  ".join(names + counts))


def _json(value: object) -> str:
    return json.dumps(value, separators=(",", ":"))
