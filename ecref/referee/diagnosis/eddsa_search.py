"""Which readings of an EdDSA signature hold: each signature and key with any message, scheme and context.

The laxest rule set asks [h][S]B = [h]R + [h][k]A, with R and A decoded as they come. So D = [h]([S]B - R) and [h]A are
worked out once for each signature with each key, and each message costs a hash and a multiplication of one prepared
point: [k]([h]A) = D. What is found is then verified in the standard's own way, under each rule set.

A key of small order has [h]A = O, so that every message fits. Then nothing but what was given is tried, and told so.

    A, B, R, S, k, h, L    as in RFC 8032 (ecref/eddsa.py)
    C, PH                  context and prehash
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from ecref.eddsa import SCHEMES
from ecref.errors import InvalidPoint, InvalidSignature
from ecref.rules import EDDSA_RULES

from .case import ANY_MESSAGE, Reading
from .changes import Change, pairs
from .hashing import eddsa_ways

if TYPE_CHECKING:
    from collections.abc import Iterator

    from ecref import EdDSA
    from ecref.eddsa_keys import EdDSAPublicKey
    from ecref.edwards import EdwardsPoint
    from ecref.rules import EdDSARules

    from .case import Case
    from .changes import Changes
    from .hashing import Hashing, Way

MOST_CHECKS = 2000  # of a case: each costs a multiplication of a prepared point
MOST_EQUATIONS = 20


class Variant(NamedTuple):
    """A scheme with a context, None where it has none; with `prehashed` what is given as the message is PH of it."""

    scheme: EdDSA
    context: bytes | None
    prehashed: bool = False


class Equation(NamedTuple):
    """What a signature and a key leave of the equation: [k]hA = hD, k being the only thing that knows the message."""

    signature: bytes
    key: EdDSAPublicKey
    A: EdwardsPoint
    hA: EdwardsPoint
    hD: EdwardsPoint

    def holds(self, variant: Variant, M: bytes) -> bool:
        """Whether it holds for this (prehashed) message."""
        scheme = variant.scheme
        R = self.signature[: scheme.curve.size]
        k = scheme.hash_to_int(variant.context or b"", R, self.key.octets, M) % scheme.curve.L
        return k * self.hA == self.hD


def equations(
    signatures: list[tuple[bytes, Changes]], keys: list[tuple[EdDSAPublicKey, Changes]]
) -> list[tuple[Equation, Changes]]:
    """What the signatures and the keys leave of the equation, each with each, the likeliest of them."""
    tried = pairs(signatures, keys, MOST_EQUATIONS)
    found = [(_equation(signature, key), changes) for signature, key, changes in tried]
    return [(equation, changes) for equation, changes in found if equation is not None]


def search(
    case: Case,
    scheme: EdDSA,
    equations: list[tuple[Equation, Changes]],
    messages: list[tuple[bytes, Changes]],
    hashing: Hashing,
) -> Iterator[Reading]:
    """The readings under which the signature holds."""
    hashed = [((octets, way), changes) for octets, way, changes in pairs(messages, eddsa_ways(), MOST_CHECKS)]
    every = pairs(hashed, variants(scheme, case.context), MOST_CHECKS // max(1, len(equations)))
    for equation, before in equations:
        seen = set()
        for (octets, way), variant, after in every[:1] if equation.hA.is_identity() else every:
            M = _message(octets, way, variant, hashing)
            if M is None or (variant[:2], M) in seen:
                continue
            seen.add((variant[:2], M))
            if equation.holds(variant, M):
                yield _under_rules(case, equation, variant, M, (*before, *after))


def variants(scheme: EdDSA, context: bytes | None) -> list[tuple[Variant, Changes]]:
    """Each scheme on the same curve, with the context that was given, with the empty one, or with none."""
    found: list[tuple[Variant, Changes]] = []
    for other in SCHEMES.values():
        if other.curve != scheme.curve:
            continue
        named = () if other.name == scheme.name else (Change("scheme", other.name, f"verify with {other.name}", 2),)
        for C, contextual in _contexts(other, context):
            found.append((Variant(other, C), (*named, *contextual)))
            if other.prehash:
                detail = f"take the message for its {other.prehash.name} digest, which {other.name} signs"
                prehash = Change("message", "prehash", detail, 2)
                found.append((Variant(other, C, prehashed=True), (*named, *contextual, prehash)))
    return found


def _contexts(scheme: EdDSA, context: bytes | None) -> Iterator[tuple[bytes | None, Changes]]:
    """The contexts to try, where this one was given."""
    if scheme.dom is None:
        yield None, () if context is None else (Change("context", "none", "give no context", 1),)
        return
    if context is not None and len(context) <= 255:
        yield context, ()
    if context != b"":
        unsaid = context is None and not scheme.context_required
        yield b"", () if unsaid else (Change("context", "empty", "give an empty context", 1),)


def _equation(signature: bytes, key: EdDSAPublicKey) -> Equation | None:
    """What is left of the laxest equation; None where S is too large, or R or A is no point."""
    E = key.scheme.curve
    R_octets, S = signature[: E.size], int.from_bytes(signature[E.size :], "little")
    if S >= E.L:
        return None
    try:
        R, A = E.decode(R_octets, canonical=False), E.decode(key.octets, canonical=False)
    except InvalidPoint:
        return None
    return Equation(signature, key, A, E.prepared(E.clear_cofactor(A)), E.clear_cofactor(S * E.B - R))


def _message(octets: bytes, way: Way, variant: Variant, hashing: Hashing) -> bytes | None:
    """What the scheme hashes as the message; None where the budget doesn't reach."""
    prehash = variant.scheme.prehash
    if prehash and not variant.prehashed:
        way = (*way, prehash.name)
    M = hashing(octets, way)
    return M if M is not None and hashing.spend(len(M)) else None


def _under_rules(case: Case, equation: Equation, variant: Variant, M: bytes, changes: Changes) -> Reading:
    """The reading with every rule set that it holds under."""
    scheme = variant.scheme
    key = scheme.public_key(equation.key.octets)
    holding = tuple(rules.name for rules in EDDSA_RULES.values() if _holds(key, equation.signature, variant, M, rules))
    assert holding, "the laxest rule set asks no more than the equation"
    rules = EDDSA_RULES[case.rules if case.rules in holding else holding[0]]
    if rules.name != case.rules:
        changes = (*changes, Change("rules", rules.name, f"verify under the rule set {rules.name}", 1))
    warnings = key.warnings()
    if equation.hA.is_identity() and (rules.cofactored or equation.A.is_identity()):
        warnings += (ANY_MESSAGE,)
    return Reading(changes, scheme, key, holding, warnings, context=variant.context)


def _holds(key: EdDSAPublicKey, signature: bytes, variant: Variant, M: bytes, rules: EdDSARules) -> bool:
    """Whether the signature is valid, by the scheme's own text."""
    scheme = key.scheme
    if scheme.name in rules.foreign_to:
        return False
    try:
        scheme.check(key, M, signature, variant.context or b"", rules, scheme.notes(None, 7))
    except InvalidSignature:
        return False
    return True
