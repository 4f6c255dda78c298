"""OpenSSH's key files: as ssh-keygen and pyca/cryptography write and read them, and every way to damage one."""

from __future__ import annotations

import shutil
import subprocess
import time
from base64 import b64decode, b64encode
from typing import TYPE_CHECKING, Any

import pytest
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey
from cryptography.hazmat.primitives.serialization import (
    Encoding,
    NoEncryption,
    PrivateFormat,
    PublicFormat,
    load_ssh_private_key,
    load_ssh_public_key,
)
from hypothesis import given
from hypothesis import strategies as st

from ecref import UnusableInput, ed448, ed25519, ed25519ph, p256, p384, secp256k1
from ecref.formats import openssh, pem, ssh_key
from ecref.formats.ssh import mpint, string

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

SCHEMES: list[Any] = [ed25519, p256, p384]
OPTIONS = {"Ed25519": ("ed25519",), "P-256": ("ecdsa", "-b", "256"), "P-384": ("ecdsa", "-b", "384")}
TYPES = {"Ed25519": "ssh-ed25519", "P-256": "ecdsa-sha2-nistp256", "P-384": "ecdsa-sha2-nistp384"}
every_scheme = pytest.mark.parametrize("scheme", SCHEMES, ids=lambda scheme: scheme.name)
ssh_keygen = pytest.mark.skipif(shutil.which("ssh-keygen") is None, reason="ssh-keygen is not installed")

ED25519 = ed25519.private_key(bytes(32))
LINE = b"ssh-ed25519 AAAAC3NzaC1lZDI1NTE5AAAAIDtqJ7zOtqQtYqOo0CpvDXNlMhV3HeJDpjrASKGLWdop"


def key_of(scheme: Any) -> Any:
    return scheme.private_key(bytes(range(1, 1 + scheme.curve.size)))


def keygen(*arguments: str | Path) -> bytes:
    return subprocess.run(["ssh-keygen", *arguments], capture_output=True, check=True, stdin=subprocess.DEVNULL).stdout


def made(folder: Path, scheme: Any, comment: str, passphrase: str = "") -> bytes:
    """The private file that ssh-keygen writes."""
    path = folder / "key"
    path.unlink(missing_ok=True)
    keygen("-q", "-t", *OPTIONS[scheme.name], "-C", comment, "-N", passphrase, "-f", path)
    return path.read_bytes()


def private_file(folder: Path, data: bytes) -> Path:
    """A file that only its owner reads, as ssh-keygen wants a private key."""
    path = folder / "ours"
    path.touch(0o600)
    path.write_bytes(data)
    return path


def refused(read: Callable[[Any], object], data: bytes, code: str, detail: str) -> None:
    """Assert that this is the error, word for word."""
    with pytest.raises(UnusableInput) as caught:
        read(data)
    assert (caught.value.code, caught.value.detail) == (code, detail)


def refused_private(data: bytes, code: str, detail: str) -> None:
    refused(openssh.read_private, data, code, f"in an OpenSSH private key: {detail}")


def refused_public(data: bytes, code: str, detail: str) -> None:
    refused(openssh.read_public, data, code, f"in an OpenSSH public key: {detail}")


def fields(data: bytes) -> bytes:
    """What a file's armor holds."""
    return b64decode(b"".join(data.splitlines()[1:-1]))


# ---------------------------------------------------------------- beside ssh-keygen


