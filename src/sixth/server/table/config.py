"""What the host of a table decides about it, beside the rules of the game."""

from dataclasses import dataclass
from typing import Final

from sixth.rules.game import Impossible

SHORTEST_TURN_S: Final = 5
LONGEST_TURN_S: Final = 14 * 24 * 3600
LONGEST_BANK_S: Final = 14 * 24 * 3600
LONGEST_QUICK_TURN_S: Final = 5 * 60


@dataclass(frozen=True, slots=True, kw_only=True)
class TableConfig:
    """How a table is kept. Part of its log, so every field has a default that old logs are read with.

    `listed`: it is in the list of open tables. `spectators`: others may watch. `late`: whoever comes later
    may have a bot's seat. `outside`: bots that people run elsewhere may sit down; `outside_talk`: and talk.
    `helps`: the page may show which cards were seen and which row is in danger. `chat`: free text may be
    sent. `stand_in`: the kind of bot that plays for who leaves. `turn_seconds`, `bank_seconds`: the clock, if
    `turn_seconds` is not 0.
    """

    listed: bool = False
    spectators: bool = True
    late: bool = True
    outside: bool = False
    outside_talk: bool = False
    helps: bool = False
    chat: bool = True
    stand_in: str = "careful"
    turn_seconds: int = 0
    bank_seconds: int = 0

    @property
    def is_quick(self) -> bool:
        """Whether a clock ends each turn within minutes, so that nobody waits long for the end of a round."""
        return 0 < self.turn_seconds <= LONGEST_QUICK_TURN_S


USUAL: Final = TableConfig()
"""How a table is kept where nobody decided otherwise."""


def checked(config: TableConfig) -> TableConfig:
    """Return the same config, if its clock is within bounds.

    Raises:
        Refusal: it is not.
    """
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
