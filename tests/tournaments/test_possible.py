"""Which heads of a table can be: what games give is possible, and what no cards give is told."""

import pytest
from hypothesis import given, settings

import sixth
from sixth.rules.events import GameEnded, RoundEnded
from sixth.rules.options import End, Rules
from sixth.tournaments.possible import impossible, sums_of_round
from tests.rules.strategies import all_rules, random_game, seeds

CLASSIC = sixth.games["classic"]


@given(all_rules(), seeds())
@settings(max_examples=40)
def test_what_a_game_gave_is_possible(rules: Rules, seed: int) -> None:
    game = random_game(rules, seed, rounds=4)
    all_in = [event for event in game.events if isinstance(event, RoundEnded)]
    if rules.end.kind == "elimination":
        all_in = all_in[:1]
    for number, event in enumerate(all_in, start=1):
        if rules.deal != "halves":
            one, so_far = (rules.replace(end=End("rounds", count)) for count in (1, number))
            assert impossible(event.heads, one) is None
            assert impossible(event.totals, so_far) is None
    for end in game.events:
        if isinstance(end, GameEnded):
            assert impossible(end.totals, rules) is None


def one_round(seats: int, rounds: int = 1) -> Rules:
    return CLASSIC.replace(seats=seats, end=End("rounds", rounds))


def test_a_table_takes_no_fewer_heads_than_rows_leave_and_no_more_than_cards_have() -> None:
    # Of 44 cards 24 to 40 are taken; 76 cards have a head each.
    assert sums_of_round(one_round(4)).least == 24
    assert sums_of_round(one_round(4)).most == 7 + 8 * 5 + 10 * 3 + 9 * 2 + 12
    # Of all 104 cards ten players take at least 84, with the 20 richest still in the rows, and at most 100.
    assert sums_of_round(one_round(10)).least == 171 - 7 - 8 * 5 - 10 * 3 - 2
    assert sums_of_round(one_round(10)).most == 171 - 4


@pytest.mark.parametrize(
    ("heads", "rules", "code", "number"),
    [
        ((5, 5, 5, 5), one_round(4), "too-few-heads", "24"),
        ((90, 10, 10, 0), one_round(4), "too-many-heads", "107"),
        ((12, 12, 12, -1), one_round(4), "no-such-heads", "-1"),
        ((0, 0, 0, 47), one_round(4, rounds=2), "too-few-heads", "48"),
        ((215, 0, 0, 0), one_round(4, rounds=2), "too-many-heads", "214"),
        ((0, 0, 0, 0), one_round(4, rounds=1_000_000), "too-few-heads", "24000000"),
        ((65, 60, 20, 12), CLASSIC.replace(seats=4), "not-over", "66"),
        ((173, 0, 0, 0), CLASSIC.replace(seats=4), "no-such-heads", "173"),
        ((100, 100, 100, 100), CLASSIC.replace(seats=4), "too-many-heads", "367"),
        # Light cards have no heads or two at least.
        ((1, 8, 9), one_round(3).replace(heads="light"), "no-such-heads", "1"),
        ((1, 8, 9), one_round(3, rounds=3).replace(heads="light"), "no-such-heads", "1"),
        # Three cards have one head each.
        ((3, 0), Rules(2, deck=3, hand=1, rows=1, row_limit=1, end=End("rounds", 1)), "too-many-heads", "2"),
    ],
)
def test_heads_that_cannot_be_are_told_with_the_number(
    heads: tuple[int, ...], rules: Rules, code: str, number: str
) -> None:
    reason = impossible(heads, rules)
    assert reason is not None
    assert reason.code == code
    assert number in str(reason)


@pytest.mark.parametrize(
    ("heads", "rules"),
    [
        ((0, 0, 0, 24), one_round(4)),
        ((107, 0, 0, 0), one_round(4)),
        ((66, 65, 65, 65), CLASSIC.replace(seats=4)),
        ((2, 8, 9), one_round(3).replace(heads="light")),
        ((67, 80, 3), sixth.games["elimination"].replace(seats=3)),
    ],
)
def test_the_least_and_the_most_are_possible(heads: tuple[int, ...], rules: Rules) -> None:
    assert impossible(heads, rules) is None


def test_heads_for_other_seats_than_the_rules_have_are_refused() -> None:
    with pytest.raises(ValueError, match="each seat"):
        impossible((20, 20, 20), one_round(4))
