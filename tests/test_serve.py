"""`ecref serve`: lines in, lines out, in order, each at once, whatever they hold."""

from __future__ import annotations

import io
import json
import os
import signal
import subprocess
import sys
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from ecref.referee.lines import MAX_LINE
from ecref.referee.protocol import serve

if TYPE_CHECKING:
    from collections.abc import Iterator

ROOT = Path(__file__).parent.parent
DESCRIBE = b'{"op": "describe", "id": %d}\n'


def served(lines: bytes) -> list[dict[str, object]]:
    """The answers to these lines."""
    answers = io.BytesIO()
    serve(io.BytesIO(lines), answers)
    return [json.loads(line) for line in answers.getvalue().splitlines()]


def test_one_answer_a_line_in_order() -> None:
    lines = DESCRIBE % 1 + b'\nnonsense\n{"id": 4}\n' + DESCRIBE % 5
    assert [answer["id"] for answer in served(lines)] == [1, None, None, 4, 5]


def test_nothing_asked_nothing_answered() -> None:
    assert served(b"") == []


def test_the_last_line_may_lack_its_end() -> None:
    assert [answer["id"] for answer in served((DESCRIBE % 1 + DESCRIBE % 2)[:-1])] == [1, 2]


@pytest.mark.parametrize("length", [MAX_LINE, MAX_LINE + 1, MAX_LINE + 2, 2 * MAX_LINE + 1, 2 * MAX_LINE + 2])
def test_a_line_too_long_gets_one_answer(length: int) -> None:
    first, last = served(b'"'.ljust(length, b"x") + b"\n" + DESCRIBE % 2)
    assert ("longer" in str(first["detail"])) is (length > MAX_LINE)
    assert last["id"] == 2


def test_a_line_too_long_at_the_end() -> None:
    (answer,) = served(b"x" * (2 * MAX_LINE + 2))
    assert answer["error"] == "bad-request"


def test_each_answer_is_flushed() -> None:
    events = []

    class Answers(io.BytesIO):
        def write(self, _: object, /) -> int:
            events.append("write")
            return 0

        def flush(self) -> None:
            events.append("flush")

    answers = Answers()
    serve(io.BytesIO(DESCRIBE % 1 + b"\n"), answers)
    assert events == ["write", "flush"] * 2


@pytest.fixture
def server() -> Iterator[subprocess.Popen[bytes]]:
    """A server in a process of its own."""
    environment = {**os.environ, "PYTHONPATH": str(ROOT)}
    command = [sys.executable, "-m", "ecref", "serve"]
    pipe = subprocess.PIPE
    with subprocess.Popen(command, stdin=pipe, stdout=pipe, stderr=pipe, env=environment) as process:
        yield process
        process.kill()


def ask(server: subprocess.Popen[bytes], line: bytes) -> dict[str, object]:
    """Send one line, and wait for its answer."""
    assert server.stdin
    assert server.stdout
    server.stdin.write(line)
    server.stdin.flush()
    answer: dict[str, object] = json.loads(server.stdout.readline())
    return answer


def test_a_server_answers_each_request_before_the_next(server: subprocess.Popen[bytes]) -> None:
    for id_ in range(3):
        assert ask(server, DESCRIBE % id_)["id"] == id_
    assert ask(server, b"\xff\n")["error"] == "bad-request"
    assert ask(server, b"[" * 100_000 + b"\n")["error"] == "bad-request"
    assert server.communicate() == (b"", b"")
    assert server.returncode == 0


def test_a_server_ends_quietly_when_nobody_reads(server: subprocess.Popen[bytes]) -> None:
    ask(server, DESCRIBE % 1)
    assert server.stdin
    assert server.stdout
    assert server.stderr
    server.stdout.close()
    server.stdin.write(DESCRIBE % 2)
    server.stdin.flush()
    assert server.wait(30) == 0
    assert server.stderr.read() == b""


def test_an_interrupted_server_says_so_in_one_line(server: subprocess.Popen[bytes]) -> None:
    ask(server, DESCRIBE % 1)
    server.send_signal(signal.SIGINT)
    assert server.communicate() == (b"", b"ecref: interrupted\n")
    assert server.returncode == 2
