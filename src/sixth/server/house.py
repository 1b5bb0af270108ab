"""What the host of a table decides about it, beside the rules of the game."""

from dataclasses import dataclass
from typing import Final

from sixth import bots
from sixth.rules.game import Refusal

SHORTEST_TURN: Final = 5
LONGEST_TURN: Final = 14 * 24 * 3600
LONGEST_BANK: Final = 14 * 24 * 3600


@dataclass(frozen=True, slots=True, kw_only=True)
class House:
    """How a table is kept. Part of its log, so every field has a default that old logs are read with.

    `listed`: it is in the list of open tables. `spectators`: others may watch. `helps`: the page may show
    which cards were seen and which row is in danger. `chat`: free text may be sent. `stand_in`: the kind of
    bot that plays for who leaves. `turn_seconds`, `bank_seconds`: the clock, if `turn_seconds` is not 0.
    """

    listed: bool = False
    spectators: bool = True
    helps: bool = False
    chat: bool = True
    stand_in: str = "careful"
    turn_seconds: int = 0
    bank_seconds: int = 0


USUAL: Final = House()
"""How a table is kept where nobody decided otherwise."""


def checked(house: House) -> House:
    """The same house, if it can be kept so.

    Raises:
        Refusal: there is no such bot, or the clock is out of bounds.
    """
    if house.stand_in not in bots.names:
        raise Refusal("no-bot", f"There is no bot of that name; the bots are {', '.join(bots.names)}.")
    if house.turn_seconds and not SHORTEST_TURN <= house.turn_seconds <= LONGEST_TURN:
        raise Refusal("clock", "A turn may last from 5 seconds to 14 days, or have no limit.")
    if not 0 <= house.bank_seconds <= LONGEST_BANK:
        raise Refusal("clock", "The time in reserve may be from 0 seconds to 14 days.")
    return house
