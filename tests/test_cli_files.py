"""Files of the command line: how they are read, and how one is written without overwriting another."""

from __future__ import annotations

import os
import stat
from pathlib import Path

import pytest

from ecref import UnusableInput, cli
from ecref.cli import files


@pytest.fixture(autouse=True)
def _in_an_empty_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)


def test_a_small_file_is_read_whole_and_another_is_refused() -> None:
    Path("small").write_bytes(bytes(1 << 20))
    Path("large").write_bytes(bytes((1 << 20) + 1))
    assert files.read_small("small") == bytes(1 << 20)
    with pytest.raises(UnusableInput, match=r"^bad-length: large: longer than 1048576 octets$"):
        files.read_small("large")


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
    assert cli.main(["pubkey", "--key", "key", "--out", "public"]) == 0
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
