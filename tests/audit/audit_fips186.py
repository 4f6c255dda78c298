"""FIPS 186-5's steps, ECDSA's."""

from __future__ import annotations

from audit_step import Left, Step, Table

_NO_RBG = "Python's `secrets` asks the system for random bits and knows no security strength."

FIPS186: Table = {
    "6.3: the secret number of a signature": [
        Step(
            ("6.3.1",), "", "", "k is random, by A.3.1 or A.3.2; here by A.3.2.",
            "ecdsa_keys.ECDSAPrivateKey._nonces", "return random_scalars(n)", "return iter([1])",
        ),
        Step(
            ("6.3.2",), "", "", "Or k is deterministic, by A.3.3.",
            "ecdsa_keys.ECDSAPrivateKey._nonces", "return nonces(self._d, H, n, hash)", "return random_scalars(n)",
        ),
    ],
    "6.4.1: signing": [
        Step(
            ("6.4.1",), "1", "", "H = Hash(M).", "ecdsa_keys.ECDSAPrivateKey.sign",
            "H = chosen.of(message)", "H = self.scheme.hash_or_default(None).of(message)",
        ),
        Step(
            ("6.4.1",), "2", "", "e comes of the leftmost len(n) bits of H.", "ecdsa.ECDSA.sign",
            'bits2int(note(H, "H", 1), n.bit_length())', 'int.from_bytes(note(H, "H", 1), "big")',
        ),
        Step(
            ("6.4.1",), "3", "", "k is made by 6.3.", "ecdsa.ECDSA.sign", "note(candidate,", "note(candidate + 1,"
        ),
        Step(
            ("6.4.1",), "4", "", "k is inverted modulo n.", "ecdsa.ECDSA.sign", "inverse(k, n) *", "k *"
        ),
        Step(
            ("6.4.1",), "5", "", "R = [k]G.", "ecdsa.ECDSA.sign", "note(k * G,", "note(k * G.double(),"
        ),
        Step(
            ("6.4.1",), "6", "", "x is R's first coordinate ...", "ecdsa.ECDSA.sign",
            "x, y = R.affine()", "y, x = R.affine()",
        ),
        Left(
            ("6.4.1",), "7", "", "... as an integer.", "An element of the field is an int here.", ("6.4.1-6",)
        ),
        Step(
            ("6.4.1",), "8", "", "r = x mod n.", "ecdsa.ECDSA.sign", "note(x % n,", "note(x,"
        ),
        Step(
            ("6.4.1",), "9", "", "s = (e + r d) / k mod n.", "ecdsa.ECDSA.sign",
            "(e + r * d) % n", "(e - r * d) % n",
        ),
        Left(
            ("6.4.1",), "10", "", "k and 1/k are destroyed.",
            "Python cannot overwrite an int. ecref is not for secrets.",
        ),
        Step(
            ("6.4.1",), "11", "r = 0", "Where r = 0, go back to 3 ...", "ecdsa.ECDSA.sign",
            "if r != 0 and s != 0:", "if s != 0:",
        ),
        Step(
            ("6.4.1",), "11", "s = 0", "... and where s = 0.", "ecdsa.ECDSA.sign",
            "if r != 0 and s != 0:", "if r != 0:",
        ),
        Step(
            ("6.4.1",), "12", "", "The signature is (r, s).", "ecdsa.ECDSA.sign", "return r, s,", "return s, r,"
        ),
    ],
    "6.4.2: verifying": [
        Step(
            ("6.4.2",), "1", "r", "r is from 1 to n - 1, or the signature is invalid.", "ecdsa.ECDSA.check",
            "if not 1 <= r < n:", "if False:",
        ),
        Step(
            ("6.4.2",), "1", "s", "s is from 1 to n - 1, or the signature is invalid.", "ecdsa.ECDSA.check",
            "if not 1 <= s < n:", "if False:",
        ),
        Step(
            ("6.4.2",), "2", "", "H = Hash(M).", "ecdsa_keys.ECDSAPublicKey.verify",
            "self.scheme.hash_or_default(hash).of(message)", "self.scheme.hash_or_default(None).of(message)",
        ),
        Step(
            ("6.4.2",), "3", "", "e comes of the leftmost len(n) bits of H.", "ecdsa.ECDSA.check",
            'bits2int(note(H, "H", 2), n.bit_length())', 'int.from_bytes(note(H, "H", 2), "big")',
        ),
        Step(
            ("6.4.2",), "4", "", "w = 1/s modulo n.", "ecdsa.ECDSA.check", "note(inverse(s, n),", "note(s,"
        ),
        Step(
            ("6.4.2",), "5", "u", "u = e w mod n ...", "ecdsa.ECDSA.check", "note(e * w % n,", "note(w % n,"
        ),
        Step(
            ("6.4.2",), "5", "v", "... and v = r w mod n.", "ecdsa.ECDSA.check", "note(r * w % n,", "note(w % n,"
        ),
        Step(
            ("6.4.2",), "6", "R1", "R1 = [u]G + [v]Q ...", "ecdsa.ECDSA.check", "u * G + v * Q", "u * G - v * Q"
        ),
        Step(
            ("6.4.2",), "6", "identity", "... and where that is the identity, the signature is invalid.",
            "ecdsa.ECDSA.check", "if R1.is_identity():", "if False:",
        ),
        Step(
            ("6.4.2",), "7", "", "x is R1's first coordinate: X/Z^2, compared without the division.",
            "weierstrass.WeierstrassPoint.has_x", "x * Z * Z - X", "x * Z - X",
        ),
        Step(
            ("6.4.2",), "8", "", "r1 is x as an integer.", "ecdsa.ECDSA.check", "R1.affine()[0]", "R1.affine()[1]"
        ),
        Step(
            ("6.4.2",), "9", "", "r = r1 mod n is checked; ...", "ecdsa.ECDSA.check",
            "if not R1.has_x(r, n):", "if False:",
        ),
        Step(
            ("6.4.2",), "9", "r + n", "... r1 may be r, r + n and so on below p.",
            "weierstrass.WeierstrassPoint.has_x", "range(r, p, n)", "[r]",
        ),
    ],
    "A.2 and A.3: keys and secret numbers": [
        Left(
            ("A.2.1",), "", "", "A key from extra random bits.", "Keys are made by A.2.2.", ("A.2.2 c",)
        ),
        Left(
            ("A.2.2",), "", "strength", "The bits come from an RBG of the curve's security strength.", _NO_RBG
        ),
        Step(
            ("A.2.2", "A.3.2"), "", "c", "c is an integer of as many random bits as n has.",
            "rfc6979.random_scalars", "randbits(q.bit_length())", "randbits(q.bit_length() - 1)",
        ),
        Step(
            ("A.2.2", "A.3.2"), "", "range", "A c over n - 2 is drawn again.", "rfc6979.random_scalars",
            "if c <= q - 2:", "if c <= q - 1:",
        ),
        Step(
            ("A.2.2", "A.3.2"), "", "c + 1", "The key d, or the secret number k, is c + 1.",
            "rfc6979.random_scalars", "yield c + 1", "yield c",
        ),
        Step(
            ("A.2.2",), "5", "", "Q = [d]G.", "ecdsa.ECDSA.private_key",
            "note(d * self.curve.G,", "note(-d * self.curve.G,",
        ),
        Step(
            ("A.2.2",), "", "range of d", "A given d is from 1 to n - 1 too.", "ecdsa.ECDSA.scalar",
            'if not 1 <= as_int("a private key", d) < n:', "if False:",
        ),
        Left(
            ("A.3.1",), "", "", "k from extra random bits.", "Random k are made by A.3.2.", ("A.2.2 c",)
        ),
        Left(
            ("A.3.3",), "", "", "HMAC_DRBG, instantiated with d and H, gives the candidates for k.",
            "RFC 6979, 3.2, in other words: its 3.3 says so. The table of RFC 6979 has the steps.",
        ),
    ],
    "7: EdDSA": [
        Left(
            ("7",), "", "", "Keys, signing and verifying, with and without a prehash.",
            "The algorithms of RFC 8032, whose table has the steps.",
        ),
    ],
}
