"""The cards and their heads."""

from collections import Counter

import pytest

from sixth.rules.cards import FULL_DECK, HEADS


def test_there_are_104_cards() -> None:
    assert FULL_DECK == 104
    assert all(len(table) == 105 for table in HEADS.values())


def test_one_card_has_7_heads_eight_have_5_ten_have_3_nine_have_2_and_76_have_1() -> None:
    assert Counter(HEADS["classic"][1:]) == {7: 1, 5: 8, 3: 10, 2: 9, 1: 76}


@pytest.mark.parametrize(
    ("heads", "cards"),
    [
        (7, [55]),
        (5, [11, 22, 33, 44, 66, 77, 88, 99]),
        (3, [10, 20, 30, 40, 50, 60, 70, 80, 90, 100]),
        (2, [5, 15, 25, 35, 45, 65, 75, 85, 95]),
    ],
)
def test_the_cards_with_more_than_one_head_are(heads: int, cards: list[int]) -> None:
    for table in HEADS.values():
        assert [card for card in range(1, 105) if table[card] == heads] == cards


def test_in_the_light_table_plain_cards_cost_nothing_and_all_others_the_same() -> None:
    for card in range(1, 105):
        classic = HEADS["classic"][card]
        assert HEADS["light"][card] == (0 if classic == 1 else classic)


def test_no_card_is_no_card() -> None:
    assert [table[0] for table in HEADS.values()] == [0, 0]
