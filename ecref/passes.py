"""A message by chunks, for the one hash of a verification or the two of a signature. [RFC 8032, 5.1.6 and 8.5]

EdDSA without a prehash hashes the message twice to sign it: r = H(prefix || M), then k = H(R || A || M). A file is
read twice for that, and both passes must give the same octets. If somebody changes M to M' in between, S = r + k'*s
joins M's nonce with the challenge of M'. Beside the signature of M, which has the same R, that gives the key away:
s = (S - S') / (k - k') modulo L.
"""

from __future__ import annotations

import hashlib

from .errors import UnusableInput
from .inputs import as_bytes, pieces

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator
    from typing import BinaryIO, TypeAlias

    from .inputs import Message

    Chunked: TypeAlias = bytes | Iterable[bytes]  # octets at hand, or what gives them by chunks

IN_MEMORY = 1 << 24  # octets at most, of a message that can be read once only and must be hashed twice


def once(message: Message) -> Chunked:
    """The message for one pass: octets, or the chunks of a file or an iterable as they come."""
    if isinstance(message, bytes | bytearray | memoryview):
        return as_bytes("a message", message)
    return pieces(message)


def twice(message: Message) -> Chunked:
    """The message for two passes: octets, a file that can seek, or else all that comes, up to IN_MEMORY octets.

    UnusableInput "bad-request" for more. The second pass over a file that changed ends in the same error.
    """
    if hasattr(message, "seekable") and message.seekable():
        return TwoPasses(message)  # type: ignore[arg-type]  # mypy knows no type that has it
    chunks = once(message)
    return chunks if isinstance(chunks, bytes) else _collected(chunks)


class TwoPasses:
    """The octets of a file from where it stands, by chunks, as often as it is iterated over: the same or an error.

    What a pass gives is compared by its SHA-512, worked out beside the hash that the caller feeds with it.
    """

    def __init__(self, file: BinaryIO) -> None:
        self._file = file
        self._start = file.tell()
        self._first: bytes | None = None  # the digest of the first pass

    def __iter__(self) -> Iterator[bytes]:
        self._file.seek(self._start)
        digest = hashlib.sha512()
        for chunk in pieces(self._file):
            digest.update(chunk)
            yield chunk
        if self._first is None:
            self._first = digest.digest()
        elif self._first != digest.digest():
            raise UnusableInput("bad-request", "the message changed while it was being signed, so nothing is signed")


def _collected(chunks: Iterable[bytes]) -> bytes:
    """All chunks together, if they are few."""
    octets = bytearray()
    for chunk in chunks:
        octets += chunk
        if len(octets) > IN_MEMORY:
            detail = f"a message that can be read only once may have {IN_MEMORY} octets where it is hashed twice"
            raise UnusableInput("bad-request", f"{detail}; got more")
    return bytes(octets)
