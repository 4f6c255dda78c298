"""The kinds of cases of ECDSA: where implementations have gone wrong.

Each maker draws a case of its kind. The letters are ecdsa_signed.py's; steps are FIPS 186-5's.
"""

from __future__ import annotations

from itertools import cycle
from typing import TYPE_CHECKING

from ecref.der import SEQUENCE, write
from ecref.errors import InvalidPoint
from ecref.hashes import HASH_NAMES, hash_named

from . import der_flaws
from .ecdsa_signed import (
    Signed,
    Text,
    digest_text,
    drawn_signed,
    drawn_text,
    integer_of,
    points_from,
    request,
    sign,
    verification,
    width,
    with_r_of,
    written,
)
from .making import HONEST, Made, flipped, head, private_key, public_key, signature

if TYPE_CHECKING:
    from collections.abc import Callable

    from ecref.ecdsa import ECDSA

    from .draws import Draw

    Maker = Callable[[ECDSA, Draw], Made]

HASHES = tuple(name for name in HASH_NAMES if "/" not in name)  # every Python has these, so cases are the same on each
SIGNING_HASHES = tuple(name for name in HASHES if not name.startswith("SHAKE"))  # RFC 6979 has no HMAC over these
KEYS_NOT_IN_RANGE = ("d = 0", "d = n", "d = n + 1", "d = 2^b - 1")


def honest(scheme: ECDSA, draw: Draw) -> Made:
    """Any key, any message, the curve's own hash."""
    return verification(scheme, draw, HONEST, drawn_signed(scheme, draw))


def tampered(scheme: ECDSA, draw: Draw) -> Made:
    """An honest signature, and something changed."""
    flaw = draw.turn(("a bit of the message", "a bit of r", "a bit of s", "another key", "s and r", "n - s", "-Q"))
    signed, n = drawn_signed(scheme, draw), scheme.curve.n
    bit = draw.below(n.bit_length() - 1)
    if flaw == "a bit of the message":
        message = flipped(bytes.fromhex(signed.text.part["message"]) + b"\0", bit)
        signed = signed._replace(text=Text({**signed.text.part, "message": message.hex()}, b""))
    elif flaw == "a bit of r":
        return verification(scheme, draw, flaw, signed, r=signed.r ^ 1 << bit)
    elif flaw == "a bit of s":
        return verification(scheme, draw, flaw, signed, s=signed.s ^ 1 << bit)
    elif flaw == "another key":
        signed = signed._replace(Q=draw.scalar(n) * scheme.curve.G)
    elif flaw == "s and r":
        return verification(scheme, draw, flaw, signed, r=signed.s, s=signed.r)
    elif flaw == "n - s":
        return verification(scheme, draw, flaw, signed, s=n - signed.s)
    else:
        signed = signed._replace(Q=-signed.Q)
    return verification(scheme, draw, flaw, signed)


def scalar_range(scheme: ECDSA, draw: Draw) -> Made:
    """r or s outside [1, n - 1], where what it is modulo n may hold. [6.4.2, step 1]"""
    n, (Q, text, r, s) = scheme.curve.n, drawn_signed(scheme, draw)
    options = {
        "r + n": (r + n, s),
        "s + n": (r, s + n),
        "r = s = 0": (0, 0),
        "r = 0": (0, s),
        "s = 0": (r, 0),
        "r = n": (n, s),
        "s = n": (r, n),
        "r = s = n": (n, n),
        "r = n + 1": (n + 1, s),
        "s = n + 1": (r, n + 1),
        "r - n": (r - n, s),
        "s - n": (r, s - n),
        "r and s + 2^b": (r + (1 << 8 * width(scheme)), s + (1 << 8 * width(scheme))),
        "r = p": (scheme.curve.p, s),
        "r = 0, s = 1": (0, 1),
        "r = 1, s = 0": (1, 0),
        "r = n - 1": (n - 1, s),
        "s = 1": (r, 1),
    }
    flaw = draw.turn(tuple(options))
    r, s = options[flaw]
    return verification(scheme, draw, flaw, Signed(Q, text, r, s))


def edge_scalars(scheme: ECDSA, draw: Draw) -> Made:
    """Keys and nonces where scalar multiplication goes wrong."""
    n, text = scheme.curve.n, drawn_text(draw, scheme.hash)
    return verification(scheme, draw, HONEST, sign(scheme, draw.edge(n), draw.edge(n), text))


