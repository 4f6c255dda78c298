"""The adapter to any program under the line protocol: what it asks, what it takes off the time, and how it fails."""

from __future__ import annotations

import shlex
import sys
from statistics import median
from typing import TYPE_CHECKING, Any

import pytest

from ecref.errors import UnusableInput
from ecref.measure.operations import DIGEST_OPERATIONS, digest_samples, is_right, samples
from ecref.referee.adapters import adapter
from ecref.referee.adapters.command import NO_OP, TRIPS, Command
from ecref.referee.adapters.interface import CURVES

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    Make = Callable[..., Command]

SERVE = shlex.join([sys.executable, "-m", "ecref", "serve"])
DESCRIBED = '{"name": "fake", "version": "1"}'


@pytest.fixture
def made() -> Iterator[Make]:
    """Makes adapters, and closes them."""
    found = []

    def make(command: str = SERVE, timeout: float = 30.0) -> Command:
        found.append(Command(command, timeout))
        return found[-1]

    yield make
    for each in found:
        each.close()


def fake(does: str) -> str:
    """A program that describes itself, and does this for any other request."""
    program = f"""
import json, os, sys, time
def say(**keys): print(json.dumps({{"id": request["id"], **keys}}), flush=True)
for line in sys.stdin:
    request = json.loads(line)
    if request["op"] == "describe": say(**{DESCRIBED})
    else: {does}
"""
    return shlex.join([sys.executable, "-c", program])


@pytest.mark.parametrize("curve", CURVES)
def test_a_command_agrees_with_ecref(made: Make, curve: str) -> None:
    found = made()
    assert found.version().startswith("ecref ")
    assert found.supports(curve)
    for operation in ("keygen", "generate", "sign", "verify", *DIGEST_OPERATIONS):
        of_digests = operation in DIGEST_OPERATIONS
        if of_digests and curve.startswith("ed"):
            assert found.load(curve, operation, samples(curve, 32, 1)) is None
            continue
        chosen = (digest_samples if of_digests else samples)(curve, 33, 2)
        loaded = found.load(curve, operation, chosen)
        assert loaded is not None
        number, answer = loaded
        if operation.startswith("verify") or operation == "generate":
            assert answer == "01"
        else:
            assert is_right(curve, operation, chosen[0], bytes.fromhex(answer))
        times, spent = found.run(number, 3)
        assert len(times) == 3
        assert sum(times) == spent > 0


def test_what_the_protocol_has_not_got(made: Make) -> None:
    found = made()
    for operation in ("verify-prepared", "verify-batch"):
        assert found.load("p256", operation, samples("p256", 8, 1)) is None
    assert not found.supports("p521")


@pytest.mark.parametrize("answer", ["unsupported=True", "error='unsupported', detail='no'"])
def test_what_the_program_has_not_got(made: Make, answer: str) -> None:
    assert made(fake(f"say({answer})")).load("p256", "sign", samples("p256", 8, 1)) is None


def test_a_refused_signature_is_told_when_it_is_loaded(made: Make) -> None:
    one, two = samples("ed25519", 8, 2)
    assert made().load("ed25519", "verify", [one._replace(message=two.message)]) == (0, "00")


def test_another_key_than_the_drawn_secrets(made: Make) -> None:
    found = made(fake(f"say(public_key={samples('p256', 8, 1)[0].public.hex()!r})"))
    assert found.load("p256", "generate", samples("p256", 8, 1)) == (0, "00")


def test_a_refused_signature_is_told_when_it_is_timed(made: Make) -> None:
    one, two = samples("ed25519", 8, 2)
    found = made()
    loaded = found.load("ed25519", "verify", [one, two._replace(message=one.message)])
    assert loaded == (0, "01")
    with pytest.raises(UnusableInput, match="command: verify on ed25519: a valid signature was refused"):
        found.run(0, 2)


class Timed:
    """In place of a program: each empty trip takes 2 seconds, and each request as long as its message says."""

    def __init__(self) -> None:
        self.asked: list[str] = []

    def timed(self, requests: list[dict[str, Any]]) -> list[tuple[dict[str, Any], float]]:
        self.asked += [each["op"] for each in requests]
        seconds = [2.0 if each["op"] == NO_OP else float(bytes.fromhex(each["message"])) for each in requests]
        return [({"valid": True}, each) for each in seconds]


def test_an_empty_trips_time_is_taken_off(made: Make, monkeypatch: pytest.MonkeyPatch) -> None:
    found, timed = made(), Timed()
    monkeypatch.setattr(found, "_program", timed)
    one, two = samples("p256", 8, 2)
    chosen = [one._replace(message=b"7"), two._replace(message=b"2.1")]
    assert found.load("p256", "verify", chosen) == (0, "01")
    assert found.notes() == []
    times, spent = found.run(0, 3)
    assert times == [5.0, 0.2, 5.0]  # a tenth of a trip is the least
    assert spent == sum(times)
    assert timed.asked == ["verify", *[NO_OP] * TRIPS, *["verify"] * 3]
    assert found.notes() == [
        "command: an empty trip to the program and back took 2,000,000 us in the median; its times are without"
    ]
    monkeypatch.undo()


def test_a_trip_is_short_beside_a_slow_operation(made: Make) -> None:
    found = made(fake(f"time.sleep(0.05 if request['op'] != {NO_OP!r} else 0); say(valid=True)"))
    loaded = found.load("p256", "verify", samples("p256", 8, 1))
    assert loaded is not None
    times, _ = found.run(loaded[0], 3)
    assert median(times) < 5  # and not more is asked of a busy machine
    assert min(times) > 0.001


@pytest.mark.parametrize(
    ("does", "detail"),
    [
        ("sys.exit('out of luck')", "command: it ended with status 1: out of luck"),
        ("time.sleep(600)", "command: no answer in 1 s"),
        ("print('{}', flush=True)", "command: it answered nonsense: without the id of the request: {}"),
        ("say(error='internal', detail='oh')", "command: verify on p256: {'error': 'internal', 'detail': 'oh'}"),
        ("say(valid=1)", "command: verify on p256: {'valid': 1}"),
    ],
)
def test_a_program_that_fails_is_told_in_one_line(made: Make, does: str, detail: str) -> None:
    found = made(fake(does), 1.0)
    for _ in range(2):  # it is started anew
        with pytest.raises(UnusableInput) as caught:
            found.load("p256", "verify", samples("p256", 8, 1))
        assert (caught.value.code, caught.value.detail) == ("unsupported", detail)


def test_a_program_that_dies_while_it_is_timed(made: Make) -> None:
    found = made(fake("os._exit(7) if request['op'] == 'none' else say(valid=True)"))
    assert found.load("p256", "verify", samples("p256", 8, 1)) == (0, "01")
    with pytest.raises(UnusableInput, match="command: it ended with status 7"):
        found.run(0, 1)


def test_a_program_that_does_not_start() -> None:
    with pytest.raises(UnusableInput, match="command: no-such-program can't be started"):
        adapter("command", command="no-such-program")
    with pytest.raises(UnusableInput, match="command is the program of --command, and none is given"):
        adapter("command")
