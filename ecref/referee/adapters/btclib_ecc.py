"""ecc: the curve arithmetic of btclib, pure Python."""

from __future__ import annotations

import hashlib
from typing import Any

from ecref import signatures

from .fresh import fresh
from .interface import Library, Suite, fitted

NAMES = {"p256": "secp256r1", "p384": "secp384r1", "secp256k1": "secp256k1"}


class Ecc(Library):
    """ECDSA of `ecc`, without gmpy2 and libsecp256k1, the search for a small r, and the check of what was signed."""

    name = "ecc"
    distribution = "ecc"
    modules = ("ecc.curves", "ecc.ecc.dsa")
    curves = tuple(NAMES)

    def __init__(self) -> None:
        super().__init__()
        self._curves, self._dsa = fresh(*self.modules)
        self._curves.set_libsecp256k1_serving(serving=False)

    def version(self) -> str:
        """Its version, and what it doesn't do here."""
        return f"{super().version()} (pure, grind=False, verify=False)"

    def suite(self, curve: str) -> Suite:
        """Its operations on a curve."""
        curves, dsa = self._curves, self._dsa
        ec = curves.CURVES[NAMES[curve]]
        hashing = hashlib.sha384 if curve == "p384" else hashlib.sha256
        size = hashing().digest_size

        def read(signature: bytes) -> Any:  # noqa: ANN401
            r, s, _ = signatures.decode(signature, "der", ec.n)  # its own DER is for secp256k1 only
            return dsa.Sig(r, s, ec)

        def written(signature: Any) -> bytes:  # noqa: ANN401
            return signatures.encode(signature.r, signature.s, 0, "der", ec.n)

        def load(public: bytes) -> Any:  # noqa: ANN401
            return curves.PreparedPoint(curves.point_from_octets_var(public, ec), ec)

        def holds(key: Any, message: bytes, signature: bytes) -> bool:  # noqa: ANN401
            return bool(dsa.verify(message, key, read(signature), hashing))

        def holds_over(key: Any, digest: bytes, signature: bytes) -> bool:  # noqa: ANN401
            return bool(dsa.verify_(fitted(digest, size), key, read(signature), hashing))

        def sign(secret: int, message: bytes) -> bytes:
            return written(dsa.sign(message, secret, ec=ec, hf=hashing, grind=False, verify=False))

        def sign_digest(secret: int, digest: bytes) -> bytes:
            return written(dsa.sign_(fitted(digest, size), secret, ec=ec, hf=hashing, grind=False, verify=False))

        def public_key(secret: bytes) -> bytes:
            _, Q = dsa.gen_keys(int.from_bytes(secret, "big"), ec)
            return bytes(curves.bytes_from_point(Q, ec, compressed=False))

        return Suite(
            public_key=public_key,
            load_private=lambda secret: int.from_bytes(secret, "big"),
            sign=sign,
            verify=holds,
            load_public=load,
            verify_loaded=holds,
            generate=lambda: dsa.gen_keys(None, ec),
            sign_digest=sign_digest,
            verify_digest=holds_over,
        )
