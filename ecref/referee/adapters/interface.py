"""What an adapter gives: a library's operations on one curve, from octets to octets.

    secret      RFC 8032's seed, or ECDSA's scalar, big-endian in the width of n
    public      RFC 8032's point, or SEC 1's, uncompressed
    signature   RFC 8032's, or ECDSA's in DER; the hash is SHA-256, on P-384 SHA-384

Whatever form a library prefers, its adapter takes and gives these.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from importlib import import_module, metadata
from typing import TYPE_CHECKING, Any, NamedTuple, Protocol

import ecref
from ecref.errors import UnusableInput

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

CURVES: dict[str, ecref.EdDSA | ecref.ECDSA] = {
    "ed25519": ecref.ed25519,
    "ed448": ecref.ed448,
    "p256": ecref.p256,
    "p384": ecref.p384,
    "secp256k1": ecref.secp256k1,
}


class Sample(NamedTuple):
    """A key pair, and a message that it signed."""

    secret: bytes
    public: bytes
    message: bytes
    signature: bytes


class Suite(NamedTuple):
    """A library's operations on one curve. Loaded keys are the library's own objects.

    public_key      the public key of a secret
    load_private    a secret, made ready to sign
    sign            a signature by such a key
    verify          whether a signature holds under a public key that wasn't seen before
    load_public     a public key, with all the preparation that the library offers
    verify_loaded   whether a signature holds under such a key
    verify_batch    whether all of many hold
    generate        a new key pair as the library makes it: what sign takes, and what verify_loaded takes
    sign_digest     ECDSA: a signature by a key that is made ready, over a digest in place of a hash's output
    verify_digest   ECDSA: whether such a signature holds under a public key that wasn't seen before

    A digest has 1 to 64 octets, whatever the hash; a long one counts with its leftmost bits. [FIPS 186-5, 6.4.1]
    """

    public_key: Callable[[bytes], bytes]
    load_private: Callable[[bytes], Any]
    sign: Callable[[Any, bytes], bytes]
    verify: Callable[[bytes, bytes, bytes], bool]
    load_public: Callable[[bytes], Any] | None = None
    verify_loaded: Callable[[Any, bytes, bytes], bool] | None = None
    verify_batch: Callable[[Sequence[Sample]], bool] | None = None
    generate: Callable[[], tuple[Any, Any]] | None = None
    sign_digest: Callable[[Any, bytes], bytes] | None = None
    verify_digest: Callable[[bytes, bytes, bytes], bool] | None = None


def fitted(digest: bytes, size: int) -> bytes:
    """The digest of exactly n's size that stands for the same integer, for a library that takes no other length.

    Right where n fills its octets, as on all curves here: a longer digest counts with its leftmost `size` octets, and
    a shorter one is the integer that it spells. [FIPS 186-5, 6.4.1, step 2]
    """
    return digest[:size].rjust(size, b"\0")


class Adapter(Protocol):
    """An implementation that has some of the curves."""

    name: str

    def version(self) -> str:
        """What is compared: name, version, and with which choices."""

    def supports(self, curve: str) -> bool:
        """Whether it has this curve of CURVES."""

    def close(self) -> None:
        """End what the adapter started."""


class Installed:
    """A Python library: these modules in this process, of this distribution, which the extra of ecref brings.

    UnusableInput "unsupported" where a module is missing.
    """

    name: str
    distribution: str
    modules: tuple[str, ...]
    extra = "bench"

    def __init__(self) -> None:
        for module in self.modules:
            require(module, self.distribution, self.extra)

    def version(self) -> str:
        """The distribution and its version."""
        return f"{self.distribution} {metadata.version(self.distribution)}"

    def close(self) -> None:
        """Nothing was started."""


class Library(Installed, ABC):
    """An adapter to a Python library. A subclass gives `suite`."""

    curves: tuple[str, ...]

    def supports(self, curve: str) -> bool:
        """Whether it has this curve."""
        return curve in self.curves

    def imports(self, curve: str) -> tuple[str, ...]:  # noqa: ARG002 -- most load all curves at once
        """The modules that a user of this curve imports."""
        return self.modules

    @abstractmethod
    def suite(self, curve: str) -> Suite:
        """Its operations on a curve that it supports."""


class External(ABC):
    """An adapter to a program, which times operations itself; octets are told in hex."""

    name: str

    @abstractmethod
    def load(self, curve: str, operation: str, samples: Sequence[Sample]) -> tuple[int, str] | None:
        """The number under which an operation runs, and what it gave for the first sample; None: it has none such.

        Of a verification that is 01 or 00, and of `generate` whether what was made belongs together; empty where a
        program draws its own secrets and tells no key.
        """

    @abstractmethod
    def run(self, number: int, count: int) -> tuple[list[float], float]:
        """Seconds that each of `count` operations took on the wall, and the processor for all of them."""

    def notes(self) -> list[str]:
        """Sentences on how its times came about, after it has run."""
        return []

    @abstractmethod
    def version(self) -> str:
        """What is compared."""

    @abstractmethod
    def supports(self, curve: str) -> bool:
        """Whether it has this curve."""

    @abstractmethod
    def close(self) -> None:
        """End what the adapter started."""


def require(module: str, distribution: str, extra: str = "bench") -> Any:  # noqa: ANN401 -- they come without types
    """A module of a library; UnusableInput "unsupported" where it isn't installed."""
    try:
        return import_module(module)
    except ImportError:
        how = f"pip install 'ecref[{extra}]' brings it"
        raise UnusableInput("unsupported", f"{distribution} is not installed here; {how}") from None
