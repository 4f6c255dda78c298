"""A study's charts as panels of one picture, a colour for each label throughout."""

from __future__ import annotations

import io
from math import floor, isfinite, log10, nan
from typing import TYPE_CHECKING, Any, NamedTuple

from ecref.errors import UnusableInput

if TYPE_CHECKING:
    from .model import Chart, Study

COLOURS = (  # told apart by the colour-blind, too [Okabe, Ito: Color Universal Design]
    *("#0072b2", "#e69f00", "#009e73", "#d55e00", "#cc79a7", "#56b4e9", "#000000", "#999999", "#f0e442"),
)
MARKERS = "osD^vP*Xh"
AGAIN = ((None, "-"), ("////", "--"), ("....", ":"))  # hatch of bars and dashes of lines, each time colours run out
WIDTH = 10.0  # inches
LINES_HEIGHT = 4.5
BAR = 0.22  # of one bar, and of the gap between groups
FRAME = 1.3  # title and axis of a panel
TICKS = 12  # at most so many numbers are written along a logarithmic axis, else powers


class Style(NamedTuple):
    """How a label looks: its bars have a hatch, its lines a marker and dashes."""

    colour: str
    marker: str
    hatch: str | None
    dashes: str


def to_svg(study: Study) -> bytes:
    """The SVG. UnusableInput "unsupported" without matplotlib."""
    try:
        from matplotlib.figure import Figure
    except ImportError:
        raise UnusableInput("unsupported", "it needs matplotlib; pip install 'ecref[bench]' brings it") from None
    heights = [_height(chart) for chart in study.charts]
    labels = list(dict.fromkeys(label for chart in study.charts for label in chart.series))
    styles = {label: _style(number) for number, label in enumerate(labels)}
    figure = Figure(figsize=(WIDTH, sum(heights) + 0.6), layout="constrained")
    grid = figure.subplots(len(heights), 1, squeeze=False, gridspec_kw={"height_ratios": heights})
    figure.suptitle("{name} on {cpu_model_name}".format(name=study.name, **study.environment))
    for chart, (axes,) in zip(study.charts, grid, strict=True):
        (_draw_lines if chart.lines else _draw_bars)(axes, chart, styles)
        axes.set_title(chart.title, fontsize="medium")
        axes.legend(fontsize="small", loc="upper left", bbox_to_anchor=(1, 1))
    svg = io.BytesIO()
    figure.savefig(svg, format="svg", metadata={"Date": None})
    return svg.getvalue()


def _style(number: int) -> Style:
    """That of the label with this number."""
    again, colour = divmod(number, len(COLOURS))
    return Style(COLOURS[colour], MARKERS[colour], *AGAIN[again % len(AGAIN)])


def _height(chart: Chart) -> float:
    if chart.lines:
        return LINES_HEIGHT
    return FRAME + BAR * len(_groups(chart)) * (len(chart.series) + 1)


def _groups(chart: Chart) -> list[str | float]:
    """Every x, once."""
    return list(dict.fromkeys(x for points in chart.series.values() for x, _ in points))


def _draw_lines(axes: Any, chart: Chart, styles: dict[str, Style]) -> None:  # noqa: ANN401 -- matplotlib's
    for label, points in chart.series.items():
        style = styles[label]
        how = {"color": style.colour, "marker": style.marker, "linestyle": style.dashes}
        axes.plot([x for x, _ in points], _values(points), **how, label=_legend(label, points))
    axes.set_xlabel(chart.x)
    axes.set_ylabel(chart.y)
    axes.grid(which="both", alpha=0.25)
    if chart.log_x:
        axes.set_xscale("log", base=2)
        numbers = _groups(chart)
        if len(numbers) <= TICKS:
            axes.set_xticks(numbers, [f"{number:,}" for number in numbers])
    if chart.log_y:
        axes.set_yscale("log")
        _write_numbers(axes.yaxis, *axes.get_ylim())


def _draw_bars(axes: Any, chart: Chart, styles: dict[str, Style]) -> None:  # noqa: ANN401
    """Bars that lie, so that there is room for what each group is called."""
    groups = _groups(chart)
    height = 1 / (len(chart.series) + 1)
    for number, (label, points) in enumerate(chart.series.items()):
        places = [groups.index(x) + number * height for x, _ in points]
        values = _values(points)
        style = styles[label]
        how = {"color": style.colour, "hatch": style.hatch, "edgecolor": "white" if style.hatch else None}
        bars = axes.barh(places, values, height, **how, label=_legend(label, points))
        axes.bar_label(bars, [_short(value) for value in values], padding=2, fontsize="x-small")
    middle = (len(chart.series) - 1) / 2 * height
    axes.set_yticks([number + middle for number in range(len(groups))], [str(x) for x in groups], fontsize="small")
    axes.set_ylim(len(groups) - height / 2, -height)  # downwards
    axes.set_ylabel(chart.x)
    axes.set_xlabel(chart.y)
    axes.margins(x=0.1)
    smallest = min((y for points in chart.series.values() for y in _values(points) if y > 0), default=1.0)
    if chart.log_y:
        axes.set_xscale("log")
        axes.set_xlim(left=10 ** floor(log10(smallest / 2)))  # else the shortest bar has hardly any length
        _write_numbers(axes.xaxis, *axes.get_xlim())


def _values(points: list[tuple[str | float, float | None]]) -> list[float]:
    """Every y; matplotlib leaves a gap for NaN."""
    return [nan if y is None else y for _, y in points]


def _legend(label: str, points: list[tuple[str | float, float | None]]) -> str:
    return label if any(map(isfinite, _values(points))) else f"{label} (not measured)"


def _write_numbers(axis: Any, low: float, high: float) -> None:  # noqa: ANN401
    """Plain numbers along a logarithmic axis; where there are few powers of ten, at their doubles and halves, too."""
    from matplotlib.ticker import LogLocator, NullFormatter, StrMethodFormatter

    numbers = StrMethodFormatter("{x:,.12g}")
    axis.set_major_formatter(numbers)
    is_short = high < 1000 * low
    if is_short:
        axis.set_minor_locator(LogLocator(subs=(2.0, 5.0)))
    axis.set_minor_formatter(numbers if is_short else NullFormatter())


def _short(value: float) -> str:
    """Three digits, or all of a larger whole number; nothing for NaN."""
    if not isfinite(value):
        return ""
    return f"{value:,.0f}" if abs(value) >= 100 else f"{value:.3g}"
