"""Beside ssh-keygen: files of keys in each form that it reads and writes, and signatures of messages of any length.

test_formats_openssh.py and test_formats_sshsig.py hold its own form against it octet by octet.
"""

from __future__ import annotations

import subprocess
from typing import TYPE_CHECKING, Any

import pytest

from containers import EDDSA, key_of
from ecref.formats import (
    dump_private_key,
    dump_public_key,
    load_private_key,
    load_public_key,
    openssh,
    read_private_key,
    read_public_key,
    sshsig,
    verdict,
)
from interop import EDGES, MESSAGES, edge_key, needs, shell

if TYPE_CHECKING:
    from pathlib import Path

pytestmark = needs("ssh-keygen")

KINDS = {"Ed25519": "-t ed25519", "P-256": "-t ecdsa -b 256", "P-384": "-t ecdsa -b 384"}
ECDSA = [name for name in KINDS if name not in EDDSA]
EDGES_OF_KINDS = [(name, edge) for name, edge in EDGES if name in KINDS]
FORMS = {"openssh": "RFC4716", "sec1-pem": "PEM", "pkcs8-pem": "PKCS8"}  # with its names, of which the first isn't apt


def keygen(*arguments: str | Path, data: bytes = b"") -> bytes:
    """What ssh-keygen answers to data on its standard input."""
    return subprocess.run(["ssh-keygen", *arguments], input=data, capture_output=True, check=True).stdout


def written(folder: Path, name: str, data: bytes) -> Path:
    """A file that only its owner reads, as ssh-keygen wants a private key."""
    path = folder / name
    path.touch(0o600)
    path.write_bytes(data)
    return path


# ---------------------------------------------------------------- keys


@pytest.mark.parametrize(("name", "edge"), EDGES_OF_KINDS)
def test_private_keys_of_ours(name: str, edge: str, tmp_path: Path) -> None:
    """Version 9.2 reads Ed25519 in no form but its own."""
    key = edge_key(name, edge)
    for form in FORMS if name in ECDSA else ["openssh"]:
        path = written(tmp_path, form, dump_private_key(key, form))
        assert keygen("-y", "-f", path) == dump_public_key(key.public_key, "openssh")
        assert keygen("-lf", path).split()[1].decode() == openssh.fingerprint(key.public_key)


@pytest.mark.parametrize("form", FORMS)
@pytest.mark.parametrize("name", KINDS)
def test_private_keys_of_its(name: str, form: str, tmp_path: Path) -> None:
    """Ed25519 it always writes in its own form."""
    path = tmp_path / "key"
    for comment in "", "me@home", "me and you":
        path.unlink(missing_ok=True)
        keygen("-q", *KINDS[name].split(), "-C", comment, "-m", FORMS[form], "-N", "", "-f", path)
        found = read_private_key(path.read_bytes())
        assert found.key.scheme is key_of(name).scheme
        assert found.format == (form if name in ECDSA else "openssh")
        assert found.comment == (comment if found.format == "openssh" else "")
        line = read_public_key((tmp_path / "key.pub").read_bytes())
        assert (line.key, line.format, line.comment) == (found.key.public_key, "openssh", comment)
        if found.format != "openssh":  # whose check numbers are random
            assert dump_private_key(found.key, form) == path.read_bytes()


@pytest.mark.parametrize("form", FORMS)
def test_encrypted_keys(form: str, tmp_path: Path) -> None:
    """And the command of the error, to which ssh-keygen would ask for two passphrases."""
    path = tmp_path / "FILE"
    keygen("-q", *KINDS["P-256"].split(), "-m", FORMS[form], "-N", "secret", "-f", path)
    with pytest.raises(ValueError, match=r"^encrypted-key: .*decrypt it first: ") as caught:
        load_private_key(path.read_bytes())
    _, _, command = str(caught.value).partition("decrypt it first: ")
    answers = "-P secret -N ''" if command.startswith("ssh-keygen") else "-passin pass:secret"
    subprocess.run(["sh", "-c", f"{command} {answers}"], cwd=tmp_path, check=True, capture_output=True)
    decrypted = path if command.startswith("ssh-keygen") else tmp_path / "DECRYPTED"
    line = (tmp_path / "FILE.pub").read_bytes()
    assert load_private_key(decrypted.read_bytes()).public_key == load_public_key(line)


@pytest.mark.parametrize(("name", "edge"), EDGES_OF_KINDS)
def test_public_keys(name: str, edge: str, tmp_path: Path) -> None:
    """Version 9.2 exports and imports Ed25519 in no form that isn't its own."""
    key = edge_key(name, edge).public_key
    line = written(tmp_path, "line", dump_public_key(key, "openssh", comment="me"))
    assert keygen("-lf", line).split()[1].decode() == openssh.fingerprint(key)
    if name in ECDSA:
        pem = keygen("-e", "-m", "PKCS8", "-f", line)
        assert pem == dump_public_key(key, "spki-pem")
        assert load_public_key(pem) == key
        imported = keygen("-i", "-m", "PKCS8", "-f", written(tmp_path, "pem", pem))
        assert imported == dump_public_key(key, "openssh")
        assert load_public_key(imported) == key