@ssh_keygen
@every_scheme
@pytest.mark.parametrize("comment", ["", "me@home", "two words  and é, 字", *("x" * n for n in range(1, 9))])
def test_files_are_what_ssh_keygen_writes(
    scheme: Any, comment: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """All but the check numbers, which are random."""
    data = made(tmp_path, scheme, comment)
    line = (tmp_path / "key.pub").read_bytes()
    key, found = openssh.read_private(data)
    assert (key.scheme, found) == (scheme, comment)
    assert openssh.read_public(line) == (key.public_key, comment)
    assert openssh.write_public(key.public_key, comment) == keygen("-y", "-f", tmp_path / "key")
    assert line == openssh.write_public(key.public_key, comment) or (comment, line[-2:]) == ("", b" \n")
    blob = ssh_key.write(key.public_key)
    check = fields(data).rpartition(blob)[0][-4:]
    monkeypatch.setattr(openssh, "token_bytes", lambda length: check[:length])
    assert openssh.write_private(key, comment) == data


@ssh_keygen
def test_a_last_line_that_is_full(tmp_path: Path) -> None:
    """Whether an empty line would follow."""
    lengths = (n for n in range(2000) if len(openssh.write_private(ED25519, "x" * n).splitlines()[-2]) == 70)
    data = made(tmp_path, ed25519, "x" * next(lengths))
    ours = openssh.write_private(openssh.read_private(data)[0], "x" * len(openssh.read_private(data)[1]))
    assert [len(line) for line in ours.splitlines()] == [len(line) for line in data.splitlines()]
    assert len(data.splitlines()[-2]) == 70


@ssh_keygen
@every_scheme
@pytest.mark.parametrize("comment", ["", "me@home"])
@pytest.mark.parametrize("high", [0x01, 0x80, 0xFE])
def test_ssh_keygen_reads_ours(scheme: Any, comment: str, high: int, tmp_path: Path) -> None:
    """Scalars whose mpint is as long as the field, longer, and shorter."""
    for secret in bytes([high] * scheme.curve.size), b"\0" + bytes([high] * (scheme.curve.size - 1)):
        key = scheme.private_key(secret)
        path = private_file(tmp_path, openssh.write_private(key, comment))
        line = openssh.write_public(key.public_key, comment)
        assert keygen("-y", "-f", path) == line
        assert openssh.read_private(path.read_bytes()) == (key, comment)


@ssh_keygen
@every_scheme
def test_fingerprints(scheme: Any, tmp_path: Path) -> None:
    key = key_of(scheme).public_key
    path = tmp_path / "line"
    path.write_bytes(openssh.write_public(key, "me"))
    assert keygen("-lf", path).split()[1] == openssh.fingerprint(key).encode()


def test_a_fingerprint() -> None:
    assert openssh.fingerprint(ED25519.public_key) == "SHA256:tAXFyTXI8xtDaujAEcwJslAYc9/6FKcUkd2Lw0xDhPo"


@ssh_keygen
@every_scheme
def test_an_encrypted_file_is_recognised(scheme: Any, tmp_path: Path) -> None:
    data = made(tmp_path, scheme, "me", "secret")
    with pytest.raises(UnusableInput, match=r"^encrypted-key: .*decrypt it first: ssh-keygen -p -f FILE$"):
        openssh.read_private(data)
    keygen("-q", "-p", "-P", "secret", "-N", "", "-f", tmp_path / "key")
    assert openssh.read_private((tmp_path / "key").read_bytes())[1] == "me"


@ssh_keygen
@pytest.mark.parametrize(
    ("options", "code", "name"),
    [(("rsa", "-b", "1024"), "wrong-key", "an RSA key"), (("ecdsa", "-b", "521"), "unsupported", "the curve P-521")],
)
def test_keys_of_other_algorithms(options: tuple[str, ...], code: str, name: str, tmp_path: Path) -> None:
    keygen("-q", "-t", *options, "-N", "", "-f", tmp_path / "key")
    for read, path in (openssh.read_private, "key"), (openssh.read_public, "key.pub"):
        with pytest.raises(UnusableInput, match=f"^{code}: .*got {name}.*, wanted an Ed25519, P-256 or P-384 key$"):
            read((tmp_path / path).read_bytes())


@ssh_keygen
def test_a_certificate_and_the_form_of_rfc_4716(tmp_path: Path) -> None:
    made(tmp_path, ed25519, "me")
    keygen("-q", "-s", tmp_path / "key", "-I", "me", tmp_path / "key.pub")
    certificate = (tmp_path / "key-cert.pub").read_bytes()
    kind = "an OpenSSH certificate of the type 'ssh-ed25519-cert-v01@openssh.com'"
    refused_public(certificate, "wrong-key", f"got {kind}, wanted an Ed25519, P-256 or P-384 key")
    with pytest.raises(UnusableInput, match=r"^bad-encoding: .*RFC 4716 \(SSH2\).*: ssh-keygen -i -f FILE"):
        openssh.read_public(keygen("-e", "-f", tmp_path / "key.pub"))


# ---------------------------------------------------------------- beside pyca/cryptography


@every_scheme
def test_pyca_writes_the_same_lines_and_reads_ours(scheme: Any) -> None:
    key = key_of(scheme)
    theirs: Any
    if scheme is ed25519:
        theirs = Ed25519PrivateKey.from_private_bytes(key.private_bytes())
    else:
        curve = ec.SECP256R1() if scheme is p256 else ec.SECP384R1()
        theirs = ec.derive_private_key(int.from_bytes(key.private_bytes(), "big"), curve)
    line = theirs.public_key().public_bytes(Encoding.OpenSSH, PublicFormat.OpenSSH)
    assert openssh.write_public(key.public_key) == line + b"\n"
    assert openssh.read_public(line) == (key.public_key, "")
    assert load_ssh_public_key(openssh.write_public(key.public_key, "me")) == theirs.public_key()
    data = theirs.private_bytes(Encoding.PEM, PrivateFormat.OpenSSH, NoEncryption())
    assert openssh.read_private(data) == (key, "")
    read: Any = load_ssh_private_key(openssh.write_private(key, "me"), None)
    assert read.private_numbers() == theirs.private_numbers() if scheme is not ed25519 else (
        read.private_bytes_raw() == theirs.private_bytes_raw()
    )


# ---------------------------------------------------------------- round trips

comments = st.text().map(str.strip).filter(lambda text: not set(text) & set("\r\n\0"))


@given(st.sampled_from(SCHEMES), st.data(), comments)
def test_a_round_trip(scheme: Any, data: st.DataObject, comment: str) -> None:
    n = getattr(scheme.curve, "n", 256**scheme.curve.size)
    key = scheme.private_key(data.draw(st.integers(1, n - 1)).to_bytes(scheme.curve.size, "big"))
    written = openssh.write_private(key, comment)
    assert openssh.read_private(written) == openssh.read_private(fields(written)) == (key, comment)
    line = openssh.write_public(key.public_key, comment)
    assert openssh.read_public(line) == (key.public_key, comment)
    assert line.count(b"\n") == 1


def test_the_check_numbers_are_random_and_equal() -> None:
    checks = {fields(openssh.write_private(ED25519)).partition(b"\0\0\0\x88")[2][:8] for _ in range(8)}
    assert len(checks) == 8
    assert all(check[:4] == check[4:] for check in checks)


def test_the_variants_share_their_keys() -> None:
    key = ed25519ph.private_key(bytes(32))
    assert openssh.write_public(key.public_key) == LINE + b"\n"
    assert openssh.read_private(openssh.write_private(key)) == (ED25519, "")


@pytest.mark.parametrize("scheme", [ed448, secp256k1], ids=lambda scheme: scheme.name)
def test_what_openssh_does_not_have(scheme: Any) -> None:
    key = key_of(scheme)
    for call in (
        lambda: openssh.write_private(key),
        lambda: openssh.write_public(key.public_key),
        lambda: openssh.fingerprint(key.public_key),
    ):
        with pytest.raises(UnusableInput, match=f"^unsupported: OpenSSH has no {scheme.name} keys$"):
            call()


def test_a_key_without_a_seed_has_no_file() -> None:
    key = ed25519.expanded_key(bytes(31) + b"\x40" + bytes(32))
    with pytest.raises(UnusableInput, match="unsupported"):
        openssh.write_private(key)


@pytest.mark.parametrize("value", [None, 1, "text", ["ssh-ed25519"]])
def test_wrong_types(value: Any) -> None:
    for call in openssh.read_private, openssh.read_public, openssh.write_private, openssh.write_public:
        with pytest.raises(TypeError):
            call(value)
    with pytest.raises(TypeError):
        openssh.write_public(ED25519)  # type: ignore[arg-type]
    with pytest.raises(TypeError):
        openssh.write_private(ED25519.public_key)  # type: ignore[arg-type]
    with pytest.raises(TypeError, match="a comment must be a str"):
        openssh.write_private(ED25519, b"me")  # type: ignore[arg-type]


@pytest.mark.parametrize("comment", ["a\nb", "a\n", "a\r", "\r\n", "a\0", "\ud800"])
def test_a_comment_that_fits_no_line(comment: str) -> None:
    with pytest.raises(UnusableInput, match=r"^bad-request: a comment has a "):
        openssh.write_private(ED25519, comment)
    with pytest.raises(UnusableInput, match=r"^bad-request: a comment has a "):
        openssh.write_public(ED25519.public_key, comment)


# ---------------------------------------------------------------- lines


@pytest.mark.parametrize(
    ("line", "comment"),
    [
        (LINE, ""),
        (LINE + b"\n", ""),
        (b" \t" + LINE + b" \r\n", ""),
        (LINE.replace(b" ", b" \t ") + b"  me  and you \n\n", "me  and you"),
        (LINE + b" \xff\xc3\xa9", "\\xff\u00e9"),
        (LINE + b" ssh-rsa AAAA", "ssh-rsa AAAA"),
        (LINE + b" #comment", "#comment"),
    ],
)
def test_lines(line: bytes, comment: str) -> None:
    for data in line, bytearray(line), memoryview(line):
        assert openssh.read_public(data) == (ED25519.public_key, comment)  # type: ignore[arg-type]


def line_of(key_type: str, *strings: bytes) -> bytes:
    return f"{key_type} ".encode() + b64encode(string(key_type.encode()) + b"".join(map(string, strings)))


WANTED = "wanted an Ed25519, P-256 or P-384 key"
Q = key_of(p256).public_key.to_bytes()


@pytest.mark.parametrize(
    ("line", "code", "detail"),
    [
        (b"", "bad-encoding", "got 0 lines, wanted one"),
        (LINE + b"\n" + LINE, "bad-encoding", "got 2 lines, wanted one"),
        (b"# me\n\n" + LINE + b"\n", "bad-encoding", "got 3 lines, wanted one"),
        (b"me@home", "bad-encoding", "got no type of key, wanted a line such as ssh-ed25519 AAAA..."),
        (b"sk-learn", "bad-encoding", "got no type of key, wanted a line such as ssh-ed25519 AAAA..."),
        (b"\xff\0", "bad-encoding", "got no type of key, wanted a line such as ssh-ed25519 AAAA..."),
        (LINE[12:], "bad-encoding", "got no type of key, wanted a line such as ssh-ed25519 AAAA..."),
        *(
            (
                before + b" " + LINE,
                "bad-encoding",
                f"got {shown} before the type, as in authorized_keys or known_hosts; wanted the type first",
            )
            for before, shown in {
                b"restrict": "'restrict'",
                b'command="echo hi",no-pty': "'command=\"echo'",
                b"\xff": "'\\ufffd'",
                b"x" * 1000: "'" + "x" * 40 + "...'",
            }.items()
        ),
        (b"ssh-rsa AAAA", "wrong-key", f"got an RSA key of the type 'ssh-rsa', {WANTED}"),
        (b"ssh-dss AAAA", "wrong-key", f"got a DSA key of the type 'ssh-dss', {WANTED}"),
        (b"ecdsa-sha2-nistp521 ?", "unsupported", f"got the curve P-521 (ecdsa-sha2-nistp521), {WANTED}"),
        (
            b"ssh-ed448 AAAA",
            "unsupported",
            f"got Ed448 as RFC 8709 writes it, which OpenSSH doesn't have (ssh-ed448), {WANTED}",
        ),
        *(
            (
                name.encode() + b" AAAA",
                "wrong-key",
                f"got a security token's key of the type {name!r}, {WANTED}",
            )
            for name in ("sk-ssh-ed25519@openssh.com", "sk-ecdsa-sha2-nistp256@openssh.com")
        ),
        (
            b"sk-ssh-ed25519-cert-v01@openssh.com AAAA",
            "wrong-key",
            f"got an OpenSSH certificate of the type 'sk-ssh-ed25519-cert-v01@openssh.com', {WANTED}",
        ),
        (b"ssh-ed25519", "bad-encoding", "the key's type: 0 octets are left, wanted 4"),
        (LINE[:-1], "bad-encoding", "wrong padding: 67 characters of base64 and 0 of ="),
        (LINE[:-2] + b"==", "bad-encoding", "got bits behind the last whole octet of base64"),
        (LINE.replace(b"/", b"_").replace(b"A", b"-", 1), "bad-encoding", "got a character that base64 doesn't have"),
        (LINE + b"=", "bad-encoding", "wrong padding: 68 characters of base64 and 1 of ="),
        (
            LINE.replace(b"ssh-ed25519", b"ecdsa-sha2-nistp256"),
            "bad-encoding",
            "the line says ecdsa-sha2-nistp256, the key in it 'ssh-ed25519'",
        ),
        (b"ssh-ed25519 AAAAB3NzaC1yc2E=", "bad-encoding", "the line says ssh-ed25519, the key in it 'ssh-rsa'"),
        (line_of("ssh-ed25519", bytes(33)), "bad-length", "got a public key of 33 octets, wanted 32"),
        (line_of("ssh-ed25519", bytes(32), b""), "bad-encoding", "4 octets after the public key"),
        (
            line_of("ecdsa-sha2-nistp256", b"nistp384", Q),
            "bad-encoding",
            "got the curve 'nistp384' in a key of the type ecdsa-sha2-nistp256",
        ),
        (
            line_of("ecdsa-sha2-nistp256", b"nistp256", key_of(p256).public_key.to_bytes(compressed=True)),
            "bad-encoding",
            "got a compressed point, wanted one that begins with 04",
        ),
        (
            line_of("ecdsa-sha2-nistp256", b"nistp256", b"\6" + Q[1:]),
            "bad-encoding",
            "a hybrid point; wanted one that begins with 02, 03 or 04",
        ),
        (line_of("ecdsa-sha2-nistp256", b"nistp256", b"\0"), "invalid-key", "the point at infinity"),
        (
            line_of("ecdsa-sha2-nistp256", b"nistp256", Q[:-1]),
            "bad-length",
            "got 64 octets of a point, wanted 33 or 65",
        ),
        (openssh.write_private(ED25519), "wrong-key", "got an OpenSSH private key, wanted a public key"),
    ],
)
def test_lines_that_are_refused(line: bytes, code: str, detail: str) -> None:
    refused_public(line, code, detail)


def test_a_line_of_4_mib_takes_linear_time() -> None:
    begin = time.monotonic()
    for line in (
        *(b"ssh-ed25519 " * 350_000, b"ssh-ed25519 " + b"A" * (1 << 22), b" " * (1 << 22) + b"x", b"a " * (1 << 21)),
        *(b"\n" * (1 << 22) + b"x", b"x" * (1 << 22) + b" ssh-rsa", b"\xff" * (1 << 22), b"sk-" * (1 << 20)),
    ):
        with pytest.raises(UnusableInput) as caught:
            openssh.read_public(line)
        assert len(caught.value.detail) < 200
    assert openssh.read_public(LINE + b" " + b"x" * (1 << 22))[1] == "x" * (1 << 22)
    assert time.monotonic() - begin < 10


# ---------------------------------------------------------------- private files, built by hand

A = ED25519.public_key.to_bytes()
BLOB = string(b"ssh-ed25519") + string(A)
VALUES = string(bytes(32) + A) + string(b"me")
P256 = key_of(p256)
P256_BLOB = string(b"ecdsa-sha2-nistp256") + string(b"nistp256") + string(Q)
D = int.from_bytes(P256.private_bytes(), "big")


def padded(section: bytes) -> bytes:
    return section + bytes(range(1, 1 + -len(section) % 8))


def container(
    section: bytes,
    *,
    blob: bytes = BLOB,
    cipher: bytes = b"none",
    kdf: bytes = b"none",
    options: bytes = b"",
    count: int = 1,
    magic: bytes = b"openssh-key-v1\0",
) -> bytes:
    head = magic + string(cipher) + string(kdf) + string(options) + count.to_bytes(4, "big")
    return head + string(blob) + string(section)


def section_of(values: bytes = VALUES, blob: bytes = BLOB, checks: bytes = b"same" * 2) -> bytes:
    return padded(checks + blob + values)


def test_what_is_built_by_hand_is_read() -> None:
    assert openssh.read_private(container(section_of())) == (ED25519, "me")
    section = section_of(mpint(D) + string(b""), P256_BLOB)
    assert openssh.read_private(container(section, blob=P256_BLOB)) == (P256, "")


@pytest.mark.parametrize("more", [0, 8, 16, 240])
def test_more_padding_than_needed(more: int) -> None:
    """OpenSSH takes it, and other programs pad to a larger block."""
    section = b"same" * 2 + BLOB + VALUES
    length = -len(section) % 8 + more
    assert openssh.read_private(container(section + bytes(range(1, 1 + length)))) == (ED25519, "me")


OTHER = p256.private_key(5).public_key.to_bytes()
HALVES = "the public half is not that of the private half"
PADDING = "the padding is not 1, 2, 3 ... up to a multiple of 8 octets"


@pytest.mark.parametrize(
    ("octets", "code", "detail"),
    [
        (
            container(section_of(), cipher=b"aes256-ctr", kdf=b"bcrypt", options=b"salt"),
            "encrypted-key",
            "got one encrypted with 'aes256-ctr'; decrypt it first: ssh-keygen -p -f FILE",
        ),
        (container(section_of(), kdf=b"bcrypt"), "bad-encoding", "got the kdf 'bcrypt' where nothing is encrypted"),
        (container(section_of(), options=b"x"), "bad-encoding", "got the kdf 'none' where nothing is encrypted"),
        (container(section_of(), count=0), "unsupported", "got 0 keys, wanted one"),
        (container(section_of(), count=2), "unsupported", "got 2 keys, wanted one"),
        (container(section_of()) + b"x", "bad-encoding", "1 octets after the private section"),
        (container(section_of(checks=b"samesome")), "bad-encoding", "the two check numbers differ"),
        (container(section_of(), blob=P256_BLOB), "invalid-key", HALVES),
        (container(section_of(), blob=BLOB[:-1] + b"?"), "invalid-key", HALVES),
        (container(section_of(), blob=BLOB + b"x"), "bad-encoding", "1 octets after the public key"),
        (container(section_of(blob=BLOB[:-1] + b"?")), "invalid-key", HALVES),
        (container(section_of(string(bytes(32) + bytes(32)) + string(b""))), "invalid-key", HALVES),
        (container(section_of(string(b"\1" + bytes(31) + A) + string(b""))), "invalid-key", HALVES),
        (
            container(section_of(string(bytes(32)) + string(b""))),
            "bad-length",
            "got 32 octets of seed and public half, wanted 64",
        ),
        (
            container(section_of(string(bytes(32) + A + b"x") + string(b""))),
            "bad-length",
            "got 65 octets of seed and public half, wanted 64",
        ),
        (container(section_of() + b"\1"), "bad-encoding", PADDING),
        (container(section_of() + bytes(range(9, 17))), "bad-encoding", PADDING),
        (container(section_of()[:-1] + b"\0"), "bad-encoding", PADDING),
        (container(section_of()[:-1]), "bad-encoding", PADDING),
        (container(section_of() + bytes(256)), "bad-encoding", PADDING),
        (
            container(section_of(mpint(D + 1) + string(b""), P256_BLOB), blob=P256_BLOB),
            "invalid-key",
            HALVES,
        ),
        (
            container(section_of(mpint(p256.curve.n + D) + string(b""), P256_BLOB), blob=P256_BLOB),
            "invalid-key",
            "the private key lies outside [1, n-1]",
        ),
        (
            container(section_of(string(b"\0" + P256.private_bytes()) + string(b""), P256_BLOB), blob=P256_BLOB),
            "bad-encoding",
            "d: an mpint longer than needed",
        ),
        (
            container(section_of(string(b"\xff" * 32) + string(b""), P256_BLOB), blob=P256_BLOB),
            "bad-encoding",
            "d: a negative mpint",
        ),
        (
            container(section_of(mpint(D) + string(b""), P256_BLOB.replace(Q, OTHER)), blob=P256_BLOB),
            "invalid-key",
            HALVES,
        ),
        (b"openssh-key-v1\0" + b"\xff" * 9, "bad-encoding", "the cipher: 5 octets are left, wanted 4294967295"),
        (LINE, "wrong-key", "got an OpenSSH public key, wanted a private key"),
        (b"ssh-rsa AAAA", "wrong-key", "got an OpenSSH public key, wanted a private key"),
        (
            pem.write("PRIVATE KEY", b"x"),
            "bad-encoding",
            "got a PEM block PRIVATE KEY, wanted one OPENSSH PRIVATE KEY",
        ),
        (
            openssh.write_private(ED25519) * 2,
            "bad-encoding",
            "got 2 PEM blocks, wanted one OPENSSH PRIVATE KEY",
        ),
        (pem.write("OPENSSH PRIVATE KEY", b"openssh-key-v2\0"), "bad-encoding", "the magic is not openssh-key-v1"),
        (pem.write("OPENSSH PRIVATE KEY", b""), "bad-encoding", "the magic: 0 octets are left, wanted 15"),
    ],
)
def test_private_files_that_are_refused(octets: bytes, code: str, detail: str) -> None:
    refused_private(octets, code, detail)
    if octets.startswith(b"openssh-key-v1"):
        refused_private(pem.write("OPENSSH PRIVATE KEY", octets), code, detail)


@pytest.mark.parametrize("data", [b"", b"\n", container(section_of(), magic=b"openssh-key-v2\0"), LINE[1:]])
def test_neither_the_magic_nor_armor(data: bytes) -> None:
    with pytest.raises(UnusableInput, match=r"^bad-encoding: in an OpenSSH private key: in PEM: "):
        openssh.read_private(data)


# ---------------------------------------------------------------- damage


def test_truncated_at_every_octet() -> None:
    octets = container(section_of())
    for length in range(len(octets)):
        with pytest.raises(UnusableInput):
            openssh.read_private(octets[:length])


@pytest.mark.parametrize("mask", [0x01, 0x80])
@pytest.mark.parametrize("key", [ED25519, P256], ids=["Ed25519", "P-256"])
def test_a_bit_that_flips_at_every_octet(key: Any, mask: int) -> None:
    """Only the comment may change."""
    octets = fields(openssh.write_private(key, "me"))
    changed = []
    for at in range(len(octets)):
        damaged = octets[:at] + bytes([octets[at] ^ mask]) + octets[at + 1 :]
        try:
            assert openssh.read_private(damaged)[0] == key
        except UnusableInput:
            continue
        changed.append(at)
    assert changed == [at + octets.rindex(b"me") for at in range(2)]


@given(st.binary(), st.booleans())
def test_any_octets_give_unusable_input(octets: bytes, magic: bool) -> None:
    for read in openssh.read_private, openssh.read_public:
        with pytest.raises(UnusableInput):
            read(b"openssh-key-v1\0" * magic + octets)


@given(st.data())
def test_any_strings_give_a_key_or_unusable_input(data: st.DataObject) -> None:
    """Octets with the layout of a file, so that the reader gets further than by chance."""
    names = [b"none", b"ssh-ed25519", b"ssh-rsa", b"ecdsa-sha2-nistp256", b"nistp256"]
    part = st.sampled_from([*names, b"", A, Q, bytes(64)])
    strings = [data.draw(part) for _ in range(data.draw(st.integers(0, 9)))]
    section = padded(b"same" * 2 + b"".join(map(string, strings)))
    for octets in section, container(section, blob=b"".join(map(string, strings[:3]))):
        with pytest.raises(UnusableInput):
            openssh.read_private(octets)
    line = data.draw(part) + b" " + b64encode(b"".join(map(string, strings)))
    try:
        key, comment = openssh.read_public(line)
    except UnusableInput:
        return
    assert openssh.write_public(key, comment) == line + b"\n"


@given(st.data())
def test_a_damaged_file_gives_the_key_or_unusable_input(data: st.DataObject) -> None:
    for written, read in (
        (bytearray(openssh.write_private(P256, "me")), openssh.read_private),
        (bytearray(openssh.write_public(P256.public_key, "me")), openssh.read_public),
    ):
        at = data.draw(st.integers(0, len(written) - 1))
        written[at : at + data.draw(st.integers(0, 3))] = data.draw(st.binary(max_size=2))
        try:
            read(bytes(written))
        except UnusableInput:
            continue
