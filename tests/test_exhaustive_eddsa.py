"""EdDSA on toy curves, completely: every R and S, and every public key, under every rule set.

What is right is said here by brute force: the whole group of a toy curve is cyclic, so a table of the multiples of
one generator, made by the textbook's addition, turns points into logarithms and the equation into one of integers.
"""

from __future__ import annotations

import hashlib
from itertools import product
from typing import TYPE_CHECKING

import pytest

import toy_curves as toy
from ecref import EdDSA, EdwardsCurve, InvalidPoint, InvalidSignature
from ecref.hashes import shake256
from ecref.rules import EDDSA_RULES
from ecref.textbook import textbook

if TYPE_CHECKING:
    from ecref.eddsa_keys import EdDSAPublicKey

M = b"message"

# What docs/protocol.md says of the rule sets, in its words and order:
#                            A may be        R                equation           small order
RULES = {
    "rfc8032": ("canonical", "canonical", "cofactored", "allowed"),
    "rfc8032-cofactorless": ("canonical", "canonical", "cofactorless", "allowed"),
    "ref10": ("any", "compared as bytes", "cofactorless", "allowed"),
    "no-small-order": ("canonical", "canonical", "cofactorless", "refused"),
    "cofactored-no-small-order": ("canonical", "canonical", "cofactored", "refused"),
    "zip215": ("any", "any", "cofactored", "allowed"),
    "openssl-ed448": ("canonical", "canonical", "cofactored", "x = 0 refused"),
}


