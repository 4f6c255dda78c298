"""Ten implementations with one fault each, built on ecref itself: what a referee has to catch.

As a program, `python tests/planted.py FAULT` speaks docs/protocol.md with this fault.
"""

from __future__ import annotations

import json
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    Request = Mapping[str, Any]

if __name__ == "__main__":
    sys.path.insert(0, str(Path(__file__).parents[1]))

from ecref import ECDSA, EdDSA, EdwardsCurve, WeierstrassCurve
from ecref.ecdsa import SCHEMES as ECDSA_SCHEMES
from ecref.eddsa import SCHEMES as EDDSA_SCHEMES
from ecref.edwards import EdwardsPoint
from ecref.errors import InvalidSignature, UnusableInput
from ecref.field import inverse
from ecref.multiples import Comb
from ecref.rfc6979 import bits2int
from ecref.weierstrass import WeierstrassPoint


class Planted:
    """An implementation over these schemes; others are ecref's own."""

    def __init__(self, name: str, schemes: dict[str, Any], eddsa_rules: str = "rfc8032") -> None:
        self.name = name
        self._schemes = {**EDDSA_SCHEMES, **ECDSA_SCHEMES, **schemes}
        self._eddsa_rules = eddsa_rules

    def version(self) -> str:
        return f"{self.name} 1"

    def rules(self, scheme: str, curve: str | None) -> str:
        return "fips186-5" if curve else self._eddsa_rules if scheme else ""

    def nonce(self, curve: str) -> str:
        return "rfc6979" if curve else ""

    def close(self) -> None:
        """Nothing was started."""

    def answer(self, request: Mapping[str, Any]) -> dict[str, Any]:
        try:
            steps: list[Any] | None = [] if request.get("steps") else None
            found: dict[str, Any] = getattr(self, request["op"])(request, steps)
        except UnusableInput as error:
            return {"error": error.code, "detail": error.detail}
        if steps is not None:
            found["steps"] = [{"step": step, "name": name, "value": value.hex()} for step, name, value in steps]
        return found

    def verify(self, request: Request, steps: list[Any] | None) -> dict[str, Any]:
        key = self._scheme(request).public_key(octets(request, "public_key"))
        signature, how = octets(request, "signature"), {"steps": steps, **self._how(request)}
        try:
            if request["scheme"] != "ECDSA":
                how.pop("format", None)
                key.verify(signature, octets(request, "message"), rules=self._eddsa_rules, **how)
            elif "digest" in request:
                key.verify_digest(signature, octets(request, "digest"), **how)
            else:
                key.verify(signature, octets(request, "message"), **how)
        except InvalidSignature as fault:
            return {"valid": False, "reason": fault.reason}
        return {"valid": True}

    def sign(self, request: Request, steps: list[Any] | None) -> dict[str, Any]:
        key = self._scheme(request).private_key(octets(request, "private_key"))
        how = {"steps": steps, **self._how(request)}
        if "digest" in request:
            return {"signature": key.sign_digest(octets(request, "digest"), **how).hex()}
        return {"signature": key.sign(octets(request, "message"), **how).hex()}

    def public_key(self, request: Request, steps: list[Any] | None) -> dict[str, Any]:
        key = self._scheme(request).private_key(octets(request, "private_key"), steps=steps)
        return {"public_key": key.public_key.to_bytes().hex()}

    def parse_public_key(self, request: Request, _: list[Any] | None) -> dict[str, Any]:
        return {"public_key": self._scheme(request).public_key(octets(request, "public_key")).to_bytes().hex()}

    def _scheme(self, request: Request) -> Any:
        return self._schemes[str(request.get("curve", request["scheme"]))]

    def _how(self, request: Request) -> dict[str, Any]:
        if request["scheme"] == "ECDSA":
            return {"hash": request["hash"], "format": request["signature_format"]}
        return {"context": octets(request, "context") if "context" in request else None}


def octets(request: Request, key: str) -> bytes:
    return bytes.fromhex(request[key])


# ---------------------------------------------------------------- ECDSA


