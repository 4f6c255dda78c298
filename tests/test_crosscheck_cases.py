"""The cases of a campaign: the same for the same seed and index, of every kind, and what they are said to be."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from ecref import der, ecdsa, signatures
from ecref.referee.crosscheck import der_flaws, ecdsa_cases, eddsa_cases
from ecref.referee.crosscheck.cases import KINDS, OFTEN, TABLE, case, choice, simpler
from ecref.referee.crosscheck.draws import ORDER, Draw
from ecref.referee.crosscheck.judge import expected
from ecref.referee.vectors import rule_sets

ROUNDS = 3


def place_of(kind: str, scheme: str) -> int:
    """The place in the table."""
    return next(place for place, entry in enumerate(TABLE) if (entry.kind, entry.scheme) == (kind, scheme))


def of_kind(kind: str, scheme: str, number: int) -> list[Any]:
    """The first cases of a kind and scheme."""
    part = choice(scheme.removesuffix("ctx").removesuffix("ph"), [kind])
    places = [place for place in part.places if TABLE[place].scheme == scheme]
    rounds = range(-(-number // len(places)))
    return [case(7, place + i * len(TABLE)) for i in rounds for place in places][:number]


def verdicts(kind: str, scheme: str, number: int) -> dict[str, set[object]]:
    """What ecref answers, by flaw: the reasons and errors, None for valid or done."""
    found: dict[str, set[object]] = {}
    for each in of_kind(kind, scheme, number):
        answer = expected(each.request)
        found.setdefault(each.flaw, set()).add(answer.get("error", answer.get("reason")))
    return found


# ---------------------------------------------------------------- chance


def test_a_draw_follows_from_seed_index_and_place() -> None:
    draws = [Draw(seed, index) for seed, index in ((1, 2), (1, 2), (2, 2), (1, 3))]
    numbers = [[draw.below(1 << 64), draw.below(1 << 64)] for draw in draws]
    assert numbers[0] == numbers[1]
    assert len({number for pair in numbers for number in pair}) == 6


def test_numbers_that_are_given_stand_for_those_drawn() -> None:
    draw = Draw(0, 0, given=[5, 99])
    assert [draw.below(10), draw.below(10), draw.below(10)] == [5, 9, 0]
    assert draw.octets(4) == bytes(4)


def test_turns_go_through_every_combination() -> None:
    seen = set()
    for rounds in range(6):
        draw = Draw(0, 0, rounds)
        seen.add((draw.turn("ab"), draw.turn("xyz")))
    assert len(seen) == 6


@pytest.mark.parametrize("form", range(6))
def test_edge_scalars_are_in_range(form: int) -> None:
    n = ecdsa.p256.curve.n
    for small in range(16):
        for place in (0, 1, 200, 254):
            assert 1 <= Draw(0, 0, given=[form, small, place, 1]).edge(n) < n
    assert Draw(0, 0, given=[0]).edge(n) == 1
    assert Draw(0, 0, given=[1]).edge(n) == n - 1
    assert Draw(0, 0, given=[2]).edge(n) == n // 2 + 8
    assert Draw(0, 0, given=[3, 0, 200]).edge(n) == 1 << 200
    assert Draw(0, 0, given=[5, 0, 0, 0]).edge(n) == int("01" * 128, 2) % n


# ---------------------------------------------------------------- all kinds


def test_a_case_is_a_pure_function_on_every_machine() -> None:
    program = "from ecref.referee.crosscheck.cases import case; print([case(3, i).request for i in range(159)])"
    command = [sys.executable, "-c", program]
    ran = subprocess.run(command, cwd=Path(__file__).parents[1], capture_output=True, text=True, check=True)
    assert ran.stdout == f"{[case(3, i).request for i in range(159)]}\n"
    assert case(3, 5) != case(4, 5)


def test_a_round_has_every_kind_of_every_scheme() -> None:
    assert set(KINDS) == {*eddsa_cases.KINDS, *ecdsa_cases.KINDS}
    assert len(TABLE) == sum(OFTEN.get(entry.kind, 1) for entry in TABLE if entry.number == 0)
    pairs = {(entry.scheme, entry.kind) for entry in TABLE}
    assert len(pairs) == 3 * len(ecdsa_cases.KINDS) + 5 * len(eddsa_cases.KINDS) - 2
    for index, entry in enumerate(TABLE):
        found = case(0, index)
        assert (found.index, found.scheme, found.kind) == (index, entry.scheme, entry.kind)
        assert {purpose for purpose, _ in found.drawn} <= set(ORDER)


@pytest.mark.parametrize("part", range(4))
def test_ecref_can_use_every_request(part: int) -> None:
    """Whatever is refused is refused for what is odd about it, not for how the request is written."""
    for index in range(part, ROUNDS * len(TABLE), 4):
        found = case(11, index)
        answer = expected(found.request)
        assert answer.get("error") not in ("bad-request", "unsupported", "internal", "bad-digest"), (found, answer)
        assert not {"steps", "rules", "id"} & found.request.keys()


def test_a_case_of_fewer_numbers_is_of_the_same_kind() -> None:
    for index in range(len(TABLE)):
        simplest = simpler(case(0, index), [])
        assert (simplest.kind, simplest.scheme) == (TABLE[index].kind, TABLE[index].scheme)
        assert "error" not in expected(simplest.request) or simplest.kind in ("long-contexts", "contexts")


def test_a_choice_numbers_what_fits() -> None:
    part = choice("P-384", ["der", "honest"])
    cases = [case(0, part.index(number)) for number in range(6)]
    assert [each.kind for each in cases] == ["honest", "der", "der", "der", "der", "honest"]
    assert {each.scheme for each in cases} == {"P-384"}
    assert len({each.index for each in cases}) == 6
    assert choice("P-256", ["small-order"]).places == ()
    assert {TABLE[place].scheme for place in choice("Ed25519").places} == {"Ed25519", "Ed25519ctx", "Ed25519ph"}
    assert [choice().index(number) for number in range(300)] == list(range(300))


# ---------------------------------------------------------------- ECDSA


@pytest.mark.parametrize("curve", ["P-256", "P-384", "secp256k1"])
def test_der_flaws_are_none_but_those_that_are_named(curve: str) -> None:
    found = verdicts("der", curve, len(der_flaws.FLAWS))
    assert set(found) == set(der_flaws.FLAWS)
    ranges = {"-r": {"r-out-of-range"}, "-s": {"s-out-of-range"}}
    ranges |= {"r without its zero octet": {"r-out-of-range"}, "s without its zero octet": {"s-out-of-range"}}
    for flaw, reasons in found.items():
        assert reasons == ranges.get(flaw, {"signature-encoding"}), flaw


def test_lengths_wrap_around() -> None:
    octets = der_flaws.FLAWS["a length of the SEQUENCE, and 2^32"](1, 2)
    assert octets.hex() == "3085" + "0100000006" + "020101" + "020102"
    assert der_flaws.FLAWS["an indefinite length"](1, 2).hex() == "3080" + "020101" + "020102" + "0000"
    assert der_flaws.FLAWS["-s with a superfluous octet ff"](1, 2).hex() == "3007" + "020101" + "0202fffe"
    assert der.write_integer(-2).hex() == "0201fe"


@pytest.mark.parametrize("curve", ["P-256", "P-384", "secp256k1"])
def test_x_above_n_is_valid_and_r_above_n_is_not(curve: str) -> None:
    found = verdicts("x-above-n", curve, 3)
    assert found == {
        "x(kG) >= n": {None},
        "r = x(kG) >= n": {"r-out-of-range"},
        "x(kG) = r, though r + n < p": {None},
    }
    n, p = ecdsa.SCHEMES[curve].curve.n, ecdsa.SCHEMES[curve].curve.p
    for each in of_kind("x-above-n", curve, 3):
        signature, form = bytes.fromhex(each.request["signature"]), each.request["signature_format"]
        r = signatures.decode(signature, form, n)[0]
        assert r + n < p or each.flaw == "r = x(kG) >= n"


def test_tampered_signatures_of_ecdsa_hold_only_where_s_may_be_replaced() -> None:
    found = verdicts("tampered", "P-256", 7)
    assert found.pop("n - s") == {None}
    assert len(found) == 6
    assert all(reasons == {"mismatch"} for reasons in found.values())


def test_ranges_are_left_by_all_but_three() -> None:
    found = verdicts("scalar-range", "P-384", 18)
    in_range = {"r = n - 1", "s = 1"}
    assert len(found) == 18
    for flaw, reasons in found.items():
        assert (None in reasons or "mismatch" in reasons) == (flaw in in_range), (flaw, reasons)


@pytest.mark.parametrize(
    ("kind", "number", "wanted"),
    [
        ("result-is-identity", 3, {"e = -rd": {"result-is-identity"}}),
        ("half-s", 8, {"s > n/2": {None}, "s <= n/2": {None}}),
        ("edge-multiples", 3, {"[u]G = [v]Q": {None}, "u = 0": {None}, "u and v from the edges": {None}}),
        ("edge-r-and-s", 2, {"honest": {None}}),
        ("edge-keys", 4, {"x at an edge": {None}}),
        ("der-bits", 6, {"a bit of a tag or a length": {"signature-encoding"}}),
    ],
)
@pytest.mark.parametrize("curve", ["P-256", "P-384", "secp256k1"])
def test_what_ecref_says(kind: str, number: int, wanted: dict[str, set[object]], curve: str) -> None:
    assert verdicts(kind, curve, number) == wanted


def test_high_s_begins_over_half() -> None:
    for each in of_kind("half-s", "secp256k1", 8):
        assert (expected(each.request, "low-s")["reason"] == "high-s") == (each.flaw == "s > n/2")


def test_digests_hold_at_every_length_and_truncation_only_of_the_leftmost_bits() -> None:
    found = verdicts("digests", "secp256k1", 8)
    assert len(found) == 8
    assert all(reasons == {None} for reasons in found.values())
    found = verdicts("truncation", "P-256", 30)
    assert {flaw.split(", ")[1] for flaw in found} == {
        "honest",
        "made with the whole digest",
        "made with the rightmost bits",
    }
    assert all(reasons == ({None} if "honest" in flaw else {"mismatch"}) for flaw, reasons in found.items())


def test_keys_in_every_form() -> None:
    for kind in "key-encodings", "parsing-keys":
        found = verdicts(kind, "P-256", 19)
        taken = {flaw for flaw, reasons in found.items() if reasons == {None}}
        assert taken == {"uncompressed", "compressed"}
        assert found["hybrid"] == {"bad-encoding"}
        assert found["off the curve"] == found["the identity"] == found["x = p"] == {"invalid-key"}


def test_r_and_s_may_be_drawn_until_they_serve() -> None:
    """[k]G has x = r, and e = -rd gives s = 0: the next k is taken."""
    from ecref.referee.crosscheck.ecdsa_signed import digest_text, sign

    scheme = ecdsa.p256
    r = scheme.curve.G.affine()[0] % scheme.curve.n
    signed = sign(scheme, 1, 1, digest_text(b"x"), e=-r)
    assert signed.r == (2 * scheme.curve.G).affine()[0] % scheme.curve.n


def test_edge_multiples_fall_back_where_both_multiples_cancel() -> None:
    place = place_of("edge-multiples", "P-256")
    n = ecdsa.p256.curve.n
    made = simpler(case(0, place), [2, n - 2, 0, 0, 0, 0, 0, 0, 0])  # d = n - 1, u = v = 1: [u]G + [v]Q = O
    assert made.flaw == "u and v from the edges"
    assert expected(made.request)["valid"]


# ---------------------------------------------------------------- EdDSA


@pytest.mark.parametrize("scheme", ["Ed25519", "Ed25519ctx", "Ed25519ph", "Ed448", "Ed448ph"])
def test_what_ecref_says_of_eddsa(scheme: str) -> None:
    found = verdicts("tampered", scheme, 7)
    assert len(found) == 7
    assert all(None not in reasons for reasons in found.values())
    assert all(reasons == {"s-out-of-range"} for reasons in verdicts("S-range", scheme, 8).values())
    edges = verdicts("S-edges", scheme, 5)
    assert {flaw for flaw, reasons in edges.items() if reasons == {"mismatch"}} == {"S = 0", "S = L - 1"}
    assert verdicts("edge-scalars", scheme, 3) == verdicts("honest", scheme, 3) == {"honest": {None}}
    assert all(reasons == {"mismatch"} for reasons in verdicts("variants", scheme, 6).values())
    assert all(reasons == {None} for reasons in verdicts("mixed-order", scheme, 4).values())
    lengths = verdicts("lengths", scheme, 8)
    assert all(reasons == {"bad-length" if "key" in flaw else "signature-length"} for flaw, reasons in lengths.items())
    for flaw, reasons in verdicts("non-canonical", scheme, 4).items():
        assert reasons == {f"{flaw[0]}-non-canonical"}


@pytest.mark.parametrize("scheme", ["Ed25519ctx", "Ed25519ph", "Ed448", "Ed448ph"])
def test_contexts_matter(scheme: str) -> None:
    found = verdicts("contexts", scheme, 5)
    assert len(found) == 5
    assert all(reasons == {"mismatch"} for reasons in found.values())
    assert verdicts("long-contexts", scheme, 1) == {"a context of 256 octets and more": {"bad-context"}}


def test_a_context_of_255_octets_loses_one_to_be_another() -> None:
    place = place_of("contexts", "Ed448")
    made = simpler(case(0, place), [2, 0, 0, 7, 1])
    assert made.flaw == "an octet more or less"
    assert len(made.request["context"]) == 2 * 254


@pytest.mark.parametrize("scheme", ["Ed25519", "Ed448"])
def test_rule_sets_differ_over_the_cases_about_points(scheme: str) -> None:
    """Each pair of rule sets is told apart by some case, but those that differ in nothing an implementation shows."""
    told: set[tuple[str, str]] = set()
    names = rule_sets(scheme)
    for kind in "small-order", "mixed-order", "non-canonical", "unlikely-y":
        for each in of_kind(kind, scheme, 40):
            valid = {name: expected(each.request, name).get("valid") for name in names}
            told |= {(one, other) for one in names for other in names if valid[one] != valid[other]}
    assert {(one, other) for one in names for other in names if one != other} - told == set()


def test_every_python_has_the_hashes() -> None:
    assert not {"SHA-512/224", "SHA-512/256"} & {*ecdsa_cases.HASHES}
    for name in ecdsa_cases.SIGNING_HASHES:
        assert ecdsa.p256.private_key(1).sign(b"", hash=name)
