"""`ecref bench`: what each operation costs here, beside other implementations and on other interpreters."""

from __future__ import annotations

from argparse import ArgumentTypeError
from typing import TYPE_CHECKING

from ecref.errors import UnusableInput
from ecref.formats.schemes import CURVES

from .arguments import add_command
from .files import write
from .progress import draw
from .streams import print_json, say, warn

if TYPE_CHECKING:
    from argparse import Namespace

    from ecref.measure.bench import Result
    from ecref.measure.cells import Plan

    from .arguments import Commands

ABOUT = """\
Measure what keys, signatures and verifications cost, in operations a second and in multiples of M: one
a * b % p with full-size operands, measured just before each slice of each round, so that a machine that
slows down slows both. Rounds are interleaved; a figure that spreads too widely is warned of.

Implementations: ecref, ecref-gmpy2, cryptography, ecdsa, ecdsa-gmpy2, ecc, pycryptodome, pynacl,
coincurve, node (its crypto), noble (@noble/curves), java (SunEC), bouncycastle, go (its standard library),
command (a program that speaks the line protocol: --command alone names it, too). Interpreters: paths, or pyodide.

Operations: keygen, sign, verify, verify-prepared, verify-batch; and only by name generate (a random key pair, made
as the implementation does), sign-digest and verify-digest (ECDSA over a raw digest of --size octets, 1 to 64)."""


def add_parser(commands: Commands) -> None:
    """Add this command."""
    parser = add_command(
        commands,
        "bench",
        "--curve",
        "--json",
        "--command",
        "--java-jar",
        help="measure what each operation costs",
        about=ABOUT,
        example="ecref bench --curve ed25519 --implementation ecdsa,cryptography",
    )
    parser.add_argument("--operation", type=_names, metavar="NAME,...", help="which (default: the first five)")
    parser.add_argument("--size", type=_sizes, default=(64,), metavar="N,...", help="message octets (default: 64)")
    parser.add_argument("--implementation", type=_names, default=(), metavar="NAME,...", help="others, beside ecref")
    parser.add_argument("--interpreter", type=_names, default=(), metavar="PATH,...", help="the same on other Pythons")
    parser.add_argument("--node-modules", default="node_modules", metavar="DIR", help="where noble and pyodide are")
    parser.add_argument("--algorithms", action="store_true", help="each way to multiply a point, from double-and-add")
    parser.add_argument("--quick", action="store_true", help="short rounds: for a glance")
    parser.add_argument("--jmh", action="store_true", help="print the layout of the Java Microbenchmark Harness")
    parser.add_argument("--csv", action="store_true", help="print comma-separated values")
    parser.add_argument("--plot", metavar="FILE.svg", help="also draw M per operation (needs matplotlib)")
    parser.add_argument("--force", action="store_true", help="replace the file of --plot where it exists")


def run(args: Namespace) -> int:
    """Measure and report."""
    from ecref.measure import bench, plot, results
    from ecref.measure.interpreters import add_interpreter

    if args.json + args.jmh + args.csv > 1:
        raise UnusableInput("bad-request", "--json, --jmh and --csv exclude each other")
    result = bench.run(_plan(args), draw)
    for path in args.interpreter:
        add_interpreter(result, path, _same(args), args.node_modules)
    if args.plot is not None:
        write(args.plot, plot.to_svg(result.rows), force=args.force)
    _print(result, args)
    for line in [*result.notes, *results.warnings(result.rows)]:
        warn(line)
    return 0


def _plan(args: Namespace) -> Plan:
    from ecref.measure.cells import Plan
    from ecref.measure.operations import BY_NAME, OPERATIONS
    from ecref.measure.rounds import FULL, QUICK

    for name in args.operation or ():
        if name not in (*OPERATIONS, *BY_NAME):
            known = ", ".join((*OPERATIONS, *BY_NAME))
            raise UnusableInput("bad-request", f"no operation {name!r}; there are {known}")
    command = () if args.command_line is None else ("command",)
    return Plan(
        curves=_curves(args),
        operations=args.operation or OPERATIONS,
        sizes=args.size,
        implementations=tuple(dict.fromkeys(("ecref", *args.implementation, *command))),
        algorithms=args.algorithms,
        effort=QUICK if args.quick else FULL,
        cold_starts=1 if args.quick else 3,
        node_modules=args.node_modules,
        java_jars=tuple(args.java_jar),
        command=args.command_line,
    )


def _curves(args: Namespace) -> tuple[str, ...]:
    return tuple(name for name, scheme in CURVES.items() if args.curve in (None, scheme))


def _same(args: Namespace) -> list[str]:
    """The arguments that another interpreter gets."""
    found = ["--size", ",".join(map(str, args.size))]
    if args.curve is not None:
        found += ["--curve", args.curve.name]
    if args.operation is not None:
        found += ["--operation", ",".join(args.operation)]
    return found + [f"--{name}" for name in ("algorithms", "quick") if getattr(args, name)]


def _print(result: Result, args: Namespace) -> None:
    from ecref.measure import csv_file, jmh, pyperf_file, text_table

    if args.json:
        print_json(pyperf_file.to_json(result))
    elif args.csv:
        say(csv_file.to_csv(result.rows).removesuffix("\n"))
    else:
        for line in jmh.jmh(result.rows) if args.jmh else text_table.report(result):
            say(line)


def _names(text: str) -> tuple[str, ...]:
    return tuple(filter(None, text.split(",")))


def _sizes(text: str) -> tuple[int, ...]:
    sizes = _names(text)
    if not sizes or not all(size.isascii() and size.isdecimal() and len(size) < 8 for size in sizes):
        raise ArgumentTypeError(f"wanted numbers of octets below 10,000,000, such as 64,1024, not {text[:40]!r}")
    return tuple(map(int, sizes))
