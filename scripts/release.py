"""Build what is published of a release: the sdist, the wheel, a list of all parts (SBOM), and checksums.

    python -m scripts.release [FOLDER]        by default `dist`, which must not be there yet

It builds a copy of the commit, never what else lies in the folder, and refuses a tree with changes. Nothing
is uploaded: CONTRIBUTING.md says how.
"""

import hashlib
import json
import subprocess
import sys
import tarfile
from collections.abc import Iterable, Iterator
from datetime import UTC, datetime
from io import BytesIO
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any, Final
from uuid import NAMESPACE_URL, uuid5

from packaging.requirements import Requirement

ROOT: Final = Path(__file__).parents[1]
LOCK: Final = "locks/server.txt"
"""What a server runs with, each file by its hash."""

LIT: Final = ROOT / "src/sixth/server/web/static/lit/README.md"
"""Begins with the name and the version of a library of JavaScript."""

SUMS: Final = "SHA256SUMS"


class ReleaseError(Exception):
    """Nothing is released; the text is one sentence that says why."""


def release(root: Path, folder: Path) -> None:
    """Build the commit of the repository at `root` into a new `folder`.

    Raises:
        ReleaseError: the tree has changes, or the folder is there already.
    """
    check_clean(root)
    if folder.exists():
        raise ReleaseError(f"{folder} is there already; delete it, so that nothing old is published.")
    with TemporaryDirectory() as copy:
        archive = subprocess.run(["git", "archive", "HEAD"], cwd=root, check=True, stdout=subprocess.PIPE)
        with tarfile.open(fileobj=BytesIO(archive.stdout)) as files:
            files.extractall(copy, filter="data")
        build = [sys.executable, "-m", "build", "--no-isolation", "--outdir", str(folder), copy]
        subprocess.run(build, check=True, stdout=subprocess.DEVNULL)
    packages = sorted(map(str, folder.iterdir()))
    subprocess.run([sys.executable, "-m", "twine", "check", "--strict", *packages], check=True)
    describe(folder, (root / LOCK).read_text(), made_at(root))


def check_clean(root: Path) -> None:
    """Raise `ReleaseError` if a file differs from the commit, or is unknown to git."""
    command = ["git", "status", "--porcelain", "-z"]
    changes = subprocess.run(command, cwd=root, check=True, capture_output=True, text=True).stdout.split("\0")
    if changes[0]:
        raise ReleaseError(f"The tree has changes, such as in {changes[0][3:]}; commit them, then release.")


def made_at(root: Path) -> datetime:
    """Return the time of the commit, so that two releases of one commit are the same."""
    command = ["git", "show", "--no-patch", "--format=%ct", "HEAD"]
    return datetime.fromtimestamp(int(subprocess.run(command, cwd=root, check=True, stdout=-1).stdout), UTC)


# ------------------------------------------------------------------ what goes beside the packages


def describe(folder: Path, lock: str, at: datetime) -> None:
    """Write the list of all parts, and the checksums, of the packages in a folder."""
    (wheel,) = folder.glob("*.whl")
    parts = bill_of_materials(wheel, lock, at)
    target = folder / f"{'-'.join(wheel.name.split('-')[:2])}.cdx.json"
    target.write_text(json.dumps(parts, indent=1) + "\n")
    sums = [f"{sha256(each)}  {each.name}\n" for each in sorted(folder.iterdir()) if each.name != SUMS]
    (folder / SUMS).write_text("".join(sums))


def bill_of_materials(wheel: Path, lock: str, at: datetime) -> dict[str, Any]:
    """Return a CycloneDX document (1.5) with the packages of a lock as parts of the wheel."""
    name, version = wheel.name.split("-")[:2]
    parts = [*components(locked(lock.splitlines())), lit_html()]
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


def main(arguments: list[str]) -> int:
    """Release into the folder that the arguments name; return the exit code."""
    folder = Path(arguments[0]) if arguments else ROOT / "dist"
    try:
        release(ROOT, folder)
    except ReleaseError as error:
        sys.stderr.write(f"{error}\n")
        return 1
    sys.stdout.write((folder / SUMS).read_text())
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
