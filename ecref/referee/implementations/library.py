"""Python libraries as implementations: a request becomes calls of a few methods, an exception becomes an answer.

A subclass states what the library has (`declared`, `hashes`, `formats`, `nonces`) and which exceptions it raises for
what it refuses; any other exception is a crash.
"""

from __future__ import annotations

import hashlib
from abc import abstractmethod
from functools import partial
from typing import TYPE_CHECKING, Any, ClassVar, NamedTuple

from ecref import signatures
from ecref.ecdsa import SCHEMES as ECDSA_SCHEMES
from ecref.errors import InvalidSignature, UnusableInput
from ecref.hashes import HASH_NAMES, hash_named

from ..adapters.interface import Installed
from .interface import UNSUPPORTED, Answer, crash

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

KEYS = {  # of requests; with any other it is unsupported
    *("id", "op", "scheme", "curve", "hash", "message", "digest", "context", "signature", "signature_format", "nonce"),
    *("public_key", "public_key_format", "private_key", "private_key_format"),
}


NO_SHAKE = tuple(name for name in HASH_NAMES if name.startswith("SHA") and "SHAKE" not in name)  # SHA-1, -2 and -3


class Unsupported(Exception):
    """The library doesn't have this."""


class Refused(Exception):
    """The library refuses a key, and says so only when it is used."""


class Case(NamedTuple):
    """What a request signs or verifies.

    scheme      "Ed25519" ... or "ECDSA"
    name        the scheme of EdDSA, the curve of ECDSA: what the subclass's tables are about
    message     to be hashed by the scheme; None where a digest is given
    digest      in place of the hash's output
    hash        ECDSA: the hash's name in the protocol; None: no hash, only a digest
    context     EdDSA: None where none is given
    format      of the signature: "raw", "der" or "p1363"
    k           ECDSA: the nonce, where the request fixes it
    """

    scheme: str
    name: str
    message: bytes | None
    digest: bytes | None
    hash: str | None
    context: bytes | None
    format: str
    k: int | None

    @property
    def octets(self) -> bytes:
        """The message; Unsupported where there is none but its digest."""
        if self.message is None:
            raise Unsupported
        return self.message

    @property
    def hasher(self) -> Callable[..., Any]:
        """What makes a hash of hashlib; Unsupported where the hash isn't named."""
        if self.hash is None:
            raise Unsupported
        return partial(hashlib.new, hash_named(self.hash).algorithm)

    @property
    def hashed(self) -> bytes:
        """The digest, or the hash of the message: for a library that takes digests."""
        if self.digest is not None:
            return self.digest
        assert self.hash is not None
        return hash_named(self.hash).digest(self.octets)


def no_context(case: Case) -> bytes:
    """The message, for a library that has no contexts; Unsupported where the case has one."""
    if case.context:
        raise Unsupported
    return case.octets


def pair(signature: bytes, case: Case) -> tuple[int, int]:
    """r and s, for a library that takes integers; Unsupported where they can't be read, as it can't be asked then."""
    try:
        r, s, _ = signatures.decode(signature, case.format, ECDSA_SCHEMES[case.name].curve.n)
    except InvalidSignature:
        raise Unsupported from None
    return r, s


def packed(r: int, s: int, case: Case) -> bytes:
    """A signature in the case's format, from a library that gives integers."""
    return signatures.encode(r, s, 0, case.format, ECDSA_SCHEMES[case.name].curve.n)


def converted(signature: bytes, case: Case, format: str) -> bytes:
    """The signature in the one format that a library reads; Unsupported where it can't be written in it."""
    if case.format == format:
        return signature
    r, s = pair(signature, case)
    try:
        return packed(r, s, case._replace(format=format))
    except UnusableInput:
        raise Unsupported from None


