"""Signatures in every format, by name: read, converted, verified. None is ever detected, since two formats may fit.

    der, p1363, compact, eth    ECDSA's, as the core reads and writes them (ecref/signatures.py)
    ber                         ECDSA's in lax BER (ber.py)
    raw                         EdDSA's: R, then S, each in curve.size octets [RFC 8032, 5.1.6 and 5.2.6]
    sshsig                      OpenSSH's, of either: in armor or without (sshsig.py)

All but sshsig also as text (text.py): der-hex, p1363-base64url, raw-base64 and so on. An SSHSIG signs a structure that
names a namespace and holds the message's hash. Its inner signature can be taken out, but it signs that structure and
not the message. All this takes time in proportion to a signature's length, whatever it holds.

    r, s      ECDSA's signature
    R, S      EdDSA's signature
    recid     which of the public keys that fit r, s is meant, where a format says so (ecref/signatures.py)
"""

from __future__ import annotations

from typing import TYPE_CHECKING, TypeAlias

from ecref import signatures
from ecref.ecdsa import ECDSA
from ecref.ecdsa_keys import ECDSAPublicKey
from ecref.eddsa import EdDSA
from ecref.eddsa_keys import EdDSAPublicKey
from ecref.errors import InvalidSignature, UnusableInput
from ecref.frozen import Frozen
from ecref.inputs import as_bytes
from ecref.verdict import Verdict

from . import ber, sshsig, text
from .faults import wrong_key
from .names import as_public_key, key_kind
from .schemes import scheme_named

if TYPE_CHECKING:
    from typing import Any

    from ecref.inputs import Message, Octets

    from .names import PublicKey, Scheme

Value: TypeAlias = tuple[int, int] | bytes

_SSHSIG = "sshsig"
READ_ONLY = ("ber", _SSHSIG)


def _and_as_text(*forms: str) -> dict[str, tuple[str, str | None]]:
    """Names of formats, with what they are made of: the form of the octets, and the text encoding around it."""
    plain = {form: (form, None) for form in (*forms, _SSHSIG)}
    return plain | {f"{form}-{encoding}": (form, encoding) for encoding in text.ENCODINGS for form in forms}


_ECDSA = _and_as_text(*signatures.FORMATS, "ber")
_EDDSA = _and_as_text("raw")
ECDSA_FORMATS, EDDSA_FORMATS = tuple(_ECDSA), tuple(_EDDSA)
SIGNATURE_FORMATS = tuple(_ECDSA | _EDDSA)


class ReadSignature(Frozen):
    """What a signature holds.

    value         (r, s), or R and S as the 2 * curve.size octets that they stand in
    recid         where the format names one, otherwise None
    departures    the ways in which an encoding read laxly isn't DER, a sentence each
    """

    __slots__ = ("departures", "recid", "value")
    fields = ("value", "recid", "departures")
    value: Value
    recid: int | None
    departures: tuple[str, ...]

    def __init__(self, value: Value, recid: int | None = None, departures: tuple[str, ...] = ()) -> None:
        self._set(value=value, recid=recid, departures=departures)

    def __repr__(self) -> str:
        value = self.value.hex() if isinstance(self.value, bytes) else "({:#x}, {:#x})".format(*self.value)
        return f"<signature {value}, recid {self.recid}, departures {self.departures}>"


def formats_of(scheme: Scheme) -> tuple[str, ...]:
    """The names of the formats that the scheme's signatures have, the usual one first."""
    return EDDSA_FORMATS if isinstance(scheme, EdDSA) else ECDSA_FORMATS


# ---------------------------------------------------------------- reading


def read_signature(signature: Octets, format: str, scheme: str | Scheme) -> ReadSignature:
    """What a signature in this format holds; r, s and S may be out of range.

    InvalidSignature "signature-length", "signature-encoding"; UnusableInput "unsupported" for a format that the
    scheme's signatures don't have, "wrong-key" for an SSHSIG of another scheme.
    """
    scheme = scheme_named(scheme)
    form, encoding = _parts(format, scheme)
    return _read(_from_text(as_bytes("a signature", signature), encoding), form, scheme)


