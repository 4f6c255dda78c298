"""The public key inside an X.509 certificate or a certificate request (CSR). [RFC 5280, 4.1; RFC 2986, 4]

    Certificate ::= SEQUENCE { TBSCertificate, AlgorithmIdentifier, BIT STRING }
    TBSCertificate ::= SEQUENCE { version [0] OPTIONAL, serialNumber, signature, issuer, validity, subject,
                                  SubjectPublicKeyInfo, ... }

    CertificationRequest ::= SEQUENCE { CertificationRequestInfo, AlgorithmIdentifier, BIT STRING }
    CertificationRequestInfo ::= SEQUENCE { version, subject, SubjectPublicKeyInfo, attributes }

Only the SubjectPublicKeyInfo is read. What stands before it is stepped over, what follows isn't looked at, and no
signature is checked: that the key belongs to the subject, or is still valid, nobody says here.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from ecref import der
from ecref.inputs import as_bytes

from . import spki
from .faults import within

if TYPE_CHECKING:
    from ecref.inputs import Octets

    from .names import PublicKey

_SERIAL_TO_SUBJECT = (der.INTEGER, der.SEQUENCE, der.SEQUENCE, der.SEQUENCE, der.SEQUENCE)
_VERSION_AND_SUBJECT = (der.INTEGER, der.SEQUENCE)


def read_certificate(data: Octets) -> PublicKey:
    """The key that a certificate is about. UnusableInput as for spki.read_public."""
    with within("an X.509 certificate"):
        _, fields = der.read_optional(der.context(0), _signed(as_bytes("a certificate", data)))
        return _key_after(_SERIAL_TO_SUBJECT, fields)


def read_request(data: Octets) -> PublicKey:
    """The key that a certificate request is about. UnusableInput as for spki.read_public."""
    with within("a certificate request"):
        return _key_after(_VERSION_AND_SUBJECT, _signed(as_bytes("a certificate request", data)))


def _signed(data: bytes) -> bytes:
    """The fields that the signature of a certificate or a request covers; the signature itself is stepped over."""
    fields, content = der.read(der.SEQUENCE, der.read_only(der.SEQUENCE, data))
    _, content = der.read(der.SEQUENCE, content)
    der.read_only(der.BIT_STRING, content)
    return fields


def _key_after(tags: tuple[int, ...], fields: bytes) -> PublicKey:
    for tag in tags:
        _, fields = der.read(tag, fields)
    key, _ = der.read(der.SEQUENCE, fields)
    return spki.read_fields(key)
