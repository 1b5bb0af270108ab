"""Pictures of a table by its scripts: the cards that the viewer may see, and forms for legal actions."""

import re
from collections.abc import Iterator, Sequence
from itertools import pairwise
from random import Random
from typing import Any, Final

import pytest
from hypothesis import given, settings, strategies as st

import sixth
from sixth.differences import differences
from sixth.rules.display.standings import standings
from sixth.rules.events import Choose, Flip, Pick, Placed, Revealed, Take
from sixth.rules.options import Rules
from sixth.rules.view import awaited_seats
from sixth.server.protocol.asks import asks_of
from sixth.server.table.fold import TableStep, fold
from sixth.server.table.identity import Audience
from sixth.server.table.view import TableView
from sixth.server.web.text.narration import bots_at
from tests.rules.strategies import combined_rules
from tests.server.support.logs import token, whole
from tests.server.support.pages import Element, Form, Page
from tests.server.support.stories import Story
from tests.server.web.wire.law import CLOCKED, Engine, Transcript, audiences, draw, shortened, story

NAMED: Final = list(sixth.games)


def frames(
    engine: Engine, writes: Sequence[Any], audience: Audience, language: str = "en"
) -> Iterator[tuple[TableView, Page]]:
    """Yield the audience's view after each write to the log, and the page drawn from it."""
    transcript = Transcript(writes, audience)
    for table, pictures in zip(transcript.tables, draw(engine, transcript, language), strict=True):
        if pictures is not None:
            yield audience.view(table), Page(pictures)


# ------------------------------------------------------------------ cards


def cards_in(element: Element) -> list[int]:
    """Return the cards in an element, in order."""
    return [int(next(each.all("b")).text) for each in element.all() if "card" in each.classes]


def shows_the_view(table: TableView, page: Page, *, screen: bool) -> None:
    """Check that rows, hand and open deck are those of the view, and that no other card is on the page."""
    view = table.view
    assert view is not None
    rests = view.over or (screen and table.between_rounds)
    for number, row in enumerate(() if rests else view.rows, 1):
        lies = page.by_id[f"row{number}"]
        assert cards_in(lies) == list(row)
        cost = sum(view.rules.heads_of[card] for card in row)
        assert f"{cost} head" in lies.text
        assert ("full" in lies.classes) == (len(row) == view.rules.row_limit)
    handless = view.rules.flips or screen or not view.hand
    cards_in_hand = (
        [] if handless else [int(each.attributes["value"]) for each in page.by_id["hand"].all("button")]
    )
    assert cards_in_hand == ([] if handless else list(view.hand))
    if "open-deck" in page.by_id:
        assert cards_in(page.by_id["open-deck"]) == list(view.open_deck)
    visible = {*view.hand, *view.open_deck, *(card for row in view.rows for card in row)}
    visible |= {card for card, _ in view.pending} | {card for hand in view.open_hands for card in hand}
    assert set(page.cards) <= visible
    assert page.chosen == (
        view.chosen if cards_in_hand and asks_of(table) in ("choose", "wait", "back") else None
    )


def owners(page: Page) -> dict[int, str]:
    """Return the marks of the players on the cards in rows."""
    rows = [each for each in page.elements if "row" in each.classes]
    cards = [each for row in rows for each in row.all("span") if "card" in each.classes]
    marks = ((card, each) for card in cards for each in card.all("i") if "mark" in each.classes)
    return {int(next(card.all("b")).text): mark.attributes["class"] for card, mark in marks}


def marks_who_placed(table: TableView, page: Page) -> bool:
    """Check that each card of the turn has its player's mark; return whether there was one.

    Where cards are turned over one by one a turn has no end, so cards of earlier turns may have marks too.
    """
    view, marks = table.view, owners(page)
    assert view is not None
    begins = [at for at, event in enumerate(view.history) if isinstance(event, Revealed)]
    turn = view.history[begins[-1] :] if begins else ()
    lie = {card for row in view.rows for card in row}
    placed = [event for event in turn or view.history if isinstance(event, Placed) and event.card in lie]
    due = {event.card: f"mark m{event.seat}" for event in placed}
    assert marks.items() <= due.items() if view.rules.flips else marks == due
    return bool(marks)


