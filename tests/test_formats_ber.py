"""Lax BER of (r, s): what is read beyond DER, each departure by its sentence, and what is refused even so."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ecref import InvalidSignature
from ecref.formats.ber import decode
from ecref.signatures import decode as decode_core
from ecref.signatures import encode

N = 2**256

R_1_S_2 = "020101020102"  # INTEGER 1, INTEGER 2


def read(data: str) -> tuple[int, int, tuple[str, ...]]:
    return decode(bytes.fromhex(data))


def fault(data: str) -> str:
    with pytest.raises(InvalidSignature) as caught:
        read(data)
    return str(caught.value).removeprefix("signature-encoding: no BER: ")


def attempt(octets: bytes) -> tuple[int, int, tuple[str, ...]] | str:
    """What is read, or the reason why nothing is."""
    try:
        return decode(octets)
    except InvalidSignature as fault:
        return fault.reason


@pytest.mark.parametrize(
    ("data", "r", "s", "departures"),
    [
        (f"3006{R_1_S_2}", 1, 2, ()),
        (f"308106{R_1_S_2}", 1, 2, ("the length of the SEQUENCE takes 2 octets where 1 would do",)),
        (f"30820006{R_1_S_2}", 1, 2, ("the length of the SEQUENCE takes 3 octets where 1 would do",)),
        (f"3080{R_1_S_2}0000", 1, 2, ("the length of the SEQUENCE is indefinite",)),
        (
            f"3080{R_1_S_2}000007",
            1,
            2,
            ("the length of the SEQUENCE is indefinite", "1 octet after the SEQUENCE"),
        ),
        (f"3006{R_1_S_2}0000", 1, 2, ("2 octets after the SEQUENCE",)),
        ("30070281" + "0101020102", 1, 2, ("the length of r takes 2 octets where 1 would do",)),
        ("300a" + "020101" + "02840000000102", 1, 2, ("the length of s takes 5 octets where 1 would do",)),
        ("3007" + "02020001" + "020102", 1, 2, ("r is padded with 1 zero octet",)),
        ("3008" + "020101" + "0203000002", 1, 2, ("s is padded with 2 zero octets",)),
        ("3006" + "020180" + "020102", 128, 2, ("r has no leading zero octet and would be negative",)),
        ("3006" + "020101" + "0201ff", 1, 255, ("s has no leading zero octet and would be negative",)),
        ("3007" + "02020080" + "020102", 128, 2, ()),
        ("3008" + "02027801" + "02020001", 0x7801, 1, ("s is padded with 1 zero octet",)),
        ("3008" + "0203000080" + "020102", 128, 2, ("r is padded with 1 zero octet",)),
        ("3006" + "020100" + "020100", 0, 0, ()),
        ("3007" + "02020000" + "020100", 0, 0, ("r is padded with 1 zero octet",)),
        (
            "30810a" + "02810200ff" + "02820001ff" + "aa",
            255,
            255,
            (
                "the length of the SEQUENCE takes 2 octets where 1 would do",
                "the length of r takes 2 octets where 1 would do",
                "the length of s takes 3 octets where 1 would do",
                "s has no leading zero octet and would be negative",
                "1 octet after the SEQUENCE",
            ),
        ),
    ],
)
def test_what_is_read(data: str, r: int, s: int, departures: tuple[str, ...]) -> None:
    assert read(data) == (r, s, departures)


def test_a_long_length_may_be_as_short_as_it_can() -> None:
    r, s = 1 << 2000, 1
    written = encode(r, s, 0, "der", N)
    assert written[:4].hex() == "30820101"
    assert decode(written) == (r, s, ())
    longer = bytes.fromhex("3083000101") + written[4:]
    assert decode(longer) == (r, s, ("the length of the SEQUENCE takes 4 octets where 3 would do",))


@pytest.mark.parametrize(
    ("data", "detail"),
    [
        ("", "truncated before the length of the SEQUENCE"),
        ("30", "truncated before the length of the SEQUENCE"),
        ("3106" + R_1_S_2, "got tag 31 in place of the SEQUENCE, wanted 30"),
        ("3006" + "030101020102", "got tag 03 in place of r, wanted 02"),
        ("3006" + "020101040102", "got tag 04 in place of s, wanted 02"),
        ("3003" + "020101", "truncated before the length of s"),
        ("3007" + R_1_S_2, "truncated within the SEQUENCE"),
        ("3082", "truncated within the SEQUENCE"),
        ("308200", "truncated within the SEQUENCE"),
        ("30ff" + R_1_S_2, "the length of the SEQUENCE begins with ff, which X.690 reserves"),
        ("3088ffffffffffffffff" + R_1_S_2, "truncated within the SEQUENCE"),
        ("30fe" + "ff" * 126, "truncated within the SEQUENCE"),
        ("3006" + "020501020102", "truncated within r"),
        ("3008" + "0280010000020102", "r is an INTEGER of indefinite length"),
        ("3005" + "0200020102", "r is an INTEGER without octets"),
        ("3006" + "0201010281" + "00", "s is an INTEGER without octets"),
        ("3009" + R_1_S_2 + "020103", "got more than two INTEGERs in the SEQUENCE"),
        ("3008" + R_1_S_2 + "0000", "got more than two INTEGERs in the SEQUENCE"),
        ("3080" + R_1_S_2, "got no end of the contents after two INTEGERs"),
        ("3080" + R_1_S_2 + "00", "got no end of the contents after two INTEGERs"),
        ("3080" + R_1_S_2 + "0201030000", "got no end of the contents after two INTEGERs"),
    ],
)
def test_what_is_refused(data: str, detail: str) -> None:
    assert fault(data) == detail


@given(data=st.data())
def test_no_departures_are_der_and_der_has_none(data: st.DataObject) -> None:
    """On octets near to a signature, so that either happens often."""
    octets = bytearray(encode(data.draw(st.integers(-300, 300)), data.draw(st.integers(0, 1 << 20)), 0, "der", N))
    changes = st.dictionaries(st.integers(0, 7), st.sampled_from(b"\0\1\2\x30\x80\x81\xff"), max_size=2)
    for at, octet in data.draw(changes).items():
        octets[at % len(octets)] = octet
    strict: tuple[int, int] | None
    try:
        strict = decode_core(bytes(octets), "der", N)[:2]
    except InvalidSignature:
        strict = None
    found = attempt(bytes(octets))
    if isinstance(found, str):
        assert (found, strict) == ("signature-encoding", None)
        return
    r, s, departures = found
    if departures == ():
        assert strict == (r, s)
    else:
        assert strict is None or "negative" in " ".join(departures)  # DER has negative INTEGERs, their range is refused


@given(octets=st.binary(max_size=24) | st.binary(max_size=20).map(lambda end: b"\x30\x80\2" + end))
def test_random_octets_give_a_signature_or_its_error(octets: bytes) -> None:
    found = attempt(octets)
    assert found == "signature-encoding" if isinstance(found, str) else min(found[:2]) >= 0


def test_a_million_octets_are_read_at_once() -> None:
    """As much as it takes to slice them, and no decimal digit of theirs is made."""
    zeros = 1 << 20
    length = (zeros + 1).to_bytes(4, "big")
    data = b"\x30\x80\x02\x84" + length + bytes(zeros) + b"\1" + b"\x02\x84" + length + b"\xff" * (zeros + 1) + b"\0\0"
    r, s, departures = decode(data)
    assert (r, s.bit_length()) == (1, 8 * (zeros + 1))
    assert departures == (
        "the length of the SEQUENCE is indefinite",
        "the length of r takes 5 octets where 4 would do",
        "r is padded with 1048576 zero octets",
        "the length of s takes 5 octets where 4 would do",
        "s has no leading zero octet and would be negative",
    )
    with pytest.raises(InvalidSignature):
        decode(b"\x30\x80" * zeros)
