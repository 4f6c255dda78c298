"""Containers of keys and signatures, one file a format.

    from ecref.formats import load_public_key, verdict

    key = load_public_key(data)  # PEM, DER, JWK, an OpenSSH line, a certificate; raw octets with curve=
    verdict(key, signature, message, format="p1363-base64url").reason

A key's container is found by its own marks, a signature's format is always named: keys.py and signatures.py say more.
"""

from __future__ import annotations

__all__ = [
    "PRIVATE_FORMATS",
    "PUBLIC_FORMATS",
    "SIGNATURE_FORMATS",
    "convert_signature",
    "dump_private_key",
    "dump_public_key",
    "load_private_key",
    "load_public_key",
    "read_private_key",
    "read_public_key",
    "read_signature",
    "readings",
    "verdict",
]

_SIGNATURES = ("SIGNATURE_FORMATS", "convert_signature", "read_signature", "readings", "verdict")

TYPE_CHECKING = False
if TYPE_CHECKING:
    from .keys import (
        PRIVATE_FORMATS,
        PUBLIC_FORMATS,
        dump_private_key,
        dump_public_key,
        load_private_key,
        load_public_key,
        read_private_key,
        read_public_key,
    )
    from .signatures import SIGNATURE_FORMATS, convert_signature, read_signature, readings, verdict
else:

    def __getattr__(name: str) -> object:
        """A public name, from its module, which is loaded when the first of its names is asked for. [PEP 562]"""
        if name not in __all__:
            raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
        from importlib import import_module

        module = import_module(".signatures" if name in _SIGNATURES else ".keys", __name__)
        value = globals()[name] = getattr(module, name)
        return value


def __dir__() -> list[str]:
    return __all__
