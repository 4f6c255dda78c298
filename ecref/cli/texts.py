"""What formats look like: text is printed and written as it is, octets are printed as hex and written as they are."""

from __future__ import annotations

TEXTS = ("jwk", "openssh", "sshsig")
ENDS = ("pem", "hex", "base64", "base64url")


def is_text(format: str) -> bool:
    """Whether a format of a key or a signature is text."""
    return format in TEXTS or format.rpartition("-")[2] in ENDS


def as_text(octets: bytes, format: str) -> str:
    """What is printed, without the end of its last line."""
    return octets.decode("utf-8").removesuffix("\n") if is_text(format) else octets.hex()


def as_file(octets: bytes, format: str) -> bytes:
    """What is written: text ends its last line."""
    return f"{as_text(octets, format)}\n".encode() if is_text(format) else octets
