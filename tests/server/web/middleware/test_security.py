"""Forms of other sites, which are refused, and the security headers of every answer."""

import re
from pathlib import Path

import pytest
from starlette.testclient import TestClient

from sixth.server.app import create_app
from sixth.server.store.sql import SqlStore
from tests.server.support.hosting import Site
from tests.server.web.two_players import OPENS, Two, is_data, unchanged


@pytest.mark.parametrize(
    "headers",
    [
        {"sec-fetch-site": "cross-site"},
        {"sec-fetch-site": "same-site"},
        {"sec-fetch-site": ""},
        {"origin": "https://evil.example"},
        {"origin": "null"},
        {"origin": ""},
        {"origin": "http://["},
        {"origin": "http://127.0.0.1:1"},
        {"origin": "http://127.0.0.1"},
        {"origin": "HOST.evil.example"},
        {"origin": "HOST/"},
        {"origin": "OTHERWISE"},
        {"sec-fetch-site": "cross-site", "origin": "HOST"},
        {"referer": "https://evil.example/page"},
        {"referer": "HOST.evil.example/page"},
        {"referer": "OTHERWISE/page"},
        {"referer": "about:blank"},
        {"referer": "http://["},
    ],
)
def test_a_form_from_another_site_is_refused(untouched: Two, headers: dict[str, str]) -> None:
    two = untouched
    otherwise = two.site.url.replace("http:", "https:")
    headers = {
        name: value.replace("HOST", two.site.url).replace("OTHERWISE", otherwise)
        for name, value in headers.items()
    }
    card = two.hand(0)[0]
    with unchanged(two.site, two.table):
        answer = two.ana.client.post(
            f"/t/{two.table}/choose", data={"game": 1, "round": 1, "turn": 1, "card": card}, headers=headers
        )
        assert answer.status_code == 403
        assert "another site" in answer.text


@pytest.mark.parametrize(
    "headers",
    [
        {},
        {"sec-fetch-site": "same-origin"},
        {"sec-fetch-site": "none"},
        {"origin": "HOST"},
        {"referer": "HOST/t/table?plain=on"},
        {"origin": "HOST", "referer": "https://elsewhere.example"},
    ],
)
def test_a_form_of_our_own_is_accepted(two: Two, headers: dict[str, str]) -> None:
    headers = {name: value.replace("HOST", two.site.url) for name, value in headers.items()}
    answer = two.ana.client.post(
        f"/t/{two.table}/choose",
        data={"game": 1, "round": 1, "turn": 1, "card": two.hand(0)[0]},
        headers=headers,
        follow_redirects=False,
    )
    assert answer.status_code == 303


def test_every_answer_has_the_security_headers(two: Two) -> None:
    """The answers are pages, forms, news, pictures, static files, and every kind of error."""
    client = two.ana.client
    path = f"/t/{two.table}"
    static = re.findall(r'(?:src|href)="(/static/[^"]*)"', two.ana.page.html)
    assert len(static) >= 6
    files = [client.get(each) for each in static]
    answers = [client.get(each) for each in ("/", path, f"{path}/qr.svg")]
    assert [each.status_code for each in (*files, *answers)] == [200] * (len(static) + 3)
    answers += [client.get(each) for each in ("/nowhere", "/t/nowhere", "/static/nothing")]
    answers += [client.put("/")]
    answers += [client.post(f"{path}/choose"), client.post(f"{path}/choose", content=b"x" * 70_000)]
    answers += [client.post(f"{path}/choose", headers={"origin": "https://evil.example"})]
    answers += [client.get(f"{path}/history?at=x"), client.get(f"{path}/games/x.sixth.jsonl")]
    answers += [two.post(two.ana, "choose", card=two.hand(0)[0])]
    answers += [two.post(two.bo, "choose", card=two.hand(0)[0], htmx=True)]
    statuses = {each.status_code for each in answers}
    assert statuses >= {200, 303, 403, 404, 405, 413, 422}
    for answer in (*files, *answers):
        headers = answer.headers
        assert "default-src 'self'" in headers["content-security-policy"], answer.url
        assert "unsafe" not in headers["content-security-policy"]
        assert "frame-ancestors 'none'" in headers["content-security-policy"]
        assert headers["x-content-type-options"] == "nosniff"
        assert headers["referrer-policy"] == "same-origin"
        assert headers["permissions-policy"] == "camera=(), microphone=(), geolocation=()"
        assert headers["cross-origin-opener-policy"] == "same-origin"
    assert all("max-age" in answer.headers["cache-control"] for answer in files)
    assert all(answer.headers["cache-control"] == "no-store" for answer in answers)


def test_static_files_are_named_by_a_hash_of_their_content(site: Site) -> None:
    page = site.person().go("/")
    for url in re.findall(r'(?:src|href)="(/static/[^"]*)"', page.html):
        assert re.search(r"\?v=[0-9a-f]{12}$", url)


def test_pages_have_no_inline_scripts_or_styles(two: Two) -> None:
    """The policy would not let them run, so they would be mistakes."""
    for page in (two.ana.page, two.bo.page, two.site.person().go("/")):
        for element in page.root.all():
            assert "style" not in element.attributes
            assert not any(name.startswith("on") for name in element.attributes)
            assert element.tag != "style"
            assert (
                element.tag != "script"
                or is_data(element)
                or (element.attributes["src"] and not element.inside)
            )
        assert not re.search(r"https?://(?!127\.0\.0\.1)", page.html)


def test_answers_over_tls_tell_browsers_to_keep_using_it(tmp_path: Path) -> None:
    """A proxy speaks TLS for the server; answers over plain HTTP, as at home, carry no such header."""
    store = SqlStore(f"sqlite:///{tmp_path}/sixth.sqlite3")
    app = create_app(store)
    for scheme, policy in (("https", "max-age=31536000"), ("http", None)):
        client = TestClient(app, base_url=f"{scheme}://sixth.test", follow_redirects=False)
        assert client.get("/about").headers.get("strict-transport-security") == policy
        answers = [client.post("/tables", data=OPENS), client.post("/settings", data={"lang": "de"})]
        answers += [client.get("/?renew=off")]
        cookies = [cookie.lower() for answer in answers for cookie in answer.headers.get_list("set-cookie")]
        assert len(cookies) == 8
        for cookie in cookies:
            assert "; httponly" in cookie
            assert "; samesite=lax" in cookie
            assert ("; secure" in cookie) == (scheme == "https")
    store.close()
