"""The errors that containers share, worded alike: in which container, what was got, what was wanted."""

from __future__ import annotations

from contextlib import contextmanager
from typing import TYPE_CHECKING

from ecref.errors import UnusableInput

if TYPE_CHECKING:
    from collections.abc import Iterator

    from .names import PrivateKey, PublicKey


@contextmanager
def within(container: str) -> Iterator[None]:
    """Put the container's name before the detail of an UnusableInput: "in a PKCS#8 private key: ..."."""
    try:
        yield
    except UnusableInput as fault:
        raise UnusableInput(fault.code, f"in {container}: {fault.detail}") from None


def encrypted(container: str, command: str) -> UnusableInput:
    """The error of an encrypted key, with the command that decrypts it."""
    return UnusableInput("encrypted-key", f"got {container}; decrypt it first: {command}")


def wrong_key(got: str, wanted: str) -> UnusableInput:
    """The error of a key that is another than was asked for."""
    return UnusableInput("wrong-key", f"got {got}, wanted {wanted}")


def check_halves(key: PrivateKey, public_key: PublicKey) -> None:
    """Refuse a stored public half that isn't the private half's; EdDSA gives the key away to who signs with another."""
    if key.public_key != public_key:
        raise UnusableInput("invalid-key", "the public half is not that of the private half")
