"""A table as a value: its seats and its game. Pure.

A `Table` holds secrets; `view` is the part of it that one person may see. Its commands are in `commands`,
its changes in `fold`.
"""

from collections.abc import Iterable
from dataclasses import dataclass

from sixth.rules.deal import Dealer
from sixth.rules.game import NotNow
from sixth.rules.options import Rules
from sixth.rules.record import Seat
from sixth.rules.state import State, before_deal
from sixth.server.table.config import USUAL, TableConfig
from sixth.server.table.events import OUTSIDE, Advised, Clocked, Coached, Sitter
from sixth.server.table.seats import NO_ATTENDANCE, Attendance, Guest, SeatState
from sixth.server.table.tally import NO_TALLY, TableTally


@dataclass(frozen=True)
class Table:
    """A table at one version of its log, secrets included; people see it as a `table_view`.

    `version` counts the events. `barred` holds hashes of the tokens of people whom the host removed. `secret`
    is for the next game, `dealer` deals the current one. `games` counts the games that have begun. `clock` is
    how the clocks stand. The first game has the deals of the earlier game `again`, unless that is "". `daily`
    is the day whose deal is played here, "" elsewhere, for `practice` if it was over. `changed` names what
    the host changed last: fields of the config, and `rules`. `guests` are the people who sat down, in order
    of arrival. `advice` holds the turns of this game in which a seat asked the coach, `coached` the requests
    for its comments. `played_out` says that the bots play this game to its end, as the only person is out of
    it. `attendance` says who was there when this game began, and who has left it. `state` is None before the
    first game, and when the host has cleared a game. `tally` sums up the games.
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
    tally: TableTally = NO_TALLY
    advice: tuple[Advised, ...] = ()
    coached: tuple[Coached, ...] = ()
    played_out: bool = False
    attendance: Attendance = NO_ATTENDANCE

    @property
    def sitters(self) -> tuple[Sitter | None, ...]:
        """The sitter of each seat; None on a free one."""
        return tuple([each.sitter for each in self.seats])

    @property
    def tokens(self) -> tuple[str | None, ...]:
        """The hash of each seat's token; None for a bot's seat and a free one."""
        return tuple([each.token for each in self.seats])

    @property
    def playing(self) -> bool:
        """Whether a game is going on."""
        return self.state is not None and not self.state.over

    @property
    def host(self) -> int | None:
        """The seat that may begin a game and arrange the table: of the person here who sat down first.

        Without a person it is that of an outside bot if the bot has opened the table, else None.
        """
        seats = {each.token: seat for seat, each in enumerate(self.seats)}
        here = [seats[guest.token] for guest in self.guests if guest.token in seats]
        person = next((seat for seat in here if self.in_person(seat) and not self.is_outside(seat)), None)
        if person is None and here and self.seats[here[0]].token == self.guests[0].token:
            return here[0] if self.in_person(here[0]) else None
        return person

    @property
    def free(self) -> int | None:
        """The first free seat, or None."""
        return next((seat for seat, each in enumerate(self.seats) if each.sitter is None), None)

    @property
    def vacant(self) -> tuple[int, ...]:
        """The seats for newcomers, best first: the free ones, else, if the host allows it, those of bots.

        Bots that are out of the game come last. The seat of a person who may come back is not among them.
        """
        free = tuple(seat for seat, each in enumerate(self.seats) if each.sitter is None)
        if free or not self.config.takes_latecomers or not self.is_visible_to(None):
            return free
        bots = [seat for seat, each in enumerate(self.seats) if each.token is None and each.claim is None]
        playing = self.state.seats_in if self.state else bots
        return tuple(sorted(bots, key=lambda seat: (seat not in playing, seat)))

    @property
    def offered(self) -> int | None:
        """The seat for the next newcomer, or None."""
        return next(iter(self.vacant), None)

    def claim_of(self, token: str) -> int | None:
        """Return the seat that the holder of the token with this hash has claimed, or None."""
        claims = enumerate(each.claim for each in self.seats)
        return next((seat for seat, claim in claims if claim is not None and claim.token == token), None)

    @property
    def open(self) -> bool:
        """Whether the table belongs in the list of tables that anybody may join.

        During a game it does if a newcomer can soon take over from a bot: a person is here, and a clock ends
        each round.
        """
        if not self.config.listed or self.host is None:
            return False
        if self.state is None:
            return self.free is not None
        return self.playing and self.config.is_quick and self.offered in self.state.seats_in

    @property
    def has_one_game(self) -> bool:
        """Whether the table is for one game of one person, and cannot be changed."""
        return self.daily != ""

    @property
    def has_fixed_bots(self) -> bool:
        """Whether the bots here decide by the position alone, without time limits or randomness."""
        return self.daily != "" or self.config.rated

    def decider(self, seat: int) -> Sitter | None:
        """Return who decides for this seat: its stand-in, else its sitter."""
        each = self.seats[seat]
        return each.stand_in or each.sitter

    def in_person(self, seat: int) -> bool:
        """Return whether a person or an outside bot decides for this seat."""
        who = self.decider(seat)
        return who is not None and who.human

    def is_outside(self, seat: int) -> bool:
        """Return whether an outside bot has this seat."""
        who = self.seats[seat].sitter
        return who is not None and who.kind == OUTSIDE

    def own_choice(self, seat: int) -> int | None:
        """Return the card that this seat has chosen itself in this turn, or None.

        A bot's choice for a person is secret until the reveal, or a person who comes back would have advice.
        """
        return None if self.state is None or self.seats[seat].chosen_by_bot else self.state.chosen[seat]

    def is_coached(self, seat: int) -> bool:
        """Return whether the coach comments on each turn of this seat."""
        return next((each.wished for each in reversed(self.coached) if each.seat == seat), False)

    def is_visible_to(self, seat: int | None) -> bool:
        """Return whether this seat, or a person without a seat (None), may see the table."""
        return seat is not None or self.state is None or self.config.spectators

    @property
    def resting(self) -> bool:
        """Whether a round or a game has been counted, and the table shows its result."""
        return self.between_rounds or (self.state is not None and self.state.over)

    @property
    def company(self) -> tuple[int, ...]:
        """The people who must be ready before the next round or game.

        People who are out of the game are among them only if bots alone play on, and do not play it out.
        """
        here = tuple(seat for seat in range(self.rules.seats) if self.in_person(seat))
        if self.state is None or not self.between_rounds:
            return here
        return tuple(seat for seat in here if seat in self.state.seats_in) or (
            () if self.played_out else here
        )

    @property
    def all_ready(self) -> bool:
        """Whether everybody in the company is ready; without company, whether the bots play the game out."""
        company = self.company
        if not company:
            return self.played_out and self.between_rounds
        return all(self.seats[seat].ready for seat in company)

    @property
    def next_game_wanted(self) -> bool:
        """Whether a person here is ready for the next game, or the host where only outside bots are here."""
        people = [seat for seat in self.company if not self.is_outside(seat)]
        host = () if self.host is None else (self.host,)
        return any(self.seats[seat].ready for seat in people or host)

    @property
    def between_rounds(self) -> bool:
        """Whether a round has been counted and the next has not been dealt."""
        state = self.state
        return (
            state is not None
            and state.phase == before_deal(state.rules)
            and state.part == 0 < len(state.past)
        )


def seats_of(sitters: Iterable[Sitter | None]) -> tuple[Seat, ...]:
    """Return the seats of a record for these sitters."""
    return tuple(Seat(each.name, each.kind) if each else Seat("", "") for each in sitters)


def current_game(table: Table) -> State:
    """Return the table's game, or raise a refusal if none has begun."""
    if table.state is None:
        raise NotNow("not-begun", "The game has not begun.")
    return table.state
