"""The keys and signatures of interop.py have the 00 that they are said to have."""

from __future__ import annotations

import pytest

from containers import ECDSA, EDDSA, key_of
from interop import EDGES, counted_messages, edge_key, halves

TOP = {"Ed25519": (31, 0x7F), "Ed448": (55, 0xFF)}  # the octet of 2^248 or 2^440, without the sign of x [RFC 8032, 5]


@pytest.mark.parametrize(("name", "edge"), EDGES)
def test_keys(name: str, edge: str) -> None:
    key = edge_key(name, edge)
    octets = key.public_key.to_bytes()
    if edge == "secret":
        assert key.private_bytes()[:2] == b"\0\1"
    elif name in EDDSA:
        assert at(name, edge.removesuffix(" octet"), octets) == 0
    else:
        assert [half[0] == 0 for half in halves(octets[1:])] == [edge == "x", edge == "y"]


def at(name: str, where: str, octets: bytes) -> int:
    """The first or the top octet of a little-endian number."""
    number, mask = TOP[name]
    return octets[0] if where == "first" else octets[number] & mask


@pytest.mark.parametrize("name", EDDSA)
def test_signatures_of_eddsa(name: str) -> None:
    for edge, message in counted_messages(name).items():
        half, where = edge.split(", ")
        assert at(name, where, halves(key_of(name).sign(message))["RS".index(half)]) == 0


@pytest.mark.parametrize("name", ECDSA)
def test_signatures_of_ecdsa(name: str) -> None:
    for edge, message in counted_messages(name).items():
        r, s = halves(key_of(name).sign(message, format="p1363"))
        assert [half[0] == 0 for half in (r, s)] == [edge == "r", edge == "s"]
        padded = [half[0] >= 0x80 for half in (r, s)]
        if edge.startswith("no 00"):
            assert padded == [edge.endswith("both padded in DER")] * 2
            assert len(key_of(name).sign(message)) == 6 + len(r + s) + sum(padded)  # three tags and lengths
