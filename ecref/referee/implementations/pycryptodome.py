"""PyCryptodome: C, called from Python."""

from __future__ import annotations

from typing import Any, ClassVar

from ..adapters import pycryptodome
from ..adapters.interface import require
from .library import NO_SHAKE, Case, PythonLibrary

NAMES = {"P-256": "P-256", "P-384": "P-384", "secp256k1": "secp256k1"}
EDWARDS = {"Ed25519": "Ed25519", "Ed25519ctx": "Ed25519", "Ed25519ph": "Ed25519", "Ed448": "Ed448", "Ed448ph": "Ed448"}


class PyCryptodome(PythonLibrary, pycryptodome.PyCryptodome):
    """EdDSA with prehash and context, and ECDSA with deterministic nonces, of `Crypto.Signature`."""

    declared: ClassVar = {**dict.fromkeys(EDWARDS, "rfc8032"), **dict.fromkeys(NAMES, "fips186-5")}
    hashes: ClassVar = NO_SHAKE
    digests = False
    invalid = (ValueError,)

    def __init__(self) -> None:
        super().__init__()
        self._ecc, self._eddsa, self._dss = (require(module, self.distribution) for module in self.modules)

    def load_public(self, name: str, octets: bytes) -> Any:  # noqa: ANN401
        """A public key."""
        if name in NAMES:
            return self._ecc.import_key(octets, curve_name=NAMES[name])
        return self._eddsa.import_public_key(octets)

    def dump_public(self, name: str, key: Any) -> bytes:  # noqa: ANN401
        """The octets of a public key."""
        return bytes(key.export_key(format="SEC1" if name in NAMES else "raw"))

    def load_private(self, name: str, octets: bytes) -> Any:  # noqa: ANN401
        """A private key."""
        if name in NAMES:
            return self._ecc.construct(curve=NAMES[name], d=int.from_bytes(octets, "big"))
        return self._ecc.construct(curve=EDWARDS[name], seed=octets)

    def public_of(self, name: str, key: Any) -> Any:  # noqa: ANN401, ARG002
        """The public key of a private one."""
        return key.public_key()

    def holds(self, key: Any, signature: bytes, case: Case) -> bool:  # noqa: ANN401
        """Verify; it raises where the signature doesn't hold."""
        scheme, what = self._scheme(key, case)
        scheme.verify(what, signature)
        return True

    def sign(self, key: Any, case: Case) -> bytes:  # noqa: ANN401
        """Sign."""
        scheme, what = self._scheme(key, case)
        return bytes(scheme.sign(what))

    def _scheme(self, key: Any, case: Case) -> tuple[Any, Any]:  # noqa: ANN401
        """The object that signs and verifies, and what it signs: a message, or a hash in progress."""
        if case.name in NAMES:
            encoding = "der" if case.format == "der" else "binary"
            return self._dss.new(key, "deterministic-rfc6979", encoding), self._hashed(case)
        what: Any = case.octets
        if case.scheme.endswith("ph"):
            prehash = {"Ed25519ph": "SHA512", "Ed448ph": "SHAKE256"}[case.scheme]
            what = require(f"Crypto.Hash.{prehash}", self.distribution).new(what)
        return self._eddsa.new(key, "rfc8032", case.context), what

    def _hashed(self, case: Case) -> Any:  # noqa: ANN401
        name, _, truncated = str(case.hash).partition("/")
        module = require(f"Crypto.Hash.{name.replace('SHA-', 'SHA').replace('-', '_')}", self.distribution)
        return module.new(case.octets, **({"truncate": truncated} if truncated else {}))
