"""One vector's question to an implementation under test, judged by the rule set that the implementation declares."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from .implementations.agreement import fault
from .implementations.interface import checked, is_unsupported
from .toys import TOY
from .vectors import FAILED, PASSED, SKIPPED, UNSUPPORTED, Outcome

if TYPE_CHECKING:
    from .implementations.interface import Implementation
    from .vectors import Vector


def judge(implementation: Implementation, vector: Vector) -> Outcome:
    """Ask, and judge the answer. Where the rule sets differ and none is declared, there is nothing to judge by.

    A toy curve has no name to ask about it by.
    """
    about = (vector.id, vector.curve, vector.kind)
    if vector.curve == TOY:
        return Outcome(*about, UNSUPPORTED)
    request = {key: value for key, value in vector.request.items() if key != "steps"}
    curve = request.get("curve")
    rules = implementation.rules(request["scheme"], curve)
    got = checked(request["op"], implementation.answer(request))
    if is_unsupported(got):
        return Outcome(*about, UNSUPPORTED)
    expect = expected(vector, rules)
    if expect is None:
        reason = f"the rule sets differ over them, and {implementation.name} declares none"
        return Outcome(*about, SKIPPED, reason=reason)
    nonce = None if curve is None else implementation.nonce(curve)
    why = fault(request, expect, got, nonce)
    if why is None:
        return Outcome(*about, PASSED)
    expect = {key: value for key, value in expect.items() if key != "steps"}
    return Outcome(*about, FAILED, expected={"rules": rules, **expect}, got=got, reason=why)


def expected(vector: Vector, rules: str | None) -> dict[str, Any] | None:
    """What the vector expects under a rule set; None where that depends on the rule set, and there is no such one."""
    by_rules = vector.expect.get("rules", {rules: vector.expect})
    if rules not in by_rules and vector.kind != "policy":
        rules = next(iter(by_rules))
    found: dict[str, Any] | None = by_rules.get(rules)
    return found
