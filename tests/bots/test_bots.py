"""The bots: each plays every game, knows only its view, and plays better than the one before it."""

from dataclasses import replace
from random import Random
from typing import Any

import pytest
from hypothesis import given, settings, strategies as st

import sixth
from sixth import bots
from sixth.bots.kernel_answers import utility_sign
from sixth.bots.match import MatchTally, play_games
from sixth.rules.board import Row
from sixth.rules.events import Choose, Pick, Revealed, Take
from sixth.rules.options import End, Rules
from sixth.rules.state import State, start
from sixth.rules.view import sample, view
from tests.rules.strategies import all_rules

ONE_ROUND = End("rounds", 1)
QUICK = ("random", "nearest", "careful", "montecarlo:5", "policy", "search:10")
"""All bots, with few playouts."""


def first_turn(rows: tuple[Row, ...], hand: tuple[int, ...], rules: Rules | None = None) -> State:
    """Return a first turn with these rows, in which seat 0 holds `hand` and three others the rest."""
    rules = rules or sixth.games["classic"].replace(seats=4)
    rest = [card for card in range(1, 105) if card not in hand and all(card not in row for row in rows)]
    size = len(hand)
    hands = (hand, *(tuple(rest[size * n : size * (n + 1)]) for n in range(3)))
    return replace(start(rules), hands=hands, rows=rows, round=1, part=1, turn=1, phase="choose")


def too_low(rows: tuple[Row, ...], card: int, rules: Rules | None = None) -> State:
    """Return a state in which seat 0 decides where `card` goes."""
    state = first_turn(rows, (99, 100), rules)
    return replace(state, phase="take", actor=0, pending=((card, 0),))


@pytest.mark.parametrize("name", QUICK)
@given(data=st.data())
@settings(max_examples=15)
def test_a_bot_plays_any_game_to_its_end(name: str, data: st.DataObject) -> None:
    rules = data.draw(all_rules())
    game = sixth.Game(rules, seed=data.draw(st.integers(0, 9)))
    bot, random = bots.make(name, seed=1), bots.make("random", seed=1)
    own = data.draw(st.integers(0, rules.seats - 1))
    while not game.over and game.state.round <= 2:
        for seat in game.to_act:
            board = game.view(seat)
            action = (bot if seat == own else random).act(board)
            assert action in board.legal
            game.act(seat, action)


@pytest.mark.parametrize("name", QUICK)
@pytest.mark.parametrize("game_name", sixth.games)
def test_a_bot_plays_the_same_whatever_the_hidden_cards_are(name: str, game_name: str) -> None:
    game = sixth.Game(sixth.games[game_name].replace(seats=4), seed=2)
    while not game.over and game.state.round == 1:
        for seat in game.to_act:
            board = game.view(seat)
            if seat == 0:
                other = view(sample(board, Random(3)), seat)
                assert bots.make(name, seed=5).act(other) == bots.make(name, seed=5).act(board)
            game.act(seat, bots.make("random", seed=1).act(board))


@pytest.mark.parametrize("name", bots.names)
def test_a_bot_chooses_a_card_and_a_row(name: str) -> None:
    game, bot = sixth.Game(sixth.games["classic"].replace(seats=4), seed=1), bots.make(name, seed=1)
    phases = set[str]()
    while len(phases) < 2:
        for seat in game.to_act:
            board = game.view(seat)
            if board.phase not in phases:
                assert bot.act(board) in board.legal
                phases.add(board.phase)
            game.act(seat, board.legal[0])
    assert phases == {"choose", "take"}


def test_bots_without_a_seed_differ() -> None:
    hands = first_turn(((1,), (2,), (3,), (4,)), tuple(range(10, 20)))
    assert len({bots.make("random").act(view(hands, 0)) for _ in range(100)}) > 1


def test_the_random_bot_does_everything_that_is_allowed() -> None:
    board = view(first_turn(((1,), (2,), (3,), (4,)), tuple(range(10, 20))), 0)
    bot = bots.make("random", seed=1)
    assert {bot.act(board) for _ in range(300)} == set(board.legal)


def test_an_unknown_bot_is_refused_with_the_names_of_all() -> None:
    bot_names = "random, nearest, careful, montecarlo, policy, search, expert, champion, level-1, .* level-8"
    with pytest.raises(ValueError, match=rf"^There is no bot 'clever'; the bots are {bot_names}\.$"):
        bots.make("clever")


def test_every_bot_says_in_one_sentence_how_it_plays() -> None:
    for name in bots.names:
        assert bots.about(name).endswith(".")
        assert bots.about(name).count(". ") == 0


@pytest.mark.parametrize(
    ("game_name", "margin"),
    [("classic", 1.1), ("tactical", 1.1), ("halves", 1.1), ("elimination", 1.1), ("both-ends", 1.0)],
)
def test_each_bot_takes_fewer_heads_than_the_one_before(game_name: str, margin: float) -> None:
    rules = sixth.games[game_name].replace(seats=4)
    random, nearest, careful, _ = heads_of(rules, "random", "nearest", "careful", "random", games=60)
    assert random > 1.3 * nearest
    assert nearest > margin * careful


