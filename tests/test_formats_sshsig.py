"""OpenSSH's signatures: both ways beside ssh-keygen, what names the wrong key or namespace, and every malformed one."""

from __future__ import annotations

import io
import shutil
import subprocess
import time
from base64 import b64decode
from hashlib import sha256, sha512
from typing import TYPE_CHECKING, Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ecref import InvalidSignature, UnusableInput, ed448, ed25519, ed25519ctx, ed25519ph, p256, p384, secp256k1
from ecref.formats import openssh, pem, ssh_key, sshsig
from ecref.formats.ssh import mpint, string

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

SCHEMES: list[Any] = [ed25519, p256, p384]
TYPES = {"Ed25519": b"ssh-ed25519", "P-256": b"ecdsa-sha2-nistp256", "P-384": b"ecdsa-sha2-nistp384"}
every_scheme = pytest.mark.parametrize("scheme", SCHEMES, ids=lambda scheme: scheme.name)
ssh_keygen = pytest.mark.skipif(shutil.which("ssh-keygen") is None, reason="ssh-keygen is not installed")

KEY = ed25519.private_key(bytes(32))
MESSAGE = b"hello\n"
SIGNED = b"""-----BEGIN SSH SIGNATURE-----
U1NIU0lHAAAAAQAAADMAAAALc3NoLWVkMjU1MTkAAAAgO2onvM62pC1io6jQKm8Nc2UyFX
cd4kOmOsBIoYtZ2ikAAAAEZmlsZQAAAAAAAAAGc2hhNTEyAAAAUwAAAAtzc2gtZWQyNTUx
OQAAAEB+mVStFkUYYlyMh7vGDzjO13GLKRJk3ZZtlpMWJp2VXIxIj5eOUNpkDuTzlQE1Gq
Ia083p/66ZZaBFNgqWM9sN
-----END SSH SIGNATURE-----
"""  # what ssh-keygen 9.2 writes for this key, this message and the namespace "file"


def key_of(scheme: Any, first: int = 1) -> Any:
    return scheme.private_key(bytes(range(first, first + scheme.curve.size)))


def refused(call: Callable[[], object], reason: str, detail: str) -> None:
    """Assert that the signature is invalid for this reason, in these words."""
    with pytest.raises(InvalidSignature) as caught:
        call()
    assert (caught.value.reason, caught.value.detail) == (reason, detail)


# ---------------------------------------------------------------- beside ssh-keygen

NAMESPACES = ["file", "git", "é and 字", "x" * 300]


def keygen(*arguments: str | Path, message: bytes = b"") -> bytes:
    return subprocess.run(["ssh-keygen", *arguments], input=message, capture_output=True, check=True).stdout


def written(folder: Path, name: str, data: bytes) -> Path:
    """A file that only its owner reads, as ssh-keygen wants a private key."""
    path = folder / name
    path.touch(0o600)
    path.write_bytes(data)
    return path


@ssh_keygen
def test_the_signature_above_is_ssh_keygens(tmp_path: Path) -> None:
    key = written(tmp_path, "key", openssh.write_private(KEY))
    assert keygen("-Y", "sign", "-f", key, "-n", "file", message=MESSAGE) == SIGNED


@ssh_keygen
@every_scheme
@pytest.mark.parametrize("hash", ["sha512", "sha256"])
@pytest.mark.parametrize("namespace", NAMESPACES)
def test_we_verify_what_ssh_keygen_signs(scheme: Any, hash: str, namespace: str, tmp_path: Path) -> None:
    key = key_of(scheme)
    path = written(tmp_path, "key", openssh.write_private(key))
    signed = keygen("-Y", "sign", "-f", path, "-n", namespace, "-O", f"hashalg={hash}", message=MESSAGE)
    sshsig.verify(key.public_key, signed, MESSAGE, namespace)
    found = sshsig.read(signed)
    assert (found.public_key, found.namespace, found.hash, found.reserved) == (key.public_key, namespace, hash, b"")
    ours = sshsig.sign(key, MESSAGE, namespace, hash)
    if scheme is ed25519:
        assert ours == signed
    else:  # ssh-keygen draws k, and the mpints are of some lengths
        assert set(map(len, ours.splitlines()[1:-2])) == set(map(len, signed.splitlines()[1:-2])) == {70}


