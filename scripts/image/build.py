"""Two images of a wheel, without and with the extra `fast`, each in an archive for all processors."""

import tarfile
from collections.abc import Iterable, Iterator, Mapping, Sequence
from datetime import datetime
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Final

from scripts.image.debian import unpack
from scripts.image.layers import Layer, write_files, write_layer
from scripts.image.layout import write_layout
from scripts.image.packages import compile_modules, install, install_wheel, split, this_processor
from sixth.extras import FAST

ROOT: Final = Path(__file__).parents[2]
LOCK: Final = "locks/image.txt"
PACKAGES: Final = "locks/server.txt"


def build_images(wheel: Path, folder: Path, at: datetime, processors: Sequence[str]) -> Iterator[str]:
    """Write the archives into a folder; yield a line about each layer.

    Raises:
        ImageError: no image can be built on this machine.
    """
    with TemporaryDirectory() as name:
        home = Path(name)
        (home / "cache").mkdir()
        python = home / "python"
        unpack((ROOT / LOCK).read_text(), this_processor(), home / "cache", python)
        images = {each: folders(wheel, each, home, python) for each in processors}
        yield from write_images(images, wheel.name.split("-")[1], folder, at)


def write_images(
    images: Mapping[str, Iterable[tuple[str, Path]]], version: str, folder: Path, at: datetime
) -> Iterator[str]:
    """Write the archives of the smaller and the larger image; yield a line about each layer.

    `images` has the layers of the larger one for each processor, the lowest first, each with what is in it.
    The smaller one lacks the last.
    """
    with TemporaryDirectory() as name:
        home = Path(name)
        layers: dict[str, list[Layer]] = {}
        for processor, contents in images.items():
            layers[processor] = []
            for what, content in contents:
                layer = write_layer(content, home, at, what)
                layers[processor].append(layer)
                sizes = f"{layer.size / 1e6:.1f} MB, {layer.unpacked / 1e6:.1f} MB unpacked"
                yield f"{processor}, {what}: {sizes}"
        smaller = {processor: each[:-1] for processor, each in layers.items()}
        for tag, chosen in ((version, smaller), (f"{version}-full", layers)):
            layout = home / tag
            write_layout(layout, home, chosen, tag, at)
            with tarfile.open(folder / f"sixth-{tag}.oci.tar", "w") as archive:
                write_files(archive, layout, at)


def folders(wheel: Path, processor: str, home: Path, python: Path) -> Iterator[tuple[str, Path]]:
    """Yield the layers of the larger image for a processor, the lowest first, each with what is in it.

    `python` is a root whose Python this machine runs.
    """
    place = home / processor
    place.mkdir()
    unpack((ROOT / LOCK).read_text(), processor, home / "cache", place / "debian")
    install((ROOT / PACKAGES).read_text(), processor, place / "packages")
    split(place / "packages", FAST, place / "fast")
    install_wheel(wheel, place / "sixth")
    layers = {
        "debian": "Debian's Python",
        "packages": "what Sixth stands on",
        "sixth": f"Sixth {wheel.name.split('-')[1]}",
        "fast": "the extra fast",
    }
    for name, what in layers.items():
        compile_modules(place / name, python)
        yield what, place / name
