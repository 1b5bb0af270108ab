"""Games that are over are shown to whoever has their address; of all others nobody learns anything."""

from collections.abc import Iterator
from itertools import pairwise
from pathlib import Path
from random import Random
from xml.etree import ElementTree

import pytest
from sqlalchemy import text

from sixth.rules import record
from sixth.rules.display.standings import standings
from sixth.rules.events import Dealt, Laid
from sixth.rules.games import GAMES
from sixth.rules.record import Record
from sixth.rules.verify import verify
from sixth.rules.view import view
from sixth.server.features.replay.steps import count_rounds, narrate_round
from sixth.server.store.sql import SqlStore
from sixth.server.web.templating.colours import token_value
from sixth.server.web.text.labels import game_title
from sixth.server.web.text.result import place_of_text
from sixth.server.web.views.chart import totals_chart
from tests.server.support.hosting import Site, hosting
from tests.server.support.pages import Page
from tests.server.support.parties import SHORT
from tests.server.support.playing import ASKS_FOR_PAGE, Person, play_on

GOLDEN = sorted((Path(__file__).parents[3] / "golden").glob("*.sixth.jsonl"))


def golden(path: Path) -> Record:
    """The first game of a golden record."""
    with path.open(encoding="utf-8") as lines:
        return next(record.read(lines.read().splitlines()))


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Site]:
    """One site for all of them."""
    with hosting(tmp_path_factory.mktemp("replays")) as site:
        yield site


@pytest.fixture(scope="module")
def played(site: Site) -> tuple[Person, str]:
    """Ana, who has played a game to its end, and the id of it."""
    ana = site.person()
    table = ana.open("play", game="halves", seats=3, name="Ana")
    play_on([ana], Random(4))
    game = site.table(table).game_id
    assert game
    return ana, game


# ------------------------------------------------------------------ its result


def test_the_chart_has_a_line_for_each_player_and_keeps_inside_its_frame() -> None:
    for path in GOLDEN:
        game = golden(path)
        seen = view(game.state(), None)
        chart = totals_chart(seen, [seat.name for seat in game.seats])
        if len(seen.past) < 2:
            assert chart is None
            continue
        assert chart is not None
        assert [line.total for line in chart.lines] == list(seen.totals)
        labels = sorted(line.label for line in chart.lines)
        assert all(after - before >= 17.9 for before, after in pairwise(labels))
        assert labels[0] > 0
        assert labels[-1] < chart.height
        heights = [line.points[-1][1] for line in chart.lines]
        order = sorted(range(len(heights)), key=lambda at: seen.totals[at])
        assert [heights[at] for at in order] == sorted(heights, reverse=True)
        assert all(0 <= height <= chart.y.begin for height in heights)


# ------------------------------------------------------------------ who sees it, and who does not


def test_who_was_out_has_no_heads_in_later_rounds_and_each_line_of_the_chart_its_players_own_shape(
    site: Site,
) -> None:
    ana = site.person()
    table = ana.open("play", game="elimination", seats=10, bots="random", name="Ana", end_count="20")
    play_on([ana], Random(2))
    game = str(site.table(table).game_id)
    seen = view(next(record.read(ana.client.get(f"/g/{game}.sixth.jsonl").text.splitlines())).state(), None)
    found = standings(seen)
    assert found[-1].rounds < found[0].rounds == len(seen.past)
    for path in (f"/t/{table}", f"/g/{game}"):
        page = ana.go(path)
        rows = [[cell.text for cell in row.all("td")] for row in page.root.all("tr")]
        assert rows[1:] == [
            [
                *(str(heads[each.seat]) if at < each.rounds else "–" for at, heads in enumerate(seen.past)),
                str(each.total),
            ]
            for each in found
        ]
        shapes = {id: page.by_id[id].given["d"] for id in page.by_id if id.startswith("dot")}
        assert shapes == {f"dot{seat}": token_value(f"shape-{seat}") for seat in range(10)}


