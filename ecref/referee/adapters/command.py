"""Any program that speaks the line protocol (docs/protocol.md), timed from here.

    keygen             its op public_key
    generate           the same, of secrets drawn here beforehand
    sign, verify       its ops of these names
    sign-digest, verify-digest      the same, with a digest and without a hash

Each time is that of a line out and a line back, less the median time of an empty trip just before: of the same line
with an op that no program has, which is refused at once. What is left can't be told from nothing where it is a small
part of a trip: the least that is told is a tenth of it. The processor's time is the program's own and isn't known here:
the time on the wall stands for it.
"""

from __future__ import annotations

import secrets
from itertools import cycle, islice
from statistics import median
from typing import TYPE_CHECKING, Any, NamedTuple

import ecref
from ecref.errors import UnusableInput

from .interface import CURVES, External

if TYPE_CHECKING:
    from collections.abc import Sequence

    from .interface import Sample

TRIPS = 9  # empty ones in front of each slice
NO_OP = "none"
TIMEOUT = 10.0  # seconds for an answer
RESULTS = {"keygen": "public_key", "generate": "public_key", "sign": "signature", "sign-digest": "signature"}


class _Loaded(NamedTuple):
    """Requests for an operation, what they are about, and the key of the result in their answers."""

    what: str
    key: str
    requests: list[dict[str, Any]]


class Command(External):
    """The program of a command. UnusableInput "unsupported" where it dies, hangs, or answers nonsense."""

    name = "command"

    def __init__(self, command: str | None, timeout: float = TIMEOUT) -> None:
        from ..implementations.program import Program, program

        if command is None:
            raise UnusableInput("unsupported", "command is the program of --command, and none is given")
        started = program(self.name, command=command, timeout=timeout)
        assert isinstance(started, Program)
        self._program = started
        self._loaded: list[_Loaded] = []
        self._trips: list[float] = []

    def version(self) -> str:
        """What the program says of itself."""
        return self._program.version()

    def supports(self, curve: str) -> bool:
        """Whether a request on this curve is worth a try."""
        return curve in CURVES

    def load(self, curve: str, operation: str, samples: Sequence[Sample]) -> tuple[int, str] | None:
        """The number under which an operation runs, and what it gave for the first sample; None: it has none such."""
        if operation == "generate":
            samples = [_new(curve, each) for each in samples]
        requests = [each for each in (_request(curve, operation, sample) for sample in samples) if each is not None]
        if not requests:
            return None
        ((answer, _),) = self._ask(requests[:1])
        if answer.get("unsupported") is True or answer.get("error") == "unsupported":
            return None
        loaded = _Loaded(f"{operation} on {curve}", RESULTS.get(operation, "valid"), requests)
        result = self._result(loaded, answer)
        if operation == "generate":
            result = "01" if result == samples[0].public.hex() else "00"
        self._loaded.append(loaded)
        return len(self._loaded) - 1, result

    def run(self, number: int, count: int) -> tuple[list[float], float]:
        """Seconds that each of `count` operations took, less a trip's, and all of them together."""
        loaded = self._loaded[number]
        chosen = list(islice(cycle(loaded.requests), count))
        empty = [{**each, "op": NO_OP} for each in islice(cycle(chosen), TRIPS)]
        trip = median(seconds for _, seconds in self._ask(empty))
        self._trips.append(trip)
        told = self._ask(chosen)
        if any(self._result(loaded, answer) == "00" for answer, _ in told):
            raise UnusableInput("unsupported", f"{self.name}: {loaded.what}: a valid signature was refused")
        times = [max(seconds - trip, trip / 10) for _, seconds in told]
        return times, sum(times)

    def notes(self) -> list[str]:
        """What a trip took."""
        if not self._trips:
            return []
        us = f"{1e6 * median(self._trips):,.0f} us"
        return [f"{self.name}: an empty trip to the program and back took {us} in the median; its times are without"]

    def close(self) -> None:
        """End the program."""
        self._program.close()

    def _result(self, loaded: _Loaded, answer: dict[str, Any]) -> str:
        """The octets of an answer in hex."""
        result = answer.get(loaded.key)
        if "error" in answer or not isinstance(result, str | bool):
            raise UnusableInput("unsupported", f"{self.name}: {loaded.what}: {ascii(answer)[:200]}")
        return result if isinstance(result, str) else f"{result:02x}"

    def _ask(self, requests: Sequence[dict[str, Any]]) -> list[tuple[dict[str, Any], float]]:
        from ..implementations.process import Silent

        try:
            return self._program.timed(requests)
        except Silent as silent:
            raise UnusableInput("unsupported", f"{self.name}: {silent}") from None


def _new(curve: str, sample: Sample) -> Sample:
    """A sample of a secret that was just drawn."""
    scheme = CURVES[curve]
    if isinstance(scheme, ecref.EdDSA):
        secret = secrets.token_bytes(scheme.curve.size)
        return sample._replace(secret=secret, public=scheme.private_key(secret).public_key.to_bytes())
    key = scheme.generate()
    return sample._replace(secret=key.private_bytes(), public=key.public_key.to_bytes())


def _request(curve: str, operation: str, sample: Sample) -> dict[str, Any] | None:
    """What asks for an operation; None where the protocol has none such."""
    scheme = CURVES[curve]
    is_eddsa = isinstance(scheme, ecref.EdDSA)
    common = {"scheme": scheme.name} if is_eddsa else {"scheme": "ECDSA", "curve": scheme.name}
    private = {"private_key": sample.secret.hex(), "private_key_format": "raw"}
    public = {"public_key": sample.public.hex(), "public_key_format": "raw" if is_eddsa else "sec1"}
    form = {"signature_format": "raw" if is_eddsa else "der"}
    given: dict[str, Any] = {"message": sample.message.hex()}
    if operation.endswith("-digest"):
        if is_eddsa:
            return None
        given = {"digest": sample.message.hex(), "hash": None}
    if operation in ("keygen", "generate"):
        return {"op": "public_key", **common, **private}
    if operation in ("sign", "sign-digest"):
        return {"op": "sign", **common, **private, **given, **form}
    if operation in ("verify", "verify-digest"):
        return {"op": "verify", **common, **public, **given, "signature": sample.signature.hex(), **form}
    return None
