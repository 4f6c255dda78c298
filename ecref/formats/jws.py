"""JWS in its compact form: header, payload and signature as base64url, with dots between them. [RFC 7515]

    ES256, ES384    ECDSA on P-256 with SHA-256, on P-384 with SHA-384; r then s     [RFC 7518, 3.4]
    ES256K          ECDSA on secp256k1 with SHA-256; r then s                        [RFC 8812, 3.2]
    Ed25519, Ed448  EdDSA                                                            [RFC 9864, 2.2]
    EdDSA           either of them, the older name: read, written on request         [RFC 8037, 3.1]

The algorithm is the key's: the header's alg, which an attacker writes, may only agree with it. No key is taken from
the header or from where it points, and no extension is understood.

A token comes from a stranger, as a signature does, so whatever is wrong with it makes it invalid, an InvalidSignature:
"if any of the listed steps fails, then the signature or MAC cannot be validated", and a token whose algorithm isn't
acceptable is invalid even where it could be. [RFC 7515, 5.2] The reason is of the first step that fails:

    jws-encoding     not three parts in base64url, or the header is no JSON object
    jws-header       the header has a member that is refused
    jws-algorithm    alg is none, missing, or another than the key's
    ...              what the scheme says of the signature (docs/protocol.md)

Only the key, which the verifier brings, can be an UnusableInput.
"""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

from ecref.ecdsa import p256, p384, secp256k1
from ecref.ecdsa_keys import ECDSAPrivateKey, ECDSAPublicKey
from ecref.eddsa import ed448, ed25519
from ecref.eddsa_keys import EdDSAPrivateKey, EdDSAPublicKey
from ecref.errors import InvalidSignature, UnusableInput
from ecref.frozen import Secret
from ecref.inputs import as_bytes

from . import text
from .faults import wrong_key
from .names import key_kind
from .strict_json import quoted, read_object

if TYPE_CHECKING:
    from collections.abc import Mapping

    from ecref.inputs import Octets

    from .names import PrivateKey, PublicKey, Scheme

ALGORITHMS: dict[Scheme, tuple[str, ...]] = {  # the first is written unless another is asked for
    p256: ("ES256",),
    p384: ("ES384",),
    secp256k1: ("ES256K",),
    ed25519: ("Ed25519", "EdDSA"),
    ed448: ("Ed448", "EdDSA"),
}
KEY_MEMBERS = ("jku", "jwk", "x5u", "x5c")  # RFC 7515, 4.1.2, 4.1.3, 4.1.5, 4.1.6
STRING_MEMBERS = ("alg", "kid", "x5t", "x5t#S256", "typ", "cty")  # 4.1.1, 4.1.4, 4.1.7 to 4.1.10


def sign(
    key: PrivateKey,
    payload: Octets,
    *,
    alg: str | None = None,
    header: Mapping[str, object] | None = None,
    detached: bool = False,
) -> str:
    """The token that signs the payload; detached: without the payload in it. [RFC 7515, 5.1 and appendix F]

    alg      None: the key's own, fully specified; or "EdDSA"
    header   members to follow alg, such as {"kid": "1"}

    UnusableInput: "wrong-key" (a public key, or another key's alg), "unsupported" (a key without an algorithm here),
    "bad-request" (a member that `verify` would refuse, or that can't be given), "bad-encoding" (no strict JSON).
    """
    names = _algorithms(key, "private")
    payload = as_bytes("a payload", payload)
    if alg is None:
        alg = names[0]
    elif not isinstance(alg, str):
        raise TypeError(f"alg must be a str, not {type(alg).__name__}")
    elif alg not in names:
        raise UnusableInput("wrong-key", _other_algorithm(alg, key, names))
    first = _base64url(_written_header(alg, {} if header is None else header))
    second = _base64url(payload)
    message = first + b"." + second
    if isinstance(key, ECDSAPrivateKey):
        signature = key.sign(message, format="p1363")
        assert isinstance(signature, bytes)  # a pair only where there is no format
    else:
        signature = key.sign(message)
    return b".".join([first, b"" if detached else second, _base64url(signature)]).decode()


def verify(key: PublicKey, token: str | Octets, *, payload: Octets | None = None) -> bytes:
    """The payload of a valid token; InvalidSignature, with .reason, for any other. [RFC 7515, 5.2]

    payload: of a detached token, which then holds none itself. UnusableInput: "wrong-key" (a private key),
    "unsupported" (a key without an algorithm here).
    """
    names = _algorithms(key, "public")
    detached = None if payload is None else as_bytes("a payload", payload)
    first, second, third = _parts(token)                                                             # 1
    header = _object(first)                                                                          # 2 to 4
    fault = _refused(header)                                                                         # 5
    if fault is not None:
        raise InvalidSignature("jws-header", fault)
    octets = _octets("payload", second)                                                              # 6
    if detached is not None:
        if second:
            raise _bad_encoding("the payload is in the token; wanted it detached")
        octets, second = detached, _base64url(detached)
    signature = _octets("signature", third)                                                          # 7
    alg = header.get("alg")
    if alg not in names:                                                                             # 8
        raise InvalidSignature("jws-algorithm", _other_algorithm(alg, key, names))
    message = first + b"." + second
    if isinstance(key, ECDSAPublicKey):
        key.verify(signature, message, format="p1363")
    else:
        key.verify(signature, message)
    return octets


