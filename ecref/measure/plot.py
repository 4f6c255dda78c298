"""The picture of `--plot`: M per operation, a bar for each implementation, on a logarithmic scale."""

from __future__ import annotations

import io
from typing import TYPE_CHECKING

from ecref.errors import UnusableInput

if TYPE_CHECKING:
    from collections.abc import Sequence

    from .results import Row


def to_svg(rows: Sequence[Row]) -> bytes:
    """The SVG. UnusableInput "unsupported" without matplotlib."""
    try:
        import matplotlib as mpl
        from matplotlib.figure import Figure
    except ImportError:
        raise UnusableInput("unsupported", "--plot needs matplotlib; pip install 'ecref[bench]' brings it") from None
    mpl.rcParams["svg.hashsalt"] = "ecref"  # the same picture gets the same identifiers
    keys = list(dict.fromkeys(row.key for row in rows))
    implementations = list(dict.fromkeys(row.implementation for row in rows))
    height = 0.8 / len(implementations)
    figure = Figure(figsize=(9, 1.2 + 0.22 * len(keys) * (len(implementations) + 0.5)), layout="constrained")
    axes = figure.subplots()
    for number, name in enumerate(implementations):
        own = [row for row in rows if row.implementation == name]
        places = [keys.index(row.key) + number * height for row in own]
        bars = axes.barh(places, [row.M_per_operation for row in own], height, label=name)
        axes.bar_label(bars, [f"{row.M_per_operation:,.0f}" for row in own], padding=2, fontsize="x-small")
    middle = 0.4 - height / 2
    labels = [" ".join(str(word) for word in key if word is not None) for key in keys]
    axes.set_yticks([place + middle for place in range(len(keys))], labels, fontsize="small")
    axes.invert_yaxis()
    axes.set_xscale("log")
    axes.margins(x=0.1, y=0.01)
    axes.set_xlabel("M per operation, where M is one a * b % p of full-size operands in the same process and round")
    axes.legend(fontsize="small")
    svg = io.BytesIO()
    figure.savefig(svg, format="svg", metadata={"Date": None})
    return svg.getvalue()
