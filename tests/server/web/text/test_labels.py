"""Names of games and bots where people choose them."""

from hypothesis import given

import sixth
from sixth import bots
from sixth.rules.games import kept_name
from sixth.rules.options import End, Rules
from sixth.server.table.config import TableConfig
from sixth.server.table.seating import EASY, MIXED, STRONG
from sixth.server.web.text.labels import (
    bot_text,
    bot_titles,
    game_summaries,
    game_title,
    game_titles,
    kept_title,
    kind_titles,
    table_title,
)
from tests.rules.strategies import all_rules


def test_every_game_has_a_title_and_a_sentence() -> None:
    assert list(game_titles()) == list(game_summaries()) == list(sixth.games)


def test_people_choose_among_three_faces_and_eight_levels() -> None:
    titles = bot_titles()
    assert list(titles) == [MIXED, EASY, STRONG, *reversed(bots.levels)]
    assert [titles[level] for level in bots.levels] == [f"Level {number}" for number in range(1, 9)]
    assert list(kind_titles("careful").values())[-2:] == ["Level 1", "Careful"]


def test_every_bot_has_a_name_at_the_table() -> None:
    names = [bot_text(name) for name in bots.names]
    assert len({*names}) == len(bots.names)
    assert not {name.removeprefix("bot: ") for name in names} & {*bots.names}


def test_a_named_game_with_one_or_two_changes_keeps_its_name() -> None:
    tactical, classic = sixth.games["tactical"], sixth.games["classic"]
    for name, game in sixth.games.items():
        assert game_title(game.replace(seats=4)) == game_titles()[name]
    one_round = tactical.replace(seats=4, end=End("rounds", 1))
    assert game_title(one_round) == "Tactical · 1 round"
    assert table_title(one_round, TableConfig(turn_seconds=30)).startswith("Tactical · 1 round · 30 s")
    assert game_title(classic.replace(seats=3, hand=7, rows=5)) == "Classic · 7 cards · 5 rows"
    assert game_title(classic.replace(seats=3, deck=80)) == "Classic · deck of 80"
    many = classic.replace(seats=3, hand=7, rows=5, goal="most")
    assert game_title(many) == "Classic · House rules"
    assert game_title(many.replace(end=End("rounds", 1))) == "Classic · House rules · 1 round"


def test_a_named_game_of_another_length_keeps_its_title_in_results() -> None:
    for name, game in sixth.games.items():
        assert kept_title(kept_name(game.replace(seats=4))) == game_titles()[name]
    for rules in (
        Rules(4, end=End("rounds", 1)),
        Rules(3, end=End("elimination", 40)),
        sixth.games["both-ends"].replace(seats=5, end=End("score", 100)),
        sixth.games["kids"].replace(seats=2, end=End("rounds", 3)),
    ):
        assert kept_title(kept_name(rules)) == game_title(rules)
    assert kept_title(kept_name(Rules(4, end=End("rounds", 1)))) == "Classic · 1 round"


@given(all_rules())
def test_a_title_in_results_is_that_of_the_table_unless_it_is_house_rules(rules: Rules) -> None:
    assert kept_title(kept_name(rules)) in (game_title(rules), "House rules")
    assert len(kept_name(rules)) <= 40


def test_results_of_older_and_newer_versions_have_a_title() -> None:
    assert kept_title("") == kept_title("chess") == "House rules"
    assert kept_title("daily") == "Daily deal"
    assert kept_title("classic never") == "Classic"


@given(all_rules())
def test_every_game_has_a_title_of_one_line(rules: Rules) -> None:
    title = game_title(rules)
    assert title.partition(" · ")[0] in game_titles().values()
    assert len(title) < 100
