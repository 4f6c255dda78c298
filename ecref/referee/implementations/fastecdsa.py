"""fastecdsa: Rust since version 4, C with GMP before, called from Python."""

from __future__ import annotations

from typing import Any, ClassVar

from ..adapters.interface import require
from .library import NO_SHAKE, Case, PythonLibrary, Unsupported, packed, pair

CURVES = {"P-256": "P256", "P-384": "P384", "secp256k1": "secp256k1"}


class FastECDSA(PythonLibrary):
    """EdDSA, and ECDSA with its own DER; of P1363 it takes r and s as integers."""

    name = "fastecdsa"
    distribution = "fastecdsa"
    modules = (
        *("fastecdsa.curve", "fastecdsa.ecdsa", "fastecdsa.eddsa", "fastecdsa.keys"),
        *("fastecdsa.encoding.der", "fastecdsa.encoding.sec1"),
    )
    extra = "referee"
    declared: ClassVar = {"Ed25519": "rfc8032", "Ed448": "rfc8032", **dict.fromkeys(CURVES, "fips186-5")}
    hashes: ClassVar = NO_SHAKE

    def __init__(self) -> None:
        super().__init__()
        modules = (require(module, self.distribution, self.extra) for module in self.modules)
        self._curve, self._ecdsa, self._eddsa, self._keys, der, sec1 = modules
        self._der, self._sec1 = der.DEREncoder, sec1.SEC1Encoder()
        self.invalid = (self._ecdsa.EcdsaError, der.InvalidDerSignature)
        self.unusable = (sec1.InvalidSEC1PublicKey, ValueError)

    def load_public(self, name: str, octets: bytes) -> Any:  # noqa: ANN401
        """A public key: a point, or on the Edwards curves octets that decode."""
        if name in CURVES:
            return self._sec1.decode_public_key(octets, getattr(self._curve, CURVES[name]))
        getattr(self._eddsa, f"{name}Point").decode(octets)
        return octets

    def dump_public(self, name: str, key: Any) -> bytes:  # noqa: ANN401
        """The octets of a public key."""
        return bytes(self._sec1.encode_public_key(key, compressed=False) if name in CURVES else key)

    def load_private(self, name: str, octets: bytes) -> Any:  # noqa: ANN401
        """A private key: an integer, or octets."""
        return int.from_bytes(octets, "big") if name in CURVES else octets

    def public_of(self, name: str, key: Any) -> Any:  # noqa: ANN401
        """The public key of a private one."""
        if name in CURVES:
            return self._keys.get_public_key(key, getattr(self._curve, CURVES[name]))
        return getattr(self._keys, f"gen_{name.lower()}_keypair")(key)[1]

    def holds(self, key: Any, signature: bytes, case: Case) -> bool:  # noqa: ANN401
        """Verify."""
        if case.name not in CURVES:
            verify = getattr(self._eddsa, f"verify_{case.name.lower()}")
            return bool(verify(signature, case.octets, key, *_context(case)))
        read = self._der.decode_signature(signature) if case.format == "der" else pair(signature, case)
        return bool(self._ecdsa.verify(read, Q=key, **self._hashed(case)))

    def sign(self, key: Any, case: Case) -> bytes:  # noqa: ANN401
        """Sign."""
        if case.name not in CURVES:
            return bytes(getattr(self._eddsa, f"sign_{case.name.lower()}")(key, case.octets, *_context(case)))
        r, s = self._ecdsa.sign(d=key, **self._hashed(case))
        return bytes(self._der.encode_signature(r, s)) if case.format == "der" else packed(r, s, case)

    def _hashed(self, case: Case) -> dict[str, Any]:
        message, prehashed = (case.octets, False) if case.digest is None else (case.digest, True)
        curve = getattr(self._curve, CURVES[case.name])
        return {"msg": message, "curve": curve, "hashfunc": case.hasher, "prehashed": prehashed}


def _context(case: Case) -> tuple[bytes, ...]:
    """The context as an argument: Ed25519 takes none."""
    if not case.context:
        return ()
    if case.name == "Ed25519":
        raise Unsupported
    return (case.context,)
