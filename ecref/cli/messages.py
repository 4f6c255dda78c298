"""What is signed: a file in chunks, a file as a whole, or a digest."""

from __future__ import annotations

from typing import TYPE_CHECKING, BinaryIO

from .files import small

if TYPE_CHECKING:
    from ecref import EdDSA


def whole_or_file(file: BinaryIO, scheme: EdDSA) -> bytes | BinaryIO:
    """A message as EdDSA takes it: in chunks where it is prehashed, else in memory, since it is hashed twice."""
    return file.read() if scheme.prehash is None else file


def digest_of(file: BinaryIO) -> bytes:
    """The digest that a file holds, as octets."""
    return small(file, "the digest")
