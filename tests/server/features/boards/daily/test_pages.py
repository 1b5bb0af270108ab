"""The pages of the daily deal, day after day, for people whose browsers run no scripts."""

import gzip
import json
import re
from collections.abc import Iterator
from random import Random

import pytest

from sixth import bots
from sixth.server.features.boards.deals import COUNTED_A_NETWORK
from sixth.text import heads_text
from tests.server.support.hosting import Calendar, Site, hosting
from tests.server.support.pages import Page
from tests.server.support.playing import Person, own_lines, play_on

_MAX_BYTES = 60_000


@pytest.fixture(scope="module")
def calendar() -> Calendar:
    """The calendar of the site, which no test sets back."""
    return Calendar()


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory, calendar: Calendar) -> Iterator[Site]:
    """One site for all tests."""
    # The bots of a deal are waited for, but not for as long as a busy machine takes to load them.
    bots.get_ready()
    with hosting(tmp_path_factory.mktemp("daily"), wall=calendar) as site:
        site.person().go("/daily")
        yield site


def begin(person: Person) -> str:
    """Begin the deal of today; return the id of its table."""
    person.go("/daily")
    person.send("/daily")
    return person.table


def finish(person: Person) -> None:
    """Play to the end of the game."""
    play_on([person], Random(1))


def links(page: Page) -> set[str]:
    """Return the addresses of all links of a page."""
    return {link.attributes["href"] for link in page.root.all("a")}


def weight(person: Person, address: str) -> int:
    """Return the bytes of a page with all its styles and scripts, compressed."""
    page = person.go(address)
    files = {link.attributes["href"] for link in page.root.all("link") if "static" in link.attributes["href"]}
    files = {each for each in files if each.partition("?")[0].endswith((".css", ".js"))}
    files |= {script.attributes["src"] for script in page.root.all("script")}
    return sum(len(gzip.compress(person.client.get(each).content)) for each in {address, *files})


def test_a_daily_deal_from_the_first_page_to_the_place_among_all(site: Site, calendar: Calendar) -> None:
    ana = site.person()
    assert "/daily" in links(ana.go("/"))
    page = ana.go("/daily")
    assert "One try per browser." in page.root.text
    assert "In numbers" not in page.root.text
    table = begin(ana)
    assert f"/t/{table}" in links(ana.go("/daily"))
    # The first page leads to it by the link to the daily deal only.
    assert f"/t/{table}" not in links(ana.go("/"))
    assert "Play on" in ana.page.root.text
    ana.look()
    finish(ana)
    assert f"/daily/{calendar.day()}" in links(ana.page)
    state = ana.go(f"/t/{ana.table}?plain=off").by_id["state"]
    assert json.loads("".join(map(str, state.inside)))["around"]["ending"]["kept"]["game"] == "daily"
    ana.go(f"/t/{ana.table}?plain=on")
    page = ana.go("/daily")
    end = site.table(table).state
    assert end is not None
    heads = end.totals[0]
    assert f"{heads} head" in page.root.text
    assert "Nobody else has finished this deal yet." in page.root.text
    others = ", ".join(map(str, sorted(end.totals[1:])))
    assert re.fullmatch(rf"Par \d+ · you {heads} · bots {others}", page.by_id["beside"].text)
    assert json.loads(page.by_id["daily"].attributes["data-finished"]) == {calendar.day(): heads}
    assert page.by_id["proof"].attributes["data-day"] == calendar.day()
    assert weight(ana, "/daily") < _MAX_BYTES
    game = site.table(table).game_id
    assert ana.go(f"/g/{game}").by_id["proof"].attributes["data-day"] == calendar.day()
    assert "Replay: Daily deal, " in ana.page.root.text
    assert "Daily deal, " in ana.go(f"/g/{game}/coach").root.text
    assert f"Daily deal {heads_text(heads)}" in own_lines(ana)


