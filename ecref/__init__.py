"""ecref: the executable reference for EdDSA and ECDSA, in plain Python.

Not for secrets: Python's integers take time that depends on their values, so whoever can measure how long a
signature takes learns about the key. Use it to learn, to audit, and to check other implementations.

    from ecref import ed25519

    key = ed25519.generate()
    signature = key.sign(b"message")
    key.public_key.verify(signature, b"message")  # None, or raises InvalidSignature with .reason

ed25519, ed25519ctx, ed25519ph, ed448, ed448ph are records of EdDSA [RFC 8032]; p256, p384, secp256k1 of ECDSA
[FIPS 186-5, SEC 1]. EdwardsCurve, WeierstrassCurve, EdDSA and ECDSA make others, toy curves among them, and
implementation("cryptography") gives them over another library's code.
"""

from __future__ import annotations

__version__ = "0.1.0"

__all__ = [
    "ECDSA",
    "EcrefError",
    "EdDSA",
    "EdwardsCurve",
    "InvalidPoint",
    "InvalidSignature",
    "UnusableInput",
    "Verdict",
    "Verdicts",
    "WeierstrassCurve",
    "ed448",
    "ed448ph",
    "ed25519",
    "ed25519ctx",
    "ed25519ph",
    "implementation",
    "p256",
    "p384",
    "secp256k1",
    "verify_many",
    "with_ints",
]

_MODULES = {
    "ecdsa": ("ECDSA", "p256", "p384", "secp256k1"),
    "eddsa": ("EdDSA", "ed448", "ed448ph", "ed25519", "ed25519ctx", "ed25519ph"),
    "edwards": ("EdwardsCurve",),
    "errors": ("EcrefError", "InvalidPoint", "InvalidSignature", "UnusableInput"),
    "foreign": ("implementation",),
    "integers": ("with_ints",),
    "many": ("verify_many",),
    "verdict": ("Verdict", "Verdicts"),
    "weierstrass": ("WeierstrassCurve",),
}
_HOME = {name: module for module, names in _MODULES.items() for name in names}

TYPE_CHECKING = False
if TYPE_CHECKING:
    from .ecdsa import ECDSA, p256, p384, secp256k1
    from .eddsa import EdDSA, ed448, ed448ph, ed25519, ed25519ctx, ed25519ph
    from .edwards import EdwardsCurve
    from .errors import EcrefError, InvalidPoint, InvalidSignature, UnusableInput
    from .foreign import implementation
    from .integers import with_ints
    from .many import verify_many
    from .verdict import Verdict, Verdicts
    from .weierstrass import WeierstrassCurve
else:

    def __getattr__(name: str) -> object:
        """A public name, from its module, which is loaded when the first of its names is asked for. [PEP 562]"""
        if name not in _HOME:
            raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
        from importlib import import_module

        value = globals()[name] = getattr(import_module(f".{_HOME[name]}", __name__), name)
        return value


def __dir__() -> list[str]:
    return __all__
