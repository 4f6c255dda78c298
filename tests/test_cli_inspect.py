"""ecref inspect: what it prints, its exit status, and the mode of a private key's file."""

from __future__ import annotations

import io
import json
import os
import sys
from pathlib import Path
from threading import Thread
from typing import TYPE_CHECKING, Any

import pytest

from ecref import cli, ed25519, p256
from ecref.formats import dump_private_key, dump_public_key, jws, pem, sshsig
from ecref.formats.openssh import write_private

if TYPE_CHECKING:
    from collections.abc import Callable

    Run = Callable[..., tuple[int, str, str]]

KEY = ed25519.private_key(bytes.fromhex("9d61b19deffd5a60ba844af492ec2cc44449c5697b326919703bac031cae7f60"))  # RFC 8032
EC = p256.private_key(0xC9AFA9D845BA75166B5C215767B1D6934E50C3DB36E89B127B8A622B120F6721)  # RFC 6979, A.2.5
HEX = KEY.private_bytes().hex()

FACTS = """\
  curve:               Ed25519
  public key:          d75a980182b10ab7d54bfed3c964073a0ee172f3daa62325af021a68f707511a
  openssh fingerprint: SHA256:bbXpuKG6zhzdmnxq256TlqzFBzRl2f6OOg722cYNbU8
  spki sha256:         BuP9j9opu2CrWVV95h7bCuzbIxE0vjDnW0Vfjht5L6k=
  jwk thumbprint:      kPrK_qmxVWaYVA9wwBF6Iuo3vVzz7TxHCTwXBygrS4k
"""


@pytest.fixture
def run(capsys: pytest.CaptureFixture[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Run:
    """Run a command line in an empty folder: exit status, standard output, standard error."""
    monkeypatch.chdir(tmp_path)

    def run(line: str, stdin: bytes = b"") -> tuple[int, str, str]:
        monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(stdin)))
        status = cli.main(line.split())
        out, err = capsys.readouterr()
        assert HEX[8:-8] not in out + err
        return status, out, err

    return run


def write(name: str, data: Any, mode: int = 0o600) -> None:
    Path(name).write_bytes(data)
    Path(name).chmod(mode)


# ---------------------------------------------------------------- keys


def test_a_private_key(run: Run) -> None:
    write("key", write_private(KEY, "me@home"))
    said = f"an Ed25519 private key (openssh)\n{FACTS}  comment:             me@home\n"
    assert run("inspect key") == (0, said, "")


def test_a_public_key_from_standard_input(run: Run) -> None:
    data = dump_public_key(KEY.public_key, "spki-pem")
    assert run("inspect -", stdin=data) == (0, f"an Ed25519 public key (spki-pem)\n{FACTS}", "")


def test_json(run: Run) -> None:
    write("key", dump_private_key(KEY, "jwk"))
    status, out, err = run("inspect --json key")
    assert (status, err) == (0, "")
    assert json.loads(out) == {
        "alternatives": False,
        "things": [
            {
                "kind": "private key",
                "what": "an Ed25519 private key",
                "format": "jwk",
                "curve": "Ed25519",
                "public_key": "d75a980182b10ab7d54bfed3c964073a0ee172f3daa62325af021a68f707511a",
                "openssh_fingerprint": "SHA256:bbXpuKG6zhzdmnxq256TlqzFBzRl2f6OOg722cYNbU8",
                "spki_sha256": "BuP9j9opu2CrWVV95h7bCuzbIxE0vjDnW0Vfjht5L6k=",
                "jwk_thumbprint": "kPrK_qmxVWaYVA9wwBF6Iuo3vVzz7TxHCTwXBygrS4k",
                "notes": [],
                "findings": [],
            }
        ],
    }


def test_a_comment_is_printed_on_one_line(run: Run) -> None:
    """Escapes that a terminal would act on aren't passed on."""
    write("key", write_private(KEY, "\x1b[31m\u00e9"))
    status, out, _ = run("inspect key")
    assert (status, out.splitlines()[-1]) == (0, "  comment:             \\x1b[31m\u00e9")


