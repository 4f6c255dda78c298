"""The ops of ECDSA: what each uses of a request, and what it answers."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from ecref.ecdsa import SCHEMES
from ecref.ecdsa_keys import ECDSAPrivateKey, ECDSAPublicKey
from ecref.errors import UnusableInput
from ecref.formats import keys
from ecref.formats.signatures import verdict
from ecref.hashes import HASH_NAMES
from ecref.rules import ECDSA_RULES
from ecref.signatures import FORMATS

from . import containers
from .answers import judged, wanted_steps, with_steps
from .containers import SSHSIG
from .diagnosis import Case, GivenKey, diagnose
from .lines import bad_request
from .requests import MESSAGE_OR_DIGEST, PRIVATE_KEY, PUBLIC_KEY, Family, Operation, Values, flag, octets, one_of, text

if TYPE_CHECKING:
    from ecref.ecdsa import ECDSA

    from .requests import Answer

PUBLIC_KEY_FORMATS = tuple(name for name in keys.PUBLIC_FORMATS if name != "raw")
PRIVATE_KEY_FORMATS = tuple(name for name in keys.PRIVATE_FORMATS if name != "ed25519-expanded")
SIGNATURE_FORMATS = (*FORMATS, "ber", SSHSIG)
TO = tuple(dict.fromkeys((*PUBLIC_KEY_FORMATS, *PRIVATE_KEY_FORMATS, *SIGNATURE_FORMATS)))  # what converts
NONCES = ("rfc6979", "random", "hedged")
UNSAFE_K = "unsafe_k"


def verify(v: Values) -> Answer:
    """Judge a signature under a rule set."""
    return judged(
        verdict(
            _public_key(v),
            v["signature"],
            v.get("message"),
            digest=v.get("digest"),
            format=v["signature_format"],
            hash=_hash(v),
            rules=v["rules"],
            namespace=containers.namespace(v),
            steps=v["steps"],
        )
    )


def sign(v: Values) -> Answer:
    """Sign a message or a digest."""
    namespace, key = containers.namespace(v), _private_key(v)
    if namespace is not None:
        return containers.sign_ssh(v, key, _DEFAULTS)
    steps = wanted_steps(v)
    how = {"hash": _hash(v), **_nonce(v), "format": v["signature_format"], "low_s": v["low_s"], "steps": steps}
    signature = key.sign_digest(v["digest"], **how) if "digest" in v else key.sign(v["message"], **how)
    assert isinstance(signature, bytes)  # a pair only where there is no format
    return with_steps({"signature": signature.hex()}, steps)


def public_key(v: Values) -> Answer:
    """The public key of a private one."""
    steps = wanted_steps(v)
    key = _scheme(v).private_key(_private_key(v).private_bytes(), steps=steps)
    return with_steps(_described(key.public_key), steps)


def parse_public_key(v: Values) -> Answer:
    """Decode a public key."""
    return _described(_public_key(v))


def parse_private_key(v: Values) -> Answer:
    """Read a private key, and answer its public one."""
    return {**_described(_private_key(v).public_key), "format": v["private_key_format"]}


def recover(v: Values) -> Answer:
    """Every public key under which the signature holds; with a recovery header that header's alone."""
    if v["signature_format"] == SSHSIG:
        raise UnusableInput("unsupported", "nothing to recover: an SSH signature holds its key")
    scheme = _scheme(v)
    read = containers.signature(v, scheme)
    how = {"hash": _hash(v), "format": None}
    if "digest" in v:
        found = scheme.recover_digest(read.value, v["digest"], **how)
    else:
        found = scheme.recover(read.value, v["message"], **how)
    meant = [(recid, key) for recid, key in found if read.recid in (None, recid)]
    return {"public_keys": [{"recid": recid, "public_key": key.to_bytes().hex()} for recid, key in meant]}


def parse_signature(v: Values) -> Answer:
    """r and s, in the scalar's width."""
    scheme = _scheme(v)
    size = (scheme.curve.n.bit_length() + 7) // 8
    r, s = containers.signature(v, scheme).value
    for name, value in ("r", r), ("s", s):
        if not 0 <= value < 256**size:
            raise UnusableInput("bad-signature", f"{name} doesn't fit {size} octets")
    return {"r": f"{r:0{2 * size}x}", "s": f"{s:0{2 * size}x}", "high_s": s > scheme.curve.n // 2}


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
        message=v["digest"] if "digest" in v else v["message"],
        is_digest="digest" in v,
        hash=_hash(v),
        rules=v["rules"],
        namespace=containers.namespace(v) or containers.NAMESPACE,
    )
    return diagnose(case).to_dict()


