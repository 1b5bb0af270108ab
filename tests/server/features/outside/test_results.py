"""Results of bots from outside: nobody has better ones by leaving, and their intervals hold."""

from random import Random

import pytest

import sixth
from sixth.rules.events import RoundEnded
from sixth.rules.game import legal
from sixth.rules.options import End
from sixth.rules.view import awaited_seats
from sixth.server.features.outside.results import MIN_GAMES, NO_RESULTS, Results, RoundPlayed, results_in_log
from sixth.server.table import gameplay, seating, state as at_table
from sixth.server.table.events import OUTSIDE, TimedOut
from sixth.server.table.fold import fold
from sixth.server.table.identity import hash_token
from tests.server.support.clocks import ID, ClockedTable, opening
from tests.server.support.logs import beginning, token

SHORT = sixth.games["classic"].replace(seats=2, hand=3, end=End("rounds", 2))


def game_of(rng: Random, mean: float) -> Results:
    """A game of some rounds; what they cost depends on the table, as in life."""
    table = rng.gauss(0, 2)
    rounds = [
        RoundPlayed(round(mean + table + rng.gauss(0, 6)), mean + table + rng.gauss(0, 3), late=False)
        for _ in range(rng.randint(2, 7))
    ]
    return Results.of_game(rounds, won=False)


def test_the_interval_holds_the_true_mean_nineteen_times_of_twenty() -> None:
    rng, tries = Random(1), 1_000
    heads = less = 0
    for _ in range(tries):
        results = NO_RESULTS
        for _ in range(rng.randint(MIN_GAMES, 30)):
            results = results.plus(game_of(rng, 10))
        assert results.mean_heads is not None
        assert results.mean_less is not None
        heads += results.mean_heads.low <= 10 <= results.mean_heads.high
        less += results.mean_less.low <= 0 <= results.mean_less.high
    assert 0.92 * tries < heads < 0.98 * tries
    assert 0.92 * tries < less < 0.98 * tries


def test_with_few_games_there_are_no_figures() -> None:
    results = NO_RESULTS
    for number in range(MIN_GAMES - 1):
        results = results.plus(Results.of_game([RoundPlayed(number, 3, late=False)], won=True))
    assert results.games == results.won == MIN_GAMES - 1
    assert results.mean_heads is results.mean_less is None
    assert Results.of_text(results.to_text()) == results
    assert results.plus(Results.of_game([RoundPlayed(1, 3, late=False)], won=True)).mean_heads is not None


def play(table: ClockedTable, *, until: int) -> None:
    """Play the lowest card for every seat, a person's or a bot's, until so many rounds are over."""
    while len(at_table.current_game(table.table).past) < until:
        state = at_table.current_game(table.table)
        if table.table.between_rounds:
            table.do(gameplay.deal_round(table.table))
            continue
        seat = awaited_seats(state)[0]
        action = legal(state, seat)[0]
        table.do(gameplay.act(table.table, seat, action, round=state.round, turn=state.turn))


def bots_game() -> ClockedTable:
    """A person and a bot from outside, who have been dealt three cards each."""
    found = ClockedTable(fold(ID, opening(20, rules=SHORT, second=OUTSIDE)))
    found.do((beginning(found.table, 1),))
    return found


def results_of(table: ClockedTable, seat: int = 1) -> Results:
    """The results of a seat by the log."""
    log = (*opening(20, rules=SHORT, second=OUTSIDE), *table.log)
    game = table.table.game_id
    assert game is not None
    return results_in_log(ID, log, game, hash_token(token(seat)))


def heads(table: ClockedTable) -> list[tuple[int, ...]]:
    """What each round cost, by the log."""
    return [each.heads for each in table.log if isinstance(each, RoundEnded)]


def test_a_game_played_to_its_end_counts_as_it_went() -> None:
    table = bots_game()
    play(table, until=2)
    results, went = results_of(table), heads(table)
    assert (results.games, results.left, results.rounds) == (1, 0, 2)
    assert results.heads == sum(each[1] for each in went)
    assert results.less == -results_of(table, 0).less == sum(each[0] - each[1] for each in went)
    assert results.won == (1 in at_table.current_game(table.table).winners)
    assert (
        results_in_log(ID, opening(20), "another", "x") == results_in_log(ID, (), "game", "x") == NO_RESULTS
    )


@pytest.mark.parametrize("how", ["left", "late"])
def test_nobody_fares_better_by_leaving_or_by_not_answering(how: str) -> None:
    table = bots_game()
    play(table, until=1)
    table.do(gameplay.deal_round(table.table))
    table.do(seating.leave(table.table, 1) if how == "left" else (TimedOut(1),))
    play(table, until=2)
    results, went = results_of(table), heads(table)
    assert (results.games, results.left, results.won, results.rounds) == (1, 1, 0, 2)
    assert results.heads == went[0][1] + max(went[1][1], went[1][0] + 1)


def test_a_round_in_which_the_host_had_it_leave_is_not_counted_nor_one_that_it_did_not_begin() -> None:
    table = bots_game()
    table.do(seating.remove(table.table, 0, 1, "Bo", now=0))
    play(table, until=2)
    assert results_of(table) == NO_RESULTS
    table = bots_game()
    table.do(seating.leave(table.table, 1))
    play(table, until=2)
    assert results_of(table).rounds == 1
