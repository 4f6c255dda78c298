"""What the study curves measures: RSA's keys, certificates, stages, and work that is shared out."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest
import sympy

from ecref.errors import UnusableInput
from ecref.measure.rounds import QUICK, Effort
from ecref.referee.adapters import adapter
from ecref.studies import curves_many, curves_operations, curves_parallel, curves_rsa, curves_scenarios
from ecref.studies.curves_algorithms import ALGORITHMS, NATIVE, OWN, Algorithm, Subject, subjects
from ecref.studies.curves_certificates import Certificate, chain, verifier
from ecref.studies.curves_hashes import HASHES
from ecref.studies.curves_keys import cells as key_cells
from ecref.studies.curves_operations import check, fault
from ecref.studies.curves_parallel import all_hold, by_processes, by_threads, share_holds, shares
from ecref.studies.curves_stages import cells as stage_cells
from ecref.studies.model import Plan

if TYPE_CHECKING:
    from collections.abc import Callable

    from ecref.measure.rounds import Cell

BY_NAME = {each.name: each for each in ALGORITHMS}


@pytest.fixture(scope="module")
def found() -> list[Subject]:
    pytest.importorskip("cryptography")
    return subjects([adapter(OWN), adapter(NATIVE)])


def one(found: list[Subject], implementation: str, name: str) -> Subject:
    (subject,) = [each for each in found if (each.implementation, each.algorithm.name) == (implementation, name)]
    return subject


def run(cell: Cell) -> None:
    cell.timer(16)


# ---------------------------------------------------------------- RSA


@pytest.mark.parametrize("bits", curves_rsa.BEYOND)
def test_rsa_keys_are_of_two_primes_and_have_all_their_bits(bits: int) -> None:
    p, q = curves_rsa.primes(bits)
    assert (p * q).bit_length() == bits
    assert p.bit_length() == q.bit_length() == bits // 2
    for prime in p, q:
        assert pow(3, prime - 1, prime) == 1  # a composite of a hash passes with a chance of no account
        assert (prime - 1) % curves_rsa.EXPONENT != 0


def test_rsa_primes_are_the_first_after_their_hashes() -> None:
    for letter, prime in zip("pq", curves_rsa.primes(2048), strict=True):
        assert sympy.nextprime(curves_rsa._start(2048, letter)) == prime


def test_rsa_signs_and_verifies() -> None:
    first, second = curves_rsa.samples(2048, "SHA-256", 64, 2)
    assert first.public == second.public
    assert len(first.message) == 64
    suite = curves_rsa.suite(2048, "SHA-256")
    assert suite.public_key(first.secret) == first.public
    assert suite.sign(suite.load_private(first.secret), first.message) == first.signature
    assert suite.verify(first.public, first.message, first.signature) is True
    assert suite.verify(first.public, second.message, first.signature) is False
    assert curves_rsa.suite(2048, "SHA-384").verify(first.public, first.message, first.signature) is False
    assert suite.generate is not None
    assert suite.verify_loaded is not None
    private, public = suite.generate()
    assert public.key_size == 2048
    assert suite.verify_loaded(public, b"", suite.sign(private, b"")) is True


# ---------------------------------------------------------------- subjects


def test_each_algorithm_is_in_each_library_that_has_it(found: list[Subject]) -> None:
    curves = ["P-256", "P-384", "secp256k1", "Ed25519", "Ed448"]
    rsa = ["RSA-2048", "RSA-3072", "RSA-4096", "RSA-7680"]
    names = [(each.implementation, each.algorithm.name) for each in found]
    assert names == [*((OWN, name) for name in curves), *((NATIVE, name) for name in [*curves, *rsa])]
    assert {each.name: each.strength for each in ALGORITHMS} == {
        "P-256": 128,
        "P-384": 192,
        "secp256k1": 128,
        "Ed25519": 128,
        "Ed448": 224,
        "RSA-2048": 112,
        "RSA-3072": 128,
        "RSA-4096": 128,
        "RSA-7680": 192,
    }


def test_what_is_right_has_no_fault(found: list[Subject]) -> None:
    assert fault(one(found, OWN, "Ed25519")) is None
    assert fault(one(found, NATIVE, "P-256")) is None
    assert fault(one(found, NATIVE, "RSA-2048")) is None


@pytest.mark.parametrize(
    ("operation", "change"),
    [
        ("verify", {"verify": lambda *_: False}),
        ("sign", {"sign": lambda *_: b""}),
        ("generate", {"generate": lambda: (None, None), "verify_loaded": lambda *_: False, "sign": lambda *_: b""}),
    ],
)
def test_who_gives_a_wrong_result_is_not_timed(
    found: list[Subject], operation: str, change: dict[str, Callable[..., Any]]
) -> None:
    subject = one(found, NATIVE, "Ed25519")
    wrong = subject._replace(suite=subject.suite._replace(**change))
    with pytest.raises(UnusableInput, match=f"cryptography: {operation} with Ed25519 gives a wrong result"):
        check(wrong, operation)
    assert "gives a wrong result" in (fault(wrong) or "")


def test_a_curve_that_a_build_has_not_got_is_a_fault(found: list[Subject]) -> None:
    from cryptography.exceptions import UnsupportedAlgorithm

    def refuse(*_: object) -> bool:
        raise UnsupportedAlgorithm("no such curve")

    subject = one(found, NATIVE, "secp256k1")
    without = subject._replace(suite=subject.suite._replace(verify=refuse))
    assert fault(without) == "cryptography: secp256k1: no such curve"


def test_rsa_generates_in_rounds_of_its_own_and_not_the_longest_when_quick(found: list[Subject]) -> None:
    quick = curves_operations.key_cells(found, Plan(QUICK, quick=True))
    assert [(cell.curve, effort) for cell, effort in quick] == [
        ("RSA-2048", Effort(5, 0, 0)),
        ("RSA-3072", Effort(5, 0, 0)),
        ("RSA-4096", Effort(5, 0, 0)),
    ]
    full = curves_operations.key_cells(found, Plan())
    assert [effort.rounds for _, effort in full] == [10, 10, 10, 3]
    assert "left out" in (curves_operations._note("generate", Plan(quick=True)))
    assert "left out of" not in (curves_operations._note("generate", Plan()))


# ---------------------------------------------------------------- certificates, blocks


@pytest.mark.parametrize("name", BY_NAME)
def test_a_chain_is_verified_and_a_damaged_one_is_not(name: str) -> None:
    pytest.importorskip("cryptography")
    algorithm = BY_NAME[name]
    certificates = chain(algorithm)
    root, authority, server = certificates
    assert root.issuer in root.signed
    assert authority.issuer == root.issuer
    assert server.issuer in authority.signed
    for each in certificates:
        assert len(each.signed) + len(each.signature) < each.octets < len(each.signed) + len(each.signature) + 40
        damaged = each._replace(signed=each.signed[:-1] + bytes([each.signed[-1] ^ 1]))
        for implementation in (OWN, NATIVE) if algorithm.curve else (NATIVE,):
            verify: Callable[[Certificate], object] = verifier(implementation, algorithm)
            verify(each)
            with pytest.raises(Exception, match=r"^$|mismatch|equation") as raised:
                verify(damaged)
            assert type(raised.value).__name__ == "InvalidSignature"


def test_without_cryptography_there_are_no_chains() -> None:
    own = subjects([adapter(OWN)])
    chains = curves_scenarios.Chains(own)
    assert list(chains.cells(own[0])) == []
    assert chains.octets("P-256") is None


def test_a_block_is_verified_one_by_one_and_in_a_batch(monkeypatch: pytest.MonkeyPatch, found: list[Subject]) -> None:
    monkeypatch.setattr(curves_scenarios, "QUICK_SIGNATURES", 20)
    blocks = curves_scenarios.Blocks(Plan(quick=True))
    todo = [one(found, OWN, "Ed25519"), one(found, NATIVE, "Ed25519"), one(found, NATIVE, "RSA-2048")]
    made = [cell for each in todo for cell in blocks.cells(each)]
    assert [(each.implementation, each.curve, each.operation) for each in made] == [
        (OWN, "Ed25519", "block"),
        (OWN, "Ed25519", "block, batch"),
        (NATIVE, "Ed25519", "block"),
        (NATIVE, "RSA-2048", "block"),
    ]
    assert {name: len(block) for name, block in blocks._blocks.items()} == {"Ed25519": 20, "RSA-2048": 20}
    assert len({each.public for each in blocks._blocks["Ed25519"]}) == 20
    assert curves_scenarios.signatures(Plan()) == 1000


# ---------------------------------------------------------------- stages, keys, hashes


def test_the_stages_of_each(found: list[Subject]) -> None:
    names = {(each.implementation, each.algorithm.name): each for each in found}
    stages = {
        name: [cell.operation for cell in stage_cells(each)]
        for name, each in names.items()
        if name[1] in ("P-256", "Ed448", "RSA-2048")
    }
    assert stages == {
        (OWN, "P-256"): ["hash", "key", "multiplication"],
        (OWN, "Ed448"): ["hash", "key", "R", "multiplication"],
        (NATIVE, "P-256"): ["hash", "key"],
        (NATIVE, "Ed448"): ["hash", "key"],
        (NATIVE, "RSA-2048"): ["hash", "key"],
    }
    for name in ((OWN, "P-256"), (OWN, "Ed25519"), (NATIVE, "Ed25519"), (NATIVE, "Ed448")):
        for cell in stage_cells(names[name]):
            run(cell)


def test_foreign_stages_hash_what_the_verification_hashes(found: list[Subject]) -> None:
    from hashlib import sha256, shake_256

    from ecref.studies.curves_stages import _foreign

    for name, hashed in ("P-256", "message"), ("Ed448", "all"):
        subject = one(found, NATIVE, name)
        sample = subject.samples[0]
        digest = _foreign(subject, sample)["hash"]()
        if hashed == "message":
            assert digest == sha256(sample.message).digest()
        else:
            assert digest == shake_256(sample.signature[:57] + sample.public + sample.message).digest(114)


@pytest.mark.parametrize(
    ("implementation", "name", "operations"),
    [
        (OWN, "P-256", ["verify-prepared", "compressed"]),
        (OWN, "Ed25519", ["verify-prepared", "order"]),
        (NATIVE, "P-384", ["verify-prepared", "compressed"]),
        (NATIVE, "Ed25519", ["verify-prepared"]),
        (NATIVE, "RSA-2048", ["verify-prepared"]),
    ],
)
def test_what_key_validation_is_made_of(
    found: list[Subject], implementation: str, name: str, operations: list[str]
) -> None:
    made = list(key_cells(one(found, implementation, name)))
    assert [each.operation for each in made] == operations
    for each in made:
        run(each)


def test_the_hashes_are_the_standards() -> None:
    assert HASHES["SHA3-256"].digest(b"").hex()[:16] == "a7ffc6f8bf1ed766"  # FIPS 202's of nothing
    assert {name: each.size for name, each in HASHES.items()} == {
        "SHA-256": 32,
        "SHA-384": 48,
        "SHA-512": 64,
        "SHA3-256": 32,
        "SHAKE256": 114,
    }


# ---------------------------------------------------------------- many signatures


def test_shares_are_equal_and_complete(found: list[Subject]) -> None:
    a, b, c, d, e = found[0].samples[:5]
    assert shares([a, b, c, d, e], 2) == [[a, c, e], [b, d]]
    assert shares([a], 1) == [[a]]


@pytest.mark.parametrize("implementation", [OWN, NATIVE])
def test_a_bad_signature_is_seen_whoever_verifies_it(found: list[Subject], implementation: str) -> None:
    subject = one(found, implementation, "P-256")
    verify = subject.suite.verify
    good = subject.samples[:3]
    bad = [*good[:2], good[2]._replace(message=b"another")]
    assert all_hold(verify, good)
    assert not all_hold(verify, bad)
    assert share_holds(implementation, "p256", good)
    for n in 1, 2:
        assert by_threads(verify, good, n)
        assert not by_threads(verify, bad, n)
        assert by_processes(implementation, "p256", good, n)
        assert not by_processes(implementation, "p256", bad, n)


def test_how_many_are_shared_out(found: list[Subject]) -> None:
    rsa, p384, p256 = (BY_NAME[name] for name in ("RSA-2048", "P-384", "P-256"))

    def chosen(algorithm: Algorithm, *, quick: bool) -> bool:
        return curves_parallel.chosen(found[0]._replace(algorithm=algorithm), Plan(quick=quick))

    assert [chosen(each, quick=False) for each in (rsa, p384, p256)] == [False, True, True]
    assert [chosen(each, quick=True) for each in (rsa, p384, p256)] == [False, False, True]
    assert curves_parallel.signatures(OWN, Plan()) == 200
    assert curves_parallel.signatures(NATIVE, Plan(quick=True)) == 200


def test_a_hundred_signatures_in_every_way(monkeypatch: pytest.MonkeyPatch, found: list[Subject]) -> None:
    monkeypatch.setattr(curves_many, "SIGNATURES", 4)
    hundreds = curves_many.Hundreds()
    ways = {
        (each.implementation, each.algorithm.name): [(cell.operation, cell.size) for cell in hundreds.cells(each)]
        for each in found
        if each.algorithm.name in ("P-256", "Ed25519", "RSA-2048")
    }
    many = ["verify_many", "verify_many, 2 processes"]
    alone = [("one by one", 4), ("one by one", 1), ("prepared", 1)]
    assert ways == {
        (OWN, "P-256"): [
            ("one by one", 4),
            *((way, 4) for way in many),
            ("one by one", 1),
            ("prepared", 1),
            *((way, 1) for way in many),
        ],
        (OWN, "Ed25519"): [
            ("one by one", 4),
            *((way, 4) for way in ["verify_batch", *many]),
            ("one by one", 1),
            ("prepared", 1),
            *((way, 1) for way in ["verify_batch", *many]),
        ],
        (NATIVE, "P-256"): alone,
        (NATIVE, "Ed25519"): alone,
        (NATIVE, "RSA-2048"): [],
    }


def test_samples_of_one_key_are_signed_by_it() -> None:
    made = curves_many._of_one_key(BY_NAME["P-384"])
    assert len({each.public for each in made}) == 1
    assert len({each.message for each in made}) == curves_many.SIGNATURES
    suite = adapter(OWN).suite("p384")  # type: ignore[attr-defined]  # it is a library
    assert suite.verify(made[7].public, made[7].message, made[7].signature)
