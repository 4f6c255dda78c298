"""cryptography: OpenSSL, called from Python."""

from __future__ import annotations

from typing import Any, ClassVar

from ..adapters import pyca
from ..adapters.interface import require
from .library import NO_SHAKE, Case, PythonLibrary, Unsupported, converted, no_context

GROUPS = {"P-256": "SECP256R1", "P-384": "SECP384R1", "secp256k1": "SECP256K1"}
PRIMITIVES = "cryptography.hazmat.primitives"


class Cryptography(PythonLibrary, pyca.Cryptography):
    """Ed25519, Ed448 and ECDSA of `cryptography.hazmat`; a P1363 signature goes in as the DER of its r and s."""

    declared: ClassVar = {
        "Ed25519": "ref10",
        "Ed448": "openssl-ed448",
        **dict.fromkeys(GROUPS, "fips186-5"),
    }
    hashes: ClassVar = NO_SHAKE
    also_random = True

    def __init__(self) -> None:
        super().__init__()
        self._ec, ed25519, ed448 = (require(module, self.distribution) for module in self.modules)
        self._private = {"Ed25519": ed25519.Ed25519PrivateKey, "Ed448": ed448.Ed448PrivateKey}
        self._public = {"Ed25519": ed25519.Ed25519PublicKey, "Ed448": ed448.Ed448PublicKey}
        self._hashes = require(f"{PRIMITIVES}.hashes", self.distribution)
        self._serialization = require(f"{PRIMITIVES}.serialization", self.distribution)
        self._utils = require(f"{PRIMITIVES}.asymmetric.utils", self.distribution)
        self.invalid = (require("cryptography.exceptions", self.distribution).InvalidSignature,)

    def load_public(self, name: str, octets: bytes) -> Any:  # noqa: ANN401
        """A public key."""
        if name in GROUPS:
            return self._ec.EllipticCurvePublicKey.from_encoded_point(self._group(name), octets)
        return self._public[name].from_public_bytes(octets)

    def dump_public(self, name: str, key: Any) -> bytes:  # noqa: ANN401
        """The octets of a public key."""
        if name in GROUPS:
            encodings = self._serialization
            form = encodings.Encoding.X962, encodings.PublicFormat.UncompressedPoint
            return bytes(key.public_bytes(*form))
        return bytes(key.public_bytes_raw())

    def load_private(self, name: str, octets: bytes) -> Any:  # noqa: ANN401
        """A private key."""
        if name in GROUPS:
            return self._ec.derive_private_key(int.from_bytes(octets, "big"), self._group(name))
        return self._private[name].from_private_bytes(octets)

    def public_of(self, name: str, key: Any) -> Any:  # noqa: ANN401, ARG002
        """The public key of a private one."""
        return key.public_key()

    def holds(self, key: Any, signature: bytes, case: Case) -> bool:  # noqa: ANN401
        """Verify; it raises where the signature doesn't hold."""
        if case.scheme != "ECDSA":
            key.verify(signature, no_context(case))
        else:
            key.verify(converted(signature, case, "der"), *self._hashed(case))
        return True

    def sign(self, key: Any, case: Case) -> bytes:  # noqa: ANN401
        """Sign; ECDSA with the nonce of RFC 6979."""
        if case.scheme != "ECDSA":
            return bytes(key.sign(no_context(case)))
        return self._signed(key, case, deterministic_signing=True)

    def sign_randomly(self, key: Any, case: Case) -> bytes:  # noqa: ANN401
        """Sign with a random nonce, as it does without an argument."""
        return self._signed(key, case)

    def _signed(self, key: Any, case: Case, **how: bool) -> bytes:  # noqa: ANN401
        signature = key.sign(*self._hashed(case, **how))
        return converted(bytes(signature), case._replace(format="der"), case.format)

    def _group(self, name: str) -> Any:  # noqa: ANN401
        return getattr(self._ec, GROUPS[name])()

    def _hashed(self, case: Case, **how: bool) -> tuple[bytes, Any]:
        """What is signed, and the algorithm: it takes a digest of a hash's length."""
        if case.hash is None:
            raise Unsupported
        algorithm = getattr(self._hashes, case.hash.replace("SHA-", "SHA").replace("-", "_").replace("/", "_"))()
        if case.digest is not None:
            return case.digest, self._ec.ECDSA(self._utils.Prehashed(algorithm), **how)
        return case.octets, self._ec.ECDSA(algorithm, **how)
