"""Implementations under test: Python libraries, what their exceptions become, and what is known of them."""

from __future__ import annotations

import re
import subprocess
import sys
from importlib import import_module
from pathlib import Path
from typing import Any, ClassVar

import pytest

import ecref
from ecref.errors import UnusableInput
from ecref.referee import protocol
from ecref.referee.implementations import LIBRARIES, PROGRAMS, TIMEOUT, Chosen, implementation, names
from ecref.referee.implementations.apart import Apart
from ecref.referee.implementations.interface import UNSUPPORTED, accepts, checked, crash, is_unsupported
from ecref.referee.implementations.library import NO_SHAKE, PythonLibrary, Unsupported
from libraries import departing, made

ROOT = Path(__file__).parent.parent

SCHEMES = ("Ed25519", "Ed25519ctx", "Ed25519ph", "Ed448", "Ed448ph")
CURVES = ("P-256", "P-384", "secp256k1")
HAVE = {  # what each of them signs and verifies, and its rule set
    "ecref": {**dict.fromkeys(SCHEMES, "rfc8032"), **dict.fromkeys(CURVES, "fips186-5")},
    "cryptography": {"Ed25519": "ref10", "Ed448": "openssl-ed448", **dict.fromkeys(CURVES, "fips186-5")},
    "pycryptodome": {**dict.fromkeys(SCHEMES, "rfc8032"), **dict.fromkeys(CURVES, "fips186-5")},
    "pynacl": {"Ed25519": "no-small-order"},
    "ecdsa": {
        **dict.fromkeys(("Ed25519", "Ed448"), "rfc8032-cofactorless"),
        **dict.fromkeys(CURVES, "fips186-5"),
    },
    "coincurve": {"secp256k1": "low-s"},
    "fastecdsa": {**dict.fromkeys(("Ed25519", "Ed448"), "rfc8032"), **dict.fromkeys(CURVES, "fips186-5")},
    "starkbank-ecdsa": dict.fromkeys(("P-256", "secp256k1"), "fips186-5"),
    "pure25519": {"Ed25519": "no-small-order"},
    "eth-keys": {"secp256k1": "fips186-5"},
    "ecc": dict.fromkeys(CURVES, "fips186-5"),
}
PAIRS = [(name, each) for name, have in HAVE.items() for each in have]
TAKE_0 = ("fastecdsa", "starkbank-ecdsa")  # a private key of 0: the one makes 04 0...01 of it, the other a random key
SECRET = 0x5EC2E7
MESSAGE = b"what is signed"


def answer(request: dict[str, Any]) -> dict[str, Any]:
    """What ecref answers."""
    return protocol.answer(request)


def about(name: str) -> dict[str, Any]:
    """A scheme or a curve, as a request names it."""
    return {"scheme": name} if name in SCHEMES else {"scheme": "ECDSA", "curve": name}


def private(name: str) -> dict[str, Any]:
    size = {"Ed448": 57, "Ed448ph": 57, "P-384": 48}.get(name, 32)
    return {"private_key": SECRET.to_bytes(size, "big").hex(), "private_key_format": "raw"}


def public(name: str) -> dict[str, Any]:
    key = answer({"op": "public_key", **about(name), **private(name)})["public_key"]
    return {"public_key": key, "public_key_format": "raw" if name in SCHEMES else "sec1"}


def signing(name: str, **more: Any) -> dict[str, Any]:
    context = {"context": "c0"} if name == "Ed25519ctx" else {}
    return {"op": "sign", **about(name), **private(name), "message": MESSAGE.hex(), **context, **more}


def verifying(request: dict[str, Any], signature: str) -> dict[str, Any]:
    """The verification of what a request of `signing` signs."""
    kept = {key: request[key] for key in request if key not in ("op", "private_key", "private_key_format", "nonce")}
    return {"op": "verify", **kept, **public(request.get("curve", request["scheme"])), "signature": signature}


# ---------------------------------------------------------------- every library


def test_every_library_is_tested_here() -> None:
    assert list(HAVE) == list(LIBRARIES)


