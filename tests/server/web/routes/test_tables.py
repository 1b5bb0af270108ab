"""Who is who at a table, who may sit down, and tables and pages that are not there."""

import json
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import httpx2
import pytest

from sixth.server.table.identity import hash_token
from tests.server.support.hosting import Site, hosting
from tests.server.support.pages import Element, Page
from tests.server.web.two_players import HTMX, Two, raw, refused, unchanged


@pytest.mark.parametrize("htmx", [False, True])
@pytest.mark.parametrize(
    ("action", "data"),
    [
        ("choose", {"card": 5}),
        ("take", {"place": "0"}),
        ("pick", {"card": 5}),
        ("flip", {}),
        ("next", {"round": 2}),
        ("begin", {"game": 2, "bots": "mixed"}),
        ("text", {"text": "x"}),
        ("leave", {}),
        ("back", {}),
        ("ready", {"ready": "true"}),
        ("bot", {"seat": 1, "bot": "mixed"}),
        ("remove", {"seat": 1, "name": "Bo"}),
        ("house", {"stand_in": "careful", "chat": "true"}),
        ("say", {"phrase": "hello"}),
    ],
)
def test_without_a_seat_nothing_can_be_done(two: Two, action: str, data: dict[str, Any], htmx: bool) -> None:
    """No token, a forged one, somebody else's hash, the token of another table: the same clear answer."""
    elsewhere = Two(two.site)
    nobody, forger, thief, neighbour, cropped = (two.site.person() for _ in range(5))
    hashes = [found for each in two.site.log(two.table) if (found := getattr(each, "token", None))]
    for who, token in (
        (forger, "x" * 43),
        (thief, hashes[0]),
        (neighbour, elsewhere.ana.token()),
        (cropped, two.ana.token()[:-1]),
    ):
        who.client.cookies.set(f"sixth-{two.table}", token)
    # Their own cookie, sent under this table's address.
    neighbour.client.cookies.set(f"sixth-{elsewhere.table}", elsewhere.ana.token())
    with unchanged(two.site, two.table):
        for who in (nobody, forger, thief, neighbour, cropped):
            refused(two.post(who, action, htmx=htmx, **data), 403, "You have no seat")
            assert not Page(who.client.get(f"/t/{two.table}").text).by_id.get("hand")


@pytest.mark.parametrize("token", ["", '"', "a=b; c", "\xff", "x" * 3000, "\\377\\000", "%00"])
def test_a_token_that_is_none_shows_the_table_as_anybody_sees_it(two: Two, token: str) -> None:
    header = f"sixth-{two.table}={token}".encode("latin-1")
    for _ in range(2):
        answer = two.site.person().client.get(f"/t/{two.table}", headers={b"cookie": header})
        assert answer.status_code == 200
        assert "hand" not in Page(answer.text).by_id


def test_a_token_is_for_the_browser_alone(two: Two) -> None:
    kept = (
        two.site.person()
        .client.post(
            "/tables",
            data={"game": "classic", "seats": "2", "bots": "mixed", "name": "Ü", "how": "play"},
            follow_redirects=False,
        )
        .headers.get_list("set-cookie")
    )
    for each in kept:
        attributes = {part.strip().lower() for part in each.split(";")}
        assert {"httponly", "samesite=lax"} <= attributes
    (own,) = (each for each in kept if "; path=/t/" in each.lower())
    name, _, given = own.partition("=")
    token = given.partition(";")[0]
    assert len(token) == 43
    # The first page, and that of one's tables, are shown it, too, to say what waits there.
    shown = [name, "sixth-seats", name.replace("sixth-", "sixth-seat-")]
    assert [each.partition("=")[0] for each in kept if token in each] == shown
    assert "; Path=/mine" in next(each for each in kept if each.startswith("sixth-seat-"))


def test_the_first_page_is_shown_the_tokens_of_the_last_five_tables_only(site: Site) -> None:
    ana = site.person()
    tables = [ana.open("play", seats=2, name="Ana") for _ in range(6)]
    kept = ana.client.cookies["sixth-seats"].strip('"').split("~")
    assert [each.partition(":")[0] for each in kept] == tables[:0:-1]


def test_a_token_is_kept_as_its_hash_only(two: Two) -> None:
    database = two.site.store.url.database
    assert database
    kept = b"".join(file.read_bytes() for file in Path(database).parent.glob(f"{Path(database).name}*"))
    for person in (two.ana, two.bo):
        assert hash_token(person.token()).encode() in kept
        assert person.token().encode() not in kept


