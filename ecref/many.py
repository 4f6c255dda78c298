"""Verifying many signatures of any kind: keys that repeat get a table, and processes share the work."""

from __future__ import annotations

from itertools import groupby

from .ecdsa_keys import ECDSAPublicKey
from .eddsa_keys import EdDSAPublicKey
from .errors import InvalidSignature, UnusableInput
from .inputs import as_bytes, as_int
from .verdict import Verdict, Verdicts

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable
    from typing import Any, TypeAlias

    PublicKey: TypeAlias = EdDSAPublicKey | ECDSAPublicKey
    Item: TypeAlias = tuple[PublicKey, bytes, bytes, bytes | None]  # key, signature, message, context

PUBLIC_KEYS = (EdDSAPublicKey, ECDSAPublicKey)
BREAK_EVEN = {"edwards25519": 14, "edwards448": 17, "P-256": 21, "P-384": 22, "secp256k1": 37}  # docs/performance.md


def break_even(key: PublicKey) -> int:
    """The number of verifications from which on the key's table pays: what it takes, by what it saves in each."""
    return BREAK_EVEN.get(key.scheme.curve.name, 20)


def verify_many(items: Iterable[tuple[Any, ...]], *, processes: int = 1) -> Verdicts:
    """The verdicts on items (public_key, signature, message[, context]) of any schemes, in their order.

    Each is verified as public_key.verify would with its defaults: ECDSA in DER with the curve's hash, EdDSA under
    rfc8032. A key that occurs often enough (break_even) is prepared. With `processes` over 1 the items are shared out
    in the order of their keys, so that few keys are prepared twice. Verdicts here have no warnings. UnusableInput for
    a context that doesn't fit its key and for processes below 1; TypeError for an item of another shape.
    """
    if as_int("processes", processes) < 1:
        raise UnusableInput("bad-request", f"got {processes} processes, wanted 1 or more")
    read = [_item(item) for item in items]
    by_key: dict[PublicKey, list[int]] = {}
    for number, item in enumerate(read):
        by_key.setdefault(item[0], []).append(number)
    order = [number for numbers in by_key.values() for number in numbers]
    share = -(-len(order) // processes) or 1
    shares = [[read[number] for number in order[i : i + share]] for i in range(0, len(order), share)]
    found = [verdict for part in _map(shares) for verdict in part]
    verdicts = dict(zip(order, found, strict=True))
    return Verdicts(verdicts[number] for number in range(len(read)))


def _item(item: tuple[Any, ...]) -> Item:
    if not isinstance(item, tuple) or len(item) not in (3, 4) or not isinstance(item[0], PUBLIC_KEYS):
        raise TypeError("an item is a tuple (public_key, signature, message[, context])")
    key, signature, message, *context = item
    C = as_bytes("a context", context[0]) if context else None
    if isinstance(key, EdDSAPublicKey):
        key.scheme.context(C)
    elif C is not None:
        raise UnusableInput("bad-context", "ECDSA has no context")
    return key, as_bytes("a signature", signature), as_bytes("a message", message), C


def _map(shares: list[list[Item]]) -> list[list[Verdict]]:
    if len(shares) <= 1:
        return [_judge(part) for part in shares]
    from multiprocessing import Pool

    with Pool(len(shares)) as pool:
        return pool.map(_judge, shares, chunksize=1)


def _judge(items: list[Item]) -> list[Verdict]:
    """The verdicts on items that are ordered by key."""
    verdicts = []
    for key, group in groupby(items, key=lambda item: item[0]):
        of_key = list(group)
        chosen = key.prepare() if len(of_key) >= break_even(key) else key
        verdicts += [_verdict(chosen, signature, message, context) for _, signature, message, context in of_key]
    return verdicts


def _verdict(key: PublicKey, signature: bytes, message: bytes, context: bytes | None) -> Verdict:
    try:
        if isinstance(key, EdDSAPublicKey):
            key.verify(signature, message, context=context)
        else:
            key.verify(signature, message)
    except InvalidSignature as fault:
        return Verdict.of(fault)
    return Verdict.of(None)
