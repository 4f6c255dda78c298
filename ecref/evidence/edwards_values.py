"""Where the constants of edwards25519 and edwards448 come from: two Montgomery curves of RFC 7748.

The letters are the RFC's:

    A       v^2 = u^3 + A*u^2 + u is curve25519 or curve448
    u, v    coordinates on it; x, y on the Edwards curve
    s, n    the clamped secret scalar, and its highest bit
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from ecref.field import inverse, sqrt

from .derivation import Section
from .order import on_curve

if TYPE_CHECKING:
    from ecref import EdDSA
    from ecref.edwards import EdwardsCurve

A_25519 = 486662
A_448 = 156326


def edwards25519_coefficients(E: EdwardsCurve) -> Section:
    """a and d, by a birational map from curve25519."""
    section = Section("Coefficients")
    section.say(f"curve25519 is v^2 = u^3 + A*u^2 + u with A = {A_25519} [RFC 7748, 4.1]")
    section.say("x = sqrt(-(A + 2)) * u/v, y = (u - 1)/(u + 1) take it to -x^2 + y^2 = 1 + d*x^2*y^2 [RFC 7748, 4.1]")
    section.check("a = -1", E.a == -1)
    d = -(A_25519 - 2) * inverse(A_25519 + 2, E.p) % E.p
    section.let("d = -(A - 2)/(A + 2) = -486660/486664 = -121665/121666", d)
    section.check("it is the d of curves.py", d == E.d)
    return section


def edwards448_coefficients(E: EdwardsCurve) -> Section:
    """a and d, by a 4-isogeny from curve448."""
    section = Section("Coefficients")
    section.say(f"curve448 is v^2 = u^3 + A*u^2 + u with A = {A_448} [RFC 7748, 4.2]")
    section.say("A 4-isogeny takes it to x^2 + y^2 = 1 + d*x^2*y^2 with d = (2 - A)/4 [RFC 7748, 4.2]")
    section.check("a = 1", E.a == 1)
    d = section.let("d = (2 - A)/4 = -39081", (2 - A_448) // 4)
    section.check("it is the d of curves.py", d == E.d)
    return section


def edwards25519_base_point(E: EdwardsCurve) -> Section:
    """B from y = 4/5, and the u = 9 that it comes from."""
    section, p = Section("Base point"), E.p
    y = section.let("y = 4/5 [RFC 8032, 5.1]", 4 * inverse(5, p) % p)
    section.say("(1 + y)/(1 - y) = (9/5)/(1/5) = 9, the u of curve25519's base point [RFC 7748, 4.1]")
    xx = section.let("x^2 = (y^2 - 1)/(d*y^2 + 1)", (y * y - 1) * inverse(E.d * y * y + 1, p) % p)
    root = sqrt(xx, p)
    if not section.check("it is a square", root is not None) or root is None:
        return section
    x = section.let("x is its even root (RFC 8032 calls it positive)", root if root % 2 == 0 else p - root)
    section.check("(x, y) is the B of curves.py", (x, y) == E.base)
    return section


def edwards448_base_point(E: EdwardsCurve) -> Section:
    """B from u = 5, by the isogeny's dual."""
    section, p, A, u = Section("Base point"), E.p, A_448, 5
    section.say("curve448's base point has u = 5, and of the two v the even one [RFC 7748, 4.2]")
    root = sqrt(u**3 + A * u**2 + u, p)
    if not section.check("u^3 + A*u^2 + u is a square", root is not None) or root is None:
        return section
    v = section.let("v", root if root % 2 == 0 else p - root)
    x = 4 * v * (u**2 - 1) * inverse(u**4 - 2 * u**2 + 4 * v**2 + 1, p) % p
    y = -(u**5 - 2 * u**3 - 4 * u * v**2 + u) * inverse(u**5 - 2 * u**2 * v**2 - 2 * u**3 - 2 * v**2 + u, p) % p
    section.let("x = 4v(u^2 - 1)/(u^4 - 2u^2 + 4v^2 + 1)", x)
    section.let("y = -(u^5 - 2u^3 - 4uv^2 + u)/(u^5 - 2u^2v^2 - 2u^3 - 2v^2 + u)", y)
    if not section.check("(x, y) is on edwards448", on_curve(E, x, y)):
        return section
    section.say("The isogeny and its dual, one after the other, are [4]: so (x, y) = [4]B, and B = [1/4 mod L](x, y)")
    X, Y = (inverse(4, E.L) * E.point(x, y)).affine()
    section.let("x of B", X)
    section.let("y of B", Y)
    section.check("it is the B of curves.py", E.base == (X, Y))
    back = (Y * Y - u * X * X) % p == 0 and ((2 - X * X - Y * Y) * Y - v * X**3) % p == 0
    section.check("u = y^2/x^2 and v = (2 - x^2 - y^2)*y/x^3 take it back to (5, v)", back)
    return section


def clamping(scheme: EdDSA) -> Section:
    """b, c and n, and what the secret scalar is by them. [RFC 8032, 5.1.5 and 5.2.5]"""
    E, n = scheme.curve, scheme.n
    section = Section("Sizes and clamping")
    b = 8 * E.size
    section.check(f"b = {b} is the least multiple of 8 with 2^(b-1) > p", b - 9 < E.p.bit_length() < b)
    section.say(f"c = {E.c} is log2 of the cofactor {E.cofactor}, whose derivation follows")
    section.check(f"n = {n} is the highest bit of p", 2**n < E.p < 2 ** (n + 1))
    section.say("s has bit n, no bit above, and not the lowest c, so that [s] takes every point of small order to O")
    some = [scheme.private_key(bytes([octet]) * E.size).s for octet in (0, 1, 254, 255)]
    held = all(2**n <= s < 2 ** (n + 1) and s % E.cofactor == 0 for s in some)
    section.check(f"2^{n} <= s < 2^{n + 1} and {E.cofactor} divides s, for the seeds 00.., 01.., fe.., ff..", held)
    multiples = range(-(-(2**n) // (E.cofactor * E.L)), (2 ** (n + 1) - 1) // (E.cofactor * E.L) + 1)
    named = ", ".join(f"{E.cofactor * i}L" for i in multiples) or "none"
    section.say(f"Of the 2^{n - E.c} such s, multiples of L, whose public key would be O: {named}")
    return section
