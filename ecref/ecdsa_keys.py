"""ECDSA's keys: what a caller holds. The algorithms are the scheme's (ecdsa.py); here stand types and verdicts.

scheme    the ECDSA record
d, Q      private and public key: Q = [d]G
H         a message's digest
"""

from __future__ import annotations

from . import signatures
from .errors import InvalidSignature, UnusableInput
from .frozen import Frozen, Secret
from .inputs import as_bytes, as_int
from .rfc6979 import int2octets, nonces, random_scalars
from .rules import ecdsa_rules
from .verdict import Verdict

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable

    from .ecdsa import ECDSA, Signature
    from .hashes import Hash
    from .inputs import Message, Octets
    from .rules import ECDSARules
    from .verdict import Steps
    from .weierstrass import WeierstrassPoint

NONCES = ("rfc6979", "hedged", "random")


class ECDSAPublicKey(Frozen):
    """A point Q, validated when the key was made."""

    __slots__ = ("Q", "scheme")
    fields = ("scheme", "Q")
    scheme: ECDSA
    Q: WeierstrassPoint

    def __init__(self, scheme: ECDSA, Q: WeierstrassPoint) -> None:
        self._set(scheme=scheme, Q=Q)

    def to_bytes(self, *, compressed: bool = False) -> bytes:
        """The SEC 1 point: 1 + 2 * curve.size octets, or 1 + curve.size compressed."""
        return self.scheme.curve.encode(*self.Q.affine(), compressed=compressed)

    def prepare(self) -> ECDSAPublicKey:
        """An equal key with a table of the point's multiples, for one that will verify many signatures.

        The table takes 350 KB (256 bits) or 770 KB and pays from 21 (P-256), 22 (P-384) or
        37 (secp256k1) verifications on.
        """
        return ECDSAPublicKey(self.scheme, self.scheme.curve.prepared(self.Q))

    def verify(
        self,
        signature: Signature,
        message: Message,
        *,
        hash: str | None = None,
        format: str | None = "der",
        rules: str | ECDSARules = "fips186-5",
        steps: Steps | None = None,
    ) -> None:
        """Raise InvalidSignature, with .reason, unless the signature is valid under the rule set.

        The message is octets, a binary file, or octets in pieces; hash None is the curve's default. The
        signature is octets in the format, or with format=None a pair (r, s). UnusableInput "unsupported" (hash,
        format, rule set). steps: a list to fill with (step, name, value).
        """
        H = self.scheme.hash_or_default(hash).of(message)  # FIPS 186-5, 6.4.2, step 2
        self._verify(signature, H, format, rules, steps)

    def verify_digest(
        self,
        signature: Signature,
        digest: Octets,
        *,
        hash: str | None,
        format: str | None = "der",
        rules: str | ECDSARules = "fips186-5",
        steps: Steps | None = None,
    ) -> None:
        """`verify` for a digest in place of the message.

        It proves nothing unless the caller computed the digest: one can be made up together with r and s.
        UnusableInput also "bad-digest".
        """
        self._verify(signature, self.scheme.digest(digest, hash), format, rules, steps)

    def verdict(
        self,
        signature: Signature,
        message: Message,
        *,
        hash: str | None = None,
        format: str | None = "der",
        rules: str | ECDSARules = "fips186-5",
        steps: bool = False,
    ) -> Verdict:
        """`verify` as a value, with the warnings high-s and hash-shorter-than-curve. Errors as for verify."""
        H = self.scheme.hash_or_default(hash).of(message)
        return self._verdict(signature, H, format, rules, steps)

    def verdict_digest(
        self,
        signature: Signature,
        digest: Octets,
        *,
        hash: str | None,
        format: str | None = "der",
        rules: str | ECDSARules = "fips186-5",
        steps: bool = False,
    ) -> Verdict:
        """`verify_digest` as a value, with the warnings high-s and hash-shorter-than-curve."""
        return self._verdict(signature, self.scheme.digest(digest, hash), format, rules, steps)

    def _verify(
        self,
        signature: Signature,
        H: bytes,
        format: str | None,
        rules: str | ECDSARules,
        steps: Steps | None,
    ) -> None:
        scheme = self.scheme
        chosen = ecdsa_rules(rules)
        note = scheme.notes(steps, "6.4.2")
        r, s, _ = scheme.read_signature(signature, format)
        scheme.check(self.Q, H, r, s, chosen, note)

    def _verdict(
        self, signature: Signature, H: bytes, format: str | None, rules: str | ECDSARules, steps: bool
    ) -> Verdict:
        noted: Steps | None = [] if steps else None
        fault = None
        try:
            self._verify(signature, H, format, rules, noted)
        except InvalidSignature as found:
            fault = found
        return Verdict.of(fault, self._warnings(signature, H, format), noted)

    def _warnings(self, signature: Signature, H: bytes, format: str | None) -> tuple[str, ...]:
        found = []
        try:
            _, s, _ = self.scheme.read_signature(signature, format)
            if self.scheme.is_high(s):
                found.append("high-s")
        except InvalidSignature:
            pass  # nothing was read that could be high
        if 8 * len(H) < self.scheme.curve.n.bit_length():
            found.append("hash-shorter-than-curve")
        return tuple(found)

    def __repr__(self) -> str:
        return f"<{self.scheme.name} public key {self.to_bytes(compressed=True).hex()}>"


