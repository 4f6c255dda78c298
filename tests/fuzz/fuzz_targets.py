"""What is fuzzed: every parser of octets, with inputs to begin from, and what must hold of all that it reads.

Only ecref's own errors may leave a parser. What a strict reader takes, its writer gives back; what is loaded is loaded
again from what is dumped. tests/test_fuzz.py runs each target for a moment with hypothesis, `make fuzz` for a minute
with atheris.
"""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any, NamedTuple

import ecref
import fuzz_samples as samples
from ecref import formats, signatures
from ecref.errors import EcrefError
from ecref.formats import inspection, jwk, jws, openssh, pem, pkcs8, sec1, spki, sshsig, strict_json, text, x509
from ecref.formats import signatures as signature_formats
from ecref.referee import protocol

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable


class Target(NamedTuple):
    """A parser with its assertions, the same with ecref's errors caught, and inputs to begin from."""

    parse: Callable[[bytes], object]
    run: Callable[[bytes], object]
    seeds: Callable[[], Iterable[bytes]]


TARGETS: dict[str, Target] = {}
P256: Any = ecref.p256


def target(seeds: Callable[[], Iterable[bytes]]) -> Callable[[Callable[[bytes], object]], Callable[[bytes], object]]:
    """Make a function a target of its name. An error of ecref's ends it; any other leaves it."""

    def register(parse: Callable[[bytes], object]) -> Callable[[bytes], object]:
        def run(data: bytes) -> None:
            try:
                parse(data)
            except EcrefError as error:
                assert len(str(error)) < 1000, "an error is a sentence"  # noqa: PT017 -- of whatever error

        TARGETS[parse.__name__] = Target(parse, run, seeds)
        return parse

    return register


# ---------------------------------------------------------------- signatures


@target(lambda: samples.signatures("der"))
def der_signature(data: bytes) -> None:
    """Strict DER is the only encoding of its value."""
    r, s, _ = signatures.decode(data, "der", P256.curve.n)
    assert signatures.encode(r, s, 0, "der", P256.curve.n) == data


@target(lambda: samples.signatures("der"))
def ber_signature(data: bytes) -> None:
    """Lax BER reads what strict DER reads, and names a departure of whatever else it reads."""
    read = signature_formats.read_signature(data, "ber", P256)
    assert isinstance(read.value, tuple)
    r, s = read.value
    assert bool(read.departures) == (signatures.encode(r, s, 0, "der", P256.curve.n) != data)


@target(lambda: [*samples.signatures("compact"), *samples.signatures("eth"), *samples.signatures("p1363")])
def fixed_width_signature(data: bytes) -> None:
    """The first octet chooses the format."""
    form = ("p1363", "compact", "eth")[data[0] % 3] if data else "p1363"
    read = signature_formats.read_signature(data[1:], form, P256)
    assert isinstance(read.value, tuple)


@target(lambda: [one for form in ("der", "der-hex", "p1363-base64url") for one in samples.signatures(form)])
def signature_readings(data: bytes) -> None:
    """Whatever format is listed reads, for every curve."""
    for scheme in samples.SCHEMES:
        for form in signature_formats.readings(data, scheme):
            signature_formats.read_signature(data, form, scheme)


@target(samples.sshsigs)
def ssh_signature(data: bytes) -> None:
    """A signature of SSH's, armored or binary."""
    found = sshsig.read(data)
    assert found.namespace
    assert found.hash in {"sha256", "sha512"}


@target(samples.tokens)
def jws_token(data: bytes) -> None:
    """A token that verifies is one that we made."""
    jws.verify(samples.private_keys()[2].public_key, data)
    assert data in samples.tokens()


# ---------------------------------------------------------------- texts


@target(lambda: [b"00ff", b"AP8=", b"AP8\n"])
def encoded_text(data: bytes) -> None:
    """Each text of octets is the only one, but for a line end and the case of hex digits."""
    for encoding in text.ENCODINGS:
        try:
            octets = text.decode(data, encoding)
        except EcrefError:
            continue
        assert text.encode(octets, encoding).lower().split() == data.lower().split()


@target(lambda: [b'{"a": [1, "b"]}', b'{"a": 1, "a": 1e400}'])
def json_object(data: bytes) -> None:
    """Strict JSON is JSON."""
    assert strict_json.read_object(data) == json.loads(data)


@target(lambda: samples.dumped("pkcs8-pem", private=True))
def pem_blocks(data: bytes) -> None:
    """What is written of a block reads as the same."""
    for block in pem.read(data):
        if block.label.isascii() and not block.headers:
            assert pem.read(pem.write(block.label, block.octets)) == [block]


