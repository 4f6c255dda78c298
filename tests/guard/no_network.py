"""No test reaches the network: an audit hook (PEP 578) refuses every socket that would lead off this machine.

Allowed are Unix sockets and the loopback: 127.0.0.0/8, ::1, and the name localhost. The hook sees what any package does
with Python's sockets, and it cannot be taken out again. Processes that Python forks have it too, and those that it
starts anew find `sitecustomize.py`, beside this file, by PYTHONPATH. Python run with -E, -I or -S does not, nor does a
program in another language: for those `.ci/run` puts all of the tests where there is no network at all (`.ci/offline`).
"""

from __future__ import annotations

import sys

TYPE_CHECKING = False
if TYPE_CHECKING:
    import socket

NAMES = {None, "localhost"}  # a resolver asks nobody for these

refused: list[str] = []  # in this process, oldest first: code under test may have caught the exception


class NetworkUse(RuntimeError):
    """A test wanted to reach another machine. No OSError, which code that copes without a network would catch."""


def is_here(host: str | bytes | None) -> bool:
    """Whether a host is this machine's loopback."""
    import ipaddress  # only where there is a socket

    try:
        name = host.decode() if isinstance(host, bytes | bytearray) else host
        return name in NAMES or ipaddress.ip_address(name).is_loopback  # type: ignore[arg-type]  # None is a name
    except ValueError:  # another name; or "", which stands for all addresses
        return False


def leads_off(event: str, arguments: tuple[object, ...]) -> str | None:
    """What an event of Python's sockets would reach, or None if it stays on this machine."""
    if event in {"socket.connect", "socket.bind", "socket.sendto", "socket.sendmsg"}:
        return _destination(*arguments)  # type: ignore[arg-type]
    if event in {"socket.getaddrinfo", "socket.gethostbyname", "socket.gethostbyaddr"}:
        host = arguments[0]
    elif event == "socket.getnameinfo":
        host = arguments[0][0]  # type: ignore[index]
    else:
        return None
    return None if is_here(host) else f"the address of {host!r}"  # type: ignore[arg-type]


def _destination(socket_: socket.socket, address: tuple[str, int] | None) -> str | None:
    """What a socket would reach at an address, or None if that is on this machine; no address: it is connected."""
    import socket

    if address is None or socket_.family == getattr(socket, "AF_UNIX", None):
        return None
    if socket_.family in {socket.AF_INET, socket.AF_INET6} and is_here(address[0]):
        return None
    return f"{address!r} by {socket_.family!r}"


def _hook(event: str, arguments: tuple[object, ...]) -> None:
    if event.startswith("socket."):
        off = leads_off(event, arguments)
        if off is not None:
            refused.append(off)
            raise NetworkUse(f"{event}: got {off}, wanted this machine")


def install() -> None:
    """Add the hook to this process, once."""
    if not hasattr(sys, "_ecref_no_network"):
        sys._ecref_no_network = True  # type: ignore[attr-defined]  # the module may be loaded twice
        sys.addaudithook(_hook)
