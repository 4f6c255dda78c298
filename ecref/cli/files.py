"""Files: what is read, how hex is told from octets, and how a file is written without overwriting another."""

from __future__ import annotations

import os
import stat
from contextlib import contextmanager
from typing import TYPE_CHECKING, BinaryIO

from ecref.errors import UnusableInput

from .names import is_hex
from .streams import print_json, say, standard_input, standard_output

if TYPE_CHECKING:
    from argparse import Namespace
    from collections.abc import Iterator, Mapping

SMALL = 1 << 20  # octets of a key, a signature or a digest, at most


@contextmanager
def opened(path: str) -> Iterator[BinaryIO]:
    """A file to read octets from; - is standard input."""
    if path == "-":
        yield standard_input()
    else:
        with open(path, "rb") as file:  # noqa: PTH123 -- a path as the user wrote it
            yield file


def read_small(path: str) -> bytes:
    """All octets of a small file."""
    with opened(path) as file:
        return small(file, path)


def small(file: BinaryIO, what: str) -> bytes:
    """All octets that a file gives, if they are few, so that a wrong name can't make us read without end."""
    data = file.read(SMALL + 1)
    if len(data) > SMALL:
        raise UnusableInput("bad-length", f"{what}: longer than {SMALL} octets")
    return data


def from_hex(data: bytes) -> bytes | None:
    """The octets that a file of nothing but hex digits stands for; a newline may follow. None for any other file."""
    text = data.removesuffix(b"\n").removesuffix(b"\r").decode("latin-1")
    return bytes.fromhex(text) if is_hex(text) else None


def write(path: str, data: bytes, *, force: bool, mode: int = 0o666) -> None:
    """Write a new file, or standard output where the path is -.

    An existing file is an error; with force it is replaced at once by the new one, never written into, so that no
    link is followed, and nobody reads it who may not read the new one.
    """
    if path == "-":
        standard_output().write(data)
        return
    target = path
    if force:
        _refuse_special(path)
        target = f"{path}.{os.urandom(8).hex()}.new"
    with open(target, "xb", opener=lambda name, flags: os.open(name, flags, mode)) as file:
        try:
            file.write(data)
            file.close()
            if force:
                os.replace(target, path)  # noqa: PTH105
        except BaseException:
            os.unlink(target)  # noqa: PTH108
            raise


def deliver(args: Namespace, octets: bytes, text: str, shown: Mapping[str, object], mode: int = 0o666) -> None:
    """Give a result: octets to the file of --out; the object of --json, or else text where there is no file."""
    if args.force and args.out is None:
        raise UnusableInput("bad-request", "--force has no meaning without --out")
    if args.out is not None:
        write(args.out, octets, force=args.force, mode=mode)
    if args.json:
        print_json(shown)
    elif args.out is None:
        say(text)


def _refuse_special(path: str) -> None:
    """Refuse to replace what is neither a file nor a link, such as /dev/null."""
    try:
        found = os.lstat(path).st_mode
    except FileNotFoundError:
        return
    if not (stat.S_ISREG(found) or stat.S_ISLNK(found)):
        raise UnusableInput("bad-request", f"{path}: neither a file nor a link, so it isn't replaced")
