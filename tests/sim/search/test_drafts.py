"""Drafts in lanes: by the rules, pick by pick; the same in whatever lane; and what a policy is told."""

from itertools import chain
from random import Random

import numpy as np
import pytest
from hypothesis import given, settings, strategies as st

import sixth
from sixth.rules.events import Deal as Dealing, Lay, Pick
from sixth.rules.game import advance
from sixth.rules.options import Rules
from sixth.rules.state import start
from sixth.sim import Deal, Sim
from sixth.sim.engine.layout import LANES, Plan, plan
from sixth.sim.policy.block import Block, block
from sixth.sim.policy.network import INPUTS, PICK_INPUTS, TILE
from sixth.sim.policy.pick_features import ASKED, PICK_FEATURES, pick_features
from sixth.sim.search.drafts import (
    DraftMoment,
    DraftObservation,
    deal_out,
    draft_on,
    lay_open,
    pick_on,
    set_draft,
)
from sixth.sim.search.examples import Tried, pick_examples
from sixth.sim.search.playouts import Moment, play_on
from sixth.sim.search.policy_logits import logits_of_picks
from tests.rules.strategies import ONE_ROUND, combined_rules, named_rules, seeds
from tests.sim.drafts import (
    BEGINNING,
    dealt,
    everybody,
    nobody,
    observation,
    picked,
    players,
    scores,
    still_open,
)

NAMES = [text.partition(":")[0] for text in PICK_FEATURES]
ZERO, ONE = np.uint64(0), np.uint64(1)
SOME = 5
"""Lanes that the drawn cases play, of a tile that is not whole."""


def drafts() -> st.SearchStrategy[Rules]:
    """Rules of one round with a draft: the named game, and any others that have one."""
    drawn = st.one_of(named_rules().filter(lambda rules: rules.drafts), combined_rules(deal="draft"))
    return drawn.map(lambda rules: rules.replace(end=ONE_ROUND))


def ready(*, first: int = 0, inverse_temperature: float = 1.0) -> Block:
    b = block()
    b.streams[:] = np.arange(first, first + int(LANES), dtype=np.uint64)
    b.inverse_temperature[:] = inverse_temperature
    return b


# ------------------------------------------------------------------ by the rules


@given(rules=drafts(), seed=seeds(), drilled=st.booleans(), data=st.data())
@settings(deadline=None, max_examples=40)
def test_a_draft_in_lanes_is_one_of_the_rules(
    rules: Rules, seed: int, drilled: bool, data: st.DataObject
) -> None:
    setup = plan(rules)
    total = rules.hand * rules.seats
    first = data.draw(st.integers(0, rules.seats - 1))
    lineup = everybody(players(seed)) if drilled else nobody()
    b = ready()
    lay_open(b, setup)
    states = [advance(start(rules), None, Lay(first))[1] for _ in range(SOME)]
    for made in range(total):
        picker = np.uint64((first + made) % rules.seats)
        moment = DraftMoment(picker, np.uint64(made), False)
        pick_on(b, lineup, setup, np.uint64(seed), np.uint64(SOME), moment, np.uint64(made + 1))
        for lane, state in enumerate(states):
            (card,) = set(state.open_deck) - set(still_open(b, lane))
            assert state.actor == picker
            states[lane] = advance(state, state.actor, Pick(card))[1]
            assert [tuple(picked(b, seat, lane)) for seat in range(rules.seats)] == list(states[lane].hands)
    deal_out(b, setup, np.uint64(SOME))
    rows, plays = [], []
    for lane, state in enumerate(states):
        after = advance(state, None, Dealing(()))[1]
        hands, row = dealt(b, setup, lane)
        assert [tuple(hand) for hand in hands] == list(after.hands)
        assert [(card,) for card in row] == list(after.rows)
        rows.append(row)
        plays.append(np.array(hands, dtype=np.uint8).T)
    # The round that follows is one of the simulation, which is held to the rules elsewhere.
    deal = Deal(np.array(rows, dtype=np.uint8), np.array(plays))
    play_on(b, nobody(), setup, np.uint64(seed), np.uint64(SOME), Moment(ZERO), setup.turns)
    assert [scores(b, setup, lane) for lane in range(SOME)] == Sim(rules).play(deal).totals.tolist()


