"""The audit of a file of signatures: one pass over all, then a second look at the few that matter.

The pass reads each record, and keeps of it 48 octets: where it stands, a fingerprint of what shows of its nonce, and
one of its key (table.py). Signatures whose nonces may be the same are then read again by their offsets, and up to
`signatures` of each of the `keys` with the most for the lattice test. Nonces of a key that is given are tested as they
come by. So a million signatures take some 60 MB, however long their messages.
"""

from __future__ import annotations

from array import array
from itertools import islice
from typing import TYPE_CHECKING, BinaryIO

from ecref.errors import UnusableInput

from . import lattice
from .bias import ALARM, Bias, is_alarm
from .findings import SHOWN, Finding, Report
from .reader import NAMES, Defaults, Reader
from .records import Records
from .repeats import MOST, Repeats
from .signed import Signed, identity, order, secret_scalar, signs
from .table import Table, fingerprint

if TYPE_CHECKING:
    from ecref.formats.names import PrivateKey, PublicKey

    from .bias import Outcome
    from .signed import Identity

SAMPLE = 16  # signatures of the key that is given which are verified


def audit(
    file: BinaryIO,
    defaults: Defaults = Defaults(),  # noqa: B008 -- a constant
    *,
    private_key: PrivateKey | None = None,
    signatures: int = 60,
    keys: int = 4,
) -> Report:
    """What is wrong with the nonces of the signatures in a file of JSON lines or CSV that can seek.

    private_key    a key whose nonces are computed and tested
    signatures     of a key that the lattice test takes at most; 0 leaves it out
    keys           that it is made for at most, those with the most signatures first

    UnusableInput for a file with no line or with a header that isn't understood.
    """
    return _Auditor(file, defaults, private_key).run(signatures, keys)


class _Auditor:
    def __init__(self, file: BinaryIO, defaults: Defaults, private_key: PrivateKey | None) -> None:
        self._records = Records(file, NAMES)
        self._reader = Reader(defaults)
        self._lines = array("Q")
        self._offsets = array("Q")
        self._by_nonce, self._by_key = Table(), Table()
        self._bad = 0
        self._faults: list[tuple[int, UnusableInput]] = []
        self._doubts: list[str] = []
        self._known: dict[Identity, int] = {}
        self._given = None if private_key is None else _Given(private_key)
        if private_key is not None:
            self._known[identity(private_key.public_key)] = secret_scalar(private_key)

    def run(self, signatures: int, keys: int) -> Report:
        self._pass()
        repeats = Repeats(self._read, self._known)
        for group in self._by_nonce.groups(2):
            repeats.look_at(group)
        self._doubt_repeats(repeats)
        outcomes: list[Outcome] = []
        biased: list[Finding] = []
        if self._given is not None:
            outcomes = self._given.outcomes()
            biased = self._given.findings(outcomes)
            self._doubts += self._given.doubts()
        enough, searched = 0, 0
        if signatures:
            found, searched, enough = self._search(signatures, keys)
            biased += found
        findings = [*repeats.findings(self._lines.__getitem__), *biased]  # now that all keys are known that will be
        return Report(
            len(self._lines),
            repeats.duplicates,
            self._bad,
            self._faults,
            findings,
            self._doubts,
            outcomes,
            searched,
            enough,
        )

    def _pass(self) -> None:
        for line, offset, fields in self._records:
            try:
                if isinstance(fields, UnusableInput):
                    raise fields
                signed = self._reader.read(fields)
            except UnusableInput as error:
                self._bad += 1
                if len(self._faults) < SHOWN:
                    self._faults.append((line, error))
                continue
            number = len(self._lines)
            self._lines.append(line)
            self._offsets.append(offset)
            curve, octets = signed.owner
            self._by_nonce.add(fingerprint(curve.encode(), signed.shown), number)
            self._by_key.add(fingerprint(curve.encode(), octets), number)
            if self._given is not None:
                self._given.take_in(signed, line)

    def _read(self, number: int) -> Signed:
        """A signature of the pass, again."""
        fields = self._records.at(self._offsets[number])
        try:
            if isinstance(fields, UnusableInput):
                raise fields
            return self._reader.read(fields)
        except UnusableInput:
            detail = f"line {self._lines[number]}: changed while the file was read"
        raise UnusableInput("bad-request", detail)

    def _doubt_repeats(self, repeats: Repeats) -> None:
        if repeats.count_unexplained:
            lines = ", ".join(str(self._lines[number]) for number in repeats.unexplained)
            self._doubts.append(
                f"{repeats.count_unexplained:,} nonces that stand there twice, and no key explains it (see the lines "
                f"{lines}): signatures are invalid, or of another message, digest or hash than the file says"
            )
        if repeats.left_out:
            self._doubts.append(f"{repeats.left_out:,} signatures were passed over, as {MOST} other keys share a nonce")

    def _search(self, signatures: int, most: int) -> tuple[list[Finding], int, int]:
        """Findings of the lattice test, the keys that were tested, and those with signatures enough."""
        groups = sorted(self._by_key.groups(lattice.LEAST), key=lambda group: (-len(group), group[0]))
        found: list[Finding] = []
        searched = 0
        for group in groups:
            key = self._read(group[0]).key
            if identity(key) in self._known:
                continue
            if searched == most:
                break
            searched += 1
            found += self._search_one(key, islice(group, signatures))
        return found, searched, len(groups)

    def _search_one(self, key: PublicKey, numbers: islice[int]) -> list[Finding]:
        equations, lines, invalid = [], [], 0
        for number in numbers:
            signed = self._read(number)
            if signed.holds():
                equations.append(signed.equation())
                lines.append(self._lines[number])
            else:
                invalid += 1
        if invalid:
            self._doubts.append(
                f"{invalid} of {invalid + len(lines)} signatures under {_short(key)} are invalid, so that of the "
                "others alone the nonces were looked at; or the file names another message, digest or hash"
            )
        weakness = lattice.search(key, equations)
        if weakness is None:
            return []
        self._known[identity(key)] = weakness.x
        detail = f"{weakness.hypothesis}; with {weakness.signatures} signatures that gives the private key away"
        secrets = ((key, weakness.x),)
        return [Finding("biased-nonce", (key,), tuple(lines[:SHOWN]), weakness.signatures, detail, secrets)]


