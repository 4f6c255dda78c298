"""A case: what a verifier was given. A reading: what to change of it, so that the signature holds."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from ecref.eddsa import EdDSA

from .changes import cost, sentence

if TYPE_CHECKING:
    from ecref.formats.names import PublicKey, Scheme

    from .changes import Changes
    from .keys import GivenKey

ANY_MESSAGE = "signature-also-verifies-for-any-message"


class Case(NamedTuple):
    """What a verifier was given.

    message     octets; with is_digest those of its digest, for ECDSA
    format      of the signature, a name of formats/signatures.py
    hash        ECDSA's; None is the curve's own, or with a digest none in particular
    context     EdDSA's
    namespace   of an SSH signature
    """

    scheme: Scheme
    key: GivenKey
    signature: bytes
    format: str
    message: bytes
    rules: str
    is_digest: bool = False
    hash: str | None = None
    context: bytes | None = None
    namespace: str = "file"


class Reading(NamedTuple):
    """A reading of a case under which the signature holds.

    changes     what it changes; none if the signature holds as given
    scheme      with which it holds, and
    key         under which,
    hash        ECDSA's, None for a digest,
    context     EdDSA's, None where the scheme has none,
    rules       names of every rule set under which it holds
    warnings    codes of what is remarkable about it (docs/protocol.md)
    """

    changes: Changes
    scheme: Scheme
    key: PublicKey
    rules: tuple[str, ...]
    warnings: tuple[str, ...]
    hash: str | None = None
    context: bytes | None = None

    @property
    def cost(self) -> int:
        """How unlikely it is."""
        return cost(self.changes)

    @property
    def advice(self) -> str:
        """What to change, in one sentence."""
        proves_nothing = "; but this key has a small order and fits any message, so the signature proves nothing"
        return sentence(self.changes, proves_nothing if ANY_MESSAGE in self.warnings else "")

    def to_dict(self) -> dict[str, object]:
        """The reading as the line protocol answers it."""
        found: dict[str, object] = {
            "changes": [{"what": c.what, "name": c.name, "detail": c.detail} for c in self.changes],
            "advice": self.advice,
        }
        if isinstance(self.scheme, EdDSA):
            found |= {"scheme": self.scheme.name, "context": None if self.context is None else self.context.hex()}
        else:
            found |= {"scheme": "ECDSA", "curve": self.scheme.name, "hash": self.hash}
        return {
            **found,
            "public_key": self.key.to_bytes().hex(),
            "rules": list(self.rules),
            "warnings": list(self.warnings),
        }
