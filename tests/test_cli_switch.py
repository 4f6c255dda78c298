"""--implementation and ECREF_IMPLEMENTATION: whose code signs, makes keys and verifies, and where that is said."""

from __future__ import annotations

import json
from importlib import metadata
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

import ecref
from command_line import runner
from ecref import formats
from ecref.formats.schemes import CURVES
from ecref.referee.implementations import LIBRARIES
from libraries import made

if TYPE_CHECKING:
    from collections.abc import Callable

    Run = Callable[..., tuple[int, str, str]]

VERIFY = "verify --key public.pem --signature signature message"
OWN = f"ecref {ecref.__version__}"


@pytest.fixture
def run(capsys: pytest.CaptureFixture[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Run:
    """Run a command line in a folder with a message."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.delenv("ECREF_IMPLEMENTATION", raising=False)
    Path("message").write_bytes(b"message")
    return runner(monkeypatch, capsys)


@pytest.fixture
def pyca() -> str:
    """What cryptography is called in what is printed."""
    made("cryptography")
    return f"cryptography {metadata.version('cryptography')}"


def make(run: Run, curve: str, more: str = "") -> None:
    """Make key.pem, public.pem and signature, by ecref."""
    assert run(f"keygen --curve {curve} --out key.pem --force") == (0, "", "")
    assert run("pubkey --key key.pem --out public.pem --force") == (0, "", "")
    assert run(f"sign --key key.pem {more} --out signature --force message") == (0, "", "")


def without_detail(out: str) -> dict[str, object]:
    found: dict[str, object] = json.loads(out)
    assert found.pop("detail")
    return found


# ---------------------------------------------------------------- the option


@pytest.mark.parametrize("curve", CURVES)
def test_the_same_signature_and_a_verdict_that_names_whose_it_is(run: Run, pyca: str, curve: str) -> None:
    make(run, curve)
    rules = {"ed25519": "ref10", "ed448": "openssl-ed448"}.get(curve, "fips186-5")
    by = "--implementation cryptography"
    signature = Path("signature").read_bytes()
    assert run(f"sign {by} --key key.pem message") == (0, f"{signature.hex()}\n", "")
    warning = run(VERIFY)[2]  # of a high s, for every other signature of ECDSA
    assert run(f"{VERIFY} {by}") == (0, f"valid ({pyca}, rules {rules})\n", warning)
    assert run(f"{VERIFY} {by} --rules {rules}") == (0, f"valid ({pyca}, rules {rules})\n", warning)
    assert run(VERIFY) == (0, "valid\n", warning)
    status, out, err = run(f"verify {by} --key public.pem --signature signature public.pem")
    assert (status, err) == (1, warning)
    assert out.startswith(f"invalid ({pyca}, rules {rules}): mismatch: ")
    status, out, err = run("verify --key public.pem --signature signature public.pem --implementation ecref")
    assert out.startswith(f"invalid ({OWN}, rules {'rfc8032' if curve.startswith('ed') else 'fips186-5'}): mismatch: ")


def test_what_json_tells(run: Run, pyca: str) -> None:
    make(run, "ed25519")
    valid: dict[str, object] = {"valid": True, "reason": None, "warnings": [], "format": "raw"}
    assert without_detail(run(f"{VERIFY} --json")[1]) == {**valid, "implementation": OWN, "rules": "rfc8032"}
    asked = without_detail(run(f"{VERIFY} --json --rules zip215")[1])
    assert asked == {**valid, "implementation": OWN, "rules": "zip215"}
    by = "--implementation cryptography"
    assert without_detail(run(f"{VERIFY} --json {by}")[1]) == {**valid, "implementation": pyca, "rules": "ref10"}
    signature = Path("signature").read_bytes().hex()
    signed = {"signature": signature, "format": "raw"}
    assert json.loads(run("sign --key key.pem --json message")[1]) == signed
    assert json.loads(run(f"sign --key key.pem --json {by} message")[1]) == {**signed, "implementation": pyca}
    made_ = json.loads(run(f"keygen --curve p256 --json {by}")[1])
    assert made_.pop("implementation") == pyca
    assert list(made_) == list(json.loads(run("keygen --curve p256 --json")[1]))


@pytest.mark.parametrize("curve", CURVES)
def test_keygen(run: Run, pyca: str, curve: str) -> None:
    assert pyca
    assert run(f"keygen --implementation cryptography --curve {curve} --out key.pem") == (0, "", "")
    key = formats.load_private_key(Path("key.pem").read_bytes())
    assert key.scheme is CURVES[curve]
    assert run(f"keygen --curve {curve} --implementation cryptography --to hex")[0] == 0


@pytest.mark.parametrize("form", ["p1363-base64url", "compact", "eth-hex", "sshsig"])
def test_formats(run: Run, pyca: str, form: str) -> None:
    make(run, "p256", f"--format {form}")
    by = "--implementation cryptography"
    assert run(f"sign {by} --key key.pem --format {form} --out other message") == (0, "", "")
    assert Path("other").read_bytes() == Path("signature").read_bytes()
    assert run(f"{VERIFY} {by} --format {form}")[:2] == (0, f"valid ({pyca}, rules fips186-5)\n")
    Path("signature").write_bytes(b"\0")
    status, out, err = run(f"{VERIFY} {by} --format {form}")
    assert (status, err) == (1, "")
    assert out.startswith(f"invalid ({pyca}, rules fips186-5): signature-")


def test_hashes_digests_and_nonces(run: Run, pyca: str) -> None:
    make(run, "p384", "--hash sha512 --low-s")
    by = "--implementation cryptography"
    signature = Path("signature").read_bytes().hex()
    assert run(f"sign {by} --key key.pem --hash sha512 --low-s message") == (0, f"{signature}\n", "")
    assert run(f"{VERIFY} {by} --hash sha512") == (0, f"valid ({pyca}, rules fips186-5)\n", "")
    Path("message").write_bytes(bytes(range(20)))
    assert run(f"sign {by} --key key.pem --digest --nonce random --out signature --force message")[0] == 0
    warnings = run(f"{VERIFY} --digest")[2]
    assert warnings.endswith("warning: hash-shorter-than-curve\n")
    assert run(f"{VERIFY} {by} --digest") == (0, f"valid ({pyca}, rules fips186-5)\n", warnings)


@pytest.mark.parametrize("name", [name for name in LIBRARIES if name not in ("ecref", "starkbank-ecdsa")])
def test_every_library(run: Run, name: str) -> None:
    made(name)
    curve = "secp256k1" if name in ("coincurve", "eth-keys", "ecc") else "ed25519"
    by = f"--implementation {name}"
    assert run(f"keygen {by} --curve {curve} --out key.pem") == (0, "", "")
    assert run("pubkey --key key.pem --out public.pem") == (0, "", "")
    assert run(f"sign {by} --key key.pem --out signature message") == (0, "", "")
    assert run(VERIFY) == (0, "valid\n", "")
    status, out, err = run(f"{VERIFY} {by}")
    assert (status, err) == (0, "")
    assert out.startswith(f"valid ({name} ")


# ---------------------------------------------------------------- what isn't there


@pytest.mark.parametrize(
    ("line", "complaint"),
    [
        ("keygen --curve ed25519 --implementation openssl", "openssl is a program that answers requests, and keeps no"),
        ("keygen --curve ed25519 --implementation libmine", "no implementation 'libmine' here; there are ecref, "),
        ("keygen --curve ed25519 --implementation env", "--implementation env: ECREF_IMPLEMENTATION isn't set"),
        ("sign --key key.pem message --implementation env", "--implementation env: ECREF_IMPLEMENTATION isn't set"),
        (f"{VERIFY} --implementation env", "--implementation env: ECREF_IMPLEMENTATION isn't set"),
        (f"{VERIFY} --implementation cryptography --rules rfc8032", "cryptography follows the rule set ref10 on Ed"),
        (f"{VERIFY} --implementation cryptography --scheme Ed25519ph", "cryptography has no Ed25519ph"),
        (f"{VERIFY} --implementation cryptography --context 00", "Ed25519 has no context"),
        ("sign --key key.pem message --implementation pynacl --scheme ed25519ph", "pynacl has no Ed25519ph"),
        ("keygen --curve p256 --implementation pynacl", "pynacl has no P-256"),
    ],
)
def test_refusals_are_one_line(run: Run, line: str, complaint: str) -> None:
    for name in ("cryptography", "pynacl"):
        made(name)
    make(run, "ed25519")
    status, out, err = run(line)
    assert (status, out, err.count("\n")) == (2, "", 1)
    assert err.startswith(f"ecref: {complaint}")


# ---------------------------------------------------------------- the environment


def test_the_environment_reaches_sign_and_keygen_with_a_note(
    run: Run, pyca: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    make(run, "ed448")
    signature = Path("signature").read_bytes().hex()
    monkeypatch.setenv("ECREF_IMPLEMENTATION", "cryptography")
    told = f"note: ECREF_IMPLEMENTATION is set, so {pyca} does this\n"
    assert run("sign --key key.pem message") == (0, f"{signature}\n", told)
    assert json.loads(run("sign --key key.pem message --json")[1])["implementation"] == pyca
    assert run("keygen --curve ed25519 --out other.pem") == (0, "", told)
    assert run("sign --key key.pem message --implementation env") == (0, f"{signature}\n", "")
    assert run("sign --key key.pem message --implementation ecref") == (0, f"{signature}\n", "")
    assert run("pubkey --key key.pem --out again.pem") == (0, "", "")


def test_it_reaches_verify_only_when_asked_to(run: Run, pyca: str, monkeypatch: pytest.MonkeyPatch) -> None:
    make(run, "ed25519")
    for value in ("cryptography", "libmine", ""):
        monkeypatch.setenv("ECREF_IMPLEMENTATION", value)
        assert run(VERIFY) == (0, "valid\n", "")
        assert json.loads(run(f"{VERIFY} --json")[1])["implementation"] == OWN
    assert run(f"{VERIFY} --implementation env")[0] == 2
    monkeypatch.setenv("ECREF_IMPLEMENTATION", "cryptography")
    assert run(f"{VERIFY} --implementation env") == (0, f"valid ({pyca}, rules ref10)\n", "")
    monkeypatch.setenv("ECREF_IMPLEMENTATION", "ecref")
    assert run(f"{VERIFY} --implementation env") == (0, f"valid ({OWN}, rules rfc8032)\n", "")


def test_an_empty_variable_is_none_and_a_wrong_one_is_named(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    make(run, "ed25519")
    monkeypatch.setenv("ECREF_IMPLEMENTATION", "")
    make(run, "ed25519")
    monkeypatch.setenv("ECREF_IMPLEMENTATION", "libmine")
    for line in ("keygen --curve p256", "sign --key key.pem message", f"{VERIFY} --implementation env"):
        status, out, err = run(line)
        assert (status, out, err.count("\n")) == (2, "", 1)
        assert err.startswith("ecref: ECREF_IMPLEMENTATION: no implementation 'libmine' here; there are ecref, ")
