"""The vector files: what they hold, where it comes from, how they are made, and how they are run."""

from __future__ import annotations

import importlib.util
import json
import os
import re
import shutil
from itertools import product
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

from ecref import ecdsa, eddsa, signatures
from ecref.hashes import HASH_NAMES
from ecref.referee import vector_run, vectors
from vectors import build, confirm, files, judge, packages
from vectors.vector import Suite, Vector

if TYPE_CHECKING:
    from collections.abc import Callable

ROOT = Path(__file__).parents[1] / "vectors"
README = (ROOT / "README.md").read_text("utf-8")
SUITES = vectors.suites()
ROWS = re.findall(r"^\| (\S+)\.json \| ([\d,]+) \|.*\| ([^|]*) \|$", README, re.MULTILINE)
COUNTS = {name: int(count.replace(",", "")) for name, count, _ in ROWS}
LICENCES = {name for _, _, licence in ROWS for name in licence.split(" AND ")}
SHAPES = ({"valid", "reason"}, {"error"}, {"signature"}, {"signature", "steps"}, {"public_key"})  # of an expectation
WHEELS = os.environ.get("ECREF_VECTOR_WHEELS")
needs_wheels = pytest.mark.skipif(WHEELS is None, reason="ECREF_VECTOR_WHEELS names no folder with the pinned wheels")


def written(suite: str) -> str:
    return (ROOT / f"{suite}.json").read_text("utf-8")


def expectations(suite: str) -> dict[str, dict[str, object]]:
    return {vector.id: vector.expect for vector in vectors.load(suite)}


# ---------------------------------------------------------------- what they hold


def test_counts_are_those_of_the_readme() -> None:
    assert {suite: len(vectors.load(suite)) for suite in SUITES} == COUNTS
    assert f"{sum(COUNTS.values()):,} vectors in {len(COUNTS)} suites" in README


def test_ids_are_unique() -> None:
    ids = [vector.id for suite in SUITES for vector in vectors.load(suite)]
    assert len(ids) == len(set(ids))


@pytest.mark.parametrize("suite", SUITES)
def test_a_file_is_one_line_a_group_and_one_a_vector(suite: str) -> None:
    text = written(suite)
    content = json.loads(text)
    assert content["suite"] == suite
    assert text.isascii()
    lines = [json.loads(line.rstrip(",")) for line in text.splitlines() if line.startswith('{"id":')]
    assert lines == [vector for group in content["groups"] for vector in group["vectors"]]
    assert all(set(line) == {"id", "flags", "request", "expect"} for line in lines)


@pytest.mark.parametrize("suite", SUITES)
def test_expectations_are_whole(suite: str) -> None:
    for vector in vectors.load(suite):
        expect = vector.expect
        assert ("steps" in expect) == ("steps" in vector.request and "error" not in expect)
        if vector.request["op"] == "verify":
            expect = {name: value for name, value in expect.items() if name != "steps"}
        if "rules" in expect:
            assert list(expect["rules"]) == vectors.rule_sets(vector.request["scheme"])
            assert len({files.compact(each) for each in expect["rules"].values()}) > 1
        for each in expect.get("rules", {None: expect}).values():
            assert each.keys() in SHAPES
            assert ("reason" not in each) or (each["valid"] == (each["reason"] is None))


def test_rfc_vectors_carry_their_steps() -> None:
    for suite in ("rfc8032", "rfc6979"):
        for vector in vectors.load(suite):
            assert {"k", "R"} <= {step["name"] for step in vector.expect["steps"]}


def steps(vector: vectors.Vector, name: str) -> list[int]:
    """The values of this name among a vector's steps, as big-endian integers."""
    return [int(step["value"], 16) for step in vector.expect["steps"] if step["name"] == name]


