"""Other implementations, each behind the same few operations: one file a library, imported when it is asked for."""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING

from ecref.errors import UnusableInput

if TYPE_CHECKING:
    from collections.abc import Sequence

    from .interface import Adapter

ADAPTERS = {  # the module here, and its class
    "ecref": ("own", "Ecref"),
    "ecref-gmpy2": ("own", "EcrefOverGmpy2"),
    "cryptography": ("pyca", "Cryptography"),
    "ecdsa": ("python_ecdsa", "PythonECDSA"),
    "ecdsa-gmpy2": ("python_ecdsa", "PythonECDSAOverGmpy2"),
    "ecc": ("btclib_ecc", "Ecc"),
    "pycryptodome": ("pycryptodome", "PyCryptodome"),
    "pynacl": ("pynacl", "PyNaCl"),
    "coincurve": ("coincurve", "Coincurve"),
    "node": ("node", "NodeCrypto"),
    "noble": ("node", "Noble"),
    "java": ("java", "Java"),
    "bouncycastle": ("java", "BouncyCastle"),
    "go": ("golang", "Go"),
    "command": ("command", "Command"),
}


def adapter(
    name: str,
    node_modules: str | None = None,
    *,
    java_jars: Sequence[str] = (),
    command: str | None = None,
) -> Adapter:
    """The adapter of this name.

    node_modules   the folder in which Node.js finds packages
    java_jars      for bouncycastle (without: where Debian puts it)
    command        for `command`: the program that it starts, with its arguments

    UnusableInput "unsupported" where there is none of this name, or what it needs is missing here.
    """
    if name not in ADAPTERS:
        raise UnusableInput("unsupported", f"no implementation {name[:40]!r}; there are {', '.join(ADAPTERS)}")
    module, of_class = ADAPTERS[name]
    make = getattr(import_module(f".{module}", __name__), of_class)
    options: dict[str, tuple[object, ...]] = {
        "node": (node_modules,),
        "bouncycastle": (java_jars,),
        "command": (command,),
    }
    made: Adapter = make(*options.get(name if name in options else module, ()))
    return made
