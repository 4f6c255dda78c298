"""Why doesn't it verify? A key, a message and a signature, read in every way that explains real reports.

    case.py           what was given; what a reading of it is
    changes.py        what a reading changes, and how likely that is
    keys.py signatures.py messages.py hashing.py texts.py
                      what each part may have been
    ecdsa_search.py eddsa_search.py
                      which readings hold, among all combinations

A reading counts only if the signature verifies under it, so none is a guess: whoever signed had the private half of
this key, and this message, read so. (Not where the message is taken for a digest, since one can be made up together
with a signature [ecdsa.py], nor where a key of small order fits any message, which is told.) The work is bounded: by
the numbers of readings that the modules state, and by the octets that are hashed.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from ecref.ecdsa import p256, secp256k1
from ecref.eddsa import EdDSA
from ecref.errors import InvalidSignature, UnusableInput
from ecref.formats import sshsig
from ecref.formats.signatures import formats_of
from ecref.formats.strict_json import quoted
from ecref.hashes import hash_named
from ecref.rules import ecdsa_rules, eddsa_rules

from . import ecdsa_search, eddsa_search, keys, messages, signatures
from .case import Case, Reading
from .changes import Change
from .hashing import Hashing
from .keys import GivenKey

if TYPE_CHECKING:
    from collections.abc import Iterator
    from typing import Any

    from ecref import ECDSA
    from ecref.formats.names import Scheme
    from ecref.formats.sshsig import SSHSignature

    from .changes import Changes

__all__ = ["Case", "Diagnosis", "GivenKey", "Reading", "diagnose"]


class Diagnosis(NamedTuple):
    """The readings that hold, the likeliest first, and how many were left out of a search that had become too long."""

    readings: tuple[Reading, ...]
    left_out: int

    @property
    def holds_as_given(self) -> bool:
        """Whether nothing needs to be changed."""
        return bool(self.readings) and not self.readings[0].changes

    @property
    def advice(self) -> str:
        """What to change, in one sentence."""
        if self.readings:
            return self.readings[0].advice
        return "No reading holds: look for another key, another message, or a signature that was damaged."

    def to_dict(self) -> dict[str, object]:
        """The diagnosis as the line protocol answers it."""
        found = [reading.to_dict() for reading in self.readings]
        return {"readings": found, "advice": self.advice, "left_out": self.left_out}


def diagnose(case: Case) -> Diagnosis:
    """Every reading of the case under which the signature holds.

    UnusableInput: "unsupported" (format, hash, rule set); and what the key, the context or the digest is refused for as
    it was given, if no reading holds.
    """
    _check_names(case)
    hashing = Hashing()
    found = sorted(_search(case, hashing), key=lambda reading: reading.cost)
    if not found:
        _refuse_unusable(case)
    return Diagnosis(tuple(found), hashing.left_out)


def _search(case: Case, hashing: Hashing) -> Iterator[Reading]:
    """The readings that hold, in no order."""
    texts = messages.readings(case.message)
    ssh = None if case.is_digest else _ssh_signature(case.signature)
    if ssh is not None:
        case = case._replace(hash=None)  # an SSH signature has the one that goes with its curve
        texts = [(ssh.signed_data(message), changes) for message, changes in texts]
    scheme = case.scheme
    if isinstance(scheme, EdDSA):
        raws = _inner(case, ssh) if ssh else signatures.eddsa_readings(case, scheme)
        equations = eddsa_search.equations(raws, _keys(case, scheme, ssh))
        yield from eddsa_search.search(case, scheme, equations, texts, hashing)
        return
    sides = []
    for curve, changes in _curves(scheme):
        pairs = _inner(case, ssh) if ssh else signatures.ecdsa_readings(case, curve)
        found_keys = [(key, (*before, *changes)) for key, before in _keys(case, curve, ssh)]
        sides.append(ecdsa_search.right_sides(curve, pairs, found_keys))
    yield from ecdsa_search.search(case, sides, texts, hashing)


def _curves(scheme: ECDSA) -> list[tuple[ECDSA, Changes]]:
    """The curve, and the other of its size, for which it or the key may be mistaken."""
    twin = {p256: secp256k1, secp256k1: p256}.get(scheme)
    other = [(twin, (Change("curve", twin.name, f"take {twin.name} for the curve", 2),))] if twin else []
    return [(scheme, ()), *other]


def _keys(case: Case, scheme: Scheme, ssh: SSHSignature | None) -> list[tuple[Any, Changes]]:
    """The keys that may be meant; by an SSH signature the one that it names."""
    found = keys.readings(case.key, scheme)
    return [pair for pair in found if ssh is None or pair[0].to_bytes() == ssh.public_key.to_bytes()]


def _ssh_signature(signature: bytes) -> SSHSignature | None:
    """The SSH signature that the octets hold, if they do."""
    try:
        return sshsig.read(signature)
    except (InvalidSignature, UnusableInput):
        return None


def _inner(case: Case, ssh: SSHSignature) -> list[tuple[Any, Changes]]:
    """The signature within an SSH signature."""
    changes = []
    if case.format != "sshsig":
        changes.append(Change("signature", "sshsig", "read the signature as sshsig", 1))
    if case.namespace != ssh.namespace:
        detail = f"verify for the namespace {quoted(ssh.namespace)}"
        changes.append(Change("namespace", ssh.namespace, detail, 1))
    return [(ssh.signature, tuple(changes))]


def _check_names(case: Case) -> None:
    """Refuse a rule set, a hash or a format that isn't there."""
    if isinstance(case.scheme, EdDSA):
        eddsa_rules(case.rules, case.scheme.name)
    else:
        ecdsa_rules(case.rules)
        if case.hash is not None:
            hash_named(case.hash)
    known = formats_of(case.scheme)
    if case.format not in known:
        got, there = quoted(case.format), ", ".join(known)
        raise UnusableInput("unsupported", f"no signature format {got} of {case.scheme.name}; there are {there}")


def _refuse_unusable(case: Case) -> None:
    """Raise what the case as it was given is refused for, if it is."""
    keys.as_given(case.key, case.scheme)
    if isinstance(case.scheme, EdDSA):
        case.scheme.context(case.context)
    elif case.is_digest:
        case.scheme.digest(case.message, case.hash)
