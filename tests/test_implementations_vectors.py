"""The vectors asked of an implementation: what counts as passed, and what is said of the others."""

from __future__ import annotations

import json
import shlex
import sys
from typing import TYPE_CHECKING, Any

import pytest

from ecref.cli import main
from ecref.referee import vector_run, vectors
from ecref.referee.implementations import Chosen
from ecref.referee.implementations.agreement import fault
from ecref.referee.protocol import answer
from ecref.referee.vector_judge import judge
from ecref.referee.vectors import Vector
from libraries import departing, made

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping
    from pathlib import Path

    from ecref.referee.vectors import Outcome

    Does = Callable[[Mapping[str, Any]], Any]

VALID: dict[str, Any] = {"valid": True, "reason": None}
INVALID: dict[str, Any] = {"valid": False, "reason": "mismatch"}
ED25519 = {"op": "verify", "scheme": "Ed25519"}
SIGN = {
    "op": "sign",
    "scheme": "ECDSA",
    "curve": "P-256",
    "private_key": "00" * 31 + "07",
    "private_key_format": "raw",
    "message": "6d",
}
RIGHT, LOW, RANDOM = (str(answer({**SIGN, **how})["signature"]) for how in ({}, {"low_s": True}, {"nonce": "random"}))


class Fake:
    """What answers as a test says, and counts how often it was closed."""

    name = "fake"
    closed = 0

    def __init__(self, does: Does, rules: str | None = None, nonce: str | None = None) -> None:
        self._does, self._rules, self._nonce = does, rules, nonce

    def version(self) -> str:
        return "fake 1"

    def rules(self, scheme: str, curve: str | None) -> str | None:
        assert (scheme == "ECDSA") == (curve is not None)
        return self._rules

    def nonce(self, curve: str) -> str | None:
        assert curve
        return self._nonce

    def answer(self, request: Mapping[str, Any]) -> Any:
        return self._does(request)

    def close(self) -> None:
        Fake.closed += 1


def judged(answer_: Any, expect: dict[str, Any], rules: str | None = None, **request: Any) -> Outcome:
    return judge(Fake(lambda _: answer_, rules), Vector("id", {**ED25519, **request}, expect))


# ---------------------------------------------------------------- one answer


@pytest.mark.parametrize(
    ("expected", "got", "reason"),
    [
        (VALID, VALID, None),
        (INVALID, INVALID, None),
        (INVALID, {"error": "invalid-key", "detail": "x"}, None),
        ({"error": "invalid-key"}, {"valid": False}, None),
        (INVALID, VALID, "accepted in spite of mismatch"),
        ({"error": "bad-length"}, VALID, "accepted in spite of bad-length"),
        (VALID, {"valid": False}, "refused, though valid"),
        (VALID, {"valid": False, "reason": "high-s"}, "refused, high-s"),
        (VALID, {"error": "invalid-key", "detail": "too odd"}, "refused, too odd"),
        (INVALID, {"crash": "it fell"}, "crash: it fell"),
    ],
)
def test_of_a_verification_counts_whether_it_accepts(
    expected: dict[str, Any], got: dict[str, Any], reason: str | None
) -> None:
    assert fault(ED25519, expected, got, None) == reason


def test_a_public_key_has_the_same_octets() -> None:
    for op in ("public_key", "parse_public_key"):
        assert fault({"op": op, "scheme": "Ed25519"}, {"public_key": "00"}, {"public_key": "00"}, None) is None
        assert fault({"op": op, "scheme": "Ed25519"}, {"public_key": "00"}, {"public_key": "01"}, None) == (
            "another public key"
        )


def test_a_signature_of_EdDSA_has_the_same_octets() -> None:
    request = {"op": "sign", "scheme": "Ed25519"}
    assert fault(request, {"signature": "00"}, {"signature": "00"}, None) is None
    assert fault(request, {"signature": "00"}, {"signature": "01"}, None) == "another signature than RFC 8032's"


@pytest.mark.parametrize("nonce", ["rfc6979", "random", None])
def test_a_signature_of_ECDSA_is_judged_by_what_is_said_of_k(nonce: str | None) -> None:
    def found(signature: str, **more: Any) -> str | None:
        return fault({**SIGN, **more}, {"signature": RIGHT}, {"signature": signature}, nonce)

    assert LOW != RIGHT
    assert found(RIGHT) is found(LOW) is None
    assert found(RANDOM) == ("another signature than RFC 6979's" if nonce == "rfc6979" else None)
    fixed = {"nonce": {"unsafe_k": "05"}}
    assert found(RANDOM, **fixed) == "another signature than the one that follows from k"
    if nonce != "rfc6979":
        other = str(answer({**SIGN, "message": "6e"})["signature"])
        assert found(other) == "its own signature doesn't hold: mismatch"
        assert found("00") == "its own signature doesn't hold: signature-encoding"