class PythonLibrary(Installed):
    """A library in this process. A subclass gives the methods; what it doesn't have raises Unsupported.

    declared    the scheme or curve -> the rule set that the library's documents or source declare
    hashes      of ECDSA
    formats     of ECDSA's signatures
    digests     whether it takes a digest
    fixed_k     whether it takes ECDSA's nonce
    nonces      "rfc6979", "random", or None where it doesn't sign
    also_random whether it draws k where it is asked to, by `sign_randomly`
    unusable    what it raises for a key that it refuses
    invalid     what it raises for a signature that doesn't hold
    """

    declared: ClassVar[Mapping[str, str]]
    hashes: ClassVar[tuple[str, ...]] = HASH_NAMES
    formats: ClassVar[tuple[str, ...]] = ("der", "p1363")
    digests: ClassVar[bool] = True
    fixed_k: ClassVar[bool] = False
    nonces: ClassVar[str | None] = "rfc6979"
    also_random: ClassVar[bool] = False
    unusable: tuple[type[Exception], ...] = (ValueError,)
    invalid: tuple[type[Exception], ...] = ()

    def rules(self, scheme: str, curve: str | None) -> str | None:
        """The declared rule set."""
        return self.declared.get(curve or scheme)

    def nonce(self, curve: str) -> str | None:  # noqa: ARG002 -- the same on all curves of these libraries
        """How it chooses ECDSA's k."""
        return self.nonces

    def answer(self, request: Mapping[str, Any]) -> Answer:
        """The answer to a request."""
        try:
            answer: Answer = getattr(self, f"_{request['op']}")(request, self._case(request))
        except Unsupported:
            return UNSUPPORTED
        except Refused as refused:
            return _refused(refused)
        except KeyboardInterrupt:
            raise
        except BaseException as error:  # noqa: BLE001 -- a panic of Rust is no Exception
            return crash(f"{type(error).__name__}: {error}"[:300])
        return answer

    # ------------------------------------------------------------ a subclass's part

    @abstractmethod
    def load_public(self, name: str, octets: bytes) -> Any:  # noqa: ANN401 -- the library's own
        """A public key from `raw` or `sec1`, or one of `unusable`."""

    @abstractmethod
    def dump_public(self, name: str, key: Any) -> bytes:  # noqa: ANN401
        """The key as `raw`, or as SEC 1's uncompressed point."""

    @abstractmethod
    def load_private(self, name: str, octets: bytes) -> Any:  # noqa: ANN401
        """A private key from the seed or the scalar, or one of `unusable`."""

    @abstractmethod
    def public_of(self, name: str, key: Any) -> Any:  # noqa: ANN401
        """The public key of a private one."""

    @abstractmethod
    def holds(self, key: Any, signature: bytes, case: Case) -> bool:  # noqa: ANN401
        """Whether a signature holds; False, or one of `invalid`, where it doesn't."""

    @abstractmethod
    def sign(self, key: Any, case: Case) -> bytes:  # noqa: ANN401
        """A signature in the case's format."""

    def sign_randomly(self, key: Any, case: Case) -> bytes:  # noqa: ANN401, ARG002
        """A signature in the case's format, with a random k; no request asks for it."""
        raise Unsupported

    # ------------------------------------------------------------ the ops

    def _verify(self, request: Mapping[str, Any], case: Case) -> Answer:
        try:
            key = self.load_public(case.name, bytes.fromhex(request["public_key"]))
        except self.unusable as error:
            return _refused(error)
        try:
            return {"valid": bool(self.holds(key, bytes.fromhex(request["signature"]), case))}
        except self.invalid:
            return {"valid": False}

    def _sign(self, request: Mapping[str, Any], case: Case) -> Answer:
        try:
            key = self.load_private(case.name, bytes.fromhex(request["private_key"]))
        except self.unusable as error:
            return _refused(error)
        return {"signature": self.sign(key, case).hex()}

    def _public_key(self, request: Mapping[str, Any], case: Case) -> Answer:
        try:
            key = self.load_private(case.name, bytes.fromhex(request["private_key"]))
        except self.unusable as error:
            return _refused(error)
        return {"public_key": self.dump_public(case.name, self.public_of(case.name, key)).hex()}

    def _parse_public_key(self, request: Mapping[str, Any], case: Case) -> Answer:
        try:
            key = self.load_public(case.name, bytes.fromhex(request["public_key"]))
        except self.unusable as error:
            return _refused(error)
        return {"public_key": self.dump_public(case.name, key).hex()}

    def _case(self, request: Mapping[str, Any]) -> Case:
        """What the request is about; Unsupported where the tables don't have it."""
        scheme = request["scheme"]
        name = request.get("curve", scheme)
        if name not in self.declared or not request.keys() <= KEYS or not _keys_are_octets(request):
            raise Unsupported
        if scheme != "ECDSA":
            message, context = bytes.fromhex(request.get("message", "")), _octets(request, "context")
            return Case(scheme, name, message, None, None, context, "raw", None)
        case = Case(
            scheme,
            name,
            message=_octets(request, "message"),
            digest=_octets(request, "digest"),
            hash=request.get("hash", ECDSA_SCHEMES[name].hash),
            context=None,
            format=request.get("signature_format", "der"),
            k=self._k(request.get("nonce", self.nonces)),
        )
        if case.format not in self.formats or case.hash not in (None, *self.hashes) or (
            case.digest is not None and not self.digests
        ):
            raise Unsupported
        return case

    def _k(self, nonce: object) -> int | None:
        """The nonce that the request fixes, or None where the library may choose it as it does."""
        if isinstance(nonce, dict) and self.fixed_k:
            return int(nonce["unsafe_k"], 16)
        if nonce != self.nonces:
            raise Unsupported
        return None


def _octets(request: Mapping[str, Any], key: str) -> bytes | None:
    return bytes.fromhex(request[key]) if key in request else None


def _keys_are_octets(request: Mapping[str, Any]) -> bool:
    formats = {request.get(f"{half}_key_format", "raw") for half in ("public", "private")}
    return formats <= {"raw", "sec1"}


def _refused(error: Exception) -> Answer:
    return {"error": "invalid-key", "detail": f"{type(error).__name__}: {error}"[:300]}
