"""A Python library of referee/implementations behind ecref's schemes: what it lacks, refuses or falls over.

Its answers are values here, and its exceptions one of ecref's: no text of a library's leaves this module, since a
private key may stand in it.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from ecref.errors import UnusableInput
from ecref.inputs import pieces
from ecref.referee.adapters.interface import Installed
from ecref.referee.implementations import implementation
from ecref.referee.implementations.library import PythonLibrary, Unsupported

if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import TypeVar

    from ecref.inputs import Message
    from ecref.referee.implementations.library import Case
    from ecref.rules import ECDSARules, EdDSARules

    Rules = TypeVar("Rules", EdDSARules, ECDSARules)

_REFUSED = object()


class Library:
    """The library of a name. In its methods `name` is a scheme of EdDSA or a curve; `held` is what it makes of a key.

    UnusableInput "unsupported" where the library is missing here.
    """

    def __init__(self, name: str) -> None:
        found = implementation(name)
        assert isinstance(found, PythonLibrary)
        self.name = name
        self._library = found

    def version(self) -> str:
        """Its distribution's name and version."""
        return Installed.version(self._library)

    # ------------------------------------------------------------ what it has

    def rules(self, name: str) -> str | None:
        """The name of the rule set that it declares; None where it doesn't have the scheme or the curve."""
        return self._library.declared.get(name)

    def hashes(self) -> tuple[str, ...]:
        """Those of ECDSA."""
        return self._library.hashes

    def takes_digests(self) -> bool:
        """Whether ECDSA may be given a digest in place of the message."""
        return self._library.digests

    def takes_k(self) -> bool:
        """Whether ECDSA may be given the nonce."""
        return self._library.fixed_k

    def nonces(self) -> tuple[str, ...]:
        """How it chooses ECDSA's k: names of ecdsa_keys.NONCES, its own way first."""
        own = () if self._library.nonces is None else (self._library.nonces,)
        return own + (("random",) if self._library.also_random else ())

    def lacks(self, what: str) -> UnusableInput:
        """The error that says so."""
        return UnusableInput("unsupported", f"{self.name} has no {what}")

    def refuse_steps(self, steps: object) -> None:
        """Refuse to show intermediate values: a library tells none."""
        if steps not in (None, False):
            raise UnusableInput("unsupported", f"{self.name} doesn't tell its steps; ecref's own schemes do")

    def only(self, declared: Rules, asked: Rules, scheme: str) -> Rules:
        """The declared rule set, if it is the one that is asked for."""
        if asked != declared:
            detail = f"{self.name} follows the rule set {declared.name} on {scheme}, not {asked.name}"
            raise UnusableInput("unsupported", detail)
        return declared

    # ------------------------------------------------------------ what it does

    def load_private(self, name: str, octets: bytes) -> tuple[Any, bytes]:
        """What it makes of a seed or a scalar, and the public key of that: `raw`, or SEC 1 uncompressed."""
        library, refusals = self._library, (*self._library.unusable, Unsupported)
        held = self._ask("load the private key", refusals, library.load_private, name, octets)
        if held is _REFUSED:
            raise UnusableInput("invalid-key", f"{self.name} refuses the private key, which ecref accepts")
        public = self._ask("make the public key", (), library.public_of, name, held)
        return held, bytes(self._ask("write the public key", (), library.dump_public, name, public))

    def load_public(self, name: str, octets: bytes) -> Any:  # noqa: ANN401 -- the library's own
        """What it makes of a public key in the same form; None where it refuses it."""
        refusals = (*self._library.unusable, Unsupported)
        held = self._ask("load the public key", refusals, self._library.load_public, name, octets)
        return None if held is _REFUSED else held

    def holds(self, held: Any, signature: bytes, case: Case) -> bool | None:  # noqa: ANN401
        """Whether a signature holds; None where it can't be asked."""
        try:
            found = self._ask("verify", self._library.invalid, self._library.holds, held, signature, case)
        except Unsupported:
            return None
        return found is not _REFUSED and bool(found)

    def sign(self, held: Any, case: Case, lacking: str, *, nonce: str | None = None) -> bytes:  # noqa: ANN401
        """A signature in the case's format. nonce: where it has a choice; lacking: what it may have refused."""
        sign = self._library.sign if nonce in (None, self._library.nonces) else self._library.sign_randomly
        try:
            return bytes(self._ask("sign", (), sign, held, case))
        except Unsupported:
            raise self.lacks(lacking) from None

    def _ask(
        self, what: str, refusals: tuple[type[Exception], ...], function: Callable[..., Any], *arguments: object
    ) -> Any:  # noqa: ANN401
        """What a call gives, or _REFUSED for one of the refusals. Any other exception but Unsupported is a fall."""
        try:
            return function(*arguments)
        except (UnusableInput, KeyboardInterrupt, SystemExit, MemoryError):
            raise
        except refusals:
            return _REFUSED
        except Unsupported:
            raise
        except BaseException as error:  # noqa: BLE001 -- a panic of Rust is no Exception
            fell = type(error).__name__
        # outside of the handler, so that the library's exception isn't this one's context
        raise UnusableInput("unsupported", f"{self.name} fell over when it was to {what}: {fell}")


def whole(message: Message) -> bytes:
    """All octets of a message, which a library wants at once."""
    return b"".join(pieces(message))
