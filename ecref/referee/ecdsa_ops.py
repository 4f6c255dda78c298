"""The ops of ECDSA: what each uses of a request, and what it answers."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from ecref.ecdsa import SCHEMES
from ecref.errors import InvalidSignature, UnusableInput
from ecref.hashes import HASH_NAMES
from ecref.rules import ECDSA_RULES
from ecref.signatures import FORMATS, decode

from .answers import judged, wanted_steps, with_steps
from .lines import bad_request
from .requests import PRIVATE_KEY, PUBLIC_KEY, Family, Operation, Values, flag, octets, one_of

if TYPE_CHECKING:
    from ecref.ecdsa import ECDSA
    from ecref.ecdsa_keys import ECDSAPrivateKey, ECDSAPublicKey

    from .requests import Answer

PUBLIC_KEY_FORMATS = ("sec1",)
PRIVATE_KEY_FORMATS = ("raw",)
NONCES = ("rfc6979", "random", "hedged")
UNSAFE_K = "unsafe_k"


def verify(v: Values) -> Answer:
    """Judge a signature under a rule set."""
    how = {**_hashed(v), "format": v["signature_format"], "rules": v["rules"], "steps": v["steps"]}
    key = _public_key(v)
    if "digest" in v:
        return judged(key.verdict_digest(v["signature"], v["digest"], **how))
    return judged(key.verdict(v["signature"], v["message"], **how))


def sign(v: Values) -> Answer:
    """Sign a message or a digest."""
    steps = wanted_steps(v)
    how = {**_hashed(v), **_nonce(v), "format": v["signature_format"], "low_s": v["low_s"], "steps": steps}
    key = _private_key(v)
    signature = key.sign_digest(v["digest"], **how) if "digest" in v else key.sign(v["message"], **how)
    assert isinstance(signature, bytes)  # a pair only where there is no format
    return with_steps({"signature": signature.hex()}, steps)


def public_key(v: Values) -> Answer:
    """The public key of a scalar."""
    steps = wanted_steps(v)
    key = _scheme(v).private_key(v["private_key"], steps=steps)
    return with_steps(_described(key.public_key), steps)


def parse_public_key(v: Values) -> Answer:
    """Decode a public key."""
    return _described(_public_key(v))


def parse_private_key(v: Values) -> Answer:
    """Read a private key, and answer its public one."""
    return {**_described(_private_key(v).public_key), "format": v["private_key_format"]}


def recover(v: Values) -> Answer:
    """Every public key under which the signature holds; with a recovery header that header's alone."""
    how = {**_hashed(v), "format": v["signature_format"]}
    scheme = _scheme(v)
    if "digest" in v:
        found = scheme.recover_digest(v["signature"], v["digest"], **how)
    else:
        found = scheme.recover(v["signature"], v["message"], **how)
    return {"public_keys": [{"recid": recid, "public_key": key.to_bytes().hex()} for recid, key in found]}


def parse_signature(v: Values) -> Answer:
    """r and s, in the scalar's width."""
    n = _scheme(v).curve.n
    size = (n.bit_length() + 7) // 8
    try:
        r, s, _ = decode(v["signature"], v["signature_format"], n)
    except InvalidSignature as fault:
        raise UnusableInput("bad-signature", str(fault)) from None
    for name, value in ("r", r), ("s", s):
        if not 0 <= value < 256**size:
            raise UnusableInput("bad-signature", f"{name} doesn't fit {size} octets")
    return {"r": f"{r:0{2 * size}x}", "s": f"{s:0{2 * size}x}", "high_s": s > n // 2}


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


def _hashed(v: Values) -> dict[str, Any]:
    """The argument `hash`: absent, it is the curve's default; None goes with a digest only."""
    name = v.get("hash", _scheme(v).hash)
    if name is None and "digest" not in v:
        raise bad_request("hash: null goes with a digest only")
    return {"hash": name}


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
    return _scheme(v).public_key(v["public_key"])


def _private_key(v: Values) -> ECDSAPrivateKey:
    return _scheme(v).private_key(v["private_key"])


def _described(key: ECDSAPublicKey) -> Answer:
    return {"public_key": key.to_bytes().hex(), "scheme": "ECDSA", "curve": key.scheme.name, "warnings": []}


_SIGNED = ("message", "digest", "hash", "signature_format")
FAMILY = Family(
    operations={
        "verify": Operation(
            verify, required=("curve", *PUBLIC_KEY, "signature"), optional=(*_SIGNED, "rules", "steps")
        ),
        "sign": Operation(
            sign,
            required=("curve", *PRIVATE_KEY),
            optional=(*_SIGNED, "nonce", "extra_entropy", "low_s", "steps"),
        ),
        "public_key": Operation(public_key, required=("curve", *PRIVATE_KEY), optional=("steps",)),
        "recover": Operation(recover, required=("curve", "signature"), optional=_SIGNED),
        "parse_public_key": Operation(parse_public_key, required=("curve", *PUBLIC_KEY)),
        "parse_private_key": Operation(parse_private_key, required=("curve", *PRIVATE_KEY)),
        "parse_signature": Operation(
            parse_signature, required=("curve", "signature"), optional=("signature_format",)
        ),
    },
    readers={
        "curve": one_of(SCHEMES),
        "hash": hash_or_null,
        "public_key_format": one_of(PUBLIC_KEY_FORMATS),
        "private_key_format": one_of(PRIVATE_KEY_FORMATS),
        "signature_format": one_of(FORMATS),
        "rules": one_of(ECDSA_RULES),
        "nonce": nonce,
        "public_key": octets,
        "private_key": octets,
        "signature": octets,
        "message": octets,
        "digest": octets,
        "extra_entropy": octets,
        "low_s": flag,
        "steps": flag,
    },
    defaults={
        "signature_format": "der",
        "rules": "fips186-5",
        "nonce": {"nonce": "rfc6979"},
        "low_s": False,
        "steps": False,
    },
)
