"""The audit of nonces: what many signatures give away about the numbers that should be secret and used once.

records.py    a file of JSON lines or CSV
reader.py     what a record means
signed.py     a signature as an equation between its nonce and the secret scalar
table.py      which nonces may have been used twice, in 16 octets a signature
repeats.py    nonces that were used twice, under one key or several
bias.py       tests of known nonces, on statistics.py
lattice.py    unknown nonces that share bits, on lll.py
findings.py   the report
auditor.py    all of it, in one pass over a file
"""

from __future__ import annotations

from .auditor import audit
from .findings import Finding, Report
from .reader import Defaults

__all__ = ["Defaults", "Finding", "Report", "audit"]
