"""Measuring: what an operation costs, in multiples of M, and what its arithmetic alone would cost.

    M    one `a * b % p` with full-size operands, on this interpreter, in this process, in the same round

Times are given in M, so that they hold on any machine, by the processor's time, so that they hold on a busy one;
seconds on the wall stand beside them for whoever counts in seconds.
"""
