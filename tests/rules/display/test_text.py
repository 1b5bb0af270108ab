"""Views, states and games as text: what stands on the table, and nothing hidden."""

import re

from hypothesis import given

import sixth
from sixth.rules.display.text import view_text
from sixth.rules.state import State
from sixth.rules.view import view
from tests.rules.strategies import audiences, moments

RULES = sixth.games["tactical"].replace(seats=3)


def test_a_view_prints_as_the_board() -> None:
    game = sixth.Game(RULES, seed=7)
    game.act(0, sixth.Choose(game.view(0).hand[2]))
    assert str(game.view(0)) == (
        "tactical, 3 seats: round 1, turn 1, seats 1 2 to act\n"
        "\n"
        "row 1    24                   1 head\n"
        "row 2    17                   1 head\n"
        "row 3     9                   1 head\n"
        "row 4    29                   1 head\n"
        "\n"
        "seat 0: 0 heads, 0 this round, has chosen\n"
        "seat 1: 0 heads, 0 this round, to act\n"
        "seat 2: 0 heads, 0 this round, to act\n"
        "\n"
        "hand: 1 2 [6] 15 16 18 19 20 22 32"
    )


def test_a_game_prints_as_a_spectator_sees_it_with_the_names_of_the_seats() -> None:
    seats = [sixth.Seat("Ana"), sixth.Seat("B\x1bob"), sixth.Seat("careful 1", "careful")]
    game = sixth.Game(RULES, seed=7, seats=seats)
    assert str(game) == view_text(game.view(None), ["Ana", "B\x1bob", "careful 1"])
    assert "seat 0, Ana: 0 heads" in str(game)
    assert "seat 1, B\N{REPLACEMENT CHARACTER}ob: 0 heads" in str(game)
    assert "hand" not in str(game)


@given(state=moments())
def test_every_card_that_lies_open_is_told_and_no_other(state: State) -> None:
    for seat in audiences(state):
        board = view(state, seat)
        lines = re.findall(r"^row \d+ (.*?) +\d+ heads?", str(board), re.MULTILINE)
        lines += re.findall(r"^(?:hand|open deck): (.*)", str(board), re.MULTILINE)
        lines += re.findall(r"(\d+) of seat", str(board))
        cards = sorted(int(card) for each in lines for card in re.findall(r"\d+", each))
        pending = [card for card, _ in board.pending]
        assert cards == sorted(
            [*(c for row in board.rows for c in row), *board.hand, *board.open_deck, *pending]
        )
        assert not set(cards) & set(board.unseen())


@given(state=moments())
def test_the_repr_of_a_state_tells_what_a_spectator_may_know(state: State) -> None:
    assert repr(state).removeprefix("<State") == repr(view(state, None)).removeprefix("<View of a spectator")
