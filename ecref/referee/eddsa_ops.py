"""The ops of the EdDSA schemes: what each uses of a request, and what it answers."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ecref.eddsa import SCHEMES
from ecref.eddsa_keys import EdDSAPrivateKey, EdDSAPublicKey
from ecref.formats import keys
from ecref.formats.signatures import verdict
from ecref.rules import EDDSA_RULES

from . import containers
from .answers import judged, wanted_steps, with_steps
from .containers import SSHSIG
from .diagnosis import Case, GivenKey, diagnose
from .requests import PRIVATE_KEY, PUBLIC_KEY, Family, Operation, Values, flag, octets, one_of, text

if TYPE_CHECKING:
    from ecref.eddsa import EdDSA

    from .requests import Answer, ByFormat, Reader

PUBLIC_KEY_FORMATS = tuple(name for name in keys.PUBLIC_FORMATS if name != "sec1")
PRIVATE_KEY_FORMATS = tuple(name for name in keys.PRIVATE_FORMATS if not name.startswith("sec1-"))
SIGNATURE_FORMATS = ("raw", SSHSIG)
TO = tuple(dict.fromkeys((*PUBLIC_KEY_FORMATS, *PRIVATE_KEY_FORMATS, *SIGNATURE_FORMATS)))  # what converts


def verify(v: Values) -> Answer:
    """Judge a signature under a rule set."""
    return judged(
        verdict(
            _public_key(v),
            v["signature"],
            v["message"],
            format=v["signature_format"],
            rules=v["rules"],
            context=v["context"],
            namespace=containers.namespace(v),
            steps=v["steps"],
        )
    )


def sign(v: Values) -> Answer:
    """Sign a message."""
    namespace, key = containers.namespace(v), _private_key(v)
    if namespace is not None:
        return containers.sign_ssh(v, key, _DEFAULTS)
    steps = wanted_steps(v)
    signature = key.sign(v["message"], context=v["context"], steps=steps)
    return with_steps({"signature": signature.hex()}, steps)


def public_key(v: Values) -> Answer:
    """The public key of a private one."""
    key, steps = _private_key(v), wanted_steps(v)
    if steps is not None:
        _scheme(v).private_key(key.private_bytes(), steps=steps)
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
    size = _scheme(v).curve.size
    value = containers.signature(v, _scheme(v)).value
    assert isinstance(value, bytes)
    return {"R": value[:size].hex(), "S": value[size:].hex()}


def convert(v: Values) -> Answer:
    """A key or a signature in another format."""
    return containers.convert(v, _scheme(v))


def diagnosis(v: Values) -> Answer:
    """Every reading under which the signature holds."""
    case = Case(
        scheme=_scheme(v),
        key=GivenKey(v["public_key"], v["public_key_format"]),
        signature=v["signature"],
        format=v["signature_format"],
        message=v["message"],
        rules=v["rules"],
        context=v["context"],
        namespace=containers.namespace(v) or containers.NAMESPACE,
    )
    return diagnose(case).to_dict()


def family(scheme: str) -> Family:
    """What a request on this scheme may hold."""
    context = ("context",) if SCHEMES[scheme].context_required else ()  # elsewhere it may be absent
    verified = (*PUBLIC_KEY, "message", "signature")
    how = ("signature_format", "namespace", "context")
    operations = {
        "verify": Operation(verify, (*verified, *context), (*how, "rules", "steps")),
        "sign": Operation(sign, (*PRIVATE_KEY, "message", *context), (*how, "steps")),
        "public_key": Operation(public_key, PRIVATE_KEY, ("steps",)),
        "parse_public_key": Operation(parse_public_key, PUBLIC_KEY, ("rules",)),
        "parse_private_key": Operation(parse_private_key, PRIVATE_KEY),
        "parse_signature": Operation(parse_signature, ("signature",), ("signature_format",)),
        "convert": Operation(convert, ("to",), containers.FORMAT_KEYS, containers.CONVERTED),
        "diagnose": Operation(diagnosis, verified, (*how, "rules")),
    }
    readers: dict[str, Reader | ByFormat] = {
        "public_key_format": one_of(PUBLIC_KEY_FORMATS),
        "private_key_format": one_of(PRIVATE_KEY_FORMATS),
        "signature_format": one_of(SIGNATURE_FORMATS),
        "to": one_of(TO),
        "rules": one_of([rules.name for rules in EDDSA_RULES.values() if scheme not in rules.foreign_to]),
        "public_key": containers.key_reader("public_key", PUBLIC_KEY_FORMATS),
        "private_key": containers.key_reader("private_key", PRIVATE_KEY_FORMATS),
        "signature": containers.signature_reader(SIGNATURE_FORMATS),
        "namespace": text,
        "message": octets,
        "context": octets,
        "steps": flag,
    }
    return Family(operations, readers, _DEFAULTS)


_DEFAULTS = {"signature_format": "raw", "context": None, "rules": "rfc8032", "steps": False}


def _scheme(v: Values) -> EdDSA:
    return SCHEMES[v["scheme"]]


def _public_key(v: Values) -> EdDSAPublicKey:
    key = containers.public_key(v, _scheme(v))
    assert isinstance(key, EdDSAPublicKey)
    return key


def _private_key(v: Values) -> EdDSAPrivateKey:
    key = containers.private_key(v, _scheme(v))
    assert isinstance(key, EdDSAPrivateKey)
    return key


def _described(key: EdDSAPublicKey) -> Answer:
    return {"public_key": key.to_bytes().hex(), "scheme": key.scheme.name, "warnings": list(key.warnings())}