@given(rules=drafts(), seed=seeds(), data=st.data())
@settings(deadline=None, max_examples=30)
def test_a_draft_goes_on_from_any_moment_with_the_card_that_is_forced(
    rules: Rules, seed: int, data: st.DataObject
) -> None:
    setup, rng = plan(rules), Random(seed)
    free = list(range(1, len(setup.keys) + 1))
    rng.shuffle(free)
    first, made = rng.randrange(rules.seats), data.draw(st.integers(0, rules.hand * rules.seats - 1))
    hands: list[list[int]] = [[] for _ in range(rules.seats)]
    for number in range(made):
        hands[(first + number) % rules.seats].append(free.pop())
    seat = (first + made) % rules.seats
    b = ready()
    set_draft(b, observation(seat, hands, free), setup)
    forced = np.array([rng.choice(free) for _ in range(int(LANES))], dtype=np.uint8)
    b.forced[:] = forced
    moment = DraftMoment(np.uint64(seat), np.uint64(made), True)
    draft_on(b, everybody(players(seed)), setup, np.uint64(seed), np.uint64(SOME), moment)
    for lane in range(SOME):
        kept, rows = dealt(b, setup, lane)
        # The strips of a turn stand in the order in which its cards were placed; all cards are there once.
        assert sorted([*chain(*kept), *rows]) == list(range(1, len(setup.keys) + 1))
        for number, hand in enumerate(hands):
            wanted = {*hand, int(forced[lane])} if number == seat else set(hand)
            assert wanted <= set(picked(b, number, lane))
            assert len(picked(b, number, lane)) == rules.hand
        assert rows == sorted(still_open(b, lane))


def test_a_draft_is_the_same_in_whatever_lane_it_is_played() -> None:
    setup = plan(sixth.games["logic"].replace(seats=4))

    def played(first: int, games: int) -> list[tuple[list[list[int]], list[int]]]:
        b = ready(first=first)
        lay_open(b, setup)
        moment = DraftMoment(ONE, ZERO, False)
        draft_on(b, everybody(players(3)), setup, np.uint64(9), np.uint64(games), moment)
        hands = [[picked(b, seat, lane) for seat in range(4)] for lane in range(games)]
        return [(hand, scores(b, setup, lane)) for lane, hand in enumerate(hands)]

    many = played(100, 300)
    assert len({str(one) for one in many}) > 250
    assert played(250, 70) == many[150:220]


def test_without_players_every_open_card_is_picked_as_often() -> None:
    setup = plan(Rules(seats=3, hand=5, deck="tactical", deal="draft", rows=5))
    b = ready()
    lay_open(b, setup)
    pick_on(b, nobody(), setup, np.uint64(1), LANES, BEGINNING, setup.turns * setup.seats)
    picks = np.array([picked(b, 1, lane) for lane in range(int(LANES))])
    counts = np.bincount(picks.ravel(), minlength=21)[1:]
    share = 5 / 20
    spread = (int(LANES) * share * (1 - share)) ** 0.5
    assert abs(counts - int(LANES) * share).max() < 4.5 * spread


def test_a_player_of_inverse_temperature_0_picks_evenly_and_of_a_high_one_the_best() -> None:
    setup = plan(sixth.games["logic"].replace(seats=2))
    net = players(5)
    b = ready(inverse_temperature=2.0**30)
    lay_open(b, setup)
    pick_on(b, everybody(net), setup, np.uint64(1), LANES, BEGINNING, ONE)
    values = np.empty(24, dtype=np.float32)
    everything = observation(0, [[], []], range(1, 25))
    logits_of_picks(block(), net[0], setup, everything, values)
    assert {tuple(picked(b, 0, lane)) for lane in range(int(LANES))} == {(int(values.argmax()) + 1,)}
    b = ready(inverse_temperature=0.0)
    lay_open(b, setup)
    pick_on(b, everybody(net), setup, np.uint64(1), LANES, BEGINNING, ONE)
    counts = np.bincount([picked(b, 0, lane)[0] for lane in range(int(LANES))], minlength=25)[1:]
    assert abs(counts - int(LANES) / 24).max() < 4.5 * (int(LANES) / 24) ** 0.5


# ------------------------------------------------------------------ what a policy is told


