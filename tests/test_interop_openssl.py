"""Beside openssl: every key file, signatures over messages and digests, certificates, and what it encrypts."""

from __future__ import annotations

import re
import shlex
import subprocess
from typing import TYPE_CHECKING, Any

import pytest

from containers import ECDSA, EDDSA, SCHEMES, curve_option, key_of, openssl
from ecref import UnusableInput, der
from ecref.formats import (
    dump_private_key,
    dump_public_key,
    load_private_key,
    load_public_key,
    read_private_key,
    verdict,
)
from interop import EDGES, MESSAGES, USUAL_HASHES, counted_messages, edge_key, hashed, needs, shell

if TYPE_CHECKING:
    from pathlib import Path

pytestmark = needs("openssl")

FORMS = ("pkcs8-der", "pkcs8-pem")
EC_FORMS = ("sec1-der", "sec1-pem")
PRIVATE = [(name, form) for name in SCHEMES for form in FORMS + (EC_FORMS if name in ECDSA else ())]
HASHES = {  # with OpenSSL's names
    "SHA-1": "sha1",
    "SHA-224": "sha224",
    "SHA-256": "sha256",
    "SHA-384": "sha384",
    "SHA-512": "sha512",
    "SHA-512/256": "sha512-256",
    "SHA3-256": "sha3-256",
    "SHA3-384": "sha3-384",
}


def answer(*arguments: str | Path) -> str:
    """What openssl says, whatever its exit status."""
    done = subprocess.run(["openssl", *arguments], capture_output=True, text=True, check=False)
    return done.stdout.strip() or done.stderr.splitlines()[0]


def encoding(form: str) -> str:
    return form.rpartition("-")[2].upper()


# ---------------------------------------------------------------- private keys


def written(key: bytes, form: str) -> bytes:
    """A private key in PEM that openssl writes in this form."""
    program = ["ec"] if form in EC_FORMS else ["pkcs8", "-topk8", "-nocrypt"]
    return openssl(*program, "-outform", encoding(form), data=key)


@pytest.mark.parametrize(("name", "edge"), EDGES)
def test_private_keys_of_ours(name: str, edge: str) -> None:
    """In each form that openssl reads, which it writes again as we do."""
    key = edge_key(name, edge)
    for of, form in PRIVATE:
        if of == name:
            ours = dump_private_key(key, form)
            read = openssl("pkey", "-inform", encoding(form), data=ours)
            assert read == dump_private_key(key, "pkcs8-pem")
            assert written(read, form) == ours
            public = openssl("pkey", "-inform", encoding(form), "-pubout", data=ours)
            assert public == dump_public_key(key.public_key, "spki-pem")


def numbers(text: str) -> dict[str, bytes]:
    """The octets that `openssl pkey -text` shows, by their names."""
    shown = re.findall(r"^(\w+):\n((?: +[0-9a-f:]+\n)+)", text, re.MULTILINE)
    return {name: bytes.fromhex(re.sub(r"[:\s]", "", octets)) for name, octets in shown}


@pytest.mark.parametrize(("name", "form"), PRIVATE)
def test_private_keys_of_its(name: str, form: str) -> None:
    """Keys that it makes, which we write again as it does."""
    for _ in range(4):
        made = openssl("genpkey", *curve_option(name))
        shown = numbers(openssl("pkey", "-noout", "-text", data=made).decode())
        theirs = written(made, form)
        found = read_private_key(theirs)
        assert (found.key.scheme, found.format, found.notes) == (SCHEMES[name], form, ())
        assert found.key.private_bytes() == shown["priv"]
        assert found.key.public_key.to_bytes() == shown["pub"]
        assert dump_private_key(found.key, form) == theirs


@pytest.mark.parametrize("name", ECDSA)
@pytest.mark.parametrize("option", ["-conv_form compressed", "-no_public"])
def test_private_keys_with_another_public_half_or_none(name: str, option: str) -> None:
    key = key_of(name)
    ours = dump_private_key(key, "sec1-pem")
    for form in "PEM", "DER":
        shorter = openssl("ec", *option.split(), "-outform", form, data=ours)
        assert len(shorter) < len(dump_private_key(key, f"sec1-{form.lower()}"))
        assert load_private_key(shorter) == key
        as_pkcs8 = openssl("pkcs8", "-topk8", "-nocrypt", "-inform", form, data=shorter)
        assert load_private_key(as_pkcs8) == key


