"""The study of providers: ratios both ways round, gaps where there is nothing, and digests that are taken otherwise."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest

from ecref.errors import UnusableInput
from ecref.measure import cells
from ecref.measure.operations import DIGEST_OPERATIONS, calls
from ecref.measure.rounds import Effort
from ecref.referee.adapters import ADAPTERS
from ecref.referee.adapters.interface import External
from ecref.referee.adapters.own import Ecref
from ecref.referee.adapters.pynacl import PyNaCl
from ecref.studies import available, providers, study
from ecref.studies.model import Plan
from ecref.studies.providers_agreement import AGREES, DEPARTS, LENGTHS, agreement
from ecref.studies.providers_findings import findings
from ecref.studies.providers_tables import OPERATIONS, Figures, chart, tables
from measured import a_row

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from ecref.referee.adapters.interface import Adapter, Sample, Suite
    from ecref.studies.model import Study

TINY = Effort(1, 0.0001, 0)


class Other(Ecref):
    """ecref under another name, with some operations changed."""

    def __init__(self, name: str, **changes: Any) -> None:
        super().__init__()
        self.name = name
        self.changes = changes

    def suite(self, curve: str) -> Suite:
        return super().suite(curve)._replace(**self.changes)


class Elsewhere(External):
    """A program in place of one: it computes as ecref does, and each operation takes so many seconds."""

    def __init__(self, name: str, seconds: float, *without: str) -> None:
        self.name = name
        self.seconds = seconds
        self.without = without

    def version(self) -> str:
        return f"{self.name} 1"

    def supports(self, curve: str) -> bool:
        return curve == "p256"

    def load(self, curve: str, operation: str, samples: Sequence[Sample]) -> tuple[int, str] | None:
        if operation in self.without:
            return None
        if operation == "generate":
            return 0, "01"
        todo = calls(Ecref().suite(curve), operation, samples)
        assert todo is not None
        result = todo[0]()
        if result is False:
            raise UnusableInput("unsupported", f"{self.name}: a valid signature was refused")
        return 0, result.hex() if isinstance(result, bytes) else "01"

    def run(self, _: int, count: int) -> tuple[list[float], float]:
        return [self.seconds] * count, self.seconds * count

    def notes(self) -> list[str]:
        return [f"{self.name}: a note"]

    def close(self) -> None:
        pass


@pytest.fixture
def studied(monkeypatch: pytest.MonkeyPatch) -> Callable[..., Study]:
    """Runs the study over these adapters, beside ecref."""

    def run(*others: Adapter, plan: Plan | None = None) -> Study:
        known: dict[str, Adapter] = {each.name: each for each in (Ecref(), *others)}
        monkeypatch.setattr(providers, "ADAPTERS", dict.fromkeys((*known, "absent", "command")))
        monkeypatch.setattr(cells, "GROWN", 1)

        def adapter(name: str, *_: object, **__: object) -> Adapter:
            if name not in known:
                raise UnusableInput("unsupported", f"{name} isn't here")
            return known[name]

        monkeypatch.setattr(available, "adapter", adapter)
        return study("providers")(plan or Plan(TINY, quick=True), lambda *_: None)

    return run


def test_a_run(studied: Callable[..., Study]) -> None:
    bare = Other("bare", sign_digest=None, verify_digest=None)
    found = studied(Elsewhere("java", 2.0), Elsewhere("bouncycastle", 1.0), bare)
    assert (found.name, list(found.versions)) == ("providers", ["ecref", "java", "bouncycastle", "bare"])
    assert found.missing == {"absent": "absent isn't here"}
    generate, sign, verify, digests = found.tables
    assert generate.title == "P-256: a new key pair, the mean of 20; old is ecref, new is the line's"
    assert [row[0] for row in sign.rows] == ["ecref", "java", "bouncycastle", "bare"]
    assert sign.rows[0][6:] == (100.0, 1.0, None)
    assert isinstance(sign.rows[0][5], float)
    assert sign.rows[1][1:5] == (2e6, None, 2e6, 2e6)
    fraction = sign.rows[1][7]
    assert isinstance(fraction, float)
    assert fraction > 10
    assert sign.rows[1][6] == pytest.approx(100 / fraction)
    assert sign.rows[3] == ("bare", None, None, None, None, None, None, None, None)
    assert generate.rows[3][1] is not None
    assert verify.note == "The key is decoded and validated within the time."
    assert digests.heads == ("implementation", "1", "20", "31", "32", "33", "48", "64")
    assert digests.rows == [(name, *[AGREES] * 7) for name in ("ecref", "java", "bouncycastle")]
    assert digests.note is not None
    assert digests.note.endswith(" None is taken by bare.")
    assert found.findings[3] == (
        "With java (SunEC) as the old provider and bouncycastle as the new, new time / old time is: a new key pair "
        "0.500 ± ?, which is not told apart from 1 (performance 200 %); a signature 0.500 ± ?, which is not told apart "
        "from 1 (performance 200 %); a verification 0.500 ± ?, which is not told apart from 1 (performance 200 %)."
    )
    assert found.findings[4] == (
        "Asked over digests of 1, 20, 31, 32, 33, 48 and 64 octets, java and bouncycastle agree with ecref in both "
        "directions."
    )
    assert found.notes[:2] == ["java: a note", "bouncycastle: a note"]
    assert found.charts[0].series["bare"][1:] == [("a signature", None), ("a verification", None)]


def test_the_full_run_takes_a_thousand(studied: Callable[..., Study], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(providers, "COUNT", 7)
    found = studied(plan=Plan(Effort(2, 0.0001, 0), command="./it"))
    assert found.missing == {"absent": "absent isn't here", "command": "command isn't here"}
    assert "the mean of 8;" in found.tables[0].title  # in each of two rounds four
    assert found.findings[0].startswith("A new key pair takes ecref ")
    assert found.findings[0].endswith(" us; nothing else here has it.")
    assert found.findings[3:] == ["Nothing else here takes a raw digest, so that there is nothing to agree on."]


def test_who_has_not_got_the_curve_is_missing(studied: Callable[..., Study]) -> None:
    pytest.importorskip("nacl", reason="PyNaCl is not installed")
    assert studied(PyNaCl()).missing["pynacl"] == "it has no P-256"


def figures(**seconds: list[float]) -> Figures:
    """As if each implementation took so long in each round, whatever the operation."""
    rows = {
        (name, operation): a_row(
            implementation=name, operation=operation, operations=1000, rounds=rounds, mean=sum(rounds) / len(rounds)
        )
        for name, rounds in seconds.items()
        for operation in OPERATIONS
    }
    return Figures(tuple(seconds), rows)


def test_ratios_are_formed_round_by_round() -> None:
    found = figures(ecref=[1.0, 2.0, 3.0], other=[0.5, 1.0, 1.5], equal=[1.1, 1.9, 3.0])
    assert found.ratio("generate", "other", "ecref") == (0.5, 0.0)
    table = tables(found)[0]
    assert table.rows[1][5:] == (2000.0, 200.0, 0.5, None)
    assert table.rows[2][7] == pytest.approx((1.1 + 0.95 + 1) / 3)
    assert chart(found).series["other"] == [
        ("a new key pair", 1e6), ("a signature", 1e6), ("a verification", 1e6)
    ]  # fmt: skip


def test_what_is_told_apart_and_what_is_not() -> None:
    found = figures(ecref=[1.0, 2.0, 3.0], quick=[0.5, 1.0, 1.5], slow=[4.0, 8.0, 12.0], equal=[1.1, 1.9, 3.0])
    assert findings(found, {})[0] == (
        "A new key pair takes quick least, 1,000,000.0 us, and slow most, 8,000,000.0 us: 8.00 ± 0.00 times as long. "
        "Quicker than ecref, by the new time over the old: quick (0.500 ± 0.000). "
        "Slower than ecref, by the new time over the old: slow (4.000 ± 0.000). "
        "Not told apart from ecref, by the new time over the old: equal (1.017 ± 1.393)."
    )


def test_nothing_is_told_apart() -> None:
    found = figures(ecref=[1.0, 2.0, 3.0], equal=[1.1, 1.9, 3.0])
    assert findings(found, {})[0] == (
        "A new key pair takes ecref least, 2,000,000.0 us, and equal most, 2,000,000.0 us: the two are not told apart. "
        "Not told apart from ecref, by the new time over the old: equal (1.017 ± 1.393)."
    )


def cut(key: Any, digest: bytes) -> bytes:
    """It takes the first 20 octets."""
    return bytes(key.sign_digest(digest[:20], hash=None))


def fail(*_: object) -> bytes:
    raise OverflowError("a private key, perhaps")


def always(*departures: str) -> dict[int, list[str]]:
    return {length: [*departures] for length in LENGTHS}


AT_20 = {length: [] if length <= 20 else ["ecref refuses what it signs"] for length in LENGTHS}


@pytest.mark.parametrize(
    ("other", "departs"),
    [
        (Other("it"), always()),
        (Other("it", sign_digest=None, verify_digest=None), {}),
        (Other("it", sign_digest=cut), AT_20),
        (Other("it", sign_digest=fail), always("it doesn't sign: it: OverflowError")),
        (Other("it", verify_digest=lambda *_: True), always("it takes a signature over another digest")),
        (Other("it", verify_digest=lambda *_: False), always("it refuses what ecref signs")),
        (Other("it", verify_digest=fail), always("it refuses what ecref signs: it: OverflowError")),
        (Elsewhere("it", 1.0), always()),
        (Elsewhere("it", 1.0, *DIGEST_OPERATIONS), {}),
    ],
)
def test_what_departs(other: Adapter, departs: dict[int, list[str]]) -> None:
    assert agreement(other) == departs


def test_departures_are_findings(studied: Callable[..., Study], monkeypatch: pytest.MonkeyPatch) -> None:
    found = studied(Other("cutting", sign_digest=cut, verify_digest=None), Other("same"))
    assert found.missing["cutting"] == "cutting: sign-digest on p256 gives a wrong result"
    agreed = {each.name: agreement(each) for each in (Ecref(), Other("same"), Other("cutting", sign_digest=cut))}
    monkeypatch.setattr(providers, "agreement", lambda each: agreed[each.name])
    found = studied(Other("cutting"), Other("same"))
    assert found.tables[3].rows[1] == ("cutting", AGREES, AGREES, *[DEPARTS] * 5)
    *_, last = found.findings
    assert last.startswith("Asked over digests of 1, 20, 31, 32, 33, 48 and 64 octets, same agrees with ecref in both ")
    assert last.endswith(" cutting departs at 64 octets: ecref refuses what it signs.")
    assert last.count("departs") == 5


def test_nobody_agrees() -> None:
    assert "octets, none agrees with ecref in both directions. it departs at 20 octets: oh." in findings(
        figures(ecref=[1.0]), {"it": {20: ["oh"]}}
    )[-1]


def test_every_adapter_is_asked_for() -> None:
    assert {"ecref", "cryptography", "java", "bouncycastle", "go", "noble"} < set(ADAPTERS)
    assert vars(providers)["ADAPTERS"] is ADAPTERS