class ECDSAPrivateKey(Secret):
    """A scalar d with its public key. It shows no secret, and refuses to be pickled."""

    __slots__ = ("_d", "public_key", "scheme")
    fields = ("scheme", "_d")
    scheme: ECDSA
    public_key: ECDSAPublicKey
    _d: int

    def __init__(self, scheme: ECDSA, d: int, public_key: ECDSAPublicKey) -> None:
        self._set(scheme=scheme, _d=d, public_key=public_key)

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
        """The signature in the format, or with format=None the pair (r, s). [FIPS 186-5, 6.4.1]

        hash            a name of hashes.HASH_NAMES; None: the curve's default
        nonce           "rfc6979", "hedged" (RFC 6979, 3.6, with extra_entropy or 32 random octets), or "random"
        unsafe_k        the nonce itself, for tests: known or used twice it gives the private key away
        low_s           n - s in place of s where that is smaller
        steps           a list to fill with (step, name, value); it will hold secrets

        UnusableInput: "unsupported" (hash, format, nonce; RFC 6979 over a SHAKE), "bad-request" (unsafe_k out of
        range, or giving r = 0 or s = 0; extra_entropy without "hedged").
        """
        chosen = self.scheme.hash_or_default(hash)
        H = chosen.of(message)  # FIPS 186-5, 6.4.1, step 1; RFC 6979, 3.2, step a
        candidates = self._nonces(H, chosen, nonce, extra_entropy, unsafe_k)
        return self._sign(H, candidates, format, low_s, steps)

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
        """`sign` for a digest in place of the message: of the hash's size, or 1 to 64 octets where hash is None.

        The nonce then comes from the curve's default hash. UnusableInput also "bad-digest".
        """
        H = self.scheme.digest(digest, hash)
        candidates = self._nonces(H, self.scheme.hash_or_default(hash), nonce, extra_entropy, unsafe_k)
        return self._sign(H, candidates, format, low_s, steps)

    def _nonces(
        self, H: bytes, hash: Hash, nonce: str, extra_entropy: Octets | None, unsafe_k: int | None
    ) -> Iterable[int]:
        n = self.scheme.curve.n
        if not isinstance(nonce, str):
            raise TypeError(f"a nonce is named by a str, not {type(nonce).__name__}")
        if nonce not in NONCES:
            raise UnusableInput("unsupported", f"no nonce {nonce[:40]!r}; there are {', '.join(NONCES)}")
        if extra_entropy is not None and nonce != "hedged":
            raise UnusableInput("bad-request", f"extra entropy goes with a hedged nonce, not with {nonce!r}")
        if unsafe_k is not None:
            if nonce != "rfc6979":
                raise UnusableInput("bad-request", f"a given k goes without a nonce, not with {nonce!r}")
            if not 1 <= as_int("unsafe_k", unsafe_k) < n:
                raise UnusableInput("bad-request", "the given k lies outside [1, n-1]")
            return [unsafe_k]
        if nonce == "rfc6979":
            return nonces(self._d, H, n, hash)  # FIPS 186-5, 6.3.2
        if nonce == "hedged":
            return nonces(self._d, H, n, hash, _extra(extra_entropy))
        return random_scalars(n)  # FIPS 186-5, 6.3.1

    def _sign(
        self,
        H: bytes,
        candidates: Iterable[int],
        format: str | None,
        low_s: bool,
        steps: Steps | None,
    ) -> bytes | tuple[int, int]:
        scheme = self.scheme
        if format is not None:
            signatures.known(format)
        r, s, recid = scheme.sign(self._d, H, candidates, scheme.notes(steps, "6.4.1"))
        if low_s and scheme.is_high(s):
            s, recid = scheme.curve.n - s, recid ^ 1  # -s belongs to -R
        return (int(r), int(s)) if format is None else signatures.encode(r, s, recid, format, scheme.curve.n)

    def private_bytes(self) -> bytes:
        """The scalar, big-endian in the width of n."""
        return int2octets(self._d, self.scheme.curve.n)

    def __repr__(self) -> str:
        return f"<{self.scheme.name} private key of {self.public_key.to_bytes(compressed=True).hex()}>"


def _extra(given: Octets | None) -> bytes:
    """The additional octets of a hedged nonce: those given, or 32 random ones. [RFC 6979, 3.6]"""
    if given is not None:
        return as_bytes("extra entropy", given)
    from secrets import token_bytes

    return token_bytes(32)
