"""The tools of a site follow from the document of its API, which follows from the commands of a table."""

from typing import Any

import jsonschema
import pytest

from sixth.mcp.operations import WAIT, Operation, operations_of
from sixth.server.table.commands import COMMANDS
from tests.server.support.hosting import Site


@pytest.fixture(scope="module")
def operations(site: Site) -> dict[str, Operation]:
    """Return the operations that a site offers."""
    document: dict[str, Any] = site.person().client.get("/api/v1/openapi.json").json()
    return operations_of(document)


def test_every_command_of_a_table_can_be_sent(operations: dict[str, Operation]) -> None:
    paths = {each.path for each in operations.values() if each.method == "POST"}
    verbs = {each.verb for each in COMMANDS} - {"choose", "take", "pick"} | {"act"}
    assert {f"/tables/{{table_id}}/{verb}" for verb in verbs} <= paths


def test_every_schema_is_valid_and_complete_in_itself(operations: dict[str, Operation]) -> None:
    for each in operations.values():
        jsonschema.Draft202012Validator.check_schema(each.schema)
        assert each.schema["type"] == "object"
        assert "#/components" not in str(each.schema)
    schema = operations["act"].schema
    moment = {"table_id": "x", "game": 1, "round": 1, "turn": 1}
    jsonschema.validate({**moment, "action": {"choose": 17}}, schema)
    with pytest.raises(jsonschema.ValidationError):
        jsonschema.validate({**moment, "action": {"peek": 1}}, schema)


def test_no_tool_takes_or_gives_a_token_or_hides_that_a_model_is_a_bot(
    operations: dict[str, Operation],
) -> None:
    for each in operations.values():
        assert not {"token", "password"} & each.arguments.keys()
        assert each.arguments.get("bot", {}).get("type") != "boolean"


def test_only_the_news_of_a_table_is_a_stream(operations: dict[str, Operation]) -> None:
    assert [each.name for each in operations.values() if each.streams] == [WAIT]


def test_an_address_has_its_arguments_in_quotes(operations: dict[str, Operation]) -> None:
    assert operations["look"].address({"table_id": "../a b?"}) == "/tables/..%2Fa%20b%3F"
