"""The vector files: what they hold, where it comes from, how they are made, and how they are run."""

from __future__ import annotations

import importlib.util
import json
import os
import re
import shutil
from pathlib import Path
from typing import Any

import pytest

from ecref.referee import vector_run, vectors
from vectors import build, confirm, edge_cases, files, judge, packages
from vectors.vector import Suite, Vector

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


@pytest.mark.parametrize("scheme", ["Ed25519", "Ed448"])
def test_the_generator_makes_these_edge_cases(scheme: str) -> None:
    suite = edge_cases.suite(scheme)
    assert files.text(suite, expectations(suite.name)) == written(suite.name)


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


def test_a_plain_expectation_holds_under_every_rule_set() -> None:
    vector = next(each for each in vectors.load("wycheproof-ed25519") if each.kind == "policy")
    stated = vector.expect["rules"]["rfc8032"]
    assert vectors.check(vectors.Vector(vector.id, vector.request, stated)).result == vectors.FAILED
    assert [request["rules"] for request, _ in vector.questions()] == vectors.rule_sets("Ed25519")


def test_a_hash_is_missing_only_where_this_python_lacks_it() -> None:
    assert vectors.missing_hash({"hash": "SHA-256"}) is None
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
