"""Libraries that refuse, fall over, lack something or answer nonsense, behind ecref's keys."""

from __future__ import annotations

from typing import Any, ClassVar

import pytest

import ecref
from ecref import InvalidSignature, UnusableInput
from ecref.ecdsa import SCHEMES as CURVES
from ecref.eddsa import SCHEMES as EDDSA
from ecref.eddsa import EdDSA
from ecref.foreign import library as over
from ecref.foreign.schemes import ATTRIBUTES, Implementation
from ecref.referee.implementations.interface import UNSUPPORTED
from ecref.referee.implementations.library import Case, PythonLibrary, Unsupported
from libraries import made
from switched import MESSAGE, SECRET, code_of, pair, secret

OWN: dict[str, Any] = {**EDDSA, **CURVES}


class Panic(BaseException):
    """What a panic of Rust is in Python."""


class Refusal(Exception):
    """What a fake refuses with."""


class Fake(PythonLibrary):
    """ecref's own code as a library, of which a test replaces a method."""

    name = "cryptography"
    distribution = "cryptography"
    modules = ()
    declared: ClassVar = {**dict.fromkeys(EDDSA, "rfc8032"), **dict.fromkeys(CURVES, "fips186-5")}
    invalid = (InvalidSignature,)
    unusable = (Refusal,)

    def load_public(self, name: str, octets: bytes) -> Any:
        return OWN[name].public_key(octets)

    def dump_public(self, name: str, key: Any) -> bytes:
        assert name in OWN
        return bytes(key.to_bytes())

    def load_private(self, name: str, octets: bytes) -> Any:
        return OWN[name].private_key(octets)

    def public_of(self, name: str, key: Any) -> Any:
        assert name in OWN
        return key.public_key

    def holds(self, key: Any, signature: bytes, case: Case) -> bool:
        if case.scheme == "ECDSA":
            key.verify_digest(signature, case.digest, hash=case.hash)
        else:
            key.verify(signature, case.message, context=case.context)
        return True

    def sign(self, key: Any, case: Case) -> bytes:
        if case.scheme == "ECDSA":
            return bytes(key.sign_digest(case.digest, hash=case.hash))
        return bytes(key.sign(case.message, context=case.context))


def faking(monkeypatch: pytest.MonkeyPatch, **methods: Any) -> Implementation:
    """An implementation over a fake with these methods."""
    fake = type("Faked", (Fake,), methods)
    monkeypatch.setattr(over, "implementation", lambda _: fake())
    return ecref.implementation("cryptography")


def raising(error: BaseException) -> Any:
    def method(*_: object) -> Any:
        raise error

    return method


def test_the_fake_is_right(monkeypatch: pytest.MonkeyPatch) -> None:
    found = faking(monkeypatch)
    for attribute in ATTRIBUTES.values():
        key, own = pair(found, attribute)
        how = {"context": b""} if attribute == "ed25519ctx" else {}
        signature = key.sign(MESSAGE, **how)
        assert signature == own.sign(MESSAGE, **how)
        assert key.public_key.verdict(signature, MESSAGE, **how)
        assert not key.public_key.verdict(signature, b"", **how)
    key, _ = pair(found, "p256")
    assert code_of(key.sign, MESSAGE, nonce="random") == "unsupported: cryptography has no nonce random, only rfc6979"
    key, own = pair(faking(monkeypatch, nonces=None), "p256")
    assert code_of(key.sign, MESSAGE).startswith("unsupported: cryptography has no nonce rfc6979, only ")


@pytest.mark.parametrize("attribute", ["ed25519", "p256"])
@pytest.mark.parametrize("error", [RuntimeError("5ec2e7"), Panic("5ec2e7"), ZeroDivisionError()])
def test_a_library_that_falls_over(monkeypatch: pytest.MonkeyPatch, attribute: str, error: BaseException) -> None:
    """The error names what it raised, and neither it nor what hangs on it holds any text of it."""
    scheme = getattr(ecref, attribute)
    own = scheme.private_key(secret(scheme))
    falls = f"unsupported: cryptography fell over when it was to %s: {type(error).__name__}"
    for method, doing in (
        ("load_private", "load the private key"),
        ("public_of", "make the public key"),
        ("dump_public", "write the public key"),
        ("load_public", "load the public key"),
        ("sign", "sign"),
        ("holds", "verify"),
    ):
        found = faking(monkeypatch, **{method: raising(error)})

        def whole_way(found: Implementation = found) -> None:
            key = getattr(found, attribute).private_key(secret(scheme))
            key.public_key.verify(key.sign(MESSAGE), MESSAGE)

        with pytest.raises(UnusableInput) as raised:
            whole_way()
        assert str(raised.value) == falls % doing
        assert raised.value.__cause__ is raised.value.__context__ is None
    assert own.public_key.verdict(own.sign(MESSAGE), MESSAGE)


