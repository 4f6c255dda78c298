"""What ECDSA's cases are made of: fixed keys, signatures with the r and s that are wanted, requests about them.

n, d, Q   as in ecref.ecdsa
r, s      a signature; s <= n/2, so that verifiers under `low-s` are asked the same as others
"""

from __future__ import annotations

import hashlib
from itertools import count
from typing import TYPE_CHECKING

from ecref.ecdsa import SCHEMES
from ecref.signatures import encode

if TYPE_CHECKING:
    from ecref.ecdsa_keys import ECDSAPrivateKey

    from .case import Request

FORMS = ("der", "p1363")
SMALL_S = 0x5EED  # so small that s + n still fits the width of n


class Forger:
    """Keys, signatures and requests on one curve, the same at every run."""

    def __init__(self, curve: str) -> None:
        self.scheme = SCHEMES[curve]
        self.n = self.scheme.curve.n
        self.width = (self.n.bit_length() + 7) // 8
        self.key = self.private_key("key")
        self.message, self.r, self.s = self._signed()

    def private_key(self, name: str) -> ECDSAPrivateKey:
        """The key of this name."""
        wide = hashlib.shake_256(f"ecref fingerprint/{self.scheme.name}/{name}".encode()).digest(self.width + 8)
        return self.scheme.private_key(1 + int.from_bytes(wide, "big") % (self.n - 1))

    def _signed(self) -> tuple[bytes, int, int]:
        """(message, r, s) of the key, where the first bit of r is set."""
        messages = (b"message %d" % number for number in count())
        signed = ((message, *self.pair(message)) for message in messages)
        return next((message, r, s) for message, r, s in signed if r >> 8 * self.width - 1)

    def pair(self, message: bytes, hash: str | None = None, *, low_s: bool = True) -> tuple[int, int]:
        """(r, s) of a message."""
        pair = self.key.sign(message, hash=hash, format=None, low_s=low_s)
        assert isinstance(pair, tuple)
        return pair

    def pair_of_digest(self, digest: bytes) -> tuple[int, int]:
        """(r, s) of a digest."""
        pair = self.key.sign_digest(digest, hash=None, format=None, low_s=True)
        assert isinstance(pair, tuple)
        return pair

    def pair_under_identity(self) -> tuple[int, int]:
        """(r, s) of `message` under Q = O, which has the private key 0: r = x([e/s]G)."""
        scheme = self.scheme
        r, s, _ = scheme.sign(0, scheme.hash_or_default(None).of(self.message), [SMALL_S], scheme.notes(None, "6.4.1"))
        return r, min(s, self.n - s)

    def forged(self, *, beyond_n: bool) -> tuple[int, bytes]:
        """(r, Q): the least r and a key under which r and SMALL_S hold, where R has the x = r, or x = r + n."""
        return next(
            (r, key.to_bytes())
            for r in count(1)
            for recid, key in self.scheme.recover((r, SMALL_S), self.message, format=None)
            if recid >> 1 == beyond_n
        )

    def verify(self, signature: bytes, form: str = "der", **about: str | None) -> Request:
        """The request to verify a signature of `message` by `key`, or about what else is given."""
        what = {} if "digest" in about else {"message": self.message.hex()}
        about = {"hash": self.scheme.hash, "public_key": self.key.public_key.to_bytes().hex(), **what, **about}
        return {
            "op": "verify",
            "scheme": "ECDSA",
            "curve": self.scheme.name,
            **about,
            "public_key_format": "sec1",
            "signature": signature.hex(),
            "signature_format": form,
        }

    def verify_pair(self, r: int, s: int, **about: str | None) -> list[Request]:
        """The same for (r, s), in DER and, where that holds them, in P1363."""
        forms = FORMS if max(r, s) < 256**self.width else FORMS[:1]
        return [self.verify(encode(r, s, 0, form, self.n), form, **about) for form in forms]

    def parse(self, public: bytes) -> Request:
        """The request to read a public key."""
        return {
            "op": "parse_public_key",
            "scheme": "ECDSA",
            "curve": self.scheme.name,
            "public_key": public.hex(),
            "public_key_format": "sec1",
        }