@ssh_keygen
@every_scheme
@pytest.mark.parametrize("hash", ["sha512", "sha256"])
@pytest.mark.parametrize("namespace", NAMESPACES)
def test_ssh_keygen_verifies_what_we_sign(scheme: Any, hash: str, namespace: str, tmp_path: Path) -> None:
    key = key_of(scheme)
    signature = written(tmp_path, "signature", sshsig.sign(key, MESSAGE, namespace, hash))
    checked = keygen("-Y", "check-novalidate", "-n", namespace, "-s", signature, message=MESSAGE)
    assert openssh.fingerprint(key.public_key).encode() in checked
    signers = written(tmp_path, "signers", b"me@home " + openssh.write_public(key.public_key))
    keygen("-Y", "verify", "-f", signers, "-I", "me@home", "-n", namespace, "-s", signature, message=MESSAGE)
    for other in (b"hello", namespace), (MESSAGE, "other"):
        with pytest.raises(subprocess.CalledProcessError):
            keygen("-Y", "check-novalidate", "-n", other[1], "-s", signature, message=other[0])


@ssh_keygen
@every_scheme
def test_many_signatures_of_ours(scheme: Any, tmp_path: Path) -> None:
    """So many that r and s have each length of an mpint."""
    for i in range(24):
        key, message = key_of(scheme, 1 + i), bytes([i])
        signature = written(tmp_path, "signature", sshsig.sign(key, message, "file"))
        keygen("-Y", "check-novalidate", "-n", "file", "-s", signature, message=message)


@ssh_keygen
def test_ssh_keygen_passes_over_the_reserved_string_and_we_do_not(tmp_path: Path) -> None:
    changed = armored(blob_of(reserved=b"x"))
    path = written(tmp_path, "signature", changed)
    keygen("-Y", "check-novalidate", "-n", "file", "-s", path, message=MESSAGE)
    with pytest.raises(InvalidSignature, match="mismatch"):
        sshsig.verify(KEY.public_key, changed, MESSAGE, "file")


# ---------------------------------------------------------------- what is written


def test_a_signature_of_ed25519() -> None:
    assert sshsig.sign(KEY, MESSAGE, "file") == SIGNED
    assert sshsig.verify(KEY.public_key, SIGNED, MESSAGE, "file") is None  # type: ignore[func-returns-value]
    assert sshsig.read(SIGNED) == sshsig.SSHSignature(
        KEY.public_key, "file", "sha512", KEY.sign(sshsig.signed_data(MESSAGE, "file"))
    )


@pytest.mark.parametrize(("hash", "digest"), [("sha256", sha256), ("sha512", sha512)])
def test_what_is_signed(hash: str, digest: Callable[[bytes], Any]) -> None:
    layout = b"SSHSIG" + string(b"a") + string(b"r") + string(hash.encode()) + string(digest(MESSAGE).digest())
    assert sshsig.signed_data(MESSAGE, "a", hash, b"r") == layout
    found = sshsig.read(sshsig.sign(KEY, MESSAGE, "a", hash))
    assert found.signed_data(MESSAGE) == layout.replace(string(b"r"), string(b""))
    assert sshsig.SSHSignature(KEY.public_key, "a", hash, b"", b"r").signed_data(MESSAGE) == layout


