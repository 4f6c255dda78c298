"""Keys: how they are made, refused, compared and copied, and that private ones show nothing."""

from __future__ import annotations

import copy
import hashlib
import pickle
import traceback
from typing import TYPE_CHECKING, Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from ecref import (
    ECDSA,
    EdDSA,
    EdwardsCurve,
    InvalidPoint,
    UnusableInput,
    WeierstrassCurve,
    ecdsa,
    ed448,
    ed448ph,
    ed25519,
    ed25519ctx,
    ed25519ph,
    eddsa,
    p256,
    p384,
    secp256k1,
)
from ecref.hashes import shake256
from ecref.textbook import textbook

if TYPE_CHECKING:
    from collections.abc import Callable

EDDSA, WEIERSTRASS = list(eddsa.SCHEMES.values()), list(ecdsa.SCHEMES.values())
ALL: list[Any] = [*EDDSA, *WEIERSTRASS]
WRONG_TYPES: list[Any] = ["text", None, 1.5, [1, 2], (1,), {}, object()]


def name_of(value: Any) -> str:
    return getattr(value, "name", type(value).__name__)


every_scheme = pytest.mark.parametrize("scheme", ALL, ids=name_of)
every_eddsa = pytest.mark.parametrize("scheme", EDDSA, ids=name_of)
every_ecdsa = pytest.mark.parametrize("scheme", WEIERSTRASS, ids=name_of)


def width(scheme: EdDSA | ECDSA) -> int:
    """Octets of a private key."""
    return scheme.curve.size


def secret_of(scheme: EdDSA | ECDSA, first: int = 0x1F) -> bytes:
    """The octets of some private key."""
    return bytes([first, *(7 * i % 251 for i in range(1, width(scheme)))])


def key_of(scheme: Any, first: int = 0x1F) -> Any:
    return scheme.private_key(secret_of(scheme, first))


# ---------------------------------------------------------------- making them


@pytest.mark.step("RFC 8032", "5.1.5 random")
@every_scheme
def test_generate_gives_keys_that_differ_and_work(scheme: Any) -> None:
    keys = [scheme.generate() for _ in range(3)]
    assert len({key.private_bytes() for key in keys}) == len({key.public_key.to_bytes() for key in keys}) == 3
    context = {"context": b""} if scheme in EDDSA and scheme.context_required else {}
    signature = keys[0].sign(b"m", **context)
    keys[0].public_key.verify(signature, b"m", **context)
    assert keys[1].public_key.verdict(signature, b"m", **context).reason == "mismatch"


