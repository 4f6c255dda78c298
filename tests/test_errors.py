"""Errors: three exceptions with a code and a sentence, which survive copying and pickling."""

from __future__ import annotations

import copy
import pickle
from typing import TYPE_CHECKING

import pytest

from ecref import EcrefError, InvalidPoint, InvalidSignature, UnusableInput, Verdict, Verdicts, ed25519, p256

if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import Any

VERDICTS = Verdicts([Verdict("mismatch", "[S]B != R + [k]A", ())])
ERRORS = [
    InvalidSignature("mismatch", "[S]B != R + [k]A"),
    InvalidSignature("mismatch", "1 of 1 signatures", VERDICTS),
    UnusableInput("bad-length", "got 3 octets, wanted 32"),
    InvalidPoint("not-on-curve", "no point of the curve has this y"),
]

COPIES: dict[str, Callable[[Any], Any]] = {
    "copy": copy.copy,
    "deepcopy": copy.deepcopy,
    "pickle": lambda error: pickle.loads(pickle.dumps(error)),
}


def code_of(error: EcrefError) -> str:
    return error.reason if isinstance(error, InvalidSignature) else getattr(error, "code", "")


@pytest.mark.parametrize(
    ("error", "text"),
    [
        (ERRORS[0], "mismatch: [S]B != R + [k]A"),
        (ERRORS[1], "mismatch: 1 of 1 signatures"),
        (ERRORS[2], "bad-length: got 3 octets, wanted 32"),
        (ERRORS[3], "invalid-key: no point of the curve has this y"),
    ],
)
def test_text_is_code_and_sentence(error: EcrefError, text: str) -> None:
    assert str(error) == text


def test_an_error_shows_what_it_was_made_of() -> None:
    assert [repr(error) for error in ERRORS] == [
        "InvalidSignature('mismatch', '[S]B != R + [k]A')",
        f"InvalidSignature('mismatch', '1 of 1 signatures', {VERDICTS!r})",
        "UnusableInput('bad-length', 'got 3 octets, wanted 32')",
        "InvalidPoint('not-on-curve', 'no point of the curve has this y')",
    ]


def test_families() -> None:
    assert issubclass(EcrefError, Exception)
    assert not issubclass(EcrefError, ValueError)
    assert issubclass(InvalidSignature, EcrefError)
    assert not issubclass(InvalidSignature, ValueError)
    assert issubclass(UnusableInput, EcrefError)
    assert issubclass(UnusableInput, ValueError)
    assert issubclass(InvalidPoint, UnusableInput)
    assert not issubclass(UnusableInput, InvalidSignature)


def test_an_invalid_point_is_an_invalid_key_with_a_fault() -> None:
    error = InvalidPoint("non-canonical", "y is not below p")
    assert (error.code, error.fault, error.detail) == ("invalid-key", "non-canonical", "y is not below p")


@pytest.mark.parametrize("error", ERRORS, ids=lambda error: type(error).__name__)
@pytest.mark.parametrize("how", ["copy", "deepcopy", "pickle"])
def test_errors_survive_copy_and_pickle(error: EcrefError, how: str) -> None:
    other = COPIES[how](error)
    assert type(other) is type(error)
    assert str(other) == str(error)
    assert vars(other) == vars(error)
    assert code_of(other) == code_of(error) != ""


def test_a_verification_raises_what_can_be_caught_as_one() -> None:
    key = ed25519.private_key(bytes(32)).public_key
    with pytest.raises(EcrefError) as caught:
        key.verify(bytes(63), b"")
    assert caught.value.reason == "signature-length"  # type: ignore[attr-defined]
    assert caught.value.detail == "got 63 octets, wanted 64"  # type: ignore[attr-defined]


def test_the_fault_of_a_point_is_the_cause_of_no_other_error() -> None:
    """The reason says everything: a traceback with two errors would say it twice."""
    key = ed25519.public_key(b"\xff" * 32)
    with pytest.raises(InvalidSignature) as caught:
        key.verify(ed25519.private_key(bytes(32)).sign(b""), b"")
    assert caught.value.__cause__ is None
    assert caught.value.__suppress_context__
    with pytest.raises(UnusableInput) as unusable:
        p256.recover(b"", b"")
    assert unusable.value.__suppress_context__
