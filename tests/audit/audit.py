"""`make audit`: docs/audit.md from the marks in the code and the tests; --prove that the tests need each step.

    audit.py                 write the page, and name what is missing
    audit.py --check         the same, but only compare the page
    audit.py --prove [N]     also leave each step out, or N of them by lot, and run its tests, which must fail
    -j N                     so many at once
    --only TEXT              only steps whose name holds this: "RFC 8032, 5.1.7"
"""

from __future__ import annotations

import argparse
import random
import sys

from audit_mutants import needless, passing
from audit_page import PAGE, ROOT, TABLES, Audit, faults, page, rows
from audit_step import Step


def main() -> int:
    """The exit status: 1 where something is missing."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("--check", action="store_true", help="compare docs/audit.md, don't write it")
    parser.add_argument("--prove", nargs="?", type=int, const=0, metavar="N", help="leave steps out; N of them by lot")
    parser.add_argument("--only", default="", metavar="TEXT", help="those whose name holds this")
    parser.add_argument("-j", type=int, default=1, metavar="N", help="so many at once")
    arguments = parser.parse_args()
    audit = Audit.of(ROOT)
    if found := list(faults(audit)):
        print(*found, sep="\n")
        return 1
    text = page(audit)
    if not arguments.check:
        PAGE.write_text(text)
    elif PAGE.read_text() != text:
        print("docs/audit.md isn't what `make audit` writes")
        return 1
    if arguments.prove is None:
        return 0
    return prove(audit, chosen(arguments.only, arguments.prove), arguments.j)


def chosen(only: str, number: int) -> list[tuple[str, Step]]:
    """The steps to leave out: all whose name holds the text, or a number of them by lot."""
    steps = [
        (standard, row)
        for standard, table in TABLES.items()
        for row in rows(table)
        if isinstance(row, Step) and only in f"{standard}, {row.key}"
    ]
    return random.sample(steps, min(number, len(steps))) if number else steps


def prove(audit: Audit, steps: list[tuple[str, Step]], jobs: int) -> int:
    """Leave each out, and say which tests don't fail; 1 if there are any."""
    status = 0
    for standard, key, test in passing(audit, ROOT, [(standard, step.key) for standard, step in steps]):
        print(f"{standard}, {key}: {test} fails although nothing is left out", flush=True)
        status = 1
    for standard, step, tests in needless(audit, ROOT, steps, jobs):
        found = f"{', '.join(tests)} doesn't fail without it" if tests else "needed"
        print(f"{standard}, {step.key}: {found}", flush=True)
        status |= bool(tests)
    return status


if __name__ == "__main__":
    sys.exit(main())
