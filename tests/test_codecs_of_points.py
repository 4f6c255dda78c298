"""Points as octets: RFC 8032's codec and SEC 1's, for all octet strings of toy curves, at random on the five."""

from __future__ import annotations

from functools import cache
from typing import TYPE_CHECKING, Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import toy_curves as toy
from ecref import EdwardsCurve, InvalidPoint, UnusableInput, WeierstrassCurve
from ecref.curves import P256, P384, SECP256K1, edwards448, edwards25519

if TYPE_CHECKING:
    from collections.abc import Callable

    from ecref.scalarmult import Point

# Two octets to a coordinate, so that their order counts.
EDWARDS_OF_TWO_OCTETS = EdwardsCurve(name="p149h8", p=149, a=-1, d=3, L=17, c=3, B=(12, 127))
WEIERSTRASS_OF_TWO_OCTETS = WeierstrassCurve(name="p257n251", p=257, a=-3, b=1, n=251, G=(0, 1))

EDWARDS = (*toy.EDWARDS, EDWARDS_OF_TWO_OCTETS)
WEIERSTRASS = (*toy.WEIERSTRASS, *toy.WEIERSTRASS_WITH_COFACTOR)


def outcome(decode: Callable[..., Point], octets: bytes, **how: Any) -> Any:
    """The affine point that is decoded, or the fault or error code."""
    try:
        P = decode(octets, **how)
    except InvalidPoint as error:
        return error.fault if error.code == "invalid-key" else error
    except UnusableInput as error:
        return error.code
    return P.affine()


# ---------------------------------------------------------------- RFC 8032


def rfc8032(curve: EdwardsCurve, octets: bytes, *, canonical: bool) -> tuple[int, int] | str:
    """RFC 8032, 5.1.3, by trying every x, and the codes of the line protocol."""
    number = int.from_bytes(octets, "little")
    sign, y = divmod(number, 1 << 8 * curve.size - 1)
    if canonical and y >= curve.p:
        return "non-canonical"
    y %= curve.p
    xs = roots(curve)[y]
    if not xs:
        return "not-on-curve"
    if canonical and sign and xs == [0]:
        return "non-canonical"
    (x,) = [x for x in xs if x & 1 == sign] or [0]
    return x, y


@cache
def roots(curve: EdwardsCurve) -> dict[int, list[int]]:
    """For every y the x of the points (x, y)."""
    found: dict[int, list[int]] = {y: [] for y in range(curve.p)}
    for x, y in toy.solutions(curve):
        found[y].append(x)
    return found


@pytest.mark.step(
    "RFC 8032", "5.1.3-1 x_0", "5.1.3-1 y", "5.1.3-1 y < p", "5.1.3-2 u and v", "5.1.3-3 check", "5.1.3-3 no root",
    "5.1.3-4 x = 0", "5.1.3-4 parity",
)
@pytest.mark.parametrize("canonical", [True, False])
@pytest.mark.parametrize("curve", EDWARDS, ids=toy.name_of)
def test_every_string_of_an_edwards_points_size(curve: EdwardsCurve, canonical: bool) -> None:
    seen = set()
    for number in range(1 << 8 * curve.size):
        octets = number.to_bytes(curve.size, "little")
        expected = rfc8032(curve, octets, canonical=canonical)
        assert outcome(curve.decode, octets, canonical=canonical) == expected
        seen.add(expected if isinstance(expected, str) else "point")
    no_point = {"not-on-curve"} if [] in roots(curve).values() else set()  # on p7h4 every y has an x
    assert seen == {"point"} | no_point | ({"non-canonical"} if canonical else set())


@pytest.mark.parametrize("curve", [*EDWARDS, edwards25519, edwards448], ids=toy.name_of)
def test_decoding_is_canonical_unless_asked_otherwise(curve: EdwardsCurve) -> None:
    zero = curve.p.to_bytes(curve.size, "little")  # y = p
    assert outcome(curve.decode, zero) == "non-canonical"
    assert outcome(curve.decode, zero, canonical=False)[1] == 0


