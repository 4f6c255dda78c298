"""Write the vector files: `python -m vectors.build [FOLDER]`, from the repository's root.

FOLDER holds the two pinned wheels; without it pip downloads them. The files are the same on every run.
"""

from __future__ import annotations

import argparse
import multiprocessing
import tempfile
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

from . import (
    cavp,
    ecdsa_edges,
    eddsa_edges,
    edge_cases,
    files,
    hash_edges,
    judge,
    nonce_retry,
    packages,
    rfc6979,
    rfc8032,
    sign_input,
    wycheproof,
)

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence

    from .packages import Wheels
    from .vector import Suite

HERE = Path(__file__).parent

SUITES: tuple[Callable[[Wheels], Suite], ...] = (
    rfc8032.suite,
    rfc6979.suite,
    sign_input.suite,
    wycheproof.ed25519,
    wycheproof.ed448,
    wycheproof.ecdsa,
    wycheproof.points,
    cavp.siggen,
    cavp.siggen_k256,
    cavp.sigver,
    cavp.keypair,
    cavp.pkv,
)
OWN: tuple[Callable[[], Suite], ...] = (  # ours, which need no wheel
    partial(edge_cases.suite, "Ed25519"),
    partial(edge_cases.suite, "Ed448"),
    eddsa_edges.suite,
    ecdsa_edges.suite,
    hash_edges.suite,
    nonce_retry.suite,
)


def suites(wheels: Wheels) -> Iterator[Suite]:
    """Every suite, published and our own, not yet judged."""
    yield from (make(wheels) for make in SUITES)
    yield from (make() for make in OWN)


def text(suite: Suite, jobs: int | None = None) -> str:
    """The file of a suite; each vector is judged by the textbook path, over all cores."""
    vectors = suite.vectors()
    with multiprocessing.Pool(jobs) as pool:
        judged = pool.map(judge.expectation, vectors, chunksize=8)
    return files.text(suite, {vector.id: expect for vector, expect in zip(vectors, judged, strict=True)})


def main(arguments: Sequence[str] | None = None) -> None:
    """Build all files, or those of some suites."""
    parser = argparse.ArgumentParser(prog="python -m vectors.build", description=__doc__.partition("\n")[0])
    parser.add_argument("folder", nargs="?", type=Path, help="where the two wheels are")
    parser.add_argument("--out", type=Path, default=HERE, help="where the files go (default: beside this script)")
    parser.add_argument("--suite", action="append", help="this suite only; may be repeated")
    chosen = parser.parse_args(arguments)
    with tempfile.TemporaryDirectory() as temporary:
        folder = chosen.folder or Path(temporary)
        if chosen.folder is None:
            packages.download(folder)
        for suite in suites(packages.Wheels(folder)):
            if chosen.suite is None or suite.name in chosen.suite:
                (chosen.out / f"{suite.name}.json").write_text(text(suite), "utf-8", newline="\n")
                print(f"{suite.name}: {len(suite.vectors())} vectors")


if __name__ == "__main__":
    main()
