"""Making puzzles: positions of played games in which one answer is clearly best.

Two cheap looks throw out most positions. What they keep is judged with many more playouts in fresh worlds,
and is a puzzle only if every other answer costs clearly more there.
"""

from collections.abc import Iterator, Sequence
from dataclasses import replace
from random import Random
from typing import Final

from sixth import bots
from sixth.coach.account import stored
from sixth.coach.intervals import error_of
from sixth.coach.judgement import judge
from sixth.coach.lanes import outlooks_of
from sixth.coach.positions import Position, check, rounds_of
from sixth.coach.reference import one_round
from sixth.puzzles.puzzle import LEVELS, AnswerLoss, Puzzle
from sixth.puzzles.themes import theme_of
from sixth.rules.events import Action
from sixth.rules.games import GAMES
from sixth.rules.options import Rules
from sixth.rules.play import Game
from sixth.rules.record import Record
from sixth.rules.view import View

LOOKS: Final = (1_024, 4_096)
"""Playouts of the first looks."""
PLAYOUTS: Final = 24_576
"""Playouts in which the lead is measured: twice the coach's."""
LEAST_LEAD: Final = 0.5
"""Heads by which the near end of its interval has the best answer ahead of every other."""

GAMES_WITH_PUZZLES: Final = tuple(
    name for name, game in GAMES.items() if not game.replace(seats=game.seats[0]).flips
)
"""Named games in which somebody decides what to play."""

_LIKELY_LEAD: Final = 0.8
"""Heads of lead in a look from which the next one is worth its time."""
_PLAYERS: Final = ("careful", "nearest", "policy", "montecarlo")
_SEATS: Final = range(2, 7)
_TURNS: Final = 9
"""Later there is nothing left to choose."""
_A_ROUND: Final = 10
"""Positions of one round that are looked at, and then the next is played."""
_EASY_SHARE: Final = 0.1
"""Of the puzzles that every level finds, this share is kept."""


def puzzle_of(game: str, view: View, *, seed: int = 0, playouts: int = PLAYOUTS) -> Puzzle | None:
    """Return the puzzle that a position of a named game is, or None if no answer is clearly best.

    The same position, seed and playouts give the same.
    """
    if len(view.legal) < 2:
        return None
    for number, few in enumerate(LOOKS, 1):
        means = sorted(judge(view, playouts=few, seed=seed + number).heads.mean(axis=0))
        if means[1] - means[0] < _LIKELY_LEAD:
            return None
    judged = judge(view, playouts=playouts, seed=seed)
    best, answers = view.legal[judged.best], []
    for number, answer in enumerate(view.legal):
        apart = judged.heads[:, number] - judged.heads[:, judged.best]
        loss, margin = float(apart.mean()), error_of(apart).margin
        if answer != best and loss - margin <= LEAST_LEAD:
            return None
        answers.append(AnswerLoss(answer, stored(loss), (stored(loss - margin), stored(loss + margin))))
    outlooks = outlooks_of(view, view.legal, seed=seed)
    answers = [replace(each, outlook=outlooks.get(each.answer, ())) for each in answers]
    given = {level: _answer_of(level, view, seed) for level in LEVELS}
    found_by = tuple(level for level in LEVELS if given[level] == best)
    missed = [answer for answer in given.values() if answer != best]
    second = sorted(answers, key=lambda each: each.loss)[1].answer
    return Puzzle(game, view, tuple(answers), theme_of(view, best, [second, *missed][-1]), found_by)


def _answer_of(level: str, view: View, seed: int) -> Action:
    return bots.make(level, seed=seed).act(view)


def from_bots(games: Sequence[str], *, seed: int) -> Iterator[Puzzle | None]:
    """Play rounds of these named games in turn, without end; yield a puzzle or None for each look.

    The same games and seed give the same. At most one comes of a round, and of those that every level finds
    only some are kept.
    """
    rng = Random(f"puzzles {seed}")
    while True:
        for game in games:
            yield from _of_a_round(game, rng)


def _of_a_round(game: str, rng: Random) -> Iterator[Puzzle | None]:
    seats = rng.choice([each for each in GAMES[game].seats if each in _SEATS])
    rules = one_round(GAMES[game].replace(seats=seats), seats)
    round_seed = rng.getrandbits(48)
    played = Game(rules, seed=str(round_seed))
    names = [rng.choice(_PLAYERS) for _ in range(seats)]
    played.play([bots.make(name, seed=f"{round_seed} {seat}") for seat, name in enumerate(names)])
    positions = list(_positions(played.as_record(), range(seats)))
    for position in rng.sample(positions, min(_A_ROUND, len(positions))):
        found = puzzle_of(game, position.view, seed=round_seed)
        if found is not None and found.difficulty == 1 and rng.random() > _EASY_SHARE:
            found = None
        yield found
        if found is not None:
            return


def _positions(record: Record, seats: Sequence[int]) -> Iterator[Position]:
    for seat in seats:
        for each in rounds_of(record, seat):
            yield from (
                position for position in each.positions if not position.forced and position.turn <= _TURNS
            )


def named_as(rules: Rules) -> str | None:
    """Return the named game whose rounds are played as by `rules`, however the game ends; None if none is."""
    seats = rules.seats
    like = (name for name, game in GAMES.items() if seats in game.seats)
    asked = one_round(rules, seats)
    return next((name for name in like if one_round(GAMES[name].replace(seats=seats), seats) == asked), None)


def from_record(record: Record, seat: int, game: str, *, seed: int = 0) -> Iterator[Puzzle | None]:
    """Yield a puzzle for each decision of a seat that missed the clearly best answer, and None for others.

    Raises:
        CannotReviewError: the game is not over or was abandoned, or there is no such seat.
    """
    check(record, seat)
    for each in rounds_of(record, seat):
        for position in each.positions:
            found = puzzle_of(game, position.view, seed=seed)
            yield found if found is not None and found.best != position.answer else None
