"""Implementations under test: one file a library, imported when it is asked for; programs; and other packages' own."""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, NamedTuple

from ecref.errors import UnusableInput

if TYPE_CHECKING:
    from collections.abc import Sequence

    from .interface import Implementation

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


class Chosen(NamedTuple):
    """An implementation that isn't made yet: what `implementation` takes. Each process makes its own."""

    name: str
    command: str | None = None
    node_modules: str | None = None
    java_jars: tuple[str, ...] = ()
    timeout: float = TIMEOUT

    def open(self) -> Implementation:
        """Make it, a library in a process of its own, whoever's it is; the caller closes it."""
        if self.command is None and self.name not in ("ecref", *PROGRAMS):
            from .apart import Apart

            return Apart(self.name, self.timeout)
        return implementation(
            self.name,
            command=self.command,
            node_modules=self.node_modules,
            java_jars=self.java_jars,
            timeout=self.timeout,
        )


def names() -> list[str]:
    """Every name that `implementation` takes here."""
    from . import packages

    return list(dict.fromkeys((*LIBRARIES, *PROGRAMS, *packages.names())))


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
    found: Implementation | None
    if command is not None or name in PROGRAMS:
        make = import_module(".program", __name__).program
        found = make(name, command=command, node_modules=node_modules, java_jars=java_jars, timeout=timeout)
    elif name in LIBRARIES:
        module, of_class = LIBRARIES[name]
        found = getattr(import_module(f".{module}", __name__), of_class)()
    else:
        from . import packages

        found = packages.load(name)
    if found is not None:
        return found
    raise UnusableInput("unsupported", f"no implementation {name[:40]!r}; there are {', '.join(names())}")
