"""The catalogues of five languages: complete, and in the typography of each language."""

import ast
import re
from functools import cache
from pathlib import Path
from string import Formatter
from typing import Any, Final

import pytest
from babel.messages.catalog import Catalog, Message
from typer.main import get_command

from scripts import words
from sixth.cli.app import app
from sixth.i18n import LANGUAGES, SOURCE

ROOT: Final = Path(__file__).parents[1]
PACKAGE: Final = ROOT / "src/sixth"
OTHERS: Final = sorted({*LANGUAGES} - {SOURCE})
STATIC: Final = PACKAGE / "server/web/static"
TEMPLATES: Final = sorted((PACKAGE / "server").glob("**/templates/**/*.html"))
SCRIPTS: Final = sorted(STATIC.rglob("*.js"))


def place(path: Path) -> str:
    """Return the path of a file of a catalogue."""
    return path.relative_to(PACKAGE / "server").as_posix()


catalogue = cache(words.read)
"""The catalogue of a language, read once."""


@cache
def source_messages() -> dict[Any, Message]:
    """Return all messages to translate."""
    return texts(words.extracted())


def texts(catalog: Catalog) -> dict[Any, Message]:
    """Return the messages of a catalogue by their source text."""
    return {message.id: message for message in catalog if message.id}


def options(command: Any) -> set[str]:
    """Return the options of a command and of the commands in it."""
    inner = [options(each) for each in getattr(command, "commands", {}).values()]
    return set().union(*inner, *(each.opts for each in command.params), {"--help"})


def test_each_option_that_a_sentence_names_exists() -> None:
    known = options(get_command(app))
    named = {
        option
        for message in source_messages()
        for form in forms(message)
        for option in re.findall(r"(?<![\w-])--[a-z][a-z-]*", form)
    }
    assert len(named) > 30
    assert named - known == set()


def forms(text: Any) -> tuple[str, ...]:
    """Return all plural forms of a text."""
    return (text,) if isinstance(text, str) else tuple(text)


def names(text: str) -> list[str]:
    """Return the placeholders of a text."""
    return sorted(name for _, name, _, _ in Formatter().parse(text) if name is not None)


@pytest.mark.parametrize("code", OTHERS)
def test_every_text_is_translated_and_nothing_else(code: str) -> None:
    catalog = catalogue(code)
    translated = texts(catalog)
    assert not source_messages().keys() - translated.keys(), "run `make words` and translate what is new"
    assert not translated.keys() - source_messages().keys(), (
        "run `make words`, which drops what is no longer used"
    )
    assert not [id for id, message in translated.items() if not all(forms(message.string))]
    assert not [id for id, message in translated.items() if message.fuzzy]
    assert not catalog.obsolete


@pytest.mark.parametrize("code", OTHERS)
def test_every_translation_has_the_same_placeholders_and_every_plural(code: str) -> None:
    catalog = catalogue(code)
    for id, message in texts(catalog).items():
        *_few, many = all_forms = forms(message.string)
        assert len(all_forms) == (catalog.num_plurals if isinstance(id, tuple) else 1), id
        # A form for one thing may lack the number, as in the source; the French form serves zero too.
        placeholders = [names(forms(id)[-1])] if code == "fr" else [names(form) for form in forms(id)]
        assert not many or names(many) == names(forms(id)[-1]), many
        assert all(names(form) in placeholders for form in all_forms if form), all_forms
    assert f"plural={words.PLURALS[code].partition('plural=')[2]}" in catalog.plural_forms + ";"


def test_the_sentences_of_scripts_stand_as_make_words_writes_them() -> None:
    assert words.SCRIPTS.read_text("utf-8") == words.of_scripts()


@pytest.mark.parametrize("code", OTHERS)
def test_a_catalogue_stands_as_make_words_writes_it(code: str) -> None:
    assert words.path_of(code).read_bytes() == words.written(words.read(code))


_LOOKED_UP: Final = {
    "i18n.py": "it is what looks up",
    "cli/help.py": "words of commands",
    "cli/lists.py": "what games and bots say of themselves",
    "rules/game.py": "a template by the phase, each of them a sentence there",
    "server/web/text/labels.py": "what games say of themselves",
    "server/web/templating/sentences.py": "sentences of scripts",
}
"""Modules that look up texts from elsewhere, and their expressions; scripts/words.py knows them."""