def test_without_scripts_an_ended_game_is_read_round_by_round(site: Site, played: tuple[Person, str]) -> None:
    _, game = played
    bo = site.person()
    found = next(record.read(bo.client.get(f"/g/{game}.sixth.jsonl").text.splitlines()))
    assert verify(found).fair
    page = bo.go(f"/g/{game}?at=3")
    (refresh,) = [each for each in page.root.all("meta") if each.given.get("http-equiv") == "refresh"]
    assert refresh.given["content"] == f"0; url=/g/{game}?text&at=3"
    told = []
    for round in range(1, count_rounds(found) + 1):
        page = bo.go(f"/g/{game}?text&round={round}")
        told += [each.text for each in page.root.all("li") if each.id.startswith("step-")]
    wanted = [each for round in range(1, count_rounds(found) + 1) for each in narrate_round(found, round)]
    assert told == [" ".join(" ".join(each.lines).split()) for each in wanted]


def test_a_game_that_goes_on_is_answered_as_one_that_does_not_exist(site: Site) -> None:
    ana = site.person()
    table = ana.open("play", game="classic", seats=2, name="Ana")
    game = site.table(table).game_id
    for end in ("", ".sixth.jsonl", "/picture.svg", "/picture.png"):
        on, none = (ana.client.get(f"/g/{each}{end}") for each in (game, "bcdfghjkmnpqrs"))
        assert on.status_code == none.status_code == 404
        assert on.text.replace(str(game), "") == none.text.replace("bcdfghjkmnpqrs", "")
    both = [ana.client.post(f"/g/{each}/again", data={"seat": 0}) for each in (game, "bcdfghjkmnpqrs")]
    assert [each.status_code for each in both] == [404, 404]
    # It is not even looked up at the table: the two take the same time.
    assert site.store.table_of(str(game)) is None


@pytest.mark.parametrize(
    "query",
    [
        "at=0",
        "at=-1",
        "at=99999999999999999999",
        "at=9999999",
        "at=%00",
        "at=1.5",
        "seat=7",
        "seat=-1",
        "seat=all",
        "seat=%3Cscript%3E",
        "at=&seat=",
        "at=%D9%A3",
        "at=1&at=2",
        "round=1&card=105",
        "round=1&card=-1",
        "round=99&card=1",
        "round=%D9%A3",
        "card=7",
        "text",
        "text&at=0",
        "text&at=99999999",
        "text&round=0",
        "text&round=99999999",
        "text&round=%D9%A3",
    ],
)
def test_any_step_and_seat_asked_for_gives_a_page(site: Site, played: tuple[Person, str], query: str) -> None:
    response = site.person().client.get(f"/g/{played[1]}?{query}")
    assert response.status_code == 200
    assert "<script>" not in response.text


@pytest.mark.parametrize("game", ["x" * 4000, "%00", "..%2f..", "%ff", "'%20or%201=1--", "<b>"])
def test_any_id_that_is_none_is_not_found(site: Site, game: str) -> None:
    assert site.person().client.get(f"/g/{game}").status_code == 404


def test_the_replay_does_not_tell_where_the_table_is(site: Site, played: tuple[Person, str]) -> None:
    ana, game = played
    assert ana.table not in site.person().client.get(f"/g/{game}").text


def test_games_of_a_database_without_a_list_of_them_are_found(site: Site, tmp_path: Path) -> None:
    with hosting(tmp_path / "old") as old:
        ana = old.person()
        table = ana.open("play", game="halves", seats=2, name="Ana")
        play_on([ana], Random(1))
        game = old.table(table).game_id
        ana.send("again")
        second = old.table(table).game_id
    url = f"sqlite:///{tmp_path}/old/sixth.sqlite3"
    store = SqlStore(url)
    with store.engine.begin() as connection:
        connection.execute(text("drop table games"))
        connection.execute(text("drop table alembic_version"))
    store.close()
    store = SqlStore(url)
    assert store.table_of(str(game)) == table
    assert store.table_of(str(second)) is None
    store.close()


# ------------------------------------------------------------------ the same deal again


