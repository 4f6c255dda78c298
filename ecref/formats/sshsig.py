"""SSHSIG: what `ssh-keygen -Y sign` writes, a signature that names its key, its purpose and its hash. [PROTOCOL.sshsig]

Armor (ssh.py) around the first of these; the second is what the key signs:

    "SSHSIG"                                "SSHSIG"
    uint32 1, the version                   string namespace
    string blob of the public key           string reserved
    string namespace                        string hash
    string reserved                         string H(message)
    string hash, sha256 or sha512
    string signature:
        string type, which is the key's
        string R || S [RFC 8709, 6], or of mpint r and mpint s [RFC 5656, 3.1.2]

The namespace, such as "file" or "git", is never empty: it keeps a signature made for one purpose from serving another,
so a verifier says which it wants. What is signed is hashed again by the scheme, by ECDSA with its curve's own hash.

A signature comes from a stranger, so whatever is wrong with it makes it invalid: "signature-encoding" where it isn't
laid out like this, "mismatch" where it names another key or another namespace; the inner signature has the reasons of
its scheme. The reserved string is empty today. ssh-keygen passes over one that isn't, and verifies as if it were empty;
here it is signed as it stands, since everything else would leave it open to change.
"""

from __future__ import annotations

from contextlib import contextmanager
from typing import TYPE_CHECKING, TypeAlias

from ecref.der import Malformed
from ecref.ecdsa_keys import ECDSAPrivateKey, ECDSAPublicKey
from ecref.eddsa_keys import EdDSAPublicKey
from ecref.errors import InvalidSignature, UnusableInput
from ecref.frozen import Frozen
from ecref.hashes import hash_named
from ecref.inputs import as_bytes

from . import pem, ssh_key
from .names import as_private_key, as_public_key
from .ssh import ARMOR_COLUMNS, Reader, mpint, string, utf8
from .strict_json import quoted

if TYPE_CHECKING:
    from collections.abc import Iterator
    from typing import Any

    from ecref.inputs import Message, Octets

    from .names import PrivateKey, PublicKey

Value: TypeAlias = bytes | tuple[int, int]

LABEL = "SSH SIGNATURE"
MAGIC = b"SSHSIG"
_VERSION = (1).to_bytes(4, "big")
HASHES = {"sha256": "SHA-256", "sha512": "SHA-512"}


class SSHSignature(Frozen):
    """What an SSHSIG holds. `signature` is R and S as octets, or (r, s); `hash` a name of HASHES."""

    __slots__ = ("hash", "namespace", "public_key", "reserved", "signature")
    fields = ("public_key", "namespace", "hash", "signature", "reserved")
    public_key: PublicKey
    namespace: str
    hash: str
    signature: Value
    reserved: bytes

    def __init__(
        self, public_key: PublicKey, namespace: str, hash: str, signature: Value, reserved: bytes = b""
    ) -> None:
        self._set(public_key=public_key, namespace=namespace, hash=hash, signature=signature, reserved=reserved)

    def signed_data(self, message: Message) -> bytes:
        """What the inner signature signs, if the message is this."""
        return signed_data(message, self.namespace, self.hash, self.reserved)


def sign(key: PrivateKey, message: Message, namespace: str, hash: str = "sha512") -> bytes:
    """The armored signature of a message: octets, a binary file, which is read once, or octets in pieces.

    UnusableInput: "unsupported" (the key's scheme, the hash), "bad-request" (the namespace).
    """
    key = as_private_key(key)
    _check_scheme(key)
    data = signed_data(message, namespace, hash)
    if isinstance(key, ECDSAPrivateKey):
        r, s = key.sign(data, format=None)
        signature = mpint(r) + mpint(s)
    else:
        signature = key.sign(data)
    key_type = ssh_key.type_of(key.public_key).encode()
    blob = ssh_key.write(key.public_key)
    inner = string(key_type) + string(signature)
    octets = MAGIC + _VERSION + string(blob) + _names(namespace, b"", hash) + string(inner)
    return pem.write(LABEL, octets, columns=ARMOR_COLUMNS)


def signed_data(message: Message, namespace: str, hash: str = "sha512", reserved: bytes = b"") -> bytes:
    """What the inner signature signs. UnusableInput: "unsupported" (the hash), "bad-request" (the namespace)."""
    return MAGIC + _names(namespace, reserved, hash) + string(hash_named(HASHES[hash]).of(message))


def read(data: Octets) -> SSHSignature:
    """The signature in armor, or in the octets that the armor holds.

    InvalidSignature "signature-encoding"; UnusableInput "wrong-key" or "unsupported" for a key that isn't read.
    """
    with _malformed():
        blob, namespace, reserved, algorithm, inner = _fields(_unarmored(as_bytes("a signature", data)))
    public_key = _public_key(blob)
    with _malformed():
        return SSHSignature(public_key, namespace, algorithm, _inner(inner, public_key), reserved)


