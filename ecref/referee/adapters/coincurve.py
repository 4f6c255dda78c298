"""coincurve: libsecp256k1, called from Python."""

from __future__ import annotations

from typing import Any

from .interface import Library, Suite, fitted, require


class Coincurve(Library):
    """ECDSA on secp256k1; it signs with the smaller s and refuses the larger."""

    name = "coincurve"
    distribution = "coincurve"
    modules = ("coincurve",)
    curves = ("secp256k1",)

    def suite(self, curve: str) -> Suite:  # noqa: ARG002 -- it has one
        """Its operations on secp256k1."""
        coincurve = require("coincurve", self.distribution)

        def holds(key: Any, message: bytes, signature: bytes) -> bool:  # noqa: ANN401
            return bool(key.verify(signature, message))

        def generate() -> Any:  # noqa: ANN401
            key = coincurve.PrivateKey()
            return key, key.public_key

        def holds_over(public: bytes, digest: bytes, signature: bytes) -> bool:
            return bool(coincurve.PublicKey(public).verify(signature, fitted(digest, 32), None))

        return Suite(
            public_key=lambda secret: coincurve.PrivateKey(secret).public_key.format(compressed=False),
            load_private=coincurve.PrivateKey,
            sign=lambda key, message: key.sign(message),
            verify=lambda public, message, signature: holds(coincurve.PublicKey(public), message, signature),
            load_public=coincurve.PublicKey,
            verify_loaded=holds,
            generate=generate,
            sign_digest=lambda key, digest: key.sign(fitted(digest, 32), None),
            verify_digest=holds_over,
        )
