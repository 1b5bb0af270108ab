"""Answers to refused forms: browsers go back to the page, which says why once; scripts get a sentence."""

from base64 import urlsafe_b64encode
from typing import Final

import pytest

from sixth.server.web.middleware.refused_forms import cookie_name
from tests.server.support.hosting import Site
from tests.server.support.pages import Page
from tests.server.support.playing import ASKS_FOR_PAGE
from tests.server.web.two_players import HTMX, OPENS, Two, harmless

NAME_IN_USE: Final = "Somebody here already has that name"


def test_a_refused_form_leads_back_to_its_page_which_says_why_once(two: Two) -> None:
    late = two.site.person()
    table = two.ana.open("invite", seats=3, name="Ana")
    form = {"name": "Ana", "text": "seven black <cats>"}
    answer = late.client.post(f"/t/{table}/sit", data=form, headers=ASKS_FOR_PAGE, follow_redirects=False)
    assert (answer.status_code, answer.headers["location"]) == (303, f"/t/{table}")
    (cookie,) = answer.headers.get_list("set-cookie")
    assert {f"Path=/t/{table}", "Max-Age=60", "HttpOnly", "SameSite=Lax"} <= set(cookie.split("; "))
    # Neither another page nor a script of this page uses the message up.
    assert "cats" not in late.go(f"/t/{table}/screen").html
    assert NAME_IN_USE not in late.client.get(f"/t/{table}").text
    first = late.client.get(f"/t/{table}", headers=ASKS_FOR_PAGE)
    page = Page(first.text)
    assert NAME_IN_USE in page.text("name-wrong")
    assert page.forms["sit"].fields["name"] == "Ana"
    assert page.forms["sit"].fields["text"] == "seven black <cats>"
    # If compressed, its length would depend on the rest of the page.
    assert first.headers["content-encoding"] == "identity"
    assert NAME_IN_USE not in late.go(f"/t/{table}").html


def test_scripts_and_programs_get_the_sentence_and_the_status(two: Two) -> None:
    table = two.ana.open("invite", seats=3, name="Ana")
    for headers in (HTMX, HTMX | ASKS_FOR_PAGE | {"accept": "*/*"}, {}):
        client = two.site.person().client
        answer = client.post(f"/t/{table}/sit", data={"name": "Ana"}, headers=headers)
        assert answer.status_code == 409
        assert NAME_IN_USE in answer.text
        assert "set-cookie" not in answer.headers
        assert answer.headers["sixth-field"] == "name"


@pytest.mark.parametrize(
    ("path", "form", "page"),
    [
        ("/tables", {**OPENS, "how": "play", "bots": "deep blue"}, "/"),
        ("/tables", {**OPENS, "how": "play", "hand": "60"}, "/"),
        ("/tables", {"how": "cheat"}, "/"),
        ("/tables", {**OPENS, "name": "\u200b"}, "/friends"),
        ("/join", {"code": "aeio"}, "/join"),
        ("/daily", {"day": "1999-01-01"}, "/daily"),
        ("/daily", {"day": "x"}, "/daily"),
        ("/settings", {"felt": "pink"}, "/settings"),
    ],
)
def test_the_page_of_every_refused_form_says_why(
    site: Site, path: str, form: dict[str, str], page: str
) -> None:
    client = site.person().client
    answer = client.post(path, data=form, headers=ASKS_FOR_PAGE)
    assert (answer.status_code, answer.url.path, answer.url.query) == (200, page, b"")
    form_page = Page(answer.text)
    wrongs = [each.text for each in form_page.root.all("small") if "wrong" in each.classes]
    assert [each for each in (form_page.text("note"), *wrongs) if each]
    assert harmless(form_page)


def test_the_address_of_a_form_redirects_to_its_page(two: Two) -> None:
    for action in ("sit", "choose", "begin"):
        page = two.ana.go(f"/t/{two.table}/{action}")
        assert page.asks == "choose"
        assert two.ana.client.get(f"/t/{two.table}/{action}").status_code == 405


def test_a_forged_cookie_is_shown_as_plain_text(two: Two) -> None:
    table = two.ana.open("invite", seats=3, name="Ana")
    page, fields = f"/t/{table}", '{"name": "\\"><script>x()</script>", "text": "{{ 7*7 }}", "evil": "1"}'
    wrote = f'{{"form": "sit", "wrong": "name", "why": "<img src=x onerror=x()>", "fields": {fields}}}'
    value = urlsafe_b64encode(wrote.encode()).decode().rstrip("=")
    for address in (page, "/", "/friends", "/join", "/settings", "/daily"):
        who = two.site.person()
        who.client.cookies.set(cookie_name(address), value)
        assert harmless(who.go(address))
