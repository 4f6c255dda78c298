"""PEM: octets as base64 between two lines that name them. [RFC 7468; headers: RFC 1421, 4.4]

    -----BEGIN label-----
    base64
    -----END label-----

Read is what RFC 7468 calls the lax form: any text before, between and after the blocks, any white space in them, lines
of any length that end in LF, CRLF or CR. The base64 itself is strict [RFC 4648, 3.2 and 3.5]: padded, and without
bits after its last octet. Written is the strict form: 64 characters a line, and LF.
"""

from __future__ import annotations

from binascii import a2b_base64, b2a_base64
from typing import TYPE_CHECKING

from ecref.der import Malformed
from ecref.frozen import Frozen
from ecref.inputs import as_bytes

from .faults import encrypted, within, wrong_key

if TYPE_CHECKING:
    from collections.abc import Iterator

_BASE64 = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/"


class Block(Frozen):
    """One block: its label, such as "PRIVATE KEY", its headers as pairs (name, value), and its octets."""

    __slots__ = ("headers", "label", "octets")
    fields = ("label", "headers", "octets")
    label: str
    headers: tuple[tuple[str, str], ...]
    octets: bytes

    def __init__(self, label: str, headers: tuple[tuple[str, str], ...], octets: bytes) -> None:
        self._set(label=label, headers=headers, octets=octets)

    def __repr__(self) -> str:
        return f"<PEM block {self.label} of {len(self.octets)} octets>"


def write(label: str, octets: bytes, *, columns: int = 64) -> bytes:
    """Octets as a block with this label; OpenSSH's have other columns."""
    text = b2a_base64(octets, newline=False).decode()
    lines = [text[at : at + columns] for at in range(0, len(text), columns)]
    return "\n".join([f"-----BEGIN {label}-----", *lines, f"-----END {label}-----", ""]).encode()


def read(data: bytes) -> list[Block]:
    """The blocks in their order, at least one.

    UnusableInput: "bad-encoding", "encrypted-key" for an encrypted private key, "wrong-key" for OpenPGP's armor.
    """
    lines = map(bytes.strip, as_bytes("PEM", data).splitlines())
    blocks = []
    with within("PEM"):
        for line in lines:
            if line.startswith(b"-----END"):
                raise Malformed(f"{_shown(line)} without its BEGIN")
            if line.startswith(b"-----BEGIN"):
                blocks.append(_read_block(_label(line, "BEGIN"), lines))
        if not blocks:
            raise Malformed("no line begins with -----BEGIN")
    return blocks


def _read_block(label: str, lines: Iterator[bytes]) -> Block:
    """The block whose first line has been taken from the lines."""
    if label.startswith("PGP "):
        raise wrong_key(f"OpenPGP's {label}", "a key or signature in PEM")
    body: list[bytes] = []
    for line in lines:
        if line.startswith(b"-----"):
            found = _label(line, "END")
            if found != label:
                raise Malformed(f"BEGIN {label} ends with END {found}")
            break
        body.append(line)
    else:
        raise Malformed(f"BEGIN {label} without its END")
    headers, body = _headers(body)
    if label == "ENCRYPTED PRIVATE KEY" or ("Proc-Type", "4,ENCRYPTED") in headers:
        raise encrypted(f"an encrypted {label.removeprefix('ENCRYPTED ')}", "openssl pkey -in FILE -out DECRYPTED")
    return Block(label, headers, _decode(b"".join(body)))


def _label(line: bytes, word: str) -> str:
    """The label of a BEGIN or END line."""
    begin, end = f"-----{word} ".encode(), b"-----"
    label = line[len(begin) : -len(end)]
    if not (line.startswith(begin) and line.endswith(end) and len(line) >= len(begin + end) and len(label) <= 64):
        raise Malformed(f"got the line {_shown(line)}, wanted -----{word} label-----")
    return label.decode("ascii", "backslashreplace")


def _headers(body: list[bytes]) -> tuple[tuple[tuple[str, str], ...], list[bytes]]:
    """The headers of a block and its other lines. Headers are lines with a colon, and a blank line ends them."""
    if not body or b":" not in body[0]:
        return (), body
    if b"" not in body:
        raise Malformed("headers without a blank line after them")
    end = body.index(b"")
    headers = []
    for line in body[:end]:
        name, colon, value = line.decode("ascii", "backslashreplace").partition(":")
        if not colon:
            raise Malformed(f"got the line {_shown(line)}, wanted a header")
        headers.append((name.rstrip(), value.lstrip()))
    return tuple(headers), body[end + 1 :]


def _decode(text: bytes) -> bytes:
    """The octets of base64 with white space."""
    text = b"".join(text.split())
    digits = text.rstrip(b"=")
    stray = digits.translate(None, _BASE64)
    if stray:
        raise Malformed(f"{stray[:1]!r} is no character of base64")
    padding = len(text) - len(digits)
    if padding != -len(digits) % 4 or padding == 3:
        raise Malformed(f"wrong padding: {len(digits)} characters of base64 and {padding} of =")
    octets = a2b_base64(text)
    if b2a_base64(octets, newline=False) != text:
        raise Malformed("wrong padding: bits after the last octet")
    return octets


def _shown(line: bytes) -> str:
    """A line as an error shows it: it may be long, and anything but ASCII."""
    return repr(line[:40])[1:]
