"""SEC 1's steps (version 2.0), for curves over a prime field."""

from __future__ import annotations

from audit_step import Left, Step, Table

_BITS = "Bit strings occur as octets and integers only: RFC 6979's bits2int shifts what isn't a multiple of 8."

SEC1: Table = {
    "2.2.1: the law of the group": [
        Step(
            ("2.2.1",), "1", "", "O + O = O.", "weierstrass.WeierstrassCurve.add",
            "return P", "return P if P[2] else (0, 0, 1)",
        ),
        Step(
            ("2.2.1",), "2", "O + P", "O + P = P ...", "weierstrass.WeierstrassCurve.add", "if Q[2] == 0:", "if False:"
        ),
        Step(
            ("2.2.1",), "2", "P + O", "... and P + O = P.", "weierstrass.WeierstrassCurve.add",
            "if P[2] == 0:", "if False:",
        ),
        Step(
            ("2.2.1",), "2", "O + P, affine P", "The same where P is affine.", "weierstrass.madd_1998_cmo_2",
            "if Z1 == 0:", "if False:",
        ),
        Step(
            ("2.2.1",), "3", "", "P + -P = O: two points with the same x that differ, or have y = 0.",
            "weierstrass.add_1998_cmo_2", "Z3 = Z1 * Z2 % p * H % p", "Z3 = Z1 * Z2 % p * (H or 1) % p",
        ),
        Step(
            ("2.2.1",), "4", "", "Points with different x: the chord.", "weierstrass.add_1998_cmo_2",
            "r = (S2 - S1) % p", "r = (S2 + S1) % p",
        ),
        Step(
            ("2.2.1",), "4", "affine", "The same where one is affine.", "weierstrass.madd_1998_cmo_2",
            "V = X1 * HH % p", "V = X2 * HH % p",
        ),
        Step(
            ("2.2.1",), "5", "", "A point and itself: the tangent.", "weierstrass.dbl_1998_cmo_2",
            "3 * XX + a * (ZZ * ZZ)", "3 * XX - a * (ZZ * ZZ)",
        ),
        Step(
            ("2.2.1",), "5", "a = -3", "The same for a = -3.", "weierstrass.dbl_2001_b",
            "(X1 - delta) * (X1 + delta)", "(X1 - delta) * (X1 - delta)",
        ),
        Step(
            ("2.2.1",), "5", "a = 0", "The same for a = 0.", "weierstrass.dbl_2009_l", "3 * X1 * X1", "2 * X1 * X1"
        ),
        Step(
            ("2.2.1",), "5", "P + P", "It is taken where a sum meets it.", "weierstrass.WeierstrassCurve.add",
            "total if total != (0, 0, 0) else", "total if True else",
        ),
        Step(
            ("2.2.1",), "5", "P + P, affine P", "The same where one is affine.", "weierstrass.madd_1998_cmo_2",
            "if H == 0 and r == 0:", "if False:",
        ),
    ],
    "2.3: conversions": [
        Left(("2.3.1",), "", "", "A bit string as octets.", _BITS),
        Left(("2.3.2",), "", "", "Octets as a bit string.", _BITS),
        Step(
            ("2.3.3",), "1", "", "The identity is the octet 00.", "weierstrass.WeierstrassPoint.encode",
            'return b"\\0"', 'return b"\\1"',
        ),
        Step(
            ("2.3.3",), "2.1", "", "Compressed: X is x as octets.", "weierstrass.WeierstrassCurve.encode",
            'X = x.to_bytes(self.size, "big")', 'X = x.to_bytes(self.size, "little")',
        ),
        Step(
            ("2.3.3",), "2.2", "", "y's lowest bit ...", "weierstrass.WeierstrassCurve.encode", "2 + y % 2", "2 + x % 2"
        ),
        Step(
            ("2.3.3",), "2.3", "", "... is told by 02 or 03.", "weierstrass.WeierstrassCurve.encode",
            "bytes([2 + y % 2])", "bytes([3 - y % 2])",
        ),
        Step(
            ("2.3.3",), "2.4", "", "The point is that octet and X.", "weierstrass.WeierstrassCurve.encode",
            "bytes([2 + y % 2]) + X", "X + bytes([2 + y % 2])",
        ),
        Step(
            ("2.3.3",), "3.1", "", "Uncompressed: X is x as octets ...", "weierstrass.WeierstrassCurve.encode",
            'X = x.to_bytes(self.size, "big")', 'X = y.to_bytes(self.size, "big")',
        ),
        Step(
            ("2.3.3",), "3.2", "", "... Y is y as octets ...", "weierstrass.WeierstrassCurve.encode",
            '+ y.to_bytes(self.size, "big")', "+ X",
        ),
        Step(
            ("2.3.3",), "3.3", "", "... and the point is 04, X and Y.", "weierstrass.WeierstrassCurve.encode",
            'b"\\4" + X', 'b"\\6" + X',
        ),
        Step(
            ("2.3.4",), "1", "", "00 is the identity, which is no key and refused.",
            "weierstrass.WeierstrassCurve.decode", 'if form == b"\\0" and len(octets) == 1:', "if False:",
        ),
        Step(
            ("2.3.4",), "2", "length", "02 and 03 have X after them, and nothing else.",
            "weierstrass.WeierstrassCurve.decode", "if len(octets) != wanted.get(form):", "if False:",
        ),
        Step(
            ("2.3.4",), "2.2", "", "x isn't below p: refused.", "weierstrass.WeierstrassCurve.lift_x",
            "if not 0 <= x < p:", "if False:",
        ),
        Step(
            ("2.3.4",), "2.3", "", "The octet tells y's lowest bit; another octet is refused.",
            "weierstrass.WeierstrassCurve.decode", "form[0] & 1", "form[0] & 1 ^ 1",
        ),
        Step(
            ("2.3.4",), "2.4", "root", "y is a root of x^3 + a x + b ...", "weierstrass.WeierstrassCurve.lift_x",
            "x * x * x + self.a * x + self.b, p", "x * x * x - self.a * x + self.b, p",
        ),
        Step(
            ("2.3.4",), "2.4", "no root", "... where there is none the string is refused ...",
            "weierstrass.WeierstrassCurve.lift_x", "if y is None:", "if False:",
        ),
        Step(
            ("2.3.4",), "2.4", "parity", "... and of two, it is the one with the lowest bit.",
            "weierstrass.WeierstrassCurve.lift_x", "if y % 2 != y_is_odd:", "if False:",
        ),
        Step(
            ("2.3.4",), "3", "length", "04 has X and Y after it, and nothing else.",
            "weierstrass.WeierstrassCurve.decode", 'b"\\4": 1 + 2 * size}', 'b"\\4": len(octets)}',
        ),
        Step(
            ("2.3.4",), "3.2", "", "An octet that isn't 02, 03 or 04 is refused.",
            "weierstrass.WeierstrassCurve.decode", "if octets and form not in wanted:", "if False:",
        ),
        Step(
            ("2.3.4",), "3.2", "hybrid", "06 and 07, which X9.62 knows, are refused too.",
            "weierstrass.WeierstrassCurve.decode", 'if form in (b"\\6", b"\\7"):', "if False:",
        ),
        Step(
            ("2.3.4",), "3.3", "", "X is read as x ...", "weierstrass.WeierstrassCurve.decode",
            'int.from_bytes(octets[1 : 1 + size], "big")', 'int.from_bytes(octets[1 : 1 + size], "little")',
        ),
        Step(
            ("2.3.4",), "3.4", "", "... and Y as y.", "weierstrass.WeierstrassCurve.decode",
            'int.from_bytes(octets[1 + size :], "big")', 'int.from_bytes(octets[1 + size :], "little")',
        ),
        Step(
            ("2.3.4",), "3.5", "", "y^2 = x^3 + a x + b is checked.", "weierstrass.WeierstrassCurve.point",
            "if (x * x * x + self.a * x + self.b - y * y) % p:", "if False:",
        ),
        Left(
            ("2.3.4",), "", "result", "The result is the point.", "The last line of the function.", ("2.3.4-3.5",)
        ),
        Left(
            ("2.3.5",), "", "", "A field element as octets, as the integer that it is.",
            "An element of the field is an int here.", ("2.3.7",),
        ),
        Step(
            ("2.3.6",), "", "", "Octets as a field element: an integer that isn't below p is refused.",
            "weierstrass.WeierstrassCurve.point", "if not (0 <= x < p and 0 <= y < p):", "if False:",
        ),
        Step(
            ("2.3.7",), "", "", "An integer as octets, big-endian.", "rfc6979.int2octets", '"big"', '"little"'
        ),
        Step(
            ("2.3.8",), "", "", "Octets as an integer, big-endian.", "rfc6979.bits2int",
            'int.from_bytes(b, "big")', 'int.from_bytes(b, "little")',
        ),
        Left(
            ("2.3.9",), "", "", "A field element as an integer.", "An element of the field is an int here.", ("2.3.6",)
        ),
    ],
    "3.2.2.1: whether a public key is valid": [
        Left(
            ("3.2.2.1",), "1", "", "Q isn't the identity.", "No octets that are read as a key give it.", ("2.3.4-1",)
        ),
        Left(
            ("3.2.2.1",), "2", "range", "x and y are below p.", "Checked where they are read.", ("2.3.4-2.2", "2.3.6")
        ),
        Left(
            ("3.2.2.1",), "2", "equation", "Q is on the curve.", "Checked where it is read.", ("2.3.4-3.5",)
        ),
        Left(
            ("3.2.2.1",), "3", "", "The same over binary fields.", "There are none here."
        ),
        Step(
            ("3.2.2.1",), "4", "", "[n]Q is the identity; for h = 1 that needs no check.", "ecdsa.ECDSA.public_key",
            "if E.h > 1 and not (E.n * Q).is_identity():", "if False:",
        ),
    ],
    "4.1: ECDSA": [
        Left(
            ("4.1.3",), "", "", "Signing.", "FIPS 186-5, 6.4.1, has the same steps under other numbers."
        ),
        Left(
            ("4.1.4",), "", "", "Verifying.", "FIPS 186-5, 6.4.2, has the same steps under other numbers."
        ),
        Step(
            ("4.1.6",), "1", "", "For each j from 0 to h:", "ecdsa.ECDSA.candidates",
            "range(2 * (E.h + 1))", "range(2)",
        ),
        Step(
            ("4.1.6",), "1.1", "", "x = r + j n ...", "ecdsa.ECDSA.candidates", "r + (recid >> 1) * n", "r"
        ),
        Left(
            ("4.1.6",), "1.2", "", "... as octets.", "The point is made from x itself.", ("4.1.6-1.3",)
        ),
        Step(
            ("4.1.6",), "1.3", "", "R is a point with this x; where there is none, go on with the next j.",
            "ecdsa.ECDSA.candidates", "except InvalidPoint:", "except ZeroDivisionError:",
        ),
        Step(
            ("4.1.6",), "1.4", "", "Where [n]R isn't the identity, go on with the next j.", "ecdsa.ECDSA.candidates",
            "if E.h > 1 and not (n * R).is_identity():", "if False:",
        ),
        Step(
            ("4.1.6",), "1.5", "", "e comes of the message as in signing.", "ecdsa.ECDSA.candidates",
            "bits2int(H, n.bit_length())", 'int.from_bytes(H, "little")',
        ),
        Step(
            ("4.1.6",), "1.6.1", "", "Q = (s R - e G) / r is a candidate.", "ecdsa.ECDSA.candidates",
            "s * w % n * R - e * w % n * E.G", "s * w % n * R + e * w % n * E.G",
        ),
        Left(
            ("4.1.6",), "1.6.2", "", "The candidate that is the authentic key is the result.",
            "All are given to the caller, who alone knows which key is authentic.", ("4.1.6-1.6.1",),
        ),
        Step(
            ("4.1.6",), "1.6.3", "", "Then the same with -R.", "ecdsa.ECDSA.candidates", "recid & 1)", "0)"
        ),
        Left(
            ("4.1.6",), "2", "", "Otherwise there is no result.", "Then the generator gives nothing.", ("4.1.6-1",)
        ),
    ],
}
