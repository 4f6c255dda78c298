"""EdDSA's keys: what a caller holds. The algorithms are the scheme's (eddsa.py); here stand types and verdicts.

scheme    the EdDSA record
octets    an encoded point, as received
seed      RFC 8032's private key; s and prefix are what it expands to (5.1.5)
"""

from __future__ import annotations

from .errors import InvalidPoint, InvalidSignature, UnusableInput
from .frozen import Frozen, Secret
from .inputs import as_bytes
from .passes import twice
from .rules import ONLY_X_0_REFUSED, eddsa_rules
from .verdict import Verdict

TYPE_CHECKING = False
if TYPE_CHECKING:
    from .eddsa import EdDSA
    from .edwards import EdwardsPoint
    from .inputs import Message, Octets
    from .rules import EdDSARules
    from .verdict import Steps


class EdDSAPublicKey(Frozen):
    """An encoded point, as received; each verification decodes it under its rule set. Equality goes by octets.

    `point` is there once the key is prepared.
    """

    __slots__ = ("octets", "point", "scheme")
    fields = ("scheme", "octets")
    scheme: EdDSA
    octets: bytes
    point: EdwardsPoint | None

    def __init__(self, scheme: EdDSA, octets: bytes, point: EdwardsPoint | None = None) -> None:
        self._set(scheme=scheme, octets=octets, point=point)

    def to_bytes(self) -> bytes:
        """RFC 8032's raw form: curve.size octets."""
        return self.octets

    def prepare(self) -> EdDSAPublicKey:
        """An equal key with a table of the point's multiples, for one that will verify many signatures.

        The table takes 420 KB (Ed25519) to 940 KB (Ed448) and pays from 14 or 17 verifications on. A key that isn't
        encoded canonically gets none, since what it is depends on the rule set.
        """
        if self.point is not None:
            return self
        try:
            A = self.scheme.curve.decode(self.octets)
        except InvalidPoint:
            return self
        return EdDSAPublicKey(self.scheme, self.octets, self.scheme.curve.prepared(A))

    def verify(
        self,
        signature: Octets,
        message: Message,
        *,
        context: Octets | None = None,
        rules: str | EdDSARules = "rfc8032",
        steps: Steps | None = None,
    ) -> None:
        """Raise InvalidSignature, with .reason, unless the signature is valid under the rule set.

        The message is octets, a binary file, or octets in pieces; these two are read once, by chunks.
        UnusableInput: "bad-context", "unsupported" (rule set). steps: a list to fill with (step, name, value).
        """
        scheme = self.scheme
        signature = as_bytes("a signature", signature)
        chosen = eddsa_rules(rules, scheme.name)
        C = scheme.context(context)
        note = scheme.notes(steps, 7)
        M = scheme.message(message)
        if note.wanted or not scheme.accepts(self, M, signature, C, chosen):
            scheme.check(self, M, signature, C, chosen, note)

    def verdict(
        self,
        signature: Octets,
        message: Message,
        *,
        context: Octets | None = None,
        rules: str | EdDSARules = "rfc8032",
        steps: bool = False,
    ) -> Verdict:
        """The same as a value, with the warnings that verify doesn't work out. Errors as for verify."""
        noted: Steps | None = [] if steps else None
        fault = None
        try:
            self.verify(signature, message, context=context, rules=rules, steps=noted)
        except InvalidSignature as found:
            fault = found
        warnings = self.warnings()
        if fault is None and "small-order-key" in warnings and self._fits_any_message(rules):
            warnings += ("signature-also-verifies-for-any-message",)
        return Verdict.of(fault, warnings, noted)

    def validate(self, rules: str | EdDSARules = "rfc8032") -> None:
        """Raise InvalidPoint unless the rule set decodes the key; it may still refuse it for its small order."""
        chosen = eddsa_rules(rules, self.scheme.name)
        A = self.scheme.curve.decode(self.octets, canonical=chosen.canonical_A)
        if chosen.small_order == ONLY_X_0_REFUSED and A.affine()[0] == 0:
            raise InvalidPoint("small-order", "x = 0")

    def warnings(self) -> tuple[str, ...]:
        """What is remarkable about the key: small-order-key, mixed-order-key, non-canonical-key."""
        E = self.scheme.curve
        try:
            A = E.decode(self.octets, canonical=False)
        except InvalidPoint:
            return ()
        found = []
        if E.is_small_order(A):
            found.append("small-order-key")
        elif not (E.L * A).is_identity():
            found.append("mixed-order-key")
        if A.encode() != self.octets:
            found.append("non-canonical-key")
        return tuple(found)

    def _fits_any_message(self, rules: str | EdDSARules) -> bool:
        """Whether k drops out of the equation of a key of small order: [h]A = O or, without the cofactor, A = O."""
        if eddsa_rules(rules, self.scheme.name).cofactored:
            return True
        return self.scheme.curve.decode(self.octets, canonical=False).is_identity()

    def __repr__(self) -> str:
        return f"<{self.scheme.name} public key {self.octets.hex()}>"


class EdDSAPrivateKey(Secret):
    """A seed with what it expands to, or only that. It shows no secret, and refuses to be pickled.

    A key with its seed and one without are unequal, though they sign alike, since only the first can give it.
    """

    __slots__ = ("_seed", "prefix", "public_key", "s", "scheme")
    fields = ("scheme", "_seed", "s", "prefix")
    scheme: EdDSA
    public_key: EdDSAPublicKey
    s: int
    prefix: bytes
    _seed: bytes | None

    def __init__(
        self, scheme: EdDSA, seed: bytes | None, s: int, prefix: bytes, public_key: EdDSAPublicKey
    ) -> None:
        self._set(scheme=scheme, _seed=seed, s=s, prefix=prefix, public_key=public_key)

    def sign(
        self, message: Message, *, context: Octets | None = None, steps: Steps | None = None
    ) -> bytes:
        """The signature, 2 * curve.size octets. [RFC 8032, 5.1.6 and 5.2.6]

        The message is octets, a binary file, or octets in pieces. The ph variants read it once. The others hash it
        twice: a file that can seek is read twice, and if it changed in between that is the UnusableInput
        "bad-request" and there is no signature (passes.py says why); of anything else 16 MiB at most are taken.
        UnusableInput "bad-context". steps: a list to fill with (step, name, value); it will hold secrets.
        """
        scheme = self.scheme
        C = scheme.context(context)
        return scheme.sign(self, scheme.message(message, twice), C, scheme.notes(steps, 6))

    def private_bytes(self) -> bytes:
        """The seed: RFC 8032's private key, curve.size octets; UnusableInput "unsupported" where only s is known."""
        if self._seed is None:
            raise UnusableInput("unsupported", "an expanded key has no seed")
        return self._seed

    def __repr__(self) -> str:
        return f"<{self.scheme.name} private key of {self.public_key.octets.hex()}>"
