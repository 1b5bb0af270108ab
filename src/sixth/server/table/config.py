"""The host's settings of a table, beside the rules of the game."""

from dataclasses import dataclass
from typing import Final

from sixth.rules.game import Impossible
from sixth.rules.games import name_of
from sixth.rules.options import Rules

SHORTEST_TURN_S: Final = 5
LONGEST_TURN_S: Final = 14 * 24 * 3600
LONGEST_BANK_S: Final = 14 * 24 * 3600
LONGEST_QUICK_TURN_S: Final = 5 * 60


@dataclass(frozen=True, slots=True, kw_only=True)
class TableConfig:
    """The settings of a table. Part of its log, so every field has a default for older logs.

    `listed`: the table is in the list of open tables. `spectators`: people without a seat may watch. `late`:
    newcomers may take over from a bot. `outside`: bots that people run elsewhere may sit down;
    `outside_talk`: they may also talk. `helps`: pages may show which cards are out and which row is in
    danger, and the coach may speak. `chat`: people may send free text. `rated`: games count for ratings
    (`features.ratings`). `matched`: the site has seated the people of the first game, and begun it.
    `stand_in`: the kind of bot that plays for a person who leaves. `turn_seconds`, `bank_seconds`: the time
    of a turn (0 for no clock), the reserve.
    """

    listed: bool = False
    spectators: bool = True
    late: bool = True
    outside: bool = False
    outside_talk: bool = False
    helps: bool = False
    chat: bool = True
    rated: bool = False
    matched: bool = False
    stand_in: str = "careful"
    turn_seconds: int = 0
    bank_seconds: int = 0

    @property
    def takes_latecomers(self) -> bool:
        """Whether newcomers may take over from a bot; all players of a rated game agree before its deal."""
        return self.late and not self.rated

    @property
    def is_quick(self) -> bool:
        """Whether a clock ends each turn within minutes, so that a round is soon over."""
        return 0 < self.turn_seconds <= LONGEST_QUICK_TURN_S


USUAL: Final = TableConfig()
"""The settings of a table whose host has chosen none."""


def check_config(config: TableConfig) -> TableConfig:
    """Return the same config, or raise a refusal if its clock is out of bounds."""
    if config.turn_seconds and not SHORTEST_TURN_S <= config.turn_seconds <= LONGEST_TURN_S:
        raise Impossible(
            "clock",
            "A turn may last from {least} seconds to {most} days, or have no limit.",
            least=SHORTEST_TURN_S,
            most=LONGEST_TURN_S // 86400,
        )
    if not 0 <= config.bank_seconds <= LONGEST_BANK_S:
        raise Impossible(
            "clock", "The time in reserve may be up to {most} days.", most=LONGEST_BANK_S // 86400
        )
    return config


def check_rated(config: TableConfig, rules: Rules) -> None:
    """Check that a table with this config and these rules may be rated, if it is to be.

    With a strong bot as stand-in, players whose time is up in two turns of three would be rated as that bot.

    Raises:
        Refusal: it may not.
    """
    fair = config.turn_seconds and not config.helps and not config.outside and name_of(rules) is not None
    if config.rated and not (fair and config.stand_in == USUAL.stand_in):
        raise Impossible(
            "rated-needs",
            "A rated game is a named game with a clock and the usual stand-in bot (Careful), without hints"
            " and without bots from outside.",
        )
