"""The bill of materials of what `make dist` built: CycloneDX 1.6 as JSON, `python -m release.sbom [FOLDER]` (dist).

ecref needs no package at run time, so the materials are its own files. Listed are, each with SHA-256:

- ecref itself: licences, and the two archives that it comes in;
- every file of the wheel with its licence: ours, or test vectors with the package that they were made from, as
  `vectors/README.md` says in its table and `vectors/packages.py` pins it;
- with the scope "excluded", which is not in the wheel: what `locks/` pins to build and to test it.

It is complete, and says so: nothing is missing in it, and ecref depends on nothing. The same archives give the same
octets. Before it is written it is held to the schema, CycloneDX's own as cyclonedx-python-lib ships it.
"""

from __future__ import annotations

import argparse
import datetime as dt
import email
import hashlib
import io
import json
import re
import sys
import uuid
import zipfile
from pathlib import Path
from typing import TYPE_CHECKING, Any

from vectors.packages import PACKAGES

from .dist import ROOT, SUMS, sums

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from vectors.packages import Package

VECTORS = "ecref/_vectors/"  # where the wheel has what lies in vectors/


def sha256(octets: bytes) -> list[dict[str, str]]:
    """CycloneDX's list of hashes."""
    return [{"alg": "SHA-256", "content": hashlib.sha256(octets).hexdigest()}]


def licences(expression: str) -> list[dict[str, str]]:
    """CycloneDX's list of licences: one SPDX expression."""
    return [{"expression": expression}]


def purl(name: str, version: str) -> str:
    """The package URL of a release on PyPI."""
    return f"pkg:pypi/{name}@{version}"


def tables(readme: str) -> Iterator[tuple[str, list[Package], str]]:
    """Each file of vectors from the table in its README: its name, the packages it was made from, its licence."""
    for file, _, _, source, licence in re.findall(r"^\|" + 5 * r" (.*?) *\|" + "$", readme, re.MULTILINE):
        if file.endswith(".json"):
            yield file, [package for package in PACKAGES if package.name in source], licence


def vectors(file: str, octets: bytes, packages: list[Package], licence: str) -> dict[str, Any]:
    """A file of vectors, and where they come from."""
    component: dict[str, Any] = {
        "type": "data",
        "bom-ref": VECTORS + file,
        "name": VECTORS + file,
        "hashes": sha256(octets),
        "licenses": licences(licence),
        "data": [{"type": "dataset", "name": "test vectors"}],
    }
    if packages:
        ancestors = [
            {
                "type": "library",
                "name": package.name,
                "version": package.version,
                "hashes": [{"alg": "SHA-256", "content": package.sha256}],
                "licenses": licences(package.licence),
                "purl": purl(package.name, package.version),
            }
            for package in packages
        ]
        notes = "values of its files, selected and rearranged; see vectors/README.md"
        component["pedigree"] = {"ancestors": ancestors, "notes": notes}
    return component


def files(contents: Mapping[str, bytes], licence: str, readme: str) -> Iterator[dict[str, Any]]:
    """A component for each file of the wheel; all but the vectors are under our licence, or are licences."""
    known = {VECTORS + file: (file, packages, theirs) for file, packages, theirs in tables(readme)}
    for name, octets in sorted(contents.items()):
        if name in known:
            file, packages, theirs = known[name]
            yield vectors(file, octets, packages, theirs)
        elif name.startswith(VECTORS) and name.endswith(".json"):
            raise ValueError(f"{name}: vectors/README.md does not list it")
        else:
            own = {} if "/LICENSE" in name else {"licenses": licences(licence)}  # a licence's text is not ours
            yield {"type": "file", "bom-ref": name, "name": name, "hashes": sha256(octets), **own}


def locks() -> dict[str, str]:
    """The text of each lock by its name."""
    return {path.stem: path.read_text("utf-8") for path in sorted((ROOT / "locks").glob("*.txt"))}


def pinned(texts: Mapping[str, str]) -> Iterator[dict[str, Any]]:
    """A component for each version that the locks pin, with the locks that do and the environments they do it for."""
    found: dict[tuple[str, str], list[dict[str, str]]] = {}
    for lock, text in texts.items():
        for name, version, marker in re.findall(r"^([\w.-]+)==([^\s;]+)(?: ; (.*?))?(?: \\)?$", text, re.MULTILINE):
            value = f"locks/{lock}.txt" + (f"; {marker}" if marker else "")
            found.setdefault((name, version), []).append({"name": "ecref:lock", "value": value})
    for (name, version), properties in sorted(found.items()):
        reference = purl(name, version)
        component = {"type": "library", "bom-ref": reference, "name": name, "version": version, "scope": "excluded"}
        yield {**component, "purl": reference, "properties": properties}


