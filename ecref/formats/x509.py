"""The public key inside an X.509 certificate or a certificate request (CSR). [RFC 5280, 4.1; RFC 2986, 4]

    Certificate ::= SEQUENCE { TBSCertificate, AlgorithmIdentifier, BIT STRING }
    TBSCertificate ::= SEQUENCE { version [0] OPTIONAL, serialNumber, signature, issuer, validity, subject,
                                  SubjectPublicKeyInfo, ... }

    CertificationRequest ::= SEQUENCE { CertificationRequestInfo, AlgorithmIdentifier, BIT STRING }
    CertificationRequestInfo ::= SEQUENCE { version, subject, SubjectPublicKeyInfo, attributes }

Only the SubjectPublicKeyInfo is read. What stands before it is stepped over, of what follows only the first tag is
looked at, so that there is no second key, and no signature is checked: that the key belongs to the subject, or is still
valid, nobody says here.
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
_UNIQUE_IDS_AND_EXTENSIONS = (der.context(1, constructed=False), der.context(2, constructed=False), der.context(3))
_ATTRIBUTES = (der.context(0),)


def read_certificate(data: Octets) -> PublicKey:
    """The key that a certificate is about. UnusableInput as for spki.read_public."""
    with within("an X.509 certificate"):
        _, fields = der.read_optional(der.context(0), _signed(as_bytes("a certificate", data)))
        return _key_between(_SERIAL_TO_SUBJECT, fields, _UNIQUE_IDS_AND_EXTENSIONS)


def read_request(data: Octets) -> PublicKey:
    """The key that a certificate request is about. UnusableInput as for spki.read_public."""
    with within("a certificate request"):
        fields = _signed(as_bytes("a certificate request", data))
        return _key_between(_VERSION_AND_SUBJECT, fields, _ATTRIBUTES)


def _signed(data: bytes) -> bytes:
    """The fields that the signature of a certificate or a request covers; the signature itself is stepped over."""
    fields, content = der.read(der.SEQUENCE, der.read_only(der.SEQUENCE, data))
    _, content = der.read(der.SEQUENCE, content)
    der.read_only(der.BIT_STRING, content)
    return fields


def _key_between(before: tuple[int, ...], fields: bytes, behind: tuple[int, ...]) -> PublicKey:
    """The key behind fields with the tags before; another field, if there is one, has one of the tags behind."""
    for tag in before:
        _, fields = der.read(tag, fields)
    key, rest = der.read(der.SEQUENCE, fields)
    if rest and rest[0] not in behind:
        raise der.Malformed(f"got {der.name(rest[0])} behind the SubjectPublicKeyInfo")
    return spki.read_fields(key)
