"""The reports, from rows that were never measured."""

from __future__ import annotations

import csv
import io
import json
import subprocess
import sys
from itertools import pairwise
from typing import TYPE_CHECKING, Any

import pytest

from ecref.errors import UnusableInput
from ecref.measure.bench import Result
from ecref.measure.csv_file import to_csv
from ecref.measure.environment import environment, processor
from ecref.measure.jmh import jmh
from ecref.measure.plot import to_svg
from ecref.measure.pyperf_file import from_json, to_json
from ecref.measure.text_table import ratios, report, table
from measured import a_full_row, a_row

if TYPE_CHECKING:
    from pathlib import Path

NAN = float("nan")


def result(*rows: Any) -> Result:
    return Result(environment(), {"ecref": "ecref 0", "other": "other 1.2"}, list(rows))


def test_the_table_on_a_terminal() -> None:
    lines = list(report(result(a_full_row(), a_row(implementation="other", rounds_M=[500.0, 500.0, 1000.0]))))
    assert lines[2] == "other: other 1.2"
    ours, other = (" ".join(line.split()) for line in lines[7:9])
    assert ours == "p256 sign 64 ecref 500.0 2,000.0 18,200.0 1,500.0 4,000.0 2,000 1.0% 3 1.0%"
    assert other.startswith("p256 sign 64 other 500.0 ")
    below = {line: " ".join(row.split()) for line, row in pairwise(lines)}
    (counted,) = (row for line, row in below.items() if "time/floor" in line)
    assert counted == "p256 sign 64 ecref 1,000.5 500 2 0 1 1,600 1.25 4,096"
    (first,) = (row for line, row in below.items() if "table octets" in line)
    assert first == "p256 sign 64 ecref 200,000 3,000 1,000,000 250,000"
    assert [line.split() for line in lines[-2:]] == [
        ["p256", "sign", "64", "ecref", "0.33"],
        ["p256", "sign", "64", "other", "3.00"],
    ]
    assert all(line == line.rstrip() for line in lines)
    assert not any("single" in line for line in lines)


def test_the_table_of_times_alone() -> None:
    lines = list(report(result(a_row(size=None, error=NAN))))
    assert lines[-1].split()[:4] == ["p256", "sign", "ecref", "500.0"]  # no column for sizes
    assert not any("floor" in line or "times as fast" in line for line in lines)


def test_a_single_verification_stands_in_for_what_another_has_not_got() -> None:
    ours = [a_row(operation=name) for name in ("verify", "verify-prepared")]
    other = a_row(implementation="noble", operation="verify", rounds_M=[4000.0, 4000.0, 6000.0])
    unrelated = a_row(implementation="third", curve="p384")
    assert "(~ its single verification, where it has no such operation)" in report(result(*ours, other))
    assert list(ratios([*ours, other, unrelated], ["ecref", "noble", "third"])) == [
        ("p256", "verify", "64", "ecref", "", "2.00", ""),
        ("p256", "verify-prepared", "64", "ecref", "", "~2.00", ""),
        ("p256", "verify", "64", "noble", "0.50", "", ""),
        ("p384", "sign", "64", "third", "", "", ""),
    ]


def test_a_ratio_between_interpreters_is_of_their_seconds() -> None:
    slower = a_row(implementation="cpython 3.10", M=2e-6)
    assert [line[-2:] for line in ratios([a_row(), slower], ["ecref", "cpython 3.10"])] == [("", "2.00"), ("0.50", "")]


def test_columns_are_aligned_and_empty_ones_left_out() -> None:
    rows = [("xx", "1", ""), ("y", "1,000", "")]
    assert list(table(("a", "b", "none"), rows)) == ["a       b", "xx      1", "y   1,000"]


def test_jmh() -> None:
    rows = [a_row(), a_row(operation="keygen", rounds=[0.001], size=None)]
    assert list(jmh(rows)) == [
        "Benchmark     (curve)  (size)   Mode  Cnt     Score    Error  Units",
        "ecref.sign       p256      64  thrpt    5   500.501 ± 68.292  ops/s",
        "ecref.keygen     p256     N/A  thrpt    1  1000.000           ops/s",
    ]


def test_csv() -> None:
    lines = list(csv.DictReader(io.StringIO(to_csv([a_full_row(), a_row(size=None)]))))
    assert lines[0]["count_M"] == "1000.5"
    assert lines[0]["M_per_operation"] == "2000.0"
    assert lines[1]["count_M"] == lines[1]["size"] == ""
    assert not {"rounds", "counts"} & set(lines[0])


def test_json_tells_all() -> None:
    told = result(a_full_row(), a_row(size=None))
    assert from_json(json.dumps(to_json(told))) == told


def test_json_has_no_nan() -> None:
    text = json.dumps(to_json(result(a_row(error=NAN))))
    assert "NaN" not in text
    assert str(from_json(text).rows[0].error) == "nan"


@pytest.mark.parametrize("text", ["", "[]", "{}", '{"metadata": {}, "benchmarks": [{}]}', '{"metadata": 1}'])
def test_anything_else_is_unusable(text: str) -> None:
    with pytest.raises(UnusableInput, match="no result of ecref bench --json"):
        from_json(text)


def test_pyperf_compares_two_runs(tmp_path: Path) -> None:
    pytest.importorskip("pyperf", reason="pyperf is not installed")
    for name, factor in (("old", 2), ("new", 1)):
        row = a_full_row(rounds=[0.001 * factor, 0.00101 * factor, 0.00102 * factor])
        (tmp_path / name).write_text(json.dumps(to_json(result(row))))
    command = [sys.executable, "-m", "pyperf", "compare_to", "old", "new"]
    ran = subprocess.run(command, cwd=tmp_path, capture_output=True, text=True, check=True)
    assert "2.02 ms +- 0.02 ms -> [ecref p256 sign 64] 1.01 ms +- 0.01 ms: 2.00x faster" in " ".join(
        ran.stdout.replace("[old]", "").replace("[new]", "[ecref p256 sign 64]").split()
    )


def test_the_plot_is_an_svg_that_names_everything() -> None:
    pytest.importorskip("matplotlib", reason="matplotlib is not installed")
    rows = [a_row(), a_row(implementation="other", M_per_operation=900.0), a_row(operation="keygen", size=None)]
    svg = to_svg(rows)
    assert svg.startswith(b"<?xml")
    for text in (b"p256 sign 64", b"p256 keygen", b"other", b"2,000", b"900"):
        assert b"<!-- " + text + b" -->" in svg
    assert to_svg(rows) == svg


def test_a_plot_needs_matplotlib(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "matplotlib", None)
    with pytest.raises(UnusableInput, match=r"matplotlib; pip install 'ecref\[bench\]'"):
        to_svg([a_row()])


def test_the_environment_names_interpreter_and_processor(tmp_path: Path) -> None:
    found = environment()
    assert found["python_version"] == sys.version.split()[0]
    assert found["cpu_model_name"] == processor()
    (tmp_path / "cpuinfo").write_text("processor : 0\nmodel name : Some CPU\n")
    assert processor(str(tmp_path / "cpuinfo")) == "Some CPU"
    assert processor(str(tmp_path / "nothing"))
