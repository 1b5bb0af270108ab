"""Commands that a page without scripts offers: none is refused, and its form holds what its address reads."""

from collections.abc import Iterator
from dataclasses import asdict, replace
from typing import Final

import pytest

import sixth
from sixth import bots
from sixth.server.table import commands
from sixth.server.table.commands import Command, Context, decide
from sixth.server.table.config import TableConfig
from sixth.server.table.identity import Audience
from sixth.server.table.state import Table
from sixth.server.web.forms import models
from sixth.server.web.routes.commands import FORMS
from sixth.server.web.views.offers import offered_forms, offers
from tests.server.support.logs import beginning, token
from tests.server.support.stories import Story

NOW: Final = 2_000_000
"""A time after all that happens in a story."""

STORIES: Final = [("classic", 1), ("logic", 2), ("both-ends", 4), ("kids", 3)]
"""Games with every kind of question, each with a seed of its story."""

CONFIG: Final = TableConfig(turn_seconds=30, bank_seconds=60, helps=True)


def moments(game: str, seed: int) -> Iterator[tuple[Table, Audience]]:
    """Yield moments of a table with two rounds, for each seat, a newcomer and a stranger."""
    rules = sixth.games[game].replace(seats=4)
    if rules.deal != "halves":
        rules = rules.replace(end=sixth.End("rounds", 2))
    viewers = [Audience.of(token(seat)) for seat in (0, 1, 3, 9)] + [Audience.of(None)]
    for steps in Story(rules, CONFIG, seed).steps[::3]:
        yield from ((steps[-1][1], viewer) for viewer in viewers)


def as_sent(offered: Command) -> Command:
    """Return the command as a reader sends it, with a name."""
    return replace(offered, name="Newcomer") if isinstance(offered, commands.Sit) else offered


def test_no_offered_command_is_refused() -> None:
    seen: set[str] = set()
    for table, viewer in (each for story in STORIES for each in moments(*story)):
        context = Context(now=NOW, bots=bots.names, proof=viewer.proof, began=beginning(table, 1))
        for offered in offers(table, viewer, NOW):
            decide(table, as_sent(offered), context)
            seen.add(offered.verb)
    assert seen >= {each.verb for each in commands.COMMANDS} - {"config", "say", "text", "play-out"}


@pytest.mark.parametrize(("game", "seed"), STORIES)
def test_the_form_of_a_command_holds_the_fields_that_its_address_reads(game: str, seed: int) -> None:
    for table, viewer in moments(game, seed):
        offered = offers(table, viewer, NOW)
        forms = offered_forms(offered, viewer.view(table))
        sent = [
            (form.verb, form.fields | ({name: value} if name else {}))
            for form in forms
            for name, value, _ in form.buttons
        ]
        assert [verb for verb, _ in sent] == [each.verb for each in offered]
        for command, (_verb, fields) in zip(offered, sent, strict=True):
            match command:
                case commands.Take(row=row, end=end):
                    assert models.TakeForm.model_validate(fields).row_and_side() == (row, end)
                case commands.AddBot(seat=seat):
                    read = FORMS[commands.AddBot].model_validate({**fields, "bot": "mixed"})
                    assert read.model_dump() == {"seat": seat, "bot": "mixed"}
                case commands.Sit():
                    assert fields == {}
                case _:
                    read = FORMS[type(command)].model_validate(fields)
                    assert read.model_dump() == asdict(command)


def test_a_big_screen_offers_nothing() -> None:
    for table, _viewer in moments("classic", 1):
        assert offers(table, Audience.of(token(0), screen=True), NOW) == []
