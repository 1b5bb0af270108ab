"""Pages of ended games, for everybody who has their address; games that go on have none."""

import json
from collections.abc import Iterator
from random import Random
from xml.etree import ElementTree

import pytest

from sixth.rules import record
from sixth.rules.display.standings import standings
from sixth.rules.events import Dealt, Laid
from sixth.rules.record import HUMAN, Record
from sixth.rules.verify import verify
from sixth.rules.view import view
from sixth.server.features.replay.steps import NarratedStep, count_rounds, narrate_round
from sixth.server.web.text.labels import game_title
from sixth.server.web.text.result import place_of_text
from tests.server.features.profile.test_pages import play
from tests.server.support.hosting import Site, hosting
from tests.server.support.pages import Page
from tests.server.support.parties import SHORT
from tests.server.support.playing import ASKS_FOR_PAGE, Person, keep_name, play_on


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Site]:
    """One site for all tests."""
    with hosting(tmp_path_factory.mktemp("replays")) as site:
        yield site


@pytest.fixture(scope="module")
def ended(site: Site) -> tuple[Person, str]:
    """Ana, who has played a game to its end, and the id of the game."""
    ana = site.person()
    table = ana.open("play", game="halves", seats=3, name="Ana")
    play_on([ana], Random(4))
    game = site.table(table).game_id
    assert game
    return ana, game


# ------------------------------------------------------------------ the pages


def test_a_player_who_is_out_has_no_heads_later(site: Site) -> None:
    ana = site.person()
    table = ana.open(
        "play", game="elimination", seats=10, bots="random", name="Ana", hand="5", end_count="20"
    )
    play_on([ana], Random(2))
    game = str(site.table(table).game_id)
    end = view(next(record.read(ana.client.get(f"/g/{game}.sixth.jsonl").text.splitlines())).state(), None)
    ranking = standings(end)
    assert ranking[-1].rounds < ranking[0].rounds == len(end.past)
    page = ana.go(f"/g/{game}")
    rows = [[cell.text for cell in row.all("td")] for row in page.root.all("tr")]
    assert rows[1:] == [
        [
            *(str(heads[each.seat]) if at < each.rounds else "–" for at, heads in enumerate(end.past)),
            str(each.total),
        ]
        for each in ranking
    ]


def test_an_ended_game_is_read_round_by_round_without_scripts(site: Site, ended: tuple[Person, str]) -> None:
    _, game = ended
    bo = site.person()
    game_record = next(record.read(bo.client.get(f"/g/{game}.sixth.jsonl").text.splitlines()))
    assert verify(game_record).fair
    page = bo.go(f"/g/{game}?at=3")
    (refresh,) = [each for each in page.root.all("meta") if each.attributes.get("http-equiv") == "refresh"]
    assert refresh.attributes["content"] == f"0; url=/g/{game}?text&at=3"
    texts: list[str] = []
    steps: list[NarratedStep] = []
    for round in range(1, count_rounds(game_record) + 1):
        page = bo.go(f"/g/{game}?text&round={round}")
        texts += [each.text for each in page.root.all("li") if each.id.startswith("step-")]
        steps += narrate_round(game_record, round)
    assert texts == [" ".join(" ".join(each.lines).split()) for each in steps]


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
    # Neither is looked up at a table, so both answers take the same time.
    assert site.store.table_of(str(game)) is None


@pytest.mark.parametrize(
    "query",
    [
        *["at=0", "at=-1", "at=99999999999999999999", "at=9999999", "at=%00", "at=1.5"],
        *["at=&seat=", "at=%D9%A3", "at=1&at=2"],
        *["seat=7", "seat=-1", "seat=all", "seat=%3Cscript%3E"],
        *["round=1&card=105", "round=1&card=-1", "round=99&card=1", "round=%D9%A3", "card=7"],
        *[
            "text",
            "text&at=0",
            "text&at=99999999",
            "text&round=0",
            "text&round=99999999",
            "text&round=%D9%A3",
        ],
    ],
)
def test_any_step_and_seat_in_the_address_give_a_page(
    site: Site, ended: tuple[Person, str], query: str
) -> None:
    response = site.person().client.get(f"/g/{ended[1]}?{query}")
    assert response.status_code == 200
    assert "<script>" not in response.text


@pytest.mark.parametrize("game", ["x" * 4000, "%00", "..%2f..", "%ff", "'%20or%201=1--", "<b>"])
def test_an_invalid_id_of_a_game_is_not_found(site: Site, game: str) -> None:
    assert site.person().client.get(f"/g/{game}").status_code == 404


def test_the_replay_does_not_name_its_table(site: Site, ended: tuple[Person, str]) -> None:
    ana, game = ended
    assert ana.table not in site.person().client.get(f"/g/{game}").text


# ------------------------------------------------------------------ the same deals again


