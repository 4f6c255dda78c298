"""EdDSA: keys, signing and verification as RFC 8032 prints them, for every parameter set it names.

The algorithms of 5.1.5 to 5.1.7 (Ed25519) and 5.2.5 to 5.2.7 (Ed448) are one text here; a record holds what
differs. Step numbers stand at the right margin.

    M, C         message and context
    R, S         the two halves of a signature: a point and an integer
    A            the public key's point
    s, prefix    the secret scalar, and the secret that makes r, both from the seed
    r            the nonce: R = [r]B
    k            the challenge: the hash of R, A and M, modulo L
    H, PH, dom   the hash; the prehash of the ph variants; what precedes the input of every hash but the seed's
    n            the highest bit of s, which is always set
    B, L, c      base point, its order, and the logarithm of the cofactor h = 2^c (edwards.py)
"""

from __future__ import annotations

from .curves import edwards448, edwards25519
from .eddsa_equation import half_size_difference
from .eddsa_keys import EdDSAPrivateKey, EdDSAPublicKey
from .errors import InvalidPoint, InvalidSignature, UnusableInput
from .frozen import Frozen
from .hashes import Hash, hash_named, shake256
from .inputs import as_bytes
from .passes import once
from .rules import ONLY_X_0_REFUSED, REFUSED, eddsa_rules
from .verdict import Notes

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterable
    from typing import Any

    from .edwards import EdwardsCurve, EdwardsPoint
    from .inputs import Message, Octets
    from .passes import Chunked
    from .rules import EdDSARules
    from .verdict import Steps