@pytest.mark.parametrize("name", ECDSA)
def test_a_block_of_parameters_before_the_key(name: str) -> None:
    theirs = openssl("ecparam", "-name", ECDSA[name], "-genkey")
    assert theirs.startswith(b"-----BEGIN EC PARAMETERS-----\n")
    found = read_private_key(theirs)
    assert (found.key.scheme, found.format) == (SCHEMES[name], "sec1-pem")
    assert theirs.endswith(dump_private_key(found.key, "sec1-pem"))


@pytest.mark.parametrize("name", SCHEMES)
def test_a_key_below_its_text(name: str) -> None:
    theirs = openssl("pkey", "-text", data=dump_private_key(key_of(name), "pkcs8-pem"))
    assert b"\npub:\n" in theirs
    assert load_private_key(theirs) == key_of(name)


# ---------------------------------------------------------------- public keys


@pytest.mark.parametrize(("name", "edge"), EDGES)
def test_public_keys(name: str, edge: str) -> None:
    key = edge_key(name, edge).public_key
    forms = {form: dump_public_key(key, f"spki-{form.lower()}") for form in ("DER", "PEM")}
    for form, ours in forms.items():
        for to, expected in forms.items():
            assert openssl("pkey", "-pubin", "-inform", form, "-pubout", "-outform", to, data=ours) == expected
        assert load_public_key(ours) == key
    text = openssl("pkey", "-pubin", "-noout", "-text", data=forms["PEM"]).decode()
    assert numbers(text) == {"pub": key.to_bytes()}


@pytest.mark.parametrize(("name", "edge"), [(name, edge) for name, edge in EDGES if name in ECDSA])
@pytest.mark.parametrize("form", ["PEM", "DER"])
def test_compressed_public_keys(name: str, edge: str, form: str) -> None:
    key = edge_key(name, edge).public_key
    ours = dump_public_key(key, "spki-pem")
    theirs = openssl("ec", "-pubin", "-conv_form", "compressed", "-outform", form, data=ours)
    assert len(theirs) < len(dump_public_key(key, f"spki-{form.lower()}"))
    assert load_public_key(theirs) == key


@pytest.mark.parametrize("name", SCHEMES)
@pytest.mark.parametrize("form", ["PEM", "DER"])
def test_keys_in_certificates_and_requests(name: str, form: str, tmp_path: Path) -> None:
    key = key_of(name)
    (tmp_path / "key").write_bytes(dump_private_key(key, "pkcs8-pem"))
    made = ["req", "-new", "-key", str(tmp_path / "key"), "-subj", "/CN=ecref", "-outform", form]
    request = openssl(*made)
    certificate = openssl(*made, "-x509", "-addext", "keyUsage=digitalSignature")
    kinds = {"certificate": certificate, "csr": request}
    for kind, theirs in kinds.items():
        assert load_public_key(theirs) == key.public_key
        assert load_public_key(theirs, format=f"{kind}-{form.lower()}") == key.public_key
        with pytest.raises(UnusableInput, match=r"wrong-key: got .*certificate.*, wanted a private key"):
            load_private_key(theirs)
    public = openssl("x509", "-inform", form, "-noout", "-pubkey", data=certificate)
    assert public == dump_public_key(key.public_key, "spki-pem")
    shown = openssl("x509", "-inform", form, "-text", data=certificate)
    assert shown.startswith(b"Certificate:\n")
    assert load_public_key(shown) == key.public_key


# ---------------------------------------------------------------- signatures


def files(folder: Path, **contents: bytes) -> list[Path]:
    """Files with these contents, as arguments."""
    for name, octets in contents.items():
        (folder / name).write_bytes(octets)
    return [folder / name for name in contents]


def checked(public: Path, message: Path, signature: Path, *options: str) -> str:
    """What pkeyutl says of a signature."""
    return answer("pkeyutl", "-verify", *options, "-pubin", "-inkey", public, "-in", message, "-sigfile", signature)


def key_files(folder: Path, name: str) -> list[Path]:
    key = key_of(name)
    public = dump_public_key(key.public_key, "spki-pem")
    return files(folder, private=dump_private_key(key, "pkcs8-pem"), public=public)


@pytest.mark.parametrize(("name", "hash", "text"), hashed(HASHES))
def test_ecdsa_over_messages(name: str, hash: str, text: str, tmp_path: Path) -> None:
    key, octets = key_of(name), MESSAGES[text]
    private, public = key_files(tmp_path, name)
    message, ours, theirs = files(tmp_path, message=octets, ours=key.sign(octets, hash=hash), theirs=b"")
    check: list[str | Path] = ["dgst", f"-{HASHES[hash]}", "-verify", public, "-signature", ours, message]
    assert answer(*check) == "Verified OK"
    openssl("dgst", f"-{HASHES[hash]}", "-sign", str(private), "-out", str(theirs), str(message))
    assert verdict(key.public_key, theirs.read_bytes(), octets, hash=hash)
    assert verdict(key.public_key, theirs.read_bytes(), octets + b"\n", hash=hash).reason == "mismatch"
    message.write_bytes(octets + b"\n")
    assert answer(*check) == "Verification failure"


