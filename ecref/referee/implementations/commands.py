"""The commands that start our own programs: they put other languages' libraries under the line protocol.

Each is the program of an implementation's name:

    node          Node.js' crypto, which is OpenSSL
    noble         the package @noble/curves, from the working directory's node_modules or another folder
    java          SunEC, the JDK's own provider, version 17 or newer
    bouncycastle  the provider of a jar that the user names
    go            the standard library's crypto/ed25519 and crypto/ecdsa; go compiles it at each start

What they need is looked for when they are asked for, and named where it is missing.
"""

from __future__ import annotations

import os
import shutil
from pathlib import Path
from typing import TYPE_CHECKING

from ecref.errors import UnusableInput

if TYPE_CHECKING:
    from collections.abc import Sequence

PROGRAMS = Path(__file__).parents[1] / "programs"
NODE, JAVA, GO = (str(PROGRAMS / name) for name in ("curves.mjs", "Curves.java", "curves.go"))


def ours(name: str, node_modules: str | None = None, java_jars: Sequence[str] = ()) -> list[str]:
    """What starts the program; UnusableInput "unsupported" where something that it needs is missing."""
    if name == "node":
        return [found("node", "node"), NODE, "crypto"]
    if name == "noble":
        return [found("noble", "node"), NODE, "noble", str(Path(node_modules or "node_modules").resolve())]
    if name == "java":
        return [found("java", "java"), JAVA, "SunEC"]
    if name == "bouncycastle":
        return [found("bouncycastle", "java"), "-cp", _class_path(java_jars), JAVA, "BC"]
    assert name == "go"
    return [found("go", "go"), "run", GO]


def _class_path(java_jars: Sequence[str]) -> str:
    if not java_jars:
        raise UnusableInput("unsupported", "bouncycastle needs its jar: --java-jar bcprov.jar")
    for jar in java_jars:
        if not Path(jar).is_file():
            raise UnusableInput("unsupported", f"bouncycastle: there is no file {jar!r}")
    return os.pathsep.join(java_jars)


def found(what: str, needs: str) -> str:
    """Where a program of the PATH is; UnusableInput "unsupported" where it isn't."""
    path = shutil.which(needs)
    if path is None:
        raise UnusableInput("unsupported", f"{what} needs the program {needs}, which isn't found")
    return path
