"""Node.js: its own `crypto`, which is OpenSSL, and the package @noble/curves, which is JavaScript."""

from __future__ import annotations

from pathlib import Path

from .program import Program


class NodeCrypto(Program):
    """The module `crypto` of Node.js."""

    name = "node"
    program = "node"
    curves: tuple[str, ...] = ("ed25519", "ed448", "p256", "p384", "secp256k1")

    def __init__(self, node_modules: str | None = None) -> None:
        self._node_modules = node_modules or "node_modules"
        super().__init__()

    def arguments(self) -> list[str]:
        """Our script, which library, and where packages are."""
        script = Path(__file__).with_name("operations.mjs")
        return [str(script), self.name, str(Path(self._node_modules).resolve())]


class Noble(NodeCrypto):
    """@noble/curves, version 2, from the working directory's node_modules or another folder."""

    name = "noble"
