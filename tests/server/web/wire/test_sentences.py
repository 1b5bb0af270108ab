"""Sentences of a table's scripts: in every language they are those of the server for the same moment."""

import re
from collections.abc import Sequence
from dataclasses import replace
from itertools import cycle
from random import Random
from typing import Any, Final

import pytest
from hypothesis import given, settings, strategies as st

import sixth
from sixth import i18n
from sixth.i18n import gettext as _
from sixth.narration import Narrator, waiting_text
from sixth.rules.board import places
from sixth.rules.events import Dealt, Flipped, Laid, Picked, Placed, Revealed, RoundEnded, Took
from sixth.rules.options import Rules
from sixth.rules.record import HUMAN
from sixth.rules.view import awaited_seats
from sixth.server.table.config import TableConfig
from sixth.server.table.events import OUTSIDE, Left, Opened, Readied, Sat, Sitter, TableEvent
from sixth.server.table.fold import fold, steps
from sixth.server.table.identity import Audience, hash_token
from sixth.server.table.view import TableView, table_view
from sixth.server.web.templating.files import STATIC
from sixth.server.web.templating.sentences import catalogue
from sixth.server.web.text.narration import bots_at, last_turn_texts, names_of
from sixth.server.web.text.pace import missed_turns_text
from sixth.server.web.text.prompt import progress_text
from tests.rules.strategies import combined_rules
from tests.server.support.logs import secret, token
from tests.server.support.stories import Story
from tests.server.web.wire.law import (
    Case,
    Engine,
    Transcript,
    audiences,
    full_of,
    is_of_rounds,
    shortened,
    story,
)

NAMED: Final = list(sixth.games)


def sentences_of(transcript: Transcript, at: int) -> dict[str, Any]:
    """Return the server's sentences about the table after one of these writes to the log."""
    viewed = transcript.audience.view(transcript.tables[at])
    narrator = Narrator(viewed.rules, names_of(viewed), me=viewed.seat, bots=bots_at(viewed))
    return {
        "names": list(names_of(viewed)),
        "played": [narrator.played(seat) for seat in range(viewed.rules.seats)],
        "missed": missed_turns_text(viewed),
        "progress": progress_text(viewed),
        "waiting": waiting(viewed),
        "position": position(viewed),
    }


def waiting(viewed: TableView) -> str:
    """Return the sentence about the players beside the viewer that the game waits for, or ""."""
    view, names = viewed.view, names_of(viewed)
    others = [names[seat] for seat in awaited_seats(view) if seat != viewed.seat] if view else []
    return waiting_text(view.phase, others) if view and others else ""


def position(viewed: TableView) -> str:
    """Return the ends of the rows and the hand in English, and the unseen cards where hints allow them."""
    view = viewed.view
    if view is None or not view.hand:
        return ""
    ends = ", ".join(f"{row[0]}–{row[-1]}" if view.rules.both_ends else f"{row[-1]}" for row in view.rows)
    text = _("The rows end in {ends}. Your hand: {hand}.").format(
        ends=ends, hand=", ".join(map(str, view.hand))
    )
    if viewed.seat is None or not viewed.config.helps or viewed.between_rounds or not view.rows:
        return text
    coming = [0] * len(view.rows)
    for card in view.unseen():
        for row, _end in places(view.rows, card, both=view.rules.both_ends):
            coming[row] += 1
    return f"{text} " + _("Unseen cards headed for each row: {cards}.").format(
        cards=", ".join(map(str, coming))
    )


def announced(transcript: Transcript, case: Case) -> list[str | None]:
    """Return the narrator's sentences about the game's events in a case; None for other events."""
    sentences: list[str | None] = []
    for event, table in transcript.steps(case):
        viewed = transcript.audience.view(table)
        narrator = Narrator(viewed.rules, names_of(viewed), me=viewed.seat)
        match event:
            case Laid() | Dealt() | Revealed() | Flipped() | Picked() | Placed() | Took() | RoundEnded():
                sentences.append(" ".join(narrator.lines(event)))
            case _:
                sentences.append(None)
    return sentences


def says_the_same(engine: Engine, writes: Sequence[Any], audience: Audience, language: str) -> None:
    """Check all sentences after every write to the log, and of every event of a turn."""
    transcript = Transcript(writes, audience)
    cases = [case for case in transcript.next_ones() if is_of_rounds(transcript.steps(case))]
    pages = engine.ask("words", transcript.fulls, cases, catalogue=catalogue(language))
    with i18n.using_language(language):
        for at, state in enumerate(pages["states"]):
            if state is not None:
                ours = sentences_of(transcript, at)
                assert {name: state[name] for name in ours} == ours
        for case, each in zip(cases, pages["cases"], strict=True):
            for (text, _detail), sentence in zip(each, announced(transcript, case), strict=True):
                assert sentence in (None, text)


