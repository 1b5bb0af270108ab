"""Drafts of bots with kernels: their picks are legal, and the lanes play the same rounds."""

from dataclasses import dataclass, replace
from random import Random

import numpy as np
import pytest
from hypothesis import given, settings, strategies as st

import sixth
from sixth.bots.belief import POLICY
from sixth.bots.bot import Bot, heads_hurt
from sixth.bots.montecarlo import MonteCarloBot
from sixth.bots.observation import observe, observe_draft, plan_of
from sixth.bots.policy import PolicyBot, answer_logits
from sixth.bots.search import SearchBot, SearchSettings
from sixth.rules.events import Dealt, Event, Laid, Pick, Picked, RoundEnded
from sixth.rules.options import End, Rules
from sixth.sim.engine.layout import CARD_SHIFT
from sixth.sim.policy.block import block
from sixth.sim.search.drafts import DraftMoment, deal_out, lay_open, pick_on
from sixth.sim.search.playouts import Moment, play_on
from tests.rules.strategies import combined_rules, named_rules, seeds
from tests.sim.drafts import dealt, everybody, players, scores, words

ZERO, ONE = np.uint64(0), np.uint64(1)
ROUNDS = 4
LITTLE = SearchSettings(playouts=32, pool=64, worlds=16, picks=4)


@dataclass
class Round:
    """One round by the rules, with the seats that were in."""

    seats: list[int]
    first: int
    hands: list[list[int]]
    rows: list[int]
    heads: list[int]


def rounds_of(events: tuple[Event, ...], seats: list[int]) -> list[Round]:
    rounds: list[Round] = []
    for event in events:
        match event:
            case Laid(first=first):
                rounds.append(Round(seats, seats.index(first), [], [], []))
            case Dealt(hands=hands, rows=rows):
                rounds[-1].hands = [list(hands[seat]) for seat in seats]
                rounds[-1].rows = [row[0] for row in rows]
            case RoundEnded(heads=heads, out=out):
                rounds[-1].heads = [heads[seat] for seat in seats]
                seats = [seat for seat in seats if seat not in out]
    return [each for each in rounds if each.heads]


def play(rules: Rules, bots: list[Bot], seed: int, *, rounds: int = ROUNDS) -> sixth.Game:
    game = sixth.Game(rules, seed=seed)
    while not game.over and len(game.state.past) < rounds:
        for seat in game.to_act:
            view = game.view(seat)
            action = bots[seat].act(view)
            assert action in view.legal
            game.act(seat, action)
    return game


def drafts() -> st.SearchStrategy[Rules]:
    drafts_of_games = named_rules().filter(lambda rules: rules.drafts)
    elimination_rules = st.builds(
        lambda seats, limit, hand: sixth.games["logic"].replace(
            seats=seats, hand=hand, heads="light", end=End("elimination", limit)
        ),
        st.integers(3, 10),
        st.integers(3, 20),
        st.integers(5, 10),
    )
    return st.one_of(drafts_of_games, combined_rules(deal="draft"), elimination_rules)


@given(rules=drafts(), seed=seeds())
@settings(deadline=None, max_examples=30)
def test_lanes_play_the_rounds_that_the_policy_plays_by_the_rules(rules: Rules, seed: int) -> None:
    net = players(seed)
    game = play(rules, [PolicyBot(net[0]) for _ in range(rules.seats)], seed)
    b = block()
    # At this inverse temperature noise changes nothing, so that every lane does what the bot does.
    b.inverse_temperature[:] = 2.0**30 if heads_hurt(rules) else -(2.0**30)
    for number, round_ in enumerate(rounds_of(game.events, list(range(rules.seats)))):
        setup = plan_of(rules, len(round_.seats))
        total = setup.turns * setup.seats
        lay_open(b, setup)
        first = DraftMoment(np.uint64(round_.first), ZERO, False)
        pick_on(b, everybody(net), setup, np.uint64(number), ONE, first, total)
        deal_out(b, setup, ONE)
        assert dealt(b, setup, 0) == (round_.hands, round_.rows)
        play_on(b, everybody(net), setup, np.uint64(number), ONE, Moment(ZERO), setup.turns)
        assert scores(b, setup, 0) == round_.heads


def test_a_search_tries_the_picks_that_its_policy_likes_and_without_time_still_picks() -> None:
    game = sixth.Game(sixth.games["logic"].replace(seats=3), seed=1)
    (seat,) = game.to_act
    view = game.view(seat)
    net = players(1)[0]
    tried = np.flatnonzero(np.isfinite(SearchBot(LITTLE, {POLICY: net}, Random(1)).values(view)))
    assert {*tried.tolist()} <= {*np.argsort(-answer_logits(view, net))[: LITTLE.picks].tolist()}
    hurried = SearchBot(SearchSettings(playouts=10**9, seconds=0.0), {POLICY: net}, Random(1))
    assert hurried.act(view) in view.legal


def test_search_and_playouts_see_what_the_last_pick_leads_to() -> None:
    # Three cards, one for each of two seats and one for the row. With 2 gone, one that picks 1 must take
    # the row, and one that picks 3 takes nothing.
    rules = Rules(seats=2, hand=1, rows=1, deck="tactical", deal="draft", end=End("rounds", 1))
    game = sixth.Game(rules, seed=1)
    game.act(game.to_act[0], Pick(2))
    view = game.view(game.to_act[0])
    assert view.legal == (Pick(1), Pick(3))
    thorough = replace(LITTLE, playouts=2**14, clear=np.inf, win=3.0)
    values = SearchBot(thorough, {POLICY: players(1)[0]}, Random(1)).values(view).tolist()
    assert values == pytest.approx([-1.0, 3.0 / 2], abs=0.02)
    assert MonteCarloBot(10, Random(1)).act(view) == Pick(3)


@given(rules=drafts(), seed=seeds(), stop=st.integers(0, 60))
@settings(deadline=None, max_examples=40)
def test_what_the_bots_are_told_of_a_draft_is_what_there_is(rules: Rules, seed: int, stop: int) -> None:
    game, rng = sixth.Game(rules, seed=seed), Random(seed)
    for _ in range(stop):
        if game.over:
            return
        seat = game.to_act[0]
        game.act(seat, rng.choice(game.view(seat).legal))
    if game.over:
        return
    state = game.state
    view = game.view(game.to_act[0])
    if view.phase == "pick":
        setup, draft = observe_draft(view)
        hands = [*(state.hands[seat] for seat in state.seats_in), state.open_deck]
        assert draft.sets.tolist() == [part for cards in hands for part in words(cards)]
        assert draft.made == sum(isinstance(event, Picked) for event in state.history)
        assert state.seats_in[int(draft.seat)] == state.actor
        return
    setup, observation = observe(view)
    assert len(observation.hidden) == 0
    seats, turns = int(setup.seats), int(setup.turns)
    strips = (observation.known >> CARD_SHIFT).reshape(turns, seats)
    assert strips.all()
    left = slice(int(observation.turn) + (view.phase == "take"), None)
    for number, seat in enumerate(state.seats_in):
        assert sorted(strips[left, number].tolist()) == list(state.hands[seat])
