"""Draw the rooms of Sixth, and which imports which, from the imports themselves: docs/pictures/*.svg.

    python scripts/architecture.py

A box is a package or a module of `sixth`, or of `sixth.server`; an arrow from A to B means that A imports B.
Arrows that follow from others (A to C where A imports B and B imports C) are left out.
"""

from collections.abc import Iterable, Mapping
from html import escape
from itertools import pairwise
from pathlib import Path
from typing import Final

import grimp

SOURCE: Final = Path(__file__).parents[1] / "src"
PICTURES: Final = SOURCE.parent / "docs" / "pictures"
PACKAGES: Final = {"rooms": "sixth", "server": "sixth.server"}
"""The picture's name, and the package whose children it shows."""

BOX_PX: Final = (118, 34)
GAP_PX: Final = (22, 46)
MARGIN_PX: Final = 12
LANE: Final = 0.22
"""The width of an arrow that passes between boxes, in boxes."""

Imports = dict[str, set[str]]
"""For each room, the rooms it imports."""


def imports_of(package: str) -> Imports:
    """Return which children of `package` import which others, anywhere inside them."""
    graph = grimp.build_graph("sixth")
    children = sorted(graph.find_children(package) - {"sixth.__main__"})
    for child in children:
        graph.squash_module(child)
    return {
        child: graph.find_modules_directly_imported_by(child) & set(children) - {child} for child in children
    }


def without_shortcuts(imports: Imports) -> Imports:
    """Return the imports without those that follow from others.

    Raises:
        ValueError: rooms import one another in a circle.
    """
    below: Imports = {}

    def reach(room: str, path: tuple[str, ...] = ()) -> set[str]:
        if room in path:
            raise ValueError(f"imports go in a circle: {' → '.join((*path, room))}")
        if room not in below:
            found = imports[room]
            below[room] = found.union(*(reach(each, (*path, room)) for each in found))
        return below[room]

    for room in imports:
        reach(room)
    return {
        room: {each for each in found if not any(each in below[other] for other in found - {each})}
        for room, found in imports.items()
    }


def ranks_of(imports: Imports) -> dict[str, int]:
    """Return the row of each room, 0 at the top: below all that import it."""
    importers = {room: [other for other in imports if room in imports[other]] for room in imports}
    ranks: dict[str, int] = {}

    def rank(room: str) -> int:
        if room not in ranks:
            ranks[room] = 1 + max((rank(other) for other in importers[room]), default=-1)
        return ranks[room]

    for room in imports:
        rank(room)
    return ranks


def rows_of(
    imports: Imports, ranks: Mapping[str, int]
) -> tuple[list[list[str]], list[tuple[str, list[str], str]]]:
    """Return the rows from left to right, and for each arrow the places in between that it passes."""
    rows: list[list[str]] = [[] for _ in range(max(ranks.values()) + 1)]
    for room, rank in sorted(ranks.items()):
        rows[rank].append(room)
    arrows = []
    for room in sorted(imports):
        for target in sorted(imports[room]):
            places = [f"{room}>{target}:{rank}" for rank in range(ranks[room] + 1, ranks[target])]
            for rank, place in enumerate(places, ranks[room] + 1):
                rows[rank].append(place)
            arrows.append((room, places, target))
    links = [pair for room, places, target in arrows for pair in pairwise((room, *places, target))]
    for sweep in range(24):
        downwards = sweep % 2 == 0
        for row in rows if downwards else reversed(rows):
            at = _places(rows)
            row.sort(key=lambda each: _middle(each, links, at, downwards=downwards))
    return rows, arrows


def _middle(
    place: str, links: Iterable[tuple[str, str]], at: Mapping[str, float], *, downwards: bool
) -> tuple[float, str]:
    found = [at[a if downwards else b] for a, b in links if (b if downwards else a) == place]
    return (sum(found) / len(found) if found else at[place]), place


