"""The law of the wire: the state that a page folds in JavaScript is the state that the server has.

One Node folds the lines of all tests here (`law.mjs`); the lines are those of a feed.
"""

import json
import re
from collections.abc import Mapping, Sequence
from functools import cache
from itertools import chain, pairwise
from random import Random
from typing import Any, Final, get_args

import pytest
from hypothesis import given, settings, strategies as st

import sixth
from sixth.rules.board import places
from sixth.rules.events import Abandoned, Choose, Chose, Event, Placed, Revealed, Took
from sixth.rules.fold import evolve
from sixth.rules.game import due, legal
from sixth.rules.options import Rules
from sixth.rules.record import HUMAN
from sixth.rules.state import State
from sixth.rules.view import awaited_seats
from sixth.rules.view_json import action_to_json
from sixth.server.protocol.asks import asks_of
from sixth.server.protocol.lines import events_line, is_folded
from sixth.server.table import gameplay, state as at_table
from sixth.server.table.config import TableConfig
from sixth.server.table.events import (
    OUTSIDE,
    Moved,
    Opened,
    OwnEvent,
    PlayedOut,
    Renamed,
    Returned,
    Sat,
    StoodIn,
    TableEvent,
    TimedOut,
)
from sixth.server.table.fold import TableStep, fold, steps as steps_from
from sixth.server.table.identity import Audience, hash_token
from sixth.server.table.state import Table
from tests.rules.strategies import combined_rules
from tests.server.support.logs import Log, beginning, secret, token, twin
from tests.server.support.stories import Story
from tests.server.web.wire.law import (
    CLOCKED,
    NOW,
    Case,
    Engine,
    Transcript,
    audiences,
    few_cards,
    full_of,
    lines_of,
    shortened,
    story,
)


def configs() -> st.SearchStrategy[TableConfig]:
    """Configs of a table."""
    flags = {name: st.booleans() for name in ("helps", "late", "spectators")}
    clock = st.sampled_from([{}, {"turn_seconds": 30}, {"turn_seconds": 5, "bank_seconds": 60}])
    return st.builds(lambda clock, **flags: TableConfig(**clock, **flags), clock, **flags)


# ------------------------------------------------------------------ the law


def keeps_the_law(engine: Engine, story: Story, audiences: Sequence[Audience], rng: Random) -> None:
    """Check every write to the log, and several at once, for each of these audiences."""
    for audience in audiences:
        transcript = Transcript(story.steps, audience)
        cases = transcript.next_ones() + transcript.later_ones(rng)
        wrong = engine.ask("law", transcript.fulls, cases)
        if wrong is not None:
            case = cases[wrong.pop("index")]
            events = [event for event, _ in transcript.steps(case)]
            pytest.fail(f"{wrong} for {audience} after {events}, by the lines {case.lines}")


@pytest.mark.parametrize("game", list(sixth.games))
@settings(max_examples=2)
@given(data=st.data())
def test_a_page_folds_the_state_of_the_server(game: str, data: st.DataObject, engine: Engine) -> None:
    """The stories have clocks, hints, stand-in bots, and people who come and go."""
    seed = data.draw(st.integers(0, 10_000), "seed")
    seats = data.draw(st.integers(2, 5), "seats")
    rules = shortened(sixth.games[game].replace(seats=max(seats, sixth.games[game].seats[0])))
    rules = few_cards(rules)
    config = data.draw(configs(), "config")
    rng = Random(seed)
    keeps_the_law(engine, Story(rules, config, seed), rng.sample(audiences(rules.seats), 4), rng)


@settings(max_examples=12)
@given(rules=combined_rules(), config=configs(), seed=st.integers(0, 10_000))
def test_a_page_folds_games_of_any_options(
    rules: Rules, config: TableConfig, seed: int, engine: Engine
) -> None:
    rng = Random(seed)
    keeps_the_law(engine, Story(rules, config, seed), rng.sample(audiences(rules.seats), 2), rng)


