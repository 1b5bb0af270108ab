"""Parts of Sixth that are installed only where they are wanted, and the command that installs one."""

import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Final

from sixth.i18n import gettext as _

_ROOT: Final = Path(__file__).parents[2]


class MissingExtraError(ModuleNotFoundError):
    """A package that an extra brings is not installed; the text says in one sentence how to install it."""


def install_command(extra: str) -> str:
    """Return the command that installs an extra; in a checkout of the sources it is another one."""
    if (_ROOT / "pyproject.toml").exists():
        python = Path(sys.executable)
        shown = python.relative_to(_ROOT) if python.is_relative_to(_ROOT) else python
        return f"{shown} -m pip install -e '{_ROOT}[{extra}]'"
    return f"pip install 'sixth[{extra}]'"


@contextmanager
def needing(extra: str) -> Iterator[None]:
    """Import in the block what `extra` brings.

    Raises:
        MissingExtraError: a package of others is not installed.
    """
    try:
        yield
    except ModuleNotFoundError as error:
        if isinstance(error, MissingExtraError) or (error.name or "sixth").partition(".")[0] == "sixth":
            raise
        wrong = _("The package {package} is not installed; install it with: {command}")
        said = wrong.format(package=error.name, command=install_command(extra))
        raise MissingExtraError(said, name=error.name) from error
