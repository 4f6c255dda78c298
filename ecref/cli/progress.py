"""A bar on standard error, where somebody sees it."""

from __future__ import annotations

import sys

BAR = 40  # characters


def draw(done: int, total: int, text: str | None = None) -> None:
    """Draw how much is done, and a text (else the numbers); when all is, the bar goes."""
    if sys.stderr is not None and sys.stderr.isatty():
        bar = "#" * (BAR * done // total)
        end = "\r\033[K" if done == total else ""
        print(f"\r[{bar:{BAR}}] {text or f'{done:,} of {total:,}'}{end}", end="", file=sys.stderr, flush=True)
