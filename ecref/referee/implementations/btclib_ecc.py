"""ecc: the curve arithmetic of btclib, pure Python."""

from __future__ import annotations

from typing import Any, ClassVar

from ..adapters import btclib_ecc
from .library import NO_SHAKE, Case, PythonLibrary, packed, pair

CURVES = {"P-256": "p256", "P-384": "p384", "secp256k1": "secp256k1"}  # the names of the bench


class Ecc(PythonLibrary, btclib_ecc.Ecc):
    """ECDSA of `ecc`. Its DER is for secp256k1; elsewhere, and of P1363, it takes r and s as integers."""

    declared: ClassVar = dict.fromkeys(CURVES, "fips186-5")
    hashes: ClassVar = NO_SHAKE
    fixed_k = True

    def __init__(self) -> None:
        super().__init__()
        self.unusable = (self._dsa.EccValueError,)
        self.invalid = (self._dsa.EccValueError,)

    def load_public(self, name: str, octets: bytes) -> Any:  # noqa: ANN401
        """A public key."""
        return self._curves.point_from_octets_var(octets, self._group(name))

    def dump_public(self, name: str, key: Any) -> bytes:  # noqa: ANN401
        """The octets of a public key."""
        return bytes(self._curves.bytes_from_point(key, self._group(name), compressed=False))

    def load_private(self, name: str, octets: bytes) -> Any:  # noqa: ANN401
        """A private key and its public one."""
        return self._dsa.gen_keys(int.from_bytes(octets, "big"), self._group(name))

    def public_of(self, name: str, key: Any) -> Any:  # noqa: ANN401, ARG002
        """The public key of a private one."""
        return key[1]

    def holds(self, key: Any, signature: bytes, case: Case) -> bool:  # noqa: ANN401
        """Verify; it raises where r or s is out of range."""
        if case.format == "der" and case.name == "secp256k1":
            read: Any = signature
        else:
            read = self._dsa.Sig(*pair(signature, case), self._group(case.name))
        if case.digest is not None:
            return bool(self._dsa.verify_(case.digest, key, read, case.hasher))
        return bool(self._dsa.verify(case.octets, key, read, case.hasher))

    def sign(self, key: Any, case: Case) -> bytes:  # noqa: ANN401
        """Sign, with the smaller s."""
        how = {"nonce": case.k, "ec": self._group(case.name), "hf": case.hasher, "grind": False, "verify": False}
        if case.digest is not None:
            signature = self._dsa.sign_(case.digest, key[0], **how)
        else:
            signature = self._dsa.sign(case.octets, key[0], **how)
        return packed(signature.r, signature.s, case)

    def _group(self, name: str) -> Any:  # noqa: ANN401
        return self._curves.CURVES[btclib_ecc.NAMES[CURVES[name]]]
