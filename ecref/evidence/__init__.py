"""Evidence: what ecref claims of its constants and formulas, worked out again before the reader's eyes.

Nothing here is used to sign or to verify. A check that fails is a finding about the core, or about these modules.

    derivation      a derivation as a value: what is computed, and the checks that hold or fail
    primality       a small verifier of elliptic-curve primality proofs; certificates holds those that are shipped
    primes, order, twist    what holds of every curve: its primes, its order and cofactor, SEC 1's conditions
    field_sizes, edwards_values, weierstrass_values, hash_values    where the other constants come from
    derive          all of it, curve by curve: `ecref describe --derive`
    formulas        the shipped formulas, what they cost and where they hold: `ecref describe --formulas`
    proofs          their proofs against the affine laws: `ecref describe --formulas --prove`
"""
