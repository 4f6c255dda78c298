"""A command line run in this process, for the tests of the commands."""

from __future__ import annotations

import io
import sys
from typing import TYPE_CHECKING, AnyStr

from ecref import cli

if TYPE_CHECKING:
    from collections.abc import Callable

    import pytest


def runner(
    monkeypatch: pytest.MonkeyPatch, captured: pytest.CaptureFixture[AnyStr]
) -> Callable[..., tuple[int, AnyStr, str]]:
    """run(line, stdin=b""): the exit status, what stands on standard output, and the text on standard error."""

    def run(line: str, stdin: bytes = b"") -> tuple[int, AnyStr, str]:
        monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(stdin)))
        status = cli.main(line.split())
        out, err = captured.readouterr()
        return status, out, err.decode() if isinstance(err, bytes) else err

    return run
