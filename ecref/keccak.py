"""Keccak, the sponge behind SHA-3, with the padding as a parameter.

SHA-3 proper comes from hashlib; this module is here for Keccak-256, the hash of Ethereum, and Keccak-512, that of NEM.
They are the submission of 2011: the same permutation, but its padding lacks the two bits 01 that FIPS 202 puts before
it.

    A       the state: 5 x 5 lanes of 64 bits, A[x + 5*y], bit z of a lane counting z
    rate    octets absorbed or squeezed at once; 200 - rate is the capacity
    rho, pi, theta, chi, iota    the five step mappings of a round [FIPS 202, 3.2]
"""

from __future__ import annotations

ORIGINAL = 0x01  # the message is followed by the bits 1 0* 1 [Keccak, submission version 3, 2011]
SHA3 = 0x06  # by 01, then 1 0* 1 [FIPS 202, 6.1]
SHAKE = 0x1F  # by 1111, then 1 0* 1 [FIPS 202, 6.2]

_MASK = 2**64 - 1


def _round_constants() -> list[int]:
    """RC of each of the 24 rounds: bit 2^j - 1 is bit j + 7i of a register's output. [FIPS 202, 3.2.5]"""
    constants = []
    R = 1  # the register of rc(t), x^8 + x^6 + x^5 + x^4 + 1
    for _ in range(24):
        RC = 0
        for j in range(7):
            RC |= (R & 1) << (1 << j) - 1
            R = R << 1 ^ (0x171 if R & 0x80 else 0)
        constants.append(RC)
    return constants


def _rotations() -> list[tuple[int, int, int]]:
    """(from, to, distance) of rho and pi together for each lane but A[0]. [FIPS 202, 3.2.2 and 3.2.3]

    rho's walk (x, y) -> (y, 2x + 3y) turns the t-th lane by (t+1)(t+2)/2; pi moves it to the walk's next place.
    """
    x, y = 1, 0
    moves = []
    for t in range(24):
        distance = (t + 1) * (t + 2) // 2 % 64
        source = x + 5 * y
        x, y = y, (2 * x + 3 * y) % 5
        moves.append((source, x + 5 * y, distance))
    return moves


_RC = _round_constants()
_MOVES = _rotations()


def permute(A: list[int]) -> list[int]:
    """Keccak-f[1600]: 24 rounds of theta, rho, pi, chi, iota. [FIPS 202, 3.3]"""
    for RC in _RC:
        C = [A[x] ^ A[x + 5] ^ A[x + 10] ^ A[x + 15] ^ A[x + 20] for x in range(5)]              # theta
        D = [C[x - 1] ^ _rotate(C[(x + 1) % 5], 1) for x in range(5)]
        A = [lane ^ D[i % 5] for i, lane in enumerate(A)]
        B = [A[0]] * 25                                                                          # rho, pi
        for source, target, distance in _MOVES:
            B[target] = _rotate(A[source], distance)
        A = [                                                                                    # chi
            B[5 * y + x] ^ (~B[5 * y + (x + 1) % 5] & B[5 * y + (x + 2) % 5]) for y in range(5) for x in range(5)
        ]
        A[0] ^= RC                                                                               # iota
    return A


def _rotate(lane: int, distance: int) -> int:
    return (lane << distance | lane >> 64 - distance) & _MASK


class Keccak:
    """A sponge that absorbs octets by `update` and gives `size` octets by `digest`, as hashlib's objects do.

    `capacity` in octets is twice the security strength: 2 * size for a hash of `size` octets. `padding` is the
    domain's bits and the first bit of the padding, lowest bit first: ORIGINAL, SHA3 or SHAKE. [FIPS 202, 4]
    """

    def __init__(self, size: int, capacity: int, padding: int) -> None:
        self._size = size
        self._rate = 200 - capacity
        self._padding = padding
        self._state = [0] * 25
        self._pending = b""

    def update(self, data: bytes) -> None:
        """Absorb data."""
        data = self._pending + data
        whole = len(data) - len(data) % self._rate
        for start in range(0, whole, self._rate):
            self._state = self._absorb(data[start : start + self._rate])
        self._pending = data[whole:]

    def digest(self) -> bytes:
        """The first `size` octets of the output; more may be absorbed afterwards."""
        last = bytearray(self._pending.ljust(self._rate, b"\0"))
        last[len(self._pending)] ^= self._padding
        last[-1] ^= 0x80
        A = self._absorb(bytes(last))
        output = self._squeezed(A)
        while len(output) < self._size:
            A = permute(A)
            output += self._squeezed(A)
        return output[: self._size]

    def _squeezed(self, A: list[int]) -> bytes:
        return b"".join(lane.to_bytes(8, "little") for lane in A)[: self._rate]

    def _absorb(self, block: bytes) -> list[int]:
        A = self._state.copy()
        for i in range(0, self._rate, 8):
            A[i // 8] ^= int.from_bytes(block[i : i + 8], "little")
        return permute(A)


def keccak_256() -> Keccak:
    """Keccak with 256 bits of output and the original padding: Ethereum's hash."""
    return Keccak(size=32, capacity=64, padding=ORIGINAL)


def keccak_512() -> Keccak:
    """Keccak with 512 bits of output and the original padding: the hash of NEM's signatures."""
    return Keccak(size=64, capacity=128, padding=ORIGINAL)
