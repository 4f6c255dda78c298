"""A signature as a linear equation: its nonce is a + t x modulo n, where x is the signer's secret scalar.

ECDSA    k = (e + r d) / s mod n    so a = e/s, t = r/s     [FIPS 186-5, 6.4.1]
EdDSA    r = S - k s mod L          so a = S, t = -k        [RFC 8032, 5.1.6 and 5.2.6]

What shows of the nonce is ECDSA's r = x([k]G) mod n, which -k has too, and EdDSA's R = [r]B. A low s stands for -k in
place of k, and nobody sees which.

    a, t, x    the equation: n is the order of the base point
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple, TypeAlias

from ecref.ecdsa_keys import ECDSAPublicKey
from ecref.eddsa_keys import EdDSAPrivateKey, EdDSAPublicKey
from ecref.errors import InvalidSignature
from ecref.field import inverse
from ecref.rfc6979 import bits2int

if TYPE_CHECKING:
    from ecref.formats.names import PrivateKey, PublicKey

Equation: TypeAlias = tuple[int, int]
Identity: TypeAlias = tuple[str, bytes]


class Signed(NamedTuple):
    """A signature that was read.

    owner       the identity of the key
    shown       what shows of the nonce: r, big-endian, or R
    second      s or S
    content     the digest, or what EdDSA hashes for the message
    """

    key: PublicKey
    owner: Identity
    shown: bytes
    second: int
    content: bytes
    context: bytes = b""

    def equation(self) -> Equation:
        """a and t."""
        n = order(self.key)
        if isinstance(self.key, EdDSAPublicKey):
            k = self.key.scheme.hash_to_int(self.context, self.shown, self.key.octets, self.content)
            return self.second, -k % n
        w = inverse(self.second, n)
        return bits2int(self.content, n.bit_length()) * w % n, int.from_bytes(self.shown, "big") * w % n

    def holds(self) -> bool:
        """Whether the signature is valid."""
        try:
            if isinstance(self.key, ECDSAPublicKey):
                pair = int.from_bytes(self.shown, "big"), self.second
                self.key.verify_digest(pair, self.content, hash=None, format=None)
            else:
                self._check_eddsa(self.key)
        except InvalidSignature:
            return False
        return True

    def _check_eddsa(self, key: EdDSAPublicKey) -> None:
        from ecref.rules import eddsa_rules

        signature = self.shown + self.second.to_bytes(key.scheme.curve.size, "little")
        rules, note = eddsa_rules("rfc8032", key.scheme.name), key.scheme.notes(None, 7)
        key.scheme.check(key, self.content, signature, self.context, rules, note)


def order(key: PublicKey) -> int:
    """n or L."""
    return key.scheme.curve.L if isinstance(key, EdDSAPublicKey) else key.scheme.curve.n


def signs(key: PublicKey) -> tuple[int, ...]:
    """By what the nonces of two signatures may differ that show the same."""
    return (1,) if isinstance(key, EdDSAPublicKey) else (1, -1)


def identity(key: PublicKey) -> Identity:
    """What two keys have in common that are the same: the curve, and the point."""
    return key.scheme.curve.name, key.to_bytes()


def is_secret_of(key: PublicKey, x: int) -> bool:
    """Whether [x]B is the public key: what decides about every scalar that is found here."""
    if isinstance(key, EdDSAPublicKey):
        return (x * key.scheme.curve.B).encode() == key.octets
    return x != 0 and x * key.scheme.curve.G == key.Q


def secret_scalar(key: PrivateKey) -> int:
    """x of a private key, modulo n."""
    if isinstance(key, EdDSAPrivateKey):
        return key.s % order(key.public_key)
    return int.from_bytes(key.private_bytes(), "big")


def written(key: PublicKey, x: int) -> str:
    """A secret scalar in hex, as its standard encodes it: ECDSA's big-endian, EdDSA's little-endian."""
    if isinstance(key, EdDSAPublicKey):
        return x.to_bytes(key.scheme.curve.size, "little").hex()
    return x.to_bytes((order(key).bit_length() + 7) // 8, "big").hex()