def test_every_text_to_translate_is_a_literal_and_stands_in_no_f_string() -> None:
    """A composed text would be English in every language.

    Python before 3.12 has one token for an f-string, so the extractor would miss the texts inside.
    """
    text_at = {name: (at[0] if at else 1) - 1 for name, at in words._KEYWORDS.items()}
    wrong = set()
    for path in PACKAGE.rglob("*.py"):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id in text_at:
                at = text_at[node.func.id]
                assert not isinstance(node.args[at], ast.JoinedStr | ast.BinOp), f"{path}:{node.lineno}"
                # A sentence may be handed on.
                if not ("entence" in node.func.id or isinstance(node.args[at], ast.Constant)):
                    wrong.add(path.relative_to(PACKAGE).as_posix())
            if isinstance(node, ast.JoinedStr):
                calls = [each for each in ast.walk(node) if isinstance(each, ast.Call)]
                inside = [each.args[0] for each in calls if ast.unparse(each.func) in ("_", "ngettext")]
                assert not any(isinstance(text, ast.Constant) for text in inside), f"{path}:{node.lineno}"
    assert wrong == _LOOKED_UP.keys()


@pytest.mark.parametrize("path", TEMPLATES, ids=place)
def test_no_template_has_untranslated_words(path: Path) -> None:
    html = re.sub(r"\{#.*?#\}|\{%.*?%\}|\{\{.*?\}\}", "", path.read_text(encoding="utf-8"), flags=re.DOTALL)
    visible = re.findall(r'(?:alt|title|placeholder|aria-label|aria-description)="([^"]*)"', html)
    visible += re.sub(r"<style.*?</style>|<!--.*?-->|<[^>]*>", "\n", html, flags=re.DOTALL).splitlines()
    # Addresses, and attributes that a macro gives to an element, are no words.
    visible = [text for text in visible if not re.fullmatch(r"[/?]\S*", text.strip())]
    visible = [re.sub(r' [a-z-]+="[^"]*"| autofocus', "", text) for text in visible]
    assert not [text for text in visible if re.search(r"[^\W\d_]", text.replace("Sixth", ""))]


@pytest.mark.parametrize("path", SCRIPTS, ids=place)
def test_no_script_has_untranslated_sentences(path: Path) -> None:
    """They come from the page, or from the catalogues."""
    code = re.sub(r"(?m)^\s*(//|\*|/\*).*$|\s//\s.*$", "", path.read_text(encoding="utf-8"))
    code = re.sub(r'\b(?:_|ngettext)\(\s*"[^"]*"(?:,\s*"[^"]*")?', "", code)
    quoted = re.findall(r'"([^"\n]*)"' + r"|'([^'\n]*)'" + r"|`([^`]*)`", code)
    assert not [text for literals in quoted for text in literals if re.match(r"[A-Z][a-z]+,? [a-z]+ ", text)]


# ------------------------------------------------------------------ typography


def typeset_forms(code: str) -> list[str]:
    """Return every form of every text in a language, without literals and placeholders."""
    all_forms = [form for message in texts(catalogue(code)).values() for form in forms(message.string)]
    return [
        re.sub(r"`[^`]*`|\{[^}]*\}|--\S+|6\snimmt!|\w+=\S+|\w+://\S*|(?<=, )\? ", "x", form)
        for form in all_forms
    ]


@pytest.mark.parametrize("code", OTHERS)
def test_quotes_dots_and_apostrophes_are_those_of_the_language(code: str) -> None:
    own = {"de": "„“", "fr": "«»", "it": "«»", "id": "“”"}[code]
    for text in typeset_forms(code):
        # Straight quotes belong to JSON, or to a command line.
        assert {*re.findall("[„“”«»]", text)} <= {*own}, text
        assert "..." not in text, text
        assert not re.search(r"\w'\w", text), text
        assert text == text.strip(" "), text
        assert "  " not in text, text


@pytest.mark.parametrize("code", OTHERS)
def test_no_translation_equals_that_of_another_language(code: str) -> None:
    own = texts(catalogue(code))
    for other in {*LANGUAGES} - {code}:
        other_texts = texts(catalogue(other)) if other != SOURCE else {}
        for id, message in own.items():
            translation = forms(message.string)[0]
            long = len(re.findall(r"[a-z]{3,}", re.sub(r"\{[^}]*\}", "", translation))) > 3
            assert not long or translation != forms(other_texts[id].string if other_texts else id)[0], other


@pytest.mark.parametrize("code", OTHERS)
def test_the_name_of_the_game_stays_on_one_line(code: str) -> None:
    all_forms = [form for message in texts(catalogue(code)).values() for form in forms(message.string)]
    assert not [form for form in all_forms if "6 nimmt!" in form]


def test_french_has_no_break_spaces_before_high_signs_and_inside_quotes() -> None:
    for text in typeset_forms("fr"):
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
def test_readers_are_addressed_informally(code: str, formal: str) -> None:
    # At the beginning of a German sentence this word is "she" or "they".
    assert not [text for text in typeset_forms(code) if re.search(rf"(?<![.!?:] ){formal}", text.lstrip())]
