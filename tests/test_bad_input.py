"""Bad input: whatever octets come, only ecref's own errors leave, and what is long is refused before any work.

Work is counted, not timed: huge integers must end before the first product of a point, and before they are
turned into decimal digits, which takes Python quadratic time.
"""

from __future__ import annotations

import contextlib
import os
import sys
from typing import TYPE_CHECKING, Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from ecref import (
    ECDSA,
    EcrefError,
    EdDSA,
    InvalidSignature,
    UnusableInput,
    ecdsa,
    ed448,
    ed25519,
    eddsa,
    p256,
    secp256k1,
)
from ecref.hashes import HASH_NAMES
from ecref.rules import ECDSA_RULES, EDDSA_RULES
from ecref.signatures import FORMATS, encode

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from types import FrameType

EDDSA, WEIERSTRASS = list(eddsa.SCHEMES.values()), list(ecdsa.SCHEMES.values())
ALL: list[Any] = [*EDDSA, *WEIERSTRASS]
MEGABYTE = 1 << 20

REASONS = {
    "signature-length",
    "signature-encoding",
    *(f"{point}-{fault}" for point in "RA" for fault in ("non-canonical", "not-on-curve", "small-order")),
    "s-out-of-range",
    "r-out-of-range",
    "high-s",
    "result-is-identity",
    "mismatch",
}
CODES = {
    "bad-request",
    "unsupported",
    "bad-encoding",
    "bad-length",
    "invalid-key",
    "bad-context",
    "bad-digest",
    "bad-signature",
}


def name_of(scheme: Any) -> str:
    return str(scheme.name)


every_ecdsa = pytest.mark.parametrize("scheme", WEIERSTRASS, ids=name_of)


def key_of(scheme: Any) -> Any:
    return scheme.private_key(bytes(range(1, scheme.curve.size + 1)))