@pytest.mark.parametrize("game", sorted(GAMES))
def test_the_same_deal_again_gives_every_seat_the_same_cards(site: Site, game: str) -> None:
    ana, bo = site.person(), site.person()
    seats = {"kids": 4, "halves": 5}.get(game, 2)
    short = {"elimination": {"end_count": "20"}, "halves": {}, "kids": {}}.get(game, SHORT)
    table = ana.open("invite", game=game, seats=seats, name="Ana", **short)
    bo.join(table, name="Bo", text="by Bo")
    ana.look()
    ana.send("begin")
    play_on([ana, bo], Random(game))
    earlier = str(site.table(table).game_id)
    ana.go(f"/g/{earlier}")
    ana.send("again", seat="1", bots="careful")
    now = site.table(ana.table)
    assert ana.table != table
    assert [who.human for who in now.sitters if who] == [seat == 1 for seat in range(seats)]
    assert "Cards of an earlier game" in ana.page.html
    assert now.open is False
    play_on([ana], Random(game))
    before, after = site.person(), site.person()
    first, second = (
        next(record.read(who.client.get(f"/g/{each}.sixth.jsonl").text.splitlines()))
        for who, each in ((before, earlier), (after, site.table(ana.table).game_id))
    )
    assert verify(second).fair
    deals = [_deals(each) for each in (first, second)]
    compared = 1 if first.rules.end.kind == "elimination" else min(map(len, deals))
    assert deals[0][:compared] == deals[1][:compared]
    # The game after it is a new one.
    assert site.table(ana.table).secret not in "".join(first.lines())
    ana.send("again")
    assert "Cards of an earlier game" not in ana.page.html


def _deals(game: Record) -> list[object]:
    """What the dealer did. In a draft that is who picks first; rows of a second half are what was played."""
    if game.rules.drafts:
        return [event for event in game.events if isinstance(event, Laid)]
    deals = [event for event in game.events if isinstance(event, Dealt)]
    return [(event.round, event.hands, event.rows if event.part == 1 else ()) for event in deals]


@pytest.mark.parametrize(
    ("form", "status"),
    [
        ({"seat": "3"}, 422),
        ({"seat": "-1"}, 422),
        ({"seat": "x"}, 422),
        ({}, 422),
        ({"seat": "0", "bots": "nobody"}, 422),
        ({"seat": "0", "secret": "00"}, 422),
    ],
)
def test_nothing_is_dealt_again_by_a_form_that_is_none(
    site: Site, played: tuple[Person, str], form: dict[str, str], status: int
) -> None:
    client = site.person().client
    assert client.post(f"/g/{played[1]}/again", data=form).status_code == status
    shown = client.post(f"/g/{played[1]}/again", data=form, headers=ASKS_FOR_PAGE)
    assert (shown.status_code, shown.url.path) == (200, f"/g/{played[1]}")
    assert Page(shown.text).text("note")


# ------------------------------------------------------------------ its result as a picture


def test_the_picture_of_a_result_says_what_was_played_and_nobodys_name(
    site: Site, played: tuple[Person, str]
) -> None:
    _, game = played
    bo = site.person()
    drawn = bo.client.get(f"/g/{game}/picture.svg?seat=1")
    assert drawn.headers["content-type"] == "image/svg+xml"
    found = next(record.read(bo.client.get(f"/g/{game}.sixth.jsonl").text.splitlines()))
    root = ElementTree.fromstring(drawn.text)
    said = [each.text for each in root.iter() if each.tag.endswith("text")]
    assert said[0] == "55"
    place = next(each.place for each in standings(view(found.state(), None)) if each.seat == 1)
    assert said[1] == game_title(found.rules)
    assert said[2] == place_of_text(place, found.rules.seats)
    assert (said[3] or "").endswith(bo.client.base_url.netloc.decode())
    totals = [f"{each.total}" for each in standings(view(found.state(), None))]
    assert [each for each in said[4:] if each in totals]
    french = bo.client.get(f"/g/{game}/picture.svg?seat=1&lang=fr").text
    assert f"sur {found.rules.seats}" in french
    assert not [seat.name for seat in found.seats if seat.name in drawn.text]
    assert drawn.text.count('stroke-width="5"') == 1, "the seat in its address stands out"
    dots = bo.client.get(f"/g/{game}/picture.png")
    assert dots.headers["content-type"] == "image/png"
    assert dots.content[:8] == b"\x89PNG\r\n\x1a\n"
    assert tuple(int.from_bytes(dots.content[at : at + 4]) for at in (16, 20)) == (1200, 630)
    assert f'content="{bo.client.base_url}/g/{game}/picture.png"' in bo.go(f"/g/{game}").html
    assert bo.client.get(f"/g/{game}/picture.svg?seat=ten").status_code == 422
