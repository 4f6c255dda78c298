"""Beside joserfc and PyJWT: JWKs in and out, and compact JWS both ways."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

import pytest

from containers import ECDSA, EDDSA, SCHEMES, key_of, pyca_key
from ecref import InvalidSignature
from ecref.formats import dump_private_key, dump_public_key, jwk, jws, load_private_key, load_public_key, text
from interop import EDGES, MESSAGES, edge_key, halves, shell

if TYPE_CHECKING:
    from pathlib import Path

ALGORITHMS = {"P-256": "ES256", "P-384": "ES384", "secp256k1": "ES256K", "Ed25519": "Ed25519", "Ed448": "Ed448"}
EITHER = [*ALGORITHMS.items()] + [(name, "EdDSA") for name in EDDSA]
OLD = [(name, alg) for name, alg in EITHER if alg not in EDDSA]  # PyJWT 2.15 knows EdDSA by this name only

pytestmark = pytest.mark.filterwarnings("ignore:EdDSA is deprecated")


@pytest.fixture
def jwt() -> Any:
    return pytest.importorskip("jwt", reason="PyJWT is not installed")


@pytest.fixture
def their_jwk() -> Any:
    return pytest.importorskip("joserfc.jwk", reason="joserfc is not installed")


@pytest.fixture
def their_jws() -> Any:
    return pytest.importorskip("joserfc.jws", reason="joserfc is not installed")


def messages(name: str) -> list[bytes]:
    """Of any length, and of ECDSA those whose tokens have a 00 at the front of r and of s."""
    found = list(MESSAGES.values())
    missing = {0, 1} if name in ECDSA else set()
    for payload in (str(i).encode() for i in range(100_000)):
        if not missing:
            break
        starts = [half[0] for half in halves(signature_of(jws.sign(key_of(name), payload)))]
        zeros = {number for number in missing if starts[number] == 0}
        if zeros:
            missing -= zeros
            found.append(payload)
    return found


def signature_of(token: str) -> bytes:
    return text.decode(token.rpartition(".")[2].encode(), "base64url")


# ---------------------------------------------------------------- keys


@pytest.mark.parametrize(("name", "edge"), EDGES)
def test_joserfc_reads_our_keys_and_writes_the_same(their_jwk: Any, name: str, edge: str) -> None:
    key = edge_key(name, edge)
    theirs = their_jwk.import_key(json.loads(jwk.write_private(key)))
    assert theirs.as_dict(private=True) == jwk.to_object(key)
    assert theirs.as_dict(private=False) == jwk.to_object(key.public_key)
    assert theirs.thumbprint() == jwk.thumbprint(key) == jwk.thumbprint(key.public_key)
    assert theirs.as_pem(private=True) == dump_private_key(key, "pkcs8-pem")
    assert theirs.as_der(private=False) == dump_public_key(key.public_key, "spki-der")
    public = their_jwk.import_key(json.loads(jwk.write_public(key.public_key)))
    assert public.as_dict() == jwk.to_object(key.public_key)


@pytest.mark.parametrize("name", SCHEMES)
def test_joserfc_reads_our_other_containers(their_jwk: Any, name: str) -> None:
    key, kind = key_of(name), their_jwk.ECKey if name in ECDSA else their_jwk.OKPKey
    for form in ["pkcs8-pem", "pkcs8-der", *(["sec1-pem", "sec1-der"] if name in ECDSA else [])]:
        assert kind.import_key(dump_private_key(key, form)).as_dict(private=True) == jwk.to_object(key)
    for form in "spki-pem", "spki-der":
        theirs = kind.import_key(dump_public_key(key.public_key, form))
        assert theirs.as_dict() == jwk.to_object(key.public_key)


@pytest.mark.parametrize("name", SCHEMES)
def test_we_read_the_keys_of_joserfc(their_jwk: Any, name: str) -> None:
    for _ in range(8):
        kind = their_jwk.ECKey if name in ECDSA else their_jwk.OKPKey
        theirs = kind.generate_key(name, private=True)
        key = load_private_key(theirs.as_dict(private=True))
        assert jwk.to_object(key).items() <= theirs.as_dict(private=True).items()
        assert load_private_key(json.dumps(theirs.as_dict(private=True))) == key
        assert load_private_key(theirs.as_pem(private=True)) == key
        assert load_public_key(theirs.as_dict(private=False)) == key.public_key
        assert jwk.thumbprint(key) == theirs.thumbprint()


@pytest.mark.parametrize(("name", "edge"), EDGES)
def test_pyjwt_reads_our_keys_and_writes_the_same(jwt: Any, name: str, edge: str) -> None:
    key = edge_key(name, edge)
    algorithm = jwt.algorithms.ECAlgorithm if name in ECDSA else jwt.algorithms.OKPAlgorithm
    for ours in key, key.public_key:
        theirs = algorithm.from_jwk(jwk.to_object(ours))
        assert algorithm.to_jwk(theirs, as_dict=True) == jwk.to_object(ours)
        members = algorithm.to_jwk(theirs)
        assert (load_private_key if ours is key else load_public_key)(members) == ours
    assert theirs == pyca_key(key).public_key()


# ---------------------------------------------------------------- tokens


@pytest.mark.parametrize(("name", "alg"), EITHER)
def test_joserfc_verifies_our_tokens_and_we_verify_its(their_jwk: Any, their_jws: Any, name: str, alg: str) -> None:
    key = key_of(name)
    private, public = (their_jwk.import_key(jwk.to_object(half)) for half in (key, key.public_key))
    for payload in (each[:90_000] for each in messages(name)):  # it takes no payload above 126.5 KiB in base64url
        read = their_jws.deserialize_compact(jws.sign(key, payload, alg=alg), public, algorithms=[alg])
        assert (read.payload, read.headers()) == (payload, {"alg": alg})
        theirs = their_jws.serialize_compact({"alg": alg, "kid": "1"}, payload, private, algorithms=[alg])
        assert jws.verify(key.public_key, theirs) == payload
        assert jws.read_header(theirs) == {"alg": alg, "kid": "1"}


@pytest.mark.parametrize(("name", "alg"), OLD)
def test_pyjwt_verifies_our_tokens_and_we_verify_its(jwt: Any, name: str, alg: str) -> None:
    key, api = key_of(name), jwt.PyJWS()
    private = pyca_key(key)
    for payload in messages(name):
        assert api.decode(jws.sign(key, payload, alg=alg), private.public_key(), algorithms=[alg]) == payload
        theirs = api.encode(payload, private, algorithm=alg, headers={"kid": "1"})
        assert jws.verify(key.public_key, theirs) == payload
        assert jws.read_header(theirs)["kid"] == "1"


@pytest.mark.parametrize("name", ECDSA)
def test_tokens_of_theirs_with_a_00_in_r_or_s(jwt: Any, name: str) -> None:
    """Their nonces are random, so one signs until there is one."""
    key, missing = key_of(name), {0, 1}
    private = pyca_key(key)
    while missing:
        token = jwt.PyJWS().encode(b"hello", private, algorithm=ALGORITHMS[name])
        found = {number for number, half in enumerate(halves(signature_of(token))) if half[0] == 0}
        if found & missing:
            missing -= found
            assert jws.verify(key.public_key, token) == b"hello"


@pytest.mark.parametrize(("name", "alg"), EITHER)
def test_none_of_us_verifies_a_token_of_another_message(
    jwt: Any, their_jwk: Any, their_jws: Any, name: str, alg: str
) -> None:
    key = key_of(name)
    header, _, signature = jws.sign(key, b"hello", alg=alg).split(".")
    token = f"{header}.{text.encode(b'Hello', 'base64url').decode()}.{signature}"
    with pytest.raises(InvalidSignature, match="mismatch"):
        jws.verify(key.public_key, token)
    public = their_jwk.import_key(jwk.to_object(key.public_key))
    with pytest.raises(Exception, match="bad_signature"):
        their_jws.deserialize_compact(token, public, algorithms=[alg])
    if (name, alg) in OLD:
        with pytest.raises(jwt.InvalidSignatureError):
            jwt.PyJWS().decode(token, pyca_key(key).public_key(), algorithms=[alg])


# ---------------------------------------------------------------- the command line


@pytest.mark.parametrize("name", SCHEMES)
def test_in_a_shell_with_joserfc(their_jwk: Any, their_jws: Any, name: str, tmp_path: Path) -> None:
    alg = ALGORITHMS[name]
    script = f"""
    printf hello > message
    ecref keygen --curve {name} --to jwk --out private.jwk
    ecref jws sign --key private.jwk message
    """
    token = shell(tmp_path, script)
    theirs = their_jwk.import_key(json.loads((tmp_path / "private.jwk").read_bytes()))
    assert their_jws.deserialize_compact(token.strip(), theirs, algorithms=[alg]).payload == b"hello"
    (tmp_path / "public.jwk").write_text(json.dumps(theirs.as_dict(private=False)))
    (tmp_path / "token").write_text(their_jws.serialize_compact({"alg": alg}, b"goodbye", theirs, algorithms=[alg]))
    assert shell(tmp_path, "ecref jws verify --key public.jwk token") == "goodbye"


@pytest.mark.parametrize(("name", "alg"), OLD)
def test_in_a_shell_with_pyjwt(jwt: Any, name: str, alg: str, tmp_path: Path) -> None:
    option = "--alg EdDSA" if alg == "EdDSA" else ""
    script = f"""
    printf '{{"sub":"me"}}' > claims
    ecref keygen --curve {name} --out private.pem
    ecref pubkey --key private.pem --out public.pem
    ecref jws sign --key private.pem --header '{{"typ":"JWT"}}' {option} claims
    """
    token = shell(tmp_path, script)
    private, public = ((tmp_path / file).read_bytes() for file in ("private.pem", "public.pem"))
    assert jwt.decode(token.strip(), public, algorithms=[alg]) == {"sub": "me"}
    (tmp_path / "token").write_text(jwt.encode({"sub": "you"}, private, algorithm=alg))
    assert shell(tmp_path, "ecref jws verify --key public.pem token") == '{"sub":"you"}'
