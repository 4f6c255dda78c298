"""Octets in: what counts as bytes, and messages that come in pieces.

Accepted are bytes, bytearray and memoryview; text is refused, since only the caller knows its encoding. What
is mutable is copied, so that a buffer that changes meanwhile cannot be hashed in two states.
"""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator
    from typing import BinaryIO, TypeAlias

    Octets: TypeAlias = bytes | bytearray | memoryview
    Message: TypeAlias = Octets | BinaryIO | Iterable[Octets]

CHUNK = 1 << 16  # octets read from a file at once


def as_bytes(what: str, value: object) -> bytes:
    """The octets of value; TypeError, naming what was expected, for any other type."""
    if isinstance(value, bytes):
        return value
    if isinstance(value, bytearray | memoryview):
        return bytes(value)
    raise TypeError(f"{what} must be bytes, not {type(value).__name__}")


def as_int(what: str, value: object) -> int:
    """value, if it is an int (and no bool); otherwise TypeError."""
    if isinstance(value, int) and not isinstance(value, bool):
        return value
    raise TypeError(f"{what} must be an int, not {type(value).__name__}")


def pieces(message: Message) -> Iterator[bytes]:
    """The message's octets in order: all at once, or by chunks of a binary file, or by the items of an iterable."""
    if isinstance(message, bytes | bytearray | memoryview):
        return iter((bytes(message),))
    if hasattr(message, "read"):
        return _chunks(message)  # type: ignore[arg-type]  # mypy knows no type that has read
    if hasattr(message, "__iter__") and not isinstance(message, str):
        return (as_bytes("a piece of a message", piece) for piece in message)
    raise TypeError(f"a message must be bytes, a binary file or pieces of bytes, not {type(message).__name__}")


def _chunks(file: BinaryIO) -> Iterator[bytes]:
    while chunk := as_bytes("what a file gives", file.read(CHUNK)):
        yield chunk
