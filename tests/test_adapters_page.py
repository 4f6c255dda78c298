"""The adapters of docs/adapters.md are run as they stand there: whoever copies one has a program that works.

What they put under the protocol is, in Python and Go, an Ed25519; in Rust and C a function that accepts what nobody
else would, and so tells whether every octet came through: R is the key, and S the sum of the message's 32-octet blocks
by exclusive or, with the message's length in the first octet.
"""

from __future__ import annotations

import json
import os
import re
import shutil
import subprocess
import sys
from functools import reduce
from importlib import invalidate_caches
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

import pytest

from ecref import ed25519
from ecref.referee.implementations import implementation

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from ecref.referee.implementations.interface import Implementation

ROOT = Path(__file__).parent.parent
PAGE = (ROOT / "docs" / "adapters.md").read_text("utf-8")
MINE = {
    "mine.py": """
from ecref import ed25519
def verify(public_key, message, signature):
    return bool(ed25519.public_key(public_key).verdict(signature, message))
""",
    "mine.rs": """
pub fn verify(public_key: &[u8], message: &[u8], signature: &[u8]) -> bool {
    let mut sum = [0u8; 32];
    sum[0] = message.len() as u8;
    for (i, octet) in message.iter().enumerate() {
        sum[i % 32] ^= octet;
    }
    signature == [public_key, &sum].concat()
}
""",
    "mine.h": """
#include <stddef.h>
int verify(const char *key, const char *message, size_t length, const char *signature);
""",
    "mine.c": """
#include <string.h>
#include "mine.h"
int verify(const char *key, const char *message, size_t length, const char *signature) {
    char sum[32] = {length & 255};
    for (size_t i = 0; i < length; i++)
        sum[i % 32] ^= message[i];
    return !memcmp(signature, key, 32) && !memcmp(signature + 32, sum, 32);
}
""",
}


def block(language: str, place: int = 0) -> str:
    """An example in a language."""
    found: list[str] = re.findall(rf"^```{language}\n(.*?)^```$", PAGE, re.DOTALL | re.MULTILINE)
    return found[place]


def signed(message: bytes) -> tuple[bytes, bytes]:
    """A public key, and a signature that holds."""
    key = ed25519.private_key(bytes(32))
    return key.public_key.to_bytes(), key.sign(message)


def summed(message: bytes) -> tuple[bytes, bytes]:
    """A public key, and a signature that holds with mine.rs and mine.c."""
    blocks = [message[i : i + 32].ljust(32, b"\0") for i in range(0, len(message), 32)]
    first = bytes([len(message) % 256]).ljust(32, b"\0")
    key = bytes(range(200, 232))
    return key, key + reduce(lambda x, y: bytes(a ^ b for a, b in zip(x, y, strict=True)), [first, *blocks])


class Language(NamedTuple):
    """How an adapter is built (None: not at all) and run, and what holds under it."""

    name: str
    needs: str | None
    build: list[str]
    sign: Callable[[bytes], tuple[bytes, bytes]]
    rules: str = "rfc8032"


LANGUAGES = {
    "py": Language("python", None, [], signed),
    "go": Language("go", "go", ["build", "adapter.go"], signed, "ref10"),
    "rs": Language("rust", "rustc", ["-O", "--edition", "2021", "-D", "warnings", "adapter.rs"], summed),
    "c": Language("c", "cc", ["-O2", "-Wall", "-Wextra", "-Werror", "-o", "adapter", "adapter.c", "mine.c"], summed),
}
BUILT = pytest.mark.parametrize("ending", LANGUAGES)


@pytest.fixture(scope="module")
def commands(tmp_path_factory: pytest.TempPathFactory) -> Callable[[str], str]:
    """The command that runs the adapter in a language; it is built when it is first asked for."""
    built: dict[str, str] = {}

    def command(ending: str) -> str:
        if ending not in built:
            built[ending] = build(ending, tmp_path_factory.mktemp(ending))
        return built[ending]

    return command


