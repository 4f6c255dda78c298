"""The implementation as a switch: what it gives, and that its keys are ecref's keys."""

from __future__ import annotations

import copy
import pickle
import re
import subprocess
import sys
from pathlib import Path

import pytest

import ecref
from ecref import formats
from ecref.foreign.schemes import ATTRIBUTES, NAMES, Implementation
from ecref.formats import jws, sshsig
from ecref.referee.implementations import LIBRARIES, PROGRAMS
from libraries import made
from switched import MESSAGE, NATIVE, code_of, outcome, pair, secret

ROOT = Path(__file__).parent.parent


@pytest.fixture(scope="module")
def cryptography() -> Implementation:
    made("cryptography")
    return ecref.implementation("cryptography")


# ---------------------------------------------------------------- the switch


def test_ecref_is_ecref_itself() -> None:
    own = ecref.implementation("ecref")
    for attribute in ATTRIBUTES.values():
        scheme = getattr(ecref, attribute)
        assert getattr(own, attribute) is scheme
        key = scheme.private_key(secret(scheme))
        assert own.private_key(key) is key
        assert own.public_key(key.public_key) is key.public_key
    assert own.version() == f"ecref {ecref.__version__}"
    assert (own.rules(ecref.ed448), own.rules(ecref.p384)) == ("rfc8032", "fips186-5")
    assert own.private_key(ecref.ed25519.expanded_key(bytes(31) + b"\x40" + bytes(32)))  # as it is: there is no seed


def test_an_implementation_is_a_value(cryptography: Implementation) -> None:
    assert cryptography.name == "cryptography"
    assert cryptography.version().startswith("cryptography ")
    assert cryptography == ecref.implementation("cryptography") != ecref.implementation("ecref")
    assert copy.copy(cryptography) == pickle.loads(pickle.dumps(cryptography)) == cryptography
    assert repr(cryptography) == "Implementation(name='cryptography')"
    with pytest.raises(AttributeError, match="immutable"):
        cryptography.p256 = ecref.p256
    with pytest.raises(AttributeError, match="'Implementation' object has no attribute 'p521'"):
        _ = cryptography.p521


def test_what_a_library_has_not_got_is_unsupported(cryptography: Implementation) -> None:
    for attribute, name in (("ed25519ph", "Ed25519ph"), ("ed25519ctx", "Ed25519ctx"), ("ed448ph", "Ed448ph")):
        wanted = f"unsupported: cryptography has no {name}"
        assert code_of(getattr, cryptography, attribute) == wanted
        assert code_of(cryptography.scheme, getattr(ecref, attribute)) == wanted
    made("pynacl")
    assert code_of(getattr, ecref.implementation("pynacl"), "p256") == "unsupported: pynacl has no P-256"


def test_a_scheme_of_other_parameters_is_another_scheme(cryptography: Implementation) -> None:
    other = ecref.ECDSA(ecref.p256.curve, "SHA-512")
    assert code_of(cryptography.scheme, other) == "unsupported: cryptography has no P-256"
    with pytest.raises(TypeError, match="got int, wanted a private key"):
        cryptography.private_key(5)  # type: ignore[arg-type]
    with pytest.raises(TypeError, match="wanted a public key"):
        cryptography.public_key(ecref.p256.private_key(1))  # type: ignore[arg-type]


@pytest.mark.parametrize("name", PROGRAMS)
def test_programs_keep_no_keys(name: str) -> None:
    found = code_of(ecref.implementation, name)
    assert found.startswith(f"unsupported: {name} is a program that answers requests, and keeps no keys; there are ")


def test_other_names() -> None:
    wanted = f"unsupported: no implementation 'libmine' here; there are {', '.join(NAMES)}"
    assert code_of(ecref.implementation, "libmine") == wanted
    with pytest.raises(TypeError, match="named by a str, not int"):
        ecref.implementation(5)  # type: ignore[arg-type]
    assert tuple(LIBRARIES) == NAMES


def test_a_library_that_is_not_there(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "nacl.py").write_text("raise ImportError")
    monkeypatch.syspath_prepend(tmp_path)
    for name in [name for name in sys.modules if name.partition(".")[0] == "nacl"]:
        monkeypatch.delitem(sys.modules, name)
    wanted = "unsupported: pynacl is not installed here; pip install 'ecref[bench]' brings it"
    assert code_of(ecref.implementation, "pynacl") == wanted


def test_nothing_of_it_is_loaded_before_it_is_called_nor_anything_else_changed() -> None:
    program = f"""
import sys
sys.path.insert(0, {str(ROOT)!r})
import ecref
from ecref import *
own = dict(vars(ecref))
kept = [ed25519, p256, {{**ecref.eddsa.SCHEMES}}, {{**ecref.ecdsa.SCHEMES}}]
before = {{*sys.modules}}
assert not any(name.startswith(("cryptography", "ecref.referee", "ecref.foreign.")) for name in before)
there = {{name: sys.modules[name] for name in before}}
key = implementation("cryptography").p256.generate()
key.public_key.verify(key.sign(b""), b"")
assert "cryptography" in sys.modules
assert all(sys.modules[name] is module for name, module in there.items())
now = {{name: value for name, value in vars(ecref).items() if name in own}}
assert all(now[name] is value for name, value in own.items())
assert kept == [ed25519, p256, ecref.eddsa.SCHEMES, ecref.ecdsa.SCHEMES]
assert type(p256) is ECDSA and type(p256.generate().public_key).__module__ == "ecref.ecdsa_keys"
"""
    made("cryptography")
    subprocess.run([sys.executable, "-c", program], check=True)


# ---------------------------------------------------------------- schemes and keys


