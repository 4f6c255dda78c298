"""SSH's values: RFC 4251's examples, what is refused, and that a length costs nothing."""

from __future__ import annotations

import time
import tracemalloc
from typing import TYPE_CHECKING

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ecref import UnusableInput
from ecref.formats.ssh import Reader, mpint, string, utf8

if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import Any

RFC_4251 = {0: "00000000", 0x9A378F9B2E332A7: "0000000809a378f9b2e332a7", 0x80: "000000020080"}  # section 5


def refused(read: Callable[[], object], detail: str) -> None:
    with pytest.raises(UnusableInput) as caught:
        read()
    assert (caught.value.code, caught.value.detail) == ("bad-encoding", detail)


@pytest.mark.parametrize(("x", "octets"), [*RFC_4251.items(), (0x7F, "000000017f"), (0xFF00, "0000000300ff00")])
def test_mpints(x: int, octets: str) -> None:
    assert mpint(x).hex() == octets
    assert Reader(bytes.fromhex(octets)).mpint("x") == x


@given(st.integers(0, 2**600))
def test_any_mpint_that_is_written_is_read(x: int) -> None:
    reader = Reader(mpint(x) + b"next")
    assert reader.mpint("x") == x
    assert reader.rest() == b"next"


@given(st.binary(max_size=4).map(string))
def test_an_mpint_has_one_form(octets: bytes) -> None:
    """Every string of four octets is a negative number, or longer than needed, or what the writer writes."""
    try:
        x = Reader(octets).mpint("x")
    except UnusableInput:
        assert octets[4] > 0x7F or (octets[4] == 0 and octets[5:6] < b"\x80")
    else:
        assert mpint(x) == octets


@pytest.mark.parametrize(
    ("octets", "detail"),
    [
        ("00000002edcc", "x: a negative mpint"),  # -1234, of RFC 4251
        ("00000005ff21524111", "x: a negative mpint"),  # -deadbeef
        ("0000000180", "x: a negative mpint"),
        ("0000000100", "x: an mpint longer than needed"),
        ("000000020001", "x: an mpint longer than needed"),
        ("00000002007f", "x: an mpint longer than needed"),
        ("00000003000080", "x: an mpint longer than needed"),
        ("00000002ff", "x: 1 octets are left, wanted 2"),
        ("000000", "x: 3 octets are left, wanted 4"),
    ],
)
def test_what_is_no_mpint(octets: str, detail: str) -> None:
    refused(lambda: Reader(bytes.fromhex(octets)).mpint("x"), detail)


def test_a_string_as_rfc_4251_prints_it() -> None:
    assert string(b"testing").hex() == "00000007" + b"testing".hex()
    assert string(b"").hex() == "00000000"


def test_one_value_after_the_other() -> None:
    reader = Reader(b"magic" + bytes.fromhex("00000102") + string(b"\xff") + string("é".encode()) + mpint(5))
    assert reader.take(5, "the magic") == b"magic"
    assert reader.uint32("a number") == 0x102
    assert reader.string("octets") == b"\xff"
    assert reader.text("text") == "é"
    refused(lambda: reader.end("the text"), "5 octets after the text")
    assert reader.mpint("x") == 5
    assert reader.end("x") is None  # type: ignore[func-returns-value]
    assert reader.rest() == b""
    refused(lambda: reader.take(1, "more"), "more: 0 octets are left, wanted 1")


@pytest.mark.parametrize(
    ("octets", "detail"),
    [(b"\xff", "name: no UTF-8"), (b"\xed\xa0\x80", "name: no UTF-8"), (b"a\0", "name: a NUL in it")],
)
def test_what_is_no_text(octets: bytes, detail: str) -> None:
    refused(lambda: Reader(string(octets)).text("name"), detail)


@pytest.mark.parametrize("read", [Reader.string, Reader.text, Reader.mpint])
def test_a_length_that_nothing_has_is_refused_at_once(read: Any) -> None:
    tracemalloc.start()
    begin = time.monotonic()
    refused(lambda: read(Reader(b"\xff\xff\xff\xff" + bytes(9)), "x"), "x: 9 octets are left, wanted 4294967295")
    assert time.monotonic() - begin < 1
    assert tracemalloc.get_traced_memory()[1] < 100_000
    tracemalloc.stop()


@given(st.text())
def test_a_text_that_a_caller_gives_is_what_a_reader_reads(characters: str) -> None:
    try:
        octets = utf8("text", characters)
    except UnusableInput as error:
        assert error.code == "bad-request"  # noqa: PT017
        assert "\0" in characters
    else:
        assert Reader(string(octets)).text("text") == characters


def test_what_a_caller_gives_and_no_reader_reads() -> None:
    for characters, fault in {"a\0": "NUL", "\ud800": "surrogate"}.items():
        with pytest.raises(UnusableInput, match=f"^bad-request: a name has a .*{fault}"):
            utf8("a name", characters)
    with pytest.raises(TypeError, match=r"^a name must be a str, not bytes$"):
        utf8("a name", b"a")
