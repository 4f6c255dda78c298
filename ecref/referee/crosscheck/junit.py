"""The report as JUnit's XML, for CI: a suite an implementation, a test a kind of cases.

A fault is a failure, a crash an error; a policy is told in the test's output. A kind of which nothing is supported is
skipped.
"""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any
from xml.etree.ElementTree import Element, SubElement, tostring

from .judge import CRASH, POLICY
from .report import SAYS, notes

if TYPE_CHECKING:
    from collections.abc import Iterable


def to_junit(report: dict[str, Any]) -> bytes:
    """The XML of a report, as report.to_dict gives it."""
    root = Element("testsuites", name="ecref crosscheck", time=str(report["seconds"]))
    for implementation in report["implementations"]:
        suite = SubElement(root, "testsuite", name=implementation["name"])
        properties = SubElement(suite, "properties")
        for name, value in ("version", implementation["version"]), ("seed", report["seed"]):
            SubElement(properties, "property", name=name, value=_text(str(value)))
        for kind, tally in implementation["kinds"].items():
            test = SubElement(suite, "testcase", classname=implementation["name"], name=kind, time="0")
            about = (implementation["name"], kind)
            found = [each for each in report["findings"] if (each["implementation"], each["kind"]) == about]
            _judge(test, found, nothing=tally["asked"] == tally["unsupported"])
        _count(suite, [suite])
    _count(root, root)
    octets: bytes = tostring(root, encoding="utf-8", xml_declaration=True)
    return octets + b"\n"


def _judge(test: Element, found: list[dict[str, Any]], *, nothing: bool) -> None:
    """The outcome of a test: one failure or error at most, since readers of this format expect no more."""
    faults = [each for each in found if each["verdict"] != POLICY]
    policies = [each for each in found if each["verdict"] == POLICY]
    if faults:
        tag = "error" if all(each["verdict"] == CRASH for each in faults) else "failure"
        message = "; ".join(f"{SAYS[each['verdict']]}: {each['detail']}" for each in faults)
        outcome = SubElement(test, tag, type=faults[0]["reason"], message=_text(message))
        outcome.text = _text("\n\n".join(map(_described, faults)))
    elif nothing:
        SubElement(test, "skipped", message="unsupported")
    if policies:
        SubElement(test, "system-out").text = _text("\n\n".join(map(_described, policies)))


def _described(found: dict[str, Any]) -> str:
    lines = [f"{SAYS[found['verdict']]}: {found['detail']}"]
    lines += [f"{title}: {text}" for title, text in notes(found)]
    lines += [f"{name}: {json.dumps(found['example'][name])}" for name in ("request", "got", "expected")]
    return "\n".join(lines)


def _count(element: Element, suites: Iterable[Element]) -> None:
    tests = [test for suite in suites for test in suite.iter("testcase")]
    element.set("tests", str(len(tests)))
    for name, tag in ("failures", "failure"), ("errors", "error"), ("skipped", "skipped"):
        element.set(name, str(sum(test.find(tag) is not None for test in tests)))


def _text(text: str) -> str:
    """The text, with escapes for what XML can't hold."""
    return "".join(c if c.isprintable() or c == "\n" else ascii(c)[1:-1] for c in text)
