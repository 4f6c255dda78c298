"""Colours, where somebody looks at a terminal and didn't ask for none. [no-color.org]"""

from __future__ import annotations

import os
import sys

GREEN, RED = 32, 31  # "select graphic rendition" [ECMA-48, 8.3.117]


def coloured(text: str, colour: int) -> str:
    """The text in a colour, if standard output is a terminal that shows colours."""
    return f"\033[{colour}m{text}\033[0m" if _wanted() else text


def _wanted() -> bool:
    if os.environ.get("NO_COLOR") or os.environ.get("TERM") == "dumb":
        return False
    if sys.platform == "win32" and "WT_SESSION" not in os.environ:  # an old console would show the escapes
        return False
    return sys.stdout is not None and sys.stdout.isatty()