@pytest.mark.parametrize(("game", "language"), [*zip(NAMED, cycle(i18n.LANGUAGES)), ("classic", "id")])
def test_a_page_has_the_sentences_of_the_server(game: str, language: str, engine: Engine) -> None:
    rng = Random(f"{game} {language}")
    for audience in (Audience.of(token(2)), rng.choice(audiences(4))):
        says_the_same(engine, story(game, rng.randrange(6)).steps, audience, language)


@settings(max_examples=10)
@given(rules=combined_rules(), helps=st.booleans(), late=st.booleans(), seed=st.integers(0, 10_000))
def test_a_page_has_the_sentences_of_the_server_for_any_options(
    rules: Rules, helps: bool, late: bool, seed: int, engine: Engine
) -> None:
    rng = Random(seed)
    writes = Story(shortened(rules), TableConfig(helps=helps, late=late, turn_seconds=30), seed).steps
    for audience in rng.sample(audiences(rules.seats), 2):
        says_the_same(engine, writes, audience, rng.choice(list(i18n.LANGUAGES)))


def test_a_page_names_those_it_waits_for_before_a_game(engine: Engine) -> None:
    config, rules = TableConfig(outside=True), sixth.games["kids"].replace(seats=4)
    table = fold("table", [Opened(rules, secret(1, 1), config)])
    comings: list[TableEvent] = [Sat(0, "Ana", HUMAN, hash_token(token(0))), Readied(0, ready=True)]
    comings += [Sat(1, "Bo", HUMAN, hash_token(token(1))), Readied(1, ready=True), Readied(1, ready=False)]
    comings += [Sat(2, "Cy", OUTSIDE, hash_token(token(2)), "Cynthia"), Sat(3, "Di", "policy", None)]
    comings += [Readied(2, ready=True), Readied(1, ready=True), Readied(0, ready=False), Left(1)]
    writes, prompts = [], set[str]()
    for event in comings:
        writes.append(steps(table, [event]))
        table = writes[-1][-1][1]
    for audience in audiences(4):
        says_the_same(engine, writes, audience, "en")
        pages = engine.ask("words", Transcript(writes, audience).fulls, catalogue=catalogue("en"))
        prompts |= {state["prompt"] for state in pages["states"] if state}
    assert {"Waiting for other players.", "Waiting for Bo.", "The others wait for you."} <= prompts


def test_the_stories_have_sentences_of_every_kind(engine: Engine) -> None:
    """The comparison covers all of them."""
    values: dict[str, set[str]] = {}
    for game in NAMED:
        for audience in (Audience.of(token(2)), Audience.of(None)):
            transcript = Transcript(story(game, 1).steps, audience)
            for state in engine.ask("words", transcript.fulls, catalogue=catalogue("en"))["states"]:
                for name, value in (state or {}).items():
                    values.setdefault(name, set()).add(str(value))
    kinds = {name: len(texts) for name, texts in values.items()}
    assert min(kinds.values()) > 2, kinds


# ------------------------------------------------------------------ sentences of scripts alone


def test_events_around_a_game_are_announced_to_all_but_their_author(engine: Engine) -> None:
    table = story("classic", 1).steps[30][-1][1]
    own_time = "Your time is up: a bot plays this turn for you."
    bot_keeps, eve = "Person 1 (bot) keeps its seat.", "Eve will take over from Person 1."
    happens: list[tuple[dict[str, Any], str, str]] = [
        ({"event": "sat"}, "Person 1 sits down.", ""),
        ({"event": "returned"}, "Person 1 is back.", ""),
        ({"event": "left"}, "A seat is free again.", "A seat is free again."),
        ({"event": "kicked"}, "", ""),
        ({"event": "began"}, "The game begins.", "The game begins."),
        ({"event": "readied", "ready": True}, "Person 1 is ready.", ""),
        ({"event": "readied", "ready": False}, "", ""),
        ({"event": "extended"}, "Everybody has more time.", "Everybody has more time."),
        ({"event": "advised"}, "Person 1 asks the coach.", ""),
        ({"event": "stood-in", "name": "Alma"}, "Alma plays for Person 1 now.", "Alma plays for you now."),
        ({"event": "timed-out"}, "Time is up for Person 1: a bot plays this turn.", own_time),
        ({"event": "coached", "wished": True}, "The coach now rates Person 1's turns.", ""),
        ({"event": "coached", "wished": False}, "The coach no longer rates Person 1's turns.", ""),
        ({"event": "claimed", "name": "Eve"}, eve, eve),
        ({"event": "unclaimed"}, bot_keeps, bot_keeps),
        ({"event": "clocked"}, "", ""),
    ]
    for seat, column in ((0, 1), (1, 2)):
        full = full_of(table_view(table, seat))
        announced_pairs = engine.ask("announced", [full], events=[each[0] | {"seat": 1} for each in happens])
        assert [text for text, _ in announced_pairs] == [each[column] for each in happens]
        minor = {
            each["event"]
            for (each, *_), (_, detail) in zip(happens, announced_pairs, strict=True)
            if detail > 1
        }
        assert minor == {"sat", "readied", "claimed"}


