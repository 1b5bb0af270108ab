"""Build the images of a wheel, or write the lock of what it has of Debian.

    python -m scripts.image WHEEL FOLDER [PROCESSOR…]      by default amd64 and arm64
    python -m scripts.image lock

FOLDER then has two archives, each an OCI image layout: the second, with `-full` in its name, has the extra
`fast`, too.
"""

import sys
from pathlib import Path

from scripts.image.build import LOCK, ROOT, build_images
from scripts.image.debian import LINKERS, newest
from scripts.image.packages import ImageError
from scripts.release import made_at


def main(arguments: list[str]) -> int:
    """Do what the arguments say; return the exit code."""
    if arguments == ["lock"]:
        lines = [f"{line}\n" for processor in LINKERS for line in newest(processor)]
        (ROOT / LOCK).write_text("".join(lines))
        return 0
    wheel, folder, *processors = arguments
    try:
        for line in build_images(Path(wheel), Path(folder), made_at(ROOT), processors or [*LINKERS]):
            sys.stdout.write(f"{line}\n")
    except ImageError as error:
        sys.stderr.write(f"{error}\n")
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