@pytest.mark.parametrize(("name", "what"), PAIRS)
def test_a_library_declares_its_rules(name: str, what: str) -> None:
    found = made(name)
    asked = about(what)
    assert found.rules(asked["scheme"], asked.get("curve")) == HAVE[name][what]
    assert found.name == name
    assert any(digit in found.version() for digit in "0123456789")
    found.close()


@pytest.mark.parametrize("name", HAVE)
def test_what_a_library_lacks_is_unsupported(name: str) -> None:
    found = made(name)
    for what in (*SCHEMES, *CURVES):
        assert is_unsupported(found.answer(signing(what))) == (what not in HAVE[name])


@pytest.mark.parametrize(("name", "what"), PAIRS)
@pytest.mark.parametrize("form", ["der", "p1363"])
def test_a_library_verifies_what_ecref_signs(name: str, what: str, form: str) -> None:
    request = signing(what, **({"signature_format": form} if what in CURVES else {}))
    found = made(name)
    signature = answer({**request, "low_s": True} if what in CURVES else request)["signature"]
    asked = verifying(request, signature)
    assert found.answer(asked)["valid"] is True
    assert found.answer({**asked, "message": "00"})["valid"] is False
    assert not accepts(found.answer({**asked, "public_key": asked["public_key"][:-2]}))


@pytest.mark.parametrize(("name", "what"), PAIRS)
@pytest.mark.parametrize("form", ["der", "p1363"])
def test_ecref_verifies_what_a_library_signs(name: str, what: str, form: str) -> None:
    request = signing(what, **({"signature_format": form} if what in CURVES else {}))
    found = made(name)
    signature = found.answer(request)["signature"]
    assert answer(verifying(request, signature))["valid"] is True
    if what in SCHEMES:
        assert signature == answer(request)["signature"]
    elif found.nonce(what) == "rfc6979":
        assert signature in (answer({**request, "low_s": low})["signature"] for low in (False, True))
    else:
        assert found.nonce(what) == "random"
        assert signature != found.answer(request)["signature"]


@pytest.mark.parametrize(("name", "what"), PAIRS)
def test_a_library_makes_and_reads_public_keys(name: str, what: str) -> None:
    found = made(name)
    key = public(what)
    assert found.answer({"op": "public_key", **about(what), **private(what)})["public_key"] == key["public_key"]
    parse = {"op": "parse_public_key", **about(what), **key}
    assert found.answer(parse)["public_key"] == key["public_key"]
    if what in CURVES:
        scheme = getattr(ecref, what.replace("-", "").lower())
        point = scheme.public_key(bytes.fromhex(key["public_key"])).to_bytes(compressed=True).hex()
        assert found.answer({**parse, "public_key": point})["public_key"] == key["public_key"]


@pytest.mark.parametrize(("name", "what"), [pair for pair in PAIRS if pair[1] in CURVES])
def test_a_private_key_of_0(name: str, what: str) -> None:
    found = departing(name) if name in TAKE_0 else made(name)
    zero = {**private(what), "private_key": "00" * (48 if what == "P-384" else 32)}
    for more in ({"op": "public_key"}, {"op": "sign", "message": ""}):
        heard = found.answer({**about(what), **zero, **more})
        assert accepts(heard) == (name in TAKE_0)
        assert heard.get("error") == (None if name in TAKE_0 else "invalid-key")


@pytest.mark.parametrize(("name", "what"), [pair for pair in PAIRS if pair[1] in CURVES])
def test_digests_are_signed_and_verified_or_unsupported(name: str, what: str) -> None:
    found = made(name)
    request = signing(what, digest="d1" * 32, hash="SHA-256")
    del request["message"]
    signature = found.answer(request)
    if name in ("pycryptodome", "starkbank-ecdsa"):
        assert signature == UNSUPPORTED
        return
    asked = verifying(request, signature["signature"])
    assert answer(asked)["valid"] is True
    assert found.answer(asked)["valid"] is True
    assert found.answer({**asked, "digest": "d2" * 32})["valid"] is False
    unhashed = found.answer({**asked, "hash": None})
    takes = name in ("ecref", "ecdsa", "coincurve", "eth-keys")
    assert unhashed.get("valid") is True if takes else unhashed == UNSUPPORTED


