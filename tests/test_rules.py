"""Rule sets: the records, and what each says of hand-made cases on both curves.

The cases are made over the textbook's points, with whatever torsion and encoding the case wants, so that no
signer of ours or anybody's has a say in them:

    A = [a]B + [t]T   R = [r]B + [u]T   S = r + k*a     T of order h

The cofactored equation holds for all of them; the cofactorless one leaves [u + k*t]T, so it holds where h
divides u + k*t. Messages are tried until k leaves the remainder that the case wants.
"""

from __future__ import annotations

import functools
from typing import TYPE_CHECKING, NamedTuple

import pytest

from ecref import EdDSA, InvalidPoint, UnusableInput, ed448, ed448ph, ed25519, ed25519ctx, ed25519ph
from ecref.rules import ECDSA_RULES, EDDSA_RULES, ECDSARules, EdDSARules, ecdsa_rules, eddsa_rules
from ecref.textbook import textbook

if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import Any

    from ecref.edwards import EdwardsPoint

SCHEMES = {"Ed25519": ed25519, "Ed448": ed448}

# What each rule set says: "" is valid. A set that a curve doesn't know isn't asked.
STRICT = ("no-small-order", "cofactored-no-small-order")
NAMES = (
    "rfc8032",
    "rfc8032-cofactorless",
    "ref10",
    "no-small-order",
    "cofactored-no-small-order",
    "zip215",
    "openssl-ed448",
)


class Case(NamedTuple):
    """A key, a message and a signature."""

    A: bytes
    M: bytes
    signature: bytes


