"""The SBOM fits CycloneDX's schema, is the same every time, and lists each file of the wheel with its licence."""

from __future__ import annotations

import hashlib
import io
import json
import re
import zipfile
from pathlib import Path
from typing import Any

import pytest

from ecref import __version__
from release import dist, sbom
from vectors.packages import CRYPTOGRAPHY, PYCRYPTODOME, Package

ROOT = Path(__file__).parent.parent
README = (ROOT / "vectors" / "README.md").read_text("utf-8")
LOCKS = sbom.locks()
NAME = f"ecref-{__version__}"
OURS = [{"expression": "MIT"}]


@pytest.fixture(scope="module")
def archives(tmp_path_factory: pytest.TempPathFactory) -> dict[str, bytes]:
    """What is built of this tree, tests and documents left out."""
    names = ["pyproject.toml", "README.md", "LICENSE", ".gitignore"]
    paths = [ROOT / name for name in names]
    paths += [path for folder in ("ecref", "vectors") for path in (ROOT / folder).rglob("*") if path.is_file()]
    files = {path.relative_to(ROOT).as_posix(): (path.read_bytes(), False) for path in paths}
    return dist.build(files, tmp_path_factory.mktemp("build"), 1_700_000_000, dist.ONE, "sdist", "wheel")


@pytest.fixture(scope="module")
def bill(archives: dict[str, bytes]) -> dict[str, Any]:
    """The bill of them."""
    return sbom.bill(archives, README, LOCKS)


def contents(archives: dict[str, bytes]) -> dict[str, bytes]:
    """The files of the wheel."""
    with zipfile.ZipFile(io.BytesIO(archives[f"{NAME}-py3-none-any.whl"])) as wheel:
        return {name: wheel.read(name) for name in wheel.namelist()}


def test_it_fits_the_schema(bill: dict[str, Any]) -> None:
    assert sbom.check(json.dumps(bill)) is None


@pytest.mark.parametrize(
    ("path", "value"),
    [
        (["bomFormat"], "SPDX"),
        (["serialNumber"], "1"),
        (["metadata", "timestamp"], "yesterday"),
        (["metadata", "component", "type"], "program"),
        (["metadata", "component", "licenses"], [{"licence": "MIT"}]),
        (["metadata", "component", "components", 0, "hashes", 0, "content"], "00"),
        (["components", 0, "scope"], "tests"),
        (["components", 1, "unknown"], ""),
    ],
)
def test_the_schema_bites(path: list[Any], value: object, bill: dict[str, Any]) -> None:
    damaged = json.loads(json.dumps(bill))
    part = damaged
    for step in path[:-1]:
        part = part[step]
    part[path[-1]] = value
    assert sbom.check(json.dumps(damaged)) is not None


def test_it_says_what_it_is_about(bill: dict[str, Any], archives: dict[str, bytes]) -> None:
    component = bill["metadata"]["component"]
    assert (component["name"], component["version"]) == ("ecref", __version__)
    assert component["purl"] == component["bom-ref"] == f"pkg:pypi/ecref@{__version__}"
    assert component["licenses"] == [{"expression": "MIT AND Apache-2.0 AND BSD-2-Clause"}]
    assert bill["metadata"]["timestamp"] == "2023-11-14T22:13:20Z"
    assert {reference["url"]: reference["hashes"] for reference in component["externalReferences"]} == {
        name: [{"alg": "SHA-256", "content": hashlib.sha256(archive).hexdigest()}] for name, archive in archives.items()
    }
    assert bill["dependencies"] == [{"ref": component["bom-ref"], "dependsOn": []}]


def test_every_file_of_the_wheel_is_listed(bill: dict[str, Any], archives: dict[str, bytes]) -> None:
    listed = bill["metadata"]["component"]["components"]
    assert {part["name"]: part["hashes"][0]["content"] for part in listed} == {
        name: hashlib.sha256(content).hexdigest() for name, content in contents(archives).items()
    }
    assert len(listed) == len({part["bom-ref"] for part in listed}) == len(contents(archives))
    assert {part["type"] for part in listed if not part["name"].startswith("ecref/_vectors/")} == {"file"}
    assert all(part["licenses"] == OURS for part in listed if part["name"].endswith(".py"))


@pytest.mark.parametrize(
    ("file", "licence", "packages"),
    [
        ("wycheproof-ed448.json", "Apache-2.0", [PYCRYPTODOME]),
        ("rfc6979.json", "Apache-2.0", [CRYPTOGRAPHY]),
        ("cavp-sigver.json", "Apache-2.0 AND BSD-2-Clause", [PYCRYPTODOME, CRYPTOGRAPHY]),
        ("edge-cases-ed448.json", "MIT", []),
    ],
)
def test_vectors_have_their_licence_and_what_they_come_from(
    file: str, licence: str, packages: list[Package], bill: dict[str, Any]
) -> None:
    (part,) = (x for x in bill["metadata"]["component"]["components"] if x["name"] == f"ecref/_vectors/{file}")
    assert part["type"] == "data"
    assert part["licenses"] == [{"expression": licence}]
    ancestors = part.get("pedigree", {}).get("ancestors", [])
    assert [(x["purl"], x["hashes"][0]["content"], x["licenses"]) for x in ancestors] == [
        (f"pkg:pypi/{package.name}@{package.version}", package.sha256, [{"expression": package.licence}])
        for package in packages
    ]


