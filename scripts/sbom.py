"""The bill of materials (SBOM) of a release, in CycloneDX: what a server runs with."""

import hashlib
from collections.abc import Iterable, Iterator
from datetime import datetime
from pathlib import Path
from typing import Any, Final
from urllib.parse import unquote
from uuid import NAMESPACE_URL, uuid5

from packaging.requirements import Requirement

LIT: Final = Path(__file__).parents[1] / "src/sixth/server/web/static/lit/README.md"
"""Begins with the name and the version of a library of JavaScript."""


def bill_of_materials(wheel: Path, lock: str, image_lock: str, at: datetime) -> dict[str, Any]:
    """Return a CycloneDX document (1.5): the packages of a lock and of the image as parts of the wheel."""
    name, version = wheel.name.split("-")[:2]
    parts = [*components(locked(lock.splitlines())), lit_html(), *debian_components(image_lock)]
    own = f"pkg:pypi/{name}@{version}"
    return {
        "bomFormat": "CycloneDX",
        "specVersion": "1.5",
        "serialNumber": f"urn:uuid:{uuid5(NAMESPACE_URL, f'{own}#{sha256(wheel)}')}",
        "version": 1,
        "metadata": {
            "timestamp": f"{at:%Y-%m-%dT%H:%M:%SZ}",
            "component": {
                "type": "application",
                "bom-ref": own,
                "name": name,
                "version": version,
                "purl": own,
                "hashes": [{"alg": "SHA-256", "content": sha256(wheel)}],
            },
        },
        "components": parts,
        "dependencies": [{"ref": own, "dependsOn": [each["bom-ref"] for each in parts]}],
    }


def components(packages: Iterable[tuple[Requirement, list[str]]]) -> Iterator[dict[str, Any]]:
    """Yield each package as a component, with the hashes of all files of it that may be installed."""
    for package, hashes in packages:
        (pin,) = package.specifier
        address = f"pkg:pypi/{package.name}@{pin.version}"
        component: dict[str, Any] = {
            "type": "library",
            "bom-ref": address,
            "name": package.name,
            "version": pin.version,
            "purl": address,
        }
        if package.marker:
            component |= {"scope": "optional", "description": f"only where {package.marker}"}
        reference = {"type": "distribution", "url": f"https://pypi.org/simple/{package.name}/"}
        digests = [{"alg": "SHA-256", "content": each} for each in hashes]
        yield component | {"externalReferences": [{**reference, "hashes": digests}]}


def debian_components(image_lock: str) -> Iterator[dict[str, Any]]:
    """Yield each package of Debian as a component, with the hash of its file for each processor."""
    for processor, digest, url in map(str.split, image_lock.splitlines()):
        name, version = unquote(url.rpartition("/")[2]).split("_")[:2]
        address = f"pkg:deb/debian/{name}@{version}?arch={processor}"
        reference = {"type": "distribution", "url": url, "hashes": [{"alg": "SHA-256", "content": digest}]}
        yield {
            "type": "library",
            "bom-ref": address,
            "name": name,
            "version": version,
            "purl": address,
            "scope": "optional",
            "description": "only in the image",
            "externalReferences": [reference],
        }


def lit_html() -> dict[str, Any]:
    """Return the one library of JavaScript as a component; its files are among ours."""
    name, version = LIT.read_text().split(maxsplit=2)[:2]
    address = f"pkg:npm/{name}@{version}"
    return {"type": "library", "bom-ref": address, "name": name, "version": version, "purl": address}


def locked(lines: Iterable[str]) -> Iterator[tuple[Requirement, list[str]]]:
    """Yield each package of a lock with the SHA-256 of its files."""
    entries: list[tuple[Requirement, list[str]]] = []
    for line in lines:
        text = line.strip().removesuffix("\\").strip()
        if text.startswith("--hash=sha256:"):
            entries[-1][1].append(text.partition(":")[2])
        elif text and not text.startswith("#"):
            entries.append((Requirement(text), []))
    yield from entries


def sha256(file: Path) -> str:
    """Return the checksum of a file in hexadecimal."""
    return hashlib.sha256(file.read_bytes()).hexdigest()
