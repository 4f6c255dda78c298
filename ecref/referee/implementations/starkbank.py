"""starkbank-ecdsa: pure Python."""

from __future__ import annotations

from typing import Any, ClassVar

from ..adapters.interface import require
from .library import NO_SHAKE, Case, PythonLibrary, packed, pair

CURVES = {"P-256": "prime256v1", "secp256k1": "secp256k1"}


class Text(bytes):
    """A message of any octets, for what asks a str for its UTF-8."""

    __slots__ = ()

    def encode(self, _: str) -> bytes:
        """The octets."""
        return bytes(self)


class PlainException(Exception):
    """The library raised Exception itself, which is what it does with what it refuses."""


class StarkbankECDSA(PythonLibrary):
    """ECDSA of messages, with its own DER; of P1363 it takes r and s as integers. It signs with the smaller s."""

    name = "starkbank-ecdsa"
    distribution = "starkbank-ecdsa"
    modules = ("ellipticcurve.curve", "ellipticcurve.ecdsa", "ellipticcurve.privateKey", "ellipticcurve.publicKey")
    extra = "referee"
    declared: ClassVar = dict.fromkeys(CURVES, "fips186-5")
    hashes: ClassVar = NO_SHAKE
    digests = False
    nonces = "random"  # RFC 6979's, hedged with fresh entropy [RFC 6979, 3.6]
    unusable = (PlainException,)
    invalid = (PlainException,)

    def __init__(self) -> None:
        super().__init__()
        modules = (require(module, self.distribution, self.extra) for module in self.modules)
        self._curve, self._ecdsa, private, public = modules
        self._private, self._public = private.PrivateKey, public.PublicKey
        self._signature = require("ellipticcurve.signature", self.distribution).Signature

    def load_public(self, name: str, octets: bytes) -> Any:  # noqa: ANN401
        """A public key; its uncompressed points begin with 0004."""
        curve, text = getattr(self._curve, CURVES[name]), octets.hex()
        if octets[:1] in (b"\2", b"\3"):
            return _own(self._public.fromCompressed, text, curve)
        return _own(self._public.fromString, "00" + text, curve)

    def dump_public(self, name: str, key: Any) -> bytes:  # noqa: ANN401, ARG002
        """The octets of a public key."""
        return b"\4" + bytes.fromhex(key.toString())

    def load_private(self, name: str, octets: bytes) -> Any:  # noqa: ANN401
        """A private key."""
        return _own(self._private.fromString, octets.hex(), getattr(self._curve, CURVES[name]))

    def public_of(self, name: str, key: Any) -> Any:  # noqa: ANN401, ARG002
        """The public key of a private one."""
        return key.publicKey()

    def holds(self, key: Any, signature: bytes, case: Case) -> bool:  # noqa: ANN401
        """Verify."""
        if case.format == "der":
            read = _own(self._signature.fromDer, signature)
        else:
            read = self._signature(*pair(signature, case))
        return bool(self._ecdsa.Ecdsa.verify(Text(case.octets), read, key, case.hasher))

    def sign(self, key: Any, case: Case) -> bytes:  # noqa: ANN401
        """Sign."""
        signature = self._ecdsa.Ecdsa.sign(Text(case.octets), key, case.hasher)
        return bytes(signature.toDer()) if case.format == "der" else packed(signature.r, signature.s, case)


def _own(call: Any, *arguments: Any) -> Any:  # noqa: ANN401
    """What a call gives; PlainException where it raises Exception itself and no other kind."""
    try:
        return call(*arguments)
    except Exception as error:
        if type(error) is Exception:
            raise PlainException(*error.args) from None
        raise
