"""RFC 6979's steps."""

from __future__ import annotations

from audit_step import Left, Step, Table

RFC6979: Table = {
    "2.3: conversions": [
        Left(
            ("2.3.1",), "", "", "qlen, blen and rlen are lengths in bits, rlen a multiple of 8.",
            "Definitions. The code has `q.bit_length()`, and lengths in octets.",
        ),
        Step(
            ("2.3.2",), "1", "", "bits2int keeps the leftmost qlen bits of a longer string ...", "rfc6979.bits2int",
            "max(0, 8 * len(b) - qlen)", "0",
        ),
        Step(
            ("2.3.2",), "2", "", "... and reads them as a big-endian integer.", "rfc6979.bits2int",
            'int.from_bytes(b, "big")', 'int.from_bytes(b, "little")',
        ),
        Step(
            ("2.3.3",), "", "big-endian", "int2octets is big-endian ...", "rfc6979.int2octets", '"big"', '"little"'
        ),
        Step(
            ("2.3.3",), "", "rlen", "... in rlen bits.", "rfc6979.int2octets",
            "(q.bit_length() + 7) // 8", "len(bin(q))",
        ),
        Step(
            ("2.3.4",), "1", "", "bits2octets: z1 = bits2int(b).", "rfc6979.bits2octets",
            "bits2int(b, q.bit_length())", 'int.from_bytes(b, "big")',
        ),
        Step(
            ("2.3.4",), "2", "", "z2 = z1 mod q.", "rfc6979.bits2octets", "% q, q)", "% (q + 1), q)"
        ),
        Step(
            ("2.3.4",), "3", "", "The result is int2octets(z2).", "rfc6979.bits2octets",
            "int2octets(bits2int(b, q.bit_length()) % q, q)",
            "int2octets(bits2int(b, q.bit_length()) % q, q)[::-1]",
        ),
        Left(
            ("2.3.5",), "", "", "Where bits2int, int2octets and bits2octets are used.",
            "An overview of the steps below.", ("2.4-1", "3.2-d x", "3.2-h.3 k"),
        ),
    ],
    "2.4: signing": [
        Step(
            ("2.4",), "1", "", "h = bits2int(H(m)), modulo q: s is a residue, so that e need be none.",
            "ecdsa.ECDSA.sign", "bits2int(note(H,", "bits2int(b'\\0' + note(H,",
        ),
        Step(
            ("2.4",), "2", "", "k is random, from 1 to q - 1.", "rfc6979.random_scalars", "yield c + 1", "yield c"
        ),
        Step(
            ("2.4",), "3", "r", "r = x([k]G) mod q ...", "ecdsa.ECDSA.sign", "note(x % n,", "note(x,"
        ),
        Step(
            ("2.4",), "3", "r = 0", "... and where that is 0 there is another k.", "ecdsa.ECDSA.sign",
            "if r != 0 and s != 0:", "if s != 0:",
        ),
        Step(
            ("2.4",), "4", "s", "s = (h + x r) / k mod q ...", "ecdsa.ECDSA.sign", "(e + r * d) % n", "(e - r * d) % n"
        ),
        Step(
            ("2.4",), "4", "s = 0", "... and where that is 0 there is another k. [Erratum 3812]", "ecdsa.ECDSA.sign",
            "if r != 0 and s != 0:", "if r != 0:",
        ),
    ],
    "3.2: the deterministic k": [
        Step(
            ("3.2",), "a", "", "h1 = H(m).", "ecdsa_keys.ECDSAPrivateKey.sign",
            "H = chosen.of(message)", "H = self.scheme.hash_or_default(None).of(message)",
        ),
        Step(
            ("3.2",), "b", "", "V is 01 01 ... 01, of H's length.", "rfc6979.nonces",
            'b"\\x01" * H.size', 'b"\\x00" * H.size',
        ),
        Step(
            ("3.2",), "c", "", "K is 00 00 ... 00, of H's length.", "rfc6979.nonces",
            'b"\\x00" * H.size', 'b"\\x01" * H.size',
        ),
        Step(
            ("3.2",), "d", "V", "K = HMAC_K(V || 00 || int2octets(x) || bits2octets(h1)): V ...", "rfc6979.nonces",
            "V + octet + secret", "octet + secret",
        ),
        Step(
            ("3.2",), "d", "00", "... 00 ...", "rfc6979.nonces", 'for octet in b"\\x00"', 'for octet in b"\\x02"'
        ),
        Step(
            ("3.2",), "d", "x", "... int2octets(x) ...", "rfc6979.nonces",
            "int2octets(x, q) + bits2octets(h1, q)", "bits2octets(h1, q)",
        ),
        Step(
            ("3.2",), "d", "h1", "... bits2octets(h1).", "rfc6979.nonces",
            "bits2octets(h1, q) + extra", "h1 + extra",
        ),
        Step(
            ("3.2",), "e", "", "V = HMAC_K(V).", "rfc6979.nonces", "V = H.hmac(K, V)", "V = V", 1
        ),
        Step(
            ("3.2",), "f", "", "K as in d, with 01 in the place of 00.", "rfc6979.nonces",
            'b"\\x00", b"\\x01":', 'b"\\x00", b"\\x00":',
        ),
        Step(
            ("3.2",), "g", "", "V = HMAC_K(V).", "rfc6979.nonces",
            "V = H.hmac(K, V)", 'V = H.hmac(K, V) if octet == b"\\0" else V', 1
        ),
        Step(
            ("3.2",), "h.1", "", "T is empty.", "rfc6979.nonces", 'T = b""', 'T = b"\\0"'
        ),
        Step(
            ("3.2",), "h.2", "loop", "While T has fewer bits than q: ...", "rfc6979.nonces",
            "while 8 * len(T) < q.bit_length():", "if True:",
        ),
        Step(
            ("3.2",), "h.2", "V", "... V = HMAC_K(V) ...", "rfc6979.nonces", "V = H.hmac(K, V)", "V = H.hmac(V, K)", 2
        ),
        Step(
            ("3.2",), "h.2", "T", "... and T = T || V.", "rfc6979.nonces", "T += V", "T = V + T"
        ),
        Step(
            ("3.2",), "h.3", "k", "k = bits2int(T) ...", "rfc6979.nonces",
            "bits2int(T, q.bit_length())", 'int.from_bytes(T, "big") % q',
        ),
        Step(
            ("3.2",), "h.3", "range", "... where that is from 1 to q - 1 and serves; ...", "rfc6979.nonces",
            "if 1 <= k < q:", "if 1 <= k <= q:",
        ),
        Step(
            ("3.2",), "h.3", "K", "... otherwise K = HMAC_K(V || 00) ...", "rfc6979.nonces",
            'V + b"\\x00")', "V)",
        ),
        Step(
            ("3.2",), "h.3", "again", "... V = HMAC_K(V), and again.", "rfc6979.nonces",
            "V = H.hmac(K, V)", "V = V", 3
        ),
    ],
    "3.3 to 3.6: other forms": [
        Left(
            ("3.3",), "", "", "The same as HMAC_DRBG of SP 800-90A, whose input is int2octets(x) || bits2octets(h1).",
            "Another description of the same octets; the code follows 3.2.", ("3.2-b", "3.2-d x", "3.2-h.2 V"),
        ),
        Left(
            ("3.4",), "", "", "Where r = 0, go on with the next k.",
            "The generator of 3.2 goes on where it stood.", ("2.4-3 r = 0", "3.2-h.3 again"),
        ),
        Step(
            ("3.6",), "d", "", "Additional octets k' follow bits2octets(h1) in d ...", "rfc6979.nonces",
            "bits2octets(h1, q) + extra", "bits2octets(h1, q)",
        ),
        Step(
            ("3.6",), "f", "", "... and in f.", "rfc6979.nonces",
            "V + octet + secret", 'V + octet + (secret if octet == b"\\0" else secret[: len(secret) - len(extra)])',
        ),
        Step(
            ("3.6",), "", "random octets", "k' may be random: 32 octets, unless the caller gives some.",
            "ecdsa_keys._extra", "token_bytes(32)", "bytes(32)",
        ),
    ],
}
