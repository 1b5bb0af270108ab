"""The choice on the first page: the browser's last one comes back, for every game."""

from collections.abc import Mapping, Sequence
from urllib.parse import urlencode

import pytest

from sixth.server.table.seating import MIXES
from tests.server.support.hosting import Site
from tests.server.support.pages import Page
from tests.server.support.playing import Person

USUAL = {"game": "classic", "seats": "4", "bots": "mixed", "pace": "none", "name": ""}


def _choice(page: Page) -> Mapping[str, str]:
    return page.forms["/tables"].fields


def _has(page: Page, fields: Mapping[str, str]) -> bool:
    return fields.items() <= _choice(page).items() and "helps" not in _choice(page)


def _with_cookie(person: Person, value: str) -> Person:
    person.client.cookies.set("sixth-choice", value)
    return person


def test_one_press_plays_the_last_game_again(site: Site) -> None:
    ana = site.person()
    first = ana.open(
        "play", game="both-ends", seats=3, bots="nearest", name="Zoë", hand="7", pace="calm", helps="true"
    )
    page = ana.go("/")
    choice = {"game": "both-ends", "seats": "3", "bots": "nearest", "name": "Zoë", "pace": "calm"}
    assert choice.items() <= _choice(page).items()
    ana.send("/tables", "play")
    assert ana.table != first
    assert site.table(ana.table).rules == site.table(first).rules
    assert site.table(ana.table).config == site.table(first).config
    assert site.table(ana.table).config.helps


def test_the_rules_page_of_a_game_links_to_that_game(site: Site) -> None:
    ana = site.person()
    ana.open("play", game="classic", seats=10, hand="3", bots="nearest", name="Ana")
    for game, seats in (("kids", "6"), ("logic", "10")):
        (link,) = (a for a in ana.go(f"/rules/{game}").root.all("a") if a.text == "Play now")
        page = ana.go(link.attributes["href"])
        assert {"game": game, "seats": seats, "bots": "nearest", "hand": ""}.items() <= _choice(page).items()
    # Each game has its own last choice, and an unknown game has none.
    for address in ("/?game=classic", "/?game=nonsense", "/"):
        assert {"game": "classic", "seats": "10", "hand": "3"}.items() <= _choice(ana.go(address)).items()


IMPOSSIBLE: Sequence[dict[str, str]] = (
    *({"seats": "x"}, {"game": "chess"}, {"game": "kids", "seats": "10"}, {"bots": "<b>"}, {"hand": "40"}),
    *({"pace": "own", "turn_time": "x"}, {"more": "1"}),
)


@pytest.mark.parametrize(
    "value", ["", "%00", "game=classic", "x" * 3000, *(urlencode(USUAL | each) for each in IMPOSSIBLE)]
)
def test_an_impossible_saved_choice_is_ignored(site: Site, value: str) -> None:
    assert _has(_with_cookie(site.person(), value).go("/"), USUAL)


def test_an_invitation_asks_for_a_name_once(site: Site) -> None:
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


def test_a_game_with_bots_needs_no_name_and_saves_none(site: Site) -> None:
    ana = site.person()
    ana.go("/")
    ana.send("/tables", "play")
    assert "sixth-name" not in ana.client.cookies
    assert _choice(ana.go("/"))["name"] == ""


@pytest.mark.parametrize(
    ("fields", "end"),
    [
        ({"length": "usual"}, "score:66"),
        ({"length": "rounds:1"}, "rounds:1"),
        ({"length": "rounds:3"}, "rounds:3"),
        ({"length": "own", "end": "elimination", "end_count": "40"}, "elimination:40"),
        ({"length": "own", "end_count": "30"}, "score:30"),
        # This number was for another length.
        ({"length": "rounds:1", "end": "elimination", "end_count": "40"}, "rounds:1"),
        ({"length": "usual", "end": "elimination", "end_count": "40"}, "score:66"),
    ],
)
def test_the_length_is_chosen_beside_the_game(site: Site, fields: dict[str, str], end: str) -> None:
    ana = site.person()
    ana.go("/")
    ana.send("/tables", "invite", game="classic", name="Ana", may_be_late=False, **fields)
    rules = site.table(ana.table).rules
    assert f"{rules.end.kind}:{rules.end.count}" == end
    length = ana.go(f"/t/{ana.table}/house").forms["house"].fields["length"]
    assert length == (end if end.startswith("rounds") else "usual" if end == "score:66" else "own")
    assert _choice(ana.go("/"))["length"] == fields["length"]


@pytest.mark.parametrize("bots", ["easy", "mixed", "strong", "level-2", "nearest"])
def test_how_strong_the_bots_are_is_asked_where_one_starts_and_remembered(site: Site, bots: str) -> None:
    ana = site.person()
    assert _choice(ana.go("/"))["bots"] == "mixed"
    ana.send("/tables", "play", bots=bots, seats="5")
    kinds = {who.kind for who in site.table(ana.table).sitters if who and not who.human}
    assert kinds == set(MIXES.get(bots, (bots,)))
    assert _choice(ana.go("/"))["bots"] == bots
    assert _choice(ana.go("/friends"))["bots"] == bots
    ana.send("/tables", "invite", name="Ana")
    ana.go(f"/t/{ana.table}?plain=on")
    assert ana.page.forms["begin"].fields["bots"] == bots
