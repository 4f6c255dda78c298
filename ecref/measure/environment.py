"""What was measured on: interpreter and build, processor, versions."""

from __future__ import annotations

import os
import platform
import sys
import sysconfig
from datetime import datetime, timezone
from pathlib import Path

import ecref


def environment() -> dict[str, str | int]:
    """The names are pyperf's where it has them."""
    found: dict[str, str | int | None] = {
        "date": datetime.now(timezone.utc).replace(tzinfo=None).isoformat(sep=" "),
        "ecref_version": ecref.__version__,
        "python_implementation": platform.python_implementation().lower(),
        "python_version": platform.python_version(),
        "python_build": " ".join(platform.python_build()),
        "python_compiler": platform.python_compiler(),
        "python_cflags": sysconfig.get_config_var("PY_CFLAGS"),
        "python_configure": sysconfig.get_config_var("CONFIG_ARGS"),
        "python_int_digit_bits": sys.int_info.bits_per_digit,
        "platform": platform.platform(),
        "cpu_count": os.cpu_count(),
        "cpu_model_name": processor(),
    }
    return {name: value for name, value in found.items() if value}


def processor(path: str = "/proc/cpuinfo") -> str:
    """The processor's name, as far as the system tells it."""
    try:
        lines = Path(path).read_text("utf-8").splitlines()
    except OSError:
        lines = []
    names = (line.partition(":")[2].strip() for line in lines if line.startswith("model name"))
    return next(names, platform.processor() or platform.machine())
