"""The kinds of cases of EdDSA: where verifiers that pass every honest test disagree, and where signers go wrong.

Each maker draws a case of its kind. Sections are RFC 8032's; the letters too, but for T:

    s, A    secret scalar and public key; r, R nonce and its point; S = r + k*s
    M, C    message and context
    T       a point of order h: [i]T, 0 <= i < h, are all points of small order
    h       the cofactor
"""

from __future__ import annotations

from functools import cache
from typing import TYPE_CHECKING, Any, NamedTuple

from ecref.eddsa import SCHEMES
from ecref.errors import InvalidPoint
from ecref.referee.torsion import encodings, small_order_points, write

from .draws import CONTEXT
from .making import HONEST, Made, flipped, head, private_key, public_key, signature

if TYPE_CHECKING:
    from collections.abc import Callable

    from ecref.eddsa import EdDSA
    from ecref.edwards import EdwardsCurve, EdwardsPoint

    from .draws import Draw

    Maker = Callable[[EdDSA, Draw], Made]

CONTEXTS = (0, 1, 2, 31, 32, 33, 254, 255)  # octets


class Text(NamedTuple):
    """What is signed; context None: none is given."""

    M: bytes
    C: bytes | None

    @property
    def part(self) -> dict[str, Any]:
        """Its part of a request."""
        context = {} if self.C is None else {"context": self.C.hex()}
        return {"message": self.M.hex(), **context}


def drawn_text(scheme: EdDSA, draw: Draw) -> Text:
    """A message, and a context where the scheme has one."""
    M = draw.message()
    if scheme.dom is None:
        return Text(M, None)
    length = draw.choose(CONTEXTS, CONTEXT)
    C = draw.octets(length, CONTEXT)
    return Text(M, C if scheme.context_required or length or draw.below(2) else None)


def sign(scheme: EdDSA, A: bytes, s: int, R: bytes, r: int, text: Text) -> bytes:
    """R, and S = r + k*s, whatever R and A are. [5.1.6 and 5.2.6]"""
    E = scheme.curve
    k = scheme.hash_to_int(text.C or b"", R, A, scheme.message(text.M)) % E.L
    return R + scalar(E, (r + k * s) % E.L)


def scalar(E: EdwardsCurve, S: int) -> bytes:
    """S as it stands in a signature, in range or not."""
    return S.to_bytes(E.size, "little")


def request(scheme: EdDSA, A: bytes, text: Text, octets: bytes) -> dict[str, Any]:
    """A request to verify."""
    return {**head("verify", scheme), **public_key(A, "raw"), **text.part, **signature(octets, "raw")}


def honest(scheme: EdDSA, draw: Draw) -> Made:
    """Any key, any message."""
    text, key = drawn_text(scheme, draw), scheme.private_key(draw.octets(scheme.curve.size, "scalar"))
    return Made(HONEST, request(scheme, key.public_key.to_bytes(), text, key.sign(text.M, context=text.C)))


def tampered(scheme: EdDSA, draw: Draw) -> Made:
    """An honest signature, and something changed."""
    flaw = draw.turn(("a bit of the message", "a bit of R", "a bit of S", "another key", "-A", "L - S", "S before R"))
    E, (text, A, s, R, r) = scheme.curve, _parts(scheme, draw)
    octets, bit = sign(scheme, A, s, R, r, text), draw.below(8 * E.size - 9)
    if flaw == "a bit of the message":
        text = text._replace(M=flipped(text.M + b"\0", bit))
    elif flaw == "a bit of R":
        octets = flipped(octets, bit)
    elif flaw == "a bit of S":
        octets = flipped(octets, 8 * E.size + bit)
    elif flaw == "another key":
        A = (draw.scalar(E.L) * E.B).encode()
    elif flaw == "-A":
        A = flipped(A, 8 * E.size - 1)
    elif flaw == "L - S":
        octets = R + scalar(E, E.L - int.from_bytes(octets[E.size :], "little"))
    else:
        octets = octets[E.size :] + R
    return Made(flaw, request(scheme, A, text, octets))


