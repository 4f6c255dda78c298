"""Departures that are known: campaigns find each by themselves, where the implementation is installed.

The versions are those that .ci/run and pyproject.toml bring; one that has changed its mind is a test to be changed.
"""

from __future__ import annotations

import os
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from ecref.errors import UnusableInput
from ecref.referee.crosscheck import campaign
from ecref.referee.crosscheck.cases import choice
from ecref.referee.implementations import Chosen

if TYPE_CHECKING:
    from ecref.referee.crosscheck.findings import Finding

NODE_MODULES = os.environ.get("ECREF_NODE_MODULES", str(Path(__file__).parents[1] / "node_modules"))


def findings(name: str, kind: str, cases: int, curve: str | None = None) -> dict[tuple[str, str], Finding]:
    """What a campaign of one kind finds: by verdict and reason."""
    plan = campaign.Plan(0, choice(curve, [kind]), cases)
    try:
        made = campaign.run(plan, campaign.Opened((Chosen(name, node_modules=NODE_MODULES, timeout=60.0),)))
    except UnusableInput as error:
        pytest.skip(f"{name} is not installed: {error.detail}")
    return {key[1::2]: found for key, found in made.result.findings.items()}


def test_sunec_refuses_x_above_n() -> None:
    found = findings("java", "x-above-n", 6)["standard", "refuses-valid"]
    assert set(found.flaws) == {"x(kG) >= n"}
    assert found.difference.section == "FIPS 186-5, 6.4.2, step 8: r1 = x(R) mod n"


def test_sunec_accepts_negative_integers() -> None:
    found = findings("java", "der", 120)
    assert set(found["standard", "r-out-of-range"].flaws) == {"r without its zero octet"}
    assert set(found["standard", "s-out-of-range"].flaws) == {"s without its zero octet"}


def test_sunec_accepts_65_octets() -> None:
    found = findings("java", "lengths", 24, "Ed25519")["standard", "signature-length"]
    assert set(found.flaws) == {"a signature with an octet more"}
    assert found.difference.detail == "accepts what it must refuse: got 65 octets, wanted 64"


def test_python_ecdsa_accepts_an_r_that_is_not_canonical() -> None:
    found = findings("ecdsa", "non-canonical", 60, "Ed25519")
    assert any(reason == "R-non-canonical" for _, reason in found)


def test_eth_keys_builds_a_key_from_a_point_off_the_curve() -> None:
    found = findings("eth-keys", "parsing-keys", 60)["standard", "invalid-key"]
    assert "off the curve" in found.flaws
    assert found.difference.section == "SEC 1, 3.2.2.1; SP 800-56A, 5.6.2.3.3"


def test_pyca_accepts_a_key_that_is_not_canonical() -> None:
    found = findings("cryptography", "non-canonical", 60, "Ed25519")["policy", "A-non-canonical"]
    assert "ref10" in found.difference.agrees


def test_noble_refuses_high_s_on_p256() -> None:
    found = findings("noble", "half-s", 8, "P-256")["policy", "high-s"]
    assert set(found.flaws) == {"s > n/2"}
    assert found.difference.agrees == ("low-s",)
