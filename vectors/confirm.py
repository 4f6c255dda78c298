"""Ask other libraries: does each verdict in the files agree with the one that follows its rule set?

    pycryptodome    rfc8032 (every scheme of EdDSA)
    cryptography    ref10 (Ed25519), openssl-ed448 (Ed448), fips186-5 (ECDSA, DER)
    PyNaCl          no-small-order (Ed25519)
    python-ecdsa    fips186-5 (ECDSA, over digests and over the hashes that OpenSSL doesn't take there)

Run `python -m vectors.confirm` from the repository's root. The other rule sets nobody follows in Python; there the
textbook path, which made the expectations, and the fast one, which is tested by them, agree.
"""

from __future__ import annotations

import hashlib
import sys
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from ecref.referee import vectors

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    Request = dict[str, Any]


@dataclass(frozen=True)
class Referee:
    """A library, the rule set that it follows on these schemes, and how to ask it."""

    library: str
    rules: str
    schemes: tuple[str, ...]
    asks: Callable[[Request], bool]


def pycryptodome(request: Request) -> bool:
    """PyCryptodome's verdict on an EdDSA signature."""
    from Crypto.Hash import SHA512, SHAKE256
    from Crypto.Signature import eddsa

    message: Any = bytes.fromhex(request["message"])
    if request["scheme"] == "Ed25519ph":
        message = SHA512.new(message)
    elif request["scheme"] == "Ed448ph":
        message = SHAKE256.new(message)
    context = None if request["scheme"] == "Ed25519" else bytes.fromhex(request.get("context", ""))
    try:
        key = eddsa.import_public_key(bytes.fromhex(request["public_key"]))
        eddsa.new(key, "rfc8032", context=context).verify(message, bytes.fromhex(request["signature"]))
    except ValueError:
        return False
    return True


def cryptography_eddsa(request: Request) -> bool:
    """OpenSSL's verdict on an EdDSA signature."""
    from cryptography.exceptions import InvalidSignature
    from cryptography.hazmat.primitives.asymmetric.ed448 import Ed448PublicKey
    from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PublicKey

    kind = Ed25519PublicKey if request["scheme"] == "Ed25519" else Ed448PublicKey
    try:
        key = kind.from_public_bytes(bytes.fromhex(request["public_key"]))
        key.verify(bytes.fromhex(request["signature"]), bytes.fromhex(request["message"]))
    except (InvalidSignature, ValueError):
        return False
    return True


def cryptography_ecdsa(request: Request) -> bool:
    """OpenSSL's verdict on an ECDSA signature."""
    from cryptography.exceptions import InvalidSignature
    from cryptography.hazmat.primitives import hashes
    from cryptography.hazmat.primitives.asymmetric import ec

    curves: dict[str, ec.EllipticCurve] = {
        "P-256": ec.SECP256R1(),
        "P-384": ec.SECP384R1(),
        "secp256k1": ec.SECP256K1(),
    }
    point = bytes.fromhex(request["public_key"])
    name = request["hash"].replace("/", "_").replace("-", "_" if "SHA3" in request["hash"] else "")
    hash_ = getattr(hashes, name)()
    key = ec.EllipticCurvePublicKey.from_encoded_point(curves[request["curve"]], point)
    try:
        key.verify(bytes.fromhex(request["signature"]), bytes.fromhex(request["message"]), ec.ECDSA(hash_))
    except InvalidSignature:
        return False
    return True


def pynacl(request: Request) -> bool:
    """libsodium's verdict on an Ed25519 signature."""
    from nacl.exceptions import BadSignatureError
    from nacl.exceptions import ValueError as Unusable
    from nacl.signing import VerifyKey

    try:
        VerifyKey(bytes.fromhex(request["public_key"])).verify(
            bytes.fromhex(request["message"]), bytes.fromhex(request["signature"])
        )
    except (BadSignatureError, Unusable):
        return False
    return True


