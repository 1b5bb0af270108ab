"""The worked examples of the printed sheets, and other games worked out by hand: the rules read each of them.

`tests/test_referee.py` writes them down, numbered as the rules number them.
"""

import pytest

from sixth.rules.events import GameEnded
from sixth.rules.record import read
from tests.test_referee import GAMES, Line, texts


@pytest.mark.parametrize("lines", GAMES.values(), ids=GAMES)
def test_a_game_worked_out_by_hand_is_a_game_of_these_rules(lines: list[Line]) -> None:
    (game,) = read(texts(lines))
    *_, end = game.events
    assert isinstance(end, GameEnded)
    assert {"totals": list(end.totals), "winners": list(end.winners)}.items() <= lines[-1].items()
    assert game.state().over
