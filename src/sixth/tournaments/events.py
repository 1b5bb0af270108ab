"""The events of a tournament, as facts for its log."""

from dataclasses import dataclass
from typing import Final

from sixth.rules.record import HUMAN
from sixth.tournaments.plan import Plan

Player = str
"""The id of a player in one tournament."""

Tables = tuple[tuple[Player, ...], ...]
"""The tables of a round; the order at a table is that of its seats."""

HOST: Final = "host"
"""Who enters a result that the host enters, as `by` of an event."""

GAME: Final = "game"
"""Who enters a result that comes from a game at a table of the site."""


@dataclass(frozen=True, slots=True)
class Opened:
    """The tournament was set up at a time (ISO 8601); lots are drawn from `seed`.

    `host` is the hash of the host's token.
    """

    plan: Plan
    seed: str
    host: str
    at: str


@dataclass(frozen=True, slots=True)
class Planned:
    """The host has changed the plan."""

    plan: Plan


@dataclass(frozen=True, slots=True)
class Joined:
    """A player joined; `proof` is the hash of their token, "" for somebody whom the host has entered.

    `kind` is `human` or `outside`, and `run_by` who runs a bot from outside. `team` is the name of their
    team, "" without teams. `by` is `HOST`, or "" for the player.
    """

    player: Player
    name: str
    proof: str = ""
    team: str = ""
    kind: str = HUMAN
    run_by: str = ""
    by: str = ""


@dataclass(frozen=True, slots=True)
class Renamed:
    """A player has another name and plays for this team from now on.

    `by` is `HOST`, or "" for the player.
    """

    player: Player
    name: str
    team: str = ""
    by: str = ""


@dataclass(frozen=True, slots=True)
class Moved:
    """A player goes on in another browser, whose token has this hash."""

    player: Player
    proof: str


@dataclass(frozen=True, slots=True)
class Left:
    """A player plays no further round until they return; a round that runs is finished.

    `by` is `HOST`, or "" for the player.
    """

    player: Player
    by: str = ""


@dataclass(frozen=True, slots=True)
class Returned:
    """A player who had left plays again from the next round on; `by` is `HOST`, or "" for the player."""

    player: Player
    by: str = ""


@dataclass(frozen=True, slots=True)
class Drawn:
    """The tables of the next round were drawn; it begins when the host agrees.

    Tables of three to six have room for any three people or more, so nobody has a rest.
    """

    round: int
    tables: Tables


@dataclass(frozen=True, slots=True)
class Swapped:
    """The host had two players of the drawn round change places."""

    round: int
    first: Player
    second: Player


@dataclass(frozen=True, slots=True)
class Began:
    """The drawn round began at a time (ISO 8601)."""

    round: int
    at: str


@dataclass(frozen=True, slots=True)
class Reported:
    """The heads of a table were entered, by a player, the `HOST` or a `GAME` of that id.

    `heads` are by seat. A result of the host or of a game holds; that of a player holds when another player
    of the table confirms it or enters the same. The last one that holds counts. After the end, that of a game
    says only that the table has played.
    """

    round: int
    table: int
    heads: tuple[int, ...]
    by: str
    game: str = ""


@dataclass(frozen=True, slots=True)
class Confirmed:
    """Another player of the table confirmed the result that was entered last."""

    round: int
    table: int
    by: Player


@dataclass(frozen=True, slots=True)
class Struck:
    """The host took the result of a table back."""

    round: int
    table: int


@dataclass(frozen=True, slots=True)
class Judged:
    """The coach judged the choices at a table: what they cost, in heads with two decimals.

    `costs` are by seat, None for a seat that was played by a bot of the site, and where there is no game to
    judge. `stood_in` has the seats for which a bot chose at times, whose choices are not among those judged.
    """

    round: int
    table: int
    costs: tuple[float | None, ...]
    stood_in: tuple[int, ...] = ()


@dataclass(frozen=True, slots=True)
class Undone:
    """The host undid the event with this number, the last of theirs that could be undone."""

    number: int


@dataclass(frozen=True, slots=True)
class Ended:
    """The tournament ended at a time (ISO 8601)."""

    at: str


TournamentEvent = (
    Opened
    | Planned
    | Joined
    | Renamed
    | Moved
    | Left
    | Returned
    | Drawn
    | Swapped
    | Began
    | Reported
    | Confirmed
    | Struck
    | Judged
    | Undone
    | Ended
)
"""Any event of a tournament."""