# ---------------------------------------------------------------- signatures


def check(folder: Path, key: Any, signature: bytes, message: bytes, namespace: str = "file") -> bytes:
    """What -Y verify says of a signature by the only key that may sign for me@home in this namespace."""
    line = dump_public_key(key.public_key, "openssh")
    signers = written(folder, "signers", f'me@home namespaces="{namespace}" '.encode() + line)
    path = written(folder, "signature", signature)
    found = keygen("-Y", "find-principals", "-f", signers, "-n", namespace, "-s", path)
    assert found == b"me@home\n"
    return keygen("-Y", "verify", "-f", signers, "-I", "me@home", "-n", namespace, "-s", path, data=message)


@pytest.mark.parametrize("hash", ["sha256", "sha512"])
@pytest.mark.parametrize("text", MESSAGES)
@pytest.mark.parametrize("name", KINDS)
def test_messages(name: str, text: str, hash: str, tmp_path: Path) -> None:
    key, message = key_of(name), MESSAGES[text]
    said = check(tmp_path, key, sshsig.sign(key, message, "git", hash), message, "git")
    assert said.startswith(b'Good "git" signature for me@home with ')
    assert said.endswith(f" key {openssh.fingerprint(key.public_key)}\n".encode())
    path = written(tmp_path, "key", dump_private_key(key, "openssh"))
    theirs = keygen("-Y", "sign", "-f", path, "-n", "git", "-O", f"hashalg={hash}", data=message)
    assert verdict(key.public_key, theirs, message, format="sshsig", namespace="git")
    other = verdict(key.public_key, theirs, message + b"\n", format="sshsig", namespace="git")
    assert other.reason == "mismatch"
    other = verdict(key.public_key, theirs, message, format="sshsig", namespace="file")
    assert (other.reason, other.detail) == (
        "mismatch",
        "the signature is for another namespace: 'git', wanted 'file'",
    )


@pytest.mark.parametrize("number", [0, 1], ids=["r", "s"])
@pytest.mark.parametrize("name", ECDSA)
def test_signatures_with_a_short_r_or_s(name: str, number: int, tmp_path: Path) -> None:
    """Whose mpint is an octet shorter than the field, or two."""
    key = key_of(name)
    limit = 1 << 8 * (key.scheme.curve.size - 1)
    for message in (str(i).encode() for i in range(100_000)):
        if key.sign(sshsig.signed_data(message, "file"), format=None)[number] < limit:
            break
    ours = sshsig.sign(key, message, "file")
    value: Any = sshsig.read(ours).signature
    assert value[number] < limit
    assert check(tmp_path, key, ours, message).startswith(b'Good "file" signature for me@home with ')


def test_a_file_that_is_signed_beside_itself(tmp_path: Path) -> None:
    """As -Y sign does with files' names."""
    key = key_of("Ed25519")
    path, message = written(tmp_path, "key", dump_private_key(key, "openssh")), written(tmp_path, "message", b"hello")
    keygen("-q", "-Y", "sign", "-f", path, "-n", "file", message)
    assert (tmp_path / "message.sig").read_bytes() == sshsig.sign(key, b"hello", "file")


# ---------------------------------------------------------------- the command line


@pytest.mark.parametrize("name", KINDS)
def test_in_a_shell_with_our_key(name: str, tmp_path: Path) -> None:
    script = f"""
    echo hello > message
    ecref keygen --curve {name} --to openssh --out key
    ecref pubkey --key key --to openssh --out key.pub
    ssh-keygen -y -f key | cmp key.pub
    echo "me@home $(cat key.pub)" > signers
    ecref sign --key key --format sshsig --namespace git --hash sha256 --out ours message
    ssh-keygen -q -Y verify -f signers -I me@home -n git -s ours < message
    ssh-keygen -q -Y sign -f key -n git message 2> /dev/null
    ecref verify --key key.pub --format sshsig --namespace git --signature message.sig message
    """
    assert shell(tmp_path, script) == "valid\n"


@pytest.mark.parametrize("name", KINDS)
def test_in_a_shell_with_its_key(name: str, tmp_path: Path) -> None:
    script = f"""
    echo hello > message
    ssh-keygen -q {KINDS[name]} -C me@home -N "" -f key
    ecref pubkey --key key --to openssh | cmp key.pub
    ssh-keygen -q -Y sign -f key -n file message 2> /dev/null
    ecref verify --key key.pub --signature message.sig message
    ecref sign --key key --format sshsig message > ours
    ssh-keygen -q -Y check-novalidate -n file -s ours < message
    ssh-keygen -lf key.pub | cut -d " " -f 2
    ecref inspect key.pub | sed -n "s/^ *openssh fingerprint: *//p"
    """
    valid, theirs, ours = shell(tmp_path, script).splitlines()
    assert (valid, theirs) == ("valid", ours)