def read_header(token: str | Octets) -> dict[str, object]:
    """The header of a token, for which nobody vouches yet; InvalidSignature "jws-encoding"."""
    return _object(_parts(token)[0])


def _algorithms(key: object, half: str) -> tuple[str, ...]:
    """The names of the key's algorithm, if it is the private or the public half that is wanted."""
    if not isinstance(key, ECDSAPrivateKey | ECDSAPublicKey | EdDSAPrivateKey | EdDSAPublicKey):
        raise TypeError(f"a key must be one of ecref's, not {type(key).__name__}")
    if isinstance(key, Secret) is not (half == "private"):
        raise wrong_key(key_kind(key), f"a {half} key")
    if key.scheme not in ALGORITHMS:
        raise UnusableInput("unsupported", f"no JWS algorithm has {key_kind(key)}")
    return ALGORITHMS[key.scheme]


def _parts(token: str | Octets) -> tuple[bytes, bytes, bytes]:
    """The three parts of a token, still in base64url. [RFC 7515, 7.1]"""
    # What isn't ASCII becomes "?", which base64url doesn't have.
    octets = token.encode("ascii", "replace") if isinstance(token, str) else as_bytes("a token", token)
    if octets.startswith(b"{"):
        raise _bad_encoding("got the JSON serialization, wanted the compact one")
    count = octets.count(b".") + 1
    if count != 3:
        jwe = ", a JWE" if count == 5 else ""
        raise _bad_encoding(f"got {count} part{'s' * (count > 1)}{jwe}, wanted 3")
    first, second, third = octets.split(b".")
    return first, second, third


def _object(part: bytes) -> dict[str, object]:
    """The header in a token's first part."""
    try:
        return read_object(_octets("header", part))
    except UnusableInput as error:
        raise _bad_encoding(f"the header: {error.detail}") from None


def _octets(name: str, part: bytes) -> bytes:
    """The octets of a part: base64url without padding, line breaks, or white space. [RFC 7515, 2]"""
    if text.without_line_end(part) != part:
        raise _bad_encoding(f"the {name}: a line's end behind it")
    try:
        return text.decode(part, "base64url")
    except UnusableInput as error:
        raise _bad_encoding(f"the {name}: {error.detail}") from None


def _base64url(octets: bytes) -> bytes:
    return text.encode(octets, "base64url")


def _refused(header: Mapping[str, object]) -> str | None:
    """What a header holds that is refused, in a sentence."""
    if header.get("b64", True) is not True:
        return "b64 is not true: unencoded payloads (RFC 7797) are not read"
    if "crit" in header:
        return _unknown_extension(header["crit"])
    for name in KEY_MEMBERS:
        if name in header:
            return f"{name} brings a key or its address, but a verifier chooses the key itself"
    for name in STRING_MEMBERS:
        if not isinstance(header.get(name, ""), str):
            return f"{name} is no string"
    return None


def _unknown_extension(crit: object) -> str:
    """Why crit is refused: it must name extensions, and none is understood here. [RFC 7515, 4.1.11]"""
    if not isinstance(crit, list) or not crit or not all(isinstance(name, str) for name in crit):
        return "crit is no list of names"
    return f"crit asks for {quoted(crit[0])}, and no extension is understood"


def _other_algorithm(alg: object, key: PrivateKey | PublicKey, names: tuple[str, ...]) -> str:
    if alg == "none":
        return "alg is none, which signs nothing"
    got = "no alg" if alg is None else f"alg {quoted(alg)}"
    return f"got {got}, wanted {' or '.join(names)} of {key_kind(key)}"


def _written_header(alg: str, more: Mapping[str, object]) -> bytes:
    """The header as it is signed: JSON without white space, alg first."""
    for name in ("alg", "b64"):
        if name in more:
            raise UnusableInput("bad-request", f"{name} can't be given as a member of the header")
    try:
        octets = json.dumps({"alg": alg, **more}, separators=(",", ":")).encode()
    except (ValueError, RecursionError) as error:  # a circle, a number of too many digits; too deep
        raise UnusableInput("bad-request", f"the header can't be written: {error}") from None
    fault = _refused(read_object(octets))  # what would be refused isn't written
    if fault is not None:
        raise UnusableInput("bad-request", fault)
    return octets


def _bad_encoding(detail: str) -> InvalidSignature:
    return InvalidSignature("jws-encoding", detail)
