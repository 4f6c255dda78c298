"""Keys of the command line: keygen, pubkey, and how --key finds what a file holds."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

import ecref
from command_line import runner
from ecref import formats
from ecref.cli.arguments import WRITTEN_PRIVATE, WRITTEN_PUBLIC
from ecref.formats import openssh
from ecref.formats.keys import FoundKey
from ecref.formats.schemes import CURVES

if TYPE_CHECKING:
    from collections.abc import Callable

    Run = Callable[..., tuple[int, bytes, str]]

TEXTS = {"pkcs8-pem", "sec1-pem", "spki-pem", "jwk", "openssh", "hex"}
NOT_IN_SSH = {"ed448", "secp256k1"}
EDDSA = {"ed25519", "ed448"}


@pytest.fixture
def run(capsysbinary: pytest.CaptureFixture[bytes], tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Run:
    """Run a command line in a folder with a message, standard input being what is given."""
    monkeypatch.chdir(tmp_path)
    Path("message").write_bytes(b"message")
    return runner(monkeypatch, capsysbinary)


def exists(curve: str, format_: str) -> bool:
    """Whether a key of the curve can be written so."""
    if format_ == "openssh":
        return curve not in NOT_IN_SSH
    if format_ == "ed25519-expanded":
        return curve == "ed25519"
    return not (format_.startswith("sec1") and curve in EDDSA)


# ---------------------------------------------------------------- what is written


@pytest.mark.parametrize("curve", CURVES)
def test_a_key_is_pem_unless_asked_otherwise(run: Run, curve: str) -> None:
    assert run(f"keygen --curve {curve} --out key") == (0, b"", "")
    assert run("pubkey --key key --out public") == (0, b"", "")
    key = formats.load_private_key(Path("key").read_bytes())
    assert key.scheme is CURVES[curve]
    assert Path("key").read_bytes() == formats.dump_private_key(key, "pkcs8-pem")
    assert Path("public").read_bytes() == formats.dump_public_key(key.public_key, "spki-pem")
    status, out, err = run(f"keygen --curve {curve}")
    assert (status, err) == (0, "")
    assert out.startswith(b"-----BEGIN PRIVATE KEY-----\n")
    assert out.endswith(b"\n-----END PRIVATE KEY-----\n")
    status, public, err = run("pubkey --key -", stdin=out)
    assert (status, err) == (0, "")
    assert public == formats.dump_public_key(formats.load_private_key(out).public_key, "spki-pem")


@pytest.mark.parametrize("format_", WRITTEN_PRIVATE)
@pytest.mark.parametrize("curve", CURVES)
def test_every_private_format(run: Run, curve: str, format_: str) -> None:
    keygen = f"keygen --curve {curve} --to {format_}"
    if not exists(curve, format_):
        status, out, err = run(f"{keygen} --out key")
        assert (status, out) == (2, b"")
        assert err.count("\n") == 1
        assert not Path("key").exists()
        return
    assert run(f"{keygen} --out key") == (0, b"", "")
    printed = run(keygen)[1]
    assert printed.endswith(b"\n")
    assert (len(bytes.fromhex(printed.decode())) > 31) if format_ not in TEXTS else printed.decode("ascii")
    shown = json.loads(run(f"{keygen} --json")[1])
    assert (shown["curve"], shown["format"]) == (CURVES[curve].name, format_)
    how = f"--curve {curve}" if format_ in ("raw", "hex") else ""
    text = shown["private_key"].encode()
    Path("shown").write_bytes(text + b"\n" if format_ in TEXTS else bytes.fromhex(text.decode()))
    for forced in ("", f"--key-format {format_}")[format_ == "ed25519-expanded" :]:
        assert run(f"sign --key key {how} {forced} message")[0] == 0
        assert run(f"sign --key shown {how} {forced} message")[0] == 0
    public = run(f"pubkey --key key {how} --key-format {format_} --to hex")[1]
    named = json.loads(run(f"keygen --curve {curve} --json --force --out key --to {format_}")[1])["public_key"]
    assert named.encode() != public.strip()
    assert run(f"pubkey --key key {how} --key-format {format_} --to hex") == (0, f"{named}\n".encode(), "")


@pytest.mark.parametrize("format_", WRITTEN_PUBLIC)
@pytest.mark.parametrize("curve", CURVES)
def test_every_public_format(run: Run, curve: str, format_: str) -> None:
    run(f"keygen --curve {curve} --out key")
    pubkey = f"pubkey --key key --to {format_}"
    status, printed, err = run(pubkey)
    if status:
        assert not public_exists(curve, format_)
        assert (status, printed, err.count("\n")) == (2, b"", 1)
        return
    assert public_exists(curve, format_)
    assert run(f"{pubkey} --out public") == (0, b"", "")
    written = Path("public").read_bytes()
    assert printed == (written if format_ in TEXTS else written.hex().encode() + b"\n")
    assert json.loads(run(f"{pubkey} --json")[1]) == {
        "curve": CURVES[curve].name,
        "format": format_,
        "public_key": printed.decode()[:-1],
    }
    low_s = "" if curve in EDDSA else "--low-s"
    run(f"sign --key key {low_s} --out signature message")
    how = f"--curve {curve}" if format_ in ("raw", "hex", "sec1") else ""
    for forced in "", f"--key-format {format_}":
        line = f"verify --key public {how} {forced} --signature signature message"
        assert run(line) == (0, b"valid\n", "")


def public_exists(curve: str, format_: str) -> bool:
    if format_ == "openssh":
        return curve not in NOT_IN_SSH
    if format_ in ("raw", "sec1"):
        return (curve in EDDSA) == (format_ == "raw")
    return True


def test_a_key_on_standard_output(run: Run) -> None:
    shown = json.loads(run("keygen --curve p256 --to raw --json")[1])
    assert shown.keys() == {"curve", "public_key", "private_key", "format"}
    key = CURVES["p256"].private_key(bytes.fromhex(shown["private_key"]))
    assert shown["public_key"] == key.public_key.to_bytes().hex()
    assert run("pubkey --curve p256 --key - --to sec1", stdin=shown["private_key"].encode()) == (
        0,
        f"{shown['public_key']}\n".encode(),
        "",
    )


def test_a_secret_in_a_file_is_not_printed_too(run: Run) -> None:
    _, out, _ = run("keygen --curve ed448 --out key --json")
    assert json.loads(out).keys() == {"curve", "public_key", "format"}
    assert b"PRIVATE" not in out


def test_a_comment_goes_with_the_key(run: Run) -> None:
    key = CURVES["ed25519"].private_key(bytes(32))
    Path("key").write_bytes(openssh.write_private(key, "me@here"))
    assert run("pubkey --key key --to openssh")[1].endswith(b" me@here\n")


def test_what_is_remarkable_about_a_container_is_a_warning(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    key = CURVES["ed25519"].private_key(bytes(32))
    found: Any = FoundKey(key, "pkcs8-der", "", ("the old form\n that ring wrote",))
    Path("key").write_bytes(b"")
    monkeypatch.setattr("ecref.formats.read_private_key", lambda *_, **__: found)
    status, _, err = run("sign --key key message")
    assert (status, err) == (0, "note: key: the old form\\n that ring wrote\n")


# ---------------------------------------------------------------- what is read


@pytest.fixture
def _key_files(run: Run) -> None:
    for name in "ed25519", "p256":
        run(f"keygen --curve {name} --out {name}.pem")
        run(f"pubkey --key {name}.pem --out {name}.pub")
        run(f"sign --key {name}.pem --out {name}.sig message")
    Path("hex").write_text("5e" * 32)
    Path("seed").write_bytes(b"\xfe" * 32)
    key = ecref.ed25519.private_key(b"\xfe" * 32)
    Path("expanded").write_bytes(key.s.to_bytes(32, "little") + key.prefix)


@pytest.mark.usefixtures("_key_files")
@pytest.mark.parametrize(
    ("line", "says"),
    [
        ("sign --key hex message", "hex: .*--curve"),
        ("sign --key seed message", "seed: .*--curve"),
        ("sign --key ed25519.pub message", "ed25519.pub: got .*public key.*, wanted .*private key"),
        ("sign --key ed25519.pem --curve p256 message", "ed25519.pem: got .*Ed25519.*, wanted .*P-256"),
        ("sign --key ed25519.pem --curve ed448 message", "ed25519.pem: got .*Ed25519.*, wanted .*Ed448"),
        ("sign --key p256.pem --scheme Ed25519ph message", "p256.pem: got .*P-256.*, wanted .*Ed25519"),
        ("sign --key ed25519.pem --key-format jwk message", "ed25519.pem: "),
        ("sign --key ed25519.pem --key-format pem message", "ed25519.pem: .*'pem'"),
        ("sign --key expanded --curve ed25519 message", "expanded: .*"),
        ("verify --key ed25519.pem --signature ed25519.sig message", "ed25519.pem: got .*private key.*, wanted .*pub"),
        ("pubkey --key ed25519.pub", "ed25519.pub: got .*public key.*, wanted .*private key"),
    ],
)
def test_a_key_that_is_not_what_is_wanted(run: Run, line: str, says: str) -> None:
    status, out, err = run(line)
    assert (status, out, err.count("\n")) == (2, b"", 1)
    assert re.match(f"ecref: {says}", err), err
    assert "5e5e" not in err


@pytest.mark.usefixtures("_key_files")
def test_an_expanded_key_is_read_by_its_name_only(run: Run) -> None:
    expanded = "--key expanded --curve ed25519"
    signed = run(f"sign {expanded} --key-format ed25519-expanded message")
    assert signed == run("sign --key seed --curve ed25519 message")
    assert signed[0] == 0
    public = run(f"pubkey {expanded} --key-format ed25519-expanded")
    assert public == run("pubkey --key seed --curve ed25519")
    assert public[0] == 0


@pytest.mark.usefixtures("_key_files")
@pytest.mark.parametrize("key", ["ed25519.pem", "expanded --key-format ed25519-expanded --curve ed25519"])
def test_a_variant_signs_with_the_key_of_any_container(run: Run, key: str) -> None:
    status, _, err = run(f"sign --key {key} --scheme Ed25519ph --out ph message")
    assert (status, err) == (0, "")
