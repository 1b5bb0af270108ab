"""The state of a table's page, as the document of the API describes it: what `server.web.wire.state` makes.

Pages are told it as a plain value, which a test holds to these models; `scripts/types` holds the types of the
page's scripts to the document.
"""

from typing import Any

from pydantic import BaseModel
from pydantic.json_schema import models_json_schema

from sixth.server.api.answers import TableFacts, ViewShown


class PageClock(BaseModel):
    """How the clocks stand, as `ClockShown`; times are milliseconds since 1970, UTC."""

    until: list[int | None]
    banks: list[int]
    pause: int | None
    extended: bool


class PageState(TableFacts):
    """A table as its page knows it, and a line of the page tells it under `full`.

    What follows from it (what is asked, which answers are legal) the page works out. `changed` are the
    options that the host changed last, `coached` the seats that wished, in this order, to be told what their
    turns were worth, or no longer did. `practice` is whether the day of a daily deal was over.
    """

    practice: bool
    changed: list[str]
    coached: list[tuple[int, bool]]
    clock: PageClock | None
    view: ViewShown | None


def page_schemas() -> dict[str, Any]:
    """Return the schemas of a page's state and of all that it holds, by name, for the document."""
    _, found = models_json_schema([(PageState, "validation")], ref_template="#/components/schemas/{model}")
    schemas: dict[str, Any] = found["$defs"]
    return schemas
