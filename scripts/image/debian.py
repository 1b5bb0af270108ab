"""The lowest layer: Python and what it needs of Debian, unpacked from packages whose hashes are locked.

No program of a package is run, and there is no shell. `python -m scripts.image lock` writes the lock.
"""

import re
import shutil
import subprocess
from collections.abc import Iterator
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Final

from scripts.image.layers import DATA, USER

SUITE: Final = "trixie"
PYTHON: Final = "python3.13"
PACKAGES: Final = (
    "base-files",
    "ca-certificates",
    "gcc-14-base",  # the licence of the next but two
    "libbz2-1.0",
    "libc6",
    "libexpat1",
    "libffi8",
    "libgcc-s1",
    "liblzma5",
    "libpython3.13-minimal",
    "libpython3.13-stdlib",
    "libsqlite3-0",
    "libssl3t64",
    "libstdc++6",
    "libzstd1",
    "media-types",
    "netbase",
    "python3.13-minimal",
    "tzdata",
    "zlib1g",
)
"""Packages with all that Python, its modules and the wheels of the lock are linked with."""

LINKERS: Final = {
    "amd64": "usr/lib/x86_64-linux-gnu/ld-linux-x86-64.so.2",
    "arm64": "usr/lib/aarch64-linux-gnu/ld-linux-aarch64.so.1",
}
"""The dynamic linker of each processor."""

_SOURCES: Final = "".join(
    f"deb [signed-by=/usr/share/keyrings/debian-archive-keyring.gpg] http://deb.debian.org/{each} main\n"
    for each in (f"debian {SUITE}", f"debian {SUITE}-updates", f"debian-security {SUITE}-security")
)

_UNUSED: Final = (
    "bug",
    "binfmts",
    "dict",
    "gcc",
    "gdb",
    "info",
    "lintian",
    "man",
    "misc",
    "pixmaps",
    "applications",
)
"""Folders of usr/share that no program in the image reads."""


def newest(processor: str) -> Iterator[str]:
    """Yield lines of the lock, each with a processor, a hash and an address, as apt finds them now."""
    with TemporaryDirectory() as name:
        home = Path(name)
        for folder in ("state/lists/partial", "cache/archives/partial"):
            (home / folder).mkdir(parents=True)
        (home / "status").touch()
        (home / "sources").write_text(_SOURCES)
        settings = {
            "APT::Architecture": processor,
            "APT::Architectures": processor,
            "APT::Sandbox::User": "root",  # a folder of this user's own
            "Dir::State": home / "state",
            "Dir::State::Status": home / "status",
            "Dir::Cache": home / "cache",
            "Dir::Etc::SourceList": home / "sources",
            "Dir::Etc::SourceParts": "-",
        }
        apt = ["apt-get", "--quiet", *(f"--option={name}={value}" for name, value in settings.items())]
        subprocess.run([*apt, "update"], check=True, stdout=subprocess.DEVNULL)
        command = [*apt, "download", "--print-uris", *PACKAGES]
        found = subprocess.run(command, check=True, stdout=subprocess.PIPE, text=True).stdout
    for address, digest in sorted(re.findall(r"^'(\S+)' \S+ \d+ SHA256:(\w+)$", found, re.MULTILINE)):
        yield f"{processor} {digest} {address}"


def fetch(lock: str, processor: str, folder: Path) -> Iterator[Path]:
    """Download the packages of a processor into a folder, and yield each once its hash is checked."""
    for line in lock.splitlines():
        kind, digest, address = line.split()
        if kind == processor:
            file = folder / f"{digest}.deb"
            if not file.exists():
                command = ["/usr/lib/apt/apt-helper", "download-file", address, str(file), f"SHA256:{digest}"]
                subprocess.run(command, check=True, capture_output=True)
            yield file


def unpack(lock: str, processor: str, cache: Path, root: Path) -> None:
    """Unpack the packages of a processor below `root`, and write what their scripts would have written."""
    root.mkdir()
    for file in fetch(lock, processor, cache):
        subprocess.run(["dpkg-deb", "--extract", file, root], check=True)
    trim(root)
    finish(root)


def trim(root: Path) -> None:
    """Delete what nothing in the image reads; licences stay."""
    for name in _UNUSED:
        shutil.rmtree(root / "usr/share" / name, ignore_errors=True)
    for folder in root.glob("usr/lib/*/gconv"):
        shutil.rmtree(folder)
    for file in (root / "usr/share/doc").rglob("*"):
        if file.is_file() and not file.is_symlink() and file.name != "copyright":
            file.unlink()


def finish(root: Path) -> None:
    """Write the certificates that are trusted, the users, the names of Python, and the folder of the data."""
    certificates = sorted((root / "usr/share/ca-certificates/mozilla").glob("*.crt"))
    bundle = root / "etc/ssl/certs/ca-certificates.crt"
    bundle.write_bytes(b"".join(each.read_bytes() for each in certificates))
    (root / "usr/lib/ssl").mkdir(parents=True, exist_ok=True)
    (root / "usr/lib/ssl/cert.pem").symlink_to("/etc/ssl/certs/ca-certificates.crt")
    (root / "etc/passwd").write_text(
        f"root:x:0:0:root:/root:/sbin/nologin\nsixth:x:{USER}:{USER}::/{DATA}:/sbin/nologin\n"
    )
    (root / "etc/group").write_text(f"root:x:0:\nsixth:x:{USER}:\n")
    for name in ("python", "python3"):
        (root / "usr/bin" / name).symlink_to(PYTHON)
    (root / DATA).mkdir(parents=True)
