"""Differences of rules from classic, in a few words."""

from collections.abc import Sequence

import pytest
from hypothesis import given

import sixth
from sixth.differences import differences
from sixth.rules.options import End, Rules
from tests.rules.strategies import combined_rules


@pytest.mark.parametrize(
    ("game", "names"),
    [
        ("classic", []),
        ("tactical", ["deck"]),
        ("logic", ["draft"]),
        ("halves", ["halves"]),
        ("both-ends", ["ends"]),
        ("kids", ["goal", "play", "rows", "hand"]),
        ("elimination", ["end", "heads"]),
    ],
)
def test_a_named_game_says_what_differs_from_classic(game: str, names: Sequence[str]) -> None:
    assert [each.name for each in differences(sixth.games[game].replace(seats=4))] == names


@given(combined_rules())
def test_any_rules_say_each_option_that_differs_once_and_shortly(rules: Rules) -> None:
    told = differences(rules)
    names = [each.name for each in told]
    assert len(set(names)) == len(names)
    for name in ("goal", "play", "ends", "heads", "row_limit", "rows", "hand"):
        assert (name in names) == (getattr(rules, name) != getattr(Rules(rules.seats), name)), name
    assert ("end" in names) == (rules.end.kind == "elimination")
    for each in told:
        assert len(each.text.split()) <= 6
        assert each.about.count(".") in (0, 1, 2)
        assert each.game in sixth.games


def test_the_length_of_a_game_is_no_difference() -> None:
    assert differences(Rules(4, end=End("rounds", 1))) == ()


def test_the_limit_is_that_of_the_rules() -> None:
    (told,) = differences(Rules(4, end=End("elimination", 40)))
    assert told.text == "Out over 40 heads"
    assert "more than 40 heads" in told.about
