"""Our own vectors in the files of Wycheproof, version 1, so that suites that read those read these.

    eddsa_verify_schema_v1          Ed25519 and Ed448
    ecdsa_verify_schema_v1          ECDSA, signatures in DER
    ecdsa_p1363_verify_schema_v1    ECDSA, signatures in P1363

The schemas leave no room for keys of our own, so a test's `flags` say under which rule sets it is valid, and its
`comment` gives our id, each rule set's reason to refuse it, and the intermediate values, as the line protocol names
and writes them. `result` is fips186-5's in ECDSA. In EdDSA it is "valid" or "invalid" where all rule sets agree, and
"acceptable" where they don't.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from ecref import __version__
from ecref.formats import jwk, pem, spki
from ecref.formats.schemes import scheme_named

from . import vectors
from .flags import ECDSA_FLAGS, EDDSA_FLAGS
from .protocol import answer
from .vectors import rule_sets

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from .vectors import Vector

PREFIX = "edge-cases-"  # of the suites that are ours
CURVES = {  # Wycheproof's name, and bits of a key
    "Ed25519": ("edwards25519", 255),
    "Ed448": ("edwards448", 448),
    "P-256": ("secp256r1", 256),
    "P-384": ("secp384r1", 384),
    "secp256k1": ("secp256k1", 256),
}
KINDS = {  # by the format of a signature: the type of its groups, the schema, and the end of the file's name
    "raw": ("EddsaVerify", "eddsa_verify_schema_v1.json", ""),
    "der": ("EcdsaVerify", "ecdsa_verify_schema_v1.json", ""),
    "p1363": ("EcdsaP1363Verify", "ecdsa_p1363_verify_schema_v1.json", "_p1363"),
}
HEADER = [
    "Edge cases made by ecref; vectors/README.md there tells more.",
    "A flag valid-under-NAME says that the rule set NAME accepts the signature.",
]
VALID_UNDER = "valid-under-"
# The rule sets that come to the most steps: the first refuses nothing that another reads, and the second reads A
# though R is no point.
FARTHEST = ("zip215", "ref10")


@dataclass
class Export:
    """The files by name, and how many vectors have no place in the format, by reason."""

    files: dict[str, dict[str, Any]] = field(default_factory=dict)
    left_out: Counter[str] = field(default_factory=Counter)


def suites() -> list[str]:
    """The names of the suites that are ours to publish."""
    return [name for name in vectors.suites() if name.startswith(PREFIX)]


def export(suites: Iterable[str], curve: str | None = None) -> Export:
    """The files that hold the vectors of these suites, or those on one curve."""
    made = Export()
    tests: dict[str, list[Vector]] = {}
    for vector in _vectors(suites, curve):
        reason = misfit(vector)
        if reason is None:
            tests.setdefault(_file_name(vector), []).append(vector)
        else:
            made.left_out[reason] += 1
    made.files = {name: _file(found) for name, found in tests.items()}
    return made


def misfit(vector: Vector) -> str | None:
    """Why a vector has no place in these files; None where it has one."""
    request = vector.request
    if request["op"] != "verify":
        return "a signature to make"
    if "digest" in request:
        return "a digest in place of a message"
    if request.get("context") or request["scheme"] not in ("ECDSA", "Ed25519", "Ed448"):
        return "a context or a prehash"
    return None


def _vectors(suites: Iterable[str], curve: str | None) -> Iterator[Vector]:
    for suite in suites:
        yield from (vector for vector in vectors.load(suite) if curve in (None, vector.curve))


def _curve(request: dict[str, Any]) -> str:
    return str(request.get("curve", request["scheme"]))


def _file_name(vector: Vector) -> str:
    """A name like those of Wycheproof, in which one file has one curve and one format."""
    name = CURVES[_curve(vector.request)][0] if vector.request["scheme"] == "ECDSA" else vector.curve
    algorithm = "ecdsa_" if vector.request["scheme"] == "ECDSA" else ""
    return f"ecref_{algorithm}{name}{KINDS[vector.request['signature_format']][2]}_test.json"


def _file(found: list[Vector]) -> dict[str, Any]:
    first = found[0].request
    groups: dict[tuple[str, str | None], list[dict[str, Any]]] = {}
    for number, vector in enumerate(found, 1):
        key = vector.request["public_key"], vector.request.get("hash")
        groups.setdefault(key, []).append(_test(number, vector))
    made = [_group(first, *key, tests) for key, tests in groups.items()]
    flags = {flag for group in made for test in group["tests"] for flag in test["flags"]}
    return {
        "algorithm": "ECDSA" if first["scheme"] == "ECDSA" else "EDDSA",
        "schema": KINDS[first["signature_format"]][1],
        "numberOfTests": len(found),
        "header": HEADER,
        "notes": {flag: note for flag, note in _notes(first["scheme"]).items() if flag in flags},
        "testGroups": made,
    }


def _notes(scheme: str) -> dict[str, dict[str, str]]:
    """Every flag that a test of the scheme may have, explained."""
    explained = dict(ECDSA_FLAGS if scheme == "ECDSA" else EDDSA_FLAGS)
    for name in rule_sets(scheme):
        explained[VALID_UNDER + name] = "BASIC", f"ecref's rule set {name} accepts the signature"
    return {flag: {"bugType": bug, "description": text} for flag, (bug, text) in explained.items()}


def _group(request: dict[str, Any], public_key: str, hash: str | None, tests: list[dict[str, Any]]) -> dict[str, Any]:
    """The tests of one key and one hash."""
    octets = bytes.fromhex(public_key)
    curve, bits = CURVES[_curve(request)]
    key = scheme_named(_curve(request)).public_key(octets)
    der = spki.write_public(key)
    group: dict[str, Any] = {
        "type": KINDS[request["signature_format"]][0],
        "source": {"name": "ecref", "version": __version__},
        "publicKey": {"type": "EDDSAPublicKey", "curve": curve, "keySize": bits, "pk": public_key},
        "publicKeyDer": der.hex(),
        "publicKeyPem": pem.write("PUBLIC KEY", der).decode(),
    }
    if request["scheme"] == "ECDSA":
        x, y = (int.from_bytes(half, "big") for half in (octets[1 : 1 + bits // 8], octets[1 + bits // 8 :]))
        point = {"uncompressed": public_key, "wx": _big_int(x), "wy": _big_int(y)}
        group["publicKey"] = {"type": "EcPublicKey", "curve": curve, "keySize": bits, **point}
        group["sha"] = hash
    if request["signature_format"] != "der":
        group["publicKeyJwk"] = {**jwk.to_object(key), "kid": "none"}
    return {**group, "tests": tests}


def _test(number: int, vector: Vector) -> dict[str, Any]:
    request = vector.request
    verdicts = {asked["rules"]: expect for asked, expect in vector.questions()}
    accepting = [name for name, expect in verdicts.items() if expect["valid"]]
    result = "valid" if len(accepting) == len(verdicts) else "acceptable" if accepting else "invalid"
    if request["scheme"] == "ECDSA":
        result = "valid" if "fips186-5" in accepting else "invalid"
    return {
        "tcId": number,
        "comment": _comment(vector, verdicts),
        "flags": [*vector.flags, *(VALID_UNDER + name for name in accepting)],
        "msg": request["message"],
        "sig": request["signature"],
        "result": result,
    }


def _comment(vector: Vector, verdicts: dict[str, dict[str, Any]]) -> str:
    """The id; by reason, the rule sets that refuse; and the intermediate values."""
    refusing: dict[str, list[str]] = {}
    for name, expect in verdicts.items():
        if not expect["valid"]:
            refusing.setdefault(expect["reason"], []).append(name)
    parts = [vector.id, *(f"{reason} under {', '.join(names)}" for reason, names in refusing.items())]
    values = " ".join(f"{step['name']}={step['value']}" for step in _steps(vector))
    return "; ".join([*parts, values] if values else parts)


def _steps(vector: Vector) -> list[dict[str, str]]:
    """All steps that any rule set comes to, as the vector has them, or anew."""
    if vector.steps is not None:
        return vector.steps
    request = {**vector.request, "steps": True}
    asked = [name for name in FARTHEST if name in rule_sets(request["scheme"])]
    answers: list[dict[str, Any]] = [answer({**request, "rules": name}) for name in asked]
    return max((each["steps"] for each in answers), key=len)


def _big_int(x: int) -> str:
    """Hex as Wycheproof writes integers: two's complement, no octet more than needed."""
    return x.to_bytes(x.bit_length() // 8 + 1, "big").hex()
