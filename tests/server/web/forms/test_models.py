"""Names and forms with hostile input: it does no harm, and the answer is one sentence."""

import unicodedata
from collections.abc import Iterator
from urllib.parse import urlencode

import pytest

from tests.server.support.hosting import Site
from tests.server.support.pages import Page
from tests.server.web.two_players import Two, harmless, refused, unchanged

NASTY = {
    "script": "<script>x()</script>",
    "quotes": "\"' onfocus=x",
    "entity": "&amp;&lt;b&gt;",
    "right to left": "Ana\u202egnp.exe",
    "isolates": "\u2066Ana\u2069\u200e\u200f\u061c",
    "controls": "A\x00n\x07a\x1b[31m\x7f\x9f",
    "lines": "Ana\r\nSet-Cookie: x=1\n\n",
    "separators": "Ana\u2028data: x\u2029\x85",
    "spaces": "   Ana \t\u00a0\u3000 ",
    "emoji": "👩‍👩‍👧‍👦🐂",
    "zalgo": "A\u0301\u0302\u0303\u0304n\u0305a\u0306",
    "jinja": "{{ 7*7 }}{% x %}",
    "format": "{0}{name}%s%(x)s",
    "arabic": "عمر",
    "private": "\ue000\U000f0000Ana\ufffe",
    "cookie": "a;b=c, d\\",
}


def shows(page: Page, name: str) -> int:
    """Return how many lists and tables of the page show this name."""
    return sum(name in each.text for each in page.root.all() if each.tag in ("li", "th"))


@pytest.mark.parametrize("what", NASTY)
def test_a_hostile_name_is_shown_literally_and_does_no_harm(site: Site, what: str) -> None:
    """The name is harmless for its owner and for other readers."""
    ana, bo = site.person(), site.person()
    form = {"game": "classic", "seats": "2", "bots": "mixed", "name": NASTY[what], "how": "invite"}
    answer = ana.client.post("/tables", data=form)
    assert answer.status_code == 200, Page(answer.text).text("note")
    table = answer.url.path.rpartition("/")[2]
    who = site.table(table).sitters[0]
    assert who is not None
    assert 0 < len(who.name) <= 24
    assert not any(unicodedata.category(char) in ("Cc", "Cs", "Co", "Cn", "Zl", "Zp") for char in who.name)
    assert not set(who.name) & set("\u200e\u200f\u061c\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069")
    bo.join(table, name="Bo")
    assert shows(bo.page, who.name) == 1
    assert all(harmless(page) for page in (ana.go(f"/t/{table}"), bo.page, ana.go("/")))


@pytest.mark.parametrize("name", ["x" * 25, "x" * 10_000, "\U0001f402" * 10_000, "e\u0301" * 19_999])
def test_a_name_that_is_too_long_is_refused_in_one_sentence(site: Site, name: str) -> None:
    client = site.person().client
    form = {"game": "classic", "seats": "2", "bots": "mixed", "name": name, "how": "play"}
    answer = client.post("/tables", data=form, follow_redirects=False)
    if len(urlencode(form)) > 16 * 1024:
        assert answer.status_code == 413
        return
    refused(answer, 422, "name is too long" if len(name) <= 20_000 else "incomplete or damaged")
    assert len(answer.text) < 25_000


FORM = "application/x-www-form-urlencoded"
MULTIPART = "multipart/form-data; boundary=b"


def part(name: str, value: str, more: str = "") -> str:
    """Encode one field of a multipart form."""
    return f'--b\r\nContent-Disposition: form-data; name="{name}"{more}\r\n\r\n{value}\r\n'


BROKEN: dict[str, tuple[str, bytes, int]] = {
    "empty": (FORM, b"", 422),
    "no card": (FORM, b"game=1&round=1&turn=1", 422),
    "no moment": (FORM, b"card=5", 422),
    "more than asked": (FORM, b"game=1&round=1&turn=1&card=CARD&cheat=1", 422),
    "bytes": (FORM, bytes(range(256)), 422),
    "bytes that are no text": (FORM, b"game=1&round=1&turn=1&card=%ff%fe", 422),
    "a huge number": (FORM, b"game=1&round=1&turn=1&card=" + b"9" * 4000, 422),
    "too many fields": (FORM, b"&".join(b"a%d=1" % number for number in range(2000)), 422),
    "plain text": ("text/plain", b"game=1&round=1&turn=1&card=CARD", 422),
    "multipart without boundary": ("multipart/form-data", b"round=1", 422),
    "multipart without a name": (MULTIPART, b"--b\r\nContent-Disposition: form-data\r\n\r\nx\r\n--b--", 422),
    "a file": (
        MULTIPART,
        (part("round", "1") + part("turn", "1") + part("card", "CARD", '; filename="x"') + "--b--").encode(),
        422,
    ),
    "an alphabet that raises": (
        f"{MULTIPART}; charset=undefined",
        (part("round", "1") + "--b--").encode(),
        422,
    ),
    "too much": (FORM, b"game=1&round=1&turn=1&card=CARD&x=" + b"y" * 70_000, 413),
    "too much, in parts": (MULTIPART, (part("x", "y" * 70_000) + "--b--").encode(), 413),
}


@pytest.mark.parametrize("what", BROKEN)
def test_a_foreign_form_changes_nothing(untouched: Two, what: str) -> None:
    kind, body, status = BROKEN[what]
    body = body.replace(b"CARD", b"%d" % untouched.hand(0)[0])
    with unchanged(untouched.site, untouched.table):
        answer = untouched.ana.client.post(
            f"/t/{untouched.table}/choose", content=body, headers={"content-type": kind}
        )
        if status == 413:
            assert answer.status_code == 413
            assert answer.text == "That form was too long, so nothing was changed."
        else:
            refused(answer, status, "incomplete or damaged")


def test_a_body_without_a_length_is_cut_off_too(two: Two) -> None:
    def endless() -> Iterator[bytes]:
        for _ in range(100):
            yield b"x" * 10_000

    with unchanged(two.site, two.table):
        answer = two.ana.client.post(
            f"/t/{two.table}/choose", content=endless(), headers={"content-type": FORM}
        )
        refused(answer, 413, "too long")
