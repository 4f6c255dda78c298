"""What the flags of our own vectors mean, a line each; vectors/README.md lists the same.

The first word is Wycheproof's type of the bug that shows where such a vector is judged otherwise. The letters are
RFC 8032's and FIPS 186-5's.
"""

from __future__ import annotations

BASIC, EDGE_CASE, MISSING_STEP = "BASIC", "EDGE_CASE", "MISSING_STEP"
CAN_OF_WORMS, MALLEABILITY = "CAN_OF_WORMS", "SIGNATURE_MALLEABILITY"

EDDSA_FLAGS = {
    "honest": (BASIC, "nothing is odd: a signature as it is made"),
    "message-changed": (BASIC, "the message is another than the signed one"),
    "A-changed": (BASIC, "A is another's public key"),
    "R-changed": (BASIC, "R is another point than the signature's"),
    "S-changed": (BASIC, "S is another number, in range"),
    "length": (BASIC, "the signature is shorter or longer than it should be"),
    "A-small-order": (CAN_OF_WORMS, "the order of A divides the cofactor h"),
    "R-small-order": (CAN_OF_WORMS, "the order of R divides the cofactor h"),
    "A-mixed-order": (CAN_OF_WORMS, "A has a part of order L and a part of small order"),
    "R-mixed-order": (CAN_OF_WORMS, "R has a part of order L and a part of small order"),
    "residue": (CAN_OF_WORMS, "[S]B - R - [k]A is of small order but not O: the equation holds with the cofactor only"),
    "A-non-canonical": (CAN_OF_WORMS, "A is written with y >= p, or with a sign on x = 0"),
    "R-non-canonical": (CAN_OF_WORMS, "R is written with y >= p, or with a sign on x = 0"),
    "455-bit-y": (CAN_OF_WORMS, "Ed448: an honest point written with y + mp, which needs bits above the 448th"),
    "decoding-only": (CAN_OF_WORMS, "a non-canonical point not of small order: it is read or not, but nobody can sign"),
    "k-of-received-octets": (CAN_OF_WORMS, "made for a k that hashes A and R as received; another k doesn't fit"),
    "k-of-canonical-octets": (CAN_OF_WORMS, "made for a k that hashes A and R written anew; the right k doesn't fit"),
    "reduced-k-only": (CAN_OF_WORMS, "no residue is left if k is reduced modulo L, and one if it is not"),
    "unreduced-k-only": (CAN_OF_WORMS, "a residue is left if k is reduced modulo L, and none if it is not"),
    "neither-k": (CAN_OF_WORMS, "a residue is left whether k is reduced modulo L or not"),
    "cofactor-times-point-only": (CAN_OF_WORMS, "holds if h multiplies points, and not if it multiplies k modulo L"),
    "cofactor-times-scalar-too": (CAN_OF_WORMS, "holds whether h multiplies points or k modulo L"),
    "A-last-octet": (EDGE_CASE, "one bit of A's last octet is flipped, and A hashed so"),
    "R-last-octet": (EDGE_CASE, "one bit of R's last octet is flipped, and R hashed so"),
    "S-last-octet": (EDGE_CASE, "one bit of S's last octet is flipped"),
    "A-unlikely-y": (EDGE_CASE, "A's y lies from p - 2 to p + 18"),
    "R-unlikely-y": (EDGE_CASE, "R's y lies from p - 2 to p + 18"),
    "S-out-of-range": (MALLEABILITY, "S >= L"),
    "bound-of-S": (EDGE_CASE, "A = O and R = [S]B, so that any S fulfils the equation and the bound alone decides"),
    "several-faults": (EDGE_CASE, "R, S and A may each be bad: which is found first shows in the reason"),
    "context-changed": (MISSING_STEP, "the context is another than the signed one"),
    "context-cut": (MISSING_STEP, "the context lacks its last octet"),
    "context-lengthened": (MISSING_STEP, "the context has an octet 00 too many"),
    "context-in-message": (MISSING_STEP, "what ended the context begins the message, or the reverse"),
    "context-too-long": (MISSING_STEP, "the context has 256 octets"),
    "other-scheme": (MISSING_STEP, "signed by another scheme on the same curve"),
    "prehashed-by-hand": (MISSING_STEP, "the message and its hash took each other's place"),
}
ECDSA_FLAGS = {
    "honest": (BASIC, "nothing is odd: a signature as it is made"),
    "message-changed": (BASIC, "the message is another than the signed one"),
    "r-changed": (BASIC, "r is another number, in range"),
    "s-changed": (BASIC, "s is another number, in range"),
    "other-r": (BASIC, "n - r stands in place of r"),
    "other-s": (MALLEABILITY, "n - s stands in place of s, which is as good but for a low-s rule"),
    "out-of-range": (MISSING_STEP, "r or s is 0, n, p or what just fits the octets"),
    "x-of-R-over-n": (EDGE_CASE, "x(R) >= n, so that r = x(R) - n"),
    "r-not-reduced": (MISSING_STEP, "r = x(R) >= n"),
    "r-plus-n-under-p": (EDGE_CASE, "r + n < p, so that there are two x to compare with; x(R) = r"),
    "r-plus-n-is-x-modulo-p": (EDGE_CASE, "x(R) = r + n - p: equal to r + n modulo p, not to r modulo n"),
    "r-near-n": (EDGE_CASE, "x(R) = r is one of the last before n"),
    "bound-of-s": (EDGE_CASE, "s is 1, 2, n - 2, n - 1 or next to n/2"),
    "key-near-G": (EDGE_CASE, "Q is G, 2G, -G, or half of G or -G"),
    "R-near-G": (EDGE_CASE, "R is G, 2G, -G, or half of G or -G"),
    "sum-is-doubling": (EDGE_CASE, "[u]G = [v]Q, so that their sum is a doubling"),
    "sum-is-identity": (EDGE_CASE, "[u]G = -[v]Q, so that their sum is O"),
    "digest-zero": (EDGE_CASE, "the digest is all zero octets, so that [u]G = O"),
    "digest-under-n": (EDGE_CASE, "e is 1 or n - 1"),
    "digest-over-n": (EDGE_CASE, "e >= n"),
    "every-hash": (BASIC, "one of the hashes that ecref knows, which may be longer or shorter than n"),
    "digest-length": (EDGE_CASE, "a digest of 1 to 64 octets, of no hash in particular"),
    "first-nonce": (BASIC, "RFC 6979's first candidate for k serves"),
    "k-zero": (MISSING_STEP, "a candidate was 0"),
    "k-over-n": (MISSING_STEP, "a candidate was n or more"),
    "r-zero": (MISSING_STEP, "a candidate gave r = 0"),
    "s-zero": (MISSING_STEP, "a candidate gave s = 0"),
}