@pytest.mark.parametrize(("scheme", "hash"), [(p256, "SHA-256"), (p384, "SHA-384")], ids=["P-256", "P-384"])
def test_ecdsa_signs_with_its_curves_hash(scheme: Any, hash: str) -> None:
    """RFC 5656, 6.2.1; the outer hash is another matter."""
    key = key_of(scheme)
    r, s = sshsig.read(sshsig.sign(key, MESSAGE, "file", "sha256")).signature
    data = sshsig.signed_data(MESSAGE, "file", "sha256")
    assert (r, s) == key.sign(data, hash=hash, format=None)
    key.public_key.verify((r, s), data, hash=hash, format=None)


@given(st.sampled_from(SCHEMES), st.binary(), st.text(min_size=1), st.sampled_from(["sha256", "sha512"]))
def test_a_round_trip(scheme: Any, message: bytes, namespace: str, hash: str) -> None:
    key = key_of(scheme)
    if "\0" in namespace:
        return
    signed = sshsig.sign(key, message, namespace, hash)
    octets = b64decode(b"".join(signed.splitlines()[1:-1]))
    for data in signed, octets, bytearray(signed), memoryview(octets):
        sshsig.verify(key.public_key, data, message, namespace)
    assert sshsig.read(signed) == sshsig.read(octets)
    with pytest.raises(InvalidSignature, match=r"^mismatch: "):
        sshsig.verify(key.public_key, signed, message + b"x", namespace)


class Once(io.RawIOBase):
    """A pipe of 200,000 octets, which tells how it was read."""

    def __init__(self) -> None:
        self.left = 200_000
        self.asked: list[int] = []

    def read(self, size: int = -1) -> bytes:
        self.asked.append(size)
        given_ = min(size, self.left)
        self.left -= given_
        return bytes(given_)


@every_scheme
def test_a_message_is_read_once_in_chunks(scheme: Any) -> None:
    key, pipe, again = key_of(scheme), Once(), Once()
    signed = sshsig.sign(key, pipe, "file")
    assert signed == sshsig.sign(key, bytes(200_000), "file") == sshsig.sign(key, [bytes(100_000)] * 2, "file")
    sshsig.verify(key.public_key, signed, again, "file")
    for read in pipe, again:
        assert read.left == 0
        assert max(read.asked) < 100_000


def test_an_expanded_key_signs() -> None:
    h = bytearray(sha512(bytes(32)).digest())
    h[0] &= 0xF8
    h[31] = h[31] & 0x7F | 0x40
    assert sshsig.sign(ed25519.expanded_key(bytes(h)), MESSAGE, "file") == SIGNED


# ---------------------------------------------------------------- arguments


@pytest.mark.parametrize("scheme", [ed448, secp256k1, ed25519ph, ed25519ctx], ids=lambda scheme: scheme.name)
def test_schemes_that_openssh_does_not_have(scheme: Any) -> None:
    key = key_of(scheme)
    for call in (
        lambda: sshsig.sign(key, MESSAGE, "file"),
        lambda: sshsig.verify(key.public_key, SIGNED, MESSAGE, "file"),
    ):
        with pytest.raises(UnusableInput, match=f"^unsupported: OpenSSH has no signatures of {scheme.name}$"):
            call()


@pytest.mark.parametrize("namespace", ["", "a\0", "\ud800"])
def test_a_namespace_that_no_signature_has(namespace: str) -> None:
    for call in (
        lambda: sshsig.sign(KEY, MESSAGE, namespace),
        lambda: sshsig.verify(KEY.public_key, SIGNED, MESSAGE, namespace),
        lambda: sshsig.signed_data(MESSAGE, namespace),
    ):
        with pytest.raises(UnusableInput, match=r"^bad-request: "):
            call()


@pytest.mark.parametrize("hash", ["sha1", "SHA-256", "sha384", ""])
def test_a_hash_that_no_signature_has(hash: str) -> None:
    with pytest.raises(UnusableInput, match=f"^unsupported: no hash '{hash}'; there are sha256, sha512$"):
        sshsig.sign(KEY, MESSAGE, "file", hash)


