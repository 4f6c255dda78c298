"""The tests with the mark `quick`, which run on every Python: those of these modules, in about a minute.

They are what another Python could break: the core by its standards' values, every format, the protocol, the command
line, and the wheel. What is left out takes long without depending on the Python (toy curves in full, other
implementations, studies), and runs on one.
"""

from __future__ import annotations

CORE = {"errors", "frozen", "inputs", "curves", "endomorphism", "keccak", "hashes", "rules", "eddsa", "rfc6979", "der"}
CORE |= {"signatures", "ecdsa", "keys", "textbook", "steps"}
AROUND = {"bad_input", "layers", "no_network", "packaging"}
COMMANDS = {"cli", "cli_diagnose", "cli_explain", "cli_files", "cli_inspect", "cli_jws", "cli_recover", "cli_terminal"}
FORMATS = {"asn1", "ber", "detection", "inspection", "jwk", "jws", "openssh", "pem", "raw", "sec1", "signatures"}
FORMATS |= {"spki", "ssh", "text", "x509"}
PROTOCOL = {"protocol", "protocol_ecdsa", "protocol_eddsa", "serve"}

NAMES = CORE | AROUND | COMMANDS | PROTOCOL | {f"formats_{name}" for name in FORMATS}
MODULES = {f"test_{name}" for name in NAMES}
