"""Fingerprints: ecref under each rule set is recognised, and a fault shows in the answer to the question about it."""

from __future__ import annotations

import hashlib
import json
from functools import cache
from itertools import count
from typing import TYPE_CHECKING, Any

import pytest

from ecref.ecdsa import SCHEMES
from ecref.errors import InvalidSignature, UnusableInput
from ecref.referee.fingerprint import case, ecdsa, eddsa, report, signing
from ecref.referee.fingerprint.case import Case, Reply, property_of
from ecref.referee.fingerprint.subjects import SUBJECTS, Fingerprint, fingerprint, size
from ecref.referee.implementations.interface import UNSUPPORTED
from ecref.referee.protocol import answer
from ecref.referee.vectors import rule_sets
from ecref.signatures import decode, encode

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from ecref.referee.implementations.interface import Answer

EDDSA, CURVES = ("Ed25519", "Ed448"), ("P-256", "P-384", "secp256k1")

# By rule set: whether it accepts a residue; A, R, both of small order; A, R that aren't canonical. From rules.py.
TAMING = {
    "rfc8032": "yes yes yes yes no no",
    "rfc8032-cofactorless": "no yes yes yes no no",
    "ref10": "no yes yes yes yes no",
    "no-small-order": "no no no no no no",
    "cofactored-no-small-order": "yes no no no no no",
    "zip215": "yes yes yes yes yes yes",
    "openssl-ed448": "yes inconsistent no inconsistent no no",
}
TOLD_BY = ["cofactored", "A-small-order", "R-small-order", "both-small-order", "A-non-canonical", "R-non-canonical"]

ACCEPTED = {  # what every implementation of the standards accepts
    *("valid", "A-mixed-order", "reduced-k", "Ed25519ctx", "Ed25519ctx-empty", "Ed25519ph", "Ed448"),
    *("Ed448ph", "sign"),
    *("der", "p1363", "x-beyond-n", "digest-longer", "digest-shorter", "digest-zero", "digest-ones", "compressed"),
    *("deterministic", "rfc6979"),
}


@cache
def cached_answer(request: str) -> Answer:
    return answer(json.loads(request))


def ours(request: Mapping[str, Any], **more: str) -> Answer:
    """ecref's answer; it is asked the same again and again."""
    return dict(cached_answer(json.dumps({**request, **more})))


class Fake:
    """ecref under a rule set, whose answers a test changes."""

    name = "fake"

    def __init__(
        self,
        rules: str | None = None,
        change: Callable[[dict[str, Any]], Answer | None] = lambda _: None,
        declared: str | None = None,
        nonce: str | None = "rfc6979",
    ) -> None:
        self._rules, self._change, self._declared, self._nonce = rules, change, declared or rules, nonce

    def version(self) -> str:
        return "fake 1"

    def rules(self, scheme: str, curve: str | None) -> str | None:
        assert (scheme == "ECDSA") == (curve in CURVES)
        return self._declared

    def nonce(self, curve: str) -> str | None:
        assert curve in CURVES
        return self._nonce

    def answer(self, request: Mapping[str, Any]) -> Answer:
        assert not {"rules", "steps", "id"} & request.keys()
        changed = self._change(dict(request))
        if changed is not None:
            return changed
        more = {"rules": self._rules} if request["op"] == "verify" and self._rules is not None else {}
        return ours(request, **more)

    def close(self) -> None: ...


def taken(fake: Fake, subject: str) -> Fingerprint:
    done: list[None] = []
    found = fingerprint(fake, subject, lambda: done.append(None))
    assert len(done) == size(subject)
    return found


def answers(found: Fingerprint) -> dict[str, str]:
    return {each.key: each.answer for each in found.properties}


def usual(key: str) -> str:
    """The answer under `fips186-5`."""
    return "yes" if key in (*ACCEPTED, "high-s") else "no"


# ---------------------------------------------------------------- recognised


@pytest.mark.parametrize(("subject", "rules"), [(subject, rules) for subject in EDDSA for rules in rule_sets(subject)])
def test_ecref_under_each_rule_set_of_eddsa_is_recognised(subject: str, rules: str) -> None:
    found = taken(Fake(rules), subject)
    assert (found.nearest, found.follows, found.departures, found.differences()) == ([rules], True, [], {})
    assert found.answered == len(found.replies) == {"Ed25519": 532, "Ed448": 594}[subject]
    assert {name for name, distance in found.distances.items() if distance < 10} == {rules}
    told = answers(found)
    assert [told.pop(key) for key in TOLD_BY] == TAMING[rules].split()
    assert told == {key: "yes" if key in ACCEPTED else "no" for key in told}
    assert len(told) == {"Ed25519": 10, "Ed448": 9}[subject]