# ---------------------------------------------------------------- one vector


def test_a_vector_is_judged_by_the_declared_rules() -> None:
    expect = {"rules": {"rfc8032": VALID, "ref10": INVALID}}
    assert judged(VALID, expect, "rfc8032").result == "passed"
    assert judged(INVALID, expect, "ref10").result == "passed"
    outcome = judged(VALID, expect, "ref10")
    assert (outcome.id, outcome.curve, outcome.kind, outcome.result) == ("id", "ed25519", "policy", "failed")
    assert outcome.expected == {"rules": "ref10", **INVALID}
    assert (outcome.got, outcome.reason) == (VALID, "accepted in spite of mismatch")


@pytest.mark.parametrize("rules", [None, "low-s", "of-my-own"])
def test_without_rules_there_is_nothing_to_judge_a_policy_by(rules: str | None) -> None:
    outcome = judged(VALID, {"rules": {"rfc8032": VALID, "ref10": INVALID}}, rules)
    assert (outcome.result, outcome.reason) == ("skipped", "the rule sets differ over them, and fake declares none")
    same = {"rules": {"rfc8032": INVALID, "ref10": {**INVALID, "reason": "R-small-order"}}}
    assert judged(INVALID, same, rules).result == "passed"
    assert judged(VALID, VALID, rules).result == "passed"


def test_what_it_does_not_have_is_unsupported_whatever_is_expected() -> None:
    for heard in ({"unsupported": True}, {"error": "unsupported", "detail": "no"}):
        assert judged(heard, {"rules": {"rfc8032": VALID, "ref10": INVALID}}).result == "unsupported"


def test_nonsense_fails() -> None:
    assert judged("yes", VALID).reason == "crash: it answered 'yes'"


def test_steps_are_not_asked_for_nor_expected() -> None:
    asked: list[Mapping[str, Any]] = []

    def does(request: Mapping[str, Any]) -> dict[str, Any]:
        asked.append(request)
        return {"signature": "01"}

    vector = Vector("id", {**SIGN, "steps": True}, {"signature": RIGHT, "steps": [1]})
    outcome = judge(Fake(does, "fips186-5", "rfc6979"), vector)
    assert asked == [SIGN]
    assert outcome.expected == {"rules": "fips186-5", "signature": RIGHT}
    assert outcome.reason == "another signature than RFC 6979's"


# ---------------------------------------------------------------- all of them


def fakes(monkeypatch: pytest.MonkeyPatch, does: Does) -> None:
    monkeypatch.setattr(Chosen, "open", lambda _: Fake(does, "rfc8032"))
    Fake.closed = 0


def test_it_is_closed_in_the_end_even_after_an_error(monkeypatch: pytest.MonkeyPatch) -> None:
    fakes(monkeypatch, lambda _: {"unsupported": True})
    report = vector_run.run(["rfc8032"], chosen=Chosen("fake"))
    assert report.implementation == "fake 1"
    assert Fake.closed == 2  # the first told its version

    def falls(_: object) -> None:
        raise ZeroDivisionError

    fakes(monkeypatch, falls)
    with pytest.raises(ZeroDivisionError):
        vector_run.run(["rfc8032"], chosen=Chosen("fake"))
    assert Fake.closed == 2
    assert vector_run._OPEN == {}


def test_the_table_has_a_column_of_what_is_unsupported(capsys: pytest.CaptureFixture[str]) -> None:
    for jobs in ("1", "2"):
        assert main(["vectors", "--implementation", "ecref", "--suite", "rfc8032", "-j", jobs]) == 0
        rows = [line.split() for line in capsys.readouterr().out.splitlines()]
        assert rows[0][-3:] == ["failed", "skipped", "unsupported"]
        assert rows[1] == ["rfc8032", "ed25519", "10", "10", "0", "0", "10", "0", "0", "0"]
        assert rows[-1] == ["all", "21", "21", "0", "0", "21", "0", "0", "0"]


