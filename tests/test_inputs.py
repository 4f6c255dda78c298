"""Octets in: the types that are bytes, ints that are no bools, and messages in pieces."""

from __future__ import annotations

import io
from typing import TYPE_CHECKING, Any

import pytest

from ecref.inputs import CHUNK, as_bytes, as_int, pieces

if TYPE_CHECKING:
    from pathlib import Path

def type_name(value: object) -> str:
    return type(value).__name__


NO_BYTES = ["text", None, 7, True, 1.5, [1, 2], (1, 2), {1: 2}, object(), bytes]


@pytest.mark.parametrize("value", [b"abc", bytearray(b"abc"), memoryview(b"abc")])
def test_bytes_like_values_become_bytes(value: Any) -> None:
    assert as_bytes("a key", value) == b"abc"
    assert type(as_bytes("a key", value)) is bytes


def test_what_is_mutable_is_copied() -> None:
    buffer = bytearray(b"abc")
    taken, view = as_bytes("a key", buffer), as_bytes("a key", memoryview(buffer))
    piece = next(pieces(buffer))
    buffer[:] = b"xyz"
    assert (taken, view, piece) == (b"abc", b"abc", b"abc")


def test_a_strided_view_gives_the_octets_it_shows() -> None:
    assert as_bytes("a key", memoryview(b"a-b-c-")[::2]) == b"abc"


@pytest.mark.parametrize("value", NO_BYTES, ids=type_name)
def test_other_types_are_no_bytes(value: Any) -> None:
    with pytest.raises(TypeError, match=rf"^a key must be bytes, not {type(value).__name__}$"):
        as_bytes("a key", value)


@pytest.mark.parametrize("value", [0, -1, 10**600])
def test_ints(value: int) -> None:
    assert as_int("r", value) is value


@pytest.mark.parametrize("value", ["1", None, True, False, 1.0, b"\1", [1]], ids=type_name)
def test_other_types_are_no_ints(value: Any) -> None:
    with pytest.raises(TypeError, match=rf"^r must be an int, not {type(value).__name__}$"):
        as_int("r", value)


@pytest.mark.parametrize("message", [b"", b"abc", bytearray(b"abc"), memoryview(b"abc")])
def test_octets_are_one_piece(message: Any) -> None:
    assert list(pieces(message)) == [bytes(message)]


def test_a_file_is_read_in_chunks() -> None:
    class Recorder(io.BytesIO):
        sizes: list[int | None]

        def read(self, size: int | None = -1, /) -> bytes:
            self.sizes.append(size)
            return super().read(size)

    file = Recorder(bytes(2 * CHUNK + 1))
    file.sizes = []
    assert [len(piece) for piece in pieces(file)] == [CHUNK, CHUNK, 1]
    assert file.sizes == [CHUNK] * 4


def test_a_file_is_read_from_where_it_stands(tmp_path: Path) -> None:
    path = tmp_path / "message"
    path.write_bytes(b"skipped, read")
    with path.open("rb") as file:
        file.seek(9)
        assert b"".join(pieces(file)) == b"read"
        assert b"".join(pieces(file)) == b""


def test_an_iterable_gives_its_items() -> None:
    assert list(pieces([b"a", bytearray(b"b"), memoryview(b"c")])) == [b"a", b"b", b"c"]
    assert list(pieces(piece for piece in (b"x", b""))) == [b"x", b""]
    assert list(pieces([])) == []


@pytest.mark.parametrize("message", ["text", None, 7, True, 1.5, object()], ids=type_name)
def test_other_types_are_no_message(message: Any) -> None:
    with pytest.raises(TypeError, match=rf"not {type(message).__name__}$"):
        list(pieces(message))


@pytest.mark.parametrize("message", [["text"], [b"ok", None], [1, 2], {"a": b""}, io.StringIO("text")], ids=type_name)
def test_pieces_of_another_type_are_refused(message: Any) -> None:
    with pytest.raises(TypeError, match="must be bytes, not"):
        list(pieces(message))


class NonBlocking(io.RawIOBase):
    """A file that has nothing to give for a moment, and says so by None."""

    def __init__(self) -> None:
        self._left = [b"ab", None, b"cd", b""]

    def read(self, size: int = -1) -> bytes | None:  # noqa: ARG002
        return self._left.pop(0)


def test_a_file_that_gives_nothing_for_now_is_refused_rather_than_cut_short() -> None:
    with pytest.raises(TypeError, match="what a file gives must be bytes, not NoneType"):
        list(pieces(NonBlocking()))


def test_an_empty_text_file_is_no_empty_message() -> None:
    with pytest.raises(TypeError, match="what a file gives must be bytes, not str"):
        list(pieces(io.StringIO("")))  # type: ignore[arg-type]
