"""The JDK's own provider, SunEC, which is Java."""

from __future__ import annotations

from pathlib import Path
from typing import NamedTuple

from .program import Program


class Memory(NamedTuple):
    """Totals so far: octets that operations allocated on the heap; the virtual machine's collections, and their time.

    The octets are those of the operations that `run` timed; collections are counted whatever caused them.
    """

    octets: int
    collections: int
    seconds: float


class Java(Program):
    """EdDSA and ECDSA of java.security, by a JDK of version 17 or newer. It draws the secrets of new keys itself."""

    name = "java"
    program = "java"
    curves = ("ed25519", "ed448", "p256", "p384")

    def arguments(self) -> list[str]:
        """Our source file, which java compiles in memory."""
        return [str(Path(__file__).with_name("Operations.java"))]

    def memory(self) -> Memory:
        """What was allocated and collected since the program started."""
        octets, collections, ms = map(int, self._ask("memory", "memory").split())
        return Memory(octets, collections, ms / 1e3)
