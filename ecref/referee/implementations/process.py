"""One run of a program that is spoken to in lines: one out, one back, within a time; what it complains of is kept.

The program may die, hang, or write without end, and nothing of that blocks or fills the memory: a timer ends it with
all that it started, lines are bounded, and of standard error only the end is kept.
"""

from __future__ import annotations

import os
import signal
import subprocess
from contextlib import suppress
from threading import Event, Thread
from time import monotonic, perf_counter
from typing import TYPE_CHECKING

from ..lines import MAX_LINE

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

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

    def ask(self, lines: Sequence[bytes], timeout: float) -> list[tuple[bytes, float]]:
        """The line that comes back for each, with its end, and the seconds that it took; each has the same time-out.

        Silent where one doesn't come back, and the program is ended then.
        """
        found = []
        watch = _Watch(timeout, self._kill)
        self.over = True  # unless it answers: an interrupt leaves it in the middle
        try:
            for line in lines:
                watch.begin()
                start = perf_counter()
                answer = self._exchange(line)
                found.append((answer, perf_counter() - start))
                if not answer.endswith(b"\n"):
                    break
        finally:
            watch.stop()
        if answer.endswith(b"\n"):
            self.over = watch.late  # ended just after it answered: the answer counts
            return found
        if len(answer) > MAX_LINE:
            raise Silent(self._fate(f"it answered a line longer than {MAX_LINE} octets"))
        raise Silent(self._fate(f"no answer in {timeout:g} s" if watch.late else self._ending()))

    def _exchange(self, line: bytes) -> bytes:
        """What comes back for a line, as far as it comes."""
        stdin, stdout = self._process.stdin, self._process.stdout
        assert stdin is not None
        assert stdout is not None
        try:
            stdin.write(line)
            stdin.flush()
            return stdout.readline(MAX_LINE + 1)
        except OSError:  # it doesn't read any more
            return b""

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


class _Watch(Thread):
    """Ends a program that takes longer than it may; one thread for many lines, since starting one takes long."""

    def __init__(self, timeout: float, end: Callable[[], None]) -> None:
        super().__init__(daemon=True)
        self._timeout = timeout
        self._end = end
        self._stopped = Event()
        self.late = False
        self.begin()
        self.start()

    def begin(self) -> None:
        """From now on it may take its time."""
        self._deadline = monotonic() + self._timeout

    def run(self) -> None:
        """Wait."""
        while (left := self._deadline - monotonic()) > 0:
            if self._stopped.wait(left):
                return
        self.late = True
        self._end()

    def stop(self) -> None:
        """The program is ended no more."""
        self._stopped.set()
        self.join()


def _signal_name(number: int) -> str:
    try:
        return signal.Signals(number).name
    except ValueError:
        return f"signal {number}"
