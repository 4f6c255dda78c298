"""What all tests share: hypothesis without a deadline, since a busy machine is no failure, and what has to be there."""

from __future__ import annotations

import os
from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from hypothesis import settings

if TYPE_CHECKING:
    from collections.abc import Generator

os.environ["ECREF_ROOT"] = str(Path(__file__).parent.parent)  # pyproject.toml has coverage look for ecref there
settings.register_profile("ecref", deadline=None)
settings.load_profile("ecref")


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
