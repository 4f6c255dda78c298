"""The program `openssl`, run once for each request, with keys and signatures in files of a private folder.

On its command line there are no contexts and no pre-hashed variants of EdDSA, no signatures of ECDSA in fixed width,
and up to OpenSSL 3.0 no empty message of EdDSA; and a public key of EdDSA is not decoded before it verifies.
"""

from __future__ import annotations

import os
import subprocess
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING

from ecref import der
from ecref.ecdsa import SCHEMES as ECDSA_SCHEMES
from ecref.eddsa import SCHEMES as EDDSA_SCHEMES
from ecref.formats import asn1

from .commands import found
from .library import PythonLibrary, Refused, Unsupported

if TYPE_CHECKING:
    from collections.abc import Mapping
    from typing import Any

    from .interface import Answer
    from .library import Case

    Done = subprocess.CompletedProcess[bytes]

HASHES = {  # as openssl names them
    **{f"SHA-{size}": f"sha{size}" for size in (1, 224, 256, 384, 512)},
    **{f"SHA-512/{size}": f"sha512-{size}" for size in (224, 256)},
    **{f"SHA3-{size}": f"sha3-{size}" for size in (224, 256, 384, 512)},
}
DER_TO_DER = ["pkey", "-inform", "DER", "-in", "key", "-pubout", "-outform", "DER"]
NO_KEY = ("Could not read", "unable to load")  # OpenSSL 3; earlier ones
DOES_NOT_HOLD = ("Verification failure", "Verification Failure", "Error verifying data", "Error reading signature file")
NO_EMPTY_MESSAGE = "Could not allocate 0 bytes"


class ProgramError(Exception):
    """The program ended in another way than it should, or not in time."""


class OpenSSL(PythonLibrary):
    """The program `openssl` of the PATH. A key is its DER: the program refuses it when it is used."""

    name = "openssl"
    modules = ()
    declared = {"Ed25519": "ref10", "Ed448": "openssl-ed448", **dict.fromkeys(ECDSA_SCHEMES, "fips186-5")}  # noqa: RUF012
    hashes = tuple(HASHES)
    formats = ("der",)
    nonces = "random"

    def __init__(self, timeout: float) -> None:
        super().__init__()
        self._program = found("openssl", "openssl")
        self._timeout = timeout

    def version(self) -> str:
        """What it says of itself, such as "OpenSSL 3.0.19"."""
        return " ".join(self._output(["version"], {}).decode().split()[:2])

    def load_public(self, name: str, octets: bytes) -> bytes:
        """A SubjectPublicKeyInfo. [RFC 5280, 4.1]"""
        return der.write(der.SEQUENCE, _algorithm(name) + asn1.write_bit_string(octets))

    def load_private(self, name: str, octets: bytes) -> bytes:
        """A PKCS#8 private key, of ECDSA without its public half. [RFC 5958, 2; RFC 8410, 7; RFC 5915, 3]"""
        private = der.write(der.OCTET_STRING, octets)
        if name in ECDSA_SCHEMES:
            private = der.write(der.SEQUENCE, der.write_integer(1) + private)
        fields = der.write_integer(0) + _algorithm(name) + der.write(der.OCTET_STRING, private)
        return der.write(der.SEQUENCE, fields)

    def public_of(self, name: str, key: bytes) -> bytes:  # noqa: ARG002 -- the key's DER says it
        """The SubjectPublicKeyInfo of a private key."""
        return self._output(DER_TO_DER, {"key": key})

    def _parse_public_key(self, request: Mapping[str, Any], case: Case) -> Answer:
        if case.scheme != "ECDSA":
            raise Unsupported
        return super()._parse_public_key(request, case)

    def dump_public(self, name: str, key: bytes) -> bytes:
        """The key within a SubjectPublicKeyInfo that openssl has written anew, with its point uncompressed."""
        if name in ECDSA_SCHEMES:
            command = [*DER_TO_DER, "-pubin", "-ec_conv_form", "uncompressed"]
            key = self._output(command, {"key": key})
        return key[len(self.load_public(name, b"")) :]

    def holds(self, key: bytes, signature: bytes, case: Case) -> bool:
        """Whether a signature holds."""
        if _is_hashed(case):
            command = ["dgst", f"-{_hash(case)}", "-verify", "key", "-keyform", "DER", "-signature", "signature"]
            command += ["input"]
        else:
            command = ["pkeyutl", "-verify", "-pubin", "-inkey", "key", "-keyform", "DER", "-sigfile", "signature"]
            command += _given(case)
        done = self._run(command, {"key": key, "signature": signature, "input": _input(case)})
        if done.returncode and not _says(done, *DOES_NOT_HOLD):
            raise _failure(done)
        return done.returncode == 0

    def sign(self, key: bytes, case: Case) -> bytes:
        """A signature."""
        if _is_hashed(case):
            command = ["dgst", f"-{_hash(case)}", "-sign", "key", "-keyform", "DER", "input"]
        else:
            command = ["pkeyutl", "-sign", "-inkey", "key", "-keyform", "DER", *_given(case)]
        return self._output(command, {"key": key, "input": _input(case)})

    def _output(self, arguments: list[str], files: dict[str, bytes]) -> bytes:
        """What it writes, if it succeeds."""
        done = self._run(arguments, files)
        if done.returncode:
            raise _failure(done)
        return done.stdout

    def _run(self, arguments: list[str], files: dict[str, bytes]) -> Done:
        """Run it in a folder of its own with these files."""
        with TemporaryDirectory(prefix="ecref-") as folder:
            for name, octets in files.items():
                _write(Path(folder, name), octets)
            try:
                return subprocess.run(  # noqa: S603 -- the user asked for the program, and the files are ours
                    [self._program, *arguments],
                    cwd=folder,
                    stdin=subprocess.DEVNULL,
                    capture_output=True,
                    timeout=self._timeout,
                    check=False,
                )
            except subprocess.TimeoutExpired:
                raise ProgramError(f"no answer in {self._timeout:g} s") from None