def told(setup: Plan, asked: DraftObservation, card: int) -> dict[str, float]:
    b = block()
    set_draft(b, asked, setup)
    b.sets[int(ASKED) : int(ASKED + TILE)] = card
    pick_features(b, setup, asked.seat, ZERO)
    values = b.work[int(INPUTS) : int(INPUTS + TILE * PICK_INPUTS)].reshape(-1, int(TILE))
    assert (values == values[:, :1]).all()
    return dict(zip(NAMES, values[:, 0].tolist(), strict=True))


def expected(
    rules: Rules, asked: DraftObservation, hands: list[list[int]], free: list[int], card: int
) -> list[float]:
    size = rules.deck_size(rules.seats)
    own = hands[int(asked.seat)]
    others = [other for number, hand in enumerate(hands) if number != asked.seat for other in hand]
    lower, higher = [one for one in own if one < card], [one for one in own if one > card]
    return [
        card / size,
        rules.heads_of[card] / 7,
        1 / (card - max(lower)) if lower else 0,
        1 / (min(higher) - card) if higher else 0,
        len(lower) / rules.hand,
        len(higher) / rules.hand,
        sum(card - 8 <= one < card for one in others) / 8,
        sum(card < one <= card + 8 for one in others) / 8,
        sum(card - 8 <= one < card for one in free) / 8,
        sum(card < one <= card + 8 for one in free) / 8,
        rules.rows / len(free),
        sum(one < card for one in free) / (len(free) - 1),
        (rules.seats - 1) / 9,
        float(rules.both_ends),
        rules.rows / 10,
        min(rules.row_limit / 10, 1),
    ]


@given(rules=drafts(), seed=seeds())
@settings(deadline=None)
def test_the_features_are_what_they_are_said_to_be(rules: Rules, seed: int) -> None:
    setup, rng = plan(rules), Random(seed)
    deck = list(range(1, len(setup.keys) + 1))
    rng.shuffle(deck)
    made = rng.randrange(rules.hand * rules.seats)
    hands: list[list[int]] = [[] for _ in range(rules.seats)]
    for number in range(made):
        hands[number % rules.seats].append(deck.pop())
    asked = observation(made % rules.seats, hands, deck)
    for card in rng.sample(deck, min(4, len(deck))):
        values = list(told(setup, asked, card).values())
        assert values == pytest.approx(expected(rules, asked, hands, deck, card), rel=1e-6)


# ------------------------------------------------------------------ training examples


@pytest.mark.parametrize(("seats", "number"), [(2, 0), (3, 7), (4, 39), (3, 29)])
def test_training_examples_are_of_open_cards_and_tell_what_each_came_to(seats: int, number: int) -> None:
    rules = sixth.games["logic"].replace(seats=seats)
    setup, net = plan(rules), players(2)
    size = len(setup.keys)
    count = min(12, size - number)
    x = np.empty((int(LANES), count, int(PICK_INPUTS)), dtype=np.float32)
    q = np.empty((int(LANES), count), dtype=np.float32)
    b, kept = ready(), ready()
    seed, at = np.uint64(4), np.uint64(number)
    tried = Tried(x, q, np.zeros(int(LANES), dtype=np.uint8))
    pick_examples(b, kept, everybody(net), setup, seed, np.uint64(77), at, tried)
    cards = np.rint(x[:, :, NAMES.index("number")] * size).astype(np.uint8)
    for lane in range(0, int(LANES), 100):
        free = still_open(kept, lane)
        assert len(set(cards[lane].tolist())) == count
        assert set(cards[lane].tolist()) <= set(free)
        assert len(picked(kept, 0, lane)) == number // seats
        logits = np.empty(len(free), dtype=np.float32)
        hands = [picked(kept, seat, lane) for seat in range(seats)]
        asked = observation(0, hands, free)
        logits_of_picks(block(), net[0], setup, asked, logits)
        assert cards[lane, 0] == free[int(logits.argmax())]
        for answer in range(count):
            right = expected(rules, asked, hands, free, int(cards[lane, answer]))
            assert x[lane, answer].tolist() == pytest.approx(right, rel=1e-6)
    # The same picks once more, all at once: the same luck, so the same heads.
    again = ready(first=77)
    for answer in (0, count - 1):
        again.hands[:] = kept.hands
        again.forced[:] = cards[:, answer]
        draft_on(again, everybody(net), setup, seed, LANES, DraftMoment(ZERO, at, True))
        assert [scores(again, setup, lane)[0] for lane in range(int(LANES))] == q[:, answer].tolist()
    assert (q.max(axis=1) > q.min(axis=1)).any()
