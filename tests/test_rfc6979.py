"""RFC 6979's conversions and nonces, against its definitions and its detailed example."""

from __future__ import annotations

import hashlib
import hmac
from itertools import islice

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from ecref import UnusableInput, p256
from ecref.hashes import Hash, hash_named
from ecref.rfc6979 import bits2int, bits2octets, int2octets, nonces, random_scalars

# A.1: the group of sect163k1's base point
Q163 = 0x4000000000000000000020108A2E0CC0D99F8A5EF
X163 = 0x09A4D6792295A7F730FC3F2B49CBC0F62E862272F
H1_SAMPLE = hashlib.sha256(b"sample").digest()
SHA256 = hash_named("SHA-256")

orders = st.integers(2, 2**160).map(lambda x: 2 * x + 1)


@pytest.mark.step(
    "RFC 6979", "2.3.4-1", "2.3.4-2", "2.3.4-3", "3.2-d x", "3.2-d h1", "3.2-d V", "3.2-d 00", "3.2-f", "3.2-b",
    "3.2-c", "3.2-e", "3.2-g", "3.2-h.3 K", "3.2-h.3 again", "3.2-h.3 k",
)
def test_the_detailed_example_of_a_1() -> None:
    assert Q163.bit_length() == 163
    assert int2octets(X163, Q163).hex() == "009a4d6792295a7f730fc3f2b49cbc0f62e862272f"
    assert H1_SAMPLE.hex() == "af2bdbe1aa9b6ec1e2ade1d694f41fc71a831d0268e9891562113d8a62add1bf"
    assert bits2octets(H1_SAMPLE, Q163).hex() == "01795edf0d54db760f156d0dac04c0322b3a204224"
    assert next(nonces(X163, H1_SAMPLE, Q163, SHA256)) == 0x23AF4074C90A02B3FE61D286D5C87F425E6BDD81B


def test_the_example_refuses_two_candidates_before_k() -> None:
    """A.1.2 prints them: the first two T are larger than q."""
    seen = []

    class Spy(Hash):
        __slots__ = ()

        def hmac(self, key: bytes, data: bytes) -> bytes:
            seen.append((key, data))
            return super().hmac(key, data)

    next(nonces(X163, H1_SAMPLE, Q163, Spy("SHA-256", 32, 64, "sha256")))
    # 4 to set K and V, then for each of three candidates one for T, and 2 between them
    assert len(seen) == 4 + 3 + 2 * 2


@pytest.mark.step("RFC 6979", "2.3.2-1", "2.3.2-2")
@pytest.mark.step("SEC 1", "2.3.8")
@given(b=st.binary(max_size=40), qlen=st.integers(1, 400))
def test_bits2int_takes_the_leftmost_bits(b: bytes, qlen: int) -> None:
    bits = "".join(f"{octet:08b}" for octet in b)
    assert bits2int(b, qlen) == int("0" + bits[:qlen], 2)


@pytest.mark.step("RFC 6979", "2.3.3 big-endian", "2.3.3 rlen")
@pytest.mark.step("SEC 1", "2.3.7")
@given(q=orders, data=st.data())
def test_int2octets_has_the_width_of_q(q: int, data: st.DataObject) -> None:
    x = data.draw(st.integers(0, q - 1))
    octets = int2octets(x, q)
    assert 8 * len(octets) >= q.bit_length() > 8 * (len(octets) - 1)
    assert int.from_bytes(octets, "big") == x


@pytest.mark.step("RFC 6979", "2.3.4-1", "2.3.4-2")
@given(b=st.binary(max_size=40), q=orders)
def test_bits2octets_subtracts_q_once_where_it_must(b: bytes, q: int) -> None:
    z1 = bits2int(b, q.bit_length())
    z2 = z1 - q
    assert bits2octets(b, q) == int2octets(z1 if z2 < 0 else z2, q)


def by_the_letter(x: int, h1: bytes, q: int, name: str, extra: bytes = b"") -> list[int]:
    """RFC 6979, 3.2 with the standard library's HMAC: the first three k."""
    size, qlen = hashlib.new(name).digest_size, q.bit_length()

    def mac(key: bytes, *data: bytes) -> bytes:
        return hmac.new(key, b"".join(data), name).digest()

    V, K = b"\1" * size, b"\0" * size
    x_octets, h_octets = int2octets(x, q), bits2octets(h1, q)
    K = mac(K, V, b"\0", x_octets, h_octets, extra)
    V = mac(K, V)
    K = mac(K, V, b"\1", x_octets, h_octets, extra)
    V = mac(K, V)
    found: list[int] = []
    while len(found) < 3:
        T = b""
        while len(T) * 8 < qlen:
            V = mac(K, V)
            T += V
        k = int.from_bytes(T, "big") >> len(T) * 8 - qlen
        if 1 <= k <= q - 1:
            found.append(k)
        K = mac(K, V, b"\0")
        V = mac(K, V)
    return found