class Forge:
    """The tools to make cases on one curve."""

    def __init__(self, scheme: EdDSA) -> None:
        self.scheme = scheme
        self.curve = textbook(scheme).curve
        self.size = self.curve.size
        self.h = self.curve.cofactor
        self.T = self._torsion()
        self.a, self.r = 0x1234567, 0x89ABCDEF

    def _torsion(self) -> EdwardsPoint:
        """A point of order h: what [L] leaves of some point."""
        y = 2
        while True:
            try:
                T = self.curve.L * self.curve.decode(y.to_bytes(self.size, "little"))
            except InvalidPoint:
                y += 1
                continue
            if not (self.h // 2 * T).is_identity():
                return T
            y += 1

    def k(self, R: bytes, A: bytes, M: bytes) -> int:
        return self.scheme.hash_to_int(b"", R, A, M) % self.curve.L

    def case(
        self, A: bytes, a: int, R: bytes, r: int, wanted: Callable[[int], bool] = lambda _: True, more: int = 0
    ) -> Case:
        """A case with S = r + k*a (+ more), over the first message whose k is as wanted."""
        for number in range(1000):
            M = b"message %d" % number
            k = self.k(R, A, M)
            if wanted(k):
                S = (r + k * a) % self.curve.L + more
                return Case(A, M, R + S.to_bytes(self.size, "little"))
        raise AssertionError("no message has such a k")

    def point(self, a: int, t: int = 0) -> bytes:
        """[a]B + [t]T, encoded."""
        return (a * self.curve.B + t * self.T).encode()

    def y(self, y: int, sign: int = 0) -> bytes:
        """These octets, whatever they mean."""
        return (y | sign << 8 * self.size - 1).to_bytes(self.size, "little")

    def nowhere(self) -> bytes:
        """Canonical octets that no point of the curve encodes to."""
        y = 2
        while True:
            try:
                self.curve.decode(self.y(y))
            except InvalidPoint:
                return self.y(y)
            y += 1


@functools.cache
def forge(name: str) -> Forge:
    return Forge(SCHEMES[name])


def every(reason: str, **but: str) -> dict[str, str]:
    """The same reason under every rule set, but for some; a `_` in a keyword stands for `-`."""
    return dict.fromkeys(NAMES, reason) | {name.replace("_", "-"): other for name, other in but.items()}


def cofactored_only(**but: str) -> dict[str, str]:
    """Valid where the equation has the cofactor, a mismatch elsewhere."""
    return every("", rfc8032_cofactorless="mismatch", ref10="mismatch", no_small_order="mismatch", **but)


def refused_by_the_strict(reason: str, verdicts: dict[str, str]) -> dict[str, str]:
    return verdicts | dict.fromkeys(STRICT, reason)


def non_canonical_A(**but: str) -> dict[str, str]:
    return every("A-non-canonical", ref10="", zip215="", **but)


def honest(f: Forge) -> Case:
    return f.case(f.point(f.a), f.a, f.point(f.r), f.r)


def resized(f: Forge, by: int) -> Case:
    case = honest(f)
    return case._replace(signature=(case.signature + bytes(max(0, by)))[: 2 * f.size + by])


CASES: dict[str, tuple[Callable[[Forge], Case], dict[str, str]]] = {
    "honest": (honest, every("")),
    "another message": (lambda f: honest(f)._replace(M=b"another"), every("mismatch")),
    "a shorter signature": (lambda f: resized(f, -1), every("signature-length")),
    "a longer signature": (lambda f: resized(f, 1), every("signature-length")),
    # torsion beside a part of order L
    "A has torsion that cancels": (
        lambda f: f.case(f.point(f.a, 1), f.a, f.point(f.r), f.r, lambda k: k % f.h == 0),
        every(""),
    ),
    "A has torsion that stays": (
        lambda f: f.case(f.point(f.a, 1), f.a, f.point(f.r), f.r, lambda k: k % f.h != 0),
        cofactored_only(),
    ),
    "R has torsion": (lambda f: f.case(f.point(f.a), f.a, f.point(f.r, 1), f.r), cofactored_only()),
    "both have torsion that cancels": (
        lambda f: f.case(f.point(f.a, 1), f.a, f.point(f.r, -1), f.r, lambda k: k % f.h == 1),
        every(""),
    ),
    "both have torsion that stays": (
        lambda f: f.case(f.point(f.a, 1), f.a, f.point(f.r, -1), f.r, lambda k: k % f.h == 2),
        cofactored_only(),
    ),
    # small order
    "A is the identity": (
        lambda f: f.case(f.y(1), 0, f.point(f.r), f.r),
        refused_by_the_strict("A-small-order", every("", openssl_ed448="A-small-order")),
    ),
    "A = (0, -1)": (
        lambda f: f.case(f.y(f.curve.p - 1), 0, f.point(f.r), f.r, lambda k: k % 2 == 0),
        refused_by_the_strict("A-small-order", every("", openssl_ed448="A-small-order")),
    ),
    "A has order 4": (
        lambda f: f.case(f.point(0, f.h // 4), 0, f.point(f.r), f.r, lambda k: k % 4 == 0),
        refused_by_the_strict("A-small-order", every("")),
    ),
    "A has order h and stays": (
        lambda f: f.case(f.point(0, 1), 0, f.point(f.r), f.r, lambda k: k % f.h == 1),
        refused_by_the_strict("A-small-order", cofactored_only()),
    ),
    "R is the identity": (
        lambda f: f.case(f.point(f.a), f.a, f.y(1), 0),
        refused_by_the_strict("R-small-order", every("", openssl_ed448="R-small-order")),
    ),
    "R = (0, -1)": (
        lambda f: f.case(f.point(f.a), f.a, f.y(f.curve.p - 1), 0),
        refused_by_the_strict("R-small-order", cofactored_only(openssl_ed448="R-small-order")),
    ),
    "R has order h": (
        lambda f: f.case(f.point(f.a), f.a, f.point(0, 1), 0),
        refused_by_the_strict("R-small-order", cofactored_only()),
    ),
    "A and R are the identity and S is 0": (
        lambda f: f.case(f.y(1), 0, f.y(1), 0),
        refused_by_the_strict("R-small-order", every("", openssl_ed448="R-small-order")),
    ),
    "A and R have order h and cancel": (
        lambda f: f.case(f.point(0, 1), 0, f.point(0, -1), 0, lambda k: k % f.h == 1),
        refused_by_the_strict("R-small-order", every("")),
    ),
    # encodings that are not canonical
    "A is the identity as y = p + 1": (lambda f: f.case(f.y(f.curve.p + 1), 0, f.point(f.r), f.r), non_canonical_A()),
    "A is the identity with the sign bit": (lambda f: f.case(f.y(1, 1), 0, f.point(f.r), f.r), non_canonical_A()),
    "A is the identity as y = p + 1 with the sign bit": (
        lambda f: f.case(f.y(f.curve.p + 1, 1), 0, f.point(f.r), f.r),
        non_canonical_A(),
    ),
    "A has order 4 as y = p": (
        lambda f: f.case(f.y(f.curve.p), 0, f.point(f.r), f.r, lambda k: k % 4 == 0),
        non_canonical_A(),
    ),
    "A is (0, -1) with the sign bit": (
        lambda f: f.case(f.y(f.curve.p - 1, 1), 0, f.point(f.r), f.r, lambda k: k % 2 == 0),
        non_canonical_A(),
    ),
    "R is the identity as y = p + 1": (
        lambda f: f.case(f.point(f.a), f.a, f.y(f.curve.p + 1), 0),
        every("R-non-canonical", ref10="mismatch", zip215=""),
    ),
    "R is the identity with the sign bit": (
        lambda f: f.case(f.point(f.a), f.a, f.y(1, 1), 0),
        every("R-non-canonical", ref10="mismatch", zip215=""),
    ),
    # off the curve
    "A is no point": (lambda f: f.case(f.nowhere(), 0, f.point(f.r), f.r), every("A-not-on-curve")),
    "R is no point": (
        lambda f: f.case(f.point(f.a), f.a, f.nowhere(), 0),
        every("R-not-on-curve", ref10="mismatch"),
    ),
    # S
    "S + L": (
        lambda f: f.case(f.point(f.a), f.a, f.point(f.r), f.r, more=f.curve.L),
        every("s-out-of-range"),
    ),
    "S is all ones": (
        lambda f: honest(f)._replace(signature=honest(f).signature[: f.size] + b"\xff" * f.size),
        every("s-out-of-range"),
    ),
    "S = L": (
        lambda f: f.case(f.y(1), 0, f.y(1), 0, more=f.curve.L),
        every("s-out-of-range"),
    ),
    # the first fault is the reason: R, S, A, then the orders, then the equation
    "R is no point, S + L, A is no point": (
        lambda f: f.case(f.nowhere(), 0, f.nowhere(), 0, more=f.curve.L),
        every("R-not-on-curve", ref10="s-out-of-range"),
    ),
    "R is not canonical, S + L": (
        lambda f: f.case(f.point(f.a), f.a, f.y(f.curve.p + 1), 0, more=f.curve.L),
        every("R-non-canonical", ref10="s-out-of-range", zip215="s-out-of-range"),
    ),
    "S + L, A is no point": (
        lambda f: f.case(f.nowhere(), 0, f.point(f.r), f.r, more=f.curve.L),
        every("s-out-of-range"),
    ),
    "R is small, A is no point": (lambda f: f.case(f.nowhere(), 0, f.y(1), 0), every("A-not-on-curve")),
    "R is small, A is not canonical": (
        lambda f: f.case(f.y(f.curve.p + 1), 0, f.y(1), 0),
        non_canonical_A(),
    ),
    "A is small and the equation fails": (
        lambda f: f.case(f.y(1), 0, f.point(f.r), f.r + 1),
        refused_by_the_strict("A-small-order", every("mismatch", openssl_ed448="A-small-order")),
    ),
    "the equation fails": (lambda f: f.case(f.point(f.a), f.a, f.point(f.r), f.r + 1), every("mismatch")),
}


@pytest.mark.step(
    "RFC 8032", "5.1.7-1 R", "5.1.7-1 S < L", "5.1.7-1 A", "5.1.7-3 cofactor", "5.1.7-3 without the cofactor",
)
@pytest.mark.parametrize("curve", SCHEMES)
@pytest.mark.parametrize("case", CASES)
def test_verdict_under_every_rule_set(case: str, curve: str) -> None:
    make, wanted = CASES[case]
    A, M, signature = make(forge(curve))
    key = SCHEMES[curve].public_key(A)
    known = {name: reason for name, reason in wanted.items() if curve not in EDDSA_RULES[name].foreign_to}
    assert {name: key.verdict(signature, M, rules=name).reason or "" for name in known} == known


@pytest.mark.parametrize("curve", SCHEMES)
@pytest.mark.parametrize("case", ["A has torsion that stays", "R = (0, -1)", "A is the identity as y = p + 1"])
def test_the_textbook_says_the_same(case: str, curve: str) -> None:
    make, wanted = CASES[case]
    A, M, signature = make(forge(curve))
    key = textbook(SCHEMES[curve]).public_key(A)
    for name in "rfc8032", "rfc8032-cofactorless", "zip215":
        assert (key.verdict(signature, M, rules=name).reason or "") == wanted[name]


def test_ed448_reads_y_from_all_455_bits_under_zip215() -> None:
    f = forge("Ed448")
    A, M, signature = f.case(f.y(1 + 100 * f.curve.p), 0, f.point(f.r), f.r)
    key = ed448.public_key(A)
    assert key.verdict(signature, M, rules="zip215")
    assert key.verdict(signature, M).reason == "A-non-canonical"


def test_k_is_reduced_before_it_multiplies_A() -> None:
    """With A = [a]B + T the unreduced k would leave other torsion: [k mod h]T."""
    f = forge("Ed25519")
    A, R = f.point(f.a, 1), f.point(f.r)

    def only_reduced(number: int) -> bool:
        k = ed25519.hash_to_int(b"", R, A, b"%d" % number)
        return k % f.curve.L % f.h == 0 and k % f.h != 0

    M = b"%d" % next(filter(only_reduced, range(1000)))
    S = (f.r + f.k(R, A, M) * f.a) % f.curve.L
    ed25519.public_key(A).verify(R + S.to_bytes(32, "little"), M, rules="rfc8032-cofactorless")


def test_the_records_are_the_protocols_table() -> None:
    table = {
        name: (r.canonical_A, r.decode_R, r.cofactored, r.small_order, r.foreign_to) for name, r in EDDSA_RULES.items()
    }
    on_25519, on_448 = ("Ed25519", "Ed25519ctx", "Ed25519ph"), ("Ed448", "Ed448ph")
    assert table == {
        "rfc8032": (True, "canonical", True, "allowed", ()),
        "rfc8032-cofactorless": (True, "canonical", False, "allowed", ()),
        "ref10": (False, "no", False, "allowed", on_448),
        "no-small-order": (True, "canonical", False, "refused", ()),
        "cofactored-no-small-order": (True, "canonical", True, "refused", ()),
        "zip215": (False, "any", True, "allowed", ()),
        "openssl-ed448": (True, "canonical", True, "x = 0 refused", on_25519),
    }
    assert {name: rules.low_s for name, rules in ECDSA_RULES.items()} == {"fips186-5": False, "low-s": True}


@pytest.mark.parametrize("name", EDDSA_RULES)
@pytest.mark.parametrize("scheme", [ed25519, ed25519ctx, ed25519ph, ed448, ed448ph], ids=lambda s: s.name)
def test_a_rule_set_foreign_to_the_scheme_is_unsupported(scheme: EdDSA, name: str) -> None:
    key = scheme.private_key(bytes(scheme.curve.size))
    context = None if scheme is ed25519 else b"c"
    signature = key.sign(b"", context=context)
    foreign = {"ref10": ed448.curve, "openssl-ed448": ed25519.curve}
    if scheme.curve is foreign.get(name):
        with pytest.raises(UnusableInput, match=rf"^unsupported: .*{scheme.name} .*{name}$"):
            key.public_key.verify(signature, b"", context=context, rules=name)
    else:
        key.public_key.verify(signature, b"", context=context, rules=name)


def test_a_record_stands_for_its_name() -> None:
    own = EdDSARules("own", canonical_A=False, decode_R="any", cofactored=False, small_order="refused")
    assert eddsa_rules(own, "Ed448") is own
    key = ed25519.private_key(bytes(32))
    key.public_key.verify(key.sign(b""), b"", rules=own)
    with pytest.raises(UnusableInput, match="unsupported"):
        eddsa_rules(EDDSA_RULES["ref10"], "Ed448ph")
    low = ECDSARules("own", low_s=True)
    assert ecdsa_rules(low) is low
    assert ecdsa_rules("low-s") is ECDSA_RULES["low-s"]


@pytest.mark.parametrize("name", ["", "RFC8032", "rfc8032 ", "fips186-5", "x" * 10**6], ids=lambda n: n[:20])
def test_an_unknown_name_is_unsupported_and_the_known_ones_are_named(name: str) -> None:
    with pytest.raises(UnusableInput) as caught:
        eddsa_rules(name, "Ed25519")
    assert caught.value.code == "unsupported"
    assert all(known in caught.value.detail for known in EDDSA_RULES)
    assert len(caught.value.detail) < 300


def test_an_unknown_name_of_ecdsa() -> None:
    with pytest.raises(UnusableInput, match=r"^unsupported: no rule set 'rfc8032' here; there are fips186-5, low-s$"):
        ecdsa_rules("rfc8032")


@pytest.mark.parametrize("wrong", [None, 1, True, b"zip215", ["zip215"]], ids=lambda w: type(w).__name__)
def test_a_rule_set_of_a_wrong_type(wrong: Any) -> None:
    for asked in (lambda: eddsa_rules(wrong, "Ed25519"), lambda: ecdsa_rules(wrong)):
        with pytest.raises(TypeError, match=rf"named by a str, not {type(wrong).__name__}"):
            asked()


def test_the_record_of_the_other_algorithm_is_a_wrong_type() -> None:
    records: tuple[Any, Any] = ECDSA_RULES["low-s"], EDDSA_RULES["zip215"]
    with pytest.raises(TypeError, match="ECDSARules"):
        eddsa_rules(records[0], "Ed25519")
    with pytest.raises(TypeError, match="EdDSARules"):
        ecdsa_rules(records[1])
