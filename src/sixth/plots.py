"""What all plots have in common: the formats they are written in, and their style."""

from contextlib import AbstractContextManager
from io import BytesIO
from pathlib import Path
from typing import TYPE_CHECKING, Final

from sixth.errors import UsageProblem
from sixth.i18n import gettext as _
from sixth.text import printable

# matplotlib is there only for who wants plots.
if TYPE_CHECKING:
    from matplotlib.figure import Figure

_FORMATS: Final = {".png": "png", ".svg": "svg"}


def plot_format(name: str) -> str:
    """Return the format that a file of this name is written in.

    Raises:
        UsageProblem: the name ends in neither .png nor .svg.
    """
    suffix = Path(name).suffix.lower()
    if suffix not in _FORMATS:
        wrong = _("--plot takes a file that ends in .png or .svg, not {value}.")
        raise UsageProblem(wrong.format(value=repr(printable(name, longest=200))))
    return _FORMATS[suffix]


def style(font_size: int) -> AbstractContextManager[None]:
    """Return the context in which a figure is made and written."""
    import matplotlib as mpl

    return mpl.rc_context({"svg.hashsalt": "sixth", "svg.fonttype": "none", "font.size": font_size})


def written(figure: "Figure", form: str) -> bytes:
    """Return a figure as a file of this format; the same figure gives the same file."""
    file = BytesIO()
    # No date in it.
    metadata = {"Date": None} if form == "svg" else {"Software": "Sixth"}
    figure.savefig(file, format=form, dpi=150, metadata=metadata)
    return file.getvalue()