@pytest.mark.parametrize("name", ECDSA)
def test_ecdsa_with_a_00_in_r_or_s(name: str, tmp_path: Path) -> None:
    key, option = key_of(name), f"-{HASHES[USUAL_HASHES[name]]}"
    _, public = key_files(tmp_path, name)
    for text in counted_messages(name).values():
        message, ours = files(tmp_path, message=text, ours=key.sign(text))
        assert answer("dgst", option, "-verify", public, "-signature", ours, message) == "Verified OK"


@pytest.mark.parametrize("name", ECDSA)
@pytest.mark.parametrize("octets", [20, 28, 32, 48, 64])
def test_ecdsa_over_digests(name: str, octets: int, tmp_path: Path) -> None:
    """Of any length; a longer one than the order is cut, and a shorter one begins with zeros as a number."""
    key, text = key_of(name), bytes(range(0xF0, 0x100)) * 4
    private, public = key_files(tmp_path, name)
    signed: Any = key.sign_digest(text[:octets], hash=None)
    digest, ours, theirs = files(tmp_path, digest=text[:octets], ours=signed, theirs=b"")
    assert checked(public, digest, ours) == "Signature Verified Successfully"
    openssl("pkeyutl", "-sign", "-inkey", str(private), "-in", str(digest), "-out", str(theirs))
    assert verdict(key.public_key, theirs.read_bytes(), digest=text[:octets])
    digest.write_bytes(bytes(octets))
    assert checked(public, digest, ours) == "Signature Verification Failure"


@pytest.mark.parametrize("name", ECDSA)
def test_ecdsa_over_digests_of_a_named_hash(name: str, tmp_path: Path) -> None:
    key = key_of(name)
    private, public = key_files(tmp_path, name)
    signed: Any = key.sign_digest(bytes(48), hash="SHA-384")
    digest, ours, theirs = files(tmp_path, digest=bytes(48), ours=signed, theirs=b"")
    assert checked(public, digest, ours, "-pkeyopt", "digest:sha384") == "Signature Verified Successfully"
    made = ["pkeyutl", "-sign", "-inkey", str(private), "-in", str(digest), "-pkeyopt", "digest:sha384"]
    openssl(*made, "-out", str(theirs))
    assert verdict(key.public_key, theirs.read_bytes(), digest=bytes(48), hash="SHA-384")


@pytest.mark.parametrize("name", EDDSA)
def test_eddsa(name: str, tmp_path: Path) -> None:
    """Signatures are the same octets. pkeyutl takes no empty message: "Could not allocate 0 bytes"."""
    key = key_of(name)
    private, public = key_files(tmp_path, name)
    for text in [*filter(None, MESSAGES.values()), *counted_messages(name).values()]:
        message, signature = files(tmp_path, message=text, signature=key.sign(text))
        made = openssl("pkeyutl", "-sign", "-rawin", "-inkey", str(private), "-in", str(message))
        assert made == signature.read_bytes()
        assert checked(public, message, signature, "-rawin") == "Signature Verified Successfully"
        message.write_bytes(text + b"\n")
        assert checked(public, message, signature, "-rawin") == "Signature Verification Failure"


@pytest.mark.parametrize("name", SCHEMES)
def test_the_signature_of_a_certificate(name: str, tmp_path: Path) -> None:
    """SEQUENCE { what is signed, AlgorithmIdentifier, BIT STRING }. [RFC 5280, 4.1]"""
    private, _ = key_files(tmp_path, name)
    made = openssl("req", "-new", "-x509", "-sha256", "-key", str(private), "-subj", "/CN=ecref", "-outform", "DER")
    content = der.read_only(der.SEQUENCE, made)
    fields, rest = der.read(der.SEQUENCE, content)
    _, rest = der.read(der.SEQUENCE, rest)
    signature = der.read_only(der.BIT_STRING, rest).removeprefix(b"\0")
    used: Any = {"hash": "SHA-256"} if name in ECDSA else {}
    assert verdict(load_public_key(made), signature, der.write(der.SEQUENCE, fields), **used)
    assert verdict(load_public_key(made), signature, fields, **used).reason == "mismatch"


# ---------------------------------------------------------------- encrypted

