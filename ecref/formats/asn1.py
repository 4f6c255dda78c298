"""The ASN.1 that key containers share: OBJECT IDENTIFIER, BIT STRING, AlgorithmIdentifier, named curves.

    AlgorithmIdentifier ::= SEQUENCE { algorithm OBJECT IDENTIFIER, parameters ANY OPTIONAL }        [RFC 5280, 4.1.1.2]
    ECParameters ::= CHOICE { namedCurve OBJECT IDENTIFIER, implicitCurve NULL, specifiedCurve SEQUENCE }
                                                                                                     [RFC 5480, 2.1.1]

Only named curves are read. Explicit parameters (specifiedCurve) are refused even where they are those of a named
curve: who compares all but one of them, as Windows did with the base point, accepts keys that anybody can sign
for [CVE-2020-0601]. RFC 5480 forbids both of the others in certificates.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from ecref import der
from ecref.eddsa import EdDSA
from ecref.errors import UnusableInput

from .faults import wrong_key
from .names import CURVES, EC_PUBLIC_KEY, EDDSA, WANTED, algorithm_name, oid_of, with_article

if TYPE_CHECKING:
    from ecref.ecdsa import ECDSA

    from .names import Scheme

MAX_OID = 64  # octets; the longest that is registered has some 20


def read_oid(content: bytes) -> str:
    """The OBJECT IDENTIFIER with this content, dotted. [X.690, 8.19]

    A number is written in base 128, the highest digits first, each octet but its last with bit 8 set; the first number
    is 40 a + b for an identifier a.b....
    """
    if not content or content[-1] & 0x80:
        raise der.Malformed("a truncated OBJECT IDENTIFIER")
    if len(content) > MAX_OID:
        raise der.Malformed(f"an OBJECT IDENTIFIER of {len(content)} octets")
    numbers, number = [], 0
    for octet in content:
        if number == 0 and octet == 0x80:
            raise der.Malformed("a number of an OBJECT IDENTIFIER in more octets than it needs")
        number = number << 7 | octet & 0x7F
        if octet < 0x80:
            numbers.append(number)
            number = 0
    a = min(numbers[0] // 40, 2)
    return ".".join(map(str, (a, numbers[0] - 40 * a, *numbers[1:])))


def write_oid(dotted: str) -> bytes:
    """The OBJECT IDENTIFIER as a DER value."""
    a, b, *numbers = map(int, dotted.split("."))
    return der.write(der.OID, b"".join(map(_base_128, (40 * a + b, *numbers))))


def _base_128(number: int) -> bytes:
    digits = [number & 0x7F]
    while number := number >> 7:
        digits.append(0x80 | number & 0x7F)
    return bytes(reversed(digits))


def read_version(content: bytes, *wanted: int) -> int:
    """The version, an INTEGER with this content, if it is one of those wanted. One that is long is not printed."""
    version = der.integer(content)
    if version not in wanted:
        shown = version if len(content) <= 8 else f"of {len(content)} octets"
        raise der.Malformed(f"got version {shown}, wanted {' or '.join(map(str, wanted))}")
    return version


def read_bit_string(content: bytes) -> bytes:
    """The octets of a BIT STRING with this content; its first octet counts the unused bits of the last. [X.690, 8.6]"""
    if not content:
        raise der.Malformed("a BIT STRING without octets")
    if content[0] != 0:
        raise der.Malformed(f"a BIT STRING with {content[0]} unused bits, wanted whole octets")
    return content[1:]


def write_bit_string(octets: bytes) -> bytes:
    """Octets as a BIT STRING."""
    return der.write(der.BIT_STRING, b"\0" + octets)


def read_algorithm(content: bytes) -> Scheme:
    """The scheme of an AlgorithmIdentifier with this content.

    UnusableInput: "wrong-key" (another algorithm), "unsupported" (another curve, or no named one), "bad-encoding".
    """
    oid, parameters = der.read(der.OID, content)
    name = read_oid(oid)
    if name == EC_PUBLIC_KEY:
        if not parameters:
            raise der.Malformed("id-ecPublicKey without parameters, wanted a named curve")
        return read_curve(parameters)
    if name not in EDDSA:
        raise wrong_key(f"{with_article(algorithm_name(name))} key", WANTED)
    if parameters:
        tag, _, _ = der.read_any(parameters)
        raise der.Malformed(f"{algorithm_name(name)} with {der.name(tag)} for parameters, wanted none [RFC 8410, 3]")
    return EDDSA[name]


def write_algorithm(scheme: Scheme) -> bytes:
    """The AlgorithmIdentifier of a scheme's keys; UnusableInput "unsupported" for a toy."""
    oid = write_oid(oid_of(scheme))
    return der.write(der.SEQUENCE, oid if isinstance(scheme, EdDSA) else write_oid(EC_PUBLIC_KEY) + oid)


def read_curve(parameters: bytes) -> ECDSA:
    """The scheme over the curve that ECParameters name."""
    tag, content, rest = der.read_any(parameters)
    der.end(rest, "after the curve's parameters")
    if tag == der.SEQUENCE:
        raise UnusableInput("unsupported", "got explicit curve parameters (specifiedCurve), wanted a named curve")
    if tag == der.NULL:
        raise UnusableInput("unsupported", "got an implicit curve (implicitCurve), wanted a named curve")
    if tag != der.OID:
        raise der.Malformed(f"got {der.name(tag)}, wanted a named curve")
    oid = read_oid(content)
    if oid not in CURVES:
        raise UnusableInput("unsupported", f"got the curve {algorithm_name(oid)}, wanted P-256, P-384 or secp256k1")
    return CURVES[oid]