def test_a_form_that_is_sent_twice_begins_one_try(site: Site) -> None:
    ana = site.person()
    first = begin(ana)
    page = ana.go("/daily")
    assert "/daily" not in page.forms
    answer = ana.client.post("/daily", data={"day": page.by_id["daily"].attributes["data-day"]})
    assert answer.url.path == f"/t/{first}"


def test_a_game_goes_on_after_midnight_and_its_form_begins_no_practice(
    site: Site, calendar: Calendar
) -> None:
    ana, bo = site.person(), site.person()
    table, yesterday = begin(ana), calendar.day()
    form = bo.go("/daily").forms["/daily"].fields
    calendar.forward()
    assert bo.client.post("/daily", data=form).url.path == "/daily"
    page = ana.go("/daily")
    assert f"/t/{table}" in links(page)
    assert "/daily" in page.forms
    assert f"/t/{table}" in links(ana.go("/"))
    ana.go(f"/t/{table}")
    assert "Practice" not in ana.page.root.text
    finish(ana)
    game = site.table(table).game_id
    begin(ana)
    assert list(json.loads(ana.go("/daily").by_id["daily"].attributes["data-finished"])) == [yesterday]
    assert f"/g/{game}?seat=0" in links(ana.go(f"/daily/{yesterday}"))


def test_an_earlier_day_is_for_practice_and_leads_to_the_days_beside_it(
    site: Site, calendar: Calendar
) -> None:
    ana, day = site.person(), calendar.day()
    calendar.forward(2)
    page = ana.go(f"/daily/{day}")
    assert f"/daily/{calendar.day(-1)}" in links(page)
    ana.send("/daily")
    assert ana.page.root.text.count("Practice: deal of") == 1
    assert site.table(ana.table).practice
    finish(ana)
    assert f"/daily/{day}" in links(ana.page)
    assert "How the others did" in ana.page.root.text
    assert json.loads(ana.go("/daily").by_id["daily"].attributes["data-finished"]) == {}
    assert "/daily" in ana.page.forms


@pytest.mark.parametrize("day", ["2020-01-01", "2999-01-01", "2026-02-30", "tomorrow", "٢٠٢٦-٠١-٠١"])
def test_a_day_without_a_deal_is_answered_with_a_sentence_and_a_link(site: Site, day: str) -> None:
    ana = site.person()
    for answer in (ana.client.get(f"/daily/{day}"), ana.client.post("/daily", data={"day": day})):
        assert answer.status_code in (404, 422)
        assert "Traceback" not in answer.text
    answer = ana.client.get(f"/daily/{day}")
    assert answer.status_code == 404
    assert "/daily" in links(Page(answer.text))


def test_a_cookie_that_the_site_never_writes_is_ignored(site: Site, calendar: Calendar) -> None:
    ana = site.person()
    token = "x" * 43
    for value in ("", "x", f"2026-02-31~{token}", f"{calendar.day()}~{token}.", f"{calendar.day(5)}~{token}"):
        page = Page(ana.client.get("/daily", headers={"Cookie": f"sixth-daily={value}"}).text)
        assert "/daily" in page.forms
        assert ana.client.get("/", headers={"Cookie": f"sixth-daily={value}"}).status_code == 200


@pytest.mark.parametrize(
    "name", ["Somebody", "you", "x" * 30, "%00", "%ED%A0%80", "%20", "%F0%9F%90%82" * 1000]
)
def test_a_browser_with_a_name_that_is_no_longer_allowed_plays_as_a_guest(site: Site, name: str) -> None:
    person = site.person()
    person.client.cookies.set("sixth-name", name)
    begin(person)
    sitter = site.table(person.table).seats[0].sitter
    assert sitter is not None
    assert sitter.name in ("Guest", "\ufffd" * 3)


def test_the_page_says_so_if_a_try_is_not_compared(site: Site) -> None:
    people = [site.person() for _ in range(COUNTED_A_NETWORK + 1)]
    for each in people:
        each.client.headers["X-Forwarded-For"] = "198.51.100.7"
        begin(each)
    last = people[-1]
    last.look()
    finish(last)
    assert "so yours doesn't" in last.go("/daily").root.text
