"""The layers above Python: what Sixth stands on, Sixth itself, and the compiled form of all modules."""

import os
import platform
import shutil
import subprocess
import sys
from collections.abc import Iterable
from pathlib import Path
from typing import Final
from zipfile import ZipFile

from scripts.image.debian import LINKERS, PYTHON

SITE_PACKAGES: Final = f"usr/local/lib/{PYTHON}/dist-packages"

_WHEELS: Final = {"amd64": "x86_64", "arm64": "aarch64"}
"""What wheels call a processor."""

_GLIBC: Final = 17, 41
"""The second numbers of the oldest glibc that wheels name, and of the one in the image."""

_COMMAND: Final = f"""\
#!/usr/bin/{PYTHON}
import sys
from sixth.cli import main
sys.exit(main())
"""


class ImageError(Exception):
    """There is no image; the text is one sentence that says why."""


def install(requirements: Path, processor: str, root: Path) -> None:
    """Install the packages of a lock for a processor below `root`, each file by its hash."""
    target = root / SITE_PACKAGES
    abi = PYTHON.replace("python", "cp").replace(".", "")
    platforms = [f"manylinux_2_{minor}_{_WHEELS[processor]}" for minor in range(_GLIBC[1], _GLIBC[0] - 1, -1)]
    names = [*platforms, f"manylinux2014_{_WHEELS[processor]}", "any"]
    command = [sys.executable, "-m", "pip", "--disable-pip-version-check", "install", "--quiet"]
    command += ["--no-compile", "--no-deps", "--no-build-isolation", "--require-hashes", "--root-user-action=ignore"]
    command += ["--implementation=cp", f"--python-version={PYTHON.removeprefix('python')}"]
    command += [f"--abi={each}" for each in (abi, "abi3", "none")]
    command += [f"--platform={each}" for each in names]
    subprocess.run([*command, f"--target={target}", f"--requirement={requirements}"], check=True)
    # Commands of other packages name the Python of this machine; tests of numpy and numba are 12 MB.
    shutil.rmtree(target / "bin", ignore_errors=True)
    for folder in [each for each in target.rglob("tests") if each.is_dir()]:
        shutil.rmtree(folder)


def split(root: Path, names: Iterable[str], other: Path) -> None:
    """Move packages, with the libraries that their wheels bring, from below one root to below another."""
    source, target = root / SITE_PACKAGES, other / SITE_PACKAGES
    target.mkdir(parents=True)
    for name in names:
        for path in [each for each in source.iterdir() if each.name.partition("-")[0].partition(".")[0] == name]:
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

    A server cannot write them when it starts, and would take seconds longer. They are not compared with their sources.
    """
    linker = python / LINKERS[this_processor()]
    command = [linker, "--library-path", linker.parent, python / "usr/bin" / PYTHON, "-m", "compileall", "-q"]
    options = ["-s", root, "-p", "/", "--invalidation-mode", "unchecked-hash"]
    environment = {"PYTHONHOME": str(python / "usr"), "PYTHONHASHSEED": "0", "PATH": os.environ["PATH"]}
    # A file of a test that is no Python is none of our business: it is not imported either.
    subprocess.run([*command, *options, root], check=False, env=environment, stdout=subprocess.DEVNULL)


def this_processor() -> str:
    """Return Debian's name of the processor of this machine.

    Raises:
        ImageError: no image can be made here.
    """
    for name, machine in _WHEELS.items():
        if platform.system() == "Linux" and platform.machine() == machine:
            return name
    raise ImageError("An image is built on Linux, on a processor that it is for (x86-64 or ARM64).")
