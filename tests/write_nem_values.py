"""What PyPI's nem-ed25519 0.0.11 answers: tests/nem_values.json, so that ecref.nem is compared with it everywhere.

It builds on Python 3.10 only, and there this program writes the file, with ecref beside it:

    pip install nem-ed25519==0.0.11 cryptography; PYTHONPATH=. python tests/write_nem_values.py

Keys and messages are ours, the same each time, and so are salt and IV, which nem-ed25519 would draw itself.
"""

from __future__ import annotations

import json
from contextlib import suppress
from hashlib import shake_256
from importlib import import_module
from itertools import count
from pathlib import Path
from typing import TYPE_CHECKING, Any

from ecref.errors import InvalidPoint
from ecref.nem.messages import encrypted
from ecref.nem.signing import ed25519, private_key

if TYPE_CHECKING:
    from ecref.edwards import EdwardsPoint

FILE = Path(__file__).with_name("nem_values.json")
KEYS = 8
# Around a block of Keccak-512, 72 octets, of which r's hash has 32 before the message, and k's 64; and several blocks.
SIGNED = [0, 1, 7, 8, 9, 39, 40, 41, 71, 72, 79, 80, 200]
# Around the blocks of AES, and of nem-ed25519's padding.
ENCRYPTED = [0, 1, 15, 16, 17, 31, 32, 33, 47, 48, 63, 64, 80]
B, L = ed25519.curve.B, ed25519.curve.L


def octets(what: str, number: int, size: int) -> bytes:
    """Octets of our own."""
    return shake_256(f"ecref nem {what} {number}".encode()).digest(size)


def secret(number: int) -> bytes:
    """A private key."""
    return octets("key", number % KEYS, 32)


def challenge(R: bytes, A: bytes, message: bytes) -> int:
    """H(R || A || M), not reduced."""
    return int.from_bytes(ed25519.hash.digest(R, A, message), "little")


class Library:
    """nem-ed25519, with octets in place of hex; ImportError where it isn't."""

    def __init__(self) -> None:
        self._api: Any = import_module("nem_ed25519")
        self._messages: Any = import_module("nem_ed25519.encrypt")

    def public_key(self, sk: bytes) -> bytes:
        """The public key."""
        return bytes.fromhex(self._api.public_key(sk.hex()))

    def sign(self, message: bytes, sk: bytes, pk: bytes) -> bytes:
        """The signature."""
        return bytes(self._api.sign(message, sk.hex(), pk.hex()))

    def verify(self, message: bytes, signature: bytes, pk: bytes) -> bool:
        """Whether it accepts the signature."""
        try:
            self._api.verify(message, signature, pk.hex())
        except ValueError:
            return False
        return True

    def encrypt(self, sk: bytes, pk: bytes, message: bytes, salt: bytes, iv: bytes) -> bytes:
        """The data."""
        self._messages.urandom = {32: salt, 16: iv}.__getitem__
        return bytes(self._api.encrypt(sk.hex(), pk.hex(), message))

    def decrypt(self, sk: bytes, pk: bytes, data: bytes) -> bytes:
        """The message."""
        return bytes(self._api.decrypt(sk.hex(), pk.hex(), data))


def values(library: Library) -> dict[str, list[list[object]]]:
    """The file's lists; octets stand in hex."""
    return {
        "keys": [[sk.hex(), library.public_key(sk).hex()] for sk in map(secret, range(KEYS))],
        "signed": [signed(library, size) for size in SIGNED],
        "judged": [judged(library, case) for case in cases()],
        "written": [written(library, size) for size in ENCRYPTED],
        "read": [read(library, size) for size in ENCRYPTED],
    }


def signed(library: Library, size: int) -> list[object]:
    """Message, sk, signature."""
    message, sk = octets("message", size, size), secret(size)
    return [message.hex(), sk.hex(), library.sign(message, sk, library.public_key(sk)).hex()]


def judged(library: Library, case: tuple[str, bytes, bytes, bytes]) -> list[object]:
    """A case as `cases` has it, and whether it is accepted."""
    name, message, signature, pk = case
    return [name, message.hex(), signature.hex(), pk.hex(), library.verify(message, signature, pk)]


