"""Where the constants of P-256, P-384 and secp256k1 come from.

The letters:

    seed         the 160 bits of which SHA-1 makes c
    a, b         the coefficients, with b^2*c = a^3 for the two curves of NIST's
    beta, phi    a cube root of 1 modulo p, and phi(x, y) = (beta*x, y)
    lambda       the cube root of 1 modulo n with phi(P) = [lambda]P
"""

from __future__ import annotations

import hashlib
from itertools import count
from math import isqrt
from typing import TYPE_CHECKING

from ecref.field import inverse, sqrt
from ecref.referee.vectors import load
from ecref.textbook import TextbookWeierstrassCurve

from .derivation import Section
from .order import by_definition

if TYPE_CHECKING:
    from ecref.weierstrass import WeierstrassCurve

SEEDS = {  # SP 800-186, 3.2.1.3 and 3.2.1.4; SEC 2, 2.4.2 and 2.5.1
    "P-256": "c49d360886e704936a6678e1139d26b7819f7e90",
    "P-384": "a335926aa319a27a1d00896a6773a4827acdac73",
}
WIDTH = 160  # of SHA-1
LARGEST_B = 20  # that is tried
SHORT = 166  # bits


def coefficients_from_seed(E: WeierstrassCurve) -> Section:
    """a = -3, and b from the seed. [FIPS 186-4, D.5; ANSI X9.62, A.3.3.1]"""
    section, p, seed = Section("Coefficients"), E.p, int(SEEDS[E.name], 16)
    section.check("a = -3, which makes doubling cheaper (dbl-2001-b)", E.a == -3)
    section.let("seed [SP 800-186]", seed)
    length = p.bit_length()
    v, w = divmod(length - 1, WIDTH)
    hashes = []
    for i in range(v + 1):
        octets = (seed + i & (1 << WIDTH) - 1).to_bytes(WIDTH // 8, "big")
        hashes.append(int.from_bytes(hashlib.sha1(octets, usedforsecurity=False).digest(), "big"))
        section.let(f"SHA-1(seed + {i})" if i else "SHA-1(seed)", hashes[-1])
    c = hashes[0] & (1 << w) - 1
    for each in hashes[1:]:
        c = c << WIDTH | each
    section.let(f"c: the last {w} bits of the first, then the others, {length - 1} bits", c)
    root = sqrt(-27 * inverse(c, p), p)
    section.check("b^2*c = a^3 = -27 (mod p) has a solution: -27/c is a square", root is not None)
    if root is None:
        return section
    odd, even = (root, p - root) if root % 2 else (p - root, root)
    section.let("one root", odd)
    section.let("the other root", even)
    section.check(f"b is one of the two, the {'odd' if E.b % 2 else 'even'} one", E.b in {odd, even})
    section.say("-1 is no square modulo p, so the other root is the b of the curve's twist")
    return section


def base_point_of_the_standard(E: WeierstrassCurve) -> Section:
    """G, which the standards print without a derivation, against key pairs that NIST publishes."""
    section = Section("Base point")
    section.say("SP 800-186 prints G, and says nothing of where it comes from; another generator would do as well")
    pairs = [vector for vector in load("cavp-keypair") if vector.request["curve"] == E.name]
    held = all(
        (int(pair.request["private_key"], 16) * E.G).encode().hex() == pair.expect["public_key"] for pair in pairs
    )
    section.check(f"[d]G = Q for each of NIST's {len(pairs)} key pairs (CAVP)", bool(pairs) and held)
    return section


# ---------------------------------------------------------------- secp256k1


def koblitz_coefficients(E: WeierstrassCurve) -> Section:
    """a = 0, and b = 7 as the least b that gives a curve of prime order."""
    section, p, n = Section("Coefficients"), E.p, E.n
    section.check("a = 0 and p = 1 (mod 3): the curve has an endomorphism", E.a == 0 and p % 3 == 1)
    section.say("The curves y^2 = x^3 + b have six orders, p + 1 -+ t and p + 1 -+ (t -+ 3v)/2, where 4p = t^2 + 3v^2")
    t = section.let("t = p + 1 - n", p + 1 - n)
    v = section.let("v = sqrt((4p - t^2)/3)", isqrt(max(4 * p - t * t, 0) // 3))
    section.check("4p = t^2 + 3v^2", t * t + 3 * v * v == 4 * p)
    traces = [sign * trace for sign in (1, -1) for trace in (t, (t + 3 * v) // 2, (t - 3 * v) // 2)]
    orders = [p + 1 - trace for trace in traces]
    for order in sorted(orders):
        section.let("an order", order)
    prime = [order for order in orders if pow(2, order - 1, order) == 1]
    section.check("n is the only one of the six that passes Fermat's test: the others are not prime", prime == [n])
    least = next((b for b in range(1, LARGEST_B) if has_order(p, b, n)), None)
    section.check("b is the least b > 0 whose curve has n points, and so a prime number of them", least == E.b)
    return section


def has_order(p: int, b: int, n: int) -> bool:
    """Whether a point of y^2 = x^3 + b has the order n, which is prime and over 4 sqrt(p): then the curve has."""
    x, y = next((x, y) for x in count(1) if (y := sqrt(x**3 + b, p)))
    return (n * TextbookWeierstrassCurve(p, 0, b, n, (x, y)).G).is_identity()


def doubled_base_point(E: WeierstrassCurve) -> Section:
    """G of secp256k1: printed without a derivation, but not any point."""
    section = Section("Base point")
    section.say("SEC 2 prints G, and says nothing of where it comes from")
    x, _ = (inverse(2, E.n) * E.G).affine()
    section.let("x of the point H with [2]H = G", x)
    section.check(f"it has {SHORT} bits, which no wrong digit in G would leave; SEC 2 doesn't say why", x < 2**SHORT)
    return section


def endomorphism(E: WeierstrassCurve) -> Section:
    """beta, lambda, and the lattice that halves scalars. [endomorphism.py]"""
    section, p, n, phi = Section("Endomorphism"), E.p, E.n, E.endomorphism
    if not section.check("the curve has one", phi is not None) or phi is None:
        return section
    betas, lambdas = (cube_roots(m) for m in (p, n))
    section.say("z^2 + z + 1 = 0 has the solutions (-1 +- sqrt(-3))/2: the cube roots of 1 other than 1")
    for letter, roots in (("modulo p", betas), ("modulo n", lambdas)):
        for root in roots:
            section.let(letter, root)
    if not section.check("beta is one modulo p, lambda is one modulo n", phi.beta in betas and phi.lambda_ in lambdas):
        return section
    G = by_definition(E)
    x, y = E.base
    image = G.curve.point(phi.beta * x % p, y)
    fits = image == phi.lambda_ * G
    section.check("phi(G) = (beta*x, y) = [lambda]G, and so phi is [lambda] on the whole group", fits)
    section.say("beta^2 and lambda^2 would do as well, for phi^2; which pair is taken is convention")
    section.say("(a, b) with a + b*lambda = 0 (mod n) are a lattice of determinant n; its shortest basis, by Lagrange:")
    shortest = shortest_basis(phi.lambda_, n)
    for a, b in shortest:
        section.let("a", a)
        section.let("b", b)
    (a1, b1), (a2, b2) = phi.basis
    inside = all((a + b * phi.lambda_) % n == 0 for a, b in phi.basis)
    section.check("endomorphism.py's v1 and v2 are in it", inside)
    section.check("a1*b2 - a2*b1 = n, so they are a basis", a1 * b2 - a2 * b1 == n)
    lengths = sorted(a * a + b * b for a, b in phi.basis)
    section.check("and as short as the shortest", lengths == sorted(a * a + b * b for a, b in shortest))
    section.let("|k1| <= (|a1| + |a2|)/2", (abs(a1) + abs(a2)) // 2)
    section.let("|k2| <= (|b1| + |b2|)/2", (abs(b1) + abs(b2)) // 2)
    bits = max(abs(a1) + abs(a2), abs(b1) + abs(b2)).bit_length() - 1
    section.check(f"both have at most {bits} bits, half of n's", bits <= (n.bit_length() + 1) // 2)
    return section


def cube_roots(m: int) -> tuple[int, int]:
    """Both z != 1 with z^3 = 1 modulo a prime m = 1 (mod 3)."""
    root = sqrt(-3, m)
    assert root is not None
    half = inverse(2, m)
    return (-1 + root) * half % m, (-1 - root) * half % m


def shortest_basis(lambda_: int, n: int) -> tuple[tuple[int, int], tuple[int, int]]:
    """A shortest basis, by Lagrange's reduction: the longer vector loses the rounded multiple of the other."""
    (a1, b1), (a2, b2) = (n, 0), (-lambda_, 1)
    while True:
        length = a2 * a2 + b2 * b2
        if a1 * a1 + b1 * b1 < length:
            (a1, b1), (a2, b2) = (a2, b2), (a1, b1)
            continue
        c = (2 * (a1 * a2 + b1 * b2) + length) // (2 * length)
        if c == 0:
            return (a2, b2), (a1, b1)
        a1, b1 = a1 - c * a2, b1 - c * b2