@pytest.mark.parametrize(("name", "what"), [pair for pair in PAIRS if pair[1] in CURVES])
def test_every_hash_is_verified_or_unsupported(name: str, what: str) -> None:
    found = made(name)
    heard = []
    for hash_name in NO_SHAKE:
        request = signing(what, hash=hash_name)
        asked = verifying(request, answer({**request, "low_s": True})["signature"])
        heard.append(found.answer(asked))
        signature = found.answer(request)
        assert is_unsupported(signature) or answer({**asked, "signature": signature["signature"]})["valid"] is True
    if name in ("coincurve", "eth-keys"):  # they take digests of 32 octets
        assert [each == {"valid": True} for each in heard] == [ecref.hashes.hash_named(h).size == 32 for h in NO_SHAKE]
    else:
        assert all(each["valid"] is True for each in heard)


@pytest.mark.parametrize("name", ["ecref", "ecdsa", "ecc"])
def test_a_nonce_that_is_fixed(name: str) -> None:
    request = signing("P-256", nonce={"unsafe_k": "07" * 32}, signature_format="p1363")
    wanted = (answer({**request, "low_s": low})["signature"] for low in (False, True))
    assert made(name).answer(request)["signature"] in wanted


@pytest.mark.parametrize("name", [name for name in LIBRARIES if name != "ecref"])
def test_a_missing_library_is_told_in_one_line(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    module, of_class = LIBRARIES[name]
    needed = getattr(import_module(f"ecref.referee.implementations.{module}"), of_class).modules
    monkeypatch.setitem(sys.modules, needed[-1], None)
    with pytest.raises(UnusableInput, match=r"is not installed here; pip install 'ecref\[(bench|referee)\]' brings it"):
        implementation(name)


def test_nothing_is_imported_before_it_is_asked_for() -> None:
    program = "import sys, ecref.cli, ecref.referee.implementations; print(*sys.modules)"
    command = [sys.executable, "-c", program]
    loaded = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=True).stdout.split()
    libraries = {"cryptography", "Crypto", "nacl", "ecdsa", "coincurve", "fastecdsa", "ellipticcurve", "pure25519"}
    assert not (libraries | {"eth_keys", "ecc", "importlib.metadata"}) & set(loaded)
    assert "ecref.referee.implementations.library" not in loaded


def test_an_extra_brings_every_library() -> None:
    text = (ROOT / "pyproject.toml").read_text("utf-8")
    [extra] = re.findall(r"^referee = \[(.*?)^\]", text, re.MULTILINE | re.DOTALL)
    brought = set(re.findall(r'^ *"([a-z0-9-]+)>=', extra, re.MULTILINE))
    for module, of_class in LIBRARIES.values():
        distribution = getattr(import_module(f"ecref.referee.implementations.{module}"), of_class).distribution
        assert distribution in {*brought, "ecref"}


def test_names_and_an_unknown_one() -> None:
    assert names()[: len(LIBRARIES) + len(PROGRAMS)] == [*LIBRARIES, *PROGRAMS]
    with pytest.raises(UnusableInput, match="no implementation 'libmine'; there are ecref, cryptography, "):
        implementation("libmine")


def test_what_is_chosen_can_be_made_more_than_once() -> None:
    chosen = Chosen("ecref")
    assert tuple(chosen) == ("ecref", None, None, (), TIMEOUT)
    assert chosen.open().answer(signing("Ed25519")) == chosen.open().answer(signing("Ed25519"))


# ---------------------------------------------------------------- in a process of its own


@pytest.mark.parametrize("name", [name for name in LIBRARIES if name != "ecref"])
def test_a_library_apart_is_the_same(name: str) -> None:
    near, far = made(name), Chosen(name).open()
    assert isinstance(far, Apart)
    assert far.version() == near.version()
    for what in (*SCHEMES, *CURVES):
        scheme, curve = about(what)["scheme"], about(what).get("curve")
        assert far.rules(scheme, curve) == near.rules(scheme, curve)
        low = {"low_s": True} if what in CURVES else {}
        asked = verifying(signing(what), answer(signing(what, **low))["signature"])
        assert far.answer(asked) == near.answer(asked)
    assert far.nonce("P-256") == near.nonce("P-256")
    far.close()


