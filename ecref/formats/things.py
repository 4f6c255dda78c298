"""What can be told of a key, a signature or a token: facts, the names that others have for a key, and faults.

Nothing secret is told: of a private key the public half only, and nothing that stands in octets that may be a private
key themselves. Nothing is verified either: what holds a signature comes with a note of that.

    public_key             RFC 8032's octets, or the uncompressed point
    openssh_fingerprint    SHA-256 of the key as SSH writes it, as `ssh-keygen -lf` shows it
    spki_sha256            SHA-256 of the SubjectPublicKeyInfo in base64: a pin [RFC 7469, 2.4], curl's --pinnedpubkey
    jwk_thumbprint         RFC 7638
    r, s                   big-endian; R, S as RFC 8032 encodes them
"""

from __future__ import annotations

from hashlib import sha256
from typing import TYPE_CHECKING

from ecref.ecdsa import ECDSA
from ecref.eddsa_keys import EdDSAPublicKey
from ecref.errors import InvalidPoint, InvalidSignature
from ecref.frozen import Frozen, Secret

from . import jwk, jws, pkcs8, spki, ssh_key, sshsig, text
from .names import key_kind, with_article
from .signatures import read_signature

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from .either import Found
    from .names import PublicKey, Scheme
    from .signatures import Value

PRIVATE_KEY, PUBLIC_KEY, SIGNATURE, TOKEN, OTHER = "private key", "public key", "signature", "token", "other"
WITHHELD = "its octets may be those of a private key, so they are not shown"
UNVERIFIED = "nothing was verified"
KEY_ONLY = "only the key in it was read; its signature and its dates were not checked"
KEY_FINDINGS = {
    "small-order-key": "the point has a small order: what such a key signs proves nothing",
    "mixed-order-key": "the point has a part of small order, so that verifiers differ about its signatures",
    "non-canonical-key": "the point isn't encoded canonically, so that verifiers differ about its signatures",
}


class Thing(Frozen):
    """One thing that was found, or one reading of it.

    kind        PRIVATE_KEY, PUBLIC_KEY, SIGNATURE, TOKEN or OTHER
    what        the same in more words, with an article
    format      of a key or a signature by its name; None for what has no other format
    facts       pairs of a name and a value
    notes       sentences on what is remarkable, and no fault
    findings    pairs of a code and a sentence: what is wrong with it
    """

    __slots__ = ("facts", "findings", "format", "kind", "notes", "what")
    fields = ("kind", "what", "format", "facts", "notes", "findings")
    kind: str
    what: str
    format: str | None
    facts: tuple[tuple[str, object], ...]
    notes: tuple[str, ...]
    findings: tuple[tuple[str, str], ...]

    def __init__(
        self,
        kind: str,
        what: str,
        format: str | None,
        facts: Iterable[tuple[str, object]] = (),
        notes: Iterable[str] = (),
        findings: Iterable[tuple[str, str]] = (),
    ) -> None:
        self._set(kind=kind, what=what, format=format)
        self._set(facts=tuple(facts), notes=tuple(notes), findings=tuple(findings))


# ---------------------------------------------------------------- keys


def of_key(found: Found) -> Thing:
    """A key that was read. A raw public key of EdDSA may as well be a seed, which is as long."""
    key = found.key
    kind, public_key = (PRIVATE_KEY, key.public_key) if isinstance(key, Secret) else (PUBLIC_KEY, key)
    withheld = found.format == "raw" and kind == PUBLIC_KEY
    facts = [fact for fact in _names(public_key) if not (withheld and fact[0] == "public_key")]
    if found.comment:
        facts.append(("comment", found.comment))
    notes = [note for note in found.notes if note != pkcs8.RING]
    if withheld:
        notes.append(WITHHELD)
    if found.format.startswith(("certificate", "csr")):
        notes.append(KEY_ONLY)
    old_form = (("old-form", pkcs8.RING),) if pkcs8.RING in found.notes else ()
    return Thing(kind, key_kind(key), found.format, facts, notes, (*old_form, *_key_findings(public_key)))


