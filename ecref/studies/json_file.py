"""A study as an object of JSON: every figure in full, whatever form the tables show it in."""

from __future__ import annotations

from dataclasses import asdict
from math import isfinite
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from .model import Study


def to_json(study: Study) -> dict[str, Any]:
    """The object: the study's fields; null for what was not measured."""
    found: dict[str, Any] = _strict(asdict(study))
    for table in found["tables"]:
        del table["forms"]
    return found


def _strict(value: Any) -> Any:  # noqa: ANN401 -- what JSON holds
    """The value without NaN and infinities, which JSON hasn't got."""
    if isinstance(value, dict):
        return {name: _strict(each) for name, each in value.items()}
    if isinstance(value, list | tuple):
        return [_strict(each) for each in value]
    return None if isinstance(value, float) and not isfinite(value) else value