def test_a_failure_is_one_line_and_the_status_1(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    fakes(monkeypatch, lambda request: {"signature": "00"} if request["scheme"] == "Ed448ph" else {"unsupported": True})
    assert main(["vectors", "--implementation", "fake", "--suite", "rfc8032", "--json", "-j", "1"]) == 1
    out, err = capsys.readouterr()
    report = json.loads(out)
    assert list(report) == [
        *("implementation", "total", "passed", "failed", "skipped", "unsupported", "suites", "failures"),
    ]
    assert [report[name] for name in ("implementation", "total", "failed", "unsupported")] == ["fake 1", 21, 2, 19]
    assert [suite["unsupported"] for suite in report["suites"]] == [10, 9]
    [first, second] = report["failures"]
    assert first["id"] == "rfc8032/7.5/TEST abc"
    assert second["got"] == {"signature": "00"}
    assert first["reason"] == "another signature than RFC 8032's"
    lines = err.splitlines()
    assert len(lines) == 2
    assert lines[0].startswith('failed: rfc8032/7.5/TEST abc: expected {"rules":"rfc8032","signature":"822f')
    assert lines[0].endswith('"}, got {"signature":"00"}: another signature than RFC 8032\'s')


def test_a_program_that_speaks_the_protocol(capsys: pytest.CaptureFixture[str]) -> None:
    command = f"{shlex.quote(sys.executable)} -m ecref serve"
    assert main(["vectors", "--command", command, "--suite", "wycheproof-ed448", "--timeout", "60", "-j", "1"]) == 0
    out, err = capsys.readouterr()
    assert out.splitlines()[-1].split() == ["all", "87", "17", "69", "1", "86", "0", "1", "0"]
    assert err == "skipped: 1 vectors: the rule sets differ over them, and command declares none\n"


@pytest.mark.parametrize(
    ("arguments", "complaint"),
    [
        (["--implementation", "libmine"], "no implementation 'libmine'; there are ecref, cryptography, "),
        (["--timeout", "0"], "wanted a number of seconds, not '0'"),
        (["--timeout", "ten"], "wanted a number of seconds, not 'ten'"),
        (["--timeout", "nan"], "wanted a number of seconds, not 'nan'"),
    ],
)
def test_bad_arguments_are_named_in_one_line(
    arguments: list[str], complaint: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["vectors", *arguments]) == 2
    out, err = capsys.readouterr()
    assert (out, err.count("\n")) == ("", 1)
    assert complaint in err


def test_a_library_that_is_not_there(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "nacl.py").write_text("raise ImportError")
    monkeypatch.syspath_prepend(tmp_path)
    assert main(["vectors", "--implementation", "pynacl"]) == 2
    assert capsys.readouterr().err == "ecref: pynacl is not installed here; pip install 'ecref[bench]' brings it\n"


def test_no_implementation_is_asked_about_a_toy_curve(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["vectors", "--implementation", "ecref", "--suite", "edge-cases-nonces", "--json", "-j", "1"]) == 0
    report = json.loads(capsys.readouterr().out)
    assert (report["total"], report["unsupported"]) == (115, 115)


# ---------------------------------------------------------------- what the libraries do with the vectors

FINDINGS = {  # a suite that one second is enough for -> of each library: passed, failed, unsupported
    "rfc6979": {
        "cryptography": (20, 0, 0),
        "pycryptodome": (20, 0, 0),
        "ecdsa": (20, 0, 0),
        "fastecdsa": (20, 0, 0),
        "starkbank-ecdsa": (10, 0, 10),
        "ecc": (20, 0, 0),
        "coincurve": (0, 0, 20),
    },
    "wycheproof-ed25519": {
        "cryptography": (210, 0, 0),
        "pycryptodome": (210, 0, 0),
        "pynacl": (210, 0, 0),
        "ecdsa": (192, 18, 0),
        "fastecdsa": (210, 0, 0),
        "pure25519": (183, 27, 0),
    },
    "wycheproof-ecpoint": {
        "cryptography": (44, 0, 0),
        "fastecdsa": (44, 0, 0),
    },
}


@pytest.mark.parametrize(("suite", "name"), [(suite, name) for suite, found in FINDINGS.items() for name in found])
def test_what_a_library_makes_of_a_suite(suite: str, name: str) -> None:
    passed, failed, unsupported = FINDINGS[suite][name]
    found = departing(name) if failed else made(name)
    results = [judge(found, vector).result for vector in vectors.load(suite)]
    assert [results.count(each) for each in ("passed", "failed", "unsupported")] == [passed, failed, unsupported]
