"""A table as a value: who sits there, the game being played, and the fold of everything that happened.

Pure. Nobody is shown a `Table`: what one person may see of it is in `view`. What may be done at it is in
`commands`.
"""

from collections.abc import Iterable
from dataclasses import dataclass, replace

from sixth.rules.deal import Dealer
from sixth.rules.events import Chose, Dealt, Event, Flipped, Laid, Picked, Took
from sixth.rules.fold import evolve, with_fields
from sixth.rules.game import NotNow
from sixth.rules.options import Rules
from sixth.rules.record import Seat
from sixth.rules.state import State, before_deal, start
from sixth.server.table.config import USUAL, TableConfig
from sixth.server.table.events import (
    OUTSIDE,
    Advised,
    Arranged,
    Began,
    Claimed,
    Clocked,
    Coached,
    Confirmed,
    Extended,
    Kicked,
    Left,
    OfTime,
    Opened,
    Own,
    PlayedOut,
    Readied,
    Returned,
    Sat,
    Sitter,
    StoodIn,
    TableEvent,
    Texted,
    TimedOut,
    Unclaimed,
)
from sixth.server.table.seats import (
    FREE_SEAT,
    Guest,
    SeatState,
    arranged,
    came_or_went,
    since,
    unready,
    with_seat,
)
from sixth.server.table.tally import NO_TALLY, Tally


