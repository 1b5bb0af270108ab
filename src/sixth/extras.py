"""Extras, the optional parts of Sixth, and the commands that install them."""

import json
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from importlib.metadata import distribution
from pathlib import Path
from typing import Final

from sixth.i18n import gettext as _

_ROOT: Final = Path(__file__).parents[2]


class MissingExtraError(ModuleNotFoundError):
    """An extra that is not installed; the text is one sentence that says how to install it."""


def install_command(extra: str) -> str:
    """Return the command that installs an extra, from where Sixth itself was installed."""
    if (_ROOT / "pyproject.toml").exists():
        python = Path(sys.executable)
        path = python.relative_to(_ROOT) if python.is_relative_to(_ROOT) else python
        return f"{path} -m pip install -e '{_ROOT}[{extra}]'"
    # Where it came from an index, there is no such file.
    origin = json.loads(distribution("sixth").read_text("direct_url.json") or "{}")
    source = f" @ {'git+' if 'vcs_info' in origin else ''}{origin['url']}" if origin else ""
    return f"pip install 'sixth[{extra}]{source}'"


@contextmanager
def require_extra(extra: str) -> Iterator[None]:
    """Raise a failed import in the block as `MissingExtraError`, which names `extra`."""
    try:
        yield
    except ModuleNotFoundError as error:
        if isinstance(error, MissingExtraError) or (error.name or "sixth").partition(".")[0] == "sixth":
            raise
        wrong = _("The package {package} is not installed; install it with: {command}")
        text = wrong.format(package=error.name, command=install_command(extra))
        raise MissingExtraError(text, name=error.name) from error
