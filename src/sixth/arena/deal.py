"""One deal, played once in each rotation of the seats, and what came of it."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import partial
from time import perf_counter
from typing import Any, Final

from sixth import bots
from sixth.arena.contest import Contest
from sixth.arena.players.faults import BotFault, fault_from_json, fault_to_json
from sixth.arena.players.player import Player
from sixth.bots.match import MAX_ROUNDS
from sixth.i18n import clause
from sixth.rules.codec import Json, Malformed, integer, list_of, number, read_object, text
from sixth.rules.display.standings import last_round, places
from sixth.rules.events import Action
from sixth.rules.play import Game
from sixth.rules.sentence import Sentence
from sixth.rules.view import View

STAND_IN: Final = "random"
"""Plays on for a bot that has failed, so that the round still means something for the others."""


@dataclass(frozen=True, slots=True)
class Failure:
    """A round (or whole game) that a bot lost by a fault of its own: `bot` by its place at the table."""

    bot: int
    rotation: int
    why: str
    """The fault in English."""
    fault: Sentence | None = None
    """The same as data; None in results that were kept before there were such data."""

    @property
    def text(self) -> str:
        """The fault in the language in use, as far as it is known as data."""
        return clause(self.fault) if self.fault else self.why


@dataclass(frozen=True, slots=True)
class DealResult:
    """What came of one deal. Bots are numbered in the order in which the contest seats them (`seated`).

    `heads[rotation][bot]`, and `places[rotation][bot]`: 0 for the winners of that round, and else the number
    of bots that did better. `moves[bot]` were made in `seconds[bot]`; the first move of a process is left
    out, for it takes longer than any other.
    """

    deal: int
    heads: tuple[tuple[int, ...], ...]
    places: tuple[tuple[int, ...], ...]
    moves: tuple[int, ...]
    seconds: tuple[float, ...]
    faults: tuple[Failure, ...]


class Table:
    """Seats the bots of a contest, which stay from deal to deal."""

    def __init__(self, contest: Contest, make_player: Callable[[int], Player]) -> None:
        self._contest = contest
        self._players = [make_player(bot) for bot in range(len(contest.entrants))]
        self._warm: set[Player] = set()

    def play(self, deal: int) -> DealResult:
        """Play the deal of this number in every rotation; both count from 0.

        Bot i of those who are seated sits at seat (i + rotation) % seats.
        """
        seats = self._contest.seats
        players = [self._players[bot] for bot in self._contest.seated(deal)]
        rounds = [
            _Rotation(self._contest, players, deal=deal, rotation=rotation, warm=self._warm)
            for rotation in range(seats)
        ]
        return DealResult(
            deal,
            tuple(each.heads for each in rounds),
            tuple(each.places for each in rounds),
            tuple(sum(each.moves[bot] for each in rounds) for bot in range(seats)),
            tuple(round(sum(each.seconds[bot] for each in rounds), 6) for bot in range(seats)),
            tuple(failure for each in rounds for failure in each.faults),
        )

    def close(self) -> None:
        """End the bots; nothing more is played."""
        for player in self._players:
            player.close()


class _Rotation:
    """One deal in one rotation, played to its end; it acts for whoever is asked, and notes what they do."""

    def __init__(
        self, contest: Contest, players: Sequence[Player], *, deal: int, rotation: int, warm: set[Player]
    ) -> None:
        seats = contest.seats
        self._rotation = rotation
        self._seed = f"arena {contest.seed} {deal} {rotation}"
        self._players, self._warm = players, warm
        self._stand_ins: dict[int, bots.Bot] = {}
        self.moves, self.seconds = [0] * seats, [0.0] * seats
        self.faults: list[Failure] = []
        # The same cards in each rotation, whoever sits where.
        game = Game(contest.played, seed=f"arena {contest.seed} {deal}")
        for bot, player in enumerate(players):
            try:
                player.begin(f"{self._seed} {self._seat(bot)}")
            except BotFault as fault:
                self._fails(bot, fault)
        game.play([self] * seats, max_rounds=MAX_ROUNDS)
        self.heads, self.places = self._result(game)

    def _seat(self, bot: int) -> int:
        return (bot + self._rotation) % len(self._players)

    def act(self, view: View) -> Action:
        """Ask the bot at the seat of the view, or who stands in for it."""
        assert view.seat is not None
        bot = (view.seat - self._rotation) % len(self._players)
        if bot not in self._stand_ins:
            player, began = self._players[bot], perf_counter()
            try:
                action = player.act(view)
            except BotFault as fault:
                self._fails(bot, fault)
            else:
                if player in self._warm:
                    self.seconds[bot] += perf_counter() - began
                    self.moves[bot] += 1
                self._warm.add(player)
                return action
        return self._stand_ins[bot].act(view)

    def _fails(self, bot: int, fault: BotFault) -> None:
        self._warm.discard(self._players[bot])
        self.faults.append(Failure(bot, self._rotation, str(fault).rstrip("."), fault.sentence))
        self._stand_ins[bot] = bots.make(STAND_IN, seed=f"{self._seed} {self._seat(bot)} stand-in")

    def _result(self, game: Game) -> tuple[tuple[int, ...], tuple[int, ...]]:
        """Return heads and places by bot.

        Who failed comes last, and is charged more heads than anybody else.
        """
        sign, seats = game.rules.sign, [self._seat(bot) for bot in range(len(self._players))]
        costs = [sign * game.totals[seat] for seat in seats]
        fair = [cost for bot, cost in enumerate(costs) if bot not in self._stand_ins]
        if fair:
            for bot in self._stand_ins:
                costs[bot] = max(costs[bot], max(fair) + 1)
        ranks = [
            (bot in self._stand_ins, -last_round(game.state, seat), costs[bot])
            for bot, seat in enumerate(seats)
        ]
        # Where everybody failed nobody won.
        found = [place - bool(fair) for place in places(ranks)]
        return tuple(sign * cost for cost in costs), tuple(found)


# ------------------------------------------------------------------ as JSON


def result_to_json(result: DealResult) -> dict[str, Json]:
    """Return the result as one object."""
    return {
        "deal": result.deal,
        "heads": result.heads,
        "places": result.places,
        "moves": result.moves,
        "seconds": result.seconds,
        "faults": [
            {
                "bot": failure.bot,
                "rotation": failure.rotation,
                "why": failure.why,
                **({"fault": fault_to_json(failure.fault)} if failure.fault else {}),
            }
            for failure in result.faults
        ],
    }


def result_from_json(value: Json, *, seats: int) -> DealResult:
    """Return the result that `result_to_json` wrote for a contest of so many seats.

    Raises:
        Malformed: The value is no such result.
    """
    each = partial(_exactly, seats)
    table = partial(each, partial(each, integer))
    found = read_object(
        value,
        {
            "deal": partial(_below, None),
            "heads": table,
            "places": partial(each, partial(each, partial(_below, seats + 1))),
            "moves": partial(each, partial(_below, None)),
            "seconds": partial(each, number),
            "faults": partial(list_of, partial(_failure, seats)),
        },
    )
    return DealResult(**found)


def _exactly(count: int, item: Callable[[Json], Any], value: Json) -> tuple[Any, ...]:
    found = list_of(item, value)
    if len(found) != count:
        raise Malformed("wrong-length", "a list of {count}", count=count)
    return found


def _below(bound: int | None, value: Json) -> int:
    number = integer(value)
    if number < 0 or (bound is not None and number >= bound):
        if bound is None:
            raise Malformed("negative", "a whole number from 0")
        raise Malformed("out-of-range", "a whole number from 0 to {most}", most=bound - 1)
    return number


def _failure(seats: int, value: Json) -> Failure:
    below = partial(_below, seats)
    readers: dict[str, Callable[[Json], Any]] = {"bot": below, "rotation": below, "why": text}
    if type(value) is dict and "fault" in value:
        readers["fault"] = fault_from_json
    return Failure(**read_object(value, readers))