def test_sitting_down_twice_keeps_the_first_seat(site: Site) -> None:
    ana, bo = site.person(), site.person()
    table = ana.open("invite", seats=4, name="Ana")
    bo.join(table, name="Bo")
    with unchanged(site, table):
        again = bo.client.post(f"/t/{table}/sit", data={"name": "Bob"}, follow_redirects=False)
        assert again.status_code == 303
        refused(
            site.person().client.post(f"/t/{table}/sit", data={"name": "bO"}), 409, "already has that name"
        )


def test_sitting_down_pressed_many_times_at_once_takes_one_seat(site: Site) -> None:
    ana, bo = site.person(), site.person()
    table = ana.open("invite", seats=10, name="Ana")
    bo.go(f"/t/{table}")
    before = bo.token()
    with ThreadPoolExecutor(6) as fingers:

        def press(_: int) -> int:
            url, cookies = f"{site.url}/t/{table}/sit", {f"sixth-{table}": before}
            return httpx2.post(url, data={"name": "Bo"}, cookies=cookies).status_code

        assert list(fingers.map(press, range(6))) == [303] * 6
    assert [who.name for who in site.table(table).sitters if who] == ["Ana", "Bo"]
    assert bo.token() == before
    assert "leave" in bo.look().forms


def test_a_fault_of_ours_is_one_sentence_that_shows_nothing(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    with hosting(tmp_path / "data") as site:
        with site.store.engine.begin() as connection:
            connection.exec_driver_sql("INSERT INTO log VALUES ('broken', 1, '', '{\"event\": 104')")
        answer = site.person().client.get("/t/broken")
    assert answer.status_code == 500
    assert "Something went wrong on our side" in answer.text
    assert "104" not in answer.text
    assert "JSON" not in answer.text
    assert answer.headers["content-security-policy"]
    assert answer.headers["cache-control"] == "no-store"
    assert "JSONDecodeError" in caplog.text


def test_a_database_that_does_not_do_its_work_is_one_sentence_and_changes_nothing(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    with hosting(tmp_path / "data") as site:
        ana = site.person()
        table = ana.open("play", seats=2, name="Ana")
        state = site.table(table).state
        assert state is not None
        with site.store.engine.begin() as connection:
            connection.exec_driver_sql("ALTER TABLE log RENAME TO away")
        form = {"round": 1, "turn": 1, "card": state.hands[0][0]}
        answer = ana.client.post(f"/t/{table}/choose", data=form)
        with site.store.engine.begin() as connection:
            connection.exec_driver_sql("ALTER TABLE away RENAME TO log")
        assert ana.look().chosen is None
        assert ana.client.post(f"/t/{table}/choose", data=form).status_code == 200
    assert answer.status_code == 503
    assert answer.headers["retry-after"] == "2"
    assert "isn&#39;t responding" in answer.text
    # The log says what went wrong, and nothing of what was to be written.
    assert "no such table: log" in caplog.text
    assert f'"card":{state.hands[0][0]}' not in caplog.text


def test_who_comes_when_all_seats_are_taken_or_the_game_has_begun_is_told_so(site: Site) -> None:
    ana, bo, late = site.person(), site.person(), site.person()
    table = ana.open("invite", seats=2, name="Ana")
    bo.join(table, name="Bo")
    with unchanged(site, table):
        refused(late.client.post(f"/t/{table}/sit", data={"name": "Cy"}), 409, "All seats")
        refused(bo.client.post(f"/t/{table}/begin", data={"game": 1, "bots": "mixed"}), 403, "the host")
        refused(ana.client.post(f"/t/{table}/begin", data={"game": 1, "bots": "deep blue"}), 422, "no bot")
    ana.look()
    ana.send("begin")
    with unchanged(site, table):
        refused(late.client.post(f"/t/{table}/sit", data={"name": "Cy"}), 409, "All seats")
        refused(ana.client.post(f"/t/{table}/begin", data={"game": 2, "bots": "mixed"}), 409, "still goes on")


def test_a_text_of_ones_own_can_be_taken_back(site: Site) -> None:
    ana = site.person()
    table = ana.open("invite", seats=2, name="Ana")
    for text in ("by Ana", ""):
        ana.send("own", text=text)
        assert site.table(table).seats[0].text == text
        assert ana.page.forms["own"].fields["text"] == text


def test_who_leaves_holds_no_seat_any_more(site: Site) -> None:
    ana, bo = site.person(), site.person()
    table = ana.open("invite", seats=2, name="Ana")
    bo.join(table, name="Bo")
    bo.send("leave")
    assert "sit" in bo.page.forms
    with unchanged(site, table):
        refused(bo.client.post(f"/t/{table}/text", data={"text": "x"}), 403, "no seat")


@pytest.mark.parametrize(
    "table",
    ["nosuchtable", "x" * 4000, "%00", "%ff%fe", "..%2f..%2fetc", "'; DROP TABLE log; --", "<script>", "🐂"],
)
@pytest.mark.parametrize("htmx", [False, True])
def test_an_unknown_table_is_not_found_whatever_is_asked_of_it(site: Site, table: str, htmx: bool) -> None:
    client = site.person().client
    headers = HTMX if htmx else {}
    asked = [
        client.get(f"/t/{table}{path}", headers=headers)
        for path in ("", "/events", "/around", "/rounds", "/qr.svg", "/screen", "/house")
    ]
    moment = {"round": 1, "turn": 1}
    for action, data in (
        ("sit", {"name": "Ana"}),
        ("leave", {}),
        ("back", {}),
        ("ready", {"ready": "true"}),
        ("bot", {"seat": 1, "bot": "mixed"}),
        ("remove", {"seat": 1, "name": "Bo"}),
        ("house", {"stand_in": "careful"}),
        ("say", {"phrase": "hello"}),
        ("text", {"text": ""}),
        ("begin", {"game": 1, "bots": "mixed"}),
        ("choose", {**moment, "card": 5}),
        ("pick", {**moment, "card": 5}),
        ("take", {**moment, "place": "0"}),
        ("flip", moment),
        ("next", {"round": 1}),
    ):
        asked.append(client.post(f"/t/{table}/{action}", data=data, headers=headers))
    for response in asked:
        refused(response, 404, "doesn't exist")
    assert client.get(f"/t/{table}/games/x.sixth.jsonl", headers=headers).status_code == 404
    assert site.store.load(table) == ()


@pytest.mark.parametrize(
    "path", ["/nowhere", "/t", "/t/", "/static/", "/static/nothing.css", "/docs", "/openapi.json", "/redoc"]
)
def test_an_unknown_page_is_not_found(site: Site, path: str) -> None:
    assert site.person().client.get(path).status_code == 404


@pytest.mark.parametrize(
    "path",
    ["/static/../app.py", "/static/%2e%2e/render.py", "/static/..%2f..%2frun.py", "/static//etc/passwd"],
)
def test_static_files_are_those_of_their_folder(site: Site, path: str) -> None:
    answer = raw(site, f"GET {path} HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n".encode())
    assert b" 404 " in answer.split(b"\r\n")[0]


def test_a_method_that_an_address_does_not_take_is_refused(two: Two) -> None:
    client = two.ana.client
    with unchanged(two.site, two.table):
        for method, path in (
            ("PUT", "/tables"),
            ("GET", f"/t/{two.table}/choose"),
            ("PUT", f"/t/{two.table}/choose"),
            ("DELETE", f"/t/{two.table}"),
            ("POST", f"/t/{two.table}"),
            ("POST", "/"),
            ("PATCH", f"/t/{two.table}/events"),
        ):
            answer = client.request(method, path)
            assert answer.status_code == 405
            assert answer.headers["allow"]
            assert "does not take that kind of request" in answer.text


def test_what_the_server_draws_is_sent_element_by_element_as_it_stands_now(two: Two) -> None:
    answer = two.ana.client.get(f"/t/{two.table}/around")
    drawn = Page(answer.text)
    top = [each for each in drawn.root.inside if isinstance(each, Element)]
    assert {"game", "gathering", "outcome", "late", "fair", "stay", "speak"} <= {each.id for each in top}
    assert all(each.id for each in top)
    assert not drawn.cards
    wall = Page(two.ana.client.get(f"/t/{two.table}/around?screen=1").text)
    assert {"game", "way-in", "outcome", "chart"} <= set(wall.by_id)
    # Compressed, its length would tell of words beside a hand.
    assert answer.headers["content-encoding"] == "identity"
    assert answer.headers["cache-control"] == "no-store"


def test_the_page_that_scripts_draw_has_its_state_and_leads_to_the_plain_one(two: Two) -> None:
    client, path = two.ana.client, f"/t/{two.table}"
    live = Page(client.get(f"{path}?plain=off").text)
    assert json.loads("".join(map(str, live.by_id["state"].inside)))["full"]["view"]["hand"]
    assert "hand" not in live.by_id
    assert f"{path}?plain=on" in live.html.partition("<noscript>")[2].partition("</noscript>")[0]
    # It is remembered.
    assert "hand" not in Page(client.get(path).text).by_id
    assert "hand" in Page(client.get(f"{path}?plain=on").text).by_id
    assert "hand" in Page(client.get(path).text).by_id