@dataclass(frozen=True)
class Table:
    """A table at one moment, secrets included. Show nobody this: see `table_view`.

    `version` counts the events. `barred` are hashes of the tokens of those whom the host had leave. `secret`
    is for the next game, `dealer` deals the current one. `games` counts those begun. `clock` is how the
    clocks stand. The first game has the deals of the earlier game `again`, if that is not ""; `daily` is the
    day whose deal is played here, "" anywhere else, for `practice` where it was over. `changed` names what
    the host changed last: fields of the house, and `rules`. `guests` are the people who sat down, in the
    order in which they came.
    `advice` are the turns of this game in which a seat asked the coach, `coached` who wished it to say what
    each turn was worth, or no longer did.
    `played_out` is whether the bots play this game to its end, as the only person here is out of it.
    Between a game and one by other rules there is no `state`, as before the first. `tally` is what is
    remembered of its games.
    """

    id: str
    version: int
    rules: Rules
    seats: tuple[SeatState, ...]
    secret: str
    barred: tuple[str, ...] = ()
    config: TableConfig = USUAL
    again: str = ""
    daily: str = ""
    practice: bool = False
    games: int = 0
    game_id: str | None = None
    state: State | None = None
    dealer: Dealer | None = None
    clock: Clocked | None = None
    changed: tuple[str, ...] = ()
    guests: tuple[Guest, ...] = ()
    tally: Tally = NO_TALLY
    advice: tuple[Advised, ...] = ()
    coached: tuple[Coached, ...] = ()
    played_out: bool = False

    @property
    def sitters(self) -> tuple[Sitter | None, ...]:
        """Who sits on each seat; None on a free one."""
        return tuple([each.sitter for each in self.seats])

    @property
    def tokens(self) -> tuple[str | None, ...]:
        """The hash of the token that proves each seat; None for that of a bot and a free one."""
        return tuple([each.token for each in self.seats])

    @property
    def playing(self) -> bool:
        """Whether a game is going on."""
        return self.state is not None and not self.state.over

    @property
    def host(self) -> int | None:
        """The seat that may start a game and arrange the table: of whichever person here sat down first.

        Without a person it is that of somebody's own bot only if the bot has opened the table.
        """
        seats = {each.token: seat for seat, each in enumerate(self.seats)}
        here = [seats[guest.token] for guest in self.guests if guest.token in seats]
        person = next((seat for seat in here if self.in_person(seat) and not self.is_outside(seat)), None)
        if person is None and here and self.seats[here[0]].token == self.guests[0].token:
            return here[0] if self.in_person(here[0]) else None
        return person

    @property
    def free(self) -> int | None:
        """The first free seat."""
        return next((seat for seat, each in enumerate(self.seats) if each.sitter is None), None)

    @property
    def vacant(self) -> tuple[int, ...]:
        """The seats that newcomers could have now: free ones, else, where the host lets them, those of bots.

        Bots that are out of the game come last; nobody has the seat of a person who may come back.
        """
        free = tuple(seat for seat, each in enumerate(self.seats) if each.sitter is None)
        if free or not self.config.late or not self.shown_to(None):
            return free
        bots = [seat for seat, each in enumerate(self.seats) if each.token is None and each.claim is None]
        playing = self.state.seats_in if self.state else bots
        return tuple(sorted(bots, key=lambda seat: (seat not in playing, seat)))

    @property
    def offered(self) -> int | None:
        """The seat that whoever comes now would have."""
        return next(iter(self.vacant), None)

    def claim_of(self, token: str) -> int | None:
        """Return the seat that whoever holds the token of this hash will have, once no round goes on."""
        claims = enumerate(each.claim for each in self.seats)
        return next((seat for seat, claim in claims if claim is not None and claim.token == token), None)

    @property
    def open(self) -> bool:
        """Whether it belongs into the list of tables that anybody may join.

        While a game goes on it does as long as a bot's seat can be had soon: people are here who play, and a
        clock ends each round, also for whoever closes the page.
        """
        if not self.config.listed or self.host is None:
            return False
        if self.state is None:
            return self.free is not None
        return self.playing and self.config.is_quick and self.offered in self.state.seats_in

    @property
    def has_one_game(self) -> bool:
        """Whether this table is for one game of one person, and nothing else is changed at it."""
        return self.daily != ""

    @property
    def has_fixed_bots(self) -> bool:
        """Whether what the bots do here follows from the position alone, neither from time nor from luck."""
        return self.daily != ""

    def decider(self, seat: int) -> Sitter | None:
        """Return who decides for this seat: the bot that stands in, else who sits there."""
        each = self.seats[seat]
        return each.stand_in or each.sitter

    def in_person(self, seat: int) -> bool:
        """Return whether a person decides for this seat."""
        who = self.decider(seat)
        return who is not None and who.human

    def is_outside(self, seat: int) -> bool:
        """Return whether somebody's own bot has this seat."""
        who = self.seats[seat].sitter
        return who is not None and who.kind == OUTSIDE

    def own_choice(self, seat: int) -> int | None:
        """Return the card that this seat has chosen in this turn; None for one that a bot chose for a person.

        That one is hidden from everybody until the reveal: who comes back would have the bot's advice.
        """
        return None if self.state is None or self.seats[seat].chosen_by_bot else self.state.chosen[seat]

    def is_coached(self, seat: int) -> bool:
        """Return whether the coach says to this seat after each turn what it was worth."""
        return next((each.wished for each in reversed(self.coached) if each.seat == seat), False)

    def shown_to(self, seat: int | None) -> bool:
        """Return whether this seat, or somebody without one, may look at the table."""
        return seat is not None or self.state is None or self.config.spectators

    @property
    def resting(self) -> bool:
        """Whether a round or a game has been counted, and people look at its result."""
        return self.between_rounds or (self.state is not None and self.state.over)

    @property
    def company(self) -> tuple[int, ...]:
        """The people for whom the next round waits, or after a game the next one, until all are ready.

        People who are out need not be, unless only bots play on and are not to play the game to its end.
        """
        here = tuple(seat for seat in range(self.rules.seats) if self.in_person(seat))
        if self.state is None or not self.between_rounds:
            return here
        return tuple(seat for seat in here if seat in self.state.seats_in) or (
            () if self.played_out else here
        )

    @property
    def all_ready(self) -> bool:
        """Whether nobody looks at a result any more, and somebody has."""
        company = self.company
        if not company:
            return self.played_out and self.between_rounds
        return all(self.seats[seat].ready for seat in company)

    @property
    def next_game_wanted(self) -> bool:
        """Whether a person here is ready for the next game; where only people's own bots are, the host."""
        people = [seat for seat in self.company if not self.is_outside(seat)]
        host = () if self.host is None else (self.host,)
        return any(self.seats[seat].ready for seat in people or host)

    @property
    def between_rounds(self) -> bool:
        """Whether a round has been counted and the next waits until somebody asks for it."""
        state = self.state
        return (
            state is not None
            and state.phase == before_deal(state.rules)
            and state.part == 0 < len(state.past)
        )


def seats_of(sitters: Iterable[Sitter | None]) -> tuple[Seat, ...]:
    """Return who sits where, as a record names them."""
    return tuple(Seat(each.name, each.kind) if each else Seat("", "") for each in sitters)


Step = tuple[TableEvent, Table]
"""Something that happened, and the table after it."""


def steps(table: Table, events: Iterable[TableEvent]) -> list[Step]:
    """Return the steps by which these events lead on from `table`."""
    found = []
    for event in events:
        table = apply_event(table, event)
        found.append((event, table))
    return found


