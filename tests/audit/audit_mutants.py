"""The proof that a step's tests need it: in a copy of the code the step is left out, and each of them must fail."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from queue import Queue
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterator

    from audit_page import Audit
    from audit_step import Step

SECONDS = 120  # for the tests of one step; a step without which they don't end is a step of which they say nothing
COPIED = ("ecref", "tests", "vectors", "pyproject.toml")


class Workspace:
    """A copy of the code and the tests."""

    def __init__(self, root: Path, folder: Path) -> None:
        self.folder = folder
        for name in COPIED:
            if (root / name).is_dir():
                shutil.copytree(root / name, folder / name, ignore=shutil.ignore_patterns("__pycache__", ".*"))
            else:
                shutil.copy(root / name, folder / name)

    def failing(self, tests: list[str], *, loads: bool = True) -> set[str]:
        """Those of the tests that fail, in any of their cases; where nothing loads, those whose file doesn't."""
        # Without bytecode, since a step that is left out may leave a file's size and its second as they were; without
        # coverage's variables, since this is another copy of the code; without plugins, which take long to load; and a
        # test that skips is no failure.
        environment = {name: value for name, value in os.environ.items() if not name.startswith(("COV", "ECREF_"))}
        environment |= {"PYTHONDONTWRITEBYTECODE": "1", "PYTEST_DISABLE_PLUGIN_AUTOLOAD": "1"}
        command = [sys.executable, "-m", "pytest", "-q", "--tb=no", "--no-header", "-rfE", "-p", "no:cacheprovider"]
        done = subprocess.run(
            [*command, *(f"tests/{test}" for test in tests)],
            cwd=self.folder,
            env=environment,
            capture_output=True,
            text=True,
            timeout=SECONDS,
            check=False,
        )
        failed = set(re.findall(r"^FAILED tests/(\S+?::\w+)", done.stdout, re.MULTILINE))
        not_loaded = set(re.findall(r"^ERROR tests/(\S+?\.py)", done.stdout, re.MULTILINE))
        if done.returncode not in {0, 1} and not not_loaded:
            raise RuntimeError(f"pytest ended with status {done.returncode}: {done.stdout[-500:]}{done.stderr[-500:]}")
        return {test for test in tests if (test in failed if loads else test.partition("::")[0] in not_loaded)}

    def without(self, audit: Audit, step: Step, tests: list[str]) -> set[str]:
        """Those of the tests that fail where the step is left out."""
        module = step.place.partition(".")[0]
        path, source, at = self.folder / "ecref" / f"{module}.py", audit.sources[module], audit.offset(step)
        path.write_text(source[:at] + step.without + source[at + len(step.code) :])
        try:
            return self.failing(tests, loads=step.loads)
        finally:
            path.write_text(source)


def passing(audit: Audit, root: Path, marks: list[tuple[str, str]]) -> Iterator[tuple[str, str, str]]:
    """Tests that fail although no step is left out, as (standard, key, test)."""
    with TemporaryDirectory() as name:
        failing = Workspace(root, Path(name)).failing(sorted({test for mark in marks for test in audit.tests[mark]}))
    for mark in marks:
        yield from ((*mark, test) for test in audit.tests[mark] if test in failing)


def needless(
    audit: Audit, root: Path, steps: list[tuple[str, Step]], jobs: int = 1
) -> Iterator[tuple[str, Step, list[str]]]:
    """For each step (standard, step) in turn, the tests that don't fail without it though they are marked with it."""
    with TemporaryDirectory() as name, ThreadPoolExecutor(jobs) as pool:
        spaces: Queue[Workspace] = Queue()
        for number in range(jobs):
            folder = Path(name) / str(number)
            folder.mkdir()
            spaces.put(Workspace(root, folder))

        def of(standard: str, step: Step) -> list[str]:
            tests, space = audit.tests[standard, step.key], spaces.get()
            try:
                failing = space.without(audit, step, tests)
            except subprocess.TimeoutExpired:
                failing = set()
            finally:
                spaces.put(space)
            return [test for test in tests if test not in failing]

        for (standard, step), found in zip(steps, pool.map(lambda each: of(*each), steps), strict=True):
            yield standard, step, found
