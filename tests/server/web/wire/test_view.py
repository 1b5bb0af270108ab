"""What the scripts of a table's page draw: cards that the viewer may see, forms for what they may do."""

from collections.abc import Iterator, Sequence
from random import Random
from typing import Any, Final

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import sixth
from sixth.rules.display.standings import standings
from sixth.rules.events import Choose, Flip, Pick, Placed, Revealed, Take
from sixth.rules.options import Rules
from sixth.server.table.asks import asks_of
from sixth.server.table.clock import awaited_seats
from sixth.server.table.identity import Audience
from sixth.server.table.view import TableView
from tests.rules.strategies import combined_rules
from tests.server.support.logs import token
from tests.server.support.pages import Element, Form, Page
from tests.server.support.stories import Story
from tests.server.web.wire.law import CLOCKED, Engine, Told, audiences, draw, shortened, story

NAMED: Final = list(sixth.games)


def drawn(
    engine: Engine, writes: Sequence[Any], audience: Audience, language: str = "en"
) -> Iterator[tuple[TableView, Page]]:
    """Give what the audience sees after each write to the log, and the table that is drawn of it."""
    told = Told(writes, audience)
    for table, pictures in zip(told.tables, draw(engine, told, language), strict=True):
        if pictures is not None:
            yield audience.view(table), Page(pictures["whole"])


# ------------------------------------------------------------------ cards


def cards_in(element: Element) -> list[int]:
    """The cards that lie in an element, in order."""
    return [int(next(each.all("b")).text) for each in element.all() if "card" in each.classes]


def shows_the_view(seen: TableView, page: Page, *, screen: bool) -> None:
    """Check that rows, hand and open deck are those of the view, and that no other card lies anywhere."""
    view = seen.view
    assert view is not None
    rests = view.over or (screen and seen.between_rounds)
    for number, row in enumerate(() if rests else view.rows, 1):
        lies = page.by_id[f"row{number}"]
        assert cards_in(lies) == list(row)
        cost = sum(view.rules.heads_of[card] for card in row)
        assert f"{cost} head" in lies.text
        assert ("full" in lies.classes) == (len(row) == view.rules.row_limit)
    shown = view.rules.flips or screen or not view.hand
    held = [] if shown else [int(each.attributes["value"]) for each in page.by_id["hand"].all("button")]
    assert held == ([] if shown else list(view.hand))
    if "open-deck" in page.by_id:
        assert cards_in(page.by_id["open-deck"]) == list(view.open_deck)
    known = {*view.hand, *view.open_deck, *(card for row in view.rows for card in row)}
    known |= {card for card, _ in view.pending} | {card for hand in view.open_hands for card in hand}
    assert set(page.cards) <= known
    assert page.chosen == (view.chosen if held and asks_of(seen) in ("choose", "wait", "back") else None)


def owners(page: Page) -> dict[int, str]:
    """The marks on the cards that lie in rows."""
    rows = [each for each in page.elements if "row" in each.classes]
    cards = [each for row in rows for each in row.all("span") if "card" in each.classes]
    marks = ((card, each) for card in cards for each in card.all("i") if "mark" in each.classes)
    return {int(next(card.all("b")).text): mark.attributes["class"] for card, mark in marks}


def marks_who_placed(seen: TableView, page: Page) -> bool:
    """Check that each card of the turn bears the mark of who placed it; returns whether there was one.

    Where cards are turned over one by one a turn has no end, so some bear a mark that were placed before.
    """
    view, marks = seen.view, owners(page)
    assert view is not None
    begins = [at for at, event in enumerate(view.history) if isinstance(event, Revealed)]
    turn = view.history[begins[-1] :] if begins else ()
    lie = {card for row in view.rows for card in row}
    placed = [event for event in turn or view.history if isinstance(event, Placed) and event.card in lie]
    expected = {event.card: f"mark m{event.seat}" for event in placed}
    assert marks.items() <= expected.items() if view.rules.flips else marks == expected
    return bool(marks)


# ------------------------------------------------------------------ forms


def offers_what_may_be_done(seen: TableView, page: Page) -> None:
    """Check each form of the table against what the viewer may do."""
    view, asks, forms = seen.view, asks_of(seen), page.forms
    assert view is not None
    moment = {"game": f"{seen.games}", "round": f"{view.round}", "turn": f"{view.turn}"}
    actions = view.legal if asks not in ("back", "wait") else ()
    wanted: dict[str, tuple[list[str], dict[str, str]]] = {}
    if chosen := [f"{each.card}" for each in actions if isinstance(each, Choose)]:
        wanted["hand"] = sorted(chosen, key=int), moment
    if picked := [f"{each.card}" for each in actions if isinstance(each, Pick)]:
        wanted["pick"] = picked, moment
    if taken := [_place(each) for each in actions if isinstance(each, Take)]:
        wanted["take"] = taken, moment
    if any(isinstance(each, Flip) for each in actions) or asks == "flip":
        wanted["flip"] = [""], moment
    if asks == "next":
        wanted["next"] = [""], {"game": moment["game"], "round": f"{view.round + 1}"}
    if asks == "again":
        wanted["again"] = [""], {"game": f"{seen.games + 1}", "bots": "mixed"}
    if asks == "back":
        wanted["back"] = [""], {}
    ours = ("hand", "pick", "take", "flip", "next", "again", "back")
    found = {name: _held(form) for name, form in forms.items() if name in ours}
    if asks != "choose":
        # One still sees one's hand; a press there keeps a card for the next turn.
        found.pop("hand", None)
    assert found == wanted
    asked_by = f"/t/{seen.id}/coach"
    may_ask = seen.config.helps and seen.seat is not None and len(actions) > 1 and not view.rules.flips
    assert (asked_by in forms) == (may_ask and bool(view.rows) and not seen.between_rounds)