def edge_scalars(scheme: EdDSA, draw: Draw) -> Made:
    """Keys and nonces where scalar multiplication goes wrong."""
    E, text = scheme.curve, drawn_text(scheme, draw)
    s, r = draw.edge(E.L), draw.edge(E.L)
    A, R = (s * E.B).encode(), (r * E.B).encode()
    return Made(HONEST, request(scheme, A, text, sign(scheme, A, s, R, r, text)))


def range_of_S(scheme: EdDSA, draw: Draw) -> Made:
    """S of L and more, of a signature that holds modulo L. [5.1.7 and 5.2.7, step 1]"""
    E, (text, A, s, R, r) = scheme.curve, _parts(scheme, draw)
    S = int.from_bytes(sign(scheme, A, s, R, r, text)[E.size :], "little")
    most = ((1 << 8 * E.size) - 1 - S) // E.L
    m = draw.turn((1, 2, 3, 4, 7, 8, most // 2, most))
    return Made(f"S + {'a multiple of ' if m > 1 else ''}L", request(scheme, A, text, R + scalar(E, S + m * E.L)))


def edges_of_S(scheme: EdDSA, draw: Draw) -> Made:
    """S = 0, S from L - 1 to 2^b - 1 under any key: out of range before it is a mismatch."""
    E, (text, A, _, R, _) = scheme.curve, _parts(scheme, draw)
    options = {"0": 0, "L - 1": E.L - 1, "L": E.L, "L + 1": E.L + 1, "2^b - 1": (1 << 8 * E.size) - 1}
    flaw = draw.turn(tuple(options))
    return Made(f"S = {flaw}", request(scheme, A, text, R + scalar(E, options[flaw])))


def small_order(scheme: EdDSA, draw: Draw) -> Made:
    """A or R or both of small order, in every encoding."""
    E, (text, A, s, R, r) = scheme.curve, _parts(scheme, draw)
    flaw = draw.turn(("A and R", "A", "R"))
    if "A" in flaw:
        A, s = draw.choose(_small_orders(scheme)), 0
    if "R" in flaw:
        R, r = draw.choose(_small_orders(scheme)), 0
    odd = " (not canonical)" if not (_is_canonical(E, A) and _is_canonical(E, R)) else ""
    return Made(f"{flaw} of small order{odd}", request(scheme, A, text, sign(scheme, A, s, R, r, text)))


def mixed_order(scheme: EdDSA, draw: Draw) -> Made:
    """A or R or both of mixed order, which only a cofactor or luck with k lets pass."""
    E, (text, A, s, R, r) = scheme.curve, _parts(scheme, draw)
    a, b = draw.turn(tuple((a, b) for a in range(E.cofactor) for b in range(E.cofactor) if a or b))
    T = torsion(scheme)
    A, R = (s * E.B + T[a]).encode(), (r * E.B + T[b]).encode()
    flaw = " and ".join(letter for letter, i in (("A", a), ("R", b)) if i)
    return Made(f"{flaw} of mixed order", request(scheme, A, text, sign(scheme, A, s, R, r, text)))


def non_canonical(scheme: EdDSA, draw: Draw) -> Made:
    """y written as y + p and more, and x = 0 with a sign, for points whose signatures hold. [5.1.3 and 5.2.3]"""
    E, (text, A, s, R, r) = scheme.curve, _parts(scheme, draw)
    letter = draw.turn(("A", "R"))
    points = [(octets, 0) for octets in _small_orders(scheme) if not _is_canonical(E, octets)]
    honest_one, x = (A, s) if letter == "A" else (R, r)
    points += [(octets, x) for octets in encodings(E, E.decode(honest_one))[1:]]
    octets, x = draw.choose(points)
    A, s, R, r = (octets, x, R, r) if letter == "A" else (A, s, octets, x)
    return Made(f"{letter} not canonical", request(scheme, A, text, sign(scheme, A, s, R, r, text)))


def unlikely_y(scheme: EdDSA, draw: Draw) -> Made:
    """y from p - 2 on, y of no point, and bits beside y, as A or R. [5.1.3 and 5.2.3]"""
    E, (text, A, s, R, r) = scheme.curve, _parts(scheme, draw)
    letter, sign_of_x = draw.turn(("A", "R")), draw.below(2)
    options = {
        "y beside p": write(E, E.p - 2 + draw.below(21), sign_of_x),
        "y of no point": write(E, _off_curve(E, draw.below(1 << 8 * E.size - 16)), sign_of_x),
        "all ones": b"\xff" * E.size,
        "a bit of the last octet": flipped(A if letter == "A" else R, 8 * E.size - 1 - draw.below(8)),
    }
    flaw = draw.turn(("y beside p", "y beside p", *options))
    A, R = (options[flaw], R) if letter == "A" else (A, options[flaw])
    return Made(f"{letter}: {flaw}", request(scheme, A, text, sign(scheme, A, s, R, r, text)))


def lengths(scheme: EdDSA, draw: Draw) -> Made:
    """Signatures and keys that are too short or too long. [5.1.7 and 5.2.7, step 1]"""
    text, A, s, R, r = _parts(scheme, draw)
    octets = sign(scheme, A, s, R, r, text)
    options = {
        "a signature with an octet more": (A, octets + b"\0"),
        "a signature with an octet less": (A, octets[:-1]),
        "a signature without octets": (A, b""),
        "R alone": (A, R),
        "a signature twice": (A, octets + octets),
        "a key with an octet more": (A + b"\0", octets),
        "a key with an octet less": (A[:-1], octets),
        "a key without octets": (b"", octets),
    }
    flaw = draw.turn(tuple(options))
    A, octets = options[flaw]
    return Made(flaw, request(scheme, A, text, octets))


def contexts(scheme: EdDSA, draw: Draw) -> Made:
    """A signature under one context, verified under another, or under none. [5.1 and 5.2: dom2 and dom4]"""
    flaw = draw.turn(
        ("made under no context", "a bit of the context", "an octet more or less", "empty", "context and message move")
    )
    text, A, s, R, r = _parts(scheme, draw)
    C, M = text.C or b"\0", text.M
    signed = sign(scheme, A, s, R, r, Text(M, b"" if flaw == "made under no context" else C))
    C, M = {
        "made under no context": (C, M),
        "a bit of the context": (flipped(C, draw.below(8 * len(C))), M),
        "an octet more or less": (C + b"\0" if len(C) < 255 else C[:-1], M),
        "empty": (b"", M),
        "context and message move": (C[:-1], C[-1:] + M),
    }[flaw]
    return Made(flaw, request(scheme, A, Text(M, C), signed))


def variants(scheme: EdDSA, draw: Draw) -> Made:
    """A signature of one scheme, verified as one of another on the same curve; prehashed messages. [5.1, 5.2]"""
    other, over, read = draw.turn(_variants(scheme))
    text, A, s, R, r = _parts(other, draw)
    C = text.C or b""
    made = sign(other, A, s, R, r, Text(_prehash(scheme, text.M) if over else text.M, C))
    M = _prehash(other, text.M) if read else text.M
    flaw = f"made by {other.name}{' over the hash' if over else ''}{', read over the hash' if read else ''}"
    return Made(flaw, request(scheme, A, Text(M, None if scheme.dom is None else C), made))


def _variants(scheme: EdDSA) -> list[tuple[EdDSA, bool, bool]]:
    """The schemes whose signatures may be confused with this one's.

    With whether they are made over the message's hash, as if that were all that PH changes, or read over it.
    """
    near = [other for other in SCHEMES.values() if other.curve == scheme.curve and other is not scheme]
    plain = [(other, False, False) for other in near]
    over = [(other, True, False) for other in near if scheme.prehash and not other.prehash]
    return plain + over + [(other, False, True) for other in near if other.prehash]


def _prehash(scheme: EdDSA, M: bytes) -> bytes:
    """PH(M)."""
    assert scheme.prehash is not None
    return scheme.prehash.digest(M)


def deriving(scheme: EdDSA, draw: Draw) -> Made:
    """The public keys of seeds, and of what has a seed's length no more. [5.1.5 and 5.2.5]"""
    flaw, seed = _seed(scheme, draw)
    return Made(flaw, {**head("public_key", scheme), **private_key(seed)})


def signing(scheme: EdDSA, draw: Draw) -> Made:
    """Signatures, which every signer makes alike. [5.1.6 and 5.2.6]"""
    flaw, seed = _seed(scheme, draw)
    return Made(flaw, {**head("sign", scheme), **private_key(seed), **drawn_text(scheme, draw).part})


def long_contexts(scheme: EdDSA, draw: Draw) -> Made:
    """A context over 255 octets, which nobody may sign. [5.1 and 5.2]"""
    seed, text = draw.octets(scheme.curve.size, "scalar"), Text(draw.message(), draw.octets(256 + draw.below(2)))
    return Made("a context of 256 octets and more", {**head("sign", scheme), **private_key(seed), **text.part})


def exchange(scheme: EdDSA, draw: Draw) -> Made:
    """A key and a signature that one side makes, and all others verify."""
    seed, text = draw.octets(scheme.curve.size, "scalar"), drawn_text(scheme, draw)
    return Made(HONEST, {**head("sign", scheme), **private_key(seed), **text.part})


KINDS: dict[str, Maker] = {
    "honest": honest,
    "tampered": tampered,
    "edge-scalars": edge_scalars,
    "S-range": range_of_S,
    "S-edges": edges_of_S,
    "small-order": small_order,
    "mixed-order": mixed_order,
    "non-canonical": non_canonical,
    "unlikely-y": unlikely_y,
    "lengths": lengths,
    "contexts": contexts,
    "variants": variants,
    "deriving-keys": deriving,
    "signing": signing,
    "long-contexts": long_contexts,
    "exchange": exchange,
}
WITH_CONTEXT = ("contexts", "long-contexts")  # kinds that only a scheme with contexts has


@cache
def torsion(scheme: EdDSA) -> list[EdwardsPoint]:
    """O, T, [2]T, ... [h-1]T."""
    return small_order_points(scheme.curve)


@cache
def _small_orders(scheme: EdDSA) -> list[bytes]:
    """Every encoding of every point of small order, the canonical ones first."""
    found = [octets for P in torsion(scheme) for octets in encodings(scheme.curve, P)]
    return sorted(found, key=lambda octets: not _is_canonical(scheme.curve, octets))


def _is_canonical(E: EdwardsCurve, octets: bytes) -> bool:
    try:
        E.decode(octets)
    except InvalidPoint:
        return False
    return True


def _off_curve(E: EdwardsCurve, y: int) -> int:
    """The first y from here that no point has."""
    while _is_canonical(E, write(E, y, 0)):
        y += 1
    return y


def _parts(scheme: EdDSA, draw: Draw) -> tuple[Text, bytes, int, bytes, int]:
    """A message with its context, A, s, R, r."""
    E, text = scheme.curve, drawn_text(scheme, draw)
    s, r = draw.scalar(E.L), draw.scalar(E.L)
    return text, (s * E.B).encode(), s, (r * E.B).encode(), r


def _seed(scheme: EdDSA, draw: Draw) -> tuple[str, bytes]:
    """A seed, mostly of the right length."""
    size = scheme.curve.size
    flaw = draw.turn((HONEST, "one octet repeated", HONEST, "too short", HONEST, "too long"))
    octets = draw.octets(size, "scalar")
    return flaw, {
        HONEST: octets,
        "one octet repeated": octets[:1] * size,
        "too short": octets[:-1],
        "too long": octets + b"\0",
    }[flaw]
