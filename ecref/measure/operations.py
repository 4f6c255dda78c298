"""What is measured: an operation of an implementation on a curve, as calls that can be timed.

    keygen            the public key of a secret that is given (nothing random is drawn)
    sign              with a private key that is loaded; ECDSA with RFC 6979's nonce
    verify            from octets, under a key that wasn't seen before
    verify-prepared   under a key that the implementation has prepared as far as it can
    verify-batch      64 signatures under 64 keys at once, from octets; counted as 64 operations

Each case cycles through several keys, so that no single scalar decides.
"""

from __future__ import annotations

from functools import partial
from hashlib import shake_256
from typing import TYPE_CHECKING

import ecref
from ecref.referee.adapters.interface import CURVES, Sample

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence
    from typing import TypeAlias

    from ecref.referee.adapters.interface import Suite

    Call: TypeAlias = Callable[[], object]

OPERATIONS = ("keygen", "sign", "verify", "verify-prepared", "verify-batch")
BATCH = 64
SAMPLES = 16


def signatures_in(operation: str) -> int:
    """How many operations one call of it counts for."""
    return BATCH if operation == "verify-batch" else 1


def samples(curve: str, size: int, count: int = BATCH) -> list[Sample]:
    """Keys and signed messages of `size` octets, the same each time; s is at most n/2, which every verifier takes."""
    return [_sample(curve, size, i) for i in range(count)]


def _sample(curve: str, size: int, i: int) -> Sample:
    scheme = CURVES[curve]
    octets = shake_256(f"ecref bench {curve} {i}".encode()).digest(scheme.curve.size + size)
    secret, message = octets[: scheme.curve.size], octets[scheme.curve.size :]
    if isinstance(scheme, ecref.EdDSA):
        key = scheme.private_key(secret)
        return Sample(secret, key.public_key.to_bytes(), message, key.sign(message))
    d = int.from_bytes(secret, "big") % (scheme.curve.n - 1) + 1
    pair = scheme.private_key(d)
    signature = pair.sign(message, low_s=True)
    assert isinstance(signature, bytes)
    return Sample(pair.private_bytes(), pair.public_key.to_bytes(), message, signature)


def calls(suite: Suite, operation: str, chosen: Sequence[Sample]) -> list[Call] | None:
    """An operation on each sample, with what precedes it done; None where the implementation hasn't got it."""
    chosen = chosen if operation == "verify-batch" else chosen[:SAMPLES]
    if operation == "keygen":
        return [partial(suite.public_key, s.secret) for s in chosen]
    if operation == "sign":
        return [partial(suite.sign, suite.load_private(s.secret), s.message) for s in chosen]
    if operation == "verify":
        return [partial(suite.verify, s.public, s.message, s.signature) for s in chosen]
    if operation == "verify-prepared" and suite.load_public and suite.verify_loaded:
        return [partial(suite.verify_loaded, suite.load_public(s.public), s.message, s.signature) for s in chosen]
    if operation == "verify-batch" and suite.verify_batch:
        return [partial(suite.verify_batch, chosen)]
    return None


def is_right(curve: str, operation: str, sample: Sample, result: object) -> bool:
    """Whether an operation gave for this sample what it should: who gets it wrong isn't timed."""
    if operation == "keygen":
        return result == sample.public
    if operation == "sign":
        assert isinstance(result, bytes)
        return bool(CURVES[curve].public_key(sample.public).verdict(result, sample.message))
    return result is True
