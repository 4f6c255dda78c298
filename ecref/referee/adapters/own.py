"""ecref itself, over Python's integers or over gmpy2's."""

from __future__ import annotations

import platform
from importlib import metadata
from typing import TYPE_CHECKING, Any

import ecref

from .interface import CURVES, Library, Suite, require

if TYPE_CHECKING:
    from collections.abc import Sequence

    from .interface import Sample


class Ecref(Library):
    """The schemes that `import ecref` gives."""

    name = "ecref"
    distribution = "ecref"
    modules: tuple[str, ...] = ("ecref",)
    curves = tuple(CURVES)

    def version(self) -> str:
        """Version and interpreter."""
        return f"ecref {ecref.__version__}, {platform.python_implementation()} {platform.python_version()}"

    def imports(self, curve: str) -> tuple[str, ...]:
        """What `from ecref import ...` loads."""
        return (*self.modules, "ecref.eddsa" if curve.startswith("ed") else "ecref.ecdsa")

    def suite(self, curve: str) -> Suite:
        """Its operations on a curve."""
        return suite(CURVES[curve])


class EcrefOverGmpy2(Ecref):
    """The same schemes over another integer."""

    name = "ecref-gmpy2"
    modules = ("ecref", "gmpy2")
    distribution = "gmpy2"

    def __init__(self) -> None:
        super().__init__()
        self._schemes = ecref.with_ints(require("gmpy2", "gmpy2").mpz)

    def version(self) -> str:
        """Version and interpreter, and gmpy2's."""
        return f"{super().version()}, gmpy2 {metadata.version('gmpy2')}"

    def suite(self, curve: str) -> Suite:
        """Its operations on a curve."""
        return suite(getattr(self._schemes, curve))


def suite(scheme: Any) -> Suite:  # noqa: ANN401 -- EdDSA and ECDSA have the same methods here
    """A scheme's operations."""

    def holds(key: Any, message: bytes, signature: bytes) -> bool:  # noqa: ANN401
        try:
            key.verify(signature, message)
        except ecref.InvalidSignature:
            return False
        return True

    def batch(samples: Sequence[Sample]) -> bool:
        try:
            scheme.verify_batch([(scheme.public_key(s.public), s.signature, s.message) for s in samples])
        except ecref.InvalidSignature:
            return False
        return True

    def generate() -> Any:  # noqa: ANN401
        key = scheme.generate()
        return key, key.public_key

    def holds_over(public: bytes, digest: bytes, signature: bytes) -> bool:
        try:
            scheme.public_key(public).verify_digest(signature, digest, hash=None)
        except ecref.InvalidSignature:
            return False
        return True

    is_eddsa = isinstance(scheme, ecref.EdDSA)
    return Suite(
        public_key=lambda secret: scheme.private_key(secret).public_key.to_bytes(),
        load_private=scheme.private_key,
        sign=lambda key, message: key.sign(message),
        verify=lambda public, message, signature: holds(scheme.public_key(public), message, signature),
        load_public=lambda public: scheme.public_key(public).prepare(),
        verify_loaded=holds,
        verify_batch=batch if is_eddsa else None,
        generate=generate,
        sign_digest=None if is_eddsa else lambda key, digest: key.sign_digest(digest, hash=None),
        verify_digest=None if is_eddsa else holds_over,
    )
