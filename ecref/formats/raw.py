"""Raw keys: octets without a container. Nothing in them tells what they are, so the scheme is an argument.

EdDSA   seed                curve.size octets [RFC 8032, 5.1.5 and 5.2.5]
        seed, then public   what libsodium and Go call the private key; the second half is checked
        expanded            s, little-endian, then the prefix: what the seed's hash becomes. Also 2 * curve.size
                            octets, so it is read by its own name only
        public              curve.size octets
ECDSA   scalar              big-endian, in the width of n
        public              a SEC 1 point, compressed or uncompressed [SEC 1, 2.3.4]
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from ecref.eddsa import EdDSA
from ecref.errors import UnusableInput
from ecref.inputs import as_bytes

from .faults import check_halves

if TYPE_CHECKING:
    from ecref.inputs import Octets

    from .names import PrivateKey, PublicKey, Scheme


def read_private(octets: Octets, scheme: Scheme) -> PrivateKey:
    """The key of a seed, of a seed with its public half, or of a scalar.

    UnusableInput: "bad-length"; "invalid-key" for halves that don't match, or a scalar out of range.
    """
    octets = as_bytes("a private key", octets)
    if not isinstance(scheme, EdDSA):
        return scheme.private_key(octets)
    size = scheme.curve.size
    if len(octets) not in (size, 2 * size):
        raise _bad_length(octets, f"{size} or {2 * size}", scheme)
    key = scheme.private_key(octets[:size])
    if len(octets) > size:
        check_halves(key, scheme.public_key(octets[size:]))
    return key


def read_expanded(octets: Octets, scheme: Scheme) -> PrivateKey:
    """The EdDSA key of a scalar and a prefix, without its seed; UnusableInput "unsupported" for ECDSA."""
    if not isinstance(scheme, EdDSA):
        raise UnusableInput("unsupported", f"{scheme.name} has no expanded keys")
    return scheme.expanded_key(as_bytes("an expanded key", octets))


def read_public(octets: Octets, scheme: Scheme) -> PublicKey:
    """The key of an encoded point. UnusableInput as the scheme's public_key; a hybrid point is refused by name."""
    octets = as_bytes("a public key", octets)
    if isinstance(scheme, EdDSA) and len(octets) != scheme.curve.size:
        raise _bad_length(octets, str(scheme.curve.size), scheme)
    return scheme.public_key(octets)


def _bad_length(octets: bytes, wanted: str, scheme: EdDSA) -> UnusableInput:
    hint = "; 56 are a key of X448" if (len(octets), scheme.curve.size) == (56, 57) else ""
    return UnusableInput("bad-length", f"got {len(octets)} octets, wanted {wanted} of {scheme.name}{hint}")
