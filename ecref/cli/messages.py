"""What is signed: a file in chunks, a pipe that is kept to be read twice, or a digest."""

from __future__ import annotations

import io
import tempfile
from contextlib import contextmanager
from typing import TYPE_CHECKING, BinaryIO

from ecref.inputs import pieces
from ecref.passes import IN_MEMORY

from .files import opened, small
from .streams import note

if TYPE_CHECKING:
    from collections.abc import Iterator

    from ecref import EdDSA


@contextmanager
def message_to_sign(path: str, scheme: EdDSA) -> Iterator[BinaryIO]:
    """The message in a file. Without a prehash it is read twice, so that what can't be, such as a pipe, is kept."""
    with opened(path) as file:
        if scheme.prehash is not None or file.seekable():
            yield file
        else:
            with _kept(file) as copy:
                yield copy


def _kept(file: BinaryIO) -> BinaryIO:
    """A copy of a file: in memory up to 16 MiB, beyond that on disk without a name. It has nothing but the message."""
    copy: BinaryIO = io.BytesIO()
    on_disk = False
    for chunk in pieces(file):
        copy.write(chunk)
        if not on_disk and copy.tell() > IN_MEMORY:
            copy, on_disk = _moved(copy), True
    if on_disk:
        size, where = f"{copy.tell():,} octets", tempfile.gettempdir()
        note(f"a pipe can't be read twice, so its {size} were put into a temporary file in {where}")
    copy.seek(0)
    return copy


def _moved(copy: BinaryIO) -> BinaryIO:
    """A temporary file with the octets that are in memory."""
    file: BinaryIO = tempfile.TemporaryFile()  # noqa: SIM115 -- message_to_sign closes it
    copy.seek(0)
    file.write(copy.read())
    return file


def digest_of(file: BinaryIO) -> bytes:
    """The digest that a file holds, as octets."""
    return small(file, "the digest")
