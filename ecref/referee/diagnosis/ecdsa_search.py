"""Which readings of an ECDSA signature hold: any signature and key with any digest, by a meeting in the middle.

FIPS 186-5 accepts (r, s) if R1 = [e/s]G + [r/s]Q has an x that is r modulo n. Multiplied by s that is

    [e]G = [s]R - [r]Q      for one of the few R with such an x

with message and hash alone on the left, signature and key alone on the right. So T = [s]R - [r]Q is worked out for each
signature with each key, and [e]G is looked up among these points for each digest: the multiplications of the two sides
are added, while the readings are all the pairs. What is found is then verified in the standard's own way.

    e, G, n, Q, r, s    as in FIPS 186-5 (ecref/ecdsa.py)
    recid               which of the points R it was (ecref/signatures.py)
"""

from __future__ import annotations

from contextlib import suppress
from typing import TYPE_CHECKING, NamedTuple

from ecref.ecdsa_keys import ECDSAPublicKey
from ecref.errors import InvalidPoint, InvalidSignature
from ecref.formats.signatures import read_signature
from ecref.hashes import hash_named
from ecref.rfc6979 import bits2int
from ecref.rules import ECDSA_RULES

from .case import Reading
from .changes import Change, pairs
from .hashing import ecdsa_ways

if TYPE_CHECKING:
    from collections.abc import Iterator
    from typing import TypeAlias

    from ecref import ECDSA
    from ecref.weierstrass import WeierstrassPoint

    from .case import Case
    from .changes import Changes
    from .hashing import Hashing, Way
    from .signatures import Pair

    Where: TypeAlias = tuple[int, int] | None  # a point's coordinates, None for the identity

MOST_DIGESTS = 2000
MOST_SIGNATURES = 120  # each with a key
LONGEST = 64  # octets of a digest: more than any curve's n takes in


class RightSide(NamedTuple):
    """On one curve, every [s]R - [r]Q, with the signature, the key and the recid of R that it comes from."""

    scheme: ECDSA
    points: dict[Where, list[tuple[Pair, ECDSAPublicKey, int, Changes]]]


def right_sides(
    scheme: ECDSA, signatures: list[tuple[Pair, Changes]], keys: list[tuple[ECDSAPublicKey, Changes]]
) -> RightSide:
    """What the signatures and the keys give, each with each, the likeliest of them."""
    n = scheme.curve.n
    within = [((r, s), changes) for (r, s), changes in signatures if 1 <= r < n and 1 <= s < n]
    points: dict[Where, list[tuple[Pair, ECDSAPublicKey, int, Changes]]] = {}
    for (r, s), key, changes in pairs(within, keys, MOST_SIGNATURES):
        rQ = r * key.Q
        for recid, R in _points(scheme, r):
            sR = s * R
            points.setdefault(_where(sR - rQ), []).append(((r, s), key, recid, changes))
            points.setdefault(_where(-sR - rQ), []).append(((r, s), key, recid + 1, changes))
    return RightSide(scheme, points)


def search(
    case: Case, sides: list[RightSide], messages: list[tuple[bytes, Changes]], hashing: Hashing
) -> Iterator[Reading]:
    """The readings under which the signature holds."""
    usual = sides[0].scheme  # its hash, and the size of its n, are those of the other curve too
    sides = [side for side in sides if side.points]
    ways = ecdsa_ways(case.hash or usual.hash, is_digest=case.is_digest) if sides else []
    seen = set()
    for H, hash_name, hashed in _digests(case, pairs(messages, ways, MOST_DIGESTS), hashing):
        e = bits2int(H, usual.curve.n.bit_length())
        if e in seen:
            continue
        seen.add(e)
        for scheme, points in sides:
            for pair, key, recid, changes in points.get(_where(e * scheme.curve.G), ()):
                reading = Reading((*changes, *hashed, *_recid(case, pair, recid)), scheme, key, (), (), hash_name)
                yield from _under_rules(case, reading, pair, H)


def _points(scheme: ECDSA, r: int) -> Iterator[tuple[int, WeierstrassPoint]]:
    """Each R with an even y whose x is r modulo n, and its recid; that of -R is one more. [SEC 1, 4.1.6, step 1]"""
    for j in range(2):
        with suppress(InvalidPoint):
            yield 2 * j, scheme.curve.lift_x(r + j * scheme.curve.n, 0)


def _where(P: WeierstrassPoint) -> Where:
    return None if P.is_identity() else P.affine()


def _digests(
    case: Case, candidates: list[tuple[bytes, Way, Changes]], hashing: Hashing
) -> Iterator[tuple[bytes, str | None, Changes]]:
    """Each digest that may have been signed, with the hash that ended it; the likeliest first."""
    for octets, way, changes in candidates:
        H = hashing(octets, way)
        if H:
            unfit = () if way else _unfit(case, len(H))
            yield H[:LONGEST], way[-1] if way else None, (*changes, *unfit)


def _unfit(case: Case, size: int) -> Changes:
    """What to change of a digest, or of the hash, where they don't go together."""
    if size > LONGEST:
        return (Change("message", "first-octets", f"give the first {LONGEST} octets of the digest", 2),)
    if case.is_digest and case.hash is not None and size != hash_named(case.hash).size:
        return (Change("hash", "none", f"name no hash, since a digest of {case.hash} has another size", 1),)
    return ()


def _recid(case: Case, pair: Pair, recid: int) -> Changes:
    """Whether a signature that says which key is meant means another one than this."""
    if case.format.partition("-")[0] not in ("compact", "eth"):
        return ()
    try:
        read = read_signature(case.signature, case.format, case.scheme)
    except InvalidSignature:
        return ()
    if read.value != pair or read.recid == recid:
        return ()
    detail = f"write {recid} for the recovery id {read.recid}, which means the other key"
    return (Change("recid", str(recid), detail, 1),)


def _under_rules(case: Case, reading: Reading, pair: Pair, H: bytes) -> Iterator[Reading]:
    """The reading with every rule set that it holds under; where s has to be low, also the reading that makes it so."""
    key, (r, s) = reading.key, pair
    assert isinstance(key, ECDSAPublicKey)  # as all of the keys searched
    verdicts = {name: key.verdict_digest(pair, H, hash=None, format=None, rules=name) for name in ECDSA_RULES}
    holding = tuple(name for name, verdict in verdicts.items() if verdict)
    assert holding, "the two sides met, so the equation holds"
    warnings = verdicts[case.rules].warnings
    if case.rules in holding:
        yield reading._replace(rules=holding, warnings=warnings)
        return
    low = Change("signature", "n-s", "replace s by n - s, which is low", 1)
    yield from _under_rules(case, reading._replace(changes=(*reading.changes, low)), (r, key.scheme.curve.n - s), H)
    lax = Change("rules", holding[0], f"verify under the rule set {holding[0]}", 1)
    yield reading._replace(changes=(*reading.changes, lax), rules=holding, warnings=warnings)