@pytest.mark.parametrize("game", ["classic", "logic", "kids", "halves"])
def test_the_same_deals_again_give_every_seat_the_same_cards(site: Site, game: str) -> None:
    ana, bo = site.person(), site.person()
    seats = {"kids": 4, "halves": 5}.get(game, 2)
    short = {} if game == "halves" else {**SHORT, "hand": "4"}
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
    assert [sitter.human for sitter in now.sitters if sitter] == [seat == 1 for seat in range(seats)]
    assert "Cards of an earlier game" in ana.page.html
    assert now.open is False
    play_on([ana], Random(game))
    client = site.person().client
    first, second = (
        next(record.read(client.get(f"/g/{each}.sixth.jsonl").text.splitlines()))
        for each in (earlier, site.table(ana.table).game_id)
    )
    assert verify(second).fair
    deals = [_deals(each) for each in (first, second)]
    assert deals[0] == deals[1]
    # The next game has new deals.
    assert site.table(ana.table).secret not in "".join(first.lines())
    ana.send("again")
    assert "Cards of an earlier game" not in ana.page.html


def _deals(game: Record) -> list[object]:
    """Return the deals of a game: in a draft its layouts, in a second half the hands without the rows."""
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
def test_an_invalid_form_deals_no_game_again(
    site: Site, ended: tuple[Person, str], form: dict[str, str], status: int
) -> None:
    client = site.person().client
    assert client.post(f"/g/{ended[1]}/again", data=form).status_code == status
    page = client.post(f"/g/{ended[1]}/again", data=form, headers=ASKS_FOR_PAGE)
    assert (page.status_code, page.url.path) == (200, f"/g/{ended[1]}")
    assert Page(page.text).text("note")


# ------------------------------------------------------------------ the picture of the result


def test_the_picture_of_a_result_has_the_game_and_totals_but_no_names(
    site: Site, ended: tuple[Person, str]
) -> None:
    _, game = ended
    bo = site.person()
    svg = bo.client.get(f"/g/{game}/picture.svg?seat=1")
    assert svg.headers["content-type"] == "image/svg+xml"
    game_record = next(record.read(bo.client.get(f"/g/{game}.sixth.jsonl").text.splitlines()))
    root = ElementTree.fromstring(svg.text)
    texts = [each.text for each in root.iter() if each.tag.endswith("text")]
    assert texts[0] == "55"
    place = next(each.place for each in standings(view(game_record.state(), None)) if each.seat == 1)
    assert texts[1] == game_title(game_record.rules)
    assert texts[2] == place_of_text(place, game_record.rules.seats)
    assert (texts[3] or "").endswith(bo.client.base_url.netloc.decode())
    totals = [f"{each.total}" for each in standings(view(game_record.state(), None))]
    assert [each for each in texts[4:] if each in totals]
    assert texts[4:].count("bot") == sum(each.kind != HUMAN for each in game_record.seats) > 0
    french = bo.client.get(f"/g/{game}/picture.svg?seat=1&lang=fr").text
    assert f"sur {game_record.rules.seats}" in french
    assert not [seat.name for seat in game_record.seats if seat.name in svg.text]
    assert svg.text.count('stroke-width="5"') == 1, "the seat in its address stands out"
    png = bo.client.get(f"/g/{game}/picture.png")
    assert png.headers["content-type"] == "image/png"
    assert png.content[:8] == b"\x89PNG\r\n\x1a\n"
    assert tuple(int.from_bytes(png.content[at : at + 4]) for at in (16, 20)) == (1200, 630)
    assert f'content="{bo.client.base_url}/g/{game}/picture.png"' in bo.go(f"/g/{game}").html
    assert bo.client.get(f"/g/{game}/picture.svg?seat=ten").status_code == 422


def test_whoever_played_reads_you_at_their_own_seat_and_nobody_else_does(site: Site) -> None:
    guest = play(site, "Guest")
    game, other = site.table(guest.table).game_id, site.person()
    for path in (f"/g/{game}?text", f"/g/{game}"):
        own, strange = guest.go(path), other.go(path)
        for page, name in ((own, "You"), (strange, "Guest")):
            assert next(each.text for each in page.by_id["whose"].all("option")) == name
            assert name in [each.text for row in page.root.all("th") for each in row.all("bdi")]
    steps = [each.text for each in guest.go(f"/g/{game}?text").root.all("li") if each.id.startswith("step-")]
    assert any("Your" in each for each in steps)
    assert not any("Guest" in each for each in steps)
    # The coach looks at the reader's own game first.
    assert guest.go(f"/g/{game}/coach").root.text.count("How you played")
    assert "How Guest played" in other.go(f"/g/{game}/coach").root.text
    # A browser that shares the person is as good as the one that played.
    guest.client.cookies.delete("sixth-seats")
    assert "Guest" not in [each.text for each in guest.go(f"/g/{game}").by_id["whose"].all("option")]


def test_people_have_the_shape_that_they_chose(site: Site) -> None:
    ana = keep_name(site.person(), "Ana with a heart")
    ana.client.post("/you/name", data={"name": "Ana with a heart", "mark": "6"})
    game = site.table(play(site, "Ana with a heart", ana).table).game_id
    page = site.person().go(f"/g/{game}")
    rows = [each for each in page.root.all("th") if each.text.startswith("Ana")]
    assert [each.classes for row in rows for each in row.all("i")] == [["mark", "m6"]]
    assert json.loads(str(page.by_id["sentences"].inside[0]))["marks"][0] == 6
