"""The five languages: each reader has their own."""

from datetime import UTC, datetime

import pytest

import sixth
from sixth import i18n
from sixth.cli.app import run
from sixth.i18n import (
    LANGUAGES,
    SOURCE,
    best_language,
    language_for_header,
    system_language,
    translate,
    using_language,
)
from sixth.narration import Narrator
from sixth.rules.game import Refusal
from sixth.rules.options import RulesError
from sixth.text import heads_text


@pytest.mark.parametrize(
    ("header", "code"),
    [
        ("de", "de"),
        ("de-AT,de;q=0.9,en;q=0.5", "de"),
        ("en;q=0.3, fr;q=0.8", "fr"),
        ("pt-BR, it;q=0.4", "it"),
        ("in", "id"),
        ("ID", "id"),
        ("de;q=0, it", "it"),
        ("*", "en"),
        ("", "en"),
        ("xx-yy, zz", "en"),
        ("de;q=nonsense, fr;q=0.1", "fr"),
        ("\x00;;;,,,=;q=1;q=2" * 1_000, "en"),
    ],
)
def test_a_browser_gets_its_preferred_supported_language(header: str, code: str) -> None:
    assert language_for_header(header) == code


@pytest.mark.parametrize(
    ("environment", "code"),
    [
        ({}, "en"),
        ({"LANG": "C.UTF-8"}, "en"),
        ({"LANG": "de_CH.UTF-8"}, "de"),
        ({"LANG": "de_CH.UTF-8", "LC_ALL": "fr_FR"}, "fr"),
        ({"LANG": "en_US.UTF-8", "LANGUAGE": "xx:it:de"}, "it"),
        ({"LANG": "de_DE@euro", "SIXTH_LANG": "id"}, "id"),
        ({"SIXTH_LANG": "klingon"}, "en"),
    ],
)
def test_a_terminal_uses_the_language_of_the_system(environment: dict[str, str], code: str) -> None:
    assert system_language(environment) == code


def test_an_unknown_language_is_english() -> None:
    with using_language("xx"):
        assert i18n.current_language() == best_language(["xx"]) == SOURCE


def test_a_language_applies_until_its_block_ends() -> None:
    with using_language("de"):
        with using_language("fr"):
            assert heads_text(2) == "2 têtes"
        assert heads_text(2) == "2 Hornochsen"
    assert heads_text(2) == "2 heads"


@pytest.mark.parametrize(
    ("code", "none", "one", "many"),
    [
        ("en", "0 heads", "1 head", "2 heads"),
        ("de", "0 Hornochsen", "1 Hornochse", "2 Hornochsen"),
        ("fr", "0 tête", "1 tête", "2 têtes"),
        ("it", "0 teste", "1 testa", "2 teste"),
        ("id", "0 kepala", "1 kepala", "2 kepala"),
    ],
)
def test_plurals_follow_each_language(code: str, none: str, one: str, many: str) -> None:
    with using_language(code):
        assert [heads_text(count) for count in (0, 1, 2)] == [none, one, many]


def test_lists_and_numbers_follow_the_language() -> None:
    with using_language("de"):
        assert i18n.and_list(["Ana", "Bo", "Cy"]) == "Ana, Bo und Cy"
        assert i18n.or_list(["a", "b"]) == "a oder b"
        assert i18n.number_text(1234.5, digits=1) == "1.234,5"
        assert i18n.datetime_text(datetime(2026, 11, 21, 13, 5, tzinfo=UTC)) == "21.11.2026, 13:05:00"
    assert i18n.number_text(1234.5, digits=1) == "1,234.5"
    assert i18n.percent_text(0.125) == "12.5%"


def test_refusals_are_translated_for_the_reader() -> None:
    with using_language("it"):
        refusal = Refusal("x", "Card {card} is not in this hand.", card=5)
        with pytest.raises(RulesError) as error:
            sixth.games["classic"].replace(seats=10, hand=20)
    assert str(refusal) == "Card 5 is not in this hand."
    assert str(error.value).endswith("use hand=10 or less.")
    with using_language("de"):
        assert translate(refusal.sentence) == "Karte 5 ist nicht in dieser Hand."
        assert translate(error.value.sentence).endswith("nimm hand=10 oder weniger.")


@pytest.mark.parametrize("code", LANGUAGES)
def test_every_event_of_every_game_has_a_sentence(code: str) -> None:
    """The sentences are those in every language, for a spectator and for one seat."""
    with using_language(code):
        for name, game in sixth.games.items():
            play = sixth.Game(game.replace(seats=3), seed=1)
            while not play.over:
                for seat in play.to_act:
                    play.act(seat, play.view(seat).legal[0])
            for me in (None, 0):
                narrator = Narrator(play.state.rules, ["Ana", "{Bo}", "Cy"], me=me, knows=range(3))
                lines = [line for event in play.state.history for line in narrator.lines(event)]
                assert lines, name
                assert all(line and "{" not in line.replace("{Bo}", "") for line in lines)


# ------------------------------------------------------------------ the terminal


def test_the_terminal_uses_the_language_of_its_option(capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["--lang", "de", "games"]) == 0
    assert "Plätze" in capsys.readouterr().out
    assert run(["--lang=fr", "play", "--help"]) == 0
    assert "Exemple\xa0: sixth play" in capsys.readouterr().out
    assert run(["--lang", "it", "play", "--set", "deck=3"]) == 2
    assert "usa " in capsys.readouterr().err
    assert run(["--lang", "xx", "games"]) == 2


@pytest.mark.parametrize("command", ["games", "bots"])
def test_output_for_programs_is_the_same_in_every_language(
    command: str, capsys: pytest.CaptureFixture[str]
) -> None:
    printed = set()
    for code in LANGUAGES:
        assert run(["--lang", code, command, "--json"]) == 0
        printed.add(capsys.readouterr().out)
    assert len(printed) == 1
