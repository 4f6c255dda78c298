"""What is said of a signature, and of the way there: verdicts, and the steps of a computation.

A scheme's text calls `note(value, name, step)` where the standard names a value, and goes on with the value. Without
a list that costs a call; with one it is the record of every intermediate value, taken from the
same text that signs and verifies.
"""

from __future__ import annotations

from .frozen import Frozen

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator
    from typing import TypeAlias, TypeVar

    from .errors import InvalidSignature

    V = TypeVar("V")
    Steps: TypeAlias = list[tuple[str, str, bytes]]

WARNINGS = (  # in the order in which a verdict gives them
    "high-s",
    "small-order-key",
    "mixed-order-key",
    "non-canonical-key",
    "lax-encoding",
    "hash-shorter-than-curve",
    "signature-also-verifies-for-any-message",
)


class Notes:
    """Notes down the values of one algorithm, encoded as its standard encodes them.

    `steps` is filled with (step, name, value): the standard's step number such as "5.1.7-2", its letter, and
    octets.
    """

    __slots__ = ("_encode", "_section", "_steps")

    def __init__(self, steps: Steps | None, section: str, encode: Callable[[object], bytes]) -> None:
        if steps is not None and not isinstance(steps, list):
            raise TypeError(f"steps must be a list to fill, not {type(steps).__name__}")
        self._steps = steps
        self._section = section
        self._encode = encode

    @property
    def wanted(self) -> bool:
        """Whether somebody listens; then the standard's own equation is computed, not a faster one."""
        return self._steps is not None

    def __call__(self, value: V, name: str, step: int) -> V:
        """Note the value that the standard gives this name in this step; the value comes back."""
        if self._steps is not None:
            self._steps.append((f"{self._section}-{step}", name, self._encode(value)))
        return value


class Verdict(Frozen):
    """Whether a signature is valid under a rule set, and everything that deserves to be known beside it.

    valid       as a bool; the verdict itself is true or false likewise
    reason      None when valid, else the code of the first fault
    detail      a sentence
    warnings    codes of what is remarkable about the input, valid or not
    steps       (step, name, value) for each intermediate value when asked for, else None
    """

    __slots__ = ("detail", "reason", "steps", "valid", "warnings")
    fields = ("reason", "detail", "warnings", "steps")
    valid: bool
    reason: str | None
    detail: str
    warnings: tuple[str, ...]
    steps: tuple[tuple[str, str, bytes], ...] | None

    def __init__(
        self,
        reason: str | None,
        detail: str,
        warnings: tuple[str, ...],
        steps: tuple[tuple[str, str, bytes], ...] | None = None,
    ) -> None:
        self._set(valid=reason is None, reason=reason, detail=detail, warnings=warnings, steps=steps)

    @classmethod
    def of(cls, fault: InvalidSignature | None, warnings: tuple[str, ...] = (), steps: Steps | None = None) -> Verdict:
        """The verdict that a verification's fault makes, or that it found none."""
        reason, detail = (fault.reason, fault.detail) if fault else (None, "the signature is valid")
        return cls(reason, detail, warnings, None if steps is None else tuple(steps))

    def warning_of(self, warning: str, sentence: str) -> Verdict:
        """The same verdict with one more of WARNINGS in its place, and what it is about in the detail."""
        warnings = sorted((*self.warnings, warning), key=WARNINGS.index)
        return Verdict(self.reason, f"{self.detail}; {sentence}", tuple(warnings), self.steps)

    def __bool__(self) -> bool:
        return self.valid


class Verdicts(Frozen):
    """Verdicts on many signatures, in their order: a sequence that is true only if there are any and all are valid."""

    __slots__ = ("_verdicts",)
    fields = ("_verdicts",)
    _verdicts: tuple[Verdict, ...]

    def __init__(self, verdicts: Iterable[Verdict]) -> None:
        self._set(_verdicts=tuple(verdicts))

    def __len__(self) -> int:
        return len(self._verdicts)

    def __iter__(self) -> Iterator[Verdict]:
        return iter(self._verdicts)

    def __getitem__(self, index: int) -> Verdict:
        return self._verdicts[index]

    def __bool__(self) -> bool:
        return bool(self._verdicts) and all(self._verdicts)
