"""What the figures of a run of batch support: sentences made of them."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ecref.referee.adapters.interface import CURVES as SCHEMES

from .batch_cells import COFACTORLESS, COFACTORLESS_SIZE, OWN, batch, one_by_one, with_one_bad
from .batch_rules import IDENTITY, KINDS, R_PLUS_T, S_PLUS_L
from .batch_tables import CURVES, bearable
from .interval import ONE

if TYPE_CHECKING:
    from collections.abc import Sequence

    from .batch_rules import Answers
    from .batch_tables import Figures


def findings(figures: Figures, answers: dict[str, list[Answers]]) -> list[str]:
    """Paragraphs: the best size, others beside it, a bad signature, and what is decided at all."""
    names = list(dict.fromkeys(name for name, *_ in figures.rows))
    batching = [(curve, name) for curve in CURVES for name in names if figures.has_batches(name, curve)]
    return [
        *(_best(figures, curve, name) for curve, name in batching),
        *(_others(figures, curve, names) for curve in CURVES),
        *(_bad(figures, curve) for curve in CURVES),
        _malleability(answers),
        _rule_sets(figures, answers),
    ]


def _best(figures: Figures, curve: str, name: str) -> str:
    """The best size, which others it can't be told apart from, and from which size on a batch pays."""
    best = figures.best(curve, name)
    row = figures.rows[name, curve, batch(best)]
    alike = [
        str(size)
        for size in figures.sizes
        if size != best and not figures.ratio(curve, (name, batch(size)), (name, batch(best))).is_above(ONE)
    ]
    pays = [str(size) for size in figures.sizes if ONE.is_above(figures.alone(curve, name, batch(size)))]
    ratio = figures.alone(curve, name, batch(best))
    first = (
        f"{SCHEMES[curve].name}, {name}: batches of {best} take the least here, {1e6 * row.mean:,.1f} us or "
        f"{row.M_per_operation:,.0f} M per signature, {ratio.text()} of a single verification's time; the whole batch "
        f"takes {1e3 * row.mean * best:,.1f} ms, before which no signature of it is known to be good."
    )
    sentences = [first]
    if alike:
        sentences.append(f"Batches of {_list(alike)} can't be told apart from it.")
    which = "None of the sizes" if not pays else "Each of the sizes" if len(pays) == len(figures.sizes) else _list(pays)
    sentences.append(f"Quicker than one by one, beyond the error: {which[0].lower()}{which[1:]}.")
    return " ".join(sentences)


def _others(figures: Figures, curve: str, names: Sequence[str]) -> str:
    """Single verifications elsewhere, by ecref's best batch."""
    best = figures.best(curve, OWN)
    parts = []
    for name in names:
        if (name, curve, "verify") in figures.rows and not figures.has_batches(name, curve):
            ratio = figures.ratio(curve, (name, "verify"), (OWN, batch(best)))
            parts.append(f"{name} {ratio.text()}")
    if not parts:
        return f"{SCHEMES[curve].name}: no other implementation is here to stand beside ecref's batches."
    return (
        f"{SCHEMES[curve].name}: a single verification elsewhere takes so many times what a signature takes in ecref's "
        f"batches of {best}: {'; '.join(parts)}. None of these has batches to offer here."
    )


def _bad(figures: Figures, curve: str) -> str:
    """What a bad signature costs in the best batch, and over all sizes."""
    best = figures.best(curve, OWN)
    by_valid = figures.ratio(curve, (OWN, with_one_bad(best)), (OWN, batch(best)))
    singly = {size: figures.alone(curve, OWN, with_one_bad(size)) for size in figures.sizes}
    share = bearable(figures.alone(curve, OWN, batch(best)).mean, singly[best].mean)
    dearer = [str(size) for size, ratio in singly.items() if ratio.is_above(ONE)]
    found = (
        f"{SCHEMES[curve].name}: with one bad signature in a batch of {best}, finding it takes {by_valid.text()} times "
        f"what the valid batch takes, and {singly[best].text()} times what verifying one by one takes, which finds it, "
        "too."
    )
    sizes = (
        f"Dearer than one by one, beyond the error, with one bad signature: batches of {_list(dearer)}."
        if dearer
        else "With one bad signature no size is dearer than one by one beyond the error."
    )
    pays = (
        f"So batches of {best} pay here while fewer than {share:.0%} of them hold a bad signature, which is one in "
        f"{best / share:,.0f} signatures if they come singly; where whoever sends them can choose to send bad ones, "
        f"{singly[best].mean:.2f} times one by one is what to reckon with."
        if share
        else f"So batches of {best} don't pay here at all."
    )
    return f"{found} {sizes} {pays}"


def _malleability(answers: dict[str, list[Answers]]) -> str:
    """Who takes another signature for the same message."""
    return (
        "Malleability. An honest signature with L added to S, which anybody can add: "
        f"{_takers(answers, S_PLUS_L)}. A signature under a key of order 1, which fits every message: "
        f"{_takers(answers, IDENTITY)}. A batch changes nothing about that: it reads S, R and A of each signature as a "
        "single verification does, and in this run ecref's verdict on each in a batch was the one alone, under every "
        "rule set. Where a signature's octets serve as an identifier, the first must be refused; where a signature "
        "must bind its key to one message, the second."
    )


def _rule_sets(figures: Figures, answers: dict[str, list[Answers]]) -> str:
    """Who decides by which equation, and what a batch is worth without the cofactor."""
    times = [
        f"{figures.alone(curve, OWN, one_by_one(COFACTORLESS_SIZE)).text()} ({SCHEMES[curve].name})" for curve in CURVES
    ]
    return (
        f"Rule sets. A signature whose equation holds with the cofactor only: {_takers(answers, R_PLUS_T)}. "
        "A batch with random coefficients can only ask the equation with the cofactor, since an even coefficient hides "
        "a point of order 2. So who verifies singly without it and in batches with it gives two verdicts on one "
        "signature, and whoever must agree with others has to name the rule set first. ecref batches under the sets "
        "with the cofactor and verifies one by one under the others: per signature, a batch of "
        f"{COFACTORLESS_SIZE} under {COFACTORLESS} takes {' and '.join(times)} of a single verification's time under "
        "rfc8032."
    )


def _takers(answers: dict[str, list[Answers]], kind: str) -> str:
    """Such as: Ed25519 taken by zip215, refused by ref10; Ed448 taken by none of 2."""
    number = KINDS.index(kind)
    parts = []
    for curve, found in answers.items():
        takes = [each.who for each in found if each.holds[number]]
        refuses = [each.who for each in found if each.holds[number] is False]
        held = f"taken by {_list(takes)}" if takes else f"taken by none of {len(refuses)}"
        refused = f", refused by {_list(refuses)}" if takes and refuses else ""
        parts.append(f"{SCHEMES[curve].name} {held}{refused}")
    return "; ".join(parts)


def _list(words: Sequence[str]) -> str:
    return " and ".join(filter(None, [", ".join(words[:-1]), words[-1]]))
