"""What all tests share: no network, hypothesis without a deadline, and what has to be there."""

from __future__ import annotations

import os
from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from hypothesis import settings

import no_network
import quick

if TYPE_CHECKING:
    from collections.abc import Generator

os.environ["ECREF_ROOT"] = str(Path(__file__).parent.parent)  # pyproject.toml has coverage look for ecref there
settings.register_profile("ecref", deadline=None)  # a busy machine is no failure
settings.load_profile("ecref")

no_network.install()
guard = str(Path(no_network.__file__).parent)
os.environ["PYTHONPATH"] = os.pathsep.join(filter(None, [guard, os.environ.get("PYTHONPATH")]))


def pytest_ignore_collect(collection_path: Path, config: pytest.Config) -> bool | None:
    """-m quick doesn't load what has no quick test."""
    other = collection_path.suffix == ".py" and collection_path.stem not in quick.MODULES
    return True if other and config.getoption("markexpr") == "quick" else None


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Give the mark `quick`."""
    for item in items:
        if item.path.stem in quick.MODULES:
            item.add_marker("quick")


@pytest.hookimpl(wrapper=True)
def pytest_runtest_call() -> Generator[None]:
    """A test that wanted the network fails, whatever became of the exception."""
    no_network.refused.clear()
    yield
    if no_network.refused:
        pytest.fail(f"the test wanted to reach {', '.join(no_network.refused)}", pytrace=False)


@pytest.hookimpl(wrapper=True)
def pytest_runtest_makereport(call: pytest.CallInfo[None]) -> Generator[None, pytest.TestReport, pytest.TestReport]:
    """With ECREF_REQUIRE_PROGRAMS=1, a test that skips for a program or package that is not installed fails."""
    report = yield
    if os.environ.get("ECREF_REQUIRE_PROGRAMS") == "1" and call.excinfo is not None:
        reason = str(call.excinfo.value)
        if call.excinfo.errisinstance(pytest.skip.Exception) and "is not installed" in reason:
            report.outcome = "failed"
            report.longrepr = f"{reason}, and ECREF_REQUIRE_PROGRAMS=1 wants it"
    return report
