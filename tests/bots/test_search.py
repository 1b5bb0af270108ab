"""Search: exact values of tiny games, and the dependence on the view, the seed and the time alone."""

from collections.abc import Callable
from dataclasses import replace
from itertools import islice
from random import Random

import numpy as np
import pytest

import sixth
from sixth.bots.belief import POLICY, OpponentType
from sixth.bots.policy import answer_logits
from sixth.bots.search import SearchBot, SearchSettings
from sixth.rules.options import End, Rules
from sixth.rules.state import State
from sixth.rules.view import sample, view
from sixth.sim.policy.network import Floats
from sixth.sim.policy.presets import untrained
from tests.bots.exact import Decision, Policy, Solver, Tree, decisions, posterior
from tests.rules.strategies import moves
from tests.sim.drafts import players

TINY = Rules(seats=2, deck=11, hand=3, rows=2, row_limit=2, end=End("rounds", 1))
GAMES = {
    "classic": TINY,
    "both ends": TINY.replace(ends="both"),
    "most heads": TINY.replace(goal="most", heads="light", deck=10),
    "three seats": TINY.replace(seats=3, hand=2, deck=9),
    "long hands": TINY.replace(hand=4, deck=10),
    "halves": Rules(seats=2, deck=9, rows=1, row_limit=2, deal="halves", end=End("rounds", 1)),
    "flip": TINY.replace(seats=3, hand=2, deck=8, play="flip"),
    "draft": TINY.replace(hand=2, deck="tactical", deal="draft"),
}
TYPES, OWN = (OpponentType(POLICY, 0.0, 0.3), OpponentType(POLICY, 1.0, 0.7)), 2.0
SEARCHES = 8
THOROUGH = SearchSettings(
    playouts=2**14, pool=2048, worlds=2048, opponent_types=TYPES, own=OWN, clear=np.inf, win=0.0
)
LITTLE = SearchSettings(playouts=200, pool=64, worlds=32, picks=4)


def alone(settings: SearchSettings, player: Floats, seed: int) -> SearchBot:
    """Return a search with one player and no others."""
    return SearchBot(settings, {POLICY: player}, Random(seed))


def utility(seat: int, win: float) -> Callable[[State], float]:
    """Return the utility of the end of a game to a seat."""

    def of(state: State) -> float:
        heads = state.totals[seat] if state.rules.goal == "fewest" else -state.totals[seat]
        return (win / len(state.winners) if seat in state.winners else 0.0) - heads

    return of


def assert_worth(decision: Decision, values: list[float], search: Callable[[int], SearchBot]) -> int:
    """Check the values of searches with several seeds; return the number of answers not dropped early."""
    values_of_seeds = np.array([search(seed).values(decision.seen) for seed in range(SEARCHES)])
    finite = np.isfinite(values_of_seeds).all(axis=0)
    error = values_of_seeds[:, finite].std(axis=0, ddof=1) / SEARCHES**0.5
    # The little that is left of what the policy thought at first, and of luck that comes in 4,096 steps.
    assert (abs(values_of_seeds[:, finite].mean(axis=0) - np.array(values)[finite]) < 5 * error + 0.02).all()
    return int(finite.sum())


@pytest.mark.parametrize(("name", "win"), [(name, 3.0 * (n % 2)) for n, name in enumerate(GAMES)])
def test_a_search_finds_what_answers_are_worth(name: str, win: float) -> None:
    player = players(1)[0]
    policy, compared = Policy(player), 0
    thorough = replace(THOROUGH, win=win)
    for decision in decisions(GAMES[name], seed=1 if win else 0):
        if decision.seat > 0 and decision.seen.turn == 1 and decision.seen.phase == "choose":
            continue  # it takes long, and the first seat is asked the same
        of = posterior(
            decision,
            [(policy, kind.inverse_temperature) for kind in TYPES],
            [kind.prior for kind in TYPES],
            (policy, OWN),
        )
        exact = Solver(decision.seat, utility(decision.seat, win)).values(of)
        compared += assert_worth(decision, exact, lambda seed: alone(thorough, player, seed))
    assert compared > 3


def test_a_search_finds_what_answers_are_worth_where_others_may_be_anybody() -> None:
    players_by_name = {POLICY: players(1)[0], "flat": players(2)[0], "third": players(3)[0]}
    policies = {name: Policy(player) for name, player in players_by_name.items()}
    opponent_types = (
        *TYPES,
        OpponentType("flat", 0.5, 0.4),
        OpponentType("flat", 2.0, 0.4),
        OpponentType("third", 2.0, 0.2),
    )
    thorough = replace(THOROUGH, opponent_types=opponent_types)
    for name in ("three seats", "draft"):
        decision = next(each for each in decisions(GAMES[name], seed=1) if each.state.phase == "choose")
        of = posterior(
            decision,
            [(policies[kind.player], kind.inverse_temperature) for kind in opponent_types],
            [kind.prior / 2 for kind in opponent_types],
            (policies[POLICY], OWN),
        )
        exact = Solver(decision.seat, utility(decision.seat, 0.0)).values(of)
        assert_worth(decision, exact, lambda seed: SearchBot(thorough, players_by_name, Random(seed)))


def test_a_search_finds_better_answers_than_the_policy_and_nearly_the_best_there_are() -> None:
    rules = TINY.replace(deck=9)
    player = untrained()["nearest"] / np.float32(30)
    policy, opponent_types = Policy(player), (OpponentType(POLICY, 1.0, 1.0),)
    settings = SearchSettings(
        playouts=4096, pool=512, worlds=512, opponent_types=opponent_types, own=30.0, win=0.0
    )
    losses = []
    for seed in range(16):
        decision = next(decisions(rules, seed))
        of = posterior(decision, [(policy, 1.0)], [1.0], (policy, 30.0))
        choice = alone(settings, player, seed).values(decision.seen).argmax()
        favourite = answer_logits(decision.seen, player).argmax()
        worth, tree = utility(decision.seat, 0.0), Tree()
        follow_up = Solver(decision.seat, worth, tree).values(of)
        # What it looks for: the best of its answers, if it plays on by the policy.
        assert follow_up[choice] > max(follow_up) - 0.05
        best = Solver(decision.seat, worth, tree, best=True).values(of)
        losses.append((max(best) - best[choice], max(best) - best[favourite]))
    search, guided = np.mean(losses, axis=0)
    assert search < 0.2 * guided


def test_an_answer_that_is_clearly_worse_is_tried_no_more() -> None:
    board, player = view(mid_round(), 0), players(1)[0]
    settings = SearchSettings(playouts=20_000, pool=256, worlds=128)
    quick, whole = (
        alone(replace(settings, clear=clear), player, 1).values(board) for clear in (settings.clear, np.inf)
    )
    assert np.isfinite(whole).sum() > np.isfinite(quick).sum() == 1
    assert quick.argmax() == whole.argmax()


# ------------------------------------------------------------------ what it depends on


def mid_round(seed: int = 3, game: str = "classic", after: int = 14) -> State:
    """Return a state of four seats in the middle of a round, in which the first has to choose."""
    rules = sixth.games[game].replace(seats=4)
    return next(
        move.before
        for move in islice(moves(rules, seed), after, None)
        if move.before.phase == "choose" and move.before.chosen[0] is None
    )


def test_a_search_plays_the_best_answer_and_depends_on_nothing_that_its_seat_does_not_see() -> None:
    state = mid_round()
    board = view(state, 0)
    other = sample(board, Random(1))
    assert other.hands != state.hands
    bots = [alone(LITTLE, players(1)[0], 5) for _ in range(3)]
    values = bots[0].values(board)
    assert bots[1].values(view(other, 0)).tolist() == values.tolist()
    assert bots[2].act(board) == board.legal[int(values.argmax())]


class Clock:
    """A clock that advances at each reading."""

    def __init__(self, left: float, step: float) -> None:
        self._left, self._step = left, step
        self.late = 0
        """Return the number of readings after the time was over."""

    def __call__(self) -> float:
        self.late += self._left <= 0
        self._left -= self._step
        return self._left + self._step


@pytest.mark.parametrize("game", ["classic", "logic"])
def test_without_any_time_a_search_answers_by_the_policys_logits(game: str) -> None:
    board, player = view(mid_round(game=game, after=60), 0), players(1)[0]
    logits = answer_logits(board, player).tolist()
    hasty = SearchSettings(playouts=10**9, seconds=0.0)
    assert alone(hasty, player, 1).values(board).tolist() == logits
    no_time = SearchBot(SearchSettings(playouts=10**9), {POLICY: player}, Random(1), Clock(0.001, 0.0))
    assert no_time.values(board).tolist() == logits


@pytest.mark.parametrize("after", [0, 14, 60])
def test_a_search_ends_when_its_time_is_over_though_it_has_not_tried_all(after: int) -> None:
    board = view(mid_round(after=after), 0)
    for step in (0.02, 0.3, 0.6):
        clock = Clock(1.0, step)
        values = SearchBot(SearchSettings(playouts=10**9), {POLICY: players(1)[0]}, Random(1), clock).values(
            board
        )
        assert np.isfinite(values.max())
        # Once where worlds were weighed, once before the playouts, once after the first of them.
        assert clock.late <= 3


def test_time_that_is_not_needed_changes_nothing() -> None:
    board, player = view(mid_round(), 0), players(1)[0]
    settings = (SearchSettings(playouts=3000, seconds=seconds, match=0.0) for seconds in (None, 1e6))
    free, limited = (alone(each, player, 1).values(board).tolist() for each in settings)
    assert free == limited