class _Given:
    """The key that was given, and what its signatures tell."""

    def __init__(self, key: PrivateKey) -> None:
        self._key: PublicKey = key.public_key
        self._identity = identity(self._key)
        self._x = secret_scalar(key)
        self._n = order(self._key)
        self._bias = Bias(self._n, hidden=len(signs(self._key)) > 1)
        self._lines: list[int] = []
        self._verified = self._invalid = 0

    def take_in(self, signed: Signed, line: int) -> None:
        """Test the nonce of a signature, if it is one of the key."""
        if signed.owner != self._identity:
            return
        if self._verified < SAMPLE:
            self._verified += 1
            self._invalid += not signed.holds()
        a, t = signed.equation()
        k = (a + t * self._x) % self._n
        if k:
            self._bias.add(k)
        if len(self._lines) < SHOWN:
            self._lines.append(line)

    def outcomes(self) -> list[Outcome]:
        """The tests."""
        return self._bias.tests()

    def findings(self, outcomes: list[Outcome]) -> list[Finding]:
        """One, where a test raises the alarm."""
        alarms = [test for test in outcomes if is_alarm(test)]
        if not alarms:
            return []
        said = "; ".join(f"{test.name}: {test.measured} (by chance {test.probability})" for test in alarms[:3])
        detail = f"the nonces are not uniform: {said}; a sound key looks like that once in {1 / ALARM:,.0f}"
        return [Finding("biased-nonce", (self._key,), tuple(self._lines), self._bias.count, detail)]

    def doubts(self) -> list[str]:
        """What makes the tests worth nothing."""
        if not self._lines:
            return ["no signature in the file is one of the private key that was given"]
        if self._invalid:
            which = f"{self._invalid} of the first {self._verified} signatures under the key that was given"
            return [f"{which} are invalid, or the file names another message, digest or hash: their nonces are none"]
        return []


def _short(key: PublicKey) -> str:
    return f"{key.scheme.curve.name} {key.to_bytes().hex()[:24]}..."
