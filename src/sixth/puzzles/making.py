"""The search for puzzles: positions of games in which one answer is clearly best.

Two cheap looks reject most positions. The others are judged with many more playouts in new worlds, and become
puzzles only if every other answer costs clearly more there.
"""

from collections.abc import Iterator, Sequence
from dataclasses import replace
from random import Random
from typing import Final

from sixth import bots
from sixth.coach.account import stored
from sixth.coach.judgement import judge
from sixth.coach.lanes import outlooks_of
from sixth.coach.positions import Position, check, rounds_of
from sixth.coach.proofs import prove
from sixth.coach.reference import one_round
from sixth.puzzles.puzzle import LEVELS, AnswerLoss, Puzzle
from sixth.puzzles.solved import CARDS, solved_of, tempts
from sixth.puzzles.themes import theme_of
from sixth.quantiles import error_of
from sixth.rules.games import GAMES
from sixth.rules.options import Rules
from sixth.rules.play import Game
from sixth.rules.record import Record
from sixth.rules.view import View

LOOKS: Final = (1_024, 4_096)
"""Playouts of the first looks."""
PLAYOUTS: Final = 24_576
"""Playouts that measure the lead: twice as many as those of the coach."""
LEAST_LEAD: Final = 0.5
"""The least lead of the best answer, in heads, at the near end of its interval."""

GAMES_WITH_PUZZLES: Final = tuple(
    name for name, game in GAMES.items() if not game.replace(seats=game.seats[0]).flips
)
"""The named games in which seats choose their cards."""

_LIKELY_LEAD: Final = 0.8
"""The least lead in a look, in heads, at which the next look is worth its time."""
_PLAYERS: Final = ("careful", "nearest", "policy", "montecarlo")
_SEATS: Final = range(2, 7)
_TWO_SEATS: Final = range(2, 3)
_TURNS: Final = 9
"""The last turn with a choice."""
_A_ROUND: Final = 10
"""The most positions of one round that are tried."""
_EASY_SHARE: Final = 0.1
"""The share of the puzzles found by every level that is kept."""


def puzzle_of(game: str, view: View, *, seed: int = 0, playouts: int = PLAYOUTS) -> Puzzle | None:
    """Return the puzzle of a position of a named game, or None if no answer is clearly best.

    Where all cards are known, the puzzle is a solved ending or there is none: playouts might disagree.
    The same position, seed and playouts give the same puzzle.
    """
    if len(view.legal) < 2:
        return None
    if (proof := prove(view)) is not None:
        return solved_of(game, view, proof, seed=seed)
    for number, look_playouts in enumerate(LOOKS, 1):
        means = sorted(judge(view, playouts=look_playouts, seed=seed + number).heads.mean(axis=0))
        if means[1] - means[0] < _LIKELY_LEAD:
            return None
    judgement = judge(view, playouts=playouts, seed=seed)
    best, answers = view.legal[judgement.best], []
    for number, answer in enumerate(view.legal):
        gaps = judgement.heads[:, number] - judgement.heads[:, judgement.best]
        loss, margin = float(gaps.mean()), error_of(gaps).margin
        if answer != best and loss - margin <= LEAST_LEAD:
            return None
        answers.append(AnswerLoss(answer, stored(loss), (stored(loss - margin), stored(loss + margin))))
    outlooks = outlooks_of(view, view.legal, seed=seed)
    answers = [replace(each, outlook=outlooks.get(each.answer, ())) for each in answers]
    actions = {level: bots.make(level, seed=seed).act(view) for level in LEVELS}
    found_by = tuple(level for level in LEVELS if actions[level] == best)
    mistakes = [answer for answer in actions.values() if answer != best]
    second = sorted(answers, key=lambda each: each.loss)[1].answer
    return Puzzle(game, view, tuple(answers), theme_of(view, best, [second, *mistakes][-1]), found_by)


def from_bots(games: Sequence[str], *, seed: int, only_solved: bool = False) -> Iterator[Puzzle | None]:
    """Play rounds of the named games in turn, without end; yield a puzzle or None for each position.

    The same arguments give the same puzzles. A round gives at most one puzzle, and only a tenth of the
    puzzles that every level finds are kept. With `only_solved` the puzzles are endings of two seats.
    """
    rng = Random(f"puzzles {seed}")
    while True:
        for game in games:
            yield from _round_puzzles(game, rng, _TWO_SEATS if only_solved else _SEATS)


def _round_puzzles(game: str, rng: Random, seats_of: range) -> Iterator[Puzzle | None]:
    seats = rng.choice([each for each in GAMES[game].seats if each in seats_of])
    rules = one_round(GAMES[game].replace(seats=seats), seats)
    round_seed = rng.getrandbits(48)
    bot_game = Game(rules, seed=str(round_seed))
    names = [rng.choice(_PLAYERS) for _ in range(seats)]
    bot_game.play([bots.make(name, seed=f"{round_seed} {seat}") for seat, name in enumerate(names)])
    positions = list(_positions(bot_game.as_record(), range(seats)))
    if seats_of == _TWO_SEATS:
        positions = [each for each in positions if each.kind == "choose" and len(each.view.hand) in CARDS]
    for position in rng.sample(positions, min(_A_ROUND, len(positions))):
        puzzle = puzzle_of(game, position.view, seed=round_seed)
        if puzzle is not None and puzzle.difficulty == 1 and rng.random() > _EASY_SHARE:
            puzzle = None
        if puzzle is not None and puzzle.proved and not tempts(puzzle):
            puzzle = None
        yield puzzle
        if puzzle is not None:
            return


def _positions(record: Record, seats: Sequence[int]) -> Iterator[Position]:
    for seat in seats:
        for each in rounds_of(record, seat):
            yield from (
                position for position in each.positions if not position.forced and position.turn <= _TURNS
            )


def named_as(rules: Rules) -> str | None:
    """Return the named game with the same rounds as `rules`, whatever its end, or None if there is none."""
    seats = rules.seats
    names = (name for name, game in GAMES.items() if seats in game.seats)
    round_rules = one_round(rules, seats)
    return next(
        (name for name in names if one_round(GAMES[name].replace(seats=seats), seats) == round_rules), None
    )


def from_record(record: Record, seat: int, game: str, *, seed: int = 0) -> Iterator[Puzzle | None]:
    """Yield a puzzle for each decision of a seat that missed a clearly best answer, None for the others."""
    check(record, seat)
    for each in rounds_of(record, seat):
        for position in each.positions:
            puzzle = puzzle_of(game, position.view, seed=seed)
            yield puzzle if puzzle is not None and puzzle.best != position.answer else None
