"""Every hash of the protocol by its name, HMAC over it, and messages in pieces."""

from __future__ import annotations

import hashlib
import hmac
import io
from typing import TYPE_CHECKING

import pytest
from Crypto.Hash import keccak
from hypothesis import given
from hypothesis import strategies as st

from ecref import hashes
from ecref.errors import UnusableInput
from ecref.hashes import HASH_NAMES, KECCAK_512, Hash, hash_named, shake256

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from typing import Any

TABLE: dict[str, tuple[str | None, int, int | None]] = {  # name: hashlib's name, size, HMAC's block
    "SHA-1": ("sha1", 20, 64),
    "SHA-224": ("sha224", 28, 64),
    "SHA-256": ("sha256", 32, 64),
    "SHA-384": ("sha384", 48, 128),
    "SHA-512": ("sha512", 64, 128),
    "SHA-512/224": ("sha512_224", 28, 128),
    "SHA-512/256": ("sha512_256", 32, 128),
    "SHA3-224": ("sha3_224", 28, 144),
    "SHA3-256": ("sha3_256", 32, 136),
    "SHA3-384": ("sha3_384", 48, 104),
    "SHA3-512": ("sha3_512", 64, 72),
    "SHAKE128": ("shake_128", 32, None),
    "SHAKE256": ("shake_256", 64, None),
    "Keccak-256": (None, 32, 136),
}
WITH_HMAC = [(name, block) for name, (_, _, block) in TABLE.items() if block]


class PyCryptodomeKeccak:
    """PyCryptodome's Keccak-256 as a hash object of hashlib's kind, which the stdlib's hmac takes."""

    digest_size, block_size, name = 32, 136, "keccak-256"

    def __init__(self, data: bytes = b"") -> None:
        self.data = bytes(data)

    def update(self, data: bytes) -> None:
        self.data += data

    def copy(self) -> PyCryptodomeKeccak:
        return PyCryptodomeKeccak(self.data)

    def digest(self) -> bytes:
        return keccak.new(digest_bytes=32, data=self.data).digest()


def expected(name: str, message: bytes) -> bytes:
    """The hash by another implementation."""
    if name == "SHAKE128":
        return hashlib.shake_128(message).digest(32)
    if name == "SHAKE256":
        return hashlib.shake_256(message).digest(64)
    other = TABLE[name][0]
    return hashlib.new(other, message).digest() if other else PyCryptodomeKeccak(message).digest()


def expected_hmac(name: str, key: bytes, data: bytes) -> bytes:
    """HMAC by the standard library."""
    other: Any = TABLE[name][0] or PyCryptodomeKeccak
    return hmac.new(key, data, other).digest()


def test_names_are_the_protocols() -> None:
    assert tuple(TABLE) == HASH_NAMES


@pytest.mark.parametrize("name", HASH_NAMES)
def test_name_size_and_block(name: str) -> None:
    h = hash_named(name)
    assert (h.name, h.size, h.block_size) == (name, *TABLE[name][1:])


@pytest.mark.parametrize("name", HASH_NAMES)
@pytest.mark.parametrize("length", [0, 1, 63, 64, 135, 136, 1000])
def test_digest_is_the_other_implementations(name: str, length: int) -> None:
    message = bytes(i % 249 for i in range(length))
    assert hash_named(name).digest(message) == expected(name, message)
    assert len(hash_named(name).digest(message)) == hash_named(name).size


@pytest.mark.parametrize("length", [0, 1, 71, 72, 73, 1000])
def test_keccak_512_is_pycryptodomes(length: int) -> None:
    message = bytes(i % 249 for i in range(length))
    assert KECCAK_512.digest(message) == keccak.new(digest_bytes=64, data=message).digest()
    assert (KECCAK_512.size, KECCAK_512.block_size) == (64, 200 - 2 * 64)
    assert KECCAK_512.name not in HASH_NAMES


def sevens(data: bytes) -> Iterator[bytes]:
    """The data in pieces of seven octets."""
    return (data[i : i + 7] for i in range(0, len(data), 7))


