"""Errors: each has a stable code, by which programs go, and a sentence of its own."""

import ast
import copy
import errno
import pickle
import re
from collections import defaultdict
from pathlib import Path
from typing import Final

import pytest

from sixth.i18n import error_text, using_language
from sixth.rules.codec import Malformed, loads
from sixth.rules.options import Rules, RulesError
from sixth.rules.record import RecordError, read
from sixth.rules.sentence import SentenceError
from sixth.server.web.forms import option_errors

PACKAGE: Final = Path(__file__).parents[1] / "src/sixth"
REFUSALS: Final = {"NotNow", "Impossible", "Forbidden", "NotFound", "Unproven", "Busy", "NoRoom"}
CODE_AT: Final = {
    "RulesError": 0,
    "Malformed": 0,
    "RecordError": 1,
    **dict.fromkeys(REFUSALS, 0),
    "WeightsError": 0,
    "BotFault": 0,
}
"""The position of the code among each error's arguments."""


def templates() -> dict[tuple[str, str], set[str]]:
    """Return the templates of all errors, by class and code."""
    by_code: dict[tuple[str, str], set[str]] = defaultdict(set)
    for path in PACKAGE.rglob("*.py"):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id in CODE_AT:
                code, template = node.args[CODE_AT[node.func.id] :][:2]
                assert isinstance(code, ast.Constant), f"{path}:{node.lineno}"
                by_code[node.func.id, str(code.value)].add(ast.unparse(template))
    return by_code


def test_codes_are_in_kebab_case() -> None:
    assert not [code for _, code in templates() if not re.fullmatch("[a-z0-9]+(-[a-z0-9]+)*", code)]


def test_each_code_of_the_rules_stands_for_one_sentence() -> None:
    """A refusal's code says what to do about it, which several sentences may share."""
    several = {key for key, sentences in templates().items() if len(sentences) > 1 and key[0] not in REFUSALS}
    assert several <= {("Malformed", "not-one-of")}


def test_the_form_has_a_sentence_for_every_option_error() -> None:
    parts = {"smaller-hand", "larger-deck", "fewer-rows", "full-deck", "full-deck-fewer-rows"}
    no_form_sends = {"no-such-choice", "no-such-option", "no-such-end", "no-end", "seats-missing"}
    of_tables = {"too-many-rounds", "limit-too-high"}
    of_rules = {code for kind, code in templates() if kind == "RulesError"}
    assert option_errors._words().keys() == of_rules - no_form_sends - of_tables | parts


def errors() -> list[SentenceError]:
    """Return one error of each kind."""
    all_errors: list[SentenceError] = []
    with pytest.raises(RulesError) as of_rules:
        Rules(seats=10, hand=20)
    with pytest.raises(Malformed) as of_json:
        loads("NaN")
    with pytest.raises(RecordError) as of_record:
        list(read(["{}"]))
    all_errors += of_rules.value, of_json.value, of_record.value
    return all_errors


@pytest.mark.parametrize("error", errors(), ids=lambda error: error.code)
def test_a_copied_error_says_the_same(error: SentenceError) -> None:
    """The copy may come from another process."""
    for twin in (copy.copy(error), pickle.loads(pickle.dumps(error))):
        assert (type(twin), twin.code, str(twin)) == (type(error), error.code, str(error))


@pytest.mark.parametrize(
    ("error", "english", "german"),
    [
        (OSError(errno.ENOENT, "whatever"), "No such file or directory", "gibt es nicht"),
        (TimeoutError("timed out"), "timed out", "keine Antwort"),
        (OSError(errno.EPIPE, "Broken pipe"), "Broken pipe", "Broken pipe"),
        (OSError("{odd}"), "{odd}", "{odd}"),
        (OSError(), "", ""),
        (ValueError("{odd}"), "{odd}", "{odd}"),
    ],
)
def test_an_error_of_the_system_has_a_sentence_by_its_number(
    error: Exception, english: str, german: str
) -> None:
    assert error_text(error) == english
    with using_language("de"):
        assert error_text(error) == german
