"""`ecref fingerprint`: tables, Markdown, the object of JSON, and exit statuses."""

from __future__ import annotations

import json
import os
import re
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

from command_line import runner
from ecref.cli import main, progress
from ecref.errors import UnusableInput
from ecref.referee import implementations
from ecref.referee.protocol import answer

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    Run = Callable[..., tuple[int, str, str]]


class Fake:
    """An implementation that answers with one function."""

    def __init__(self, name: str, answer: Callable[[dict[str, Any]], dict[str, Any]], declared: str | None) -> None:
        self.name, self._answer, self._declared, self.closed = name, answer, declared, 0

    def version(self) -> str:
        return f"{self.name} 1.0"

    def rules(self, scheme: str, curve: str | None) -> str | None:
        assert (scheme, curve) in (("ECDSA", "secp256k1"), ("Ed25519", None))
        return self._declared

    def nonce(self, curve: str) -> None:
        assert curve == "secp256k1"

    def answer(self, request: Mapping[str, Any]) -> dict[str, Any]:
        return self._answer(dict(request))

    def close(self) -> None:
        self.closed += 1


def low_s(request: dict[str, Any]) -> dict[str, Any]:
    return answer({**request, "rules": "low-s"} if request["op"] == "verify" else request)


@pytest.fixture
def run(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> Run:
    return runner(monkeypatch, capsys)


@pytest.fixture
def fakes(monkeypatch: pytest.MonkeyPatch) -> dict[str, Fake]:
    """Implementations by name, in place of those that there are."""
    found: dict[str, Fake] = {
        "plain": Fake("plain", answer, "fips186-5"),
        "low": Fake("low", low_s, None),
        "wrong": Fake("wrong", low_s, "fips186-5"),
        "none": Fake("none", lambda _: {"unsupported": True}, None),
        "gone": Fake("gone", lambda _: {"crash": "it ended"}, None),
    }
    monkeypatch.setattr(implementations.Chosen, "open", lambda self: found[self.name])
    return found


SUMMARY = """\
Rule sets: ~ marks the nearest one, where none gives every answer, with the number of answers that differ from it

implementation  version    secp256k1
plain           plain 1.0  fips186-5
low             low 1.0    low-s
wrong           wrong 1.0  low-s

secp256k1: n of m where so many cases are answered yes, - where it lacks what is asked about

question                                            plain      low    wrong
rule set                                            fips186-5  low-s  low-s
declared                                            fips186-5         fips186-5
cases answered, of 84                               84         84     84
Does it read DER?                                   yes        yes    yes
Does it read P1363?                                 yes        yes    yes
Does it accept what was changed after signing?      no         no     no
Does it accept s > n/2?                             yes        no     no
"""
DIFFERENCES = """\

wrong on secp256k1, beside fips186-5: 1 of 84 answers differ from the declared rule set

flags   cases  wanted    got      example
high-s      1  accepted  refused  secp256k1/high-s/1

"""


def test_several_side_by_side(run: Run, fakes: dict[str, Fake]) -> None:
    status, out, err = run("fingerprint plain low wrong plain --curve secp256k1")
    assert (status, err) == (1, "")
    assert out.startswith(SUMMARY)
    assert out.endswith(DIFFERENCES)
    assert len(out.splitlines()) == (2 + 4 + 1) + (2 + 1 + 3 + 37 + 4 + 1) + (2 + 2 + 1)
    assert [each.closed for each in fakes.values()] == [1, 1, 1, 0, 0]


@pytest.mark.usefixtures("fakes")
def test_one_with_the_cases(run: Run) -> None:
    status, out, err = run("fingerprint low --curve secp256k1")
    assert (status, err) == (0, "")
    assert re.search(r"^question +low +case$", out, re.MULTILINE)
    assert re.search(r"^Does it accept s > n/2\? +no +secp256k1/high-s/1$", out, re.MULTILINE)


@pytest.mark.usefixtures("fakes")
def test_the_status_is_that_of_what_is_declared(run: Run) -> None:
    for names, wanted in (("plain", 0), ("low", 0), ("wrong", 1), ("plain low", 0), ("low wrong", 1)):
        assert run(f"fingerprint {names} --curve secp256k1")[0] == wanted


@pytest.mark.usefixtures("fakes")
def test_an_implementation_has_no_column_where_it_has_not_the_curve(run: Run) -> None:
    status, out, err = run("fingerprint plain none --curve secp256k1")
    assert (status, out, err) == (2, "", "ecref: none answered nothing that was asked\n")


@pytest.mark.usefixtures("fakes")
def test_one_that_only_crashes_is_unusable(run: Run) -> None:
    status, out, err = run("fingerprint gone --curve ed25519")
    assert (status, out, err) == (2, "", "ecref: gone answered nothing that was asked: it ended\n")


@pytest.mark.usefixtures("fakes")
def test_markdown(run: Run) -> None:
    status, out, err = run("fingerprint plain wrong --curve secp256k1 --markdown")
    assert (status, err) == (1, "")
    assert out.startswith("""\
## Rule sets

~ marks the nearest one, where none gives every answer, with the number of answers that differ from it:

| implementation | version | secp256k1 |
| --- | --- | --- |
| plain | plain 1.0 | fips186-5 |
| wrong | wrong 1.0 | low-s |

## secp256k1

n of m where so many cases are answered yes, - where it lacks what is asked about:

| question | plain | wrong |
| --- | --- | --- |
| rule set | fips186-5 | low-s |
""")
    assert out.endswith("| high-s | 1 | accepted | refused | secp256k1/high-s/1 |\n\n")


@pytest.mark.usefixtures("fakes")
def test_the_object_of_json(run: Run) -> None:
    status, out, err = run("fingerprint wrong --curve secp256k1 --json")
    assert (status, err) == (1, "")
    [found] = json.loads(out)["implementations"]
    assert (found["name"], found["version"]) == ("wrong", "wrong 1.0")
    [curve] = found["curves"]
    properties = {each["key"]: each for each in curve.pop("properties")}
    differences = curve.pop("differences")
    assert curve == {
        "subject": "secp256k1",
        "declared": "fips186-5",
        "nearest": ["low-s"],
        "follows": True,
        "departs_from_declared": ["rules"],
        "cases": 84,
        "answered": 84,
        "distances": {"fips186-5": 1, "low-s": 0},
    }
    [evidence] = properties["high-s"].pop("evidence")
    assert properties["high-s"] == {
        "key": "high-s",
        "question": "Does it accept s > n/2?",
        "answer": "no",
        "yes": 0,
        "asked": 1,
    }
    assert differences == {
        "fips186-5": [{"flags": ["high-s"], "count": 1, "expected": True, "example": evidence}],
    }
    assert low_s(evidence["request"])["reason"] == evidence["answer"]["reason"] == "high-s"
    assert evidence["case"] == "secp256k1/high-s/1"


@pytest.mark.parametrize(
    ("line", "complaint"),
    [
        ("", "which implementation? Give a NAME, or --command; see --help"),
        ("--json", "which implementation? Give a NAME, or --command; see --help"),
        ("ecref --json --markdown", "--json and --markdown exclude each other"),
        ("nobody", "no implementation 'nobody'; there are ecref, cryptography, "),
        ("ecref --curve p521", "no curve 'p521'; there are ed25519, ed448, p256, p384, secp256k1"),
        ("ecref --timeout 0", "wanted a number of seconds, not '0'"),
    ],
)
def test_bad_arguments_are_named_in_one_line(run: Run, line: str, complaint: str) -> None:
    status, out, err = run(f"fingerprint {line}")
    assert (status, out, err.count("\n")) == (2, "", 1)
    assert complaint in err


def test_the_help_names_all_implementations(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["fingerprint", "--help"]) == 0
    words = {*re.findall(r"[\w-]+", capsys.readouterr().out)}
    assert {*implementations.LIBRARIES, *implementations.PROGRAMS} <= words


def test_a_program_by_its_command(capsys: pytest.CaptureFixture[str]) -> None:
    line = f'"{sys.executable}" -m ecref serve'
    assert main(["fingerprint", "ecref", "--command", line, "--curve", "secp256k1"]) == 0
    out, err = capsys.readouterr()
    assert re.search(r"^rule set +fips186-5 +fips186-5$", out, re.MULTILINE)
    assert re.search(r"^declared +fips186-5$", out, re.MULTILINE)
    assert err == ""


def test_a_bar_on_a_terminal(monkeypatch: pytest.MonkeyPatch, fakes: dict[str, Fake], run: Run) -> None:
    drawn: list[tuple[int, int]] = []
    monkeypatch.setattr(progress, "draw", lambda done, total: drawn.append((done, total)))
    assert fakes
    assert run("fingerprint plain low --curve secp256k1")[0] == 0
    assert drawn == [(done, 204) for done in range(1, 205)]


@pytest.mark.parametrize(
    ("name", "curve", "rules"),
    [
        ("cryptography", "ed25519", "ref10"),
        ("cryptography", "ed448", "openssl-ed448"),
        ("cryptography", "p256", "fips186-5"),
        ("pynacl", "ed25519", "no-small-order"),
        ("pycryptodome", "ed448", "rfc8032"),
        ("coincurve", "secp256k1", "low-s"),
    ],
)
def test_what_is_known_of_libraries(run: Run, name: str, curve: str, rules: str) -> None:
    try:
        implementations.implementation(name)
    except UnusableInput as error:
        pytest.skip(error.detail)
    status, out, err = run(f"fingerprint {name} --curve {curve}")
    assert (status, err) == (0, "")
    assert re.search(rf"^rule set +{rules}$", out, re.MULTILINE)


@pytest.mark.parametrize(
    ("name", "curve", "cells"),
    [
        ("cryptography", "ed25519", {"Does it accept a key that is not canonical?": "yes"}),
        ("ecdsa", "ed25519", {"Does it accept an R that is not canonical?": "1 of 3"}),
        ("eth-keys", "secp256k1", {"Key: a point off the curve?": "yes"}),
        ("java", "ed25519", {"Does it accept a signature of another length?": "1 of 6"}),
        ("java", "p256", {"Does it accept r = x - n, where x(R) >= n?": "no", "DER: r without its zero octet?": "yes"}),
        ("noble", "p256", {"Does it accept s > n/2?": "no", "rule set": "low-s"}),
        ("noble", "ed25519", {"rule set": "zip215"}),
        ("node", "ed448", {"rule set": "openssl-ed448"}),
    ],
)
def test_known_departures_are_found(run: Run, name: str, curve: str, cells: dict[str, str]) -> None:
    modules = os.environ.get("ECREF_NODE_MODULES", str(Path(__file__).parents[1] / "node_modules"))
    try:
        implementations.implementation(name, node_modules=modules).close()
    except UnusableInput as error:
        pytest.skip(error.detail)
    status, out, err = run(f"fingerprint {name} --curve {curve} --timeout 60 --node-modules {modules}")
    assert (status in (0, 1), err) == (True, "")
    for question, cell in cells.items():
        assert re.search(rf"^{re.escape(question)} +{re.escape(cell)}(  |$)", out, re.MULTILINE)
