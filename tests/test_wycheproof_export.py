"""`ecref vectors --export wycheproof`: what the files hold, and that a reader of Wycheproof's needs nothing else."""

from __future__ import annotations

import json
from collections import Counter
from pathlib import Path
from typing import Any

import pytest
from jsonschema import Draft202012Validator, ValidationError

from ecref import eddsa
from ecref.cli import main
from ecref.formats import load_public_key
from ecref.referee import vectors, wycheproof
from ecref.referee.flags import ECDSA_FLAGS, EDDSA_FLAGS
from vectors import judge
from vectors.vector import Vector

ROOT = Path(__file__).parents[1]
SCHEMA = Draft202012Validator(json.loads((ROOT / "docs" / "wycheproof-v1.schema.json").read_text("utf-8")))
FILES = {
    "ecref_ed25519_test.json",
    "ecref_ed448_test.json",
    "ecref_ecdsa_secp256r1_test.json",
    "ecref_ecdsa_secp384r1_test.json",
    "ecref_ecdsa_secp256k1_test.json",
    "ecref_ecdsa_secp256r1_p1363_test.json",
    "ecref_ecdsa_secp384r1_p1363_test.json",
    "ecref_ecdsa_secp256k1_p1363_test.json",
}
TOP = {  # what Wycheproof's own schemas allow at the top, in a group, and in a test of ECDSA; nothing else
    "algorithm", "generatorVersion", "header", "notes", "numberOfTests", "schema", "testGroups"
}  # fmt: skip
GROUP = {"type", "source", "publicKey", "publicKeyDer", "publicKeyPem", "publicKeyJwk", "sha", "tests"}
TEST = {"tcId", "comment", "msg", "sig", "result", "flags"}


@pytest.fixture(scope="module")
def exported() -> wycheproof.Export:
    return wycheproof.export(wycheproof.suites())


def each_test(content: dict[str, Any]) -> list[tuple[dict[str, Any], dict[str, Any]]]:
    return [(group, test) for group in content["testGroups"] for test in group["tests"]]


def test_each_of_our_vectors_is_in_a_file_or_left_out_for_a_reason(exported: wycheproof.Export) -> None:
    ours = [vector for suite in wycheproof.suites() for vector in vectors.load(suite)]
    written = [test["comment"].split(";")[0] for file in exported.files.values() for _, test in each_test(file)]
    reasons: Counter[str | None] = Counter(map(wycheproof.misfit, ours))
    assert sorted(written) == sorted(vector.id for vector in ours if wycheproof.misfit(vector) is None)
    assert reasons == Counter(exported.left_out) + Counter({None: len(written)})
    assert set(exported.left_out) == {
        "a signature to make", "a digest in place of a message", "a context or a prehash"
    }  # fmt: skip
    assert exported.files.keys() == FILES


def test_the_files_are_of_our_schema(exported: wycheproof.Export) -> None:
    for content in exported.files.values():
        SCHEMA.validate(content)


def test_the_files_hold_nothing_that_wycheproof_s_schemas_forbid(exported: wycheproof.Export) -> None:
    for content in exported.files.values():
        assert content.keys() <= TOP
        for group in content["testGroups"]:
            assert group.keys() <= GROUP
            assert all(test.keys() == TEST for test in group["tests"])


def test_numbers_and_flags_are_as_the_files_say(exported: wycheproof.Export) -> None:
    for content in exported.files.values():
        tests = [test for _, test in each_test(content)]
        assert sorted(test["tcId"] for test in tests) == list(range(1, content["numberOfTests"] + 1))
        assert {flag for test in tests for flag in test["flags"]} == content["notes"].keys()


