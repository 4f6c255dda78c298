"""The adapters: every library on each of its curves, programs, and one line where something is missing."""

from __future__ import annotations

import shutil
import sys
from importlib import import_module
from pathlib import Path
from typing import Any
from zipfile import ZipFile

import pytest

from ecref.errors import UnusableInput
from ecref.measure.operations import (
    BY_NAME,
    DIGEST_OPERATIONS,
    OPERATIONS,
    digest_samples,
    is_a_pair,
    is_right,
    samples,
)
from ecref.referee.adapters import ADAPTERS, adapter, java
from ecref.referee.adapters.der import element, pkcs8, spki
from ecref.referee.adapters.interface import CURVES, Library, fitted
from ecref.referee.adapters.java import DEBIANS
from ecref.referee.adapters.program import Program

PROGRAMS = {"node": "node", "noble": "node", "java": "java", "bouncycastle": "java", "go": "go"}
LIBRARIES = [name for name in ADAPTERS if name not in (*PROGRAMS, "command")]
LENGTHS = (1, 20, 31, 32, 33, 48, 64)  # of digests
NODE_MODULES = Path(__file__).parents[1] / "node_modules"


def library(name: str) -> Library:
    try:
        made = adapter(name)
    except UnusableInput as error:
        pytest.skip(error.detail)
    assert isinstance(made, Library)
    return made


@pytest.mark.parametrize("curve", CURVES)
@pytest.mark.parametrize("name", LIBRARIES)
def test_a_library_agrees_with_ecref(name: str, curve: str) -> None:
    found = library(name)
    if not found.supports(curve):
        assert curve not in found.curves
        return
    suite = found.suite(curve)
    one, two = samples(curve, 20, 2)
    assert suite.public_key(one.secret) == one.public
    signature = suite.sign(suite.load_private(one.secret), one.message)
    assert is_right(curve, "sign", one, signature)
    assert suite.load_public is not None
    assert suite.verify_loaded is not None
    key = suite.load_public(one.public)
    for sample, holds in ((one, True), (two, False)):
        assert suite.verify(one.public, sample.message, sample.signature) is holds
        assert suite.verify_loaded(key, sample.message, sample.signature) is holds
    if suite.verify_batch is not None:
        assert suite.verify_batch([one, two]) is True
        assert suite.verify_batch([one, two._replace(message=b"")]) is False


@pytest.mark.parametrize("curve", CURVES)
@pytest.mark.parametrize("name", LIBRARIES)
def test_a_library_makes_new_keys(name: str, curve: str) -> None:
    found = library(name)
    if found.supports(curve):
        suite = found.suite(curve)
        assert suite.generate is not None
        (private, public), another = suite.generate(), suite.generate()
        assert is_a_pair(suite, (private, public))
        assert not is_a_pair(suite, (private, another[1]))


@pytest.mark.parametrize("curve", ["p256", "p384", "secp256k1"])
@pytest.mark.parametrize("name", LIBRARIES)
def test_a_library_takes_digests_of_any_length(name: str, curve: str) -> None:
    found = library(name)
    suite = found.suite(curve) if found.supports(curve) else None
    if suite is None or suite.sign_digest is None:
        assert name in ("pycryptodome", "pynacl", "coincurve")
        return
    assert suite.verify_digest is not None
    for length in LENGTHS:
        one, two = digest_samples(curve, length, 2)
        signature = suite.sign_digest(suite.load_private(one.secret), one.message)
        assert is_right(curve, "sign-digest", one, signature)
        assert suite.verify_digest(one.public, one.message, one.signature) is True
        assert suite.verify_digest(one.public, two.message, one.signature) is False


def test_a_digest_counts_with_its_leftmost_bits() -> None:
    assert fitted(b"12345", 4) == b"1234"
    assert fitted(b"1234", 4) == b"1234"
    assert fitted(b"12", 4) == b"\0\00012"


@pytest.mark.parametrize("name", LIBRARIES)
def test_a_library_tells_its_version(name: str) -> None:
    found = library(name)
    assert any(digit in found.version() for digit in "0123456789")
    assert found.imports("ed25519")[0] == found.modules[0]
    found.close()


def test_python_ecdsa_runs_with_and_without_gmpy2_in_one_process() -> None:
    pure, fast = library("ecdsa"), library("ecdsa-gmpy2")
    ecdsa = import_module("ecdsa")
    versions: Any = pure, fast
    assert [each._ecdsa.ellipticcurve.GMPY for each in versions] == [False, True]
    assert sys.modules["ecdsa"] is ecdsa
    assert ecdsa not in [each._ecdsa for each in versions]


