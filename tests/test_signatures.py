"""The codecs of (r, s): what is written, what is read, and that strict DER has one encoding for a signature."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from ecref import InvalidSignature, UnusableInput, p256, p384, secp256k1
from ecref.signatures import FORMATS, decode, encode, known

if TYPE_CHECKING:
    from typing import Any

N = p256.curve.n
ORDERS = {"P-256": N, "P-384": p384.curve.n, "secp256k1": secp256k1.curve.n, "9 bits": 257, "1 octet": 13}


def width(n: int) -> int:
    return (n.bit_length() + 7) // 8


def der(content: bytes, tag: int = 0x30) -> bytes:
    """A value with a length as DER writes it."""
    length = len(content)
    size = (length.bit_length() + 7) // 8
    return bytes([tag, length] if length < 128 else [tag, 128 + size, *length.to_bytes(size, "big")]) + content


def integer(content: str) -> bytes:
    return der(bytes.fromhex(content), 2)


def reason(data: bytes, format: str = "der", n: int = N) -> str | None:
    try:
        decode(data, format, n)
    except InvalidSignature as fault:
        return fault.reason
    return None


@st.composite
def scalars(draw: st.DrawFn, n: int) -> int:
    """Any of [0, n-1], small ones and those with a leading 1 bit or a leading 0 octet more often."""
    bits = draw(st.integers(0, n.bit_length()))
    return draw(st.integers(0, min(n, 1 << bits) - 1))


# ---------------------------------------------------------------- what is written


def test_der_as_x690_prints_it() -> None:
    assert encode(1, 2, 0, "der", N).hex() == "3006020101020102"
    assert encode(0x7F, 0x80, 0, "der", N).hex() == "300702017f02020080"
    assert encode(0, 0x100, 0, "der", N).hex() == "30070201000202" + "0100"


def test_fixed_widths() -> None:
    r, s = bytes(31) + b"\1", bytes(31) + b"\2"
    assert encode(1, 2, 0, "p1363", N) == r + s
    assert encode(1, 2, 0, "eth", N) == r + s + b"\x1b"
    assert encode(1, 2, 1, "eth", N) == r + s + b"\x1c"
    assert [encode(1, 2, recid, "compact", N)[0] for recid in range(4)] == [31, 32, 33, 34]
    assert encode(1, 2, 3, "compact", N)[1:] == r + s


@pytest.mark.parametrize("recid", [2, 3])
def test_eth_has_no_v_for_an_x_that_is_not_below_n(recid: int) -> None:
    with pytest.raises(UnusableInput, match=r"^unsupported: v has no value"):
        encode(1, 2, recid, "eth", N)


def test_der_of_a_wide_curve_has_a_long_form_length() -> None:
    """None of our curves is so wide; P-521 is."""
    n = 2**521 - 1
    written = encode(n - 1, n - 1, 0, "der", n)
    assert written[:3].hex() == "308188"
    assert decode(written, "der", n) == (n - 1, n - 1, None)
    n = 2**2100 - 1
    written = encode(n - 1, 1, 0, "der", n)
    assert written[:4].hex() == "3082010e"
    assert decode(written, "der", n) == (n - 1, 1, None)
    written = encode(n - 1, 1, 0, "p1363", n)
    assert len(written) == 526
    assert decode(written, "p1363", n) == (n - 1, 1, None)


@pytest.mark.parametrize("order", ORDERS)
@given(data=st.data())
@settings(max_examples=60)
def test_round_trips(order: str, data: st.DataObject) -> None:
    n = ORDERS[order]
    r, s, recid = data.draw(scalars(n)), data.draw(scalars(n)), data.draw(st.integers(0, 3))
    assert decode(encode(r, s, recid, "der", n), "der", n) == (r, s, None)
    assert decode(encode(r, s, recid, "p1363", n), "p1363", n) == (r, s, None)
    assert decode(encode(r, s, recid, "compact", n), "compact", n) == (r, s, recid)
    assert decode(encode(r, s, recid % 2, "eth", n), "eth", n) == (r, s, recid % 2)
    assert len(encode(r, s, recid, "p1363", n)) == 2 * width(n)


# ---------------------------------------------------------------- fixed widths, read


@pytest.mark.parametrize("order", ORDERS)
@pytest.mark.parametrize("format", ["p1363", "compact", "eth"])
def test_every_length_but_one_is_a_wrong_length(format: str, order: str) -> None:
    n = ORDERS[order]
    right = 2 * width(n) + (format != "p1363")
    for length in range(4 * width(n) + 5):
        data = b"\x1b" * length
        assert reason(data, format, n) == (None if length == right else "signature-length"), length


def test_a_wrong_length_says_which_was_wanted() -> None:
    with pytest.raises(InvalidSignature, match=r"^signature-length: got 63 octets, wanted 64$"):
        decode(bytes(63), "p1363", N)
    with pytest.raises(InvalidSignature, match=r"^signature-length: got 0 octets, wanted 97$"):
        decode(b"", "compact", p384.curve.n)


def test_every_header_of_compact() -> None:
    for header in range(256):
        data = bytes([header]) + bytes(64)
        if 27 <= header <= 34:
            assert decode(data, "compact", N) == (0, 0, (header - 27) % 4)
        else:
            assert reason(data, "compact") == "signature-encoding", header


def test_every_v_of_eth() -> None:
    meaning = {0: 0, 1: 1, 27: 0, 28: 1}
    for v in range(256):
        data = bytes(64) + bytes([v])
        if v in meaning:
            assert decode(data, "eth", N) == (0, 0, meaning[v])
        else:
            assert reason(data, "eth") == "signature-encoding", v


@pytest.mark.parametrize("format", ["p1363", "compact", "eth"])
def test_scalars_are_read_as_they_stand(format: str) -> None:
    """Their range is the scheme's business."""
    high = b"\xff" * 32
    data = {"p1363": high + high, "compact": b"\x1b" + high + high, "eth": high + high + b"\0"}[format]
    assert decode(data, format, N)[:2] == (2**256 - 1, 2**256 - 1)


