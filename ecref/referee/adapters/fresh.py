"""Libraries that use gmpy2 where they find it, loaded as if it were not there."""

from __future__ import annotations

import sys
from importlib import import_module
from typing import Any

GMPY = ("gmpy2", "gmpy")


def fresh(*modules: str, without: tuple[str, ...] = GMPY) -> list[Any]:
    """Modules of one package loaded anew, as if others were not installed.

    So both variants of a library run in one process. Whoever imports the package otherwise gets it as before.
    """
    package = modules[0].partition(".")[0]

    def take_out() -> dict[str, Any]:
        names = [name for name in sys.modules if name.partition(".")[0] == package or name in without]
        return {name: sys.modules.pop(name) for name in names}

    kept = take_out()
    sys.modules.update(dict.fromkeys(without))  # type: ignore[arg-type]  # None makes an import fail
    try:
        return [import_module(name) for name in modules]
    finally:
        take_out()
        sys.modules.update(kept)
