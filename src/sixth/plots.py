"""The file formats and the style of all plots."""

from contextlib import AbstractContextManager
from importlib import import_module
from io import BytesIO
from pathlib import Path
from typing import TYPE_CHECKING, Final

from sixth.errors import UsageProblem
from sixth.extras import require_extra
from sixth.i18n import gettext as _
from sixth.text import printable

# matplotlib is optional.
if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

_FORMATS: Final = {".png": "png", ".svg": "svg"}


def plot_format(name: str) -> str:
    """Return the format of a picture file of this name, "png" or "svg".

    Raises:
        UsageProblem: the name ends in neither .png nor .svg.
        MissingExtraError: the library matplotlib is not installed.
    """
    suffix = Path(name).suffix.lower()
    if suffix not in _FORMATS:
        wrong = _("--plot takes a file that ends in .png or .svg, not {value}.")
        raise UsageProblem(wrong.format(value=repr(printable(name, longest=200))))
    with require_extra("arena"):
        import_module("matplotlib")
    return _FORMATS[suffix]


def style(font_size: int) -> AbstractContextManager[None]:
    """Return the context in which to draw and encode a figure, with fonts of `font_size` points."""
    import matplotlib as mpl

    return mpl.rc_context({"svg.hashsalt": "sixth", "svg.fonttype": "none", "font.size": font_size})


def clear_frame(axes: "Axes") -> None:
    """Leave of the frame of a plot with a line for each name only its x axis and a grid."""
    axes.grid(axis="x", color="#dddddd", linewidth=0.8)
    axes.set_axisbelow(True)
    axes.spines[["top", "right", "left"]].set_visible(False)
    axes.tick_params(axis="y", length=0)


def encode(figure: "Figure", form: str) -> bytes:
    """Return the bytes of a figure in this format; the same figure gives the same bytes."""
    file = BytesIO()
    # Without a date, which would change.
    metadata = {"Date": None} if form == "svg" else {"Software": "Sixth"}
    figure.savefig(file, format=form, dpi=150, metadata=metadata)
    return file.getvalue()
