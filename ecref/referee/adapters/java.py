"""Java: the JDK's own provider, SunEC, and BouncyCastle, both of which are Java."""

from __future__ import annotations

import os
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

from ecref.errors import UnusableInput

from .program import Program

if TYPE_CHECKING:
    from collections.abc import Sequence

DEBIANS = "/usr/share/java/bcprov.jar"  # of the package libbcprov-java


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
    provider = "SunEC"
    curves: tuple[str, ...] = ("ed25519", "ed448", "p256", "p384")

    def arguments(self) -> list[str]:
        """Our source file, which java compiles in memory, and the provider."""
        return [str(Path(__file__).with_name("Operations.java")), self.provider]

    def memory(self) -> Memory:
        """What was allocated and collected since the program started."""
        octets, collections, ms = map(int, self._ask("memory", "memory").split())
        return Memory(octets, collections, ms / 1e3)


class BouncyCastle(Java):
    """The provider of a jar, by the same program."""

    name = "bouncycastle"
    provider = "BC"
    curves = ("ed25519", "ed448", "p256", "p384", "secp256k1")

    def __init__(self, jars: Sequence[str] = ()) -> None:
        self._jars = jars or (DEBIANS,)
        for jar in self._jars:
            if not Path(jar).is_file():
                why = f"there is no file {jar!r}" if jars else "it needs its jar: --java-jar bcprov.jar"
                raise UnusableInput("unsupported", f"{self.name}: {why}")
        super().__init__()

    def arguments(self) -> list[str]:
        """The same, with the jars before them."""
        return ["-cp", os.pathsep.join(self._jars), *super().arguments()]