@pytest.mark.step("RFC 8032", "5.1.2 y", "5.1.2 x")
@pytest.mark.parametrize("curve", EDWARDS, ids=toy.name_of)
def test_every_edwards_point_has_one_canonical_encoding(curve: EdwardsCurve) -> None:
    encodings = {P.encode(): P for P in toy.points(curve)}
    assert len(encodings) == curve.cofactor * curve.L
    for octets, P in encodings.items():
        x, y = P.affine()
        assert octets == (y + (x % 2 << 8 * curve.size - 1)).to_bytes(curve.size, "little")
        assert curve.decode(octets) == P == curve.decode(octets, canonical=False)
        assert toy.scaled(P, 3).encode() == octets


@pytest.mark.step("RFC 8032", "5.1.3-1 length")
@pytest.mark.parametrize("curve", [*EDWARDS, edwards25519, edwards448], ids=toy.name_of)
def test_an_edwards_point_of_another_length(curve: EdwardsCurve) -> None:
    for length in {*range(2 * curve.size + 3)} - {curve.size}:
        for canonical in (True, False):
            assert outcome(curve.decode, bytes(length), canonical=canonical) == "bad-length"


@pytest.mark.step(
    "RFC 8032", "5.1.2 y", "5.1.2 octets", "5.1.2 little-endian", "5.1.2 x", "5.1.3-1 little-endian", "5.1.3-1 x_0",
    "5.1.3-1 y", "5.1.3-2 u and v", "5.1.3-2 root", "5.2.3-2 root", "5.1.3-3 two roots", "5.1.3-4 parity",
)
@pytest.mark.parametrize("curve", [edwards25519, edwards448], ids=toy.name_of)
@settings(max_examples=50)
@given(data=st.data())
def test_decoding_undoes_encoding_on_edwards_curves(curve: EdwardsCurve, data: st.DataObject) -> None:
    P = data.draw(st.integers(0, curve.L - 1)) * curve.B
    octets = P.encode()
    assert len(octets) == curve.size
    assert curve.decode(octets) == P
    flipped = octets[:-1] + bytes([octets[-1] ^ 0x80])
    assert P.is_identity() or curve.decode(flipped) == -P


@pytest.mark.parametrize("curve", [edwards25519, edwards448], ids=toy.name_of)
@settings(max_examples=50)
@given(data=st.data())
def test_what_an_edwards_decoder_accepts_encodes_as_it_was(curve: EdwardsCurve, data: st.DataObject) -> None:
    """There is no second canonical encoding, and what isn't canonical decodes to a point that has one."""
    octets = data.draw(st.binary(min_size=curve.size, max_size=curve.size))
    if isinstance(outcome(curve.decode, octets), tuple):
        assert curve.decode(octets).encode() == octets
    if isinstance(outcome(curve.decode, octets, canonical=False), tuple):
        x, y = curve.decode(octets, canonical=False).affine()
        sign, number = divmod(int.from_bytes(octets, "little"), 1 << 8 * curve.size - 1)
        assert (y, x % 2) == (number % curve.p, sign)
        assert (curve.a * x * x + y * y - 1 - curve.d * x * x * y * y) % curve.p == 0


@pytest.mark.step("RFC 8032", "5.1.3-1 little-endian", "5.1.3-1 y < p", "5.1.3-4 x = 0")
@pytest.mark.parametrize("curve", [edwards25519, edwards448], ids=toy.name_of)
@pytest.mark.parametrize("sign", [0, 1])
def test_the_special_encodings_of_edwards_curves(curve: EdwardsCurve, sign: int) -> None:
    p, size = curve.p, curve.size

    def read(y: int, *, canonical: bool) -> Any:
        return outcome(curve.decode, (y | sign << 8 * size - 1).to_bytes(size, "little"), canonical=canonical)

    assert curve.decode((1 | sign << 8 * size - 1).to_bytes(size, "little"), canonical=False).is_identity()
    for y in (1, p - 1):  # x = 0
        assert read(y, canonical=True) == ("non-canonical" if sign else (0, y))
        assert read(y, canonical=False) == (0, y)
    for y in (p, p + 1, p + 18, 2 ** p.bit_length() - 1, 2 ** (8 * size - 1) - 1):
        assert read(y, canonical=True) == "non-canonical"
        assert read(y, canonical=False) == read(y % p, canonical=False)
    assert read(p - 2, canonical=True) == read(p - 2, canonical=False)
    (x, y) = read(0, canonical=True)  # order 4
    assert (y, x % 2, curve.a * x * x % p) == (0, sign, 1)


def test_no_x_for_this_y() -> None:
    for curve, y in (edwards25519, 2), (edwards448, 2):
        octets = y.to_bytes(curve.size, "little")
        assert {outcome(curve.decode, octets, canonical=c) for c in (True, False)} == {"not-on-curve"}


