"""What makes the vector files in this folder; the files ship with ecref, these scripts do not.

Read in this order: vector.py (what a vector is before it is judged), packages.py (where the published ones come
from), one module a kind of source (wycheproof, cavp, rfc8032, rfc6979, sign_input) and edge_cases.py (our own),
judge.py (the expectations, by the textbook path), files.py (the format), build.py (the command), confirm.py
(other libraries have their say).
"""
