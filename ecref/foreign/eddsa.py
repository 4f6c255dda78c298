"""EdDSA over a library: ecref's scheme and keys, of which the library signs, verifies, and derives public keys.

Letters as in ecref/eddsa.py. A library takes a message at once, so that files and pieces are read into memory.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from ecref import eddsa
from ecref.batch import refuse
from ecref.eddsa_keys import EdDSAPrivateKey, EdDSAPublicKey
from ecref.errors import InvalidSignature, UnusableInput
from ecref.inputs import as_bytes
from ecref.referee.implementations.library import Case
from ecref.rules import eddsa_rules

from .keys import Foreign
from .library import whole

if TYPE_CHECKING:
    from collections.abc import Iterable
    from typing import Any

    from ecref.inputs import Message, Octets
    from ecref.rules import EdDSARules
    from ecref.verdict import Steps, Verdict

    from .library import Library


class ForeignEdDSA(eddsa.EdDSA):
    """A scheme of ecref's, over a library; equal to that scheme, since both are the same algorithm.

    declared    the rule set that the library follows, and the only one here
    """

    __slots__ = ("declared", "library")
    library: Library
    declared: EdDSARules

    def __init__(self, own: eddsa.EdDSA, library: Library) -> None:
        super().__init__(*own._values())  # type: ignore[arg-type]  # noqa: SLF001 -- as a copy is made
        self._set(library=library, declared=eddsa_rules(str(library.rules(own.name)), own.name))

    def chosen(self, rules: str | EdDSARules | None) -> EdDSARules:
        """The declared rule set; UnusableInput "unsupported" where another is asked for."""
        asked = self.declared if rules is None else eddsa_rules(rules, self.name)
        return self.library.only(self.declared, asked, self.name)

    def private_key(self, seed: Octets, *, steps: Steps | None = None) -> ForeignEdDSAPrivateKey:
        """The key of a seed, with the public key that the library derives. UnusableInput "bad-length"."""
        self.library.refuse_steps(steps)
        seed = self.seed(seed)
        held, A = self.library.load_private(self.name, seed)
        return ForeignEdDSAPrivateKey(self, seed, held, self.public_key(A))

    def expanded_key(self, octets: Octets) -> EdDSAPrivateKey:  # noqa: ARG002 -- as the base has it
        """UnusableInput "unsupported": libraries take seeds."""
        raise self.library.lacks("keys without a seed")

    def public_key(self, octets: Octets) -> ForeignEdDSAPublicKey:
        """The key of an encoded point; UnusableInput "bad-length". One that the library refuses verifies nothing."""
        return ForeignEdDSAPublicKey(self, super().public_key(octets).octets)

    def verify_batch(self, items: Iterable[tuple[Any, ...]], *, rules: str | EdDSARules | None = None) -> None:
        """As ecref's own, but one by one: these libraries have no batches."""
        chosen = self.chosen(rules)
        items = list(items)
        if not items:
            raise UnusableInput("bad-request", "an empty batch: nothing was verified")
        faults = {number: self._fault(item, chosen) for number, item in enumerate(items)}
        refuse({number: fault for number, fault in faults.items() if fault is not None}, len(items))

    def _fault(self, item: tuple[Any, ...], rules: EdDSARules) -> InvalidSignature | None:
        """What is wrong with an item of a batch."""
        if not 3 <= len(item) <= 4 or not isinstance(item[0], ForeignEdDSAPublicKey) or item[0].scheme != self:
            key = f"{self.name} public key over {self.library.name}"
            raise TypeError(f"an item of a batch is here ({key}, signature, message[, context])")
        key, signature, message, *context = item
        try:
            key.verify(signature, message, context=context[0] if context else None, rules=rules)
        except InvalidSignature as fault:
            return fault
        return None

    def case(self, M: bytes, C: bytes) -> Case:
        """What a library is asked about."""
        context = None if self.dom is None else C
        return Case(self.name, self.name, M, None, None, context, "raw", None)

    def holds_for(self, key: ForeignEdDSAPublicKey, M: bytes, signature: bytes, C: bytes) -> bool:
        """Whether the library accepts. A signature of another length isn't shown to it."""
        if key.held is None or len(signature) != 2 * self.curve.size:
            return False
        found = self.library.holds(key.held, signature, self.case(M, C))
        if found is None:
            raise self.library.lacks("contexts")
        return found

    def __eq__(self, other: object) -> bool:
        return isinstance(other, eddsa.EdDSA) and self._values() == other._values()

    __hash__ = eddsa.EdDSA.__hash__

    def __reduce__(self) -> tuple[object, ...]:
        return scheme_over, (self.library.name, self.name)