@pytest.mark.parametrize("damage", ["result", "flag", "key", "sha", "count", "hex", "extra", "format"])
def test_the_schema_refuses_damage(exported: wycheproof.Export, damage: str) -> None:
    content = json.loads(json.dumps(exported.files["ecref_ecdsa_secp256r1_p1363_test.json"]))
    group = content["testGroups"][0]
    SCHEMA.validate(content)
    if damage == "result":
        group["tests"][0]["result"] = "fine"
    elif damage == "flag":
        group["tests"][0]["flags"] = []
    elif damage == "key":
        del group["publicKeyJwk"]["y"]
    elif damage == "sha":
        del group["sha"]
    elif damage == "count":
        content["numberOfTests"] = "12"
    elif damage == "hex":
        group["tests"][0]["sig"] = group["tests"][0]["sig"][1:]
    elif damage == "extra":
        group["tests"][0]["steps"] = []
    else:
        group["type"] = "EcdsaVerify"
    with pytest.raises(ValidationError):
        SCHEMA.validate(content)


@pytest.mark.parametrize("name", sorted(FILES))
def test_a_reader_comes_to_the_same_verdicts(exported: wycheproof.Export, name: str) -> None:
    """Nothing but the file is used, in each form in which it holds a key."""
    content = exported.files[name]
    rules = vectors.rule_sets({"EDDSA": "Ed448" if "448" in name else "Ed25519"}.get(content["algorithm"], "ECDSA"))
    for group, test in each_test(content)[::7]:
        keys = [group["publicKeyPem"].encode(), bytes.fromhex(group["publicKeyDer"]), group.get("publicKeyJwk")]
        key, *others = [load_public_key(key) for key in keys if key]
        assert all(other == key for other in others)
        signature, message = bytes.fromhex(test["sig"]), bytes.fromhex(test["msg"])
        how = {} if content["algorithm"] == "EDDSA" else {"hash": group["sha"], "format": "der"}
        if "p1363" in name:
            how["format"] = "p1363"
        verdicts = {each: key.verdict(signature, message, rules=each, **how) for each in rules}
        assert [flag for flag in test["flags"] if flag.startswith("valid-under-")] == [
            f"valid-under-{each}" for each in rules if verdicts[each].valid
        ]
        for each, verdict in verdicts.items():
            assert verdict.valid or f"{verdict.reason} under " in test["comment"], each
        if content["algorithm"] == "ECDSA":
            assert test["result"] == ("valid" if verdicts["fips186-5"].valid else "invalid")
        else:
            results = {(True,): "valid", (False,): "invalid", (False, True): "acceptable"}
            assert test["result"] == results[tuple(sorted({verdict.valid for verdict in verdicts.values()}))]


def test_a_comment_has_the_intermediate_values(exported: wycheproof.Export) -> None:
    _, test = each_test(exported.files["ecref_ed25519_test.json"])[0]
    assert test["flags"][0] == "honest"
    id_, values = test["comment"].split("; ")
    assert id_ == "edge-cases/Ed25519/honest/1"
    assert [value.split("=")[0] for value in values.split()] == ["R", "S", "A", "k", "SB", "kA"]
    assert values.split()[0][2:] + values.split()[1][2:] == test["sig"]
    _, test = next(each for each in each_test(exported.files["ecref_ecdsa_secp256k1_test.json"]))
    names = [value.split("=")[0] for value in test["comment"].split("; ")[-1].split()]
    assert names == ["H", "e", "w", "u", "v", "R1", "r1"]


@pytest.mark.parametrize("name", ["ed25519", "ed448"])
def test_the_values_are_those_of_the_textbook(exported: wycheproof.Export, name: str) -> None:
    """A few vectors of every kind that state no steps themselves."""
    seen: Counter[tuple[str, ...]] = Counter()
    comments = {
        test["comment"].split(";")[0]: test["comment"]
        for _, test in each_test(exported.files[f"ecref_{name}_test.json"])
    }
    for vector in vectors.load(f"edge-cases-{name}"):
        reasons = tuple(str(expect.get("reason")) for _, expect in vector.questions())
        seen[reasons] += 1
        if seen[reasons] <= 1 and vector.id in comments:
            steps = judge.expectation(Vector(vector.id, {**vector.request, "steps": True}))["steps"]
            values = [f"{step['name']}={step['value']}" for step in steps]
            assert [word for word in comments[vector.id].split() if "=" in word] == values
    assert len(seen) > 10


