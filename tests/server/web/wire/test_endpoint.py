"""Commands over the line of a page: each is carried out once, and only from pages of this site."""

from typing import Any

import pytest

from sixth.server.table.commands import COMMANDS, Sit
from sixth.server.web.templating.files import pages_version
from tests.server.support.hosting import Site
from tests.server.support.wire import do
from tests.server.web.two_players import Two, raw, unchanged


def moment(two: Two) -> dict[str, int]:
    """Return the current turn."""
    table = two.site.table(two.table)
    assert table.state is not None
    return {"game": table.games, "round": table.state.round, "turn": table.state.turn}


def test_a_card_is_chosen_by_one_line_and_answered_by_the_version(two: Two) -> None:
    version = len(two.site.log(two.table))
    answer = do(two.ana, "choose", card=two.hand(0)[0], **moment(two))
    assert (answer.status_code, answer.json()) == (200, {"v": version + 1})
    assert "set-cookie" not in answer.headers
    assert two.site.table(two.table).own_choice(0) == two.hand(0)[0]
    with unchanged(two.site, two.table):
        assert do(two.ana, "choose", card=two.hand(0)[0], **moment(two)).json() == {"v": version + 1}


@pytest.mark.parametrize(
    ("headers", "status"),
    [
        ({"sec-fetch-site": "cross-site"}, 403),
        ({"sec-fetch-site": "same-site"}, 403),
        ({"origin": "https://elsewhere.example"}, 403),
        ({"sec-fetch-site": "same-origin", "content-type": "text/plain"}, 422),
        ({"sec-fetch-site": "same-origin", "content-type": "application/x-www-form-urlencoded"}, 422),
    ],
)
def test_a_command_that_no_page_of_this_site_sends_is_refused(
    untouched: Two, headers: dict[str, str], status: int
) -> None:
    with unchanged(untouched.site, untouched.table):
        answer = do(untouched.ana, "choose", headers, card=untouched.hand(0)[0], **moment(untouched))
    assert answer.status_code == status
    assert answer.headers["content-type"] == "application/problem+json"


def test_an_answer_of_the_line_is_not_cached_and_its_type_is_fixed(two: Two) -> None:
    with two.ana.client.stream("GET", f"/t/{two.table}/wire") as lines:
        answer_headers = lines.headers
    for headers in (answer_headers, do(two.ana, "choose", card=two.hand(0)[0], **moment(two)).headers):
        assert headers["cache-control"] == "no-store"
        assert headers["x-content-type-options"] == "nosniff"


def test_a_page_of_another_version_is_told_so_and_nothing_else(two: Two) -> None:
    answer = two.ana.client.get(f"/t/{two.table}/wire", params={"page": "another"})
    assert (answer.status_code, answer.json()["code"]) == (200, "upgraded")
    with two.ana.client.stream("GET", f"/t/{two.table}/wire", params={"page": pages_version()}) as lines:
        assert '"line":"full"' in next(lines.iter_lines())


def test_another_site_cannot_listen(two: Two) -> None:
    answer = two.ana.client.get(f"/t/{two.table}/wire", headers={"sec-fetch-site": "cross-site"})
    assert (answer.status_code, answer.json()["code"]) == (403, "other-site")


@pytest.mark.parametrize(
    ("body", "code"),
    [
        (b"", "not-json"),
        (b"{", "not-json"),
        (b"\xff", "not-json"),
        (b"[]", "no-command"),
        (b"{}", "no-command"),
        (b'{"do":7}', "no-command"),
        (b'{"do":"win"}', "no-command"),
        (b'{"do":"sit","name":"Eve"}', "no-command"),
        (b'{"do":"leave","do":"leave"}', "not-json"),
        (b'{"do":"choose","card":"5","game":1,"round":1,"turn":1}', "wrong-fields"),
        (b'{"do":"choose","card":5,"game":1,"round":1}', "wrong-fields"),
        (b'{"do":"choose","card":5,"game":1,"round":1,"turn":1,"seat":1}', "wrong-fields"),
        (b'{"do":"choose","card":105,"game":1,"round":1,"turn":1}', "wrong-fields"),
        (b'{"do":"leave","seat":1}', "wrong-fields"),
        (b" " * 5000, "too-long"),
    ],
)
def test_a_malformed_command_is_refused_and_changes_nothing(untouched: Two, body: bytes, code: str) -> None:
    headers = {"content-type": "application/json", "sec-fetch-site": "same-origin"}
    with unchanged(untouched.site, untouched.table):
        answer = untouched.ana.client.post(f"/t/{untouched.table}/do", content=body, headers=headers)
    assert answer.json()["code"] == code
    assert answer.status_code == (413 if code == "too-long" else 422)


@pytest.mark.parametrize(
    ("command", "fields", "code"),
    [
        ("choose", {"card": 104, "round": 1, "turn": 9, "game": 1}, "too-early"),
        ("config", {"rules": {"game": "chess"}}, "no-game"),
        ("config", {"rules": {"seats": 2, "options": {"hand": 99}}}, "too-few-cards"),
    ],
)
def test_an_untimely_command_is_refused_with_a_stable_code(
    untouched: Two, command: str, fields: dict[str, Any], code: str
) -> None:
    with unchanged(untouched.site, untouched.table):
        answer = do(untouched.ana, command, **fields)
    assert answer.json()["code"] == code


def test_an_unknown_table_and_a_wrong_method_are_refused(site: Site, two: Two) -> None:
    two.ana.table = "nosuchtable"
    assert do(two.ana, "leave").status_code == 404
    assert two.ana.client.get("/t/nosuchtable/wire").status_code == 404
    assert two.ana.client.get(f"/t/{two.table}/do").status_code == 405
    assert two.ana.client.post(f"/t/{two.table}/wire").status_code == 405


def test_a_command_in_pieces_is_carried_out_once(site: Site, two: Two) -> None:
    """Head and body arrive apart, and a second request follows at once over the same connection."""
    host, card = site.url.removeprefix("http://"), two.hand(0)[0]
    bodies = [
        f'{{"do":"choose","card":{card},"game":1,"round":1,"turn":1}}',
        '{"do":"leave","more":1}',
    ]
    requests = [
        f"POST /t/{two.table}/do HTTP/1.1\r\nHost: {host}\r\nCookie: sixth-{two.table}={two.ana.token()}\r\n"
        f"Content-Type: application/json\r\nContent-Length: {len(body)}\r\nConnection: {line}\r\n\r\n{body}"
        for body, line in zip(bodies, ("keep-alive", "close"), strict=True)
    ]
    answer = raw(site, "".join(requests).encode())
    assert answer.count(b"HTTP/1.1 ") == 2
    assert answer.index(b'{"v":') < answer.index(b"wrong-fields")
    assert two.site.table(two.table).own_choice(0) == card


def test_every_command_but_sit_works_over_the_line(two: Two) -> None:
    """Its form gives the browser its token out of reach of scripts; a line sets no cookie."""
    headers = {"sec-fetch-site": "same-origin"}
    for command in COMMANDS:
        answer = do(two.ana, command.verb, headers, no_such_field=1)
        assert answer.json()["code"] == ("no-command" if command is Sit else "wrong-fields")
    with unchanged(two.site, two.table):
        assert do(two.ana, "sit", headers, name="Eve", text="").json()["code"] == "no-command"
