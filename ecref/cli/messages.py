"""What is signed: a file in chunks, a pipe that is kept to be read twice, or a digest."""

from __future__ import annotations

import shutil
import tempfile
from contextlib import contextmanager
from typing import TYPE_CHECKING, BinaryIO

from ecref.passes import IN_MEMORY

from .files import opened, small
from .streams import note

if TYPE_CHECKING:
    from collections.abc import Iterator

    from ecref import EdDSA
    from ecref.inputs import Message


@contextmanager
def message_to_sign(path: str, scheme: EdDSA) -> Iterator[Message]:
    """The message in a file; without a prehash it is read twice.

    What can't be read twice, such as a pipe, is kept: in memory up to 16 MiB, beyond that in a temporary file
    without a name, which holds nothing but the message.
    """
    with opened(path) as file:
        if scheme.prehash is not None or file.seekable():
            yield file
            return
        start = file.read(IN_MEMORY + 1)
        if len(start) <= IN_MEMORY:
            yield start
            return
        with tempfile.TemporaryFile() as copy:
            copy.write(start)
            shutil.copyfileobj(file, copy)
            size = f"{copy.tell():,} octets"
            note(f"a pipe can't be read twice, so its {size} were put into a temporary file in {tempfile.gettempdir()}")
            copy.seek(0)
            yield copy


def digest_of(file: BinaryIO) -> bytes:
    """The digest that a file holds, as octets."""
    return small(file, "the digest")
