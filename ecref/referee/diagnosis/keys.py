"""What a key may be: in a container, as text, its octets in another order, without its prefix, the private key itself.

Q    ECDSA's public key; x and y are its coordinates
w    the octets of a coordinate, or of an encoded point of EdDSA
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import partial
from typing import TYPE_CHECKING, NamedTuple, TypeAlias

from ecref.ecdsa_keys import ECDSAPublicKey
from ecref.eddsa import EdDSA
from ecref.errors import UnusableInput
from ecref.formats import raw
from ecref.formats.keys import read_private_key, read_public_key

from .changes import Change, likeliest
from .texts import decoded, described

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from ecref.formats.names import PublicKey, Scheme

    from .changes import Changes

KeyData: TypeAlias = bytes | str | Mapping[str, object]

MOST_LOST = 2  # leading zero octets of x and y together


class GivenKey(NamedTuple):
    """A key as it was given; format None means that its container is to be found."""

    data: KeyData
    format: str | None


def as_given(given: GivenKey, scheme: Scheme) -> PublicKey:
    """The key as its format reads it; UnusableInput as read_public_key raises it."""
    return read_public_key(given.data, curve=scheme, format=given.format).key


def readings(given: GivenKey, scheme: Scheme) -> list[tuple[PublicKey, Changes]]:
    """The keys that may have been meant, the likeliest first; the format's own reading has no changes."""
    return likeliest(_readings(given, scheme))


def _readings(given: GivenKey, scheme: Scheme) -> Iterator[tuple[PublicKey, Changes]]:
    """Each reading that gives a key of the scheme's curve."""
    for read, changes in _attempts(given, scheme):
        try:
            key = read()
        except UnusableInput:
            continue
        if key.scheme.curve != scheme.curve:
            continue
        yield scheme.public_key(key.to_bytes()), changes
        if isinstance(key, ECDSAPublicKey):
            yield ECDSAPublicKey(key.scheme, -key.Q), (*changes, _change("-Q", "negate y of the key", 3))


def _attempts(given: GivenKey, scheme: Scheme) -> Iterator[tuple[Callable[[], PublicKey], Changes]]:
    """Ways to read the key, any of which may fail."""
    data = given.data
    yield partial(as_given, given, scheme), ()
    private = _change("private", "take the public half of the key, which is a private one", 1)
    yield lambda: read_public_key(data).key, (_change("container", "read the key by its container's own marks", 1),)
    yield lambda: read_private_key(data).key.public_key, (private,)
    if isinstance(data, Mapping):
        return
    octets = data.encode() if isinstance(data, str) else data
    for name, bare in [("", octets), *decoded(octets)]:
        unwrapped = (_change(name, f"decode the key from {described(name)}", 1),) if name else ()
        yield partial(_public_half, bare, scheme), (*unwrapped, private)
        for change, encoded in _encodings(bare, scheme):
            yield partial(scheme.public_key, encoded), (*unwrapped, change)


def _public_half(octets: bytes, scheme: Scheme) -> PublicKey:
    return raw.read_private(octets, scheme).public_key


def _encodings(octets: bytes, scheme: Scheme) -> Iterator[tuple[Change, bytes]]:
    """The octets as scheme.public_key takes them, if they hold a key without a container."""
    w = scheme.curve.size
    name = "raw" if isinstance(scheme, EdDSA) else "sec1"
    yield _change(name, f"read the key as {name}", 1), octets
    yield _change("reversed", "reverse the octets of the key", 3), octets[::-1]
    if isinstance(scheme, EdDSA):
        yield _change("octet-before", "drop the first octet of the key", 2), octets[1:]
        return
    if octets[:1] in (b"\6", b"\7"):
        yield _change("hybrid", "write 04 for the first octet of the key, a hybrid point", 1), b"\4" + octets[1:]
    if len(octets) == w:
        yield _change("x", "put 02 before the key, which is x alone", 2), b"\2" + octets
    for change, coordinates in _coordinates(octets[1:] if octets[:1] == b"\4" else octets, w):
        yield change, b"\4" + coordinates


def _coordinates(octets: bytes, w: int) -> Iterator[tuple[Change, bytes]]:
    """x||y in full width, from octets that may be in another order, or have lost zero octets before x or y."""
    missing = 2 * w - len(octets)
    if missing == 0:
        yield _change("x||y", "put 04 before the key, which is x||y", 1), octets
        swapped = octets[:w][::-1] + octets[w:][::-1]
        yield _change("little-endian", "reverse the octets of x and of y in the key", 3), swapped
        yield _change("x||y-reversed", "reverse the octets of the key, and put 04 before it", 3), octets[::-1]
    if 0 < missing <= MOST_LOST:
        for lost in range(missing + 1):  # by x, the others by y
            x, y = octets[: w - lost], octets[w - lost :]
            put_back = _change("padding", "put back the zero octets before x or y of the key", 2)
            yield put_back, x.rjust(w, b"\0") + y.rjust(w, b"\0")


def _change(name: str, detail: str, cost: int) -> Change:
    return Change("key", name, detail, cost)
