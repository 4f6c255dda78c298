"""What no other test exhausts: the rest of the core's algorithms on toy curves, completely.

Elsewhere, completely: roots and inverses (test_field), digits and half-size scalars (test_recoding), the laws
(test_group_laws, test_textbook), every way of multiplication (test_scalarmult, test_multiples, test_endomorphism), the
codecs of points (test_codecs_of_points), EdDSA's equations (test_eddsa_equation), keys, signatures and rule sets
(test_exhaustive_eddsa), ECDSA's keys, signatures, nonces and recovery (test_exhaustive_ecdsa), and the sum that a batch
compares (test_batch). Not so: Keccak, HMAC and the choice of hashes, which have no toy.
"""

from __future__ import annotations

from itertools import product
from typing import Any

import pytest

import toy_curves as toy
from ecref import ECDSA, EdDSA, EdwardsCurve, InvalidSignature, UnusableInput, WeierstrassCurve, batch
from ecref.endomorphism import Endomorphism
from ecref.hashes import shake256
from ecref.rfc6979 import bits2int, bits2octets, int2octets
from ecref.rules import EDDSA_RULES
from ecref.signatures import decode, encode

WEIERSTRASS = (*toy.WEIERSTRASS, *toy.WEIERSTRASS_WITH_COFACTOR)


# ---------------------------------------------------------------- ECDSA's comparison, and its integers


@pytest.mark.parametrize("curve", WEIERSTRASS, ids=toy.name_of)
def test_every_r_of_every_point_in_all_its_coordinates(curve: WeierstrassCurve) -> None:
    """x mod n = r without an inversion; x may be r + n and r + 2n, where p is larger."""
    for P in toy.points(curve):
        xy = toy.affine(P)
        if xy is None:
            continue
        for z, r in product(range(1, curve.p), range(curve.n)):
            assert toy.scaled(P, z).has_x(r, curve.n) == (xy[0] % curve.n == r)


