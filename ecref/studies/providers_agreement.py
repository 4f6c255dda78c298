"""Whether implementations mean the same by a digest that is given: each signs and verifies some of every length.

The signature fixes what integer was made of the digest, so that who verifies what ecref signed made the same of it, and
any two that agree with ecref agree with each other. [FIPS 186-5, 6.4.1 and 6.4.2, step 2: the leftmost bits]
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from ecref.errors import UnusableInput
from ecref.measure.operations import DIGEST_OPERATIONS, calls, digest_samples, is_right
from ecref.referee.adapters.interface import External, Library

from .model import Table
from .providers_tables import CURVE

if TYPE_CHECKING:
    from typing import TypeAlias

    from ecref.referee.adapters.interface import Adapter, Sample

    from .model import Cell

    Agreement: TypeAlias = dict[int, list[str]]  # by a digest's length, what departs (nothing: both agree)

LENGTHS = (1, 20, 31, 32, 33, 48, 64)
AGREES, DEPARTS = "agrees", "departs"


class _Lacking(Exception):
    """The implementation takes no digests."""


def agreement(adapter: Adapter) -> Agreement:
    """What departs, by length; empty where the implementation takes no digests."""
    found = {}
    for length in LENGTHS:
        (sample,) = digest_samples(CURVE, length, 1)
        try:
            found[length] = [*_signing(adapter, sample), *_verifying(adapter, sample)]
        except _Lacking:
            return {}
    return found


def agreement_table(agreed: dict[str, Agreement]) -> Table:
    """A line for each implementation that takes digests."""
    rows: list[tuple[Cell, ...]] = [
        (name, *(DEPARTS if found[length] else AGREES for length in LENGTHS)) for name, found in agreed.items() if found
    ]
    without = [name for name, found in agreed.items() if not found]
    missing = f" None is taken by {', '.join(without)}." if without else ""
    return Table(
        title="Digests of so many octets: ecref verifies what the implementation signs, it verifies what ecref signs, "
        "and refuses it over another digest",
        heads=("implementation", *map(str, LENGTHS)),
        rows=rows,
        note="cryptography takes digests as long as those of a hash, and ecc of its one hash: others are given to them "
        f"cut or padded to the same integer.{missing}",
    )


def _signing(adapter: Adapter, sample: Sample) -> list[str]:
    try:
        signature = _result(adapter, "sign-digest", sample)
    except UnusableInput as error:
        return [f"it doesn't sign: {error.detail}"]
    assert isinstance(signature, bytes)
    return [] if is_right(CURVE, "sign-digest", sample, signature) else ["ecref refuses what it signs"]


def _verifying(adapter: Adapter, sample: Sample) -> list[str]:
    departs = []
    try:
        if _result(adapter, "verify-digest", sample) is not True:
            departs.append("it refuses what ecref signs")
    except UnusableInput as error:
        departs.append(f"it refuses what ecref signs: {error.detail}")
    other = sample._replace(message=bytes([sample.message[0] ^ 1]) + sample.message[1:])
    try:
        if _result(adapter, "verify-digest", other) is True:
            departs.append("it takes a signature over another digest")
    except UnusableInput:
        pass  # a program that says so by an error
    return departs


def _result(adapter: Adapter, operation: str, sample: Sample) -> object:
    """What an operation gives: a signature, or whether one holds. UnusableInput where it fails."""
    if isinstance(adapter, Library):
        found = calls(adapter.suite(CURVE), operation, [sample])
        if found is None:
            raise _Lacking
        try:
            return found[0]()
        except Exception as error:  # noqa: BLE001 -- whatever a library raises, it is a departure
            raise UnusableInput("unsupported", f"{adapter.name}: {type(error).__name__}") from None
    assert isinstance(adapter, External)
    loaded = adapter.load(CURVE, operation, [sample])
    if loaded is None:
        raise _Lacking
    _, answer = loaded
    return answer == "01" if operation == DIGEST_OPERATIONS[1] else bytes.fromhex(answer)
