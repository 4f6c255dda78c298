"""Integers to digits: what the fast ways of scalar multiplication read in place of bits.

Letters:

    k    a scalar, any int
    w    the width of a digit in bits
    m    a modulus: the order of a group, or a multiple of it
"""

from __future__ import annotations


def wnaf(k: int, w: int) -> list[tuple[int, int]]:
    """[(i, d), ...] with k = sum d * 2^i: the width-w non-adjacent form, lowest position first.

    Each d is odd, |d| < 2^(w-1), and of w neighbouring positions at most one has a digit: on average one position
    in w + 1 has. Taking off d = k mods 2^w leaves a multiple of 2^w. A negative k works too, since Python's & and
    >> are those of two's complement. [Solinas, Efficient arithmetic on Koblitz curves, 2000, section 3]

    About 1 M for each digit.
    """
    digits = []
    i = 0
    while k:
        zeros = (k & -k).bit_length() - 1
        k >>= zeros
        i += zeros
        d = k & (1 << w) - 1
        if d >> w - 1:
            d -= 1 << w
        digits.append((i, d))
        k = k - d >> w
        i += w
    return digits


def places(bits: int, w: int) -> int:
    """How many signed digits of w bits a number below 2^bits has: so many that w * places >= bits + 2."""
    return (bits + 1) // w + 1


def signed_digits(k: int, w: int, bits: int) -> list[int]:
    """[d_0, d_1, ...] with k = sum d_i * 2^(w*i) and -2^(w-1) <= d_i < 2^(w-1), for 0 <= k < 2^bits and w > 1.

    Adding 2^(w-1) in every place makes the digits unsigned, taking it off again makes them signed. The largest number
    has all digits 2^(w-1) - 1, so it is (2^(w-1) - 1) / (2^w - 1) * (2^(w*places) - 1), over a quarter of 2^(w*places).
    """
    half = 1 << w - 1
    length = w * places(bits, w)
    k += half * ((1 << length) - 1) // ((1 << w) - 1)
    mask = 2 * half - 1
    return [(k >> i & mask) - half for i in range(0, length, w)]


def half_size(k: int, m: int) -> tuple[int, int]:
    """(c, d) with c*k = d (mod m), c odd, and both of about half of m's length wherever there are such.

    Euclid's algorithm on (m, k) makes r_i = t_i * k (mod m) with |t_i| <= m / r_(i-1): stopped half-way, both have
    half the length. Neighbouring t_i have no common divisor, so where t_i is even, both its neighbours are odd. For a
    few k, such as L - 1, no short pair has an odd c; a longer one costs time and is as right.
    [Antipa, Brown, Gallant, Lambert, Struik, Vanstone: Accelerated Verification of ECDSA Signatures, 2005]

    About 45 M for 256 bits.
    """
    bound = 1 << (m.bit_length() + 1 >> 1)
    r0, r1 = m, k
    t0, t1 = 0, 1
    while r1 >= bound:
        q = r0 // r1
        r0, r1 = r1, r0 - q * r1
        t0, t1 = t1, t0 - q * t1
    if t1 & 1:
        return t1, r1
    if r1 == 0:
        return t0, r0
    q = r0 // r1
    return min((t0, r0), (t0 - q * t1, r0 - q * r1), key=lambda pair: max(abs(pair[0]), pair[1]))