def cases() -> list[tuple[str, bytes, bytes, bytes]]:
    """(name, message, signature, pk), among them those that verifiers judge differently."""
    key = private_key(secret(0))
    pk, message = key.public_key.to_bytes(), b"message"
    signature, p = key.sign(message), ed25519.curve.p
    R, S = signature[:32], int.from_bytes(signature[32:], "little")
    identity = ed25519.curve.identity.encode()
    return [
        ("valid", message, signature, pk),
        ("another message", b"massage", signature, pk),
        ("another R", message, B.encode() + signature[32:], pk),
        ("another S", message, R + ((S + 1) % L).to_bytes(32, "little"), pk),
        ("S + L", message, R + (S + L).to_bytes(32, "little"), pk),
        ("S = 0 and A = O", message, identity + bytes(32), identity),
        ("R = O, not canonical, and A = O", message, (p + 1).to_bytes(32, "little") + bytes(32), identity),
        ("no point", message, signature, (2).to_bytes(32, "little")),
        ("A = 0, of order 4", *zero_key()),
        ("A of mixed order, 8 divides k mod L only", *mixed(key.s, reduced=True)),
        ("A of mixed order, 8 divides k only", *mixed(key.s, reduced=False)),
    ]


def zero_key() -> tuple[bytes, bytes, bytes]:
    """A signature of the key whose octets are all 0: [4]A = O, and 4 divides k, reduced modulo L or not."""
    A, R = bytes(32), B.encode()
    messages = (octets("zero", number, 8) for number in count())
    message = next(m for m in messages if (k := challenge(R, A, m)) % 4 == k % L % 4 == 0)
    return message, R + (1).to_bytes(32, "little"), A


def mixed(s: int, *, reduced: bool) -> tuple[bytes, bytes, bytes]:
    """A signature of A = [s]B + T, [8]T = O, that holds only if k is reduced modulo L, or only if it isn't."""
    A, R = (s * B + point_of_order_8()).encode(), (7 * B).encode()
    wanted = (0, 1) if reduced else (1, 0)
    messages = (octets("mixed", number, 8) for number in count())
    message = next(m for m in messages if ((k := challenge(R, A, m)) % L % 8 > 0, k % 8 > 0) == wanted)
    return message, R + ((7 + challenge(R, A, message) * s) % L).to_bytes(32, "little"), A


def point_of_order_8() -> EdwardsPoint:
    """[L]P of a point P of the curve, where that has the order 8."""
    for y in count(2):
        with suppress(InvalidPoint):
            T = L * ed25519.curve.decode(y.to_bytes(32, "little"))
            if not T.double().double().is_identity():
                return T
    raise AssertionError


def written(library: Library, size: int) -> list[object]:
    """Of a message that nem-ed25519 encrypts: sk, the other's pk, message, data."""
    sk, pk, message = secret(size), library.public_key(secret(size + 1)), octets("message", size, size)
    data = library.encrypt(sk, pk, message, octets("salt", size, 32), octets("iv", size, 16))
    return [sk.hex(), pk.hex(), message.hex(), data.hex()]


def read(library: Library, size: int) -> list[object]:
    """Of a message that ecref encrypts: the sk of who reads it, the writer's pk, data, what nem-ed25519 reads."""
    one, other, message = secret(size + 2), secret(size + 3), octets("message", size, size)
    to = private_key(other).public_key.to_bytes()
    data = encrypted(one, to, message, octets("salt", size + 1, 32), octets("iv", size + 1, 16))
    pk = private_key(one).public_key.to_bytes()
    return [other.hex(), pk.hex(), data.hex(), library.decrypt(other, pk, data).hex()]


def text(found: dict[str, list[list[object]]]) -> str:
    """The file: a line for each value."""
    lists = [f'  "{name}": [\n    ' + ",\n    ".join(map(json.dumps, rows)) + "\n  ]" for name, rows in found.items()]
    return "{\n" + ",\n".join(lists) + "\n}\n"


if __name__ == "__main__":
    FILE.write_text(text(values(Library())))
