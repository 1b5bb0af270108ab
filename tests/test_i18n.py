"""Five languages: every word there is in each of them, and each reader hears their own."""

import ast
import importlib.util
import re
from datetime import UTC, datetime
from functools import cache
from pathlib import Path
from string import Formatter
from types import ModuleType
from typing import Any, Final

import pytest
from babel.messages.catalog import Catalog, Message

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

ROOT: Final = Path(__file__).parents[1]
PACKAGE: Final = ROOT / "src/sixth"
OTHERS: Final = sorted({*LANGUAGES} - {SOURCE})
STATIC: Final = PACKAGE / "server/web/static"
TEMPLATES: Final = sorted((PACKAGE / "server/web/templates").rglob("*.html"))
SCRIPTS: Final = [path for path in sorted(STATIC.rglob("*.js")) if "vendor" not in path.parts]


def place(path: Path) -> str:
    """Where a file stands."""
    return path.relative_to(PACKAGE / "server/web").as_posix()


def words() -> ModuleType:
    """What `make words` runs."""
    spec = importlib.util.spec_from_file_location("words", ROOT / "scripts/words.py")
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


WORDS: Final = words()


@cache
def wanted() -> dict[Any, Message]:
    """Every text there is to translate."""
    return texts(WORDS.extracted())


def texts(catalog: Catalog) -> dict[Any, Message]:
    """The texts of a catalogue by what they are in the source."""
    return {message.id: message for message in catalog if message.id}


def forms(text: Any) -> tuple[str, ...]:
    """All plural forms of a text."""
    return (text,) if isinstance(text, str) else tuple(text)


def names(text: str) -> list[str]:
    """The placeholders of a text."""
    return sorted(name for _, name, _, _ in Formatter().parse(text) if name is not None)


@pytest.mark.parametrize("code", OTHERS)
def test_every_text_is_translated_and_nothing_else(code: str) -> None:
    catalog = WORDS.read(code)
    found = texts(catalog)
    assert not wanted().keys() - found.keys(), "run `make words` and translate what is new"
    assert not found.keys() - wanted().keys(), "run `make words`, which drops what is no longer used"
    assert not [id for id, message in found.items() if not all(forms(message.string))]
    assert not [id for id, message in found.items() if message.fuzzy]
    assert not catalog.obsolete


@pytest.mark.parametrize("code", OTHERS)
def test_every_translation_has_the_same_placeholders_and_every_plural(code: str) -> None:
    catalog = WORDS.read(code)
    for id, message in texts(catalog).items():
        *_few, many = found = forms(message.string)
        assert len(found) == (catalog.num_plurals if isinstance(id, tuple) else 1), id
        # For one thing a form may do without the number, as in the source; the French one is for none too.
        allowed = [names(forms(id)[-1])] if code == "fr" else [names(form) for form in forms(id)]
        assert not many or names(many) == names(forms(id)[-1]), many
        assert all(names(form) in allowed for form in found if form), found
    assert f"plural={WORDS.PLURALS[code].partition('plural=')[2]}" in catalog.plural_forms + ";"


@pytest.mark.parametrize("code", OTHERS)
def test_a_catalogue_stands_as_make_words_writes_it(code: str) -> None:
    assert WORDS.path_of(code).read_bytes() == WORDS.written(WORDS.read(code))


def test_every_text_to_translate_is_one_that_can_be_found() -> None:
    """No f-string and nothing glued together: the catalogues could not know it."""
    wrong = []
    for path in PACKAGE.rglob("*.py"):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.Call) and isinstance(node.func, ast.Name):
                at = {"_": 0, "gettext": 0, "ngettext": 0, "Sentence": 0, "sentence": 0}
                at |= {"Malformed": 1, "Refusal": 1, "RulesError": 1, "RecordError": 2}
                at |= {"WeightsError": 1, "BotFault": 1}
                text = node.args[at[node.func.id] :][:1] if node.func.id in at else []
                if text and isinstance(text[0], ast.JoinedStr | ast.BinOp):
                    wrong.append(f"{path.relative_to(PACKAGE)}:{node.lineno}")
    assert not wrong


