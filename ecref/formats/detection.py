"""Which container is it? Each is known by marks of its own, and what is none of ours well enough to be named.

    PEM        a line that begins with -----BEGIN; the label says what is within
    DER        a SEQUENCE, told by the tags of what it holds (structures.py)
    JSON       an object
    OpenSSH    a line with the name of a type of key, or the magic of openssh-key-v1
    others     the first octets that their own programs look for

Raw octets and hex have no marks, and a random seed may begin as any of these. So `find` wants the data to be DER to its
end, and text to be text: about one seed in 2^40 is. What is then still not found may be damaged, or another program's.
To `find_damaged` and `described`, which serve errors, nothing comes that has the size of a raw key.
"""

from __future__ import annotations

from contextlib import suppress

from ecref import der
from ecref.errors import UnusableInput
from ecref.frozen import Secret

from . import openssh, pem, ssh_key, text
from .strict_json import quoted
from .structures import structure

MAX_OCTETS = 1 << 20  # of a key in any container, and of what may stand around it
BOM = b"\xef\xbb\xbf"
PRIVATE, PUBLIC = "private", "public"

STRUCTURES = {
    "pkcs8": ((PRIVATE,), "a PKCS#8 private key"),
    "sec1": ((PRIVATE,), "a SEC 1 private key"),
    "spki": ((PUBLIC,), "a public key (SubjectPublicKeyInfo)"),
    "certificate": ((PUBLIC,), "an X.509 certificate"),
    "csr": ((PUBLIC,), "a certificate request"),
}
LABELS = {
    "PRIVATE KEY": "pkcs8",
    "EC PRIVATE KEY": "sec1",
    "PUBLIC KEY": "spki",
    "CERTIFICATE": "certificate",
    "X509 CERTIFICATE": "certificate",
    "CERTIFICATE REQUEST": "csr",
    "NEW CERTIFICATE REQUEST": "csr",
}
EC_PARAMETERS = "EC PARAMETERS"
OTHER_LABELS = {
    EC_PARAMETERS: "EC parameters",
    "RSA PRIVATE KEY": "an RSA private key (PKCS#1)",
    "RSA PUBLIC KEY": "an RSA public key (PKCS#1)",
    "DSA PRIVATE KEY": "a DSA private key",
    "DH PARAMETERS": "DH parameters",
    "TRUSTED CERTIFICATE": "a certificate with OpenSSL's trust settings (openssl x509 -in FILE drops them)",
    "X509 CRL": "a certificate revocation list",
    "PKCS7": "a PKCS#7 structure",
    "CMS": "a CMS structure",
    "SSH SIGNATURE": "an SSH signature",
}
JAVA = "a Java keystore (keytool -importkeystore -srckeystore FILE -destkeystore NEW -deststoretype pkcs12 converts it)"
TEXTS = {
    b"PuTTY-User-Key-File-": "a PuTTY private key (puttygen FILE -O private-openssh-new -o NEW converts it)",
    b"---- BEGIN SSH2 PUBLIC KEY": "an SSH2 public key of RFC 4716 (ssh-keygen -i -f FILE converts it)",
    b"untrusted comment:": "a signify or minisign file",
}
MAGICS = {
    b"SSHSIG": "an SSH signature",
    b"\xfe\xed\xfe\xed": JAVA,
    b"\xce\xce\xce\xce": JAVA,
    b"\xff\xfe": "text in UTF-16",
    b"\xfe\xff": "text in UTF-16",
    b"\0\0\0\x0bssh-ed25519": "an OpenSSH public key without its line",
    b"\0\0\0\x13ecdsa-sha2-nistp": "an OpenSSH public key without its line",
}

_CONTROLS = bytes({*range(0x20), 0x7F} - set(b"\t\n\v\f\r"))
_OPENPGP = (*range(0x94, 0x9C), 0xC5, 0xC6)  # a secret or public key in either form of packet [RFC 9580, 4.2 and 5]


class Container(Secret):
    """One container: what it is, and the octets in it, which may be a private key's.

    format        protocol.md's name of the format; None for what is only named
    holds         what kinds of key it may hold: PRIVATE, PUBLIC
    what          its name in an error
    octets        what the format's reader takes
    parameters    the octets of an EC PARAMETERS block before it
    """

    __slots__ = ("format", "holds", "octets", "parameters", "what")
    fields = ("format", "holds", "what", "octets", "parameters")
    format: str | None
    holds: tuple[str, ...]
    what: str
    octets: bytes
    parameters: bytes | None

    def __init__(
        self, format: str | None, holds: tuple[str, ...], what: str, octets: bytes, parameters: bytes | None = None
    ) -> None:
        self._set(format=format, holds=holds, what=what, octets=octets, parameters=parameters)

    def __repr__(self) -> str:
        return f"<container {self.format or 'not read'}: {self.what}>"


def find(data: bytes) -> list[Container]:
    """The containers that the data surely is: of PEM all blocks, otherwise one or none.

    UnusableInput: "bad-encoding" for malformed PEM, "encrypted-key" and "wrong-key" for what PEM tells by its labels.
    """
    readable = data.removeprefix(BOM).strip()
    if is_pem(readable):
        return _in_pem(readable)
    if data.startswith(openssh.MAGIC):
        return [Container("openssh", (PRIVATE,), "an OpenSSH private key", data)]
    if _is_text(readable):
        return _in_text(readable)
    if ssh_key.is_type(_first_word(readable)):
        return [_openssh_line(readable)]  # whose comment is in any encoding
    found = structure(data)
    return [] if found is None else [_in_der(found, data)]


