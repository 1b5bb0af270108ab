"""Whole games of language models over MCP, in which they receive no hidden card of another."""

import asyncio
import os
from collections.abc import Iterator
from itertools import accumulate
from operator import or_
from random import Random

import pytest

from sixth.rules.games import GAMES
from tests.mcp.models import cards_in, model_of_process
from tests.server.support.hosting import TODAY, Site, hosting
from tests.server.web.test_secrets import knowledge

COUNT = int(os.environ.get("SIXTH_TEST_MCP_GAMES", "5"))
"""How many games the scripted model plays."""

SLOW = {"turn_seconds": 600}
"""The config of a table at which no bot acts for a model on a busy machine."""


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Site]:
    """Start a site whose limits a test may renew."""
    with hosting(tmp_path_factory.mktemp("site"), ticks=TODAY) as site:
        yield site


def test_a_model_plays_whole_games_and_receives_no_hidden_card(site: Site) -> None:
    games = [name for name in GAMES if name != "elimination"]
    checked = asyncio.run(_play(site, [games[number % len(games)] for number in range(COUNT)]))
    assert checked > 50 * COUNT


async def _play(site: Site, games: list[str]) -> int:
    """Play these games, check all that was received, and return how many cards that were."""
    checked = 0
    async with model_of_process(site.url) as player:
        for number, game in enumerate(games):
            TODAY.next()
            # Half of the games have two rounds, in whose second the cards of the first are hidden again.
            options = {} if game == "halves" else {"hand": 6, "end": f"rounds:{1 + number % 2}"}
            opened = await player.call(
                "open_table", name="Model", game=game, seats=3, options=options, config=SLOW
            )
            assert "token" not in opened
            table = opened["table"]
            await player.call("begin", table_id=table, game=1, bots="careful")
            await player.play(table, Random(number))
            await player.call("look", table_id=table)
            checked += _check(site, table, player.received)
            player.received.clear()
    return checked


def _check(site: Site, table: str, received: list[dict[str, object]]) -> int:
    """Check that each card in the answers is public at its version, or the model's own; count them."""
    by_version = knowledge(site.log(table))
    seen = [*accumulate((each.public for each in by_version), or_)]
    count = 0
    answers = [line for answer in received for line in _lines(answer)]
    for answer in answers:
        version = answer.get("v", answer.get("version"))
        assert isinstance(version, int), answer
        now = by_version[version]
        # Cards of an earlier part of the game, which nobody holds now, are no secret.
        held = frozenset[int]().union(*now.hands[1:])
        past = seen[version] - held
        cards = {*cards_in(answer)}
        leaked = cards - (now.public | now.hands[0] | past)
        assert not leaked, (leaked, answer)
        count += len(cards)
    return count


def _lines(answer: dict[str, object]) -> list[dict[str, object]]:
    lines = answer.get("lines")
    return lines if isinstance(lines, list) else [answer]
