"""The line protocol (docs/protocol.md): a request in, its answer out.

    answer       one request, as an object
    answer_line  one request, as the line of JSON that holds it
    serve        requests from a file, answers to another, until one of them ends

Nothing that a request holds raises: what can't be used gets an answer with `error` (a code) and `detail`.
"""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

from ecref import __version__
from ecref.ecdsa import SCHEMES as ECDSA_SCHEMES
from ecref.eddsa import SCHEMES as EDDSA_SCHEMES
from ecref.errors import UnusableInput
from ecref.rules import ECDSA_RULES, EDDSA_RULES

from . import ecdsa_ops, eddsa_ops
from .diagnosis.hashing import hashes_here
from .lines import MAX_LINE, bad_request, echoed, read_line
from .requests import Family, Operation, all_ops, check

if TYPE_CHECKING:
    from collections.abc import Mapping
    from typing import BinaryIO

    from .requests import Answer, Values


def answer(request: Mapping[str, object]) -> Answer:
    """The answer to one request of protocol.md. It never raises."""
    given = request.get("id") if isinstance(request, dict) else None
    try:
        operation, values = check(request, FAMILIES, ALONE)
        return {"id": given, **operation.run(values)}
    except UnusableInput as error:
        return _failure(given, error)
    except Exception as error:  # noqa: BLE001 -- a fault of ours shows in this answer, and doesn't end the server
        return {"id": given, "error": "internal", "detail": f"{type(error).__name__}: {error}"}


def answer_line(line: str | bytes) -> Answer:
    """The answer to one line, with or without its end. It never raises; json.dumps takes what it gives."""
    octets = line.encode("utf-8", "surrogatepass") if isinstance(line, str) else line
    try:
        request, faults = read_line(octets)
    except UnusableInput as error:
        return _failure(None, error)
    if faults:
        return _failure(echoed(request.get("id")), bad_request(faults[0]))
    return answer(request)


def serve(requests: BinaryIO, answers: BinaryIO) -> None:
    """Answer each line of requests in turn, at once, until there are no more."""
    while line := requests.readline(MAX_LINE + 1):
        answers.write(json.dumps(answer_line(line)).encode() + b"\n")
        answers.flush()
        while len(line) > MAX_LINE and not line.endswith(b"\n"):  # the rest of what was too long
            line = requests.readline(MAX_LINE + 1)


def _failure(id: object, error: UnusableInput) -> Answer:
    return {"id": id, "error": error.code, "detail": error.detail}


def _describe(_: Values) -> Answer:
    """What ecref can do, by the names of the protocol."""
    return {
        "name": "ecref",
        "version": __version__,
        "schemes": list(FAMILIES),
        "curves": list(ECDSA_SCHEMES),
        "hashes": hashes_here(),
        "ops": all_ops([*FAMILIES.values(), ALONE]),
        "rules": [*EDDSA_RULES, *ECDSA_RULES],
        "formats": list(dict.fromkeys((*ecdsa_ops.TO, *eddsa_ops.TO))),
        "nonces": [*ecdsa_ops.NONCES, ecdsa_ops.UNSAFE_K],
    }


FAMILIES = {**{scheme: eddsa_ops.family(scheme) for scheme in EDDSA_SCHEMES}, "ECDSA": ecdsa_ops.FAMILY}
ALONE = Family({"describe": Operation(_describe)}, {}, {})
