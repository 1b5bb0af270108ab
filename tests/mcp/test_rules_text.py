"""The sentences of whole rules."""

from sixth.mcp.rules_text import cards_by_heads, whole_rules
from sixth.rules.games import GAMES


def test_a_reader_learns_where_a_card_goes_before_the_options() -> None:
    text = whole_rules(GAMES["classic"].replace(seats=4))
    assert text[1] == "A card goes to the end of a row whose last card is lower."
    assert "Each player gets 10 cards." in text
    assert any("66" in each for each in text)


def test_other_games_have_their_own_turns() -> None:
    assert "to the left of a row" in whole_rules(GAMES["both-ends"].replace(seats=4))[1]
    assert "turn over the top card" in whole_rules(GAMES["kids"].replace(seats=4))[0]


def test_cards_go_by_their_heads() -> None:
    assert cards_by_heads(GAMES["classic"].replace(seats=4))["7"] == [55]