def read_for(public_key: PublicKey, data: Octets, namespace: str) -> SSHSignature:
    """`read`, with InvalidSignature "mismatch" for a signature by another key or for another namespace.

    UnusableInput: "unsupported" (the key's scheme), "bad-request" (the namespace).
    """
    _check_scheme(as_public_key(public_key))
    _namespace(namespace)
    try:
        found = read(data)
    except UnusableInput as other:
        raise InvalidSignature("mismatch", f"the signature is by another key: {other.detail}") from None
    by, wanted = ssh_key.fingerprint(found.public_key), ssh_key.fingerprint(public_key)
    if by != wanted:
        raise InvalidSignature("mismatch", f"the signature is by another key: {by}, wanted {wanted}")
    if found.namespace != namespace:
        got = quoted(found.namespace)
        raise InvalidSignature("mismatch", f"the signature is for another namespace: {got}, wanted {quoted(namespace)}")
    return found


def verify(
    public_key: PublicKey, data: Octets, message: Message, namespace: str, rules: str | None = None
) -> None:
    """Raise InvalidSignature, with .reason, unless the key signed the message for this namespace.

    The message is octets, a binary file, which is read once, or octets in pieces. rules: a rule set's name, None for
    the scheme's default. UnusableInput: "unsupported" (the key's scheme, the rule set), "bad-request" (the namespace).
    """
    found = read_for(public_key, data, namespace)
    signed = found.signed_data(message)
    chosen: dict[str, Any] = {} if rules is None else {"rules": rules}
    if isinstance(public_key, ECDSAPublicKey):
        public_key.verify(found.signature, signed, format=None, **chosen)
    else:
        assert isinstance(found.signature, bytes)  # _inner reads what the type of key has
        public_key.verify(found.signature, signed, **chosen)


# ---------------------------------------------------------------- what is read


@contextmanager
def _malformed() -> Iterator[None]:
    """Make a fault of the layout one of the signature."""
    try:
        yield
    except UnusableInput as fault:
        raise InvalidSignature("signature-encoding", f"no SSHSIG: {fault.detail}") from None


def _unarmored(data: bytes) -> bytes:
    """The octets in the armor, if there is one."""
    if data.startswith(MAGIC):
        return data
    if not data.startswith(f"-----BEGIN {LABEL}-----".encode()):
        raise Malformed(f"begins neither with {MAGIC.decode()} nor with -----BEGIN {LABEL}-----")
    block, *others = pem.read(data)
    if others:
        raise Malformed(f"got {1 + len(others)} blocks, wanted one")
    return block.octets


def _fields(octets: bytes) -> tuple[bytes, str, bytes, str, bytes]:
    """The key's blob, the namespace, the reserved string, the hash, and the inner signature."""
    reader = Reader(octets)
    if reader.take(len(MAGIC), "the magic") != MAGIC:
        raise Malformed(f"the magic is not {MAGIC.decode()}")
    version = reader.uint32("the version")
    if version != 1:
        raise Malformed(f"got version {version}, wanted 1")
    blob = reader.string("the public key")
    namespace = reader.text("the namespace")
    if not namespace:
        raise Malformed("the namespace is empty")
    reserved = reader.string("the reserved string")
    algorithm = reader.text("the hash")
    if algorithm not in HASHES:
        raise Malformed(f"got the hash {quoted(algorithm)}, wanted {' or '.join(HASHES)}")
    inner = reader.string("the signature")
    reader.end("the signature")
    return blob, namespace, reserved, algorithm, inner


def _public_key(blob: bytes) -> PublicKey:
    """The key of a blob. That of another algorithm is no fault of the layout."""
    try:
        return ssh_key.read(blob)
    except UnusableInput as fault:
        if fault.code in ("wrong-key", "unsupported"):
            raise
        raise InvalidSignature("signature-encoding", f"no SSHSIG: in the public key: {fault.detail}") from None


def _inner(octets: bytes, public_key: PublicKey) -> Value:
    """The signature proper, R and S as they stand or (r, s)."""
    reader = Reader(octets)
    key_type, wanted = reader.text("the signature's type"), ssh_key.type_of(public_key)
    if key_type != wanted:
        raise Malformed(f"got a signature of the type {quoted(key_type)}, wanted {wanted}, the key's")
    signature = reader.string("the signature")
    reader.end("the signature")
    if isinstance(public_key, EdDSAPublicKey):
        return signature
    halves = Reader(signature)
    r, s = halves.mpint("r"), halves.mpint("s")
    halves.end("s")
    return r, s


# ---------------------------------------------------------------- what is written and asked for


def _names(namespace: str, reserved: bytes, hash: str) -> bytes:
    """What the signature and what is signed have in common."""
    names = string(_namespace(namespace)) + string(reserved) + string(utf8("a hash", hash))
    if hash not in HASHES:
        raise UnusableInput("unsupported", f"no hash {quoted(hash)}; there are {', '.join(HASHES)}")
    return names


def _namespace(namespace: str) -> bytes:
    """The octets of a namespace that a signature can have."""
    octets = utf8("a namespace", namespace)
    if not octets:
        raise UnusableInput("bad-request", "got an empty namespace, wanted one such as file")
    return octets


def _check_scheme(key: PrivateKey | PublicKey) -> None:
    """Refuse a key that signs otherwise than OpenSSH's do."""
    if key.scheme not in ssh_key.TYPES.values():
        raise UnusableInput("unsupported", f"OpenSSH has no signatures of {key.scheme.name}")