def bill(archives: Mapping[str, bytes], readme: str, texts: Mapping[str, str]) -> dict[str, Any]:
    """The whole bill of the wheel among the archives."""
    (wheel,) = (name for name in archives if name.endswith(".whl"))
    with zipfile.ZipFile(io.BytesIO(archives[wheel])) as opened:
        contents = {name: opened.read(name) for name in opened.namelist()}
        built = dt.datetime(*opened.infolist()[0].date_time, tzinfo=dt.timezone.utc)  # the SOURCE_DATE_EPOCH of dist.py
    (metadata,) = (octets for name, octets in contents.items() if name.endswith(".dist-info/METADATA"))
    fields = email.message_from_bytes(metadata)
    reference = purl(fields["Name"], fields["Version"])
    expression = fields["License-Expression"]
    ours = expression.split(" AND ")[0]
    required = [line for line in fields.get_all("Requires-Dist", []) if "extra ==" not in line]
    if required:
        raise ValueError(f"got a wheel that depends on {required}, wanted one that depends on nothing")
    return {
        "$schema": "http://cyclonedx.org/schema/bom-1.6.schema.json",
        "bomFormat": "CycloneDX",
        "specVersion": "1.6",
        "serialNumber": uuid.uuid5(uuid.NAMESPACE_URL, reference + "#" + sums(dict(archives))).urn,
        "version": 1,
        "metadata": {
            "timestamp": built.strftime("%Y-%m-%dT%H:%M:%SZ"),
            "lifecycles": [{"phase": "build"}],
            "component": {
                "type": "library",
                "bom-ref": reference,
                "name": fields["Name"],
                "version": fields["Version"],
                "description": fields["Summary"],
                "licenses": licences(expression),
                "purl": reference,
                "externalReferences": [
                    {"type": "distribution", "url": name, "hashes": sha256(archives[name])} for name in sorted(archives)
                ],
                "components": list(files(contents, ours, readme)),
            },
        },
        "components": list(pinned(texts)),
        "dependencies": [{"ref": reference, "dependsOn": []}],
        "compositions": [
            {"aggregate": "complete", "assemblies": [reference]},
            {"aggregate": "complete", "dependencies": [reference]},
        ],
    }


def check(text: str) -> str | None:
    """What the schema says against a bill, or None."""
    from cyclonedx.schema import SchemaVersion
    from cyclonedx.validation.json import JsonStrictValidator

    error = JsonStrictValidator(SchemaVersion.V1_6).validate_str(text)
    return None if error is None else str(error)


def read(folder: Path) -> dict[str, bytes]:
    """The archives that the sums in a folder name; each must have the sum that stands there."""
    text = (folder / SUMS).read_text("utf-8")
    archives = {name: (folder / name).read_bytes() for _, name in (line.split("  ") for line in text.splitlines())}
    if sums(archives) != text:
        raise ValueError(f"got {sums(archives)!r} of {folder}, wanted {text!r}")
    return archives


def main(arguments: list[str] | None = None) -> int:
    """Write the bill beside the archives; the exit status is 1 if the schema refuses it."""
    parser = argparse.ArgumentParser(prog="python -m release.sbom", description="write the SBOM of what was built")
    parser.add_argument("folder", nargs="?", type=Path, default=ROOT / "dist")
    folder = parser.parse_args(arguments).folder
    readme = (ROOT / "vectors" / "README.md").read_text("utf-8")
    content = bill(read(folder), readme, locks())
    text = json.dumps(content, indent=2, ensure_ascii=False) + "\n"
    if error := check(text):
        print(error, file=sys.stderr)
        return 1
    component = content["metadata"]["component"]
    path = folder / f"{component['name']}-{component['version']}.cdx.json"
    path.write_text(text, "utf-8")
    print(f"{path}: {len(component['components'])} files, {len(content['components'])} packages that are not in them")
    return 0


if __name__ == "__main__":
    sys.exit(main())