# ------------------------------------------------------------------ forms


def offers_what_may_be_done(table: TableView, page: Page) -> None:
    """Check each form of the table against the viewer's legal actions."""
    view, asks, forms = table.view, asks_of(table), page.forms
    assert view is not None
    moment = {"game": f"{table.games}", "round": f"{view.round}", "turn": f"{view.turn}"}
    actions = view.legal if asks not in ("back", "wait") else ()
    forms_due: dict[str, tuple[list[str], dict[str, str]]] = {}
    if cards := [f"{each.card}" for each in actions if isinstance(each, Choose)]:
        forms_due["hand"] = sorted(cards, key=int), moment
    if picked := [f"{each.card}" for each in actions if isinstance(each, Pick)]:
        forms_due["pick"] = picked, moment
    if places := [_place(each) for each in actions if isinstance(each, Take)]:
        forms_due["take"] = places, moment
    if any(isinstance(each, Flip) for each in actions) or asks == "flip":
        forms_due["flip"] = [""], moment
    if asks == "next":
        forms_due["next"] = [""], {"game": moment["game"], "round": f"{view.round + 1}"}
    if asks == "again":
        forms_due["again"] = [""], {"game": f"{table.games + 1}", "bots": "mixed"}
    if asks == "back":
        forms_due["back"] = [""], {}
    ours = ("hand", "pick", "take", "flip", "next", "again", "back")
    forms_shown = {name: _content(form) for name, form in forms.items() if name in ours}
    if asks != "choose":
        # The hand is still shown; a press there saves a card for the next turn.
        forms_shown.pop("hand", None)
    assert forms_shown == forms_due
    coach_form = f"/t/{table.id}/coach"
    may_ask = table.config.helps and table.seat is not None and len(actions) > 1 and not view.rules.flips
    assert (coach_form in forms) == (may_ask and bool(view.rows) and not table.between_rounds)


def recommends_the_best_row(table: TableView, page: Page) -> None:
    """Check that the row with the fewest heads stands out where one takes a row, or the most if these win."""
    view = table.view
    assert view is not None
    if asks_of(table) == "take":
        costs = [view.rules.heads_in(row) for row in view.rows]
        best = (max if view.rules.goal == "most" else min)(costs)
        marked = [at for at in range(len(costs)) if "cheapest" in page.by_id[f"row{at + 1}"].classes]
        assert marked == [at for at, cost in enumerate(costs) if cost == best]
        assert "cheapest" not in page.text("why") or view.rules.goal == "fewest"


def _place(action: Take) -> str:
    return f"{action.row}" if action.end is None else f"{action.row}:{action.end}"


def _content(form: Form) -> tuple[list[str], dict[str, str]]:
    return [value for _, value in form.buttons], form.fields


def tells_of_players(table: TableView, page: Page) -> None:
    """Check the number of heads of every player, and whose time runs."""
    view = table.view
    assert view is not None
    if "players" not in page.by_id:
        return
    counts = not (table.between_rounds or view.over)
    for seat, total in enumerate(view.totals):
        recent = sum(view.rules.heads_of[card] for card in view.piles[seat]) if counts else 0
        assert page.text(f"score{seat}").startswith(f"{total + recent} {total + recent} head")
        runs = table.clock is not None and table.clock.until[seat] is not None and seat in awaited_seats(view)
        if seat != table.seat:
            assert bool(page.text(f"time{seat}")) == (runs and table.stand_ins[seat] is None)


