"""Records of JSON lines and CSV: what is read, what is refused, and that each is found again by its offset."""

from __future__ import annotations

import io

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ecref.errors import UnusableInput
from ecref.referee.nonces import records
from ecref.referee.nonces.records import Records

KNOWN = frozenset({"a", "b", "message", "digest"})


def read(data: bytes) -> list[tuple[int, object]]:
    """Lines and fields, or the detail of a fault; the same must be found at each offset."""
    reader = Records(io.BytesIO(data), KNOWN)
    found = list(reader)
    for record in reversed(found):
        again = reader.at(record.offset)
        if isinstance(record.fields, UnusableInput):
            assert str(again) == str(record.fields)
        else:
            assert again == record.fields
    return [(line, f"{f.code}: {f.detail}" if isinstance(f, UnusableInput) else f) for line, _, f in found]


def test_json_lines() -> None:
    data = b'\n{"a": "x", "b": null}\n \n{"message": ""}\r\nnonsense\n{"a": {"b": 1}}'
    assert read(data) == [
        (2, {"a": "x"}),
        (4, {"message": ""}),
        (5, "bad-encoding: no JSON: Expecting value, at character 1"),
        (6, {"a": {"b": 1}}),
    ]


def test_json_that_is_no_object_or_has_a_key_twice() -> None:
    assert read(b'{"a": 1}\n[1]\n{"a": 1, "a": 2}\n') == [
        (1, {"a": 1}),
        (2, "bad-encoding: no JSON object"),
        (3, "bad-encoding: duplicate key 'a'"),
    ]


def test_csv_with_quotes_breaks_and_empty_cells() -> None:
    data = b'a,b\r\n1,"x,""y"""\r\n\r\n"two\nlines",\r\n3,4'
    assert read(data) == [(2, {"a": "1", "b": 'x,"y"'}), (4, {"a": "two\nlines"}), (6, {"a": "3", "b": "4"})]


def test_an_empty_message_is_one_unless_there_is_a_digest() -> None:
    assert read(b"a,message\n1,\n") == [(2, {"a": "1", "message": ""})]
    data = b"message,digest\n,aa\n,\nbb,\nbb,aa\n"
    assert [fields for _, fields in read(data)] == [
        {"digest": "aa"},
        {"message": ""},
        {"message": "bb"},
        {"message": "bb", "digest": "aa"},
    ]


def test_rows_that_are_no_csv() -> None:
    data = b'a,b\n1\n1,2,3\n"x"y,2\n5,6\n7,"open\nto the end\n'
    assert read(data) == [
        (2, "bad-encoding: got 1 cells, wanted 2"),
        (3, "bad-encoding: got 3 cells, wanted 2"),
        (4, "bad-encoding: no CSV: ',' expected after '\"'"),
        (5, {"a": "5", "b": "6"}),
        (6, "bad-encoding: no CSV: unexpected end of data"),
    ]


def test_a_quote_that_is_never_closed_takes_a_field_at_most_and_the_rest_is_read() -> None:
    found = read(b'a,b\n1,"' + b"x" * 200_000 + b"\n" + b"3,4\n")
    assert found == [(2, "bad-encoding: no CSV: field larger than field limit (131072)"), (3, {"a": "3", "b": "4"})]


@pytest.mark.parametrize(
    ("data", "says"),
    [
        (b"", "there is no line in the file"),
        (b"\xef\xbb\xbf\n \n", "there is no line in the file"),
        (b"a,c\n", "line 1: unknown column 'c'; there are a, b, digest, message"),
        (b"\na,a\n", "line 2: two columns 'a'"),
        (b'"a', "line 1: no CSV: unexpected end of data"),
    ],
)
def test_a_file_that_cannot_be_read_at_all(data: bytes, says: str) -> None:
    with pytest.raises(UnusableInput) as error:
        read(data)
    assert error.value.detail == says


def test_a_byte_order_mark_and_octets_that_are_no_utf8() -> None:
    assert read(b"\xef\xbb\xbfa,b\n\xff,2\n") == [(2, {"a": "\N{REPLACEMENT CHARACTER}", "b": "2"})]
    assert read(b'\xef\xbb\xbf{"a": "1"}\n') == [(1, {"a": "1"})]


def test_a_file_that_has_become_shorter() -> None:
    file = io.BytesIO(b'{"a": "1"}\n{"a": "2"}\n')
    reader = Records(file, KNOWN)
    last = list(reader)[-1]
    file.truncate(last.offset)
    assert str(reader.at(last.offset)) == "bad-length: the file has become shorter"


def test_the_file_begins_where_it_stands() -> None:
    file = io.BytesIO(b'before\n{"a": "1"}\n')
    file.readline()
    assert [record.fields for record in Records(file, KNOWN)] == [{"a": "1"}]


@pytest.mark.parametrize("length", [99, 100, 101, 102, 250, 303])
def test_a_line_that_is_too_long(length: int, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(records, "MAX_LINE", 100)
    line = b'{"a": "' + b"x" * (length - 10) + b'"}\n'
    assert len(line) == length
    expected = {"a": "x" * (length - 10)} if length <= 100 else "bad-length: a line longer than 100 octets"
    assert read(line + b'{"b": "2"}\n') == [(1, expected), (2, {"b": "2"})]
    if length != 101:  # without its end that one is short enough
        assert read(b'{"b": "2"}\n' + line[:-1]) == [(1, {"b": "2"}), (2, expected)]


CELLS = st.text(st.characters(codec="utf-8", exclude_characters="\0"), max_size=8)


@given(st.lists(st.lists(CELLS, min_size=2, max_size=2)))
def test_any_cells_come_back(rows: list[list[str]]) -> None:
    quoted = ["{},{}".format(*('"' + cell.replace('"', '""') + '"' for cell in row)) for row in rows]
    data = "\n".join(["a,b", *quoted]).encode()
    assert [fields for _, fields in read(data)] == [
        {name: cell for name, cell in zip("ab", row, strict=True) if cell} for row in rows
    ]


@given(st.binary(max_size=200))
def test_no_octets_break_it(data: bytes) -> None:
    for start in b"a,b\n", b'{"a": "1"}\n':
        assert isinstance(read(start + data), list)
