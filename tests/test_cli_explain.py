"""ecref explain: listings in full for values that RFC 8032 and RFC 6979 print, and a sentence for every step."""

from __future__ import annotations

import base64
import json
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

from command_line import runner
from ecref import ecdsa, ed448, ed25519, eddsa, p256
from ecref.cli import listing, sentences
from ecref.formats import dump_private_key, dump_public_key
from ecref.formats.sshsig import sign as ssh_sign

if TYPE_CHECKING:
    from collections.abc import Callable

    Run = Callable[..., tuple[int, str, str]]

# RFC 8032, 7.1, test 2
ED = ed25519.private_key(bytes.fromhex("4ccd089b28ff96da9db6c346ec114e0f5b8a319f35aba624da8cf6ed4fb8a6fb"))
# RFC 6979, A.2.5
EC = p256.private_key(0xC9AFA9D845BA75166B5C215767B1D6934E50C3DB36E89B127B8A622B120F6721)

SECRETS_WARNING = "warning: the listing shows secrets: the private key, and a nonce that gives it away\n"


@pytest.fixture
def run(capsys: pytest.CaptureFixture[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Run:
    """Run a command line in a folder with keys, messages and signatures, on a terminal of 80 columns."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("COLUMNS", "80")
    Path("ed").write_bytes(dump_private_key(ED, "pkcs8-pem"))
    Path("ed.pub").write_bytes(dump_public_key(ED.public_key, "spki-pem"))
    Path("ec").write_bytes(dump_private_key(EC, "sec1-pem"))
    Path("ec.pub").write_bytes(dump_public_key(EC.public_key, "jwk"))
    Path("r").write_bytes(b"\x72")
    Path("sample").write_bytes(b"sample")
    Path("ed.sig").write_bytes(ED.sign(b"\x72"))
    Path("ec.sig").write_bytes(der_of(EC.sign(b"sample")))
    return runner(monkeypatch, capsys)


def der_of(signature: Any) -> bytes:
    assert isinstance(signature, bytes)
    return signature


# ---------------------------------------------------------------- whole listings

VERIFY_ED = """\
Ed25519: a verification by RFC 8032, 5.1.7
H is SHA-512 with 64 octets, PH(M) is M, dom is empty

input    key     the public key, as received
    3d4017c3 e843895a 92b70aa7 4d1b7ebc 9c982ccf 2ec4968c c0cd55f1 2af4660c
input    sig     the signature, as received: R, then S
    92a009a9 f0d4cab8 720e820b 5f642540 a2b27b54 16503f8f b3762223 ebdb69da
    085ac1e4 3e15996e 458f3613 d0f11d8c 387b2eae b4302aee b00d2916 12bb0c00
5.1.7-1  R       the point that the signature's first half encodes
    92a009a9 f0d4cab8 720e820b 5f642540 a2b27b54 16503f8f b3762223 ebdb69da
5.1.7-1  S       the integer in its second half, which must be below L
    085ac1e4 3e15996e 458f3613 d0f11d8c 387b2eae b4302aee b00d2916 12bb0c00
5.1.7-1  A       the point that the public key encodes
    3d4017c3 e843895a 92b70aa7 4d1b7ebc 9c982ccf 2ec4968c c0cd55f1 2af4660c
5.1.7-2  k       the challenge: H(dom || R || A || PH(M)) mod L, over R and A as
    received
    b376577b d8d2f812 6988cfeb 185170fb 810eafc8 a14e0b11 104552f6 07e35c03
5.1.7-3  SB      [S]B
    0dfd99bf 8284a564 eaa8cd46 024fbe12 fab0a3c6 4dfa0358 690df1bf d9a0c5a0
5.1.7-3  kA      [k]A
    001e7864 4f639c09 e9f4673f 46baaa47 ec44c368 7a8c083d 2bd41d5e 016aa13b

valid under rfc8032: [8][S]B = [8]R + [8][k]A
"""

SIGN_EC = """\
ECDSA on P-256: a signature by FIPS 186-5, 6.4.1
H is SHA-256 of the message; k is the nonce of RFC 6979, 3.2

input    d       the private key [secret]
    c9afa9d8 45ba7516 6b5c2157 67b1d693 4e50c3db 36e89b12 7b8a622b 120f6721
6.4.1-1  H       the digest of the message
    af2bdbe1 aa9b6ec1 e2ade1d6 94f41fc7 1a831d02 68e98915 62113d8a 62add1bf
6.4.1-2  e       the leftmost bits of H, as many as n has, as an integer
    af2bdbe1 aa9b6ec1 e2ade1d6 94f41fc7 1a831d02 68e98915 62113d8a 62add1bf
6.4.1-3  k       the secret number of this signature [secret]
    a6e3c57d d01abe90 08653839 8355dd4c 3b17aa87 3382b0f2 4d612949 3d8aad60
6.4.1-5  R       [k]G
    04efd48b 2aacb6a8 fd1140dd 9cd45e81 d69d2c87 7b56aaf9 91c34d0e a84eaf37
    1634a7e7 2c423213 443152c8 2df94fe0 f6851bf8 94fd91c6 4b195553 46093ff4 92
6.4.1-8  r       first half of the signature: x(R) mod n
    efd48b2a acb6a8fd 1140dd9c d45e81d6 9d2c877b 56aaf991 c34d0ea8 4eaf3716
6.4.1-9  s       second half of the signature: (e + r d) / k mod n
    f7cb1c94 2d657c41 d436c7a1 b6e29f65 f3e900db b9aff406 4dc4ab2f 843acda8

signature (p1363):
    efd48b2a acb6a8fd 1140dd9c d45e81d6 9d2c877b 56aaf991 c34d0ea8 4eaf3716
    f7cb1c94 2d657c41 d436c7a1 b6e29f65 f3e900db b9aff406 4dc4ab2f 843acda8
"""

MISMATCH_EC = """\
ECDSA on P-256: a verification by FIPS 186-5,
    6.4.2
H is SHA-256 of the message

input    Q       the public key
    0460fed4 ba255a9d 31c961eb 74c6356d 68c049b8
    923b61fa 6ce66962 2e60f29f b67903fe 1008b8bc
    99a41ae9 e95628bc 64f2f1b2 0c2d7e9f 5177a3c2
    94d44622 99
input    r       first half of the signature,
    which must lie between 1 and n - 1 (step 1)
    efd48b2a acb6a8fd 1140dd9c d45e81d6 9d2c877b
    56aaf991 c34d0ea8 4eaf3716
input    s       second half of the signature,
    likewise
    f7cb1c94 2d657c41 d436c7a1 b6e29f65 f3e900db
    b9aff406 4dc4ab2f 843acda8
6.4.2-2  H       the digest of the message
    454349e4 22f05297 191ead13 e21d3db5 20e5abef
    52055e49 64b82fb2 13f593a1
6.4.2-3  e       the leftmost bits of H, as many
    as n has, as an integer
    454349e4 22f05297 191ead13 e21d3db5 20e5abef
    52055e49 64b82fb2 13f593a1
6.4.2-4  w       1 / s mod n
    9a7ef69c 985d9509 b6017a80 3945de47 30d8b786
    975e45e3 45603615 00274eeb
6.4.2-5  u       e w mod n
    d933d8de 0b9fff9c 11f1dfea 5d96a75e 36ebd3bb
    0f8b3627 daa44ec9 bf9ceaba
6.4.2-5  v       r w mod n
    48dc5acd a3b1ad61 b01f62f0 ec7e692d 6b6ca086
    e80a10b4 241298ec 71e7211d
6.4.2-6  R1      [u]G + [v]Q
    043ba69d 51a72cd8 fd53b3c6 d7186776 cabea58d
    aff7b3a6 bb1fdf97 573d71c3 1c2f9cd9 3890ed93
    690d64e0 056e233a 64a739be 35136cbd 73a90f88
    372337ee 0c
6.4.2-8  r1      x(R1), which modulo n must be r
    (step 9)
    3ba69d51 a72cd8fd 53b3c6d7 186776ca bea58daf
    f7b3a6bb 1fdf9757 3d71c31c

invalid under fips186-5: mismatch: x([u]G + [v]Q) mod n != r
"""


@pytest.mark.parametrize("textbook_or_not", ["", "--textbook"])
def test_a_verification_of_eddsa(run: Run, textbook_or_not: str) -> None:
    line = f"explain verify --key ed.pub --signature ed.sig {textbook_or_not} r"
    assert run(line) == (0, VERIFY_ED, "")


@pytest.mark.parametrize("textbook_or_not", ["", "--textbook"])
def test_a_signature_of_ecdsa(run: Run, textbook_or_not: str) -> None:
    line = f"explain sign --key ec --format p1363 {textbook_or_not} sample"
    assert run(line) == (0, SIGN_EC, SECRETS_WARNING)


def test_a_mismatch_on_a_narrow_terminal(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("COLUMNS", "50")
    status, out, err = run("explain verify --key ec.pub --signature ec.sig r")
    assert (status, out, err) == (1, MISMATCH_EC, "warning: high-s\n")


@pytest.mark.parametrize("textbook_or_not", ["", "--textbook"])
def test_a_signature_of_eddsa(run: Run, textbook_or_not: str) -> None:
    status, out, err = run(f"explain sign --key ed {textbook_or_not} r")
    assert (status, err) == (0, SECRETS_WARNING)
    assert [line for line in out.splitlines() if not line.startswith("    ")] == [
        "Ed25519: a signature by RFC 8032, 5.1.6",
        "H is SHA-512 with 64 octets, PH(M) is M, dom is empty",
        "",
        "5.1.6-1  s       the secret scalar: the first half of H(seed), clamped [secret]",
        "5.1.6-1  prefix  what makes the nonces: the second half of H(seed) [secret]",
        "5.1.6-1  A       the public key: [s]B, encoded",
        "5.1.6-2  r       the nonce: H(dom || prefix || PH(M)) mod L [secret]",
        "5.1.6-3  R       first half of the signature: [r]B, encoded",
        "5.1.6-4  k       the challenge: H(dom || R || A || PH(M)) mod L",
        "5.1.6-5  S       second half of the signature: (r + k s) mod L",
        "",
        "signature (raw):",
    ]
    assert "".join(out[out.index("signature (raw):") + 16 :].split()) == (  # as RFC 8032 prints it
        "92a009a9f0d4cab8720e820b5f642540a2b27b5416503f8fb3762223ebdb69da"
        "085ac1e43e15996e458f3613d0f11d8c387b2eaeb4302aeeb00d291612bb0c00"
    )


def test_an_expanded_key_on_the_textbook(run: Run) -> None:
    """It has no seed; s and prefix are where a signature begins."""
    expanded = Path("expanded")
    expanded.write_bytes(ED.s.to_bytes(32, "little") + ED.prefix)
    line = "explain sign --key expanded --key-format ed25519-expanded --textbook r"
    assert run(line)[:2] == run("explain sign --key ed r")[:2]


# ---------------------------------------------------------------- what a listing says of how it was signed


@pytest.mark.parametrize(
    ("options", "says"),
    [
        ("--key ed", "H is SHA-512 with 64 octets, PH(M) is M, dom is empty\n"),
        ("--key ed --scheme Ed25519ph", "|| 1 || len(C) || C, where C is empty\n"),
        ("--key ed --scheme Ed25519ctx --context 666f6f", "|| 0 || len(C) || C, where C is 666f6f\n"),
        ("--key ed --scheme Ed25519ph", "PH(M) is SHA-512(M) with 64 octets, dom is"),
        ("--key ec", "H is SHA-256 of the message; k is the nonce of RFC 6979, 3.2\n"),
        ("--key ec --hash sha512", "H is SHA-512 of the message; k is the nonce of RFC 6979, 3.2\n"),
        ("--key ec --digest", "H is given; k is the nonce of RFC 6979, 3.2\n"),
        ("--key ec --nonce hedged", "k is the nonce of RFC 6979, 3.6, with 32 random octets\n"),
        ("--key ec --nonce random", "k is random (FIPS 186-5, A.3.2)\n"),
    ],
)
def test_the_heading_tells_the_functions(run: Run, options: str, says: str) -> None:
    status, out, _ = run(f"explain sign {options} r")
    assert status == 0
    assert says.replace("\n", " ") in " ".join(out.split()) + " "


def test_ed448_has_its_own_section(run: Run) -> None:
    key = ed448.private_key(bytes(57))
    Path("key").write_bytes(dump_private_key(key, "pkcs8-pem"))
    Path("pub").write_bytes(dump_public_key(key.public_key, "spki-pem"))
    Path("sig").write_bytes(key.sign(b"\x72"))
    assert run("explain sign --key key r")[1].startswith("Ed448: a signature by RFC 8032, 5.2.6\n")
    status, out, _ = run("explain verify --key pub --signature sig r")
    assert status == 0
    assert "\n5.2.7-3  SB      [S]B\n" in out
    assert out.endswith("valid under rfc8032: [4][S]B = [4]R + [4][k]A\n")


@pytest.mark.parametrize(
    ("rules", "equation"),
    [("zip215", "[8][S]B = [8]R + [8][k]A"), ("rfc8032-cofactorless", "[S]B = R + [k]A"), ("ref10", "[S]B = R + [k]A")],
)
def test_the_last_line_names_the_rule_set(run: Run, rules: str, equation: str) -> None:
    status, out, _ = run(f"explain verify --key ed.pub --signature ed.sig --rules {rules} r")
    assert (status, out.splitlines()[-1]) == (0, f"valid under {rules}: {equation}")


def test_the_last_line_of_ecdsa(run: Run) -> None:
    line = "explain verify --key ec.pub --signature ec.sig"
    assert run(f"{line} sample")[1].splitlines()[-1] == "valid under fips186-5: x(R1) mod n = r"
    assert run(f"{line} --textbook sample") == run(f"{line} sample")
    status, out, err = run(f"{line} --rules low-s sample")
    assert (status, err) == (1, "warning: high-s\n")
    assert out.endswith(" 4dc4ab2f 843acda8\n\ninvalid under low-s: high-s: s is over n/2\n")  # no step comes before


def test_low_s_is_told(run: Run) -> None:
    status, out, _ = run("explain sign --key ec --low-s --format p1363-base64 sample")
    assert status == 0
    low = EC.sign(b"sample", format="p1363", low_s=True)
    assert out.splitlines()[-4:] == [
        "",
        "s is over n/2: n - s, which signs the same, stands in the signature (--low-s)",
        "signature (p1363-base64):",
        base64.b64encode(der_of(low)).decode(),
    ]
    status, out, _ = run("explain sign --key ec --low-s r")
    assert ("n - s" in out) is p256.is_high(as_pair(EC.sign(b"\x72", format=None))[1])


def as_pair(signature: Any) -> tuple[int, int]:
    r, s = signature
    return r, s


@pytest.mark.parametrize(
    ("pair", "shown"),
    [
        ((0, 1), [bytes(32).hex(), bytes(31).hex() + "01"]),
        ((2**256, 1), ["01" + bytes(32).hex(), bytes(31).hex() + "01"]),
        ((-1, -(2**256)), ["ff", "ff" + bytes(32).hex()]),
    ],
)
def test_numbers_out_of_range_are_shown_as_they_are(run: Run, pair: tuple[int, int], shown: list[str]) -> None:
    from ecref.signatures import encode

    Path("sig").write_bytes(encode(*pair, 0, "der", p256.curve.n))
    status, out, _ = run("explain verify --json --key ec.pub --signature sig sample")
    answer = json.loads(out)
    assert (status, answer["reason"], answer["steps"]) == (1, "r-out-of-range", [])
    assert [value["value"] for value in answer["inputs"][1:]] == shown


def test_a_malformed_signature_is_a_verdict(run: Run) -> None:
    Path("sig").write_bytes(b"\x30")
    status, out, _ = run("explain verify --key ec.pub --signature sig sample")
    assert status == 1
    assert "input    Q " in out
    assert "input    r " not in out
    assert out.splitlines()[-1].startswith("invalid under fips186-5: signature-encoding: ")


def test_an_ssh_signature(run: Run) -> None:
    Path("sig").write_bytes(ssh_sign(ED, b"\x72", "file"))
    status, out, _ = run("explain verify --key ed.pub --signature sig r")
    assert status == 0
    assert "; M is the structure that an SSHSIG signs, which holds" in " ".join(out.split())
    assert out.endswith("valid under rfc8032: [8][S]B = [8]R + [8][k]A\n")


def test_colours_are_for_terminals(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("ecref.cli.colours._wanted", lambda: True)
    assert run("explain verify --key ed.pub --signature ed.sig r")[1].endswith(
        "\033[32mvalid\033[0m under rfc8032: [8][S]B = [8]R + [8][k]A\n"
    )
    assert "\033[31minvalid\033[0m under rfc8032: mismatch: " in run(
        "explain verify --key ed.pub --signature ed.sig sample"
    )[1]


# ---------------------------------------------------------------- for machines


def test_json_of_a_verification(run: Run) -> None:
    status, out, err = run("explain verify --json --key ed.pub --signature ed.sig -", stdin=b"\x72")
    answer = json.loads(out)
    verdict = ED.public_key.verdict(ED.sign(b"\x72"), b"\x72", steps=True)
    assert (status, err) == (0, "")
    assert verdict.steps is not None
    assert [(value["step"], value["name"], bytes.fromhex(value["value"])) for value in answer["steps"]] == list(
        verdict.steps
    )
    assert [value["name"] for value in answer["inputs"]] == ["key", "sig"]
    assert answer["steps"][-1]["meaning"] == "[k]A"
    del answer["steps"], answer["inputs"]
    assert answer == {
        "scheme": "Ed25519",
        "standard": "RFC 8032",
        "section": "5.1.7",
        "rules": "rfc8032",
        "valid": True,
        "reason": None,
        "detail": "the signature is valid",
        "warnings": [],
        "format": "raw",
    }
    assert run("explain verify --json --key ed.pub --signature ed.sig sample")[0] == 1


def test_json_of_a_signature(run: Run) -> None:
    status, out, err = run("explain sign --json --key ec sample")
    answer = json.loads(out)
    assert (status, err) == (0, SECRETS_WARNING)
    assert [(value["name"], value["secret"]) for value in answer["inputs"] + answer["steps"]] == [
        ("d", True),
        ("H", False),
        ("e", False),
        ("k", True),
        ("R", False),
        ("r", False),
        ("s", False),
    ]
    assert answer["signature"] == der_of(EC.sign(b"sample")).hex()
    assert (answer["standard"], answer["section"], answer["format"]) == ("FIPS 186-5", "6.4.1", "der")


# ---------------------------------------------------------------- what can't be explained


@pytest.mark.parametrize(
    ("line", "says"),
    [
        ("explain", "sign|verify"),
        ("explain key", "key"),
        ("explain sign --key ed", "FILE"),
        ("explain sign --key ed --format sshsig r", "an SSHSIG signs a structure around the message"),
        ("explain sign --key ed --format der r", "der"),
        ("explain sign --key ed --hash sha256 r", "--hash"),
        ("explain sign --key ed.pub r", "wanted a private key"),
        ("explain sign --key - -", "standard input"),
        ("explain verify --key ed --signature ed.sig r", "wanted a public key"),
        ("explain verify --key ed.pub --signature ed.ssh --textbook r", "--textbook has no meaning for an SSHSIG"),
        ("explain verify --key ed.pub --signature - -", "standard input"),
        ("explain verify --key ed.pub --signature ed.sig --rules none r", "no rule set 'none'"),
        ("explain verify --key missing --signature ed.sig r", "missing: No such file"),
    ],
)
def test_what_cannot_be_explained_is_one_line(run: Run, line: str, says: str) -> None:
    Path("ed.ssh").write_bytes(ssh_sign(ED, b"\x72", "file"))
    status, out, err = run(line)
    assert (status, out, err.count("\n")) == (2, "", 1)
    assert says in err
    assert ED.private_bytes().hex() not in err


# ---------------------------------------------------------------- the sentences


def test_every_step_and_every_input_has_its_sentence() -> None:
    """Walked over all schemes; and no sentence is there for a step that none of them notes."""
    noted: set[tuple[str, str]] = set()
    schemes: list[Any] = [*eddsa.SCHEMES.values(), *ecdsa.SCHEMES.values()]
    for scheme in schemes:
        key = scheme.private_key(bytes(range(1, scheme.curve.size + 1)))
        context = {"context": b""} if scheme is eddsa.ed25519ctx else {}
        steps: list[tuple[str, str, bytes]] = []
        signature = key.sign(b"message", steps=steps, **context)
        steps += key.public_key.verdict(signature, b"message", steps=True, **context).steps
        noted |= {(number.rpartition("-")[0], letter) for number, letter, _ in steps}
    inputs = {("5.1.7", "key"), ("5.1.7", "sig"), ("5.2.7", "key"), ("5.2.7", "sig")}
    inputs |= {("6.4.1", "d"), ("6.4.2", "Q"), ("6.4.2", "r"), ("6.4.2", "s")}
    told = {(section, letter) for section, letters in sentences.SENTENCES.items() for letter in letters}
    assert noted | inputs == told
    assert not noted & inputs


def test_sentences_are_short_and_plain() -> None:
    for letters in sentences.SENTENCES.values():
        for sentence in letters.values():
            assert sentence.isascii()
            assert len(sentence) < 90
            assert not sentence.endswith(".")


@pytest.mark.parametrize("scheme", [ed25519, ed448, p256], ids=lambda scheme: str(scheme.name))
def test_what_is_secret_is_marked(scheme: Any) -> None:
    """From each value marked, and the signature, the private scalar follows; what else is there is public."""
    key: Any = scheme.private_key(bytes(range(1, scheme.curve.size + 1)))
    steps: list[tuple[str, str, bytes]] = []
    key.sign(b"message", steps=steps)
    secret = [letter for number, letter, _ in steps if sentences.is_secret(number.rpartition("-")[0], letter)]
    assert secret == (["k"] if scheme is p256 else ["s", "prefix", "r"])
    assert sentences.is_secret("6.4.1", "d")
    assert not sentences.is_secret("5.1.7", "k")


@pytest.mark.parametrize(
    ("columns", "lengths"),
    [
        ("10", [39, 39, 15]),  # never less than 40 columns
        ("49", [48, 42]),
        ("80", [75, 15]),
        ("200", [87]),
    ],
)
def test_values_are_wrapped_to_the_width(monkeypatch: pytest.MonkeyPatch, columns: str, lengths: list[int]) -> None:
    monkeypatch.setenv("COLUMNS", columns)
    value = bytes(range(33)).hex() + "ff" * 4
    lines = listing.grouped(value)
    assert [len(line) for line in lines] == lengths
    assert "".join("".join(lines).split()) == value