def test_each_rule_set_is_met() -> None:
    assert {*rule_sets("Ed25519"), *rule_sets("Ed448")} == {*TAMING}


@pytest.mark.parametrize("rules", ["fips186-5", "low-s"])
@pytest.mark.parametrize("subject", CURVES)
def test_ecref_under_each_rule_set_of_ecdsa_is_recognised(subject: str, rules: str) -> None:
    found = taken(Fake(rules), subject)
    assert (found.nearest, found.follows, found.departures, found.differences()) == ([rules], True, [], {})
    assert found.answered == len(found.replies) == 84
    assert sorted(found.distances.values()) == [0, 1]
    told = answers(found)
    assert told == {**{key: usual(key) for key in told}, "high-s": {"fips186-5": "yes", "low-s": "no"}[rules]}
    assert len(told) == len(ecdsa.QUESTIONS) + 4
    assert "low-s" in told  # of its signatures


def test_every_case_of_ecdsa_belongs_to_a_question_and_every_question_has_one() -> None:
    assert {each.flags for each in ecdsa.cases("P-256")} == {(key,) for key in ecdsa.QUESTIONS}


@pytest.mark.parametrize("subject", CURVES)
def test_cases_have_names_of_their_own_and_are_the_same_in_both_forms(subject: str) -> None:
    cases = ecdsa.cases(subject)
    assert len({each.id for each in cases}) == len(cases)
    n = SCHEMES[subject].curve.n
    for each in cases:
        if len(each.requests) == 2:
            pairs = [decode(bytes.fromhex(of["signature"]), of["signature_format"], n) for of in each.requests]
            assert pairs[0] == pairs[1]
            assert [of["signature_format"] for of in each.requests] == ["der", "p1363"]
            for rules in each.verdicts:
                verdicts = [ours(of, rules=rules) for of in each.requests]
                assert len({of.get("valid", False) for of in verdicts}) == 1


# ---------------------------------------------------------------- one answer that differs


@pytest.mark.parametrize("subject", ["Ed448", "P-256"])
def test_each_case_alone_would_be_seen(subject: str) -> None:
    rules = {"Ed448": "openssl-ed448", "P-256": "fips186-5"}[subject]
    replies = taken(Fake(rules), subject).replies
    step = 20 if subject in EDDSA else 1
    for index in range(0, len(replies), step):
        each = replies[index].case
        if rules in each.verdicts:
            other = Reply(each, replies[index].request, {}, "no" if each.verdicts[rules] else "yes")
            found = Fingerprint(subject, rules, None, (*replies[:index], other, *replies[index + 1 :]), ())
            assert (found.distances[rules], found.departures) == (1, ["rules"])
            [group] = found.differences()[rules]
            assert (group.flags, group.count, group.example) == (each.flags, 1, other)
            assert group.expected == each.verdicts[rules]


@pytest.mark.parametrize("key", ["compressed", "hybrid", "bare"])
def test_no_rule_set_says_which_forms_of_a_point_are_read(key: str) -> None:
    chosen = [each for each in ecdsa.cases("P-256") if each.flags == (key,)]
    assert [(each.verdicts, each.requests[0]["op"]) for each in chosen] == [({}, "verify"), ({}, "parse_public_key")]
    for state in ("yes", "no", "crash", "unsupported"):
        assert not Reply(chosen[0], chosen[0].requests[0], {}, state).differs("fips186-5")


def test_to_refuse_an_empty_context_is_no_difference() -> None:
    def careful(request: dict[str, Any]) -> Answer | None:
        refused = (request["scheme"], request.get("context")) == ("Ed25519ctx", "")
        return {"error": "bad-context"} if refused else None

    found = taken(Fake("rfc8032", careful), "Ed25519")
    assert (found.nearest, found.follows, found.departures) == (["rfc8032"], True, [])
    told = answers(found)
    assert {key for key, each in told.items() if each != ("yes" if key in ACCEPTED else "no")} == {
        *("cofactored", "A-small-order", "R-small-order", "both-small-order", "Ed25519ctx-empty")
    }