def python_ecdsa(request: Request) -> bool:
    """python-ecdsa's verdict on an ECDSA signature, over a digest that others made."""
    from ecdsa import NIST256p, NIST384p, SECP256k1, VerifyingKey
    from ecdsa.keys import BadSignatureError
    from ecdsa.util import sigdecode_der, sigdecode_string

    curves = {"P-256": NIST256p, "P-384": NIST384p, "secp256k1": SECP256k1}
    key = VerifyingKey.from_string(bytes.fromhex(request["public_key"]), curves[request["curve"]])
    digest = bytes.fromhex(request["digest"]) if "digest" in request else _digest(request)
    decode = sigdecode_der if request["signature_format"] == "der" else sigdecode_string
    try:
        key.verify_digest(bytes.fromhex(request["signature"]), digest, sigdecode=decode, allow_truncate=True)
    except BadSignatureError:
        return False
    except TypeError:  # it asks O for its x
        return False
    return True


def _digest(request: Request) -> bytes:
    """The digest of a message by hashlib or PyCryptodome."""
    from Crypto.Hash import keccak

    message = bytes.fromhex(request["message"])
    if request["hash"] == "Keccak-256":
        return bytes(keccak.new(digest_bits=256, data=message).digest())
    size = SHAKES[request["hash"]]
    return hashlib.new(request["hash"].replace("SHAKE", "shake_"), message).digest(size)  # type: ignore[call-arg]


SHAKES = {"SHAKE128": 32, "SHAKE256": 64}  # octets of a digest [RFC 8692, 3]

REFEREES = (
    Referee("Crypto", "rfc8032", ("Ed25519", "Ed25519ctx", "Ed25519ph", "Ed448", "Ed448ph"), pycryptodome),
    Referee("cryptography", "ref10", ("Ed25519",), cryptography_eddsa),
    Referee("cryptography", "openssl-ed448", ("Ed448",), cryptography_eddsa),
    Referee("cryptography", "fips186-5", ("ECDSA",), cryptography_ecdsa),
    Referee("nacl", "no-small-order", ("Ed25519",), pynacl),
    Referee("ecdsa", "fips186-5", ("ECDSA",), python_ecdsa),
)


def disagreements(referee: Referee) -> tuple[int, list[str]]:
    """How many verdicts were compared, and the ids of those where the library says otherwise."""
    compared = 0
    found = []
    for vector in _verifications():
        if vector.request["scheme"] in referee.schemes and _is_for(referee, vector.request):
            expect = vector.expect.get("rules", {}).get(referee.rules, vector.expect)
            compared += 1
            if referee.asks(vector.request) != expect.get("valid", False):
                found.append(vector.id)
    return compared, found


def _verifications() -> Iterator[vectors.Vector]:
    for suite in vectors.suites():
        yield from (vector for vector in vectors.load(suite) if vector.request["op"] == "verify")


def _is_for(referee: Referee, request: Request) -> bool:
    """What a library can be asked.

    python-ecdsa is asked what OpenSSL isn't. pyca/cryptography reads no P1363, and gives Ed448 no context. PyCryptodome
    takes an empty context for none, which makes Ed25519ctx Ed25519.
    """
    foreign = request["scheme"] == "ECDSA" and ("digest" in request or request["hash"] in ("Keccak-256", *SHAKES))
    if referee.library == "ecdsa":
        return foreign
    if referee.library == "cryptography":
        return not foreign and not request.get("context") and request["signature_format"] != "p1363"
    return (request["scheme"], request.get("context")) != ("Ed25519ctx", "")


def main() -> int:
    """Report on each library; 1 if one disagrees."""
    status = 0
    for referee in REFEREES:
        compared, found = disagreements(referee)
        print(f"{referee.library}, {referee.rules}: {compared} verdicts, {len(found)} differ {' '.join(found)}")
        status |= bool(found)
    return status


if __name__ == "__main__":
    sys.exit(main())
