"""The study's pictures."""

from __future__ import annotations

from typing import TYPE_CHECKING

from . import curves_hashes, curves_stages
from .curves_algorithms import OWN
from .curves_figures import processor_us
from .model import Chart

if TYPE_CHECKING:
    from collections.abc import Sequence

    from .curves_algorithms import Subject
    from .curves_figures import Figures
    from .model import Plan

MICROSECONDS = "microseconds of the processor"


def charts(subjects: Sequence[Subject], figures: Figures, plan: Plan) -> list[Chart]:
    """Verifying, signing, generating, stages and hashes."""
    return [
        *(_times(title, operation, subjects, figures)
          for title, operation in (("Verifying", "verify"), ("Signing", "sign"), ("Key generation", "generate"))),
        _stages(subjects, figures),
        _hashes(figures, plan),
    ]  # fmt: skip


def _times(title: str, operation: str, subjects: Sequence[Subject], figures: Figures) -> Chart:
    series: dict[str, list[tuple[str | float, float | None]]] = {}
    for each in subjects:
        found = figures.get(each.implementation, each.algorithm.name, operation)
        series.setdefault(each.implementation, []).append((each.algorithm.name, processor_us(found)))
    return Chart(title, "algorithm", MICROSECONDS, series)


def _stages(subjects: Sequence[Subject], figures: Figures) -> Chart:
    series: dict[str, list[tuple[str | float, float | None]]] = {}
    for each in subjects:
        if each.implementation == OWN:
            shares = curves_stages.shares(each, figures)
            for stage in (*curves_stages.STAGES, "rest"):
                mean = shares[stage].mean if stage in shares else None
                series.setdefault(stage, []).append((each.algorithm.name, mean))
    return Chart("Where ecref's verification spends its time", "algorithm", "% of the whole", series, log_y=False)


def _hashes(figures: Figures, plan: Plan) -> Chart:
    series: dict[str, list[tuple[str | float, float | None]]] = {}
    for name in curves_hashes.HASHES:
        for size in curves_hashes.sizes(plan):
            found = figures.get(curves_hashes.WHO, name, "hash", size)
            series.setdefault(name, []).append((size, processor_us(found)))
    return Chart("Hashes", "octets", MICROSECONDS, series, lines=True, log_x=True)
