"""Deals: exactly those of docs/fair-deals.md, even, and fixed by the secret, the texts and the round."""

import hashlib
import json
from collections import Counter
from dataclasses import replace
from typing import Any

import pytest
from hypothesis import given, strategies as st

import sixth
from sixth.rules.deal import Dealer, commitment, new_secret, secret_from_seed
from sixth.rules.events import Deal, Flip, Lay, Proof
from sixth.rules.game import advance
from sixth.rules.options import Rules
from sixth.rules.state import State, start
from tests.pages import code_blocks, run_page
from tests.rules.strategies import all_rules, moves, seeds

VECTOR: dict[str, Any] = json.loads(*code_blocks("fair-deals.md", "json"))
SECRET = bytes.fromhex(VECTOR["secret"])
PAGE_PROGRAM = run_page("fair-deals.md")

SECRETS = st.binary(min_size=32, max_size=32)
TEXTS = st.lists(st.text(max_size=8), max_size=10).map(tuple)


def state_after_deal(
    dealer: Dealer, rules: Rules, *, number: int = 1, seats_in: tuple[int, ...] = ()
) -> State:
    """The state after the deal of a round, with the seats that are still in."""
    state = replace(start(rules), round=number - 1, seats_in=seats_in or tuple(range(rules.seats)))
    step = dealer.step(state)
    assert step is not None
    return advance(state, None, step)[1]


# ------------------------------------------------------------------ the page


def test_the_commitment_of_the_page_is_ours_and_its_own() -> None:
    assert VECTOR["commitment"] == commitment(SECRET) == PAGE_PROGRAM["commitment"](SECRET)


@pytest.mark.parametrize("row", VECTOR["orders"])
def test_the_orders_of_the_page_are_ours_and_its_own(row: dict[str, Any]) -> None:
    ours = Dealer(SECRET, tuple(row["texts"])).shuffled(row["deck"], row["round"])
    page_order = PAGE_PROGRAM["order"](SECRET, row["texts"], row["round"], row["deck"])
    for order in (list(ours), page_order):
        assert order[:12] == row["first"]
        assert order[-3:] == row["last"]
        assert sorted(order) == list(range(1, row["deck"] + 1))


@pytest.mark.parametrize("row", VECTOR["first_to_pick"])
def test_the_first_picks_of_the_page_are_ours_and_its_own(row: dict[str, Any]) -> None:
    seats_in = tuple(row["seats_in"])
    dealer = Dealer(SECRET, tuple(row["texts"]))
    assert dealer.first_to_pick(seats_in, row["round"]) == row["seat"]
    assert PAGE_PROGRAM["first_to_pick"](SECRET, row["texts"], row["round"], seats_in) == row["seat"]
    rules = sixth.games["logic"].replace(seats=4)
    state = replace(start(rules), round=row["round"] - 1, seats_in=seats_in)
    assert dealer.step(state) == Lay(row["seat"])


@pytest.mark.parametrize("row", VECTOR["deals"])
def test_the_deals_of_the_page_are_ours(row: dict[str, Any]) -> None:
    rules = sixth.games[row["game"]].replace(seats=4)
    dealer = Dealer(SECRET, tuple(row["texts"]))
    seats_in = tuple(seat for seat in range(4) if row["hands"][seat])
    state = state_after_deal(dealer, rules, number=row["round"], seats_in=seats_in)
    if row["part"] == 2:
        step = dealer.step(replace(state, phase="deal"))
        assert step is not None
        state = advance(replace(state, phase="deal"), None, step)[1]
    else:
        assert [card for (card,) in state.rows] == row["rows"]
    assert list(map(list, state.hands)) == row["hands"]


@pytest.mark.parametrize("row", VECTOR["deals"])
def test_the_deals_of_the_page_are_its_own(row: dict[str, Any]) -> None:
    cards = PAGE_PROGRAM["order"](SECRET, row["texts"], row["round"], 104)
    if row["part"] == 2:
        cards = cards[12 * 4 + 4 :]
    players = [seat for seat in range(4) if row["hands"][seat]]
    hands, rest = PAGE_PROGRAM["deal"](cards, len(row["hands"][0]), len(players))
    if row["game"] != "kids":
        hands = [sorted(hand) for hand in hands]
    assert [row["hands"][seat] for seat in players] == hands
    if row["part"] == 1:
        assert row["rows"] == rest[: len(row["rows"])]


@given(
    secret=SECRETS,
    texts=TEXTS,
    number=st.integers(1, 2**32 - 1),
    size=st.integers(2, 104),
    seats=st.sets(st.integers(0, 9), min_size=1).map(sorted),
)
def test_the_program_of_the_page_agrees_with_ours(
    secret: bytes, texts: tuple[str, ...], number: int, size: int, seats: list[int]
) -> None:
    dealer = Dealer(secret, texts)
    assert list(dealer.shuffled(size, number)) == PAGE_PROGRAM["order"](secret, texts, number, size)
    first = dealer.first_to_pick(tuple(seats), number)
    assert first == PAGE_PROGRAM["first_to_pick"](secret, texts, number, seats)


