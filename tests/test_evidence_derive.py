"""The derivations hold for what is shipped, and each fails for a constant that is another."""

from __future__ import annotations

from itertools import product
from math import isqrt
from types import SimpleNamespace
from typing import TYPE_CHECKING, Any

import pytest
from sympy import isprime

from ecref import EdDSA, ed448, keccak
from ecref.curves import P256, P384, SECP256K1, edwards448, edwards25519
from ecref.errors import UnusableInput
from ecref.evidence import (
    certificates,
    edwards_values,
    field_sizes,
    hash_values,
    order,
    primes,
    twist,
    weierstrass_values,
)
from ecref.evidence.derivation import Derivation, Section
from ecref.evidence.derive import derivations
from ecref.evidence.field_sizes import FORMULAS, evaluated, field_size
from ecref.field import sqrt
from ecref.hashes import Hash

if TYPE_CHECKING:
    from collections.abc import Callable

FIVE = (edwards25519, edwards448, P256, P384, SECP256K1)


@pytest.fixture(scope="module")
def whole() -> list[Derivation]:
    return list(derivations())


def altered(E: Any, **changes: Any) -> Any:
    """The record with other values, without what its constructor would say."""
    copy = object.__new__(type(E))
    names = [name for kind in type(E).__mro__ for name in getattr(kind, "__slots__", ())]
    for name in names:
        object.__setattr__(copy, name, changes.get(name, getattr(E, name)))
    return copy


def values(derivation: Derivation) -> dict[str, int]:
    """Each value by its text; of several with one text, the last."""
    return {line.text: line.value for each in derivation.sections for line in each.lines if line.value is not None}


def failed(section: Section) -> list[str]:
    return [line.text for line in section.lines if line.holds is False]


# ---------------------------------------------------------------- what is shipped


def test_all_of_it_holds(whole: list[Derivation]) -> None:
    assert [each.name for each in whole] == ["edwards25519", "edwards448", "P-256", "P-384", "secp256k1", "hashes"]
    assert [failed(section) for each in whole for section in each.sections if not section.holds] == []
    assert all(each.holds for each in whole)
    assert sum(len(each.checks) for each in whole) > 130


def test_one_curve_alone_is_the_same(whole: list[Derivation]) -> None:
    assert list(derivations(ed448)) == [whole[1]]


def test_the_orders_of_the_twists_are_what_they_are_known_to_be(whole: list[Derivation]) -> None:
    """Their factorizations, and that what is called q is prime, by another test than ours."""
    found = []
    for each in whole[:5]:
        (text,) = [text for text in values(each) if text.startswith("that is ")]
        assert isprime(values(each)[text])
        found.append(text.partition("q")[0].removeprefix("that is "))
    assert found == ["2 * 2 * ", "2 * 2 * ", "3 * 5 * 13 * 179 * ", "", "3 * 3 * 13 * 13 * 3319 * 22639 * "]


def test_values_that_the_standards_print(whole: list[Derivation]) -> None:
    first, second, third = values(whole[0]), values(whole[1]), values(whole[2])
    assert first["sqrt(-1) = 2^((p-1)/4)"] == 0x2B8324804FC1DF0B2B4D00993DFBD7A72F431806AD2FE478C4EE1B274A0EA0B0
    assert second["d = (2 - A)/4 = -39081"] == -39081
    c = third["c: the last 95 bits of the first, then the others, 255 bits"]
    assert c == 0x7EFBA1662985BE9403CB055C75D4F7E0CE8D84A9C5114ABCAF3177680104FA0D


def test_the_lattice_of_secp256k1(whole: list[Derivation]) -> None:
    last = values(whole[4])
    assert last["v = sqrt((4p - t^2)/3)"] == 0xE4437ED6010E88286F547FA90ABFE4C3
    assert (last["a"], last["b"]) == (0x114CA50F7A8E2F3F657C1108D9D44CFD8, 0x3086D221A7D46BCDE86C90E49284EB15)


def test_the_clamped_scalars_that_are_multiples_of_L(whole: list[Derivation]) -> None:
    texts = [line.text for each in whole[:2] for section in each.sections for line in section.lines]
    assert [text.rpartition(": ")[2] for text in texts if "such s" in text] == ["none", "4L"]
    L = edwards448.L
    assert 2**447 <= 4 * L < 2**448
    size = edwards448.size
    key = ed448.expanded_key((4 * L).to_bytes(size, "little") + bytes(size)).public_key
    assert ed448.curve.decode(key.to_bytes()).is_identity()


