"""Arithmetic modulo a prime p, on plain ints.

A field element is an int in range(p). Sums and products are written where they are used, as `x * y % p`; only
what takes more than one operator has a name here. Python's ints do not overflow, so a sum may stay unreduced
until the next product.

    p    the prime, the size of the field
    x    an element
"""

from __future__ import annotations


def inverse(x: int, p: int) -> int:
    """1/x mod p; ZeroDivisionError if x = 0. About 45 multiplications' time. [RFC 8032, 5.1.1 and 5.2.1]"""
    if x % p == 0:
        raise ZeroDivisionError("0 has no inverse")
    return pow(x, -1, p)


def inverses(xs: list[int], p: int) -> list[int]:
    """1/x for every x, for one inversion and 3(n-1) multiplications; ZeroDivisionError if one is 0.

    1/(x_1 ... x_n) times x_1 ... x_(n-1) is 1/x_n, and times x_n it is 1/(x_1 ... x_(n-1)). [Montgomery, 1987]
    """
    products = [1]
    for x in xs:
        products.append(products[-1] * x % p)
    rest = inverse(products.pop(), p)
    found = []
    for x in reversed(xs):
        found.append(products.pop() * rest % p)
        rest = rest * x % p
    return found[::-1]


def sqrt(x: int, p: int) -> int | None:
    """Some r with r*r = x (mod p), or None if x is not a square."""
    return sqrt_ratio(x, 1, p)


def sqrt_ratio(u: int, v: int, p: int) -> int | None:
    """Some r with v * r*r = u (mod p), v != 0, or None if u/v is not a square: one exponentiation, no inversion.

    By Euler's criterion a square x has x^((p-1)/2) = 1, other x != 0 have -1.
    p = 3 (mod 4): r = u*v * (u*v^3)^((p-3)/4) has v*r^2 = u * (u*v^3)^((p-1)/2), which is u if u/v is a square.
    p = 5 (mod 8): 2 is no square, so for a square u/v and g = 2*u*v^7, i = g * (g^((p-5)/8))^2 = g^((p-1)/4) has
    i^2 = -1. Then r = u*v^3 * g^((p-5)/8) * (i-1) has v*r^2 = u * i/2 * (i-1)^2 = u.
    [RFC 8032, 5.1.1 and 5.2.1; 5.1.3 and 5.2.3; SEC 1, 2.3.4; the second case after Atkin, 1992]

    Guess, then check: the last line decides alone, so a wrong exponent could lose a root but never invent one.
    """
    if p % 4 == 3:  # P-256, P-384, secp256k1, edwards448
        r = u * v % p * pow(u * v**3, (p - 3) // 4, p) % p                                           # 2
    elif p % 8 == 5:  # edwards25519
        uv3 = u * v % p * v % p * v % p
        g = 2 * uv3 * (v * v % p * v % p) % p * v % p
        s = pow(g, (p - 5) // 8, p)                                                                  # 2
        i = g * s % p * s % p                                                                        # 3
        r = uv3 * s % p * (i - 1) % p
    else:
        r = _tonelli_shanks(u * inverse(v, p) % p, p)
    return r if (v * r * r - u) % p == 0 else None                                                   # 3


def _tonelli_shanks(x: int, p: int) -> int:
    """A candidate for sqrt(x) modulo any odd p; here for small fields such as p = 17. [Shanks, 1973]

    With p - 1 = q * 2^s, q odd, r = x^((q+1)/2) has r^2 = x*t, where t = x^q. If x is a square, t's order is a
    power of 2 below 2^s. Each step halves it, multiplying t by c^2 and r by c, c of order 2^s, 2^(s-1), ...
    """
    q, s = p - 1, 0
    while q % 2 == 0:
        q, s = q // 2, s + 1
    z = 2
    while pow(z, (p - 1) // 2, p) == 1:  # the least non-square
        z += 1
    c = pow(z, q, p)
    r = pow(x, (q + 1) // 2, p)
    t = pow(x, q, p)
    for i in reversed(range(s - 1)):
        if pow(t, 1 << i, p) != 1:
            t = t * c * c % p
            r = r * c % p
        c = c * c % p
    return r
