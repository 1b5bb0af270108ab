"""Deals: one deal is played once in each rotation of the seats, with one result."""

from collections.abc import Callable, Container, Sequence
from dataclasses import dataclass
from functools import partial
from time import perf_counter
from typing import Final

from sixth import bots
from sixth.arena.contest import Contest
from sixth.arena.players.faults import BotFault, fault_from_json, fault_to_json
from sixth.arena.players.player import Player
from sixth.bots.match import MAX_ROUNDS
from sixth.i18n import clause
from sixth.rules.codec import Json, Malformed, Reader, integer, items, list_of, number, read_object, text
from sixth.rules.display.standings import last_round, places
from sixth.rules.events import Action
from sixth.rules.play import Game
from sixth.rules.record import Seat
from sixth.rules.sentence import Sentence
from sixth.rules.view import View

STAND_IN: Final = "random"
"""The bot that plays on for one that has failed, so that the round still counts for the others."""


_EXTERNAL: Final = "outside"
"""The kind of a bot in another process, in records."""


@dataclass(frozen=True, slots=True)
class Failure:
    """A round (or whole game) that a bot lost by a fault of its own: `bot` by its place at the table."""

    bot: int
    rotation: int
    why: str
    """The fault in English."""
    fault: Sentence | None = None
    """The fault as data; None in old files of results."""

    @property
    def text(self) -> str:
        """The fault in the current language; in English if it is not known as data."""
        return clause(self.fault) if self.fault else self.why


@dataclass(frozen=True, slots=True)
class DealResult:
    """The result of one deal. Bots are numbered in the order of `Contest.seated`.

    `heads[rotation][bot]` are heads; `places[rotation][bot]` is the number of bots that did better, 0 for the
    winners. A bot made `moves[bot]` moves in `seconds[bot]` seconds; the first move of a process does not
    count, because it takes longer. `records` are those of the games by rotation, if the contest keeps them.
    """

    deal: int
    heads: tuple[tuple[int, ...], ...]
    places: tuple[tuple[int, ...], ...]
    moves: tuple[int, ...]
    seconds: tuple[float, ...]
    faults: tuple[Failure, ...]
    records: tuple[str, ...] = ()


class ContestTable:
    """The table of a contest, with its bots, which stay from deal to deal."""

    def __init__(self, contest: Contest, make_player: Callable[[int], Player]) -> None:
        self._contest = contest
        self._players = [make_player(bot) for bot in range(len(contest.entrants))]
        self._warm: set[Player] = set()

    def play(self, deal: int) -> DealResult:
        """Play the deal number `deal` in every rotation, and return the result; both numbers are from 0.

        Bot i of `Contest.seated` sits at seat (i + rotation) % seats.
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
            tuple(each.game.record() for each in rounds) if self._contest.keeps_records else (),
        )

    def close(self) -> None:
        """End the bots, after the last deal."""
        for player in self._players:
            player.close()


class _Rotation:
    """One deal in one rotation, played to its end; it acts for all bots, and notes moves and faults."""

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
        self.game = new_game(contest, deal, rotation)
        for bot, player in enumerate(players):
            try:
                player.begin(f"{self._seed} {self._seat(bot)}")
            except BotFault as fault:
                self._replace(bot, fault)
        self.game.play([self] * seats, max_rounds=MAX_ROUNDS)
        self.heads, self.places = outcome(self.game, rotation, self._stand_ins)

    def _seat(self, bot: int) -> int:
        return (bot + self._rotation) % len(self._players)

    def act(self, view: View) -> Action:
        """Return the action of the bot at the seat of the view, or of its stand-in."""
        assert view.seat is not None
        bot = (view.seat - self._rotation) % len(self._players)
        if bot not in self._stand_ins:
            player, begin = self._players[bot], perf_counter()
            try:
                action = player.act(view)
            except BotFault as fault:
                self._replace(bot, fault)
            else:
                if player in self._warm:
                    self.seconds[bot] += perf_counter() - begin
                    self.moves[bot] += 1
                self._warm.add(player)
                return action
        return self._stand_ins[bot].act(view)

    def _replace(self, bot: int, fault: BotFault) -> None:
        self._warm.discard(self._players[bot])
        self.faults.append(Failure(bot, self._rotation, str(fault).rstrip("."), fault.sentence))
        self._stand_ins[bot] = bots.make(STAND_IN, seed=f"{self._seed} {self._seat(bot)} stand-in")


def new_game(contest: Contest, deal: int, rotation: int) -> Game:
    """Return the game of a deal in a rotation, before the first move; all rotations have the same cards."""
    seats, bots_of_deal = contest.seats, contest.seated(deal)
    entrants = [contest.entrants[bots_of_deal[(seat - rotation) % seats]] for seat in range(seats)]
    return Game(
        contest.played,
        seed=contest.deal_seed(deal),
        seats=[Seat(each.name, _EXTERNAL if each.command else each.name) for each in entrants],
        game=f"{contest.game}-{seats}-{deal}-{rotation}",
    )


def outcome(
    game: Game, rotation: int, failed: Container[int] = ()
) -> tuple[tuple[int, ...], tuple[int, ...]]:
    """Return heads and places by bot at the end of a game in a rotation.

    A bot that has failed comes last, with more heads than all others.
    """
    count = game.rules.seats
    sign, seats = game.rules.sign, [(bot + rotation) % count for bot in range(count)]
    costs = [sign * game.totals[seat] for seat in seats]
    fair = [cost for bot, cost in enumerate(costs) if bot not in failed]
    if fair:
        costs = [max(cost, max(fair) + 1) if bot in failed else cost for bot, cost in enumerate(costs)]
    ranks = [(bot in failed, -last_round(game.state, seat), costs[bot]) for bot, seat in enumerate(seats)]
    # If all bots failed, none won.
    places_of_bots = [place - bool(fair) for place in places(ranks)]
    return tuple(sign * cost for cost in costs), tuple(places_of_bots)


# ------------------------------------------------------------------ as JSON


def result_to_json(result: DealResult) -> dict[str, Json]:
    """Return the result as a JSON object."""
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
        **({"records": result.records} if result.records else {}),
    }


def result_from_json(value: Json, *, seats: int) -> DealResult:
    """Return the result of a JSON object that `result_to_json` made for a contest with `seats` seats."""

    def each(item: Reader) -> Reader:
        return partial(items, [item] * seats)

    readers: dict[str, Reader] = {
        "deal": partial(_below, None),
        "heads": each(each(integer)),
        "places": each(each(partial(_below, seats + 1))),
        "moves": each(partial(_below, None)),
        "seconds": each(number),
        "faults": partial(list_of, partial(_failure, seats)),
    }
    if type(value) is dict and "records" in value:
        readers["records"] = each(text)
    return DealResult(**read_object(value, readers))


def _below(bound: int | None, value: Json) -> int:
    number = integer(value)
    if number < 0 or (bound is not None and number >= bound):
        if bound is None:
            raise Malformed("negative", "a whole number from 0")
        raise Malformed("out-of-range", "a whole number from 0 to {most}", most=bound - 1)
    return number


def _failure(seats: int, value: Json) -> Failure:
    below = partial(_below, seats)
    readers: dict[str, Reader] = {"bot": below, "rotation": below, "why": text}
    if type(value) is dict and "fault" in value:
        readers["fault"] = fault_from_json
    return Failure(**read_object(value, readers))
