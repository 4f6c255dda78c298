"""The same schemes over another type of integer, by changing nothing but the curves' constants.

Python's operators do the rest: what meets a constant of the type becomes one of the type. So a bench can tell what the
big integers cost and what the interpreter costs, and a type that counts can count.
"""

from __future__ import annotations

from .ecdsa import ECDSA
from .ecdsa import SCHEMES as ECDSA_SCHEMES
from .eddsa import SCHEMES as EDDSA_SCHEMES
from .eddsa import EdDSA
from .edwards import EdwardsCurve
from .weierstrass import WeierstrassCurve

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import Any


class Schemes:
    """The records ed25519, ed25519ctx, ed25519ph, ed448, ed448ph, p256, p384 and secp256k1."""

    ed25519: EdDSA
    ed25519ctx: EdDSA
    ed25519ph: EdDSA
    ed448: EdDSA
    ed448ph: EdDSA
    p256: ECDSA
    p384: ECDSA
    secp256k1: ECDSA


def with_ints(integer: Callable[[int], Any]) -> Schemes:
    """All schemes over `integer`, such as gmpy2.mpz: any type with the protocol of Python's int.

    It must work with int in every operator and in pow, and have bit_length, to_bytes, __int__ and __index__. The
    results are those of ecref's own schemes, in bytes and ints.
    """
    curves: dict[str, Any] = {}
    schemes = Schemes()
    for eddsa in EDDSA_SCHEMES.values():
        E = eddsa.curve
        if E.name not in curves:
            p, a, d, L = (integer(constant) for constant in (E.p, E.a, E.d, E.L))
            B = integer(E.base[0]), integer(E.base[1])
            curves[E.name] = EdwardsCurve(p, a, d, L, E.c, B, E.name)
        values = (eddsa.hash, eddsa.n, eddsa.dom, eddsa.prehash, eddsa.context_required, eddsa.section)
        setattr(schemes, eddsa.name.lower(), EdDSA(eddsa.name, curves[E.name], *values))
    for ecdsa in ECDSA_SCHEMES.values():
        W = ecdsa.curve
        p, a, b, n = (integer(constant) for constant in (W.p, W.a, W.b, W.n))
        G = integer(W.base[0]), integer(W.base[1])
        curve = WeierstrassCurve(p, a, b, n, G, W.h, W.name, W.endomorphism)
        setattr(schemes, W.name.lower().replace("-", ""), ECDSA(curve, ecdsa.hash))
    return schemes
