"""Octets as text: hex, base64 and base64url, each read strictly. [RFC 4648]

    hex          digits of either case, two an octet; written in lower case
    base64       with padding, its unused bits zero
    base64url    the other alphabet, without padding, as JOSE writes it [RFC 7515, 2]

RFC 4648 wants characters outside the alphabet refused, line breaks among them (3.1 and 3.3). So nothing but one line's
end behind the text is passed over, since every editor and most programs write one.
"""

from __future__ import annotations

from binascii import Error, a2b_base64, b2a_base64, unhexlify

from ecref.errors import UnusableInput

ENCODINGS = ("hex", "base64", "base64url")

_TO_URL = bytes.maketrans(b"+/", b"-_")
_FROM_URL = bytes.maketrans(b"-_+/", b"+/??")  # what belongs to the other alphabet belongs to none
_DIGITS = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/"


def decode(text: bytes, encoding: str) -> bytes:
    """The octets that a text stands for; UnusableInput "bad-encoding", or "unsupported" without such an encoding."""
    text = without_line_end(text)
    if known(encoding) == "hex":
        return _from_hex(text)
    if encoding == "base64":
        return _from_base64(text, encoding)
    if text.endswith(b"="):
        raise UnusableInput("bad-encoding", "got base64url with padding, wanted it without")
    return _from_base64(text.translate(_FROM_URL) + b"=" * (-len(text) % 4), encoding)


def encode(octets: bytes, encoding: str) -> bytes:
    """The text that stands for octets, without a line's end; UnusableInput "unsupported"."""
    if known(encoding) == "hex":
        return octets.hex().encode()
    text = b2a_base64(octets, newline=False)
    return text if encoding == "base64" else text.translate(_TO_URL).rstrip(b"=")


def known(encoding: str) -> str:
    """The encoding, if it is one of ENCODINGS; otherwise UnusableInput "unsupported"."""
    if encoding not in ENCODINGS:
        raise UnusableInput("unsupported", f"no text encoding {encoding[:40]!r}; there are {', '.join(ENCODINGS)}")
    return encoding


def without_line_end(text: bytes) -> bytes:
    """The text without the one line's end that may stand behind it."""
    return text[:-2] if text.endswith(b"\r\n") else text.removesuffix(b"\n")


def _from_hex(text: bytes) -> bytes:
    if len(text) % 2:
        raise UnusableInput("bad-encoding", f"got {len(text)} characters of hex, wanted two an octet")
    try:
        return unhexlify(text)
    except Error:
        raise UnusableInput("bad-encoding", "got a character that is no hex digit") from None


def _from_base64(text: bytes, encoding: str) -> bytes:
    """The octets, if writing them gives the text again: the decoder alone would pass over much."""
    try:
        octets = a2b_base64(text)
    except Error:
        octets = b""
    if b2a_base64(octets, newline=False) != text:
        raise UnusableInput("bad-encoding", _fault(text, encoding))
    return octets


def _fault(text: bytes, encoding: str) -> str:
    """Why a text, with its padding, isn't the base64 of any octets. No character of it is shown: it may be a secret."""
    digits = text.rstrip(b"=")
    if b"\n" in text:
        return f"got line breaks within {encoding}, wanted one line"
    if b"=" in digits:
        return f"got = amid {encoding}"
    if digits.translate(None, _DIGITS):
        return f"got a character that {encoding} doesn't have"
    if len(digits) % 4 == 1:
        return f"got {len(digits)} characters of {encoding}, which are no whole octets"
    if len(text) % 4 or len(text) - len(digits) > 2:
        return f"wrong padding: {len(digits)} characters of {encoding} and {len(text) - len(digits)} of ="
    return f"got bits behind the last whole octet of {encoding}"
