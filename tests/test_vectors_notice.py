"""What our vectors are for: mistakes that others have made, put into ecref, and the flags of what shows them.

Verdicts and signatures alone must show them: no steps are asked for.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest

from ecref import ecdsa_keys, rfc6979
from ecref.eddsa import EdDSA
from ecref.errors import InvalidPoint
from ecref.referee import vectors
from ecref.weierstrass import WeierstrassPoint

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator

    from ecref.hashes import Hash

Patch = pytest.MonkeyPatch


def fails(vector: vectors.Vector) -> bool:
    """Whether the answer is another than the expected one, whatever the steps are."""
    request, expect = (
        {name: value for name, value in values.items() if name != "steps"} for values in (vector.request, vector.expect)
    )
    return vectors.check(vectors.Vector(vector.id, request, expect)).result == vectors.FAILED


def failing(suite: str, curves: Iterable[str]) -> set[str]:
    """The flags that stand first or last at a vector that fails."""
    failed = [vector for vector in vectors.load(suite) if vector.curve in curves and fails(vector)]
    return {vector.flags[-1] for vector in failed} | {vector.flags[0] for vector in failed}


# ---------------------------------------------------------------- ECDSA


def only_r(self: WeierstrassPoint, r: int, n: int) -> bool:  # noqa: ARG001
    """x = r, and never r + n."""
    return self.affine()[0] == r


def r_plus_n_modulo_p(self: WeierstrassPoint, r: int, n: int) -> bool:
    """x = r or r + n, without asking whether r + n < p."""
    return self.affine()[0] in (r, (r + n) % self.curve.p)


@pytest.mark.parametrize(
    ("mistake", "flags"),
    [
        (only_r, {"x-of-R-over-n", "other-s"}),  # other-s: of the same signatures
        (r_plus_n_modulo_p, {"r-plus-n-is-x-modulo-p"}),
    ],
)
@pytest.mark.parametrize("curve", ["p256", "p384", "secp256k1"])
def test_which_x_is_compared(mistake: Any, flags: set[str], curve: str, monkeypatch: Patch) -> None:
    monkeypatch.setattr(WeierstrassPoint, "has_x", mistake)
    assert failing("edge-cases-ecdsa", [curve]) == flags


def rightmost(b: bytes, qlen: int) -> int:
    """The last qlen bits in place of the first."""
    return int.from_bytes(b, "big") % (1 << qlen)


def whole(b: bytes, qlen: int) -> int:  # noqa: ARG001
    """All bits, however many."""
    return int.from_bytes(b, "big")


@pytest.mark.parametrize("mistake", [rightmost, whole])
def test_which_bits_of_a_digest_count(mistake: Callable[[bytes, int], int], monkeypatch: Patch) -> None:
    monkeypatch.setattr("ecref.ecdsa.bits2int", mistake)
    assert failing("edge-cases-hashes", ["p256"]) == {"digest-length", "every-hash"}
    failed = {
        len(vector.request["digest"]) // 2
        for vector in vectors.load("edge-cases-hashes")
        if vector.curve == "p384" and "digest" in vector.request and fails(vector)
    }
    assert failed == set(range(49, 65))


def careless(skips: str) -> Callable[..., Iterator[int]]:
    """RFC 6979's candidates, with a fault in the loop."""

    def nonces(x: int, h1: bytes, q: int, H: Hash, extra: bytes = b"") -> Iterator[int]:
        V, K = b"\1" * H.size, b"\0" * H.size
        secret = rfc6979.int2octets(x, q) + rfc6979.bits2octets(h1, q) + extra
        for octet in b"\0", b"\1":
            K = H.hmac(K, V + octet + secret)
            V = H.hmac(K, V)
        while True:
            V = H.hmac(K, V)
            k = rfc6979.bits2int(V, q.bit_length())
            if skips == "reduction":
                k = k % q or 1
            if 1 <= k < q:
                yield k
            if skips == "new key":
                continue
            K = H.hmac(K, V + b"\0")
            if skips != "new value":
                V = H.hmac(K, V)

    return nonces


@pytest.mark.parametrize(
    ("skips", "flags"),
    [
        ("nothing", set()),
        ("reduction", {"k-zero", "k-over-n"}),
        ("new key", {"k-zero", "k-over-n", "r-zero", "s-zero"}),
        ("new value", {"k-zero", "k-over-n", "r-zero", "s-zero"}),
    ],
)
def test_how_the_next_nonce_is_found(skips: str, flags: set[str], monkeypatch: Patch) -> None:
    monkeypatch.setattr(ecdsa_keys, "nonces", careless(skips))
    assert failing("edge-cases-nonces", ["toy"]) >= flags
    assert "first-nonce" not in failing("edge-cases-nonces", ["toy"])
    if not flags:
        assert failing("edge-cases-nonces", ["toy"]) == set()


# ---------------------------------------------------------------- EdDSA


def hashing(change: Callable[[EdDSA, bytes, bytes], tuple[bytes, bytes]]) -> Any:
    """hash_to_int with one of the octet strings, or the context, changed before."""
    right = EdDSA.hash_to_int

    def hash_to_int(self: EdDSA, C: bytes, *parts: Any) -> int:
        changed = [change(self, C, part) if isinstance(part, bytes) else (C, part) for part in parts]
        return right(self, changed[0][0] if changed else C, *(part for _, part in changed))

    return hash_to_int


def written_anew(scheme: EdDSA, C: bytes, part: bytes) -> tuple[bytes, bytes]:
    """A and R as an encoder writes them."""
    if len(part) != scheme.curve.size:
        return C, part
    try:
        return C, scheme.curve.decode(part, canonical=False).encode()
    except InvalidPoint:
        return C, part


def without_context(scheme: EdDSA, C: bytes, part: bytes) -> tuple[bytes, bytes]:
    """The context forgotten."""
    del scheme, C
    return b"", part


def test_which_octets_k_hashes(monkeypatch: Patch) -> None:
    monkeypatch.setattr(EdDSA, "hash_to_int", hashing(written_anew))
    found = failing("edge-cases-eddsa", ["ed25519", "ed448"])
    assert {"k-of-received-octets", "k-of-canonical-octets"} <= found
    assert found <= {
        *("k-of-received-octets", "k-of-canonical-octets", "decoding-only"),
        *("A-small-order", "A-non-canonical", "R-small-order", "R-non-canonical"),
    }


def test_that_k_hashes_the_context(monkeypatch: Patch) -> None:
    monkeypatch.setattr(EdDSA, "hash_to_int", hashing(without_context))
    assert failing("edge-cases-eddsa", ["ed25519", "ed448"]) == {"honest", "context-lengthened"}


@pytest.mark.parametrize("wrong", ["one more", "none", "a power of 2"])
def test_where_S_ends(wrong: str, monkeypatch: Patch) -> None:
    right = EdDSA.read

    def read(self: EdDSA, key: Any, M: Any, signature: bytes, C: bytes, rules: Any, note: Any) -> Any:
        L = self.curve.L
        bound = {"one more": L + 2, "none": 1 << 8 * self.curve.size, "a power of 2": 1 << L.bit_length()}[wrong]
        size = self.curve.size
        S = int.from_bytes(signature[size:], "little")
        if len(signature) == 2 * size and L <= S < bound:
            signature = signature[:size] + (S % L).to_bytes(size, "little")
        return right(self, key, M, signature, C, rules, note)

    monkeypatch.setattr(EdDSA, "read", read)
    assert failing("edge-cases-eddsa", ["ed25519"]) == {"A-small-order", "S-out-of-range"}
