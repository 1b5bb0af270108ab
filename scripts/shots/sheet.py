"""Sheets of contact prints, and a page with all pictures."""

from collections.abc import Mapping, Sequence
from html import escape
from pathlib import Path
from typing import Final

from PIL import Image, ImageDraw, ImageFont

_GAP_PX: Final = 14
_LABEL_PX: Final = 24
_SHEET_PX: Final = 2400
"""The width of a sheet."""

_STYLE: Final = """
body { font: 15px system-ui; margin: 1rem; background: #eee; }
section { display: flex; gap: 1rem; align-items: start; overflow-x: auto; padding-block: 0.5rem; }
img { height: 520px; border: 1px solid #888; }
h2 { margin: 1rem 0 0; }
.wrong { color: #a00; }
"""


def print_sheet(pictures: Mapping[str, Path], to: Path, columns: int) -> None:
    """Write one picture that shows all of these small, each under its name."""
    width = (_SHEET_PX - _GAP_PX) // columns - _GAP_PX
    font = ImageFont.load_default(16)
    thumbs = []
    for name, path in pictures.items():
        with Image.open(path) as shown:
            height = round(shown.height * width / shown.width)
            thumbs.append((name, shown.convert("RGB").resize((width, height))))
    rows = [thumbs[at : at + columns] for at in range(0, len(thumbs), columns)]
    heights = [max(each.height for _name, each in row) + _LABEL_PX + _GAP_PX for row in rows]
    sheet = Image.new("RGB", (_SHEET_PX, sum(heights) + _GAP_PX), "#dddddd")
    draw, top = ImageDraw.Draw(sheet), _GAP_PX
    for row, height in zip(rows, heights, strict=True):
        for column, (name, thumb) in enumerate(row):
            left = _GAP_PX + column * (width + _GAP_PX)
            draw.text((left, top), name, "#111111", font)
            sheet.paste(thumb, (left, top + _LABEL_PX))
        top += height
    sheet.save(to)


def write_index(
    folder: Path, taken: Mapping[str, Mapping[str, Path]], faults: Mapping[str, Sequence[str]]
) -> None:
    """Write a page with a row for each station: its pictures in all looks, and its faults."""
    parts = [f"<!doctype html><meta charset=utf-8><title>Shots</title><style>{_STYLE}</style><h1>Shots</h1>"]
    for station, pictures in taken.items():
        parts.append(f"<h2 id={station}>{station}</h2>")
        parts += [f"<p class=wrong>{escape(each)}</p>" for each in faults.get(station, ())]
        images = [
            f'<img loading=lazy src="{path.relative_to(folder)}" alt="{look}" title="{look}">'
            for look, path in pictures.items()
        ]
        parts.append(f"<section>{''.join(images)}</section>")
    (folder / "index.html").write_text("\n".join(parts), "utf-8")
