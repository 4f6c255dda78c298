"""ECDSA over a library: ecref's scheme and keys, of which the library signs, verifies, and derives public keys.

Letters as in ecref/ecdsa.py. (r, s) goes to a library and comes from it as DER, which ecref reads and writes: all
formats are there, and all of the container's faults are ecref's. Of a digest only its leftmost bits count, as many as n
has, so every hash and every length can be asked of a library that takes digests of one length [FIPS 186-5, 6.4.2]; but
not for a nonce of RFC 6979, which comes from the hash itself.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from ecref import ecdsa, signatures
from ecref.ecdsa_keys import ECDSAPrivateKey, ECDSAPublicKey
from ecref.errors import InvalidSignature, UnusableInput
from ecref.referee.implementations.library import Case
from ecref.rfc6979 import bits2int, int2octets
from ecref.rules import ecdsa_rules

from .eddsa import disagreement
from .keys import Foreign
from .library import Library, whole

if TYPE_CHECKING:
    from typing import Any

    from ecref.ecdsa import Signature
    from ecref.inputs import Message, Octets
    from ecref.rules import ECDSARules
    from ecref.verdict import Steps, Verdict
    from ecref.weierstrass import WeierstrassPoint

WITH_RECID = ("compact", "eth")


class Hashed(bytes):
    """A digest with its hash's name (None: of any), and with its message where the library wants to hash it itself."""

    hash: str | None
    message: bytes | None

    def __new__(cls, H: bytes, hash: str | None, message: bytes | None = None) -> Hashed:  # noqa: PYI034 -- 3.10 has no Self
        """The digest H."""
        self = super().__new__(cls, H)
        self.hash, self.message = hash, message
        return self


class ForeignECDSA(ecdsa.ECDSA):
    """A scheme of ecref's, over a library; equal to that scheme, since both are the same algorithm.

    Recovery is ecref's own. declared: the rule set that the library follows, and the only one here.
    """

    __slots__ = ("declared", "library")
    library: Library
    declared: ECDSARules

    def __init__(self, own: ecdsa.ECDSA, library: Library) -> None:
        super().__init__(own.curve, own.hash)
        self._set(library=library, declared=ecdsa_rules(str(library.rules(own.name))))

    def chosen(self, rules: str | ECDSARules | None) -> ECDSARules:
        """The declared rule set; UnusableInput "unsupported" where another is asked for."""
        asked = self.declared if rules is None else ecdsa_rules(rules)
        return self.library.only(self.declared, asked, self.name)

    def private_key(self, d: int | Octets, *, steps: Steps | None = None) -> ForeignECDSAPrivateKey:
        """The key of a scalar, with the public key that the library derives. UnusableInput as ecref's."""
        self.library.refuse_steps(steps)
        d = self.scalar(d)
        held, Q = self.library.load_private(self.name, int2octets(d, self.curve.n))
        return ForeignECDSAPrivateKey(self, d, held, self.public_key(Q))

    def public_key(self, octets: Octets) -> ForeignECDSAPublicKey:
        """The key of a SEC 1 point, validated by ecref and by the library. UnusableInput as ecref's."""
        return ForeignECDSAPublicKey(self, super().public_key(octets).Q)

    def _recover(self, signature: Signature, H: bytes, format: str | None) -> list[tuple[int, ECDSAPublicKey]]:
        found = super()._recover(signature, H, format)
        return [(recid, ForeignECDSAPublicKey(self, key.Q)) for recid, key in found]

    # ------------------------------------------------------------ what a library is asked about

    def hashed(self, message: Message, hash: str | None) -> Hashed:
        """A message; it stays in memory for a library that hashes itself."""
        chosen = self.hash_or_default(hash)
        if self.library.takes_digests():
            return Hashed(chosen.of(message), chosen.name)
        M = whole(message)
        return Hashed(chosen.digest(M), chosen.name, M)

    def given(self, digest: Octets, hash: str | None) -> Hashed:
        """A digest in place of a message."""
        return Hashed(self.digest(digest, hash), hash)

    def case(self, H: Hashed, *, nonce_of_hash: bool = False, k: int | None = None) -> Case:
        """What a library signs or verifies; nonce_of_hash: the hash counts, and not e alone."""
        library, name = self.library, H.hash
        digest: bytes | None = bytes(H)
        if not library.takes_digests():
            if H.message is None:
                raise library.lacks("ECDSA of digests, only of messages")
            digest = None
        elif name is None or not nonce_of_hash:
            name, digest = self.hash, self.leftmost(H)
        if name not in library.hashes():
            raise library.lacks(f"hash {name}")
        return Case("ECDSA", self.name, H.message, digest, name, None, "der", k)

    def leftmost(self, H: bytes) -> bytes:
        """A digest of the default hash's size, which is that of n, with the same e. [FIPS 186-5, 6.4.1, step 2]"""
        return int2octets(bits2int(H, self.curve.n.bit_length()), self.curve.n)

    def holds_for(self, held: Any, H: Hashed, r: int, s: int) -> bool:  # noqa: ANN401 -- the library's own
        """Whether the library accepts. What isn't below 256^width can't be shown to some, and is out of range."""
        n = self.curve.n
        found = self.library.holds(held, signatures.encode(r, s, 0, "der", n), self.case(H))
        if found is None and 1 <= r < n and 1 <= s < n:
            raise self.library.lacks(f"way to verify this on {self.name}")
        return found is True

    def recid(self, Q: WeierstrassPoint, H: bytes, r: int, s: int) -> int:
        """Which of the keys that fit is Q, by ecref's recovery, since no library here tells."""
        for recid, candidate in self.candidates(r, s, H):
            if candidate == Q:
                return recid
        raise UnusableInput("unsupported", f"{self.library.name} made a signature that doesn't fit the key")

    def __eq__(self, other: object) -> bool:
        return isinstance(other, ecdsa.ECDSA) and self._values() == other._values()

    __hash__ = ecdsa.ECDSA.__hash__

    def __reduce__(self) -> tuple[object, ...]:
        return scheme_over, (self.library.name, self.name)


