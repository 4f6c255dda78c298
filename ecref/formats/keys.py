"""Keys in every container: found, read, and written.

    private    raw, pkcs8-der, pkcs8-pem, sec1-der, sec1-pem, jwk, openssh, ed25519-expanded
    public     raw, sec1, spki-der, spki-pem, jwk, openssh, certificate-pem, certificate-der, csr-pem, csr-der

and hex, which is raw or sec1 octets as text. A container is found by its own marks (detection.py), and has to be the
only one of the kind that is wanted; what stands beside it in a PEM file is a note. Raw octets and hex have no marks:
they are read where a curve is named and their length is that of its keys. A curve that is named beside a container has
to be the key's. Where `format` names one nothing is searched for: the data is that or an error.

Text may have white space around it, and a UTF-8 byte order mark before it, which is a note. Around DER and raw octets
nothing may stand: a line's end behind them is an error that says so. More than MAX_OCTETS are refused unseen.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Generic, TypeAlias, TypeVar

from ecref.eddsa import ed25519
from ecref.eddsa_keys import EdDSAPrivateKey
from ecref.errors import UnusableInput
from ecref.frozen import Frozen, Secret
from ecref.inputs import as_bytes

from . import jwk, openssh, pem, pkcs8, raw, sec1, spki, text, x509
from .detection import LABELS, MAX_OCTETS, PRIVATE, PUBLIC, Container
from .faults import within, wrong_key
from .finding import EXPANDED, HEX, PRIVATE_FORMATS, PUBLIC_FORMATS, check_format, locate, raw_name
from .names import as_private_key, as_public_key, key_kind, plain, with_article
from .schemes import scheme_named

if TYPE_CHECKING:
    from ecref.inputs import Octets

    from .names import PrivateKey, PublicKey, Scheme

    Data: TypeAlias = Octets | str | Mapping[str, object]

__all__ = [
    "PRIVATE_FORMATS",
    "PUBLIC_FORMATS",
    "FoundKey",
    "dump_private_key",
    "dump_public_key",
    "load_private_key",
    "load_public_key",
    "read_private_key",
    "read_public_key",
]

Key = TypeVar("Key", bound="PrivateKey | PublicKey")


class FoundKey(Frozen, Generic[Key]):
    """A key, and how it was found.

    format     protocol.md's name of the container
    comment    the one that OpenSSH keeps beside a key, otherwise ""
    notes      what is remarkable about the container, a sentence each
    """

    __slots__ = ("comment", "format", "key", "notes")
    fields = ("key", "format", "comment", "notes")
    key: Key
    format: str
    comment: str
    notes: tuple[str, ...]

    def __init__(self, key: Key, format: str, comment: str = "", notes: tuple[str, ...] = ()) -> None:
        self._set(key=key, format=format, comment=comment, notes=notes)


# ---------------------------------------------------------------- reading


def load_private_key(data: Data, *, curve: str | Scheme | None = None, format: str | None = None) -> PrivateKey:
    """The private key in data; read_private_key says more."""
    return read_private_key(data, curve=curve, format=format).key


def load_public_key(data: Data, *, curve: str | Scheme | None = None, format: str | None = None) -> PublicKey:
    """The public key in data; read_public_key says more."""
    return read_public_key(data, curve=curve, format=format).key


def read_private_key(
    data: Data, *, curve: str | Scheme | None = None, format: str | None = None
) -> FoundKey[PrivateKey]:
    """The private key in octets, in text, or in the members of a JWK, and how it was found.

    curve     a curve's name, or a scheme, which may be one with a context or a prehash: the key then is one of its
    format    one of PRIVATE_FORMATS or "hex"; None: found by its marks, raw octets and hex by their length

    UnusableInput: "wrong-key" (of another curve or algorithm, or no private key), "encrypted-key", "bad-encoding",
    "bad-length", "invalid-key" (out of range; halves that don't match), "unsupported" (several keys; a curve or a
    format that isn't there), "bad-request" (raw octets without a curve).
    """
    scheme = _scheme(curve, format)
    if isinstance(data, Mapping):
        _check_members(format)
        return FoundKey(_as_wanted(jwk.read_private(data), scheme), "jwk")
    container, notes = locate(_octets(data), PRIVATE, scheme, format)
    key, comment, more = _read_private(container, scheme)
    return FoundKey(_as_wanted(key, scheme), str(container.format), comment, notes + more)


def read_public_key(
    data: Data, *, curve: str | Scheme | None = None, format: str | None = None
) -> FoundKey[PublicKey]:
    """The public key in data, and how it was found; format is one of PUBLIC_FORMATS or "hex". As read_private_key.

    Of a certificate or a request only the key is read: neither its signature nor its dates are looked at. An EdDSA key
    is of the right length, and no more is checked, since rule sets differ in what they decode.
    """
    scheme = _scheme(curve, format)
    if isinstance(data, Mapping):
        _check_members(format)
        return FoundKey(_as_wanted(jwk.read_public(data), scheme), "jwk")
    container, notes = locate(_octets(data), PUBLIC, scheme, format)
    key, comment = _read_public(container, scheme)
    return FoundKey(_as_wanted(key, scheme), str(container.format), comment, notes)


def _scheme(curve: str | Scheme | None, format: str | None) -> Scheme | None:
    """The scheme that is asked for; the expanded form is that of one curve."""
    if curve is None:
        return ed25519 if format == EXPANDED else None
    return scheme_named(curve)


def _octets(data: Octets | str) -> bytes:
    """The data as octets, if they aren't too many; text in UTF-8."""
    octets = data if isinstance(data, str) else as_bytes("a key", data)
    if len(octets) > MAX_OCTETS:
        raise UnusableInput("bad-length", f"got {len(octets)} octets, wanted at most {MAX_OCTETS}")
    return octets.encode("utf-8", "surrogatepass") if isinstance(octets, str) else octets


def _check_members(format: str | None) -> None:
    if format not in (None, "jwk"):
        raise UnusableInput("bad-encoding", f"got the members of a JWK, wanted the format {format}")


def _read_private(container: Container, scheme: Scheme | None) -> tuple[PrivateKey, str, tuple[str, ...]]:
    """The key in a container, its comment, and notes on the container."""
    structure, octets = _structure(container.format), container.octets
    if structure == "pkcs8":
        key, notes = pkcs8.read_noted(octets)
        return key, "", notes
    if structure == "sec1":
        return sec1.read_private(octets, container.parameters), "", ()
    if structure == "jwk":
        return jwk.read_private(octets), "", ()
    if structure == "openssh":
        return *openssh.read_private(octets), ()
    assert scheme is not None  # or nothing without marks would have been located
    read = raw.read_expanded if structure == EXPANDED else raw.read_private
    with within(container.what):
        return read(octets, scheme), "", ()


def _read_public(container: Container, scheme: Scheme | None) -> tuple[PublicKey, str]:
    """The key in a container, and its comment."""
    structure, octets = _structure(container.format), container.octets
    if structure == "openssh":
        return openssh.read_public(octets)
    if structure in _PUBLIC_READERS:
        return _PUBLIC_READERS[structure](octets), ""
    assert scheme is not None
    with within(container.what):
        return raw.read_public(octets, scheme), ""


_PUBLIC_READERS = {
    "spki": spki.read_public,
    "jwk": jwk.read_public,
    "certificate": x509.read_certificate,
    "csr": x509.read_request,
}


def _structure(format: str | None) -> str:
    """A format without what says that it is DER or PEM."""
    return str(format).removesuffix("-der").removesuffix("-pem")


def _as_wanted(key: Key, scheme: Scheme | None) -> Key:
    """The key as one of the scheme that is asked for, if their curves are the same."""
    if scheme is None or key.scheme is scheme:
        return key
    kind = PRIVATE if isinstance(key, Secret) else PUBLIC
    if plain(scheme) != key.scheme:
        raise wrong_key(key_kind(key), f"{with_article(plain(scheme).name)} {kind} key")
    if kind == PRIVATE:
        return scheme.private_key(key.private_bytes())  # type: ignore[union-attr, return-value]
    return scheme.public_key(key.to_bytes())  # type: ignore[union-attr, return-value]


# ---------------------------------------------------------------- writing


def dump_private_key(key: PrivateKey, format: str, *, comment: str = "") -> bytes:
    """A private key in one of PRIVATE_FORMATS, or "hex", a line; never encrypted. The comment is for openssh.

    UnusableInput: "unsupported" (a format that isn't there, or not for this key: OpenSSH has no Ed448 and no
    secp256k1, a key without its seed is only written expanded), "bad-request" (a comment that doesn't fit).
    """
    key = as_private_key(key)
    check_format(format, PRIVATE)
    _check_comment(comment, format)
    if format == "openssh":
        return openssh.write_private(key, comment)
    if format == "jwk":
        return jwk.write_private(key)
    if format == EXPANDED:
        return _expanded(key)
    if format in ("raw", HEX):
        return _as_hex(key.private_bytes(), format)
    structure = _structure(format)
    octets = pkcs8.write_private(key) if structure == "pkcs8" else sec1.write_private(key)  # type: ignore[arg-type]  # or it refuses
    return _as_pem(octets, format)


def dump_public_key(key: PublicKey, format: str, *, comment: str = "") -> bytes:
    """A public key in one of PUBLIC_FORMATS, or "hex", a line of its raw or SEC 1 octets. The comment is for openssh.

    UnusableInput: "unsupported" (a format that isn't there, not for this key, or needs a signature: certificates and
    requests), "bad-request" (a comment that doesn't fit).
    """
    key = as_public_key(key)
    check_format(format, PUBLIC)
    _check_comment(comment, format)
    if format == "openssh":
        return openssh.write_public(key, comment)
    if format == "jwk":
        return jwk.write_public(key)
    if format in (raw_name(PUBLIC, key.scheme), HEX):
        return _as_hex(key.to_bytes(), format)
    if _structure(format) != "spki":
        raise UnusableInput("unsupported", f"a public key of {key.scheme.name} can't be written as {format}")
    return _as_pem(spki.write_public(key), format)


def _check_comment(comment: str, format: str) -> None:
    if comment and format != "openssh":
        raise UnusableInput("bad-request", f"the format {format} has no place for a comment")


def _expanded(key: PrivateKey) -> bytes:
    """s, little-endian, then the prefix. [RFC 8032, 5.1.5 and 5.1.6]"""
    if key.scheme.curve != ed25519.curve:
        raise UnusableInput("unsupported", f"no private key of {key.scheme.name} has the format {EXPANDED}")
    assert isinstance(key, EdDSAPrivateKey)
    return key.s.to_bytes(32, "little") + key.prefix


def _as_hex(octets: bytes, format: str) -> bytes:
    return text.encode(octets, "hex") + b"\n" if format == HEX else octets


def _as_pem(octets: bytes, format: str) -> bytes:
    """DER as it is, or under its label: the first of LABELS, as openssl and pyca/cryptography write it."""
    label = next(label for label, structure in LABELS.items() if structure == _structure(format))
    return pem.write(label, octets) if format.endswith("-pem") else octets
