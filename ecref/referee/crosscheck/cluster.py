"""A campaign on a Dask cluster: parts of it go to the workers, their results come back in the order of the parts.

A part is a pure function of its numbers (campaign.py), so a worker that dies loses nothing: the scheduler gives its
parts, and those whose results it still held, to another. Each part has one future, and each future is counted once.
A worker makes its implementations itself, for each of its threads, and they have to be the versions that are here.
It keeps them in a plugin, which is the campaign's own, as several may share a cluster.
"""

from __future__ import annotations

import logging
import socket
import threading
from collections import deque
from concurrent.futures import CancelledError
from contextlib import contextmanager, suppress
from itertools import islice
from typing import TYPE_CHECKING
from uuid import uuid4

from ecref import __version__
from ecref.errors import UnusableInput

from .campaign import Task, check_all, close

try:
    import distributed
    from distributed.comm import addressing
except ImportError:
    raise UnusableInput("unsupported", "a cluster needs the package distributed: pip install 'ecref[scale]'") from None

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from ecref.referee.implementations.interface import Implementation

    from .campaign import Make
    from .findings import Result

    Waiting = deque[tuple[Task, distributed.Future[Result]]]

PATIENCE = 10.0  # seconds, for a scheduler, and for its first worker
AHEAD = 4  # parts a thread that are handed out, so that none waits for the next


def results(
    address: str, tasks: Iterator[Task], make: Make, implementations: Sequence[Implementation]
) -> Iterator[Result]:
    """The results of the tasks in their order, from the workers of the scheduler at this address.

    UnusableInput "unsupported" where they can't be had: no scheduler, no worker, or one that has something else.
    """
    team = Team(make, versions(implementations))
    with _connected(address) as client:
        try:
            client.register_plugin(team)
        except Exception as error:  # what a worker raised, of no type of its own
            raise _unusable(f"a worker can't begin: {error}") from error
        try:
            yield from _results(client, team.name, tasks)
        finally:
            with suppress(OSError, CancelledError):  # of a connection that is lost
                client.unregister_worker_plugin(team.name)  # type: ignore[no-untyped-call]


def versions(implementations: Sequence[Implementation]) -> dict[str, str]:
    """What has to be the same here and there."""
    return {"ecref": __version__, **{each.name: each.version() for each in implementations}}


class Team(distributed.WorkerPlugin):
    """What a worker keeps: implementations, which answer one request at a time, for each of its threads."""

    def __init__(self, make: Make, wanted: dict[str, str]) -> None:
        self.name = f"ecref {uuid4()}"
        self._make = make
        self._wanted = wanted

    def setup(self, worker: distributed.Worker) -> None:
        """Begin with a worker."""
        self._address = worker.address
        self._made: dict[int, Sequence[Implementation]] = {}

    def here(self) -> Sequence[Implementation]:
        """The implementations of this thread. UnusableInput "unsupported" where they are others than those wanted."""
        thread = threading.get_ident()
        if thread not in self._made:
            made = self._made[thread] = self._make()
            for name, version in versions(made).items():
                if version != self._wanted[name]:
                    raise _unusable(f"{self._address} has {name} {version}, here is {self._wanted[name]}")
        return self._made[thread]

    def teardown(self, worker: distributed.Worker) -> None:  # noqa: ARG002 -- the plugin's interface
        """End what was started for it."""
        for made in self._made.values():
            close(made)


def work(name: str, task: Task) -> Result:
    """The result of a task, at a worker that has the plugin of this name."""
    team = distributed.get_worker().plugins[name]
    assert isinstance(team, Team)
    return check_all(task.cases(), team.here())


def _results(client: distributed.Client, name: str, tasks: Iterator[Task]) -> Iterator[Result]:
    waiting: Waiting = deque()
    while True:
        workers: dict[str, int] = client.nthreads()  # type: ignore[no-untyped-call]
        threads = sum(workers.values()) or 1  # none while the last worker starts again
        room = max(0, AHEAD * threads - len(waiting))
        waiting.extend((task, client.submit(work, name, task, pure=False)) for task in islice(tasks, room))
        if not waiting:
            return
        task, future = waiting.popleft()
        try:
            yield future.result()
        except distributed.KilledWorker:
            first, last = task.numbers[0], task.numbers[-1]
            raise _unusable(f"every worker died that was given the cases {first} to {last}") from None


@contextmanager
def _connected(address: str) -> Iterator[distributed.Client]:
    """A client of a scheduler that has workers."""
    shown = address[:80]
    try:
        place = addressing.get_address_host_port(address)
        socket.create_connection(place, PATIENCE).close()  # a Client that finds nobody takes long to go away
    except (OSError, ValueError) as error:
        raise _unusable(f"no scheduler at {shown!r}: {error}") from None
    log = logging.getLogger("distributed.client")
    level = log.level
    log.setLevel(logging.CRITICAL)  # it has tracebacks
    try:
        with distributed.Client(address, timeout=PATIENCE, set_as_default=False) as client:  # type: ignore[no-untyped-call]
            try:
                client.wait_for_workers(1, timeout=PATIENCE)
            except TimeoutError:
                raise _unusable(f"the scheduler at {shown!r} has no workers") from None
            yield client
    except (OSError, CancelledError) as error:
        raise _unusable(f"the scheduler at {shown!r} is lost: {error}") from None
    finally:
        log.setLevel(level)


def _unusable(detail: str) -> UnusableInput:
    return UnusableInput("unsupported", detail)
