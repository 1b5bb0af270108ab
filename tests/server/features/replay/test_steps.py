"""The steps of a replay, in scripts and as text, both checked against the rules."""

import json
import re
from collections.abc import Sequence
from pathlib import Path
from typing import Any, Final

import pytest

from sixth.rules import record
from sixth.rules.events import Chose, Dealt, Event, Placed, Revealed, Took
from sixth.rules.fold import evolve
from sixth.rules.record import Record
from sixth.rules.state import State, start
from sixth.rules.view import view
from sixth.rules.view_json import view_to_json
from sixth.server.features.replay.jobs import SCRIPTS
from sixth.server.features.replay.steps import count_rounds, narrate_round, round_of_step, steps_of
from sixth.server.web.templating.sentences import catalogue
from tests.server.support.pages import Page
from tests.server.web.wire.law import Engine

GOLDEN: Final = sorted((Path(__file__).parents[3] / "golden").glob("*.sixth.jsonl"))
PAGE: Final = {"here": "/g/x", "title": "Classic", "kinds": [""] * 10}


def golden(path: Path) -> Record:
    """Return the first game of a golden record."""
    return next(record.read(path.read_text("utf-8").splitlines()))


def steps_by_scripts(
    engine: Engine, game: Record, *seats: int | None, drawn: Sequence[int] = (), own: int | None = None
) -> list[dict[str, Any]]:
    """Return what scripts say at each step of a game.

    At the steps `drawn` this has the page from these seats, for the player of `own`.
    """
    page = PAGE | {"own": own}
    words = catalogue("en", SCRIPTS)
    steps: list[dict[str, Any]] = engine.ask(
        "replay", text=game.text(), catalogue=words, page=page, seats=seats, drawn=drawn
    )
    return steps


def open_state(state: State) -> dict[str, Any]:
    """Return a state as scripts fold it from a record: the view of a spectator, and all hands."""
    body = view_to_json(view(state, None))
    between_rounds = state.part == 0 < len(state.past) and state.phase != "over" and not state.open_deck
    return {
        "view": {name: body[name] for name in body if name not in ("view", "rules", "seat", "legal")},
        "between_rounds": between_rounds,
        "hands": [list(hand) for hand in state.hands],
    }


@pytest.mark.parametrize("path", GOLDEN, ids=lambda path: path.stem)
def test_scripts_fold_a_record_as_the_rules_do(path: Path, engine: Engine) -> None:
    game = golden(path)
    header, *events = map(json.loads, game.lines())
    state, then = start(game.rules), []
    for event in game.events:
        state = evolve(state, event)
        then.append(open_state(state))
    for event in events:
        del event["v"]
    wrong = engine.ask("record", header=header, events=events, then=then)
    assert wrong is None, (wrong, events[wrong["at"]])


