"""Studies: published benchmarks redone by one command each, on the reader's machine, with the method's mistakes mended.

    pure-native     EdDSA in the interpreter against native code
    curves          which curve costs what, beside RSA
    batch           one signature after the other, or many at once
    providers       P-256 over a raw digest, in every implementation that is here
    side-channels   what the time of a signature tells of its nonce and its key

Each is a module with `run(plan, progress) -> Study`, made of bench's rounds (ecref/measure) and of the adapters
(ecref/referee/adapters). What a study found is a value (model.py); text, JSON and the picture are made from it.
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Callable

    from .model import Plan, Progress, Study

STUDIES = {  # the name on the command line, and the module here
    "pure-native": "pure_native",
    "curves": "curves",
    "batch": "batch",
    "providers": "providers",
    "side-channels": "side_channels",
}


def study(name: str) -> Callable[[Plan, Progress], Study]:
    """What runs the study of this name of STUDIES."""
    run: Callable[[Plan, Progress], Study] = import_module(f".{STUDIES[name]}", __name__).run
    return run
