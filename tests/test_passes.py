"""Messages by chunks: what is read once, what twice, and that a message that changes in between isn't signed."""

from __future__ import annotations

import io
import os
import tracemalloc
from typing import TYPE_CHECKING, Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ecref import EdDSA, InvalidSignature, UnusableInput, ed448, ed448ph, ed25519, ed25519ctx, ed25519ph, passes
from ecref.inputs import CHUNK
from ecref.passes import IN_MEMORY, TwoPasses, once, twice

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from pathlib import Path

PURE = [ed25519, ed25519ctx, ed448]
MESSAGE = bytes(range(256)) * 600  # more than two chunks
CHANGED = "^bad-request: the message changed while it was being signed, so nothing is signed$"


def name_of(scheme: EdDSA) -> str:
    return scheme.name


def needed(scheme: EdDSA) -> bytes | None:
    return b"" if scheme.context_required else None


def key_of(scheme: EdDSA) -> Any:
    return scheme.private_key(bytes(range(scheme.curve.size)))


each_pure_scheme = pytest.mark.parametrize("scheme", PURE, ids=name_of)
each_scheme = pytest.mark.parametrize("scheme", [*PURE, ed25519ph, ed448ph], ids=name_of)


class Counted(io.BytesIO):
    """A file that counts the octets it gives."""

    given = 0

    def read(self, size: int | None = -1, /) -> bytes:
        octets = super().read(size)
        self.given += len(octets)
        return octets


class Pipe(Counted):
    """A file that can't seek."""

    def seekable(self) -> bool:
        return False

    def seek(self, *_: object) -> int:
        raise OSError(29, "Illegal seek")

    tell = seek


class Reader:
    """What has no method but read."""

    def __init__(self, octets: bytes) -> None:
        self.read = io.BytesIO(octets).read


FORMS: dict[str, Callable[[bytes], Any]] = {
    "bytearray": bytearray,
    "memoryview": memoryview,
    "BytesIO": io.BytesIO,
    "pipe": Pipe,
    "reader": Reader,
    "list": lambda octets: [octets[:1], bytearray(octets[1:])],
    "generator": lambda octets: (octets[at : at + 1000] for at in range(0, len(octets), 1000)),
    "empty pieces between": lambda octets: [b"", octets, bytearray(), memoryview(b"")],
}


@each_scheme
@pytest.mark.parametrize("form", FORMS)
@pytest.mark.parametrize("message", [b"", MESSAGE], ids=["empty", "long"])
def test_a_message_in_any_form_is_signed_and_verified(scheme: EdDSA, form: str, message: bytes) -> None:
    key, context, make = key_of(scheme), needed(scheme), FORMS[form]
    signature = key.sign(message, context=context)
    assert key.sign(make(message), context=context) == signature
    for public in key.public_key, key.public_key.prepare():
        public.verify(signature, make(message), context=context)
        assert public.verdict(signature, make(message), context=context)
        assert public.verdict(signature, make(message), context=context, steps=True)
        assert public.verdict(signature, make(message + b"!"), context=context).reason == "mismatch"


@each_pure_scheme
def test_the_steps_of_a_file_are_those_of_its_octets(scheme: EdDSA) -> None:
    key, of_octets, of_file = key_of(scheme), list[Any](), list[Any]()
    key.sign(MESSAGE, context=needed(scheme), steps=of_octets)
    key.sign(io.BytesIO(MESSAGE), context=needed(scheme), steps=of_file)
    assert of_file == of_octets


def test_a_file_is_signed_from_where_it_stands(tmp_path: Path) -> None:
    path, key = tmp_path / "message", key_of(ed25519)
    path.write_bytes(b"skipped" + MESSAGE)
    with path.open("rb") as file:
        file.seek(len(b"skipped"))
        signature = key.sign(file)
        assert signature == key.sign(MESSAGE)
        assert file.read() == b""
        file.seek(len(b"skipped"))
        key.public_key.verify(signature, file)


def test_a_batch_takes_files() -> None:
    key = key_of(ed25519)
    signatures = [key.sign(b"%d" % number) for number in range(3)]
    items = [(key.public_key, signature, io.BytesIO(b"%d" % i)) for i, signature in enumerate(signatures)]
    ed25519.verify_batch(items)
    items[1] = key.public_key, signatures[1], io.BytesIO(b"another")
    with pytest.raises(InvalidSignature, match="number 1"):
        ed25519.verify_batch([(public, signature, rewound(file)) for public, signature, file in items])