def scheme_over(library: str, name: str) -> ForeignEdDSA:
    """The scheme of this name over the library of this name."""
    from .library import Library

    return ForeignEdDSA(eddsa.scheme_named(name), Library(library))


class ForeignEdDSAPublicKey(Foreign, EdDSAPublicKey):
    """An encoded point; `held` is what the library made of it, None where it refuses it."""

    __slots__ = ("held",)
    scheme: ForeignEdDSA
    held: Any

    def __init__(self, scheme: ForeignEdDSA, octets: bytes) -> None:
        super().__init__(scheme, octets)
        self._set(held=scheme.library.load_public(scheme.name, octets))

    def prepare(self) -> ForeignEdDSAPublicKey:
        """The key itself: the library has loaded it already."""
        return self

    def verify(
        self,
        signature: Octets,
        message: Message,
        *,
        context: Octets | None = None,
        rules: str | EdDSARules | None = None,
        steps: Steps | None = None,
    ) -> None:
        """Raise InvalidSignature unless the library accepts the signature.

        A library only says no: .reason is what ecref finds under the same rule set, and "mismatch", with a detail that
        says so, where ecref would accept. UnusableInput: "bad-context"; "unsupported" (another rule set than the
        library's; steps; a context that it lacks; it fell over).
        """
        scheme = self.scheme
        signature = as_bytes("a signature", signature)
        chosen = scheme.chosen(rules)
        C = scheme.context(context)
        scheme.library.refuse_steps(steps)
        M = whole(message)
        if not scheme.holds_for(self, M, signature, C):
            scheme.check(self, scheme.message(M), signature, C, chosen, scheme.notes(None, 7))
            raise disagreement(scheme.library, chosen.name)

    def verdict(
        self,
        signature: Octets,
        message: Message,
        *,
        context: Octets | None = None,
        rules: str | EdDSARules | None = None,
        steps: bool = False,
    ) -> Verdict:
        """The same as a value, with ecref's warnings."""
        self.scheme.library.refuse_steps(steps)
        return super().verdict(signature, message, context=context, rules=self.scheme.chosen(rules))

    def validate(self, rules: str | EdDSARules | None = None) -> None:
        """Raise InvalidPoint unless the library's rule set decodes the key; it is ecref that decodes it here."""
        super().validate(self.scheme.chosen(rules))

    def __reduce__(self) -> tuple[object, ...]:
        return type(self), (self.scheme, self.octets)


class ForeignEdDSAPrivateKey(Foreign, EdDSAPrivateKey):
    """A seed; `held` is what the library made of it. s and prefix are ecref's, worked out where somebody asks."""

    __slots__ = ("held",)
    fields = ("scheme", "_seed")  # type: ignore[assignment]  # s and prefix follow from it
    scheme: ForeignEdDSA
    public_key: ForeignEdDSAPublicKey
    _seed: bytes
    held: Any

    def __init__(self, scheme: ForeignEdDSA, seed: bytes, held: object, public_key: ForeignEdDSAPublicKey) -> None:
        self._set(scheme=scheme, _seed=seed, held=held, public_key=public_key)

    @property
    def s(self) -> int:  # type: ignore[override]  # nobody sets it
        """The secret scalar. [RFC 8032, 5.1.5 and 5.2.5]"""
        return self.scheme.expand(self._seed, self.scheme.notes(None, 5))[0]

    @property
    def prefix(self) -> bytes:  # type: ignore[override]
        """The secret that makes nonces."""
        return self.scheme.expand(self._seed, self.scheme.notes(None, 5))[1]

    def sign(self, message: Message, *, context: Octets | None = None, steps: Steps | None = None) -> bytes:
        """The library's signature. UnusableInput: "bad-context", "unsupported" (steps; a context that it lacks)."""
        scheme = self.scheme
        C = scheme.context(context)
        scheme.library.refuse_steps(steps)
        return scheme.library.sign(self.held, scheme.case(whole(message), C), "contexts")


def disagreement(library: Library, rules: str) -> InvalidSignature:
    """What is raised where a library refuses, and ecref wouldn't."""
    return InvalidSignature("mismatch", f"{library.name} refuses a signature that ecref accepts under {rules}")
