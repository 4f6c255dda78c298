"""RFC 6979, A.2.5 and A.2.6: deterministic ECDSA on P-256 and P-384, with five hashes and two messages.

Source: evppkey_ecdsa_rfc6979.txt of cryptography-vectors (OpenSSL's transcription), of which the DigestSign
records are taken; each is followed by a DigestVerify of the same signature and one of a changed one. The private
keys are typed from the RFC.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from .packages import CRYPTOGRAPHY
from .vector import Suite, Vector

if TYPE_CHECKING:
    from .packages import Wheels

PRIVATE_KEYS = {
    "P-256": "c9afa9d845ba75166b5c215767b1d6934e50c3db36e89b127b8a622b120f6721",
    "P-384": "6b9d3dad2e1b8c1c05b19875b6659f4de23c3b667bf297ba9aa47740787137d896d5724e4c70a825f872c9ea60d2edf5",
}


def suite(wheels: Wheels) -> Suite:
    """The signatures, with every intermediate value."""
    groups: dict[str, list[Vector]] = {curve: [] for curve in PRIVATE_KEYS}
    for block in wheels.text(CRYPTOGRAPHY, "asymmetric/ECDSA/RFC6979/evppkey_ecdsa_rfc6979.txt").split("\n\n"):
        record = dict(re.findall(r"^(\w+) = (.*)$", block, re.MULTILINE))
        curve = record.get("Key", "").partition("_")[0]
        if "DigestSign" in record and curve in PRIVATE_KEYS:
            groups[curve].append(_sign(curve, record))
    return Suite("rfc6979", list(groups.values()))


def _sign(curve: str, record: dict[str, str]) -> Vector:
    hash_name = record["DigestSign"].replace("SHA", "SHA-")
    message = record["Input"].strip('"')
    request = {
        "op": "sign",
        "scheme": "ECDSA",
        "curve": curve,
        "hash": hash_name,
        "message": message.encode().hex(),
        "private_key": PRIVATE_KEYS[curve],
        "private_key_format": "raw",
        "signature_format": "der",
        "steps": True,
    }
    return Vector(f"rfc6979/{curve}/{hash_name}/{message}", request, published={"signature": record["Output"].lower()})