OUT: Final[Mapping[str, Mapping[str, Any]]] = {
    "simultaneous": {"hand": 5},
    "flip": {"hand": 5, "play": "flip"},
    "draft": {"hand": 5, "deck": "tactical", "deal": "draft"},
}


@pytest.mark.parametrize("kind", list(OUT))
def test_a_page_folds_games_in_which_seats_are_out(kind: str, engine: Engine) -> None:
    """Then another seat begins or ends a turn."""
    rules, out = Rules(seats=4, end=sixth.End("elimination", 20), **OUT[kind]), set[int]()
    for seed in range(4):
        long_story = Story(rules, CLOCKED, seed, rounds=5)
        states = [table.state for steps in long_story.steps for _, table in steps]
        later = [state for state in states if state and state.phase in ("choose", "flip") and state.turn > 1]
        out |= {seat for state in later for seat in range(4) if seat not in state.seats_in}
        keeps_the_law(engine, long_story, [Audience.of(token(seed % 4)), Audience.of(None)], Random(seed))
    assert out >= {0, 3}


NAMED: Final = ("classic", "logic", "both-ends", "kids", "halves")
"""Games that together have every event of a turn."""


@cache
def every_kind() -> list[tuple[Transcript, list[Case]]]:
    """Return stories with every event of a turn, as a seat and a spectator receive them."""
    both = (Audience.of(token(2)), Audience.of(None))
    transcripts = [Transcript(story(game).steps, audience) for game in NAMED for audience in both]
    return [(transcript, transcript.next_ones()) for transcript in transcripts]


def test_the_law_notices_a_missing_event_of_any_kind(engine: Engine) -> None:
    kinds = set(engine.ask("kinds"))
    noticed = {
        kind for transcript, cases in every_kind() for kind in engine.ask("noticed", transcript.fulls, cases)
    }
    assert noticed == kinds
    assert len(kinds) == 12


def test_the_law_notices_a_missing_line_to_one_seat(engine: Engine) -> None:
    transcript = Transcript(story("classic").steps, Audience.of(token(2)))
    cases = [case for case in transcript.next_ones() if b'"own"' in case.lines[-1]]
    assert len(cases) > 10
    for case in cases:
        assert engine.ask("law", transcript.fulls, [case]) is None
    without = [case._replace(lines=case.lines[:1]) for case in cases]
    wrong = [engine.ask("law", transcript.fulls, [case]) for case in without]
    assert {each["path"] for each in wrong if each} == {"view.chosen"}


def test_pages_fold_every_event_without_a_whole_state(engine: Engine) -> None:
    """The other events are known too: every event of a table happens in these stories."""
    seeds = [(game, seed) for game in NAMED for seed in range(1, 6)]
    happened = [step for each in seeds for steps in story(*each).steps for step in steps]
    kinds = {type(event) for event, _ in happened}
    assert kinds == {*get_args(OwnEvent), *get_args(Event)} - {Opened, Abandoned, Moved, PlayedOut, Renamed}
    folded = {_name(step) for step in happened if is_folded([step])}
    assert folded == set(engine.ask("kinds"))
    unfolded = [
        {"event": name}
        for name in {_name(step) for step in happened} - folded | {"abandoned", "played-out", "renamed"}
    ]
    transcript = Transcript(story("classic").steps, Audience.of(None))
    version = transcript.tables[0].version
    cases = [Case(0, [_events(version + 1, [event])], 0) for event in unfolded]
    assert len(cases) > 12
    assert engine.ask("law", transcript.fulls, cases) is None


