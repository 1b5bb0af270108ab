"""Build what is published: the sdist, the wheel, two images, a list of all parts (SBOM), and checksums.

    python -m scripts.release [FOLDER]        by default `dist`, which must not be there yet

It builds a copy of the commit, never what else lies in the folder, and refuses a tree with changes. Nothing
is uploaded: CONTRIBUTING.md says how.
"""

import json
import subprocess
import sys
import tarfile
from datetime import UTC, datetime
from io import BytesIO
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Final

from scripts.image.build import LOCK as IMAGE_LOCK, PACKAGES as LOCK, build_images
from scripts.image.debian import LINKERS
from scripts.image.packages import ImageError
from scripts.sbom import bill_of_materials, sha256

ROOT: Final = Path(__file__).parents[1]
SUMS: Final = "SHA256SUMS"


class ReleaseError(Exception):
    """Nothing is released; the text is one sentence that says why."""


def release(root: Path, folder: Path) -> None:
    """Build the commit of the repository at `root` into a new `folder`.

    Raises:
        ReleaseError: the tree has changes, or the folder is there already.
        ImageError: no image can be built on this machine.
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
    (wheel,) = folder.glob("*.whl")
    for line in build_images(wheel, folder, made_at(root), [*LINKERS]):
        sys.stdout.write(f"{line}\n")
    describe(folder, (root / LOCK).read_text(), (root / IMAGE_LOCK).read_text(), made_at(root))


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


def describe(folder: Path, lock: str, image_lock: str, at: datetime) -> None:
    """Write the list of all parts, and the checksums, of the packages in a folder."""
    (wheel,) = folder.glob("*.whl")
    parts = bill_of_materials(wheel, lock, image_lock, at)
    target = folder / f"{'-'.join(wheel.name.split('-')[:2])}.cdx.json"
    target.write_text(json.dumps(parts, indent=1) + "\n")
    sums = [f"{sha256(each)}  {each.name}\n" for each in sorted(folder.iterdir()) if each.name != SUMS]
    (folder / SUMS).write_text("".join(sums))


def main(arguments: list[str]) -> int:
    """Release into the folder that the arguments name; return the exit code."""
    folder = Path(arguments[0]) if arguments else ROOT / "dist"
    try:
        release(ROOT, folder)
    except (ReleaseError, ImageError) as error:
        sys.stderr.write(f"{error}\n")
        return 1
    sys.stdout.write((folder / SUMS).read_text())
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
