"""The score pad at a real table: its address has the players, and its totals become the result."""

import json
from typing import Any
from urllib.parse import unquote

import httpx2
import pytest

from sixth.rules.games import GAMES
from sixth.server.features.tournaments.pages.score_pad import pad_fragment
from tests.server.features.tournaments.pages.test_tournament import NAMES, Evening
from tests.server.support.hosting import Site
from tests.server.support.playing import ASKS_FOR_PAGE, Person
from tests.tournaments.evenings import Evening as PureEvening

_FROM_SCRIPT = {"HX-Request": "true"}


def given_to(person: Person, evening: Evening) -> dict[str, Any]:
    """Return what the link to the pad on a player's page says."""
    links = [each.attributes.get("href") or "" for each in person.go(evening.path).root.all("a")]
    (fragment,) = [each.removeprefix("/pad#t=") for each in links if each.startswith("/pad#t=")]
    given: dict[str, Any] = json.loads(unquote(fragment))
    return given


def hand_over(
    person: Person, evening: Evening, given: dict[str, Any], heads: tuple[int, ...], **more: str
) -> httpx2.Response:
    """Hand totals over as the pad does."""
    where = {name: str(given[name]) for name in ("round", "table", "key")}
    body = {**where, **{f"heads{seat}": str(each) for seat, each in enumerate(heads, start=1)}, **more}
    return person.client.post(f"{evening.path}/totals", data=body, headers=_FROM_SCRIPT)


def test_the_pad_of_a_table_has_its_players_by_seat_and_the_end_of_its_game(site: Site) -> None:
    evening = Evening(site)
    evening.begin()
    table = evening.table()
    given = given_to(table[2], evening)
    names = [next(name for name, each in evening.players.items() if each is player) for player in table]
    assert given["players"] == names
    assert (given["round"], given["table"], given["heads"]) == (1, 1, "classic")
    assert given["end"] == {"kind": "score", "count": 66}
    assert "/pad#" not in evening.host.go(evening.path).html


def test_totals_of_the_pad_are_confirmed_by_another_player(site: Site) -> None:
    evening = Evening(site)
    evening.begin()
    first, second, *_ = evening.table()
    given = given_to(first, evening)
    answer = hand_over(first, evening, given, (66, 3, 8, 20))
    assert (answer.status_code, answer.text) == (
        200,
        "Handed over. Another player of the table has to confirm it.",
    )
    # The same again changes nothing.
    assert hand_over(first, evening, given, (66, 3, 8, 20)).text == answer.text
    second.go(evening.path)
    evening.press(second, "confirm")
    answer = hand_over(first, evening, given, (66, 3, 8, 20))
    assert answer.text == "The tournament has the result of your table."


def test_totals_that_differ_from_another_pad_are_told_to_do_so(site: Site) -> None:
    evening = Evening(site)
    evening.begin()
    first, second, *_ = evening.table()
    given = given_to(first, evening)
    hand_over(first, evening, given, (66, 3, 8, 20))
    answer = hand_over(second, evening, given, (66, 3, 9, 20))
    assert answer.text == "Somebody has entered other heads for your table; the host sees it, too."
    assert "Results that differ" in evening.host.go(evening.path).root.text


def test_impossible_totals_are_asked_about_and_kept_if_sure(site: Site) -> None:
    evening = Evening(site)
    evening.begin()
    first = evening.table()[0]
    given = given_to(first, evening)
    answer = hand_over(first, evening, given, (3, 3, 8, 20))
    assert (answer.status_code, answer.headers["Sixth-Field"]) == (422, "sure")
    assert "The game goes on until somebody has 66 heads." in answer.text
    assert hand_over(first, evening, given, (3, 3, 8, 20), sure="true").status_code == 200


@pytest.mark.parametrize(
    ("change", "status", "sentence"),
    [
        ({"round": 2}, 422, "Round 2 has not begun."),
        ({"table": 9}, 422, "Round 1 has tables 1 to 2."),
        ({"key": "other"}, 409, "Round 1 was drawn again: other people sit at table 1 now."),
    ],
)
def test_totals_for_another_table_are_refused(
    site: Site, change: dict[str, Any], status: int, sentence: str
) -> None:
    evening = Evening(site)
    evening.begin()
    first = evening.table()[0]
    given = {**given_to(first, evening), **change}
    answer = hand_over(first, evening, given, (66, 3, 8, 20))
    assert (answer.status_code, answer.text) == (status, sentence)


def test_only_a_player_of_the_table_hands_totals_over_while_its_round_goes_on(site: Site) -> None:
    evening = Evening(site)
    evening.begin()
    first, other = evening.table()[0], evening.table(2)[0]
    given = given_to(first, evening)
    assert hand_over(other, evening, given, (66, 3, 8, 20)).status_code == 403
    assert hand_over(site.person(), evening, given, (66, 3, 8, 20)).status_code == 403
    evening.settle()
    evening.begin()
    answer = hand_over(first, evening, given, (66, 3, 8, 20))
    assert answer.status_code == 409
    assert "round" in answer.text.lower()


def test_a_form_without_scripts_leads_back_to_the_tournament(site: Site) -> None:
    evening = Evening(site)
    evening.begin()
    first = evening.table()[0]
    given = given_to(first, evening)
    body = {name: str(given[name]) for name in ("round", "table", "key")}
    for heads in ({"heads1": "66"}, {f"heads{seat}": str(60 + seat * 2) for seat in range(1, 5)}):
        answer = first.client.post(f"{evening.path}/totals", data={**body, **heads}, headers=ASKS_FOR_PAGE)
        assert answer.url.path == evening.path


def test_a_game_that_the_pad_cannot_count_has_no_pad() -> None:
    evening = PureEvening(*NAMES[:4], rules=GAMES["classic"].replace(seats=4, goal="most"))
    evening.play_round([(66, 3, 8, 20)])
    assert pad_fragment(evening.now, "bbbbb", evening.now.rounds[0], 1) == ""


def test_a_pad_with_long_names_stays_a_link(site: Site) -> None:
    names = [f"{'é' * 22}{number}" for number in range(3)]
    evening = Evening(site, names)
    evening.begin()
    given = given_to(evening.players[names[0]], evening)
    assert sorted(given["players"]) == names
