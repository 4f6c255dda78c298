"""What the figures of a run of side-channels support: sentences made of them."""

from __future__ import annotations

from typing import TYPE_CHECKING

from .interval import Interval
from .side_channels_rest import NOTHING
from .side_channels_signers import LARGE, NONE, SMALL, TABLES
from .side_channels_tables import LONGEST
from .side_channels_uniform import FASTEST

if TYPE_CHECKING:
    from .side_channels_rest import Difference
    from .side_channels_tables import Figures
    from .side_channels_uniform import Uniform

WHEN = {
    LARGE: "With the large table, from a process' 300th multiplication of the base point on",
    SMALL: "With the small table, from the 4th on",
    NONE: "Without a table, as in the first three, so in each `ecref sign`",
}


def findings(figures: Figures) -> list[str]:
    """Paragraphs: the slopes, the steps, what an onlooker sees, and the rest."""
    return [
        *(_slopes(figures, table) for table in TABLES),
        _steps(figures),
        _onlooker(figures),
        _rest(figures.rest),
        "How many signatures an attack on ecref needs was not measured, so nothing is said of it.",
    ]


def _slopes(figures: Figures, table: str) -> str:
    """M per bit on each curve."""
    seen: list[str] = []
    unseen: list[str] = []
    for curve in figures.curves:
        found = figures.lengths[curve, table]
        slope, saved = found.slope(), found.saved(LONGEST)
        if slope.is_above(NOTHING):
            seen.append(f"{slope.text()} M on {curve} ({saved.mean:.0f} % for {LONGEST} bits)")
        else:
            unseen.append(curve)
    parts = [f"each bit that a nonce lacks saves {_list(seen)}"] if seen else []
    parts += [f"no such slope is told apart from none on {_list(unseen)}"] if unseen else []
    return f"{WHEN[table]}, {'; '.join(parts)}."


def _steps(figures: Figures) -> str:
    """Where the first addition is saved, and how many nonces are so short."""
    parts = []
    for curve in figures.curves:
        missing = figures.lengths[curve, LARGE].first_step()
        parts.append(f"{missing} on {curve} (one nonce in {2**missing:,})")
    return (
        "The time goes down in steps, an addition each, since a digit of the nonce that is 0 takes none. With the "
        f"{LARGE} the first addition is saved by nonces that lack this many bits: {_list(parts)}."
    )


def _onlooker(figures: Figures) -> str:
    """Whether one signature's time tells of its nonce's length."""
    sentences = []
    for said, repeated in ("Timed once", False), ("By the median of {} times each", True):
        seen: list[str] = []
        unseen: list[str] = []
        for curve, found in figures.uniform.items():
            repeats = found.repeats if repeated else 1
            correlation = found.correlation(repeats)
            (seen if correlation.is_above(NOTHING) else unseen).append(f"{curve} ({correlation.text('.3f')})")
        how = said.format(max(found.repeats for found in figures.uniform.values()))
        parts = [f"longer nonces take longer on {_list(seen)}"] if seen else []
        parts += [f"no such correlation is told apart from chance on {_list(unseen)}"] if unseen else []
        sentences.append(f"{how}, {'; '.join(parts)}.")
    shorter = [f"{_fastest(found)} on {curve}" for curve, found in figures.uniform.items() if _is_shorter(found)]
    if shorter:
        sentences.append(
            f"The nonces of the fastest 1/{FASTEST} are shorter than most: in the mean they lack {_list(shorter)}."
        )
    return " ".join(["Then signatures with nonces drawn from all, by the ranks of length and time.", *sentences])


def _is_shorter(found: Uniform) -> bool:
    return found.of_fastest(found.repeats).is_above(found.of_all())


def _fastest(found: Uniform) -> str:
    return f"{found.of_fastest(found.repeats).text('.1f')} bits in place of {found.of_all().mean:.1f}"


def _rest(rest: list[Difference]) -> str:
    """What is told apart, and what isn't."""
    seen = [_seen(each) for each in rest if each.is_seen]
    unseen = [f"{each.pair.what} with {each.pair.one} or {each.pair.other}" for each in rest if not each.is_seen]
    sentences = [f"What else depends on a secret: {'; '.join(seen)}."] if seen else []
    sentences += [f"Not told apart: {'; '.join(unseen)}."] if unseen else []
    return " ".join(sentences)


def _seen(found: Difference) -> str:
    pair, more = found.pair, found.more
    slow, quick = (pair.other, pair.one) if more.mean > 0 else (pair.one, pair.other)
    return f"{pair.what} takes {Interval(abs(more.mean), more.error).text()} M more with {slow} than with {quick}"


def _list(parts: list[str]) -> str:
    """a, b and c."""
    return ", ".join(parts[:-1]) + (" and " if parts[1:] else "") + "".join(parts[-1:])