def _place(action: Take) -> str:
    return f"{action.row}" if action.end is None else f"{action.row}:{action.end}"


def _held(form: Form) -> tuple[list[str], dict[str, str]]:
    return [value for _, value in form.buttons], form.fields


def tells_of_players(seen: TableView, page: Page) -> None:
    """Check the heads of everybody, and whose time runs."""
    view = seen.view
    assert view is not None
    if "players" not in page.by_id:
        return
    counts = not (seen.between_rounds or view.over)
    for seat, total in enumerate(view.totals):
        lately = sum(view.rules.heads_of[card] for card in view.piles[seat]) if counts else 0
        assert page.text(f"score{seat}").startswith(f"{total + lately} {total + lately} head")
        runs = seen.clock is not None and seen.clock.until[seat] is not None and seat in awaited_seats(view)
        if seat != seen.seat:
            assert bool(page.text(f"time{seat}")) == (runs and seen.stand_ins[seat] is None)


def ranks_those_who_play(seen: TableView, page: Page) -> None:
    """Check the result of a round: who stands where, what the round added, and bars within their frame."""
    view = seen.view
    assert view is not None
    if not seen.between_rounds:
        return
    goal = 0 if view.rules.end.kind == "rounds" else view.rules.end.count
    most = max(goal, *view.totals, 1)
    lines = list(page.by_id["sheet"].all("li"))
    for each, line in zip(standings(view), lines, strict=True):
        place, lately, total = (
            next(one.text for one in line.all("span") if name in one.classes)
            for name in ("place", "lately", "sum")
        )
        assert (f"m{each.seat}" in line.classes, place) == (True, f"{each.place}")
        assert total.startswith(f"{each.total} ")
        plays_on = each.rounds == len(view.past)
        assert lately == (f"+{view.past[-1][each.seat]}" if plays_on else "")
        before, added = (float(one.attributes["width"]) for one in line.all("rect"))
        assert 0 <= before <= before + added <= 100.1
        assert abs(before + added - 100 * each.total / most) < 0.11


def is_as_seen(engine: Engine, writes: Sequence[Any], audience: Audience) -> tuple[set[str], bool]:
    """Check the picture after every write; returns what was asked, and whether a mark was seen."""
    asked, marked = set[str](), False
    for seen, page in drawn(engine, writes, audience):
        if seen.view is None:
            continue
        asked.add(asks_of(seen))
        shows_the_view(seen, page, screen=audience.screen)
        if not (seen.view.over or (audience.screen and seen.between_rounds)):
            marked |= marks_who_placed(seen, page)
        tells_of_players(seen, page)
        ranks_those_who_play(seen, page)
        if not audience.screen:
            offers_what_may_be_done(seen, page)
    return asked, marked


@pytest.mark.parametrize("game", NAMED)
def test_a_table_is_drawn_as_its_viewer_may_see_it_and_offers_what_they_may_do(
    game: str, engine: Engine
) -> None:
    rng, writes = Random(game), story(game, Random(game).randrange(6)).steps
    everybody = audiences(4)
    asked, marked = is_as_seen(engine, writes, Audience.of(token(2)))
    for audience in (rng.choice(everybody), everybody[-1]):
        is_as_seen(engine, writes, audience)
    flips = writes[0][-1][1].rules.flips
    assert ("flip" if flips else "choose") in asked
    assert marked


@settings(max_examples=10)
@given(rules=combined_rules(), seed=st.integers(0, 10_000))
def test_games_of_any_options_are_drawn_as_their_viewers_may_see_them(
    rules: Rules, seed: int, engine: Engine
) -> None:
    rng = Random(seed)
    for audience in rng.sample(audiences(rules.seats), 2):
        is_as_seen(engine, Story(shortened(rules), CLOCKED, seed).steps, audience)


@pytest.mark.parametrize("game", ["classic", "halves"])
def test_a_hand_closes_up_between_turns_and_never_during_one(game: str, engine: Engine) -> None:
    """A gap stands where the card of this turn lay; those of earlier turns are at the end."""
    sizes, gaps = set[int](), 0
    for seen, page in drawn(engine, story(game, 2).steps, Audience.of(token(1))):
        view = seen.view
        if view is None or not view.hand or seen.between_rounds:
            continue
        lies = [each.id for each in page.by_id["hand"].inside if isinstance(each, Element) and each.id]
        held = [f"h{card}" for card in view.hand]
        first = [each for each in lies if each in held]
        assert first == held
        gone = [each for each in lies if each not in held]
        gaps += bool(gone)
        sizes.add(len(lies))
        now = lies[: len(view.hand) + 1]
        if view.pending:
            assert sorted(now, key=lambda each: int(each[1:])) == now
    assert gaps
    assert len(sizes) <= 2