# ---------------------------------------------------------------- keys


@target(lambda: samples.dumped("sec1-der", private=True))
def sec1_key(data: bytes) -> None:
    """RFC 5915."""
    key = sec1.read_private(data)
    assert sec1.read_private(sec1.write_private(key)) == key


@target(lambda: samples.dumped("pkcs8-der", private=True))
def pkcs8_key(data: bytes) -> None:
    """PKCS#8, of either version."""
    key = pkcs8.read_private(data)
    assert pkcs8.read_private(pkcs8.write_private(key)) == key


@target(lambda: samples.dumped("spki-der", private=False))
def spki_key(data: bytes) -> None:
    """A SubjectPublicKeyInfo has one form, or with a compressed point a second."""
    key = spki.read_public(data)
    assert spki.write_public(key) == data or len(spki.write_public(key)) > len(data)


@target(samples.certificates)
def certificate_key(data: bytes) -> None:
    """The key in a certificate."""
    assert spki.write_public(x509.read_certificate(data))


@target(samples.requests)
def request_key(data: bytes) -> None:
    """The key in a certificate's request."""
    assert spki.write_public(x509.read_request(data))


@target(lambda: samples.dumped("jwk", private=True))
def private_jwk(data: bytes) -> None:
    """A JWK with d."""
    key = jwk.read_private(data)
    assert jwk.read_private(jwk.write_private(key)) == key


@target(lambda: samples.dumped("jwk", private=False))
def public_jwk(data: bytes) -> None:
    """A JWK without d."""
    key = jwk.read_public(data)
    assert jwk.read_public(jwk.write_public(key)) == key


@target(lambda: samples.dumped("openssh", private=True))
def openssh_private_key(data: bytes) -> None:
    """openssh-key-v1."""
    key, comment = openssh.read_private(data)
    assert openssh.read_private(openssh.write_private(key)) == (key, "")
    assert isinstance(comment, str)


@target(lambda: samples.dumped("openssh", private=False))
def openssh_public_key(data: bytes) -> None:
    """A line of OpenSSH's."""
    key, _ = openssh.read_public(data)
    assert openssh.read_public(openssh.write_public(key)) == (key, "")


@target(lambda: samples.files(private=True))
def any_private_key(data: bytes) -> None:
    """Whatever is found to be a key is one that can be written."""
    key = formats.load_private_key(data)
    assert formats.load_private_key(formats.dump_private_key(key, "pkcs8-pem")) == key


@target(lambda: samples.files(private=False))
def any_public_key(data: bytes) -> None:
    """The same of a public key."""
    key = formats.load_public_key(data)
    assert formats.load_public_key(formats.dump_public_key(key, "spki-pem")) == key


@target(lambda: [*samples.dumped("raw", private=True), *samples.dumped("sec1", private=False)])
def raw_key(data: bytes) -> None:
    """Octets without a container, for each curve in turn, private and public."""
    for scheme in samples.SCHEMES:
        for load in (formats.load_private_key, formats.load_public_key):
            try:
                key = load(data, curve=scheme)
            except EcrefError:
                continue
            assert key.scheme == scheme


@target(lambda: samples.dumped("sec1", private=False))
def sec1_point(data: bytes) -> None:
    """SEC 1's points, on each curve: compressed or uncompressed, each has one form."""
    for scheme in (ecref.p256, ecref.p384, ecref.secp256k1):
        try:
            key = scheme.public_key(data)
        except EcrefError:
            continue
        assert data in (key.to_bytes(), key.to_bytes(compressed=True))


@target(lambda: samples.dumped("raw", private=False))
def edwards_point(data: bytes) -> None:
    """RFC 8032's points: strictly decoded, each has one form."""
    for scheme in (ecref.ed25519, ecref.ed448):
        try:
            point = scheme.curve.decode(data)
        except EcrefError:
            continue
        assert point.encode() == data


# ---------------------------------------------------------------- whole inputs


@target(samples.request_lines)
def protocol_line(data: bytes) -> None:
    """Any line has an answer that is JSON, and the id of what asked."""
    answer = protocol.answer_line(data)
    assert json.loads(json.dumps(answer)) == answer
    assert "id" in answer


@target(lambda: [*samples.files(private=True), *samples.files(private=False), *samples.sshsigs(), *samples.tokens()])
def inspected_file(data: bytes) -> None:
    """Whatever is inspected is described or refused."""
    inspection.inspect(data)