class Verifier(ECDSA):
    """FIPS 186-5, 6.4.2, with a fault."""

    __slots__ = ()

    def check(self, Q: Any, H: bytes, r: int, s: int, rules: Any, note: Any) -> None:
        assert not rules.low_s
        G, n = self.curve.G, self.curve.n
        self.check_range(r, s)
        e = note(self.integer(note(H, "H", 2)), "e", 3)
        w = note(inverse(s, n), "w", 4)
        u = note(e * w % n, "u", 5)
        v = note(r * w % n, "v", 5)
        R1 = note(u * G + v * Q, "R1", 6)
        if R1.is_identity() or not self.is_r(note(R1.affine()[0], "r1", 8), r):
            raise InvalidSignature("mismatch", "")

    def check_range(self, r: int, s: int) -> None:
        for name, value in ("r", r), ("s", s):
            if not 1 <= value < self.curve.n:
                raise InvalidSignature(f"{name}-out-of-range", "")

    def integer(self, H: bytes) -> int:
        return bits2int(H, self.curve.n.bit_length())

    def is_r(self, x: int, r: int) -> bool:
        return x % self.curve.n == r


class NoRangeCheck(Verifier):
    __slots__ = ()

    def check_range(self, r: int, s: int) -> None:
        if r % self.curve.n == 0 or s % self.curve.n == 0:  # these would end in a division by 0
            raise InvalidSignature("mismatch", "")

    def is_r(self, x: int, r: int) -> bool:
        return (x - r) % self.curve.n == 0


class NoTruncation(Verifier):
    __slots__ = ()

    def integer(self, H: bytes) -> int:
        return int.from_bytes(H, "big")


class XNotReduced(Verifier):
    __slots__ = ()

    def is_r(self, x: int, r: int) -> bool:
        return x == r


class LostCarry(Planted):
    """The length of the SEQUENCE forgets one octet where both INTEGERs have a zero octet in front."""

    def sign(self, request: Request, steps: list[Any] | None) -> dict[str, Any]:
        found = super().sign(request, steps)
        signature = bytearray.fromhex(found["signature"])
        if request.get("signature_format") == "der" and signature[3] == signature[5 + signature[3]] == 33:
            signature[1] -= 1
        return {**found, "signature": signature.hex()}


# ---------------------------------------------------------------- EdDSA


class KNotReduced(EdDSA):
    __slots__ = ()

    def check(self, key: Any, M: Any, signature: bytes, C: bytes, rules: Any, note: Any) -> None:
        R, S, A, _ = self.read(key, M, signature, C, rules, note)
        k = self.hash_to_int(C, signature[: self.curve.size], key.octets, M)
        SB, kA = note(S * self.curve.B, "SB", 3), note(k * A, "kA", 3)
        if not self.is_nothing(SB - (R + kA), rules):
            raise InvalidSignature("mismatch", "")


class SNotChecked(EdDSA):
    __slots__ = ()

    def read(self, key: Any, M: Any, signature: bytes, C: bytes, rules: Any, note: Any) -> Any:
        R, S = signature[: self.curve.size], int.from_bytes(signature[self.curve.size :], "little")
        if len(signature) == 2 * self.curve.size:
            signature = R + (S % self.curve.L).to_bytes(self.curve.size, "little")
        return super().read(key, M, signature, C, rules, note)


class ContextIgnored(EdDSA):
    __slots__ = ()

    def hash_to_int(self, C: bytes, *parts: Any) -> int:
        return super().hash_to_int(C[:0], *parts)


class FlagIgnored(EdDSA):
    __slots__ = ()

    def hash_to_int(self, C: bytes, *parts: Any) -> int:
        if self.dom is None:
            return super().hash_to_int(C, *parts)
        head = self.dom + bytes([0, len(C)]) + C
        return int.from_bytes(self.hash.digest(head, *parts), "little")


# ---------------------------------------------------------------- curves


class SignOfTForgotten(EdwardsCurve):
    """-P has -X, and -T too: here a table's entry keeps its T."""

    __slots__ = ()

    def negative(self, entry: Any) -> Any:
        M2, P2, D2, C2 = entry
        return (P2, M2, D2, C2) if self.a == -1 else (-M2, P2, D2, C2)


