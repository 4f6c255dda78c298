"""The format of the vector files: JSON, one line a group and one line a vector, so that a diff can be read.

A group's `request` is what all requests of its vectors share; nothing is said twice.
"""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterable

    from .vector import Suite, Vector

KEYS = (  # the order in which a request is written
    "op",
    "scheme",
    "curve",
    "parameters",
    "hash",
    "context",
    "private_key",
    "private_key_format",
    "public_key",
    "public_key_format",
    "message",
    "digest",
    "nonce",
    "signature",
    "signature_format",
    "steps",
)


def text(suite: Suite, expectations: dict[str, dict[str, object]]) -> str:
    """The file of a suite; `expectations` are the judged answers by vector id."""
    groups = ",\n".join(_group(group, expectations) for group in merged(suite.groups))
    return f'{{"suite":{compact(suite.name)},"groups":[\n{groups}\n]}}\n'


def merged(groups: Iterable[list[Vector]]) -> list[list[Vector]]:
    """The groups in order, where neighbours of one vector each become one group.

    A source that prints a key above each of its signatures would otherwise give a group a vector.
    """
    result: list[list[Vector]] = []
    previous_is_single = False
    for group in filter(None, groups):
        is_single = len(group) == 1
        if is_single and previous_is_single and _kind(group[0]) == _kind(result[-1][0]):
            result[-1].extend(group)
        else:
            result.append(list(group))
        previous_is_single = is_single
    return result


def compact(value: object) -> str:
    """JSON without white space."""
    return json.dumps(value, separators=(",", ":"), ensure_ascii=True)


def _kind(vector: Vector) -> list[object]:
    return [vector.request.get(key) for key in ("op", "scheme", "curve", "parameters", "hash", "signature_format")]


def _group(group: list[Vector], expectations: dict[str, dict[str, object]]) -> str:
    first = group[0].request
    shared = {key for key in first if all(other.request.get(key) == first[key] for other in group)}
    if len(group) == 1:
        shared -= {"message", "digest", "signature"}
    lines = ",\n".join(_line(vector, shared, expectations[vector.id]) for vector in group)
    return f'{{"request":{compact(_ordered(first, shared))},"vectors":[\n{lines}\n]}}'


def _line(vector: Vector, shared: set[str], expect: dict[str, object]) -> str:
    request = _ordered(vector.request, set(vector.request) - shared)
    return compact({"id": vector.id, "flags": list(vector.flags), "request": request, "expect": expect})


def _ordered(request: dict[str, object], keys: set[str]) -> dict[str, object]:
    return {key: request[key] for key in KEYS if key in keys}
