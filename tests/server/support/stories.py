"""Tables at which all kinds of events happen: people play, leave, come back, run out of time."""

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import replace
from itertools import islice
from pathlib import Path
from random import Random

from sixth.rules.events import Choose
from sixth.rules.game import Refusal, legal
from sixth.rules.options import Rules
from sixth.rules.record import HUMAN
from sixth.rules.state import State
from sixth.server.live.bots.pool import BotPool
from sixth.server.live.tables import Tables
from sixth.server.store.sql import SqlStore
from sixth.server.table import clock, gameplay, seating
from sixth.server.table.config import TableConfig
from sixth.server.table.events import OUTSIDE, Opened, Sat, TableEvent
from sixth.server.table.fold import TableStep, fold
from sixth.server.table.identity import hash_token
from sixth.server.table.state import current_game
from tests.server.support.logs import beginning, next_move, secret, token

_PAUSES_MS = (400, 7_000, 40_000)


@contextmanager
def timeless(folder: Path) -> Iterator[Tables]:
    """Tables whose time stands still, so that clocks on two pages show the same."""
    store, pool = SqlStore(f"sqlite:///{folder / 'sixth.sqlite3'}"), BotPool(1)
    yield Tables(store, pool, now=lambda: 1_000_000)
    pool.close()
    store.close()


class Story:
    """A table and, in `steps`, all that happens there, a list for each write.

    By the seed, the host alone is a person and the others are bots from outside, or one of them is, or none;
    at every fifth table the last seat is left to a bot.
    """

    def __init__(self, rules: Rules, config: TableConfig, seed: int, *, rounds: int = 1) -> None:
        self._rng, self._seed, self._now = Random(seed), seed, 1_000_000
        self.table = fold(f"table{seed}", [Opened(rules, secret(seed, 1), config)])
        self.steps: list[list[TableStep]] = []
        for seat in range(rules.seats - (seed % 5 == 4 and rules.seats > 2)):
            kind = OUTSIDE if seat and (seat == seed % 3 or seed % 3 == 2) else HUMAN
            owner = "Owner" if kind == OUTSIDE else ""
            self._write([Sat(seat, f"Person {seat}", kind, hash_token(token(seat)), owner)])
        self._before_the_game()
        self._begin()
        while not current_game(self.table).over and len(current_game(self.table).past) <= rounds:
            if self._rng.random() < (0.4 if self.table.between_rounds else 0.12):
                self._something_odd()
            self._write(next_move(self.table, self._rng))
        self._gather()
        self._begin()

    def _write(self, events: Sequence[TableEvent]) -> None:
        """Add events in one write, as a server does, and set the clock on."""
        if events:
            self.steps.append(clock.timed_steps(self.table, events, self._now))
            self.table = self.steps[-1][-1][1]
            self._now += self._rng.choice(_PAUSES_MS)

    def _before_the_game(self) -> None:
        self._arrange()
        self._write(gameplay.add_text(self.table, 0, "a text"))
        self._write(seating.set_ready(self.table, 1, ready=True))
        self._write(seating.leave(self.table, 1))
        self._write(seating.sit(self.table, "Person 1", hash_token(token(1))))

    def _begin(self) -> None:
        game, began = self.table.games + 1, beginning(self.table, self._seed)
        for seat in self.table.company if self.table.state else (0,):
            if not self.table.playing and self.table.in_person(seat):
                bots = seating.fill(self.table, "level-3")
                self._write(gameplay.begin(self.table, seat, game=game, bots=bots, began=began))

    def _gather(self) -> None:
        """Have the host gather all for another game after this one, and one more person come."""
        if not self.table.playing and self.table.host == 0 and self._rng.random() < 0.7:
            self._write(seating.arrange(self.table, 0, self.table.config, self.table.rules))
            if self.table.offered is not None:
                self._write(seating.sit(self.table, "Latest", hash_token(token(10))))

    def _something_odd(self) -> None:
        """Do something beside the game, unless the table refuses it."""
        table, seat = self.table, self._rng.randrange(self.table.rules.seats)
        state = current_game(table)
        at = {"game": table.games, "round": state.round, "turn": state.turn}
        away = [at for at, each in enumerate(table.seats) if each.stand_in is not None]
        last = table.rules.seats - 1
        odd = (
            lambda: self._write(seating.leave(table, seat)),
            lambda: self._write(seating.come_back(table, away[0]) if away else ()),
            lambda: self._write(self._time_up()),
            self._sleep,
            lambda: self._write(clock.give_more_time(table, 0, **at)),
            lambda: self._write(gameplay.advise(table, seat, **at)),
            lambda: self._write(gameplay.set_coached(table, seat, game=table.games, wished=True)),
            lambda: self._confirm(state),
            lambda: self._write(seating.remove(table, 0, last, f"Person {last}", now=self._now)),
            lambda: self._write(seating.sit(table, "Late", hash_token(token(9)))),
            lambda: self._write(seating.give_up(table, hash_token(token(9)))),
            lambda: self._write(gameplay.add_text(table, seat, f"a text {self._now}")),
            self._arrange,
        )
        try:
            self._rng.choice(odd)()
        except Refusal:
            return

    def _confirm(self, state: State) -> None:
        """Have a player for whom a bot has chosen a card come back, if away, and choose the same card."""
        by_bot = (
            (seat, card)
            for seat, card in enumerate(state.chosen)
            if card and self.table.seats[seat].chosen_by_bot
        )
        for seat, card in islice(by_bot, 1):
            self._write(seating.come_back(self.table, seat))
            at = {"game": self.table.games, "round": state.round, "turn": state.turn}
            self._write(gameplay.act_in_person(self.table, seat, Choose(card), **at))

    def _sleep(self) -> None:
        """Have the time of all players run out, turn after turn, until bots take over."""
        for _ in range(self._rng.randint(2, 5)):
            self._write(self._time_up())

    def _time_up(self) -> Sequence[TableEvent]:
        began = beginning(self.table, self._seed)
        return clock.resolve_timeouts(self.table, self._now + 10**9, self._bots_moves(), began)

    def _bots_moves(self) -> clock.TimeoutMoves:
        state, moves = current_game(self.table), {}
        for seat in clock.late_seats(self.table, self._now + 10**9):
            actions = legal(state, seat)
            moves[seat] = (self._rng.choice(actions) if actions else None, state.round, state.turn)
        return moves

    def _arrange(self) -> None:
        config = self.table.config
        self._write(seating.arrange(self.table, 0, replace(config, chat=not config.chat), self.table.rules))
