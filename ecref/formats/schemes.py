"""The schemes by name: RFC 8032's, and the usual names of the curves, in any case, with or without hyphens."""

from __future__ import annotations

from typing import TYPE_CHECKING

import ecref
from ecref.eddsa import SCHEMES
from ecref.errors import UnusableInput

if TYPE_CHECKING:
    from .names import Scheme

CURVES: dict[str, Scheme] = {
    "ed25519": ecref.ed25519,
    "ed448": ecref.ed448,
    "p256": ecref.p256,
    "p384": ecref.p384,
    "secp256k1": ecref.secp256k1,
}
ALIASES = {
    "edwards25519": "ed25519",
    "edwards448": "ed448",
    **dict.fromkeys(("nistp256", "secp256r1", "prime256v1"), "p256"),
    **dict.fromkeys(("nistp384", "secp384r1"), "p384"),
    **dict.fromkeys(("k256", "p256k1"), "secp256k1"),
}


def scheme_named(curve: str | Scheme) -> Scheme:
    """The scheme of a curve or of RFC 8032 by its name, or itself; UnusableInput "unsupported" for another name."""
    if isinstance(curve, ecref.EdDSA | ecref.ECDSA):
        return curve
    if not isinstance(curve, str):
        raise TypeError(f"a curve is named by a str or a scheme, not {type(curve).__name__}")
    name = _plain(curve)
    for scheme in (*CURVES.values(), *SCHEMES.values()):
        if _plain(scheme.name) == ALIASES.get(name, name):
            return scheme
    raise UnusableInput("unsupported", f"no curve {curve[:40]!r}; there are {', '.join(CURVES)}")


def _plain(name: str) -> str:
    return name.lower().translate(dict.fromkeys(map(ord, "-_ ")))
