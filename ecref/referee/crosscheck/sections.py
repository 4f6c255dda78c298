"""Where the standards say what a finding departs from."""

from __future__ import annotations

from typing import Any

ECDSA = {
    "r-out-of-range": "FIPS 186-5, 6.4.2, step 1",
    "s-out-of-range": "FIPS 186-5, 6.4.2, step 1",
    "high-s": "BIP 146 (FIPS 186-5 has no such rule)",
    "signature-encoding": "RFC 3279, 2.2.3; X.690, 8.1, 8.3 and 10.1",
    "signature-length": "IEEE P1363, E.3.1",
    "result-is-identity": "FIPS 186-5, 6.4.2, step 7",
    "mismatch": "FIPS 186-5, 6.4.2, step 9",
    "bad-encoding": "SEC 1, 2.3.4; RFC 5480, 2.2",
    "bad-length": "SEC 1, 2.3.4",
    "invalid-key": "SEC 1, 3.2.2.1; SP 800-56A, 5.6.2.3.3",
}
OF_KIND = {  # what the refusal of a valid signature departs from, where its kind says more
    "x-above-n": "FIPS 186-5, 6.4.2, step 8: r1 = x(R) mod n",
    "digests": "FIPS 186-5, 6.4.2, step 3: the leftmost bits of the digest",
    "truncation": "FIPS 186-5, 6.4.2, step 3: the leftmost bits of the digest",
    "edge-multiples": "FIPS 186-5, 6.4.2, steps 5 and 6",
}
EDDSA = {
    "R-non-canonical": "3, steps 1 and 4",
    "R-not-on-curve": "3, steps 2 and 3",
    "s-out-of-range": "7, step 1",
    "signature-length": "7, step 1",
    "A-non-canonical": "3, steps 1 and 4",
    "A-not-on-curve": "3, steps 2 and 3",
    "bad-length": "2",
    "mismatch": "7, step 3",
}
CONTEXTS = "RFC 8032, 2: dom2 and dom4"


def section(request: dict[str, Any], kind: str, reason: str) -> str:
    """The section of the standard on a reason, where this request was judged."""
    op = request["op"]
    if request["scheme"] == "ECDSA":
        return _ecdsa(op, kind, reason)
    curve = "5.1" if request["scheme"].startswith("Ed25519") else "5.2"
    if reason == "bad-context" or kind in ("contexts", "variants"):
        return CONTEXTS
    if op == "verify":
        return f"RFC 8032, {curve}.{EDDSA.get(reason, '7')}"
    return f"RFC 8032, {curve}.{'6' if op == 'sign' else '5'}"


def _ecdsa(op: str, kind: str, reason: str) -> str:
    if reason == "nonce-not-rfc6979":
        return "RFC 6979, 3.2"
    if op in ("verify", "parse_public_key"):
        return ECDSA.get(reason) or OF_KIND.get(kind) or ("SEC 1, 2.3.4" if op != "verify" else "FIPS 186-5, 6.4.2")
    if op == "public_key" or reason == "invalid-key":
        return "FIPS 186-5, A.2.2: Q = [d]G, 1 <= d < n"
    if reason in ("signature-encoding", "signature-length"):
        return ECDSA[reason]
    return "FIPS 186-5, 6.4.1"
