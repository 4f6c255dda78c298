"""`ecref explain`: every value of a signature or of its verification, step by step, as the standard numbers them."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ecref import ECDSA, EdDSA
from ecref.ecdsa_keys import ECDSAPrivateKey, ECDSAPublicKey
from ecref.errors import InvalidSignature, UnusableInput
from ecref.formats import read_signature
from ecref.rules import ECDSA_RULES, EDDSA_RULES
from ecref.textbook import textbook

from .arguments import KEY_OPTIONS, METHOD_OPTIONS, add_command
from .colours import GREEN, RED, coloured
from .files import read_small
from .keys import private_key, public_key
from .listing import INPUT, described, equation, functions, grouped, listing, standard, wrapped
from .methods import SSHSIG, format_to_write, refuse_foreign
from .readings import format_of
from .sign import signature_of
from .streams import print_json, refuse_sharing, say, warn
from .texts import as_text, is_text
from .verify import as_object, verdict_of, warn_of

if TYPE_CHECKING:
    from argparse import Namespace
    from collections.abc import Iterable

    from ecref.formats.names import PrivateKey, PublicKey
    from ecref.verdict import Steps

    from .arguments import Commands
    from .names import Scheme

ABOUT = """\
List every value that a signature or its verification computes: the step's number in RFC 8032 or
FIPS 186-5, the letter, what it is, and the value in hex, encoded as the standard does.

  ecref explain sign --help        the steps of a signature
  ecref explain verify --help      the steps of a verification, up to the one that fails"""

SIGN = """\
Sign a file (- is standard input) and list every step of it: RFC 8032, 5.1.6 or 5.2.6, or FIPS 186-5,
6.4.1. The signature stands at the end.

THE LISTING HOLDS SECRETS: the private key, and a nonce, which with the signature gives the private
key away. Each is marked [secret]."""

VERIFY = """\
Verify the signature of a file (- is standard input) and list every step of it, up to the one that
fails: RFC 8032, 5.1.7 or 5.2.7, or FIPS 186-5, 6.4.2. The verdict stands at the end."""

NONCES = {
    "rfc6979": "k is the nonce of RFC 6979, 3.2",
    "hedged": "k is the nonce of RFC 6979, 3.6, with 32 random octets",
    "random": "k is random (FIPS 186-5, A.3.2)",
}

MESSAGE_OF_SSHSIG = "; M is the structure that an SSHSIG signs, which holds the namespace and the hash of the file"


def add_parser(commands: Commands) -> None:
    """Add this command, and what there is to explain."""
    parser = add_command(
        commands,
        "explain",
        help="list every step of a signature or of a verification",
        about=ABOUT,
        example="ecref explain verify --key public-key.pem --signature signature FILE",
    )
    parts = parser.add_subparsers(dest="part", metavar="sign|verify", title="what is explained", required=True)
    sign = add_command(
        parts,
        "sign",
        *KEY_OPTIONS,
        *METHOD_OPTIONS,
        "--low-s",
        "--nonce",
        "--format",
        "--textbook",
        "--json",
        help="the steps of a signature (they hold secrets)",
        about=SIGN,
        example="ecref explain sign --key key.pem FILE",
    )
    verify = add_command(
        parts,
        "verify",
        *KEY_OPTIONS,
        "--signature",
        "--format",
        "--namespace",
        *METHOD_OPTIONS,
        "--rules",
        "--textbook",
        "--json",
        help="the steps of a verification",
        about=VERIFY,
        example="ecref explain verify --key public-key.pem --signature signature FILE",
    )
    for part in sign, verify:
        part.add_argument("file", metavar="FILE", help="the message")


def run(args: Namespace) -> int:
    """Explain a signature or a verification."""
    return _sign(args) if args.part == "sign" else _verify(args)


def _sign(args: Namespace) -> int:
    """Explain a signature."""
    refuse_sharing(args.key, args.file)
    key = private_key(args)
    scheme = key.scheme
    form = format_to_write(args, scheme)
    if form == SSHSIG:
        raise UnusableInput("unsupported", "an SSHSIG signs a structure around the message; name another format")
    refuse_foreign(args, scheme, form)
    steps: Steps = []
    signer = _private_by_definition(key) if args.textbook else key
    signature = as_text(signature_of(signer, form, args, steps), form)
    secret: Steps = [(INPUT, "d", key.private_bytes())] if isinstance(key, ECDSAPrivateKey) else []
    warn("the listing shows secrets: the private key, and a nonce that gives it away")
    if args.json:
        shown = _as_object(scheme, secret, steps, signing=True)
        print_json({**shown, "signature": signature, "format": form})
        return 0
    nonce = f"; {NONCES[args.nonce or 'rfc6979']}" if isinstance(scheme, ECDSA) else ""
    _print(args, scheme, secret + steps, signing=True, more=nonce)
    if args.low_s and isinstance(scheme, ECDSA) and scheme.is_high(int.from_bytes(steps[-1][2], "big")):
        _say(wrapped("s is over n/2: n - s, which signs the same, stands in the signature (--low-s)"))
    say(f"signature ({form}):")
    _say([signature] if is_text(form) else grouped(signature))
    return 0


def _verify(args: Namespace) -> int:
    """Explain a verification."""
    refuse_sharing(args.key, args.signature, args.file)
    key = public_key(args)
    scheme = key.scheme
    signature = read_small(args.signature)
    form = format_of(signature, args.format, scheme)
    if args.textbook and form == SSHSIG:
        raise UnusableInput("unsupported", "--textbook has no meaning for an SSHSIG, whose key is one of OpenSSH's")
    verifier = _public_by_definition(key) if args.textbook else key
    verdict = verdict_of(verifier, signature, form, args, steps=True)
    received, steps = _received(key, signature, form), list(verdict.steps or ())
    rules = args.rules or next(iter(EDDSA_RULES if isinstance(scheme, EdDSA) else ECDSA_RULES))
    if args.json:
        shown = _as_object(scheme, received, steps, signing=False)
        print_json({**shown, "rules": rules, **as_object(verdict, form)})
        return 0 if verdict else 1
    _print(args, scheme, received + steps, signing=False, more=MESSAGE_OF_SSHSIG if form == SSHSIG else "")
    if verdict:
        cofactored = isinstance(scheme, EdDSA) and EDDSA_RULES[rules].cofactored
        say(f"{coloured('valid', GREEN)} under {rules}: {equation(scheme, cofactored=cofactored)}")
    else:
        say(f"{coloured('invalid', RED)} under {rules}: {verdict.reason}: {verdict.detail}")
    warn_of(verdict)
    return 0 if verdict else 1


# ---------------------------------------------------------------- what both share


def _private_by_definition(key: PrivateKey) -> PrivateKey:
    """The same key over the textbook's points. An EdDSA signature begins with s and prefix: no seed is needed."""
    if isinstance(key, ECDSAPrivateKey):
        return textbook(key.scheme).private_key(key.private_bytes())
    return textbook(key.scheme).expanded_key(key.s.to_bytes(key.scheme.curve.size, "little") + key.prefix)


