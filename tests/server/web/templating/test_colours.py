"""The design tokens: their contrast in every theme, by WCAG 2.2, and for readers with colour blindness."""

import math
import re
from itertools import combinations
from typing import Final, get_args

import pytest

from sixth.rules.options import SEATS
from sixth.server.web.middleware.preferences import Cards, Felt
from sixth.server.web.templating.files import STATIC

_SHEETS: Final = ("tokens.css", "contrast.css")
_CSS: Final = "".join((STATIC / name).read_text("utf-8") for name in _SHEETS)
_BLOCK: Final = re.compile(r"((?::root|\[data-)[^{]*)\{([^{}]*)\}")
_TOKEN: Final = re.compile(r"--([a-z0-9-]+): ([^;]+)")
_TWO: Final = re.compile(r"light-dark\((.+?), (.+)\)")

Tokens = dict[str, str]
Colour = tuple[float, ...]
Matrix = tuple[Colour, Colour, Colour]


def _blocks() -> dict[str, Tokens]:
    return {selector.strip(): dict(_TOKEN.findall(body)) for selector, body in _BLOCK.findall(_CSS)}


_PLAIN: Final = ":root"
_HIGH_CONTRAST: Final = ":root[data-theme]"


def _theme(scheme: str, *, contrast: bool, variant: str = "") -> Tokens:
    """Return the tokens of a theme, with another felt or card back where `variant` is the block of one."""
    blocks = _blocks()
    tokens = blocks[_PLAIN] | blocks.get(variant, {}) | (blocks[_HIGH_CONTRAST] if contrast else {})
    at = 1 if scheme == "light" else 2
    return {
        name: colours[at] if (colours := _TWO.fullmatch(value)) else value for name, value in tokens.items()
    }


def _linear(colour: str) -> Colour:
    parts = [int(colour[at : at + 2], 16) / 255 for at in (1, 3, 5)]
    red, green, blue = (
        part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in parts
    )
    return red, green, blue


def _luminance(colour: str) -> float:
    red, green, blue = _linear(colour)
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def _contrast(one: str, other: str) -> float:
    low, high = sorted((_luminance(one), _luminance(other)))
    return (high + 0.05) / (low + 0.05)


_SEATS: Final = tuple(f"seat-{seat}" for seat in range(max(SEATS)))

_TEXT: Final = {
    "cloth": ("ink", "ink-soft", "accent", "good", "warn"),
    "paper": ("ink", "ink-soft", "accent", "good", "warn"),
    "accent": ("accent-ink",),
    "main": ("main-ink",),
    "felt-main": ("felt-main-ink",),
    "accent-soft": ("ink", "ink-soft", "accent", "good", "warn"),
    "felt": ("felt-ink", "felt-soft", "felt-focus", "full"),
    "felt-lit": ("felt-ink", "felt-soft", "felt-focus", "full"),
    "lane": ("felt-ink", "felt-soft", "felt-focus", "full"),
    "full": ("full-ink",),
    "card": ("heads-1", "heads-2", "heads-3", "heads-5", "heads-7", "card-back"),
    "tint-1": ("heads-1",),
    "tint-2": ("heads-2",),
    "tint-3": ("heads-3",),
    "gem-1": ("card",),
    "gem-2": ("card",),
    "gem-3": ("card",),
    "heads-5": ("card",),
}
"""Grounds, and the inks on each."""

_MARKS: Final = {
    "cloth": ("field", "focus", "accent", "main", *_SEATS),
    "paper": ("field", "focus", "accent", *_SEATS),
    "accent-soft": ("field", "focus"),
    "felt": ("felt-focus", "felt-line"),
    "lane": ("felt-focus", "full"),
    "card-back": ("card",),
    **dict.fromkeys(_SEATS, ("mark-ink",)),
}
"""Grounds, and the borders, focus rings and marks on each."""

_THEMES: Final = [
    pytest.param(scheme, contrast, id=f"{scheme}{'-contrast' if contrast else ''}")
    for scheme in ("light", "dark")
    for contrast in (False, True)
]


_LOOKS: Final = ["", *(name for name in _blocks() if name.startswith("[data-"))]
"""Felts and card backs: "" for the default ones, and the blocks of the others."""


@pytest.mark.parametrize("look", _LOOKS)
@pytest.mark.parametrize(("scheme", "contrast"), _THEMES)
def test_every_text_contrasts_with_its_background(scheme: str, contrast: bool, look: str) -> None:
    tokens = _theme(scheme, contrast=contrast, variant=look)
    least = 7.0 if contrast else 4.5
    faint = {
        f"{ink} on {ground}": round(_contrast(tokens[ink], tokens[ground]), 2)
        for ground, inks in _TEXT.items()
        for ink in inks
        if _contrast(tokens[ink], tokens[ground]) < least
    }
    assert not faint


