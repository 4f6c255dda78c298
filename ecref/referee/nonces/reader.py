"""What the fields of a record mean: names and values are protocol.md's, `key` is another name of `public_key`.

Octets are hex. A key is found by its own marks where its format isn't given, and so says its curve. A signature's
format may also name a text encoding, as in p1363-base64. A digest is of its hash's size, or of 1 to 64 octets where no
hash is named.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from ecref.eddsa import EdDSA
from ecref.errors import InvalidSignature, UnusableInput
from ecref.formats import load_public_key, read_signature, text
from ecref.formats.schemes import scheme_named
from ecref.formats.signatures import formats_of
from ecref.formats.strict_json import quoted
from ecref.rfc6979 import int2octets

from .signed import Signed, identity

if TYPE_CHECKING:
    from ecref.ecdsa import ECDSA
    from ecref.formats.names import PublicKey, Scheme

    from .records import Fields
    from .signed import Identity

NAMES = frozenset(
    {"id", "scheme", "curve", "hash", "message", "digest", "context", "key", "public_key", "public_key_format"}
    | {"signature", "signature_format"}
)
_OCTETS = ("raw", "sec1")  # formats of keys that stand in hex; the others in DER end in -der
_KEPT = 4096  # keys that were read, since most files have few ...
_LONG = 2048  # ... but none that is longer than so many characters


class Defaults(NamedTuple):
    """What holds where a record doesn't say it."""

    scheme: Scheme | None = None
    hash: str | None = None
    format: str | None = None
    context: bytes | None = None


