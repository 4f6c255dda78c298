"""The report as one page of HTML: nothing is loaded, no script runs, light or dark as the reader has it."""

from __future__ import annotations

import json
from html import escape
from typing import TYPE_CHECKING, Any

from .judge import POLICY
from .report import SAYS, notes

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

STYLE = """\
:root { color-scheme: light dark;
  --line: #c8ccd0; --soft: #f3f4f6; --fault: #b3261e; --policy: #7a5900; --good: #1b6b3a }
@media (prefers-color-scheme: dark) {
  :root { --line: #444a50; --soft: #1f2327; --fault: #ff8a80; --policy: #e6c068; --good: #7fd6a0 }
}
body { font: 1rem/1.5 system-ui, sans-serif; max-width: 70rem; margin: 2rem auto; padding: 0 1rem }
table { border-collapse: collapse; margin: 1rem 0; width: 100% }
@media (max-width: 40rem) { table { display: block; overflow-x: auto } }
th, td { border-bottom: 1px solid var(--line); padding: .3rem .6rem; text-align: left; vertical-align: top }
td.n, th.n { text-align: right; font-variant-numeric: tabular-nums }
article { border: 1px solid var(--line); border-radius: .4rem; margin: 1rem 0; padding: .2rem 1rem .8rem }
h3 { margin: .6rem 0 } .fault { color: var(--fault) } .policy { color: var(--policy) } .good { color: var(--good) }
dl { display: grid; grid-template-columns: max-content 1fr; gap: .2rem 1rem; margin: .5rem 0 } dd { margin: 0 }
pre { background: var(--soft); padding: .6rem; white-space: pre-wrap; overflow-wrap: anywhere; font-size: .85rem }
"""
COLUMNS = ("asked", "agreed", "unsupported", "faults", "policies")


def to_html(report: dict[str, Any]) -> bytes:
    """The page of a report, as report.to_dict gives it."""
    return "\n".join(_page(report)).encode() + b"\n"


def _page(report: dict[str, Any]) -> Iterator[str]:
    yield '<!DOCTYPE html>\n<html lang="en">\n<head>\n<meta charset="utf-8">'
    yield "<meta http-equiv=\"Content-Security-Policy\" content=\"default-src 'none'; style-src 'unsafe-inline'\">"
    yield '<meta name="viewport" content="width=device-width">'
    yield f"<title>ecref crosscheck</title>\n<style>\n{STYLE}</style>\n</head>\n<body>\n<h1>Cross-check by ecref</h1>"
    origin = "saved cases" if report["seed"] is None else f"seed {report['seed']}"
    yield f"<p>{report['cases']:,} cases, {origin}, in {report['seconds']:,.1f} s.</p>"
    yield "<table>\n<thead><tr><th>implementation</th><th>version</th>"
    yield "".join(f'<th class="n">{name}</th>' for name in COLUMNS) + "</tr></thead>\n<tbody>"
    for each in report["implementations"]:
        cells = "".join(f'<td class="n">{each[name]:,}</td>' for name in COLUMNS)
        yield f"<tr><td>{escape(each['name'])}</td><td>{escape(each['version'])}</td>{cells}</tr>"
    yield "</tbody>\n</table>\n<ul>"
    yield from (f"<li>{escape(each['verdict'])}</li>" for each in report["implementations"])
    yield "</ul>"
    if report["disagreements"]:
        yield "<h2>Who differs from whom</h2>\n<ul>"
        for each in report["disagreements"]:
            yield f"<li>{escape(' and '.join(each['implementations']))}: {each['requests']:,} requests</li>"
        yield "</ul>"
    yield "<h2>Findings</h2>"
    if not report["findings"]:
        yield '<p class="good">None.</p>'
    for found in report["findings"]:
        yield from _finding(found)
    yield "</body>\n</html>"


def _finding(found: dict[str, Any]) -> Iterator[str]:
    css = "policy" if found["verdict"] == POLICY else "fault"
    title = f"{found['implementation']} {SAYS[found['verdict']]}: {found['kind']}, {found['reason']}"
    yield f'<article>\n<h3 class="{css}">{escape(title)}</h3>'
    how_often = "once" if found["count"] == 1 else f"{found['count']:,} times"
    yield f"<p>{escape(found['detail'])}; {how_often}.</p>"
    yield _list(notes(found))
    example = found["example"]
    yield f"<details><summary>Smallest case: {escape(example['flaw'])} (index {example['index']})</summary>"
    for name in ("request", "got", "expected"):
        yield f"<p>{name}</p>\n<pre>{escape(json.dumps(example[name], indent=1))}</pre>"
    yield "</details>\n</article>"


def _list(pairs: Iterable[tuple[str, str]]) -> str:
    return "<dl>" + "".join(f"<dt>{escape(title)}</dt><dd>{escape(text)}</dd>" for title, text in pairs) + "</dl>"
