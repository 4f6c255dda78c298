"""cryptography: OpenSSL, called from Python."""

from __future__ import annotations

from typing import Any

from .interface import Library, Suite, fitted, require


class Cryptography(Library):
    """Ed25519, Ed448 and ECDSA of `cryptography.hazmat`."""

    name = "cryptography"
    distribution = "cryptography"
    modules = tuple(f"cryptography.hazmat.primitives.asymmetric.{name}" for name in ("ec", "ed25519", "ed448"))
    curves = ("ed25519", "ed448", "p256", "p384", "secp256k1")

    def version(self) -> str:
        """Its version and OpenSSL's."""
        openssl = require("cryptography.hazmat.backends.openssl", "cryptography").backend
        return f"{super().version()} ({openssl.openssl_version_text()})"

    def suite(self, curve: str) -> Suite:
        """Its operations on a curve."""
        if curve == "ed25519":
            module = require(self.modules[1], "cryptography")
            return _eddsa(module.Ed25519PrivateKey, module.Ed25519PublicKey)
        if curve == "ed448":
            module = require(self.modules[2], "cryptography")
            return _eddsa(module.Ed448PrivateKey, module.Ed448PublicKey)
        return _ecdsa(require(self.modules[0], "cryptography"), curve)


def _eddsa(private: Any, public: Any) -> Suite:  # noqa: ANN401
    def holds(key: Any, message: bytes, signature: bytes) -> bool:  # noqa: ANN401
        return _is_quiet(key.verify, signature, message)

    def generate() -> Any:  # noqa: ANN401
        key = private.generate()
        return key, key.public_key()

    return Suite(
        public_key=lambda secret: private.from_private_bytes(secret).public_key().public_bytes_raw(),
        load_private=private.from_private_bytes,
        sign=lambda key, message: key.sign(message),
        verify=lambda octets, message, signature: holds(public.from_public_bytes(octets), message, signature),
        load_public=public.from_public_bytes,
        verify_loaded=holds,
        generate=generate,
    )


def _ecdsa(ec: Any, curve: str) -> Suite:  # noqa: ANN401
    hashes = require("cryptography.hazmat.primitives.hashes", "cryptography")
    serialization = require("cryptography.hazmat.primitives.serialization", "cryptography")
    group = {"p256": ec.SECP256R1, "p384": ec.SECP384R1, "secp256k1": ec.SECP256K1}[curve]()
    utils = require("cryptography.hazmat.primitives.asymmetric.utils", "cryptography")
    algorithm = ec.ECDSA(hashes.SHA384() if curve == "p384" else hashes.SHA256())
    known = (hashes.SHA1(), hashes.SHA224(), hashes.SHA256(), hashes.SHA384(), hashes.SHA512())
    prehashed = {each.digest_size: ec.ECDSA(utils.Prehashed(each)) for each in known}
    size = group.key_size // 8
    form = serialization.Encoding.X962, serialization.PublicFormat.UncompressedPoint

    def load(secret: bytes) -> Any:  # noqa: ANN401
        return ec.derive_private_key(int.from_bytes(secret, "big"), group)

    def load_public(public: bytes) -> Any:  # noqa: ANN401
        return ec.EllipticCurvePublicKey.from_encoded_point(group, public)

    def holds(key: Any, message: bytes, signature: bytes) -> bool:  # noqa: ANN401
        return _is_quiet(key.verify, signature, message, algorithm)

    def generate() -> Any:  # noqa: ANN401
        key = ec.generate_private_key(group)
        return key, key.public_key()

    def taken(digest: bytes) -> tuple[bytes, Any]:
        """A digest and its algorithm: it takes those of a hash's length only."""
        if len(digest) not in prehashed:
            digest = fitted(digest, size)
        return digest, prehashed[len(digest)]

    def holds_over(public: bytes, digest: bytes, signature: bytes) -> bool:
        return _is_quiet(load_public(public).verify, signature, *taken(digest))

    return Suite(
        public_key=lambda secret: load(secret).public_key().public_bytes(*form),
        load_private=load,
        sign=lambda key, message: key.sign(message, algorithm),
        verify=lambda public, message, signature: holds(load_public(public), message, signature),
        load_public=load_public,
        verify_loaded=holds,
        generate=generate,
        sign_digest=lambda key, digest: key.sign(*taken(digest)),
        verify_digest=holds_over,
    )


def _is_quiet(verify: Any, *arguments: Any) -> bool:  # noqa: ANN401
    """Whether a call raises no InvalidSignature."""
    invalid = require("cryptography.exceptions", "cryptography").InvalidSignature
    try:
        verify(*arguments)
    except invalid:
        return False
    return True
