"""ECDSA: keys, signing, verification and recovery, with the letters and step numbers of FIPS 186-5.

    G, n     base point and its order (weierstrass.py)
    d, Q     private and public key: Q = [d]G
    M, H, e  message, its digest, and the integer that the digest's leftmost bits make
    k, R     the secret number of one signature, and [k]G
    r, s     the signature: r = x(R) mod n
    w, u, v  1/s, e/s, r/s modulo n
    recid    which of the keys that fit a signature is meant (signatures.py)

A digest can stand in for a message. But a digest that the verifier didn't compute proves nothing: for any u and
v != 0, R = [u]G + [v]Q, r = x(R) mod n, s = r/v and e = u*s verify, though nobody signed anything.
"""

from __future__ import annotations

from . import signatures
from .curves import P256, P384, SECP256K1
from .ecdsa_keys import ECDSAPrivateKey, ECDSAPublicKey
from .errors import InvalidPoint, InvalidSignature, UnusableInput
from .field import inverse
from .frozen import Frozen
from .hashes import Hash, hash_named
from .inputs import as_bytes, as_int
from .rfc6979 import bits2int, int2octets, random_scalars
from .verdict import Notes

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator
    from typing import TypeAlias

    from .inputs import Message, Octets
    from .rules import ECDSARules
    from .verdict import Steps
    from .weierstrass import WeierstrassCurve, WeierstrassPoint

    Signature: TypeAlias = Octets | tuple[int, int]


