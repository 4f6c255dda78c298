"""PyNaCl: libsodium, called from Python."""

from __future__ import annotations

from typing import Any

from .interface import Library, Suite, require


class PyNaCl(Library):
    """Ed25519 of `nacl.signing`."""

    name = "pynacl"
    distribution = "pynacl"
    modules = ("nacl.signing", "nacl.exceptions")
    curves = ("ed25519",)

    def suite(self, curve: str) -> Suite:  # noqa: ARG002 -- it has one
        """Its operations on Ed25519."""
        signing, exceptions = (require(module, self.distribution) for module in self.modules)

        def holds(key: Any, message: bytes, signature: bytes) -> bool:  # noqa: ANN401
            try:
                key.verify(message, signature)
            except exceptions.BadSignatureError:
                return False
            return True

        def generate() -> Any:  # noqa: ANN401
            key = signing.SigningKey.generate()
            return key, key.verify_key

        return Suite(
            public_key=lambda secret: bytes(signing.SigningKey(secret).verify_key),
            load_private=signing.SigningKey,
            sign=lambda key, message: bytes(key.sign(message).signature),
            verify=lambda public, message, signature: holds(signing.VerifyKey(public), message, signature),
            load_public=signing.VerifyKey,
            verify_loaded=holds,
            generate=generate,
        )
