"""Keccak against hashlib's SHA-3, PyCryptodome's Keccak and published values."""

from __future__ import annotations

import hashlib

import pytest
from Crypto.Hash import keccak as pycryptodome
from hypothesis import given
from hypothesis import strategies as st

from ecref.keccak import ORIGINAL, SHA3, SHAKE, Keccak, keccak_256, keccak_512, permute

SIZES = (28, 32, 48, 64)
RATES = [200 - 2 * size for size in SIZES]
# Around the first and second block, where the padding takes its extreme forms, for every rate.
LENGTHS = sorted({0, 1, *(n * rate + i for rate in RATES for n in (1, 2) for i in (-2, -1, 0, 1))})

PUBLISHED = {  # the empty string, FIPS 180's example, a pangram, and the signature of an ERC-20 transfer
    b"": "c5d2460186f7233c927e7db2dcc703c0e500b653ca82273b7bfad8045d85a470",
    b"abc": "4e03657aea45a94fc7d47ba826c8d667c0d1e6e33a64a036ec44f58fa12d6c45",
    b"The quick brown fox jumps over the lazy dog": (
        "4d741b6f1eb29cb2a9b9911c82f56fa8d73b04959d3d9d222895df6c0b28aa15"
    ),
    b"Transfer(address,address,uint256)": "ddf252ad1be2c89b69c2b068fc378daa952ba7f163c4a11628f55a4df523b3ef",
}


def digest(sponge: Keccak, data: bytes) -> bytes:
    """What the sponge gives after the data."""
    sponge.update(data)
    return sponge.digest()


@pytest.mark.parametrize("message", PUBLISHED)
def test_published_values(message: bytes) -> None:
    assert digest(keccak_256(), message).hex() == PUBLISHED[message]


PUBLISHED_512 = {  # the empty string, and FIPS 180's example
    b"": (
        "0eab42de4c3ceb9235fc91acffe746b29c29a8c366b7c60e4e67c466f36a4304"
        "c00fa9caf9d87976ba469bcbe06713b435f091ef2769fb160cdab33d3670680e"
    ),
    b"abc": (
        "18587dc2ea106b9a1563e32b3312421ca164c7f1f07bc922a9c83d77cea3a1e5"
        "d0c69910739025372dc14ac9642629379540c17e2a65b19d77aa511a9d00bb96"
    ),
}


@pytest.mark.parametrize("message", PUBLISHED_512)
def test_published_values_of_512_bits(message: bytes) -> None:
    assert digest(keccak_512(), message).hex() == PUBLISHED_512[message]


def test_permutation_of_zero() -> None:
    A = permute([0] * 25)  # the Keccak team's KeccakF-1600-IntermediateValues.txt
    assert [f"{lane:016X}" for lane in A[:3]] == ["F1258F7940E1DDE7", "84D5CCF933C0478A", "D598261EA65AA9EE"]
    assert f"{A[24]:016X}" == "EAF1FF7B5CECA249"


@pytest.mark.parametrize("size", SIZES)
def test_sha3_is_hashlibs(size: int) -> None:
    for length in LENGTHS:
        message = bytes(i % 251 for i in range(length))
        expected = hashlib.new(f"sha3_{8 * size}", message).digest()
        assert digest(Keccak(size, 2 * size, SHA3), message) == expected


@pytest.mark.parametrize("size", [0, 1, 32, 136, 168, 169, 400])
def test_shake_is_hashlibs(size: int) -> None:
    for length in (0, 1, 135, 136, 137, 167, 168):
        message = bytes(length)
        assert digest(Keccak(size, 32, SHAKE), message) == hashlib.shake_128(message).digest(size)
        assert digest(Keccak(size, 64, SHAKE), message) == hashlib.shake_256(message).digest(size)


@pytest.mark.parametrize("size", SIZES)
def test_the_original_padding_is_pycryptodomes(size: int) -> None:
    for length in LENGTHS:
        message = bytes(i % 253 for i in range(length))
        expected = pycryptodome.new(digest_bytes=size, data=message).digest()
        assert digest(Keccak(size, 2 * size, ORIGINAL), message) == expected


@given(st.lists(st.binary(max_size=300), max_size=4))
def test_octets_may_come_in_pieces(pieces: list[bytes]) -> None:
    sponge = keccak_256()
    for piece in pieces:
        sponge.update(piece)
    assert sponge.digest() == pycryptodome.new(digest_bytes=32, data=b"".join(pieces)).digest()


def test_a_digest_does_not_end_the_sponge() -> None:
    sponge = keccak_256()
    sponge.update(b"ab")
    assert sponge.digest() == sponge.digest() != digest(keccak_256(), b"abc")
    assert digest(sponge, b"c").hex() == PUBLISHED[b"abc"]