def test_the_nearest_and_the_declared_rule_set_are_told_apart() -> None:
    found = taken(Fake("rfc8032", declared="ref10"), "Ed25519")
    assert (found.nearest, found.follows, found.departures) == (["rfc8032"], True, ["rules"])
    differences = found.differences()
    assert {rules: sum(each.count for each in groups) for rules, groups in differences.items()} == {"ref10": 157}
    first = differences["ref10"][0]
    assert (first.flags, first.count, first.expected) == (("A-small-order", "R-small-order"), 61, False)
    assert first.example.case.id == "edge-cases/Ed25519/small-order-pairs/5"


def test_of_two_that_are_as_near_the_declared_one_is_named_first() -> None:
    def no_high_s(request: dict[str, Any]) -> Answer | None:
        return dict(UNSUPPORTED) if request.get("signature") in high else None

    high = [of["signature"] for each in ecdsa.cases("P-256") if each.flags == ("high-s",) for of in each.requests]
    for rules, other in (("fips186-5", "low-s"), ("low-s", "fips186-5")):
        found = taken(Fake(rules, no_high_s), "P-256")
        assert (found.nearest, found.follows, found.answered) == ([rules, other], True, 83)
        assert answers(found)["high-s"] == "unsupported"


def test_a_rule_set_that_is_not_there() -> None:
    with pytest.raises(UnusableInput) as caught:
        taken(Fake("rfc8032", declared="ref10"), "Ed448")
    assert caught.value.detail == "fake declares 'ref10', and no verifier of Ed448 has such a rule set"


# ---------------------------------------------------------------- faults of a verifier


