"""A study that was never run, for the tests of what is made of one."""

from __future__ import annotations

from math import inf, nan
from typing import Any

from ecref.measure.environment import environment
from ecref.studies.model import Chart, Study, Table


def a_study(**changes: Any) -> Study:
    values: dict[str, Any] = {
        "name": "batch",
        "question": "Is it quick?",
        "method": "Once was no measuring. " * 6 + "It is done here.",
        "environment": {**environment(), "cpu_model_name": "a processor"},
        "versions": {"ecref": "ecref 1", "go": "go 2"},
        "missing": {"noble": "@noble/curves 2 is not in node_modules"},
        "tables": [
            Table(
                "time | octets",
                ("what", "size", "us", "noble"),
                [("sign | a", "64", 1234.56, None), ("verify", 64, 0.5, nan), ("none", 7, None, inf)],
                {"us": ",.1f"},
                "a note",
            ),
            Table("no figures", ("text",), []),
        ],
        "charts": [
            Chart("bars", "operation", "us", {"ecref": [("sign", 5.0), ("verify", 120.4)], "go": [("sign", None)]}),
            Chart(
                "lines",
                "octets",
                "us",
                {"go": [(4, 1.0), (8, 2.0)], "noble": [(4, None), (8, nan)]},
                lines=True,
                log_x=True,
                log_y=False,
            ),
            Chart("many", "n", "us", {"ecref": [(n, n + 1.5) for n in range(1, 20)]}, lines=True, log_x=True),
            Chart("plain", "n", "us", {"ecref": [(n, 10.0**n) for n in range(5)]}, lines=True),
            Chart("small", "n", "share", {"ecref": [("a", 0.123456)], "go": [("b", None)]}, log_y=False),
        ],
        "findings": ["It is quick."],
        "notes": [],
    }
    return Study(**{**values, **changes})
