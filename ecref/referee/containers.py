"""Keys and signatures in the formats of the protocol: which are octets, text or objects, read and written."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

from ecref.errors import InvalidSignature, UnusableInput
from ecref.formats import sshsig
from ecref.formats.keys import dump_private_key, dump_public_key, load_private_key, load_public_key
from ecref.formats.signatures import convert_signature, read_signature

from .lines import bad_request
from .requests import PRIVATE_KEY, ByFormat, members, octets, text

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from ecref.formats.names import PrivateKey, PublicKey, Scheme
    from ecref.formats.signatures import ReadSignature

    from .requests import Answer, Reader, Values

SSHSIG = "sshsig"
NAMESPACE = "file"  # of an SSH signature, unless the request names another

CONVERTED = ("public_key", "private_key", "signature")
FORMAT_KEYS = tuple(f"{name}_format" for name in CONVERTED)
_SSH_SIGNED = {"scheme", "curve", *PRIVATE_KEY, "message", "signature_format", "namespace"}


# ---------------------------------------------------------------- what a request holds


def key_reader(key: str, formats: Iterable[str]) -> ByFormat:
    """The reader of public_key or private_key in these formats."""
    return ByFormat(f"{key}_format", {name: _key_reader(name) for name in formats})


def signature_reader(formats: Iterable[str]) -> ByFormat:
    """The reader of a signature in these formats."""
    return ByFormat("signature_format", {name: armored if name == SSHSIG else octets for name in formats})


def armored(value: object) -> bytes:
    """A reader of an SSH signature: the text of its armor, or the hex of the octets within."""
    return text(value).encode() if isinstance(value, str) and value.startswith("-----") else octets(value)


def _key_reader(format: str) -> Reader:
    if format == "jwk":
        return members
    return text if _is_text(format) else octets


def _is_text(format: str) -> bool:
    return format in ("openssh", SSHSIG) or format.endswith("-pem")


def namespace(v: Values) -> str | None:
    """The namespace of an SSH signature; None where the signature is no such one."""
    if v["signature_format"] == SSHSIG:
        return str(v.get("namespace", NAMESPACE))
    if "namespace" in v:
        raise bad_request(f"key 'namespace' is of no use unless the signature_format is {SSHSIG!r}")
    return None


# ---------------------------------------------------------------- keys and signatures


def public_key(v: Values, scheme: Scheme) -> PublicKey:
    """The request's public key, as one of the scheme."""
    return load_public_key(v["public_key"], curve=scheme, format=v["public_key_format"])


def private_key(v: Values, scheme: Scheme) -> PrivateKey:
    """The request's private key, as one of the scheme."""
    return load_private_key(v["private_key"], curve=scheme, format=v["private_key_format"])


def signature(v: Values, scheme: Scheme) -> ReadSignature:
    """What the request's signature holds; UnusableInput "bad-signature" where it is malformed."""
    try:
        return read_signature(v["signature"], v["signature_format"], scheme)
    except InvalidSignature as fault:
        raise UnusableInput("bad-signature", str(fault)) from None


def sign_ssh(v: Values, key: PrivateKey, defaults: Mapping[str, object]) -> Answer:
    """An SSH signature, which leaves nothing to choose but the namespace."""
    for name, value in v.items():
        if name not in _SSH_SIGNED and (name not in defaults or value != defaults[name]):
            raise bad_request(f"key {name!r} is of no use to a signature in the format {SSHSIG!r}")
    return {"signature": sshsig.sign(key, v["message"], v.get("namespace", NAMESPACE)).decode()}


def convert(v: Values, scheme: Scheme) -> Answer:
    """A key or a signature in another format."""
    to = v["to"]
    if "signature" in v:
        return {"signature": convert_signature(v["signature"], v["signature_format"], to, scheme).hex()}
    if "public_key" in v:
        return {"public_key": _shown(dump_public_key(public_key(v, scheme), to), to)}
    return {"private_key": _shown(dump_private_key(private_key(v, scheme), to), to)}


def _shown(data: bytes, format: str) -> object:
    """What was written in a format, as an answer holds it: an object, text, or hex."""
    if format == "jwk":
        return json.loads(data)
    return data.decode() if _is_text(format) else data.hex()
