"""The export of everything kept about a person, as lines of JSON that other programs can read."""

from collections.abc import AsyncIterator, Mapping, Sequence
from typing import Any

from sixth.rules.codec import dumps
from sixth.server.core.pace import batches
from sixth.server.features.people.passkeys.service import Passkeys
from sixth.server.features.people.person import FILE_FORMAT
from sixth.server.features.people.service import People, Visitor


async def lines_of(
    people: People, passkeys: Passkeys, visitor: Visitor, more: Sequence[Mapping[str, object]]
) -> AsyncIterator[str]:
    """Yield a line for the person, and one for each browser, passkey, game, table, friend and blocked person.

    Lines of which there may be thousands come some at a time, with turns for others in between. `more` is
    what other features keep. Times are milliseconds since 1970, UTC.
    """
    person = visitor.person
    about = {"name": person.name, "mark": person.mark, "shown": person.shown, "since": person.since}
    yield _line("person", format=FILE_FORMAT, id=person.id, **about)
    for browser in await people.browsers(person):
        yield _line("browser", **browser._asdict())
    for passkey in await passkeys.of_person(person):
        yield _line("passkey", **passkey._asdict())
    async for games in batches(await people.games(person)):
        yield "".join([_line("game", **game._asdict()) for game in games])
    for name, count in (await people.names(person)).items():
        yield _line("name", name=name, games=count)
    async for tables in batches([*await people.tables(person)]):
        yield "".join([_line("table", id=table) for table in tables])
    for tie in await people.ties(person):
        yield _line(tie.kind, name=tie.name, since=tie.since)
    async for others in batches(more):
        yield "".join([dumps(each) + "\n" for each in others])


def _line(kind: str, **values: Any) -> str:
    return dumps({"kind": kind, **values}) + "\n"