HASHES = {"SHA-1": "sha1", "SHA-224": "sha224", "SHA-256": "sha256", "SHA-512": "sha512", "SHA3-256": "sha3_256"}


@pytest.mark.step(
    "RFC 6979", "3.2-b", "3.2-c", "3.2-d V", "3.2-d 00", "3.2-d x", "3.2-d h1", "3.2-e", "3.2-f", "3.2-g", "3.2-h.1",
    "3.2-h.2 loop", "3.2-h.2 V", "3.2-h.2 T", "3.2-h.3 k", "3.2-h.3 K", "3.2-h.3 again", "3.6-d", "3.6-f",
)
@pytest.mark.parametrize("name", HASHES)
@given(data=st.data())
@settings(max_examples=25)
def test_nonces_are_those_of_3_2_and_3_6(name: str, data: st.DataObject) -> None:
    q = data.draw(orders | st.just(p256.curve.n) | st.integers(2**380, 2**400))
    x, h1 = data.draw(st.integers(1, q - 1)), data.draw(st.binary(max_size=64))
    extra = data.draw(st.just(b"") | st.binary(max_size=40))
    found = list(islice(nonces(x, h1, q, hash_named(name), extra), 3))
    assert found == by_the_letter(x, h1, q, HASHES[name], extra)


@pytest.mark.parametrize("qlen", [255, 256, 257, 264, 288, 511, 512, 513, 576])
def test_as_many_blocks_as_q_has_bits(qlen: int) -> None:
    q = (1 << qlen) - 1
    assert list(islice(nonces(5, H1_SAMPLE, q, SHA256), 3)) == by_the_letter(5, H1_SAMPLE, q, "sha256")


@pytest.mark.step("RFC 6979", "3.2-h.3 range")
def test_candidates_outside_the_range_are_passed_over() -> None:
    """For q = 5 a candidate has three bits: 0, 5, 6 and 7 must not come out."""
    found = list(islice(nonces(3, H1_SAMPLE, 5, SHA256), 200))
    assert set(found) == {1, 2, 3, 4}


def test_what_is_mixed_in_changes_the_nonce() -> None:
    n = p256.curve.n
    first = {
        next(nonces(1, H1_SAMPLE, n, SHA256)),
        next(nonces(2, H1_SAMPLE, n, SHA256)),
        next(nonces(1, bytes(32), n, SHA256)),
        next(nonces(1, H1_SAMPLE, n, hash_named("SHA-384"))),
        next(nonces(1, H1_SAMPLE, n, SHA256, b"\0")),
        next(nonces(1, H1_SAMPLE, n, SHA256, b"\0\0")),
    }
    assert len(first) == 6


@pytest.mark.parametrize("name", ["SHAKE128", "SHAKE256"])
def test_no_nonce_is_defined_over_a_shake(name: str) -> None:
    with pytest.raises(UnusableInput, match=rf"^unsupported: no standard defines HMAC over {name}$"):
        next(nonces(1, H1_SAMPLE, p256.curve.n, hash_named(name)))


@pytest.mark.step("RFC 6979", "2.4-2")
def test_random_scalars_fill_the_range_and_nothing_else() -> None:
    assert set(islice(random_scalars(5), 300)) == {1, 2, 3, 4}


@pytest.mark.step("FIPS 186-5", "A.2.2 c", "A.2.2 range", "A.2.2 c + 1")
def test_random_scalars_follow_a_2_2(monkeypatch: pytest.MonkeyPatch) -> None:
    """c of as many bits as q; c > q - 2 is refused, else c + 1."""
    drawn, asked = [6, 7, 4, 3, 0, 5], []

    def randbits(bits: int) -> int:
        asked.append(bits)
        return drawn.pop(0)

    monkeypatch.setattr("secrets.randbits", randbits)
    scalars = random_scalars(5)
    assert [next(scalars), next(scalars)] == [4, 1]
    assert asked == [3] * 5