def test_wrong_types() -> None:
    wrong: list[Callable[[], object]] = [
        lambda: sshsig.sign(KEY.public_key, MESSAGE, "file"),  # type: ignore[arg-type]
        lambda: sshsig.sign(KEY, "hello", "file"),  # type: ignore[arg-type]
        lambda: sshsig.sign(KEY, MESSAGE, b"file"),  # type: ignore[arg-type]
        lambda: sshsig.sign(KEY, MESSAGE, "file", None),  # type: ignore[arg-type]
        lambda: sshsig.verify(KEY, SIGNED, MESSAGE, "file"),  # type: ignore[arg-type]
        lambda: sshsig.verify(KEY.public_key, SIGNED.decode(), MESSAGE, "file"),  # type: ignore[arg-type]
        lambda: sshsig.verify(KEY.public_key, SIGNED, "hello", "file"),  # type: ignore[arg-type]
        lambda: sshsig.verify(KEY.public_key, SIGNED, MESSAGE, b"file"),  # type: ignore[arg-type]
        lambda: sshsig.read(None),  # type: ignore[arg-type]
    ]
    for call in wrong:
        with pytest.raises(TypeError):
            call()


# ---------------------------------------------------------------- another key, another namespace

A = "SHA256:tAXFyTXI8xtDaujAEcwJslAYc9/6FKcUkd2Lw0xDhPo"  # KEY's fingerprint


@every_scheme
def test_a_signature_by_another_key(scheme: Any) -> None:
    other = key_of(scheme)
    detail = f"the signature is by another key: {A}, wanted {openssh.fingerprint(other.public_key)}"
    refused(lambda: sshsig.verify(other.public_key, SIGNED, MESSAGE, "file"), "mismatch", detail)
    detail = f"the signature is by another key: {openssh.fingerprint(other.public_key)}, wanted {A}"
    signed = sshsig.sign(other, MESSAGE, "file")
    refused(lambda: sshsig.verify(KEY.public_key, signed, MESSAGE, "file"), "mismatch", detail)


@pytest.mark.parametrize(
    ("key_type", "code", "name"),
    [
        (b"ssh-rsa", "wrong-key", "an RSA key of the type 'ssh-rsa'"),
        (b"ecdsa-sha2-nistp521", "unsupported", "the curve P-521 (ecdsa-sha2-nistp521)"),
        (b"sk-ssh-ed25519@openssh.com", "wrong-key", "a security token's key of the type 'sk-ssh-ed25519@openssh.com'"),
        (b"ssh-new", "wrong-key", "a key of the type 'ssh-new'"),
    ],
)
def test_a_signature_by_a_key_that_is_not_read(key_type: bytes, code: str, name: str) -> None:
    octets = blob_of(key=string(key_type) + b"?")
    said = f"got {name}, wanted an Ed25519, P-256 or P-384 key"
    detail = f"the signature is by another key: {said}"
    refused(lambda: sshsig.verify(KEY.public_key, octets, MESSAGE, "file"), "mismatch", detail)
    with pytest.raises(UnusableInput) as caught:
        sshsig.read(octets)
    assert (caught.value.code, caught.value.detail) == (code, said)


def test_a_signature_for_another_namespace() -> None:
    for namespace, shown in {"git": "'git'", "File": "'File'", "é": "'\\xe9'", "file ": "'file '"}.items():
        detail = f"the signature is for another namespace: 'file', wanted {shown}"
        verify = lambda name=namespace: sshsig.verify(KEY.public_key, SIGNED, MESSAGE, name)  # noqa: E731
        refused(verify, "mismatch", detail)


def test_another_hash_is_a_mismatch() -> None:
    changed = blob_of(hash=b"sha256")
    refused(lambda: sshsig.verify(KEY.public_key, changed, MESSAGE, "file"), "mismatch", "[h][S]B != [h]R + [h][k]A")


# ---------------------------------------------------------------- the inner signature


