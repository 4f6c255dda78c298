"""OpenSSH's files: a public key on a line, and openssh-key-v1 for a private key. [OpenSSH's PROTOCOL.key]

A line is the key's type, its blob (ssh_key.py) in base64, and a comment. A private file is armor (ssh.py) around

    "openssh-key-v1" and a NUL
    string cipher, string kdf, string options    "none", "none" and "" where nothing is encrypted
    uint32 1                                     how many keys there are
    string blob                                  the public key
    string section                               the private key:
        uint32 check, uint32 check               a random number, twice: it shows that a passphrase is wrong
        the blob's values again
        string seed || A, or mpint d             Ed25519's 64 octets, or ECDSA's scalar
        string comment
        octets 1, 2, 3, ...                      up to a multiple of 8, the block size of "none"
"""

from __future__ import annotations

from secrets import token_bytes
from typing import TYPE_CHECKING

from ecref.der import Malformed
from ecref.eddsa import EdDSA, ed25519
from ecref.eddsa_keys import EdDSAPublicKey
from ecref.errors import UnusableInput
from ecref.inputs import as_bytes

from . import pem, raw, ssh_key
from .faults import check_halves, encrypted, within, wrong_key
from .names import as_private_key
from .ssh import ARMOR_COLUMNS, Reader, mpint, string, utf8
from .ssh_key import fingerprint
from .strict_json import quoted
from .text import decode, encode

if TYPE_CHECKING:
    from .names import PrivateKey, PublicKey

__all__ = ["fingerprint", "read_private", "read_public", "write_private", "write_public"]

LABEL = "OPENSSH PRIVATE KEY"
MAGIC = b"openssh-key-v1\0"
BLOCK = 8
_SSH2 = b"---- BEGIN SSH2 "
_PADDING = bytes(range(1, 256))

# ---------------------------------------------------------------- public lines


def read_public(line: bytes) -> tuple[PublicKey, str]:
    """The key and the comment of a line such as "ssh-ed25519 AAAA... me@home".

    UnusableInput: "bad-encoding" (options before the type, RFC 4716's form, several lines, no such line),
    "wrong-key" (another algorithm's, a certificate, a private key), "unsupported", "bad-length", "invalid-key".
    """
    with within("an OpenSSH public key"):
        key_type, base64, comment = _fields(as_bytes("an OpenSSH public key", line).strip())
        ssh_key.scheme_of(key_type)
        blob = decode(base64, "base64")
        inner = Reader(blob).text("the key's type")
        if inner != key_type:
            raise Malformed(f"the line says {key_type}, the key in it {quoted(inner)}")
        return ssh_key.read(blob), _text(comment)


def write_public(key: PublicKey, comment: str = "") -> bytes:
    """The line of a key, with its end, as `ssh-keygen -y` does. UnusableInput: "unsupported", "bad-request"."""
    fields = [ssh_key.type_of(key).encode(), encode(ssh_key.write(key), "base64"), _one_line(comment)]
    return b" ".join(filter(None, fields)) + b"\n"


def _fields(line: bytes) -> tuple[str, bytes, bytes]:
    """Type, base64 and comment of a line."""
    if line.startswith(_SSH2):
        raise Malformed("got the form of RFC 4716 (SSH2), wanted OpenSSH's: ssh-keygen -i -f FILE turns it into that")
    if line.startswith(f"-----BEGIN {LABEL}".encode()):
        raise wrong_key("an OpenSSH private key", "a public key")
    lines = len(line.splitlines())
    if lines != 1:
        raise Malformed(f"got {lines} lines, wanted one")
    key_type, *others = [word.decode("ascii", "replace") for word in line.split()]
    if not ssh_key.is_type(key_type):
        if any(map(ssh_key.is_type, others)):
            got = f"got {quoted(key_type)} before the type, as in authorized_keys or known_hosts"
            raise Malformed(f"{got}; wanted the type first")
        raise Malformed("got no type of key, wanted a line such as ssh-ed25519 AAAA...")
    _, base64, comment = [*line.split(None, 2), b"", b""][:3]
    return key_type, base64, comment


# ---------------------------------------------------------------- private keys


