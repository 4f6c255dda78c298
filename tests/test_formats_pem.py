"""PEM: what is written is what openssl writes; text around blocks is passed over, damage within them is not."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from containers import ECDSA, curve_option, damaged, fault, flipped, key_or_none, needs_openssl, openssl
from ecref.formats import load_private_key, load_public_key, openssh
from ecref.formats.pem import Block, read, write

ONE = b"-----BEGIN PUBLIC KEY-----\nAAEC\n-----END PUBLIC KEY-----\n"  # the octets 00 01 02

labels = st.from_regex(r"[!-,.-~]+([ -][!-,.-~]+){0,2}", fullmatch=True).filter(
    lambda label: len(label) < 60 and not label.startswith("PGP ") and label != "ENCRYPTED PRIVATE KEY"
)

ONE_LINE = "BEGIN and END stand on one line; wanted line breaks after BEGIN and before END"
ALONE = "that begins with ----- is not -----{} label-----, alone on its line"


def body(base64: str, before: str = "", label: str = "X") -> bytes:
    return f"-----BEGIN {label}-----\n{before}{base64}\n-----END {label}-----\n".encode()


def test_what_is_written() -> None:
    assert write("PUBLIC KEY", b"\0\1\2") == ONE
    assert write("X", b"") == b"-----BEGIN X-----\n-----END X-----\n"
    assert write("X", bytes(48)) == b"-----BEGIN X-----\n" + b"A" * 64 + b"\n-----END X-----\n"
    assert write("X", bytes(49)) == b"-----BEGIN X-----\n" + b"A" * 64 + b"\nAA==\n-----END X-----\n"
    assert write("X", bytes(49), columns=70) == b"-----BEGIN X-----\n" + b"A" * 66 + b"==\n-----END X-----\n"


@given(label=labels, octets=st.binary(max_size=200))
def test_round_trip(label: str, octets: bytes) -> None:
    assert read(write(label, octets)) == [Block(label, (), octets)]


@needs_openssl
@pytest.mark.parametrize("name", ["Ed25519", "Ed448", *ECDSA])
def test_as_openssl_writes(name: str) -> None:
    key = openssl("genpkey", *curve_option(name))
    assert [write(block.label, block.octets) for block in read(key)] == [key]
    text = openssl("pkey", "-text", data=key)
    assert text != key
    assert read(text) == read(key)


@needs_openssl
def test_the_blocks_of_ecparam_genkey() -> None:
    written = openssl("ecparam", "-name", "secp384r1", "-genkey")
    parameters, key = read(written)
    assert (parameters.label, parameters.octets.hex()) == ("EC PARAMETERS", "06052b81040022")
    assert key.label == "EC PRIVATE KEY"
    assert write(parameters.label, parameters.octets) + write(key.label, key.octets) == written


@pytest.mark.parametrize(
    "data",
    [
        ONE.replace(b"\n", b"\r\n"),
        ONE.replace(b"\n", b"\r"),
        ONE.rstrip(),
        b"\n\n" + ONE + b"\n\n",
        ONE.replace(b"AAEC", b"AA\nEC"),
        ONE.replace(b"AAEC", b"\n AA\tE C \n\n"),
        ONE.replace(b"\n", b" \t\n  "),
        b"subject=/CN=x\n# -- text: \xff\xfe\n" + ONE + b"more text, no block: ----- BEGIN -----\n",
        memoryview(ONE),
        bytearray(ONE),
    ],
)
def test_white_space_and_text_around_are_passed_over(data: bytes) -> None:
    assert read(data) == [Block("PUBLIC KEY", (), b"\0\1\2")]


def test_blocks_in_their_order() -> None:
    found = read(b"first\n" + write("A", b"1") + b"then\n" + write("B", b"22") + write("A", b""))
    assert [(block.label, block.octets) for block in found] == [("A", b"1"), ("B", b"22"), ("A", b"")]


def test_headers() -> None:
    (block,) = read(body("AAEC", "Comment: a: b\nEmpty :\n\n"))
    assert block == Block("X", (("Comment", "a: b"), ("Empty", "")), b"\0\1\2")
    assert read(body("AAEC", "Comment: \xe9\n\n"))[0].headers == (("Comment", r"\xc3\xa9"),)
    assert fault(read, body("AAEC", "Comment: a\n")) == "bad-encoding: in PEM: headers without a blank line after them"
    assert fault(read, body("AAEC", "Comment: a\nnone\n\n")) == "bad-encoding: in PEM: a header without a colon"


def test_a_block_shows_no_octets() -> None:
    assert repr(Block("EC PRIVATE KEY", (), b"secret")) == "<PEM block EC PRIVATE KEY of 6 octets>"


@pytest.mark.parametrize(
    ("data", "detail"),
    [
        (b"", "no line begins with -----BEGIN"),
        (b"hello\n", "no line begins with -----BEGIN"),
        (b"x" + ONE, "an END line without its BEGIN"),
        (b"-----END A-----", "an END line without its BEGIN"),
        (b"-----BEGIN A-----\nAAEC\n", "BEGIN A without its END"),
        (b"-----BEGIN A-----\nAAEC", "BEGIN A without its END"),
        (b"-----BEGIN A-----\nAAEC\n-----END B-----", "BEGIN A ends with END B"),
        (ONE.replace(b"END PUBLIC", b"END PRIVATE"), "BEGIN PUBLIC KEY ends with END PRIVATE KEY"),
        (ONE.replace(b"END PUBLIC", b"END  PUBLIC"), f"a line {ALONE.format('END')}"),
        (b"-----BEGIN A-----\nAAEC\n-----BEGIN B-----", f"a line {ALONE.format('END')}"),
        (b"-----BEGIN A-----\nAAEC\n-----END A----", f"a line {ALONE.format('END')}"),
        (b"-----BEGIN A----\nAAEC\n", f"a line {ALONE.format('BEGIN')}"),
        (b"-----BEGIN-----\n", f"a line {ALONE.format('BEGIN')}"),
        (b"-----BEGIN ----\n", f"a line {ALONE.format('BEGIN')}"),
        (b"-----BEGIN A-----AAEC-----END A-----", ONE_LINE),
        (ONE.replace(b"\n", b" "), ONE_LINE),
        (ONE.replace(b"\n", rb"\n"), ONE_LINE),
        (b"-----BEGIN A-----AAEC\n-----END A-----", f"a line {ALONE.format('BEGIN')}"),
        (b"-----BEGIN A------\n", f"a line {ALONE.format('BEGIN')}"),
        (b"-----BEGIN  A-----\n", f"a line {ALONE.format('BEGIN')}"),
        ("-----BEGIN é-----\n".encode(), f"a line {ALONE.format('BEGIN')}"),
        (write("A" * 65, b"x"), f"a line {ALONE.format('BEGIN')}"),
        (body("AAE"), "wrong padding: 3 characters of base64 and 0 of ="),
        (body("AA="), "wrong padding: 2 characters of base64 and 1 of ="),
        (body("AAE=="), "wrong padding: 3 characters of base64 and 2 of ="),
        (body("AAEC="), "wrong padding: 4 characters of base64 and 1 of ="),
        (body("===="), "wrong padding: 0 characters of base64 and 4 of ="),
        (body("AAEC===="), "wrong padding: 4 characters of base64 and 4 of ="),
        (body("A==="), "got 1 characters of base64, which are no whole octets"),
        (body("AAF="), "got bits behind the last whole octet of base64"),
        (body("AB=="), "got bits behind the last whole octet of base64"),
        (body("AA==AAEC"), "got = amid base64"),
        (body("AA-_"), "got a character that base64 doesn't have"),
        (body("AA\0EC"), "got a character that base64 doesn't have"),
        (body("AAEC\xe9\xe9"), "got a character that base64 doesn't have"),
    ],
)
def test_damage_is_named(data: bytes, detail: str) -> None:
    assert fault(read, data) == f"bad-encoding: in PEM: {detail}"


@pytest.mark.parametrize("label", ["PGP PRIVATE KEY BLOCK", "PGP PUBLIC KEY BLOCK", "PGP SIGNATURE"])
def test_openpgp_is_named(label: str) -> None:
    detail = f"wrong-key: in PEM: got OpenPGP's {label}, wanted a key or signature in PEM"
    assert fault(read, body("AAEC\n=abcd", "Version: GnuPG v2\n\n", label)) == detail
    assert fault(read, body("AAEC\n=abcd", "", label)) == detail


# ---------------------------------------------------------------- encrypted keys

COMMAND = "decrypt it first: openssl pkey -in FILE -out DECRYPTED"


def test_encrypted_keys_are_refused_with_the_command_that_decrypts_them() -> None:
    old = body("AAEC", "Proc-Type: 4,ENCRYPTED\nDEK-Info: AES-128-CBC,00\n\n", "EC PRIVATE KEY")
    assert fault(read, old) == f"encrypted-key: in PEM: got an encrypted EC PRIVATE KEY; {COMMAND}"
    assert fault(read, old.replace(b"4,ENC", b" 4, ENC")) == fault(read, old)
    new = body("AAEC", "", "ENCRYPTED PRIVATE KEY")
    assert fault(read, new) == f"encrypted-key: in PEM: got an encrypted PRIVATE KEY; {COMMAND}"
    assert read(body("AAEC", "Proc-Type: 4,CLEAR\n\n"))[0].octets == b"\0\1\2"


@needs_openssl
@pytest.mark.parametrize(("name", "form"), [("Ed25519", []), ("P-256", []), ("P-256", ["-traditional"])])
def test_the_command_decrypts_them(name: str, form: list[str], tmp_path: Any) -> None:
    key = openssl("genpkey", *curve_option(name))
    encrypted = openssl("pkey", "-aes128", "-passout", "pass:secret", *form, data=key)
    assert fault(read, encrypted).endswith(COMMAND)
    (tmp_path / "FILE").write_bytes(encrypted)
    command = [str(tmp_path / word) if word.isupper() else word for word in COMMAND.split()[4:]]
    openssl(*command, "-passin", "pass:secret")
    assert (tmp_path / "DECRYPTED").read_bytes() == key


# ---------------------------------------------------------------- damage

BLOCKS = (
    body("AAEC" * 20 + "\n" + "AA==", "Comment: x\n\n", "EC PARAMETERS") + b"text\n" + ONE.replace(b"\n", b"\r\n")
)


def test_every_bit_flipped_and_every_truncation() -> None:
    assert len(read(BLOCKS)) == 2
    for bit in range(8 * len(BLOCKS)):
        key_or_none(read, flipped(BLOCKS, bit))
    for end in range(len(BLOCKS)):
        key_or_none(read, BLOCKS[:end])


@given(damaged(BLOCKS))
def test_damage(data: bytes) -> None:
    key_or_none(read, data)


@given(st.lists(st.sampled_from([b"-----BEGIN A-----", b"-----END A-----", b"AAEC", b"", b"a: b", b"-----"])))
def test_lines_in_any_order(lines: list[bytes]) -> None:
    key_or_none(read, b"\n".join(lines))


@pytest.mark.parametrize(
    "data",
    [
        b"\n" * 1_000_000,
        b"-----BEGIN A-----\n" * 50_000,
        b"-----BEGIN A-----\n" + b"a: b\n" * 200_000,
        b"-----BEGIN A-----\n" + b"A" * 1_000_000,
        b"-" * 1_000_000,
        b"-----BEGIN " * 100_000,
        b"-----BEGIN A-----\n" + b"=" * 1_000_000 + b"\n-----END A-----",
    ],
)
def test_hostile_text_ends_at_once(data: bytes) -> None:
    assert fault(read, data).startswith("bad-encoding: in PEM: ")


@pytest.mark.parametrize("wrong", ["-----BEGIN", None, 1], ids=lambda wrong: type(wrong).__name__)
def test_a_wrong_type(wrong: Any) -> None:
    with pytest.raises(TypeError, match=r"^PEM must be bytes, not "):
        read(wrong)


SECRET = "c2VjcmV0"


@pytest.mark.parametrize(
    "data",
    [
        body(SECRET + "!"),
        body(SECRET, "Comment: x\n") + b"\n",
        body("\n", f"Comment: x\n{SECRET}\n"),
        body("\n", f"Comment: x\n{SECRET}\n") + b"\n",
        f"-----BEGIN PRIVATE KEY-----{SECRET}-----END PRIVATE KEY-----".encode(),
        f"-----BEGIN X-----\n-----{SECRET}-----END X-----".encode(),
        f"-----END X-----{SECRET}".encode(),
    ],
)
def test_an_error_never_shows_what_may_be_a_key(data: bytes) -> None:
    assert SECRET not in fault(read, data)


def test_a_label_that_may_be_a_key_is_not_shown() -> None:
    label = f"PRIVATE K{SECRET}"
    hidden = "(a label of 17 characters)"
    assert fault(read, body("AAEC").replace(b"BEGIN X", f"BEGIN {label}".encode())) == (
        f"bad-encoding: in PEM: BEGIN {hidden} ends with END X"
    )
    assert fault(read, body("AAEC").replace(b"END X", f"END {label}".encode())) == (
        f"bad-encoding: in PEM: BEGIN X ends with END {hidden}"
    )
    assert fault(read, f"-----BEGIN {label}-----\n".encode()) == f"bad-encoding: in PEM: BEGIN {hidden} without its END"
    assert fault(read, body("AAEC", "Proc-Type: 4,ENCRYPTED\n\n", label)).startswith(
        f"encrypted-key: in PEM: got an encrypted {hidden}; "
    )
    assert SECRET not in fault(read, body("AAEC", "", f"PGP {SECRET}"))
    assert repr(Block(label, (), b"1")) == f"<PEM block {hidden} of 1 octets>"
    for load in (load_private_key, load_public_key, openssh.read_private):
        assert SECRET not in fault(load, write(label, b"1"))