class ECDSA(Frozen):
    """A curve with its default hash, and the algorithms over them. `hash` is the name of the default hash."""

    __slots__ = ("curve", "hash")
    fields = ("curve", "hash")
    curve: WeierstrassCurve
    hash: str

    def __init__(self, curve: WeierstrassCurve, hash: str = "SHA-256") -> None:
        self._set(curve=curve, hash=hash_named(hash).name)

    @property
    def name(self) -> str:
        """The curve's name."""
        return self.curve.name

    def generate(self) -> ECDSAPrivateKey:
        """A new key from the system's random numbers. [FIPS 186-5, A.2.2]"""
        return self.private_key(next(random_scalars(self.curve.n)))

    def private_key(self, d: int | Octets, *, steps: Steps | None = None) -> ECDSAPrivateKey:
        """The key of a scalar: an int, or big-endian in exactly the width of n.

        UnusableInput: "bad-length", "invalid-key" unless 1 <= d < n. steps: a list to fill with (step, name,
        value) for Q. [FIPS 186-5, A.2.2]
        """
        d = self.scalar(d)
        note = self.notes(steps, "A.2.2")
        Q = note(d * self.curve.G,                                                                   "Q", 5)
        return ECDSAPrivateKey(self, d, ECDSAPublicKey(self, Q))

    def scalar(self, d: int | Octets) -> int:
        """The scalar of a private key: an int, or big-endian in exactly the width of n. Errors as for private_key.

        [FIPS 186-5, A.2.2]
        """
        n = self.curve.n
        if not isinstance(d, int):
            octets = as_bytes("a private key", d)
            width = (n.bit_length() + 7) // 8
            if len(octets) != width:
                raise UnusableInput("bad-length", f"got a scalar of {len(octets)} octets, wanted {width}")
            d = int.from_bytes(octets, "big")
        if not 1 <= as_int("a private key", d) < n:
            raise UnusableInput("invalid-key", "the private key lies outside [1, n-1]")
        return d

    def public_key(self, octets: Octets) -> ECDSAPublicKey:
        """The key of a SEC 1 point, validated: on the curve, in range, of order n. [SEC 1, 3.2.2.1, step 4]

        UnusableInput: "bad-length", "bad-encoding", "invalid-key" (InvalidPoint where the curve refuses it).
        """
        E = self.curve
        Q = E.decode(as_bytes("a public key", octets))
        if E.h > 1 and not (E.n * Q).is_identity():
            raise InvalidPoint("mixed-order", "the point's order is not n")
        return ECDSAPublicKey(self, Q)

    def sign(self, d: int, H: bytes, candidates: Iterable[int], note: Notes) -> tuple[int, int, int]:
        """(r, s, recid) for a digest, with the first candidate for k that serves. [FIPS 186-5, 6.4.1]

        UnusableInput "bad-request" where none does. [RFC 6979, 2.4, steps 1 to 4]
        """
        G, n = self.curve.G, self.curve.n
        e = note(bits2int(note(H, "H", 1), n.bit_length()),                                          "e", 2)
        for candidate in candidates:
            k = note(candidate,                                                                      "k", 3)
            R = note(k * G,                                                                          "R", 5)
            x, y = R.affine()                                                                        # 6, 7
            r = note(x % n,                                                                          "r", 8)
            s = note(inverse(k, n) * (e + r * d) % n,                                                "s", 9)  # 4
            if r != 0 and s != 0:                                                                    # 11
                return r, s, x // n << 1 | y & 1                                                     # 12
        raise UnusableInput("bad-request", "no candidate for k gives r and s other than 0")

    def check(self, Q: WeierstrassPoint, H: bytes, r: int, s: int, rules: ECDSARules, note: Notes) -> None:
        """Raise InvalidSignature, with the first reason, unless (r, s) signs the digest. [FIPS 186-5, 6.4.2]"""
        G, n = self.curve.G, self.curve.n
        if not 1 <= r < n:                                                                           # 1
            raise InvalidSignature("r-out-of-range", "r lies outside [1, n-1]")
        if not 1 <= s < n:                                                                           # 1
            raise InvalidSignature("s-out-of-range", "s lies outside [1, n-1]")
        if rules.low_s and self.is_high(s):
            raise InvalidSignature("high-s", "s is over n/2")
        e = note(bits2int(note(H, "H", 2), n.bit_length()),                                          "e", 3)
        w = note(inverse(s, n),                                                                      "w", 4)
        u = note(e * w % n,                                                                          "u", 5)
        v = note(r * w % n,                                                                          "v", 5)
        R1 = note(u * G + v * Q,                                                                    "R1", 6)
        if R1.is_identity():                                                                         # 6
            raise InvalidSignature("result-is-identity", "[u]G + [v]Q is the identity")
        if note.wanted:
            note(R1.affine()[0],                                                                    "r1", 8)
        if not R1.has_x(r, n):                                                                       # 9
            raise InvalidSignature("mismatch", "x([u]G + [v]Q) mod n != r")

    def candidates(self, r: int, s: int, H: bytes) -> Iterator[tuple[int, WeierstrassPoint]]:
        """(recid, Q) for each public key under which (r, s) signs the digest. [SEC 1, 4.1.6]

        s*R = e*G + r*Q holds for Q = (s*R - e*G) / r, and r leaves few choices of R: x(R) = r + j*n, and one of
        two y. UnusableInput "bad-signature" unless 1 <= r, s < n.
        """
        E, n = self.curve, self.curve.n
        if not (1 <= r < n and 1 <= s < n):
            raise UnusableInput("bad-signature", "r or s lies outside [1, n-1]")
        e = bits2int(H, n.bit_length())                                                              # 1.5
        w = inverse(r, n)
        for recid in range(2 * (E.h + 1)):                                                           # 1
            try:
                R = E.lift_x(r + (recid >> 1) * n, recid & 1)                                        # 1.1, 1.3, 1.6.3
            except InvalidPoint:                                                                     # 1.3
                continue
            if E.h > 1 and not (n * R).is_identity():                                                # 1.4
                continue
            Q = s * w % n * R - e * w % n * E.G                                                      # 1.6.1
            if not Q.is_identity():
                yield recid, Q

    def recover(
        self, signature: Signature, message: Message, *, hash: str | None = None, format: str | None = "der"
    ) -> list[tuple[int, ECDSAPublicKey]]:
        """Every (recid, key) under which the signature holds; one that names its recid leaves one candidate.

        Every signature fits some key for any message: compare the key with one that you know. UnusableInput:
        "bad-signature", "unsupported".
        """
        return self._recover(signature, self.hash_or_default(hash).of(message), format)

    def recover_digest(
        self, signature: Signature, digest: Octets, *, hash: str | None, format: str | None = "der"
    ) -> list[tuple[int, ECDSAPublicKey]]:
        """`recover` for a digest in place of the message. UnusableInput also "bad-digest"."""
        return self._recover(signature, self.digest(digest, hash), format)

    def _recover(
        self, signature: Signature, H: bytes, format: str | None
    ) -> list[tuple[int, ECDSAPublicKey]]:
        try:
            r, s, meant = self.read_signature(signature, format)
        except InvalidSignature as fault:
            raise UnusableInput("bad-signature", str(fault)) from None
        found = self.candidates(r, s, H)
        return [(recid, ECDSAPublicKey(self, Q)) for recid, Q in found if meant in (None, recid)]

    def is_high(self, s: int) -> bool:
        """Whether n/2 < s < n, so that n - s, which signs the same, is smaller."""
        return self.curve.n // 2 < s < self.curve.n

    def hash_or_default(self, hash: str | None) -> Hash:
        """The hash of this name, or the scheme's own; UnusableInput "unsupported"."""
        return hash_named(self.hash if hash is None else hash)

    def digest(self, digest: Octets, hash: str | None) -> bytes:
        """A digest given in place of a message: of the hash's size, or 1 to 64 octets where hash is None.

        UnusableInput "bad-digest".
        """
        H = as_bytes("a digest", digest)
        if hash is None and not 1 <= len(H) <= 64:
            raise UnusableInput("bad-digest", f"got a digest of {len(H)} octets, wanted 1 to 64")
        if hash is not None and len(H) != hash_named(hash).size:
            raise UnusableInput("bad-digest", f"got {len(H)} octets, wanted {hash_named(hash).size} of {hash}")
        return H

    def read_signature(self, signature: Signature, format: str | None) -> tuple[int, int, int | None]:
        """(r, s, recid) of octets in a format of signatures.py, or of a pair of ints where the format is None."""
        if format is None:
            if not isinstance(signature, tuple) or len(signature) != 2:
                raise TypeError("without a format, a signature must be a tuple (r, s)")
            return as_int("r", signature[0]), as_int("s", signature[1]), None
        return signatures.decode(as_bytes("a signature", signature), format, self.curve.n)

    def __reduce__(self) -> tuple[object, ...]:
        """A scheme of this module is copied and unpickled as itself, so that its tables serve all its keys."""
        return (scheme_named, (self.name,)) if SCHEMES.get(self.name) is self else super().__reduce__()

    def notes(self, steps: Steps | None, section: str) -> Notes:
        """Notes for a section of FIPS 186-5: points as SEC 1 octets, integers big-endian in the width of n."""
        return Notes(steps, section, self._encode)

    def _encode(self, value: object) -> bytes:
        if isinstance(value, bytes):
            return value
        if hasattr(value, "encode"):
            return value.encode()  # type: ignore[no-any-return]
        number = int(value)  # type: ignore[call-overload]
        return int2octets(number, max(number + 1, self.curve.n))  # r1 < p may be wider than n on a toy curve


p256: ECDSA = ECDSA(P256, "SHA-256")
p384: ECDSA = ECDSA(P384, "SHA-384")
secp256k1: ECDSA = ECDSA(SECP256K1, "SHA-256")

SCHEMES = {scheme.name: scheme for scheme in (p256, p384, secp256k1)}


def scheme_named(name: str) -> ECDSA:
    """The scheme of this module with this name; KeyError where there is none."""
    return SCHEMES[name]
