"""A batch of EdDSA signatures, verified by one equation.

With a coefficient z_i for each signature, the cofactored equations of all add up to [RFC 8032, 8.2]

    [h]D = O,   D = sum [z_i]D_i = [sum z_i*S_i]B - sum [z_i]R_i - sum [z_i*k_i]A_i,   D_i = [S_i]B - R_i - [k_i]A_i.

Where every signature is valid, it holds. Where the j-th is not, [h]D_j has order L, and whatever the other terms add
up to, only one z_j modulo L makes the sum O. So if z_j is drawn from 2^128 values after all items are fixed, a batch
with a bad signature passes with a probability of 2^-128 at most. Without the cofactor this fails: if D_j has order 2,
every even z_j hides it. Under such a rule set signatures are verified one by one.

    z    a coefficient, below 2^128
"""

from __future__ import annotations

from .errors import InvalidSignature, UnusableInput
from .verdict import Verdict, Verdicts

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence
    from typing import Any, TypeAlias

    from .eddsa import EdDSA
    from .edwards import EdwardsPoint
    from .rules import EdDSARules

    Read: TypeAlias = tuple[int, tuple[EdwardsPoint, int, EdwardsPoint, int]]  # the item's number; R, S, A, k


def verify_batch(scheme: EdDSA, items: Iterable[tuple[Any, ...]], rules: EdDSARules) -> None:
    """Raise InvalidSignature, with .verdicts, unless every item is valid. See EdDSA.verify_batch."""
    items = list(items)
    if not items:
        raise UnusableInput("bad-request", "an empty batch: nothing was verified")
    faults: dict[int, InvalidSignature] = {}
    read: list[Read] = []
    for number, item in enumerate(items):
        values = scheme.read_item(item, rules)
        if isinstance(values, InvalidSignature):
            faults[number] = values
        else:
            read.append((number, values))
    differ = find_bad if rules.cofactored else one_by_one
    for number in differ(scheme, read, rules):
        faults[number] = InvalidSignature("mismatch", "the verification equation does not hold")
    refuse(faults, len(items))


def refuse(faults: dict[int, InvalidSignature], total: int) -> None:
    """Raise InvalidSignature if any of `total` items is at fault: for the first, with the verdicts on all."""
    if faults:
        verdicts = Verdicts(Verdict.of(faults.get(number)) for number in range(total))
        first = faults[min(faults)]
        detail = f"{len(faults)} of {total} signatures; the first, number {min(faults)}: {first.detail}"
        raise InvalidSignature(first.reason, detail, verdicts)


def one_by_one(scheme: EdDSA, read: Sequence[Read], rules: EdDSARules) -> list[int]:
    """The numbers of the items whose equation does not hold."""
    return [number for number, values in read if not scheme.holds(*values, rules)]


def find_bad(scheme: EdDSA, read: Sequence[Read], rules: EdDSARules) -> list[int]:
    """The same by bisection: a half that holds as a batch is done with."""
    if len(read) <= 1:
        return one_by_one(scheme, read, rules)
    if scheme.curve.is_small_order(random_combination(scheme, read)):
        return []
    half = len(read) // 2
    return find_bad(scheme, read[:half], rules) + find_bad(scheme, read[half:], rules)


def random_combination(scheme: EdDSA, read: Sequence[Read]) -> EdwardsPoint:
    """D for random coefficients."""
    from secrets import randbits

    return combination(scheme, read, [randbits(128) for _ in read])


def combination(scheme: EdDSA, read: Sequence[Read], zs: Sequence[int]) -> EdwardsPoint:
    """D, up to points of small order, for the coefficients zs; the multiples of one key are put together."""
    E, L = scheme.curve, scheme.curve.L
    of_B = 0
    of_R = []
    of_A: dict[tuple[int, int], tuple[int, EdwardsPoint]] = {}
    for z, (_, (R, S, A, k)) in zip(zs, read, strict=True):
        of_B += z * S
        of_R.append((-z, R))
        so_far, _ = of_A.get(A.affine(), (0, A))
        of_A[A.affine()] = (so_far - z * k) % L, A
    return E.combination([(of_B % L, E.B), *of_R, *of_A.values()])
