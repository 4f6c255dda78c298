"""What the tests beside other programs share: keys and signatures that begin or end with 00, programs, and a shell.

A careless writer drops a 00 at the front of a number, or puts one there, about once in 256 times.
"""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

from containers import ECDSA, SCHEMES, key_of

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

ROOT = Path(__file__).parent.parent
SCRIPTS = Path(__file__).parent

USUAL_HASHES = {"P-256": "SHA-256", "P-384": "SHA-384", "secp256k1": "SHA-256"}
MESSAGES = {"no octet": b"", "one line": b"hello\n", "1 MiB": bytes(range(256)) * 4096}


def hashed(hashes: Iterable[str]) -> list[tuple[str, str, str]]:
    """A curve of ECDSA, a hash, and a name of MESSAGES: one message for each hash, the others for the usual one."""
    others = [text for text in MESSAGES if text != "one line"]
    named = [(name, used, "one line") for name in ECDSA for used in hashes]
    return named + [(name, usual, text) for name, usual in USUAL_HASHES.items() for text in others]


def needs(program: str) -> pytest.MarkDecorator:
    """Skip where a program is missing; conftest.py says when that is a failure."""
    return pytest.mark.skipif(shutil.which(program) is None, reason=f"{program} is not installed")


# ---------------------------------------------------------------- keys and signatures with a 00

# Of ECDSA, i where x or y of the point [n - i]G begins with 00. Of EdDSA, whose numbers are little-endian, the seed i
# whose public key begins with 00, or has y < 2^248 or 2^440, or a signature with such R or S.
_NUMBERS = {
    "Ed25519": {"first octet": 355, "top octet": 47},
    "Ed448": {"first octet": 131, "top octet": 468},
    "P-256": {"x": 379, "y": 316},
    "P-384": {"x": 197, "y": 351},
    "secp256k1": {"x": 153, "y": 463},
}
EDGES = [(name, edge) for name, edges in _NUMBERS.items() for edge in ("secret", *edges)]
_COUNTED = {  # the message, a number in decimal digits, whose signature by key_of has this property
    "Ed25519": {"R, first": 209, "R, top": 150, "S, first": 420, "S, top": 26},
    "Ed448": {"R, first": 81, "R, top": 246, "S, first": 0, "S, top": 148},
    "P-256": {"r": 410, "s": 4, "no 00, both padded in DER": 2, "no 00, none padded in DER": 6},
    "P-384": {"r": 213, "s": 466, "no 00, both padded in DER": 0, "no 00, none padded in DER": 2},
    "secp256k1": {"r": 358, "s": 111, "no 00, both padded in DER": 1, "no 00, none padded in DER": 4},
}


@cache
def edge_key(name: str, edge: str) -> Any:
    """A private key with a 00 at this edge, and the same one each time."""
    if edge == "secret":
        return key_of(name)
    scheme: Any = SCHEMES[name]
    number, size = _NUMBERS[name][edge], scheme.curve.size
    return scheme.private_key(scheme.curve.n - number if name in ECDSA else number.to_bytes(size, "little"))


def counted_messages(name: str) -> dict[str, bytes]:
    """Messages whose signatures by key_of have a 00 at each of their edges."""
    return {edge: str(number).encode() for edge, number in _COUNTED[name].items()}


def halves(octets: bytes) -> tuple[bytes, bytes]:
    """The two numbers of a signature or point of fixed width."""
    middle = len(octets) // 2
    return octets[:middle], octets[middle:]


# ---------------------------------------------------------------- programs


class Worker:
    """A program that runs as long as a module's tests, and does a job a line.

    A line of words goes out, the first of which names the job; a line comes back: ok and words, or error and a text.
    Words are separated by single spaces. Octets are hex, and none are an empty word.
    """

    def __init__(self, *command: str | Path) -> None:
        self._process = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)

    def ask(self, *words: str | bytes) -> list[bytes]:
        """The octets that a job gives."""
        assert self._process.stdin is not None
        assert self._process.stdout is not None
        line = " ".join(word.hex() if isinstance(word, bytes) else word for word in words)
        self._process.stdin.write(line + "\n")
        self._process.stdin.flush()
        answer = self._process.stdout.readline().removesuffix("\n")
        status, _, rest = answer.partition(" ")
        assert status == "ok", f"{line[:300]}: {answer or 'the program ended'}"
        return [bytes.fromhex(word) for word in rest.split(" ")]

    def close(self) -> None:
        """End the program."""
        self._process.communicate()


def worker(*command: str | Path) -> Iterator[Worker]:
    """The body of a fixture: a program, closed at its end."""
    running = Worker(*command)
    yield running
    running.close()


def shell(folder: Path, script: str, **variables: str) -> str:
    """What a script prints in which every command must succeed; `ecref` is this tree's."""
    ours = 'ecref() { "$PYTHON" -m ecref "$@"; }'
    environment = {**os.environ, **variables, "PYTHON": sys.executable, "PYTHONPATH": str(ROOT)}
    command = ["sh", "-eu", "-c", f"{ours}\n{script}"]
    done = subprocess.run(command, cwd=folder, env=environment, capture_output=True, text=True, check=False, timeout=60)
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout
