"""Odds of winning: they are those of equal players, and of games of their rounds."""

from collections.abc import Sequence
from itertools import pairwise
from random import Random

import numpy as np
import pytest

import sixth
from sixth.coach.odds import InterimStanding, round_odds, rounds_of_equals, shares
from sixth.coach.reference import one_round, own_player
from sixth.rules.events import GameEnded
from sixth.rules.options import End, Rules
from sixth.rules.record import Record
from tests.coach.games import recorded

SCORE = sixth.games["classic"].replace(seats=3, end=End("score", 20))
ELIMINATION = sixth.games["elimination"].replace(seats=3, end=End("elimination", 12))


@pytest.mark.parametrize(
    "record", [recorded(rounds=3), recorded("elimination", seats=3)], ids=["rounds", "elimination"]
)
def test_odds_begin_alike_lead_to_the_result_and_are_those_of_somebody(record: Record) -> None:
    odds_by_seat = [round_odds(record, seat) for seat in range(record.rules.seats)]
    end = record.events[-1]
    assert isinstance(end, GameEnded)
    for seat, odds in enumerate(odds_by_seat):
        share = 1 / len(end.winners) if seat in end.winners else 0.0
        assert odds[1].before.value == pytest.approx(1 / record.rules.seats, abs=1e-4)
        assert odds[max(odds)].after.value == pytest.approx(share, abs=1e-4)
        for one, after in pairwise(sorted(odds)):
            assert odds[one].after == odds[after].before
        for each in odds.values():
            assert each.change.value == pytest.approx(each.after.value - each.before.value, abs=1e-4)
            for figure in (each.before, each.after, each.change):
                assert figure.ci[0] <= figure.value <= figure.ci[1]
    for number in odds_by_seat[0]:
        assert sum(odds[number].before.value for odds in odds_by_seat if number in odds) == pytest.approx(
            1, abs=1e-3
        )


def test_of_a_game_of_one_round_there_is_nothing_to_say() -> None:
    assert round_odds(recorded(rounds=1), 0) == {}


@pytest.mark.parametrize(
    ("rules", "standing"),
    [
        (SCORE, InterimStanding((12, 3, 9), (0, 1, 2), 2)),
        (ELIMINATION, InterimStanding((9, 2, 14), (0, 1), 2)),
        (SCORE.replace(end=End("rounds", 4)), InterimStanding((12, 3, 9), (0, 1, 2), 2)),
    ],
    ids=["score", "elimination", "rounds"],
)
def test_games_go_on_and_are_won_as_the_rules_say(rules: Rules, standing: InterimStanding) -> None:
    odds, rng, games = shares(rules, standing, seed=0), Random(1), 3_000
    wins = np.array([random_winners(rules, standing, rng) for _ in range(games)])
    error = np.sqrt(wins.var(axis=0) / games + odds.var(axis=0, ddof=1) / len(odds))
    assert (abs(wins.mean(axis=0) - odds.mean(axis=0)) <= 4 * error + 1e-9).all()


def random_winners(rules: Rules, standing: InterimStanding, rng: Random) -> list[float]:
    """Play a game on from a standing, and return the share of each seat in the win."""
    totals, seats_in, number = list(standing.totals), list(standing.seats_in), standing.rounds
    while True:
        number += 1
        before, blocks = seats_in, rounds_of_equals(rules, len(seats_in), 0)
        heads: Sequence[int] = blocks[rng.randrange(len(blocks)), rng.randrange(blocks.shape[1])]
        for seat, each in zip(seats_in, heads, strict=True):
            totals[seat] += int(each)
        if rules.end.kind == "elimination":
            seats_in = [seat for seat in seats_in if totals[seat] <= rules.end.count]
            over = len(seats_in) <= 1
        else:
            over = number >= rules.end.count if rules.end.kind == "rounds" else max(totals) >= rules.end.count
        if over:
            winners = rules.best(tuple(seats_in or before), tuple(totals))
            return [(seat in winners) / len(winners) for seat in range(rules.seats)]


def test_their_rounds_are_those_of_players_who_follow_the_policy() -> None:
    rules = one_round(sixth.games["classic"].replace(seats=2, hand=4), 2)
    rng, heads = Random(1), []
    for seed in range(150):
        game, players = sixth.Game(rules, seed=seed), [own_player(rng) for _ in range(2)]
        while not game.over:
            for seat in game.to_act:
                game.act(seat, players[seat].act(game.view(seat)))
        heads.append(sum(game.totals) / 2)
    means = rounds_of_equals(rules, 2, 0).mean(axis=2)
    error = np.sqrt(np.var(heads) / len(heads) + means.var() / means.size)
    assert abs(np.mean(heads) - means.mean()) <= 4 * error
