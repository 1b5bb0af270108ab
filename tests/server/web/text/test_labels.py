"""What games and bots are called where people choose them."""

import sixth
from sixth import bots
from sixth.server.table.seating import MIXED
from sixth.server.web.text.labels import bot_text, bot_titles, game_summaries, game_titles


def test_every_game_has_a_title_and_a_sentence() -> None:
    assert list(game_titles()) == list(game_summaries()) == list(sixth.games)


def test_every_bot_has_a_title_that_says_how_it_plays() -> None:
    assert list(bot_titles()) == [MIXED, *reversed(bots.names)]
    assert all(": " in title for title in bot_titles().values())
    assert len(set(bot_titles().values())) == len(bot_titles())


def test_every_bot_has_a_name_to_be_called_by_at_the_table() -> None:
    called = [bot_text(name) for name in bots.names]
    assert [title.partition(":")[0] for title in reversed(list(bot_titles().values())[1:])] == [
        name.removeprefix("bot: ") for name in called
    ]
