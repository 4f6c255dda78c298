"""What is this file? Everything in it by its marks, or else all readings of it that there are.

Marks have the containers of keys (detection.py), SSH signatures and JWS tokens; PEM may hold several of them. Raw
octets and text of octets have none: they are a key or a signature by their length and structure alone, of the curve
that is named or of every curve. So often more than one reading holds.
"""

from __future__ import annotations

from contextlib import suppress
from typing import TYPE_CHECKING

from ecref.eddsa import EdDSA
from ecref.errors import InvalidSignature, UnusableInput
from ecref.frozen import Frozen
from ecref.inputs import as_bytes

from . import pem, sshsig
from .detection import BOM, EC_PARAMETERS, MAX_OCTETS, PRIVATE, PUBLIC, described, find, find_damaged, is_pem
from .either import read_keys
from .faults import wrong_key
from .finding import EXPANDED, raw_name
from .keys import read_private_key, read_public_key
from .names import WANTED, with_article
from .schemes import CURVES, scheme_named
from .signatures import readings
from .strict_json import quoted
from .things import OTHER, PRIVATE_KEY, PUBLIC_KEY, SIGNATURE, Thing, of_key, of_signature, of_ssh_signature, of_token

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from ecref.inputs import Octets

    from .names import Scheme

_TRIED = "PEM, DER, JWK, OpenSSH's keys and signatures, JWS"
_DAMAGED = ("bad-encoding", "bad-length", "invalid-key")  # the codes of what was recognised all the same
_KINDS: dict[tuple[str, ...], str] = {(PRIVATE,): PRIVATE_KEY, (PUBLIC,): PUBLIC_KEY}
_UNLIKELY = {"invalid-key", "r-out-of-range", "s-out-of-range", "R-not-on-curve", "R-non-canonical"}


class Inspection(Frozen):
    """All things in a file or, with alternatives, all readings of the one thing, of which one is right."""

    __slots__ = ("alternatives", "things")
    fields = ("things", "alternatives")
    things: tuple[Thing, ...]
    alternatives: bool

    def __init__(self, things: Iterable[Thing], alternatives: bool = False) -> None:
        self._set(things=tuple(things), alternatives=alternatives)

    @property
    def sound(self) -> bool:
        """Whether nothing was found wrong: with all of it, or with one of the alternatives."""
        sound = [not thing.findings for thing in self.things]
        return any(sound) if self.alternatives else all(sound)


def inspect(data: Octets, *, curve: str | Scheme | None = None, format: str | None = None) -> Inspection:
    """What the data is: a key, a signature, a token, or in PEM several of them.

    curve     of what doesn't tell its own: raw keys and signatures. None: every curve is tried
    format    of a signature, which the data then is, and of the curve

    UnusableInput: "encrypted-key", "wrong-key" and "unsupported" for what is recognised and isn't read, "bad-length"
    for too many octets, "bad-encoding" for what isn't recognised, "bad-request" for a format without a curve.
    """
    octets = as_bytes("what is inspected", data)
    if len(octets) > MAX_OCTETS:
        raise UnusableInput("bad-length", f"got {len(octets)} octets, wanted at most {MAX_OCTETS}")
    scheme = None if curve is None else scheme_named(curve)
    if format is not None:
        return Inspection((_named_signature(octets, format, scheme),))
    if is_pem(octets.removeprefix(BOM)):
        return Inspection(_blocks(octets.removeprefix(BOM), scheme))
    thing = _marked(octets, scheme)
    if thing is not None:
        return Inspection((thing,))
    things = _unmarked(octets, scheme)
    if not things:
        return Inspection((_damaged(octets, scheme),))
    return Inspection(things, alternatives=len(things) > 1)


# ---------------------------------------------------------------- what has marks


def _blocks(octets: bytes, scheme: Scheme | None) -> tuple[Thing, ...]:
    """What the blocks of PEM hold. Where there are several, one that isn't read is no error."""
    pieces = []
    parameters = b""
    for block in pem.read(octets):
        piece = pem.write(block.label, block.octets)
        if block.label == EC_PARAMETERS:
            parameters = piece
        else:
            pieces.append((block, parameters + piece))
            parameters = b""
    if len(pieces) > 1:
        return tuple(_block(block, piece, scheme) for block, piece in pieces)
    if pieces and pieces[0][0].label == sshsig.LABEL:
        return (of_ssh_signature(pieces[0][0].octets),)
    return (_container(octets, scheme),)


