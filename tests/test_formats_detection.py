"""Marks of containers, octet by octet: the magics, the control characters and the packets that are told apart."""

from __future__ import annotations

import pytest

from ecref import UnusableInput
from ecref.formats import load_public_key
from ecref.formats.detection import JAVA, described, find, find_damaged

WHITE_SPACE = b"\t\n\v\f\r"


@pytest.mark.parametrize(
    ("begin", "what"),
    [
        (b"SSHSIG", "an SSH signature"),
        (b"\xfe\xed\xfe\xed", JAVA),
        (b"\xce\xce\xce\xce", JAVA),
        (b"\xff\xfe", "text in UTF-16"),
        (b"\xfe\xff", "text in UTF-16"),
        (b"\0\0\0\x0bssh-ed25519", "an OpenSSH public key without its line"),
        (b"\0\0\0\x13ecdsa-sha2-nistp256", "an OpenSSH public key without its line"),
        (b"\0\0\0\x13ecdsa-sha2-nistp384", "an OpenSSH public key without its line"),
    ],
)
def test_magics(begin: bytes, what: str) -> None:
    for rest in (b"", b"\0\xff" * 20):
        found = find_damaged(begin + rest)
        assert [(container.format, container.holds, container.what) for container in found] == [(None, (), what)]
    assert find_damaged(begin[:-4]) == find_damaged(b"\1" + begin) == []


@pytest.mark.parametrize("octet", range(256))
def test_what_an_octet_begins(octet: int) -> None:
    """DER's SEQUENCE is an ASCII zero: alone it is text, before what no text holds it is DER."""
    got = described(bytes([octet]) + b"\xff\0")
    if octet == 0x30:
        assert got == "what begins as DER does (truncated)"
    elif 0x94 <= octet <= 0x9B or octet in (0xC5, 0xC6):
        assert got == "what begins as an OpenPGP key does"
    else:
        assert got is None


@pytest.mark.parametrize("octet", range(0x80))
def test_which_characters_text_has(octet: int) -> None:
    """{ begins a JWK where all is text, and nothing where a control character is within."""
    data = b"{" + bytes([octet]) + b"}"
    is_text = octet in WHITE_SPACE or 0x20 <= octet < 0x7F
    assert [container.format for container in find(data)] == (["jwk"] if is_text else [])


def test_text_is_utf_8() -> None:
    assert [container.format for container in find("{ключ".encode())] == ["jwk"]
    assert find("{ключ".encode("koi8-r")) == []


@pytest.mark.parametrize("size", [(1 << 20) + 1, 1 << 21])
def test_the_bound_comes_first(size: int) -> None:
    with pytest.raises(UnusableInput) as caught:
        load_public_key(b"{" * size)
    assert str(caught.value) == f"bad-length: got {size} octets, wanted at most 1048576"
