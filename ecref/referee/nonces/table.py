"""Which of many values occur again: a table of 8-octet fingerprints, 16 octets an entry.

A fingerprint only proposes: what it groups is looked at a second time. So two values with the same fingerprint cost
time, and nothing else; equal values always have the same one.
"""

from __future__ import annotations

from array import array
from collections import Counter
from hashlib import blake2b
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterator

BUCKETS = 256  # each is counted for itself, so that only one is held in another form at a time


def fingerprint(*parts: bytes) -> int:
    """64 bits of a hash of the parts."""
    return int.from_bytes(blake2b(b"\0".join(parts), digest_size=8).digest(), "big")


class Table:
    """Fingerprints, each with the number of the entry that has it."""

    def __init__(self) -> None:
        self._prints = [array("Q") for _ in range(BUCKETS)]
        self._numbers = [array("Q") for _ in range(BUCKETS)]

    def add(self, print_: int, number: int) -> None:
        """Enter a fingerprint; numbers ascend."""
        self._prints[print_ % BUCKETS].append(print_)
        self._numbers[print_ % BUCKETS].append(number)

    def groups(self, least: int) -> Iterator[array[int]]:
        """The numbers of each fingerprint that occurs at least so often, ascending."""
        for prints, numbers in zip(self._prints, self._numbers, strict=True):
            found = {print_: array("Q") for print_, count in Counter(prints).items() if count >= least}
            for print_, number in zip(prints, numbers, strict=True):
                if print_ in found:
                    found[print_].append(number)
            yield from found.values()