# ---------------------------------------------------------------- findings

IDENTITY = "0100000000000000000000000000000000000000000000000000000000000000"


def test_a_finding_is_the_status_1(run: Run) -> None:
    write("key", dump_public_key(ed25519.public_key(bytes.fromhex(IDENTITY)), "spki-pem"))
    status, out, err = run("inspect key")
    assert (status, err) == (1, "")
    assert out.splitlines()[-1] == (
        "  finding: small-order-key: the point has a small order: what such a key signs proves nothing"
    )
    answer = json.loads(run("inspect --json key")[1])
    assert [finding["code"] for finding in answer["things"][0]["findings"]] == ["small-order-key"]


def test_halves_that_do_not_match(run: Run) -> None:
    data = json.loads(dump_private_key(KEY, "jwk")) | {"x": "A" * 43}
    write("key", json.dumps(data).encode())
    said = "a JWK (jwk)\n  finding: invalid-key: in a JWK: the public half is not that of the private half\n"
    assert run("inspect key") == (1, said, "")


@pytest.mark.skipif(os.name == "nt", reason="Windows has no such modes")
@pytest.mark.parametrize(
    ("mode", "found"), [(0o600, False), (0o400, False), (0o700, False), (0o640, True), (0o604, True), (0o644, True)]
)
def test_a_private_key_that_others_may_read(run: Run, mode: int, found: bool) -> None:
    write("key", dump_private_key(KEY, "pkcs8-pem"), mode)
    finding = f"the file's mode is {mode:04o}, so that others may read it; chmod 600 ends that"
    said = f"  finding: readable-by-others: {finding}\n" if found else ""
    assert run("inspect key") == (int(found), f"an Ed25519 private key (pkcs8-pem)\n{FACTS}{said}", "")
    write("key", dump_public_key(KEY.public_key, "spki-pem"), mode)
    assert run("inspect key")[0] == 0


@pytest.mark.skipif(os.name == "nt", reason="Windows has no such modes")
def test_a_signature_that_others_may_read_is_none_of_it(run: Run) -> None:
    """Its octets may be a faulty private key, which nobody needs to hide."""
    write("sig", KEY.sign(b""), 0o644)
    status, out, _ = run("inspect --curve ed25519 sig")
    assert status == 0
    assert out.startswith("one of these 2:\n\nan Ed25519 private key (raw)\n  finding: invalid-key: ")
    assert "readable-by-others" not in out
    write("seed", KEY.private_bytes(), 0o644)
    assert run("inspect --curve ed25519 seed")[1].count("readable-by-others") == 1


def test_modes_are_the_files_business_alone(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    data = dump_private_key(KEY, "pkcs8-pem")
    assert run("inspect -", stdin=data)[0] == 0
    write("key", data, 0o644)
    assert run("inspect key")[0] == 1
    monkeypatch.setattr("ecref.cli.inspect.MODES", False)
    assert run("inspect key")[0] == 0


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="Windows has no named pipes")
def test_a_pipe_has_no_mode(run: Run) -> None:
    os.mkfifo("pipe", 0o644)
    writer = Thread(target=Path("pipe").write_bytes, args=[dump_private_key(KEY, "pkcs8-pem")])
    writer.start()
    assert run("inspect pipe")[0] == 0
    writer.join()