def is_pem(data: bytes) -> bool:
    """Whether data has a line that begins as a block of PEM does."""
    return b"-----BEGIN" in data and any(line.lstrip().startswith(b"-----BEGIN") for line in data.splitlines())


def find_damaged(data: bytes) -> list[Container]:
    """The containers that the data may be, by its beginning: of another program, or with octets too many."""
    for magic, what in MAGICS.items():
        if data.startswith(magic):
            return [_named(what)]
    found = structure(data, damaged=True)
    return [] if found is None else [_in_der(found, data)]


def described(data: bytes) -> str | None:
    """What data is that no container was found in, for an error; None for what may be a raw key or its hex."""
    readable = data.removeprefix(BOM).strip()
    if not readable:
        return "white space only" if data else "no octets"
    spelt = spelt_out(data)
    if spelt is not None:
        return spelt
    if unhexed(data) is not None:
        return None
    if _is_text(readable):
        return _described_text(readable)
    if data[0] == der.SEQUENCE:
        return f"what begins as DER does ({_fault(data)})"
    return "what begins as an OpenPGP key does" if data[0] in _OPENPGP else None


def spelt_out(data: bytes) -> str | None:
    """Which container the hex digits or the base64 that data is stand for; None where there is none."""
    for encoding, octets in (("hex digits", unhexed(data)), ("base64", _from_base64(data.removeprefix(BOM)))):
        with suppress(UnusableInput):
            if octets and (found := find(octets)):
                return f"the {encoding} of {found[0].what}, not its octets"
    return None


def unhexed(data: bytes) -> bytes | None:
    """The octets of hex digits, with white space around them at most; None for anything else, and for none."""
    try:
        return text.decode(data.removeprefix(BOM).strip(), "hex") or None
    except UnusableInput:
        return None


def _named(what: str) -> Container:
    """Something that isn't read, only called by its name."""
    return Container(None, (), what, b"")


# ---------------------------------------------------------------- PEM


def _in_pem(data: bytes) -> list[Container]:
    found, parameters = [], None
    for block in pem.read(data):
        if block.label == EC_PARAMETERS:
            parameters = block.octets
        else:
            found.append(_in_block(block, parameters))
    return found or [_named("EC parameters without a key")]


def _in_block(block: pem.Block, parameters: bytes | None) -> Container:
    """The container that a label names, unless something else is within."""
    if block.label == openssh.LABEL:
        return Container("openssh", (PRIVATE,), "an OpenSSH private key", block.octets)
    if block.label not in LABELS:
        return _named(OTHER_LABELS.get(block.label, f"a PEM block {quoted(pem.shown(block.label))}"))
    named, within = LABELS[block.label], structure(block.octets, damaged=True)
    holds, what = STRUCTURES[named]
    if within not in (None, named):
        inside = STRUCTURES[within][1] if within in STRUCTURES else within
        return _named(f"{inside} under the label {block.label}, which is that of {what}")
    return Container(f"{named}-pem", holds, what, block.octets, parameters)


# ---------------------------------------------------------------- DER


def _in_der(name: str, data: bytes) -> Container:
    """The container that data is by the name of its structure."""
    return Container(f"{name}-der", *STRUCTURES[name], data) if name in STRUCTURES else _named(name)


def _fault(data: bytes) -> str:
    """Why octets that begin as a SEQUENCE are none."""
    try:
        der.read_only(der.SEQUENCE, data)
    except der.Malformed as fault:
        return fault.detail
    return "a SEQUENCE that is no container"


# ---------------------------------------------------------------- text


def _in_text(readable: bytes) -> list[Container]:
    for mark, what in TEXTS.items():
        if readable.startswith(mark):
            return [_named(what)]
    if readable.startswith(b"{"):
        return [Container("jwk", (PRIVATE, PUBLIC), "a JWK", readable)]
    if any(b"-" in word and ssh_key.is_type(word.decode()) for word in readable.split()):
        return [_openssh_line(readable)]
    return []


def _openssh_line(readable: bytes) -> Container:
    return Container("openssh", (PUBLIC,), "an OpenSSH public key", readable)


def _first_word(data: bytes) -> str:
    return b"".join(data[:64].split(None, 1)[:1]).decode("ascii", "replace")


def _is_text(data: bytes) -> bool:
    """Whether data is UTF-8 without control characters other than white space."""
    try:
        data.decode()
    except UnicodeDecodeError:
        return False
    return len(data.translate(None, _CONTROLS)) == len(data)


def _described_text(readable: bytes) -> str:
    """What text is that is neither a container nor hex digits alone."""
    if b"-----BEGIN" in readable:
        return "text in which -----BEGIN doesn't begin its line"
    if unhexed(readable.translate(None, b" \t\r\n:").removeprefix(b"0x")) is not None:
        return "hex digits with 0x, colons or white space among them"
    return "text that is no container" if _from_base64(readable) is None else "base64 without a container around it"


def _from_base64(data: bytes) -> bytes | None:
    try:
        return text.decode(b"".join(data.split()), "base64") or None
    except UnusableInput:
        return None