class EdDSA(Frozen):
    """RFC 8032's parameters, and the algorithms over them.

    name                as the RFC writes it
    curve               the EdwardsCurve: p, b, c, d, a, B, L
    hash                H, of twice the size of an encoded point
    n                   the highest bit of the secret scalar
    dom                 the string that dom2 or dom4 begins with; None: no domain separation, and no context
    prehash             PH, where it isn't the identity
    context_required    whether a context must be given (it may be empty)
    section             of RFC 8032: what step numbers begin with

    A toy: EdDSA("toy", E, shake256(2 * E.size), n=E.p.bit_length() - 1) over E = EdwardsCurve(p=13, a=1, d=7, L=5, c=2,
    B=(2, 9)), with shake256 of hashes.py. UnusableInput "bad-request" for a hash or an n that don't fit.
    """

    __slots__ = ("context_required", "curve", "dom", "hash", "n", "name", "prehash", "section")
    fields = ("name", "curve", "hash", "n", "dom", "prehash", "context_required", "section")
    name: str
    curve: EdwardsCurve
    hash: Hash
    n: int
    dom: bytes | None
    prehash: Hash | None
    context_required: bool
    section: str

    def __init__(
        self,
        name: str,
        curve: EdwardsCurve,
        hash: Hash,
        n: int,
        dom: bytes | None = None,
        prehash: Hash | None = None,
        context_required: bool = False,
        section: str = "5.1",
    ) -> None:
        if hash.size != 2 * curve.size:
            raise UnusableInput("bad-request", f"H has {hash.size} octets; wanted twice a point's {curve.size}")
        if not curve.c <= n < 8 * curve.size:
            raise UnusableInput("bad-request", f"n = {n} lies outside c <= n < b")
        self._set(name=name, curve=curve, hash=hash, n=n, dom=dom, prehash=prehash)
        self._set(context_required=context_required, section=section)

    def generate(self) -> EdDSAPrivateKey:
        """A new key from the system's random numbers. [RFC 8032, 5.1.5 and 5.2.5]"""
        from secrets import token_bytes

        return self.private_key(token_bytes(self.curve.size))

    def private_key(self, seed: Octets, *, steps: Steps | None = None) -> EdDSAPrivateKey:
        """The key of a seed of curve.size octets; UnusableInput "bad-length" otherwise.

        steps: a list to fill with (step, name, value) for s and A.
        """
        seed = self.seed(seed)
        s, prefix, A = self.expand(seed, self.notes(steps, 5))
        return EdDSAPrivateKey(self, seed, s, prefix, EdDSAPublicKey(self, A))

    def seed(self, octets: Octets) -> bytes:
        """The octets of a seed; UnusableInput "bad-length" unless there are curve.size. [RFC 8032, 5.1.5 and 5.2.5]"""
        seed = as_bytes("a seed", octets)
        if len(seed) != self.curve.size:
            raise UnusableInput("bad-length", f"got a seed of {len(seed)} octets, wanted {self.curve.size}")
        return seed

    def expanded_key(self, octets: Octets) -> EdDSAPrivateKey:
        """The key of what a seed expands to: s, little-endian, then prefix; each has curve.size octets.

        UnusableInput: "bad-length"; "invalid-key" for an s that isn't clamped, as every seed's is.
        """
        size, c, n = self.curve.size, self.curve.c, self.n
        octets = as_bytes("an expanded key", octets)
        if len(octets) != 2 * size:
            raise UnusableInput("bad-length", f"got an expanded key of {len(octets)} octets, wanted {2 * size}")
        s = int.from_bytes(octets[:size], "little")
        if s % 2**c or s >> n != 1:
            raise UnusableInput("invalid-key", f"s of an expanded key isn't clamped as {self.section}.5 says")
        return EdDSAPrivateKey(self, None, s, octets[size:], EdDSAPublicKey(self, (s * self.curve.B).encode()))

    def public_key(self, octets: Octets) -> EdDSAPublicKey:
        """The key of an encoded point; only its length is checked, since rule sets differ in what they decode.

        UnusableInput "bad-length" unless there are curve.size octets.
        """
        octets = as_bytes("a public key", octets)
        if len(octets) != self.curve.size:
            raise UnusableInput(
                "bad-length", f"got a public key of {len(octets)} octets, wanted {self.curve.size}"
            )
        return EdDSAPublicKey(self, octets)

    def expand(self, seed: bytes, note: Notes) -> tuple[int, bytes, bytes]:
        """s, prefix, and A encoded. [RFC 8032, 5.1.5 and 5.2.5; 5.1.6 and 5.2.6, step 1, for the prefix]"""
        size, c, n = self.curve.size, self.curve.c, self.n
        h = self.hash.digest(seed)                                                                       # 1
        s = int.from_bytes(h[:size], "little")                                                           # 3
        s = s >> c << c  # the lowest c bits are cleared: [s]P depends on P's part of order L only       # 2
        s = s % 2**n + 2**n  # bit n is set, those above are cleared                                     # 2
        note(s,                                                                                      "s", 3)
        A = note((s * self.curve.B).encode(),                                                        "A", 4)  # 3
        return s, h[size:], A

    def sign(self, key: EdDSAPrivateKey, M: Chunked, C: bytes, note: Notes) -> bytes:
        """The signature of a (prehashed) message. [RFC 8032, 5.1.6 and 5.2.6]"""
        B, L, size = self.curve.B, self.curve.L, self.curve.size
        s = note(key.s,                                                                              "s", 1)
        prefix = note(key.prefix,                                                               "prefix", 1)
        A = note(key.public_key.octets,                                                              "A", 1)
        r = note(self.hash_to_int(C, prefix, M) % L,                                                 "r", 2)
        R = note((r * B).encode(),                                                                   "R", 3)
        k = note(self.hash_to_int(C, R, A, M) % L,                                                   "k", 4)
        S = note((r + k * s) % L,                                                                    "S", 5)
        return R + S.to_bytes(size, "little")                                                            # 6

    def read(
        self, key: EdDSAPublicKey, M: Chunked, signature: bytes, C: bytes, rules: EdDSARules, note: Notes
    ) -> tuple[EdwardsPoint, int, EdwardsPoint, int]:
        """R, S, A and k of steps 1 and 2, or InvalidSignature with the first reason. [RFC 8032, 5.1.7 and 5.2.7]"""
        L, size = self.curve.L, self.curve.size
        if len(signature) != 2 * size:                                                                   # 1
            raise InvalidSignature("signature-length", f"got {len(signature)} octets, wanted {2 * size}")
        R_octets = signature[:size]
        R = None
        if rules.decode_R != "no":
            R = note(self.decode("R", R_octets, rules.decode_R == "canonical"),                      "R", 1)
        S = note(int.from_bytes(signature[size:], "little"),                                         "S", 1)
        if S >= L:                                                                                       # 1
            raise InvalidSignature("s-out-of-range", "S is not below L")
        A = note(key.point or self.decode("A", key.octets, rules.canonical_A),                       "A", 1)
        if R is None:
            R = self.decode_compared(R_octets)
        self.refuse_small_order(R, A, rules)
        k = note(self.hash_to_int(C, R_octets, key.octets, M) % L,                                   "k", 2)
        return R, S, A, k

    def check(
        self, key: EdDSAPublicKey, M: Chunked, signature: bytes, C: bytes, rules: EdDSARules, note: Notes
    ) -> None:
        """Raise InvalidSignature, with the first reason, unless the signature is valid. [RFC 8032, 5.1.7 and 5.2.7]"""
        R, S, A, k = self.read(key, M, signature, C, rules, note)                                        # 1, 2
        if note.wanted:
            SB = note(S * self.curve.B,                                                             "SB", 3)
            kA = note(k * A,                                                                        "kA", 3)
            valid = self.is_nothing(SB - (R + kA), rules)                                                # 3
        else:
            valid = self.holds(R, S, A, k, rules)
        if not valid:
            h = "[h]" if rules.cofactored else ""
            raise InvalidSignature("mismatch", f"{h}[S]B != {h}R + {h}[k]A")

    def holds(self, R: EdwardsPoint, S: int, A: EdwardsPoint, k: int, rules: EdDSARules) -> bool:
        """Whether the equation holds, by the fastest way. [RFC 8032, 5.1.7 and 5.2.7, step 3]"""
        return self.is_nothing(half_size_difference(self.curve, S, R, k, A), rules)

    def is_nothing(self, D: EdwardsPoint, rules: EdDSARules) -> bool:
        """Whether D = [S]B - (R + [k]A) is O, or with the cofactor [h]D is. [RFC 8032, 5.1.7 and 5.2.7, step 3]"""
        return D.is_identity() or (rules.cofactored and self.curve.is_small_order(D))

    def accepts(self, key: EdDSAPublicKey, M: Chunked, signature: bytes, C: bytes, rules: EdDSARules) -> bool:
        """Whether a prepared key shows the signature to be valid without decoding R; if not, `check` decides.

        If P = [S]B - [k]A encodes to R's octets, then R = P, its encoding is canonical, and [S]B = R + [k]A holds, so
        that with the cofactor does too. A prepared key is canonical. So every rule set accepts that doesn't refuse the
        order of R or A. An inversion for the encoding takes the place of an exponentiation for the root. A message
        that comes by chunks is left to `check`, since it can be read only once.
        [RFC 8032, 5.1.7 and 5.2.7, steps 1 and 3]
        """
        size = self.curve.size
        if key.point is None or len(signature) != 2 * size or not isinstance(M, bytes):
            return False
        R_octets, S = signature[:size], int.from_bytes(signature[size:], "little")
        if S >= self.curve.L:
            return False
        k = self.hash_to_int(C, R_octets, key.octets, M) % self.curve.L
        P = S * self.curve.B - k * key.point
        if P.encode() != R_octets:
            return False
        try:
            self.refuse_small_order(P, key.point, rules)
        except InvalidSignature:
            return False
        return True

    def verify_batch(
        self,
        items: Iterable[tuple[EdDSAPublicKey, Octets, Message] | tuple[EdDSAPublicKey, Octets, Message, Octets]],
        *,
        rules: str | EdDSARules = "rfc8032",
    ) -> None:
        """Raise InvalidSignature unless every item (public_key, signature, message[, context]) is valid.

        Its .verdicts then tell one by one; its reason is that of the first bad item. Valid signatures cost half of
        what they cost one by one, bad ones are found by bisection. Under a rule set without the cofactor the items
        are verified one by one, since no batch equation gives the same verdicts (batch.py). UnusableInput: an empty
        batch, "bad-context", "unsupported" (rule set); TypeError for a key of another scheme.
        """
        from .batch import verify_batch

        verify_batch(self, items, eddsa_rules(rules, self.name))

    def hash_to_int(self, C: bytes, *parts: Chunked) -> int:
        """H(dom(F, C) || parts) as an integer; F = 1 says that the message is prehashed.

        [RFC 8032, 5.1 and 5.2; 5.1.6 and 5.2.6, step 2]
        """
        h = self.hash.new()
        if self.dom is not None:
            h.update(self.dom + bytes([1 if self.prehash else 0, len(C)]) + C)
        for part in parts:
            for chunk in (part,) if isinstance(part, bytes) else part:
                h.update(chunk)
        return int.from_bytes(h.digest(), "little")

    def read_item(
        self, item: tuple[Any, ...], rules: EdDSARules
    ) -> tuple[EdwardsPoint, int, EdwardsPoint, int] | InvalidSignature:
        """`read` for an item (public_key, signature, message[, context]) of a batch; a fault is returned."""
        if not 3 <= len(item) <= 4 or not isinstance(item[0], EdDSAPublicKey) or item[0].scheme != self:
            raise TypeError(f"an item of a batch is ({self.name} public key, signature, message[, context])")
        key, signature, message, *context = item
        C = self.context(context[0] if context else None)
        M, signature = self.message(message), as_bytes("a signature", signature)
        try:
            return self.read(key, M, signature, C, rules, self.notes(None, 7))
        except InvalidSignature as fault:
            return fault

    def message(self, M: Message, passes: Callable[[Message], Chunked] = once) -> Chunked:
        """PH(M): what stands for the message in every hash. Where PH is the identity, H reads M, `once` or `twice`.

        [RFC 8032, 5.1 and 5.2]
        """
        return self.prehash.of(M) if self.prehash else passes(M)

    def context(self, context: Octets | None) -> bytes:
        """C, empty where none is needed or given; UnusableInput "bad-context" where it doesn't fit the scheme.

        [RFC 8032, 5.1 and 5.2]
        """
        if context is None:
            if self.context_required:
                raise UnusableInput("bad-context", f"{self.name} needs a context, if an empty one")
            return b""
        C = as_bytes("a context", context)
        if self.dom is None:
            raise UnusableInput("bad-context", f"{self.name} has no context")
        if len(C) > 255:
            raise UnusableInput("bad-context", f"got a context of {len(C)} octets, wanted at most 255")
        return C

    def decode(self, letter: str, octets: bytes, canonical: bool) -> EdwardsPoint:
        """The point R or A; InvalidSignature "R-non-canonical" and so on, with its letter."""
        try:
            return self.curve.decode(octets, canonical=canonical)
        except InvalidPoint as fault:
            raise InvalidSignature(f"{letter}-{fault.fault}", f"{letter}: {fault.detail}") from None

    def decode_compared(self, octets: bytes) -> EdwardsPoint:
        """R, where octets are compared with an encoded point: what no encoder writes is a mismatch."""
        try:
            return self.curve.decode(octets)
        except InvalidPoint:
            raise InvalidSignature("mismatch", "R is not the encoding of a point") from None

    def refuse_small_order(self, R: EdwardsPoint, A: EdwardsPoint, rules: EdDSARules) -> None:
        """Raise InvalidSignature for a point whose order the rule set doesn't allow."""
        for letter, P in ("R", R), ("A", A):
            if (rules.small_order == REFUSED and self.curve.is_small_order(P)) or (
                rules.small_order == ONLY_X_0_REFUSED and P.affine()[0] == 0
            ):
                raise InvalidSignature(f"{letter}-small-order", f"{letter} has a small order")

    def __reduce__(self) -> tuple[object, ...]:
        """A scheme of this module is copied and unpickled as itself, so that its tables serve all its keys."""
        return (scheme_named, (self.name,)) if SCHEMES.get(self.name) is self else super().__reduce__()

    def notes(self, steps: Steps | None, algorithm: int) -> Notes:
        """Notes for section 5.1.algorithm or 5.2.algorithm, with values encoded as RFC 8032 encodes them."""
        return Notes(steps, f"{self.section}.{algorithm}", self._encode)

    def _encode(self, value: object) -> bytes:
        if isinstance(value, bytes):
            return value
        if hasattr(value, "encode"):
            return value.encode()  # type: ignore[no-any-return]
        return int(value).to_bytes(self.curve.size, "little")  # type: ignore[call-overload, no-any-return]