# ---------------------------------------------------------------- strict DER, read

VALID = [
    encode(1, 1, 0, "der", N),
    encode(0x80, 0x7F, 0, "der", N),
    encode(N - 1, N // 2, 0, "der", N),
    encode(2**200, N - 2**32, 0, "der", N),
    der(integer("00" + "ff" * 64) + integer("01" * 70)),  # a long-form length, needed
    der(integer("80") + integer("ff")),  # -128 and -1: well-formed
]


def reencoded(r: int, s: int) -> bytes:
    """The one DER encoding of any two integers, negative ones included."""
    parts = []
    for x in r, s:
        size = 1
        while not -(1 << 8 * size - 1) <= x < 1 << 8 * size - 1:
            size += 1
        parts.append(der(x.to_bytes(size, "big", signed=True), 2))
    return der(b"".join(parts))


def assert_refused_or_the_only_encoding(data: bytes) -> None:
    try:
        r, s, recid = decode(data, "der", N)
    except InvalidSignature as fault:
        assert fault.reason == "signature-encoding"  # noqa: PT017  # both ends are right, and this is one of them
    else:
        assert reencoded(r, s) == data
        assert recid is None


@pytest.mark.parametrize("valid", VALID, ids=lambda v: v.hex()[:20])
def test_truncated_anywhere_or_followed_by_anything_is_malformed(valid: bytes) -> None:
    assert reason(valid) is None
    for end in range(len(valid)):
        assert reason(valid[:end]) == "signature-encoding", end
    for more in b"\0", b"\0\0", b"\x30", valid:
        assert reason(valid + more) == "signature-encoding"


@pytest.mark.parametrize("valid", VALID, ids=lambda v: v.hex()[:20])
def test_every_octet_changed_to_every_other(valid: bytes) -> None:
    for at in range(len(valid)):
        for octet in range(256):
            assert_refused_or_the_only_encoding(valid[:at] + bytes([octet]) + valid[at + 1 :])


@pytest.mark.parametrize("valid", VALID[:4], ids=lambda v: v.hex()[:20])
def test_an_octet_left_out_or_put_in_anywhere(valid: bytes) -> None:
    for at in range(len(valid)):
        assert_refused_or_the_only_encoding(valid[:at] + valid[at + 1 :])
        for octet in 0x00, 0x01, 0x02, 0x30, 0x7F, 0x80, 0x81, 0xFF:
            assert_refused_or_the_only_encoding(valid[:at] + bytes([octet]) + valid[at:])


one = integer("01")

MALFORMED = {
    "empty": b"",
    "a tag alone": b"\x30",
    "an empty SEQUENCE": der(b""),
    "one INTEGER": der(one),
    "three INTEGERs": der(one + one + one),
    "a NULL after the INTEGERs": der(one + one + b"\5\0"),
    "octets after the SEQUENCE": der(one + one) + b"\0",
    "a SET": der(one + one, 0x31),
    "a primitive SEQUENCE": der(one + one, 0x10),
    "an OCTET STRING for r": der(b"\4\1\1" + one),
    "a constructed INTEGER": der(b"\x22\1\1" + one),
    "an INTEGER of the context's class": der(b"\x82\1\1" + one),
    "an INTEGER without octets": der(b"\2\0" + one),
    "s without octets": der(one + b"\2\0"),
    "r padded with 00": der(integer("0001") + one),
    "s padded with 00": der(one + integer("0001")),
    "0 in two octets": der(integer("0000") + one),
    "a negative one padded with ff": der(integer("ff80") + one),
    "a long-form length that needn't be": b"\x30\x81\x06" + one + one,
    "a long-form length with a leading 00": b"\x30\x82\0\x06" + one + one,
    "a long-form length of 127": b"\x30\x81\x7f" + integer("01" * 122) + one,
    "a long-form length of 128 in two octets": b"\x30\x82\0\x80" + integer("01" * 123) + one,
    "a long-form length in an INTEGER": der(b"\2\x81\1\1" + one),
    "an indefinite length": b"\x30\x80" + one + one + b"\0\0",
    "an indefinite INTEGER": der(b"\2\x80\1\0\0" + one),
    "the reserved length ff": b"\x30\xff" + one + one,
    "a length of 127 octets": b"\x30\xff" + b"\1" * 127 + one + one,
    "a length of 2^64": b"\x30\x89\1" + bytes(8) + one + one,
    "a length that is cut off": b"\x30\x82\x01",
    "a length one too long": b"\x30\x07" + one + one,
    "a length one too short": b"\x30\x05" + one + one,
    "an INTEGER longer than its SEQUENCE": der(b"\2\5\1" + one),
    "text": b"MAYCAQECAQE=",
    "p1363": bytes(31) + b"\1" + bytes(31) + b"\1",
}


@pytest.mark.parametrize("name", MALFORMED)
def test_malformed(name: str) -> None:
    with pytest.raises(InvalidSignature, match=r"^signature-encoding: no strict DER: "):
        decode(MALFORMED[name], "der", N)


def test_lengths_of_128_and_more_take_the_long_form() -> None:
    r = int.from_bytes(b"\1" * 123, "big")
    valid = der(integer("01" * 123) + one)
    assert valid[:3].hex() == "308180"
    assert decode(valid, "der", N) == (r, 1, None)
    assert decode(der(integer("01" * 128) + one), "der", N) == (int.from_bytes(b"\1" * 128, "big"), 1, None)


@pytest.mark.parametrize(
    ("content", "value"),
    [("00", 0), ("7f", 127), ("0080", 128), ("ff", -1), ("80", -128), ("ff7f", -129), ("8000", -(2**15))],
)
def test_integers_are_in_twos_complement(content: str, value: int) -> None:
    assert decode(der(integer(content) + integer("05")), "der", N) == (value, 5, None)
    assert decode(der(integer("05") + integer(content)), "der", N) == (5, value, None)


values = st.recursive(
    st.tuples(st.sampled_from([2, 2, 2, 4, 5, 0x30]), st.binary(max_size=40)),
    lambda inner: st.tuples(st.just(0x30), st.lists(inner, max_size=3)),
    max_leaves=4,
)


def written(value: Any) -> bytes:
    tag, content = value
    return der(content if isinstance(content, bytes) else b"".join(map(written, content)), tag)


@given(value=values, cut=st.integers(0, 3), more=st.binary(max_size=2))
@settings(max_examples=300)
@example(value=(0x30, [(2, b"\1"), (2, b"\2")]), cut=0, more=b"")
def test_random_values_are_refused_or_the_only_encoding(value: Any, cut: int, more: bytes) -> None:
    data = written(value)
    assert_refused_or_the_only_encoding(data[: len(data) - cut] + more)


@given(data=st.binary(max_size=80))
@settings(max_examples=300)
def test_random_octets_are_refused_or_the_only_encoding(data: bytes) -> None:
    assert_refused_or_the_only_encoding(data)
    assert_refused_or_the_only_encoding(b"\x30" + data)


@given(r=st.integers(-(2**300), 2**2000), s=st.integers(-(2**300), 2**300))
@settings(max_examples=150)
def test_any_integers_are_read(r: int, s: int) -> None:
    assert decode(reencoded(r, s), "der", N) == (r, s, None)


# ---------------------------------------------------------------- names of formats


def test_names() -> None:
    assert FORMATS == ("der", "p1363", "compact", "eth")
    assert tuple(map(known, FORMATS)) == FORMATS


@pytest.mark.parametrize("format", FORMATS)
def test_a_format_is_told_by_its_letters(format: str) -> None:
    """Another str object of the same letters, such as one read from a file, is the same name."""
    another = "".join(list(format))
    assert another is not format
    assert known(another) == format
    written = encode(1, 2, 1, another, N)
    assert written == encode(1, 2, 1, format, N)
    assert decode(written, another, N) == decode(written, format, N)


@pytest.mark.parametrize("name", ["", "DER", "ber", "raw", "der ", "x" * 10**6], ids=lambda n: n[:8])
def test_an_unknown_format_is_unsupported(name: str) -> None:
    for asked in (lambda: known(name), lambda: decode(b"", name, N), lambda: encode(1, 1, 0, name, N)):
        with pytest.raises(UnusableInput, match=r"^unsupported: .*there are der, p1363, compact, eth$") as caught:
            asked()
        assert len(str(caught.value)) < 150


@pytest.mark.parametrize("wrong", [None, 1, b"der", ["der"]], ids=lambda w: type(w).__name__)
def test_a_format_of_a_wrong_type(wrong: Any) -> None:
    for asked in (lambda: known(wrong), lambda: decode(b"", wrong, N), lambda: encode(1, 1, 0, wrong, N)):
        with pytest.raises(TypeError, match=rf"named by a str, not {type(wrong).__name__}"):
            asked()


@pytest.mark.parametrize("x", [*range(-300, 300), -(2**15), -(2**15) - 1, 2**15 - 1, 2**15, -(2**256), 2**256])
def test_der_writes_any_integer_as_it_reads_it(x: int) -> None:
    assert decode(encode(x, 1, 0, "der", 251), "der", 251) == (x, 1, None)


@pytest.mark.parametrize("format", ["p1363", "compact", "eth"])
@pytest.mark.parametrize(("n", "largest"), [(251, 255), (N, 2**256 - 1)])
def test_what_fits_the_width_is_written(format: str, n: int, largest: int) -> None:
    for r, s in (largest, 0), (0, largest):
        assert decode(encode(r, s, 0, format, n), format, n)[:2] == (r, s)


@pytest.mark.parametrize("format", ["p1363", "compact", "eth"])
@pytest.mark.parametrize(("r", "s"), [(-1, 1), (1, -1), (256, 1), (1, 256), (2**600, 1)])
def test_what_does_not_fit_the_width_is_refused(format: str, r: int, s: int) -> None:
    with pytest.raises(UnusableInput, match="doesn't fit 1 octets") as error:
        encode(r, s, 0, format, 251)
    assert error.value.code == "bad-signature"
