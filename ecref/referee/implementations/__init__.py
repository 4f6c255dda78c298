"""Implementations under test: one file a library, imported when it is asked for; programs; and other packages' own.

A package adds implementations by entry points of the group `ecref.implementations`: a name, and what is called
without arguments and gives an Implementation (interface.py).
"""

from __future__ import annotations

from importlib import import_module
from importlib.metadata import entry_points
from typing import TYPE_CHECKING

from ecref.errors import UnusableInput

if TYPE_CHECKING:
    from collections.abc import Sequence

    from .interface import Implementation

GROUP = "ecref.implementations"
TIMEOUT = 10.0  # seconds that a program may take for an answer

LIBRARIES = {  # the module here, and its class, made without arguments
    "ecref": ("own", "Ecref"),
    "cryptography": ("pyca", "Cryptography"),
    "pycryptodome": ("pycryptodome", "PyCryptodome"),
    "pynacl": ("pynacl", "PyNaCl"),
    "ecdsa": ("python_ecdsa", "PythonECDSA"),
    "coincurve": ("coincurve", "Coincurve"),
    "fastecdsa": ("fastecdsa", "FastECDSA"),
    "starkbank-ecdsa": ("starkbank", "StarkbankECDSA"),
    "pure25519": ("pure25519", "Pure25519"),
    "eth-keys": ("eth_keys", "EthKeys"),
    "ecc": ("btclib_ecc", "Ecc"),
}
PROGRAMS = ("openssl", "node", "noble", "java", "bouncycastle", "go")  # program.program makes them


def names() -> list[str]:
    """Every name that `implementation` takes here."""
    found = [entry.name for entry in entry_points(group=GROUP)]
    return list(dict.fromkeys((*LIBRARIES, *PROGRAMS, *found)))


def implementation(
    name: str,
    *,
    command: str | None = None,
    node_modules: str | None = None,
    java_jars: Sequence[str] = (),
    timeout: float = TIMEOUT,
) -> Implementation:
    """The implementation of this name; with a command, the program that it starts, under this name.

    UnusableInput "unsupported" where there is none of this name, or what it needs is missing here.
    """
    found: Implementation
    if command is not None or name in PROGRAMS:
        make = import_module(".program", __name__).program
        found = make(name, command=command, node_modules=node_modules, java_jars=java_jars, timeout=timeout)
        return found
    if name in LIBRARIES:
        module, of_class = LIBRARIES[name]
        found = getattr(import_module(f".{module}", __name__), of_class)()
        return found
    for entry in entry_points(group=GROUP):
        if entry.name == name:
            found = entry.load()()
            return found
    raise UnusableInput("unsupported", f"no implementation {name[:40]!r}; there are {', '.join(names())}")