def _names(key: PublicKey) -> Iterator[tuple[str, object]]:
    """The key, and how others call it."""
    yield "curve", key.scheme.name
    yield "public_key", key.to_bytes().hex()
    if key.scheme in ssh_key.TYPES.values():
        yield "openssh_fingerprint", ssh_key.fingerprint(key)
    yield "spki_sha256", text.encode(sha256(spki.write_public(key)).digest(), "base64").decode()
    yield "jwk_thumbprint", jwk.thumbprint(key)


def _key_findings(key: PublicKey) -> Iterable[tuple[str, str]]:
    """What is wrong with a public key that could be read."""
    if not isinstance(key, EdDSAPublicKey):
        return ()
    try:
        key.scheme.curve.decode(key.octets, canonical=False)
    except InvalidPoint as fault:
        return (("invalid-key", fault.detail),)
    return tuple((warning, KEY_FINDINGS[warning]) for warning in key.warnings())


# ---------------------------------------------------------------- signatures and tokens


def of_ssh_signature(octets: bytes) -> Thing:
    """OpenSSH's signature."""
    try:
        found = sshsig.read(octets)
    except InvalidSignature as fault:
        return Thing(SIGNATURE, "an SSH signature", "sshsig", findings=((fault.reason, fault.detail),))
    scheme = found.public_key.scheme
    facts = (("namespace", found.namespace), ("hash", found.hash), *_names(found.public_key))
    findings = [*_key_findings(found.public_key), *_value_findings(found.signature, scheme)]
    if found.reserved:
        findings.append(("reserved", f"the reserved string has {len(found.reserved)} octets, wanted none"))
    what = f"an SSH signature by {key_kind(found.public_key)}"
    return Thing(SIGNATURE, what, "sshsig", (*facts, *_values(found.signature, scheme)), (UNVERIFIED,), findings)


def of_token(octets: bytes) -> Thing | None:
    """A JWS in its compact form; None for what is none."""
    try:
        header = jws.read_header(text.without_line_end(octets))
    except InvalidSignature:
        return None
    findings = (("jws-algorithm", "alg is none: there is no signature"),) if header.get("alg") == "none" else ()
    return Thing(TOKEN, "a JWS token", "jws", (("header", header),), (f"{UNVERIFIED}, the header neither",), findings)


def of_signature(octets: bytes, form: str, scheme: Scheme, *, shown: bool) -> Thing:
    """A signature in a format that the octets fit. Its values are shown if it can't be a private key."""
    read = read_signature(octets, form, scheme)
    facts: list[tuple[str, object]] = [("curve", scheme.name)]
    notes = [UNVERIFIED]
    if shown:
        facts += _values(read.value, scheme)
    else:
        notes.append(WITHHELD)
    if isinstance(scheme, ECDSA):
        facts.append(("high_s", scheme.is_high(read.value[1])))
    if read.recid is not None:
        facts.append(("recid", read.recid))
    lax = (("lax-encoding", departure) for departure in read.departures)
    findings = (*lax, *_value_findings(read.value, scheme))
    return Thing(SIGNATURE, f"{with_article(scheme.name)} signature", form, facts, notes, findings)


def _values(value: Value, scheme: Scheme) -> Iterator[tuple[str, object]]:
    """The two halves in hex: r and s big-endian, R and S as RFC 8032 encodes them."""
    size = scheme.curve.size
    if isinstance(value, bytes):
        yield "R", value[:size].hex()
        yield "S", value[size:].hex()
    else:
        yield "r", f"{value[0]:0{2 * size}x}"
        yield "s", f"{value[1]:0{2 * size}x}"


def _value_findings(value: Value, scheme: Scheme) -> Iterator[tuple[str, str]]:
    """What no verifier of the scheme would take."""
    if isinstance(scheme, ECDSA):
        assert not isinstance(value, bytes)
        for letter, x in zip("rs", value, strict=True):
            if not 1 <= x < scheme.curve.n:
                yield f"{letter}-out-of-range", f"{letter} lies outside [1, n-1]"
        return
    assert isinstance(value, bytes)
    size = scheme.curve.size
    try:
        scheme.decode("R", value[:size], canonical=True)
    except InvalidSignature as fault:
        yield fault.reason, fault.detail
    if int.from_bytes(value[size:], "little") >= scheme.curve.L:
        yield "s-out-of-range", "S is not below L"
