"""The certificates that are shipped: certificates.json, beside this module.

It is a list of objects: "N", and "steps", each with "t", "s", "a", "x" and "y" as primality.py has them, and as
PARI/GP's primecert gives them. All are decimal numbers in strings, since many readers of JSON keep 53 bits only.
tests/write_certificates.py makes the file.
"""

from __future__ import annotations

import json
from functools import cache
from pathlib import Path

FILE = Path(__file__).with_name("certificates.json")
FIELDS = ("t", "s", "a", "x", "y")


@cache
def certificates() -> dict[int, list[tuple[int, ...]]]:
    """The rows of t, s, a, x, y of each N."""
    found = json.loads(FILE.read_text("utf-8"))
    return {int(each["N"]): [tuple(int(step[name]) for name in FIELDS) for step in each["steps"]] for each in found}
