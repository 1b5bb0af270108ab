"""Static files: their folders, and the addresses under which pages use them."""

import hashlib
import os
from collections.abc import Sequence
from functools import cache
from pathlib import Path
from typing import Final

_WEB: Final = Path(__file__).parents[1]

STATIC: Final = _WEB / "static"
"""The folder of scripts and sheets as they are written, and of pictures."""

BUNDLED: Final = _WEB / "bundled"
"""The folder of files bundled with all that they import (`scripts/bundle.py`). Only a wheel has it."""

BUNDLES: Final = "SIXTH_BUNDLES"
"""The environment variable with such a folder for a program without one: that of the tests."""


@cache
def folders() -> Sequence[Path]:
    """Return the folders in which a static file is looked up, in this order."""
    given = Path(os.environ.get(BUNDLES) or STATIC)
    return [BUNDLED if BUNDLED.is_dir() else given, STATIC]


def static_url(name: str) -> str:
    """Return the address of a static file, which changes with the file, so that browsers may cache it."""
    return f"/static/{name}?v={_hash(name)}"


def shell_urls() -> Sequence[str]:
    """Return the addresses of the files that browsers keep for use without a connection: all but bitmaps."""
    names = [
        path.relative_to(folder).as_posix()
        for folder, kinds in ((folders()[0], ("css", "js")), (STATIC, ("svg",)))
        for kind in kinds
        for path in sorted(folder.rglob(f"*.{kind}"))
    ]
    return [static_url(name) for name in names if name != "sw.js"]


@cache
def pages_version() -> str:
    """Return a name that changes with this program: browsers that know another load pages and files anew."""
    digest = hashlib.sha256()
    for path in sorted(_WEB.parents[1].rglob("*")):
        if path.suffix in (".py", ".html", ".css", ".js", ".svg", ".po"):
            digest.update(path.read_bytes())
    return digest.hexdigest()[:12]


@cache
def _hash(name: str) -> str:
    file = next(path for folder in folders() if (path := folder / name).is_file())
    return hashlib.sha256(file.read_bytes()).hexdigest()[:12]
