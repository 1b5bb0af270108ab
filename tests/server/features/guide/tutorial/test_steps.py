"""The steps of the lesson in scripts and as text, both checked against the rules."""

import json
from typing import Any

import pytest

from sixth.i18n import LANGUAGES, using_language
from sixth.rules.codec import dumps
from sixth.server.features.guide.tutorial.pages import SCRIPTS
from sixth.server.features.guide.tutorial.positions import POSITIONS, STEPS, pages, play, table_view
from sixth.server.features.guide.tutorial.steps import lesson_steps, plain_step
from sixth.server.protocol.state import page_state
from sixth.server.web.templating.sentences import catalogue
from tests.server.support.pages import Page
from tests.server.web.wire.law import Engine

PLACES = [where for where, (step, _) in pages().items() if 0 < step < STEPS]


def lesson_by_scripts(engine: Engine, *places: str, language: str = "en") -> list[dict[str, Any]]:
    """Return what scripts draw at these pages of the lesson: moments, and the table at rest."""
    with using_language(language):
        steps, sentences = lesson_steps(), catalogue(language, SCRIPTS)
    paths = [each.split("/") for each in places]
    tables: list[dict[str, Any]] = engine.ask("lesson", steps=steps, catalogue=sentences, paths=paths)
    return tables


def cards(page: Page, id: str) -> list[int]:
    """Return the cards in a part of a page."""
    elements = [each for each in page.by_id[id].all() if "card" in each.classes]
    return [int(next(each.all("b")).text) for each in elements]


def test_scripts_fold_every_answer_as_the_rules_do(engine: Engine) -> None:
    for where, table in zip(PLACES, lesson_by_scripts(engine, *PLACES), strict=True):
        number, decisions = pages()[where]
        then = page_state(table_view(play(POSITIONS[number - 1], decisions).state), "")
        del table["state"]["v"], table["state"]["around"]
        assert table["state"] == json.loads(dumps(then)), where


def test_every_page_shows_the_rows_of_the_rules_and_the_sentences_of_the_text(engine: Engine) -> None:
    for where, table in zip(PLACES, lesson_by_scripts(engine, *PLACES), strict=True):
        number, decisions = pages()[where]
        page, text = Page(table["rest"]), plain_step(where)
        assert text is not None
        state = play(POSITIONS[number - 1], decisions).state
        assert [cards(page, f"row{row + 1}") for row in range(4)] == [list(row) for row in state.rows]
        assert [row["cards"] for row in text["rows"]] == list(state.rows)
        assert page.by_id["prompt"].text == text["question"]
        assert [line.text for line in page.by_id["last"].all("li")] == list(text["happened"])
        assert text["verdict"] in page.by_id["verdict"].text
        assert (text["verdict"] == "") is ("hidden" in page.by_id["verdict"].attributes)


def test_no_hidden_card_is_drawn_before_it_is_revealed(engine: Engine) -> None:
    steps = [f"{number}" for number in range(1, STEPS)]
    for position, table in zip(POSITIONS, lesson_by_scripts(engine, *steps), strict=True):
        visible = Page(table["rest"]).cards
        assert sorted(visible) == sorted([*position.hand, *(card for row in position.rows for card in row)])


def test_cards_are_shown_and_then_placed_one_after_another(engine: Engine) -> None:
    (table,) = lesson_by_scripts(engine, "6/62")
    waiting = [cards(Page(html), "line") for html in table["moments"]]
    assert waiting == [[29, 62, 84, 95], [62, 84, 95], [84, 95], [95]]
    (table,) = lesson_by_scripts(engine, "6")
    assert not table["moments"]


def test_scripts_know_no_page_that_the_lesson_does_not_have(engine: Engine) -> None:
    assert lesson_by_scripts(engine, "0", "8", "1/99", "4/7/9", "x", "1/15/0") == [None] * 6


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_lesson_addresses_the_learner_in_every_language(engine: Engine, language: str) -> None:
    own = {
        "en": "Your turn",
        "de": "Du bist dran",
        "fr": "À toi de jouer",
        "it": "Tocca a te",
        "id": "Giliranmu",
    }
    for table in lesson_by_scripts(engine, "1", "4/7", language=language):
        assert Page(table["rest"]).by_id["status0"].text == own[language]


def test_no_player_has_a_status_at_the_end_of_a_turn(engine: Engine) -> None:
    (table,) = lesson_by_scripts(engine, "1/15")
    assert [Page(table["rest"]).by_id[f"status{seat}"].text for seat in range(4)] == [""] * 4
