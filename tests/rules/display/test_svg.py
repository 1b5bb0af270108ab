"""Positions as pictures: well-formed, readable without seeing them, and with nothing hidden in them."""

import re
from xml.etree import ElementTree

from hypothesis import given, strategies as st

import sixth
from sixth.rules.display.svg import view_svg
from sixth.rules.state import State
from sixth.rules.view import view
from tests.rules.strategies import audiences, moments

SVG = "{http://www.w3.org/2000/svg}"


def cards_of(picture: str) -> list[int]:
    """Return the cards of a picture, and check that the title of each has its heads."""
    cards = []
    for group in ElementTree.fromstring(picture).iter(f"{SVG}g"):
        title = str(group.findtext(f"{SVG}title"))
        number, heads = re.fullmatch(r"(\d+), (\d) heads?", title).groups()  # type: ignore[union-attr]
        assert group.findtext(f"{SVG}text") == number
        assert sum("transform" in path.attrib for path in group.iter(f"{SVG}path")) == int(heads)
        cards.append(int(number))
    return cards


@given(state=moments())
def test_every_card_that_lies_open_is_drawn_once_and_no_other(state: State) -> None:
    for seat in audiences(state):
        board = view(state, seat)
        cards = cards_of(view_svg(board))
        pending = [card for card, _ in board.pending]
        assert sorted(cards) == sorted(
            [*(card for row in board.rows for card in row), *board.hand, *board.open_deck, *pending]
        )
        assert not set(cards) & set(board.unseen())


@given(state=moments())
def test_a_picture_says_in_words_what_it_shows(state: State) -> None:
    board = view(state, 0)
    root = ElementTree.fromstring(board._repr_svg_())
    assert root.tag == f"{SVG}svg"
    assert root.get("role") == "img"
    assert root.findtext(f"{SVG}title") == str(board).splitlines()[0]
    assert root.findtext(f"{SVG}desc") == str(board)


@given(state=moments())
def test_everything_lies_within_the_picture(state: State) -> None:
    root = ElementTree.fromstring(view_svg(view(state, 0)))
    width, height = (float(root.attrib[name]) for name in ("width", "height"))
    assert root.get("viewBox") == f"0 0 {width:g} {height:g}"
    for text in root.findall(f"{SVG}text"):
        assert 0 <= float(text.attrib["x"]) <= width
        assert 0 <= float(text.attrib["y"]) <= height - 4
    for group in root.iter(f"{SVG}g"):
        x, y = map(float, re.findall(r"[\d.]+", group.attrib["transform"]))
        assert 0 <= x <= width - 40
        assert 0 <= y <= height - 50


def test_the_picture_of_a_game_is_that_of_a_spectator() -> None:
    game = sixth.Game(sixth.games["classic"].replace(seats=3), seed=1)
    assert game._repr_svg_() == view_svg(game.view(None))
    assert sorted(cards_of(game._repr_svg_())) == sorted(card for row in game.view(None).rows for card in row)


@given(name=st.text())
def test_the_names_of_seats_cannot_break_a_picture(name: str) -> None:
    seats = [sixth.Seat("<script>&amp;"), sixth.Seat(name)]
    picture = sixth.Game(sixth.games["classic"].replace(seats=2), seed=1, seats=seats)._repr_svg_()
    texts = [text.text for text in ElementTree.fromstring(picture).iter(f"{SVG}text")]
    assert "seat 0, <script>&amp;" in texts


def test_a_long_name_is_cut_to_what_has_room() -> None:
    seats = [sixth.Seat("x" * 100), sixth.Seat("Bo")]
    picture = sixth.Game(sixth.games["classic"].replace(seats=2), seed=1, seats=seats)._repr_svg_()
    texts = [text.text for text in ElementTree.fromstring(picture).iter(f"{SVG}text")]
    assert f"seat 0, {'x' * 15}…" in texts


def test_a_picture_has_no_ids_styles_scripts_or_links() -> None:
    """Many of them stand in one notebook, whose page they must not change."""
    picture = sixth.Game(sixth.games["classic"].replace(seats=2), seed=1).view(0)._repr_svg_()
    root = ElementTree.fromstring(picture)
    assert {each.tag.removeprefix(SVG) for each in root.iter()} == {
        "svg", "title", "desc", "rect", "g", "path", "text",
    }  # fmt: skip
    names = {name for each in root.iter() for name in each.attrib}
    assert not {
        name for name in names if name in ("id", "class", "style") or "href" in name or name[:2] == "on"
    }
