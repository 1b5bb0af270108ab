"""What the choices of a person cost by the coach: the figures, and the part of the page of the person."""

import json
import re
from collections.abc import Sequence
from random import Random

import pytest

from sixth.coach import review_to_json
from sixth.coach.account import VERSION, Review
from sixth.coach.codec import FORMAT
from sixth.coach.reviewing import review
from sixth.rules.codec import dumps
from sixth.rules.record import read
from sixth.server.feature import PlayedGame
from sixth.server.features.reviews.costs import LATEST, MIN_GAMES, ChoicesCost, cost_of, mean_of, summary_of
from sixth.server.features.reviews.rows import ReviewRows, Subject
from tests.server.support.hosting import Site, until
from tests.server.support.parties import BRIEF
from tests.server.support.playing import Person, play_on

COACH = f"{FORMAT}.{VERSION}"


def drawn(games: int, mean: float, random: Random) -> list[ChoicesCost]:
    """Return drawn costs of so many games of twenty choices, whose games differ in their mean."""
    return [ChoicesCost(20, 20 * mean + random.gauss(0, 2) + random.gauss(0, 1)) for _ in range(games)]


def games_with(costs: Sequence[ChoicesCost], name: str = "classic") -> list[PlayedGame]:
    """Return a game for each of these costs."""
    return [PlayedGame(f"g{at}", 0, name, at) for at in range(len(costs))]


def test_the_interval_holds_the_true_mean_about_as_often_as_it_says() -> None:
    random = Random(7)
    for games in (MIN_GAMES, 20):
        means = [mean_of(drawn(games, 0.3, random)) for _ in range(2_000)]
        held = sum(mean is not None and mean.low <= 0.3 <= mean.high for mean in means)
        assert 0.93 < held / len(means) < 0.97


def test_a_trend_is_named_where_there_is_one_and_rarely_where_there_is_none() -> None:
    random = Random(8)

    def trend(latest: float) -> str:
        costs = drawn(20, 0.5, random) + drawn(LATEST, latest, random)
        games = games_with(costs)
        by_seat = {(game.game_id, 0): cost for game, cost in zip(games, costs, strict=True)}
        return summary_of(games, by_seat).trend

    assert [trend(0.1) for _ in range(20)] == ["less"] * 20
    assert [trend(0.9) for _ in range(20)] == ["more"] * 20
    assert sum(trend(0.5) != "" for _ in range(1_000)) < 80


def test_a_game_is_counted_for_the_seat_of_the_person_and_by_its_name() -> None:
    costs = [ChoicesCost(10, 1.0)] * 12
    games = games_with(costs[:6]) + [PlayedGame(f"h{at}", 1, "duel", at) for at in range(6)]
    by_seat = {(game.game_id, game.seat): cost for game, cost in zip(games, costs, strict=True)}
    by_seat["g0", 1] = ChoicesCost(1, 99)
    summary = summary_of(games, by_seat)
    assert summary.games == 12
    assert summary.mean is not None
    assert summary.mean.mean == pytest.approx(0.1)
    assert {name: mean.games for name, mean in summary.by_name.items()} == {"classic": 6, "duel": 6}
    assert (summary.latest, summary.trend) == (None, "")


# ------------------------------------------------------------------ the page


def play(site: Site, person: Person, seed: int) -> str:
    """Have a person play a short game to its end; return its id."""
    person.open("play", seats=2, bots="random", name="Ana", **BRIEF)
    play_on([person], Random(seed))
    return str(site.table(person.table).game_id)


def review_of(person: Person, game: str) -> Review:
    """Return the coach's review of the first seat of a game, from few playouts."""
    (record,) = read(person.client.get(f"/g/{game}.sixth.jsonl").text.splitlines())
    return review(record, 0, playouts=64)


def keep(site: Site, table: str, made: Review) -> None:
    """Have a site keep a finished review."""
    rows, subject = ReviewRows(site.store), Subject(made.game, 0, COACH)
    rows.ask(subject, table, "", 0, most=10, share=10)
    rows.keep(subject, dumps(review_to_json(made)), cost_of(made))


def test_the_page_shows_costs_of_reviewed_games_and_asks_for_no_review(site: Site) -> None:
    ana = site.person()
    games = [play(site, ana, seed) for seed in range(MIN_GAMES + 1)]
    until(
        lambda: ana.client.get("/you/export.jsonl").text.count('"game_id"') == len(games), "games were read"
    )
    title = "What your choices cost"
    assert title not in ana.go("/you").html
    made = [review_of(ana, game) for game in games[:-1]]
    keep(site, ana.table, made[0])
    page = ana.go("/you").html
    assert title in page
    assert f"The average appears after {MIN_GAMES} reviewed games." in page
    assert "1 of 6 games have a review." in page
    for each in made[1:]:
        keep(site, ana.table, each)
    costs = [cost_of(each) for each in made]
    mean = sum(each.loss for each in costs) / sum(each.choices for each in costs)
    page = re.sub(r"\s+", " ", re.sub(r"<[^>]*>", " ", ana.go("/you").html))
    assert f"All games 5 {f'{mean:.2f}'.replace('-', '−')} " in page
    assert re.findall(r"/g/\w+/coach\?seat=0", ana.page.html) == [f"/g/{games[-1]}/coach?seat=0"]


def test_others_see_the_costs_of_a_person_who_shows_their_page_but_no_games(site: Site) -> None:
    ana, bo = site.person(), site.person()
    game = play(site, ana, 1)
    until(lambda: '"game_id"' in ana.client.get("/you/export.jsonl").text, "the game was read")
    ana.go("/you")
    ana.send("/you/name", name="Ana")
    ana.send("/you/shown", shown="public")
    keep(site, ana.table, review_of(ana, game))
    person = json.loads(ana.client.get("/you/export.jsonl").text.splitlines()[0])["id"]
    page = bo.client.get(f"/people/{person}").text
    assert "What choices cost" in page
    assert game not in page
    assert "have a review" not in page
