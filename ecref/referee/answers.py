"""What both families of schemes answer in the same words: verdicts and steps."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterable

    from ecref import Verdict
    from ecref.verdict import Steps

    from .requests import Answer, Values


def judged(verdict: Verdict) -> Answer:
    """The answer to verify."""
    answer: Answer = {
        "valid": verdict.valid,
        "reason": verdict.reason,
        "detail": verdict.detail,
        "warnings": list(verdict.warnings),
    }
    return answer if verdict.steps is None else with_steps(answer, verdict.steps)


def wanted_steps(v: Values) -> Steps | None:
    """A list to fill where the request asks for steps."""
    return [] if v["steps"] else None


def with_steps(answer: Answer, steps: Iterable[tuple[str, str, bytes]] | None) -> Answer:
    """The answer, and every intermediate value where they were asked for (steps is not None)."""
    if steps is None:
        return answer
    return {**answer, "steps": [{"step": step, "name": name, "value": value.hex()} for step, name, value in steps]}
