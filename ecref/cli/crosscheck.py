"""`ecref crosscheck`: generated cases asked of implementations, and who departs from what."""

from __future__ import annotations

import json
from argparse import ArgumentTypeError
from pathlib import Path
from typing import TYPE_CHECKING, Any

from ecref.errors import UnusableInput

from .arguments import RESULT, add_command, offer
from .colours import GREEN, RED, coloured
from .files import opened, write
from .implementations import PROGRAM_OPTIONS, chosen
from .names import processes
from .progress import draw
from .streams import print_json, printable, say

if TYPE_CHECKING:
    from argparse import Namespace
    from collections.abc import Iterator

    from ecref.referee.crosscheck.campaign import Opened, Plan, Report

    from .arguments import Commands

ABOUT = """\
Ask implementations generated cases of every kind that has ever gone wrong, and judge each answer by ecref:
who departs from the standard, who from the rule set that it declares, and who differs from others by a
policy of its own. Findings of one implementation, kind and reason are one, shown by the smallest case.

Every case follows from --seed and its number, so the same arguments give the same campaign. The exit
status is 1 if there is a fault; policies are reported, and are none."""

CASES = 2000
UNITS = {"s": 1, "m": 60, "h": 3600}
CAMPAIGN = "the campaign"
OF_A_CAMPAIGN = ("seed", "cases", "budget", "curve", "kind", "scheduler")  # options that --replay excludes


def add_parser(commands: Commands) -> None:
    """Add this command."""
    parser = add_command(
        commands,
        "crosscheck",
        "--curve",
        *PROGRAM_OPTIONS,
        "--json",
        help="check other implementations against ecref, and each other",
        about=ABOUT,
        example="ecref crosscheck cryptography pynacl --cases 300",
    )
    names = parser.add_argument("names", nargs="*", metavar="NAME", help="implementations, such as cryptography")
    offer(names, _implementations())
    group = parser.group(CAMPAIGN)
    group.add_argument("--seed", type=whole, metavar="N", help="what the cases follow from (default: 0)")
    group.add_argument("--cases", type=whole, metavar="N", help=f"how many (default: {CASES:,}; with --budget any)")
    group.add_argument("--budget", type=duration, metavar="TIME", help="begin none after this time, such as 60s or 10m")
    group.add_argument("--kind", metavar="NAME,...", help="of these kinds only, such as der or small-order")
    group.add_argument("-j", dest="jobs", type=processes, metavar="N", help="processes (default: one a core)")
    group.add_argument("--scheduler", metavar="ADDRESS", help="on a Dask cluster, such as tcp://10.0.0.1:8786")
    group.add_argument("--replay", metavar="FILE", help="ask the cases that --save wrote, or those of any vector file")
    result = parser.group(RESULT)
    result.add_argument("--junit", metavar="FILE", help="write JUnit's XML")
    result.add_argument("--html", metavar="FILE", help="write a page of HTML that needs nothing else")
    result.add_argument("--save", metavar="FILE", help="write the findings as vectors")
    result.add_argument("--force", action="store_true", help="replace these files where they exist")


def run(args: Namespace) -> int:
    """Make the campaign and report."""
    from ecref.referee.crosscheck import report as reports

    if args.replay is not None:
        for name in OF_A_CAMPAIGN:
            if getattr(args, name) is not None:
                raise UnusableInput("bad-request", f"--{name} has no meaning with --replay")
    _check_files(args)
    make = _make(args)
    report = _replay(args.replay, make) if args.replay is not None else _campaign(_plan(args), make)
    _write_files(args, report)
    told = reports.to_dict(report)
    if args.json:
        print_json(told)
    else:
        for line in lines(told):
            say(line)
    return 1 if any(map(reports.is_fault, report.result.findings.values())) else 0


def lines(told: dict[str, Any]) -> Iterator[str]:
    """The report for a terminal."""
    from ecref.measure.text_table import table
    from ecref.referee.crosscheck.judge import POLICY
    from ecref.referee.crosscheck.report import SAYS, notes

    columns = ("asked", "agreed", "unsupported", "faults", "policies")
    heads = ("implementation", "version", *columns)
    rows = [
        (each["name"], each["version"], *(f"{each[name]:,}" for name in columns)) for each in told["implementations"]
    ]
    yield from map(printable, table(heads, rows))
    for number, found in enumerate(told["findings"], 1):
        example = found["example"]
        what = f"{SAYS[found['verdict']]}: {found['kind']}, {found['reason']}: {found['detail']}"
        head = printable(f"{number}. {found['implementation']} {what}")
        yield from ("", head if found["verdict"] == POLICY else coloured(head, RED))
        for title, text in [("times", f"{found['count']:,}"), *notes(found)]:
            yield printable(f"   {title}: {text}")
        yield printable(f"   smallest case ({example['index']}): {json.dumps(example['request'])}")
    yield ""
    for each in told["disagreements"]:
        yield f"{' and '.join(each['implementations'])} differ on {each['requests']:,} requests"
    seed = "" if told["seed"] is None else f", seed {told['seed']}"
    yield f"{told['cases']:,} cases in {told['seconds']:,.1f} s{seed}"
    for each in told["implementations"]:
        yield coloured(printable(each["verdict"]), RED if each["faults"] else GREEN)


