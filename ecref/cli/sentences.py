"""What each value in an algorithm is, in one sentence: the table behind `ecref explain`.

A value is found by the section of the standard and its letter. Most are steps that ecref notes (docs/protocol.md,
"Steps"), under the standards' own letters, which eddsa.py and ecdsa.py list; some are the inputs they start from.
"""

from __future__ import annotations

_EDDSA_SIGNING = {
    "s": "the secret scalar: the first half of H(seed), clamped",
    "prefix": "what makes the nonces: the second half of H(seed)",
    "A": "the public key: [s]B, encoded",
    "r": "the nonce: H(dom || prefix || PH(M)) mod L",
    "R": "first half of the signature: [r]B, encoded",
    "k": "the challenge: H(dom || R || A || PH(M)) mod L",
    "S": "second half of the signature: (r + k s) mod L",
}
_EDDSA_VERIFICATION = {
    "key": "the public key, as received",
    "sig": "the signature, as received: R, then S",
    "R": "the point that the signature's first half encodes",
    "S": "the integer in its second half, which must be below L",
    "A": "the point that the public key encodes",
    "k": "the challenge: H(dom || R || A || PH(M)) mod L, over R and A as received",
    "SB": "[S]B",
    "kA": "[k]A",
}

SENTENCES: dict[str, dict[str, str]] = {
    "5.1.6": _EDDSA_SIGNING,
    "5.2.6": _EDDSA_SIGNING,
    "5.1.7": _EDDSA_VERIFICATION,
    "5.2.7": _EDDSA_VERIFICATION,
    "6.4.1": {
        "d": "the private key",
        "H": "the digest of the message",
        "e": "the leftmost bits of H, as many as n has, as an integer",
        "k": "the secret number of this signature",
        "R": "[k]G",
        "r": "first half of the signature: x(R) mod n",
        "s": "second half of the signature: (e + r d) / k mod n",
    },
    "6.4.2": {
        "Q": "the public key",
        "r": "first half of the signature, which must lie between 1 and n - 1 (step 1)",
        "s": "second half of the signature, likewise",
        "H": "the digest of the message",
        "e": "the leftmost bits of H, as many as n has, as an integer",
        "w": "1 / s mod n",
        "u": "e w mod n",
        "v": "r w mod n",
        "R1": "[u]G + [v]Q",
        "r1": "x(R1), which modulo n must be r (step 9)",
    },
}

SECRETS: dict[str, str] = {  # letters of values that give the private key away, alone or beside the signature
    "5.1.6": "s prefix r",
    "5.2.6": "s prefix r",
    "6.4.1": "d k",
}


def is_secret(section: str, letter: str) -> bool:
    """Whether others must not know the value."""
    return letter in SECRETS.get(section, "").split()
