"""How likely a count is by chance: exact tails of the binomial distribution, and that of chi-square.

Each is a natural logarithm, since the probabilities that matter underflow a float.
"""

from __future__ import annotations

from math import exp, lgamma, log, log1p

CERTAIN = 0.0  # the logarithm of 1
_ENOUGH = 1e-17  # a term that changes a sum of 1 no more


def binomial_tail(m: int, p: float, count: int) -> float:
    """log P(X >= count) of m trials that succeed with probability p, 0 < p < 1.

    The terms C(m, i) p^i (1 - p)^(m - i) are summed from i = count on, each from the one before it. Below the mean,
    where they rise first, the answer is CERTAIN, which is at most too much.
    """
    if count <= m * p:
        return CERTAIN
    first = lgamma(m + 1) - lgamma(count + 1) - lgamma(m - count + 1) + count * log(p) + (m - count) * log1p(-p)
    total = term = 1.0
    for i in range(count, m):
        term *= (m - i) / (i + 1) * p / (1 - p)
        total += term
        if term < _ENOUGH:
            break
    return min(CERTAIN, first + log(total))


def chi_square_tail(x: float, degrees: int) -> float:
    """log P(X >= x) of the chi-square distribution: the upper incomplete gamma function of degrees/2 and x/2.

    A series below the mean, a continued fraction above it. [Abramowitz and Stegun, 26.4.1, 6.5.29, 6.5.31]
    """
    a, z = degrees / 2, x / 2
    if z <= a + 1:
        total = term = 1 / a
        i = a
        while term > total * _ENOUGH:
            i += 1
            term *= z / i
            total += term
        below = exp(a * log(z) - z - lgamma(a) + log(total)) if z else 0.0
        return log1p(-min(below, 1 - _ENOUGH * 100))
    b = z + 1 - a  # Lentz's way to evaluate 1/(z+1-a - 1(1-a)/(z+3-a - 2(2-a)/(z+5-a - ...
    c, d = 1e300, 1 / b
    fraction = d
    i = 0
    factor = 0.0
    while abs(factor - 1) > _ENOUGH * 100:
        i += 1
        b += 2
        numerator = i * (a - i)
        d = 1 / (numerator * d + b)
        c = b + numerator / c
        factor = c * d
        fraction *= factor
    return a * log(z) - z - lgamma(a) + log(fraction)