PASSING = (KeyboardInterrupt(), SystemExit(3), MemoryError(), UnusableInput("bad-request", "no"))


@pytest.mark.parametrize("error", PASSING)
def test_what_is_no_fall_passes(monkeypatch: pytest.MonkeyPatch, error: BaseException) -> None:
    key, _ = pair(faking(monkeypatch, sign=raising(error)), "p256")
    with pytest.raises(type(error)) as raised:
        key.sign(MESSAGE)
    assert raised.value is error


def test_a_refused_private_key(monkeypatch: pytest.MonkeyPatch) -> None:
    for error in (Refusal("5ec2e7"), Unsupported()):
        found = faking(monkeypatch, load_private=raising(error))
        with pytest.raises(UnusableInput) as raised:
            found.p256.private_key(SECRET)
        assert str(raised.value) == "invalid-key: cryptography refuses the private key, which ecref accepts"
        assert raised.value.__context__ is None


def test_a_refused_public_key(monkeypatch: pytest.MonkeyPatch) -> None:
    found = faking(monkeypatch, load_public=raising(Refusal()))
    own = ecref.p256.private_key(SECRET).public_key
    wanted = "invalid-key: cryptography refuses the public key, which ecref accepts"
    assert code_of(found.p256.public_key, own.to_bytes()) == wanted
    key = ecref.ed25519.private_key(bytes(32))
    odd = found.ed25519.public_key(key.public_key.to_bytes())
    assert odd.verdict(key.sign(MESSAGE), MESSAGE).reason == "mismatch"
    assert odd.verdict(b"", MESSAGE).reason == "signature-length"
    assert found.ed25519.public_key(b"\2" + bytes(31)).verdict(key.sign(MESSAGE), MESSAGE).reason == "A-not-on-curve"


@pytest.mark.parametrize("attribute", ["ed25519", "p256"])
def test_where_the_two_differ_the_library_decides_and_that_is_said(
    monkeypatch: pytest.MonkeyPatch, attribute: str
) -> None:
    key, own = pair(faking(monkeypatch, holds=lambda *_: False), attribute)
    rules = "rfc8032" if attribute == "ed25519" else "fips186-5"
    found = key.public_key.verdict(own.sign(MESSAGE), MESSAGE)
    assert (found.reason, found.detail) == (
        "mismatch",
        f"cryptography refuses a signature that ecref accepts under {rules}",
    )
    key, own = pair(faking(monkeypatch, holds=lambda *_: True), attribute)
    assert key.public_key.verdict(own.sign(MESSAGE), b"another")


def test_what_it_cannot_be_asked(monkeypatch: pytest.MonkeyPatch) -> None:
    found = faking(monkeypatch, holds=raising(Unsupported()), sign=raising(Unsupported()))
    key, own = pair(found, "p256")
    assert code_of(key.public_key.verify, own.sign(MESSAGE), MESSAGE) == (
        "unsupported: cryptography has no way to verify this on P-256"
    )
    for bad in ((0, 1), (1, 0), (own.scheme.curve.n, 1), (1, own.scheme.curve.n)):
        assert key.public_key.verdict(bad, MESSAGE, format=None).reason in ("r-out-of-range", "s-out-of-range")
    assert code_of(key.sign, MESSAGE) == "unsupported: cryptography has no nonces with SHA-256"


def test_signatures_that_are_none(monkeypatch: pytest.MonkeyPatch) -> None:
    key, own = pair(faking(monkeypatch, sign=lambda *_: b"\x30\0"), "p256")
    assert code_of(key.sign, MESSAGE) == "unsupported: cryptography made a signature that isn't DER"
    other = ecref.p256.private_key(1).sign(MESSAGE)
    key, own = pair(faking(monkeypatch, sign=lambda *_: other), "p256")
    assert key.sign(MESSAGE) == other
    assert code_of(key.sign, MESSAGE, format="compact") == (
        "unsupported: cryptography made a signature that doesn't fit the key"
    )
    assert own.public_key.verdict(other, MESSAGE).reason == "mismatch"


def test_no_request_asks_for_what_only_the_switch_does() -> None:
    """`sign_randomly` is no op: the referee's requests are answered as before."""
    request = {"op": "sign", "scheme": "ECDSA", "curve": "P-256", "private_key": "00" * 31 + "07", "message": "6d"}
    assert made("cryptography").answer({**request, "nonce": "random"}) == UNSUPPORTED
    with pytest.raises(Unsupported):
        Fake().sign_randomly(None, Case("ECDSA", "P-256", b"", None, "SHA-256", None, "der", None))
    assert isinstance(OWN["Ed25519"], EdDSA)
