"""Certificates that numbers are prime: ecref/evidence/certificates.json, made by PARI/GP (gp must be installed).

PARI's primecert goes down to a prime below 2^64, which PARI itself tells by another test. Here the chain goes on, by
steps of the same kind on random curves whose points gp counts, to a prime that trial division decides at once.
ecref/evidence/primality.py says what a step proves, and checks it; nothing of PARI is trusted.
"""

from __future__ import annotations

import json
import subprocess

from ecref.curves import P256, P384, SECP256K1, edwards448, edwards25519
from ecref.evidence.certificates import FIELDS, FILE
from ecref.evidence.order import order_of
from ecref.evidence.primality import BOUND, prove
from ecref.evidence.twist import without_small_factors

PROGRAM = """
default(parisizemax, "1G");
setrand(1);
{ step(N) = my(a, x, y, b, E, m, q, s);
  while(1,
    a = random(N); x = random(N); y = random(N); b = (y^2 - x^3 - a*x) % N;
    if(Mod(4*a^3 + 27*b^2, N) == 0, next);
    E = ellinit([a, b] * Mod(1, N));
    m = ellcard(E);
    q = vecmax(factor(m)[, 1]);
    s = m / q;
    if(q > (sqrtint(sqrtint(N)) + 2)^2 && q < BOUND && ellmul(E, [x, y], s) != [0],
      return([N, N + 1 - m, s, a, [x, y]])));
}
{ certify(N) = my(rows = [], q = N);
  if(N >= 2^64, rows = primecert(N); q = rows[#rows]; q = (q[1] + 1 - q[2]) / q[3]);
  while(q >= BOUND, rows = concat(rows, [step(q)]); my(r = rows[#rows]); q = (r[1] + 1 - r[2]) / r[3]);
  for(i = 1, #rows, my(r = rows[i]); print1(r[2], " ", r[3], " ", r[4], " ", r[5][1], " ", r[5][2], " "));
  print();
}
"""


def numbers() -> list[int]:
    """The primes: of each curve p, the order of its base point, and what is large in the order of its twist."""
    found = []
    for E in (edwards25519, edwards448, P256, P384, SECP256K1):
        n, h = order_of(E)
        found += [E.p, n, without_small_factors(2 * E.p + 2 - h * n)]
    return found


def main() -> None:
    """Write the file."""
    program = PROGRAM.replace("BOUND", str(BOUND)) + "".join(f"certify({N})\n" for N in numbers())
    done = subprocess.run(["gp", "-q", "-f"], input=program, capture_output=True, text=True, check=True)
    lines = []
    for N, line in zip(numbers(), done.stdout.splitlines(), strict=True):
        values = [int(word) for word in line.split()]
        rows = [values[i : i + len(FIELDS)] for i in range(0, len(values), len(FIELDS))]
        prove(N, rows)
        steps = ",\n  ".join(json.dumps(dict(zip(FIELDS, map(str, row), strict=True))) for row in rows)
        lines.append(f'{{"N": "{N}", "steps": [\n  {steps}]}}')
    FILE.write_text("[\n" + ",\n".join(lines) + "\n]\n")


if __name__ == "__main__":
    main()
