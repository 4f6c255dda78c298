"""Every constant of curves.py and keccak.py worked out again, curve by curve."""

from __future__ import annotations

from typing import TYPE_CHECKING, TypeAlias

from ecref import ECDSA, EdDSA
from ecref.formats.schemes import CURVES

from . import edwards_values, hash_values, weierstrass_values
from .derivation import Derivation
from .field_sizes import field_size
from .order import conditions, order
from .primes import primes
from .twist import twist

if TYPE_CHECKING:
    from collections.abc import Iterator

    from .derivation import Section

Scheme: TypeAlias = EdDSA | ECDSA


def derivations(only: Scheme | None = None) -> Iterator[Derivation]:
    """One for each curve, and one for the hashes; or that of a scheme's curve alone."""
    for scheme in CURVES.values() if only is None else [only]:
        yield of_curve(scheme)
    if only is None:
        yield Derivation("hashes", [hash_values.keccak_constants(), hash_values.sizes()])


def of_curve(scheme: Scheme) -> Derivation:
    """What curves.py says of the curve."""
    E = scheme.curve
    special = edwards(scheme) if isinstance(scheme, EdDSA) else weierstrass(scheme)
    return Derivation(E.name, [field_size(E), primes(E), *special, order(E), conditions(E), twist(E)])


def edwards(scheme: EdDSA) -> list[Section]:
    """What only the Edwards curves have."""
    E = scheme.curve
    if E.name == "edwards25519":
        special = [edwards_values.edwards25519_coefficients(E), edwards_values.edwards25519_base_point(E)]
    else:
        special = [edwards_values.edwards448_coefficients(E), edwards_values.edwards448_base_point(E)]
    return [*special, edwards_values.clamping(scheme)]


def weierstrass(scheme: ECDSA) -> list[Section]:
    """What only the Weierstrass curves have."""
    E = scheme.curve
    if E.name != "secp256k1":
        return [weierstrass_values.coefficients_from_seed(E), weierstrass_values.base_point_of_the_standard(E)]
    return [
        weierstrass_values.koblitz_coefficients(E),
        weierstrass_values.doubled_base_point(E),
        weierstrass_values.endomorphism(E),
    ]