# ---------------------------------------------------------------- SEC 1


def sec1(curve: WeierstrassCurve, octets: bytes) -> tuple[int, int] | str:
    """SEC 1, 2.3.4, by trying every y, and the codes of the line protocol."""
    size = curve.size
    if octets == b"\0":
        return "invalid-key"
    if octets and octets[0] not in {2, 3, 4}:
        return "bad-encoding"
    if not octets or len(octets) != (1 + 2 * size if octets[0] == 4 else 1 + size):
        return "bad-length"
    return sec1_point(curve, octets[0], int.from_bytes(octets[1 : 1 + size], "big"), octets[1 + size :])


def sec1_point(curve: WeierstrassCurve, form: int, x: int, second: bytes) -> tuple[int, int] | str:
    """The point with this x, and with this second half or, without one, the parity that the form names."""
    y = int.from_bytes(second, "big")
    if x >= curve.p or y >= curve.p:
        return "non-canonical"
    ys = ordinates(curve)[x]
    if form == 3 and ys == [0]:
        return "non-canonical"  # y = 0 has one parity, and p - 0 isn't below p
    wanted = [y] if second else range(form - 2, curve.p, 2)
    return next(((x, y) for y in ys if y in wanted), "not-on-curve")


@cache
def ordinates(curve: WeierstrassCurve) -> dict[int, list[int]]:
    """For every x the y of the points (x, y)."""
    found: dict[int, list[int]] = {x: [] for x in range(curve.p)}
    for x, y in toy.solutions(curve):
        found[x].append(y)
    return found


@pytest.mark.step(
    "SEC 1", "2.3.4-1", "2.3.4-2 length", "2.3.4-2.2", "2.3.4-2.3", "2.3.4-2.4 root", "2.3.4-2.4 no root",
    "2.3.4-2.4 parity", "2.3.4-3 length", "2.3.4-3.2", "2.3.4-3.5", "2.3.6",
)
@pytest.mark.parametrize("curve", WEIERSTRASS, ids=toy.name_of)
def test_every_string_that_could_be_a_point(curve: WeierstrassCurve) -> None:
    """All strings of 0 to 2 octets, and all of 3 that begin with 04; other forms with some of the rest."""
    some = [0, 1, 2, 5, curve.p - 1, curve.p, 127, 128, 255]
    strings = [b"", *(bytes([form]) for form in range(256))]
    strings += [bytes([form, x]) for form in range(256) for x in range(256)]
    strings += [bytes([4, x, y]) for x in range(curve.p + 3) for y in range(256)]
    strings += [bytes([4, x, y]) for x in some for y in range(256)]
    strings += [bytes([form, x, y]) for form in range(256) for x in some for y in some]
    strings += [bytes([form, x, 0, 0]) for form in range(256) for x in some]
    seen = set()
    for octets in strings:
        expected = sec1(curve, octets)
        assert outcome(curve.decode, octets) == expected
        seen.add((octets[:1] if expected != "bad-encoding" else b"", type(expected), str(expected)[:3]))
    assert {form for form, kind, _ in seen if kind is tuple} == {b"\2", b"\3", b"\4"}
    assert {code for _, kind, code in seen if kind is str} == {"bad", "inv", "non", "not"}


def test_every_compressed_string_of_two_octets_to_a_coordinate() -> None:
    curve = WEIERSTRASS_OF_TWO_OCTETS
    for octets in (bytes([form]) + x.to_bytes(2, "big") for form in (2, 3) for x in range(1 << 16)):
        assert outcome(curve.decode, octets) == sec1(curve, octets)


@pytest.mark.step("SEC 1", "2.3.3-1", "2.3.3-2.2", "2.3.3-2.3", "2.3.3-2.4", "2.3.3-3.1", "2.3.3-3.2", "2.3.3-3.3")
@pytest.mark.parametrize("curve", [*WEIERSTRASS, WEIERSTRASS_OF_TWO_OCTETS], ids=toy.name_of)
def test_every_weierstrass_point_encodes_and_decodes(curve: WeierstrassCurve) -> None:
    for P in toy.points(curve):
        if P.is_identity():
            assert P.encode() == encode(P, compressed=True) == b"\0"
            continue
        x, y = (v.to_bytes(curve.size, "big") for v in P.affine())
        assert P.encode() == b"\4" + x + y
        assert encode(toy.scaled(P, 2), compressed=True) == bytes([2 + y[-1] % 2]) + x
        assert curve.decode(P.encode()) == curve.decode(encode(P, compressed=True)) == P