def test_every_suite_is_in_the_table() -> None:
    assert {file for file, _, _ in sbom.tables(README)} == {path.name for path in (ROOT / "vectors").glob("*.json")}


def test_licences_of_files(bill: dict[str, Any]) -> None:
    parts = {part["name"]: part.get("licenses") for part in bill["metadata"]["component"]["components"]}
    assert parts["ecref/_vectors/LICENSE.Apache-2.0"] is None  # a licence's text
    assert parts[f"{NAME}.dist-info/licenses/LICENSE"] is None
    assert parts["ecref/_vectors/README.md"] == parts["ecref/py.typed"] == parts["ecref/ecdsa.py"] == OURS


def test_what_the_locks_pin_is_listed_as_not_shipped(bill: dict[str, Any]) -> None:
    listed = {part["purl"]: part for part in bill["components"]}
    assert {part["scope"] for part in listed.values()} == {"excluded"}
    assert len(listed) == len(bill["components"])
    pins = {(*pin,) for text in LOCKS.values() for pin in re.findall(r"^([a-z\d][\w.-]*)==(\S+)", text, re.MULTILINE)}
    assert listed.keys() == {f"pkg:pypi/{name}@{version}" for name, version in pins}
    hatchling = next(part for part in listed.values() if part["name"] == "hatchling")
    assert [x["value"] for x in hatchling["properties"]] == ["locks/build.txt", "locks/release.txt", "locks/test.txt"]
    text = "one==1 ; python_full_version < '3.11' \\\n    --hash=sha256:00\n"
    text += "one==2 ; python_full_version >= '3.11'\ntwo==3\n"
    assert [(x["purl"], x["properties"][0]["value"]) for x in sbom.pinned({"test": text})] == [
        ("pkg:pypi/one@1", "locks/test.txt; python_full_version < '3.11'"),
        ("pkg:pypi/one@2", "locks/test.txt; python_full_version >= '3.11'"),
        ("pkg:pypi/two@3", "locks/test.txt"),
    ]


def with_file(archives: dict[str, bytes], name: str, content: bytes) -> dict[str, bytes]:
    """The archives with a file added to the wheel, or put in the place of one."""
    packed = io.BytesIO()
    with zipfile.ZipFile(packed, "w") as wheel:
        for other, octets in {**contents(archives), name: content}.items():
            wheel.writestr(other, octets)
    return {f"{NAME}-py3-none-any.whl": packed.getvalue()}


def test_a_suite_that_is_not_in_the_table_is_an_error(archives: dict[str, bytes]) -> None:
    with pytest.raises(ValueError, match=r"^ecref/_vectors/new\.json: vectors/README\.md does not list it"):
        sbom.bill(with_file(archives, "ecref/_vectors/new.json", b"{}"), README, LOCKS)


def test_a_wheel_that_depends_on_a_package_is_an_error(archives: dict[str, bytes]) -> None:
    name = f"{NAME}.dist-info/METADATA"
    metadata = contents(archives)[name].replace(b"\nRequires-Python:", b"\nRequires-Dist: six\nRequires-Python:")
    with pytest.raises(ValueError, match=r"got a wheel that depends on \['six'\], wanted one that depends on nothing"):
        sbom.bill(with_file(archives, name, metadata), README, LOCKS)


def test_the_command(archives: dict[str, bytes], tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    for name, archive in archives.items():
        (tmp_path / name).write_bytes(archive)
    (tmp_path / dist.SUMS).write_text(dist.sums(archives), "utf-8")
    path = tmp_path / f"{NAME}.cdx.json"
    assert sbom.main([str(tmp_path)]) == 0
    assert capsys.readouterr().out.startswith(f"{path}: {len(contents(archives))} files, ")
    first = path.read_bytes()
    assert json.loads(first) == sbom.bill(archives, README, LOCKS)
    assert sbom.main([str(tmp_path)]) == 0
    assert path.read_bytes() == first
    (tmp_path / f"{NAME}.tar.gz").write_bytes(b"another")
    with pytest.raises(ValueError, match="wanted"):
        sbom.main([str(tmp_path)])


def test_a_bill_that_the_schema_refuses_is_not_written(
    archives: dict[str, bytes], tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    for name, archive in archives.items():
        (tmp_path / name).write_bytes(archive)
    (tmp_path / dist.SUMS).write_text(dist.sums(archives), "utf-8")
    monkeypatch.setattr(sbom, "licences", lambda expression: [{"licence": expression}])
    assert sbom.main([str(tmp_path)]) == 1
    assert "licence" in capsys.readouterr().err
    assert not list(tmp_path.glob("*.cdx.json"))
