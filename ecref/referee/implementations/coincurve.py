"""coincurve: libsecp256k1, called from Python."""

from __future__ import annotations

from typing import Any, ClassVar

from ..adapters import coincurve
from ..adapters.interface import require
from .library import Case, PythonLibrary, Unsupported, converted


class Coincurve(PythonLibrary, coincurve.Coincurve):
    """ECDSA on secp256k1 over digests of 32 octets; a P1363 signature goes in as the DER of its r and s."""

    declared: ClassVar = {"secp256k1": "low-s"}
    invalid = (ValueError,)

    def __init__(self) -> None:
        super().__init__()
        self._coincurve = require("coincurve", self.distribution)

    def load_public(self, name: str, octets: bytes) -> Any:  # noqa: ANN401, ARG002
        """A public key."""
        return self._coincurve.PublicKey(octets)

    def dump_public(self, name: str, key: Any) -> bytes:  # noqa: ANN401, ARG002
        """The octets of a public key."""
        return bytes(key.format(compressed=False))

    def load_private(self, name: str, octets: bytes) -> Any:  # noqa: ANN401, ARG002
        """A private key."""
        return self._coincurve.PrivateKey(octets)

    def public_of(self, name: str, key: Any) -> Any:  # noqa: ANN401, ARG002
        """The public key of a private one."""
        return key.public_key

    def holds(self, key: Any, signature: bytes, case: Case) -> bool:  # noqa: ANN401
        """Verify; it raises where the signature isn't in DER."""
        return bool(key.verify(converted(signature, case, "der"), _digest(case), hasher=None))

    def sign(self, key: Any, case: Case) -> bytes:  # noqa: ANN401
        """Sign, with the smaller s."""
        if case.hash not in (None, "SHA-256"):  # the nonce is made with SHA-256
            raise Unsupported
        signature = key.sign(_digest(case), hasher=None)
        return converted(bytes(signature), case._replace(format="der"), case.format)


def _digest(case: Case) -> bytes:
    if len(case.hashed) != 32:
        raise Unsupported
    return case.hashed
