"""The page of a link for friends: each who opens it, in whatever state, has one thing to do next."""

import re

import pytest

from sixth.server.features.friends.links import LINK_MS
from tests.server.features.friends.test_pages import befriend, friends_of, keep, link_of
from tests.server.features.profile.test_pages import codes_of
from tests.server.support.hosting import Clock, Site
from tests.server.support.parties import BRIEF
from tests.server.support.playing import ASKS_FOR_PAGE

IN_AN_APP = (
    "Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit/605.1.15 Mobile/22A Instagram 350.0"
)


@pytest.mark.parametrize("has_played", [False, True])
def test_somebody_without_a_name_chooses_one_at_the_link_and_is_a_friend(
    site: Site, *, has_played: bool
) -> None:
    ana, bo = keep(site, "Ana"), site.person()
    if has_played:
        bo.open("invite", seats=2, name="Bo", **BRIEF)
    link = link_of(ana)
    assert "Be friends with Ana?" in bo.go(link).html
    bo.send(link, name="Bo")
    assert "You and Ana are friends" in bo.page.html
    assert 'href="/friends"' in bo.page.html
    assert friends_of(bo) == ["Ana · here now"]
    assert friends_of(ana) == ["Bo · here now"]
    assert bo.table == "" or f"/t/{bo.table}" in bo.go("/mine").html


def test_a_name_that_is_taken_is_refused_at_the_link_and_nobody_new_is_left(site: Site) -> None:
    ana, bo = keep(site, "Ana"), site.person()
    link = link_of(ana)
    bo.go(link)
    answer = bo.client.post(link, data={"name": "ana"}, headers=ASKS_FOR_PAGE)
    assert "Somebody here already has that name; choose another." in answer.text
    assert 'value="ana"' in answer.text
    assert "sixth-you" not in bo.client.cookies
    bo.go(link)
    bo.send(link, name="Bo")
    assert friends_of(ana) == ["Bo · here now"]


def test_a_name_from_another_device_leads_back_to_the_link(site: Site) -> None:
    ana, bo, phone = keep(site, "Ana"), keep(site, "Bo"), site.person()
    link, code = link_of(ana), codes_of(bo)[0]
    way = re.search(r'href="(/you\?back=[^"]*)#back"', phone.go(link).html)
    assert way is not None
    phone.go(way[1])
    phone.send("/you/code", code=code)
    assert "Be friends with Ana?" in phone.page.html
    phone.send(link)
    assert "You and Ana are friends" in phone.page.html
    # Once.
    phone.client.post("/you/name", data={"name": "Bobo"})
    assert phone.client.get("/you").url.path == "/you"
    assert friends_of(ana) == ["Bobo · here now"]


@pytest.mark.parametrize(
    "back", ["//evil.example", "https://evil.example/t/a", "/settings", "/t/a/../../you", ""]
)
def test_your_page_leads_back_to_links_of_this_site_alone(site: Site, back: str) -> None:
    ana = keep(site, "Ana")
    ana.client.get("/you", params={"back": back})
    answer = ana.client.post("/you/name", data={"name": "Ana"}, follow_redirects=False)
    assert answer.headers["location"] == "/you"


def test_the_maker_of_a_link_can_hand_it_on_at_its_page(site: Site) -> None:
    ana = keep(site, "Ana")
    link = link_of(ana)
    page = ana.go(link).html
    assert "This is your own link" in page
    assert f'readonly value="{site.url}{link}"' in page
    assert "/you/friends/link.svg" in page
    assert 'data-can="share"' in page


def test_friends_are_led_from_a_link_to_what_they_can_do_together(site: Site) -> None:
    ana, bo, cy = (keep(site, name) for name in ("Ana", "Bo", "Cy"))
    befriend(ana, bo)
    link = link_of(ana)
    assert "You and Ana are friends" in bo.go(link).html
    assert 'class="button main" href="/friends"' in bo.page.html
    table = ana.open("invite", seats=3, name="Ana", listed="true", **BRIEF)
    assert f'class="button main" href="/t/{table}"' in bo.go(link).html
    friend = bo.client.get(link).url.path
    assert cy.client.get(friend).url.path == site.person().client.get(friend).url.path == "/you"


def test_a_link_that_is_no_good_any_more_leads_on(site: Site, clock: Clock) -> None:
    ana, bo = keep(site, "Ana"), keep(site, "Bo")
    link = link_of(ana)
    clock.forward(LINK_MS)
    for person, way in ((bo, "/you#friends"), (site.person(), "/you#back")):
        answer = person.client.get(link, headers=ASKS_FOR_PAGE)
        assert answer.status_code == 404
        assert "This link no longer works" in answer.text
        assert '<a class="button main" href="/">' in answer.text
        assert f'href="{way}"' in answer.text
        assert "Ana" not in answer.text


def test_the_browser_inside_of_a_chat_is_told_to_open_the_link_in_another(site: Site) -> None:
    ana, bo = keep(site, "Ana"), site.person()
    link, hint = link_of(ana), "Open in your browser"
    assert hint not in bo.go(link).html
    inside = bo.client.get(link, headers={"User-Agent": IN_AN_APP}).text
    assert hint in inside
    assert f'data-text="{site.url}{link}"' in inside
