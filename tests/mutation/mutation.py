"""`make mutation`: whether the tests notice a small fault in the core; docs/mutation.md is made of what is found.

    mutation.py                    all modules; what is known of them from an earlier run that was stopped is kept
    mutation.py --module field     one, or several with several --module
    mutation.py -j 4               so many mutants at once
    mutation.py --for 10m          no new mutant after ten minutes
    mutation.py --sample 5m        mutants by lot, so long, of the modules that have been run to the end; nothing is
                                   written down
    mutation.py --page             only write docs/mutation.md anew, where reasons have been given
"""

from __future__ import annotations

import argparse
import gc
import importlib
import io
import json
import os
import random
import sys
import time
from contextlib import redirect_stdout, suppress
from pathlib import Path
from tempfile import TemporaryDirectory

import pytest

from mutation_key import Key, digest
from mutation_modules import KILL_SETS
from mutation_mutants import Mutant, is_code, mutants
from mutation_page import PAGE, RESULTS, ROOT, Result, page, reasons, results, stale
from mutation_run import Workspace
from mutation_state import State

LOADED = ("hypothesis.strategies", "cryptography.hazmat.primitives.asymmetric.ec", "sympy", "ecdsa")  # by tests
STATE = ROOT / ".mutation"


def main() -> int:
    """The exit status: 1 where a mutant survives without a reason, or a reason's mutant doesn't."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("--module", action="append", choices=KILL_SETS, help="this one; all if it isn't given")
    parser.add_argument("-j", type=int, default=1, metavar="N", help="so many at once")
    parser.add_argument("--for", dest="limit", type=seconds, default=None, metavar="TIME", help="90s or 10m")
    parser.add_argument("--sample", type=seconds, default=None, metavar="TIME", help="by lot, so long")
    parser.add_argument("--page", action="store_true", help="only write docs/mutation.md")
    arguments = parser.parse_args()
    modules = arguments.module or list(KILL_SETS)
    limit = arguments.sample or arguments.limit
    until = time.monotonic() + limit if limit else float("inf")
    os.environ["PYTEST_DISABLE_PLUGIN_AUTOLOAD"] = "1"
    if not arguments.page:
        load()
    if arguments.sample:
        return sample(modules, arguments.sample)
    found = results()
    for module in modules if not arguments.page else ():
        found[module] = run(module, arguments.j, until)
        RESULTS.write_text(written(found))
    PAGE.write_text(page(found))
    faults = list(stale(found))
    faults += [f"{each.module} {tuple(key)} survives" for each in found.values() for key in each.without_reason()]
    print(*faults, sep="\n")
    return bool(faults)


def load() -> None:
    """What every fork needs, but for the code under test: pytest's own plugins, and other packages."""
    with TemporaryDirectory() as nothing, redirect_stdout(io.StringIO()):
        pytest.main(["-q", "--rootdir", nothing, "-p", "no:cacheprovider", nothing])
    for name in LOADED:
        with suppress(ImportError):
            importlib.import_module(name)
    gc.collect()
    gc.freeze()


def seconds(text: str) -> float:
    """90s, 5m."""
    return float(text[:-1]) * {"s": 1, "m": 60, "h": 3600}[text[-1]]


def written(found: dict[str, Result]) -> str:
    """The results as JSON, a module a line."""
    lines = (f'"{module}": {json.dumps(found[module]._asdict())}' for module in KILL_SETS if module in found)
    return "{\n" + ",\n".join(lines) + "\n}\n"


def run(module: str, jobs: int, until: float) -> Result:
    """Every mutant of a module that isn't known yet, in so many processes."""
    path = ROOT / "ecref" / f"{module}.py"
    code, all_of_them = digest(path), mutants(path.read_text())
    state = State(STATE, module, code)
    workers = []
    for number in range(jobs):
        if (worker := os.fork()) == 0:
            status = 1
            try:
                work(module, all_of_them, state, number, jobs, until)
                status = 0
            finally:
                os._exit(status)
        workers.append(worker)
    ends = [os.waitpid(worker, 0)[1] for worker in workers]
    if any(ends):
        raise SystemExit(f"{module}: a worker failed")
    known = state.read()
    counted = [mutant.key for mutant in all_of_them if is_code(mutant.of(path.read_text()))]
    ran = [key for key in counted if key in known]
    return Result(
        module=module,
        code=code,
        mutants=len(counted),
        run=len(ran),
        killed=sum(known[key].killed for key in ran),
        time_outs=sum(known[key].by == "time" for key in ran),
        survived=[key for key in ran if not known[key].killed],
    )


def work(module: str, all_of_them: list[Mutant], state: State, number: int, jobs: int, until: float) -> None:
    """One process's share, a mutant in so many."""
    with TemporaryDirectory() as name:
        space = Workspace(ROOT, Path(name), module, KILL_SETS[module])
        known = state.read(tests := space.digest())
        left = [mutant for mutant in all_of_them[number::jobs] if mutant.key not in known]
        if not left or time.monotonic() > until:
            return
        space.unharmed()
        print(f"{module}: {len(left)} mutants, kill set {space.seconds:.1f} s", flush=True)
        for mutant in left:
            if time.monotonic() > until:
                return
            if is_code(mutated := mutant.of(space.source)):
                outcome = space.judge(mutated)
                state.add(mutant.key, outcome, tests)
                if not outcome.killed:
                    print(f"{module}: {tuple(mutant.key)} survived", flush=True)


def sample(modules: list[str], limit: float) -> int:
    """Mutants by lot, an equal time for each module; 1 if one survives without a reason."""
    status, found = 0, results()
    done = [module for module in modules if module in found and found[module].run == found[module].mutants]
    if left_out := [module for module in modules if module not in done]:
        print(f"not sampled, since their survivors aren't known yet: {', '.join(left_out)}", flush=True)
    modules = random.sample(done, len(done))
    end = time.monotonic() + limit
    for left, module in zip(range(len(modules), 0, -1), modules, strict=True):
        until = time.monotonic() + (end - time.monotonic()) / left
        survived, number = lot(module, until)
        print(f"{module}: {number} mutants by lot, {len(survived)} survived", flush=True)
        for key in survived:
            print(f"{module}: {tuple(key)} survived", flush=True)
            status = 1
    return status


def lot(module: str, until: float) -> tuple[list[Key], int]:
    """Mutants of one module by lot until then: those that survive without a reason, and how many there were."""
    survived: list[Key] = []
    number = 0
    with TemporaryDirectory() as name:
        space = Workspace(ROOT, Path(name), module, KILL_SETS[module])
        space.unharmed()
        reason = reasons(module)
        for mutant in random.sample(found := mutants(space.source), len(found)):
            if time.monotonic() > until and number:
                break
            if is_code(mutated := mutant.of(space.source)):
                number += 1
                if not space.judge(mutated).killed and mutant.key.texts() not in reason:
                    survived.append(mutant.key)
    return survived, number


if __name__ == "__main__":
    sys.exit(main())