ENCRYPTED = {
    "PKCS #8 in PEM": ["pkcs8", "-topk8", "-v2", "aes256"],
    "PKCS #8 in PEM, of PKCS #5 version 1": ["pkcs8", "-topk8", "-v1", "PBE-SHA1-3DES"],
    "PKCS #8 in DER": ["pkcs8", "-topk8", "-v2", "aes256", "-outform", "DER"],
    "traditional PEM": ["ec", "-aes256"],
}


@pytest.mark.parametrize(
    ("name", "how"), [(name, how) for name in SCHEMES for how in ENCRYPTED if name in ECDSA or "#8" in how]
)
def test_the_error_for_an_encrypted_key_decrypts_it(name: str, how: str, tmp_path: Path) -> None:
    ours = dump_private_key(key_of(name), "pkcs8-pem")
    theirs = openssl(*ENCRYPTED[how], "-passout", "pass:secret", data=ours)
    with pytest.raises(UnusableInput) as caught:
        load_private_key(theirs)
    assert caught.value.code == "encrypted-key"
    _, _, command = caught.value.detail.partition("decrypt it first: ")
    (tmp_path / "FILE").write_bytes(theirs)
    subprocess.run([*shlex.split(command), "-passin", "pass:secret"], cwd=tmp_path, check=True, capture_output=True)
    assert load_private_key((tmp_path / "DECRYPTED").read_bytes()) == key_of(name)


# ---------------------------------------------------------------- the command line

DGST = """
openssl dgst -$HASH -verify public.pem -signature ours message
openssl dgst -$HASH -sign private.pem -out theirs message
"""
PKEYUTL = """
openssl pkeyutl -verify -rawin -pubin -inkey public.pem -sigfile ours -in message
openssl pkeyutl -sign -rawin -inkey private.pem -out theirs -in message
"""


@pytest.mark.parametrize("name", SCHEMES)
def test_in_a_shell_with_our_key(name: str, tmp_path: Path) -> None:
    script = f"""
    echo hello > message
    ecref keygen --curve {name} --out private.pem
    openssl pkey -in private.pem -pubout -out public.pem
    ecref sign --key private.pem --out ours message
    {DGST if name in ECDSA else PKEYUTL}
    ecref verify --key public.pem --signature theirs message
    """
    said = "Verified OK" if name in ECDSA else "Signature Verified Successfully"
    assert shell(tmp_path, script, HASH="sha384" if name == "P-384" else "sha256") == f"{said}\nvalid\n"


@pytest.mark.parametrize("name", SCHEMES)
def test_in_a_shell_with_its_key(name: str, tmp_path: Path) -> None:
    script = f"""
    echo hello > message
    openssl genpkey {shlex.join(curve_option(name))} -out private.pem
    ecref pubkey --key private.pem --out public.pem
    openssl pkey -in private.pem -pubout | cmp public.pem
    ecref sign --key private.pem {"--hash sha3-256" if name in ECDSA else ""} --out ours message
    {DGST if name in ECDSA else PKEYUTL}
    ecref verify --key public.pem {"--hash sha3-256" if name in ECDSA else ""} --signature theirs message
    """
    said = "Verified OK" if name in ECDSA else "Signature Verified Successfully"
    assert shell(tmp_path, script, HASH="sha3-256") == f"{said}\nvalid\n"


def test_in_a_shell_with_a_certificate_and_a_digest(tmp_path: Path) -> None:
    script = """
    echo hello > message
    openssl ecparam -name prime256v1 -genkey -out private.pem
    openssl req -new -x509 -key private.pem -subj /CN=ecref -out certificate.pem
    openssl dgst -sha256 -binary -out digest message
    openssl pkeyutl -sign -inkey private.pem -in digest -out theirs
    ecref verify --key certificate.pem --signature theirs --hash sha256 message
    ecref verify --key certificate.pem --signature theirs --digest digest
    """
    assert shell(tmp_path, script) == "valid\nvalid\n"


@pytest.mark.parametrize("name", SCHEMES)
def test_in_a_shell_with_conversions(name: str, tmp_path: Path) -> None:
    """From container to container, until openssl says that it is what it would write."""
    chain = ["pkcs8-der", *(EC_FORMS if name in ECDSA else ()), "jwk", "pkcs8-pem"]
    pairs = zip(["key", *chain[:-1]], chain, strict=True)
    steps = [f"ecref convert --key {before} --to {after} --out {after}" for before, after in pairs]
    script = f"""
    openssl genpkey {shlex.join(curve_option(name))} -out key
    {"; ".join(steps)}
    cmp key pkcs8-pem
    openssl pkey -in key -pubout -outform DER -out public
    openssl dgst -sha256 -binary public | base64
    ecref inspect public | sed -n "s/^ *spki sha256: *//p"
    """
    theirs, ours = shell(tmp_path, script).splitlines()
    assert theirs == ours
