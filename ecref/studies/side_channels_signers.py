"""Signing with a nonce that is given, on each curve, and with each table of the base point that a process goes through.

    large table    what a process has from its 300th multiplication of the base point on
    small table    from the 4th on
    no table       the first three

ECDSA takes its nonce by `unsafe_k`. EdDSA has no such argument: there a scheme of ours reads r from where the hash
would have made it, and does everything else as RFC 8032 says.
"""

from __future__ import annotations

from functools import partial
from hashlib import shake_256
from math import log2
from typing import TYPE_CHECKING, Any, NamedTuple

from ecref import ECDSA, EdDSA, EdwardsCurve, WeierstrassCurve
from ecref.measure.tables import base_point, grow
from ecref.referee.adapters.interface import CURVES

if TYPE_CHECKING:
    from collections.abc import Callable

    from ecref.measure.operations import Call
    from ecref.passes import Chunked

LARGE, SMALL, NONE = TABLES = ("large table", "small table", "no table")
SMALL_WIDTH = 4  # bits of a digit of the small table


class Signer(NamedTuple):
    """Signing on a curve under one key.

    p, order    the field's prime; the order of the base point
    sign        makes a call of a nonce
    additions   how many additions make [k]B of a nonce k, by the table; None without one
    """

    p: int
    order: int
    sign: Callable[[int], Call]
    additions: Callable[[int], int] | None

    @property
    def length(self) -> int:
        """Bits of most nonces: the next integer to log2(order)."""
        return round(log2(self.order))

    def nonce(self, missing: int, number: int) -> int:
        """A nonce that is so many bits shorter, the same each time: its highest bit is set, the others are drawn.

        They are others for each length, or a signature would find the entries of the table in the processor's cache,
        left there by the one before.
        """
        half = 1 << self.length - missing - 1
        return half + drawn(f"nonce {missing}", number, half)

    def uniform_nonce(self, number: int) -> int:
        """A nonce as it should be, the same each time: drawn from all."""
        return 1 + drawn("uniform nonce", number, self.order - 1)

    def missing(self, k: int) -> int:
        """How many bits shorter than most a nonce is."""
        return max(0, self.length - k.bit_length())


def drawn(what: str, number: int, below: int) -> int:
    """A number that follows from `what` and `number`, uniform but for one in 2^64."""
    octets = shake_256(f"ecref side-channels {what} {number}".encode()).digest(below.bit_length() // 8 + 8)
    return int.from_bytes(octets, "big") % below


def signer(curve: str, table: str) -> Signer:
    """The signer on a curve, with a table of TABLES."""
    scheme = _with_table(CURVES[curve], table)
    comb = base_point(scheme).comb
    additions = None if comb is None else lambda k: len(comb.entries(k))
    if isinstance(scheme, ECDSA):
        n = scheme.curve.n
        key = scheme.private_key(1 + drawn("private key", 0, n - 1))
        digest = shake_256(b"digest").digest(scheme.curve.size)
        return Signer(
            scheme.curve.p,
            n,
            lambda k: partial(key.sign_digest, digest, hash=None, format=None, unsafe_k=k),
            additions,
        )
    L, size = scheme.curve.L, 2 * scheme.curve.size
    pair = scheme.private_key(shake_256(b"seed").digest(scheme.curve.size))
    multiples = (1 << 8 * size - 1) // L  # r + mL fills the hash's octets
    return Signer(
        scheme.curve.p,
        L,
        lambda r: partial(pair.sign, (r + drawn("multiple", r, multiples) * L).to_bytes(size, "little")),
        additions,
    )


class _GivenNonce(EdDSA):
    """EdDSA whose r, before it is reduced, is the message's octets in place of a hash of prefix and message."""

    __slots__ = ()

    def hash_to_int(self, C: bytes, *parts: Chunked) -> int:
        _, second, *rest = parts
        if rest:
            return super().hash_to_int(C, *parts)  # of R, A and M: the challenge
        assert isinstance(second, bytes)
        return int.from_bytes(second, "little")


class _Weierstrass(WeierstrassCurve):
    """A curve whose base point has no table."""

    __slots__ = ()

    def _base_point(self, x: int, y: int) -> Any:  # noqa: ANN401 -- the base class' type
        return self.point(x, y)


class _WeierstrassSmall(WeierstrassCurve):
    """A curve whose base point has the small table."""

    __slots__ = ()

    def _base_point(self, x: int, y: int) -> Any:  # noqa: ANN401
        return self.with_table(self.point(x, y), self.n, SMALL_WIDTH)


class _Edwards(EdwardsCurve):
    """A curve whose base point has no table."""

    __slots__ = ()

    def _base_point(self, x: int, y: int) -> Any:  # noqa: ANN401
        return self.point(x, y)


class _EdwardsSmall(EdwardsCurve):
    """A curve whose base point has the small table."""

    __slots__ = ()

    def _base_point(self, x: int, y: int) -> Any:  # noqa: ANN401
        return self.with_table(self.point(x, y), self.L, SMALL_WIDTH)


def _with_table(scheme: ECDSA | EdDSA, table: str) -> ECDSA | EdDSA:
    """The scheme over a curve that has this table for good; EdDSA with the nonce given."""
    if table == LARGE:
        grow(scheme)
    E = scheme.curve
    if isinstance(scheme, ECDSA):
        return scheme if table == LARGE else ECDSA(_again(E, {SMALL: _WeierstrassSmall, NONE: _Weierstrass}[table]))
    fields = {name: getattr(scheme, name) for name in scheme.fields}
    if table != LARGE:
        fields["curve"] = _again(E, {SMALL: _EdwardsSmall, NONE: _Edwards}[table])
    return _GivenNonce(**fields)


def _again(E: Any, kind: Any) -> Any:  # noqa: ANN401 -- of either kind
    """The curve made again, as another class."""
    return kind(*(getattr(E, name) for name in E.fields))