def blob_of(
    key: bytes | None = None,
    namespace: bytes = b"file",
    reserved: bytes = b"",
    hash: bytes = b"sha512",
    inner: bytes | None = None,
    version: int = 1,
    magic: bytes = b"SSHSIG",
    scheme: Any = ed25519,
) -> bytes:
    """The octets of SIGNED, but for what is given."""
    signer = KEY if scheme is ed25519 else key_of(scheme)
    if key is None:
        key = ssh_key.write(signer.public_key)
    if inner is None:
        inner = string(b"ssh-ed25519") + string(signer.sign(sshsig.signed_data(MESSAGE, "file")))
    names = string(namespace) + string(reserved) + string(hash)
    return magic + version.to_bytes(4, "big") + string(key) + names + string(inner)


def armored(octets: bytes) -> bytes:
    return pem.write("SSH SIGNATURE", octets, columns=70)


def with_pair(scheme: Any, r: bytes, s: bytes) -> bytes:
    return blob_of(scheme=scheme, inner=string(TYPES[scheme.name]) + string(r + s))


def test_the_blob_that_the_tests_change() -> None:
    assert armored(blob_of()) == SIGNED
    r, s = key_of(p256).sign(sshsig.signed_data(MESSAGE, "file"), format=None)
    sshsig.verify(key_of(p256).public_key, with_pair(p256, mpint(r), mpint(s)), MESSAGE, "file")


L = ed25519.curve.L


@pytest.mark.parametrize(
    ("signature", "reason"),
    [
        (bytes(63), "signature-length"),
        (bytes(65), "signature-length"),
        (b"", "signature-length"),
        (b"\xff" * 64, "R-non-canonical"),
        (b"\2" + bytes(63), "R-not-on-curve"),
        (b"\1" + bytes(31) + L.to_bytes(32, "little"), "s-out-of-range"),
        (b"\1" + bytes(63), "mismatch"),
    ],
)
def test_reasons_of_ed25519(signature: bytes, reason: str) -> None:
    octets = blob_of(inner=string(b"ssh-ed25519") + string(signature))
    with pytest.raises(InvalidSignature) as caught:
        sshsig.verify(KEY.public_key, octets, MESSAGE, "file")
    assert caught.value.reason == reason


@pytest.mark.parametrize("scheme", [p256, p384], ids=lambda scheme: scheme.name)
def test_reasons_of_ecdsa(scheme: Any) -> None:
    n = scheme.curve.n
    for r, s, reason in (
        *((0, 1, "r-out-of-range"), (n, 1, "r-out-of-range"), (2**9000, 1, "r-out-of-range")),
        *((1, 0, "s-out-of-range"), (1, n, "s-out-of-range"), (1, 1, "mismatch")),
    ):
        octets = with_pair(scheme, mpint(r), mpint(s))
        with pytest.raises(InvalidSignature) as caught:
            sshsig.verify(key_of(scheme).public_key, octets, MESSAGE, "file")
        assert caught.value.reason == reason


def test_rule_sets() -> None:
    identity = ed25519.public_key(b"\1" + bytes(31))
    octets = blob_of(key=ssh_key.write(identity), inner=string(b"ssh-ed25519") + string(b"\1" + bytes(63)))
    for rules in None, "rfc8032", "zip215":
        sshsig.verify(identity, octets, b"any", "file", rules)
    with pytest.raises(InvalidSignature, match=r"^R-small-order"):
        sshsig.verify(identity, octets, b"any", "file", "no-small-order")
    key = key_of(p256)
    r, s = sshsig.read(sshsig.sign(key, MESSAGE, "file")).signature
    high = with_pair(p256, mpint(r), mpint(max(s, p256.curve.n - s)))
    sshsig.verify(key.public_key, high, MESSAGE, "file")
    with pytest.raises(InvalidSignature, match=r"^high-s"):
        sshsig.verify(key.public_key, high, MESSAGE, "file", "low-s")
    with pytest.raises(UnusableInput, match="unsupported"):
        sshsig.verify(key.public_key, high, MESSAGE, "file", "rfc8032")


