"""A registry of images on this machine: what skopeo pushes to it, engines of containers pull from it."""

import re
import shutil
import subprocess
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Final

from tests.server.support.hosting import until
from tests.server.support.proxies import running

REGISTRY: Final = shutil.which("docker-registry") or "/usr/bin/docker-registry"
SKOPEO: Final = shutil.which("skopeo") or "/usr/bin/skopeo"


@contextmanager
def container_registry(folder: Path) -> Iterator[str]:
    """Yield the address of an empty registry that keeps its images in `folder`."""
    settings, log = folder / "registry.yml", folder / "log"
    settings.write_text(
        "version: 0.1\n"
        f"storage: {{filesystem: {{rootdirectory: {folder / 'images'}}}}}\n"
        "http: {addr: '127.0.0.1:0'}\n"
    )

    def listens() -> re.Match[str] | None:
        return re.search(r"listening on ([\d.]+:\d+)", log.read_text())

    with log.open("w") as file, running([REGISTRY, "serve", str(settings)], stderr=file):
        until(lambda: bool(listens()), "the registry listened")
        place = listens()
        assert place
        yield place[1]


def skopeo(*arguments: str) -> str:
    """Run skopeo with these arguments; return what it printed."""
    return subprocess.run([SKOPEO, *arguments], check=True, capture_output=True, text=True).stdout