def test_coordinates_are_written_as_signed_integers(exported: wycheproof.Export) -> None:
    for group in exported.files["ecref_ecdsa_secp256r1_test.json"]["testGroups"]:
        key = group["publicKey"]
        x, y = (int.from_bytes(bytes.fromhex(key[name]), "big", signed=True) for name in ("wx", "wy"))
        assert key["uncompressed"] == f"04{x:064x}{y:064x}"


# ---------------------------------------------------------------- the flags


@pytest.mark.parametrize(
    ("flags", "schemes"), [(EDDSA_FLAGS, [*eddsa.SCHEMES]), (ECDSA_FLAGS, ["ECDSA"])], ids=["EdDSA", "ECDSA"]
)
def test_every_flag_is_explained_and_used(flags: dict[str, tuple[str, str]], schemes: list[str]) -> None:
    ours = [vector for suite in wycheproof.suites() for vector in vectors.load(suite)]
    assert {flag for vector in ours if vector.request["scheme"] in schemes for flag in vector.flags} == flags.keys()


def test_the_readme_explains_the_flags_in_the_same_words() -> None:
    readme = (ROOT / "vectors" / "README.md").read_text("utf-8")
    for title, flags in ("EdDSA", EDDSA_FLAGS), ("ECDSA", ECDSA_FLAGS):
        rows = "\n".join(f"| `{flag}` | {text} |" for flag, (_, text) in flags.items())
        assert f"| {title} | |\n|---|---|\n{rows}\n\n" in readme


# ---------------------------------------------------------------- the command


def test_the_command_writes_the_files_once(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    folder = tmp_path / "made" / "here"
    command = ["vectors", "--export", "wycheproof", "--suite", "edge-cases-ecdsa", "--curve", "p256"]
    assert main([*command, "--out", str(folder)]) == 0
    out, err = capsys.readouterr()
    names = ["ecref_ecdsa_secp256r1_test.json", "ecref_ecdsa_secp256r1_p1363_test.json"]
    counts = {}
    for name in names:
        content = json.loads((folder / name).read_text("utf-8"))
        SCHEMA.validate(content)
        counts[name] = content["numberOfTests"]
    assert out == "".join(f"{name}: {count} tests\n" for name, count in counts.items())
    left_out = 140 - sum(counts.values())
    assert err == f"left out: {left_out} vectors: a digest in place of a message\n"
    assert sorted(path.name for path in folder.iterdir()) == sorted(names)
    assert main([*command, "--out", str(folder)]) == 2
    assert capsys.readouterr().err.startswith("ecref: ")
    assert main([*command, "--out", str(folder), "--force", "--json"]) == 0
    out, err = capsys.readouterr()
    assert json.loads(out) == {"files": counts, "left_out": {"a digest in place of a message": left_out}}
    assert err == ""


@pytest.mark.parametrize(
    ("arguments", "complaint"),
    [
        (["--export", "wycheproof"], "--export needs --out, the folder to write to"),
        (["--export", "cctv", "--out", "x"], "invalid choice: 'cctv'"),
        (["--export", "wycheproof", "--out", "x", "--suite", "rfc8032"], "'rfc8032' is no suite of ours; there are "),
        (["--export", "wycheproof", "--out", "x", "--implementation", "ecref"], "--export asks no implementation"),
        (["--out", "x"], "--out and --force have no meaning without --export"),
        (["--force"], "--out and --force have no meaning without --export"),
    ],
)
def test_bad_arguments_are_named(arguments: list[str], complaint: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["vectors", *arguments]) == 2
    assert complaint in capsys.readouterr().err
