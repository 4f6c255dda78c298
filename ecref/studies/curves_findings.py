"""What this run's figures support, in sentences; what their intervals don't tell apart is said to be so."""

from __future__ import annotations

from typing import TYPE_CHECKING

from . import curves_hashes, curves_many, curves_parallel, curves_stages
from .curves_algorithms import BASE, NATIVE
from .curves_figures import Figures, compared, ratio, wall_ratio
from .interval import ONE

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from .curves_algorithms import Subject
    from .interval import Interval
    from .model import Plan, Table

EQUALS = (("RSA-3072", "P-256"), ("RSA-7680", "P-384"))  # of the same strength
MISLEADING = {  # often set beside P-256
    ("RSA-2048", "P-256"): "RSA-2048 has 112 bits of strength to P-256's 128: ",
    ("RSA-4096", "P-256"): "RSA-4096 is longer than 128 bits ask for: ",
}
SHOWN = "verify", "sign"
STRONG = 128


def findings(subjects: Sequence[Subject], figures: Figures, first: Table, plan: Plan) -> list[str]:
    """The paragraphs."""
    names = list(dict.fromkeys(each.implementation for each in subjects))
    of = {name: [each for each in subjects if each.implementation == name] for name in names}
    found: list[str] = []
    for name in names:
        found.append(curves(name, of[name], figures))
        found.append(stages(name, of[name], figures))
        found += first_calls(name, first)
        found += sharing(name, [each for each in of[name] if curves_parallel.chosen(each, plan)], figures)
        found += together(name, of[name], figures)
    found.append(against_rsa(figures))
    found += [sentence for name in names for sentence in scenarios(name, of[name], figures)]
    found.append(hashes(names, figures, plan))
    return [each for each in found if each]


def curves(name: str, subjects: Sequence[Subject], figures: Figures) -> str:
    """Each curve against P-256."""
    sentences = []
    for operation in SHOWN:
        clauses = []
        for each in subjects:
            if each.algorithm.curve is not None and each.algorithm.name != BASE:
                found = ratio(
                    figures.get(name, each.algorithm.name, operation), figures.get(name, BASE, operation)
                )
                if found is not None:
                    clauses.append(compared(each.algorithm.name, BASE, found))
        sentences += [f"To {operation} in {name}, {'; '.join(clauses)}."] if clauses else []
    return " ".join(sentences)


def against_rsa(figures: Figures) -> str:
    """RSA in cryptography, of equal strength, and those that mislead; empty where it wasn't measured."""

    def times(one: str, other: str) -> str:
        rows = [(figures.get(NATIVE, one, each), figures.get(NATIVE, other, each)) for each in SHOWN]
        found = zip(SHOWN, [ratio(*pair) for pair in rows], strict=True)
        return "; ".join(f"to {each}, {compared(one, other, against)}" for each, against in found if against)

    heads = {pair: f"{' and '.join(pair)} are of equal strength: " for pair in EQUALS} | MISLEADING
    sentences = [head + times(*pair) for pair, head in heads.items() if times(*pair)]
    return f"RSA in {NATIVE}. {'. '.join(sentences)}." if sentences else ""


def stages(name: str, subjects: Sequence[Subject], figures: Figures) -> str:
    """From where to where each stage's share goes."""
    shares = {each.algorithm.name: curves_stages.shares(each, figures) for each in subjects}
    clauses = []
    for stage in (*curves_stages.STAGES, "rest"):
        by_name = {algorithm: found[stage].mean for algorithm, found in shares.items() if stage in found}
        if by_name:
            clauses.append(f"{stage} {_span(by_name, '.1f')} %")
    return f"Of a verification in {name}, from octets of 64: {'; '.join(clauses)}."


def first_calls(name: str, first: Table) -> Iterator[str]:
    """How many times a warm call the first one takes."""
    column = first.heads.index("first / warm")
    times = {f"{row[1]} {row[2]}": row[column] for row in first.rows if row[0] == name}
    known = {what: value for what, value in times.items() if isinstance(value, float)}
    if known:
        yield f"The first call of a fresh process takes in {name} {_span(known, ',.1f')} times as long as a warm one."


