"""Why no test can notice a mutant that survives: it does the same. A reason whose mutant is gone or dies is a fault."""

from __future__ import annotations

# reason, and for it: module and function, the line, and the line as the mutants have it
EQUIVALENT: list[tuple[str, list[tuple[str, str, list[str]]]]] = [
    (
        "Congruent modulo p, and what follows reduces: the value is the same, a few bits or another length longer.",
        [
            (
                "field.sqrt_ratio",
                "uv3 = u * v % p * v % p * v % p",
                ["uv3 = u * v % p * v % p * v + p", "uv3 = u * v % p * v % p * v - p"],
            ),
            (
                "field.sqrt_ratio",
                "g = 2 * uv3 * (v * v % p * v % p) % p * v % p",
                [
                    "g = 2 * uv3 * (v * v % p * v + p) % p * v % p",
                    "g = 2 * uv3 * (v * v % p * v - p) % p * v % p",
                ],
            ),
            ("field._tonelli_shanks", "c = c * c % p", ["c = c * c + p", "c = c * c - p"]),
            ("field.sqrt_ratio", "i = g * s % p * s % p", ["i = g * s % p * s + p", "i = g * s % p * s - p"]),
        ],
    ),
    (
        "A factor common to all products: it goes out again, since the inverse of the whole has it below.",
        [("field.inverses", "products = [1]", ["products = [ 2]"])],
    ),
    (
        "p = 3 (mod 4), so that (p - 2) // 4 and p // 4 are (p - 3) / 4; and p | 3 is p, p ^ 3 is p - 3.",
        [
            (
                "field.sqrt_ratio",
                "r = u * v % p * pow(u * v**3, (p - 3) // 4, p) % p",
                [
                    "r = u * v % p * pow(u * v**3, (p | 3) // 4, p) % p",
                    "r = u * v % p * pow(u * v**3, (p ^ 3) // 4, p) % p",
                    "r = u * v % p * pow(u * v**3, (p - 2) // 4, p) % p",
                ],
            ),
        ],
    ),
    (
        "p = 5 (mod 8), so that (p - 4) // 8 is (p - 5) / 8; and p | 5 is p, p ^ 5 is p - 5.",
        [
            (
                "field.sqrt_ratio",
                "s = pow(g, (p - 5) // 8, p)",
                [
                    "s = pow(g, (p | 5) // 8, p)",
                    "s = pow(g, (p ^ 5) // 8, p)",
                    "s = pow(g, (p - 4) // 8, p)",
                ],
            ),
        ],
    ),
    (
        "The power is 1 or p - 1, or 0 where x = 0; and then t and r are 0, which no factor changes.",
        [("field._tonelli_shanks", "if pow(t, 1 << i, p) != 1:", ["if pow(t, 1 << i, p) > 1:"])],
    ),
    (
        "Any non-square serves, and one that is even is found too.",
        [("field._tonelli_shanks", "z += 1", ["z += 2"])],
    ),
    (
        "q is odd, so that (q + 2) // 2 is (q + 1) / 2.",
        [("field._tonelli_shanks", "r = pow(x, (q + 1) // 2, p)", ["r = pow(x, (q + 2) // 2, p)"])],
    ),
    (
        "p is odd: p ^ 1 is p - 1, and p // 2 is (p - 1) / 2.",
        [
            ("field._tonelli_shanks", "q, s = p - 1, 0", ["q, s = p ^ 1, 0"]),
            (
                "field._tonelli_shanks",
                "while pow(z, (p - 1) // 2, p) == 1:",
                [
                    "while pow(z, (p | 1) // 2, p) == 1:",
                    "while pow(z, (p ^ 1) // 2, p) == 1:",
                    "while pow(z, (p // 1) // 2, p) == 1:",
                    "while pow(z, (p * 1) // 2, p) == 1:",
                    "while pow(z, (p ** 1) // 2, p) == 1:",
                    "while pow(z, (p - 0) // 2, p) == 1:",
                ],
            ),
        ],
    ),
    (
        "1 is a square, and so is 2 where this is reached, for p = 1 (mod 8): the least non-square is 3 or more.",
        [("field._tonelli_shanks", "z = 2", ["z = 3", "z = 1"])],
    ),
    (
        "No residue is negative, and of the odd p that are not 3 (mod 4), 5 is the greatest residue modulo 8.",
        [
            (
                "eddsa_keys.EdDSAPublicKey.validate",
                "if chosen.small_order == ONLY_X_0_REFUSED and A.affine()[0] == 0:",
                ["if chosen.small_order == ONLY_X_0_REFUSED and A.affine()[0] <= 0:"],
            ),
            ("field.inverse", "if x % p == 0:", ["if x % p <= 0:"]),
            ("field.sqrt_ratio", "if p % 4 == 3:", ["if p % 4 >= 3:"]),
            ("field.sqrt_ratio", "elif p % 8 == 5:", ["elif p % 8 >= 5:"]),
            (
                "field.sqrt_ratio",
                "return r if (v * r * r - u) % p == 0 else None",
                ["return r if (v * r * r - u) % p <= 0 else None"],
            ),
            ("field._tonelli_shanks", "while q % 2 == 0:", ["while q % 2 <= 0:"]),
            (
                "field._tonelli_shanks",
                "while pow(z, (p - 1) // 2, p) == 1:",
                ["while pow(z, (p - 1) // 2, p) <= 1:"],
            ),
        ],
    ),
    (
        "The two numbers have no bit in common, so that their sum is the same as `|` and `^`.",
        [
            (
                "der.context",
                "return (0xA0 if constructed else 0x80) | number",
                [
                    "return (0xA0 if constructed else 0x80) + number",
                    "return (0xA0 if constructed else 0x80) ^ number",
                ],
            ),
            (
                "der.write",
                "return bytes([tag, 0x80 | len(octets)]) + octets + content",
                [
                    "return bytes([tag, 0x80 + len(octets)]) + octets + content",
                    "return bytes([tag, 0x80 ^ len(octets)]) + octets + content",
                ],
            ),
        ],
    ),
    (
        "Twice a number has no bit in common with a bool, so that their sum is the same as `|` and `^`.",
        [
            (
                "signatures.decode",
                'wanted = 2 * width + (format != "p1363")',
                [
                    'wanted = 2 * width | (format != "p1363")',
                    'wanted = 2 * width ^ (format != "p1363")',
                ],
            ),
        ],
    ),
    (
        "Of the names that are left there, no other one comes before this one in the alphabet.",
        [
            ("signatures.encode", 'if format == "compact":', ['if format <= "compact":']),
            (
                "ecdsa_keys.ECDSAPrivateKey._nonces",
                'if extra_entropy is not None and nonce != "hedged":',
                ['if extra_entropy is not None and nonce > "hedged":'],
            ),
            ("ecdsa_keys.ECDSAPrivateKey._nonces", 'if nonce == "hedged":', ['if nonce <= "hedged":']),
            ("signatures.encode", 'if format == "eth":', ['if format <= "eth":']),
            ("signatures.decode", 'if format == "compact":', ['if format <= "compact":']),
            ("signatures.decode", 'elif format == "eth":', ['elif format <= "eth":']),
            (
                "signatures.decode",
                'wanted = 2 * width + (format != "p1363")',
                ['wanted = 2 * width + (format < "p1363")'],
            ),
        ],
    ),
    (
        "`is` only spares a comparison: an object equals itself, and classes are equal where they are the same.",
        [
            (
                "scalarmult.Point.shares_curve",
                "if type(other) is not type(self):",
                ["if type(other) != type(self):"],
            ),
            (
                "scalarmult.Point.shares_curve",
                "if other.curve is not self.curve and other.curve != self.curve:",
                ["if other.curve != self.curve and other.curve != self.curve:"],
            ),
        ],
    ),
    (
        "A single hexadecimal digit is the same number to base 17.",
        [
            (
                "scalarmult.window",
                "Q = Q.double().double().double().double() + table[int(digit, 16)]",
                ["Q = Q.double().double().double().double() + table[int(digit, 17)]"],
            ),
        ],
    ),
    (
        "k & -k is the lowest bit 2^i of k, and k | -k is -2^i: `bit_length` doesn't count the sign.",
        [
            (
                "recoding.wnaf",
                "zeros = (k & -k).bit_length() - 1",
                ["zeros = (k | -k).bit_length() - 1"],
            ),
        ],
    ),
    (
        "(1 << w) >> 1 is 2^(w-1), since w is at least 1.",
        [("recoding.signed_digits", "half = 1 << w - 1", ["half = 1 << w >> 1"])],
    ),
    (
        "The quotient is half / (2^w - 1) greater, which is below 1 for w > 1: rounded down, it is what it was.",
        [
            (
                "recoding.signed_digits",
                "k += half * ((1 << length) - 1) // ((1 << w) - 1)",
                [
                    "k += half * ((1 << length) // 1) // ((1 << w) - 1)",
                    "k += half * ((1 << length) * 1) // ((1 << w) - 1)",
                    "k += half * ((1 << length) ** 1) // ((1 << w) - 1)",
                    "k += half * ((1 << length) - 0) // ((1 << w) - 1)",
                ],
            ),
        ],
    ),
    (
        "An empty sum is O, so that nothing is at fault where there is no item.",
        [("batch.find_bad", "if len(read) <= 1:", ["if len(read) == 1:"])],
    ),
    (
        "With k + n for k, c1 is b2 greater and c2 is b1 less; a1*b2 - a2*b1 = n, so that k1 and k2 are the same.",
        [("endomorphism.Endomorphism.split", "k %= n", ["pass"])],
    ),
    (
        "n is a prime, and no square.",
        [("endomorphism.short_basis", "while r1 * r1 >= n:", ["while r1 * r1 > n:"])],
    ),
    (
        "The determinant is n or -n.",
        [
            (
                "endomorphism.short_basis",
                "if a1 * b2 - a2 * b1 < 0:",
                [
                    "if a1 * b2 - a2 * b1 <= 0:",
                    "if a1 * b2 - a2 * b1 < 1:",
                    "if a1 * b2 - a2 * b1 < -1:",
                ],
            ),
        ],
    ),
    (
        "a1, a2 > 0, and of Euclid's t0 and t1 one is above 0, the other not: all these are negative just where t1 is.",
        [
            (
                "endomorphism.short_basis",
                "if a1 * b2 - a2 * b1 < 0:",
                [
                    "if a1 + b2 - a2 * b1 < 0:",
                    "if a1 | b2 - a2 * b1 < 0:",
                    "if a1 ^ b2 - a2 * b1 < 0:",
                    "if a1 * b2 - a2 / b1 < 0:",
                    "if a1 * b2 - a2 // b1 < 0:",
                    "if a1 * b2 - a2 % b1 < 0:",
                ],
            ),
        ],
    ),
    (
        "Of the three names for this it is the last in the alphabet.",
        [
            (
                "eddsa_keys.EdDSAPublicKey.validate",
                "if chosen.small_order == ONLY_X_0_REFUSED and A.affine()[0] == 0:",
                ["if chosen.small_order >= ONLY_X_0_REFUSED and A.affine()[0] == 0:"],
            ),
            ("ecdsa_keys.ECDSAPrivateKey._nonces", 'if nonce != "rfc6979":', ['if nonce < "rfc6979":']),
            ("ecdsa_keys.ECDSAPrivateKey._nonces", 'if nonce == "rfc6979":', ['if nonce >= "rfc6979":']),
        ],
    ),
    (
        "s is over n/2 and below n, so that n % s is n - s.",
        [
            (
                "ecdsa_keys.ECDSAPrivateKey._sign",
                "s, recid = scheme.curve.n - s, recid ^ 1",
                ["s, recid = scheme.curve.n % s, recid ^ 1"],
            ),
        ],
    ),
    (
        "CPython has one object for each integer from -5 to 256, each `bytes` of one octet, each `str` of one digit.",
        [
            ("scalarmult.double_and_add", 'if bit == "1":', ['if bit is "1":']),
            ("der.read", "if found != tag:", ["if found is not tag:"]),
            (
                "der.read_optional",
                "return read(tag, data) if data[:1] == bytes([tag]) else (None, data)",
                ["return read(tag, data) if data[:1] is bytes([tag]) else (None, data)"],
            ),
        ],
    ),
    (
        "The greatest value that the left side can have is the right one.",
        [("der.read_any", "if tag & 0x1F == 0x1F:", ["if tag & 0x1F >= 0x1F:"])],
    ),
    (
        "What the two treat differently is dealt with above, or can't be, such as a negative octet or a jump by 2.",
        [
            ("scalarmult.double_and_add", 'if bit == "1":', ['if bit >= "1":']),
            ("scalarmult.window", "while len(table) < 16:", ["while len(table) != 16:"]),
            ("recoding.half_size", "if r1 == 0:", ["if r1 <= 0:"]),
            ("der.read_any", "if length > 0x80:", ["if length >= 0x80:", "if length > 127:"]),
            ("der.read_any", "if length < 0x80 or data[2] == 0:", ["if length < 0x80 or data[2] <= 0:"]),
            (
                "der.integer",
                "if len(content) > 1 and (content[0], content[1] >> 7) in ((0x00, 0), (0xFF, 1)):",
                ["if len(content) != 1 and (content[0], content[1] >> 7) in ((0x00, 0), (0xFF, 1)):"],
            ),
        ],
    ),
]