@pytest.mark.parametrize("path", GOLDEN, ids=lambda path: path.stem)
def test_every_step_shows_the_rows_and_hands_of_the_rules(path: Path, engine: Engine) -> None:
    game = golden(path)
    steps = tuple(steps_of(game))
    some = steps[:: max(1, len(steps) // 8)]
    scripts = steps_by_scripts(engine, game, None, 0, drawn=[step.number for step in some])
    assert [(each["number"], each["round"]) for each in scripts] == [
        (step.number, step.round) for step in steps
    ]
    assert len(steps) == sum(not isinstance(event, Chose | Took) for event in game.events)
    for step in some:
        state = game.state(step.version)
        everybody, own = map(Page, scripts[step.number - 1]["pages"])
        rows = [list(map(int, _cards(everybody, f"row{row + 1}"))) for row in range(len(state.rows))]
        assert rows == [list(row) for row in state.rows]
        assert _hands(everybody) == [list(hand) for hand in state.hands if hand]
        assert _hands(own) == [list(state.hands[0])] * bool(state.hands[0])


def _cards(page: Page, id: str) -> list[str]:
    return [next(card.all("b")).text for card in page.by_id[id].all("span") if "card" in card.classes]


def _hands(page: Page) -> list[list[int]]:
    hands = [each for each in page.root.all("div") if "seen" in each.classes]
    return [
        [int(next(card.all("b")).text) for card in hand.all("span") if "card" in card.classes]
        for hand in hands
    ]


@pytest.mark.parametrize("path", GOLDEN, ids=lambda path: path.stem)
def test_buttons_lead_to_turns_and_to_taken_rows(path: Path, engine: Engine) -> None:
    game = golden(path)
    steps = tuple(steps_of(game))
    turns = [step.number for step in steps if step.begins_turn]
    takes = [step.number for step in steps if isinstance(step.event, Placed) and step.event.taken]
    for each in steps_by_scripts(engine, game):
        at = each["number"]
        assert each["jumps"] == {
            "first": 1 if at > 1 else 0,
            "previous": at - 1,
            "next": at + 1 if at < len(steps) else 0,
            "last": len(steps) if at < len(steps) else 0,
            "turn-back": max((turn for turn in turns if turn < at), default=0),
            "turn-on": min((turn for turn in turns if turn > at), default=0),
            "take-back": max((take for take in takes if take < at), default=0),
            "take-on": min((take for take in takes if take > at), default=0),
        }


@pytest.mark.parametrize("path", GOLDEN, ids=lambda path: path.stem)
def test_the_text_of_each_step_equals_that_of_the_scripts(path: Path, engine: Engine) -> None:
    game = golden(path)
    texts = [each for round in range(1, count_rounds(game) + 1) for each in narrate_round(game, round)]
    assert [each.step for each in texts] == list(steps_of(game))
    for each, script in zip(texts, steps_by_scripts(engine, game), strict=True):
        if script["event"] not in ("game_ended", "abandoned"):
            # Scripts show the hands of a deal beside its sentence.
            lines = each.lines[:1] if isinstance(each.step.event, Dealt) else each.lines
            assert " ".join(lines) == script["said"]
        assert each.lines
    assert any(isinstance(each.step.event, Revealed) for each in texts) or game.rules.flips


def sentence_kind(event: Event) -> tuple[object, ...]:
    """Return what tells the sentences about events apart: those about the second seat are said to "you"."""
    return type(event), getattr(event, "why", None), getattr(event, "seat", None) == 1


@pytest.mark.parametrize("path", GOLDEN, ids=lambda path: path.stem)
def test_whoever_played_reads_you_at_their_own_seat_and_the_same_buttons(path: Path, engine: Engine) -> None:
    game, name = golden(path), golden(path).seats[1].name
    texts = [each for round in range(1, count_rounds(game) + 1) for each in narrate_round(game, round, 1)]
    said = " ".join(line for each in texts for line in each.lines)
    assert name not in said
    assert {"You", "Your"} & set(re.findall(r"\w+", said))
    # The first step of each kind, and one in ten of the others.
    kinds = {sentence_kind(each.step.event): each.step.number for each in reversed(texts)}
    drawn = sorted({*kinds.values(), *range(1, len(texts) + 1, 10)})
    steps, others = (steps_by_scripts(engine, game, 0, drawn=drawn, own=own) for own in (1, None))
    for number in drawn:
        each, text = steps[number - 1], texts[number - 1]
        page, strange = Page(each["pages"][0]), Page(others[number - 1]["pages"][0])
        assert name not in page.root.text
        if each["event"] not in ("game_ended", "abandoned", "dealt"):
            # Long ones are shortened by a browser, which is told the whole.
            assert " ".join(text.lines) == page.text("said")
        assert not list(page.root.all("button"))[len(list(strange.root.all("button"))) :]


@pytest.mark.parametrize("path", GOLDEN, ids=lambda path: path.stem)
def test_each_step_is_in_its_round_and_later_numbers_are_in_the_last_round(path: Path) -> None:
    game = golden(path)
    for step in steps_of(game):
        assert round_of_step(game, step.number) == step.round
    assert round_of_step(game, 10**9) == count_rounds(game)


def test_scripts_refuse_a_damaged_record(engine: Engine) -> None:
    lines = list(golden(GOLDEN[0]).lines())
    later = lines[0].replace("sixth/1", "sixth/9")
    unknown = lines[1].replace('"event":"', '"event":"un')
    for text in ([later, *lines[1:]], [lines[0], unknown, *lines[2:]]):
        assert engine.ask("refused", text="\n".join(text)), text[:2]
