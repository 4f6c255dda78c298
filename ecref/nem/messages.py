"""NEM's encrypted messages: AES under a key that comes of the two sides' keys and a salt.

As NEM's core has them, in org.nem.core.crypto.ed25519.Ed25519BlockCipher:

    a, A      the secret scalar of one side, and the public key of the other: [a]A is the same for both
    salt      32 octets, and IV 16, new for each message
    key       Keccak-256(encode([a]A) xor salt)
    data      salt || IV || AES-256-CBC of the message with its padding, under key and IV

Nothing authenticates the data: who alters it alters the message, and the padding notices that only by chance.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from ..errors import InvalidPoint, UnusableInput
from ..hashes import hash_named
from ..inputs import as_bytes
from .signing import ed25519, private_key

if TYPE_CHECKING:
    from cryptography.hazmat.primitives.ciphers import Cipher
    from cryptography.hazmat.primitives.ciphers.modes import CBC

    from ..inputs import Octets

SALT, IV = 32, 16  # octets
BLOCK = 16  # octets of a block of AES
PADDINGS = {  # name: the multiple to which n octets of the value n fill the message up, n > 0
    "pkcs7": BLOCK,  # [RFC 5652, 6.3]
    "nem-ed25519": 2 * BLOCK,  # PyPI's nem-ed25519 0.0.11; the same where PKCS#7 comes to a multiple of 32
}


def encrypt(sk: Octets, pk: Octets, message: Octets) -> bytes:
    """The data of a message from the owner of sk to that of pk, or the other way, since both share the point.

    UnusableInput: "bad-length", "invalid-key" (pk encodes no point, or one of small order), "unsupported" (there is
    no AES here).
    """
    from secrets import token_bytes

    return encrypted(sk, pk, message, token_bytes(SALT), token_bytes(IV))


def encrypted(sk: Octets, pk: Octets, message: Octets, salt: bytes, iv: bytes) -> bytes:
    """The data, of a salt and an IV that are given: they must be new."""
    message = as_bytes("a message", message)
    n = BLOCK - len(message) % BLOCK
    cipher = _cipher(_key(sk, pk, salt), iv).encryptor()
    return salt + iv + cipher.update(message + bytes([n]) * n) + cipher.finalize()


def decrypt(sk: Octets, pk: Octets, data: Octets, *, padding: str = "pkcs7") -> bytes:
    """The message. `padding` is one of PADDINGS: it has to be exact, and only the first is ever written.

    UnusableInput: as for encrypt; "unsupported" for another padding's name; "bad-encoding" for all else, with one text,
    so that it tells nobody where the message went wrong.
    """
    if not isinstance(padding, str):
        raise TypeError(f"a padding is named by a str, not {type(padding).__name__}")
    if padding not in PADDINGS:
        raise UnusableInput("unsupported", f"no padding {padding[:40]!r}; there are {', '.join(PADDINGS)}")
    multiple = PADDINGS[padding]
    data = as_bytes("data", data)
    salt, iv, blocks = data[:SALT], data[SALT : SALT + IV], data[SALT + IV :]
    if not blocks or len(blocks) % multiple:
        raise _unreadable()
    cipher = _cipher(_key(sk, pk, salt), iv).decryptor()
    padded = cipher.update(blocks) + cipher.finalize()
    n = padded[-1]
    if not 1 <= n <= multiple or padded[-n:] != bytes([n]) * n:
        raise _unreadable()
    return padded[:-n]


def _unreadable() -> UnusableInput:
    return UnusableInput("bad-encoding", "this is no message between these keys with this padding, or it is damaged")


def _key(sk: Octets, pk: Octets, salt: bytes) -> bytes:
    """Keccak-256(encode([a]A) xor salt). A is decoded as the rule set ref10 decodes it.

    [a]A = O just for the A of small order: 8 divides a, but L doesn't, since 8*L would then, and 8*L > 2^255 > a > 0.
    """
    a = private_key(sk).s
    A = ed25519.curve.decode(ed25519.public_key(pk).octets, canonical=False)
    shared = a * A
    if shared.is_identity():
        raise InvalidPoint("small-order", "the public key has a small order, so that nothing would be secret")
    return hash_named("Keccak-256").digest(bytes(x ^ y for x, y in zip(shared.encode(), salt, strict=True)))


def _cipher(key: bytes, iv: bytes) -> Cipher[CBC]:
    """AES-256 in CBC mode; UnusableInput "unsupported" where cryptography isn't installed."""
    try:
        from cryptography.hazmat.primitives.ciphers import Cipher, algorithms, modes
    except ImportError:
        detail = "NEM's messages need AES, from cryptography, which is not installed here"
        raise UnusableInput("unsupported", f"{detail}; pip install 'ecref[bench]' brings it") from None
    return Cipher(algorithms.AES(key), modes.CBC(iv))
