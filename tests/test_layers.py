"""The layers: a module imports only from those above it, and the core loads nothing slow."""

from __future__ import annotations

import ast
import re
import subprocess
import sys
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

import ecref

if TYPE_CHECKING:
    from collections.abc import Iterator

ROOT = Path(__file__).parent.parent
PACKAGE = ROOT / "ecref"

CORE = [
    *("errors", "frozen", "inputs", "passes", "field", "scalarmult", "recoding", "multiples", "edwards"),
    *("endomorphism", "weierstrass", "curves", "keccak", "hashes", "rules", "verdict", "eddsa_equation", "batch"),
    *("eddsa_keys", "eddsa", "rfc6979", "der", "signatures", "ecdsa_keys", "ecdsa", "many", "integers", "textbook"),
]
# Each folder may use the core and the folders before it.
FOLDERS = ["nem", "formats", "referee", "foreign", "measure", "studies", "evidence", "cli"]
LAZY = {"foreign"}  # gives a public name, and loads what is behind it when that is called
SLOW = {"argparse", "asyncio", "dataclasses", "inspect", "json", "multiprocessing", "secrets", "typing"}


def imports(tree: ast.AST, here: list[str]) -> Iterator[list[str]]:
    """The dotted paths of what is imported anywhere in a module of the package `here`."""
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            yield from (alias.name.split(".") for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            base = here[: len(here) + 1 - node.level] if node.level else []
            base = base + (node.module.split(".") if node.module else [])
            yield from ([*base, alias.name] for alias in node.names)


class WithoutTypes(ast.NodeTransformer):
    """Drops what only a type checker reads: a key is handed its scheme, and names the scheme's type."""

    def visit_If(self, node: ast.If) -> ast.If | None:
        return None if isinstance(node.test, ast.Name) and node.test.id == "TYPE_CHECKING" else node


def uses(path: Path, *, types: bool = True) -> set[str]:
    """The parts of ecref that a file imports: modules of the core and folders, "" for the package itself."""
    here = [PACKAGE.name, *path.parent.relative_to(PACKAGE).parts]
    tree: ast.AST = ast.parse(path.read_text("utf-8"))
    names = imports(tree if types else WithoutTypes().visit(tree), here)
    parts = [name[1:] for name in names if name[0] == PACKAGE.name]
    known = {*CORE, *FOLDERS}
    return {part[0] if part and part[0] in known else "" for part in parts}


def at_import(body: list[ast.stmt]) -> Iterator[str]:
    """The outermost modules that the statements of a module import when it is loaded."""
    for node in body:
        if isinstance(node, ast.Import):
            yield from (alias.name.split(".")[0] for alias in node.names)
        elif isinstance(node, ast.ImportFrom) and node.level == 0:
            yield (node.module or "").split(".")[0]
        elif isinstance(node, ast.If) and isinstance(node.test, ast.Name) and node.test.id == "TYPE_CHECKING":
            yield from at_import(node.orelse)
        elif not isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
            for field in ("body", "orelse", "handlers", "finalbody"):
                yield from at_import(getattr(node, field, []))


def test_every_module_has_a_layer() -> None:
    assert sorted(path.stem for path in PACKAGE.glob("[!_]*.py")) == sorted(CORE)
    assert {path.name for path in PACKAGE.iterdir() if any(path.glob("*.py"))} <= {*FOLDERS}


def test_the_readme_lists_them_in_this_order() -> None:
    assert re.findall(r"`(\w+)\.py`", (ROOT / "README.md").read_text("utf-8")) == CORE


@pytest.mark.parametrize("name", CORE)
def test_a_module_of_the_core_imports_only_from_above(name: str) -> None:
    assert uses(PACKAGE / f"{name}.py", types=False) <= set(CORE[: CORE.index(name)])
    assert uses(PACKAGE / f"{name}.py") <= set(CORE)


def test_the_package_itself_imports_only_the_core_and_what_waits_for_a_call() -> None:
    assert uses(PACKAGE / "__init__.py") <= {*CORE, *LAZY}


@pytest.mark.parametrize("folder", FOLDERS)
def test_a_folder_imports_the_core_and_the_folders_before_it(folder: str) -> None:
    allowed = {"", *CORE, *FOLDERS[: FOLDERS.index(folder) + 1]}
    for path in sorted((PACKAGE / folder).rglob("*.py")):
        assert uses(path) <= allowed, path


@pytest.mark.parametrize("name", [*CORE, "__init__"])
def test_the_core_loads_nothing_slow(name: str) -> None:
    body = ast.parse((PACKAGE / f"{name}.py").read_text("utf-8")).body
    loaded = set(at_import(body))
    assert not loaded & SLOW
    assert loaded <= sys.stdlib_module_names


def child(program: str) -> list[str]:
    """What a program prints that finds only the standard library and this tree."""
    program = f"import sys\nsys.path.insert(0, {str(ROOT)!r})\n{program}"
    command = [sys.executable, "-I", "-S", "-c", program]
    return subprocess.run(command, capture_output=True, text=True, check=True).stdout.split()


def test_import_ecref_loads_nothing_slow() -> None:
    loaded = child("from ecref import *; print(*sys.modules)")
    assert "ecref.ecdsa" in loaded
    assert not SLOW & set(loaded)
    assert {name for name in loaded if name.startswith(tuple(f"ecref.{folder}" for folder in FOLDERS))} == {
        f"ecref.{folder}" for folder in LAZY
    }


def test_import_ecref_loads_the_modules_of_the_names_that_are_used() -> None:
    assert not {f"ecref.{name}" for name in CORE} & set(child("import ecref; print(*sys.modules)"))
    loaded = set(child("import ecref; ecref.ed25519; print(*sys.modules)"))
    assert "ecref.eddsa" in loaded
    assert "ecref.ecdsa" not in loaded


def test_every_public_name_has_one_home() -> None:
    assert sorted(ecref._HOME) == sorted(set(ecref.__all__)) == sorted(dir(ecref))
    assert all(getattr(ecref, name) is not None for name in ecref.__all__)
    with pytest.raises(AttributeError, match="no attribute 'ed25520'"):
        _ = ecref.ed25520  # type: ignore[attr-defined]


COUNT = """
import gc
from ecref.multiples import Comb, GrowingComb
def count(kind):
    return sum(isinstance(value, kind) for value in gc.get_objects())
"""


def test_import_ecref_builds_no_table() -> None:
    assert child(f"from ecref import *\n{COUNT}\nprint(count(GrowingComb), count(Comb))") == ["5", "0"]


def test_the_count_would_see_a_table() -> None:
    signing = "key = p256.private_key(1)\nfor _ in range(GrowingComb.SMALL): key.sign(b'')"
    assert child(f"from ecref import *\n{COUNT}\n{signing}\nprint(count(Comb))") == ["1"]
