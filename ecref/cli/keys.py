"""Key files: raw octets or hex, found by length, or as --key-format says.

A private key is a seed of EdDSA or a scalar of ECDSA; a public key is RFC 8032's or a point of SEC 1. Each has a
fixed number of octets on its curve, and twice as many hex digits: no two of these lengths are the same.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import ecref
from ecref.errors import UnusableInput

from .files import from_hex, read_small

if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import TypeVar

    from ecref.ecdsa_keys import ECDSAPrivateKey, ECDSAPublicKey
    from ecref.eddsa_keys import EdDSAPrivateKey, EdDSAPublicKey

    from .names import Scheme

    Key = TypeVar("Key")


def private_key(path: str, scheme: Scheme, key_format: str | None) -> EdDSAPrivateKey | ECDSAPrivateKey:
    """The private key in a file."""
    if isinstance(scheme, ecref.EdDSA):
        return _read(path, scheme.private_key, (scheme.curve.size,), _not_sec1(key_format))
    return _read(path, scheme.private_key, ((scheme.curve.n.bit_length() + 7) // 8,), _not_sec1(key_format))


def public_key(path: str, scheme: Scheme, key_format: str | None) -> EdDSAPublicKey | ECDSAPublicKey:
    """The public key in a file."""
    size = scheme.curve.size
    if isinstance(scheme, ecref.EdDSA):
        return _read(path, scheme.public_key, (size,), _not_sec1(key_format))
    return _read(path, scheme.public_key, (1 + size, 1 + 2 * size), key_format)


def _not_sec1(key_format: str | None) -> str | None:
    if key_format == "sec1":
        raise UnusableInput("unsupported", "--key-format sec1 is for public keys of ECDSA")
    return key_format


def _read(path: str, key: Callable[[bytes], Key], sizes: tuple[int, ...], key_format: str | None) -> Key:
    """The key whose octets a file holds, of one of these sizes; an error names the file and shows none of it."""
    data = read_small(path)
    if key_format == "hex" or (key_format != "raw" and len(data) not in sizes):
        octets = from_hex(data)
        if octets is None:
            wanted = " or ".join(map(str, sizes))
            raise UnusableInput("bad-encoding", f"{path}: neither hex nor a raw key of {wanted} octets")
        data = octets
    try:
        return key(data)
    except UnusableInput as error:
        raise UnusableInput(error.code, f"{path}: {error.detail}") from None
