"""What `ecref.implementation` gives: the schemes that a library has, as records of ecref's.

The keys are ecref's keys: made, written, compared and pickled alike, and read by

    load_private_key(data, curve=implementation("cryptography").p256)
    implementation("cryptography").private_key(key)  # of a key that ecref has read

What a signature is made and judged by is the library. Around that stands ecref: it checks types, lengths and ranges,
reads and writes formats, draws new secrets from the system's random numbers, and once a library has refused it works
out why. Each library declares the rule set that it follows (docs/policies.md): that is the default here, and any other
is "unsupported". Where a library departs from it (docs/findings.md), its keys here do too.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NoReturn

from ecref import __version__
from ecref.ecdsa import SCHEMES as ECDSA_SCHEMES
from ecref.eddsa import SCHEMES as EDDSA_SCHEMES
from ecref.errors import UnusableInput
from ecref.formats.names import as_private_key, as_public_key
from ecref.frozen import Frozen
from ecref.integers import Schemes
from ecref.referee.implementations import LIBRARIES, PROGRAMS
from ecref.rules import ECDSA_RULES, EDDSA_RULES

from .ecdsa import ForeignECDSA
from .eddsa import ForeignEdDSA
from .library import Library

if TYPE_CHECKING:
    from ecref.formats.names import PrivateKey, PublicKey, Scheme

OWN = "ecref"
NAMES = tuple(LIBRARIES)
ATTRIBUTES = {name: name.lower().replace("-", "") for name in (*EDDSA_SCHEMES, *ECDSA_SCHEMES)}


class Implementation(Schemes, Frozen):
    """The schemes over the library of this name, or ecref's own."""

    fields = ("name",)
    name: str
    _library: Library | None
    _schemes: dict[str, Scheme]

    def __init__(self, name: str) -> None:
        _check(name)
        library = None if name == OWN else Library(name)
        schemes: dict[str, Scheme] = {**EDDSA_SCHEMES, **ECDSA_SCHEMES}
        if library is not None:
            eddsa = {each: ForeignEdDSA(own, library) for each, own in EDDSA_SCHEMES.items() if library.rules(each)}
            ecdsa = {each: ForeignECDSA(own, library) for each, own in ECDSA_SCHEMES.items() if library.rules(each)}
            schemes = {**eddsa, **ecdsa}
        self._set(name=name, _library=library, _schemes=schemes)
        self._set(**{ATTRIBUTES[each]: scheme for each, scheme in schemes.items()})

    def __getattr__(self, name: str) -> NoReturn:
        """Refuse a scheme that the library hasn't got, and raise AttributeError for any other name."""
        for scheme, attribute in ATTRIBUTES.items():
            if name == attribute:
                raise UnusableInput("unsupported", f"{self.name} has no {scheme}")
        raise AttributeError(f"{type(self).__name__!r} object has no attribute {name!r}")

    def version(self) -> str:
        """The library's name and version."""
        return f"{OWN} {__version__}" if self._library is None else self._library.version()

    def rules(self, scheme: Scheme) -> str:
        """The name of the rule set that decides where none is named: the library's, which is the only one."""
        found = self.scheme(scheme)
        if isinstance(found, ForeignEdDSA | ForeignECDSA):
            return found.declared.name
        return next(iter(EDDSA_RULES if found.name in EDDSA_SCHEMES else ECDSA_RULES))

    def scheme(self, scheme: Scheme) -> Scheme:
        """The scheme here with the same parameters; UnusableInput "unsupported" where there is none."""
        found: Scheme | None = self._schemes.get(scheme.name)
        if found is None or found != scheme:
            raise UnusableInput("unsupported", f"{self.name} has no {scheme.name}")
        return found

    def private_key(self, key: PrivateKey) -> PrivateKey:
        """The same key, in this implementation."""
        found = self.scheme(as_private_key(key).scheme)
        return key if found is key.scheme else found.private_key(key.private_bytes())

    def public_key(self, key: PublicKey) -> PublicKey:
        """The same key, in this implementation."""
        found = self.scheme(as_public_key(key).scheme)
        return key if found is key.scheme else found.public_key(key.to_bytes())


def _check(name: str) -> None:
    """Refuse what isn't the name of a library."""
    if not isinstance(name, str):
        raise TypeError(f"an implementation is named by a str, not {type(name).__name__}")
    if name in PROGRAMS:
        detail = f"{name} is a program that answers requests, and keeps no keys; there are {', '.join(NAMES)}"
        raise UnusableInput("unsupported", detail)
    if name not in NAMES:
        raise UnusableInput("unsupported", f"no implementation {name[:40]!r} here; there are {', '.join(NAMES)}")