def test_as_objects(whole: list[Derivation]) -> None:
    shown: Any = whole[1].as_object()
    assert (shown["name"], shown["holds"]) == ("edwards448", True)
    lines = [line for section in shown["sections"] for line in section["lines"]]
    assert {"text": "d = (2 - A)/4 = -39081", "value": "-0x98a9", "holds": None} in lines
    assert {"text": "a = 1", "value": None, "holds": True} in lines


# ---------------------------------------------------------------- other constants

PAIRING = (
    "p^i != 1 (mod n) for i = 1 .. 100: no pairing leads into a field of 100 times p's length or less "
    "[Menezes, Okamoto, Vanstone, 1993]"
)
twice = (2 * edwards25519.B).affine()
DAMAGED: list[tuple[Callable[[Any], Section], Any, dict[str, Any], str]] = [
    # the section, the record, what is altered in it, and the check that fails
    (field_size, edwards25519, {"p": 2**255 - 31}, "it is the p of curves.py"),
    (field_size, P384, {"p": P384.p + 2}, "it is the p of curves.py"),
    (primes.primes, P256, {"p": P256.p + 2}, "p is prime: no certificate of it is shipped"),
    (primes.primes, edwards448, {"L": edwards448.L - 2}, "L is prime: no certificate of it is shipped"),
    (edwards_values.edwards25519_coefficients, edwards25519, {"a": 1}, "a = -1"),
    (edwards_values.edwards25519_coefficients, edwards25519, {"d": edwards25519.d + 1}, "it is the d of curves.py"),
    (edwards_values.edwards25519_base_point, edwards25519, {"base": twice}, "(x, y) is the B of curves.py"),
    (
        edwards_values.edwards25519_base_point,
        edwards25519,
        {"base": (-edwards25519.B).affine()},
        "(x, y) is the B of curves.py",
    ),
    (edwards_values.edwards25519_base_point, edwards25519, {"d": 5}, "it is a square"),
    (edwards_values.edwards448_coefficients, edwards448, {"a": -1}, "a = 1"),
    (edwards_values.edwards448_coefficients, edwards448, {"d": 39081}, "it is the d of curves.py"),
    (edwards_values.edwards448_base_point, edwards448, {"p": 19}, "u^3 + A*u^2 + u is a square"),
    (edwards_values.edwards448_base_point, edwards448, {"d": -39082}, "(x, y) is on edwards448"),
    (
        edwards_values.edwards448_base_point,
        edwards448,
        {"base": (2 * edwards448.B).affine()},
        "it is the B of curves.py",
    ),
    (
        edwards_values.edwards448_base_point,
        edwards448,
        {"L": edwards448.L - 2},
        "u = y^2/x^2 and v = (2 - x^2 - y^2)*y/x^3 take it back to (5, v)",
    ),
    (weierstrass_values.coefficients_from_seed, P256, {"a": -1}, "a = -3, which makes doubling cheaper (dbl-2001-b)"),
    (weierstrass_values.coefficients_from_seed, P256, {"b": P256.b + 2}, "b is one of the two, the odd one"),
    (weierstrass_values.coefficients_from_seed, P384, {"b": P384.b + 1}, "b is one of the two, the even one"),
    (
        weierstrass_values.coefficients_from_seed,
        P256,
        {"p": SECP256K1.p},
        "b^2*c = a^3 = -27 (mod p) has a solution: -27/c is a square",
    ),
    (
        weierstrass_values.base_point_of_the_standard,
        P256,
        {"G": 2 * P256.G},
        "[d]G = Q for each of NIST's 20 key pairs (CAVP)",
    ),
    (
        weierstrass_values.base_point_of_the_standard,
        P384,
        {"name": "P-521"},
        "[d]G = Q for each of NIST's 0 key pairs (CAVP)",
    ),
    (
        weierstrass_values.koblitz_coefficients,
        SECP256K1,
        {"a": 1},
        "a = 0 and p = 1 (mod 3): the curve has an endomorphism",
    ),
    (weierstrass_values.koblitz_coefficients, SECP256K1, {"n": SECP256K1.n + 2}, "4p = t^2 + 3v^2"),
    (
        weierstrass_values.koblitz_coefficients,
        SECP256K1,
        {"n": 2 * SECP256K1.p + 2 - SECP256K1.n},
        "n is the only one of the six that passes Fermat's test: the others are not prime",
    ),
    (
        weierstrass_values.koblitz_coefficients,
        SECP256K1,
        {"b": 8},
        "b is the least b > 0 whose curve has n points, and so a prime number of them",
    ),
    (
        weierstrass_values.doubled_base_point,
        SECP256K1,
        {"G": -2 * SECP256K1.G},
        "it has 166 bits, which no wrong digit in G would leave; SEC 2 doesn't say why",
    ),
    (weierstrass_values.endomorphism, SECP256K1, {"endomorphism": None}, "the curve has one"),
    (order.order, edwards25519, {"base": (1, 2)}, "B = (x, y) satisfies the curve's equation"),
    (
        order.order,
        P256,
        {"n": P256.n + 2},
        "[n]G = O and G != O, by double-and-add on affine points: G has order n, a prime",
    ),
    (
        order.order,
        edwards25519,
        {"base": (0, 1)},
        "[L]B = O and B != O, by double-and-add on affine points: B has order L, a prime",
    ),
    (order.order, P256, {"n": isqrt(16 * P256.p)}, "n > 4 sqrt(p): n^2 > 16p"),
    (order.order, SECP256K1, {"h": 2}, "h = 2: h*n is the only multiple of n there, and so it is #E"),
    (order.order, edwards448, {"c": 3}, "h = 8: h*L is the only multiple of L there, and so it is #E"),
    (order.conditions, P256, {"a": 0, "b": 0}, "4a^3 + 27b^2 != 0: x^3 + a*x + b has no double root"),
    (order.conditions, edwards448, {"d": 1}, "a*d*(a - d) != 0: the curve has no singular point"),
    (order.conditions, edwards448, {"a": -1}, "a^((p-1)/2) = 1: a is a square (Euler's criterion)"),
    (order.conditions, edwards25519, {"d": 4}, "d^((p-1)/2) = -1: d is not, so the addition law is complete"),
    (
        order.conditions,
        P256,
        {"n": P256.p},
        "#E != p: the curve isn't anomalous, where logarithms are easy [Smart, 1999]",
    ),
    (order.conditions, edwards25519, {"L": edwards25519.p}, "L != p"),
    (
        order.conditions,
        P256,
        {"n": P256.p + 1},
        PAIRING,
    ),
    (order.conditions, P384, {"h": 2}, "h = floor((sqrt(p) + 1)^2 / n)"),
    (order.conditions, P384, {"h": 2**25}, "h <= 2^(t/8), where 2t = 384 are the bits of p"),
    (twist.twist, P256, {"n": P256.n - 2}, "q is prime: no certificate of it is shipped"),
    (twist.twist, P256, {"b": 4}, "for a point T of the twist by u = -1, no square: [34905]T != O, [34905*q]T = O"),
]


