"""The state of a page is as the document of the API says, in every named game and for everybody."""

import json

import pytest

import sixth
from sixth.server.api.answers import TableShown
from sixth.server.api.page_state import PageState
from tests.server.web.wire.law import CODE, Told, audiences, story


@pytest.mark.parametrize("game", sixth.games)
def test_the_state_of_a_page_has_the_keys_and_types_that_the_document_says(game: str) -> None:
    writes = story(game).steps
    for audience in audiences(4):
        for full in Told(writes, audience).fulls:
            if full == b"null":
                continue
            state = json.loads(full)["full"]
            # A key that is missing or of another type is refused, one that is too many is left out.
            assert json.loads(PageState.model_validate_json(json.dumps(state)).model_dump_json()) == state


def test_pages_and_programs_are_told_the_same_of_a_table() -> None:
    told = Told(story("classic").steps, audiences(4)[0])
    for table, full in zip(told.tables, told.fulls, strict=True):
        state = json.loads(full)["full"]
        shown = json.loads(TableShown.of(told.audience.view(table), CODE).model_dump_json())
        same = state.keys() & shown.keys() - {"clock", "view"}
        assert len(same) > 20
        assert {key: state[key] for key in same} == {key: shown[key] for key in same}
        if state["view"] is not None:
            assert {key: shown["view"][key] for key in state["view"]} == state["view"]