@pytest.mark.parametrize("attribute", NATIVE)
def test_schemes_are_equal_and_keys_are_not(cryptography: Implementation, attribute: str) -> None:
    foreign, own = getattr(cryptography, attribute), getattr(ecref, attribute)
    assert isinstance(foreign, type(own))
    assert foreign == own == foreign == getattr(ecref.implementation("cryptography"), attribute)
    assert hash(foreign) == hash(own)
    assert foreign != "P-256"
    key, same = pair(cryptography, attribute)
    assert (key.scheme, key.public_key.scheme, key.by) == (own, own, "cryptography")
    assert key != same != key.public_key
    assert key.public_key != same.public_key
    again, _ = pair(ecref.implementation("cryptography"), attribute)
    assert again == key
    assert hash(again) == hash(key)
    assert again.public_key == key.public_key
    assert hash(again.public_key) == hash(key.public_key)
    assert foreign.generate() != foreign.generate()
    assert key.public_key.prepare() is key.public_key
    assert copy.copy(foreign) == pickle.loads(pickle.dumps(foreign)) == foreign
    assert copy.deepcopy(foreign).library.name == "cryptography"


@pytest.mark.parametrize("attribute", NATIVE)
def test_keys_of_two_libraries_are_not_equal(cryptography: Implementation, attribute: str) -> None:
    made("pycryptodome")
    one, _ = pair(cryptography, attribute)
    other, _ = pair(ecref.implementation("pycryptodome"), attribute)
    assert one != other
    assert one.public_key != other.public_key
    assert one.public_key.to_bytes() == other.public_key.to_bytes()


@pytest.mark.parametrize("attribute", NATIVE)
def test_keys_show_and_pickle_no_secret(cryptography: Implementation, attribute: str) -> None:
    key, own = pair(cryptography, attribute)
    assert repr(key) == f"{repr(own)[:-1]}, by cryptography>"
    assert repr(key.public_key) == f"{repr(own.public_key)[:-1]}, by cryptography>"
    assert "5ec2e7" not in repr(key)
    for give in (pickle.dumps, copy.copy, copy.deepcopy):
        with pytest.raises(TypeError, match="private keys refuse to be pickled"):
            give(key)
    for again in (pickle.loads(pickle.dumps(key.public_key)), copy.copy(key.public_key)):
        assert again == key.public_key
        again.verify(key.sign(MESSAGE), MESSAGE)
    assert key.private_bytes() == own.private_bytes()
    with pytest.raises(AttributeError, match="immutable"):
        key.held = None


@pytest.mark.parametrize("attribute", NATIVE)
def test_keys_are_checked_as_ecref_checks_them(cryptography: Implementation, attribute: str) -> None:
    foreign, own = getattr(cryptography, attribute), getattr(ecref, attribute)
    wrong = [b"", bytes(own.curve.size), bytes(own.curve.size - 1), b"\xff" * own.curve.size, "x"]
    wrong += [b"\4" + bytes(2 * own.curve.size), b"\2" + b"\xff" * own.curve.size]
    for octets in wrong:
        for make in ("private_key", "public_key"):
            assert outcome(getattr(foreign, make), octets) == outcome(getattr(own, make), octets)


@pytest.mark.parametrize("attribute", NATIVE)
def test_every_container(cryptography: Implementation, attribute: str) -> None:
    key, own = pair(cryptography, attribute)
    foreign = getattr(cryptography, attribute)
    for half, names in (("private", formats.PRIVATE_FORMATS), ("public", formats.PUBLIC_FORMATS)):
        dump, load = getattr(formats, f"dump_{half}_key"), getattr(formats, f"load_{half}_key")
        written = 0
        for form in names:
            mine, theirs = (each if half == "private" else each.public_key for each in (own, key))
            octets = outcome(dump, mine, form)
            if not isinstance(octets, bytes):
                assert outcome(dump, theirs, form) == octets
                continue
            if form != "openssh" or half == "public":  # a private one holds random octets
                assert dump(theirs, form) == octets
            written += 1
            if form == "ed25519-expanded":
                wanted = "unsupported: in a raw private key: cryptography has no keys without a seed"
                assert code_of(load, octets, curve=foreign, format=form) == wanted
                assert code_of(cryptography.private_key, load(octets, format=form)) == (
                    "unsupported: an expanded key has no seed"
                )
            else:
                assert load(octets, curve=foreign, format=form) == theirs
        assert written >= 4
    assert cryptography.private_key(own) == key
    assert cryptography.public_key(own.public_key) == key.public_key
    assert ecref.implementation("ecref").private_key(key) == own


def test_ssh_and_jws_take_the_keys(cryptography: Implementation) -> None:
    for attribute in ("ed25519", "p256"):
        key, own = pair(cryptography, attribute)
        armored = sshsig.sign(key, MESSAGE, "file")
        assert armored == sshsig.sign(own, MESSAGE, "file")
        sshsig.verify(key.public_key, armored, MESSAGE, "file")
        assert formats.verdict(key.public_key, armored, MESSAGE, format="sshsig", namespace="file").valid
        assert jws.sign(key, MESSAGE) == jws.sign(own, MESSAGE)


def test_the_example_of_the_page(cryptography: Implementation, capsys: pytest.CaptureFixture[str]) -> None:
    page = (ROOT / "docs" / "adapters.md").read_text("utf-8")
    section = page[page.index("## Another library behind ecref's keys") :]
    found = re.search(r"^```python\n(.*?)^```\n\n^```text\n(.*?)^```$", section, re.DOTALL | re.MULTILINE)
    assert found is not None
    exec(compile(found[1], "adapters.md", "exec"), {})
    assert capsys.readouterr().out == found[2]
    assert f"valid ({cryptography.name} " in section
