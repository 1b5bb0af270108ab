"""Answers to bad input: one sentence, a fitting status, a stable code, and no change."""

from pathlib import Path
from typing import Any

import pytest

from tests.server.support.hosting import Days, Site, hosting
from tests.server.support.programs import Program, check_problem
from tests.server.web.two_players import unchanged


@pytest.fixture(scope="module")
def two(site: Site) -> tuple[Program, Program]:
    """Seat Ana and Bo in the first turn of a game of two."""
    ana = Program.host(site, seats=2)
    bo = Program.guest(site, ana.table, "Bo")
    ana.begin()
    return ana, bo


BODIES: list[tuple[bytes, int, str]] = [
    (b"", 422, "wrong-body"),
    (b"{", 422, "not-json"),
    (b"\xff\xfe", 422, "not-json"),
    (b"[]", 422, "wrong-body"),
    (b'{"game":1,"round":1,"turn":1}', 422, "missing-field"),
    (b'{"game":1,"round":1,"turn":1,"action":{"choose":1},"seat":1}', 422, "unknown-field"),
    (b'{"game":"1","round":1,"turn":1,"action":{"choose":1}}', 422, "wrong-value"),
    (b'{"game":1,"round":1.5,"turn":1,"action":{"choose":1}}', 422, "wrong-value"),
    (b'{"game":1,"round":1,"turn":1,"action":{"choose":true}}', 422, "wrong-value"),
    (b'{"game":1,"round":1,"turn":1,"action":"choose"}', 422, "wrong-value"),
    (b'{"game":1,"round":1,"turn":1,"action":{"choose":1e400}}', 422, "wrong-value"),
    (b'{"game":1,"round":1,"turn":1,"action":{"choose":' + b"9" * 5000 + b"}}", 422, "not-json"),
    (b'{"game":2,"round":1,"turn":1,"action":{"choose":1}}', 409, "other-game"),
    (b" " * 70_000, 413, "too-long"),
]


def test_a_malformed_body_changes_nothing(site: Site, two: tuple[Program, Program]) -> None:
    ana, _ = two
    headers = {**ana.proof, "content-type": "application/json"}
    with unchanged(site, ana.table):
        for body, status, code in BODIES:
            answer = ana.client.post(f"/tables/{ana.table}/act", content=body, headers=headers)
            assert (answer.status_code, answer.json()["code"]) == (status, code), body[:80]
            check_problem(answer, status, code)
    # The last one is too long a body, and no form.
    assert ("16 KiB" in answer.json()["detail"], "form" in answer.json()["detail"]) == (True, False)


@pytest.mark.parametrize("day", ["1796083200", "2026-1-31", "2026-13-01", "today", "20261124"])
def test_a_day_has_one_spelling(site: Site, day: str) -> None:
    program = Program(site)
    check_problem(program.client.get(f"/daily/{day}"), 404, "no-day")
    check_problem(program.post(f"/daily/{day}", name="Ana"), 404, "no-day")


def test_a_body_without_the_json_content_type_is_refused(site: Site, two: tuple[Program, Program]) -> None:
    ana, _ = two
    for kind in ("text/plain", "application/x-www-form-urlencoded", None):
        headers = {**ana.proof, **({"content-type": kind} if kind else {})}
        with unchanged(site, ana.table):
            body = b'{"game":1,"round":1,"turn":1}'
            answer = ana.client.post(f"/tables/{ana.table}/act", content=body, headers=headers)
            check_problem(answer, 422, "not-json")


def test_a_command_is_answered_alike_on_the_short_way_and_by_fastapi(site: Site) -> None:
    """Only a plain content type, a short id and JSON in UTF-8 go the short way."""
    ana = Program.host(site, seats=2)
    answers = {
        ana.client.post(
            f"/tables/{ana.table}/ready",
            content='{"ready":true}'.encode(encoding),
            headers={**ana.proof, "content-type": kind},
        ).text
        for kind, encoding in (
            ("application/json", "utf-8"),
            ("application/json", "utf-16"),
            ("Application/JSON; charset=utf-8", "utf-8"),
            ("application/merge+json", "utf-8"),
        )
    }
    assert answers == {f'{{"version":{ana.look()["version"]}}}'}
    check_problem(Program(site, "x" * 41, ana.token).do("leave"), 422, "wrong-value")