def rewound(file: io.BytesIO) -> io.BytesIO:
    file.seek(0)
    return file


# ---------------------------------------------------------------- how often


@each_pure_scheme
def test_signing_reads_twice_and_verifying_once(scheme: EdDSA) -> None:
    key, context, file = key_of(scheme), needed(scheme), Counted(MESSAGE)
    signature = key.sign(file, context=context)
    assert file.given == 2 * len(MESSAGE)
    S = scheme.curve.size
    forged = signature[:S] + bytes([signature[S] ^ 1]) + signature[S + 1 :]
    for public in key.public_key, key.public_key.prepare():
        for tried in signature, forged:
            file = Counted(MESSAGE)
            assert bool(public.verdict(tried, file, context=context)) == (tried == signature)
            assert file.given == len(MESSAGE)
        assert not public.verdict(b"", Counted(MESSAGE), context=context)


@pytest.mark.parametrize("scheme", [ed25519ph, ed448ph], ids=name_of)
def test_a_prehash_reads_once(scheme: EdDSA) -> None:
    file = Counted(MESSAGE)
    assert key_of(scheme).sign(file) == key_of(scheme).sign(MESSAGE)
    assert file.given == len(MESSAGE)


# ---------------------------------------------------------------- a file that changes

CHANGES: dict[str, Callable[[bytes], bytes]] = {
    "first octet": lambda M: b"\xff" + M[1:],
    "last octet": lambda M: M[:-1] + b"\0",
    "an octet of the second chunk": lambda M: M[:CHUNK] + b"\xff" + M[CHUNK + 1 :],
    "one octet less": lambda M: M[:-1],
    "one octet more": lambda M: M + b"\0",
    "two octets exchanged": lambda M: M[:8] + M[9:10] + M[8:9] + M[10:],
    "nothing left": lambda _: b"",
    "another message": lambda _: b"another message",
}


class Changing(io.BytesIO):
    """A file that is another one when it is read for the second time."""

    def __init__(self, first: bytes, second: bytes) -> None:
        super().__init__(first)
        self.second = second

    def read(self, size: int | None = -1, /) -> bytes:
        octets = super().read(size)
        if not octets:  # the end of a pass
            self.seek(0)
            self.write(self.second)
            self.truncate()
        return octets


@each_pure_scheme
@pytest.mark.parametrize("change", CHANGES)
def test_a_file_that_changes_between_the_passes_is_not_signed(scheme: EdDSA, change: str) -> None:
    with pytest.raises(UnusableInput, match=CHANGED):
        key_of(scheme).sign(Changing(MESSAGE, CHANGES[change](MESSAGE)), context=needed(scheme))


@each_pure_scheme
def test_a_file_that_is_written_anew_with_the_same_octets_is_signed(scheme: EdDSA) -> None:
    key, context = key_of(scheme), needed(scheme)
    assert key.sign(Changing(MESSAGE, MESSAGE), context=context) == key.sign(MESSAGE, context=context)