@pytest.mark.parametrize("name", HASH_NAMES)
@pytest.mark.parametrize("form", [bytes, bytearray, memoryview, io.BytesIO, lambda data: [data], sevens])
def test_a_message_may_have_any_form(name: str, form: Callable[[bytes], Any]) -> None:
    message = bytes(range(256)) * 3
    assert hash_named(name).of(form(message)) == expected(name, message)


def test_a_file_longer_than_a_chunk() -> None:
    message = bytes(range(256)) * 1024
    assert hash_named("SHA-256").of(io.BytesIO(message)) == expected("SHA-256", message)


def test_a_slice_of_a_memoryview_counts_by_its_octets() -> None:
    view = memoryview(bytes(range(200)))[::2]
    assert hash_named("SHA-256").of(view) == expected("SHA-256", bytes(range(0, 200, 2)))


def test_pieces_are_hashed_as_they_come(monkeypatch: pytest.MonkeyPatch) -> None:
    """A file of any length takes the memory of one chunk."""
    order = []

    class Recorder:
        def update(self, data: bytes) -> None:
            order.append(f"took {data.decode()}")

        def digest(self) -> bytes:
            return b""

    def message() -> Iterator[bytes]:
        for piece in (b"a", b"b"):
            order.append(f"gave {piece.decode()}")
            yield piece

    monkeypatch.setattr(hashes, "keccak_256", Recorder)
    hash_named("Keccak-256").of(message())
    assert order == ["gave a", "took a", "gave b", "took b"]


@pytest.mark.parametrize("message", ["text", 7, None, ["text"], [7], io.StringIO("text")])
def test_what_is_no_octets_is_a_type_error(message: Any) -> None:
    with pytest.raises(TypeError):
        hash_named("SHA-256").of(message)


@given(named=st.sampled_from(WITH_HMAC), key=st.binary(max_size=300), data=st.binary(max_size=300))
def test_hmac_is_the_standard_librarys(named: tuple[str, int], key: bytes, data: bytes) -> None:
    assert hash_named(named[0]).hmac(key, data) == expected_hmac(named[0], key, data)


@pytest.mark.parametrize(("name", "block"), WITH_HMAC)
def test_hmac_of_a_key_around_the_block(name: str, block: int) -> None:
    h = hash_named(name)
    for length in (0, block - 1, block, block + 1):
        key = bytes([5]) * length
        assert h.hmac(key, b"data") == expected_hmac(name, key, b"data")


@pytest.mark.parametrize("name", ["SHAKE128", "SHAKE256"])
def test_hmac_over_a_shake_is_unsupported(name: str) -> None:
    with pytest.raises(UnusableInput, match=name) as error:
        hash_named(name).hmac(b"key", b"data")
    assert error.value.code == "unsupported"


@pytest.mark.parametrize("size", [0, 32, 64, 114])
def test_a_shake_has_the_size_that_is_asked_for(size: int) -> None:
    assert shake256(size).digest(b"a", b"bc") == hashlib.shake_256(b"abc").digest(size)


@pytest.mark.parametrize("name", ["", "sha-256", "SHA256", "MD5", "SHA-256 ", "x" * 10**6])
def test_an_unknown_name_is_unsupported(name: str) -> None:
    with pytest.raises(UnusableInput) as error:
        hash_named(name)
    assert error.value.code == "unsupported"
    assert len(str(error.value)) < 300


@pytest.mark.parametrize("name", [None, b"SHA-256", 256, ["SHA-256"]])
def test_a_name_is_a_str(name: Any) -> None:
    with pytest.raises(TypeError):
        hash_named(name)


def test_a_hash_that_this_python_lacks_is_unsupported(monkeypatch: pytest.MonkeyPatch) -> None:
    missing = Hash("SHA-512/256", 32, 128, "sha512_256 of no Python")
    monkeypatch.setitem(hashes._HASHES, "SHA-512/256", missing)
    with pytest.raises(UnusableInput, match="this Python has no SHA-512/256") as error:
        hash_named("SHA-512/256")
    assert error.value.code == "unsupported"


def test_a_hash_is_equal_by_name_and_size() -> None:
    assert shake256(64) == hash_named("SHAKE256") != shake256(114)
    assert hash(shake256(64)) == hash(hash_named("SHAKE256"))
    assert hash_named("SHA-256") != "SHA-256"
    assert "SHA-256" in repr(hash_named("SHA-256"))
