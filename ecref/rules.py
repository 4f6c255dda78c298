"""Verification rule sets: what verifiers in the world accept, each as a small record.

The standards leave choices, and implementations made others besides. Common to all rule sets: R and A are
hashed as received, k is reduced modulo L before it multiplies A, the cofactor multiplies points and never a
scalar, and S >= L is refused. [RFC 8032, 5.1.7, 8.4; ZIP 215; Chalkias, Garillot, Nikolaenko: Taming the Many
EdDSAs, 2020]
"""

from __future__ import annotations

from .errors import UnusableInput
from .frozen import Frozen

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import TypeVar

    R = TypeVar("R")

ALLOWED, REFUSED, ONLY_X_0_REFUSED = "allowed", "refused", "x = 0 refused"


class EdDSARules(Frozen):
    """How one family of EdDSA verifiers decides.

    canonical_A    A must be encoded canonically (y < p, no sign on x = 0)
    decode_R       the same asked of R: "canonical", "any", or "no": R is never decoded, but compared as octets
    cofactored     [h][S]B = [h]R + [h][k]A, otherwise [S]B = R + [k]A
    small_order    A and R whose order divides h: ALLOWED, REFUSED, or refused only where x = 0
    foreign_to     names of the schemes whose verifiers nobody has seen behave so
    """

    __slots__ = ("canonical_A", "cofactored", "decode_R", "foreign_to", "name", "small_order")
    fields = ("name", "canonical_A", "decode_R", "cofactored", "small_order", "foreign_to")
    name: str
    canonical_A: bool
    decode_R: str
    cofactored: bool
    small_order: str
    foreign_to: tuple[str, ...]

    def __init__(
        self,
        name: str,
        canonical_A: bool,
        decode_R: str,
        cofactored: bool,
        small_order: str,
        foreign_to: tuple[str, ...] = (),
    ) -> None:
        self._set(name=name, canonical_A=canonical_A, decode_R=decode_R, cofactored=cofactored)
        self._set(small_order=small_order, foreign_to=foreign_to)


class ECDSARules(Frozen):
    """How one family of ECDSA verifiers decides: whether s > n/2 is refused."""

    __slots__ = ("low_s", "name")
    fields = ("name", "low_s")
    name: str
    low_s: bool

    def __init__(self, name: str, low_s: bool) -> None:
        self._set(name=name, low_s=low_s)


_ED448 = ("Ed448", "Ed448ph")
_ED25519 = ("Ed25519", "Ed25519ctx", "Ed25519ph")

EDDSA_RULES = {
    rules.name: rules
    for rules in (
        EdDSARules(  # RFC 8032 as printed; PyCryptodome
            "rfc8032", canonical_A=True, decode_R="canonical", cofactored=True, small_order=ALLOWED
        ),
        EdDSARules(  # with the equation that RFC 8032, 5.1.7 step 3 calls sufficient
            "rfc8032-cofactorless", canonical_A=True, decode_R="canonical", cofactored=False, small_order=ALLOWED
        ),
        EdDSARules(  # OpenSSL and pyca/cryptography (Ed25519), Go, BoringSSL, dalek's verify, Node.js
            "ref10",
            canonical_A=False,
            decode_R="no",
            cofactored=False,
            small_order=ALLOWED,
            foreign_to=_ED448,
        ),
        EdDSARules(  # libsodium to 1.0.22, PyNaCl, dalek's verify_strict
            "no-small-order", canonical_A=True, decode_R="canonical", cofactored=False, small_order=REFUSED
        ),
        EdDSARules(  # libsodium's development branch since 2022
            "cofactored-no-small-order",
            canonical_A=True,
            decode_R="canonical",
            cofactored=True,
            small_order=REFUSED,
        ),
        EdDSARules(  # Zcash's ZIP 215, Zebra, noble's default
            "zip215", canonical_A=False, decode_R="any", cofactored=True, small_order=ALLOWED
        ),
        EdDSARules(  # OpenSSL and pyca/cryptography (Ed448)
            "openssl-ed448",
            canonical_A=True,
            decode_R="canonical",
            cofactored=True,
            small_order=ONLY_X_0_REFUSED,
            foreign_to=_ED25519,
        ),
    )
}

ECDSA_RULES = {
    rules.name: rules
    for rules in (
        ECDSARules("fips186-5", low_s=False),  # FIPS 186-5, 6.4.2; SEC 1, 4.1.4
        ECDSARules("low-s", low_s=True),  # BIP 62 and 146, EIP-2, libsecp256k1
    )
}


def eddsa_rules(rules: str | EdDSARules, scheme: str) -> EdDSARules:
    """The rule set of this name, for this scheme; UnusableInput "unsupported" where there is none."""
    found = rules if isinstance(rules, EdDSARules) else _named(EDDSA_RULES, rules)
    if scheme in found.foreign_to:
        raise UnusableInput("unsupported", f"no verifier of {scheme} behaves like {found.name}")
    return found


def ecdsa_rules(rules: str | ECDSARules) -> ECDSARules:
    """The rule set of this name; UnusableInput "unsupported" where there is none."""
    return rules if isinstance(rules, ECDSARules) else _named(ECDSA_RULES, rules)


def _named(table: dict[str, R], name: str) -> R:
    if not isinstance(name, str):
        raise TypeError(f"a rule set is named by a str, not {type(name).__name__}")
    if name not in table:
        raise UnusableInput("unsupported", f"no rule set {name[:40]!r} here; there are {', '.join(table)}")
    return table[name]
