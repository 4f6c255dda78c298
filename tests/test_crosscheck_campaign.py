"""Campaigns: the same however they are split, with a count for everything, and reports of them in every form."""

from __future__ import annotations

import concurrent.futures
import json
import os
import re
import signal
import time
from html.parser import HTMLParser
from typing import Any
from xml.etree import ElementTree as ET

import pytest

import planted
from ecref.errors import UnusableInput
from ecref.referee.crosscheck import asking, campaign, junit, page, report, saved, shrinking
from ecref.referee.crosscheck.campaign import Opened, Plan
from ecref.referee.crosscheck.cases import TABLE, Case, Choice, case, choice
from ecref.referee.crosscheck.findings import Result
from ecref.referee.implementations import Chosen, own
from ecref.referee.vectors import Vector, rule_sets


class Fake(own.Ecref):
    """ecref, but for what it is told to answer otherwise."""

    def __init__(self, name: str = "fake", answers: dict[str, Any] | None = None) -> None:
        self.name, self.answers, self.closed = name, answers or {}, False

    def version(self) -> str:
        return f"{self.name} <1>\x07"

    def answer(self, request: Any) -> Any:
        return self.answers.get(request["op"], super().answer(request))

    def close(self) -> None:
        self.closed = True


def team() -> list[Any]:
    """One that verifies nothing, and one that crashes where it should sign."""
    return [
        Fake("sceptic", {"verify": {"valid": False}, "public_key": {"unsupported": True}}),
        Fake("wreck", {"sign": {"crash": "it died \x1b[0m"}, "parse_public_key": {"unsupported": True}}),
        planted.planted("k-not-reduced"),
    ]


def table_error() -> list[Any]:
    return [planted.planted("table-error")]


PART = choice("P-256", ["deriving-keys", "honest"])
WHOLE = Choice(
    tuple(
        place
        for place in choice("Ed25519", ["honest", "signing", "mixed-order"]).places
        if TABLE[place].scheme == "Ed25519"
    )
)


@pytest.fixture(scope="module")
def made() -> campaign.Report:
    return campaign.run(Plan(5, WHOLE, 60), team)


@pytest.fixture(scope="module")
def told(made: campaign.Report) -> dict[str, Any]:
    return report.to_dict(made)


# ---------------------------------------------------------------- campaigns


def test_it_doesn_t_matter_how_a_campaign_is_split() -> None:
    seen: list[int] = []
    one = campaign.run(Plan(1, PART, 110), table_error, lambda done, _: seen.append(done))
    two = campaign.run(Plan(1, PART, 110, jobs=2), table_error)
    assert seen == [25, 50, 75, 100, 110]
    assert one.result == two.result
    assert one.result.cases == 110
    backwards = Result()
    for numbers in range(60, 110), range(60):
        part = campaign.Task(1, PART, numbers)
        backwards.merge(campaign.check_all(part.cases(), table_error()))
    assert backwards.tallies == one.result.tallies
    assert {key: found.count for key, found in backwards.findings.items()} == {
        key: found.count for key, found in one.result.findings.items()
    }


def test_it_ends_when_the_time_is_up(monkeypatch: pytest.MonkeyPatch) -> None:
    clock = iter(range(1000))
    monkeypatch.setattr(time, "monotonic", lambda: float(next(clock)))
    found = campaign.run(Plan(0, PART, None, seconds=5.0), lambda: [Fake()])
    assert found.result.cases == 2 * campaign.CHUNK  # the clock is looked at before each part and after it
    assert found.seconds == 6.0


def test_both_limits_hold() -> None:
    assert campaign.run(Plan(0, PART, 3, seconds=60.0), lambda: [Fake()]).result.cases == 3


def test_without_processes_this_one_does_it(monkeypatch: pytest.MonkeyPatch) -> None:
    def no_pool(*_: object, **__: object) -> None:
        raise OSError

    monkeypatch.setattr(concurrent.futures, "ProcessPoolExecutor", no_pool)
    assert campaign.run(Plan(0, PART, 3, jobs=2), lambda: [Fake()]).result.cases == 3


class Deadly(Fake):
    """It takes the process with it, but not that in which the campaign began."""

    PARENT = os.getpid()

    def answer(self, request: Any) -> Any:
        if os.getpid() != self.PARENT:
            os._exit(1)
        return super().answer(request)


def deadly() -> list[Any]:
    return [Deadly()]


def test_a_process_that_dies_ends_the_campaign() -> None:
    with pytest.raises(UnusableInput, match="a process died with the implementation in it"):
        campaign.run(Plan(0, PART, 60, jobs=2), deadly)