@pytest.mark.parametrize(
    ("sitter", "stand_in", "name"),
    [
        (Sitter("Bo", HUMAN), None, "Bo"),
        (Sitter("Ada", "policy"), None, "Ada (bot)"),
        (Sitter("Cy", OUTSIDE, "Cynthia"), None, "Cy (bot)"),
        (Sitter("Bo", HUMAN), Sitter("Ada", "policy"), "Bo (bot Ada played)"),
        (None, None, "free seat"),
    ],
    ids=["person", "bot", "outside", "stand-in", "free"],
)
def test_a_result_says_which_winners_are_bots(
    sitter: Sitter | None, stand_in: Sitter | None, name: str, engine: Engine
) -> None:
    tables = (steps[-1][1] for steps in story("kids", 1).steps)
    viewed = table_view(next(each for each in tables if each.state and each.state.winners), 0)
    assert viewed.view is not None
    viewed = replace(
        viewed,
        view=replace(viewed.view, winners=(1,)),
        sitters=(viewed.sitters[0], sitter, *viewed.sitters[2:]),
        stand_ins=(None, stand_in, *viewed.stand_ins[2:]),
    )
    watched = replace(viewed, seat=None)
    states = engine.ask("words", [full_of(watched)], catalogue=catalogue("en"))["states"]
    assert states[0]["prompt"] == f"{name} has won."
    assert last_turn_texts(viewed)[-1].startswith(f"The game is over. Winner: {name}, with ")


def test_few_announcements_still_include_takes_and_the_readers_own_card(engine: Engine) -> None:
    full = full_of(table_view(story("classic", 1).steps[30][-1][1], 0))
    placed = {"event": "placed", "card": 5, "row": 0, "end": "right", "why": "fits"}
    events = [
        {**placed, "seat": 0, "taken": []},
        {**placed, "seat": 1, "taken": []},
        {**placed, "seat": 1, "taken": [3, 4], "why": "full"},
    ]
    assert [detail for _, detail in engine.ask("announced", [full], events=events)] == [1, 2, 1]


def _why(engine: Engine, turn: Sequence[Revealed | Placed], seat: int | None) -> str:
    """Return why a row was taken in this turn, as that seat reads it."""
    tables = (steps[-1][1] for steps in story("classic", 1).steps)
    table = next(each for each in tables if each.state and each.state.phase == "choose" and each.playing)
    viewed = table_view(table, seat)
    assert viewed.view is not None
    view = replace(viewed.view, history=tuple(turn), chosen=None)
    sentences: list[str] = engine.ask("why", [full_of(replace(viewed, view=view))])
    return sentences[0].replace("Person ", "P")


def test_the_player_of_the_fifth_card_is_named_to_both_players_of_a_take(
    engine: Engine,
) -> None:
    turn = (
        Revealed(2, (26, 30, 36, None)),
        Placed(0, 26, 0, "right", (), "fits"),
        Placed(1, 30, 0, "right", (12, 14, 15, 21, 26), "full"),
        Placed(2, 36, 0, "right", (), "fits"),
    )
    assert _why(engine, turn, 1) == "You took row 1, 6 heads: P0's 26 went first."
    assert _why(engine, turn, 0) == "P1 took row 1, 6 heads: your 26 went first."
    assert _why(engine, turn, 2) == _why(engine, turn, None) == "P1 took row 1, 6 heads: P0's 26 went first."


def test_a_full_row_and_a_low_card_are_different_reasons_of_a_take(
    engine: Engine,
) -> None:
    turn = (
        Revealed(3, (3, 30, 90, None)),
        Placed(0, 3, 1, "right", (37,), "low"),
        Placed(1, 30, 0, "right", (12, 14, 15, 21, 26), "full"),
        Placed(2, 90, 3, "right", (), "fits"),
    )
    # Each player reads of their own take, other readers of the last.
    assert _why(engine, turn, 0) == "You took row 2, 1 head: your 3 was too low."
    assert _why(engine, turn, 2) == "P1 took row 1, 6 heads: it was full."


def test_the_catalogue_has_every_sentence_of_the_scripts() -> None:
    """The catalogue sent to pages has every sentence in the scripts."""
    paths = tuple(each.relative_to(STATIC).as_posix() for each in STATIC.rglob("*.js"))
    scripts = "".join((STATIC / each).read_text(encoding="utf-8") for each in paths)
    sentences = set(re.findall(r'\b(?:_|ngettext)\(\s*"([^"]+)"', scripts))
    assert len(sentences) > 100
    assert sentences == set(catalogue("de", paths)["sentences"])