def edge_multiples(scheme: ECDSA, draw: Draw) -> Made:
    """u = 0; [u]G = [v]Q, a doubling; u and v from the edges. [6.4.2, step 6]"""
    flaw = draw.turn(("[u]G = [v]Q", "u = 0", "u and v from the edges"))
    n, G = scheme.curve.n, scheme.curve.G
    d, k = draw.scalar(n), draw.scalar(n)
    r = (k * G).affine()[0] % n or 1
    if flaw == "u and v from the edges":
        u, v = draw.edge(n), draw.edge(n)
        R = u * G + v * (d * G)
        if not R.is_identity() and (r := R.affine()[0] % n):
            s = r * pow(v, -1, n) % n  # v = r/s and u = e/s
            return verification(scheme, draw, flaw, Signed(d * G, _text_of(scheme, u * s % n), r, s))
    e = r * d % n if flaw != "u = 0" else 0
    return verification(scheme, draw, flaw, sign(scheme, d, k, _text_of(scheme, e)))


def result_is_identity(scheme: ECDSA, draw: Draw) -> Made:
    """[u]G + [v]Q = O, since e = -rd. [6.4.2, step 7; SEC 1, 4.1.4, step 5]"""
    n = scheme.curve.n
    d, r, s = draw.scalar(n), draw.scalar(n), draw.scalar(n)
    text = _text_of(scheme, -r * d % n)
    return verification(scheme, draw, "e = -rd", Signed(d * scheme.curve.G, text, r, s))


