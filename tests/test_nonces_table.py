"""The table of fingerprints: what occurs again is found, whatever else is there."""

from __future__ import annotations

from collections import defaultdict
from random import Random

from ecref.referee.nonces.table import Table, fingerprint


def test_groups_are_those_of_a_dictionary() -> None:
    rnd = Random(1)
    table, expected = Table(), defaultdict(list)
    for number in range(3000):
        print_ = fingerprint(b"%d" % rnd.randrange(2000))
        table.add(print_, number)
        expected[print_].append(number)
    for least in 1, 2, 3, 5, 20:
        found = sorted(list(group) for group in table.groups(least))
        assert found == sorted(group for group in expected.values() if len(group) >= least)


def test_a_fingerprint_keeps_parts_apart_and_has_eight_octets() -> None:
    assert fingerprint(b"a", b"bc") != fingerprint(b"ab", b"c")
    assert fingerprint(b"a", b"bc") == fingerprint(b"a", b"bc")
    assert max(fingerprint(b"%d" % i).bit_length() for i in range(100)) == 64
