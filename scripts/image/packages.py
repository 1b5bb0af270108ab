"""The layers above Python: what Sixth stands on, Sixth itself, and the compiled form of all modules."""

import os
import platform
import re
import shutil
import subprocess
import sys
from collections.abc import Collection, Iterator
from pathlib import Path
from typing import Final
from zipfile import ZipFile

from scripts.image.debian import LINKERS, PYTHON
from scripts.sbom import locked

SITE_PACKAGES: Final = f"usr/local/lib/{PYTHON}/dist-packages"

_WHEELS: Final = {"amd64": "x86_64", "arm64": "aarch64"}
"""What wheels call a processor."""

_GLIBC: Final = 41, 17
"""The second numbers of the glibc in the image, and of the oldest that wheels name."""

_COMMAND: Final = f"""\
#!/usr/bin/{PYTHON}
import sys
from sixth.cli import main
sys.exit(main())
"""


class ImageError(Exception):
    """There is no image; the text is one sentence that says why."""


def install(lock: str, processor: str, root: Path) -> None:
    """Install the packages of a lock for a processor below `root`, each file by its hash."""
    target = root / SITE_PACKAGES
    target.mkdir(parents=True)
    requirements = root / "requirements.txt"
    requirements.write_text("".join(needed(lock, processor)))
    abi = PYTHON.replace("python", "cp").replace(".", "")
    newest, oldest = _GLIBC
    options = [
        "--quiet",
        "--no-compile",
        "--no-deps",
        "--no-build-isolation",
        "--require-hashes",
        "--root-user-action=ignore",
        "--ignore-requires-python",  # which pip compares with the Python that it runs with
        "--implementation=cp",
        f"--python-version={PYTHON.removeprefix('python')}",
        *(f"--abi={each}" for each in (abi, "abi3", "none")),
        *(f"--platform=manylinux_2_{each}_{_WHEELS[processor]}" for each in range(newest, oldest - 1, -1)),
        f"--platform=manylinux2014_{_WHEELS[processor]}",
        "--platform=any",
        f"--target={target}",
        f"--requirement={requirements}",
    ]
    pip = [sys.executable, "-m", "pip", "--disable-pip-version-check", "install"]
    subprocess.run([*pip, *options], check=True)
    requirements.unlink()
    # Commands of other packages name the Python of this machine; tests of numpy and numba are 12 MB.
    shutil.rmtree(target / "bin", ignore_errors=True)
    for folder in [each for each in target.rglob("tests") if each.is_dir()]:
        shutil.rmtree(folder)


def needed(lock: str, processor: str) -> Iterator[str]:
    """Yield the lines of a lock that the image needs: pip would go by the Python that it runs with."""
    version = PYTHON.removeprefix("python")
    environment = {
        "implementation_name": "cpython",
        "os_name": "posix",
        "platform_machine": _WHEELS[processor],
        "platform_python_implementation": "CPython",
        "platform_system": "Linux",
        "python_full_version": f"{version}.0",
        "python_version": version,
        "sys_platform": "linux",
    }
    for package, hashes in locked(lock.splitlines()):
        if package.marker is None or package.marker.evaluate(environment):
            options = (f" --hash=sha256:{each}" for each in hashes)
            yield f"{package.name}{package.specifier}{''.join(options)}\n"


def split(root: Path, names: Collection[str], other: Path) -> None:
    """Move packages, with the libraries that their wheels bring, from below one root to below another."""
    source, target = root / SITE_PACKAGES, other / SITE_PACKAGES
    target.mkdir(parents=True)
    for path in [*source.iterdir()]:
        if re.split("[-.]", path.name)[0] in names:
            path.rename(target / path.name)


def install_wheel(wheel: Path, root: Path) -> None:
    """Unpack the wheel of Sixth below `root`, with its command."""
    (root / "usr/local/bin").mkdir(parents=True)
    with ZipFile(wheel) as files:
        files.extractall(root / SITE_PACKAGES)
    command = root / "usr/local/bin/sixth"
    command.write_text(_COMMAND)
    command.chmod(0o755)


def compile_modules(root: Path, python: Path) -> None:
    """Compile all modules below `root` by the Python below `python`, which this processor runs.

    A server cannot write them when it starts, and would take seconds longer.
    """
    linker = python / LINKERS[this_processor()]
    command = [str(linker), "--library-path", str(linker.parent), str(python / "usr/bin" / PYTHON)]
    options = ["-q", "-s", str(root), "-p", "/", "--invalidation-mode", "unchecked-hash", str(root)]
    environment = {"PYTHONHOME": str(python / "usr"), "PYTHONHASHSEED": "0", "PATH": os.environ["PATH"]}
    subprocess.run([*command, "-m", "compileall", *options], check=True, env=environment)


def this_processor() -> str:
    """Return Debian's name of the processor of this machine.

    Raises:
        ImageError: no image can be made here.
    """
    for name, machine in _WHEELS.items():
        if platform.system() == "Linux" and platform.machine() == machine:
            return name
    raise ImageError("An image is built on Linux, on a processor that it is for (x86-64 or ARM64).")