@pytest.mark.parametrize(("derive", "record", "changes", "check"), DAMAGED)
def test_another_constant_fails(derive: Any, record: Any, changes: dict[str, Any], check: str) -> None:
    assert derive(record).holds
    section = derive(altered(record, **changes))
    assert not section.holds
    assert check in failed(section)


@pytest.mark.parametrize("E", FIVE, ids=lambda E: E.name)
def test_the_short_form_has_the_order_of_the_curve(E: Any) -> None:
    """So the twist is that of the curve, and not the curve itself."""
    n, h = order.order_of(E)
    a, b = twist.short_form(E)
    u, T = twist.point_of_twist(E)
    assert pow(u, (E.p - 1) // 2, E.p) == E.p - 1
    assert not (h * n * T).is_identity()
    assert ((2 * E.p + 2 - h * n) * T).is_identity()
    assert (T.curve.a, T.curve.b) == (a * u**2 % E.p, b * u**3 % E.p)


@pytest.mark.parametrize(
    ("formula", "checks"),
    [
        ("17", {"p = 5 (mod 8): a square x has the root x^((p+3)/8), or that times sqrt(-1)"}),
        ("21", {"its square is -1"}),  # no prime
    ],
)
def test_another_formula_for_p_fails(formula: str, checks: set[str], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(FORMULAS, "edwards25519", (formula, "nowhere"))
    assert {"it is the p of curves.py"} | checks <= {*failed(field_size(edwards25519))}


def test_another_root_of_minus_1_fails(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(field_sizes, "sqrt", lambda *_: 1)
    assert failed(field_size(edwards25519)) == ["field.py, which holds no such constant, finds it or its negative"]
    assert len(failed(field_size(P256))) == 1


def test_whichever_root_is_found_the_base_points_are_the_same(monkeypatch: pytest.MonkeyPatch) -> None:
    sections = edwards_values.edwards25519_base_point, edwards_values.edwards448_base_point
    for derive, E in zip(sections, (edwards25519, edwards448), strict=True):
        for parity in (0, 1):

            def root(x: int, p: int, parity: int = parity) -> int:
                found = sqrt(x, p)
                assert found is not None
                return found if found % 2 == parity else p - found

            monkeypatch.setattr(edwards_values, "sqrt", root)
            assert derive(E).holds


def test_a_point_of_the_twist_that_proves_nothing_fails(monkeypatch: pytest.MonkeyPatch) -> None:
    """O, whose order says nothing; and where another multiple of q would do as well."""
    _, T = twist.point_of_twist(P384)
    with monkeypatch.context() as patch:
        patch.setattr(twist, "point_of_twist", lambda _: (-1, T.zero()))
        assert failed(twist.twist(P384)) == ["for a point T of the twist by u = -1, no square: [1]T != O, [1*q]T = O"]
    monkeypatch.setattr(twist, "multiples_in", lambda _p, _q: [1, 2])
    assert failed(twist.twist(P384)) == ["no other multiple of q is in Hasse's interval"]


def test_other_sizes_fail() -> None:
    wide = altered(edwards25519, size=33)
    for E, n, check in ((edwards25519, 253, "n = 253"), (edwards25519, 255, "n = 255"), (wide, 254, "b = 264")):
        scheme = EdDSA("other", E, Hash("any", 2 * E.size, None, "shake_256"), n=n)
        assert [text.partition(" is ")[0] for text in failed(edwards_values.clamping(scheme))] == [check]


def test_scalars_that_are_not_clamped_fail() -> None:
    class Unclamped(EdDSA):
        def private_key(self, seed: Any, **_: Any) -> Any:
            return SimpleNamespace(s=int.from_bytes(seed, "little"))

    scheme = Unclamped("other", edwards25519, Hash("any", 64, None, "shake_256"), n=254)
    assert failed(edwards_values.clamping(scheme)) == [
        "2^254 <= s < 2^255 and 8 divides s, for the seeds 00.., 01.., fe.., ff.."
    ]


PHI = SECP256K1.endomorphism
assert PHI is not None
(A1, B1), (A2, B2) = PHI.basis
ROOTS = "beta is one modulo p, lambda is one modulo n"
FITS = "phi(G) = (beta*x, y) = [lambda]G, and so phi is [lambda] on the whole group"


@pytest.mark.parametrize(
    ("changes", "check"),
    [
        ({"beta": PHI.beta + 1}, ROOTS),
        ({"beta": 1}, ROOTS),
        ({"lambda_": 1}, ROOTS),
        ({"beta": PHI.beta**2 % SECP256K1.p}, FITS),
        ({"basis": ((A1, B1 + 1), (A2, B2))}, "endomorphism.py's v1 and v2 are in it"),
        ({"basis": ((A2, B2), (A1, B1))}, "a1*b2 - a2*b1 = n, so they are a basis"),
        ({"basis": ((A1, B1), (2 * A2, 2 * B2))}, "a1*b2 - a2*b1 = n, so they are a basis"),
        ({"basis": ((A1, B1), (A2 + 5 * A1, B2 + 5 * B1))}, "and as short as the shortest"),
        ({"basis": ((SECP256K1.n, 0), (-PHI.lambda_, 1))}, "both have at most 256 bits, half of n's"),
    ],
)
def test_another_endomorphism_fails(changes: dict[str, Any], check: str) -> None:
    section = weierstrass_values.endomorphism(altered(SECP256K1, endomorphism=altered(PHI, **changes)))
    assert check in failed(section)


def test_a_certificate_that_proves_nothing_fails(monkeypatch: pytest.MonkeyPatch) -> None:
    rows = certificates.certificates()[P256.n]
    monkeypatch.setattr(primes, "certificates", lambda: {P256.p: rows, P256.n: rows[:-1]})
    section = primes.primes(P256)
    assert [text.partition(":")[0] for text in failed(section)] == ["p is prime", "n is prime"]


RC, PI, RHO = (
    "they are those of keccak.py",
    "pi takes A[x, y] to A[y, 2x + 3y], for all lanes but A[0, 0]",
    "the distances are 1, 3, 6, .. 300 mod 64",
)
SHA3 = "with SHA-3's padding, the sponge is hashlib's SHA3-256"


@pytest.mark.parametrize(
    ("name", "place", "other", "checks"),
    [
        ("_RC", 23, 0, [RC, SHA3]),
        ("_MOVES", 0, (1, 10, 2), [RHO, SHA3]),  # in place of (1, 10, 1)
        ("_MOVES", 0, (2, 10, 1), [PI, SHA3]),
    ],
)
def test_another_keccak_fails(
    name: str, place: int, other: Any, checks: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    values = list(getattr(keccak, name))
    values[place] = other
    monkeypatch.setattr(keccak, name, values)
    assert failed(hash_values.keccak_constants()) == checks


def test_another_size_of_a_hash_fails_and_a_missing_hash_is_said(monkeypatch: pytest.MonkeyPatch) -> None:
    wrong = {"SHA-1": Hash("SHA-1", 20, 128, "sha1"), "SHA-256": Hash("SHA-256", 28, 64, "sha256")}

    def named(name: str) -> Hash:
        if name not in wrong:
            raise UnusableInput("unsupported", f"this Python has no {name}")
        return wrong[name]

    monkeypatch.setattr(hash_values, "hash_named", named)
    section = hash_values.sizes()
    assert failed(section) == ["SHA-1: 20 octets, blocks of 128", "SHA-256: 28 octets, blocks of 64"]
    assert "this Python has no SHA-512" in [line.text for line in section.lines]


# ---------------------------------------------------------------- the tools


@pytest.mark.parametrize(
    ("formula", "value"), [("2^5 - 1", 31), ("2^8 - 2^4 + 2^3 - 977", 256 - 16 + 8 - 977), ("7", 7), ("12 + 30", 42)]
)
def test_sums_of_powers(formula: str, value: int) -> None:
    assert evaluated(formula) == value


@pytest.mark.parametrize("p", [101, 103, 107, 10007])
def test_multiples_in_hasses_interval(p: int) -> None:
    """|p + 1 - m| <= 2 sqrt(p), which is (p + 1 - m)^2 <= 4p."""
    for n in range(1, 60):
        assert order.multiples_in(p, n) == [k for k in range(2 * p) if (p + 1 - k * n) ** 2 <= 4 * p]


def test_the_embedding_degree_is_the_least_one() -> None:
    for n in (3, 5, 7, 11, 101, 211, 1009):
        for p in (2, 10, 13):
            if n != p and p % n:
                wanted = next((i for i in range(1, 101) if pow(p, i, n) == 1), None)
                assert order.embedding_degree(p, n) == wanted
    assert order.embedding_degree(2, 101) == 100
    assert order.embedding_degree(2, 211) is None
    assert order.embedding_degree(10, 11) == 2


def test_the_shortest_basis_is_the_shortest() -> None:
    """Against all vectors of the lattice in a square."""
    for n in (7, 31, 43):
        for lambda_ in range(2, n):
            (a1, b1), (a2, b2) = weierstrass_values.shortest_basis(lambda_, n)
            assert abs(a1 * b2 - a2 * b1) == n
            square = product(range(-n, n + 1), repeat=2)
            others = [(a, b) for a, b in square if (a + b * lambda_) % n == 0 and (a, b) != (0, 0)]
            assert a1 * a1 + b1 * b1 == min(a * a + b * b for a, b in others)
            assert a2 * a2 + b2 * b2 == min(a * a + b * b for a, b in others if a * b1 != a1 * b)


def test_a_derivation_counts_its_checks() -> None:
    section = Section("s")
    section.say("text")
    assert section.let("x", 5) == 5
    assert section.check("a", holds=True)
    derivation = Derivation("d", [section])
    assert (derivation.holds, derivation.checks) == (True, [True])
    assert not section.check("b", holds=False)
    assert (section.holds, derivation.holds, derivation.checks) == (False, False, [True, False])
    assert derivation.as_object() == {
        "name": "d",
        "holds": False,
        "sections": [
            {
                "title": "s",
                "holds": False,
                "lines": [
                    {"text": "text", "value": None, "holds": None},
                    {"text": "x", "value": "0x5", "holds": None},
                    {"text": "a", "value": None, "holds": True},
                    {"text": "b", "value": None, "holds": False},
                ],
            }
        ],
    }
