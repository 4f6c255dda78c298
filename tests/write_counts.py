"""How often each operation multiplies, squares, inverts and hashes: tests/counts.json, which `make counts` writes.

The numbers are sums over 16 fixed keys and messages of 64 octets, with tables at their final size. A change of the
arithmetic changes them, and its commit shows by how much.
"""

from __future__ import annotations

import json
from dataclasses import asdict
from pathlib import Path

from ecref.measure.count import count_operation
from ecref.measure.operations import OPERATIONS, SAMPLES, samples
from ecref.referee.adapters.interface import CURVES

FILE = Path(__file__).with_name("counts.json")
COUNTED = [operation for operation in OPERATIONS if operation != "verify-batch"]  # a batch's coefficients are random


def count(curve: str, operation: str) -> dict[str, int]:
    """The sums."""
    means = asdict(count_operation(curve, operation, samples(curve, 64, SAMPLES)))
    return {name: round(mean * SAMPLES) for name, mean in means.items()}


def main() -> None:
    """Write the file."""
    lines = [
        f'  "{curve} {operation}": {json.dumps(count(curve, operation))}' for curve in CURVES for operation in COUNTED
    ]
    FILE.write_text("{\n" + ",\n".join(lines) + "\n}\n")


if __name__ == "__main__":
    main()
