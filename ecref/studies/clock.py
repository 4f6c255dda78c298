"""The processor's clock, as far as the system tells it: what makes cycles of seconds."""

from __future__ import annotations

from pathlib import Path


def hertz(cpuinfo: str = "/proc/cpuinfo", cpus: str = "/sys/devices/system/cpu") -> float | None:
    """The highest clock of the cores now, which the busy one has; None where the system doesn't tell.

    On a virtual machine it is often a nominal one.
    """
    try:
        lines = Path(cpuinfo).read_text("utf-8").splitlines()
    except OSError:
        lines = []
    found = [1e6 * _number(line.partition(":")[2]) for line in lines if line.startswith("cpu MHz")]
    if not found:
        files = Path(cpus).glob("cpu*/cpufreq/scaling_cur_freq")
        found = [1e3 * _number(file.read_text("utf-8")) for file in files]
    return max(found, default=0.0) or None


def _number(text: str) -> float:
    try:
        return float(text)
    except ValueError:
        return 0.0
