"""Hex, base64 and base64url: one text for some octets, and nothing else is read."""

from __future__ import annotations

import base64
import contextlib

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from ecref import UnusableInput
from ecref.formats.text import ENCODINGS, decode, encode, known

RFC_4648_10 = {  # the test vectors of RFC 4648, 10; base64url as RFC 7515 has it, without padding
    b"": ("", ""),
    b"f": ("66", "Zg=="),
    b"fo": ("666f", "Zm8="),
    b"foo": ("666f6f", "Zm9v"),
    b"foob": ("666f6f62", "Zm9vYg=="),
    b"fooba": ("666f6f6261", "Zm9vYmE="),
    b"foobar": ("666f6f626172", "Zm9vYmFy"),
}


def fault(text: bytes, encoding: str) -> str:
    with pytest.raises(UnusableInput) as caught:
        decode(text, encoding)
    return str(caught.value)


@pytest.mark.parametrize("octets", RFC_4648_10)
def test_rfc_4648(octets: bytes) -> None:
    hex_, base64_ = RFC_4648_10[octets]
    texts = {"hex": hex_, "base64": base64_, "base64url": base64_.rstrip("=")}
    assert {encoding: encode(octets, encoding).decode() for encoding in ENCODINGS} == texts
    assert all(decode(text.encode(), encoding) == octets for encoding, text in texts.items())


def test_the_alphabets_differ_in_two_characters() -> None:
    assert encode(b"\xfb\xff\xfe", "base64") == b"+//+"
    assert encode(b"\xfb\xff\xfe", "base64url") == b"-__-"
    assert fault(b"-__-", "base64") == "bad-encoding: got a character that base64 doesn't have"
    assert fault(b"+//+", "base64url") == "bad-encoding: got a character that base64url doesn't have"


def test_hex_is_read_in_either_case_and_written_in_lower_case() -> None:
    assert decode(b"aBcD", "hex") == b"\xab\xcd"
    assert encode(b"\xab\xcd", "hex") == b"abcd"


@pytest.mark.parametrize("end", [b"", b"\n", b"\r\n"])
@pytest.mark.parametrize("encoding", ENCODINGS)
def test_one_line_end_is_passed_over(encoding: str, end: bytes) -> None:
    assert decode(encode(b"fo", encoding) + end, encoding) == b"fo"


@pytest.mark.parametrize("wrong", [b"%b\n\n", b"\n%b", b" %b", b"%b ", b"%b\r", b"%b\0", b"\xef\xbb\xbf%b", b"%b\t"])
@pytest.mark.parametrize("encoding", ENCODINGS)
def test_and_nothing_else(encoding: str, wrong: bytes) -> None:
    assert fault(wrong % encode(b"fo", encoding), encoding).startswith("bad-encoding: ")


@pytest.mark.parametrize(
    ("text", "detail"),
    [
        (b"abc", "got 3 characters of hex, wanted two an octet"),
        (b"0x12", "got a character that is no hex digit"),
        (b"ab cd ", "got a character that is no hex digit"),
        (b"\xc2\xb2" * 2, "got a character that is no hex digit"),  # a digit of Unicode
    ],
)
def test_what_is_no_hex(text: bytes, detail: str) -> None:
    assert fault(text, "hex") == f"bad-encoding: {detail}"


@pytest.mark.parametrize(
    ("text", "detail"),
    [
        ("Zg", "wrong padding: 2 characters of base64 and 0 of ="),
        ("Zg=", "wrong padding: 2 characters of base64 and 1 of ="),
        ("Zg===", "wrong padding: 2 characters of base64 and 3 of ="),
        ("Zm9v=", "wrong padding: 4 characters of base64 and 1 of ="),
        ("Zm9v====", "wrong padding: 4 characters of base64 and 4 of ="),
        ("=", "wrong padding: 0 characters of base64 and 1 of ="),
        ("Z===", "got 1 characters of base64, which are no whole octets"),
        ("Zm9vY", "got 5 characters of base64, which are no whole octets"),
        ("Zh==", "got bits behind the last whole octet of base64"),
        ("Zm9=", "got bits behind the last whole octet of base64"),
        ("Zg==Zg==", "got = amid base64"),
        ("Zm.v", "got a character that base64 doesn't have"),
        ("Zm9v Zm9v", "got a character that base64 doesn't have"),
    ],
)
def test_what_is_no_base64(text: str, detail: str) -> None:
    """Padding that is missing, too much, or amid; bits after the last octet; other characters. [RFC 4648, 3]"""
    assert fault(text.encode(), "base64") == f"bad-encoding: {detail}"


@pytest.mark.parametrize(
    ("text", "detail"),
    [
        (b"Z", "got 1 characters of base64url, which are no whole octets"),
        (b"Zm9vZ", "got 5 characters of base64url, which are no whole octets"),
        (b"Zh", "got bits behind the last whole octet of base64url"),
        (b"Zm9", "got bits behind the last whole octet of base64url"),
        (b"Z=m", "got = amid base64url"),
        (b"Zm.v", "got a character that base64url doesn't have"),
    ],
)
def test_what_is_no_base64url(text: bytes, detail: str) -> None:
    assert fault(text, "base64url") == f"bad-encoding: {detail}"


def test_departures_that_are_named() -> None:
    assert fault(b"Zg==", "base64url") == "bad-encoding: got base64url with padding, wanted it without"
    assert fault(b"Zm9v\nZm9v", "base64") == "bad-encoding: got line breaks within base64, wanted one line"


@given(octets=st.binary(max_size=40))
def test_round_trips_and_agrees_with_the_standard_library(octets: bytes) -> None:
    assert encode(octets, "base64") == base64.b64encode(octets)
    assert encode(octets, "base64url") == base64.urlsafe_b64encode(octets).rstrip(b"=")
    assert all(decode(encode(octets, encoding), encoding) == octets for encoding in ENCODINGS)


@given(text=st.binary(max_size=12) | st.text("ABZg+/-_=0\n", max_size=12).map(str.encode))
@example(b"Zg\r\n")
def test_no_other_text_is_read(text: bytes) -> None:
    """What is read is what is written, but for the case of hex and one line's end."""
    for encoding in ENCODINGS:
        with contextlib.suppress(UnusableInput):
            written = encode(decode(text, encoding), encoding)
            same = text.lower() if encoding == "hex" else text
            assert same in (written, written + b"\n", written + b"\r\n")


def test_another_encoding_is_refused_by_name() -> None:
    wanted = "unsupported: no text encoding 'base32'; there are hex, base64, base64url"
    for call in (known, lambda name: decode(b"", name), lambda name: encode(b"", name)):
        for name, named in (("base32", wanted), ("x" * 50, wanted.replace("base32", "x" * 40))):
            with pytest.raises(UnusableInput) as caught:
                call(name)
            assert str(caught.value) == named
