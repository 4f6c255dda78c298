"""What a signature's octets may be: hex or base64 of them, another format, with octets lost or added, halves swapped.

r, s, R, S    the halves of a signature of ECDSA, of EdDSA
w             the octets of a half: the width of n, or of an encoded point
"""

from __future__ import annotations

from typing import TYPE_CHECKING, TypeAlias

from ecref.errors import InvalidSignature
from ecref.formats.signatures import read_signature
from ecref.signatures import FORMATS

from .changes import Change, likeliest
from .texts import decoded, described

if TYPE_CHECKING:
    from collections.abc import Iterator
    from typing import Literal

    from ecref import ECDSA, EdDSA

    from .case import Case
    from .changes import Changes

Pair: TypeAlias = tuple[int, int]

MOST_LOST = 3  # zero octets of r and s together: of 2^30 signatures one has four to lose

_FORMATS = {
    "der": "read the signature as der",
    "p1363": "read the signature as p1363 (r||s)",
    "compact": "read the signature as compact (a recovery header, then r||s)",
    "eth": "read the signature as eth (r||s, then v)",
    "ber": "read the signature as ber",
    "raw": "read the signature as raw (R||S)",
}


def ecdsa_readings(case: Case, scheme: ECDSA) -> list[tuple[Pair, Changes]]:
    """(r, s) as the octets may be read, the likeliest first; the format's own reading has no changes."""
    form, _, encoding = case.format.partition("-")
    w = (scheme.curve.n.bit_length() + 7) // 8
    return likeliest(
        (halves, (*unwrapped, *structure, *turned))
        for octets, unwrapped in _unwrapped(case.signature, encoding, case.message)
        for pair, structure in _pairs(octets, form, scheme, w)
        for halves, turned in _turned_pair(pair, w)
    )


def eddsa_readings(case: Case, scheme: EdDSA) -> list[tuple[bytes, Changes]]:
    """R||S as the octets may be read, the likeliest first; the format's own reading has no changes."""
    form, _, encoding = case.format.partition("-")
    w = scheme.curve.size
    return likeliest(
        (halves, (*unwrapped, *_format("raw", form), *structure, *turned))
        for octets, unwrapped in _unwrapped(case.signature, encoding, case.message)
        for raw, structure in _resized(octets, 2 * w)
        for halves, turned in _turned_octets(raw[:w], raw[w:])
    )


def _unwrapped(signature: bytes, encoding: str, message: bytes) -> Iterator[tuple[bytes, Changes]]:
    """The octets themselves, those that they stand for as text, and each without the message."""
    plain = "" if not encoding else f"take the signature for octets, not for {encoding}"
    texts = [("", plain, signature)]
    texts += [(name, f"decode the signature from {described(name)}", octets) for name, octets in decoded(signature)]
    for name, detail, octets in texts:
        changes = () if name == encoding else (_change(name or "octets", detail, 1),)
        yield octets, changes
        if message and octets.endswith(message):
            behind = _change("signed-message", "take the message off the end of the signature", 1)
            yield octets.removesuffix(message), (*changes, behind)
        if message and octets.startswith(message):
            before = _change("message-first", "take the message off the beginning of the signature", 2)
            yield octets.removeprefix(message), (*changes, before)


def _pairs(octets: bytes, form: str, scheme: ECDSA, w: int) -> Iterator[tuple[Pair, Changes]]:
    """(r, s) by each format that fits, and as r||s with octets lost or added."""
    for name in (*FORMATS, "ber"):
        try:
            read = read_signature(octets, name, scheme)
        except InvalidSignature:
            continue
        assert isinstance(read.value, tuple)
        yield read.value, _format(name, form, read.departures)
    joined = _format("p1363", form)
    for raw, changes in _resized(octets, 2 * w):
        yield _pair(raw, w, "big"), (*joined, *changes)
    for pair, padding in _repadded(octets, w):
        yield pair, (*joined, padding)


def _format(name: str, form: str, departures: tuple[str, ...] = ()) -> Changes:
    """The change from one format to another."""
    lax = f" ({'; '.join(departures)})" if departures else ""
    return () if name == form else (_change(name, _FORMATS[name] + lax, 1),)


def _resized(octets: bytes, size: int) -> Iterator[tuple[bytes, Changes]]:
    """The octets in this size: as they are, without a recovery octet, with zero octets behind taken off or put back."""
    excess = len(octets) - size
    if excess == 0:
        yield octets, ()
    if excess == 1:
        yield octets[1:], (_change("octet-before", f"drop the signature's first octet, {octets[0]:#04x}", 2),)
        yield octets[:-1], (_change("octet-behind", f"drop the signature's last octet, {octets[-1]:#04x}", 2),)
    if excess > 1 and not any(octets[size:]):
        yield octets[:size], (_change("zeros-behind", f"drop the {excess} zero octets behind the signature", 2),)
    if -MOST_LOST <= excess < 0:
        lost = f"put back {_zeros(-excess)} behind the signature"
        yield octets.ljust(size, b"\0"), (_change("zeros-lost-behind", lost, 3),)


def _repadded(octets: bytes, w: int) -> Iterator[tuple[Pair, Change]]:
    """r||s where each half may have lost zero octets before it, or got some."""
    if not 2 * w - MOST_LOST <= len(octets) <= 4 * w:
        return
    for i in range(1, len(octets)):
        if max(len(half.lstrip(b"\0")) for half in (octets[:i], octets[i:])) <= w:
            details = [_padding("r", i - w), _padding("s", len(octets) - i - w)]
            yield _pair(octets, i, "big"), _change("padding", " and ".join(filter(None, details)), 2)


def _padding(letter: str, added: int) -> str:
    if added < 0:
        return f"put back {_zeros(-added)} before {letter}"
    return f"take {_zeros(added)} off {letter}" if added else ""


def _turned_pair(pair: Pair, w: int) -> Iterator[tuple[Pair, Changes]]:
    """r and s in either order, in either order of their octets."""
    r, s = pair
    yield (r, s), ()
    yield (s, r), (_change("s||r", "swap r and s", 2),)
    if 0 <= min(pair) <= max(pair) < 256**w:
        octets = r.to_bytes(w, "big") + s.to_bytes(w, "big")
        r, s = _pair(octets, w, "little")
        yield (r, s), (_change("little-endian", "reverse the octets of r and of s", 2),)
        yield (s, r), (_change("reversed", "reverse the octets of the signature", 2),)


def _turned_octets(R: bytes, S: bytes) -> Iterator[tuple[bytes, Changes]]:
    """R and S in either order, in either order of their octets."""
    yield R + S, ()
    yield S + R, (_change("S||R", "swap R and S", 2),)
    yield R + S[::-1], (_change("S-big-endian", "reverse the octets of S", 2),)
    yield R[::-1] + S[::-1], (_change("big-endian", "reverse the octets of R and of S", 2),)
    yield S[::-1] + R[::-1], (_change("reversed", "reverse the octets of the signature", 2),)


def _pair(octets: bytes, i: int, order: Literal["big", "little"]) -> Pair:
    return int.from_bytes(octets[:i], order), int.from_bytes(octets[i:], order)


def _zeros(count: int) -> str:
    return "a zero octet" if count == 1 else f"{count} zero octets"


def _change(name: str, detail: str, cost: int) -> Change:
    return Change("signature", name, detail, cost)