@every_eddsa
def test_a_seed_is_what_generate_draws(scheme: EdDSA, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("secrets.token_bytes", bytes)
    assert scheme.generate() == scheme.private_key(bytes(scheme.curve.size))


@pytest.mark.step("FIPS 186-5", "A.2.2 range", "A.2.2 c + 1")
@every_ecdsa
def test_a_scalar_is_what_generate_draws(scheme: ECDSA, monkeypatch: pytest.MonkeyPatch) -> None:
    """A.2.2: c is drawn, d = c + 1; c > n - 2 is drawn again."""
    n = scheme.curve.n
    drawn = [n - 1, n - 2]
    monkeypatch.setattr("secrets.randbits", lambda _: drawn.pop(0))
    assert scheme.generate() == scheme.private_key(n - 1)
    assert drawn == []


@every_scheme
def test_private_octets_round_trip(scheme: Any) -> None:
    secret = secret_of(scheme)
    key = scheme.private_key(secret)
    assert key.private_bytes() == secret
    assert scheme.private_key(bytearray(secret)) == key == scheme.private_key(memoryview(secret))
    assert key.public_key.to_bytes() == textbook(scheme).private_key(secret).public_key.to_bytes()
    assert scheme.public_key(key.public_key.to_bytes()) == key.public_key
    assert scheme.public_key(bytearray(key.public_key.to_bytes())) == key.public_key


@pytest.mark.step("RFC 8032", "5.1.5 length")
@every_scheme
def test_octets_of_every_other_length_are_refused(scheme: Any) -> None:
    for length in {*range(2 * width(scheme) + 3)} - {width(scheme)}:
        with pytest.raises(UnusableInput, match=rf"^bad-length: .*of {length} octets, wanted {width(scheme)}$"):
            scheme.private_key(b"\1" * length)


@every_eddsa
def test_public_octets_of_every_other_length_are_refused(scheme: EdDSA) -> None:
    size = scheme.curve.size
    for length in {*range(2 * size + 3)} - {size}:
        with pytest.raises(UnusableInput, match=rf"^bad-length: got a public key of {length} octets, wanted {size}$"):
            scheme.public_key(b"\1" * length)


@every_scheme
@pytest.mark.parametrize("wrong", WRONG_TYPES, ids=name_of)
def test_wrong_types_are_type_errors(scheme: Any, wrong: Any) -> None:
    with pytest.raises(TypeError, match=rf"must be bytes, not {type(wrong).__name__}$"):
        scheme.private_key(wrong)
    with pytest.raises(TypeError, match=rf"^a public key must be bytes, not {type(wrong).__name__}$"):
        scheme.public_key(wrong)


@every_scheme
def test_a_number_or_a_bool_is_no_public_key(scheme: Any) -> None:
    for wrong in 1, True:
        with pytest.raises(TypeError, match=r"^a public key must be bytes, not "):
            scheme.public_key(wrong)


@every_eddsa
def test_a_number_is_no_seed(scheme: EdDSA) -> None:
    for wrong in 1, True, width(scheme):
        with pytest.raises(TypeError, match=r"^a seed must be bytes, not "):
            scheme.private_key(wrong)  # type: ignore[arg-type]


@every_ecdsa
def test_a_bool_is_no_scalar(scheme: ECDSA) -> None:
    with pytest.raises(TypeError, match=r"^a private key must be an int, not bool$"):
        scheme.private_key(True)  # noqa: FBT003


@every_ecdsa
def test_scalars_are_ints_or_octets(scheme: ECDSA) -> None:
    n, size = scheme.curve.n, width(scheme)
    for d in 1, 2, n // 2, n - 1:
        key = scheme.private_key(d)
        assert key.private_bytes() == d.to_bytes(size, "big")
        assert scheme.private_key(key.private_bytes()) == key
    assert scheme.private_key(1).public_key.Q == scheme.curve.G
    assert scheme.private_key(n - 1).public_key.Q == -scheme.curve.G


@pytest.mark.step("FIPS 186-5", "A.2.2 range of d")
@every_ecdsa
def test_scalars_out_of_range_are_invalid(scheme: ECDSA) -> None:
    n, size = scheme.curve.n, width(scheme)
    numbers: list[Any] = [0, -1, n, n + 1, -n, 2**600, 10**600, -(10**600)]
    octets: list[Any] = [bytes(size), n.to_bytes(size, "big"), (n + 1).to_bytes(size, "big"), b"\xff" * size]
    for d in (*numbers, *octets):
        with pytest.raises(UnusableInput, match=r"^invalid-key: the private key lies outside \[1, n-1\]$"):
            scheme.private_key(d)


@pytest.mark.step("RFC 8032", "5.1.5-2 lowest bits", "5.1.5-2 highest bits", "5.1.5-2 bit n")
@given(data=st.data())
@settings(max_examples=20)
def test_the_scalar_of_ed25519_is_clamped(data: st.DataObject) -> None:
    for scheme in ed25519, ed448:
        key = scheme.private_key(data.draw(st.binary(min_size=width(scheme), max_size=width(scheme))))
        assert key.s % scheme.curve.cofactor == 0
        assert key.s.bit_length() == scheme.n + 1
        assert len(key.prefix) == width(scheme)
        assert key.public_key.to_bytes() == (key.s * scheme.curve.B).encode()
        assert key.public_key.warnings() == ()


# ---------------------------------------------------------------- SEC 1 points


@every_ecdsa
def test_points_are_compressed_on_request(scheme: ECDSA) -> None:
    size = scheme.curve.size
    parities = set()
    for d in 1, 2, 3, 4, 5, scheme.curve.n - 1:
        key = scheme.private_key(d).public_key
        x, y = key.Q.affine()
        long, short = key.to_bytes(), key.to_bytes(compressed=True)
        assert long == b"\4" + x.to_bytes(size, "big") + y.to_bytes(size, "big")
        assert short == bytes([2 + y % 2]) + x.to_bytes(size, "big")
        assert key.to_bytes(compressed=False) == long
        assert scheme.public_key(long) == scheme.public_key(short) == key
        parities.add(y % 2)
    assert parities == {0, 1}


def bad_points(scheme: ECDSA) -> dict[str, tuple[bytes, str, str]]:
    """Octets that are no public key, with the code and, for a point, the fault."""
    E, size = scheme.curve, scheme.curve.size
    x, y = E.base
    X, Y, P = x.to_bytes(size, "big"), y.to_bytes(size, "big"), E.p.to_bytes(size, "big")
    no_x = next(x for x in range(100) if pow(x**3 + E.a * x + E.b, (E.p - 1) // 2, E.p) == E.p - 1)
    N = no_x.to_bytes(size, "big")
    other = (y ^ 1).to_bytes(size, "big")
    return {
        "infinity": (b"\0", "invalid-key", ""),
        "infinity, padded": (bytes(1 + size), "bad-encoding", ""),
        "infinity, padded further": (bytes(1 + 2 * size), "bad-encoding", ""),
        "hybrid": (bytes([6 + y % 2]) + X + Y, "bad-encoding", ""),
        "hybrid of the other parity": (bytes([7 - y % 2]) + X + Y, "bad-encoding", ""),
        "hybrid, short": (b"\6", "bad-encoding", ""),
        "no form": (b"\1" + X + Y, "bad-encoding", ""),
        "form 05": (b"\5" + X + Y, "bad-encoding", ""),
        "form ff": (b"\xff" + X, "bad-encoding", ""),
        "without a form": (X + Y, "bad-encoding" if X[0] not in (2, 3, 4) else "bad-length", ""),
        "empty": (b"", "bad-length", ""),
        "a form alone": (b"\4", "bad-length", ""),
        "compressed, one short": (b"\2" + X[1:], "bad-length", ""),
        "compressed, one long": (b"\2" + X + b"\0", "bad-length", ""),
        "compressed, as long as the other": (b"\2" + X + Y, "bad-length", ""),
        "uncompressed, x alone": (b"\4" + X, "bad-length", ""),
        "uncompressed, one short": (b"\4" + X + Y[1:], "bad-length", ""),
        "uncompressed, one long": (b"\4" + X + Y + b"\0", "bad-length", ""),
        "x = p": (b"\4" + P + Y, "invalid-key", "non-canonical"),
        "y = p": (b"\4" + X + P, "invalid-key", "non-canonical"),
        "x = p, compressed": (b"\2" + P, "invalid-key", "non-canonical"),
        "x all ones, compressed": (b"\3" + b"\xff" * size, "invalid-key", "non-canonical"),
        "all ones": (b"\4" + b"\xff" * 2 * size, "invalid-key", "non-canonical"),
        "another y": (b"\4" + X + other, "invalid-key", "not-on-curve"),
        "x and y exchanged": (b"\4" + Y + X, "invalid-key", "not-on-curve"),
        "(0, 0)": (b"\4" + bytes(2 * size), "invalid-key", "not-on-curve"),
        "no point has this x": (b"\2" + N, "invalid-key", "not-on-curve"),
        "no point has this x, odd": (b"\3" + N, "invalid-key", "not-on-curve"),
    }


@every_ecdsa
@pytest.mark.parametrize("name", bad_points(p256))
def test_bad_points(scheme: ECDSA, name: str) -> None:
    octets, code, fault = bad_points(scheme)[name]
    for over in scheme, textbook(scheme):
        with pytest.raises(UnusableInput) as caught:
            over.public_key(octets)
        assert (caught.value.code, getattr(caught.value, "fault", "")) == (code, fault)


@every_ecdsa
def test_points_of_every_other_length_are_refused(scheme: ECDSA) -> None:
    size = scheme.curve.size
    for form, right in (2, 1 + size), (3, 1 + size), (4, 1 + 2 * size):
        for length in {*range(1, 4 * size)} - {right}:
            with pytest.raises(UnusableInput, match=rf"^bad-length: got {length} octets of a point"):
                scheme.public_key(bytes([form] * length))


def test_the_curve_of_another_scheme_does_not_take_the_point() -> None:
    with pytest.raises(InvalidPoint, match=r"^invalid-key: "):
        secp256k1.public_key(p256.private_key(1).public_key.to_bytes())
    with pytest.raises(UnusableInput, match=r"^bad-length: "):
        p384.public_key(p256.private_key(1).public_key.to_bytes())


def test_a_point_of_another_order_is_no_key() -> None:
    """y^2 = x^3 - 3x modulo 17 has 2 * 13 points; (0, 0) has order 2, and half of all have order 26."""
    toy = ECDSA(WeierstrassCurve(p=17, a=-3, b=0, n=13, G=(1, 7), h=2))
    accepted, refused = set(), set()
    for x in range(17):
        for y in range(17):
            if (x**3 - 3 * x - y * y) % 17:
                continue
            try:
                toy.public_key(bytes([4, x, y]))
                accepted.add((x, y))
            except InvalidPoint as error:
                refused.add(((x, y), error.fault))
    assert accepted == {(k * toy.curve.G).affine() for k in range(1, 13)}
    assert len(refused) == 13
    assert ((0, 0), "mixed-order") in refused
    assert {fault for _, fault in refused} == {"mixed-order"}


# ---------------------------------------------------------------- frozen, equal, copied


@every_scheme
def test_keys_are_frozen(scheme: Any) -> None:
    key = key_of(scheme)
    for holder in key, key.public_key, scheme:
        for name in (*holder.fields, "new"):
            with pytest.raises(AttributeError, match="immutable"):
                setattr(holder, name, None)
            with pytest.raises(AttributeError, match="immutable"):
                delattr(holder, name)
        assert not hasattr(holder, "__dict__")


@every_scheme
def test_equality_goes_by_scheme_and_octets(scheme: Any) -> None:
    key, same, other = key_of(scheme), key_of(scheme), key_of(scheme, 0x11)
    assert key == same
    assert hash(key) == hash(same)
    assert key != other
    assert key.public_key == same.public_key == scheme.public_key(key.public_key.to_bytes())
    assert hash(key.public_key) == hash(same.public_key)
    assert key.public_key != other.public_key
    assert len({key, same, other}) == len({key.public_key, same.public_key, other.public_key}) == 2
    assert key != key.public_key
    assert key.public_key != key.public_key.to_bytes()


def test_keys_of_unlike_schemes_differ_though_their_octets_do_not() -> None:
    for one, two in (ed25519, ed25519ph), (ed25519, ed25519ctx), (ed448, ed448ph):
        assert key_of(one).private_bytes() == key_of(two).private_bytes()
        assert key_of(one) != key_of(two)
        assert key_of(one).public_key.to_bytes() == key_of(two).public_key.to_bytes()
        assert key_of(one).public_key != key_of(two).public_key
    assert p256.private_key(1) != secp256k1.private_key(1)
    assert p256.private_key(1) != ECDSA(p256.curve, "SHA-512").private_key(1)


def test_an_eddsa_key_is_its_octets_and_not_its_point() -> None:
    identity, alias = b"\1" + bytes(31), (ed25519.curve.p + 1).to_bytes(32, "little")
    assert ed25519.public_key(identity) != ed25519.public_key(alias)
    assert ed25519.public_key(identity) == ed25519.public_key(bytearray(identity))


def test_an_ecdsa_key_is_its_point_and_not_its_octets() -> None:
    key = p256.private_key(5).public_key
    assert p256.public_key(key.to_bytes(compressed=True)) == p256.public_key(key.to_bytes())
    assert hash(p256.public_key(key.to_bytes(compressed=True))) == hash(key)
    assert (2 * p256.private_key(3).public_key.Q).encode() == p256.private_key(6).public_key.to_bytes()


COPIES: dict[str, Callable[[Any], Any]] = {
    "copy": copy.copy,
    "deepcopy": copy.deepcopy,
    "pickle": lambda value: pickle.loads(pickle.dumps(value)),
    "pickle as of old": lambda value: pickle.loads(pickle.dumps(value, 0)),
}


@every_scheme
@pytest.mark.parametrize("how", COPIES)
def test_public_keys_are_copied_with_the_same_scheme(scheme: Any, how: str) -> None:
    key = key_of(scheme)
    context = {"context": b""} if scheme in EDDSA and scheme.context_required else {}
    other = COPIES[how](key.public_key)
    assert other == key.public_key
    assert hash(other) == hash(key.public_key)
    assert other.scheme is scheme
    other.verify(key.sign(b"m", **context), b"m", **context)


@every_scheme
@pytest.mark.parametrize("how", COPIES)
def test_schemes_are_copied_as_themselves(scheme: Any, how: str) -> None:
    assert COPIES[how](scheme) is scheme


@pytest.mark.parametrize("how", COPIES)
@pytest.mark.parametrize("scheme", [ed25519, ed448ph, p256], ids=name_of)
def test_a_scheme_of_ones_own_is_copied_by_its_fields(scheme: Any, how: str) -> None:
    own = textbook(scheme)
    other = COPIES[how](own)
    assert other is not own
    assert other == own
    assert other != scheme
    key = COPIES[how](own.private_key(secret_of(scheme)).public_key)
    assert key == own.private_key(secret_of(scheme)).public_key


@every_scheme
@pytest.mark.parametrize("how", COPIES)
def test_private_keys_refuse_to_be_copied(scheme: Any, how: str) -> None:
    key = key_of(scheme)
    with pytest.raises(TypeError, match=r"^private keys refuse to be pickled or copied; use private_bytes\(\)$"):
        COPIES[how](key)


# ---------------------------------------------------------------- what they show


@every_scheme
def test_public_keys_show_their_octets(scheme: Any) -> None:
    key = key_of(scheme).public_key
    octets = key.to_bytes() if scheme in EDDSA else key.to_bytes(compressed=True)
    assert repr(key) == str(key) == f"<{scheme.name} public key {octets.hex()}>"


@every_scheme
def test_private_keys_show_their_public_half(scheme: Any) -> None:
    key = key_of(scheme)
    octets = key.public_key.to_bytes() if scheme in EDDSA else key.public_key.to_bytes(compressed=True)
    assert repr(key) == str(key) == f"<{scheme.name} private key of {octets.hex()}>"


def secrets_of(key: Any) -> set[str]:
    """Every form in which a secret of the key might be printed: hex, decimal, repr; whole, and its halves."""
    parts = [key.private_bytes()]
    numbers = [int.from_bytes(key.private_bytes(), order) for order in ("big", "little")]
    if key.scheme in EDDSA:
        parts += [key.prefix, key.s.to_bytes(width(key.scheme), "little")]
        numbers.append(key.s)
    texts = {repr(part) for part in parts} | {str(list(part)) for part in parts}
    texts |= {part[half].hex() for part in parts for half in (slice(None, 12), slice(-12, None))}
    return texts | {str(number)[:24] for number in numbers} | {f"{number:x}"[:24] for number in numbers}


def wrong_uses(key: Any) -> dict[str, Callable[[], object]]:
    """Calls that fail while they hold a private key."""
    context = {"context": b""} if key.scheme in EDDSA and key.scheme.context_required else {}
    uses: dict[str, Callable[[], object]] = {
        "no message": key.sign,
        "text": lambda: key.sign("text", **context),
        "steps": lambda: key.sign(b"", steps=(), **context),
        "context": lambda: key.sign(b"", context=bytes(256)),
        "pickle": lambda: pickle.dumps(key),
        "deepcopy": lambda: copy.deepcopy(key),
        "set": lambda: setattr(key, "scheme", None),
        "delete": lambda: delattr(key, key.fields[1]),
        "missing": lambda: key.nothing,
        "add": lambda: key + 1,
        "iterate": lambda: list(key),
        "bytes": lambda: bytes(key),
        "longer": lambda: key.scheme.private_key(key.private_bytes() + b"\0"),
        "shorter": lambda: key.scheme.private_key(key.private_bytes()[:-1]),
        "text of it": lambda: key.scheme.private_key(key.private_bytes().hex()),
        "as a public key": lambda: key.scheme.public_key(key.private_bytes() + bytes(1)),
    }
    if key.scheme in WEIERSTRASS:
        n, d = key.scheme.curve.n, int.from_bytes(key.private_bytes(), "big")
        uses |= {
            "d + n": lambda: key.scheme.private_key(d + n),
            "-d": lambda: key.scheme.private_key(-d),
            "s = 0": lambda: key.sign_digest(s_0(key.scheme, d), hash=None, unsafe_k=5),
            "format": lambda: key.sign(b"", format="none"),
            "k": lambda: key.sign(b"", unsafe_k=d + n),
            "nonce": lambda: key.sign(b"", nonce="none"),
        }
    return uses


def s_0(scheme: ECDSA, d: int) -> bytes:
    """The digest for which k = 5 gives s = 0."""
    r = (5 * scheme.curve.G).affine()[0] % scheme.curve.n
    return (-r * d % scheme.curve.n).to_bytes(scheme.curve.size, "big")


@every_scheme
def test_nothing_that_is_printed_tells_a_secret(scheme: Any) -> None:
    key = key_of(scheme)
    shown = [repr(key), str(key), f"{key}", repr([key]), repr({"key": key}), repr(key.public_key), repr(scheme)]
    for name, use in wrong_uses(key).items():
        with pytest.raises((TypeError, AttributeError, UnusableInput)) as caught:
            use()
        shown.append("\n".join(traceback.format_exception_only(caught.type, caught.value)))
        shown.append(repr(caught.value))
        assert name
    for secret in secrets_of(key):
        assert len(secret) >= 24
        assert not any(secret in text for text in shown), secret


@every_scheme
def test_the_search_for_secrets_would_find_them(scheme: Any) -> None:
    """What the test above looks for is what printing the secret gives."""
    key = key_of(scheme)
    secrets = secrets_of(key)
    for leak in key.private_bytes().hex(), repr(key.private_bytes()), f"{int.from_bytes(key.private_bytes(), 'big')}":
        assert any(secret in leak for secret in secrets)


# ---------------------------------------------------------------- expanded keys


def expanded(key: Any) -> bytes:
    """s and prefix, as 5.1.5 derives them."""
    return bytes(key.s.to_bytes(width(key.scheme), "little") + key.prefix)


@every_eddsa
def test_an_expanded_key_signs_as_its_seed_does(scheme: EdDSA) -> None:
    seeded, context = key_of(scheme), b"" if scheme.context_required else None
    key = scheme.expanded_key(bytearray(expanded(seeded)))
    assert key.public_key == seeded.public_key
    assert key.sign(b"m", context=context) == seeded.sign(b"m", context=context)
    assert (key.s, key.prefix) == (seeded.s, seeded.prefix)
    octets = key.public_key.to_bytes()
    assert textbook(scheme).expanded_key(expanded(seeded)).public_key.to_bytes() == octets


def test_what_ed25519_expands_a_seed_to() -> None:
    """RFC 8032, 7.1, test 1, with its seed hashed by hashlib."""
    seed = bytes.fromhex("9d61b19deffd5a60ba844af492ec2cc44449c5697b326919703bac031cae7f60")
    h = bytearray(hashlib.sha512(seed).digest())
    with pytest.raises(UnusableInput, match="clamped"):
        ed25519.expanded_key(h)
    h[0] &= 248
    h[31] = h[31] & 127 | 64
    key = ed25519.expanded_key(h)
    assert key.public_key.to_bytes().hex() == "d75a980182b10ab7d54bfed3c964073a0ee172f3daa62325af021a68f707511a"
    assert key.sign(b"").hex().startswith("e5564300c360ac729086e2cc806e828a84877f1eb8e5d974d873e06522490155")


@every_eddsa
def test_an_expanded_key_has_no_seed(scheme: EdDSA) -> None:
    with pytest.raises(UnusableInput, match=r"^unsupported: an expanded key has no seed$"):
        scheme.expanded_key(expanded(key_of(scheme))).private_bytes()


@every_eddsa
def test_expanded_keys_are_equal_by_what_they_hold(scheme: EdDSA) -> None:
    seeded = key_of(scheme)
    octets = expanded(seeded)
    key, same = scheme.expanded_key(octets), scheme.expanded_key(octets)
    other_s = scheme.expanded_key(octets[:1] + bytes([octets[1] ^ 1]) + octets[2:])
    other_prefix = scheme.expanded_key(octets[:-1] + bytes([octets[-1] ^ 1]))
    assert key == same
    assert hash(key) == hash(same)
    assert len({key, same, other_s, other_prefix, seeded}) == 4
    assert other_prefix.public_key == key.public_key != other_s.public_key


@every_eddsa
def test_an_s_that_no_seed_expands_to_is_refused(scheme: EdDSA) -> None:
    size, c, n = width(scheme), scheme.curve.c, scheme.n
    octets = expanded(key_of(scheme))
    s = int.from_bytes(octets[:size], "little")
    for bit in (*range(c), *range(n, 8 * size)):
        with pytest.raises(UnusableInput, match=r"^invalid-key: .* isn't clamped as 5\.[12]\.5 says$"):
            scheme.expanded_key((s ^ 1 << bit).to_bytes(size, "little") + octets[size:])
    for bit in range(c, n, 7):
        scheme.expanded_key((s ^ 1 << bit).to_bytes(size, "little") + octets[size:])


@every_eddsa
def test_expanded_keys_of_other_lengths_and_types_are_refused(scheme: EdDSA) -> None:
    size = width(scheme)
    for length in {*range(4 * size)} - {2 * size}:
        wanted = rf"^bad-length: got an expanded key of {length} octets, wanted {2 * size}$"
        with pytest.raises(UnusableInput, match=wanted):
            scheme.expanded_key(bytes(length))
    for wrong in WRONG_TYPES:
        with pytest.raises(TypeError, match=r"^an expanded key must be bytes, not "):
            scheme.expanded_key(wrong)


@every_eddsa
def test_expanded_keys_show_no_secret(scheme: EdDSA) -> None:
    seeded = key_of(scheme)
    key = scheme.expanded_key(expanded(seeded))
    shown = [repr(key), str(key), repr([key])]
    for use in (
        key.private_bytes,
        lambda: pickle.dumps(key),
        lambda: copy.copy(key),
        lambda: key.sign("text"),  # type: ignore[arg-type]
        lambda: scheme.expanded_key(b"\1" + expanded(seeded)[1:]),
        lambda: scheme.expanded_key(expanded(seeded) + b"\0"),
    ):
        with pytest.raises((TypeError, UnusableInput)) as caught:
            use()
        shown.append(repr(caught.value))
    assert repr(key) == f"<{scheme.name} private key of {key.public_key.to_bytes().hex()}>"
    for secret in secrets_of(seeded):
        assert not any(secret in text for text in shown), secret


# ---------------------------------------------------------------- toy keys


def test_keys_of_toy_curves_are_as_small_as_the_curve() -> None:
    toy = EdDSA("toy", EdwardsCurve(p=29, a=-1, d=27, L=5, c=3, B=(2, 23)), shake256(2), n=4)
    key = toy.private_key(b"\7")
    assert len(key.public_key.to_bytes()) == 1
    assert len(key.sign(b"m")) == 2
    key.public_key.verify(key.sign(b"m"), b"m")
    small = ECDSA(WeierstrassCurve(p=17, a=2, b=6, n=11, G=(1, 3)))
    assert small.private_key(b"\7").private_bytes() == b"\7"
    assert len({small.generate() for _ in range(200)}) == 10
