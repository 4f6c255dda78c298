"""Strict DER: each value has one encoding, each other one is refused with a sentence.

tests/test_signatures.py damages signatures in every way; here stand the reader's own promises.
"""

from __future__ import annotations

import copy
import pickle

import pytest
from hypothesis import given
from hypothesis import strategies as st

from containers import HOSTILE, HUGE_INTEGER
from ecref import UnusableInput, der
from ecref.der import INTEGER, OCTET_STRING, SEQUENCE, Malformed, context


def refusal(data: bytes) -> str:
    with pytest.raises(Malformed) as caught:
        der.read_any(data)
    return caught.value.detail


def test_tags() -> None:
    tags = der.INTEGER, der.BIT_STRING, der.OCTET_STRING, der.NULL, der.OID, der.SEQUENCE, der.SET
    assert tags == (2, 3, 4, 5, 6, 0x30, 0x31)
    assert [context(0), context(1), context(0, constructed=False), context(30)] == [0xA0, 0xA1, 0x80, 0xBE]


def test_a_value_is_taken_off_the_front() -> None:
    data = bytes.fromhex("0201050401aa")
    assert der.read_any(data) == (2, b"\5", b"\4\1\xaa")
    assert der.read(INTEGER, data) == (b"\5", b"\4\1\xaa")
    assert der.read_optional(INTEGER, data) == (b"\5", b"\4\1\xaa")
    assert der.read_optional(OCTET_STRING, data) == (None, data)
    assert der.read_optional(0x01, data) == (None, data)
    assert der.read_optional(INTEGER, b"") == (None, b"")
    assert der.read_only(OCTET_STRING, data[3:]) == b"\xaa"


@pytest.mark.parametrize(
    ("data", "detail"),
    [
        ("", "nothing where a value should begin"),
        ("30", "truncated"),
        ("3001", "truncated"),
        ("3082ff", "truncated"),
        ("3081", "truncated"),
        ("30030201", "truncated"),
        ("30800201050000", "an indefinite length, which BER has and DER doesn't"),
        ("308103020105", "a length in more octets than it needs, which BER allows and DER doesn't"),
        ("30820003020105", "a length in more octets than it needs, which BER allows and DER doesn't"),
        ("3f81010000", "a tag of several octets"),
        ("ff0100", "a tag of several octets"),
        ("30890100000000000000000201050000", "truncated"),
    ],
)
def test_what_is_no_der(data: str, detail: str) -> None:
    assert refusal(bytes.fromhex(data)) == detail


@pytest.mark.parametrize(
    ("length", "head"), [(0, "0400"), (127, "047f"), (128, "048180"), (255, "0481ff"), (256, "04820100")]
)
def test_lengths_have_one_form(length: int, head: str) -> None:
    written = der.write(OCTET_STRING, bytes(length))
    assert written == bytes.fromhex(head) + bytes(length)
    assert der.read_any(written) == (4, bytes(length), b"")
    assert refusal(written[:-1]) == "truncated"


def test_every_length_below_128_in_long_form_is_refused() -> None:
    for length in range(128):
        for head in b"\x81", b"\x82\0", b"\x83\0\0":
            assert "more octets than it needs" in refusal(b"\4" + head + bytes([length]) + bytes(length))


@pytest.mark.parametrize(
    ("tag", "called"),
    [
        (0x02, "an INTEGER"),
        (0x03, "a BIT STRING"),
        (0x04, "an OCTET STRING"),
        (0x05, "a NULL"),
        (0x06, "an OBJECT IDENTIFIER"),
        (0x30, "a SEQUENCE"),
        (0x31, "a SET"),
        (0x81, "a primitive [1]"),
        (0xA0, "a constructed [0]"),
        (0x10, "the tag 10"),
        (0x61, "the tag 61"),
        (0xC1, "the tag c1"),
    ],
)
def test_another_tag_is_named(tag: int, called: str) -> None:
    with pytest.raises(Malformed, match=rf"^bad-encoding: got {called}, wanted the tag 0c$".replace("[", r"\[")):
        der.read(0x0C, bytes([tag, 0]))
    with pytest.raises(Malformed, match=rf"^bad-encoding: got the tag 0c, wanted {called}$".replace("[", r"\[")):
        der.read(tag, b"\x0c\0")


def test_left_over_octets_are_refused() -> None:
    with pytest.raises(Malformed, match=r"^bad-encoding: octets after a SEQUENCE$"):
        der.read_only(SEQUENCE, b"\x30\0\0")
    der.end(b"", "anywhere")
    with pytest.raises(Malformed, match=r"^bad-encoding: octets behind the last$"):
        der.end(b"x", "behind the last")


def test_every_integer_of_one_and_two_octets() -> None:
    """Two's complement: what is read is what is written, and each integer is read from one content only."""
    found = {}
    for content in [bytes([a]) for a in range(256)] + [bytes([a, b]) for a in range(256) for b in range(256)]:
        try:
            x = der.integer(content)
        except Malformed as fault:
            assert fault.detail == "an INTEGER in more octets than it needs"  # noqa: PT017
            continue
        assert x not in found
        found[x] = content
        assert der.write_integer(x) == der.write(INTEGER, content)
    assert sorted(found) == list(range(-(2**15), 2**15))
    with pytest.raises(Malformed, match="an INTEGER without octets"):
        der.integer(b"")


@given(st.integers())
def test_integers(x: int) -> None:
    content, rest = der.read(INTEGER, der.write_integer(x))
    assert der.integer(content) == x
    assert rest == b""


@given(tag=st.integers(0, 255).filter(lambda tag: tag & 31 != 31), content=st.binary(max_size=300), more=st.binary())
def test_values(tag: int, content: bytes, more: bytes) -> None:
    assert der.read_any(der.write(tag, content) + more) == (tag, content, more)


@given(st.binary(max_size=12))
def test_what_is_read_is_what_is_written(data: bytes) -> None:
    try:
        tag, content, rest = der.read_any(data)
    except Malformed:
        return
    assert der.write(tag, content) + rest == data


def test_a_length_beyond_memory_is_only_compared() -> None:
    assert refusal(b"\4\xfe" + b"\xff" * 126) == "truncated"


@pytest.mark.parametrize("name", HOSTILE)
def test_hostile_octets_end_at_once(name: str) -> None:
    if name == "a million octets of zero":  # a value of the reserved tag 0, and much after it
        assert der.read_any(HOSTILE[name]) == (0, b"", HOSTILE[name][2:])
        return
    refusal(HOSTILE[name])


def test_an_integer_of_a_million_digits_is_read_in_linear_time() -> None:
    content, _ = der.read(INTEGER, HUGE_INTEGER)
    assert der.integer(content).bit_length() == 8 * len(content) - 1


def test_the_error_is_copied_and_pickled() -> None:
    fault = Malformed("truncated")
    for same in copy.copy(fault), pickle.loads(pickle.dumps(fault)):
        assert isinstance(same, UnusableInput)
        assert (same.code, same.detail, str(same)) == ("bad-encoding", "truncated", "bad-encoding: truncated")
