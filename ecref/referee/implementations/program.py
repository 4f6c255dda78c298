"""Programs in any language as implementations: they speak docs/protocol.md on standard input and output.

A program that dies, hangs or answers nonsense has crashed: the answer says how, with the last line of its standard
error, and the next request goes to a new run of it. What it says to `{"op": "describe"}` when it starts tells name
and version, and what it declares:

    rules     an object: scheme, or ECDSA's curve -> the rule set that it follows. From a list, as ecref gives it, the
              one that applies is taken, if it is only one
    nonces    a list: how ECDSA's k is chosen where the request doesn't say, "rfc6979" or "random", stands first

Starting may take long, for a compiler or a virtual machine: until it has answered `describe` another limit holds.
"""

from __future__ import annotations

import json
import shlex
from importlib import import_module
from typing import TYPE_CHECKING, Any

from ecref.errors import UnusableInput
from ecref.formats.strict_json import read_object

from ..vectors import rule_sets
from .commands import ours
from .interface import UNSUPPORTED, Answer, checked, crash
from .process import Process, Silent

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from .interface import Implementation

START = 120.0  # seconds until it answers `describe`
FAILURES = 10  # in a row, after which it isn't started again


class Program:
    """A running program, which is started when this is made. UnusableInput "unsupported" where that fails."""

    def __init__(self, name: str, command: Sequence[str], timeout: float) -> None:
        self.name = name
        self._command = command
        self._timeout = timeout
        self._process: Process | None = None
        self._asked = 0
        self._failures = 0
        try:
            self._about = self._start()
        except Silent as silent:
            raise UnusableInput("unsupported", f"{name}: {silent}") from None

    def version(self) -> str:
        """Name and version, as it tells them."""
        name, version = (self._about.get(key) for key in ("name", "version"))
        told = f"{name if isinstance(name, str) else self.name} {version if isinstance(version, str) else ''}"
        return ascii(told.strip())[1:-1][:200]

    def rules(self, scheme: str, curve: str | None) -> str | None:
        """The rule set that it declares."""
        declared = self._about.get("rules")
        if isinstance(declared, dict):
            declared = [declared.get(curve or scheme)]
        applicable = [name for name in rule_sets(scheme) if isinstance(declared, list) and name in declared]
        return applicable[0] if len(applicable) == 1 else None

    def nonce(self, curve: str) -> str | None:  # noqa: ARG002 -- `describe` tells it for all curves
        """How it says that it chooses ECDSA's k."""
        nonces = self._about.get("nonces")
        first = nonces[0] if isinstance(nonces, list) and nonces else None
        return first if first in ("rfc6979", "random") else None

    def answer(self, request: Mapping[str, Any]) -> Answer:
        """Its answer to a request, or what became of it. Given up, it has nothing any more."""
        if self._failures >= FAILURES:
            return UNSUPPORTED
        try:
            if self._process is None or self._process.over:
                self._start()
            answer = self._ask(request, self._timeout)
        except Silent as silent:
            self._failures += 1
            if self._failures < FAILURES:
                return crash(str(silent))
            return crash(f"{silent}; given up after {FAILURES} requests in a row without an answer")
        self._failures = 0
        if answer.get("error") == "internal":
            return crash(str(answer.get("detail", "internal"))[:300])
        return checked(request["op"], answer)

    def timed(self, requests: Sequence[Mapping[str, Any]]) -> list[tuple[Answer, float]]:
        """Its answers to requests in turn, and the seconds that each took; Silent where one doesn't come."""
        if self._process is None or self._process.over:
            self._start()
        return self._ask_each(requests, self._timeout)

    def close(self) -> None:
        """End the program."""
        if self._process is not None:
            self._process.close()
            self._process = None

    def _start(self) -> Answer:
        """Start the program, and ask it what it is."""
        self.close()
        try:
            self._process = Process(self._command)
        except OSError as error:
            raise Silent(f"{self._command[0]} can't be started: {error.strerror}") from None
        return self._ask({"op": "describe"}, START)

    def _ask(self, request: Mapping[str, Any], timeout: float) -> Answer:
        """The object that it answers; Silent where it doesn't, and then the process is over."""
        ((answer, _),) = self._ask_each([request], timeout)
        return answer

    def _ask_each(self, requests: Sequence[Mapping[str, Any]], timeout: float) -> list[tuple[Answer, float]]:
        """What it answers to each, and the seconds that it took to come."""
        assert self._process is not None
        first = self._asked + 1
        self._asked += len(requests)
        lines = [json.dumps({**each, "id": number}).encode() + b"\n" for number, each in enumerate(requests, first)]
        told = self._process.ask(lines, timeout)
        return [(self._read(octets, number), seconds) for number, (octets, seconds) in enumerate(told, first)]

    def _read(self, octets: bytes, number: int) -> Answer:
        """The object of an answer, if it is one to the request of this number."""
        assert self._process is not None
        try:
            answer = read_object(octets.removesuffix(b"\n"))
        except UnusableInput as error:
            fault = error.detail
        else:
            if answer.pop("id", None) == number:
                return answer
            fault = f"without the id of the request: {ascii(answer)[:200]}"
        self._process.over = True
        self.close()
        raise Silent(f"it answered nonsense: {fault}")


def program(
    name: str,
    *,
    command: str | None = None,
    node_modules: str | None = None,
    java_jars: Sequence[str] = (),
    timeout: float,
) -> Implementation:
    """The program of this name; with a command, whatever that starts, without a shell."""
    if command is not None:
        return Program(name, _split(command), timeout)
    if name == "openssl":
        made: Implementation = import_module(".openssl", __package__).OpenSSL(timeout)
        return made
    return Program(name, ours(name, node_modules, java_jars), timeout)


def _split(command: str) -> list[str]:
    try:
        words = shlex.split(command)
    except ValueError as error:
        raise UnusableInput("bad-request", f"a command of which the words can't be told: {error}") from None
    if not words:
        raise UnusableInput("bad-request", "an empty command")
    return words