def ranks_those_who_play(table: TableView, page: Page) -> None:
    """Check the result of a round: places, the heads of the round, and bars within their frame."""
    view = table.view
    assert view is not None
    if not table.between_rounds:
        return
    goal = 0 if view.rules.end.kind == "rounds" else view.rules.end.count
    most = max(goal, *view.totals, 1)
    lines = list(page.by_id["sheet"].all("li"))
    for each, line in zip(standings(view), lines, strict=True):
        place, recent, total = (
            next(one.text for one in line.all("span") if name in one.classes)
            for name in ("place", "lately", "sum")
        )
        assert (f"m{each.seat}" in line.classes, place) == (True, f"{each.place}")
        assert total.startswith(f"{each.total} ")
        plays_on = each.rounds == len(view.past)
        assert recent == (f"+{view.past[-1][each.seat]}" if plays_on else "")
        earlier, latest = (float(one.attributes["width"]) for one in line.all("rect"))
        assert 0 <= earlier <= earlier + latest <= 100.1
        assert abs(earlier + latest - 100 * each.total / most) < 0.11


def is_as_seen(engine: Engine, writes: Sequence[Any], audience: Audience) -> tuple[set[str], bool]:
    """Check the page after each of these writes; return the questions asked, and whether there was a mark."""
    questions, marked = set[str](), False
    for table, page in frames(engine, writes, audience):
        if table.view is None:
            continue
        questions.add(asks_of(table))
        shows_the_view(table, page, screen=audience.screen)
        if not (table.view.over or (audience.screen and table.between_rounds)):
            marked |= marks_who_placed(table, page)
        tells_of_players(table, page)
        ranks_those_who_play(table, page)
        if not audience.screen:
            offers_what_may_be_done(table, page)
            recommends_the_best_row(table, page)
    return questions, marked


@pytest.mark.parametrize("game", NAMED)
def test_a_table_shows_its_viewer_what_they_may_see_and_do(game: str, engine: Engine) -> None:
    writes = story(game, Random(game).randrange(6)).steps
    viewers = audiences(4)
    del viewers[2]
    questions, marked = is_as_seen(engine, writes, Audience.of(token(2)))
    # Each of the others has a game of its own.
    is_as_seen(engine, writes[::2], viewers[NAMED.index(game) % len(viewers)])
    flips = writes[0][-1][1].rules.flips
    assert ("flip" if flips else "choose") in questions
    assert marked


@settings(max_examples=6)
@given(rules=combined_rules(), seed=st.integers(0, 10_000))
def test_games_of_any_options_show_viewers_what_they_may_see_and_do(
    rules: Rules, seed: int, engine: Engine
) -> None:
    rng = Random(seed)
    for audience in rng.sample(audiences(rules.seats), 2):
        is_as_seen(engine, Story(shortened(rules), CLOCKED, seed).steps[seed % 3 :: 3], audience)


@pytest.mark.parametrize("game", ["classic", "halves"])
def test_a_hand_closes_up_between_turns_and_never_during_one(game: str, engine: Engine) -> None:
    """The gap of this turn's card stays until the turn ends; gaps of earlier turns are at the end."""
    sizes, gaps = set[int](), 0
    for table, page in frames(engine, story(game, 2).steps, Audience.of(token(1))):
        view = table.view
        if view is None or not view.hand or table.between_rounds:
            continue
        lies = [each.id for each in page.by_id["hand"].inside if isinstance(each, Element) and each.id]
        ids = [f"h{card}" for card in view.hand]
        first = [each for each in lies if each in ids]
        assert first == ids
        empty = [each for each in lies if each not in ids]
        gaps += bool(empty)
        sizes.add(len(lies))
        now = lies[: len(view.hand) + 1]
        if view.pending:
            assert sorted(now, key=lambda each: int(each[1:])) == now
    assert gaps
    assert len(sizes) <= 2


def the_end(game: str) -> list[list[TableStep]]:
    """Return the write that ends the game of a story."""
    writes = story(game).steps
    return [steps for steps in writes if (state := steps[-1][1].state) and state.phase == "over"][:1]


