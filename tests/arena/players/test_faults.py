"""Faults of bots: they are data, and are shown in the language of the reader."""

import errno
import json
from typing import Any, Final

import pytest

import sixth
from sixth.arena.deal import Failure, result_from_json, result_to_json
from sixth.arena.players.faults import BotFault, fault_from_json, fault_to_json, printable_sentence
from sixth.i18n import using_language
from sixth.os_errors import os_error
from sixth.rules.codec import Malformed
from sixth.rules.sentence import AnyOf, Sentence
from sixth.rules.view_json import action_from_json
from tests.arena.tables import contest, table_of

STOP_FAULT: Final = {"code": "stopped", "template": "stopped with exit code {code}", "values": {"code": 3}}


def round_trip(fault: Sentence) -> Sentence:
    """The fault as another process reads it."""
    return fault_from_json(json.loads(json.dumps(fault_to_json(fault))))


def faults() -> list[Sentence]:
    """Faults with each kind of value."""
    malformed = Malformed("not-one-of", "the string {allowed}", allowed=AnyOf(("left", "right")))
    wrong = BotFault("wrong-answer", "gave a wrong answer: {why}", why=malformed.sentence).sentence
    return [
        wrong,
        BotFault("closed", "closed its standard input or output").sentence,
        BotFault("killed-saying", "was ended by signal {number}: {said}", number=9, said="{oh} no").sentence,
        BotFault(
            "unstarted", "could not be started: {why}", why=os_error(OSError(errno.ENOENT, ""))
        ).sentence,
        BotFault(
            "given-up",
            "was given up, because {count} processes gave no answer; the last {why}",
            count=3,
            why=wrong,
        ).sentence,
    ]


@pytest.mark.parametrize("fault", faults(), ids=lambda fault: fault.code)
def test_a_fault_comes_back_from_json_as_it_was(fault: Sentence) -> None:
    assert round_trip(fault) == fault
    with using_language("de"):
        text = Failure(0, 0, str(fault), round_trip(fault)).text
        assert text == Failure(0, 0, str(fault), fault).text
        assert text != str(fault)


@pytest.mark.parametrize(
    ("answer", "begin"),
    [
        ("", "hat falsch geantwortet: Eine leere Zeile ist keine Aktion; "),
        ("17", "hat falsch geantwortet: 17 ist keine Aktion; "),
        ('{"choose":105}', 'hat falsch geantwortet: {"choose":105} ist jetzt nicht erlaubt; '),
        ("\x1b[31m", "hat falsch geantwortet: \N{REPLACEMENT CHARACTER}[31m ist keine Aktion; "),
    ],
)
def test_a_wrong_answer_is_told_in_the_language_of_who_reads(answer: str, begin: str) -> None:
    board = sixth.Game(sixth.games["classic"].replace(seats=3), seed=1).view(0)
    with pytest.raises(Malformed) as error:
        action_from_json(answer, board)
    why = printable_sentence(error.value.sentence)
    fault = BotFault("wrong-answer", "gave a wrong answer: {why}", why=why).sentence
    with using_language("de"):
        text = Failure(0, 0, str(fault), round_trip(fault)).text
    assert text.startswith(begin)
    assert not text.endswith(".")


def test_results_of_older_versions_are_read_and_told_as_they_are() -> None:
    value = json.loads(json.dumps(result_to_json(table_of(contest()).play(0))))
    value["faults"] = [{"bot": 0, "rotation": 1, "why": "stopped with exit code 3"}]
    result = result_from_json(value, seats=3)
    assert result.faults == (Failure(0, 1, "stopped with exit code 3"),)
    assert result.faults[0].text == "stopped with exit code 3"
    assert result_to_json(result)["faults"] == value["faults"]


@pytest.mark.parametrize(
    "change",
    [
        {"template": "stopped with exit code {code.__class__}"},
        {"template": "stopped with exit code {code:99}"},
        {"template": "stopped with exit code {code!r}"},
        {"template": "stopped with exit code {other}"},
        {"template": "stopped with exit code {code"},
        {"template": 3},
        {"values": []},
        {"values": {"code": None}},
        {"values": {"code": {"code": "x"}}},
        {"code": None},
        {"more": 1},
    ],
)
def test_what_is_no_fault_is_refused(change: dict[str, Any]) -> None:
    assert str(fault_from_json(STOP_FAULT)) == "stopped with exit code 3"
    with pytest.raises(Malformed):
        fault_from_json({**STOP_FAULT, **change})
