"""The audit of a file: what is planted is found, with the key, and what is honest or doubtful is not."""

from __future__ import annotations

import io
import random
from typing import TYPE_CHECKING, Any

import pytest

from ecref import ed448, ed25519, ed25519ph, p256, p384, secp256k1
from ecref.errors import UnusableInput
from ecref.referee.nonces import Defaults, Report, audit, auditor, repeats
from ecref.referee.nonces.findings import SHOWN
from ecref.signatures import encode
from nonce_files import ecdsa_line, eddsa_line, file_of, honest, json_lines, nonce_with, scalar

if TYPE_CHECKING:
    from ecref.ecdsa_keys import ECDSAPrivateKey

KEY, OTHER, THIRD = (p256.private_key(d) for d in (1234567, 7654321, 31337))
TWISTED = ed25519.private_key(bytes(32))


def found_in(records: list[dict[str, Any]], **how: Any) -> Report:
    """The report on these records, without a lattice test unless it is asked for."""
    return audit(file_of(records), **{"signatures": 0, **how})


def recovered(report: Report) -> dict[str, int]:
    """Scalars by public key."""
    return {key.to_bytes().hex(): x for finding in report.findings for key, x in finding.secrets}


def is_clean(report: Report) -> bool:
    return not (report.findings or report.doubts or report.bad)


# ---------------------------------------------------------------- a nonce that one key used twice


@pytest.mark.parametrize("scheme", [p256, p384, secp256k1])
@pytest.mark.parametrize("low_s", [False, True])
@pytest.mark.parametrize("nonces", [(1, 1), (1, -1), (-1, 1), (-1, -1)])
def test_each_pair_of_signs_gives_the_key_away(scheme: Any, low_s: bool, nonces: tuple[int, int]) -> None:
    key, n = scheme.private_key(4242424242), scheme.curve.n
    lines = list(honest(3, key))
    for message, sign in zip((b"one", b"two"), nonces, strict=True):
        r, s = key.sign(message, unsafe_k=sign * 99 % n, low_s=low_s, format=None)
        lines.append({**lines[0], "message": message.hex(), "signature": encode(r, s, 0, "der", n).hex()})
    report = found_in(lines)
    (finding,) = report.findings
    assert (finding.kind, finding.keys, finding.lines, finding.nonces) == (
        "repeated-nonce",
        (key.public_key,),
        (4, 5),
        1,
    )
    assert finding.secrets == ((key.public_key, 4242424242),)
    assert not report.doubts


@pytest.mark.parametrize("scheme", [ed25519, ed25519ph, ed448])
def test_a_repeated_R_gives_the_scalar_of_eddsa_away(scheme: Any) -> None:
    key = scheme.private_key(bytes(range(scheme.curve.size)))
    report = found_in([eddsa_line(key, b"one", 5), eddsa_line(key, b"", 6), eddsa_line(key, b"two", 5)])
    (finding,) = report.findings
    assert (finding.kind, finding.lines, finding.secrets) == (
        "repeated-nonce",
        (1, 3),
        ((key.public_key, scalar(key)),),
    )


def test_one_R_under_two_schemes_of_a_curve_gives_it_away_too() -> None:
    prehashed = ed25519ph.private_key(bytes(32))
    report = found_in([eddsa_line(TWISTED, b"one", 5), eddsa_line(prehashed, b"one", 5)])
    assert [finding.kind for finding in report.findings] == ["repeated-nonce"]
    assert recovered(report) == {TWISTED.public_key.octets.hex(): scalar(TWISTED)}