def test_r_is_x_minus_n_where_the_flag_says_so() -> None:
    found = [vector for vector in vectors.load("edge-cases-ecdsa") if vector.flags[0] == "x-of-R-over-n"]
    assert len(found) == 90
    for vector in found:
        n = ecdsa.SCHEMES[vector.request["curve"]].curve.n
        signature = bytes.fromhex(vector.request["signature"])
        r, s, _ = signatures.decode(signature, vector.request["signature_format"], n)
        if "r-not-reduced" in vector.flags:
            assert r >= n
            assert vector.expect == {"valid": False, "reason": "r-out-of-range", "steps": []}
        else:
            assert steps(vector, "r1") == [n + r]
            assert vector.kind == ("policy" if s > n // 2 else "valid")


def test_a_digest_of_each_length_and_each_hash_is_signed_and_verified_on_each_curve() -> None:
    found = vectors.load("edge-cases-hashes")
    for curve in ecdsa.SCHEMES:
        for op in ("sign", "verify"):
            requests = [each.request for each in found if (each.request["curve"], each.request["op"]) == (curve, op)]
            lengths = [len(request["digest"]) // 2 for request in requests if "digest" in request]
            assert lengths == list(range(1, 65))
            hashes = {(request["hash"], request["signature_format"]) for request in requests if "message" in request}
            assert hashes == set(product(HASH_NAMES, ("der", "p1363")))


def test_each_candidate_for_k_that_did_not_serve_shows_in_the_flags() -> None:
    for vector in vectors.load("edge-cases-nonces"):
        n, flags = vector.request["parameters"]["n"], vector.flags
        assert vector.curve == "toy"
        tried = [flag for flag in flags if flag in ("r-zero", "s-zero")]  # RFC 6979 itself passes over the others
        pairs = list(zip(steps(vector, "r"), steps(vector, "s"), strict=True))
        assert ["r-zero" if r == 0 else "s-zero" for r, s in pairs if r * s == 0] == tried
        assert len(pairs) == len(tried) + 1
        assert all(0 < k < n for k in steps(vector, "k"))
    seen = {flag for vector in vectors.load("edge-cases-nonces") for flag in vector.flags}
    assert seen == {"first-nonce", "k-zero", "k-over-n", "r-zero", "s-zero"}


def test_where_S_ends_the_bound_alone_decides() -> None:
    for vector in vectors.load("edge-cases-eddsa"):
        if "bound-of-S" in vector.flags:
            E = eddsa.SCHEMES[vector.request["scheme"]].curve
            signature = bytes.fromhex(vector.request["signature"])
            S = int.from_bytes(signature[E.size :], "little")
            assert E.decode(signature[: E.size]) == S * E.B
            assert (S >= E.L) == ("S-out-of-range" in vector.flags)
            assert vector.kind == ("invalid" if "S-out-of-range" in vector.flags else "policy")


def test_one_k_fits_what_another_does_not() -> None:
    """Under the rule sets that decode such points, and without the cofactor where A is of small order."""
    verdicts = set()
    for vector in vectors.load("edge-cases-eddsa"):
        if vector.flags[-1].endswith("-octets"):
            rules = "ref10" if "A-small-order" in vector.flags else "zip215"
            if rules in vectors.rule_sets(vector.request["scheme"]):
                expect = vector.expect.get("rules", {rules: vector.expect})[rules]
                verdicts.add((vector.request["scheme"], vector.flags[-1], expect["valid"]))
    assert verdicts == {
        (scheme, flag, flag == "k-of-received-octets")
        for scheme in ("Ed25519", "Ed448")
        for flag in ("k-of-received-octets", "k-of-canonical-octets")
    }


def test_the_edge_cases_tell_every_pair_of_rule_sets_apart() -> None:
    for curve in ("ed25519", "ed448"):
        told: set[tuple[str, str]] = set()
        for vector in vectors.load(f"edge-cases-{curve}"):
            rules = vector.expect.get("rules", {})
            told |= {(a, b) for a in rules for b in rules if rules[a]["valid"] != rules[b]["valid"]}
        names = vectors.rule_sets(curve.capitalize())
        assert told == {(a, b) for a in names for b in names if a != b}


# ---------------------------------------------------------------- where they come from


def test_the_packages_are_those_of_the_readme() -> None:
    for package in packages.PACKAGES:
        assert f"| {package.name} | {package.version} | {package.sha256} | {package.licence} |" in README


def test_the_licences_stand_beside_the_files() -> None:
    assert {path.name for path in ROOT.glob("LICENSE.*")} == {f"LICENSE.{name}" for name in LICENCES - {"MIT"}}


def test_another_wheel_is_refused(tmp_path: Path) -> None:
    (tmp_path / packages.PYCRYPTODOME.wheel).write_bytes(b"another")
    with pytest.raises(ValueError, match="wanted 467d1827"):
        packages.Wheels(tmp_path)


@needs_wheels
def test_the_packages_make_these_files() -> None:
    """Byte for byte, given the expectations, which agree with the sources; the run below holds them to ecref."""
    assert WHEELS is not None
    for suite in build.suites(packages.Wheels(Path(WHEELS))):
        expected = expectations(suite.name)
        assert files.text(suite, expected) == written(suite.name)
        assert [judge.disagreement(vector, expected[vector.id]) for vector in suite.vectors()] == [None] * len(expected)


@pytest.mark.parametrize("make", build.OWN)
def test_the_generator_makes_these_edge_cases(make: Callable[[], Suite]) -> None:
    suite = make()
    expected = expectations(suite.name)
    assert files.text(suite, expected) == written(suite.name)
    assert {judge.disagreement(vector, expected[vector.id]) for vector in suite.vectors()} == {None}


@pytest.mark.parametrize("suite", SUITES)
def test_the_textbook_path_still_expects_the_same(suite: str) -> None:
    found = vectors.load(suite)
    for vector in found[:: 1 + len(found) // 6]:
        assert judge.expectation(Vector(vector.id, vector.request)) == vector.expect


def test_a_source_that_disagrees_stops_the_build() -> None:
    vector = next(each for each in vectors.load("rfc8032") if each.request["scheme"] == "Ed25519")
    with pytest.raises(ValueError, match="the source prints"):
        judge.expectation(Vector(vector.id, vector.request, published={"signature": "00"}))
    vector = next(each for each in vectors.load("wycheproof-ed25519") if each.expect.get("valid"))
    with pytest.raises(ValueError, match="the source says valid = False"):
        judge.expectation(Vector(vector.id, vector.request, valid=False, rules="rfc8032"))


def test_building_a_suite_judges_each_vector() -> None:
    found = vectors.load("cavp-pkv")
    suite = Suite("cavp-pkv", [[Vector(vector.id, vector.request) for vector in found]])
    made = json.loads(build.text(suite, jobs=1))
    assert [each["expect"] for group in made["groups"] for each in group["vectors"]] == [each.expect for each in found]


@pytest.mark.parametrize("referee", confirm.REFEREES, ids=lambda referee: f"{referee.library}-{referee.rules}")
def test_libraries_that_follow_a_rule_set_confirm_it(referee: confirm.Referee) -> None:
    if importlib.util.find_spec(referee.library) is None:
        pytest.skip(f"{referee.library} is not installed")
    compared, found = confirm.disagreements(referee)
    assert compared > 0
    assert found == []


# ---------------------------------------------------------------- how they are run


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder of vector files that a test may change, with one suite."""
    shutil.copy(ROOT / "rfc8032.json", tmp_path)
    monkeypatch.setattr(vectors, "FOLDERS", (tmp_path / "nowhere", tmp_path))
    return tmp_path


def only(suite: str, id_: str) -> vectors.Vector:
    return next(vector for vector in vectors.load(suite) if vector.id == id_)


def changed(vector: vectors.Vector, **request: object) -> vectors.Vector:
    return vectors.Vector(vector.id, {**vector.request, **request}, vector.expect)


def test_files_are_found_in_either_place(folder: Path) -> None:
    assert vectors.folder() == folder
    assert vectors.suites() == ["rfc8032"]


def test_no_files_is_an_error_that_says_where(folder: Path) -> None:
    (folder / "rfc8032.json").unlink()
    with pytest.raises(FileNotFoundError, match=re.escape(str(folder))):
        vectors.suites()


def test_a_broken_vector_fails(folder: Path) -> None:
    text = (folder / "rfc8032.json").read_text()
    (folder / "rfc8032.json").write_text(text.replace('"signature":"e5564300', '"signature":"f5564300'))
    report = vector_run.run(["rfc8032"])
    assert (report.total("total"), report.total("passed"), report.total("failed")) == (21, 20, 1)
    [failure] = report.failures
    assert failure.id == "rfc8032/7.1/TEST 1"
    assert failure.expected is not None
    assert failure.got is not None
    assert failure.expected["signature"][1:] == failure.got["signature"][1:]


@pytest.mark.parametrize("expect", [{"valid": True, "reason": None}, {"error": "invalid-key"}, {"nothing": None}])
def test_a_wrong_verdict_fails_under_the_rule_set_that_is_named(expect: dict[str, Any]) -> None:
    vector = next(each for each in vectors.load("wycheproof-ecdsa") if "rules" in each.expect)
    rules = {**vector.expect["rules"], "low-s": expect}
    outcome = vectors.check(vectors.Vector(vector.id, vector.request, {"rules": rules}))
    assert outcome.result == vectors.FAILED
    assert outcome.expected == {"rules": "low-s", **expect}


def with_steps(change: Callable[[list[dict[str, str]]], list[dict[str, str]]]) -> vectors.Outcome:
    """What becomes of a vector of ours whose steps are changed."""
    vector = next(each for each in vectors.load("edge-cases-eddsa") if "455-bit-y" in each.flags)
    expect = {**vector.expect, "steps": change(vector.expect["steps"])}
    return vectors.check(vectors.Vector(vector.id, vector.request, expect))


def test_steps_are_compared_under_every_rule_set() -> None:
    assert with_steps(lambda steps: steps).result == vectors.PASSED
    for i in range(6):
        changed = with_steps(lambda steps: [*steps[:i], {**steps[i], "value": "00"}, *steps[i + 1 :]])  # noqa: B023
        assert changed.result == vectors.FAILED
        assert with_steps(lambda steps: steps[:i] + steps[i + 1 :]).result == vectors.FAILED  # noqa: B023
    assert with_steps(lambda steps: steps[::-1]).result == vectors.FAILED


def test_a_step_that_no_rule_set_comes_to_fails() -> None:
    outcome = with_steps(lambda steps: [*steps, {"step": "5.2.7-4", "name": "end", "value": "00"}])
    assert (outcome.result, outcome.got, outcome.reason) == (vectors.FAILED, None, "no rule set comes to all steps")


def test_a_plain_expectation_holds_under_every_rule_set() -> None:
    vector = next(each for each in vectors.load("wycheproof-ed25519") if each.kind == "policy")
    stated = vector.expect["rules"]["rfc8032"]
    assert vectors.check(vectors.Vector(vector.id, vector.request, stated)).result == vectors.FAILED
    assert [request["rules"] for request, _ in vector.questions()] == vectors.rule_sets("Ed25519")


def test_a_hash_is_missing_only_where_this_python_lacks_it() -> None:
    assert vectors.missing_hash({"hash": "SHA-256"}) is None
    assert vectors.missing_hash({"hash": None, "digest": "00"}) is None
    assert vectors.missing_hash({"scheme": "Ed25519"}) is None
    assert str(vectors.missing_hash({"hash": "SHA-0"})).startswith("no hash 'SHA-0'")


def test_a_missing_hash_is_skipped_and_counted(monkeypatch: pytest.MonkeyPatch) -> None:
    found = vectors.load("cavp-sigver")
    lacking = {"error": "unsupported", "detail": "this Python has no SHA-512/224"}
    monkeypatch.setattr(vectors, "missing_hash", lambda request: lacking["detail"] if "/" in request["hash"] else None)
    monkeypatch.setattr(vectors, "answer", lambda request: lacking if "/" in request["hash"] else request["expect"])
    monkeypatch.setattr(vectors, "load", lambda _: [changed(vector, expect=vector.expect) for vector in found[-60:]])
    report = vector_run.run(["cavp-sigver"])
    assert report.total("skipped") == report.total("total") == 60
    assert report.skips == {"this Python has no SHA-512/224": 60}


def test_unsupported_for_another_reason_is_a_failure() -> None:
    vector = vectors.load("cavp-sigver")[0]
    assert vectors.check(changed(vector, public_key_format="jwk")).result == vectors.FAILED
    assert vectors.check(changed(vector, hash="MD5")).result == vectors.SKIPPED


@pytest.mark.parametrize(
    ("expect", "kind"),
    [
        ({"valid": True, "reason": None}, "valid"),
        ({"valid": False, "reason": "mismatch"}, "invalid"),
        ({"error": "invalid-key"}, "invalid"),
        ({"signature": "00"}, "valid"),
        ({"rules": {"a": {"valid": True}, "b": {"valid": False}}}, "policy"),
        ({"rules": {"a": {"valid": False}, "b": {"error": "invalid-key"}}}, "invalid"),
    ],
)
def test_the_kind_of_a_vector(expect: dict[str, Any], kind: str) -> None:
    assert vectors.Vector("", {"scheme": "Ed25519"}, expect).kind == kind


def test_any_number_of_processes_counts_the_same() -> None:
    one = vector_run.run(["rfc8032", "cavp-pkv"], jobs=1)
    two = vector_run.run(["rfc8032", "cavp-pkv"], jobs=2)
    assert one == two
    assert one.total("passed") == 69


@pytest.mark.parametrize("error", [ImportError, OSError])
def test_one_process_serves_where_there_are_no_others(error: type[Exception], monkeypatch: pytest.MonkeyPatch) -> None:
    def pool(*_: object) -> None:
        raise error

    monkeypatch.setattr("multiprocessing.Pool", pool)
    assert vector_run.run(["rfc8032"], jobs=2).total("passed") == 21


def test_a_curve_can_be_chosen() -> None:
    told: list[int] = []
    report = vector_run.run(["rfc8032", "rfc6979"], curve="p384", progress=told.append)
    assert [(tally.suite, tally.curve, tally.total) for tally in report.tallies.values()] == [("rfc6979", "p384", 10)]
    assert told == [10]
    assert vector_run.count(["rfc8032", "rfc6979"], "p384") == 10


def test_cores_are_counted_where_affinity_is_unknown(monkeypatch: pytest.MonkeyPatch) -> None:
    assert vector_run.cores() > 0
    monkeypatch.delattr(os, "sched_getaffinity", raising=False)
    monkeypatch.setattr(os, "cpu_count", lambda: None)
    assert vector_run.cores() == 1
