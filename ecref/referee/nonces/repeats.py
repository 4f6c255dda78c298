"""Nonces that were used twice: under one key, which they give away, and under several, which they tie together.

Two signatures that show the same nonce have a1 + t1 x = +-(a2 + t2 x) modulo n (signed.py). ECDSA's two nonces may be
k or -k each, as a low s hides; of the four pairs of signs two and two are the same equation, so two scalars are tried:

    x = (+-a2 - a1) / (t1 -+ t2)

For EdDSA, whose R shows the sign, that is s = (S - S') / (k - k'). Under two keys, where one scalar x1 is known,
a1 + t1 x1 = +-(a2 + t2 x2) gives the other; where two keys share two nonces, the two equations give both. Whatever is
found is checked against the public key. So a signature that is invalid, or was made of another message than the file
says, can't make a finding; what only looks like one is a doubt.

Equal a and t up to the sign are the same signature of the same message, or its double with n - s: no finding.
"""

from __future__ import annotations

from collections import defaultdict
from itertools import combinations, product
from typing import TYPE_CHECKING, NamedTuple

from ecref.field import inverse

from .findings import SHOWN, Finding
from .signed import Signed, identity, is_secret_of, order, signs

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator

    from ecref.formats.names import PublicKey

    from .signed import Equation, Identity

MOST = 16  # different signatures of one key and one nonce that are compared, all with all; and keys of one nonce


class Use(NamedTuple):
    """One use of a nonce: a signature's number in the file, and its equation."""

    number: int
    equation: Equation


class Tie(NamedTuple):
    """A nonce that a key shares with another one, as each of the two has it."""

    key: PublicKey
    equation: Equation
    other: PublicKey
    equation_of_other: Equation


class Tally:
    """What adds up over all repeated nonces of a key, or all shared ones of some keys."""

    def __init__(self, keys: tuple[PublicKey, ...]) -> None:
        self.keys = keys
        self.count = 0
        self.numbers: list[int] = []

    def add(self, uses: Iterable[Use]) -> None:
        """Count a nonce that these signatures used."""
        self.count += 1
        self.numbers = sorted({*self.numbers, *(use.number for use in uses)})[:SHOWN]


