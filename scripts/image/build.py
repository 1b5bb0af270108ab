"""An image of a wheel for each processor, in one archive of an OCI layout."""

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


def build_image(wheel: Path, file: Path, at: datetime, processors: Sequence[str]) -> Iterator[str]:
    """Write the archive; yield a line about each layer.

    Raises:
        ImageError: no image can be built on this machine.
    """
    with TemporaryDirectory() as name:
        home = Path(name)
        (home / "cache").mkdir()
        python = home / "python"
        unpack((ROOT / LOCK).read_text(), this_processor(), home / "cache", python)
        images = {each: folders(wheel, each, home, python) for each in processors}
        yield from write_image(images, wheel.name.split("-")[1], file, at)


def write_image(
    images: Mapping[str, Iterable[tuple[str, Path]]], version: str, file: Path, at: datetime
) -> Iterator[str]:
    """Write the archive with the images of each processor; yield a line about each layer.

    `images` has the layers of the larger image, the lowest first, each with what is in it. The smaller image,
    whose tag is the version, lacks the last.
    """
    labels = {
        "org.opencontainers.image.title": "Sixth",
        "org.opencontainers.image.version": version,
        "org.opencontainers.image.licenses": "MIT",
    }
    tags: dict[str, dict[str, list[Layer]]] = {version: {}, f"{version}-full": {}}
    with TemporaryDirectory() as name:
        layout = Path(name)
        blobs = layout / "blobs/sha256"
        blobs.mkdir(parents=True)
        for processor, folders in images.items():
            layers = []
            for what, folder in folders:
                layer = write_layer(folder, blobs, at, what)
                layers.append(layer)
                sizes = f"{layer.size / 1e6:.1f} MB, {layer.unpacked / 1e6:.1f} MB unpacked"
                yield f"{processor}, {what}: {sizes}"
            tags[version][processor] = layers[:-1]
            tags[f"{version}-full"][processor] = layers
        write_layout(layout, tags, labels, at)
        with tarfile.open(file, "w") as archive:
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
