"""The errata of RFC 8032 and RFC 6979 that the RFC Editor lists, last changed on 27 January 2026; what was done."""

from __future__ import annotations

from audit_step import Erratum

VERIFIED, HELD, REJECTED = "verified", "held for an update", "rejected"

ERRATA: dict[str, list[Erratum]] = {
    "RFC 8032": [
        Erratum(
            5519, VERIFIED, "5.1.7", "The range 0 <= s < L is that of S.",
            "The code calls it S, and s only the secret scalar.",
        ),
        Erratum(
            5757, REJECTED, "3.1", "The bit that a point's encoding adds to y is x's lowest, not its sign.",
            "None: both say the same, since what 3.1 calls negative is an odd x. The code takes the lowest bit.",
        ),
        Erratum(
            5758, HELD, "5.1.3", "The candidate u (u v)^((p-5)/8) is cheaper than u v^3 (u v^7)^((p-5)/8).",
            "A third candidate is used, Atkin's, which needs no second root of -1; `field.sqrt_ratio` derives it. "
            "v r^2 = u is checked, so that none of them could give a wrong root.",
        ),
        Erratum(
            5759, HELD, "5.2.3", "The candidate u (u v)^((p-3)/4) is cheaper than u^3 v (u^5 v^3)^((p-3)/4).",
            "u v (u v^3)^((p-3)/4) is used; `field.sqrt_ratio` derives it, and checks the root.",
        ),
        Erratum(
            5930, VERIFIED, "6", "The RFC's program forgot to raise its exception for a signature of a wrong length.",
            "The code is no copy of it. A wrong length is refused: 5.1.7-1 length.",
        ),
        Erratum(
            5968, VERIFIED, "3.1", "An S from 0 to L - 1 is encoded, both included.",
            "S < L is the only check: 5.1.7-1 S < L. The vectors have S = 0 and S = L - 1.",
        ),
        Erratum(
            6306, HELD, "5.1.7", "R means both a point and its encoding.",
            "The code has `R` and `R_octets`. k hashes the octets as received: 5.1.7-2 R.",
        ),
        Erratum(
            6348, VERIFIED, "3.4", "A point is multiplied by [2^c] in brackets.",
            "The comments write [k]P throughout.",
        ),
        Erratum(
            6851, VERIFIED, "8.7", "An interface of initialize, update and finalize is IUF, not IFU.",
            "None needed. A message that comes in pieces is judged once it has ended.",
        ),
        Erratum(
            7031, HELD, "7.1", "Twelve edge cases of Taming the Many EdDSAs could be added to the examples.",
            "Such cases are among our own vectors, for both curves and with the verdict under each rule set: "
            "vectors/README.md.",
        ),
        Erratum(
            8197, VERIFIED, "5.1.4", "Doubling is in section 3.3 of Edwards-revisited, not 3.2.",
            "`edwards.dbl_2008_hwcd` cites the Explicit-Formulas Database, and is proved against the curve's law.",
        ),
    ],
    "RFC 6979": [
        Erratum(
            3812, VERIFIED, "2.4", "Where s = 0, there must be another k too.",
            "Done: 2.4-4 s = 0. On toy curves both cases occur.",
        ),
        Erratum(
            5963, HELD, "3.2", "V and K should be written 0x0101...01 and 0x0000...00.",
            "None needed: the octets are the same, 3.2-b and 3.2-c.",
        ),
    ],
}
