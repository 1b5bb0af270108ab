"""The state of a page: it matches the document of the API, in every named game and for every viewer."""

import json

import pytest

import sixth
from sixth.server.api.answers import PageState, TableShown
from tests.server.web.wire.law import CODE, Transcript, audiences, story


@pytest.mark.parametrize("game", sixth.games)
def test_the_state_of_a_page_has_the_keys_and_types_of_the_document(game: str) -> None:
    writes = story(game).steps
    for number, audience in enumerate(audiences(4)):
        # Each state is checked for two of the eight viewers.
        for full in Transcript(writes[number % 4 :: 4], audience).fulls:
            if full == b"null":
                continue
            state = json.loads(full)["full"]
            # A missing key and a wrong type are refused, an extra key is dropped.
            assert json.loads(PageState.model_validate_json(json.dumps(state)).model_dump_json()) == state


def test_pages_and_programs_receive_the_same_table() -> None:
    transcript = Transcript(story("classic").steps, audiences(4)[0])
    for table, full in zip(transcript.tables, transcript.fulls, strict=True):
        state = json.loads(full)["full"]
        table_json = json.loads(TableShown.of(transcript.audience.view(table), CODE).model_dump_json())
        same = state.keys() & table_json.keys() - {"clock", "view"}
        assert len(same) > 20
        assert {key: state[key] for key in same} == {key: table_json[key] for key in same}
        if state["view"] is not None:
            assert {key: table_json["view"][key] for key in state["view"]} == state["view"]
