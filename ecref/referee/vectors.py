"""The vector files: finding them, reading them, and asking one vector's question.

A file holds one suite: groups of vectors, where a group's `request` is what its vectors' requests share.
vectors/README.md describes the format and says where each vector comes from. A vector counts once, and passes
only when the answer is as expected under every rule set:

- `{"rules": {name: {...}}}` expects one answer a rule set,
- any other expectation of a `verify` holds under every rule set that applies to the scheme,
- the `steps` of a `verify` are all that any rule set comes to: each answers those that it needs, in this order,
  and together they answer all.

A vector whose request has `parameters` in place of a curve's name is about a toy curve (toys.py).
"""

from __future__ import annotations

import json
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

from ecref.errors import UnusableInput
from ecref.hashes import hash_named
from ecref.rules import ECDSA_RULES, EDDSA_RULES

from . import toys
from .protocol import answer

if TYPE_CHECKING:
    from collections.abc import Iterator

PACKAGE = Path(__file__).parents[1]
FOLDERS = (PACKAGE.parent / "vectors", PACKAGE / "_vectors")  # in a checkout; in an installed package

CURVES = {
    "Ed25519": "ed25519",
    "Ed25519ctx": "ed25519",
    "Ed25519ph": "ed25519",
    "Ed448": "ed448",
    "Ed448ph": "ed448",
    "P-256": "p256",
    "P-384": "p384",
    "secp256k1": "secp256k1",
}

PASSED, FAILED, SKIPPED, UNSUPPORTED = "passed", "failed", "skipped", "unsupported"


@dataclass(frozen=True)
class Vector:
    """One request and the answer that is expected, as protocol.answer takes and gives them; its source's flags."""

    id: str
    request: dict[str, Any]
    expect: dict[str, Any]
    flags: tuple[str, ...] = ()

    @property
    def curve(self) -> str:
        """The curve's name on the command line; toy where it has none."""
        if toys.PARAMETERS in self.request:
            return toys.TOY
        return CURVES[self.request.get("curve", self.request["scheme"])]

    @property
    def kind(self) -> str:
        """Whether the input is "valid", "invalid", or "policy": the rule sets differ over it."""
        rules = self.expect.get("rules", {"any": self.expect})
        verdicts = {"error" not in expect and expect.get("valid", True) for expect in rules.values()}
        if len(verdicts) > 1:
            return "policy"
        return "valid" if verdicts == {True} else "invalid"

    def questions(self) -> Iterator[tuple[dict[str, Any], dict[str, Any]]]:
        """Each request to ask, and what its answer must hold beside the steps of a `verify`."""
        if self.request["op"] != "verify":
            yield self.request, self.expect
            return
        stated = {name: value for name, value in self.expect.items() if name != "steps"}
        for rules in rule_sets(self.request["scheme"]):
            yield {**self.request, "rules": rules}, stated["rules"][rules] if "rules" in stated else stated

    @property
    def steps(self) -> list[dict[str, str]] | None:
        """The steps that the rule sets come to together; None where none are asked for, or it is no `verify`."""
        return self.expect.get("steps") if self.request["op"] == "verify" else None


@dataclass(frozen=True)
class Outcome:
    """What became of a vector; `expected` and `got` differ where it failed; `reason`: why, or why it was skipped."""

    id: str
    curve: str
    kind: str
    result: str
    expected: dict[str, Any] | None = None
    got: dict[str, Any] | None = None
    reason: str | None = None


def rule_sets(scheme: str) -> list[str]:
    """The names of the rule sets that apply to a scheme."""
    if scheme == "ECDSA":
        return list(ECDSA_RULES)
    return [name for name, rules in EDDSA_RULES.items() if scheme not in rules.foreign_to]


def folder() -> Path:
    """Where the files are; FileNotFoundError, saying where they were looked for."""
    for found in FOLDERS:
        if (found / "rfc8032.json").is_file():
            return found
    raise FileNotFoundError("no vector files in " + " or ".join(map(str, FOLDERS)))


def suites() -> list[str]:
    """The names of all suites."""
    return sorted(path.stem for path in folder().glob("*.json"))


def load(suite: str) -> list[Vector]:
    """The vectors of a suite, in the file's order."""
    content = json.loads((folder() / f"{suite}.json").read_text("utf-8"))
    return [
        Vector(each["id"], {**group["request"], **each["request"]}, each["expect"], tuple(each["flags"]))
        for group in content["groups"]
        for each in group["vectors"]
    ]


def check(vector: Vector) -> Outcome:
    """Ask the vector's question under each rule set; the first answer that differs decides."""
    about = (vector.id, vector.curve, vector.kind)
    ask = toys.answer if vector.curve == toys.TOY else answer
    steps = vector.steps or []
    missing = list(steps)
    for request, expect in vector.questions():
        got: dict[str, Any] = ask(request)
        if got.get("error") == "unsupported" and (reason := missing_hash(request)):
            return Outcome(*about, SKIPPED, reason=reason)
        if any(key not in got or got[key] != value for key, value in expect.items()):
            return Outcome(*about, FAILED, expected={"rules": request.get("rules"), **expect}, got=got)
        if vector.steps is not None:
            if [step for step in steps if step in got["steps"]] != got["steps"]:
                return Outcome(*about, FAILED, expected={"rules": request["rules"], "steps": steps}, got=got)
            missing = [step for step in missing if step not in got["steps"]]
    if missing:
        return Outcome(*about, FAILED, expected={"steps": steps}, reason="no rule set comes to all steps")
    return Outcome(*about, PASSED)


def missing_hash(request: dict[str, Any]) -> str | None:
    """Why this Python can't compute the request's hash, or None where it can."""
    try:
        hash_named(request.get("hash") or "SHA-512")
    except UnusableInput as unusable:
        return unusable.detail
    return None