class Repeats:
    """Looks at the signatures that may share a nonce, one group at a time.

    read      gives a signature by its number
    known     secret scalars that are known, by identity of the key; what follows is added
    """

    def __init__(self, read: Callable[[int], Signed], known: dict[Identity, int]) -> None:
        self._read = read
        self._known = known
        self._repeated: dict[Identity, Tally] = {}
        self._shared: dict[tuple[Identity, ...], Tally] = {}
        self._ties: dict[Identity, list[Tie]] = defaultdict(list)
        self._followed: dict[Identity, PublicKey] = {}
        self.duplicates = 0
        self.unexplained: list[int] = []  # a signature of each group that no key explains, the first SHOWN
        self.count_unexplained = 0
        self.left_out = 0  # signatures under further keys than MOST of one nonce

    def look_at(self, numbers: Iterable[int]) -> None:
        """Signatures that may show the same nonce: sort them out by what they show, then by key."""
        by_shown: dict[bytes, dict[Identity, tuple[PublicKey, list[Use]]]] = defaultdict(dict)
        for number in numbers:
            signed = self._read(number)
            by_key = by_shown[signed.key.scheme.curve.name.encode() + signed.shown]
            name = signed.owner
            if name not in by_key and len(by_key) == MOST:
                self.left_out += 1
                continue
            _, uses = by_key.setdefault(name, (signed.key, []))
            use = Use(number, signed.equation())
            if any(_is_same(use.equation, other.equation, signed.key) for other in uses):
                self.duplicates += 1
            elif len(uses) < MOST:
                uses.append(use)
        for by_key in by_shown.values():
            for key, uses in by_key.values():
                if len(uses) > 1:
                    self._one_key(key, uses)
            if len(by_key) > 1:
                self._several_keys(list(by_key.values()))

    def _one_key(self, key: PublicKey, uses: list[Use]) -> None:
        """A nonce that one key used for different messages."""
        name = identity(key)
        for first, second in combinations(uses, 2):
            x = self._scalar(key, first.equation, second.equation)
            if x is not None:
                self._known[name] = x
                self._repeated.setdefault(name, Tally((key,))).add((first, second))
                return
        self._doubt(uses[0])

    def _scalar(self, key: PublicKey, first: Equation, second: Equation) -> int | None:
        """The secret scalar with which both equations have the same nonce up to its sign, if there is one."""
        n, known = order(key), self._known.get(identity(key))
        (a1, t1), (a2, t2) = first, second
        for sign in signs(key):
            if known is not None:
                if (a1 + t1 * known - sign * (a2 + t2 * known)) % n == 0:
                    return known
            elif (t1 - sign * t2) % n:
                x = (sign * a2 - a1) * inverse(t1 - sign * t2, n) % n
                if is_secret_of(key, x):
                    return x
        return None

    def _several_keys(self, users: list[tuple[PublicKey, list[Use]]]) -> None:
        """A nonce that several keys used, as far as their signatures are valid: else r may have been copied."""
        valid = []
        for key, uses in users:
            sound = next((use for use in uses if self._read(use.number).holds()), None)
            if sound is not None:
                valid.append((key, sound))
        if len(valid) < 2:
            self._doubt(users[0][1][0])
            return
        valid.sort(key=lambda user: identity(user[0]))
        names = tuple(identity(key) for key, _ in valid)
        self._shared.setdefault(names, Tally(tuple(key for key, _ in valid))).add(use for _, use in valid)
        (first, one), *others = valid
        for key, use in others:
            self._ties[identity(first)].append(Tie(first, one.equation, key, use.equation))
            self._ties[identity(key)].append(Tie(key, use.equation, first, one.equation))

    def _doubt(self, use: Use) -> None:
        self.count_unexplained += 1
        self.unexplained = sorted([*self.unexplained, use.number])[:SHOWN]

    def findings(self, line_of: Callable[[int], int]) -> list[Finding]:
        """All of them, after the last group; a key that is known makes known those that share a nonce with it."""
        for name, ties in self._ties.items():
            if name not in self._known:
                self._solve_two(ties)
        self._follow_ties()
        found = []
        for name, tally in self._repeated.items():
            detail = "a nonce was used for different messages, and gives the private key away"
            given_away = ((tally.keys[0], self._known[name]),)
            found.append(_finding("repeated-nonce", tally, line_of, detail, given_away))
        for names, tally in self._shared.items():
            secrets = tuple((self._followed[name], self._known[name]) for name in names if name in self._followed)
            detail = "a nonce was used under several keys: who has one of the private keys has the others"
            found.append(_finding("shared-nonce", tally, line_of, detail, secrets))
        return sorted(found, key=lambda finding: (finding.kind, finding.lines))

    def _solve_two(self, ties: list[Tie]) -> None:
        """A key out of two nonces that it shares with one other key."""
        before: dict[Identity, Tie] = {}
        for tie in ties:
            other = identity(tie.other)
            if other in before and any(self._learns(tie.key, x) for x in _solutions(before[other], tie)):
                return
            before[other] = tie

    def _follow_ties(self) -> None:
        """From each key that is known to those it shares a nonce with, and on from them."""
        waiting = [name for name in self._ties if name in self._known]
        while waiting:
            name = waiting.pop()
            for _, (a1, t1), other, (a2, t2) in self._ties.pop(name, []):
                n = order(other)
                found = ((s * (a1 + t1 * self._known[name]) - a2) * inverse(t2, n) % n for s in signs(other))
                if identity(other) not in self._known and any(self._learns(other, x) for x in found):
                    waiting.append(identity(other))

    def _learns(self, key: PublicKey, x: int) -> bool:
        """Whether x is the key's secret scalar, which then is known."""
        if not is_secret_of(key, x):
            return False
        self._known[identity(key)] = x
        self._followed[identity(key)] = key
        return True


def _solutions(one: Tie, two: Tie) -> Iterator[int]:
    """x of a_i + t_i x = s_i (b_i + u_i y), i = 1, 2, for each pair of signs: Cramer's rule."""
    n = order(one.key)
    (_, (a1, t1), _, (b1, u1)), (_, (a2, t2), _, (b2, u2)) = one, two
    for s1, s2 in product(signs(one.key), repeat=2):
        determinant = (s1 * u1 * t2 - s2 * u2 * t1) % n
        if determinant:
            yield (s1 * u1 * (s2 * b2 - a2) - s2 * u2 * (s1 * b1 - a1)) * inverse(determinant, n) % n


def _is_same(one: Equation, other: Equation, key: PublicKey) -> bool:
    n = order(key)
    return any((one[0] - sign * other[0]) % n == (one[1] - sign * other[1]) % n == 0 for sign in signs(key))


def _finding(
    kind: str,
    tally: Tally,
    line_of: Callable[[int], int],
    detail: str,
    secrets: tuple[tuple[PublicKey, int], ...],
) -> Finding:
    return Finding(kind, tally.keys, tuple(map(line_of, tally.numbers)), tally.count, detail, secrets)