def nonce(value: object) -> dict[str, Any]:
    """A reader of how the nonce is chosen, as the arguments that sign takes."""
    if not isinstance(value, dict):
        return {"nonce": one_of(NONCES)(value)}
    if value.keys() != {UNSAFE_K}:
        raise bad_request(f"an object must have the key {UNSAFE_K!r} and no other")
    return {UNSAFE_K: int.from_bytes(octets(value[UNSAFE_K]), "big")}


def hash_or_null(value: object) -> str | None:
    """A reader of a hash's name, or of null."""
    return None if value is None else one_of(HASH_NAMES)(value)


def _hash(v: Values) -> str | None:
    """The hash's name. Absent, it is the curve's, which an SSH signature always has; null goes with a digest."""
    if "hash" not in v:
        return None if v["signature_format"] == SSHSIG else _scheme(v).hash
    if v["hash"] is None and "digest" not in v:
        raise bad_request("hash: null goes with a digest only")
    name: str | None = v["hash"]
    return name


def _nonce(v: Values) -> dict[str, Any]:
    """The arguments `nonce` or `unsafe_k`, and `extra_entropy`."""
    chosen: dict[str, Any] = v["nonce"]
    if "extra_entropy" not in v:
        return chosen
    if chosen != {"nonce": "hedged"}:
        raise bad_request("key 'extra_entropy' is of no use unless the nonce is 'hedged'")
    return {**chosen, "extra_entropy": v["extra_entropy"]}


def _scheme(v: Values) -> ECDSA:
    return SCHEMES[v["curve"]]


def _public_key(v: Values) -> ECDSAPublicKey:
    key = containers.public_key(v, _scheme(v))
    assert isinstance(key, ECDSAPublicKey)
    return key


def _private_key(v: Values) -> ECDSAPrivateKey:
    key = containers.private_key(v, _scheme(v))
    assert isinstance(key, ECDSAPrivateKey)
    return key


def _described(key: ECDSAPublicKey) -> Answer:
    return {"public_key": key.to_bytes().hex(), "scheme": "ECDSA", "curve": key.scheme.name, "warnings": []}


_DEFAULTS = {
    "signature_format": "der",
    "rules": "fips186-5",
    "nonce": {"nonce": "rfc6979"},
    "low_s": False,
    "steps": False,
}
_SIGNED = ("hash", "signature_format")
_VERIFIED = ("curve", *PUBLIC_KEY, "signature")
FAMILY = Family(
    operations={
        "verify": Operation(verify, _VERIFIED, (*_SIGNED, "namespace", "rules", "steps"), MESSAGE_OR_DIGEST),
        "sign": Operation(
            sign,
            ("curve", *PRIVATE_KEY),
            (*_SIGNED, "namespace", "nonce", "extra_entropy", "low_s", "steps"),
            MESSAGE_OR_DIGEST,
        ),
        "public_key": Operation(public_key, ("curve", *PRIVATE_KEY), ("steps",)),
        "recover": Operation(recover, ("curve", "signature"), _SIGNED, MESSAGE_OR_DIGEST),
        "parse_public_key": Operation(parse_public_key, ("curve", *PUBLIC_KEY)),
        "parse_private_key": Operation(parse_private_key, ("curve", *PRIVATE_KEY)),
        "parse_signature": Operation(parse_signature, ("curve", "signature"), ("signature_format",)),
        "convert": Operation(convert, ("curve", "to"), containers.FORMAT_KEYS, containers.CONVERTED),
        "diagnose": Operation(diagnosis, _VERIFIED, (*_SIGNED, "namespace", "rules"), MESSAGE_OR_DIGEST),
    },
    readers={
        "curve": one_of(SCHEMES),
        "hash": hash_or_null,
        "public_key_format": one_of(PUBLIC_KEY_FORMATS),
        "private_key_format": one_of(PRIVATE_KEY_FORMATS),
        "signature_format": one_of(SIGNATURE_FORMATS),
        "to": one_of(TO),
        "rules": one_of(ECDSA_RULES),
        "nonce": nonce,
        "public_key": containers.key_reader("public_key", PUBLIC_KEY_FORMATS),
        "private_key": containers.key_reader("private_key", PRIVATE_KEY_FORMATS),
        "signature": containers.signature_reader(SIGNATURE_FORMATS),
        "namespace": text,
        "message": octets,
        "digest": octets,
        "extra_entropy": octets,
        "low_s": flag,
        "steps": flag,
    },
    defaults=_DEFAULTS,
)
