"""What was chosen on the first page last time is chosen there again, for whichever game one comes to play."""

from collections.abc import Mapping
from urllib.parse import urlencode

import pytest

from tests.server.support.hosting import Site
from tests.server.support.pages import Page
from tests.server.support.playing import ASKS_FOR_PAGE, Person

USUAL = {"game": "classic", "seats": "4", "bots": "mixed", "pace": "none", "name": ""}


def _chosen(page: Page) -> Mapping[str, str]:
    return page.forms["/tables"].fields


def _has(page: Page, wanted: Mapping[str, str]) -> bool:
    return wanted.items() <= _chosen(page).items() and "helps" not in _chosen(page)


def _kept(person: Person, value: str) -> Person:
    person.client.cookies.set("sixth-choice", value)
    return person


def test_what_was_played_last_is_played_again_at_one_press(site: Site) -> None:
    ana = site.person()
    first = ana.open(
        "play", game="both-ends", seats=3, bots="nearest", name="Zoë", hand="7", pace="calm", helps="true"
    )
    again = ana.go("/")
    wanted = {"game": "both-ends", "seats": "3", "bots": "nearest", "name": "Zoë", "pace": "calm"}
    assert wanted.items() <= _chosen(again).items()
    ana.send("/tables", "play")
    assert ana.table != first
    assert site.table(ana.table).rules == site.table(first).rules
    assert site.table(ana.table).config == site.table(first).config
    assert site.table(ana.table).config.helps


def test_the_rules_of_a_game_lead_to_that_game(site: Site) -> None:
    ana = site.person()
    ana.open("play", game="classic", seats=10, hand="3", bots="nearest", name="Ana")
    for game, seats in (("kids", "6"), ("logic", "10")):
        (link,) = (a for a in ana.go(f"/rules/{game}").root.all("a") if a.text == "Play now")
        page = ana.go(link.attributes["href"])
        assert {"game": game, "seats": seats, "bots": "nearest", "hand": ""}.items() <= _chosen(page).items()
    # The game that was played last is as it was played, and what is no game is nothing.
    for address in ("/?game=classic", "/?game=nonsense", "/"):
        assert {"game": "classic", "seats": "10", "hand": "3"}.items() <= _chosen(ana.go(address)).items()


@pytest.mark.parametrize(
    "value",
    [
        "",
        "%00",
        "game=classic",
        "x" * 3000,
        urlencode(USUAL | {"seats": "x"}),
        urlencode(USUAL | {"game": "chess"}),
        urlencode(USUAL | {"game": "kids", "seats": "10"}),
        urlencode(USUAL | {"bots": "<b>"}),
        urlencode(USUAL | {"pace": "own", "turn_time": "x"}),
        urlencode(USUAL | {"hand": "40"}),
        urlencode(USUAL | {"more": "1"}),
    ],
)
def test_a_choice_that_cannot_be_played_counts_for_nothing(site: Site, value: str) -> None:
    assert _has(_kept(site.person(), value).go("/"), USUAL)


def test_a_name_is_asked_for_before_friends_come_and_known_from_then_on(site: Site) -> None:
    ana = site.person()
    ana.go("/")
    ana.send("/tables", "invite", game="kids", seats="3", listed="true")
    assert not ana.table
    ana.send("/tables", "invite", name="Zoë")
    first = site.table(ana.table)
    assert [who.name for who in first.sitters if who] == ["Zoë"]
    assert (first.rules.seats, first.config.listed) == (3, True)
    ana.go("/")
    ana.send("/tables", "invite")
    assert ana.table != first.id
    assert site.table(ana.table).sitters[0] == first.sitters[0] or ana.page.asks == "begin"
    assert not site.table(ana.table).config.listed


def test_a_name_that_is_refused_before_friends_come_is_asked_for_again(site: Site) -> None:
    ana = site.person()
    ana.go("/")
    ana.send("/tables", "invite", game="kids", seats="3")
    form = {**ana.page.forms["/tables"].fields, "name": "You", "how": "invite"}
    assert ana.client.post("/tables", data=form).status_code == 422
    answer = ana.client.post("/tables", data=form, headers=ASKS_FOR_PAGE)
    assert answer.url.path == "/friends"
    page = Page(answer.text)
    assert "choose another name" in page.by_id["name-wrong"].text
    assert {"game": "kids", "seats": "3", "name": "You"}.items() <= _chosen(page).items()


def test_who_plays_alone_needs_no_name_and_is_not_called_so_later(site: Site) -> None:
    ana = site.person()
    ana.go("/")
    ana.send("/tables", "play")
    assert "sixth-name" not in ana.client.cookies
    assert _chosen(ana.go("/"))["name"] == ""


@pytest.mark.parametrize(
    ("fields", "end"),
    [
        ({"length": "usual"}, "score:66"),
        ({"length": "rounds:1"}, "rounds:1"),
        ({"length": "rounds:3"}, "rounds:3"),
        ({"length": "own", "end": "elimination", "end_count": "40"}, "elimination:40"),
        ({"length": "own", "end_count": "30"}, "score:30"),
        # What was filled in before another length was chosen.
        ({"length": "rounds:1", "end": "elimination", "end_count": "40"}, "rounds:1"),
        ({"length": "usual", "end": "elimination", "end_count": "40"}, "score:66"),
    ],
)
def test_the_length_of_a_game_is_chosen_beside_it(site: Site, fields: dict[str, str], end: str) -> None:
    ana = site.person()
    ana.go("/")
    ana.send("/tables", "invite", game="classic", name="Ana", may_be_late=False, **fields)
    found = site.table(ana.table).rules.end
    assert f"{found.kind}:{found.count}" == end
    shown = ana.go(f"/t/{ana.table}/house").forms["house"].fields["length"]
    assert shown == (end if end.startswith("rounds") else "usual" if end == "score:66" else "own")
    assert _chosen(ana.go("/"))["length"] == fields["length"]
