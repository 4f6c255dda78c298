"""A public key as SSH writes it: its type, then what the type has. [RFC 4253, 6.6; RFC 8709, 4; RFC 5656, 3.1]

    ssh-ed25519            string A, RFC 8032's 32 octets
    ecdsa-sha2-nistp256    string "nistp256", string Q, the SEC 1 point, uncompressed
    ecdsa-sha2-nistp384    string "nistp384", string Q

These octets, the key's blob, are what a public line holds, what private keys and signatures repeat, and what a
fingerprint is the hash of. RFC 5656 also allows a compressed Q; OpenSSH reads none, and none is read here, since
the key would have a second fingerprint.
"""

from __future__ import annotations

from hashlib import sha256
from typing import TYPE_CHECKING

from ecref.der import Malformed
from ecref.ecdsa import p256, p384
from ecref.eddsa import EdDSA, ed25519
from ecref.eddsa_keys import EdDSAPublicKey
from ecref.errors import UnusableInput

from .faults import wrong_key
from .names import as_public_key, plain
from .ssh import Reader, string
from .strict_json import quoted
from .text import encode

if TYPE_CHECKING:
    from .names import PublicKey, Scheme

TYPES: dict[str, Scheme] = {"ssh-ed25519": ed25519, "ecdsa-sha2-nistp256": p256, "ecdsa-sha2-nistp384": p384}
WANTED = "an Ed25519, P-256 or P-384 key"

_OTHERS = {"ssh-rsa": "an RSA key", "ssh-dss": "a DSA key"}
_UNSUPPORTED = {
    "ecdsa-sha2-nistp521": "the curve P-521",
    "ssh-ed448": "Ed448 as RFC 8709 writes it, which OpenSSH doesn't have",
}
_KNOWN = frozenset({*TYPES, *_OTHERS, *_UNSUPPORTED})


def read(blob: bytes) -> PublicKey:
    """The key of a blob. UnusableInput: "bad-encoding", "bad-length", "invalid-key", "wrong-key", "unsupported"."""
    reader = Reader(blob)
    key = read_from(reader)
    reader.end("the public key")
    return key


def read_from(reader: Reader) -> PublicKey:
    """The key whose type and values come next."""
    key_type = reader.text("the key's type")
    scheme = scheme_of(key_type)
    if isinstance(scheme, EdDSA):
        return scheme.public_key(reader.string("A"))
    curve = reader.text("the curve's name")
    if curve != _curve(key_type):
        raise Malformed(f"got the curve {quoted(curve)} in a key of the type {key_type}")
    Q = reader.string("Q")
    if Q[:1] in (b"\2", b"\3"):
        raise Malformed("got a compressed point, wanted one that begins with 04")
    return scheme.public_key(Q)


def write(key: PublicKey) -> bytes:
    """The key's blob; UnusableInput "unsupported" for a key that OpenSSH doesn't have."""
    key_type = type_of(key)
    curve = b"" if isinstance(key, EdDSAPublicKey) else string(_curve(key_type).encode())
    return string(key_type.encode()) + curve + string(key.to_bytes())


def fingerprint(key: PublicKey) -> str:
    """The hash of the blob as `ssh-keygen -lf` shows it: SHA256: and base64 without padding."""
    return "SHA256:" + encode(sha256(write(key)).digest(), "base64").decode().rstrip("=")


def type_of(key: PublicKey) -> str:
    """The name of the key's type; UnusableInput "unsupported" for a key that OpenSSH doesn't have."""
    wanted = plain(as_public_key(key).scheme)
    for key_type, scheme in TYPES.items():
        if scheme == wanted:
            return key_type
    raise UnusableInput("unsupported", f"OpenSSH has no {key.scheme.name} keys")


def scheme_of(key_type: str) -> Scheme:
    """The scheme of a type of key; UnusableInput "wrong-key" or "unsupported", with its name, for another type."""
    if key_type in TYPES:
        return TYPES[key_type]
    if key_type in _UNSUPPORTED:
        raise UnusableInput("unsupported", f"got {_UNSUPPORTED[key_type]} ({key_type}), wanted {WANTED}")
    kind = _OTHERS.get(key_type, "a key")
    if _is_certificate(key_type):
        kind = "an OpenSSH certificate"
    elif _is_security_key(key_type):
        kind = "a security token's key"
    raise wrong_key(f"{kind} of the type {quoted(key_type)}", WANTED)


def is_type(word: str) -> bool:
    """Whether a word names a type of key, be it one that isn't read."""
    return word in _KNOWN or _is_certificate(word) or _is_security_key(word)


def _is_certificate(key_type: str) -> bool:
    return key_type.endswith("-cert-v01@openssh.com")


def _is_security_key(key_type: str) -> bool:
    return key_type.startswith("sk-") and key_type.endswith("@openssh.com")


def _curve(key_type: str) -> str:
    return key_type.removeprefix("ecdsa-sha2-")
