"""Cross-checking: generated cases, asked of implementations, judged by ecref.

A case (cases.py) is asked of each implementation (asking.py); an answer that differs from ecref's is judged
(judge.py), like findings are grouped (findings.py), and the first of each group is shrunk (shrinking.py).
"""