def readings(signature: Octets, scheme: str | Scheme) -> list[str]:
    """The formats that the octets fit by their structure; of several that read the same, the first.

    So strict DER is listed as der and not as ber too. Where there is more than one, somebody has to say which is meant.
    """
    scheme = scheme_named(scheme)
    found: dict[ReadSignature, str] = {}
    for name in formats_of(scheme):
        read = _attempt(signature, name, scheme)
        if read is not None:
            found.setdefault(read, name)
    return list(found.values())


def _attempt(signature: Octets, format: str, scheme: Scheme) -> ReadSignature | None:
    try:
        return read_signature(signature, format, scheme)
    except (InvalidSignature, UnusableInput):
        return None


def _parts(format: str, scheme: Scheme) -> tuple[str, str | None]:
    """The form of the octets, and the text encoding around it."""
    if not isinstance(format, str):
        raise TypeError(f"a signature format is named by a str, not {type(format).__name__}")
    known = _EDDSA if isinstance(scheme, EdDSA) else _ECDSA
    if format not in known:
        there = ", ".join(name for name, (_, encoding) in known.items() if encoding is None)
        texts = ", ".join(f"-{encoding}" for encoding in text.ENCODINGS)
        detail = f"{scheme.name} has no signature format {format[:40]!r}; there are {there}, as text with {texts}"
        raise UnusableInput("unsupported", detail)
    return known[format]


def _from_text(octets: bytes, encoding: str | None) -> bytes:
    """The octets within a text encoding. A fault of it is one of the signature."""
    if encoding is None:
        return octets
    try:
        return text.decode(octets, encoding)
    except UnusableInput as fault:
        raise InvalidSignature("signature-encoding", f"no {encoding}: {fault.detail}") from None


def _read(octets: bytes, form: str, scheme: Scheme) -> ReadSignature:
    """What octets in this form hold."""
    if form == _SSHSIG:
        found = sshsig.read(octets)
        if found.public_key.scheme != scheme:
            raise wrong_key(f"an SSH signature by {key_kind(found.public_key)}", f"one of {scheme.name}")
        return _inner(found)
    if isinstance(scheme, EdDSA):
        return _read_raw(octets, scheme)
    if form == "ber":
        r, s, departures = ber.decode(octets)
        return ReadSignature((r, s), None, departures)
    r, s, recid = signatures.decode(octets, form, scheme.curve.n)
    return ReadSignature((r, s), recid)


def _read_raw(octets: bytes, scheme: EdDSA) -> ReadSignature:
    wanted = 2 * scheme.curve.size
    if len(octets) != wanted:
        raise InvalidSignature("signature-length", f"got {len(octets)} octets, wanted {wanted}")
    return ReadSignature(octets)


def _inner(found: sshsig.SSHSignature) -> ReadSignature:
    """The signature in an SSHSIG, whose type is the key's."""
    scheme = found.public_key.scheme
    if isinstance(found.signature, tuple):
        return ReadSignature(found.signature)
    assert isinstance(scheme, EdDSA)
    return _read_raw(found.signature, scheme)


# ---------------------------------------------------------------- converting


def convert_signature(signature: Octets, from_format: str, to_format: str, curve: str | Scheme) -> bytes:
    """The same signature in another format; between two texts around one form, its octets stay as they are.

    UnusableInput: "bad-signature" (malformed, or r or s out of range, so that no key could verify it); "unsupported"
    (a format that is read only, or isn't of the curve; compact and eth from a format that names no recid);
    "wrong-key" (an SSHSIG of another scheme).
    """
    scheme = scheme_named(curve)
    (form, encoding), (to_form, to_encoding) = _parts(from_format, scheme), _parts(to_format, scheme)
    if to_form in READ_ONLY:
        raise UnusableInput("unsupported", f"{to_form} is read only, and never written")
    try:
        octets = _from_text(as_bytes("a signature", signature), encoding)
        read = _read(octets, form, scheme)
    except InvalidSignature as fault:
        raise UnusableInput("bad-signature", str(fault)) from None
    if isinstance(read.value, bytes):
        octets = read.value
    else:
        assert isinstance(scheme, ECDSA)
        rewritten = _write(*read.value, read.recid, from_format, to_form, scheme)
        octets = octets if form == to_form else rewritten
    return octets if to_encoding is None else text.encode(octets, to_encoding)


