"""The codecs of (r, s): strict DER, P1363, and the two forms that carry a recovery id.

    der       SEQUENCE of two INTEGERs, in the one encoding that X.690 allows [RFC 3279, 2.2.3; SEC 1, C.8]
    p1363     r then s, each in the width of n [IEEE P1363, E.3.1]
    compact   a header 27 + recid, + 4 where the key was compressed, then r then s [Bitcoin's signed messages]
    eth       r then s, then v = 27 + recid; v = recid is read too [Ethereum]

Letters:

    r, s      the signature; read as they stand, their range is the scheme's business
    recid     which of the public keys that fit the signature is meant: bit 0 is y's parity of R, the rest
              counts how often n was taken off its x. None where the format doesn't say
    n         the order of the base point: it gives the width
"""

from __future__ import annotations

from . import der
from .errors import InvalidSignature, UnusableInput

FORMATS = ("der", "p1363", "compact", "eth")


def encode(r: int, s: int, recid: int, format: str, n: int) -> bytes:
    """(r, s) in the format.

    UnusableInput "unsupported" for a format that isn't in FORMATS, and in eth for a recid over 1, which has no v;
    "bad-signature" where r or s is negative or too wide for the format. DER takes any. recid lies in 0..3.
    """
    if known(format) == "der":
        return der.write(der.SEQUENCE, der.write_integer(r) + der.write_integer(s))
    width = (n.bit_length() + 7) // 8
    if not 0 <= min(r, s) <= max(r, s) < 256**width:
        raise UnusableInput("bad-signature", f"r or s doesn't fit {width} octets")
    halves = r.to_bytes(width, "big") + s.to_bytes(width, "big")
    if format == "compact":
        return bytes([31 + recid]) + halves
    if format == "eth":
        if recid > 1:
            raise UnusableInput("unsupported", "v has no value for an R whose x is not below n")
        return halves + bytes([27 + recid])
    return halves


def decode(signature: bytes, format: str, n: int) -> tuple[int, int, int | None]:
    """(r, s, recid). InvalidSignature: "signature-length" or, in DER or the id, "signature-encoding".

    UnusableInput "unsupported" for a format that isn't in FORMATS.
    """
    if known(format) == "der":
        return *_decode_der(signature), None
    width = (n.bit_length() + 7) // 8
    wanted = 2 * width + (format != "p1363")
    if len(signature) != wanted:
        raise InvalidSignature("signature-length", f"got {len(signature)} octets, wanted {wanted}")
    recid = None
    if format == "compact":
        recid = _recid(signature[0], range(27, 35)) % 4
        signature = signature[1:]
    elif format == "eth":
        recid = _recid(signature[-1], (27, 28, 0, 1)) % 2
    r, s = signature[:width], signature[width : 2 * width]
    return int.from_bytes(r, "big"), int.from_bytes(s, "big"), recid


def known(format: str) -> str:
    """The format, if it is one of FORMATS; otherwise UnusableInput "unsupported"."""
    if not isinstance(format, str):
        raise TypeError(f"a signature format is named by a str, not {type(format).__name__}")
    if format not in FORMATS:
        raise UnusableInput("unsupported", f"no signature format {format[:40]!r}; there are {', '.join(FORMATS)}")
    return format


def _recid(octet: int, allowed: range | tuple[int, ...]) -> int:
    """The number in a recovery octet: its place among those allowed, so that 27 counts as 0."""
    if octet not in allowed:
        raise InvalidSignature("signature-encoding", f"{octet} is no recovery header")
    return allowed.index(octet)


def _decode_der(data: bytes) -> tuple[int, int]:
    try:
        content = der.read_only(der.SEQUENCE, data)
        r, content = der.read(der.INTEGER, content)
        s, content = der.read(der.INTEGER, content)
        der.end(content, "after s in the SEQUENCE")
        return der.integer(r), der.integer(s)
    except der.Malformed as fault:
        raise InvalidSignature("signature-encoding", f"no strict DER: {fault.detail}") from None