ed25519 = EdDSA("Ed25519", edwards25519, hash_named("SHA-512"), n=254)  # RFC 8032, 5.1
ed25519ctx = EdDSA(  # RFC 8032, 5.1
    "Ed25519ctx",
    edwards25519,
    hash_named("SHA-512"),
    n=254,
    dom=b"SigEd25519 no Ed25519 collisions",
    context_required=True,
)
ed25519ph = EdDSA(  # RFC 8032, 5.1
    "Ed25519ph",
    edwards25519,
    hash_named("SHA-512"),
    n=254,
    dom=b"SigEd25519 no Ed25519 collisions",
    prehash=hash_named("SHA-512"),
)
ed448 = EdDSA("Ed448", edwards448, shake256(114), n=447, dom=b"SigEd448", section="5.2")  # RFC 8032, 5.2
ed448ph = EdDSA(  # RFC 8032, 5.2
    "Ed448ph", edwards448, shake256(114), n=447, dom=b"SigEd448", prehash=shake256(64), section="5.2"
)

SCHEMES = {scheme.name: scheme for scheme in (ed25519, ed25519ctx, ed25519ph, ed448, ed448ph)}


def scheme_named(name: str) -> EdDSA:
    """The scheme of this module with this name; KeyError where there is none."""
    return SCHEMES[name]
