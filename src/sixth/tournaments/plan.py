"""The plan of a tournament: what its host has chosen."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final, Literal

from sixth.rules.options import Rules

Place = Literal["online", "hall"]
"""Where people play: at tables of the site, or at real ones, whose results are entered."""

Seating = Literal["lot", "swiss", "league"]
"""How the rounds before the knock-out are seated: by lot; equal points together; by the place at the last
table, where the first go up a table and the last go down."""

Criterion = Literal["points", "relative", "heads", "choices", "direct", "lot"]
"""What orders the standings: points; relative heads (those of the others less one's own); heads, the fewest
first; heads lost by one's own choices, as the coach judges them, the fewest first; the results at tables
where the players met; the lot that each has drawn on joining."""

ORDERS: Final[Mapping[str, tuple[Criterion, ...]]] = {
    "points": ("points", "relative", "heads", "direct", "lot"),
    "direct": ("points", "direct", "relative", "heads", "lot"),
    "heads": ("heads", "points", "relative", "direct", "lot"),
    "choices": ("choices", "heads", "points", "lot"),
}
"""Orders of the standings to choose from, by name."""

LEAST_AT_TABLE: Final = 3
MOST_AT_TABLE: Final = 6
MAX_PLAYERS: Final = 1_000
MAX_ROUNDS: Final = 40
MAX_NAME_LENGTH: Final = 60
MAX_HEADS: Final = 9_999
"""The most heads that a result may name, whatever the sender is sure of."""
MAX_PLAYER_NAME_LENGTH: Final = 40
"""The longest name of a player or a team."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Plan:
    """The plan of a tournament.

    `rules` are those of a table of the usual size, `rules.seats`; larger and smaller tables have the same
    with other seats. `rounds` is how many rounds there are before the knock-out, and `cut` how many players
    go on into it: 0 for none, so that the rounds decide. There the first `go_on` of each table go on, and the
    best of the others fill the tables, until one table is left. Without rounds before it all players begin in
    the knock-out.

    `points` are those for the places at a table, the first place first; shared places share them. `order` has
    the criteria of the standings, the first one first. `team_size` is 0 without teams; the members of a team
    never sit together, and their points are added up. In a `duplicate` all tables of a round have the same
    deals. `turn_seconds` is the time of a turn online. Of rounds that follow one another by themselves,
    `pause_seconds` is the pause between them; 0 has the host begin each.
    """

    name: str
    rules: Rules
    place: Place = "online"
    seating: Seating = "lot"
    rounds: int = 5
    cut: int = 0
    go_on: int = 1
    points: tuple[int, ...] = (5, 3, 2, 1)
    order: tuple[Criterion, ...] = ("points", "relative", "heads", "direct", "lot")
    team_size: int = 0
    duplicate: bool = False
    turn_seconds: int = 60
    pause_seconds: int = 0
    outside: bool = False
    rated: bool = False

    @property
    def is_judged(self) -> bool:
        """Whether the coach judges the choices of all games, as the standings rest on them."""
        return "choices" in self.order
