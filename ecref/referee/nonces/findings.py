"""What an audit finds, and what it could not judge, as values.

kind       repeated-nonce    one key, one nonce, different messages: the secret scalar follows
           shared-nonce      one nonce under several keys: who has one of them has the others
           biased-nonce      nonces that are not uniform, of a key that was given, or whose key follows from that
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from .signed import written

if TYPE_CHECKING:
    from collections.abc import Sequence

    from ecref.errors import UnusableInput
    from ecref.formats.names import PublicKey

    from .bias import Outcome

SHOWN = 10  # lines, faults or keys that are named; the rest is counted


class Finding(NamedTuple):
    """Something wrong with the nonces of keys.

    lines      the first lines that show it
    nonces     how many do
    secrets    the keys whose secret scalar it gave away, each checked against the public key
    """

    kind: str
    keys: tuple[PublicKey, ...]
    lines: tuple[int, ...]
    nonces: int
    detail: str
    secrets: tuple[tuple[PublicKey, int], ...] = ()

    def to_dict(self, *, show_secrets: bool) -> dict[str, object]:
        """As --json shows it."""
        shown: dict[str, object] = {
            "finding": self.kind,
            "keys": [described(key) for key in self.keys],
            "lines": list(self.lines),
            "nonces": self.nonces,
            "detail": self.detail,
            "recovered": [described(key)["public_key"] for key, _ in self.secrets],
        }
        if show_secrets:
            shown["secrets"] = [{**described(key), "secret": secret} for key, secret in self.written_secrets()]
        return shown

    def written_secrets(self) -> list[tuple[PublicKey, str]]:
        """The keys that were recovered, with their secret scalars in hex."""
        return [(key, written(key, x)) for key, x in self.secrets]


class Report(NamedTuple):
    """The result of an audit.

    duplicates    signatures that stand there again, as they are or with n - s for s: no finding
    faults        (line, error) of the first records that could not be read, and `bad` counts all
    doubts        sentences: what could not be judged, so that without a finding the file isn't clean either
    outcomes      the tests of the nonces of the key that was given
    searched      keys that the lattice test looked at, of those `enough` that have signatures enough
    """

    signatures: int
    duplicates: int
    bad: int
    faults: Sequence[tuple[int, UnusableInput]]
    findings: Sequence[Finding]
    doubts: Sequence[str]
    outcomes: Sequence[Outcome]
    searched: int
    enough: int

    def to_dict(self, *, show_secrets: bool) -> dict[str, object]:
        """As --json shows it."""
        return {
            "signatures": self.signatures,
            "duplicates": self.duplicates,
            "findings": [finding.to_dict(show_secrets=show_secrets) for finding in self.findings],
            "tests": [
                {"test": test.name, "measured": test.measured, "probability": test.probability}
                for test in self.outcomes
            ],
            "lattice": {"keys_tested": self.searched, "keys_with_enough_signatures": self.enough},
            "bad_lines": {
                "count": self.bad,
                "first": [{"line": line, "error": e.code, "detail": e.detail} for line, e in self.faults],
            },
            "doubts": list(self.doubts),
        }


def described(key: PublicKey) -> dict[str, str]:
    """A public key's curve and octets."""
    return {"curve": key.scheme.curve.name, "public_key": key.to_bytes().hex()}