def test_a_process_begins_with_implementations_of_its_own(monkeypatch: pytest.MonkeyPatch) -> None:
    handled = []
    monkeypatch.setattr(signal, "signal", lambda *arguments: handled.append(arguments))
    monkeypatch.setattr(campaign, "_HERE", [])
    campaign._begin(lambda: [Fake()])
    assert campaign._work(campaign.Task(0, PART, range(2))).cases == 2
    assert handled == [(signal.SIGINT, signal.SIG_IGN)]


def test_implementations_are_closed_whatever_happens(monkeypatch: pytest.MonkeyPatch) -> None:
    fake = Fake()

    def fail(*_: object) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr(campaign, "check_all", fail)
    with pytest.raises(KeyboardInterrupt):
        campaign.run(Plan(0, PART, 3), lambda: [fake])
    assert fake.closed


def test_one_that_can_t_be_made_closes_those_before_it(monkeypatch: pytest.MonkeyPatch) -> None:
    fake = Fake()
    monkeypatch.setattr(Chosen, "open", lambda chosen: {"fake": fake}[chosen.name])
    with pytest.raises(KeyError):
        Opened((Chosen("fake"), Chosen("none")))()
    assert fake.closed
    assert Opened((Chosen("fake"),))() == [fake]


# ---------------------------------------------------------------- findings


def test_everything_is_counted(made: campaign.Report) -> None:
    total = made.result.total("sceptic")
    assert made.result.cases == 60
    assert total.asked == 60
    signed = made.result.tallies["sceptic", "signing"].asked
    assert total.faults == 60 - signed
    assert vars(made.result.tallies["wreck", "signing"]) == {
        "asked": signed,
        "unsupported": 0,
        "faults": signed,
        "policies": 0,
    }
    assert sum(found.count for found in made.result.findings.values()) == sum(
        tally.faults + tally.policies for tally in made.result.tallies.values()
    )


def test_findings_stand_in_the_order_of_implementations_and_faults(made: campaign.Report) -> None:
    assert [key[:3] for key in made.result.findings] == [
        ("sceptic", "standard", "honest"),
        ("sceptic", "standard", "mixed-order"),
        ("wreck", "crash", "signing"),
        ("k-not-reduced", "standard", "mixed-order"),
        ("k-not-reduced", "own-rules", "mixed-order"),
        ("k-not-reduced", "policy", "mixed-order"),
    ]


def test_who_differs_from_whom(made: campaign.Report) -> None:
    asked = made.result.tallies["sceptic", "honest"].asked
    assert made.result.disagreements["sceptic", "k-not-reduced"] >= asked
    assert made.result.disagreements["wreck", "k-not-reduced"] > 0


def test_what_is_unsupported_differs_from_nobody() -> None:
    cases = [case(0, choice("P-256", ["deriving-keys"]).index(number)) for number in range(30)]
    nothing = Fake("nothing", {"public_key": {"unsupported": True}})
    result = campaign.check_all(cases, [nothing, Fake(), planted.planted("table-error")])
    assert not any(count for pair, count in result.disagreements.items() if "nothing" in pair)
    assert result.disagreements["fake", "table-error"] == result.total("table-error").faults > 0
    assert result.total("nothing").unsupported == 30


def test_words() -> None:
    verify, sign, derive = ({"op": op} for op in ("verify", "sign", "public_key"))
    assert asking.word(verify, {"valid": True}) == "accepts"
    assert asking.word(verify, {"valid": False}) == asking.word(sign, {"error": "bad-length"}) == "refuses"
    assert asking.word(sign, {"signature": "00"}) == "signs"
    assert asking.word(derive, {"public_key": "04"}) == "04"
    assert asking.word(derive, {"crash": "it died"}) == "crashes"
    assert asking.word(derive, {"unsupported": True}) is None


def test_an_exchange_asks_about_the_answers() -> None:
    """The one that makes no key has its signature verified under ecref's; the one that doesn't sign is left out."""
    crew = [Fake("keyless", {"public_key": {"error": "internal"}}), Fake("mute", {"sign": {"unsupported": True}})]
    exchanged = case(0, choice("P-384", ["exchange"]).index(0))
    asked = list(asking.ask(exchanged, crew))
    assert [each.request["op"] for each in asked] == ["sign", "public_key", "verify"]
    assert [set(each.answers) for each in asked] == [{"keyless", "mute"}, {"keyless"}, {"keyless", "mute"}]
    assert asked[2].answers["mute"]["valid"]
    verified = Case(0, "P-384", "exchange", "saved", asked[2].request)
    assert [each.request["op"] for each in asking.ask(verified, crew)] == ["verify"]


def test_an_answer_that_is_none_is_a_crash() -> None:
    found = asking.check(case(0, choice("P-384", ["honest"]).index(0)), [Fake("mad", {"verify": {"valid": "yes"}})])
    [finding] = found.findings.values()
    assert finding.difference.verdict == "crash"
    assert finding.difference.detail == "it answered {'valid': 'yes'}"