def scheme_over(library: str, name: str) -> ForeignECDSA:
    """The scheme on the curve of this name, over the library of this name."""
    return ForeignECDSA(ecdsa.scheme_named(name), Library(library))


class ForeignECDSAPublicKey(Foreign, ECDSAPublicKey):
    """A point Q; `held` is what the library made of it."""

    __slots__ = ("held",)
    scheme: ForeignECDSA
    held: Any

    def __init__(self, scheme: ForeignECDSA, Q: WeierstrassPoint) -> None:
        super().__init__(scheme, Q)
        held = scheme.library.load_public(scheme.name, self.to_bytes())
        if held is None:
            raise UnusableInput("invalid-key", f"{scheme.library.name} refuses the public key, which ecref accepts")
        self._set(held=held)

    def prepare(self) -> ForeignECDSAPublicKey:
        """The key itself: the library has loaded it already."""
        return self

    def verify(
        self,
        signature: Signature,
        message: Message,
        *,
        hash: str | None = None,
        format: str | None = "der",
        rules: str | ECDSARules | None = None,
        steps: Steps | None = None,
    ) -> None:
        """Raise InvalidSignature unless the library accepts the signature, once ecref has read its format.

        A library only says no: .reason is what ecref finds under the same rule set, and "mismatch", with a detail that
        says so, where ecref would accept. UnusableInput "unsupported": hash, format; another rule set than the
        library's; steps; it fell over.
        """
        self._verify(signature, self.scheme.hashed(message, hash), format, self.scheme.chosen(rules), steps)

    def verify_digest(
        self,
        signature: Signature,
        digest: Octets,
        *,
        hash: str | None,
        format: str | None = "der",
        rules: str | ECDSARules | None = None,
        steps: Steps | None = None,
    ) -> None:
        """`verify` for a digest in place of the message; it proves nothing unless the caller computed the digest."""
        self._verify(signature, self.scheme.given(digest, hash), format, self.scheme.chosen(rules), steps)

    def verdict(
        self,
        signature: Signature,
        message: Message,
        *,
        hash: str | None = None,
        format: str | None = "der",
        rules: str | ECDSARules | None = None,
        steps: bool = False,
    ) -> Verdict:
        """`verify` as a value, with ecref's warnings."""
        return self._verdict(signature, self.scheme.hashed(message, hash), format, self.scheme.chosen(rules), steps)

    def verdict_digest(
        self,
        signature: Signature,
        digest: Octets,
        *,
        hash: str | None,
        format: str | None = "der",
        rules: str | ECDSARules | None = None,
        steps: bool = False,
    ) -> Verdict:
        """`verify_digest` as a value, with ecref's warnings."""
        return self._verdict(signature, self.scheme.given(digest, hash), format, self.scheme.chosen(rules), steps)

    def _verify(
        self, signature: Signature, H: bytes, format: str | None, rules: str | ECDSARules, steps: Steps | None
    ) -> None:
        scheme, chosen = self.scheme, ecdsa_rules(rules)
        assert isinstance(H, Hashed)
        scheme.library.refuse_steps(steps)
        r, s, _ = scheme.read_signature(signature, format)
        if not scheme.holds_for(self.held, H, r, s):
            scheme.check(self.Q, H, r, s, chosen, scheme.notes(None, "6.4.2"))
            raise disagreement(scheme.library, chosen.name)

    def __reduce__(self) -> tuple[object, ...]:
        return type(self), (self.scheme, self.Q)


