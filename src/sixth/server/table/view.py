"""A table as one seat, or a spectator, may see it; every page and answer is made from it. Pure."""

from dataclasses import dataclass
from functools import lru_cache

from sixth.rules.deal import commitment
from sixth.rules.fold import with_fields
from sixth.rules.options import Rules
from sixth.rules.view import View, view
from sixth.server.table.config import TableConfig
from sixth.server.table.events import Advised, Clocked, Coached, Sitter
from sixth.server.table.seats import marks_of
from sixth.server.table.state import Table
from sixth.server.table.tally import NO_TALLY, TableTally


@dataclass(frozen=True)
class TableView:
    """A table as one seat, or a spectator (`seat` is None), may see it; no field can hold another's secret.

    `promise` is the commitment to the secret of the current game, or of the first before it begins,
    `next_promise` that of the next game. `again` is the earlier game whose deals this game has, or "";
    `daily` the day whose deal is played here, or "", for `practice` if that day was over. `changed` names
    what the host changed last. `company` are the people who must be ready before the next round or game.
    `view` has no `chosen` card where a bot has chosen for the person. `advice` holds the turns of this game
    in which a seat asked the coach, `coached` the requests for its comments; `is_coached` says that the
    viewer gets comments. `claims` names by seat the newcomer with a claim to it, `claim` is the viewer's own,
    `offered` the seat for a viewer without a seat or claim.
    """

    id: str
    version: int
    rules: Rules
    config: TableConfig
    seat: int | None
    sitters: tuple[Sitter | None, ...]
    ready: tuple[bool, ...]
    stand_ins: tuple[Sitter | None, ...]
    host: int | None
    games: int
    game_id: str | None
    between_rounds: bool
    promise: str
    next_promise: str
    text: str
    view: View | None
    barred: bool
    clock: Clocked | None
    missed: int
    company: tuple[int, ...] = ()
    tally: TableTally = NO_TALLY
    again: str = ""
    daily: str = ""
    practice: bool = False
    changed: tuple[str, ...] = ()
    claims: tuple[str | None, ...] = ()
    claim: int | None = None
    offered: int | None = None
    advice: tuple[Advised, ...] = ()
    coached: tuple[Coached, ...] = ()
    is_coached: bool = False

    @property
    def marks(self) -> tuple[int, ...]:
        """The number of the shape of each seat."""
        return marks_of(self.sitters)


@lru_cache(4096)
def _promise(secret: str) -> str:
    return commitment(bytes.fromhex(secret))


def table_view(
    table: Table, seat: int | None, *, barred: bool = False, claim: int | None = None
) -> TableView:
    """Return the view of the table for `seat`, or for a spectator (None).

    `barred` says that the host has removed this spectator, `claim` is the seat that they have claimed.
    """
    next_promise = _promise(table.secret)
    # Bypasses `__init__` for speed, as `view` does: each listener gets a view of each change.
    result = object.__new__(TableView)
    result.__dict__.update(
        id=table.id,
        version=table.version,
        rules=table.rules,
        config=table.config,
        seat=seat,
        sitters=table.sitters,
        ready=tuple([each.ready for each in table.seats]),
        stand_ins=tuple([each.stand_in for each in table.seats]),
        host=table.host,
        games=table.games,
        game_id=table.game_id,
        between_rounds=table.between_rounds,
        promise=table.dealer.proof.commitment if table.dealer else next_promise,
        next_promise=next_promise,
        text=table.seats[seat].text if seat is not None else "",
        view=_game_view(table, seat),
        barred=barred,
        clock=table.clock,
        missed=table.seats[seat].missed if seat is not None else 0,
        company=table.company if table.resting else (),
        tally=table.tally,
        again=table.again if table.games <= 1 else "",
        daily=table.daily,
        practice=table.practice,
        changed=table.changed,
        claims=tuple([each.claim and each.claim.name for each in table.seats]),
        claim=claim,
        advice=table.advice,
        coached=table.coached,
        is_coached=seat is not None and table.is_coached(seat),
        offered=table.offered if seat is None and claim is None and not barred else None,
    )
    return result


def _game_view(table: Table, seat: int | None) -> View | None:
    """Return the view of the game for `seat`, or None if no game has begun."""
    if table.state is None:
        return None
    game_view = view(table.state, seat)
    if seat is None or game_view.chosen == table.own_choice(seat):
        return game_view
    return with_fields(game_view, chosen=None)