@pytest.mark.parametrize("path", TEMPLATES, ids=place)
def test_no_template_has_words_of_its_own(path: Path) -> None:
    html = re.sub(r"\{#.*?#\}|\{%.*?%\}|\{\{.*?\}\}", "", path.read_text(encoding="utf-8"), flags=re.DOTALL)
    shown = re.findall(r'(?:alt|title|placeholder|aria-label|aria-description)="([^"]*)"', html)
    shown += re.sub(r"<style.*?</style>|<!--.*?-->|<[^>]*>", "\n", html, flags=re.DOTALL).splitlines()
    # Neither an address nor an attribute that a macro gives to some element is a word.
    shown = [text for text in shown if not re.fullmatch(r"[/?]\S*", text.strip())]
    shown = [re.sub(r' [a-z-]+="[^"]*"| autofocus', "", text) for text in shown]
    assert not [text for text in shown if re.search(r"[^\W\d_]", text.replace("Sixth", ""))]


@pytest.mark.parametrize("path", SCRIPTS, ids=place)
def test_no_script_has_sentences_of_its_own(path: Path) -> None:
    """They come from the page."""
    code = re.sub(r"(?m)^\s*(//|\*|/\*).*$|\s//\s.*$", "", path.read_text(encoding="utf-8"))
    quoted = re.findall(r'"([^"\n]*)"' + r"|'([^'\n]*)'" + r"|`([^`]*)`", code)
    assert not [text for found in quoted for text in found if re.match(r"[A-Z][a-z]+,? [a-z]+ ", text)]


# ------------------------------------------------------------------ who reads what


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
def test_a_browser_gets_the_best_language_that_there_is(header: str, code: str) -> None:
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
def test_a_terminal_speaks_as_the_system_does(environment: dict[str, str], code: str) -> None:
    assert system_language(environment) == code


def test_an_unknown_language_is_english() -> None:
    with using_language("xx"):
        assert i18n.current_language() == best_language(["xx"]) == SOURCE


def test_a_language_holds_to_the_end_of_its_block() -> None:
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
def test_things_are_counted_as_each_language_counts(code: str, none: str, one: str, many: str) -> None:
    with using_language(code):
        assert [heads_text(count) for count in (0, 1, 2)] == [none, one, many]


def test_lists_and_numbers_are_those_of_the_language() -> None:
    with using_language("de"):
        assert i18n.and_list(["Ana", "Bo", "Cy"]) == "Ana, Bo und Cy"
        assert i18n.or_list(["a", "b"]) == "a oder b"
        assert i18n.number_text(1234.5, digits=1) == "1.234,5"
        assert i18n.datetime_text(datetime(2026, 11, 21, 13, 5, tzinfo=UTC)) == "21.11.2026, 13:05:00"
    assert i18n.number_text(1234.5, digits=1) == "1,234.5"
    assert i18n.percent_text(0.125) == "12.5%"


def test_refusals_are_made_in_english_and_said_in_the_language_of_who_reads() -> None:
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
def test_every_event_of_every_game_can_be_told(code: str) -> None:
    """In every language, from no seat and from one."""
    with using_language(code):
        for name, game in sixth.games.items():
            play = sixth.Game(game.replace(seats=3), seed=1)
            while not play.over:
                for seat in play.to_act:
                    play.act(seat, play.view(seat).legal[0])
            for me in (None, 0):
                narrator = Narrator(play.state.rules, ["Ana", "{Bo}", "Cy"], me=me, knows=range(3))
                told = [line for event in play.state.history for line in narrator.lines(event)]
                assert told, name
                assert all(line and "{" not in line.replace("{Bo}", "") for line in told)


# ------------------------------------------------------------------ the terminal


