"""A file of many records: JSON lines, or CSV with a header [RFC 4180], each found again by its offset.

What the file is shows its first character: { begins an object, anything else the header. A record that can't be read is
given with its fault, and the next one is read as usual. Blank lines are passed over. A line has at most MAX_LINE
octets, a field of CSV 131,072 characters (Python's csv).
"""

from __future__ import annotations

import csv
from typing import TYPE_CHECKING, BinaryIO, NamedTuple

from ecref.errors import UnusableInput
from ecref.formats.strict_json import MAX_LENGTH, quoted, read_object

if TYPE_CHECKING:
    from collections.abc import Collection, Iterator

    Fields = dict[str, object]

MAX_LINE = MAX_LENGTH  # octets, with the line's end
_BYTE_ORDER_MARK = b"\xef\xbb\xbf"


class Record(NamedTuple):
    """A record: the number of its first line, its offset, and its fields or what is wrong with it."""

    line: int
    offset: int
    fields: Fields | UnusableInput


class Records:
    """The records of a binary file that can seek, each of them once.

    UnusableInput for an empty file, and where a header names what isn't in `known` or names it twice.
    """

    def __init__(self, file: BinaryIO, known: Collection[str]) -> None:
        self._file = file
        self._lines = 0  # read so far
        self._header: list[str] | None = None
        start = file.tell()
        if file.read(len(_BYTE_ORDER_MARK)) == _BYTE_ORDER_MARK:
            start += len(_BYTE_ORDER_MARK)
        file.seek(start)
        first = next((line for line in self._raw_lines() if line.strip()), None)
        if first is None:
            raise UnusableInput("bad-request", "there is no line in the file")
        self._lines = 0
        file.seek(start)
        if not first.lstrip().startswith(b"{"):
            self._header = self._read_header(known)

    def __iter__(self) -> Iterator[Record]:
        """Every record behind the header."""
        if self._header is None:
            return self._objects()
        return (Record(line, offset, self._named(row)) for line, offset, row in self._rows())

    def at(self, offset: int) -> Fields | UnusableInput:
        """The fields of the record at an offset that was given with it; it must not be asked for amid an iteration."""
        self._file.seek(offset)
        record = next(iter(self), None)
        return UnusableInput("bad-length", "the file has become shorter") if record is None else record.fields

    def _read_header(self, known: Collection[str]) -> list[str]:
        line, _, names = next(self._rows())
        if isinstance(names, UnusableInput):
            raise UnusableInput(names.code, f"line {line}: {names.detail}")
        for name in names:
            if name not in known:
                there = ", ".join(sorted(known))
                raise UnusableInput("bad-request", f"line {line}: unknown column {quoted(name)}; there are {there}")
            if names.count(name) > 1:
                raise UnusableInput("bad-request", f"line {line}: two columns {name!r}")
        return names

    def _raw_lines(self) -> Iterator[bytes]:
        """Lines as they are, those that are too long cut after MAX_LINE + 1 octets."""
        while line := self._file.readline(MAX_LINE + 1):
            self._lines += 1
            rest = line
            while len(rest) > MAX_LINE and not rest.endswith(b"\n"):
                rest = self._file.readline(MAX_LINE + 1)
            yield line

    def _objects(self) -> Iterator[Record]:
        offset = self._file.tell()
        for line in self._raw_lines():
            if line.strip():
                yield Record(self._lines, offset, _object(line))
            offset = self._file.tell()

    def _rows(self) -> Iterator[tuple[int, int, list[str] | UnusableInput]]:
        """Line, offset and cells of each row; the csv module takes just the lines that it needs for one."""
        rows = csv.reader((line.decode("utf-8", "replace") for line in self._raw_lines()), strict=True)
        while True:
            line, offset = self._lines + 1, self._file.tell()
            try:
                row = next(rows)
            except StopIteration:
                return
            except csv.Error as error:
                yield line, offset, UnusableInput("bad-encoding", f"no CSV: {error}")
            else:
                if row:
                    yield line, offset, row

    def _named(self, row: list[str] | UnusableInput) -> Fields | UnusableInput:
        """A row by the header's names, without its empty cells, which are absent; but a message may be empty."""
        header = self._header or []
        if isinstance(row, UnusableInput):
            return row
        if len(row) != len(header):
            return UnusableInput("bad-encoding", f"got {len(row)} cells, wanted {len(header)}")
        fields: Fields = {name: cell for name, cell in zip(header, row, strict=True) if cell}
        return fields if "message" not in header or "digest" in fields else {"message": "", **fields}


def _object(line: bytes) -> Fields | UnusableInput:
    """The object on a line, without its members that are null, which are absent."""
    if len(line) > MAX_LINE:
        return UnusableInput("bad-length", f"a line longer than {MAX_LINE} octets")
    try:
        return {name: value for name, value in read_object(line).items() if value is not None}
    except UnusableInput as error:
        return error