def read_private(data: bytes) -> tuple[PrivateKey, str]:
    """The key and the comment of a private file, or of the octets in its armor.

    UnusableInput: "encrypted-key", "bad-encoding", "bad-length", "invalid-key" (halves that don't match),
    "wrong-key" (another algorithm's, a public key), "unsupported".
    """
    with within("an OpenSSH private key"):
        blob, section = _container(_unarmored(as_bytes("an OpenSSH private key", data)))
        key, comment = _read_section(section)
        check_halves(key, ssh_key.read(blob))
        return key, comment


def write_private(key: PrivateKey, comment: str = "") -> bytes:
    """The private file of a key, not encrypted, as ssh-keygen writes it. UnusableInput as for write_public."""
    blob = ssh_key.write(as_private_key(key).public_key)
    section = 2 * token_bytes(4) + blob + _secret(key) + string(_one_line(comment))
    section += _PADDING[: -len(section) % BLOCK]
    unencrypted = string(b"none") + string(b"none") + string(b"")
    octets = MAGIC + unencrypted + (1).to_bytes(4, "big") + string(blob) + string(section)
    return pem.write(LABEL, octets, columns=ARMOR_COLUMNS)


def _unarmored(data: bytes) -> bytes:
    """The octets in the armor, if there is one."""
    if data.startswith(MAGIC):
        return data
    if any(ssh_key.is_type(word.decode("ascii", "replace")) for word in data.split(None, 1)[:1]):
        raise wrong_key("an OpenSSH public key", "a private key")
    block, *others = pem.read(data)
    if others:
        raise Malformed(f"got {1 + len(others)} PEM blocks, wanted one {LABEL}")
    if block.label != LABEL:
        raise Malformed(f"got a PEM block {pem.shown(block.label)}, wanted one {LABEL}")
    return block.octets


def _container(octets: bytes) -> tuple[bytes, bytes]:
    """The public key's blob and the private section of a file that isn't encrypted."""
    reader = Reader(octets)
    if reader.take(len(MAGIC), "the magic") != MAGIC:
        raise Malformed("the magic is not openssh-key-v1")
    cipher, kdf, options = reader.text("the cipher"), reader.text("the kdf"), reader.string("the kdf's options")
    if cipher != "none":
        raise encrypted(f"one encrypted with {quoted(cipher)}", "ssh-keygen -p -f FILE")
    if kdf != "none" or options:
        raise Malformed(f"got the kdf {quoted(kdf)} where nothing is encrypted")
    count = reader.uint32("the number of keys")
    if count != 1:
        raise UnusableInput("unsupported", f"got {count} keys, wanted one")
    blob, section = reader.string("the public key"), reader.string("the private section")
    reader.end("the private section")
    return blob, section


def _read_section(section: bytes) -> tuple[PrivateKey, str]:
    """The key and the comment of the private section."""
    reader = Reader(section)
    if reader.uint32("the check number") != reader.uint32("the check number"):
        raise Malformed("the two check numbers differ")
    public_key = ssh_key.read_from(reader)
    key: PrivateKey
    if isinstance(public_key, EdDSAPublicKey):
        key = _ed25519(reader.string("the private key"))
    else:
        key = public_key.scheme.private_key(reader.mpint("d"))
    check_halves(key, public_key)
    comment = _text(reader.string("the comment"))
    if len(section) % BLOCK or not _PADDING.startswith(reader.rest()):
        raise Malformed(f"the padding is not 1, 2, 3 ... up to a multiple of {BLOCK} octets")
    return key, comment


def _ed25519(octets: bytes) -> PrivateKey:
    """The key of a seed and its public half."""
    if len(octets) != 64:
        raise UnusableInput("bad-length", f"got {len(octets)} octets of seed and public half, wanted 64")
    return raw.read_private(octets, ed25519)


def _secret(key: PrivateKey) -> bytes:
    """The values of the section that the public key doesn't have."""
    secret = key.private_bytes()
    if isinstance(key.scheme, EdDSA):
        return string(secret + key.public_key.to_bytes())
    return mpint(int.from_bytes(secret, "big"))


# ---------------------------------------------------------------- comments


def _text(comment: bytes) -> str:
    """A comment as text; octets that are no UTF-8 show in hex."""
    return comment.decode("utf-8", "backslashreplace")


def _one_line(comment: str) -> bytes:
    """A comment as octets, if it fits a line."""
    octets = utf8("a comment", comment)
    if len(octets.splitlines()) > 1 or octets.endswith((b"\r", b"\n")):
        raise UnusableInput("bad-request", "a comment has a line break in it")
    return octets
