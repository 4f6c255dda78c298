"""Where the constants of Keccak come from, and what the records of the hashes say. [FIPS 202]"""

from __future__ import annotations

import hashlib

from ecref import keccak
from ecref.errors import UnusableInput
from ecref.hashes import HASH_NAMES, hash_named

from .derivation import Section

POLYNOMIAL = 0x171  # x^8 + x^6 + x^5 + x^4 + 1
ROUNDS = 24


def keccak_constants() -> Section:
    """The round constants from their polynomial, and rho's distances as triangular numbers."""
    section = Section("Keccak-f[1600]")
    section.say("rc(t) is the constant coefficient of x^t mod x^8 + x^6 + x^5 + x^4 + 1 over GF(2) [FIPS 202, 3.2.5]")
    section.say("bit 2^j - 1 of round i's constant is rc(j + 7i), j = 0 .. 6; all other bits are 0")
    constants = [round_constant(i) for i in range(ROUNDS)]
    for i, constant in enumerate(constants):
        section.let(f"RC[{i}]", constant)
    section.check("they are those of keccak.py", constants == keccak._RC)  # noqa: SLF001
    section.say("rho turns the t-th lane of the walk (1, 0), (0, 2), .. by t(t + 1)/2; pi moves it on [3.2.2, 3.2.3]")
    moved = {(source, target) for source, target, _ in keccak._MOVES}  # noqa: SLF001
    wanted = {(x + 5 * y, y + 5 * ((2 * x + 3 * y) % 5)) for x in range(5) for y in range(5)} - {(0, 0)}
    section.check("pi takes A[x, y] to A[y, 2x + 3y], for all lanes but A[0, 0]", moved == wanted)
    distances = sorted(distance for *_, distance in keccak._MOVES)  # noqa: SLF001
    triangular = sorted(t * (t + 1) // 2 % 64 for t in range(1, 25))
    section.check("the distances are 1, 3, 6, .. 300 mod 64", distances == triangular)
    sponge = keccak.Keccak(32, 64, keccak.SHA3)
    sponge.update(b"abc")
    theirs = hashlib.sha3_256(b"abc").digest()
    section.check("with SHA-3's padding, the sponge is hashlib's SHA3-256", sponge.digest() == theirs)
    return section


def round_constant(i: int) -> int:
    """RC of round i."""
    return sum((power_of_x(j + 7 * i) & 1) << (1 << j) - 1 for j in range(7))


def power_of_x(t: int) -> int:
    """x^t mod POLYNOMIAL over GF(2), a coefficient a bit."""
    rest = 1 << t
    for degree in range(t, 7, -1):
        if rest >> degree & 1:
            rest ^= POLYNOMIAL << degree - 8
    return rest


def sizes() -> Section:
    """The sizes of digests and of HMAC's blocks, as hashlib has them."""
    section = Section("Sizes of the hashes")
    for name in HASH_NAMES:
        try:
            hash_ = hash_named(name)
        except UnusableInput as error:
            section.say(error.detail)
            continue
        if hash_.algorithm not in hashlib.algorithms_available or hash_.block_size is None:
            continue  # Keccak's originals, and SHAKE, whose size is the caller's
        theirs = hashlib.new(hash_.algorithm, usedforsecurity=False)
        section.check(
            f"{name}: {hash_.size} octets, blocks of {hash_.block_size}",
            (hash_.size, hash_.block_size) == (theirs.digest_size, theirs.block_size),
        )
    return section