def _public_by_definition(key: PublicKey) -> PublicKey:
    """The same key over the textbook's points."""
    if isinstance(key, ECDSAPublicKey):  # the branches differ in their types alone
        return textbook(key.scheme).public_key(key.to_bytes())
    return textbook(key.scheme).public_key(key.to_bytes())


def _received(key: PublicKey, signature: bytes, form: str) -> Steps:
    """The key and the signature as they came in; what is malformed is left to the verdict."""
    received: Steps = [(INPUT, "Q" if isinstance(key, ECDSAPublicKey) else "key", key.to_bytes())]
    try:
        value = read_signature(signature, form, key.scheme).value
    except InvalidSignature:
        return received
    if isinstance(value, bytes):
        return [*received, (INPUT, "sig", value)]
    width = key.scheme.curve.size
    return received + [(INPUT, letter, _octets(x, width)) for letter, x in zip("rs", value, strict=True)]


def _octets(x: int, width: int) -> bytes:
    """An integer, big-endian in this width; one that doesn't fit in as many octets as DER gives it."""
    if 0 <= x < 256**width:
        return x.to_bytes(width, "big")
    return x.to_bytes(max(x, ~x).bit_length() // 8 + 1, "big", signed=True)


def _as_object(scheme: Scheme, inputs: Steps, steps: Steps, *, signing: bool) -> dict[str, object]:
    """What the object of --json holds of a signature and of a verification alike."""
    name, section = standard(scheme, signing=signing)
    shown: dict[str, object] = {"scheme": scheme.name, "standard": name, "section": section}
    return {**shown, "inputs": described(section, inputs), "steps": described(section, steps)}


def _print(args: Namespace, scheme: Scheme, values: Steps, *, signing: bool, more: str) -> None:
    """Print what is computed, and the listing of it."""
    name, section = standard(scheme, signing=signing)
    family = f"ECDSA on {scheme.name}" if isinstance(scheme, ECDSA) else scheme.name
    _say(wrapped(f"{family}: a {'signature' if signing else 'verification'} by {name}, {section}"))
    _say(wrapped(functions(scheme, args.hash, args.context, digest=args.digest) + more))
    say("")
    _say(listing(described(section, values)))
    say("")


def _say(lines: Iterable[str]) -> None:
    for line in lines:
        say(line)
