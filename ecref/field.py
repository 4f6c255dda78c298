"""Arithmetic modulo a prime p, on plain ints.

A field element is an int in range(p). Sums and products are written where they are used, as `x * y % p`; only
what takes more than one operator has a name here. Python's ints do not overflow, so a sum may stay unreduced
until the next product.

    p    the prime, the size of the field
    x    an element
"""

from __future__ import annotations


def inverse(x: int, p: int) -> int:
    """1/x mod p; ZeroDivisionError if x = 0. About 45 multiplications' time."""
    if x % p == 0:
        raise ZeroDivisionError("0 has no inverse")
    return pow(x, -1, p)


def sqrt(x: int, p: int) -> int | None:
    """Some r with r*r = x (mod p), or None if x is not a square.

    By Euler's criterion a square x has x^((p-1)/2) = 1. For p = 3 (mod 4), r = x^((p+1)/4) therefore has
    r^2 = x * x^((p-1)/2) = x. For p = 5 (mod 8), r = x^((p+3)/8) has r^4 = x^2, so r^2 is x or -x, and in the
    second case sqrt(-1) * r is the root; 2 is no square then, so 2^((p-1)/4) is a sqrt(-1).
    [RFC 8032, 5.1.3 and 5.2.3; SEC 1, 2.3.4]

    Guess, then check: the last line decides alone, so a wrong exponent could lose a root but never invent one.
    """
    if p % 4 == 3:  # P-256, P-384, secp256k1, edwards448
        r = pow(x, (p + 1) // 4, p)
    elif p % 8 == 5:  # edwards25519
        r = pow(x, (p + 3) // 8, p)
        if (r * r - x) % p:
            r = r * pow(2, (p - 1) // 4, p) % p
    else:
        r = _tonelli_shanks(x, p)
    return r if (r * r - x) % p == 0 else None


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
