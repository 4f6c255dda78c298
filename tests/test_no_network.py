"""The guard of no_network.py bites, in this process and in its children. Nothing here sends a packet, guard or not."""

from __future__ import annotations

import multiprocessing
import os
import socket
import subprocess
import sys
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

import no_network

if TYPE_CHECKING:
    from collections.abc import Callable

ELSEWHERE = "192.0.2.1"  # RFC 5737: nobody's. Connecting a datagram socket only notes the address, and asks nobody
PROGRAM = f"""
import socket
socket.socket(socket.AF_INET, socket.SOCK_DGRAM).connect(({ELSEWHERE!r}, 9))
"""




@pytest.mark.parametrize("host", ["127.0.0.1", "127.255.255.254", "::1", "localhost", b"127.0.0.1", b"localhost", None])
def test_hosts_on_this_machine(host: str | bytes | None) -> None:
    assert no_network.is_here(host)


@pytest.mark.parametrize(
    "host", ["", "0.0.0.0", "::", "126.0.0.1", "128.0.0.1", "2001:db8::1", "localhost.net", b"\xff", ELSEWHERE]
)
def test_hosts_elsewhere(host: str | bytes) -> None:
    assert not no_network.is_here(host)


def numeric(call: str, *arguments: object) -> Callable[[], object]:
    """A call of the module socket with a numeric address, for which no resolver asks anyone."""
    return lambda: getattr(socket, call)(*arguments)


def datagrams(call: str, *arguments: object) -> Callable[[], object]:
    """A call of a method of a datagram socket, which sends nothing."""

    def made() -> object:
        with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as here:
            return getattr(here, call)(*arguments)

    return made


@pytest.mark.parametrize(
    "call",
    [
        datagrams("connect", (ELSEWHERE, 9)),
        datagrams("connect_ex", (ELSEWHERE, 9)),
        datagrams("bind", (ELSEWHERE, 0)),  # no address of this machine
        numeric("getaddrinfo", ELSEWHERE, 9, 0, 0, 0, socket.AI_NUMERICHOST),
        numeric("gethostbyname", ELSEWHERE),
    ],
)
def test_calls_are_refused(call: Callable[[], object]) -> None:
    with pytest.raises(no_network.NetworkUse, match=ELSEWHERE):
        call()
    assert no_network.refused.pop().count(ELSEWHERE) == 1  # forgotten, so that this test passes
    assert no_network.refused == []


@pytest.mark.parametrize(
    ("event", "arguments"),
    [
        ("socket.sendto", [(ELSEWHERE, 9)]),
        ("socket.sendmsg", [(ELSEWHERE, 9)]),
        ("socket.gethostbyaddr", []),
        ("socket.getnameinfo", []),
    ],
)
def test_events_are_refused(event: str, arguments: list[object]) -> None:
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as here:
        first: dict[str, object] = {"socket.gethostbyaddr": ELSEWHERE, "socket.getnameinfo": (ELSEWHERE, 9)}
        off = no_network.leads_off(event, (first.get(event, here), *arguments))
    assert off is not None
    assert ELSEWHERE in off


def test_what_stays_on_this_machine_is_not_refused(tmp_path: Path) -> None:
    with socket.create_server(("127.0.0.1", 0)) as server, socket.create_connection(server.getsockname()) as here:
        here.sendmsg([b"octets"])  # no address: where it is connected
    left, right = socket.socketpair()
    with left, right:
        left.sendall(b"octets")
        assert right.recv(6) == b"octets"
    if hasattr(socket, "AF_UNIX"):
        with socket.socket(socket.AF_UNIX) as named:
            named.bind(str(tmp_path / "s"))
    assert no_network.leads_off("open", ("a file", "r", 0)) is None
    assert no_network.refused == []


@pytest.mark.skipif(not hasattr(socket, "AF_NETLINK"), reason="netlink is Linux's")
def test_another_family_is_refused() -> None:
    with socket.socket(socket.AF_NETLINK, socket.SOCK_RAW) as here:
        assert "AF_NETLINK" in str(no_network.leads_off("socket.bind", (here, (0, 0))))


def test_a_test_that_swallows_the_exception_fails(tmp_path: Path) -> None:
    here = Path(__file__).parent
    (tmp_path / "conftest.py").write_bytes((here / "conftest.py").read_bytes())
    indented = PROGRAM.replace("\n", "\n        ")
    (tmp_path / "test_it.py").write_text(
        f"def test_it():\n    try:\n{indented}\n    except Exception:\n        pass\n\n\ndef test_next():\n    pass\n"
    )
    (tmp_path / "pytest.ini").write_text("[pytest]\n")
    environment = {**os.environ, "PYTHONPATH": os.pathsep.join([str(here), str(here / "guard")])}
    command = [sys.executable, "-m", "pytest", "-p", "no:cacheprovider", "-q"]
    done = subprocess.run(command, cwd=tmp_path, env=environment, capture_output=True, text=True, check=False)
    assert done.stdout.splitlines()[-1].startswith("1 failed, 1 passed"), done.stdout + done.stderr
    assert f"the test wanted to reach ('{ELSEWHERE}', 9)" in done.stdout


def test_a_new_process_of_python_is_guarded() -> None:
    done = subprocess.run([sys.executable, "-c", PROGRAM], capture_output=True, text=True, check=False)
    assert done.returncode == 1
    assert f"no_network.NetworkUse: socket.connect: got ('{ELSEWHERE}', 9)" in done.stderr


@pytest.mark.parametrize("method", multiprocessing.get_all_start_methods())
def test_a_process_of_multiprocessing_is_guarded(method: str) -> None:
    context = multiprocessing.get_context(method)
    with context.Pool(1) as pool, pytest.raises(no_network.NetworkUse, match=ELSEWHERE):
        pool.apply(exec, (PROGRAM,))


def test_the_program_does_nothing_where_there_is_no_guard() -> None:
    done = subprocess.run([sys.executable, "-I", "-S", "-c", PROGRAM], capture_output=True, text=True, check=False)
    assert "NetworkUse" not in done.stderr  # 101, "Network is unreachable", where there is none


@pytest.mark.skipif(os.environ.get("ECREF_OFFLINE") != "1", reason=".ci/offline is what says that there is no network")
def test_there_is_no_network_for_any_program() -> None:
    names = "import socket; print(*[name for _, name in socket.if_nameindex()])"
    done = subprocess.run([sys.executable, "-I", "-S", "-c", names], capture_output=True, text=True, check=True)
    assert done.stdout.split() == ["lo"]
