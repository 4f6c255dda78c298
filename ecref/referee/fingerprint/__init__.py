"""Which rule set an implementation follows, found by asking it: `ecref fingerprint`.

case        a case, the reply to it, the asking, and the answer that replies make together
eddsa       the edge cases of vectors/, and the questions that they answer
ecdsa       ECDSA's cases and questions; ecdsa_forger has what ecdsa_cases, ecdsa_encodings and ecdsa_points are made of
signing     what signatures of its own tell
subjects    the fingerprint of an implementation on one curve
report      fingerprints as tables
"""
