"""PyCryptodome: C, called from Python."""

from __future__ import annotations

from typing import Any

from .interface import Library, Suite, require

NAMES = {"ed25519": "Ed25519", "ed448": "Ed448", "p256": "P-256", "p384": "P-384"}


class PyCryptodome(Library):
    """EdDSA, and ECDSA with deterministic nonces, of `Crypto.Signature`."""

    name = "pycryptodome"
    distribution = "pycryptodome"
    modules = ("Crypto.PublicKey.ECC", "Crypto.Signature.eddsa", "Crypto.Signature.DSS")
    curves = tuple(NAMES)

    def suite(self, curve: str) -> Suite:
        """Its operations on a curve."""
        ECC, eddsa, DSS = (require(module, self.distribution) for module in self.modules)
        name = NAMES[curve]
        is_eddsa = curve.startswith("ed")
        hashing = require("Crypto.Hash.SHA384" if curve == "p384" else "Crypto.Hash.SHA256", self.distribution)

        def load(secret: bytes) -> Any:  # noqa: ANN401
            if is_eddsa:
                return ECC.construct(curve=name, seed=secret)
            return ECC.construct(curve=name, d=int.from_bytes(secret, "big"))

        def load_public(public: bytes) -> Any:  # noqa: ANN401
            return eddsa.import_public_key(public) if is_eddsa else ECC.import_key(public, curve_name=name)

        def public_key(secret: bytes) -> bytes:
            return bytes(load(secret).public_key().export_key(format="raw" if is_eddsa else "SEC1"))

        def sign(key: Any, message: bytes) -> bytes:  # noqa: ANN401
            if is_eddsa:
                return bytes(eddsa.new(key, "rfc8032").sign(message))
            return bytes(DSS.new(key, "deterministic-rfc6979", "der").sign(hashing.new(message)))

        def holds(key: Any, message: bytes, signature: bytes) -> bool:  # noqa: ANN401
            try:
                if is_eddsa:
                    eddsa.new(key, "rfc8032").verify(message, signature)
                else:
                    DSS.new(key, "fips-186-3", "der").verify(hashing.new(message), signature)
            except ValueError:
                return False
            return True

        return Suite(
            public_key=public_key,
            load_private=load,
            sign=sign,
            verify=lambda public, message, signature: holds(load_public(public), message, signature),
            load_public=load_public,
            verify_loaded=holds,
            generate=lambda: _pair(ECC.generate(curve=name)),  # digests it takes from its own hash objects only
        )


def _pair(key: Any) -> tuple[Any, Any]:  # noqa: ANN401
    return key, key.public_key()
