"""Scripts, sheets and pictures: where they are, and under which address a page names them."""

import hashlib
from collections.abc import Sequence
from functools import cache
from pathlib import Path
from typing import Final

_WEB: Final = Path(__file__).parents[1]

STATIC: Final = _WEB / "static"
"""Scripts and sheets as they are written, and pictures."""

BUNDLED: Final = _WEB / "bundled"
"""Those that pages name, each with all that it imports (`scripts/bundle.py`). Only a wheel has them."""

FOLDERS: Final = tuple(folder for folder in (BUNDLED, STATIC) if folder.is_dir())
"""Where a static file is looked for, one folder after the other."""


def static_url(name: str) -> str:
    """Return the address of a static file; it changes with the file, so browsers may keep what they have."""
    return f"/static/{name}?v={_hash(name)}"


def kept_urls() -> Sequence[str]:
    """Return the addresses of the files that pages consist of, for browsers to keep: all but bitmaps."""
    names = [
        path.relative_to(folder).as_posix()
        for folder, kinds in ((FOLDERS[0], ("css", "js")), (STATIC, ("svg",)))
        for kind in kinds
        for path in sorted(folder.rglob(f"*.{kind}"))
    ]
    return [static_url(name) for name in names if name != "sw.js"]


@cache
def _hash(name: str) -> str:
    file = next(path for folder in FOLDERS if (path := folder / name).is_file())
    return hashlib.sha256(file.read_bytes()).hexdigest()[:12]
