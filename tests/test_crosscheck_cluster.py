"""A campaign on a Dask cluster: the same result as here, whatever becomes of its workers; a line for what can't be had.

The clusters are real ones on this machine: of processes where one is killed, else of threads that speak TCP.
"""

from __future__ import annotations

import json
import multiprocessing
import os
import signal
import sys
import threading
import time
from collections import Counter
from functools import partial
from importlib import import_module
from typing import TYPE_CHECKING, Any

import pytest

from command_line import runner
from ecref.errors import UnusableInput
from ecref.referee.crosscheck import campaign
from ecref.referee.crosscheck.campaign import CHUNK, Opened, Plan, Report
from ecref.referee.crosscheck.cases import choice
from ecref.referee.implementations import Chosen

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping
    from pathlib import Path

    from ecref.referee.implementations.interface import Answer

distributed = pytest.importorskip("distributed", reason="distributed is not installed")
cluster: Any = import_module("ecref.referee.crosscheck.cluster")

CASES = 10 * CHUNK + 3
PROGRAM = """
import json, os, sys, time
for line in sys.stdin:
    request = json.loads(line)
    if request["op"] == "describe":
        answer = {"name": "zero", "version": "1.0"}
    else:
        time.sleep(0.01)
        answer = {"public_key": "00" * 32}
        with open(sys.argv[1], "a") as log:
            print(os.getppid(), file=log)
    print(json.dumps({"id": request["id"], **answer}), flush=True)
"""


class Zero:
    """An implementation that knows one public key."""

    name = "zero"

    def __init__(self) -> None:
        self.closed = False
        self.is_here = threading.current_thread() is threading.main_thread()

    def version(self) -> str:
        return "1.0"

    def rules(self, scheme: str, curve: str | None) -> None:
        pass

    def nonce(self, curve: str) -> None:
        pass

    def answer(self, request: Mapping[str, Any]) -> Answer:  # noqa: ARG002
        return {"public_key": "00" * 32}

    def close(self) -> None:
        self.closed = True


class Other(Zero):
    """Of another version in the workers."""

    def version(self) -> str:
        return "1.0" if self.is_here else "1.1"


MADE: list[Zero] = []


def make(kind: type[Zero] = Zero) -> list[Zero]:
    MADE.append(kind())
    return MADE[-1:]


def make_or_die() -> list[Zero]:
    """To be made in a worker ends it."""
    if multiprocessing.parent_process() is not None:
        os.kill(os.getpid(), signal.SIGKILL)
    return make()


class Unreadable:
    """What makes implementations, but not where ecref is another."""

    def __call__(self) -> list[Zero]:
        return make()

    def __reduce__(self) -> tuple[Callable[[], object], tuple[()]]:
        return absent, ()


def absent() -> None:
    raise ModuleNotFoundError("no module of this name")


def plan(address: str | None, cases: int | None = CASES, seconds: float | None = None) -> Plan:
    return Plan(7, choice("Ed25519", ["deriving-keys"]), cases, seconds, scheduler=address)


def same(one: Report, other: Report) -> bool:
    return (one.seed, one.result, one.versions) == (other.seed, other.result, other.versions)


@pytest.fixture
def threads() -> Iterator[Any]:
    """A cluster of two threads in this process."""
    MADE.clear()
    with distributed.LocalCluster(
        n_workers=1, threads_per_worker=2, processes=False, protocol="tcp", dashboard_address=None
    ) as found:
        yield found


@pytest.fixture(autouse=True)
def brief(monkeypatch: pytest.MonkeyPatch) -> None:
    """Shrinking is done here, whoever finds what is shrunk."""
    monkeypatch.setattr("ecref.referee.crosscheck.shrinking.ATTEMPTS", 3)


