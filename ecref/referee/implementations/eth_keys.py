"""eth-keys, the native backend: pure Python."""

from __future__ import annotations

from typing import Any, ClassVar

from ..adapters.interface import require
from .library import Case, PythonLibrary, Unsupported, converted, packed


class EthKeys(PythonLibrary):
    """ECDSA on secp256k1 over digests of 32 octets; signatures are r, then s. It signs with the smaller s."""

    name = "eth-keys"
    distribution = "eth-keys"
    modules = ("eth_keys.datatypes", "eth_keys.backends.native", "eth_keys.exceptions")
    extra = "referee"
    declared: ClassVar = {"secp256k1": "fips186-5"}

    def __init__(self) -> None:
        super().__init__()
        modules = (require(module, self.distribution, self.extra) for module in self.modules)
        self._types, native, exceptions = modules
        self._backend = native.NativeECCBackend()
        self.unusable = (exceptions.ValidationError, ValueError)
        self.invalid = (exceptions.BadSignature, exceptions.ValidationError)

    def version(self) -> str:
        """Its version and which of its backends."""
        return f"{super().version()} (native backend)"

    def load_public(self, name: str, octets: bytes) -> Any:  # noqa: ANN401, ARG002
        """A public key; of an uncompressed point it takes x and y, without the octet 04."""
        if len(octets) == 33:
            return self._types.PublicKey.from_compressed_bytes(octets, self._backend)
        if octets[:1] != b"\4":
            raise Unsupported
        return self._types.PublicKey(octets[1:], self._backend)

    def dump_public(self, name: str, key: Any) -> bytes:  # noqa: ANN401, ARG002
        """The octets of a public key."""
        return b"\4" + bytes(key.to_bytes())

    def load_private(self, name: str, octets: bytes) -> Any:  # noqa: ANN401, ARG002
        """A private key."""
        return self._types.PrivateKey(octets, self._backend)

    def public_of(self, name: str, key: Any) -> Any:  # noqa: ANN401, ARG002
        """The public key of a private one."""
        return key.public_key

    def holds(self, key: Any, signature: bytes, case: Case) -> bool:  # noqa: ANN401
        """Verify; it raises where r or s is out of range or the length is wrong."""
        octets = converted(signature, case, "p1363")
        read = self._types.NonRecoverableSignature(octets, backend=self._backend)
        return bool(key.verify_msg_hash(_digest(case), read))

    def sign(self, key: Any, case: Case) -> bytes:  # noqa: ANN401
        """Sign."""
        if case.hash not in (None, "SHA-256"):  # the nonce is made with SHA-256
            raise Unsupported
        signature = key.sign_msg_hash(_digest(case))
        return packed(signature.r, signature.s, case)


def _digest(case: Case) -> bytes:
    if len(case.hashed) != 32:
        raise Unsupported
    return case.hashed
