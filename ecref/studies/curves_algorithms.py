"""What the study compares: the five curves, each with its matching hash, and RSA; and each in an implementation."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, NamedTuple

from ecref.measure.operations import SAMPLES
from ecref.measure.operations import samples as curve_samples
from ecref.referee.adapters.interface import Library

from . import curves_rsa

if TYPE_CHECKING:
    from collections.abc import Iterable

    from ecref.referee.adapters.interface import Adapter, Sample, Suite

OWN, NATIVE = "ecref", "cryptography"
BASE = "P-256"  # what the others are compared with
SIZE = 64  # octets of a message


@dataclass(frozen=True)
class Algorithm:
    """A signature algorithm.

    strength    in bits [SP 800-57 Part 1, Table 2; SP 800-186, Table 1; SEC 2, Table 1]
    curve       the name of a curve of CURVES; None: RSA, whose modulus has so many bits
    """

    name: str
    hash: str
    strength: int
    curve: str | None = None
    modulus: int = 0

    @property
    def is_eddsa(self) -> bool:
        """Whether it is Ed25519 or Ed448."""
        return self.name.startswith("Ed")

    def samples(self, count: int) -> list[Sample]:
        """Keys and signed messages; RSA's are of one key."""
        if self.curve is None:
            return curves_rsa.samples(self.modulus, self.hash, SIZE, count)
        return curve_samples(self.curve, SIZE, count)


ALGORITHMS = (
    Algorithm("P-256", "SHA-256", 128, "p256"),
    Algorithm("P-384", "SHA-384", 192, "p384"),
    Algorithm("secp256k1", "SHA-256", 128, "secp256k1"),
    Algorithm("Ed25519", "SHA-512", 128, "ed25519"),
    Algorithm("Ed448", "SHAKE256", 224, "ed448"),
    Algorithm("RSA-2048", "SHA-256", 112, modulus=2048),
    Algorithm("RSA-3072", "SHA-256", 128, modulus=3072),
    Algorithm("RSA-4096", "SHA-256", 128, modulus=4096),
    Algorithm("RSA-7680", "SHA-384", 192, modulus=7680),
)
STRENGTH_NOTE = (
    "Strength in bits as SP 800-57 Part 1 and SP 800-186 count it (secp256k1: SEC 2). They tell none for 4,096 bits, "
    "which lie between 3,072 and 7,680 and count here as the lower of these two."
)


class Subject(NamedTuple):
    """An algorithm in an implementation, with keys and signed messages."""

    implementation: str
    algorithm: Algorithm
    suite: Suite
    samples: list[Sample]


def subjects(adapters: Iterable[Adapter]) -> list[Subject]:
    """Every algorithm of every library; RSA where `cryptography` is, since ecref has none."""
    made = {}
    found = []
    for adapter in adapters:
        assert isinstance(adapter, Library)
        for each in ALGORITHMS:
            if each.curve is None and adapter.name != NATIVE:
                continue
            if each.name not in made:
                made[each.name] = each.samples(SAMPLES)
            suite = adapter.suite(each.curve) if each.curve else curves_rsa.suite(each.modulus, each.hash)
            found.append(Subject(adapter.name, each, suite, made[each.name]))
    return found
