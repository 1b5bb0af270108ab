"""The choices of the player in a deal of a board or a day, each at its point of the game. Pure.

The bots go by the position alone, so all who chose the same cards and rows before are at the same point.
"""

from collections.abc import Iterator, Sequence

from sixth.rules.events import Revealed, Took
from sixth.rules.state import State
from sixth.server.features.boards.chain import SEAT
from sixth.server.web.views.choices import OwnChoice, point_of


def own_choices(state: State) -> Sequence[OwnChoice]:
    """Return the choices of the player in the deal so far, in order."""
    return list(_choices(state))


def _choices(state: State) -> Iterator[OwnChoice]:
    path, turn = "", 0
    for event in state.history:
        match event:
            case Revealed(turn=turn, cards=cards) if (card := cards[SEAT]) is not None:
                each = OwnChoice(turn, point_of(path), card, None)
            case Took(seat=seat, row=row) if seat == SEAT:
                each = OwnChoice(turn, point_of(path), None, row)
            case _:
                continue
        yield each
        path = f"{path} {each.name}"