def heads_of(rules: Rules, *names: str, games: int) -> list[float]:
    """Return the mean heads a round of each of four bots."""
    tally = MatchTally(4)
    for game in play_games(rules, names, games=games, seed=1):
        tally.add(game)
    return [tally.heads_a_round(seat) for seat in range(4)]


def test_careful_takes_fewer_heads_among_nearests() -> None:
    rules = sixth.games["classic"].replace(seats=4)
    careful, *nearests = heads_of(rules, "careful", *["nearest"] * 3, games=80)
    assert careful < 0.85 * min(nearests)


def test_where_most_heads_win_each_bot_takes_more_than_the_one_before() -> None:
    rules = sixth.games["classic"].replace(seats=4, goal="most", end=ONE_ROUND)
    random, nearest, careful, _ = heads_of(rules, "random", "nearest", "careful", "random", games=300)
    assert random < nearest < careful


# ------------------------------------------------------------------ what each is known by


def test_nearest_plays_the_card_closest_above_a_row_with_room() -> None:
    full = (91, 92, 93, 94, 95)
    board = view(first_turn(((10,), (30,), (50,), full), (13, 32, 58, 96)), 0)
    assert bots.make("nearest").act(board) == Choose(32)


def test_nearest_looks_left_too_where_rows_have_both_ends() -> None:
    rules = sixth.games["both-ends"].replace(seats=4)
    board = view(first_turn(((10,), (30,), (50,), (90,)), (13, 49, 58, 104), rules), 0)
    assert bots.make("nearest").act(board) == Choose(49)


@pytest.mark.parametrize("name", ["nearest", "careful"])
def test_the_cheapest_row_is_taken(name: str) -> None:
    board = view(too_low(((55,), (66, 67), (30, 31, 32), (40, 41)), 5), 0)
    assert bots.make(name).act(board) == Take(3)


@pytest.mark.parametrize("name", ["nearest", "careful"])
def test_the_dearest_row_is_taken_where_most_heads_win(name: str) -> None:
    rules = sixth.games["classic"].replace(seats=4, goal="most")
    board = view(too_low(((55,), (66, 67, 77), (30, 31, 32), (40, 41)), 5, rules), 0)
    assert bots.make(name).act(board) == Take(1)


@pytest.mark.parametrize("name", ["nearest", "careful"])
def test_nobody_gathers_heads_where_seats_with_many_are_out(name: str) -> None:
    out = sixth.games["classic"].replace(seats=4, goal="most", end=End("elimination", 66))
    rows = ((55,), (66, 67, 77), (30, 31, 32), (40, 41))
    for rules in (out, out.replace(goal="fewest")):
        board = view(too_low(rows, 5, rules), 0)
        assert bots.make(name).act(board) == Take(3)
        # So utility has that sign for the policy and the search, too.
        assert utility_sign(board) == 1


@pytest.mark.parametrize("name", ["nearest", "careful"])
def test_of_two_places_the_one_with_room_is_chosen(name: str) -> None:
    rules = sixth.games["both-ends"].replace(seats=4)
    full = (10, 11, 12, 13, 14)
    board = view(too_low((full, (18, 70), (5, 80), (4, 81)), 16, rules), 0)
    assert len(board.legal) == 2
    assert bots.make(name).act(board) == Take(1, "left")


def test_careful_fears_a_full_row() -> None:
    full = (56, 57, 58, 59, 60)
    board = view(first_turn(((10,), (20,), (40,), full), (61, 44)), 0)
    assert bots.make("careful").act(board) == Choose(44)


def test_careful_fears_the_cards_that_could_come_between() -> None:
    four = (55, 57, 58, 59)
    # 63 would be the fifth card of a dear row, unless one of 60, 61 and 62 comes before it.
    board = view(first_turn(((10,), (20,), (40,), four), (44, 63)), 0)
    assert bots.make("careful").act(board) == Choose(44)


def test_careful_remembers_which_cards_are_gone() -> None:
    four = (55, 57, 58, 59)
    state = first_turn(((10,), (20, 22), (30,), four), (63, 104))
    bold = replace(state, piles=((60, 61, 62), (), (), ()))
    assert bots.make("careful").act(view(bold, 0)) == Choose(63)


def test_careful_reads_the_open_hands_of_a_draft() -> None:
    rules = sixth.games["logic"].replace(seats=2, hand=2)
    first: Any = {"round": 1, "part": 1, "turn": 1, "phase": "choose"}
    state = replace(start(rules), hands=((3, 6), (1, 5)), rows=((2,), (4,)), **first)
    # Behind a full row ending in 4 the 5 would go before the 6; alone the 3 fits anyway.
    assert bots.make("careful").act(view(state, 0)) == Choose(3)


def test_careful_picks_from_the_middle_of_the_deck() -> None:
    game = sixth.Game(sixth.games["logic"].replace(seats=4), seed=1)
    (seat,) = game.to_act
    assert bots.make("careful").act(game.view(seat)) in (Pick(22), Pick(23))


def test_a_reveal_is_all_that_bots_learn_of_a_choice() -> None:
    game = sixth.Game(sixth.games["classic"].replace(seats=2), seed=1)
    first, second = game.to_act
    before = game.view(second)
    game.act(first, bots.make("nearest").act(game.view(first)))
    after = game.view(second)
    assert bots.make("careful").act(before) == bots.make("careful").act(after)
    assert not any(isinstance(event, Revealed) for event in after.history)