def with_table_error(curve: Any) -> Any:
    """The curve, whose base point's table holds a neighbour's entry for one digit in one place."""
    base, order = (curve.B, curve.L) if isinstance(curve, EdwardsCurve) else (curve.G, curve.n)
    comb = Comb(curve, base.coordinates, order, 4)
    comb._rows[7][4] = comb._rows[7][5]
    if isinstance(curve, EdwardsCurve):
        other: Any = EdwardsCurve(curve.p, curve.a, curve.d, curve.L, curve.c, curve.base, curve.name)
        other._set(B=EdwardsPoint(other, base.coordinates, comb))
    else:
        fields = [getattr(curve, name) for name in curve.fields]
        other = WeierstrassCurve(*fields)
        other._set(G=WeierstrassPoint(other, base.coordinates, comb))
    return other


def _ecdsa(of: type[ECDSA]) -> dict[str, Any]:
    return {name: of(scheme.curve, scheme.hash) for name, scheme in ECDSA_SCHEMES.items()}


def _eddsa(of: type[EdDSA], curves: dict[str, Any] | None = None) -> dict[str, Any]:
    made = {}
    for name, scheme in EDDSA_SCHEMES.items():
        fields = {field: getattr(scheme, field) for field in scheme.fields}
        if curves is not None:
            fields["curve"] = curves[scheme.curve.name]
        made[name] = of(**fields)
    return made


def _sign_of_T() -> dict[str, Any]:
    curves = {}
    for scheme in EDDSA_SCHEMES.values():
        E = scheme.curve
        curves[E.name] = SignOfTForgotten(E.p, E.a, E.d, E.L, E.c, E.base, E.name)
    return _eddsa(EdDSA, curves)


def _table_error() -> dict[str, Any]:
    curves = {scheme.curve.name: with_table_error(scheme.curve) for scheme in EDDSA_SCHEMES.values()}
    ecdsa = {name: ECDSA(with_table_error(scheme.curve), scheme.hash) for name, scheme in ECDSA_SCHEMES.items()}
    return {**_eddsa(EdDSA, curves), **ecdsa}


MAKERS: dict[str, Callable[[str], Planted]] = {
    "range-not-checked": lambda name: Planted(name, _ecdsa(NoRangeCheck)),
    "digest-not-truncated": lambda name: Planted(name, _ecdsa(NoTruncation)),
    "k-not-reduced": lambda name: Planted(name, _eddsa(KNotReduced), "rfc8032-cofactorless"),
    "x-not-reduced": lambda name: Planted(name, _ecdsa(XNotReduced)),
    "S-not-checked": lambda name: Planted(name, _eddsa(SNotChecked)),
    "table-error": lambda name: Planted(name, _table_error()),
    "sign-of-T": lambda name: Planted(name, _sign_of_T()),
    "lost-carry": lambda name: LostCarry(name, {}),
    "context-ignored": lambda name: Planted(name, _eddsa(ContextIgnored)),
    "ph-flag-ignored": lambda name: Planted(name, _eddsa(FlagIgnored)),
}


def planted(fault: str) -> Planted:
    """The implementation with this fault."""
    return MAKERS[fault](fault)


def serve(fault: str) -> None:
    """Answer each line of standard input."""
    implementation = planted(fault)
    for line in sys.stdin:
        request = json.loads(line)
        given = request.pop("id", None)
        if request["op"] == "describe":
            rules = dict.fromkeys(ECDSA_SCHEMES, "fips186-5")
            rules |= {name: implementation.rules(name, None) for name in EDDSA_SCHEMES}
            answer = {"name": fault, "version": "1", "rules": rules, "nonces": ["rfc6979"]}
        else:
            answer = implementation.answer(request)
        sys.stdout.write(json.dumps({"id": given, **answer}) + "\n")
        sys.stdout.flush()


if __name__ == "__main__":
    serve(sys.argv[1])