def test_every_short_string_as_an_integer_modulo_every_q() -> None:
    """RFC 6979, 2.3.2 to 2.3.4, on strings of bits."""
    pairs = product((0, 1, 127, 128, 255), repeat=2)
    strings = [b"", *(bytes([i]) for i in range(256)), *map(bytes, pairs)]
    for q in (*range(2, 70), 251, 255, 256, 257, 511, 512, 65521):
        qlen = len(f"{q:b}")
        width = -(-qlen // 8)
        for b in strings:
            bits = "".join(f"{octet:08b}" for octet in b)
            expected = int(bits[:qlen] or "0", 2)
            assert bits2int(b, qlen) == expected
            assert bits2octets(b, q) == (expected - q if expected >= q else expected).to_bytes(width, "big")


@pytest.mark.parametrize("q", [*range(2, 70), 255, 256, 257, 1000])
def test_every_integer_below_q_as_octets(q: int) -> None:
    found = [int2octets(x, q) for x in range(q)]
    assert {len(octets) for octets in found} == {1 if q < 256 else 2}
    assert [int.from_bytes(octets, "big") for octets in found] == [*range(q)]


# ---------------------------------------------------------------- the codecs of (r, s)


def test_every_fixed_width_signature_of_one_octet_each() -> None:
    for r, s in product(range(256), repeat=2):
        assert decode(bytes([r, s]), "p1363", 13) == (r, s, None)
        assert encode(r, s, 0, "p1363", 13) == bytes([r, s])


@pytest.mark.parametrize("octet", range(256))
def test_every_header_and_every_v(octet: int) -> None:
    for r, s in product((0, 1, 7, 12, 13, 255), repeat=2):
        for name, octets, recid in (
            ("compact", bytes([octet, r, s]), (octet - 27) % 4 if 27 <= octet <= 34 else None),
            ("eth", bytes([r, s, octet]), {0: 0, 1: 1, 27: 0, 28: 1}.get(octet)),
        ):
            if recid is None:
                with pytest.raises(InvalidSignature):
                    decode(octets, name, 13)
            else:
                assert decode(octets, name, 13) == (r, s, recid)


def test_every_pair_of_small_integers_in_der() -> None:
    """Of either sign; 127, 128, 255 and 256 are where the length changes."""
    values = [*range(-140, -120), *range(-3, 4), *range(120, 140), *range(250, 260)]
    seen = set()
    for r, s in product(values, repeat=2):
        octets = encode(r, s, 0, "der", 13)
        assert decode(octets, "der", 13) == (r, s, None)
        seen.add(octets)
    assert len(seen) == len(values) ** 2


def test_every_string_of_up_to_two_octets_is_no_der() -> None:
    for octets in (b"", *(bytes([i]) for i in range(256)), *(bytes(pair) for pair in product(range(256), repeat=2))):
        with pytest.raises(InvalidSignature):
            decode(octets, "der", 13)


def test_every_pair_of_integers_of_one_octet_that_der_holds() -> None:
    """30 06 02 01 r 02 01 s for every r and s is read as what it says, in two's complement."""
    for r, s in product(range(256), repeat=2):
        octets = bytes([0x30, 6, 2, 1, r, 2, 1, s])
        assert decode(octets, "der", 13) == ((r ^ 128) - 128, (s ^ 128) - 128, None)


# ---------------------------------------------------------------- EdDSA's expanded keys

SCHEMES = [EdDSA(E.name, E, shake256(2 * E.size), n=6) for E in toy.EDWARDS]
each_scheme = pytest.mark.parametrize("scheme", SCHEMES, ids=toy.name_of)


@each_scheme
def test_every_expanded_key(scheme: EdDSA) -> None:
    """Exactly the clamped s are taken: bit n set, none above, and c bits clear; the prefix may be anything."""
    E = scheme.curve
    table = toy.multiples(E.B)
    for s, prefix in product(range(256), (0, 1, 255)):
        if s not in range(64, 128, E.cofactor):
            with pytest.raises(UnusableInput, match="clamped"):
                scheme.expanded_key(bytes([s, prefix]))
            continue
        key = scheme.expanded_key(bytes([s, prefix]))
        assert E.decode(key.public_key.to_bytes()).affine() == table[s % E.L]
        key.public_key.verify(key.sign(b"m"), b"m")


@each_scheme
def test_every_seed_expands_to_a_key_that_signs_alike(scheme: EdDSA) -> None:
    for octet in range(256):
        key = scheme.private_key(bytes([octet]))
        expanded = scheme.expanded_key(bytes([key.s]) + key.prefix)
        assert (expanded.public_key, expanded.sign(b"m")) == (key.public_key, key.sign(b"m"))


# ---------------------------------------------------------------- batches, with every vector of coefficients

COFACTORED = [name for name, rules in EDDSA_RULES.items() if rules.cofactored]


def wrong(scheme: EdDSA, item: tuple[Any, ...]) -> tuple[Any, ...]:
    """The item with S + 1: D is then B, whose order is L."""
    key, signature, message = item
    return key, signature[:1] + bytes([(signature[1] + 1) % scheme.curve.L]), message


def accepted(scheme: EdDSA, items: list[Any], rules: str, zs: tuple[int, ...], patch: pytest.MonkeyPatch) -> bool:
    """Whether verify_batch accepts when the first coefficients drawn are zs, and those of its halves 1."""
    drawn = iter(zs)
    patch.setattr("secrets.randbits", lambda _: next(drawn, 1))
    try:
        scheme.verify_batch(items, rules=rules)
    except InvalidSignature:
        return False
    return True


@each_scheme
@pytest.mark.parametrize("rules", ["rfc8032", "zip215"])
def test_a_batch_with_one_bad_signature_is_accepted_for_1_vector_in_L(
    scheme: EdDSA, rules: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Over all vectors of three coefficients, and wherever it stands; a batch of honest ones for all of them.

    Only [h]D decides, of order L: z*[h]D is what the other terms leave for one z modulo L.
    """
    L = scheme.curve.L
    keys = [scheme.private_key(bytes([octet])) for octet in (1, 2, 3)]
    honest = [(key.public_key, key.sign(b"m"), b"m") for key in keys]
    vectors = [*product(range(L), repeat=3)]
    assert all(accepted(scheme, honest, rules, zs, monkeypatch) for zs in vectors)
    for bad in range(3):
        items = [wrong(scheme, item) if i == bad else item for i, item in enumerate(honest)]
        assert sum(accepted(scheme, items, rules, zs, monkeypatch) for zs in vectors) == len(vectors) // L


def test_the_rule_sets_that_batches_are_for() -> None:
    assert COFACTORED == ["rfc8032", "cofactored-no-small-order", "zip215", "openssl-ed448"]


@each_scheme
def test_without_the_cofactor_a_batch_would_hide_a_small_order(
    scheme: EdDSA, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Why the others verify one by one: a D of order o | h is hidden by 1 coefficient in o, 2 at the least."""
    E: EdwardsCurve = scheme.curve
    L, h = E.L, E.cofactor
    torsion = [L * P for P in toy.points(E)]
    for T in {T for T in torsion if not T.is_identity()}:
        order = next(i for i in range(1, h + 1) if (i * T).is_identity())
        S, k, A = 2 % L, 1, E.B
        read = [(0, (S * E.B - k * A - T, S, A, k))]
        hidden = [z for z in range(h) if batch.combination(scheme, read, [z]).is_identity()]
        assert hidden == [*range(0, h, order)]
        assert len(hidden) >= 1
        assert not scheme.holds(*read[0][1], EDDSA_RULES["rfc8032-cofactorless"])
        assert scheme.holds(*read[0][1], EDDSA_RULES["rfc8032"])
    signed = [(key.public_key, key.sign(b"m"), b"m") for key in map(scheme.private_key, (b"\1", b"\2"))]
    bad = [signed[0], wrong(scheme, signed[1])]
    assert not any(
        accepted(scheme, bad, "rfc8032-cofactorless", zs, monkeypatch) for zs in product(range(L), repeat=2)
    )


@pytest.mark.parametrize("name", ["p13h4", "p29h8s"])
@pytest.mark.parametrize("rules", [name for name in EDDSA_RULES if name != "openssl-ed448"])
def test_every_signature_has_the_verdict_in_a_batch_that_it_has_alone(
    name: str, rules: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """All octets as R and all S, after an honest signature, with coefficients that are no multiples of L."""
    E = toy.named(name)
    scheme = EdDSA(name, E, shake256(2 * E.size), n=6)
    monkeypatch.setattr("secrets.randbits", lambda _: 1)
    key = next(key for key in (scheme.private_key(bytes([i])) for i in range(256)) if key.s % E.L)
    verdict = key.public_key.verdict
    M = next(M for M in map(bytes, product(range(9))) if verdict(key.sign(M), M, rules="no-small-order"))
    first = key.public_key, key.sign(M), M
    valid = 0
    for R, S in product(range(256), range(E.L + 1)):
        signature = bytes([R, S])
        alone = verdict(signature, b"m", rules=rules)
        found = reasons(scheme, [first, (key.public_key, signature, b"m")], rules)
        assert found == ([] if alone.valid else [None, alone.reason])
        valid += alone.valid
    assert valid


def reasons(scheme: EdDSA, items: list[Any], rules: str) -> list[str | None]:
    """Why each item is not valid; empty where all are."""
    try:
        scheme.verify_batch(items, rules=rules)
    except InvalidSignature as fault:
        verdicts: Any = fault.verdicts  # false, so that `or` would drop it
        return [verdict.reason for verdict in verdicts]
    return []


# ---------------------------------------------------------------- ECDSA where scalars are split, and long digests


@pytest.mark.parametrize(("name", "keys"), [("p13n7", range(1, 7)), ("p19n13", (1, 5))])
def test_every_signature_with_an_endomorphism_has_the_verdict_without(name: str, keys: Any) -> None:
    plain: WeierstrassCurve = toy.named(name)
    p, n, (x, y) = plain.p, plain.n, plain.base
    beta = next(beta for beta in range(2, p) if beta**3 % p == 1)
    lambda_ = toy.multiples(plain.G).index((beta * x % p, y))
    phi = Endomorphism(beta, lambda_, n)
    split = WeierstrassCurve(p, plain.a, plain.b, n, plain.base, name=name, endomorphism=phi)
    digests = [bytes([e << 8 - n.bit_length()]) for e in range(0, n, 1 + n // 14)]
    for d in keys:
        one, other = (ECDSA(curve).private_key(d).public_key for curve in (plain, split))
        for digest, r, s in product(digests, range(1, n), range(1, n)):
            verdicts = [key.verdict_digest((r, s), digest, hash=None, format=None).reason for key in (one, other)]
            assert verdicts[0] == verdicts[1]


def test_every_digest_longer_than_n_is_its_first_bits() -> None:
    """FIPS 186-5, 6.4: what follows the bits of n doesn't count."""
    scheme = ECDSA(toy.named("p13n19"))
    key = scheme.private_key(5)
    s_0 = next(e for e in range(19) if not signs(key, bytes([e << 3])))
    signatures: dict[int, object] = {}
    for e, rest in product(range(32), range(8)):
        digest = bytes([e << 3 | rest])
        if e % 19 == s_0:
            assert not signs(key, digest)
            continue
        signature = key.sign_digest(digest, hash=None, unsafe_k=3, format=None)
        assert signatures.setdefault(e, signature) == signature
        key.public_key.verify_digest(signature, digest + b"\xff", hash=None, format=None)
    assert len(set(signatures.values())) == 18


def signs(key: Any, digest: bytes) -> bool:
    """Whether k = 3 gives a signature, with an s that isn't 0."""
    try:
        key.sign_digest(digest, hash=None, unsafe_k=3, format=None)
    except UnusableInput:
        return False
    return True