def _write(r: int, s: int, recid: int | None, from_format: str, form: str, scheme: ECDSA) -> bytes:
    """(r, s) in a form of the core's."""
    for letter, scalar in ("r", r), ("s", s):
        if not 1 <= scalar < scheme.curve.n:
            raise UnusableInput("bad-signature", f"{letter} lies outside [1, n-1] of {scheme.name}")
    if recid is None and form in ("compact", "eth"):
        raise UnusableInput("unsupported", f"{form} names which key is meant, and {from_format} does not say")
    return signatures.encode(r, s, recid or 0, form, scheme.curve.n)


# ---------------------------------------------------------------- verifying


def verdict(
    key: PublicKey,
    signature: Octets,
    message: Message | None = None,
    *,
    digest: Octets | None = None,
    format: str | None = None,
    hash: str | None = None,
    rules: str | None = None,
    context: Octets | None = None,
    namespace: str | None = None,
    steps: bool = False,
) -> Verdict:
    """Whether a signature holds, for any key and any format: the core's verdict, and what the format adds to it.

    format       None: der or raw
    digest       in place of the message, for ECDSA: of the hash's size, or with hash=None of 1 to 64 octets
    hash         for ECDSA; None: the curve's default
    rules        a rule set; None: the scheme's default
    context      for EdDSA
    namespace    for sshsig, which can't do without
    steps        whether .steps holds every intermediate value

    An encoding that only lax BER allows brings the warning lax-encoding, and the detail says how it departs from DER.
    A malformed signature is a verdict too. UnusableInput: "unsupported" (format, hash, rule set), "bad-context",
    "bad-digest", "bad-request" (an argument that this key or format takes not, or lacks).
    """
    key = as_public_key(key)
    form, encoding = _parts(formats_of(key.scheme)[0] if format is None else format, key.scheme)
    octets = as_bytes("a signature", signature)
    _check_arguments(key, form, message=message, digest=digest, hash=hash, context=context, namespace=namespace)
    how: dict[str, Any] = {"steps": steps} if rules is None else {"steps": steps, "rules": rules}
    how |= {"context": context} if isinstance(key, EdDSAPublicKey) else {"hash": hash, "format": None}
    try:
        if form == _SSHSIG:
            assert message is not None  # _check_arguments
            found = sshsig.read_for(key, octets, str(namespace))
            read, message = _inner(found), found.signed_data(message)
        else:
            read = _read(_from_text(octets, encoding), form, key.scheme)
    except InvalidSignature as fault:
        if isinstance(key, ECDSAPublicKey):
            how["format"] = "p1363"
        judged = _judged(key, b"", message, digest, how)  # no octets are refused too: it warns of the key and the hash
        return Verdict(fault.reason, fault.detail, judged.warnings, judged.steps)
    judged = _judged(key, read.value, message, digest, how)
    if not read.departures:
        return judged
    return judged.warning_of("lax-encoding", f"the encoding is not DER: {', '.join(read.departures)}")


def _judged(
    key: PublicKey, value: Value, message: Message | None, digest: Octets | None, how: dict[str, Any]
) -> Verdict:
    """The core's verdict on a signature that has been read."""
    if digest is None:
        return key.verdict(value, message, **how)  # type: ignore[arg-type]  # the value is what this key's scheme has
    assert isinstance(key, ECDSAPublicKey)  # no other takes one
    return key.verdict_digest(value, digest, **how)


def _check_arguments(key: PublicKey, form: str, **given: object) -> None:
    """Raise UnusableInput "bad-request" for an argument that isn't taken here, or is missing."""
    takes = ("context",) if isinstance(key, EdDSAPublicKey) else ("digest", "hash")
    takes = ("message", "namespace") if form == _SSHSIG else ("message", *takes)
    for name, value in given.items():
        if value is not None and name not in takes:
            raise UnusableInput("bad-request", f"a signature of {key.scheme.name} in the format {form} takes no {name}")
    if (given["message"] is None) == (given["digest"] is None):
        raise UnusableInput("bad-request", "wanted a message or, of ECDSA, its digest; got both or neither")
    if form == _SSHSIG and given["namespace"] is None:
        raise UnusableInput("bad-request", "wanted the namespace of an SSH signature, such as file")