def test_every_kind_of_seat_is_in_the_stories() -> None:
    """So the laws on who is company, whose clock runs and who is waited for are tried on each of them."""
    writes = [steps for seed in range(12) for steps in story("classic", seed).steps]
    seats = [each for steps in writes for _, table in steps for each in table.seats]
    kinds = {each.sitter.kind if each.sitter else "free" for each in seats}
    assert kinds >= {HUMAN, OUTSIDE, "level-3", "free"}
    away = {each.sitter.kind for each in seats if each.sitter and each.stand_in}
    removed = {each.sitter.kind for each in seats if each.sitter and each.sitter.human and each.token is None}
    assert away >= {HUMAN, OUTSIDE}
    assert removed
    assert any(each.claim for each in seats)


def _name(step: TableStep) -> str:
    (event,) = json.loads(events_line([step], NOW))["events"]
    return str(event["event"])


def _events(version: int, events: Sequence[Mapping[str, Any]]) -> bytes:
    return json.dumps({"v": version, "now": NOW, "events": events}).encode()


def test_a_page_notices_a_lost_line(engine: Engine) -> None:
    for transcript, _ in every_kind():
        last = len(transcript.tables) - 2
        pairs = [(transcript.case(at, at + 1), transcript.case(at + 1, at + 2)) for at in range(last)]
        cases = [
            Case(start.start, then.lines, then.then)
            for start, then in pairs
            if start and then and b'"full"' not in then.lines[-1]
        ]
        assert len(cases) > 50
        assert all(engine.ask("missing", transcript.fulls, cases))


def test_a_page_asks_again_after_lines_that_do_not_follow(engine: Engine) -> None:
    transcript = Transcript(story("classic").steps, Audience.of(token(2)))
    choosing = next(at for at, table in enumerate(transcript.tables) if _chooses(table, 2))
    version, state = transcript.tables[choosing].version, at_table.current_game(transcript.tables[choosing])
    placed = {"event": "placed", "card": 1, "seat": 0, "row": 0, "end": "right", "taken": [], "why": "fits"}
    hands = [hand[0] for hand in state.hands]
    not_mine = {"event": "revealed", "turn": state.turn, "cards": [hands[2], *hands[1:2], hands[0], hands[3]]}
    strange = [
        _events(version + 1, [{"event": "juggled"}]),
        _events(version + 1, [{"event": "toString"}]),
        _events(version + 1, []),
        _events(version, [{"event": "chose", "seat": 1}]),
        _events(version + 1, [placed]),
        _events(version + 1, [not_mine]),
        _events(version + 1, [{"event": "took", "seat": 0, "row": 1}]),
        json.dumps({"v": version + 1, "own": {"chosen": hands[2]}}).encode(),
        json.dumps({"v": version, "said": {}}).encode(),
    ]
    why = engine.ask("missing", transcript.fulls, [Case(choosing, [line], choosing) for line in strange])
    assert all(why), why
    waiting = next(at for at, table in enumerate(transcript.tables) if table.state is None)
    chose = _events(transcript.tables[waiting].version + 1, [{"event": "chose", "seat": 1}])
    assert engine.ask("missing", transcript.fulls, [Case(waiting, [chose], waiting)]) == ["game"]
    nothing_known = engine.ask("missing", [b"null"], [Case(0, [chose], 0)])
    assert nothing_known == ["state"]


def _chooses(table: Table, seat: int) -> bool:
    state = table.state
    return state is not None and state.phase == "choose" and len(state.hands[seat]) > 2


def test_unchanged_parts_of_a_state_stay_the_same_objects(engine: Engine) -> None:
    """So a renderer sees by identity what it has to draw again."""
    remade = set()
    for transcript, cases in every_kind():
        folded = [case for case in cases if b'"full"' not in case.lines[-1]]
        remade |= set(engine.ask("remade", transcript.fulls, folded))
    # In a line with both choices and placements these fields return to their values.
    assert remade <= {"view.pending", "view.has_chosen"}


# ------------------------------------------------------------------ derived values


