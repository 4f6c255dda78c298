"""The implementation as a switch: ecref's schemes and keys, with another library's code behind their methods.

    from ecref import implementation

    key = implementation("cryptography").p256.generate()
    key.public_key.verify(key.sign(b"message"), b"message")

schemes.py says what that changes and what it doesn't. Nothing is switched for anybody else: the schemes that
`implementation` gives are values beside ecref's own, and the default is always ecref itself.
"""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from .schemes import Implementation


def implementation(name: str) -> Implementation:
    """The schemes over the library of this name: "cryptography" or another that `ecref crosscheck` knows; or "ecref".

    Its attributes are ed25519, ed25519ctx, ed25519ph, ed448, ed448ph, p256, p384 and secp256k1. UnusableInput
    "unsupported": no such library, or not installed here; a program, such as openssl; a scheme that it hasn't got.
    """
    from .schemes import Implementation

    return Implementation(name)
