"""Short texts for numbers, options and rules."""

from hypothesis import given

import sixth
from sixth.i18n import and_list
from sixth.rules.option_text import option_from_text
from sixth.rules.options import End
from sixth.terminal.labels import aim_text, games_text, ranges_text, rules_text, special_options
from tests.rules.strategies import all_rules


def test_numbers_and_lists_read_as_english() -> None:
    assert [games_text(count) for count in (0, 1)] == ["0 games", "1 game"]
    lists = [and_list(words) for words in ([], ["a"], ["a", "b"], ["a", "b", "c"])]
    assert lists == ["", "a", "a and b", "a, b and c"]
    assert ranges_text([1, 2, 3, 5, 7, 8]) == "1 to 3, 5, 7, 8"


@given(all_rules())
def test_special_options_give_the_same_rules_through_set(rules: sixth.Rules) -> None:
    changes = dict(text.split("=") for text in special_options(rules))
    options = {name: option_from_text(name, text) for name, text in changes.items()}
    assert sixth.Rules(rules.seats, **options) == rules


def test_rules_are_named_or_listed_by_their_options() -> None:
    assert rules_text(sixth.games["tactical"].replace(seats=4)) == "tactical, 4 seats"
    odd = sixth.games["classic"].replace(seats=2, deck=60, end=End("rounds", 3))
    assert rules_text(odd) == "deck=60, end=rounds:3, 2 seats"


def test_the_aim_says_how_a_game_ends_and_who_wins() -> None:
    assert aim_text(sixth.games["classic"].replace(seats=4)) == (
        "The game ends once somebody has 66 heads, and the fewest heads win."
    )
    kids = aim_text(sixth.games["kids"].replace(seats=4))
    assert kids == "The game ends after 1 round, and the most heads win."
    assert "the last one in wins" in aim_text(sixth.games["elimination"].replace(seats=4))
