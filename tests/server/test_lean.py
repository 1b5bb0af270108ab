"""A server as `pip install sixth` has it: without the packages of the extras `fast` and `server`."""

import json
import re
import subprocess
import sys
from collections.abc import Iterator
from random import Random

import pytest

from sixth import bots
from sixth.client import Client, ProblemError
from tests.server.support.parties import BRIEF
from tests.server.support.playing import play_on, visiting
from tests.server.support.serving import address, request
from tests.test_extras import HIDE, SITE, run


@pytest.fixture(scope="module")
def url(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """Return the address of such a server."""
    data = tmp_path_factory.mktemp("lean") / "data"
    program = HIDE.format(packages=SITE) + run(f"serve --port 0 --data {data}")
    with subprocess.Popen([sys.executable, "-c", program], stdout=subprocess.PIPE, text=True) as process:
        try:
            yield address(process).rstrip("/")
        finally:
            process.terminate()


@pytest.mark.parametrize("level", ["easy", "mixed", "strong"])
def test_a_game_is_played_to_its_end_at_every_level(url: str, level: str) -> None:
    careful = bots.make("careful")
    with Client(url) as site:
        seat = site.open("Ana", seats=4, options={"end": "rounds:1"})
        seat.begin(bots=level)
        seat.play(lambda ask: careful.act(ask.view))
        sitters = [each["sitter"] for each in seat.look().json["seats"]]
    kinds = {each["kind"] for each in sitters if not each["human"]}
    levels = {"easy": (1, 2, 3), "mixed": (4,), "strong": (6,)}[level]
    assert kinds == {f"level-{number}" for number in levels}


def test_pages_offer_the_bots_that_are_there_and_no_others(url: str) -> None:
    page = request("GET", url).text
    assert "Level 6" in page
    assert "Level 7" not in page
    assert [each["name"] for each in request("GET", f"{url}/api/v1/bots").json()] == [
        *("random", "nearest", "careful", "policy"),
        *(f"level-{number}" for number in range(1, 7)),
    ]


def test_the_daily_deal_has_its_par(url: str) -> None:
    assert request("GET", f"{url}/daily").status_code == 200


def test_who_asks_the_coach_reads_that_there_is_none(url: str) -> None:
    with Client(url) as site:
        seat = site.open("Ana", seats=2)
        seat.begin(bots="easy")
        for what, body in (("coach", {"round": 1, "turn": 1}), ("coached", {"wished": True})):
            with pytest.raises(ProblemError, match="This site has no coach") as error:
                seat.do(what, game=1, **body)
            assert error.value.status == 422


def test_no_page_offers_the_coach(url: str) -> None:
    with visiting(url) as ana:
        settings = ana.go("/").html
        assert "Hints: cards seen so far, rows in danger</label>" in settings
        ana.open("play", seats=2, bots="random", name="Ana", helps="true", **BRIEF)
        pages = [settings, ana.page.html, ana.go(f"/t/{ana.table}?plain=off").html]
        state = json.loads(str(ana.page.by_id["state"].inside[0]))
        assert state["page"]["coachless"]
        ana.go(f"/t/{ana.table}?plain=on")
        play_on([ana], Random(1), then=lambda: pages.append(ana.page.html))
        replay = next(
            href for each in ana.page.root.all("a") if (href := each.attributes["href"]).startswith("/g/")
        )
        game = "/".join(replay.partition("?")[0].split("/")[:3])
        pages += [ana.look().html, ana.go(game).html, ana.go(f"{game}?text").html]
        for page in pages:
            assert not re.search("Ask the coach|Coach: |, the coach", page)
        ana.go(f"{game}/coach")
        assert "This site has no coach" in ana.page.root.text
        assert f"{game}/coach" not in {form.action for form in ana.page.forms.values()}
        # A browser asks for the reviews of games that it keeps.
        assert ana.client.get(f"{game}/coach/themes?seat=0").json() == {}