# ---------------------------------------------------------------- malformed ones

KEY_TYPE = string(b"ssh-ed25519")
NO_SIGNATURE = "got a signature of the type 'ecdsa-sha2-nistp256', wanted ssh-ed25519, the key's"


@pytest.mark.parametrize(
    ("data", "detail"),
    [
        (b"", "begins neither with SSHSIG nor with -----BEGIN SSH SIGNATURE-----"),
        (b"\n" + SIGNED, "begins neither with SSHSIG nor with -----BEGIN SSH SIGNATURE-----"),
        (blob_of(magic=b"SSHSIH"), "begins neither with SSHSIG nor with -----BEGIN SSH SIGNATURE-----"),
        (pem.write("PGP SIGNATURE", b""), "begins neither with SSHSIG nor with -----BEGIN SSH SIGNATURE-----"),
        (pem.write("SIGNATURE", blob_of()), "begins neither with SSHSIG nor with -----BEGIN SSH SIGNATURE-----"),
        (SIGNED * 2, "got 2 blocks, wanted one"),
        (armored(b"SSHSIG"), "the version: 0 octets are left, wanted 4"),
        (armored(blob_of(magic=b"SSHSIH")), "the magic is not SSHSIG"),
        (blob_of(version=0), "got version 0, wanted 1"),
        (blob_of(version=2), "got version 2, wanted 1"),
        (blob_of() + b"x", "1 octets after the signature"),
        (blob_of(namespace=b""), "the namespace is empty"),
        (blob_of(namespace=b"a\0"), "the namespace: a NUL in it"),
        (blob_of(namespace=b"\xff"), "the namespace: no UTF-8"),
        (blob_of(hash=b"sha1"), "got the hash 'sha1', wanted sha256 or sha512"),
        (blob_of(hash=b""), "got the hash '', wanted sha256 or sha512"),
        (blob_of(key=b""), "in the public key: the key's type: 0 octets are left, wanted 4"),
        (blob_of(key=KEY_TYPE + string(bytes(31))), "in the public key: got a public key of 31 octets, wanted 32"),
        (blob_of(key=ssh_key.write(KEY.public_key) + b"x"), "in the public key: 1 octets after the public key"),
        (
            blob_of(key=string(TYPES["P-256"]) + string(b"nistp256") + string(b"\4" + bytes(63) + b"\1")),
            "in the public key: x and y don't satisfy the curve's equation",
        ),
        (blob_of(inner=b""), "the signature's type: 0 octets are left, wanted 4"),
        (blob_of(inner=KEY_TYPE), "the signature: 0 octets are left, wanted 4"),
        (blob_of(inner=KEY_TYPE + string(bytes(64)) + b"x"), "1 octets after the signature"),
        (blob_of(inner=string(TYPES["P-256"]) + string(bytes(64))), NO_SIGNATURE),
        (blob_of(scheme=p256), "got a signature of the type 'ssh-ed25519', wanted ecdsa-sha2-nistp256, the key's"),
        (with_pair(p256, b"\0\0\0\1\x80", mpint(1)), "r: a negative mpint"),
        (with_pair(p256, mpint(1), b"\0\0\0\1\xff"), "s: a negative mpint"),
        (with_pair(p256, b"\0\0\0\2\0\1", mpint(1)), "r: an mpint longer than needed"),
        (with_pair(p256, mpint(1), b"\0\0\0\1\0"), "s: an mpint longer than needed"),
        (with_pair(p256, mpint(1), mpint(1) + b"x"), "1 octets after s"),
        (with_pair(p256, mpint(1), b""), "s: 0 octets are left, wanted 4"),
        (with_pair(p384, b"\xff\xff\xff\xff", mpint(1)), "r: 5 octets are left, wanted 4294967295"),
        (b"SSHSIG\0\0\0\1\xff\xff\xff\xff", "the public key: 0 octets are left, wanted 4294967295"),
    ],
)
def test_malformed_ones(data: bytes, detail: str) -> None:
    for call in lambda: sshsig.read(data), lambda: sshsig.verify(KEY.public_key, data, MESSAGE, "file"):
        refused(call, "signature-encoding", f"no SSHSIG: {detail}")