# ---------------------------------------------------------------- shrinking


class Flaky(Fake):
    """Wrong the first time only."""

    def answer(self, request: Any) -> Any:
        answers, self.answers = self.answers, {}
        return answers.get(request["op"], super().answer(request))


def test_what_doesn_t_come_again_keeps_its_case() -> None:
    first = case(0, choice("P-256", ["honest"]).index(0))
    flaky = Flaky("flaky", {"verify": {"valid": False}})
    [finding] = asking.check(first, [flaky]).findings.values()
    shrinking.shrink(finding, [flaky])
    assert finding.case == first


def test_shrinking_has_an_end(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(shrinking, "ATTEMPTS_TO_CRASH", 3)
    asked = []
    wrong = Fake("wrong", {"verify": {"crash": "it died"}})
    first = case(0, choice("P-256", ["honest"]).index(0))
    [finding] = asking.check(first, [wrong]).findings.values()

    def check(smaller: Case, crew: Any) -> Any:
        asked.append(smaller)
        return asking.check(smaller, crew)

    monkeypatch.setattr(shrinking, "check", check)
    shrinking.shrink(finding, [wrong])
    assert len(asked) == 3 + 1
    assert finding.case == asked[-1] != first


@pytest.mark.parametrize(
    ("steps", "wanted"),
    [
        (None, None),
        ("all of them", None),
        ([7, {"name": "x", "value": "00"}], None),
        ([{"name": "Q", "value": "00"}], "Q (step A.2.2-5): got 00, expected 046b17d1f2"),
    ],
)
def test_steps_are_compared_where_there_are_any(steps: object, wanted: str | None) -> None:
    fake = Fake("fake", {"public_key": {"public_key": "00", "steps": steps}})
    request = {"op": "public_key", "scheme": "ECDSA", "curve": "P-256", "private_key": "01".rjust(64, "0")}
    found = Case(0, "P-256", "deriving-keys", "honest", {**request, "private_key_format": "raw"})
    [finding] = asking.check(found, [fake]).findings.values()
    first = shrinking.first_step(finding, fake)
    assert (first and first[: len(wanted or "")]) == wanted


# ---------------------------------------------------------------- reports


def test_the_object(told: dict[str, Any]) -> None:
    assert list(told) == ["seed", "cases", "seconds", "implementations", "findings", "disagreements"]
    assert json.loads(json.dumps(told)) == told
    assert [each["name"] for each in told["implementations"]] == ["sceptic", "wreck", "k-not-reduced"]
    for each in told["implementations"]:
        assert each["asked"] == each["agreed"] + each["unsupported"] + each["faults"] + each["policies"]
        assert set(each["kinds"]) == {"honest", "signing", "mixed-order"}
    assert told["implementations"][0]["verdict"] == "sceptic: departs from the standard in 2 ways"
    assert told["implementations"][1]["verdict"] == "wreck: gives no answer in 1 way"
    assert told["implementations"][2]["verdict"] == (
        "k-not-reduced: departs from the standard in 1 way; departs from the rule set that it declares in 1 way; "
        "differs from others by policy in 1 way"
    )
    assert set(told["findings"][0]["example"]) == {"index", "flaw", "request", "got", "expected", "first", "others"}


def test_a_verdict_on_what_supports_nothing() -> None:
    nothing = {op: {"unsupported": True} for op in ("verify", "sign", "public_key", "parse_public_key")}
    made = campaign.run(Plan(0, PART, 4), lambda: [Fake("nothing", nothing)])
    assert report.verdict(made, "nothing") == "nothing: nothing asked that it supports"
    test = ET.fromstring(junit.to_junit(report.to_dict(made))).find(".//testcase")
    assert test is not None
    assert [child.tag for child in test] == ["skipped"]
    assert b"None." in page.to_html(report.to_dict(made))


def test_junit(told: dict[str, Any]) -> None:
    root = ET.fromstring(junit.to_junit(told))
    assert {key: root.get(key) for key in ("tests", "failures", "errors", "skipped")} == {
        "tests": "9",
        "failures": "3",
        "errors": "1",
        "skipped": "0",
    }
    sceptic, wreck, unreduced = root
    assert [suite.get("name") for suite in root] == ["sceptic", "wreck", "k-not-reduced"]
    assert [test.get("name") for test in sceptic.iter("testcase")] == ["honest", "mixed-order", "signing"]
    assert (sceptic.get("tests"), sceptic.get("failures"), wreck.get("errors")) == ("3", "2", "1")
    failure = sceptic.find(".//failure")
    assert failure is not None
    assert failure.get("type") == "refuses-valid"
    assert "standard: RFC 8032, 5.1.7" in str(failure.text)
    error = wreck.find(".//error")
    assert error is not None
    assert error.get("message") == "gives no answer: it died \\x1b[0m"
    output = unreduced.find(".//system-out")
    assert output is not None
    assert str(output.text).startswith("differs from others by policy: refuses: [S]B != R + [k]A\n")
    assert [each.get("value") for each in sceptic.iter("property")] == ["sceptic <1>\\x07", "5"]


class Page(HTMLParser):
    """Collects tags, and what they refer to; a tag that isn't closed is an error."""

    VOID = ("meta", "!doctype")

    def __init__(self, text: str) -> None:
        super().__init__()
        self.open: list[str] = []
        self.tags: list[str] = []
        self.references: list[str] = []
        self.feed(text)
        self.close()

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.append(tag)
        self.references += [str(value) for name, value in attrs if name in ("src", "href", "action", "data")]
        if tag not in self.VOID:
            self.open.append(tag)

    def handle_endtag(self, tag: str) -> None:
        assert self.open.pop() == tag


def test_the_page_stands_alone_and_is_well_formed(told: dict[str, Any]) -> None:
    text = page.to_html(told).decode()
    found = Page(text)
    assert found.open == []
    assert found.references == []
    assert not {"script", "link", "img", "iframe"} & set(found.tags)
    assert "url(" not in text
    assert "@import" not in text
    assert "default-src 'none'" in text
    assert "prefers-color-scheme: dark" in text
    assert "sceptic &lt;1&gt;" in text
    assert text.count("<article>") == len(told["findings"])
    assert "Who differs from whom" in text
    assert re.search(r"60 cases, seed 5, in [\d.]+ s", text)


def test_saved_findings_are_vectors_and_are_found_again(made: campaign.Report) -> None:
    data = saved.to_vectors(made)
    content = json.loads(data)
    [group] = content["groups"]
    assert len(group["vectors"]) == len(made.result.findings)
    for vector, finding in zip(group["vectors"], made.result.findings.values(), strict=True):
        assert vector["request"] == finding.request
        assert vector["flags"][2:] == [finding.implementation, finding.difference.verdict, finding.difference.reason]
    again = campaign.replay(saved.to_cases(data), team)
    assert set(again.result.findings) == set(made.result.findings)
    assert again.seed is None
    assert b'"id":"crosscheck/replay/' in saved.to_vectors(again)
    assert b"saved cases" in page.to_html(report.to_dict(again))


def test_expectations_hold_for_ecref(made: campaign.Report) -> None:
    from ecref.referee import vectors

    for number, finding in enumerate(made.result.findings.values()):
        vector = Vector(str(number), finding.request, saved.expectation(finding.request))
        assert vectors.check(vector).result == vectors.PASSED
    policies = [found for key, found in made.result.findings.items() if key[1] == "policy"]
    assert list(saved.expectation(policies[0].request)["rules"]) == rule_sets("Ed25519")


def test_any_file_of_vectors_can_be_asked() -> None:
    from ecref.referee.vectors import folder

    cases = saved.to_cases((folder() / "rfc8032.json").read_bytes())
    assert len(cases) == 21
    assert not campaign.replay(cases, lambda: [own.Ecref()]).result.findings


PUBLIC_KEY = '{"op":"public_key","scheme":"Ed25519","private_key":"","private_key_format":"raw"}'
GOOD = '{"groups":[{"request":{},"vectors":[{"flags":%s,"request":%s}]}]}'


@pytest.mark.parametrize(
    ("text", "code"),
    [
        ("[]", "bad-encoding"),
        ("{}", "bad-encoding"),
        ("{", "bad-encoding"),
        ('{"groups":[],"groups":[]}', "bad-encoding"),
        ('{"groups":[7]}', "bad-encoding"),
        ('{"groups":7}', "bad-encoding"),
        (GOOD % ("[]", '{"op":"describe"}'), "bad-request"),
        (GOOD % ("[]", '{"op":["verify"]}'), "bad-encoding"),
        (GOOD % ("[]", '{"op":"verify"}'), "bad-request"),
        (GOOD % ("7", PUBLIC_KEY), "bad-encoding"),
    ],
)
def test_what_is_no_file_of_vectors(text: str, code: str) -> None:
    with pytest.raises(UnusableInput) as caught:
        saved.to_cases(text.encode())
    assert caught.value.code == code


def test_flags_are_not_needed() -> None:
    [found] = saved.to_cases((GOOD % ("[]", PUBLIC_KEY)).encode())
    assert (found.kind, found.flaw, found.scheme) == ("saved", "saved", "Ed25519")
