"""What a request may hold, checked before anything is computed.

The first fault in this order is the answer: a key nobody knows; `op`; `scheme`; an op that the scheme doesn't
have; a key that the op doesn't use; a key that is missing; then the values one by one, names (of curves,
hashes, formats ...) before octets; values that don't go together. Only then is a public or private key read,
and a context or a digest judged.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Mapping
from typing import Any, NamedTuple

from ecref.errors import UnusableInput
from ecref.formats.strict_json import quoted

from .lines import bad_request

Values = dict[str, Any]  # a request's values as Python's: octets as bytes, defaults filled in
Answer = dict[str, object]
Reader = Callable[[object], Any]  # one value of JSON to Python's; UnusableInput, without the key's name

KEYS = (
    *("id", "op", "scheme", "curve", "hash", "message", "digest", "context"),
    *("public_key", "public_key_format", "private_key", "private_key_format"),
    *("signature", "signature_format", "namespace", "to", "rules", "nonce", "extra_entropy", "low_s", "steps"),
)
PUBLIC_KEY = ("public_key", "public_key_format")
PRIVATE_KEY = ("private_key", "private_key_format")
MESSAGE_OR_DIGEST = ("message", "digest")


class Operation(NamedTuple):
    """What answers an op, and the keys it uses; exactly one of those in `either`, if there are any."""

    run: Callable[[Values], Answer]
    required: tuple[str, ...] = ()
    optional: tuple[str, ...] = ()
    either: tuple[str, ...] = ()


class ByFormat(NamedTuple):
    """The readers of a value that is octets, text or an object, as its format says: another key, read before it."""

    format: str
    readers: Mapping[str, Reader]

    def of(self, values: Values) -> Reader:
        """The reader for the format that was read."""
        if self.format not in values:
            raise bad_request(f"key {self.format!r} is missing")
        return self.readers[values[self.format]]


class Family(NamedTuple):
    """What the requests of a scheme may hold.

    operations   by op
    readers      how the value of each key is read, in this order
    defaults     what stands for a key that is absent
    """

    operations: Mapping[str, Operation]
    readers: Mapping[str, Reader | ByFormat]
    defaults: Mapping[str, object]


def check(request: object, families: Mapping[str, Family], alone: Family) -> tuple[Operation, Values]:
    """The operation that a request asks for, and its values; UnusableInput, naming the first fault.

    families has one entry a scheme, alone the ops that go without one.
    """
    if not isinstance(request, dict):
        raise bad_request("a request is a JSON object")
    for key in request:
        if key not in KEYS:
            raise bad_request(f"unknown key {quoted(key)}")
    op = _value(request, "op", one_of(all_ops([*families.values(), alone])))
    family = alone if op in alone.operations else families[_value(request, "scheme", one_of(families))]
    if op not in family.operations:
        raise UnusableInput("unsupported", f"op {op!r} isn't there for {request['scheme']}")
    operation = family.operations[op]
    _check_keys(request, operation, ("id", "op") if family is alone else ("id", "op", "scheme"))
    values = {**family.defaults, "scheme": request.get("scheme")}
    for key, reader in family.readers.items():
        if key in request:
            values[key] = _value(request, key, reader.of(values) if isinstance(reader, ByFormat) else reader)
    return operation, values


def all_ops(families: Iterable[Family]) -> list[str]:
    """Every op that a family has, once."""
    return list(dict.fromkeys(op for family in families for op in family.operations))


def one_of(names: Collection[str]) -> Reader:
    """A reader of one of these names; another is unsupported."""

    def read(value: object) -> str:
        if not isinstance(value, str):
            raise bad_request(f"must be a string, one of {', '.join(names)}")
        if value not in names:
            raise UnusableInput("unsupported", f"{quoted(value)} isn't there; there are {', '.join(names)}")
        return value

    return read


def octets(value: object) -> bytes:
    """A reader of lower-case hex. What the value is isn't repeated, since it may be a secret."""
    try:
        data = bytes.fromhex(value) if isinstance(value, str) else None
    except ValueError:
        data = None
    if data is None or data.hex() != value:  # fromhex also takes upper case and blanks
        raise bad_request("must be a string of lower-case hex, two digits an octet")
    return data


def text(value: object) -> str:
    """A reader of text that UTF-8 can hold. It isn't repeated either."""
    if not isinstance(value, str):
        raise bad_request("must be a string")
    try:
        value.encode()
    except UnicodeEncodeError:
        raise bad_request("must be text that UTF-8 can hold, without surrogates") from None
    return value


def members(value: object) -> Mapping[str, object] | str:
    """A reader of an object of JSON, or of text that holds one."""
    return value if isinstance(value, dict) else text(value)


def flag(value: object) -> bool:
    """A reader of true or false."""
    if not isinstance(value, bool):
        raise bad_request("must be true or false")
    return value


def _check_keys(request: Mapping[str, object], operation: Operation, always: Collection[str]) -> None:
    """Refuse a key that the operation doesn't use, and the lack of one that it needs."""
    for key in request:
        if key not in (*always, *operation.required, *operation.optional, *operation.either):
            raise bad_request(f"key {key!r} is of no use to op {request['op']!r} here")
    for key in operation.required:
        if key not in request:
            raise bad_request(f"key {key!r} is missing")
    for key in operation.either:
        if f"{key}_format" in request and key not in request:
            raise bad_request(f"key '{key}_format' is of no use without {key!r}")
    if operation.either and sum(key in request for key in operation.either) != 1:
        raise bad_request(f"exactly one of the keys {', '.join(map(repr, operation.either))} is wanted")


def _value(request: Mapping[str, object], key: str, read: Reader) -> Any:  # noqa: ANN401 -- what the reader gives
    if key not in request:
        raise bad_request(f"key {key!r} is missing")
    try:
        return read(request[key])
    except UnusableInput as error:
        raise UnusableInput(error.code, f"{key}: {error.detail}") from None