def der_integer(x: int) -> bytes:
    return der(0x02, x.to_bytes((x.bit_length() if x >= 0 else (x + 1).bit_length()) // 8 + 1, "big", signed=True))


def der(tag: int, content: bytes) -> bytes:
    length = len(content)
    size = (length.bit_length() + 7) // 8
    return bytes([tag, length] if length < 128 else [tag, 128 + size, *length.to_bytes(size, "big")]) + content


def der_pair(r: int, s: int) -> bytes:
    return der(0x30, der_integer(r) + der_integer(s))


# ---------------------------------------------------------------- r and s at every edge


def edges(n: int) -> list[int]:
    around = [0, 1, 2, n // 2, n // 2 + 1, n - 1, n, n + 1, 2 * n, -1, -2, -n, 1 - n]
    powers = [sign * (1 << k) + by for k in (7, 8, 255, 256, 383, 384, 512) for sign in (1, -1) for by in (-1, 0, 1)]
    return sorted({*around, *powers})


def expected(r: int, s: int, n: int) -> str | None:
    if not 0 < r < n:
        return "r-out-of-range"
    return None if 0 < s < n else "s-out-of-range"


@every_ecdsa
def test_r_and_s_at_every_edge_in_der_and_as_a_pair(scheme: ECDSA) -> None:
    key, n = key_of(scheme).public_key, scheme.curve.n
    honest_r, honest_s = key_of(scheme).sign(b"m", format=None)
    for x in edges(n):
        for r, s in (x, honest_s), (honest_r, x), (x, x), (x, n):
            reason = expected(r, s, n) or ("mismatch" if (r, s) != (honest_r, honest_s) else None)
            for signature, form in (der_pair(r, s), "der"), ((r, s), None):
                with pytest.raises(InvalidSignature) as caught:
                    key.verify(signature, b"m", format=form)
                assert caught.value.reason == reason, (x, form)


@every_ecdsa
def test_r_and_s_at_every_edge_in_fixed_widths(scheme: ECDSA) -> None:
    key, n, size = key_of(scheme).public_key, scheme.curve.n, scheme.curve.size
    fitting = [x for x in edges(n) if 0 <= x < 1 << 8 * size]
    assert n in fitting
    assert (1 << 8 * size) - 1 in fitting
    for x in fitting:
        for r, s in (x, 1), (1, x), (x, x), (x, n), (n, x):
            pair = r.to_bytes(size, "big") + s.to_bytes(size, "big")
            for signature, form in (pair, "p1363"), (b"\x1f" + pair, "compact"), (pair + b"\x1b", "eth"):
                with pytest.raises(InvalidSignature) as caught:
                    key.verify(signature, b"m", format=form)
                assert caught.value.reason == (expected(r, s, n) or "mismatch")
                if expected(r, s, n):
                    with pytest.raises(UnusableInput, match=r"^bad-signature: "):
                        scheme.recover(signature, b"m", format=form)


@pytest.mark.parametrize("scheme", [ed25519, ed448], ids=name_of)
def test_S_at_every_edge(scheme: EdDSA) -> None:
    key, L, size = key_of(scheme), scheme.curve.L, scheme.curve.size
    R = key.sign(b"m")[:size]
    S = int.from_bytes(key.sign(b"m")[size:], "little")
    for x in 0, 1, L - 1, L, L + 1, S + L, 2**252, 2**253, 2**254, 2**255, (1 << 8 * size) - 1, L - S:
        with pytest.raises(InvalidSignature) as caught:
            key.public_key.verify(R + x.to_bytes(size, "little"), b"m")
        assert caught.value.reason == ("mismatch" if x < L else "s-out-of-range")


# ---------------------------------------------------------------- what is long


class Work:
    """Counts the lines of ecref that run inside."""

    def __init__(self) -> None:
        self.lines = 0

    def trace(self, frame: FrameType, *_: object) -> Callable[..., Any] | None:
        if f"{os.sep}ecref{os.sep}" not in frame.f_code.co_filename:
            return None
        self.lines += 1
        return self.trace


@contextlib.contextmanager
def counted() -> Iterator[Work]:
    work, before = Work(), sys.gettrace()
    sys.settrace(work.trace)
    try:
        yield work
    finally:
        sys.settrace(before)


@pytest.fixture
def no_decimals() -> Iterator[None]:
    """Integers of more than 640 decimal digits can't be printed, as everywhere by default over 4300."""
    before = sys.get_int_max_str_digits()
    sys.set_int_max_str_digits(640)
    yield
    sys.set_int_max_str_digits(before)


@pytest.fixture
def no_points(monkeypatch: pytest.MonkeyPatch) -> None:
    """Any multiple of a point fails the test."""

    def multiply(*_: object) -> None:
        raise AssertionError("a point was multiplied")

    monkeypatch.setattr("ecref.weierstrass.WeierstrassCurve.multiply", multiply)
    monkeypatch.setattr("ecref.edwards.EdwardsCurve.multiply", multiply)


HUGE = {
    "positive": der(2, b"\1" + bytes(MEGABYTE)),
    "negative": der(2, b"\x80" + bytes(MEGABYTE)),
    "all ones": der(2, b"\0" + b"\xff" * MEGABYTE),
    "minus one, padded": der(2, b"\xff" * MEGABYTE),
    "one, padded": der(2, bytes(MEGABYTE) + b"\1"),
}


@pytest.mark.usefixtures("no_decimals", "no_points")
@pytest.mark.parametrize("name", HUGE)
def test_integers_of_a_megabyte_end_before_any_arithmetic(name: str) -> None:
    public = p256.public_key(b"\4" + b"".join(x.to_bytes(32, "big") for x in p256.curve.base))
    one = der_integer(1)
    padded = "padded" in name
    for content, reason in (HUGE[name] + one, "r-out-of-range"), (one + HUGE[name], "s-out-of-range"):
        signature = der(0x30, content)
        with counted() as work:
            verdict = public.verdict(signature, b"m", steps=True)
        assert verdict.reason == ("signature-encoding" if padded else reason)
        assert verdict.steps == ()
        assert len(verdict.detail) < 100
        assert work.lines < 500
        with counted() as work, pytest.raises(UnusableInput, match=r"^bad-signature: .{,100}$"):
            p256.recover(signature, b"m")
        assert work.lines < 500


@pytest.mark.usefixtures("no_decimals", "no_points")
@pytest.mark.parametrize("scheme", [p256, secp256k1], ids=name_of)
def test_ints_of_a_megabyte_are_refused_at_once(scheme: ECDSA) -> None:
    huge = 1 << 8 * MEGABYTE
    public = scheme.public_key(b"\4" + b"".join(x.to_bytes(32, "big") for x in scheme.curve.base))
    with counted() as work:
        for x in huge, -huge, 10**600:
            assert public.verdict((x, 1), b"m", format=None).reason == "r-out-of-range"
            assert public.verdict((1, x), b"m", format=None).reason == "s-out-of-range"
            with pytest.raises(UnusableInput, match=r"^invalid-key: .{,100}$"):
                scheme.private_key(x)
            with pytest.raises(UnusableInput, match=r"^bad-signature: .{,100}$"):
                scheme.recover((1, x), b"m", format=None)
    assert work.lines < 10_000


@pytest.mark.usefixtures("no_points")
@pytest.mark.parametrize("scheme", ALL, ids=name_of)
@pytest.mark.parametrize("octet", [0x00, 0x02, 0x04, 0x30, 0xFF])
def test_a_megabyte_is_no_key_and_no_signature(scheme: Any, octet: int) -> None:
    long = bytes([octet]) * MEGABYTE
    public = scheme.public_key(base_octets(scheme))
    context = {"context": b""} if scheme in EDDSA and scheme.context_required else {}
    with counted() as work:
        for make in scheme.public_key, scheme.private_key:
            with pytest.raises(UnusableInput, match=r"^bad-(length|encoding): .{,100}$"):
                make(long)
        for form in [{"format": name} for name in FORMATS] if scheme in WEIERSTRASS else [{}]:
            with pytest.raises(InvalidSignature, match=r"^signature-(length|encoding): .{,100}$"):
                public.verify(long, b"m", **context, **form)
    assert work.lines < 2000


def base_octets(scheme: Any) -> bytes:
    if scheme in EDDSA:
        encoded: bytes = scheme.curve.encode(*scheme.curve.base)
        return encoded
    return b"\4" + b"".join(x.to_bytes(scheme.curve.size, "big") for x in scheme.curve.base)


def test_the_count_would_see_a_signature() -> None:
    key = key_of(p256)
    key.sign(b"m")  # the table is made
    with counted() as work:
        key.sign(b"m")
    assert work.lines > 500


def test_the_ban_on_points_would_see_a_product(request: pytest.FixtureRequest) -> None:
    key = key_of(p256)
    signature = key.sign(b"m")
    request.getfixturevalue("no_points")
    with pytest.raises(AssertionError, match="a point was multiplied"):
        key.public_key.verify(signature, b"m")


# ---------------------------------------------------------------- any octets, any names


def outcome(use: Callable[[], object]) -> None:
    """Nothing but our errors, with the codes that the protocol lists, in one short line."""
    try:
        use()
    except EcrefError as error:
        code = error.reason if isinstance(error, InvalidSignature) else getattr(error, "code", None)
        text = str(error)
        assert code in REASONS | CODES
        assert len(text) < 400
        assert text.isprintable()


def near(*lengths: int) -> st.SearchStrategy[bytes]:
    """Octets of these lengths, and of any."""
    fixed = [st.binary(min_size=length, max_size=length) for length in lengths]
    return st.one_of(*fixed, st.binary(max_size=130))


names = st.text(max_size=60)
eddsa_rules = st.sampled_from([*EDDSA_RULES]) | names
ecdsa_rules = st.sampled_from([*ECDSA_RULES]) | names
hashes = st.none() | st.sampled_from(HASH_NAMES) | names
formats = st.sampled_from(FORMATS) | names
contexts = st.none() | st.binary(max_size=300)


@given(data=st.data())
@settings(max_examples=150)
def test_any_octets_for_eddsa(data: st.DataObject) -> None:
    scheme = data.draw(st.sampled_from(EDDSA), "scheme")
    size = scheme.curve.size
    octets, signature = data.draw(near(size), "key"), data.draw(near(2 * size), "signature")
    context, rules = data.draw(contexts, "context"), data.draw(eddsa_rules, "rules")
    outcome(lambda: scheme.private_key(octets).sign(signature, context=context))
    outcome(lambda: scheme.public_key(octets).verify(signature, octets, context=context, rules=rules))
    outcome(lambda: scheme.public_key(octets).verdict(signature, octets, context=context, rules=rules, steps=True))
    outcome(lambda: scheme.public_key(octets).validate(rules))
    outcome(lambda: scheme.public_key(octets).warnings())


@given(data=st.data())
@settings(max_examples=150)
def test_any_octets_for_ecdsa(data: st.DataObject) -> None:
    scheme = data.draw(st.sampled_from(WEIERSTRASS), "scheme")
    size = scheme.curve.size
    key = key_of(scheme).public_key
    octets = data.draw(near(size, 1 + size, 1 + 2 * size), "key")
    signature, digest = data.draw(near(2 * size, 2 * size + 1), "signature"), data.draw(near(20, 32, 48, 64), "digest")
    how = {"hash": data.draw(hashes, "hash"), "format": data.draw(formats, "format")}
    rules = data.draw(ecdsa_rules, "rules")
    outcome(lambda: scheme.public_key(octets))
    outcome(lambda: scheme.private_key(octets))
    outcome(lambda: key.verify(signature, octets, rules=rules, **how))
    outcome(lambda: key.verdict(signature, octets, rules=rules, steps=True, **how))
    outcome(lambda: key.verify_digest(signature, digest, rules=rules, **how))
    outcome(lambda: scheme.recover(signature, octets, **how))
    outcome(lambda: scheme.recover_digest(signature, digest, **how))
    outcome(lambda: key_of(scheme).sign_digest(digest, nonce=data.draw(names, "nonce"), **how))
    outcome(lambda: key_of(scheme).sign(octets, unsafe_k=data.draw(st.integers(), "k"), **how))


@given(data=st.data())
@settings(max_examples=100)
def test_any_pair_of_ints(data: st.DataObject) -> None:
    scheme = data.draw(st.sampled_from(WEIERSTRASS), "scheme")
    n = scheme.curve.n
    scalars = st.integers() | st.integers(0, n) | st.integers(n - 2, n + 2) | st.integers(-(2**600), 2**600)
    r, s = data.draw(scalars, "r"), data.draw(scalars, "s")
    verdict = key_of(scheme).public_key.verdict((r, s), b"m", format=None)
    assert verdict.reason == (expected(r, s, n) or "mismatch")
    outcome(lambda: scheme.recover((r, s), b"m", format=None))
    if 0 <= r < n and 0 <= s < n:
        for form in FORMATS:
            signature = encode(r, s, 0, form, n)
            assert key_of(scheme).public_key.verdict(signature, b"m", format=form).reason == verdict.reason


wrong_types = st.none() | st.booleans() | st.integers() | st.floats() | st.text() | st.lists(st.integers(), max_size=2)


@given(wrong=wrong_types, data=st.data())
@settings(max_examples=150)
def test_wrong_types_are_type_errors_and_never_a_verdict(wrong: Any, data: st.DataObject) -> None:
    scheme = data.draw(st.sampled_from(ALL), "scheme")
    key = key_of(scheme)
    context = {"context": b""} if scheme in EDDSA and scheme.context_required else {}
    signature = key.sign(b"m", **context)
    uses: list[Callable[[], object]] = [
        lambda: scheme.public_key(wrong),
        lambda: key.public_key.verify(wrong, b"m", **context),
        lambda: key.public_key.verdict(wrong, b"m", **context),
    ]
    if not isinstance(wrong, list):
        uses += [lambda: key.sign(wrong, **context), lambda: key.public_key.verify(signature, wrong, **context)]
    if not isinstance(wrong, str):
        uses += [lambda: key.public_key.verify(signature, b"m", rules=wrong, **context)]
    if scheme in WEIERSTRASS:
        uses += [lambda: key.sign_digest(wrong, hash="SHA-256"), lambda: scheme.recover(wrong, b"m")]
        if not isinstance(wrong, str) and wrong is not None:
            uses += [lambda: key.sign(b"m", hash=wrong), lambda: key.sign(b"m", format=wrong)]
    elif wrong is not None:
        uses += [lambda: key.sign(b"m", context=wrong)]
    for use in uses:
        with pytest.raises(TypeError):
            use()