def whole(text: str) -> int:
    """A whole number."""
    if not (text.isascii() and text.isdecimal() and len(text) < 19):
        raise ArgumentTypeError(f"wanted a whole number below 10^18, not {text[:40]!r}")
    return int(text)


def duration(text: str) -> float:
    """Seconds, from a number with s, m or h behind it, or without."""
    number, unit = (text[:-1], UNITS[text[-1]]) if text[-1:] in UNITS else (text, 1)
    if not (number.isascii() and number.isdecimal() and len(number) < 7 and int(number)):
        raise ArgumentTypeError(f"wanted a time such as 60s, 10m or 2h, not {text[:40]!r}")
    return float(int(number) * unit)


def _implementations() -> tuple[str, ...]:
    from ecref.referee.implementations import LIBRARIES, PROGRAMS

    return (*LIBRARIES, *PROGRAMS)


def _make(args: Namespace) -> Opened:
    """What makes the implementations that the arguments name."""
    from ecref.referee.crosscheck.campaign import Opened

    wanted = [chosen(args, name) for name in args.names]
    if args.command_line is not None:
        wanted.append(chosen(args, None))
    names = [each.name for each in wanted]
    if not names:
        known = ", ".join(_implementations())
        raise UnusableInput("bad-request", f"name an implementation ({known}), or give --command")
    if len(set(names)) < len(names):
        raise UnusableInput("bad-request", "an implementation is named twice")
    return Opened(tuple(wanted))


def _plan(args: Namespace) -> Plan:
    """The campaign that the arguments describe."""
    from ecref.referee.crosscheck.campaign import Plan
    from ecref.referee.crosscheck.cases import KINDS, choice
    from ecref.referee.vector_run import cores

    if args.scheduler is not None and args.jobs is not None:
        raise UnusableInput("bad-request", "-j has no meaning with --scheduler, whose workers are the processes")
    if args.cases == 0:
        raise UnusableInput("bad-request", "wanted 1 case or more")
    kinds = args.kind.split(",") if args.kind is not None else []
    for kind in kinds:
        if kind not in KINDS:
            raise UnusableInput("bad-request", f"no kind {kind[:40]!r}; there are {', '.join(KINDS)}")
    chosen_part = choice(None if args.curve is None else args.curve.name, kinds)
    if not chosen_part.places:
        raise UnusableInput("bad-request", f"no case of kind {args.kind} is on {args.curve.name}")
    cases = CASES if args.cases is None and args.budget is None else args.cases
    return Plan(args.seed or 0, chosen_part, cases, args.budget, args.jobs or cores(), args.scheduler)


def _campaign(plan: Plan, make: Opened) -> Report:
    from ecref.referee.crosscheck import campaign

    def progress(done: int, seconds: float) -> None:
        if plan.seconds is None:
            draw(done, plan.cases or 1)
        else:
            share = max(seconds / plan.seconds, done / plan.cases if plan.cases else 0.0)
            draw(min(99, int(100 * share)), 100, f"{done:,} cases, {seconds:.0f} of {plan.seconds:.0f} s")

    report = campaign.run(plan, make, progress)
    draw(1, 1)
    return report


def _replay(path: str, make: Opened) -> Report:
    from ecref.formats.strict_json import MAX_LENGTH
    from ecref.referee.crosscheck import campaign, saved

    with opened(path) as file:
        data = file.read(MAX_LENGTH + 1)
    if len(data) > MAX_LENGTH:
        raise UnusableInput("bad-length", f"{path}: longer than {MAX_LENGTH} octets")
    try:
        cases = saved.to_cases(data)
    except UnusableInput as error:
        raise UnusableInput(error.code, f"{path}: {error.detail}") from None
    return campaign.replay(cases, make)


def _check_files(args: Namespace) -> None:
    """Refuse files that can't be written while that costs nothing: a campaign may take hours."""
    files = [path for path in (args.junit, args.html, args.save) if path is not None]
    if args.force and not files:
        raise UnusableInput("bad-request", "--force has no meaning without a file")
    for path in map(Path, files):
        if not args.force and path.exists():
            raise UnusableInput("bad-request", f"{path}: File exists")
        if not path.parent.is_dir():
            raise UnusableInput("bad-request", f"{path}: No such file or directory")


def _write_files(args: Namespace, report: Report) -> None:
    """Write the files that are asked for."""
    from ecref.referee.crosscheck import junit, page, saved
    from ecref.referee.crosscheck.report import to_dict

    if args.junit is not None:
        write(args.junit, junit.to_junit(to_dict(report)), force=args.force)
    if args.html is not None:
        write(args.html, page.to_html(to_dict(report)), force=args.force)
    if args.save is not None:
        write(args.save, saved.to_vectors(report), force=args.force)