# ------------------------------------------------------------------ what a deal depends on


@given(secret=SECRETS, texts=TEXTS, other=TEXTS)
def test_other_texts_give_another_order(
    secret: bytes, texts: tuple[str, ...], other: tuple[str, ...]
) -> None:
    same = Dealer(secret, texts).shuffled(104, 1) == Dealer(secret, other).shuffled(104, 1)
    assert same == (texts == other)


def test_where_one_text_ends_and_whose_it_is_matters() -> None:
    texts = [("ab", "c"), ("a", "bc"), ("abc", ""), ("", "abc"), ("abc",), ("ab", "c", ""), ("c", "ab")]
    assert len({Dealer(SECRET, each).shuffled(104, 1) for each in texts}) == len(texts)


def test_every_round_has_an_order_of_its_own() -> None:
    dealer = Dealer(SECRET, ("x", "y"))
    assert len({dealer.shuffled(104, number) for number in range(1, 200)}) == 199


def test_another_secret_gives_another_order_and_another_commitment() -> None:
    other = bytes([SECRET[0] ^ 1]) + SECRET[1:]
    assert Dealer(other).shuffled(104, 1) != Dealer(SECRET).shuffled(104, 1)
    assert commitment(other) != commitment(SECRET)


def test_a_new_secret_is_32_bytes_that_were_not_there_before() -> None:
    secrets = {new_secret() for _ in range(100)}
    assert len(secrets) == 100
    assert {len(secret) for secret in secrets} == {32}


def test_the_secret_of_a_seed_is_the_documented_one() -> None:
    for seed in (7, "seven", -1):
        assert secret_from_seed(seed) == hashlib.sha256(f"sixth-deal/1 seed {seed}".encode()).digest()


# ------------------------------------------------------------------ evenness


def test_every_order_of_four_cards_comes_about_equally_often() -> None:
    dealer = Dealer(SECRET)
    orders = Counter(dealer.shuffled(4, number) for number in range(1, 6001))
    assert len(orders) == 24
    assert all(180 < count < 320 for count in orders.values())


def test_numbers_that_would_favour_low_results_are_thrown_away(monkeypatch: pytest.MonkeyPatch) -> None:
    numbers = 2**32 - 1, 2**32 - 4, 2**32 - 5, 17
    monkeypatch.setattr("sixth.rules.deal._words", lambda key: iter(numbers))
    # 2**32 = 4 (mod 6): the last four numbers would give 0 to 3 once more than 4 and 5.
    assert Dealer(SECRET).first_to_pick(tuple(range(6)), 1) == (2**32 - 5) % 6 == 5


# ------------------------------------------------------------------ steps of the dealer


@given(rules=all_rules(), seed=seeds())
def test_the_dealer_acts_exactly_when_the_game_waits_for_no_seat(rules: Rules, seed: int) -> None:
    dealer = Dealer(secret_from_seed(seed))
    for number, move in enumerate(moves(rules, seed)):
        if number > 100:
            break
        for state in (move.before, move.after):
            assert (dealer.step(state) is not None) == (state.to_act == () and not state.over)


def test_the_dealer_turns_over_where_cards_are_flipped() -> None:
    state = state_after_deal(Dealer(SECRET), sixth.games["kids"].replace(seats=3))
    assert Dealer(SECRET).step(state) == Flip()


def test_only_seats_that_are_in_are_dealt_to() -> None:
    rules = Rules(seats=4, deck="tactical", hand=2, end=sixth.End("elimination", 5))
    state = state_after_deal(Dealer(SECRET), rules, number=3, seats_in=(1, 3))
    assert list(map(len, state.hands)) == [0, 2, 0, 2]
    cards = sorted(card for each in (*state.hands, *state.rows) for card in each)
    assert cards == list(range(1, 9))


def test_the_second_half_goes_on_where_the_first_stopped() -> None:
    rules = sixth.games["halves"].replace(seats=5)
    steps = [move.action for move in moves(rules, 9) if isinstance(move.action, Deal)]
    first, second = (step.cards for step in steps)
    dealer = Dealer(secret_from_seed(9), tuple(f"text {seat}" for seat in range(5)))
    assert (*first, *second) == dealer.shuffled(104, 1)


def test_every_deal_carries_the_proof() -> None:
    dealer = Dealer(SECRET, ("a", "b", "c"))
    step = dealer.step(start(Rules(seats=3)))
    assert isinstance(step, Deal)
    assert step.proof == Proof(commitment(SECRET), ("a", "b", "c"), SECRET.hex())
