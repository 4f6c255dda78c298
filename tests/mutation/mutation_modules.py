"""Which modules are mutated, and the kill set of each: the files of tests that are run for each of its mutants."""

from __future__ import annotations

KILL_SETS = {
    "field": ["test_field.py", "test_reductions.py"],
    "recoding": ["test_recoding.py"],
    "scalarmult": ["test_scalarmult.py"],
    "multiples": ["test_multiples.py", "test_scalarmult.py", "test_prepared_keys.py"],
    "endomorphism": ["test_endomorphism.py", "test_multiples.py"],
    "edwards": ["test_reductions.py", "test_group_laws.py", "test_codecs_of_points.py"],
    "weierstrass": ["test_reductions.py", "test_group_laws.py", "test_codecs_of_points.py"],
    "rules": ["test_rules.py"],
    "eddsa": ["test_eddsa.py", "test_rules.py", "test_keys.py", "test_steps.py", "test_batch.py"],
    "eddsa_equation": ["test_eddsa_equation.py", "test_rules.py"],
    "eddsa_keys": ["test_keys.py", "test_prepared_keys.py", "test_steps.py", "test_eddsa.py"],
    "rfc6979": ["test_rfc6979.py"],
    "der": ["test_der.py", "test_signatures.py"],
    "signatures": ["test_signatures.py"],
    "ecdsa": ["test_ecdsa.py", "test_keys.py", "test_steps.py", "test_batch.py"],
    "ecdsa_keys": ["test_keys.py", "test_prepared_keys.py", "test_steps.py", "test_ecdsa.py"],
    "batch": ["test_batch.py"],
}
