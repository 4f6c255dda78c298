"""PEM: octets as base64 between two lines that name them. [RFC 7468; headers: RFC 1421, 4.4]

    -----BEGIN label-----
    base64
    -----END label-----

Read is what RFC 7468 calls the lax form: any text before, between and after the blocks, any white space in them, lines
of any length that end in LF, CRLF or CR. Only BEGIN and END have to stand alone on their lines. The base64 itself is
strict [RFC 4648, 3.2 and 3.5]: padded, and without bits after its last octet. Written is the strict form: 64 characters
a line, and LF.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from ecref.der import Malformed
from ecref.frozen import Frozen
from ecref.inputs import as_bytes

from .faults import encrypted, within, wrong_key
from .text import decode, encode

if TYPE_CHECKING:
    from collections.abc import Iterator

MAX_LABEL = 64  # characters
_USUAL = re.compile(r"[A-Z0-9 .#-]*")


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
        return f"<PEM block {shown(self.label)} of {len(self.octets)} octets>"


def shown(label: str) -> str:
    """A label as an error shows it. One that is like none in use is not shown: it may be base64 that got into it."""
    return label if _USUAL.fullmatch(label) else f"(a label of {len(label)} characters)"


def write(label: str, octets: bytes, *, columns: int = 64) -> bytes:
    """Octets as a block with this label; OpenSSH's have other columns."""
    text = encode(octets, "base64").decode()
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
                raise Malformed("an END line without its BEGIN")
            if line.startswith(b"-----BEGIN"):
                blocks.append(_read_block(_label(line, b"BEGIN"), lines))
        if not blocks:
            raise Malformed("no line begins with -----BEGIN")
    return blocks


def _read_block(label: str, lines: Iterator[bytes]) -> Block:
    """The block whose first line has been taken from the lines."""
    if label.startswith("PGP "):
        raise wrong_key(f"OpenPGP's {shown(label)}", "a key or signature in PEM")
    body: list[bytes] = []
    for line in lines:
        if line.startswith(b"-----"):
            found = _label(line, b"END")
            if found != label:
                raise Malformed(f"BEGIN {shown(label)} ends with END {shown(found)}")
            break
        body.append(line)
    else:
        raise Malformed(f"BEGIN {shown(label)} without its END")
    headers, body = _headers(body)
    if label == "ENCRYPTED PRIVATE KEY" or any(name == "Proc-Type" and "ENCRYPTED" in value for name, value in headers):
        what = shown(label.removeprefix("ENCRYPTED "))
        raise encrypted(f"an encrypted {what}", "openssl pkey -in FILE -out DECRYPTED")
    return Block(label, headers, decode(b"".join(b"".join(body).split()), "base64"))


def _label(line: bytes, word: bytes) -> str:
    """The label of a BEGIN or END line. [RFC 7468, 3] Errors don't show the line: a key may stand on it."""
    found = re.fullmatch(rb"-----%s ((?:[!-,.-~]+(?:[ -][!-,.-~]+)*)?)-----" % word, line)
    if word == b"BEGIN" and b"-----END" in line:
        raise Malformed("BEGIN and END stand on one line; wanted line breaks after BEGIN and before END")
    if not found or len(found[1]) > MAX_LABEL:
        raise Malformed(f"a line that begins with ----- is not -----{word.decode()} label-----, alone on its line")
    return found[1].decode()


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
            raise Malformed("a header without a colon")
        headers.append((name.rstrip(), value.lstrip()))
    return tuple(headers), body[end + 1 :]
