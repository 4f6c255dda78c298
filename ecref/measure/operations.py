"""What is measured: an operation of an implementation on a curve, as calls that can be timed.

    keygen            the public key of a secret that is given (nothing random is drawn)
    sign              with a private key that is loaded; ECDSA with RFC 6979's nonce
    verify            from octets, under a key that wasn't seen before
    verify-prepared   under a key that the implementation has prepared as far as it can
    verify-batch      64 signatures under 64 keys at once, from octets; counted as 64 operations

and, where they are asked for by name:

    generate          a new key pair, with whatever the implementation draws for it
    sign-digest       ECDSA over a digest that is given in place of a hash's output, of 1 to 64 octets
    verify-digest     of such a signature, from octets, under a key that wasn't seen before

Each case cycles through several keys, so that no single scalar decides.
"""

from __future__ import annotations

from functools import partial
from hashlib import shake_256
from typing import TYPE_CHECKING

import ecref
from ecref.errors import UnusableInput
from ecref.referee.adapters.interface import CURVES, Sample

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence
    from typing import TypeAlias

    from ecref.referee.adapters.interface import Suite

    Call: TypeAlias = Callable[[], object]

OPERATIONS = ("keygen", "sign", "verify", "verify-prepared", "verify-batch")  # those that are always measured
DIGEST_OPERATIONS = ("sign-digest", "verify-digest")
BY_NAME = ("generate", *DIGEST_OPERATIONS)
WITHOUT_MESSAGE = ("keygen", "generate")
LONGEST_DIGEST = 64
BATCH = 64
SAMPLES = 16


def signatures_in(operation: str) -> int:
    """How many operations one call of it counts for."""
    return BATCH if operation == "verify-batch" else 1


def samples(curve: str, size: int, count: int = BATCH) -> list[Sample]:
    """Keys and signed messages of `size` octets, the same each time; s is at most n/2, which every verifier takes."""
    return [_sample(curve, size, i, is_digest=False) for i in range(count)]


def digest_samples(curve: str, size: int, count: int = BATCH) -> list[Sample]:
    """The same of ECDSA, where the message is a digest, taken as it is. UnusableInput unless it has 1 to 64 octets."""
    if not 1 <= size <= LONGEST_DIGEST:
        raise UnusableInput("bad-digest", f"got a digest of {size} octets, wanted 1 to {LONGEST_DIGEST}")
    return [_sample(curve, size, i, is_digest=True) for i in range(count)]


def _sample(curve: str, size: int, i: int, *, is_digest: bool) -> Sample:
    scheme = CURVES[curve]
    octets = shake_256(f"ecref bench {curve} {i}".encode()).digest(scheme.curve.size + size)
    secret, message = octets[: scheme.curve.size], octets[scheme.curve.size :]
    if isinstance(scheme, ecref.EdDSA):
        key = scheme.private_key(secret)
        return Sample(secret, key.public_key.to_bytes(), message, key.sign(message))
    d = int.from_bytes(secret, "big") % (scheme.curve.n - 1) + 1
    pair = scheme.private_key(d)
    signature = pair.sign_digest(message, hash=None, low_s=True) if is_digest else pair.sign(message, low_s=True)
    assert isinstance(signature, bytes)
    return Sample(pair.private_bytes(), pair.public_key.to_bytes(), message, signature)


def calls(suite: Suite, operation: str, chosen: Sequence[Sample]) -> list[Call] | None:
    """An operation on each sample, with what precedes it done; None where the implementation hasn't got it."""
    if operation == "verify-batch":
        return [partial(suite.verify_batch, chosen)] if suite.verify_batch else None
    make = _makers(suite).get(operation)
    return None if make is None else [make(sample) for sample in chosen[:SAMPLES]]


def _makers(suite: Suite) -> dict[str, Callable[[Sample], Call]]:
    """What makes a call of a sample, for each operation that the implementation has."""
    prepare, holds, generate = suite.load_public, suite.verify_loaded, suite.generate
    sign_digest, verify_digest = suite.sign_digest, suite.verify_digest
    made: dict[str, Callable[[Sample], Call]] = {
        "keygen": lambda s: partial(suite.public_key, s.secret),
        "sign": lambda s: partial(suite.sign, suite.load_private(s.secret), s.message),
        "verify": lambda s: partial(suite.verify, s.public, s.message, s.signature),
    }
    if prepare and holds:
        made["verify-prepared"] = lambda s: partial(holds, prepare(s.public), s.message, s.signature)
    if generate:
        made["generate"] = lambda _: generate
    if sign_digest:
        made["sign-digest"] = lambda s: partial(sign_digest, suite.load_private(s.secret), s.message)
    if verify_digest:
        made["verify-digest"] = lambda s: partial(verify_digest, s.public, s.message, s.signature)
    return made


def is_a_pair(suite: Suite, pair: object) -> bool:
    """Whether what `generate` gave belongs together: one half verifies what the other signs."""
    assert isinstance(pair, tuple)
    private, public = pair
    assert suite.verify_loaded is not None
    return suite.verify_loaded(public, b"", suite.sign(private, b""))


def is_right(curve: str, operation: str, sample: Sample, result: object) -> bool:
    """Whether an operation gave for this sample what it should: who gets it wrong isn't timed.

    Of `generate` the result is whether the pair belongs together.
    """
    if operation == "keygen":
        return result == sample.public
    scheme = CURVES[curve]
    if operation == "sign":
        assert isinstance(result, bytes)
        return bool(scheme.public_key(sample.public).verdict(result, sample.message))
    if operation == "sign-digest":
        assert isinstance(result, bytes)
        assert isinstance(scheme, ecref.ECDSA)
        key = scheme.public_key(sample.public)
        return bool(key.verdict_digest(result, sample.message, hash=None))
    return result is True