def test_the_terminal_speaks_the_language_that_is_asked_for(capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["--lang", "de", "games"]) == 0
    assert "Plätze" in capsys.readouterr().out
    assert run(["--lang=fr", "play", "--help"]) == 0
    assert "Exemple\xa0: sixth play" in capsys.readouterr().out
    assert run(["--lang", "it", "play", "--set", "deck=3"]) == 2
    assert "usa " in capsys.readouterr().err
    assert run(["--lang", "xx", "games"]) == 2


@pytest.mark.parametrize(
    "arguments",
    [
        ["--nope"],
        ["games", "--nope"],
        ["nonsense"],
        ["simulate"],
        ["replay"],
        ["play", "--seed"],
        ["games", "--json=1"],
        ["play", "--seed", "x"],
        ["games", "x", "y"],
        ["play", "--bots", "x"],
    ],
    ids=" ".join,
)
def test_a_command_line_that_makes_no_sense_is_refused_in_the_language_asked_for(
    arguments: list[str], capsys: pytest.CaptureFixture[str]
) -> None:
    said = []
    for code in LANGUAGES:
        assert run(["--lang", code, *arguments]) == 2
        said.append(capsys.readouterr().err.partition(" (")[0])
    assert len(set(said)) == len(said)


@pytest.mark.parametrize("command", ["games", "bots"])
def test_what_programs_read_is_the_same_in_every_language(
    command: str, capsys: pytest.CaptureFixture[str]
) -> None:
    printed = set()
    for code in LANGUAGES:
        assert run(["--lang", code, command, "--json"]) == 0
        printed.add(capsys.readouterr().out)
    assert len(printed) == 1


# ------------------------------------------------------------------ how each language is written


def typed(code: str) -> list[str]:
    """Every form of every text in a language, but for what is typed as it is, and placeholders."""
    found = [form for message in texts(WORDS.read(code)).values() for form in forms(message.string)]
    return [
        re.sub(r"`[^`]*`|\{[^}]*\}|--\S+|6\snimmt!|\w+=\S+|\w+://\S*|(?<=, )\? ", "x", form) for form in found
    ]


@pytest.mark.parametrize("code", OTHERS)
def test_quotes_dots_and_apostrophes_are_those_of_the_language(code: str) -> None:
    own = {"de": "„“", "fr": "«»", "it": "«»", "id": "“”"}[code]
    for text in typed(code):
        # What stands between straight ones is said of JSON, or of a command line.
        assert {*re.findall("[„“”«»]", text)} <= {*own}, text
        assert "..." not in text, text
        assert not re.search(r"\w'\w", text), text
        assert text == text.strip(" "), text
        assert "  " not in text, text


@pytest.mark.parametrize("code", OTHERS)
def test_the_name_of_the_game_stays_on_one_line(code: str) -> None:
    found = [form for message in texts(WORDS.read(code)).values() for form in forms(message.string)]
    assert not [form for form in found if "6 nimmt!" in form]


def test_french_keeps_a_space_that_does_not_break_before_high_signs_and_inside_quotes() -> None:
    for text in typed("fr"):
        assert not re.search(r"(?<!\N{NARROW NO-BREAK SPACE})[;!?](?=\s|$)", text), text
        assert not re.search(r"(?<!\N{NO-BREAK SPACE}):(?=\s|$)", text), text
        assert not re.search(r"«(?!\N{NO-BREAK SPACE})|(?<!\N{NO-BREAK SPACE})»", text), text


@pytest.mark.parametrize(
    ("code", "formal"),
    [
        ("de", r"\b(Sie|Ihnen|Ihr|Ihre|Ihren|Ihrem)\b"),
        ("fr", r"\b([Vv]ous|[Vv]otre|[Vv]os)\b"),
        ("it", r"\b(Lei|Suo|Sua)\b"),
        ("id", r"\b(Anda|anda)\b"),
    ],
)
def test_readers_are_spoken_to_as_friends_throughout(code: str, formal: str) -> None:
    # At the beginning of a German sentence it is "she" or "they".
    assert not [text for text in typed(code) if re.search(rf"(?<![.!?:] ){formal}", text.lstrip())]
