"""Identity at a table: tokens, seats, and answers for tables and pages that do not exist."""

import json
from collections.abc import Mapping
from pathlib import Path
from typing import Any, Final

import pytest

from sixth.server.table.identity import hash_token
from tests.server.support.hosting import Site, hosting
from tests.server.support.pages import Page
from tests.server.web.two_players import Two, refused, unchanged

ACTIONS: Final[Mapping[str, Mapping[str, Any]]] = {
    "choose": {"card": 5},
    "take": {"place": "0"},
    "pick": {"card": 5},
    "flip": {},
    "next": {"game": 1, "round": 2},
    "begin": {"game": 2, "bots": "mixed"},
    "text": {"text": "x"},
    "leave": {},
    "back": {},
    "ready": {"ready": "true"},
    "bot": {"seat": 1, "bot": "mixed"},
    "remove": {"seat": 1, "name": "Bo"},
    "house": {"stand_in": "careful", "chat": "true"},
    "say": {"phrase": "hello"},
}
"""Forms of a table, but for the moment of a move."""

MOVES: Final = ("choose", "take", "pick", "flip")


@pytest.mark.parametrize("htmx", [False, True])
def test_actions_need_the_token_of_a_seat(untouched: Two, htmx: bool) -> None:
    """A missing, forged or foreign token and the hash of a token have the same clear answer."""
    two, elsewhere = untouched, Two(untouched.site)
    stranger, forger, thief, neighbour, cropped = (two.site.person() for _ in range(5))
    hashes = [hash for each in two.site.log(two.table) if (hash := getattr(each, "token", None))]
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
        for action, data in ACTIONS.items():
            refused(two.post(thief, action, htmx=htmx, **data), 403, "You have no seat")
        for who in (stranger, forger, neighbour, cropped):
            refused(two.post(who, "choose", htmx=htmx, card=5), 403, "You have no seat")
            assert not Page(who.client.get(f"/t/{two.table}").text).by_id.get("hand")


@pytest.mark.parametrize("token", ["", '"', "a=b; c", "\xff", "x" * 3000, "\\377\\000", "%00"])
def test_an_invalid_token_shows_the_public_table(untouched: Two, token: str) -> None:
    header = f"sixth-{untouched.table}={token}".encode("latin-1")
    answer = untouched.site.person().client.get(f"/t/{untouched.table}", headers={b"cookie": header})
    assert answer.status_code == 200
    assert "hand" not in Page(answer.text).by_id


def test_a_token_is_hidden_from_scripts_and_other_sites(two: Two) -> None:
    cookies = (
        two.site.person()
        .client.post(
            "/tables",
            data={"game": "classic", "seats": "2", "bots": "mixed", "name": "Ü", "how": "play"},
            follow_redirects=False,
        )
        .headers.get_list("set-cookie")
    )
    for each in cookies:
        attributes = {part.strip().lower() for part in each.split(";")}
        assert {"httponly", "samesite=lax"} <= attributes
    (own,) = (each for each in cookies if "; path=/t/" in each.lower())
    name, _, value = own.partition("=")
    token = value.partition(";")[0]
    assert len(token) == 43
    # The first page and the page of one's tables receive it too, to say what waits there.
    names = [name, "sixth-seats", name.replace("sixth-", "sixth-seat-")]
    assert [each.partition("=")[0] for each in cookies if token in each] == names
    assert "; Path=/mine" in next(each for each in cookies if each.startswith("sixth-seat-"))


def test_a_token_is_stored_as_its_hash_only(two: Two) -> None:
    database = two.site.store.url.database
    assert database
    data = b"".join(file.read_bytes() for file in Path(database).parent.glob(f"{Path(database).name}*"))
    for person in (two.ana, two.bo):
        assert hash_token(person.token()).encode() in data
        assert person.token().encode() not in data


def test_a_fault_of_the_server_is_answered_in_one_sentence_without_details(
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


@pytest.mark.parametrize("table", ["nosuchtable", "%00", "%ff%fe"])
def test_every_address_of_an_unknown_table_is_not_found(site: Site, table: str) -> None:
    client = site.person().client
    answers = [client.get(f"/t/{table}{path}") for path in ("", "/around", "/qr.svg", "/screen", "/house")]
    for action, data in {"sit": {"name": "Ana"}, **ACTIONS}.items():
        moment = {"game": 1, "round": 1, "turn": 1} if action in MOVES else {}
        answers.append(client.post(f"/t/{table}/{action}", data={**moment, **data}))
    for response in answers:
        refused(response, 404, "doesn't exist")
    assert client.get(f"/t/{table}/games/x.sixth.jsonl").status_code == 404
    assert site.store.load(table) == ()


def test_an_unsupported_method_is_refused(two: Two) -> None:
    client = two.ana.client
    with unchanged(two.site, two.table):
        for method, path in (
            ("PUT", "/tables"),
            ("GET", f"/t/{two.table}/choose"),
            ("PUT", f"/t/{two.table}/choose"),
            ("DELETE", f"/t/{two.table}"),
            ("POST", f"/t/{two.table}"),
            ("POST", "/"),
            ("PATCH", f"/t/{two.table}/around"),
        ):
            answer = client.request(method, path)
            assert answer.status_code == 405
            assert answer.headers["allow"]
            assert "does not take that kind of request" in answer.text


def test_the_parts_of_features_are_sent_by_place_and_current(two: Two) -> None:
    answer = two.ana.client.get(f"/t/{two.table}/around")
    assert [part["form"]["label"] for part in answer.json()["chat"]] == ["Mute Bo"]
    assert not Page(answer.text).cards
    # If compressed, its length would depend on words beside a hand.
    assert answer.headers["content-encoding"] == "identity"
    assert answer.headers["cache-control"] == "no-store"


def test_the_scripted_page_has_its_state_and_links_to_the_plain_page(two: Two) -> None:
    client, path = two.ana.client, f"/t/{two.table}"
    live = Page(client.get(f"{path}?plain=off").text)
    assert json.loads("".join(map(str, live.by_id["state"].inside)))["full"]["view"]["hand"]
    assert "hand" not in live.by_id
    assert f"{path}?plain=on" in live.html.partition("<noscript>")[2].partition("</noscript>")[0]
    # The choice is remembered.
    assert "hand" not in Page(client.get(path).text).by_id
    assert "hand" in Page(client.get(f"{path}?plain=on").text).by_id
    assert "hand" in Page(client.get(path).text).by_id