def test_many_nonces_of_a_key_are_one_finding() -> None:
    lines = [ecdsa_line(KEY, b"%d" % i, i // 2 + 1) for i in range(40)]
    (finding,) = found_in(lines).findings
    assert (finding.nonces, len(finding.lines), finding.secrets[0][1]) == (20, SHOWN, 1234567)
    (finding,) = found_in([ecdsa_line(KEY, b"%d" % i, 5) for i in range(40)]).findings
    assert (finding.nonces, finding.lines) == (1, (1, 2))


def test_a_key_in_two_containers_is_one_key() -> None:
    lines = [ecdsa_line(KEY, b"one", 5), ecdsa_line(KEY, b"two", 5, key=KEY.public_key.to_bytes().hex())]
    assert recovered(found_in(lines)) == {KEY.public_key.to_bytes().hex(): 1234567}


def test_duplicates_are_no_finding() -> None:
    lines = [
        ecdsa_line(KEY, b"one", 5),
        ecdsa_line(KEY, b"one", 5),
        ecdsa_line(KEY, b"one", 5, sign=-1),
        ecdsa_line(KEY, b"one", p256.curve.n - 5),
        eddsa_line(TWISTED, b"one", 5),
        eddsa_line(TWISTED, b"one", 5),
    ]
    report = found_in(lines)
    assert is_clean(report)
    assert (report.signatures, report.duplicates) == (6, 4)


def test_a_duplicate_does_not_hide_a_repeat() -> None:
    lines = [ecdsa_line(KEY, b"one", 5)] * 50 + [ecdsa_line(KEY, b"two", 5, sign=-1)]
    report = found_in(lines)
    assert (report.findings[0].lines, report.duplicates) == ((1, 51), 49)


def test_honest_signatures_are_clean() -> None:
    lines = [line for key in (KEY, OTHER) for line in honest(8, key)]
    lines += [
        {
            "key": TWISTED.public_key.octets.hex(),
            "curve": "ed25519",
            "message": bytes([i]).hex(),
            "signature": TWISTED.sign(bytes([i])).hex(),
        }
        for i in range(8)
    ]
    report = audit(file_of(lines))
    assert is_clean(report)
    assert (report.signatures, report.searched, report.enough) == (24, 3, 3)


def test_equal_r_that_no_key_explains_is_a_doubt_and_no_finding() -> None:
    true, wrong = ecdsa_line(KEY, b"one", 5), ecdsa_line(KEY, b"two", 5, message=b"three".hex())
    report = found_in([true, wrong])
    assert not report.findings
    (doubt,) = report.doubts
    assert doubt == (
        "1 nonces that stand there twice, and no key explains it (see the lines 1): signatures are invalid, or of "
        "another message, digest or hash than the file says"
    )
    assert doubt in found_in([true, wrong], private_key=KEY).doubts
    several = [
        line
        for i in range(1, 15)
        for line in (ecdsa_line(KEY, b"a", i), ecdsa_line(KEY, b"b", i, message="00"))
    ]
    (doubt,) = found_in(several).doubts
    assert doubt.startswith("14 nonces that stand there twice, and no key explains it ")
    assert "(see the lines 1, 3, 5, 7, 9, 11, 13, 15, 17, 19)" in doubt


def test_an_invalid_signature_beside_does_not_hide_a_repeat() -> None:
    lines = [
        ecdsa_line(KEY, b"zero", 5, message="00"),
        ecdsa_line(KEY, b"one", 5),
        ecdsa_line(KEY, b"two", 5),
    ]
    assert found_in(lines).findings[0].lines == (2, 3)
    twice = eddsa_line(TWISTED, b"one", 5)
    S = int.from_bytes(bytes.fromhex(twice["signature"])[32:], "little")
    wrong = {**twice, "signature": twice["signature"][:64] + (S ^ 1).to_bytes(32, "little").hex()}
    report = found_in([twice, wrong])  # the same challenge: no scalar at all can explain it
    assert (report.findings, len(report.doubts)) == ([], 1)


def test_different_signatures_of_one_nonce_are_compared_up_to_a_bound() -> None:
    wrong = [ecdsa_line(KEY, b"%d" % i, 5, message=f"00{i:02x}") for i in range(repeats.MOST)]
    right = [ecdsa_line(KEY, b"one", 5), ecdsa_line(KEY, b"two", 5)]
    assert found_in(wrong[1:] + right).doubts  # one of the two was compared
    assert found_in(wrong[2:] + right).findings


# ---------------------------------------------------------------- a nonce that several keys used


def test_one_nonce_under_two_keys_is_a_finding_without_a_key() -> None:
    report = found_in([ecdsa_line(KEY, b"one", 5), ecdsa_line(OTHER, b"one", 5, sign=-1)])
    (finding,) = report.findings
    assert (finding.kind, set(finding.keys), set(finding.lines), finding.nonces, finding.secrets) == (
        "shared-nonce",
        {KEY.public_key, OTHER.public_key},
        {1, 2},
        1,
        (),
    )


@pytest.mark.parametrize("signs", [(1, 1), (1, -1), (-1, 1), (-1, -1)])
def test_from_a_key_that_is_known_follow_those_it_shares_nonces_with(signs: tuple[int, int]) -> None:
    lines = [
        ecdsa_line(KEY, b"one", 5),
        ecdsa_line(KEY, b"two", 5),
        ecdsa_line(KEY, b"three", 6, sign=signs[0]),
        ecdsa_line(OTHER, b"three", 6, sign=signs[1]),
        ecdsa_line(OTHER, b"four", 7, sign=signs[0]),
        ecdsa_line(THIRD, b"five", 7, sign=signs[1]),
        ecdsa_line(KEY, b"six", 8),
        ecdsa_line(OTHER, b"six", 8),
    ]
    report = found_in(lines)
    expected = {key.public_key.to_bytes().hex(): scalar(key) for key in (KEY, OTHER, THIRD)}
    assert recovered(report) == expected
    assert [finding.kind for finding in report.findings] == ["repeated-nonce", "shared-nonce", "shared-nonce"]
    assert sorted(finding.nonces for finding in report.findings) == [1, 1, 2]
    del expected[KEY.public_key.to_bytes().hex()]
    given = found_in(lines[2:], private_key=KEY)
    assert recovered(given) == expected


@pytest.mark.parametrize("signs", [(1, 1), (1, -1), (-1, 1), (-1, -1)])
def test_two_nonces_that_two_keys_share_give_both_away(signs: tuple[int, int]) -> None:
    lines = [
        ecdsa_line(KEY, b"one", 5, sign=signs[0]),
        ecdsa_line(OTHER, b"one", 5),
        ecdsa_line(KEY, b"two", 6),
        ecdsa_line(OTHER, b"two", 6, sign=signs[1]),
        ecdsa_line(THIRD, b"three", 7),
        ecdsa_line(OTHER, b"three", 7),
    ]
    assert len(recovered(found_in(lines))) == 3
    assert len(recovered(found_in(lines[:3] + lines[4:]))) == 0
    twisted = [ed25519.private_key(bytes([i]) * 32) for i in range(2)]
    report = found_in([eddsa_line(key, b"one", r) for key in twisted for r in (5, 6, 7)])
    assert recovered(report) == {key.public_key.octets.hex(): scalar(key) for key in twisted}


def test_ties_that_solve_nothing() -> None:
    tie = repeats.Tie(KEY.public_key, (1, 2), OTHER.public_key, (3, 4))
    assert len(list(repeats._solutions(tie, tie))) == 2  # with unlike signs
    looking = repeats.Repeats(lambda number: pytest.fail(f"{number} was read"), {})
    looking._solve_two([tie, tie])
    assert looking._known == {}


def test_a_shared_R_of_eddsa() -> None:
    other = ed25519.private_key(bytes([1]) * 32)
    lines = [eddsa_line(TWISTED, b"one", 5), eddsa_line(other, b"one", 5)]
    assert recovered(found_in(lines)) == {}
    report = found_in(lines, private_key=other)
    assert recovered(report) == {TWISTED.public_key.octets.hex(): scalar(TWISTED)}


def test_three_keys_with_one_nonce() -> None:
    lines = [ecdsa_line(key, b"one", 5) for key in (KEY, OTHER, THIRD)]
    (finding,) = found_in(lines).findings
    assert len(finding.keys) == 3
    assert len(recovered(found_in(lines, private_key=THIRD))) == 2


def test_an_r_that_was_copied_is_a_doubt() -> None:
    copied = ecdsa_line(KEY, b"one", 5)
    report = found_in([copied, {**copied, "key": OTHER.public_key.to_bytes().hex()}])
    assert (report.findings, len(report.doubts)) == ([], 1)
    report = found_in([copied, {**copied, "key": OTHER.public_key.to_bytes().hex()}, ecdsa_line(THIRD, b"two", 5)])
    assert [set(finding.keys) for finding in report.findings] == [{KEY.public_key, THIRD.public_key}]


def test_the_same_r_on_two_curves_means_nothing() -> None:
    number = (1).to_bytes(32, "big").hex() * 2
    lines = [
        {
            "key": scheme.private_key(5).public_key.to_bytes().hex(),
            "curve": scheme.name,
            "message": "",
            "signature": number,
            "signature_format": "p1363",
        }
        for scheme in (p256, secp256k1)
    ]
    assert is_clean(found_in(lines))


def test_keys_of_one_nonce_are_looked_at_up_to_a_bound(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(repeats, "MOST", 2)
    monkeypatch.setattr(auditor, "MOST", 2)
    report = found_in([ecdsa_line(key, b"one", 5) for key in (KEY, OTHER, THIRD)])
    assert [len(finding.keys) for finding in report.findings] == [2]
    assert report.doubts == ["1 signatures were passed over, as 2 other keys share a nonce"]


# ---------------------------------------------------------------- nonces that are biased


def biased(key: ECDSAPrivateKey, count: int, **bits: tuple[int, int]) -> list[dict[str, Any]]:
    rnd = random.Random(count)
    n = key.scheme.curve.n
    return [ecdsa_line(key, b"%d" % i, nonce_with(n, rnd, **bits), sign=rnd.choice((1, -1))) for i in range(count)]


def test_the_nonces_of_a_key_that_is_given() -> None:
    lines = biased(KEY, 12, high=(0, 8))
    report = found_in([*honest(5, OTHER), *lines], private_key=KEY)
    (finding,) = report.findings
    assert (finding.kind, finding.keys, finding.nonces, finding.secrets) == ("biased-nonce", (KEY.public_key,), 12, ())
    assert finding.lines == tuple(range(6, 6 + SHOWN))
    assert finding.detail.startswith("the nonces are not uniform: the smaller of k and n - k: length: the longest has")
    assert finding.detail.endswith("; a sound key looks like that once in 1,000,000")
    assert len(report.outcomes) > 10


def test_sound_nonces_of_a_key_that_is_given() -> None:
    report = audit(file_of(list(honest(30, KEY))), private_key=KEY)
    assert is_clean(report)
    assert report.outcomes
    assert report.searched == 0  # the key is known
    lines = [eddsa_line(TWISTED, b"%d" % i, random.Random(i).randrange(ed25519.curve.L)) for i in range(30)]
    assert is_clean(found_in(lines, private_key=TWISTED))
    short = [eddsa_line(TWISTED, b"%d" % i, random.Random(i).getrandbits(240)) for i in range(5)]
    assert [finding.kind for finding in found_in(short, private_key=TWISTED).findings] == ["biased-nonce"]


def test_a_key_that_is_given_and_does_not_sign_there_or_not_so() -> None:
    report = found_in(list(honest(3, OTHER)), private_key=KEY)
    assert report.doubts == ["no signature in the file is one of the private key that was given"]
    report = audit(file_of(list(honest(3, KEY))), Defaults(hash="SHA-1"), private_key=KEY, signatures=0)
    (doubt,) = report.doubts
    assert doubt == (
        "3 of the first 3 signatures under the key that was given are invalid, or the file names another message, "
        "digest or hash: their nonces are none"
    )


def test_a_signature_without_a_nonce_is_no_nonce() -> None:
    r, d, n = 7, scalar(KEY), p256.curve.n
    e = -r * d % n
    line = {
        "key": KEY.public_key.to_bytes().hex(),
        "curve": "P-256",
        "digest": e.to_bytes(32, "big").hex(),
        "signature": encode(r, 1, 0, "der", n).hex(),
    }
    report = found_in([line], private_key=KEY)
    assert report.outcomes == []
    assert len(report.doubts) == 1


def test_the_lattice_finds_short_nonces_of_the_keys_with_the_most_signatures() -> None:
    lines = [*biased(KEY, 12, high=(0, 40)), *honest(5, OTHER), *biased(THIRD, 3, high=(0, 140)), *honest(2)]
    report = audit(file_of(lines))
    assert recovered(report) == {key.public_key.to_bytes().hex(): scalar(key) for key in (KEY, THIRD)}
    assert (report.searched, report.enough, report.doubts) == (3, 3, [])
    assert report.findings[0].lines == tuple(range(1, 1 + SHOWN))
    assert report.findings[0].nonces == 12
    assert "with 12 signatures that gives the private key away" in report.findings[0].detail
    fewer = audit(file_of(lines), keys=1)
    assert (len(fewer.findings), fewer.searched, fewer.enough) == (1, 1, 3)
    assert audit(file_of(lines), keys=0).findings == []
    few = audit(file_of(lines), signatures=6)
    assert set(recovered(few)) == {THIRD.public_key.to_bytes().hex()}


def test_what_the_lattice_finds_leads_on_to_keys_that_share_a_nonce() -> None:
    lines = [*biased(KEY, 8, high=(0, 60)), ecdsa_line(KEY, b"one", 5), ecdsa_line(OTHER, b"two", 5)]
    report = audit(file_of(lines))
    assert [finding.kind for finding in report.findings] == ["shared-nonce", "biased-nonce"]
    assert len(recovered(report)) == 2


def test_invalid_signatures_are_left_out_of_the_lattice_and_told() -> None:
    lines = biased(KEY, 9, high=(0, 60))
    lines[3] = {**lines[3], "message": "00"}
    report = audit(file_of(lines))
    assert [finding.nonces for finding in report.findings] == [8]
    (doubt,) = report.doubts
    assert doubt.startswith("1 of 9 signatures under P-256 04")


# ---------------------------------------------------------------- the file


def test_lines_that_cannot_be_read_are_counted_and_named() -> None:
    lines = [{}, *honest(2), {"key": "00"}] + [{"a": 1}] * 20
    report = found_in(lines)
    assert (report.signatures, report.bad) == (2, 22)
    assert [line for line, _ in report.faults] == [1, 4, 5, 6, 7, 8, 9, 10, 11, 12]
    assert report.faults[-1][1].detail == "unknown key 'a'"
    report = audit(io.BytesIO(b'{"a": 1}\n{'), signatures=0)
    assert (report.signatures, report.bad) == (0, 2)


def test_a_csv_file_with_defaults() -> None:
    lines = ecdsa_line(KEY, b"one", 5), ecdsa_line(KEY, b"", 5)
    rows = [f"{line['message']},{line['key']},{line['signature']}" for line in lines]
    file = io.BytesIO("\n".join(["message,key,signature", *rows]).encode())
    report = audit(file, Defaults(scheme=p256), signatures=0)
    assert report.findings[0].lines == (2, 3)
    with pytest.raises(UnusableInput, match="unknown column"):
        audit(io.BytesIO(b"messages,key,signature\n"))


class Changing(io.BytesIO):
    """A file that somebody writes into while it is read."""

    instead = b""

    def seek(self, offset: int, whence: int = 0) -> int:
        if offset > 0 and self.instead:
            self.getbuffer()[offset : offset + len(self.instead)] = self.instead
        return super().seek(offset, whence)


@pytest.mark.parametrize("instead", [b"[", b'{"x'])
def test_a_file_that_changes_meanwhile(instead: bytes) -> None:
    file = Changing(b"\n" + json_lines([ecdsa_line(KEY, b"one", 5), ecdsa_line(KEY, b"two", 5)]))
    file.instead = instead
    with pytest.raises(UnusableInput) as error:
        audit(file, signatures=0)
    assert error.value.detail == "line 2: changed while the file was read"


def test_a_report_as_an_object_shows_secrets_only_where_asked() -> None:
    lines = [*(ecdsa_line(KEY, message, 5) for message in (b"one", b"two")), {"key": 1}]
    report = audit(file_of(lines), private_key=OTHER)
    shown = report.to_dict(show_secrets=False)
    public = {"curve": "P-256", "public_key": KEY.public_key.to_bytes().hex()}
    assert shown == {
        "signatures": 2,
        "duplicates": 0,
        "findings": [
            {
                "finding": "repeated-nonce",
                "keys": [public],
                "lines": [1, 2],
                "nonces": 1,
                "detail": "a nonce was used for different messages, and gives the private key away",
                "recovered": [public["public_key"]],
            }
        ],
        "tests": [],
        "lattice": {"keys_tested": 0, "keys_with_enough_signatures": 0},
        "bad_lines": {
            "count": 1,
            "first": [
                {
                    "line": 3,
                    "error": "bad-request",
                    "detail": "public_key: must be a string or an object",
                }
            ],
        },
        "doubts": ["no signature in the file is one of the private key that was given"],
    }
    secret = {**public, "secret": f"{1234567:064x}"}
    assert report.findings[0].to_dict(show_secrets=True)["secrets"] == [secret]
    twisted = found_in([eddsa_line(TWISTED, message, 5) for message in (b"one", b"two")])
    (_, little), *_ = twisted.findings[0].written_secrets()
    assert little == scalar(TWISTED).to_bytes(32, "little").hex()


def test_lines_that_can_hold_no_common_nonce() -> None:
    """The same r/s, but another digest: no scalar makes the nonces equal, and only one of the two signs is tried."""
    n = p256.curve.n
    line = {"key": KEY.public_key.to_bytes().hex(), "curve": "P-256", "signature": encode(7, 9, 0, "der", n).hex()}
    report = found_in([{**line, "digest": "01"}, {**line, "digest": "02"}])
    assert (report.findings, len(report.doubts)) == ([], 1)
