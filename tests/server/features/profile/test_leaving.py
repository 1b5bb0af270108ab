"""What a browser keeps of somebody who has left or deleted everything: the settings of the device alone."""

import pytest

from tests.server.features.friends.test_pages import keep
from tests.server.support.hosting import Site
from tests.server.support.parties import BRIEF
from tests.server.support.playing import Person

SETTINGS = {"sixth-lang": "en", "sixth-theme": "dark"}


def leave(person: Person, form: str) -> None:
    """Have a person sign out or delete everything, on a device with settings."""
    for name, value in SETTINGS.items():
        person.client.cookies.set(name, value)
    person.go("/you")
    if form == "/you/erase":
        person.send(form, sure="true")
    else:
        person.send(form)


@pytest.mark.parametrize("form", ["/you/out", "/you/erase"])
def test_of_who_leaves_no_cookie_stays_but_the_settings_of_the_device(site: Site, form: str) -> None:
    ana = keep(site, "Ana")
    # Of more tables than a browser sends to each page.
    for _ in range(7):
        ana.open("invite", seats=2, name="Ana", **BRIEF)
    leave(ana, form)
    left = {each.name: each.value for each in ana.client.cookies.jar}
    assert left.pop("sixth-left") in ("out", "erased")
    assert left.items() >= SETTINGS.items()
    assert left.keys() == SETTINGS.keys() | {"sixth-plain"}
    assert 'class="lead"' in ana.go("/mine").html
    assert "Ana" not in ana.go("/").html


def test_who_deletes_everything_reads_what_is_gone_and_what_stays(site: Site) -> None:
    ana = keep(site, "Ana")
    leave(ana, "/you/erase")
    for each in (
        "Everything is deleted",
        "Gone",
        "What stays",
        "“Somebody”",
        '<a class="button main" href="/">',
    ):
        assert each in ana.page.html
    assert "Ana" not in ana.page.html


def test_who_signs_out_is_told_so_and_can_come_back(site: Site) -> None:
    ana = keep(site, "Ana")
    leave(ana, "/you/out")
    assert "Signed out" in ana.page.html
    assert 'href="/you#back"' in ana.page.html


def test_a_browser_is_emptied_by_the_form_alone_and_not_by_a_link_to_the_page(site: Site) -> None:
    ana = keep(site, "Ana")
    answer = ana.client.post("/you/erase", data={"sure": "true"}, follow_redirects=False)
    assert answer.headers["clear-site-data"] == '"cache", "storage"'
    page = ana.client.get(answer.headers["location"])
    assert page.headers["cache-control"] == "no-store"
    assert "clear-site-data" not in page.headers
    # Another site may link to the page.
    bo = keep(site, "Bo")
    assert bo.client.get(answer.headers["location"]).url.path == "/"
    assert "sixth-you" in bo.client.cookies