NACL = """
import os, sys, time
class VerifyKey:
    def __init__(self, octets):
        pass
    def verify(self, message, signature):
        if message == b"abort":
            os.abort()
        if message == b"hang":
            time.sleep(60)
        if message == b"end":
            os._exit(0)
        if message == b"recur":
            self.verify(message, signature)
        print("a word of the library's own")
        os.write(1, b"and another\\n")
SigningKey = None
"""


def test_a_library_that_ends_or_hangs_is_started_again(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    made("pynacl").close()
    (tmp_path / "nacl").mkdir()
    (tmp_path / "nacl" / "__init__.py").write_text("")
    exceptions = "ValueError = ValueError\nclass BadSignatureError(Exception): pass"
    (tmp_path / "nacl" / "exceptions.py").write_text(exceptions)
    (tmp_path / "nacl" / "signing.py").write_text(NACL)
    monkeypatch.syspath_prepend(tmp_path)
    found = Chosen("pynacl", timeout=1.5).open()
    heard = []
    for message in (b"abort", b"", b"hang", b"", b"end", b"recur"):
        request = {**about("Ed25519"), **public("Ed25519"), "op": "verify", "message": message.hex(), "signature": ""}
        heard.append(found.answer(request))
    found.close()
    assert heard[1] == heard[3] == {"valid": True}
    crashes = [heard[i]["crash"] for i in (0, 2, 4, 5)]
    for sentence, beginning in zip(
        crashes,
        ("it was ended by SIGABRT", "no answer in 1.5 s", "it ended with status 0", "RecursionError: "),
        strict=True,
    ):
        assert sentence.startswith(beginning)


def test_a_missing_library_is_told_by_its_process(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "nacl.py").write_text("raise ImportError")
    monkeypatch.syspath_prepend(tmp_path)
    with pytest.raises(UnusableInput) as caught:
        Chosen("pynacl").open()
    assert caught.value.detail == "pynacl is not installed here; pip install 'ecref[bench]' brings it"


# ---------------------------------------------------------------- what is known of them


def test_python_ecdsa_accepts_an_R_that_is_not_canonical() -> None:
    found = departing("ecdsa")
    y = (2**255 - 19 + 1).to_bytes(32, "little")  # the identity, y = p + 1: S = 0 under A = O fits
    asked = {**about("Ed25519"), "public_key_format": "raw", "message": ""}
    forged = {**asked, "op": "verify", "public_key": "01" + "00" * 31, "signature": (y + bytes(32)).hex()}
    assert answer({**forged, "rules": found.rules("Ed25519", None)})["reason"] == "R-non-canonical"
    assert found.answer(forged)["valid"] is True


def test_eth_keys_builds_a_key_of_a_point_off_the_curve() -> None:
    found = departing("eth-keys")
    parse = {"op": "parse_public_key", **about("secp256k1"), "public_key_format": "sec1"}
    point = "04" + "00" * 31 + "01" + "00" * 31 + "01"
    assert answer({**parse, "public_key": point})["error"] == "invalid-key"
    assert found.answer({**parse, "public_key": point}) == {"public_key": point}
    assert found.answer({**parse, "public_key": "06" + point[2:]}) == UNSUPPORTED  # it has no octet for the form


def test_cryptography_accepts_a_key_that_is_not_canonical_as_ref10_does() -> None:
    found = made("cryptography")
    y = (2**255 - 19 + 1).to_bytes(32, "little").hex()
    asked = {**about("Ed25519"), "public_key_format": "raw", "message": ""}
    forged = {**asked, "op": "verify", "public_key": y, "signature": "01" + "00" * 63}
    assert answer(forged)["reason"] == "A-non-canonical"
    assert answer({**forged, "rules": found.rules("Ed25519", None)})["valid"] is True
    assert found.answer(forged)["valid"] is True


@pytest.mark.parametrize("name", ["cryptography", "pynacl", "ecdsa", "pure25519"])
def test_a_context_where_there_are_none(name: str) -> None:
    found = made(name)
    assert found.answer(signing("Ed25519", context="c0")) == UNSUPPORTED
    assert found.answer(signing("Ed25519", context="")) == found.answer(signing("Ed25519"))


def test_fastecdsa_takes_contexts_on_Ed448_only() -> None:
    found = made("fastecdsa")
    request = signing("Ed448", context="c0")
    assert found.answer(request)["signature"] == answer(request)["signature"]
    assert found.answer({**signing("Ed25519"), "context": "c0"}) == UNSUPPORTED


def test_starkbank_ecdsa_falls_over_on_other_types_in_DER() -> None:
    found = departing("starkbank-ecdsa")
    request = signing("P-256")
    assert found.answer(verifying(request, "30060201010201")) == {"valid": False}  # Exception itself is its word
    assert found.answer(verifying(request, "3006040101020101"))["crash"].startswith("TypeError: ")
    deep = found.answer(verifying(request, "3080" * 2 + "30820fff" * 2000))
    assert not accepts(deep)


@pytest.mark.parametrize("length", [63, 65])
@pytest.mark.parametrize("name", ["eth-keys", "coincurve", "fastecdsa"])
def test_a_length_that_a_library_cannot_be_told(name: str, length: int) -> None:
    found = made(name)
    heard = found.answer(verifying(signing("secp256k1", signature_format="p1363"), "01" * length))
    assert heard == ({"valid": False} if name == "eth-keys" else UNSUPPORTED)


def test_integers_too_wide_for_eth_keys() -> None:
    signature = "30260221" + "7f" * 33 + "020101"
    assert made("eth-keys").answer(verifying(signing("secp256k1"), signature)) == UNSUPPORTED


# ---------------------------------------------------------------- requests and exceptions


class Fake(PythonLibrary):
    """Ed25519 and P-256 that do what a test says."""

    name = "fake"
    distribution = "ecref"
    modules = ("ecref",)
    declared: ClassVar = {"Ed25519": "rfc8032", "P-256": "fips186-5"}
    hashes = ("SHA-256",)
    formats = ("der",)
    digests = False
    invalid = (KeyError,)

    def __init__(self, does: BaseException | object = None) -> None:
        super().__init__()
        self._does = does
        self.cases: list[Any] = []

    def _do(self, value: Any) -> Any:
        if isinstance(self._does, BaseException):
            raise self._does
        return value

    def load_public(self, name: str, octets: bytes) -> Any:
        return self._do((name, octets))

    def dump_public(self, name: str, key: Any) -> bytes:
        assert name == key[0]
        return bytes(key[1])

    def load_private(self, name: str, octets: bytes) -> Any:
        return self._do((name, octets))

    def public_of(self, name: str, key: Any) -> Any:
        assert name == key[0]
        return key

    def holds(self, key: Any, signature: bytes, case: Any) -> bool:
        assert key
        assert signature
        self.cases.append(case)
        if self._does == "invalid":
            raise KeyError
        return True

    def sign(self, key: Any, case: Any) -> bytes:
        assert key
        self.cases.append(case)
        return b"\1"


VERIFY = verifying(signing("P-256"), "00")
OPS = [VERIFY, signing("P-256"), {"op": "parse_public_key", **about("P-256"), **public("P-256")}]
OPS.append({"op": "public_key", **about("P-256"), **private("P-256")})


class Panic(BaseException):
    """What a library that is written in Rust raises."""


@pytest.mark.parametrize("request_", OPS, ids=lambda each: each["op"])
@pytest.mark.parametrize(
    ("raised", "heard"),
    [
        (ValueError("no"), {"error": "invalid-key", "detail": "ValueError: no"}),
        (TypeError("oh"), {"crash": "TypeError: oh"}),
        (RecursionError("deep"), {"crash": "RecursionError: deep"}),
        (MemoryError(), {"crash": "MemoryError: "}),
        (Panic("x" * 999), {"crash": "Panic: " + "x" * 293}),
        (SystemExit(0), {"crash": "SystemExit: 0"}),
        (Unsupported(), {"unsupported": True}),
    ],
    ids=lambda each: type(each).__name__,
)
def test_exceptions_become_answers(request_: dict[str, Any], raised: BaseException, heard: dict[str, Any]) -> None:
    assert Fake(raised).answer(request_) == heard


def test_an_interrupt_is_the_users() -> None:
    with pytest.raises(KeyboardInterrupt):
        Fake(KeyboardInterrupt()).answer(VERIFY)


def test_the_exception_of_a_signature_that_does_not_hold() -> None:
    assert Fake().answer(VERIFY) == {"valid": True}
    assert Fake("invalid").answer(VERIFY) == {"valid": False}


@pytest.mark.parametrize(
    "more",
    [
        {"curve": "P-384"},
        {"hash": "SHA-512"},
        {"signature_format": "p1363"},
        {"public_key_format": "spki-der"},
        {"low_s": True},
        {"nonce": "random"},
        {"nonce": {"unsafe_k": "01"}},
        {"digest": "00", "hash": None},
        {"digest": ""},
    ],
)
def test_what_the_tables_lack_is_unsupported(more: dict[str, Any]) -> None:
    assert Fake().answer({**VERIFY, **more}) == UNSUPPORTED


def test_a_case_of_ECDSA() -> None:
    fake = Fake()
    fake.answer(VERIFY)
    fake.answer({**signing("P-256"), "hash": "SHA-256", "nonce": "rfc6979"})
    assert fake.cases == [("ECDSA", "P-256", MESSAGE, None, "SHA-256", None, "der", None)] * 2
    assert fake.cases[0].hashed == ecref.hashes.hash_named("SHA-256").digest(MESSAGE)
    assert fake.cases[0].hasher(MESSAGE).digest() == fake.cases[0].hashed
    digest = fake.cases[0]._replace(message=None, digest=b"1", hash=None)
    assert digest.hashed == b"1"
    for part in ("octets", "hasher"):
        with pytest.raises(Unsupported):
            getattr(digest, part)


def test_a_case_of_EdDSA() -> None:
    fake = Fake()
    fake.answer(signing("Ed25519", context="c0"))
    fake.answer(signing("Ed25519"))
    assert fake.cases[0] == ("Ed25519", "Ed25519", MESSAGE, None, None, b"\xc0", "raw", None)
    assert fake.cases[1].context is None


# ---------------------------------------------------------------- answers


@pytest.mark.parametrize(
    ("op", "given", "heard"),
    [
        ("verify", {"valid": True, "reason": None}, {"valid": True, "reason": None}),
        ("verify", {"valid": False}, {"valid": False}),
        ("verify", {"valid": 1}, None),
        ("verify", {"signature": "00"}, None),
        ("verify", {"error": "invalid-key"}, {"error": "invalid-key"}),
        ("verify", {"error": None}, None),
        ("verify", {"crash": "it fell"}, {"crash": "it fell"}),
        ("verify", {"unsupported": True, "why": "old"}, UNSUPPORTED),
        ("verify", {"unsupported": False}, None),
        ("verify", [], None),
        ("verify", None, None),
        ("sign", {"signature": "00ff"}, {"signature": "00ff"}),
        ("sign", {"signature": "00f"}, None),
        ("sign", {"signature": "00FF"}, None),
        ("sign", {"signature": b"00"}, None),
        ("public_key", {"public_key": ""}, {"public_key": ""}),
        ("parse_public_key", {"public_key": "zz"}, None),
    ],
)
def test_an_answer_that_nobody_knows_is_a_crash(op: str, given: object, heard: object) -> None:
    assert checked(op, given) == (crash(f"it answered {given!r}") if heard is None else heard)


def test_a_long_answer_is_cut_and_shown_in_ascii() -> None:
    sentence = checked("sign", {"signature": "\u2603" * 999})["crash"]
    assert sentence.startswith(r"it answered {'signature': '\u2603\u2603")
    assert len(sentence) == len("it answered ") + 200


def test_what_counts_as_accepted() -> None:
    taken = ({"valid": True}, {"signature": "00"}, {"public_key": "00"})
    refused = ({"valid": False}, {"error": "invalid-key", "detail": ""}, crash("it fell"))
    assert [accepts(each) for each in (*taken, *refused)] == [True] * 3 + [False] * 3
    lacking = (UNSUPPORTED, {"error": "unsupported", "detail": ""}, {"error": "bad-length"}, {"valid": True})
    assert [is_unsupported(each) for each in lacking] == [True, True, False, False]
