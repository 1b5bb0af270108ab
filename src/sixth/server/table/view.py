"""A table as one seat, or a spectator, may see it. Pure; there is no other way to show one."""

from dataclasses import dataclass
from functools import lru_cache

from sixth.rules.deal import commitment
from sixth.rules.fold import with_fields
from sixth.rules.options import Rules
from sixth.rules.view import View, view
from sixth.server.table.config import TableConfig
from sixth.server.table.events import Advised, Clocked, Coached, Sitter
from sixth.server.table.state import Table
from sixth.server.table.tally import NO_TALLY, Tally


@dataclass(frozen=True)
class TableView:
    """A table as one seat, or a spectator (`seat` is None), may see it; no field could hold a secret.

    `promise` is the commitment to the secret of the game that goes on or is about to begin, `next_promise`
    that of the one after it. `again` is the earlier game whose deals this game has, or "", `daily` the day
    whose deal is played here, or "", for `practice` where that day was over. `changed` is what the host
    changed last. `company` are the people for whom what comes after a result waits. In `view` nothing is
    `chosen` where a bot has chosen in the person's place.
    `advice` are the turns of this game in which a seat asked the coach, `coached` who wished it to say what
    each turn was worth, or no longer did; `told` is whether it does so to the viewer.
    `claims` are the names of those who will have a bot's seat, `claim` is the viewer's own such seat, and
    `offered` the one that a viewer without any may have.
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
    tally: Tally = NO_TALLY
    again: str = ""
    daily: str = ""
    practice: bool = False
    changed: tuple[str, ...] = ()
    claims: tuple[str | None, ...] = ()
    claim: int | None = None
    offered: int | None = None
    advice: tuple[Advised, ...] = ()
    coached: tuple[Coached, ...] = ()
    told: bool = False


@lru_cache(4096)
def _promise(secret: str) -> str:
    return commitment(bytes.fromhex(secret))


def table_view(
    table: Table, seat: int | None, *, barred: bool = False, claim: int | None = None
) -> TableView:
    """Return what `seat`, or a spectator (None), may see of the table.

    `barred` says that they are somebody whom the host had leave, `claim` which seat a spectator will have.
    """
    promised = _promise(table.secret)
    # Past __init__, as in `view`: one is made for everybody who listens, whenever the table moves.
    seen = object.__new__(TableView)
    seen.__dict__.update(
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
        promise=table.dealer.proof.commitment if table.dealer else promised,
        next_promise=promised,
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
        told=seat is not None and table.is_coached(seat),
        offered=table.offered if seat is None and claim is None and not barred else None,
    )
    return seen


def _game_view(table: Table, seat: int | None) -> View | None:
    """What `seat` may see of the game, if one has begun."""
    if table.state is None:
        return None
    seen = view(table.state, seat)
    if seat is None or seen.chosen == table.own_choice(seat):
        return seen
    return with_fields(seen, chosen=None)