def _write(path: Path, octets: bytes) -> None:
    """Make a file that nobody else may read."""
    with open(os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600), "wb") as file:  # noqa: PTH123
        file.write(octets)


def _algorithm(name: str) -> bytes:
    """The AlgorithmIdentifier of a scheme or curve."""
    return asn1.write_algorithm(ECDSA_SCHEMES[name] if name in ECDSA_SCHEMES else EDDSA_SCHEMES[name])


def _is_hashed(case: Case) -> bool:
    """Whether `openssl dgst` hashes what is signed."""
    return case.scheme == "ECDSA" and case.digest is None


def _hash(case: Case) -> str:
    assert case.hash is not None
    return HASHES[case.hash]


def _given(case: Case) -> list[str]:
    """The options of pkeyutl for a digest, or a message of EdDSA."""
    if case.context:
        raise Unsupported
    if case.scheme != "ECDSA":
        return ["-rawin", "-in", "input"]
    return ["-in", "input"] if case.hash is None else ["-in", "input", "-pkeyopt", f"digest:{_hash(case)}"]


def _input(case: Case) -> bytes:
    octets = case.message if case.digest is None else case.digest
    assert octets is not None
    return octets


def _says(done: Done, *sentences: str) -> bool:
    said = (done.stdout + done.stderr).decode("utf-8", "replace")
    return any(sentence in said for sentence in sentences)


def _failure(done: Done) -> Exception:
    """What a run says that ended with an error."""
    last = ascii((done.stderr.decode("utf-8", "replace").strip().splitlines() or [""])[0])[1:-1][:200]
    if _says(done, NO_EMPTY_MESSAGE):
        return Unsupported()
    return Refused(last) if _says(done, *NO_KEY) else ProgramError(f"it ended with status {done.returncode}: {last}")
