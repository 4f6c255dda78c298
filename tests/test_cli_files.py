"""Files of the command line: how keys and signatures are read, and how a file is written."""

from __future__ import annotations

import os
import stat
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

import ecref
from ecref import UnusableInput, cli
from ecref.cli import files, keys
from ecref.cli.names import CURVES

if TYPE_CHECKING:
    from ecref.cli.names import Scheme

SCHEMES = {name: scheme for name, (scheme, _) in CURVES.items()}


@pytest.fixture(autouse=True)
def _in_an_empty_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)


@pytest.fixture(params=SCHEMES)
def scheme(request: pytest.FixtureRequest) -> Scheme:
    return SCHEMES[request.param]


def texts(octets: bytes) -> list[bytes]:
    """The ways to write octets as hex."""
    text = octets.hex().encode()
    return [text, text + b"\n", text + b"\r\n", text.upper() + b"\n"]


# ---------------------------------------------------------------- keys


def test_a_private_key_is_raw_or_hex(scheme: Scheme) -> None:
    key = scheme.generate().private_bytes()
    for key_format, contents in [(None, [key, *texts(key)]), ("raw", [key]), ("hex", texts(key))]:
        for content in contents:
            Path("key").write_bytes(content)
            assert keys.private_key("key", scheme, key_format).private_bytes() == key


def test_a_public_key_is_raw_or_hex(scheme: Scheme) -> None:
    key = scheme.generate().public_key
    forms = [key.to_bytes()]
    if isinstance(key, ecref.ecdsa_keys.ECDSAPublicKey):
        forms.append(key.to_bytes(compressed=True))
    for octets in forms:
        for key_format, contents in [(None, [octets, *texts(octets)]), ("raw", [octets]), ("hex", texts(octets))]:
            for content in contents:
                Path("key").write_bytes(content)
                assert keys.public_key("key", scheme, key_format) == key


def test_sec1_is_a_point_of_ecdsa_raw_or_hex(scheme: Scheme) -> None:
    key = scheme.generate()
    octets = key.public_key.to_bytes()
    for content in [octets, *texts(octets)]:
        Path("key").write_bytes(content)
        if isinstance(scheme, ecref.ECDSA):
            assert keys.public_key("key", scheme, "sec1") == key.public_key
        else:
            with pytest.raises(UnusableInput, match="sec1"):
                keys.public_key("key", scheme, "sec1")
    with pytest.raises(UnusableInput, match="sec1"):
        keys.private_key("key", scheme, "sec1")


def test_the_length_tells_a_raw_key_of_hex_digits_from_hex() -> None:
    Path("key").write_bytes(b"0123456789abcdef" * 2)
    assert keys.private_key("key", ecref.ed25519, None).private_bytes() == b"0123456789abcdef" * 2
    with pytest.raises(UnusableInput, match="16 octets, wanted 32"):
        keys.private_key("key", ecref.ed25519, "hex")


@pytest.mark.parametrize(
    ("content", "key_format", "says"),
    [
        (b"", None, "key: .* 0 octets"),
        (b"", "raw", "key: .* 0 octets"),
        (b"\n", None, "key: .* 0 octets"),
        (bytes(31), None, "key: neither hex nor a raw key of 32 octets"),
        (bytes(33), "raw", "key: .* 33 octets"),
        (bytes(32), "hex", "key: neither hex"),
        (b"0x" + b"00" * 32, None, "key: neither hex"),
        (b" " + b"00" * 32, None, "key: neither hex"),
        (b"00" * 32 + b"\n\n", None, "key: neither hex"),
        (b"00" * 31 + b"0", None, "key: neither hex"),
        (b"00" * 31, None, "key: .* 31 octets"),
        (b"00" * 32, "raw", "key: .* 64 octets"),
        (bytes(32) + b"\n", None, "key: neither hex"),
        ("é".encode() * 32, None, "key: neither hex"),
    ],
)
def test_what_is_no_key(content: bytes, key_format: str, says: str) -> None:
    Path("key").write_bytes(content)
    for read in [keys.private_key, keys.public_key]:
        with pytest.raises(UnusableInput, match=says):
            read("key", ecref.ed25519, key_format)