def _block(block: pem.Block, piece: bytes, scheme: Scheme | None) -> Thing:
    """What one of several blocks holds."""
    try:
        return of_ssh_signature(block.octets) if block.label == sshsig.LABEL else _container(piece, scheme)
    except UnusableInput as fault:
        return Thing(OTHER, f"a PEM block {quoted(pem.shown(block.label))}", None, notes=(f"not read: {fault.detail}",))


def _marked(octets: bytes, scheme: Scheme | None) -> Thing | None:
    """What is known by its own marks."""
    if octets.startswith(sshsig.MAGIC):
        return of_ssh_signature(octets)
    token = of_token(octets)
    if token is None and any(container.holds for container in find(octets)):
        return _container(octets, scheme)
    return token


def _container(octets: bytes, scheme: Scheme | None) -> Thing:
    """The key in the only container that there is."""
    try:
        return of_key(read_keys(octets, curve=scheme)[0])
    except UnusableInput as fault:
        holding = [container for container in find(octets) or find_damaged(octets) if container.holds]
        if not holding or fault.code not in _DAMAGED:
            raise
        kind = _KINDS.get(holding[0].holds, OTHER)
        return Thing(kind, holding[0].what, holding[0].format, findings=((fault.code, fault.detail),))


# ---------------------------------------------------------------- what has no marks


def _unmarked(octets: bytes, scheme: Scheme | None) -> list[Thing]:
    """All readings as a raw key or a signature of the curve; or of every curve, those that are faulty left out."""
    if scheme is not None:
        return list(_readings(octets, scheme, named=True))
    things = [thing for curve in CURVES.values() for thing in _readings(octets, curve, named=False)]
    return [thing for thing in things if not {code for code, _ in thing.findings} & _UNLIKELY]


def _readings(octets: bytes, scheme: Scheme, *, named: bool) -> Iterator[Thing]:
    """All readings as a raw key or a signature of the scheme, which may be named as that of the octets.

    Without marks a signature is as long as some private key is: on an Edwards curve as one with its public half.
    """
    private, public = list(_raw_key(octets, PRIVATE, scheme)), list(_raw_key(octets, PUBLIC, scheme))
    yield from private
    yield from public
    if isinstance(scheme, EdDSA):
        if private and not public and not private[0].findings:
            return  # a seed and the public half that belongs to it: no signature looks like that by chance
        with suppress(UnusableInput):
            yield of_key(read_private_key(octets, curve=scheme, format=EXPANDED))
    for form in readings(octets, scheme):
        has_marks = form.partition("-")[0] in ("der", "ber")
        yield of_signature(octets, form, scheme, shown=has_marks or (named and not isinstance(scheme, EdDSA)))


def _raw_key(octets: bytes, kind: str, scheme: Scheme) -> Iterator[Thing]:
    """The reading as a raw key of this kind, if the length is right."""
    read = read_private_key if kind == PRIVATE else read_public_key
    try:
        yield of_key(read(octets, curve=scheme))
    except UnusableInput as fault:
        if fault.code == "invalid-key":
            what = f"{with_article(scheme.name)} {kind} key"
            yield Thing(_KINDS[(kind,)], what, raw_name(kind, scheme), findings=((fault.code, fault.detail),))


def _named_signature(octets: bytes, form: str, scheme: Scheme | None) -> Thing:
    """A signature, since somebody says so."""
    if form == "sshsig":
        return of_ssh_signature(octets)
    if scheme is None:
        raise UnusableInput("bad-request", f"a signature in the format {quoted(form)} needs a curve named")
    try:
        return of_signature(octets, form, scheme, shown=True)
    except InvalidSignature as fault:
        findings = ((fault.reason, fault.detail),)
        return Thing(SIGNATURE, f"{with_article(scheme.name)} signature", form, findings=findings)


def _damaged(octets: bytes, scheme: Scheme | None) -> Thing:
    """What is known by its beginning only; an error for what isn't known, or isn't read."""
    found = find(octets) or find_damaged(octets)
    if any(container.holds for container in found):
        return _container(octets, scheme)
    if found:
        raise wrong_key(found[0].what, f"{WANTED}, a signature by one, or a JWS token")
    got = described(octets) or f"{len(octets)} octets"
    curves = "every curve" if scheme is None else scheme.name
    raise UnusableInput("bad-encoding", f"got {got}; tried {_TRIED}, and raw keys and signatures of {curves}")
