"""The ladder of bots, as an arena beside the server publishes it.

Places are one number where the differences are clear, a range elsewhere.
"""

import json
from dataclasses import replace
from itertools import combinations
from pathlib import Path

from sixth.cli import app
from sixth.server.core.settings import DEFAULT_SETTINGS
from sixth.server.features.guide.ladder import Results, ladder_lines
from tests.server.support.hosting import hosting
from tests.server.support.pages import Page


def test_results_that_the_arena_publishes_are_shown_in_order_at_once(tmp_path: Path) -> None:
    file = tmp_path / "ladder.json"
    with hosting(tmp_path / "data", settings=replace(DEFAULT_SETTINGS, ladder=file)) as site:
        client = site.person().client
        assert (client.get("/ladder").status_code, client.get("/ladder.json").status_code) == (503, 503)
        assert "There are no results yet." in client.get("/ladder").text
        arena = ["arena", "random,nearest,careful", "--seats", "2", "--rounds", "120", "--seed", "3"]
        assert app.run([*arena, "--workers", "1", "--publish", str(file)]) == 0
        page = Page(client.get("/ladder").text)
        rows = [[cell.text for cell in row.all() if cell.tag in ("th", "td")] for row in page.root.all("tr")]
        assert [row[1] for row in rows[1:]] == ["careful", "nearest", "random"]
        assert rows[3][0] == "3"
        assert client.get("/ladder.json").json() == json.loads(file.read_text())
        assert '<a href="/ladder">' in client.get("/about").text
        # A damaged file is no ladder.
        for wrong in ("{}", "no JSON", json.dumps(json.loads(file.read_text()) | {"bots": []})):
            file.write_text(wrong)
            assert client.get("/ladder").status_code == 503


def test_html_in_the_name_of_a_bot_is_shown_as_text(tmp_path: Path) -> None:
    file = tmp_path / "ladder.json"
    assert (
        app.run(["arena", "random,nearest", "--rounds", "10", "--workers", "1", "--publish", str(file)]) == 0
    )
    results = json.loads(file.read_text())
    results["bots"][0]["bot"] = "<script>alert(1)</script>"
    file.write_text(json.dumps(results))
    with hosting(tmp_path / "data", settings=replace(DEFAULT_SETTINGS, ladder=file)) as site:
        page = site.person().client.get("/ladder").text
    assert "&lt;script&gt;" in page
    assert "<script>alert" not in page


def test_a_site_without_a_ladder_has_no_such_page(tmp_path: Path) -> None:
    with hosting(tmp_path) as site:
        client = site.person().client
        assert [client.get(page).status_code for page in ("/ladder", "/ladder.json")] == [404, 404]
        assert "/ladder" not in client.get("/about").text


def _results(heads: list[float], clear: list[tuple[int, int]], goal: str = "fewest") -> Results:
    bots = [
        {
            "bot": f"bot {at}",
            "heads": each,
            "heads_ci": [each - 1, each + 1],
            "win": 0,
            "rating": 25,
            "rounds": 9,
        }
        for at, each in enumerate(heads)
    ]
    differences = [
        {"of": pair, "heads": heads[pair[0]] - heads[pair[1]], "clear": pair in clear}
        for pair in combinations(range(len(heads)), 2)
    ]
    return {"bots": bots, "differences": differences, "rules": {"goal": goal}}


def test_bots_that_do_not_differ_clearly_share_their_places() -> None:
    lines = ladder_lines(_results([9.0, 5.0, 5.5], clear=[(0, 1), (0, 2)]))
    assert [(line["place"], line["bot"]) for line in lines] == [
        ("1–2", "bot 1"),
        ("1–2", "bot 2"),
        ("3", "bot 0"),
    ]
    assert [line["whisker"][:3] for line in lines] == [
        (0.0, 16.7, 33.3),
        (8.3, 25.0, 41.7),
        (66.7, 83.3, 100.0),
    ]


def test_bots_with_most_heads_are_first_where_most_heads_win() -> None:
    lines = ladder_lines(_results([5.0, 9.0], clear=[(0, 1)], goal="most"))
    assert [(line["place"], line["bot"]) for line in lines] == [("1", "bot 1"), ("2", "bot 0")]
