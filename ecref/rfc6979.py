"""The secret numbers of ECDSA: RFC 6979's deterministic nonces, and random scalars.

Each way is a generator of candidates, since a scheme may have to ask again: when a candidate lies outside
[1, q-1], and when it gives r = 0 or s = 0.

    q       the order of the base point (FIPS 186-5's n), qlen its length in bits, rlen its octets times 8
    x       the private key (FIPS 186-5's d)
    H, h1   the hash, and the message's digest
    K, V    key and value of HMAC_DRBG
"""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

    from .hashes import Hash


def bits2int(b: bytes, qlen: int) -> int:
    """The leftmost qlen bits of b as a big-endian integer. [RFC 6979, 2.3.2, steps 1 and 2; SEC 1, 2.3.8]"""
    return int.from_bytes(b, "big") >> max(0, 8 * len(b) - qlen)


def int2octets(x: int, q: int) -> bytes:
    """x < q, big-endian, in as many octets as q has. [RFC 6979, 2.3.3; SEC 1, 2.3.7]"""
    return x.to_bytes((q.bit_length() + 7) // 8, "big")


def bits2octets(b: bytes, q: int) -> bytes:
    """bits2int modulo q, as octets; one subtraction would do, as z < 2q. [RFC 6979, 2.3.4, steps 1 to 3]"""
    return int2octets(bits2int(b, q.bit_length()) % q, q)


def nonces(x: int, h1: bytes, q: int, H: Hash, extra: bytes = b"") -> Iterator[int]:
    """Candidates for k, the same for the same input. [RFC 6979, 3.2; with extra octets k', 3.6]

    UnusableInput "unsupported" where no HMAC over H is defined.
    """
    V = b"\x01" * H.size                                                                             # b
    K = b"\x00" * H.size                                                                             # c
    secret = int2octets(x, q) + bits2octets(h1, q) + extra                                           # d, f
    for octet in b"\x00", b"\x01":                                                                   # d, f
        K = H.hmac(K, V + octet + secret)                                                            # d, f
        V = H.hmac(K, V)                                                                             # e, g
    while True:                                                                                      # h
        T = b""                                                                                      # h.1
        while 8 * len(T) < q.bit_length():                                                           # h.2
            V = H.hmac(K, V)                                                                         # h.2
            T += V                                                                                   # h.2
        k = bits2int(T, q.bit_length())                                                              # h.3
        if 1 <= k < q:                                                                               # h.3
            yield k
        K = H.hmac(K, V + b"\x00")                                                                   # h.3
        V = H.hmac(K, V)                                                                             # h.3


def random_scalars(q: int) -> Iterator[int]:
    """Uniform integers in [1, q-1], by rejection. [FIPS 186-5, A.2.2 and A.3.2; RFC 6979, 2.4, step 2]"""
    from secrets import randbits

    while True:
        c = randbits(q.bit_length())
        if c <= q - 2:
            yield c + 1
