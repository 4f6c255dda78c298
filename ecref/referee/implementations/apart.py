"""A Python library in a process of its own, so that what it does to a process is a finding and not the end of the run.

C and Rust can end a process, Python can compute for ever. The process here speaks the line protocol, as the programs
of program.py do, to whom the answers are the same.
"""

from __future__ import annotations

import json
import os
import sys
from typing import TYPE_CHECKING

from ecref.ecdsa import SCHEMES as CURVES
from ecref.eddsa import SCHEMES
from ecref.errors import UnusableInput

from . import implementation
from .program import Program

if TYPE_CHECKING:
    from .interface import Answer, Implementation


class Apart(Program):
    """A library of this name. UnusableInput "unsupported" where it is missing here."""

    def __init__(self, name: str, timeout: float) -> None:
        module = f"import sys; sys.path[:] = {sys.path!r}; from {__name__} import serve; serve({name!r})"
        super().__init__(name, [sys.executable, "-c", module], timeout)
        if "error" in self._about:
            self.close()
            raise UnusableInput("unsupported", self._about["detail"])


def serve(name: str) -> None:
    """Answer requests on standard output; what the library itself prints goes to standard error."""
    answers = os.fdopen(os.dup(sys.stdout.fileno()), "wb")
    os.dup2(sys.stderr.fileno(), sys.stdout.fileno())
    library: Implementation | None = None
    for line in sys.stdin.buffer:
        request = json.loads(line)
        if request["op"] == "describe":
            try:
                library = implementation(name)
                answer = described(library)
            except UnusableInput as missing:
                answer = {"error": missing.code, "detail": missing.detail}
        else:
            assert library is not None
            answer = library.answer(request)
        answers.write(json.dumps({**answer, "id": request["id"]}).encode() + b"\n")
        answers.flush()


def described(library: Implementation) -> Answer:
    """What `describe` is answered with."""
    rules = {scheme: library.rules(scheme, None) for scheme in SCHEMES}
    rules |= {curve: library.rules("ECDSA", curve) for curve in CURVES}
    return {"name": library.version(), "rules": rules, "nonces": [library.nonce("P-256")]}