@pytest.mark.parametrize("game", list(sixth.games))
def test_values_derived_from_a_state_match_the_rules(game: str, engine: Engine) -> None:
    follows_from_the_rules(engine, story(game, 2).steps, Random(game).sample(audiences(4), 3))


@settings(max_examples=12)
@given(rules=combined_rules(), seed=st.integers(0, 10_000))
def test_values_derived_from_a_state_of_any_options_match_the_rules(
    rules: Rules, seed: int, engine: Engine
) -> None:
    some = Random(seed).sample(audiences(rules.seats), 2)
    follows_from_the_rules(engine, Story(rules, CLOCKED, seed).steps, some)


def follows_from_the_rules(
    engine: Engine, writes: Sequence[Sequence[TableStep]], audiences: Sequence[Audience]
) -> None:
    """Check legal actions, questions, the acting seat and places of cards after every write to the log."""
    for audience in audiences:
        transcript = Transcript(writes, audience)
        derived = engine.ask("derived", transcript.fulls)
        for table, values in zip(transcript.tables, derived, strict=True):
            viewed = audience.view(table)
            view = viewed.view
            assert values.pop("asks") == asks_of(viewed)
            assert values.pop("legal") == [action_to_json(each) for each in (view.legal if view else ())]
            assert values.pop("to_act") == list(view.to_act if view else ())
            assert values.pop("awaited") == list(awaited_seats(view) if view else ())
            assert values.pop("heads") == [
                viewed.rules.heads_of[card] for card in (view.hand if view else ())
            ]
            previews, words = values.pop("previews"), values.pop("where")
            if view and viewed.seat is not None and view.phase == "choose":
                assert previews == [
                    becomes(at_table.current_game(table), viewed.seat, card) for card in view.hand
                ]
                assert [_numbers(text) for text in words] == [_numbers_in(each) for each in previews]
            else:
                assert set(previews) <= {None}
                assert set(words) <= {""}
            assert not values


def becomes(state: State, seat: int, card: int) -> dict[str, Any]:
    """Return the outcome for this card by the rules, if it were the only one of the turn."""
    cards = tuple(card if each == seat else None for each in range(state.rules.seats))
    state = evolve(state, Revealed(state.turn, cards))
    cost = [sum(state.rules.heads_of[each] for each in row) for row in state.rows]
    outcome = {"card": card, "places": [list(place) for place in state.places()]}
    if state.phase == "place":
        placed = due(state)
        assert isinstance(placed, Placed)
        row, end = state.rows[placed.row], placed.end
        beside = row[0] if end == "left" else row[-1]
        return outcome | {
            "why": placed.why,
            "row": placed.row,
            "end": end,
            "beside": beside,
            "takes": placed.taken != (),
            "heads": cost[placed.row],
        }
    ways = [due(evolve(state, Took(seat, each.row, each.end))) for each in legal(state, seat)]  # type: ignore[union-attr]
    taken = [way.taken for way in ways if isinstance(way, Placed)]
    low = not outcome["places"]
    why, heads = ("low", min(cost)) if low else ("choice", None)
    nowhere = {"row": None, "end": None, "beside": None}
    return outcome | nowhere | {"why": why, "takes": all(taken), "heads": heads}


def _numbers(text: str) -> list[int]:
    return [int(number) for number in re.findall(r"\d+", text)]


def _numbers_in(preview: Mapping[str, Any]) -> list[int]:
    """Return the numbers in the sentence of a preview, in their order."""
    card, heads, rows = preview["card"], preview["heads"], [row + 1 for row, _ in preview["places"]]
    if preview["why"] == "low":
        return [card, heads]
    if preview["why"] == "choice":
        return [card, *rows[:2]]
    return [card, *rows, heads, *(() if preview["takes"] else (preview["beside"],))]