def fold(table_id: str, events: Iterable[TableEvent]) -> Table:
    """Return the table that `events`, of which the first is `Opened`, have led to."""
    found = iter(events)
    opened = next(found)
    if not isinstance(opened, Opened):
        raise TypeError(f"Table {table_id} does not begin with its opening.")
    table = Table(
        id=table_id,
        version=1,
        rules=opened.rules,
        seats=(FREE_SEAT,) * opened.rules.seats,
        secret=opened.secret,
        config=opened.config,
        again=opened.again,
        daily=opened.daily,
        practice=opened.practice,
    )
    for event in found:
        table = apply_event(table, event)
    return table


def apply_event(table: Table, event: TableEvent) -> Table:
    """Return the table after `event`, which is taken as a fact."""
    # What happens most is made quickly, the rest so that it needs little memory: such tables wait for long.
    changed = replace if isinstance(event, Own) else with_fields
    table = changed(table, version=table.version + 1)
    match event:
        case Opened():
            raise TypeError(f"Table {table.id} was opened twice.")
        case Arranged(config, rules):
            return arranged(table, config, rules)
        case Sat() | Left() | Kicked() | Claimed() | Unclaimed():
            return came_or_went(table, event)
        case Readied(seat, ready):
            return with_seat(table, seat, ready=ready)
        case PlayedOut():
            return replace(table, played_out=True)
        case StoodIn() | Returned() | Confirmed():
            return _decided_for(table, event)
        case Clocked() | TimedOut() | Extended():
            return _timed(table, event)
        case Advised():
            return replace(table, advice=(*table.advice, event))
        case Coached():
            return replace(table, coached=(*table.coached, event))
        case Texted(seat, text):
            return with_seat(table, seat, text=text)
        case Began(game, _, next_secret):
            return replace(
                table,
                games=table.games + 1,
                game_id=game,
                state=start(table.rules),
                dealer=Dealer(bytes.fromhex(table.secret), tuple([each.text for each in table.seats])),
                secret=next_secret,
                seats=tuple([each.for_game() for each in table.seats]),
                tally=table.tally.for_game(),
                advice=(),
                coached=(),
                played_out=False,
                clock=None,
            )
        case event:
            return _played(table, event)


def _decided_for(table: Table, event: StoodIn | Returned | Confirmed) -> Table:
    """The table once a bot decides for a seat, or its owner again, or has taken over what a bot chose."""
    seat = event.seat
    if isinstance(event, Confirmed):
        return _chosen(_acted(table, seat), seat, by_bot=False)
    bot = Sitter(event.name, event.kind) if isinstance(event, StoodIn) else None
    table = since(table, seat, event.at if isinstance(event, StoodIn) else None)
    missed = table.seats[seat].missed if bot else 0
    return with_seat(table, seat, stand_in=bot, missed=missed, lent=False, ready=False)


def _played(table: Table, event: Event) -> Table:
    """The table after an event of its game."""
    if isinstance(event, Chose | Picked | Took | Flipped):
        if isinstance(event, Chose):
            chooses = table.seats[event.seat]
            table = _chosen(table, event.seat, by_bot=chooses.lent or chooses.stand_in is not None)
        table = _acted(table, event.seat)
    elif isinstance(event, Dealt | Laid) and any(each.ready for each in table.seats):
        table = with_fields(table, seats=unready(table.seats))
    state = evolve(begun(table), event)
    tally = table.tally.after(event, table.rules, state.round, table.seats)
    return with_fields(table, state=state, tally=tally)


def _timed(table: Table, event: OfTime) -> Table:
    match event:
        case Clocked():
            return with_fields(table, clock=event)
        case TimedOut(seat):
            return with_seat(table, seat, missed=table.seats[seat].missed + 1, lent=True)
        case Extended():
            clock, more = table.clock, table.config.turn_seconds * 1000
            if clock is None:
                return table
            until = tuple(end and end + more for end in clock.until)
            pause = clock.pause and clock.pause + more
            return replace(table, clock=replace(clock, until=until, pause=pause, extended=True))


def _chosen(table: Table, seat: int, *, by_bot: bool) -> Table:
    """The table once this seat's choice is its person's own, or a bot's in their place."""
    if table.seats[seat].chosen_by_bot == by_bot:
        return table
    return with_seat(table, seat, chosen_by_bot=by_bot)


def _acted(table: Table, seat: int) -> Table:
    """The table after this seat did something: by itself, unless its turn was lent to a bot."""
    if table.seats[seat].lent:
        return with_seat(table, seat, lent=False)
    return with_seat(table, seat, missed=0) if table.seats[seat].missed else table


def begun(table: Table) -> State:
    """Return the game of this table.

    Raises:
        Refusal: none has begun.
    """
    if table.state is None:
        raise NotNow("not-begun", "The game has not begun.")
    return table.state
