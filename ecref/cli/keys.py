"""Key files: in any container, which is found by its own marks, or the one that --key-format names."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ecref import formats
from ecref.errors import UnusableInput

from .files import read_small
from .names import named_scheme
from .streams import note

if TYPE_CHECKING:
    from argparse import Namespace
    from collections.abc import Callable
    from typing import TypeVar

    from ecref.formats.keys import FoundKey
    from ecref.formats.names import PrivateKey, PublicKey

    Key = TypeVar("Key", bound=PrivateKey | PublicKey)

WITHOUT_MARKS = ("raw", "sec1")


def private_key(args: Namespace) -> PrivateKey:
    """The private key in the file of --key."""
    return read_key(args, formats.read_private_key, args.key_format).key


def public_key(args: Namespace) -> PublicKey:
    """The public key in the file of --key."""
    return read_key(args, formats.read_public_key, args.key_format).key


def read_key(args: Namespace, read: Callable[..., FoundKey[Key]], format: str | None) -> FoundKey[Key]:
    """What one of these readers finds in the file of --key; an error names the file and shows none of it."""
    data, scheme = read_small(args.key), named_scheme(args)
    try:
        found = read(data, curve=scheme, format=format)
    except UnusableInput as error:
        hint = "; see --curve" if scheme is None and error.code == "bad-request" else ""
        raise UnusableInput(error.code, f"{args.key}: {error.detail}{hint}") from None
    if found.format not in WITHOUT_MARKS:  # who names the curve of such a file knows what is in it
        for text in found.notes:
            note(f"{args.key}: {text}")
    return found
