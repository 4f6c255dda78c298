"""One run of a program that is spoken to in lines: one out, one back, within a time; what it complains of is kept.

The program may die, hang, or write without end, and nothing of that blocks or fills the memory: a timer ends it with
all that it started, lines are bounded, and of standard error only the end is kept.
"""

from __future__ import annotations

import os
import signal
import subprocess
from contextlib import suppress
from threading import Event, Thread, Timer
from typing import TYPE_CHECKING

from ..lines import MAX_LINE

if TYPE_CHECKING:
    from collections.abc import Sequence

KEPT = 4096  # octets of standard error
SHOWN = 200  # characters of its last line
GRACE = 2.0  # seconds to end by itself


class Silent(Exception):
    """The program gave no answer; the text is a clause that says what it did instead."""


class Process:
    """A running program. OSError where it can't be started."""

    def __init__(self, command: Sequence[str]) -> None:
        self._process = subprocess.Popen(  # noqa: S603 -- what the user named, or ours by an interpreter of the PATH
            command,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            start_new_session=True,  # so that what it starts ends with it
        )
        self._complaints = b""
        self._listener = Thread(target=self._listen, daemon=True)
        self._listener.start()
        self.over = False

    def ask(self, line: bytes, timeout: float) -> bytes:
        """The line that comes back, with its end; Silent where none does, and the program is ended then."""
        stdin, stdout = self._process.stdin, self._process.stdout
        assert stdin is not None
        assert stdout is not None
        late = Event()
        timer = Timer(timeout, self._end_late, [late])
        timer.start()
        self.over = True  # unless it answers: an interrupt leaves it in the middle
        try:
            stdin.write(line)
            stdin.flush()
            answer = stdout.readline(MAX_LINE + 1)
        except OSError:  # it doesn't read any more
            answer = b""
        finally:
            timer.cancel()
            timer.join()
        if answer.endswith(b"\n"):
            self.over = late.is_set()  # ended just after it answered: the answer counts
            return answer
        if len(answer) > MAX_LINE:
            raise Silent(self._fate(f"it answered a line longer than {MAX_LINE} octets"))
        raise Silent(self._fate(f"no answer in {timeout:g} s" if late.is_set() else self._ending()))

    def close(self) -> None:
        """End the program; where it isn't over, it may end by itself."""
        assert self._process.stdin is not None
        if not self.over:
            self.over = True
            with suppress(OSError, subprocess.TimeoutExpired):
                self._process.stdin.close()
                self._process.wait(GRACE)
        self._kill()
        self._release()

    def _fate(self, why: str) -> str:
        """Why there is no answer, with the program's last complaint; it is ended if it hasn't."""
        self._kill()
        self._release()
        lines = self._complaints.decode("utf-8", "replace").split("\n")
        last = next((line for line in map(str.strip, reversed(lines)) if line), "")
        return f"{why}: {ascii(last)[1:-1][:SHOWN]}" if last else why

    def _ending(self) -> str:
        """How a program ended that closed its output."""
        try:
            status = self._process.wait(GRACE)
        except subprocess.TimeoutExpired:
            return "it closed its output"
        return f"it ended with status {status}" if status >= 0 else f"it was ended by {_signal_name(-status)}"

    def _end_late(self, late: Event) -> None:
        late.set()
        self._kill()

    def _kill(self) -> None:
        """End the program, and what it started, if it hasn't ended."""
        if self._process.poll() is not None:
            return
        if hasattr(os, "killpg"):
            with suppress(ProcessLookupError, PermissionError):  # it ends at this moment
                os.killpg(self._process.pid, signal.SIGKILL)  # a session's leader is its group's: start_new_session
        else:
            self._process.kill()

    def _release(self) -> None:
        """Let go of an ended program's pipes."""
        self._process.wait()
        self._listener.join(GRACE)  # longer only where something that left the session still holds the pipe
        for pipe in self._process.stdin, self._process.stdout:
            assert pipe is not None
            with suppress(OSError):  # what was not written yet has no reader
                pipe.close()

    def _listen(self) -> None:
        """Keep the end of what comes on standard error."""
        assert self._process.stderr is not None
        with self._process.stderr as stderr:
            while octets := stderr.read1(1 << 16):  # type: ignore[attr-defined]
                self._complaints = (self._complaints + octets)[-KEPT:]


def _signal_name(number: int) -> str:
    try:
        return signal.Signals(number).name
    except ValueError:
        return f"signal {number}"