def test_a_request_without_the_token_of_a_seat_plays_for_no_seat(
    site: Site, two: tuple[Program, Program]
) -> None:
    ana, bo = two
    card = ana.look()["view"]["hand"][0]
    elsewhere = Program.host(site, seats=2)
    with unchanged(site, ana.table):
        for token, status, code in (
            ("", 401, "no-token"),
            ("x", 401, "bad-token"),
            ("a" * 43, 403, "no-seat"),
            (elsewhere.token, 403, "no-seat"),
            (bo.token, 422, "not-in-hand"),
        ):
            who = Program(site, ana.table, token)
            answer = who.do("act", game=1, round=1, turn=1, action={"choose": card})
            check_problem(answer, status, code)
            assert (status == 401) == ("www-authenticate" in answer.headers)


def test_the_api_ignores_cookies(site: Site, two: tuple[Program, Program]) -> None:
    ana, _ = two
    with_cookie = Program(site, ana.table)
    with_cookie.client.cookies.set(f"sixth-{ana.table}", ana.token)
    assert with_cookie.look()["seat"] is None
    with unchanged(site, ana.table):
        check_problem(with_cookie.do("leave"), 401, "no-token")


@pytest.mark.parametrize(
    ("wrong", "code"),
    [
        ({"game": "poker"}, "no-game"),
        ({"options": {"hand": 50}}, "too-few-cards"),
        ({"options": {"colour": 1}}, "unknown-field"),
        ({"seats": 11}, "wrong-value"),
        ({"name": ""}, "wrong-value"),
        ({"name": "\u200b"}, "name-empty"),
        ({"config": {"stand_in": "nobody"}}, "no-bot"),
        ({"config": {"turn_seconds": 1}}, "clock"),
        ({"config": {"listed": 1}}, "wrong-value"),
    ],
    ids=str,
)
def test_a_table_with_impossible_options_is_not_opened(site: Site, wrong: dict[str, Any], code: str) -> None:
    check_problem(Program(site).post("/tables", **{"name": "Ana", **wrong}), 422, code)


def test_unknown_addresses_methods_tables_and_games_are_answered_as_problems(site: Site) -> None:
    client = Program(site).client
    check_problem(client.get("/nothing"), 404, "no-address")
    check_problem(client.get("/tables/a%0Ab"), 404, "no-address")
    for method, path, methods in (
        ("PUT", "/tables", "GET, HEAD, POST"),
        ("OPTIONS", "/tables", "GET, HEAD, POST"),
        ("GET", "/tables/x/act", "POST"),
    ):
        answer = client.request(method, path)
        check_problem(answer, 405, "no-method")
        assert answer.headers["allow"] == methods
    check_problem(client.get("/tables/nosuchtable"), 404, "no-table")
    check_problem(client.get(f"/tables/{'x' * 99}"), 422, "wrong-value")
    check_problem(client.get("/records/nosuchgame"), 404, "no-record")
    check_problem(client.get("/codes/zzzz"), 404, "no-code")


def test_the_api_has_no_record_of_a_running_game(site: Site, two: tuple[Program, Program]) -> None:
    ana, _ = two
    game = ana.look()["game"]
    for path in ("", "/proof", "/review?seat=0"):
        check_problem(ana.client.get(f"/records/{game}{path}"), 404, "no-record")


def test_problems_are_in_the_language_of_the_request(site: Site) -> None:
    client = Program(site).client
    sentences = {
        check_problem(client.get("/nothing", headers={"accept-language": language}), 404, "no-address")
        for language in ("en", "de", "fr", "it", "id")
    }
    assert len(sentences) == 5


def test_a_token_over_its_limit_learns_when_to_retry_and_other_tokens_are_served(tmp_path: Path) -> None:
    with hosting(tmp_path / "data", ticks=Days()) as site:
        ana = Program.host(site, seats=2)
        answers = [ana.client.get(f"/tables/{ana.table}", headers=ana.proof) for _ in range(201)]
        assert {each.status_code for each in answers[:200]} == {200}
        check_problem(answers[200], 429, "too-many")
        assert 1 <= int(answers[200].headers["retry-after"]) <= 10
        assert Program.guest(site, ana.table, "Bo").look()["seat"] == 1
