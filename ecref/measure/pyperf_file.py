"""The file of `--json`: pyperf's format, so that `python -m pyperf compare_to OLD NEW` compares two runs.

A benchmark has one value a round, in seconds of one operation; everything else that is known of it is metadata.
"""

from __future__ import annotations

import json
from math import isfinite
from typing import Any

from ecref.errors import UnusableInput

from .bench import Result
from .results import Row

PREFIX = "ecref_"
VERSIONS = "version_of_"


def to_json(result: Result) -> dict[str, Any]:
    """The object."""
    common: dict[str, object] = {"unit": "second", **result.environment}
    common |= {VERSIONS + name: version for name, version in result.versions.items()}
    return {"version": "1.0", "metadata": common, "benchmarks": [_benchmark(row) for row in result.rows]}


def from_json(text: str) -> Result:
    """What to_json told; UnusableInput "bad-encoding" for anything else."""
    try:
        read = json.loads(text)
        environment = {name: value for name, value in read["metadata"].items() if name != "unit"}
        names = [name for name in environment if name.startswith(VERSIONS)]
        versions = {name.removeprefix(VERSIONS): environment.pop(name) for name in names}
        return Result(environment, versions, [_row(benchmark) for benchmark in read["benchmarks"]])
    except (ValueError, KeyError, TypeError, AttributeError) as error:
        raise UnusableInput("bad-encoding", f"no result of ecref bench --json: {error!r}") from None


def _benchmark(row: Row) -> dict[str, Any]:
    values = row.as_dict()
    size = "" if row.size is None else f" {row.size}"
    metadata: dict[str, object] = {"name": f"{row.implementation} {row.curve} {row.operation}{size}"}
    for name, value in values.items():
        if name == "rounds_M":
            metadata[PREFIX + name] = " ".join(map(str, row.rounds_M))
        elif name != "rounds" and value is not None and not (isinstance(value, float) and not isfinite(value)):
            metadata[PREFIX + name] = value
    return {"metadata": metadata, "runs": [{"values": row.rounds}]}


def _row(benchmark: dict[str, Any]) -> Row:
    metadata = benchmark["metadata"]
    values = {name[len(PREFIX) :]: value for name, value in metadata.items() if name.startswith(PREFIX)}
    values["rounds"] = benchmark["runs"][0]["values"]
    values["rounds_M"] = [float(value) for value in values["rounds_M"].split()]
    return Row.from_dict({"size": None, "error": float("nan"), **values})