def test_findings_are_coloured(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("ecref.cli.colours._wanted", lambda: True)
    write("key", dump_public_key(ed25519.public_key(bytes.fromhex(IDENTITY)), "spki-pem"))
    assert "\n  \033[31mfinding\033[0m: small-order-key: " in run("inspect key")[1]


# ---------------------------------------------------------------- other things


def test_a_signature(run: Run) -> None:
    write("sig", EC.sign(b"sample"))
    said = """\
a P-256 signature (der)
  curve:               P-256
  r:                   efd48b2aacb6a8fd1140dd9cd45e81d69d2c877b56aaf991c34d0ea84eaf3716
  s:                   f7cb1c942d657c41d436c7a1b6e29f65f3e900dbb9aff4064dc4ab2f843acda8
  high s:              yes
  note: nothing was verified
"""
    assert run("inspect --curve p256 sig") == (0, said, "")
    assert run("inspect --curve prime256v1 --format der sig") == (0, said, "")
    low: Any = EC.sign(b"sample", low_s=True)
    write("sig", low)
    assert "  high s:              no\n" in run("inspect --curve p256 sig")[1]


def test_several_readings(run: Run) -> None:
    write("sig", KEY.sign(b""))
    status, out, err = run("inspect sig")
    assert (status, err) == (0, "")
    assert out.startswith("one of these ")
    assert "\n\nan Ed25519 signature (raw)\n  curve:               Ed25519\n  note: nothing was verified\n" in out
    assert json.loads(run("inspect --json sig")[1])["alternatives"] is True


def test_an_ssh_signature(run: Run) -> None:
    data = sshsig.sign(KEY, b"message", "git")
    signature: Any = sshsig.read(data).signature
    write("sig", data)
    said = f"""\
an SSH signature by an Ed25519 public key (sshsig)
  namespace:           git
  hash:                sha512
{FACTS}  R:                   {signature[:32].hex()}
  S:                   {signature[32:].hex()}
  note: nothing was verified
"""
    assert run("inspect sig") == (0, said, "")


def test_a_token(run: Run) -> None:
    write("token", jws.sign(KEY, b"payload", header={"kid": "1"}).encode())
    said = """\
a JWS token (jws)
  header:              {"alg": "Ed25519", "kid": "1"}
  note: nothing was verified, the header neither
"""
    assert run("inspect token") == (0, said, "")


def test_several_blocks_of_pem(run: Run) -> None:
    write("both", dump_public_key(KEY.public_key, "spki-pem") + pem.write("RSA PRIVATE KEY", b"\0"))
    said = f"""\
an Ed25519 public key (spki-pem)
{FACTS}
a PEM block 'RSA PRIVATE KEY'
  note: not read: got an RSA private key (PKCS#1), wanted an Ed25519, Ed448 or ECDSA key
"""
    assert run("inspect both") == (0, said, "")


# ---------------------------------------------------------------- what can't be used


@pytest.mark.parametrize(
    ("data", "says"),
    [
        (b"hello\n", "ecref: file: got text that is no container; tried PEM, DER, JWK, OpenSSH's keys "),
        (b"", "ecref: file: got no octets; "),
        (pem.write("RSA PRIVATE KEY", b"\0"), "ecref: file: got an RSA private key (PKCS#1), wanted "),
        (pem.write("ENCRYPTED PRIVATE KEY", b"\0"), "; decrypt it first: openssl pkey -in FILE -out DECRYPTED\n"),
        (b"PuTTY-User-Key-File-3: ssh-ed25519", "ecref: file: got a PuTTY private key (puttygen FILE -O "),
    ],
)
def test_what_is_not_read_is_one_line(run: Run, data: bytes, says: str) -> None:
    write("file", data)
    status, out, err = run("inspect file")
    assert (status, out, err.count("\n")) == (2, "", 1)
    assert says in err


@pytest.mark.parametrize(
    ("line", "says"),
    [
        ("inspect", "FILE"),
        ("inspect missing", "missing: No such file"),
        ("inspect .", ".: Is a directory"),
        ("inspect --curve p521 key", "no curve 'p521'"),
        ("inspect --curve ed448 key", "key: got an Ed25519 private key, wanted an Ed448 private key"),
        ("inspect --format der key", "needs a curve named"),
        ("inspect --curve p256 --format frobnicate key", "frobnicate"),
    ],
)
def test_what_cannot_be_used_is_one_line(run: Run, line: str, says: str) -> None:
    write("key", dump_private_key(KEY, "pkcs8-pem"))
    status, out, err = run(line)
    assert (status, out, err.count("\n")) == (2, "", 1)
    assert says in err
