"""What DER is, by the tags of the values in its outermost SEQUENCE: no two of these structures begin alike.

    pkcs8          OneAsymmetricKey or EncryptedPrivateKeyInfo [RFC 5958, 2 and 3]
    sec1           ECPrivateKey [RFC 5915, 3]
    spki           SubjectPublicKeyInfo [RFC 5280, 4.1]
    certificate    Certificate [RFC 5280, 4.1]
    csr            CertificationRequest [RFC 2986, 4]

Others are only called by their names. Nothing is judged here: each structure's reader does that.
"""

from __future__ import annotations

from ecref import der

PKCS12 = "a PKCS#12 keystore (openssl pkcs12 -in FILE -out KEYS takes the keys out)"

_I, _B, _O, _OID, _S, _0 = der.INTEGER, der.BIT_STRING, der.OCTET_STRING, der.OID, der.SEQUENCE, der.context(0)
_SIGNED = "a signed structure that is neither a certificate nor a request"
_BEGINNINGS = (  # the tags that a structure's SEQUENCE begins with; the first that fits counts
    ((_I, _O), "sec1"),
    ((_I, _S, _O), "pkcs8"),
    ((_S, _O), "pkcs8"),  # encrypted, as its reader says
    ((_I, _S, _S, _O), "explicit EC parameters"),
    ((_I, _S), PKCS12),
    ((_S, _B), "spki"),
    ((_S, _S, _B), _SIGNED),
    ((_I,) * 9, "an RSA private key (PKCS#1)"),
    ((_I,) * 6, "a DSA private key"),
    ((_I,) * 2, "an RSA public key (PKCS#1), or an ECDSA signature"),
    ((_OID, _0), "a CMS or PKCS#7 structure"),
)


def structure(data: bytes, *, damaged: bool = False) -> str | None:
    """Which of the five the data is, or the name of another; None for an unknown one, or if not all of it is DER."""
    tags, content = _tags(data, damaged=damaged)
    found = next((name for begin, name in _BEGINNINGS if tags[: len(begin)] == begin), None)
    if found == PKCS12 and not content.startswith(b"\2\1\3"):  # its version, which PKCS#8 never had [RFC 7292, 4]
        return "pkcs8"
    return _signed(content) if found == _SIGNED else found


def _signed(content: bytes) -> str:
    """A certificate begins with [0] or, in version 1, has five SEQUENCEs; a request has two, and then [0] at most."""
    tags, _ = _tags(content, damaged=True)
    if tags[:1] == (_0,) or tags[:6] == (_I, _S, _S, _S, _S, _S):
        return "certificate"
    return "csr" if tags in ((_I, _S, _S), (_I, _S, _S, _0)) else _SIGNED


def _tags(data: bytes, *, damaged: bool) -> tuple[tuple[int, ...], bytes]:
    """The tags of the first nine values in a SEQUENCE, none if it isn't one, and its content."""
    tags: list[int] = []
    content = b""
    try:
        content, rest = der.read(_S, data)
        if rest and not damaged:
            return (), b""
        left = content
        while left and len(tags) < 9:
            tag, _, left = der.read_any(left)
            tags.append(tag)
    except der.Malformed:
        if not damaged:
            return (), b""
    return tuple(tags), content
