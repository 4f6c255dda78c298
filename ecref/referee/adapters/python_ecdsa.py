"""python-ecdsa: pure Python, faster where it finds gmpy2."""

from __future__ import annotations

import hashlib
from importlib import metadata
from typing import Any

from .fresh import fresh
from .interface import Library, Suite, require

NAMES = {
    "ed25519": "Ed25519",
    "ed448": "Ed448",
    "p256": "NIST256p",
    "p384": "NIST384p",
    "secp256k1": "SECP256k1",
}


class PythonECDSA(Library):
    """Without gmpy2, even where that is installed."""

    name = "ecdsa"
    distribution = "ecdsa"
    modules: tuple[str, ...] = ("ecdsa",)
    curves = tuple(NAMES)

    def __init__(self) -> None:
        super().__init__()
        self._ecdsa = fresh("ecdsa")[0]

    def suite(self, curve: str) -> Suite:
        """Its operations on a curve."""
        group = getattr(self._ecdsa, NAMES[curve])
        return (_eddsa if curve.startswith("ed") else _ecdsa)(self._ecdsa, group, curve)


class PythonECDSAOverGmpy2(PythonECDSA):
    """With gmpy2."""

    name = "ecdsa-gmpy2"
    modules = ("ecdsa", "gmpy2")

    def __init__(self) -> None:
        require("gmpy2", "gmpy2")
        super().__init__()
        self._ecdsa = fresh("ecdsa", without=())[0]

    def version(self) -> str:
        """Its version and gmpy2's."""
        return f"{super().version()}, gmpy2 {metadata.version('gmpy2')}"


def _eddsa(ecdsa: Any, group: Any, _: str) -> Suite:  # noqa: ANN401
    def load(secret: bytes) -> Any:  # noqa: ANN401
        return ecdsa.SigningKey.from_string(secret, group)

    def load_public(public: bytes) -> Any:  # noqa: ANN401
        return ecdsa.VerifyingKey.from_string(public, group)

    def holds(key: Any, message: bytes, signature: bytes) -> bool:  # noqa: ANN401
        try:
            return bool(key.verify(signature, message))
        except ecdsa.BadSignatureError:
            return False

    def generate() -> Any:  # noqa: ANN401
        key = ecdsa.SigningKey.generate(group)
        return key, key.verifying_key

    return Suite(
        public_key=lambda secret: load(secret).verifying_key.to_string(),
        load_private=load,
        sign=lambda key, message: bytes(key.sign(message)),
        verify=lambda public, message, signature: holds(load_public(public), message, signature),
        load_public=load_public,
        verify_loaded=holds,
        generate=generate,
    )


def _ecdsa(ecdsa: Any, group: Any, curve: str) -> Suite:  # noqa: ANN401
    hashing = hashlib.sha384 if curve == "p384" else hashlib.sha256
    to_der, from_der = ecdsa.util.sigencode_der, ecdsa.util.sigdecode_der

    def load(secret: bytes) -> Any:  # noqa: ANN401
        return ecdsa.SigningKey.from_string(secret, group, hashing)

    def load_public(public: bytes) -> Any:  # noqa: ANN401
        return ecdsa.VerifyingKey.from_string(public, group, hashing)

    def prepare(public: bytes) -> Any:  # noqa: ANN401
        of_bytes = ecdsa.ellipticcurve.PointJacobi.from_bytes
        point = of_bytes(group.curve, public, order=group.order)  # without the order there is no table
        key = ecdsa.VerifyingKey.from_public_point(point, group, hashing)
        key.precompute()
        return key

    def holds(key: Any, message: bytes, signature: bytes) -> bool:  # noqa: ANN401
        try:
            return bool(key.verify(signature, message, hashing, from_der))
        except ecdsa.BadSignatureError:
            return False

    def generate() -> Any:  # noqa: ANN401
        key = ecdsa.SigningKey.generate(group, hashfunc=hashing)
        return key, key.verifying_key

    def sign_digest(key: Any, digest: bytes) -> bytes:  # noqa: ANN401
        return bytes(key.sign_digest_deterministic(digest, hashing, to_der, allow_truncate=True))

    def holds_over(public: bytes, digest: bytes, signature: bytes) -> bool:
        try:
            return bool(load_public(public).verify_digest(signature, digest, from_der, allow_truncate=True))
        except ecdsa.BadSignatureError:
            return False

    return Suite(
        public_key=lambda secret: load(secret).verifying_key.to_string("uncompressed"),
        load_private=load,
        sign=lambda key, message: key.sign_deterministic(message, hashing, to_der),
        verify=lambda public, message, signature: holds(load_public(public), message, signature),
        load_public=prepare,
        verify_loaded=holds,
        generate=generate,
        sign_digest=sign_digest,
        verify_digest=holds_over,
    )
