"""Parts of the site itself at a table: what they offer is what the commands of the table allow."""

import pytest

from sixth.rules.game import Refusal
from sixth.server.table import commands
from sixth.server.table.commands import Command, Context, decide
from sixth.server.table.identity import Audience
from sixth.server.table.state import Table
from sixth.server.web.text.rules import rules_texts
from sixth.server.web.views.asides import asides
from sixth.server.web.views.offers import offers
from tests.server.support.logs import beginning
from tests.server.web.views.test_offers import NOW, STORIES, moments


def allows(table: Table, viewer: Audience, command: Command) -> bool:
    """Return whether the table takes this command from that viewer."""
    context = Context(now=NOW, bots=(), proof=viewer.proof, began=beginning(table, 1))
    try:
        decide(table, command, context)
    except Refusal:
        return False
    return True


@pytest.mark.parametrize(("game", "seed"), STORIES)
def test_a_table_offers_to_leave_and_to_add_a_text_where_that_is_allowed(game: str, seed: int) -> None:
    seen = set[str]()
    for table, viewer in moments(game, seed):
        view = viewer.view(table)
        parts = asides(view)
        forms = {part["form"]["action"] for place in parts.values() for part in place if "form" in part}
        fields = {part["field"]["command"] for part in parts["fair"] if "field" in part}
        offered = any(isinstance(each, commands.Leave) for each in offers(table, viewer, NOW))
        assert (f"/t/{table.id}/leave" in forms) == (offered and view.seat is not None)
        assert (f"/t/{table.id}/text" in forms) == ("text" in fields)
        assert "text" not in fields or allows(table, viewer, commands.AddText(text="mine"))
        assert ("sit" in fields) == (view.view is None and view.offered is not None)
        addresses = {link["address"] for part in parts["stay"] for link in part.get("links", ())}
        assert (f"/t/{table.id}/house" in addresses) == (view.seat is not None and view.seat == view.host)
        seen |= {*forms, *fields}
    assert {each.rpartition("/")[2] for each in seen} == {"leave", "text", "sit"}


def test_the_rules_in_force_are_all_rules_of_the_table() -> None:
    for story in STORIES:
        for table, viewer in list(moments(*story))[:2]:
            (part,) = asides(viewer.view(table))["rules"]
            assert [each["text"] for each in part["items"]] == rules_texts(table.rules)
