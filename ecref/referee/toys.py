"""ECDSA on a curve that a vector states by its numbers, since nothing has a name for a curve of a dozen points.

Such a curve shows in a few signatures what the real ones show in 2^128: a nonce out of range, or r = 0, or s = 0.
"""

from __future__ import annotations

from typing import Any

from ecref.ecdsa import ECDSA
from ecref.weierstrass import WeierstrassCurve

from .answers import with_steps

PARAMETERS = "parameters"
TOY = "toy"


def scheme(parameters: dict[str, Any]) -> ECDSA:
    """ECDSA over y^2 = x^3 + a*x + b modulo p, where G = (Gx, Gy) has prime order n and generates all points."""
    p, a, b, n = (parameters[name] for name in ("p", "a", "b", "n"))
    return ECDSA(WeierstrassCurve(p=p, a=a, b=b, n=n, G=(parameters["Gx"], parameters["Gy"])))


def answer(request: dict[str, Any]) -> dict[str, Any]:
    """The answer to `sign` with RFC 6979's nonce, the one op that vectors ask of a toy curve."""
    key = scheme(request[PARAMETERS]).private_key(bytes.fromhex(request["private_key"]))
    steps: list[tuple[str, str, bytes]] = []
    how = {"hash": request["hash"], "format": request["signature_format"]}
    signature = key.sign(bytes.fromhex(request["message"]), steps=steps, **how)
    assert isinstance(signature, bytes)  # a pair only where there is no format
    return with_steps({"signature": signature.hex()}, steps)