def test_a_point_of_either_length_is_wanted() -> None:
    Path("key").write_bytes(bytes(32))
    with pytest.raises(UnusableInput, match="neither hex nor a raw key of 33 or 65 octets"):
        keys.public_key("key", ecref.p256, None)


# ---------------------------------------------------------------- writing


def mode(path: str) -> int:
    return stat.S_IMODE(os.lstat(path).st_mode)


@pytest.fixture
def _usual_umask() -> object:
    before = os.umask(0o022)
    yield
    os.umask(before)


@pytest.mark.usefixtures("_usual_umask")
def test_only_its_owner_reads_a_private_key() -> None:
    assert cli.main(["keygen", "--curve", "ed25519", "--out", "key"]) == 0
    first = Path("key").read_bytes()
    assert mode("key") == 0o600
    assert cli.main(["keygen", "--curve", "ed25519", "--out", "key"]) == 2
    assert Path("key").read_bytes() == first
    Path("key").chmod(0o644)
    assert cli.main(["keygen", "--curve", "ed25519", "--out", "key", "--force"]) == 0
    assert Path("key").read_bytes() != first
    assert mode("key") == 0o600
    assert cli.main(["pubkey", "--curve", "ed25519", "--key", "key", "--out", "public"]) == 0
    assert mode("public") == 0o644


def test_the_file_is_never_readable_by_others(monkeypatch: pytest.MonkeyPatch) -> None:
    opened: list[tuple[str, int, int]] = []
    really_open = os.open

    def spy(path: str, flags: int, mode: int) -> int:
        opened.append((path, flags, mode))
        return really_open(path, flags, mode)

    monkeypatch.setattr("os.open", spy)
    for force in [False, True]:
        files.write("key", b"secret", force=force, mode=0o600)
    assert len(opened) == 2
    for _, flags, mode in opened:
        assert flags & os.O_EXCL
        assert mode == 0o600


def test_a_link_is_replaced_and_not_followed() -> None:
    Path("target").write_bytes(b"untouched")
    for name, target in [("link", "target"), ("dangling", "nowhere")]:
        Path(name).symlink_to(target)
        with pytest.raises(FileExistsError):
            files.write(name, b"new", force=False)
        files.write(name, b"new", force=True)
        assert not Path(name).is_symlink()
        assert Path(name).read_bytes() == b"new"
    assert Path("target").read_bytes() == b"untouched"
    assert not Path("nowhere").exists()


def test_force_writes_a_file_that_is_not_there_yet() -> None:
    files.write("new", b"x", force=True)
    assert Path("new").read_bytes() == b"x"


@pytest.mark.parametrize("force", [False, True])
def test_nothing_half_written_is_left(monkeypatch: pytest.MonkeyPatch, *, force: bool) -> None:
    if force:
        Path("file").write_bytes(b"before")
    with pytest.raises(TypeError):
        files.write("file", "not octets", force=force)  # type: ignore[arg-type]
    assert [path.name for path in Path().iterdir()] == ["file"] * force

    def fail(*_: object) -> None:
        raise OSError(5, "Input/output error")

    monkeypatch.setattr("os.replace", fail)
    if force:
        with pytest.raises(OSError, match="Input/output"):
            files.write("file", b"x", force=True)
        assert [path.name for path in Path().iterdir()] == ["file"]
        assert Path("file").read_bytes() == b"before"


def test_what_is_no_file_is_not_replaced() -> None:
    Path("folder").mkdir()
    os.mkfifo("pipe")
    for name in ["folder", "pipe"]:
        with pytest.raises(UnusableInput, match="neither a file nor a link"):
            files.write(name, b"x", force=True)
    assert sorted(path.name for path in Path().iterdir()) == ["folder", "pipe"]