@pytest.mark.parametrize("data", [SIGNED[:-20], SIGNED.replace(b"U1NI", b"U?NI"), SIGNED.replace(b"AAAA", b"AA=A")])
def test_malformed_armor(data: bytes) -> None:
    with pytest.raises(InvalidSignature, match=r"^signature-encoding: no SSHSIG: in PEM: "):
        sshsig.read(data)


def test_truncated_at_every_octet() -> None:
    octets = blob_of()
    for length in range(len(octets)):
        with pytest.raises(InvalidSignature, match=r"^signature-encoding"):
            sshsig.read(octets[:length])


@pytest.mark.parametrize("mask", [0x01, 0x20, 0x80])
@every_scheme
def test_a_bit_that_flips_at_every_octet(scheme: Any, mask: int) -> None:
    key = key_of(scheme)
    octets = b64decode(b"".join(sshsig.sign(key, MESSAGE, "file").splitlines()[1:-1]))
    for at in range(len(octets)):
        damaged = octets[:at] + bytes([octets[at] ^ mask]) + octets[at + 1 :]
        with pytest.raises(InvalidSignature):
            sshsig.verify(key.public_key, damaged, MESSAGE, "file")


@given(st.binary(), st.sampled_from([b"", b"SSHSIG", b"SSHSIG\0\0\0\1", b"-----BEGIN SSH SIGNATURE-----\n"]))
def test_any_octets_are_an_invalid_signature(octets: bytes, first: bytes) -> None:
    for call in lambda: sshsig.read(first + octets), lambda: sshsig.verify(KEY.public_key, first + octets, b"", "file"):
        with pytest.raises(InvalidSignature, match=r"^signature-encoding"):
            call()


@given(st.data())
def test_any_strings_are_an_invalid_signature(data: st.DataObject) -> None:
    """Octets with the layout of a signature, so that the reader gets further than by chance."""
    blobs = [ssh_key.write(key_of(scheme).public_key) for scheme in SCHEMES]
    part = st.sampled_from([*TYPES.values(), *blobs, b"", b"file", b"sha256", bytes(64), mpint(1) + mpint(1)])
    inner = string(data.draw(part)) + string(data.draw(part))
    names = [*data.draw(st.lists(part, max_size=2)), *[b"sha256"] * data.draw(st.integers(0, 1))]
    octets = b"SSHSIG\0\0\0\1" + b"".join(map(string, [data.draw(part), *names, inner]))
    with pytest.raises(InvalidSignature):
        sshsig.verify(key_of(p256).public_key, octets, b"", "file")


def test_4_mib_take_linear_time() -> None:
    big = bytes(1 << 22)
    begin = time.monotonic()
    for data in (
        *(b"SSHSIG" + big, blob_of(namespace=b"x" * (1 << 22)), blob_of(hash=b"x" * (1 << 22)), blob_of(key=big)),
        *(blob_of(reserved=big), blob_of(inner=KEY_TYPE + string(big)), with_pair(p256, mpint(1 << 25_000_000), b"")),
        *(armored(blob_of(reserved=big)), b"-----BEGIN SSH SIGNATURE-----" + b"\n" * (1 << 22)),
    ):
        with pytest.raises(InvalidSignature) as caught:
            sshsig.verify(KEY.public_key, data, b"", "file")
        assert len(caught.value.detail) < 250
    assert time.monotonic() - begin < 10