def build(ending: str, folder: Path) -> str:
    """Build an adapter as the page says; skip where its compiler is missing."""
    language = LANGUAGES[ending]
    for name, text in MINE.items():
        (folder / name).write_text(text)
    (folder / f"adapter.{ending}").write_text(block(language.name))
    if language.needs is None:
        return f"{sys.executable} {folder / 'adapter.py'}"
    compiler = shutil.which(language.needs)
    if compiler is None:
        pytest.skip(f"{language.needs} is not installed")
    done = subprocess.run([compiler, *language.build], cwd=folder, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    return str(folder / "adapter")


@pytest.fixture
def ask(commands: Callable[[str], str], monkeypatch: pytest.MonkeyPatch) -> Iterator[Callable[[str], Implementation]]:
    """The adapter in a language, running."""
    monkeypatch.setenv("PYTHONPATH", str(ROOT), prepend=os.pathsep)
    running = []

    def start(ending: str) -> Implementation:
        running.append(implementation("mine", command=commands(ending)))
        return running[-1]

    yield start
    for each in running:
        each.close()


def verify(public_key: bytes, message: bytes, signature: bytes, **more: str) -> dict[str, Any]:
    """A request."""
    return {
        "op": "verify",
        "scheme": "Ed25519",
        "public_key": public_key.hex(),
        "public_key_format": "raw",
        "message": message.hex(),
        "signature": signature.hex(),
        "signature_format": "raw",
        **more,
    }


@BUILT
def test_it_has_about_30_lines(ending: str) -> None:
    lines = block(LANGUAGES[ending].name).splitlines()
    assert len([line for line in lines if line.strip()]) <= 30


@BUILT
def test_it_says_what_it_is(ending: str, ask: Callable[[str], Implementation]) -> None:
    found = ask(ending)
    assert found.version() == "mine 1.0"
    assert found.rules("Ed25519", None) == LANGUAGES[ending].rules
    assert [found.rules("Ed448", None), found.rules("ECDSA", "P-256")] == [None, None]


@BUILT
@pytest.mark.parametrize("length", [0, 1, 31, 32, 255, 65537, 300_000])
def test_it_verifies(ending: str, length: int, ask: Callable[[str], Implementation]) -> None:
    found = ask(ending)
    message = (bytes(range(256)) * (length // 256 + 1))[:length]
    key, signature = LANGUAGES[ending].sign(message)
    longer = message + b"\0"
    assert found.answer(verify(key, message, signature)) == {"valid": True}
    assert found.answer(verify(key, longer, signature)) == {"valid": False}
    for i in (0, 31, 32, 63):
        changed = bytearray(signature)
        changed[i] ^= 1
        assert found.answer(verify(key, message, bytes(changed))) == {"valid": False}
    other = bytes([key[0] ^ 1]) + key[1:]
    assert found.answer(verify(other, message, signature)) == {"valid": False}


@BUILT
def test_it_takes_a_signature_or_a_key_of_any_length(ending: str, ask: Callable[[str], Implementation]) -> None:
    found = ask(ending)
    key, signature = LANGUAGES[ending].sign(b"")
    for wrong in (b"", signature[:-1], signature + b"\0"):
        assert found.answer(verify(key, b"", wrong)) == {"valid": False}
    for wrong in (b"", key[:-1], key + b"\0"):
        answer = found.answer(verify(wrong, b"", signature))
        assert answer == {"valid": False} or answer["error"] in {"bad-length", "invalid-key"}
    assert found.answer(verify(key, b"", signature)) == {"valid": True}


@BUILT
def test_it_has_nothing_else(ending: str, ask: Callable[[str], Implementation]) -> None:
    found = ask(ending)
    key, signature = LANGUAGES[ending].sign(b"")
    secret = {"private_key": "00" * 32, "private_key_format": "raw"}
    for request in (
        verify(key, b"", signature, context=""),
        verify(key, b"", signature, scheme="Ed25519ctx", context=""),
        verify(key, b"", signature, scheme="Ed25519ph"),
        verify(key, b"", signature, scheme="Ed448"),
        {"op": "sign", "scheme": "Ed25519", **secret, "message": ""},
        {"op": "public_key", "scheme": "Ed25519", **secret},
        {"op": "parse_public_key", "scheme": "Ed25519", "public_key": key.hex(), "public_key_format": "raw"},
        {"op": "verify", "scheme": "ECDSA", "curve": "P-256", "hash": None, "digest": "00", "signature": ""},
    ):
        assert found.answer(request) == {"unsupported": True}


def test_the_commands_of_the_page(
    commands: Callable[[str], str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("PYTHONPATH", str(ROOT), prepend=os.pathsep)
    shown = re.findall(r"^    ecref (\w+) +--command \./adapter$", PAGE, re.MULTILINE)
    said = {
        "vectors": (["--suite", "wycheproof-ed25519"], r"^all +210 .* 210 +0 +0"),
        "crosscheck": (["--curve", "ed25519", "--cases", "80"], r"^command: nothing found$"),
        "fingerprint": (["--curve", "ed25519"], r"^rule set +rfc8032$"),
    }
    assert shown == list(said)
    for name, (arguments, line) in said.items():
        words = [sys.executable, "-m", "ecref", name, "--command", commands("py"), *arguments]
        done = subprocess.run(words, cwd=tmp_path, capture_output=True, text=True, check=False)
        assert (done.returncode, done.stderr) == (0, "")
        assert re.search(line, done.stdout, re.MULTILINE)


def test_requests_are_as_plain_as_the_page_says(tmp_path: Path) -> None:
    """The adapters in Rust and C rely on it."""
    program = tmp_path / "program.py"
    program.write_text(
        "import json, sys\n"
        "for line in sys.stdin:\n"
        "    print(json.dumps({'id': json.loads(line)['id'], 'error': 'as received', 'detail': line}), flush=True)\n"
    )
    found = implementation("mine", command=f"{sys.executable} {program}")
    line = found.answer(verify(b"\x3b\x6a", b"hello", b"\xd9\x42"))["detail"]
    found.close()
    shown = block("json")
    assert list(json.loads(line)) == list(json.loads(shown))
    assert line == json.dumps(json.loads(line)) + "\n"
    assert shown == json.dumps(json.loads(shown)) + "\n"
    assert "\\" not in line


def test_the_package_adds_itself(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (heading,) = re.findall(r'^\[project\.entry-points\."(.*)"\]$', block("toml"), re.MULTILINE)
    ((name, module),) = re.findall(r'^(\w+) = "(.*)"$', block("toml"), re.MULTILINE)
    about = tmp_path / "mine-1.0.dist-info"
    about.mkdir()
    (about / "METADATA").write_text("Metadata-Version: 2.1\nName: mine\nVersion: 1.0\n")
    (about / "entry_points.txt").write_text(f"[{heading}]\n{name} = {module}\n")
    package = tmp_path / "mine"
    package.mkdir()
    (package / "__init__.py").write_text(MINE["mine.py"])
    (package / "referee.py").write_text(block("python", 1))
    monkeypatch.syspath_prepend(tmp_path)
    invalidate_caches()
    found = implementation("mine")
    assert [found.name, found.version(), found.rules("Ed25519", None), found.nonce("P-256")] == [
        *("mine", "mine 1.0", "rfc8032"),
        None,
    ]
    key, signature = signed(b"hello")
    assert found.answer(verify(key, b"hello", signature)) == {"valid": True}
    assert found.answer(verify(key, b"hallo", signature)) == {"valid": False}
    assert found.answer(verify(key, b"hello", signature, scheme="Ed25519ph")) == {"unsupported": True}
    assert found.answer(verify(key[1:], b"hello", signature))["crash"].startswith("UnusableInput: ")
    found.close()