def test_a_file_on_disk_that_changes_between_the_passes_is_not_signed(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path, key = tmp_path / "message", key_of(ed25519)
    path.write_bytes(MESSAGE)
    first = ed25519.hash_to_int(b"", key.prefix, MESSAGE) % ed25519.curve.L

    def change(value: Any, name: str) -> Any:
        if name == "r":
            assert value == first  # the first pass is over
            path.write_bytes(MESSAGE[:-1] + b"!")
        return value

    monkeypatch.setattr("ecref.verdict.Notes.__call__", lambda _, value, name, __: change(value, name))
    with path.open("rb") as file, pytest.raises(UnusableInput, match=CHANGED):
        key.sign(file)


class Unguarded:
    """What TwoPasses would be without its digests."""

    def __init__(self, *messages: bytes) -> None:
        self.messages = list(messages)

    def __iter__(self) -> Iterator[bytes]:
        return iter([self.messages.pop(0)])


@each_pure_scheme
def test_what_the_refusal_is_good_for(scheme: EdDSA) -> None:
    """A signature with the nonce of one message and the challenge of another tells the secret scalar."""
    key, C, L, size = key_of(scheme), scheme.context(needed(scheme)), scheme.curve.L, scheme.curve.size
    mixed = scheme.sign(key, Unguarded(b"one", b"two"), C, scheme.notes(None, 6))
    signature = key.sign(b"one", context=needed(scheme))
    R, A = signature[:size], key.public_key.to_bytes()
    assert mixed[:size] == R
    S, S_mixed = (int.from_bytes(each[size:], "little") for each in (signature, mixed))
    k, k_mixed = (scheme.hash_to_int(C, R, A, M) for M in (b"one", b"two"))
    assert (S - S_mixed) * pow(k - k_mixed, -1, L) % L == key.s % L


@given(st.binary(max_size=3 * CHUNK), st.binary(max_size=3), st.integers(0, 3 * CHUNK))
def test_two_passes_give_the_same_or_an_error(message: bytes, other: bytes, at: int) -> None:
    changed = message[:at] + other + message[at + len(other) :]
    both = TwoPasses(Changing(message, changed))
    assert b"".join(both) == message
    if changed == message:
        assert b"".join(both) == message
    else:
        with pytest.raises(UnusableInput, match=CHANGED):
            list(both)


# ---------------------------------------------------------------- what can be read once only


def test_what_can_be_read_once_is_kept_up_to_a_limit(monkeypatch: pytest.MonkeyPatch) -> None:
    assert IN_MEMORY == 16 * 1024 * 1024
    assert "16 MiB" in (type(key_of(ed25519)).sign.__doc__ or "")
    monkeypatch.setattr(passes, "IN_MEMORY", 2 * CHUNK)
    key, full = key_of(ed25519), bytes(2 * CHUNK)
    for message in Pipe(full), [full], (b"\0" for _ in full):
        assert key.sign(message) == key.sign(full)
    pipe = Pipe(bytes(9 * CHUNK))
    for message in pipe, [full, b"", b"\0"]:
        with pytest.raises(UnusableInput, match=r"^bad-request: .* only once may have 131072 "):
            key.sign(message)
    assert pipe.given == 3 * CHUNK
    assert key.sign(bytes(9 * CHUNK)) == key.sign(io.BytesIO(bytes(9 * CHUNK)))  # no limit to these
    key.public_key.verify(key.sign(bytes(9 * CHUNK)), Pipe(bytes(9 * CHUNK)))  # nor to verifying


def test_a_pipe() -> None:
    key = key_of(ed448)
    reader, writer = os.pipe()
    with os.fdopen(reader, "rb") as file:
        os.write(writer, b"message")
        os.close(writer)
        assert key.sign(file) == key.sign(b"message")


@pytest.mark.parametrize("message", ["text", None, 7, True, 1.5, object()], ids=lambda m: type(m).__name__)
@each_scheme
def test_a_message_of_a_wrong_type_is_refused_before_all_else(scheme: EdDSA, message: Any) -> None:
    key, context = key_of(scheme), needed(scheme)
    wanted = f"^a message must be bytes, a binary file or pieces of bytes, not {type(message).__name__}$"
    with pytest.raises(TypeError, match=wanted):
        key.sign(message, context=context)
    with pytest.raises(TypeError, match=wanted):
        key.public_key.verify(b"", message, context=context)
    with pytest.raises(TypeError, match=wanted):
        key.public_key.verdict(b"", message, context=context)


@each_pure_scheme
@pytest.mark.parametrize("message", [io.StringIO("text"), ["text"], [1, 2]], ids=["file", "text", "ints"])
def test_what_gives_no_octets_is_refused(scheme: EdDSA, message: Any) -> None:
    key = key_of(scheme)
    signature = key.sign(b"", context=needed(scheme))
    with pytest.raises(TypeError, match="must be bytes, not"):
        key.sign(message, context=needed(scheme))
    with pytest.raises(TypeError, match="must be bytes, not"):
        key.public_key.verify(signature, message, context=needed(scheme))


def test_what_is_mutable_is_copied() -> None:
    for pass_ in once, twice:
        buffer = bytearray(b"before")
        taken = [pass_(buffer), pass_(memoryview(buffer))]
        buffer[:] = b"after!"
        assert taken == [b"before", b"before"]


# ---------------------------------------------------------------- memory


@pytest.mark.parametrize("scheme", [ed25519, ed448], ids=name_of)
def test_a_long_file_takes_little_memory(scheme: EdDSA, tmp_path: Path) -> None:
    path, key, size = tmp_path / "message", key_of(scheme), 32 * 1024 * 1024
    with path.open("wb") as file:
        file.truncate(size)
    for _ in range(40):
        key.public_key.verify(key.sign(b""), b"")  # the tables are there
    with path.open("rb") as file:
        tracemalloc.start()
        try:
            signature = key.sign(file)
            file.seek(0)
            key.public_key.verify(signature, file)
            _, peak = tracemalloc.get_traced_memory()
        finally:
            tracemalloc.stop()
    assert peak < 20 * CHUNK
