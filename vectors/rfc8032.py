"""RFC 8032, 7.1 to 7.5: 21 signatures of the five schemes.

Typed from the RFC, but for the long message of 7.1, which is the last line of sign.input, and Ed448's 7.4, which
is rfc8032.txt of cryptography-vectors.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import TYPE_CHECKING

from . import sign_input
from .packages import CRYPTOGRAPHY
from .vector import Suite, Vector

if TYPE_CHECKING:
    from .packages import Wheels


@dataclass(frozen=True)
class Printed:
    """One test as the RFC prints it; `name` is its heading."""

    section: str
    scheme: str
    name: str
    secret_key: str
    public_key: str
    message: str
    signature: str
    context: str | None = None

    def vector(self) -> Vector:
        """The request to sign, with every intermediate value."""
        request: dict[str, object] = {
            "op": "sign",
            "scheme": self.scheme,
            "private_key": self.secret_key,
            "private_key_format": "raw",
            "message": self.message,
        }
        if self.context is not None:
            request["context"] = self.context
        request["steps"] = True
        published: dict[str, object] = {"signature": self.signature, "key": self.public_key}
        return Vector(f"rfc8032/{self.section}/{self.name}", request, published=published)


TYPED = (
    Printed(
        section="7.1",
        scheme="Ed25519",
        name="TEST 1",
        secret_key="9d61b19deffd5a60ba844af492ec2cc44449c5697b326919703bac031cae7f60",
        public_key="d75a980182b10ab7d54bfed3c964073a0ee172f3daa62325af021a68f707511a",
        message="",
        signature=(
            "e5564300c360ac729086e2cc806e828a84877f1eb8e5d974d873e065224901555fb8821590a33bacc61e39701cf9b46b"
            "d25bf5f0595bbe24655141438e7a100b"
        ),
    ),
    Printed(
        section="7.1",
        scheme="Ed25519",
        name="TEST 2",
        secret_key="4ccd089b28ff96da9db6c346ec114e0f5b8a319f35aba624da8cf6ed4fb8a6fb",
        public_key="3d4017c3e843895a92b70aa74d1b7ebc9c982ccf2ec4968cc0cd55f12af4660c",
        message="72",
        signature=(
            "92a009a9f0d4cab8720e820b5f642540a2b27b5416503f8fb3762223ebdb69da085ac1e43e15996e458f3613d0f11d8c"
            "387b2eaeb4302aeeb00d291612bb0c00"
        ),
    ),
    Printed(
        section="7.1",
        scheme="Ed25519",
        name="TEST 3",
        secret_key="c5aa8df43f9f837bedb7442f31dcb7b166d38535076f094b85ce3a2e0b4458f7",
        public_key="fc51cd8e6218a1a38da47ed00230f0580816ed13ba3303ac5deb911548908025",
        message="af82",
        signature=(
            "6291d657deec24024827e69c3abe01a30ce548a284743a445e3680d7db5ac3ac18ff9b538d16f290ae67f760984dc659"
            "4a7c15e9716ed28dc027beceea1ec40a"
        ),
    ),
    Printed(
        section="7.1",
        scheme="Ed25519",
        name="TEST SHA(abc)",
        secret_key="833fe62409237b9d62ec77587520911e9a759cec1d19755b7da901b96dca3d42",
        public_key="ec172b93ad5e563bf4932c70e1245034c35467ef2efd4d64ebf819683467e2bf",
        message=(
            "ddaf35a193617abacc417349ae20413112e6fa4e89a97ea20a9eeee64b55d39a2192992a274fc1a836ba3c23a3feebbd"
            "454d4423643ce80e2a9ac94fa54ca49f"
        ),
        signature=(
            "dc2a4459e7369633a52b1bf277839a00201009a3efbf3ecb69bea2186c26b58909351fc9ac90b3ecfdfbc7c66431e030"
            "3dca179c138ac17ad9bef1177331a704"
        ),
    ),
    Printed(
        section="7.2",
        scheme="Ed25519ctx",
        name="foo",
        secret_key="0305334e381af78f141cb666f6199f57bc3495335a256a95bd2a55bf546663f6",
        public_key="dfc9425e4f968f7f0c29f0259cf5f9aed6851c2bb4ad8bfb860cfee0ab248292",
        message="f726936d19c800494e3fdaff20b276a8",
        signature=(
            "55a4cc2f70a54e04288c5f4cd1e45a7bb520b36292911876cada7323198dd87a8b36950b95130022907a7fb7c4e9b2d5"
            "f6cca685a587b4b21f4b888e4e7edb0d"
        ),
        context="666f6f",
    ),
    Printed(
        section="7.2",
        scheme="Ed25519ctx",
        name="bar",
        secret_key="0305334e381af78f141cb666f6199f57bc3495335a256a95bd2a55bf546663f6",
        public_key="dfc9425e4f968f7f0c29f0259cf5f9aed6851c2bb4ad8bfb860cfee0ab248292",
        message="f726936d19c800494e3fdaff20b276a8",
        signature=(
            "fc60d5872fc46b3aa69f8b5b4351d5808f92bcc044606db097abab6dbcb1aee3216c48e8b3b66431b5b186d1d28f8ee1"
            "5a5ca2df6668346291c2043d4eb3e90d"
        ),
        context="626172",
    ),
    Printed(
        section="7.2",
        scheme="Ed25519ctx",
        name="foo2",
        secret_key="0305334e381af78f141cb666f6199f57bc3495335a256a95bd2a55bf546663f6",
        public_key="dfc9425e4f968f7f0c29f0259cf5f9aed6851c2bb4ad8bfb860cfee0ab248292",
        message="508e9e6882b979fea900f62adceaca35",
        signature=(
            "8b70c1cc8310e1de20ac53ce28ae6e7207f33c3295e03bb5c0732a1d20dc64908922a8b052cf99b7c4fe107a5abb5b2c"
            "4085ae75890d02df26269d8945f84b0b"
        ),
        context="666f6f",
    ),
    Printed(
        section="7.2",
        scheme="Ed25519ctx",
        name="foo3",
        secret_key="ab9c2853ce297ddab85c993b3ae14bcad39b2c682beabc27d6d4eb20711d6560",
        public_key="0f1d1274943b91415889152e893d80e93275a1fc0b65fd71b4b0dda10ad7d772",
        message="f726936d19c800494e3fdaff20b276a8",
        signature=(
            "21655b5f1aa965996b3f97b3c849eafba922a0a62992f73b3d1b73106a84ad85e9b86a7b6005ea868337ff2d20a7f5fb"
            "d4cd10b0be49a68da2b2e0dc0ad8960f"
        ),
        context="666f6f",
    ),
    Printed(
        section="7.3",
        scheme="Ed25519ph",
        name="TEST abc",
        secret_key="833fe62409237b9d62ec77587520911e9a759cec1d19755b7da901b96dca3d42",
        public_key="ec172b93ad5e563bf4932c70e1245034c35467ef2efd4d64ebf819683467e2bf",
        message="616263",
        signature=(
            "98a70222f0b8121aa9d30f813d683f809e462b469c7ff87639499bb94e6dae4131f85042463c2a355a2003d062adf5aa"
            "a10b8c61e636062aaad11c2a26083406"
        ),
    ),
    Printed(
        section="7.5",
        scheme="Ed448ph",
        name="TEST abc",
        secret_key=(
            "833fe62409237b9d62ec77587520911e9a759cec1d19755b7da901b96dca3d42ef7822e0d5104127dc05d6dbefde69e3"
            "ab2cec7c867c6e2c49"
        ),
        public_key=(
            "259b71c19f83ef77a7abd26524cbdb3161b590a48f7d17de3ee0ba9c52beb743c09428a131d6b1b57303d90d8132c276"
            "d5ed3d5d01c0f53880"
        ),
        message="616263",
        signature=(
            "822f6901f7480f3d5f562c592994d9693602875614483256505600bbc281ae381f54d6bce2ea911574932f52a4e6cadd"
            "78769375ec3ffd1b801a0d9b3f4030cd433964b6457ea39476511214f97469b57dd32dbc560a9a94d00bff07620464a3"
            "ad203df7dc7ce360c3cd3696d9d9fab90f00"
        ),
    ),
    Printed(
        section="7.5",
        scheme="Ed448ph",
        name="TEST abc (with context)",
        secret_key=(
            "833fe62409237b9d62ec77587520911e9a759cec1d19755b7da901b96dca3d42ef7822e0d5104127dc05d6dbefde69e3"
            "ab2cec7c867c6e2c49"
        ),
        public_key=(
            "259b71c19f83ef77a7abd26524cbdb3161b590a48f7d17de3ee0ba9c52beb743c09428a131d6b1b57303d90d8132c276"
            "d5ed3d5d01c0f53880"
        ),
        message="616263",
        signature=(
            "c32299d46ec8ff02b54540982814dce9a05812f81962b649d528095916a2aa481065b1580423ef927ecf0af5888f90da"
            "0f6a9a85ad5dc3f280d91224ba9911a3653d00e484e2ce232521481c8658df304bb7745a73514cdb9bf3e15784ab7128"
            "4f8d0704a608c54a6b62d97beb511d132100"
        ),
        context="666f6f",
    ),
)
ED448_NAMES = (
    "Blank",
    "1 octet",
    "1 octet (with context)",
    "11 octets",
    "12 octets",
    "13 octets",
    "64 octets",
    "256 octets",
    "1023 octets",
)


def printed(wheels: Wheels) -> list[Printed]:
    """All 21, in the RFC's order."""
    seed, public_key, message, signature = sign_input.lines(wheels)[1023]
    long_one = Printed("7.1", "Ed25519", "TEST 1024", seed, public_key, message, signature)
    tests = [*TYPED, long_one, *_ed448(wheels)]
    return sorted(tests, key=lambda test: test.section)


def suite(wheels: Wheels) -> Suite:
    """One group a section."""
    tests = printed(wheels)
    sections = sorted({test.section for test in tests})
    return Suite("rfc8032", [[test.vector() for test in tests if test.section == section] for section in sections])


def _ed448(wheels: Wheels) -> list[Printed]:
    text = wheels.text(CRYPTOGRAPHY, "asymmetric/Ed448/rfc8032.txt")
    records = [dict(re.findall(r"^(\w+) = *(.*)$", block, re.MULTILINE)) for block in text.split("COUNT")[1:]]
    return [
        Printed(
            section="7.4",
            scheme="Ed448",
            name=name,
            secret_key=record["SECRET"],
            public_key=record["PUBLIC"],
            message=record["MESSAGE"],
            signature=record["SIGNATURE"],
            context=record.get("CONTEXT"),
        )
        for name, record in zip(ED448_NAMES, records, strict=True)
    ]