@pytest.mark.parametrize("game", NAMED)
def test_the_end_of_a_game_has_a_line_for_each_player_and_a_table_with_the_same_heads(
    game: str, engine: Engine
) -> None:
    ((table, page),) = frames(engine, the_end(game), Audience.of(token(2)))
    view = table.view
    assert view is not None
    outcome = page.by_id["outcome"]
    drawn = [each.attributes["d"] for each in outcome.all("path") if each.classes == ["line"]]
    assert len(drawn) == (len(view.totals) if len(view.past) > 1 else 0)
    intervals = [each for each in outcome.all("svg") if each.classes == ["interval"]]
    assert "own-result" in {each.attributes["aria-label"] for each in intervals}
    assert {len(list(each.all("path"))) for each in intervals} == {2}
    heights = [float(re.findall(r"[\d.]+", path)[-1]) for path in drawn]
    order = sorted(range(len(heights)), key=lambda at: view.totals[at])
    assert [heights[at] for at in order] == sorted(heights, reverse=True)
    names = sorted(float(each.attributes["cy"]) for each in outcome.all("circle"))
    assert all(after - before >= 17.9 for before, after in pairwise(names))
    assert all(0 < height < 230 for height in names)
    heads = [int(each.text) for each in outcome.all("td") if each.text != "–"]
    assert sum(heads) == 2 * sum(view.totals)
    assert [int(each.text) for each in outcome.all("span") if each.classes == ["step"]] == [
        each.place for each in standings(view)[:3]
    ]


def test_a_long_game_shows_its_last_rounds_and_few_marks_in_a_line(engine: Engine) -> None:
    """A game of one card each may have thousands of rounds."""
    rules = Rules(2, hand=1, end=sixth.End("rounds", 200))
    log = whole(rules, 5, rounds=200)
    ((_, page),) = frames(engine, [[(log[-1], fold("table", log))]], Audience.of(token(0)))
    outcome = page.by_id["outcome"]
    rounds = [f"Round {number}" for number in range(151, 201)]
    assert [each.text for each in outcome.all("th")][1:-3] == rounds
    for line in [each for each in outcome.all("path") if each.classes == ["line"]]:
        assert len(re.findall(r"[ML]", line.attributes["d"])) <= 52


def test_a_big_screen_shows_everybodys_heads_after_a_game_and_who_is_a_bot(engine: Engine) -> None:
    ((table, page),) = frames(engine, the_end("classic"), Audience.of(None, screen=True))
    view = table.view
    assert view is not None
    lines = [each for each in page.by_id["outcome"].all("li") if "standings" not in each.classes]
    for each, line in zip(standings(view), lines, strict=True):
        assert ("won" in line.classes) == (each.seat in view.winners)
        assert f"{each.total} head" in line.text
        assert ("(bot)" in line.text or " plays)" in line.text) == (each.seat in bots_at(table))


# ------------------------------------------------------------------ what differs from classic


@pytest.mark.parametrize("game", NAMED)
def test_a_table_says_what_differs_from_classic_while_it_is_played(game: str, engine: Engine) -> None:
    writes = story(game).steps[::3]
    for audience in (Audience.of(token(2)), Audience.of(None), Audience.of(None, screen=True)):
        for table, page in frames(engine, writes, audience):
            texts = [each.text for each in differences(table.rules) if each.about]
            assert bool(texts) == (game != "classic")
            if audience.screen:
                assert all(each in page.by_id["table"].text for each in texts)
                continue
            line = page.by_id.get("differs")
            rests = table.between_rounds or (table.view is not None and table.view.over)
            assert (line is not None) == (bool(texts) and not rests)
            if line is not None:
                assert all(each in line.text for each in texts)
                assert next(line.all("a")).attributes["href"] == f"/rules/{game}"
                # It opens by itself for those who play and have not closed it before.
                assert ("open" in line.attributes) == (table.seat is not None)


def test_a_plate_says_over_how_many_heads_its_player_is_out(engine: Engine) -> None:
    rules = sixth.games["elimination"].replace(seats=4, end=sixth.End("elimination", 8))
    shown = [
        page
        for table, page in frames(engine, Story(rules, CLOCKED, 1).steps, Audience.of(token(1)))
        if table.view
    ]
    assert all(
        re.fullmatch(r"\d+ /8 \d+ heads?, out over 8.*", page.text("score0"))
        for page in shown
        if "score0" in page.by_id
    )
    assert "Out over 8 heads" in shown[0].by_id["differs"].text