class Truth:
    """What brute force knows of a curve whose group is cyclic."""

    def __init__(self, curve: EdwardsCurve) -> None:
        self.curve = curve
        self.L, self.h = curve.L, curve.cofactor
        self.N = self.L * self.h
        tables = (toy.multiples(P) for P in toy.points(curve))
        table = next(table for table in tables if len(table) == self.N)
        self.log = {xy: i for i, xy in enumerate(table)}
        self.B = self.log[curve.base]
        self.encodings = [octets(curve, *xy) for xy in table if xy is not None]
        # For each octet: the logarithm of the point, if there is one, and whether it is encoded canonically.
        self.decoded = {bytes([octet]): self.decode(octet) for octet in range(256)}

    def decode(self, octet: int) -> tuple[int | None, bool]:
        sign, y = divmod(octet, 128)
        found = [(x, log) for (x, y_), log in self.log.items() if y_ == y % self.curve.p]  # type: ignore[misc]
        fitting = [(x, log) for x, log in found if x == 0 or x % 2 == sign]
        canonical = y < self.curve.p and not (sign and fitting and fitting[0][0] == 0)
        return (fitting[0][1] if fitting else None), canonical

    def log_of(self, octets: bytes) -> int:
        log, _ = self.decoded[octets]
        assert log is not None
        return log

    def k(self, R: bytes, A: bytes, message: bytes = M) -> int:
        """RFC 8032, 5.1.7, step 2."""
        return int.from_bytes(hashlib.shake_256(R + A + message).digest(2), "little") % self.L

    def fault(self, letter: str, octets: bytes, wanted: str) -> str | None:
        log, canonical = self.decoded[octets]
        if wanted == "canonical" and not canonical:
            return f"{letter}-non-canonical"
        return f"{letter}-not-on-curve" if log is None else None

    def small(self, letter: str, octets: bytes, rule: str) -> str | None:
        log = self.log_of(octets)
        has_x_0 = log % (self.N // 2) == 0  # O and the point of order 2
        refused = {"allowed": False, "refused": self.h * log % self.N == 0, "x = 0 refused": has_x_0}[rule]
        return f"{letter}-small-order" if refused else None

    def reason(self, A: bytes, R: bytes, S: int, rules: str) -> str | None:
        """The first reason of the line protocol, None for a valid signature."""
        read_A, read_R, _, small_order = RULES[rules]
        R_counts = read_R != "compared as bytes"
        reasons = [self.fault("R", R, read_R)] if R_counts else []
        reasons.append("s-out-of-range" if S >= self.L else None)
        reasons.append(self.fault("A", A, read_A))
        if not any(reasons):
            reasons += [self.small("R", R, small_order)] if R_counts else []
            reasons += [self.small("A", A, small_order)]
        if not any(reasons):
            reasons += [None if self.holds(A, R, S, self.k(R, A), rules) else "mismatch"]
        return next((reason for reason in reasons if reason), None)

    def holds(self, A: bytes, R: bytes, S: int, k: int, rules: str) -> bool:
        """The equation, for points that can be decoded."""
        _, read_R, equation, _ = RULES[rules]
        a, r = self.decoded[A][0], self.decoded[R][0]
        assert a is not None
        if read_R == "compared as bytes":
            return self.encodings[(S * self.B - k * a) % self.N] == R
        assert r is not None
        factor = self.h if equation == "cofactored" else 1
        return factor * (S * self.B - r - k * a) % self.N == 0


def octets(curve: EdwardsCurve, x: int, y: int) -> bytes:
    """RFC 8032, 5.1.2, for a point of one octet."""
    assert curve.size == 1
    return bytes([y + 128 * (x % 2)])


def scheme(name: str) -> EdDSA:
    curve = toy.named(name)
    return EdDSA(name, curve, shake256(2), n=6)


ALL = [scheme(curve.name) for curve in toy.EDWARDS]
SCHEMES = [scheme("p13h4"), scheme("p29h8s")]  # a = 1, h = 4, and a = -1, h = 8
each_scheme = pytest.mark.parametrize("scheme", SCHEMES, ids=toy.name_of)
each_rule_set = pytest.mark.parametrize("rules", RULES)

READ = {"R-non-canonical", "R-not-on-curve"}
CANONICAL = {None, *READ, "s-out-of-range", "A-non-canonical", "A-not-on-curve", "mismatch"}
SMALL = {"R-small-order", "A-small-order"}
SEEN = {  # every reason that a rule set can give, but signature-length
    "rfc8032": CANONICAL,
    "rfc8032-cofactorless": CANONICAL,
    "ref10": CANONICAL - READ - {"A-non-canonical"},
    "no-small-order": CANONICAL | SMALL,
    "cofactored-no-small-order": CANONICAL | SMALL,
    "zip215": CANONICAL - {"R-non-canonical", "A-non-canonical"},
    "openssl-ed448": CANONICAL | SMALL,
}


def reason(scheme: EdDSA, A: bytes, signature: bytes, rules: str) -> str | None:
    return reason_of(scheme.public_key(A), signature, rules)


def reason_of(key: EdDSAPublicKey, signature: bytes, rules: str) -> str | None:
    try:
        key.verify(signature, M, rules=rules)
    except InvalidSignature as fault:
        return fault.reason
    return None


# ---------------------------------------------------------------- verification


@each_scheme
@each_rule_set
def test_every_R_and_S_in_range_under_every_key(scheme: EdDSA, rules: str) -> None:
    """All octets as A whose y is below 2p or the highest, since the others only repeat y modulo p; all as R."""
    truth = Truth(scheme.curve)
    seen = set()
    every_A = [A for A in truth.decoded if A[0] % 128 < 2 * scheme.curve.p or A[0] % 128 == 127]
    for A, R, S in product(every_A, truth.decoded, range(truth.L + 1)):
        expected = truth.reason(A, R, S, rules)
        assert reason(scheme, A, R + bytes([S]), rules) == expected
        seen.add(expected)
    assert seen == SEEN[rules]


@each_scheme
@each_rule_set
def test_every_R_and_S_in_range_under_every_prepared_key(scheme: EdDSA, rules: str) -> None:
    """`accepts` accepts exactly what is valid and has [S]B - [k]A encoded as R; the rest is left to `check`."""
    truth = Truth(scheme.curve)
    every_R = [R for R in truth.decoded if R[0] % 128 < 2 * scheme.curve.p]
    accepted = 0
    for A in truth.encodings:
        a, prepared = truth.log_of(A), scheme.public_key(A).prepare()
        for R, S in product(every_R, range(truth.L + 1)):
            signature = R + bytes([S])
            expected = truth.reason(A, R, S, rules)
            assert reason_of(prepared, signature, rules) == expected
            accepts = scheme.accepts(prepared, M, signature, b"", EDDSA_RULES[rules])
            encoded = truth.encodings[(S * truth.B - truth.k(R, A) * a) % truth.N]
            assert accepts == (expected is None and encoded == R)
            accepted += accepts
    assert accepted > 0


def keys(truth: Truth) -> list[bytes]:
    """A key of each order, and of each kind that isn't canonical or isn't a key."""
    p, L = truth.curve.p, truth.L
    logs = [truth.N // order for order in (1, 2, truth.h, L, 2 * L, truth.N)]
    not_on_the_curve = next(A for A, (log, canonical) in truth.decoded.items() if log is None and canonical)
    return [truth.encodings[log % truth.N] for log in logs] + [bytes([129]), bytes([p + 1]), not_on_the_curve]


@each_scheme
@each_rule_set
def test_every_R_and_S_by_the_textbook(scheme: EdDSA, rules: str) -> None:
    truth, over = Truth(scheme.curve), textbook(scheme)
    seen = set()
    for A, R, S in product(keys(truth), truth.decoded, range(truth.L + 1)):
        expected = truth.reason(A, R, S, rules)
        assert reason(over, A, R + bytes([S]), rules) == expected
        seen.add(expected)
    assert seen == SEEN[rules]


@each_scheme
@each_rule_set
def test_all_65536_signatures(scheme: EdDSA, rules: str) -> None:
    truth = Truth(scheme.curve)
    A = truth.encodings[1]  # of mixed order: its order is that of the whole group
    for R, S in product(truth.decoded, range(256)):
        assert reason(scheme, A, R + bytes([S]), rules) == truth.reason(A, R, S, rules)


@each_scheme
def test_where_the_rule_sets_part(scheme: EdDSA) -> None:
    """No two of them agree on every signature."""
    truth = Truth(scheme.curve)
    verdicts: dict[str, list[bool]] = {rules: [] for rules in RULES}
    for A, R, S in product(keys(truth), truth.decoded, range(truth.L)):
        for rules, found in verdicts.items():
            found.append(truth.reason(A, R, S, rules) is None)
    assert len({tuple(found) for found in verdicts.values()}) == len(RULES)


@pytest.mark.parametrize("scheme", ALL, ids=toy.name_of)
@each_rule_set
def test_a_signature_of_another_length(scheme: EdDSA, rules: str) -> None:
    A = scheme.curve.B.encode()
    for length in {*range(8)} - {2}:
        assert reason(scheme, A, bytes(length), rules) == "signature-length"


# ---------------------------------------------------------------- verdicts


@each_scheme
def test_every_key_and_its_warnings(scheme: EdDSA) -> None:
    truth = Truth(scheme.curve)
    seen = set()
    for A, (log, canonical) in truth.decoded.items():
        expected = []
        if log is not None:
            small, in_the_subgroup = truth.h * log % truth.N == 0, truth.L * log % truth.N == 0
            expected += ["small-order-key"] if small else []
            expected += ["mixed-order-key"] if not small and not in_the_subgroup else []
            expected += ["non-canonical-key"] if not canonical else []
        assert scheme.public_key(A).warnings() == tuple(expected)
        seen.add(tuple(expected))
    single = {("small-order-key",), ("mixed-order-key",), ("non-canonical-key",), ()}
    assert seen == single | {("small-order-key", "non-canonical-key"), ("mixed-order-key", "non-canonical-key")}


@each_scheme
@each_rule_set
def test_every_key_that_a_rule_set_does_not_decode(scheme: EdDSA, rules: str) -> None:
    """Small orders are the verifier's to refuse, but for x = 0, which the table counts to the decoding."""
    truth = Truth(scheme.curve)
    read_A, _, _, small_order = RULES[rules]
    for A in truth.decoded:
        decoding = small_order if small_order == "x = 0 refused" else "allowed"
        expected = truth.fault("A", A, read_A) or truth.small("A", A, decoding)
        fault = None
        try:
            scheme.public_key(A).validate(rules)
        except InvalidPoint as error:
            fault = f"A-{error.fault}"
        assert fault == expected


ANY_MESSAGE = "signature-also-verifies-for-any-message"


@each_scheme
@each_rule_set
def test_every_verdict_and_its_warnings(scheme: EdDSA, rules: str) -> None:
    """A valid signature is warned of exactly if the equation holds for every k."""
    truth = Truth(scheme.curve)
    warned = 0
    for A, R, S in product(keys(truth), truth.decoded, range(truth.L)):
        key = scheme.public_key(A)
        verdict = key.verdict(R + bytes([S]), M, rules=rules)
        assert verdict.reason == truth.reason(A, R, S, rules)
        assert bool(verdict) is verdict.valid is (verdict.reason is None)
        any_message = verdict.valid and all(truth.holds(A, R, S, k, rules) for k in range(truth.L))
        assert verdict.warnings == key.warnings() + ((ANY_MESSAGE,) if any_message else ())
        warned += any_message
    assert (warned > 0) == (RULES[rules][3] != "refused")


# ---------------------------------------------------------------- signing


@pytest.mark.parametrize("scheme", ALL, ids=toy.name_of)
def test_every_seed(scheme: EdDSA) -> None:
    """What is signed is what RFC 8032 prints, and valid under every rule set that allows the points' orders."""
    truth, over = Truth(scheme.curve), textbook(scheme)
    L, c = truth.L, scheme.curve.c
    for number in range(256):
        seed = bytes([number])
        h = hashlib.shake_256(seed).digest(2)
        s = (h[0] & 63 | 64) & ~(2**c - 1)
        A = truth.encodings[s * truth.B % truth.N]
        r = int.from_bytes(hashlib.shake_256(h[1:] + M).digest(2), "little") % L
        R = truth.encodings[r * truth.B % truth.N]
        S = (r + truth.k(R, A) * s) % L
        key = scheme.private_key(seed)
        assert key.public_key.to_bytes() == over.private_key(seed).public_key.to_bytes() == A
        assert key.sign(M) == over.private_key(seed).sign(M) == R + bytes([S])
        for rules in RULES:
            found = reason(scheme, A, R + bytes([S]), rules)
            assert found == truth.reason(A, R, S, rules)
            assert found in {None, "A-small-order", "R-small-order"}
            assert found is None or RULES[rules][3] != "allowed"
