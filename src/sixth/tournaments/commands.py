"""What people may ask of a tournament."""

from dataclasses import dataclass

from sixth.rules.record import HUMAN
from sixth.tournaments.events import Player
from sixth.tournaments.plan import Plan


@dataclass(frozen=True, slots=True)
class Join:
    """Join under a name with the sender's token; a player who has joined with it before is renamed."""

    name: str
    team: str = ""
    kind: str = HUMAN
    run_by: str = ""


@dataclass(frozen=True, slots=True)
class Leave:
    """Play no further round; `player` is for the host, "" is the sender."""

    player: Player = ""


@dataclass(frozen=True, slots=True)
class Return:
    """Play again from the next round on; `player` is for the host, "" is the sender."""

    player: Player = ""


@dataclass(frozen=True, slots=True)
class Move:
    """Go on as this player in the sender's browser (the site, which knows that they are the same person)."""

    player: Player


@dataclass(frozen=True, slots=True)
class Report:
    """Enter the heads of a table by seat: a player of the table, the host, or the site (`game` is its id).

    Heads that cannot be are asked about: they are refused with the code `impossible-heads` unless the sender
    is `sure`.
    """

    round: int
    table: int
    heads: tuple[int, ...]
    game: str = ""
    sure: bool = False


@dataclass(frozen=True, slots=True)
class Confirm:
    """Confirm the result that another player of one's table has entered."""

    round: int
    table: int


@dataclass(frozen=True, slots=True)
class Change:
    """Change the plan (the host)."""

    plan: Plan


@dataclass(frozen=True, slots=True)
class Enter:
    """Enter somebody who has no phone (the host)."""

    name: str
    team: str = ""


@dataclass(frozen=True, slots=True)
class Rename:
    """Give a player another name or team (the host)."""

    player: Player
    name: str
    team: str = ""


@dataclass(frozen=True, slots=True)
class Draw:
    """Draw the tables of the next round, again if they are drawn and have not begun (the host)."""


@dataclass(frozen=True, slots=True)
class Swap:
    """Have two players of the drawn round change places (the host)."""

    first: Player
    second: Player


@dataclass(frozen=True, slots=True)
class Begin:
    """Begin the next round, drawn before if it is not (the host, or the site after the pause).

    While results are missing that is refused with the code `results-missing`; a host who is `sure` begins a
    round that does not depend on them all the same.
    """

    sure: bool = False


@dataclass(frozen=True, slots=True)
class Strike:
    """Take the result of a table back (the host)."""

    round: int
    table: int


@dataclass(frozen=True, slots=True)
class Judge:
    """Enter what the choices at a table cost, by seat (the site).

    For the seats in `stood_in` a bot of the site chose at times.
    """

    round: int
    table: int
    costs: tuple[float | None, ...]
    stood_in: tuple[int, ...] = ()


@dataclass(frozen=True, slots=True)
class Undo:
    """Undo the last thing that the host did and that can be undone (the host)."""


@dataclass(frozen=True, slots=True)
class End:
    """End the tournament now (the host)."""


@dataclass(frozen=True, slots=True)
class Context:
    """Who sends a command, and when.

    `proof` is the hash of the sender's token, "" for nobody's; `host` is true for the host, `site` for the
    site itself. `at` is the time in ISO 8601, and `new_player` the id of a player who joins by this command.
    """

    proof: str = ""
    host: bool = False
    site: bool = False
    at: str = ""
    new_player: Player = ""


TournamentCommand = (
    Join
    | Leave
    | Return
    | Move
    | Report
    | Confirm
    | Change
    | Enter
    | Rename
    | Draw
    | Swap
    | Begin
    | Strike
    | Judge
    | Undo
    | End
)
"""Any command."""
