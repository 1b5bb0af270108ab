"""What the scripts of a table's page say is what the server says of the same moment, in every language."""

import re
from collections.abc import Sequence
from itertools import cycle
from random import Random
from typing import Any, Final

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import sixth
from sixth import i18n
from sixth.rules.options import Rules
from sixth.server.table.config import TableConfig
from sixth.server.table.identity import Audience
from sixth.server.web.templating.files import STATIC
from sixth.server.web.text.announcements import announcement, position_announcement
from sixth.server.web.text.narration import names_of
from sixth.server.web.text.pace import missed_text, pace_text
from sixth.server.web.text.prompt import late_text, prompt_text, ready_text, tab_text, waiting_text
from sixth.server.web.views.result import result
from sixth.server.web.views.table import Frame
from sixth.server.web.wire.sentences import SCRIPTS, catalogue
from tests.rules.strategies import combined_rules
from tests.server.support.logs import token
from tests.server.support.stories import Story
from tests.server.web.wire.law import Case, Engine, Told, audiences, is_of_rounds, shortened, story

NAMED: Final = list(sixth.games)


def said(told: Told, at: int) -> dict[str, Any]:
    """What the server says of the table after one of these writes to the log."""
    seen = told.audience.view(told.tables[at])
    frame = Frame(seen)
    return {
        "names": list(names_of(seen)),
        "prompt": prompt_text(seen, frame.asks),
        "waiting": waiting_text(seen),
        "tab": tab_text(seen, frame.asks, frame.prompt),
        "late": late_text(seen),
        "ready": ready_text(seen),
        "pace": pace_text(seen.config),
        "missed": missed_text(seen),
        "progress": frame.progress,
        "doing": [player.status_text for player in frame.players],
        "where": [each.text for each in frame.previews],
        "why": frame.why,
        "story": [[line.text, line.seat] for line in frame.last_turn],
        "position": position_announcement(seen).text,
        "dearest": found.story if seen.between_rounds and (found := result(seen)) else "",
    }


def announced(told: Told, case: Case) -> list[list[Any]]:
    """What the server announces of what happens in a case."""
    both = [announcement(event, told.audience.view(table)) for event, table in told.steps(case)]
    return [[each.text, each.detail] for each in both]


def says_the_same(engine: Engine, writes: Sequence[Any], audience: Audience, language: str) -> None:
    """Check everything that is said, after every write to the log and of every event of a turn."""
    told = Told(writes, audience)
    cases = [case for case in told.next_ones() if is_of_rounds(told.steps(case))]
    found = engine.ask("words", told.fulls, cases, catalogue=catalogue(language))
    with i18n.using_language(language):
        for at, state in enumerate(found["states"]):
            if state is not None:
                assert state == said(told, at)
        for case, each in zip(cases, found["cases"], strict=True):
            assert each == announced(told, case)


@pytest.mark.parametrize(("game", "language"), [*zip(NAMED, cycle(i18n.LANGUAGES)), ("classic", "id")])
def test_a_page_says_what_the_server_says(game: str, language: str, engine: Engine) -> None:
    rng = Random(f"{game} {language}")
    for audience in (Audience.of(token(2)), rng.choice(audiences(4))):
        says_the_same(engine, story(game, rng.randrange(6)).steps, audience, language)


@settings(max_examples=15)
@given(rules=combined_rules(), helps=st.booleans(), late=st.booleans(), seed=st.integers(0, 10_000))
def test_a_page_says_of_games_of_any_options_what_the_server_says(
    rules: Rules, helps: bool, late: bool, seed: int, engine: Engine
) -> None:
    rng = Random(seed)
    writes = Story(shortened(rules), TableConfig(helps=helps, late=late, turn_seconds=30), seed).steps
    for audience in rng.sample(audiences(rules.seats), 2):
        says_the_same(engine, writes, audience, rng.choice(list(i18n.LANGUAGES)))


def test_there_are_words_of_every_kind(engine: Engine) -> None:
    """In what is compared here."""
    found: dict[str, set[str]] = {}
    for game in NAMED:
        for audience in (Audience.of(token(2)), Audience.of(None)):
            told = Told(story(game, 3).steps, audience)
            for state in engine.ask("words", told.fulls, catalogue=catalogue("en"))["states"]:
                for name, value in (state or {}).items():
                    found.setdefault(name, set()).add(str(value))
    kinds = {name: len(texts) for name, texts in found.items()}
    # All of these stories are told at one pace.
    assert kinds.pop("pace") == 1
    assert min(kinds.values()) > 2, kinds


def test_no_sentence_of_a_script_is_passed_over() -> None:
    """Wherever it stands, it is among those that are sent."""
    scripts = "".join((STATIC / each).read_text(encoding="utf-8") for each in SCRIPTS)
    asked = set(re.findall(r'\b(?:_|ngettext)\(\s*"([^"]+)"', scripts))
    assert len(asked) > 100
    assert asked == set(catalogue("de", SCRIPTS)["sentences"])