def sharing(name: str, subjects: Sequence[Subject], figures: Figures) -> Iterator[str]:
    """What threads and processes bring."""

    def gain(way: str, algorithm: str) -> Interval:
        found, alone = figures.get(name, algorithm, way), figures.get(name, algorithm, curves_parallel.ALONE)
        assert found is not None
        assert alone is not None
        return wall_ratio(alone, found)

    names = [each.algorithm.name for each in subjects]
    ways = [way for way in (*curves_parallel.THREADS, *curves_parallel.PROCESSES) if not way.startswith("1 ")]
    if names:
        clauses = [_gains(way, {each: gain(way, each) for each in names}) for way in ways]
        yield f"In {name}, against one thread: {'; '.join(clauses)}."


def together(name: str, subjects: Sequence[Subject], figures: Figures) -> Iterator[str]:
    """What giving a hundred signatures together brings."""
    clauses = []
    for keys in (curves_many.SIGNATURES, 1):
        for way in curves_many.WAYS[1:]:
            names = [each.algorithm.name for each in subjects]
            gains = {each: curves_many.gain(figures, name, each, keys, way) for each in names}
            known = {algorithm: each for algorithm, each in gains.items() if each is not None}
            if known:
                of_keys = f"{way} under {keys} key{'s' if keys > 1 else ''}"
                clauses.append(_gains(of_keys, known))
    if clauses:
        yield f"Of {curves_many.SIGNATURES} signatures in {name}, against one by one: {'; '.join(clauses)}."


def _gains(way: str, gains: dict[str, Interval]) -> str:
    """The span of gains, and how many of their intervals leave out 1."""
    faster = [each for each in gains.values() if each.is_above(ONE)]
    slower = [each for each in gains.values() if ONE.is_above(each)]
    judged = f"{len(faster)} of {len(gains)} are clearly faster, {len(slower)} clearly slower"
    return f"{way} {_span({name: each.mean for name, each in gains.items()}, '.2f')} times as fast ({judged})"


def scenarios(name: str, subjects: Sequence[Subject], figures: Figures) -> Iterator[str]:
    """Under which algorithm of 128 bits or more each scenario is done soonest."""
    strong = [each.algorithm.name for each in subjects if each.algorithm.strength >= STRONG]
    chains = {algorithm: figures.get(name, algorithm, "chain") for algorithm in strong}
    blocks = {algorithm: figures.get(name, algorithm, "block") for algorithm in strong}
    blocks |= {f"{algorithm} in one batch": figures.get(name, algorithm, "block, batch") for algorithm in strong}
    for what, rows in ("chain of certificates", chains), ("block", blocks):
        known = {algorithm: found for algorithm, found in rows.items() if found is not None}
        if known:
            best = min(known, key=lambda algorithm: known[algorithm].M_per_operation)
            against = {algorithm: ratio(found, known[best]) for algorithm, found in known.items() if algorithm != best}
            clauses = [compared(algorithm, best, each) for algorithm, each in against.items() if each is not None]
            yield (
                f"In {name}, of the algorithms of {STRONG} bits and more, a {what} is verified soonest under {best}: "
                f"{'; '.join(clauses)}."
            )


def hashes(names: Sequence[str], figures: Figures, plan: Plan) -> str:
    """The hashes against SHA-256, and against a verification."""
    sentences = []
    base = curves_hashes.BASE
    for size in curves_hashes.sizes(plan):
        of = {name: figures.get(curves_hashes.WHO, name, "hash", size) for name in curves_hashes.HASHES}
        clauses = []
        for name, row in of.items():
            against = ratio(row, of[base])
            assert against is not None
            if name != base:
                clauses.append(compared(name, base, against))
        sentences.append(f"Over {size:,} octets, {'; '.join(clauses)}.")
    long = of[base]
    assert long is not None
    for name in names:
        verified = figures.get(name, BASE, "verify")
        if verified is not None:
            octets = verified.M_per_operation / long.M_per_operation * size
            sentences.append(f"A verification on {BASE} in {name} takes as long as {base} over {octets:,.0f} octets.")
    return " ".join(sentences)


def _span(values: dict[str, float], form: str) -> str:
    """From the least to the greatest, with their names."""
    low, high = min(values, key=values.__getitem__), max(values, key=values.__getitem__)
    if low == high:
        return f"{values[low]:{form}} ({low})"
    return f"{values[low]:{form}} ({low}) to {values[high]:{form}} ({high})"
