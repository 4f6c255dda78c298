"""PyNaCl: libsodium, called from Python."""

from __future__ import annotations

from typing import Any, ClassVar

from ..adapters import pynacl
from ..adapters.interface import require
from .library import Case, PythonLibrary, no_context


class PyNaCl(PythonLibrary, pynacl.PyNaCl):
    """Ed25519 of `nacl.signing`."""

    declared: ClassVar = {"Ed25519": "no-small-order"}
    nonces = None

    def __init__(self) -> None:
        super().__init__()
        self._signing, exceptions = (require(module, self.distribution) for module in self.modules)
        self.invalid = (exceptions.BadSignatureError, exceptions.ValueError)
        self.unusable = (exceptions.ValueError,)

    def load_public(self, name: str, octets: bytes) -> Any:  # noqa: ANN401, ARG002
        """A public key."""
        return self._signing.VerifyKey(octets)

    def dump_public(self, name: str, key: Any) -> bytes:  # noqa: ANN401, ARG002
        """The octets of a public key."""
        return bytes(key)

    def load_private(self, name: str, octets: bytes) -> Any:  # noqa: ANN401, ARG002
        """A private key."""
        return self._signing.SigningKey(octets)

    def public_of(self, name: str, key: Any) -> Any:  # noqa: ANN401, ARG002
        """The public key of a private one."""
        return key.verify_key

    def holds(self, key: Any, signature: bytes, case: Case) -> bool:  # noqa: ANN401
        """Verify; it raises where the signature doesn't hold."""
        key.verify(no_context(case), signature)
        return True

    def sign(self, key: Any, case: Case) -> bytes:  # noqa: ANN401
        """Sign."""
        return bytes(key.sign(no_context(case)).signature)
