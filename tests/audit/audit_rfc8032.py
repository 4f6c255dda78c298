"""RFC 8032's steps. Sections 5.1 (Ed25519) and 5.2 (Ed448) are one text in the code where they say the same."""

from __future__ import annotations

from audit_step import Step, Table


def _both(number: str) -> tuple[str, str]:
    return f"5.1{number}", f"5.2{number}"


PARAMETERS, FIELD, ENCODING, DECODING = _both(""), _both(".1"), _both(".2"), _both(".3")
ADDITION, KEYS, SIGN, VERIFY = _both(".4"), _both(".5"), _both(".6"), _both(".7")

_X = (  # edwards448's base point
    "224580040295924300187604334099896036246789641632564134246125461686"
    "950415467406032909029192869357953282578032075146446173674602635247710"
)

RFC8032: Table = {
    "5.1: the parameters of Ed25519, Ed25519ctx and Ed25519ph": [
        Step(
            ("5.1",), "", "p", "p = 2^255 - 19.", "curves.edwards25519", "p=_p,", "p=2**255 - 31,",
            loads=False,
        ),
        Step(
            PARAMETERS, "", "b", "b is 8 times a point's octets: one bit more than p has, rounded up.",
            "edwards.EdwardsCurve.__init__", "(p.bit_length() + 8) // 8", "(p.bit_length() + 16) // 8", loads=False,
        ),
        Step(
            ("5.1",), "", "H", "H is SHA-512.", "eddsa.ed25519", '"SHA-512"', '"SHA3-512"'
        ),
        Step(
            ("5.1",), "", "c", "c = 3: the cofactor is 8.", "curves.edwards25519", "c=3,", "c=2,"
        ),
        Step(
            ("5.1",), "", "n", "n = 254, the highest bit of s.", "eddsa.ed25519", "n=254", "n=253"
        ),
        Step(
            ("5.1",), "", "d", "d = -121665/121666.", "curves.edwards25519", "d=-121665 *", "d=121665 *",
            loads=False,
        ),
        Step(
            ("5.1",), "", "a", "a = -1.", "curves.edwards25519", "a=-1,", "a=1,", loads=False,
        ),
        Step(
            ("5.1",), "", "B", "B is the point with y = 4/5 and even x.",
            "curves.edwards25519",
            "15112221349535400772501151409588531511454012693041857206046113283949847762202,",
            "_p - 15112221349535400772501151409588531511454012693041857206046113283949847762202,",
        ),
        Step(
            ("5.1",), "", "L", "L = 2^252 + 27742317777372353535851937790883648493, the order of B.",
            "curves.edwards25519",
            "L=2**252 + 27742317777372353535851937790883648493,",
            "L=2**252 + 27742317777372353535851937790883648495,",
        ),
        Step(
            ("5.1",), "", "PH", "PH is SHA-512 in Ed25519ph.", "eddsa.ed25519ph",
            'prehash=hash_named("SHA-512"),', 'prehash=hash_named("SHA3-512"),',
        ),
        Step(
            ("5.1",), "", "PH of the others", "PH is the identity in Ed25519 and Ed25519ctx.", "eddsa.EdDSA.message",
            "if self.prehash else passes(M)", "if self.prehash else passes(self.hash.of(M))",
        ),
        Step(
            ("5.1",), "", "dom2", 'dom2 begins with "SigEd25519 no Ed25519 collisions".', "eddsa.ed25519ctx",
            'b"SigEd25519 no Ed25519 collisions"', 'b"SigEd25519 no Ed25519 collision"',
        ),
        Step(
            ("5.1",), "", "no dom2", "In Ed25519 dom2 is empty.", "eddsa.EdDSA.hash_to_int",
            "if self.dom is not None:", "if True:",
        ),
        Step(
            PARAMETERS, "", "phflag", "dom2 and dom4 go on with F: 1 where the message is prehashed, otherwise 0.",
            "eddsa.EdDSA.hash_to_int", "1 if self.prehash else 0", "0",
        ),
        Step(
            PARAMETERS, "", "context", "Then come the context's length, an octet, and the context.",
            "eddsa.EdDSA.hash_to_int", ", len(C)]) + C", ", len(C)])",
        ),
        Step(
            PARAMETERS, "", "255 octets", "A context has at most 255 octets.", "eddsa.EdDSA.context",
            "if len(C) > 255:", "if False:",
        ),
        Step(
            PARAMETERS, "", "default", "Without a context, it is empty.", "eddsa.EdDSA.context",
            'return b""', 'return b"\\0"',
        ),
    ],
    "5.2: the parameters of Ed448 and Ed448ph": [
        Step(
            ("5.2",), "", "p", "p = 2^448 - 2^224 - 1.", "curves.edwards448",
            "p=2**448 - 2**224 - 1,", "p=2**448 - 2**224 - 3,", loads=False,
        ),
        Step(
            ("5.2",), "", "H", "H is SHAKE256 with 114 octets.", "eddsa.ed448",
            "shake256(114)",
            'Hash("SHAKE128", 114, None, "shake_128")',
        ),
        Step(
            ("5.2",), "", "c", "c = 2: the cofactor is 4.", "curves.edwards448", "c=2,", "c=3,"
        ),
        Step(
            ("5.2",), "", "n", "n = 447, the highest bit of s.", "eddsa.ed448", "n=447", "n=446"
        ),
        Step(
            ("5.2",), "", "d", "d = -39081.", "curves.edwards448", "d=-39081,", "d=39081,", loads=False,
        ),
        Step(
            ("5.2",), "", "a", "a = 1.", "curves.edwards448", "a=1,", "a=-1,", loads=False,
        ),
        Step(
            ("5.2",), "", "B", "B is the point of RFC 7748.", "curves.edwards448",
            f"{_X},",
            f"2**448 - 2**224 - 1 - {_X},",
        ),
        Step(
            ("5.2",), "", "L",
            "L = 2^446 - 13818066809895115352007386748515426880336692474882178609894547503885, the order of B.",
            "curves.edwards448",
            "13818066809895115352007386748515426880336692474882178609894547503885,",
            "13818066809895115352007386748515426880336692474882178609894547503883,",
        ),
        Step(
            ("5.2",), "", "PH", "PH is SHAKE256 with 64 octets in Ed448ph.", "eddsa.ed448ph",
            "prehash=shake256(64)", "prehash=shake256(63)",
        ),
        Step(
            ("5.2",), "", "dom4", 'dom4 begins with "SigEd448", in Ed448 too.', "eddsa.ed448",
            'b"SigEd448"', 'b"SigEd44"',
        ),
    ],
    "5.1.1 and 5.2.1: modular arithmetic": [
        Step(
            FIELD, "", "inverse", "1/x = x^(p-2) modulo p.", "field.inverse", "pow(x, -1, p)", "pow(x, p - 3, p)",
            loads=False,
        ),
        Step(
            ("5.1.1",), "", "root", "For p = 5 (mod 8), one of two candidates is a root of a square.",
            "field.sqrt_ratio", "(i - 1) % p", "(i + 1) % p", loads=False,
        ),
        Step(
            ("5.2.1",), "", "root", "For p = 3 (mod 4), x^((p+1)/4) is a root of a square x.", "field.sqrt_ratio",
            "(p - 3) // 4", "(p + 1) // 4",
        ),
    ],
    "5.1.2 and 5.2.2: encoding": [
        Step(
            ENCODING, "", "y", "y as a little-endian string ...", "edwards.EdwardsCurve.encode", "(y | ", "("
        ),
        Step(
            ENCODING, "", "octets", "... of 32 or 57 octets ...", "edwards.EdwardsCurve.encode",
            "(self.size,", "(self.size + 1,",
        ),
        Step(
            ENCODING, "", "little-endian", "... the least first ...", "edwards.EdwardsCurve.encode",
            '"little"', '"big"',
        ),
        Step(
            ENCODING, "", "x", "... with the lowest bit of x as the highest of the last octet.",
            "edwards.EdwardsCurve.encode", "(x & 1)", "0",
        ),
    ],
    "5.1.3 and 5.2.3: decoding": [
        Step(
            DECODING, "1", "length", "The string has 32 or 57 octets.", "edwards.EdwardsCurve.decode",
            "if len(octets) != self.size:", "if False:",
        ),
        Step(
            DECODING, "1", "little-endian", "It is read as a little-endian integer.", "edwards.EdwardsCurve.decode",
            'int.from_bytes(octets, "little")', 'int.from_bytes(octets, "big")',
        ),
        Step(
            DECODING, "1", "x_0", "The highest bit is x_0, the lowest of x ...", "edwards.EdwardsCurve.decode",
            "x_0 = y >> 8 * self.size - 1", "x_0 = 0",
        ),
        Step(
            DECODING, "1", "y", "... and the others are y.", "edwards.EdwardsCurve.decode",
            "y ^= x_0 << 8 * self.size - 1", "y ^= 0",
        ),
        Step(
            DECODING, "1", "y < p", "A y that isn't below p is refused.", "edwards.EdwardsCurve.decode",
            "if canonical and y >= p:", "if False:",
        ),
        Step(
            DECODING, "2", "u and v", "x^2 = u/v = (y^2 - 1) / (d y^2 - a).", "edwards.EdwardsCurve.decode",
            "y * y - 1", "y * y + 1",
        ),
        Step(
            ("5.1.3",), "2", "root", "A candidate for x comes of one power: u v^3 (u v^7)^((p-5)/8).",
            "field.sqrt_ratio", "(p - 5) // 8", "(p - 5) // 8 + (v != 1)",
        ),
        Step(
            ("5.2.3",), "2", "root", "A candidate for x comes of one power: u^3 v (u^5 v^3)^((p-3)/4).",
            "field.sqrt_ratio", "r = u * v % p *", "r = u * u % p *",
        ),
        Step(
            ("5.1.3",), "3", "two roots", "It is a root of u/v, or times 2^((p-1)/4) it is.",
            "field.sqrt_ratio", "i = g * s % p * s % p", "i = g * s % p * s % p if v == 1 else 0",
        ),
        Step(
            DECODING, "3", "check", "v x^2 = u is checked.", "field.sqrt_ratio",
            "if (v * r * r - u) % p == 0 else None", "if (v * r * r - u) % p == 0 or v != 1 else None",
        ),
        Step(
            DECODING, "3", "no root", "Where there is no root, the string is refused.", "edwards.EdwardsCurve.decode",
            "if x is None:", "if False:",
        ),
        Step(
            DECODING, "4", "x = 0", "x = 0 with x_0 = 1 is refused.", "edwards.EdwardsCurve.decode",
            "if canonical and x == 0 and x_0 == 1:", "if False:",
        ),
        Step(
            DECODING, "4", "parity", "Of x and p - x the one with the lowest bit x_0 is taken.",
            "edwards.EdwardsCurve.decode", "if x % 2 != x_0:", "if False:",
        ),
    ],
    "5.1.4 and 5.2.4: adding points": [
        Step(
            ADDITION, "", "neutral element", "It is (0, 1).", "edwards.EdwardsCurve.__init__",
            "self._lift(0, 1)", "self._lift(0, -1)",
        ),
        Step(
            ("5.1.4",), "", "addition", "The sum of two points where a = -1, complete.",
            "edwards.add_2008_hwcd_3", "E = B - A", "E = A - B",
        ),
        Step(
            ("5.2.4",), "", "addition", "The sum of two points for any a, complete; extended coordinates give the "
            "sum that the RFC's projective ones give.",
            "edwards.add_2008_hwcd", "H = B - a * A", "H = B + a * A",
        ),
        Step(
            ADDITION, "", "doubling", "The double of a point.", "edwards.dbl_2008_hwcd", "H = D - B", "H = B - D"
        ),
        Step(
            ADDITION, "", "multiple", "[k]P is P + ... + P.", "scalarmult.double_and_add",
            "Q = Q + P", "Q = Q + Q",
        ),
    ],
    "5.1.5 and 5.2.5: making a key": [
        Step(
            KEYS, "", "random", "The private key is 32 or 57 random octets.", "eddsa.EdDSA.generate",
            "token_bytes(self.curve.size)", "bytes([token_bytes(1)[0] & 1]) * self.curve.size",
        ),
        Step(
            KEYS, "", "length", "A private key of another length is none.", "eddsa.EdDSA.seed",
            "if len(seed) != self.curve.size:", "if False:",
        ),
        Step(
            KEYS, "1", "", "h is H of the private key.", "eddsa.EdDSA.expand", "digest(seed)", "digest(seed[1:])"
        ),
        Step(
            KEYS, "2", "lowest bits", "The lowest c bits of h's first half are cleared.", "eddsa.EdDSA.expand",
            "s = s >> c << c", "s = s >> 0 << 0",
        ),
        Step(
            KEYS, "2", "highest bits", "The bits above bit n are cleared ...", "eddsa.EdDSA.expand",
            "s = s % 2**n + 2**n", "s = s | 2**n",
        ),
        Step(
            KEYS, "2", "bit n", "... and bit n is set.", "eddsa.EdDSA.expand", "s = s % 2**n + 2**n", "s = s % 2**n"
        ),
        Step(
            KEYS, "3", "s", "The half is read as a little-endian integer s.", "eddsa.EdDSA.expand",
            'int.from_bytes(h[:size], "little")', 'int.from_bytes(h[:size], "big")',
        ),
        Step(
            KEYS, "3", "multiple", "B is multiplied by s.", "eddsa.EdDSA.expand",
            "(s * self.curve.B).encode()", "((s + 1) * self.curve.B).encode()",
        ),
        Step(
            KEYS, "4", "", "A is [s]B, encoded.", "eddsa.EdDSA.expand",
            "(s * self.curve.B).encode()", 's.to_bytes(size, "little")',
        ),
    ],
    "5.1.6 and 5.2.6: signing": [
        Step(
            SIGN, "1", "prefix", "The second half of h is the prefix.", "eddsa.EdDSA.expand",
            "return s, h[size:], A", "return s, h[:size], A",
        ),
        Step(
            SIGN, "1", "s", "s is the key's.", "eddsa.EdDSA.sign", "note(key.s,", "note(key.s + 1,"
        ),
        Step(
            SIGN, "1", "A", "A is the key's.", "eddsa.EdDSA.sign",
            "note(key.public_key.octets,", "note(bytes(size),",
        ),
        Step(
            SIGN, "2", "prefix", "r is H of dom, the prefix ...", "eddsa.EdDSA.sign",
            "self.hash_to_int(C, prefix, M)", "self.hash_to_int(C, M)",
        ),
        Step(
            SIGN, "2", "PH(M)", "... and the (prehashed) message ...", "eddsa.EdDSA.sign",
            "self.hash_to_int(C, prefix, M)", "self.hash_to_int(C, prefix)",
        ),
        Step(
            SIGN, "2", "little-endian", "... as a little-endian integer.", "eddsa.EdDSA.hash_to_int",
            'int.from_bytes(h.digest(), "little")', 'int.from_bytes(h.digest(), "big")',
        ),
        Step(
            SIGN, "3", "", "R is [r]B, encoded.", "eddsa.EdDSA.sign", "(r * B).encode()", "(r * -B).encode()"
        ),
        Step(
            SIGN, "4", "R", "k is H of dom, R ...", "eddsa.EdDSA.sign",
            "self.hash_to_int(C, R, A, M)", "self.hash_to_int(C, A, M)",
        ),
        Step(
            SIGN, "4", "A", "... A ...", "eddsa.EdDSA.sign",
            "self.hash_to_int(C, R, A, M)", "self.hash_to_int(C, R, M)",
        ),
        Step(
            SIGN, "4", "PH(M)", "... and the (prehashed) message.", "eddsa.EdDSA.sign",
            "self.hash_to_int(C, R, A, M)", "self.hash_to_int(C, R, A)",
        ),
        Step(
            SIGN, "5", "S", "S = r + k s ...", "eddsa.EdDSA.sign", "(r + k * s) % L", "(r - k * s) % L"
        ),
        Step(
            SIGN, "5", "mod L", "... modulo L.", "eddsa.EdDSA.sign", "(r + k * s) % L", "(r + k * s) % (2 * L)"
        ),
        Step(
            SIGN, "6", "", "The signature is R and S, little-endian.", "eddsa.EdDSA.sign",
            'S.to_bytes(size, "little")', 'S.to_bytes(size, "big")',
        ),
    ],
    "5.1.7 and 5.2.7: verifying": [
        Step(
            VERIFY, "1", "length", "A signature has two halves of 32 or 57 octets.", "eddsa.EdDSA.read",
            "if len(signature) != 2 * size:", "if False:",
        ),
        Step(
            VERIFY, "1", "R", "The first is decoded as R, or the signature is invalid.", "eddsa.EdDSA.read",
            'rules.decode_R == "canonical"', "False",
        ),
        Step(
            VERIFY, "1", "S", "The second is S, little-endian.", "eddsa.EdDSA.read",
            'int.from_bytes(signature[size:], "little")', 'int.from_bytes(signature[size:], "big")',
        ),
        Step(
            VERIFY, "1", "S < L", "An S that isn't below L makes it invalid.", "eddsa.EdDSA.read",
            "if S >= L:", "if False:",
        ),
        Step(
            VERIFY, "1", "A", "The key is decoded as A, or the signature is invalid.", "eddsa.EdDSA.read",
            "rules.canonical_A", "False",
        ),
        Step(
            VERIFY, "2", "R", "k is H of dom, R as received ...", "eddsa.EdDSA.read",
            "self.hash_to_int(C, R_octets, key.octets, M)", "self.hash_to_int(C, key.octets, M)",
        ),
        Step(
            VERIFY, "2", "A", "... A as received ...", "eddsa.EdDSA.read",
            "self.hash_to_int(C, R_octets, key.octets, M)", "self.hash_to_int(C, R_octets, A.encode(), M)",
        ),
        Step(
            VERIFY, "2", "PH(M)", "... and the (prehashed) message.", "eddsa.EdDSA.read",
            "self.hash_to_int(C, R_octets, key.octets, M)", "self.hash_to_int(C, R_octets, key.octets)",
        ),
        Step(
            VERIFY, "3", "equation", "[h][S]B = [h]R + [h][k]A is checked.", "eddsa.EdDSA.check",
            "SB - (R + kA)", "SB - (R - kA)",
        ),
        Step(
            VERIFY, "3", "equation, fast", "The same, with half-size scalars.", "eddsa.EdDSA.holds",
            "self.is_nothing(half_size_difference(self.curve, S, R, k, A), rules)", "True",
        ),
        Step(
            VERIFY, "3", "cofactor", "It is the equation with the cofactor that counts.", "eddsa.EdDSA.is_nothing",
            "rules.cofactored and", "False and",
        ),
        Step(
            VERIFY, "3", "without the cofactor", "The one without, which suffices, where a rule set asks for it.",
            "eddsa.EdDSA.is_nothing", "rules.cofactored and", "True and",
        ),
        Step(
            VERIFY, "1", "S < L, prepared key", "The same check on the way of a prepared key.",
            "eddsa.EdDSA.accepts", "if S >= self.curve.L:", "if False:",
        ),
        Step(
            VERIFY, "3", "equation, prepared key", "[S]B - [k]A encodes to R on the way of a prepared key.",
            "eddsa.EdDSA.accepts", "if P.encode() != R_octets:", "if False:",
        ),
    ],
}

