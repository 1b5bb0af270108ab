"""The export of everything kept about a person, as lines of JSON that other programs can read."""

from collections.abc import AsyncIterator, Mapping, Sequence
from typing import Any

from sixth.rules.codec import dumps
from sixth.server.features.people.passkeys.service import Passkeys
from sixth.server.features.people.person import FILE_FORMAT
from sixth.server.features.people.service import People, Visitor


async def lines_of(
    people: People, passkeys: Passkeys, visitor: Visitor, more: Sequence[Mapping[str, object]]
) -> AsyncIterator[str]:
    """Yield a line for the person, and one for each browser, passkey, game, table, friend and blocked person.

    `more` is what other features keep. Times are milliseconds since 1970, UTC.
    """
    person = visitor.person
    about = {"name": person.name, "mark": person.mark, "shown": person.shown, "since": person.since}
    yield _line("person", format=FILE_FORMAT, id=person.id, **about)
    for browser in await people.browsers(person):
        yield _line("browser", **browser._asdict())
    for passkey in await passkeys.of_person(person):
        yield _line("passkey", **passkey._asdict())
    for game in await people.games(person):
        yield _line("game", **game._asdict())
    for name, games in (await people.names(person)).items():
        yield _line("name", name=name, games=games)
    for table in await people.tables(person):
        yield _line("table", id=table)
    for tie in await people.ties(person):
        yield _line(tie.kind, name=tie.name, since=tie.since)
    for each in more:
        yield dumps(each) + "\n"


def _line(kind: str, **values: Any) -> str:
    return dumps({"kind": kind, **values}) + "\n"