def x_above_n(scheme: ECDSA, draw: Draw) -> Made:
    """x(R) of n and more, where r = x(R) - n; r as small without that. [6.4.2, steps 8 and 9]"""
    flaw = draw.turn(("x(kG) >= n", "r = x(kG) >= n", "x(kG) = r, though r + n < p"))
    n = scheme.curve.n
    text, s = drawn_text(draw, scheme.hash), draw.scalar(n)
    above = n if flaw != "x(kG) = r, though r + n < p" else 0
    R = next(points_from(scheme, 1 + above + draw.below((scheme.curve.p - n) // 2, "scalar")))
    signed = with_r_of(scheme, R, s, text)
    return verification(scheme, draw, flaw, signed, r=signed.r + n if flaw == "r = x(kG) >= n" else None)


def edge_r(scheme: ECDSA, draw: Draw) -> Made:
    """r and s of few octets or many, which signatures made by chance never have."""
    n, text = scheme.curve.n, drawn_text(draw, scheme.hash)
    R = next(points_from(scheme, draw.edge(n)))
    return verification(scheme, draw, HONEST, with_r_of(scheme, R, draw.edge(n), text))


def half_s(scheme: ECDSA, draw: Draw) -> Made:
    """s beside n/2, where the rule of low s begins."""
    n, text = scheme.curve.n, drawn_text(draw, scheme.hash)
    s = n // 2 + (0, 1, 2, -1)[draw.below(4)]
    signed = with_r_of(scheme, draw.scalar(n) * scheme.curve.G, s, text)
    return verification(scheme, draw, "s > n/2" if s > n // 2 else "s <= n/2", signed)


def digests(scheme: ECDSA, draw: Draw) -> Made:
    """Digests of all lengths, with leading zeros, of zeros or ones, of n and more. [6.4.1, step 2]"""
    n, size = scheme.curve.n, width(scheme)
    flaw = draw.turn(("any length", "leading zeros", "zeros", "ones", "n", "n + 1", "n - 1", "zeros, then ones behind"))
    H = {
        "any length": draw.octets(1 + draw.below(64)),
        "leading zeros": bytes(zeros := 1 + draw.below(size)) + draw.octets(size - zeros),
        "zeros": bytes(1 + draw.below(64)),
        "ones": b"\xff" * (1 + draw.below(64)),
        "n": n.to_bytes(size, "big"),
        "n + 1": (n + 1).to_bytes(size, "big"),
        "n - 1": (n - 1).to_bytes(size, "big"),
        "zeros, then ones behind": bytes(size) + b"\xff" * (64 - size),
    }[flaw]
    return verification(scheme, draw, flaw, sign(scheme, draw.scalar(n), draw.scalar(n), digest_text(H)))


def truncation(scheme: ECDSA, draw: Draw) -> Made:
    """Hashes longer and shorter than n; signatures made with all of the digest, or with its rightmost bits."""
    n, bits = scheme.curve.n, scheme.curve.n.bit_length()
    longer = [name for name in HASHES if 8 * hash_named(name).size > bits]
    name = draw.turn([name for pair in zip(cycle(longer), HASHES) for name in pair])
    flaw = draw.choose((HONEST, "made with the whole digest", "made with the rightmost bits"))
    text = drawn_text(draw, name)
    e = integer_of(scheme, text.H)
    if flaw == "made with the whole digest":
        e = int.from_bytes(text.H, "big")
    elif flaw == "made with the rightmost bits":
        e = int.from_bytes(text.H, "big") % (1 << bits)
    flaw = flaw if e != integer_of(scheme, text.H) else HONEST
    return verification(scheme, draw, f"{name}, {flaw}", sign(scheme, draw.scalar(n), draw.scalar(n), text, e))


def der(scheme: ECDSA, draw: Draw) -> Made:
    """Departures from DER, one at a time; r or s has its first bit set where that is what goes wrong."""
    flaw = draw.turn(tuple(der_flaws.FLAWS))
    n, top = scheme.curve.n, 1 << 8 * width(scheme) - 1
    d, k, text = draw.scalar(n), draw.scalar(n), drawn_text(draw, scheme.hash)
    signed = sign(scheme, d, k, text)
    while flaw.endswith("without its zero octet") and (signed.r if flaw[0] == "r" else signed.s) < top:
        k = k % (n - 1) + 1
        signed = sign(scheme, d, k, text)
    return _der(scheme, flaw, signed, der_flaws.FLAWS[flaw](signed.r, signed.s))


def der_bits(scheme: ECDSA, draw: Draw) -> Made:
    """One bit of a tag or a length changed."""
    signed = drawn_signed(scheme, draw)
    octets = write(SEQUENCE, der_flaws.pair(signed.r, signed.s))
    place = draw.choose((0, 1, 2, 3, 4 + octets[3], 5 + octets[3]))
    return _der(scheme, "a bit of a tag or a length", signed, flipped(octets, 8 * place + draw.below(8)))


def p1363(scheme: ECDSA, draw: Draw) -> Made:
    """r and s of fixed width: too short, too long, DER where they should stand."""
    signed, size = drawn_signed(scheme, draw), width(scheme)
    r, s = signed.r.to_bytes(size, "big"), signed.s.to_bytes(size, "big")
    options = {
        HONEST: r + s,
        "an octet less": (r + s)[:-1],
        "an octet more": r + s + b"\0",
        "an octet before": b"\0" + r + s,
        "a zero octet before each": b"\0" + r + b"\0" + s,
        "twice": r + s + r + s,
        "r alone": r,
        "no octets": b"",
        "s before r": s + r,
        "little-endian": r[::-1] + s[::-1],
        "DER": write(SEQUENCE, der_flaws.pair(signed.r, signed.s)),
    }
    flaw = draw.turn(tuple(options))
    chosen = signature(options[flaw], "p1363")
    return Made(flaw, request(scheme, signed.Q.encode(), signed.text, chosen))


def key_encodings(scheme: ECDSA, draw: Draw) -> Made:
    """An honest signature under a key in each form of SEC 1 and in what looks like one. [SEC 1, 2.3.4, 3.2.2.1]"""
    signed = drawn_signed(scheme, draw)
    flaw, octets = _key(scheme, draw, signed.Q.encode())
    chosen = written(scheme, draw, signed.r, signed.s)
    return Made(flaw, request(scheme, octets, signed.text, chosen))


def parsing(scheme: ECDSA, draw: Draw) -> Made:
    """The same keys, read alone."""
    flaw, octets = _key(scheme, draw, (draw.scalar(scheme.curve.n) * scheme.curve.G).encode())
    return Made(flaw, {**head("parse_public_key", scheme), **public_key(octets, "sec1")})


def edge_keys(scheme: ECDSA, draw: Draw) -> Made:
    """Keys with edge coordinates: x = 0, x beside p, few octets. [SEC 1, 2.3.4]"""
    start = draw.choose((0, 1, scheme.curve.p - 1 - (1 << 10), 1 << scheme.curve.p.bit_length() - 2))
    octets = next(points_from(scheme, start + draw.below(1 << 8))).encode(compressed=bool(draw.below(2)))
    return Made("x at an edge", {**head("parse_public_key", scheme), **public_key(octets, "sec1")})


def deriving(scheme: ECDSA, draw: Draw) -> Made:
    """The public key of edge scalars, and of what is none. [FIPS 186-5, A.2.2]"""
    flaw, d = _secret(scheme, draw)
    return Made(flaw, {**head("public_key", scheme), **private_key(d)})


def signing(scheme: ECDSA, draw: Draw) -> Made:
    """Signatures by edge scalars and any, of messages. [FIPS 186-5, 6.4.1; RFC 6979, 3.2]"""
    flaw, d = _secret(scheme, draw)
    text = drawn_text(draw, draw.turn((scheme.hash, scheme.hash, "SHA-512", *SIGNING_HASHES)))
    chosen = {"signature_format": draw.choose(("der", "p1363"))}
    return Made(flaw, {**head("sign", scheme), **private_key(d), **text.part, **chosen})


def rfc6979(scheme: ECDSA, draw: Draw) -> Made:
    """Digests of n and more, which bits2octets reduces, of zeros, and keys with leading zeros. [RFC 6979, 2.3]"""
    size, n = hash_named(scheme.hash).size, scheme.curve.n
    options = {
        "a digest of n and more": (n + draw.below(min(2 ** (8 * size) - n, 1 << 64))).to_bytes(size, "big"),
        "a digest of zeros": bytes(size),
        "a digest of ones": b"\xff" * size,
        "a digest with leading zeros": bytes(size // 2) + draw.octets(size - size // 2),
        "any digest": draw.octets(size),
    }
    flaw = draw.turn(tuple(options))
    d = draw.scalar(n) >> 8 * draw.below(width(scheme) - 1) or 1
    text = {"hash": scheme.hash, "digest": options[flaw].hex()}
    chosen = {"signature_format": "p1363"}
    return Made(flaw, {**head("sign", scheme), **private_key(d.to_bytes(width(scheme), "big")), **text, **chosen})


def exchange(scheme: ECDSA, draw: Draw) -> Made:
    """A key and a signature that one side makes, and all others verify."""
    d, text = draw.scalar(scheme.curve.n), drawn_text(draw, scheme.hash)
    chosen = {"signature_format": draw.choose(("der", "p1363"))}
    octets = d.to_bytes(width(scheme), "big")
    return Made(HONEST, {**head("sign", scheme), **private_key(octets), **text.part, **chosen})


KINDS: dict[str, Maker] = {
    "honest": honest,
    "tampered": tampered,
    "scalar-range": scalar_range,
    "edge-scalars": edge_scalars,
    "edge-multiples": edge_multiples,
    "result-is-identity": result_is_identity,
    "x-above-n": x_above_n,
    "edge-r-and-s": edge_r,
    "half-s": half_s,
    "digests": digests,
    "truncation": truncation,
    "der": der,
    "der-bits": der_bits,
    "p1363": p1363,
    "key-encodings": key_encodings,
    "parsing-keys": parsing,
    "edge-keys": edge_keys,
    "deriving-keys": deriving,
    "signing": signing,
    "rfc6979": rfc6979,
    "exchange": exchange,
}


def _text_of(scheme: ECDSA, e: int) -> Text:
    """A digest of n's width that stands for e."""
    return digest_text((e << -scheme.curve.n.bit_length() % 8).to_bytes(width(scheme), "big"))


def _der(scheme: ECDSA, flaw: str, signed: Signed, octets: bytes) -> Made:
    return Made(flaw, request(scheme, signed.Q.encode(), signed.text, signature(octets, "der")))


def _key(scheme: ECDSA, draw: Draw, Q: bytes) -> tuple[str, bytes]:
    """A key of these octets in another form, or in none."""
    size, p = scheme.curve.size, scheme.curve.p
    x, y = Q[1 : 1 + size], Q[1 + size :]
    parity = y[-1] & 1
    off = int.from_bytes(y, "big") ^ 1 << draw.below(8)
    options = {
        "uncompressed": Q,
        "compressed": bytes([2 + parity]) + x,
        "hybrid": bytes([6 + parity]) + x + y,
        "hybrid with the other parity": bytes([7 - parity]) + x + y,
        "off the curve": b"\4" + x + off.to_bytes(size, "big"),
        "compressed, with an x of no point": b"\2" + _no_point(scheme, int.from_bytes(x, "big")).to_bytes(size, "big"),
        "the identity": b"\0",
        "x and y are 0": b"\4" + bytes(2 * size),
        "x and y + p, or 2^b - 1": b"\4" + x + min(int.from_bytes(y, "big") + p, 256**size - 1).to_bytes(size, "big"),
        "x = p": b"\4" + p.to_bytes(size, "big") + y,
        "compressed, x = p": b"\2" + p.to_bytes(size, "big"),
        "y and x": b"\4" + y + x,
        "an octet less": Q[:-1],
        "an octet more": Q + b"\0",
        "without 04": x + y,
        "05 before": b"\5" + x + y,
        "x alone": x,
        "compressed, y too": bytes([2 + parity]) + x + y,
        "no octets": b"",
    }
    flaw = draw.turn(tuple(options))
    return flaw, options[flaw]


def _no_point(scheme: ECDSA, x: int) -> int:
    """The first x from here that no point has."""
    while True:
        x = (x + 1) % scheme.curve.p
        try:
            scheme.curve.lift_x(x, 0)
        except InvalidPoint:
            return x


def _secret(scheme: ECDSA, draw: Draw) -> tuple[str, bytes]:
    """A scalar, mostly one that is a key."""
    n, size = scheme.curve.n, width(scheme)
    flaw = draw.turn((HONEST, "at an edge", HONEST, "at an edge", *KEYS_NOT_IN_RANGE))
    d = {
        HONEST: draw.scalar(n),
        "at an edge": draw.edge(n),
        "d = 0": 0,
        "d = n": n,
        "d = n + 1": n + 1,
        "d = 2^b - 1": 256**size - 1,
    }[flaw]
    return flaw, d.to_bytes(size, "big")