def test_ecc_runs_without_gmpy2() -> None:
    found: Any = library("ecc")
    assert type(found._curves.secp256k1._modulus) is int


@pytest.mark.parametrize("name", [name for name in LIBRARIES if name != "ecref"])
def test_a_missing_library_is_told_in_one_line(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    module, of_class = ADAPTERS[name]
    needed = getattr(import_module(f"ecref.referee.adapters.{module}"), of_class).modules
    monkeypatch.setitem(sys.modules, needed[-1], None)
    with pytest.raises(UnusableInput, match=r"is not installed here; pip install 'ecref\[bench\]' brings it"):
        adapter(name)


def test_an_unknown_name() -> None:
    with pytest.raises(UnusableInput, match="no implementation 'openssl'; there are ecref, ecref-gmpy2, "):
        adapter("openssl")


def program(name: str) -> Program:
    if shutil.which(PROGRAMS[name]) is None:
        pytest.skip(f"{PROGRAMS[name]} is not installed")
    if name == "noble" and not (NODE_MODULES / "@noble" / "curves").exists():
        pytest.skip("@noble/curves is not installed")
    if name == "bouncycastle" and not Path(DEBIANS).exists():
        pytest.skip("libbcprov-java is not installed")
    found = adapter(name, str(NODE_MODULES))
    assert isinstance(found, Program)
    return found


@pytest.mark.parametrize("name", PROGRAMS)
def test_a_program_agrees_with_ecref(name: str) -> None:
    found = program(name)
    try:
        assert any(digit in found.version() for digit in "0123456789")
        assert found.notes() == []
        for curve in filter(found.supports, CURVES):
            for operation in (*OPERATIONS, *BY_NAME):
                of_digests = operation in DIGEST_OPERATIONS and not curve.startswith("ed")
                for length in LENGTHS if of_digests else (20,):
                    chosen = (digest_samples if of_digests else samples)(curve, length, 2)
                    loaded = found.load(curve, operation, chosen)
                    if loaded is None:
                        assert operation in ("verify-prepared", "verify-batch", *DIGEST_OPERATIONS)
                        continue
                    number, answer = loaded
                    told = operation.startswith("verify") or operation == "generate"
                    result = answer == "01" if told else bytes.fromhex(answer)
                    assert result == b"" or is_right(curve, operation, chosen[0], result)
                    times, spent = found.run(number, 3)
                    assert len(times) == 3
                    assert all(0 < seconds < 10 for seconds in times)
                    assert 0 <= spent < 30
    finally:
        found.close()


@pytest.mark.parametrize("name", PROGRAMS)
def test_a_program_goes_on_after_an_error(name: str) -> None:
    found = program(name)
    try:
        one, two = samples("ed25519", 20, 2)
        with pytest.raises(UnusableInput, match=f"{name}: .*a valid signature was refused"):
            found.load("ed25519", "verify", [one._replace(message=two.message)])
        assert found.load("ed25519", "verify", [one]) == (0, "01")
    finally:
        found.close()


@pytest.mark.parametrize(
    ("jars", "detail"),
    [
        ((), "bouncycastle: it needs its jar: --java-jar bcprov.jar"),
        (("no.jar",), "bouncycastle: there is no file 'no.jar'"),
    ],
)
def test_bouncycastle_without_its_jar(jars: tuple[str, ...], detail: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(java, "DEBIANS", "no-such-folder/bcprov.jar")
    with pytest.raises(UnusableInput) as caught:
        adapter("bouncycastle", java_jars=jars)
    assert caught.value.detail == detail


def test_how_programs_are_started(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("java", "go", "node"):
        told = tmp_path / name
        told.write_text('#!/bin/sh\nread line\necho "version $*"\n')
        told.chmod(0o755)
    jars = [str(tmp_path / name) for name in ("a.jar", "b.jar")]
    for jar in jars:
        Path(jar).touch()
    monkeypatch.setenv("PATH", str(tmp_path), prepend=":")
    folder = Path(java.__file__).parent
    expected = {
        "java": f"{folder}/Operations.java SunEC",
        "bouncycastle": f"-cp {jars[0]}:{jars[1]} {folder}/Operations.java BC",
        "go": f"run {folder}/operations.go",
        "node": f"{folder}/operations.mjs node {tmp_path}",
        "noble": f"{folder}/operations.mjs noble {tmp_path}",
    }
    for name, arguments in expected.items():
        found = adapter(name, str(tmp_path), java_jars=jars)
        assert found.version() == arguments
        found.close()


@pytest.mark.skipif(shutil.which("java") is None, reason="java is not installed")
def test_a_jar_that_is_not_bouncycastles(tmp_path: Path) -> None:
    with ZipFile(tmp_path / "an.jar", "w") as jar:
        jar.writestr("empty", b"")
    found = adapter("bouncycastle", java_jars=[str(tmp_path / "an.jar")])
    with pytest.raises(UnusableInput, match="bouncycastle: there is no BouncyCastle in these jars"):
        found.version()
    found.close()


@pytest.mark.skipif(shutil.which("node") is None, reason="Node.js is not installed")
def test_noble_is_a_package(tmp_path: Path) -> None:
    found = adapter("noble", str(tmp_path))
    with pytest.raises(UnusableInput, match="noble: @noble/curves 2 is not in "):
        found.version()
    found.close()


class Fake(Program):
    """A program of one line of Python, in place of another language."""

    name = "fake"
    program = sys.executable
    curves = ("ed25519",)
    line = ""

    def arguments(self) -> list[str]:
        return ["-c", f"import sys\nfor line in sys.stdin:\n {self.line}"]


def fake(does: str) -> Fake:
    class Does(Fake):
        line = does

    return Does()


def test_lines_go_out_and_come_back() -> None:
    answers = "{'load': 'loaded 01', 'run': 'ns 2500 1000 2000', 'version': 'version 1'}"
    found = fake(f"print({answers}[line.split()[0]], flush=True)")
    (sample,) = samples("ed25519", 0, 1)
    assert found.version() == "1"
    assert found.load("ed25519", "verify", [sample]) == (0, "01")
    assert found.load("ed25519", "verify", [sample]) == (1, "01")
    assert found.run(1, 2) == ([1e-6, 2e-6], 2.5e-6)
    assert found.supports("ed25519")
    assert not found.supports("p256")
    found.close()


def test_a_sample_is_six_words() -> None:
    found = fake("print('error', line.strip(), flush=True)")
    (sample,) = samples("p384", 0, 1)
    with pytest.raises(UnusableInput) as caught:
        found.load("p384", "sign", [sample])
    words = caught.value.detail.removeprefix("fake: ").split(" ")
    keys = [pkcs8("p384", sample.secret), spki("p384", sample.public)]
    assert words == ["load", "p384", "sign", *(word.hex() for word in (*sample, *keys))]
    found.close()


def test_an_operation_that_is_not_there() -> None:
    found = fake("print('unsupported', flush=True)")
    assert found.load("ed25519", "sign", []) is None
    found.close()


@pytest.mark.parametrize(
    ("does", "why"),
    [
        ("print('error no such thing', flush=True)", "fake: no such thing"),
        ("sys.exit('the last line')", "fake: the last line"),
        ("sys.exit()", "fake: it ended without a word"),
    ],
)
def test_a_program_that_fails_is_told_in_one_line(does: str, why: str) -> None:
    found = fake(does)
    for _ in range(2):
        with pytest.raises(UnusableInput) as caught:
            found.version()
        assert caught.value.detail == why
    found.close()


def test_a_program_that_is_gone() -> None:
    found = fake("pass")
    found._process.kill()
    found._process.wait()
    with pytest.raises(UnusableInput, match="fake: it ended without a word"):
        found.version()
    found.close()


def test_a_program_that_is_not_installed() -> None:
    class Missing(Fake):
        program = "no-such-program"

    with pytest.raises(UnusableInput, match="fake needs the program no-such-program, which isn't found"):
        Missing()


def test_der_lengths() -> None:
    assert element(4, bytes(127))[:3] == bytes([4, 127, 0])
    assert element(4, bytes(100), bytes(28))[:4] == bytes([4, 0x81, 128, 0])


@pytest.mark.parametrize("curve", CURVES)
def test_keys_are_read_by_another_library(curve: str) -> None:
    pytest.importorskip("cryptography", reason="cryptography is not installed")
    from cryptography.hazmat.primitives.serialization import (
        Encoding,
        PublicFormat,
        load_der_private_key,
        load_der_public_key,
    )

    (sample,) = samples(curve, 0, 1)
    form = Encoding.DER, PublicFormat.SubjectPublicKeyInfo
    wanted = spki(curve, sample.public)
    assert load_der_public_key(wanted).public_bytes(*form) == wanted
    assert load_der_private_key(pkcs8(curve, sample.secret), None).public_key().public_bytes(*form) == wanted


def test_programs_are_shipped_with_the_package() -> None:
    folder = Path(sys.modules["ecref.referee.adapters"].__path__[0])
    assert {path.name for path in folder.iterdir()} >= {"operations.mjs", "Operations.java", "operations.go"}
