"""The ops of the EdDSA schemes: what each uses of a request, and what it answers."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ecref.eddsa import SCHEMES
from ecref.errors import UnusableInput
from ecref.rules import EDDSA_RULES

from .answers import judged, wanted_steps, with_steps
from .requests import PRIVATE_KEY, PUBLIC_KEY, Family, Operation, Values, flag, octets, one_of

if TYPE_CHECKING:
    from ecref.eddsa_keys import EdDSAPrivateKey, EdDSAPublicKey

    from .requests import Answer

FORMATS = ("raw",)  # of keys and of signatures


def verify(v: Values) -> Answer:
    """Judge a signature under a rule set."""
    verdict = _public_key(v).verdict(
        v["signature"], v["message"], context=v["context"], rules=v["rules"], steps=v["steps"]
    )
    return judged(verdict)


def sign(v: Values) -> Answer:
    """Sign a message."""
    steps = wanted_steps(v)
    signature = _private_key(v).sign(v["message"], context=v["context"], steps=steps)
    return with_steps({"signature": signature.hex()}, steps)


def public_key(v: Values) -> Answer:
    """The public key of a seed."""
    steps = wanted_steps(v)
    key = SCHEMES[v["scheme"]].private_key(v["private_key"], steps=steps)
    return with_steps(_described(key.public_key), steps)


def parse_public_key(v: Values) -> Answer:
    """Decode a public key under a rule set."""
    key = _public_key(v)
    key.validate(v["rules"])
    return _described(key)


def parse_private_key(v: Values) -> Answer:
    """Read a private key, and answer its public one."""
    return {**_described(_private_key(v).public_key), "format": v["private_key_format"]}


def parse_signature(v: Values) -> Answer:
    """R and S as they stand in the signature."""
    size = SCHEMES[v["scheme"]].curve.size
    signature = v["signature"]
    if len(signature) != 2 * size:
        raise UnusableInput("bad-signature", f"got {len(signature)} octets of a signature, wanted {2 * size}")
    return {"R": signature[:size].hex(), "S": signature[size:].hex()}


def family(scheme: str) -> Family:
    """What a request on this scheme may hold."""
    context = ("context",) if SCHEMES[scheme].context_required else ()  # elsewhere it may be absent
    operations = {
        "verify": Operation(
            verify,
            required=(*PUBLIC_KEY, "message", "signature", *context),
            optional=("signature_format", "context", "rules", "steps"),
        ),
        "sign": Operation(
            sign,
            required=(*PRIVATE_KEY, "message", *context),
            optional=("signature_format", "context", "steps"),
        ),
        "public_key": Operation(public_key, required=PRIVATE_KEY, optional=("steps",)),
        "parse_public_key": Operation(parse_public_key, required=PUBLIC_KEY, optional=("rules",)),
        "parse_private_key": Operation(parse_private_key, required=PRIVATE_KEY),
        "parse_signature": Operation(
            parse_signature, required=("signature",), optional=("signature_format",)
        ),
    }
    readers = {
        "public_key_format": one_of(FORMATS),
        "private_key_format": one_of(FORMATS),
        "signature_format": one_of(FORMATS),
        "rules": one_of([rules.name for rules in EDDSA_RULES.values() if scheme not in rules.foreign_to]),
        "public_key": octets,
        "private_key": octets,
        "signature": octets,
        "message": octets,
        "context": octets,
        "steps": flag,
    }
    return Family(operations, readers, {"context": None, "rules": "rfc8032", "steps": False})


def _public_key(v: Values) -> EdDSAPublicKey:
    return SCHEMES[v["scheme"]].public_key(v["public_key"])


def _private_key(v: Values) -> EdDSAPrivateKey:
    return SCHEMES[v["scheme"]].private_key(v["private_key"])


def _described(key: EdDSAPublicKey) -> Answer:
    return {"public_key": key.to_bytes().hex(), "scheme": key.scheme.name, "warnings": list(key.warnings())}