def test_every_card_has_the_places_that_the_board_gives_it(engine: Engine) -> None:
    tables = [
        steps[-1][1] for at in ("classic", "both-ends") for seed in (1, 2) for steps in story(at, seed).steps
    ]
    boards = {table.state.rows for table in tables if table.state and table.state.rows}
    assert len(boards) > 40
    queries = [(rows, card, both) for rows in boards for card in range(1, 105, 3) for both in (False, True)]
    answers = engine.ask("places", asked=queries)
    assert answers == [
        [list(place) for place in places(rows, card, both=both)] for rows, card, both in queries
    ]


# ------------------------------------------------------------------ secrets


@pytest.mark.parametrize("game", list(sixth.games))
def test_hidden_cards_of_others_change_no_byte_of_a_line(game: str) -> None:
    one_story = story(game, 3)
    steps = [step for write in one_story.steps for step in write]
    versions = [write[-1][1].version for write in one_story.steps]
    opening = Opened(one_story.table.rules, secret(3, 1), CLOCKED)
    rng, different = Random(game), 0
    for version in rng.sample([each for each in versions if _hides(steps, each)], 6):
        log = (opening, *(event for event, table in steps if table.version <= version))
        late = [each for each in versions if version - 40 < each <= version]
        for seat in (*rng.sample(range(4), 2), None):
            other, audience = twin(log, seat, rng), Audience.of(None if seat is None else token(seat))
            different += other != log
            assert _bytes(other, late, audience) == _bytes(log, late, audience)
    assert different > 6


def _hides(steps: Sequence[TableStep], version: int) -> bool:
    """Return whether something at this version is hidden from some audience."""
    table = next(table for _, table in steps if table.version == version)
    state = table.state
    if state is None or not table.playing or table.between_rounds:
        return False
    return any(state.chosen) or (any(state.hands) and not table.rules.drafts)


def _bytes(log: Log, versions: Sequence[int], audience: Audience) -> list[bytes]:
    """Return all bytes that a page receives from each of these versions on to the next, and to the last."""
    first = fold("table", log[: versions[0]])
    steps = steps_from(first, log[versions[0] :])
    writes = [
        [step for step in steps if before < step[1].version <= after] for before, after in pairwise(versions)
    ]
    transcript = Transcript(writes, audience)
    last = len(writes) - 1
    cases = [*transcript.next_ones(), *(transcript.case(at, last) for at in range(last))]
    return [*transcript.fulls, *(line for case in cases if case for line in case.lines)]


@pytest.mark.parametrize("back", [False, True])
@pytest.mark.parametrize("absence", [TimedOut(1), StoodIn(1, "Alma", "champion", "left")])
def test_a_stand_in_bots_choice_changes_no_byte_of_a_line(absence: TableEvent, back: bool) -> None:
    """The same holds for a choice of the player's own, also of the bot's card."""
    log: Log = (Opened(shortened(sixth.games["classic"].replace(seats=3)), secret(1, 1), CLOCKED),)
    log += tuple(Sat(seat, f"Person {seat}", HUMAN, hash_token(token(seat))) for seat in range(3))
    table = fold("table", log)
    table = steps_from(table, [beginning(table, 1)])[-1][1]
    table = steps_from(table, gameplay.dealers_turn(table))[-1][1]
    state = at_table.current_game(table)
    cards = state.hands[1][:2]
    for audience in audiences(3):
        for own in cards:
            received = set()
            for card in cards:
                events = [absence, Chose(1, card), *([Returned(1)] if isinstance(absence, StoodIn) else [])]
                writes = [steps_from(table, events)]
                if back:
                    after = writes[0][-1][1]
                    at = {"game": 1, "round": state.round, "turn": state.turn}
                    did = gameplay.act_in_person(after, 1, Choose(own), **at)
                    writes.append(steps_from(after, did))
                steps = list(chain.from_iterable(writes))
                full = full_of(audience.view(steps[-1][1]))
                lines = [lines_of(each, audience, full) for each in (*writes, steps)]
                received.add((full, *chain.from_iterable(lines)))
            assert len(received) == 1