class ForeignECDSAPrivateKey(Foreign, ECDSAPrivateKey):
    """A scalar d; `held` is what the library made of it."""

    __slots__ = ("held",)
    scheme: ForeignECDSA
    public_key: ForeignECDSAPublicKey
    held: Any

    def __init__(self, scheme: ForeignECDSA, d: int, held: object, public_key: ForeignECDSAPublicKey) -> None:
        super().__init__(scheme, d, public_key)
        self._set(held=held)

    def sign(
        self,
        message: Message,
        *,
        hash: str | None = None,
        format: str | None = "der",
        nonce: str = "rfc6979",
        extra_entropy: Octets | None = None,
        unsafe_k: int | None = None,
        low_s: bool = False,
        steps: Steps | None = None,
    ) -> bytes | tuple[int, int]:
        """The library's signature; the arguments are ecref's.

        Without low_s, s is as the library makes it: coincurve, eth-keys, starkbank-ecdsa and ecc always take the
        smaller one. The recid of compact and eth is found by ecref's recovery. UnusableInput also "unsupported": a
        nonce, a hash or a k that the library doesn't take; steps; it fell over.
        """
        self.scheme.library.refuse_steps(steps)
        H = self.scheme.hashed(message, hash)
        return self._made(H, format, nonce, extra_entropy, unsafe_k, low_s=low_s)

    def sign_digest(
        self,
        digest: Octets,
        *,
        hash: str | None,
        format: str | None = "der",
        nonce: str = "rfc6979",
        extra_entropy: Octets | None = None,
        unsafe_k: int | None = None,
        low_s: bool = False,
        steps: Steps | None = None,
    ) -> bytes | tuple[int, int]:
        """`sign` for a digest in place of the message. UnusableInput also "bad-digest"."""
        self.scheme.library.refuse_steps(steps)
        H = self.scheme.given(digest, hash)
        return self._made(H, format, nonce, extra_entropy, unsafe_k, low_s=low_s)

    def _made(
        self,
        H: Hashed,
        format: str | None,
        nonce: str,
        extra_entropy: Octets | None,
        unsafe_k: int | None,
        *,
        low_s: bool,
    ) -> bytes | tuple[int, int]:
        scheme, n = self.scheme, self.scheme.curve.n
        if format is not None:
            signatures.known(format)
        self._nonces(H, scheme.hash_or_default(H.hash), nonce, extra_entropy, unsafe_k)  # it checks what was given
        r, s = self._signed(H, nonce, unsafe_k)
        if low_s and scheme.is_high(s):
            s = n - s
        if format is None:
            return r, s
        recid = scheme.recid(self.public_key.Q, H, r, s) if format in WITH_RECID else 0
        return signatures.encode(r, s, recid, format, n)

    def _signed(self, H: Hashed, nonce: str, k: int | None) -> tuple[int, int]:
        """(r, s) as the library makes them."""
        scheme, library = self.scheme, self.scheme.library
        if k is not None and not library.takes_k():
            raise library.lacks("way to be given k")
        if k is None and nonce not in library.nonces():
            raise library.lacks(f"nonce {nonce}, only {' and '.join(library.nonces())}")
        case = scheme.case(H, nonce_of_hash=k is None and nonce == "rfc6979", k=k)
        signature = library.sign(self.held, case, f"nonces with {case.hash}", nonce=nonce if k is None else None)
        try:
            r, s, _ = signatures.decode(signature, "der", scheme.curve.n)
        except InvalidSignature:
            raise UnusableInput("unsupported", f"{library.name} made a signature that isn't DER") from None
        return r, s
