"""Why no test can notice a mutant that survives: it does the same. A reason whose mutant is gone or dies is a fault."""

from __future__ import annotations

# reason, and for it: module and function, the line, and the line as the mutants have it
EQUIVALENT: list[tuple[str, list[tuple[str, str, list[str]]]]] = [
    (
        "The two numbers have no bit in common, so that their sum is the same as `|` and `^`.",
        [
            (
                "der.context",
                "return (0xA0 if constructed else 0x80) | number",
                [
                    "return (0xA0 if constructed else 0x80) + number",
                    "return (0xA0 if constructed else 0x80) ^ number",
                ],
            ),
            (
                "der.write",
                "return bytes([tag, 0x80 | len(octets)]) + octets + content",
                [
                    "return bytes([tag, 0x80 + len(octets)]) + octets + content",
                    "return bytes([tag, 0x80 ^ len(octets)]) + octets + content",
                ],
            ),
        ],
    ),
    (
        "CPython has one object of each integer from -5 to 256, and of each `bytes` of one octet; tags are such.",
        [
            ("der.read", "if found != tag:", ["if found is not tag:"]),
            (
                "der.read_optional",
                "return read(tag, data) if data[:1] == bytes([tag]) else (None, data)",
                ["return read(tag, data) if data[:1] is bytes([tag]) else (None, data)"],
            ),
        ],
    ),
    (
        "The greatest value that the left side can have is the right one.",
        [("der.read_any", "if tag & 0x1F == 0x1F:", ["if tag & 0x1F >= 0x1F:"])],
    ),
    (
        "The value that the two treat differently has been refused or returned above, or an octet can't have it.",
        [
            ("der.read_any", "if length > 0x80:", ["if length >= 0x80:", "if length > 127:"]),
            ("der.read_any", "if length < 0x80 or data[2] == 0:", ["if length < 0x80 or data[2] <= 0:"]),
            (
                "der.integer",
                "if len(content) > 1 and (content[0], content[1] >> 7) in ((0x00, 0), (0xFF, 1)):",
                ["if len(content) != 1 and (content[0], content[1] >> 7) in ((0x00, 0), (0xFF, 1)):"],
            ),
        ],
    ),
]
