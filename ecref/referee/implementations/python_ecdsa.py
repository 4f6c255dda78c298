"""python-ecdsa: pure Python, here without gmpy2."""

from __future__ import annotations

from typing import Any, ClassVar

from ..adapters import python_ecdsa
from .library import NO_SHAKE, Case, PythonLibrary, no_context

GROUPS = {
    "Ed25519": "Ed25519",
    "Ed448": "Ed448",
    "P-256": "NIST256p",
    "P-384": "NIST384p",
    "secp256k1": "SECP256k1",
}


class PythonECDSA(PythonLibrary, python_ecdsa.PythonECDSA):
    """EdDSA and ECDSA of `ecdsa.keys`, as it is without optional arguments."""

    declared: ClassVar = {
        "Ed25519": "rfc8032-cofactorless",
        "Ed448": "rfc8032-cofactorless",
        "P-256": "fips186-5",
        "P-384": "fips186-5",
        "secp256k1": "fips186-5",
    }
    hashes: ClassVar = NO_SHAKE
    fixed_k = True

    def __init__(self) -> None:
        super().__init__()
        self.unusable = (self._ecdsa.errors.MalformedPointError,)
        self.invalid = (self._ecdsa.BadSignatureError,)

    def load_public(self, name: str, octets: bytes) -> Any:  # noqa: ANN401
        """A public key."""
        return self._ecdsa.VerifyingKey.from_string(octets, getattr(self._ecdsa, GROUPS[name]))

    def dump_public(self, name: str, key: Any) -> bytes:  # noqa: ANN401
        """The octets of a public key."""
        return bytes(key.to_string() if name.startswith("Ed") else key.to_string("uncompressed"))

    def load_private(self, name: str, octets: bytes) -> Any:  # noqa: ANN401
        """A private key."""
        return self._ecdsa.SigningKey.from_string(octets, getattr(self._ecdsa, GROUPS[name]))

    def public_of(self, name: str, key: Any) -> Any:  # noqa: ANN401, ARG002
        """The public key of a private one."""
        return key.verifying_key

    def holds(self, key: Any, signature: bytes, case: Case) -> bool:  # noqa: ANN401
        """Verify; it raises where the signature doesn't hold."""
        if case.scheme != "ECDSA":
            return bool(key.verify(signature, no_context(case)))
        decode = getattr(self._ecdsa.util, "sigdecode_der" if case.format == "der" else "sigdecode_string")
        if case.digest is not None:
            return bool(key.verify_digest(signature, case.digest, decode, allow_truncate=True))
        return bool(key.verify(signature, case.octets, case.hasher, decode))

    def sign(self, key: Any, case: Case) -> bytes:  # noqa: ANN401
        """Sign, with the nonce of RFC 6979 or the one that is fixed."""
        if case.scheme != "ECDSA":
            return bytes(key.sign(no_context(case)))
        how = {"sigencode": getattr(self._ecdsa.util, "sigencode_der" if case.format == "der" else "sigencode_string")}
        if case.k is not None:
            return bytes(key.sign_digest(case.hashed, **how, k=case.k, allow_truncate=True))
        if case.digest is not None:
            how |= {"hashfunc": case.hasher, "allow_truncate": True}
            return bytes(key.sign_digest_deterministic(case.digest, **how))
        return bytes(key.sign_deterministic(case.octets, case.hasher, **how))