@pytest.fixture
def impatient(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(cluster, "PATIENCE", 0.5)


def asked(log: Path) -> Counter[int]:
    """How many requests were asked by each process."""
    return Counter(map(int, log.read_text().split())) if log.exists() else Counter()


def kill_in_the_middle(log: Path) -> int:
    """Kill a worker that is in the middle of a part, which it has asked some requests of; its number."""
    end = time.monotonic() + 30
    while time.monotonic() < end:
        time.sleep(0.01)
        for worker, count in asked(log).items():
            if worker != os.getpid() and count % CHUNK:
                os.kill(worker, signal.SIGSTOP)
                time.sleep(0.1)  # for the answer that its program is at
                in_the_middle = asked(log)[worker] % CHUNK != 0
                os.kill(worker, signal.SIGKILL if in_the_middle else signal.SIGCONT)
                if in_the_middle:
                    return worker
    raise AssertionError("no worker was ever in the middle of a part")


@pytest.mark.skipif(sys.platform == "win32", reason="there is no SIGSTOP here")
def test_a_worker_that_is_killed_loses_no_case_and_none_is_counted_twice(tmp_path: Path) -> None:
    program, log = tmp_path / "zero.py", tmp_path / "log"
    program.write_text(PROGRAM)
    makes = Opened((Chosen("zero", f"{sys.executable} {program} {log}"),))
    killed: list[int] = []

    def progress(_done: int, _seconds: float) -> None:
        if not killed:
            killed.append(kill_in_the_middle(log))

    with distributed.LocalCluster(n_workers=2, threads_per_worker=1, dashboard_address=None) as two:
        report = campaign.run(plan(two.scheduler_address), makes, progress)
    workers = asked(log)
    del workers[os.getpid()]
    assert len(workers) >= 2
    assert workers[killed[0]] % CHUNK != 0
    assert workers.total() > CASES  # some of them twice ...
    assert report.result.cases == CASES
    tally = report.result.total("zero")
    assert (tally.asked, tally.faults) == (CASES, CASES)  # ... which count once
    assert same(report, campaign.run(plan(None), makes))


def test_two_threads_have_two_implementations_which_are_closed_in_the_end(threads: Any) -> None:
    done: list[int] = []
    report = campaign.run(plan(threads.scheduler_address), make, lambda cases, _seconds: done.append(cases))
    assert done == [*range(CHUNK, CASES, CHUNK), CASES]
    assert len(MADE) == 3
    assert [each.is_here for each in MADE] == [True, False, False]
    assert all(each.closed for each in MADE)
    assert same(report, campaign.run(plan(None), make))


def test_the_time_is_up_for_a_cluster_too(threads: Any) -> None:
    report = campaign.run(plan(threads.scheduler_address, None, 0.5), make)
    assert report.result.cases % CHUNK == 0
    assert 0.5 <= report.seconds < 30


def test_workers_that_have_another_version_are_no_help(threads: Any) -> None:
    with pytest.raises(UnusableInput, match=r"tcp://\S+ has zero 1\.1, here is 1\.0$"):
        campaign.run(plan(threads.scheduler_address), partial(make, Other))
    assert all(each.closed for each in MADE)


def test_workers_that_cannot_begin_are_no_help(threads: Any) -> None:
    with pytest.raises(UnusableInput, match=r"a worker can't begin: .*no module of this name"):
        campaign.run(plan(threads.scheduler_address), Unreadable())


def test_workers_that_die_of_it_one_after_the_other_end_the_campaign() -> None:
    dask = import_module("dask")
    with (
        dask.config.set({"distributed.scheduler.allowed-failures": 0}),
        distributed.LocalCluster(n_workers=1, threads_per_worker=1, dashboard_address=None) as one,
        pytest.raises(UnusableInput, match="every worker died that was given the cases 0 to 24"),
    ):
        campaign.run(plan(one.scheduler_address), make_or_die)


@pytest.mark.usefixtures("impatient")
def test_a_scheduler_that_is_lost_ends_the_campaign(threads: Any) -> None:
    def close(_done: int, _seconds: float) -> None:
        threads.close()

    with pytest.raises(UnusableInput, match=r"the scheduler at 'tcp://\S+' is lost: "):
        campaign.run(plan(threads.scheduler_address, 10_000), make, close)


@pytest.mark.usefixtures("impatient")
def test_a_scheduler_without_workers_is_waited_for_no_longer_than_that() -> None:
    with (
        distributed.LocalCluster(n_workers=0, processes=False, protocol="tcp", dashboard_address=None) as none,
        pytest.raises(UnusableInput, match=r"the scheduler at 'tcp://\S+' has no workers"),
    ):
        campaign.run(plan(none.scheduler_address), make)


@pytest.mark.parametrize(
    ("address", "why"),
    [
        ("nonsense", "missing port number"),
        ("carrier-pigeon://localhost:1", "unknown address scheme"),
        ("tcp://127.0.0.1:1", "refused"),
        ("x" * 1000, f"no scheduler at '{'x' * 80}': "),
    ],
)
def test_there_is_no_such_scheduler(address: str, why: str) -> None:
    with pytest.raises(UnusableInput, match=why) as caught:
        campaign.run(plan(address), make)
    assert caught.value.code == "unsupported"


def test_without_the_package_it_says_which(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delitem(sys.modules, cluster.__name__)
    monkeypatch.setitem(sys.modules, "distributed", None)
    with pytest.raises(UnusableInput, match=r"a cluster needs the package distributed: pip install 'ecref\[scale\]'"):
        campaign.run(plan("tcp://127.0.0.1:1"), make)


def test_the_command_gives_the_same_report(
    threads: Any, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    run = runner(monkeypatch, capsys)
    line = "crosscheck ecref --json --cases 60 --seed 3"
    reports = []
    for where in (f" --scheduler {threads.scheduler_address}", " -j 1"):
        status, out, err = run(line + where)
        assert (status, err) == (0, "")
        reports.append({**json.loads(out), "seconds": None})
    assert reports[0] == reports[1]
    assert reports[0]["cases"] == 60


def test_the_command_takes_no_processes_beside_a_cluster(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    status, out, err = runner(monkeypatch, capsys)("crosscheck ecref -j 2 --scheduler tcp://127.0.0.1:1")
    assert (status, out) == (2, "")
    assert "-j has no meaning with --scheduler" in err
