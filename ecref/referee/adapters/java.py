"""The JDK's own provider, SunEC, which is Java."""

from __future__ import annotations

from pathlib import Path

from .program import Program


class Java(Program):
    """EdDSA and ECDSA of java.security, by a JDK of version 17 or newer. It draws the secrets of new keys itself."""

    name = "java"
    program = "java"
    curves = ("ed25519", "ed448", "p256", "p384")

    def arguments(self) -> list[str]:
        """Our source file, which java compiles in memory."""
        return [str(Path(__file__).with_name("Operations.java"))]