class Naive:
    """ECDSA's verification by definition, each of whose checks can be left out."""

    def __init__(self, **left_out: bool) -> None:
        self.left_out = left_out

    def __call__(self, request: dict[str, Any]) -> Answer | None:
        if request["op"] != "verify":
            return None
        scheme, form = SCHEMES[request["curve"]], request["signature_format"]
        E, n, G = scheme.curve, scheme.curve.n, scheme.curve.G
        try:
            r, s, _ = decode(bytes.fromhex(request["signature"]), form, n)
            Q = scheme.public_key(bytes.fromhex(request["public_key"]))
        except (InvalidSignature, UnusableInput):
            return {"valid": False}
        if "range" not in self.left_out and not (1 <= r < n and 1 <= s < n):
            return {"valid": False}
        if "digest" in request:
            digest = bytes.fromhex(request["digest"])
        else:
            name = request["hash"].lower().replace("-", "")
            digest = hashlib.new(name, bytes.fromhex(request["message"])).digest()
        if "truncation" not in self.left_out:
            digest = digest[: (n.bit_length() + 7) // 8]
        try:
            w = pow(s, -1, n)
        except ValueError as error:
            return {"crash": str(error)}
        R = int.from_bytes(digest, "big") * w % n * G + r * w % n * E.decode(Q.to_bytes())
        if R.is_identity():
            return {"valid": False}
        x = R.affine()[0]
        return {"valid": x == r if "reduction" in self.left_out else (x - r) % n == 0}


@pytest.mark.parametrize("subject", CURVES)
@pytest.mark.parametrize(
    ("left_out", "shown"),
    [
        ("", {}),
        ("range", {"zero": "crash", "r-plus-n": "yes", "s-plus-n": "yes", "der-negative": "yes"}),
        ("truncation", {"digest-longer": "no", "digest-modulo-n": "yes"}),
        ("reduction", {"x-beyond-n": "no"}),
    ],
)
def test_what_a_verifier_leaves_out(subject: str, left_out: str, shown: dict[str, str]) -> None:
    found = taken(Fake("fips186-5", Naive(**{left_out: True})), subject)
    told = answers(found)
    assert {key: each for key, each in told.items() if each != usual(key)} == shown
    assert found.departures == ["rules"] * bool(left_out)


def lax(request: dict[str, Any]) -> Answer | None:
    """Reads BER for DER."""
    if (request["op"], request.get("signature_format")) != ("verify", "der"):
        return None
    return ours({**request, "signature_format": "ber"}, rules="fips186-5")


def any_point(request: dict[str, Any]) -> Answer | None:
    """Decodes what has the right length, without asking whether it is on the curve."""
    octets = bytes.fromhex(request.get("public_key", ""))
    if request["op"] != "parse_public_key" or octets[:1] not in (b"\4", b"\6", b"\7") or len(octets) != 65:
        return None
    return {"public_key": "04" + octets[1:].hex()}


def without_04(request: dict[str, Any]) -> Answer | None:
    """Reads x || y too."""
    if len(request.get("public_key", "")) != 128:
        return None
    return ours({**request, "public_key": "04" + request["public_key"]})


def identity_as_key(request: dict[str, Any]) -> Answer | None:
    """Takes the identity, in either form, and verifies with it."""
    octets = bytes.fromhex(request.get("public_key", "04"))
    if octets[1:].strip(b"\0") or octets[:1] not in (b"\0", b"\4") or "public_key" not in request:
        return None
    if request["op"] == "parse_public_key":
        return {"public_key": octets.hex()}
    scheme = SCHEMES[request["curve"]]
    r, s, _ = decode(bytes.fromhex(request["signature"]), request["signature_format"], scheme.curve.n)
    e = int.from_bytes(hashlib.new(scheme.hash.replace("-", ""), bytes.fromhex(request["message"])).digest(), "big")
    return {"valid": (e * pow(s, -1, scheme.curve.n) * scheme.curve.G).affine()[0] == r}


def reduced_x(request: dict[str, Any]) -> Answer | None:
    """Reduces coordinates modulo p."""
    octets = bytes.fromhex(request.get("public_key", ""))
    size, p = 32, SCHEMES["P-256"].curve.p
    if request["op"] != "parse_public_key" or octets[:1] not in (b"\2", b"\4") or len(octets) % size != 1:
        return None
    x = int.from_bytes(octets[1 : 1 + size], "big") % p
    return ours({**request, "public_key": (octets[:1] + x.to_bytes(size, "big") + octets[1 + size :]).hex()})


def any_length(request: dict[str, Any]) -> Answer | None:
    """Reads the two halves of a P1363 signature whatever their length, and drops what follows."""
    if request.get("signature_format") != "p1363":
        return None
    octets = bytes.fromhex(request["signature"])
    size = 32 if len(octets) in (64, 65) else len(octets) // 2
    r, s = int.from_bytes(octets[:size], "big"), int.from_bytes(octets[size : 2 * size], "big")
    if max(r, s) >= 256**32:
        return {"valid": False}
    signature = encode(r, s, 0, "p1363", SCHEMES["P-256"].curve.n)
    return ours({**request, "signature": signature.hex()}, rules="fips186-5")


BER = ["der-long-length", "der-zeros-in-length", "der-indefinite", "der-padded", "der-unsigned", "der-after"]


@pytest.mark.parametrize(
    ("fault", "shown"),
    [
        (lax, dict.fromkeys(BER, "yes")),
        (any_point, dict.fromkeys(("hybrid", "hybrid-other-y", "off-curve", "identity", "x-beyond-p"), "inconsistent")),
        (without_04, {"bare": "yes"}),
        (identity_as_key, {"identity": "yes"}),
        (reduced_x, {"x-beyond-p": "yes"}),
        (any_length, {"p1363-short": "inconsistent", "p1363-long": "yes", "p1363-after": "inconsistent"}),
    ],
)
def test_what_a_reader_is_lax_about(fault: Callable[[dict[str, Any]], Answer | None], shown: dict[str, str]) -> None:
    told = answers(taken(Fake("fips186-5", fault), "P-256"))
    assert {key: each for key, each in told.items() if each != usual(key)} == shown


# ---------------------------------------------------------------- signatures of its own


SIGNING = ("sign", "deterministic", "rfc6979", "low-s")


def signs(**how: Any) -> Callable[[dict[str, Any]], Answer | None]:
    """Signs in another way than ecref by default."""

    def change(request: dict[str, Any]) -> Answer | None:
        return ours(request, **how) if request["op"] == "sign" else None

    return change


def random_nonce(request: dict[str, Any]) -> Answer | None:
    return answer({**request, "nonce": "random"}) if request["op"] == "sign" else None


def nonce_of_its_own(request: dict[str, Any]) -> Answer | None:
    """The digest of key and message for k."""
    if request["op"] != "sign":
        return None
    k = hashlib.sha256(bytes.fromhex(request["private_key"] + request["message"])).hexdigest()
    return ours(request, nonce={"unsafe_k": k})  # type: ignore[arg-type]


def one_hash_only(request: dict[str, Any]) -> Answer | None:
    """Makes the nonce with SHA-256 whatever the hash."""
    if request["op"] != "sign" or request["hash"] == "SHA-256":
        return None
    digest = hashlib.new(request["hash"].replace("-", ""), bytes.fromhex(request.pop("message"))).hexdigest()
    return ours({**request, "hash": None, "digest": digest})


def changed_octet(request: dict[str, Any]) -> Answer | None:
    if request["op"] != "sign":
        return None
    signature = ours(request)["signature"]
    return {"signature": signature[:-2] + f"{int(signature[-2:], 16) ^ 1:02x}"}


@pytest.mark.parametrize(
    ("change", "told"),
    [
        (signs(), "yes yes yes no"),
        (signs(low_s=True), "yes yes yes yes"),
        (random_nonce, "yes no no no"),
        (nonce_of_its_own, "yes yes no no"),
        (one_hash_only, "yes yes inconsistent no"),
        (changed_octet, "no yes no no"),
        (lambda request: {"signature": "00"} if request["op"] == "sign" else None, "no yes no no"),
        (lambda request: {"error": "invalid-key"} if request["op"] == "sign" else None, "no no no no"),
        (lambda request: {"crash": "gone"} if request["op"] == "sign" else None, "crash crash crash crash"),
        (lambda request: UNSUPPORTED if request["op"] == "sign" else None, " ".join(["unsupported"] * 4)),
    ],
)
def test_what_its_ecdsa_signatures_tell(change: Callable[[dict[str, Any]], Answer | None], told: str) -> None:
    for nonce, right in (("rfc6979", "yes"), ("random", "no"), (None, None), ("hedged", None)):
        found = taken(Fake("fips186-5", change, nonce=nonce), "P-256")
        assert [answers(found)[key] for key in SIGNING] == told.split()
        measured = told.split()[2]
        departs = right is not None and measured in ("yes", "no", "inconsistent") and measured != right
        assert found.departures == ["nonce"] * departs


def test_a_signer_that_has_only_p1363_is_asked_for_that() -> None:
    def change(request: dict[str, Any]) -> Answer | None:
        return dict(UNSUPPORTED) if request.get("signature_format") == "der" else None

    told = answers(taken(Fake("fips186-5", change), "P-256"))
    without = {"der", *(key for key in ecdsa.QUESTIONS if key.startswith("der-"))}
    assert {key for key, each in told.items() if each == "unsupported"} == without
    assert {key: each for key, each in told.items() if each not in ("unsupported", usual(key))} == {}


def test_the_messages_are_signed_with_a_high_s() -> None:
    for curve in CURVES:
        n = SCHEMES[curve].curve.n
        cases = signing.ecdsa_cases(curve)
        high = []
        for each in cases:
            _, s, _ = decode(bytes.fromhex(ours(each.requests[0])["signature"]), "der", n)
            high.append(s > n // 2)
        assert sum(high[:2] + high[3:]) == len(cases) - 1 == 17
        assert cases[0].requests == cases[1].requests
        assert cases[0].requests[0]["hash"] != cases[2].requests[0]["hash"]


@pytest.mark.parametrize("subject", EDDSA)
@pytest.mark.parametrize(("change", "told"), [(None, "yes"), ("00", "no"), ("crash", "crash")])
def test_what_its_eddsa_signatures_tell(subject: str, change: str | None, told: str) -> None:
    def changed(request: dict[str, Any]) -> Answer | None:
        if request["op"] != "sign" or change is None:
            return None
        return {"crash": "gone"} if change == "crash" else {"signature": change}

    replies = case.ask_all(Fake("rfc8032", changed), signing.eddsa_cases(subject), lambda: None)
    [found] = signing.eddsa_properties(replies)
    assert (found.key, found.answer, found.asked) == ("sign", told, 3)


# ---------------------------------------------------------------- asking


def test_nothing_is_there() -> None:
    for subject in SUBJECTS:
        found = taken(Fake(change=lambda _: dict(UNSUPPORTED)), subject)
        assert (found.answered, found.has_answers, found.nearest, found.follows) == (0, False, [], False)
        assert (found.departures, found.differences()) == ([], {})
        assert {*answers(found).values()} == {"unsupported"}
        assert all(each.evidence == () for each in found.properties)


def test_an_error_that_says_unsupported_is_no_refusal() -> None:
    reply = case.ask(Fake(change=lambda _: {"error": "unsupported"}), ecdsa.cases("P-256")[0])
    assert (reply.state, reply.answer) == ("unsupported", {"unsupported": True})


def test_a_crash_differs_from_every_rule_set() -> None:
    found = taken(Fake(change=lambda _: {"crash": "gone"}, declared="rfc8032"), "Ed25519")
    assert (found.answered, found.has_answers, found.follows) == (532, False, False)
    assert {*found.distances.values()} == {531}  # of the empty context of Ed25519ctx no rule set speaks
    assert {*answers(found).values()} == {"crash"}


def test_crashes_that_take_long_end_the_asking(monkeypatch: pytest.MonkeyPatch) -> None:
    seconds = count(0, 10)
    monkeypatch.setattr(case, "monotonic", lambda: next(seconds))
    cases = ecdsa.cases("P-256")
    done: list[None] = []
    assert len(case.ask_all(Fake(), cases, lambda: done.append(None))) == len(done) == len(cases) == 84
    done.clear()
    replies = case.ask_all(Fake(change=lambda _: {"crash": "hung"}), cases, lambda: done.append(None))
    assert [reply.state for reply in replies] == ["crash"] * 6  # of 10 seconds each
    assert len(done) == 84


def test_an_answer_of_other_octets_is_not_accepted() -> None:
    [parsed] = [each for each in ecdsa.cases("P-256") if each.id == "P-256/compressed/2"]
    assert parsed.octets == ours(parsed.requests[0])["public_key"]
    assert case.ask(Fake(change=lambda _: {"public_key": parsed.octets}), parsed).state == "yes"
    assert case.ask(Fake(change=lambda _: {"public_key": "04" + "00" * 64}), parsed).state == "no"


@pytest.mark.parametrize(
    ("states", "answer", "yes", "evidence"),
    [
        ("", "unsupported", 0, []),
        ("unsupported", "unsupported", 0, []),
        ("yes yes unsupported", "yes", 2, [0]),
        ("no no", "no", 0, [0]),
        ("no yes no yes yes", "inconsistent", 3, [0, 1]),
        ("crash", "crash", 0, [0]),
        ("yes crash no", "crash", 1, [0, 1, 2]),
    ],
)
def test_replies_to_a_question_make_an_answer(states: str, answer: str, yes: int, evidence: list[int]) -> None:
    replies = [Reply(Case(str(number), (), ()), {}, {}, state) for number, state in enumerate(states.split())]
    found = property_of("key", "text", replies)
    asked = sum(state != "unsupported" for state in states.split())
    assert (found.answer, found.yes, found.asked) == (answer, yes, asked)
    assert [each.case.id for each in found.evidence] == [str(number) for number in evidence]


# ---------------------------------------------------------------- tables


def test_cells() -> None:
    cells = {"yes": "yes", "no": "no", "yes no no": "1 of 3", "unsupported": "-", "crash": "crash", "no crash": "crash"}
    for states, cell in cells.items():
        replies = [Reply(Case("id", (), ()), {}, {}, state) for state in states.split()]
        assert report.cell(property_of("key", "text", replies)) == cell


def test_a_curve_that_none_has_has_no_table_of_answers() -> None:
    without = taken(Fake(change=lambda _: dict(UNSUPPORTED)), "P-384")
    found = {"one": [taken(Fake("low-s"), "P-256"), without], "other": [taken(Fake("low-s"), "P-256"), without]}
    tables = list(report.tables({"one": "1", "other": "2"}, found))
    assert [table.title for table in tables] == ["Rule sets", "P-256"]
    assert tables[0].heads == ("implementation", "version", "P-256", "P-384")
    assert tables[0].rows == [("one", "1", "low-s", ""), ("other", "2", "low-s", "")]
    assert tables[1].heads == ["question", "one", "other"]


def test_the_nearest_rule_set_has_the_number_of_differences() -> None:
    def taken_again(request: dict[str, Any]) -> Answer | None:
        return {"valid": True} if request.get("signature") == longer else None

    [longer] = [each.requests[0]["signature"] for each in eddsa.cases("Ed448") if each.id.endswith("lengths/5")]
    found = taken(Fake("zip215", taken_again), "Ed448")
    assert report.rule_set(found) == "~ zip215 (1)"
    [table] = report.differences("fake", found)
    assert table[:2] == ("fake on Ed448, beside zip215", "1 of 594 answers differ from the declared rule set")
    assert table.rows == [("length", "1", "refused", "accepted", "edge-cases/Ed448/lengths/5")]
    nearest, declared = report.differences("fake", taken(Fake("zip215", taken_again, declared="rfc8032"), "Ed448"))
    assert nearest[:2] == ("fake on Ed448, beside zip215", "1 of 594 answers differ from the nearest rule set")
    assert declared[:2] == ("fake on Ed448, beside rfc8032", "351 of 594 answers differ from the declared rule set")