def encode(P: Any, *, compressed: bool) -> bytes:
    """Only a Weierstrass point's encode has the option."""
    octets: bytes = P.encode(compressed=compressed)
    return octets


@pytest.mark.step(
    "SEC 1", "2.3.3-2.1", "2.3.3-2.2", "2.3.3-2.3", "2.3.3-2.4", "2.3.3-3.1", "2.3.3-3.2", "2.3.3-3.3",
    "2.3.4-2.4 root", "2.3.4-3.3", "2.3.4-3.4", "2.3.4-2.3",
)
@pytest.mark.parametrize("curve", [P256, P384, SECP256K1], ids=toy.name_of)
@settings(max_examples=50)
@given(data=st.data())
def test_decoding_undoes_encoding_on_weierstrass_curves(curve: WeierstrassCurve, data: st.DataObject) -> None:
    P = data.draw(st.integers(1, curve.n - 1)) * curve.G
    x, y = P.affine()
    X, Y, size = x.to_bytes(curve.size, "big"), y.to_bytes(curve.size, "big"), curve.size
    compressed = bytes([2 + y % 2]) + X
    assert P.encode() == b"\4" + X + Y
    assert encode(P, compressed=True) == compressed
    assert curve.decode(b"\4" + X + Y) == curve.decode(compressed) == curve.lift_x(x, y % 2) == P
    assert curve.decode(bytes([5 - compressed[0]]) + X) == -P
    assert outcome(curve.decode, bytes([6 + y % 2]) + X + Y) == "bad-encoding"  # hybrid
    i, bit = data.draw(st.integers(0, 2 * size - 1)), data.draw(st.integers(0, 7))
    flipped = bytearray(X + Y)
    flipped[i] ^= 1 << bit
    assert outcome(curve.decode, b"\4" + bytes(flipped)) in {"not-on-curve", "non-canonical"}


@pytest.mark.step("SEC 1", "2.3.4-3.2 hybrid", "2.3.4-3.5", "2.3.6", "2.3.4-2 length", "2.3.4-3 length")
@pytest.mark.parametrize("curve", [P256, P384, SECP256K1], ids=toy.name_of)
def test_the_special_strings_of_weierstrass_curves(curve: WeierstrassCurve) -> None:
    p, size = curve.p, curve.size
    x, y = curve.base

    def read(form: int, *coordinates: int) -> Any:
        return outcome(curve.decode, bytes([form]) + b"".join(v.to_bytes(size, "big") for v in coordinates))

    for big in (p, p + 1, 2 ** (8 * size) - 1):
        assert read(2, big) == read(3, big) == read(4, big, y) == read(4, x, big) == "non-canonical"
    assert read(4, x, p - y) == (x, p - y)
    assert read(4, x, y ^ 1) == read(4, y, x) == read(4, 0, 0) == "not-on-curve"
    no_point = next(x for x in range(100) if pow(x**3 + curve.a * x + curve.b, (p - 1) // 2, p) == p - 1)
    assert read(2, no_point) == read(3, no_point) == "not-on-curve"
    assert read(2, x, y) == read(4, x) == read(4, x, y, 0) == read(4) == "bad-length"
    assert read(0, x) == read(0, x, y) == read(5, x) == read(6, x, y) == read(7, x, y) == "bad-encoding"
    assert (read(0), read(1)) == ("invalid-key", "bad-encoding")
    for hybrid in (6, 7):
        with pytest.raises(UnusableInput, match="hybrid"):
            curve.decode(bytes([hybrid]) + bytes(2 * size))


@pytest.mark.parametrize("curve", [P256, P384, SECP256K1, toy.named("p13n7")], ids=toy.name_of)
@pytest.mark.parametrize("k", [-1, 0, 1])
def test_lift_x_takes_x_below_p_only(curve: WeierstrassCurve, k: int) -> None:
    if k == 0:
        assert curve.lift_x(curve.base[0], curve.base[1] % 2) == curve.G
    else:
        with pytest.raises(InvalidPoint, match="x is not below p"):
            curve.lift_x(curve.base[0] + k * curve.p, 0)
