"""The search for puzzles: clear positions only, and the same ones by the same seed."""

from itertools import islice

import sixth
from sixth.puzzles import shipped
from sixth.puzzles.making import from_bots, from_record, named_as, puzzle_of
from sixth.rules.events import Choose
from sixth.rules.options import End
from tests.coach.games import recorded
from tests.coach.test_reasons import seat_view

FEW = 2_048


def test_a_position_with_one_clearly_best_answer_is_a_puzzle() -> None:
    clear = max(shipped(), key=lambda each: each.lead.loss)
    puzzle = puzzle_of(clear.game, clear.view, playouts=FEW)
    assert puzzle is not None
    assert puzzle.best == clear.best
    assert puzzle == puzzle_of(clear.game, clear.view, playouts=FEW)


def test_a_position_without_one_is_none() -> None:
    assert puzzle_of("classic", seat_view(((10,), (20,), (30,), (40,)), 90, 91), playouts=FEW) is None
    assert puzzle_of("classic", seat_view(((10,), (20,), (30,), (40,)), 90), playouts=FEW) is None


def test_the_same_games_and_seed_make_the_same_puzzles() -> None:
    one, other = (list(islice(from_bots(["classic", "both-ends"], seed=3), 12)) for _ in range(2))
    assert one == other
    assert all(each is None or each.view.rules.end == End("rounds", 1) for each in one)


def test_of_a_game_that_was_played_only_what_was_missed_is_a_puzzle() -> None:
    record = recorded()
    puzzles = [each for each in from_record(record, 1, "classic") if each is not None]
    assert puzzles
    answers = [event for event in record.events if isinstance(event, sixth.rules.events.Revealed)]
    for each in puzzles:
        if isinstance(each.best, Choose):
            assert answers[each.view.turn - 1].cards[1] != each.best.card


def test_rules_are_those_of_a_named_game_however_it_ends() -> None:
    for name, game in sixth.games.items():
        assert named_as(game.replace(seats=4)) == name
    assert named_as(sixth.games["classic"].replace(seats=4, end=End("rounds", 3))) == "classic"
    assert named_as(sixth.games["classic"].replace(seats=4, rows=5)) is None
