"""Extras, the optional parts of Sixth, and the commands that install them."""

import json
import re
import sys
from collections.abc import Collection, Iterator
from contextlib import contextmanager
from importlib.metadata import distribution
from pathlib import Path
from typing import Final

from sixth.i18n import gettext as _

FAST: Final = frozenset({"llvmlite", "numba", "numpy"})
"""The packages of the extra `fast`."""

_ROOT: Final = Path(__file__).parents[2]


class MissingExtraError(ModuleNotFoundError):
    """An extra that is not installed; the text is one sentence that says how to install it."""


def install_command(extra: str) -> str:
    """Return the command that installs an extra, by the tool that installed Sixth, from where it came."""
    if (_ROOT / "pyproject.toml").exists():
        python = Path(sys.executable)
        path = python.relative_to(_ROOT) if python.is_relative_to(_ROOT) else python
        return f"{path} -m pip install -e '{_ROOT}[{extra}]'"
    # Where it came from an index, there is no such file.
    origin = json.loads(distribution("sixth").read_text("direct_url.json") or "{}")
    source = f" @ {'git+' if 'vcs_info' in origin else ''}{origin['url']}" if origin else ""
    return command_at(Path(sys.prefix)).format(what=f"'sixth[{extra}]{source}'")


def command_at(prefix: Path) -> str:
    """Return the command, with a place for `what`, that installs into the environment at `prefix`."""
    config = prefix / "pyvenv.cfg"
    by_uv = config.exists() and re.search("^uv *=", config.read_text("utf-8"), re.MULTILINE)
    if "pipx" in prefix.parts:
        temporary = ".cache" in prefix.parts[prefix.parts.index("pipx") :]
        return "pipx run --spec {what} sixth" if temporary else "pipx install --force {what}"
    if (prefix / "uv-receipt.toml").exists():
        return "uv tool install --force {what}"
    if by_uv and any(part.startswith(("archive-v", "environments-v")) for part in prefix.parts):
        return "uvx --from {what} sixth"
    return "uv pip install {what}" if by_uv else "pip install {what}"


@contextmanager
def require_extra(extra: str, *, packages: Collection[str] | None = None) -> Iterator[None]:
    """Raise a failed import in the block as `MissingExtraError`, which names `extra`.

    With `packages`, only imports of these. What already names the extra `fast`, which the others have in
    them, then names this one.
    """
    try:
        yield
    except ModuleNotFoundError as error:
        package = (error.name or "sixth").partition(".")[0]
        is_named = isinstance(error, MissingExtraError) and (packages is not None or package not in FAST)
        if is_named or package == "sixth" or (packages is not None and package not in packages):
            raise
        wrong = _("The package {package} is not installed; install it with: {command}")
        text = wrong.format(package=error.name, command=install_command(extra))
        raise MissingExtraError(text, name=error.name) from error
