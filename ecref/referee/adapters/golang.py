"""Go's standard library: crypto/ed25519 and crypto/ecdsa."""

from __future__ import annotations

from pathlib import Path

from .program import Program


class Go(Program):
    """Ed25519, and ECDSA on the two curves that it has."""

    name = "go"
    program = "go"
    curves = ("ed25519", "p256", "p384")

    def arguments(self) -> list[str]:
        """Our source file, which go compiles at each start."""
        return ["run", str(Path(__file__).with_name("operations.go"))]
