"""What can go wrong, as three exceptions with a code each.

A signature that does not hold is an InvalidSignature with a `reason`. Input that cannot be used at all (a key
off the curve, a digest of the wrong length, an unknown hash) is an UnusableInput with a `code`. A wrong
Python type is neither: it is a TypeError, a mistake of the caller's program. The codes are those of the line
protocol (docs/protocol.md), so that they mean the same in every language.
"""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from .verdict import Verdicts


class EcrefError(Exception):
    """The base of every error that ecref raises itself."""


class InvalidSignature(EcrefError):
    """The signature does not hold: `reason` is a code, `detail` a sentence.

    From a batch, `verdicts` holds a verdict for each of its signatures, and as such is false; otherwise it is None.
    """

    def __init__(self, reason: str, detail: str, verdicts: Verdicts | None = None) -> None:
        super().__init__(reason, detail, *(() if verdicts is None else (verdicts,)))
        self.reason = reason
        self.detail = detail
        self.verdicts = verdicts

    def __str__(self) -> str:
        return f"{self.reason}: {self.detail}"


class UnusableInput(EcrefError, ValueError):
    """The input cannot be used: `code` says in which way, `detail` is a sentence with got and wanted."""

    def __init__(self, code: str, detail: str) -> None:
        super().__init__(code, detail)
        self.code = code
        self.detail = detail

    def __str__(self) -> str:
        return f"{self.code}: {self.detail}"


class InvalidPoint(UnusableInput):
    """Octets of the right length that encode no acceptable point.

    `fault` is "non-canonical" or "not-on-curve"; of a key also "small-order" (a rule set wants none) or "mixed-order"
    (its order is not n).
    """

    def __init__(self, fault: str, detail: str) -> None:
        super().__init__("invalid-key", detail)
        self.args = (fault, detail)  # what pickle and copy call __init__ with
        self.fault = fault