def _places(rows: Iterable[list[str]]) -> dict[str, float]:
    """Return where the middle of each place is, in boxes from the left, each row around the middle."""
    at = {}
    for row in rows:
        widths = [LANE if ">" in each else 1.0 for each in row]
        left = -sum(widths) / 2
        for each, width in zip(row, widths, strict=True):
            at[each] = left + width / 2
            left += width
    return at


def drawn(imports: Imports, title: str) -> str:
    """Return the picture as SVG, with its arrows as text for people who cannot see it."""
    ranks = ranks_of(imports)
    rows, arrows = rows_of(imports, ranks)
    at = _places(rows)
    (width, height), (gap_x, gap_y) = BOX_PX, GAP_PX
    left = min(at.values())

    def x_of(place: str) -> float:
        return MARGIN_PX + width / 2 + (at[place] - left) * (width + gap_x)

    def y_of(rank: int) -> float:
        return MARGIN_PX + rank * (height + gap_y)

    total = (max(map(x_of, at)) + width / 2 + MARGIN_PX, y_of(len(rows) - 1) + height + MARGIN_PX)
    lines = []
    for room, places, target in arrows:
        path = f"M{x_of(room):.0f} {y_of(ranks[room]) + height:.0f}"
        for rank, place in enumerate(places, ranks[room] + 1):
            path += f"L{x_of(place):.0f} {y_of(rank):.0f}V{y_of(rank) + height:.0f}"
        path += f"L{x_of(target):.0f} {y_of(ranks[target]) - 7:.0f}"
        lines.append(f'<path class="arrow" marker-end="url(#tip)" d="{path}"/>')
    for room, rank in sorted(ranks.items()):
        x, y = x_of(room), y_of(rank)
        name, box = room.rpartition(".")[2], f'width="{width}" height="{height}" rx="6"'
        lines.append(
            f'<rect{_kind(room)} x="{x - width / 2:.0f}" y="{y:.0f}" {box}/>'
            f'<text x="{x:.0f}" y="{y + height / 2 + 5:.0f}">{escape(name)}</text>'
        )
    return _SVG.format(
        width=f"{total[0]:.0f}",
        height=f"{total[1]:.0f}",
        title=escape(title),
        told=escape(told(imports)),
        body="\n".join(lines),
    )


def _kind(room: str) -> str:
    """Return the class of a box: a room is a package; a single module is drawn with a thin line."""
    return "" if (SOURCE / room.replace(".", "/")).is_dir() else ' class="module"'


def told(imports: Imports) -> str:
    """Return the arrows in words."""
    sentences = [
        f"{room.rpartition('.')[2]} imports {', '.join(sorted(each.rpartition('.')[2] for each in found))}."
        for room, found in sorted(imports.items())
        if found
    ]
    return " ".join(sentences)


_SVG: Final = """\
<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}" width="{width}" height="{height}" role="img">
<title>{title}</title>
<desc>{told}</desc>
<style>
rect {{ fill: #fffdf8; stroke: #7a1f3d; stroke-width: 2 }}
rect.module {{ stroke-width: 0.7 }}
text {{ fill: #24201a; font: 14px system-ui, sans-serif; text-anchor: middle }}
.arrow {{ fill: none; stroke: #82775f; stroke-width: 1.3; stroke-linejoin: round }}
marker path {{ fill: #82775f }}
</style>
<defs><marker id="tip" viewBox="0 0 8 8" refX="3" refY="4" markerWidth="7" markerHeight="7" orient="auto"><path d="M0 0 8 4 0 8z"/></marker></defs>
<rect width="100%" height="100%" style="fill: #f6f1e7; stroke: none"/>
{body}
</svg>
"""  # noqa: E501


def pictures() -> dict[str, str]:
    """Return each picture by its name."""
    return {
        name: drawn(without_shortcuts(imports_of(package)), f"Which rooms of {package} import which")
        for name, package in PACKAGES.items()
    }


if __name__ == "__main__":
    for name, picture in pictures().items():
        (PICTURES / f"{name}.svg").write_text(picture, encoding="utf-8")
