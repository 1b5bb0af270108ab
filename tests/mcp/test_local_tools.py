"""The tools that need no site."""

import asyncio
from typing import Any

import pytest

from sixth import bots
from sixth.mcp.local_tools import LocalTools
from sixth.mcp.refusals import ToolError
from sixth.rules.codec import dumps, loads
from sixth.rules.games import GAMES
from sixth.rules.play import Game
from sixth.rules.view_json import view_to_json
from tests.mcp.models import model_of_process


def call(tool: str, **arguments: Any) -> Any:
    """Return the answer of a tool."""
    return asyncio.run(LocalTools().call(tool, arguments))


@pytest.mark.parametrize("game", GAMES)
def test_the_rules_of_each_named_game_are_told_in_sentences(game: str) -> None:
    seats = GAMES[game].seats[-1]
    answer = call("read_rules", game=game, seats=seats)
    assert answer["rules"]["seats"] == seats
    assert len(answer["text"]) == len({*answer["text"]}) > 6
    assert sum(map(len, answer["cards_by_heads"].values())) == 104


def test_all_games_and_bots_are_listed() -> None:
    assert [each["name"] for each in call("list_games")["games"]] == [*GAMES]
    assert [each["name"] for each in call("list_bots")["bots"]] == [*bots.names]


def test_a_simulation_repeats_with_its_seed_and_has_intervals() -> None:
    first, again, other = (
        call("simulate", bots=["careful", "random"], games=20, seed=seed) for seed in (1, 1, 2)
    )
    assert first == again != other
    assert first["games"] == 20
    careful, weak = first["seats"]
    assert careful["heads_a_game"]["mean"] < weak["heads_a_game"]["mean"]
    assert careful["wins"]["mean"] + weak["wins"]["mean"] == pytest.approx(1)
    for seat in first["seats"]:
        for figure in ("heads_a_game", "wins"):
            low, high = seat[figure]["interval"]
            assert low <= seat[figure]["mean"] <= high
            assert low < high
        assert 0 <= seat["wins"]["interval"][0] <= seat["wins"]["interval"][1] <= 1


def test_few_games_have_no_interval() -> None:
    answer = call("simulate", bots=["random", "random"], games=4, options={"end": "rounds:1"})
    assert [seat["wins"]["interval"] for seat in answer["seats"]] == [None, None]


@pytest.mark.parametrize(
    ("tool", "arguments", "sentence"),
    [
        ("simulate", {}, "“bots” is missing."),
        ("simulate", {"bots": ["random"]}, "“bots” cannot have that value here."),
        ("simulate", {"bots": ["random", "nobody"]}, "There is no bot 'nobody'"),
        ("simulate", {"bots": ["random", "policy:/etc/passwd"]}, "There is no bot 'policy:/etc/passwd'"),
        ("simulate", {"bots": ["random"] * 2, "games": 10**6}, "“games” cannot have that value here."),
        ("simulate", {"bots": ["random"] * 2, "seat": 1}, "“seat” is not known here."),
        ("simulate", {"bots": ["random"] * 2, "options": {"hand": 90}}, "hand=90"),
        ("read_rules", {"game": "chess"}, "There is no game of that name"),
        ("read_rules", {"seats": 11}, "“seats” cannot have that value here."),
    ],
)
def test_wrong_arguments_are_refused_in_one_sentence(
    tool: str, arguments: dict[str, Any], sentence: str
) -> None:
    with pytest.raises(ToolError) as refusal:
        call(tool, **arguments)
    text = str(refusal.value)
    assert sentence in text
    assert text.endswith(".")


def as_sent(game: Game) -> dict[str, Any]:
    """Return the view of seat 0 as a table sends it."""
    view: dict[str, Any] = loads(dumps(view_to_json(game.view(0))))
    return view


def position(*, cards: int) -> dict[str, Any]:
    """Return the view of seat 0 of a game of two whose hands follow from what lies open."""
    game = Game(GAMES["logic"].replace(seats=2, hand=cards), seed=1)
    while game.view(game.to_act[0]).phase == "pick":
        seat = game.to_act[0]
        game.act(seat, game.view(seat).legal[0])
    return as_sent(game)


def test_a_position_is_solved_from_the_view_of_a_seat() -> None:
    view = position(cards=4)
    answer = call("solve", view=view)
    losses = answer["answers"][0]
    assert [each["action"] for each in losses] == view["legal"]
    assert min(each["loss"] for each in losses) == 0
    assert answer["line"][0]["action"] in view["legal"]


def test_a_position_that_cannot_be_solved_is_refused_in_one_sentence() -> None:
    hidden = as_sent(Game(GAMES["classic"].replace(seats=2), seed=1))
    for view in ({}, hidden):
        with pytest.raises(ToolError) as refusal:
            call("solve", view=view)
        assert str(refusal.value).endswith(".")


def test_without_a_site_there_are_the_tools_that_need_none() -> None:
    async def use() -> None:
        async with model_of_process() as player:
            tools = (await player.client.list_tools()).tools
            assert [each.name for each in tools] == [
                "read_rules",
                "list_games",
                "list_bots",
                "simulate",
                "solve",
            ]
            assert all(each.description for each in tools)
            assert "classic" in str(await player.call("list_games"))
            assert "There is no tool 'look'" in await player.refusal("look", table_id="x")

    asyncio.run(use())
