"""The package of the formats: its names, each from its module, which is loaded when it is asked for."""

from __future__ import annotations

import subprocess
import sys

import pytest

import ecref.formats


def test_every_public_name_is_there() -> None:
    assert dir(ecref.formats) == sorted(ecref.formats.__all__)
    assert all(getattr(ecref.formats, name) is not None for name in ecref.formats.__all__)
    assert set(ecref.formats._SIGNATURES) <= set(ecref.formats.__all__)
    with pytest.raises(AttributeError, match="has no attribute 'load_key'"):
        _ = ecref.formats.load_key  # type: ignore[attr-defined]


@pytest.mark.parametrize("name", ["readings", "load_public_key"])
def test_a_module_is_loaded_when_a_name_of_it_is_used(name: str) -> None:
    program = f"""
import sys, ecref.formats
print("ecref.formats.keys" in sys.modules, "ecref.formats.signatures" in sys.modules)
ecref.formats.{name}
print("ecref.formats.keys" in sys.modules, "ecref.formats.signatures" in sys.modules)
"""
    printed = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True).stdout
    assert printed.split() == ["False", "False", str(name == "load_public_key"), str(name == "readings")]