class Reader:
    """Reads records, and keeps the keys that it has read."""

    def __init__(self, defaults: Defaults) -> None:
        self._defaults = defaults
        self._keys: dict[tuple[str | None, ...], tuple[PublicKey, Identity]] = {}

    def read(self, fields: Fields) -> Signed:
        """The signature of a record; UnusableInput, which names the field."""
        for name in fields:
            if name not in NAMES:
                raise _bad_request(f"unknown key {quoted(name)}")
        key, owner = self._key(fields)
        if isinstance(key.scheme, EdDSA):
            return Signed(key, owner, *self._eddsa(fields, key.scheme))
        return Signed(key, owner, *self._ecdsa(fields, key.scheme))

    def _key(self, fields: Fields) -> tuple[PublicKey, Identity]:
        """The key of a record, from those that were read before where it is among them."""
        if ("key" in fields) == ("public_key" in fields):
            raise _bad_request("exactly one of the keys 'key', 'public_key' is wanted")
        value = fields.get("key", fields.get("public_key"))
        if not isinstance(value, str | dict):
            raise _bad_request("public_key: must be a string or an object")
        form, scheme, curve = (_string(fields, name) for name in ("public_key_format", "scheme", "curve"))
        if isinstance(value, dict):
            return _read_key(value, form, self._scheme(scheme, curve))
        wanted = value, form, scheme, curve
        if wanted not in self._keys:
            found = _read_key(value, form, self._scheme(scheme, curve))
            if sum(len(text or "") for text in wanted) > _LONG:
                return found
            if len(self._keys) == _KEPT:
                self._keys.clear()
            self._keys[wanted] = found
        return self._keys[wanted]

    def _scheme(self, named: str | None, curve_name: str | None) -> Scheme | None:
        """The scheme that a record names, if it does, or else the default one."""
        curve = None if curve_name is None else scheme_named(curve_name)
        if named in (None, "ECDSA"):
            chosen = curve or self._defaults.scheme
            if named is not None and isinstance(chosen, EdDSA):
                raise _bad_request(f"scheme: ECDSA has no curve {chosen.curve.name}")
            return chosen
        scheme = scheme_named(named)
        if curve is not None and curve.curve != scheme.curve:
            raise _bad_request(f"scheme: {scheme.name} is no scheme of the curve {curve.name}")
        return scheme

    def _ecdsa(self, fields: Fields, scheme: ECDSA) -> tuple[bytes, int, bytes]:
        """r, s and the digest."""
        if "context" in fields:
            raise _bad_request("context: ECDSA has none")
        if ("message" in fields) == ("digest" in fields):
            raise _bad_request("exactly one of the keys 'message', 'digest' is wanted")
        named = _string(fields, "hash") or self._defaults.hash
        if "digest" in fields:
            H = scheme.digest(_hex("digest", fields["digest"]), named)
        else:
            H = scheme.hash_or_default(named).of(_hex("message", fields["message"]))
        value = self._signature(fields, scheme)
        assert isinstance(value, tuple)
        r, s = value
        n = scheme.curve.n
        if not (1 <= r < n and 1 <= s < n):
            raise UnusableInput("bad-signature", "signature: r or s lies outside [1, n-1]")
        return int2octets(r, n), s, H

    def _eddsa(self, fields: Fields, scheme: EdDSA) -> tuple[bytes, int, bytes, bytes]:
        """R, S, what is hashed for the message, and the context."""
        for name in "digest", "hash":
            if name in fields:
                raise _bad_request(f"{name}: EdDSA has none")
        if "message" not in fields:
            raise _bad_request("key 'message' is missing")
        given = fields.get("context")
        C = scheme.context(self._context(scheme) if given is None else _hex("context", given))
        M = scheme.message(_hex("message", fields["message"]))
        assert isinstance(M, bytes)
        value = self._signature(fields, scheme)
        assert isinstance(value, bytes)
        size = scheme.curve.size
        S = int.from_bytes(value[size:], "little")
        if S >= scheme.curve.L:
            raise UnusableInput("bad-signature", "signature: S is not below L")
        return value[:size], S, M, C

    def _context(self, scheme: EdDSA) -> bytes | None:
        """The default context, where the scheme has one."""
        return None if scheme.dom is None else self._defaults.context

    def _signature(self, fields: Fields, scheme: Scheme) -> tuple[int, int] | bytes:
        """(r, s), or R and S as they stand."""
        value = _string(fields, "signature")
        if value is None:
            raise _bad_request("key 'signature' is missing")
        form = _string(fields, "signature_format") or self._defaults.format or formats_of(scheme)[0]
        if form == "sshsig":
            raise UnusableInput("unsupported", "signature_format: sshsig signs a structure around the message")
        form = f"{form}-hex" if f"{form}-hex" in formats_of(scheme) else form
        try:
            return read_signature(value.encode("utf-8", "replace"), form, scheme).value
        except InvalidSignature as fault:
            detail = f"signature: {fault.detail}"
        raise UnusableInput("bad-signature", detail)


def _read_key(value: str | dict[str, object], form: str | None, scheme: Scheme | None) -> tuple[PublicKey, Identity]:
    data: bytes | str | dict[str, object] = value
    if isinstance(value, str) and form is not None and (form in _OCTETS or form.endswith("-der")):
        data = _hex("public_key", value)
    try:
        key = load_public_key(data, curve=scheme, format=form)
    except UnusableInput as error:
        raise UnusableInput(error.code, f"public_key: {error.detail}") from None
    return key, identity(key)


def _bad_request(detail: str) -> UnusableInput:
    return UnusableInput("bad-request", detail)


def _string(fields: Fields, name: str) -> str | None:
    """A field that is a string, if it is there."""
    value = fields.get(name)
    if value is not None and not isinstance(value, str):
        raise _bad_request(f"{name}: must be a string")
    return value


def _hex(name: str, value: object) -> bytes:
    """The octets of a field, which may have upper-case digits; what they are isn't repeated."""
    if not isinstance(value, str):
        raise _bad_request(f"{name}: must be a string of hex")
    try:
        return text.decode(value.encode("utf-8", "replace"), "hex")
    except UnusableInput as error:
        raise UnusableInput(error.code, f"{name}: {error.detail}") from None
