"""The export of everything kept about a person, as lines of JSON that other programs can read."""

from collections.abc import AsyncIterator, Mapping, Sequence
from typing import Any

from sixth.rules.codec import dumps
from sixth.server.core.pace import batches
from sixth.server.features.profile.game import FILE_FORMAT
from sixth.server.features.profile.games import games_of, names_of, tables_of
from sixth.server.people.browsers import browsers_of
from sixth.server.people.passkeys import passkeys_of
from sixth.server.people.people import People
from sixth.server.people.person import Person
from sixth.server.people.relations import relations_of


async def lines_of(
    people: People, person: Person, more: Sequence[Mapping[str, object]]
) -> AsyncIterator[str]:
    """Yield a line for the person, and one for each browser, passkey, game, table, friend and blocked person.

    Lines of which there may be thousands come some at a time, with turns for others in between. `more` is
    what other features keep. Times are milliseconds since 1970, UTC.
    """
    about = {"name": person.name, "mark": person.mark, "shown": person.shown, "since": person.since}
    yield _line("person", format=FILE_FORMAT, id=person.id, **about)
    for browser in await people.read(browsers_of, person.id):
        yield _line("browser", **browser._asdict())
    for passkey in await people.read(passkeys_of, person.id):
        yield _line("passkey", **passkey._asdict())
    async for games in batches(await people.read(games_of, person.id)):
        yield "".join([_line("game", **game._asdict()) for game in games])
    for name, count in (await people.read(names_of, person.id)).items():
        yield _line("name", name=name, games=count)
    async for tables in batches([*await people.read(tables_of, person.id)]):
        yield "".join([_line("table", id=table) for table in tables])
    for relation in await people.read(relations_of, person.id):
        yield _line(relation.kind, name=relation.name, since=relation.since)
    async for others in batches(more):
        yield "".join([dumps(each) + "\n" for each in others])


def _line(kind: str, **values: Any) -> str:
    return dumps({"kind": kind, **values}) + "\n"
