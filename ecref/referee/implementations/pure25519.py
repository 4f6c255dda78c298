"""pure25519: pure Python."""

from __future__ import annotations

from typing import Any, ClassVar

from ..adapters.interface import require
from .library import Case, PythonLibrary, no_context


class Pure25519(PythonLibrary):
    """Ed25519 of `pure25519.eddsa`; it takes points of the prime-order subgroup only, without the identity."""

    name = "pure25519"
    distribution = "pure25519"
    modules = ("pure25519.eddsa", "pure25519.basic")
    extra = "referee"
    declared: ClassVar = {"Ed25519": "no-small-order"}
    nonces = None

    def __init__(self) -> None:
        super().__init__()
        self._eddsa, self._basic = (require(module, self.distribution, self.extra) for module in self.modules)
        self.unusable = self.invalid = (ValueError, self._basic.NotOnCurve)

    def load_public(self, name: str, octets: bytes) -> Any:  # noqa: ANN401, ARG002
        """A public key: octets that `verify` decodes."""
        return octets

    def dump_public(self, name: str, key: Any) -> bytes:  # noqa: ANN401, ARG002
        """The octets of a public key that decodes."""
        return bytes(self._basic.bytes_to_element(key).to_bytes())

    def load_private(self, name: str, octets: bytes) -> Any:  # noqa: ANN401, ARG002
        """A private key: octets."""
        return octets

    def public_of(self, name: str, key: Any) -> Any:  # noqa: ANN401, ARG002
        """The public key of a private one."""
        return self._eddsa.publickey(key)

    def holds(self, key: Any, signature: bytes, case: Case) -> bool:  # noqa: ANN401
        """Verify; it raises where the signature doesn't hold."""
        return bool(self._eddsa.verify(key, signature, no_context(case)))

    def sign(self, key: Any, case: Case) -> bytes:  # noqa: ANN401
        """Sign."""
        return bytes(self._eddsa.sign(key, no_context(case)))