@pytest.mark.parametrize("look", _LOOKS)
@pytest.mark.parametrize(("scheme", "contrast"), _THEMES)
def test_fields_focus_and_marks_contrast_with_their_surroundings(
    scheme: str, contrast: bool, look: str
) -> None:
    tokens = _theme(scheme, contrast=contrast, variant=look)
    faint = {
        f"{mark} on {ground}": round(_contrast(tokens[mark], tokens[ground]), 2)
        for ground, marks in _MARKS.items()
        for mark in marks
        if _contrast(tokens[mark], tokens[ground]) < 3
    }
    assert not faint


def _times(matrix: Matrix, colour: Colour) -> Colour:
    first, second, third = (sum(a * b for a, b in zip(line, colour, strict=True)) for line in matrix)
    return first, second, third


def _perceived(colour: str, eyes: Matrix) -> Colour:
    """Return the colour as eyes perceive it, in OKLab, where equal distances look equal."""
    response = _times(eyes, _linear(colour))
    cones = _times(_TO_CONES, tuple(min(max(part, 0.0), 1.0) for part in response))
    return _times(_TO_LAB, tuple(part ** (1 / 3) for part in cones))


_TO_CONES: Final[Matrix] = (
    (0.4122214708, 0.5363325363, 0.0514459929),
    (0.2119034982, 0.6806995451, 0.1073969566),
    (0.0883024619, 0.2817188376, 0.6299787005),
)
_TO_LAB: Final[Matrix] = (
    (0.2104542553, 0.7936177850, -0.0040720468),
    (1.9779984951, -2.4285922050, 0.4505937099),
    (0.0259040371, 0.7827717662, -0.8086757660),
)
_EYES: Final[dict[str, Matrix]] = {
    "usual": ((1, 0, 0), (0, 1, 0), (0, 0, 1)),
    # Machado, Oliveira, Fernandes 2009, without any of one kind of cone.
    "protan": (
        (0.152286, 1.052583, -0.204868),
        (0.114503, 0.786281, 0.099216),
        (-0.003882, -0.048116, 1.051998),
    ),
    "deutan": (
        (0.367322, 0.860646, -0.227968),
        (0.280085, 0.672501, 0.047413),
        (-0.011820, 0.042940, 0.968881),
    ),
    "tritan": (
        (1.255528, -0.076749, -0.178779),
        (-0.078411, 0.930809, 0.147602),
        (0.004733, 0.691367, 0.303900),
    ),
}


@pytest.mark.parametrize("eyes", _EYES)
@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_player_colours_differ_also_for_colour_blind_readers(scheme: str, eyes: str) -> None:
    """The first four differ most, as most tables have no more; all have shapes besides."""
    tokens = _theme(scheme, contrast=False)
    colours = [_perceived(tokens[seat], _EYES[eyes]) for seat in _SEATS]
    for seats, least in ((4, 0.11), (6, 0.09), (10, 0.045)):
        assert min(math.dist(*pair) for pair in combinations(colours[:seats], 2)) > least


def test_every_player_has_a_shape_of_their_own() -> None:
    shapes = [_blocks()[_PLAIN][f"shape-{seat}"] for seat in range(max(SEATS))]
    assert len(set(shapes)) == max(SEATS)


def test_high_contrast_replaces_tokens_only() -> None:
    blocks = _blocks()
    assert blocks[_HIGH_CONTRAST].keys() <= blocks[_PLAIN].keys()


def test_every_felt_and_card_back_is_in_the_tokens() -> None:
    felts = [f'[data-felt="{felt}"]' for felt in get_args(Felt)]
    backs = [f'[data-cards="{cards}"]' for cards in get_args(Cards)]
    blocks = _blocks()
    assert {*felts, *backs} == {name for name in blocks if name.startswith("[data-")}
    # The first of each is the default.
    assert all(blocks[first].items() <= blocks[_PLAIN].items() for first in (felts[0], backs[0]))


def test_colours_are_in_the_tokens_only() -> None:
    for sheet in STATIC.glob("*.css"):
        if sheet.name not in _SHEETS:
            literals = set(
                re.findall(r"#[0-9a-f]{3,8}\b|\b(?:rgba?|hsla?|oklch)\((?!from)", sheet.read_text())
            )
            # A mask is no colour, and a QR code is black on white in every theme.
            assert literals <= {"#000", "#fff"}, sheet.name
