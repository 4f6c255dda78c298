"""Ask other libraries: does each verdict in the files agree with the one that follows its rule set?

    pycryptodome    rfc8032 (every scheme of EdDSA)
    cryptography    ref10 (Ed25519), openssl-ed448 (Ed448), fips186-5 (ECDSA, DER)
    PyNaCl          no-small-order (Ed25519)

Run `python -m vectors.confirm` from the repository's root. The other rule sets nobody follows in Python; there the
textbook path, which made the expectations, and the fast one, which is tested by them, agree.
"""

from __future__ import annotations

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
    hash_ = getattr(hashes, request["hash"].replace("-", "_" if "SHA3" in request["hash"] else ""))()
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


REFEREES = (
    Referee("Crypto", "rfc8032", ("Ed25519", "Ed25519ctx", "Ed25519ph", "Ed448", "Ed448ph"), pycryptodome),
    Referee("cryptography", "ref10", ("Ed25519",), cryptography_eddsa),
    Referee("cryptography", "openssl-ed448", ("Ed448",), cryptography_eddsa),
    Referee("cryptography", "fips186-5", ("ECDSA",), cryptography_ecdsa),
    Referee("nacl", "no-small-order", ("Ed25519",), pynacl),
)


def disagreements(referee: Referee) -> tuple[int, list[str]]:
    """How many verdicts were compared, and the ids of those where the library says otherwise."""
    compared = 0
    found = []
    for vector in _verifications():
        if vector.request["scheme"] in referee.schemes and _is_for(referee, vector.request):
            expect = vector.expect.get("rules", {}).get(referee.rules, vector.expect)
            compared += 1
            if referee.asks(vector.request) != expect["valid"]:
                found.append(vector.id)
    return compared, found


def _verifications() -> Iterator[vectors.Vector]:
    for suite in vectors.suites():
        yield from (vector for vector in vectors.load(suite) if vector.request["op"] == "verify")


def _is_for(referee: Referee, request: Request) -> bool:
    """What a library can be asked.

    pyca/cryptography reads no P1363, and gives Ed448 no context. PyCryptodome takes an empty context for none, which
    makes Ed25519ctx Ed25519.
    """
    if referee.library == "cryptography":
        return not request.get("context") and request["signature_format"] != "p1363"
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
